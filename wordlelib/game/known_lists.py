"""Word lists that the book mentions, known by their SHA-256: some come with it, others it may only name."""

import hashlib
from collections.abc import Sequence
from os import PathLike
from typing import NamedTuple

from wordlelib.game import words


class KnownList(NamedTuple):
    """A word list of the book: its name, the number of its words, `digest_of` them, and where it can be found."""

    name: str
    words: int
    digest: str
    source: str


class FoundList(NamedTuple):
    """The list that a file holds, without name and source if the book does not know it.

    Alphabetical order of the words decides ties in all stored results.
    """

    words: int
    digest: str
    name: str | None
    source: str | None
    alphabetical: bool


HERE = "this project, data/words"
AUTHORS = "sbhambr1/wordle_using_rollouts on GitHub, data"
WORDLEBOT = "alex1770/wordle on GitHub, wordlist_nyt20230701_hidden"
ACCEPTED = "alex1770/wordle on GitHub, wordlist_all"
SIX_ANSWERS = KnownList(
    "the rollout papers' hidden words of six letters",
    2315,
    "abe6a6121d2cc8c684e546f14dd5e013d97cc5257c4e9096ac63d2c2b6ce8a19",
    AUTHORS,
)
SIX_GUESSES = KnownList(
    "the rollout papers' guesses of six letters",
    12972,
    "8b4dd4ea3e94346db18cd35e33c4d74a9e477e4b4385f79e3e17413f44982f08",
    AUTHORS,
)
KNOWN = (
    KnownList("original hidden words", 2315, "f40e47975cf360ff9febe7d49c8e285054d8fa3fb9644cea575922060951d6ee", HERE),
    KnownList("original guesses", 12972, "feacc549249b5dcb43e2799fbbcda14ebc33d55904fb15d043779104e60c1579", HERE),
    KnownList(
        "hidden words of July 2023", 3158, "3e443482b78dee0f6f8de4f74dbb67537db781524279b1d40ca3353c592b03ce", WORDLEBOT
    ),
    KnownList(
        "guesses of July 2023", 14855, "ba86911aea83d038d53c0999fe6cbe310c8f59d2b79626c73bd0cd0773adc320", ACCEPTED
    ),
    SIX_ANSWERS,
    SIX_GUESSES,
)
KINDS = {"answers": "hidden words", "guesses": "guesses"}


def digest_of(listed: Sequence[str]) -> str:
    """Compute the SHA-256 of words in alphabetical order, one on each line, including the line ends."""
    return digest_in_order(sorted(listed))


def digest_in_order(listed: Sequence[str]) -> str:
    """Compute the SHA-256 of words in their given order, one on each line."""
    return hashlib.sha256("".join(f"{word}\n" for word in listed).encode()).hexdigest()


def of_languages() -> list[KnownList]:
    """Return the lists of all languages that `data/build_languages.py` has built, with the digests that it noted."""
    found = []
    for line in (words.DATA / "words" / "languages.sha256").read_text(encoding="utf-8").splitlines():
        digest, file = line.split()
        language, kind = file.removesuffix(".txt").split("_")
        if language in words.languages():
            name = words.ALPHABETS[language].name if language in words.ALPHABETS else language
            listed = words.of_language(language)[kind == "guesses"]
            found.append(KnownList(f"{name} {KINDS[kind]}, five letters", len(listed), digest, HERE))
    return found


def identify(path: str | PathLike) -> FoundList:
    """Find out which of the lists that the book mentions a file holds, one word on each line, in any order.

    Examples
    --------
    >>> identify(words.DATA / "words" / "answers.txt").name
    'original hidden words'
    """
    listed = words.load(path)
    digest = digest_of(listed)
    known = next((each for each in (*KNOWN, *of_languages()) if each.digest == digest), None)
    return FoundList(len(listed), digest, known and known.name, known and known.source, sorted(listed) == list(listed))

"""Certificates as data and as files: what they claim about the best strategies of a game, and of which game.

Reading a certificate only finds out whether its fields have the right types and belong together. Whether its claim is
true is for `verification.verify` to say.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from os import PathLike
from typing import Any, NamedTuple, Protocol, runtime_checkable

from wordlelib.core import checks
from wordlelib.core.files import parse_json, table_of
from wordlelib.core.packing import pack, unpack
from wordlelib.game import checked, words
from wordlelib.game.game import Game, wordle
from wordlelib.game.known_lists import digest_in_order

FORMAT = 1
IMPOSSIBLE = 2**44  # more than any total; even 2**16 of them added up are a number of 64 bits


class Lemma(NamedTuple):
    """A lemma, which is a belief and its bound.

    Attributes
    ----------
    above
        The number of the lemma from whose belief a row leads to this one. 0 is the statement, at the start of the game.
    guess, code
        The row that leads here.
    excess
        How much the bound exceeds twice the weight of the belief less that of its heaviest word. 0 means that no
        strategy keeps to the cap.
    """

    above: int
    guess: int
    code: int
    excess: int


@runtime_checkable
class Claim(Protocol):
    """What claims something about a game, which it describes as `describe` does."""

    @property
    def game(self) -> dict[str, Any]:
        """The description of the game."""


@dataclass(frozen=True)
class Certificate:
    """A statement about the best strategies of a game, with what is needed to check it.

    Fields that contradict each other are refused. Only `verify` finds out whether a statement is true.

    Attributes
    ----------
    game
        The game that it is about, by the number and the SHA-256 of its words, its mode and its prior; see `describe`.
    opening, exceptions
        The first guess, or None for any, and in that case the openings that the statement is not about, in alphabetical
        order.
    cap
        How many guesses a game may take, or None for any number.
    lower, upper
        A bound that no strategy goes below, or None if no strategy keeps to the cap, and the total that `strategy`
        needs, or None if there is no strategy.
    lemmas : tuple of Lemma
        The lemmas. The first one has number 1, since 0 is the statement.
    strategy
        The guesses of a strategy, by number, where two words or more are possible: a belief first, then what follows
        from it, in the order of the codes.
    source
        Where the certificate comes from, with command, versions and the time taken. Nobody checks this note.
    """

    game: dict[str, Any]
    opening: str | None
    exceptions: tuple[str, ...]
    cap: int | None
    lower: int | None
    upper: int | None
    lemmas: tuple[Lemma, ...]
    strategy: tuple[int, ...]
    source: dict[str, Any] = field(compare=False)

    def __post_init__(self) -> None:
        checks.instance("source", self.source, dict, "a table")
        checks.one_of("mode", checks.instance("game", self.game, dict, "a table").get("mode"), ("easy", "hard"))
        if self.opening is not None:
            checks.text("opening", self.opening)
        exceptions = checks.texts("exceptions", self.exceptions)
        if exceptions != sorted(set(exceptions)):
            raise checks.refused("exceptions", self.exceptions, "each opening once, in alphabetical order")
        checks.cap(self.cap)
        for name, total in (("lower", self.lower), ("upper", self.upper)):
            if total is not None:
                checks.integer(name, total, 1, IMPOSSIBLE - 1)
        strategy = checks.sequence("strategy", self.strategy, "numbers of guesses")
        numbers = list(strategy)
        for lemma in checks.sequence("lemmas", self.lemmas, "a list of Lemmas"):
            numbers.extend(checks.instance("lemmas", lemma, Lemma, "a list of Lemmas"))
        for number in numbers:
            checks.integer("strategy and lemmas", number, most=IMPOSSIBLE - 1)
        if exceptions and self.opening is not None:
            raise checks.refused("exceptions", self.exceptions, f"none beside the opening {checks.shown(self.opening)}")
        if self.lower is None and (self.cap is None or self.upper is not None):
            raise checks.refused("lower", None, "a bound, unless there is a cap and no strategy keeps to it")
        if (self.upper is None) != (not strategy):
            raise checks.refused("upper", self.upper, f"a total if there is a strategy: {checks.shown(self.strategy)}")

    @property
    def statement(self) -> str:
        """What is claimed, in words."""
        others = "" if not self.exceptions else f" but {len(self.exceptions):,}"
        who = f"any opening{others}" if self.opening is None else self.opening
        within = "" if self.cap is None else f" within {checks.counted(self.cap, 'guess')}"
        if self.lower is None:
            what = f"no strategy{within}"
        elif self.lower == self.upper and not others:
            what = f"{checks.counted(self.upper, 'guess')}{within}, and nothing less"
        else:
            what = f"at least {checks.counted(self.lower, 'guess')}{within}"
            what += "" if self.upper is None else f"; there is a strategy that needs {self.upper:,}"
        prior = ", weighted" if self.game.get("prior") else ""
        return f"{who}, {self.game['mode']} mode{prior}: {what}"

    def to_json(self) -> str:
        """Write the certificate as text, which is always the same for the same certificate."""
        document = {"statement": self.statement} | {name: getattr(self, name) for name in _names()}
        document |= {
            "format": FORMAT,
            "lemmas": len(self.lemmas),
            "lemma_rows": pack(number for lemma in self.lemmas for number in lemma),
            "strategy": pack(self.strategy),
        }
        return json.dumps(document, indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Certificate":
        """Read what `to_json` has written. Only `verify` finds out whether its statement is true."""
        return read_claim(text, "certificate", {"lemma_rows", *_names()}, cls._of)

    @classmethod
    def _of(cls, document: dict[str, Any]) -> "Certificate":
        """Make a certificate of the tables, lists and texts of a file."""
        numbers = unpack(document["lemma_rows"], "lemma_rows")
        if len(numbers) != 4 * checks.integer("lemmas", document["lemmas"]):
            raise checks.refused("lemmas", document["lemmas"], f"a fourth of the {len(numbers)} numbers of lemma_rows")
        tuples = {
            "lemmas": tuple(Lemma(*numbers[i : i + 4]) for i in range(0, len(numbers), 4)),
            "strategy": tuple(unpack(document["strategy"], "strategy")),
            "exceptions": tuple(checks.texts("exceptions", document["exceptions"])),
        }
        return cls(**{name: document[name] for name in _names()} | tuples)


def _names() -> list[str]:
    return [each.name for each in fields(Certificate)]


def read_claim(text: str, kind: str, keys: set[str], make: Callable[[dict[str, Any]], Any]) -> Any:
    """Make a claim of the text of its file: a table with these keys, its statement and its format, and no others."""
    try:
        document = checks.instance("document", parse_json(checks.text("text", text), table_of), dict, "a table")
        keys = {"statement", "format", *keys}
        if strange := document.keys() ^ keys:
            raise checks.refused("keys", min(strange), f"just these: {', '.join(sorted(keys))}")
        checks.integer("format", document["format"], FORMAT, FORMAT)
        found = make(document)
        if document["statement"] != found.statement:
            raise checks.refused("statement", document["statement"], f"{checks.shown(found.statement)}, by its figures")
    except ValueError as error:
        raise ValueError(f"text: no {kind} ({error}); expected what to_json writes") from None
    return found


def stored(name: str) -> Certificate:
    """Read a certificate that comes with the project."""
    return Certificate.from_json(stored_text("certificates", name))


def stored_text(folder: str, name: str) -> str:
    """Return the text of a claim that comes with the project."""
    path = words.DATA / folder / f"{checks.text('name', name)}.json"
    there = sorted(each.stem for each in path.parent.glob("*.json"))
    if name not in there:
        raise ValueError(f"name: {name!r}; expected one of {', '.join(there)}")
    return path.read_text(encoding="utf-8")


def describe(game: Game) -> dict[str, Any]:
    """Describe the game of a certificate by its mode and the SHA-256 of its words and their weights."""
    checked.game(game)
    weights = None if game.uniform else hashlib.sha256(" ".join(map(str, game.weights.tolist())).encode()).hexdigest()
    hidden, guesses = _told_apart((game.hidden, game.guesses))
    return {"name": game.name, "mode": game.mode, "hidden": hidden, "guesses": guesses, "prior": weights}


def game_of(
    certificate: Claim,
    answers: str | PathLike | None = None,
    guesses: str | PathLike | None = None,
    prior: str | PathLike | None = None,
) -> Game:
    """Make the game of Wordle that a certificate is about.

    Files of word lists and of a prior are as for `game.make_game`, and refused if they are not those of the
    certificate. Lists that come with the project are found without a file, but a prior is not.
    """
    described = getattr(certificate, "game", None)
    said = checks.instance("certificate", described, dict, "a Certificate or a Refutation, which describes its game")
    wanted = said.get("hidden"), said.get("guesses")
    weights = None if prior is None else words.load_prior(prior)
    if answers is None and guesses is not None:
        raise ValueError("guesses: given without answers; expected both, or answers alone")
    lists = shipped_lists(certificate)[1] if answers is None else words.load_lists(answers, guesses)
    if _told_apart(lists) != wanted:
        raise ValueError(f"answers: {checks.shown(answers)}; expected the word lists that the certificate is about")
    game = wordle(*lists, mode=said["mode"], prior=weights)
    if describe(game)["prior"] != said.get("prior"):
        raise checks.refused(
            "prior", prior, "none" if said.get("prior") is None else "the one that the certificate is about"
        )
    return game


def shipped_lists(certificate: Claim) -> tuple[str, tuple[list[str], list[str]]]:
    """Find the lists of the project that a certificate is about, and their name; empty ones if it is about others."""
    wanted = certificate.game.get("hidden"), certificate.game.get("guesses")
    named: dict[str, Callable[[], tuple[list[str], list[str]]]]
    named = {f"original, {letters} letters": partial(words.original, letters) for letters in words.SHIPPED}
    named |= {"accepted": _accepted}
    named |= {f"language {language}": partial(words.of_language, language) for language in words.languages()}
    found = ((name, load()) for name, load in named.items())
    return next((each for each in found if _told_apart(each[1]) == wanted), ("", ([], [])))


def _accepted() -> tuple[list[str], list[str]]:
    accepted = words.original()[1]
    return accepted, accepted


def _told_apart(lists: Iterable[Sequence[str]]) -> tuple[dict[str, Any], ...]:
    """Return what tells word lists apart."""
    return tuple({"words": len(listed), "sha256": digest_in_order(listed)} for listed in lists)

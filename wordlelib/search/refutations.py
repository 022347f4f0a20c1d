"""Refutations as files: that so many guesses are not enough, whatever the first, with all that is needed to check it.

A refutation is a list of obstructions; see `guarantees.py`. It holds if each of them does:

- A set of two words or more is an obstruction of level 1.
- A set is one of level L if every guess gives the same feedback to all words of some obstruction of level L - 1 inside
  the set.
- It is one, too, if it has more words than can be found within L guesses. One guess finds one word. If the words of a
  set make at most k classes of it as guesses, and all other guesses at most l, then one guess more finds at most
  1 + (k - 1) A or l A words, where A is what could be found without it.

With one obstruction of level L in the game, L guesses are not enough. The checker uses NumPy and the feedback of the
game. It shares nothing with the search in `guarantees.py`.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.core.packing import pack_sets, unpack_sets
from wordlelib.game import checked
from wordlelib.game.game import Game
from wordlelib.search.claims import FORMAT, describe, read_claim, stored_text

MOST_WORDS = 2**24  # in all sets together; those of the original lists have far fewer
Sets = tuple[tuple[int, ...], ...]
Told = Callable[[int, int], None] | None


@dataclass(frozen=True)
class Refutation:
    """The statement that a number of guesses is not enough in easy mode, with obstructions that prove it.

    Attributes
    ----------
    game
        The game that it is about, as `claims.describe` describes it.
    cap
        The number of guesses that is not enough.
    obstructions
        By level, from 2 to the cap, the sets of hidden words, by number, each in ascending order.
    source
        Where it comes from. Nobody checks this note.
    """

    game: dict[str, Any]
    cap: int
    obstructions: dict[int, Sets]
    source: dict[str, Any] = field(compare=False)

    def __post_init__(self) -> None:
        checks.instance("source", self.source, dict, "a table")
        checks.one_of("mode", checks.instance("game", self.game, dict, "a table").get("mode"), ("easy",))
        checks.integer("cap", self.cap, 2)
        sets = checks.instance("obstructions", self.obstructions, dict, "a table")
        if len(sets) != self.cap - 1 or list(sets) != list(range(2, self.cap + 1)):
            raise checks.refused("obstructions", list(sets), f"levels from 2 to {self.cap}, the cap")
        for each in sets.values():
            checks.sequence("obstructions", each, "a list of sets")

    @property
    def statement(self) -> str:
        """What is claimed, in words."""
        return f"any opening, easy mode: no strategy within {checks.counted(self.cap, 'guess')}"

    def to_json(self) -> str:
        """Write the refutation as text, which is always the same for the same refutation."""
        sets = {str(level): pack_sets(some) for level, some in self.obstructions.items()}
        document = {"statement": self.statement, "format": FORMAT, "game": self.game, "cap": self.cap}
        return json.dumps(document | {"obstructions": sets, "source": self.source}, indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Refutation":
        """Read what `to_json` has written. Only `check` finds out whether its statement is true."""
        return read_claim(text, "refutation", {"game", "cap", "obstructions", "source"}, cls._of)

    @classmethod
    def _of(cls, document: dict[str, Any]) -> "Refutation":
        texts = checks.instance("obstructions", document["obstructions"], dict, "a table")
        levels = [str(level) for level in range(2, len(texts) + 2)]
        if list(texts) != levels:
            raise checks.refused("levels", list(texts), "those from 2 on, in order")
        sets: dict[int, Sets] = {}
        for level in levels:
            found = unpack_sets(checks.text(f"level {level}", texts[level]))
            if pack_sets(found) != texts[level]:
                raise checks.refused(f"level {level}", texts[level], "sets as `pack_sets` writes them")
            sets[int(level)] = tuple(map(tuple, found))
        return cls(document["game"], document["cap"], sets, document["source"])


def stored(name: str) -> Refutation:
    """Read a refutation that comes with the project."""
    return Refutation.from_json(stored_text("refutations", name))


def refute(
    game: Game, cap: int, learned: dict[int, list[tuple[str, ...]]], source: dict[str, Any] | None = None
) -> Refutation:
    """Choose from the obstructions that a search has learned those that are needed, and make a refutation of them.

    Parameters
    ----------
    game, cap
        A game in easy mode, and the number of guesses that is not enough.
    learned
        The obstructions by level, as `guarantees.guarantee` returns them.
    source
        A note about where the refutation comes from.

    Raises
    ------
    ValueError
        If the obstructions are no proof.
    """
    cap, number = checks.integer("cap", cap, 2), {word: i for i, word in enumerate(checked.game(game).hidden)}
    note = {} if source is None else checks.instance("source", source, dict, "a table or None")
    checker = Checker(game)
    known = {level: _places(level, checks.instance("learned", learned, dict, "sets of words by level"), number)
             for level in range(2, cap + 1)}  # fmt: skip
    if not known[cap]:
        raise checks.refused("learned", sorted(map(str, learned)), f"an obstruction of level {cap}, the cap")
    chosen: dict[int, Sets] = {cap: tuple(known[cap][:1])}
    for level in range(cap, 2, -1):
        below = checker.marked(known[level - 1])
        needed: set[int] = set()
        for members in chosen[level]:
            checker.cover(level, members, below, needed)
        chosen[level - 1] = tuple(known[level - 1][i] for i in sorted(needed))
    found = Refutation(describe(game), cap, dict(sorted(chosen.items())), note)
    check(found, game)
    return found


def _places(level: int, learned: dict[int, Any], number: dict[str, int]) -> list[tuple[int, ...]]:
    """Return the sets of a level by the numbers of their words."""
    found = []
    for each in checks.sequence("learned", learned.get(level, []), "sets of words by level"):
        some = checks.sequence("learned", each, "sets of words by level")
        if strange := [word for word in some if not isinstance(word, str) or word not in number]:
            raise checks.refused("learned", strange[0], "hidden words of the game")
        found.append(tuple(sorted(number[word] for word in some)))
    return found


class Checker:
    """A checker of obstructions, one by one."""

    def __init__(self, game: Game) -> None:
        self.game = checked.game(game)
        if game.mode != "easy":
            raise ValueError(f"game: {game.mode} mode; expected easy mode")

    def marked(self, sets: Sequence[tuple[int, ...]]) -> "Marked":
        """Find for each of some sets the guesses that give all its words the same feedback."""
        alike = np.zeros((len(sets), (len(self.game.guesses) + 7) // 8), np.uint8)
        for i, each in enumerate(sets):
            codes = self.game.codes_by_hidden[list(each)]
            alike[i] = np.packbits((codes == codes[0]).all(axis=0))
        return Marked(sets, alike, len(self.game.hidden))

    def cover(self, level: int, members: tuple[int, ...], below: "Marked", needed: set[int] | None = None) -> int:
        """Return the first guess that leaves no obstruction of the level below in a set, or -1.

        With `needed`, the numbers of those obstructions that cover all guesses are added, few where some were added
        before.
        """
        chosen: set[int] = set()
        if level == 2:
            codes = np.sort(self.game.codes_by_hidden[list(members)], axis=0)
            covered = (codes[1:] == codes[:-1]).any(axis=0)
        else:
            inside = below.inside(members)
            if needed is None:
                covered = self._guesses(np.bitwise_or.reduce(below.alike[inside], axis=0, initial=0))
            else:
                covered = self._choose(inside, below, needed, chosen)
        if not covered.all() and not self._is_large(level, members):
            return int(np.flatnonzero(~covered)[0])
        if needed is not None and covered.all():
            needed |= chosen
        return -1

    def _choose(self, inside: np.ndarray, below: "Marked", needed: set[int], chosen: set[int]) -> np.ndarray:
        """Choose for each guess that is not covered by what is needed anyway the obstruction that covers most."""
        before = np.array([i for i in inside.tolist() if i in needed], np.int64)
        covered = self._guesses(np.bitwise_or.reduce(below.alike[before], axis=0, initial=0))
        order = inside[np.argsort(-below.sizes[inside], kind="stable")]
        alike = below.alike[order]
        for guess in np.flatnonzero(~covered).tolist():
            if not covered[guess]:
                fit = np.flatnonzero(alike[:, guess >> 3] & (128 >> (guess & 7)))
                if fit.size:
                    chosen.add(int(order[fit[0]]))
                    covered |= self._guesses(alike[fit[0]])
        return covered

    def _guesses(self, bits: np.ndarray) -> np.ndarray:
        return np.unpackbits(bits, count=len(self.game.guesses)).astype(bool)

    def _is_large(self, level: int, members: tuple[int, ...]) -> bool:
        """Return whether a set has more words than can be found within so many guesses."""
        numbers = list(members)
        own = self.game.guess_of_hidden[numbers]
        codes = np.sort(self.game.codes_by_hidden[numbers], axis=0)
        classes = 1 + (codes[1:] != codes[:-1]).sum(axis=0)
        most_own, most_other = int(classes[own].max()), int(np.delete(classes, own).max(initial=1))
        found = 1
        for _ in range(level - 1):
            found = max(1 + (most_own - 1) * found, most_other * found)
        return len(numbers) > found


class Marked:
    """Some sets of words, the guesses that do not tell the words of each apart, as bits, and how many these are."""

    def __init__(self, sets: Sequence[tuple[int, ...]], alike: np.ndarray, hidden: int) -> None:
        self.alike, self.hidden = alike, hidden
        self.sizes = np.array([np.unpackbits(row).sum() for row in alike], np.int64)
        lengths = np.array([len(each) for each in sets], np.int64)
        self._words = np.array([word for each in sets for word in each], np.int64)
        self._firsts = np.cumsum(lengths) - lengths

    def inside(self, members: tuple[int, ...]) -> np.ndarray:
        """Return the numbers of the sets that are part of a set."""
        member = np.zeros(self.hidden, bool)
        member[list(members)] = True
        if not self._firsts.size:
            return np.empty(0, np.int64)
        return np.flatnonzero(np.logical_and.reduceat(member[self._words], self._firsts))


def check(refutation: Refutation, game: Game, progress: Told = None) -> int:
    """Check every obstruction of a refutation; return how many there are.

    A refutation is refused if it is about another game, or if some set is no obstruction of its level. The message
    names the set.

    Parameters
    ----------
    progress
        Called after each set with (sets checked, sets to check).
    """
    checks.instance("refutation", refutation, Refutation, "a Refutation")
    checks.progress(progress)
    checker, said, here = Checker(game), refutation.game, describe(game)
    if json.dumps(said, sort_keys=True, default=repr) != json.dumps(here, sort_keys=True):
        raise checks.refused("game", said, f"{checks.shown(here)}, the one at hand")
    count = sum(map(len, refutation.obstructions.values()))
    _check_sets(refutation, len(game.hidden))
    done, below = 0, checker.marked(())
    for level, sets in refutation.obstructions.items():
        for number, members in enumerate(sets, 1):
            guess = checker.cover(level, members, below)
            if guess >= 0:
                some = " ".join(game.hidden[i] for i in members[:8]) + " ..." * (len(members) > 8)
                raise ValueError(
                    f"refutation: set {number} of level {level} is no obstruction: {game.guesses[guess]!r} leaves none "
                    f"of level {level - 1} in {some}"
                )
            done += 1
            if progress is not None:
                progress(done, count)
        below = checker.marked(sets)
    return count


def _check_sets(refutation: Refutation, hidden: int) -> None:
    """Refuse sets that are none, that are too many, and a refutation without a set of the last level."""
    held = 0
    for level, sets in refutation.obstructions.items():
        for each in sets:
            numbers = checks.sequence("obstructions", each, "a list of sets")
            for number in numbers:
                checks.integer("obstructions", number, most=hidden - 1)
            if len(each) < 2 or sorted(set(each)) != list(each):
                raise checks.refused(f"level {level}", each, "two hidden words or more, in ascending order")
            held += len(each)
    if held > MOST_WORDS:
        raise ValueError(f"refutation: more than {MOST_WORDS:,} words in its sets; expected less")
    if not refutation.obstructions[refutation.cap]:
        raise checks.refused("obstructions", None, f"one of level {refutation.cap}")

"""The keys by which a search remembers positions: the words that are left, or what rows say of letters and places.

Two questions of the two-player essay are answered by counting. How many positions of a game stay different under each
way to write knowledge down (its Table 1)? How many entries does the table of a minimax search have (its Table 2)?

Infos are kept as bits here. There is a bit for each letter that a place excludes, for each number of copies that a
letter surely exceeds, and for each number that it surely does not exceed. More knowledge means more bits, so the meet
of two infos is their "or".
"""

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from math import inf
from typing import Any, NamedTuple

import numpy as np

from wordlelib.core import checks
from wordlelib.game import words as word_lists
from wordlelib.game.feedback import feedback_matrix, to_text
from wordlelib.game.knowledge import REPRESENTATIONS, Info
from wordlelib.kernels.arrays import allocate
from wordlelib.kernels.jit import cpu_clock
from wordlelib.kernels.minimax import LOST
from wordlelib.kernels.scores import Tally, uniform_costs

ORDERS = ("classes", "letters")
KEYS = ("set", "info", "normal")


class Found(NamedTuple):
    """The result of a search with a table.

    The guess is a best move, the first one found, with its value as in `minimax.Move`. `entries` counts the positions
    in the table, distinguished by their knowledge, and `nodes` how many times a position was searched. The knowledge of
    an entry takes `key_bytes` if it is packed, with a bit for each word, or the bits of an info. `cpu_seconds` is the
    processor time of the search.
    """

    guess: str
    value: int
    entries: int
    nodes: int
    key_bytes: int
    cpu_seconds: float


class _Infos:
    """Infos of rows as bits, and their normal forms."""

    def __init__(self, words: Sequence[str]) -> None:
        self.length = len(words[0])
        self.alphabet = "".join(sorted(set("".join(words))))
        self.normal = cache(self._normal)

    @cached_property
    def size(self) -> int:
        """How many bits an info has."""
        return len(self.alphabet) * (3 * self.length + 1)

    def of_row(self, guess: str, row: str) -> int:
        return self._bits(Info.move(guess, row, self.alphabet))

    def _bits(self, info: Info) -> int:
        bits = 0
        for i, letter in enumerate(self.alphabet):
            told = [letter not in place for place in info.places]
            told += [info.least[i] > copies for copies in range(self.length)]
            told += [info.most[i] <= copies for copies in range(self.length + 1)]
            for flag in told:
                bits = bits << 1 | flag
        return bits

    def info(self, bits: int) -> Info:
        """Return the info that bits stand for."""
        length, each = self.length, 3 * self.length + 1
        places: list[set[str]] = [set() for _ in range(length)]
        least: list[float] = []
        most: list[float] = []
        for i, letter in enumerate(self.alphabet):
            own = bits >> each * (len(self.alphabet) - 1 - i)
            told = [own >> each - 1 - k & 1 for k in range(each)]
            for place, excluded in zip(places, told[:length], strict=True):
                if not excluded:
                    place.add(letter)
            low, at_most = sum(told[length : 2 * length]), sum(told[2 * length :])
            least.append(low)
            most.append(length + 1 - at_most if at_most else inf)
        return Info.unchecked(self.alphabet, tuple(map(frozenset, places)), tuple(least), tuple(most))

    def _normal(self, bits: int) -> int:
        return self._bits(self.info(bits).normal())


def count_states(words: Iterable[str], turns: int, representation: str = "hints") -> int:
    """Count the positions of `knowledge.game_graph`, with either side to move or won.

    The arguments are those of `game_graph`. Longer lists are feasible here, since no graph is built.
    """
    checks.guesses("turns", turns)
    listed = word_lists.check(words)
    checks.one_of("representation", representation, REPRESENTATIONS)
    rows = _Rows(listed, representation)
    everything = tuple(range(len(listed)))
    histories = {0: (rows.start, everything, 0)}
    count = 1
    for moves in range(min(turns, len(listed))):
        last = moves + 1 == turns
        asked: set[tuple[int, int]] = set()
        won: set[int] = set()
        others: set[int] = set()
        following: dict[int, tuple[int, tuple[int, ...], int]] = {}
        for history, (known, possible, made) in histories.items():
            for guess in everything:
                if made >> guess & 1:
                    continue
                asked.add((known, guess))
                for row, left in rows.classes(guess, possible).items():
                    later = rows.add(history, row)
                    if later in following:
                        continue
                    then = later if representation == "hints" else rows.after(known, row, left)
                    if left == (guess,):
                        won.add(then)
                        continue
                    others.add(then)
                    if not last:
                        following[later] = then, left, made | 1 << guess
        count += len(asked) + len(won) + len(others)
        histories = following
    return count


class _Rows:
    """The rows of a list of words that guess each other, numbered, and what knowledge becomes after one."""

    WIDTH = 20  # bits for the number of a row, so words may have a million rows

    def __init__(self, words: Sequence[str], representation: str) -> None:
        self.representation = representation
        codes: np.ndarray = feedback_matrix(words, words)
        pairs = np.arange(len(words))[:, None] * 3 ** len(words[0]) + codes
        numbers = np.searchsorted(np.unique(pairs), pairs) + 1  # no row is 0
        self._numbers: list[list[int]] = numbers.tolist()
        self._infos = _Infos(words)
        self._told: dict[int, int] = {}
        if representation in ("info", "normal"):
            for guess, own in enumerate(self._numbers):
                for word, number in enumerate(own):
                    if number not in self._told:
                        row = to_text(int(codes[guess, word]), len(words[0]))
                        self._told[number] = self._infos.of_row(words[guess], row)
        self.start = {"set": (1 << len(words)) - 1, "normal": self._infos.normal(0)}.get(representation, 0)

    def classes(self, guess: int, possible: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
        """Sort words by the number of the row that a guess gets from them."""
        found: dict[int, list[int]] = {}
        for word in possible:
            found.setdefault(self._numbers[guess][word], []).append(word)
        return {row: tuple(left) for row, left in found.items()}

    def add(self, history: int, row: int) -> int:
        """Add a row to a set of rows, which is kept in ascending order."""
        rows, rest = [row], history
        while rest:
            rows.append(rest & (1 << self.WIDTH) - 1)
            rest >>= self.WIDTH
        added = 0
        for each in sorted(rows):
            added = added << self.WIDTH | each
        return added

    def after(self, known: int, row: int, left: tuple[int, ...]) -> int:
        """Return the knowledge after a row that leaves some words."""
        if self.representation == "set":
            return sum(1 << word for word in left)
        told = known | self._told[row]
        return self._infos.normal(told) if self.representation == "normal" else told


class CountingMinimax:
    """Minimax with alpha-beta and deepening, whose table is keyed by one kind of knowledge or another.

    The values are those of `minimax.best_move`, which is much faster, but this search can say what its table holds. The
    hidden words are the guesses too.

    Parameters
    ----------
    key
        The knowledge that distinguishes positions: "set", "info" or "normal".
    order
        The order of moves. With "classes", guesses are ordered by their largest class, and answers by their class, the
        largest first. With "letters", as in the two-player essay, guesses are ordered by how frequent their letters
        are, and answers by how many letters they mark, the fewest first.
    """

    def __init__(self, words: Iterable[str], key: str = "set", order: str = "classes") -> None:
        self.words = word_lists.check(words)
        self.key = checks.one_of("key", key, KEYS)
        self.order = checks.one_of("order", order, ORDERS)
        self.nodes = 0
        self._table: dict[Any, dict[tuple[int, int], tuple[float, float]]] = {}
        self._best: dict[Any, int] = {}

    def best_move(self, depth: int, turns: int = 6) -> Found:
        """Look for the best first guess at the depths 2, 4 and so on up to `depth`, in games of so many guesses."""
        checks.guesses("turns", turns)
        checks.integer("depth", depth, 2)
        if depth % 2:
            raise ValueError(f"depth: {depth}; expected an even number of plies: a guess and its feedback are two")
        begun, value = cpu_clock(), 0.0
        everything = np.arange(len(self.words), dtype=np.int32)
        for plies in range(2, depth + 1, 2):
            value = self._value(everything, 0, turns, plies, 0, inf)
        guess = self.words[self._best[self._name(everything, 0)]]
        size = len(self.words) if self.key == "set" else self._infos.size
        seconds = round(cpu_clock() - begun, 3)
        return Found(guess, LOST if value == inf else int(value), len(self._table), self.nodes, -(-size // 8), seconds)

    def _name(self, members: np.ndarray, known: int) -> Any:
        """Return what a position is called in the table."""
        if self.key == "set":
            return members.tobytes()
        return known if self.key == "info" else self._infos.normal(known)

    def _value(self, members: np.ndarray, known: int, turns: int, plies: int, alpha: float, beta: float) -> float:
        if turns == 0 or plies == 0:
            return len(members) if turns else inf
        name = self._name(members, known)
        entry = self._table.setdefault(name, {})
        low, high = entry.get((turns, plies), (0, inf))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        self.nodes += 1
        largest = self._largest(members)
        if plies == 2 and turns > 1 or len(members) == 1:
            best: float = 0 if len(members) == 1 else int(largest.min())
            self._best[name] = int(members[0]) if len(members) == 1 else int(largest.argmin())
            entry[turns, plies] = best, best
            return best
        best = self._least(members, known, turns, plies, (alpha, beta), largest)
        entry[turns, plies] = best if best > alpha else low, best if best < beta or best == inf else high
        return best

    def _least(
        self, members: np.ndarray, known: int, turns: int, plies: int, window: tuple[float, float], largest: np.ndarray
    ) -> float:
        """Try the guesses, the best of a search less deep first."""
        (alpha, beta), best, name = window, inf, self._name(members, known)
        order = np.argsort(largest, kind="stable") if self.order == "classes" else self._by_letters
        first = self._best.get(name)
        self._best.setdefault(name, int(order[0]))
        for guess in order.tolist() if first is None else [first, *order.tolist()]:
            worst, limit = 0.0, min(beta, best)
            for code, left in self._classes(members, guess):
                later = known | self._told(guess, code) if self.key != "set" else 0
                worst = max(worst, self._value(left, later, turns - 1, plies - 2, max(alpha, worst), limit))
                if worst >= limit:
                    break
            if worst < best:
                best, self._best[name] = worst, guess
            if best <= alpha:
                break
        return best

    def _classes(self, members: np.ndarray, guess: int) -> list[tuple[int, np.ndarray]]:
        """Sort words by their feedback, and put the classes in the order in which answers are tried."""
        row, solved = self._codes[guess, members], 3 ** len(self.words[0]) - 1
        order = np.argsort(row, kind="stable")
        codes, firsts = np.unique(row[order], return_index=True)
        parts = zip(codes.tolist(), np.split(members[order], firsts[1:]), strict=True)
        found = [(code, left) for code, left in parts if code < solved]
        if self.order == "letters":
            return sorted(found, key=lambda part: int(self._marks[part[0]]))
        return sorted(found, key=lambda part: -len(part[1]))

    def _largest(self, members: np.ndarray) -> np.ndarray:
        """Return the size of the largest class of each guess."""
        guesses, out = np.arange(len(self.words), dtype=np.int32), np.empty(len(self.words), np.int64)
        sizes, tally = np.arange(len(members) + 1), allocate(Tally, {"cells": 3 ** len(self.words[0])})
        uniform_costs(self._codes, members, guesses, True, sizes, tally, out)
        return out

    @cached_property
    def _codes(self) -> np.ndarray:
        return feedback_matrix(self.words, self.words)

    @cached_property
    def _infos(self) -> _Infos:
        return _Infos(self.words)

    @cached_property
    def _marks(self) -> np.ndarray:
        """How many letters each feedback marks yellow or green."""
        length = len(self.words[0])
        return np.array([length - to_text(code, length).count("-") for code in range(3**length)])

    @cached_property
    def _by_letters(self) -> np.ndarray:
        """The guesses by how many words have their letters, each letter counted once."""
        frequency = {letter: sum(letter in word for word in self.words) for letter in set("".join(self.words))}
        return np.argsort([-sum(frequency[letter] for letter in set(word)) for word in self.words], kind="stable")

    @cached_property
    def _told(self) -> Any:
        return cache(lambda guess, code: self._infos.of_row(self.words[guess], to_text(code, len(self.words[0]))))

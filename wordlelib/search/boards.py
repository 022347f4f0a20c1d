"""Two boards at once, as in Dordle: two hidden words, and every guess is shown to both boards.

The words are independent and uniform over the hidden list, and may be equal. The game ends when both are guessed. The
belief is a product: after any guesses each board has a class of its own, and all pairs of the two classes are equally
likely. So the information of a guess is the sum of what it gives on each board. Totals are sums of guesses over pairs.

The bounds count pairs. In a position of m and n words without a common one, a first guess that is a word of the first
board finds one word there, and the second guess one word in each class of the second board. So at most max(m, n) pairs
end after two guesses, none after one, and all others take three or more: 3 m n - max(m, n) in all. In a position of one
class on both boards m guesses find a pair of equal words, which makes 3 m m - 3 m + 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.core.pickling import Picklable
from wordlelib.core.tables import Table
from wordlelib.game import checked
from wordlelib.game.game import Game
from wordlelib.game.policy import Ranked
from wordlelib.kernels import boards as kernels
from wordlelib.kernels.arrays import allocate, sizes_of

RULES = ("bound", "information", "in-turn")
BONUS = 3.0  # bits; of 0 to 6, about the best after "salet" on a sample of pairs of the original words
GUESSES = 256  # in a game, at most; no strategy on the lists comes near
SPARE = 1000  # positions that wait beside those of three guesses
FAR = 2**62  # more than any total


@dataclass(frozen=True, eq=False)
class Boards(Picklable):
    """The belief over two hidden words: for each board the words left, none if it is solved.

    `start` makes the first one and `after` the others; so the two classes are equal or have no word in common.

    Attributes
    ----------
    game
        A game in easy mode with a uniform prior.
    first, second : ndarrays of int32
        Numbers of the hidden words left on each board, ascending.
    """

    game: Game
    first: np.ndarray
    second: np.ndarray

    def __post_init__(self) -> None:
        game = checked.game(self.game)
        if game.mode != "easy" or not game.uniform:
            raise ValueError(f"game: {game!r}; expected easy mode and a uniform prior")
        for name in ("first", "second"):
            expected = "numbers of the words left on one board"
            found = checks.whole_numbers(name, getattr(self, name), len(game.hidden), (None,), expected)
            if np.any(np.diff(found) <= 0):
                raise checks.refused(name, getattr(self, name), expected + ", ascending")
            object.__setattr__(self, name, found.astype(np.int32))
        common = np.intersect1d(self.first, self.second).size
        if common and not np.array_equal(self.first, self.second):
            raise ValueError(f"second: {common} words are among the first board's; expected all of them or none")

    @classmethod
    def start(cls, game: Game) -> "Boards":
        """Return the belief before the first guess."""
        everything = np.arange(len(checked.game(game).hidden))
        return cls(game, everything, everything)

    @property
    def solved(self) -> bool:
        """Whether both words are found."""
        return not (self.first.size or self.second.size)

    @property
    def pairs(self) -> int:
        """The number of pairs of words that are possible, where a found word counts as one."""
        return max(1, self.first.size) * max(1, self.second.size)

    @property
    def left(self) -> int:
        """The number of words left on both boards together."""
        return int(self.first.size + self.second.size)

    def after(self, guess: str, rows: Sequence[str]) -> "Boards":
        """Return the belief after a guess and the feedback of both boards; that of a solved board is not looked at."""
        chosen = self.game.find(guess)
        if len(checks.texts("rows", rows)) != 2:
            raise checks.refused("rows", rows, "the feedback of two boards")
        left = []
        for members, row in zip((self.first, self.second), rows, strict=True):
            codes = self.game.codes[chosen, members]
            code = self.game.read(row) if members.size else self.game.solved
            kept = members[codes == code]
            if members.size and not kept.size:
                raise ValueError(f"rows: {row!r} for {guess!r}; expected feedback that fits a word left on its board")
            left.append(kept if code != self.game.solved else kept[:0])
        return Boards(self.game, *left)

    def __repr__(self) -> str:
        return f"<two boards: {self.first.size:,} and {self.second.size:,} words possible>"


def _open(boards: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return the classes of the boards that are not solved, one at least, as kernels take them."""
    checks.instance("boards", boards, Boards, "Boards, such as Boards.start(game)")
    if boards.solved:
        raise checks.refused("boards", boards, "a board that is not solved")
    return (boards.first, boards.second) if boards.first.size else (boards.second, boards.first)


def _desk(game: Game) -> kernels.Desk:
    width = min(game.cells, len(game.hidden))
    return allocate(kernels.Desk, sizes_of(game.arrays, positions=3 * width * width + SPARE))


class Decomposed(Picklable):
    """A base policy for two boards that scores a guess on each board by itself.

    Parameters
    ----------
    rule
        "information" makes the guess whose information is largest, summed over both boards, which is the information
        about the pair. "in-turn" looks at the first board alone while that is open. "bound" makes the guess of least
        `guess_bound`, the closed form for every pair of its classes.
    bonus
        Bits for each board's probability that the guess is right, by default `BONUS`; "bound" has none.
    """

    def __init__(self, rule: str = "information", bonus: float | None = None) -> None:
        self.rule = checks.one_of("rule", rule, RULES)
        if bonus is None:
            bonus = 0 if rule == "bound" else BONUS
        self.bonus = checks.number("bonus", bonus, 0)
        if rule == "bound" and bonus:
            raise ValueError(f"bonus: {bonus} with rule 'bound'; expected 0")

    def __repr__(self) -> str:
        return f"Decomposed({self.rule!r}, {self.bonus:g})"

    def _rule(self, game: Game) -> kernels.Rule:
        n = np.arange(len(game.hidden) + 1)
        added = np.diff(n * np.log2(np.maximum(n, 1)), prepend=0)
        return kernels.Rule(int(self.rule != "bound"), float(self.rule != "in-turn"), self.bonus, added)

    def costs(self, boards: Boards) -> np.ndarray:
        """Return what the rule charges for each guess, float64 of shape (guesses,)."""
        one, two = _open(boards)
        out = np.empty(len(boards.game.guesses))
        kernels.cost_all(boards.game.arrays, one, two, self._rule(boards.game), _desk(boards.game), out)
        return out

    def rank(self, boards: Boards, best: int = 10) -> list[Ranked]:
        """Rank the `best` guesses by cost: in a tie a possible word comes first, and then list order decides."""
        costs, possible = self.costs(boards), possible_guesses(boards)
        order = np.lexsort((~possible, np.round(costs, 9)))[: checks.integer("best", best, 1)]
        return Table(Ranked(boards.game.guesses[i], float(costs[i]), bool(possible[i])) for i in order)

    def decide(self, boards: Boards) -> str:
        """Return the guess of least cost, in a tie one that is possible, and after that the first of the list."""
        one, two = _open(boards)
        same, game = int(np.array_equal(one, two)), boards.game
        return game.guesses[kernels.best_of_all(game.arrays, one, two, same, self._rule(game), _desk(game))]

    def games(self, boards: Boards, opening: str | None = None) -> np.ndarray:
        """Play against every pair of words, and count those that need k guesses: int64 of shape (longest + 1,).

        The first guess is `opening`, or the policy's own.
        """
        one, two = _open(boards)
        game, out = boards.game, np.zeros(GUESSES, np.int64)
        first = -1 if opening is None else game.find(opening, "opening")
        if kernels.count_games(game.arrays, one, two, first, self._rule(game), _desk(game), out) < 0:
            raise ValueError(f"opening: {opening!r} with {self!r} tells nothing, or the games take too long")
        return out[: np.flatnonzero(out)[-1] + 1]


def possible_guesses(boards: Boards) -> np.ndarray:
    """Return for each guess whether it may be the hidden word of an open board."""
    classes = _open(boards)
    out = np.zeros(len(boards.game.guesses), bool)
    for members in classes:
        out[boards.game.guess_of_hidden[members]] = True
    return out


def total(counts: np.ndarray) -> int:
    """Return the guesses in all games, from the numbers of games that need 0, 1, 2 ... guesses."""
    counts = checks.whole_numbers("counts", counts, 2**31, (None,), "numbers of games")
    return int(counts @ np.arange(len(counts)))


class BoardsRollout(Picklable):
    """Rollout with a decomposed base: of the `width` guesses that it ranks first, make that of least Q-factor.

    A Q-factor is exact: the base policy plays against all pairs of words that are left.
    """

    def __init__(self, base: Decomposed, width: int = 10) -> None:
        self.base = checks.instance("base", base, Decomposed, "a Decomposed policy")
        self.width = checks.integer("width", width, 1)

    def __repr__(self) -> str:
        return f"BoardsRollout({self.base!r}, {self.width})"

    def q_factors(self, boards: Boards) -> list[Ranked]:
        """Return the candidates by their Q-factors, the least first."""
        found = [
            Ranked(line.guess, total(self.base.games(boards, line.guess)) / boards.pairs, line.possible)
            for line in self.base.rank(boards, self.width)
            if line.possible or self._tells(boards, line.guess)
        ]
        return Table(sorted(found, key=lambda line: line.score))

    def _tells(self, boards: Boards, guess: str) -> bool:
        rows = boards.game.codes[boards.game.find(guess)]
        return any(np.unique(rows[members]).size > 1 for members in (boards.first, boards.second))

    def decide(self, boards: Boards) -> str:
        """Return the candidate of least Q-factor, in a tie the one that the base policy prefers."""
        return self.q_factors(boards)[0].guess

    def games(self, boards: Boards, opening: str | None = None) -> np.ndarray:
        """Play against every pair of words, and count those that need k guesses, as `Decomposed.games` does."""
        _open(boards)
        first = self.decide(boards) if opening is None else boards.game.guesses[boards.game.find(opening, "opening")]
        out, waiting = np.zeros(GUESSES, np.int64), [(then, 1) for then in children(boards, first)]
        while waiting:
            here, made = waiting.pop()
            if here.solved:
                out[made] += 1
            else:
                waiting += [(then, made + 1) for then in children(here, self.decide(here))]
        return out[: np.flatnonzero(out)[-1] + 1]


def children(boards: Boards, guess: str) -> list[Boards]:
    """Return all beliefs to which a guess may lead."""
    game, chosen = checks.instance("boards", boards, Boards, "Boards").game, boards.game.find(guess)
    parts = []
    for members in (boards.first, boards.second):
        codes = game.codes[chosen, members]
        parts.append([members[codes == c] if c != game.solved else members[:0] for c in np.unique(codes)] or [members])
    return [Boards(game, one, two) for one in parts[0] for two in parts[1]]


def lower_bound(boards: Boards, steps: int = 1) -> int:
    """Bound the least total from below by the closed form, after 0, 1 or 2 guesses that are chosen best.

    With two steps the second guess may also be a made-up one that tells all words apart and is not right.
    """
    one, two = _open(boards)
    steps = checks.integer("steps", steps, 0, 2)
    same = int(np.array_equal(one, two))
    if steps == 0:
        return int(kernels.closed_form(one.size, two.size, same))
    costs = Decomposed("bound").costs(boards)
    if steps == 1:
        return int(costs.min())
    arrays, desk, least = boards.game.arrays, _desk(boards.game), FAR
    for guess in np.argsort(costs, kind="stable"):
        if costs[guess] >= least:
            break
        least = min(least, kernels.deeper_bound(arrays, one, two, guess, least, desk))
    return int(least)


def opening_bounds(game: Game, openings: Sequence[str] | None = None) -> np.ndarray:
    """Bound the total of openings, by default all, from below: int64 of shape (openings,).

    If a guess leaves d words of a class that are not the first of theirs, and e on the other board, a position has a
    total of at least 3 m n + min(d e, e (1 + d) - n, d (1 + e) - m). This grows with d and e, so each board may have
    its own best guess here, and the bound needs no search over pairs of classes.
    """
    start, desk = Boards.start(game), _desk(game)
    words = game.guesses if openings is None else checks.texts("openings", openings)
    return np.array([start.pairs + _bound_after(game, game.find(word, "openings"), desk) for word in words], np.int64)


def _bound_after(game: Game, guess: int, desk: kernels.Desk) -> int:
    """Bound what the beliefs after an opening need together."""
    codes = game.codes[guess].astype(np.int64)
    members = np.argsort(codes, kind="stable").astype(np.int32)
    members = members[codes[members] != game.solved]
    offsets = np.append(np.flatnonzero(np.diff(codes[members], prepend=-1)), members.size)
    fewest = np.empty(len(offsets) - 1, np.int64)
    kernels.fewest_doubles(game.arrays, members, offsets, desk, fewest)
    return _bound_of_classes(np.diff(offsets), fewest, len(codes) - members.size)


def _bound_of_classes(sizes: np.ndarray, fewest: np.ndarray, found: int) -> int:
    """Bound what all pairs of the classes of an opening need, from their sizes and best splits."""
    m, n, d, e = sizes[:, None], sizes[None], fewest[:, None], fewest[None]
    pairs = 3 * m * n + np.minimum(d * e, np.minimum(e * (1 + d) - n, d * (1 + e) - m))
    equal = 3 * sizes**2 + np.minimum(fewest**2 + fewest - 3 * sizes + 1, fewest**2 - fewest - sizes)
    alone = 2 * sizes - 1 + fewest
    return int(pairs.sum() - pairs.trace() + equal.sum() + found * 2 * alone.sum())


class BoardsSolver(Picklable):
    """Perfect play on two boards of a small game: branch and bound, which remembers all positions it has solved."""

    def __init__(self, game: Game) -> None:
        self.game, self._rule = Boards.start(game).game, Decomposed("bound")
        self._known: dict[tuple[bytes, bytes], tuple[int, int]] = {}

    def __repr__(self) -> str:
        return f"<BoardsSolver of {self.game!r}: {len(self._known):,} positions>"

    def least(self, boards: Boards) -> int:
        """Return the least total."""
        return self._search(boards)[0]

    def decide(self, boards: Boards) -> str:
        """Return a guess that begins a strategy of least total."""
        return self.game.guesses[self._search(boards)[1]]

    def _search(self, boards: Boards) -> tuple[int, int]:
        _open(boards)
        if boards.game is not self.game:
            raise checks.refused("boards", boards, f"boards of {self.game!r}")
        key = (boards.first.tobytes(), boards.second.tobytes())
        key = min(key, key[::-1])
        if key not in self._known:
            self._known[key] = self._look(boards)
        return self._known[key]

    def _look(self, boards: Boards) -> tuple[int, int]:
        least, best, costs = FAR, -1, self._rule.costs(boards)
        for guess in np.argsort(costs, kind="stable"):
            if costs[guess] >= least:
                break
            value = self._value(boards, int(guess), int(costs[guess]), least)
            if value < least:
                least, best = value, int(guess)
        return least, best

    def _value(self, boards: Boards, guess: int, bound: int, limit: int) -> int:
        """Return the total from a guess on, or `limit` if it is not below."""
        below = [each for each in children(boards, self.game.guesses[guess]) if not each.solved]
        if any(each.left == boards.left for each in below):
            return limit
        for each in sorted(below, key=lambda each: each.pairs):
            bound += self._search(each)[0] - lower_bound(each, 0)
            if bound >= limit:
                return limit
        return bound

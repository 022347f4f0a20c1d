"""Priors on the hidden words that are hard whatever the Guesser opens with, and what she needs against them.

A `Tilt` makes a prior harder round by round: words that the best strategies take long for become likelier, by
multiplicative weights (Freund and Schapire 1999). A `Trial` shows, over some rounds, what no opening can beat under
one prior. `zero_sum` begins with them where there are many words.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from wordlelib.game.entropy import information_gain
from wordlelib.game.game import Game
from wordlelib.game.tree import DecisionTree, play
from wordlelib.kernels.branch_and_bound import IMPOSSIBLE
from wordlelib.search.exact import Exact, Solver

FRESH = 4  # new openings in a round: enough to go on with, since the prior changes
# Codes that are looked at for each opening, since some take a thousand times as long as others: at first, then, and for
# those that are left if all have to be done.
EFFORTS = (2**28, 2**31, None)
GRAIN = 16  # the weight of a word when all are alike, so that a tilt can make it a sixteenth as likely
POOL, BEST, OTHERS = 60, 6, 6  # openings that a tilt knows at first; in a round the best of them, and some in turn
RATE, LEAST_RATE = 0.3, 0.05  # of a tilt, for each guess more: it is halved where nothing is gained, down to an end
PATIENCE, GAIN = 3, 0.001  # rounds without so many guesses more after which the rate is halved
ENOUGH = 2**33  # codes that are looked at for an opening of a tilt, some seconds
MODEST = 0.985  # what a trial asks for, as a part of what is known: a little less takes a third of the time
NEAR_BEST = 0.025  # guesses by which an opening may be worse and still counts 1/e as much in a tilt
WORTH = 1.025  # openings up to this factor above the best of a round are searched to the end


class Answer:
    """The search for the best answers to a prior, whose weights have lost a common factor, `scale`."""

    def __init__(self, game: Game, scale: int) -> None:
        self.solver, self.scale, self.start = Solver(game), scale, game.start()
        self.bounds = self.solver.lower_bounds()
        self.best = IMPOSSIBLE // 2  # the least total so far
        self.values: dict[int, int] = {}  # the total of each opening that was found, times the scale

    @property
    def total(self) -> int:
        """The least total so far, times the scale."""
        return self.best * self.scale

    def search(self, opening: int, limit: int, effort: int | None = None) -> bool:
        """Find the total of an opening, or that it is no less than the limit; return whether the effort was enough."""
        if self.bounds[opening] < limit and opening not in self.values:
            guess = self.start.game.guesses[opening]
            found, _ = self.solver.search(self.start, guess, limit, work=effort)
            self.bounds[opening] = found.lower
            if found.upper is not None and found.proven and found.upper < limit:
                self.values[opening], self.best = found.upper * self.scale, min(self.best, found.upper)
                return True
        return self.bounds[opening] >= limit

    def search_all(self, openings: Sequence[int], most: float, over: Callable[[], bool]) -> tuple[bool, int]:
        """Find openings that are better than the best so far.

        It ends after FRESH of them, or after so much work. Returned is whether there can be no more, and otherwise how
        many openings were looked at.
        """
        known, limit, until, order = len(self.values), self.best, self.solver.work + most, list(openings)
        for effort in EFFORTS:
            left = []
            for done, opening in enumerate(order, 1):
                if not self.search(opening, limit, effort):
                    left.append(opening)
                if len(self.values) - known >= FRESH or self.solver.work >= until or over():
                    return False, done
            order = left
        return True, 0

    def tree(self, opening: int) -> DecisionTree:
        """Return the best strategy with an opening that was found."""
        game = self.start.game
        return play(game, Exact(None, self.solver), game.guesses[opening])


class Trial:
    """The proof, in parts, that no opening needs less than some total under a prior.

    The total falls where an opening does need less. That opening is kept, with its strategy.
    """

    def __init__(self, game: Game, weights: np.ndarray, least: int, left: Sequence[int]) -> None:
        self.weights, self.hoped = weights, least
        self.answer = Answer(game.weighted(weights), int(np.gcd.reduce(weights)))
        self.answer.best = -(-least // self.answer.scale)
        self.left = deque(left)
        self.fresh, self.times = len(self.left), 0  # openings before those that are put off, and how often they were

    def go_on(self, most: float, over: Callable[[], bool]) -> Iterator[DecisionTree]:
        """Search openings with so much work in all, and yield the strategies that need less than was known."""
        answer, until = self.answer, self.answer.solver.work + most
        while self.left and answer.solver.work < until and not over():
            if not self.fresh:
                self.fresh, self.times = len(self.left), self.times + 1
            opening, known = self.left.popleft(), answer.best
            self.fresh -= 1
            if not answer.search(opening, known, EFFORTS[min(self.times, len(EFFORTS) - 1)]):
                self.left.append(opening)
            elif answer.best < known:
                yield answer.tree(opening)


class Tilt:
    """A prior that is made harder round by round, and the openings that are best against it."""

    def __init__(self, game: Game, among: Sequence[int], weights: np.ndarray) -> None:
        self.game, self.share = game, weights / weights.sum()
        gains = information_gain(game.start())[among]
        self.order = np.asarray(among)[np.argsort(-gains, kind="stable")].tolist()
        self.values = dict.fromkeys(self.order[:POOL], 0.0)  # of the openings that are known, when last searched
        self.rate, self.idle, self.turn = RATE, 0, 0
        self.weights, self.least = self._whole(), 0  # the hardest prior so far, and the least total known under it

    @property
    def ended(self) -> bool:
        """Whether nothing more is to be gained."""
        return self.rate < LEAST_RATE

    def round(self, over: Callable[[], bool]) -> list[DecisionTree]:
        """Search openings against the prior, tilt it, and return the strategies that are nearly the best."""
        weights = self._whole()
        answer = Answer(self.game.weighted(weights), int(np.gcd.reduce(weights)))
        best = sorted(self.values, key=self.values.__getitem__)[:BEST]
        longest_ago = [opening for opening in self.values if opening not in best][:OTHERS]
        for opening in best + longest_ago:
            done = answer.search(opening, min(int(answer.best * WORTH) + 1, IMPOSSIBLE // 2), ENOUGH)
            del self.values[opening]  # so that it comes last among those that were searched longest ago
            known = answer.bounds[opening] if done else answer.best
            self.values[opening] = float(known * answer.scale / weights.sum())
        others = [opening for opening in self.order if opening not in self.values]
        _, looked = answer.search_all(others[self.turn :] + others[: self.turn], answer.solver.work, over)
        self.turn = (self.turn + looked) % max(len(others), 1)
        if not answer.values:
            answer.search(best[0], answer.best)
        trees = [answer.tree(opening) for opening in answer.values]
        taken = np.array([tree.guesses_used for tree in trees])
        means = taken @ weights / weights.sum()
        self._judge(weights, answer.total)
        self.values |= dict(zip(answer.values, means.tolist(), strict=True))
        parts = np.exp((means.min() - means) / NEAR_BEST)
        longer = parts @ taken / parts.sum() - means.min()
        self.share = self.share * np.exp(self.rate * longer)
        self.share /= self.share.sum()
        return trees

    def go_on(self, openings: Iterable[int]) -> None:
        """Tilt on from the hardest prior, with some openings besides that turned out to be good."""
        self.values = dict.fromkeys(openings, 0.0) | self.values
        self.rate, self.idle, self.share = RATE, 0, self.weights / self.weights.sum()

    def _judge(self, weights: np.ndarray, least: int) -> None:
        """Keep the prior if it is the hardest so far, and lower the rate where nothing has been gained for a while."""
        gain = least / weights.sum() - self.least / self.weights.sum()
        self.idle = 0 if gain > GAIN else self.idle + 1
        if gain > 0:
            self.least, self.weights = least, weights
        if self.idle > PATIENCE:
            self.rate, self.idle, self.share = self.rate / 2, 0, self.weights / self.weights.sum()

    def _whole(self) -> np.ndarray:
        """Return the prior in whole numbers, with some weight for every word."""
        return np.maximum(np.rint(self.share * (len(self.share) * GRAIN)), 1).astype(np.int64)

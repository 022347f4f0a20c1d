"""What a Guesser needs against a prior on the hidden words, whatever she opens with.

An `Answer` finds the best strategies with some openings. A `Trial` shows, over some rounds, what no opening can beat.
`zero_sum` bounds the value of a game from below with them.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from wordlelib.game.game import Game
from wordlelib.game.tree import DecisionTree, play
from wordlelib.kernels.branch_and_bound import IMPOSSIBLE
from wordlelib.search.exact import Exact, Solver

FRESH = 4  # new openings in a round: enough to go on with, since the prior changes
# Codes that are looked at for each opening, since some take a thousand times as long as others: at first, then, and for
# those that are left if all have to be done.
EFFORTS = (2**28, 2**31, None)
ENOUGH = 2**33  # the same before a trial, some seconds
MODEST = 0.985  # what a trial asks for, as a part of what is known: a little less takes a third of the time


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
            if not answer.search(opening, known, EFFORTS[min(1 + self.times, len(EFFORTS) - 1)]):
                self.left.append(opening)
            elif answer.best < known:
                yield answer.tree(opening)

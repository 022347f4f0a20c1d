"""Write certificates of perfect play: what a search knows, as lemmas that a checker without a search can follow.

From the statement down, each lemma asks for what it needs. A guess that elementary bounds rule out needs nothing. Of any
other some classes must cost more than elementary bounds say, and for these lemmas are asked, with just as much as is
missing. Larger beliefs come first: everybody who asks for a lemma has done so before it is its turn, and the largest
claim is what it has to show. What a class really costs is asked of the solver.
"""

import heapq
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from wordlelib import checks
from wordlelib.exact import Exact, Solver, prove
from wordlelib.game import Game, State
from wordlelib.kernels.jit import clock
from wordlelib.tree import DecisionTree, play
from wordlelib.verification import IMPOSSIBLE, Belief, Certificate, Lemma, Rules, describe


class Asked(NamedTuple):
    """A class of a guess, and what is known of it."""

    belief: Belief
    row: tuple[int, int]
    least: int


class _Lemmas:
    """The lemmas below a statement, written with the help of a solver."""

    def __init__(self, solver: Solver, progress: Callable[[int, int], None] | None) -> None:
        self.solver, self.rules, self.progress = solver, Rules(solver.game), progress
        self.claims: dict[Any, dict[int, int]] = {}  # by key, and by guesses left
        self.found: dict[Any, tuple[int, bool]] = {}
        self.waiting: list[tuple[int, Any, int]] = []
        self.first: dict[Any, tuple[int, int, int, Belief]] = {}
        self.rows: list[list[tuple[int, int]]] = [[]]
        self.lemmas: list[Lemma] = []

    def write(self, opening: int | None, exceptions: list[int], claim: int) -> tuple[Lemma, ...]:
        """Write all that a statement needs."""
        start = self.rules.start(self.solver.cap)
        if opening is None:
            guesses, _, extra = self.rules.costs(start, claim)
            guesses = guesses[~np.isin(guesses, exceptions)]
        else:
            guesses, extra = np.array([opening]), self.rules.extra_unseen(start)
        self._refute(0, start, guesses, extra, claim)
        while self.waiting:
            size, key, left = heapq.heappop(self.waiting)
            above, guess, code, belief = self.first.pop((key, -left))
            claim = self.claims[key][-left]
            excess = 0 if claim == IMPOSSIBLE else claim - self.rules.least(belief.members)
            self.lemmas.append(Lemma(above, guess, code, excess))
            self.rows.append([*self.rows[above], (guess, code)])
            guesses, _, extra = self.rules.costs(belief, claim)
            self._refute(len(self.lemmas), belief, guesses, extra, claim)
            if self.progress is not None:
                self.progress(len(self.lemmas), len(self.lemmas) + len(self.waiting))
        return tuple(self.lemmas)

    def _refute(self, number: int, belief: Belief, guesses: np.ndarray, extra: np.ndarray, claim: int) -> None:
        """Ask for the lemmas that show that none of these guesses costs less than the claim."""
        weight = int(self.rules.weights[belief.members].sum())
        for guess in guesses.tolist():
            classes, cost = [], weight
            for code, members in self.rules.classes(belief, guess):
                child = self.rules.after(belief, guess, code, members)
                least = self.rules.least(members) + int(extra[len(members)])
                claims = self.claims.get(child.key, {})
                least = max([least, *(claims[left] for left in claims if left >= child.left)])
                classes.append(Asked(child, (guess, code), least))
                cost += least
            classes.sort(key=order_of)
            for asked in classes:
                if cost >= claim:
                    break
                cost += self._raise(number, asked, claim - cost)
            if cost < claim:
                raise ValueError(f"lower: {claim} where {self.solver.game.guesses[guess]!r} needs {cost}; expected less")

    def _raise(self, number: int, asked: Asked, missing: int) -> int:
        """Ask for a lemma that says as much of what is missing as a class really costs; give how much that is."""
        belief, least = asked.belief, asked.least
        if len(belief.members) < 3 or least >= IMPOSSIBLE:
            return 0
        value = min(self._value(number, asked, least + missing), least + missing, IMPOSSIBLE)
        if value <= least:
            return 0
        claims = self.claims.setdefault(belief.key, {})
        if belief.left not in claims:
            heapq.heappush(self.waiting, (-len(belief.members), belief.key, -belief.left))
            self.first[belief.key, belief.left] = (number, *asked.row, belief)
        claims[belief.left] = max(claims.get(belief.left, 0), value)
        return value - least

    def _value(self, number: int, asked: Asked, wanted: int) -> int:
        """Give what a class costs, or a bound that is enough, as the solver says."""
        belief = asked.belief
        place = belief.key, belief.left
        value, proven = self.found.get(place, (0, False))
        if value >= wanted or proven:
            return value
        rows = np.array([*self.rows[number], asked.row], np.int32)
        state = State.unchecked(self.solver.game, belief.members, self.rules.allowed(belief).astype(np.int32), rows)
        bounds, _ = self.solver.search(state, beta=wanted)
        self.found[place] = min(bounds.lower, IMPOSSIBLE), bounds.proven
        return self.found[place][0]


def order_of(asked: Asked) -> tuple[int, int]:
    return -len(asked.belief.members), asked.row[1]

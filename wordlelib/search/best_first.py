"""Best-first search of a tree of beliefs, AO*, whose leaves are judged by a bound, by the cost of a policy, or by both.

The search keeps a graph of beliefs. At each one that was expanded it marks the guess that looks best, and the marked
guesses from the root on make a strategy whose ends are leaves. One step expands the largest of these leaves, and what
its guesses promise is passed up to all beliefs above it. What a leaf promises is the judge's choice: a lower bound on
its cost, which makes this AO*, or the cost of a base policy, which is an overestimate, or the interval between the two.
"""

from heapq import heappop, heappush

import numpy as np

from wordlelib.core.checks import one_of
from wordlelib.game import checked
from wordlelib.game.game import Beliefs, Game, State
from wordlelib.game.policy import InformationGain, Policy
from wordlelib.planning.rollout import Rollout
from wordlelib.search.exact import Solver

JUDGES = ("lower", "policy", "interval")


class BestFirst:
    """A best-first search from the start of an easy game, continued expansion by expansion.

    Parameters
    ----------
    game
        The game, in easy mode.
    judge
        What a leaf is worth: "lower", the least bound of any guess; "policy", the cost of the base policy; "interval",
        both, in which case the lower bounds mark the guesses and a belief is closed when the two meet.
    width
        How many guesses of each belief take part, the best by the base policy's ranking, or "all".
    base
        The policy that plays from a leaf on, by default information gain.

    Attributes
    ----------
    expanded
        The number of beliefs expanded so far.
    """

    def __init__(self, game: Game, judge: str = "interval", width: int | str = 20, base: Policy | None = None) -> None:
        if checked.game(game).mode != "easy":
            raise ValueError(f"game: {game!r}; expected one in easy mode, where the words left are the whole belief")
        self.game, self.judge = game, one_of("judge", judge, JUDGES)
        self.expanded = 0
        self._policy, self._solver = Rollout(InformationGain() if base is None else base, width), Solver(game)
        self._numbers: dict[bytes, int] = {}
        self._states: list[State] = []
        self._low: list[float] = []
        self._cost: list[float] = []
        self._guesses: list[list[tuple[float, list[int]]]] = []
        self._parents: list[set[int]] = []
        self._enter(Beliefs.start(game))

    def __repr__(self) -> str:
        return f"<BestFirst of {self.game!r}: {self.expanded:,} expanded, strategy {self.cost:g}, bound {self.lower:g}>"

    @property
    def lower(self) -> float:
        """A total that no strategy of the guesses taking part goes below."""
        return self._low[0]

    @property
    def cost(self) -> float:
        """The total of the strategy known: the marked guesses, and the base policy from the leaves on.

        With lower bounds alone the marked guesses are those of least bound, otherwise those of least cost.
        """
        return self._cost[0]

    @property
    def beliefs(self) -> int:
        """The number of beliefs in the graph, leaves included."""
        return len(self._states)

    def expand(self) -> bool:
        """Expand the largest leaf that the marked guesses lead to; without one, change nothing and return False."""
        leaf = self._leaf()
        if leaf is None:
            return False
        state = self._states[leaf]
        guesses = self._policy.candidates(state)
        children, of = Beliefs.of(state).repeat(len(guesses)).split(guesses)
        numbers = self._enter(children)
        weight = float(self.game.weights[state.members].sum())
        for place in range(len(guesses)):
            below = [numbers[i] for i in np.flatnonzero(of == place)]
            if all(len(self._states[child].members) < len(state.members) for child in below):
                self._guesses[leaf].append((weight, below))
                for child in below:
                    self._parents[child].add(leaf)
        self.expanded += 1
        self._back_up(leaf)
        return True

    def _enter(self, beliefs: Beliefs) -> list[int]:
        """Return the numbers of beliefs in the graph, judging those that are new."""
        costs, numbers = self._policy.base_costs(beliefs), []
        for i, state in enumerate(beliefs):
            key = state.members.tobytes()
            if key not in self._numbers:
                self._numbers[key] = len(self._states)
                self._states.append(state)
                self._cost.append(float(costs[i]))
                self._low.append(float(self._solver.lower_bounds(state).min()))
                self._guesses.append([])
                self._parents.append(set())
            numbers.append(self._numbers[key])
        return numbers

    def _leaf(self) -> int | None:
        """Return the largest leaf below the marked guesses, the first made among equals."""
        stack, seen, leaves = [0], {0}, []
        while stack:
            node = stack.pop()
            if self._closed(node):
                continue
            if not self._guesses[node]:
                leaves.append(node)
                continue
            new = [child for child in self._marked(node)[1] if child not in seen]
            stack += new
            seen.update(new)
        return min(leaves, key=lambda node: (-len(self._states[node].members), node), default=None)

    def _closed(self, node: int) -> bool:
        """Return whether a belief needs no search, which any judge knows of two words, and only an interval of more."""
        known = self.judge == "interval" or len(self._states[node].members) < 3
        return known and self._low[node] >= self._cost[node]

    def _marked(self, node: int) -> tuple[float, list[int]]:
        by = self._cost if self.judge == "policy" else self._low
        return min(self._guesses[node], key=lambda guess: _total(guess, by))

    def _back_up(self, leaf: int) -> None:
        """Renew a belief and those above it, each after all those below it, which have fewer words."""
        queue, queued = [(len(self._states[leaf].members), leaf)], {leaf}
        while queue:
            _, node = heappop(queue)
            before = self._low[node], self._cost[node]
            self._low[node] = max(self._low[node], min(_total(guess, self._low) for guess in self._guesses[node]))
            if self.judge == "lower":
                self._cost[node] = _total(self._marked(node), self._cost)
            else:
                self._cost[node] = min(_total(guess, self._cost) for guess in self._guesses[node])
            if (self._low[node], self._cost[node]) != before or node == leaf:
                for parent in self._parents[node] - queued:
                    heappush(queue, (len(self._states[parent].members), parent))
                    queued.add(parent)


def _total(guess: tuple[float, list[int]], by: list[float]) -> float:
    """Return the total of a guess: one for each word, and what the beliefs below it cost."""
    return guess[0] + sum(by[child] for child in guess[1])

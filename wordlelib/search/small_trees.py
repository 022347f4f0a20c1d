"""Small trees: strategies that are short to write down.

A *decision* of a strategy is a belief of two words or more, at which one has to know what to guess. Where one word is
left there is nothing to know. How few decisions can a strategy have that finds every word within a cap? For Wordle's
lists this is an open problem. At each belief, the search here looks at a few guesses that seem good, and takes the one
with the fewest decisions below it. So it finds upper bounds, and the true minimum if it looks at all guesses.
"""

import numpy as np

from wordlelib.core import checks
from wordlelib.core.pickling import PerGame
from wordlelib.game import checked
from wordlelib.game.game import Game, State
from wordlelib.game.policy import Policy
from wordlelib.kernels.small_trees import measure_guesses

NEVER = 2**40  # more decisions than any strategy has


class FewestDecisions(Policy):
    """Keep to at most `cap` guesses a game, or to any number if it is None, with few decisions.

    At each belief the policy looks at `width` guesses of most classes, because these keep to the cap, and at `width`
    guesses of the least estimate. The estimate counts 1 + `FURTHER` (m - 2) decisions for each class of m > 1 words. If
    the width is the number of all guesses, no strategy has fewer decisions.
    """

    name = "fewest-decisions"

    def __init__(self, cap: int | None = 5, width: int = 10) -> None:
        self.cap, self.width = checks.cap(cap), checks.guesses("width", width)
        self._searches: PerGame[_Search] = PerGame()

    def __repr__(self) -> str:
        return f"FewestDecisions({self.cap}, {self.width})"

    def decide(self, state: State) -> str:
        """Return the guess; refuse modes other than easy, and beliefs without a strategy that keeps to the cap."""
        if checked.state(state).game.mode != "easy":
            raise ValueError(f"game: {state.game.mode} mode; expected easy mode")
        if len(state.members) == 1:
            return state.words[0]
        left = len(state.members) if self.cap is None else self.cap - len(state.rows)
        search = self._searches.get(state.game, lambda: _Search(state.game, self.width))
        decisions, guess = search.best(state.members, left)
        if decisions >= NEVER:
            raise ValueError(f"cap: {self.cap}; found no strategy that keeps to it from {state!r}")
        return state.game.guesses[guess]


class _Search:
    """The search, for beliefs of one game, for how few decisions are enough."""

    def __init__(self, game: Game, width: int) -> None:
        self.game, self.width = game, width
        self.known: dict[tuple[bytes, int], tuple[int, int]] = {}

    def best(self, members: np.ndarray, left: int) -> tuple[int, int]:
        """Return the number of decisions and the guess; `NEVER` and -1 if so many guesses are not enough."""
        left = min(left, len(members))  # enough for any strategy whose guesses all tell something
        if len(members) == 1 and left:
            return 0, int(self.game.guess_of_hidden[members[0]])
        if left <= 1:
            return NEVER, -1
        key = members.tobytes(), left
        if key not in self.known:
            self.known[key] = self._look(members, left)
        return self.known[key]

    def _look(self, members: np.ndarray, left: int) -> tuple[int, int]:
        game = self.game
        classes, open_classes, estimate, possible = measure_guesses(
            game.codes, game.cells, game.hidden_of_guess, members
        )
        done = np.flatnonzero(open_classes == 0)
        if done.size:
            return 1, int(done[np.argmax(possible[done])])
        if left == 2:
            return NEVER, -1
        wide = np.lexsort((~possible, -classes))[: self.width]
        cheap = np.lexsort((~possible, estimate))[: self.width]
        fewest, best = NEVER, -1
        for guess in dict.fromkeys(np.concatenate([wide, cheap]).tolist()):
            if classes[guess] > 1 and 1 + open_classes[guess] < fewest:
                decisions = self._count(members, guess, left, 1 + int(open_classes[guess]), fewest)
                if decisions < fewest:
                    fewest, best = decisions, guess
        return fewest, best

    def _count(self, members: np.ndarray, guess: int, left: int, least: int, fewest: int) -> int:
        """Count the decisions from a guess on, `least` at least; stop where they are not below `fewest`."""
        codes = self.game.codes[guess, members]
        codes, members = codes[order := np.argsort(codes, kind="stable")], members[order]
        classes = np.split(members, np.flatnonzero(np.diff(codes)) + 1)
        for below in sorted((c for c in classes if len(c) > 1), key=len, reverse=True):
            least += self.best(below, left - 1)[0] - 1
            if least >= fewest:
                break
        return least

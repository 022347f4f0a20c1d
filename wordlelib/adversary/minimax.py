"""Minimax with alpha-beta cut-offs, for the Guesser against a Hinter who may change the hidden word.

Two players take turns, one with a guess and the other with its feedback. The Guesser wants few words to remain, the
Hinter many. At a depth of so many plies, which are half-turns, the search stops and an *evaluation* takes over, which
is the number of words that remain. If the word is found, the value is 0. If no guess is left and the word is not found,
the Hinter has won and the value is LOST. A value of 0 or LOST is exact, and so is any value found without reaching the
depth. Otherwise minimax is as good as its evaluation.

A belief is searched with a window (alpha, beta). The Guesser need not look further once some guess gives alpha or less,
since the Hinter has something better elsewhere. A guess is given up once some feedback gives beta or more. Each value
goes into a table under the belief, the guesses left and the plies left, as a lower bound, an upper bound, or both if it
is exact. By iterative deepening, deeper searches first try the best guess of the last depth, and then the guesses by
their largest class. Of a guess's classes, the largest comes first.

The first guesses are tested rather than measured. The test asks whether a guess is worth at most a certain value, at
first the best so far, and a window of one value answers it quickly (Pearl 1980). After a yes the same guess is tested
with a smaller value, until the answer is no.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from wordlelib.core import checks
from wordlelib.core.pickling import Picklable, exclusive
from wordlelib.game import checked, entropy, feedback
from wordlelib.game.game import Game, State
from wordlelib.game.search_order import OpponentGame
from wordlelib.kernels.arrays import PAUSED, allocate, drive, sizes_of
from wordlelib.kernels.interrupts import defer_interrupts
from wordlelib.kernels.jit import clock
from wordlelib.kernels.minimax import ANSWER, LOST, NEVER, STRICT, TIES, Room, Search, new_search, run_search
from wordlelib.kernels.ranking import Rule, extra_information
from wordlelib.kernels.table import new_table

EVALUATIONS = ("size", "letters")
SLICE = 40_000_000  # codes that a kernel looks at before Python may stop it: less than 0.1 s


class Move(NamedTuple):
    """What minimax finds for a belief.

    Attributes
    ----------
    guess
        The best guess, the first in list order if several are equally good.
    value
        The value of the guess: how many words remain at the depth if both play as well as they can see, 0 if the
        Guesser has won by then, or `LOST` if the Hinter has.
    ties
        The other guesses of the same value, in list order.
    depth
        How many plies the search looked ahead, where a guess and its feedback are two.
    exact
        Whether the value says who wins, because it is 0 or `LOST`.
    nodes, cutoffs, seconds
        How many beliefs were searched at all depths together, how many guesses were given up before all their feedback
        was looked at, and how many seconds that took.
    line
        The principal variation, with guesses and feedback in turn, if both play as well as they can see.
    """

    guess: str
    value: int
    ties: tuple[str, ...]
    depth: int
    exact: bool
    nodes: int
    cutoffs: int
    seconds: float
    line: tuple[tuple[str, str], ...]


def best_move(
    state: State,
    depth: int = 4,
    turns: int = 6,
    evaluation: str = "size",
    progress: Callable[[Move], None] | None = None,
) -> Move:
    """Find the Guesser's best move by minimax.

    Parameters
    ----------
    state
        The belief; its rows count as guesses made.
    depth
        How many plies to look ahead, an even number from 2: a guess and its feedback are two.
    turns
        How many guesses a game has in all.
    evaluation
        What a belief at the depth is worth. "size" is the number of words that remain. "letters", after StockHorse's
        evaluation, adds 1 for each letter of the last guess that could not help, because no remaining word had it at
        its place, or because the guess held it more often than any remaining word.
    progress
        Called with the best move of each depth when that is done, without its line.

    Raises
    ------
    ValueError
        If the depth is not even, no guess is left, or the evaluation is unknown.

    Examples
    --------
    >>> from wordlelib import wordle
    >>> best_move(wordle(["batch", "catch", "hatch", "patch"]).start(), depth=2).value
    3
    """
    return Minimax(checked.state(state).game, evaluation).move(state, depth, turns, progress)


class Minimax(Picklable):
    """A minimax search in one game, which keeps what it finds for the next question.

    The game's prior plays no part. A belief at the depth is evaluated as for `best_move`.
    """

    def __init__(self, game: Game, evaluation: str = "size") -> None:
        self.game, self.evaluation = game, checks.one_of("evaluation", evaluation, EVALUATIONS)
        self._sorted = OpponentGame(game)
        self._keys = self._sorted.keys()
        letters = np.empty((0, 0), np.uint8)
        if evaluation == "letters":
            alphabet = sorted(set("".join(game.guesses)))
            letters = feedback.encode(game.guesses, alphabet)[self._sorted.guesses(np.arange(len(self._sorted.order)))]
        rule = Rule(entropy.WORST, entropy.cost_table(entropy.WORST, len(game.hidden)), extra_information(), 0)
        sizes = sizes_of(self._sorted.arrays, places=letters.shape[1])
        self._room = allocate(Room, sizes, rule=rule, letters=letters, labels=self._sorted.labels)
        self._table = new_table()

    def __repr__(self) -> str:
        return f"<Minimax of {self.game!r}, evaluation {self.evaluation!r}: {self.nodes:,} nodes>"

    @property
    def nodes(self) -> int:
        """The number of beliefs searched so far."""
        return int(self._room.stats[0])

    @property
    def cutoffs(self) -> int:
        """The number of guesses given up so far before all their feedback was looked at."""
        return int(self._room.stats[1])

    @exclusive
    def move(
        self, state: State, depth: int = 4, turns: int = 6, progress: Callable[[Move], None] | None = None
    ) -> Move:
        """Return the best move, as `best_move` does."""
        left = self._left(state, turns, depth)
        checks.progress(progress)
        begun, nodes, cutoffs = clock(), self.nodes, self.cutoffs

        def effort() -> tuple[int, int, float]:
            return self.nodes - nodes, self.cutoffs - cutoffs, clock() - begun

        order = state.allowed
        longest = 2 * min(left, len(state.members) + 1)  # by then every game is over
        for plies in range(2, min(depth, longest) + 1, 2):
            values = self._run(state, left, plies, order)
            value = int(values.min())
            best = [self.game.guesses[i] for i in np.sort(order[values == value])]
            order = order[np.argsort(values, kind="stable")]
            if progress is not None:
                progress(Move(best[0], value, tuple(best[1:]), plies, value in (0, LOST), *effort(), ()))
        line = self._line(state, min(depth, longest), turns, best[0])
        return Move(best[0], value, tuple(best[1:]), depth, value in (0, LOST), *effort(), line)

    @exclusive
    def value(self, state: State, depth: int, turns: int = 6) -> int:
        """Return the value of a belief with the Guesser to move, looking `depth` plies ahead."""
        return int(self._run(state, self._left(state, turns, depth), depth, state.allowed, ties=False).min())

    def _left(self, state: State, turns: int, depth: int) -> int:
        self._sorted.check(state)
        checks.plies(depth)
        left = checks.guesses("turns", turns) - len(state.rows)
        if left < 1:
            made = checks.counted(len(state.rows), "guess")
            raise ValueError(f"turns: {turns!r} with {made} made; expected one more at least")
        return min(left, checks.MOST_PLIES // 2 + 1)  # more than any look ahead sees

    def _run(self, state: State, left: int, plies: int, guesses: np.ndarray, ties: bool = True) -> np.ndarray:
        """Search to one depth; return the values of the guesses, tried in this order (NEVER: given up)."""
        order, allowed = self._sorted.numbers(guesses), np.sort(self._sorted.numbers(guesses))
        search = new_search((state.members, allowed, self._sorted.hints(state)), left, plies, order)
        search.at[STRICT], search.at[TIES] = self.game.strict, ties
        records: list[Any] = [search, self._table]

        def step(search: Search, table: Any) -> int:
            return run_search(self._sorted.arrays, self._keys, table, self._room, search, SLICE)

        lack = PAUSED
        while lack == PAUSED:
            with defer_interrupts():
                lack = drive(step, records)
        search, self._table = records
        return np.where(search.values > search.at[ANSWER], NEVER, search.values)

    def _line(self, state: State, depth: int, turns: int, guess: str) -> tuple[tuple[str, str], ...]:
        """Follow the principal variation that begins with a guess."""
        line: list[tuple[str, str]] = []
        while True:
            after = [state.after(guess, row) for row in state.partition(guess)]
            depth -= 2
            state = max(after, key=lambda x: (self._worth(x, depth, turns), len(x.members)))
            line.append(state.history[-1])
            if state.solved or depth == 0 or len(state.rows) == turns:
                return tuple(line)
            values = self._run(state, self._left(state, turns, depth), depth, state.allowed, ties=False)
            guess = self.game.guesses[state.allowed[values.argmin()]]

    def _worth(self, state: State, depth: int, turns: int) -> int:
        """Evaluate what follows a guess."""
        if state.solved:
            return 0
        if len(state.rows) == turns:
            return LOST
        return self.value(state, depth, turns) if depth else len(state.members)

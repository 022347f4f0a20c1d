"""Guarantees: whether every hidden word can be found within so many guesses, whatever the feedback.

This is the game against a perfect opponent who may change the hidden word as long as all feedback stays true. Either
some opening leaves only classes that can be finished in time, or the opponent wins. The search learns from every
failure. Call a set of words an *obstruction* of level 1 if it has two words or more, and of level L if each guess gives
the same feedback to all words of some obstruction of level L - 1 inside the set. An opponent who holds an obstruction
of level L survives L guesses: whatever the guess, he gives the feedback that keeps an obstruction of level L - 1.
Conversely, where no guess is enough, the classes that fail hold obstructions, and so does their union. So a failure,
shrunk to few words, is kept. In any belief that holds these words, it rules out every later guess that does not tell
them apart.

Some sets are too large for a simpler reason. If no guess makes more than k classes of a set, only few of its words can
be found in time: one guess finds one word, and each further guess allows at most k times as many. If only words of the
set make as many as k classes, it allows at most one word more than k - 1 times as many.

Obstructions are proofs. A "no" comes with a list of word sets that anyone can check, and a "yes" with a decision tree.

In hard and strict mode fewer guesses are allowed, so an obstruction remains one. But a belief may also fail without an
obstruction, because good guesses are not allowed. Such a failure is kept for that belief alone.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from wordlelib.core import checks
from wordlelib.core.pickling import PerGame, Picklable, exclusive
from wordlelib.game import checked, entropy
from wordlelib.game.game import Game, State
from wordlelib.game.policy import Policy
from wordlelib.game.search_order import OpponentGame
from wordlelib.game.tree import DecisionTree, play
from wordlelib.kernels.arrays import PAUSED, allocate, drive, sizes_of
from wordlelib.kernels.beliefs import FIXED
from wordlelib.kernels.guarantees import (
    ANSWER,
    STRICT,
    YES,
    Room,
    Search,
    Store,
    new_search,
    run_search,
)
from wordlelib.kernels.interrupts import defer_interrupts
from wordlelib.kernels.jit import clock
from wordlelib.kernels.repeats import new_counts
from wordlelib.kernels.table import new_table

SLICE = 40_000_000  # codes that a kernel looks at before Python may stop it or report progress: less than 0.1 s
Told = Callable[[int, int, int], None] | None


class Guarantee(NamedTuple):
    """The answer to the question whether so many guesses can be guaranteed.

    Attributes
    ----------
    possible, cap
        Whether the cap, which is the number of guesses, can be guaranteed.
    opening
        A first guess that guarantees it, or None if it cannot be guaranteed.
    nodes, seconds
        How many beliefs the solver has looked at, those of earlier questions included, and how long the search took.
    tree
        If possible, a strategy in which no word takes more guesses than the cap.
    refutation
        If not possible, the obstructions that were learned, by level: ``refutation[2]`` is a list of tuples of words.
        Each is an obstruction for one of the reasons given at the top of the module. They need not be a whole proof if
        the question was about one opening only, in hard or strict mode, or if some guess makes more than 254 classes.
    """

    possible: bool
    cap: int
    opening: str | None
    nodes: int
    seconds: float
    tree: DecisionTree | None
    refutation: dict[int, list[tuple[str, ...]]]


def guarantee(
    game: Game, cap: int, opening: str | None = None, solver: "GuaranteeSolver | None" = None, progress: Told = None
) -> Guarantee:
    """Find out whether every hidden word can be found within `cap` guesses.

    Parameters
    ----------
    game
        The game, whose mode decides which guesses are allowed. The prior plays no part.
    cap
        How many guesses there are.
    opening
        The first guess, by default any.
    solver
        A solver for the game to continue with. If the search is interrupted, it holds what was learned.
    progress
        Called several times a second with the openings that are decided, those that there are, and the beliefs looked
        at so far. In hard and strict mode the openings are counted again if easy mode has a strategy.

    Raises
    ------
    ValueError
        If the cap is not a whole number of at least 1, if the opening is not allowed or tells nothing, or if the solver
        is of another game.

    Examples
    --------
    >>> from wordlelib import wordle
    >>> game = wordle(["batch", "catch", "hatch", "patch"])
    >>> guarantee(game, 3).possible, guarantee(game, 4).possible
    (False, True)
    """
    cap, start = checks.guesses("cap", cap), checked.game(game).start()
    if (
        opening is not None
        and game.find(opening, "opening") != game.find(game.hidden[0])
        and len(start.partition(opening)) == 1
    ):
        raise ValueError(f"opening: {opening!r} tells nothing; expected a guess that does")
    if solver is not None and checks.instance("solver", solver, GuaranteeSolver, "a GuaranteeSolver").game is not game:
        raise ValueError(f"solver: of {solver.game!r}; expected one of {game!r}")
    checks.progress(progress)
    begun = clock()
    solver = GuaranteeSolver(game) if solver is None else solver
    found = solver.search(start, cap, opening, progress)
    seconds = clock() - begun
    if found is None:
        return Guarantee(False, cap, None, solver.nodes, seconds, None, solver.obstructions())
    nodes = solver.nodes
    tree = play(game, Guaranteed(cap, solver), found)
    return Guarantee(True, cap, found, nodes, seconds, tree, {})


class Guaranteed(Policy):
    """Make a guess after which every word can still be found within the cap, which is how many guesses a game may take.

    A solver that is handed in goes on with the questions about its game.
    """

    name = "guaranteed"

    def __init__(self, cap: int, solver: "GuaranteeSolver | None" = None) -> None:
        self.cap = checks.guesses("cap", cap)
        self._solvers: PerGame[GuaranteeSolver] = PerGame()
        if solver is not None:
            checks.instance("solver", solver, GuaranteeSolver, "a GuaranteeSolver")
            self._solvers.keep(solver.game, solver)

    def __repr__(self) -> str:
        return f"Guaranteed({self.cap})"

    def decide(self, state: State) -> str:
        """Return a guess that keeps to the cap; a belief is refused if no guess does."""
        left = self.cap - len(checked.state(state).rows)
        solver = self._solvers.get(state.game, lambda: GuaranteeSolver(state.game))
        found = solver.search(state, left) if left > 0 else None
        if found is None:
            raise ValueError(f"cap: {self.cap}; no strategy keeps to it from {state!r}")
        return found


class GuaranteeSolver(Picklable):
    """A solver that answers questions about one game, and keeps what it learns for the next question."""

    def __init__(self, game: Game) -> None:
        self.game, self._sorted = game, OpponentGame(game)
        self._easy_keys = self._sorted.keys()
        # Beliefs in the game's own mode need other keys in the same table than those in easy mode: an odd factor keeps
        # different 64-bit numbers different.
        self._keys = self._easy_keys._replace(words=self._easy_keys.words * np.uint64(3))
        arrays, guesses = self._sorted.arrays, len(self._sorted.order)
        bits = np.packbits(np.ones(guesses, np.uint8), bitorder="little")
        self._room = allocate(
            Room,
            sizes_of(arrays),
            counts=new_counts(arrays, self._sorted.labels),
            all=np.arange(guesses, dtype=np.int32),
            full=np.pad(bits, (0, -bits.size % 8)).view(np.uint64),
            depth=np.full(len(game.hidden), -1, np.int64),
        )
        self._store, self._table = allocate(Store, sizes_of(arrays)), new_table()

    def __repr__(self) -> str:
        return f"<GuaranteeSolver of {self.game!r}: {self.nodes:,} nodes>"

    @property
    def nodes(self) -> int:
        """The number of beliefs looked at so far."""
        return int(self._room.stats[0])

    @exclusive
    def obstructions(self) -> dict[int, list[tuple[str, ...]]]:
        """Return the obstructions learned so far, as lists of tuples of words by level."""
        words, ends, _, levels, used = self._store
        return {
            level: [
                tuple(self.game.hidden[i] for i in words[ends[number] : ends[number + 1]])
                for number in levels[: used[level], level]
            ]
            for level in range(2, len(used))
            if used[level]
        }

    def least(self, state: State) -> int:
        """Return the least number of further guesses that is enough for every word left in a state."""
        left = 1
        while self.search(state, left) is None:
            left += 1
        return left

    @exclusive
    def search(self, state: State, left: int, opening: str | None = None, progress: Told = None) -> str | None:
        """Return a guess after which each word left can be found within `left` guesses, this one included, or None.

        Parameters
        ----------
        state
            The belief. Its allowed guesses must be those that the mode allows after its history.
        opening, progress
            The guess to make now, by default any, and what is called as for `guarantee`, with guesses in place of
            openings.
        """
        left, game = checks.guesses("left", left), self.game
        checks.progress(progress)
        self._sorted.check(state)
        if opening is None and len(state.members) == 1:
            return state.words[0]
        left = min(left, len(state.members) + 1)  # enough for any opening and then one word after the other
        fixed = opening is not None
        tried = _most_informative(state) if opening is None else np.array([game.find(opening, "opening")])
        if tried[0] not in state.allowed:
            raise ValueError(f"opening: {opening!r}; expected a guess that {game.mode} mode allows")
        found = self._run(state, left, tried, fixed, True, progress)
        if found >= 0 and game.mode != "easy":
            found = self._run(state, left, tried, fixed, False, progress)
        return None if found < 0 else game.guesses[self._sorted.guesses(np.array([found]))[0]]

    def _run(self, state: State, left: int, tried: np.ndarray, fixed: bool, easy: bool, progress: Told) -> int:
        """Search; return a guess, or -1. If `easy`, all guesses are allowed from now on."""
        strict, keys = self.game.strict and not easy, self._easy_keys if easy else self._keys
        hints = self._sorted.hints(state)[: 0 if easy else None]
        allowed = self._room.all if easy else np.sort(self._sorted.numbers(state.allowed))
        order = self._sorted.numbers(tried)
        if easy and not fixed:
            order = np.concatenate([order, np.delete(allowed, order)])
        search = new_search((state.members, allowed, hints), left, order, len(self._room.all))
        search.at[STRICT], search.at[FIXED] = strict, fixed
        self._make_level(left)
        records: list[Any] = [search, self._store, self._table]

        def step(search: Search, store: Store, table: Any) -> int:
            return run_search(self._sorted.arrays, keys, table, store, self._room, search, SLICE)

        lack = PAUSED
        try:
            while lack == PAUSED:
                with defer_interrupts():
                    lack = drive(step, records)
                search = records[0]
                if progress is not None:
                    progress(int(search.frames[0]["place"]), int(search.frames[0]["tries"]), self.nodes)
        finally:
            _, self._store, self._table = records
            self._room.depth[:] = -1
        return int(search.frames[0]["guess"]) if search.at[ANSWER] == YES else -1

    def _make_level(self, level: int) -> None:
        """Add room for the obstructions of a level."""
        store, more = self._store, (0, max(level + 1 - self._store.used.size, 0))
        self._store = store._replace(levels=np.pad(store.levels, ((0, 0), more)), used=np.pad(store.used, more))


def _most_informative(state: State) -> np.ndarray:
    """Sort the allowed guesses by their information gain."""
    return state.allowed[np.argsort(entropy.costs(state, entropy.INFORMATION, state.allowed), kind="stable")]

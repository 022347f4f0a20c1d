"""Perfect play: the least total of guesses over a belief, with a proof.

A proof has two halves. The strategy that was found shows how many guesses are enough. It is a decision tree, which
anyone can replay word by word. That nothing less is enough is the claim of the search in `branch_and_bound.py`, which
has ruled out every other guess at every node by a lower bound.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from math import inf
from typing import Any, NamedTuple

import numpy as np

from wordlelib.core import checks
from wordlelib.core.pickling import PerGame, Picklable, exclusive
from wordlelib.core.tables import Table, html_table
from wordlelib.game import checked
from wordlelib.game.game import Beliefs, Game, State
from wordlelib.game.policy import InformationGain, Policy, Ranked
from wordlelib.game.search_order import SortedGame
from wordlelib.game.tree import DecisionTree, play
from wordlelib.kernels.arrays import DONE, PAUSED, allocate, drive, sizes_of
from wordlelib.kernels.beliefs import UNLIMITED, override_key
from wordlelib.kernels.branch_and_bound import (
    IMPOSSIBLE,
    Belief,
    Room,
    Search,
    guess_bounds,
    new_search,
    outcome_of,
    run_search,
)
from wordlelib.kernels.interrupts import defer_interrupts
from wordlelib.kernels.jit import clock
from wordlelib.kernels.repeats import new_counts
from wordlelib.kernels.table import new_table
from wordlelib.planning.rollout import Rollout

SLICE = 100_000_000  # codes that a kernel looks at before Python may stop it or report progress: less than 0.1 s
ROUNDS = 4  # in which the bounds of all openings are raised from the least to the limit
WIDTH = 10  # candidates of rollout where the strategy of an unfinished proof has gaps
ENOUGH = 1_000_000_000  # pairs of words and guesses that rollout may look at there, in about a second


class Bounds(NamedTuple):
    """Bounds on the value of a belief, which is the sum over its words of guesses times weight.

    No strategy goes below `lower`. Some strategy keeps to `upper`, which is None if no strategy is known.
    """

    lower: int
    upper: int | None

    @property
    def proven(self) -> bool:
        """Whether the value is known, because the bounds meet or the lower one says that there is no strategy."""
        return self.lower == self.upper or self.lower >= IMPOSSIBLE


class Exact(Policy):
    """Make a guess that begins a strategy of least total, proven by exact search.

    A game may take `cap` guesses in all, or any number if it is None. A solver that is handed in, with the same cap,
    goes on with the searches of its game.
    """

    name = "exact"

    def __init__(self, cap: int | None = None, solver: "Solver | None" = None) -> None:
        self.cap = checks.cap(cap)
        self._solvers: PerGame[Solver] = PerGame()
        if solver is not None:
            checks.instance("solver", solver, Solver, "a Solver")
            if solver.cap != self.cap:
                raise ValueError(f"solver: with cap {solver.cap}; expected {self.cap}, the cap of the policy")
            self._solvers.keep(solver.game, solver)

    def __repr__(self) -> str:
        return f"Exact({'' if self.cap is None else f'cap={self.cap}'})"

    def solver(self, game: Game) -> "Solver":
        """Return the solver for a game, with all that it has found so far."""
        return self._solvers.get(checked.game(game), lambda: Solver(game, self.cap))

    def decide(self, state: State) -> str:
        """Return a guess of least total; a belief is refused if no strategy keeps to the cap."""
        return checked.state(state).game.guesses[self.decide_all(Beliefs.of(state))[0]]

    def decide_all(self, beliefs: Beliefs) -> np.ndarray:
        """Decide every belief of a batch, one after the other."""
        solver = self.solver(checked.beliefs(beliefs).game)
        out = np.empty(len(beliefs), np.int32)
        for i, state in enumerate(beliefs):
            out[i] = solver.known_guess(state)
            if out[i] < 0:
                bounds, out[i] = solver.search(state)
                if bounds.upper is None:
                    raise ValueError(f"cap: {self.cap}; no strategy keeps to it from {state!r}")
        return out

    def rank(self, state: State, best: int = 10) -> list[Ranked]:
        """Rank the `best` allowed guesses by the least expected number of guesses from here on, if they are made now.

        Their values are proven, and so is that no other guess is better. In a tie a possible word comes first, and
        after that list order decides. There are fewer than `best` if fewer keep to the cap.
        """
        best, game = checks.integer("best", best, 1), checked.state(state).game
        solver = self.solver(game)
        bounds = solver.lower_bounds(state)
        possible = np.isin(np.arange(len(game.guesses)), game.guess_of_hidden[state.members])
        found: list[tuple[int, bool, int]] = []
        for i in state.allowed[np.argsort(bounds[state.allowed], kind="stable")]:
            limit = found[best - 1][0] + 1 if len(found) >= best else IMPOSSIBLE
            if bounds[i] < limit:
                value, _ = solver.search(state, game.guesses[i], limit)
                if value.upper is not None and value.upper < limit:
                    found.append((value.upper, not possible[i], int(i)))
                    found.sort()
        weight = int(game.weights[state.members].sum())
        return Table(Ranked(game.guesses[i], value / weight, not other) for value, other, i in found[:best])

    def value(self, state: State) -> float:
        """Return J*(b), the least expected number of guesses from here on, infinite if no strategy keeps to the cap."""
        bounds, _ = self.solver(checked.state(state).game).search(state)
        weight = int(state.game.weights[state.members].sum())
        return np.inf if bounds.upper is None else bounds.upper / weight


class Solver(Picklable):
    """An exact search on one game, easy or hard, which remembers what it has found.

    A game may take `cap` guesses in all, or any number if it is None. `last` holds the bounds that the last search
    reached, even if it was interrupted.
    """

    def __init__(self, game: Game, cap: int | None = None) -> None:
        self.game, self.cap = checked.game(game), checks.cap(cap)
        self.last = Bounds(int(2 * game.weights.sum() - game.weights.max()), None)  # one word is found at once
        self._sorted = SortedGame(game)
        self._keys, arrays = self._sorted.keys(), self._sorted.arrays
        self._room = allocate(Room, sizes_of(arrays), counts=new_counts(arrays, self._sorted.labels))
        self._table = new_table()
        self._state = game.start()
        self._kept = self._translated(self._state)

    def __repr__(self) -> str:
        return f"<Solver of {self.game!r}, cap {self.cap}: {self.nodes:,} nodes>"

    @property
    def nodes(self) -> int:
        """The number of beliefs searched so far."""
        return int(self._room.stats[0])

    @property
    def work(self) -> int:
        """The number of codes looked at so far, roughly: some billions take a second."""
        return int(self._room.stats[1])

    @property
    def guesses(self) -> int:
        """The number of guesses looked at in these beliefs."""
        return int(self._room.stats[2])

    @property
    def cuts(self) -> int:
        """The number of these guesses that a bound ruled out before their value was known."""
        return int(self._room.stats[3])

    @exclusive
    def search(
        self,
        state: State,
        opening: str | None = None,
        beta: int | None = None,
        deadline: float | None = None,
        progress: Callable[[Bounds], None] | None = None,
        work: int | None = None,
    ) -> tuple[Bounds, int]:
        """Search a belief of this game until its value is known.

        The result is the bounds and the number of the guess behind the upper one, or -1 if there is none.

        Parameters
        ----------
        opening
            The only next guess to look at, by default any.
        beta
            The search stops as soon as the value is known to be at least this.
        deadline
            The time on the clock of `kernels.jit` at which the search stops.
        progress
            Called now and then with the bounds that are known.
        work
            The search stops after it has looked at about so many codes, by default at any number.
        """
        belief, left = self._belief(state)
        first = -1 if opening is None else int(self._sorted.rank[self.game.find(opening, "opening")])
        if opening is not None and first not in belief.allowed:
            raise ValueError(f"opening: {opening!r} is not allowed in {state!r}; expected a guess that is")
        beta = IMPOSSIBLE if beta is None else min(checks.integer("beta", beta), IMPOSSIBLE)
        if deadline is not None:
            checks.number("deadline", deadline)
        checks.progress(progress)
        until = inf if work is None else self.work + checks.integer("work", work)
        search = new_search(belief, left, beta, first)
        with defer_interrupts() as interrupted:
            search, _ = self._advance(search, 0)
            lack = PAUSED
            while True:
                lower, upper, best = outcome_of(search)
                self.last = Bounds(lower, upper if upper < IMPOSSIBLE else None)
                if progress is not None:
                    progress(self.last)
                spent = self.work >= until or (deadline is not None and clock() >= deadline)
                if lack == DONE or interrupted or spent:
                    break
                search, lack = self._advance(search, int(min(SLICE, until - self.work)))
        return self.last, int(self._sorted.order[best]) if best >= 0 else -1

    def _advance(self, search: Search, budget: int) -> tuple[Search, int]:
        """Do some work on a search; return it with the room that it needed, and DONE or PAUSED."""
        arrays, work = self._sorted.arrays, self._room.stats[1:2]
        records: list[Any] = [search, self._table]
        until = work[0] + budget

        def step(search: Search, table: Any) -> int:
            return run_search(arrays, self._keys, table, self._room, search, until - work[0])

        lack = drive(step, records)
        search, self._table = records
        return search, lack

    @exclusive
    def known_guess(self, state: State, proven: bool = True) -> int:
        """Return the number of the best guess that earlier searches found for a belief, or -1.

        Without `proven`, it is the guess behind any upper bound.
        """
        checks.boolean("proven", proven)
        if len(checked.open_state(state, self.game).members) == 1 and (self.cap is None or len(state.rows) < self.cap):
            checked.words_allowed(state)
            return int(self.game.guess_of_hidden[state.members[0]])
        belief, left = self._belief(state)
        lower, upper, best = outcome_of(self._advance(new_search(belief, left, IMPOSSIBLE, -1), 0)[0])
        return int(self._sorted.order[best]) if best >= 0 and (lower == upper or not proven) else -1

    @exclusive
    def lower_bounds(self, state: State | None = None) -> np.ndarray:
        """Bound the total of each guess from below, without search, in a belief or by default before the first guess.

        The bounds are int64 of shape (number of guesses,). Guesses that are not allowed get more than any total.
        """
        belief, _ = self._belief(self.game.start() if state is None else state)
        out = np.full(len(self.game.guesses), IMPOSSIBLE)
        found = np.empty(len(belief.allowed), np.int64)
        guess_bounds(self._sorted.arrays, belief.members, belief.allowed, self._room.tally, found)
        out[self._sorted.order[belief.allowed]] = found
        return out

    def _belief(self, state: State) -> tuple[Belief, int]:
        """Return a state as kernels take it, and the guesses left; many openings are searched from the same state."""
        if state is not self._state:
            self._kept, self._state = self._translated(state), state
        return self._kept

    def _translated(self, state: State) -> tuple[Belief, int]:
        checked.open_state(state, self.game)
        left = UNLIMITED if self.cap is None else max(self.cap - len(state.rows), 0)
        if left > len(state.members):
            left = UNLIMITED  # enough for any opening, and then one word after the other
        members, hints = state.members, self._sorted.hints(state)
        if not self.game.uniform:
            members = members[np.argsort(-self.game.weights[members], kind="stable")]
        allowed = np.sort(self._sorted.numbers(state.allowed))
        checked.words_allowed(state)
        hand = np.uint64(0)
        if self.game.mode == "hard" or len(allowed) < len(self.game.guesses):
            room = np.empty_like(self._sorted.order)
            hand = np.uint64(override_key(self._sorted.arrays, self._keys, allowed, hints, room))
        return Belief(members, allowed, hints, hand), left


@dataclass(frozen=True)
class Proof:
    """What `prove` has found, with the certificate for it.

    Attributes
    ----------
    game, cap
        The game, and the number of guesses that a game may take, where None stands for any.
    opening
        The opening that was asked for, or otherwise that of the best strategy found.
    lower, upper
        Bounds on the total, which is the sum of the guesses over all hidden words, times their weights under a prior.
        `lower` is the claim of the search, and `upper` is what `tree` needs. Both are None if no strategy keeps to the
        cap, and `upper` is None if none has been found yet.
    proven
        Whether the search came to its end.
    tree
        A strategy that needs `upper`, played by `tree.play`, which knows nothing of bounds. It is None if there is no
        strategy, or if the search ended early and it would take long to play out what it had found.
    openings
        The totals of the openings that are proven to lie below the limit asked for, in increasing order.
    nodes, guesses, cuts, seconds
        How many beliefs were searched, how many guesses were looked at in them, how many of these were cut off, and how
        many seconds that took.
    """

    game: Game
    cap: int | None
    opening: str | None
    lower: int | None
    upper: int | None
    proven: bool
    tree: DecisionTree | None
    openings: dict[str, int]
    nodes: int
    guesses: int
    cuts: int
    seconds: float

    @property
    def total(self) -> int | None:
        """The least total, or None if it is not proven or no strategy keeps to the cap."""
        return self.upper if self.proven else None

    @property
    def mean(self) -> float | None:
        """The least expected number of guesses."""
        return None if self.total is None else self.total / int(self.game.weights.sum())

    def _repr_html_(self) -> str:
        names = ("opening", "cap", "lower", "upper", "proven", "mean", "nodes", "seconds")
        rows = [(name, getattr(self, name)) for name in names if getattr(self, name) is not None]
        return html_table(f"Proof for {self.game!r}"[:-1].replace("<", ""), (), rows)

    def __repr__(self) -> str:
        within = "" if self.cap is None else f" within {checks.counted(self.cap, 'guess')}"
        if self.proven and self.upper is None:
            return f"<{self.opening or 'any opening'}: no strategy{within}, proven>"
        found = f"{self.upper}, proven" if self.proven else f"between {self.lower} and {self.upper}, not proven"
        return f"<{self.opening}: {found}{within}; {self.nodes:,} nodes, {self.seconds:.2f} s>"


def prove(
    game: Game,
    opening: str | None = None,
    cap: int | str | None = None,
    below: int | None = None,
    gap: int = 0,
    seconds: float | None = None,
    progress: Callable[[int, int, Bounds], None] | None = None,
) -> Proof:
    """Prove the least total of an opening, or over all openings.

    Ctrl-C or the time limit ends the search early. The proof then holds bounds and the best strategy so far.

    Parameters
    ----------
    game
        Any game, easy or hard.
    opening
        The first guess. By default all openings are compared.
    cap
        How many guesses a game may take: a number, "least" for the smallest possible number, or None for any.
    below
        Without `opening`, the totals of all openings that need less than this are proven.
    gap
        Without `opening` and `below`, the totals of all openings that need at most this much more than the best are
        proven.
    seconds
        A time limit in seconds.
    progress
        Called now and then with (openings decided, openings in all, bounds on the least total). Of openings that are
        alike, only one counts.

    Returns
    -------
    Proof
    """
    checked.game(game)
    below, gap = _checked_limits(opening, below, gap)
    checks.seconds(seconds)
    checks.progress(progress)
    least = isinstance(cap, str) and cap == "least"
    begun = clock()
    deadline = None if seconds is None else begun + seconds
    caps: Iterable[int | None] = count(1) if least else [checks.cap(cap)]
    for guesses in caps:
        solver = Solver(game, guesses)
        if opening is None:
            search: _One = _All(solver, below, gap, deadline, progress)
        else:
            search = _One(solver, opening, deadline, progress)
        search.run()
        if not least or search.upper is not None or not search.proven:
            break
    return search.proof(begun)


def _checked_limits(opening: str | None, below: Any, gap: Any) -> tuple[int | None, int]:
    gap = checks.integer("gap", gap, expected="at least 0, and no opening with it")
    if below is not None and (opening is not None or gap):
        raise ValueError(f"below: {checks.shown(below)} with an opening or a gap; expected one of them")
    if gap and opening is not None:
        raise ValueError(f"gap: {gap}; expected at least 0, and no opening with it")
    return None if below is None else checks.integer("below", below), gap


class _One:
    """The search for the total of one opening."""

    def __init__(
        self, solver: Solver, opening: str, deadline: float | None, progress: Callable[[int, int, Bounds], None] | None
    ) -> None:
        self.solver, self.deadline, self.start = solver, deadline, solver.game.start()
        self.progress = progress
        game, number = solver.game, solver.game.find(opening, "opening")
        if len(game.hidden) > 1 and np.all(game.codes[number] == game.codes[number, 0]):
            raise ValueError(f"opening: {opening!r} tells nothing; expected a guess that does")
        self.opening: str | None = game.guesses[number]
        self.openings: dict[str, int] = {}

    def run(self) -> None:
        """Search until the end, the deadline or Ctrl-C."""
        with suppress(KeyboardInterrupt):
            self.solver.search(self.start, self.opening, deadline=self.deadline, progress=self._tell)
        self.lower, self.upper = self.solver.last
        self.proven = self.solver.last.proven
        if self.upper is not None and self.opening is not None:
            self.openings = {self.opening: self.upper}

    def _tell(self, bounds: Bounds) -> None:
        if self.progress is not None:
            self.progress(int(bounds.proven), 1, bounds)

    def proof(self, begun: float) -> Proof:
        """Build the proof from what was found, with a strategy; `begun` is when the search began."""
        solver, game = self.solver, self.solver.game
        effort = solver.nodes, solver.guesses, solver.cuts
        tree = self._tree()
        upper = None if tree is None else int(game.weights @ tree.guesses_used)
        if self.proven and upper != self.upper:
            raise AssertionError(f"the search says {self.upper}, its strategy needs {upper}")
        impossible = self.lower >= IMPOSSIBLE
        return Proof(
            game,
            solver.cap,
            tree.opening if tree is not None else self.opening,
            None if impossible else self.lower,
            upper,
            self.proven or upper == self.lower,
            tree,
            self.openings,
            *effort,
            clock() - begun,
        )

    def _tree(self) -> DecisionTree | None:
        """Play the best strategy that is known; None if it does not keep to the cap."""
        if self.proven and self.upper is None:
            return None
        policy = Exact(self.solver.cap, self.solver) if self.proven else _BestKnown(self.solver)
        try:
            tree = play(self.solver.game, policy, self.opening)
        except _OutOfBudget:
            return None
        return None if self.solver.cap is not None and tree.worst > self.solver.cap else tree


class _All(_One):
    """The search for the best openings: the bound of each is raised in rounds, those with the least bounds first."""

    def __init__(
        self,
        solver: Solver,
        below: int | None,
        gap: int,
        deadline: float | None,
        progress: Callable[[int, int, Bounds], None] | None,
    ) -> None:
        self.solver, self.deadline, self.start = solver, deadline, solver.game.start()
        self.progress = progress
        self.below, self.gap = below, gap
        self.opening, self.openings = None, {}
        guesses, bounds = solver.game.guesses, solver.lower_bounds()
        alike = np.arange(len(guesses)) if solver.game.alike is None else solver.game.alike
        self.first_alike = {word: guesses[alike[i]] for i, word in enumerate(guesses)}
        order = [i for i in np.argsort(bounds, kind="stable") if alike[i] == i]
        self.bounds = {guesses[i]: int(bounds[i]) for i in order}

    @property
    def limit(self) -> int:
        """Return the total from which on an opening is of no interest."""
        if self.below is not None:
            return self.below
        return min(self.openings.values()) + self.gap + 1 if self.openings else IMPOSSIBLE

    def run(self) -> None:
        """Search until the end, the deadline or Ctrl-C."""
        with suppress(KeyboardInterrupt):
            self._run()
        limit = self.limit
        totals = {word: self.openings.get(first, limit) for word, first in self.first_alike.items()}
        self.openings = dict(sorted(((w, t) for w, t in totals.items() if t < limit), key=lambda item: item[::-1]))
        self.opening = next(iter(self.openings), None)
        self.upper = None if self.opening is None else self.openings[self.opening]
        self.lower = min(self.bounds.values())
        if self.upper is not None:
            self.lower = min(self.lower, self.upper)
        self.proven = self.lower == self.upper or self.lower >= IMPOSSIBLE

    def _run(self) -> None:
        words = list(self.bounds)
        lowest = self.bounds[words[0]]
        for word in words:
            if self.limit < IMPOSSIBLE or self._over():
                break
            self._raise(word, IMPOSSIBLE)
        for step in range(1, ROUNDS + 1):
            for word in words:
                target = self.limit if step == ROUNDS else lowest + (self.limit - lowest) * step // ROUNDS
                if self._over():
                    return
                if self.bounds[word] < target and word not in self.openings:
                    self._raise(word, target)

    def _over(self) -> bool:
        return self.deadline is not None and clock() >= self.deadline

    def _raise(self, word: str, target: int) -> None:
        """Raise the bound of an opening to the target, or find its total."""
        bounds, _ = self.solver.search(self.start, word, target, self.deadline)
        self.bounds[word] = max(self.bounds[word], bounds.lower)
        if bounds.upper is not None and bounds.proven:
            self.openings[word] = bounds.upper
        if self.progress is not None:
            left = [bound for word, bound in self.bounds.items() if bound < self.limit and word not in self.openings]
            upper = min(self.openings.values(), default=None)
            lower = min([*left, self.limit if upper is None else upper])
            self.progress(len(self.bounds) - len(left), len(self.bounds), Bounds(lower, upper))


class _OutOfBudget(Exception):
    """The play of a strategy would take too long."""


class _BestKnown(Policy):
    """Play the best that a solver knows so far; where that is nothing, rollout on information gain.

    A search that was stopped must soon show what it has found. So the pairs of words and guesses that are looked at are
    counted. From ENOUGH on, information gain plays alone, and from twice as many on, the play is given up.
    """

    name = "exact, so far"

    def __init__(self, solver: Solver) -> None:
        self.solver, self.base = solver, InformationGain()
        self.rollout, self.pairs = Rollout(self.base, WIDTH), 0.0

    def decide(self, state: State) -> str:
        guess, game = self.solver.known_guess(state, proven=False), state.game
        if guess >= 0:
            return game.guesses[guess]
        if self.pairs > 2 * ENOUGH:
            raise _OutOfBudget
        own = self.base.decide(state)
        words, pairs = len(state.members), len(state.members) * len(state.allowed)
        largest = np.unique(game.codes[game.find(own), state.members], return_counts=True)[1].max()
        whole_game = WIDTH * pairs / max(1 - largest / words, 1 / words)  # as if all classes shrank like the largest
        if self.pairs + whole_game > ENOUGH:
            self.pairs += pairs
            return own
        self.pairs += whole_game
        return self.rollout.decide(state)

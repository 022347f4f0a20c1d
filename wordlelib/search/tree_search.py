"""Tree search, which grows a tree of guesses and beliefs where it matters, guided by a sampler.

An iteration picks a guess at the root by a bandit sampler of `bandits.py`. If the guess is tried for the first time it
is unfolded, and otherwise the iteration goes on below it. On the way back each guess gets a new value from the beliefs
below it. The full backup takes all of them, which is the Bellman equation itself. The sampled backup of plain Monte
Carlo tree search takes the one that chance picked.

Action Value Tree Search (the essay "Wordle Perfect Play with Generic Methods") is one configuration: full backups,
progressive widening, values freed of their bias, and Thompson sampling.

A guess has a tower of estimates, each built on the one below. The first comes from its entropy alone, and the second is
the value that the tree below it gives. The third is the value without bias. For each visit that the guess is behind the
most visited one, it adds what such a visit has changed on average at guesses of the same belief.

The tree is a handful of flat arrays, which grow by doubling. Node 0 is the root. Nodes are beliefs, each stored once
even if several paths lead to it. The members of a node stand in list order.
"""

import math
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

import numpy as np

from wordlelib.core import checks
from wordlelib.core.checks import function, generator, instance, integer, refused
from wordlelib.core.pickling import PerGame, Picklable, exclusive
from wordlelib.core.tables import Table
from wordlelib.game import checked
from wordlelib.game.checked import open_state
from wordlelib.game.game import Beliefs, Game, State
from wordlelib.game.policy import InformationGain, Policy, Ranked, checked_best, rule_of
from wordlelib.game.search_order import OrderedGame
from wordlelib.kernels.arrays import PAUSED, SCRATCH, allocate, drive, sizes_of
from wordlelib.kernels.beliefs import belief_key
from wordlelib.kernels.interrupts import defer_interrupts
from wordlelib.kernels.jit import clock, record
from wordlelib.kernels.repeats import new_counts
from wordlelib.kernels.samplers import ArmRule
from wordlelib.kernels.tree_search import (
    BETWEEN,
    CAREFUL,
    CENTRED,
    MADE,
    NEVER,
    NODES,
    NONE,
    PICKS,
    RAW,
    ROOT,
    STAGE,
    Belief,
    Config,
    Room,
    Task,
    Tree,
    advance,
    allow_guesses,
    judge_guesses,
    look_up_node,
    set_costs,
)
from wordlelib.planning.rollout import Rollout, checked_width
from wordlelib.search.bandits import SAMPLERS, Sampler, Thompson, compiled

SLICE = 16  # iterations before Python may stop a search or report progress: less than 0.1 s in the full game
SPREADS = {"raw": RAW, "centred": CENTRED, "careful": CAREFUL}


@record
class Trace(NamedTuple):
    """The course of a search, with an entry for each iteration.

    Attributes
    ----------
    best, value : ndarrays of int32 and of float64
        The number of the guess of least value at the root, and that value, which is the expected number of guesses.
    lower, upper : ndarrays of int64
        No strategy needs less than `lower`, and the best one found needs `upper`. Both are sums of guesses over the
        words.
    """

    best: Annotated[np.ndarray, np.int32, "iterations", SCRATCH]
    value: Annotated[np.ndarray, np.float64, "iterations", SCRATCH]
    lower: Annotated[np.ndarray, np.int64, "iterations", SCRATCH]
    upper: Annotated[np.ndarray, np.int64, "iterations", SCRATCH]

    def __repr__(self) -> str:
        end = f": between {self.lower[-1]} and {self.upper[-1]}" if self.best.size else ""
        return f"<Trace of {self.best.size:,} iterations{end}>"


class Arm(NamedTuple):
    """What a search knows about a guess at a belief.

    Attributes
    ----------
    guess, visits
        The guess, and how often it was simulated.
    first
        The first estimate of its Q-factor, which comes from its entropy.
    tree
        The value from the tree below it, or the first estimate before any visit.
    value, spread
        The same value without bias, and kept within the bounds, and its standard deviation.
    lower, upper
        Bounds on its Q-factor. Less than `lower` is impossible, and `upper` was found. It is infinite before the first
        visit.
    """

    guess: str
    visits: int
    first: float
    tree: float
    value: float
    spread: float
    lower: float
    upper: float


class Selection(NamedTuple):
    """What an iteration did at one belief.

    Attributes
    ----------
    state, node
        The belief, as it was first reached, and its number in the tree. The root has 0, and the others are numbered as
        they are made.
    guess, first
        The guess that the sampler picked, and whether it was picked here for the first time.
    below
        The beliefs of two words or more to which the guess leads: their numbers in the tree, by their rows. With a
        sampled backup there is only the one that was drawn, if any.
    """

    state: State
    node: int
    guess: str
    first: bool
    below: dict[str, int]


class TreeSearch(Picklable):
    """A search from one state that can be continued at any time; its defaults give Action Value Tree Search.

    Parameters
    ----------
    game
        Any game, easy or hard.
    rng
        The source of randomness. It first puts the guesses in a random order, which decides all ties.
    sampler
        The sampler that picks the guess to simulate at each belief. Since the search is compiled, it must be one of the
        five in `bandits`.
    backup
        With "full", an iteration goes on below all feedbacks, and the Bellman equation over them gives a guess's value.
        With "sampled", it goes on below one feedback, drawn by its probability, and the value is a running mean, in
        which the first visit replaces the first estimate. There are then no strategies and no bounds, only values.
    predictor
        The predictor of what a new belief costs. By default that is the first estimate of its best guess. If a policy
        is given, it is the cost of that policy, which must not draw its guesses at random. Guesses keep their first
        estimates in either case.
    width
        None means progressive widening, in which the next most promising guess joins when the least simulated one is
        simulated. A number keeps that many guesses from the start and never adds one. The lower bounds still count the
        others, so that such a search may end without proof. "all" takes all guesses.
    debias
        Whether values are freed of their bias before they are compared.
    spread
        What each visit to come adds to the square of a guess's spread. It depends on the changes that such visits have
        made to guesses of the same belief. "raw" takes the sum of the squares of these k changes, divided by k - 1.
        "centred" takes their variance about the mean, with the same divisor. "careful" adds to that variance the square
        of the mean, divided by k, since the mean may be wrong too. A single change counts with its square in all three.
    bounds
        Whether bounds rule out guesses and close beliefs that are proven.
    shared
        Whether a belief that is reached by several paths has only one node.
    state
        The state to begin at, by default the one before the first guess.
    """

    def __init__(
        self,
        game: Game,
        rng: np.random.Generator,
        sampler: Sampler | None = None,
        backup: str = "full",
        predictor: Policy | None = None,
        width: int | str | None = None,
        debias: bool = True,
        spread: str = "raw",
        bounds: bool = True,
        shared: bool = True,
        state: State | None = None,
    ) -> None:
        checked.game(game)
        generator("rng", rng)
        if not isinstance(backup, str) or backup not in ("full", "sampled"):
            raise refused("backup", backup, "'full' or 'sampled'")
        _check_settings(sampler, predictor, width)
        sampler = Thompson() if sampler is None else sampler
        state = game.start() if state is None else open_state(state, game)
        checked.words_allowed(state)
        switches = {"debias": debias, "bounds": bounds, "shared": shared}
        self.game, self.rng, self.sampler, self.backup, self.state = game, rng, sampler, backup, state
        self.predictor = None if predictor is None else Rollout(predictor, 1)
        self._ordered = OrderedGame(game, rng.permutation(len(game.guesses)).astype(np.int32))
        self.config = Config(
            _checked_rule(sampler),
            len(game.guesses) if width == "all" else int(width or 0),
            backup == "sampled",
            **{name: checks.boolean(name, switch) for name, switch in switches.items()},
            spread=SPREADS[checks.one_of("spread", spread, SPREADS)],
            predicted=predictor is not None,
        )
        arrays, sizes = self._ordered.arrays, sizes_of(self._ordered.arrays, hints=game.hints_size)
        self._room = allocate(
            Room,
            sizes,
            counts=new_counts(arrays, self._ordered.labels),
            rule=rule_of(InformationGain(), game, len(game.hidden)),
            keys=self._ordered.keys(),
            root_allowed=np.sort(self._ordered.numbers(state.allowed)),
        )
        self._tree, self._root = allocate(Tree, sizes), self._belief_of(state)
        self._starts: dict[int, State] = {}
        self._node_of(state)
        self._first_upper = self.upper
        self._parts: list[Trace] = []
        self.iterations, self.seconds = 0, 0.0

    def __repr__(self) -> str:
        found = f"{self.iterations:,} iterations, {self.nodes:,} beliefs, between {self.lower} and {self.upper}"
        return f"<TreeSearch of {self.game!r}: {found}>"

    def _belief_of(self, state: State) -> Belief:
        hints = self._ordered.hints(state)
        return Belief(state.members, hints, np.uint64(belief_key(self._room.keys, state.members, hints)))

    @exclusive
    def run(
        self,
        iterations: int,
        stop_at: int | None = None,
        seconds: float | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Trace:
        """Continue the search for some more iterations, and return the course of the whole search so far.

        The search ends early if the root is proven or a limit is reached. Ctrl-C also ends it, and a KeyboardInterrupt
        is raised once the few iterations under way are done. The search can be continued afterwards.

        Parameters
        ----------
        stop_at, seconds
            The search ends as soon as a strategy is found that needs no more than this total, or the time is up.
        progress
            Called now and then with (iterations of this call done, iterations asked for).
        """
        iterations, seconds = _number("iterations", iterations, 0), checks.seconds(seconds)
        stop_at = None if stop_at is None else _number("stop_at", stop_at, 0)
        progress = None if progress is None else function("progress", progress)
        begun = clock()
        done, target = 0, -1 if stop_at is None else stop_at
        with defer_interrupts() as interrupted:
            while done < iterations and not interrupted:
                if seconds is not None and clock() - begun >= seconds:
                    break
                part = self._some(ROOT, min(SLICE, iterations - done), target)
                if not part.best.size:
                    break
                self._parts.append(part)
                self.iterations += part.best.size
                done += part.best.size
                if progress is not None:
                    progress(done, iterations)
            self.seconds += clock() - begun
        return self.trace

    @exclusive
    def think(self, state: State, visits: int) -> str | None:
        """Search from a state until it is simulated `visits` times or proven, and return the guess to make there.

        The state has the guesses that its history allows. Earlier simulations count, and the new ones do not enter the
        trace.
        """
        visits = _number("visits", visits, 0)
        if not self.covers(state):
            raise ValueError(f"state: {state!r}; expected a state that follows from {self.state!r}")
        node = self._node_of(state)
        with defer_interrupts() as interrupted:
            while not interrupted and self._tree.nodes[node]["visits"] < visits:
                if not self._some(node, min(SLICE, visits - self._tree.nodes[node]["visits"]), -1).best.size:
                    break
        return self.guess(state)

    @exclusive
    def covers(self, state: State) -> bool:
        """Return whether a state belongs to the game and its allowed guesses follow from those at the start."""
        if checked.state(state).game is not self.game or state.solved:
            return False
        expected = self._allowed_after(self._belief_of(state).hints)
        return np.array_equal(np.sort(self._ordered.rank[state.allowed]), expected)

    def _some(self, root: int, count: int, target: int) -> Trace:
        """Make a few iterations from a node; fewer if it is proven or the target is reached."""
        trace = _new_trace(count)
        self._advance(Task(root, target, self._root), trace)
        return Trace(*(column[: self._tree.used[MADE]] for column in trace))

    def _advance(self, task: Task, trace: Trace) -> None:
        """Make iterations, and meanwhile predictions of what new nodes cost."""
        self._tree.used[MADE], self._tree.used[STAGE] = 0, BETWEEN
        before = int(self._tree.used[NODES])
        while self._drive(task, trace) == PAUSED:
            picks, self._tree.used[PICKS] = int(self._tree.used[PICKS]), 0  # no path if the policy fails
            self._predict(before)
            self._tree.used[PICKS] = picks
            before = int(self._tree.used[NODES])

    def _drive(self, task: Task, trace: Trace) -> int:
        arrays, records = self._ordered.arrays, [self._tree]
        try:
            return drive(lambda tree: advance(self.config, arrays, tree, self._room, self.rng, task, trace), records)
        finally:
            (self._tree,) = records

    def _node_of(self, state: State) -> int:
        """Return the node of a state; it is new if the search has not come to it."""
        belief, before = self._belief_of(state), int(self._tree.used[NODES])
        with defer_interrupts():
            self._advance(Task(NONE, 0, belief), _new_trace(0))
            node = int(look_up_node(self._tree, belief.key))
            self._starts[node] = state
            self._predict(before)
        return node

    def _predict(self, before: int) -> None:
        """Set the costs of the nodes from number `before` on to those of the predicting policy."""
        if self.predictor is None:
            return
        rows = [self._rows(node) for node in range(before, self._tree.used[NODES])]
        for depth in {len(row) for row in rows}:
            chosen = [before + i for i, row in enumerate(rows) if len(row) == depth]
            beliefs = self._beliefs(chosen, [rows[node - before] for node in chosen])
            set_costs(self.config, self._tree, np.array(chosen), self.predictor.base_costs(beliefs))

    def _beliefs(self, chosen: list[int], rows: list[np.ndarray]) -> Beliefs:
        """Convert nodes of the same depth to beliefs of the game."""
        nodes, game = self._tree.nodes, self.game
        members = [self._tree.members[nodes[node]["first"] : nodes[node]["last"]] for node in chosen]
        allowed, ends = self.state.allowed, np.array([0, len(self.state.allowed)])
        if game.mode == "hard":
            lists = [np.sort(self._ordered.order[self._allowed(node)]) for node in chosen]
            allowed, ends = np.concatenate(lists), np.append(0, np.cumsum([x.size for x in lists]))
        offsets = np.append(0, np.cumsum([x.size for x in members]))
        return Beliefs(game, np.concatenate(members), offsets, np.stack(rows), allowed.astype(np.int32), ends)

    def _allowed(self, node: int) -> np.ndarray:
        """Return the guesses allowed at a node, in the order of the search."""
        return self._allowed_after(self._tree.hints[node]).copy()

    def _allowed_after(self, hints: np.ndarray) -> np.ndarray:
        count = int(allow_guesses(self._ordered.arrays, hints, self._room))
        return self._room.root_allowed if count < 0 else self._room.allowed[:count]

    def _rows(self, node: int) -> np.ndarray:
        """Return the history of a node: an int32 array of shape (guesses made, 2)."""
        rows, nodes = [], self._tree.nodes
        while nodes[node]["parent"] != NONE:
            rows.append((self._ordered.order[nodes[node]["guess"]], nodes[node]["code"]))
            node = int(nodes[node]["parent"])
        return np.vstack([self._starts[node].rows, np.array(rows[::-1], np.int32).reshape(-1, 2)])

    @property
    def trace(self) -> Trace:
        """The course of the search so far."""
        if not self._parts:
            return _new_trace(0)
        best, value, lower, upper = (np.concatenate(column) for column in zip(*self._parts, strict=True))
        return Trace(np.where(best >= 0, self._ordered.order[best], NONE).astype(np.int32), value, lower, upper)

    @property
    def lower(self) -> int:
        """A total that no strategy goes below."""
        return int(self._tree.nodes[ROOT]["lower"])

    @property
    def upper(self) -> int:
        """The total of the best strategy found, which is the sum of its guesses over the words, times their weights."""
        return int(self._tree.nodes[ROOT]["upper"])

    @property
    def proven(self) -> bool:
        """Whether it is proven that no strategy is better than the best one found."""
        return self.lower >= self.upper

    @property
    def found_at(self) -> int:
        """The iteration of `run` after which the best strategy was known, or 0 if none has found it."""
        found = np.flatnonzero(self.trace.upper == self.upper)
        return int(found[0]) + 1 if found.size and self.upper < self._first_upper else 0

    @property
    def nodes(self) -> int:
        """The number of beliefs in the tree."""
        return int(self._tree.used[NODES])

    @property
    def memory(self) -> int:
        """The bytes that the tree uses, without the reserve in its arrays."""
        tree = self._tree
        rows = (tree.nodes, tree.edges, tree.children, tree.members, tree.changes)
        filled = sum(int(used) * x[:1].nbytes for used, x in zip(tree.used[: len(rows)], rows, strict=True))
        places = 2 ** max((2 * self.nodes - 1).bit_length(), 8)  # at most half of them are taken
        return filled + self.nodes * tree.hints[:1].nbytes + places * tree.places.itemsize

    @exclusive
    def guess(self, state: State | None = None) -> str | None:
        """Return the guess to make in a state, which is that of the best strategy found or that of the least value.

        By default the state is the one in which the search began. The guess is None if the search has not reached the
        state, or if it knows nothing better there than the predicting policy. With sampled backups there are no
        strategies, only values.
        """
        node = self._find(state)
        if node is None:
            return None
        found = self._tree.nodes[node]
        number = found["plan"]
        if self.backup == "sampled" and found["lower"] < found["upper"] and found["active"]:
            number = self._tree.edges[found["edges"] + found["best"]]["guess"]
        return None if number < 0 else self.game.guesses[self._ordered.order[number]]

    @exclusive
    def arms(self, state: State | None = None) -> list[Arm]:
        """Return what is known about the guesses in the tree at a state, in the order in which they joined.

        By default the state is the one in which the search began. The list is empty if the search has not reached the
        state, or has proven it without looking at its guesses.
        """
        node = self._find(state)
        if node is None:
            return Table()
        found = self._tree.nodes[node]
        edges = self._tree.edges[found["edges"] : found["edges"] + found["active"]]
        values, spreads = np.empty(len(edges)), np.empty(len(edges))
        judge_guesses(self.config, self._tree, self._room, node, values, spreads)
        return Table(
            Arm(
                self.game.guesses[self._ordered.order[edge["guess"]]],
                int(edge["visits"]),
                float(edge["first"]),
                float(edge["value"]),
                float(value),
                float(spread),
                float(edge["lower"] / found["weight"]),
                float(edge["upper"] / found["weight"]) if edge["upper"] < NEVER else math.inf,
            )
            for edge, value, spread in zip(edges, values, spreads, strict=True)
        )

    @exclusive
    def value(self, state: State | None = None) -> float:
        """Return the expected number of guesses from a state on, or NaN if the search has not reached it."""
        node = self._find(state)
        return math.nan if node is None else float(self._tree.nodes[node]["value"])

    @exclusive
    def visits(self, state: State | None = None) -> int:
        """Return how often a state was simulated, which is 0 if the search has not reached it."""
        node = self._find(state)
        return 0 if node is None else int(self._tree.nodes[node]["visits"])

    @exclusive
    def last_path(self) -> list[Selection]:
        """Return a `Selection` for each guess that the last iteration picked, each belief before those below it."""
        path = self._tree.path[: self._tree.used[PICKS]]
        picks = path[:, :2].tolist()
        return [
            self._selection(node, place, int(reached), picks[:i].count([node, place]) - picks.count([node, place]))
            for i, ((node, place), reached) in enumerate(zip(picks, path[:, 2], strict=True))
        ]

    def _selection(self, node: int, place: int, reached: int, later: int) -> Selection:
        """Read a row of a path; -`later` of the guess's visits are this one and those after it."""
        tree, top = self._tree, node
        while tree.nodes[top]["parent"] != NONE:
            top = int(tree.nodes[top]["parent"])
        state = self._starts[top]
        for number, code in self._rows(node)[len(state.rows) :]:
            state = state.after(self.game.guesses[number], self.game.show(int(code)))
        edge = tree.edges[tree.nodes[node]["edges"] + place]
        guess = self._ordered.order[edge["guess"]]
        below = tree.children[edge["children"] : edge["children_last"]].tolist()
        if self.backup == "sampled":
            below = [reached] if reached >= 0 else []
        codes = [self.game.codes[guess, tree.members[tree.nodes[child]["first"]]] for child in below]
        rows = [self.game.show(int(code)) for code in codes]
        first = bool(edge["visits"] + later == 0)
        return Selection(state, node, self.game.guesses[guess], first, dict(zip(rows, below, strict=True)))

    def _find(self, state: State | None) -> int | None:
        if state is None:
            return ROOT
        if checked.state(state).game is not self.game:
            raise refused("state", state, f"a state of {self.game!r}")
        node = int(look_up_node(self._tree, self._belief_of(state).key))
        if node == NONE and not self.config.shared:
            node = self._below(ROOT, state.rows[len(self.state.rows) :])
        return None if node == NONE else node

    def _below(self, node: int, rows: np.ndarray) -> int:
        """Return the node that a history leads to from another, or NONE."""
        for guess, code in rows:
            found = self._tree.nodes[node]
            edges = self._tree.edges[found["edges"] : found["edges"] + found["active"]]
            edges = edges[(edges["guess"] == self._ordered.rank[guess]) & (edges["children"] != NONE)]
            children = [child for edge in edges for child in range(edge["children"], edge["children_last"])]
            numbers = self._tree.children[children]
            numbers = numbers[self._tree.nodes[numbers]["code"] == code]
            if not numbers.size:
                return NONE
            node = int(numbers[0])
        return node


class AVTS(Policy):
    """Play by tree search, which goes on before each guess until its belief is simulated often enough or proven.

    All that was found is kept, and later decisions build on it.

    Parameters
    ----------
    iterations, seed
        How often a belief is simulated before a guess is made in it, and the seed of the random numbers, from which a
        search for each game is made.
    sampler
        As for `TreeSearch`.
    search
        A search to continue, with its own settings. Other games get a search with the arguments above.
    """

    def __init__(
        self,
        iterations: int = 100,
        seed: int = 0,
        sampler: Sampler | None = None,
        search: TreeSearch | None = None,
    ) -> None:
        self.iterations, self.seed = _number("iterations", iterations, 1), _number("seed", seed, 0)
        if sampler is not None:
            _checked_rule(sampler)
        self.sampler = sampler
        self._searches: PerGame[TreeSearch] = PerGame()
        if search is not None:
            instance("search", search, TreeSearch, "a TreeSearch")
            self._searches.keep(search.game, search)

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name, which says how long the search is."""
        return f"avts({self.iterations})"

    def __repr__(self) -> str:
        more = "" if self.sampler is None else f", sampler={self.sampler!r}"
        return f"AVTS({self.iterations}, {self.seed}{more})"

    def decide(self, state: State) -> str:
        """Return the guess of the best strategy found."""
        return self._thought(state)[1]

    def _thought(self, state: State) -> tuple[TreeSearch, str]:
        """Search from a state; return the search and the guess to make."""
        search = self.search(checked.state(state).game)
        if not search.covers(state):
            search = self._new_search(state)
        guess = search.think(state, self.iterations)
        if guess is None:
            assert search.predictor is not None
            guess = search.predictor.base.decide(state)
        return search, guess

    def rank(self, state: State, best: int = 10) -> list[Ranked]:
        """Rank the `best` guesses in the tree by their values, the expected numbers of guesses from here on.

        The guess of the best strategy found comes first. There are fewer than `best` if fewer were looked at.
        """
        best = checked_best(best)
        search, chosen = self._thought(state)
        possible = set(state.words)
        values = {arm.guess: arm.value for arm in search.arms(state)}
        if chosen not in values:
            values = {chosen: search.value(state)}
        ranked = sorted(values, key=lambda guess: (guess != chosen, values[guess]))
        return Table(Ranked(guess, values[guess], guess in possible) for guess in ranked[:best])

    def search(self, game: Game) -> TreeSearch:
        """Return the search of a game, with all that it has found so far."""
        return self._searches.get(checked.game(game), lambda: self._new_search(game.start()))

    def _new_search(self, state: State) -> TreeSearch:
        return TreeSearch(state.game, np.random.default_rng(self.seed), self.sampler, state=state)


def _number(name: str, value: Any, least: int) -> int:
    return integer(name, value, least, expected=f"a number, at least {least}")


def _checked_rule(sampler: Sampler) -> ArmRule:
    """Return the rule of a sampler, or refuse it: the search is compiled and knows only those of the library."""
    rule = compiled(instance("sampler", sampler, Sampler, "a sampler from wordlelib.search.bandits"))
    if rule is None:
        known = ", ".join(make.__name__ for make in SAMPLERS.values())
        raise ValueError(f"sampler: {sampler!r} has a `choose` of its own; expected a compiled one: {known}")
    return rule


def _check_settings(sampler: Sampler | None, predictor: Policy | None, width: int | str | None) -> None:
    if sampler is not None:
        _checked_rule(sampler)
    if predictor is not None and not isinstance(predictor, Policy):
        raise refused("predictor", predictor, "a policy, or None for the estimate from entropy")
    if width is not None:
        checked_width(width, "a number from 1, 'all', or None for widening")


def _new_trace(size: int) -> Trace:
    return allocate(Trace, {"iterations": size})

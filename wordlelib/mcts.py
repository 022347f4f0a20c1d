"""Tree search: grow a tree of guesses and beliefs where it matters, guided by a sampler.

An iteration picks a guess at the root by a bandit sampler (`bandits.py`), unfolds it if it is tried for the first time
and else goes on below it. On the way back each guess gets a new value from the beliefs below it, either from all of
them (the full backup: the Bellman equation itself) or from the one that chance picked (the sampled backup of plain
Monte Carlo tree search).

Action Value Tree Search (the essay "Wordle Perfect Play with Generic Methods") is one configuration: full backups,
progressive widening, values freed of their bias, Thompson sampling.

A guess has a tower of estimates, each built on the one below: the first one from its entropy alone; the value that the
tree below it gives; and the value without bias, which takes off what other guesses at the same belief were seen to
change on as many visits.

The tree is a handful of flat arrays, which grow by doubling; node 0 is the root. Nodes are beliefs, each in one place
even if several paths lead to it. Members stand in a node in list order.
"""

import math
import time
from collections.abc import Callable
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from wordlelib import entropy
from wordlelib._jit import kernel
from wordlelib.bandits import Sampler, Thompson, _choose
from wordlelib.game import Beliefs, Game, State, _add_hints, _honour
from wordlelib.policy import (
    Arrays,
    InformationGain,
    Policy,
    Ranked,
    Rule,
    Workspace,
    _count_all_pairs,
    _pairs_decide,
    _perfect_candidate,
    _rank,
    _win,
    _workspace,
    rule_of,
)
from wordlelib.rollout import Rollout, _is_number
from wordlelib.search import (
    _all_allowed,
    _belief_key,
    _grown,
    _sort_by_code,
    _twice_rows,
    keys_of,
    later_interrupt,
    reordered,
)
from wordlelib.sweep import Counts, _sweep_one_by_one, new_counts

ROOT, NONE = 0, -1
SOLVED, SINGLE = -2, -3
NEVER = 2**60
FIRST_LIST = 8
ROUNDING = 1e-20
BUCKETS, EXACT_BUCKETS = 24, 8
NODES, EDGES, CHILDREN, MEMBERS, ROWS = range(5)
SLICE = 16
NO_PATH = np.zeros((0, 3), np.int64)

NODE = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("first", "last", "weight"),  # the belief in `members`
            *("parent", "guess", "code"),  # how it was first reached
            *("edges", "active", "listed", "room"),  # its guesses: in the tree, then those next in line
            *("rest",),  # least bound of all guesses that are not listed
            *("visits", "most"),  # its own, and those of its most visited guess
            *("lower", "upper", "plan"),  # bounds on the total, and the guess behind the upper one
            *("best",),  # the active guess of least value
            *("changes",),  # its row in the statistics
        )
    ]
    + [("value", np.float64), ("key", np.uint64)]
)
EDGE = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("guess", "visits"),
            *("lower", "upper"),
            *("children", "children_last"),
            *("certain",),  # what no child enters: this guess, and the last one where it leaves a single word
        )
    ]
    + [("first", np.float64), ("value", np.float64)]
)
CHANGES = np.dtype([("count", np.int64), ("mean", np.float64), ("square", np.float64)])


class Tree(NamedTuple):
    """The tree; `used` counts NODES, EDGES, CHILDREN, MEMBERS and ROWS of statistics."""

    nodes: np.ndarray
    edges: np.ndarray
    children: np.ndarray
    members: np.ndarray
    hints: np.ndarray
    changes: np.ndarray
    places: np.ndarray
    used: np.ndarray


class Config(NamedTuple):
    """What the kernels need of a search's settings; width 0 stands for widening."""

    sampler: int
    parameter: float
    width: int
    sampled: bool
    debias: bool
    centred: bool
    bounds: bool
    shared: bool
    predicted: bool


class Room(NamedTuple):
    """What kernels use again and again."""

    rule: Rule
    work: Workspace
    counts: Counts
    root_allowed: np.ndarray
    allowed: np.ndarray
    ends: np.ndarray
    guesses: np.ndarray
    firsts: np.ndarray
    bounds: np.ndarray
    ahead: np.ndarray
    spreads: np.ndarray


class Trace(NamedTuple):
    """How a search went, an entry for each iteration.

    Attributes
    ----------
    best : ndarray of int32
        The number of the guess of least value at the root.
    value : ndarray of float64
        That value: the expected number of guesses.
    lower, upper : ndarray of int64
        No strategy needs less than `lower`, and the best one found needs `upper`: sums of guesses over the words.
    """

    best: np.ndarray
    value: np.ndarray
    lower: np.ndarray
    upper: np.ndarray


class Arm(NamedTuple):
    """What a search knows of a guess at a belief.

    Attributes
    ----------
    guess
        The guess.
    visits
        How often it was simulated.
    first
        The first estimate of its Q-factor, from its entropy.
    tree
        What the tree below it says; the first estimate before any visit.
    value
        The same without bias, and within the bounds.
    spread
        The standard deviation of `value`.
    lower, upper
        Bounds on its Q-factor: nothing less is possible, and `upper` was found (infinite before the first visit).
    """

    guess: str
    visits: int
    first: float
    tree: float
    value: float
    spread: float
    lower: float
    upper: float


class Look(NamedTuple):
    """What an iteration did at one belief.

    Attributes
    ----------
    state
        The belief, as it was first reached.
    node
        Its number in the tree: the root has 0, and the others follow as they are made.
    guess
        The guess that the sampler picked.
    first
        Whether it was picked here for the first time.
    below
        The beliefs of two words or more to which the guess leads, by their rows: their numbers in the tree. With a
        sampled backup the one that was drawn, if any.
    """

    state: State
    node: int
    guess: str
    first: bool
    below: dict[str, int]


class TreeSearch:
    """A search from one state, which can go on at any time; with its defaults it is Action Value Tree Search.

    Parameters
    ----------
    game
        Any game, easy or hard.
    rng
        The source of randomness. It first puts the guesses into a random order, which decides all ties.
    sampler
        What picks the guess to simulate at each belief.
    backup
        "full": an iteration goes on below all feedbacks, and a guess's value is the Bellman equation over them.
        "sampled": it goes on below one feedback, drawn by its probability, and the value is a streamed mean, in which
        the first visit replaces the first estimate. There is no strategy and no bound then, only values.
    predictor
        What a new belief is thought to cost: by default the first estimate of its best guess; or what a policy needs
        from it, which must not draw its guesses at random. Guesses keep their first estimates in either case.
    width
        None for progressive widening: the next most promising guess joins when the least simulated one is simulated. A
        number keeps that many guesses from the start and never adds one (the lower bounds still count the others, so
        that such a search may end without proof); "all" takes all.
    debias
        Whether values are freed of their bias before they are compared.
    centred
        Whether the spread of a guess counts how far changes were from their mean, and not from zero.
    bounds
        Whether bounds rule out guesses and close beliefs that are proven.
    shared
        Whether a belief that is reached on several paths has one node.
    state
        Where to begin; by default before the first guess.

    Raises
    ------
    ValueError
        If an argument is out of range.
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
        centred: bool = False,
        bounds: bool = True,
        shared: bool = True,
        state: State | None = None,
    ) -> None:
        if not isinstance(rng, np.random.Generator):
            raise ValueError(f"rng: {rng!r}; expected a numpy.random.Generator")
        if backup not in ("full", "sampled"):
            raise ValueError(f"backup: {backup!r}; expected 'full' or 'sampled'")
        _check_settings(sampler, predictor, width)
        sampler = Thompson() if sampler is None else sampler
        state = game.start() if state is None else state
        if state.game is not game or state.solved:
            raise ValueError(f"state: {state!r}; expected an unsolved state of {game!r}")
        self.game, self.rng, self.sampler, self.backup, self.state = game, rng, sampler, backup, state
        self.predictor = None if predictor is None else Rollout(predictor, 1)
        self._order = rng.permutation(len(game.guesses)).astype(np.int32)
        self._arrays = reordered(game, self._order)
        self._keys = keys_of(game)
        rank = np.empty_like(self._order)
        rank[self._order] = np.arange(len(rank))
        self._rank = rank
        allowed = np.sort(rank[state.allowed])
        if not _all_allowed(self._arrays, state.candidates, allowed):
            raise ValueError(f"state: {state!r} with a possible word that is not allowed; expected all to be allowed")
        most = len(game.guesses) if width == "all" else int(width or 0)
        self._config = Config(
            sampler.kind,
            float(sampler.parameter),
            most,
            backup == "sampled",
            bool(debias),
            bool(centred),
            bool(bounds),
            bool(shared),
            predictor is not None,
        )
        self._room = _new_room(game, self._arrays, allowed)
        self._tree = self._new_tree()
        self._starts: dict[int, State] = {}
        self._node_of(state)
        self._first_upper = self.upper
        self._parts: list[Trace] = []
        self._path = NO_PATH
        self.iterations = 0
        self.seconds = 0.0

    def _new_tree(self) -> Tree:
        return Tree(
            np.zeros(64, NODE),
            np.zeros(512, EDGE),
            np.zeros(512, np.int64),
            np.zeros(4096, np.int32),
            np.zeros((64, self.game.hints_size), self._arrays.letters.dtype),
            np.zeros((16, BUCKETS), CHANGES),
            np.zeros(256, np.int64),
            np.zeros(5, np.int64),
        )

    def _hints_of(self, state: State) -> np.ndarray:
        hints = np.zeros(self.game.hints_size, self._arrays.letters.dtype)
        if hints.size:
            for guess, code in state.rows:
                _add_hints(self._arrays.letters, hints, self._rank[guess], code)
        return hints

    def run(
        self,
        iterations: int,
        stop_at: int | None = None,
        seconds: float | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Trace:
        """Go on with the search.

        It ends early when the root is proven, or as an argument says, or at Ctrl-C, which is raised once the few
        iterations under way are done; the search can go on afterwards.

        Parameters
        ----------
        iterations
            How many more.
        stop_at
            End as soon as a strategy is found that needs no more than this total.
        seconds
            A time limit.
        progress
            Called now and then with (iterations of this call done, iterations asked for).

        Returns
        -------
        Trace
            Of the whole search so far.
        """
        _check_number("iterations", iterations, 0)
        if stop_at is not None:
            _check_number("stop_at", stop_at, 0)
        if seconds is not None and not seconds > 0:
            raise ValueError(f"seconds: {seconds}; expected more than 0")
        begun = time.perf_counter()
        done, target = 0, -1 if stop_at is None else stop_at
        with later_interrupt() as interrupted:
            while done < iterations and not interrupted:
                if seconds is not None and time.perf_counter() - begun >= seconds:
                    break
                part = self._some(ROOT, min(SLICE, iterations - done), target)
                if not part.best.size:
                    break
                self._parts.append(part)
                self.iterations += part.best.size
                done += part.best.size
                if progress is not None:
                    progress(done, iterations)
            self.seconds += time.perf_counter() - begun
        return self.trace

    def think(self, state: State, visits: int) -> str | None:
        """Search from a state until it was simulated so often or is proven; give the guess to make there.

        What it finds does not enter the trace.

        Parameters
        ----------
        state
            A state of the game, with the guesses that its history allows.
        visits
            How often, with all simulations so far.
        """
        _check_number("visits", visits, 0)
        if not self.covers(state):
            raise ValueError(f"state: {state!r}; expected a state that follows from {self.state!r}")
        node = self._node_of(state)
        with later_interrupt() as interrupted:
            while not interrupted and self._tree.nodes[node]["visits"] < visits:
                if not self._some(node, min(SLICE, visits - self._tree.nodes[node]["visits"]), -1).best.size:
                    break
        return self.guess(state)

    def covers(self, state: State) -> bool:
        """Say whether a state belongs to the game, and the guesses allowed in it follow from those at the start."""
        if state.game is not self.game or state.solved:
            return False
        expected = _allowed_at(self._arrays, self._hints_of(state), self._room)
        return np.array_equal(np.sort(self._rank[state.allowed]), expected)

    def _some(self, root: int, count: int, target: int) -> Trace:
        """Make a few iterations from a node; fewer if it is proven or the target is reached."""
        trace = _new_trace(count)
        done, start = 0, Start(root, self.state.candidates, self._hints_of(self.state), np.uint64(0))
        while done < count:
            rest = Trace(*(column[done:] for column in trace))
            before = int(self._tree.used[NODES])
            made, path = self._advance(start, target, rest, NO_PATH)
            if self.predictor is not None and path.size:
                self._predict(before)
                made, _ = self._advance(start, target, rest, path)
            if not made:
                break
            self._path = path
            done += made
        return Trace(*(column[:done] for column in trace))

    def _advance(self, start: "Start", target: int, trace: Trace, path: np.ndarray) -> tuple[int, np.ndarray]:
        self._tree, number, path = _advance(
            self._config, self._arrays, self._keys, self._tree, self._room, self.rng, start, target, trace, path
        )
        return int(number), path

    def _node_of(self, state: State) -> int:
        """Give the node of a state; it is new if the search has not come to it."""
        before = int(self._tree.used[NODES])
        hints = self._hints_of(state)
        key = np.uint64(_belief_key(self._keys, state.candidates, hints))
        node, _ = self._advance(Start(NONE, state.candidates, hints, key), 0, _new_trace(0), NO_PATH)
        self._starts[node] = state
        self._predict(before)
        return node

    def _predict(self, before: int) -> None:
        """Give the nodes from number `before` on what the predicting policy needs from them."""
        if self.predictor is None:
            return
        rows = [self._rows(node) for node in range(before, self._tree.used[NODES])]
        for depth in {len(row) for row in rows}:
            chosen = [before + i for i, row in enumerate(rows) if len(row) == depth]
            beliefs = self._beliefs(chosen, [rows[node - before] for node in chosen])
            _set_costs(self._config, self._tree, np.array(chosen), self.predictor.base_costs(beliefs))

    def _beliefs(self, chosen: list[int], rows: list[np.ndarray]) -> Beliefs:
        """Give nodes of the same depth as beliefs of the game."""
        nodes, game = self._tree.nodes, self.game
        members = [self._tree.members[nodes[node]["first"] : nodes[node]["last"]] for node in chosen]
        allowed, ends = self.state.allowed, np.array([0, len(self.state.allowed)])
        if game.mode == "hard":
            lists = [np.sort(self._order[self._allowed(node)]) for node in chosen]
            allowed, ends = np.concatenate(lists), np.append(0, np.cumsum([x.size for x in lists]))
        offsets = np.append(0, np.cumsum([x.size for x in members]))
        return Beliefs(game, np.concatenate(members), offsets, np.stack(rows), allowed.astype(np.int32), ends)

    def _allowed(self, node: int) -> np.ndarray:
        """Give the guesses allowed at a node, in the order of the search."""
        return _allowed_at(self._arrays, self._tree.hints[node], self._room).copy()

    def _rows(self, node: int) -> np.ndarray:
        """Give the history of a node: an int32 array of shape (guesses made, 2)."""
        rows, nodes = [], self._tree.nodes
        while nodes[node]["parent"] != NONE:
            rows.append((self._order[nodes[node]["guess"]], nodes[node]["code"]))
            node = int(nodes[node]["parent"])
        return np.vstack([self._starts[node].rows, np.array(rows[::-1], np.int32).reshape(-1, 2)])

    @property
    def trace(self) -> Trace:
        """How the search went so far."""
        if not self._parts:
            return _new_trace(0)
        best, value, lower, upper = (np.concatenate(column) for column in zip(*self._parts, strict=True))
        return Trace(np.where(best >= 0, self._order[best], NONE).astype(np.int32), value, lower, upper)

    @property
    def lower(self) -> int:
        """A total that no strategy goes below."""
        return int(self._tree.nodes[ROOT]["lower"])

    @property
    def upper(self) -> int:
        """The total of the best strategy found: the sum of its guesses over the words, times their weights."""
        return int(self._tree.nodes[ROOT]["upper"])

    @property
    def proven(self) -> bool:
        """Whether no strategy is better than the best one found."""
        return self.lower >= self.upper

    @property
    def found_at(self) -> int:
        """The iteration of `run` after which the best strategy was known; 0 if none has found it."""
        found = np.flatnonzero(self.trace.upper == self.upper)
        return int(found[0]) + 1 if found.size and self.upper < self._first_upper else 0

    @property
    def nodes(self) -> int:
        """How many beliefs are in the tree."""
        return int(self._tree.used[NODES])

    @property
    def memory(self) -> int:
        """The bytes that the tree fills, without what its arrays hold in reserve."""
        tree = self._tree
        rows = (tree.nodes, tree.edges, tree.children, tree.members, tree.changes)
        filled = sum(int(used) * x[:1].nbytes for used, x in zip(tree.used, rows, strict=True))
        return filled + self.nodes * tree.hints[:1].nbytes + tree.places.nbytes

    def guess(self, state: State | None = None) -> str | None:
        """Give the guess to make in a state: that of the best strategy found, or of the least value.

        Where backups are sampled there is no strategy, only values.

        Parameters
        ----------
        state
            By default that in which the search began.

        Returns
        -------
        str or None
            None if the search has not come to the state, or nothing is better there than the predicting policy.
        """
        node = self._find(state)
        if node is None:
            return None
        found = self._tree.nodes[node]
        number = found["plan"]
        if self.backup == "sampled" and found["lower"] < found["upper"] and found["active"]:
            number = self._tree.edges[found["edges"] + found["best"]]["guess"]
        return None if number < 0 else self.game.guesses[self._order[number]]

    def arms(self, state: State | None = None) -> list[Arm]:
        """Give what is known of the guesses that are in the tree at a state, in the order in which they joined.

        Parameters
        ----------
        state
            By default that in which the search began.

        Returns
        -------
        list of Arm
            Empty if the search has not come to the state, or has proven it without a look at its guesses.
        """
        node = self._find(state)
        if node is None:
            return []
        found = self._tree.nodes[node]
        edges = self._tree.edges[found["edges"] : found["edges"] + found["active"]]
        values, spreads = np.empty(len(edges)), np.empty(len(edges))
        _judge(self._config, self._tree, self._room, node, values, spreads)
        return [
            Arm(
                self.game.guesses[self._order[edge["guess"]]],
                int(edge["visits"]),
                float(edge["first"]),
                float(edge["value"]),
                float(value),
                float(spread),
                float(edge["lower"] / found["weight"]),
                float(edge["upper"] / found["weight"]) if edge["upper"] < NEVER else math.inf,
            )
            for edge, value, spread in zip(edges, values, spreads, strict=True)
        ]

    def value(self, state: State | None = None) -> float:
        """Give the value of a state, the guesses expected from there on; NaN if the search has not come to it."""
        node = self._find(state)
        return math.nan if node is None else float(self._tree.nodes[node]["value"])

    def visits(self, state: State | None = None) -> int:
        """Give how often a state was simulated; 0 if the search has not come to it."""
        node = self._find(state)
        return 0 if node is None else int(self._tree.nodes[node]["visits"])

    def looks(self) -> list[Look]:
        """Give what the last iteration did: a look for each guess it picked, a belief before those below it."""
        picks = self._path[:, :2].tolist()
        return [
            self._look(node, place, int(reached), picks[:i].count([node, place]) - picks.count([node, place]))
            for i, ((node, place), reached) in enumerate(zip(picks, self._path[:, 2], strict=True))
        ]

    def _look(self, node: int, place: int, reached: int, later: int) -> Look:
        """Read a row of a path; -`later` of the guess's visits are this one and those after it."""
        tree, top = self._tree, node
        while tree.nodes[top]["parent"] != NONE:
            top = int(tree.nodes[top]["parent"])
        state = self._starts[top]
        for number, code in self._rows(node)[len(state.rows) :]:
            state = state.after(self.game.guesses[number], self.game.show(int(code)))
        edge = tree.edges[tree.nodes[node]["edges"] + place]
        guess = self._order[edge["guess"]]
        below = tree.children[edge["children"] : edge["children_last"]].tolist()
        if self.backup == "sampled":
            below = [reached] if reached >= 0 else []
        codes = [self.game.codes[guess, tree.members[tree.nodes[child]["first"]]] for child in below]
        rows = [self.game.show(int(code)) for code in codes]
        first = bool(edge["visits"] + later == 0)
        return Look(state, node, self.game.guesses[guess], first, dict(zip(rows, below, strict=True)))

    def _find(self, state: State | None) -> int | None:
        """Give the node of a state, or None."""
        if state is None:
            return ROOT
        key = np.uint64(_belief_key(self._keys, state.candidates, self._hints_of(state)))
        node = int(_look_up(self._tree, key))
        if node == NONE and not self._config.shared:
            node = self._below(ROOT, state.rows[len(self.state.rows) :])
        return None if node == NONE else node

    def _below(self, node: int, rows: np.ndarray) -> int:
        """Give the node that a history leads to from another, or NONE."""
        for guess, code in rows:
            found = self._tree.nodes[node]
            edges = self._tree.edges[found["edges"] : found["edges"] + found["active"]]
            edges = edges[(edges["guess"] == self._rank[guess]) & (edges["children"] != NONE)]
            children = [child for edge in edges for child in range(edge["children"], edge["children_last"])]
            numbers = self._tree.children[children]
            numbers = numbers[self._tree.nodes[numbers]["code"] == code]
            if not numbers.size:
                return NONE
            node = int(numbers[0])
        return node


class AVTS(Policy):
    """Play by tree search: before each guess, search until its belief was simulated often enough or is proven.

    What was found is kept, and later decisions go on from there.

    Parameters
    ----------
    iterations
        How often a belief is simulated before a guess is made there.
    seed
        For the random numbers; a search for each game is made from it.
    sampler, predictor, width
        As for `TreeSearch`.
    search
        A search to go on with, with settings of its own; other games get a search by the arguments above.

    Raises
    ------
    ValueError
        If an argument is out of range.
    """

    def __init__(
        self,
        iterations: int = 100,
        seed: int = 0,
        sampler: Sampler | None = None,
        predictor: Policy | None = None,
        width: int | str | None = None,
        search: TreeSearch | None = None,
    ) -> None:
        _check_number("iterations", iterations, 1)
        _check_number("seed", seed, 0)
        _check_settings(sampler, predictor, width)
        self.iterations, self.seed = int(iterations), int(seed)
        self.sampler, self.predictor, self.width = sampler, predictor, width
        self._searches: WeakKeyDictionary[Game, TreeSearch] = WeakKeyDictionary()
        if search is not None:
            self._searches[search.game] = search

    @property
    def name(self) -> str:  # type: ignore[override]
        """Say how long it searches."""
        return f"avts({self.iterations})"

    def __repr__(self) -> str:
        """Look like the call that makes the policy."""
        return f"AVTS({self.iterations}, {self.seed})"

    def decide(self, state: State) -> str:
        """Give the guess of the best strategy found."""
        return self._thought(state)[1]

    def _thought(self, state: State) -> tuple[TreeSearch, str]:
        """Search from a state; give the search and the guess to make."""
        search = self.search(state.game)
        if not search.covers(state):
            search = self._new_search(state)
        guess = search.think(state, self.iterations)
        if guess is None:
            assert search.predictor is not None
            guess = search.predictor.base.decide(state)
        return search, guess

    def rank(self, state: State, best: int = 10) -> list[Ranked]:
        """Rank the guesses that are in the tree by their values: guesses expected from here on.

        Parameters
        ----------
        state
            The belief.
        best
            How many guesses to give.

        Returns
        -------
        list of Ranked
            The guess of the best strategy found, then the others; fewer than `best` if not as many were looked at.
        """
        if best < 1:
            raise ValueError(f"best: {best}; expected at least 1")
        search, chosen = self._thought(state)
        possible = set(state.words)
        values = {arm.guess: arm.value for arm in search.arms(state)}
        if chosen not in values:
            values = {chosen: search.value(state)}
        ranked = sorted(values, key=lambda guess: (guess != chosen, values[guess]))
        return [Ranked(guess, values[guess], guess in possible) for guess in ranked[:best]]

    def search(self, game: Game) -> TreeSearch:
        """Give the search of a game, with what it has found so far."""
        if game not in self._searches:
            self._searches[game] = self._new_search(game.start())
        return self._searches[game]

    def _new_search(self, state: State) -> TreeSearch:
        rng, settings = np.random.default_rng(self.seed), (self.sampler, "full", self.predictor, self.width)
        return TreeSearch(state.game, rng, *settings, state=state)


def _check_number(name: str, value: object, least: int) -> None:
    if not _is_number(value) or int(value) < least:  # type: ignore[call-overload]
        raise ValueError(f"{name}: {value!r}; expected a number, at least {least}")


def _check_settings(sampler: Sampler | None, predictor: Policy | None, width: int | str | None) -> None:
    if sampler is not None and not isinstance(sampler, Sampler):
        raise ValueError(f"sampler: {sampler!r}; expected a sampler from wordlelib.bandits")
    if predictor is not None and not isinstance(predictor, Policy):
        raise ValueError(f"predictor: {predictor!r}; expected a policy, or None for the estimate from entropy")
    if width not in (None, "all") and (not _is_number(width) or int(width) < 1):
        raise ValueError(f"width: {width!r}; expected a number from 1, 'all', or None for widening")


def _new_room(game: Game, arrays: Arrays, allowed: np.ndarray) -> Room:
    guesses = len(game.guesses)
    return Room(
        rule_of(InformationGain(), game, len(game.hidden)),
        _workspace(arrays),
        new_counts(arrays, np.ones(1, np.int64)),
        allowed.astype(np.int32),
        np.empty(guesses, np.int32),
        np.zeros(game.cells + 1, np.int64),
        np.empty(guesses, np.int32),
        np.empty(guesses, np.float64),
        np.empty(guesses, np.int64),
        np.zeros(BUCKETS + 1, np.float64),
        np.zeros(BUCKETS + 1, np.float64),
    )


def _new_trace(size: int) -> Trace:
    return Trace(np.empty(size, np.int32), np.empty(size), np.empty(size, np.int64), np.empty(size, np.int64))


class Start(NamedTuple):
    """Where to begin: a node, or (node NONE) a belief, its hints and its key."""

    node: int
    members: np.ndarray
    hints: np.ndarray
    key: np.uint64


@kernel
def _advance(config, game, keys, tree, room, rng, start, target, trace, path):
    """Make iterations from a node until the trace is full, the node is proven or needs no more than the target.

    Gives how many were made. There is one entry for all, so that it is compiled once: where new nodes wait for what a
    policy needs from them, it stops and gives the path, and is called again with the path to back it up; and with a
    belief to begin at, it makes no iteration and gives its node.
    """
    if start.node == NONE:
        known = _look_up(tree, start.key)
        if known == NONE:
            tree, known = _add(
                config, game, tree, room, start.members, start.hints, start.key, start.node, start.node, start.node
            )
            tree.places[_place(tree.nodes, tree.places, start.key)] = known + 1
        return tree, known, path
    waiting = path.shape[0] > 0
    for i in range(trace.best.size):
        if not waiting:
            if _is_over(config, tree, start.node, target):
                return tree, np.int64(i), path
            tree, path = _descend(config, game, keys, tree, room, rng, start.node)
            if config.predicted:
                return tree, np.int64(i), path
        tree = _back_up(config, tree, room, path)
        _note(tree, start.node, trace, i)
        if waiting:
            return tree, np.int64(1), path
    return tree, np.int64(trace.best.size), path


@kernel
def _is_over(config, tree, root, target):
    """Say whether there is nothing to do at a root."""
    return not _is_open(config, tree, root) or tree.nodes[root]["upper"] <= target


@kernel
def _is_open(config, tree, node):
    """Say whether a node is still to be simulated: it has two words at least and, with bounds, is not proven."""
    record = tree.nodes[node]
    closed = config.bounds and record["lower"] >= record["upper"]
    return record["last"] - record["first"] > 1 and not closed


@kernel
def _note(tree, root, trace, i):
    """Write what the root knows after an iteration."""
    record = tree.nodes[root]
    trace.best[i] = tree.edges[record["edges"] + record["best"]]["guess"]
    trace.value[i], trace.lower[i], trace.upper[i] = record["value"], record["lower"], record["upper"]


@kernel
def _descend(config, game, keys, tree, room, rng, root):
    """Select a guess at the root and at nodes below it, and expand those tried for the first time.

    Gives the path: rows of node, place of the guess at the node, and with sampled backups what was reached, a node or
    SOLVED or SINGLE. A node comes after its parent.
    """
    path, count = np.empty((64, 3), np.int64), 0
    pending, waiting = np.empty(64, np.int64), 1
    pending[0] = root
    while waiting > 0:
        waiting -= 1
        node = pending[waiting]
        tree, place = _select(config, game, tree, room, rng, node)
        if count == path.shape[0]:
            path = _twice_rows(path)
        path[count, 0], path[count, 1], path[count, 2] = node, place, NONE
        edge = tree.edges[tree.nodes[node]["edges"] + place]
        if config.sampled:
            before = tree.used[NODES]
            tree, reached = _sample(config, game, keys, tree, room, rng, node, edge["guess"])
            path[count, 2] = reached
            if 0 <= reached < before and _is_open(config, tree, reached):
                pending[0], waiting = reached, 1
        elif edge["children"] == NONE:
            tree = _expand(config, game, keys, tree, room, node, place)
        else:
            first, last = edge["children"], edge["children_last"]
            pending = _grown(pending, waiting + last - first)
            for i in range(last - 1, first - 1, -1):
                if _is_open(config, tree, tree.children[i]):
                    pending[waiting] = tree.children[i]
                    waiting += 1
        count += 1
    return tree, path[:count]


@kernel
def _select(config, game, tree, room, rng, node):
    """Give the place of the guess that the sampler picks; let the next one join if the least simulated is picked.

    With bounds, a guess that cannot be better than the best strategy found is out of the race, unless all are and no
    other can join.
    """
    count, every = 0, not config.bounds
    while True:
        record = tree.nodes[node]
        active = record["active"]
        values, spreads = np.empty(active), np.empty(active)
        firsts, visits, places = np.empty(active), np.empty(active, np.int64), np.empty(active, np.int64)
        _judge(config, tree, room, node, values, spreads)
        for place in range(active):
            edge = tree.edges[record["edges"] + place]
            if every or edge["lower"] < record["upper"]:
                values[count], spreads[count] = values[place], spreads[place]
                firsts[count], visits[count], places[count] = edge["first"], edge["visits"], place
                count += 1
        if count > 0:
            break
        every = config.width > 0
        if not every:
            tree = _join(config, game, tree, room, node)
    chosen = _choose(
        config.sampler, config.parameter, values[:count], visits[:count], firsts[:count], spreads[:count], rng
    )
    if config.width == 0 and visits[chosen] == visits[:count].min():
        tree = _join(config, game, tree, room, node)
    return tree, places[chosen]


@kernel
def _join(config, game, tree, room, node):
    """Let the most promising guess that is not yet in the tree join the guesses of a node, if there is one."""
    record = tree.nodes[node]
    if record["active"] == record["listed"] and record["rest"] < (record["upper"] if config.bounds else NEVER):
        tree = _list(config, game, tree, room, node, 2 * record["room"])
        record = tree.nodes[node]
    record["active"] = min(record["active"] + 1, record["listed"])
    return tree


@kernel
def _expand(config, game, keys, tree, room, node, place):
    """Give a guess its children: a node for each class of two words or more."""
    nodes, edges, children, members, hints, changes, places, used = tree
    record = nodes[node]
    guess = edges[record["edges"] + place]["guess"]
    size = record["last"] - record["first"]
    sorted_members = np.empty(2 * size, np.int32)
    sorted_members[:size] = members[record["first"] : record["last"]]
    filled = _sort_by_code(game.codes[guess], sorted_members, 0, size, size, room.ends)
    children = _grown(children, used[CHILDREN] + size)
    first, certain = used[CHILDREN], record["weight"]
    tree = Tree(nodes, edges, children, members, hints, changes, places, used)
    start = size
    while start < filled:
        code = np.int64(game.codes[guess, sorted_members[start]])
        stop = -room.ends[code] - 1
        room.ends[code] = 0
        if code != game.solved:
            if stop - start == 1:
                certain += game.weights[sorted_members[start]]
            else:
                mine = sorted_members[start:stop].copy()
                tree, child = _child(config, game, keys, tree, room, node, guess, code, mine)
                tree.children[used[CHILDREN]] = child
                used[CHILDREN] += 1
        start = stop
    edge = tree.edges[tree.nodes[node]["edges"] + place]
    edge["children"], edge["children_last"], edge["certain"] = first, used[CHILDREN], certain
    return tree


@kernel
def _sample(config, game, keys, tree, room, rng, node, guess):
    """Draw a hidden word and give what the guess leads to: a node, or SINGLE, or SOLVED."""
    record = tree.nodes[node]
    mine = tree.members[record["first"] : record["last"]]
    drawn, i = rng.integers(0, record["weight"]), 0
    while drawn >= game.weights[mine[i]]:
        drawn -= game.weights[mine[i]]
        i += 1
    code = np.int64(game.codes[guess, mine[i]])
    if code == game.solved:
        return tree, np.int64(SOLVED)
    alike = mine[game.codes[guess][mine] == code]
    if alike.size == 1:
        return tree, np.int64(SINGLE)
    return _child(config, game, keys, tree, room, node, guess, code, alike)


@kernel
def _child(config, game, keys, tree, room, node, guess, code, members):
    """Give the node of the members that get a code: new, or one that is known."""
    hints = tree.hints[node].copy()
    if hints.size > 0:
        _add_hints(game.letters, hints, guess, code)
    key = _belief_key(keys, members, hints)
    known = _look_up(tree, key) if config.shared else np.int64(NONE)
    if known != NONE:
        return tree, known
    return _add(config, game, tree, room, members, hints, key, node, guess, code)


@kernel
def _add(config, game, tree, room, members, hints, key, parent, guess, code):
    """Make a node for a belief."""
    nodes, edges, children, pool, all_hints, changes, places, used = tree
    node, first = used[NODES], used[MEMBERS]
    nodes = _grown(nodes, node + 1)
    pool = _grown(pool, first + members.size)
    if node == all_hints.shape[0]:
        all_hints = _twice_rows(all_hints)
    if 2 * (node + 1) > places.size:
        larger = np.zeros(2 * places.size, np.int64)
        for place in places:
            if place > 0:
                larger[_place(nodes, larger, nodes[place - 1]["key"])] = place
        places = larger
    pool[first : first + members.size] = members
    all_hints[node] = hints
    used[NODES], used[MEMBERS] = node + 1, first + members.size
    record = nodes[node]
    record["first"], record["last"], record["key"] = first, first + members.size, key
    record["parent"], record["guess"], record["code"] = parent, guess, code
    record["edges"] = record["changes"] = NONE
    record["active"] = record["listed"] = record["room"] = record["best"] = record["visits"] = record["most"] = 0
    record["rest"] = NEVER
    if config.shared:
        places[_place(nodes, places, key)] = node + 1
    tree = Tree(nodes, edges, children, pool, all_hints, changes, places, used)
    return _assess(config, game, tree, room, node), node


@kernel
def _assess(config, game, tree, room, node):
    """Give a new node its bounds and its first value, and list its most promising guesses unless it is proven."""
    record = tree.nodes[node]
    mine = tree.members[record["first"] : record["last"]]
    weight, upper = np.int64(0), np.int64(0)
    order = np.argsort(-game.weights[mine], kind="mergesort")
    for i in range(order.size):
        weight += game.weights[mine[order[i]]]
        upper += (i + 1) * game.weights[mine[order[i]]]
    heaviest = mine[order[0]]
    record["weight"], record["upper"], record["plan"] = weight, upper, game.guess_of_hidden[heaviest]
    record["lower"] = 2 * weight - game.weights[heaviest]
    if config.bounds and mine.size > 2:
        allowed = _allowed_at(game, tree.hints[node], room)
        perfect, value = _perfect_candidate(game, mine, allowed, True, room.work), record["lower"]
        if perfect < 0 and _pairs_decide(game, mine, allowed, room.rule):
            perfect, value = _count_all_pairs(game, mine, room.work, True), 2 * weight
        if perfect >= 0:
            record["lower"], record["upper"], record["plan"] = value, value, perfect
    if _is_open(config, tree, node):
        tree = _list(config, game, tree, room, node, FIRST_LIST if config.width == 0 else config.width)
        record = tree.nodes[node]
        record["active"] = 1 if config.width == 0 else record["listed"]
        _refresh(config, tree, room, node)
    else:
        record["value"] = record["upper"] / weight
    return tree


@kernel
def _allowed_at(game, hints, room):
    """Give the guesses that hints allow, in order."""
    if hints.size == 0 or not np.any(hints):
        return room.root_allowed
    return room.allowed[: _honour(game.letters, game.letter_sets, room.root_allowed, hints, room.allowed)]


@kernel
def _list(config, game, tree, room, node, most):
    """List the most promising guesses of a node, in order, after those that it has listed already.

    The first list of a node has FIRST_LIST guesses, each further one twice as many, as long as another guess may help.
    """
    nodes, edges, children, members, hints, changes, places, used = tree
    record = nodes[node]
    mine = members[record["first"] : record["last"]]
    allowed = _allowed_at(game, hints[node], room)
    count, rest = _most_promising(config, game, mine, allowed, most, room)
    before, first, listed = record["edges"], used[EDGES], record["listed"]
    edges = _grown(edges, first + max(count, listed))
    for i in range(listed):
        edges[first + i] = edges[before + i]
    for i in range(listed, count):
        edge = edges[first + i]
        edge["guess"], edge["first"], edge["value"] = room.guesses[i], room.firsts[i], room.firsts[i]
        edge["lower"], edge["upper"], edge["children"] = room.bounds[i], NEVER, NONE
        edge["visits"] = 0
    used[EDGES] += max(count, listed)
    record["edges"], record["listed"], record["room"], record["rest"] = first, max(count, listed), most, rest
    return Tree(nodes, edges, children, members, hints, changes, places, used)


@kernel
def _most_promising(config, game, members, allowed, most, room):
    """Write the guesses of least first estimate to the room, the best first, with their bounds.

    Gives how many they are, `most` or fewer, and the least bound of all others (NEVER if none is left). Guesses that
    tell nothing are left out. The guesses of most information are sure to be the best but for possible words, which may
    end the game; so these are all looked at.
    """
    n, rule, work = members.size, room.rule, room.work
    weight, apart = np.int64(0), np.int64(0)
    for m in members:
        weight += game.weights[m]
        apart += rule.table[game.weights[m]]
    ranked = room.guesses[: min(most, allowed.size)]
    _rank(game, members, allowed, rule, work, False, ranked)
    found, firsts, size = np.empty(ranked.size + n, np.int32), np.empty(ranked.size + n), 0
    limit = np.inf
    for i in range(ranked.size):
        guess = np.int64(ranked[i])
        estimate = _first_estimate(game, members, guess, np.int64(0), weight, apart, room)
        if ranked.size < allowed.size:
            limit = estimate
        if _win(game, guess, members) == 0 and estimate < np.inf:
            found[size], firsts[size] = guess, estimate
            size += 1
    for m in members:
        guess = np.int64(game.guess_of_hidden[m])
        estimate = _first_estimate(game, members, guess, game.weights[m], weight, apart, room)
        if estimate <= limit and estimate < np.inf:
            found[size], firsts[size] = guess, estimate
            size += 1
    order = np.argsort(found[:size], kind="mergesort")
    order = order[np.argsort(firsts[:size][order], kind="mergesort")][:most]
    room.guesses[: order.size] = found[:size][order]
    room.firsts[: order.size] = firsts[:size][order]
    if not config.bounds:
        room.bounds[: order.size] = weight
        complete = ranked.size == allowed.size and order.size == size
        return order.size, np.int64(NEVER if complete else 0)
    if _pairs_decide(game, members, allowed, rule):
        return order.size, _bound_by_pairs(game, members, weight, order.size, room)
    return order.size, _bound_one_by_one(game, members, allowed, weight, order.size, room)


@kernel
def _first_estimate(game, members, guess, win, weight, apart, room):
    """Estimate the cost of a guess from the entropy of its feedback, as if each further guess gained as much.

    With p its chance to win, this is p + (1 - p) (H(b) / H(z) + 1) (the AVTS essay's base predictor, as a cost).
    """
    table = room.rule.table
    if game.uniform:
        cost = entropy._sparse_cost(game.codes[guess], members, False, table, room.work.counts)
    else:
        cost = entropy._weighted_cost(
            game.codes[guess], members, game.weights, entropy.INFORMATION, table, room.work.counts, room.work.mass
        )
    if cost >= table[weight]:
        return np.inf
    p = win / weight
    return p + (1 - p) * ((table[weight] - apart) / (table[weight] - cost) + 1)


@kernel
def _bound_by_pairs(game, members, weight, listed, room):
    """Bound the totals of the listed guesses from below, with pairs counted; give the least bound of all others.

    A guess after which the words of weight R are not the first of their class needs 2 W + R, less its own weight if it
    may be the hidden word (see `branch_and_bound.py`).
    """
    repeats, useless = room.work.doubles, members.size - 1
    for i in range(listed):
        guess = room.guesses[i]
        room.bounds[i] = 2 * weight + repeats[guess] - _win(game, guess, members)
        repeats[guess] = useless
    rest = np.int64(useless)
    for m in members:
        guess = game.guess_of_hidden[m]
        if repeats[guess] < useless:
            rest = min(rest, np.int64(repeats[guess]) - 1)
            repeats[guess] = useless
    fewest = np.uint8(255)
    for guess in range(repeats.size):
        fewest = min(fewest, repeats[guess])
    rest = min(rest, np.int64(fewest))
    return 2 * weight + rest if rest < useless else np.int64(NEVER)


@kernel
def _bound_one_by_one(game, members, allowed, weight, listed, room):
    """Do what `_bound_by_pairs` does for any prior and any list of allowed guesses."""
    heaviest_first = members[np.argsort(-game.weights[members], kind="mergesort")]
    _sweep_one_by_one(game, heaviest_first, allowed, room.counts, False)
    repeats, lost, useless = room.counts.repeats, room.counts.lost, members.size - 1
    for i in range(listed):
        place = np.searchsorted(allowed, room.guesses[i])
        more = np.int64(repeats[place]) if game.uniform else lost[place]
        room.bounds[i] = 2 * weight + more - _win(game, room.guesses[i], members)
        repeats[place] = useless
    rest, heaviest = np.int64(NEVER), game.weights[heaviest_first[0]]
    for i in range(allowed.size):
        if repeats[i] < useless:
            more = np.int64(repeats[i]) if game.uniform else lost[i]
            if more - heaviest < rest:
                rest = min(rest, more - _win(game, allowed[i], members))
    return rest if rest == NEVER else 2 * weight + rest


@kernel
def _back_up(config, tree, room, path):
    """Give the guesses of a path new values, from the end of the path to its beginning, and their nodes with them."""
    nodes, edges, children, members, hints, changes, places, used = tree
    for row in range(path.shape[0] - 1, -1, -1):
        node = path[row, 0]
        record = nodes[node]
        edge = edges[record["edges"] + path[row, 1]]
        before = edge["value"]
        if config.sampled:
            reached = path[row, 2]
            cost = 1.0
            if reached == SINGLE:
                cost = 2.0
            elif reached != SOLVED:
                cost = 1.0 + nodes[reached]["value"]
            edge["value"] += (cost - before) / (edge["visits"] + 1)
        else:
            value = np.float64(edge["certain"])
            edge["lower"], edge["upper"] = edge["certain"], edge["certain"]
            for i in range(edge["children"], edge["children_last"]):
                child = nodes[children[i]]
                value += child["value"] * child["weight"]
                edge["lower"] += child["lower"]
                edge["upper"] += child["upper"]
            edge["value"] = value / record["weight"]
        if record["changes"] == NONE:
            if used[ROWS] == changes.shape[0]:
                changes = _twice_rows(changes)
            record["changes"] = used[ROWS]
            changes[used[ROWS]] = np.zeros(BUCKETS, CHANGES)
            used[ROWS] += 1
        _record_change(changes[record["changes"]], edge["visits"], edge["value"] - before)
        edge["visits"] += 1
        record["visits"] += 1
        record["most"] = max(record["most"], edge["visits"])
        tree = Tree(nodes, edges, children, members, hints, changes, places, used)
        _refresh(config, tree, room, node)
    return tree


@kernel
def _record_change(row, visits, change):
    """Add what a visit changed to the streamed means of its bucket: that of the changes, and that of their squares."""
    bucket = row[_bucket(visits)]
    bucket["count"] += 1
    bucket["mean"] += (change - bucket["mean"]) / bucket["count"]
    bucket["square"] += (change**2 - bucket["square"]) / bucket["count"]


@kernel
def _bucket(visits):
    """Give the bucket of a number of visits: exact ones first, then doubling, so that their number is fixed."""
    if visits < EXACT_BUCKETS:
        return visits
    bucket = EXACT_BUCKETS
    while bucket < BUCKETS - 1 and visits >= _bucket_start(bucket + 1):
        bucket += 1
    return bucket


@kernel
def _bucket_start(bucket):
    """Give the least number of visits in a bucket."""
    return bucket if bucket < EXACT_BUCKETS else EXACT_BUCKETS << (bucket - EXACT_BUCKETS)


@kernel
def _judge(config, tree, room, node, values, spreads):
    """Write the value and the spread of each active guess of a node.

    What is still to come for a guess of v visits is the sum of what guesses at this node changed on later visits, up to
    the most visited one: the sum of the mean changes is the bias, that of the mean squares the square of the spread.
    Where no guess changed on a visit, by more than rounding, the visit before stands in.

    The mean squares are not centred: about the mean of two or three guesses, those few agree too well, and the search
    would settle on them.
    """
    record = tree.nodes[node]
    most = record["most"]
    bias, variance = room.ahead, room.spreads
    last, top = 0.0, np.int64(0)
    if most > 0:
        row, top = tree.changes[record["changes"]], _bucket(most - 1)
        for b in range(top + 1):
            count = row[b]["count"]
            seen = row[b]["square"]
            if config.centred and count > 1:
                seen -= row[b]["mean"] ** 2
            if seen > ROUNDING:
                last = seen * count / max(count - 1, 1)
            bias[b], variance[b] = row[b]["mean"], last
    for place in range(record["active"]):
        edge = tree.edges[record["edges"] + place]
        visits, value, square = edge["visits"], edge["value"], 0.0
        if visits >= most:
            square = last
        else:
            for b in range(_bucket(visits), top + 1):
                steps = min(_bucket_start(b + 1), most) - max(_bucket_start(b), visits)
                square += steps * variance[b]
                if config.debias:
                    value += steps * bias[b]
        if config.bounds:
            value = max(value, edge["lower"] / record["weight"])
            if edge["upper"] < NEVER:
                value = min(value, edge["upper"] / record["weight"])
        values[place], spreads[place] = value, math.sqrt(square)


@kernel
def _refresh(config, tree, room, node):
    """Give a node the value of its best guess, and the bounds that follow from its guesses."""
    record = tree.nodes[node]
    active, weight = record["active"], record["weight"]
    values, spreads = np.empty(active), np.empty(active)
    _judge(config, tree, room, node, values, spreads)
    best = 0
    for place in range(active):
        edge = tree.edges[record["edges"] + place]
        if values[place] < values[best]:
            best = place
        if edge["upper"] < record["upper"] or (edge["upper"] == record["upper"] and record["plan"] == NONE):
            record["upper"], record["plan"] = edge["upper"], edge["guess"]
    record["best"], record["value"] = best, values[best]
    if config.bounds:
        record["lower"] = min(max(record["lower"], _least_bound(tree, node)), record["upper"])
        record["value"] = min(max(values[best], record["lower"] / weight), record["upper"] / weight)


@kernel
def _set_costs(config, tree, chosen, costs):
    """Give new nodes what the predicting policy needs from them; its strategy is one, so it bounds them from above."""
    for i in range(chosen.size):
        record = tree.nodes[chosen[i]]
        if _is_open(config, tree, chosen[i]):
            record["value"] = costs[i] / record["weight"]
            if costs[i] < record["upper"]:
                record["upper"], record["plan"] = np.int64(round(costs[i])), NONE
            if config.bounds:
                record["lower"] = min(max(record["lower"], _least_bound(tree, chosen[i])), record["upper"])


@kernel
def _least_bound(tree, node):
    """Give the least bound of the guesses at a node, those included that are not listed."""
    record = tree.nodes[node]
    least = record["rest"]
    for i in range(record["edges"], record["edges"] + record["listed"]):
        least = min(least, tree.edges[i]["lower"])
    return least


@kernel
def _look_up(tree, key):
    """Give the node of a belief's key, or NONE."""
    return tree.places[_place(tree.nodes, tree.places, key)] - 1


@kernel
def _place(nodes, places, key):
    """Give where a key's node stands among the places (one more than its number; 0 is free), or where it would."""
    mask = np.uint64(places.size - 1)
    place = key & mask
    while places[place] != 0 and nodes[places[place] - 1]["key"] != key:
        place = (place + np.uint64(1)) & mask
    return place

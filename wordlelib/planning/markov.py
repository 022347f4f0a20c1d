"""Markov chains and finite Markov decision processes, small enough to solve by linear algebra.

Costs are minimised, there is no discount, and every process ends in a state that costs nothing. This is a stochastic
shortest path problem (Bertsekas 2017, volume I, chapter 5). A guessing game is one: its states are the beliefs, its
controls the guesses, and each guess costs 1.

The Bellman equation J = T J is solved by value iteration, by policy iteration, and by Newton's method, which is again
policy iteration (Bertsekas 2022). T is the minimum of the linear operators T_mu, and the policy that is greedy at J
gives the one that touches T there.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.game import checked
from wordlelib.game.game import Beliefs, Game
from wordlelib.game.policy import Policy
from wordlelib.game.tree import DecisionTree
from wordlelib.kernels.arrays import allocate
from wordlelib.kernels.markov import DONE, Classes, back_substitute, new_process, q_factors, reachable

TIE = 1e-9  # guesses by which values may differ and count as equal, far above rounding errors
MOST_STEPS = 10**8  # more take minutes


@dataclass(frozen=True, eq=False)
class MarkovChain:
    """A chain that ends, given by the transitions among the states in which it goes on.

    Attributes
    ----------
    transitions : ndarray of float64, shape (states, states)
        ``transitions[x, y]`` is the probability of going from x to y. The difference between the sum of a row and 1 is
        the probability of ending. The end must be within reach of every state.
    labels
        A name for each state.
    """

    transitions: np.ndarray
    labels: list[str]

    def __post_init__(self) -> None:
        n = len(checks.texts("labels", self.labels, "a name for each state"))
        transitions = checks.real_numbers("transitions", self.transitions, (n, n), f"{(n, n)}, one row a label")
        object.__setattr__(self, "transitions", transitions)
        rows = self.transitions.sum(axis=1)
        if not np.all(self.transitions >= 0) or not np.all(rows <= 1 + 1e-9):
            least, most = self.transitions.min(), rows.max()
            raise ValueError(
                f"transitions: least entry {least:.6g}, a row sums to {most:.6g}; expected >= 0, at most 1"
            )
        ends = _can_end(self.transitions)
        if not ends.all():
            raise ValueError(f"transitions: from state {self.labels[int(np.argmin(ends))]!r} the chain never ends")

    def expected_steps(self) -> np.ndarray:
        """Compute the expected number of steps to the end from each state, as float64 of shape (states,).

        The steps solve the linear system t = 1 + P t, which counts one step and the steps that follow.
        """
        size = len(self.labels)
        return np.linalg.solve(np.eye(size) - self.transitions, np.ones(size))

    def simulate(self, start: int, runs: int, rng: np.random.Generator) -> np.ndarray:
        """Draw how many steps the chain takes to end, `runs` times, as an int64 array of shape (runs,)."""
        checks.integer("start", start, most=len(self.labels) - 1)
        checks.integer("runs", runs, most=MOST_STEPS)
        checks.generator("rng", rng)
        cumulative = np.cumsum(self.transitions, axis=1)
        state, steps = np.full(runs, start), np.zeros(runs, np.int64)
        while (going := state != DONE).any():
            steps += going
            draw = rng.random(runs)
            following = (draw[:, None] >= cumulative[state]).sum(axis=1)
            state = np.where(going & (following < len(self.labels)), following, DONE)
        return steps


def _can_end(transitions: np.ndarray) -> np.ndarray:
    """Find the states from which the end can be reached."""
    ends = transitions.sum(axis=1) < 1 - 1e-9
    while np.any(further := ~ends & (transitions @ ends > 0)):
        ends |= further
    return ends


def chain_of(tree: DecisionTree) -> MarkovChain:
    """Read a policy's tree as a chain of beliefs, in which the feedback gives the probabilities of the transitions."""
    checks.instance("tree", tree, DecisionTree, "a DecisionTree, as play gives")
    game, nodes = tree.game, len(tree.guess)
    weight = np.zeros(nodes)
    for hidden in np.flatnonzero(tree.guesses_used):
        weight[tree.nodes_of(int(hidden))] += game.weights[hidden]
    transitions = np.zeros((nodes, nodes))
    for node in range(1, nodes):
        above = tree.parent[node]
        transitions[above, node] = weight[node] / weight[above]
    return MarkovChain(transitions, [f"{game.guesses[g]} ({n})" for g, n in zip(tree.guess, tree.size, strict=True)])


@dataclass(frozen=True, eq=False)
class DecisionProcess:
    """A finite Markov decision process with flat transition lists.

    Control j belongs to state ``state[j]`` and may lead to ``following[first[j]:first[j + 1]]``, with the probabilities
    at the same places, which sum to 1. DONE is the end. Each state has a control.

    Attributes
    ----------
    state : ndarray of integers, shape (controls,)
        The state of each control, ascending, so that the controls of one state stand together.
    cost : ndarray of float64, shape (controls,)
        The expected cost of one step.
    first : ndarray of integers, shape (controls + 1,)
    following : ndarray of integers, shape (transitions,)
    probability : ndarray of float64, shape (transitions,)
    states, controls
        A name for each state and for each control.
    """

    state: np.ndarray
    cost: np.ndarray
    first: np.ndarray
    following: np.ndarray
    probability: np.ndarray
    states: list[str]
    controls: list[str]

    def __post_init__(self) -> None:
        states = len(checks.sequence("states", self.states, "a name for each state"))
        controls = len(checks.sequence("controls", self.controls, "a name for each control"))
        self._set_whole("state", states, controls)
        self._set_whole("first", 2**31 - 1, controls + 1)
        transitions = int(self.first[-1])
        self._set_whole("following", states, transitions, least=DONE)
        for name, size in (("cost", controls), ("probability", transitions)):
            object.__setattr__(
                self, name, checks.real_numbers(name, getattr(self, name), (size,), f"{(size,)}, numbers")
            )
        if np.any(np.diff(self.state) < 0) or not np.array_equal(np.unique(self.state), np.arange(states)):
            raise ValueError(f"state: expected 0 to {states - 1}, ascending, at least one control for each")
        if self.first[0] != 0 or np.any(np.diff(self.first) < 1):
            raise ValueError("first: expected 0 first and at least one transition for each control")
        sums = np.add.reduceat(self.probability, self.first[:-1])
        if not np.all(self.probability >= 0) or not np.allclose(sums, 1):
            raise ValueError(
                f"probability: least entry {self.probability.min():.6g}, sums {sums.min():.6g} to {sums.max():.6g}; "
                "expected >= 0, and sum 1 for each control"
            )

    def _set_whole(self, name: str, below: int, size: int, least: int = 0) -> None:
        """Check whole numbers; they keep a type that kernels know."""
        given = getattr(self, name)
        numbers = checks.whole_numbers(name, given, below, (size,), f"{(size,)}, whole numbers", least)
        kept = isinstance(given, np.ndarray) and given.dtype in (np.int32, np.int64) and given.flags.c_contiguous
        object.__setattr__(self, name, given if kept else numbers.astype(np.int64))

    @cached_property
    def first_control(self) -> np.ndarray:
        """The number of the first control of each state, of shape (states,)."""
        return np.searchsorted(self.state, np.arange(len(self.states)))

    def q_factors(self, values: np.ndarray) -> np.ndarray:
        """Compute the Q-factor of every control, which is its cost now plus the expected value J after it.

        The values are float64 of shape (states,), the Q-factors float64 of shape (controls,).
        """
        values = self._values(values)
        out = np.empty(len(self.controls))
        q_factors(self.cost, self.first, self.following, self.probability, values, out)
        return out

    def _values(self, values: np.ndarray) -> np.ndarray:
        shape = (len(self.states),)
        return checks.real_numbers("values", values, shape, f"{shape}, a number for each state")

    def bellman(self, values: np.ndarray) -> np.ndarray:
        """Apply the Bellman operator T, which takes the least Q-factor in each state, shape (states,)."""
        return np.minimum.reduceat(self.q_factors(values), self.first_control)

    def greedy(self, values: np.ndarray, current: np.ndarray | None = None) -> np.ndarray:
        """Return a control of least Q-factor in each state, as int64 numbers of controls, shape (states,).

        The values J have the shape (states,). Q-factors within `TIE` of the least count as equal. If the control of the
        policy `current` is among them, it is kept, so that the policy is changed only where that is an improvement.
        Otherwise the first is taken.
        """
        q = self.q_factors(values)
        bound = np.minimum.reduceat(q, self.first_control) + TIE
        least = np.flatnonzero(q <= bound[self.state])
        chosen = least[np.searchsorted(self.state[least], np.arange(len(self.states)))]
        return chosen if current is None else np.where(q[self._checked(current)] <= bound, current, chosen)

    def transitions_of(self, policy: np.ndarray) -> np.ndarray:
        """Return the matrix P of a policy, the probabilities of going from state to state, shape (states, states)."""
        n = len(self.states)
        transitions = np.zeros((n, n))
        for x, control in enumerate(self._checked(policy)):
            span = slice(self.first[control], self.first[control + 1])
            going = self.following[span] != DONE
            np.add.at(transitions[x], self.following[span][going], self.probability[span][going])
        return transitions

    def evaluate(self, policy: np.ndarray) -> np.ndarray:
        """Compute the values of a policy by solving J = g + P J, shape (states,).

        A policy has the number of a control for each state. If it never returns to a state, it is evaluated by
        back-substitution, in time proportional to its transitions, and otherwise by a dense linear system. An improper
        policy, which from some state never ends, is refused.
        """
        policy = self._checked(policy)
        return self._solve(policy, self.cost[policy])

    def _checked(self, policy: np.ndarray) -> np.ndarray:
        """Refuse what is not a control of each state."""
        n = len(self.states)
        expected = f"{(n,)}, the number of a control for each state"
        policy = checks.whole_numbers("policy", policy, len(self.controls), (n,), expected).astype(np.int64)
        wrong = np.flatnonzero(self.state[policy] != np.arange(n))
        if wrong.size:
            raise ValueError(
                f"policy: control {policy[wrong[0]]} in state {wrong[0]}; expected a control of that state"
            )
        return policy

    def _solve(self, policy: np.ndarray, right: np.ndarray) -> np.ndarray:
        """Solve J = right + P J for the matrix P of a policy."""
        out = np.empty(len(self.states))
        if back_substitute(policy, self.first, self.following, self.probability, right, out):
            return out
        transitions = self.transitions_of(policy)
        ends = _can_end(transitions)
        if not ends.all():
            never = self.states[int(np.argmin(ends))]
            raise ValueError(f"policy: from state {never!r} it never ends; expected a policy that reaches the end")
        return np.linalg.solve(np.eye(len(out)) - transitions, right)


def _process(process: Any) -> DecisionProcess:
    return checks.instance("process", process, DecisionProcess, "a DecisionProcess, such as belief_process(game)")


def value_iteration(
    process: DecisionProcess, values: np.ndarray | None = None, limit: int = 10_000
) -> list[np.ndarray]:
    """Apply the Bellman operator until the values stop changing, from `values` on, which are by default zero.

    The result has the values before each application and after the last one, which are J0, T J0, T T J0 ... Values that
    still change after `limit` applications are refused.
    """
    limit = checks.integer("limit", limit)
    states = len(_process(process).states)
    sequence = [process._values(np.zeros(states) if values is None else values)]
    for _ in range(limit):
        sequence.append(process.bellman(sequence[-1]))
        if np.allclose(sequence[-1], sequence[-2], rtol=0, atol=1e-12):
            return sequence
    raise ValueError(f"limit: {limit} applications were not enough; expected the values to stop changing")


def policy_iteration(process: DecisionProcess, policy: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """Evaluate a policy, act greedily on its values, and repeat until nothing improves.

    The first policy, int64 of shape (states,), must reach the end from every state. The result has each policy with its
    values, and the last policy is optimal.
    """
    sequence = [(policy, _process(process).evaluate(policy))]
    while True:
        policy, values = sequence[-1]
        better = process.greedy(values, policy)
        if np.array_equal(better, policy):
            return sequence
        sequence.append((better, process.evaluate(better)))


def newton_step(process: DecisionProcess, values: np.ndarray) -> np.ndarray:
    """Take one step of Newton's method on the Bellman equation J = T J, from any values J of shape (states,).

    T is concave and piecewise linear. At J it touches the linear operator T_mu of the policy mu that is greedy there,
    so the matrix P of mu is the derivative of T. Where several policies are greedy, P is one of its generalised
    derivatives. The step solves the equation linearised at J: J' = J - (P - I)^-1 (T J - J). This is the cost of mu, so
    a Newton step is the evaluation of the greedy policy (Puterman and Brumelle 1979; Bertsekas 2022, chapter 3). Where
    mu is improper, J lies outside the region where the step is defined, and is refused.
    """
    values = _process(process)._values(values)
    return _linearise(process, values, process.greedy(values))


def newton(process: DecisionProcess, values: np.ndarray) -> list[np.ndarray]:
    """Take Newton steps until the Bellman equation holds within `TIE` in every state, or as far as rounding allows.

    From the first step on, this is policy iteration. That also fixes the choice of the derivative, because a state
    keeps its control as long as that is greedy. The result has the values, of shape (states,), before each step and
    after the last one. Where the policy that is greedy at the first `values` is improper, they are refused.
    """
    sequence = [_process(process)._values(values)]
    policy = None
    while np.max(np.abs(process.bellman(sequence[-1]) - sequence[-1])) > TIE:
        better = process.greedy(sequence[-1], policy)
        if policy is not None and np.array_equal(better, policy):
            break
        policy = better
        sequence.append(_linearise(process, sequence[-1], policy))
    return sequence


def _linearise(process: DecisionProcess, values: np.ndarray, policy: np.ndarray) -> np.ndarray:
    """Solve the Bellman equation linearised at `values`, where `policy` is greedy."""
    return values + process._solve(policy, process.bellman(values) - values)


@dataclass(frozen=True, eq=False)
class BeliefProcess(DecisionProcess):
    """The decision process of a small game, whose states are beliefs and in which each guess costs 1.

    No belief returns, because every guess makes it smaller. So every policy ends, and is evaluated by
    back-substitution.

    Attributes
    ----------
    guess : ndarray of int32, shape (controls,)
        The number of the guess that each control makes.
    beliefs
        The belief of each state, without the history that led there. State 0 is the start.
    """

    guess: np.ndarray
    beliefs: Beliefs

    @property
    def game(self) -> Game:
        """The game."""
        return self.beliefs.game

    def controls_of(self, policy: Policy) -> np.ndarray:
        """Return the control that a policy uses in each state, as an int64 array of shape (states,).

        A guess that tells nothing is refused, because it is not a control of the process.
        """
        checks.instance("policy", policy, Policy, "a policy, such as InformationGain()")
        guesses = policy.decide_all(self.beliefs)
        count = len(self.game.guesses)
        wanted = np.arange(len(self.states)) * count + guesses
        known = self.state * np.int64(count) + self.guess
        chosen = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
        stray = np.flatnonzero(known[chosen] != wanted)
        if stray.size:
            x = stray[0]
            guess = self.game.guesses[guesses[x]]
            raise ValueError(f"policy: {policy.name} guesses {guess!r} in {self.states[x]!r}, which tells nothing")
        return chosen


def belief_process(game: Game, limit: int = 1_000_000) -> BeliefProcess:
    """Build the decision process of a small game in easy mode, with a state for every belief that some play can reach.

    Guesses that tell nothing are left out, because with them the game might never end. A game that reaches more than
    `limit` beliefs is refused.
    """
    limit = checks.integer("limit", limit)
    if checked.game(game).mode != "easy":
        raise ValueError(f"game: {game.mode} mode; expected easy mode, where a belief is all there is to know")
    keys = np.random.default_rng(0).integers(1, 2**64, size=len(game.hidden), dtype=np.uint64)
    process, blocks = new_process(keys), (keys.size + 63) // 64
    classes = allocate(Classes, {"cells": game.cells, "blocks": blocks})
    process = reachable(game.arrays, keys, process, classes, limit)
    count, controls, transitions = process.used.tolist()
    if count > limit:
        raise ValueError(f"limit: more than {limit:,} beliefs; expected a smaller game or a higher limit")
    masks = process.masks[: count * blocks].reshape(count, blocks).view(np.uint8)
    bits = np.unpackbits(masks, axis=1, count=keys.size, bitorder="little")
    members = np.nonzero(bits)[1].astype(np.int32)
    offsets = np.concatenate([[0], np.cumsum(bits.sum(axis=1, dtype=np.int64))])
    guess, start = process.guess[:controls], Beliefs.start(game)
    rows = np.empty((count, 0, 2), np.int32)
    names = np.array(game.hidden, object)[members].tolist()
    return BeliefProcess(
        process.state[:controls],
        np.ones(controls),
        process.first[: controls + 1],
        process.following[:transitions],
        process.probability[:transitions],
        [" ".join(names[a:b]) for a, b in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)],
        np.array(game.guesses, object)[guess].tolist(),
        guess,
        Beliefs.unchecked(game, members, offsets, rows, start.allowed, start.allowed_offsets),
    )

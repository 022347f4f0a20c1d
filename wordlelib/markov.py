"""Markov chains and finite Markov decision processes, small enough to solve by linear algebra.

Costs are minimised, there is no discount, and every process ends in a state that costs nothing (a stochastic shortest
path problem; Bertsekas 2017, volume I, chapter 5). A game of guesses is one: its states are the beliefs, its controls
the guesses, and each guess costs 1.
"""

from dataclasses import dataclass

import numpy as np

from wordlelib.game import Game, State
from wordlelib.policy import Policy
from wordlelib.tree import DecisionTree

DONE = -1


@dataclass(frozen=True, eq=False)
class MarkovChain:
    """A chain that ends: transitions among the states in which it goes on.

    Attributes
    ----------
    transitions : ndarray of float64, shape (states, states)
        ``transitions[x, y]`` is the probability to go from x to y. What a row lacks to 1 is the probability to end.
    labels
        A name for each state.

    Raises
    ------
    ValueError
        If the shape is wrong, a row holds no probabilities, or the end cannot be reached from some state.
    """

    transitions: np.ndarray
    labels: list[str]

    def __post_init__(self) -> None:
        """Check the shape and the rows."""
        n = len(self.labels)
        if self.transitions.shape != (n, n):
            raise ValueError(f"transitions: shape {self.transitions.shape}; expected {(n, n)}, one row a label")
        rows = self.transitions.sum(axis=1)
        if not np.all(self.transitions >= 0) or not np.all(rows <= 1 + 1e-9):
            least, most = self.transitions.min(), rows.max()
            raise ValueError(
                f"transitions: least entry {least:.6g}, a row sums to {most:.6g}; expected >= 0, at most 1"
            )
        ends = rows < 1 - 1e-9
        while np.any(further := ~ends & (self.transitions @ ends > 0)):
            ends |= further
        if not ends.all():
            raise ValueError(f"transitions: from state {self.labels[int(np.argmin(ends))]!r} the chain never ends")

    def expected_steps(self) -> np.ndarray:
        """Give the expected number of steps to the end from each state.

        One step and then on: t = 1 + P t, a linear system.

        Returns
        -------
        ndarray of float64, shape (states,)
        """
        size = len(self.labels)
        return np.linalg.solve(np.eye(size) - self.transitions, np.ones(size))

    def end_by(self, start: int, steps: int) -> np.ndarray:
        """Give the probability that the chain has ended after 0, 1 ... `steps` steps, starting in state `start`."""
        where = np.zeros(len(self.labels))
        where[start] = 1
        ended = [0.0]
        for _ in range(steps):
            where = where @ self.transitions
            ended.append(1 - where.sum())
        return np.array(ended)

    def simulate(self, start: int, runs: int, rng: np.random.Generator) -> np.ndarray:
        """Draw how many steps the chain takes to end, `runs` times: an int64 array of shape (runs,)."""
        cumulative = np.cumsum(self.transitions, axis=1)
        state, steps = np.full(runs, start), np.zeros(runs, np.int64)
        while (going := state != DONE).any():
            steps += going
            draw = rng.random(runs)
            following = (draw[:, None] >= cumulative[state]).sum(axis=1)
            state = np.where(going & (following < len(self.labels)), following, DONE)
        return steps


def chain_of(tree: DecisionTree) -> MarkovChain:
    """Read a policy's tree as a chain of beliefs: from each node to the next with the probability of the feedback."""
    game, nodes = tree.game, len(tree.guess)
    weight = np.zeros(nodes)
    for hidden in np.flatnonzero(tree.guesses_used):
        node = 0
        while True:
            weight[node] += game.weights[hidden]
            code = int(game.codes[tree.guess[node], hidden])
            if code == game.solved:
                break
            node = tree.children[node][code]
    transitions = np.zeros((nodes, nodes))
    for node in range(1, nodes):
        above = tree.parent[node]
        transitions[above, node] = weight[node] / weight[above]
    return MarkovChain(transitions, [f"{game.guesses[g]} ({n})" for g, n in zip(tree.guess, tree.size, strict=True)])


@dataclass(frozen=True, eq=False)
class DecisionProcess:
    """A finite Markov decision process with flat transition lists.

    Control j belongs to state ``state[j]`` and may lead to ``following[first[j]:first[j + 1]]``, with the probabilities
    at the same places; DONE is the end.

    Attributes
    ----------
    state : ndarray of int64, shape (controls,)
        Ascending: the controls of one state stand together.
    cost : ndarray of float64, shape (controls,)
        The expected cost of one step.
    first : ndarray of int64, shape (controls + 1,)
    following : ndarray of int64, shape (transitions,)
    probability : ndarray of float64, shape (transitions,)
    states
        A name for each state.
    controls
        A name for each control.
    """

    state: np.ndarray
    cost: np.ndarray
    first: np.ndarray
    following: np.ndarray
    probability: np.ndarray
    states: list[str]
    controls: list[str]

    def q_factors(self, values: np.ndarray) -> np.ndarray:
        """Give the Q-factor of every control: its cost now and the expected value after it.

        Parameters
        ----------
        values : ndarray of float64, shape (states,)
            The values J of the states.

        Returns
        -------
        ndarray of float64, shape (controls,)
        """
        after = np.append(values, 0.0)[self.following] * self.probability
        return self.cost + np.add.reduceat(after, self.first[:-1])

    def bellman(self, values: np.ndarray) -> np.ndarray:
        """Apply the Bellman operator T: in each state the least Q-factor, shape (states,)."""
        return np.minimum.reduceat(self.q_factors(values), np.searchsorted(self.state, np.arange(len(self.states))))

    def greedy(self, values: np.ndarray) -> np.ndarray:
        """Give in each state the first control of least Q-factor: int64 numbers of controls, shape (states,)."""
        q = self.q_factors(values)
        least = np.flatnonzero(q <= self.bellman(values)[self.state] + 1e-9)
        return least[np.searchsorted(self.state[least], np.arange(len(self.states)))]

    def evaluate(self, policy: np.ndarray) -> np.ndarray:
        """Give the values of a policy by linear algebra: J = g + P J.

        Parameters
        ----------
        policy : ndarray of int64, shape (states,)
            The number of the control used in each state.

        Raises
        ------
        ValueError
            If a control belongs to another state.
        """
        n = len(self.states)
        if np.shape(policy) != (n,):
            raise ValueError(f"policy: shape {np.shape(policy)}; expected {(n,)}, a control for each state")
        wrong = np.flatnonzero(self.state[policy] != np.arange(n))
        if wrong.size:
            raise ValueError(
                f"policy: control {policy[wrong[0]]} in state {wrong[0]}; expected a control of that state"
            )
        transitions = np.zeros((n, n))
        for state, control in enumerate(policy):
            span = slice(self.first[control], self.first[control + 1])
            going = self.following[span] != DONE
            np.add.at(transitions[state], self.following[span][going], self.probability[span][going])
        return np.linalg.solve(np.eye(n) - transitions, self.cost[policy])


def value_iteration(
    process: DecisionProcess, values: np.ndarray | None = None, limit: int = 10_000
) -> list[np.ndarray]:
    """Apply the Bellman operator until the values stop changing.

    Parameters
    ----------
    process
        The decision process.
    values
        Where to begin; zero by default.
    limit
        The most applications.

    Returns
    -------
    list of ndarray
        The values before each application and after the last one: J0, T J0, T T J0 ...

    Raises
    ------
    ValueError
        If the values still change after `limit` applications.
    """
    sequence = [np.zeros(len(process.states)) if values is None else np.asarray(values, float)]
    for _ in range(limit):
        sequence.append(process.bellman(sequence[-1]))
        if np.allclose(sequence[-1], sequence[-2], rtol=0, atol=1e-12):
            return sequence
    raise ValueError(f"limit: {limit} applications were not enough; expected the values to stop changing")


def policy_iteration(process: DecisionProcess, policy: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """Evaluate a policy, act greedily on its values, and repeat until nothing improves.

    Parameters
    ----------
    process
        The decision process.
    policy : ndarray of int64, shape (states,)
        A first policy that reaches the end from every state.

    Returns
    -------
    list of (policy, values)
        Each policy and its values; the last one is optimal.
    """
    sequence = [(policy, process.evaluate(policy))]
    while True:
        values = sequence[-1][1]
        better = process.greedy(values)
        improves = process.bellman(values) < values - 1e-9
        if not improves.any():
            return sequence
        policy = np.where(improves, better, sequence[-1][0])
        sequence.append((policy, process.evaluate(policy)))


@dataclass(frozen=True, eq=False)
class BeliefProcess(DecisionProcess):
    """The decision process of a small game; its states are beliefs, and each guess costs 1.

    Attributes
    ----------
    game
        The game.
    beliefs
        For each state the numbers of the hidden words that are still possible; state 0 is the start.
    """

    game: Game
    beliefs: list[tuple[int, ...]]

    def controls_of(self, policy: Policy) -> np.ndarray:
        """Give the control that a policy uses in each state: an int64 array of shape (states,).

        Raises
        ------
        ValueError
            If the policy makes a guess that tells nothing, which is no control of the process.
        """
        everything = self.game.start()
        number = {(int(x), guess): j for j, (x, guess) in enumerate(zip(self.state, self.controls, strict=True))}
        chosen = []
        for x, belief in enumerate(self.beliefs):
            guess = policy.decide(State(self.game, np.array(belief, np.int32), everything.allowed, everything.rows))
            if (x, guess) not in number:
                raise ValueError(f"policy: {policy.name} guesses {guess!r} in {self.states[x]!r}, which tells nothing")
            chosen.append(number[x, guess])
        return np.array(chosen)


def belief_process(game: Game, limit: int = 100_000) -> BeliefProcess:
    """Build the decision process of a small game: a state for every belief that some play can reach.

    Guesses that tell nothing are left out: with them the game might never end.

    Parameters
    ----------
    game
        A game in easy mode.
    limit
        The most beliefs to allow.

    Raises
    ------
    ValueError
        If the game is in hard mode, or reaches more beliefs than `limit`.
    """
    if game.mode != "easy":
        raise ValueError(f"game: {game.mode} mode; expected easy mode, where a belief is all there is to know")
    beliefs = [tuple(range(len(game.hidden)))]
    number = {beliefs[0]: 0}
    state: list[int] = []
    first, following, probability, controls = [0], [], [], []
    for x, belief in enumerate(beliefs):
        members = np.array(belief)
        weights = game.weights[members]
        for guess, row in enumerate(game.codes[:, members]):
            if len(belief) > 1 and np.all(row == row[0]) or len(belief) == 1 and row[0] != game.solved:
                continue
            for code in np.unique(row):
                part = tuple(int(i) for i in members[row == code])
                if code != game.solved and part not in number:
                    if len(beliefs) >= limit:
                        raise ValueError(
                            f"limit: more than {limit:,} beliefs; expected a smaller game or a higher limit"
                        )
                    number[part] = len(beliefs)
                    beliefs.append(part)
                following.append(DONE if code == game.solved else number[part])
                probability.append(weights[row == code].sum() / weights.sum())
            state.append(x)
            first.append(len(following))
            controls.append(game.guesses[guess])
    return BeliefProcess(
        np.array(state),
        np.ones(len(state)),
        np.array(first),
        np.array(following),
        np.array(probability),
        [" ".join(game.hidden[i] for i in belief) for belief in beliefs],
        controls,
        game,
        beliefs,
    )

"""Adaptive control by approximation in value space: one step is exact, and the rest has an approximate cost.

The control minimises the Q-factor, the expected cost of one step plus that of what is assumed to come after it
(Bhambri, Bhattacharjee and Bertsekas 2022, equations 13-17). If theta is assumed to be known from then on, this is QMDP
(Littman, Cassandra and Kaelbling 1995). If a base policy is assumed to continue, it is rollout. If the likeliest theta
is taken for the true one, it is certainty equivalence. The problems are those of `belief.py`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.kernels.markov import DONE
from wordlelib.planning.belief import AdaptiveProblem, Estimator, ExactBelief, belief_over, information, problem_of
from wordlelib.planning.markov import DecisionProcess, value_iteration

CostToGo = Callable[[Any, np.ndarray], np.ndarray]
MakeEstimator = Callable[[np.random.Generator], Estimator]
REMEMBERED = 2**16  # decisions; then the oldest is forgotten
LIMIT = 200  # steps after which a run is broken off, many times what a sensible policy needs
MOST_RUNS = 10**6


class AdaptivePolicy(ABC):
    """A rule that chooses the control from the belief state."""

    name: str = "unnamed policy"

    @abstractmethod
    def decide(self, x: Any, b: np.ndarray) -> Any:
        """Return the control to use in the observed state `x` under the belief `b`."""


def q_factors(
    problem: AdaptiveProblem, x: Any, b: np.ndarray, cost_to_go: CostToGo, controls: Sequence[Any] | None = None
) -> np.ndarray:
    """Compute the Q-factors of controls: Q(u) = sum_i b_i sum_x' P(x' | x, theta_i, u) (g_i + J_i(x', b')).

    Equations 13, 16 and 17 of Bhambri, Bhattacharjee and Bertsekas (2022) differ only in the J that is used. The
    Q-factors are float64 of shape (controls,).

    Parameters
    ----------
    problem, x, b
        The problem and the belief state; b has shape (thetas,).
    cost_to_go
        ``cost_to_go(x', b')`` returns the approximate costs J_i from the next belief state on, one for each parameter,
        with shape (thetas,). It is not called for ended states, and its costs of impossible parameters are not used.
    controls
        The controls to score, by default all.
    """
    b = belief_over(problem_of(problem), b)
    checks.function("cost_to_go", cost_to_go, "a function of a state and a belief")
    controls = problem.controls(x) if controls is None else checks.sequence("controls", controls, "a list of controls")
    out = np.empty(len(controls))
    for k, u in enumerate(controls):
        following, probability = problem.outcomes(x, u)
        out[k] = b @ problem.cost(x, u)
        for j, after in enumerate(following):
            joint = b * probability[:, j]
            if problem.ended(after) or not joint.any():
                continue
            later = cost_to_go(after, joint / joint.sum())
            possible = joint > 0
            out[k] += joint[possible] @ later[possible]
    return out


def first_least(q: np.ndarray) -> int:
    """Return the index of the first number that is the least up to rounding."""
    q = checks.real_numbers("q", q, (None,), "numbers, at least one", finite=False)
    if not q.size:
        raise checks.refused("q", q, "numbers, at least one")
    return int(np.flatnonzero(q <= q.min() + 1e-9)[0])


def oracle_costs(problem: AdaptiveProblem, theta: int) -> dict[Any, float]:
    """Compute the optimal cost from each observed state when parameter number `theta` is known (equation 14).

    With theta known, the observed states form a Markov decision process, or a shortest path problem if nothing is
    random. It is solved by value iteration over the states that can be reached from the start. The result has the cost
    of each of these; ended states cost 0.
    """
    checks.integer("theta", theta, most=len(problem_of(problem).prior) - 1)
    number: dict[Any, int] = {problem.start: 0}
    states: list[Any] = [problem.start]
    owner, cost, first = [], [], []
    targets: list[int] = []
    weights: list[float] = []
    for x in states:
        for u in problem.controls(x):
            following, probability = problem.outcomes(x, u)
            owner.append(number[x])
            cost.append(problem.cost(x, u)[theta])
            first.append(len(targets))
            for j in np.flatnonzero(probability[theta]):
                after = following[j]
                if not problem.ended(after) and after not in number:
                    number[after] = len(states)
                    states.append(after)
                targets.append(DONE if problem.ended(after) else number[after])
                weights.append(probability[theta, j])
    process = DecisionProcess(
        np.array(owner),
        np.array(cost),
        np.array([*first, len(targets)]),
        np.array(targets),
        np.array(weights),
        [str(x) for x in states],
        [""] * len(owner),
    )
    return dict(zip(states, map(float, value_iteration(process)[-1]), strict=True))


class QMDPControl(AdaptivePolicy):
    """Minimise the Q-factor as if theta became known after the next step (equation 15).

    This is QMDP (Littman, Cassandra and Kaelbling 1995). Every parameter counts with its probability, but the policy
    assumes that learning is free and about to happen, so it never pays for information. Where all controls leave the
    same cost to an oracle, it puts off its decision for ever. The oracle's costs are computed for every parameter when
    the policy is made.
    """

    name = "QMDP"

    def __init__(self, problem: AdaptiveProblem) -> None:
        self.problem = problem_of(problem)
        self.costs = [oracle_costs(problem, theta) for theta in range(len(problem.prior))]

    def cost_to_go(self, x: Any, b: np.ndarray) -> np.ndarray:
        """Return the oracle costs J_i(x), shape (thetas,), which are 0 where the parameter does not allow x."""
        checks.hashable("x", x)
        return np.array([costs.get(x, 0.0) for costs in self.costs])

    def decide(self, x: Any, b: np.ndarray) -> Any:
        """Return the first control of least Q-factor."""
        return self.problem.controls(x)[first_least(q_factors(self.problem, x, b, self.cost_to_go))]


class CertaintyEquivalentControl(QMDPControl):
    """Control as if the likeliest parameter were the true one, so that one estimate replaces the belief.

    In a tie the first of the likeliest parameters is taken. This policy does not pay for learning either, but a wrong
    guess at theta is found out wherever acting on it shows that it was wrong.
    """

    name = "certainty equivalence"

    def decide(self, x: Any, b: np.ndarray) -> Any:
        """Return the first control that is best if the likeliest parameter is true."""
        b = belief_over(self.problem, b)
        certain = np.zeros(len(b))
        certain[first_least(-b)] = 1.0
        return super().decide(x, certain)


class InformationControl(AdaptivePolicy):
    """Take the control that tells most about theta, by the mutual information of theta and the next state.

    Ties go to the control that is most likely to end the problem, then to the cheapest, then to the first.
    """

    name = "information"

    def __init__(self, problem: AdaptiveProblem) -> None:
        self.problem = problem_of(problem)

    def decide(self, x: Any, b: np.ndarray) -> Any:
        """Return the most informative control."""
        problem, b, keys = self.problem, belief_over(self.problem, b), []
        controls = problem.controls(x)
        for u in controls:
            following, probability = problem.outcomes(x, u)
            ends = np.array([problem.ended(after) for after in following]) @ (b @ probability)
            keys.append((-information(problem, x, b, u), -ends, b @ problem.cost(x, u)))
        return controls[min(range(len(controls)), key=lambda k: tuple(np.round(keys[k], 9)))]


class RolloutControl(AdaptivePolicy):
    """Minimise the Q-factor as if a base policy went on after the next step (equation 17).

    J_i is the cost of the base policy with theta fixed at theta_i, while the base policy, which does not know theta,
    keeps updating its belief. For a deterministic system one run is exact. Otherwise it is the mean of several runs,
    and every control meets the same random numbers.

    Parameters
    ----------
    problem, base
        The problem and the base policy.
    runs, seed
        How many runs are averaged for each J_i, and the seed, which decides the random numbers together with the belief
        state. The same state always gets the same decision.
    """

    name = "rollout"

    def __init__(self, problem: AdaptiveProblem, base: AdaptivePolicy, runs: int = 1, seed: int = 0) -> None:
        self.problem, self.base = problem_of(problem), Remembering(base)
        self.runs, self.seed = checks.integer("runs", runs, 1, MOST_RUNS), checks.integer("seed", seed)

    def q_factors(self, x: Any, b: np.ndarray) -> np.ndarray:
        """Return the Q-factor of each control, shape (controls,)."""
        b = belief_over(self.problem, b)
        noise = np.random.default_rng([self.seed, digest(b)]).random((self.runs, LIMIT))

        def cost_to_go(after: Any, belief: np.ndarray) -> np.ndarray:
            costs = np.zeros(len(belief))
            for theta in np.flatnonzero(belief):
                runs = [run(self.problem, self.base, after, belief, int(theta), row) for row in noise]
                costs[theta] = np.mean(runs)
            return costs

        return q_factors(self.problem, x, b, cost_to_go)

    def decide(self, x: Any, b: np.ndarray) -> Any:
        """Return the first control of least Q-factor."""
        return self.problem.controls(x)[first_least(self.q_factors(x, b))]


class Remembering(AdaptivePolicy):
    """A policy that decides each belief state once and remembers it, up to `REMEMBERED` of them.

    The decisions of `policy` must depend on the belief state alone.
    """

    def __init__(self, policy: AdaptivePolicy) -> None:
        self.policy = _policy(policy)
        self.name = policy.name
        self._decided: dict[tuple[Any, int], Any] = {}

    def decide(self, x: Any, b: np.ndarray) -> Any:
        """Return the decision of the policy."""
        key = checks.hashable("x", x), digest(b)
        if key not in self._decided:
            if len(self._decided) >= REMEMBERED:
                del self._decided[next(iter(self._decided))]
            self._decided[key] = self.policy.decide(x, b)
        return self._decided[key]


class Opening(AdaptivePolicy):
    """Begin with a given control in the first state, then follow a policy."""

    def __init__(self, problem: AdaptiveProblem, control: Any, policy: AdaptivePolicy) -> None:
        expected = "a control of the first state"
        if checks.hashable("control", control, expected) not in problem_of(problem).controls(problem.start):
            raise checks.refused("control", control, expected)
        self.problem, self.control, self.policy, self.name = problem, control, _policy(policy), policy.name

    def decide(self, x: Any, b: np.ndarray) -> Any:
        """Return the opening in the first state, and the decision of the policy in all others."""
        return self.control if checks.hashable("x", x) == self.problem.start else self.policy.decide(x, b)


def _policy(value: Any) -> AdaptivePolicy:
    return checks.instance("policy", value, AdaptivePolicy, "an AdaptivePolicy, such as QMDPControl(problem)")


def digest(b: np.ndarray) -> int:
    """Turn a belief into a number of 64 bits, the same on every machine that computes the same belief."""
    if not isinstance(b, np.ndarray):
        b = checks.real_numbers("b", b, (None,), "a belief")
    return int.from_bytes(blake2b(np.ascontiguousarray(b).tobytes(), digest_size=8).digest(), "little")


def run(
    problem: AdaptiveProblem, policy: AdaptivePolicy, x: Any, b: np.ndarray, theta: int, noise: np.ndarray
) -> float:
    """Compute the cost of a policy from a belief state to the end, with parameter number `theta` fixed.

    The cost is infinite if the policy has not ended after the last step. There is a step for each entry of `noise`, a
    random number in [0, 1) for the disturbance.
    """
    return _follow(problem, policy, x, ExactBelief(problem, belief_over(problem_of(problem), b)), theta, noise)


def _follow(
    problem: AdaptiveProblem, policy: AdaptivePolicy, x: Any, estimator: Estimator, theta: int, noise: np.ndarray
) -> float:
    """Compute the cost of a policy that sees the belief of an estimator; see `run`."""
    theta = checks.integer("theta", theta, most=len(problem.prior) - 1)
    noise = checks.real_numbers("noise", noise, (None,), "a random number from [0, 1) for each step")
    if not np.all((noise >= 0) & (noise < 1)):
        raise checks.refused("noise", noise, "a random number from [0, 1) for each step")
    checks.hashable("x", x)
    _policy(policy)
    total = 0.0
    for uniform in noise:
        if problem.ended(x):
            return total
        u = policy.decide(x, estimator.belief)
        total += problem.cost(x, u)[theta]
        after = problem.draw(x, u, theta, float(uniform))
        if not problem.ended(after):
            estimator.update(x, u, after)
        x = after
    return total if problem.ended(x) else np.inf


def evaluate(problem: AdaptiveProblem, policy: AdaptivePolicy) -> np.ndarray:
    """Compute the exact cost of a policy under each parameter, for a deterministic system.

    The costs are float64 of shape (thetas,), infinite where the policy does not end within `LIMIT` steps. The expected
    cost is ``problem.prior @ costs``.
    """
    problem_of(problem)
    policy = Remembering(policy)
    still = np.zeros(LIMIT)
    costs = [
        run(problem, policy, problem.start, problem.prior, theta, still) if problem.prior[theta] > 0 else 0.0
        for theta in range(len(problem.prior))
    ]
    return np.array(costs)


@dataclass(frozen=True, eq=False)
class Sample:
    """Numbers from independent runs, float64 of shape (runs,)."""

    values: np.ndarray

    def __post_init__(self) -> None:
        values = checks.real_numbers("values", self.values, (None,), "a number for each run", finite=False)
        if not values.size:
            raise checks.refused("values", self.values, "a number for each run")
        object.__setattr__(self, "values", values)

    @property
    def mean(self) -> float:
        """The mean."""
        return float(self.values.mean())

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        return float(self.values.std(ddof=1) / np.sqrt(len(self.values)))

    def minus(self, other: "Sample") -> "Sample":
        """Return the differences run by run, a paired comparison if both samples met the same random numbers."""
        checks.instance("other", other, Sample, "a Sample")
        if self.values.shape != other.values.shape:
            raise ValueError(f"other: {len(other.values)} runs; expected {len(self.values)}")
        return Sample(self.values - other.values)

    def __repr__(self) -> str:
        return f"<{self.mean:.4f} +- {self.standard_error:.4f}, {len(self.values)} runs>"


def simulate(
    problem: AdaptiveProblem,
    policy: AdaptivePolicy,
    games: int,
    seed: int,
    first: int = 0,
    estimator: MakeEstimator | None = None,
) -> Sample:
    """Play games with a random theta and random disturbances, and return the cost of each.

    Game number i depends on `seed` and i alone, whatever was played before. So a long run can be cut into parts, and
    two policies with the same seed meet the same thetas and the same disturbances, whatever they know of them.

    Parameters
    ----------
    problem, policy
        The problem and the policy.
    games, seed, first
        How many games to play, the seed of the series, and the number of the first game in it.
    estimator
        ``estimator(rng)`` makes the estimator that follows the belief in a game, such as a `ParticleFilter` with that
        generator. The policy sees its belief and nothing else. By default beliefs are exact.
    """
    games, first = checks.integer("games", games, 1), checks.integer("first", first)
    checks.integer("seed", seed)
    _policy(policy)
    problem_of(problem)
    if estimator is not None:
        checks.function("estimator", estimator, "a function that makes an Estimator from a generator")
    costs = []
    for number in range(first, first + games):
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,)))
        theta = int(rng.choice(len(problem.prior), p=problem.prior))
        noise = rng.random(LIMIT)
        followed = ExactBelief(problem) if estimator is None else estimator(rng)
        checks.instance("estimator(rng)", followed, Estimator, "an Estimator, such as ExactBelief(problem)")
        costs.append(_follow(problem, policy, problem.start, followed, theta, noise))
    return Sample(np.array(costs))

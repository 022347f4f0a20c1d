"""Lower bounds on the cost of every policy, by information relaxation (Brown, Smith and Sun 2010).

A player who is told the hidden word and all noise needs one guess, which bounds every policy from below and says
nothing. A penalty for what she was told repairs this. Let J_k(b) be any cost-to-go of a belief b after k guesses, 0
once the word is found, and let the residual of a guess be

    delta_k(b, u) = 1 + E[J_{k+1}(b') | b, u] - J_k(b).

The residuals of a game that a policy plays sum on average to its expected number of guesses less J_0 of the prior. In
each scenario, which fixes the word and the noise, no policy has a smaller sum than the best sequence of guesses. So J_0
plus the mean of these least sums is a lower bound, and if J is the optimal cost it is equal to the optimum in every
scenario. J_0 cancels and is left out.

The game is cut off at a horizon T, where the rest is charged at `least_cost`, which is never more than it takes. The
inner minimum is found exactly, by branch and bound. Problems are those of `belief.GuessingProblem`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.planning.adaptive import LIMIT, AdaptivePolicy, Sample, first_least
from wordlelib.planning.belief import GuessingProblem, belief_over

CHUNK = 256  # guesses whose beliefs are made together; they take memory
ROUNDING = 1e-9  # by which a sum must be smaller to count as smaller


class _Outcomes:
    """What may follow the guesses of a game: beliefs and their features, for all guesses and rows at once.

    A joint is a belief times the probability of the rows that led to it; its sum is that probability. "Found" is not
    among the rows.
    """

    def __init__(self, problem: GuessingProblem) -> None:
        self.problem = checks.instance("problem", problem, GuessingProblem, "a GuessingProblem")
        game = problem.game
        self.own = game.guess_of_hidden
        self._codes = game.codes.astype(np.intp)
        self._channel = problem.channel.copy()
        self._channel[game.solved] = 0
        self._true = bool(np.array_equal(problem.channel, np.eye(game.cells)))

    @cached_property
    def _powers(self) -> tuple[np.ndarray, np.ndarray]:
        return _x_log_x(self._channel), _eighth_power(self._channel)

    def features(self, b: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Return the numbers of guesses, each as often as it has rows, and the `_features_of` the joint of each row.

        The words of one true code have the same likelihood, so that sums over words become sums over codes.
        Rows that cannot be seen are left out.
        """
        support = np.flatnonzero(b)
        shape = len(self._codes), len(self._channel)
        place = (self._codes[:, support] + np.arange(shape[0])[:, None] * shape[1]).ravel()

        def by_code(x: np.ndarray) -> np.ndarray:
            sums = np.bincount(place, np.tile(x[support], shape[0]), shape[0] * shape[1]).reshape(shape)
            sums[:, self.problem.game.solved] = 0
            return sums

        mass, logs, powers = by_code(b), by_code(_x_log_x(b)), by_code(_eighth_power(b))
        if not self._true:
            logs = logs @ self._channel + mass @ self._powers[0]
            mass, powers = mass @ self._channel, powers @ self._powers[1]
        seen = mass > 0
        owner, mass = np.nonzero(seen)[0], mass[seen]
        return owner, mass, _x_log_x(mass) - logs[seen], _eighth_root(powers[seen])

    def joint(self, b: np.ndarray, guess: int) -> np.ndarray:
        """Return the joint of each row that may be seen after a guess, float64 of shape (rows, thetas)."""
        joint = (b[:, None] * self._channel[self._codes[guess]]).T
        return joint[joint.any(axis=1)]

    def after(self, b: np.ndarray, theta: int, uniform: float, guesses: np.ndarray) -> np.ndarray:
        """Return the belief after each of some guesses if word number `theta` is hidden, shape (guesses, thetas).

        The disturbance `uniform` is that of `GuessingProblem.draw`. After the guess that finds the word, all is 0.
        """
        order, cumulative = self.problem.sampler
        true = self._codes[guesses, theta]
        seen = order[true, (cumulative[true] <= uniform).sum(axis=1)]
        joint = b * self._channel[self._codes[guesses], seen[:, None]]
        total = joint.sum(axis=1, keepdims=True)
        return np.divide(joint, total, out=np.zeros_like(joint), where=total > 0)


def _x_log_x(x: np.ndarray) -> np.ndarray:
    return x * np.log2(x, where=x > 0, out=np.zeros_like(x))


def _eighth_power(x: np.ndarray) -> np.ndarray:
    return np.square(np.square(np.square(x)))


def _eighth_root(x: np.ndarray) -> np.ndarray:
    return np.sqrt(np.sqrt(np.sqrt(x)))


def _features_of(joint: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the sum P of joints along the last axis, P times the entropy in bits, and the norm of order 8.

    The norm, (sum x^8)^(1/8), is at least the largest entry and hardly more if that entry stands out.
    """
    total = joint.sum(axis=-1)
    return total, _x_log_x(total) - _x_log_x(joint).sum(axis=-1), _eighth_root(_eighth_power(joint).sum(axis=-1))


def least_cost(beliefs: np.ndarray) -> np.ndarray:
    """Return 2 - |b|, with the norm of order 8, for each row of beliefs, float64 of shape (beliefs,).

    No policy needs less. A guess is right with probability p, at most the largest of b, and two guesses or more are
    needed otherwise, so 2 - max b is a bound, and the norm is no less than max b. The bound B grows by looking ahead,
    1 + E[B(b') | b, u] >= B(b), because the norms of the joints sum to at most 1 - p.
    """
    total, _, norm = _features_of(_rows(beliefs))
    return 2 * total - norm


def _rows(beliefs: Any) -> np.ndarray:
    """Check beliefs, of which each row is one."""
    expected = "a belief in each row"
    rows = checks.real_numbers("beliefs", beliefs, (None, None), expected)
    if rows.size and not 0 <= rows.min() <= rows.max() <= 1:
        raise checks.refused("beliefs", beliefs, f"{expected}, of numbers from 0 to 1")
    return rows


class BeliefCost(ABC):
    """A cost-to-go J(b) of beliefs; a subclass defines `estimate`.

    The estimate is kept between `least_cost` and that plus `excess`, a number that the subclass sets. The smaller the
    excess, the fewer sequences of guesses have to be looked at.
    """

    excess: float

    @abstractmethod
    def estimate(self, beliefs: np.ndarray) -> np.ndarray:
        """Estimate the cost of each belief; the beliefs have the shape (beliefs, thetas)."""

    def costs(self, beliefs: np.ndarray) -> np.ndarray:
        """Return the estimate within its limits, for beliefs of the shape (beliefs, thetas)."""
        least = least_cost(beliefs)
        expected = f"{len(beliefs)} costs, one for each belief"
        found = checks.real_numbers("estimate", self.estimate(beliefs), (len(beliefs),), expected)
        return np.clip(found, least, least + self.excess)

    def _expected(self, outcomes: _Outcomes, b: np.ndarray) -> np.ndarray:
        """Return E[J(b') | b, u] for each guess u, float64 of shape (guesses,), where "found" counts 0."""
        out = np.zeros(len(outcomes.problem.game.guesses))
        for guess in range(len(out)):
            joint = outcomes.joint(b, guess)
            total = joint.sum(axis=1)
            out[guess] = total @ self.costs(joint / total[:, None])
        return out


class FeatureCost(BeliefCost):
    """A linear form of 1, a, H, a H, H^2 and the root of H, where H is a belief's entropy in bits and a its 8-norm.

    The weights are float64 of shape (6,).
    """

    def __init__(self, weights: Sequence[float] | np.ndarray, excess: float) -> None:
        self.weights = checks.real_numbers("weights", weights, (6,), "6 numbers")
        self.excess = checks.number("excess", excess, 0)

    def estimate(self, beliefs: np.ndarray) -> np.ndarray:
        """Return the linear form for each belief."""
        return self._form(*_features_of(_rows(beliefs)))

    def _expected(self, outcomes: _Outcomes, b: np.ndarray) -> np.ndarray:
        """Return E[J(b') | b, u] for each guess, from the features alone."""
        guess, total, entropy, norm = outcomes.features(b)
        least = 2 * total - norm
        costs = np.clip(self._form(total, entropy, norm), least, least + self.excess * total)
        return np.bincount(guess, costs, len(outcomes.problem.game.guesses))

    def _form(self, total: np.ndarray, entropy: np.ndarray, norm: np.ndarray) -> np.ndarray:
        """Return the linear form times the total, for joints or, with total 1, for beliefs."""
        w = self.weights
        h = np.divide(entropy, total, out=np.zeros_like(total), where=total > 0)
        root = np.sqrt(np.maximum(h, 0))
        return total * (w[0] + h * (w[2] + w[4] * h) + w[5] * root) + norm * (w[1] + w[3] * h)


def _design(beliefs: np.ndarray) -> np.ndarray:
    """Return the terms of a `FeatureCost`, of shape (beliefs, 6)."""
    columns = [FeatureCost(unit, 0).estimate(beliefs) for unit in np.eye(6)]
    return np.stack(columns, axis=1)


LEAST = FeatureCost([2, -1, 0, 0, 0, 0], 0)  # least_cost itself


def _stages(costs: Any) -> list[BeliefCost]:
    """Check the costs after 1, 2 ... guesses, and return them with that of the horizon."""
    listed = checks.sequence("costs", costs, "a list of costs, each a BeliefCost")
    for cost in listed:
        # A negative excess would put V below the least cost, and NaN compares as neither, so that pruning goes wrong.
        checks.number("excess", getattr(checks.instance("costs", cost, BeliefCost, "a BeliefCost"), "excess", None), 0)
    if len(listed) >= LIMIT:  # a scenario has noise for so many guesses
        raise ValueError(f"costs: {len(listed)} of them; expected fewer than {LIMIT}")
    return [*listed, LEAST]


class LeastExpected(AdaptivePolicy):
    """Make the guess u of least E[J(b') | b, u], the first in a tie: one step of lookahead with a `BeliefCost`."""

    name = "least expected cost"

    def __init__(self, problem: GuessingProblem, cost: BeliefCost) -> None:
        self._outcomes = _Outcomes(problem)
        self.cost = checks.instance("cost", cost, BeliefCost, "a BeliefCost")

    def decide(self, x: Any, b: np.ndarray) -> Any:
        """Return the guess."""
        b = belief_over(self._outcomes.problem, b)
        return self._outcomes.problem.game.guesses[first_least(self.cost._expected(self._outcomes, b))]


def fit_costs(problem: GuessingProblem, stages: int, games: int, rng: np.random.Generator) -> list[BeliefCost]:
    """Fit a cost to the beliefs after 1, 2 ... `stages` guesses, the last one first (fitted value iteration).

    The target of a belief is min_u 1 + E[J(b') | b, u], with the cost of the next stage as J and `least_cost` after the
    last. The beliefs are those of `games` games whose guesses are drawn at random, the better ones more often: in the
    order of the information that they give, place m r^3 of m for a uniform number r. The cost of a stage is fitted to
    the beliefs of all later stages, too. After these costs the list holds `least_cost`, whose residuals are never
    negative, as the cost after one guess more.
    """
    outcomes = _Outcomes(problem)
    stages, games = checks.integer("stages", stages, 1), checks.integer("games", games, 1)
    checks.generator("rng", rng)
    played = [_wander(outcomes, stages, rng) for _ in range(games)]
    costs: list[BeliefCost] = [LEAST]
    later: list[np.ndarray] = []
    for stage in reversed(range(stages)):
        later += [game[stage] for game in played if len(game) > stage]
        costs.insert(0, _fitted(outcomes, np.array(later), costs[0]) if later else LEAST)
    return costs


def _wander(outcomes: _Outcomes, stages: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Play a game of a few guesses that are drawn at random, and return the beliefs after them."""
    problem, beliefs = outcomes.problem, []
    b = problem.prior
    theta = rng.choice(len(b), p=b)
    for _ in range(stages):
        owner, _, entropy, _ = outcomes.features(b)
        left = np.bincount(owner, entropy, len(problem.game.guesses))
        guess = np.argsort(left, kind="stable")[int(len(left) * rng.random() ** 3)]
        if guess == outcomes.own[theta]:
            break
        b = outcomes.after(b, theta, rng.random(), np.array([guess]))[0]
        beliefs.append(b)
    return beliefs


def _fitted(outcomes: _Outcomes, beliefs: np.ndarray, following: BeliefCost) -> FeatureCost:
    targets = np.array([1 + following._expected(outcomes, b).min() for b in beliefs])
    excess = (targets - least_cost(beliefs)).max()
    return FeatureCost(np.linalg.lstsq(_design(beliefs), targets)[0], max(float(excess), 0.0))


def dual_bound(
    problem: GuessingProblem, costs: Sequence[BeliefCost], scenarios: int, seed: int, first: int = 0
) -> Sample:
    """Bound the cost of every policy from below: the mean of the sample, up to its standard error, is no more than it.

    Scenario number i has the word and the disturbances of game number i of `adaptive.simulate` with the same seed.

    Parameters
    ----------
    problem
        The game, with or without a channel.
    costs
        J_1, J_2 ... after 1, 2 ... guesses. The horizon is one guess later, with `least_cost` as J.
    scenarios, seed, first
        How many scenarios to solve, the seed of the series, and the number of the first scenario in it.
    """
    relaxed = _Relaxed(_Outcomes(problem), _stages(costs))
    drawn = _scenarios(problem, scenarios, seed, first)
    return Sample(np.array([relaxed.least(0, problem.prior, *scenario, 0.0, np.inf) for scenario in drawn]))


def _scenarios(problem: GuessingProblem, count: int, seed: int, first: int) -> list[tuple[int, np.ndarray]]:
    """Return hidden words and disturbances, float64 of shape (LIMIT,), as `adaptive.simulate` draws them."""
    count, first = checks.integer("scenarios", count, 1), checks.integer("first", first)
    checks.integer("seed", seed)
    out = []
    for number in range(first, first + count):
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,)))
        out.append((int(rng.choice(len(problem.prior), p=problem.prior)), rng.random(LIMIT)))
    return out


class _Relaxed:
    """The inner problem: sequences of guesses of least residuals when the word and the noise are known."""

    def __init__(self, outcomes: _Outcomes, stages: list[BeliefCost]) -> None:
        self.outcomes, self.stages = outcomes, stages
        excess = [cost.excess for cost in stages]
        self.to_come = [sum(excess[s + 1 :]) for s in range(len(stages))]
        self.first = self.residuals(0, outcomes.problem.prior)

    def least(self, s: int, b: np.ndarray, theta: int, noise: np.ndarray, paid: float, best: float) -> float:
        """Return the lesser of `best` and `paid` plus the least sum of residuals from the belief b after k guesses.

        A sum from the belief b' after s + 1 guesses is at least B(b') - J(b') less the excesses of the later stages:
        each residual is at least 1 + E[B] - J and 1 + E[B] >= B.
        """
        sums = paid + (self.residuals(s, b) if s else self.first)
        if s == len(self.stages) - 1:
            return min(best, float(sums.min()))
        own, cost = self.outcomes.own[theta], self.stages[s]
        best, ranked = min(best, float(sums[own])), np.argsort(sums, kind="stable")
        ranked = ranked[ranked != own]
        for chunk in (ranked[i : i + CHUNK] for i in range(0, len(ranked), CHUNK)):
            if sums[chunk[0]] - cost.excess - self.to_come[s] >= best - ROUNDING:
                break
            after = self.outcomes.after(b, theta, noise[s], chunk)
            bounds = sums[chunk] + least_cost(after) - cost.costs(after) - self.to_come[s]
            for guess, bound, belief in zip(chunk, bounds, after, strict=True):
                if bound < best - ROUNDING:
                    best = self.least(s + 1, belief, theta, noise, float(sums[guess]), best)
        return best

    def residuals(self, s: int, b: np.ndarray) -> np.ndarray:
        """Return delta_k(b, u) of each guess u, float64 of shape (guesses,), with J_0 = 0."""
        before = float(self.stages[s - 1].costs(b[None])[0]) if s else 0.0
        return 1 + self.stages[s]._expected(self.outcomes, b) - before


def penalised_games(
    problem: GuessingProblem,
    costs: Sequence[BeliefCost],
    policy: AdaptivePolicy,
    scenarios: int,
    seed: int,
    first: int = 0,
) -> Sample:
    """Play the game of each scenario by a policy, and return its cost plus the penalty that `dual_bound` charges.

    The penalty is 0 on average, so that the mean is the policy's cost; a good J takes most of the chance out of it. The
    sample minus that of `dual_bound` with the same scenarios is the gap, up to the horizon never negative in any game.
    """
    outcomes, stages = _Outcomes(problem), _stages(costs)
    checks.instance("policy", policy, AdaptivePolicy, "an AdaptivePolicy")
    return Sample(
        np.array([_penalised(outcomes, stages, policy, *each) for each in _scenarios(problem, scenarios, seed, first)])
    )


def _penalised(
    outcomes: _Outcomes, stages: list[BeliefCost], policy: AdaptivePolicy, theta: int, noise: np.ndarray
) -> float:
    problem = outcomes.problem
    x, b, total = problem.start, problem.prior, 0.0
    for s, uniform in enumerate(noise):
        u = policy.decide(x, b)
        guess = problem.game.find(u)
        x, total = problem.draw(x, u, theta, float(uniform)), total + 1
        if s < len(stages):
            total += stages[s]._expected(outcomes, b)[guess]
        if problem.ended(x):
            return total
        b = outcomes.after(b, theta, uniform, np.array([guess]))[0]
        if s < len(stages):
            total -= stages[s].costs(b[None])[0]
    return np.inf

"""Belief states: what is known of a fixed and hidden parameter, learnt from a state that is observed.

The problem is the adaptive control problem of Bhambri, Bhattacharjee and Bertsekas (2022, sections 4 and 5.1). A state
x is observed; a parameter theta is one of finitely many, never changes and is never seen; a control u moves the state,
x' = f(x, theta, u, w), with a disturbance w that is absent from a deterministic system. The pair of x and the belief b,
the probabilities of the parameters, is the belief state. Wordle, Mastermind and a search along a line are instances.

Two estimators follow b: Bayes' rule, which is exact, and a particle filter, with or without rejuvenation. The methods
that choose controls are in `adaptive.py`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.game import checked
from wordlelib.game.game import Game

MOST_CELLS = 10_000  # of a line, whose readings take room for their square
MOST_DRAWS = 10**8  # of particles or places, a gigabyte


class AdaptiveProblem(ABC):
    """A system with an unknown parameter; a subclass sets the three attributes and defines the four abstract methods.

    Attributes
    ----------
    thetas
        The values that the parameter may have.
    prior : ndarray of float64, shape (thetas,)
        Their probabilities before anything is seen.
    start
        The observed state at the beginning. States and controls must be hashable.
    """

    thetas: Sequence[Any]
    prior: np.ndarray
    start: Any

    @abstractmethod
    def controls(self, x: Any) -> Sequence[Any]:
        """Return the controls U(x) that may be used in an observed state, in the order that decides ties."""

    @abstractmethod
    def outcomes(self, x: Any, u: Any) -> tuple[list[Any], np.ndarray]:
        """Return the observed states that may follow, and how likely each parameter makes them.

        Returns
        -------
        following : list
            The states x' that have a positive probability under some parameter.
        probability : ndarray of float64, shape (thetas, states that may follow)
            P(x' | x, theta, u); each row sums to 1. For a deterministic system (equation 6) it holds a single 1.
        """

    @abstractmethod
    def cost(self, x: Any, u: Any) -> np.ndarray:
        """Return the cost g(x, theta, u) under each parameter, as float64 of shape (thetas,)."""

    @abstractmethod
    def ended(self, x: Any) -> bool:
        """Return whether nothing remains to be done in this observed state."""

    def likelihood(self, x: Any, u: Any, following: Any) -> np.ndarray:
        """Return P(following | x, theta, u) for each parameter, as float64 of shape (thetas,)."""
        states, probability = self.outcomes(x, u)
        places = {state: place for place, state in enumerate(states)}
        if checks.hashable("following", following) not in places:
            told = f"{checks.shown(following)} cannot come after {checks.shown(x)} and {checks.shown(u)}"
            raise ValueError(f"following: {told}; expected a possible state")
        return probability[:, places[following]]

    def draw(self, x: Any, u: Any, theta: int, uniform: float) -> Any:
        """Draw the next observed state under parameter number `theta`.

        The disturbance `uniform` is a random number in [0, 1). The likeliest outcome takes the first part of that
        interval, so that controls which share their random numbers are disturbed together or not at all.
        """
        checks.integer("theta", theta, most=len(self.prior) - 1)
        checks.number("uniform", uniform, 0, 1, below=True)
        states, probability = self.outcomes(x, u)
        order = np.argsort(-probability[theta], kind="stable")
        place = np.searchsorted(np.cumsum(probability[theta, order]), uniform, side="right")
        return states[order[min(place, np.count_nonzero(probability[theta]) - 1)]]


class GuessingProblem(AdaptiveProblem):
    """A guessing game as an adaptive control problem: theta is the hidden word, x the last row, u a guess.

    Every guess costs 1, and the problem ends with the row that means "found". The first state is None, since there is
    no row yet. Later ones are pairs (guess, feedback) as people write them.

    Parameters
    ----------
    game
        Any game in easy mode. Its prior is the first belief.
    channel : ndarray of float64, shape (codes of the game, seen codes), optional
        ``channel[true, seen]`` is the probability of being shown the code `seen` when the true feedback is `true`. The
        functions of `noise.py` make channels. "Found" is always shown when it is true and never when it is false. There
        may be one more seen code than the game has, for the row that looks like "found" while the game goes on. Without
        a channel all feedback is true.
    """

    def __init__(self, game: Game, channel: np.ndarray | None = None) -> None:
        if checked.game(game).mode != "easy":
            raise ValueError(f"game: {game.mode} mode; expected easy mode, where the controls do not change")
        expected = f"{game.cells} rows (true codes) and {game.cells} columns (seen codes), or one column more"
        channel = np.eye(game.cells) if channel is None else channel
        channel = checks.real_numbers("channel", channel, (game.cells, None), expected)
        if channel.shape[1] - game.cells not in (0, 1):
            raise ValueError(f"channel: shape {channel.shape}; expected {expected}")
        if not np.all(channel >= 0) or not np.allclose(channel.sum(axis=1), 1):
            raise ValueError("channel: a row is no distribution; expected non-negative rows with sum 1")
        truth = np.eye(game.cells)[game.solved]
        if np.any(channel[:, game.solved] != truth) or channel[game.solved].sum() != 1:
            raise ValueError(f"channel: code {game.solved} lies; expected 'found' to be seen exactly when it is true")
        self.game, self.channel = game, channel
        self.thetas, self.start = game.hidden, None
        self.prior = game.weights / game.weights.sum()
        self._one = np.ones(len(game.hidden))
        self._rows = [self.show(seen) for seen in range(channel.shape[1])]

    def show(self, seen: int) -> str:
        """Write a seen code as people do, with a question mark after a false "found", as in "ggggg?"."""
        seen = checks.integer("seen", seen, most=self.channel.shape[1] - 1)
        return self.game.show(seen) if seen < self.game.cells else self.game.show(self.game.solved) + "?"

    def read(self, text: str) -> int:
        """Turn written feedback into a seen code."""
        checks.text("feedback", text, "a row as people write it")
        if self.channel.shape[1] > self.game.cells and text.strip().endswith("?"):
            code, expected = self.game.read(text.strip()[:-1]), self.game.solved
            if code != expected:
                raise ValueError(f"feedback: {text!r}; expected a question mark after 'found' only")
            return self.game.cells
        return self.game.read(text)

    def controls(self, x: Any) -> Sequence[Any]:
        """Return all guesses."""
        return self.game.guesses

    def outcomes(self, x: Any, u: Any) -> tuple[list[Any], np.ndarray]:
        """Return the rows that may be seen, with the probabilities of `channel` for the true codes of the guess."""
        probability = self.channel[self.game.codes[self.game.find(u)]]
        seen = np.flatnonzero(probability.any(axis=0))
        return [(u, self._rows[code]) for code in seen], probability[:, seen]

    def cost(self, x: Any, u: Any) -> np.ndarray:
        """Return 1 for each hidden word."""
        return self._one

    def ended(self, x: Any) -> bool:
        """Return whether the last row found the hidden word."""
        return isinstance(x, tuple) and len(x) == 2 and isinstance(x[1], str) and x[1] == self._rows[self.game.solved]

    def likelihood(self, x: Any, u: Any, following: Any) -> np.ndarray:
        """Return the probability of a seen row for each hidden word, from the channel alone."""
        checks.text("u", u, "a guess")
        guess, row = _pair("following", following)
        if not isinstance(guess, str) or guess != u:
            raise ValueError(
                f"following: {checks.shown(following)} after the guess {u!r}; expected a row of that guess"
            )
        return self.channel[self.game.codes[self.game.find(guess)], self.read(row)]

    def draw(self, x: Any, u: Any, theta: int, uniform: float) -> Any:
        """Draw the row that is seen when word number `theta` is hidden."""
        true = self.game.codes[self.game.find(u), checks.integer("theta", theta, most=len(self.prior) - 1)]
        uniform = checks.number("uniform", uniform, 0, 1, below=True)
        order, cumulative = self.sampler
        return u, self._rows[order[true, np.searchsorted(cumulative[true], uniform, side="right")]]

    @cached_property
    def sampler(self) -> tuple[np.ndarray, np.ndarray]:
        """The seen codes of each true code, likeliest first, and their cumulative probabilities.

        Both have the shape (true codes, seen codes), as int64 and float64. The probabilities are exactly 1 from the
        last seen code of positive probability on.
        """
        order = np.argsort(-self.channel, axis=1, kind="stable")
        sorted_rows = np.take_along_axis(self.channel, order, axis=1)
        cumulative = np.cumsum(sorted_rows, axis=1)
        last = np.count_nonzero(sorted_rows, axis=1) - 1
        cumulative[np.arange(cumulative.shape[1]) >= last[:, None]] = 1
        return order, cumulative


class LineSearch(AdaptiveProblem):
    """A search for an object on a line of cells with a range finder.

    The searcher moves to any cell and measures there. This costs the distance moved, plus 1 for the measurement. The
    reading is the distance to the object, but at most `reach` + 1, which means "farther than I can see". It is 0
    exactly in the object's cell, where the search ends. With probability `error` any other reading is off by one,
    equally likely up or down, but it stays within 1 and `reach` + 1. The observed state is the pair (position, last
    reading), and theta is the object's cell.

    Parameters
    ----------
    cells, position
        The length of the line, and the cell in which the searcher starts, without a reading yet.
    reach, error
        The largest distance that can be read exactly, and the probability of a wrong reading.
    prior : array of float, shape (cells,), optional
        The probability that the object is in each cell, by default uniform.
    """

    def __init__(
        self, cells: int, reach: int, position: int = 0, error: float = 0.0, prior: Sequence[float] | None = None
    ) -> None:
        cells = checks.integer("cells", cells, 1, MOST_CELLS)
        position = checks.integer("position", position, most=cells - 1)
        reach = checks.integer("reach", reach, most=MOST_CELLS)
        error = checks.number("error", error, 0, 1, below=True, expected="a probability below 1")
        expected = f"{cells} non-negative numbers, not all zero"
        weights = checks.real_numbers("prior", np.ones(cells) if prior is None else prior, (cells,), expected)
        if not np.all(weights >= 0) or not weights.sum() > 0:
            raise checks.refused("prior", prior, expected)
        self.thetas, self.start = range(cells), (position, None)
        self.prior = weights / weights.sum()
        self.reach, self.error = reach, error
        self._readings = [self._measure(u) for u in range(cells)]

    def controls(self, x: Any) -> Sequence[Any]:
        """Return all cells, as staying means measuring again."""
        return self.thetas

    def outcomes(self, x: Any, u: Any) -> tuple[list[Any], np.ndarray]:
        """Return the readings that are possible in cell `u`."""
        return self._readings[checks.integer("u", u, most=len(self.thetas) - 1)]

    def _measure(self, u: int) -> tuple[list[Any], np.ndarray]:
        """Return the states after a measurement in cell `u`, and their probability for each cell of the object."""
        cells, most = len(self.thetas), self.reach + 1
        reading = np.minimum(np.abs(np.arange(cells) - u), most)
        probability = np.zeros((cells, most + 1))
        for step, share in ((0, 1 - self.error), (-1, self.error / 2), (1, self.error / 2)):
            shown = np.where(reading == 0, 0, np.clip(reading + step, 1, most))
            np.add.at(probability, (np.arange(cells), shown), share)
        seen = np.flatnonzero(probability.any(axis=0))
        return [(u, int(r)) for r in seen], probability[:, seen]

    def cost(self, x: Any, u: Any) -> np.ndarray:
        """Return the time it takes to move and to measure, which is the same for every parameter."""
        position = checks.integer("x", _pair("x", x)[0], most=len(self.thetas) - 1)
        return np.full(len(self.thetas), abs(position - checks.integer("u", u, most=len(self.thetas) - 1)) + 1.0)

    def ended(self, x: Any) -> bool:
        """Return whether the searcher is in the object's cell."""
        return _pair("x", x)[1] == 0


def _pair(name: str, value: Any) -> tuple[Any, Any]:
    """Check that a state or an outcome is a pair, and return it."""
    if not isinstance(value, tuple) or len(value) != 2:
        raise checks.refused(name, value, "a pair")
    return value


def problem_of(value: Any) -> AdaptiveProblem:
    """Check that an argument is an `AdaptiveProblem`, and return it."""
    return checks.instance("problem", value, AdaptiveProblem, "an AdaptiveProblem, such as GuessingProblem(game)")


def belief_over(problem: AdaptiveProblem, b: Any) -> np.ndarray:
    """Check that a belief holds non-negative numbers for the parameters of a problem, not all of them 0."""
    expected = f"a probability for each of the {len(problem.prior):,} parameters"
    numbers = checks.real_numbers("b", b, (len(problem.prior),), expected)
    if not (numbers.min() >= 0 and numbers.max() > 0):
        raise checks.refused("b", b, expected)
    return numbers


def bayes(problem: AdaptiveProblem, x: Any, b: np.ndarray, u: Any, following: Any) -> np.ndarray:
    """Update the belief by Bayes' rule (Bhambri, Bhattacharjee and Bertsekas 2022, equation 8).

    The control `u` was used in the observed state `x`, and `following` came after it. The beliefs before and after are
    float64 of shape (thetas,). What no parameter of the belief `b` allows is refused.
    """
    return update(problem, x, belief_over(problem_of(problem), b), u, following)


def update(problem: AdaptiveProblem, x: Any, b: np.ndarray, u: Any, following: Any) -> np.ndarray:
    """Update a belief as `bayes` does, without checking that it is one."""
    joint = b * problem.likelihood(x, u, following)
    total = joint.sum()
    if not total > 0:
        raise ValueError(f"following: {following!r} is impossible under the belief; expected a state that can follow")
    return joint / total


def entropy_of_rows(p: np.ndarray) -> np.ndarray:
    """Compute the entropy in bits of each distribution along the last axis of an array."""
    array = checks.real_numbers("p", p, None, "an array of probabilities")
    if not np.all((array >= 0) & (array <= 1 + 1e-6)):
        raise checks.refused("p", p, "an array of probabilities")
    return _entropies(array)


def _entropies(p: np.ndarray) -> np.ndarray:
    return -(p * np.log2(p, where=p > 0, out=np.zeros_like(p))).sum(axis=-1)


def information(problem: AdaptiveProblem, x: Any, b: np.ndarray, u: Any) -> float:
    """Compute what the next state tells about the parameter on average: their mutual information, in bits.

    It is H(x') - sum_i b_i H(x' | theta_i): the uncertainty of the outcome, less the part that the disturbance alone
    causes. For a deterministic system the second term is zero.
    """
    b = belief_over(problem_of(problem), b)
    _, probability = problem.outcomes(x, u)
    return float(_entropies(b @ probability) - b @ _entropies(probability))


def systematic(weights: np.ndarray, count: int, uniform: float) -> np.ndarray:
    """Draw `count` places with the given weights by systematic sampling, which uses one random number for all draws.

    The points (uniform + 0, 1, 2 ...) / count are looked up in the cumulative weights, so that each place is drawn its
    expected number of times, rounded up or down. The weights, float64 of shape (places,), are non-negative and need not
    sum to 1. The places drawn are int64 of shape (count,), ascending.
    """
    expected = "non-negative numbers, not all 0"
    weights = checks.real_numbers("weights", weights, (None,), expected)
    if not weights.size or weights.min() < 0 or not weights.max() > 0:
        raise checks.refused("weights", weights, expected)
    count = checks.integer("count", count, most=MOST_DRAWS)
    uniform = checks.number("uniform", uniform, 0, 1, below=True)
    cumulative = np.cumsum(weights)
    points = (uniform + np.arange(count)) / count * cumulative[-1]
    last = np.flatnonzero(weights)[-1]
    return np.minimum(np.searchsorted(cumulative, points, side="right"), last)


class Estimator(ABC):
    """Something that follows a belief from step to step (Bhambri, Bhattacharjee and Bertsekas 2022, equation 8)."""

    @property
    @abstractmethod
    def belief(self) -> np.ndarray:
        """The belief or an estimate of it, as float64 of shape (thetas,) with sum 1."""

    @abstractmethod
    def update(self, x: Any, u: Any, following: Any) -> None:
        """Take into account that `following` came after the state `x` and the control `u`."""


class ExactBelief(Estimator):
    """Follow a belief by Bayes' rule, from `b` on, float64 of shape (thetas,), or by default from the prior."""

    def __init__(self, problem: AdaptiveProblem, b: np.ndarray | None = None) -> None:
        self.problem = problem_of(problem)
        self._belief = problem.prior if b is None else belief_over(problem, b)

    @property
    def belief(self) -> np.ndarray:
        """The belief."""
        return self._belief

    def update(self, x: Any, u: Any, following: Any) -> None:
        """Apply Bayes' rule, or raise a ValueError if no parameter of the belief allows what followed."""
        self._belief = update(self.problem, x, self._belief, u, following)


class ParticleFilter(Estimator):
    """Follow a belief by simulation with particles, each of which is a guess at the parameter with a weight.

    Each step multiplies the weights by the likelihood of what was seen. When few particles carry most of the weight, so
    that the effective sample size 1 / sum w^2 falls below a given part of their number, they are drawn anew with their
    weights by systematic resampling, and get equal weights. They are first sorted by their parameter, so that each
    parameter gets its expected number of copies, rounded up or down.

    The parameter never changes, so resampling can only copy the parameters that are there. Rejuvenation brings others
    back. After each resampling, every particle proposes a parameter from the prior and takes it with the probability of
    a Metropolis–Hastings step, which leaves the exact belief unchanged (resample-move; Gilks and Berzuini 2001).

    If no particle allows what was seen, the filter restarts. New particles are drawn from the prior and weighted by all
    that was seen since the beginning, and this is repeated until one of them is possible.

    Parameters
    ----------
    problem, particles, rng
        The problem, from whose prior the particles are drawn, their number, and the source of randomness.
    threshold
        Particles are resampled when the effective sample size is below this part of their number. 0 means never.
    rejuvenate
        How many proposals each particle makes after each resampling.

    Attributes
    ----------
    theta, weights : ndarrays of int64 and of float64, shape (particles,)
        The number of the parameter that each particle stands for, and its weight. The weights sum to 1.
    log_evidence
        The natural logarithm of the estimated probability of all that was seen, minus infinity after a restart. That
        probability times the estimated belief is unbiased.
    restarts
        How often the filter restarted because no particle was left.
    """

    def __init__(
        self,
        problem: AdaptiveProblem,
        particles: int,
        rng: np.random.Generator,
        threshold: float = 0.5,
        rejuvenate: int = 0,
    ) -> None:
        particles = checks.integer("particles", particles, 1, MOST_DRAWS)
        self.problem, self.rng = problem_of(problem), checks.generator("rng", rng)
        self.threshold = checks.number("threshold", threshold, 0, 1)
        self.rejuvenate = checks.integer("rejuvenate", rejuvenate)
        self.theta = self._draw(particles)
        self.weights = np.full(particles, 1 / particles)
        self.log_evidence, self.restarts = 0.0, 0
        self._seen: list[np.ndarray] = []  # the log-likelihood of each thing seen

    @property
    def effective_size(self) -> float:
        """The number of equally weighted particles that would be as good, which is 1 / sum w^2."""
        return float(1 / (self.weights**2).sum())

    @property
    def belief(self) -> np.ndarray:
        """The estimated belief, float64 of shape (thetas,), which is the weight of the particles at each parameter."""
        return np.bincount(self.theta, self.weights, len(self.problem.prior))

    def update(self, x: Any, u: Any, following: Any) -> None:
        """Reweight the particles by what was seen, resample and rejuvenate if needed, and restart if none is left.

        What no parameter of the prior allows, together with all that was seen before, is refused.
        """
        likelihood = self.problem.likelihood(x, u, following)
        with np.errstate(divide="ignore"):
            self._seen.append(np.log(likelihood))
            joint = self.weights * likelihood[self.theta]
            self.log_evidence += float(np.log(joint.sum()))
        if joint.any():
            self.weights = joint / joint.sum()
        else:
            self._restart(following)
        if self.effective_size < self.threshold * len(self.weights):
            self._resample()
            for _ in range(self.rejuvenate):
                self.move()

    def move(self) -> None:
        """Let each particle propose a parameter from the prior, and take it with probability min(1, L' / L).

        L and L' are the likelihoods of all that was seen, under the particle's parameter and the proposed one.
        """
        proposed = self._draw(len(self.theta))
        with np.errstate(invalid="ignore"):  # what is impossible proposes what is impossible, and keeps to itself
            gain = self._log_likelihood(proposed) - self._log_likelihood(self.theta)
        taken = self.rng.random(len(gain)) < np.exp(np.minimum(gain, 0))
        self.theta = np.where(taken, proposed, self.theta)

    def _draw(self, count: int) -> np.ndarray:
        return self.rng.choice(len(self.problem.prior), count, p=self.problem.prior)

    def _log_likelihood(self, theta: np.ndarray) -> np.ndarray:
        return sum((row[theta] for row in self._seen), np.zeros(len(theta)))

    def _resample(self) -> None:
        count, order = len(self.weights), np.argsort(self.theta, kind="stable")
        self.theta = self.theta[order[systematic(self.weights[order], count, self.rng.random())]]
        self.weights = np.full(count, 1 / count)

    def _restart(self, following: Any) -> None:
        possible = np.flatnonzero(self.problem.prior)
        if np.isneginf(self._log_likelihood(possible)).all():
            raise ValueError(
                f"following: {following!r} is impossible under the prior and what was seen; expected a possible state"
            )
        score = np.array([-np.inf])
        while np.isneginf(score).all():
            self.theta = self._draw(len(self.theta))
            score = self._log_likelihood(self.theta)
        weights = np.exp(score - score.max())
        self.weights = weights / weights.sum()
        self.restarts += 1


def total_variation(p: np.ndarray, q: np.ndarray) -> float:
    """Compute the total variation distance of two distributions, which is half the sum of |p - q|, from 0 to 1."""
    p = checks.real_numbers("p", p, (None,), "a distribution")
    q = checks.real_numbers("q", q, p.shape, f"{p.shape}, the shape of p")
    return float(np.abs(p - q).sum() / 2)

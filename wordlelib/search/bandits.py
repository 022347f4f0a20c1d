"""Bandits: which arm to pull next, if each pull costs something and only pulling an arm tells what it costs.

Five samplers share one interface, which is open to others. All of them know the same about each arm: the present
estimate of its cost, how often it was pulled, the first estimate, and how far the present one may be off. The tree
search of `tree_search.py` uses the five at each of its nodes, where an arm is a guess.

Three more rules need a different memory and are functions: Thompson sampling under Beta beliefs, confidence bounds that
forget, and sequential halving, which looks for the best arm rather than for little regret.

Costs are minimised, as everywhere in the book, so an optimistic sampler looks for the least cost that is plausible.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from wordlelib.core.checks import generator, instance, integer, number, real_numbers, refused, sequence, whole_numbers
from wordlelib.kernels.arms import Memory, pull_forgetful
from wordlelib.kernels.interrupts import defer_interrupts
from wordlelib.kernels.samplers import (
    EPSILON_GREEDY,
    HOEFFDING,
    LAPLACE,
    PUCT_RULE,
    THOMPSON,
    UCB,
    ArmRule,
    choose_arm,
    pull_arms,
)

KINDS = (EPSILON_GREEDY, HOEFFDING, UCB, PUCT_RULE, LAPLACE, THOMPSON)


class Sampler(ABC):
    """A rule that picks the next arm.

    A subclass defines `choose`, and its name on the command line. The five samplers below are compiled. `pull` plays
    any other one in Python, but the tree search, which is compiled as a whole, refuses it.
    """

    name: ClassVar[str] = "unnamed sampler"

    @abstractmethod
    def choose(
        self,
        cost: np.ndarray,
        visits: np.ndarray,
        rng: np.random.Generator,
        first: np.ndarray | None = None,
        spread: np.ndarray | None = None,
    ) -> int:
        """Return the number of the arm to pull, the first in a tie; the arrays must have the same size, at least 1.

        Parameters
        ----------
        cost, visits : ndarrays of float64 and of int64, shape (arms,)
            The present estimates, and how often each arm was pulled.
        rng
            The source of randomness.
        first, spread : ndarrays of float64, shape (arms,)
            The estimates before any pull, for PUCT, by default the present ones, and the standard deviations of the
            estimates, for Thompson sampling, by default 0.
        """

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.name}>"


class CompiledSampler(Sampler):
    """A sampler that the kernels know by its kind and a single parameter, such as each of the five subclasses."""

    @property
    @abstractmethod
    def kind(self) -> int:
        """The number of the sampler in the kernel."""

    @property
    def parameter(self) -> float:
        """The single parameter that the kernel needs: the sampler's first field, unless a subclass says otherwise."""
        return float(next(iter(vars(self).values())))

    def choose(
        self,
        cost: np.ndarray,
        visits: np.ndarray,
        rng: np.random.Generator,
        first: np.ndarray | None = None,
        spread: np.ndarray | None = None,
    ) -> int:
        """Pick an arm; see `Sampler.choose`."""
        generator("rng", rng)
        cost = _numbers("cost", cost, np.float64)
        visits = _numbers("visits", visits, np.int64)
        first = cost if first is None else _numbers("first", first, np.float64)
        spread = np.zeros_like(cost) if spread is None else _numbers("spread", spread, np.float64)
        if cost.ndim != 1 or not cost.size:
            raise ValueError(f"cost: shape {cost.shape}; expected one number for each arm, and at least one arm")
        for name, given in (("visits", visits), ("first", first), ("spread", spread)):
            if given.shape != cost.shape:
                raise ValueError(f"{name}: shape {given.shape}; expected {cost.shape}, as cost has")
        if not np.isfinite([cost, first, spread]).all() or visits.min() < 0:
            raise ValueError("cost, first, spread, visits: expected finite numbers, and no visits below 0")
        return int(choose_arm(_rule_of(self), cost, visits, first, spread, rng))


def _numbers(name: str, value: Any, kind: type) -> np.ndarray:
    try:
        numbers = np.asarray(value)
    except (ValueError, TypeError, OverflowError):
        raise refused(name, value, "a number for each arm") from None
    if numbers.size and numbers.dtype.kind not in "iuf":
        raise refused(name, value, "a number for each arm")
    if kind is np.int64 and not np.all((np.abs(numbers) < 2**62) & (np.rint(numbers) == numbers)):
        raise refused(name, value, "a whole number for each arm")
    return numbers.astype(kind, copy=False)


def _rule_of(sampler: CompiledSampler) -> ArmRule:
    """Return what kernels need of a sampler, or refuse a kind that they would take for the last one."""
    if sampler.kind not in KINDS:
        raise ValueError(f"sampler: {sampler!r} of kind {sampler.kind!r}; expected one of {KINDS}, or an own `choose`")
    return ArmRule(sampler.kind, float(sampler.parameter))


def compiled(sampler: Sampler) -> ArmRule | None:
    """Return what the kernels need of a sampler, or None if its `choose` is not the compiled one."""
    if not isinstance(sampler, CompiledSampler) or type(sampler).choose is not CompiledSampler.choose:
        return None
    return _rule_of(sampler)


def _check(name: str, value: float, most: float = math.inf) -> None:
    expected = "more than 0" + f", less than {most:g}" * (most < math.inf)
    number(name, value, 0, most, above=True, below=True, expected=expected)


@dataclass(frozen=True)
class EpsilonGreedy(CompiledSampler):
    """Take any arm with a probability that decays, and otherwise the arm that looks best.

    After t pulls of K arms the probability is ``scale * K / (t + 1)``, at most 1 (Auer, Cesa-Bianchi and Fischer 2002,
    theorem 3).
    """

    scale: float = 1.0
    name = "epsilon-greedy"
    kind = EPSILON_GREEDY

    def __post_init__(self) -> None:
        _check("scale", self.scale)


@dataclass(frozen=True)
class Hoeffding(CompiledSampler):
    """Take the arm whose lower confidence bound on the cost is least.

    By Hoeffding's inequality, the mean of v independent costs from a range of width `span` is too high by more than
    ``span * sqrt(-ln(p) / (2 v))`` with a probability of at most p. Here v + 1 takes the place of v, so that arms which
    were never pulled have a bound too. If `p` is None, it falls as t**-4 with the number t of pulls, as in UCB1. The
    regret then grows only with the logarithm of t. With any fixed p, the best arm may be given up for ever.
    """

    span: float = 6.0
    p: float | None = 0.999
    name = "hoeffding"

    def __post_init__(self) -> None:
        _check("span", self.span)
        if self.p is not None:
            _check("p", self.p, 1)

    @property
    def kind(self) -> int:
        """The number of the sampler in the kernel, which depends on whether the probability is fixed or falls."""
        return UCB if self.p is None else HOEFFDING

    @property
    def parameter(self) -> float:
        """The width of the bound before any pull, for UCB1 in units of sqrt(ln t)."""
        return self.span * math.sqrt(2.0 if self.p is None else -math.log(self.p) / 2)


@dataclass(frozen=True)
class PUCT(CompiledSampler):
    """Take the arm of least cost less a bonus for what the first estimates promised (Silver and others 2016).

    The bonus of an arm after v of N pulls is ``coefficient * prior * sqrt(N) / (1 + v)``, where the prior is the
    softmax of minus the first estimates of the cost.
    """

    coefficient: float = 1.0
    name = "puct"
    kind = PUCT_RULE

    def __post_init__(self) -> None:
        _check("coefficient", self.coefficient)


@dataclass(frozen=True)
class Laplace(CompiledSampler):
    """Take the arm that one more pull, better than the mean by `delta`, would make the best (the AVTS essay)."""

    delta: float = 0.1
    name = "laplace"
    kind = LAPLACE

    def __post_init__(self) -> None:
        _check("delta", self.delta)


@dataclass(frozen=True)
class Thompson(CompiledSampler):
    """Draw each arm's cost from a normal distribution, the belief about it, and take the least (Thompson 1933)."""

    name = "thompson"
    kind = THOMPSON
    parameter = 0.0


SAMPLERS: dict[str, type[CompiledSampler]] = {
    make.name: make for make in (EpsilonGreedy, Hoeffding, PUCT, Laplace, Thompson)
}


def pull(
    urns: Sequence[Sequence[float] | np.ndarray],
    sampler: Sampler,
    pulls: int,
    rng: np.random.Generator,
    first: float | Sequence[float] = 0.0,
    spread: float = 1.0,
) -> np.ndarray:
    """Let a sampler pull arms, each of which is an urn from which costs are drawn with replacement.

    The first estimate counts as one observation, both in the mean of an arm and in its spread. If S is the sum of the
    squared deviations of all v + 1 observations from their mean, the variance of the estimate is
    ``(spread**2 + S) / (v + 1)**2``. The result is the arm that was pulled each time, int64 of shape (pulls,).

    Parameters
    ----------
    urns : sequence of arrays
        The costs in each urn, at least one.
    sampler, rng
        The sampler that picks the arms, and the source of randomness for it and the urns.
    first, spread
        The first estimate of each arm, or one estimate for all, and how far it may be off.
    """
    return observe(urns, sampler, pulls, rng, first, spread)[0]


def observe(
    urns: Sequence[Sequence[float] | np.ndarray],
    sampler: Sampler,
    pulls: int,
    rng: np.random.Generator,
    first: float | Sequence[float],
    spread: float,
) -> tuple[np.ndarray, np.ndarray]:
    """Do what `pull` does with the same arguments, and also return the costs drawn, float64 of shape (pulls,)."""
    filled = _filled(urns)
    rule = compiled(instance("sampler", sampler, Sampler, "a sampler, such as Thompson()"))
    pulls = integer("pulls", pulls, expected="a number, at least 0")
    spread = number("spread", spread, 0, expected="at least 0")
    generator("rng", rng)
    if np.iterable(first):
        given = real_numbers("first", first, (None,), "finite numbers", finite=False)
    else:
        given = np.array([number("first", first, expected="finite numbers")])
    if not np.isfinite(given).all():
        raise refused("first", first, "finite numbers")
    if len(given) not in (1, len(filled)):
        raise ValueError(f"first: {len(given)} numbers; expected {len(filled)}, or one")
    begin = np.broadcast_to(given, (len(filled),)).copy()
    if rule is None:
        return _pull_one_by_one(filled, sampler, pulls, rng, begin, spread)
    offsets = np.append(0, np.cumsum([urn.size for urn in filled]))
    chosen = np.empty(pulls, np.int64)
    with defer_interrupts():  # the generator is handed over by calls of Python
        return chosen, pull_arms(np.concatenate(filled), offsets, rule, begin, spread, rng, chosen)


def thompson_beta(
    urns: Sequence[Sequence[float] | np.ndarray], pulls: int, rng: np.random.Generator, runs: int = 1
) -> np.ndarray:
    """Pull arms by Thompson sampling under Beta beliefs, for costs from 0 to 1.

    The belief about the share of ones in an urn is uniform at first, so that after a ones and b noughts it is Beta(a +
    1, b + 1). A share is drawn for each arm, and the arm with the least share is pulled. A cost between 0 and 1 counts
    as a one with a probability equal to the cost (Agrawal and Goyal 2012, algorithm 2). Costs outside are refused.

    The urns are those of `pull`. Several independent `runs` are made side by side, and the result is the arm that was
    pulled each time, int64 of shape (runs, pulls).
    """
    filled = _filled(urns)
    if min(urn.min() for urn in filled) < 0 or max(urn.max() for urn in filled) > 1:
        raise refused("urns", urns, "costs from 0 to 1")
    pulls = integer("pulls", pulls, expected="a number, at least 0")
    runs = integer("runs", runs, 1)
    generator("rng", rng)
    sizes, costs = np.array([urn.size for urn in filled]), np.concatenate(filled)
    begin = np.cumsum(sizes) - sizes
    chosen, every = np.empty((pulls, runs), np.int64), np.arange(runs)
    counts = np.ones((2, runs, len(filled)))
    for arms in chosen:
        arms[:] = rng.beta(counts[0], counts[1]).argmin(axis=1)
        cost = costs[begin[arms] + rng.integers(sizes[arms])]
        counts[(rng.random(runs) >= cost).astype(np.int64), every, arms] += 1
    return chosen.T


def forgetful_ucb(
    urns: Sequence[Sequence[float] | np.ndarray],
    pulls: int,
    rng: np.random.Generator,
    drift: Sequence[Sequence[float]] | np.ndarray | None = None,
    span: float = 1.0,
    discount: float = 1.0,
    window: int | None = None,
) -> np.ndarray:
    """Pull the arm of least lower confidence bound, where costs may drift and old ones are forgotten.

    The bound of an arm is its mean less ``span * sqrt(2 ln(n) / v)``, where v is the remembered number of pulls of the
    arm, and n that of all arms. An arm of which nothing is remembered comes first. With a discount, a cost that is k
    pulls old counts ``discount**k`` times; with a window, only the last `window` pulls count (Garivier and Moulines
    2011). With neither, this is UCB1 (Auer, Cesa-Bianchi and Fischer 2002, figure 1).

    The urns and the result are those of `pull`.

    Parameters
    ----------
    drift : ndarray of float64, shape (arms, pulls)
        How much more each pull of an arm, its first, second and so on, costs than the cost drawn from the urn; by
        default 0.
    span
        The width of the range of costs.
    discount, window
        The factor by which the weight of a cost shrinks with each further pull, more than 0 and at most 1, and how many
        pulls are remembered, by default all.
    """
    filled = _filled(urns)
    pulls = integer("pulls", pulls, expected="a number, at least 0")
    generator("rng", rng)
    span = number("span", span, 0, above=True, expected="more than 0")
    discount = number("discount", discount, 0, 1, above=True, expected="more than 0, at most 1")
    if window is not None and discount < 1:
        raise ValueError(f"window: {window!r} besides a discount of {discount:g}; expected one of the two")
    memory = Memory(span, discount, pulls if window is None else integer("window", window, 1))
    if drift is None:
        shift = np.zeros((len(filled), pulls))
    else:
        shift = real_numbers("drift", drift, (len(filled), pulls), "a number for each arm and pull")
    offsets = np.append(0, np.cumsum([urn.size for urn in filled]))
    chosen, paid = np.empty(pulls, np.int64), np.empty(pulls)
    with defer_interrupts():
        pull_forgetful(np.concatenate(filled), offsets, shift, memory, rng, chosen, paid)
    return chosen


def sequential_halving(
    urns: Sequence[Sequence[float] | np.ndarray], budget: int, rng: np.random.Generator
) -> tuple[int, np.ndarray]:
    """Name the best arm after a number of pulls: pull all arms equally, drop the worse half, and repeat.

    With K arms there are ceil(log2 K) rounds. Each has the same share of the budget, which the arms still in the race
    divide equally, rounded down. An arm is judged only by its pulls in the round (Karnin, Koren and Somekh 2013,
    algorithm 1).

    The urns are those of `pull`. The budget is the number of pulls, at least enough for one pull of each arm in the
    first round. The result is the arm that is left, and how often each arm was pulled, int64 of shape (arms,).
    """
    filled = _filled(urns)
    rounds = (len(filled) - 1).bit_length()
    budget = integer("budget", budget, len(filled) * rounds)
    generator("rng", rng)
    left, visits = np.arange(len(filled)), np.zeros(len(filled), np.int64)
    for _ in range(rounds):
        each = budget // (len(left) * rounds)
        means = np.array([filled[a][rng.integers(filled[a].size, size=each)].mean() for a in left])
        visits[left] += each
        left = np.sort(left[np.argsort(means, kind="stable")[: (len(left) + 1) // 2]])
    return int(left[0]), visits


def _filled(urns: Any) -> list[np.ndarray]:
    """Return urns as arrays, each with costs in it."""
    expected = "at least one, each with finite costs in it"
    try:
        filled = [np.asarray(urn, np.float64) for urn in sequence("urns", urns, expected)]
    except (ValueError, TypeError, OverflowError):
        raise refused("urns", urns, expected) from None
    if not filled or not all(urn.ndim == 1 and urn.size and np.isfinite(urn).all() for urn in filled):
        raise refused("urns", urns, expected)
    return filled


def _pull_one_by_one(
    urns: list[np.ndarray], sampler: Sampler, pulls: int, rng: np.random.Generator, first: np.ndarray, spread: float
) -> tuple[np.ndarray, np.ndarray]:
    """Pull arms as `pull_arms` does, with a sampler that is not compiled."""
    ends = np.cumsum([urn.size for urn in urns]).tolist()
    cost, visits = first.copy(), np.zeros(first.size, np.int64)
    squares, deviation = np.full(first.size, spread * spread), np.full(first.size, spread)
    chosen, drawn = np.empty(pulls, np.int64), np.empty(pulls)
    for t in range(pulls):
        arm = sampler.choose(cost.copy(), visits.copy(), rng, first.copy(), deviation.copy())
        if isinstance(arm, bool) or not isinstance(arm, int | np.integer) or not 0 <= arm < first.size:
            raise ValueError(f"sampler: {sampler!r} chooses arm {arm!r}; expected 0 to {first.size - 1}")
        new = urns[arm][rng.integers(ends[arm] - urns[arm].size, ends[arm]) - ends[arm]]
        chosen[t], drawn[t] = arm, new
        visits[arm] += 1
        n, before = visits[arm] + 1, cost[arm]
        cost[arm] += (new - before) / n
        squares[arm] += (new - before) * (new - cost[arm])
        deviation[arm] = math.sqrt(squares[arm]) / n
    return chosen, drawn


def regret(urns: Sequence[Sequence[float] | np.ndarray], chosen: np.ndarray) -> np.ndarray:
    """Compute the regret after each pull: the expected cost of the arms chosen, less that of always choosing the best.

    The urns are those of `pull`, and the arms that were pulled have the shape (..., pulls), as the regret has, in
    float64.
    """
    means = np.array([urn.mean() for urn in _filled(urns)])
    shape = (None,) * np.ndim(np.asarray(chosen, object))
    chosen = whole_numbers("chosen", chosen, len(means), shape, "the numbers of the arms that were pulled")
    return np.cumsum((means - means.min())[chosen], axis=-1)

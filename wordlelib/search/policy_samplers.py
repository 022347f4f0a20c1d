"""Samplers with a prior policy, which choose the next guess of a tree search by a policy that its values improve.

The prior policy is a softmax of the first estimates, so a promising guess is looked at more often. Both samplers move
it towards the guesses that the search has found cheap: the Gumbel sampler (Danihelka, Guez, Schrittwieser and Silver
2022, "Policy improvement by planning with Gumbel") by adding the worth of a cost to its logits, the regularised one
(Grill, Altché, Tang, Hubert, Valko, Antonoglou and Munos 2020, "Monte-Carlo tree search as regularized policy
optimization") by taking the policy of least cost that is not far from the prior.

Costs are minimised, as everywhere in the book.
"""

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from wordlelib.core.checks import generator, integer, number, real_numbers, whole_numbers
from wordlelib.kernels.samplers import GUMBEL, REGULARISED, ArmRule, choose_by_policy, weigh_arms
from wordlelib.search.bandits import Sampler


class PriorSampler(Sampler):
    """A sampler of the tree search that has a prior policy."""

    @property
    @abstractmethod
    def rule(self) -> ArmRule:
        """The parameters that the kernels need."""

    def policy(self, cost: np.ndarray, visits: np.ndarray, first: np.ndarray) -> np.ndarray:
        """Return the improved policy, which says how often each arm ought to be picked.

        The present estimates, the visits and the first estimates are those of `Sampler.choose`. Everything has the
        shape (arms,), and there is at least one arm.
        """
        cost, visits, first = _arms(cost, visits, first)
        found = np.empty(cost.size)
        weigh_arms(self.rule, cost, visits, first, found)
        return found

    def choose(
        self,
        cost: np.ndarray,
        visits: np.ndarray,
        rng: np.random.Generator,
        first: np.ndarray | None = None,
        spread: np.ndarray | None = None,
    ) -> int:
        """Pick an arm as `bandits.Sampler.choose` does, at a belief below the root, where `spread` plays no part."""
        generator("rng", rng)
        cost, visits, first = _arms(cost, visits, cost if first is None else first)
        return int(choose_by_policy(self.rule, cost, visits, first, rng))


def _arms(cost: Any, visits: Any, first: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    cost = real_numbers("cost", cost, (None,), "a finite number for each arm")
    if not cost.size:
        raise ValueError("cost: no numbers; expected one for each arm, and at least one arm")
    first = real_numbers("first", first, (cost.size,), "a finite number for each arm")
    visits = whole_numbers("visits", visits, 2**31 - 1, (cost.size,), "a number for each arm, at least 0")
    return cost, visits.astype(np.int64), first


@dataclass(frozen=True)
class Gumbel(PriorSampler):
    """Sample some guesses from the prior at the root, and halve their number again and again.

    At the root each guess has a Gumbel variable g. The guesses of largest g + logit are a sample from the prior without
    replacement, and share the simulations by sequential halving. At the end of each phase, the half with the smaller g
    + logit + worth is dropped. The worth of a cost is ``scale * (head_start + most visits)`` times how far it lies
    below the largest cost, in units of the range of costs. A guess without visits has the cost of the prior policy, as
    far as it is known. When all simulations are spent, new variables are drawn, and the next round begins.

    Below the root the improved policy is the softmax of logit + worth, and the guess whose share of the visits is
    furthest behind it is picked. (Danihelka and others 2022, sections 3 to 5 and appendix D; the constants are those of
    the library mctx.)

    Parameters
    ----------
    considered, simulations
        How many guesses a round begins with, or all if there are fewer, and how many simulations it has. If a tree
        search widens, a round begins with those that join, in the order of their first estimates, and the variables
        count from the first halving on.
    scale, head_start
        The worth of a cost, in logits for each visit, and how many visits are added to those of the most visited guess.
    temperature
        The temperature of the prior, in guesses. The logit of a guess is minus its first estimate, divided by the
        temperature.
    """

    considered: int = 16
    simulations: int = 64
    scale: float = 0.1
    head_start: float = 50.0
    temperature: float = 1.0
    name = "gumbel"

    def __post_init__(self) -> None:
        integer("considered", self.considered, 1)
        integer("simulations", self.simulations, 1)
        _check_positive("scale", self.scale)
        number("head_start", self.head_start, 0, expected="at least 0")
        _check_positive("temperature", self.temperature)

    @property
    def rule(self) -> ArmRule:
        """The parameters that the kernels need."""
        return ArmRule(GUMBEL, float(self.scale), float(self.temperature), float(self.head_start))


@dataclass(frozen=True)
class Regularised(PriorSampler):
    """Draw a guess from the policy y of least cost that stays near the prior.

    It minimises ``y @ cost + strength * KL(prior, y)``, where after N - 1 visits to K guesses the strength is
    ``coefficient * sqrt(N) / (N + K)``, so that the prior fades (Grill and others 2020, equations 5 and 7).

    Parameters
    ----------
    coefficient, temperature
        The weight of the divergence, and the temperature of the prior, both in guesses.
    """

    coefficient: float = 1.0
    temperature: float = 1.0
    name = "regularised"

    def __post_init__(self) -> None:
        _check_positive("coefficient", self.coefficient)
        _check_positive("temperature", self.temperature)

    @property
    def rule(self) -> ArmRule:
        """The parameters that the kernels need."""
        return ArmRule(REGULARISED, float(self.coefficient), float(self.temperature))


SAMPLERS: dict[str, type[PriorSampler]] = {"gumbel": Gumbel, "regularised": Regularised}


def _check_positive(name: str, value: float) -> None:
    number(name, value, 0, above=True, expected="more than 0")


def considered_visits(considered: int, simulations: int) -> np.ndarray:
    """Return the schedule of sequential halving, which is how many visits the guess to be simulated next has had.

    A phase visits all guesses that are left equally often, and has about as many visits as any other phase. Then the
    better half goes on, but never fewer than two (Karnin, Koren and Somekh 2013, as in mctx). The schedule begins with
    `considered` guesses, and is int64 of shape (simulations,).
    """
    considered, simulations = integer("considered", considered, 1), integer("simulations", simulations, 1)
    if considered == 1:
        return np.arange(simulations, dtype=np.int64)
    phases, left, had, found = math.ceil(math.log2(considered)), considered, 0, np.zeros(0, np.int64)
    while found.size < simulations:
        more = max(1, simulations // (phases * left))
        found = np.append(found, np.repeat(np.arange(had, had + more), left))
        had, left = had + more, max(2, left // 2)
    return found[:simulations].astype(np.int64)

"""Which arm a bandit sampler pulls next."""

import math
from typing import NamedTuple

import numpy as np

from wordlelib.kernels.arrays import copied
from wordlelib.kernels.jit import kernel, record
from wordlelib.kernels.sorting import least_of, least_place

EPSILON_GREEDY, HOEFFDING, UCB, PUCT_RULE, LAPLACE, THOMPSON = range(6)


@record
class ArmRule(NamedTuple):
    """A sampler as kernels see it."""

    kind: int  # one of the six above
    parameter: float  # its one number


@kernel
def choose_arm(rule, cost, visits, first, spread, rng):
    """Pick an arm; in ties the first."""
    kind, parameter = rule.kind, rule.parameter
    arms, total = cost.size, np.int64(0)
    for i in range(arms):
        total += visits[i]
    if kind == EPSILON_GREEDY:
        if rng.random() * (total + 1) < parameter * arms:
            return rng.integers(0, arms)
        return least_place(cost)
    wide, scale, lowest = 0.0, 0.0, least_of(first)
    if kind == UCB:
        wide = math.sqrt(math.log(total + 1))
    elif kind == PUCT_RULE:
        for i in range(arms):
            scale += math.exp(lowest - first[i])
        wide = math.sqrt(total) / scale
    best, least = 0, np.inf
    for i in range(arms):
        index = cost[i]
        if kind == HOEFFDING:
            index -= parameter / math.sqrt(visits[i] + 1)
        elif kind == UCB:
            index -= parameter * wide / math.sqrt(visits[i] + 1)
        elif kind == PUCT_RULE:
            index -= parameter * wide * math.exp(lowest - first[i]) / (1 + visits[i])
        elif kind == LAPLACE:
            index -= parameter / (visits[i] + 1)
        else:
            index += spread[i] * rng.standard_normal()
        if index < least:
            best, least = i, index
    return best


@kernel
def pull_arms(costs, offsets, rule, first, spread, rng, chosen):
    """Pull arms; write those that are chosen, and give the costs drawn."""
    arms, drawn = first.size, np.empty(chosen.size, np.float64)
    cost, visits = copied(first), np.zeros(arms, np.int64)
    squares, deviation = np.empty(arms, np.float64), np.empty(arms, np.float64)
    squares[:], deviation[:] = spread * spread, spread
    for t in range(chosen.size):
        arm = choose_arm(rule, cost, visits, first, deviation, rng)
        new = costs[rng.integers(offsets[arm], offsets[arm + 1])]
        chosen[t], drawn[t] = arm, new
        visits[arm] += 1
        n, before = visits[arm] + 1, cost[arm]
        cost[arm] += (new - before) / n
        squares[arm] += (new - before) * (new - cost[arm])
        deviation[arm] = math.sqrt(squares[arm]) / n
    return drawn

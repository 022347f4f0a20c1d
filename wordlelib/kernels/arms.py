"""Bandits that forget."""

import math
from typing import NamedTuple

import numpy as np

from wordlelib.kernels.jit import kernel, record
from wordlelib.kernels.sorting import least_place


@record
class Memory(NamedTuple):
    """How a bandit judges and forgets."""

    span: float  # the width of the range of costs
    discount: float  # what a cost still counts after one more pull
    window: int  # how many pulls are remembered


@kernel
def pull_forgetful(costs, offsets, drift, memory, rng, chosen, paid):
    """Pull the arm of least confidence bound, from what is remembered; write the arms, and what they cost."""
    arms, (span, discount, window) = offsets.size - 1, memory
    weight, total, index = np.zeros(arms, np.float64), np.zeros(arms, np.float64), np.zeros(arms, np.float64)
    visits = np.zeros(arms, np.int64)
    for t in range(chosen.size):
        remembered = 0.0
        for i in range(arms):
            remembered += weight[i]
        for i in range(arms):
            if weight[i] > 0:
                index[i] = total[i] / weight[i] - span * math.sqrt(2 * max(math.log(remembered), 0.0) / weight[i])
            else:
                index[i] = -np.inf
        arm = least_place(index)
        cost = costs[rng.integers(offsets[arm], offsets[arm + 1])] + drift[arm, visits[arm]]
        chosen[t], paid[t] = arm, cost
        visits[arm] += 1
        for i in range(arms):
            weight[i] *= discount
            total[i] *= discount
        weight[arm] += 1
        total[arm] += cost
        if t >= window:
            old = chosen[t - window]
            weight[old] -= 1
            total[old] -= paid[t - window]

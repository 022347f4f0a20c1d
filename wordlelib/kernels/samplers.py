"""Which arm a bandit sampler pulls next."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.arrays import copied
from wordlelib.kernels.jit import kernel, record, shared_kernel
from wordlelib.kernels.sorting import least_of, least_place

EPSILON_GREEDY, HOEFFDING, UCB, PUCT_RULE, LAPLACE, THOMPSON, GUMBEL, REGULARISED = range(8)
# Costs in guesses closer than NARROW are equal; probabilities below SMALL count as SMALL, so that no sum is 0. Newton's
# method ends when the regularised policy sums to 1 within SMALL, or after ROUNDS steps.
NARROW, SMALL, ROUNDS = 1e-8, 1e-12, 100


@record
class ArmRule(NamedTuple):
    """A sampler as kernels see it."""

    kind: int  # one of the eight above; GUMBEL and REGULARISED have a prior policy
    parameter: float  # its one number
    temperature: float = 1.0  # that of the prior policy
    head_start: float = 0.0  # how many visits GUMBEL adds to those of the most visited arm where it weighs costs


@record
class Halving(NamedTuple):
    """A round of sequential halving at a root."""

    begun: int  # how often the root was visited when the round began
    noise: Annotated[np.ndarray, np.float64, "arms"]  # a Gumbel variable for each arm
    before: Annotated[np.ndarray, np.int64, "arms"]  # how often each arm was visited when the round began
    # How many visits of this round the arm to be visited next has had.
    schedule: Annotated[np.ndarray, np.int64, "simulations"]


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
def choose_by_policy(rule, cost, visits, first, rng):
    """Pick an arm by its policy: the one that is most behind it (GUMBEL), or one drawn from it (REGULARISED)."""
    policy, arms, total = np.empty(cost.size, np.float64), cost.size, np.int64(1)
    weigh_arms(rule, cost, visits, first, policy)
    if rule.kind == GUMBEL:
        for i in range(arms):
            total += visits[i]
        for i in range(arms):
            policy[i] = visits[i] / total - policy[i]
        return least_place(policy)
    drawn, i = rng.random(), 0
    while i < arms - 1 and drawn >= policy[i]:
        drawn -= policy[i]
        i += 1
    return i


@kernel
def choose_considered(rule, cost, visits, first, places, wanted, halving):
    """Pick an arm of a root by sequential halving: of those with so many visits in this round, the best by score.

    If none has, since bounds have ruled it out, those that come nearest take its place.
    """
    score, best, nearest, most = np.empty(cost.size, np.float64), 0, np.int64(2**62), -np.inf
    score_arms(rule, cost, visits, first, score)
    for i in range(cost.size):
        off = abs(visits[i] - halving.before[places[i]] - wanted)
        each = score[i] + halving.noise[places[i]]
        if off < nearest or (off == nearest and each > most):
            best, nearest, most = i, off, each
    return best


@shared_kernel
def weigh_arms(rule, cost, visits, first, policy):
    """Write the policy of a sampler that has one: GUMBEL's improved policy, or the REGULARISED one."""
    if rule.kind == GUMBEL:
        score_arms(rule, cost, visits, first, policy)
        soften(policy)
        return
    total, below = np.int64(1), np.inf
    for i in range(cost.size):
        policy[i] = -first[i] / rule.temperature
        total += visits[i]
    soften(policy)
    strength = rule.parameter * math.sqrt(total) / (total + cost.size)
    for i in range(cost.size):
        policy[i] = strength * max(policy[i], SMALL)
        below = min(below, cost[i] - policy[i])
    for _ in range(ROUNDS):
        whole, slope = 0.0, 0.0
        for i in range(cost.size):
            gap = max(cost[i] - below, NARROW * NARROW)
            whole += policy[i] / gap
            slope += policy[i] / gap**2
        below -= (whole - 1) / slope
        if whole <= 1 + SMALL:
            break
    whole = 0.0
    for i in range(cost.size):
        policy[i] /= max(cost[i] - below, NARROW * NARROW)
        whole += policy[i]
    for i in range(cost.size):
        policy[i] /= whole


@shared_kernel
def score_arms(rule, cost, visits, first, score):
    """Write the logits of the prior policy, each plus what the arm's completed cost is worth.

    An arm without visits has the mixed cost: that of the prior policy by the first estimates, which counts as one
    visit, and by the arms that were visited.
    """
    total, most = np.int64(0), np.int64(0)
    for i in range(cost.size):
        score[i] = -first[i] / rule.temperature
        total, most = total + visits[i], max(most, visits[i])
    soften(score)
    mixed, seen, share = 0.0, 0.0, 0.0
    for i in range(cost.size):
        prior = max(score[i], SMALL)
        mixed += score[i] * first[i]
        if visits[i] > 0:
            seen, share = seen + prior * cost[i], share + prior
        score[i] = -first[i] / rule.temperature
    if total > 0:
        mixed = (mixed + total * seen / share) / (total + 1)
    low, high = np.inf, -np.inf
    for i in range(cost.size):
        known = cost[i] if visits[i] > 0 else mixed
        low, high = min(low, known), max(high, known)
    scale = (rule.head_start + most) * rule.parameter / max(high - low, NARROW)
    for i in range(cost.size):
        score[i] += scale * (high - (cost[i] if visits[i] > 0 else mixed))


@kernel
def soften(score):
    """Turn scores into their softmax, in place."""
    most, whole = -np.inf, 0.0
    for i in range(score.size):
        most = max(most, score[i])
    for i in range(score.size):
        score[i] = math.exp(score[i] - most)
        whole += score[i]
    for i in range(score.size):
        score[i] /= whole


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

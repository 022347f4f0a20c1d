"""The costs of guesses under the four scores, in whole numbers; `wordlelib/game/entropy.py` says what they are."""

from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.jit import kernel, record

INFORMATION, REMAINING, CLASSES, WORST = range(4)
LOG_UNIT = 2.0**38  # of a bit; weights sum to some 2**18 under a prior, so W log2 W stays below 2**61 of these


@record
class Tally(NamedTuple):
    """Room to count the members of classes; all zero before and after."""

    counts: Annotated[np.ndarray, np.int64, "cells"]  # the members of each class
    mass: Annotated[np.ndarray, np.int64, "cells"]  # their weight
    quarters: Annotated[np.ndarray, np.uint32, 4, "cells"]  # the members of each class, in four parts


@kernel
def make_additive(logs, factor):
    """Replace the logarithm of every composite number by the sum over its prime factors; `factor` is room, all zero."""
    for k in range(2, logs.size):
        if factor[k] > 0:
            logs[k] = logs[factor[k]] + logs[k // factor[k]]
            continue
        for multiple in range(2 * k, logs.size, k):
            if factor[multiple] == 0:
                factor[multiple] = k


@kernel
def uniform_costs(codes, members, guesses, largest, table, tally, out):
    """Cost of each guess: the sum of table[c] over classes of c members, or the largest.

    With few members the cost is added up while they are counted. With many, four interleaved histograms keep a counter
    from waiting for its own last update.
    """
    touched, counts, cells = tally.counts, tally.quarters, tally.counts.size
    if 2 * members.size < cells:
        for k in range(guesses.size):
            out[k] = sparse_cost(codes[guesses[k]], members, largest, table, touched)
        return
    c0, c1, c2, c3 = counts[0], counts[1], counts[2], counts[3]
    one = np.uint32(1)
    everything = members.size == codes.shape[1]
    quads = members.size // 4 * 4
    for k in range(guesses.size):
        row = codes[guesses[k]]
        if everything:
            for i in range(0, quads, 4):
                c0[row[i]] += one
                c1[row[i + 1]] += one
                c2[row[i + 2]] += one
                c3[row[i + 3]] += one
        else:
            for i in range(0, quads, 4):
                c0[row[members[i]]] += one
                c1[row[members[i + 1]]] += one
                c2[row[members[i + 2]]] += one
                c3[row[members[i + 3]]] += one
        for i in range(quads, members.size):
            c0[row[members[i]]] += one
        for c in range(cells):
            c0[c] = c0[c] + c1[c] + c2[c] + c3[c]
        cost = np.int64(0)
        for c in range(cells):
            share = table[c0[c]]
            cost = max(cost, share) if largest else cost + share
        counts[:] = 0
        out[k] = cost


@kernel
def sparse_cost(row, members, largest, table, counts):
    """Cost of one guess, uniform prior; `counts` comes and goes all zero."""
    cost = np.int64(0)
    for i in members:
        size = counts[row[i]] + 1
        counts[row[i]] = size
        cost = max(cost, table[size]) if largest else cost + table[size] - table[size - 1]
    for i in members:
        counts[row[i]] = 0
    return cost


@kernel
def weighted_costs(game, members, guesses, score, logs, tally, out):
    """Cost of each guess under a prior."""
    counts, mass = tally.counts, tally.mass
    for k in range(guesses.size):
        out[k] = weighted_cost(game.codes[guesses[k]], members, game.weights, score, logs, counts, mass)


@kernel
def weighted_cost(row, members, weights, score, logs, counts, mass):
    """Cost of one guess under a prior; `counts` and `mass` come and go all zero."""
    for i in members:
        counts[row[i]] += 1
        mass[row[i]] += weights[i]
    cost = np.int64(0)
    for i in members:
        c = row[i]
        if counts[c] == 0:
            continue
        if score == INFORMATION:
            cost += logs[mass[c]]
        elif score == REMAINING:
            cost += mass[c] * counts[c]
        elif score == CLASSES:
            cost -= 1
        else:
            cost = max(cost, counts[c])
        counts[c] = 0
        mass[c] = 0
    return cost

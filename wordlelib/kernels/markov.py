"""Markov decision problems over beliefs: Q-factors, reachable beliefs, back substitution."""

from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.arrays import allocate, copy_to, grown, items
from wordlelib.kernels.jit import kernel, record
from wordlelib.kernels.table import place_of, twice_entries

DONE = -1
BELIEFS, CONTROLS, TRANSITIONS = range(3)
ENTRY = items(key=np.uint64, belief=np.int64)


@record
class Process(NamedTuple):
    """A process over beliefs, as far as it is found."""

    masks: Annotated[np.ndarray, np.uint64, "blocks"]  # the members of each belief as bits, so many blocks of 64
    table: Annotated[np.ndarray, ENTRY, 8]  # the beliefs by their keys, the exclusive or of the members' keys
    state: Annotated[np.ndarray, np.int32, 2]  # where each control is
    guess: Annotated[np.ndarray, np.int32, 2]  # what it guesses
    first: Annotated[np.ndarray, np.int64, 2]  # where the transitions of each control begin, and the last ones end
    following: Annotated[np.ndarray, np.int32, 2]  # to which belief each transition leads, or DONE
    probability: Annotated[np.ndarray, np.float64, 2]  # how likely it is
    used: Annotated[np.ndarray, np.int64, 3]  # how many BELIEFS, CONTROLS and TRANSITIONS there are


@record
class Classes(NamedTuple):
    """The classes that a guess makes of a belief, an entry for each code."""

    codes: Annotated[np.ndarray, np.int64, "cells"]  # the codes that occur, ascending
    sizes: Annotated[np.ndarray, np.int64, "cells"]  # the members of each class; all zero before and after
    weights: Annotated[np.ndarray, np.int64, "cells"]  # their weight
    keys: Annotated[np.ndarray, np.uint64, "cells"]
    masks: Annotated[np.ndarray, np.uint64, "cells", "blocks"]


def new_process(keys: np.ndarray) -> Process:
    """Begin with the belief of all hidden words."""
    process = allocate(Process, {"blocks": (keys.size + 63) // 64})
    everything = np.packbits(np.ones(keys.size, np.uint8), bitorder="little")
    process.masks.view(np.uint8)[: everything.size] = everything
    key = np.bitwise_xor.reduce(keys)
    process.table[key % 8], process.used[BELIEFS] = (key, 0), 1
    return process


@kernel
def q_factors(cost, first, following, probability, values, out):
    """Add to the cost of each control the expected value after it."""
    for control in range(out.size):
        q = cost[control]
        for t in range(first[control], first[control + 1]):
            if following[t] != DONE:
                q += probability[t] * values[following[t]]
        out[control] = q


@kernel
def back_substitute(policy, first, following, probability, right, out):
    """Solve J = right + P J, each state after those that may follow it; False if the policy returns to a state."""
    new, open_, closed = 0, 1, 2
    status = np.full(out.size, new)
    place = np.empty(out.size, np.int64)
    path = np.empty(out.size, np.int64)
    for root in range(out.size):
        if status[root] == closed:
            continue
        depth = 0
        path[0] = root
        while depth >= 0:
            x = path[depth]
            if status[x] == new:
                status[x] = open_
                place[x] = first[policy[x]]
                out[x] = right[x]
            if place[x] == first[policy[x] + 1]:
                status[x] = closed
                depth -= 1
                continue
            y = following[place[x]]
            if y != DONE and probability[place[x]] > 0:
                if status[y] == open_:
                    return False
                if status[y] == new:
                    depth += 1
                    path[depth] = y
                    continue
                out[x] += probability[place[x]] * out[y]
            place[x] += 1
    return True


@kernel
def reachable(game, keys, process, classes, limit):
    """Find all beliefs and all transitions between them; stop when there are more than `limit`.

    Beliefs are numbered as they are found, and their guesses come in list order, without those that tell nothing.
    """
    members, blocks, x = np.empty(keys.size, np.int64), classes.masks.shape[1], 0
    while x < process.used[BELIEFS] <= limit:
        mask, size = process.masks[x * blocks : (x + 1) * blocks], 0
        for i in range(keys.size):
            if mask[i >> 6] >> np.uint64(i & 63) & np.uint64(1):
                members[size] = i
                size += 1
        for guess in range(game.codes.shape[0]):
            codes = sort_members(game, keys, members[:size], guess, classes)
            if codes.size > 1 or (size == 1 and codes[0] == game.solved):
                if lacks_room(process, blocks, codes.size):
                    process = with_room(process, blocks, codes.size)
                add_control(process, classes, codes, x, guess, game.solved)
        x += 1
    return process


@kernel
def sort_members(game, keys, members, guess, classes):
    """Sort a belief's members into the classes of a guess; return the codes, ascending."""
    codes, row, count = classes.codes, game.codes[guess], 0
    for i in members:
        c = row[i]
        if classes.sizes[c] == 0:
            k = count
            while k > 0 and codes[k - 1] > c:
                codes[k] = codes[k - 1]
                k -= 1
            codes[k] = c
            count += 1
            classes.weights[c] = classes.keys[c] = 0
            classes.masks[c] = 0
        classes.sizes[c] += 1
        classes.weights[c] += game.weights[i]
        classes.keys[c] ^= keys[i]
        classes.masks[c, i >> 6] |= np.uint64(1) << np.uint64(i & 63)
    for c in codes[:count]:
        classes.sizes[c] = 0
    return codes[:count]


@kernel
def add_control(process, classes, codes, x, guess, solved):
    """Add a guess at belief x and the transitions to its classes."""
    used, total = process.used, np.int64(0)
    for c in codes:
        total += classes.weights[c]
    for c in codes:
        t = used[TRANSITIONS]
        process.following[t] = DONE if c == solved else number_of(process, classes.keys[c], classes.masks[c])
        process.probability[t] = classes.weights[c] / total
        used[TRANSITIONS] += 1
    process.state[used[CONTROLS]], process.guess[used[CONTROLS]] = x, guess
    used[CONTROLS] += 1
    process.first[used[CONTROLS]] = used[TRANSITIONS]


@kernel
def lacks_room(process, blocks, more):
    """Test whether there is no room for one more control and so many more beliefs and transitions."""
    used = process.used
    beliefs, controls, transitions = used[BELIEFS] + more, used[CONTROLS] + 2, used[TRANSITIONS] + more
    lacks = beliefs * blocks > process.masks.size or 2 * beliefs > process.table.size
    return lacks or controls > process.first.size or transitions > process.following.size


@kernel
def with_room(process, blocks, more):
    """Return the process with room for one more control and so many more beliefs and transitions."""
    masks, table, state, guess, first, following, probability, used = process
    beliefs, controls, transitions = used[BELIEFS] + more, used[CONTROLS] + 2, used[TRANSITIONS] + more
    while 2 * beliefs > table.size:
        table = twice_entries(table)
    masks, state, guess = grown(masks, beliefs * blocks), grown(state, controls), grown(guess, controls)
    first, following = grown(first, controls), grown(following, transitions)
    probability = grown(probability, transitions)
    return Process(masks, table, state, guess, first, following, probability, used)


@kernel
def number_of(process, key, mask):
    """Return the number of a belief, which is new if its key is; two of a million share one in 30 million runs."""
    entry = process.table[place_of(process.table, key)]
    if entry["key"] != key:
        entry["key"], entry["belief"] = key, process.used[BELIEFS]
        copy_to(process.masks, entry["belief"] * mask.size, mask)
        process.used[BELIEFS] += 1
    return entry["belief"]

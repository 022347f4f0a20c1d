"""Markov decision problems over beliefs: Q-factors, reachable beliefs, back substitution."""

import numpy as np

from wordlelib.kernels.jit import kernel
from wordlelib.kernels.lowering import empty, zeros

DONE = -1


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
    place = empty(out.size, np.int64)
    path = empty(out.size, np.int64)
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
def reachable(codes, weights, keys, solved, cells, limit):
    """Find all beliefs, as bit masks, and all transitions between them; stop when there are more than `limit`.

    Beliefs are numbered as they are found. A belief is looked up in a hash table by the exclusive or of its members'
    keys, and recognised by its mask.
    """
    hidden = codes.shape[1]
    blocks = (hidden + 63) // 64
    masks, hashes, beliefs = zeros(blocks, np.uint64), zeros(1, np.uint64), 1
    bit = empty(hidden, np.uint64)
    for i in range(hidden):
        bit[i] = np.uint64(1) << np.uint64(i % 64)
        masks[i // 64] |= bit[i]
        hashes[0] ^= keys[i]
    table = np.full(8, -1, np.int64)
    table[hashes[0] & np.uint64(7)] = 0
    state, guess, controls = empty(1, np.int32), empty(1, np.int32), 0
    first = zeros(2, np.int64)
    following, probability, transitions = empty(1, np.int32), empty(1, np.float64), 0
    members = empty(hidden, np.int64)
    seen, count = empty(cells, np.int64), zeros(cells, np.int64)
    weight, key = empty(cells, np.int64), empty(cells, np.uint64)
    mask = zeros((cells, blocks), np.uint64)
    x = 0
    while x < beliefs <= limit:
        size, total = 0, 0
        for i in range(hidden):
            if masks[x * blocks + i // 64] & bit[i]:
                members[size] = i
                size += 1
                total += weights[i]
        for u in range(codes.shape[0]):
            row = codes[u]
            classes = 0
            for i in members[:size]:
                c = row[i]
                if count[c] == 0:
                    k = classes
                    while k > 0 and seen[k - 1] > c:
                        seen[k] = seen[k - 1]
                        k -= 1
                    seen[k] = c
                    classes += 1
                    weight[c] = 0
                    key[c] = 0
                    mask[c] = 0
                count[c] += 1
                weight[c] += weights[i]
                key[c] ^= keys[i]
                mask[c, i // 64] |= bit[i]
            for c in seen[:classes]:
                count[c] = 0
            if classes == 1 and (size > 1 or seen[0] != solved):
                continue
            state, guess = with_room(state, controls + 1), with_room(guess, controls + 1)
            first = with_room(first, controls + 2)
            following = with_room(following, transitions + classes)
            probability = with_room(probability, transitions + classes)
            for c in seen[:classes]:
                y = DONE
                if c != solved:
                    slot = slot_of(table, hashes, masks, key[c], mask[c])
                    if table[slot] < 0:
                        table[slot] = beliefs
                        hashes = with_room(hashes, beliefs + 1)
                        masks = with_room(masks, (beliefs + 1) * blocks)
                        hashes[beliefs] = key[c]
                        masks[beliefs * blocks : (beliefs + 1) * blocks] = mask[c]
                        beliefs += 1
                        y = beliefs - 1
                        if 2 * beliefs > table.size:
                            table = rehashed(hashes[:beliefs], 4 * table.size)
                    else:
                        y = table[slot]
                following[transitions] = y
                probability[transitions] = weight[c] / total
                transitions += 1
            state[controls] = x
            guess[controls] = u
            controls += 1
            first[controls] = transitions
        x += 1
    return (
        masks[: beliefs * blocks].reshape(beliefs, blocks),
        state[:controls],
        guess[:controls],
        first[: controls + 1],
        following[:transitions],
        probability[:transitions],
    )


@kernel
def with_room(array, size):
    """Give the array itself if it holds `size` entries, or else a longer copy."""
    if size <= array.size:
        return array
    longer = empty(max(size, 2 * array.size), array.dtype)
    longer[: array.size] = array
    return longer


@kernel
def slot_of(table, hashes, masks, key, mask):
    """Find the slot of a belief in the table, or the empty one in which it belongs."""
    last = np.uint64(table.size - 1)
    slot = key & last
    while table[slot] >= 0:
        begin = table[slot] * mask.size
        same = hashes[table[slot]] == key
        for k in range(mask.size):
            same = same and masks[begin + k] == mask[k]
        if same:
            break
        slot = (slot + np.uint64(1)) & last
    return slot


@kernel
def rehashed(hashes, size):
    """Make a larger table of the same beliefs."""
    table, last = np.full(size, -1, np.int64), np.uint64(size - 1)
    for belief in range(hashes.size):
        slot = hashes[belief] & last
        while table[slot] >= 0:
            slot = (slot + np.uint64(1)) & last
        table[slot] = belief
    return table

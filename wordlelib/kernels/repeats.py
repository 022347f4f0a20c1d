"""How many classes each guess makes of a belief, counted for all guesses together.

The bounds of exact search need one number of every guess: how many members are *repeats*, that is, not the first of
their class (n words in k classes have n - k repeats). Three ways to count, each the fastest somewhere. Where only the
least number matters, a bound for each guess comes first, and few guesses are counted.
"""

from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.arrays import Arrays, allocate, sizes_of
from wordlelib.kernels.jit import kernel, record, shared_kernel
from wordlelib.kernels.sorting import least_of

BLOCK = 512  # guesses that are counted together: their masks and the rows of a few members fit in the first cache
PAIRS_LIMIT = 18  # up to so many words, comparing pairs is quicker than masks (4 ns a guess; on one machine up to 22)
WEIGHTED_PAIRS_LIMIT = 256  # and under a prior quicker than one guess after the other (on one machine up to 320)
BOUNDS_FROM = 19  # words from which on bounds by masks come first, where only the least number matters
# What a guess costs for each pair of members, each member in masks, in a bound and in gathering, and once in a block.
# Only ratios matter, and only where few guesses are allowed. They were tuned on proofs in hard mode. On a machine with
# AVX2 the kernels alone take 0.1, 2.0, 1.7 and 4.0 tenths of a nanosecond on the original lists.
PAIR_COST, MASK_COST, BOUND_COST, GATHER_COST, BLOCK_COST = 0.15, 2.4, 1.4, 14.0, 8.0
FULL = 63  # labels with a bit of their own in one mask of 64; the last bit stands for all others
TOGETHER = 64  # guesses that are labelled together, so that what is written to a row fills a cache line
USELESS = 2**40  # instead of the weight that a guess loses: more than any belief weighs, so never the least


@record
class Counts(NamedTuple):
    """What a sweep finds, an entry for each allowed guess, and room that it uses again and again."""

    repeats: Annotated[np.ndarray, np.uint16, "guesses"]  # the members that are not the first of their class
    # The weight of these, under a prior only. Members come heaviest first, so the first of a class is its heaviest.
    lost: Annotated[np.ndarray, np.int64, "guesses"]
    everything: Annotated[np.ndarray, np.uint16, "guesses"]  # the repeats of all guesses, where only some are allowed
    equal: Annotated[np.ndarray, np.uint8, BLOCK]  # whether a member is a repeat
    beyond: Annotated[np.ndarray, np.uint16, BLOCK]  # the members with labels that a mask has no bits for
    masks: Annotated[np.ndarray, np.uint64, "label_masks", BLOCK]  # the labels that occur, as bits
    seen: Annotated[np.ndarray, np.int64, "cells"]  # the stamp of the guess that saw a code last
    stamp: Annotated[np.ndarray, np.int64, 1]  # the last stamp
    labels: Annotated[np.ndarray, np.int64, "guesses"]  # how many labels each guess has, most first
    gathered: Annotated[np.ndarray, "code", "hidden", BLOCK]  # the labels of some guesses, a row for each member
    numbers: Annotated[np.ndarray, np.int32, "hidden"]  # 0, 1, 2 ...: the rows of `gathered`
    weights: Annotated[np.ndarray, np.int64, "hidden"]  # the weights of the members, under a prior only


@record
class LabelRoom(NamedTuple):
    """Room for labelling; the counts are all zero before and after."""

    even: Annotated[
        np.ndarray, np.int32, "cells"
    ]  # how many words have a code, in two counts, as one would wait for itself
    odd: Annotated[np.ndarray, np.int32, "cells"]
    places: Annotated[np.ndarray, np.int64, FULL + 2]  # how many codes have a size, and then the next label for it
    labels: Annotated[np.ndarray, "code", "cells"]
    some: Annotated[np.ndarray, "code", "hidden", TOGETHER]  # the labels of some guesses


@kernel
def count_labels(codes, tally, classes):
    """Count the classes that each guess makes of all hidden words; `tally` is all zero before and after."""
    for i in range(codes.shape[0]):
        count = 0
        for code in codes[i]:
            count += tally[code] == 0
            tally[code] = 1
        for code in codes[i]:
            tally[code] = 0
        classes[i] = count


@kernel
def fill_labels(codes, room, by_hidden):
    """Fill the labels, one row for each hidden word; a few guesses at a time, so that writing is not far apart.

    The labels of a guess number its codes, those of larger classes first; from FULL words on all sizes are alike.
    """
    n, cells = codes.shape[1], room.even.size
    even, odd, places, labels, some = room.even, room.odd, room.places, room.labels, room.some
    for start in range(0, codes.shape[0], TOGETHER):
        stop = min(start + TOGETHER, codes.shape[0])
        for i in range(start, stop):
            row = codes[i]
            for j in range(0, n - 1, 2):
                even[row[j]] += 1
                odd[row[j + 1]] += 1
            even[row[n - 1]] += n % 2
            places[:] = 0
            for code in range(cells):
                places[FULL + 1 - min(even[code] + odd[code], FULL)] += 1
            for j in range(1, FULL + 1):
                places[j] += places[j - 1]
            for code in range(cells):
                size = min(even[code] + odd[code], FULL)
                if size > 0:
                    labels[code] = places[FULL - size]
                    places[FULL - size] += 1
                    even[code] = 0
                    odd[code] = 0
            for j in range(n):
                some[j, i - start] = labels[row[j]]
        for j in range(n):
            out, found = by_hidden[j, start:stop], some[j]
            for k in range(out.size):
                out[k] = found[k]


def new_counts(game: Arrays, labels: np.ndarray) -> Counts:
    """Make room for counting; game and labels are those of an `search_order.OrderedGame`."""
    numbers = np.arange(game.codes.shape[1], dtype=np.int32)
    return allocate(Counts, sizes_of(game, label_masks=labels[0] // 64 + 1), labels=labels, numbers=numbers)


@shared_kernel
def count_repeats(game, members, allowed, counts, until_perfect, only_least):
    """Count the repeats of each allowed guess, and under a prior their weight.

    With `until_perfect` it may stop after a guess without repeats and call all further ones useless. With `only_least`
    the guesses with the least number are counted, but where others have more than that, less may be written, though
    still more than the least number. Where few guesses are allowed, their labels are gathered first.
    """
    n, guesses = members.size, game.codes.shape[0]
    bounds = only_least and game.uniform and n >= BOUNDS_FROM
    pairs = not bounds and n <= (PAIRS_LIMIT if game.uniform else WEIGHTED_PAIRS_LIMIT)
    if not (pairs or game.uniform):
        count_one_by_one(game, members, allowed, counts, until_perfect)
        return
    each = PAIR_COST * n * n if pairs else (BOUND_COST if bounds else MASK_COST) * n + BLOCK_COST
    gather = allowed.size * (each + GATHER_COST * n) < guesses * each
    if bounds:
        count_least(game, members, allowed, counts, until_perfect, gather)
        return
    direct = gather or allowed.size == guesses
    repeats, size = counts.repeats if direct else counts.everything, allowed.size if gather else guesses
    by_hidden, some, first = game.by_hidden, members, 0
    if gather:
        by_hidden, some = counts.gathered, counts.numbers[:n]
    weights = counts.weights[: 0 if game.uniform else n]
    for i in range(weights.size):
        weights[i] = game.weights[members[i]]
    for start in range(0, size, BLOCK):
        stop = min(start + BLOCK, size)
        if gather:
            gather_labels(game.by_hidden, members, allowed[start:stop], counts.gathered)
        else:
            first = start
        if pairs:
            lost = counts.lost[start:stop]
            count_by_pairs(by_hidden, some, first, repeats[start:stop], weights, lost, counts.equal)
        else:
            words = (counts.labels[allowed[start] if gather else start] + 63) // 64
            count_by_masks(by_hidden, some, first, counts.masks[:words], repeats[start:stop])
        if until_perfect and direct and least_of(repeats[start:stop]) == 0:
            repeats[stop:size] = n - 1
            counts.lost[stop:size] = USELESS
            return
    if not direct:
        for i in range(allowed.size):
            counts.repeats[i] = repeats[allowed[i]]
        if not game.uniform:
            for i in range(allowed.size):  # ascending, so that nothing is written that is still to be read
                counts.lost[i] = counts.lost[allowed[i]]


@kernel
def gather_labels(by_hidden, members, allowed, gathered):
    """Write the labels of some allowed guesses side by side, a row for each member."""
    for i in range(members.size):
        row, out = by_hidden[members[i]], gathered[i]
        for k in range(allowed.size):
            out[k] = row[allowed[k]]


@kernel
def count_least(game, members, allowed, counts, until_perfect, gather):
    """Count the repeats of the guesses that have fewest, and bound those of the others.

    A guess can only have fewest if it makes no fewer classes, by its bound, than the best one so far. Guesses stand in
    the order of their labels, and none makes more classes than it has labels: where these are too few, so are those of
    all that follow.
    """
    n, guesses, most, i = members.size, game.codes.shape[0], np.int64(1), np.int64(0)
    repeats, everything, direct = counts.repeats, counts.everything, gather or allowed.size == game.codes.shape[0]
    while i < allowed.size:
        if counts.labels[allowed[i]] < most:
            repeats[i : allowed.size] = n - counts.labels[allowed[i]]
            return
        start = i if direct else np.int64(allowed[i])
        stop = min(start + BLOCK, allowed.size if direct else guesses)
        found = everything[start:stop]
        if gather:
            gather_labels(game.by_hidden, members, allowed[start:stop], counts.gathered)
            bound_by_masks(counts.gathered, counts.numbers[:n], 0, counts.masks[0], counts.beyond, found)
        else:
            bound_by_masks(game.by_hidden, members, start, counts.masks[0], counts.beyond, found)
        if direct and n - np.int64(least_of(found)) < most:
            for k in range(start, stop):
                repeats[k] = everything[k]
            i = stop
        while i < allowed.size and (i if direct else allowed[i]) < stop:
            repeats[i] = everything[i if direct else allowed[i]]
            if n - np.int64(repeats[i]) >= most:
                repeats[i] = repeats_of(game.codes[allowed[i]], members, counts)
                most = max(most, np.int64(n - repeats[i]))
                if until_perfect and most == n:
                    repeats[i + 1 : allowed.size] = n - 1
                    return
            i += 1


@kernel
def bound_by_masks(by_hidden, members, start, mask, beyond, repeats):
    """Bound the repeats of each guess from below by one 64-bit number.

    Its bits gather the labels below 63, which stand for the largest classes. Any other member is taken for the first of
    its class. As these classes are small, it often is.
    """
    one, rest = np.uint64(1), np.uint64(2**FULL - 1)
    n, stop = members.size, start + repeats.size
    mask[:] = 0
    beyond[:] = 0
    for i in range(0, n, 4):
        a, b = by_hidden[members[i], start:stop], by_hidden[members[min(i + 1, n - 1)], start:stop]
        c, d = by_hidden[members[min(i + 2, n - 1)], start:stop], by_hidden[members[min(i + 3, n - 1)], start:stop]
        for k in range(repeats.size):
            x = one << np.uint64(min(a[k], FULL)) | one << np.uint64(min(b[k], FULL))
            mask[k] |= x | one << np.uint64(min(c[k], FULL)) | one << np.uint64(min(d[k], FULL))
        for k in range(repeats.size):
            beyond[k] += np.uint8(
                np.uint8(a[k] >= FULL) + np.uint8(b[k] >= FULL) + np.uint8(c[k] >= FULL) + np.uint8(d[k] >= FULL)
            )
    again, last = -n % 4, by_hidden[members[n - 1], start:stop]
    for k in range(repeats.size):
        repeats[k] = n - np.int64(beyond[k]) + again * (last[k] >= FULL) - np.int64(count_ones(mask[k] & rest))


@kernel
def repeats_of(row, members, counts):
    """Count the repeats of a guess by itself."""
    stamp, repeats = counts.stamp[0] + 1, np.int64(0)
    counts.stamp[0] = stamp
    for m in members:
        repeats += counts.seen[row[m]] == stamp
        counts.seen[row[m]] = stamp
    return repeats


@kernel
def count_one_by_one(game, members, allowed, counts, until_perfect):
    """Go through the members for each guess and mark the codes that it has seen with a stamp of its own."""
    stamp = counts.stamp[0]
    for i in range(allowed.size):
        row = game.codes[allowed[i]]
        stamp += 1
        repeats, lost = np.int64(0), np.int64(0)
        if game.uniform:
            for m in members:
                repeats += counts.seen[row[m]] == stamp
                counts.seen[row[m]] = stamp
        else:
            for m in members:
                again = np.int64(counts.seen[row[m]] == stamp)
                repeats += again
                lost += again * game.weights[m]
                counts.seen[row[m]] = stamp
        counts.repeats[i], counts.lost[i] = repeats, lost
        if until_perfect and repeats == 0:
            counts.repeats[i + 1 : allowed.size] = members.size - 1
            counts.lost[i + 1 : allowed.size] = USELESS
            break
    counts.stamp[0] = stamp


@kernel
def count_by_pairs(by_hidden, members, start, repeats, weights, lost, room):
    """Compare each member's row with those of the members before it, many guesses in one instruction.

    There is a weight for each member, or none if all weigh the same.
    """
    stop = start + repeats.size
    equal = room[: repeats.size]
    repeats[:] = 0
    if weights.size:
        lost[:] = 0
    for i in range(1, members.size):
        mine = by_hidden[members[i], start:stop]
        equal[:] = 0
        fours = i // 4 * 4
        for j in range(0, fours, 4):
            a, b = by_hidden[members[j], start:stop], by_hidden[members[j + 1], start:stop]
            c, d = by_hidden[members[j + 2], start:stop], by_hidden[members[j + 3], start:stop]
            for k in range(equal.size):
                x = mine[k]
                equal[k] |= np.uint8(
                    np.uint8(x == a[k]) | np.uint8(x == b[k]) | np.uint8(x == c[k]) | np.uint8(x == d[k])
                )
        for j in range(fours, i):
            a = by_hidden[members[j], start:stop]
            for k in range(equal.size):
                equal[k] |= np.uint8(mine[k] == a[k])
        for k in range(equal.size):
            repeats[k] += equal[k]
        if weights.size:
            for k in range(equal.size):
                lost[k] += weights[i] * equal[k]


@kernel
def count_by_masks(by_hidden, members, start, masks, repeats):
    """Gather the labels of each guess as the bits of one or more 64-bit numbers, and count the bits."""
    none, one, low, six = np.uint64(0), np.uint64(1), np.uint64(63), np.uint64(6)
    n, stop = members.size, start + repeats.size
    masks[:] = 0
    m0, m1 = masks[0], masks[-1]
    for i in range(0, n, 4):
        a, b = by_hidden[members[i], start:stop], by_hidden[members[min(i + 1, n - 1)], start:stop]
        c, d = by_hidden[members[min(i + 2, n - 1)], start:stop], by_hidden[members[min(i + 3, n - 1)], start:stop]
        if masks.shape[0] == 1:
            for k in range(repeats.size):
                x = one << (np.uint64(a[k]) & low) | one << (np.uint64(b[k]) & low)
                m0[k] |= x | one << (np.uint64(c[k]) & low) | one << (np.uint64(d[k]) & low)
        elif masks.shape[0] == 2:
            for k in range(repeats.size):
                x0, x1 = m0[k], m1[k]
                for label in (np.uint64(a[k]), np.uint64(b[k]), np.uint64(c[k]), np.uint64(d[k])):
                    place, second = label & low, label >> six
                    x0 |= (second ^ one) << place
                    x1 |= second << place
                m0[k], m1[k] = x0, x1
        else:
            for h in range(masks.shape[0]):
                mask = masks[h]
                for k in range(repeats.size):
                    x = mask[k]
                    for label in (np.uint64(a[k]), np.uint64(b[k]), np.uint64(c[k]), np.uint64(d[k])):
                        x |= one << (label & low) if label >> six == np.uint64(h) else none
                    mask[k] = x
    repeats[:] = n
    for h in range(masks.shape[0]):
        for k in range(repeats.size):
            repeats[k] -= count_ones(masks[h, k])


@kernel
def count_ones(bits):
    """Count the ones of a 64-bit number."""
    x = bits - ((bits >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    x += x >> np.uint64(8)
    x += x >> np.uint64(16)
    return (x + (x >> np.uint64(32))) & np.uint64(127)

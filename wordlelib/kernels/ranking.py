"""The best guesses under a score: by costs, by merging small classes, or by counting equal pairs."""

from functools import cache
from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.arrays import SCRATCH
from wordlelib.kernels.jit import kernel, record, shared_kernel
from wordlelib.kernels.scores import (
    CLASSES,
    INFORMATION,
    LOG_UNIT,
    REMAINING,
    WORST,
    Tally,
    sparse_cost,
    uniform_costs,
    weighted_cost,
    weighted_costs,
)
from wordlelib.kernels.sorting import smallest, sort_by, stands_in

# Up to so many words all pairs are counted; histograms are quicker from some 220 on (measured on one machine). In one
# byte `doubles` has room for 256 words.
PAIR_LIMIT = 128
MOST_PAIRS = PAIR_LIMIT * (PAIR_LIMIT - 1) // 2
MERGE_LIMIT = 64  # up to so many words, merges take a quarter of the time of all costs; with 128 as much
BLOCK = 2048  # guesses that are counted together: the rows of a few members and the counts fit in the first cache
CHUNK = 64  # guesses that are passed by together
NONE_YET = -(2**62)  # below any cost
ROUNDING = 2**24  # above what rounding adds to a word's merge: three logarithms, each wrong by 9 at most, times 2**18


@record
class Rule(NamedTuple):
    """A greedy policy as kernels see it."""

    score: int  # INFORMATION, REMAINING, CLASSES or WORST
    table: Annotated[np.ndarray, np.int64, "sums"]  # what a class of so many words, or so much weight, adds to the cost
    extra: Annotated[np.ndarray, np.int64, PAIR_LIMIT * PAIR_LIMIT // 2]  # see `extra_information`
    bonus: int  # what the cost is lowered by for each unit of weight that ends the game


@cache
def extra_information() -> np.ndarray:
    """Tabulate the bound on the information cost that `bound_of_pairs` needs: its part beyond classes of two words.

    For a class of c words let h(c) = c log2 c / (c - 1). It is concave, with h(2) = 2, so between 2 and the largest
    class M it lies above its chord, 2 + (c - 2) s with s = (h(M) - 2) / (M - 2). Hence c log2 c, which is (c - 1) h(c),
    is at least 2 (c - 1) + s (c - 1) (c - 2). Summed over the classes, with d words that are not the first of their
    class and p equal pairs, the cost is at least 2 d + 2 s e with e = p - d; and e bounds M, as (M - 1) (M - 2) <= 2 e.
    The table holds 2 s e for e = 0, 1, 2 ..., in the units of `entropy.log_table`, less more than that table's
    rounding.
    """
    e = np.arange(1, PAIR_LIMIT * PAIR_LIMIT // 2)
    largest = (3 + np.sqrt(1 + 8 * e)) // 2
    slope = (largest * np.log2(largest) / (largest - 1) - 2) / (largest - 2)
    return np.concatenate([[0], np.floor(2 * slope * e * LOG_UNIT) - 2**14]).astype(np.int64)


@record
class Workspace(NamedTuple):
    """Room that kernels use again and again."""

    costs: Annotated[np.ndarray, np.int64, "guesses", SCRATCH]  # the costs of the allowed guesses
    found: Annotated[np.ndarray, np.int64, "guesses", SCRATCH]  # the costs of the cheap ones
    wins: Annotated[np.ndarray, np.int64, "guesses", SCRATCH]  # their weights as hidden words
    order: Annotated[np.ndarray, np.int64, "guesses", SCRATCH]  # their order, or another one
    room: Annotated[np.ndarray, np.int64, "guesses", SCRATCH]  # what sorting and selecting need
    pairs: Annotated[np.ndarray, np.uint16, "guesses", SCRATCH]  # the pairs of members that a guess does not tell apart
    doubles: Annotated[np.ndarray, np.uint8, "guesses", SCRATCH]  # the members that are not the first of their class
    places: Annotated[np.ndarray, np.int32, "guesses", SCRATCH]  # where the cheap guesses stand among the allowed ones
    tally: Tally
    seen: Annotated[np.ndarray, np.int64, "cells"]  # the stamp of who saw a class last
    stamp: Annotated[np.ndarray, np.int64, 1]  # the last stamp
    equal: Annotated[np.ndarray, np.uint8, BLOCK, SCRATCH]  # what a member adds to the pairs of some guesses
    added: Annotated[np.ndarray, np.uint16, BLOCK, SCRATCH]  # what a member adds to the sums of merges of some guesses
    frequency: Annotated[np.ndarray, np.int64, MOST_PAIRS + 1, SCRATCH]  # how many guesses have so many pairs


@kernel
def decide_beliefs(game, beliefs, restricted, rule, work, out):
    """Choose the best guess for each belief. If `restricted`, each belief has a list of allowed guesses of its own."""
    for b in range(out.size):
        mine = beliefs.members[beliefs.offsets[b] : beliefs.offsets[b + 1]]
        allowed = beliefs.allowed
        if restricted:
            allowed = allowed[beliefs.allowed_offsets[b] : beliefs.allowed_offsets[b + 1]]
        out[b] = perfect_candidate(game, mine, allowed, rule.bonus > 0, work)
        if out[b] < 0:
            out[b] = best_guess(game, mine, allowed, rule, work)


@shared_kernel
def rank_guesses(game, members, allowed, rule, work, counted, out):
    """Write the best of the allowed guesses into `out`, best first: by cost, then chance to win, then list order.

    Returns how many there are: the size of `out` or, if that is less, of `allowed`. `counted`: `work` holds the pairs.
    """
    k = min(out.size, allowed.size)
    found = list_cheap(game, members, allowed, rule, work, counted, k)
    order, room = work.order, work.room
    for i in range(found):
        room[i] = work.found[i]
    limit = smallest(room[:found], k)
    count, impossible = 0, 0
    for i in range(found):
        cost, place = work.found[i], work.places[i]
        if cost > limit:
            continue
        win = win_weight(game, allowed[place], members)
        if cost == limit and win == 0:
            impossible += 1
        if cost < limit or win > 0 or impossible <= k:
            work.found[count], work.places[count], work.wins[count], order[count] = cost, place, win, count
            count += 1
    sort_by(work.wins, -1, order[:count], room)
    sort_by(work.found, 1, order[:count], room)
    for i in range(k):
        out[i] = allowed[work.places[order[i]]]
    return k


@kernel
def list_cheap(game, members, allowed, rule, work, counted, k):
    """List the guesses whose cost is no more than that of k others or so, the k best among them.

    Writes their places among the allowed ones and their costs to `work`, and returns how many they are.
    """
    if pairs_decide(game, members, allowed, rule):
        if not counted:
            count_all_pairs(game, members, work, False)
        return cheap_by_pairs(game, members, rule, work, k)
    if merges_decide(game, members, allowed, rule):
        limit = costs_by_merges(game, members, rule, work, k)
    else:
        costs_of_all(game, members, allowed, rule, work)
        limit = smallest_cost(work, allowed.size, k)
    count = 0
    for i in range(allowed.size):
        if work.costs[i] <= limit:
            work.places[count], work.found[count] = i, work.costs[i]
            count += 1
    return count


@kernel
def smallest_cost(work, n, k):
    """Return the k-th smallest of the first n costs in `work.costs`."""
    for i in range(n):
        work.room[i] = work.costs[i]
    return smallest(work.room[:n], k)


@shared_kernel
def best_guess(game, members, allowed, rule, work):
    """Return the best of the allowed guesses."""
    if pairs_decide(game, members, allowed, rule):
        return best_by_pairs(game, members, rule, work)
    first = work.order[:1]
    rank_guesses(game, members, allowed, rule, work, False, first)
    return first[0]


@kernel
def pairs_decide(game, members, allowed, rule):
    """Test whether the equal pairs of words left bound the cost, and there are few enough to be counted."""
    everything = allowed.size == game.codes.shape[0]
    return game.uniform and everything and members.size <= PAIR_LIMIT and rule.bonus == 0


@shared_kernel
def costs_of_all(game, members, allowed, rule, work):
    """Write the cost of each allowed guess into `work.costs`."""
    costs = work.costs[: allowed.size]
    if game.uniform:
        uniform_costs(game.codes, members, allowed, rule.score == WORST, rule.table, work.tally, costs)
    else:
        weighted_costs(game, members, allowed, rule.score, rule.table, work.tally, costs)
    if rule.bonus > 0:
        for i in range(allowed.size):
            costs[i] -= rule.bonus * win_weight(game, allowed[i], members)


@kernel
def win_weight(game, guess, members):
    """Return the weight of a guess among the members: 0 if it cannot be the hidden word."""
    hidden = game.hidden_of_guess[guess]
    return game.weights[hidden] if hidden >= 0 and stands_in(members, hidden) else np.int64(0)


@kernel
def is_allowed(game, allowed, guess):
    """Test whether a guess stands in the list of allowed ones."""
    return allowed.size == game.codes.shape[0] or stands_in(allowed, guess)


@kernel
def perfect_candidate(game, members, allowed, only_heaviest, work):
    """Return the heaviest allowed word left that tells all words left apart, the first in list order, or -1.

    No guess can do better under any score, so nothing else need be looked at. With a bonus, or to do without search, it
    must be the heaviest word of all (`only_heaviest`). Each word marks the codes that it has `seen` with a
    stamp of its own, above all stamps of earlier calls.
    """
    best, best_weight = -1, np.int64(1)
    if members.size > work.seen.size:
        return best
    if only_heaviest:
        for u in members:
            best_weight = max(best_weight, game.weights[u])
    stamp = work.stamp[0]
    for u in members:
        stamp += 1
        guess, weight = game.guess_of_hidden[u], game.weights[u]
        if weight < best_weight or (weight == best_weight and best >= 0 and guess > best):
            continue
        row = game.codes[guess]
        perfect = True
        for w in members:
            if work.seen[row[w]] == stamp:
                perfect = False
                break
            work.seen[row[w]] = stamp
        if perfect and is_allowed(game, allowed, guess):
            best, best_weight = guess, weight
    work.stamp[0] = stamp
    return best


@kernel
def best_by_pairs(game, members, rule, work):
    """Choose the best of all guesses by counting the pairs of words that each cannot tell apart.

    The pairs of all guesses are counted together, comparing two contiguous rows at a time (32 guesses in one
    instruction). They bound every score from below, so that few guesses need their exact cost. A guess without an equal
    pair is best at once.
    """
    pairs, doubles = work.pairs, work.doubles
    perfect = count_all_pairs(game, members, work, True)
    if perfect >= 0:
        return perfect
    best, least = 0, bound_of_pairs(rule, members.size, pairs[0], doubles[0])
    for guess in range(1, pairs.size):
        bound = bound_of_pairs(rule, members.size, pairs[guess], doubles[guess])
        if bound < least:
            best, least = guess, bound
    best_cost = exact_cost(game, members, rule, best, least, work)
    best_possible = win_weight(game, best, members) > 0
    first = best
    for guess in range(pairs.size):
        bound = bound_of_pairs(rule, members.size, pairs[guess], doubles[guess])
        if bound > best_cost or guess == first:
            continue
        cost = exact_cost(game, members, rule, guess, bound, work)
        if cost > best_cost:
            continue
        possible = win_weight(game, guess, members) > 0
        if cost < best_cost or (possible and not best_possible) or (possible == best_possible and guess < best):
            best, best_cost, best_possible = guess, cost, possible
    return best


@kernel
def cheap_by_pairs(game, members, rule, work, k):
    """List cheap guesses as `list_cheap` does, from the pairs that `work` holds.

    Pairs bound the cost: with p pairs at least d words are not the first of their class, where p = d (d + 1) / 2. So
    guesses with too many pairs are passed by, a chunk at a time.
    """
    pairs, doubles, n = work.pairs, work.doubles, members.size
    frequency = work.frequency[: n * (n - 1) // 2 + 1]
    frequency[:] = 0
    for guess in range(pairs.size):
        frequency[pairs[guess]] += 1
    enough, most = frequency[0], 0
    while enough < k:
        most += 1
        enough += frequency[most]
    limit, seeds, guess = np.int64(NONE_YET), 0, 0
    while seeds < k:
        if pairs[guess] <= most:
            bound = bound_of_pairs(rule, n, pairs[guess], doubles[guess])
            limit = max(limit, exact_cost(game, members, rule, guess, bound, work))
            seeds += 1
        guess += 1
    d = np.int64(n - 1 if rule.score == WORST else 0)
    for p in range(most + 1, frequency.size):
        while d * (d + 1) < 2 * p:
            d += 1
        if bound_of_pairs(rule, n, p, d) <= limit:  # more pairs may cost less: one class of 20 words, against 18 and 5
            most = p
    count = 0
    for start in range(0, pairs.size, CHUNK):
        stop, some = min(start + CHUNK, pairs.size), 0
        for guess in range(start, stop):
            some += pairs[guess] <= most
        if some == 0:
            continue
        for guess in range(start, stop):
            if pairs[guess] <= most:
                cost = bound_of_pairs(rule, n, pairs[guess], doubles[guess])
                if cost <= limit:
                    cost = exact_cost(game, members, rule, guess, cost, work)
                if cost <= limit:
                    work.places[count], work.found[count] = guess, cost
                    count += 1
    return count


@kernel
def sharpen_best(game, members, rule, work, most, k):
    """Turn the bounds in `work.costs` into exact costs, for k guesses whose bound is at most `most` and all as good.

    Returns the largest cost of these k: where `work.costs` is above it, it may still be a bound.
    """
    limit, seeds = np.int64(NONE_YET), 0
    for guess in range(work.costs.size):
        if work.costs[guess] <= most and seeds < k:
            limit = max(limit, exact_cost(game, members, rule, guess, work.costs[guess], work))
            seeds += 1
    for guess in range(work.costs.size):
        if work.costs[guess] <= limit:
            work.costs[guess] = exact_cost(game, members, rule, guess, work.costs[guess], work)
    return limit


@kernel
def exact_cost(game, members, rule, guess, bound, work):
    """Cost of one guess with a given bound, which under the uniform prior is exact where no class has three words."""
    row = game.codes[guess]
    if not game.uniform:
        cost = weighted_cost(row, members, game.weights, rule.score, rule.table, work.tally.counts, work.tally.mass)
        return cost - rule.bonus * win_weight(game, guess, members)
    if rule.score == REMAINING or rule.score == CLASSES or work.pairs[guess] == work.doubles[guess]:
        return bound
    return sparse_cost(row, members, rule.score == WORST, rule.table, work.tally.counts)


@kernel
def merges_decide(game, members, allowed, rule):
    """Test whether the information cost under a prior is to be bounded by merges, and there are few enough of them."""
    everything = allowed.size == game.codes.shape[0]
    return not game.uniform and everything and members.size <= MERGE_LIMIT and rule.score == INFORMATION


@kernel
def costs_by_merges(game, members, rule, work, k):
    """Write the costs of all guesses into `work.costs`: information under a prior, exact for the k best and their ties.

    Returns a limit that at least k do not exceed; of the others `work.costs` may hold a bound above it.

    With f(w) = w log2 w, a class costs what its members cost apart and, for each member in turn, what it adds when
    it joins the earlier ones: f(A + w) - f(A) - f(w), which grows with their mass A. So it adds at least what it
    would by joining the heaviest earlier member alone. These bounds are counted for all guesses together, as
    `count_equal_pairs` does, rounded down to units of which 2**16 hold their sum, less more than the logarithms'
    rounding.
    """
    n, weights, table = members.size, game.weights, rule.table
    heaviest_first(weights, members, work)
    order = work.order[: members.size]
    apart, together = np.int64(0), np.float64(0)
    for j in range(n):
        apart += table[weights[order[j]]]
        if j > 0:
            together += merge_pairs(table, weights[order[0]], weights[order[j]])
    unit = max(together / 65000, 1.0)  # so no sum of merges in these units exceeds 16 bits
    sums, added = work.pairs, work.added
    sums[:] = 0
    for start in range(0, sums.size, BLOCK):
        stop = min(start + BLOCK, sums.size)
        for j in range(1, n):
            mine = game.by_hidden[order[j], start:stop]
            added[:] = 0
            for i in range(j):
                other = game.by_hidden[order[i], start:stop]
                amount = np.uint16(merge_pairs(table, weights[order[i]], weights[order[j]]) / unit)
                for g in range(mine.size):
                    added[g] = max(added[g], amount if mine[g] == other[g] else np.uint16(0))
            for g in range(mine.size):
                sums[start + g] += added[g]
    costs = work.costs
    for guess in range(sums.size):
        costs[guess] = apart + np.int64(sums[guess] * unit) - n * ROUNDING
    for m in members:
        costs[game.guess_of_hidden[m]] -= rule.bonus * weights[m]
    return sharpen_best(game, members, rule, work, smallest_cost(work, costs.size, k), k)


@kernel
def heaviest_first(weights, members, work):
    """Write the members to `work.order` in order of weight, the heaviest first, equal ones as they stood."""
    order = work.order[: members.size]
    for i in range(members.size):
        order[i] = members[i]
    sort_by(weights, -1, order, work.room)


@kernel
def merge_pairs(table, heavier, lighter):
    """Compute how much more two words cost in one class than apart."""
    return np.float64(table[heavier + lighter] - table[heavier] - table[lighter])


@shared_kernel
def count_all_pairs(game, members, work, until_perfect):
    """Count the equal pairs of all guesses, with `until_perfect` until one has none; return the first such, or -1."""
    perfect = -1
    for start in range(0, work.pairs.size, BLOCK):
        stop = min(start + BLOCK, work.pairs.size)
        count_equal_pairs(game.by_hidden, members, start, work.pairs[start:stop], work.doubles[start:stop], work.equal)
        if perfect < 0:
            for k in range(start, stop):
                if work.pairs[k] == 0:
                    perfect = k
                    break
        if until_perfect and perfect >= 0:
            break
    return perfect


@kernel
def count_equal_pairs(by_hidden, members, start, pairs, doubles, room):
    """Count, for each guess, the pairs of members with equal feedback, and the members not first of their class."""
    pairs[:] = 0
    doubles[:] = 0
    stop = start + pairs.size
    equal = room[: pairs.size]
    for i in range(1, members.size):
        mine = by_hidden[members[i], start:stop]
        equal[:] = 0
        fours = i // 4 * 4
        for j in range(0, fours, 4):
            a, b = by_hidden[members[j], start:stop], by_hidden[members[j + 1], start:stop]
            c, d = by_hidden[members[j + 2], start:stop], by_hidden[members[j + 3], start:stop]
            for k in range(equal.size):
                x = mine[k]
                equal[k] += np.uint8(
                    np.uint8(x == a[k]) + np.uint8(x == b[k]) + np.uint8(x == c[k]) + np.uint8(x == d[k])
                )
        for j in range(fours, i):
            a = by_hidden[members[j], start:stop]
            for k in range(equal.size):
                equal[k] += np.uint8(mine[k] == a[k])
        for k in range(equal.size):
            pairs[k] += equal[k]
            doubles[k] += equal[k] > 0


@kernel
def bound_of_pairs(rule, n, pairs, doubles):
    """Bound a guess's cost from below by its equal pairs and doubles (exact but for INFORMATION and WORST)."""
    p, d = np.int64(pairs), np.int64(doubles)
    if rule.score == INFORMATION:
        return 2 * d * np.int64(LOG_UNIT) + rule.extra[p - d]
    if rule.score == REMAINING:
        return n + 2 * p
    if rule.score == CLASSES:
        return d - n
    return (2 * p + d - 1) // d if d > 0 else np.int64(1)

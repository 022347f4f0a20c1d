"""Two boards at once: what a guess is worth on both, and what a policy needs for every pair of hidden words.

A position is a pair of classes, one for each board, and the second is empty when a board is solved. `same` says that
both are one class, as they are while the boards have had the same feedback; otherwise they have no word in common.
"""

from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.arrays import SCRATCH
from wordlelib.kernels.jit import kernel, record

BLOCK = 4096  # guesses whose equal words are counted together
FEW = 100  # words of a class up to which equal words are counted in pairs, for all guesses at once
CLOSE = 1e-9  # bits by which costs may differ from rounding alone
BOUND = 0  # the rule that scores guesses by `guess_bound`; others are by information


@record
class Rule(NamedTuple):
    """How a decomposed policy scores a guess."""

    kind: int  # BOUND, or 1 for information
    share: float  # of the second board's information while both are open
    bonus: float  # bits for each board's chance that the guess is right
    added: Annotated[np.ndarray, np.float64, "hidden + 1"]  # n log n - (n - 1) log (n - 1)


@record
class Desk(NamedTuple):
    """Room for the work on positions; counts are zero between calls."""

    counts: Annotated[np.ndarray, np.int64, "cells"]
    first: Annotated[np.ndarray, np.int64, "hidden + 2"]  # how many classes have at least so many words
    second: Annotated[np.ndarray, np.int64, "hidden + 2"]
    doubles: Annotated[np.ndarray, np.int16, 2, "guesses", SCRATCH]
    equal: Annotated[np.ndarray, np.uint8, BLOCK, SCRATCH]
    ends: Annotated[np.ndarray, np.int64, 2, "cells + 1", SCRATCH]  # of the classes in the pool
    pool: Annotated[np.ndarray, np.int32, "60 * hidden + 4000", SCRATCH]  # words of the positions that wait
    waiting: Annotated[np.ndarray, np.int64, "positions", 8, SCRATCH]


@kernel
def count_classes(game, members, guess, counts, least):
    """Count in `least[k]` the unsolved classes of at least k words; return whether a word is found, and the largest."""
    found, most = 0, 0
    for m in members:
        code = game.by_hidden[m, guess]
        if code == game.solved:
            found = 1
            continue
        counts[code] += 1
        size = counts[code]
        if size > most:
            most = size
            least[most] = 0
        least[size] += 1
    for m in members:
        counts[game.by_hidden[m, guess]] = 0
    least[most + 1] = 0
    return found, most


@kernel
def guess_bound(game, one, two, same, guess, desk):
    """Bound the total from a guess on, with the closed form for every pair of its classes."""
    found, most = count_classes(game, one, guess, desk.counts, desk.first)
    m, k = one.size - found, desk.first[1]
    if two.size == 0:
        return one.size + 2 * m - k
    other, largest, second = found, most, desk.first
    if not same:
        second = desk.second
        other, largest = count_classes(game, two, guess, desk.counts, second)
    n, c = two.size - other, second[1]
    total = one.size * two.size + 3 * m * n + found * (2 * n - c) + other * (2 * m - k)
    for size in range(1, max(most, largest) + 1):
        a = k - (desk.first[size] if size <= most else 0)
        b = c - (second[size] if size <= largest else 0)
        total -= k * c - a * b
    return total - (2 * m - k) if same else total


@kernel
def guess_cost(game, one, two, same, guess, rule, desk):
    """Cost of a guess under a rule: a bound on the total, or the bits that are still lacking, less the bonus."""
    if rule.kind == BOUND:
        return np.float64(guess_bound(game, one, two, same, guess, desk))
    found, most = count_classes(game, one, guess, desk.counts, desk.first)
    cost, right = 0.0, found / one.size
    for size in range(1, most + 1):
        cost += desk.first[size] * rule.added[size]
    cost /= one.size
    if same:
        return cost * (1 + rule.share) - 2 * right * rule.bonus
    if two.size > 0:
        found, most = count_classes(game, two, guess, desk.counts, desk.second)
        more = 0.0
        for size in range(1, most + 1):
            more += desk.second[size] * rule.added[size]
        cost += rule.share * more / two.size
        right += found / two.size
    return cost - rule.bonus * right


@kernel
def count_doubles(game, members, doubles, room):
    """Count for each guess the words that are not the first of their class, comparing four rows at a time."""
    doubles[:] = 0
    for start in range(0, doubles.size, BLOCK):
        stop = min(start + BLOCK, doubles.size)
        equal, out = room[: stop - start], doubles[start:stop]
        for i in range(1, members.size):
            mine = game.by_hidden[members[i], start:stop]
            equal[:] = 0
            fours = i // 4 * 4
            for j in range(0, fours, 4):
                a, b = game.by_hidden[members[j], start:stop], game.by_hidden[members[j + 1], start:stop]
                c, d = game.by_hidden[members[j + 2], start:stop], game.by_hidden[members[j + 3], start:stop]
                for k in range(equal.size):
                    x = mine[k]
                    equal[k] |= np.uint8(
                        np.uint8(x == a[k]) | np.uint8(x == b[k]) | np.uint8(x == c[k]) | np.uint8(x == d[k])
                    )
            for j in range(fours, i):
                a = game.by_hidden[members[j], start:stop]
                for k in range(equal.size):
                    equal[k] |= np.uint8(mine[k] == a[k])
            for k in range(equal.size):
                out[k] += equal[k]


@kernel
def cost_of_doubles(m, n, same, rule, x, y):
    """Bound the cost of a guess that cannot be right, by the words that are not the first of their class."""
    if rule.kind == BOUND:
        return np.float64(2 * m + x if n == 0 else 3 * m * n + x * y - (m + x if same else 0))
    return 2.0 * x / m + (2.0 * rule.share * y / n if n > 0 else 0.0)


@kernel
def best_possible(game, one, two, same, rule, desk):
    """Return the best guess among the words of both boards, and its cost."""
    best, least = -1, np.inf
    for i in range(one.size + (0 if same else two.size)):
        guess = game.guess_of_hidden[one[i] if i < one.size else two[i - one.size]]
        cost = guess_cost(game, one, two, same, guess, rule, desk)
        if cost < least - CLOSE or (cost < least + CLOSE and guess < best):
            best, least = guess, min(cost, least)
    return best, least


@kernel
def best_of_all(game, one, two, same, rule, desk):
    """Return the guess of least cost: in a tie one that may be right, and after that the first of the list."""
    best, least = best_possible(game, one, two, same, rule, desk)
    m, n = one.size, two.size
    least_of_others = cost_of_doubles(m, n, same, rule, 0, 0)
    if least <= least_of_others + CLOSE:
        return best
    few = m <= FEW and n <= FEW
    x, y = desk.doubles[0], desk.doubles[0 if same else 1]
    if few:
        count_doubles(game, one, x, desk.equal)
        if not same:
            count_doubles(game, two, y, desk.equal)
    for guess in range(game.by_hidden.shape[1]):
        if few and cost_of_doubles(m, n, same, rule, x[guess], y[guess]) >= least - CLOSE:
            continue
        cost = guess_cost(game, one, two, same, guess, rule, desk)
        if cost < least - CLOSE:
            best, least = guess, cost
    return best


@kernel
def lay_out(game, members, guess, desk, start, ends):
    """Write the unsolved classes of a guess to the pool; return how many there are and whether a word is found."""
    stop, found, classes, pool = start, 0, 0, desk.pool
    for m in members:
        code = game.by_hidden[m, guess]
        if code == game.solved:
            found = 1
            continue
        i = stop
        while i > start and game.by_hidden[pool[i - 1], guess] > code:
            pool[i] = pool[i - 1]
            i -= 1
        pool[i] = m
        stop += 1
    ends[0] = start
    for i in range(start + 1, stop + 1):
        if i == stop or game.by_hidden[pool[i], guess] != game.by_hidden[pool[i - 1], guess]:
            classes += 1
            ends[classes] = i
    return classes, found


@kernel
def wait(desk, count, one, two, same, times):
    """Add a position, given by the places of its words in the pool, and return how many positions wait."""
    line = desk.waiting[count]
    line[0], line[1], line[2], line[3], line[4], line[5] = one[0], one[1], two[0], two[1], same, times
    return count + 1


@kernel
def pair_up(desk, count, classes, found, same, times, fair):
    """Let all pairs of the classes of both boards wait, and those of one board where the other is solved.

    If a policy is `fair` to both boards, of two positions that are mirror images one waits for both.
    """
    k, c = classes
    first, second, double = desk.ends[0], desk.ends[0 if same else 1], 2 if same else 1
    nothing = (0, 0)
    if found[0]:
        for j in range(c):
            count = wait(desk, count, (second[j], second[j + 1]), nothing, 0, times * double)
    if found[1] and not same:
        for i in range(k):
            count = wait(desk, count, (first[i], first[i + 1]), nothing, 0, times)
    for i in range(k):
        for j in range(i if same and fair else 0, c):
            equal = 1 if same and i == j else 0
            weight = times * (double if fair and not equal else 1)
            count = wait(desk, count, (first[i], first[i + 1]), (second[j], second[j + 1]), equal, weight)
    return count


@kernel
def count_games(game, one, two, opening, rule, desk, out):
    """Play a decomposed policy against all pairs of words; count in `out[k]` the pairs that need k guesses.

    The first guess is `opening`, or the policy's own if it is -1. Returns the total of the guesses, or -1 if a guess
    tells nothing or there is no room for the games.
    """
    same = 1 if one.size == two.size and one[0] == two[0] else 0
    pool, total = desk.pool, np.int64(0)
    for i in range(one.size):
        pool[i] = one[i]
    for i in range(two.size):
        pool[one.size + i] = two[i]
    top = one.size + two.size
    count = wait(desk, 0, (0, one.size), (one.size, top), same, 1)
    desk.waiting[0, 6], desk.waiting[0, 7] = 0, top
    while count > 0:
        count -= 1
        line = desk.waiting[count]
        one, two, same = pool[line[0] : line[1]], pool[line[2] : line[3]], line[4]
        times, made, top = line[5], line[6], line[7]
        if top + one.size + two.size > pool.size or made + 2 > out.size:
            return np.int64(-1)
        total += times * one.size * max(two.size, 1)
        guess = opening if opening >= 0 else best_of_all(game, one, two, same, rule, desk)
        opening = -1
        k, found = lay_out(game, one, guess, desk, top, desk.ends[0])
        n, other, end = k, found, desk.ends[0, k]
        if not same:
            n, other = lay_out(game, two, guess, desk, end, desk.ends[1])
            end = desk.ends[1, n]
        if (found + other == 0 and max(k, n) < 2) or count + k * n + k + n > desk.waiting.shape[0]:
            return np.int64(-1)
        begun = count
        if two.size == 0:
            out[made + 1] += times * found
            for i in range(k):
                count = wait(desk, count, (desk.ends[0, i], desk.ends[0, i + 1]), (0, 0), 0, times)
        else:
            out[made + 1] += times * found * other
            count = pair_up(desk, count, (k, n), (found, other), same, times, rule.share == 1)
        for i in range(begun, count):
            desk.waiting[i, 6], desk.waiting[i, 7] = made + 1, end
    return total


@kernel
def cost_all(game, one, two, rule, desk, out):
    """Write the cost of each guess."""
    same = 1 if one.size == two.size and one[0] == two[0] else 0
    for guess in range(out.size):
        out[guess] = guess_cost(game, one, two, same, guess, rule, desk)


@kernel
def closed_form(m, n, same):
    """Least total of a position by sizes alone."""
    if n == 0:
        return 2 * m - 1
    return 3 * m * m - 3 * m + 1 if same else 3 * m * n - max(m, n)


@kernel
def step_bound(game, one, two, same, desk):
    """Bound a position by its best guess: one that may be right, or any other as if it told all words apart."""
    m, n = one.size, two.size
    least, floor = closed_form(m, n, same), 2 * m if n == 0 else 3 * m * n - (m if same else 0)
    best = floor
    for i in range(m + (0 if same else n)):
        if best == least:
            break
        guess = game.guess_of_hidden[one[i] if i < m else two[i - m]]
        best = min(best, guess_bound(game, one, two, same, guess, desk))
    return max(best, least)


@kernel
def deeper_bound(game, one, two, guess, limit, desk):
    """Bound the total from a guess on by `step_bound` of all pairs of its classes; stop at `limit`."""
    same = 1 if one.size == two.size and one[0] == two[0] else 0
    total = guess_bound(game, one, two, same, guess, desk)
    k, found = lay_out(game, one, guess, desk, 0, desk.ends[0])
    n, other = k, found
    first, second, pool = desk.ends[0], desk.ends[0 if same else 1], desk.pool
    if not same:
        n, other = lay_out(game, two, guess, desk, desk.ends[0, k], desk.ends[1])
    for i in range(k):
        a = pool[first[i] : first[i + 1]]
        if other or two.size == 0:
            total += (step_bound(game, a, a[:0], 0, desk) - closed_form(a.size, 0, 0)) * (2 if same else 1)
        for j in range(i if same else 0, n if two.size > 0 else 0):
            b, equal = pool[second[j] : second[j + 1]], 1 if same and i == j else 0
            more = step_bound(game, a, b, equal, desk) - closed_form(a.size, b.size, equal)
            total += more * (2 if same and i != j else 1)
            if total >= limit:
                return limit
    for j in range(n if found and two.size > 0 and not same else 0):
        b = pool[second[j] : second[j + 1]]
        total += step_bound(game, b, b[:0], 0, desk) - closed_form(b.size, 0, 0)
    return total


@kernel
def fewest_doubles(game, members, offsets, desk, out):
    """Write for each class the least number of its words that are not the first of their class, over all guesses."""
    for c in range(out.size):
        own, doubles = members[offsets[c] : offsets[c + 1]], desk.doubles[0]
        if own.size <= FEW:
            count_doubles(game, own, doubles, desk.equal)
        else:
            stamp_doubles(game, own, doubles, desk.counts)
        least = own.size
        for guess in range(doubles.size):
            least = min(least, np.int64(doubles[guess]))
        out[c] = least


@kernel
def stamp_doubles(game, members, doubles, seen):
    """Count what `count_doubles` does, for many words: a code has been seen if it bears the stamp of its guess."""
    seen[:] = 0
    for guess in range(doubles.size):
        row, count = game.codes[guess], 0
        for m in members:
            count += seen[row[m]] == guess + 1
            seen[row[m]] = guess + 1
        doubles[guess] = count
    seen[:] = 0

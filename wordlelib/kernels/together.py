"""Sets of hidden words that every guess leaves together in part, found by search.

A guess tells words apart if it gives all of them different feedback. The kernels try the guesses in an `order` of their
own, and a guess that has just refuted a set comes first from then on, since it is likely to refute the next one too.
"""

from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.jit import kernel, record

ALIVE = -1  # in place of a guess: there is none that refutes a set


@record
class Fours(NamedTuple):
    """Fours of words that no guess tells apart."""

    words: Annotated[np.ndarray, np.int64, "fours", 4]
    alike: Annotated[np.ndarray, np.bool_, "fours", "guesses"]  # whether a guess gives all four the same feedback


@record
class Growth(NamedTuple):
    """A set that grows to `size` words, of which every guess must leave `together`, or one of the fours."""

    size: int
    together: int
    order: Annotated[np.ndarray, np.int64, "guesses"]
    classes: Annotated[np.ndarray, np.int64, "guesses", "cells"]  # how many hidden words have each feedback
    inside: Annotated[np.ndarray, np.bool_, "hidden"]  # the words of the set
    barred: Annotated[np.ndarray, np.bool_, "hidden"]  # words that were tried, and are not to be added again
    words: Annotated[np.ndarray, np.int64, "size"]  # the words of the set, as they were added
    added: Annotated[np.ndarray, np.int32, "size + 1", "hidden"]  # by size, the words one of which must be added
    offered: Annotated[np.ndarray, np.int64, "size + 1"]  # how many these are
    tried: Annotated[np.ndarray, np.int64, "size + 1"]  # and how many of them were tried
    near: Annotated[np.ndarray, np.int64, "fours", 2]  # the fours that may still come in, and their words in the set


@kernel
def to_front(order, place):
    """Let the guess at a place be the first, and those before it follow."""
    guess = order[place]
    for i in range(place, 0, -1):
        order[i] = order[i - 1]
    order[0] = guess


@kernel
def never_apart(shown, words, order):
    """Return whether no guess tells the words apart."""
    for place in range(order.size):
        guess, apart = order[place], True
        for i in range(1, words.size):
            for j in range(i):
                apart &= shown[words[i], guess] != shown[words[j], guess]
        if apart:
            to_front(order, place)
            return False
    return True


@kernel
def list_alike(shown, words, order, found, many):
    """List some words as one more set, if it fits and no guess tells them apart; returns whether none does."""
    alike = never_apart(shown, words, order)
    for i in range(words.size if alike and many < found.shape[0] else 0):
        found[many, i] = words[i]
    return alike


@kernel
def list_fours(shown, alike, pair, thirds, order, found):
    """List the fours with a pair and one of some third words that no guess tells apart.

    Returns how many were found, a four perhaps twice, though only so many are listed as fit.

    `alike` has 64 bits for each two words, which say of some guesses whether they give the two the same feedback. Most
    fours are refuted by these.
    """
    a, b = pair
    four, fours, either = np.array([a, b, 0, 0]), 0, alike[a] | alike[b]
    for c in thirds:
        row, left, likely = alike[c], ~(alike[a, b] | either[c]), 0
        for d in range(row.size):
            likely += left & ~(either[d] | row[d]) == 0
        for d in range(row.size if likely else 0):
            if left & ~(either[d] | row[d]) == 0 and d != a and d != b and d != c:
                four[2], four[3] = c, d
                fours += list_alike(shown, four, order, found, fours)
    return fours


@kernel
def list_fives(shown, part, order, found):
    """List the fives of some words that no guess tells apart; returns how many there are, as `list_fours` does."""
    five, fives = np.empty(5, np.int64), 0
    for a in range(part.size):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        five[0], five[1], five[2], five[3], five[4] = part[a], part[b], part[c], part[d], part[e]
                        fives += list_alike(shown, five, order, found, fives)
    return fives


@kernel
def count_near(fours, growth, missing):
    """List the fours that the missing words can complete, none of them barred; returns how many there are."""
    count = 0
    for four in range(fours.words.shape[0]):
        inside = 0
        for i in range(4):
            word = fours.words[four, i]
            inside += 1 if growth.inside[word] else -growth.barred.size if growth.barred[word] else 0
        if inside >= 4 - missing:
            growth.near[count, 0], growth.near[count, 1] = four, inside
            count += 1
    return count


@kernel
def count_ways(shown, fours, growth, guess, size, near):
    """Count the words that may help a set against a guess: ALIVE if it needs none, and 0 if none helps."""
    ways = 0
    for i in range(size):
        code, same, first = shown[growth.words[i], guess], 0, True
        for j in range(size):
            if shown[growth.words[j], guess] == code:
                same += 1
                first &= j >= i
        if same >= growth.together:
            return ALIVE
        if first and same + growth.size - size >= growth.together:
            ways += growth.classes[guess, code] - same
    for i in range(near):
        if fours.alike[growth.near[i, 0], guess]:
            if growth.near[i, 1] == 4:
                return ALIVE
            ways += 4 - growth.near[i, 1]
    return ways


@kernel
def hardest_guess(shown, fours, growth, size, near):
    """Return the guess against which the fewest words may help, ALIVE if the set needs no help against any."""
    hardest, fewest = ALIVE, shown.shape[0] + 4 * fours.words.shape[0]
    for place in range(growth.order.size):
        guess = growth.order[place]
        ways = count_ways(shown, fours, growth, guess, size, near)
        if 0 <= ways < fewest:
            hardest, fewest = guess, ways
            if ways == 0:
                to_front(growth.order, place)
                break
    return hardest


@kernel
def list_added(shown, fours, growth, guess, size, near):
    """List the words that may help a set against a guess, all that are left if it is ALIVE."""
    count = 0
    for word in range(shown.shape[0]):
        helps = guess == ALIVE
        if not helps:
            same = 0
            for i in range(size):
                same += shown[growth.words[i], guess] == shown[word, guess]
            helps = same > 0 and same + growth.size - size >= growth.together
            for i in range(near):
                if fours.alike[growth.near[i, 0], guess]:
                    for j in range(4):
                        helps |= fours.words[growth.near[i, 0], j] == word
        if helps and not growth.inside[word] and not growth.barred[word]:
            growth.added[size, count] = word
            count += 1
    growth.offered[size], growth.tried[size] = count, 0


@kernel
def grow(shown, fours, growth, start, found):
    """List the sets with the words of a start; returns how many there are, as `list_fours` does.

    Where a word has been tried, all sets with it and the words before it are known, so it is barred from then on.
    """
    for i in range(start.size):
        growth.words[i] = start[i]
        growth.inside[start[i]] = True
    size, sets, entered = start.size, 0, True
    while True:
        if entered:
            growth.offered[size] = growth.tried[size] = 0
            near = count_near(fours, growth, growth.size - size)
            guess = hardest_guess(shown, fours, growth, size, near)
            if size < growth.size:
                list_added(shown, fours, growth, guess, size, near)
            elif guess == ALIVE:
                for i in range(size if sets < found.shape[0] else 0):
                    found[sets, i] = growth.words[i]
                sets += 1
        entered = growth.tried[size] < growth.offered[size]
        if entered:
            growth.words[size] = growth.added[size, growth.tried[size]]
            growth.tried[size] += 1
            growth.inside[growth.words[size]] = True
            size += 1
        else:
            for i in range(growth.offered[size]):
                growth.barred[growth.added[size, i]] = False
            if size == start.size:
                break
            size -= 1
            growth.inside[growth.words[size]] = False
            growth.barred[growth.words[size]] = True
    for i in range(start.size):
        growth.inside[start[i]] = False
    return sets

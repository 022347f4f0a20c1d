"""Base policies and candidates as the rollout papers' program chose them (see `lab/authors_program.py`)."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.arrays import copy_to
from wordlelib.kernels.jit import kernel, record
from wordlelib.kernels.ranking import Rule, best_guess, costs_of_all, list_cheap, perfect_candidate, win_weight
from wordlelib.kernels.scores import CLASSES, INFORMATION
from wordlelib.kernels.sorting import greatest_place, least_place, sort_by

LEAF, LANES = 128, 8  # NumPy adds up to 128 numbers in eight interleaved sums (`pairwise_sum`)
SHORT = 16  # NumPy sorts up to 16 numbers by insertion


@record
class Program(NamedTuple):
    """The program as kernels see it, and room; `authors_program.Conventions` says what the flags mean."""

    rule: Rule  # the heuristic's score
    information: Rule  # that of information gain
    letter_sets: Annotated[np.ndarray, np.uint64, "guesses"]  # the letters of each guess as a set of bits
    pruned: bool
    rounded: bool
    list_order: bool
    unstable_sort: bool
    first_of_ties: bool
    extra_candidate: bool
    fewest_classes: bool
    mixed_indices: bool
    # The probability of a class of c words as the program adds it up, its term in the entropy, and the sum of
    # probabilities for which that holds.
    shares: Annotated[np.ndarray, np.float64, "hidden + 1"]
    terms: Annotated[np.ndarray, np.float64, "hidden + 1"]
    wholes: Annotated[np.ndarray, np.float64, "hidden + 1"]
    values: Annotated[np.ndarray, np.float64, "guesses"]  # what the heuristic gives for each guess of a list
    # The distribution of a guess over all columns in which the program sums, 3 to the power of the word length.
    cells: Annotated[np.ndarray, np.float64, "columns"]
    some: Annotated[np.ndarray, np.int32, "guesses"]  # the pruned list


@kernel
def decide_published(game, program, beliefs, restricted, work, out):
    """Choose the base policy's guess in each belief of two words or more; `restricted` as in `decide_beliefs`."""
    for b in range(out.size):
        mine = beliefs.members[beliefs.offsets[b] : beliefs.offsets[b + 1]]
        allowed = beliefs.allowed
        if restricted:
            allowed = allowed[beliefs.allowed_offsets[b] : beliefs.allowed_offsets[b + 1]]
        out[b] = published_guess(game, program, mine, allowed, work)


@kernel
def list_published(game, program, beliefs, restricted, work, out):
    """Write the candidates of rollout in each belief into a row of `out`, -1 behind the last."""
    width = out.shape[1] - 1
    for b in range(out.shape[0]):
        mine = beliefs.members[beliefs.offsets[b] : beliefs.offsets[b + 1]]
        allowed = beliefs.allowed
        if restricted:
            allowed = allowed[beliefs.allowed_offsets[b] : beliefs.allowed_offsets[b + 1]]
        row = out[b]
        row[:] = -1
        count = published_candidates(game, program, mine, allowed, work, out[b, :width])
        if program.extra_candidate:
            extra, known = expected_score_guess(game, program, mine, allowed, work), False
            for i in range(count):
                known |= out[b, i] == extra
            if not known:
                out[b, count] = extra


@kernel
def published_guess(game, program, members, allowed, work):
    """Return the base policy's guess."""
    if program.rule.score == CLASSES and program.fewest_classes:
        some = program.some[: prune(game, program, members, allowed)]
        count_classes(game, members, some, program.values, work.tally.counts)
        for i in range(some.size):
            if win_weight(game, some[i], members) > 0:
                program.values[i] -= 0.5
        return some[least_place(program.values[: some.size])]
    if program.rule.score == INFORMATION and program.list_order:
        count = list_ties(game, program, members, allowed, work)
        if not program.rounded or members.size <= 3:  # up to three equal numbers sum up alike in any order
            return allowed[work.places[0]]
        tie_entropies(game, program, members, allowed, work, count)
        return allowed[work.places[greatest_place(program.values[:count])]]
    perfect = perfect_candidate(game, members, allowed, False, work)
    return perfect if perfect >= 0 else best_guess(game, members, allowed, program.rule, work)


@kernel
def list_ties(game, program, members, allowed, work):
    """List the guesses of most information, by exact entropies, in `work.places`; return their number."""
    found = list_cheap(game, members, allowed, program.information, work, False, 1)
    least = work.found[0]
    for i in range(1, found):
        least = min(least, work.found[i])
    count = 0
    for i in range(found):
        if work.found[i] - least <= 4 * members.size:
            work.places[count] = work.places[i]
            count += 1
    return count


@kernel
def tie_entropies(game, program, members, allowed, work, count):
    """Write the program's entropies of the first guesses of `work.places` into `program.values`."""
    begin_entropies(program, members.size)
    for i in range(count):
        row = game.codes[allowed[work.places[i]]]
        program.values[i] = rounded_entropy(program, row, members, work.tally.counts)


@kernel
def prune(game, program, members, allowed):
    """Write the allowed guesses that share a letter with a word left into `program.some`; return how many they are."""
    if not program.pruned:
        copy_to(program.some, 0, allowed)
        return allowed.size
    letters = np.uint64(0)
    for m in members:
        letters |= program.letter_sets[game.guess_of_hidden[m]]
    count = 0
    for guess in allowed:
        if program.letter_sets[guess] & letters != 0:
            program.some[count] = guess
            count += 1
    return count


@kernel
def count_classes(game, members, guesses, values, counts):
    """Write the number of classes of each guess into `values`; `counts` comes and goes all zero."""
    for i in range(guesses.size):
        row, classes = game.codes[guesses[i]], 0
        for m in members:
            classes += counts[row[m]] == 0
            counts[row[m]] += 1
        for m in members:
            counts[row[m]] = 0
        values[i] = classes


@kernel
def published_candidates(game, program, members, allowed, work, out):
    """Write the best guesses under the heuristic into `out`, as the program orders them; return their number."""
    best, most = program.values, program.rule.score == INFORMATION
    quick = program.list_order and program.first_of_ties
    if quick and most:
        count = list_ties(game, program, members, allowed, work)
        if program.rounded:
            tie_entropies(game, program, members, allowed, work, count)
            count = keep_greatest(work.places, best, count)
        if count >= out.size:
            for i in range(out.size):
                out[i] = allowed[work.places[i]]
            return out.size
    some = program.some[: prune(game, program, members, allowed)]
    size = heuristic_values(game, program, members, some, work)
    if quick and not most:
        least = best[least_place(best[:size])]
        count = 0
        for i in range(size):
            if best[i] == least:
                work.places[count] = i
                count += 1
        if count >= out.size:
            for i in range(out.size):
                out[i] = some[work.places[i]]
            return out.size
    order, count, backwards = work.order[:size], min(out.size, size), most and program.unstable_sort
    for i in range(size):
        order[i] = i
        work.wins[i] = win_weight(game, some[i], members)
    if not program.list_order:
        sort_by(work.wins, -1, order, work.room)
    if program.list_order and program.unstable_sort:
        sort_unstably(best, order)
    else:
        sort_by(best, -1 if most else 1, order, work.room)
        backwards = False
    for i in range(count):
        out[i] = some[order[size - 1 - i] if backwards else order[i]]
    return count


@kernel
def keep_greatest(places, values, count):
    """Keep the places of the greatest value; return their number."""
    greatest, kept = values[greatest_place(values[:count])], 0
    for i in range(count):
        if values[i] == greatest:
            places[kept] = places[i]
            kept += 1
    return kept


@kernel
def heuristic_values(game, program, members, guesses, work):
    """Write the values of guesses under the heuristic into `program.values`; return their number.

    Under `mixed_indices` the classes are counted for the words left, which are fewer.
    """
    values, kind = program.values, program.rule.score
    if kind == CLASSES and program.mixed_indices:
        own = work.places[: members.size]
        for i in range(members.size):
            own[i] = game.guess_of_hidden[members[i]]
        count_classes(game, members, own, values, work.tally.counts)
        return min(members.size, guesses.size)
    if kind == INFORMATION and program.list_order and program.rounded:
        begin_entropies(program, members.size)
        for i in range(guesses.size):
            values[i] = rounded_entropy(program, game.codes[guesses[i]], members, work.tally.counts)
        return guesses.size
    costs_of_all(game, members, guesses, program.rule, work)
    sign = -1 if kind == INFORMATION or (kind == CLASSES and program.fewest_classes) else 1
    for i in range(guesses.size):
        values[i] = sign * work.costs[i]
    return guesses.size


@kernel
def expected_score_guess(game, program, members, allowed, work):
    """Return the guess of least expected score, a word left that the papers do not mention.

    Of guesses that cannot be right one of most information is best, so only these and the possible ones are looked at.
    """
    count = list_ties(game, program, members, allowed, work)
    begin_entropies(program, members.size)
    before = even_entropy(program, members.size)
    best, least = np.int64(-1), np.inf
    for i in range(count + members.size):
        guess = np.int64(allowed[work.places[i]] if i < count else game.guess_of_hidden[members[i - count]])
        bits = rounded_entropy(program, game.codes[guess], members, work.tally.counts)
        chance = 1 / members.size if win_weight(game, guess, members) > 0 else 0.0
        score = chance + (1 - chance) * (1 + expected_guesses(before - bits))
        if score < least or (score == least and guess < best):
            best, least = guess, score
    return best


@kernel
def expected_guesses(bits):
    """Estimate the guesses still needed when so many bits are unknown, as the program does."""
    luck = 2.0**-bits
    return luck + 2 * (1 - luck) + 1.5 * bits / 11.5


@kernel
def begin_entropies(program, words):
    """Add up the probabilities of classes of 1, 2 ... words as the program does, one word after the other."""
    program.cells[:] = 0.0
    program.shares[0] = 0.0
    for c in range(words):
        program.shares[c + 1] = program.shares[c] + 1.0 / words
        program.wholes[c + 1] = 0.0


@kernel
def even_entropy(program, words):
    """Compute the program's entropy, in bits, of a belief in which words are equally probable."""
    even = np.empty(words, np.float64)
    even[:] = 1.0 / words
    whole = pairwise_sum(even, 0, words)
    share = even[0] / whole
    even[:] = -share * math.log(share)
    return pairwise_sum(even, 0, words) / math.log(2.0)


@kernel
def rounded_entropy(program, row, members, counts):
    """Compute the entropy of a guess's feedback in bits, rounded as the program's sums are.

    `counts` and `program.cells` come and go all zero. Few different sums of the probabilities occur, all of them close
    to 1, so the terms for the last one are kept.
    """
    cells, terms, wholes = program.cells, program.terms, program.wholes
    for m in members:
        counts[row[m]] += 1
    for m in members:
        cells[row[m]] = program.shares[counts[row[m]]]
    whole = pairwise_sum(cells, 0, cells.size)
    for m in members:
        count = counts[row[m]]
        if count > 0:
            counts[row[m]] = 0
            if wholes[count] != whole:
                share = program.shares[count] / whole
                wholes[count], terms[count] = whole, -share * math.log(share)
            cells[row[m]] = terms[count]
    entropy = pairwise_sum(cells, 0, cells.size) / math.log(2.0)
    for m in members:
        cells[row[m]] = 0.0
    return entropy


@kernel
def pairwise_sum(values, first, n):
    """Add numbers in NumPy's order: halves apart; up to 128 in eight interleaved sums, and the rest one by one."""
    if n > LEAF:
        half = n // 2 // LANES * LANES
        return pairwise_sum(values, first, half) + pairwise_sum(values, first + half, n - half)
    total, i = 0.0, first
    if n >= LANES:
        a, b, c, d = values[i], values[i + 1], values[i + 2], values[i + 3]
        e, f, g, h = values[i + 4], values[i + 5], values[i + 6], values[i + 7]
        i += LANES
        while i + LANES <= first + n:
            a, b, c, d = a + values[i], b + values[i + 1], c + values[i + 2], d + values[i + 3]
            e, f, g, h = e + values[i + 4], f + values[i + 5], g + values[i + 6], h + values[i + 7]
            i += LANES
        total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    while i < first + n:
        total += values[i]
        i += 1
    return total


@kernel
def sort_unstably(keys, order):
    """Sort places by their keys as NumPy's default sort does without vector instructions: equal ones may change order.

    It is Musser's introsort: quicksort with the median of three as pivot, insertion sort where 16 or fewer are left,
    and heapsort where the halves were uneven for too long.
    """
    stack, top = np.empty((64, 3), np.int64), 0
    first, last, depth = 0, order.size - 1, 0
    while order.size >> (depth + 1) > 0:
        depth += 1
    depth *= 2
    while True:
        if depth < 0:
            sort_by_heap(keys, order[first : last + 1])
        else:
            while last - first >= SHORT:
                middle = part_by_median(keys, order, first, last)
                depth -= 1
                low = middle - first < last - middle
                stack[top, 0], stack[top, 1] = (middle + 1, last) if low else (first, middle - 1)
                stack[top, 2] = depth
                top += 1
                first, last = (first, middle - 1) if low else (middle + 1, last)
            insert_in_order(keys, order[first : last + 1])
        if top == 0:
            return
        top -= 1
        first, last, depth = stack[top, 0], stack[top, 1], stack[top, 2]


@kernel
def part_by_median(keys, order, first, last):
    """Part places by the median of three keys; return where the pivot stands."""
    middle = first + ((last - first) >> 1)
    if keys[order[middle]] < keys[order[first]]:
        swap(order, middle, first)
    if keys[order[last]] < keys[order[middle]]:
        swap(order, last, middle)
    if keys[order[middle]] < keys[order[first]]:
        swap(order, middle, first)
    pivot, i, j = keys[order[middle]], first, last - 1
    swap(order, middle, j)
    while True:
        i += 1
        while keys[order[i]] < pivot:
            i += 1
        j -= 1
        while pivot < keys[order[j]]:
            j -= 1
        if i >= j:
            break
        swap(order, i, j)
    swap(order, i, last - 1)
    return i


@kernel
def swap(order, i, j):
    """Exchange two places."""
    kept = order[i]
    order[i] = order[j]
    order[j] = kept


@kernel
def insert_in_order(keys, order):
    """Sort a few places by insertion."""
    for i in range(1, order.size):
        place, j = order[i], i
        while j > 0 and keys[place] < keys[order[j - 1]]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = place


@kernel
def sort_by_heap(keys, order):
    """Sort places by heapsort."""
    for start in range(order.size // 2 - 1, -1, -1):
        sink(keys, order, start, order.size, order[start])
    for size in range(order.size - 1, 0, -1):
        place = order[size]
        order[size] = order[0]
        sink(keys, order, 0, size, place)


@kernel
def sink(keys, order, hole, size, place):
    """Sink a place from a hole in the heap to where it belongs."""
    child = 2 * hole + 1
    while child < size:
        if child + 1 < size and keys[order[child]] < keys[order[child + 1]]:
            child += 1
        if keys[place] >= keys[order[child]]:
            break
        order[hole] = order[child]
        hole, child = child, 2 * child + 1
    order[hole] = place


@kernel
def narrow_consistent(letters, beliefs, guesses, child_codes, parents, wraps):
    """List for each child the allowed guesses of its parent that would have been answered with the same code.

    Codes count modulo 256 where `wraps`. Children stand parent by parent. Gives the lists one after the other, and
    where each begins and ends.
    """
    children = parents.size
    child_of = np.empty(3 ** letters.shape[1], np.int32)
    offsets = np.empty(children + 1, np.int64)
    room, child, size = beliefs.allowed.size, 0, 0
    lists, mine = np.empty(room, np.int32), np.empty(room, np.int32)
    offsets[0] = 0
    while child < children:
        parent, first = parents[child], child
        child_of[:] = -1
        while child < children and parents[child] == parent:
            child_of[child_codes[child]] = child
            offsets[child + 1] = 0
            child += 1
        allowed = beliefs.allowed[beliefs.allowed_offsets[parent] : beliefs.allowed_offsets[parent + 1]]
        for i in range(allowed.size):
            code = code_of_pair(letters[guesses[parent]], letters[allowed[i]])
            mine[i] = child_of[code % 256 if wraps else code]
            if mine[i] >= 0:
                offsets[mine[i] + 1] += 1
        for c in range(first, child):
            count = offsets[c + 1]
            offsets[c + 1] = size
            size += count
        for i in range(allowed.size):
            if mine[i] >= 0:
                lists[offsets[mine[i] + 1]] = allowed[i]
                offsets[mine[i] + 1] += 1
    return lists[:size], offsets


@kernel
def code_of_pair(guess, word):
    """Compute the feedback of one word on another."""
    code, worth, spent = 0, 1, 0
    for i in range(guess.size):
        if guess[i] == word[i]:
            spent |= 1 << i
    for i in range(guess.size):
        if guess[i] == word[i]:
            code += 2 * worth
        else:
            for j in range(guess.size):
                if guess[i] == word[j] and spent >> j & 1 == 0:
                    spent |= 1 << j
                    code += worth
                    break
        worth *= 3
    return code

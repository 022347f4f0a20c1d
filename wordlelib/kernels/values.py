"""Estimated costs of beliefs: features of a belief, and what a table, a linear form or a network makes of them."""

from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.jit import kernel, record

TRIED = 24  # words of a belief that are tried as guesses; the time that its features take goes with their number
FEATURES = 12
LAYERS = 4  # the features, at most two hidden layers, and the output


@record
class Values(NamedTuple):
    """The values of several policies as kernels see them, and room, in which `tally` and `counts` are kept all zero."""

    # The sizes of a value's layers, from FEATURES down to 1, then zeros; all zero for a table by number of words.
    layers: Annotated[np.ndarray, np.int64, "levels", LAYERS]
    # The table; or the weights of each layer, row by row, and its biases.
    numbers: Annotated[np.ndarray, np.float64, "levels", "numbers"]
    # The letters of the hidden words; no places if the words are of different lengths.
    letters: Annotated[np.ndarray, np.uint16, "hidden", "places"]
    logs: Annotated[np.ndarray, np.float64, "hidden + 1"]  # log2 c; 0 for 0
    features: Annotated[np.ndarray, np.float64, FEATURES]  # of the belief in work
    room: Annotated[np.ndarray, np.float64, 2, "widest"]  # the outputs of a layer, and of the one before
    tally: Annotated[np.ndarray, np.int64, "tallied"]  # how often a letter occurs, or words of a family at a place
    counts: Annotated[np.ndarray, np.int64, "cells"]  # the members of each class


@kernel
def estimated_cost(game, values, level, members, weight):
    """Estimate the cost of a belief under a level: the guesses needed, summed over its words by weight."""
    n = members.size
    if values.layers[level, 0] == 0:
        return values.numbers[level, n] * weight
    least = describe_belief(game, values, members)
    if least < 0:
        return -least
    return max(least, 2.0 * n - 1 + n * network_output(values, level))


@kernel
def describe_belief(game, values, members):
    """Write the features of a belief into `values.features`; return a lower bound, or minus the cost if it is known.

    Sorts the belief by some of its own words, all of them if they are few. The cost is known if one of them tells all
    words apart, or all are tried and one leaves a single pair together.
    """
    n, found, counts = members.size, values.features, values.counts
    if n <= 2:
        return -(2.0 * n - 1)
    tried = min(n, TRIED)
    best, second, classes = 0, 0, 0
    logs, squares, largest, family = np.inf, n * n, n, 0
    for t in range(tried):
        word = members[t * n // tried]
        row = game.codes[game.guess_of_hidden[word]]
        own, own_logs, own_squares, own_largest = 0, 0.0, 0, 0
        for m in members:
            size = counts[row[m]] + 1
            counts[row[m]] = size
            own += size == 1
            own_logs += size * values.logs[size] - (size - 1) * values.logs[size - 1]
            own_squares += 2 * size - 1
            own_largest = max(own_largest, size)
        for m in members:
            counts[row[m]] = 0
        if own == n:
            return -(2.0 * n - 1)
        if own > best:
            best, second = own, best
        else:
            second = max(second, own)
        classes += own
        logs, squares, largest = min(logs, own_logs), min(squares, own_squares), min(largest, own_largest)
        family = max(family, largest_family(values, members, word))
    if best == n - 1 and tried == n:
        return -2.0 * n
    found[0] = values.logs[n]
    found[1] = 1 / n
    found[2] = 1 - best / n
    found[3] = 1 - second / n
    found[4] = 1 - classes / (tried * n)
    found[5] = logs / n
    found[6] = squares / n
    found[7] = largest / n
    found[8] = family / n
    describe_letters(values, members)
    return 2.0 * n if tried == n else 2.0 * n - 1


@kernel
def largest_family(values, members, word):
    """Return the size of a word's largest family: the words that agree with it in all places but one, and itself."""
    largest, own = 1, values.letters[word]
    for place in range(own.size):
        values.tally[place] = 0
    for m in members:
        other, places, last = values.letters[m], 0, 0
        for place in range(own.size):
            if own[place] != other[place]:
                places += 1
                last = place
                if places == 2:
                    break
        if places == 1:
            values.tally[last] += 1
    for place in range(own.size):
        largest = max(largest, values.tally[place] + 1)
        values.tally[place] = 0
    return largest


@kernel
def describe_letters(values, members):
    """Write the last three features: how the letters of a belief are spread over places and words."""
    n, places, tally, found = members.size, values.letters.shape[1], values.tally, values.features
    distinct, pairs, split = 0, 0, 0.0
    for place in range(places):
        for m in members:
            letter = values.letters[m, place]
            distinct += tally[letter] == 0
            pairs += 2 * tally[letter] + 1
            tally[letter] += 1
        for m in members:
            tally[values.letters[m, place]] = 0
    for m in members:
        for place in range(places):
            tally[values.letters[m, place]] += first_in_word(values.letters[m], place)
    for m in members:
        for letter in values.letters[m]:
            split += tally[letter] * (n - tally[letter])
            tally[letter] = 0
    found[9] = distinct / (max(places, 1) * n)
    found[10] = pairs / (max(places, 1) * n * n)
    found[11] = split / (n * n)


@kernel
def first_in_word(letters, place):
    """Test whether a letter of a word stands in no earlier place."""
    for earlier in range(place):
        if letters[earlier] == letters[place]:
            return 0
    return 1


@kernel
def network_output(values, level):
    """Compute the output of a level's network of rectified linear units for `values.features`."""
    sizes, numbers = values.layers[level], values.numbers[level]
    source, target, first = values.features, values.room[0], 0
    for layer in range(1, sizes.size):
        if sizes[layer] == 0:
            break
        inputs, outputs = sizes[layer - 1], sizes[layer]
        target, last = values.room[layer % 2], layer + 1 == sizes.size or sizes[layer + 1] == 0
        for i in range(outputs):
            total = numbers[first + inputs * outputs + i]
            for j in range(inputs):
                total += numbers[first + i * inputs + j] * source[j]
            target[i] = total if last else max(total, 0.0)
        first += (inputs + 1) * outputs
        source = target
    return source[0]


@kernel
def describe_beliefs(game, values, beliefs, features, least):
    """Write the features of each belief, and what `describe_belief` gives."""
    for b in range(least.size):
        members = beliefs.members[beliefs.offsets[b] : beliefs.offsets[b + 1]]
        values.features[:] = 0
        least[b] = describe_belief(game, values, members)
        for i in range(values.features.size):
            features[b, i] = values.features[i]

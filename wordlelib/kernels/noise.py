"""Games in which feedback is misread: beliefs as bits, scores, many games at once."""

from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.arrays import copied, copy_to
from wordlelib.kernels.jit import kernel, record
from wordlelib.kernels.sorting import greatest_place, place_after, smallest

UNITS = 2**14  # parts of probability in the table of logarithms: 64 kB of float32
BLOCK = 128  # guesses whose codes are gathered together, so that they are read from the cache


def log_polynomial() -> tuple[np.float32, ...]:
    """Fit log2(1 + m) / m by a polynomial of degree 5 for m from 0 to 1; the logarithm is then right to 1e-5."""
    m = (1 - np.cos(np.linspace(0, np.pi, 1001)[1:])) / 2
    fit = np.polynomial.Chebyshev.fit(m, np.log2(1 + m) / m, 5, domain=[0, 1])
    return tuple(np.float32(c) for c in fit.convert(kind=np.polynomial.Polynomial).coef)


_LOG_POLYNOMIAL = log_polynomial()
MANTISSA, ONE = np.int32(0x007FFFFF), np.int32(0x3F800000)  # bits of a float32: its mantissa, the number 1


@record
class Arrays(NamedTuple):
    """A noisy game as kernels see it; the first four fields are those of `arrays.Arrays`."""

    codes: Annotated[np.ndarray, "code", "guesses", "hidden"]
    by_hidden: Annotated[np.ndarray, "code", "hidden", "guesses"]
    guess_of_hidden: Annotated[np.ndarray, np.int32, "hidden"]
    solved: int
    # The probability to be shown a code when another is true; and the same with zeros, up to a power of two.
    channel: Annotated[np.ndarray, np.float64, "cells", "shown"]
    padded: Annotated[np.ndarray, np.float32, "cells", "padded"]
    row_entropy: Annotated[np.ndarray, np.float64, "cells"]  # in bits, of what is shown for each true code
    order: Annotated[np.ndarray, np.int32, "cells", "shown"]  # what may be shown for a true code, the likeliest first
    cumulative: Annotated[np.ndarray, np.float64, "cells", "shown"]  # the sums of the probabilities in this order


@record
class Settings(NamedTuple):
    """How the base policy scores; `NoisyInformation` says more."""

    bonus: float  # the worth of ending the game, in bits
    shortlist: int  # how many guesses are scored through the channel
    negligible: float  # how much probability may be left out
    pool: Annotated[np.ndarray, np.int32, "pool"]  # the guesses that may be made, ascending
    logs: Annotated[np.ndarray, np.float32, UNITS + 1]  # -w log2 w for w = 0, 1 ... UNITS parts of UNITS


@record
class Chance(NamedTuple):
    """What simulated games draw, all candidates the same."""

    thetas: Annotated[np.ndarray, np.int64, "games"]  # the hidden words
    noise: Annotated[np.ndarray, np.float64, "games", "rows"]  # what picks the row that is shown, 0 to 1


@record
class Memory(NamedTuple):
    """The base policy's guesses by history: one place for each key, overwritten by the next."""

    start: np.uint64  # the key of the belief in which games begin
    keys: Annotated[np.ndarray, np.uint64, "histories"]  # a power of two
    guesses: Annotated[np.ndarray, np.int32, "histories"]


@kernel
def heavy_words(b, negligible):
    """Find the words that matter, ascending, and their probabilities among themselves.

    The rest, all less likely than these, have at most the part `negligible` of the probability; a power of 1/2 of the
    likeliest word's probability is the limit between the two.
    """
    bound, total, kept, count = 0.0, 0.0, 0.0, 0
    for p in b:
        bound = max(bound, p)
        total += p
    while kept < (1 - negligible) * total and bound > 0:
        bound /= 2
        kept, count = 0.0, 0
        for p in b:
            if p > bound:
                kept += p
                count += 1
    members, weights, filled = np.empty(count, np.int64), np.empty(count, np.float64), 0
    for i in range(b.size):
        if b[i] > bound:
            members[filled], weights[filled] = i, b[i] / kept
            filled += 1
    return members, weights


@kernel
def shortlist(a, s, members, weights, most):
    """Find the `most` guesses of the pool that would be best if feedback were true, ascending."""
    guesses = s.pool.size
    parts = np.empty(members.size, np.int32)
    for i in range(members.size):
        parts[i] = max(1, np.int32(np.rint(weights[i] * UNITS)))
    cells = np.zeros(a.channel.shape[0], np.int32)
    chances = np.zeros(a.codes.shape[0], np.float64)
    for i in range(members.size):
        chances[a.guess_of_hidden[members[i]]] = weights[i]
    scores = np.empty(guesses, np.float64)
    block = np.empty((members.size, BLOCK), a.codes.dtype)
    for start in range(0, guesses, BLOCK):
        some = s.pool[start : start + BLOCK]
        for i in range(members.size):
            row = a.by_hidden[members[i]]
            for k in range(some.size):
                block[i, k] = row[some[k]]
        for k in range(some.size):
            for i in range(members.size):
                cells[block[i, k]] += parts[i]
            score = s.bonus * chances[some[k]]
            for i in range(members.size):
                code = block[i, k]
                score += s.logs[min(cells[code], s.logs.size - 1)]
                cells[code] = 0
            scores[start + k] = score
    if most >= guesses:
        return s.pool
    bound = smallest(copied(scores), guesses - most + 1)
    chosen, filled, equal = np.empty(most, s.pool.dtype), 0, most
    for k in range(guesses):
        equal -= scores[k] > bound
    for k in range(guesses):
        if scores[k] > bound or (scores[k] == bound and equal > 0):
            equal -= scores[k] == bound
            chosen[filled] = s.pool[k]
            filled += 1
    return chosen


@kernel
def surprise_of(q, terms):
    """Compute -sum q log2 q of the float32 numbers q; their count is a power of two, and `terms` is scratch.

    The logarithm is split off the bits of each number: the exponent, and a polynomial of the mantissa 1 + m. These are
    plain operations on whole arrays, which the machine does on many numbers at once.
    """
    bits, mantissas = q.view(np.int32), terms.view(np.int32)
    c0, c1, c2, c3, c4, c5 = _LOG_POLYNOMIAL
    for c in range(q.size):
        mantissas[c] = (bits[c] & MANTISSA) | ONE
    for c in range(q.size):
        m = terms[c] - np.float32(1)
        exponent = np.float32((bits[c] >> 23) - 127)
        terms[c] = q[c] * (exponent + m * (c0 + m * (c1 + m * (c2 + m * (c3 + m * (c4 + m * c5))))))
    half = q.size // 2
    while half > 0:
        for c in range(half):
            terms[c] += terms[c + half]
        half //= 2
    return -terms[0]


@kernel
def score_guess(a, s, members, weights, guesses, out):
    """Score guesses: information through the channel, and the bonus times the probability to be right."""
    mass = np.zeros(a.channel.shape[0], np.float64)
    seen = np.empty(a.padded.shape[1], np.float32)
    terms = np.empty(a.padded.shape[1], np.float32)
    for k in range(guesses.size):
        guess = guesses[k]
        for i in range(members.size):
            mass[a.by_hidden[members[i], guess]] += weights[i]
        seen[:] = 0
        known = 0.0
        for i in range(members.size):
            code = a.by_hidden[members[i], guess]
            if mass[code] == 0:
                continue
            row, share = a.padded[code], np.float32(mass[code])
            for c in range(seen.size):
                seen[c] += share * row[c]
            known += mass[code] * a.row_entropy[code]
            if code == a.solved:
                known -= s.bonus * mass[code]
            mass[code] = 0
        out[k] = surprise_of(seen, terms) - known


@kernel
def pool_rows(a, s, b, most):
    """Find the guesses that the base may use in simulations from a belief: the best `most`, and the likely words."""
    members, weights = heavy_words(b, s.negligible)
    chosen = np.zeros(a.codes.shape[0], np.bool_)
    for guess in shortlist(a, s, members, weights, most):
        chosen[guess] = True
    for m in members:
        chosen[a.guess_of_hidden[m]] = True
    pool, count = np.empty(chosen.size, s.pool.dtype), 0
    for guess in range(chosen.size):
        if chosen[guess]:
            pool[count] = guess
            count += 1
    return pool[:count]


@kernel
def score_guesses(a, s, b):
    """Return the shortlist under a belief, ascending, and its scores."""
    members, weights = heavy_words(b, s.negligible)
    guesses = shortlist(a, s, members, weights, s.shortlist)
    out = np.empty(guesses.size, np.float64)
    score_guess(a, s, members, weights, guesses, out)
    return guesses, out


@kernel
def decide_guesses(a, s, b):
    """Return the base policy's guess."""
    members, weights = heavy_words(b, s.negligible)
    if members.size <= 2:
        return a.guess_of_hidden[members[greatest_place(weights)]]
    guesses = shortlist(a, s, members, weights, s.shortlist)
    out = np.empty(guesses.size, np.float64)
    score_guess(a, s, members, weights, guesses, out)
    return guesses[greatest_place(out)]


@kernel
def mix_bits(key, number):
    """Mix a number into a key (the finaliser of SplitMix64)."""
    z = key * np.uint64(0x9E3779B97F4A7C15) + np.uint64(number)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def simulate_games(a, s, b, candidates, chance, memory, out):
    """Play each candidate and then the base policy, once for each game that chance has drawn."""
    belief, thetas, noise = copied(b), chance.thetas, chance.noise
    for k in range(candidates.size):
        for j in range(thetas.size):
            copy_to(belief, 0, b)
            key, guess = memory.start, np.int64(candidates[k])
            target = a.guess_of_hidden[thetas[j]]
            for row in range(noise.shape[1]):
                out[k, j] = row + 1
                if guess == target:
                    break
                true = a.codes[guess, thetas[j]]
                seen = a.order[true, place_after(a.cumulative[true], noise[j, row])]
                total = 0.0
                for i in range(belief.size):
                    if belief[i] > 0:
                        belief[i] *= a.channel[a.codes[guess, i], seen]
                        total += belief[i]
                for i in range(belief.size):
                    belief[i] /= total
                key = mix_bits(key, guess * a.channel.shape[1] + seen)
                place = key & np.uint64(memory.keys.size - 1)
                if memory.keys[place] != key:
                    memory.keys[place] = key
                    memory.guesses[place] = decide_guesses(a, s, belief)
                guess = np.int64(memory.guesses[place])

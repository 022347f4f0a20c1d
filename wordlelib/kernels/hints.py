"""The hints that hard mode makes binding, and the guesses that honour them."""

import numpy as np

from wordlelib.kernels.arrays import copied, copy_to
from wordlelib.kernels.jit import kernel


@kernel
def add_hints(letters, hints, guess, code):
    """Add the hints of a row of colours, which are what hard mode demands of later guesses.

    First comes for each place the letter that must stand there, numbered from 1; then for each letter how often it must
    occur. 0 demands nothing.
    """
    length = letters.shape[1]
    coloured, rest = np.int64(0), np.int64(code)
    for i in range(length):
        if rest % 3 == 2:
            hints[i] = letters[guess, i] + 1
        coloured |= np.int64(rest % 3 > 0) << i
        rest //= 3
    for i in range(length):
        if coloured >> i & 1:
            copies = 0
            for m in range(length):
                copies += letters[guess, m] == letters[guess, i] and (coloured >> m & 1) == 1
            place = length + letters[guess, i]
            hints[place] = max(hints[place], copies)


@kernel
def honour_hints(letters, letter_sets, allowed, hints, out):
    """Write the allowed guesses that honour all hints into `out`, which has room for them all; return their number.

    Hint by hint, each guess is written and stays written if it honours it: there is no branch to predict. A letter that
    must occur once is seen in the guess's set of letters, unless the alphabet is too large for that.
    """
    length = letters.shape[1]
    needed = np.uint64(0)
    for h in range(hints.size):
        if hints[h] > 0:
            letter = hints[h] - 1 if h < length else h - length
            needed |= np.uint64(1) << np.uint64(letter % 64)
    count = 0
    for guess in allowed:
        out[count] = guess
        count += letter_sets[guess] & needed == needed
    for h in range(hints.size):
        if hints[h] == 0 or (h >= length and hints[h] == 1 and hints.size - length <= 64):
            continue
        before, count = count, 0
        for j in range(before):
            guess = out[j]
            out[count] = guess
            if h < length:
                count += letters[guess, h] + 1 == hints[h]
            else:
                copies = 0
                for i in range(length):
                    copies += letters[guess, i] == h - length
                count += copies >= hints[h]
    return count


@kernel
def narrow_hints(game, beliefs, parents, guesses, codes, hints):
    """List the guesses that hard mode allows for every child of a batch of beliefs; `hints` is scratch."""
    out = np.empty(beliefs.allowed.size + 1, np.int32)
    ends = np.zeros(parents.size + 1, np.int64)
    for c in range(parents.size):
        mine = beliefs.allowed[beliefs.allowed_offsets[parents[c]] : beliefs.allowed_offsets[parents[c] + 1]]
        if ends[c] + mine.size > out.size:
            larger = np.empty(2 * (ends[c] + mine.size), np.int32)
            copy_to(larger, 0, out[: ends[c]])
            out = larger
        hints[:] = 0
        add_hints(game.letters, hints, guesses[c], codes[c])
        ends[c + 1] = ends[c] + honour_hints(game.letters, game.letter_sets, mine, hints, out[ends[c] :])
    return copied(out[: ends[-1]]), ends

"""The feedback of every pair of a guess and a hidden thing."""

import numpy as np

from wordlelib.kernels.jit import kernel

u8 = np.uint8
MATCHED, SPENT = u8(254), u8(255)  # no letters: words have at most 254 different ones


@kernel
def fill_five(guesses, hidden, codes):
    """Fill the codes of five-letter words; `hidden` is turned: shape (5, hidden words).

    The loops over hidden words have no branch, so that the compiler works on 32 words at a time. A guess without a
    repeated letter needs no bookkeeping: a letter of it is yellow if it occurs anywhere and is not green.
    """
    h0, h1, h2, h3, h4 = hidden[0], hidden[1], hidden[2], hidden[3], hidden[4]
    for k in range(guesses.shape[0]):
        row = codes[k]
        a, b, c, d, e = guesses[k, 0], guesses[k, 1], guesses[k, 2], guesses[k, 3], guesses[k, 4]
        if a != b and a != c and a != d and a != e and b != c and b != d and b != e and c != d and c != e and d != e:
            for j in range(row.size):
                v, w, x, y, z = h0[j], h1[j], h2[j], h3[j], h4[j]
                code0 = u8(a == v) + u8((a == v) | (a == w) | (a == x) | (a == y) | (a == z))
                code1 = u8(b == w) + u8((b == v) | (b == w) | (b == x) | (b == y) | (b == z))
                code2 = u8(c == x) + u8((c == v) | (c == w) | (c == x) | (c == y) | (c == z))
                code3 = u8(d == y) + u8((d == v) | (d == w) | (d == x) | (d == y) | (d == z))
                code4 = u8(e == z) + u8((e == v) | (e == w) | (e == x) | (e == y) | (e == z))
                row[j] = code0 + 3 * code1 + 9 * code2 + 27 * code3 + 81 * code4
        else:
            for j in range(row.size):
                g0, v = match_letter(guesses[k, 0], h0[j])
                g1, w = match_letter(guesses[k, 1], h1[j])
                g2, x = match_letter(guesses[k, 2], h2[j])
                g3, y = match_letter(guesses[k, 3], h3[j])
                g4, z = match_letter(guesses[k, 4], h4[j])
                y0, w, x, y, z = seek_letter(g0, w, x, y, z)
                y1, v, x, y, z = seek_letter(g1, v, x, y, z)
                y2, v, w, y, z = seek_letter(g2, v, w, y, z)
                y3, v, w, x, z = seek_letter(g3, v, w, x, z)
                y4, v, w, x, y = seek_letter(g4, v, w, x, y)
                code0 = u8(g0 == MATCHED) + u8(y0 == MATCHED)
                code1 = u8(g1 == MATCHED) + u8(y1 == MATCHED)
                code2 = u8(g2 == MATCHED) + u8(y2 == MATCHED)
                code3 = u8(g3 == MATCHED) + u8(y3 == MATCHED)
                code4 = u8(g4 == MATCHED) + u8(y4 == MATCHED)
                row[j] = code0 + 3 * code1 + 9 * code2 + 27 * code3 + 81 * code4


@kernel
def match_letter(letter, copy):
    """Match a letter of the guess with a letter of the hidden word: if equal, both are marked as used."""
    equal = letter == copy
    return (MATCHED if equal else letter), (SPENT if equal else copy)


@kernel
def seek_letter(letter, p, q, r, s):
    """Match a letter of the guess with the first equal one of four letters of the hidden word."""
    letter, p = match_letter(letter, p)
    letter, q = match_letter(letter, q)
    letter, r = match_letter(letter, r)
    letter, s = match_letter(letter, s)
    return letter, p, q, r, s


@kernel
def fill_any(guesses, hidden, codes):
    """Fill the codes of words of any length; `hidden` is turned: shape (letters, hidden words).

    Place by place, for all hidden words at once: a place of the guess seeks a copy that is not spent.
    """
    length, words = hidden.shape
    worth = np.empty(length, codes.dtype)
    for i in range(length):
        worth[i] = 3**i
    spare = np.empty((length, words), np.bool_)
    seeks = np.empty(words, np.bool_)
    for k in range(codes.shape[0]):
        row = codes[k]
        row[:] = 0
        for i in range(length):
            for j in range(words):
                green = hidden[i, j] == guesses[k, i]
                spare[i, j] = not green
                row[j] += worth[i] * (2 * green)
        for i in range(length):
            for j in range(words):
                seeks[j] = hidden[i, j] != guesses[k, i]
            for m in range(length):
                if m == i:
                    continue
                for j in range(words):
                    yellow = seeks[j] & spare[m, j] & (hidden[m, j] == guesses[k, i])
                    seeks[j] &= not yellow
                    spare[m, j] &= not yellow
                    row[j] += worth[i] * yellow


@kernel
def fill_mastermind(rows, colours, codes):
    """Fill blacks * (pegs + 1) + whites."""
    pegs = rows.shape[1]
    count = np.empty(colours, np.int64)
    for k in range(len(rows)):
        for j in range(len(rows)):
            count[:] = 0
            blacks, common = 0, 0
            for i in range(pegs):
                blacks += rows[k, i] == rows[j, i]
                count[rows[j, i]] += 1
            for i in range(pegs):
                if count[rows[k, i]] > 0:
                    count[rows[k, i]] -= 1
                    common += 1
            codes[k, j] = blacks * (pegs + 1) + common - blacks

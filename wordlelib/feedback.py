"""Wordle's rule: the colours of a guess against a hidden word, one pair at a time or all pairs at once.

A row of colours is written the way people write it: "-yg--" (grey, yellow, green, grey, grey) or as emoji squares.
Inside the kernels it is a code, the sum of 3**i * colour_i with colour 0 grey, 1 yellow, 2 green at place i.
"""

from collections.abc import Callable, Sequence

import numpy as np

from wordlelib._jit import kernel
from wordlelib.words import MAX_LENGTH, normal

GREY, YELLOW, GREEN = 0, 1, 2
LETTERS = "-yg"
SQUARES = "⬛🟨🟩"
SELECTOR = "\ufe0f"  # follows a square in some programs and changes nothing
u8 = np.uint8
CELLS_A_BLOCK = 2**25
MATCHED, SPENT = u8(254), u8(255)
_COLOUR = {"-": 0, ".": 0, "⬛": 0, "⬜": 0, "y": 1, "🟨": 1, "🟦": 1, "g": 2, "🟩": 2, "🟧": 2}


def feedback(guess: str, hidden: str) -> str:
    """Colour a guess by Wordle's rule.

    Greens first: a letter in its right place. Then, from left to right, a letter is yellow while the hidden word has
    a copy of it that no green or earlier yellow has used up. Everything else is grey.

    Parameters
    ----------
    guess, hidden
        Two words of the same length.

    Returns
    -------
    str
        One character a letter: "g" green, "y" yellow, "-" grey.

    Examples
    --------
    >>> feedback("speed", "erase")
    'y-yy-'
    """
    guess, hidden = normal(guess), normal(hidden)
    if len(guess) != len(hidden):
        raise ValueError(
            f"guess: {guess!r} has {len(guess)} letters; expected {len(hidden)}, as many as the hidden word has"
        )
    colours = [LETTERS[GREEN] if g == h else LETTERS[GREY] for g, h in zip(guess, hidden, strict=True)]
    unmatched = [h for g, h in zip(guess, hidden, strict=True) if g != h]
    for place, letter in enumerate(guess):
        if colours[place] == LETTERS[GREY] and letter in unmatched:
            colours[place] = LETTERS[YELLOW]
            unmatched.remove(letter)
    return "".join(colours)


def to_code(text: str, length: int) -> int:
    """Turn a row of colours ("-yg--", any case, or emoji squares) into its code.

    Raises
    ------
    ValueError
        If the row has another length or a character that is no colour.
    """
    marks = text.strip().lower().replace(SELECTOR, "")
    wrong = next((mark for mark in marks if mark not in _COLOUR), None)
    if wrong is not None or len(marks) != length:
        problem = f"has {len(marks)} colours" if wrong is None else f"holds {wrong!r}, which is no colour"
        raise ValueError(f"feedback: {text!r} {problem}; expected {length} of - (grey), y (yellow), g (green)")
    return sum(_COLOUR[mark] * 3**place for place, mark in enumerate(marks))


def to_text(code: int, length: int, marks: str = LETTERS) -> str:
    """Turn a code into a row of colours, in letters ("-yg") or, with ``marks=SQUARES``, in emoji squares."""
    if not 0 <= code < 3**length:
        raise ValueError(f"code: {code}; expected 0 to {3**length - 1} for {length} letters")
    return "".join(marks[code // 3**place % 3] for place in range(length))


def to_squares(text: str) -> str:
    """Turn a row of colours into emoji squares, as people share it."""
    length = len(text.strip().replace(SELECTOR, ""))
    return to_text(to_code(text, length), length, SQUARES)


def encode(words: Sequence[str], alphabet: Sequence[str]) -> np.ndarray:
    """Number the letters of words by their place in `alphabet`: an array of shape (words, letters)."""
    number = {letter: i for i, letter in enumerate(alphabet)}
    return np.array([[number[letter] for letter in word] for word in words], np.min_scalar_type(len(alphabet)))


def feedback_matrix(
    guesses: Sequence[str], hidden: Sequence[str], progress: Callable[[int, int], None] | None = None
) -> np.ndarray:
    """Colour every guess against every hidden word.

    Parameters
    ----------
    guesses, hidden
        Words, all of one length.
    progress
        Called now and then with (guesses coloured, guesses in all).

    Returns
    -------
    ndarray, shape (number of guesses, number of hidden words)
        Feedback codes in the smallest unsigned type that holds them: uint8 up to 5 letters, uint16 up to 10.
    """
    length = len(guesses[0]) if len(guesses) else 0
    if not 1 <= length <= MAX_LENGTH:
        raise ValueError(f"guesses: {length} letters; expected at least one word of 1 to {MAX_LENGTH} letters")
    for name, words in (("guesses", guesses), ("hidden", hidden)):
        wrong = next((word for word in words if len(word) != length), None)
        if wrong is not None:
            raise ValueError(f"{name}: {wrong!r} has {len(wrong)} letters; expected {length}, as {guesses[0]!r} has")
    alphabet = sorted(set("".join(guesses)) | set("".join(hidden)))
    codes = np.empty((len(guesses), len(hidden)), np.min_scalar_type(3**length - 1))
    fill = _fill_five if length == 5 and len(alphabet) < MATCHED else _fill_any
    numbered, turned = encode(guesses, alphabet), np.ascontiguousarray(encode(hidden, alphabet).T)
    block = max(1, CELLS_A_BLOCK // max(1, len(hidden)))
    for start in range(0, len(guesses), block):
        fill(numbered[start : start + block], turned, codes[start : start + block])
        if progress is not None:
            progress(min(start + block, len(guesses)), len(guesses))
    return codes


@kernel
def _fill_five(guesses, hidden, codes):
    """Fill the codes of five-letter words; `hidden` is turned: shape (5, hidden words).

    The loops over hidden words have no branch, so that the compiler works on 32 words at a time. A guess without a
    repeated letter needs no bookkeeping: a letter of it is yellow if it occurs anywhere and is not green.
    """
    h0, h1, h2, h3, h4 = hidden[0], hidden[1], hidden[2], hidden[3], hidden[4]
    for k in range(guesses.shape[0]):
        row = codes[k]
        a, b, c, d, e = guesses[k, 0], guesses[k, 1], guesses[k, 2], guesses[k, 3], guesses[k, 4]
        if a not in (b, c, d, e) and b not in (c, d, e) and c not in (d, e) and d != e:
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
                g0, v = _match(guesses[k, 0], h0[j])
                g1, w = _match(guesses[k, 1], h1[j])
                g2, x = _match(guesses[k, 2], h2[j])
                g3, y = _match(guesses[k, 3], h3[j])
                g4, z = _match(guesses[k, 4], h4[j])
                y0, w, x, y, z = _seek(g0, w, x, y, z)
                y1, v, x, y, z = _seek(g1, v, x, y, z)
                y2, v, w, y, z = _seek(g2, v, w, y, z)
                y3, v, w, x, z = _seek(g3, v, w, x, z)
                y4, v, w, x, y = _seek(g4, v, w, x, y)
                code0 = u8(g0 == MATCHED) + u8(y0 == MATCHED)
                code1 = u8(g1 == MATCHED) + u8(y1 == MATCHED)
                code2 = u8(g2 == MATCHED) + u8(y2 == MATCHED)
                code3 = u8(g3 == MATCHED) + u8(y3 == MATCHED)
                code4 = u8(g4 == MATCHED) + u8(y4 == MATCHED)
                row[j] = code0 + 3 * code1 + 9 * code2 + 27 * code3 + 81 * code4


@kernel
def _match(letter, copy):
    """Match a letter of the guess with a letter of the hidden word: if equal, both are marked as used."""
    equal = letter == copy
    return (MATCHED if equal else letter), (SPENT if equal else copy)


@kernel
def _seek(letter, p, q, r, s):
    """Match a letter of the guess with the first equal one of four letters of the hidden word."""
    letter, p = _match(letter, p)
    letter, q = _match(letter, q)
    letter, r = _match(letter, r)
    letter, s = _match(letter, s)
    return letter, p, q, r, s


@kernel
def _fill_any(guesses, hidden, codes):
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

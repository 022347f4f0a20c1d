"""Wordle's rule for the colours of a guess against a hidden word, one pair at a time or all pairs at once.

A row of colours is written the way people write it, as emoji squares or in characters such as "-yg--" for grey, yellow,
green, grey, grey. Inside the kernels it is a code, the sum of 3**i * colour_i, where the colour at place i is 0 for
grey, 1 for yellow and 2 for green.
"""

import unicodedata
from collections.abc import Callable, Sequence

import numpy as np

from wordlelib.core import checks
from wordlelib.game.words import MAX_LENGTH, normal
from wordlelib.kernels.feedback import MATCHED, fill_any, fill_five

GREY, YELLOW, GREEN = 0, 1, 2
LETTERS = "-yg"
SQUARES = "⬛🟨🟩"
CELLS_A_BLOCK = 2**25
COLOURS = {"-": 0, ".": 0, "⬛": 0, "⬜": 0, "y": 1, "🟨": 1, "🟦": 1, "g": 2, "🟩": 2, "🟧": 2}


def feedback(guess: str, hidden: str) -> str:
    """Colour a guess by Wordle's rule.

    Greens come first: a letter in its right place is green. Then, from left to right, a letter is yellow if the hidden
    word has a copy of it that no green or earlier yellow has used up. Everything else is grey.

    The two words have one length, and the result has one character for each letter: "g" for green, "y" for yellow,
    "-" for grey.

    Examples
    --------
    >>> feedback("speed", "erase")
    'y-yy-'
    """
    guess, hidden = (normal(checks.text(name, word, "a word")) for name, word in (("guess", guess), ("hidden", hidden)))
    if len(guess) != len(hidden):
        raise ValueError(
            f"guess: {guess!r} has {checks.counted(len(guess), 'letter')}; expected {len(hidden)}, "
            "as many as the hidden word has"
        )
    colours = [LETTERS[GREEN] if g == h else LETTERS[GREY] for g, h in zip(guess, hidden, strict=True)]
    unmatched = [h for g, h in zip(guess, hidden, strict=True) if g != h]
    for place, letter in enumerate(guess):
        if colours[place] == LETTERS[GREY] and letter in unmatched:
            colours[place] = LETTERS[YELLOW]
            unmatched.remove(letter)
    return "".join(colours)


def visible(text: str) -> str:
    """Leave out the characters that nobody sees, such as a byte order mark or the selector after a square."""
    shown = checks.text("text", text)
    return "".join(char for char in shown if unicodedata.category(char) != "Cf" and not "\ufe00" <= char <= "\ufe0f")


def to_code(text: str, length: int) -> int:
    """Turn a row of colours, such as "-yg--" in any case or emoji squares, into its code."""
    checks.integer("length", length, most=MAX_LENGTH)
    marks = visible(checks.text("feedback", text, "a row of colours such as -yg--")).strip().lower()
    wrong = next((mark for mark in marks if mark not in COLOURS), None)
    if wrong is not None or len(marks) != length:
        problem = f"holds {wrong!r}, which is no colour" if wrong else f"has {checks.counted(len(marks), 'colour')}"
        raise ValueError(f"feedback: {text!r} {problem}; expected {length} of - (grey), y (yellow), g (green)")
    return sum(COLOURS[mark] * 3**place for place, mark in enumerate(marks))


def to_text(code: int, length: int, marks: str = LETTERS) -> str:
    """Turn a code into a row of colours, in characters such as "-yg" or, with ``marks=SQUARES``, in emoji squares."""
    checks.integer("length", length, most=MAX_LENGTH)
    if len(checks.text("marks", marks, "three characters")) != len(LETTERS):
        raise ValueError(f"marks: {marks!r}; expected three characters")
    if not 0 <= checks.integer("code", code) < 3**length:
        raise ValueError(f"code: {code}; expected 0 to {3**length - 1} for {length} letters")
    return "".join(marks[code // 3**place % 3] for place in range(length))


def to_squares(text: str) -> str:
    """Turn a row of colours into emoji squares, as people share them."""
    length = len(visible(checks.text("feedback", text, "a row of colours such as -yg--")).strip())
    if length > MAX_LENGTH:
        raise checks.refused("feedback", text, f"at most {MAX_LENGTH} colours")
    return to_text(to_code(text, length), length, SQUARES)


def encode(words: Sequence[str], alphabet: Sequence[str]) -> np.ndarray:
    """Number the letters of words by their place in `alphabet`, as an array of shape (words, letters)."""
    words = checks.texts("words", words)
    if len(set(map(len, words))) > 1:
        raise checks.refused("words", words, "words of one length")
    letters = checks.texts("alphabet", list(alphabet) if isinstance(alphabet, str) else alphabet, "letters")
    number = {letter: i for i, letter in enumerate(letters)}
    try:
        rows = [[number[letter] for letter in word] for word in words]
    except KeyError as error:
        raise ValueError(f"words: {error.args[0]!r} occurs in them; expected letters of the alphabet") from None
    return np.array(rows, np.min_scalar_type(len(number)))


def feedback_matrix(
    guesses: Sequence[str], hidden: Sequence[str], progress: Callable[[int, int], None] | None = None
) -> np.ndarray:
    """Colour every guess against every hidden word, all of one length.

    The codes have the shape (number of guesses, number of hidden words) and the smallest unsigned type that holds them,
    which is uint8 up to 5 letters and uint16 up to 10. `progress` is called now and then with (guesses coloured,
    guesses in all).
    """
    guesses, hidden = checks.texts("guesses", guesses), checks.texts("hidden", hidden)
    checks.progress(progress)
    length = len(guesses[0]) if guesses else 0
    if not 1 <= length <= MAX_LENGTH:
        raise ValueError(f"guesses: {length} letters; expected at least one word of 1 to {MAX_LENGTH} letters")
    for name, words in (("guesses", guesses), ("hidden", hidden)):
        wrong = next((word for word in words if len(word) != length), None)
        if wrong is not None:
            has = checks.counted(len(wrong), "letter")
            raise ValueError(f"{name}: {wrong!r} has {has}; expected {length}, as {guesses[0]!r} has")
    alphabet = sorted(set("".join(guesses)) | set("".join(hidden)))
    codes = np.empty((len(guesses), len(hidden)), np.min_scalar_type(3**length - 1))
    fill = fill_five if length == 5 and len(alphabet) < MATCHED else fill_any
    numbered, turned = encode(guesses, alphabet), np.ascontiguousarray(encode(hidden, alphabet).reshape(-1, length).T)
    block = max(1, CELLS_A_BLOCK // max(1, len(hidden)))
    for start in range(0, len(guesses), block):
        fill(numbered[start : start + block], turned, codes[start : start + block])
        if progress is not None:
            progress(min(start + block, len(guesses)), len(guesses))
    return codes

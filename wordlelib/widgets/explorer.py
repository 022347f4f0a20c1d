"""Board and information explorer."""

from collections.abc import Sequence
from typing import Any

import traitlets

from wordlelib import words
from wordlelib.feedback import feedback, to_code
from wordlelib.widgets.base import Widget, word_text


class Explorer(Widget):
    """Board and information explorer: rows, words that are left, bits gained, the best next guesses.

    Parameters
    ----------
    history
        Rows (guess, feedback) to begin with.
    hidden
        A hidden word that gives the feedback; none by default, and the reader sets the colours.
    hard
        Whether only guesses are shown and taken that Wordle's hard mode allows.

    Attributes
    ----------
    remaining
        How many words are left.
    best
        The best next guesses: for each a dictionary with guess, bits, parts, worst, remaining, possible.

    Raises
    ------
    ValueError
        If a guess or the hidden word is not on its list, or a row is no row of colours.
    """

    words = traitlets.Unicode().tag(sync=True)
    history: traitlets.List = traitlets.List().tag(sync=True)
    hidden = traitlets.Unicode().tag(sync=True)
    hard = traitlets.Bool().tag(sync=True)
    remaining = traitlets.Int().tag(sync=True)
    best: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(self, history: Sequence[tuple[str, str]] = (), hidden: str = "", hard: bool = False) -> None:
        possible, guesses = words.original()
        if hidden and hidden not in possible:
            raise ValueError(f"hidden: {hidden!r}; expected one of the {len(possible):,} hidden words")
        known = {*possible, *guesses}
        rows: list[Any] = []
        for guess, row in history:
            if guess not in known:
                raise ValueError(f"history: {guess!r}; expected one of the {len(known):,} guesses")
            to_code(row, len(guess))
            if hidden and row != feedback(guess, hidden):
                raise ValueError(f"history: {guess} {row}; expected {feedback(guess, hidden)} with hidden {hidden!r}")
            rows.append([guess, row])
        super().__init__(words=word_text(), history=rows, hidden=hidden, hard=hard)

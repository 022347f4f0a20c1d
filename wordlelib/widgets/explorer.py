"""The board and information explorer."""

from collections.abc import Sequence

import traitlets

from wordlelib.widgets.base import Widget, check_rows, word_text


class Explorer(Widget):
    """The board and information explorer: rows, words that are left, bits gained, and the best next guesses.

    Parameters
    ----------
    history
        Rows (guess, feedback) to begin with.
    hidden
        A hidden word that gives the feedback. By default there is none, and the reader sets the colours.
    hard
        Whether only guesses that Wordle's hard mode allows are shown and accepted.

    Attributes
    ----------
    remaining
        How many words are left.
    best
        A dictionary for each of the best next guesses, with guess, score (in bits), parts, worst, remaining, possible.

    Raises
    ------
    ValueError
        If a guess or the hidden word is not on its list, or if a row is not a row of colours.
    """

    words = traitlets.Unicode().tag(sync=True)
    history: traitlets.List = traitlets.List().tag(sync=True)
    hidden = traitlets.Unicode().tag(sync=True)
    hard = traitlets.Bool().tag(sync=True)
    remaining = traitlets.Int().tag(sync=True)
    best: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(self, history: Sequence[tuple[str, str]] = (), hidden: str = "", hard: bool = False) -> None:
        super().__init__(words=word_text(), history=check_rows(history, hidden), hidden=hidden, hard=hard)

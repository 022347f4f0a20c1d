"""A first board on which the reader guesses and watches how the words that are ruled out fall."""

from collections.abc import Sequence

import traitlets

from wordlelib.widgets.base import Widget, check_rows, word_text


class FallingWords(Widget):
    """A game with a dot for each word, where a row of colours drops the words that it rules out and gathers the others.

    Parameters
    ----------
    history
        Rows (guess, feedback) to begin with, at most six.
    hidden
        The hidden word. Without it, one is drawn at the first guess from the words that agree with the rows.

    Attributes
    ----------
    remaining
        How many words are left.

    Raises
    ------
    ValueError
        If a guess or the hidden word is not on its list, a row is not a row of colours, or there are too many rows.
    """

    ROWS = 6
    _before = ("moving.js", "dots.js")

    words = traitlets.Unicode().tag(sync=True)
    history: traitlets.List = traitlets.List().tag(sync=True)
    hidden = traitlets.Unicode().tag(sync=True)
    remaining = traitlets.Int().tag(sync=True)

    def __init__(self, history: Sequence[tuple[str, str]] = (), hidden: str = "") -> None:
        if len(history) > self.ROWS:
            raise ValueError(f"history: {len(history)} rows; expected at most {self.ROWS}")
        super().__init__(words=word_text(), history=check_rows(history, hidden), hidden=hidden)

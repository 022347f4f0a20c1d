"""A first board on which the reader guesses and watches how the words that are ruled out fall."""

from collections.abc import Sequence

import traitlets

from wordlelib.widgets.accepted import accepted
from wordlelib.widgets.base import Widget, check_rows, compiled, word_text


class FallingWords(Widget):
    """A game with a dot for each word, where a row of colours drops the words that it rules out and gathers the others.

    The board begins with the rows (guess, feedback) of `history`, at most six. Without a hidden word, one is drawn at
    the first guess from the words that agree with the rows. `remaining` counts the words that are left. `claim` is the
    number of guesses that the sender of a challenge says to have needed, or 0.
    """

    ROWS = 6
    _before = ("moving.js", "dots.js")
    _judges = True

    words = traitlets.Unicode().tag(sync=True)
    compiled: traitlets.Dict = traitlets.Dict().tag(sync=True)
    accepted: traitlets.Dict = traitlets.Dict().tag(sync=True)
    history: traitlets.List = traitlets.List().tag(sync=True)
    hidden = traitlets.Unicode().tag(sync=True)
    remaining = traitlets.Int().tag(sync=True)
    claim = traitlets.Int().tag(sync=True)

    def __init__(self, history: Sequence[tuple[str, str]] = (), hidden: str = "") -> None:
        if len(history) > self.ROWS:
            raise ValueError(f"history: {len(history)} rows; expected at most {self.ROWS}")
        stored = {"words": word_text(), "compiled": compiled(), "accepted": accepted()}
        super().__init__(**stored, history=check_rows(history, hidden), hidden=hidden)

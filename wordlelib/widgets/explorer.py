"""The board and information explorer."""

from collections.abc import Sequence

import traitlets

from wordlelib.widgets.base import Widget, check_rows, compiled, word_text


class Explorer(Widget):
    """The board and information explorer: rows, words that are left, bits gained, and the best next guesses.

    The board begins with the rows (guess, feedback) of `history`. Without a hidden word the reader sets the colours.
    With `hard`, only guesses that Wordle's hard mode allows are shown and accepted. The attribute `remaining` is how
    many words are left, and `best` has a dictionary for each of the best next guesses, with guess, score (in bits),
    parts, worst, remaining, possible.
    """

    words = traitlets.Unicode().tag(sync=True)
    compiled: traitlets.Dict = traitlets.Dict().tag(sync=True)
    history: traitlets.List = traitlets.List().tag(sync=True)
    hidden = traitlets.Unicode().tag(sync=True)
    hard = traitlets.Bool().tag(sync=True)
    remaining = traitlets.Int().tag(sync=True)
    best: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(self, history: Sequence[tuple[str, str]] = (), hidden: str = "", hard: bool = False) -> None:
        super().__init__(
            words=word_text(), compiled=compiled(), history=check_rows(history, hidden), hidden=hidden, hard=hard
        )

"""Q-factors at any belief, beside the base policy's ranking."""

from collections.abc import Sequence

import traitlets

from wordlelib.game.policy import GREEDY
from wordlelib.widgets.base import Widget, check_rows, compiled, word_text

WIDEST = 30


class QFactorTable(Widget):
    """A Q-factor table: a board, the base policy's candidates at its belief, what they cost, and rollout's choice.

    The browser plays the base policy to the end of every game, as `wordlelib.Rollout` does on the original lists in
    easy mode. The board begins with the rows (guess, feedback) of `history`. Without a hidden word the reader sets the
    colours. The base policy is one of `wordlelib.game.policy.GREEDY`, and there are `width` candidates, from 1 to 30.

    Attributes
    ----------
    remaining, choice
        How many words are left, and the candidate of least Q-factor.
    q_factors
        A dictionary for each candidate, in the base policy's order, with guess, score, possible, sum (the guesses over
        all words that are left) and q (their mean).
    """

    words = traitlets.Unicode().tag(sync=True)
    compiled: traitlets.Dict = traitlets.Dict().tag(sync=True)
    history: traitlets.List = traitlets.List().tag(sync=True)
    hidden = traitlets.Unicode().tag(sync=True)
    base = traitlets.Unicode().tag(sync=True)
    width = traitlets.Int().tag(sync=True)
    remaining = traitlets.Int().tag(sync=True)
    q_factors: traitlets.List = traitlets.List().tag(sync=True)
    choice = traitlets.Unicode().tag(sync=True)

    def __init__(
        self, history: Sequence[tuple[str, str]] = (), hidden: str = "", base: str = "information-gain", width: int = 10
    ) -> None:
        if base not in GREEDY:
            raise ValueError(f"base: {base!r}; expected one of {', '.join(GREEDY)}")
        if isinstance(width, bool) or not isinstance(width, int) or not 1 <= width <= WIDEST:
            raise ValueError(f"width: {width!r}; expected 1 to {WIDEST}")
        rows = check_rows(history, hidden)
        super().__init__(words=word_text(), compiled=compiled(), history=rows, hidden=hidden, base=base, width=width)

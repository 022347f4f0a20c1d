"""Q-factors at any belief, beside the base policy's ranking."""

from collections.abc import Sequence

import traitlets

from wordlelib.game.policy import GREEDY
from wordlelib.widgets.base import Widget, check_rows, word_text

WIDEST = 30


class QFactorTable(Widget):
    """A Q-factor table: a board, the base policy's candidates at its belief, what they cost, and rollout's choice.

    The browser plays the base policy to the end of every game, as `wordlelib.Rollout` does on the original lists in
    easy mode.

    Parameters
    ----------
    history
        Rows (guess, feedback) to begin with.
    hidden
        A hidden word that gives the feedback. By default there is none, and the reader sets the colours.
    base
        The name of the base policy, one of `wordlelib.game.policy.GREEDY`.
    width
        How many candidates to look at, from 1 to 30.

    Attributes
    ----------
    remaining
        How many words are left.
    q_factors
        A dictionary for each candidate, in the base policy's order, with guess, score, possible, sum (the guesses over
        all words that are left) and q (their mean).
    choice
        The candidate of least Q-factor.

    Raises
    ------
    ValueError
        If a word is not on its list, a row is not a row of colours, there is no such base policy, or the width is out
        of range.
    """

    words = traitlets.Unicode().tag(sync=True)
    history: traitlets.List = traitlets.List().tag(sync=True)
    hidden = traitlets.Unicode().tag(sync=True)
    base = traitlets.Unicode().tag(sync=True)
    width = traitlets.Int().tag(sync=True)
    remaining = traitlets.Int().tag(sync=True)
    q_factors: traitlets.List = traitlets.List().tag(sync=True)
    choice = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        history: Sequence[tuple[str, str]] = (),
        hidden: str = "",
        base: str = "information-gain",
        width: int = 10,
    ) -> None:
        if base not in GREEDY:
            raise ValueError(f"base: {base!r}; expected one of {', '.join(GREEDY)}")
        if isinstance(width, bool) or not isinstance(width, int) or not 1 <= width <= WIDEST:
            raise ValueError(f"width: {width!r}; expected 1 to {WIDEST}")
        rows = check_rows(history, hidden)
        super().__init__(words=word_text(), history=rows, hidden=hidden, base=base, width=width)

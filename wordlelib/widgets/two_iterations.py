"""Value iteration and policy iteration on a small game, step by step."""

from collections.abc import Sequence

import traitlets

from wordlelib.game.game import wordle
from wordlelib.planning.markov import belief_process
from wordlelib.widgets.base import Widget

STARTS = ("costliest", "worst-class", "list-order")
BELIEFS = 2_000


class TwoIterations(Widget):
    """Value iteration from below and policy iteration from above: the values of all beliefs after each step.

    Each word of the vocabulary, which is that of a small game, may be hidden or guessed. Policy iteration begins with
    `start`: "costliest" is the policy of largest cost, "worst-class" keeps the largest class small, and "list-order"
    guesses the first word that is possible.
    """

    _before = ("iterations.js",)
    vocabulary: traitlets.List = traitlets.List().tag(sync=True)
    start = traitlets.Unicode().tag(sync=True)
    starts: traitlets.List = traitlets.List().tag(sync=True)
    moment = traitlets.Int().tag(sync=True)

    def __init__(self, vocabulary: Sequence[str], start: str = "costliest") -> None:
        if start not in STARTS:
            raise ValueError(f"start: {start!r}; expected one of {', '.join(STARTS)}")
        game = wordle(vocabulary)
        belief_process(game, BELIEFS)
        super().__init__(vocabulary=list(game.hidden), start=start, starts=list(STARTS))

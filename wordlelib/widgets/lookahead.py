"""Openings and lookahead: how long the games of one set-up are, beside those of another that was kept."""

from collections.abc import Mapping
from typing import Any

import traitlets

from wordlelib.core import checks
from wordlelib.game.policy import GREEDY
from wordlelib.widgets.base import Widget, checked_opening, compiled, with_kept, word_text

WIDEST = 100  # candidates; with more the first guess alone would take long


class Lookahead(Widget):
    """A place to compose strategies of an opening, a base policy and lookahead, and to compare them word by word.

    The browser plays each of them against every hidden word of the original list, as `wordlelib.play` does.

    Parameters
    ----------
    opening
        The first guess, or nothing for the strategy's own.
    base, width
        A base policy of `wordlelib.game.policy.GREEDY`, and the width of `wordlelib.Rollout` on it, from 1, with which
        the base policy plays alone, to 100.
    hard
        Whether the games are in hard mode.
    kept
        What is different in a set-up that stands beside this one, such as ``{"width": 1}``. By default there is none.

    Attributes
    ----------
    used
        How many guesses each hidden word takes, in the order of the list; empty until the games have been played.
    """

    _before = ("bench.js",)
    words = traitlets.Unicode().tag(sync=True)
    compiled: traitlets.Dict = traitlets.Dict().tag(sync=True)
    opening = traitlets.Unicode().tag(sync=True)
    base = traitlets.Unicode().tag(sync=True)
    width = traitlets.Int().tag(sync=True)
    hard = traitlets.Bool().tag(sync=True)
    kept: traitlets.Dict = traitlets.Dict().tag(sync=True)
    used: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(
        self,
        opening: str = "salet",
        base: str = "information-gain",
        width: int = 10,
        hard: bool = False,
        kept: Mapping[str, Any] | None = None,
    ) -> None:
        chosen: dict[str, Any] = {"opening": opening, "base": base, "width": width, "hard": hard}
        super().__init__(words=word_text(), compiled=compiled(), **with_kept(_checked, chosen, kept))


def _checked(opening: str, base: str, width: int, hard: bool) -> dict[str, Any]:
    """Check the settings of a strategy."""
    return {
        "opening": checked_opening(opening),
        "base": checks.one_of("base", base, GREEDY),
        "width": checks.integer("width", width, 1, WIDEST),
        "hard": checks.boolean("hard", hard),
    }

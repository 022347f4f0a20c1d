"""Priors: what it costs when some words are hidden more often, and what a bonus for words that may win saves."""

from collections.abc import Mapping
from math import inf
from typing import Any

import traitlets

from wordlelib.core import checks
from wordlelib.widgets.base import Widget, checked_opening, compiled, share_text, with_kept, word_text

TEMPERATURES = {"0": 0.0, "1/8": 1 / 8, "1/4": 1 / 4, "1/2": 1 / 2, "1": 1.0, "2": 2.0, "4": 4.0, "8": 8.0}
TEMPERATURES["infinite"] = inf
MOST = 64.0  # bits, as in `InformationGain`


class Priors(Widget):
    """A place to try what it costs that some words are hidden more often, and what a bonus for possible words saves.

    The browser plays `wordlelib.InformationGain` with several bonuses against the hidden words of the original list,
    as `wordlelib.play` does under the prior that `wordlelib.words.heated` makes of `wordlelib.words.frequencies`.

    Parameters
    ----------
    temperature
        A name: 0, at which one word is left, 1/8, 1/4, 1/2, 1, 2, 4, 8, or infinite, at which all words are alike.
    bonus
        0 to 64 bits, which are added to a guess's information gain for each unit of probability that it is right.
    opening
        The first guess, or nothing for information gain's own.
    kept
        What is different in a set-up that stands beside this one, such as ``{"temperature": "1/4"}``. By default there
        is none.

    Attributes
    ----------
    prices
        The bonuses in ascending order, each with the expected number of guesses and the first guess; empty until the
        games have been played.
    """

    _before = ("beliefs.js", "bench.js")
    words = traitlets.Unicode().tag(sync=True)
    compiled: traitlets.Dict = traitlets.Dict().tag(sync=True)
    shares = traitlets.Unicode().tag(sync=True)
    temperature = traitlets.Unicode().tag(sync=True)
    bonus = traitlets.Float().tag(sync=True)
    opening = traitlets.Unicode().tag(sync=True)
    kept: traitlets.Dict = traitlets.Dict().tag(sync=True)
    prices: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(
        self, temperature: str = "1", bonus: float = 2.0, opening: str = "", kept: Mapping[str, Any] | None = None
    ) -> None:
        chosen = with_kept(_checked, {"temperature": temperature, "bonus": bonus, "opening": opening}, kept)
        super().__init__(words=word_text(), compiled=compiled(), shares=share_text(), **chosen)


def _checked(temperature: str, bonus: float, opening: str) -> dict[str, Any]:
    """Check the settings of games."""
    return {
        "temperature": checks.one_of("temperature", temperature, TEMPERATURES),
        "bonus": checks.number("bonus", bonus, 0, MOST, expected=f"0 to {MOST:g} bits"),
        "opening": checked_opening(opening),
    }

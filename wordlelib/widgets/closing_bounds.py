"""Openings that are refuted one after the other, from the stored sweep over orders."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import traitlets

from wordlelib.game.entropy import information_gain
from wordlelib.game.game import wordle
from wordlelib.lab.results import results
from wordlelib.widgets.base import Widget

ORDERS = ("bound", "gain", "alphabet", "worst")


class ClosingBounds(Widget):
    """Closing bounds: intervals for the totals of openings, which shrink as these are searched one after the other.

    The result and the effort of each search are stored; see `sweeps_exact.refutations`. `looked` names the openings
    that have been searched already. The `order` in which openings are proposed is "bound", the least lower bound first,
    "gain", the most information first, "alphabet", or "worst", the greatest lower bound first.
    """

    bounds: traitlets.Dict = traitlets.Dict().tag(sync=True)
    found: traitlets.Dict = traitlets.Dict().tag(sync=True)
    orders: traitlets.Dict = traitlets.Dict().tag(sync=True)
    order = traitlets.Unicode().tag(sync=True)
    looked: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(self, order: str = "bound", looked: Sequence[str] = ()) -> None:
        rows = results("refutations")["rows"]
        bounds = {row["opening"]: [row["first_look"], row["second_look"]] for row in rows}
        if order not in ORDERS:
            raise ValueError(f"order: {order!r}; expected one of {', '.join(ORDERS)}")
        if isinstance(looked, str) or not set(looked) <= set(bounds) or len(set(looked)) < len(looked):
            raise ValueError(f"looked: {looked!r}; expected some of {', '.join(bounds)}, each once")
        found: dict[str, dict[str, Any]] = {word: {} for word in bounds}
        for row in rows:
            figures = [row[name] for name in ("total", "lower", "nodes", "guesses", "cpu_seconds")]
            found[row["opening"]][row["against"] or ""] = figures
        super().__init__(bounds=bounds, found=found, orders=_orders(bounds), order=order, looked=list(looked))


def _orders(bounds: dict[str, list[int]]) -> dict[str, list[str]]:
    words = sorted(bounds)
    gains = information_gain(wordle().start(), words)
    rising = sorted(words, key=lambda word: bounds[word][1])
    falling = [words[i] for i in np.argsort(-gains, kind="stable")]
    return dict(zip(ORDERS, (rising, falling, words, rising[::-1]), strict=True))

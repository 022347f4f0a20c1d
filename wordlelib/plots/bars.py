"""Bars and dots: one number for each of a few names."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from wordlelib.game.tree import DecisionTree
from wordlelib.planning.rollout import QFactor
from wordlelib.plots.style import ABOVE, DASHES, HATCH, SERIES, panel


def excess(values: Mapping[str, float], ax: Axes | None = None, xlabel: str = "", digits: int = 4) -> Axes:
    """Draw how far each named number is above the least that is possible, on a logarithmic axis, from the top down."""
    ax = panel(ax, 4.4, 0.34 * len(values) + 0.8)
    above = [value for value in values.values() if value > 0]
    edge = min(above, default=1.0) / 3
    for row, value in enumerate(values.values()):
        place, marker = (value, "o") if value > 0 else (edge, "D")
        ax.plot([edge, place], [row, row], color="0.7", lw=1)
        ax.plot(place, row, marker, color=SERIES[0], mfc=SERIES[0] if value > 0 else "none", ms=7)
        said = f"{value:.{digits}f}" if value > 0 else "optimal"
        ax.annotate(said, (place, row), (8, 0), textcoords="offset points", va="center")
    ax.set_yticks(range(len(values)), list(values))
    ax.set(xlabel=xlabel, xscale="log", xlim=(edge * 0.8, max(above, default=1.0) * 5), ylim=(len(values) - 0.5, -0.5))
    ax.minorticks_off()
    return ax


def distribution(trees: Sequence[DecisionTree], labels: Sequence[str], ax: Axes | None = None) -> Axes:
    """Draw how many words take 1, 2, 3 ... guesses, for one or several trees side by side."""
    ax = panel(ax, 7, 3)
    width = 0.8 / len(trees)
    for i, (tree, label) in enumerate(zip(trees, labels, strict=True)):
        guesses = np.array(list(tree.distribution))
        counts = np.array(list(tree.distribution.values()))
        places = guesses + (i - (len(trees) - 1) / 2) * width
        colour, hatch = SERIES[i % 4], HATCH[i % 4]
        bars = ax.bar(
            places, counts, width, label=f"{label}, mean {tree.mean:.3f}", color=colour, hatch=hatch, edgecolor="white"
        )
        turn = 90 if len(trees) > 2 else 0
        ax.bar_label(bars, [str(c) if c else "" for c in counts], size=7, rotation=turn, padding=2)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set(xlabel="guesses", ylabel="hidden words")
    ax.margins(y=0.12)
    ax.legend(**ABOVE, ncols=2)
    return ax


def changes(before: DecisionTree, after: DecisionTree, ax: Axes | None = None) -> Axes:
    """Draw how many words more, or fewer, take 1, 2, 3 ... guesses after a change of strategy than before."""
    if before.guesses_used.size != after.guesses_used.size:
        sizes = f"{before.guesses_used.size} and {after.guesses_used.size}"
        raise ValueError(f"after: strategies for {sizes} words; expected as many")
    ax = panel(ax, 5, 2.6)
    counts = [Counter(tree.distribution) for tree in (before, after)]
    guesses = [k for k in sorted(set().union(*counts)) if any(count[k] for count in counts)]
    more = [counts[1][k] - counts[0][k] for k in guesses]
    colours = [SERIES[0 if change > 0 else 1] for change in more]
    hatches = [HATCH[0 if change > 0 else 1] for change in more]
    drawn = ax.bar(guesses, more, 0.7, color=colours, hatch=hatches, edgecolor="white")
    ax.bar_label(drawn, [f"{change:+}" if change else "0" for change in more], size=8, padding=2)
    ax.axhline(0, color="0.3", lw=0.8)
    ax.set_xticks(guesses)
    ax.yaxis.set_major_locator(MaxNLocator(nbins=5, integer=True))
    ax.set(xlabel="guesses", ylabel="hidden words more")
    ax.margins(y=0.18)
    return ax


def q_factors(factors: Sequence[QFactor], words: int, ax: Axes | None = None) -> Axes:
    """Draw Q-factors as bars, the first on top: the part that is certain, and what the base policy needs after it.

    The bars are sums over the words that are left. A star marks a guess that may be the hidden word.
    """
    if words < 1:
        raise ValueError(f"words: {words}; expected at least 1")
    ax = panel(ax, 6, 0.3 * len(factors) + 0.9)
    places = -np.arange(len(factors))
    certain = words * np.array([factor.certain for factor in factors])
    estimated = words * np.array([factor.estimated for factor in factors])
    ax.barh(places, certain, color=SERIES[0], edgecolor="white", label="certain")
    bars = ax.barh(places, estimated, left=certain, color=SERIES[1], hatch="//", edgecolor="white", label="estimated")
    ax.bar_label(bars, [f"{total:.0f}" for total in certain + estimated], padding=3)
    ax.set_yticks(places, [factor.guess + (" *" if factor.possible else "") for factor in factors])
    ax.set(xlabel="guesses, summed over the words", ylim=(places[-1] - 0.6, 0.6))
    ax.margins(x=0.1)
    ax.legend(**ABOVE, ncols=2)
    return ax


def moves(
    rows: Sequence[str],
    series: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    ax: Axes | None = None,
    xlabel: str = "guesses",
    ends: tuple[str, str] = ("before", "after"),
) -> Axes:
    """Draw the change of each row by a step: a line from a hollow marker, before, to a filled one, after.

    The axis is linear up to 10 and logarithmic beyond, so that long and short ways fit on it. The series have for each
    name one number a row before the step, and one after it, none negative, and `ends` are their two names.
    """
    for name, both in series.items():
        if any(len(values) != len(rows) or min(values) < 0 for values in both):
            raise ValueError(f"series: {name!r}; expected {len(rows)} numbers before and after, none negative")
    ax = panel(ax, 6.4, 0.36 * len(rows) + 1.2)
    for i, (name, (before, after)) in enumerate(series.items()):
        place = np.arange(len(rows)) + 0.3 * (i - (len(series) - 1) / 2)
        style: dict[str, Any] = {"marker": "os^D"[i % 4], "color": SERIES[i % 4], "ls": "none", "markersize": 6}
        ax.hlines(place, after, before, color=SERIES[i % 4], lw=1.2, ls=("-", *DASHES)[i % 4])
        ax.plot(before, place, mfc="white", label=f"{name}, {ends[0]}", **style)
        ax.plot(after, place, label=f"{name}, {ends[1]}", **style)
    most = max(max(before) for before, _ in series.values())
    ticks = [tick for tick in (0, 5, 10, 30, 100, 300, 1000) if tick <= most]
    ax.set_xscale("symlog", linthresh=10)
    ax.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    ax.minorticks_off()
    ax.set_yticks(range(len(rows)), rows)
    ax.set(xlabel=xlabel, ylim=(len(rows) - 0.5, -0.5), xlim=(-0.8, 1.2 * most))
    ax.legend(**ABOVE, ncols=2)
    return ax

"""Bars and dots: one number for each of a few names."""

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from wordlelib.plots.style import HATCH, SERIES
from wordlelib.rollout import QFactor
from wordlelib.tree import DecisionTree


def bars(values: Mapping[str, float], ax: Axes | None = None, xlabel: str = "", digits: int = 3) -> Axes:
    """Draw one named number a bar, from the top down, each written at its end with so many digits."""
    if ax is None:
        ax = plt.subplots(figsize=(5.6, 0.34 * len(values) + 0.7))[1]
    drawn = ax.barh(range(len(values)), list(values.values()), 0.7, color=SERIES[0])
    ax.bar_label(drawn, [f"{value:.{digits}f}" for value in values.values()], padding=4)
    ax.set_yticks(range(len(values)), list(values))
    ax.invert_yaxis()
    ax.margins(x=0.12)
    ax.set(xlabel=xlabel)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def excess(values: Mapping[str, float], ax: Axes | None = None, xlabel: str = "", digits: int = 4) -> Axes:
    """Draw by how much each named number is above the least that is possible, on a logarithmic axis, from the top down.

    What is not above it is a hollow diamond at the left edge.
    """
    if ax is None:
        ax = plt.subplots(figsize=(5.6, 0.34 * len(values) + 0.8))[1]
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
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def distribution(trees: Sequence[DecisionTree], labels: Sequence[str], ax: Axes | None = None) -> Axes:
    """Draw how many words take 1, 2, 3 ... guesses, for one or several trees side by side."""
    if ax is None:
        ax = plt.subplots(figsize=(7, 3))[1]
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
    ax.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def differences(counts: Mapping[int, int], ax: Axes | None = None) -> Axes:
    """Draw for how many words one strategy takes so many guesses more than another, on a logarithmic axis.

    Parameters
    ----------
    counts
        The number of words by the number of guesses more; fewer where that is negative.
    ax
        Where to draw; a new figure by default.
    """
    if ax is None:
        ax = plt.subplots(figsize=(6, 2.4))[1]
    colours = [SERIES[0 if more < 0 else 1] if more else "0.6" for more in counts]
    hatches = [HATCH[1 if more > 0 else 0] for more in counts]
    drawn = ax.bar(list(counts), list(counts.values()), 0.7, color=colours, hatch=hatches, edgecolor="white")
    ax.bar_label(drawn, [f"{count:,}" for count in counts.values()], size=7, padding=2)
    ax.set_xticks(list(counts), [f"{more:+}" if more else "as many" for more in counts])
    ax.set(xlabel="guesses more or fewer", ylabel="hidden words", yscale="log", ylim=(0.7, None))
    ax.margins(y=0.2)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def q_factors(factors: Sequence[QFactor], words: int, ax: Axes | None = None) -> Axes:
    """Draw Q-factors as bars, the first on top: the part that is certain, and what the base policy needs after it.

    Parameters
    ----------
    factors
        What `Rollout.q_factors` gives. A star marks a guess that may be the hidden word.
    words
        How many words are left: the bars are sums over them.
    ax
        Where to draw; a new figure by default.
    """
    if words < 1:
        raise ValueError(f"words: {words}; expected at least 1")
    if ax is None:
        ax = plt.subplots(figsize=(6, 0.3 * len(factors) + 0.9))[1]
    places = -np.arange(len(factors))
    certain = words * np.array([factor.certain for factor in factors])
    estimated = words * np.array([factor.estimated for factor in factors])
    ax.barh(places, certain, color=SERIES[0], edgecolor="white", label="certain")
    bars = ax.barh(places, estimated, left=certain, color=SERIES[1], hatch="//", edgecolor="white", label="estimated")
    ax.bar_label(bars, [f"{total:.0f}" for total in certain + estimated], padding=3)
    ax.set_yticks(places, [factor.guess + (" *" if factor.possible else "") for factor in factors])
    ax.set(xlabel="guesses, summed over the words", ylim=(places[-1] - 0.6, 0.6))
    ax.margins(x=0.1)
    ax.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def dots(
    rows: Sequence[str], series: Mapping[str, Sequence[float]], ax: Axes | None = None, xlabel: str = "guesses"
) -> Axes:
    """Draw a table of numbers as dots: one line a row, one marker a series; what is not finite is left out.

    Parameters
    ----------
    rows
        What each line is.
    series
        For each name one number a row.
    ax
        Where to draw; a new figure by default.
    xlabel
        What the numbers are.
    """
    if any(len(values) != len(rows) for values in series.values()):
        lengths = {name: len(values) for name, values in series.items()}
        raise ValueError(f"series: lengths {lengths}; expected {len(rows)} numbers each, one a row")
    if ax is None:
        ax = plt.subplots(figsize=(6.4, 0.3 * len(rows) + 1.2))[1]
    place = np.arange(len(rows))
    for i, (name, values) in enumerate(series.items()):
        style: dict[str, Any] = {"marker": "os^D"[i % 4], "color": SERIES[i % 4], "ls": "none", "markersize": 6}
        ax.plot(values, place, label=name, mfc="none" if i % 2 else SERIES[i % 4], **style)
    ax.set_yticks(place, rows)
    ax.set(xlabel=xlabel, ylim=(len(rows) - 0.5, -0.5))
    ax.grid(axis="y", color="0.85", lw=0.6)
    ax.set_axisbelow(True)
    ax.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    ax.spines[["top", "right"]].set_visible(False)
    return ax

"""Curves, runs and their spread."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Bbox

from wordlelib.plots.style import ABOVE, DASHES, FIVE, RIGHT, SERIES, panel


def curve(x: Sequence[float], y: Sequence[float], ax: Axes | None = None, xlabel: str = "", ylabel: str = "") -> Axes:
    """Draw one quantity as a function of another."""
    ax = panel(ax, 5, 2.6)
    ax.plot(x, y, color=SERIES[0])
    ax.set(xlabel=xlabel, ylabel=ylabel)
    return ax


def lines(
    x: Sequence[float],
    series: Mapping[str, Sequence[float]],
    ax: Axes | None = None,
    xlabel: str = "",
    ylabel: str = "",
) -> Axes:
    """Draw several named quantities as functions of the same numbers, each with its own marker and dashes."""
    ax = panel(ax, 5.6, 3.2)
    for i, (name, y) in enumerate(series.items()):
        dashes = "-" if i == 0 else DASHES[(i - 1) % 4]
        ax.plot(x, y, marker="os^D"[i % 4], color=SERIES[i % 4], ls=dashes, lw=1.2, markersize=5, label=name)
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.legend(**RIGHT)
    return ax


def scores(
    x: np.ndarray, y: np.ndarray, marked: dict[str, int], ax: Axes | None = None, size: float | None = None
) -> Axes:
    """Draw one score of all guesses against another, in dots of `size` points or single pixels, with some named."""
    ax = panel(ax, 6, 3.6)
    marker = "," if size is None else "o"
    ax.plot(x, y, marker, color=SERIES[0], alpha=0.5, markersize=size, markeredgewidth=0, rasterized=True)
    for i, (word, place) in enumerate(marked.items()):
        ax.plot(x[place], y[place], "os^D"[i % 4], color=SERIES[1], markersize=5)
        offset = (6, 6 - 20 * (i % 2))
        ax.annotate(word, (x[place], y[place]), offset, textcoords="offset points", weight="bold")
    return ax


def above_bound(
    x: np.ndarray,
    y: np.ndarray,
    bound: Callable[[np.ndarray], np.ndarray],
    marked: dict[str, int],
    ax: Axes | None = None,
    label: str = "bound",
) -> Axes:
    """Draw one score of all guesses against another, on a logarithmic axis, and a bound that none of them is below."""
    if np.any(np.asarray(y) < bound(np.asarray(x)) - 1e-9):
        raise ValueError("y: a guess below the bound; expected none")
    ax = scores(x, y, marked, ax)
    grid = np.geomspace(np.min(x) * 0.9, np.max(x), 200)
    ax.plot(grid, bound(grid), "--", color=SERIES[1], lw=1.6, label=label)
    ax.fill_between(grid, bound(grid), 0, color=SERIES[1], alpha=0.08, lw=0)
    ax.set(xscale="log", ylim=(0, None))
    ax.legend(frameon=False, loc="upper right")
    return ax


def corner(
    x: np.ndarray, y: np.ndarray, marked: dict[str, int], xlim: tuple[float, float], ylim: tuple[float, float]
) -> tuple[Axes, Axes]:
    """Draw one score of all guesses against another twice: all of them, and a corner with some guesses named."""
    whole, part = plt.subplots(1, 2, figsize=(8, 3.6), layout="constrained")[1]
    scores(x, y, {}, whole, 1.5)
    scores(x, y, marked, part, 4)
    edge = Rectangle((xlim[0], ylim[0]), xlim[1] - xlim[0], ylim[1] - ylim[0], fill=False, ec="0.3", lw=0.8)
    whole.add_patch(edge)
    part.set(xlim=xlim, ylim=ylim)
    return whole, part


def paths(
    ways: Sequence[Sequence[tuple[float, float]]],
    found: Sequence[bool],
    ax: Axes | None = None,
    xlabel: str = "time",
    ylabel: str = "cell",
) -> Axes:
    """Draw ways through time, which are one line until they part.

    A way is a list of (time, position). It ends in a square where its hidden thing is found, otherwise in an arrowhead.
    """
    ax = panel(ax, 5, 3)
    for way, end in zip(ways, found, strict=True):
        times, positions = zip(*way, strict=True)
        ax.plot(times, positions, ".-", color=SERIES[0], lw=1, markersize=5)
        marker, colour = ("s", SERIES[2]) if end else (">", SERIES[1])
        ax.plot(times[-1], positions[-1], ls="none", marker=marker, color=colour, markersize=6)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set(xlabel=xlabel, ylabel=ylabel)
    return ax


def bracket(
    lower: Sequence[float], upper: Sequence[float], ax: Axes | None = None, xlabel: str = "step", ylabel: str = ""
) -> Axes:
    """Draw how a lower and an upper bound close in on a number, with the interval between them shaded."""
    ax = panel(ax, 6, 2.8)
    steps = range(len(lower))
    ax.fill_between(steps, lower, upper, step="post", color=SERIES[0], alpha=0.15, lw=0)
    ax.step(steps, upper, where="post", color=SERIES[1], ls="--", label="upper: a strategy needs this")
    ax.step(steps, lower, where="post", color=SERIES[0], label="lower: nothing needs less")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.legend(**ABOVE, ncols=2)
    return ax


def bands(
    x: Sequence[float],
    series: Mapping[str, np.ndarray],
    ax: Axes | None = None,
    xlabel: str = "",
    ylabel: str = "",
    extremes: bool = False,
) -> Axes:
    """Draw the mean of several runs as a line on a logarithmic axis, shaded to two standard errors on both sides.

    Each series is an array of shape (runs, len(x)). With `extremes`, draw its median, shaded from the least run to the
    greatest.
    """
    ax = panel(ax, 6, 3.4)
    for i, (name, runs) in enumerate(series.items()):
        runs = np.atleast_2d(np.asarray(runs, float))
        if runs.shape[1] != len(x):
            raise ValueError(f"series: {name!r} has {runs.shape[1]} columns; expected {len(x)}, as x has")
        if extremes:
            low, middle, high = np.quantile(runs, [0, 0.5, 1], axis=0)
        else:
            middle = runs.mean(axis=0)
            error = 2 * runs.std(axis=0, ddof=1) / math.sqrt(len(runs)) if len(runs) > 1 else np.zeros_like(middle)
            low, high = middle - error, middle + error
        style: dict[str, Any] = {"marker": "os^Dv*"[i % 6], "color": FIVE[i % 5], "mfc": "none" if i % 2 else None}
        style["ls"] = "-" if i == 0 else DASHES[(i - 1) % 4]
        ax.fill_between(x, low, high, color=FIVE[i % 5], alpha=0.15, lw=0)
        ax.plot(x, middle, markevery=max(1, len(x) // 10), markersize=5, lw=1.2, label=name, **style)
    ax.set(xscale="log", xlabel=xlabel, ylabel=ylabel)
    ax.legend(**RIGHT)
    return ax


def found(series: Mapping[str, Sequence[float]], ax: Axes | None = None, xlabel: str = "iterations") -> Axes:
    """Draw the share of runs that had succeeded at each time, on a logarithmic axis.

    A series is the positive times at which its runs succeeded, infinite for a run that did not. The legend marks a name
    without any success.
    """
    if any(not when > 0 for runs in series.values() for when in runs):
        raise ValueError("series: a number that is not positive; expected positive ones")
    ax = panel(ax, 6.4, 3.4)
    colours = (*SERIES, "0.35")
    for i, (name, runs) in enumerate(series.items()):
        when = np.sort([x for x in runs if np.isfinite(x)])
        share = np.arange(1, len(when) + 1) / max(len(runs), 1)
        style: dict[str, Any] = {"color": colours[i % 5], "ls": ("-", *DASHES)[i % 5], "marker": "os^Dv"[i % 5]}
        style |= {"label": name if len(when) else f"{name} (none)", "markevery": slice(1, None)}
        ax.step([*when[:1], *when], [*np.zeros(len(when[:1])), *share], where="post", markersize=4, **style)
    ax.set(xscale="log", xlabel=xlabel, ylabel="share of runs", ylim=(-0.03, 1.03))
    ax.legend(**RIGHT)
    return ax


def tradeoff(
    series: Mapping[str, Sequence[tuple[str, float, float]]],
    ax: Axes | None = None,
    xlabel: str = "",
    ylabel: str = "",
    colours: Sequence[str] = SERIES,
) -> Axes:
    """Draw what methods find against what they need: (name, effort, distance from the best), a marker for each series.

    Points with the same name are runs of one method: the name stands at their medians, and a line joins the medians of
    the methods of such a series. An empty name is not written. The effort has a logarithmic axis; points without effort
    stand left of it, those of each series below each other. The distance is at least 0, and its axis is logarithmic
    above 1. The `colours` belong to the series in their order.
    """
    if any(effort < 0 or distance < 0 for points in series.values() for _, effort, distance in points):
        raise ValueError("series: an effort or a distance below 0")
    efforts = [effort for points in series.values() for _, effort, _ in points if effort]
    if not efforts:
        raise ValueError("series: no effort above 0; expected one that gives the axis its scale")
    ax = panel(ax, 7.2, 4.8)
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter("{x:g}")
    if without := [name for name, points in series.items() if any(not effort for _, effort, _ in points)]:
        series = _beside(ax, series, without, min(efforts), max(efforts))
    names = []
    for i, (name, points) in enumerate(series.items()):
        colour, marker = colours[i % len(colours)], "os^*Dv"[i % 6]
        style: dict[str, Any] = {"marker": marker, "color": colour, "mfc": "none" if i % 6 in (1, 4, 5) else None}
        ax.plot(*zip(*[point[1:] for point in points], strict=True), ls="none", markersize=6, label=name, **style)
        runs = {label: [point[1:] for point in points if point[0] == label] for label, *_ in points}
        medians = {label: np.median(some, axis=0) for label, some in runs.items()}
        if len(runs) < len(points):
            ax.plot(*zip(*medians.values(), strict=True), color=colour, lw=1, ls=DASHES[0])
        places = {tuple(place): [n for n, at in medians.items() if (at == place).all()] for place in medians.values()}
        names += [(", ".join(filter(None, labels)), place, colour) for place, labels in places.items()]
    ax.set_yscale("symlog", linthresh=1)
    most = max(distance for points in series.values() for *_, distance in points)
    ticks = [tick for tick in (0, 1, 3, 10, 30, 100, 300, 1000, 3000) if tick <= max(most, 1)]
    ax.set_yticks(ticks, [f"{tick:,}" for tick in ticks])
    ax.minorticks_off()
    ax.set(xlabel=xlabel, ylabel=ylabel, ylim=(-0.5, 1.6 * max(most, 1)))
    ax.legend(**RIGHT)
    joined = [line.get_xydata() for line in ax.lines if line.get_linestyle() not in ("None", "none")]
    _name_points(ax, names, [point[1:] for points in series.values() for point in points], joined)
    return ax


def _beside(ax: Axes, series: Any, without: list[str], least: float, most: float) -> dict[str, Any]:
    """Place the points without effort in columns left of a dotted line; return all series with these places."""
    decades = [10.0**n for n in range(math.ceil(math.log10(least)), math.floor(math.log10(most)) + 1)]
    columns = {name: least / 6 / 1.7 ** (len(without) - 1 - i) for i, name in enumerate(without)}
    middle = math.sqrt(min(columns.values()) * max(columns.values()))
    ax.set_xticks([middle, *decades], ["none", *(f"{x:g}" for x in decades)])
    ax.axvline(least / 2, color="0.5", lw=0.8, ls=":")
    return {
        name: [(label, effort or columns[name], distance) for label, effort, distance in points]
        for name, points in series.items()
    }


OFFSETS = ((6, 4), (-6, 4), (6, -11), (-6, -11), (0, 9), (0, -17), (8, 13), (-8, 13), (8, -22), (-8, -22))


def _name_points(ax: Axes, names: Sequence[Any], points: Sequence[Any], lines: Sequence[Any]) -> None:
    """Write names beside their places, each where it covers the least of points, lines and the names before it."""
    figure: Any = ax.figure
    figure.draw_without_rendering()
    renderer = figure.canvas.get_renderer()
    taken = [Bbox.from_bounds(x - 4, y - 4, 8, 8) for x, y in ax.transData.transform(np.array(points, float))]
    for line in lines:
        ends = ax.transData.transform(line)
        steps = np.linspace(ends[:-1], ends[1:], 40).reshape(-1, 2)
        taken += [Bbox.from_bounds(x, y, 1, 1) for x, y in steps]
    for label, place, colour in names:
        tried: list[Any] = []
        for offset in OFFSETS:
            side = "left" if offset[0] > 0 else "right" if offset[0] < 0 else "center"
            text = ax.annotate(label, place, offset, textcoords="offset points", size=8.5, color=colour, ha=side)
            box = text.get_window_extent(renderer)
            inside = ax.bbox.x0 <= box.x0 and box.x1 <= ax.bbox.x1 and ax.bbox.y0 <= box.y0
            tried.append((sum(box.overlaps(other) for other in taken) + (not inside), len(tried), text, box))
        _, best, _, box = min(tried, key=lambda one: one[:2])
        for _, number, text, _ in tried:
            if number != best:
                text.remove()
        taken.append(box)

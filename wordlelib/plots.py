"""Pictures of library objects. Each function draws on an `ax` and returns it; colour is never the only carrier."""

import math
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from itertools import pairwise
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch
from matplotlib.ticker import MaxNLocator

from wordlelib.feedback import to_code, to_text
from wordlelib.game import Game, State
from wordlelib.knowledge import GUESSER, GUESSER_WINS, HINTER, GameGraph
from wordlelib.rollout import QFactor
from wordlelib.tree import DecisionTree

TILE = {"-": "#565a5e", "y": "#a37800", "g": "#39753a"}
MARK = {"-": "", "y": "?", "g": "✓"}
SERIES = ("#1b6ca8", "#b4500f", "#39753a", "#7b3f98")
FIVE = (*SERIES, "#b01657")
HATCH = ("", "//", "..", "xx")
DASHES = ((0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)), (0, (3, 1, 1, 1, 1, 1)))


def as_png(draw: Callable[[Figure], object], size: tuple[float, float]) -> bytes:
    """Give a picture as PNG. Its figure is its own: no notebook shows it, and any thread may draw on it.

    Parameters
    ----------
    draw
        Draws on the figure.
    size
        Width and height in inches.
    """
    figure, out = Figure(figsize=size, layout="constrained"), BytesIO()
    draw(figure)
    figure.savefig(out, format="png", dpi=100, bbox_inches="tight")
    return out.getvalue()


def board(rows: Sequence[tuple[str, str]], ax: Axes | None = None, beside: Sequence[str] = ()) -> Axes:
    """Draw rows of a game: letters on coloured tiles, with ✓ for green and ? for yellow in the corner.

    Parameters
    ----------
    rows
        (guess, feedback) pairs of Wordle, feedback in "-yg" text or emoji squares.
    ax
        Where to draw; a new figure by default.
    beside
        What to write on the right of each row.
    """
    if not rows:
        raise ValueError("rows: empty; expected at least one (guess, feedback) pair")
    rows = [(guess, to_text(to_code(row, len(guess)), len(guess))) for guess, row in rows]
    length = len(rows[0][0])
    if ax is None:
        ax = plt.subplots(figsize=(0.62 * length, 0.62 * len(rows)))[1]
    for i, (guess, row) in enumerate(rows):
        for j, (letter, colour) in enumerate(zip(guess.upper(), row, strict=True)):
            shape = "round,pad=0,rounding_size=.08"
            tile = FancyBboxPatch((j + 0.1, -i - 0.9), 0.8, 0.8, shape, fc=TILE[colour], ec="none")
            ax.add_patch(tile)
            ax.text(j + 0.5, -i - 0.52, letter, color="white", ha="center", va="center", size=17, weight="bold")
            ax.text(j + 0.8, -i - 0.24, MARK[colour], color="white", ha="center", va="center", size=8)
    for i, text in enumerate(beside):
        ax.text(length + 0.2, -i - 0.5, text, ha="left", va="center", size=9)
    ax.set(xlim=(0, length), ylim=(-len(rows), 0), aspect="equal")
    ax.axis("off")
    return ax


def matrix(game: Game, ax: Axes | None = None) -> Axes:
    """Draw the feedback matrix of a small game of Wordle: guesses down, hidden words across, colours in every cell."""
    length = len(game.guesses[0])
    size = len(game.hidden)
    if ax is None:
        ax = plt.subplots(figsize=(0.36 * size + 1, 0.3 * len(game.guesses) + 1))[1]
    shades = np.array([[0.82, 0.83, 0.84], [0.95, 0.77, 0.25], [0.25, 0.55, 0.27]])
    texts = [[game.show(int(code)) for code in row] for row in game.codes]
    picture = np.array([[["-yg".index(mark) for mark in text] for text in row] for row in texts])
    ax.imshow(shades[picture.reshape(len(game.guesses), -1)], aspect="auto", interpolation="nearest")
    for k, row in enumerate(texts):
        for j, text in enumerate(row):
            for i, mark in enumerate(text):
                if mark != "-":
                    ax.text(
                        j * length + i,
                        k,
                        mark,
                        size=6,
                        ha="center",
                        va="center",
                        color="white" if mark == "g" else "black",
                    )
    ax.set_xticks(np.arange(size) * length + (length - 1) / 2, game.hidden, rotation=90)
    ax.set_yticks(range(len(game.guesses)), game.guesses)
    ax.set_xticks(np.arange(size + 1) * length - 0.5, minor=True)
    ax.set_yticks(np.arange(len(game.guesses) + 1) - 0.5, minor=True)
    ax.grid(which="minor", color="white", lw=1.5)
    ax.tick_params(which="both", length=0)
    ax.set(xlabel="hidden word", ylabel="guess")
    return ax


def classes(state: State, guess: str, ax: Axes | None = None, most: int = 30) -> Axes:
    """Draw the classes of a guess as bars, largest first, each with its feedback written below."""
    if ax is None:
        ax = plt.subplots(figsize=(7, 2.6))[1]
    sorted_classes = sorted(state.partition(guess).items(), key=lambda item: -len(item[1]))
    shown = sorted_classes[:most]
    ax.bar(range(len(shown)), [len(words) for _, words in shown], color=SERIES[0])
    ax.set_xticks(range(len(shown)), [row for row, _ in shown], rotation=90, family="monospace", size=8)
    more = f" ({len(sorted_classes) - most} smaller classes not shown)" if len(sorted_classes) > most else ""
    ax.set(title=f"{guess}: {len(sorted_classes)} classes{more}", ylabel="words", xlim=(-0.7, len(shown) - 0.3))
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


def decision_tree(tree: DecisionTree, ax: Axes | None = None, depth: int = 6) -> Axes:
    """Draw a small game's decision tree from left to right: guesses at the nodes, feedback on the edges.

    Parameters
    ----------
    tree
        The tree; with more than about 60 words the labels no longer fit.
    ax
        Where to draw; a new figure by default.
    depth
        How many levels below the root to draw.
    """
    place: dict[int, float] = {}
    level = {0: 0}
    leaves = 0

    def put(node: int) -> None:
        nonlocal leaves
        below = [child for _, child in sorted(tree.children[node].items())] if level[node] < depth else []
        for child in below:
            level[child] = level[node] + 1
            put(child)
        if below:
            place[node] = float(np.mean([place[child] for child in below]))
        else:
            place[node] = leaves
            leaves += 1

    put(0)
    if ax is None:
        ax = plt.subplots(figsize=(2.4 * (max(level.values()) + 1), 0.27 * leaves + 0.4))[1]
    for node, y in place.items():
        x = level[node]
        if node:
            above = int(tree.parent[node])
            ax.plot([x - 0.58, x - 0.34], [place[above], y], color="0.55", lw=0.8)
            ax.plot([x - 0.34, x - 0.05], [y, y], color="0.55", lw=0.8)
            row = tree.game.show(int(tree.code[node]))
            ax.text(x - 0.19, y - 0.08, row, size=7, family="monospace", ha="center", va="bottom")
        word = tree.game.guesses[tree.guess[node]]
        label = f"{word} · {tree.size[node]}" if tree.size[node] > 1 else word
        weight = "bold" if tree.size[node] > 1 else "normal"
        ax.text(x - 0.02, y, label, size=9, ha="left", va="center", weight=weight)
    ax.set(xlim=(-0.05, max(level.values()) + 0.5), ylim=(leaves - 0.4, -0.7))
    ax.axis("off")
    return ax


def steps(
    lines: Sequence[Sequence[float]],
    labels: Sequence[str],
    ax: Axes | None = None,
    xlabel: str = "step",
    ylabel: str = "",
) -> Axes:
    """Draw sequences against their step number, each with its own marker: iterations, probabilities over time."""
    if ax is None:
        ax = plt.subplots(figsize=(6, 3))[1]
    for i, (line, label) in enumerate(zip(lines, labels, strict=True)):
        ax.plot(range(len(line)), line, marker="os^D"[i % 4], color=SERIES[i % 4], label=label, markersize=5)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.legend(frameon=False)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def scores(
    x: np.ndarray, y: np.ndarray, marked: dict[str, int], ax: Axes | None = None, size: float | None = None
) -> Axes:
    """Draw one score of all guesses against another, with some guesses named.

    Parameters
    ----------
    x, y
        The two scores, one number a guess.
    marked
        Names and places of the guesses to mark.
    ax
        Where to draw; a new figure by default.
    size
        Diameter of a dot in points; a single pixel by default.
    """
    if ax is None:
        ax = plt.subplots(figsize=(6, 3.6))[1]
    marker = "," if size is None else "o"
    ax.plot(x, y, marker, color=SERIES[0], alpha=0.5, markersize=size, markeredgewidth=0, rasterized=True)
    for i, (word, place) in enumerate(marked.items()):
        ax.plot(x[place], y[place], "os^D"[i % 4], color=SERIES[1], markersize=5)
        offset = (6, 6 - 20 * (i % 2))
        ax.annotate(word, (x[place], y[place]), offset, textcoords="offset points", weight="bold")
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


def curve(x: Sequence[float], y: Sequence[float], ax: Axes | None = None, xlabel: str = "", ylabel: str = "") -> Axes:
    """Draw one quantity as a function of another."""
    if ax is None:
        ax = plt.subplots(figsize=(5, 2.6))[1]
    ax.plot(x, y, color=SERIES[0])
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def lines(
    x: Sequence[float],
    series: Mapping[str, Sequence[float]],
    ax: Axes | None = None,
    xlabel: str = "",
    ylabel: str = "",
) -> Axes:
    """Draw several named quantities as functions of the same numbers, each with its own marker and dashes."""
    if ax is None:
        ax = plt.subplots(figsize=(5.6, 3.2))[1]
    for i, (name, y) in enumerate(series.items()):
        dashes = "-" if i == 0 else DASHES[(i - 1) % 4]
        ax.plot(x, y, marker="os^D"[i % 4], color=SERIES[i % 4], ls=dashes, lw=1.2, markersize=5, label=name)
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def valleys(
    series: Mapping[str, Mapping[float, float]], ax: Axes | None = None, xlabel: str = "", ylabel: str = ""
) -> Axes:
    """Draw several named curves through their points, each with a star at the first of its least points.

    Parameters
    ----------
    series
        For each name its points: a height for each place.
    ax
        Where to draw; a new figure by default.
    xlabel, ylabel
        What the axes are.
    """
    if ax is None:
        ax = plt.subplots(figsize=(5.6, 3.2))[1]
    for i, (name, points) in enumerate(series.items()):
        style: dict[str, Any] = {"color": SERIES[i % 4], "ls": ("-", *DASHES)[i % 4], "label": name}
        places = sorted(points)
        least = min(places, key=lambda place: (points[place], place))
        ax.plot(places, [points[place] for place in places], marker="os^D"[i % 4], lw=1.2, markersize=5, **style)
        ax.plot(least, points[least], "*", color=SERIES[i % 4], markersize=13)
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    ax.spines[["top", "right"]].set_visible(False)
    return ax


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


def _operator_lines(
    ax: Axes,
    operator: Callable[[float], float],
    span: tuple[float, float],
    policies: Mapping[str, Callable[[float], float]],
    value_iteration: Sequence[float],
    newton: Sequence[float],
    names: tuple[str, str],
) -> None:
    """Draw the lines of `bellman_operator`, the broad ones below: a tangent lies on a policy and touches T."""
    low, high = span
    x = np.linspace(low, high, 401)
    ax.plot(x, [operator(float(value)) for value in x], color="0.8", lw=6, label=f"${names[1]}$")
    ax.plot(span, span, color="0.55", lw=1, label="45-degree line")
    for i, (name, line) in enumerate(policies.items()):
        style: dict[str, Any] = {"color": FIVE[2:][i % 3], "ls": DASHES[i % 4]}
        ax.plot(span, [line(low), line(high)], lw=2, alpha=0.5, label=name, **style)
    if len(value_iteration):
        corners = np.repeat(value_iteration, 2)
        ax.plot(corners[:-1], corners[1:], color=SERIES[0], lw=1.2, label="value iteration")
        ax.plot(value_iteration[:-1], value_iteration[1:], "o", color=SERIES[0], markersize=5)
    color = SERIES[1]
    for k, (before, after) in enumerate(pairwise(newton)):
        start, end = (before, operator(before)), (after, after)
        label = None if k else "Newton"
        ax.plot(*zip(start, end, strict=True), "s--", color=color, markersize=5, markevery=[0], lw=1.5, label=label)
        style = {"arrowstyle": "-|>", "mutation_scale": 14, "shrinkA": 0, "shrinkB": 0, "color": color, "lw": 0}
        ax.add_patch(FancyArrowPatch(start, end, zorder=3, **style))
    for k, value in enumerate(newton):
        if low <= value <= high:
            ax.plot([value, value], [low, max(value, operator(value))], ":", color=color, lw=1)
            ax.annotate(f"${names[0]}_{k}$", (value, low), (3, 4), textcoords="offset points", color=color)


def bellman_operator(
    operator: Callable[[float], float],
    span: tuple[float, float],
    policies: Mapping[str, Callable[[float], float]],
    value_iteration: Sequence[float] = (),
    newton: Sequence[float] = (),
    ax: Axes | None = None,
    names: tuple[str, str] = ("J", "TJ"),
    zoom: tuple[float, float] | None = None,
) -> Axes:
    """Draw a Bellman operator of one number, its fixed point and the roads to it, as Bertsekas (2022) does.

    Parameters
    ----------
    operator
        T, from a number to a number. Its fixed point is where the curve crosses the 45-degree line.
    span
        The least and the largest J to show.
    policies
        The linear operators T_mu of some policies, by name: each is drawn as a line that touches T or lies above it.
    value_iteration
        J0, T J0, T T J0 ...: drawn as a staircase between T and the 45-degree line.
    newton
        The values before and after each Newton step: drawn as tangents of T, followed to the 45-degree line by an
        arrow. Each value is named at the bottom.
    ax
        Where to draw; a new figure by default.
    names
        What to call the number and what the operator makes of it, in TeX.
    zoom
        The least and the largest J of an enlarged part, drawn once more in the free corner below the curve.
    """
    for name, ends in (("span", span), ("zoom", zoom)):
        if ends is not None and not ends[0] < ends[1]:
            raise ValueError(f"{name}: {ends}; expected two rising numbers")
    if ax is None:
        ax = plt.subplots(figsize=(5.6, 4.6))[1]
    _operator_lines(ax, operator, span, policies, value_iteration, newton, names)
    if zoom is not None:
        inset = ax.inset_axes((0.56, 0.1, 0.32, 0.34))
        _operator_lines(inset, operator, zoom, policies, value_iteration, newton, names)
        inset.set(xlim=zoom, ylim=zoom)
        inset.locator_params(nbins=3)
        inset.tick_params(labelsize="x-small")
        ax.indicate_inset_zoom(inset, edgecolor="0.4")
    ax.set(xlim=span, ylim=span, xlabel=f"${names[0]}$", ylabel=f"${names[1]}$")
    ax.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def improvement(
    series: Mapping[str, tuple[np.ndarray, np.ndarray]],
    ax: Axes | None = None,
    xlabel: str = "error before",
    ylabel: str = "error after",
) -> Axes:
    """Draw errors after a step against errors before it, both on logarithmic scales.

    Points below the solid line have gained; the dotted line is the square of the error before. An error of 0 after the
    step stands on a line of its own, as a hollow marker at the bottom.

    Parameters
    ----------
    series
        For each name the errors before, all positive, and the errors after.
    ax
        Where to draw; a new figure by default.
    xlabel, ylabel
        What the errors are.
    """
    if ax is None:
        ax = plt.subplots(figsize=(5.6, 4.2))[1]
    before = np.concatenate([np.asarray(x, float) for x, _ in series.values()])
    after = np.concatenate([np.asarray(y, float) for _, y in series.values()])
    if not np.all(before > 0):
        raise ValueError(f"series: an error before of {before.min():.6g}; expected positive ones")
    bottom = min(after[after > 0], default=float(before.min())) / 4
    ends = np.array([before.min(), before.max()])
    ax.plot(ends, ends, color="0.55", lw=1, label="after = before")
    ax.plot(ends, ends**2, color="0.55", lw=1, ls=":", label="after = before²")
    for i, (name, (x, y)) in enumerate(series.items()):
        x, y = np.asarray(x, float), np.asarray(y, float)
        style: dict[str, Any] = {"marker": "os^D"[i % 4], "color": SERIES[i % 4], "ls": "none", "markersize": 5}
        ax.plot(x[y > 0], y[y > 0], label=name, **style)
        ax.plot(x[y <= 0], np.full(np.sum(y <= 0), bottom), mfc="none", **style)
    if np.any(after <= 0):
        ax.axhline(bottom, color="0.55", lw=0.6)
        ax.text(-0.02, bottom, "0", transform=ax.get_yaxis_transform(), ha="right", va="center")
    ax.set(xscale="log", yscale="log", ylim=(bottom / 2, None), xlabel=xlabel, ylabel=ylabel)
    ax.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
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


def beliefs(
    rows: Sequence[np.ndarray],
    labels: Sequence[str],
    thetas: Sequence[Any],
    marked: Sequence[int | None] = (),
    ax: Axes | None = None,
) -> Axes:
    """Draw beliefs one below the other, each as a row of bars with its probabilities in per cent.

    Parameters
    ----------
    rows
        The beliefs, float64 of shape (thetas,) each, the first at the top.
    labels
        What to write beside each row.
    thetas
        What to write below each column.
    marked
        For each row a column to mark with a triangle, for instance where a searcher is; None marks nothing.
    ax
        Where to draw; a new figure by default.
    """
    if ax is None:
        ax = plt.subplots(figsize=(0.5 * len(thetas) + 1.4, 0.75 * len(rows) + 0.6))[1]
    places = np.arange(len(thetas))
    highest = max(float(np.max(row)) for row in rows)
    for k, row in enumerate(rows):
        height = 0.65 * np.asarray(row, float) / highest
        ax.bar(places, height, 0.8, bottom=-k, color=SERIES[0])
        ax.axhline(-k, color="0.55", lw=0.8)
        for i in np.flatnonzero(height):
            ax.text(float(i), height[i] - k + 0.02, f"{100 * row[i]:.0f}", size=7, ha="center", va="bottom")
    for k, place in enumerate(marked):
        if place is not None:
            ax.plot(place, -k - 0.1, "^", color=SERIES[1], markersize=6, clip_on=False)
    ax.set_xticks(places, [str(theta) for theta in thetas])
    ax.set_yticks([0.3 - k for k in range(len(rows))], labels)
    ax.tick_params(length=0)
    ax.set(ylim=(0.8 - len(rows), 0.9), xlim=(-0.6, len(thetas) - 0.4))
    ax.spines[:].set_visible(False)
    return ax


def paths(
    ways: Sequence[Sequence[tuple[float, float]]],
    found: Sequence[bool],
    ax: Axes | None = None,
    xlabel: str = "time",
    ylabel: str = "cell",
) -> Axes:
    """Draw ways through time, one for each thing that may be hidden: they are one line until they part.

    Parameters
    ----------
    ways
        Each a list of (time, position), with a dot at every one.
    found
        Whether each way ends with a find, drawn as a square; otherwise it ends with an arrowhead: it goes on.
    ax
        Where to draw; a new figure by default.
    xlabel, ylabel
        What the axes are.
    """
    if ax is None:
        ax = plt.subplots(figsize=(5, 3))[1]
    for way, end in zip(ways, found, strict=True):
        times, positions = zip(*way, strict=True)
        ax.plot(times, positions, ".-", color=SERIES[0], lw=1, markersize=5)
        marker, colour = ("s", SERIES[2]) if end else (">", SERIES[1])
        ax.plot(times[-1], positions[-1], ls="none", marker=marker, color=colour, markersize=6)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def search_tree(lines: Sequence[tuple[int, str, str]], ax: Axes | None = None) -> Axes:
    """Draw a search from the top down, one line a belief or guess, indented below the one that led to it.

    Parameters
    ----------
    lines
        (level, text, kind) in the order of the search; a level is at most one more than the one before. The kind is
        "belief" (a square), "best" (a guess better than all before it: a star), or "cut" (a cross).
    ax
        Where to draw; a new figure by default.
    """
    styles = {"belief": ("s", SERIES[0]), "best": ("*", SERIES[2]), "cut": ("X", SERIES[1])}
    strange = next((kind for _, _, kind in lines if kind not in styles), None)
    if strange is not None:
        raise ValueError(f"lines: kind {strange!r}; expected one of {', '.join(styles)}")
    if ax is None:
        ax = plt.subplots(figsize=(6.4, 0.22 * len(lines) + 0.2))[1]
    above: list[int] = []
    for y, (level, text, kind) in enumerate(lines):
        if not 0 <= level <= len(above):
            raise ValueError(f"lines: level {level} in line {y}; expected at most {len(above)}")
        del above[level:]
        if above:
            ax.plot([level - 1, level - 1, level], [above[-1], y, y], color="0.6", lw=0.8, zorder=1)
        above.append(y)
        marker, colour = styles[kind]
        ax.plot(level, y, marker, color=colour, markersize=9 if kind == "best" else 6)
        weight = "bold" if kind == "best" else "normal"
        ax.annotate(text, (level, y), (8, 0), textcoords="offset points", va="center", size=8, weight=weight)
    ax.set(xlim=(-0.3, max(level for level, _, _ in lines) + 3), ylim=(len(lines) - 0.4, -0.6))
    ax.axis("off")
    return ax


def bracket(
    lower: Sequence[float], upper: Sequence[float], ax: Axes | None = None, xlabel: str = "step", ylabel: str = ""
) -> Axes:
    """Draw how a lower and an upper bound close in on a number, with what is still possible shaded between them."""
    if ax is None:
        ax = plt.subplots(figsize=(6, 2.8))[1]
    steps = range(len(lower))
    ax.fill_between(steps, lower, upper, step="post", color=SERIES[0], alpha=0.15, lw=0)
    ax.step(steps, upper, where="post", color=SERIES[1], ls="--", label="upper: a strategy needs this")
    ax.step(steps, lower, where="post", color=SERIES[0], label="lower: nothing needs less")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def growth(
    series: Mapping[str, Sequence[tuple[float, float]]], ax: Axes | None = None, xlabel: str = "", ylabel: str = ""
) -> Axes:
    """Draw measurements as points on logarithmic axes, a marker for each series, with a line through their medians.

    Parameters
    ----------
    series
        For each name its (x, y) pairs, several for one x if it was measured several times; all positive.
    ax
        Where to draw; a new figure by default.
    xlabel, ylabel
        What the axes are.
    """
    if any(x <= 0 or y <= 0 for points in series.values() for x, y in points):
        raise ValueError("series: a number that is not positive; expected positive ones")
    if ax is None:
        ax = plt.subplots(figsize=(6, 3.4))[1]
    for i, (name, points) in enumerate(series.items()):
        places = sorted({x for x, _ in points})
        medians = [float(np.median([y for other, y in points if other == x])) for x in places]
        style: dict[str, Any] = {"marker": "os^D"[i % 4], "color": SERIES[i % 4], "mfc": "none" if i % 2 else None}
        ax.plot(*zip(*points, strict=True), ls="none", markersize=6, label=name, **style)
        ax.plot(places, medians, color=SERIES[i % 4], lw=1, ls="-" if i == 0 else DASHES[(i - 1) % 4])
    ticks = sorted({x for points in series.values() for x, _ in points})
    ax.set(xscale="log", yscale="log", xlabel=xlabel, ylabel=ylabel)
    ax.set_xticks(ticks, [f"{x:,g}" for x in ticks], rotation=45)
    ax.minorticks_off()
    ax.legend(frameon=False)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def bands(
    x: Sequence[float],
    series: Mapping[str, np.ndarray],
    ax: Axes | None = None,
    xlabel: str = "",
    ylabel: str = "",
    extremes: bool = False,
) -> Axes:
    """Draw the mean of several runs as a line, with two standard errors of it shaded to both sides.

    Parameters
    ----------
    x
        Where the runs were looked at; drawn on a logarithmic axis.
    series
        For each name an array of shape (runs, len(x)). Each has its own marker and dashes.
    ax
        Where to draw; a new figure by default.
    xlabel, ylabel
        What the axes are.
    extremes
        Draw the median instead, shaded from the least run to the greatest.
    """
    if ax is None:
        ax = plt.subplots(figsize=(6, 3.4))[1]
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
    ax.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def clocks(
    moments: Sequence[float],
    runs: Mapping[str, Sequence[tuple[Sequence[float], Sequence[float]]]],
    xlabels: tuple[str, str] = ("iterations", "beliefs in the tree"),
    ylabel: str = "",
    line: float | None = None,
) -> tuple[Axes, Axes]:
    """Draw the mean of several runs by two clocks, side by side: how long they went on, and how large they were.

    Parameters
    ----------
    moments
        When the runs were looked at; drawn on a logarithmic axis.
    runs
        For each name its runs, each a pair of sizes and values at the first of the moments. By size, values between two
        moments are interpolated, and a mean is drawn only where all runs of the name have one.
    xlabels, ylabel
        What the axes are.
    line
        Where to draw a horizontal line in both panels.
    """
    panels = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained", sharey=True)[1]
    ends = [size for several in runs.values() for sizes, _ in several for size in (sizes[0], sizes[-1])]
    grid = np.geomspace(min(ends), max(ends), 201)
    by_moment, by_size = {}, {}
    for name, several in runs.items():
        table = np.full((len(several), len(moments)), np.nan)
        for row, (_, values) in zip(table, several, strict=True):
            row[: len(values)] = values
        by_moment[name] = table
        by_size[name] = np.array([np.interp(grid, *run, np.nan, np.nan) for run in several])
    bands(moments, by_moment, panels[0], xlabels[0], ylabel)
    bands(grid.tolist(), by_size, panels[1], xlabels[1])
    panels[0].get_legend().remove()
    if line is not None:
        for ax in panels:
            ax.axhline(line, color="black", lw=0.8)
    return panels[0], panels[1]


def found(series: Mapping[str, Sequence[float]], ax: Axes | None = None, xlabel: str = "iterations") -> Axes:
    """Draw which share of runs had found what they looked for by when, on a logarithmic axis.

    Parameters
    ----------
    series
        For each name when its runs found it, all positive; infinite for a run that did not. The legend says of a name
        without any finite run that it found nothing.
    ax
        Where to draw; a new figure by default.
    xlabel
        What the numbers are.
    """
    if any(not when > 0 for runs in series.values() for when in runs):
        raise ValueError("series: a number that is not positive; expected positive ones")
    if ax is None:
        ax = plt.subplots(figsize=(6.4, 3.4))[1]
    colours = (*SERIES, "0.35")
    for i, (name, runs) in enumerate(series.items()):
        when = np.sort([x for x in runs if np.isfinite(x)])
        share = np.arange(1, len(when) + 1) / max(len(runs), 1)
        style: dict[str, Any] = {"color": colours[i % 5], "ls": ("-", *DASHES)[i % 5], "marker": "os^Dv"[i % 5]}
        style |= {"label": name if len(when) else f"{name} (none)", "markevery": slice(1, None)}
        ax.step([*when[:1], *when], [*np.zeros(len(when[:1])), *share], where="post", markersize=4, **style)
    ax.set(xscale="log", xlabel=xlabel, ylabel="share of runs", ylim=(-0.03, 1.03))
    ax.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def tradeoff(
    series: Mapping[str, Sequence[tuple[str, float, float]]],
    ax: Axes | None = None,
    xlabel: str = "",
    ylabel: str = "",
    beside: Mapping[str, tuple[float, float]] | None = None,
) -> Axes:
    """Draw what methods find against what they need: (name, effort, distance from the best), a marker for each series.

    Parameters
    ----------
    series
        For each name its points. Points with the same name are runs of one method: the name stands at their medians,
        and a line joins the medians of the methods of such a series. The effort is positive and has a logarithmic axis,
        the distance is at least 0 and its axis is logarithmic above 1.
    ax
        Where to draw; a new figure by default.
    xlabel, ylabel
        What the axes are.
    beside
        How far from its point a name begins, in points of print; if that is to the left, it ends there. By default
        above and to the right.
    """
    if any(effort <= 0 or distance < 0 for points in series.values() for _, effort, distance in points):
        raise ValueError("series: an effort that is not positive or a distance below 0")
    if ax is None:
        ax = plt.subplots(figsize=(7.2, 4.8))[1]
    for i, (name, points) in enumerate(series.items()):
        colour, marker = SERIES[i % 4], "os^*"[i % 4]
        style: dict[str, Any] = {"marker": marker, "color": colour, "mfc": "none" if i % 4 == 1 else None}
        ax.plot(*zip(*[point[1:] for point in points], strict=True), ls="none", markersize=6, label=name, **style)
        runs = {label: [point[1:] for point in points if point[0] == label] for label, *_ in points}
        medians = {label: np.median(some, axis=0) for label, some in runs.items()}
        if len(runs) < len(points):
            ax.plot(*zip(*medians.values(), strict=True), color=colour, lw=1, ls=DASHES[0])
        for label, place in medians.items():
            offset = (beside or {}).get(label, (6, 4))
            side = "right" if offset[0] < 0 else "left"
            ax.annotate(label, place, offset, textcoords="offset points", size=8.5, color=colour, ha=side)
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter("{x:g}")
    ax.set_yscale("symlog", linthresh=1)
    most = max(distance for points in series.values() for *_, distance in points)
    ticks = [tick for tick in (0, 1, 3, 10, 30, 100, 300, 1000, 3000) if tick <= max(most, 1)]
    ax.set_yticks(ticks, [f"{tick:,}" for tick in ticks])
    ax.minorticks_off()
    ax.set(xlabel=xlabel, ylabel=ylabel, ylim=(-0.5, 1.6 * max(most, 1)))
    ax.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def game_graph(graph: GameGraph, ax: Axes | None = None) -> Axes:
    """Draw the positions of a small game from left to right, moves as lines.

    A box says what the Guesser knows, a guess with a question mark waits for its feedback. Where a line ends in ✓ the
    Guesser has won, in ✗ the Hinter.

    Parameters
    ----------
    graph
        What `knowledge.game_graph` gives, or a part of it; with more than about 25 positions in a column the labels no
        longer fit.
    ax
        Where to draw; a new figure by default.
    """
    above: dict[int, list[int]] = {i: [] for i in range(len(graph.nodes))}
    for start, end, _ in graph.edges:
        above[end].append(start)
    columns: dict[int, list[int]] = {}
    for i, node in enumerate(graph.nodes):
        columns.setdefault(2 * node.moves + (node.kind == HINTER), []).append(i)
    texts = [f"{node.guess}?" if node.kind == HINTER else _known(node.knowledge) for node in graph.nodes]
    need = [1 + 0.75 * text.count("\n") for text in texts]
    tallest = max(sum(need[i] for i in column) for column in columns.values())
    first, last = min(columns), max(columns)
    place: dict[int, float] = {}
    for _, column in sorted(columns.items()):
        column.sort(key=lambda i: float(np.mean([place[j] for j in above[i]] or [0])))
        sizes = np.array([need[i] for i in column])
        centres = (np.cumsum(sizes) - sizes / 2) * tallest / sizes.sum()
        place |= dict(zip(column, centres.tolist(), strict=True))
    x = {i: at - first for at, column in columns.items() for i in column}
    if ax is None:
        ax = plt.subplots(figsize=(1.8 * (last - first + 1), 0.27 * tallest + 0.3))[1]
    for start, end, label in graph.edges:
        ends = [x[start] + 0.17, x[end] - 0.14], [place[start], place[end]]
        ax.plot(*ends, color="0.7", lw=0.8, zorder=1)
        if graph.nodes[start].kind == HINTER:
            at = 0.75 * ends[0][0] + 0.25 * ends[0][1], 0.75 * place[start] + 0.25 * place[end]
            style: dict[str, Any] = {"family": "monospace", "ha": "center", "va": "center", "color": "0.25"}
            ax.text(*at, label, size=6.5, bbox={"fc": "white", "ec": "none", "pad": 0.3}, **style)
    for i, node in enumerate(graph.nodes):
        look: dict[str, Any] = {"size": 9, "style": "italic"}
        if node.kind == GUESSER:
            look = {"size": 8, "bbox": {"boxstyle": "round,pad=.25", "fc": "white", "ec": SERIES[0]}}
        elif node.kind != HINTER:
            won = node.kind == GUESSER_WINS
            texts[i] = f"{'✓' if won else '✗'} {texts[i]}"
            look = {"size": 8, "color": SERIES[2 if won else 1], "bbox": {"fc": "white", "ec": "none", "pad": 0.5}}
        ax.text(x[i], place[i], texts[i], ha="center", va="center", **look)
    ax.set(xlim=(-0.5, last - first + 0.5), ylim=(tallest, 0))
    ax.axis("off")
    return ax


def _known(knowledge: Any) -> str:
    """Write a knowledge of any kind in a few lines."""
    if not isinstance(knowledge, frozenset):
        return repr(knowledge)
    lines = sorted(" ".join(one) if isinstance(one, tuple) else one for one in knowledge)
    return "\n".join(lines) or "no hints"

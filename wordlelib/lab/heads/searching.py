"""Bounds that close, pulls in strips, trees that grow, estimates that rise, and ratings by several judges."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from wordlelib.game.game import State
from wordlelib.plots.style import ROLES, banner
from wordlelib.search.tree_search import TreeSearch

Edge = tuple[str, tuple[float, float], tuple[float, float]]
LARGE = 14.0  # the size of letters that can be read when a phone shrinks the picture


def closing_bars(
    below: Sequence[int], above: Sequence[int], meeting: int, low: Sequence[str], high: Sequence[str]
) -> list[Axes]:
    """Draw bars that close in on a number from both sides, row by row, and in the last row the number where they meet.

    From below come lower bounds, in grey, and from above what base policies need, with rollout as the last.
    """
    [ax] = banner(1.8)
    for side, numbers, names in ((-1, below, low), (1, above, high)):
        near, far = ("right", "left") if side > 0 else ("left", "right")
        colours = [ROLES["amount" if side < 0 else "base"]] * len(numbers)
        if side > 0:
            colours[-1] = ROLES["step"]
        for row, (number, name) in enumerate(zip(numbers, names, strict=True)):
            end = 1.3 + float(np.log1p(abs(number - meeting)))
            ax.barh(-row, side * (10 - end), 0.62, side * end, color=colours[row])
            ax.text(side * (end - 0.2), -row, f"{number:,}", ha=near, va="center")
            ax.text(side * 10.3, -row, name, ha=far, va="center")
    row = -max(len(below), len(above))
    for side in (-1, 1):
        ax.barh(row, side * 8.7, 0.62, side * 1.3, color=ROLES["optimum"])
    ax.text(0, row, f"{meeting:,}", ha="center", va="center", weight="bold")
    ax.set(xlim=(-18, 16))
    return [ax]


def _urn(ax: Axes, x: float, letter: str, tickets: np.ndarray, colour: str) -> None:
    """Draw an urn above the strips: its letter, and a dot for each ticket, filled if it says 1."""
    ones, places = int(np.sum(tickets)), x + 0.04 + 0.02 * np.arange(len(tickets))
    ax.text(x, 1, letter, color=colour, weight="bold", va="center_baseline")
    ax.plot(places[:ones], np.ones(ones), "o", ms=5.5, color=colour)
    ax.plot(places[ones:], np.ones(len(tickets) - ones), "o", ms=5.5, mfc="none", mec=colour)


def strips(names: Sequence[str], runs: Sequence[np.ndarray], urns: Sequence[np.ndarray]) -> list[Axes]:
    """Draw runs of pulls as strips, a bar for each pull in the colour of its urn; the urns stand above as A, B, C.

    The urn with the fewest ones is the best, and has the colour of the optimum; the others are grey.
    """
    [ax], greys = banner(1.9), iter(("0.68", "0.2", "0.5", "0.85"))
    best = int(np.argmin([np.mean(urn) for urn in urns]))
    colours = [ROLES["optimum"] if urn == best else next(greys) for urn in range(len(urns))]
    for row, (name, run) in enumerate(zip(names, runs, strict=True)):
        ax.text(-0.025, -row, name, ha="right", va="center")
        for urn in range(len(urns)):
            corners = np.array([[0, -0.36], [0.84, -0.36], [0.84, 0.36], [0, 0.36]])
            places = np.stack([np.flatnonzero(run == urn), np.full(np.sum(run == urn), -row)], axis=1)
            bars = Path.make_compound_path_from_polys((places[:, None] + corners) / [len(run), 1])
            ax.add_patch(PathPatch(bars, facecolor=colours[urn], lw=0))
    for urn, tickets in enumerate(urns):
        _urn(ax, urn * 0.775 / max(len(urns) - 1, 1), "ABCDE"[urn], tickets, colours[urn])
    ax.set(xlim=(-0.18, 1.01), ylim=(0.5 - len(runs), 1.3))
    return [ax]


def _places(
    search: TreeSearch, state: State, leaf: Iterator[int], edges: list[Edge], y: int = 0, first: str = ""
) -> float:
    """Place a belief above those below it, leaves from left to right; return its place, and note the edges."""
    above: list[tuple[str, float]] = []
    for guess in (arm.guess for arm in search.arms(state) if arm.visits):
        own = first or guess
        left = [hint for hint, words in state.partition(guess).items() if len(words) > 1]
        below = [_places(search, state.after(guess, hint), leaf, edges, y - 2, own) for hint in left]
        at = float(np.mean(below)) if below else float(next(leaf))
        edges += [(own, (at, y - 1), (x, y - 2)) for x in below]
        above.append((own, at))
    place = float(np.mean([x for _, x in above])) if above else float(next(leaf))
    edges += [(own, (place, y), (x, y - 1)) for own, x in above]
    return place


def search_trees(searches: Mapping[str, TreeSearch]) -> list[Axes]:
    """Draw side by side the trees that searches of a small game have grown; the best guess's part is black."""
    [ax], leaf, deepest = banner(1.9), count(), 0.0
    for name, search in searches.items():
        edges: list[Edge] = []
        root = _places(search, search.game.start(), leaf, edges)
        best = [edge for edge in edges if edge[0] == search.guess()]
        for some, colour in (([edge for edge in edges if edge not in best], "0.6"), (best, "black")):
            gaps = [point for _, upper, lower in some for point in (upper, lower, (np.nan, np.nan))]
            ax.plot(*np.reshape(gaps, (-1, 2)).T, color=colour, lw=1.6 if colour == "black" else 0.9)
        dots = sorted({point for _, *ends in best for point in ends})
        ax.plot(*np.reshape(dots, (-1, 2)).T, "o", ms=3, color="black")
        ax.text(root, 0.4, name, ha="center")
        deepest = min([deepest, *(lower[1] for *_, lower in edges)])
        for _ in range(7):
            next(leaf)
    ax.set(ylim=(deepest - 0.2, 0.9))
    return [ax]


PHASES = ("selection", "expansion", "simulation", "back-propagation")


def phases() -> list[Axes]:
    """Draw the four phases of a Monte Carlo tree search on one small tree, with what a phase touches in bold.

    The game that the default policy plays has the colour of a base policy.
    """
    axes = banner(2.3, parts=len(PHASES))
    tree = [((0, 0), (-0.5, -1)), ((-0.5, -1), (-0.9, -2)), ((-0.5, -1), (-0.1, -2))]
    tree += [((0, 0), (0.5, -1)), ((0.5, -1), (0.7, -2))]
    path, new = [(0.0, 0.0), (-0.5, -1.0), (-0.1, -2.0)], [(-0.1, -2.0), (0.15, -3.0), (-0.15, -4.0)]
    for i, (ax, name) in enumerate(zip(axes, PHASES, strict=True)):
        lines = [*tree, *pairwise(new)] if i else tree
        for ends in lines:
            ax.plot(*np.array(ends).T, color="gray", lw=1, zorder=1)
        bold = [pairwise(path), pairwise(new), (), pairwise(path + new[1:])][i]
        for (x, y), (far_x, far_y) in bold:
            ends = ((far_x, far_y), (x, y)) if i == 3 else ((x, y), (far_x, far_y))
            arrow = {"arrowstyle": "-|>", "color": "black", "lw": 2.2, "shrinkA": 3, "shrinkB": 5}
            ax.annotate("", ends[1], ends[0], arrowprops=arrow)
        if i == 2:
            down = np.linspace(0, 1, 60)
            ax.plot(new[-1][0] + 0.08 * np.sin(9 * np.pi * down), -4.15 - 1.5 * down, color=ROLES["base"], lw=1.8)
            ax.plot(new[-1][0], -5.8, "s", color=ROLES["base"], ms=7)
        for x, y in {place for ends in lines for place in ends}:
            guess = y in (-1, -3)
            ax.plot(x, y, "o", ms=5 if guess else 9, color="gray" if guess else "white", mec="gray", zorder=2)
        ax.text(0, 0.7, name, ha="center", va="bottom", weight="bold")
        ax.set(xlim=(-1.25, 1.25), ylim=(-6.1, 1.3))
    return axes


def rises(
    starts: Sequence[float], ends: Sequence[float], sure: Sequence[bool], level: float, names: tuple[str, str]
) -> list[Axes]:
    """Draw how numbers rise, as upright lines side by side, black if sure, and the optimum as a level."""
    [ax] = banner(1.9)
    both = np.stack([starts, ends, np.full(len(starts), np.nan)], axis=1)
    for kind, colour, line, inside in ((True, "black", "-", "black"), (False, "0.5", ":", "white")):
        x = np.flatnonzero(np.asarray(sure) == kind)
        ax.plot(np.repeat(x, 3), both[x].ravel(), line, color=colour, lw=1.2)
        ax.plot(x, both[x, 0], "o", ms=5, mfc="white", mec=colour)
        ax.plot(x, both[x, 1], "o", ms=5, mfc=inside, mec=colour)
    ax.plot([-0.8, len(starts) - 0.2], [level, level], color=ROLES["optimum"], lw=2, zorder=0)
    for name, heights in zip(names, (starts, ends), strict=True):
        ax.text(-1.2, heights[0], name, ha="right", va="center", size=LARGE)
    ax.set(xlim=(-6, len(starts)))
    return [ax]


def slopes(ratings: Mapping[str, Mapping[str, float]], marked: Sequence[str]) -> list[Axes]:
    """Draw how judges rate the same things, a column a judge and a line a thing, the least at the top.

    Two things are `marked`, the second in the colour of the optimum.
    """
    [ax] = banner(1.9)
    least = [min(column.values()) for column in ratings.values()]
    ways = {
        thing: [-float(np.sqrt(column[thing] - low)) for column, low in zip(ratings.values(), least, strict=True)]
        for thing in next(iter(ratings.values()))
    }
    for way in (ways[thing] for thing in ways if thing not in marked):
        ax.plot(way, "o-", color="0.8", lw=1, ms=6)
    for thing, colour, line in zip(marked, ("black", ROLES["optimum"]), ("o--", "o-"), strict=True):
        ax.plot(ways[thing], line, color=colour, lw=2, ms=6)
        ax.text(len(ratings) - 0.92, ways[thing][-1], thing, color=colour, va="center_baseline", size=LARGE)
    for x, name in enumerate(ratings):
        ax.text(x, 0.7, name, ha="center", size=LARGE)
    ax.set(ylim=(min(map(min, ways.values())) - 0.3, 1.5), xlim=(-0.25, len(ratings) - 0.55))
    return [ax]

"""A row over the hidden word, steps as arcs, classes as blocks, walks over beliefs, and guesses as columns of dots."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from wordlelib.plots.boards import board
from wordlelib.plots.style import FIVE, TILE, banner

Seen = tuple[tuple[int, int | None], np.ndarray]


def row_and_words(
    row: tuple[str, str], hidden: str, links: Iterable[tuple[int, int]], words: Sequence[str], fitting: Sequence[str]
) -> list[Axes]:
    """Draw a row over the hidden word, linked by place, and beside it a square for each word, green where it fits."""
    left, right = banner(1.7, 2)
    board([row], left)
    for mark, used in links:
        left.plot([mark + 0.5, used + 0.5], [-1.05, -1.95], "-" if mark == used else ":", color="0.5", lw=2)
    for place, letter in enumerate(hidden.upper()):
        left.add_patch(Rectangle((place + 0.14, -2.86), 0.72, 0.72, fc="none", ec="0.6"))
        left.text(place + 0.5, -2.52, letter, size=17, ha="center", va="center")
    left.set(ylim=(-3, 0), anchor="W")
    _squares(right, words, fitting)
    return [left, right]


def _squares(ax: Axes, words: Sequence[str], fitting: Sequence[str], high: int = 29) -> None:
    """Draw a square for each word, in columns from the bottom up, and write the words that fit below."""
    full, rest = divmod(len(words), high)
    columns = [high] * full + [rest] * (rest > 0)
    ax.bar(range(len(columns)), columns, 0.8, color="0.82")
    ax.hlines(range(high), -1, len(columns), color="white", lw=0.5)
    for k in map(words.index, fitting):
        ax.add_patch(Rectangle((k // high - 0.5, k % high + 0.05), 1, 0.9, fc=TILE["g"], ec="none", zorder=3))
    ax.text(-0.5, -2.5, "  ".join(fitting), style="italic", va="top")
    ax.set(aspect="equal", xlim=(-1, len(columns)), ylim=(-7, high), anchor="E")


def arcs(ways: Mapping[str, Sequence[float]]) -> list[Axes]:
    """Draw ways along a line of numbers, an arc for each step, and a black dot where all of them end."""
    [ax] = banner(1.6)
    turn = np.linspace(0, np.pi, 99)
    for (name, stops), mark, colour in zip(ways.items(), "os^Dv", FIVE, strict=False):
        for a, b in pairwise(stops):
            ax.plot((a + b - (b - a) * np.cos(turn)) / 2, abs(b - a) ** 0.5 * np.sin(turn), color=colour, lw=2)
        ax.plot(stops[:-1], [0] * (len(stops) - 1), mark, color=colour)
        longest = max(pairwise(stops), key=lambda step: abs(step[1] - step[0]))
        ax.text(sum(longest) / 2, 1.6, name, ha="center")
    places = sorted({stop for stops in ways.values() for stop in stops})
    for stop, x in zip(places, _apart(places, 0.035 * (places[-1] - places[0])), strict=True):
        ax.text(x, -2, f"{stop:,.0f}", ha="center")
    ax.plot(next(iter(ways.values()))[-1], 0, "o", color="black", ms=8)
    ax.set(xlim=(places[0] - 2, places[-1] + 2), ylim=(-2.4, 7.8))
    return [ax]


def _apart(places: Sequence[float], gap: float) -> np.ndarray:
    """Move neighbours that are nearer than the gap away from each other, each by the same."""
    moved = np.array(places, dtype=float)
    for k, (a, b) in enumerate(pairwise(places)):
        moved[k : k + 2] += max(gap - (b - a), 0) / 2 * np.array([-1, 1])
    return moved


def treemaps(classes: Mapping[str, Sequence[int]]) -> list[Axes]:
    """Draw side by side how things are cut into classes, a block of its area for each, the largest first."""
    axes = banner(1.8, len(classes))
    for ax, (text, sizes) in zip(axes, classes.items(), strict=True):
        _fill(ax, np.asarray(sizes), np.zeros(2), np.array([2.2, 1]))
        ax.text(0, 1.07, text, va="top")
        ax.text(0.04, 0.14, f"{sizes[0]:,} words", color="white")
        ax.set(xlim=(0, 2.2), ylim=(1.2, 0))
    return axes


def _fill(ax: Axes, sizes: np.ndarray, at: np.ndarray, box: np.ndarray) -> None:
    """Fill a box with blocks: cut its longer side so that both parts hold about as much, and fill each part."""
    share = np.cumsum(sizes) / np.sum(sizes)
    k = max(1, int(np.searchsorted(share, 0.5)))
    side = np.eye(2)[box.argmax()] * box
    step = side * share[k - 1]
    if k < len(sizes):
        _fill(ax, sizes[:k], at, box - side + step)
        _fill(ax, sizes[k:], at + step, box - step)
    else:
        ax.add_patch(Rectangle((at[0], at[1]), box[0], box[1], ec="white", lw=0.4, fc=FIVE[0], clip_on=False))


def walks(ways: Sequence[Sequence[Seen]], ring: int, names: Sequence[str]) -> list[Axes]:
    """Draw searches on a line of cells side by side, a row for each step from the top down, with the ring's place."""
    axes = banner(2, len(ways))
    for ax, way, name in zip(axes, ways, names, strict=True):
        maybe = np.array([belief for _, belief in way]) > 0
        for cells, colour in ((maybe, FIVE[0]), (~maybe, "0.9")):
            rows, columns = np.nonzero(cells)
            ax.plot(columns, -rows, "s", color=colour, ms=14, clip_on=False)
        last = 1 - len(way)
        ax.plot([x[0] for x, _ in way], range(0, -len(way), -1), "o-", color="black", mec="white")
        ax.plot(ring, last, "o", ms=20, mfc="none", mec=FIVE[1], mew=2.5, clip_on=False)
        ax.text(-0.35, last - 0.85, name, va="top")
        ax.set(xlim=(-0.5, maybe.shape[1] - 0.5), ylim=(last - 1.4, 0.5))
    return axes


def dot_columns(groups: Mapping[str, Sequence[Sequence[int]]]) -> list[Axes]:
    """Draw groups of numbers as columns of dots, the third dot and those above it in red, small groups first."""
    axes = banner(1.3, len(groups))
    for ax, (text, numbers) in zip(axes, groups.items(), strict=True):
        dots, x = [], 0
        for group in sorted(numbers, key=len):
            x += len(group) > 1
            for number in sorted(group):
                dots += [(x, k) for k in range(number)]
                x += 1
        places, heights = np.array(dots).T
        for chosen, colour in ((heights < 2, "0.35"), (heights >= 2, FIVE[1])):
            ax.plot(places[chosen], heights[chosen], "o", color=colour, ms=5)
        below = heights[places < 8].max()
        ax.text(-0.3, below + 1.3, text, linespacing=1.4)
        ax.set(xlim=(-0.5, x + 1.5), ylim=(-0.5, below + 5.5), aspect="equal", anchor="SW")
    return axes

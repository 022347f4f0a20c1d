"""Steps to a fixed point, tiles with what they stand for, and tables of dots."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Rectangle

from wordlelib.plots.boards import board
from wordlelib.plots.style import FIVE, ON_TILE, ROLES, TILE, banner

Numbers = Sequence[float] | np.ndarray


def staircases(
    curve: tuple[Numbers, Numbers], fixed: float, roads: Sequence[tuple[Numbers, Numbers]], texts: Sequence[str]
) -> list[Axes]:
    """Draw side by side the roads of value iteration and Newton's method to where a curve crosses the diagonal.

    A road is the numbers that a method passes, and the heights of the curve over them.
    """
    axes, colours = banner(1.9, parts=len(roads)), (ROLES["iterate"], ROLES["step"])
    least, most = curve[0][0], curve[0][-1]
    for i, (ax, (road, heights), text) in enumerate(zip(axes, roads, texts, strict=True)):
        ax.plot([least, most], [least, most], color="0.75", lw=1)
        ax.plot(*curve, color="0.85", lw=6)
        ax.plot(fixed, fixed, "o", color=ROLES["optimum"], ms=10)
        x = np.repeat(road, 2)[1:-1]
        y = np.stack((heights[:-1], road[1:]), axis=1).ravel()
        ax.plot(x, y, "os"[i] + "-", color=colours[i], lw=2, ms=5)
        ax.text(0.02, 0.98, text, va="top", linespacing=1.4, transform=ax.transAxes)
        ends = least - (most - least) / 50, most + (most - least) / 50
        ax.set(xlim=ends, ylim=ends)
    return axes


def decimals(rows: Sequence[tuple[str, str]], beside: Sequence[str], whole: int = 1) -> list[Axes]:
    """Draw decimal numbers, given as digits and colours, on tiles with the point after `whole` of them."""
    [ax] = banner(1.9, width=5)
    board(rows, ax, beside)
    ax.plot([whole] * len(rows), [-y - 0.86 for y in range(len(rows))], "o", color="black", ms=2.5, ls="none")
    return [ax]


def bars_to_tiles(labels: Sequence[str], pairs: Sequence[tuple[Numbers, tuple[str, str]]]) -> list[Axes]:
    """Draw pairs of a bar chart and a row of tiles, with an arrow from the bars to the tiles and one scale for all."""
    axes = banner(1.5, parts=len(pairs))
    wide, highest = 0.62, max(max(heights) for heights, _ in pairs)
    places = -1.3 - wide * np.arange(len(labels))[::-1]
    for ax, (heights, row) in zip(axes, pairs, strict=True):
        board([row], ax)
        for text in ax.texts:
            text.set_fontsize(11 if text.get_text().isalpha() else 6)
        ax.bar(places, 2.8 * np.divide(heights, highest), 0.8 * wide, bottom=-1.4, color=ROLES["words"])
        for x, label in zip(places, labels, strict=True):
            ax.text(x, -1.6, label, size=11, ha="center", va="top")
        ax.text(-0.45, -0.55, "→", size=11, ha="center", va="center")
        ax.set(xlim=(places[0] - wide, len(row[0])), ylim=(-2.3, 1.5))
    return axes


def board_and_bars(
    rows: Sequence[tuple[str, str]], framed: np.ndarray, shares: Mapping[str, float], marked: str
) -> list[Axes]:
    """Draw rows of a game, some of their tiles in a frame, and beside them bars of a belief, one word's in blue."""
    left, right = banner(1.8, parts=2)
    board(rows, left)
    for k, i in np.argwhere(framed):
        left.add_patch(Rectangle((i + 0.02, -k - 0.98), 0.96, 0.96, fill=False, ec="black", lw=2.5))
    most = max(shares.values())
    for y, (word, share) in enumerate(shares.items()):
        right.barh(y, share, 0.7, color=ROLES["words"] if word == marked else "0.7")
        right.text(-most / 32, y, word, size=9, ha="right", va="center")
        said = f"{share:.1%}" if share < 0.01 else f"{share:.0%}"
        right.text(share + most / 40, y, said, size=9, va="center")
    right.invert_yaxis()
    return [left, right]


def words_and_bars(values: Mapping[str, float], unit: str = "", digits: int = 2) -> list[Axes]:
    """Draw words on grey tiles, one below the other, and on the right of each a bar for its number."""
    [ax] = banner(0.1 + 0.4 * len(values), width=5)
    for y, (word, value) in enumerate(values.items()):
        for x, letter in enumerate(word.upper(), -len(word)):
            shape = "round,pad=0,rounding_size=.08"
            ax.add_patch(FancyBboxPatch((x + 0.1, -y - 0.4), 0.8, 0.8, shape, fc=TILE["-"], ec="none"))
            ax.text(x + 0.5, -y - 0.02, letter, color=ON_TILE["-"], ha="center", va="center", size=15, weight="bold")
        length = 5.5 * value / max(values.values())
        ax.barh(-y, length, 0.5, left=0.5, color=ROLES["amount"])
        said = f"{value:.{digits}f}" if y else f"{value:.{digits}f} {unit}".strip()
        ax.text(0.7 + length, -y, said, va="center")
    ax.set(xlim=(-max(map(len, values)), 8.4), ylim=(0.4 - len(values), 0.6), aspect="equal")
    return [ax]


def dot_table(rows: Mapping[str, tuple[Mapping[str, int], str]], columns: str) -> list[Axes]:
    """Draw a table of counts as dots whose areas are the counts; those of letters in the row's word are blue."""
    [ax] = banner(0.32 * len(rows) + 0.1)
    for x, letter in enumerate(columns):
        ax.text(x, -0.8, letter, ha="center", size=9, color="0.4")
    most = max(count for counts, _ in rows.values() for count in counts.values())
    alike: dict[tuple[str, float], list[tuple[int, int]]] = {}  # the dots of one colour and width, in half points
    for y, (name, (counts, word)) in enumerate(rows.items()):
        ax.text(-1, y, name, ha="right", va="center", size=9)
        ax.text(len(columns), y, word, va="center", size=9, color=FIVE[0])
        for letter, count in counts.items():
            width = max(1, round(2 * 14 * (count / most) ** 0.5)) / 2
            alike.setdefault((FIVE[0] if letter in word else "0.7", width), []).append((columns.index(letter), y))
    for (colour, width), places in alike.items():
        ax.plot(*zip(*places, strict=True), "o", color=colour, ms=width, mew=0, ls="none", clip_on=False)
    ax.set(xlim=(-5.5, len(columns) + 3), ylim=(len(rows) - 0.4, -1.4))
    return [ax]

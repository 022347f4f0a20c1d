"""A row over the hidden word, values on trees, classes as blocks, walks over beliefs, guesses as columns of dots."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from wordlelib.plots.boards import board
from wordlelib.plots.style import ROLES, banner

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
        ax.add_patch(Rectangle((k // high - 0.5, k % high + 0.05), 1, 0.9, fc=ROLES["words"], ec="none", zorder=3))
    ax.text(-0.5, -2.5, "  ".join(fitting), style="italic", va="top")
    ax.set(aspect="equal", xlim=(-1, len(columns)), ylim=(-7, high), anchor="E")


def value_trees(tree: Mapping[str, Mapping[str, Sequence[str]]], values: Sequence[Mapping[str, float]]) -> list[Axes]:
    """Draw a small game's tree after each step of value iteration, with the values of its beliefs.

    The tree has for each belief, whose words stand apart, the guesses and the beliefs that each of them may leave. Its
    first belief is the root. A value that has become final is filled, and the guesses of the least sum are thick.
    """
    axes = banner(3.2, len(values) - 1)
    for k, ax in enumerate(axes):
        old, new = values[k : k + 2]
        final = {belief: bool(np.isclose(new[belief], values[-1][belief])) for belief in new}
        right, _ = _grow(ax, tree, next(iter(tree)), (0.0, 0.0), old, new, final)
        ax.set(xlim=(-0.2, right + 0.2), ylim=(-7.1, 1.4))
        ax.text(0, 1.2, f"$J_{k + 1}$", size=11, ha="center")
    return axes


def _grow(
    ax: Axes,
    tree: Mapping[str, Mapping[str, Sequence[str]]],
    belief: str,
    corner: tuple[float, float],
    old: Mapping[str, float],
    new: Mapping[str, float],
    final: Mapping[str, bool],
) -> tuple[float, float]:
    """Draw what hangs below a belief, to the right of a corner; return its right end and the belief's place."""
    right, y = corner
    words, stems = belief.split(), []
    for guess, left in tree.get(belief, {}).items():
        below = []
        for each in left:
            right, place = _grow(ax, tree, each, (right, y - 2), old, new, final)
            below.append(place)
        total = sum(len(each.split()) / len(words) * old[each] for each in left)
        stems.append((total, guess, float(np.mean(below)), below))
    right = max(right, corner[0] + 1)
    x = float(np.mean([at for _, _, at, _ in stems])) if stems else corner[0] + 0.5
    for total, guess, at, below in stems:
        width = 2.5 if np.isclose(total, min(stems)[0]) else 0.8
        ax.plot([x, at], [y, y - 1], color="0.5", lw=width, zorder=1)
        for place in below:
            ax.plot([at, place], [y - 1, y - 2], color="0.5", lw=0.8, zorder=1)
        ax.plot(at, y - 1, "o", color="0.5", ms=4)
        ax.text(at + 0.15, y - 1, guess, size=7, va="center", style="italic")
    ax.plot(x, y, "o", mfc=ROLES["words"] if final[belief] else "white", mec=ROLES["words"], ms=21)
    ax.text(x, y, f"{new[belief]:.3g}", size=8, ha="center", va="center", color="white" if final[belief] else "black")
    beside = len(stems) == 1  # the stem below leaves no room for the words
    side = "right" if beside else "center"
    ax.text(x - 0.12 * beside, y - 0.7, "".join(word[0] for word in words), size=7, ha=side, va="center")
    return right, x


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
        ax.add_patch(Rectangle((at[0], at[1]), box[0], box[1], ec="white", lw=0.4, fc=ROLES["words"], clip_on=False))


def walks(ways: Sequence[Sequence[Seen]], ring: int, names: Sequence[str]) -> list[Axes]:
    """Draw searches on a line of cells side by side, a row for each step from the top down, with the ring's place."""
    axes = banner(2, len(ways))
    for ax, way, name in zip(axes, ways, names, strict=True):
        maybe = np.array([belief for _, belief in way]) > 0
        for cells, colour in ((maybe, ROLES["words"]), (~maybe, "0.9")):
            rows, columns = np.nonzero(cells)
            ax.plot(columns, -rows, "s", color=colour, ms=14, clip_on=False)
        last = 1 - len(way)
        ax.plot([x[0] for x, _ in way], range(0, -len(way), -1), "o-", color="black", mec="white")
        ax.plot(ring, last, "o", ms=20, mfc="none", mec="black", mew=2.5, clip_on=False)
        ax.text(-0.35, last - 0.85, name, va="top")
        ax.set(xlim=(-0.5, maybe.shape[1] - 0.5), ylim=(last - 1.4, 0.5))
    return axes


def dot_columns(groups: Mapping[str, Sequence[Sequence[int]]]) -> list[Axes]:
    """Draw groups of numbers as columns of dots, the third dot and those above it in black, small groups first."""
    axes = banner(1.3, len(groups))
    for ax, (text, numbers) in zip(axes, groups.items(), strict=True):
        dots, x = [], 0
        for group in sorted(numbers, key=len):
            x += len(group) > 1
            for number in sorted(group):
                dots += [(x, k) for k in range(number)]
                x += 1
        places, heights = np.array(dots).T
        for chosen, colour in ((heights < 2, "0.7"), (heights >= 2, "black")):
            ax.plot(places[chosen], heights[chosen], "o", color=colour, ms=5)
        below = heights[places < 8].max()
        ax.text(-0.3, below + 1.3, text, linespacing=1.4)
        ax.set(xlim=(-0.5, x + 1.5), ylim=(-0.5, below + 5.5), aspect="equal", anchor="SW")
    return axes

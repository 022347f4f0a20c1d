"""Trees of moves, a row with the letters and words it leaves, a board beside words, and fields of dots."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from wordlelib.game.knowledge import GameTree
from wordlelib.plots.boards import board
from wordlelib.plots.style import ROLES, banner

Way = tuple[str, ...]
Point = tuple[float, float]
HIGH = 20  # dots in a full column of a field
LARGE = 14.0  # the size of letters that can be read when a phone shrinks the picture
LETTER, CORNER = 10.0, 4.5  # sizes of the letters on small tiles, and of the marks in their corners


def filled_tree(tree: GameTree, filled: Callable[[GameTree], bool]) -> list[Axes]:
    """Draw a game of two from the top down, with a dot for each position, black and filled or grey and hollow."""
    [ax] = banner(2)
    nodes = dict(_ways(tree))
    place = _places(list(nodes))
    _edges(ax, place, place, "0.75")
    for kind, colour, inside in ((True, "black", "black"), (False, "0.6", "white")):
        some = [place[way] for way, node in nodes.items() if filled(node) == kind]
        ax.plot(*np.reshape(some, (-1, 2)).T, "o", color=colour, mfc=inside, ms=6)
    _name_first_moves(ax, place)
    return [ax]


def tree_in_tree(ways: Sequence[Way], inner: Collection[Way]) -> list[Axes]:
    """Draw a tree of moves in grey from the top down, and over it in black and larger the nodes in `inner`.

    Each node is given by the moves that lead to it, `()` for the root, and comes after the node above it.
    """
    [ax] = banner(1.8)
    place = _places(ways)
    for some, colour, size in ((ways, "0.75", 4), ([way for way in ways if way in inner], "black", 6)):
        _edges(ax, place, some, colour)
        ax.plot(*np.reshape([place[way] for way in some], (-1, 2)).T, "o", color=colour, ms=size)
    _name_first_moves(ax, place)
    return [ax]


def _ways(node: GameTree, way: Way = ()) -> Iterator[tuple[Way, GameTree]]:
    """Yield each position before those below it, with the moves that lead there."""
    yield way, node
    for move, below in node.children.items():
        yield from _ways(below, (*way, move))


def _places(ways: Sequence[Way]) -> dict[Way, Point]:
    """Place each node above the middle of the nodes below it, and the leaves side by side."""
    place: dict[Way, Point] = {}
    leaf = count()
    for way in reversed(ways):
        below = [x for other, (x, _) in place.items() if other[:-1] == way]
        place[way] = (float(np.mean(below)) if below else float(-next(leaf)), -len(way))
    return place


def _edges(ax: Axes, place: Mapping[Way, Point], ways: Iterable[Way], colour: str) -> None:
    """Draw the line from each node but the root to the node above it."""
    ends = [(place[way[:-1]], place[way], (np.nan, np.nan)) for way in ways if way]
    ax.plot(*np.reshape(ends, (-1, 2)).T, color=colour, lw=1, zorder=1)


def _name_first_moves(ax: Axes, place: Mapping[Way, Point]) -> None:
    """Write the moves below the root beside their dots, on the side away from the root."""
    for way, (x, y) in place.items():
        if len(way) == 1:
            side, ends = (8, "left") if x > place[()][0] else (-8, "right")
            ax.annotate(way[0], (x, y), (side, 0), textcoords="offset points", ha=ends, va="center", size=LARGE)
    left, right = (edge(x for x, _ in place.values()) for edge in (min, max))
    ax.set_xlim(left - 2.5, right + 2.5)


def row_letters_words(
    row: tuple[str, str], alphabet: str, places: Sequence[Collection[str]], words: Sequence[str], heads: Sequence[str]
) -> list[Axes]:
    """Draw side by side a row, the alphabet for each place of the word with the letters of `places` dark, and words."""
    [ax] = banner(1.8)
    _small_board(ax, [row])
    for i, kept in enumerate(places):
        for inside, grey in ((True, "0.1"), (False, "0.85")):
            some = [letter if (letter in kept) == inside else " " for letter in alphabet]
            _fixed(ax, 14, len(places) / 2 - 1 - i, " ".join(some), ha="center", color=grey)
    for i, word in enumerate(words):
        _fixed(ax, 24.5, len(words) / 2 - 1 - i, word, ha="center")
    for x, head in zip((2.5, 14, 24.5), heads, strict=True):
        ax.text(x, len(places) / 2 + 0.1, head, ha="center", va="center", color="0.4")
    ax.set(xlim=(0, 26.2), ylim=(-len(places) / 2 - 0.4, len(places) / 2 + 0.6))
    return [ax]


def board_and_words(rows: Sequence[tuple[str, str]], left: Sequence[Sequence[str]], last: str) -> list[Axes]:
    """Draw a board and beside each row the words that are still possible after it; `last` ends every row in bold."""
    [ax] = banner(2)
    _small_board(ax, rows)
    for k, words in enumerate(left):
        _fixed(ax, 19.3, -k - 0.5, "  ".join(words), ha="right", color=ROLES["words"])
        _fixed(ax, 20.2, -k - 0.5, last, weight="bold")
    ax.set(xlim=(0, 23))
    return [ax]


def _small_board(ax: Axes, rows: Sequence[tuple[str, str]]) -> None:
    """Draw a board whose letters are as small as the writing beside it."""
    for text in board(rows, ax).texts:
        text.set_fontsize(LETTER if text.get_text().isalpha() else CORNER)


def _fixed(ax: Axes, x: float, y: float, text: str, **look: str) -> None:
    """Write in letters of one width, and keep all spaces."""
    ax.text(x, y, text.replace(" ", "\xa0"), {"family": "monospace", "size": LETTER, "va": "center"}, **look)


def fields_and_names(fields: Mapping[str, int], title: str, names: Sequence[str]) -> list[Axes]:
    """Draw fields of so many grey dots side by side, and to their right up to six names, each with a black dot."""
    [ax] = banner(1.7)
    starts = _starts(fields.values())
    for (text, number), left in zip(fields.items(), starts, strict=False):
        ax.text(left + (_columns(number) - 1) / 2, 1.8, text, ha="center")
    ax.text(starts[-1] - 0.8, 1.8, title)
    heights = np.linspace(-1.4, 2.4 - HIGH, len(names))
    ax.plot(np.full(len(names), starts[-1]), heights, "o", color="black", ms=5)
    for name, y in zip(names, heights, strict=True):
        ax.text(starts[-1] + 2, y, name, va="center")
    ax.set(xlim=(-1, starts[-1] + 15), ylim=(-HIGH, 5), aspect="equal")
    _grey_dots(ax, fields.values())
    return [ax]


def fields_with_marked(fields: Mapping[str, np.ndarray]) -> list[Axes]:
    """Draw fields of grey dots side by side; each array tells which dots of its field are larger and black."""
    [ax] = banner(1.6)
    numbers = [len(marked) for marked in fields.values()]
    starts = _starts(numbers)
    for (text, marked), left in zip(fields.items(), starts, strict=False):
        ax.text(left + (_columns(len(marked)) - 1) / 2, 1.8, text, ha="center")
        columns, rows = np.divmod(np.flatnonzero(marked), HIGH)
        ax.plot(left + columns, -rows, "o", color="black", ms=5.3, zorder=3)
    ax.set(xlim=(-1, starts[-1] - 3), ylim=(-HIGH, 5), aspect="equal")
    _grey_dots(ax, numbers)
    return [ax]


def _columns(number: int) -> int:
    """Count the columns that so many dots fill."""
    return -(-number // HIGH)


def _starts(numbers: Iterable[int]) -> list[int]:
    """Compute where the fields of so many dots begin, and where one after them would."""
    return np.cumsum([0, *(_columns(number) + 4 for number in numbers)]).tolist()


def _grey_dots(ax: Axes, numbers: Collection[int]) -> None:
    """Draw the dots of fields, column by column from the top down, in axes whose limits are set.

    A page holds a drawing whole, and thousands of marks make it heavy. So all dots are one dotted line along the rows.
    """
    rows = []
    for number, left in zip(numbers, _starts(numbers), strict=False):
        for row in range(min(number, HIGH)):
            last = left + (number - 1 - row) // HIGH
            rows += [(left, -row), (last + 0.3, -row), (np.nan, np.nan)]  # a line of no length would have no dot
    figure: Any = ax.figure
    figure.draw_without_rendering()  # which sets the scale
    (begin, _), (end, _) = ax.transData.transform([(0, 0), (1, 0)])
    apart = (end - begin) * 72 / figure.dpi
    thick = 0.6 * apart
    dotted = (0, (0.01, apart / thick - 0.01))
    ax.plot(*np.reshape(rows, (-1, 2)).T, color="0.75", lw=thick, ls=dotted, dash_capstyle="round")


def words_and_line(
    one: Mapping[str, float], mixed: Mapping[str, float], value: float, names: tuple[str, str]
) -> list[Axes]:
    """Draw for each word what one strategy takes, as a hollow mark, and a mixture, as a black dot below a line."""
    [ax] = banner(2.2)
    places = np.arange(len(one))
    ax.axhline(value, color="0.6", lw=1)
    ax.plot(places, list(one.values()), "s", color="0.5", mfc="white", ms=7, label=names[0])
    ax.plot(places, [mixed[word] for word in one], "o", color="black", ms=5, label=names[1])
    ax.set_xticks(places, list(one), rotation=90)
    ax.set(
        xlim=(-0.7, len(one) - 0.3), ylim=(0.6, max(one.values()) + 0.4), yticks=range(1, int(max(one.values())) + 1)
    )
    ax.set_axis_on()
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
    return [ax]

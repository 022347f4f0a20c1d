"""Trees: of decisions, of a search, of a game of two."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from wordlelib.game.knowledge import GUESSER, GUESSER_WINS, HINTER, GameGraph
from wordlelib.game.tree import DecisionTree
from wordlelib.plots.style import SERIES, panel, small_tiles


def decision_tree(tree: DecisionTree, ax: Axes | None = None, depth: int = 6) -> Axes:
    """Draw a small game's decision tree from left to right: guesses at the nodes, feedback on the edges.

    Draw `depth` levels below the root. With more than about 60 words the labels no longer fit.
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
    ax = panel(ax, 2.4 * (max(level.values()) + 1), 0.27 * leaves + 0.4)
    for node, y in place.items():
        x = level[node]
        if node:
            above = int(tree.parent[node])
            ax.plot([x - 0.58, x - 0.34], [place[above], y], color="0.55", lw=0.8)
            ax.plot([x - 0.34, x - 0.05], [y, y], color="0.55", lw=0.8)
            small_tiles(ax, (x - 0.19, y), tree.game.show(int(tree.code[node])))
        word = tree.game.guesses[tree.guess[node]]
        label = f"{word} · {tree.size[node]}" if tree.size[node] > 1 else word
        weight = "bold" if tree.size[node] > 1 else "normal"
        ax.text(x - 0.02, y, label, size=9, ha="left", va="center", weight=weight)
    ax.set(xlim=(-0.05, max(level.values()) + 0.5), ylim=(leaves - 0.4, -0.7))
    ax.axis("off")
    return ax


def search_tree(lines: Sequence[tuple[int, str, str]], ax: Axes | None = None) -> Axes:
    """Draw a search from the top down, one line a belief or guess, indented below the one that led to it.

    The lines are (level, text, kind) in the order of the search; a level is at most one more than the one before. The
    kind is "belief" (a square), "best" (a guess better than all before it: a star), or "cut" (a cross).
    """
    styles = {"belief": ("s", SERIES[0]), "best": ("*", SERIES[2]), "cut": ("X", SERIES[1])}
    strange = next((kind for _, _, kind in lines if kind not in styles), None)
    if strange is not None:
        raise ValueError(f"lines: kind {strange!r}; expected one of {', '.join(styles)}")
    ax = panel(ax, 6.4, 0.22 * len(lines) + 0.2)
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


def game_graph(graph: GameGraph, ax: Axes | None = None) -> Axes:
    """Draw the positions of a small game from left to right, moves as lines.

    A box says what the Guesser knows, a guess with a question mark waits for its feedback. Where a line ends in ✓ the
    Guesser has won, in ✗ the Hinter. With more than about 25 positions in a column the labels no longer fit.
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
    ax = panel(ax, 1.8 * (last - first + 1), 0.27 * tallest + 0.3)
    labelled: list[list[float]] = []
    for start, end, label in graph.edges:
        ends = [[x[start] + 0.17, x[end] - 0.14], [place[start], place[end]]]
        ax.plot(*ends, color="0.7", lw=0.8, zorder=1)
        if graph.nodes[start].kind == HINTER:
            at = _free_place(ends, labelled)
            style: dict[str, Any] = {"family": "monospace", "ha": "center", "va": "center", "color": "0.25"}
            ax.text(at[0], at[1], label, size=6.5, bbox={"fc": "white", "ec": "none", "pad": 0.9}, **style)
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


def _free_place(ends: list[list[float]], taken: list[list[float]]) -> list[float]:
    """Find a place on a line where a label covers no other one, and add it to those taken."""
    places = [[near + share * (far - near) for near, far in ends] for share in (0.4, 0.3, 0.5, 0.2, 0.6)]
    free = (at for at in places if all(abs(at[0] - x) > 0.2 or abs(at[1] - y) > 0.45 for x, y in taken))
    taken.append(next(free, places[0]))
    return taken[-1]


def _known(knowledge: Any) -> str:
    """Write a knowledge of any kind in a few lines."""
    if not isinstance(knowledge, frozenset):
        return repr(knowledge)
    lines = sorted(" ".join(one) if isinstance(one, tuple) else one for one in knowledge)
    return "\n".join(lines) or "no hints"

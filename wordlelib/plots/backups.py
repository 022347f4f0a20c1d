"""Backup diagrams: what a method looks at when it decides, or when it improves a value."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Arc

from wordlelib.plots.style import SERIES, panel

LEAVES = ("J", "mu", "muJ", "end")
CHOICES = ("least", "one", "most")

Belief = str | tuple[Any, ...]


def backups(diagrams: Mapping[str, Belief], ax: Axes | None = None) -> Axes:
    """Draw backup diagrams side by side, each below its name.

    A hollow circle is a belief, a dot a guess. An arc says that all branches below are compared: in blue with "min"
    where the least counts, in red with "max" where the most does. Without an arc all branches are averaged (below a
    guess), or there is but one guess.

    A belief is a tuple ("least", guess, ...), whose guesses are compared, or ("one", guess, ...), of which only the
    first is made and the others are stubs, or a leaf. The leaves are "J", where an estimated cost is charged (a
    diamond), "mu", from where a policy plays to the end (a dashed line to a square), "muJ", from where it makes some
    guesses and an estimate is charged for the rest, and "end" (a square). A guess is a list of the beliefs that may
    follow, over which a mean is taken, or a tuple ("one", belief, ...), where only the first is looked at, or ("most",
    belief, ...), where an opponent chooses.
    """
    if not diagrams:
        raise ValueError("diagrams: none; expected one or more")
    widths = [max(_width(tree), 0.19 * len(name)) for name, tree in diagrams.items()]
    depth = max(_depth(tree) for tree in diagrams.values())
    ax = panel(ax, 0.42 * (sum(widths) + len(widths)), 0.55 * depth + 0.8)
    left = 0.0
    for (name, tree), width in zip(diagrams.items(), widths, strict=True):
        _draw(ax, tree, left + (width - _width(tree)) / 2, 0.0)
        ax.text(left + width / 2, 0.75, name, ha="center", va="bottom", size=9)
        left += width + 1
    ax.set(xlim=(-0.5, left - 0.5), ylim=(-depth - 0.4, 1.5), aspect="equal")
    ax.axis("off")
    return ax


def _parts(node: Any) -> tuple[str, Sequence[Any]]:
    """Return the kind of a node and the nodes below it."""
    if isinstance(node, str) and node in LEAVES:
        return node, ()
    if isinstance(node, list) and node:
        return "mean", node
    if isinstance(node, tuple) and len(node) > 1 and node[0] in CHOICES:
        return node[0], node[1:]
    raise ValueError(f"diagrams: {node!r}; expected a leaf ({', '.join(LEAVES)}), a list, or a tuple that says how")


def _shown(node: Any) -> Sequence[Any]:
    """Return the nodes below a node that are drawn in full."""
    kind, below = _parts(node)
    return below[:1] if kind == "one" else below


def _width(node: Any) -> float:
    kind, below = _parts(node)
    stubs = 0.5 * (len(below) - 1) if kind == "one" else 0
    return sum(map(_width, _shown(node))) + stubs if below else 0.8


def _depth(node: Any) -> float:
    kind, below = _parts(node)
    if not below:
        return {"mu": 1.6, "muJ": 1.3}.get(kind, 0.2)
    return 1 + max(map(_depth, _shown(node)))


def _draw(ax: Axes, node: Any, left: float, y: float, guess: bool = False) -> float:
    """Draw a node and all nodes below it; return its place."""
    kind, below = _parts(node)
    if not below:
        return _draw_leaf(ax, kind, left + _width(node) / 2, y)
    places, edge = [], left
    for child in _shown(node):
        places.append(_draw(ax, child, edge, y - 1, not guess))
        edge += _width(child)
    x = (places[0] + places[-1]) / 2
    for place in places:
        ax.plot([x, place], [y, y - 1], color="0.35", lw=1, zorder=1)
    for i in range(len(below) - len(places)):
        ax.plot([x, x + 0.45 * (i + 1)], [y, y - 0.45], color="0.65", lw=1, zorder=1)
    if kind in ("least", "most"):
        colour, text = (SERIES[0], "min") if kind == "least" else (SERIES[1], "max")
        reach = max(abs(x - places[0]), 0.4)
        ax.add_patch(Arc((x, y), min(reach, 1.1), 0.8, theta1=215, theta2=325, color=colour, lw=1.6))
        ax.text(x + 0.3, y + 0.12, text, color=colour, size=7, ha="left", va="center")
    ax.plot(x, y, "o", color="0.2", mfc="0.2" if guess else "white", markersize=5 if guess else 9, zorder=2)
    return x


def _draw_leaf(ax: Axes, kind: str, x: float, y: float) -> float:
    """Draw a belief below which nothing is compared; return its place."""
    end = y - {"mu": 1.4, "muJ": 1.1}.get(kind, 0)
    if end < y:
        ax.plot([x, x], [y, end], color=SERIES[3], lw=1.2, ls=(0, (3, 2)), zorder=1)
        ax.plot(x, y, "o", color="0.2", mfc="white", markersize=9, zorder=2)
    marker, colour = ("s", SERIES[2]) if kind in ("mu", "end") else ("D", SERIES[1])
    ax.plot(x, end, marker, color=colour, markersize=6, zorder=2)
    return x

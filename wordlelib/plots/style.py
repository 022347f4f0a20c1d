"""The look of all pictures: colours, marks, type, and how a picture becomes a file.

The colours are those of the widgets and the pages. A page shows a picture in its own theme: greys lie between the
page's ink and its paper, and the colours of `FIVE` and `ROLES` have twins for the dark. A colour that must stay as it
is, such as that of the letters on tiles, is therefore no pure grey.
"""

import sys
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.transforms import ScaledTranslation

TILE = {"-": "#272a2e", "y": "#ffd02e", "g": "#1a8536"}
ON_TILE = {"-": "#fffefb", "y": "#1f2328", "g": "#fffefb"}
MARK = {"-": "", "y": "?", "g": "✓"}
FIVE = ("#1160cf", "#c4202a", "#1a7f37", "#7a46d2", "#8a5d00")
SERIES = FIVE[:4]
# What a colour stands for in the head pictures and in the widgets (`--ww-words` and so on in widgets.css) of Parts I
# and II, where the colours of `TILE` are feedback only. What is looked at has the ink of the page and a mark.
ROLES = {
    "words": FIVE[0],  # words left, and their probabilities
    "step": FIVE[1],  # Newton's step: rollout, policy iteration
    "iterate": FIVE[3],  # value iteration
    "base": FIVE[4],  # the base policy
    "optimum": "#15707a",  # J*, perfect play
    "amount": "0.4",  # how many guesses, how much
}
HATCH = ("", "//", "..", "xx")
DASHES = ((0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)), (0, (3, 1, 1, 1, 1, 1)))
LOOK: dict[str, Any] = {
    "axes.spines.right": False,
    "axes.spines.top": False,
    "legend.frameon": False,
    "mathtext.fontset": "stix",
    "svg.fonttype": "none",
    "svg.hashsalt": "wordlelib",
}
NAMELESS = {"Date": None, "Creator": None}
RIGHT: dict[str, Any] = {"loc": "center left", "bbox_to_anchor": (1.0, 0.5), "frameon": False}  # places of legends
ABOVE: dict[str, Any] = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "frameon": False}
WIDTH = 7.4  # inches: the column of a page


def use() -> None:
    """Set the book's look for all pictures; a notebook stores them as SVG, and as PNG for where SVG is not trusted.

    Every chapter calls this in its first cell. Importing `wordlelib.plots` changes no settings of Matplotlib.
    """
    mpl.rcParams.update(LOOK)  # type: ignore[arg-type]
    if "IPython" not in sys.modules:
        return
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    if getattr(shell, "kernel", None) is None:
        return
    from matplotlib_inline.config import InlineBackend

    backend = InlineBackend.instance(parent=shell)
    kept: dict[str, Any] = {"bbox_inches": "tight", "metadata": NAMELESS}
    backend.print_figure_kwargs = kept
    backend.figure_formats = {"svg", "png"}


def panel(ax: Axes | None, width: float, height: float) -> Axes:
    """Return the axes, or those of a new figure of this size in inches, without a frame at the top and the right."""
    if ax is None:
        ax = plt.subplots(figsize=(width, height))[1]
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def banner(height: float = 1.6, parts: int = 1, width: float = WIDTH) -> list[Axes]:
    """Return the axes of a wide, low picture at the head of a chapter, side by side, without frames and ticks.

    A phone shows the parts below each other, and what has one part smaller, so that should not be wide.
    """
    _, axes = plt.subplots(1, parts, figsize=(width, height), squeeze=False, layout="constrained")
    for ax in axes[0]:
        ax.axis("off")
    return list(axes[0])


def small_tiles(ax: Axes, at: tuple[float, float], row: str, down: bool = False, size: float = 5.5) -> None:
    """Draw a row of feedback as small tiles, each with its letter of "-yg"; write any other text as it is.

    The row's lower edge has its middle `at` a place in the units of the axes. With `down` the row runs downwards from
    there. The letters are `size` points high.
    """
    look: dict[str, Any] = {"size": size, "family": "monospace", "ha": "center", "va": "center"}
    if set(row) - set(TILE):
        ax.annotate(row, at, (0, size), textcoords="offset points", **look, rotation=90 if down else 0)
        return
    side = 1.3 * size
    for k, mark in enumerate(row):
        along, below = (0, -(k + 0.6) * side) if down else ((k - (len(row) - 1) / 2) * side, 0.7 * side)
        moved = ax.transData + ScaledTranslation(along / 72, below / 72, ax.figure.dpi_scale_trans)
        ax.plot(*at, "s", ms=1.2 * size, color=TILE[mark], mew=0, transform=moved, clip_on=False, zorder=3)
        ax.annotate(mark, at, (along, below), textcoords="offset points", color=ON_TILE[mark], **look)

"""What all pictures share: colours, marks, and how a picture becomes a file."""

from collections.abc import Callable
from io import BytesIO

from matplotlib.figure import Figure

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

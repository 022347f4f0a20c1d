"""Pictures of pages for those who pass them on: the title, and the page's own first figure."""

import textwrap
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import resvg_py
from docutils import nodes
from matplotlib.figure import Figure
from sphinx.application import Sphinx

from wordlelib import plots
from wordlelib.feedback import feedback

WIDTH, HEIGHT, DPI = 1200, 630, 100
PICTURE = (0.04, 0.12, 0.92, 0.64)  # left, bottom, width and height, as shares of the whole
PLACE = "_images/cards"
GAME = ("onset", "lance", "alone")
FONTS = [str(Path(matplotlib.get_data_path()) / "fonts" / "ttf")]


class Card(NamedTuple):
    """A page's picture: its path among the pages, and what it shows in words."""

    path: str
    alt: str


def add_card(app: Sphinx, page: str, doctree: nodes.document) -> Card:
    """Draw a page's picture among the built pages."""
    title = app.env.titles[page].astext()
    path = f"{PLACE}/{page.replace('/', '-')}.png"
    target = Path(app.outdir) / path
    target.parent.mkdir(parents=True, exist_ok=True)
    figure = plt.figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI, facecolor="white")
    files = {name: Path(app.srcdir) / source for source, name in app.builder.images.items()}
    shown = _draw_picture(figure, files, doctree)
    _write(figure, app.config.html_title, title)
    figure.savefig(target, metadata={"Software": None})
    plt.close(figure)
    return Card(path, f"{title}. {shown}")


def _draw_picture(figure: Figure, files: dict[str, Path], doctree: nodes.document) -> str:
    """Draw the page's first figure, or else a game; give what can be seen."""
    for image in doctree.findall(nodes.image):
        if image["uri"].endswith((".png", ".svg")) and image.get("alt"):
            ax = figure.add_axes(PICTURE)
            ax.imshow(_read(files[Path(image["uri"]).name]), interpolation="lanczos")
            ax.axis("off")
            return image["alt"]
    plots.board([(guess, feedback(guess, GAME[-1])) for guess in GAME], figure.add_axes(PICTURE))
    return f"A game with the guesses {', '.join(GAME)}."


def _read(file: Path) -> np.ndarray:
    """Read a picture; a drawing is drawn."""
    if file.suffix == ".png":
        return plt.imread(file)
    drawn = resvg_py.svg_to_bytes(
        svg_path=str(file), background="white", zoom=2, dpi=96, skip_system_fonts=True, font_dirs=FONTS
    )
    return plt.imread(BytesIO(bytes(drawn)))


def _write(figure: Figure, book: str, title: str) -> None:
    """Write the title above the picture, and the book's below it."""
    lines = textwrap.wrap(title, 40)
    figure.text(
        0.04, 0.94, "\n".join(lines), size=32 if len(lines) == 1 else 26, weight="bold", va="top", color="#1a1a1a"
    )
    if title != book:
        figure.text(0.04, 0.04, book, size=18, color="#4a4a4a")

"""Pictures of pages for those who pass them on: the title, and the page's own first figure."""

import textwrap
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import resvg_py
from docutils import nodes
from fontTools.ttLib import TTFont
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from sphinx.application import Sphinx

from tools.sphinx_extensions.figures import FAMILIES
from wordlelib import plots
from wordlelib.game.feedback import feedback
from wordlelib.plots.style import TILE

WIDTH, HEIGHT, DPI = 1200, 630, 100
PICTURE = (0.04, 0.12, 0.92, 0.64)  # left, bottom, width and height, as shares of the whole
PLACE = "_images/cards"
PAPER, INK, QUIET = "white", "#1f2328", "#57606a"
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
    figure = plt.figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI, facecolor=PAPER)
    files = {name: Path(app.srcdir) / source for source, name in app.builder.images.items()}
    faces = [_face(Path(app.srcdir), Path(app.doctreedir), weight) for weight in (600, 400)]
    shown = _draw_picture(figure, files, doctree, faces[-1])
    _write(figure, app.config.html_title, title, *faces)
    figure.savefig(target, metadata={"Software": None})
    plt.close(figure)
    return Card(path, f"{title}. {shown}")


def _draw_picture(figure: Figure, files: dict[str, Path], doctree: nodes.document, face: FontProperties) -> str:
    """Draw the page's first figure, or else a game; give what can be seen."""
    for image in doctree.findall(nodes.image):
        if image["uri"].endswith((".png", ".svg")) and image.get("alt"):
            ax = figure.add_axes(PICTURE)
            ax.imshow(_read(files[Path(image["uri"]).name], face), interpolation="lanczos")
            ax.axis("off")
            return image["alt"]
    plots.board([(guess, feedback(guess, GAME[-1])) for guess in GAME], figure.add_axes(PICTURE))
    return f"A game with the guesses {', '.join(GAME)}."


def _read(file: Path, face: FontProperties) -> np.ndarray:
    """Read a picture; a drawing is drawn, its letters in a typeface."""
    if file.suffix == ".png":
        return plt.imread(file)
    drawn = resvg_py.svg_to_bytes(
        svg_string=FAMILIES.sub(f"font-family: '{face.get_name()}'", file.read_text(encoding="utf-8")),
        background=PAPER,
        zoom=2,
        dpi=96,
        skip_system_fonts=True,
        font_dirs=[*FONTS, str(Path(str(face.get_file())).parent)],
    )
    return plt.imread(BytesIO(bytes(drawn)))


def _write(figure: Figure, book: str, title: str, heads: FontProperties, text: FontProperties) -> None:
    """Write the title above the picture, and the book's below it, beside a row of tiles."""
    lines = textwrap.wrap(title, 44)
    size = 36 if len(lines) == 1 else 30
    figure.text(0.04, 0.94, "\n".join(lines), font=heads, size=size, va="top", color=INK)
    if title != book:
        figure.text(0.04, 0.045, book, font=text, size=20, color=QUIET)
    tiles = figure.add_axes((0.96 - 5 * 0.042, 0.035, 5 * 0.042, 0.06))
    tiles.scatter(range(5), [0] * 5, s=900, marker="s", color=[TILE[mark] for mark in "gyg-g"])
    tiles.set(xlim=(-0.5, 4.5), ylim=(-1, 1))
    tiles.axis("off")


@lru_cache
def _face(source: Path, kept: Path, weight: int) -> FontProperties:
    """Give the pages' typeface for heads as one that drawings can use, unpacked into a folder."""
    name = f"sans-latin-{weight}-normal"
    unpacked, target = TTFont(source / "book" / "style" / "fonts" / f"{name}.woff2"), kept / f"{name}.ttf"
    unpacked.flavor = None
    unpacked.save(target)
    return FontProperties(fname=target)

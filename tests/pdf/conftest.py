"""The printed book, and small ones."""

import os
import unicodedata
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml
from bs4 import BeautifulSoup
from pypdf import PdfReader

from tools.pdf.front import Edition

ROOT = Path(__file__).parents[2]
BUILT = ROOT / os.environ.get("BUILT", "_build")
HTML = BUILT / "html"
BOOK = BUILT / "pdf" / "book.pdf"
LIGATURES = {sign: unicodedata.normalize("NFKC", chr(sign)) for sign in range(0xFB00, 0xFB05)}  # ff to ffl
HEAD = 50  # points from the top of a page: above stands the running head


class Piece(NamedTuple):
    """A piece of text: where it begins or ends, in points from the left and from the top, and its size."""

    text: str
    x: float
    y: float
    size: float


class Page(NamedTuple):
    """A page, read back."""

    text: str
    pieces: list[Piece]

    @property
    def head(self):
        return [piece.text.strip() for piece in self.pieces if piece.y < HEAD and piece.text.strip()]

    @property
    def body(self):
        return [piece for piece in self.pieces if piece.y >= HEAD]


def read_page(page):
    """Read a page back."""
    pieces, frames = [], [None]

    def note(text, outer, inner, font, size):
        text = text.translate(LIGATURES)
        stretched = abs(outer[0]) > 2 * abs(outer[3])  # the bar over a formula, of which a part is shown
        # What comes without text tells where the text before it ends.
        if (text.strip() or outer == frames[-1]) and not stretched:
            x = inner[4] * outer[0] + inner[5] * outer[2] + outer[4]
            y = inner[4] * outer[1] + inner[5] * outer[3] + outer[5]
            pieces.append(Piece(text, x, float(page.mediabox.height) - y, abs(size * outer[3])))
            frames.append(outer if text.strip() else None)

    text = page.extract_text(visitor_text=note)
    return Page(" ".join(text.translate(LIGATURES).split()), pieces)


@pytest.fixture(scope="session")
def reader():
    if not BOOK.is_file():
        pytest.fail(f"No book {BOOK}: run 'make pdf' first.", pytrace=False)
    return PdfReader(BOOK)


@pytest.fixture(scope="session")
def pages(reader):
    """Read every page of the book."""
    return [read_page(page) for page in reader.pages]


@pytest.fixture(scope="session")
def chapters():
    """Give the articles of the built pages that are printed, by their paths without an ending."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    names = [toc["root"], *(entry["file"] for part in toc["parts"] for entry in part["chapters"])]
    built = {name: BeautifulSoup((HTML / f"{name}.html").read_bytes(), "html.parser").article for name in names}
    for article in built.values():
        for link in article.select(".headerlink"):
            link.decompose()
    return built


@pytest.fixture
def edition():
    moment = datetime(2026, 1, 2, tzinfo=UTC)
    return Edition("A book", "Its authors", "All rights", "1.2.3", moment, pages="", solutions=True)

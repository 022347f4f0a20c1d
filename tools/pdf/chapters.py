"""What is printed, in which order: the chapters of the table of contents, without the pages below a chapter."""

from pathlib import Path
from typing import Any, NamedTuple

import yaml
from bs4 import BeautifulSoup

HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]
PREFACE = "Preface"  # the page before all parts, whose own heading is the title of the book


class Chapter(NamedTuple):
    """A page of the book.

    Attributes
    ----------
    name
        Its path in the project and in the built pages, without its ending, such as "book/03_entropy".
    page
        The built page.
    """

    name: str
    page: BeautifulSoup

    @property
    def key(self) -> str:
        """What all its anchors in the printed book begin with."""
        return self.name.rpartition("/")[2]

    @property
    def body(self) -> Any:
        """Its outermost section."""
        body = self.page.select_one("article > section")
        if body is None:
            raise ValueError(f"{self.name}: expected a built page with an article and a section in it")
        return body

    @property
    def heading(self) -> Any:
        """The heading that is its title."""
        heading = self.body.find(HEADINGS)
        if heading is None:
            raise ValueError(f"{self.name}: expected a built page with a heading")
        return heading

    @property
    def title(self) -> str:
        """The title."""
        return "".join(part.get_text() for part in self.heading.children if part.name != "a")


class Part(NamedTuple):
    """Chapters that belong together; what comes before all parts has no caption."""

    caption: str
    chapters: list[Chapter]


def read_parts(toc: Path, html: Path) -> list[Part]:
    """Read the table of contents and the built pages that it names.

    Parameters
    ----------
    toc
        The file `_toc.yml`.
    html
        The folder of the built pages.

    Returns
    -------
    list of Part
        The first one has no caption and only the preface, under that heading.

    Raises
    ------
    ValueError
        If a page is not built.
    """
    contents = yaml.safe_load(toc.read_text(encoding="utf-8"))
    preface = read_chapter(contents["root"], html)
    preface.heading.string = PREFACE
    parts = [Part("", [preface])]
    for part in contents["parts"]:
        parts.append(Part(part["caption"], [read_chapter(entry["file"], html) for entry in part["chapters"]]))
    return parts


def read_chapter(name: str, html: Path) -> Chapter:
    """Read a built page."""
    path = html / f"{name}.html"
    if not path.is_file():
        raise ValueError(f"no page {path}: run 'make book' first")
    return Chapter(name, BeautifulSoup(path.read_bytes(), "html.parser"))

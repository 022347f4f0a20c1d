"""What stands before the chapters: title page, imprint, contents, and the page that opens a part."""

from collections import Counter
from datetime import datetime
from html import escape
from typing import NamedTuple

from tools.pdf.chapters import Chapter, Part

CONTENTS = "Contents"
ROW = ("SALET", "-y--g")  # the row of the game that many chapters begin with


class Edition(NamedTuple):
    """What a printed book says of itself.

    Attributes
    ----------
    title, author, rights, version
        As they stand on its first two pages.
    moment
        When what it prints was made.
    pages
        Where the book's pages are published; empty if they are not.
    solutions
        Whether the solutions are in it.
    """

    title: str
    author: str
    rights: str
    version: str
    moment: datetime
    pages: str
    solutions: bool


def front_matter(parts: list[Part], edition: Edition) -> str:
    """Give the pages before the first chapter."""
    return title_page(edition) + imprint(edition) + contents(parts)


def title_page(edition: Edition) -> str:
    """Give the first page."""
    row = "".join(f'<span class="tile {mark}">{letter}</span>' for letter, mark in zip(*ROW, strict=True))
    return f"""<section class="title-page"><p class="tiles" aria-hidden="true">{row}</p>
<p class="title">{escape(edition.title)}</p><p class="author">{escape(edition.author)}</p></section>"""


def imprint(edition: Edition) -> str:
    """Give the back of the first page: what this edition is, and what it leaves out."""
    lines = [f"Version {edition.version} of {edition.moment:%-d %B %Y}."]
    if edition.pages:
        link = f'<a href="{escape(edition.pages)}">{escape(edition.pages)}</a>'
        lines.append(f"The book is also a website, where its widgets can be used: {link}")
    lines.append(
        "The reference of the library’s functions is not printed, nor are the cells that only check the numbers of "
        "the text. Both are on the pages of the website."
    )
    if not edition.solutions:
        lines.append("This edition is without the solutions to the exercises.")
    lines.append(escape(edition.rights))
    return '<section class="imprint">' + "".join(f"<p>{line}</p>" for line in lines) + "</section>"


def contents(parts: list[Part]) -> str:
    """Give the table of contents, with an empty place for each page number."""
    items = ""
    for part in parts:
        lines = "".join(entry(chapter) for chapter in part.chapters)
        items += f'<li class="of-part">{escape(part.caption)}<ol>{lines}</ol></li>' if part.caption else lines
    return f'<nav class="contents"><h1>{CONTENTS}</h1><ol>{items}</ol></nav>'


def entry(chapter: Chapter) -> str:
    """Give a chapter's line of the contents."""
    number = f'<span class="page-number" data-page="{chapter.key}"></span>'
    return f'<li class="entry"><a href="#{chapter.key}">{escape(chapter.title)}</a>{number}</li>'


def part_page(part: Part) -> str:
    """Give the page that opens a part: its chapters, each with the sections that are not in most of its chapters."""
    sections = [
        [section.h2.get_text() for section in chapter.body.find_all("section", recursive=False)]
        for chapter in part.chapters
    ]
    among = Counter(title for titles in sections for title in titles)
    lines = ""
    for chapter, titles in zip(part.chapters, sections, strict=True):
        own = " · ".join(escape(title) for title in titles if among[title] == 1 or 2 * among[title] <= len(sections))
        lines += f"{entry(chapter)}<li class='sections'>{own}</li>"
    return f'<section class="part"><h1>{escape(part.caption)}</h1><ol>{lines}</ol></section>'

"""Make of what Chromium printed a file that is small, and the same on every run."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf

from tools.pdf.front import Edition
from tools.pdf.printing import Texts


def finish(printed: Path, edition: Edition, texts: Texts, book: Path) -> None:
    """Write the book.

    Parameters
    ----------
    printed
        What Chromium made.
    edition
        What the file says of itself.
    texts
        What Chromium printed.
    book
        The file to write.
    """
    unfinished = book.with_suffix(".tmp")
    with pikepdf.open(printed) as pdf:
        describe(pdf, edition)
        tag_formulas(pdf, texts.formulas)
        name_cells(pdf)
        name_bookmarks(pdf, texts.headings)
        pdf.save(
            unfinished,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            recompress_flate=True,
            deterministic_id=True,
        )
    unfinished.replace(book)


def describe(pdf: pikepdf.Pdf, edition: Edition) -> None:
    """Let the file say what it is, in place of the browser's name and of the time of day."""
    moment = edition.moment.strftime("D:%Y%m%d%H%M%S+00'00'")
    pdf.docinfo = pdf.make_indirect(
        pikepdf.Dictionary(Title=edition.title, Author=edition.author, CreationDate=moment, ModDate=moment)
    )


def name_bookmarks(pdf: pikepdf.Pdf, headings: list[str]) -> None:
    """Give the bookmarks their names, some of which Chromium writes twice over, and close them."""
    with pdf.open_outline() as outline:
        bookmarks = list(below(outline.root))
        if len(bookmarks) != len(headings):
            raise ValueError(f"{pdf.filename}: {len(bookmarks)} bookmarks; expected {len(headings)}")
        for bookmark, heading in zip(bookmarks, headings, strict=True):
            bookmark.title, bookmark.is_closed = heading, True


def below(bookmarks: list[pikepdf.OutlineItem]) -> Iterator[pikepdf.OutlineItem]:
    """Give bookmarks and all below them, as they stand in the book."""
    for bookmark in bookmarks:
        yield bookmark
        yield from below(bookmark.children)


def tag_formulas(pdf: pikepdf.Pdf, formulas: list[str]) -> None:
    """Let the tag of a formula say that it is one, and how it was written; Chromium knows figures only."""
    figures = [
        element for element in elements(pdf.Root.StructTreeRoot) if element.S == "/Figure" and "/Alt" not in element
    ]
    if len(figures) != len(formulas):
        raise ValueError(f"{pdf.filename}: {len(figures)} formulas are tagged; expected {len(formulas)}")
    for element, formula in zip(figures, formulas, strict=True):
        element.S, element.Alt = pikepdf.Name.Formula, pikepdf.String(formula)


def name_cells(pdf: pikepdf.Pdf) -> None:
    """Give the heads of tables, to which their cells refer, names that are the same on every run."""
    root = pdf.Root.StructTreeRoot
    tags = list(elements(root))
    heads = [tag for tag in tags if "/ID" in tag]
    names = {str(head.ID): f"{number:06}" for number, head in enumerate(heads)}
    tree = pikepdf.NameTree.new(pdf)
    for head in heads:
        head.ID = pikepdf.String(names[str(head.ID)])
        tree[str(head.ID)] = head
    root.IDTree = tree.obj
    for tag in tags:
        for attributes in listed(tag.get("/A", pikepdf.Array())):
            if "/Headers" in attributes:
                attributes.Headers = pikepdf.Array([pikepdf.String(names[str(head)]) for head in attributes.Headers])


def elements(root: pikepdf.Object) -> Iterator[pikepdf.Object]:
    """Give all elements of a tree of tags, in the order in which they are read."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        if "/S" in element:
            yield element
        children = listed(element.get("/K", pikepdf.Array()))
        waiting += [child for child in reversed(children) if isinstance(child, pikepdf.Dictionary)]


def listed(entry: Any) -> list[Any]:
    """Give what stands there: one thing, or an array of them."""
    return list(entry) if isinstance(entry, pikepdf.Array) else [entry]

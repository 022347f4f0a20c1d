"""Make of what Chromium printed a file that is small, and the same on every run."""

from collections.abc import Iterator
from pathlib import Path

import pikepdf

from tools.pdf.front import Edition


def finish(printed: Path, edition: Edition, formulas: list[str], book: Path) -> None:
    """Write the book.

    Parameters
    ----------
    printed
        What Chromium made.
    edition
        What the file says of itself.
    formulas
        How its formulas were written, from first to last.
    book
        The file to write.
    """
    unfinished = book.with_suffix(".tmp")
    with pikepdf.open(printed) as pdf:
        describe(pdf, edition)
        tag_formulas(pdf, formulas)
        with pdf.open_outline() as outline:
            for entry in outline.root:
                entry.is_closed = True
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
    for key in list(pdf.docinfo):
        del pdf.docinfo[key]
    pdf.docinfo.update({"/Title": edition.title, "/Author": edition.author})
    pdf.docinfo.update({"/CreationDate": moment, "/ModDate": moment})


def tag_formulas(pdf: pikepdf.Pdf, formulas: list[str]) -> None:
    """Let the tag of a formula say that it is one, and how it was written; Chromium knows figures only."""
    figures = [
        element for element in elements(pdf.Root.StructTreeRoot) if element.S == "/Figure" and "/Alt" not in element
    ]
    if len(figures) != len(formulas):
        raise ValueError(f"{pdf.filename}: {len(figures)} formulas are tagged; expected {len(formulas)}")
    for element, formula in zip(figures, formulas, strict=True):
        element.S, element.Alt = pikepdf.Name.Formula, pikepdf.String(formula)


def elements(root: pikepdf.Object) -> Iterator[pikepdf.Object]:
    """Give all elements of a tree of tags, in the order in which they are read."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        if "/S" in element:
            yield element
        below = element.get("/K", [])
        children = below if isinstance(below, pikepdf.Array) else [below]
        waiting += [child for child in reversed(list(children)) if isinstance(child, pikepdf.Dictionary)]

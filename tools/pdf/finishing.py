"""Make of what Chromium printed a file that is small, and the same on every run."""

from pathlib import Path

import pikepdf

from tools.pdf.front import Edition


def finish(printed: Path, edition: Edition, book: Path) -> None:
    """Write the book.

    Parameters
    ----------
    printed
        What Chromium made.
    edition
        What the file says of itself.
    book
        The file to write.
    """
    unfinished = book.with_suffix(".tmp")
    with pikepdf.open(printed) as pdf:
        describe(pdf, edition)
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

"""Keep on one line what is read in one piece: "Chapter 11", a number and its spread, "10 of 10"."""

from docutils import nodes
from sphinx.application import Sphinx

SHORT = 16  # characters


def keep_together(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Mark short links, and short cells of tables, but not the headings of columns."""
    cells = [cell for body in doctree.findall(nodes.tbody) for cell in body.findall(nodes.entry)]
    for part in [*cells, *doctree.findall(nodes.reference)]:
        if len(part.astext()) <= SHORT:
            part["classes"].append("together")


def setup(app: Sphinx) -> dict[str, bool]:
    """Mark parts when a page is about to be written, since some links get their texts late."""
    app.connect("doctree-resolved", keep_together, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

"""Build the pages in less time: ways around what is slow in Sphinx and in what it is used with."""

from docutils import nodes
from sphinx.application import Sphinx


def keep_one_document(app: Sphinx, doctree: nodes.document) -> None:
    """Make all nodes parts of the page's own document.

    MyST leaves what it reads as reStructuredText in a document apart, whose settings hold Sphinx's environment. Each
    page of the reference would be kept on disk with a copy of the environment, 6 MB, and read with it several times.
    """
    for node in doctree.findall():
        node.document = doctree


def setup(app: Sphinx) -> dict[str, bool]:
    """Come last when a page is read."""
    app.connect("doctree-read", keep_one_document, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

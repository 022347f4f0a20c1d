"""Build the pages in less time: ways around what is slow in Sphinx and in what it is used with."""

import gc
from functools import cache
from typing import Any

from docutils import nodes
from pybtex import plugin
from sphinx.addnodes import toctree
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.search.en import SearchEnglish


def keep_one_document(app: Sphinx, doctree: nodes.document) -> None:
    """Make all nodes parts of the page's own document.

    MyST leaves what it reads as reStructuredText in a document apart, whose settings hold Sphinx's environment. Each
    page of the reference would be kept on disk with a copy of the environment, 6 MB, and read with it several times.
    """
    for node in doctree.findall():
        node.document = doctree


@cache
def short_contents(env: BuildEnvironment) -> dict[str, nodes.bullet_list]:
    """Take from the contents of each page all but its title and the pages below it."""
    shortened = {page: contents.deepcopy() for page, contents in env.tocs.items()}
    for contents in shortened.values():
        for entry in contents.children:
            if len(entry.children) > 1:
                entry.children[1][:] = list(entry.findall(toctree))
    return shortened


def list_titles_alone(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Make the contents beside a page from the titles of pages: Sphinx copies all sections, and then drops them."""
    make = context["generate_toctree_html"]

    def made(*arguments: Any, **options: Any) -> Any:
        whole = app.env.tocs
        app.env.tocs = short_contents(app.env)
        try:
            return make(*arguments, **options)
        finally:
            app.env.tocs = whole

    context["generate_toctree_html"] = made


def leave_the_rest(app: Sphinx, fault: Exception | None) -> None:
    """Let Python end without a search for cycles in what is left."""
    gc.freeze()


def setup(app: Sphinx) -> dict[str, bool]:
    """Remember what would be looked up for every citation and on every page, and listen.

    A build is short, and most of what it makes it keeps: to search it for cycles again and again costs a quarter of the
    time, and saves a gigabyte of memory.
    """
    gc.disable()
    plugin.entry_points = cache(plugin.entry_points)
    SearchEnglish.stem = cache(SearchEnglish.stem)  # type: ignore[method-assign]
    app.connect("doctree-read", keep_one_document, priority=900)
    app.connect("build-finished", leave_the_rest, priority=990)
    app.connect("html-page-context", list_titles_alone, priority=800)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

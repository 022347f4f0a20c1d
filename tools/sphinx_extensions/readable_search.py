"""Let the results of the search quote text that can be read."""

from typing import Any

from sphinx.application import Sphinx


def quote_text(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Replace what Sphinx quotes: the texts of buttons, and formulas as TeX."""
    if page == "search":
        app.add_js_file("search.js")


def setup(app: Sphinx) -> dict[str, bool]:
    """Add a script to the search page alone."""
    app.connect("html-page-context", quote_text)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

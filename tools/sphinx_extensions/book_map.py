"""Put the map of the book where a page has a place for it: `<div class="book-map"></div>`."""

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from tools.book_map import draw_map

PLACE = '<div class="book-map"></div>'


def put_map(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Draw the map with addresses as seen from the page."""
    if PLACE in context.get("body", ""):
        drawn = draw_map(lambda name: context["pathto"](f"book/{name}"), Path(app.srcdir))
        place = f'<nav class="book-map" aria-label="Map of the book" tabindex="0">{drawn}</nav>'
        context["body"] = context["body"].replace(PLACE, place)


def setup(app: Sphinx) -> dict[str, bool]:
    """Draw when a page is written."""
    app.connect("html-page-context", put_map)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

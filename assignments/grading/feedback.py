"""Pages of feedback that run nobody's script: what students wrote in Markdown is cleaned before it is shown."""

from typing import Any

import bleach
from jinja2 import pass_context
from nbconvert.exporters import HTMLExporter

TEXT = ("p", "br", "hr", "pre", "div", "span", "img", "sub", "sup", "del", "h1", "h2", "h3", "h4", "h5", "h6")
TABLES = ("table", "thead", "tbody", "tr", "th", "td", "dl", "dt", "dd", "details", "summary")
TAGS = {*bleach.ALLOWED_TAGS, *TEXT, *TABLES}
PROTOCOLS = {*bleach.ALLOWED_PROTOCOLS, "data"}


def is_shown(tag: str, name: str, value: str) -> bool:
    """Let pictures through that lie in the notebook, and none that a page would fetch from somewhere."""
    return name in ("alt", "title") or name == "src" and value.startswith("data:image/")


ATTRIBUTES = {"a": ["href", "title"], "img": is_shown}


class Feedback(HTMLExporter):
    """nbconvert's pages, with Markdown cleaned."""

    @pass_context
    def markdown2html(self, context: Any, source: str) -> str:
        """Make HTML of Markdown, and leave in it only what shows something."""
        html = super().markdown2html(context, source)
        return bleach.clean(html, tags=TAGS, attributes=ATTRIBUTES, protocols=PROTOCOLS)

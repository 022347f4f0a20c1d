"""Show rows of feedback as tiles, in the text, in what is printed and in tables: `-yg--`."""

import re
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

ROW = re.compile(r"[-yg]{5}")
PRINTED = re.compile(r"(?<![-\w&;/.])[-yg]{5}(?![-\w])")
OUTPUT = re.compile(r'(<div class="output[^>]*>)(.*?)(</pre>|</table>)', re.S)
TAG = re.compile(r"(<[^>]*>)")
NAMES = {"-": "grey", "y": "yellow", "g": "green"}


class Row(nodes.Inline, nodes.TextElement):
    """A row of feedback within a line."""


def find_rows(app: Sphinx, doctree: nodes.document) -> None:
    """Make a `Row` of each piece of code that is one."""
    for code in list(doctree.findall(nodes.literal)):
        if ROW.fullmatch(code.astext()) and not isinstance(code.parent, nodes.reference):
            code.replace_self(Row("", code.astext()))


def tiles(row: str) -> str:
    """Write a row as tiles; what is copied is still its letters.

    Parameters
    ----------
    row
        The letters of the colours.

    Returns
    -------
    str
        A piece of HTML.
    """
    squares = "".join(f'<span class="square {NAMES[letter]}">{escape(letter)}</span>' for letter in row)
    return f'<span class="feedback">{squares}</span>'


def visit(translator: HTML5Translator, node: Row) -> None:
    """Write the tiles."""
    translator.body.append(tiles(node.astext()))
    raise nodes.SkipNode


def show_printed(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Show rows in the outputs of cells as tiles too."""
    if "body" in context:
        context["body"] = OUTPUT.sub(lambda found: found[1] + with_tiles(found[2]) + found[3], context["body"])


def with_tiles(html: str) -> str:
    """Replace the rows in the text of a piece of HTML."""
    parts = TAG.split(html)
    return "".join(part if part.startswith("<") else PRINTED.sub(lambda row: tiles(row[0]), part) for part in parts)


def setup(app: Sphinx) -> dict[str, bool]:
    """Find rows when a page is read, and those in outputs when it is written."""
    app.add_node(Row, html=(visit, None))
    app.connect("doctree-read", find_rows)
    app.connect("html-page-context", show_printed)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

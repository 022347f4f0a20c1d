"""Fold the cells that only check: on the page one line says how many numbers are checked, and opens."""

import ast

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


class Check(nodes.General, nodes.Element):
    """What a reader opens to see a cell tagged `check`."""


def fold(app: Sphinx, doctree: nodes.document) -> None:
    """Put every such cell into a `Check`."""
    for cell in list(doctree.findall(is_check_cell)):
        code = next(cell.findall(nodes.literal_block)).astext()
        count = sum(isinstance(part, ast.Assert) for part in ast.walk(ast.parse(code)))
        check = Check(line=f"{count} {'number' if count == 1 else 'numbers'} checked")
        cell.replace_self(check)
        check += cell


def is_check_cell(node: nodes.Node) -> bool:
    """Tell whether a node is a cell with that tag."""
    return isinstance(node, nodes.container) and "tag_check" in node["classes"]


def visit(translator: HTML5Translator, node: Check) -> None:
    """Begin with the line."""
    translator.body.append(f'<details class="check"><summary>{node["line"]}</summary>\n')


def depart(translator: HTML5Translator, node: Check) -> None:
    """End what it opens."""
    translator.body.append("</details>\n")


def setup(app: Sphinx) -> dict[str, bool]:
    """Fold when a page is read."""
    app.add_node(Check, html=(visit, depart))
    app.connect("doctree-read", fold)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

"""Fold the code that no reader came for: imports, and the lines that only draw a picture."""

import ast

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

DRAWING = ("plots", "plt", "ax", "axes", "figure")
OPEN = ("tag_hide-input", "tag_hide-cell", "tag_remove-input", "tag_check", "tag_run")


class Plumbing(nodes.General, nodes.Element):
    """What a reader opens to see such code."""


def fold(app: Sphinx, doctree: nodes.document) -> None:
    """Put the code of every such cell into `Plumbing`."""
    for cell in list(doctree.findall(is_plain_cell)):
        part = next(
            cell.findall(lambda node: isinstance(node, nodes.container) and "cell_input" in node["classes"]), None
        )
        if part is None:
            continue
        head = "tag_head-picture" in cell["classes"]
        name = "Code of the picture" if head else kind(next(part.findall(nodes.literal_block)).astext())
        if name:
            folded = Plumbing(line=name)
            part.replace_self(folded)
            folded += part


def is_plain_cell(node: nodes.Node) -> bool:
    """Tell whether a node is a cell whose code is shown."""
    return isinstance(node, nodes.container) and "cell" in node["classes"] and not set(OPEN) & set(node["classes"])


def kind(code: str) -> str:
    """Say what code does that is plumbing; nothing of other code."""
    try:
        lines = ast.parse(code).body
    except SyntaxError:
        return ""
    if all(isinstance(line, ast.Import | ast.ImportFrom) for line in lines):
        return "Imports"
    return "Code of the picture" if all(map(draws, lines)) else ""


def draws(line: ast.stmt) -> bool:
    """Tell whether a line does nothing but draw."""
    if isinstance(line, ast.Import | ast.ImportFrom):
        return True
    call = getattr(line, "value", None)
    if not isinstance(line, ast.Expr | ast.Assign) or not isinstance(call, ast.Call):
        return False
    owner = call.func
    while isinstance(owner, ast.Attribute | ast.Subscript | ast.Call):
        owner = owner.func if isinstance(owner, ast.Call) else owner.value
    return isinstance(owner, ast.Name) and owner.id in DRAWING


def visit(translator: HTML5Translator, node: Plumbing) -> None:
    """Begin with the line."""
    translator.body.append(f'<details class="plumbing"><summary>{node["line"]}</summary>\n')


def depart(translator: HTML5Translator, node: Plumbing) -> None:
    """End what it opens."""
    translator.body.append("</details>\n")


def setup(app: Sphinx) -> dict[str, bool]:
    """Fold when a page is read."""
    app.add_node(Plumbing, html=(visit, depart))
    app.connect("doctree-read", fold)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

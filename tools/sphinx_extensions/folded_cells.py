"""Fold the code that no reader came for: checks, imports, and what only draws a picture. One line says what it is."""

import ast

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

DRAWING = ("plots", "plt", "ax", "axes", "figure")
# Cells whose code the theme hides already, and those that readers are to run.
LEFT = {"tag_hide-input", "tag_hide-cell", "tag_remove-input", "tag_run"}
PICTURE = "Code of the picture"


class Folded(nodes.General, nodes.Element):
    """What a reader opens to see a cell tagged `check`, or the code of another one."""


def fold(app: Sphinx, doctree: nodes.document) -> None:
    """Put what is folded into `Folded`: cells that check as wholes, of others the code."""
    for cell in list(doctree.findall(is_cell)):
        code = next(cell.findall(nodes.literal_block), None)
        part = next(cell.findall(is_input), None)
        if code is None or part is None or LEFT & set(cell["classes"]):
            continue
        if "tag_check" in cell["classes"]:
            hide(cell, "check", checks(code.astext()))
        elif line := PICTURE if "tag_head-picture" in cell["classes"] else plumbing(code.astext()):
            hide(part, "plumbing", line)


def is_cell(node: nodes.Node) -> bool:
    """Tell whether a node is a cell with code."""
    return isinstance(node, nodes.container) and "cell" in node["classes"]


def is_input(node: nodes.Node) -> bool:
    """Tell whether a node is the code of a cell."""
    return isinstance(node, nodes.container) and "cell_input" in node["classes"]


def hide(part: nodes.Element, kind: str, line: str) -> None:
    """Put a part of a page behind a line."""
    folded = Folded(kind=kind, line=line)
    part.replace_self(folded)
    folded += part


def checks(code: str) -> str:
    """Say how many numbers code checks."""
    count = sum(isinstance(part, ast.Assert) for part in ast.walk(ast.parse(code)))
    return f"{count} {'number' if count == 1 else 'numbers'} checked"


def plumbing(code: str) -> str:
    """Say what code does that is plumbing; nothing of other code."""
    try:
        lines = [line for line in ast.parse(code).body if ast.unparse(line) != "plots.use()"]  # it only sets the look
    except SyntaxError:  # a command of IPython's
        return ""
    if all(isinstance(line, ast.Import | ast.ImportFrom) for line in lines):
        return "Imports"
    return PICTURE if all(map(draws, lines)) else ""


def draws(line: ast.stmt) -> bool:
    """Tell whether a line does nothing but import or draw."""
    if isinstance(line, ast.Import | ast.ImportFrom):
        return True
    owner = getattr(line, "value", None)
    if not isinstance(line, ast.Expr | ast.Assign) or not isinstance(owner, ast.Call):
        return False
    while isinstance(owner, ast.Attribute | ast.Subscript | ast.Call):
        owner = owner.func if isinstance(owner, ast.Call) else owner.value
    return isinstance(owner, ast.Name) and owner.id in DRAWING


def visit(translator: HTML5Translator, node: Folded) -> None:
    """Begin with the line."""
    translator.body.append(f'<details class="{node["kind"]}"><summary>{node["line"]}</summary>\n')


def depart(translator: HTML5Translator, node: Folded) -> None:
    """End what it opens."""
    translator.body.append("</details>\n")


def setup(app: Sphinx) -> dict[str, bool]:
    """Fold when a page is read."""
    app.add_node(Folded, html=(visit, depart))
    app.connect("doctree-read", fold)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

"""Mark the ten-minute path through a chapter, which is the cells tagged `spine`, by a bar in the margin."""

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

TAG, CLASS = "spine", "tag_spine"  # MyST-NB gives a cell with code the class by itself
CELL = 10_000  # MyST-NB counts the lines of a notebook from so many times the number of the cell


def mark(app: Sphinx, doctree: nodes.document) -> None:
    """Give the class to what comes of the tagged cells with text."""
    source = Path(app.env.doc2path(app.env.docname))
    if source.suffix != ".ipynb":
        return
    cells = json.loads(source.read_text(encoding="utf-8"))["cells"]
    on_path = {number for number, cell in enumerate(cells, 1) if TAG in cell["metadata"].get("tags", [])}
    if not on_path:
        return
    for section in doctree.findall(nodes.section):
        for block in [block for block in section.children if not isinstance(block, nodes.section | nodes.title)]:
            line = next((node.line for node in block.findall() if getattr(node, "line", None)), 0)
            if CLASS in block.get("classes", []) or line // CELL not in on_path:
                continue
            if isinstance(block, nodes.math_block | nodes.table):  # whose writers know no classes, or no bar
                around = nodes.container(classes=[CLASS])
                block.replace_self(around)
                around += block
            else:
                block["classes"].append(CLASS)


def is_marked(node: nodes.Node) -> bool:
    """Say whether a node lies on the path."""
    while node is not None:
        if isinstance(node, nodes.Element) and CLASS in node.get("classes", []):
            return True
        node = node.parent
    return False


def setup(app: Sphinx) -> dict[str, Any]:
    """Mark a page when it is read, before its minutes are counted."""
    app.connect("doctree-read", mark, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

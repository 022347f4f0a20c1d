"""Write a signature's lines as lines: Sphinx makes them parts of a list of definitions, which defines nothing."""

from docutils.nodes import Element
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

PLAIN = {"<dl>": '<div class="sig-lines">', "</dl>": "</div>", "<dd>": "<div>", "</dd>": "</div>"}


def visit(translator: HTML5Translator, node: Element) -> None:
    """Begin the parameters."""
    node["begins"] = len(translator.body)
    HTML5Translator.visit_desc_parameterlist(translator, node)


def depart(translator: HTML5Translator, node: Element) -> None:
    """End the parameters, and change what was written for them."""
    HTML5Translator.depart_desc_parameterlist(translator, node)
    written = "".join(translator.body[node["begins"] :])
    for tag, plain in PLAIN.items():
        written = written.replace(tag, plain)
    translator.body[node["begins"] :] = [written]


def setup(app: Sphinx) -> dict[str, bool]:
    """Take the place of Sphinx's own way."""
    app.add_node(addnodes.desc_parameterlist, override=True, html=(visit, depart))
    return {"parallel_read_safe": True, "parallel_write_safe": True}

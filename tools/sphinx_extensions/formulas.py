"""Formulas as MathML: a page that is read needs no script to set them."""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.math import get_node_equation_number
from sphinx.writers.html5 import HTML5Translator

from tools.mathml import FormulaError, mathml

INLINE = re.compile(
    r'([(\[“]*)(<span class="math notranslate nohighlight"><math.*?</math></span>)([.,;:!?)\]’”…]*)', re.S
)


def inline(translator: HTML5Translator, node: nodes.math) -> None:
    """Write a formula within a line."""
    translator.body.append(f'<span class="math notranslate nohighlight">{translated(node, False)}</span>')
    raise nodes.SkipNode


def block(translator: HTML5Translator, node: nodes.math_block) -> None:
    """Write a formula on its own, with its number."""
    translator.body.append(translator.starttag(node, "div", CLASS="math notranslate nohighlight"))
    translator.body.append(f'<div class="formula">{translated(node, True)}</div>')
    if node["number"]:
        translator.body.append(f'<span class="eqno">({get_node_equation_number(translator, node)})')
        translator.add_permalink_ref(node, "Link to this equation")
        translator.body.append("</span>")
    translator.body.append("</div>")
    raise nodes.SkipNode


def translated(node: nodes.Element, display: bool) -> str:
    """Translate the formula of a node, or say where one is that cannot be."""
    try:
        return mathml(node.astext(), display)
    except FormulaError as fault:
        raise ExtensionError(f"{node.source}:{node.line}: {fault}") from None


def keep_together(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Let no line begin with the comma after a formula, and none end with the parenthesis before it."""
    if "body" in context:
        context["body"] = INLINE.sub(together, context["body"])


def together(found: re.Match[str]) -> str:
    """Give a formula with the signs that belong to it."""
    return f'<span class="together">{found[0]}</span>' if found[1] or found[3] else found[0]


def setup(app: Sphinx) -> dict[str, bool]:
    """Offer the renderer, which the configuration names."""
    app.add_html_math_renderer("mathml", inline_renderers=(inline, None), block_renderers=(block, None))
    app.connect("html-page-context", keep_together)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

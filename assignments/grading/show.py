"""Make HTML of Markdown and its formulas.

Runs in the process of `worker.py`, since what students write goes through it. What comes out holds no script, no style
and no picture that lies elsewhere.
"""

import html
import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

from latex2mathml.converter import Converter
from markdown_it import MarkdownIt
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin

PICTURE = re.compile(r"data:image/(png|jpeg|gif|webp);base64,")
LONGEST = 2_000  # letters of a formula
KEPT = {  # attributes that say how a formula looks
    "xmlns", "display", "displaystyle", "scriptlevel", "stretchy", "fence", "form", "accent", "columnalign",
    "columnspacing", "rowspacing", "linethickness", "mathvariant", "width", "height", "depth", "minsize", "maxsize",
    "lspace", "rspace", "movablelimits", "largeop",
}  # fmt: skip


def markdown(source: str) -> str:
    """Give Markdown as HTML."""
    return _parser().render(source)


def formula(source: str, block: bool) -> str:
    """Give a formula as MathML, or as it is written if not all of it is understood."""
    as_written = f"<code>{html.escape(source.strip())}</code>"
    if len(source) > LONGEST:
        return as_written
    try:
        # Of an environment in a formula the converter knows one name.
        known = re.sub(r"\{aligned\}", "{split}", source)
        tree = Converter(display="block" if block else "inline").convert_to_element(known)
    except Exception:  # the converter meets what nobody has thought of
        return as_written
    for node in tree.iter():
        # The converter leaves it to others to make its text safe.
        node.text = html.unescape(node.text or "")
        if node.text.startswith(("\\", "&")):
            return as_written
        for name in set(node.attrib) - KEPT:
            del node.attrib[name]
    return ElementTree.tostring(tree, encoding="unicode")


@cache
def _parser() -> MarkdownIt:
    """Make a parser that takes no HTML."""
    parser = MarkdownIt("js-default")
    parser.use(
        dollarmath_plugin,
        allow_space=False,
        allow_digits=False,
        double_inline=True,
        allow_labels=False,
        renderer=lambda source, options: formula(source, options["display_mode"]),
    )
    parser.use(amsmath_plugin, renderer=lambda source: formula(source, True))
    parser.renderer.rules["image"] = _picture
    return parser


def _picture(tokens: Any, number: int, *_: Any) -> str:
    """Show a picture that lies in the notebook, and of others their text."""
    address, text = tokens[number].attrs["src"], html.escape(tokens[number].content)
    if PICTURE.match(address):
        return f'<img alt="{text}" src="{html.escape(address)}">'
    return f"({text}: this picture is not in the notebook)"

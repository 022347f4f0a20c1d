"""Serve the typefaces of the pages with them; `tools/fonts` makes the files."""

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from tools.fonts import FIRST, MATH, rules

EARLY = """if (location.protocol !== "file:") for (const href of %s)
document.head.append(
Object.assign(document.createElement("link"), { rel: "preload", as: "font", crossOrigin: "", href }));"""


def write_rules(app: Sphinx) -> None:
    """Write the rules to where the files will be."""
    if app.builder.format == "html":
        folder = Path(app.outdir) / "_static" / "fonts"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "fonts.css").write_text(rules(), encoding="utf-8")


def fetch_early(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Have the files fetched with the page, so that its first paint can use them; a disk is no place to fetch from."""
    folder = context["pathto"]("_static/fonts", resource=True)
    with_formulas = doctree is not None and any(
        doctree.findall(lambda node: isinstance(node, nodes.math | nodes.math_block))
    )
    faces = [*FIRST, MATH] if with_formulas else FIRST
    script = EARLY % json.dumps([f"{folder}/{face.file}.woff2" for face in faces])
    context["metatags"] = context.get("metatags", "") + f"<script>{script}</script>"


def setup(app: Sphinx) -> dict[str, bool]:
    """Name the rules on every page, and write them."""
    app.add_css_file("fonts/fonts.css")
    app.connect("builder-inited", write_rules)
    app.connect("html-page-context", fetch_early)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

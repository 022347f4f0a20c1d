"""Let readers run the cells that have the tag `run`, where `make pyodide` has gathered what that needs."""

import json
import shutil
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

FOLDER, CONTENTS = Path("_build") / "pyodide", "contents.json"


def add_files(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Add the script and its style to a page that has such cells."""
    contents = Path(app.srcdir) / FOLDER / CONTENTS
    if doctree is None or not contents.is_file() or not any(map(is_run_cell, doctree.findall(nodes.container))):
        return
    said: dict[str, Any] = {"data-megabytes": str(json.loads(contents.read_text(encoding="utf-8"))["megabytes"])}
    app.add_js_file("pyodide/run.js", **said)
    app.add_css_file("pyodide/run.css")


def is_run_cell(node: nodes.Node) -> bool:
    """Tell whether a node is a cell with that tag."""
    return isinstance(node, nodes.container) and "tag_run" in node["classes"]


def copy_folder(app: Sphinx, fault: Exception | None) -> None:
    """Copy what was gathered into the folder of static files."""
    folder = Path(app.srcdir) / FOLDER
    if not fault and app.builder.format == "html" and (folder / CONTENTS).is_file():
        shutil.copytree(folder, Path(app.outdir) / "_static" / "pyodide", dirs_exist_ok=True)


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the files to pages, and copy them when the pages are there."""
    app.connect("html-page-context", add_files)
    app.connect("build-finished", copy_folder)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

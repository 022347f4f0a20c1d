"""Put the widgets' JavaScript, their style and the data where the pages find them."""

import json
import shutil
from pathlib import Path

from sphinx.application import Sphinx

from wordlelib.widgets import base
from wordlelib.widgets.hinter_game import obstruction_sets


def copy_widgets(app: Sphinx, fault: Exception | None) -> None:
    """Copy everything that `page.js` loads into the folder of static files."""
    if fault or app.builder.format != "html":
        return
    folder = Path(app.outdir) / "_static" / "widgets"
    folder.mkdir(parents=True, exist_ok=True)
    for path in base.JS.iterdir():
        shutil.copyfile(path, folder / path.name)
    for name, data in (("words", base.word_text()), ("obstructions", obstruction_sets())):
        text = f"(globalThis.wordleWidgets ??= {{}}).{name} = {json.dumps(data)};\n"
        (folder / f"{name}.js").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Copy when the pages are there."""
    app.add_css_file("widgets/widgets.css")
    app.connect("build-finished", copy_widgets)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

"""Put the widgets' JavaScript, their style and the word lists where the pages find them."""

import json
import shutil
from pathlib import Path

from sphinx.application import Sphinx

from wordlelib.widgets import base


def copy_widgets(app: Sphinx, fault: Exception | None) -> None:
    """Copy everything that `page.js` loads into the folder of static files."""
    if fault or app.builder.format != "html":
        return
    folder = Path(app.outdir) / "_static" / "widgets"
    folder.mkdir(parents=True, exist_ok=True)
    for path in base.JS.iterdir():
        shutil.copyfile(path, folder / path.name)
    words = f"(globalThis.wordleWidgets ??= {{}}).words = {json.dumps(base.word_text())};\n"
    (folder / "words.js").write_text(words, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Copy when the pages are there."""
    app.add_css_file("widgets/widgets.css")
    app.connect("build-finished", copy_widgets)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

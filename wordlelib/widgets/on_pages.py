"""What a page that shows stored widgets loads: their JavaScript, their style and the data."""

import json
import shutil
from pathlib import Path

from wordlelib.widgets import base
from wordlelib.widgets.first_row import first_row
from wordlelib.widgets.hinter_game import obstruction_sets


def put_widgets(folder: Path) -> None:
    """Copy everything that `page.js` loads into a folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in base.JS.iterdir():
        shutil.copyfile(path, folder / path.name)
    (folder / "shared.js").write_text(base.joined(base.SHARED), encoding="utf-8")
    for name, data in (("words", base.word_text()), ("obstructions", obstruction_sets()), ("openings", first_row())):
        text = f"(globalThis.wordleWidgets ??= {{}}).{name} = {json.dumps(data, separators=(',', ':'))};\n"
        (folder / f"{name}.js").write_text(text, encoding="utf-8")

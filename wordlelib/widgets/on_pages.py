"""The JavaScript, the style and the data that a page with stored widgets loads."""

import json
import shutil
from pathlib import Path

from wordlelib.widgets import base
from wordlelib.widgets.accepted import accepted
from wordlelib.widgets.first_row import first_row
from wordlelib.widgets.known_games import known_games
from wordlelib.widgets.next_guess import seconds
from wordlelib.widgets.opening_value import values


def put_widgets(folder: Path) -> None:
    """Copy everything that `page.js` loads into a folder, which is made if necessary."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("page.js", "widgets.css"):
        shutil.copyfile(base.JS / name, folder / name)
    scripts = {"shared": base.joined(base.SHARED), "judging": base.joined(base.JUDGING)}
    scripts |= {widget.__name__.lower(): widget.own_script() for widget in base.Widget.__subclasses__()}
    for name, text in scripts.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    stored = {"words": base.word_text(), "openings": first_row()}
    stored |= {"known": known_games(), "accepted": accepted(), "seconds": seconds(), "values": values()}
    stored |= {"compiled": base.compiled()}
    for name, data in stored.items():
        text = f"(globalThis.wordleWidgets ??= {{}}).{name} = {json.dumps(data, separators=(',', ':'))};\n"
        text += base.joined(base.COMPUTATIONS) if name == "compiled" else ""
        (folder / f"{name}.js").write_text(text, encoding="utf-8")

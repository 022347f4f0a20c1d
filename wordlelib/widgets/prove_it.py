"""Proofs of openings by the library's own exact search, compiled to WebAssembly for a page without Python."""

import json
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import Any

import traitlets

from wordlelib.game import words
from wordlelib.widgets.base import Widget, word_text

COMPILED = Path(__file__).parent / "compiled"


@cache
def compiled() -> dict[str, Any]:
    """Return the kernels as `make wasm` compiled them: `module` in base 64, and the `layout` of what they take."""
    layout = json.loads((COMPILED / "engine.json").read_text(encoding="utf-8"))
    return {"module": b64encode((COMPILED / "engine.wasm").read_bytes()).decode(), "layout": layout}


class ProveIt(Widget):
    """Prove the least total of an opening over the 2,315 hidden words, in easy mode and with any number of guesses.

    The attributes `total`, 0 before there is one, `nodes` and `tried` say what the last proof found, how many beliefs
    it searched and how many guesses it tried in them.
    """

    _before = ("host.js", "prover.js")
    words = traitlets.Unicode().tag(sync=True)
    compiled: traitlets.Dict = traitlets.Dict().tag(sync=True)
    opening = traitlets.Unicode().tag(sync=True)
    total = traitlets.Int().tag(sync=True)
    nodes = traitlets.Int().tag(sync=True)
    tried = traitlets.Int().tag(sync=True)

    def __init__(self, opening: str = "salet") -> None:
        hidden, guesses = words.original()
        if opening not in {*hidden, *guesses}:
            raise ValueError(f"opening: {opening!r}; expected one of the {len({*hidden, *guesses}):,} guesses")
        super().__init__(words=word_text(), compiled=compiled(), opening=opening)

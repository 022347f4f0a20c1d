"""Widgets that compute by themselves: in JupyterLab, in Binder, and on the published page without any server.

Each widget's JavaScript does its own work, and keeps its state the same as the Python object's where there is a kernel.
The files stand in `js/`: `engine.js` is the rule, the candidates and the ranking, `parts.js` what the widgets share,
and each widget has one file more. A notebook gets them as one module; a page of the book loads them one by one.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from wordlelib import words
from wordlelib.feedback import feedback, to_code

JS = Path(__file__).parent / "js"
SHARED = ("engine.js", "parts.js")
KEPT_BY_PAGES = ("_esm", "_css", "words")  # what a page of the book has once for all, and a notebook does not store


def _module(name: str) -> str:
    """Give one JavaScript module with everything that a widget needs."""
    parts = [(JS / file).read_text(encoding="utf-8") for file in (*SHARED, f"{name}.js")]
    return "\n".join([*parts, f"export default {{ render: wordleWidgets.{name} }};"])


def word_text() -> str:
    """Give both original lists in one text: the hidden words, a line break, all guesses."""
    hidden, guesses = words.original()
    return "".join(hidden) + "\n" + "".join(sorted({*hidden, *guesses}))


class Explorer(anywidget.AnyWidget):
    """Board and information explorer: rows, words that are left, bits gained, the best next guesses.

    Parameters
    ----------
    history
        Rows (guess, feedback) to begin with.
    hidden
        A hidden word that gives the feedback; none by default, and the reader sets the colours.
    hard
        Whether only guesses are shown and taken that Wordle's hard mode allows.

    Attributes
    ----------
    remaining
        How many words are left.
    best
        The best next guesses: for each a dictionary with guess, bits, parts, worst, remaining, possible.

    Raises
    ------
    ValueError
        If a guess or the hidden word is not on its list, or a row is no row of colours.
    """

    _esm = _module("explorer")
    _css = (JS / "widgets.css").read_text(encoding="utf-8")
    words = traitlets.Unicode().tag(sync=True)
    history = traitlets.List().tag(sync=True)
    hidden = traitlets.Unicode().tag(sync=True)
    hard = traitlets.Bool().tag(sync=True)
    remaining = traitlets.Int().tag(sync=True)
    best = traitlets.List().tag(sync=True)

    def __init__(self, history: Sequence[tuple[str, str]] = (), hidden: str = "", hard: bool = False) -> None:
        possible, guesses = words.original()
        if hidden and hidden not in possible:
            raise ValueError(f"hidden: {hidden!r}; expected one of the {len(possible):,} hidden words")
        known = {*possible, *guesses}
        rows: list[Any] = []
        for guess, row in history:
            if guess not in known:
                raise ValueError(f"history: {guess!r}; expected one of the {len(known):,} guesses")
            to_code(row, len(guess))
            if hidden and row != feedback(guess, hidden):
                raise ValueError(f"history: {guess} {row}; expected {feedback(guess, hidden)} with hidden {hidden!r}")
            rows.append([guess, row])
        super().__init__(words=word_text(), history=rows, hidden=hidden, hard=hard)

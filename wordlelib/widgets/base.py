"""The common parts of widgets: the JavaScript module, the style, and the word lists."""

import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from wordlelib.core.checks import needed, refused
from wordlelib.core.packing import pack
from wordlelib.game import words
from wordlelib.game.feedback import feedback, to_code
from wordlelib.kernels.webassembly import FOLDER

with needed("wordlelib.widgets", extra="widgets"):
    import anywidget

JS = Path(__file__).parent / "js"
# JupyterLab's own keys would take Enter and the letters away from the widget, and its notebook the arrows from sliders.
EXPORT = """export default {
  render(context) {
    context.el.setAttribute("data-lm-suppress-shortcuts", "true");
    context.el.addEventListener("keydown", (event) => event.key.startsWith("Arrow") && event.stopPropagation());
    return wordleWidgets.%s(context);
  },
};
"""
# What every widget's code finds, in this order.
SHARED = (
    *("engine.js", "computing.js", "policies.js", "packed.js", "today.js"),
    *("parts.js", "axes.js", "address.js", "player.js", "nest.js", "board.js"),
)
# What computations need besides the compiled kernels, with which a page loads it when it is first needed.
COMPUTATIONS = ("host.js", "compiledgame.js", "rollout.js")
# What judges a game, for the widgets that do; a page loads it as a file of its own.
JUDGING = ("gametexts.js", "grids.js", "prover.js", "known.js", "moves.js", "judging.js", "sharing.js")
UNIT = 1e-10  # the shares of running text are multiples of it
# What a page of the book has once for all, and a notebook does not store.
KEPT_BY_PAGES = ("_esm", "_css", "words", "known", "accepted", "seconds", "values", "compiled")


class Widget(anywidget.AnyWidget):
    """A widget, whose JavaScript is the function ``wordleWidgets.x`` in ``js/x.js``, with the class in lower case as x.

    A widget with several files names those before the last one in `_before`. One that `_judges` games needs `JUDGING`,
    too.
    """

    _before: tuple[str, ...] = ()
    _judges = False
    _css = (JS / "widgets.css").read_text(encoding="utf-8")

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Put the module together: the shared files, the widget's own, and the function that a notebook calls."""
        if Widget in cls.__bases__:  # and not what traitlets derives from a widget for further traits
            common = joined((*SHARED, *COMPUTATIONS, *(JUDGING if cls._judges else ())))
            cls._esm = "\n".join([common, cls.own_script(), EXPORT % cls.__name__.lower()])
        super().__init_subclass__(**kwargs)

    @classmethod
    def own_script(cls) -> str:
        """Return the JavaScript that is the widget's own."""
        return joined([*cls._before, f"{cls.__name__.lower()}.js"])

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


def joined(files: Sequence[str]) -> str:
    """Return the text of some files in `js`."""
    return "\n".join((JS / file).read_text(encoding="utf-8") for file in files)


def word_text() -> str:
    """Return both original lists in one text: the hidden words, a line break, and all guesses."""
    hidden, guesses = words.original()
    return "".join(hidden) + "\n" + "".join(sorted({*hidden, *guesses}))


def share_text() -> str:
    """Return how often the hidden words of the original list occur in running text, packed as multiples of `UNIT`."""
    return pack(round(share / UNIT) for share in words.frequencies().values())


@cache
def compiled() -> dict[str, Any]:
    """Return the kernels as `make wasm` compiled them: `module` in base 64, and the `layout` of what they take."""
    layout = json.loads((FOLDER / "engine.json").read_text(encoding="utf-8"))
    return {"module": b64encode((FOLDER / "engine.wasm").read_bytes()).decode(), "layout": layout}


def check_rows(history: Sequence[tuple[str, str]], hidden: str) -> list[Any]:
    """Check the rows of a board on the original lists, and return them in the form of a widget."""
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
    return rows


def checked_opening(opening: str) -> str:
    """Return an opening, which must be a guess of the original lists, or nothing."""
    known = {word for listed in words.original() for word in listed}
    if opening and opening not in known:
        raise refused("opening", opening, f"one of the {len(known):,} guesses, or nothing")
    return opening


def with_kept(
    check: Callable[..., dict[str, Any]], chosen: dict[str, Any], kept: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Check settings, and as `kept` those of a set-up that differs from them, if there is one."""
    if strange := set(kept or ()) - set(chosen):
        raise ValueError(f"kept: {sorted(strange)}; expected settings among {', '.join(chosen)}")
    return {**check(**chosen), "kept": {} if kept is None else check(**(chosen | {**kept}))}

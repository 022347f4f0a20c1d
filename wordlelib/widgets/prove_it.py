"""Proofs of openings by the library's own exact search, compiled to WebAssembly for a page without Python."""

import traitlets

from wordlelib.game import words
from wordlelib.widgets.base import Widget, compiled, word_text


class ProveIt(Widget):
    """Prove the least total of an opening over the 2,315 hidden words, with any number of guesses, easy or `hard`.

    The attributes `total`, 0 before there is one, `nodes` and `tried` say what the last proof found, how many beliefs
    it searched and how many guesses it tried in them.
    """

    _before = ("prover.js",)
    words = traitlets.Unicode().tag(sync=True)
    compiled: traitlets.Dict = traitlets.Dict().tag(sync=True)
    opening = traitlets.Unicode().tag(sync=True)
    hard = traitlets.Bool().tag(sync=True)
    total = traitlets.Int().tag(sync=True)
    nodes = traitlets.Int().tag(sync=True)
    tried = traitlets.Int().tag(sync=True)

    def __init__(self, opening: str = "salet", hard: bool = False) -> None:
        hidden, guesses = words.original()
        if opening not in {*hidden, *guesses}:
            raise ValueError(f"opening: {opening!r}; expected one of the {len({*hidden, *guesses}):,} guesses")
        super().__init__(words=word_text(), compiled=compiled(), opening=opening, hard=hard)

"""The hidden words as dots, sorted into the classes of a guess."""

import re
from collections.abc import Sequence

import traitlets

from wordlelib.widgets.base import Widget, word_text


class WordsAsArea(Widget):
    """Words as area: a dot for each hidden word flies into its class while a guess is typed.

    Letters that are not typed yet count as grey. `guesses` are those to choose from. The attribute `bits` is the
    information gain of the guess, `classes` how many there are, and `remaining` how many words are expected to remain.
    """

    _before = ("moving.js", "blocks.js")
    words = traitlets.Unicode().tag(sync=True)
    guesses: traitlets.List = traitlets.List().tag(sync=True)
    guess = traitlets.Unicode().tag(sync=True)
    bits = traitlets.Float().tag(sync=True)
    classes = traitlets.Int().tag(sync=True)
    remaining = traitlets.Float().tag(sync=True)

    def __init__(self, guesses: Sequence[str]) -> None:
        wrong = [guess for guess in guesses if not re.fullmatch("[a-z]{5}", guess)]
        if wrong or not guesses:
            raise ValueError(f"guesses: {wrong or 'none'}; expected words of 5 letters, a to z")
        super().__init__(words=word_text(), guesses=list(guesses))

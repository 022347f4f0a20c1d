"""The rule of the colours, letter by letter, and two rules that are wrong."""

import re
from collections.abc import Sequence

import traitlets

from wordlelib.game.feedback import feedback
from wordlelib.widgets.base import Widget, word_text

LENGTH = 5


class ColouringMachine(Widget):
    """A colouring machine: a hidden word and a guess to type, coloured letter by letter, beside two wrong rules.

    The reader chooses among `pairs` (guess, hidden word) or types others. The machine begins with the
    first pair and one letter coloured. Its
    attribute `moment` is how many letters of the guess are coloured, 0 to 5, and `row` the feedback.
    """

    words = traitlets.Unicode().tag(sync=True)
    pairs: traitlets.List = traitlets.List().tag(sync=True)
    guess = traitlets.Unicode().tag(sync=True)
    hidden = traitlets.Unicode().tag(sync=True)
    moment = traitlets.Int().tag(sync=True)
    row = traitlets.Unicode().tag(sync=True)

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        if not pairs:
            raise ValueError("pairs: none; expected one or more")
        for word in (word for pair in pairs for word in pair):
            if not re.fullmatch(f"[a-z]{{{LENGTH}}}", word):
                raise ValueError(f"pairs: {word!r}; expected words of {LENGTH} letters, a to z")
        guess, hidden = pairs[0]
        held = [list(pair) for pair in pairs]
        row = feedback(guess, hidden)
        super().__init__(words=word_text(), pairs=held, guess=guess, hidden=hidden, moment=1, row=row)

"""Guarantees for word lists of the reader's own, by the library's search compiled to WebAssembly."""

from collections.abc import Sequence

import traitlets

from wordlelib.game import words
from wordlelib.widgets.base import Widget, compiled

MOST = 4000
LONGEST = 5


class EnoughGuesses(Widget):
    """How many guesses are always enough for a list of words, which are hidden and the only guesses.

    The attribute `text` is the list, one word a line, which the reader may change, and `hard` says whether hard mode
    binds. After a search `least` is the number of guesses, 0 before there is one, `opening` a first word that does it,
    and `nodes` how many beliefs were searched.

    Parameters
    ----------
    listed
        Up to 4,000 words of one length, with five letters from a to z at most; by default `words.tiny`.
    hard
        Whether hints must be used.
    """

    _before = ("guarantor.js", "ownlists.js")
    compiled: traitlets.Dict = traitlets.Dict().tag(sync=True)
    text = traitlets.Unicode().tag(sync=True)
    hard = traitlets.Bool().tag(sync=True)
    least = traitlets.Int().tag(sync=True)
    opening = traitlets.Unicode().tag(sync=True)
    nodes = traitlets.Int().tag(sync=True)

    def __init__(self, listed: Sequence[str] | None = None, hard: bool = False) -> None:
        listed = words.tiny() if listed is None else words.check(listed, "listed")
        if len(listed) > MOST:
            raise ValueError(f"listed: {len(listed):,} words; expected {MOST:,} at most")
        strange = next((word for word in listed if len(word) > LONGEST or not word.isascii()), None)
        if strange is not None:
            raise ValueError(f"listed: {strange!r}; expected words of {LONGEST} letters at most, from a to z")
        super().__init__(compiled=compiled(), text="\n".join(listed), hard=hard)

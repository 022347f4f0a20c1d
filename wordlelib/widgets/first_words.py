"""The choice of test words: a player's average over the first words of a list, as many as the reader likes."""

from collections.abc import Mapping, Sequence

import traitlets

from wordlelib.core import checks
from wordlelib.widgets.base import Widget

MOST = 9


class FirstWords(Widget):
    """The average over the first words of a list, beside those over the words after them and over all.

    `orders` has for each order of the words, by its name, how many guesses each word takes, from 1 to 9. The first
    `played` words are hidden at first.
    """

    orders: traitlets.List = traitlets.List().tag(sync=True)
    order = traitlets.Int().tag(sync=True)
    played = traitlets.Int().tag(sync=True)

    def __init__(self, orders: Mapping[str, Sequence[int]], played: int) -> None:
        expected = f"for each order numbers of guesses from 1 to {MOST}"
        checks.instance("orders", orders, Mapping, expected)
        held = {
            name: checks.whole_numbers("orders", guesses, MOST + 1, (None,), expected, 1)
            for name, guesses in orders.items()
        }
        lengths = {guesses.size for guesses in held.values()}
        if len(lengths) != 1:
            raise ValueError(f"orders: of {sorted(lengths)} words; expected one or more, all of the same words")
        (words,) = lengths
        checks.integer("played", played, 1, words, f"1 to {words}, the number of words")
        texts = [{"name": name, "used": "".join(map(str, guesses))} for name, guesses in held.items()]
        super().__init__(orders=texts, played=played)

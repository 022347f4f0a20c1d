"""How good is an opening: the proven totals of all openings, by name."""

from typing import Any

import traitlets

from wordlelib.core import checks
from wordlelib.core.packing import pack
from wordlelib.game import words
from wordlelib.lab.results import results
from wordlelib.search.all_openings import merged
from wordlelib.widgets.base import Widget, checked_opening, word_text


class OpeningValue(Widget):
    """The proven total of an opening, and its place among all, easy or within six guesses of hard mode.

    Parameters
    ----------
    opening
        The opening at first, a guess of the original lists, or nothing.
    hard
        Whether hard mode is played.
    """

    words = traitlets.Unicode().tag(sync=True)
    values: traitlets.Dict = traitlets.Dict().tag(sync=True)
    opening = traitlets.Unicode().tag(sync=True)
    hard = traitlets.Bool().tag(sync=True)

    def __init__(self, opening: str = "", hard: bool = False) -> None:
        checks.instance("hard", hard, bool, "True or False")
        super().__init__(words=word_text(), values=values(), opening=checked_opening(opening), hard=hard)


def values() -> dict[str, Any]:
    """Return the totals of all openings in order of the guesses, by mode.

    `beyond` is packed: by how much each is above the `least`, plus 1, and 0 where no strategy keeps to the guesses.
    """
    stored = {}
    for mode in ("easy", "hard"):
        totals = merged(results(f"openings_{mode}")["rows"])
        least = min(totals.values())
        beyond = [totals[word] - least + 1 if word in totals else 0 for word in words.original()[1]]
        stored[mode] = {"least": least, "beyond": pack(beyond)}
    return stored

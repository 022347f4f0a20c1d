"""How good is an opening: what is proven of all openings, by name."""

from typing import Any

import traitlets

from wordlelib.core import checks
from wordlelib.core.packing import pack
from wordlelib.game import words
from wordlelib.lab.results import results
from wordlelib.lab.sweeps_adversary import stored_guarantees
from wordlelib.search.all_openings import merged
from wordlelib.widgets.base import Widget, checked_opening, word_text


class OpeningValue(Widget):
    """The proven total of an opening, or a bound of it, and its place, easy or within six guesses of hard mode.

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
    """Return what is proven of all openings in order of the guesses, by mode.

    Of those that need less than `below`, it is by how much each is above the `least`, plus 2. 1 stands for the others,
    and 0 for those after which no strategy keeps to the guesses. `beyond` is packed.
    """
    stored = {}
    for mode in ("easy", "hard"):
        run = results(f"openings_{mode}")
        totals = merged(run["rows"])
        least = min(totals.values())
        lost = {word for word, enough in stored_guarantees(6).items() if enough > 6} if mode == "hard" else set()
        known = {word: total - least + 2 for word, total in totals.items()} | dict.fromkeys(lost, 0)
        beyond = pack(known.get(word, 1) for word in words.original()[1])
        stored[mode] = {"least": least, "below": run["settings"]["below"], "beyond": beyond}
    return stored

"""What to guess next: the best guess after an opening and its colours, stored or searched for."""

from collections.abc import Sequence
from typing import Any

import traitlets

from wordlelib.core import checks
from wordlelib.game.game import HIDDEN
from wordlelib.lab.results import results
from wordlelib.widgets.accepted import accepted
from wordlelib.widgets.base import Widget, check_rows, compiled, word_text

COLUMNS = ("guess", "alike", "sum", "possible", "further")


class NextGuess(Widget):
    """A place to ask what to guess after some rows, with proven answers, on the original lists.

    After one row of the twenty openings of `second_guess_sweep` the answer is stored for the original hidden words.
    Elsewhere the browser searches for it, and it can prove what is stored, too. Where no original hidden word fits the
    rows, any accepted word may be hidden, as likely as `wordlelib.words.accepted_prior` says.

    Parameters
    ----------
    history
        The rows (guess, feedback) at first, which give way to what the reader types.
    hard
        Whether hard mode is played.
    hidden
        What may be hidden, "original" or "accepted", as in `wordlelib.wordle`.

    Attributes
    ----------
    best
        The answer: a best guess `guess` with the least `total`. Stored answers also have `alike`, the number of best
        guesses. `possible` and `possible_total` are the best word that may be right and its total, where they are
        known. A total is the sum over the words left, times their weights. Empty while there is no answer.
    """

    _before = ("prover.js",)
    words = traitlets.Unicode().tag(sync=True)
    compiled: traitlets.Dict = traitlets.Dict().tag(sync=True)
    seconds: traitlets.Dict = traitlets.Dict().tag(sync=True)
    accepted: traitlets.Dict = traitlets.Dict().tag(sync=True)
    history: traitlets.List = traitlets.List().tag(sync=True)
    hidden = traitlets.Unicode().tag(sync=True)
    hard = traitlets.Bool().tag(sync=True)
    best: traitlets.Dict = traitlets.Dict().tag(sync=True)

    def __init__(self, history: Sequence[tuple[str, str]] = (), hard: bool = False, hidden: str = "original") -> None:
        checks.instance("hard", hard, bool, "True or False")
        chosen = {"history": check_rows(history, ""), "hidden": checks.one_of("hidden", hidden, HIDDEN), "hard": hard}
        stored = {"words": word_text(), "compiled": compiled(), "seconds": seconds(), "accepted": accepted()}
        super().__init__(**stored, **chosen)


def seconds() -> dict[str, Any]:
    """Return the stored second guesses by mode and opening.

    Each opening has packed numbers, one for each kind of feedback but the one that ends the game, most words first: the
    number of the guess, how many are alike, the total, the number of the best possible word, and what it needs beyond.
    """
    stored: dict[str, Any] = {"easy": {}, "hard": {}}
    for row in results("second_guesses")["rows"]:
        stored[row["mode"]][row["opening"]] = {name: row[name] for name in COLUMNS}
    return stored

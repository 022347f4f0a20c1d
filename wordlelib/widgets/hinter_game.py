"""The game against a Hinter who may change the hidden word."""

from collections.abc import Sequence
from typing import Any

import traitlets

from wordlelib.core import checks
from wordlelib.game import words
from wordlelib.game.feedback import feedback
from wordlelib.game.policy import GREEDY
from wordlelib.widgets.base import Widget, compiled, word_text

HINTERS = ("greedy", "depth 2", "exact")
GUESSERS = (*GREEDY, "rollout", "exact")
MOST_TURNS = 20


class HinterGame(Widget):
    """Adversarial Wordle: the reader guesses and the Hinter answers, with the 2,315 hidden words as the only guesses.

    On request a Guesser makes the next guess, so that a reader can also watch a duel of the two.

    The attribute `remaining` is how many words are left, and `winner` "guesser" or "hinter", or "" while the game goes
    on.

    Parameters
    ----------
    history, turns
        Rows (guess, feedback) to begin with, and how many guesses there are, up to 20.
    hinter
        The Hinter who answers: "greedy" (`GreedyHinter`), "depth 2" (`MinimaxHinter` with two plies) or "exact"
        (`ExactHinter`).
    guesser
        The Guesser who guesses on request: a base policy of `wordlelib.game.policy.GREEDY`, "rollout" (`Rollout` of
        information gain) or "exact" (`Guaranteed` with the turns of the game or, where these are too few, with the
        fewest that are enough; several guesses may do).
    """

    _before = ("guarantor.js",)
    words = traitlets.Unicode().tag(sync=True)
    compiled: traitlets.Dict = traitlets.Dict().tag(sync=True)
    history: traitlets.List = traitlets.List().tag(sync=True)
    hinter = traitlets.Unicode().tag(sync=True)
    guesser = traitlets.Unicode().tag(sync=True)
    turns = traitlets.Int().tag(sync=True)
    remaining = traitlets.Int().tag(sync=True)
    winner = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        history: Sequence[tuple[str, str]] = (),
        hinter: str = "greedy",
        turns: int = 4,
        guesser: str = "information-gain",
    ) -> None:
        players = {"hinter": checks.one_of("hinter", hinter, HINTERS)}
        players["guesser"] = checks.one_of("guesser", guesser, GUESSERS)
        if checks.guesses("turns", turns) > MOST_TURNS:
            raise ValueError(f"turns: {turns!r}; expected {MOST_TURNS} at most")
        left = possible = words.original()[0]
        known, won = set(possible), False
        rows: list[list[str]] = []
        for guess, row in history:
            if guess not in known:
                raise ValueError(f"history: {guess!r}; expected one of the {len(possible):,} hidden words")
            if won or len(rows) == turns:
                raise ValueError(f"history: {guess} {row} after the end of the game; expected {turns} rows at most")
            left = [word for word in left if feedback(guess, word) == row]
            if not left:
                raise ValueError(f"history: {guess} {row}; expected a row that some word gives")
            rows.append([guess, row])
            won = guess == left[0] and len(left) == 1 and set(row) == {"g"}
        winner = "guesser" if won else "hinter" if len(rows) == turns else ""
        state: dict[str, Any] = {"words": word_text(), "compiled": compiled(), **players}
        super().__init__(**state, history=rows, turns=turns, remaining=len(left), winner=winner)

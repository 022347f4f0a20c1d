"""The game against the least favourable prior, beside a Guesser who mixes."""

from typing import Any

import numpy as np
import traitlets

from wordlelib.core import checks
from wordlelib.game.feedback import feedback
from wordlelib.game.game import Game
from wordlelib.search.exact import prove
from wordlelib.search.mixtures import Mixture
from wordlelib.search.zero_sum import ZeroSum
from wordlelib.widgets.base import Widget

HINTERS = ("least favourable prior", "any word alike", "your word")
MOST = 30  # guesses and hidden words, so that a reader sees them all at once


class SecretDuel(Widget):
    """The game of `zero_sum`: a word is hidden once, in secret, and the reader guesses, or the optimal mixture does.

    Each game is counted, so that the mean of many can be compared with the value of the game. Until it is found, the
    browser keeps the hidden word to itself.

    Parameters
    ----------
    found
        The value of a game of Wordle in easy mode with at most 30 guesses, proven and with any opening allowed.

    Attributes
    ----------
    hinter
        Who hides: "least favourable prior", the Hinter of `found`; "any word alike", one with a uniform prior; or "your
        word", the reader herself, against whom only the mixture plays.
    word
        The word that the reader hides.
    taken
        For each Hinter, where for the reader her word stands, and for "you" and "mixture": in how many games the word
        was found with the first guess, with the second, and so on.
    """

    hidden: traitlets.List = traitlets.List().tag(sync=True)
    guesses: traitlets.List = traitlets.List().tag(sync=True)
    weights: traitlets.List = traitlets.List().tag(sync=True)  # of the least favourable prior
    mixture: traitlets.List = traitlets.List().tag(sync=True)
    expected: traitlets.List = traitlets.List().tag(sync=True)  # of the mixture, for each hidden word
    value = traitlets.Float().tag(sync=True)
    even = traitlets.Float().tag(sync=True)  # the least expected number of guesses under a uniform prior
    hinter = traitlets.Unicode().tag(sync=True)
    word = traitlets.Unicode().tag(sync=True)
    taken: traitlets.Dict = traitlets.Dict().tag(sync=True)

    def __init__(self, found: ZeroSum) -> None:
        game = checks.instance("found", found, ZeroSum, "what zero_sum returns").game
        if not found.proven or found.openings is not None or len(game.guesses) > MOST or not _is_wordle(game):
            expected = f"a proven value over all openings of a game of Wordle in easy mode with at most {MOST} guesses"
            raise ValueError(f"found: {found!r} for {game!r}; expected {expected}")
        super().__init__(
            hidden=list(game.hidden),
            guesses=list(game.guesses),
            weights=found.weights.tolist(),
            mixture=_as_text(found.mixture),
            expected=found.mixture.expected.tolist(),
            value=float(found.upper),
            even=prove(game.weighted(np.ones(len(game.hidden), np.int64))).mean,
            hinter=HINTERS[0],
            word=next(iter(found.prior)),
        )


def _is_wordle(game: Game) -> bool:
    """Return whether guesses get the colours that the browser gives them, and all may be made at any time."""
    if game.mode != "easy" or len({len(word) for word in game.guesses}) > 1:
        return False
    return all(game.answer(guess, word) == feedback(guess, word) for guess in game.guesses for word in game.hidden)


def _as_text(mixture: Mixture) -> list[dict[str, Any]]:
    """Write the openings of a mixture, and for each class the plans, with their shares."""
    game = mixture.game
    return [
        {
            "guess": opening,
            "share": share,
            "classes": {
                game.show(code): [[plan.share, [game.guesses[i] for i in plan.guesses]] for plan in plans]
                for code, plans in mixture.plans[opening].items()
            },
        }
        for opening, share in mixture.shares.items()
    ]

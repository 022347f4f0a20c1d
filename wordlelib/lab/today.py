"""Wordle as the New York Times plays it since 2022: words that it added, words that it repeats, and players of it.

All accepted words may be hidden, as likely as `words.accepted_prior` says. Words that were added and games are those of
`data/published/added.csv` and `repeated.csv`, where `data/README.md` says whose records they are.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.core.packing import pack
from wordlelib.game import checked
from wordlelib.game.game import Game, State, wordle
from wordlelib.game.policy import InformationGain, Policy, decided
from wordlelib.game.tree import DecisionTree, play
from wordlelib.game.words import original
from wordlelib.lab.common import original_game, timed
from wordlelib.lab.judging import BONUS, Judge, totals
from wordlelib.runs.sweeps import Sweep

USED = 1658  # how many of the original hidden words were hidden before #1689, the first game that had a word again
OPENING = "salet"
OPENINGS = (  # that are often played, besides the best ones
    *("adieu", "arise", "audio", "carte", "crane", "crate", "least", "orate", "raise", "react", "roast", "slant"),
    *("slate", "soare", "stare", "stone", "tares", "trace", "train"),
)
SEEDS = 20


class Believer(Policy):
    """A player who believes that some of the words of a game may be hidden and no others.

    While such a word is left she decides as in the game that has these hidden words alone. When none is left, she takes
    every word that fits for possible, and decides by the fallback.

    Parameters
    ----------
    believed
        The game of her beliefs, in easy mode, with the guesses of the game that is played.
    policy, fallback
        Her policies, of which the second is asked in the game that is played.
    """

    def __init__(self, believed: Game, policy: Policy, fallback: Policy) -> None:
        self.believed = checks.instance("believed", believed, Game, "a Game, such as wordle()")
        if believed.mode != "easy":
            raise ValueError(f"believed: {believed.mode} mode; expected easy mode")
        self.policy = checks.instance("policy", policy, Policy, "a policy")
        self.fallback = checks.instance("fallback", fallback, Policy, "a policy")
        self.name = f"{self.policy.name} on {len(believed.hidden):,} words"

    def decide(self, state: State) -> str:
        """Return the guess to make in a state of the game that is played."""
        game, believed = checked.state(state).game, self.believed
        if game.guesses != believed.guesses:
            raise ValueError(f"state: {state!r} of another game; expected one with the guesses of {believed!r}")
        left = believed.hidden_of_guess[game.guess_of_hidden[state.members]]
        left = np.sort(left[left >= 0])
        if not len(left):
            return game.guesses[decided(self.fallback, state)]
        own = State.unchecked(believed, left, np.arange(len(believed.guesses), dtype=np.int32), state.rows)
        return believed.guesses[decided(self.policy, own)]


@cache
def accepted_game(mode: str = "easy") -> Game:
    """Return the game in which all accepted words may be hidden, as one object for each mode that sweeps share."""
    return wordle(mode=mode, hidden="accepted")


@cache
def _judge(mode: str) -> Judge:
    return Judge(accepted_game(mode))


PLAYERS: dict[str, Callable[[], DecisionTree]] = {
    "the prior": lambda: play(accepted_game(), InformationGain(BONUS), OPENING),
    "2,315 words": lambda: play(accepted_game(), _believer(), OPENING),
    "12,972 alike": lambda: play(wordle(original()[1]), InformationGain(BONUS), OPENING),
}


def beliefs() -> Sweep:
    """Play against every accepted word, with players who hold different words for possible."""
    return Sweep([{"player": player} for player in PLAYERS], play_belief)


def play_belief(player: str) -> dict[str, Any]:
    """Return how many guesses one of `PLAYERS` needs for each word after salet, as `packing.pack` writes them."""
    tree, seconds = timed("seconds", PLAYERS[player])
    return {"guesses": pack(tree.guesses_used)} | seconds


def _believer() -> Believer:
    return Believer(original_game(), InformationGain(BONUS), InformationGain(BONUS))


def remembered() -> Sweep:
    """Play the game when some words were used already, with a player who knows which and one who does not."""
    tasks = [
        {"used": used, "factor": factor, "seed": seed}
        for used, factor in ((500, 0.0), (1000, 0.0), (USED, 0.0), (2000, 0.0), (USED, 0.05), (USED, 0.25))
        for seed in range(SEEDS)
    ]
    return Sweep(tasks, play_remembered)


def play_remembered(used: int, factor: float, seed: int) -> dict[str, Any]:
    """Draw which of the original words were used, and return both players' expected guesses after salet.

    A used word is `factor` times as likely as one that was not used, and cannot be hidden if that is 0. Both players
    take guesses of most information, with a bonus of 2 bits for one that is right.
    """
    answers, guesses = original()
    drawn = np.zeros(len(answers), bool)
    drawn[np.random.default_rng([used, seed]).choice(len(answers), used, replace=False)] = True
    possible = [word for word, out in zip(answers, drawn, strict=True) if factor or not out]
    chances = np.where(drawn, factor, 1.0)
    even = original_game()

    def both() -> list[float]:
        game = wordle(possible, guesses, prior=chances[chances > 0].tolist())
        knowing = play(game, InformationGain(BONUS), OPENING).guesses_used
        unknowing = play(even, InformationGain(BONUS), OPENING).guesses_used[chances > 0]
        return [float(np.average(taken, weights=chances[chances > 0])) for taken in (knowing, unknowing)]

    (knowing, unknowing), seconds = timed("seconds", both)
    return {"knowing": round(knowing, 6), "unknowing": round(unknowing, 6)} | seconds


def first_accepted() -> Sweep:
    """Find the Q-factors of some first guesses when all accepted words may be hidden, for judgements of games."""
    game = accepted_game()
    best = [game.guesses[guess] for guess in _judge("easy").policy.candidates(game.start())]  # in hard mode the same
    openings = dict.fromkeys([*best, *OPENINGS])
    return Sweep(
        [{"mode": mode, "opening": word} for mode in ("easy", "hard") for word in openings], play_first_accepted
    )


def play_first_accepted(mode: str, opening: str) -> dict[str, Any]:
    """Return the total of a first guess over all words by their weights, if the judge's base policy goes on."""
    game = accepted_game(mode)
    guess = np.array([game.find(opening)], np.int32)
    total, seconds = timed("seconds", lambda: totals(_judge(mode).policy, game.start(), guess))
    return {"total": int(total[0])} | seconds

"""What training is worth in a game whose beliefs are too large to be solved: all accepted words may be hidden.

`training` plays lookahead with nothing learned, with values that learned from few or many openings, and the rollout
that they compete with, from openings that no value has seen. `untrained` plays the control of the deeper lookahead, the
one that has learned nothing. `asked` says how many of the classes that lookahead asks about are answered by an exact
rule and not by the value.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from wordlelib.game.game import Beliefs, Game, wordle
from wordlelib.game.policy import InformationGain, Policy
from wordlelib.game.tree import play
from wordlelib.game.words import original
from wordlelib.kernels.values import FEATURES
from wordlelib.lab.common import timed
from wordlelib.lab.ladder import one_guess_ahead
from wordlelib.planning.learning import TRAININGS, Lookahead, openings_for
from wordlelib.planning.rollout import Rollout
from wordlelib.planning.values import LinearValue, NetworkValue, SizeValue, Value, features
from wordlelib.runs.sweeps import Sweep, Task

TESTED = ("tares", "lares", "rales", "rates", "soare")  # the openings of most information, which no value learns from
WIDTH, SEEDS, ROUNDS = 10, 20, 2
LEARNED_FROM = (1, 4)  # openings


class Bare(Value):
    """What a trained value itself says: neither an exact cost where one is known, nor a bound from below."""

    name = "bare"

    def __init__(self, value: NetworkValue) -> None:
        self.value = value

    def costs(self, beliefs: Beliefs) -> np.ndarray:
        """Return 2 n - 1 + n y for n words with the output y."""
        sizes = np.diff(beliefs.offsets)
        return 2 * sizes - 1 + sizes * self.value.outputs(features(beliefs)[0])


@cache
def accepted_game() -> Game:
    """Return the game in which each of the 12,972 accepted words may be hidden."""
    words = sorted({*original()[0], *original()[1]})
    return wordle(words, words)


def _least() -> Value:
    sizes = np.maximum(np.arange(len(accepted_game().hidden) + 1), 1)
    return SizeValue(2 - 1 / sizes)


NOTHING = LinearValue(np.zeros(FEATURES), 0.0)
PLAIN: dict[str, Any] = {
    "information gain": InformationGain,
    "least possible": lambda: Lookahead(_least(), WIDTH),
    "nothing learned": lambda: Lookahead(NOTHING, WIDTH),
    "rollout": lambda: Rollout(InformationGain(), WIDTH),
    "rollout 100": lambda: Rollout(InformationGain(), 100),
}


def training() -> Sweep:
    """Train values for all 12,972 accepted words on few and on many openings, and play them beside rollout."""
    tasks: list[Task] = [{"player": name, "openings": 0, "seed": 0} for name in PLAIN]
    tasks += [
        {"player": kind, "openings": count, "seed": seed}
        for kind in TRAININGS
        for count in LEARNED_FROM
        for seed in range(SEEDS)
    ]
    tasks += [{"player": "bare linear", "openings": LEARNED_FROM[0], "seed": seed} for seed in range(SEEDS)]
    return Sweep(tasks, training_once)


def training_once(player: str, openings: int, seed: int) -> dict[str, Any]:
    """Play one of `PLAIN` or a value trained on so many openings, one guess ahead, from the openings of `TESTED`.

    A value is also played two guesses ahead, and a bare one from the first opening alone, since it is slow.
    """
    game = accepted_game()
    if player in PLAIN:
        return {"totals": _totals(PLAIN[player](), TESTED), "deeper": None, "cpu_seconds": 0.0}
    rng, kind = np.random.default_rng(seed), player.split()[-1]
    learned_from = openings_for(game, openings, rng, TESTED)
    trained, seconds = timed("cpu_seconds", lambda: TRAININGS[kind](game, rng, learned_from, ROUNDS))
    if kind != player:
        return {"totals": _totals(Lookahead(Bare(trained.value), WIDTH), TESTED[:1]), "deeper": None} | seconds
    deeper = _totals(Lookahead(trained.value, WIDTH, 2), TESTED)
    return {"totals": _totals(Lookahead(trained.value, WIDTH), TESTED), "deeper": deeper} | seconds


def untrained() -> Sweep:
    """Look two guesses ahead on all accepted words with nothing learned: what lookahead does alone."""
    return Sweep([{"opening": opening} for opening in TESTED], untrained_once)


def untrained_once(opening: str) -> dict[str, Any]:
    """Play lookahead of depth 2 with a value whose weights are all zero against all accepted words."""
    return {"total": _totals(Lookahead(NOTHING, WIDTH, 2), [opening])[0]}


def _totals(policy: Policy, openings: Sequence[str]) -> list[int]:
    return [play(accepted_game(), policy, opening).total for opening in openings]


def asked(game: Game, opening: str) -> tuple[int, int]:
    """Count the classes that one-step lookahead asks about after an opening, and those whose exact cost is known."""
    first = np.array([game.find(opening, "opening")], np.int32)
    left = Beliefs.start(game).split(first)[0]
    _, below, _ = one_guess_ahead(left)
    return len(below), int(features(below)[2].sum())

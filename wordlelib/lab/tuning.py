"""Policies at their best, each with the opening and the bonus that suit it, compared with the proven optimum."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.game import checked
from wordlelib.game.game import Game, make_game, wordle
from wordlelib.game.policy import InformationGain, Policy
from wordlelib.game.tree import DecisionTree, play
from wordlelib.game.words import frequencies
from wordlelib.lab.common import timed
from wordlelib.planning.rollout import Rollout
from wordlelib.runs.sweeps import Sweep
from wordlelib.search.exact import Solver

OPENINGS = 10  # that are tried for each policy
BONUSES, FEW = (0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5), (0, 2)
PLANNERS: dict[str, Callable[[Policy], Policy]] = {
    "information gain": lambda base: base,
    "rollout, 10": Rollout,
    "rollout, 10 + 10": partial(Rollout, heaviest=10),
}


def promising(game: Game, n: int = OPENINGS) -> list[str]:
    """Return the `n` openings with the least bounds on their totals by their number of classes, the least first."""
    bounds = Solver(checked.game(game)).lower_bounds()
    checks.integer("n", n, 1)
    return [game.guesses[i] for i in np.argsort(bounds, kind="stable")[:n]]


def best_opening(
    game: Game, policy: Policy, openings: Sequence[str], weights: np.ndarray | None = None
) -> tuple[int, DecisionTree]:
    """Play a policy from each of some openings, and return the least total with the tree of its first opening.

    A total is the sum of the guesses over the hidden words, times their weights. These are by default those of the
    game, but a policy may plan for one prior and be judged by another.
    """
    checked.game(game)
    counted = game.weights.astype(np.int64)
    if weights is not None:
        expected = f"{len(game.hidden)} whole numbers, one for each hidden word"
        counted = checks.whole_numbers("weights", weights, 2**31, (len(game.hidden),), expected).astype(np.int64)
    tried = [game.guesses[game.find(word, "openings")] for word in checks.texts("openings", openings)]
    if not tried:
        raise checks.refused("openings", openings, "one or more")
    trees = [play(game, policy, opening) for opening in tried]
    totals = [int(counted @ tree.guesses_used) for tree in trees]
    least = int(np.argmin(totals))
    return totals[least], trees[least]


def priors() -> Sweep:
    """Play under the frequency prior, by policies that know it or do not, each with its opening and its bonus."""
    tasks = [
        {"planner": planner, "bonus": bonus, "knows": knows}
        for planner in PLANNERS
        for bonus in BONUSES
        for knows in (True, False)
        if knows or planner in ("information gain", "rollout, 10")
    ]
    return Sweep(tasks, play_prior)


def play_prior(planner: str, bonus: float, knows: bool) -> dict[str, Any]:
    """Find the best opening of a policy under the frequency prior, which it knows or takes to be uniform."""
    weighted, equal, openings = _frequency_games()
    game, policy = weighted if knows else equal, PLANNERS[planner](InformationGain(bonus))
    (total, tree), seconds = timed("seconds", lambda: best_opening(game, policy, openings, weighted.weights))
    figures: dict[str, Any] = {"opening": tree.opening, "total": total, "worst": tree.worst}
    return figures | {"each_once": int(tree.guesses_used.sum())} | seconds


@cache
def _frequency_games() -> tuple[Game, Game, list[str]]:
    """Return the game under either prior, and the openings that promise most under one of them."""
    weighted, equal = wordle(prior=frequencies()), wordle()
    return weighted, equal, list(dict.fromkeys(promising(weighted) + promising(equal)))


def lengths() -> Sweep:
    """Play words of five, six and seven letters, by policies each with its own opening and bonus."""
    tasks = [
        {"letters": letters, "mode": mode, "planner": planner, "bonus": bonus}
        for letters in (5, 6, 7)
        for mode in ("easy", "hard")
        for planner in ("information gain", "rollout, 10")
        for bonus in FEW
    ]
    return Sweep(tasks, play_length)


def play_length(letters: int, mode: str, planner: str, bonus: float) -> dict[str, Any]:
    """Find the best opening of a policy on the lists of some length."""
    game, openings = _game_of_length(letters, mode)
    policy = PLANNERS[planner](InformationGain(bonus))
    (total, tree), seconds = timed("seconds", lambda: best_opening(game, policy, openings))
    return {"opening": tree.opening, "total": total, "worst": tree.worst} | seconds


@cache
def _game_of_length(letters: int, mode: str) -> tuple[Game, list[str]]:
    game = make_game(mode=mode, letters=letters)
    return game, promising(game)

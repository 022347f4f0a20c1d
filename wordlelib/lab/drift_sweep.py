"""The sweep of players whose hidden word changes while they look for it."""

from functools import cache
from typing import Any

from wordlelib.lab.common import game_of_list, timed
from wordlelib.planning.adaptive import AdaptivePolicy, Remembering
from wordlelib.planning.drift import MOVES, DriftFilter, DriftProblem, DriftRollout, LikeliestWord, play_drifting
from wordlelib.planning.noise import NoisyInformation
from wordlelib.runs.sweeps import Sweep, Task

RHOS = (0.0, 0.05, 0.1, 0.2, 0.3)
BONUS = 4.0  # bits for ending the game; `BONUSES` are others, where changes are most frequent
BONUSES = (2.0, 8.0)
# Games of each player: those who believe in neighbours need little time, and of redrawn words a belief never shrinks.
GAMES, FEW, FEWEST = 1000, 400, 200
SIMULATED = (("neighbour", 0.1), ("neighbour", 0.3), ("redraw", 0.1))  # changes that rollout met


def drift() -> Sweep:
    """Play against a word that is drawn anew, or moves to a neighbour, between guesses: who learns, and who forgets."""
    tasks = [
        _task(move, rho, player, BONUS, first, games)
        for move in MOVES
        for rho in RHOS
        for player, games in _players(move).items()
        for first in range(0, games, 100)
    ]
    tasks += [
        _task("redraw", max(RHOS), player, bonus, first, FEWEST)
        for player in ("exact", "ignores changes")
        for bonus in BONUSES
        for first in range(0, FEWEST, 100)
    ]
    tasks += [_task(*each, "rollout", BONUS, first, FEWEST) for each in SIMULATED for first in range(0, FEWEST, 20)]
    return Sweep(tasks, play_drift, cost=by_player)


def _task(move: str, rho: float, player: str, bonus: float, first: int, games: int) -> Task:
    size = 20 if player == "rollout" else 100
    return {"move": move, "rho": rho, "player": player, "bonus": bonus, "first": first, "games": min(games, size)}


def _players(move: str) -> dict[str, int]:
    """Name the players who meet some changes, and how many games each plays."""
    near = move == "neighbour"
    return {
        "exact": GAMES if near else FEW,
        "ignores changes": GAMES if near else FEW,
        "believes in 0.1": GAMES if near else FEWEST,
        "anew after 6": FEW,
        "QMDP": FEW,
    }


def by_player(task: Task) -> float:
    """Estimate how long games take: ten times as long on a belief that does not shrink, a hundred times in rollout."""
    if task["player"] == "rollout":
        return task["games"] * 100
    return task["games"] * (10 if task["move"] == "redraw" and task["player"] in ("exact", "believes in 0.1") else 1)


def play_drift(move: str, rho: float, player: str, bonus: float, first: int, games: int) -> dict[str, Any]:
    """Play some games of the series with seed 1 on the 2,315 hidden words, which are also the guesses."""
    problem, policy, follow = _drifting(move, rho, player, bonus)
    sample, seconds = timed("seconds", lambda: play_drifting(problem, policy, games, 1, first, follow))
    return {"guesses": sample.values.astype(int).tolist()} | seconds


@cache
def _drifting(move: str, rho: float, player: str, bonus: float) -> tuple[DriftProblem, AdaptivePolicy, DriftFilter]:
    game = game_of_list("answers")
    problem = DriftProblem(game, rho, move)
    believed = {"exact": rho, "QMDP": rho, "rollout": rho, "believes in 0.1": 0.1}.get(player, 0.0)
    again = int(player.split()[-1]) if player.startswith("anew") else None
    base = NoisyInformation(problem.still, bonus)
    policies: dict[str, AdaptivePolicy] = {"QMDP": LikeliestWord(problem), "rollout": DriftRollout(problem, base)}
    return (
        problem,
        Remembering(policies.get(player, base)),
        DriftFilter(DriftProblem(game, believed, move), again),
    )

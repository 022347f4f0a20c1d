"""Sweeps of two boards at once on the original lists: policies after *salet*, rollout, and lower bounds."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from wordlelib.core.packing import pack
from wordlelib.lab.common import original_game, timed
from wordlelib.runs.sweeps import Sweep
from wordlelib.search.boards import Boards, BoardsRollout, Decomposed, lower_bound, opening_bounds

OPENING = "salet"
BASE = ("information", 3.0)
WIDTH = 5  # candidates of rollout, so that all pairs of classes take some ten minutes
PARTS = 8  # of the pairs of classes, each one task of about a minute
SAMPLE = 1000  # pairs of words for the control line that guesses at random
DEEP = 25  # pairs of words that are one task, since a bound of two steps may take seconds
CHUNK = 500  # openings that are one task


def boards() -> Sweep:
    """Play two boards after *salet* by decomposed policies, by rollout and at random, and bound them from below."""
    rules = (BASE, ("information", 0.0), ("in-turn", 3.0), ("bound", 0.0))
    tasks: list[dict[str, Any]] = [{"kind": "policy", "rule": rule, "bonus": bonus} for rule, bonus in rules]
    tasks += [{"kind": "random", "seed": 0}]
    tasks += [{"kind": "rollout", "part": part} for part in range(PARTS)]
    tasks += [{"kind": "one step", "part": part} for part in range(PARTS)]
    tasks += [{"kind": "two steps", "seed": seed} for seed in range(3)]
    return Sweep(tasks, play_boards)


def play_boards(kind: str, **about: Any) -> dict[str, Any]:
    """Do one task: count the games by their guesses, or sum or list lower bounds."""
    work: dict[str, Callable[..., dict[str, Any]]]
    work = {"policy": _policy, "random": _random, "rollout": _rollout, "one step": _one_step, "two steps": _two_steps}
    figures, seconds = timed("cpu_seconds", lambda: work[kind](**about))
    return figures | seconds


@cache
def _classes() -> list[np.ndarray]:
    """Return the classes of the opening, which is no hidden word."""
    codes = original_game().codes[original_game().find(OPENING)]
    return [np.flatnonzero(codes == code) for code in np.unique(codes)]


def class_pairs(part: int) -> list[tuple[Boards, int]]:
    """Return a part of the beliefs after the opening, with 2 for those of which the mirror image is left out."""
    classes, game = _classes(), original_game()
    some = range(part, len(classes), PARTS)
    return [(Boards(game, classes[i], classes[j]), 1 + (i < j)) for i in some for j in range(i, len(classes))]


def _policy(rule: str, bonus: float) -> dict[str, Any]:
    return {"games": Decomposed(rule, bonus).games(Boards.start(original_game()), OPENING).tolist()}


def _random(seed: int) -> dict[str, Any]:
    """Guess words that are possible on one of the boards, each with the same chance."""
    rng, game = np.random.default_rng(seed), original_game()
    return {"games": np.bincount([_random_game(game, rng) for _ in range(SAMPLE)]).tolist()}


def _random_game(game: Any, rng: np.random.Generator) -> int:
    hidden, made = rng.integers(0, len(game.hidden), 2), 0
    left = [np.arange(len(game.hidden))] * 2
    while sum(map(len, left)):
        words = np.union1d(left[0], left[1])
        row, made = game.codes[game.guess_of_hidden[rng.choice(words)]], made + 1
        left = [x[(row[x] == row[h]) & (row[h] != game.solved)] for x, h in zip(left, hidden, strict=True)]
    return made


def _rollout(part: int) -> dict[str, Any]:
    """Make the second guess by rollout, and the others by its base."""
    base, out = Decomposed(*BASE), np.zeros(20, np.int64)
    policy = BoardsRollout(base, WIDTH)
    for here, times in class_pairs(part):
        counts = base.games(here, policy.decide(here))
        out[1 : len(counts) + 1] += times * counts
    return {"games": np.trim_zeros(out, "b").tolist()}


def _one_step(part: int) -> dict[str, Any]:
    return {"bound": sum(times * lower_bound(here) for here, times in class_pairs(part))}


def _two_steps(seed: int) -> dict[str, Any]:
    """Bound the beliefs of some random pairs of words, per pair of words, by one step and by two."""
    rng, game = np.random.default_rng(seed), original_game()
    codes, found = game.codes[game.find(OPENING)], []
    for one, two in rng.integers(0, len(game.hidden), (DEEP, 2)):
        here = Boards(game, *(np.flatnonzero(codes == codes[h]) for h in (one, two)))
        found.append([1 + lower_bound(here, steps) / here.pairs for steps in (1, 2)])
    return {"one": [round(a, 6) for a, _ in found], "two": [round(b, 6) for _, b in found]}


def board_openings() -> Sweep:
    """Bound every opening of two boards from below."""
    starts = range(0, len(original_game().guesses), CHUNK)
    return Sweep([{"start": start} for start in starts], bound_openings)


def bound_openings(start: int) -> dict[str, Any]:
    """Bound a chunk of openings, packed in list order."""
    game = original_game()
    some = game.guesses[start : start + CHUNK]
    bounds, seconds = timed("cpu_seconds", lambda: opening_bounds(game, some))
    return {"openings": len(some), "least": int(bounds.min()), "bounds": pack(bounds)} | seconds

"""Races between samplers of the tree search, which measure how long it takes to find a strategy of a known total."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.game.policy import InformationGain
from wordlelib.kernels.jit import cpu_clock
from wordlelib.lab.common import original_game
from wordlelib.runs.sweeps import Sweep, Task
from wordlelib.search.bandits import PUCT, SAMPLERS, Sampler
from wordlelib.search.tree_search import TreeSearch

VARIANTS: dict[str, dict[str, Any]] = {
    "avts": {},
    "as in the essay": {"bounds": False, "shared": False},
    "biased": {"debias": False},
    "centred spread": {"spread": "centred"},
    "100 guesses": {"width": 100},
    "policy as predictor": {"predictor": InformationGain()},
}
CAREFUL = {"careful spread": {"spread": "careful"}}
PARAMETERS: dict[str, tuple[str, tuple[float, ...]]] = {
    "epsilon-greedy": ("scale", (0.1, 0.3, 1.0, 3.0, 10.0)),
    "hoeffding": ("p", (0.99999, 0.9999, 0.999, 0.99, 0.9)),
    "laplace": ("delta", (0.01, 0.03, 0.1, 0.3, 1.0)),
    "puct": ("coefficient", (0.01, 0.03, 0.1, 0.3, 1.0)),
}
SEEDS, MOST = 10, 25_000
SLICE = 50  # iterations between two times that are noted


def race() -> Sweep:
    """Let tree search look for a best strategy on the original lists, with several samplers, variants and seeds."""
    tasks = [
        {"variant": "avts", "sampler": sampler, "seed": seed, "limit": 1_500 if sampler == PUCT.name else 6_000}
        for sampler in SAMPLERS
        for seed in range(SEEDS)
    ]
    tasks += [
        {"variant": variant, "sampler": "thompson", "seed": seed, "limit": limit}
        for variant in list(VARIANTS)[1:]
        for limit in [{"biased": 1_000, "centred spread": 20_000}.get(variant, 6_000)]
        for seed in range(SEEDS)
    ]
    return Sweep(tasks, search_once)


def race_as_in_the_essay(answers: str | None = None, guesses: str | None = None, stop_at: int = 7920) -> Sweep:
    """Let all samplers race without bounds and without sharing, as in the AVTS essay, for up to 25,000 iterations."""
    tasks = [
        {"variant": "as in the essay", "sampler": sampler, "seed": seed, "limit": MOST}
        for seed in range(SEEDS)
        for sampler in SAMPLERS
        if sampler != PUCT.name or seed < 3  # it takes longest, and a seed changes only its order of the guesses
    ]
    return Sweep(tasks, partial(search_once, answers=answers, guesses=guesses, stop_at=stop_at))


def race_of_parameters() -> Sweep:
    """Let samplers with one parameter race over five values of it, on the original lists, with five seeds each."""
    tasks = [
        {"variant": "avts", "sampler": sampler, "parameter": value, "seed": seed, "limit": 2_000}
        for sampler, (_, values) in PARAMETERS.items()
        for value in values
        for seed in range(5)
    ]
    return Sweep(tasks, search_once)


def race_of_spreads() -> Sweep:
    """Let Thompson sampling race on the original lists with each spread, twenty seeds and the same limit."""
    tasks = [
        {"variant": variant, "sampler": "thompson", "seed": seed, "limit": 1_000}
        for variant in ("avts", "centred spread", *CAREFUL)
        for seed in range(2 * SEEDS)
    ]
    return Sweep(tasks, search_once)


def search_once(
    variant: str,
    sampler: str,
    seed: int,
    limit: int,
    answers: str | None = None,
    guesses: str | None = None,
    stop_at: int = 7920,
    parameter: float | None = None,
) -> dict[str, Any]:
    """Search until a strategy of a total or a number of iterations is reached, and record each better strategy.

    The variant is one of `VARIANTS` or `CAREFUL`, and the sampler one of `bandits.SAMPLERS`. Its parameter is by
    default that of the essay. "better" holds each better total with its iteration, and "clock" the processor time in
    seconds after each 50 iterations.
    """
    game = original_game("easy", answers, guesses)
    settings, rule = (VARIANTS | CAREFUL)[variant], make_sampler(sampler, parameter)
    begun, clock = cpu_clock(), []
    search = TreeSearch(game, np.random.default_rng(seed), rule, **settings)
    upper = search.run(0).upper
    while search.iterations < limit and search.upper > stop_at and not search.proven:
        upper = search.run(min(SLICE, limit - search.iterations), stop_at).upper
        clock.append(round(cpu_clock() - begun, 2))
    better = np.flatnonzero(np.diff(upper, prepend=np.iinfo(np.int64).max) < 0)
    return {
        "found_at": search.found_at if search.upper <= stop_at else None,
        "iterations": search.iterations,
        "opening": search.guess(),
        "total": search.upper,
        "lower": search.lower,
        "nodes": search.nodes,
        "bytes": search.memory,
        "cpu_seconds": round(cpu_clock() - begun, 4),
        "better": [[int(i) + 1, int(upper[i])] for i in better],
        "clock": clock,
    }


def regret(rows: list[Task], least: int, moments: Sequence[float], by: str = "iterations") -> np.ndarray:
    """Return how far the best strategy found was from the optimum at some moments of stored searches.

    The moments are iterations, or seconds of processor time, which are known after each 50 iterations and interpolated
    in between. The distances are in guesses over all words, infinite before the first strategy, and have the shape
    (searches, moments).
    """
    checks.one_of("by", by, ("iterations", "seconds"))
    found = np.full((len(rows), len(moments)), np.inf)
    for row, line in zip(rows, found, strict=True):
        when, totals = np.array(row["better"], float).T
        if by == "seconds":
            marks = np.minimum(SLICE * np.arange(len(row["clock"]) + 1), row["iterations"])
            when = np.interp(when, marks, [0.0, *row["clock"]])
        place = np.searchsorted(when, moments, side="right") - 1
        line[place >= 0] = totals[place[place >= 0]] - least
    return found


def in_time(row: Task, least: int) -> list[tuple[float, int]]:
    """Return how far above the optimum a stored search was after each 50 iterations, in pairs (seconds, guesses)."""
    when, totals = np.array(row["better"]).T
    done = np.minimum(SLICE * np.arange(1, len(row["clock"]) + 1), row["iterations"])
    above = totals[np.searchsorted(when, done, side="right") - 1] - least
    return [(float(at), int(far)) for at, far in zip(row["clock"], above, strict=True)]


def make_sampler(name: str, parameter: float | None = None) -> Sampler:
    """Make a sampler by its name, with its usual parameter or another one; see `search_once`."""
    rule = SAMPLERS[checks.one_of("sampler", name, SAMPLERS)]()
    if parameter is None:
        return rule
    if name not in PARAMETERS:
        raise ValueError(f"parameter: {checks.shown(parameter)}; expected none, since {name} has no number")
    return replace(rule, **{PARAMETERS[name][0]: parameter})  # type: ignore[type-var]


def estimates_of_the_essay(answers: str | None = None, guesses: str | None = None) -> Sweep:
    """Estimate the first guesses that promise most, before and after a first visit, as the AVTS essay prints them."""
    tasks = [{"seed": seed, "iterations": 14} for seed in range(2)]
    return Sweep(tasks, partial(estimate_once, answers=answers, guesses=guesses))


def estimate_once(seed: int, iterations: int, answers: str | None = None, guesses: str | None = None) -> dict[str, Any]:
    """Return the first estimate of each guess that was visited, and its value after its first visit."""
    game = original_game("easy", answers, guesses)
    found: dict[str, list[float]] = {}
    search = TreeSearch(game, np.random.default_rng(seed), debias=False, bounds=False, shared=False)
    for _ in range(iterations):
        search.run(1)
        found |= {arm.guess: [round(arm.first, 9), round(arm.tree, 9)] for arm in search.arms() if arm.visits == 1}
    return {"estimates": found}

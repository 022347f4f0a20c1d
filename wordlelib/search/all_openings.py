"""Perfect play for all openings, in several processes. The solver of `exact.py` does the work."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from wordlelib.game.game import Game, make_game
from wordlelib.kernels.branch_and_bound import IMPOSSIBLE
from wordlelib.kernels.jit import cache_folder, clock
from wordlelib.runs.engines import Engine
from wordlelib.runs.sweeps import Shard, Sweep, Task, rows_at, run
from wordlelib.search.exact import Solver

CHUNK = 50  # openings of a task
FIRST = 5  # openings that are proven before the tasks are cut, so that these have a limit to beat
FILES = ("answers", "guesses", "prior", "used")

_game = cache(make_game)


def openings(recipe: dict[str, Any], cap: int | None, below: int) -> Sweep:
    """Prove the totals of all openings that need less than `below`, the most promising first.

    The recipe has the arguments of `make_game`. The cap and the limit are those of `exact.prove`.
    """
    words, bounds = _openings(tuple(recipe.items()), cap)[1:]
    tasks = [{"first": i, "openings": min(CHUNK, len(words) - i)} for i in range(0, len(words), CHUNK)]

    def note(rows: list[Task]) -> str:
        done = {row["first"] for row in rows}
        lower = min([bounds[task["first"]] for task in tasks if task["first"] not in done], default=below)
        upper = min(merged(rows).values(), default=None)
        return f"total between {lower if upper is None else min(lower, upper)} and {upper or '?'}"

    return Sweep(tasks, partial(prove_openings, recipe=tuple(recipe.items()), cap=cap, below=below), note)


def prove_openings(first: int, openings: int, recipe: tuple, cap: int | None, below: int) -> dict[str, Any]:
    """Decide some openings, and return the totals of those that need less than `below`."""
    solver, words, _ = _openings(recipe, cap)
    start = solver.game.start()
    before, begun = (solver.nodes, solver.guesses, solver.cuts), clock()
    totals = {}
    for word in words[first : first + openings]:
        found, _ = solver.search(start, word, below)
        if found.upper is not None and found.lower < below:
            totals[word] = found.upper
    after = (solver.nodes, solver.guesses, solver.cuts)
    effort = {name: b - a for name, a, b in zip(("nodes", "guesses", "cuts"), before, after, strict=True)}
    return {"totals": totals} | effort | {"seconds": round(clock() - begun, 4)}


@cache
def _openings(recipe: tuple, cap: int | None) -> tuple[Solver, list[str], list[int]]:
    """Return a solver, the openings to look at, and their lower bounds, the least first."""
    game = _game(**dict(recipe))
    solver = Solver(game, cap)
    bounds = solver.lower_bounds()
    order = np.argsort(bounds, kind="stable")
    return solver, [game.guesses[i] for i in order], [int(bounds[i]) for i in order]


def merged(rows: list[Task]) -> dict[str, int]:
    """Return the totals that a run over openings has found, the least first."""
    totals = {word: total for row in rows for word, total in row["totals"].items()}
    return dict(sorted(totals.items(), key=lambda item: (item[1], item[0])))


def prove_all(
    recipe: dict[str, Any],
    cap: int | None = None,
    below: int | None = None,
    gap: int = 0,
    jobs: int = 1,
    out: str | PathLike | None = None,
    progress: Callable[[int, int, str], None] | None = None,
    shard: Shard | None = None,
    budget: float | None = None,
    engine: Engine | None = None,
) -> dict[str, Any]:
    """Prove the totals of the best openings in several processes, and continue a run that was stopped.

    Parameters
    ----------
    recipe
        The arguments of `make_game`.
    cap, below, gap
        As for `exact.prove`.
    out
        Where to store the progress and the result. By default the progress is stored with the compiled kernels until
        the end.
    jobs, progress, shard, budget, engine
        As for `run`.

    Returns
    -------
    dict
        The best opening and its total, whether that is proven, bounds, the totals of all openings that were asked for,
        the effort, whether the run was `interrupted`, how many tasks are `left`, and the `failures`. After an
        interruption, the results are those that were known by then.
    """
    if gap < 0 or (gap and below is not None):
        raise ValueError(f"gap: {gap}; expected at least 0, and no limit `below` with it")
    begun = clock()
    solver, words, bounds = _openings(tuple(recipe.items()), cap)
    game, limit = solver.game, IMPOSSIBLE if below is None else below
    rows: list[Task] = []
    first: dict[str, int] = {}
    path, found = None, None
    with suppress(KeyboardInterrupt):
        for word in words[:FIRST] if below is None else []:
            bounds_of, _ = solver.search(game.start(), word, limit)
            if bounds_of.upper is not None:
                first[word] = bounds_of.upper
                limit = min(limit, bounds_of.upper + gap + 1)
        settings = _proof_settings(game, recipe, cap, limit)
        name = hashlib.sha256(repr(settings).encode()).hexdigest()[:16]
        path = cache_folder() / f"proof-{name}.json" if out is None else Path(out)
        found = run(openings(recipe, cap, limit), path, jobs, settings, progress, shard, budget, engine)
    if path is not None:
        rows = rows_at(path)
    if found is not None and found.complete and path is not None and out is None:
        path.unlink()
    known = {word: total for word, total in first.items() if total < limit} | merged(rows)
    done = {row["first"] for row in rows}
    left = [bounds[i] for i in range(0, len(words), CHUNK) if i not in done]
    return {
        **_summary(game.mode, cap, limit, known, min(left, default=IMPOSSIBLE)),
        **{effort: sum(row[effort] for row in rows) for effort in ("nodes", "guesses", "cuts")},
        "seconds": round(clock() - begun, 4),
        "interrupted": found is None,
        "left": 0 if found is None else len(found.left),
        "failures": [] if found is None else found.failures,
    }


def _summary(mode: str, cap: int | None, limit: int, known: dict[str, int], least: int) -> dict[str, Any]:
    """Summarise what some totals prove, where others need `least` or more, and at least the limit once decided."""
    totals = dict(sorted(known.items(), key=lambda item: item[::-1]))
    opening = next(iter(totals), None)
    upper = None if opening is None else totals[opening]
    lower = min(least, limit if upper is None else upper)
    proven = lower == upper or lower >= IMPOSSIBLE
    return {
        "opening": opening,
        "mode": mode,
        "cap": cap,
        "below": limit if limit < IMPOSSIBLE else None,
        "total": upper if proven else None,
        "proven": proven,
        "lower": lower if lower < IMPOSSIBLE else None,
        "upper": upper,
        "openings": totals,
    }


def _proof_settings(game: Game, recipe: dict[str, Any], cap: int | None, below: int) -> dict[str, Any]:
    content = repr((game.hidden, game.guesses, game.weights.tolist())).encode()
    named = {name: Path(value).name if name in FILES and value else value for name, value in recipe.items()}
    return named | {"cap": cap, "below": below, "game": hashlib.sha256(content).hexdigest()}

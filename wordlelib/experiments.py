"""Experiments over many settings: parallel, with progress, resumable, and stored with where they come from.

A sweep is a list of tasks, each a small dictionary, and a function that turns a task into figures. What is done is
written after every task, the file as a whole each time, so that a run which is killed goes on where it stopped.
"""

import csv
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import joblib
import numpy as np

from wordlelib._jit import CACHE_FOLDER
from wordlelib.adaptive import AdaptivePolicy, Opening, Remembering, simulate
from wordlelib.belief import GuessingProblem
from wordlelib.game import Game, wordle
from wordlelib.noise import NoisyInformation, NoisyRollout, colour_noise, one_lie
from wordlelib.policy import GREEDY
from wordlelib.rollout import Rollout
from wordlelib.tree import play
from wordlelib.words import DATA, tiny

Task = dict[str, Any]


class Sweep(NamedTuple):
    """An experiment: its tasks, and what computes the figures of one task (a function that other processes can import).

    Attributes
    ----------
    tasks
        Different from each other, of text and numbers only.
    work
        Called as ``work(**task)``; gives a dictionary of text and numbers.
    """

    tasks: list[Task]
    work: Callable[..., dict[str, Any]]


def table1(width: int = 10) -> Sweep:
    """Play the papers' Table 1 by the clean definitions: 13 openings, easy and hard, information gain and its rollout.

    Hard mode is Wordle's own rule; no game is cut off after six guesses.
    """
    return _tables(["information-gain"], ["easy", "hard"], width)


def table2(width: int = 10) -> Sweep:
    """Play the papers' Table 2 by the clean definitions: the other two base policies, in hard mode."""
    return _tables(["expected-remaining", "most-classes"], ["hard"], width)


def _tables(bases: list[str], modes: list[str], width: int) -> Sweep:
    _check_width(width)
    tasks = [
        {"opening": opening, "mode": mode, "base": base, "width": reach}
        for base in bases
        for mode in modes
        for opening in (row["opening"] for row in published("table1"))
        for reach in (0, width)
    ]
    return Sweep(tasks, play_opening)


def _check_width(width: int) -> None:
    if width < 1:
        raise ValueError(f"width: {width}; expected at least 1")


def play_opening(opening: str, mode: str, base: str, width: int) -> dict[str, Any]:
    """Play one opening on the original lists by a greedy policy (width 0) or rollout on it."""
    game = _game(mode)
    policy = Rollout(GREEDY[base](), width) if width else GREEDY[base]()
    play(wordle(tiny(), mode=mode), policy)  # compiles the kernels, which is not to be timed
    begun = time.perf_counter()
    tree = play(game, policy, opening)
    seconds = time.perf_counter() - begun
    return {"total": tree.total, "worst": tree.worst, "over_six": len(tree.failures(6)), "seconds": round(seconds, 4)}


@cache
def _game(mode: str) -> Game:
    return wordle(mode=mode)


def noisy(width: int = 10) -> Sweep:
    """Play Wordle with colours that lie: information gain, rollout on it, and information gain with a bonus.

    Each colour is wrong with probability 0.05, or one colour of each row is. All policies meet the same hidden words
    and the same noise, 2,000 games of each kind, in parts of 50.
    """
    _check_width(width)
    tasks = [
        {"noise": kind, "policy": policy, "width": width, "first": first, "games": 50}
        for kind in ("0.05", "one-lie")
        for policy in ("information-gain", "rollout", "bonus")
        for first in range(0, 2000, 50)
    ]
    return Sweep(tasks, play_noisy)


def play_noisy(noise: str, policy: str, width: int, first: int, games: int) -> dict[str, Any]:
    """Play some games of the series of seed 1 on the original lists, after the opening of most information."""
    problem, chosen = _noisy(noise, policy, width)
    simulate(problem, chosen, 1, 1, first)
    begun = time.perf_counter()
    guesses = simulate(problem, chosen, games, 1, first).values
    return {"guesses": guesses.astype(int).tolist(), "seconds": round(time.perf_counter() - begun, 2)}


@cache
def _noisy(noise: str, policy: str, width: int) -> tuple[GuessingProblem, Remembering]:
    problem = GuessingProblem(_game("easy"), channel_of(noise, _game("easy")))
    base = NoisyInformation(problem, bonus=0.0)
    opening = base.decide(problem.start, problem.prior)
    chosen: AdaptivePolicy = base
    if policy == "rollout":
        chosen = NoisyRollout(base, width, runs=20)
    elif policy == "bonus":
        chosen = NoisyInformation(problem, bonus=2.0 if noise != "one-lie" else 4.0)
    return problem, Remembering(Opening(problem, opening, chosen))


def channel_of(noise: str, game: Game) -> np.ndarray:
    """Make the channel that a text names: "one-lie", or the probability of a wrong colour."""
    if noise == "one-lie":
        return one_lie(game)
    try:
        return colour_noise(game, float(noise))
    except ValueError:
        raise ValueError(f"noise: {noise!r}; expected a probability from 0 to 1, or one-lie") from None


SWEEPS: dict[str, Callable[..., Sweep]] = {"table1": table1, "table2": table2, "noisy": noisy}


def run(
    sweep: Sweep,
    out: str | PathLike,
    jobs: int = 1,
    settings: dict[str, Any] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Task]:
    """Do all tasks of a sweep that are not done yet, and store every result in a file as soon as it is there.

    Parameters
    ----------
    sweep
        The experiment.
    out
        A JSON file. If it is there already, it must come from the same sweep, settings and version; it is completed.
    jobs
        How many processes to use.
    settings
        What to note down about the run beside command and versions.
    progress
        Called after each task with (tasks done, tasks in all).

    Returns
    -------
    list of dict
        The tasks in their order, each with its figures.

    Raises
    ------
    ValueError
        If `jobs` is less than 1, the folder of `out` does not exist, or the file is of another experiment.
    """
    if jobs < 1:
        raise ValueError(f"jobs: {jobs}; expected at least 1")
    path = Path(out)
    if not path.parent.is_dir():
        raise ValueError(f"out: {str(path.parent)!r} is no folder; expected a file in a folder that exists")
    source = {"settings": settings or {}, "versions": versions(), "code": CACHE_FOLDER.name.removeprefix("kernels-")}
    done = _resume(path, source, sweep)
    left = [task for task in sweep.tasks if _key(task) not in done]
    command = "python -m wordlelib " + " ".join(sys.argv[1:]) if sys.argv[0].endswith("__main__.py") else None

    def store() -> None:
        rows = [done[_key(task)] for task in sweep.tasks if _key(task) in done]
        write_whole(path, json.dumps(source | {"command": command, "rows": rows}, indent=1) + "\n")

    if left:
        store()  # a file that cannot be written is found out before the work
    work = joblib.delayed(_measured)
    results = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")(work(sweep.work, task) for task in left)
    for task, figures in results:
        done[_key(task)] = task | figures
        store()
        if progress is not None:
            progress(len(done), len(sweep.tasks))
    return [done[_key(task)] for task in sweep.tasks]


def _measured(work: Callable[..., dict[str, Any]], task: Task) -> tuple[Task, dict[str, Any]]:
    return task, work(**task)


def _key(task: Task) -> str:
    return json.dumps(task, sort_keys=True)


def _resume(path: Path, source: dict[str, Any], sweep: Sweep) -> dict[str, Task]:
    """Read what an earlier run left: {key of a task: the task with its figures}."""
    if not path.exists():
        return {}
    try:
        stored = json.loads(path.read_text())
        same = {name: stored[name] for name in source} == source
        rows = [dict(row) for row in stored["rows"]]
    except (ValueError, KeyError, TypeError):
        raise ValueError(
            f"out: {path} is there and holds no results; expected a new file, or one to go on with"
        ) from None
    if not same:
        raise ValueError(f"out: {path} holds another experiment or is of another version; expected a new file")
    names = set(sweep.tasks[0]) if sweep.tasks else set()
    wanted = {_key(task) for task in sweep.tasks}
    found = {_key({name: row[name] for name in names if name in row}): row for row in rows}
    return {key: row for key, row in found.items() if key in wanted}


def versions() -> dict[str, str]:
    """Give the versions that a result depends on."""
    packages = {name: version(name) for name in ("numpy", "numba")}
    return {"python": platform.python_version(), **packages}


def write_whole(path: str | PathLike, text: str) -> None:
    """Write a file so that at any moment it is either the old one or the new one."""
    path = Path(path)
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    with open(partial, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(partial, path)


def results(name: str) -> dict[str, Any]:
    """Read a result that comes with the project: its rows, and the command, versions and settings behind them."""
    return json.loads(_stored("results", name, ".json").read_text(encoding="utf-8"))


def published(name: str) -> list[dict[str, str]]:
    """Read a table that a paper printed, figure by figure as it stands there; what it leaves out is empty."""
    with open(_stored("published", name, ".csv"), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _stored(folder: str, name: str, suffix: str) -> Path:
    path = DATA / folder / (name + suffix)
    if not path.is_file():
        there: Iterable[str] = sorted(each.stem for each in (DATA / folder).glob("*" + suffix))
        raise ValueError(f"name: {name!r}; expected one of {', '.join(there)}")
    return path

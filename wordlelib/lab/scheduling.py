"""What n workers make of a run: schedules in theory, and stored runs replayed on a simulated cluster.

A run is a list of independent tasks. Whenever a worker is free, it takes the next task of the list, so the order of the
list decides how long the last worker keeps the others waiting.
"""

import heapq
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from wordlelib.core.checks import integer, refused
from wordlelib.lab.results import results
from wordlelib.runs.engines import Dask
from wordlelib.runs.sweeps import Sweep, Task

WORKERS = (1, 2, 4, 8, 16, 32, 64)
ORDERS = ("listed", "random", "known", "longest")
RUNS = ("hard", "particles", "openings_six_hard")  # that are replayed, on so many workers:
REPLAYED = (8, 16, 64)
SCALES = (100, 50, 20, 10, 5, 2)  # by which a replay may be faster than its run
LASTING = 60.0  # seconds of a replay, beside which Dask's overhead is small
MACHINES = 8  # of Dask, which have equally many threads as workers
MEASURED = ("seconds", "cpu_seconds", "training_seconds")


class Schedule(NamedTuple):
    """A schedule: which worker does which task, and when.

    The worker of each task, int of shape (tasks,), is in the order in which tasks were handed out. Tasks have
    `begun` and `ended`, float of the same shape, so many seconds after the first one. `workers` counts idle ones too.
    """

    worker: np.ndarray
    begun: np.ndarray
    ended: np.ndarray
    workers: int

    @property
    def makespan(self) -> float:
        """How long it takes until all tasks are done, in seconds."""
        return float(self.ended.max(initial=0.0))

    @property
    def efficiency(self) -> float:
        """The part of the workers' time that is spent on work."""
        work = float((self.ended - self.begun).sum())
        return work / (self.workers * self.makespan) if work else 1.0

    @property
    def straggling(self) -> float:
        """The longest time that a worker is idle at the end while others still work, in seconds."""
        last = np.zeros(self.workers)
        np.maximum.at(last, self.worker, self.ended)
        return self.makespan - float(last.min())


def schedule(seconds: Sequence[float] | np.ndarray, workers: int) -> Schedule:
    """Hand out tasks that take so many seconds in their order, each to the worker that is free first.

    Examples
    --------
    >>> schedule([1, 1, 2, 2, 4], 2).makespan, schedule([4, 2, 2, 1, 1], 2).makespan
    (7.0, 5.0)
    """
    times = _checked(seconds)
    free = [(0.0, worker) for worker in range(integer("workers", workers, 1))]
    worker, begun = np.zeros(len(times), int), np.zeros(len(times))
    for i, time_needed in enumerate(times):
        begun[i], worker[i] = free[0]
        heapq.heapreplace(free, (begun[i] + time_needed, int(worker[i])))
    return Schedule(worker, begun, begun + times, workers)


def least_makespan(seconds: Sequence[float] | np.ndarray, workers: int) -> float:
    """Bound the makespan of any schedule from below by the longest task, and by the work evenly divided."""
    times = _checked(seconds)
    return max(float(times.max(initial=0.0)), float(times.sum()) / integer("workers", workers, 1))


def graham_bound(workers: int, longest_first: bool = False) -> float:
    """Bound how many times as long as the best schedule a schedule can take in which no worker waits.

    The tasks may come in any order, unless the longest begin first (R. L. Graham, "Bounds on multiprocessing timing
    anomalies", 1969, theorems 1 and 2).
    """
    integer("workers", workers, 1)
    return 4 / 3 - 1 / (3 * workers) if longest_first else 2 - 1 / workers


def _checked(seconds: Sequence[float] | np.ndarray) -> np.ndarray:
    try:
        times = np.asarray(seconds, float)
    except (TypeError, ValueError):
        times = np.array(np.nan)
    if times.ndim != 1 or not (np.isfinite(times).all() and (times >= 0).all()):
        raise refused("seconds", seconds, "a list of finite numbers from 0")
    return times


def by_letters(task: Task) -> float:
    """Estimate how long a proof for a part of the lists takes, by the square of its number of hidden words."""
    return task["hidden"] ** 2


def by_belief(task: Task) -> float:
    """Estimate how long games with particles take, by the size of the belief, and ten times as long with rollout."""
    size = task["particles"] or 2315
    return task["games"] * (1000 + size) * (10 if task["policy"] == "rollout" else 1)


def by_policy(task: Task) -> float:
    """Estimate how long games take, which is thirty times as long with rollout."""
    return task["games"] * (30 if task["policy"] == "rollout" else 1)


KNOWN: dict[str, Callable[[Task], float]] = {"particles": by_belief, "scaling": by_letters, "noisy": by_policy}


def seconds_of(rows: Sequence[Task]) -> np.ndarray:
    """Return how long each row of a stored run took by the first of `MEASURED` that it has, or NaN if it has none."""
    return np.array([next((row[name] for name in MEASURED if name in row), np.nan) for row in rows], float)


def in_order(rows: Sequence[Task], order: str, seed: int = 0, cost: Callable[[Task], float] | None = None) -> list[int]:
    """Return the places of rows in the order in which a run hands them out.

    "listed" is the order in which they are stored, and "random" one that depends on the seed. "known" has the longest
    first by an estimate, the `cost`, without which it is "listed". "longest" has the longest first as known afterwards.
    """
    if order == "random":
        return np.random.default_rng(seed).permutation(len(rows)).tolist()
    if order == "longest":
        return np.argsort(-seconds_of(rows), kind="stable").tolist()
    if order not in ORDERS:
        raise refused("order", order, f"one of {', '.join(ORDERS)}")
    places = list(range(len(rows)))
    return sorted(places, key=lambda i: -cost(rows[i])) if order == "known" and cost is not None else places


def clusters() -> Sweep:
    """Replay stored runs on a Dask cluster whose workers sleep for a part of the time that each row took.

    There are 8, 16 and 64 workers, and four orders. The part is the least one from a hundredth to a half with which the
    whole takes a minute, because the overhead of Dask for each task does not shrink with it, or else all of the time.
    """
    tasks = []
    for run in RUNS:
        seconds = seconds_of(results(run)["rows"])
        for workers in REPLAYED:
            least = least_makespan(seconds, workers)
            scale = next((scale for scale in SCALES if least / scale >= LASTING), 1)
            tasks += [
                {"run": run, "order": order, "workers": workers, "seed": 0, "scale": scale}
                for order in ORDERS
                if order != "known" or run in KNOWN
            ]
    return Sweep(tasks, replay_once)


def replay_once(run: str, order: str, workers: int, seed: int, scale: int) -> dict[str, Any]:
    """Replay a stored run, and return its figures in the run's own time with those of the schedule in theory."""
    rows = results(run)["rows"]
    seconds = seconds_of(rows)[in_order(rows, order, seed, KNOWN.get(run))]
    found, exact = replay(seconds / scale, workers), schedule(seconds, workers)
    work = float(seconds.sum())
    return {
        "makespan": round(found.makespan * scale, 1),
        "efficiency": round(work / (workers * found.makespan * scale), 4),
        "straggling": round(found.straggling * scale, 1),
        "exact_makespan": round(exact.makespan, 1),
        "exact_efficiency": round(exact.efficiency, 4),
        "exact_straggling": round(exact.straggling, 1),
    }


REPLAY = "from wordlelib.lab.scheduling import replay_from_pipe; replay_from_pipe()"


def replay(seconds: Sequence[float] | np.ndarray, workers: int) -> Schedule:
    """Let the workers of a Dask cluster sleep for the time of each task, and measure the schedule.

    The workers are threads of a separate process, equally many on each of at most eight machines of Dask. A
    RuntimeError says that the process fails, or takes more than five times the schedule in theory plus three minutes.
    """
    times, limit = _checked(seconds), 180 + 5 * schedule(seconds, workers).makespan
    if workers > MACHINES and workers % MACHINES:
        raise refused("workers", workers, f"a number up to {MACHINES}, or a multiple of it")
    Dask()
    asked = json.dumps({"seconds": times.tolist(), "workers": workers})
    command = [sys.executable, "-c", REPLAY]
    try:
        said = subprocess.run(command, input=asked, capture_output=True, text=True, check=True, timeout=limit).stdout
    except subprocess.SubprocessError as error:
        raise RuntimeError(f"a replay failed: {error}") from error
    worker, begun, ended = json.loads(said.splitlines()[-1])
    return Schedule(np.array(worker, int), np.array(begun), np.array(ended), workers)


def replay_from_pipe() -> None:
    """Replay the tasks from the standard input, and write worker, begin and end of each to the standard output."""
    from distributed import LocalCluster

    asked = json.load(sys.stdin)
    tasks = [{"place": i, "seconds": seconds} for i, seconds in enumerate(asked["seconds"])]
    quiet: dict[str, Any] = {"processes": False, "dashboard_address": None, "silence_logs": "CRITICAL"}
    machines = min(asked["workers"], MACHINES)
    with LocalCluster(n_workers=machines, threads_per_worker=asked["workers"] // machines, **quiet) as cluster:
        engine = Dask(cluster.scheduler_address, shared=False)
        warming = [{"place": i, "seconds": 0.01} for i in range(2 * asked["workers"])]
        rows: list[dict[str, Any]] = []
        for some in (warming, tasks):
            rows = [each.task | (each.figures or {}) for each in engine(sleep_once, deque(some))]
    rows.sort(key=lambda row: row["place"])
    numbers = {thread: i for i, thread in enumerate(dict.fromkeys(row["thread"] for row in rows))}
    first = min((row["begun"] for row in rows), default=0.0)
    begun, ended = ([row[name] - first for row in rows] for name in ("begun", "ended"))
    print(json.dumps([[numbers[row["thread"]] for row in rows], begun, ended]))


def sleep_once(place: int, seconds: float) -> dict[str, Any]:
    """Sleep, and return which thread did it and when."""
    begun = time.monotonic()
    time.sleep(seconds)
    return {"thread": threading.get_ident(), "begun": begun, "ended": time.monotonic()}


def processes() -> Sweep:
    """Run one short sweep in one process and in two, three times each."""
    tasks = [{"name": "race-of-spreads", "jobs": jobs, "repeat": repeat} for repeat in range(3) for jobs in (1, 2)]
    return Sweep(tasks, sweep_once)


def sweep_once(name: str, jobs: int, repeat: int) -> dict[str, Any]:
    """Run a sweep from the command line into a new file, and return the seconds by the clock and of the processors."""
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder) / "out.json")
        command = [sys.executable, "-m", "wordlelib", "sweep", name, "--out", out, "--jobs", str(jobs)]
        begun, used = time.monotonic(), _used_by_children()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        seconds, cpu_seconds = time.monotonic() - begun, _used_by_children() - used
        rows = json.loads(Path(out).read_text(encoding="utf-8"))["rows"]
    inside = float(seconds_of(rows).sum())
    return {"wall_seconds": round(seconds, 2), "cpu_seconds": round(cpu_seconds, 2), "of_tasks": round(inside, 2)}


def _used_by_children() -> float:
    times = os.times()
    return times.children_user + times.children_system

"""Runs over many tasks, on one machine or many, which report progress, can be resumed, and store their provenance.

A sweep is a list of tasks, each a small dictionary, and a function that turns a task into figures. The result of every
task is kept in a journal, so that a run which was killed can continue where it stopped. The results are written as a
whole at the end. A sweep can be divided into shards, each with its own file, which `shards.merge` merges.
"""

import hashlib
import json
import os
import shlex
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any, NamedTuple

from wordlelib.core import checks
from wordlelib.core.checks import counted, shown
from wordlelib.core.files import destination, read_json, tidy, write_whole
from wordlelib.kernels.interrupts import is_handed_over
from wordlelib.runs.engines import TRIES, Engine, Processes, Queue, Task, end_if_unguarded, serial
from wordlelib.runs.journals import Journal, read_journal
from wordlelib.runs.provenance import code_stamp, versions

SUFFIX = ".journal"
AGAIN = 0.05  # seconds until a signal that came at a bad moment is sent once more


class Sweep(NamedTuple):
    """An experiment: its tasks, and a function that computes the figures of one task.

    Attributes
    ----------
    tasks
        The tasks, which all differ and hold only text and numbers.
    work
        A function that other processes can import. It is called as ``work(**task)`` and returns a dictionary of text
        and numbers.
    note
        A function that is called with the tasks that are done, each with its figures, and says in a few words what they
        show so far.
    cost
        A function that estimates how long a task takes, in any unit. The longest tasks begin first. By default all are
        alike.
    """

    tasks: list[Task]
    work: Callable[..., dict[str, Any]]
    note: Callable[[list[Task]], str] = lambda rows: ""
    cost: Callable[[Task], float] = lambda task: 1.0


class Shard(NamedTuple):
    """A part of a sweep, numbered from 1, whose tasks one of several runs does, in any order and anywhere."""

    number: int = 1
    of: int = 1

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


class Failure(NamedTuple):
    """A task that was set aside, and what went wrong the last time."""

    task: Task
    error: str


class Run(NamedTuple):
    """The outcome of a run: the tasks that are done, in their order, each with its figures, and those that are not.

    Time was up before those that are `left`, and no try gave figures for the `failures`, which were set aside.
    """

    rows: list[Task]
    left: list[Task]
    failures: list[Failure]

    @property
    def complete(self) -> bool:
        """Whether all tasks are done."""
        return not self.left and not self.failures

    def whole(self) -> list[Task]:
        """Return all rows, or say in an error why the first one is missing."""
        if self.failures:
            task, error = self.failures[0]
            aside = counted(len(self.failures), "task was", "tasks were")
            raise ValueError(f"{aside} set aside, the first one {key_of(task)}: {error}")
        if self.left:
            raise ValueError(f"{counted(len(self.left), 'task is', 'tasks are')} left; expected none")
        return self.rows


def run(
    sweep: Sweep,
    out: str | PathLike,
    jobs: int = 1,
    settings: dict[str, Any] | None = None,
    progress: Callable[[int, int, str], None] | None = None,
    shard: Shard | None = None,
    budget: float | None = None,
    engine: Engine | None = None,
) -> Run:
    """Do all tasks of a sweep that are not done yet, and keep every result as soon as it is there.

    A task that fails, or that ends its process, is tried three times and then set aside, while the rest goes on. The
    next run tries it again.

    Parameters
    ----------
    sweep
        The experiment.
    out
        A JSON file, which is written once all is done. Until then there is a journal beside it. If either is there
        already, it must come from the same sweep, settings and version, and it is completed.
    jobs
        How many processes of this machine to use.
    settings
        What to record about the run besides command and versions.
    progress
        A function that is called after each task with (tasks done, tasks in all, what they show and the time left).
    shard
        The part of the sweep to do, by default all of it.
    budget
        The number of seconds after which no more tasks begin.
    engine
        The engine that works on the tasks, by default in this process, or in `jobs` processes if these are several. A
        script that starts several needs a guard against doing so again in each.
    """
    end_if_unguarded()
    checks.instance("sweep", sweep, Sweep, "a Sweep")
    checks.integer("jobs", jobs, 1, expected="at least 1 process")
    settings = {} if settings is None else checks.instance("settings", settings, dict, "a dictionary")
    checks.progress(progress)
    if engine is not None:
        checks.function("engine", engine, "an engine, such as Processes(2)")
    if budget is not None:
        checks.number("budget", budget)
    if shard is not None and not 1 <= checks.instance("shard", shard, Shard, "a Shard").number <= shard.of:
        raise ValueError(f"shard: {shard}; expected i/n with i from 1 to n")
    path, target = checks.path("out", out), destination(out)
    part = sweep.tasks if shard is None else [sweep.tasks[i] for i in places_of(sweep.tasks, shard)]
    source = _source(sweep, settings, shard)
    done, beside = _stored(path, source, part), journal_of(path)
    if len(done) == len(part) and path.exists() and not beside.exists():
        return Run([done[key_of(task)] for task in part], [], [])
    with _stopped_by_sigterm(), Journal(beside) as journal:
        state = _State(part, _stored(path, source, part), journal, source)  # another run may just have ended
        state.go_on(sweep, engine or (Processes(jobs) if jobs > 1 else serial), budget, progress)
        found = state.outcome()
        if found.complete:
            tidy(target)
            write_whole(path, json.dumps(source | {"command": command_line(), "rows": found.rows}, indent=1) + "\n")
            journal.remove()
        else:
            journal.append({"ended": len(found.rows)})
    return found


class _State:
    """A run on its way: what is done, and what failed how often."""

    def __init__(self, tasks: list[Task], done: dict[str, Task], journal: Journal, source: dict[str, Any]) -> None:
        self.tasks = {key_of(task): task for task in tasks}
        self.done, self.journal = done, journal
        self.tries: dict[str, int] = {}
        self.failures: dict[str, str] = {}
        head = {"run": source, "tasks": len(tasks), "digest": digest_of(tasks)}
        if not journal.records:
            journal.append(head)
        elif journal.records[0] != head:
            differs = difference(journal.records[0], head)
            raise ValueError(f"out: {journal.path} is of another run ({differs}); expected a new file")
        names = set(tasks[0]) if tasks else set()
        for record in journal.records[1:]:
            try:
                self._remember(record, names)
            except (KeyError, TypeError):
                raise ValueError(f"out: {journal.path} holds {shown(record)}; expected what a run notes") from None

    def _remember(self, record: dict[str, Any], names: set[str]) -> None:
        """Take over a record of an earlier run."""
        if "row" in record:
            self.done[key_of({name: record["row"][name] for name in names})] = record["row"]
        elif "failed" in record:
            self._count(record["failed"], record["error"], record["aside"])
        else:  # whoever starts a run again wants another try
            self.tries, self.failures = {}, {}

    def _count(self, task: Task, error: str, final: bool) -> bool:
        """Count a try that failed, and return whether the task is set aside."""
        key = key_of(task)
        self.tries[key] = self.tries.get(key, 0) + 1
        if final or self.tries[key] >= TRIES:
            self.failures[key] = error
        return key in self.failures

    def go_on(
        self, sweep: Sweep, engine: Engine, budget: float | None, progress: Callable[[int, int, str], None] | None
    ) -> None:
        """Work until all is done or set aside, or the time is up."""
        left = [task for key, task in self.tasks.items() if key not in self.done and key not in self.failures]
        queue: Queue = deque(sorted(left, key=sweep.cost, reverse=True))
        begun, cost, whole = monotonic(), 0.0, sum(map(sweep.cost, left))
        for found in engine(sweep.work, queue) if queue else ():
            if found.figures is None:
                again = not self._count(found.task, found.error, found.final)
                self.journal.append({"failed": found.task, "error": found.error, "aside": not again})
                queue.extend([found.task] * again)
            else:
                self.done[key_of(found.task)] = found.task | found.figures
                self.journal.append({"row": found.task | found.figures, "seconds": round(found.seconds, 4)})
                again = False
            cost += 0 if again else sweep.cost(found.task)
            seconds = monotonic() - begun
            if budget is not None and seconds >= budget:
                queue.clear()
            if progress is not None:
                left_over = f"{in_words(seconds * (whole - cost) / cost)} left" if whole > cost > 0 else ""
                notes = sweep.note(list(self.done.values())), left_over
                progress(len(self.done), len(self.tasks), ", ".join(filter(None, notes)))

    def outcome(self) -> Run:
        """Return what is done, left and set aside."""
        rows = [self.done[key] for key in self.tasks if key in self.done]
        left = [task for key, task in self.tasks.items() if key not in self.done and key not in self.failures]
        failures = [Failure(task, self.failures[key]) for key, task in self.tasks.items() if key in self.failures]
        return Run(rows, left, failures)


def in_words(seconds: float) -> str:
    """Write a time in the unit that suits it.

    Examples
    --------
    >>> in_words(75), in_words(9000)
    ('1 min', '2.5 h')
    """
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 3600 else f"{seconds / 3600:.1f} h"


def places_of(tasks: Sequence[Task], shard: Shard) -> list[int]:
    """Return the places of a shard's tasks in a sweep.

    Tasks are dealt out in the order of their digests, so every shard gets as many, and it does not matter in which
    order the sweep lists them.
    """
    dealt = sorted(range(len(tasks)), key=lambda i: hashlib.sha256(key_of(tasks[i]).encode()).digest())
    return sorted(dealt[shard.number - 1 :: shard.of])


def rows_at(path: str | PathLike) -> list[Task]:
    """Return the rows that a run has stored so far, in any order, even if it was broken off; there may be none."""
    path = Path(path)
    rows = read_json(path)["rows"] if path.exists() else []
    beside = journal_of(path)
    return rows + [each["row"] for each in (read_journal(beside) if beside.exists() else []) if "row" in each]


def key_of(task: Task) -> str:
    """Return the text that identifies a task."""
    return json.dumps(task, sort_keys=True)


def digest_of(tasks: Sequence[Task]) -> str:
    """Return a digest of some tasks and their order."""
    return hashlib.sha256(json.dumps(tasks, sort_keys=True).encode()).hexdigest()[:16]


def journal_of(path: Path) -> Path:
    """Return the journal that belongs to a file of results."""
    return path.with_name(path.name + SUFFIX)


def command_line() -> str | None:
    """Return the command that is being run, or None if it is not one of this library."""
    program, package = Path(sys.argv[0]), Path(__file__).parents[1].name
    ours = program.parts[-2:] == (package, "__main__.py") or program.stem == package
    return shlex.join(["python", "-m", package, *sys.argv[1:]]) if ours else None


def difference(one: dict[str, Any], other: dict[str, Any]) -> str:
    """Name the first entry in which two nested dictionaries differ, with both its values.

    Examples
    --------
    >>> difference({"settings": {"width": 10}}, {"settings": {"width": 30}})
    'width 10, not 30'
    """
    for name in {**one, **other}:
        mine, its = one.get(name), other.get(name)
        if mine != its and isinstance(mine, dict) and isinstance(its, dict):
            return difference(mine, its)
        if mine != its:
            shown = ["none" if x is None else "given" if isinstance(x, dict) else x for x in (mine, its)]
            return f"{name} {shown[0]}, not {shown[1]}"
    return "nothing"


def _source(sweep: Sweep, settings: dict[str, Any], shard: Shard | None) -> dict[str, Any]:
    """Return what a run is of; two runs whose sources are equal compute the same figures for a task."""
    source = {"settings": settings, "versions": versions(), "code": code_stamp(sweep.work)}
    if shard is not None:
        places = places_of(sweep.tasks, shard)
        whole = {"tasks": len(sweep.tasks), "digest": digest_of(sweep.tasks)}
        source |= {"shard": {"number": shard.number, "of": shard.of, **whole, "places": places}}
    return source


def _stored(path: Path, source: dict[str, Any], tasks: Sequence[Task]) -> dict[str, Task]:
    """Read the results that are there: {key of a task: the task with its figures}."""
    if not path.exists():
        return {}
    try:
        stored = read_json(path)
        its = {name: stored[name] for name in ("settings", "versions", "code", *({"shard"} & set(stored)))}
        rows = [dict(row) for row in stored["rows"]]
    except (ValueError, KeyError, TypeError):
        raise ValueError(
            f"out: {path} is there and holds no results; expected a new file, or one to go on with"
        ) from None
    if its != source:
        raise ValueError(f"out: {path} is of another run ({difference(its, source)}); expected a new file")
    names = set(tasks[0]) if tasks else set()
    wanted = {key_of(task) for task in tasks}
    found = {key_of({name: row[name] for name in names if name in row}): row for row in rows}
    return {key: row for key, row in found.items() if key in wanted}


@contextmanager
def _stopped_by_sigterm() -> Iterator[None]:
    """Let SIGTERM do what Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(number: int, frame: FrameType | None) -> None:
    handler = signal.getsignal(signal.SIGINT)
    if callable(handler):  # it knows when to wait
        handler(signal.SIGINT, frame)
    elif is_handed_over(frame):  # a job in the background ignores Ctrl-C, so nothing else would ask again
        later = threading.Timer(AGAIN, os.kill, (os.getpid(), number))
        later.daemon = True
        later.start()
    else:
        raise KeyboardInterrupt

"""Runs over many tasks: parallel, with progress, resumable, and stored with where they come from.

A sweep is a list of tasks, each a small dictionary, and a function that turns a task into figures. What is done is
written after every task, the file as a whole each time, so that a run which is killed goes on where it stopped.
"""

import ast
import hashlib
import json
import os
import platform
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import joblib

from wordlelib.kernels.jit import UNCOMPILED

SHOWS_ONLY = {"__main__.py", "interrupts.py", "preparation.py", "tables.py"}


Task = dict[str, Any]


class Sweep(NamedTuple):
    """An experiment: its tasks, and what computes the figures of one task (a function that other processes can import).

    Attributes
    ----------
    tasks
        Different from each other, of text and numbers only.
    work
        Called as ``work(**task)``; gives a dictionary of text and numbers.
    note
        Called with the tasks that are done, each with its figures; says in a few words what they show so far.
    """

    tasks: list[Task]
    work: Callable[..., dict[str, Any]]
    note: Callable[[list[Task]], str] = lambda rows: ""


@cache
def code_stamp() -> str:
    """Give a digest of the code on which figures depend.

    It leaves out comments and docstrings, and what only shows figures: commands, pictures, tables and widgets.
    """
    package, digest = Path(__file__).parent, hashlib.sha256()
    for path in sorted([*package.glob("*.py"), *package.glob("kernels/*.py")]):
        if path.name in SHOWS_ONLY:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
                node.body = node.body[1:]
        digest.update(f"{path.name} {ast.dump(tree)}".encode())
    return digest.hexdigest()[:16]


def run(
    sweep: Sweep,
    out: str | PathLike,
    jobs: int = 1,
    settings: dict[str, Any] | None = None,
    progress: Callable[[int, int, str], None] | None = None,
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
        Called after each task with (tasks done, tasks in all, what they show so far).

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
    source = {"settings": settings or {}, "versions": versions(), "code": code_stamp()}
    done = _resume(path, source, sweep)
    left = [task for task in sweep.tasks if _key(task) not in done]
    command = "python -m wordlelib " + " ".join(sys.argv[1:]) if sys.argv[0].endswith("__main__.py") else None

    def store() -> None:
        rows = [done[_key(task)] for task in sweep.tasks if _key(task) in done]
        write_whole(path, json.dumps(source | {"command": command, "rows": rows}, indent=1) + "\n")

    if left:
        store()  # a file that cannot be written is found out before the work
    work = joblib.delayed(_measured)
    with _without_interrupts(jobs > 1):
        results = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")(work(sweep.work, task) for task in left)
    for task, figures in results:
        done[_key(task)] = task | figures
        store()
        if progress is not None:
            progress(len(done), len(sweep.tasks), sweep.note(list(done.values())))
    return [done[_key(task)] for task in sweep.tasks]


@contextmanager
def _without_interrupts(wanted: bool) -> Iterator[None]:
    """Put Ctrl-C off; processes that begin inside a block never hear of it, and end when this one ends them."""
    if not wanted or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


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
    packages = {name: version(name) for name in ("numpy", *(() if UNCOMPILED else ("numba",)))}
    return {"python": platform.python_version(), **packages}


def check_writable(path: str | PathLike) -> None:
    """Find out before the work whether `write_whole` can write a file; what is there stays as it is.

    Raises
    ------
    OSError
        If the folder does not exist or may not be written to.
    ValueError
        If the path is a folder.
    """
    path = Path(path)
    if path.is_dir():
        raise ValueError(f"out: {str(path)!r} is a folder; expected a file")
    partial = _partial(path)
    partial.touch()
    partial.unlink()


def _partial(path: Path) -> Path:
    return path.with_name(f"{path.name}.{os.getpid()}.partial")


def write_whole(path: str | PathLike, text: str) -> None:
    """Write a file so that at any moment it is either the old one or the new one."""
    path = Path(path)
    partial = _partial(path)
    with open(partial, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(partial, path)

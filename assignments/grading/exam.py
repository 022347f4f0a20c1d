"""Examine one submission: a student's cells shut in a process of their own, the checks in another, plain data between.

The checks run in a process for each submission, which can neither harm nor hold up the grader, whatever values it gets
to check. What comes of it is sent piece by piece as text of JSON, so that of an examination that is killed all that was
found before counts.
"""

import ast
import builtins
import copy
import ctypes
import json
import multiprocessing
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from assignments.grading.child import IN_ALL, MEMORY, ON_THE_CLOCK, TO_START, Child, Failure, NotStarted
from assignments.grading.course import SOURCE, read
from assignments.grading.editions import exam, public
from assignments.grading.sheet import fill, is_answer, name_of

LARGEST = 64 << 20  # bytes that an examination may send
PRINTED, OF_A_CELL = 1_000_000, 10_000  # letters shown of what a notebook, and a cell of it, has printed
RENDERED = 10_000_000  # letters of HTML for all texts of a notebook
FAILED = "It could not be graded to its end ({}). Please look at it yourself."
Record = dict[str, Any]


def examine(name: str, content: bytes, library: Path, seconds: float) -> Record:
    """Run what was handed in and its checks.

    Parameters
    ----------
    name
        The set.
    content
        The file that was handed in, whatever is in it.
    library
        A folder with a copy of the library, as `copy_library` makes it.
    seconds
        How long a cell of a student's, a call of a function or a check may take.

    Returns
    -------
    dict
        ``remark``: what is odd about the file, or about grading it. ``cells``: for each its ``name`` in the set, if it
        has one; whether the set has ``given`` it; its ``source``; ``html`` of a text that could be shown; whether
        it ran and ``passed``, what it ``printed`` and its ``error``, a sentence. ``ended``: whether all was examined.
    """
    place = tempfile.mkdtemp(prefix="submission-")
    context = multiprocessing.get_context("fork")  # which need not import anything again
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_examine, args=(there, name, content, place, str(library), seconds), daemon=True)
    record: Record = {"remark": "", "cells": [], "ended": False}
    until = time.monotonic() + TO_START + (IN_ALL + ON_THE_CLOCK) * seconds
    process.start()
    there.close()
    try:
        left = LARGEST
        while left > 0 and here.poll(max(0.0, until - time.monotonic())):
            piece = here.recv_bytes(left)
            left -= len(piece)
            told = json.loads(piece)
            if "at" in told:
                record["cells"][told.pop("at")].update(told)
            else:
                record.update(told)
            if record["ended"]:
                break
    except (EOFError, OSError):  # it was killed, or has sent too much
        pass
    finally:
        process.kill()
        process.join()
        here.close()
        # Folders in each other may be more than Python can remove.
        subprocess.run(["rm", "-rf", "--", place], check=False)
    if not record["ended"]:
        why = record.get("failed", "it took too much time or memory")
        record["remark"] = f"{record['remark']} {FAILED.format(why)}".strip()
    return record


def _examine(answers: Connection, name: str, content: bytes, place: str, library: str, seconds: float) -> None:
    """Do what `examine` says, and send what comes of it."""
    _limit(seconds)
    tempfile.tempdir = place

    def send(**told: Any) -> None:
        answers.send_bytes(json.dumps(told).encode())

    try:
        empty = exam(read(name))
        given = {cell.id for cell in empty.cells}
        book, remark = fill(empty, content)
        send(remark=remark, cells=[_about(cell, cell.id in given) for cell in book.cells])
        _run(book.cells, Path(library), seconds, send)
        _show(book.cells, Path(library), seconds, send)
        send(ended=True)
    except NotStarted:
        send(failed="the system could start no process for it")
    except Exception as error:
        send(failed=type(error).__name__)


def _run(cells: list[Any], library: Path, seconds: float, send: Callable[..., None]) -> None:
    """Run all cells with code."""
    left = PRINTED
    with Child(library / "files", library, seconds) as child:
        session = Session(child)
        for at, cell in enumerate(cells):
            if has_code(cell):
                said = session.run(cell, f"cell {name_of(cell) or at + 1}")
                passed = not isinstance(said, Exception)
                error = "" if passed else sentence(said).encode(errors="replace").decode()[:OF_A_CELL]
                printed = (said if passed else child.printed)[: min(OF_A_CELL, left)]
                left -= len(printed)
                send(at=at, passed=passed, printed=printed, error=error)


def _show(cells: list[Any], library: Path, seconds: float, send: Callable[..., None]) -> None:
    """Make HTML of all texts, in a process in which no code of a student's has run."""
    left = RENDERED
    with Child(None, library, seconds) as child:
        for at, cell in enumerate(cells):
            if cell.cell_type == "markdown":
                with suppress(Failure):  # then it is shown as it is written
                    html = child.show(cell.source)
                    if len(html) <= left:
                        left -= len(html)
                        send(at=at, html=html)


def _about(cell: Any, is_given: bool) -> dict[str, Any]:
    """Give what can be said of a cell before it has run; of a check what students know of it."""
    name = name_of(cell)
    source = public(cell.source) if name and not is_answer(cell) else cell.source
    return {"name": name, "given": is_given, "source": source, "html": "", "printed": "", "error": "", "passed": False}


def _limit(seconds: float) -> None:
    """Let this process die with its parent alone, and use no more than what the checks of a notebook need."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)
    for which, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, int(IN_ALL * seconds) + TO_START),
    ):
        resource.setrlimit(which, (most, most))


class Remote:
    """A function of the student's, called in the student's process."""

    def __init__(self, child: Child, name: str) -> None:
        self.__name__, self._child = name, child

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call it; what it raises is raised here as the error of Python's own that it is, or is a kind of."""
        try:
            return self._child.call(self.__name__, *args, **kwargs)
        except Failure as failure:
            kind = getattr(builtins, failure.kind or "", None)
            # The end of an iterator would end a check's loop, and what is left of the loop would be asked of nobody.
            if isinstance(kind, type) and issubclass(kind, Exception) and kind is not StopIteration:
                raise kind(failure.text) from None
            raise

    def __deepcopy__(self, memo: dict) -> "Remote":
        return self


class Session:
    """Runs cells one after the other: checks here, a student's cells in the student's process.

    A check runs here. What is locked and no check is the teacher's, and runs on both sides; all else is the student's.
    """

    def __init__(self, child: Child) -> None:
        if str(SOURCE) not in sys.path:
            sys.path.insert(0, str(SOURCE))
        self.child = child
        self._trusted: dict[str, Any] = {"__name__": "checks"}

    def run(self, cell: Any, name: str) -> str | Exception:
        """Run a cell; give what it printed, or what went wrong."""
        about = cell.metadata.get("nbgrader", {})
        try:
            if about.get("grade") and not about.get("solution"):
                with at_most(self.child.seconds):
                    run_check(cell.source, self._trusted, self.child)
                return ""
            if about.get("locked"):
                exec(compile(cell.source, name, "exec"), self._trusted)
            return self.child.run(cell.source, name)
        except Exception as error:
            return error


def has_code(cell: Any) -> bool:
    """Tell whether there is anything to run in a cell."""
    return cell.cell_type == "code" and bool(cell.source.strip())


def sentence(error: Exception) -> str:
    """Say what went wrong."""
    text = str(error)
    return text if text and isinstance(error, AssertionError | Failure) else f"{type(error).__name__}: {text}"


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Let something take so much of this process's own time, again and again until it gives up."""

    def give_up(*_: object) -> None:
        raise Failure(f"The check took more than {seconds:g} seconds with the values that it was given.")

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def run_check(source: str, trusted: dict[str, Any], child: Child) -> None:
    """Run a check on the names of the student's that it speaks of."""
    tree = ast.parse(source)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    own = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    own |= {(node.asname or node.name).split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.alias)}
    own |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    own |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    space = dict(trusted)
    for name in {node.id for node in names} - own - set(trusted) - set(dir(builtins)):
        is_function, value = child.get(name)
        space[name] = Remote(child, name) if is_function else copy.deepcopy(value)
    exec(compile(tree, "check", "exec"), space)

"""A run as it looks from outside: what its files show, and which of its processes live."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

from wordlelib.runs.sweeps import journal_of

ROOT = Path(__file__).parents[2]
PATIENCE = 300.0


class FaultError(Exception):
    """Something that must hold does not hold."""


class Files:
    """The journal and the result of a run, looked at again and again.

    Parameters
    ----------
    out
        The file of results.
    names
        What tells a task from others.

    Attributes
    ----------
    rows : dict
        Every row that was ever seen whole in the journal: {its task: the row}.
    """

    def __init__(self, out: Path, names: Sequence[str]) -> None:
        self.out, self.journal, self.names = out, journal_of(out), names
        self.rows: dict[str, dict[str, Any]] = {}
        self._seen = b""

    def look(self) -> int:
        """Read what is there, and give how many rows were seen so far.

        Raises
        ------
        FaultError
            If a row that was seen is gone or changed, or one is there twice.
        """
        try:
            content = self.journal.read_bytes()
        except FileNotFoundError:
            if self._seen:
                self._compare_result()
            return len(self.rows)
        content = content[: content.rfind(b"\n") + 1]
        if not content.startswith(self._seen):
            raise FaultError(f"{self.journal}: lines that were there are gone or changed")
        for line in content[len(self._seen) :].split(b"\n")[:-1]:
            record = json.loads(line.partition(b" ")[2])
            if "row" in record:
                self._add(record["row"])
        self._seen = content
        return len(self.rows)

    def _add(self, row: dict[str, Any]) -> None:
        task = json.dumps([row[name] for name in self.names])
        if task in self.rows:
            raise FaultError(f"{self.journal}: {task} is there twice")
        self.rows[task] = row

    def _compare_result(self) -> None:
        """Ask that a result has taken the journal's place, with every row that was seen there."""
        if not self.out.exists():
            raise FaultError(f"{self.out}: neither a journal nor a result is there")
        rows = Counter(map(json.dumps, json.loads(self.out.read_text(encoding="utf-8"))["rows"]))
        if any(rows[json.dumps(row)] != 1 for row in self.rows.values()):
            raise FaultError(f"{self.out}: a row of the journal is missing, changed or there twice")


def sorted_rows(out: Path, without: Sequence[str] = ()) -> bytes:
    """Give the rows of a result as sorted lines, without some of their figures."""
    rows = json.loads(out.read_text(encoding="utf-8"))["rows"]
    kept = [{name: value for name, value in row.items() if name not in without} for row in rows]
    return "\n".join(sorted(map(json.dumps, kept))).encode()


def begin(program: Sequence[str], **settings: Any) -> subprocess.Popen[str]:
    """Start a program of Python in a session of its own."""
    return subprocess.Popen(
        [sys.executable, *program],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **settings,
    )


def ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Wait until a program and all processes that it started are gone; give what they wrote.

    Each of them holds the pipes to which it writes; what closes them all the same is looked for in the session.

    Raises
    ------
    FaultError
        If one of them does not end.
    """
    try:
        out, err = process.communicate(timeout=PATIENCE)
        until(lambda: not session_of(process), "an end of all processes")
    except (subprocess.TimeoutExpired, FaultError):
        left = session_of(process)
        for each in left:
            each.kill()
        raise FaultError(f"{process.args!r}: {len(left)} processes do not end") from None
    return out, err


def session_of(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Give the living processes of a program's session."""
    found = []
    for each in psutil.process_iter():
        try:
            if os.getsid(each.pid) == process.pid and each.status() != psutil.STATUS_ZOMBIE:
                found.append(each)
        except (ProcessLookupError, psutil.NoSuchProcess):
            continue
    return found


def workers_of(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Give the processes in which a program works on tasks."""
    try:
        children = psutil.Process(process.pid).children(recursive=True)
        return [each for each in children if "spawn_main" in " ".join(each.cmdline())]
    except (psutil.NoSuchProcess, psutil.ZombieProcess):
        return []


def kill(process: psutil.Process | subprocess.Popen[str]) -> None:
    """Kill a process, unless it has ended; one of ours is gone then."""
    with suppress(psutil.NoSuchProcess):
        process.send_signal(signal.SIGKILL)
    if isinstance(process, subprocess.Popen):
        process.wait()


def until(holds: Callable[[], Any], what: str, pause: float = 0.005) -> None:
    """Wait for something.

    Raises
    ------
    FaultError
        If it does not come.
    """
    begun = time.monotonic()
    while not holds():
        if time.monotonic() - begun > PATIENCE:
            raise FaultError(f"waited {PATIENCE:.0f} s in vain for {what}")
        time.sleep(pause)

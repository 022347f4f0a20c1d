"""Cheap tasks for runs that are disturbed: what they give follows from their number alone."""

import hashlib
import os
import signal
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

from wordlelib.runs.sweeps import Sweep

TEXT = "no line ends here: \r\n \x0b \x1c \x85 \u2028 \u2029"


def sweep_of(
    tasks: int, longest: int = 20, poison: int | None = None, gate: tuple[str, int] | None = None, size: int = 1
) -> Sweep:
    """Make a sweep.

    Parameters
    ----------
    tasks
        How many tasks there are.
    longest
        A task takes less than so many milliseconds.
    poison
        The number of a task that kills its process.
    gate
        A path, and a number: tasks from this number on wait until the file exists.
    size
        How many digests a task gives.
    """
    digests = [hashlib.sha256(str(number).encode()).digest() for number in range(tasks)]
    listed = [{"number": number, "milliseconds": digest[0] * longest // 256} for number, digest in enumerate(digests)]
    return Sweep(listed, partial(figures_of, poison=poison, gate=gate, size=size), cost=lambda task: 1.0)


def figures_of(
    number: int, milliseconds: int, poison: int | None, gate: tuple[str, int] | None, size: int
) -> dict[str, Any]:
    """Give the figures of a task, after a while."""
    if number == poison:
        os.kill(os.getpid(), signal.SIGKILL)
    while gate is not None and number >= gate[1] and not Path(gate[0]).exists():
        Event().wait(0.01)
    Event().wait(milliseconds / 1000)
    digests = [hashlib.sha256(f"{number} {i}".encode()).hexdigest() for i in range(size)]
    return {"digests": digests, "third": number / 3, "text": TEXT}

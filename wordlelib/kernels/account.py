"""What compiling costs: time, which is counted, and a folder on disk."""

import gc
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

PATIENCE = 2.0


class Account:
    """What compiling has cost in this process, and who is told.

    Attributes
    ----------
    kernels
        How many kernels were compiled.
    seconds, cpu_seconds
        How long it took on the clock, and of the processor's time.
    quiet
        Whether nothing is said of a call that compiles for more than two seconds.
    """

    def __init__(self) -> None:
        self.kernels, self.seconds, self.cpu_seconds, self.quiet = 0, 0.0, 0.0, False
        self._said: set[str] = set()

    def say_once(self, line: str) -> None:
        """Write a line to the standard error, the first time only."""
        if line not in self._said:
            self._said.add(line)
            print(f"wordlelib: {line}", file=sys.stderr, flush=True)

    @contextmanager
    def compiling(self) -> Iterator[None]:
        """Count what is compiled; the collector of garbage, which would find little, waits."""
        begun, cpu, collects = time.perf_counter(), time.process_time(), gc.isenabled()
        line = "compiling (once, then it is kept on disk) ..."
        timer = threading.Timer(PATIENCE, self.say_once, [line])
        timer.daemon = True
        if not self.quiet:
            timer.start()
        gc.disable()
        try:
            yield
        finally:
            timer.cancel()
            if collects:
                gc.enable()
            self.kernels += 1
            self.seconds += time.perf_counter() - begun
            self.cpu_seconds += time.process_time() - cpu


ACCOUNT = Account()


def clock() -> float:
    """Give the seconds on a clock that stands still while kernels are compiled."""
    return time.perf_counter() - ACCOUNT.seconds


@cache
def cache_folder() -> Path:
    """Give the folder of the compiled kernels.

    It is in `NUMBA_CACHE_DIR` if that is set, else beside this file or, where nothing can be written there, in the
    user's own cache; as a last resort it is a temporary one.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    homes = [chosen] if chosen else [str(Path(__file__).parent / "__pycache__"), "~/.cache/wordlelib"]
    for home in homes:
        try:
            folder = Path(home).expanduser() / "wordlelib-kernels"
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except (OSError, RuntimeError):
            continue
    ACCOUNT.say_once(f"no compiled code can be kept in {' or '.join(homes)}; it goes with this process")
    return Path(tempfile.mkdtemp(prefix="wordlelib-"))

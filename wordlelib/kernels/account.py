"""What compiling costs: time, which is counted, and folders on disk.

Compiled code is run as soon as it is read, so whoever can write it can do anything with the account that reads it. Only
files are read that belong to this user, to root or to the owner of the library, whose code runs here in any case, and
that nobody else can write. Their folder must be like that too: otherwise somebody could bring in files that such a
person has for other reasons. So a folder may be shared where only its owner writes it, as is that of an installation
for many users, and one in /tmp that somebody has laid ready is not used.
"""

import atexit
import gc
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing import current_process, parent_process
from pathlib import Path

PATIENCE = 2.0  # seconds after which a user wants to know why nothing happens
OTHERS_WRITE = 0o022 if os.name == "posix" else 0  # the group and everybody else; Windows has no such modes


class Account:
    """What compiling has cost in this process, and what was said of it.

    Attributes
    ----------
    kernels, seconds, cpu_seconds
        The number of kernels that were compiled, and the time that took, on the clock and of the processor.
    quiet
        Whether nothing is said while a kernel is compiled for more than `PATIENCE` seconds.
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
    def compiling(self, what: str) -> Iterator[None]:
        """Count a kernel that the block compiles, and say to which part of the library it belongs if that takes long.

        Garbage collection is off meanwhile, since it would find little. Nothing is said in a notebook that a program
        runs: the line would become a part of a cell's output.
        """
        begun, cpu, collects = time.perf_counter(), time.process_time(), gc.isenabled()
        line = f"compiling {what} (once, then it is kept on disk) ..."
        timer = threading.Timer(PATIENCE, self.say_once, [line])
        timer.daemon = True
        if not self.quiet and not _notebook_without_reader():
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


def family_of(function: Callable) -> str:
    """Return the part of the library that a kernel belongs to, as readers call it."""
    return function.__module__.rpartition(".")[2].replace("_", " ")


def first_process() -> bool:
    """Tell whether this process was started by a user, and not by another one of the same program."""
    begins = getattr(current_process(), "_inheriting", False)  # another process has just started this one
    return parent_process() is None and not begins


def has_reader() -> bool:
    """Tell whether somebody reads what this process says of compiling.

    Nobody does so in a notebook that a program runs, to keep or compare its outputs, nor in a process that another one
    has started.
    """
    return first_process() and not _notebook_without_reader()


def clock() -> float:
    """Return the seconds on a clock that stands still while kernels are compiled."""
    return time.perf_counter() - ACCOUNT.seconds


def cpu_clock() -> float:
    """Return the processor's seconds of this process, without those in which kernels were compiled."""
    return time.process_time() - ACCOUNT.cpu_seconds


def cache_folders() -> list[Path]:
    """Return the folders of compiled kernels that exist and can be trusted, whether this process may write them or not.

    If `NUMBA_CACHE_DIR` is set, there is one in it. Otherwise there may be one beside this file, which all users of an
    installation share, and one in the user's own cache.
    """
    return [folder for folder in _homes() if _trusted_folder(folder)]


@cache
def writable_folder() -> Path | None:
    """Return the first of these folders that can be written, made if need be, or None if there is none."""
    for folder in _homes():
        with suppress(OSError):
            folder.mkdir(0o755, parents=True, exist_ok=True)
            about = folder.stat()
            if about.st_mode & OTHERS_WRITE and about.st_uid == _user():
                folder.chmod(about.st_mode & 0o755)
            with tempfile.TemporaryFile(dir=folder):
                pass
            if _trusted_folder(folder):
                return folder
    homes = " or ".join(str(folder.parent) for folder in _homes())
    ACCOUNT.say_once(f"no compiled code can be kept in {homes}; it goes with this process")
    return None


@cache
def cache_folder() -> Path:
    """Return the folder that can be written; the last resort is a temporary one, deleted when this process ends."""
    folder = writable_folder()
    if folder is None:
        folder = Path(tempfile.mkdtemp(prefix="wordlelib-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def read_trusted(path: Path) -> bytes | None:
    """Read a file that nobody else can have written; return None if there is none."""
    try:
        with open(path, "rb") as file:
            return file.read() if _trusted(os.fstat(file.fileno())) else None
    except OSError:
        return None


@cache
def _homes() -> list[Path]:
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    homes = []
    for home in [chosen] if chosen else [os.path.join(os.path.dirname(__file__), "__pycache__"), "~/.cache/wordlelib"]:
        with suppress(RuntimeError):  # nobody's home
            homes.append(Path(home).expanduser() / "wordlelib-kernels")
    return homes


def _trusted_folder(folder: Path) -> bool:
    try:
        return os.lstat(folder).st_uid in _owners() and _trusted(os.stat(folder))
    except OSError:
        return False


def _trusted(about: os.stat_result) -> bool:
    """Tell whether only those can have written a file or folder whose code runs here anyway."""
    return about.st_uid in _owners() and not about.st_mode & OTHERS_WRITE


@cache
def _owners() -> set[int]:
    """Return the users whose compiled code may run here: this one, root, and the owner of the library."""
    return {0, _user(), os.stat(__file__).st_uid}


def _notebook_without_reader() -> bool:
    """Tell whether a program runs this notebook, to keep or compare its outputs: it allows no questions to a reader."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return not getattr(getattr(shell, "kernel", None), "_allow_stdin", True)


def _user() -> int:
    return os.geteuid() if hasattr(os, "geteuid") else 0  # on Windows all files are root's

"""A student's process, as the grader sees it: shut in, timed, killed whole, and begun again where it died."""

import ctypes
import json
import os
import select
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import wordlelib
from assignments.grading import landlock, seccomp, wire
from wordlelib.game.words import DATA
from wordlelib.kernels.account import cache_folders, read_trusted

COMPILED = ".compiled"
HERE = Path(__file__).parent
PROJECT = HERE.parents[1]
# What Python, NumPy and Numba look up besides their own files. Nothing here is a person's, or of another process.
SYSTEM = (
    "/usr",
    "/lib",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/fonts",
    "/dev/null",
    "/dev/zero",
    "/dev/urandom",
    "/sys/devices/system",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/self",
)
PRINTED, SENT = 200_000, 20_000_000
PROCESSES, MEMORY = 64, 4 << 30
FILES, DISK = 5_000, 1 << 30  # in the student's folder
TO_START = 60  # seconds of the processor, for a process with the library
IN_ALL, ON_THE_CLOCK = 10, 30  # how many times the seconds of a cell a notebook may take, of the processor and waiting
TOO_MUCH = "The program ended by itself, or it was ended for using too much."


class Failure(Exception):
    """What a student's code did instead of giving an answer, as a sentence, with the kind and the text of an error."""

    def __init__(self, sentence: str, kind: str | None = None, text: str = "") -> None:
        super().__init__(sentence)
        self.kind, self.text = kind, text


class NotStarted(BaseException):
    """The system could start no process, before any code of a student's; so no check may take it for an answer."""


@cache
def together() -> list[str]:
    """Give the command that lets a process die with the grader, if the system has one."""
    return ["setpriv", "--pdeathsig", "KILL", "--"] if shutil.which("setpriv") else []


@cache
def namespaces() -> list[str]:
    """Give the command that shuts a process off from the network and from other processes, if the system has one."""
    command = ["unshare", "--user", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", "--"]
    tried = shutil.which("unshare") and subprocess.run([*command, "true"], capture_output=True)
    return command if tried and tried.returncode == 0 else []


def missing() -> list[str]:
    """Say what this system cannot keep from students' code, though it can grade.

    Raises
    ------
    ValueError
        If it cannot keep files from it: then solutions and points would lie open.
    """
    if not landlock.version() or not seccomp.known():
        raise ValueError(
            "this system cannot keep files and sockets from students' code; expected Linux 5.13 or newer with Landlock "
            "on x86_64 or aarch64, for example the container of assignments/Dockerfile"
        )
    if namespaces() or landlock.version() >= landlock.KNOWS_SIGNALS:
        return []
    return ["this system lets nobody make namespaces (unshare), so students' code can send signals to other processes"]


def packages() -> list[str]:
    """Return the folders of the packages that students may use, none of which is the project's own."""
    return [path for path in sys.path[1:] if path.endswith("-packages") and os.path.isdir(path)]


def python() -> list[str]:
    """Return where Python and its packages lie."""
    return [sys.base_prefix, sys.prefix, *packages()]


def copy_library(folder: Path) -> None:
    """Copy the library, its data and what is compiled of it, and nothing that lies beside them in the project."""
    ignore = shutil.ignore_patterns("__pycache__")
    package = Path(wordlelib.__file__).parent
    shutil.copytree(package, folder / "wordlelib", ignore=ignore)
    shutil.copytree(DATA, folder / "data")
    (folder / "grading").mkdir()
    for name in ("worker.py", "landlock.py", "seccomp.py", "wire.py", "show.py"):
        shutil.copy(HERE / name, folder / "grading")
    for shared in reversed(cache_folders()):  # the first one counts
        (folder / COMPILED / shared.name).mkdir(parents=True, exist_ok=True)
        for path in shared.iterdir():
            content = read_trusted(path) if path.is_file() else None
            if content is not None:
                (folder / COMPILED / shared.name / path.name).write_bytes(content)


def must_be_hidden(*places: Path) -> None:
    """Check that places, and this project, lie outside of all that students' code may read.

    Raises
    ------
    ValueError
        If one of them lies inside.
    """
    for place in (HERE.parent, PROJECT / ".git", *places):
        for readable in map(Path, (*SYSTEM, *python())):
            if place.resolve().is_relative_to(readable.resolve()):
                raise ValueError(f"{place} lies in {readable}, which students' code may read; expected another place")


class Child:
    """A process that runs a student's cells.

    Parameters
    ----------
    files
        A folder whose files the student's code finds where it runs; None if texts are shown and no code runs.
    library
        A folder with a copy of the library, as `copy_library` makes it.
    seconds
        How much time of the processor a cell or a call may take; on the clock ten times as much. The first
        start, which loads the library for seconds, comes before.
    """

    def __init__(self, files: Path | None, library: Path, seconds: float = 20) -> None:
        self.files, self.library, self.seconds = files, library, seconds
        self.cells: list[tuple[str, str]] = []
        self.printed = ""
        self._process: Any = None
        self._folder = ""
        self._killing, self._killed, self._started = threading.Lock(), None, False
        self._used, self._spent, self._until = 0.0, 0.0, time.monotonic() + ON_THE_CLOCK * seconds

    def __enter__(self) -> "Child":
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def run(self, code: str, name: str) -> str:
        """Run a cell; give what it printed. If it cannot be finished, the next one finds what was before it."""
        self._ask({"do": "run", "code": code, "name": name})
        self.cells.append((code, name))
        return self.printed

    def call(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Call a function of the student's with plain data; give its answer as plain data."""
        sent = {"do": "call", "name": name, "args": wire.encode(args), "kwargs": wire.encode(kwargs)}
        return _plain(self._ask(sent))

    def get(self, name: str) -> tuple[bool, Any]:
        """Say whether a name is that of a function; else give its value."""
        found = self._ask({"do": "get", "name": name})
        if type(found) is not dict or found.get("callable") is True:
            return True, None
        return False, _plain(found.get("value"))

    def show(self, text: str) -> str:
        """Give Markdown as HTML."""
        return str(self._ask({"do": "show", "text": text}))

    def stop(self) -> None:
        """Kill the process and all that it began."""
        if self._process is not None:
            self._kill(self._process)
            for pipe in (self._process.stdin, self._process.stdout, self._answers):
                with suppress(OSError):
                    pipe.close()
            self._process = None
        # Also if no process could be started in it, or if it could not be removed before.
        if os.path.lexists(self._folder):
            # Folders in each other may be more than Python can remove.
            subprocess.run(["rm", "-rf", "--", self._folder], check=False)

    def _ask(self, request: dict[str, Any]) -> Any:
        """Send a request; give the answer."""
        if self._used + self._spent > IN_ALL * self.seconds or time.monotonic() > self._until:
            self.stop()
            raise Failure("The notebook has taken all the time that there is for one.")
        try:
            self._begin()
            self.printed = ""
            reply = self._exchange(request)
        except Failure:
            self.stop()
            raise
        if "error" in reply:
            error = reply["error"]
            where = f" ({error['where']})" if error["where"] else ""
            raise Failure(f"{error['type']}: {error['text']}{where}", error["kind"], error["text"] + where)
        return reply["done"]

    def _begin(self) -> None:
        """Start the process if there is none, and run the cells that went well before."""
        if self._process is not None:
            return
        try:
            self._start()
        except (OSError, Failure) as error:
            raise NotStarted from error
        for code, name in self.cells:
            self._exchange({"do": "run", "code": code, "name": name})

    def _start(self) -> None:
        """Start the process, with a folder of its own."""
        self._folder = tempfile.mkdtemp(prefix="student-")
        if self.files is not None:
            shutil.copytree(self.files, self._folder, dirs_exist_ok=True)
            shutil.copytree(self.library / COMPILED, Path(self._folder) / COMPILED, dirs_exist_ok=True)
        proc = ["/proc"] if namespaces() else []  # there it shows the student's own processes only
        reads = [*SYSTEM, *proc, *python(), str(self.library)]
        limits = {"AS": MEMORY, "FSIZE": 20 << 20, "CORE": 0, "NOFILE": 256}
        settings = {"reads": reads, "writes": [self._folder, "/dev/null"], "limits": limits}
        settings |= {"library": str(self.library), "project": str(PROJECT), "runs": self.files is not None}
        here, there = os.pipe()
        settings["answers"] = there
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # orphans come to us
        self._others = _family(os.getpid())
        self._process = subprocess.Popen(
            [
                *together(),
                *namespaces(),
                sys.executable,
                "-I",
                str(self.library / "grading" / "worker.py"),
                json.dumps(settings),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self._folder,
            env=self._environment(),
            start_new_session=True,
            pass_fds=(there,),
        )
        os.close(there)
        self._answers, self._received = os.fdopen(here, "rb", 0), b""
        self._used, self._spent, begun = self._used + self._spent, 0.0, time.monotonic()
        for work in (self._watch, self._weigh):
            threading.Thread(target=work, args=(self._process,), daemon=True).start()
        self.granted = self._read("The process did not start.", TO_START)["granted"]
        if not self._started:  # once, or a notebook that ends its process again and again would take hours
            self._used, self._until = self._used - self._spent, self._until + time.monotonic() - begun
            self._started = True

    def _environment(self) -> dict[str, str]:
        """Give the variables that a student's code finds."""
        return {
            "PATH": "/usr/bin:/bin",
            "HOME": self._folder,
            "MPLBACKEND": "agg",
            "LANG": "C.UTF-8",
            "TMPDIR": self._folder,
            "PIP_NO_INDEX": "1",  # so that "!pip install" fails at once
            "NUMBA_CACHE_DIR": f"{self._folder}/{COMPILED}",
        }

    def _hear(self) -> bool:
        """Keep the beginning of what the process has printed, and throw the rest away; say whether there was any."""
        piece = os.read(self._process.stdout.fileno(), 65536)
        if len(self.printed) < PRINTED:
            self.printed += piece.decode(errors="replace")
        return bool(piece)

    def _watch(self, process: subprocess.Popen) -> None:
        """Note what a process has used; kill it as soon as it and what it began are too many, or too large together."""
        while process.poll() is None:
            family = [about for pid in self._family() if (about := _stat(pid))]
            ticks = sum(int(x) for about in family for x in about[11:15])
            self._spent = max(self._spent, ticks / os.sysconf("SC_CLK_TCK"))
            pages = sum(int(about[21]) for about in family)
            if len(family) > PROCESSES or pages * os.sysconf("SC_PAGE_SIZE") > MEMORY:
                self._kill(process)
            time.sleep(0.05)

    def _weigh(self, process: subprocess.Popen) -> None:
        """Kill a process as soon as the files that it made are too many, or too large together."""
        while process.poll() is None:
            files, size, folders = 0, _nameless(self._family()), [self._folder]
            while folders and files <= FILES and size <= DISK:
                with suppress(OSError), os.scandir(folders.pop()) as entries:
                    for entry in entries:
                        files += 1
                        size += entry.stat(follow_symlinks=False).st_size
                        if entry.is_dir(follow_symlinks=False):
                            folders.append(entry.path)
            if files > FILES or size > DISK:
                self._kill(process)
            time.sleep(0.2)

    def _family(self) -> set[int]:
        """Give the numbers of the process and of all that it began, also of what it does not know any more."""
        return _family(os.getpid()) - self._others

    def _kill(self, process: subprocess.Popen) -> None:
        """Kill a process and everything that it began, also what has left its group."""
        with self._killing:
            if process is self._killed:
                return
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.wait()
            while left := self._family():
                for pid in left:
                    with suppress(ProcessLookupError, ChildProcessError):
                        os.kill(pid, signal.SIGKILL)
                        os.waitpid(pid, os.WNOHANG)
            self._killed = process

    def _exchange(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise Failure(TOO_MUCH) from None
        return self._read(f"No answer after {self.seconds:g} seconds. Is there a loop that does not end?", self.seconds)

    def _read(self, too_late: str, seconds: float) -> dict[str, Any]:
        """Give the next line that the process sends."""
        spent, until = self._spent + seconds, time.monotonic() + 10 * seconds
        stdout, open_pipes = self._process.stdout, [self._answers, self._process.stdout]
        while b"\n" not in self._received:
            ready = select.select(open_pipes, [], [], 0.1)[0]
            if self._spent > spent or time.monotonic() > until:
                raise Failure(too_late)
            if stdout in ready and not self._hear():
                open_pipes.remove(stdout)
            if self._answers in ready:
                piece = self._answers.read(65536)
                self._received += piece
                if not piece:
                    raise Failure(TOO_MUCH)
                if len(self._received) > SENT:
                    raise Failure("The answer is too long.")
        # What was printed before the answer lies in the pipe by now.
        for _ in range(100):  # what goes on printing is not waited for
            if stdout not in open_pipes or not select.select([stdout], [], [], 0)[0] or not self._hear():
                break
        line, self._received = self._received.split(b"\n", 1)
        try:
            reply = json.loads(line)
            if "error" in reply:
                error = {key: str(reply["error"][key])[:2000] for key in ("type", "kind", "text", "where")}
                return {"error": error}
            return {"granted": list(reply["granted"])} if "granted" in reply else {"done": reply["done"]}
        except (ValueError, TypeError, KeyError, RecursionError):
            raise Failure("The answer cannot be read.") from None


def _plain(sent: Any) -> Any:
    """Read a value that a student's process has sent, whatever that is."""
    try:
        return wire.decode(sent)
    except Exception:
        raise Failure("The answer cannot be read.") from None


def _stat(pid: int) -> list[str]:
    """Give what the system tells of a process, from its state on; nothing if it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return []


def _family(root: int) -> set[int]:
    """Give the numbers of a process and of all that descend from it."""
    numbers = [int(entry.name) for entry in os.scandir("/proc") if entry.name.isdigit()]
    parents = {pid: int(about[1]) for pid in numbers if (about := _stat(pid))}
    family, size = {root}, 0
    while len(family) > size:
        size = len(family)
        family |= {pid for pid, parent in parents.items() if parent in family}
    return family


def _nameless(pids: set[int]) -> int:
    """Give the bytes of all files that processes have removed and keep open, which are found in no folder."""
    sizes = {}
    for pid in pids:
        with suppress(OSError), os.scandir(f"/proc/{pid}/fd") as opened:
            for entry in opened:
                about = entry.stat()
                if stat.S_ISREG(about.st_mode) and not about.st_nlink:
                    sizes[about.st_dev, about.st_ino] = about.st_size
    return sum(sizes.values())

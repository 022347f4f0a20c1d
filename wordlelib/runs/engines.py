"""Engines that work on the tasks of a run: in this process, in several processes, or on a cluster.

An engine is a generator. It takes a function and its tasks, and yields each task with an answer, which is its figures
or the reason why there are none. An engine does not try again. The run does so by handing in the task once more.
"""

import json
import logging
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from importlib.util import find_spec
from math import inf
from multiprocessing import current_process, get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.resource_tracker import ensure_running
from os import _exit
from time import monotonic
from typing import Any, NamedTuple, Protocol

import cloudpickle

from wordlelib.runs.provenance import code_stamp, versions

Task = dict[str, Any]
Work = Callable[..., dict[str, Any]]


class TaskResult(NamedTuple):
    """The outcome of a task: its figures, or the error that prevented them, and whether it is useless to try again."""

    task: Task
    figures: dict[str, Any] | None
    error: str = ""
    seconds: float = 0.0
    final: bool = False


Queue = deque[Task]


class Engine(Protocol):
    """An engine takes tasks from the left of a queue, to which more may be added meanwhile, until it is empty."""

    def __call__(self, work: Work, queue: Queue) -> Iterator[TaskResult]:
        """Yield an answer for each task, in any order."""


def answer(work: Work, task: Task) -> TaskResult:
    """Work on one task, and turn an error into an answer too."""
    begun = monotonic()
    try:
        figures = json.loads(json.dumps(work(**task)))  # as whoever reads them will find them
        return TaskResult(task, figures, seconds=monotonic() - begun)
    except Exception as error:
        return TaskResult(task, None, f"{type(error).__name__}: {error}", monotonic() - begun)


def serial(work: Work, queue: Queue) -> Iterator[TaskResult]:
    """Work on the tasks in this process, one after the other."""
    while queue:
        yield answer(work, queue.popleft())


class Processes:
    """An engine of some processes on this machine, `jobs` in number; if a task kills one of them, the rest goes on."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def __call__(self, work: Work, queue: Queue) -> Iterator[TaskResult]:
        """Yield an answer for each task, as soon as it is there."""
        pickled = cloudpickle.dumps(work)
        idle: list[tuple[SpawnProcess, Connection]] = []
        busy: dict[Connection, tuple[SpawnProcess, Task, float]] = {}
        started: list[SpawnProcess] = []
        try:
            while queue or busy:
                while queue and len(busy) < self.jobs:
                    idle = [each for each in idle if each[0].is_alive()]
                    if not idle:
                        idle.append(_started(pickled))
                        started.append(idle[-1][0])
                    process, pipe = idle.pop()
                    task = queue.popleft()
                    with suppress(OSError):  # it has just died, which is heard of below
                        pipe.send(task)
                    busy[pipe] = process, task, monotonic()
                ready = wait(list(busy))
                for pipe in [each for each in busy if each in ready]:
                    process, task, begun = busy.pop(pipe)
                    try:
                        found = pipe.recv()
                        idle.append((process, pipe))
                    except (EOFError, OSError):  # it has ended, perhaps in the middle of an answer
                        process.join()
                        if process.exitcode == UNGUARDED:
                            raise ValueError(NO_GUARD) from None
                        found = TaskResult(task, None, f"its process died ({_cause(process)})", monotonic() - begun)
                    yield found
        finally:
            for process in started:
                process.kill()
            for process in started:
                process.join()


def end_if_unguarded() -> None:
    """End this process if it has only just begun, and reads the script that started it again instead of working.

    The process that started it then says what the script lacks.
    """
    if getattr(current_process(), "_inheriting", False):
        _exit(UNGUARDED)


def _cause(process: SpawnProcess) -> str:
    code = process.exitcode or 0
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name


def _started(pickled: bytes) -> tuple[SpawnProcess, Connection]:
    context = get_context("spawn")
    mine, its = context.Pipe()
    process = context.Process(target=_serve, args=(pickled, its), daemon=True)
    with _without_interrupts(), its:
        process.start()
    return process, mine


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Block Ctrl-C; processes that start inside never receive it, and end when this one ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    ensure_running()  # Python starts this tracker before the first process, and then lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pickled: bytes, pipe: Connection) -> None:
    """Work on tasks as they come, until the process that sends them is gone."""
    threading.Thread(target=_outlive, daemon=True).start()
    work = cloudpickle.loads(pickled)
    with suppress(EOFError, BrokenPipeError):
        while True:
            pipe.send(answer(work, pipe.recv()))


def _outlive() -> None:
    """End this process at once when its parent has ended."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        _exit(1)


TRIES, UNGUARDED = 3, 83  # how often a task is tried; an exit code that nothing else uses
NO_GUARD = (
    "jobs: other processes read this script too, and it would start the run in each of them; "
    'expected the run below a line `if __name__ == "__main__":`'
)
_ONE_THREAD = threading.Lock()
GONE = "scheduler: it is gone, and what it was working on is lost; start the run again to go on"


class Dask:
    """An engine on a Dask cluster, whose workers may come and go.

    Parameters
    ----------
    scheduler, jobs
        The address of a scheduler, such as "tcp://10.0.0.1:8786". By default a cluster on this machine is started, with
        so many workers.
    shared
        Whether tasks share objects that are made for one thread, such as the tables of a solver. A worker of Dask may
        have several threads. They then take turns, so that each process has one task at a time.
    """

    def __init__(self, scheduler: str | None = None, jobs: int = 1, shared: bool = True) -> None:
        if find_spec("distributed") is None:
            raise ValueError(
                "engine: dask needs the package distributed; expected it to be installed, as with wordlelib[cluster]"
            )
        self.scheduler, self.jobs, self.shared = scheduler, jobs, shared

    def __call__(self, work: Work, queue: Queue) -> Iterator[TaskResult]:
        """Yield an answer for each task, as soon as it is there, or raise an OSError if the scheduler is gone."""
        from distributed import as_completed

        source = code_stamp(work), versions()
        tasks: dict[str, Task] = {}
        with self._client() as client, _gone_as_one_error():
            pending = as_completed()
            suspected: set[str] = set()  # other tasks may have killed their workers, so each of them is tried alone
            most, asked = 0, -inf
            while queue or tasks:
                if monotonic() - asked > 1:  # workers come and go, and the scheduler has other things to do
                    most, asked = 2 * max(sum(client.ncores().values()), 4), monotonic()
                while queue and len(tasks) < most:
                    if tasks and suspected & {*map(str, tasks.values()), str(queue[0])}:
                        break
                    task = queue.popleft()
                    future = client.submit(_answer_alike, work, task, source, self.shared, pure=False)
                    tasks[future.key] = task
                    pending.add(future)
                future = next(pending)
                if future.status == "lost":  # its worker has died with the answer, and Dask has it computed again
                    pending.add(future)
                    continue
                task = tasks.pop(future.key)
                if _has_killed(future) and str(task) not in suspected:
                    suspected.add(str(task))
                    queue.append(task)
                else:
                    yield _answer_of(future, task)

    @contextmanager
    def _client(self) -> Iterator[Any]:
        import dask
        from distributed import Client, LocalCluster

        for name in ("distributed", "distributed.client"):  # each has a level of its own
            logging.getLogger(name).setLevel(logging.CRITICAL)
        with ExitStack() as stack:
            address: Any = self.scheduler
            if address is None:
                settings = {
                    "distributed.scheduler.allowed-failures": TRIES - 1,
                    "distributed.deploy.lost-worker-timeout": "365 days",  # one that starts again slowly is not lost
                }
                stack.enter_context(dask.config.set(settings))
                with _guarded():
                    cluster = LocalCluster(
                        self.jobs, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
                    )
                address = stack.enter_context(cluster)
            yield stack.enter_context(Client(address))


def _answer_alike(work: Work, task: Task, source: tuple[str, dict[str, str]], shared: bool) -> TaskResult:
    """Work on a task, if the code and the versions here are those of the process that asks for it."""
    with _ONE_THREAD if shared else nullcontext():
        for mine, its in zip((code_stamp(work), versions()), source, strict=True):
            if mine != its:
                return TaskResult(task, None, f"its worker has {mine}, the run has {its}", final=True)
        return answer(work, task)


def _has_killed(future: Any) -> bool:
    """Return whether Dask gave a task up because its workers died."""
    return future.status == "error" and type(future.exception()).__name__ == "KilledWorker"


def _answer_of(future: Any, task: Task) -> TaskResult:
    """Return the answer to a task that Dask has finished or given up."""
    if future.status == "error":
        error = future.exception()
        return TaskResult(task, None, f"{type(error).__name__}: {error}", final=_has_killed(future))
    return future.result()


@contextmanager
def _guarded() -> Iterator[None]:
    """Explain that a script without a guard cannot start workers, of which Dask does not know."""
    try:
        yield
    except RuntimeError:
        process = get_context("spawn").Process(target=int)
        process.start()
        process.join()
        if process.exitcode == UNGUARDED:
            raise ValueError(NO_GUARD) from None
        raise


@contextmanager
def _gone_as_one_error() -> Iterator[None]:
    """Raise one error for a scheduler that is gone, whatever Dask was asking it."""
    try:
        yield
    except (OSError, CancelledError):  # Dask cancels what is asked of a scheduler that is gone, at any moment
        raise OSError(GONE) from None

"""A Dask cluster whose scheduler and workers are processes that can be killed."""

import json
import subprocess
from pathlib import Path

from tools.chaos.watching import begin, ended, kill, until


class Cluster:
    """A scheduler with workers of one thread each, which no nanny starts again.

    Parameters
    ----------
    folder
        Where the scheduler leaves its address.
    workers
        How many workers there are.
    """

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder, self.wanted = folder, workers
        self.scheduler: subprocess.Popen[str] | None = None
        self.workers: list[subprocess.Popen[str]] = []
        self._schedulers = 0

    def __enter__(self) -> "Cluster":
        """Start it."""
        self.mend()
        return self

    def __exit__(self, *_: object) -> None:
        """End all its processes."""
        for process in filter(None, [*self.workers, self.scheduler]):
            kill(process)
            ended(process)

    def mend(self) -> None:
        """Start again what is gone; workers of a scheduler that is gone are replaced too."""
        if self.scheduler is None or self.scheduler.poll() is not None:
            for worker in self.workers:
                kill(worker)
            if self.scheduler is not None:
                ended(self.scheduler)
            self._schedulers += 1
            self._file().unlink(missing_ok=True)
            options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(self._file())]
            self.scheduler = begin(["-m", "distributed.cli.dask_scheduler", *options])
            until(self._file().exists, "a scheduler")
        for worker in [each for each in self.workers if each.poll() is not None]:
            self.workers.remove(worker)
            ended(worker)
        while len(self.workers) < self.wanted:
            options = ["--nthreads", "1", "--nworkers", "1", "--no-nanny", "--no-dashboard", "--local-directory"]
            program = ["-m", "distributed.cli.dask_worker", self.address(), *options, str(self.folder)]
            self.workers.append(begin(program))

    def address(self) -> str:
        """Give the address of the scheduler."""
        address: list[str] = []

        def read() -> bool:
            try:
                address[:] = [json.loads(self._file().read_text())["address"]]
            except (OSError, ValueError):
                return False
            return True

        until(read, "the scheduler's address")
        return address[0]

    def _file(self) -> Path:
        return self.folder / f"scheduler-{self._schedulers}.json"

"""Kill runs again and again, and compare what they leave with runs that nobody disturbed.

    make chaos

Each run is started again until it is whole. In between every row that was seen in its journal must still be there,
unchanged and once; in the end its rows are those of the undisturbed run, byte for byte, and no process is left.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from tools.chaos.cluster import Cluster
from tools.chaos.watching import FaultError, Files, begin, ended, kill, sorted_rows, until, workers_of
from wordlelib.game.words import original
from wordlelib.runs.shards import merge

DRIVER = ("-m", "tools.chaos.driver", '{"tasks": 200}')
PROVE = ("-m", "wordlelib", "prove", "--all", "--json", "--below", "470", "--jobs", "2")
EFFORT = ("nodes", "guesses", "cuts", "seconds")
ENDS = {0, 3, -9}
GONE = "wordlelib: error: scheduler: "


class Kind(NamedTuple):
    """A way to disturb a run.

    Attributes
    ----------
    victim
        What is killed.
    moment
        "row": some rows after the start or the last kill; "start": before that; "end": while the result is written.
    weight
        How often it is drawn.
    """

    victim: str
    moment: str
    weight: int

    def __str__(self) -> str:
        """Say what is killed, and when."""
        return self.victim + {"row": "", "start": " at its start", "end": " at its end"}[self.moment]


PARENT = Kind("parent", "row", 5), Kind("parent", "start", 2), Kind("parent", "end", 2)
WORKER = Kind("worker", "row", 5)
DASK = Kind("Dask scheduler", "row", 3), Kind("Dask worker", "row", 4), Kind("parent", "row", 2)
OWN = Kind("parent", "row", 1), Kind("worker", "row", 1)


class Case(NamedTuple):
    """Runs of one kind.

    Attributes
    ----------
    name
        What it is called.
    programs
        The arguments of Python for each run, but for the file of results.
    kinds
        How they are disturbed.
    share
        Its share of the kills.
    names
        What tells its tasks apart.
    rows
        How many more rows are waited for before a kill, at most.
    """

    name: str
    programs: Sequence[Sequence[str]]
    kinds: Sequence[Kind]
    share: float
    names: Sequence[str] = ("number",)
    rows: int = 40


class Chaos:
    """Disturbs runs, and counts.

    Parameters
    ----------
    folder
        Where their files are.
    seed
        Decides what is killed and when.
    say
        Is told of each run.
    """

    def __init__(self, folder: Path, seed: int, say: Callable[[str], None] = lambda text: None) -> None:
        self.folder, self.say = folder, say
        self.random = random.Random(seed)
        self.kills: Counter[str] = Counter()
        self.starts = self.rows = self.runs = 0
        self.faults: list[str] = []

    def disturb(self, case: Case, kills: int, expected: bytes, cluster: Cluster | None = None) -> None:
        """Kill runs of a case until there were so many kills, and compare what is left in the end."""
        goal = self.kills.total() + kills
        while self.kills.total() < goal and not self.faults:
            self.runs += 1
            outs = [self.folder / f"run-{self.runs}-{i}.json" for i in range(len(case.programs))]
            before = self.kills.total()
            try:
                for program, out in zip(case.programs, outs, strict=True):
                    self._until_whole(case, [*program, "--out", str(out)], Files(out, case.names), goal, cluster)
                self._compare(outs, expected)
            except FaultError as fault:
                self.faults.append(f"{case.name}, run {self.runs}: {fault}")
            self.say(f"{case.name}: run {self.runs}, {self.kills.total() - before} kills, {self.kills.total()} in all")

    def _until_whole(self, case: Case, program: list[str], files: Files, goal: int, cluster: Cluster | None) -> None:
        whole = False
        while not whole:
            self.starts += 1
            if cluster is not None:
                cluster.mend()
            address = [] if cluster is None else ["--engine", "dask", "--scheduler", cluster.address()]
            run = begin([*program, *address])
            disturbed = None
            while run.poll() is None and self.kills.total() < goal and disturbed in (None, "worker", "Dask worker"):
                kind = self.random.choices(case.kinds, [kind.weight for kind in case.kinds])[0]
                disturbed = self._strike(kind, run, files, case.rows, cluster) or disturbed
                if cluster is not None and disturbed == "Dask worker":
                    cluster.mend()
            error = ended(run)[1]
            files.look()
            whole = run.returncode == 0
            if run.returncode == 2 and disturbed == "Dask scheduler":
                if error.count("\n") != 1 or not error.startswith(GONE):
                    raise FaultError(f"a scheduler was killed, and the run said {error!r}")
            elif run.returncode not in ENDS or (run.returncode == -9) != (disturbed == "parent"):
                raise FaultError(f"exit code {run.returncode} after a kill of {disturbed}: {error}")

    def _strike(
        self, kind: Kind, run: subprocess.Popen[str], files: Files, rows: int, cluster: Cluster | None
    ) -> str | None:
        """Wait for a moment and kill something; give what, or None if the run ended before."""
        wanted = files.look() + self.random.randint(1, rows)
        if kind.moment == "row":
            until(lambda: files.look() >= wanted or run.poll() is not None, "a row")
            time.sleep(self.random.uniform(0, 0.02))
        elif kind.moment == "start":
            time.sleep(self.random.uniform(0, 2))
        else:
            partial = f"{files.out.name}.{run.pid}.partial"
            until(lambda: files.out.with_name(partial).exists() or run.poll() is not None, "a result", pause=0.0002)
        if run.poll() is not None:
            return None
        if kind.victim == "parent":
            kill(run)
        elif kind.victim == "Dask scheduler":
            assert cluster is not None and cluster.scheduler is not None
            kill(cluster.scheduler)
        else:
            victims = workers_of(run) if cluster is None else cluster.workers
            if not victims:
                return None
            kill(self.random.choice(victims))
        self.kills[str(kind)] += 1
        return kind.victim

    def _compare(self, outs: list[Path], expected: bytes) -> None:
        """Compare what is there with what an undisturbed run has left."""
        out = outs[0]
        if len(outs) > 1:
            out = self.folder / f"run-{self.runs}.json"
            merge(outs, out)
        self.rows += expected.count(b"\n") + 1
        if sorted_rows(out, EFFORT) != expected:
            raise FaultError(f"{out}: other rows than in an undisturbed run")
        left = sorted({path.name for path in self.folder.glob(f"run-{self.runs}*")} - {p.name for p in [*outs, out]})
        if left:
            raise FaultError(f"left behind: {', '.join(left)}")


def undisturbed(program: Sequence[str], out: Path) -> bytes:
    """Give the rows of a run that nobody disturbs."""
    run = begin([*program, "--out", str(out)])
    error = ended(run)[1]
    if run.returncode:
        raise FaultError(f"an undisturbed run ends with exit code {run.returncode}: {error}")
    return sorted_rows(out, EFFORT)


def lists(folder: Path) -> list[str]:
    """Write short lists of words; give the options that name them."""
    answers, guesses = original()
    some = [word for word in answers if word.endswith("er")]
    others = sorted(set(guesses) - set(some))[::6]
    for name, words in (("answers", some), ("guesses", some + others)):
        (folder / f"{name}.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    return ["--answers", str(folder / "answers.txt"), "--guesses", str(folder / "guesses.txt")]


def main(arguments: Sequence[str] | None = None) -> int:
    """Disturb runs; give 1 if anything that must hold did not."""
    parser = argparse.ArgumentParser(prog="make chaos", description="Kill runs and compare what they leave.")
    parser.add_argument("--kills", type=int, default=200, metavar="N", help="how often (default: 200)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of what and when (default: 1)")
    parser.add_argument("--engine", choices=("processes", "dask"), help="only runs on this engine (default: both)")
    options = parser.parse_args(arguments)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        prove = [*PROVE, *lists(folder)]
        cases = [
            Case("sweep", [[*DRIVER, "--jobs", "2"]], [*PARENT, WORKER], 0.5),
            Case("sweep in one process", [[*DRIVER, "--jobs", "1"]], PARENT, 0.1),
            Case("prove", [[*prove, "--shard", f"{i}/2"] for i in (1, 2)], [*PARENT, WORKER], 0.2, ["first"], 8),
            Case("sweep on Dask", [DRIVER], DASK, 0.15),
            Case("sweep on a Dask cluster of its own", [[*DRIVER, "--engine", "dask", "--jobs", "2"]], OWN, 0.05),
        ]
        chaos = Chaos(folder, options.seed, lambda text: print(text, file=sys.stderr, flush=True))
        chosen = [
            case for case in cases if options.engine in (None, "dask" if case.kinds in (DASK, OWN) else "processes")
        ]
        expected = {}
        for name, program in (("sweep", [*DRIVER, "--jobs", "2"]), ("prove", prove)):
            if any(case.name.startswith(name) for case in chosen):
                expected[name] = undisturbed(program, folder / f"{name}.json")
        shares, done = sum(case.share for case in chosen), 0.0
        for case in chosen:
            before, done = done, done + case.share / shares
            kills = round(options.kills * done) - round(options.kills * before)
            cluster = stack.enter_context(Cluster(folder, 2)) if case.kinds is DASK else None
            chaos.disturb(case, kills, expected[case.name.split()[0]], cluster)
    for kind, count in sorted(chaos.kills.items()):
        print(f"{count:5} kills of {kind}")
    print(f"{chaos.kills.total():5} kills, {chaos.runs} runs, {chaos.starts} starts, {chaos.rows} rows")
    print(f"{time.monotonic() - begun:5.0f} s; faults: {len(chaos.faults)}")
    print("\n".join(chaos.faults), end="\n" * bool(chaos.faults))
    return 1 if chaos.faults else 0


if __name__ == "__main__":
    sys.exit(main())

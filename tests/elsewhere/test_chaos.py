"""Runs that are killed, starved and confused: in short here, at length by `make chaos`."""

import json
import os
import resource
import signal
import subprocess
import time
from collections import deque
from multiprocessing import connection

import pytest
from distributed import default_client

from tools.chaos import watching
from tools.chaos.__main__ import PARENT, WORKER, Case, Chaos
from tools.chaos.cluster import Cluster
from tools.chaos.driver import jumping
from tools.chaos.tasks import sweep_of
from tools.chaos.watching import FaultError, Files, begin, ended, kill, sorted_rows, until, workers_of
from wordlelib.__main__ import main
from wordlelib.lab import experiments
from wordlelib.runs import sweeps
from wordlelib.runs.engines import Dask, Processes
from wordlelib.runs.journals import Journal, read_journal
from wordlelib.runs.sweeps import journal_of, run

TASKS = 40


def driver(out, *options, **settings):
    """Give the program of a run."""
    return ["-m", "tools.chaos.driver", json.dumps({"tasks": TASKS} | settings), "--out", str(out), *options]


def finish(program, code=0):
    """Run a program to its end; give what it wrote on the standard error."""
    process = begin(program)
    error = ended(process)[1]
    assert process.returncode == code, error
    return error


def complete(out):
    """Go on with a run in this process, without the settings that make it hard."""
    return run(sweep_of(TASKS), out, settings={"sweep": "chaos"}).complete


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """Give the rows of an undisturbed run."""
    out = tmp_path_factory.mktemp("undisturbed") / "out.json"
    assert run(sweep_of(TASKS), out).complete
    return sorted_rows(out)


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out.json"


@pytest.fixture
def gate(tmp_path):
    return tmp_path / "gate"


@pytest.fixture
def asked(out, monkeypatch):
    """Give a function that names the command of a run in this process, with other tasks' settings if need be."""

    def command(*options, **settings):
        monkeypatch.setitem(experiments.SWEEPS, "chaos", lambda: sweep_of(**{"tasks": TASKS} | settings))
        return ["sweep", "chaos", "--out", str(out), *options]

    return command


def never(**_):
    raise AssertionError("this was done already")


class TestKills:
    def test_runs_that_are_killed_again_and_again(self, tmp_path, expected):
        chaos = Chaos(tmp_path, seed=4)
        program = [*driver(tmp_path)[:3], "--jobs", "2"]
        chaos.disturb(Case("sweep", [program], [*PARENT, WORKER, WORKER], 1, rows=6), 10, expected)
        assert chaos.faults == [] and chaos.kills.total() == 10 and {"parent", "worker"} <= set(chaos.kills)

    def test_what_was_half_written_is_tidied_up(self, out):
        killed = out.with_name("out.json.1234.partial")
        killed.write_text("{")
        assert run(sweep_of(2), out).complete and list(out.parent.iterdir()) == [out]

    def test_a_process_that_dies_while_it_answers(self):
        found = {
            each.task["number"]: each for each in Processes(1)(die_answering, deque({"number": i} for i in range(3)))
        }
        assert [found[i].figures for i in (0, 2)] == [{"text": "x" * 100}] * 2
        assert found[1].error == "its process died (SIGKILL)"

    def test_a_task_that_always_kills_its_process(self, out, expected):
        told = finish(driver(out, "--jobs", "2", poison=7), code=3)
        assert (
            told.startswith("wordlelib: ") and told.endswith("its process died (SIGKILL)\n") and told.count("\n") == 1
        )
        failed = [each for each in read_journal(journal_of(out)) if "failed" in each]
        assert [(each["failed"]["number"], each["aside"]) for each in failed] == [(7, False), (7, False), (7, True)]
        assert complete(out) and sorted_rows(out) == expected


def die_answering(number):
    """Let this process die when half of its answer is on its way."""

    def half(pipe, content, *_):
        os.write(pipe.fileno(), bytes(content)[: len(content) // 2])
        os.kill(os.getpid(), signal.SIGKILL)

    if number == 1:
        connection.Connection._send = half
    return {"text": "x" * 100}


class TestDask:
    def test_a_worker_and_the_scheduler_are_killed(self, tmp_path, out, expected, capfd):
        """The worker takes answers with it that Dask has announced already."""
        files = Files(out, ["number"])

        def count(status):
            return [each.status for each in default_client().futures.values()].count(status)

        def strike(done, *_):
            if done == 5:
                until(lambda: count("finished") >= 2, "an answer that nobody has read")
                kill(cluster.workers[0])
                until(lambda: count("lost") >= 2, "an answer that is lost")
                cluster.mend()
            elif done == 20:
                kill(cluster.scheduler)

        with Cluster(tmp_path, 1) as cluster:
            with pytest.raises(OSError, match="^scheduler: it is gone, .* start the run again to go on$"):
                run(sweep_of(TASKS), out, progress=strike, engine=Dask(cluster.address()))
            assert files.look() == 20
            cluster.mend()
            assert run(sweep_of(TASKS), out, engine=Dask(cluster.address())).complete
        files.look()
        assert sorted_rows(out) == expected and capfd.readouterr() == ("", "")

    def test_a_task_that_always_kills_its_worker(self, out):
        """The worker is given its neighbour too, which dies as often beside it, and is not to blame."""
        told = finish(driver(out, "--engine", "dask", "--jobs", "1", poison=0, tasks=6), code=3)
        assert '"number": 0} is set aside' in told and "on 3 different workers" in told and told.count("\n") == 1
        records = read_journal(journal_of(out))
        assert [each["failed"]["number"] for each in records if "failed" in each] == [0]
        assert sorted(each["row"]["number"] for each in records if "row" in each) == [1, 2, 3, 4, 5]


class TestFullDisk:
    @pytest.fixture
    def disk(self, tmp_path):
        """Give a folder on a disk of 64 kB."""
        folder = tmp_path / "disk"
        folder.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)], capture_output=True, text=True
        )
        if mounted.returncode:
            pytest.skip(f"no small disk can be mounted: {mounted.stderr.strip()}")
        yield folder
        subprocess.run(["umount", str(folder)], check=True)

    @pytest.mark.parametrize("room", [8, 20], ids=["rows", "result"])
    def test_what_is_done_is_kept_until_there_is_room(self, disk, room, asked, refuse, expected):
        """In the smaller room the journal ends, in the larger one the result that is to take its place."""
        out, filler = disk / "out.json", disk / "filler"
        filler.write_bytes(bytes(1024 * (64 - room)))
        command = [*asked()[:3], str(out)]
        assert refuse(*command).endswith("No space left on device\n")
        files = Files(out, ["number"])
        assert (files.look() == TASKS) == (room == 20) and files.look() > 10
        assert {path.name for path in disk.iterdir()} == {"filler", "out.json.journal"}
        assert len(read_journal(files.journal)) == files.look() + 1
        assert refuse(*command).endswith("No space left on device\n")
        filler.unlink()
        assert main(command) == 0
        files.look()
        assert sorted_rows(out) == expected

    def test_a_file_that_may_not_grow(self, out, expected):
        files = Files(out, ["number"])
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        narrow = begin(
            driver(out, "--jobs", "2"),
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (5000, limits[1])),
        )
        told = ended(narrow)[1]
        assert narrow.returncode == 2 and told == f"wordlelib: error: {files.journal}: File too large\n"
        assert 10 < files.look() < TASKS and files.journal.stat().st_size <= 5000
        assert complete(out) and files.look() and sorted_rows(out) == expected


class TestJournals:
    @pytest.fixture
    def content(self, out):
        """Give what a run has left that was broken off."""
        for _ in range(3):
            run(sweep_of(TASKS), out, settings={"sweep": "chaos"}, budget=1e-9)
        return journal_of(out).read_bytes()

    @pytest.mark.parametrize("bytes_left", [0, 1, 17, -1])
    def test_a_run_goes_on_after_a_torn_line(self, out, content, bytes_left, expected):
        row = content.splitlines(keepends=True)[3]
        assert b'"row"' in row
        journal_of(out).write_bytes(content + row[:bytes_left])
        assert complete(out) and sorted_rows(out) == expected

    def test_a_damaged_line_is_refused_by_its_number(self, out, content, asked, refuse):
        lines = content.splitlines(keepends=True)
        for number in (1, 3, len(lines) - 1):
            for place in (0, 16, 17, len(lines[number - 1]) // 2, len(lines[number - 1]) - 2):
                damaged = bytearray(lines[number - 1])
                damaged[place] ^= 4
                with pytest.raises(ValueError, match=f"line {number} is damaged"):
                    journal_of(out).write_bytes(b"".join([*lines[: number - 1], damaged, *lines[number:]]))
                    read_journal(journal_of(out))
            assert f"out.json.journal, line {number} is damaged" in refuse(*asked())

    def test_a_last_line_without_sense_is_cut_off(self, out, content, expected):
        for rubbish in (b"\0" * 100, b"rubbish\n", b"\r\r\x0b"):
            journal_of(out).write_bytes(content + rubbish)
            assert len(read_journal(journal_of(out))) == content.count(b"\n")
        assert complete(out) and sorted_rows(out) == expected


class TestTwoRuns:
    def test_the_second_refuses_and_the_first_goes_on(self, out, gate, asked, refuse, expected):
        files = Files(out, ["number"])
        first = begin(driver(out, gate=[str(gate), 5]))
        until(lambda: files.look() == 5, "rows")
        before = files.journal.read_bytes()
        assert refuse(*asked()) == f"wordlelib: error: out: {files.journal} is being written by another run; " + (
            "expected one run a file\n"
        )
        assert files.journal.read_bytes() == before
        gate.touch()
        assert ended(first)[1] == "" and first.returncode == 0 and files.look() and sorted_rows(out) == expected
        written = out.read_bytes()
        assert run(sweep_of(TASKS)._replace(work=never), out, settings={"sweep": "chaos"}).complete
        assert out.read_bytes() == written and not files.journal.exists()

    def test_shards_of_a_proof_need_files_of_their_own(self, lists, refuse):
        told = refuse("prove", "--all", *lists, "--shard", "1/2")
        assert told == "wordlelib: error: --shard: 1/2 without --out; expected both\n"

    def test_one_begins_while_the_other_ends(self, out, monkeypatch, expected):
        sweep = sweep_of(TASKS)

        def late(path):
            monkeypatch.undo()
            assert run(sweep, out).complete
            return Journal(path)

        monkeypatch.setattr(sweeps, "Journal", late)
        assert run(sweep._replace(work=never), out).complete and sorted_rows(out) == expected


class TestClock:
    @pytest.fixture(autouse=True)
    def jumps(self, monkeypatch):
        monkeypatch.setattr(time, "time", time.time)
        jumping()
        assert abs(time.time() - time.time()) > 3600

    def test_what_is_left_goes_by_the_monotonic_clock(self, out, expected):
        told = []
        found = run(sweep_of(TASKS), out, budget=3600, progress=lambda done, tasks, note: told.append(note))
        assert found.complete and sorted_rows(out) == expected
        assert len(told) == TASKS and all(note.endswith(" left") and " h " not in note for note in told[:-1])

    def test_a_budget_is_spent(self, out):
        for count in (1, 2, 3):
            found = run(sweep_of(TASKS), out, budget=1e-9)
            assert (len(found.rows), len(found.left)) == (count, TASKS - count)
        rows = [each for each in read_journal(journal_of(out)) if "row" in each]
        assert len(rows) == 3 and all(0 <= each["seconds"] < 3600 for each in rows)

    def test_several_processes(self, out, expected):
        assert finish(driver(out, "--jobs", "2", "--budget", "3600", clock=True)) == ""
        assert sorted_rows(out) == expected


class TestSigterm:
    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_nothing_is_lost_and_nobody_left(self, out, gate, jobs, expected):
        files = Files(out, ["number"])
        first = begin(driver(out, "--jobs", jobs, gate=[str(gate), 10]))
        until(lambda: files.look() == 10, "rows")
        assert len(workers_of(first)) == (int(jobs) if jobs > "1" else 0)
        first.terminate()
        assert (ended(first)[1], first.returncode) == ("wordlelib: stopped\n", 130)
        assert complete(out)
        assert files.look() == 10 and sorted_rows(out) == expected

    @pytest.mark.parametrize("ctrl_c", ["default_int_handler", "SIG_IGN"])
    def test_it_waits_while_a_kernel_hands_its_result_over(self, out, ctrl_c):
        """As Ctrl-C does: a named tuple is made by Python inside the kernel's call.

        What Python calls from there is inside too, as is the handler of a signal that came before. A job in the
        background ignores Ctrl-C.
        """
        process = begin(["-c", HANDING_OVER.replace("CTRL_C", ctrl_c), str(out)])
        assert ended(process) == ("handed over\ninterrupted\n", "")


HANDING_OVER = """
import os, signal, sys, threading
signal.signal(signal.SIGINT, signal.CTRL_C)
from wordlelib.kernels.interrupts import WATCH
from wordlelib.runs.sweeps import Sweep, run
def tell():
    os.kill(os.getpid(), signal.SIGTERM)
scope = {"__name__": "namedtuple_Result", "tell": tell}
exec("def hand_over():\\n tell()\\n print('handed over', flush=True)", scope)
def work(number):
    scope["hand_over"]()
    threading.Event().wait()
WATCH.install()
WATCH.begin()
try:
    run(Sweep([{"number": 0}], work), sys.argv[1])
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


class TestWatching:
    """What finds faults, finds them."""

    def test_lines_that_are_gone_changed_or_doubled(self, out):
        run(sweep_of(TASKS), out, budget=1e-9)
        journal, files = journal_of(out), Files(out, ["number"])
        content = journal.read_bytes()
        row = content.splitlines(keepends=True)[1]
        assert files.look() == 1
        for wrong in (content[:-1], content.replace(b"third", b"fifth"), content + row):
            journal.write_bytes(wrong)
            with pytest.raises(FaultError):
                Files.look(files)
        journal.unlink()
        with pytest.raises(FaultError, match="neither"):
            files.look()
        run(sweep_of(2), out)
        assert files.look() == 1
        out.write_text(out.read_text().replace('"third": 0.0', '"third": 0.1'))
        with pytest.raises(FaultError, match="missing, changed or there twice"):
            files.look()

    def test_processes_that_do_not_end(self, monkeypatch):
        monkeypatch.setattr(watching, "PATIENCE", 0.1)
        sleeper = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import signal; signal.pause()'])"
        process = begin(["-c", sleeper])
        process.wait()
        with pytest.raises(FaultError, match="1 processes do not end"):
            ended(process)
        monkeypatch.undo()
        assert ended(process) == ("", "")

    def test_a_run_that_ends_otherwise_than_it_was_ended(self, tmp_path):
        chaos = Chaos(tmp_path, seed=1)
        chaos.disturb(Case("wrong", [["-c", "raise SystemExit(5)"]], PARENT, 1), 1, b"")
        assert chaos.faults[0].startswith("wrong, run 1: exit code 5 ") and chaos.kills.total() == 0

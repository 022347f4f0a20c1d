import json
import os
import signal
import subprocess
import sys

import numpy as np
import pytest

from wordlelib.runs import sweeps
from wordlelib.runs.engines import Processes, serial
from wordlelib.runs.journals import Journal, read_journal
from wordlelib.runs.sweeps import Shard, Sweep, run


def square(number):
    return {"square": number * number}


def sweep_of(count, work=square, **others):
    return Sweep([{"number": i} for i in range(count)], work, **others)


def beside(out):
    return out.with_name("out.json.journal")


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out.json"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_sweep_does_every_task_once_and_says_where_it_comes_from(out, jobs):
    seen = []
    found = run(sweep_of(5), out, jobs, {"sweep": "squares"}, lambda *a: seen.append(a))
    assert found.complete and found.whole() == found.rows and [row["square"] for row in found.rows] == [0, 1, 4, 9, 16]
    assert [note[:2] for note in seen] == [(i, 5) for i in range(1, 6)]
    assert all(note[2] == "" or note[2].endswith(" left") for note in seen) and seen[-1][2] == ""
    stored = json.loads(out.read_text())
    assert stored["rows"] == found.rows and stored["settings"] == {"sweep": "squares"}
    assert stored["versions"]["numpy"] == np.__version__ and len(stored["code"]) == 16
    assert os.listdir(out.parent) == ["out.json"]


def test_what_is_done_is_not_done_again(out):
    run(sweep_of(3), out)
    stored = json.loads(out.read_text())
    stored["rows"][1]["square"] = "kept"
    out.write_text(json.dumps(stored))
    assert [row["square"] for row in run(sweep_of(5), out).rows] == [0, "kept", 4, 9, 16]
    written = out.stat().st_mtime_ns, out.stat().st_ino
    assert run(sweep_of(5), out).complete and (out.stat().st_mtime_ns, out.stat().st_ino) == written


WAITING = """
import os, sys
from wordlelib.runs import sweeps
def work(number):
    print(number, flush=True)
    sys.stdin.readline()
    return {'process': os.getpid()}
found = sweeps.run(sweeps.Sweep([{'number': i} for i in range(12)], work), sys.argv[1])
"""


@pytest.mark.parametrize(
    ("end", "code"), [(signal.SIGKILL, -9), pytest.param(signal.SIGTERM, -signal.SIGINT, marks=pytest.mark.slow)]
)
def test_a_run_that_is_ended_goes_on_where_it_was(out, end, code):
    """Every task is in the file once in the end, and what was there stays as it was.

    Each task says that it begins, and waits until it may go on.
    """
    command = [sys.executable, "-c", WAITING, str(out)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes) as first:
        first.stdin.write("\n" * 5)
        first.stdin.flush()
        assert [int(first.stdout.readline()) for _ in range(6)] == list(range(6))
        first.send_signal(end)
        first.stdin.close()
        assert first.wait() == code
    before = [record["row"] for record in read_journal(beside(out))[1:]]
    assert [row["number"] for row in before] == list(range(5)) and not out.exists()
    assert sweeps.rows_at(out) == before
    second = subprocess.run(command, input="", capture_output=True, text=True, check=True)
    assert [int(line) for line in second.stdout.split()] == list(range(5, 12))
    after = json.loads(out.read_text())["rows"]
    assert [row["number"] for row in after] == list(range(12)) and after[:5] == before
    assert len({row["process"] for row in after[5:]} - {before[0]["process"]}) == 1
    assert os.listdir(out.parent) == ["out.json"]


def test_a_run_that_was_ended_after_it_was_written(out, monkeypatch):
    monkeypatch.setattr(sweeps.Journal, "remove", lambda journal: None)
    rows = run(sweep_of(3), out).rows
    assert beside(out).exists()
    monkeypatch.undo()
    assert run(sweep_of(3), out).rows == rows and not beside(out).exists()


@pytest.mark.parametrize("content", ["no json", "{}", '{"rows": 3}'])
def test_a_foreign_file_is_not_overwritten(out, content):
    out.write_text(content)
    with pytest.raises(ValueError, match="out: .* holds no results"):
        run(sweep_of(2), out)
    assert out.read_text() == content


def test_results_of_another_run_are_not_mixed_in(out):
    run(sweep_of(2), out, settings={"width": 10})
    with pytest.raises(ValueError, match=r"out: .* is of another run \(width 10, not 30\); expected a new file"):
        run(sweep_of(2), out, settings={"width": 30})
    with pytest.raises(ValueError, match=r"\(shard none, not given\)"):
        run(sweep_of(2), out, settings={"width": 10}, shard=Shard(1, 2))


def test_nor_those_of_another_journal(out):
    def interrupted(number):
        if number:
            raise KeyboardInterrupt
        return {"square": 0}

    with pytest.raises(KeyboardInterrupt):
        run(sweep_of(2, interrupted), out, settings={"width": 10})
    for settings, sweep, differs in (
        ({"width": 30}, sweep_of(2), "width 10, not 30"),
        ({"width": 10}, sweep_of(3), "tasks 2, not 3"),
    ):
        with pytest.raises(ValueError, match=rf"out\.json\.journal is of another run \({differs}\)"):
            run(sweep, out, settings=settings)
    assert run(sweep_of(2), out, settings={"width": 10}).complete


def test_two_runs_on_one_file(out):
    def again(number):
        with pytest.raises(ValueError, match="is being written by another run"):
            run(sweep_of(2), out)
        return {"square": 0}

    assert run(sweep_of(2, again), out).complete


def test_a_file_that_cannot_be_written_is_found_out_before_the_work(tmp_path):
    def work(number):
        raise AssertionError("begun")

    with pytest.raises(OSError, match="too long"):
        run(sweep_of(1, work), tmp_path / ("x" * 300))


def test_bad_arguments_are_named(tmp_path, out):
    with pytest.raises(ValueError, match="jobs: 0; expected at least 1"):
        run(sweep_of(1), out, 0)
    with pytest.raises(ValueError, match="is no folder"):
        run(sweep_of(1), tmp_path / "missing" / "out.json")
    for shard in (Shard(0, 2), Shard(3, 2)):
        with pytest.raises(ValueError, match=f"shard: {shard}; expected i/n with i from 1 to n"):
            run(sweep_of(1), out, shard=shard)
    assert not os.listdir(tmp_path)


tried = []


def poison(number):
    tried.append(number)
    if number == 1:
        raise ValueError("no good")
    if number == 2 and tried.count(2) < 3:
        raise OSError("not yet")
    return square(number)


def test_a_task_is_tried_three_times_and_set_aside_while_the_rest_goes_on(out):
    tried.clear()
    found = run(sweep_of(4, poison), out)
    assert sorted(tried) == [0, 1, 1, 1, 2, 2, 2, 3] and not out.exists()
    assert [row["number"] for row in found.rows] == [0, 2, 3] and not found.left and not found.complete
    assert found.failures == [sweeps.Failure({"number": 1}, "ValueError: no good")]
    with pytest.raises(ValueError, match=r'1 task was set aside, the first one \{"number": 1\}: ValueError: no good'):
        found.whole()
    again = run(sweep_of(4, poison), out)
    assert again == found and tried[8:] == [1, 1, 1]
    assert run(sweep_of(4), out).complete and json.loads(out.read_text())["rows"][1] == {"number": 1, "square": 1}


def test_tries_are_counted_over_a_kill(out):
    def interrupted(number):
        if number == 1:
            raise KeyboardInterrupt
        raise ValueError("no good")

    def count(number):
        tried.append(number)
        return {"x": 1 / (number != 0)}

    tried.clear()
    with pytest.raises(KeyboardInterrupt):
        run(sweep_of(2, interrupted), out)
    assert [failure.task["number"] for failure in run(sweep_of(2, count), out).failures] == [0]
    assert tried == [0, 1, 0]


class Clock:
    """A clock that a test sets."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def test_no_task_is_begun_after_the_time_is_up(out, monkeypatch):
    clock = Clock()
    monkeypatch.setattr(sweeps, "monotonic", clock)

    def work(number):
        clock.now += 10
        return square(number)

    notes = []
    found = run(sweep_of(5, work), out, progress=lambda *note: notes.append(note), budget=20)
    assert [row["number"] for row in found.rows] == [0, 1] and [task["number"] for task in found.left] == [2, 3, 4]
    assert notes == [(1, 5, "40 s left"), (2, 5, "30 s left")]
    with pytest.raises(ValueError, match="3 tasks are left; expected none"):
        found.whole()
    assert run(sweep_of(5), out).complete


def test_the_longest_come_first_and_the_time_left_goes_by_their_cost(out, monkeypatch):
    clock, begun, notes = Clock(), [], []
    monkeypatch.setattr(sweeps, "monotonic", clock)

    def work(number):
        begun.append(number)
        clock.now += 60 * number
        return square(number)

    sweep = sweep_of(4, work, cost=lambda task: task["number"], note=lambda rows: f"{len(rows)} known")
    run(sweep, out, progress=lambda *note: notes.append(note[2]))
    assert begun == [3, 2, 1, 0]
    assert notes == ["1 known, 3 min left", "2 known, 1 min left", "3 known", "4 known"]


@pytest.mark.parametrize("of", [1, 3, 7, 20])
def test_shards_share_the_tasks_evenly_whatever_their_order(of):
    tasks = sweep_of(16).tasks
    dealt = [sweeps.places_of(tasks, Shard(number, of)) for number in range(1, of + 1)]
    assert sorted(sum(dealt, [])) == list(range(16)) and {len(part) for part in dealt} <= {16 // of, 16 // of + 1}
    backwards = [sweeps.places_of(tasks[::-1], Shard(number, of)) for number in range(1, of + 1)]
    assert [[15 - place for place in part[::-1]] for part in backwards] == dealt


def test_a_shard_stores_what_it_is_a_part_of(out):
    sweep = sweep_of(7)
    rows = run(sweep, out, shard=Shard(2, 3)).rows
    stored = json.loads(out.read_text())
    places = sweeps.places_of(sweep.tasks, Shard(2, 3))
    assert stored["rows"] == rows and [row["number"] for row in rows] == places
    assert stored["shard"] == {
        "number": 2,
        "of": 3,
        "tasks": 7,
        "digest": sweeps.digest_of(sweep.tasks),
        "places": places,
    }


def test_more_shards_than_tasks(out):
    done = [run(sweep_of(2), out.with_name(f"{i}.json"), shard=Shard(i, 5)) for i in range(1, 6)]
    assert sorted(len(each.rows) for each in done) == [0, 0, 0, 1, 1] and all(each.complete for each in done)
    assert sorted(os.listdir(out.parent)) == [f"{i}.json" for i in range(1, 6)]


@pytest.mark.parametrize("engine", [serial, Processes(2)])
def test_an_engine_may_be_given(out, engine):
    assert [row["square"] for row in run(sweep_of(3), out, engine=engine).rows] == [0, 1, 4]


def test_in_a_thread(out):
    from threading import Thread

    thread = Thread(target=lambda: run(sweep_of(3), out))
    thread.start()
    thread.join()
    assert len(json.loads(out.read_text())["rows"]) == 3


@pytest.mark.parametrize("odd", [{"row": 3}, {"row": {}}, {"row": None}, {"failed": 3}, {"failed": 3, "error": ""}])
def test_a_journal_with_odd_records_is_refused(out, odd):
    run(sweep_of(3), out, budget=1e-9)
    with Journal(beside(out)) as journal:
        journal.append(odd)
    with pytest.raises(ValueError, match="^out: .*out.json.journal holds {.*}; expected what a run notes$"):
        run(sweep_of(3), out)


UNGUARDED = """
import os, sys
from wordlelib.runs import engines, sweeps
def square(number):
    return {"square": number * number}
sweep = sweeps.Sweep([{"number": i} for i in range(4)], square)
sweeps.run(sweep, sys.argv[1], engine=engines.ENGINE)
"""


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["Processes(2)", "Dask(jobs=2)"])
def test_a_script_without_a_guard_is_told_what_to_do(out, engine):
    if engine.startswith("Dask"):
        pytest.importorskip("distributed")
    script = out.with_name("script.py")
    script.write_text(UNGUARDED.replace("ENGINE", engine))
    command = [sys.executable, str(script), str(out)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout == ""
    [said] = [line for line in done.stderr.splitlines() if not line.startswith((" ", "Traceback"))]
    assert said.startswith("ValueError: jobs: ") and said.endswith('the run below a line `if __name__ == "__main__":`')
    script.write_text(script.read_text().replace("sweeps.run", 'if __name__ == "__main__":\n    sweeps.run'))
    assert subprocess.run(command, capture_output=True, text=True).stderr == ""
    assert [row["square"] for row in json.loads(out.read_text())["rows"]] == [0, 1, 4, 9]


@pytest.mark.parametrize(
    ("program", "command"),
    [
        ("/usr/bin/wordlelib", "python -m wordlelib sweep table1 --out 'a b.json'"),
        ("wordlelib.exe", "python -m wordlelib sweep table1 --out 'a b.json'"),
        ("/x/wordlelib/__main__.py", "python -m wordlelib sweep table1 --out 'a b.json'"),
        ("/x/other/__main__.py", None),
        ("script.py", None),
    ],
)
def test_a_result_says_by_which_command_it_was_made(out, monkeypatch, program, command):
    monkeypatch.setattr(sys, "argv", [program, "sweep", "table1", "--out", "a b.json"])
    run(sweep_of(1), out)
    assert json.loads(out.read_text())["command"] == sweeps.command_line() == command

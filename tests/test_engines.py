import os
import signal
import sys
import threading
from collections import deque

import numpy as np
import pytest

from wordlelib.runs import engines
from wordlelib.runs.engines import Dask, Processes, TaskResult, answer, serial


def half(number):
    if number % 2:
        raise ValueError(f"number: {number}; expected an even one")
    return {"half": number // 2}


def deadly(number):
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 4:
        os._exit(7)
    return {"process": os.getpid()}


def tasks_of(count):
    return deque({"number": i} for i in range(count))


def found_by(engine, work, count):
    return {found.task["number"]: found for found in engine(work, tasks_of(count))}


@pytest.fixture(scope="module")
def cluster():
    return Dask(jobs=2)


@pytest.mark.parametrize("engine", [serial, Processes(2)])
def test_figures_and_errors_are_answers(engine):
    found = found_by(engine, half, 6)
    assert [found[i].figures for i in (0, 2, 4)] == [{"half": 0}, {"half": 1}, {"half": 2}]
    assert [found[i].error for i in (1, 3)] == [f"ValueError: number: {i}; expected an even one" for i in (1, 3)]
    assert all(each.seconds >= 0 and not each.final for each in found.values())


MEETING, BUSY = threading.Barrier(2), threading.Lock()


def meet(number):
    MEETING.wait(timeout=300)
    return {}


def alone(number):
    free = BUSY.acquire(blocking=False)
    threading.Event().wait(0.01)  # time for others to come in, if they can
    if free:
        BUSY.release()
    return {"alone": free}


def test_threads_of_a_worker_take_turns_unless_nothing_is_shared():
    distributed = pytest.importorskip("distributed")
    quiet = {"processes": False, "dashboard_address": None, "silence_logs": "CRITICAL"}
    with distributed.LocalCluster(n_workers=1, threads_per_worker=4, **quiet) as cluster:
        address = cluster.scheduler_address
        assert not any(each.error for each in found_by(Dask(address, shared=False), meet, 4).values())
        assert all(each.figures == {"alone": True} for each in found_by(Dask(address), alone, 40).values())


def test_figures_are_what_a_reader_of_the_file_finds():
    assert answer(lambda: {"pair": (1, 2), 3: "x"}, {}).figures == {"pair": [1, 2], "3": "x"}
    assert "int64 is not JSON serializable" in answer(lambda: {"count": np.int64(1)}, {}).error


@pytest.mark.parametrize("engine", [serial, Processes(1)])
def test_a_task_that_is_handed_in_once_more(engine):
    queue, seen = deque([{"number": 1}]), []
    for found in engine(half, queue):
        seen.append(found)
        if len(seen) < 3:
            queue.append(found.task)
    assert len(seen) == 3


def test_what_kills_its_process_is_named_and_the_rest_goes_on():
    found = found_by(Processes(2), deadly, 8)
    assert found[2] == TaskResult({"number": 2}, None, "its process died (SIGKILL)", found[2].seconds)
    assert found[4].error == "its process died (exit code 7)"
    others = {found[i].figures["process"] for i in (0, 1, 3, 5, 6, 7)}
    assert 1 <= len(others) <= 4 and os.getpid() not in others


@pytest.mark.slow
def test_a_process_that_died_idle_is_no_tasks_fault():
    queue = deque([{"number": 0}])
    first = None
    for found in Processes(1)(deadly, queue):
        assert found.error == ""
        if first is None:
            first = found.figures["process"]
            os.kill(first, signal.SIGKILL)
            gone(first)
            queue.append({"number": 1})
    assert found.task == {"number": 1} and found.figures["process"] != first


def gone(process):
    """Wait until a process has ended; a zombie of ours has."""
    os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)


def test_a_function_of_a_notebook():
    scale = 3
    found = found_by(Processes(2), lambda number: {"scaled": scale * number}, 2)
    assert found[1].figures == {"scaled": 3}


def test_what_is_left_behind_ends():
    engine = Processes(2)(forever, deque([{"number": 0}, {"number": 1}, {"number": 2}]))
    process = next(engine).figures["process"]
    engine.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def forever(number):
    if number:
        threading.Event().wait()
    return {"process": os.getpid()}


@pytest.mark.slow
@pytest.mark.large
def test_dask_gives_the_same_answers(cluster):
    found = found_by(cluster, half, 6)
    assert [found[i].figures for i in (0, 2, 4)] == [{"half": 0}, {"half": 1}, {"half": 2}]
    assert found[1].error == "ValueError: number: 1; expected an even one"


def test_a_worker_with_other_code_is_refused():
    source = engines.code_stamp(half), engines.versions()
    assert engines._answer_alike(half, {"number": 4}, source, True).figures == {"half": 2}
    for other in (("0" * 16, source[1]), (source[0], {"python": "2.7"})):
        found = engines._answer_alike(half, {"number": 4}, other, True)
        assert found.figures is None and found.final and "its worker has" in found.error


def test_without_distributed(monkeypatch):
    monkeypatch.setattr(engines, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"engine: dask needs the package distributed; expected it to be installed"):
        Dask()


def test_a_scheduler_that_does_not_answer():
    import dask

    with dask.config.set({"distributed.comm.timeouts.connect": "100ms"}), pytest.raises(OSError, match="connect"):
        list(Dask("tcp://127.0.0.1:9")(half, tasks_of(1)))
    assert "distributed" in sys.modules


def test_a_scheduler_may_go_between_two_questions():
    """Dask says that an answer is there, and has cancelled it when it is asked for."""
    client = pytest.importorskip("distributed.client")

    class Gone:
        status = "finished"

        def result(self):
            raise client.FutureCancelledError("task", "scheduler-connection-lost")

    with pytest.raises(OSError, match="^scheduler: "), engines._gone_as_one_error():
        engines._answer_of(Gone(), {"number": 0})

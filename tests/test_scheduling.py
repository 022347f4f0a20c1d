"""Schedules against all schedules there are, the orders of a run, and a replay in real time."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refuses

from wordlelib.lab import experiments, scheduling
from wordlelib.lab.results import results
from wordlelib.lab.scheduling import graham_bound, in_order, least_makespan, replay, schedule, seconds_of

times = st.lists(st.integers(0, 20), min_size=1, max_size=6)


def naive(seconds, workers):
    """Give begin and worker of each task, as people would do it: look who is free first."""
    free = [0] * workers
    found = []
    for each in seconds:
        worker = free.index(min(free))
        found.append((free[worker], worker))
        free[worker] += each
    return found


def best_of_all(seconds, workers):
    """Give the least makespan of all ways to divide tasks among workers."""
    divisions = itertools.product(range(workers), repeat=len(seconds))
    return min(max(np.bincount(division, seconds, workers)) for division in divisions)


@given(times, st.integers(1, 4))
def test_the_worker_that_is_free_first_takes_the_next_task(seconds, workers):
    found = schedule(seconds, workers)
    assert list(zip(found.begun, found.worker, strict=True)) == naive(seconds, workers)
    assert (found.ended == found.begun + seconds).all()


@given(times, st.integers(1, 3))
def test_graham_bounds_hold_against_the_best_of_all_divisions(seconds, workers):
    best = best_of_all(seconds, workers)
    assert least_makespan(seconds, workers) <= best
    assert schedule(seconds, workers).makespan <= graham_bound(workers) * best + 1e-9
    longest = sorted(seconds, reverse=True)
    assert schedule(longest, workers).makespan <= graham_bound(workers, longest_first=True) * best + 1e-9


@pytest.mark.parametrize("workers", [2, 3, 4])
def test_graham_bounds_are_reached(workers):
    ones = [1] * workers * (workers - 1) + [workers]
    assert schedule(ones, workers).makespan == pytest.approx(graham_bound(workers) * workers)
    pairs = sorted([*2 * [*range(workers + 1, 2 * workers)], *3 * [workers]], reverse=True)
    assert schedule(pairs, workers).makespan == pytest.approx(graham_bound(workers, True) * 3 * workers)


def test_efficiency_and_stragglers():
    found = schedule([1, 1, 2, 2, 4], 2)
    assert (found.makespan, found.efficiency, found.straggling) == (7, 10 / 14, 4)
    assert schedule([3.0], 3).straggling == 3
    assert (schedule([], 2).makespan, schedule([], 2).efficiency, schedule([0], 2).efficiency) == (0, 1, 1)


@pytest.mark.parametrize("seconds", [[-1], [np.nan], [np.inf], ["a"], [[1]], 3, None, [None]])
def test_nonsense_is_refused(seconds):
    for function in (schedule, least_makespan, replay):
        refuses("seconds: ", function, seconds, 2)


def test_a_number_of_workers_is_asked_for():
    for workers in (0, 1.5, None, True):
        for function in (schedule, least_makespan):
            refuses("workers: ", function, [1], workers)
        refuses("workers: ", graham_bound, workers)


ROWS = [{"n": 1, "seconds": 2}, {"n": 3, "seconds": 1}, {"n": 2, "seconds": 3}]


def test_orders():
    assert in_order(ROWS, "listed") == in_order(ROWS, "known") == [0, 1, 2]
    assert in_order(ROWS, "longest") == [2, 0, 1]
    assert in_order(ROWS, "known", cost=lambda row: row["n"]) == [1, 2, 0]
    assert sorted(in_order(ROWS, "random", 1)) == [0, 1, 2]
    assert len({tuple(in_order(ROWS, "random", seed)) for seed in range(20)}) > 1
    refuses("order: 'best'; expected one of listed, random", in_order, ROWS, "best")


def test_rows_say_their_time_in_several_ways():
    assert seconds_of([{"seconds": 2}, {"cpu_seconds": 3}]).tolist() == [2, 3]
    assert np.isnan(seconds_of([{"total": 3}])).all()


@pytest.mark.parametrize(("name", "sweep"), [("particles", "particles"), ("scaling", "scaling"), ("noisy", "noisy")])
def test_what_is_known_before_is_the_order_of_the_sweep_and_better_than_none(name, sweep):
    made, rows = experiments.SWEEPS[sweep](), results(name)["rows"]
    assert made.cost is scheduling.KNOWN[name]
    assert all(made.cost(task) > 0 for task in made.tasks)
    seconds = seconds_of(rows)
    known = schedule(seconds[in_order(rows, "known", cost=made.cost)], 8).makespan
    assert known <= schedule(seconds, 8).makespan


def test_a_replay_lasts_as_long_as_its_schedule_at_least():
    pytest.importorskip("distributed")
    seconds = [0.3, 0.1, 0.2, 0.1]
    found = replay(seconds, 2)
    assert (found.ended - found.begun >= np.array(seconds) - 0.001).all()
    assert found.workers == 2 and set(found.worker) == {0, 1}
    assert found.makespan >= least_makespan(seconds, 2)
    for worker in (0, 1):
        mine = np.flatnonzero(found.worker == worker)
        order = mine[np.argsort(found.begun[mine])]
        assert (found.begun[order[1:]] >= found.ended[order[:-1]]).all()


def test_machines_are_alike():
    refuses("workers: 12; expected a number up to 8, or a multiple of it", replay, [1], 12)


def test_the_sweep_replays_each_run_with_up_to_64_workers():
    tasks = scheduling.clusters().tasks
    assert {(task["run"], task["workers"]) for task in tasks} == set(
        itertools.product(scheduling.RUNS, scheduling.REPLAYED)
    )
    for task in tasks:
        seconds = seconds_of(results(task["run"])["rows"])
        assert not np.isnan(seconds).any()
        least = least_makespan(seconds, task["workers"])
        assert least / task["scale"] >= scheduling.LASTING or task["scale"] == 1


def test_the_stored_replays_fit_the_schedules():
    for row in results("clusters")["rows"]:
        stored = results(row["run"])["rows"]
        seconds = seconds_of(stored)[in_order(stored, row["order"], row["seed"], scheduling.KNOWN.get(row["run"]))]
        exact = schedule(seconds, row["workers"])
        assert row["exact_makespan"] == round(exact.makespan, 1)
        assert row["makespan"] >= least_makespan(seconds, row["workers"]) - 0.1
        assert row["efficiency"] <= 1


def test_processes_are_measured_around_a_whole_sweep(tmp_path, monkeypatch):
    made = []

    def fake(command, **_):
        made.append(command)
        place = command.index("--out") + 1
        with open(command[place], "w", encoding="utf-8") as file:
            file.write('{"rows": [{"cpu_seconds": 1.5}, {"cpu_seconds": 2}]}')

    monkeypatch.setattr(scheduling.subprocess, "run", fake)
    figures = scheduling.sweep_once("worst-case", 2, 0)
    assert figures["of_tasks"] == 3.5 and figures["wall_seconds"] >= 0
    assert made[0][-2:] == ["--jobs", "2"] and "worst-case" in made[0]
    assert len(scheduling.processes().tasks) == 6

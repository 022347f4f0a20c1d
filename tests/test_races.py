"""Races between samplers: their tasks, a search's record, and how far it was from the optimum."""

import itertools

import numpy as np
import pytest

import wordlelib as wl
from wordlelib.lab import races
from wordlelib.lab.results import results
from wordlelib.search import bandits


def test_the_race_of_searches(tmp_path):
    tasks = races.race().tasks
    assert {task["seed"] for task in tasks} == set(range(10)) and len({str(task) for task in tasks}) == len(tasks)
    assert {task["variant"] for task in tasks} == set(races.VARIANTS)
    assert {task["sampler"] for task in tasks} == set(bandits.SAMPLERS)
    tiny = wl.words.tiny()
    (tmp_path / "words.txt").write_text("\n".join(tiny) + "\n")
    least = wl.prove(wl.wordle(tiny)).total
    files = {"answers": str(tmp_path / "words.txt"), "guesses": str(tmp_path / "words.txt")}
    row = races.search_once(**tasks[0], **files, stop_at=least)
    assert (row["total"], row["found_at"]) == (least, row["iterations"]) and row["lower"] <= least
    assert row["better"][-1] == [row["found_at"], least]
    assert all(a[0] < b[0] and a[1] > b[1] for a, b in itertools.pairwise(row["better"]))
    assert races.search_once("biased", "puct", 1, 3, **files, stop_at=1)["found_at"] is None
    essay = races.race_as_in_the_essay(**files, stop_at=least)
    assert {(task["sampler"], task["seed"]) for task in essay.tasks} == {
        (sampler, seed) for sampler in bandits.SAMPLERS for seed in range(3 if sampler == "puct" else 10)
    }
    row = essay.work(**(essay.tasks[0] | {"limit": 120}))
    assert len(row["clock"]) == -(-row["iterations"] // 50) and sorted(row["clock"]) == row["clock"]


@pytest.mark.large
def test_a_stored_search_goes_the_same_way_again():
    stored = next(row for row in results("race")["rows"] if (row["sampler"], row["seed"]) == ("epsilon-greedy", 4))
    found = races.search_once("avts", "epsilon-greedy", 4, 40)
    assert found["better"] == [step for step in stored["better"] if step[0] <= 40]


def test_regret_of_a_search():
    row = {"better": [[1, 90], [60, 70], [120, 50]], "clock": [2.0, 3.0, 8.0], "iterations": 120}
    found = races.regret([row, row], 50, [0, 1, 59, 60, 119, 120, 9000])
    assert found.tolist() == [[np.inf, 40, 40, 20, 20, 0, 0]] * 2
    by_seconds = races.regret([row], 50, [0.01, 0.04, 2.19, 2.2, 7.9, 8, 9], "seconds")
    assert by_seconds.tolist() == [[np.inf, 40, 40, 20, 20, 0, 0]]
    with pytest.raises(ValueError, match="by: 'hours'; expected one of iterations, seconds"):
        races.regret([row], 50, [1], "hours")


def test_a_search_in_time():
    row = {"better": [[1, 90], [60, 70], [120, 50]], "clock": [2.0, 3.0, 8.0], "iterations": 120}
    assert races.in_time(row, 50) == [(2.0, 40), (3.0, 20), (8.0, 0)]


@pytest.mark.slow
def test_the_race_of_parameters():
    """The value that a sampler has by default gives the same search as no value."""
    tasks = races.race_of_parameters().tasks
    assert {task["sampler"] for task in tasks} == set(bandits.SAMPLERS) - {"thompson"}
    for name, (field, values) in races.PARAMETERS.items():
        usual = getattr(bandits.SAMPLERS[name](), field)
        assert usual in values
        found = [
            races.search_once("avts", name, 1, 40, parameter=value) | {"cpu_seconds": 0, "clock": []}
            for value in (usual, None, values[0])
        ]
        assert found[0] == found[1] != found[2]


def test_the_race_of_spreads():
    tasks = races.race_of_spreads().tasks
    assert {task["limit"] for task in tasks} == {1000}
    assert {(task["variant"], task["seed"]) for task in tasks} == {
        (variant, seed) for variant in ("avts", "centred spread", "careful spread") for seed in range(20)
    }
    with pytest.raises(ValueError, match="thompson has no number"):
        races.make_sampler("thompson", 1.0)


def test_estimates_before_and_after_a_first_visit(tmp_path):
    """On lists from files, they are those of a search that takes one step at a time, whatever the seed."""
    tiny = wl.words.tiny()
    (tmp_path / "words.txt").write_text("\n".join(tiny) + "\n")
    files = {"answers": str(tmp_path / "words.txt"), "guesses": str(tmp_path / "words.txt")}
    sweep = races.estimates_of_the_essay(**files)
    found = [sweep.work(**task)["estimates"] for task in sweep.tasks]
    assert 24 * np.array(found[0]["table"]) == pytest.approx([50.562, 55.333], abs=1e-3)
    assert 24 * np.array(found[0]["alone"]) == pytest.approx([50.802, 53], abs=1e-3)
    both = set(found[0]) & set(found[1])
    assert {"table", "alone", "hotel"} <= both and all(found[0][guess] == found[1][guess] for guess in both)

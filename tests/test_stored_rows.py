"""Stored runs: their tasks are those of the sweep or the proof, and the rows that took least come out again."""

import numpy as np
import pytest

from wordlelib.game.words import DATA
from wordlelib.lab.experiments import SWEEPS
from wordlelib.lab.results import grouped, results
from wordlelib.search.all_openings import prove_openings

STORED = {path.stem: results(path.stem) for path in sorted((DATA / "results").glob("*.json"))}
# The lists of 2023 do not come with the project.
HERE = {name: run for name, run in STORED.items() if not run["settings"].get("answers")}
RUNS = {name: run for name, run in HERE.items() if "sweep" in run["settings"]}
PROOFS = {name: run for name, run in HERE.items() if "below" in run["settings"]}
TIMES = {"seconds", "cpu_seconds", "training_seconds", "move_seconds", "seconds_to_write", "seconds_to_verify", "clock"}
# A row of these takes long, so other tests compute parts of it or smaller ones.
OTHERWISE = {
    "all_hidden",
    "first_guesses",
    "hard",
    "learned",
    "letter_agents",
    "race_essay",
    "small_sets",
    "strict",
    "published_totals",
    "tables",
}
# How many seconds a row took when it was stored, if it is not the cheapest of its run.
LIMIT, LIMITS = 1, {"guarantees": 2.5, "second_guesses": 2.5}
# What divides a run into parts, each of which is computed in another way.
PARTS = {
    "best_first": ["hidden", "judge"],
    "boards": ["kind"],
    "bonuses": ["noise", "policy"],
    "certificates": ["mode"],
    "compare": ["method"],
    "conventions": ["mode"],
    "drift": ["move", "player"],
    "exact": ["mode", "cap"],
    "first_row": ["mode"],
    "guarantees": ["guess_list", "mode", "cap"],
    "languages": ["question"],
    "ladder": ["player"],
    "lengths": ["letters", "mode", "planner"],
    "look_ahead": ["guess_list", "depth"],
    "noisy": ["noise", "policy"],
    "particles": ["policy", "particles", "moves"],
    "priors": ["planner", "knows"],
    "promises": ["guess_list", "mode"],
    "proposers": ["base"],
    "race": ["variant", "sampler"],
    "race_parameters": ["sampler"],
    "race_spreads": ["variant"],
    "representations": ["representation"],
    "scaling": ["letters"],
    "scored_players": ["player"],
    "second_guesses": ["mode"],
    "small_trees": ["guess_list", "width"],
    "strategies": ["mode"],
    "table1": ["mode", "width"],
    "tangents": ["player"],
    "widths": ["mode", "off"],
    "training": ["player"],
    "unknown_rate": ["policy", "rate"],
    "untuned": ["policy", "particles", "moves"],
    "worst_case": ["player", "score"],
}


def sweep_of(name):
    """Make the sweep of a run again."""
    settings = RUNS[name]["settings"]
    return SWEEPS[settings["sweep"]](**{key: value for key, value in settings.items() if key != "sweep"})


def cheapest(rows):
    """Give the row that took least, and how long; of rows that say no time it is the first."""
    times = [sum(value for name, value in row.items() if name in TIMES - {"clock"}) for row in rows]
    place = int(np.argmin(times))
    return times[place], rows[place]


def rows_to_compute():
    for name in sorted(RUNS.keys() - OTHERWISE):
        found = sorted(
            map(cheapest, grouped(RUNS[name]["rows"], *PARTS.get(name, ())).values()), key=lambda each: each[0]
        )
        chosen = [row for seconds, row in found if seconds < LIMITS.get(name, LIMIT)] or [found[0][1]]
        yield from (pytest.param(name, row, id=f"{name}-{number}") for number, row in enumerate(chosen))


def test_every_sweep_is_stored():
    assert {run["settings"]["sweep"] for run in RUNS.values()} == set(SWEEPS) and PARTS.keys() | OTHERWISE <= set(RUNS)


@pytest.mark.parametrize("name", RUNS)
def test_a_run_is_whole(name):
    tasks, rows = sweep_of(name).tasks, RUNS[name]["rows"]
    assert [{key: row[key] for key in task} for row, task in zip(rows, tasks, strict=True)] == tasks


@pytest.mark.slow
@pytest.mark.large
@pytest.mark.parametrize(("name", "row"), list(rows_to_compute()))
def test_a_row_comes_out_again(name, row):
    sweep = sweep_of(name)
    task = next(task for task in sweep.tasks if task.items() <= row.items())
    fresh, kept = sweep.work(**task), {key: value for key, value in row.items() if key not in {*task, *TIMES}}
    assert {key: fresh[key] for key in kept} == kept


@pytest.mark.slow
@pytest.mark.large
@pytest.mark.parametrize("name", PROOFS)
def test_a_part_of_a_proof_comes_out_again(name):
    settings, rows = PROOFS[name]["settings"], PROOFS[name]["rows"]
    recipe = tuple((key, settings[key]) for key in ("mode", "letters", "prior", "language") if settings.get(key))
    seconds, row = cheapest([each for each in rows if each["totals"]])
    if seconds > 2.5:
        row = cheapest(rows)[1]
    fresh = prove_openings(row["first"], row["openings"], recipe, settings["cap"], settings["below"])
    assert fresh["totals"] == row["totals"]
    assert [(each["first"], each["first"] + each["openings"]) for each in rows[:-1]] == [
        (each["first"] - rows[0]["openings"], each["first"]) for each in rows[1:]
    ]
    assert sum(each["openings"] for each in rows) == 12972

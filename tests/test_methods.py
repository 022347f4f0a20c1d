"""The sweeps behind chapter 6a: their tasks, their stored rows, and costs that are proven."""

import numpy as np
import pytest

import wordlelib as wl
from wordlelib.game.letters import LetterStatistics
from wordlelib.lab import methods
from wordlelib.lab.results import results


def stored(sweep, **wanted):
    """Give the one stored row with these settings."""
    (row,) = [row for row in results(sweep)["rows"] if wanted.items() <= row.items()]
    return row


def test_the_tasks_are_those_that_are_stored():
    for name, sweep in (("methods", methods.methods()), ("newton", methods.newton()), ("shift", methods.shift())):
        rows = results(name)["rows"]
        assert [{key: row[key] for key in task} for row, task in zip(rows, sweep.tasks, strict=True)] == sweep.tasks


def test_the_run_by_move_holds_every_stored_row():
    for mode, words in (("easy", 7920), ("hard", 8116)):
        rows = [row for row in results("methods")["rows"] if row["mode"] == mode]
        kinds = methods.by_move(mode)
        found = [point for kind in kinds.values() for runs in kind.values() for run in runs for point in run]
        assert sorted(found) == sorted((row["move_seconds"], row["total"] - words) for row in rows)
    with pytest.raises(ValueError, match="mode: 'strict'; expected one of easy, hard"):
        methods.by_move("strict")


def test_least_costs_are_those_of_the_best_strategy():
    game = wl.wordle(wl.words.tiny())
    left = wl.Beliefs.start(game).split(np.array([game.find("alone")], np.int32))[0]
    assert 24 + methods.least_costs(left).sum() == wl.prove(game, "alone").total


@pytest.mark.large
def test_rows_of_the_methods(original):
    """Totals are the same in a new run; the seconds are those of one machine and one day."""
    for method in ("letter statistics", "size, one step", "one feature, two steps", "rollout 10", "exact"):
        row = stored("methods", method=method, mode="easy", seed=0)
        fresh = methods.method_once(method, "easy", 0)
        assert {name: fresh[name] for name in ("family", "total", "worst")} == {
            name: row[name] for name in ("family", "total", "worst")
        }
        assert fresh["move_seconds"] > 0 and fresh["training_seconds"] >= 0
    assert methods.seconds_of_a_move(original, LetterStatistics, 3) > 0


@pytest.mark.large
def test_rows_of_the_newton_steps():
    for wanted in (
        {"kind": "policy", "name": "expected remaining"},
        {"kind": "one feature", "name": "one feature"},
        {"kind": "linear", "name": "1 openings, 1 rounds", "seed": 0},
    ):
        row = stored("newton", **wanted)
        fresh = methods.newton_once(**wanted)
        assert (fresh["before"], fresh["after"]) == (row["before"], row["after"])


@pytest.mark.large
def test_a_row_of_the_shift():
    wanted = {"kind": "linear", "lessons": "salet", "seed": 0}
    row = stored("shift", **wanted)
    assert methods.shift_once(**wanted).items() <= row.items()

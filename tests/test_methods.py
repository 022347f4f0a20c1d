"""The sweeps behind chapter 7: how their stored rows are read, and costs that are proven."""

import numpy as np
import pytest

import wordlelib as wl
from wordlelib.game.letters import LetterStatistics
from wordlelib.lab import methods
from wordlelib.lab.results import results


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
def test_moves_take_time(original):
    assert methods.seconds_of_a_move(original, LetterStatistics, 3) > 0

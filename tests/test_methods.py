"""What several chapters share: costs that are proven, and moves that are timed."""

import numpy as np
import pytest

import wordlelib as wl
from wordlelib.game.letters import LetterStatistics
from wordlelib.lab import methods


def test_least_costs_are_those_of_the_best_strategy():
    game = wl.wordle(wl.words.tiny())
    left = wl.Beliefs.start(game).split(np.array([game.find("alone")], np.int32))[0]
    assert 24 + methods.least_costs(left).sum() == wl.prove(game, "alone").total


@pytest.mark.large
def test_moves_take_time(original):
    assert methods.seconds_of_a_move(original, LetterStatistics, 3) > 0

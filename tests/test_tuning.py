"""Policies at their best: the best opening of a policy."""

import numpy as np
import pytest
from refusals import refuses

import wordlelib as wl
from wordlelib.lab import tuning
from wordlelib.search import exact


def test_the_openings_that_promise_most(tiny):
    bounds = exact.Solver(tiny).lower_bounds()
    named = dict(zip(tiny.guesses, bounds.tolist(), strict=True))
    found = tuning.promising(tiny, 5)
    assert [named[word] for word in found] == sorted(named.values())[:5]
    assert found[0] == min(tiny.guesses, key=lambda word: named[word])


def test_the_best_opening_is_the_best_of_all(tiny):
    gain = wl.InformationGain()
    total, tree = tuning.best_opening(tiny, gain, tiny.guesses)
    each = {word: wl.play(tiny, gain, word).total for word in tiny.guesses}
    assert total == tree.total == min(each.values())
    assert tree.opening == min(tiny.guesses, key=lambda word: each[word])


def test_another_prior_may_judge(tiny):
    """One word counts for much more than the others: then it is the opening, although the policy does not know it."""
    weights = np.ones(len(tiny.hidden), np.int64)
    weights[3] = 1000
    total, tree = tuning.best_opening(tiny, wl.InformationGain(), tiny.guesses, weights)
    assert tree.opening == tiny.hidden[3] and total == weights @ tree.guesses_used


def test_best_opening_refuses(tiny):
    gain = wl.InformationGain()
    refuses(r"^openings: \[\]; expected one or more", tuning.best_opening, tiny, gain, [])
    for weights in (np.ones(3, int), np.ones(24), [-1] * 24, ["a"] * 24):
        with pytest.raises(ValueError, match="^weights: .*; expected 24 whole numbers, one for each hidden word"):
            tuning.best_opening(tiny, gain, ["alone"], weights)

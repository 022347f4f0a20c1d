"""The page of plain Python says the same as the library."""

import ast
import doctest
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import wordlelib as wl
from wordlelib import first


@pytest.fixture(params=range(8))
def words(request):
    """Give some words of the original list that are much alike, in any order."""
    rng = np.random.default_rng(request.param)
    letters = set(rng.choice(list("abcdefghilmnoprstuwy"), 11, replace=False))
    alike = [word for word in wl.words.original()[0] if set(word) <= letters]
    return rng.permutation(alike)[: 10 + request.param].tolist()


def test_policies(words):
    game, base = wl.wordle(words), first.greedy(words)
    ours = wl.InformationGain()
    assert first.cost(base, words) == wl.play(game, ours).total
    for opening in words[:3]:
        assert first.cost(base, words, opening) == wl.play(game, ours, opening).total
    assert first.ranked(words, words) == [line.guess for line in ours.rank(game.start(), len(words))]
    for width in (1, 3, len(words)):
        assert first.cost(first.rollout(base, words, width), words) == wl.play(game, wl.Rollout(ours, width)).total
    for guess in words:
        assert first.information(guess, words) == pytest.approx(wl.information_gain(game.start(), [guess])[0])


def test_perfect_play(words):
    assert first.least_cost(words, words) == wl.prove(wl.wordle(words)).total


def test_its_examples_and_what_it_prints():
    assert doctest.testmod(first) == (0, 3)
    said = subprocess.run([sys.executable, "-m", "wordlelib.first"], capture_output=True, text=True, check=True).stdout
    game = wl.wordle(wl.words.tiny())
    totals = [wl.play(game, policy).total for policy in (wl.InformationGain(), wl.Rollout(wl.InformationGain(), 10))]
    assert [int(word) for word in said.split() if word.isdigit()] == [24, *totals, wl.prove(game).total]


def test_it_is_a_page_and_needs_nothing():
    source = Path(first.__file__).read_text(encoding="utf-8")
    assert source.count("\n") <= 150
    imported = {node.module for node in ast.parse(source).body if isinstance(node, ast.ImportFrom)}
    assert imported <= sys.stdlib_module_names | {"collections.abc"}

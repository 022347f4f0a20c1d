"""What pages show of the first row before anything is computed: the stored sums, and the rest of each line."""

import json
import re

import numpy as np
import pytest

import wordlelib as wl
from wordlelib.game.policy import GREEDY
from wordlelib.lab.results import results
from wordlelib.widgets import base
from wordlelib.widgets.first_row import COLUMNS, first_row
from wordlelib.widgets.on_pages import put_widgets
from wordlelib.widgets.q_factor_table import WIDEST


@pytest.fixture(scope="module")
def found():
    return first_row()


@pytest.mark.parametrize("name", GREEDY)
def test_lines_are_the_policy_s(found, original, name):
    start = original.start()
    lines = [dict(zip(found["columns"], line, strict=True)) for line in found["rows"][name]]
    ranked = GREEDY[name]().rank(start, WIDEST)
    assert [(line["guess"], line["score"], line["possible"]) for line in lines] == ranked
    for line in lines:
        sizes = wl.class_counts(start, line["guess"])
        assert (line["parts"], line["worst"]) == (len(sizes), sizes[0])
        assert line["remaining"] == pytest.approx(np.square(sizes).sum() / len(start.words))


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_sums_are_what_a_game_with_that_opening_takes(found, mode):
    game = wl.wordle(mode=mode)
    for name, make in GREEDY.items():
        for line in (found["rows"][name][i] for i in (0, 17)):
            assert line[COLUMNS.index(mode)] == wl.play(game, make(), line[0]).total


def test_guesses_are_those_that_are_stored(found):
    stored = results("first_row")["rows"]
    assert all(row["guesses"] == [line[0] for line in found["rows"][row["base"]]] for row in stored)


def test_pages_get_it_beside_the_words_and_the_shared_scripts_as_one(found, tmp_path):
    put_widgets(tmp_path)
    text = (tmp_path / "openings.js").read_text()
    assert json.loads(re.fullmatch(r".*?openings = (.*);\n", text)[1]) == found and len(text) < 10_000
    shared = (tmp_path / "shared.js").read_text()
    places = [shared.index((base.JS / file).read_text()) for file in base.SHARED]
    assert places == sorted(places)

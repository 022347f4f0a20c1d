"""What pages have of games on the original lists before anything is computed: first guesses and proven strategies."""

import json
import re

import numpy as np
import pytest

import wordlelib as wl
from wordlelib.core.packing import unpack
from wordlelib.lab.judging import Judge, known_first
from wordlelib.widgets import base
from wordlelib.widgets.accepted import accepted
from wordlelib.widgets.known_games import known_games
from wordlelib.widgets.on_pages import put_widgets


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_totals_and_strategies_are_the_judge_s(mode):
    judge, stored = Judge(wl.wordle(mode=mode)), known_games()
    assert stored["listed"] == judge.policy.candidates(judge.game.start()).tolist() and len(stored["listed"]) == 10
    known, tree = known_first(judge.game), judge.strategy
    easy = known_first(wl.wordle()).totals
    beyond = np.array(unpack(stored[mode]["totals"])) + stored[mode]["least"]
    assert (beyond + (easy if mode == "hard" else 0) == known.totals).all()
    read = {name: unpack(text) for name, text in stored[mode]["strategy"].items()}
    assert read["guess"] == tree.guess.tolist() and read["code"] == tree.code[1:].tolist()
    assert np.cumsum(read["parent"]).tolist() == tree.parent[1:].tolist()
    first = stored[mode]["first"]
    if mode == "hard":
        assert first is None and known.least is None
    else:
        each = zip(judge.game.guesses, easy.tolist(), unpack(first.pop("lost")), strict=True)
        totals = {word: total - lost + 1 for word, total, lost in each if lost}
        assert totals == known.proven and first == {"best": "salet", "least": 7920, "others": known.others}


def test_pages_have_it_in_a_file_of_its_own(tmp_path):
    put_widgets(tmp_path)
    text = (tmp_path / "known.js").read_text()
    assert json.loads(re.fullmatch(r".*?known = (.*);\n", text)[1]) == known_games() and len(text) < 110_000
    assert "known" in base.KEPT_BY_PAGES
    shared = (tmp_path / "shared.js").read_text()
    assert all((base.JS / file).read_text() not in shared for file in base.JUDGING)


def test_todays_prior_stands_in_a_file_of_its_own(tmp_path):
    put_widgets(tmp_path)
    text = (tmp_path / "accepted.js").read_text()
    assert json.loads(re.fullmatch(r".*?accepted = (.*);\n", text)[1]) == accepted() and len(text) < 20_000
    assert "accepted" in base.KEPT_BY_PAGES and "accepted" not in known_games()
    stored, prior = accepted(), wl.words.accepted_prior()
    old, others = set(wl.words.original()[0]), iter(unpack(stored["others"]))
    assert [stored["each"] if word in old else next(others) for word in prior] == list(prior.values())
    easy, hard = (dict(stored["first"][mode])["salet"] for mode in ("easy", "hard"))
    assert 3 * 2**20 < easy < hard

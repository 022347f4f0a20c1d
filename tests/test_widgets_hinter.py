"""The Python side of the game against a Hinter."""

import pytest
from refusals import refused

import wordlelib as wl
from wordlelib.widgets import HinterGame

test_bad_arguments_are_named = refused(
    ({"hinter": "kind"}, "hinter: 'kind'; expected one of greedy"),
    ({"guesser": "kind"}, "guesser: 'kind'; expected one of information-gain"),
    ({"turns": 0}, "turns: 0"),
    ({"turns": 21}, "turns: 21; expected 20 at most"),
    ({"turns": True}, "turns: True"),
    ({"history": [("salut", "-----")]}, "history: 'salut'; expected one of the 2,315"),
    ({"history": [("mummy", "yyyyy")]}, "history: mummy yyyyy; expected a row that some word gives"),
    ({"history": [("mummy", "---")]}, "history: mummy ---"),
    ({"history": [("crane", "ggggg"), ("crane", "ggggg")]}, "history: crane ggggg after the end"),
    ({"history": [("mummy", "-----"), ("crane", "-----")], "turns": 1}, "history: crane ----- after the end"),
    by=lambda arguments: HinterGame(**arguments),
)


@pytest.mark.large
def test_what_is_left_and_who_has_won():
    game = wl.wordle(wl.words.original()[0])
    started = HinterGame([("agile", "-----")], "exact", 2)
    assert (started.remaining, started.winner) == (len(game.after([("agile", "-----")]).words), "")
    assert HinterGame([("agile", "-----")], "exact", 1).winner == "hinter"
    assert HinterGame([("agile", "ggggg")], turns=1).winner == "guesser"
    assert (HinterGame().remaining, HinterGame().turns, HinterGame().hinter) == (2315, 4, "greedy")

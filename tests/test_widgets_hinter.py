"""The Python side of the game against a Hinter, and the stored obstructions to winning it."""

import numpy as np
import pytest
from refusals import refused

import wordlelib as wl
from wordlelib.adversary import players
from wordlelib.core.packing import unpack_sets
from wordlelib.lab import experiments, sweeps_adversary
from wordlelib.widgets import HinterGame

test_bad_arguments_are_named = refused(
    ({"hinter": "kind"}, "hinter: 'kind'; expected one of greedy"),
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


@pytest.mark.large
def test_the_stored_obstructions_are_ones():
    """Whatever the guess, an obstruction of each level holds, within one class, one of the level below."""
    game = players.answers_only(wl.wordle())
    stored = experiments.results("obstructions")["rows"][0]["sets"]
    sets = {int(level): unpack_sets(text) for level, text in stored.items()}
    rng = np.random.default_rng(4)
    assert sorted(sets) == [2, 3, 4] and sum(map(len, sets.values())) > 1000
    for level, number in ((2, 200), (3, 10), (4, 1)):
        for i in rng.choice(len(sets[level]), number, replace=False):
            members = np.array(sets[level][i])
            smaller = [each for each in sets.get(level - 1, []) if np.isin(each, members).all()]
            for codes in game.codes[rng.choice(len(game.guesses), 150, replace=False)]:
                if level == 2:
                    assert len(np.unique(codes[members])) < len(members)
                else:
                    assert any((codes[each] == codes[each[0]]).all() for each in smaller)


def test_obstructions_of_a_list_from_a_file(tmp_path):
    words = sorted(["batch", "catch", "hatch", "latch", "match", "patch", "watch"])
    path = tmp_path / "answers.txt"
    path.write_text("\n".join(words) + "\n")
    row = sweeps_adversary.obstructions_once("answers", 4, str(path))
    assert row["words"] == 7
    found = wl.guarantee(wl.wordle(words), 4).refutation
    named = {
        int(level): [tuple(words[i] for i in each) for each in unpack_sets(text)] for level, text in row["sets"].items()
    }
    assert named == {level: [tuple(sorted(each)) for each in some] for level, some in found.items()} and named

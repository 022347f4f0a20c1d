"""Small sets with which a Hinter survives: the plain recursion on small games, and the stored sets searched anew."""

import naive
import numpy as np
import pytest
from games import rounds, words_game

import wordlelib as wl
from wordlelib import results, small_sets
from wordlelib.packing import unpack_sets
from wordlelib.words import original as lists


@pytest.fixture
def rng():
    return np.random.default_rng(17)


def holds_out(kept, words, turns):
    """Whether the Hinter survives with these words; nobody survives with one or none."""
    return len(words) > 1 and min(naive.guaranteed(kept.rule, kept.game.guesses, words).values()) > turns


def test_no_word_can_be_spared(rng):
    sizes = set()
    for _ in rounds(20):
        kept = words_game(rng, most=9)
        game = kept.game
        for turns in (1, 2, 3):
            for words in (None, list(rng.permutation(game.hidden)[: len(game.hidden) - 1])):
                found = small_sets.small_set(game, turns, rng, words)
                if found is None:
                    assert not holds_out(kept, game.hidden if words is None else words, turns)
                    continue
                assert holds_out(kept, found, turns) and found == sorted(found, key=game.hidden.index)
                assert set(found) <= set(game.hidden if words is None else words)
                assert not any(holds_out(kept, [w for w in found if w != word], turns) for word in found)
                sizes.add((turns, len(found)))
    assert {turns for turns, _ in sizes} == {1, 2, 3} and (1, 2) in sizes


def test_the_order_decides_and_the_seed_repeats_it():
    game = wl.wordle(lists()[0][::9])
    found = [small_sets.small_set(game, 2, np.random.default_rng(seed)) for seed in (0, 0, 1, 2, 3)]
    assert found[0] == found[1] and len({tuple(each) for each in found}) > 1


def test_what_is_refused(tiny, rng):
    with pytest.raises(ValueError, match="^turns: -1; expected"):
        small_sets.small_set(tiny, -1, rng)
    with pytest.raises(ValueError, match="^game: hard mode; expected easy mode"):
        small_sets.small_set(wl.wordle(tiny.hidden, mode="hard"), 2, rng)
    for words in (["fight", "zzzzz"], ["fight", "fight"]):
        with pytest.raises(ValueError, match="^words: .*; expected some of the hidden words, each once"):
            small_sets.small_set(tiny, 2, rng, words)


@pytest.fixture(scope="module")
def stored():
    return results.results("small_sets")["rows"]


def test_the_stored_run_is_whole(stored):
    assert [
        {key: row[key] for key in ("guess_list", "turns", "seed")} for row in stored
    ] == small_sets.small_sets().tasks
    assert all(len(unpack_sets(row["set"])[0]) == row["words"] for row in stored)


@pytest.mark.large
def test_stored_sets_survive_and_no_word_can_be_spared(stored):
    """A fresh search on the words alone refutes four guesses; its obstructions are checked from the definition."""
    answers = lists()[0]
    row = min(stored, key=lambda row: row["words"])
    words = [answers[i] for i in unpack_sets(row["set"])[0]]
    game = wl.wordle(words, answers)
    found = wl.guarantee(game, row["turns"])
    assert not found.possible
    assert naive.refutes(game.codes, game.solved, game.hidden, found.refutation, row["turns"])
    for word in words[::60]:
        assert wl.guarantee(wl.wordle([other for other in words if other != word], answers), row["turns"]).possible

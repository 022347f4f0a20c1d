"""Small sets with which a Hinter survives: the plain recursion on small games, and the stored sets searched anew."""

from itertools import combinations

import naive
import numpy as np
import pytest
from games import Kept, rounds, words_game
from refusals import refuses

import wordlelib as wl
from wordlelib.adversary import obstructions
from wordlelib.core.packing import unpack_sets
from wordlelib.game.words import original as lists
from wordlelib.lab import results


@pytest.fixture
def rng():
    return np.random.default_rng(17)


def holds_out(kept, words, turns):
    """Whether the Hinter survives with these words; nobody survives with one or none."""
    return len(words) > 1 and min(naive.guaranteed(kept.rule, kept.game.guesses, words).values()) > turns


def test_no_word_can_be_spared(rng):
    sizes = set()
    family = Kept(wl.wordle(["fight", "light", "might", "night", "right", "sight"]), naive.feedback)
    for i in rounds(60):
        kept = words_game(rng, most=9) if i else family
        game = kept.game
        for turns in (1, 2, 3):
            for words in (None, list(rng.permutation(game.hidden)[: len(game.hidden) - 1])):
                found = obstructions.small_set(game, turns, rng, words)
                if found is None:
                    assert not holds_out(kept, game.hidden if words is None else words, turns)
                    continue
                assert holds_out(kept, found, turns) and found == sorted(found, key=game.hidden.index)
                assert set(found) <= set(game.hidden if words is None else words)
                assert not any(holds_out(kept, [w for w in found if w != word], turns) for word in found)
                sizes.add((turns, len(found)))
    assert {turns for turns, _ in sizes} == {1, 2, 3} and (1, 2) in sizes


def test_larger_parts_leave_more_words(rng):
    game = wl.wordle(lists()[0][::9])
    for turns in (2, 3):
        coarse = obstructions.small_set(game, turns, np.random.default_rng(1), least=4)
        fine = obstructions.small_set(game, turns, np.random.default_rng(1))
        assert len(fine) <= len(coarse) and not wl.guarantee(wl.wordle(coarse, game.guesses), turns).possible


def test_the_order_decides_and_the_seed_repeats_it():
    game = wl.wordle(lists()[0][::4])
    found = [obstructions.small_set(game, 3, np.random.default_rng(seed)) for seed in (0, 0, 1, 2, 3)]
    assert found[0] == found[1] and len({tuple(each) for each in found}) > 1


def alike(kept, four):
    """Whether each of the four gives the others one row, and no guess tells the four apart."""
    for word in four:
        if len({kept.rule(word, other) for other in four if other != word}) > 1:
            return False
    return all(len(naive.partition(kept.rule, guess, four)) < 4 for guess in kept.game.guesses)


def test_fours_against_all_fours(rng):
    families = [word for word in lists()[0] if word[1:] in ("atch", "ight", "ound")]
    found = []
    for i in rounds(12):
        if i % 2:
            hidden = sorted(map(str, rng.choice(families, 12, replace=False)))
            kept = Kept(wl.wordle(hidden, sorted({*hidden, *map(str, rng.choice(lists()[1], i))})), naive.feedback)
        else:
            kept = words_game(rng)
        hidden = kept.game.hidden
        expected = [four for four in combinations(sorted(hidden), 4) if alike(kept, four)]
        fours = obstructions.indistinguishable_quadruples(kept.game)
        assert sorted(tuple(sorted(four)) for four in fours) == expected
        parts = [obstructions.indistinguishable_quadruples(kept.game, first, 1) for first in range(len(hidden))]
        assert {four for part in parts for four in part} == set(fours)
        found.append(len(fours))
    assert 0 in found and max(found) > 10


def test_what_is_refused(tiny, rng):
    refuses("^first: 25; expected", obstructions.indistinguishable_quadruples, tiny, 25)
    refuses("^words: 24; expected", obstructions.indistinguishable_quadruples, tiny, 1, 24)
    refuses("^game: hard mode; expected easy mode", obstructions.small_set, wl.wordle(tiny.hidden, mode="hard"), 2, rng)
    for words in (["fight", "zzzzz"], ["fight", "fight"]):
        refuses("^words: .*; expected some of the hidden words, each once", obstructions.small_set, tiny, 2, rng, words)


@pytest.fixture(scope="module")
def stored():
    return results.results("small_sets")["rows"]


def test_stored_sets_have_their_sizes(stored):
    assert all(len(unpack_sets(row["set"])[0]) == row["words"] for row in stored)


@pytest.mark.large
def test_the_stored_fours():
    """They are alike by the plain rule."""
    kept = Kept(wl.wordle(lists()[0]), naive.feedback)
    fours = [tuple(text.split()) for row in results.results("fours")["rows"] for text in row["fours"]]
    assert fours and all(alike(kept, four) for four in fours)


@pytest.mark.slow
@pytest.mark.large
def test_stored_sets_survive(stored):
    """A fresh search on the words alone refutes four guesses; its obstructions are checked from the definition."""
    answers = lists()[0]
    row = min(stored, key=lambda row: row["words"])
    words = [answers[i] for i in unpack_sets(row["set"])[0]]
    game = wl.wordle(words, answers)
    found = wl.guarantee(game, row["turns"])
    assert not found.possible
    assert naive.refutes(game.codes, game.solved, game.hidden, found.refutation, row["turns"])

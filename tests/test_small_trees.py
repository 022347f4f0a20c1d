from math import inf

import naive
import numpy as np
import pytest
from games import positions, some_game
from refusals import refuses

import wordlelib as wl
from wordlelib.kernels.small_trees import FURTHER
from wordlelib.search.small_trees import NEVER, FewestDecisions, _Search


def easy_games(number, seed):
    rng = np.random.default_rng(seed)
    games = (some_game(rng, i) for i in range(3 * number))
    return [kept for kept in games if kept.game.mode == "easy"][:number]


@pytest.mark.parametrize("seed", range(3))
def test_with_all_guesses_no_strategy_has_fewer_decisions(seed):
    seen = set()
    for kept in easy_games(12, seed):
        game = kept.game
        for cap in (1, 2, 3, None):
            left = len(game.hidden) if cap is None else cap
            fewest = naive.fewest_decisions(kept.rule, game.guesses, game.hidden, left)
            policy = FewestDecisions(cap, len(game.guesses))
            seen.add((cap, fewest))
            if fewest is None:
                refuses(rf"cap: {cap}; found no strategy that keeps to it from", wl.play, game, policy)
                continue
            tree = wl.play(game, policy)
            assert tree.decisions == fewest
            taken = naive.replay(tree.path, kept.rule, game.hidden, set(game.guesses))
            assert cap is None or max(taken.values()) <= cap
    assert len(seen) > 6 and {fewest is None for _, fewest in seen} == {True, False}


def test_a_narrow_search_is_a_strategy_with_no_fewer_decisions():
    wider = 0
    for kept in easy_games(25, 7):
        game, start = kept.game, kept.game.start()
        found = [_Search(game, width).best(start.members, 4)[0] for width in (1, 2, len(game.guesses))]
        assert found[2] <= min(found)
        wider += found[2] < found[0]
        if found[0] < NEVER:
            assert wl.play(game, FewestDecisions(4, 1)).decisions == found[0]
    assert wider > 0


def test_a_narrow_search_finds_what_the_recursion_finds():
    """The same search is asked with more guesses left and with fewer."""
    rng, found = np.random.default_rng(3), set()
    answers = [word for word in wl.words.original()[0] if word[2:] in ("ght", "tch", "ill", "und", "ase", "are")]
    for _ in range(6):
        hidden = sorted(map(str, rng.choice(answers, 20, replace=False)))
        further = map(str, rng.choice(wl.words.original()[0], 8, replace=False))
        game = wl.wordle(hidden, sorted({*hidden, *further}))
        for width in (1, 3):
            search = _Search(game, width)
            for left in (5, 3, 6, 4):
                truth = naive.few_decisions(naive.feedback, game.guesses, hidden, left, width, FURTHER)
                decisions, guess = search.best(game.start().members, left)
                name = None if guess < 0 else game.guesses[guess]
                assert (decisions, name) == (truth if truth[0] < inf else (NEVER, None))
                found.add(decisions)
    assert NEVER in found and len(found) > 4


def test_rows_count_towards_the_cap():
    rng, seen = np.random.default_rng(4), set()
    for kept in easy_games(12, 4):
        guesses = kept.game.guesses
        for state in positions(rng, kept, 3):
            if len(state.members) == 1:
                continue
            for left in (1, 2, 3):
                fewest = naive.fewest_decisions(kept.rule, guesses, state.words, left)
                policy = FewestDecisions(len(state.rows) + left, len(guesses))
                seen.add((len(state.rows) > 0, fewest is None))
                if fewest is None:
                    refuses("found no strategy that keeps to it from", policy.decide, state)
                    continue
                parts = naive.partition(kept.rule, policy.decide(state), state.words).values()
                below = [
                    naive.fewest_decisions(kept.rule, guesses, words, left - 1) for words in parts if len(words) > 1
                ]
                assert fewest == 1 + sum(below)
    assert len(seen) == 4


def test_decisions_are_beliefs_of_two_words_or_more():
    game = wl.wordle(["batch", "catch", "hatch", "patch"])
    tree = wl.play(game, FewestDecisions(None))
    words = [{word for word in game.hidden if node in tree.nodes_of(game.hidden.index(word))} for node in range(9)]
    assert tree.decisions == sum(len(each) > 1 for each in words) == 3


def test_the_last_word_is_named_and_ties_go_to_words_that_are_possible(tiny):
    state = tiny.start().after("stone", "ggggg")
    assert FewestDecisions(1).decide(state) == "stone"
    policy = FewestDecisions(5)
    for word in tiny.guesses:
        for row, words in tiny.start().partition(word).items():
            if len(words) == 2:
                assert policy.decide(tiny.start().after(word, row)) in words


def test_an_opening_that_is_given(tiny):
    for opening in ("stone", tiny.guesses[0]):
        tree = wl.play(tiny, FewestDecisions(5, 24), opening)
        rest = [words for words in tiny.start().partition(opening).values() if len(words) > 1]
        least = [naive.fewest_decisions(naive.feedback, tiny.guesses, words, 4) for words in rest]
        assert tree.opening == opening and tree.decisions == 1 + sum(least)


def test_what_is_refused():
    game = wl.wordle(wl.words.tiny(), mode="hard")
    refuses("game: hard mode; expected easy mode", FewestDecisions().decide, game.start())
    refuses("cap: 0; expected a number of guesses from 1", FewestDecisions, 0)
    assert repr(FewestDecisions(4, 3)) == "FewestDecisions(4, 3)"

import naive
import numpy as np
import pytest
from conftest import some_game

import wordlelib as wl
from wordlelib.small_trees import NEVER, FewestDecisions, _Search


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
                with pytest.raises(ValueError, match=rf"cap: {cap}; found no strategy that keeps to it from"):
                    wl.play(game, policy)
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
        found = [_Search(game, width).best(start.candidates, 4)[0] for width in (1, 2, len(game.guesses))]
        assert found[2] <= min(found)
        wider += found[2] < found[0]
        if found[0] < NEVER:
            assert wl.play(game, FewestDecisions(4, 1)).decisions == found[0]
    assert wider > 0


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
    with pytest.raises(ValueError, match="game: hard mode; expected easy mode"):
        FewestDecisions().decide(game.start())
    with pytest.raises(ValueError, match="width: 0; expected a number of guesses from 1"):
        FewestDecisions(5, 0)
    with pytest.raises(ValueError, match="cap: 0; expected a number of guesses from 1"):
        FewestDecisions(0)
    assert repr(FewestDecisions(4, 3)) == "FewestDecisions(4, 3)"

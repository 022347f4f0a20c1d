from itertools import product
from math import inf

import naive
import numpy as np
import pytest
from games import KINDS, Kept, changed, family_game, mastermind_game, positions, some_game, table_game
from refusals import refuses

import wordlelib as wl
from wordlelib.adversary import minimax as module
from wordlelib.adversary.minimax import Minimax, best_move
from wordlelib.kernels.minimax import LOST


def values(kept, state, plies, turns, letters=False):
    game = kept.game
    left = turns - len(state.rows)
    found = naive.minimax(kept.rule, game.guesses, state.words, tuple(state.history), game.mode, plies, left, letters)
    return {guess: LOST if value == inf else value for guess, value in found.items()}


def check(kept, state, depth, turns, search, letters=False):
    """A move has the least value and is the first of that value; its line leads to what it is worth."""
    truth, move = values(kept, state, depth, turns, letters), search.move(state, depth, turns)
    least = min(truth.values())
    assert (move.value, (move.guess, *move.ties)) == (least, tuple(g for g in truth if truth[g] == least))
    assert search.value(state, depth, turns) == least
    assert move.exact == (least in (0, LOST)) and move.depth == depth
    end = state
    for guess, row in move.line:
        end = end.after(guess, row)
    assert move.line[0][0] == move.guess and len(move.line) <= depth // 2
    if least == LOST:
        assert len(end.rows) == turns and not end.solved
    elif least == 0:
        assert end.solved
    elif not letters:
        assert len(end.members) == least and len(move.line) == depth // 2


@pytest.mark.parametrize("part", range(KINDS))
def test_every_move_is_that_of_the_recursion(part):
    rng = np.random.default_rng(part)
    for i in range(4):
        kept = some_game(rng, KINDS * i + part)
        search = Minimax(kept.game)
        for state in positions(rng, kept, 2):
            for depth in (4, 2):
                for left in (1, 2, 4):
                    check(kept, state, depth, len(state.rows) + left, search)


def test_a_search_that_stops_and_goes_on(monkeypatch):
    rng = np.random.default_rng(6)
    for i in range(KINDS):
        kept = some_game(rng, i)
        move = best_move(kept.game.start(), 4)
        with monkeypatch.context() as patch:
            patch.setattr(module, "SLICE", 1)
            again = best_move(kept.game.start(), 4)
        assert again._replace(seconds=0) == move._replace(seconds=0)


def like_words(rng):
    answers = [word for word in wl.words.original()[0] if word[3:] in ("er", "ch", "ly")]
    hidden = sorted(map(str, rng.choice(answers, 16, replace=False)))
    further = map(str, rng.choice(wl.words.original()[0], 6, replace=False))
    return Kept(wl.wordle(hidden, sorted({*hidden, *further})), naive.feedback)


LARGER = {
    "words": (2, like_words),
    "hard": (5, lambda rng: family_game(rng, "hard")),
    "strict": (2, lambda rng: changed(rng, table_game(rng, 14, 6, 3), strict=True)),
    "table": (2, lambda rng: table_game(rng, 14, 6, 3)),
    "mastermind": (1, lambda rng: mastermind_game(3, 3)),
}


@pytest.mark.parametrize(("kind", "letters"), [*((kind, False) for kind in LARGER), ("words", True)])
def test_what_one_question_leaves_in_the_table_answers_the_next_one(kind, letters):
    """Larger classes, so that windows matter, and three guesses ahead, so that a belief is reached in several ways."""
    rng, (games, make) = np.random.default_rng(0), LARGER[kind]
    for _ in range(games):
        kept = make(rng)
        search = Minimax(kept.game, "letters" if letters else "size")
        for state in positions(rng, kept, 2):
            for depth, left in ((4, 3), (6, 3), (6, 4), (2, 2)):
                check(kept, state, depth, len(state.rows) + left, search, letters)


@pytest.mark.parametrize("part", range(4))
def test_letters_that_could_not_help_count(part):
    rng = np.random.default_rng(100 + part)
    for i in range(3):
        kept = some_game(rng, KINDS * i + part)
        search = Minimax(kept.game, "letters")
        for state in positions(rng, kept, 2):
            check(kept, state, 2, 6, search, letters=True)
            check(kept, state, 4, 6, search, letters=True)


def test_letters_that_stand_too_often_count():
    rng = np.random.default_rng(6)
    guesses = ["".join(letters) for letters in product("ab", repeat=4)]
    for _ in range(6):
        hidden = sorted(map(str, rng.choice(guesses, 4, replace=False)))
        kept = Kept(wl.wordle(hidden, guesses), naive.feedback)
        for depth in (2, 4):
            check(kept, kept.game.start(), depth, 6, Minimax(kept.game, "letters"), letters=True)


def test_full_depth_is_exact():
    rng = np.random.default_rng(5)
    for i in range(KINDS):
        kept = some_game(rng, i)
        least = min(naive.guaranteed(kept.rule, kept.game.guesses, kept.game.hidden, mode=kept.game.mode).values())
        search = Minimax(kept.game)
        assert search.value(kept.game.start(), 2 * least, least) == 0
        if least > 1:
            assert search.value(kept.game.start(), 2 * least - 2, least - 1) == LOST


def test_wasted_letters_by_hand():
    """Of bobby the first b, the o and the third b cannot help against abbey and cabin, of abbey nothing is wasted."""
    game = wl.wordle(["abbey", "cabin"], ["abbey", "bobby", "cabin"])
    assert [naive.wasted_letters(word, game.hidden) for word in game.guesses] == [0, 3, 0]
    assert Minimax(game, "letters").move(game.start(), 2)[:3] == ("abbey", 1, ("cabin",))


def test_cutoffs_spare_work(tiny):
    move = best_move(tiny.start(), 4)
    assert move.cutoffs > 0 and move.nodes < len(tiny.guesses) * len(tiny.hidden) / 4


def test_wrong_arguments(tiny):
    start, guess = tiny.start(), tiny.guesses[0]
    for depth in (1, 3, 2**32):
        refuses(f"^depth: {depth}; expected an even number of plies from 2 to 4,094", best_move, start, depth)
    refuses("evaluation: 'stockfish'; expected one of size, letters", best_move, start, evaluation="stockfish")
    later = start.after(guess, tiny.answer(guess, tiny.hidden[-1]))
    refuses("turns: 1 with 1 guess made", best_move, later, 2, 1)
    with pytest.raises(ValueError, match="state: .*; expected an unsolved state of <Wordle: 2 hidden"):
        Minimax(wl.wordle(["fight", "light"])).move(start)


@pytest.mark.large
def test_the_best_moves_of_the_answers_against_each_other(answers_game):
    two, four = (best_move(answers_game.start(), depth) for depth in (2, 4))
    assert (two.guess, two.ties, two.value) == ("arise", ("raise",), 168)
    assert (four.guess, four.ties, four.value, four.exact) == ("stole", (), 13, False)
    worst = max(map(len, answers_game.start().partition("arise").values()))
    assert worst == 168 and [len(line) for line in (two.line, four.line)] == [1, 2]


def test_more_turns_and_plies_than_can_be_used():
    game = wl.wordle(["abc", "acb", "bca", "bac", "cab"])
    usual = best_move(game.start(), 10, 6)
    for turns in (4000, 5000, 2**32, 2**62):
        assert best_move(game.start(), 10, turns)[:3] == usual[:3]
    assert best_move(game.start(), 4094, 2**62).value == 0

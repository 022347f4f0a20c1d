from itertools import product

import naive
import numpy as np
import pytest
from games import KINDS, positions, some_game

import wordlelib as wl
from wordlelib.adversary import players
from wordlelib.adversary.guarantees import Guaranteed
from wordlelib.adversary.minimax import Minimax
from wordlelib.adversary.players import (
    ExactHinter,
    GreedyHinter,
    HonestHinter,
    MinimaxGuesser,
    MinimaxHinter,
    WorstCase,
    answers_only,
    duel,
)
from wordlelib.kernels.minimax import LOST

ORDER = str.maketrans("-yg", "012")


def greedy_row(rule, guess, words):
    """The largest class; of equal ones the first in reading order."""
    parts = naive.partition(rule, guess, words)
    return min(parts, key=lambda row: (-len(parts[row]), row.translate(ORDER)))


def squares(rule, guess, words):
    return sum(len(part) ** 2 for part in naive.partition(rule, guess, words).values())


SCORES = {
    "worst-class": lambda rule, guess, words: max(map(len, naive.partition(rule, guess, words).values())),
    "expected-remaining": squares,
    "most-classes": lambda rule, guess, words: -len(naive.partition(rule, guess, words)),
}


@pytest.mark.parametrize(("score", "ties"), list(product(SCORES, ("list", "possible", "squares"))))
def test_worst_case_players_and_their_ties(score, ties):
    rng = np.random.default_rng(7)
    for i in range(2 * KINDS):
        kept = some_game(rng, i)
        if not kept.game.uniform:
            continue
        for state in positions(rng, kept, 2):
            words = state.words
            allowed = [kept.game.guesses[number] for number in state.allowed]
            best = min(
                allowed,
                key=lambda guess: (
                    SCORES[score](kept.rule, guess, words),
                    ties == "squares" and squares(kept.rule, guess, words),
                    ties != "list" and guess not in words,
                ),
            )
            chosen = WorstCase(score, ties).decide(state)
            assert chosen == (words[0] if len(words) == 1 else best)


def test_minimax_guesser_breaks_ties():
    rng = np.random.default_rng(8)
    several = 0
    for i in range(3 * KINDS):
        kept = some_game(rng, i)
        state = kept.game.start()
        move = Minimax(kept.game).move(state, 2)
        tied = [move.guess, *move.ties]
        assert MinimaxGuesser(2).decide(state) == tied[0]
        own = [guess for guess in tied if guess in state.words]
        assert MinimaxGuesser(2, ties="possible").decide(state) == (own or tied)[0]
        several += own[:1] not in ([], tied[:1])
    assert several > 0


@pytest.mark.parametrize("evaluation", ["size", "letters"])
def test_minimax_players_look_as_far_and_count_what_they_are_told(evaluation):
    rng, depth, letters = np.random.default_rng(13), 4, evaluation == "letters"
    hinter, differ = MinimaxHinter(depth, evaluation), 0
    for i in range(2 * KINDS):
        kept = some_game(rng, i)
        game = kept.game
        for state in positions(rng, kept, 1):
            if len(state.words) == 1:
                continue
            rest = (kept.rule, game.guesses, state.words, tuple(state.history), game.mode)
            values = naive.minimax(*rest, depth, 6, letters)
            chosen = MinimaxGuesser(depth, 6 + len(state.rows), evaluation).decide(state)
            assert chosen == min(values, key=values.get)
            values = naive.minimax(*rest, depth, 1, letters)
            assert MinimaxGuesser(depth, 1, evaluation).decide(state) == min(values, key=values.get)
            for guess in (game.guesses[number] for number in state.allowed):
                parts, worth = naive.partition(kept.rule, guess, state.words), {}
                for row, words in parts.items():
                    history = (*state.history, (guess, row))
                    below = naive.minimax(kept.rule, game.guesses, words, history, game.mode, depth, 5, letters)
                    worth[row] = 0 if words == [guess] else min(below.values())
                first = min(parts, key=lambda row: (-worth[row], -len(parts[row]), row.translate(ORDER)))  # noqa: B023
                assert hinter.answer(state, guess, 5) == first
                differ += first != greedy_row(kept.rule, guess, state.words)
    assert differ > 0


def test_hinters_tell_the_truth_and_prefer_what_they_say():
    rng = np.random.default_rng(9)
    for i in range(2 * KINDS):
        kept = some_game(rng, i)
        game = kept.game
        for state in positions(rng, kept, 2):
            guess = game.guesses[rng.choice(state.allowed)]
            parts = naive.partition(kept.rule, guess, state.words)
            assert GreedyHinter().answer(state, guess, 2) == greedy_row(kept.rule, guess, state.words)
            for left in (0, 1, 2):
                worth, needed = {}, {}
                for row, words in parts.items():
                    history = (*state.history, (guess, row))
                    if words == [guess]:
                        worth[row] = needed[row] = 0
                        continue
                    rest = (kept.rule, game.guesses, words, history, game.mode)
                    worth[row] = min(naive.minimax(*rest, 2, left).values()) if left else LOST
                    needed[row] = min(left + 1, min(naive.guaranteed(*rest).values()))
                for hinter, value in ((MinimaxHinter(2), worth), (ExactHinter(), needed)):
                    first = min(parts, key=lambda row: (-value[row], -len(parts[row]), row.translate(ORDER)))  # noqa: B023
                    assert hinter.answer(state, guess, left) == first


def test_who_wins_between_perfect_players():
    rng = np.random.default_rng(10)
    for i in range(2 * KINDS):
        kept = some_game(rng, i)
        game = kept.game
        least = min(naive.guaranteed(kept.rule, game.guesses, game.hidden, mode=game.mode).values())
        won = duel(game, Guaranteed(least), ExactHinter(), least)
        assert won.winner == "guesser" and len(won.state.rows) == least
        for hinter in (GreedyHinter(), MinimaxHinter(2), HonestHinter(game.hidden[-1])):
            assert duel(game, Guaranteed(least), hinter, least).winner == "guesser"
        if least > 1:
            for guesser in (wl.InformationGain(), WorstCase(), MinimaxGuesser(2, least - 1)):
                lost = duel(game, guesser, ExactHinter(), least - 1)
                assert lost.winner == "hinter" and len(lost.state.rows) == least - 1
                assert all(kept.rule(guess, lost.word) == row for guess, row in lost.state.history)
                assert lost.remaining[-1] == len(lost.state.members)


def test_answers_only():
    rng = np.random.default_rng(12)
    for i in range(KINDS):
        game = some_game(rng, i).game
        own = answers_only(game)
        assert own.guesses == own.hidden == game.hidden and own.mode == game.mode
        assert all(own.answer(a, b) == game.answer(a, b) for a in game.hidden for b in game.hidden)
        assert np.allclose(own.weights / own.weights.sum(), game.weights / game.weights.sum())


def test_wrong_arguments(tiny):
    for make, message in (
        (lambda: WorstCase("entropy"), "score: 'entropy'; expected one of worst-class, expected-remaining"),
        (lambda: WorstCase(ties="luck"), "ties: 'luck'; expected one of list, possible, squares"),
        (lambda: MinimaxGuesser(ties="luck"), "ties: 'luck'"),
        (lambda: MinimaxHinter(3), "^depth: 3; expected an even number"),
        (lambda: players.break_ties(tiny.start(), [], "list"), "^tied: .*; expected whole numbers"),
        (lambda: MinimaxGuesser(3).decide(tiny.start()), "depth: 3; expected an even number"),
        (lambda: duel(tiny, WorstCase(), HonestHinter("zzzzz")), "zzzzz"),
    ):
        with pytest.raises(ValueError, match=message):
            make()


@pytest.mark.large
def test_averages_of_the_worst_case_players(answers_game):
    """The totals behind the table of averages, from a tree that is replayed elsewhere."""
    found = {}
    for score, ties in (("worst-class", "possible"), ("worst-class", "squares"), ("expected-remaining", "possible")):
        tree = wl.play(answers_game, WorstCase(score, ties))
        found[score, ties] = (round(tree.mean, 3), tree.worst)
    assert found == {
        ("worst-class", "possible"): (3.584, 6),
        ("worst-class", "squares"): (3.549, 5),
        ("expected-remaining", "possible"): (3.521, 5),
    }

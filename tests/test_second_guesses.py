"""Best second guesses: the plain dynamic program on small games, and the stored run against proofs of other runs."""

from math import inf

import naive
import numpy as np
import pytest
from games import family_game, rounds, words_game
from refusals import refuses

import wordlelib as wl
from wordlelib.lab import results, second_guess_sweep
from wordlelib.search import second_guesses as seconds
from wordlelib.search.exact import Solver


@pytest.fixture
def rng():
    return np.random.default_rng(22)


def expected_line(kept, opening, row, words, cap):
    """The line after a row, from the totals of all guesses: words first that are possible, then list order."""
    left = None if cap is None else cap - 1
    game, history = kept.game, ((opening, row),)
    totals = naive.totals(kept.rule, game.guesses, words, history, kept.hard, left, kept.weights)
    own = {word: totals[word] for word in words if word in totals}
    least, least_own = min(totals.values()), min(own.values(), default=inf)
    alike = [guess for guess in totals if totals[guess] == least]
    first = min(alike, key=lambda guess: (guess not in words, game.find(guess)))
    possible = (None, None)
    if least_own < inf:
        possible = (min((word for word in own if own[word] == least_own), key=game.find), least_own)
    return (row, len(words), first, len(alike), least, *possible)


@pytest.mark.parametrize("mode", ["easy", "hard"])
@pytest.mark.parametrize("prior", [False, True])
@pytest.mark.parametrize("cap", [None, 4])
def test_lines_follow_from_the_recursion(rng, mode, prior, cap):
    compared = 0
    for i in rounds(10):
        kept = words_game(rng, mode, prior, most=8) if i % 2 else family_game(rng, mode, prior)
        policy = wl.Exact(cap)
        for opening in kept.game.guesses[:: 1 + len(kept.game.guesses) // 4]:
            after = {
                row: words
                for row, words in naive.partition(kept.rule, opening, kept.game.hidden).items()
                if words != [opening]
            }
            if len(after) == 1 and len(kept.game.hidden) > 1:
                continue  # tells nothing
            left = None if cap is None else cap - 1
            if inf in (kept.optimum(words, ((opening, row),), left) for row, words in after.items()):
                with pytest.raises(ValueError, match=f"^policy: with cap {cap}; no strategy keeps to it from "):
                    seconds.best_second_guesses(kept.game, opening, policy)
                continue
            lines = seconds.best_second_guesses(kept.game, opening, policy)
            wanted = {row: expected_line(kept, opening, row, words, cap) for row, words in after.items()}
            assert {line.row: tuple(line) for line in lines} == wanted
            order = [(-line.words, kept.game.read(line.row)) for line in lines]
            assert order == sorted(order)
            compared += len(lines)
    assert compared > 10


@pytest.mark.parametrize("prior", [False, True])
@pytest.mark.parametrize("cap", [None, 3])
def test_one_second_guess_for_all_rows(rng, prior, cap):
    found, refused = 0, 0
    for i in rounds(10):
        kept = words_game(rng, "easy", prior, most=8) if i % 2 else family_game(rng, "easy", prior)
        game, left = kept.game, None if cap is None else cap - 2
        for opening in game.guesses[:: 1 + len(game.guesses) // 3]:
            totals = {}
            for guess in game.guesses:
                totals[guess] = kept.weight(game.hidden)
                for words in naive.partition(kept.rule, opening, game.hidden).values():
                    if words == [opening]:
                        continue
                    totals[guess] += kept.weight(words)
                    for rest in naive.partition(kept.rule, guess, words).values():
                        if rest != [guess]:
                            totals[guess] += kept.optimum(rest, left=left)
            least = min(totals.values())
            if least == inf:
                with pytest.raises(ValueError, match=f"^policy: with cap {cap}; no second guess keeps to it"):
                    seconds.fixed_second_guess(game, opening, wl.Exact(cap))
                refused += 1
                continue
            guess, total = seconds.fixed_second_guess(game, opening, wl.Exact(cap))
            assert (guess, total) == (next(each for each in game.guesses if totals[each] == least), least)
            found += 1
    assert found > 5 and (refused > 0) == (cap is not None)


def test_what_is_refused(tiny):
    with pytest.raises(ValueError, match="^game: hard mode; expected easy mode"):
        seconds.fixed_second_guess(wl.wordle(tiny.hidden, mode="hard"), "stone")
    refuses("^mode: 'strict'; expected one of easy, hard", second_guess_sweep.stored_second_guesses, "salet", "strict")
    refuses("^opening: 'fuzzy'; expected .*salet", second_guess_sweep.stored_second_guesses, "fuzzy")


def stored(mode):
    return {row["opening"]: row for row in results.results("second_guesses")["rows"] if row["mode"] == mode}


def test_the_stored_run_agrees_with_other_proofs():
    easy = {word: total for row in results.results("openings_easy")["rows"] for word, total in row["totals"].items()}
    assert sorted(easy, key=lambda word: (easy[word], word))[:10] == sorted(
        second_guess_sweep.BEST, key=lambda word: (easy[word], word)
    )
    for mode in ("easy", "hard"):
        proven = {
            row["opening"]: row["total"]
            for row in results.results("exact")["rows"]
            if (row["mode"], row["cap"]) == (mode, None)
        }
        both = [word for word in stored(mode) if word in proven]
        assert len(both) > 5 and all(stored(mode)[word]["total"] == proven[word] for word in both)
    assert all(row["total"] == easy.get(word, row["total"]) for word, row in stored("easy").items())
    assert not set(second_guess_sweep.LIKED) & set(second_guess_sweep.BEST)


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_stored_lines_are_about_the_rows_of_their_opening(mode, original, original_hard):
    game = original if mode == "easy" else original_hard
    for word, row in stored(mode).items():
        lines = second_guess_sweep.stored_second_guesses(word, mode)
        classes = {line.row: line.words for line in lines}
        true = {row: len(words) for row, words in game.start().partition(word).items() if words != [word]}
        assert classes == true
        assert len(game.hidden) + sum(line.total for line in lines) == row["total"]
        assert all(2 * line.words - 1 <= line.total <= line.possible_total and line.alike > 0 for line in lines)
        assert all((line.possible == line.guess) == (line.possible_total == line.total) for line in lines)
        assert row["fixed"] is None or row["fixed_total"] > row["total"]


@pytest.mark.slow
@pytest.mark.large
def test_stored_lines_are_found_again(original, original_hard):
    for mode, opening in (("easy", "salet"), ("hard", "train")):
        game = original if mode == "easy" else original_hard
        policy = wl.Exact(solver=Solver(game))
        assert seconds.best_second_guesses(game, opening, policy) == second_guess_sweep.stored_second_guesses(
            opening, mode
        )
        for line in second_guess_sweep.stored_second_guesses(opening, mode)[:3]:
            state = game.start().after(opening, line.row)
            assert wl.play(game, policy, line.guess, state).total == line.total


@pytest.mark.parametrize("opening", ["stone", "fight", "mummy"])
def test_the_lines_add_up_to_the_opening(tiny, opening):
    lines = seconds.best_second_guesses(tiny, opening)
    assert len(tiny.hidden) + sum(line.total for line in lines) == wl.prove(tiny, opening).total

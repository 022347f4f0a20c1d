from itertools import product

import naive
import numpy as np
import pytest
from games import word_lists
from hypothesis import given
from hypothesis import strategies as st

import wordlelib as wl
from wordlelib import belief, noise
from wordlelib.belief import GuessingProblem, LineSearch, ParticleFilter, bayes, total_variation

CHANCES = {"true": None, "noise": lambda t, s: naive.colour_noise(t, s, 0.1), "lie": naive.one_lie}


def noisy(game, kind):
    channel = {"noise": lambda: noise.colour_noise(game, 0.1), "lie": lambda: noise.one_lie(game)}
    return GuessingProblem(game, channel[kind]() if kind in channel else None)


@given(word_lists(most=7), st.sampled_from(["noise", "lie"]), st.data())
def test_bayes_and_information_agree_with_the_twins(lists, kind, data):
    hidden, guesses = lists
    game = wl.wordle(hidden, guesses)
    problem, chance = noisy(game, kind), CHANCES[kind]
    b, x, history = problem.prior, None, []
    for _ in range(3):
        u, theta = data.draw(st.sampled_from(guesses)), data.draw(st.integers(0, len(hidden) - 1))
        if not b[theta] or game.guess_index[u] == game.guess_of_hidden[theta]:
            break
        after = problem.draw(x, u, theta, data.draw(st.floats(0, 0.999)))
        b, x = bayes(problem, x, b, u, after), after
        history.append(after)
    twin = naive.bayes(chance, {word: 1 / len(hidden) for word in hidden}, history)
    assert np.allclose(b, [twin[word] for word in hidden])
    length = len(guesses[0])
    if length <= 3:
        shown = ["".join(row) for row in product("-yg", repeat=length)] + ["g" * length + "?"]
        for u in guesses:
            expected = naive.noisy_information(chance, twin, u, shown)
            assert np.isclose(belief.information(problem, x, b, u), expected, atol=1e-9)


@pytest.mark.parametrize("kind", CHANCES)
def test_likelihood_and_draw_are_the_outcomes(tiny, kind):
    """The short cuts of games of guesses against the general definitions."""
    problem = noisy(wl.wordle(tiny.hidden[:6]), kind)
    for u in problem.controls(None):
        following, probability = problem.outcomes(None, u)
        assert np.allclose(probability.sum(axis=1), 1) and probability.any(axis=0).all()
        for j, after in enumerate(following):
            assert np.array_equal(problem.likelihood(None, u, after), probability[:, j])
        points = (np.arange(2000) + 0.5) / 2000
        for theta in range(len(problem.prior)):
            drawn = [following.index(problem.draw(None, u, theta, point)) for point in points]
            assert total_variation(np.bincount(drawn, minlength=len(following)) / 2000, probability[theta]) < 0.02
            general = belief.AdaptiveProblem.draw(problem, None, u, theta, 0.0)
            assert problem.draw(None, u, theta, 0.0) == general
    assert problem.draw(None, u, theta, np.nextafter(1, 0)) in following


def test_true_feedback_is_the_game(tiny):
    """Without a channel the belief is uniform on the game's candidates."""
    problem = GuessingProblem(tiny)
    for word in tiny.hidden:
        row = naive.feedback("stone", word)
        if word == "stone":
            continue
        b = bayes(problem, None, problem.prior, "stone", ("stone", row))
        left = tiny.start().after("stone", row).candidates
        assert np.array_equal(np.flatnonzero(b), left) and np.allclose(b[left], 1 / len(left))
    assert problem.ended(("stone", "ggggg")) and not problem.ended(None) and not problem.ended(("stone", "gggg-"))


def test_prior_enters_the_belief(tiny):
    game = wl.wordle(tiny.hidden, prior=np.arange(1, 25))
    assert np.allclose(GuessingProblem(game).prior, np.arange(1, 25) / 300, atol=1e-4)


def test_mastermind_is_an_instance():
    game = wl.mastermind(2, 3)
    problem = GuessingProblem(game)
    b = bayes(problem, None, problem.prior, "ab", ("ab", "1b0w"))
    possible = [row for row in game.hidden if naive.mastermind("ab", row) == "1b0w"]
    assert [game.hidden[i] for i in np.flatnonzero(b)] == possible
    assert problem.ended(("ab", "2b0w"))


def test_a_false_found_is_written_with_a_question_mark(tiny):
    problem = noisy(tiny, "noise")
    assert problem.show(problem.read("ggggg?")) == "ggggg?" and not problem.ended(("stone", "ggggg?"))
    b = bayes(problem, None, problem.prior, "sight", ("sight", "ggggg?"))
    assert b[tiny.hidden.index("sight")] == 0
    assert tiny.hidden[int(b.argmax())] in ("fight", "night")
    with pytest.raises(ValueError, match="expected a question mark after 'found' only"):
        problem.read("gggg-?")


def test_readings_on_the_line():
    problem = LineSearch(7, reach=2, position=1)
    following, probability = problem.outcomes(problem.start, 3)
    assert following == [(3, 0), (3, 1), (3, 2), (3, 3)]
    assert np.array_equal(probability.argmax(axis=1), [3, 2, 1, 0, 1, 2, 3]) and np.all(probability.max(axis=1) == 1)
    assert np.array_equal(problem.cost((1, None), 4), np.full(7, 4.0))
    assert problem.ended((3, 0)) and not problem.ended((3, None))
    noisy_line = LineSearch(7, reach=2, error=0.2)
    _, probability = noisy_line.outcomes((0, None), 3)
    assert np.allclose(probability[2], [0, 0.9, 0.1, 0]) and np.allclose(probability[3], [1, 0, 0, 0])
    assert np.allclose(probability[1], [0, 0.1, 0.8, 0.1]) and np.allclose(probability[0], [0, 0, 0.1, 0.9])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9).filter(any), st.integers(1, 40), st.floats(0, 0.999))
def test_systematic_sampling_draws_the_expected_numbers(weights, count, uniform):
    weights = np.array(weights)
    drawn = np.bincount(belief.systematic(weights, count, uniform), minlength=len(weights))
    expected = count * weights / weights.sum()
    assert drawn.sum() == count
    assert np.all(drawn >= np.floor(expected - 1e-9)) and np.all(drawn <= np.ceil(expected + 1e-9))
    assert not drawn[weights == 0].any()


HISTORY = [("stone", "-y-y-"), ("night", "-gg-g"), ("train", "y----")]


def follow(problem, particles, rng, threshold):
    """Give the exact belief and a particle filter after a few rows."""
    followed = ParticleFilter(problem, particles, rng, threshold)
    b, x = problem.prior, None
    for row in HISTORY:
        followed.update(x, row[0], row)
        b, x = bayes(problem, x, b, row[0], row), row
    return b, followed


@pytest.mark.parametrize("threshold", [0, 0.5, 1])
def test_particles_come_to_bayes_like_one_over_root_n(tiny, threshold):
    """The slope of the log of the mean distance against the log of the number of particles is -1/2."""
    problem = noisy(tiny, "noise")
    rng, sizes = np.random.default_rng(5), 4 ** np.arange(4, 8)
    distance = []
    for size in sizes:
        pairs = (follow(problem, int(size), rng, threshold) for _ in range(40))
        distance.append(np.mean([total_variation(b, followed.belief) for b, followed in pairs]))
    slope = np.polyfit(np.log(sizes), np.log(distance), 1)[0]
    assert abs(slope + 0.5) < 0.12 and distance[-1] < 0.05


def test_resampling_equalises_and_never_brings_a_word_back(tiny):
    problem = noisy(tiny, "noise")
    _, never = follow(problem, 500, np.random.default_rng(1), 0)
    _, always = follow(problem, 500, np.random.default_rng(1), 1)
    assert never.effective_size < 250 and np.ptp(always.weights) < 1e-15
    assert np.isclose(always.effective_size, 500) and len(set(always.theta)) < len(set(never.theta))
    assert np.isclose(never.belief.sum(), 1) and np.isclose(always.belief.sum(), 1)


def test_a_filter_without_a_fitting_particle_says_so(tiny):
    problem = GuessingProblem(tiny)
    one = ParticleFilter(problem, 1, np.random.default_rng(0))
    word = tiny.hidden[int(one.theta[0])]
    with pytest.raises(ValueError, match="none of the 1 particles allows"):
        one.update(None, word, (word, "-----"))


def test_total_variation():
    assert total_variation([1, 0], [0, 1]) == 1 and total_variation([0.5, 0.5], [0.25, 0.75]) == 0.25
    with pytest.raises(ValueError, match="q: shape"):
        total_variation([1, 0], [1])


def test_bad_arguments(tiny):
    with pytest.raises(ValueError, match="hard mode; expected easy mode"):
        GuessingProblem(wl.wordle(tiny.hidden, mode="hard"))
    with pytest.raises(ValueError, match="channel: shape"):
        GuessingProblem(tiny, np.eye(3))
    with pytest.raises(ValueError, match="a row is no distribution"):
        GuessingProblem(tiny, np.zeros((243, 243)))
    with pytest.raises(ValueError, match="code 242 lies"):
        GuessingProblem(tiny, np.eye(243)[::-1])
    problem = GuessingProblem(tiny)
    with pytest.raises(ValueError, match="is impossible under the belief"):
        bayes(problem, None, problem.prior, "stone", ("stone", "gggyg"))
    with pytest.raises(ValueError, match="expected a row of that guess"):
        bayes(problem, None, problem.prior, "stone", ("night", "-----"))
    with pytest.raises(ValueError, match="cannot come after"):
        LineSearch(5, 2).likelihood((0, None), 3, (2, 1))
    for wrong in ({"position": 5}, {"reach": -1}, {"error": 1.0}, {"prior": [1, 2]}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            LineSearch(**{"cells": 5, "reach": 2, **wrong})
    for wrong in ({"particles": 0}, {"threshold": 2}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            ParticleFilter(problem, **{"particles": 5, "rng": np.random.default_rng(0), **wrong})


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda p: GuessingProblem(None), "game: None; expected a Game"),
        (lambda p: GuessingProblem(p.game, "noise"), "channel: .*; expected"),
        (lambda p: p.show(10**6), "seen: 1000000; expected a whole number"),
        (lambda p: p.read(None), "feedback: None; expected"),
        (lambda p: p.outcomes(None, 5), "guess: 5 is not one of the 24 guesses"),
        (lambda p: p.likelihood(None, "stone", "-----"), "following: '-----'; expected a pair"),
        (lambda p: p.draw(None, "stone", 99, 0.5), "theta: 99; expected a whole number from 0 to 23"),
        (lambda p: p.draw(None, "stone", 0, 1), "uniform: 1; expected a finite number, at least 0, less than 1"),
        (lambda p: belief.bayes(None, None, p.prior, "stone", ("stone", "-----")), "problem: None; expected"),
        (
            lambda p: belief.bayes(p, None, None, "stone", ("stone", "-----")),
            "b: None; expected a probability for each",
        ),
        (
            lambda p: belief.bayes(p, None, [0.5], "stone", ("stone", "-----")),
            r"b: shape \(1,\); expected a probability",
        ),
        (lambda p: belief.bayes(p, None, -p.prior, "stone", ("stone", "-----")), "b: .*; expected a probability"),
        (lambda p: belief.information(p, None, ["x"], "stone"), "b: .*; expected a probability"),
        (lambda p: belief.entropy_of_rows(None), "p: None; expected an array of probabilities"),
        (lambda p: belief.entropy_of_rows([[2.0]]), "p: .*; expected an array of probabilities"),
        (lambda p: belief.systematic([], 3, 0.5), "weights: .*; expected non-negative numbers"),
        (lambda p: belief.systematic([1, -1], 3, 0.5), "weights: .*; expected non-negative numbers"),
        (lambda p: belief.systematic([1, 1], "3", 0.5), "count: '3'; expected a whole number"),
        (lambda p: belief.systematic([1, 1], 3, None), "uniform: None; expected a finite number"),
        (lambda p: belief.ParticleFilter(None, 5, np.random.default_rng(1)), "problem: None; expected"),
        (lambda p: belief.ParticleFilter(p, 5, 1), "rng: 1; expected a numpy.random.Generator"),
        (lambda p: belief.ParticleFilter(p, "5", np.random.default_rng(1)), "particles: '5'; expected a whole number"),
        (lambda p: belief.total_variation(None, [1]), "p: None; expected a distribution"),
        (lambda p: belief.total_variation([1], ["x"]), "q: .*; expected"),
        (lambda p: LineSearch("9", 2), "cells: '9'; expected a whole number"),
        (lambda p: LineSearch(9, 2.5), "reach: 2.5; expected a whole number"),
        (lambda p: LineSearch(9, 2, 9), "position: 9; expected a whole number from 0 to 8"),
        (lambda p: LineSearch(9, 2, prior="x"), "prior: 'x'; expected 9 non-negative numbers"),
        (lambda p: LineSearch(9, 2).outcomes((0, None), 9), "u: 9; expected a whole number from 0 to 8"),
        (lambda p: LineSearch(9, 2).cost(None, 1), "x: None; expected a pair"),
        (lambda p: LineSearch(9, 2).ended(5), "x: 5; expected a pair"),
    ],
)
def test_arguments_of_the_wrong_kind_are_named(tiny, ask, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        ask(GuessingProblem(tiny))

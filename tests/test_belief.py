from itertools import product

import naive
import numpy as np
import pytest
from games import word_lists
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused, refuses

import wordlelib as wl
from wordlelib.planning import belief, noise
from wordlelib.planning.belief import ExactBelief, GuessingProblem, LineSearch, ParticleFilter, bayes, total_variation

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
        left = tiny.start().after("stone", row).members
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
    refuses("expected a question mark after 'found' only", problem.read, "gggg-?")


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


def follow(problem, particles, rng, threshold, rejuvenate=0):
    """Give the exact belief and a particle filter after a few rows."""
    exact, followed = ExactBelief(problem), ParticleFilter(problem, particles, rng, threshold, rejuvenate)
    x = None
    for row in HISTORY:
        for each in (exact, followed):
            each.update(x, row[0], row)
        x = row
    return exact.belief, followed


@pytest.mark.parametrize("threshold, moves", [(0, 0), (0.5, 0), (1, 0), (0.5, 2), (1, 3)])
@pytest.mark.parametrize("count", [1, 20, 100])
def test_the_filter_is_its_twin(tiny, threshold, moves, count):
    """Particle by particle, with the same random numbers."""
    b, followed = follow(noisy(tiny, "noise"), count, np.random.default_rng(count), threshold, moves)
    words, rng = list(tiny.hidden), np.random.default_rng(count)
    twin = naive.particle_filter(CHANCES["noise"], words, HISTORY, count, threshold, moves, rng)
    assert [words[i] for i in followed.theta] == [word for word, _ in twin]
    assert np.allclose(followed.weights, [weight for _, weight in twin])
    exact = naive.bayes(CHANCES["noise"], dict.fromkeys(words, 1 / len(words)), HISTORY)
    assert np.allclose(b, [exact[word] for word in words])


@pytest.mark.slow
@pytest.mark.parametrize("threshold, moves", [(0, 0), (0.5, 0), (0.5, 2)])
def test_the_evidence_times_the_belief_has_no_bias(tiny, threshold, moves):
    """The mean over many small filters is the prior times the likelihood, within four standard errors."""
    problem = GuessingProblem(tiny, noise.colour_noise(tiny, 0.4))
    truth = problem.prior * np.prod([problem.likelihood(None, row[0], row) for row in HISTORY], axis=0)
    rng, estimates = np.random.default_rng(8), []
    for _ in range(4000):
        _, followed = follow(problem, 12, rng, threshold, moves)
        estimates.append(np.exp(followed.log_evidence) * followed.belief)
    error = np.std(estimates, axis=0) / np.sqrt(len(estimates))
    assert np.all(np.abs(np.mean(estimates, axis=0) - truth) < 4 * error + 1e-12 * (truth == 0))
    beliefs = [estimate / estimate.sum() for estimate in estimates if estimate.any()]
    assert total_variation(np.mean(beliefs, axis=0), truth / truth.sum()) > 0.02


def test_a_move_is_the_metropolis_step_that_keeps_the_belief(tiny):
    """Where moved particles land, against the transition matrix, which keeps the belief and is reversible under it."""
    problem = noisy(tiny, "noise")
    b, followed = follow(problem, 20_000, np.random.default_rng(3), 0)
    likelihood = np.prod([problem.likelihood(None, row[0], row) for row in HISTORY], axis=0)
    possible = likelihood > 0
    b, likelihood, size = b[possible], likelihood[possible], possible.sum()
    matrix = np.minimum(1, likelihood / likelihood[:, None]) / len(possible)
    matrix[np.diag_indices(size)] += 1 - matrix.sum(axis=1)
    assert np.allclose(b @ matrix, b) and np.allclose(b[:, None] * matrix, (b[:, None] * matrix).T)
    started = np.repeat(np.arange(size), 20_000)
    followed.theta = np.flatnonzero(possible)[started]
    followed.move()
    landed = np.zeros((size, len(possible)))
    np.add.at(landed, (started, followed.theta), 1 / 20_000)
    landed = landed[:, possible]
    assert np.abs(landed - matrix).max() < 4.5 * 0.5 / np.sqrt(20_000)


def test_particles_that_have_become_impossible_may_move(tiny):
    """What is impossible stays, or becomes what is possible."""
    problem = GuessingProblem(tiny)
    followed, row = ParticleFilter(problem, 200, np.random.default_rng(3), 0), ("stone", "-y-y-")
    followed.update(None, "stone", row)
    possible = problem.likelihood(None, "stone", row) > 0
    before = possible[followed.theta]
    with np.errstate(invalid="raise"):
        followed.move()
    after = possible[followed.theta]
    assert np.all(after[before]) and after.sum() > before.sum() > 0


def test_moves_bring_lost_words_back(tiny):
    problem = noisy(tiny, "noise")
    lost = {moves: [] for moves in (0, 10)}
    for moves, apart in lost.items():
        for seed in range(30):
            b, followed = follow(problem, 30, np.random.default_rng(seed), 0.5, moves)
            apart.append(total_variation(b, followed.belief))
    assert np.mean(lost[10]) < 0.7 * np.mean(lost[0])


@given(st.integers(1, 40), st.integers(0, 99))
def test_resampling_moves_no_probability_by_more_than_one_particle(count, seed):
    game = wl.wordle(["abc", "abd", "acd", "bcd", "bad", "cad", "dab", "cab", "dac"])
    problem = GuessingProblem(game, noise.colour_noise(game, 0.3))
    never, always = (ParticleFilter(problem, count, np.random.default_rng(seed), k) for k in (0, 1))
    for each in (never, always):
        each.update(None, "dac", ("dac", "yg-"))
    if not never.restarts:
        assert np.all(np.abs(never.belief - always.belief) < 1 / count + 1e-9)
        assert not always.belief[never.belief == 0].any()


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


def test_a_filter_without_a_fitting_particle_restarts(tiny):
    """New particles are drawn until one fits all rows, not the last row alone."""
    problem, restarts = GuessingProblem(tiny), 0
    right = [(guess, tiny.answer(guess, "train")) for guess in ("stone", "batch")]
    for seed in range(20):
        one = ParticleFilter(problem, 1, np.random.default_rng(seed))
        for row in right:
            one.update(None, row[0], row)
        assert all(
            tiny.answer(guess, tiny.hidden[one.theta[0]]) == seen for guess, seen in right
        ) and one.weights.tolist() == [1]
        assert (one.log_evidence == -np.inf) == (one.restarts > 0)
        restarts += one.restarts
    assert restarts > 20


def test_what_no_word_allows_is_an_error(tiny):
    one = ParticleFilter(GuessingProblem(tiny), 9, np.random.default_rng(0))
    refuses("impossible under the prior and what was seen", one.update, None, "stone", ("stone", "gggyg"))


def test_total_variation():
    assert total_variation([1, 0], [0, 1]) == 1 and total_variation([0.5, 0.5], [0.25, 0.75]) == 0.25
    refuses("q: shape", total_variation, [1, 0], [1])


def test_bad_arguments(tiny):
    refuses("hard mode; expected easy mode", GuessingProblem, wl.wordle(tiny.hidden, mode="hard"))
    refuses("channel: shape", GuessingProblem, tiny, np.eye(3))
    refuses("a row is no distribution", GuessingProblem, tiny, np.zeros((243, 243)))
    refuses("code 242 lies", GuessingProblem, tiny, np.eye(243)[::-1])
    problem = GuessingProblem(tiny)
    refuses("is impossible under the belief", bayes, problem, None, problem.prior, "stone", ("stone", "gggyg"))
    refuses("expected a row of that guess", bayes, problem, None, problem.prior, "stone", ("night", "-----"))
    refuses("cannot come after", LineSearch(5, 2).likelihood, (0, None), 3, (2, 1))
    for wrong in ({"position": 5}, {"reach": -1}, {"error": 1.0}, {"prior": [1, 2]}):
        refuses(next(iter(wrong)), LineSearch, **{"cells": 5, "reach": 2, **wrong})
    for wrong in ({"particles": 0}, {"threshold": 2}, {"rejuvenate": -1}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            ParticleFilter(problem, **{"particles": 5, "rng": np.random.default_rng(0), **wrong})


test_arguments_of_the_wrong_kind_are_named = refused(
    (lambda p: p.outcomes(None, 5), "^guess: 5 is not one of the 24 guesses"),
    (lambda p: p.likelihood(None, "stone", "-----"), "^following: '-----'; expected a pair"),
    (lambda p: p.draw(None, "stone", 0, 1), "^uniform: 1; expected a finite number, at least 0, less than 1"),
    (lambda p: belief.bayes(p, None, -p.prior, "stone", ("stone", "-----")), "^b: .*; expected a probability"),
    (lambda p: belief.entropy_of_rows([[2.0]]), "^p: .*; expected an array of probabilities"),
    (lambda p: belief.systematic([], 3, 0.5), "^weights: .*; expected non-negative numbers"),
    (lambda p: belief.systematic([1, -1], 3, 0.5), "^weights: .*; expected non-negative numbers"),
    (lambda p: LineSearch(9, 2).outcomes((0, None), 9), "^u: 9; expected a whole number from 0 to 8"),
    (lambda p: LineSearch(9, 2).cost(None, 1), "^x: None; expected a pair"),
    (lambda p: LineSearch(9, 2).ended(5), "^x: 5; expected a pair"),
    by=lambda ask: ask(GuessingProblem(wl.wordle(wl.words.tiny()))),
)

from itertools import product

import naive
import numpy as np
import pytest
from games import word_lists
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refuses

import wordlelib as wl
from wordlelib.kernels import noise as noise_kernels
from wordlelib.planning import belief, noise
from wordlelib.planning.adaptive import Remembering, run, simulate
from wordlelib.planning.belief import GuessingProblem, bayes
from wordlelib.planning.noise import NoisyInformation, NoisyRollout, colour_noise, one_lie


def rows(length):
    """All rows of colours in order of their codes."""
    return ["".join(reversed(row)) for row in product("-yg", repeat=length)]


@pytest.mark.parametrize("length", [1, 2, 3])
@pytest.mark.parametrize("kind", ["noise", "lie"])
def test_channels_agree_with_the_twins(length, kind):
    game = wl.wordle(["abcd"[:length]])
    if kind == "noise":
        channel, chance = colour_noise(game, 0.15), lambda t, s: naive.colour_noise(t, s, 0.15)
    else:
        channel, chance = one_lie(game), naive.one_lie
    shown = [*rows(length), "g" * length]
    solved = 3**length - 1
    assert channel.shape == (3**length, 3**length + 1) and np.allclose(channel.sum(axis=1), 1)
    assert channel[solved, solved] == 1 and not channel[:solved, solved].any()
    for t, true in enumerate(rows(length)[:-1]):
        for s, text in enumerate(shown):
            if s != solved:
                assert np.isclose(channel[t, s], chance(true, text))


def test_without_errors_the_channel_is_true(tiny):
    assert np.array_equal(colour_noise(tiny, 0)[:, :-1], np.eye(243)) and not colour_noise(tiny, 0)[:, -1].any()


@given(st.lists(st.floats(0, 1, width=32), min_size=1, max_size=60).filter(any))
def test_surprise_is_the_entropy(numbers):
    q = np.zeros(64, np.float32)
    q[: len(numbers)] = np.array(numbers) / np.sum(numbers)
    expected = -sum(float(p) * np.log2(float(p)) for p in q if p > 0)
    assert np.isclose(noise_kernels.surprise_of(q, np.empty_like(q)), expected, atol=1e-4)


def random_belief(rng, game):
    """A belief in which some words are ruled out and some are nearly so."""
    b = rng.random(len(game.hidden)) ** 6
    b[rng.random(len(b)) < 0.2] = 0
    b[rng.integers(len(b))] = 1
    return b / b.sum()


@given(word_lists(most=10), st.sampled_from(["noise", "lie", "true"]), st.integers(0, 10**6))
@settings(max_examples=30)
def test_scores_are_the_information_and_the_bonus(lists, kind, seed):
    """The compiled score against the mutual information of the general problem, which has a twin of its own."""
    hidden, guesses = lists
    game = wl.wordle(hidden, guesses)
    channels = {"noise": colour_noise(game, 0.1), "lie": one_lie(game), "true": np.eye(game.cells)}
    problem = GuessingProblem(game, channels[kind])
    b = random_belief(np.random.default_rng(seed), game)
    base = NoisyInformation(problem, bonus=1.5, shortlist=len(guesses), negligible=0.0)
    ranked = dict(base.rank(b, len(guesses)))
    assert set(ranked) == set(guesses)
    for u in guesses:
        right = b[hidden.index(u)] if u in hidden else 0
        assert np.isclose(ranked[u], belief.information(problem, None, b, u) + 1.5 * right, atol=2e-4)
    if np.count_nonzero(b) > 2:
        assert ranked[base.decide(None, b)] == max(ranked.values())
    else:
        assert base.decide(None, b) == hidden[int(b.argmax())]


@given(word_lists(most=14), st.integers(0, 10**6), st.integers(1, 6))
@settings(max_examples=30)
def test_the_shortlist_holds_the_best_of_true_feedback(lists, seed, most):
    hidden, guesses = lists
    game = wl.wordle(hidden, guesses)
    base = NoisyInformation(GuessingProblem(game), bonus=2.0)
    b = random_belief(np.random.default_rng(seed), game)
    members, weights = noise_kernels.heavy_words(b, 0.0)
    chosen = noise_kernels.shortlist(base.arrays, base.settings, members, weights, most)
    scores = np.array([belief.information(base.problem, None, b, u) for u in guesses])
    scores[game.guess_of_hidden] += 2 * b
    assert len(chosen) == min(most, len(guesses)) and np.all(np.diff(chosen) > 0)
    assert scores[chosen].min() >= np.sort(scores)[::-1][len(chosen) - 1] - 0.02


def test_negligible_words_are_left_out(tiny):
    b = np.full(24, 1e-5)
    b[[3, 7]] = 0.3, 0.4
    members, weights = noise_kernels.heavy_words(b / b.sum(), 1e-3)
    assert list(members) == [3, 7] and np.allclose(weights, [3 / 7, 4 / 7])
    policy = NoisyInformation(GuessingProblem(tiny, colour_noise(tiny, 0.05)))
    assert policy.decide(None, b / b.sum()) == tiny.hidden[7]
    many = np.full(24, 0.02)
    many[3] = 0.5
    assert len(noise_kernels.heavy_words(many / many.sum(), 0.01)[0]) == 24


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30).filter(any), st.floats(0, 0.5))
def test_what_is_left_out_is_negligible_and_lighter(weights, negligible):
    b = np.array(weights) / np.sum(weights)
    members, kept = noise_kernels.heavy_words(b, negligible)
    rest = np.setdiff1d(np.arange(len(b)), members)
    assert b[rest].sum() <= negligible + 1e-9 and np.isclose(kept.sum(), 1)
    assert not rest.size or b[rest].max() <= b[members].min()


def small():
    game = wl.wordle(["abc", "abd", "acd", "bcd", "bad", "cad", "dab", "cab"])
    return GuessingProblem(game, colour_noise(game, 0.1))


WRAPS = pytest.mark.filterwarnings("ignore:overflow encountered")  # keys wrap around; uncompiled code would warn


@WRAPS
def test_simulated_games_are_the_base_policys_games():
    """The compiled simulation against the general one: same hidden words, same noise, the candidate as first guess."""
    problem = small()
    base = NoisyInformation(problem, bonus=1.0)
    rollout = NoisyRollout(base, pool=100)
    b = random_belief(np.random.default_rng(3), problem.game)
    candidates = np.arange(8, dtype=np.int32)
    lengths = rollout.lengths(b, candidates, 12, np.random.default_rng(9))
    rng = np.random.default_rng(9)
    thetas = belief.systematic(b, 12, rng.random())
    noises = (rng.permuted(np.tile(np.arange(12), (noise.ROWS, 1)), axis=1).T + rng.random((12, noise.ROWS))) / 12
    for k, guess in enumerate(problem.game.guesses):
        for j in range(12):
            x = problem.draw(None, guess, thetas[j], noises[j, 0])
            after = bayes(problem, None, b, guess, x)
            assert lengths[k, j] == 1 + run(problem, base, x, after, int(thetas[j]), noises[j, 1:])


@WRAPS
def test_rollout_ends_what_information_draws_out():
    """Of three words one is likely: information alone asks about all three, rollout takes the likely one."""
    hidden = ["abc", "abd", "acd", "bcd", "bad", "cad", "dab", "cab"]
    game = wl.wordle(hidden, ["".join(word) for word in product("abcd", repeat=3)])
    base = NoisyInformation(GuessingProblem(game, colour_noise(game, 0.05)), bonus=0.0)
    b = np.zeros(8)
    b[[hidden.index("bcd"), hidden.index("cab"), hidden.index("abc")]] = 0.6, 0.3, 0.1
    few = {"width": 3, "heaviest": 1, "runs": 16}
    rollout = NoisyRollout(base, **few)
    assert base.decide(None, b) not in hidden
    assert rollout.decide(None, b) == "bcd" == NoisyRollout(base, **few).decide(None, b)
    assert NoisyRollout(base, **few, caution=1e9).decide(None, b) == base.decide(None, b)
    candidates = [game.guesses[g] for g in rollout.candidates(b)]
    assert candidates[0] == base.decide(None, b) and "bcd" in candidates and len(set(candidates)) == len(candidates)
    ranked = [guess for guess, _ in base.rank(b, 3)]
    assert set(candidates) == {*ranked, "bcd"}


@pytest.mark.large
def test_rollout_beats_information_alone():
    words = wl.words.original()[0]
    game = wl.wordle(words[::40], sorted({*words[::3], *words[::40]}))
    problem = GuessingProblem(game, colour_noise(game, 0.1))
    base = NoisyInformation(problem, bonus=0.0)
    rollout = NoisyRollout(base, width=5, runs=10, heaviest=3)
    gain = simulate(problem, Remembering(base), 100, seed=1).minus(simulate(problem, Remembering(rollout), 100, seed=1))
    assert gain.mean > 4 * gain.standard_error


@pytest.mark.slow
@pytest.mark.large
def test_full_size(original):
    problem = GuessingProblem(original, colour_noise(original, 0.05))
    base = NoisyInformation(problem)
    word, score = base.rank(problem.prior, 1)[0]
    information = belief.information(problem, None, problem.prior, word)
    right = word in original.hidden
    assert np.isclose(score, information + base.settings.bonus * right / 2315, atol=1e-3)
    sample = simulate(problem, Remembering(base), 300, seed=2)
    assert 3.6 < sample.mean < 4.2
    whole = NoisyInformation(problem, shortlist=12_972)
    assert whole.decide(None, problem.prior) == base.decide(None, problem.prior)


def test_bad_arguments(tiny):
    problem = small()
    for channel in (colour_noise, one_lie):
        refuses("expected a game of Wordle", channel, wl.mastermind(2, 3), *([0.1] if channel is colour_noise else []))
    refuses("epsilon: 1.5; expected 0 to 1", colour_noise, tiny, 1.5)
    refuses("negligible: 1; expected", NoisyInformation, problem, negligible=1)
    refuses("runs: 1; expected", NoisyRollout, NoisyInformation(problem), runs=1)
    refuses("^problem: <Wordle: .*; expected a GuessingProblem", noise.arrays_of, problem.game)

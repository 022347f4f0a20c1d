import naive
import numpy as np
import pytest
from games import random_game, word_lists
from hypothesis import given
from refusals import refuses

import wordlelib as wl
from wordlelib.game import entropy
from wordlelib.kernels import scores

QUOTED = (wl.information_gain, wl.expected_remaining, wl.number_of_classes, wl.worst_class)


@given(word_lists(most=25))
def test_scores_equal_the_twin(lists):
    hidden, guesses = lists
    state = wl.wordle(hidden, guesses).start()
    for score, quoted in enumerate(QUOTED):
        expected = [naive.scores(naive.feedback, guess, hidden)[score] for guess in guesses]
        assert np.allclose(quoted(state), expected, rtol=0, atol=1e-9)
        assert np.allclose(quoted(state, guesses[::-1]), expected[::-1], rtol=0, atol=1e-9)


def test_scores_under_a_prior_equal_the_twin(rng):
    words = wl.words.original()[0]
    for _ in range(5):
        plain = random_game(rng, words)
        game = wl.wordle(plain.hidden, plain.guesses, prior=rng.integers(1, 50, len(plain.hidden)))
        prior = dict(zip(game.hidden, game.weights.tolist(), strict=True))
        state = game.start().after(game.guesses[0], naive.feedback(game.guesses[0], game.hidden[-1]))
        for score, quoted in enumerate(QUOTED):
            expected = [naive.scores(naive.feedback, g, state.words, prior)[score] for g in game.guesses]
            assert np.allclose(quoted(state), expected, rtol=0, atol=1e-9)


def test_information_is_the_fall_of_the_beliefs_entropy(tiny):
    state = tiny.start()
    for guess in tiny.guesses:
        after = sum(
            len(c) / len(tiny.hidden) * wl.entropy.entropy(np.full(len(c), 1 / len(c)))
            for c in state.partition(guess).values()
        )
        fall = wl.entropy.entropy(state.probabilities) - after
        assert np.isclose(wl.information_gain(state, [guess])[0], fall)


@given(word_lists(most=25))
def test_partition_sums(lists):
    hidden, guesses = lists
    state = wl.wordle(hidden, guesses).start()
    for guess in guesses:
        sizes = wl.class_counts(state, guess)
        classes = state.partition(guess).values()
        assert sizes.sum() == len(hidden) and np.all(np.diff(sizes) <= 0)
        assert sorted(map(len, classes)) == sorted(sizes) and sorted(sum(classes, [])) == sorted(hidden)


def test_fixed_point_logarithm_is_additive_and_accurate():
    table = entropy.log_table(5000)
    logs = table[1:] // np.arange(1, 5001)
    assert np.array_equal(logs * np.arange(1, 5001), table[1:])
    for a in range(2, 2501):
        b = np.arange(2, 5000 // a + 1)
        assert np.array_equal(logs[a * b - 1], logs[a - 1] + logs[b - 1])
    assert np.allclose(logs / entropy.LOG_UNIT, np.log2(np.arange(1, 5001)), rtol=0, atol=1e-10)


def test_equal_partitions_tie_exactly_where_floats_do_not():
    # Classes (6, 1, 1) and (3, 2, 2, 1) of 8 words would differ in c log c; 6 log 6 against 6 log 2 + 6 log 3 must not.
    table = entropy.log_table(12)
    assert table[6] == 6 * (table[2] // 2) + 6 * (table[3] // 3)
    assert 4 * table[2] == table[4] == 8 * int(entropy.LOG_UNIT)


@pytest.mark.large
@pytest.mark.parametrize("opening", ["salet", "raise", "fuzzy"])
def test_no_two_different_information_costs_are_within_rounding(original, opening):
    """The fixed-point cost errs by less than 0.5 a prime factor and word: its order is the true order."""
    for beliefs in (
        wl.Beliefs.start(original),
        wl.Beliefs.start(original).split(np.array([original.find(opening)]))[0],
    ):
        for state in beliefs:
            n = len(state.members)
            cost = np.unique(entropy.costs(state, scores.INFORMATION, state.allowed))
            assert len(cost) == 1 or np.diff(cost).min() > n * np.log2(max(n, 2))


def test_entropy_of_a_distribution():
    assert entropy.entropy([0.5, 0.25, 0.25, 0]) == 1.5
    refuses("probabilities: 2 numbers with sum 0.9", entropy.entropy, [0.5, 0.4])
    refuses("expected non-negative", entropy.entropy, [1.5, -0.5])
    refuses("^limit: 4611686018427387904; expected a whole number from 0 to", entropy.log_table, 2**62)


@pytest.mark.large
def test_best_first_guesses(original):
    state = original.start()
    bits, left = wl.information_gain(state), wl.expected_remaining(state)
    assert original.guesses[bits.argmax()] == "soare" and f"{bits.max():.4f}" == "5.8860"
    assert original.guesses[left.argmin()] == "roate" and f"{left.min():.2f}" == "60.42"
    bits, left = (quoted(state, list(original.hidden)) for quoted in (wl.information_gain, wl.expected_remaining))
    assert original.hidden[bits.argmax()] == "raise" and f"{bits.max():.3f}" == "5.878"
    assert original.hidden[left.argmin()] == "raise" and f"{left.min():.2f}" == "61.00"

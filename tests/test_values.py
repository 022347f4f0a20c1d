import pickle
from itertools import product
from math import sqrt

import naive
import numpy as np
import pytest
from games import random_game, rounds, words_game
from refusals import refused, refuses

import wordlelib as wl
from wordlelib.game.game import MODES
from wordlelib.planning import values

INPUTS = len(values.NAMES)


def some_network(rng, *hidden):
    sizes = [INPUTS, *hidden, 1]
    return [(rng.normal(size=(b, a)) / sqrt(a), rng.normal(size=b)) for a, b in zip(sizes[:-1], sizes[1:], strict=True)]


def some_beliefs(game, guesses=6):
    first = np.arange(0, len(game.guesses), max(1, len(game.guesses) // guesses)).astype(np.int32)
    start = wl.Beliefs.start(game)
    return [start, start.repeat(len(first)).split(first)[0]]


@pytest.mark.parametrize("mode", MODES)
def test_features_are_those_of_the_twin(rng, mode):
    for _ in rounds(20):
        game = words_game(rng, "hard" if mode == "hard" else "easy").game
        if mode == "strict":
            game = wl.wordle(game.hidden, mode="strict")
        for beliefs in some_beliefs(game):
            found = values.features(beliefs)
            for x, least, known, state in zip(*found, beliefs, strict=True):
                expected, cost, sure = naive.belief_features(naive.feedback, state.words, state.words)
                assert (least, known) == (cost, sure)
                assert x == pytest.approx([0] * INPUTS if sure else expected)


@pytest.mark.large
def test_large_beliefs_are_sorted_by_some_of_their_words(original):
    for beliefs in (wl.Beliefs.of(original.start().after("salet", row)) for row in ("-----", "-y---", "y--y-")):
        words = beliefs.state(0).words
        tried = [words[t * len(words) // 24] for t in range(24)]
        expected, cost, sure = naive.belief_features(naive.feedback, words, tried)
        x, least, known = values.features(beliefs)
        assert x[0] == pytest.approx(expected) and least[0] == cost == 2 * len(words) - 1 and not known[0] and not sure


def test_known_costs_are_optimal(rng):
    """What is known at sight is what perfect play needs, and what is a bound is one."""
    seen = 0
    for _ in rounds(20):
        kept = words_game(rng, most=9)
        for state in some_beliefs(kept.game)[1]:
            least, known = (found[0] for found in values.features(wl.Beliefs.of(state))[1:])
            best = kept.optimum(tuple(state.words))
            assert best == least if known else best >= least
            seen += len(state.words) > 2 and known
    assert seen > 3


@pytest.mark.parametrize("hidden", [(), (5,), (7, 3), (1,), (4, 1)])
def test_the_kernel_computes_what_numpy_does(rng, hidden):
    """One step of lookahead: the Q-factors are sums of the value's costs."""
    game = random_game(rng, wl.words.original()[0][:300])
    for value, beliefs in product((wl.NetworkValue(some_network(rng, *hidden)) for _ in range(6)), some_beliefs(game)):
        assert wl.Lookahead(value)._levels is not None
        x, least, known = values.features(beliefs)
        n = np.diff(beliefs.offsets)
        outputs = [naive.network(value.layers, row) for row in x]
        assert value.outputs(x) == pytest.approx(outputs)
        expected = np.where(known, least, np.maximum(least, 2 * n - 1 + n * outputs))
        assert value.costs(beliefs) == pytest.approx(expected)
        assert wl.Lookahead(value).base_costs(beliefs) == pytest.approx(expected)


def test_words_of_different_lengths_have_no_letters():
    game = wl.from_answers(["a", "bb", "ccc", "dddd"], ["a", "bb", "ccc", "dddd"], lambda u, w: str(u == w))
    x, least, known = values.features(wl.Beliefs.start(game))
    assert not known[0] and least[0] == 8 and x[0, 9:].tolist() == [0, 0, 0] and x[0, 8] == 1 / 4


def test_a_linear_value_names_its_weights(rng):
    weights = rng.normal(size=INPUTS)
    value = wl.LinearValue(weights, 0.5)
    assert list(value.weights) == list(values.NAMES) and list(value.weights.values()) == weights.tolist()
    assert value.layers[0][1] == [0.5] and repr(value) == f"<LinearValue: {INPUTS}-1>"
    x = rng.normal(size=(4, INPUTS))
    assert value.outputs(x) == pytest.approx(x @ weights + 0.5)


@pytest.mark.parametrize("hidden", [(), (4,), (4, 3)])
def test_values_are_read_as_they_are_written(rng, tiny, hidden):
    value = wl.NetworkValue(some_network(rng, *hidden))
    if not hidden:
        value = wl.LinearValue(value.layers[0][0][0], 1.25)
    beliefs = wl.Beliefs.start(tiny)
    for again in (wl.NetworkValue.from_json(value.to_json()), pickle.loads(pickle.dumps(value))):
        assert type(again) is type(value) and again.to_json() == value.to_json()
        assert again.costs(beliefs) == value.costs(beliefs)


def test_a_table_is_bounded_if_it_charges_no_less_than_any_policy_needs():
    assert wl.SizeValue([0, 1, 1.5, 5 / 3, 1.8]).bounded
    assert not wl.SizeValue([0, 1, 1.5, 1.6]).bounded and not wl.SizeValue([0, 1.1, 1.5]).bounded
    assert wl.SizeValue([0]).bounded


GOOD = wl.LinearValue(np.zeros(INPUTS), 0).to_json()


test_bad_values_are_refused = refused(
    (lambda: wl.SizeValue([0, -1]), "table: a number that is negative; expected none"),
    (lambda: wl.LinearValue([1, 2], 0), rf"weights: shape \(2,\); expected {INPUTS} numbers"),
    (lambda: wl.LinearValue(np.zeros(INPUTS), np.nan), "bias: nan; expected a finite number"),
    (lambda: wl.NetworkValue([]), "layers: .*; expected 1 to 3 pairs"),
    (lambda: wl.NetworkValue([(np.zeros((2, INPUTS)), [0, 0])]), "layers: .*; expected 1 to 3 pairs"),
    (lambda: wl.NetworkValue([(np.zeros((1, 3)), [0])]), r"layers: shape \(1, 3\); expected"),
    (lambda: wl.NetworkValue([(np.zeros((1, INPUTS)), [0, 1])]), r"layers: shape \(2,\); expected"),
    (lambda: wl.NetworkValue([(np.zeros((1, INPUTS)), [np.inf])]), "layers: .*; expected"),
    (lambda: wl.NetworkValue.from_json("{"), "text: .*; expected what to_json writes"),
    (lambda: wl.NetworkValue.from_json("[]"), "text: .*; expected what to_json writes"),
    (lambda: wl.NetworkValue.from_json(GOOD.replace("1 / words", "words")), "text: .*, with the features of this"),
    (lambda: wl.NetworkValue.from_json(GOOD.replace('"linear"', '"tree"')), "text: .*, with the features of this"),
    (
        lambda: wl.NetworkValue.from_json(
            wl.NetworkValue([(np.zeros((2, INPUTS)), [0, 0]), ([[1, 1]], [0])])
            .to_json()
            .replace('"network"', '"linear"')
        ),
        "text: .*: a linear value has one layer",
    ),
)


def test_priors_are_refused_by_learned_values_alone(tiny):
    game = wl.wordle(tiny.hidden, prior=range(1, 25))
    value = wl.LinearValue(np.zeros(INPUTS), 0)
    for act in (value.costs, values.features, wl.Lookahead(value).decide_all):
        refuses("game: .*weighted prior>; expected a uniform prior", act, wl.Beliefs.start(game))
    start = wl.Beliefs.start(game)
    assert wl.SizeValue(np.ones(25)).costs(start) == game.weights.sum()
    assert wl.Lookahead(wl.SizeValue(np.ones(25))).decide(game.start()) in game.guesses


def test_a_table_must_fit_the_game(tiny):
    refuses(r"table: shape \(2,\); expected \(25,\)", wl.SizeValue([0, 1]).costs, wl.Beliefs.start(tiny))

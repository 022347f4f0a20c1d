from functools import cache

import numpy as np
import pytest
from games import word_lists
from hypothesis import given, settings
from refusals import refuses

import wordlelib as wl
from wordlelib.planning import adaptive, noise
from wordlelib.planning.adaptive import (
    CertaintyEquivalentControl,
    InformationControl,
    QMDPControl,
    RolloutControl,
    Sample,
    evaluate,
    q_factors,
    simulate,
)
from wordlelib.planning.belief import ExactBelief, GuessingProblem, LineSearch, ParticleFilter, bayes

LINES = [(8, 2, 0), (8, 2, 3), (8, 9, 3)]


def expected_cost(problem, policy):
    return float(problem.prior @ evaluate(problem, policy))


def test_qmdp_guesses_blindly_in_wordle(tiny):
    """To an oracle every possible word is equally good, and no other guess is worth anything."""
    problem = GuessingProblem(tiny)
    qmdp, information = QMDPControl(problem), InformationControl(problem)
    x = ("night", "-----")
    b = bayes(problem, None, problem.prior, "night", x)
    q = q_factors(problem, x, b, qmdp.cost_to_go)
    assert np.count_nonzero(b) > 2
    assert np.allclose(q, np.where(b > 0, 2 - 1 / np.count_nonzero(b), 2))
    assert qmdp.decide(x, b) == tiny.hidden[np.flatnonzero(b)[0]]
    assert expected_cost(problem, qmdp) > expected_cost(problem, information) + 0.25


def test_qmdp_is_sensible_on_the_line():
    """Walking along finds the object, and passes every possible cell without a detour."""
    problem = LineSearch(12, reach=3)
    qmdp, information = QMDPControl(problem), InformationControl(problem)
    assert expected_cost(problem, qmdp) < expected_cost(problem, information)
    for theta in range(12):
        assert np.isclose(qmdp.costs[theta][problem.start], theta + 1)


def test_from_the_middle_qmdp_puts_off_its_decision_for_ever():
    problem = LineSearch(8, reach=9, position=3)
    costs = evaluate(problem, QMDPControl(problem))
    assert np.isinf(costs).any()
    b = bayes(problem, problem.start, problem.prior, 3, (3, 2))
    assert list(np.flatnonzero(b)) == [1, 5]
    assert QMDPControl(problem).decide((3, 2), b) == 3


@pytest.mark.parametrize("line", LINES, ids=str)
def test_certainty_equivalence_goes_where_the_object_is_likeliest(rng, line):
    """It measures there, and is either done or knows better; so it always ends, and learns only by being wrong."""
    problem = LineSearch(*line)
    policy = CertaintyEquivalentControl(problem)
    assert np.isfinite(evaluate(problem, policy)).all()
    for _ in range(20):
        b = rng.random(8)
        assert policy.decide(problem.start, b) == int(np.argmax(b))
    assert policy.decide(problem.start, np.array([0, 0, 0.2, 0.2, 0, 0.1, 0.2, 0])) == 2


def test_certainty_equivalence_says_the_likeliest_word(rng, tiny):
    problem = GuessingProblem(tiny)
    policy = CertaintyEquivalentControl(problem)
    for _ in range(5):
        b = rng.random(24)
        assert policy.decide(None, b) == tiny.hidden[int(np.argmax(b))]


@pytest.mark.parametrize(
    "problem",
    [GuessingProblem(wl.wordle(wl.words.tiny()[:9])), GuessingProblem(wl.mastermind(2, 3))]
    + [LineSearch(*line) for line in LINES],
    ids=["wordle", "mastermind", *map(str, LINES)],
)
def test_rollout_improves_each_base(problem):
    for base in (QMDPControl(problem), InformationControl(problem)):
        assert expected_cost(problem, RolloutControl(problem, base)) <= expected_cost(problem, base) + 1e-9


@pytest.mark.slow
@pytest.mark.large
def test_rollout_improves_strictly_at_full_tiny_size(tiny):
    problem = GuessingProblem(tiny)
    base = InformationControl(problem)
    assert expected_cost(problem, base) == 55 / 24
    assert expected_cost(problem, RolloutControl(problem, base)) == 53 / 24


def test_information_control_plays_as_information_gain(tiny):
    tree = wl.play(tiny, wl.InformationGain())
    costs = evaluate(GuessingProblem(tiny), InformationControl(GuessingProblem(tiny)))
    assert np.array_equal(costs, tree.guesses_used)


def best_expected(problem, guesses, candidates):
    """Plain dynamic programming on sets of hidden words, in sums of guesses."""

    @cache
    def total(left):
        if len(left) == 1:
            return 1
        best = np.inf
        for guess in guesses:
            classes = {}
            for word in left:
                classes.setdefault(problem.game.answer(guess, word), []).append(word)
            if len(classes) > 1:
                later = sum(total(tuple(c)) for c in classes.values() if c != [guess])
                best = min(best, len(left) + later)
        return best

    return total(tuple(candidates))


@given(word_lists(most=6))
@settings(max_examples=15)
def test_q_factors_with_the_optimal_cost_are_bellmans(lists):
    """With the cost to go of every belief put in, the least Q-factor is the optimal cost."""
    hidden, guesses = lists
    problem = GuessingProblem(wl.wordle(hidden, guesses))

    def cost_to_go(x, b):
        left = [hidden[i] for i in np.flatnonzero(b)]
        if len(left) == len(hidden):
            return np.full(len(b), 99.0)
        return np.full(len(b), best_expected(problem, guesses, left) / len(left))

    q = q_factors(problem, None, problem.prior, cost_to_go)
    assert np.isclose(q.min() * len(hidden), best_expected(problem, guesses, hidden))


def test_oracle_costs_of_a_noisy_line_are_the_way():
    """Noise does not hurt who knows where the object is."""
    problem = LineSearch(6, reach=2, position=2, error=0.3)
    for theta in range(6):
        costs = adaptive.oracle_costs(problem, theta)
        for (position, _), cost in costs.items():
            assert np.isclose(cost, abs(position - theta) + 1)


def test_rollout_on_a_noisy_line_is_better_than_its_base():
    problem = LineSearch(6, reach=2, error=0.2)
    base = InformationControl(problem)
    better = RolloutControl(problem, base, runs=6)
    gain = simulate(problem, adaptive.Remembering(base), 150, seed=3).minus(
        simulate(problem, adaptive.Remembering(better), 150, seed=3)
    )
    assert gain.mean > 3 * gain.standard_error


def test_a_series_may_be_cut(tiny):
    game = wl.wordle(tiny.hidden[:6])
    problem = GuessingProblem(game, noise.colour_noise(game, 0.1))
    policy = InformationControl(problem)
    whole = simulate(problem, policy, 8, seed=4)
    parts = [simulate(problem, policy, 3, seed=4), simulate(problem, policy, 5, seed=4, first=3)]
    assert np.array_equal(whole.values, np.concatenate([part.values for part in parts]))
    assert not np.array_equal(whole.values, simulate(problem, policy, 8, seed=5).values)


def test_simulation_of_true_feedback_agrees_with_evaluation(tiny):
    problem = GuessingProblem(tiny)
    policy = adaptive.Remembering(InformationControl(problem))
    sample = simulate(problem, policy, 400, seed=0)
    assert abs(sample.mean - expected_cost(problem, policy)) < 4 * sample.standard_error


@pytest.mark.slow
def test_a_policy_plays_on_what_an_estimator_believes(tiny):
    """The same words and noise whoever estimates; a good filter costs what the exact belief costs, a poor one more."""
    problem = GuessingProblem(tiny, noise.colour_noise(tiny, 0.1))
    policy = adaptive.Remembering(noise.NoisyInformation(problem))
    played = {
        "exact": simulate(problem, policy, 300, 3, estimator=lambda rng: ExactBelief(problem)),
        "good": simulate(problem, policy, 300, 3, estimator=lambda rng: ParticleFilter(problem, 3000, rng)),
        "poor": simulate(problem, policy, 300, 3, estimator=lambda rng: ParticleFilter(problem, 10, rng)),
    }
    assert np.array_equal(simulate(problem, policy, 300, 3).values, played["exact"].values)
    later = simulate(problem, policy, 20, 3, 280, lambda rng: ParticleFilter(problem, 10, rng))
    assert np.array_equal(later.values, played["poor"].values[280:])
    good, poor = (played[name].minus(played["exact"]) for name in ("good", "poor"))
    assert abs(good.mean) < 4 * good.standard_error < 0.3 and poor.mean > 5 * poor.standard_error
    refuses("estimator: 5; expected a function that makes an Estimator", simulate, problem, policy, 1, 3, estimator=5)
    with pytest.raises(ValueError, match=r"estimator\(rng\): .*; expected an Estimator, such as"):
        simulate(problem, policy, 1, 3, estimator=lambda rng: problem.prior)


def test_opening(tiny):
    problem = GuessingProblem(tiny)
    policy = adaptive.Opening(problem, "stone", InformationControl(problem))
    tree = wl.play(tiny, wl.InformationGain(), "stone")
    assert np.array_equal(evaluate(problem, policy), tree.guesses_used)
    refuses("control: 'zzzzz'; expected a control of the first state", adaptive.Opening, problem, "zzzzz", policy)


def test_sample():
    one, two = Sample(np.array([1.0, 2, 3, 4])), Sample(np.array([0.0, 1, 2, 5]))
    assert one.mean == 2.5 and np.isclose(one.standard_error, np.sqrt(5 / 3) / 2)
    assert one.minus(two).mean == 0.5 and np.isclose(one.minus(two).standard_error, 0.5)
    assert repr(one) == "<2.5000 +- 0.6455, 4 runs>"


def test_bad_arguments(tiny):
    problem = GuessingProblem(tiny)
    base = InformationControl(problem)
    refuses("^q: .*; expected numbers, at least one", adaptive.first_least, [])
    refuses("^control: .*; expected a control", adaptive.Opening, problem, ["stone"], base)
    refuses("^other: 3 runs; expected 2", adaptive.Sample(np.ones(2)).minus, adaptive.Sample(np.ones(3)))


def test_costs_of_what_has_become_impossible_do_not_matter():
    problem = GuessingProblem(wl.wordle(["ab", "ba", "bb"]))

    def costs(x, b):
        return np.where(b > 0, 1.0, np.inf)

    assert adaptive.q_factors(problem, problem.start, problem.prior, costs) == pytest.approx([5 / 3] * 3)

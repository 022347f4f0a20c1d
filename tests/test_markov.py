import naive
import numpy as np
import pytest

import wordlelib as wl
from wordlelib import markov, policy


def test_chain_of_a_coin():
    """Two heads in a row take six tosses on average."""
    chain = markov.MarkovChain(np.array([[0.5, 0.5], [0.5, 0.0]]), ["none", "one"])
    assert np.allclose(chain.expected_steps(), [6, 4])
    assert np.allclose(chain.end_by(0, 3), [0, 0, 0.25, 0.375])
    steps = chain.simulate(0, 20_000, np.random.default_rng(0))
    assert abs(steps.mean() - 6) < 5 * steps.std() / np.sqrt(len(steps))
    assert abs((steps <= 3).mean() - 0.375) < 0.02


def test_bad_chains():
    with pytest.raises(ValueError, match="shape"):
        markov.MarkovChain(np.zeros((2, 3)), ["a", "b"])
    with pytest.raises(ValueError, match="least entry 1.1, a row sums to 1.1"):
        markov.MarkovChain(np.array([[1.1]]), ["a"])
    with pytest.raises(ValueError, match="from state 'b' the chain never ends"):
        markov.MarkovChain(np.array([[0.5, 0.0], [0.0, 1.0]]), ["a", "b"])
    for entry in (-0.1, np.nan):
        with pytest.raises(ValueError, match="expected >= 0, at most 1"):
            markov.MarkovChain(np.array([[entry]]), ["a"])


@pytest.mark.parametrize("greedy", [make() for make in policy.GREEDY.values()], ids=repr)
def test_absorption_time_is_the_trees_mean(tiny, rng, greedy):
    for game in (tiny, wl.wordle(tiny.hidden, prior=rng.random(24))):
        tree = wl.play(game, greedy)
        chain = markov.chain_of(tree)
        assert np.isclose(chain.expected_steps()[0], tree.mean)
        ended = chain.end_by(0, tree.worst)
        used = tree.guesses_used
        assert np.allclose(ended, [np.average(used <= k, weights=game.weights) for k in range(tree.worst + 1)])


def best_total(rule, guesses, candidates, memo):
    """Plain dynamic programming over sets of words: least total number of guesses."""
    key = tuple(candidates)
    if len(key) == 1:
        return 1
    if key not in memo:
        memo[key] = min(
            len(key) + sum(best_total(rule, guesses, c, memo) for row, c in classes.items() if row.strip("g"))
            for guess in guesses
            if len(classes := naive.partition(rule, guess, key)) > 1
        )
    return memo[key]


def test_both_iterations_find_the_optimum_of_plain_dynamic_programming(rng):
    words = wl.words.original()[0]
    for _ in range(4):
        hidden = sorted(map(str, rng.choice(words, 9, replace=False)))
        game = wl.wordle(hidden)
        process = markov.belief_process(game)
        values = markov.value_iteration(process)
        policies = markov.policy_iteration(process, process.controls_of(wl.RandomCandidate(rng)))
        optimum = best_total(naive.feedback, hidden, hidden, {}) / len(hidden)
        assert np.isclose(values[-1][0], optimum) and np.isclose(policies[-1][1][0], optimum)
        assert all(np.all(a <= b + 1e-12) for a, b in zip(values, values[1:], strict=False))
        assert all(np.all(b[1] <= a[1] + 1e-9) for a, b in zip(policies, policies[1:], strict=False))


def test_value_of_a_policy_is_its_trees_mean(tiny):
    process = markov.belief_process(tiny)
    for make in policy.GREEDY.values():
        controls = process.controls_of(make())
        assert np.isclose(process.evaluate(controls)[0], wl.play(tiny, make()).mean)


def test_evaluation_is_a_fixed_point_and_q_factors_follow_the_definition(tiny):
    process = markov.belief_process(tiny)
    values = process.evaluate(process.controls_of(wl.MostClasses()))
    q = process.q_factors(values)
    for control in range(0, len(q), 97):
        words = process.states[process.state[control]].split()
        expected = 1.0
        for row, some in naive.partition(naive.feedback, process.controls[control], words).items():
            if row != "ggggg":
                expected += len(some) / len(words) * values[process.states.index(" ".join(some))]
        assert np.isclose(q[control], expected)
    assert np.allclose(process.bellman(values), [q[process.state == x].min() for x in range(len(process.states))])


def test_value_iteration_begins_where_it_is_told(tiny):
    process = markov.belief_process(tiny)
    from_above = markov.value_iteration(process, np.full(len(process.states), 50.0))
    assert np.all(from_above[0] == 50) and np.allclose(from_above[-1], markov.value_iteration(process)[-1])
    assert all(np.all(b <= a + 1e-12) for a, b in zip(from_above, from_above[1:], strict=False))


def test_policy_iteration_changes_a_control_only_for_a_better_one(tiny):
    process = markov.belief_process(tiny)
    sequence = markov.policy_iteration(process, process.controls_of(wl.WorstClass()))
    for (before, values), (after, _) in zip(sequence, sequence[1:], strict=False):
        q = process.q_factors(values)
        changed = before != after
        assert changed.any() and np.all(q[after[changed]] < q[before[changed]] - 1e-9)


def test_errors(tiny, rng):
    with pytest.raises(ValueError, match="game: hard mode; expected easy mode"):
        markov.belief_process(wl.wordle(tiny.hidden, mode="hard"))
    with pytest.raises(ValueError, match="limit: more than 20 beliefs"):
        markov.belief_process(tiny, limit=20)
    with pytest.raises(ValueError, match="limit: more than 0 beliefs"):
        markov.belief_process(tiny, limit=0)
    process = markov.belief_process(tiny)
    with pytest.raises(ValueError, match="policy: control 0 in state 1; expected a control of that state"):
        markov.policy_iteration(process, np.zeros(len(process.states), int))
    with pytest.raises(ValueError, match=r"policy: shape \(3,\); expected \(179,\)"):
        markov.policy_iteration(process, np.zeros(3, int))
    with pytest.raises(ValueError, match="limit: 1 applications were not enough"):
        markov.value_iteration(markov.belief_process(tiny), limit=1)

    class Stubborn(wl.Policy):
        name = "stubborn"

        def decide(self, state):
            return "stone"

    with pytest.raises(ValueError, match="policy: stubborn guesses 'stone' in .*, which tells nothing"):
        markov.belief_process(tiny).controls_of(Stubborn())

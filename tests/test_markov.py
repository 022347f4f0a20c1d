import naive
import numpy as np
import pytest
from games import Own, word_lists
from hypothesis import given
from hypothesis import strategies as st
from refusals import refuses

import wordlelib as wl
from wordlelib.game import policy
from wordlelib.kernels import markov as markov_kernels
from wordlelib.planning import markov


def random_process(rng, states, controls, acyclic=False, least_end=0.05):
    """A process in which every control may end at once; without loops if `acyclic`."""
    state = np.repeat(np.arange(states), controls)
    following, probability, first = [], [], [0]
    for x in state:
        below = np.arange(x) if acyclic else np.arange(states)
        reached = rng.permutation(below)[: rng.integers(0, 4)]
        p = rng.dirichlet(np.ones(len(reached) + 1)) * (1 - least_end)
        p[-1] += least_end
        following += [*reached, markov_kernels.DONE]
        probability += [*p]
        first.append(len(following))
    names = [f"state {x}" for x in range(states)]
    return markov.DecisionProcess(
        state,
        rng.uniform(0.5, 2, len(state)),
        np.array(first),
        np.array(following),
        np.array(probability),
        names,
        [f"control {j}" for j in range(len(state))],
    )


def dense_values(process, policy):
    """Evaluate a policy from its definition, written out as a matrix."""
    n = len(process.states)
    matrix, right = np.eye(n), np.zeros(n)
    for x, j in enumerate(policy):
        right[x] = process.cost[j]
        for t in range(process.first[j], process.first[j + 1]):
            if process.following[t] >= 0:
                matrix[x, process.following[t]] -= process.probability[t]
    return np.linalg.solve(matrix, right)


def random_policy(process, rng):
    return np.array([rng.choice(np.flatnonzero(process.state == x)) for x in range(len(process.states))])


def test_chain_of_a_coin():
    """Two heads in a row take six tosses on average."""
    chain = markov.MarkovChain(np.array([[0.5, 0.5], [0.5, 0.0]]), ["none", "one"])
    assert np.allclose(chain.expected_steps(), [6, 4])
    steps = chain.simulate(0, 20_000, np.random.default_rng(0))
    assert abs(steps.mean() - 6) < 5 * steps.std() / np.sqrt(len(steps))
    assert abs((steps <= 3).mean() - 0.375) < 0.02


def test_bad_chains():
    refuses("shape", markov.MarkovChain, np.zeros((2, 3)), ["a", "b"])
    refuses("least entry 1.1, a row sums to 1.1", markov.MarkovChain, np.array([[1.1]]), ["a"])
    refuses("from state 'b' the chain never ends", markov.MarkovChain, np.array([[0.5, 0.0], [0.0, 1.0]]), ["a", "b"])
    for entry, expected in ((-0.1, ">= 0, at most 1"), (np.nan, ".*, all of them finite numbers")):
        refuses(f"transitions: .*expected {expected}", markov.MarkovChain, np.array([[entry]]), ["a"])


@pytest.mark.parametrize("greedy", [make() for make in policy.GREEDY.values()], ids=repr)
def test_absorption_time_is_the_trees_mean(tiny, rng, greedy):
    for game in (tiny, wl.wordle(tiny.hidden, prior=rng.random(24))):
        tree = wl.play(game, greedy)
        chain = markov.chain_of(tree)
        assert np.isclose(chain.expected_steps()[0], tree.mean)
        where = np.eye(len(chain.labels))[0]
        for k in range(1, tree.worst + 1):
            where = where @ chain.transitions
            assert np.isclose(1 - where.sum(), np.average(tree.guesses_used <= k, weights=game.weights))


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
        policies = markov.policy_iteration(process, process.controls_of(wl.RandomWord(rng)))
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


@given(word_lists(most=8), st.booleans(), st.randoms(use_true_random=False))
def test_belief_process_is_the_naive_one(lists, weighted, random):
    hidden, guesses = lists
    prior = {word: random.randint(1, 9) for word in hidden} if weighted else None
    game = wl.wordle(hidden, guesses, prior=prior)
    process = markov.belief_process(game)
    if weighted:
        prior = dict(zip(game.hidden, game.weights.tolist(), strict=True))
    slow = naive.belief_process(naive.feedback, hidden, guesses, prior)
    assert process.states == [" ".join(belief) for belief in slow]
    assert process.controls == [guess for controls in slow.values() for guess in controls]
    assert list(process.state) == [x for x, controls in enumerate(slow.values()) for _ in controls]
    outcomes = [outcome for controls in slow.values() for some in controls.values() for outcome in some]
    assert np.allclose(process.probability, [p for p, _ in outcomes], rtol=1e-15, atol=0)
    number = {belief: x for x, belief in enumerate(slow)} | {None: markov_kernels.DONE}
    assert list(process.following) == [number[belief] for _, belief in outcomes]
    ends = np.cumsum([len(some) for controls in slow.values() for some in controls.values()])
    assert list(process.first) == [0, *ends]
    assert [state.words for state in process.beliefs] == [list(belief) for belief in slow]


def test_more_words_than_a_machine_word_has_bits():
    """One guess says all, so that there are few beliefs, but of 65 words or of the last one."""
    numbers = [f"{i:02}" for i in range(65)]
    process = markov.belief_process(wl.from_answers(numbers, numbers, lambda u, hidden: "" if u == hidden else hidden))
    assert sorted(process.states) == sorted([*numbers, " ".join(numbers)])
    assert np.isclose(markov.value_iteration(process)[-1][0], 2 - 1 / 65)


@pytest.mark.large
def test_many_beliefs_of_more_words_than_a_machine_word_has_bits():
    """Beliefs over 70 words need two blocks of bits: counting up to 70 with feedback "less", "more" or "found"."""
    numbers = [f"{i:02}" for i in range(70)]
    game = wl.from_answers(
        numbers, numbers, lambda u, hidden: "found" if u == hidden else "less" if hidden < u else "more"
    )
    process = markov.belief_process(game)
    assert len(process.states) == 70 * 71 // 2
    assert sorted(len(words.split()) for words in process.states) == sorted(
        size for size in range(1, 71) for _ in range(71 - size)
    )
    depths = [i.bit_length() for i in range(1, 71)]
    assert np.isclose(markov.value_iteration(process)[-1][0], np.mean(depths))


def test_operators_of_policies_lie_above_the_bellman_operator_and_touch_it(rng):
    process = random_process(rng, 8, 3)
    for _ in range(20):
        values = rng.normal(scale=10, size=8)
        some = random_policy(process, rng)
        above, touching = (
            process.cost[policy] + process.transitions_of(policy) @ values for policy in (some, process.greedy(values))
        )
        assert np.all(above >= process.bellman(values) - 1e-12) and np.allclose(touching, process.bellman(values))


@pytest.mark.parametrize("acyclic", [False, True])
def test_evaluation_agrees_with_a_dense_system(rng, acyclic):
    for _ in range(10):
        process = random_process(rng, 9, 3, acyclic)
        some = random_policy(process, rng)
        assert np.allclose(process.evaluate(some), dense_values(process, some))


def test_zero_probability_is_no_loop():
    process = markov.DecisionProcess(
        np.array([0]), np.array([3.0]), np.array([0, 2]), np.array([0, -1]), np.array([0.0, 1.0]), ["x"], ["u"]
    )
    assert process.evaluate(np.array([0])) == [3]


def some_processes(rng, tiny):
    yield from (random_process(rng, n, 4) for n in (1, 2, 5, 12))
    yield random_process(rng, 15, 4, acyclic=True)
    yield markov.belief_process(tiny)
    yield markov.belief_process(wl.wordle(tiny.hidden[:12], prior=rng.random(12)))


def test_a_newton_step_is_the_evaluation_of_the_greedy_policy(rng, tiny):
    for process in some_processes(rng, tiny):
        for scale in (0.1, 1, 10):
            values = rng.normal(2, scale, len(process.states))
            greedy = process.greedy(values)
            step = markov.newton_step(process, values)
            assert np.allclose(step, process.evaluate(greedy)) and np.allclose(step, dense_values(process, greedy))


def test_newtons_method_is_policy_iteration(rng, tiny):
    most = 0
    for process in some_processes(rng, tiny):
        optimum = markov.value_iteration(process)[-1]
        start = rng.normal(2, 5, len(process.states))
        steps = markov.newton(process, start)
        policies = markov.policy_iteration(process, process.greedy(start))
        assert len(steps) == len(policies) + 1
        assert all(np.allclose(step, values) for step, (_, values) in zip(steps[1:], policies, strict=True))
        assert np.allclose(steps[-1], optimum)
        assert all(np.all(b <= a + 1e-9) for a, b in zip(steps[1:], steps[2:], strict=False))
        most = max(most, len(steps))
    assert most > 3


def test_policy_iteration_keeps_a_control_that_ties():
    """At the start "left" and "right" tie until the left state improves; only who kept "left" gains at once."""
    process = markov.DecisionProcess(
        np.array([0, 0, 1, 1, 2]),
        np.array([1.0, 1.0, 4.0, 2.0, 4.0]),
        np.arange(6),
        np.array([2, 1, markov_kernels.DONE, markov_kernels.DONE, markov_kernels.DONE]),
        np.ones(5),
        ["start", "left", "right"],
        ["to right", "to left", "dear", "cheap", "stay"],
    )
    first = np.array([1, 2, 4])
    assert list(process.greedy(process.evaluate(first))) == [0, 3, 4]
    _, (after, values) = markov.policy_iteration(process, first)
    assert list(after) == [1, 3, 4] and list(values) == [3, 2, 4]


def test_newton_and_policy_iteration_break_ties_alike(rng):
    """Whole numbers and certain transitions, so that ties are common."""
    for _ in range(200):
        following = [markov_kernels.DONE if x == 0 else int(rng.integers(-1, x)) for x in range(12) for _ in range(4)]
        process = markov.DecisionProcess(
            np.repeat(np.arange(12), 4),
            rng.integers(1, 4, 48).astype(float),
            np.arange(49),
            np.array(following),
            np.ones(48),
            list("abcdefghijkl"),
            [""] * 48,
        )
        start = rng.integers(0, 8, 12).astype(float)
        policies = markov.policy_iteration(process, process.greedy(start))
        steps = markov.newton(process, start)[1:]
        assert len(steps) == len(policies) and all(map(np.array_equal, steps, [values for _, values in policies]))


def test_outside_the_region_the_greedy_policy_never_ends():
    """Waiting costs 1 and keeps the state; ending costs 5. Far below J* = 5 the greedy policy waits for ever."""
    process = markov.DecisionProcess(
        np.array([0, 0]), np.array([1.0, 5.0]), np.arange(3), np.array([0, -1]), np.ones(2), ["x"], ["wait", "end"]
    )
    assert markov.newton_step(process, np.array([4.5])) == [5]
    for method in (markov.newton_step, markov.newton):
        refuses("policy: from state 'x' it never ends", method, process, np.array([3.5]))
    refuses("policy: from state 'x' it never ends", process.evaluate, np.array([0]))


def a_process(**changes):
    parts = {
        "state": np.array([0, 0, 1]),
        "cost": np.ones(3),
        "first": np.array([0, 1, 2, 4]),
        "following": np.array([1, -1, 0, -1]),
        "probability": np.array([1, 1, 0.5, 0.5]),
        "states": ["a", "b"],
        "controls": ["u", "v", "w"],
    }
    return markov.DecisionProcess(**(parts | changes))


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"cost": np.ones(2)}, r"cost: shape \(2,\); expected \(3,\)"),
        ({"first": np.array([], int)}, r"first: shape \(0,\); expected \(4,\)"),
        ({"probability": np.ones(3)}, r"probability: shape \(3,\); expected \(4,\)"),
        ({"state": np.array([0, 1, 0])}, "state: expected 0 to 1, ascending, at least one control for each"),
        ({"state": np.array([0, 0, 0])}, "state: expected 0 to 1, ascending, at least one control for each"),
        ({"first": np.array([0, 1, 1, 4])}, "first: expected 0 first and at least one transition for each control"),
        ({"following": np.array([1, -1, 2, -1])}, "following: 2 is among them; expected .*, each from -1 to 1"),
        ({"probability": np.array([1, 1, 0.5, 0.4])}, "probability: least entry 0.4, sums 0.9 to 1"),
        ({"probability": np.array([1, 1, 1.5, -0.5])}, "probability: least entry -0.5, sums 1 to 1"),
    ],
)
def test_bad_processes(changes, message):
    a_process()
    refuses(message, a_process, **changes)


def test_errors(tiny, rng):
    refuses("game: hard mode; expected easy mode", markov.belief_process, wl.wordle(tiny.hidden, mode="hard"))
    refuses("limit: more than 20 beliefs", markov.belief_process, tiny, limit=20)
    refuses("limit: more than 0 beliefs", markov.belief_process, tiny, limit=0)
    process = markov.belief_process(tiny)
    with pytest.raises(ValueError, match="policy: control 0 in state 1; expected a control of that state"):
        markov.policy_iteration(process, np.zeros(len(process.states), int))
    refuses(r"policy: shape \(3,\); expected \(179,\)", markov.policy_iteration, process, np.zeros(3, int))
    with pytest.raises(
        ValueError, match="policy: 9999 is among them; expected .* a control for each state, each from 0 to"
    ):
        process.evaluate(np.full(179, 9999))
    refuses(r"values: shape \(3,\); expected \(179,\)", markov.newton_step, process, np.zeros(3))
    refuses("limit: 1 applications were not enough", markov.value_iteration, markov.belief_process(tiny), limit=1)
    with pytest.raises(ValueError, match="policy: stubborn guesses 'stone' in .*, which tells nothing"):
        markov.belief_process(tiny).controls_of(Own(lambda state: "stone", "stubborn"))


def test_newton_ends_where_rounding_is_coarser_than_the_tolerance():
    """Costs of 1e12: the Bellman equation cannot hold within 1e-9."""
    rng = np.random.default_rng(3)
    weights = rng.random((48, 13))
    process = markov.DecisionProcess(
        np.repeat(np.arange(12), 4),
        rng.random(48) * 1e12,
        np.arange(49) * 13,
        np.tile(np.arange(-1, 12), 48),
        (weights / weights.sum(axis=1, keepdims=True)).ravel(),
        [str(x) for x in range(12)],
        [""] * 48,
    )
    optimal = markov.policy_iteration(process, process.first_control)[-1][1]
    assert np.allclose(markov.newton(process, np.zeros(12))[-1], optimal, rtol=1e-12)


def test_processes_of_lists():
    process = a_process(cost=[1, 1, 1], state=[0, 0, 1], first=[0, 1, 2, 4], following=[1, -1, 0, -1])
    assert process.bellman([0, 0]).tolist() == a_process().bellman(np.zeros(2)).tolist()
    assert process.evaluate([1, 2]).tolist() == a_process().evaluate(np.array([1, 2])).tolist()

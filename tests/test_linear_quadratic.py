from itertools import product

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st
from refusals import refuses

from wordlelib.planning.linear_quadratic import LinearQuadratic

number = st.floats(0.1, 4)
problems = st.builds(LinearQuadratic, st.floats(-3, 3), st.one_of(number, number.map(lambda b: -b)), number, number)


@given(problems, st.floats(0, 50))
def test_riccati_is_the_minimum_over_the_next_control(problem, k):
    """Minimise q x^2 + r u^2 + K (a x + b u)^2 at x = 1 on a grid of controls around the gain."""
    u = problem.gain(k) + np.linspace(-1, 1, 2001)
    cost = problem.q + problem.r * u**2 + k * (problem.a + problem.b * u) ** 2
    assert np.argmin(cost) == 1000 and np.isclose(cost.min(), problem.riccati(k))
    assert np.allclose(cost, [problem.riccati_of(gain, k) for gain in u])


@given(problems)
def test_every_road_leads_to_the_optimum(problem):
    best = problem.optimum
    assert best > 0 and best > problem.stable_above and np.isclose(problem.riccati(best), best)
    assert np.isclose(problem.evaluate(problem.gain(best)), best)
    assert np.isclose(problem.newton(best + 10, 12)[-1], best)
    assert np.isclose(problem.value_iteration(0, 3000)[-1], best)


@given(problems, st.floats(0.01, 20))
def test_a_newton_step_is_the_cost_of_the_greedy_policy(problem, above):
    k = problem.stable_above + above
    gain = problem.gain(k)
    assume(k > 0 and problem.slope_of(gain) < 0.999)
    step = problem.newton_step(k)
    assert np.isclose(step, problem.evaluate(gain)) and step >= problem.optimum * (1 - 1e-9)
    h = 1e-5 * (1 + k)
    slope = (problem.riccati(k + h) - problem.riccati(k - h)) / (2 * h)
    assert np.isclose(slope, problem.slope_of(gain), rtol=1e-3, atol=1e-6)


@given(problems, st.floats(-2, 2))
def test_cost_of_a_stable_policy_is_a_sum_over_time(problem, gain):
    assume(problem.slope_of(gain) < 0.9)
    x = (problem.a + problem.b * gain) ** np.arange(400)
    assert np.isclose(problem.evaluate(gain), np.sum(problem.q * x**2 + problem.r * (gain * x) ** 2))


def test_newton_converges_quadratically():
    problem = LinearQuadratic(2, 1, 1, 4)
    error = np.array(problem.newton(20, 4)) - problem.optimum
    ratio = error[1:] / error[:-1] ** 2
    assert error[3] < 1e-3 and np.allclose(ratio[1:3], ratio[2], rtol=0.3)
    slow = np.array(problem.value_iteration(20, 4)) - problem.optimum
    assert np.all(slow[1:] > 0.05 * slow[:-1])


def test_errors():
    for arguments, message in (
        ((np.inf, 1, 1, 1), "a: inf; expected a finite number"),
        ((1, 0, 1, 1), "b: 0; expected another number"),
        ((1, 1, 0, 1), "q: 0; expected a positive number"),
        ((1, 1, 1, -1), "r: -1; expected a positive number"),
    ):
        refuses(message, LinearQuadratic, *arguments)
    problem = LinearQuadratic(2, 1, 1, 4)
    assert problem.stable_above == 4
    refuses("k: 3.9; expected more than 4, the region of stability", problem.newton_step, 3.9)
    refuses("gain: 0 moves x to 2 x", problem.evaluate, 0)
    refuses("k: -4; expected a finite number above -4", problem.riccati, -4)
    refuses("steps: -1; expected a whole number from 0", problem.newton, 5, -1)


def test_numbers_at_the_ends_of_their_ranges():
    for a, b, q, r in product((-1e20, 0, 1e20), (-1e20, 1e-20, 1e20), (1e-20, 1e20), (1e-20, 1e20)):
        problem = LinearQuadratic(a, b, q, r)
        assert np.isfinite([problem.optimum, problem.stable_above, problem.riccati(1e100), problem.gain(1e100)]).all()

"""Lower bounds by information relaxation, against enumeration, exact optima and games that are played."""

import numpy as np
import pytest

import wordlelib as wl
from wordlelib.planning import adaptive, belief, noise, relaxation
from wordlelib.planning.relaxation import BeliefCost, FeatureCost, LeastExpected

WORDS = ["abc", "abd", "acb", "bad", "cab", "dab", "dad", "bcd", "cda", "bbb"]
BENT = FeatureCost([1.2, -0.4, 0.5, 0.1, -0.02, 0.05], 0.8)  # no good cost, but a cost


def lying(words, epsilon=0.2, guesses=None):
    game = wl.wordle(words, guesses)
    return belief.GuessingProblem(game, noise.colour_noise(game, epsilon))


def followers(problem, b, u):
    """The rows but "found" that may follow: how likely, and the belief after each."""
    states, likely = problem.outcomes(None, u)
    joints = [b * likely[:, j] for j, x in enumerate(states) if not problem.ended(x)]
    return [(joint.sum(), joint / joint.sum()) for joint in joints if joint.sum() > 0]


class Optimal(BeliefCost):
    """The optimal cost with some guesses left before the rest is charged at the least cost, by enumeration."""

    excess = 1.5

    def __init__(self, problem, left):
        self.problem, self.left, self.known = problem, left, {}

    def estimate(self, beliefs):
        return np.array([self.value(b, self.left) for b in beliefs])

    def value(self, b, left):
        if left == 0:
            return 2 - (b**8).sum() ** (1 / 8)
        key = b.tobytes(), left
        if key not in self.known:
            self.known[key] = min(self.q(b, u, left) for u in self.problem.controls(None))
        return self.known[key]

    def q(self, b, u, left):
        return 1 + sum(p * self.value(after, left - 1) for p, after in followers(self.problem, b, u))


class Naive(BeliefCost):
    """A feature cost by its definition, one belief after the other."""

    excess = BENT.excess

    def estimate(self, beliefs):
        w, found = BENT.weights, []
        for b in beliefs:
            h, a = -sum(p * np.log2(p) for p in b if p > 0), sum(p**8 for p in b) ** (1 / 8)
            found.append(w @ [1, a, h, a * h, h * h, max(h, 0) ** 0.5])
        return np.array(found)


def naive_least(problem, costs, theta, disturbances):
    """Try every sequence of guesses, and return the least sum of residuals."""

    def v(s, b):
        if s == 0:
            return 0.0
        return (costs[s - 1] if s <= len(costs) else relaxation.LEAST).costs(b[None])[0]

    def least(s, b):
        if s == len(costs) + 1:
            return 0.0
        sums = []
        for u in problem.controls(None):
            rho = 1 + sum(p * v(s + 1, after) for p, after in followers(problem, b, u)) - v(s, b)
            shown = problem.draw(None, u, theta, disturbances[s])
            sums.append(rho if problem.ended(shown) else rho + least(s + 1, belief.bayes(problem, None, b, u, shown)))
        return min(sums)

    return least(0, problem.prior)


def drawn(problem, seed, number):
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,)))
    return int(rng.choice(len(problem.prior), p=problem.prior)), rng.random(adaptive.LIMIT)


@pytest.mark.parametrize("lies", ["0.2", "one-lie", "true"])
def test_the_inner_minimum_is_that_of_all_sequences(lies):
    game = wl.wordle(WORDS[:5], prior=[1, 2, 3, 4, 5])
    problem = belief.GuessingProblem(game, None if lies == "true" else noise.channel_of(lies, game))
    for costs in ([BENT, relaxation.LEAST], [BENT, BENT], []):
        bound = relaxation.dual_bound(problem, costs, 3, 5, first=2)
        naive = [naive_least(problem, costs, *drawn(problem, 5, number)) for number in (2, 3, 4)]
        assert np.allclose(bound.values, naive, atol=1e-8)


def test_features_give_the_expected_costs_of_all_rows():
    for problem in (lying(WORDS), belief.GuessingProblem(wl.wordle(WORDS))):
        outcomes, b = relaxation._Outcomes(problem), problem.prior * np.arange(10)
        b = b / b.sum()
        slow = [sum(p * Naive().costs(a[None])[0] for p, a in followers(problem, b, u)) for u in problem.game.guesses]
        assert np.allclose(BENT._expected(outcomes, b), slow)
        assert np.allclose(Naive()._expected(outcomes, b), slow)
        assert LeastExpected(problem, BENT).decide(None, b) == problem.game.guesses[int(np.argmin(np.round(slow, 9)))]


def test_the_least_cost_is_least_and_grows():
    rng, problem = np.random.default_rng(3), lying(WORDS[:6])
    for _ in range(40):
        b = rng.dirichlet(np.full(6, 0.3))
        least = relaxation.least_cost(b[None])[0]
        assert least <= 2 - b.max() + 1e-12
        assert np.all(1 + relaxation.LEAST._expected(relaxation._Outcomes(problem), b) >= least - 1e-12)


def test_with_the_optimal_cost_every_scenario_gives_the_optimum():
    problem = lying(WORDS[:4])
    costs, whole = [Optimal(problem, 2), Optimal(problem, 1)], Optimal(problem, 3)
    optimum = whole.value(problem.prior, 3)
    bound = relaxation.dual_bound(problem, costs, 8, 1)
    assert np.allclose(bound.values, optimum)
    worse = relaxation.dual_bound(problem, [BENT, BENT], 200, 1)
    assert optimum - 0.3 < worse.mean < optimum + 3 * worse.standard_error and worse.values.std() > 0


def random_games():
    rng = np.random.default_rng(8)
    for _ in range(4):
        words = sorted({"".join(rng.choice(list("abcd"), 3)) for _ in range(7)})
        yield wl.wordle(words, prior=rng.integers(1, 9, len(words)))


def test_no_bound_exceeds_the_optimum_of_a_game_with_true_colours():
    """The words are few enough to take the mean over all of them, so that it has no error."""
    for game in random_games():
        problem = belief.GuessingProblem(game)
        optimum = wl.prove(game).total / game.weights.sum()
        exact = [Optimal(problem, 4 - s) for s in range(4)]
        for costs in ([], [BENT], [BENT, BENT], relaxation.fit_costs(problem, 2, 20, np.random.default_rng(1)), exact):
            relaxed = relaxation._Relaxed(relaxation._Outcomes(problem), relaxation._stages(costs))
            still, words = np.zeros(5), range(len(problem.prior))
            values = [relaxed.least(0, problem.prior, theta, still, 0.0, np.inf) for theta in words]
            assert problem.prior @ values < optimum + 1e-9
        assert np.allclose(values, optimum)


def test_penalised_games_are_those_of_simulate():
    problem = lying(WORDS)
    costs = relaxation.fit_costs(problem, 2, 30, np.random.default_rng(1))
    player = LeastExpected(problem, costs[0])
    plain = adaptive.simulate(problem, player, 200, 4)
    penalised = relaxation.penalised_games(problem, costs, player, 200, 4)
    assert np.array_equal(
        relaxation.penalised_games(problem, costs, player, 5, 4, first=20).values, penalised.values[20:25]
    )
    penalty = penalised.minus(plain)
    assert abs(penalty.mean) < 3 * penalty.standard_error
    assert penalised.standard_error < plain.standard_error / 2
    bound = relaxation.dual_bound(problem, costs, 200, 4)
    short = plain.values <= len(costs) + 1
    assert short.sum() > 100 and np.all(penalised.minus(bound).values[short] > -1e-8)


def test_fitted_costs_are_near_the_optimum():
    problem = belief.GuessingProblem(wl.wordle(WORDS))
    costs = relaxation.fit_costs(problem, 2, 60, np.random.default_rng(2))
    b = relaxation._Outcomes(problem).after(problem.prior, 3, 0.0, np.array([0]))
    assert abs(costs[0].costs(b)[0] - Optimal(problem, 5).value(b[0], 5)) < 0.1
    assert all(cost.excess < 0.6 for cost in costs)


def test_a_single_word_is_found_at_once():
    problem = belief.GuessingProblem(wl.wordle(["abc"]))
    costs = relaxation.fit_costs(problem, 2, 3, np.random.default_rng(1))
    assert costs == [relaxation.LEAST] * 3 and relaxation.dual_bound(problem, costs, 2, 1).mean == 1


def test_a_policy_that_never_ends_costs_infinitely_much():
    problem = lying(WORDS[:3], guesses=[*WORDS[:3], "ddd"])

    class Stubborn(adaptive.AdaptivePolicy):
        def decide(self, x, b):
            return "ddd"

    assert np.isinf(relaxation.penalised_games(problem, [], Stubborn(), 1, 0).mean)


class Loose(BeliefCost):
    """A cost whose limit is no limit."""

    def __init__(self, excess):
        self.excess = excess

    def estimate(self, beliefs):
        return np.full(len(beliefs), 2.0)


@pytest.mark.parametrize(
    ("ask", "named"),
    [
        (lambda p: relaxation.dual_bound(p, [1.0], 2, 0), "costs"),
        (lambda p: relaxation.dual_bound(p, BENT, 2, 0), "costs"),
        (lambda p: relaxation.dual_bound(p, [BENT] * 200, 2, 0), "costs"),
        (lambda p: relaxation.dual_bound(p, [Loose(np.nan)], 2, 0), "excess"),
        (lambda p: relaxation.dual_bound(p, [Loose(-1)], 2, 0), "excess"),
        (lambda p: relaxation.dual_bound(p, [Loose(None)], 2, 0), "excess"),
        (lambda p: relaxation.dual_bound(p, [], 0, 0), "scenarios"),
        (lambda p: relaxation.dual_bound(p.game, [], 2, 0), "problem"),
        (lambda p: relaxation.fit_costs(p, 0, 2, np.random.default_rng(1)), "stages"),
        (lambda p: FeatureCost([1.0] * 5, 0), "weights"),
        (lambda p: relaxation.least_cost(np.array([[2.0, -1.0]])), "beliefs"),
        (lambda p: relaxation.penalised_games(p, [], "abc", 2, 0), "policy"),
    ],
)
def test_wrong_arguments_are_named(ask, named):
    with pytest.raises(ValueError, match=f"^{named}: "):
        ask(lying(WORDS[:3]))

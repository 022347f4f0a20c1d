"""A hidden word that changes: filters against sums over all paths of the word, bounds against plain recursion."""

from itertools import product

import naive
import numpy as np
import pytest
from refusals import refuses

import wordlelib as wl
from wordlelib.planning.adaptive import (
    CertaintyEquivalentControl,
    InformationControl,
    QMDPControl,
    Remembering,
    Sample,
    evaluate,
)
from wordlelib.planning.belief import ExactBelief, systematic
from wordlelib.planning.drift import (
    MOVES,
    CheapestPlan,
    DriftFilter,
    DriftProblem,
    DriftRollout,
    LikeliestWord,
    expected_guesses,
    play_drifting,
    solve_drift,
)
from wordlelib.planning.noise import NoisyInformation

WORDS = ["abc", "abd", "acd", "bcd", "bad", "zzz"]
ROWS = [("abc", "gg-"), ("bad", "-yg"), ("abd", "g-g")]  # of abd, acd and acd


@pytest.fixture(scope="module")
def game():
    return wl.wordle(WORDS, prior=[3, 1, 2, 2, 1, 1])


@pytest.fixture(scope="module", params=MOVES)
def problem(game, request):
    return DriftProblem(game, 0.3, request.param)


def chance(problem, before, after):
    """The probability that one word follows another, word by word."""
    words, prior = problem.game.hidden, problem.prior
    near = [w for w in words if sum(a != b for a, b in zip(w, before, strict=True)) == 1]
    if problem.move == "redraw":
        moved = prior[words.index(after)]
    else:
        moved = (after in near) / len(near) if near else before == after
    return (1 - problem.rho) * (before == after) + problem.rho * moved


def naive_filter(problem, history):
    """Sum the probability of every path of the word that explains the rows."""
    words, b = problem.game.hidden, dict.fromkeys(problem.game.hidden, 0.0)
    for path in product(words, repeat=len(history) + 1):
        p = problem.prior[words.index(path[0])]
        for t, (guess, row) in enumerate(history):
            p *= (problem.game.answer(guess, path[t]) == row) * chance(problem, path[t], path[t + 1])
        b[path[-1]] += p
    return np.array(list(b.values())) / sum(b.values())


def test_the_filter_is_a_sum_over_all_paths_of_the_word(problem):
    followed, history = DriftFilter(problem), []
    for row in ROWS:
        history.append(row)
        followed.update(None, row[0], row)
        assert np.allclose(followed.belief, naive_filter(problem, history))
    assert followed.restarts == 0 and followed.rows == 3


def test_the_chain_of_words(problem):
    words = problem.game.hidden
    expected = np.array([[chance(problem, v, w) for w in words] for v in words])
    assert np.allclose(problem.transition, expected) and np.allclose(expected.sum(axis=1), 1)
    draws = np.random.default_rng(0).random(4000)
    for theta in (0, len(words) - 1):
        counts = np.bincount([problem.step(theta, u) for u in draws], minlength=len(words))
        spread = np.sqrt(expected[theta] * (1 - expected[theta]) / len(draws))
        assert np.all(np.abs(counts / len(draws) - expected[theta]) <= 5 * spread)


def test_a_word_that_stays_is_the_plain_game(game):
    problem = DriftProblem(game, 0.0)
    followed, plain = DriftFilter(problem), ExactBelief(problem.still)
    for row in (("bad", "-yg"), ("abc", "g-y")):
        followed.update(None, row[0], row)
        plain.update(None, row[0], row)
        assert np.allclose(followed.belief, plain.belief)
    policy = InformationControl(problem.still)
    assert np.isclose(expected_guesses(problem, policy), problem.prior @ evaluate(problem.still, policy))
    solution = solve_drift(problem, 1e-6)
    weights = dict(zip(game.hidden, game.weights.tolist(), strict=True))
    best = naive.optimum(game.answer, game.guesses, game.hidden, weights=weights) / sum(weights.values())
    assert solution.lower - 1e-9 <= best <= solution.upper + 1e-9 and solution.upper - solution.lower <= 1e-6


def test_who_ignores_changes_starts_again_from_the_row_that_leaves_no_word(game):
    player = DriftFilter(DriftProblem(game, 0.0))
    for row in ROWS[:2]:
        player.update(None, row[0], row)
    assert player.restarts == 1
    fits = np.array([game.answer("bad", word) == "-yg" for word in game.hidden])
    assert np.allclose(player.belief, player.problem.prior * fits / (player.problem.prior @ fits))


def test_who_starts_anew_forgets_after_so_many_rows(problem):
    player, other = DriftFilter(problem, again=2), DriftFilter(problem)
    for count, row in enumerate(ROWS, 1):
        player.update(None, row[0], row)
        if count == 2:
            assert np.array_equal(player.belief, problem.prior)
    other.update(None, ROWS[2][0], ROWS[2])
    assert np.allclose(player.belief, other.belief)


def recursion(problem, b, steps, last):
    """The least cost of a belief if `steps` guesses are planned and then each unit of probability costs `last`."""
    if not steps or b.sum() < 1e-4:
        return last * b.sum()
    costs = []
    for codes in problem.game.codes:
        goes_on = [b * (codes == code) for code in np.unique(codes[b > 0]) if code != problem.game.solved]
        costs.append(b.sum() + sum(recursion(problem, part @ problem.transition, steps - 1, last) for part in goes_on))
    return min(costs)


@pytest.mark.parametrize("move", MOVES)
def test_bounds_agree_with_plain_recursion(move):
    """Whoever goes on needs one guess more or none, and a word for each place in the list if she guesses at random."""
    problem = DriftProblem(wl.wordle(["abc", "abd", "xbd"]), 0.4, move)
    solution = solve_drift(problem, 1e-4)
    least, most = (recursion(problem, problem.prior, 6, last) for last in (1, 3))
    assert most - least < 0.1
    assert least <= solution.upper and solution.lower <= most
    assert 0 <= solution.upper - solution.lower <= 1e-4


@pytest.mark.large
def test_ratios_in_parts_give_the_same_bounds(problem, monkeypatch):
    whole = solve_drift(problem, 1e-3, trials=10)
    monkeypatch.setattr("wordlelib.planning.drift.RATIOS", 1)
    parts = solve_drift(problem, 1e-3, trials=10)
    assert (whole.lower, whole.upper) == (parts.lower, parts.upper)


def test_plans_cost_what_they_say(problem):
    solution = solve_drift(problem, 1e-3)
    followed = expected_guesses(problem, CheapestPlan(problem, solution))
    assert solution.lower - 1e-6 <= followed <= solution.upper + 1e-6
    assert solution.upper - solution.lower <= 1e-3
    assert np.isclose((solution.costs @ problem.prior).min(), solution.upper)
    for policy in (LikeliestWord(problem), NoisyInformation(problem.still)):
        assert expected_guesses(problem, policy) >= solution.lower - 1e-6
    rough = solve_drift(problem, 1e-3, trials=1)
    assert rough.lower <= solution.upper and solution.lower <= rough.upper and rough.upper > solution.upper


@pytest.mark.large
@pytest.mark.parametrize("again", [None, 2])
def test_games_are_as_long_as_expected(problem, again):
    policy = Remembering(NoisyInformation(problem.still))
    player = DriftFilter(DriftProblem(problem.game, 0.0), again)
    sample = play_drifting(problem, policy, 1500, 3, player=player)
    expected = expected_guesses(problem, policy, player)
    assert abs(sample.mean - expected) < 4.5 * sample.standard_error
    assert player.rows == 0
    part = play_drifting(problem, policy, 3, 3, first=7, player=player)
    assert np.array_equal(part.values, sample.values[7:10])


def test_whoever_never_ends_is_told_so(game):
    class Stubborn(LikeliestWord):
        def decide(self, x, b):
            return "zzz"

    problem = DriftProblem(game, 0.5, "neighbour")
    assert expected_guesses(problem, Stubborn(problem)) == np.inf
    assert play_drifting(problem, Stubborn(problem), 8, 0).values.max() == 200


def test_qmdp_and_certainty_equivalence_guess_the_likeliest_word(problem):
    likeliest, rng = LikeliestWord(problem), np.random.default_rng(1)
    others = QMDPControl(problem.still), CertaintyEquivalentControl(problem.still)
    for _ in range(20):
        b = rng.random(6) ** 3
        b /= b.sum()
        guesses = {policy.decide(None, b) for policy in (likeliest, *others)}
        assert guesses == {problem.game.hidden[int(b.argmax())]}


@pytest.mark.large
def test_simulated_games_are_games_of_the_base(problem):
    """Each simulated game, played again by hand with the same words and changes."""
    rollout = DriftRollout(problem, NoisyInformation(problem.still), pool=100)
    candidates, runs = np.array([0, 2, 5]), 12
    lengths = rollout.lengths(problem.prior, candidates, runs, np.random.default_rng(5))
    rng = np.random.default_rng(5)
    thetas, moves = systematic(problem.prior, runs, rng.random()), rng.random((runs, 40))
    within = rollout._quick_base(problem.prior)
    for k, first in enumerate(candidates.tolist()):
        for j, theta in enumerate(thetas.tolist()):
            history, guess = [], WORDS[first]
            for uniform in moves[j]:
                row = problem.game.answer(guess, WORDS[theta])
                history.append((guess, row))
                if row == "ggg":
                    break
                followed = DriftFilter(problem)
                for each in history:
                    followed.update(None, each[0], each)
                guess, theta = within.decide(None, followed.belief), problem.step(theta, uniform)
            assert lengths[k, j] == len(history)
    assert rollout.decide(None, problem.prior) in problem.game.guesses
    assert isinstance(play_drifting(problem, rollout, 2, 0), Sample)


def test_bad_arguments(game, problem):
    refuses("rho: 1; expected a probability below 1", DriftProblem, game, 1)
    refuses("rho: -0.1; expected", DriftProblem, game, -0.1)
    refuses("move: 'jump'; expected", DriftProblem, game, 0.1, "jump")
    refuses("game: hard mode; expected easy mode", DriftProblem, wl.wordle(WORDS, mode="hard"), 0.1)
    refuses("again: 0; expected", DriftFilter, problem, 0)
    refuses("^problem: .*; expected a DriftProblem", DriftFilter, problem.still)
    refuses(
        "following: .*; expected a row that some hidden word", DriftFilter(problem).update, None, "abc", ("abc", "yyy")
    )
    refuses("theta: 6; expected", problem.step, 6, 0.5)
    refuses("uniform: 1.0; expected", problem.step, 0, 1.0)
    refuses("gap: 0; expected", solve_drift, problem, 0)
    many = DriftProblem(wl.wordle(["".join(pair) for pair in product("abcdefg", repeat=2)][:41]), 0.1)
    refuses("problem: 41 hidden words; expected at most 40", solve_drift, many)
    refuses("games: 0; expected", play_drifting, problem, LikeliestWord(problem), 0, 1)
    refuses("^policy: .*; expected an AdaptivePolicy", expected_guesses, problem, "likeliest")
    other = DriftProblem(wl.wordle(WORDS[:3]), 0.1)
    refuses(
        "^player: .*; expected a filter for the same",
        play_drifting,
        problem,
        LikeliestWord(problem),
        1,
        1,
        0,
        DriftFilter(other),
    )
    refuses("^solution: .*; expected a solution for 3", CheapestPlan, other, solve_drift(problem, 0.1))
    refuses("^drift: .*; expected a problem with", DriftRollout, other, NoisyInformation(problem.still))

"""Games whose colours lie at a rate that is not known, against plain Bayes over words and rates."""

import naive
import numpy as np
import pytest
from refusals import refuses

import wordlelib as wl
from wordlelib.planning.adaptive import LIMIT, Remembering
from wordlelib.planning.belief import bayes
from wordlelib.planning.lie_rate import CertainRate, LieRateProblem, LieRateRollout, play_series
from wordlelib.planning.noise import NoisyInformation

WORDS = ["abc", "abd", "acd", "bcd", "bad", "cad", "dab", "cab"]
RATES = (0.05, 0.4)


@pytest.fixture
def problem():
    return LieRateProblem(wl.wordle(WORDS), RATES, (3, 1))


def posterior(game, history, chances):
    """Word by word and rate by rate; `history` ends with "found" or does not."""
    b = {}
    for rate, chance in zip(RATES, chances, strict=True):
        for word in game.hidden:
            b[word, rate] = chance
            for guess, row in history:
                true = game.answer(guess, word)
                found = {"ggg"} & {true, row}  # is shown when it is true, and only then
                b[word, rate] *= float(row == true) if found else naive.colour_noise(true, row, rate)
    total = sum(b.values())
    return {theta: p / total for theta, p in b.items()}


def test_the_belief_is_that_of_bayes_over_words_and_rates(problem):
    b, history = problem.prior, []
    for guess, row in [("abc", "g--"), ("bcd", "-y-"), ("dab", "ggg")]:
        history.append((guess, row))
        b = bayes(problem, None, b, guess, (guess, row))
        expected = posterior(problem.game, history, (3, 1))
        assert np.allclose(b, [expected[theta] for theta in problem.thetas])
    chances = problem.by_rate(b).sum(axis=1)
    assert np.allclose(problem.prior_of(chances).reshape(2, 8), np.outer(chances, np.full(8, 1 / 8)))


def test_outcomes_are_the_likelihoods_and_draws_follow_them(problem):
    following, probability = problem.outcomes(None, "abd")
    assert np.allclose(probability.sum(axis=1), 1)
    for x, column in zip(following, probability.T, strict=True):
        assert np.allclose(column, problem.likelihood(None, "abd", x))
    rng, theta = np.random.default_rng(0), 8 + 2
    drawn = [problem.draw(None, "abd", theta, u) for u in rng.random(4000)]
    for x, p in zip(following, probability[theta], strict=True):
        assert abs(drawn.count(x) / 4000 - p) < 5 * np.sqrt(p * (1 - p) / 4000) + 1e-9


def test_certainty_equivalence_plays_the_likeliest_rate(problem):
    policy, told = CertainRate(problem), CertainRate(problem, rate=1)
    players = [NoisyInformation(each) for each in problem.games]
    rng = np.random.default_rng(1)
    seen = set()
    for _ in range(40):
        b = rng.random(16) ** 4
        b /= b.sum()
        likeliest = int(b.reshape(2, 8).sum(axis=1).argmax())
        seen.add(likeliest)
        assert policy.decide(None, b) == players[likeliest].decide(None, b.reshape(2, 8)[likeliest])
        assert told.decide(None, b) == players[1].decide(None, b.reshape(2, 8)[1])
    assert seen == {0, 1}
    impossible = np.concatenate([np.full(8, 1 / 8), np.zeros(8)])
    assert told.decide(None, impossible) == policy.decide(None, impossible)


def test_simulated_games_are_games_of_the_base(problem):
    """Each simulated game, played again by hand with the same word, rate and noise."""
    base = CertainRate(problem)
    rollout = LieRateRollout(base, pool=100)
    candidates, runs = np.array(WORDS[:3]), 12
    lengths = rollout.lengths(problem.prior, candidates, runs, np.random.default_rng(5))
    again = rollout.lengths(problem.prior, candidates, runs, np.random.default_rng(5))
    assert np.array_equal(lengths, again) and lengths.min() >= 1
    rng = np.random.default_rng(5)
    uniform, noise = rng.random(), rng.random((runs, 40))
    cumulative = np.cumsum(problem.prior)
    thetas = [int(np.searchsorted(cumulative, (uniform + i) / runs, side="right")) for i in range(runs)]
    within = rollout._quick_base(problem.prior)
    for k, first in enumerate(candidates.tolist()):
        for j, theta in enumerate(thetas):
            b, guess, count = problem.prior, first, 0
            while count < 40:
                x = problem.draw(None, guess, theta, noise[j, count])
                count += 1
                if problem.ended(x):
                    break
                b = bayes(problem, None, b, guess, x)
                guess = within.decide(None, b)
            assert lengths[k, j] == count


def test_rollout_compares_the_bases_guess_with_those_of_both_rates(problem):
    base = CertainRate(problem)
    rollout = LieRateRollout(base, width=2, heaviest=1)
    found = rollout.candidates(problem.prior).tolist()
    ranked = {u for player in base.players for u, _ in player.rank(np.full(8, 1 / 8), 2)}
    assert found[0] == base.decide(None, problem.prior)
    assert set(found) == {found[0], *ranked, WORDS[0]} and len(set(found)) == len(found)
    assert rollout.decide(None, problem.prior) in found
    cautious = LieRateRollout(base, width=2, heaviest=1, caution=1e9)
    assert cautious.decide(None, problem.prior) == found[0]


@pytest.mark.large
def test_a_series_carries_the_rate_and_nothing_else(problem):
    """Against honest colours the rate of lies is learnt, and a player who was told it plays the same second game."""
    beliefs = []

    class Watched(CertainRate):
        def decide(self, x, b):
            if x is None:
                beliefs.append(problem.by_rate(b))
            return super().decide(x, b)

    games = play_series(problem, Watched(problem), 0, 6, np.random.default_rng(3))
    assert games.shape == (6,) and games.min() >= 1 and games.max() <= LIMIT
    assert np.allclose(beliefs[0].sum(axis=1), [0.75, 0.25]) and len(beliefs) == 6
    assert all(np.allclose(b / b.sum(axis=1)[:, None], 1 / 8) for b in beliefs)
    assert beliefs[-1].sum(axis=1)[0] > 0.95
    told = play_series(problem, Remembering(CertainRate(problem, rate=0)), 0, 6, np.random.default_rng(3))
    assert told[-1] == games[-1]


def test_bad_arguments(problem):
    refuses("rates: .*; expected different probabilities", LieRateProblem, wl.wordle(WORDS), (0.1, 0.1))
    refuses("chances: .*; expected a chance for each of the 2 rates", LieRateProblem, wl.wordle(WORDS), RATES, (0, 0))
    refuses("rates: .*; expected different probabilities", LieRateProblem, wl.wordle(WORDS), (0.1, 1.5))
    refuses("^problem: .*; expected a LieRateProblem", CertainRate, problem.games[0])
    refuses("rate: 2; expected", CertainRate, problem, rate=2)
    refuses("^base: .*; expected a CertainRate", LieRateRollout, NoisyInformation(problem.games[0]))
    refuses("runs: 1; expected", LieRateRollout, CertainRate(problem), runs=1)
    refuses("games: 0; expected", play_series, problem, CertainRate(problem), 0, 0, np.random.default_rng(0))
    refuses("^policy: .*; expected an AdaptivePolicy", play_series, problem, "rollout", 0, 1, np.random.default_rng(0))

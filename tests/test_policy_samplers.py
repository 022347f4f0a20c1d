"""Samplers with a prior: their policies against plain twins, and that they improve on the prior."""

from itertools import permutations, product

import naive
import numpy as np
import pytest
from refusals import refuses

import wordlelib as wl
from wordlelib.kernels.samplers import Halving, choose_considered
from wordlelib.search import policy_samplers

SAMPLERS = [
    *(wl.Gumbel(), wl.Gumbel(4, 12, 1.0, 0.0, 0.1), wl.Gumbel(1, 3), wl.Regularised()),
    *(wl.Regularised(0.01, 0.05), wl.Regularised(30.0, 3.0)),
]


def random_arms(rng, arms):
    visits = rng.integers(0, 5, arms) * rng.integers(0, 2, arms)
    first = 2 + rng.random(arms) * rng.choice([0.01, 1, 5])
    return first + visits.clip(max=1) * rng.normal(0, 0.3, arms), visits, first


def random_softmax(rng, arms):
    return np.array(naive.softmax(rng.normal(0, 2, arms).tolist()))


@pytest.mark.parametrize("sampler", SAMPLERS, ids=repr)
def test_policies_are_those_of_the_twin(sampler, rng):
    for _ in range(60):
        cost, visits, first = random_arms(rng, int(rng.integers(1, 9)))
        given = [x.tolist() for x in (cost, visits, first)]
        if isinstance(sampler, wl.Gumbel):
            expected = naive.softmax(naive.scores_with_prior(sampler, *given))
        else:
            expected = naive.regularised_policy(sampler, *given)
        assert sampler.policy(cost, visits, first) == pytest.approx(expected, abs=1e-8)
        for seed in range(3):
            twin = naive.choose(sampler, given[0], given[1], np.random.default_rng(seed), given[2], None)
            assert sampler.choose(cost, visits, np.random.default_rng(seed), first) == twin


def test_one_arm_and_equal_arms(rng):
    for sampler in SAMPLERS:
        assert sampler.policy([3.0], [0], [2.0]).tolist() == [1.0]
        assert sampler.choose([3.0], [4], rng, [2.0]) == 0
        assert sampler.policy([3.0, 3.0], [1, 1], [2.0, 2.0]) == pytest.approx([0.5, 0.5])
        assert sampler.choose([3.0, 3.0], [0, 0], np.random.default_rng(0)) in (0, 1)


def test_below_the_root_visits_follow_the_policy():
    """The guess that is most behind is picked, so that after N visits no share is off by more than some 1 / N."""
    sampler, cost, first = wl.Gumbel(scale=0.01), np.array([2.0, 2.1, 2.4, 3.0]), np.array([2.2, 2.0, 2.3, 2.4])
    visits = np.ones(4, np.int64)
    for _ in range(400):
        visits[sampler.choose(cost, visits, np.random.default_rng(0), first)] += 1
    still = wl.Gumbel(scale=0.01).policy(cost, visits, first)
    assert visits.argmax() == still.argmax() and visits.sum() == 404
    drawn = np.bincount([wl.Regularised().choose(cost, visits, np.random.default_rng(i), first) for i in range(2000)])
    expected = 2000 * wl.Regularised().policy(cost, visits, first)
    assert np.all(np.abs(drawn - expected) < 5 * np.sqrt(expected) + 5)


@pytest.mark.parametrize("considered", [1, 2, 3, 4, 7, 16, 100])
def test_schedules_are_those_of_the_twin(considered):
    for simulations in (1, 2, 5, 16, 50, 64, 200):
        found = policy_samplers.considered_visits(considered, simulations)
        assert found.tolist() == naive.halving_schedule(considered, simulations)


def test_a_schedule_by_hand():
    """Four guesses and 16 visits: two each, then four each for the better two."""
    assert policy_samplers.considered_visits(4, 16).tolist() == [*(0, 0, 0, 0, 1, 1, 1, 1), *(2, 2, 3, 3, 4, 4, 5, 5)]


def play_a_round(sampler, cost, first, noise):
    """Halve with exact costs; give the guess of most visits, the best by score among equals."""
    arms = len(cost)
    visits, places = np.zeros(arms, np.int64), np.arange(arms)
    halving = Halving(
        0, noise, visits.copy(), policy_samplers.considered_visits(sampler.considered, sampler.simulations)
    )
    for wanted in halving.schedule:
        visits[choose_considered(sampler.rule, cost, visits, first, places, wanted, halving)] += 1
    score = noise + naive.scores_with_prior(sampler, cost.tolist(), visits.tolist(), first.tolist())
    return max(range(arms), key=lambda i: (visits[i], score[i])), visits


def test_halving_is_never_worse_than_its_own_sample_of_the_prior(rng):
    """The guess of largest noise and logit is a sample of the prior; what is left in the end costs no more than it."""
    moved, sampled = 0, np.zeros(6)
    first = 2 + rng.random(6)
    for i in range(400):
        sampler = wl.Gumbel(int(rng.integers(1, 7)), int(rng.integers(6, 40)), float(rng.choice([0.01, 0.1, 1])))
        cost, noise = 2 + rng.random(6), rng.gumbel(size=6)
        chosen, visits = play_a_round(sampler, cost, first, noise)
        own = int(np.argmax(noise - first))
        sampled[own] += 1
        assert cost[chosen] <= cost[own] and np.count_nonzero(visits) == sampler.considered, i
        moved += cost[chosen] < cost[own]
    expected = 400 * np.array(naive.softmax((-first).tolist()))
    assert np.all(np.abs(sampled - expected) < 5 * np.sqrt(expected)) and moved > 100


def test_with_new_noise_for_the_choice_the_guarantee_is_lost():
    """Take two of three guesses without replacement, and choose between them by other variables: worse than the prior.

    All is exact: the chance of each ordered pair, and that of each choice.
    """
    prior, cost, worth = np.array([0.6, 0.2, 0.2]), np.array([3.0, 2.0, 2.0]), 0.01
    power = prior * np.exp(worth * (3 - cost))
    mean = 0.0
    for a, b in permutations(range(3), 2):
        chance = prior[a] * prior[b] / (1 - prior[a])
        mean += chance * (power[a] * cost[a] + power[b] * cost[b]) / (power[a] + power[b])
    assert mean > prior @ cost + 0.05
    rng, same = np.random.default_rng(1), []
    for _ in range(2000):
        noise = rng.gumbel(size=3) + np.log(prior)
        pair = np.argsort(-noise)[:2]
        same.append(cost[max(pair, key=lambda i: noise[i] + worth * (3 - cost[i]))] - cost[pair[0]])
    assert max(same) <= 0


def test_improved_policies_cost_no_more_than_their_prior():
    """On a grid of costs and priors, for any scale of what a cost is worth, and for any weight of the divergence."""
    visits = np.ones(3, np.int64)
    for first in product((2.0, 2.1, 3.0), repeat=3):
        for cost in product((2.0, 2.2, 4.0), repeat=3):
            least = np.array(naive.softmax([-x for x in first])) @ np.array(cost)
            for sampler in (wl.Gumbel(scale=0.001), wl.Gumbel(scale=1.0), wl.Regularised(0.01), wl.Regularised(5.0)):
                assert sampler.policy(cost, visits, first) @ np.array(cost) <= least + 1e-12


def test_no_policy_beats_the_regularised_one_at_its_own_aim(rng):
    """Cost plus divergence is least there: against all points of a grid on the simplex."""
    grid = np.array([(i, j, 60 - i - j) for i in range(1, 60) for j in range(1, 60 - i)]) / 60
    for _ in range(30):
        sampler = wl.Regularised(float(rng.choice([0.1, 1, 10])), float(rng.choice([0.3, 1])))
        cost, visits, first = random_arms(rng, 3)
        strength = sampler.coefficient * np.sqrt(visits.sum() + 1) / (visits.sum() + 4)
        prior = np.array(naive.softmax((-first / sampler.temperature).tolist()))

        def aim(policy, cost=cost, prior=prior, strength=strength):
            return policy @ cost + strength * (prior * np.log(prior / policy)).sum(axis=-1)

        found = sampler.policy(cost, visits, first)
        assert found.sum() == pytest.approx(1) and aim(found) <= aim(grid).min() + 1e-9
        assert aim(found) <= aim(prior) and found @ cost <= prior @ cost + 1e-12


def test_what_is_refused(rng):
    for make, given, said in (
        (wl.Gumbel, {"considered": 0}, "considered"),
        (wl.Gumbel, {"simulations": 2.5}, "simulations"),
        (wl.Gumbel, {"scale": 0}, "scale"),
        (wl.Gumbel, {"head_start": -1}, "head_start"),
        (wl.Gumbel, {"temperature": 0}, "temperature"),
        (wl.Regularised, {"coefficient": -1}, "coefficient"),
        (wl.Regularised, {"temperature": np.nan}, "temperature"),
        (policy_samplers.considered_visits, {"considered": 0, "simulations": 1}, "considered"),
    ):
        refuses(said, make, **given)
    for cost, visits, first in (([], [], []), ([1.0], [0, 1], [1.0]), ([1.0], [-1], [1.0]), ([1.0], [0], [np.nan])):
        refuses("expected", wl.Gumbel().policy, cost, visits, first)
    refuses("rng", wl.Regularised().choose, [1.0], [0], None)


def test_fewer_guesses_than_are_considered_share_a_round_as_if_they_were_asked_for():
    game = wl.wordle(wl.words.tiny())
    found = []
    for considered in (4, 16):
        sampler = wl.Gumbel(considered, 16)
        search = wl.TreeSearch(game, np.random.default_rng(5), sampler, width=4, bounds=False)
        search.run(32)
        found.append(search.arms())
    assert found[0] == found[1]


def test_a_round_goes_on_and_the_next_begins_anew():
    """Visits at the root are those of the schedule, however the iterations are cut into calls."""
    game = wl.wordle(wl.words.tiny())
    sampler = wl.Gumbel(4, 16)
    whole, parts = (wl.TreeSearch(game, np.random.default_rng(5), sampler, width="all", bounds=False) for _ in range(2))
    whole.run(32)
    for n in (3, 1, 20, 8):
        parts.run(n)
    assert whole.arms() == parts.arms() and whole.iterations == parts.iterations == 32
    once = wl.TreeSearch(game, np.random.default_rng(5), sampler, width="all", bounds=False)
    once.run(16)
    assert sorted(arm.visits for arm in once.arms())[-5:] == [0, 2, 2, 6, 6]

import naive
import numpy as np
import pytest
from refusals import refused, refuses

import wordlelib as wl
from wordlelib.search import bandits

SAMPLERS = [
    *(wl.EpsilonGreedy(), wl.EpsilonGreedy(0.3), wl.EpsilonGreedy(5), wl.Hoeffding(), wl.Hoeffding(2.5, 0.4)),
    *(wl.Hoeffding(p=None), wl.Hoeffding(0.7, None), wl.PUCT(), wl.PUCT(0.2), wl.Laplace()),
    *(wl.Laplace(2), wl.Thompson()),
]
EVERY = pytest.mark.parametrize("sampler", SAMPLERS, ids=repr)


@EVERY
def test_choices_are_those_of_the_twin(rng, sampler):
    """From the same random numbers, and the two use up as many of them."""
    streams = np.random.default_rng(5), np.random.default_rng(5)
    chosen = set()
    for _ in range(300):
        arms = int(rng.integers(1, 9))
        cost, first = 3 + rng.random(arms), 3 + 2 * rng.random(arms)
        visits, spread = rng.integers(0, rng.integers(1, 40), arms), rng.random(arms)
        arm = sampler.choose(cost, visits, streams[0], first, spread)
        assert type(arm) is int
        assert arm == naive.choose(sampler, cost.tolist(), visits.tolist(), streams[1], first.tolist(), spread.tolist())
        chosen.add((arm, int(np.argmin(cost))))
    assert any(arm != least for arm, least in chosen) and any(arm == least for arm, least in chosen)
    assert streams[0].random() == streams[1].random()


@EVERY
def test_first_estimates_and_spreads_may_be_left_out(rng, sampler):
    for seed in range(50):
        cost, visits = rng.random(6), rng.integers(0, 9, 6)
        arms = [
            sampler.choose(cost, visits, np.random.default_rng(seed), *more)
            for more in ((), (cost, np.zeros(6)), (cost.tolist(), [0.0] * 6))
        ]
        assert len(set(arms)) == 1
        if isinstance(sampler, wl.Thompson):
            assert arms[0] == np.argmin(cost)


@pytest.mark.parametrize("sampler", SAMPLERS[3:], ids=repr)
def test_ties_go_to_the_first_arm(rng, sampler):
    cost, visits = np.array([4.0, 3.0, 3.0, 5.0, 3.0]), np.array([9, 2, 2, 9, 2])
    assert sampler.choose(cost, visits, rng) == 1
    assert sampler.choose(np.ones(7), np.zeros(7, int), rng) == 0


def test_the_greedy_arm_of_ties_is_the_first():
    """The chance of any arm falls with the pulls."""
    many, chosen = np.full(5, 10**6), set()
    for seed in range(100):
        rng = np.random.default_rng(seed)
        assert wl.EpsilonGreedy().choose(np.array([4.0, 3.0, 3.0, 5.0, 3.0]), many, rng) == 1
        chosen.add(wl.EpsilonGreedy().choose(np.array([4.0, 3.0, 3.0, 5.0, 3.0]), np.ones(5), rng))
    assert chosen == set(range(5))


def test_no_pull_yet():
    """A bound that falls with the pulls has no width yet, nor has the bonus; no prior counts before the first pull."""
    cost, none = np.array([2.0, 1.0, 1.5]), np.zeros(3, int)
    for sampler in (wl.Hoeffding(p=None), wl.Hoeffding(), wl.PUCT(), wl.Laplace()):
        assert sampler.choose(cost, none, np.random.default_rng(1), first=np.array([0, 9, 9])) == 1
    once = np.array([0, 1, 0])
    assert wl.PUCT(9).choose(cost, once, np.random.default_rng(1), first=np.array([0, 9, 9])) == 0


def test_hoeffding_bounds_a_mean_as_often_as_it_says(rng):
    """The mean of a range is too high by more than the bound with a probability of at most p."""
    for p in (0.5, 0.2, 0.05):
        width = wl.Hoeffding(3, p).parameter
        for v in (1, 5, 20):
            for draws in (rng.random((4000, v)), rng.integers(0, 2, (4000, v))):
                off = 3 * draws.mean(axis=1) - 1.5
                assert np.mean(off > width / np.sqrt(v)) <= p + 0.02


def test_each_has_a_name_and_a_kind_of_its_own():
    assert list(bandits.SAMPLERS) == ["epsilon-greedy", "hoeffding", "puct", "laplace", "thompson"]
    assert len({sampler.kind for sampler in SAMPLERS}) == 6
    assert all(bandits.SAMPLERS[sampler.name] is type(sampler) for sampler in SAMPLERS)
    assert wl.Hoeffding(2.0, None) == wl.Hoeffding(span=2.0, p=None) != wl.Hoeffding(2.0)


def random_urns(rng, arms=5):
    return [rng.integers(1, 8, rng.integers(1, 9)) + rng.random() for _ in range(arms)]


@EVERY
def test_pulls_are_those_of_the_twin(rng, sampler):
    for seed in range(6):
        urns = random_urns(rng)
        first, spread = 8 * rng.random(len(urns)), 3 * rng.random()
        chosen = wl.bandits.pull(urns, sampler, 60, np.random.default_rng(seed), first, spread)
        twin = naive.pull(list(map(list, urns)), sampler, 60, np.random.default_rng(seed), first.tolist(), spread)
        assert chosen.tolist() == twin and chosen.dtype == np.int64
        same = [bandits.pull(urns, sampler, 60, np.random.default_rng(seed), x, spread) for x in (2, [2.0] * 5)]
        assert same[0].tolist() == same[1].tolist()
        assert bandits.pull(urns, sampler, 60, np.random.default_rng(seed)).tolist() == naive.pull(
            list(map(list, urns)), sampler, 60, np.random.default_rng(seed), [0.0] * 5, 1.0
        )


def test_pull_nothing(rng):
    assert bandits.pull([[1.0]], wl.Thompson(), 0, rng).shape == (0,)
    assert bandits.pull([[1.0]], wl.Thompson(), 3, rng).tolist() == [0, 0, 0]


def test_regret_is_summed_up(rng):
    urns = random_urns(rng)
    means = [sum(urn) / len(urn) for urn in urns]
    chosen = rng.integers(0, 5, (3, 4, 20))
    found = bandits.regret(urns, chosen)
    assert found.shape == chosen.shape
    for i, j in np.ndindex(3, 4):
        total = 0
        for arm, regret in zip(chosen[i, j], found[i, j], strict=True):
            total += means[arm] - min(means)
            assert regret == pytest.approx(total)
    assert bandits.regret(urns, np.full(9, np.argmin(means))).tolist() == [0] * 9
    refuses(r"urns: \[\]; expected at least one", bandits.regret, [], [])


@pytest.mark.parametrize("sampler", [wl.Hoeffding(1, None), wl.Thompson(), wl.EpsilonGreedy()], ids=repr)
def test_regret_stays_far_below_that_of_any_arm(sampler):
    """Five coins: with these samplers, regret grows ever more slowly."""
    urns = [[0] * tails + [1] * (10 - tails) for tails in (2, 4, 5, 6, 9)]
    pulls = 2000
    regrets = []
    for seed in range(12):
        chosen = bandits.pull(urns, sampler, pulls, np.random.default_rng(seed), 0.5)
        regrets.append(bandits.regret(urns, chosen))
    each = np.mean(regrets, axis=0)
    uniform = pulls * (0.8 + 0.6 + 0.5 + 0.4 + 0.1 - 5 * 0.1) / 5
    assert each[-1] < uniform / 3
    assert each[-1] - each[pulls // 2] < each[pulls // 2] / 2


def test_a_fixed_probability_may_give_up_the_best_arm():
    """As the docstring warns: after two bad draws the sure thing looks better for ever; a falling one comes back."""
    urns = [[0.0, 1.0], [0.6]]
    stuck, back = (
        [bandits.pull(urns, sampler, 1000, np.random.default_rng(seed), 0.6)[-500:].mean() for seed in range(40)]
        for sampler in (wl.Hoeffding(1), wl.Hoeffding(1, None))
    )
    assert max(stuck) == 1 and max(back) < 0.9


test_bad_parameters_are_named = refused(
    (lambda: wl.EpsilonGreedy(0), "scale: 0; expected more than 0"),
    (lambda: wl.EpsilonGreedy(float("nan")), "scale: nan; expected more than 0"),
    (lambda: wl.Hoeffding(-1), "span: -1; expected more than 0"),
    (lambda: wl.Hoeffding(float("inf")), "span: inf; expected more than 0"),
    (lambda: wl.Hoeffding(p=0), "p: 0; expected more than 0, less than 1"),
    (lambda: wl.Hoeffding(p=1), "p: 1; expected more than 0, less than 1"),
    (lambda: wl.PUCT(-0.5), "coefficient: -0.5; expected more than 0"),
    (lambda: wl.Laplace(0.0), "delta: 0.0; expected more than 0"),
)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], []), r"cost: shape \(0,\); expected one number for each arm, and at least one arm"),
        (([[1.0]], [[1]]), r"cost: shape \(1, 1\); expected one number for each arm"),
        (([1.0, 2.0], [-1, 0]), "no visits below 0"),
        (([1.0, 2.0], [1]), r"visits: shape \(1,\); expected \(2,\), as cost has"),
        (([1.0, 2.0], [1, 1], [1.0]), r"first: shape \(1,\); expected \(2,\), as cost has"),
        (([1.0, 2.0], [1, 1], None, [1.0]), r"spread: shape \(1,\); expected \(2,\), as cost has"),
    ],
)
def test_bad_arms_are_named(rng, arguments, message):
    cost, visits, *more = arguments
    refuses(message, wl.Thompson().choose, cost, visits, rng, *more)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"urns": []}, "urns: .*; expected at least one, each with finite costs in it"),
        ({"urns": [[1.0], []]}, "urns: .*; expected at least one, each with finite costs in it"),
        ({"urns": [[1.0], [float("inf")]]}, "urns: .*; expected at least one, each with finite costs in it"),
        ({"pulls": -1}, "pulls: -1; expected a number, at least 0"),
        ({"spread": -1}, "spread: -1; expected at least 0"),
        ({"spread": float("nan")}, "spread: nan; expected at least 0"),
        ({"first": [1, 2, 3]}, "first: 3 numbers; expected 2, or one"),
    ],
)
def test_bad_pulls_are_named(rng, options, message):
    options = {"urns": [[1.0], [2.0]], "sampler": wl.Thompson(), "pulls": 3, "rng": rng, **options}
    refuses(message, bandits.pull, **options)


class Delegating(wl.Thompson):
    """A sampler with a `choose` of its own, that counts."""

    calls = 0

    def choose(self, cost, visits, rng, first=None, spread=None):
        type(self).calls += 1
        cost += 0.0  # its own copies
        visits += 0
        return super().choose(cost, visits, rng, first, spread)


class LeastVisited(bandits.Sampler):
    name = "least-visited"

    def choose(self, cost, visits, rng, first=None, spread=None):
        return int(np.argmin(visits))


@EVERY
def test_an_own_choose_is_played_in_python(rng, sampler):
    """Pull by pull as the compiled race, with a sampler that only passes the question on."""

    class Passing(type(sampler)):
        def choose(self, cost, visits, rng, first=None, spread=None):
            return sampler.choose(cost, visits, rng, first, spread)

    for seed in range(4):
        urns = random_urns(rng)
        first, spread = 8 * rng.random(len(urns)), 3 * rng.random()
        streams = [np.random.default_rng(seed) for _ in range(2)]
        one, other = (
            bandits.pull(urns, each, 60, stream, first, spread)
            for each, stream in zip((sampler, Passing()), streams, strict=True)
        )
        assert one.tolist() == other.tolist()
        assert streams[0].random() == streams[1].random()


def test_an_own_sampler_pulls_what_it_chooses(rng):
    assert bandits.pull(random_urns(rng), LeastVisited(), 12, rng).tolist() == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1]
    bandits.pull(random_urns(rng), Delegating(), 9, rng)
    assert Delegating.calls == 9
    assert repr(LeastVisited()) == "<LeastVisited: least-visited>"


def test_samplers_that_the_kernels_do_not_know_are_refused(rng):
    class Other(wl.Thompson):
        kind = 17

    class Wild(LeastVisited):
        def choose(self, *arguments):
            return 2

    refuses(r"sampler: .*Other\(\) of kind 17; expected one of", bandits.pull, [[1.0], [2.0]], Other(), 3, rng)
    refuses("sampler: .* of kind 17; expected one of", Other().choose, [1.0, 2.0], [0, 0], rng)
    with pytest.raises(ValueError, match="sampler: <Wild: least-visited> chooses arm 2; expected 0 to 1"):
        bandits.pull([[1.0], [2.0]], Wild(), 3, rng)
    with pytest.raises(TypeError, match="choose"):
        type("Mute", (bandits.Sampler,), {})()


def test_visits_are_whole_numbers():
    rng = np.random.default_rng(1)
    for visits in ([np.nan, 1.0], [0.5, 1.0], ["1", "2"], [True, False]):
        with pytest.raises(ValueError, match="^visits: .*; expected a (whole )?number for each arm"):
            bandits.Thompson().choose([1.0, 2.0], visits, rng)


def test_beta_thompson_is_the_twin(rng):
    for seed in range(5):
        urns = [rng.integers(0, 2, 7).tolist(), rng.random(3).tolist(), [1.0], [0, 0.5]]
        chosen = bandits.thompson_beta(urns, 80, np.random.default_rng(seed))
        assert chosen.shape == (1, 80) and chosen.dtype == np.int64
        assert chosen[0].tolist() == naive.thompson_beta(urns, 80, np.random.default_rng(seed))
    assert bandits.thompson_beta(urns, 0, rng, 3).shape == (3, 0)


def test_runs_of_beta_thompson_are_alike(rng):
    """Many runs together pull an arm as often as single ones do, within what chance allows."""
    urns = [[0, 0, 1], [0, 1, 1]]
    together = (bandits.thompson_beta(urns, 30, rng, 400) == 1).sum(axis=1)
    alone = np.array([bandits.thompson_beta(urns, 30, rng)[0].sum() for _ in range(400)])
    assert np.ptp(together) > 5
    error = np.sqrt((together.var() + alone.var()) / 400)
    assert abs(together.mean() - alone.mean()) < 4 * error


@pytest.mark.parametrize(("discount", "window"), [(1.0, None), (0.9, None), (0.5, None), (1.0, 1), (1.0, 12)])
def test_forgetful_bounds_are_those_of_the_twin(rng, discount, window):
    for seed in range(4):
        urns, pulls = [list(5 * rng.random(rng.integers(1, 6))) for _ in range(4)], 70
        drift = rng.normal(size=(4, pulls)).cumsum(axis=1)
        chosen = bandits.forgetful_ucb(urns, pulls, np.random.default_rng(seed), drift, 1.5, discount, window)
        twin = naive.forgetful_ucb(urns, pulls, np.random.default_rng(seed), drift, 1.5, discount, window or pulls)
        assert chosen.tolist() == twin and chosen.dtype == np.int64
        assert sorted(chosen[:4]) == [0, 1, 2, 3] or window == 1


def test_an_arm_that_turns_bad_is_left_sooner_with_a_short_memory(rng):
    urns, pulls = [[0.3], [0.5]], 8000
    drift = np.zeros((2, pulls))
    drift[0, 3000:] = 0.6
    late = {}
    for name, memory in (("all", {}), ("window", {"window": 200}), ("discount", {"discount": 0.99})):
        chosen = bandits.forgetful_ucb(urns, pulls, rng, drift, **memory)
        late[name] = np.sum(chosen == 0) - 3000
    assert max(late["window"], late["discount"]) < late["all"] / 2


@pytest.mark.parametrize("arms", [1, 2, 3, 5, 8])
def test_sequential_halving_is_the_twin(rng, arms):
    urns = [list(rng.random(rng.integers(1, 6))) for _ in range(arms)]
    rounds = int(np.ceil(np.log2(arms)))
    for seed, budget in enumerate((arms * rounds, arms * rounds + 7, 300)):
        arm, visits = bandits.sequential_halving(urns, budget, np.random.default_rng(seed))
        twin = naive.sequential_halving(urns, budget, np.random.default_rng(seed))
        assert (arm, visits.tolist()) == twin
        assert visits.sum() <= budget and (arms == 1 or visits[arm] == visits.max() > 0)


def test_sequential_halving_is_seldom_wrong_as_its_theorem_says():
    """The bound of theorem 4.1: 3 log2(K) exp(-T / (8 H log2 K)), with H the greatest i / gap_i**2."""
    means = np.array([0.2, 0.5, 0.6, 0.7, 0.8, 0.8, 0.9, 0.9])
    urns = [np.arange(10) < round(10 * m) for m in means]
    hardness = max((i + 1) / (m - 0.2) ** 2 for i, m in enumerate(means) if i)
    wrong = [bandits.sequential_halving(urns, 1500, np.random.default_rng(seed))[0] != 0 for seed in range(200)]
    bound = 9 * np.exp(-1500 / (8 * hardness * 3))
    assert np.mean(wrong) < bound < 1


test_what_the_other_rules_refuse = refused(
    (lambda r: bandits.thompson_beta([[2.0]], 5, r), "urns: .*; expected costs from 0 to 1"),
    (lambda r: bandits.thompson_beta([[1.0]], 5, r, 0), "runs: 0; expected"),
    (
        lambda r: bandits.forgetful_ucb([[1.0]], 5, r, discount=1.5),
        "discount: 1.5; expected more than 0, at most 1",
    ),
    (lambda r: bandits.forgetful_ucb([[1.0]], 5, r, window=0), "window: 0; expected"),
    (lambda r: bandits.forgetful_ucb([[1.0]], 5, r, discount=0.5, window=3), "window: 3 besides a discount of 0.5"),
    (lambda r: bandits.forgetful_ucb([[1.0]], 5, r, drift=[[0.0]]), "drift: .*; expected a number for each arm"),
    (lambda r: bandits.forgetful_ucb([[1.0]], 5, r, span=0), "span: 0; expected more than 0"),
    (lambda r: bandits.sequential_halving([[1.0]] * 4, 7, r), "budget: 7; expected a whole number from 8"),
    (lambda r: bandits.sequential_halving([], 7, r), "urns: .*; expected at least one"),
    by=lambda call: call(np.random.default_rng(1)),
)

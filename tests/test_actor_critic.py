"""Actor and critic: gradients against differences, games against their definition, and that something is learned."""

import numpy as np
import pytest
from refusals import refuses

import wordlelib as wl
from wordlelib.planning import actor_critic as ac


@pytest.fixture
def game():
    return wl.wordle(wl.words.tiny())


def network(game, seed, units=7):
    rng = np.random.default_rng(seed)
    inputs = ac.slots_of(game).shape[1] + 1
    return ac.Weights(rng.normal(0, 0.3, (inputs + 1, units)), rng.normal(0, 0.3, (units + 1, inputs)))


def test_the_gradient_is_that_of_the_loss_it_names(game):
    slots, weights = ac.slots_of(game).astype(float), network(game, 1)
    played = ac.play_batch(game, slots, weights, np.random.default_rng(2), 6, None)
    critic = ac.forward(weights, ac.inputs_of(played.left, slots, 24)).out[:, -1]
    advantage = played.cost - critic

    def loss(changed):
        out = ac.forward(changed, ac.inputs_of(played.left, slots, 24)).out
        chance = ac.chances(out[:, :-1] @ slots.T, played.left)[np.arange(len(out)), played.guess]
        return np.mean(advantage * np.log(chance) + (out[:, -1] - played.cost) ** 2 / 2)

    gradient, rng = ac.gradient_of(weights, slots, played), np.random.default_rng(3)
    for number, name in enumerate(("hidden", "out")):
        for _ in range(20):
            at = tuple(rng.integers(weights[number].shape))
            ends = []
            for step in (-1e-5, 1e-5):
                moved = weights[number].copy()
                moved[at] += step
                ends.append(loss(weights._replace(**{name: moved})))
            assert gradient[number][at] == pytest.approx((ends[1] - ends[0]) / 2e-5, abs=1e-6)


def test_the_network_sees_shares_of_letters():
    game = wl.wordle(["abc", "abd", "bcd"])
    slots = ac.slots_of(game)
    assert slots.shape == (3, 12) and slots[1].reshape(3, 4).argmax(axis=1).tolist() == [0, 1, 3]
    seen = ac.inputs_of(np.array([[True, True, False], [False, False, True]]), slots, 3)
    assert seen[0, :-1].reshape(3, 4).tolist() == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0.5, 0.5]]
    assert seen[:, -1] == pytest.approx([np.log(2) / np.log(3), 0])


def test_games_are_played_by_the_rules(game):
    slots, weights = ac.slots_of(game), network(game, 4)
    first = game.find("table")
    played = ac.play_batch(game, slots, weights, np.random.default_rng(5), 50, first)
    assert np.all(played.left[np.arange(len(played.guess)), played.guess])
    assert played.used.sum() == 50 + len(played.guess) and played.cost.min() == 1
    below = {tuple(state.members) for state in wl.Beliefs.start(game).split(np.array([first], np.int32))[0]}
    second = {tuple(np.flatnonzero(row)) for row in played.left[: np.sum(played.used > 1)]}
    assert len(second) > 3 and second <= below


def test_games_that_the_opening_wins_teach_nothing():
    alone = wl.wordle(["abc"])
    slots, weights = ac.slots_of(alone), network(alone, 1)
    played = ac.play_batch(alone, slots, weights, np.random.default_rng(0), 3, 0)
    assert played.used.tolist() == [1, 1, 1] and not len(played.guess)
    assert all(not gradient.any() for gradient in ac.gradient_of(weights, slots, played))
    assert ac.train(alone, 2, np.random.default_rng(0), 1, 4, opening="abc").mean_guesses.tolist() == [1, 1]


def test_it_learns_and_the_seed_decides(game):
    one, same, other = (ac.train(game, 150, np.random.default_rng(seed), 32, 16, 1e-2) for seed in (1, 1, 2))
    assert np.array_equal(one.mean_guesses, same.mean_guesses)
    assert not np.array_equal(one.mean_guesses, other.mean_guesses)
    assert one.mean_guesses[-30:].mean() < one.mean_guesses[:10].mean() - 0.1
    tree = wl.play(game, one.policy, "table")
    assert tree.opening == "table" and tree.words == 24


def test_errors_by_name(game):
    rng = np.random.default_rng(0)
    refuses("batches: 0; expected a whole number from 1", ac.train, game, 0, rng)
    refuses("rate: 0; expected", ac.train, game, 1, rng, rate=0)
    units = network(game, 1)
    for weights in (
        None,
        (3, 2),
        ac.Weights(np.zeros((3, 2)), np.zeros((3, 2))),
        units._replace(hidden=units.out * np.nan),
    ):
        refuses("weights: .*; expected a network of", ac.ActorPolicy, game, weights)
    policy = ac.train(game, 1, rng, 2, 2).policy
    with pytest.raises(ValueError, match="state: .*; expected a state with the hidden words that the network"):
        policy.decide(wl.wordle(["abc", "abd"]).start())

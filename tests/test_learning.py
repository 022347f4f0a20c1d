import pickle

import naive
import numpy as np
import pytest
from games import random_game, rounds, words_game
from refusals import refused, refuses
from test_values import INPUTS, some_network

import wordlelib as wl
from wordlelib.game.game import MODES
from wordlelib.lab import results, trained
from wordlelib.planning import learning, values


def families(rng, mode="easy"):
    """A game that is all one-gap families, where few beliefs have a cost that is known at sight."""
    words = [word for word in wl.words.original()[0] if word[2:] in ("ght", "tch", "ill", "und", "are", "ate", "ine")]
    hidden = sorted(map(str, rng.choice(words, 40, replace=False)))
    further = map(str, rng.choice(wl.words.original()[0], 20, replace=False))
    return wl.wordle(hidden, sorted({*hidden, *further}), mode=mode)


class Optimal(wl.Value):
    """What perfect play needs, by the plain dynamic program."""

    name = "optimal"

    def __init__(self, kept):
        self.kept = kept

    def costs(self, beliefs):
        found = [self.kept.optimum(tuple(state.words), tuple(state.history)) for state in beliefs]
        return np.array(found, float)


class Slow(wl.Value):
    """A value that the kernels do not know."""

    name = "slow"

    def __init__(self, value):
        self.value = value

    def costs(self, beliefs):
        return self.value.costs(beliefs)


def charged(game, value):
    """A value as the naive module charges it."""
    numbers = {word: i for i, word in enumerate(game.hidden)}

    def charge(candidates, history):
        start = game.after(history)
        members = np.array([numbers[word] for word in candidates], np.int32)
        return value.costs(wl.Beliefs.of(wl.State(game, members, start.allowed, start.rows)))[0]

    return charge


def ranked_by(game, greedy):
    weights = dict.fromkeys(game.hidden, 1)

    def rank(candidates, history):
        allowed = [g for g in game.guesses if game.mode == "easy" or naive.hard_mode_allows(history, g)]
        allowed = candidates if game.mode == "strict" else allowed
        return naive.ranking(naive.feedback, greedy.name, game.guesses, candidates, allowed, weights)

    return rank, weights


@pytest.mark.parametrize("steps", [1, 2])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("greedy", [wl.InformationGain(), wl.WorstClass()], ids=repr)
def test_lookahead_plays_as_the_twin(rng, mode, steps, greedy):
    """The twin finds a least Q-factor; where several are as low, rounding decides between them."""
    words = wl.words.original()[0]
    hidden = sorted(map(str, rng.choice(words[:300], 12, replace=False)))
    game = wl.wordle(hidden, sorted({*hidden, *map(str, rng.choice(words, 12, replace=False))}), mode=mode)
    rank, weights = ranked_by(game, greedy)
    value = wl.NetworkValue(some_network(rng, 5))
    width = 4
    policy = wl.Lookahead(value, width, steps, greedy)
    charge = charged(game, value)

    def cost(candidates, history, left):
        if left == 0:
            return charge(candidates, history)
        return min(factors(candidates, history, left).values())

    def factors(candidates, history, left):
        guesses = rank(candidates, history)[:width]
        after = lambda c, h: cost(c, h, left - 1)  # noqa: E731
        return naive.q_factors(naive.feedback, None, guesses, candidates, history, weights, 0, after)

    twin = naive.lookahead(naive.feedback, charge, rank, width, weights, steps)
    for word in game.hidden[::5]:
        state = game.start()
        while not state.solved:
            q = factors(state.words, tuple(state.history), steps)
            if len(state.words) > 1:
                table = {line.guess: line.q * len(state.words) for line in policy.q_factors(state)}
                assert table == pytest.approx(q)
                assert q[policy.decide(state)] == pytest.approx(q[twin(state.words, tuple(state.history))])
            guess = policy.decide(state)
            state = state.after(guess, naive.feedback(guess, word))


@pytest.mark.parametrize("mode", ["easy", "hard"])
@pytest.mark.parametrize("steps", [1, 2])
def test_kernels_and_python_look_ahead_alike(rng, mode, steps):
    game = random_game(rng, wl.words.original()[0], mode=mode)
    value = wl.NetworkValue(some_network(rng, 4))
    fast, slow = (wl.Lookahead(each, 6, steps) for each in (value, Slow(value)))
    assert fast._levels is not None and slow._levels is None
    start = game.start()
    states = [start, *(start.after(guess, row) for guess in game.guesses[::29] for row in start.partition(guess))]
    for state in (state for state in states if not state.solved):
        tables = [{line.guess: line.q for line in each.q_factors(state)} for each in (fast, slow)]
        assert tables[0] == pytest.approx(tables[1])
        assert tables[1][fast.decide(state)] == pytest.approx(min(tables[1].values()))


def test_with_the_optimal_value_one_step_is_optimal(rng):
    """And so are two steps, and any rollout that ends in it."""
    for _ in rounds(10):
        kept = words_game(rng, most=7)
        game, optimal = kept.game, Optimal(kept)
        best = kept.optimum(tuple(game.hidden))
        for policy in (
            wl.Lookahead(optimal, "all"),
            wl.Lookahead(optimal, "all", 2),
            wl.Rollout(wl.WorstClass(), "all", steps=0, terminal=optimal),
        ):
            assert wl.play(game, policy).total == best


def test_lookahead_is_truncated_rollout(rng):
    game = random_game(rng, wl.words.original()[0])
    value = wl.SizeValue(wl.planning.rollout.cost_by_size(wl.play(game, wl.InformationGain())))
    one = wl.play(game, wl.Lookahead(value, 7))
    assert (
        one.guess.tolist() == wl.play(game, wl.Rollout(wl.InformationGain(), 7, steps=0, terminal=value)).guess.tolist()
    )
    again = wl.play(game, pickle.loads(pickle.dumps(wl.Lookahead(value, 7))))
    assert again.guess.tolist() == one.guess.tolist()


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_a_bounded_table_changes_no_decision(rng, mode):
    """Kernels look at fewer guesses where a terminal cost is bounded; Python looks at all of them."""
    for _ in rounds(4):
        game = random_game(rng, wl.words.original()[0], mode=mode)
        table = 2 - 1 / np.maximum(np.arange(26), 1) + np.append([0, 0], rng.random(24))
        table[0] = 0
        value = wl.SizeValue(table)
        assert value.bounded
        for steps in (0, 1, 2):
            fast, slow = (wl.Rollout(wl.WorstClass(), 6, steps=steps, terminal=each) for each in (value, Slow(value)))
            for state in (
                state for state in wl.Beliefs.start(game).repeat(5).split(np.arange(0, 50, 10, dtype=np.int32))[0]
            ):
                q = {line.guess: line.q for line in slow.q_factors(state)}
                assert q[fast.decide(state)] == pytest.approx(min(q.values()))


def test_names_and_reprs(rng):
    value = wl.LinearValue(np.zeros(INPUTS), 0)
    policy = wl.Lookahead(value, 5, 2, wl.WorstClass(), 1)
    assert policy.name == "lookahead(linear, 5 + 1 heaviest, 2 steps)"
    assert repr(policy) == "Lookahead(<LinearValue: 12-1>, 5, steps=2, ranking=WorstClass(), heaviest=1)"
    assert wl.Lookahead(value).name == "lookahead(linear, 10)" and repr(wl.Lookahead(value)).endswith("12-1>, 10)")


def test_met_beliefs_occur_once_and_are_worth_learning_from(rng):
    for mode in ("easy", "hard"):
        game = families(rng, mode)
        met = learning.TrainingBeliefs(game)
        met.play(wl.InformationGain(), game.guesses[:5], learning.ASIDE)
        before = len(met)
        assert before == sum(map(len, met.batches)) == len(met.x) == len(met.words) > 0
        states = [state for beliefs in met.batches for state in beliefs]
        names = {(*state.words, "", *state.allowed) for state in states}
        assert len(names) == len(states)
        for state in states:
            least, known = (found[0] for found in values.features(wl.Beliefs.of(state))[1:])
            assert not known and least <= wl.play(game, wl.Rollout(wl.InformationGain()), state=state).total
        met.play(wl.InformationGain(), game.guesses[:5], learning.ASIDE)
        assert len(met) == before
        played = {tuple(state.words) for state in states}
        for guess in game.guesses[:5]:
            tree = wl.play(game, wl.InformationGain(), guess)
            for word in game.hidden:
                state = game.start()
                for guess, row in tree.path(word):
                    state = state.after(guess, row)
                    if not state.solved and not values.features(wl.Beliefs.of(state))[2][0]:
                        assert tuple(state.words) in played


def test_targets_are_what_they_say(rng):
    game = families(rng)
    value = wl.NetworkValue(some_network(rng, 4))
    beliefs = wl.Beliefs.start(game).repeat(3).split(np.array([2, 5, 7], np.int32))[0]
    policy = wl.Lookahead(value)
    played, improved = learning.played_costs(value, beliefs), learning.improved_costs(value, beliefs)
    for state, one, two in zip(beliefs, played, improved, strict=True):
        assert one == wl.play(game, policy, state=state).total
        if len(state.words) > 2:
            assert two == pytest.approx(policy.q_factors(state)[0].q * len(state.words))


@pytest.mark.parametrize("hidden", [(), (3,), (4, 3)])
def test_gradients_are_those_of_finite_differences(rng, hidden):
    network = learning.Network([INPUTS, *hidden, 1], rng)
    for biases in network.parameters[1::2]:
        biases += rng.normal(size=biases.shape)  # else some rows stand exactly where the positive part has a corner
    x, y, weights = rng.normal(size=(9, INPUTS)), rng.normal(size=9), rng.random(9)
    loss, slopes = network.gradient(x, y, weights)
    layers = list(zip(network.parameters[::2], network.parameters[1::2], strict=True))
    outputs = np.array([naive.network(layers, row) for row in x])
    assert loss == pytest.approx(np.mean(weights * (outputs - y) ** 2) / 2)
    for parameter, slope in zip(network.parameters, slopes, strict=True):
        assert slope.shape == parameter.shape
        for place in np.ndindex(parameter.shape):
            kept, found = parameter[place], []
            for step in (1e-6, -1e-6):
                parameter[place] = kept + step
                found.append(network.gradient(x, y, weights)[0])
            parameter[place] = kept
            assert slope[place] == pytest.approx((found[0] - found[1]) / 2e-6, abs=1e-7)


def test_least_squares_finds_a_linear_cost(rng):
    game = families(rng)
    met = learning.TrainingBeliefs(game)
    met.play(wl.InformationGain(), game.guesses, learning.ASIDE)
    assert len(met) > 2 * INPUTS
    weights = rng.normal(size=INPUTS)
    value = learning._least_squares(met, met.x @ weights + 0.25)
    assert value.outputs(met.x) == pytest.approx(met.x @ weights + 0.25, abs=1e-3)


@pytest.mark.parametrize("mode", ["easy", "hard"])
@pytest.mark.parametrize("train", [wl.train_linear, wl.train_network], ids=lambda train: train.__name__)
def test_training_fits_and_repeats_itself(rng, train, mode):
    game = families(rng, mode)
    seen = []
    options = {"openings": game.guesses[::9], "rounds": 3}
    made = train(game, np.random.default_rng(1), **options, progress=lambda *step: seen.append(step))
    again = train(game, np.random.default_rng(1), **options)
    assert made.value.to_json() == again.value.to_json() and len(made.rounds) == 3
    for one, two in zip(made.rounds, again.rounds, strict=True):
        assert one[:4] == two[:4] and 0 <= one.after < one.before + 1e-9
    assert [step[:2] for step in seen] == [(1, 3), (2, 3), (3, 3)]
    assert made.rounds[0].after < made.rounds[0].before / 2
    assert wl.play(game, wl.Lookahead(made.value)).total <= 1.1 * wl.play(game, wl.Rollout(wl.InformationGain())).total


def test_openings_to_learn_from(rng):
    game = random_game(rng, wl.words.original()[0])
    kept = game.guesses[:3]
    found = learning.openings_for(game, len(game.guesses) - 3, rng, kept)
    assert sorted([*found, *kept]) == sorted(game.guesses)
    assert len(set(learning.openings_for(game, 7, rng))) == 7


test_bad_arguments_are_named = refused(
    (lambda g, r: wl.Lookahead(wl.SizeValue([0]), steps=3), "steps: 3; expected a whole number from 1 to 2"),
    (lambda g, r: wl.train_linear(g, r, []), r"openings: \[\]; expected at least one guess"),
    (lambda g, r: wl.train_network(g, r, hidden=[3, 3, 3]), r"hidden: \[3, 3, 3\]; expected the sizes of at most"),
    (lambda g, r: wl.train_network(g, r, hidden=[0]), "hidden: 0; expected a whole number from 1 to 1000"),
    (
        lambda g, r: wl.train_linear(wl.wordle(["abc", "abd", "abe"]), r),
        "openings: .*; expected some after which a cost is not known",
    ),
    (
        lambda g, r: wl.train_linear(wl.wordle(g.hidden, prior=range(1, 25)), r),
        "game: .*weighted prior>; expected a uniform prior",
    ),
    (lambda g, r: learning.openings_for(g, 0, r), "count: 0; expected a whole number from 1 to 24"),
    (lambda g, r: trained.learned("linear", "strict"), "mode: 'strict'; expected one of easy, hard"),
    (lambda g, r: trained.learned("linear", "easy", 99), "seed: 99; expected a whole number from 0 to 2"),
    by=lambda act: act(wl.wordle(wl.words.tiny()), np.random.default_rng(1)),
)


def test_what_a_value_charges_is_checked(tiny):
    class Wrong(wl.Value):
        def costs(self, beliefs):
            return np.ones(len(beliefs) + 1)

    refuses(r"terminal: shape .*; expected \d+ costs, one for each belief", wl.Lookahead(Wrong()).decide, tiny.start())


@pytest.mark.large
def test_stored_values_play_as_stored(original, original_hard):
    stored = results.results("learned")["rows"]
    for row in stored[:: len(stored) - 1]:
        game = original if row["mode"] == "easy" else original_hard
        value = trained.learned(row["kind"], row["mode"], row["seed"])
        assert value.name == row["kind"] and not set(row["openings"]) & set(trained.KEPT)
        for played in row["play"][::3]:
            tree = wl.play(game, wl.Lookahead(value, played["width"], played["steps"]), "salet")
            assert tree.total == played["totals"]["salet"]
            naive.replay(tree.path, naive.feedback, game.hidden[::40], set(game.guesses), game.mode == "hard")


@pytest.mark.slow
@pytest.mark.large
def test_a_value_trained_in_seconds_plays_well(original):
    """Trained on six openings, it is as good from others."""
    rng = np.random.default_rng(1)
    made = wl.train_linear(original, rng, learning.openings_for(original, 6, rng, trained.KEPT), rounds=3)
    assert wl.play(original, wl.Lookahead(made.value), "salet").total <= 7930

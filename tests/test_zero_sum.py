import json
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from games import rounds
from refusals import refuses
from scipy.optimize import linprog

import wordlelib as wl
from wordlelib.core.packing import pack
from wordlelib.search import certificates, hard_priors, self_play
from wordlelib.search import zero_sum as room
from wordlelib.search.verification import verify

FAMILY = ["batch", "catch", "fight", "latch", "might", "night", "sight"]


def costs_of(state):
    """List what all pure strategies take for each word left, without those that another one beats."""
    found = set()
    for guess in (state.game.guesses[i] for i in state.allowed):
        parts = state.partition(guess)
        if len(parts) == 1 and guess not in state.words:
            continue
        below = [costs_of(state.after(guess, row)) for row in parts if set(row) != {"g"}]
        for chosen in product(*below):
            costs = {guess: 1} if guess in state.words else {}
            costs |= {word: 1 + n for part in chosen for word, n in part}
            found.add(tuple(sorted(costs.items())))
    return [a for a in found if not any(beats(b, a) for b in found)]


def beats(a, b):
    return a != b and all(x <= y for (_, x), (_, y) in zip(a, b, strict=True))


def value_of(game):
    """Solve the game as a matrix of all pure strategies against all words."""
    matrix = np.array([[n for _, n in each] for each in costs_of(game.start())], float)
    rows, n = matrix.shape
    above = np.hstack([matrix.T, -np.ones((n, 1))])
    found = linprog([0] * rows + [1], above, np.zeros(n), [[1] * rows + [0]], [1], [(0, None)] * rows + [(None, None)])
    return found.fun


def small_game(rng, mode):
    words = sorted({"".join(rng.choice(list("abc"), 3)) for _ in range(8)})
    hidden = sorted(map(str, rng.choice(words, 4, replace=False)))
    return wl.wordle(hidden, words, mode=mode)


@pytest.fixture(scope="module")
def found(tiny):
    return wl.zero_sum(tiny)


@pytest.mark.parametrize("mode", ["easy", "hard"])
@pytest.mark.parametrize("seed", range(4))
def test_the_value_of_small_games_is_that_of_the_matrix_of_all_strategies(seed, mode):
    rng = np.random.default_rng(seed)
    for _ in rounds(5):
        game = small_game(rng, mode)
        found = wl.zero_sum(game)
        assert found.proven and float(found.lower) == pytest.approx(value_of(game), abs=1e-9)
        assert found.mixture.game is game and found.check() == len(game.guesses)


def test_words_that_nothing_tells_apart_are_guessed_in_any_order():
    words = ["right", "light", "might", "night", "sight", "tight"]
    found = wl.zero_sum(wl.wordle(words))
    assert found.proven and found.lower == Fraction(7, 2) and found.upper == Fraction(7, 2)
    assert found.prior == dict.fromkeys(found.prior, pytest.approx(1 / 6)) and len(found.prior) == 6


def test_the_tiny_list(tiny, found):
    assert found.proven and found.lower == Fraction(18, 7) and sorted(found.prior) == FAMILY
    assert np.all(found.mixture.expected <= 18 / 7 + 1e-12)
    held = [found.mixture.expected[tiny.hidden.index(word)] for word in FAMILY]
    assert held == pytest.approx([18 / 7] * 7)
    # Nothing that the Guesser does is better against the prior, and a plain prior or one strategy are worse for both.
    game = tiny.weighted(found.weights)
    assert wl.prove(game).mean == pytest.approx(18 / 7) and wl.prove(tiny).mean < 18 / 7
    assert wl.prove(tiny).tree.worst > 18 / 7


@pytest.mark.filterwarnings("ignore:overflow encountered")  # keys wrap around; uncompiled code would warn
def test_the_lower_bound_has_a_certificate(tiny, found):
    game = tiny.weighted(found.weights)
    certificate = certificates.certify(game)
    assert verify(certificate, game).whole
    assert Fraction(certificate.lower, int(game.weights.sum())) == found.lower


def test_strategies_that_are_drawn_take_what_the_mixture_says(tiny, found):
    rng, n = np.random.default_rng(7), 400
    drawn = [found.mixture.draw(rng) for _ in range(n)]
    taken = np.array([tree.guesses_used for tree in drawn])
    error = taken.std(axis=0) / np.sqrt(n)
    assert np.all(np.abs(taken.mean(axis=0) - found.mixture.expected) <= 4 * error + 1e-12)
    openings = [tree.opening for tree in drawn]
    for word, share in found.mixture.openings.items():
        assert openings.count(word) / n == pytest.approx(share, abs=4 * np.sqrt(share / n))
    assert len({tree.opening for tree in drawn}) == len(found.mixture.shares) > 1


def test_openings_can_be_kept_to_some(tiny, found):
    some = wl.zero_sum(tiny, ["might", "alone"])
    assert set(some.mixture.shares) <= {"might", "alone"} and some.lower > found.lower and some.proven
    assert some.check() == 2
    for odd in ([], ["nowhere"], ["might", "might"], 5):
        refuses("openings", wl.zero_sum, tiny, odd)


def test_a_run_goes_on_where_another_ended(tiny, found):
    part = wl.zero_sum(tiny, seconds=1e-9)
    assert not part.proven and part.rounds == 1
    steps = []
    whole = wl.zero_sum(tiny, begin=part, progress=steps.append)
    assert whole.lower == whole.upper == found.lower and whole.rounds == 1 + len(steps)
    assert [each.rounds for each in steps] == [*range(2, whole.rounds + 1)]
    assert all(a.lower <= b.lower and a.upper >= b.upper for a, b in zip(steps, steps[1:], strict=False))
    again = wl.zero_sum(tiny, begin=whole)
    assert again.rounds == whole.rounds + 1 and again.proven
    for odd in (5, wl.zero_sum(wl.wordle(FAMILY), seconds=1e-9), wl.zero_sum(tiny, ["alone"], seconds=1e-9)):
        refuses("begin", wl.zero_sum, tiny, begin=odd)


def test_a_gap_is_enough(tiny):
    found = wl.zero_sum(tiny, gap=0.2)
    assert not found.proven and found.lower <= Fraction(18, 7) <= found.upper <= found.lower + Fraction(1, 5)


def test_rounds_end_where_nothing_new_comes_up(tiny, found, monkeypatch):
    monkeypatch.setattr(room, "SMALL", 1)  # so that no prior and no mixture is a fraction with a small denominator
    near = wl.zero_sum(tiny)
    assert not near.proven and near.lower <= found.lower < near.upper < near.lower + Fraction(1, 1000)


@pytest.fixture
def learned(monkeypatch):
    """Let the players of small games learn too, in few rounds, and try the priors in small parts."""
    monkeypatch.setattr(room, "MANY", 0)
    monkeypatch.setattr(room, "TRIED", 1)
    monkeypatch.setattr(self_play, "ROUNDS", 40)


def test_players_that_learn_first_are_led_to_the_same_value(tiny, found, learned):
    steps = []
    whole = wl.zero_sum(tiny, progress=steps.append)
    assert whole.lower == whole.upper == found.lower
    learning = [each for each in steps if len(each.left) == len(tiny.guesses)]
    trying = [each for each in steps if 0 < len(each.left) < len(tiny.guesses)]
    assert len(learning) > 1 and len(trying) > 3 and len(steps[-1].left) == 0
    uppers = [each.upper for each in steps]
    assert uppers == sorted(uppers, reverse=True)
    for part in (learning[0], trying[2], trying[-1]):
        read = wl.ZeroSum.from_json(part.to_json(), tiny)
        more = []
        assert wl.zero_sum(tiny, begin=read, progress=more.append).lower == found.lower
        assert len(more[0].left) <= len(part.left)


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_players_that_learn_first_find_the_value_of_small_games(mode, learned):
    rng = np.random.default_rng(11)
    for _ in rounds(8):
        game = small_game(rng, mode)
        assert float(wl.zero_sum(game).lower) == pytest.approx(value_of(game), abs=1e-9)


def test_the_best_answer_is_found_however_long_a_search_takes(tiny, found, learned, monkeypatch):
    monkeypatch.setattr(room, "ENOUGH", 1)
    monkeypatch.setattr(room, "EFFORTS", (1, 1, None))
    steps = []
    wl.zero_sum(tiny, gap=0.2, progress=steps.append)
    assert len(steps[-1].left) == 0 and steps[-1].lower <= found.lower <= steps[-1].upper


def test_words_that_nothing_tells_apart_are_learned_too(learned):
    assert wl.zero_sum(wl.wordle(["night", "sight"])).lower == Fraction(3, 2)
    assert wl.zero_sum(wl.wordle(["night"])).lower == 1


def test_seasons_narrow_what_the_value_may_be(tiny, found):
    play = self_play.SelfPlay(tiny, range(len(tiny.guesses)), np.ones(len(tiny.hidden)), [])
    plans = list(play.season(lambda: False))
    assert found.lower <= play.upper < found.lower + Fraction(1, 25)
    hard = wl.prove(tiny.weighted(play.weights)).total / play.weights.sum()
    assert wl.prove(tiny).total / len(tiny.hidden) < hard <= found.lower
    while not play.ended:
        plans += play.season(lambda: False)
    for opening in {opening for opening, *_ in plans}:
        own = {code: (guesses, taken) for o, code, guesses, taken in plans if o == opening}
        word = tiny.guesses[opening]
        drawn = wl.Mixture(tiny, {word: 1}, {word: {code: [wl.Plan(1, guesses)] for code, (guesses, _) in own.items()}})
        for code, (_, taken) in own.items():
            assert np.array_equal(drawn.expected[tiny.codes[opening] == code] - 1, taken)


def test_hopes_of_a_file_that_lies_are_found_out(tiny, learned):
    steps = []
    wl.zero_sum(tiny, progress=steps.append)
    trying = [each for each in steps if 0 < len(each.left) < len(tiny.guesses)][-1]
    worst = np.argmax(hard_priors.Answer(tiny.weighted(trying.promising), 1).bounds)
    text = changed(trying.to_json(), ["left"], pack([worst]))
    lie = wl.ZeroSum.from_json(changed(text, ["hoped"], 10**6), tiny)
    refuses("begin: hoped 1000000 is no lower bound", wl.zero_sum, tiny, begin=lie)
    zeros = pack([0] + [1] * (len(tiny.hidden) - 1))
    refuses("text: .*promising", wl.ZeroSum.from_json, changed(text, ["promising"], zeros), tiny)


def test_a_trial_ends_at_the_optimum_under_the_prior(tiny):
    weights = np.arange(1, len(tiny.hidden) + 1)
    least = wl.prove(tiny.weighted(weights)).total
    for hoped, work in ((10**6, 1), (10**6, 10**9), (least, 1)):
        trial = hard_priors.Trial(tiny, weights, hoped, range(len(tiny.guesses)))
        assert not list(trial.go_on(10**9, lambda: True)) and len(trial.left) == len(tiny.guesses)
        trees = []
        while trial.left:
            trees += trial.go_on(work, lambda: False)
        totals = [int(tree.guesses_used @ weights) for tree in trees]
        assert trial.answer.total == least and totals == sorted(totals, reverse=True)
        assert not totals if hoped == least else totals[-1] == least


def test_bounds_are_written_and_read(tiny, found):
    text = found.to_json()
    read = wl.ZeroSum.from_json(text, tiny)
    assert read.to_json() == text and read.lower == read.upper == found.lower
    assert read.mixture.plans == found.mixture.plans
    refuses("text", wl.ZeroSum.from_json, text, wl.wordle(FAMILY))


def changed(text, path, value):
    document = json.loads(text)
    inside = document
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return json.dumps(document)


@pytest.mark.parametrize(
    "path, value",
    [
        (["least"], 10**6),
        (["least"], 0),
        (["least"], 1.5),
        (["weights"], "AAAA"),
        (["weights"], "!"),
        (["promising"], "AAAA"),
        (["hoped"], -1),
        (["left"], pack([0, 0])),
        (["left"], pack([10**4])),
        (["openings"], ["alone"]),
        (["openings"], 3),
        (["mixture"], []),
        (["mixture", "plans"], "AAAA"),
        (["mixture", "shares"], [1]),
        (["mixture", "openings"], ["alone"] * 4),
        (["rounds"], -1),
        (["seconds"], "soon"),
        (["game"], None),
    ],
)
def test_files_that_do_not_fit_together_are_refused(tiny, found, path, value):
    refuses("text", wl.ZeroSum.from_json, changed(found.to_json(), path, value), tiny)


def test_a_file_that_lacks_something_is_refused(tiny, found):
    for name in json.loads(found.to_json()):
        document = json.loads(found.to_json())
        del document[name]
        refuses("text", wl.ZeroSum.from_json, json.dumps(document), tiny)


def test_a_bound_that_does_not_hold_is_found_out(tiny, found):
    least = wl.prove(tiny).total
    text = changed(found.to_json(), ["weights"], pack([1] * len(tiny.hidden)))
    assert wl.ZeroSum.from_json(changed(text, ["least"], least), tiny).check() == len(tiny.guesses)
    wrong = wl.ZeroSum.from_json(changed(text, ["least"], least + 1), tiny)
    refuses("least", wrong.check)
    assert {wrong.check(0), wl.ZeroSum.from_json(text, tiny).check(5, 1)} == {0, 5}


@pytest.mark.parametrize("seed", range(20))
def test_no_plan_can_be_changed_unnoticed(tiny, found, seed):
    rng = np.random.default_rng(seed)
    mixture = found.mixture
    opening = rng.choice(list(mixture.shares))
    code = int(rng.choice(list(mixture.plans[opening])))
    plans = list(mixture.plans[opening][code])
    i = int(rng.integers(len(plans)))
    guesses = list(plans[i].guesses)
    place = int(rng.integers(len(guesses)))
    other = [
        wl.Plan(plans[i].share, (*guesses[:place], *guesses[place + 1 :])),
        plans[i]._replace(share=plans[i].share + 1),
    ]
    for odd in other:
        given = {word: dict(own) for word, own in mixture.plans.items()}
        given[opening][code] = [*plans[:i], odd, *plans[i + 1 :]]
        refuses("plans", wl.Mixture, tiny, mixture.shares, given)


def test_a_mixture_knows_the_rules(tiny):
    tree = wl.prove(tiny).tree
    codes = {code: node for code, node in tree.children[0].items() if tree.size[node] > 1}
    plans = {code: [wl.Plan(3, certificates.strategy_of(tree, node))] for code, node in codes.items()}
    mixture = wl.Mixture(tiny, {tree.opening: 3}, {tree.opening: plans})
    assert np.array_equal(mixture.expected, tree.guesses_used) and mixture.value == tree.worst
    assert mixture.draw(np.random.default_rng(0)).total == tree.total
    refuses("shares", wl.Mixture, tiny, {}, {})
    refuses("plans", wl.Mixture, tiny, {tree.opening: 3}, {})


def test_a_mixture_of_easy_mode_is_refused_in_hard_mode():
    words = ["catch", "batch", "latch", "match", "hatch", "climb"]
    tree = wl.prove(wl.wordle(words), "hatch").tree
    assert tree.children[0] and "climb" in {tree.game.guesses[i] for i in tree.guess[1:]}
    plans = {
        code: [wl.Plan(1, certificates.strategy_of(tree, node))]
        for code, node in tree.children[0].items()
        if tree.size[node] > 1
    }
    assert wl.Mixture(wl.wordle(words), {"hatch": 1}, {"hatch": plans}).value == tree.worst
    refuses("allowed", wl.Mixture, wl.wordle(words, mode="hard"), {"hatch": 1}, {"hatch": plans})


def test_weights_make_another_game(tiny):
    rng = np.random.default_rng(3)
    for _ in rounds(5):
        weights = rng.integers(0, 4, len(tiny.hidden))
        game = tiny.weighted(weights)
        kept = [word for word, weight in zip(tiny.hidden, weights, strict=True) if weight]
        other = wl.wordle(kept, list(tiny.guesses), prior=[int(w) for w in weights[weights > 0]])
        assert game.hidden == other.hidden and game.guesses == other.guesses
        assert wl.prove(game).tree.mean == pytest.approx(wl.prove(other).tree.mean, abs=1e-3)
        assert np.array_equal(game.codes, other.codes) and np.array_equal(game.hidden_of_guess, other.hidden_of_guess)
    assert tiny.weighted([6] * len(tiny.hidden)).uniform and len(tiny.hidden) == 24
    for odd in ([0] * 24, [1] * 23, [-1] + [1] * 23, [0.5] * 24, "many"):
        refuses("weights", tiny.weighted, odd)


def test_strict_mode_is_refused():
    refuses("game", wl.zero_sum, wl.wordle(FAMILY, mode="strict"))

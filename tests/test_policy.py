import naive
import numpy as np
import pytest
from games import random_game, word_lists
from hypothesis import given
from hypothesis import strategies as st
from refusals import refuses

import wordlelib as wl
from wordlelib.game import entropy, policy
from wordlelib.kernels import ranking, scores
from wordlelib.kernels.arrays import allocate, sizes_of

GREEDY = [make() for make in policy.GREEDY.values()]


@given(word_lists(most=25), st.sampled_from(GREEDY))
def test_greedy_decides_as_the_twin(lists, greedy):
    hidden, guesses = lists
    state = wl.wordle(hidden, guesses).start()
    assert greedy.decide(state) == naive.decide(naive.feedback, greedy.name, guesses, hidden)


@pytest.mark.parametrize("greedy", GREEDY, ids=repr)
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_greedy_decides_as_the_twin_in_play(rng, greedy, mode):
    words = wl.words.original()[0]
    for _ in range(3):
        game = random_game(rng, words, mode=mode)
        state = game.start()
        while len(state.members) > 1:
            allowed = [game.guesses[g] for g in state.allowed]
            expected = naive.decide(naive.feedback, greedy.name, list(game.guesses), state.words, allowed)
            assert greedy.decide(state) == greedy.rank(state, 1)[0].guess == expected
            state = state.after(expected, naive.feedback(expected, state.words[-1]))


@pytest.mark.large
@pytest.mark.parametrize("greedy", GREEDY, ids=repr)
def test_every_way_to_find_the_best_guess_agrees(original, greedy):
    """Counting pairs, sparse and full histograms against the plain minimum of all costs, on beliefs of every size."""
    rng = np.random.default_rng(7)
    for n in (3, 5, 9, 17, 40, 100, ranking.PAIR_LIMIT, ranking.PAIR_LIMIT + 1, 300):
        state = original.start()
        some = np.sort(rng.choice(len(original.hidden), n, replace=False)).astype(np.int32)
        state = wl.State(original, some, state.allowed, state.rows)
        cost = entropy.costs(state, greedy.score, state.allowed)
        possible = np.isin(state.allowed, original.guess_of_hidden[some])
        assert greedy.decide(state) == original.guesses[np.lexsort((state.allowed, ~possible, cost))[0]]


@given(st.lists(st.integers(1, 40), min_size=1, max_size=30))
def test_the_bounds_by_pairs_never_exceed_the_cost(sizes):
    n, p, d = sum(sizes), sum(c * (c - 1) // 2 for c in sizes), sum(c - 1 for c in sizes)
    extra = ranking.extra_information()
    for score in range(4):
        if p - d >= len(extra):
            continue
        table = entropy.cost_table(score, n)
        cost = max(table[sizes]) if score == scores.WORST else sum(table[sizes])
        bound = ranking.bound_of_pairs(ranking.Rule(score, table, extra, 0), n, p, d)
        assert bound <= cost
        if score in (scores.REMAINING, scores.CLASSES) or max(sizes) <= 2 and score == scores.INFORMATION:
            assert bound == cost


def test_a_bonus_prefers_guesses_that_may_end_the_game(rng):
    """Against the plain maximum of bits + bonus * P(guess), on games with and without a prior."""
    words = wl.words.original()[0]
    for prior in (None, rng.integers(1, 60, 25)):
        game = random_game(rng, words, prior=prior)
        for bonus in (0.5, 2.0, 20.0):
            state = game.start().after(game.guesses[3], naive.feedback(game.guesses[3], game.hidden[4]))
            chance = dict(zip(state.words, state.probabilities, strict=True))
            value = wl.information_gain(state) + [bonus * chance.get(guess, 0) for guess in game.guesses]
            greedy = wl.InformationGain(bonus)
            first = greedy.rank(state, 1)[0]
            assert greedy.decide(state) == first.guess
            assert first.score == pytest.approx(max(value)) == pytest.approx(value[game.find(first.guess)])
    assert wl.InformationGain(64).decide(game.start()) == game.hidden[int(np.argmax(game.weights))]
    assert (wl.InformationGain().name, wl.InformationGain(2).name) == ("information-gain", "information-gain, bonus 2")
    refuses("bonus: 100; expected 0 to 64 bits", wl.InformationGain, 100)


@pytest.mark.large
@pytest.mark.parametrize("greedy", [*GREEDY, wl.InformationGain(2)], ids=repr)
@pytest.mark.parametrize("skew", [1, 4])
def test_the_first_of_the_ranking_under_a_prior(original, greedy, skew):
    """The kernel that ranks by merges against sorting all costs, for flat and for steep priors."""
    rng = np.random.default_rng(6)
    game = wl.Game(
        original.hidden,
        original.guesses,
        original.codes,
        original.solved,
        original.read,
        original.show,
        rng.random(len(original.hidden)) ** skew + 1e-6,
    )
    arrays = game.arrays
    work = allocate(ranking.Workspace, sizes_of(arrays))
    state = game.start()
    for n in (3, 4, 9, 25, ranking.MERGE_LIMIT, ranking.MERGE_LIMIT + 1):
        for _ in range(3):
            some = np.sort(rng.choice(state.members, n, replace=False)).astype(np.int32)
            belief = wl.State(game, some, state.allowed, state.rows)
            expected = [game.find(line.guess) for line in greedy.rank(belief, 30)]
            for k in (1, 2, 30):
                out = np.empty(k, np.int32)
                ranking.rank_guesses(arrays, some, state.allowed, policy.rule_of(greedy, game, n), work, False, out)
                assert out.tolist() == expected[:k]
            assert greedy.decide(belief) == game.guesses[expected[0]]


@pytest.mark.large
@pytest.mark.parametrize("greedy", GREEDY, ids=repr)
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_the_first_of_the_ranking_are_those_of_the_full_ranking(original, original_hard, greedy, mode):
    """The kernel that ranks by pairs against sorting all costs; with it rollout chooses its candidates."""
    game = original if mode == "easy" else original_hard
    rng = np.random.default_rng(5)
    arrays = game.arrays
    work = allocate(ranking.Workspace, sizes_of(arrays))
    state = game.start().after("salet", "-----")
    for n in (3, 9, 40, ranking.PAIR_LIMIT, 200):
        some = np.sort(rng.choice(state.members, n, replace=False)).astype(np.int32)
        belief = wl.State(game, some, state.allowed, state.rows)
        for k in (1, 2, 30, len(state.allowed)):
            out = np.empty(k, np.int32)
            rule = policy.rule_of(greedy, game, n)
            assert ranking.rank_guesses(arrays, some, state.allowed, rule, work, False, out) == k
            assert [game.guesses[g] for g in out] == [line.guess for line in greedy.rank(belief, k)]


def test_ties_go_to_a_possible_word_and_then_to_list_order():
    game = wl.wordle(["ab", "ac"], ["zz", "ac", "ab", "zb"])
    assert wl.InformationGain().decide(game.start()) == "ac"
    ranked = wl.InformationGain().rank(game.start(), 10)
    assert [(r.guess, r.possible) for r in ranked] == [("ac", True), ("ab", True), ("zb", False), ("zz", False)]
    assert [r.score for r in ranked] == [1, 1, 1, 0]


def test_prior_moves_the_choice():
    hidden = ["aaa", "abb", "acc", "bbb"]
    even, odd = wl.wordle(hidden), wl.wordle(hidden, prior=[1, 1, 1, 997])
    assert wl.ExpectedRemaining().decide(even.start()) == naive.decide(
        naive.feedback, "expected-remaining", hidden, hidden
    )
    assert np.ptp(wl.information_gain(odd.start())[:3]) < 1e-9
    assert wl.InformationGain().decide(even.start()) == "aaa"
    assert wl.InformationGain().decide(odd.start()) == "bbb"


def test_random_baselines_draw_what_they_say(tiny):
    state = tiny.start().after("stone", naive.feedback("stone", "night"))
    candidate, anything = (make(np.random.default_rng(3)) for make in (wl.RandomWord, wl.RandomGuess))
    assert {candidate.decide(state) for _ in range(300)} == set(state.words)
    drawn = {anything.decide(state) for _ in range(600)}
    telling = {g for g in tiny.guesses if len(state.partition(g)) > 1}
    assert drawn == telling and set(state.words) < drawn
    last = state.after("night", "ggggg")
    assert candidate.decide(last) == anything.decide(last) == "night"


@pytest.mark.parametrize("greedy", GREEDY, ids=repr)
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_greedy_decides_as_the_twin_under_a_prior(rng, greedy, mode):
    words = wl.words.original()[0]
    for _ in range(4):
        plain = random_game(rng, words)
        game = wl.wordle(plain.hidden, plain.guesses, mode=mode, prior=rng.integers(1, 9, len(plain.hidden)))
        weights = dict(zip(game.hidden, game.weights.tolist(), strict=True))
        state = game.start().after(game.guesses[0], naive.feedback(game.guesses[0], game.hidden[-1]))
        allowed = [game.guesses[g] for g in state.allowed]
        expected = naive.ranking(naive.feedback, greedy.name, list(game.guesses), state.words, allowed, weights)
        assert [line.guess for line in greedy.rank(state, 12)] == expected[:12]
        assert greedy.decide(state) == expected[0]


@pytest.mark.parametrize("greedy", GREEDY, ids=repr)
def test_beliefs_of_one_batch_do_not_disturb_each_other(tiny, rng, greedy):
    start = tiny.start()
    for _ in range(40):
        some = np.sort(rng.choice(24, rng.integers(2, 9), replace=False)).astype(np.int32)
        twice = wl.Beliefs(
            tiny,
            np.concatenate([some, some]),
            np.array([0, some.size, 2 * some.size]),
            np.empty((2, 0, 2), np.int32),
            start.allowed,
            np.array([0, start.allowed.size]),
        )
        first, second = greedy.decide_all(twice)
        assert (
            first
            == second
            == tiny.find(naive.decide(naive.feedback, greedy.name, list(tiny.guesses), twice.state(0).words))
        )


def test_a_state_with_few_allowed_guesses_is_respected(tiny):
    start = tiny.start()
    narrow = wl.State(tiny, start.members, np.array([0, 3], np.int32), start.rows)
    assert wl.InformationGain().decide(narrow) in (tiny.guesses[0], tiny.guesses[3])


@pytest.mark.parametrize("greedy", [*GREEDY, wl.InformationGain(2)], ids=repr)
def test_a_word_that_is_not_allowed_is_not_guessed(tiny, rng, greedy):
    """Not even if it would tell all candidates apart."""
    start = tiny.start()
    for _ in range(60):
        some, allowed = (np.sort(rng.choice(24, size, replace=False)).astype(np.int32) for size in (3, 6))
        state = wl.State(tiny, some, allowed, start.rows)
        assert greedy.decide(state) == greedy.rank(state, 1)[0].guess


def ranked(game, chosen, k):
    """The k best guesses by the compiled ranking, and by sorting the costs of all."""
    arrays, start = game.arrays, game.start()
    out = np.empty(k, np.int32)
    rule = policy.rule_of(chosen, game, len(game.hidden))
    ranking.rank_guesses(
        arrays, start.members, start.allowed, rule, allocate(ranking.Workspace, sizes_of(arrays)), False, out
    )
    costs = entropy.costs(start, chosen.score, start.allowed)
    return out.tolist(), np.lexsort((start.allowed, game.hidden_of_guess < 0, costs))[:k].tolist()


@pytest.mark.parametrize("chosen", [wl.InformationGain(), wl.ExpectedRemaining(), wl.MostClasses(), wl.WorstClass()])
def test_the_best_few_are_those_of_the_whole_ranking(chosen):
    """Also where more equal pairs cost less: classes of 20 and of single words, against classes of 18, 5 and 1."""
    rng = np.random.default_rng(24)
    classes = {"a": (18, 5, 1), "b": (20, 1, 1, 1, 1), "c": (19, 5), "d": (21, 1, 1, 1)}
    things = [f"h{i:02}" for i in range(24)]
    for _ in range(6):
        code = {guess: rng.permutation(np.repeat(np.arange(len(row)), row)) for guess, row in classes.items()}

        def answer(guess, thing, code=code):
            if guess in code:
                return f"class {code[guess][things.index(thing)]}"
            return "found" if guess == thing else "not"

        game = wl.from_answers(things, [*rng.permutation(list(classes)).tolist(), *things], answer)
        for k in (1, 2, 3, 5):
            compiled, whole = ranked(game, chosen, k)
            assert compiled == whole


class Second(wl.InformationGain):
    """Says anew what it decides, and nothing of batches."""

    def decide(self, state):
        return self.rank(state, 2)[-1].guess if len(state.members) > 1 else state.words[0]


def test_what_a_subclass_decides_is_played(tiny, rng):
    """In batches and in rollouts too, not what its class in the library would decide."""
    game = random_game(rng, wl.words.original()[0])
    start = game.start()
    expected = wl.InformationGain().rank(start, 2)[1].guess
    assert wl.play(game, Second()).opening == expected != wl.InformationGain().decide(start)
    assert policy.is_compiled(wl.InformationGain()) and not policy.is_compiled(Second())
    better = wl.Rollout(Second(), 2)
    by_hand = [len(wl.play(game, Second(), word).path(hidden)) for word in (expected,) for hidden in game.hidden]
    assert {line.guess: line.q for line in better.q_factors(start)}[expected] == pytest.approx(np.mean(by_hand))
    assert wl.play(game, better).total <= wl.play(game, Second()).total


@pytest.mark.parametrize("made", [{"score": 17}, {"score": None}, {}], ids=str)
def test_an_unknown_score_is_refused(tiny, made):
    strange = type("Strange", (policy.Greedy,), made)()
    for act in (
        lambda: strange.decide(tiny.start()),
        lambda: strange.rank(tiny.start()),
        lambda: wl.play(tiny, strange),
        lambda: wl.Rollout(strange, 3).decide(tiny.start()),
    ):
        refuses(r"score: (17|None) of Strange\(\); expected one of the four scores", act)

"""The rule in JavaScript, and rankings and Q-factors as pages compute them, against the library's."""

import itertools

import numpy as np
import pytest
from watching import some

import wordlelib as wl
from wordlelib.game.feedback import to_text
from wordlelib.game.policy import GREEDY
from wordlelib.widgets import base

CODES = """([guesses, hidden]) => {
    const engine = wordleWidgets.engine();
    return guesses.map((guess, i) => engine.feedback(guess, hidden[i]));
}"""
MATRIX = """([hidden, guesses, pairs]) => {
    const engine = wordleWidgets.engine();
    const game = engine.makeGame(hidden, guesses);
    const marks = (guess, h) => engine.classes(game, guess, [h])[0].marks;
    const agrees = (guess, h) => engine.candidates(game, [[guess, marks(guess, h)]]).includes(h);
    return pairs.map(([g, h]) => [marks(guesses[g], h), agrees(guesses[g], h)]);
}"""
RANK = """async ([text, histories, hard, top, score]) => {
    const computing = wordleWidgets.computing(undefined, ...wordleWidgets.readWords(text));
    const jobs = histories.map((history) => computing.job("rollout", { history, hard, score, top }).promise);
    const found = await Promise.all(jobs);
    computing.close();
    return found;
}"""
SUMS = """async ([text, histories, score, width, hard]) => {
    const policies = wordleWidgets.policies({ get() {} }, ...wordleWidgets.readWords(text));
    const jobs = histories.map((history) => policies.qFactors(history, { score, width, hard }).promise);
    const found = await Promise.all(jobs);
    policies.close();
    return found.map(({ lines }) => lines.map(({ guess, sum }) => [guess, sum]));
}"""


def rows(engine, guesses, hidden):
    return engine(CODES, [list(guesses), list(hidden)])


def test_every_pair_of_words_of_three_letters_of_three(engine):
    words = ["".join(letters) for letters in itertools.product("abc", repeat=3)]
    pairs = list(itertools.product(words, words))
    found = rows(engine, *zip(*pairs, strict=True))
    assert found == [wl.feedback.feedback(*pair) for pair in pairs]


def test_all_rows_of_colours_of_five_letters_that_can_be(engine):
    rng = np.random.default_rng(7)
    words = [["".join(rng.choice(list("abcdef"), 5)) for _ in range(8000)] for _ in range(2)]
    keep = [rng.random(5) < 0.4 for _ in words[0]]  # so that many greens are common
    mixed = ["".join(np.where(k, list(b), list(a))) for a, b, k in zip(*words, keep, strict=True)]
    pairs = list(zip(mixed, words[1], strict=True))
    pairs += [
        ("".join(rng.permutation(list(word)[:length] + ["x"] * (5 - length))), word)
        for word in words[0]
        for length in (3, 4, 5)
    ]
    expected = [wl.feedback.feedback(*pair) for pair in pairs]
    assert rows(engine, *zip(*pairs, strict=True)) == expected
    assert len(set(expected)) == 3**5 - 5  # four greens and a yellow cannot be


def test_a_hundred_thousand_random_pairs(engine):
    game, rng = wl.wordle(), np.random.default_rng(8)
    g, h = rng.integers(len(game.guesses), size=100_000), rng.integers(len(game.hidden), size=100_000)
    found = rows(engine, [game.guesses[i] for i in g], [game.hidden[i] for i in h])
    assert found == [to_text(int(code), 5) for code in game.codes[g, h]]


def test_codes_of_the_table_are_those_of_the_rule(engine):
    game, rng = wl.wordle(), np.random.default_rng(9)
    pairs = [[int(rng.integers(len(game.guesses))), int(rng.integers(len(game.hidden)))] for _ in range(300)]
    found = engine(MATRIX, [list(game.hidden), list(game.guesses), pairs])
    assert found == [[to_text(int(game.codes[g, h]), 5), True] for g, h in pairs]


SIZES = (1, 2, 3, 6, 12, 24, 50, 128, 243, 256, 600, 2316)


def states_of_all_sizes(game, rng, each):
    """Play allowed guesses at random until there are `each` states from every size to below the next."""
    wanted = {size: each for size in SIZES[:-1]}
    while wanted:
        state, word = game.start(), str(rng.choice(game.hidden))
        while len(state.words) > 1 and wanted:
            guess = game.guesses[rng.choice(state.allowed)]
            state = state.after(guess, game.answer(guess, word))
            if state.solved:
                break
            size = max(size for size in SIZES if size <= len(state.words))
            if size in wanted:
                yield state
                wanted[size] -= 1
                wanted = {size: left for size, left in wanted.items() if left}


def histories_of(states):
    return [[list(row) for row in state.history] for state in states]


@pytest.mark.parametrize("mode", some(["easy", "hard"], ["easy"]))
@pytest.mark.parametrize("score", sorted(GREEDY))
def test_the_ranking_is_the_library_s(engine, score, mode):
    game, rng, policy = wl.wordle(mode=mode), np.random.default_rng(10), GREEDY[score]()
    states = [game.start(), *states_of_all_sizes(game, rng, 3)]
    found = engine(RANK, [base.word_text(), histories_of(states), mode == "hard", 25, score])
    for state, answer in zip(states, found, strict=True):
        assert [game.hidden[h] for h in answer["left"]] == state.words
        assert answer["allowed"] == len(state.allowed)
        ranked = policy.rank(state, 25)
        assert [row["guess"] for row in answer["best"]] == [row.guess for row in ranked]
        assert [row["possible"] for row in answer["best"]] == [row.possible for row in ranked]
        np.testing.assert_allclose([row["score"] for row in answer["best"]], [row.score for row in ranked], atol=1e-9)
        guesses = [row["guess"] for row in answer["best"]]
        assert [row["parts"] for row in answer["best"]] == wl.number_of_classes(state, guesses).tolist()
        assert [row["worst"] for row in answer["best"]] == wl.worst_class(state, guesses).tolist()
        np.testing.assert_allclose([row["remaining"] for row in answer["best"]], wl.expected_remaining(state, guesses))


def test_no_word_left_and_no_rows(engine):
    histories = [[["salet", "gggg-"], ["salet", "-----"]], []]
    empty, start = engine(RANK, [base.word_text(), histories, False, 3, "information-gain"])
    assert empty["left"] == [] and empty["best"] == []
    assert len(start["left"]) == 2315 and start["allowed"] == 12972


@pytest.mark.parametrize("mode", some(["easy", "hard"], ["easy"]))
@pytest.mark.parametrize("score", sorted(GREEDY))
def test_q_factors_are_the_library_s(engine, score, mode):
    assert engine("() => wordleWidgets.scores") == list(GREEDY)
    game, rng, policy = wl.wordle(mode=mode), np.random.default_rng(11), GREEDY[score]()
    states = [game.start(), game.after([("salet", "-----")]), *states_of_all_sizes(game, rng, 2)]
    found = engine(SUMS, [base.word_text(), histories_of(states), score, 4, mode == "hard"])
    for state, lines in zip(states, found, strict=True):
        q = {line.guess: round(line.q * len(state.words)) for line in wl.Rollout(policy, 4).q_factors(state)}
        assert lines == [[row.guess, q[row.guess]] for row in policy.rank(state, 4)]

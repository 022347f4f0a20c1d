"""The rule and the ranking in JavaScript against the library's."""

import itertools

import numpy as np
import pytest

import wordlelib as wl
from wordlelib.feedback import to_text
from wordlelib.policy import GREEDY
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
RANK = """([text, histories, hard, top]) => {
    const [hidden, guesses] = wordleWidgets.readWords(text);
    const engine = wordleWidgets.engine();
    const game = engine.makeGame(hidden, guesses);
    return histories.map((history) => engine.rank(game, history, hard, top));
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


def some_states(game, rng, lengths):
    """Play allowed guesses at random; give the states in which the word is not found."""
    for length in lengths:
        state, word = game.start(), str(rng.choice(game.hidden))
        for _ in range(length):
            guess = game.guesses[rng.choice(state.allowed)]
            state = state.after(guess, game.answer(guess, word))
        if not state.solved:
            yield state


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_the_ranking_is_the_library_s(engine, mode):
    game, rng, policy = wl.wordle(mode=mode), np.random.default_rng(10), wl.InformationGain()
    states = [game.start(), *some_states(game, rng, (1, 1, 1, 2, 2, 3, 3, 4) * 2)]
    histories = [[list(row) for row in state.history] for state in states]
    found = engine(RANK, [base.word_text(), histories, mode == "hard", 25])
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
    empty, start = engine(RANK, [base.word_text(), [[["salet", "gggg-"], ["salet", "-----"]], []], False, 3])
    assert empty["left"] == [] and empty["best"] == []
    assert len(start["left"]) == 2315 and start["allowed"] == 12972


SUMS = """([text, histories, score, top]) => {
    const [hidden, guesses] = wordleWidgets.readWords(text);
    const engine = wordleWidgets.engine();
    const game = engine.makeGame(hidden, guesses);
    return histories.map((history) => {
        const { best } = engine.rank(game, history, false, top, score);
        return best.map(({ guess, score: value, possible }) => {
            return [guess, value, possible, engine.qSum(game, history, guess, score)];
        });
    });
}"""


@pytest.mark.parametrize("score", sorted(GREEDY))
def test_q_factors_are_the_library_s(engine, score):
    assert engine("() => wordleWidgets.engine().scores") == list(GREEDY)
    game, rng, policy = wl.wordle(), np.random.default_rng(11), GREEDY[score]()
    states = [game.after([("salet", row)]) for row in ("-yyy-", "-----")]
    states += some_states(game, rng, (1, 1, 2, 2, 2, 3))
    histories = [[list(row) for row in state.history] for state in states]
    found = engine(SUMS, [base.word_text(), histories, score, 8])
    for state, lines in zip(states, found, strict=True):
        ranked = policy.rank(state, 8)
        assert [(line[0], line[2]) for line in lines] == [(row.guess, row.possible) for row in ranked]
        np.testing.assert_allclose([line[1] for line in lines], [row.score for row in ranked], atol=1e-9)
        q = {line.guess: line.q for line in wl.Rollout(policy, 8).q_factors(state)}
        assert {line[0]: line[3] for line in lines} == {guess: round(q[guess] * len(state.words)) for guess in q}

import json
from math import log2

import naive
import numpy as np
import pytest
from games import played_game, rounds, words_game

import wordlelib as wl
from wordlelib.lab import judging, results
from wordlelib.lab.judging import Judge, Move, Row, known_first, played_rows


def by_hand(rng, mode, prior):
    """A random small game, its judgement, and what the naive module needs to follow."""
    kept = words_game(rng, mode, prior)
    rows, answer = played_game(rng, kept.game)
    return kept, rows, answer, Judge(kept.game, 4).judge(rows, answer)


def allowed_after(game, history):
    return [g for g in game.guesses if game.mode == "easy" or naive.hard_mode_allows(history, g)]


def rank_of(kept):
    def rank(words, history):
        game, bonus = kept.game, 0 if kept.game.uniform else judging.BONUS
        allowed = allowed_after(game, history)
        return naive.ranking(naive.feedback, "information-gain", game.guesses, words, allowed, kept.weights, int(bonus))

    return rank


def greedy_of(kept):
    return lambda words, history: rank_of(kept)(words, history)[0]


def naive_move(guess, words, total):
    sizes = [len(c) for c in naive.partition(naive.feedback, guess, words).values()]
    return Move(guess, guess in words, len(sizes), max(sizes), sum(s for s in sizes if s > 1), total)


@pytest.mark.parametrize("prior", [False, True])
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_rows_are_those_of_the_naive_twin(rng, mode, prior):
    for _ in rounds(15):
        kept, rows, _, judged = by_hand(rng, mode, prior)
        words, rank, base, weights = list(kept.game.hidden), rank_of(kept), greedy_of(kept), kept.weights
        for i, (row, (guess, feedback)) in enumerate(zip(judged.rows, rows, strict=True)):
            history = tuple(rows[:i])
            ranked = rank(words, history)[:4]
            q = naive.q_factors(naive.feedback, base, list({*ranked, guess}), words, history, weights)
            first = min(ranked, key=q.get)
            assert row.base == naive_move(ranked[0], words, q[ranked[0]])
            assert row.rollout == naive_move(first, words, q[first])
            assert row.made == naive_move(guess, words, q[guess])
            assert row.best == (row.made if q[guess] <= q[first] else row.rollout) and row.strategy is None
            left = naive.partition(naive.feedback, guess, words)[feedback]
            done = guess in left
            after = (*history, (guess, feedback))
            assert row.rest == (0 if done else naive.cost(naive.feedback, base, left, after, weights))
            assert (row.before, row.after) == (len(words), len(left))
            assert (row.weight_before, row.weight_after) == (kept.weight(words), kept.weight(left))
            bits = naive.scores(naive.feedback, guess, words, weights)[0]
            assert row.expected_bits == pytest.approx(bits, abs=1e-9)
            assert row.received_bits == pytest.approx(log2(kept.weight(words) / kept.weight(left)))
            words = left


@pytest.mark.parametrize("prior", [False, True])
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_perfect_play_is_that_of_the_dynamic_program(rng, mode, prior):
    seen = set()
    for _ in rounds(50):
        kept, rows, _, judged = by_hand(rng, mode, prior)
        words = list(kept.game.hidden)
        for i, (row, (guess, feedback)) in enumerate(zip(judged.rows, rows, strict=True)):
            history, hard = tuple(rows[:i]), mode == "hard"
            found = naive.totals(naive.feedback, kept.game.guesses, words, history, hard, weights=kept.weights)
            left = naive.partition(naive.feedback, guess, words)[feedback]
            assert row.perfect.least == min(found.values()) == found[row.perfect.guess]
            own = found.get(guess)
            if own is None:
                own = kept.weight(words) + kept.optimum(words, tuple(rows[: i + 1]))
            assert row.perfect.lower == row.perfect.upper == own
            assert (row.perfect.guess == guess) == (own == row.perfect.least)
            seen.add((own == row.perfect.least, guess in found))
            words = left
    assert seen == {(True, True), (False, True), (False, False)}


def check(game, judged, rows, answer):
    """What holds of every judgement."""
    n, solved = int(game.weights.sum()), rows[-1][0] == answer
    assert (judged.answer, judged.solved, len(judged.rows)) == (answer, solved, len(rows))
    left = int(game.weights[game.after(rows).members].sum())
    assert sum(row.received_bits for row in judged.rows) == pytest.approx(log2(n / left))
    assert judged.luck_bits == pytest.approx(log2(n / left) - sum(row.expected_bits for row in judged.rows))
    gained = sum((row.made.total - row.base.total) / row.weight_before for row in judged.rows)
    rest = judged.rows[-1].rest / judged.rows[-1].weight_after
    assert len(rows) + rest == pytest.approx(judged.start + gained - judged.luck)
    for row, following in zip(judged.rows, judged.rows[1:], strict=False):
        assert following.before == row.after and following.weight_before == row.weight_after
        assert following.base.total == row.rest
    for row in judged.rows:
        assert row.loss >= 0 and row.best.total <= row.made.total
        assert row.rollout.total <= row.base.total
        assert (row.loss == 0) == (row.best == row.made)
        if row.perfect is not None:
            assert row.perfect.least <= row.perfect.lower <= row.perfect.upper <= row.made.total
            assert row.perfect.least <= row.rollout.total
    assert json.loads(json.dumps(judged.as_dict()))["rows"][0]["reason"] == judged.rows[0].reason


@pytest.mark.parametrize("prior", [False, True])
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_invariants_of_small_games(rng, mode, prior):
    words = wl.words.original()[0]
    for _ in rounds(40):
        hidden = sorted(map(str, rng.choice(words, 60, replace=False)))
        weights = rng.integers(1, 30, len(hidden)) if prior else None
        game = wl.wordle(hidden, sorted({*hidden, *map(str, rng.choice(words, 60))}), mode, weights)
        rows, answer = played_game(rng, game)
        judged = Judge(game).judge(rows, answer)
        check(game, judged, rows, answer)
        assert judged.perfect_loss[0] == judged.perfect_loss[1] >= 0
        policy = wl.Rollout(wl.InformationGain(judging.BONUS if prior else 0), 10)
        assert judged.rollout == wl.play(game, policy).path(answer)
        assert judged.perfect[-1][0] == answer


@pytest.fixture(scope="module")
def judge(original):
    return Judge(original)


@pytest.mark.slow
@pytest.mark.large
def test_two_hundred_games_on_the_original_lists(rng, original, judge):
    for _ in range(200):
        rows, answer = played_game(rng, original)
        check(original, judge.judge(rows, answer), rows, answer)


@pytest.mark.large
def test_totals_are_those_of_a_replay(rng, original, judge):
    """Played on by `tree.play`, word by word, not by the kernel that knows Q-factors."""
    for _ in range(5):
        rows, answer = played_game(rng, original)
        for i, row in enumerate(judge.judge(rows, answer).rows):
            state = original.after(rows[:i])
            for move in {row.made, row.best, row.rollout}:
                if move.classes > 1 or row.before == 1:
                    assert wl.play(original, wl.InformationGain(), move.guess, state).total == move.total


@pytest.mark.large
def test_the_proven_strategy_is_followed(original, judge):
    tree = wl.prove(original, "salet").tree
    assert judge.strategy.total == 7920
    assert np.array_equal(judge.strategy.guess, tree.guess) and np.array_equal(judge.strategy.parent, tree.parent)
    rows = tree.path("mount")
    judged = judge.judge(rows)
    assert judged.perfect == rows and judged.perfect_loss == (0, 0) and judged.loss == 0
    assert [row.strategy.guess for row in judged.rows] == [guess for guess, _ in rows]
    assert judged.rows[0].perfect == ("salet", 7920, 7920, 7920)
    left = [7920, *(wl.search.exact.Solver(original).search(original.after(rows[:i]))[0].upper for i in (1, 2))]
    assert [row.perfect.least for row in judged.rows[:3]] == left
    off = judge.judge(["salet", "round", "mount"], "mount")
    assert off.rows[1].strategy.guess == rows[1][0] and off.rows[2].strategy is None


@pytest.mark.large
def test_first_rows_are_known(original, judge):
    def first(word):
        return judge.judge([word], "mount").rows[0].perfect

    assert first("crate") == ("salet", 7920, 7926, 7926) and first("raise") == ("salet", 7920, 8014, 8014)
    mamma, below = first("mamma"), results.results("openings_easy")["settings"]["below"]
    assert mamma.lower == below and mamma.upper == wl.play(original, wl.InformationGain(), "mamma").total
    low, high = judge.judge(["mamma", "mount"], "mount").rows[0].perfect_loss
    assert (low, high) == pytest.approx(((below - 7920) / 2315, (mamma.upper - 7920) / 2315))


@pytest.mark.large
def test_hard_mode_on_the_original_lists(rng, original_hard):
    judge = Judge(original_hard)
    assert judge.strategy.total == 8116
    for _ in range(20):
        rows, answer = played_game(rng, original_hard)
        judged = judge.judge(rows, answer)
        check(original_hard, judged, rows, answer)
        assert judged.rows[0].perfect is None and judged.perfect_loss is None


@pytest.mark.large
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_stored_totals_are_those_of_a_replay(rng, mode):
    game = wl.wordle(mode=mode)
    known = known_first(game)
    assert known.totals.shape == (12972,)
    assert all(total <= known.totals[game.find(word)] for word, total in known.proven.items())
    for guess in [game.find("salet"), *rng.choice(12972, 8, replace=False)]:
        assert known.totals[guess] == wl.play(game, wl.InformationGain(), game.guesses[guess]).total
    rows = [row for row in results.results("table1")["rows"] if (row["mode"], row["width"]) == (mode, 0)]
    assert len(rows) == 13 and {row["base"] for row in rows} == {"information-gain"}
    assert [known.totals[game.find(row["opening"])] for row in rows] == [row["total"] for row in rows]


def test_the_least_total_of_a_first_guess_is_proven_in_easy_mode(original, original_hard):
    easy, hard = known_first(original), known_first(original_hard)
    assert min(easy.totals) >= easy.least == 7920 == easy.proven["salet"]
    assert easy.others == results.results("openings_easy")["settings"]["below"] > 8000
    assert hard.least is None and min(hard.totals) >= hard.proven["salet"]


def test_other_lists_have_nothing_stored(tiny, answers_game):
    assert known_first(tiny) is None and known_first(answers_game) is None
    judged = Judge(answers_game).judge(["raise"], "mount")
    assert judged.rows[0].perfect is None and judged.perfect is None and judged.rollout[-1][0] == "mount"


@pytest.mark.parametrize("prior", [None, range(1, 25)])
def test_luck_averages_to_nothing(prior):
    game = wl.wordle(wl.words.tiny(), prior=prior)
    judge = Judge(game)
    for guess in game.guesses[:6]:
        judged = [judge.judge([guess], answer).rows[0] for answer in game.hidden]
        assert game.weights @ [row.luck for row in judged] == pytest.approx(0, abs=1e-6)
        assert game.weights @ [row.luck_bits for row in judged] == pytest.approx(0, abs=1e-6)


def test_unfinished_game_without_an_answer(tiny):
    guess, row = tiny.hidden[0], tiny.answer(tiny.hidden[0], tiny.hidden[1])
    judged = Judge(tiny).judge([(guess, row)])
    assert judged.answer is None and not judged.solved and judged.rollout is None and judged.perfect is None
    assert "not found in 1 guess" in repr(judged) and judged._repr_html_().count("<tr>") == 2


WORDS = ["batch", "catch", "hatch", "latch", "match", "patch", "chimp", "black"]


def test_reasons():
    judge = Judge(wl.wordle(WORDS))
    assert [row.reason for row in judge.judge(["batch", "chimp", "black", "catch"], "catch").rows] == [
        "chimp splits the 8 words into 6 classes, the largest of 3; "
        "after batch 2 more words share a class with others.",
        "chimp splits the 5 words into 4 classes, the largest of 2; no guess that was tried is better.",
        "Only catch was left.",
        "Only catch was left.",
    ]
    second = judge.judge(["chimp", "chimp"], "hatch").rows[1]
    assert second.reason == "black tells all 3 words apart; after chimp 3 more words share a class with others."


GOOD = Move("trace", True, 97, 9, 150, 600)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"together": 164, "classes": 90}, "after courd 14 more words share a class with others."),
        ({"together": 151}, "after courd 1 more word shares a class with others."),
        ({"classes": 90, "largest": 20}, "courd makes 7 classes fewer."),
        ({"classes": 96, "together": 140}, "courd makes 1 class fewer."),
        ({"largest": 20, "possible": False}, "the largest class of courd has 20."),
        ({"possible": False, "classes": 99}, "courd cannot be the hidden word."),
        ({"total": 607}, "what courd leaves takes 7 guesses more over all words."),
        ({"total": 601, "largest": 3}, "what courd leaves takes 1 guess more over all words."),
    ],
)
def test_every_shortfall_is_said(changes, sentence):
    made = GOOD._replace(guess="courd", **{"total": 610} | changes)
    row = Row("courd", "-----", 221, 20, 221, 20, 5.0, 3.5, made, 60, made, GOOD, None, GOOD, None)
    assert row.reason == "trace splits the 221 words into 97 classes, the largest of 9; " + sentence
    assert row.loss == (made.total - 600) / 221 and row.perfect_loss is None


@pytest.mark.parametrize(
    ("history", "answer", "complaint"),
    [
        ([], None, "history: empty; expected at least one row"),
        (["batch"], None, "history: row 1 (batch) without feedback; expected guess and feedback, or an answer"),
        ([("batch", "-gggg"), ("catch",)], None, "history: ('catch',) is in it; expected a list of rows"),
        ([("bitch", "-gggg")], None, "guess: 'bitch' is not one of the 8 guesses"),
        ([("batch", "-ggg")], None, "feedback: '-ggg' has 4 colours; expected 5"),
        ([("batch", "-ggg?")], None, "feedback: '-ggg?' holds '?', which is no colour"),
        ([("batch", "ggggg"), ("catch", "-gggg")], None, "history: row 2 (catch) after the hidden word was found"),
        ([("batch", "ggggg")], "catch", "history: row 1 (batch ggggg) with answer 'catch'; expected -gggg"),
        ([("batch", "-----")], None, "history: no hidden word is left: check row 1 (batch -----)"),
        (["batch"], "bitch", "hidden: 'bitch' is not one of the 8 guesses"),
        ("batch", "catch", "history: 'batch'; expected a list of rows"),
        ([7], "catch", "history: 7; expected a list of rows"),
    ],
)
def test_bad_games_are_refused(history, answer, complaint):
    with pytest.raises(ValueError) as error:
        Judge(wl.wordle(WORDS)).judge(history, answer)
    assert complaint in str(error.value)


def test_bad_settings_are_refused():
    with pytest.raises(ValueError, match="^game: strict mode; expected easy or hard mode$"):
        Judge(wl.wordle(WORDS, mode="strict"))
    with pytest.raises(ValueError, match="^game: 'wordle'; expected a Game"):
        Judge("wordle")
    with pytest.raises(ValueError, match="^width: 0"):
        Judge(wl.wordle(WORDS), 0)
    with pytest.raises(ValueError, match="'latch' is not allowed in hard mode"):
        Judge(wl.wordle(WORDS, mode="hard")).judge(["chimp", "latch"], "catch")


def test_guesses_are_coloured(tiny):
    answer = tiny.hidden[3]
    rows = [(guess, tiny.answer(guess, answer)) for guess in (tiny.hidden[0], answer)]
    assert played_rows(tiny, [guess.upper() for guess, _ in rows], answer) == rows == played_rows(tiny, rows)
    squares = [(guess, wl.feedback.to_squares(row)) for guess, row in rows]
    assert played_rows(tiny, squares) == rows and judging.OPENING in wl.words.original()[1]

"""Transcripts and verdicts: against Bellman's equation and the definition of luck, and lines of any kind."""

import json
from math import log2, sqrt
from statistics import mean, stdev

import naive
import numpy as np
import pytest
from games import listed_game, played_game, rounds, words_game
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused, refuses

import wordlelib as wl
from wordlelib.lab import judging, transcripts
from wordlelib.lab.judging import Judge
from wordlelib.lab.transcripts import Scored, Transcript, differences, read_transcripts, score, summaries


def q_factor(kept, guess, words, history):
    """The least total if a guess is made now, by Bellman's equation, also for one that tells nothing."""
    total, classes = kept.weight(words), naive.partition(naive.feedback, guess, words)
    for row, left in classes.items():
        if set(row) != {"g"}:
            total += kept.optimum(left, (*history, (guess, row)))
    return total


@pytest.mark.parametrize("prior", [False, True])
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_verdicts_are_those_of_bellmans_equation(rng, mode, prior):
    for _ in rounds(15):
        kept = words_game(rng, mode, prior, most=9)
        judge, (rows, _) = Judge(kept.game), played_game(rng, kept.game)
        words, state = list(kept.game.hidden), kept.game.start()
        for i, (guess, row) in enumerate(rows):
            before, state = state, state.after(guess, row)
            verdict, history = judge.verdict(before, state), tuple(rows[:i])
            n, left = kept.weight(words), naive.partition(naive.feedback, guess, words)
            lost = (q_factor(kept, guess, words, history) - kept.optimum(words, history)) / n
            bits = [log2(n / kept.weight(each)) for each in left.values()]
            expected = sum(kept.weight(each) / n * b for each, b in zip(left.values(), bits, strict=True))
            assert verdict.regret == pytest.approx(lost, abs=1e-12) and verdict.regret >= 0
            assert verdict.luck_bits == pytest.approx(bits[[*left].index(row)] - expected, abs=1e-9)
            words = left[row]


def test_mean_regret_is_what_a_policy_needs_more_than_perfect_play():
    game = listed_game()
    judge, policy = Judge(game), wl.WorstClass()
    tree = wl.play(game, policy)
    scored = score(judge, [Transcript("it", w, tuple(g for g, _ in tree.path(w))) for w in game.hidden])
    optimum = wl.prove(game).mean
    assert mean(each.regret for each in scored) == pytest.approx(tree.mean - optimum)
    assert mean(each.guesses for each in scored) == tree.mean
    assert all(each.found for each in scored)


@pytest.mark.large
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_what_is_stored_of_first_guesses_is_what_the_search_finds(original, original_hard, mode, monkeypatch):
    game = original if mode == "easy" else original_hard
    state, hidden = game.start(), "light"
    rows = [state.after(guess, game.answer(guess, hidden)) for guess in ("salet", "clout")]
    judge = Judge(game)
    known = [judge.verdict(state, after) for after in rows]
    least, totals = (7920, (7920, 8125)) if mode == "easy" else (8116, (8116, 8314))
    assert [each.regret for each in known] == [(total - least) / 2315 for total in totals]
    searched = Judge(game)
    monkeypatch.setattr(searched, "known", judging.Known(np.zeros(0), {}, 0, least))
    assert [searched.verdict(state, after) for after in rows] == known


def test_a_verdict_is_of_two_states_in_a_row():
    game = wl.wordle(["fight", "light", "night"])
    judge, start = Judge(game), game.start()
    after = start.after("fight", "-gggg")
    refuses(
        "after: .*; expected the state one row after the other one", judge.verdict, start, after.after("light", "ggggg")
    )
    refuses("after: .*; expected the state one row after the other one", judge.verdict, after, after)
    refuses("after: .*; expected the state one row after", judge.verdict, start, start)
    other = wl.wordle(["fight", "light", "night"]).start()
    refuses("state: ", judge.verdict, other, after)
    refuses("after: ", judge.verdict, start, other.after("fight", "-gggg"))


def test_a_verdict_is_of_the_words_that_a_state_holds():
    game = wl.wordle(["fight", "light", "night"])
    judge, start = Judge(game), game.start()
    rows = start.after("fight", "-gggg").rows
    two = wl.State(game, [0, 1], [0, 1, 2], start.rows)  # nothing was guessed, and yet one word is ruled out
    assert judge.verdict(start, start.after("fight", "-gggg")).regret == 0
    assert judge.verdict(two, two.after("fight", "-gggg")) == (0, 0)
    refuses(
        "after: .*; expected the words that its last row leaves", judge.verdict, start, wl.State(game, [1], [0], rows)
    )


def one(player, hidden, guesses, regret=0.0, luck=0.0):
    return Scored(player, hidden, True, guesses, regret, luck)


def test_figures_are_means_over_words_with_standard_errors():
    games = [one("a", "w1", 3, 0.5), one("a", "w1", 5, 1.5), one("a", "w2", 2, 0.25), one("a", "w3", 6, 0.75)]
    (found,) = summaries(games)
    assert (found.games, found.words, found.found) == (4, 3, 1.0)
    for estimate, values in ((found.guesses, [4, 2, 6]), (found.regret, [1.0, 0.25, 0.75])):
        assert estimate == pytest.approx((mean(values), stdev(values) / sqrt(3)))
    assert summaries(games[:1])[0].guesses == (3, None)


def test_players_are_paired_over_the_words_of_both():
    games = [one("a", "w1", 3), one("a", "w2", 4), one("a", "w3", 9)]
    games += [one("b", "w1", 5), one("b", "w2", 5), one("c", "w9", 5)]
    (found,) = differences(games)
    assert (found.player, found.other, found.words) == ("a", "b", 2)
    assert found.guesses == pytest.approx((-1.5, stdev([-2, -1]) / sqrt(2)))


def test_a_game_that_was_not_found_costs_one_guess_more_and_at_least_seven():
    game = wl.wordle(["fight", "light", "night"])
    made = [Transcript("a", "night", ("fight",) * count) for count in (0, 2, 6, 8)]
    scored = score(Judge(game), made)
    assert [(each.found, each.guesses) for each in scored] == [(False, cost) for cost in (7, 7, 7, 9)]
    # fight once more, with two words left, loses a guess
    assert [each.regret for each in scored] == pytest.approx([0, 1, 5, 7]) and scored[0].luck_bits == 0


GAME = wl.wordle(["fight", "light", "night"])
GOOD = '{"hidden": "light", "guesses": ["fight", "light"]}'


def test_lines_are_read_and_written():
    read = read_transcripts(
        f'{GOOD}\r\n\n{{"player": "b", "hidden": "NIGHT", "guesses": ["Fight"], "feedback": "lies"}}', GAME, "a"
    )
    assert read == [Transcript("a", "light", ("fight", "light")), Transcript("b", "night", ("fight",))]
    assert read_transcripts(transcripts.write_transcripts(read), GAME) == read
    done = []
    score(Judge(GAME), read, lambda *told: done.append(told))
    assert done == [(1, 2), (2, 2)]


test_broken_lines = refused(
    ("", "text: no game in it; expected lines such as"),
    ("{", r"line 1: no JSON \(.*\); expected {"),
    (f"{GOOD}\n[1]", r"1 broken line: line 2: \[1\]; expected {"),
    ('{"hidden": "light"}', "line 1: .*; expected {"),
    ('{"hidden": "zzzzz", "guesses": ["fight"]}', "line 1: hidden: 'zzzzz' is not one of the 3 guesses"),
    ('{"hidden": "light", "guesses": "fight"}', "line 1: guesses: 'fight'; expected a list of words"),
    ('{"hidden": "light", "guesses": ["fight", null]}', "line 1: guess: None is not one of"),
    ('{"hidden": "light", "guesses": ["light", "light"]}', "line 1: guesses: 'light' after the word was found"),
    (f'{GOOD}\n\n{{"player": 1, "hidden": "light", "guesses": ["light"]}}', "line 3: player: 1; expected a name"),
    ('{"player": " ", "hidden": "light", "guesses": ["light"]}', "line 1: player: ' '; expected a name"),
    (
        '{"hidden": "light", "hidden": "night", "guesses": ["fight"]}',
        "line 1: no JSON .*keys: .*; expected each of them once",
    ),
    (json.dumps({"hidden": "light", "guesses": ["fight"] * 1001}), "line 1: guesses: 1,001; expected at most 1,000"),
    (f"x\n{GOOD}\ny", "2 broken lines: line 1: .*; line 3: "),
    by=lambda text: read_transcripts(text, GAME),
)


def test_a_file_of_nothing_but_broken_lines_costs_no_more_than_its_first_twenty():
    with pytest.raises(ValueError, match="text: 5,000 broken lines, the first 20: line 1: .*; line 20: ") as error:
        read_transcripts("{\n" * 5000, GAME)
    assert "line 21" not in str(error.value) and len(str(error.value)) < 5000


def test_a_transcript_is_scored_in_the_spelling_of_the_lists():
    (found,) = score(Judge(GAME), [Transcript("a", " LIGHT", ["Fight", "light"])])
    assert (found.hidden, found.guesses) == ("light", 2)


test_transcripts_that_are_none = refused(
    ((None, "light", ("light",)), "player: None; expected a name"),
    (("a", "light", None), "guesses: None; expected a list of words"),
    (("a", "light", ("light", "light")), "guesses: 'light' after the word was found"),
    by=lambda given: transcripts.score_game(Judge(GAME), Transcript(*given)),
)


def test_a_guess_that_is_no_hidden_word_may_not_be_hidden():
    game = listed_game()
    refuses("hidden: 'salet'", read_transcripts, '{"hidden": "salet", "guesses": ["salet"]}', game)


def test_hard_mode_binds():
    game = listed_game(mode="hard")
    hidden = game.hidden[3]
    row = (("salet", naive.feedback("salet", hidden)),)
    other = next(word for word in game.guesses if not naive.hard_mode_allows(row, word))
    line = json.dumps({"hidden": hidden, "guesses": ["salet", other]})
    refuses(f"line 1: guess: {other!r} is not allowed in hard mode", read_transcripts, line, game)


WORDS = st.sampled_from([*GAME.guesses, "zzzzz", "", " Light "]) | st.none() | st.integers() | st.text(max_size=3)
LINES = st.fixed_dictionaries(
    {}, optional={"hidden": WORDS, "guesses": st.lists(WORDS, max_size=4) | WORDS, "player": WORDS}
)


@given(st.lists(LINES.map(json.dumps) | st.text(max_size=9) | st.just(GOOD), max_size=5))
def test_any_lines_are_games_or_named_by_their_numbers(lines):
    lines = [line.replace("\n", " ") for line in lines]
    try:
        read = read_transcripts("\n".join(lines), GAME)
    except ValueError as error:
        said = str(error)
        assert said.startswith("text: ") and ("expected" in said or "is not one of" in said)
        for number, line in enumerate(lines, 1):
            assert line != GOOD or f"line {number}: " not in said.replace(repr(line), "")
    else:
        assert len(read) == sum(bool(line.strip()) for line in lines)
        for each in read:
            rows = [naive.feedback(guess, each.hidden) for guess in each.guesses]
            assert "ggggg" not in rows[:-1]


def test_scores_of_random_games_add_up(rng):
    kept = words_game(rng)
    judge, game = Judge(kept.game), kept.game
    games = [played_game(rng, game) for _ in rounds(10)]
    made = [Transcript("a", answer, tuple(guess for guess, _ in rows)) for rows, answer in games]
    for each, (rows, _) in zip(score(judge, made), games, strict=True):
        states = [game.after(rows[:i]) for i in range(len(rows) + 1)]
        verdicts = [judge.verdict(*pair) for pair in zip(states, states[1:], strict=False)]
        assert (each.regret, each.luck_bits) == pytest.approx(tuple(np.sum(verdicts, axis=0)))

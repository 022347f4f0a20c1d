"""Players of Wordle as it is played now, against a plain replay, and what is stored of them."""

import naive
import numpy as np
import pytest
from games import rounds
from refusals import refuses

import wordlelib as wl
from wordlelib.core.packing import unpack
from wordlelib.lab import judging, today
from wordlelib.lab.results import results


def small(rng):
    """Draw a game in which more words are hidden than a player believes, and the game of her beliefs."""
    words = wl.words.original()[0]
    hidden = sorted(map(str, rng.choice(words, 14, replace=False)))
    believed = sorted(map(str, rng.choice(hidden, 6, replace=False)))
    weights = rng.integers(1, 30, len(hidden))
    return wl.wordle(hidden, prior=weights), wl.wordle(believed, hidden)


def test_a_believer_plays_as_told_word_by_word(rng):
    gain, bonus = wl.InformationGain(), wl.InformationGain(2)
    for _ in rounds(20):
        game, believed = small(rng)
        weights = dict(zip(game.hidden, game.weights.tolist(), strict=True))
        tree = wl.play(game, today.Believer(believed, gain, bonus))
        assert naive.replay(tree.path, naive.feedback, game.hidden, set(game.guesses))
        for word in game.hidden:
            rows = tree.path(word)
            for i, (guess, _) in enumerate(rows):
                fits = [w for w in game.hidden if all(naive.feedback(g, w) == row for g, row in rows[:i])]
                own = [w for w in fits if w in believed.hidden]
                held, extra = (dict.fromkeys(own, 1), 0) if own else ({w: weights[w] for w in fits}, 2)
                ranked = naive.ranking(
                    naive.feedback, "information-gain", game.guesses, list(held), game.guesses, held, extra
                )
                assert guess == ranked[0]


def test_a_believer_of_everything_is_her_policy(tiny):
    gain = wl.InformationGain()
    tree = wl.play(tiny, today.Believer(tiny, gain, wl.WorstClass()))
    assert tree.guesses_used.tolist() == wl.play(tiny, gain).guesses_used.tolist()


def test_what_a_believer_refuses(tiny):
    gain = wl.InformationGain()
    for wrong in ("wordle", None):
        refuses("^believed: .*; expected a Game", today.Believer, wrong, gain, gain)
    refuses("^believed: hard mode; expected easy mode$", today.Believer, wl.wordle(["abc"], mode="hard"), gain, gain)
    refuses("^policy: 3; expected a policy$", today.Believer, tiny, 3, gain)
    refuses("^fallback: None; expected a policy$", today.Believer, tiny, gain, None)
    other = wl.wordle(["fight", "light"])
    refuses("^state: .*; expected one with the guesses of", today.Believer(tiny, gain, gain).decide, other.start())


def test_what_a_player_who_remembers_saves():
    """With the factor 1 both players are the same; a used word that cannot come again leaves the others."""
    row = today.play_remembered(100, 1.0, 0)
    assert row["knowing"] == row["unknowing"]
    answers = wl.words.original()[0]
    used = np.random.default_rng([2300, 0]).choice(2315, 2300, replace=False)
    left = np.delete(answers, used).tolist()
    row = today.play_remembered(2300, 0.0, 0)
    tree = wl.play(wl.wordle(left, wl.words.original()[1]), wl.InformationGain(2), "salet")
    assert row["knowing"] == round(tree.mean, 6) < row["unknowing"]


def test_the_stored_players():
    guesses = {row["player"]: np.array(unpack(row["guesses"])) for row in results("beliefs")["rows"]}
    accepted = wl.words.original()[1]
    assert list(guesses) == list(today.PLAYERS) and all(len(each) == 12_972 for each in guesses.values())
    assert all(each.min() == 1 and (each == 1).sum() == 1 for each in guesses.values())
    assert all(each[accepted.index("salet")] == 1 for each in guesses.values())
    weights = np.array(list(wl.words.accepted_prior().values()))
    rows = {(row["mode"], row["opening"]): row["total"] for row in results("first_accepted")["rows"]}
    assert rows["easy", "salet"] == weights @ guesses["the prior"]  # J of the judge's base policy


@pytest.mark.large
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_judges_know_the_first_row(accepted_game, mode):
    game = accepted_game if mode == "easy" else wl.wordle(mode="hard", hidden="accepted")
    judge = judging.Judge(game)
    known = judging.accepted_first(game)
    fresh = judge.policy.candidates(game.start()).tolist()
    assert list(known)[: judging.WIDTH] == fresh
    guess = game.find("slant")
    assert judging.totals(judge.policy, game.start(), np.array([guess]))[0] == known[guess]
    assert judging.accepted_first(wl.wordle(wl.words.original()[0])) == {}


@pytest.mark.large
def test_a_game_that_was_not_in_the_original_lists(accepted_game):
    judged = judging.Judge(accepted_game).judge(["crane", "snail", "snafu"], "snafu")
    assert judged.solved and judged.answer == "snafu" and [row.after for row in judged.rows][-1] == 1
    assert 3.4 < judged.start < 3.6 and judged.rows[0].weight_before == 2**20
    bits = np.log2(judged.rows[0].weight_before / wl.words.accepted_prior()["snafu"])
    assert sum(row.received_bits for row in judged.rows) == pytest.approx(bits)
    assert judged.rollout[-1][0] == "snafu" and judged.perfect is None
    assert judged.rows[1].perfect.least <= judged.rows[1].rollout.total

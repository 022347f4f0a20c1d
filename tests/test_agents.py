"""Players of the environments, and the agent that learns: its draws, its gradient, and what it gains."""

import naive
import numpy as np
import pytest
from refusals import refuses

import wordlelib as wl
from wordlelib.environments.many import WordleVectorEnv
from wordlelib.lab import agents
from wordlelib.lab.agents import LetterAgent, draw, features_of, play_game, train
from wordlelib.lab.results import results
from wordlelib.lab.transcripts import Transcript, score_game

NIGHT = ["fight", "light", "might", "night", "tight", "thing"]


def test_features_are_letters_in_place_and_anywhere():
    game, words = wl.wordle(["abb", "bca"]), ["abb", "bca"]
    seen = features_of(game).reshape(2, 4, 3)
    for i, word in enumerate(words):
        for j, letter in enumerate("abc"):
            assert seen[i, :3, j].tolist() == [x == letter for x in word]
            assert seen[i, 3, j] == (letter in word)


def test_draws_follow_the_scores(rng):
    scores, left = np.array([0.0, np.log(2), 5.0, np.log(5)]), np.array([[True, True, False, True]] * 20_000)
    chosen, chances = draw(scores, left, rng)
    expected = np.array([1, 2, 0, 5]) / 8
    assert np.allclose(chances, expected) and np.allclose(
        np.bincount(chosen, minlength=4) / 20_000, expected, atol=0.02
    )
    far = draw(scores - 10_000, left[:1], rng)[1]
    assert np.allclose(far, expected)


def test_a_step_of_training_is_the_gradient_of_the_expected_return(rng, monkeypatch):
    """The weights after the first games are the sum over their moves of what is chosen less what was expected."""
    game = wl.wordle(NIGHT)
    seen, moves = features_of(game), []
    envs = WordleVectorEnv(3, game, turns=2)
    step = envs.step

    def watched(actions):
        answered = step(actions)
        moves.append((np.array(actions), answered))
        return answered

    monkeypatch.setattr(envs, "step", watched)
    weights = train(envs, rng, steps=2, rate=0.6)
    expected, baseline = np.zeros(seen.shape[1]), agents.FIRST_BASELINE
    left = [list(NIGHT) for _ in range(3)]
    trace, returns = np.zeros((3, seen.shape[1])), np.zeros(3)
    for actions, (_, rewards, over, _, info) in moves:
        scores, ended = seen @ expected, []
        for i in range(3):
            if info["code"][i] < 0:
                continue
            places = [NIGHT.index(word) for word in left[i]]
            p = np.exp(scores[places]) / np.exp(scores[places]).sum()
            trace[i] += seen[NIGHT.index(game.guesses[actions[i]])] - p @ seen[places]
            row = game.show(int(info["code"][i]))
            left[i] = naive.partition(naive.feedback, game.guesses[actions[i]], left[i])[row]
            returns[i] += rewards[i]
            ended += [i] * bool(over[i])
        if ended:
            expected = expected + 0.2 * sum((returns[i] - baseline) * trace[i] for i in ended)
            baseline += agents.FORGETTING * (returns[ended].mean() - baseline)
        for i in ended:
            left[i], trace[i], returns[i] = list(NIGHT), 0, 0
    assert np.abs(expected).max() > 0 and np.allclose(weights, expected, atol=1e-5)


def test_training_shortens_games():
    game = wl.wordle(["batch", "catch", "hatch", "latch", "match", "patch", "watch", "chimp", "clamp", "blimp"])
    weights = train(WordleVectorEnv(64, game), np.random.default_rng(1), steps=150)
    own = wl.play(game, LetterAgent(game, weights)).mean
    drawn = [wl.play(game, wl.RandomWord(np.random.default_rng(seed))).mean for seed in range(20)]
    assert own < np.mean(drawn) - 0.3


def test_a_game_ends_with_the_word_or_the_guesses():
    game = wl.wordle(NIGHT)
    agent = LetterAgent(game, np.arange(features_of(game).shape[1]))
    tree = wl.play(game, agent)
    for word in NIGHT:
        path = [guess for guess, _ in tree.path(word)]
        assert play_game(agent, game, word, 9) == tuple(path) and play_game(agent, game, word, 2) == tuple(path[:2])
    refuses("state: ", agent.decide, wl.wordle(NIGHT).start())
    refuses("seed: 20; expected", agents.trained_agent, 20)


def test_six_players_are_stored_on_the_same_words():
    scored = agents.stored_scores()
    words = list(wl.words.original()[0][:: agents.EVERY])
    for player in agents.PLAYERS:
        assert [each.hidden for each in scored if each.player == player] == words
    rows = results("scored_players")["rows"]
    for row in rows:
        made = row["guesses"].split()
        assert row["found"] == (made[-1] == row["word"]) and row["cost"] == len(made) + (not row["found"])


@pytest.mark.large
def test_stored_scores_come_out_again(original):
    judge, rows = wl.Judge(original), results("scored_players")["rows"]
    quick = [row for row in rows if row["cpu_seconds"] < 0.1]
    for row, scored in list(zip(rows, agents.stored_scores(), strict=True))[:: len(rows) // 60]:
        if row in quick:
            found = score_game(judge, Transcript(row["player"], row["word"], tuple(row["guesses"].split())))
            assert found[:4] == scored[:4] and np.allclose(found[4:], scored[4:], atol=1e-6)


@pytest.mark.large
def test_a_stored_agent_plays_as_it_is_stored(original):
    row = results("letter_agents")["rows"][3]
    tree = wl.play(original, LetterAgent(original, row["weights"]))
    assert (tree.opening, round(tree.mean, 4), len(tree.failures())) == (row["opening"], row["mean"], row["lost"])

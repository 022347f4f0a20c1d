import numpy as np
import pytest

import wordlelib as wl
from wordlelib.kernels import self_play as kernels
from wordlelib.kernels.arrays import allocate
from wordlelib.search import self_play

GAME = wl.wordle(wl.words.tiny())
HARD = wl.wordle(wl.words.tiny(), mode="hard")


def begun(game):
    return self_play.SelfPlay(game, range(len(game.guesses)), np.ones(len(game.hidden)), [])


@pytest.mark.parametrize("over", [False, True])
def test_costs_are_those_of_a_walk_through_the_graph(over):
    play = begun(GAME)
    graph = play._grown([0, 5, 9], [play.share], 1.0)
    sums = play._play(graph, lambda: over)
    shares, costs = np.empty(len(sums)), np.empty(graph.at[kernels.WORDS])
    kernels.follow(graph, sums.copy(), np.zeros(0), shares, costs)

    def walk(number, word):
        belief, cost = graph.beliefs[number], 1.0
        words = graph.words[belief["first"] : belief["last"]].tolist()
        amounts = sums[belief["move"] : belief["move"] + belief["moves"]]
        amounts = amounts / amounts.sum() if amounts.any() else np.full(len(amounts), 1 / len(amounts))
        for share, move in zip(amounts, graph.moves[belief["move"] :], strict=False):
            guess = int(move["guess"])
            left = [w for w in words if GAME.codes[guess, w] == GAME.codes[guess, word]]
            after = graph.after[move["next"] + words.index(word)]
            if GAME.codes[guess, word] == GAME.solved:
                assert after == kernels.FOUND
            elif left == [word]:
                assert after == kernels.ALONE
                cost += share
            else:
                following = graph.beliefs[graph.owners[after]]
                assert sorted(graph.words[following["first"] : following["last"]]) == sorted(left)
                cost += share * walk(graph.owners[after], word)
        return cost

    beliefs = graph.beliefs[: graph.at[kernels.BELIEFS]]
    words = [tuple(graph.words[each["first"] : each["last"]].tolist()) for each in beliefs]
    assert len(set(words)) == len(words) == graph.at[kernels.ORDERED]
    assert np.allclose([walk(0, word) for word in range(len(GAME.hidden))], costs[: len(GAME.hidden)])


@pytest.mark.parametrize("game", [GAME, HARD])
def test_the_average_costs_what_the_rounds_cost_on_average(game, monkeypatch):
    play, rounds, follow = begun(game), [], kernels.follow
    graph = play._grown([0, 5, 9], [play.share], 1.0)

    def noting(graph, amounts, prior, shares, costs):
        follow(graph, amounts, prior, shares, costs)
        rounds.append(costs[: len(game.hidden)].copy())

    monkeypatch.setattr(kernels, "follow", noting)
    monkeypatch.setattr(self_play, "ROUNDS", 20)
    sums = play._play(graph, lambda: False)
    shares, costs = np.empty(len(sums)), np.empty(graph.at[kernels.WORDS])
    follow(graph, sums, np.zeros(0), shares, costs)
    weights = np.arange(1, 21) ** self_play.FADING
    assert np.allclose(costs[: len(game.hidden)], weights @ rounds / weights.sum())
    assert costs[: len(game.hidden)].max() < rounds[0].max()


@pytest.mark.parametrize("game", [GAME, HARD])
def test_moves_are_allowed_and_each_sorts_a_belief_in_its_own_way(game):
    graph = begun(game)._grown([0, 5, 9], [np.full(24, 1 / 24)], 2.0)
    for move in graph.moves[:3]:
        for owner in {graph.owners[a] for a in graph.after[move["next"] : move["next"] + 24] if a >= 0}:
            belief = graph.beliefs[owner]
            words = graph.words[belief["first"] : belief["last"]]
            opening, first = game.guesses[move["guess"]], game.hidden[words[0]]
            row = next(row for row, part in game.start().partition(opening).items() if first in part)
            state = game.start().after(opening, row)
            assert [game.hidden[w] for w in words] == list(state.words)
            guesses = graph.moves["guess"][belief["move"] : belief["move"] + belief["moves"]]
            assert set(guesses.tolist()) <= set(state.allowed.tolist())
            parts = [frozenset(map(frozenset, state.partition(game.guesses[g]).values())) for g in guesses]
            finds = [game.guesses[g] in state.words and game.guesses[g] for g in guesses]
            if game.mode == "easy":
                assert len(set(zip(parts, finds, strict=True))) == len(guesses)
            assert all(len(part) > 1 for part in parts)


def test_arrays_grow_from_the_smallest(monkeypatch):
    whole = begun(GAME)._grown([0, 5, 9], [np.full(24, 1 / 24)], 2.0)
    small = {"beliefs": 1, "moves": 1, "words": 24, "afters": 1}
    monkeypatch.setattr(self_play, "allocate", lambda kind, sizes, **given: allocate(kind, {**sizes, **small}, **given))
    grown = begun(GAME)._grown([0, 5, 9], [np.full(24, 1 / 24)], 2.0)
    assert np.array_equal(grown.at, whole.at) and len(grown.beliefs) != len(whole.beliefs)
    for name, used in (("moves", kernels.MOVES), ("after", kernels.AFTERS), ("words", kernels.WORDS)):
        assert np.array_equal(getattr(grown, name)[: grown.at[used]], getattr(whole, name)[: whole.at[used]])

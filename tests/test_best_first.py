import naive
import numpy as np
import pytest
from games import mastermind_game, table_game, words_game
from refusals import refuses

import wordlelib as wl
from wordlelib.search import best_first
from wordlelib.search.exact import Solver


def kept_game(seed):
    """Games of words, of random answers and of pegs, with and without a prior."""
    rng = np.random.default_rng(seed)
    prior = bool(rng.integers(2))
    if seed % 3 == 0:
        return words_game(rng, "easy", prior)
    if seed % 3 == 1:
        return table_game(rng, int(rng.integers(3, 10)), int(rng.integers(4)), int(rng.integers(2, 5)), prior)
    return mastermind_game(2, 3, rng.integers(1, 30, 9) if prior else None)


def course(search):
    found = []
    while search.expand():
        found.append((search.lower, search.cost))
    return found


def plain(kept, judge, width):
    """The same search by its definition, with words in place of states."""
    game, solver = kept.game, Solver(kept.game)

    def rank(words):
        return naive.ranking(kept.rule, "information-gain", game.guesses, words, game.guesses, weights)[:width]

    def bound(words):
        members = [game.hidden.index(word) for word in words]
        return solver.lower_bounds(wl.State(game, members, np.arange(len(game.guesses)), np.empty((0, 2)))).min()

    def below(words, guess):
        classes = naive.partition(kept.rule, guess, words)
        of_code = sorted(classes, key=game.read)
        return kept.weight(words), [tuple(classes[row]) for row in of_code if classes[row] != [guess]]

    weights = dict.fromkeys(game.guesses, 0) | kept.weights
    return naive.best_first(
        tuple(game.hidden),
        judge,
        bound,
        lambda words: naive.cost(kept.rule, lambda c, _: rank(c)[0], words, (), weights),
        lambda words: [below(words, guess) for guess in rank(words)],
    )


@pytest.mark.parametrize("judge", best_first.JUDGES)
@pytest.mark.parametrize("seed", range(9))
def test_as_by_the_definition(seed, judge):
    kept, width = kept_game(seed), 2 + seed % 4
    search = best_first.BestFirst(kept.game, judge, width)
    assert course(search) == list(plain(kept, judge, width))
    assert not search.expand()


@pytest.mark.parametrize("seed", range(12))
def test_what_a_judge_can_promise(seed):
    """With all guesses, bounds end at the optimum; the cost of a policy ends anywhere between it and the policy's."""
    kept = kept_game(seed)
    tree = wl.play(kept.game, wl.InformationGain())
    least, base = kept.optimum(kept.game.hidden), tree.guesses_used @ kept.game.weights
    for judge in best_first.JUDGES:
        search = best_first.BestFirst(kept.game, judge, "all")
        assert search.lower <= least <= search.cost == base
        found = np.array([(search.lower, search.cost), *course(search)])
        assert np.all(np.diff(found[:, 0]) >= 0) and found[:, 0].max() <= least <= found[:, 1].min()
        if judge == "policy":
            assert np.all(np.diff(found[:, 1]) <= 0)
        else:
            assert search.lower == search.cost == least


def test_a_policys_cost_may_stop_above_the_optimum():
    """On these words the overestimate ends a guess above what the interval proves, with the same guesses to look at."""
    answers, guesses = wl.words.original()
    part = np.sort(np.random.default_rng(1).choice(len(answers), 500, replace=False))
    game, ends = wl.wordle([answers[i] for i in part], guesses), {}
    for judge in ("policy", "interval"):
        search = best_first.BestFirst(game, judge)
        ends[judge] = course(search)[-1][1]
    assert ends == {"policy": 1471, "interval": 1470}
    assert search.beliefs > search.expanded and search.lower == 1470


def test_refusals():
    tiny = wl.words.tiny()
    refuses("game: .*easy", best_first.BestFirst, wl.wordle(tiny, mode="hard"))
    refuses("judge: 'upper'", best_first.BestFirst, wl.wordle(tiny), "upper")
    refuses("width: 0", best_first.BestFirst, wl.wordle(tiny), "lower", 0)
    assert "strategy 5" in repr(best_first.BestFirst(wl.wordle(tiny)))

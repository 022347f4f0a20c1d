"""The kernels of the pages, compiled to WebAssembly, do what they do here: all arrays are compared after every call."""

import numpy as np
import pytest
from compiled import compiled

import wordlelib as wl
from wordlelib.adversary import guarantees
from wordlelib.game import feedback, search_order
from wordlelib.game.policy import rule_of
from wordlelib.kernels import branch_and_bound, hints, ranking, scores, table
from wordlelib.kernels.arrays import allocate, sizes_of
from wordlelib.planning import rollout
from wordlelib.search import exact

ORIGINAL = wl.words.original()[0]


def copied(value):
    if isinstance(value, np.ndarray):
        return value.copy()
    if hasattr(value, "_fields"):
        return type(value)(*map(copied, value))
    return value


def check_equal(value, other):
    if isinstance(value, tuple):
        for one, two in zip(value, other, strict=True):
            check_equal(one, two)
    else:
        np.testing.assert_array_equal(value, other)


def twin(name, kernel, calls):
    """Return a function that calls a kernel and its compiled twin, and compares everything that they leave."""
    there = compiled(name)

    def call(*values):
        others = [copied(value) for value in values]
        expected = kernel(*others)
        result = there(*values)
        for value, other in zip(values, others, strict=True):
            check_equal(value, other)
        assert expected is None or result == expected
        calls.append(name)
        return expected

    return call


def words_game(rng, mode, prior):
    """Five-letter words, of which many are alike, some of them only guesses."""
    near = [word for word in ORIGINAL if word[1:] == "ight" or word.endswith("er")]
    words = [*rng.choice(near, rng.integers(1, 9), replace=False), *rng.choice(ORIGINAL, rng.integers(1, 16))]
    words = list(dict.fromkeys(map(str, words)))
    hidden = words[: rng.integers(1, len(words) + 1)]
    return wl.wordle(hidden, words, mode, rng.integers(1, 9, len(hidden)) if prior else None)


@pytest.mark.parametrize("games", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_searches_are_the_same_in_every_array(rng, monkeypatch, games):
    calls = []
    monkeypatch.setattr(feedback, "fill_five", twin("fill_five", feedback.fill_five, calls))
    for name in ("count_labels", "fill_labels"):
        monkeypatch.setattr(search_order, name, twin(name, getattr(search_order, name), calls))
    monkeypatch.setattr(exact, "run_search", twin("run_search", exact.run_search, calls))
    kernel = branch_and_bound.write_outcome
    monkeypatch.setattr(branch_and_bound, "write_outcome", twin("write_outcome", kernel, calls))
    monkeypatch.setattr(exact, "SLICE", 500)
    for i in range(games):
        game = words_game(rng, ("easy", "hard")[i % 2], i % 4 > 1)
        cap = (None, 3, 5)[i % 3]
        proof = wl.prove(game, cap=cap)
        assert proof.proven
    assert set(calls) == {"fill_five", "count_labels", "fill_labels", "run_search", "write_outcome"}
    assert calls.count("run_search") > 2 * games


@pytest.mark.parametrize("games", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_rankings_and_rollouts_are_the_same_in_every_array(rng, monkeypatch, games):
    calls = []
    monkeypatch.setattr(rollout, "run_beliefs", twin("run_beliefs", rollout.run_beliefs, calls))
    monkeypatch.setattr(rollout, "SLICE", 200)
    rank = twin("rank_guesses", ranking.rank_guesses, calls)
    policies = wl.InformationGain(), wl.ExpectedRemaining(), wl.MostClasses(), wl.WorstClass()
    for i in range(games):
        game = words_game(rng, ("easy", "hard")[i % 2], i % 4 > 1)
        base, state = policies[i // 4 % 4], game.start()
        work, out = allocate(ranking.Workspace, sizes_of(game.arrays)), np.zeros(1 + i % 5, np.int64)
        rank(game.arrays, state.members, state.allowed, rule_of(base, game, len(game.hidden)), work, False, out)
        policy = wl.Rollout(base, 1 + i % 4)
        if i % 5 == 0:
            policy = wl.Rollout(policy, 4)
        policy.decide(state)
        policy.q_factors(state)
    assert calls.count("rank_guesses") == games and calls.count("run_beliefs") > 2 * games


def test_hints_are_the_same(rng):
    calls, game = [], wl.wordle(mode="hard")
    letters = game.letters
    add = twin("add_hints", hints.add_hints, calls)
    honour = twin("honour_hints", hints.honour_hints, calls)
    allowed, found = game.start().allowed, np.zeros(game.hints_size, letters.dtype)
    for _ in range(3):
        add(letters, found, int(rng.integers(len(letters))), int(rng.integers(243)))
        honour(letters, game.letter_sets, allowed, found, np.zeros_like(allowed))
    assert len(calls) == 6


def test_tables_of_logarithms_are_the_same():
    logs, calls = np.arange(3000) ** 2, []
    twin("make_additive", scores.make_additive, calls)(logs, np.zeros_like(logs))
    assert calls and logs[4] == 2 * logs[2]


@pytest.mark.parametrize("games", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_guarantees_are_the_same_in_every_array(rng, monkeypatch, games):
    calls = []
    monkeypatch.setattr(guarantees, "run_search", twin("run_guarantee", guarantees.run_search, calls))
    monkeypatch.setattr(guarantees, "SLICE", 500)
    caps, learned = set(), 0
    for i in range(games):
        game = words_game(rng, ("easy", "hard", "strict")[i % 3], False)
        solver, start = wl.GuaranteeSolver(game), game.start()
        least = solver.least(start)
        for opening in rng.choice(start.allowed, 3):
            solver.search(start, least, game.guesses[opening])
        caps.add(least)
        learned += len(solver.obstructions())
    assert len(caps) > 3 and learned > games / 4 and calls.count("run_guarantee") > 3 * games


def test_tables_grow_as_they_do_here(rng):
    old = table.new_table(4).entries
    for key in rng.integers(1, 2**63, 8, dtype=np.uint64):
        old[table.place_of(old, key)] = key, *rng.integers(0, 9, 3)
    calls = []
    twin("copy_entries", table.copy_entries, calls)(old, np.zeros(32, old.dtype))
    assert calls


def test_the_full_list_is_proven(monkeypatch):
    native = wl.prove(wl.wordle(), "salet")
    monkeypatch.setattr(exact, "run_search", compiled("run_search"))
    proof = wl.prove(wl.wordle(), "salet")
    figures = [(each.total, each.nodes, each.guesses, each.cuts) for each in (proof, native)]
    assert figures[0] == figures[1] and proof.total == native.tree.total

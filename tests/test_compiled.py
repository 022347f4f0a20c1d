"""The kernels of the pages, compiled to WebAssembly, do what they do here: all arrays are compared after every call.

FUZZ=full plays 2,000 random games for each in place of 500.
"""

import copy
import math
import os
from decimal import Decimal, localcontext

import numpy as np
import pytest
from compiled import compiled

import wordlelib as wl
from tools.wasm import elementary
from wordlelib.adversary import guarantees
from wordlelib.game import entropy, feedback, policy, search_order
from wordlelib.game.policy import rule_of
from wordlelib.kernels import branch_and_bound, hints, ranking, scores, table
from wordlelib.kernels import tree_search as kernel
from wordlelib.kernels.arrays import allocate, sizes_of
from wordlelib.kernels.webassembly import PCG64, state_of
from wordlelib.planning import rollout
from wordlelib.search import exact, tree_search

ORIGINAL = wl.words.original()[0]
GAMES = [60, pytest.param(2_000 if os.environ.get("FUZZ") == "full" else 500, marks=pytest.mark.slow)]


def copied(value):
    if isinstance(value, np.ndarray):
        return value.copy()
    if hasattr(value, "_fields"):
        return type(value)(*map(copied, value))
    return copy.deepcopy(value) if isinstance(value, np.random.Generator) else value


def check_equal(value, other):
    if isinstance(value, tuple):
        for one, two in zip(value, other, strict=True):
            check_equal(one, two)
    elif isinstance(value, np.random.Generator):
        assert value.bit_generator.state == other.bit_generator.state
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


@pytest.mark.parametrize("games", GAMES)
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


@pytest.mark.parametrize("games", GAMES)
def test_rankings_and_rollouts_are_the_same_in_every_array(rng, monkeypatch, games):
    calls = []
    monkeypatch.setattr(rollout, "run_beliefs", twin("run_beliefs", rollout.run_beliefs, calls))
    monkeypatch.setattr(rollout, "SLICE", 200)
    for module, name in ((policy, "decide_beliefs"), (entropy, "uniform_costs"), (entropy, "weighted_costs")):
        monkeypatch.setattr(module, name, twin(name, getattr(module, name), calls))
    rank = twin("rank_guesses", ranking.rank_guesses, calls)
    policies = wl.InformationGain(), wl.ExpectedRemaining(), wl.MostClasses(), wl.WorstClass()
    for i in range(games):
        game = words_game(rng, ("easy", "hard")[i % 2], i % 4 > 1)
        base, state = policies[i // 4 % 4], game.start()
        work, out = allocate(ranking.Workspace, sizes_of(game.arrays)), np.zeros(1 + i % 5, np.int64)
        rank(game.arrays, state.members, state.allowed, rule_of(base, game, len(game.hidden)), work, False, out)
        wl.play(game, base)
        base.rank(state, 3)
        player = wl.Rollout(base, 1 + i % 4)
        if i % 5 == 0:
            player = wl.Rollout(player, 4)
        player.decide(state)
        player.q_factors(state)
    assert calls.count("rank_guesses") == games and calls.count("run_beliefs") > 2 * games
    assert {"uniform_costs", "weighted_costs", "decide_beliefs"} < set(calls)


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


@pytest.mark.parametrize("games", GAMES)
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


@pytest.mark.slow
def test_the_full_list_is_proven(monkeypatch):
    native = wl.prove(wl.wordle(), "salet")
    monkeypatch.setattr(exact, "run_search", compiled("run_search"))
    proof = wl.prove(wl.wordle(), "salet")
    figures = [(each.total, each.nodes, each.guesses, each.cuts) for each in (proof, native)]
    assert figures[0] == figures[1] and proof.total == native.tree.total


SAMPLERS = wl.Thompson(), wl.EpsilonGreedy(0.1), wl.Hoeffding(1.0), wl.PUCT(1.0), wl.Laplace(1.0)


@pytest.mark.parametrize("games", GAMES)
def test_tree_searches_are_the_same_in_every_array(rng, monkeypatch, games):
    calls = []
    monkeypatch.setattr(tree_search, "advance", twin("advance", tree_search.advance, calls))
    for i in range(games):
        game, sampler = words_game(rng, ("easy", "hard")[i % 2], i % 4 > 1), SAMPLERS[i // 4 % len(SAMPLERS)]
        more = {"bounds": bool(rng.integers(2)), "spread": ("raw", "centred", "careful")[i % 3]}
        more |= {"backup": "sampled"} if i % 7 == 0 else {}
        search = wl.TreeSearch(game, np.random.default_rng(i), sampler, **more)
        search.run(40)
    assert len(calls) > 2 * games


def test_places_of_nodes_grow_as_they_do_here():
    search = wl.TreeSearch(wl.wordle(ORIGINAL[:40], ORIGINAL[:60]), np.random.default_rng(1))
    search.run(50)
    tree, calls = search._tree, []
    larger = np.zeros(2 * tree.places.size, np.int64)
    twin("copy_places", kernel.copy_places, calls)(tree.nodes, tree.places, larger)
    assert calls and np.count_nonzero(larger) == search.nodes


@pytest.mark.parametrize("seed", [0, 1, 2026, 2**32 - 1, 2**32, 2**63 - 1])
def test_generators_are_those_of_numpy(seed):
    rng, generator = np.random.default_rng(seed), PCG64(np.zeros(6, np.uint64))
    compiled("seed_generator")(generator, seed)
    np.testing.assert_array_equal(generator.state, state_of(rng).state)
    for size in (1, 2, 7, 1000):
        numbers = np.arange(size, dtype=np.int32)
        compiled("shuffle")(generator, numbers)
        np.testing.assert_array_equal(numbers, rng.permutation(size))
    np.testing.assert_array_equal(generator.state, state_of(rng).state)


def test_a_long_stream_of_normals_differs_at_most_in_a_last_place():
    rng, out = np.random.default_rng(7), np.empty(100_000)
    other = copy.deepcopy(rng)
    compiled("fill_normals")(rng, out)
    expected = other.standard_normal(out.size)
    assert rng.bit_generator.state == other.bit_generator.state
    different = out != expected
    assert different.sum() <= 5 and (np.abs(expected[different]) > 3.65).all()
    np.testing.assert_array_max_ulp(out, expected, 2)


@pytest.mark.parametrize(("name", "lowest", "highest"), [("exp", -700, 700), ("log", 0, 5000), ("log1p", -1, 1)])
def test_elementary_functions_are_right_to_a_unit_in_the_last_place(rng, name, lowest, highest):
    exact = {"exp": Decimal.exp, "log": Decimal.ln, "log1p": lambda x: (1 + x).ln()}[name]
    with localcontext() as context:
        context.prec = 50
        for x in rng.uniform(lowest, highest, 2000):
            found, wanted = getattr(elementary, name)(x), exact(Decimal(x))
            assert abs(Decimal(found) - wanted) <= Decimal(math.ulp(wanted))


def test_elementary_functions_at_their_ends():
    found = [elementary.exp(x) for x in (0.0, -np.inf, np.inf, -744.0, 710.0)]
    assert found == [1, 0, np.inf, 1e-323, np.inf]
    assert [elementary.log(x) for x in (1.0, 0.0, np.inf)] == [0, -np.inf, np.inf]
    assert [elementary.log1p(x) for x in (0.0, -1.0, 2.0**-60)] == [0, -np.inf, 2.0**-60]
    assert np.isnan([elementary.exp(np.nan), elementary.log(-1.0), elementary.log1p(-2.0)]).all()

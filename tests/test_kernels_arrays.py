"""Records of arrays: each is as its declaration says, wherever it is made."""

import pickle

import numpy as np
import pytest

import wordlelib as wl
from wordlelib.adversary.guarantees import GuaranteeSolver
from wordlelib.adversary.minimax import Minimax
from wordlelib.game.game import Beliefs
from wordlelib.kernels import arms, branch_and_bound, guarantees, markov, minimax, repeats, rollout, samplers, table
from wordlelib.kernels.arrays import Array, allocate, declared, drive, items, sizes_of
from wordlelib.kernels.ranking import Workspace
from wordlelib.lab.authors_program import Emulator
from wordlelib.planning.belief import GuessingProblem
from wordlelib.planning.noise import NoisyInformation, colour_noise
from wordlelib.search.exact import Solver

GAMES = {
    "easy": lambda: wl.wordle(wl.words.tiny()),
    "hard": lambda: wl.wordle(wl.words.tiny(), mode="hard", prior=[1.0] * 23 + [9.0]),
    "16 bits": lambda: wl.wordle(["planet", "platen", "pestle", "settle"]),
}


def records_of(thing):
    """Yield a record and those in it, or the records of an object."""
    for each in thing if isinstance(thing, tuple) else vars(thing).values():
        if hasattr(each, "_fields"):
            yield each
            yield from records_of(each)


def check(record, sizes):
    """Compare the arrays of a record with its declaration; a size with a name is the same wherever it stands alone."""
    for name, about in declared(type(record)).items():
        if isinstance(about, Array):
            array, (dtype, shape, _) = getattr(record, name), about
            where = f"{type(record).__module__}.{type(record).__name__}.{name}"
            assert isinstance(array, np.ndarray) and array.ndim == len(shape), where
            assert array.dtype == dtype if not isinstance(dtype, str) else array.dtype.kind == "u", where
            for length, axis in zip(shape, array.shape, strict=True):
                if length in sizes and array.size:
                    assert axis == sizes[length], where


@pytest.mark.parametrize("kind", GAMES)
def test_records_are_as_declared(kind):
    game = GAMES[kind]()
    solver, search = Solver(game), wl.TreeSearch(game, np.random.default_rng(1), predictor=wl.InformationGain())
    solver.search(game.start())
    search.run(3)
    policy = wl.Rollout(wl.InformationGain(), 3)
    policy.decide(game.start())
    things = [solver, search, pickle.loads(pickle.dumps(solver)), policy._memos.get(game, None)]
    guarantee, opponent = GuaranteeSolver(game), Minimax(game, "letters")
    guarantee.search(game.start(), 3)
    opponent.move(game.start())
    things += [guarantee, opponent]
    seen = [game.arrays, Beliefs.start(game).arrays, solver._belief(game.start())[0]]
    seen += [record for thing in things for record in (thing, *records_of(thing)) if hasattr(record, "_fields")]
    sizes = {"guesses": len(game.guesses), "hidden": len(game.hidden), "cells": game.cells}
    for record in seen:
        check(record, sizes)
    kinds = {type(record) for record in seen}
    assert kinds >= {repeats.Counts, Workspace, table.Table, rollout.Memo, branch_and_bound.Room, minimax.Room}
    assert {guarantees.Room, guarantees.Store, samplers.ArmRule} <= kinds


def test_records_of_noise_and_of_the_program_are_as_declared():
    game = wl.wordle(wl.words.tiny())
    problem = GuessingProblem(game, colour_noise(game, 0.1))
    base = NoisyInformation(problem)
    emulator = Emulator(wl.words.tiny())
    for record in (base.arrays, base.settings, emulator._program, *records_of(emulator._program)):
        check(record, {"guesses": len(game.guesses), "hidden": len(game.hidden)})


MODULES = (arms, branch_and_bound, guarantees, markov, minimax, repeats, rollout, samplers, table)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_every_array_of_a_record_is_declared(module):
    """But those of small records that Python makes alone, and never in advance."""
    for kind in vars(module).values():
        if hasattr(kind, "_fields") and kind is not branch_and_bound.Belief:
            assert np.ndarray not in declared(kind).values(), kind


def test_a_record_is_made_of_sizes_types_and_fields():
    counts = allocate(repeats.Counts, sizes_of(wl.wordle(["aa", "ab"]).arrays, label_masks=3))
    assert counts.masks.shape == (3, repeats.BLOCK) and counts.gathered.shape == (2, repeats.BLOCK)
    assert not any(array.any() for array in counts)
    seen = np.arange(4)
    assert allocate(repeats.Counts, sizes_of(wl.wordle(["aa", "ab"]).arrays, label_masks=3), seen=seen).seen is seen
    with pytest.raises(KeyError, match="label_masks"):
        allocate(repeats.Counts, sizes_of(wl.wordle(["aa", "ab"]).arrays))
    with pytest.raises(TypeError, match="sen"):
        allocate(table.Table, {"entries": 4}, sen=seen)
    run = allocate(
        rollout.Run, {"words": 5, "listed": 7, "hints": 3, "letter": np.uint16, "cells": 9, "guesses": 2, "beliefs": 0}
    )
    assert run.members.shape == (4 * 5 + 64,) and run.allowed.shape == (2 * 7 + 64,) and run.ends.shape == (10,)
    assert run.hints.shape == (8, 3) and run.hints.dtype == np.uint16


def test_items_have_their_fields_in_order():
    kind = items("a b", "c", d=np.float64)
    assert kind.names == ("a", "b", "c", "d") and [kind[i] for i in range(4)] == [np.int64] * 3 + [np.float64]


def test_a_kernel_is_called_until_it_has_room():
    """Records are replaced in the list one by one, so that none is lost where the kernel fails."""
    asked = []

    def step(some, other):
        asked.append((len(some.entries), len(other.used)))
        if len(asked) == 4:
            raise RuntimeError
        return (0, 3, -2, 3)[len(asked) - 1]

    records = [table.new_table(1), table.new_table(1)]
    assert drive(step, records) == -2
    assert asked == [(2, 1), (4, 1), (4, 2)]
    with pytest.raises(RuntimeError):
        drive(step, records)
    assert len(records[0].entries) == 4

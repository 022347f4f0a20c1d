"""Compile the kernels that pages call into wordlelib/kernels/compiled: engine.wasm, and engine.json that describes it.

python -m tools.wasm [FOLDER] (or 'make wasm') makes the same files byte for byte with the same versions. They are
committed, so that neither a build of the book nor a reader needs a compiler. Numba translates the bytecode of Python,
so the version of Python counts too.
"""

import importlib
import json
import os
import pkgutil
import sys
import tempfile
from pathlib import Path
from typing import Any

os.environ["NUMBA_CACHE_DIR"] = tempfile.mkdtemp()  # what is compiled here is not for this machine

import numpy as np

from tools.wasm import elementary, generator
from tools.wasm.cut import Entry, build
from wordlelib import kernels
from wordlelib.kernels import (
    arrays,
    beliefs,
    branch_and_bound,
    compiler,
    feedback,
    guarantees,
    hints,
    ranking,
    repeats,
    rollout,
    samplers,
    scores,
    table,
    tree_search,
    webassembly,
)
from wordlelib.search.tree_search import Trace

PYTHON = 3, 11  # whose bytecode the committed files come from
CODE = np.dtype(np.uint8)
# What a host must know beside the entries, by the names that it has in Python.
CONSTANTS = {
    "DONE": arrays.DONE,
    "PAUSED": arrays.PAUSED,
    "UNLIMITED": beliefs.UNLIMITED,
    "IMPOSSIBLE": branch_and_bound.IMPOSSIBLE,
    "START": branch_and_bound.START,
    "NO_LIMIT": rollout.NO_LIMIT,
    "YES": guarantees.YES,
    "UNKNOWN": guarantees.UNKNOWN,
    "LOCAL": guarantees.LOCAL,
    "ANSWER": guarantees.ANSWER,
    "INDEX": guarantees.INDEX,
    "NONE": tree_search.NONE,
    "MADE": tree_search.MADE,
}


# Only the types of what is made of these sizes count.
SIZES = dict.fromkeys(("guesses", "hidden", "cells", "masks", "places", "label_masks", "hints"), 1)
SIZES |= dict.fromkeys(("frames", "parts", "words", "listed", "candidates", "entries"), 1)
SIZES |= dict.fromkeys(("members", "beliefs", "made", "lists", "sums", "levels", "numbers", "widest", "tallied"), 1)
SIZES |= {"iterations": 1}


def _example(kind: type, **given: Any) -> Any:
    """Make a record of a class for a game of five-letter words."""
    return arrays.allocate(kind, {**SIZES, "code": CODE, "letter": CODE}, **given)


def entries() -> dict[str, Entry]:
    """Return what the module exports."""
    game = _example(arrays.Arrays, uniform=True, cells=1, solved=1)
    codes, one, numbers = np.zeros((1, 1), CODE), np.zeros(1, CODE), np.zeros(1, np.int64)
    kept, search = _example(table.Table), _example(branch_and_bound.Search)
    rule = _example(ranking.Rule, score=1, bonus=1)
    plan, work = _example(rollout.Plan, rule=rule), _example(ranking.Workspace)
    batch, run = _example(arrays.Batch), _example(rollout.Run)
    some, tally = np.zeros(1, np.int32), _example(scores.Tally)
    shared = game, _example(beliefs.Keys), kept
    learning = [_example(kind) for kind in (guarantees.Store, guarantees.Room, guarantees.Search)]
    tree, rng = _example(tree_search.Tree), _example(generator.PCG64)
    sampler = samplers.ArmRule(samplers.THOMPSON, 1.0)
    switches = dict.fromkeys(("sampled", "debias", "bounds", "shared", "predicted"), True)
    config = _example(tree_search.Config, rule=sampler, width=1, spread=1, **switches)
    belief = _example(tree_search.Belief, members=some, hints=one, key=np.uint64(1))
    searched = game, tree, _example(tree_search.Room, rule=rule), rng
    task = _example(tree_search.Task, node=1, target=1, belief=belief)
    return {
        "fill_five": Entry(feedback.fill_five, (codes, codes, codes)),
        "count_labels": Entry(repeats.count_labels, (codes, one, numbers)),
        "fill_labels": Entry(repeats.fill_labels, (codes, _example(repeats.LabelRoom), codes)),
        "copy_entries": Entry(table.copy_entries, (kept.entries, kept.entries)),
        "add_hints": Entry(hints.add_hints, (codes, one, 1, 1)),
        "honour_hints": Entry(hints.honour_hints, (codes, numbers.view(np.uint64), some, one, some)),
        "make_additive": Entry(scores.make_additive, (numbers, numbers)),
        "uniform_costs": Entry(scores.uniform_costs, (codes, some, some, False, numbers, tally, numbers)),
        "weighted_costs": Entry(scores.weighted_costs, (game, some, some, 1, numbers, tally, numbers)),
        "decide_beliefs": Entry(ranking.decide_beliefs, (game, batch, False, rule, work, some)),
        "rank_guesses": Entry(ranking.rank_guesses, (game, some, some, rule, work, False, numbers)),
        "run_beliefs": Entry(rollout.run_beliefs, (game, plan, _example(rollout.Memo), batch, work, run, 1)),
        "run_search": Entry(branch_and_bound.run_search, (*shared, _example(branch_and_bound.Room), search, 1)),
        "write_outcome": Entry(branch_and_bound.write_outcome, (search, numbers)),
        "run_guarantee": Entry(guarantees.run_search, (*shared, *learning, 1)),
        "advance": Entry(tree_search.advance, (config, *searched, task, _example(Trace))),
        "copy_places": Entry(tree_search.copy_places, (tree.nodes, tree.places, tree.places)),
        "seed_generator": Entry(generator.seed_generator, (rng, 1)),
        "shuffle": Entry(generator.shuffle, (rng, some)),
        "fill_normals": Entry(generator.fill_normals, (rng, np.zeros(1))),
    }


def all_kernels() -> list[compiler.Kernel]:
    """Return the kernels of the library."""
    modules = [
        importlib.import_module(f"{kernels.__name__}.{each.name}") for each in pkgutil.iter_modules(kernels.__path__)
    ]
    return [each for module in modules for each in vars(module).values() if isinstance(each, compiler.Kernel)]


def main(folder: Path) -> None:
    """Write the module and its description into a folder."""
    if sys.version_info[:2] != PYTHON:
        print("wasm: the committed files come from Python 3.11; another one may give other bytes", file=sys.stderr)
    functions = {"exp": elementary.exp, "log": elementary.log, "log1p": elementary.log1p}
    module, layout = build(entries(), all_kernels(), functions)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "engine.wasm").write_bytes(module)
    text = json.dumps(layout | {"constants": CONSTANTS}, separators=(",", ":"))
    (folder / "engine.json").write_text(text + "\n", encoding="utf-8")
    print(f"{folder / 'engine.wasm'}: {len(module):,} bytes, {len(layout['entries'])} entries")


if __name__ == "__main__":
    main(Path(*sys.argv[1:]) if sys.argv[1:] else webassembly.FOLDER)

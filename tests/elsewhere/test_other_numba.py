"""With a Numba whose insides are unknown, it compiles kernels alone: slower, with the same results."""

import os
import shutil
import subprocess
import sys

import pytest
from test_cli_interrupts import begin, stop, wait_for
from test_kernels_jit import PACKAGE, PROGRAM, SHARING_PROGRAM, Toy, sharing_toy
from test_without_numba import without_seconds

WHY = "wordlelib's own compiler works on the insides of Numba 0.68, and this is 0.99.1"
NOTE = f"wordlelib: {WHY}, so the first calls take several times as long, with the same results\n"
AT_ONCE = {"NUMBA_OPT": "0", "PYTHONWARNINGS": "ignore"}  # not optimised, so that these tests end soon


SIX = """
import numpy as np
import wordlelib as wl

game = wl.wordle(wl.words.tiny())
rollout, proof = wl.Rollout(wl.InformationGain(), 5), wl.prove(game)
print(wl.play(game, wl.InformationGain()).to_json())
print(wl.play(game, rollout).to_json(), rollout.q_factors(game.start()))
print(proof.total, proof.nodes, proof.tree.to_json())
search = wl.TreeSearch(game, np.random.default_rng(1), sampler=wl.Thompson())
print(search.run(50).upper, search.lower, search.arms())
print(wl.guarantee(game, 3)._replace(seconds=0))
print(wl.best_move(game.start(), 4)._replace(seconds=0))
"""


@pytest.fixture
def other(tmp_path):
    """Give what the environment of a process needs for its Numba to call itself another one."""
    (tmp_path / "sitecustomize.py").write_text("import numba\nnumba.__version__ = '0.99.1'\n")
    path = os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])
    return {"PYTHONPATH": path, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}


@pytest.fixture
def toy(other, tmp_path):
    return Toy(tmp_path)


def run(*words, **settings):
    done = subprocess.run([sys.executable, *words], env=os.environ | settings, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout, [line for line in done.stderr.splitlines(keepends=True) if "compiling" not in line]


def test_each_family_gives_the_same_results_and_the_reason_is_said_once(other):
    assert run("-c", SIX, **AT_ONCE, **other) == (run("-c", SIX)[0], [NOTE])


def test_several_processes_give_the_same_results(other, lists):
    asked = ["-m", "wordlelib", "prove", "--all", "--jobs", "2", "--json", *lists]
    alone, said = run(*asked, **AT_ONCE, **other)
    assert said in ([], [NOTE]) and without_seconds(alone) == without_seconds(run(*asked)[0])


def test_machine_code_is_kept_and_found_until_a_kernel_changes(toy, tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "wordlelib", ignore=shutil.ignore_patterns("__pycache__"))
    assert toy.run() == ([20, 10, 4], 3, NOTE)
    assert toy.run() == ([20, 10, 4], 0, "")
    toy.edit("wordlelib/kernels/sorting.py", "@kernel", "# another one\n@kernel")
    assert toy.run() == ([20, 10, 4], 3, NOTE)


def test_a_shared_kernel_is_one_like_others(other, tmp_path):
    assert sharing_toy(tmp_path).run(SHARING_PROGRAM) == ([90, 45, 180], 3, NOTE)


def test_where_nothing_can_be_kept_it_goes_with_the_process(toy, tmp_path):
    (tmp_path / "file").touch()
    answers, compiled, said = toy.run(NUMBA_CACHE_DIR=str(tmp_path / "file"))
    assert (answers, compiled) == ([20, 10, 4], 3)
    assert "it goes with this process" in said and said.endswith(NOTE) and len(said.splitlines()) == 2


PICKLED = """
import pickle, numba
from wordlelib.kernels.jit import kernel
doubled = pickle.loads(pickle.dumps(toy.doubled))
assert int(doubled(np.arange(5))) == 20 and doubled is toy.doubled
assert not numba.config.CACHE_DIR.startswith(str(cache_folder()))
"""


def test_kernels_are_pickled_and_the_callers_settings_stay(toy):
    assert toy.run(PROGRAM + PICKLED)[:2] == ([20, 10, 4], 3)


def test_ctrl_c_while_kernels_are_compiled(other, lists):
    running = begin(["search", "--json", *lists], **other)
    wait_for(running.stderr, "compiling")
    stop(running)

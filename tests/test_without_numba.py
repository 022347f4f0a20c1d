"""Where Numba cannot be imported, or is switched off, the same code runs as Python and gives the same results."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import wordlelib as wl

pytestmark = pytest.mark.slow
TOP = Path(wl.__file__).parents[1]
WHY = "Numba cannot be imported (No module named 'numba')"
NOTE = f"wordlelib: {WHY}, so kernels run as Python: fine for small games, slow for the full lists"
# A program begins as if it ran in a browser, and ends with what ran as WebAssembly.
BROWSER = """
import atexit, sys
from compiled import Copying
from wordlelib.kernels import webassembly

class Counting(Copying):
    def call(self, name, *arguments):
        called.add(name)
        return super().call(name, *arguments)

called, webassembly.OPENER = set(), Counting
atexit.register(lambda: print("ran", *sorted(called), file=sys.stderr))
"""
FULL = """
import numpy as np
import wordlelib as wl
game = wl.wordle()
print(wl.play(game, wl.InformationGain(), opening="salet").total, wl.InformationGain().rank(game.start(), 3))
for game, opening in ((game, "salet"), (wl.wordle(wl.words.original()[0][:80], mode="hard"), None)):
    proof = wl.prove(game, opening)
    print(proof.opening, proof.total, proof.nodes, proof.guesses, proof.cuts, proof.tree.total)
search = wl.TreeSearch(wl.wordle(), np.random.default_rng(1))
print(search.run(100).upper, search.rng.random())
"""
SIX = """
import wordlelib as wl
game = wl.wordle(["banana", "bandit", "cabana", "canine", "savant", "satire", "banter", "canter"])
print(game.codes.dtype, wl.prove(game).tree.to_json())
"""
FAMILIES = """
import numpy as np
import wordlelib as wl
from wordlelib.planning.adaptive import simulate
from wordlelib.planning.belief import GuessingProblem
from wordlelib.planning.markov import belief_process
from wordlelib.planning.noise import NoisyInformation, NoisyRollout, colour_noise
from wordlelib.lab.authors_program import Emulator

tiny = wl.words.tiny()
easy, hard, strict = (wl.wordle(tiny, mode=mode) for mode in ("easy", "hard", "strict"))
weighted = wl.wordle(tiny, prior=range(1, 1 + len(tiny)))
rng = np.random.default_rng(1)

for game in (easy, hard, weighted, wl.mastermind(2, 3)):
    rollout, proof = wl.Rollout(wl.InformationGain(), 5), wl.prove(game)
    for policy in (wl.InformationGain(), wl.WorstClass(), wl.RandomGuess(rng), rollout):
        print(wl.play(game, policy).to_json())
    print(proof.total, proof.nodes, proof.tree.to_json(), rollout.q_factors(game.start()))
    print(wl.prove(game, game.guesses[1], 6).tree.to_json(), wl.information_gain(game.start()))
    for sampler in (wl.Hoeffding(), wl.Thompson(), wl.PUCT(), wl.EpsilonGreedy()):
        search = wl.TreeSearch(game, rng, sampler=sampler)
        print(search.run(50).upper, search.lower, search.arms())
for game in (easy, hard, strict):
    print(wl.guarantee(game, 3)._replace(seconds=0), wl.best_move(game.start(), 4)._replace(seconds=0))
print(wl.play(easy, wl.FewestDecisions(4)).to_json())
print(wl.duel(easy, wl.WorstCase(), wl.GreedyHinter()))
few = wl.wordle(tiny[:8])
noisy = GuessingProblem(few, colour_noise(few, 0.1))
for policy in (NoisyInformation(noisy), NoisyRollout(NoisyInformation(noisy))):
    print(simulate(noisy, policy, 3, 1))
process = belief_process(few)
print(process.q_factors(process.evaluate(process.first_control)))
print(wl.bandits.pull([[1.0, 2.0], [1.5]], wl.Thompson(), 30, rng), rng.random())
print(Emulator(tiny, mode="hard", width=2).play(tiny[0]))
"""


class Outside:
    """Runs programs in processes of their own, with an empty cache, and without Numba if asked for."""

    def __init__(self, folder):
        self.cache, self.stubs = folder / "cache", folder / "stubs"
        self.stubs.mkdir()
        for name in ("numba", "llvmlite"):
            self.put(name, f'raise ModuleNotFoundError("No module named {name!r}", name={name!r})\n')

    def put(self, name, code):
        (self.stubs / f"{name}.py").write_text(code)

    def run(self, *words, **settings):
        environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
        environment |= {"PYTHONPATH": os.pathsep.join([str(self.stubs), str(TOP)]), "NUMBA_CACHE_DIR": str(self.cache)}
        return subprocess.run(
            [sys.executable, *words], env=environment | settings, cwd=TOP, capture_output=True, text=True
        )


@pytest.fixture
def outside(tmp_path):
    return Outside(tmp_path)


def without_seconds(text):
    return {name: value for name, value in json.loads(text).items() if name != "seconds"}


def test_every_family_gives_the_same_results_and_the_reason_is_said_once(outside):
    plain = outside.run("-W", "error", "-c", FAMILIES)
    assert (plain.returncode, plain.stderr) == (0, f"{NOTE}\n")
    assert plain.stdout == native(FAMILIES) and len(plain.stdout.splitlines()) > 50
    assert not outside.cache.exists()


def native(program):
    done = subprocess.run([sys.executable, "-c", program], cwd=TOP, capture_output=True, text=True, check=True)
    return done.stdout


def in_browser(outside, program):
    """Run a program as in a browser; give what it prints, and what ran as WebAssembly."""
    places = map(str, (outside.stubs, TOP, Path(__file__).parent))
    done = outside.run("-W", "error", "-c", BROWSER + program, PYTHONPATH=os.pathsep.join(places))
    note, ran = done.stderr.splitlines()
    assert note == NOTE.replace("as Python", "as Python, but for some as WebAssembly") and not outside.cache.exists()
    return done.stdout, ran.split()[1:]


@pytest.mark.parametrize("program", [FAMILIES, FULL], ids=["families", "full lists"])
def test_in_a_browser_some_kernels_run_as_webassembly_with_the_same_results(outside, program):
    printed, ran = in_browser(outside, program)
    assert printed == native(program)
    assert {"fill_five", "count_labels", "fill_labels", "run_search", "advance"} <= set(ran)
    assert program is FAMILIES or "\nsalet 7920 " in printed


def test_in_a_browser_games_of_six_letters_run_as_python(outside):
    printed, ran = in_browser(outside, SIX)
    assert printed == native(SIX) and printed.startswith("uint16 ")
    assert "run_search" not in ran


def test_several_processes_say_it_once(outside, lists):
    asked = ["-m", "wordlelib", "prove", "--all", "--jobs", "2", "--json", *lists]
    plain = outside.run(*asked)
    assert (plain.returncode, plain.stderr) == (0, f"{NOTE}\n")
    compiled = subprocess.run([sys.executable, *asked], cwd=TOP, capture_output=True, text=True, check=True)
    assert without_seconds(plain.stdout) == without_seconds(compiled.stdout)
    assert list(outside.cache.rglob("*.bin")) == []


def test_there_is_nothing_to_compile_with(outside):
    asked = outside.run("-m", "wordlelib", "compile")
    assert (asked.returncode, asked.stdout) == (2, "")
    assert asked.stderr.splitlines() == [NOTE, f"wordlelib: error: {WHY}; there is nothing to compile with"]
    program = "import wordlelib as wl\ntry: wl.compile()\nexcept ValueError as error: print(error)"
    assert outside.run("-c", program).stdout == f"{WHY}; there is nothing to compile with\n"
    switched_off = outside.run("-c", program, PYTHONPATH=str(TOP), NUMBA_DISABLE_JIT="1")
    assert switched_off.stdout == "NUMBA_DISABLE_JIT is set; there is nothing to compile with\n"
    assert switched_off.stderr == "" and not outside.cache.exists()


def test_results_are_not_said_to_depend_on_numba(outside):
    program = "from wordlelib.runs import sweeps; print(*sweeps.versions())"
    assert outside.run("-c", program).stdout == "python numpy\n"
    assert outside.run("-c", program, PYTHONPATH=str(TOP)).stdout == "python numpy numba\n"


@pytest.mark.parametrize("value", ["", "0"])
def test_numba_is_left_out_only_if_it_is_switched_off(outside, value):
    program = "import sys, wordlelib; wordlelib.prove; print('numba' in sys.modules)"
    assert outside.run("-c", program, PYTHONPATH=str(TOP), NUMBA_DISABLE_JIT=value).stdout == "True\n"
    assert outside.run("-c", program, PYTHONPATH=str(TOP), NUMBA_DISABLE_JIT="1").stdout == "False\n"


def test_a_numba_that_is_there_but_does_not_fit_is_an_error(outside):
    outside.put("numba", "")
    asked = outside.run("-c", "import wordlelib; wordlelib.prove")
    assert asked.returncode == 1 and "ModuleNotFoundError" in asked.stderr and NOTE not in asked.stderr

import ast
import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import wordlelib as wl
from wordlelib.lab import warm_up


def test_compile_goes_through_all_families_and_says_so(monkeypatch):
    done = []
    monkeypatch.setattr(warm_up, "STEPS", {name: lambda n=name: done.append(n) for name in warm_up.STEPS})
    seen = []
    made = wl.compile(progress=lambda *step: seen.append(step))
    assert done == list(warm_up.STEPS) and made.kernels == 0
    assert [step[:2] for step in seen] == [(i, len(done)) for i in range(len(done) + 1)]
    assert [step[2] for step in seen[1:]] == done


def test_a_step_that_fails_is_named(monkeypatch):
    def fail():
        raise ValueError("no room")

    monkeypatch.setattr(warm_up, "STEPS", {"odd": fail})
    with pytest.raises(RuntimeError, match="odd: ValueError: no room"):
        wl.compile()


def entries():
    """Give name and digest of each kernel that the public modules take from `kernels/`."""
    for path in Path(wl.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("wordlelib.kernels."):
                for alias in node.names:
                    kernel = getattr(importlib.import_module(node.module), alias.name)
                    if hasattr(kernel, "digest") and path.parent.name != "kernels":
                        yield f"{node.module.rpartition('.')[2]}.{alias.name}", kernel.digest


@pytest.mark.slow
@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
@pytest.mark.large
def test_after_compiling_nothing_is_compiled(tmp_path):
    """The second time all is there, for the same games and for larger ones."""
    environment = {**os.environ}
    command = [sys.executable, "-m", "wordlelib", "compile", "--jobs", "2", "--json"]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    made = json.loads(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)
    assert list(made) == ["kernels", "seconds", "cpu_seconds", "folder", "megabytes"]
    assert made["kernels"] == 0 and made["cpu_seconds"] == 0 and made["megabytes"] > 0
    kernels = dict(entries())
    assert len(kernels) > 40
    for name, digest in kernels.items():
        assert list(Path(made["folder"]).glob(f"{name}-{digest}-*.bin")), name
    program = """
import numpy as np, wordlelib as wl
from wordlelib.kernels.jit import ACCOUNT
game = wl.wordle()
state = game.start().after("salet", "-y--g")
tree = wl.play(game, wl.Rollout(wl.InformationGain(), 10), opening="salet")
wl.prove(wl.wordle(list(game.hidden[:60])))
wl.prove(wl.wordle(letters=6), "satire")
wl.TreeSearch(game, np.random.default_rng(1), state=state).run(3)
wl.guarantee(wl.wordle(list(game.hidden)), 5)
wl.best_move(state, 2)
print(ACCOUNT.kernels)
"""
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "0\n"


def test_a_wrong_number_of_jobs_is_refused():
    with pytest.raises(ValueError, match="jobs: 0; expected"):
        wl.compile(0)

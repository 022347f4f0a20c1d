"""`import wordlelib` leaves a program as it is, and takes no time."""

import subprocess
import sys

import pytest

PROGRAM = """
import os, signal, sys, threading, warnings
import matplotlib, numpy

def settings():
    signals = {number: signal.getsignal(number) for number in signal.valid_signals()}
    wakeup = signal.set_wakeup_fd(-1)
    variables = {name: value for name, value in os.environ.items() if name != "KMP_INIT_AT_FORK"}  # which joblib sets
    return (
        signals, wakeup, threading.enumerate(), dict(matplotlib.rcParams), variables, numpy.geterr(),
        warnings.filters[:], sys.excepthook, sys.unraisablehook, sys.path[:], os.getcwd(),
    )

sys.argv[0] = sys.argv[1]
before, modules = settings(), set(sys.modules)
import wordlelib as wl
print(sorted(name for name in set(sys.modules) - modules if not name.startswith("wordlelib")))
assert settings() == before
for name in wl.__all__:
    getattr(wl, name)
assert settings() == before
assert "wordlelib.kernels.webassembly" not in sys.modules  # which only a browser and widgets need
print([name for name in dir(wl) if name in ("Judge", "prove", "words")])
"""


@pytest.mark.parametrize("program", ["-m", "wordlelib", "other.py"])
def test_an_import_changes_nothing_and_brings_nothing_until_a_name_is_asked_for(program):
    done = subprocess.run([sys.executable, "-c", PROGRAM, program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["[]", "['Judge', 'prove', 'words']"]


ASKED = """
import wordlelib as wl
print(wl.search.exact.prove is wl.prove)
from wordlelib import *
prove, wl.prvoe
"""


def test_a_name_that_is_not_there_is_said_to_be_missing():
    done = subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True)
    assert done.stdout == "True\n"
    said = "AttributeError: module 'wordlelib' has no attribute 'prvoe'. Did you mean: 'prove'?"
    assert done.stderr.splitlines()[-1] == said

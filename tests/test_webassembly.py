"""Kernels run as WebAssembly where Numba cannot be, and as Python where the module lacks them or is damaged.

A browser lends Python's own memory to the module. Here it has one of its own, and everything else is as there.
"""

import shutil
from types import SimpleNamespace

import numpy as np
import pytest
from compiled import Copying, engine

import wordlelib as wl
from wordlelib.kernels import webassembly
from wordlelib.kernels.branch_and_bound import run_search
from wordlelib.kernels.feedback import fill_any, fill_five
from wordlelib.kernels.hints import add_hints
from wordlelib.kernels.table import new_table
from wordlelib.search import tree_search

GUESSES, TURNED = np.zeros((2, 5), np.uint8), np.ones((5, 3), np.uint8)


@pytest.fixture
def plain():
    """Give a function that makes a twin of a kernel, and the list of what reaches the kernel in Python."""

    def make(kernel):
        def function(*values):
            calls.append(values)

        function.__module__, function.__name__, calls = kernel.__module__, kernel.__name__, []
        return engine().kernel(function), calls

    return make


def test_only_what_fits_runs_as_webassembly(plain):
    twin, calls = plain(fill_five)
    codes = np.full((2, 3), 7, np.uint8)
    assert twin(GUESSES, TURNED, codes) is None and not codes.any() and calls == []
    wide, locked = np.full((2, 3), 7, np.uint16), np.full((2, 3), 7, np.uint8)
    locked.flags.writeable = False
    for unfit in (wide, locked, np.full((2, 6), 7, np.uint8)[:, ::2], np.full(3, 7, np.uint8), [[7]], 7, None):
        twin(GUESSES, TURNED, unfit)
        assert calls.pop()[2] is unfit and (unfit is None or np.all(np.asarray(unfit) == 7))
    assert twin(GUESSES, TURNED, codes) is None and calls == []


def test_numbers_and_records_that_do_not_fit_run_as_python(plain):
    twin, calls = plain(run_search)
    for values in ((new_table(),) * 5 + (1,), (None,) * 5 + (1,)):
        twin(*values)
        assert calls.pop() == values
    twin, calls = plain(add_hints)
    hints = np.zeros(26, np.uint8)
    for number in (2**63, 1.0, "1", None):
        twin(GUESSES, hints, 0, number)
        assert calls.pop()[3] is number
    twin(GUESSES, hints, np.int64(0), np.uint8(242))
    assert calls == [] and hints.any()


def searched(bits, **settings):
    """Search a tree twice with one generator, which is left in the middle of 64 bits; give all that comes of it."""
    rng = np.random.Generator(bits)
    for _ in range(2):
        search = wl.TreeSearch(wl.wordle(wl.words.tiny(), mode="hard"), rng, **settings)
        search.run(60)
        rng.integers(9, dtype=np.int32)
    return [*search._tree, *search.trace, rng.bit_generator.state, rng.integers(9, dtype=np.int32), rng.random()]


@pytest.mark.parametrize("settings", [{}, {"sampler": wl.PUCT()}, {"backup": "sampled"}], ids=["", "PUCT", "sampled"])
def test_searches_with_random_numbers_run_as_webassembly_and_are_the_same(monkeypatch, plain, settings):
    expected = searched(np.random.PCG64(7), **settings)
    twin, calls = plain(tree_search.advance)
    monkeypatch.setattr(tree_search, "advance", twin)
    for one, two in zip(searched(np.random.PCG64(7), **settings), expected, strict=True):
        np.testing.assert_array_equal(one, two)
    assert calls == []


def test_other_generators_and_those_in_a_wrong_place_are_left_to_python(plain):
    twin, calls = plain(SimpleNamespace(__module__="tools.wasm.generator", __name__="shuffle"))
    numbers, rng = np.arange(9, dtype=np.int32), np.random.default_rng(7)
    twin(rng, numbers)
    np.testing.assert_array_equal(numbers, np.random.default_rng(7).permutation(9))
    before = rng.bit_generator.state
    twin(rng, rng)
    assert calls.pop() == (rng, rng) and rng.bit_generator.state == before
    for bits in (np.random.PCG64DXSM, np.random.MT19937):
        rng = np.random.Generator(bits(7))
        twin(rng, numbers)
        assert calls.pop()[0] is rng and rng.random() == np.random.Generator(bits(7)).random()


def test_other_kernels_stay_as_they_are():
    def fill_five(*values):
        pass

    assert engine().kernel(fill_any.py_func) is fill_any.py_func
    assert engine().kernel(fill_five) is fill_five  # one of the same name, which is no kernel of the library


class Stopped(Copying):
    """A module in which each kernel is stopped by an exception."""

    def call(self, name, *arguments):
        super().call(name, *arguments)
        return 1


def test_an_exception_in_a_kernel_is_one_in_python():
    stopped = webassembly.Engine(Stopped, webassembly.FOLDER)
    with pytest.raises(RuntimeError, match="fill_five: an exception has stopped the kernel"):
        stopped.call("fill_five", GUESSES, TURNED, np.zeros((2, 3), np.uint8))
    rng, other = np.random.default_rng(1), np.random.default_rng(1)
    with pytest.raises(RuntimeError, match="shuffle: an exception"):
        stopped.call("shuffle", rng, np.arange(9, dtype=np.int32))
    other.permutation(9)
    assert rng.bit_generator.state == other.bit_generator.state  # what the kernel had drawn is not drawn again


def cut(folder):
    path = folder / "engine.wasm"
    path.write_bytes(path.read_bytes()[:-1])


DAMAGES = {
    "cut": cut,
    "without the module": lambda folder: (folder / "engine.wasm").unlink(),
    "without its description": lambda folder: (folder / "engine.json").unlink(),
    "no description": lambda folder: (folder / "engine.json").write_text("{}"),
    "no JSON": lambda folder: (folder / "engine.json").write_text("no"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_module_is_said_in_one_line_and_not_used(tmp_path, monkeypatch, capsys, damage):
    folder = shutil.copytree(webassembly.FOLDER, tmp_path / "compiled")
    monkeypatch.setattr(webassembly, "OPENER", Copying)
    monkeypatch.setattr(webassembly, "FOLDER", folder)
    assert webassembly.engine() is not None and capsys.readouterr().err == ""
    damage(folder)
    monkeypatch.setattr(webassembly.ACCOUNT, "_said", set())
    assert webassembly.engine() is None
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1 and said[0].startswith("wordlelib: engine.wasm cannot be used (")


def test_the_module_names_no_place_of_the_machine_that_compiled_it():
    module = (webassembly.FOLDER / "engine.wasm").read_bytes()
    assert not [each for each in (b"/numba", b"site-packages", b"/wordlelib") if each in module]


def test_without_a_browser_there_is_none():
    assert webassembly.OPENER is None and webassembly.engine() is None

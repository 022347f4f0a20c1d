"""The short way from kernels to machine code: it does what Python does."""

from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from numba.core import config
from numba.core.caching import NullCache
from test_kernels_jit import kept

from wordlelib.kernels.jit import kernel, record

compiler = pytest.importorskip("wordlelib.kernels.compiler", exc_type=ImportError)
pytestmark = pytest.mark.skipif(bool(config.DISABLE_JIT), reason="there is nothing to compare without the compiler")


@cache
def compiled(function):
    """Compile a function for this test alone."""
    made = compiler.Kernel(function)
    made._cache = NullCache()
    return made


def both(function, *arguments):
    """Run a function compiled, and again as plain Python on copies; give both answers and both sets of arguments."""
    copies = [x.copy() if isinstance(x, np.ndarray) and x.flags.c_contiguous else x for x in arguments]
    with np.errstate(all="ignore"):
        return compiled(function)(*arguments), function(*copies), arguments, copies


def agree(function, *arguments):
    """Assert that a function gives the same compiled, and leaves the same in its arguments."""
    found, expected, mine, theirs = both(function, *arguments)
    np.testing.assert_array_equal(found, expected)
    for a, b in zip(mine, theirs, strict=True):
        if isinstance(a, np.ndarray):
            np.testing.assert_array_equal(a, b)


@record
class Inner(NamedTuple):
    values: np.ndarray
    flag: bool


@record
class Outer(NamedTuple):
    inner: Inner
    other: np.ndarray
    number: float


@kernel
def look(outer, depth):
    if depth == 0:
        outer.other[0] += outer.inner.values[-1]
        return outer.number
    return swap(outer.inner, outer.other, outer.number, depth)


@kernel
def swap(inner, other, number, depth):
    made = Outer(Inner(other, not inner.flag), inner.values, number + 1)
    if made.inner.flag:
        made.other[0] += 1
    return inside(made) + made.number + made[2] + depth


@kernel
def inside(outer):
    other = outer
    if outer.number > 3:
        other = Outer(outer.inner, outer.inner.values, outer.number)
    return other.other.sum() + outer.other.sum()


def nested(outer):
    return look(outer, 1) + look(outer, 0)


@pytest.mark.parametrize("number", [1.0, 5.0])
@pytest.mark.parametrize("flag", [False, True])
def test_records_of_arrays(number, flag):
    def fresh():
        return Outer(Inner(np.arange(4), flag), np.arange(3) * 10, number)

    def plain_swap(inner, other, number, depth):
        made = Outer(Inner(other, not inner.flag), inner.values, number + 1)
        if made.inner.flag:
            made.other[0] += 1
        return inside.py_func(made) + made.number + made[2] + depth

    mine, theirs = fresh(), fresh()
    expected = plain_swap(theirs.inner, theirs.other, theirs.number, 1)
    theirs.other[0] += theirs.inner.values[-1]
    expected += theirs.number
    assert compiled(nested)(mine) == expected
    for a, b in ((mine.inner.values, theirs.inner.values), (mine.other, theirs.other)):
        np.testing.assert_array_equal(a, b)


def wandering(numbers):
    """Variables that are set once, in branches, in loops, before and after they are used."""
    last, found, first = np.int64(0), np.int64(-1), np.int64(0)
    for i in range(numbers.size):
        twice = 2 * numbers[i]
        if twice % 3 == 0:
            shifted = twice + 1
            if shifted > 9:
                last += shifted
            else:
                found = i
        elif i > 0:
            last -= first
        first = twice
        part = numbers[: i + 1]
        while part.size > 2:
            half = part.size // 2
            part = part[half:]
            last += part[0] * half
    return last * 1000 + found * 10 + first


def test_variables(rng):
    for _ in range(50):
        agree(wandering, rng.integers(0, 30, rng.integers(1, 12)))


def worn(n, numbers):
    """Arguments that are set anew: in a loop, in a branch, to a part of what they were."""
    total = n
    while n > 0:
        if numbers.size > n:
            numbers = numbers[1:]
        n -= 2
        total = 3 * total + n + numbers.sum()
    return total + numbers.size


def test_arguments(rng):
    for n in range(9):
        agree(worn, n, rng.integers(0, 30, 6))


def test_arrays_live_as_long_as_they_are_used():
    agree(kept, 40)

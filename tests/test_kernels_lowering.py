"""The short way from kernels to machine code: it does what Python does."""

from functools import cache
from types import FunctionType
from typing import NamedTuple

import numpy as np
import pytest
from numba.core import config
from numba.core.caching import NullCache

from wordlelib.kernels.compiler import Kernel
from wordlelib.kernels.jit import empty, kernel, record, zeros

pytestmark = pytest.mark.skipif(bool(config.DISABLE_JIT), reason="there is nothing to compare without the compiler")

LINE = np.dtype([("name", np.int64), ("worth", np.float64), ("small", np.uint8)])


@cache
def compiled(function):
    """Compile a function for this test alone."""
    made = Kernel(function)
    made._cache = NullCache()
    return made


def plain(function):
    """Give a function as it is without the compiler."""
    return FunctionType(function.__code__, {**function.__globals__, "empty": np.empty, "zeros": np.zeros})


def both(function, *arguments):
    """Run a function compiled, and again as plain Python on copies; give both answers and both sets of arguments."""
    copies = [x.copy() if isinstance(x, np.ndarray) and x.flags.c_contiguous else x for x in arguments]
    with np.errstate(all="ignore"):
        return compiled(function)(*arguments), plain(function)(*copies), arguments, copies


def agree(function, *arguments):
    """Assert that a function gives the same compiled, and leaves the same in its arguments."""
    found, expected, mine, theirs = both(function, *arguments)
    np.testing.assert_array_equal(found, expected)
    for a, b in zip(mine, theirs, strict=True):
        if isinstance(a, np.ndarray):
            np.testing.assert_array_equal(a, b)


def item(array, i):
    return array[i]


def matrix_item(array, i, j):
    return array[i, j]


def block_item(array, i, j, k):
    return array[i, j, k] + array[i][j, k] + array[i, j][k]


def set_item(array, i, value):
    array[i] = value
    array[0] = array[i]
    return array[i]


def set_matrix_item(array, i, j, value):
    array[i, j] = value
    return array.sum()


@pytest.mark.parametrize("dtype", [np.uint8, np.int64, np.bool_])
@pytest.mark.parametrize("index", [0, 3, -1, -5, np.uint8(2), np.uint64(4)])
def test_items(rng, dtype, index):
    array = rng.integers(0, 100, (5, 5, 5)).astype(dtype)
    agree(item, array[0, 0], index)
    agree(item, array[:, 1, 2], index)
    agree(matrix_item, array[1], index, 2)
    agree(matrix_item, array[:, 3], index, index)
    agree(block_item, array.astype(np.int64), index, 1, index)
    agree(block_item, array.astype(np.int64)[:, ::2, ::-1], index, 1, 2)
    agree(item, array, index)
    agree(item, array[:, :, 1], index)
    agree(set_item, array[0, 0].copy(), index, dtype(1))
    agree(set_matrix_item, array[0].copy(), index, 1, dtype(1))


@pytest.mark.parametrize(("dtype", "value"), [(np.int32, 3.9), (np.uint8, 300), (np.float64, 7), (np.int64, True)])
def test_values_become_what_the_array_holds(dtype, value):
    assert compiled(set_item)(np.zeros(3, dtype), 1, value) == np.array(value).astype(dtype)


def test_a_strided_array_is_written_in_place(rng):
    whole = rng.integers(0, 9, (6, 6))
    expected = whole.copy()
    expected[1::2, ::-3][-1, 1] = 77
    compiled(set_matrix_item)(whole[1::2, ::-3], -1, 1, 77)
    np.testing.assert_array_equal(whole, expected)


def from_to(array, a, b):
    return array[a:b]


def ends(array, a):
    return array[a:].sum() + 1000 * array[:a].sum() + 100_000 * array[a:][a:].size


def filled(array, a, b):
    part = array[a:b]
    for i in range(part.size):
        part[i] = i
    return part


@pytest.mark.parametrize("a", [0, 2, 5, 9, -1, -4, -9])
def test_slices(rng, a):
    array = rng.integers(0, 100, 5)
    for b in (0, 1, 4, 5, 8, -1, -3, -9):
        agree(from_to, array, a, b)
        agree(from_to, np.repeat(array, 3)[::3], a, b)
        agree(from_to, rng.integers(0, 9, (5, 3, 4))[:, ::2], a, b)
        agree(filled, array.copy(), a, b)
    agree(ends, array, a)


def lines_of(lines):
    total = 0.0
    for i in range(lines.size):
        line = lines[i]
        line["name"] += 1
        line["small"] = line["name"]
        total += lines[i]["name"] * line["worth"] + line["small"]
    lines[0] = lines[-1]
    return total


@pytest.mark.parametrize("align", [False, True])
def test_records(align):
    lines = np.zeros(4, np.dtype(LINE.descr if not align else [d for d in LINE.descr if d[0]], align=align))
    lines["name"], lines["worth"] = np.arange(4), np.arange(4) / 8
    agree(lines_of, lines)


def allocated(n):
    a, b, c = empty(n, np.int32), zeros((n, 3), np.float64), zeros((2, n, 2), LINE)
    for i in range(n):
        a[i] = i
    b[n - 1, 2] = a[n - 1]
    c[1, n - 1, 1]["name"] = n
    like = zeros(a.size, a.dtype)
    flags = zeros(n, np.bool_)
    flags[0] = True
    return a.sum() + b.sum() + c["name"].sum() + like.sum() + flags.sum() + b.shape[1] + c.strides[0] + c.size


@pytest.mark.parametrize("n", [1, 2, 100])
def test_new_arrays(n):
    agree(allocated, n)


def unused(n):
    return zeros(n, np.int64).size


def test_no_room_is_an_error():
    with pytest.raises(MemoryError):
        compiled(unused)(2**58)


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


def kept(n):
    """Arrays that are made in a loop, kept, and given up."""
    best = zeros(1, np.int64)
    for i in range(n):
        mine = empty(i + 1, np.int64)
        for j in range(mine.size):
            mine[j] = (i * 7 + j) % 5
        rest = mine[1:]
        if mine.sum() > best.sum():
            best = mine
        elif rest.size > 0 and rest[0] == 1:
            best = rest
    return best


def test_arrays_live_as_long_as_they_are_used():
    agree(kept, 40)

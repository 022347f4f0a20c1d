"""Checks of arguments, which return the value in the type that the library computes with or refuse it.

Every message has one form: the name of the argument, its value, and what was expected. Truth values and text do not
count as numbers here. NumPy's numbers are as good as Python's.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import isfinite
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

T = TypeVar("T")
LARGEST = 2**62  # kernels count in 64 bits, and add a little
MOST_PLIES = 4094  # the keys of beliefs have twelve bits for it
SHOWN = 200  # characters of a value in an error
FOR_KERNELS: list[Any] = ["C", "A", "W", "E"]  # as every array is that the library makes itself


def shown(value: object) -> str:
    """Write a value on one line that is not too long."""
    try:
        text = " ".join(repr(value).split())
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]} ..."


def counted(number: int, one: str, many: str = "") -> str:
    """Write how many things there are, such as "1 guess" or "2,315 words"."""
    return f"{number:,} {one if number == 1 else many or one + ('es' if one.endswith('s') else 's')}"


def refused(name: str, value: object, expected: str) -> ValueError:
    """Return the error that says what an argument is and what it should be."""
    return ValueError(f"{name}: {shown(value)}; expected {expected}")


@contextmanager
def needed(by: str, extra: str) -> Iterator[None]:
    """Name the extra of the library that installs a package, where the import of that package fails."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        raise ModuleNotFoundError(f'{by} needs {package}: pip install "wordlelib[{extra}]"', name=package) from None


def integer(name: str, value: Any, least: int = 0, most: int = LARGEST, expected: str | None = None) -> int:
    """Check a whole number from `least` to `most`; `expected` says what it is, such as "a number of guesses from 1"."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not least <= value <= most:
        if expected is None:
            expected = f"a whole number from {least}" + f" to {most}" * (most < LARGEST)
        if isinstance(value, int | np.integer) and value > most == LARGEST:
            expected += f", at most {most}"
        raise refused(name, value, expected)
    return int(value)


def number(
    name: str,
    value: Any,
    least: float = -np.inf,
    most: float = np.inf,
    above: bool = False,
    below: bool = False,
    expected: str | None = None,
) -> float:
    """Check a finite number from `least` to `most`, where `above` excludes the least and `below` the most."""
    if isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool):
        with suppress(OverflowError):
            given = float(value)
            fits = (given > least if above else given >= least) and (given < most if below else given <= most)
            if fits and isfinite(given):
                return given
    if expected is None:
        bounds = [f"{'more than' if above else 'at least'} {least:g}"] * (least > -np.inf)
        bounds += [f"{'less than' if below else 'at most'} {most:g}"] * (most < np.inf)
        expected = ", ".join(["a finite number", *bounds])
    raise refused(name, value, expected)


def guesses(name: str, value: Any) -> int:
    """Check a number of guesses."""
    return integer(name, value, 1, expected="a number of guesses from 1")


def cap(value: Any) -> int | None:
    """Check how many guesses a game may take, where None stands for any number."""
    return None if value is None else integer("cap", value, 1, expected="a number of guesses from 1, or none")


def plies(value: Any, most: int = MOST_PLIES) -> int:
    """Check how many plies to look ahead."""
    expected = f"an even number of plies from 2 to {most:,}: a guess and its feedback are two"
    if integer("depth", value, 2, most, expected) % 2:
        raise refused("depth", value, expected)
    return int(value)


def seconds(value: Any) -> float | None:
    """Check a time limit, where None stands for none."""
    return None if value is None else number("seconds", value, 0, above=True, expected="more than 0 seconds")


def progress(value: Any) -> Callable[..., Any] | None:
    """Check a function that is called now and then with the progress made, where None stands for none."""
    return None if value is None else function("progress", value, "a function of what is done and of what there is")


def text(name: str, value: Any, expected: str = "text") -> str:
    """Check a text."""
    if not isinstance(value, str):
        raise refused(name, value, expected)
    return value


def path(name: str, value: Any, expected: str = "the path of a file") -> Path:
    """Check a path."""
    if not isinstance(value, str | PathLike):
        raise refused(name, value, expected)
    return Path(value)


def one_of(name: str, value: Any, options: Iterable[str]) -> str:
    """Check that a text is one of a few."""
    options = tuple(options)
    if not isinstance(value, str) or value not in options:
        raise refused(name, value, f"one of {', '.join(options)}")
    return value


def sequence(name: str, value: Any, expected: str) -> list[Any]:
    """Return the items of an iterable as a list, and refuse texts, mappings and sets."""
    if isinstance(value, str | bytes | dict | set | frozenset) or not isinstance(value, Iterable):
        raise refused(name, value, expected)
    if isinstance(value, np.ndarray) and not value.ndim:
        raise refused(name, value, expected)
    return list(value)


def texts(name: str, value: Any, expected: str = "a list of words") -> list[str]:
    """Check that an iterable holds texts, and return them as a list."""
    listed = sequence(name, value, expected)
    strange = [one for one in listed if not isinstance(one, str)]
    if strange:
        raise ValueError(f"{name}: {shown(strange[0])} is among them; expected {expected}")
    return listed


def pairs(name: str, value: Any, expected: str = "a list of rows (guess, feedback)") -> list[Sequence[Any]]:
    """Check that an iterable holds lists or tuples of two things, such as rows of a guess and its feedback."""
    listed = sequence(name, value, expected)
    for row in listed:
        if not isinstance(row, list | tuple) or len(row) != 2:
            raise ValueError(f"{name}: {shown(row)} is in it; expected {expected}")
    return listed


def instance(name: str, value: Any, kind: type[T] | tuple[type[T], ...], expected: str) -> T:
    """Check that a value is an instance of some class."""
    if not isinstance(value, kind):
        raise refused(name, value, expected)
    return value


def boolean(name: str, value: Any) -> bool:
    """Check a truth value."""
    return bool(instance(name, value, (bool, np.bool_), "True or False"))


def hashable(name: str, value: T, expected: str = "something that can be hashed, such as a text or a tuple") -> T:
    """Check that a value is hashable."""
    try:
        hash(value)
    except TypeError:
        raise refused(name, value, expected) from None
    return value


def function(name: str, value: Any, expected: str = "a function") -> Callable[..., Any]:
    """Check that a value is callable."""
    if not callable(value):
        raise refused(name, value, expected)
    return value


def generator(name: str, value: Any) -> np.random.Generator:
    """Check a source of random numbers."""
    return instance(name, value, np.random.Generator, "a numpy.random.Generator, such as numpy.random.default_rng(1)")


def whole_numbers(
    name: str, value: Any, below: int, shape: tuple[int | None, ...], expected: str, least: int = 0
) -> np.ndarray:
    """Return an array of int32 with numbers from `least` up to but not including `below`.

    The value may be an array or nested lists of whole numbers of any type; in its shape None stands for any length.
    """
    array = _array(name, value, shape, expected)
    if not array.size and array.dtype.kind == "f":
        array = array.astype(np.int32)  # an empty list
    if array.dtype.kind not in "iu":
        raise refused(name, value, f"{expected}, not {array.dtype}")
    if array.size and (array.min() < least or array.max() >= below):
        wrong = array.min() if array.min() < least else array.max()
        raise ValueError(f"{name}: {wrong} is among them; expected {expected}, each from {least} to {below - 1}")
    return np.require(array, np.int32, FOR_KERNELS)


def _array(name: str, value: Any, shape: tuple[int | None, ...] | None, expected: str) -> np.ndarray:
    """Return an array of a shape, or without one an array of any shape, but no single number."""
    try:
        array = np.asarray(value)
    except (ValueError, TypeError, OverflowError):
        raise refused(name, value, expected) from None
    if not array.ndim:
        raise refused(name, value, expected)
    if shape is not None:
        sizes = zip(shape, array.shape, strict=False)
        if len(shape) != array.ndim or any(size not in (None, have) for size, have in sizes):
            raise ValueError(f"{name}: shape {array.shape}; expected {expected}")
    return array


def ascending(name: str, value: Any, below: int) -> np.ndarray:
    """Return an array of int32 with at least one number, in ascending order; see `whole_numbers`."""
    expected = "whole numbers, ascending, at least one"
    numbers = whole_numbers(name, value, below, (None,), expected)
    if not numbers.size or np.any(np.diff(numbers) <= 0):
        raise refused(name, value, expected)
    return numbers


def real_numbers(
    name: str, value: Any, shape: tuple[int | None, ...] | None, expected: str, finite: bool = True
) -> np.ndarray:
    """Return an array of float64 of a shape or of any, `finite` or just not NaN; see `whole_numbers`."""
    array = _array(name, value, shape, expected)
    if array.dtype.kind not in "iuf" or np.any(np.isnan(array)) or (finite and not np.all(np.isfinite(array))):
        raise refused(name, value, f"{expected}, all of them finite numbers" if finite else expected)
    return np.require(array, np.float64, FOR_KERNELS)

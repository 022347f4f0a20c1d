"""Records of arrays, which kernels take: how they are declared, made and enlarged; and what kernels know of a game.

A record is a named tuple whose fields are numbers, arrays and other records. An array is declared with the type of its
items and the length of each dimension:

    places: Annotated[np.ndarray, np.int64, "guesses", "2 * hidden + 1"]

A length is a number, or a sum of products of numbers and named sizes; the type of the items has a name if it depends on
the game. SCRATCH at the end says that nothing reads the array before it is written. `allocate` makes records from that,
and other hosts than Numba can lay them out.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from math import prod
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from wordlelib.kernels.jit import kernel, record

R = TypeVar("R", bound=tuple)

SCRATCH = "scratch"
DONE, PAUSED = -1, -2  # why a kernel stops; numbers from 0 on are those of arrays that lack room


@record
class Arrays(NamedTuple):
    """A game as kernels see it; `game.Game` says what the fields mean."""

    codes: Annotated[np.ndarray, "code", "guesses", "hidden"]
    by_hidden: Annotated[np.ndarray, "code", "hidden", "guesses"]
    guess_of_hidden: Annotated[np.ndarray, np.int32, "hidden"]
    hidden_of_guess: Annotated[np.ndarray, np.int32, "guesses"]  # -1 where a guess cannot be the hidden word
    weights: Annotated[np.ndarray, np.int64, "hidden"]
    uniform: bool  # whether all weights are 1
    cells: int  # how many codes there may be
    solved: int  # the code of the found word
    letters: Annotated[np.ndarray, "letter", "guesses", "places"]  # empty in easy mode, as are the sets
    letter_sets: Annotated[np.ndarray, np.uint64, "guesses"]


@record
class Batch(NamedTuple):
    """Many beliefs as kernels see them; `game.Beliefs` says what the fields mean."""

    members: Annotated[np.ndarray, np.int32, "members"]
    offsets: Annotated[np.ndarray, np.int64, "beliefs + 1"]
    rows: Annotated[np.ndarray, np.int32, "beliefs", "made", 2]
    allowed: Annotated[np.ndarray, np.int32, "listed"]
    allowed_offsets: Annotated[np.ndarray, np.int64, "lists + 1"]


class Array(NamedTuple):
    """The declaration of an array: the type of its items, its shape, and whether it is SCRATCH."""

    dtype: Any
    shape: tuple[int | str, ...]
    scratch: bool


@cache
def declared(kind: type) -> dict[str, Any]:
    """Return the declarations of the arrays of a record, and the types of its other fields."""
    fields = get_type_hints(kind, include_extras=True)
    for name, hint in fields.items():
        if get_origin(hint) is Annotated:
            _, dtype, *shape = get_args(hint)
            fields[name] = Array(dtype, tuple(each for each in shape if each is not SCRATCH), SCRATCH in shape)
    return fields


def allocate(kind: type[R], sizes: Mapping[str, Any], **given: Any) -> R:
    """Make a record of a class, with the sizes and types of items of which the declarations speak.

    Fields that are `given` are not made. All other arrays, also those of records in the record, are full of zeros,
    unless they are SCRATCH.
    """
    makers = _makers(kind, tuple(sizes.items()), tuple(given))
    return kind(**given, **{name: make() for name, make in makers})


@lru_cache(64)  # policies and searches make the same records again and again
def _makers(kind: type, items: tuple, given: tuple[str, ...]) -> list[tuple[str, Callable]]:
    sizes, makers = dict(items), list[tuple[str, Callable]]()
    for name, about in declared(kind).items():
        if name not in given and isinstance(about, Array):
            shape, new = tuple(_length(each, sizes) for each in about.shape), np.empty if about.scratch else np.zeros
            makers.append((name, partial(new, shape, sizes.get(about.dtype, about.dtype))))
        elif name not in given and hasattr(about, "_fields"):
            makers.append((name, partial(allocate, about, sizes)))
    return makers


def _length(length: int | str, sizes: Mapping[str, Any]) -> int:
    """Evaluate a sum of products of sizes and numbers, such as "2 * hidden + 1"."""
    terms = (term.split(" * ") for term in str(length).split(" + "))
    return sum(prod(int(x) if x.isdigit() else int(sizes[x]) for x in term) for term in terms)


def sizes_of(game: Arrays, **more: Any) -> dict[str, Any]:
    """Return the sizes and types of items that records for a game are made of, and some more."""
    guesses, hidden = game.codes.shape
    sizes = {"guesses": guesses, "hidden": hidden, "cells": game.cells, "masks": (guesses + 63) // 64}
    return {**sizes, "code": game.by_hidden.dtype, "letter": game.letters.dtype, **more}


def items(*names: str, **others: type) -> np.dtype:
    """Make the type of array items with int64 fields, whose names stand in groups, and fields of other types."""
    return np.dtype([(name, np.int64) for group in names for name in group.split()] + [*others.items()])


def drive(step: Callable[..., int], records: list) -> int:
    """Call a kernel with records until it is DONE or PAUSED, and enlarge the arrays that lack room meanwhile.

    The kernel is a `step` with all its other arguments. The records are replaced in the list, which holds the right
    ones even if an exception ends the call.
    """
    while (lack := step(*records)) >= 0:
        records[:] = roomier(lack, *records)
    return lack


def roomier(lack: int, *records: Any) -> tuple:
    """Return records with twice the rows in one of their arrays, numbered through all records; the new ones are zero.

    Records with hash tables have a method `rehashed`, which enlarges these.
    """
    found = []
    for each in records:
        if 0 <= lack < len(each):
            name, array = each._fields[lack], each[lack]
            larger = each.rehashed(name) if hasattr(each, "rehashed") else None
            if larger is None:
                larger = np.zeros((2 * len(array), *array.shape[1:]), array.dtype)
                larger[: len(array)] = array
            each = each._replace(**{name: larger})
        lack -= len(each)
        found.append(each)
    return tuple(found)


@kernel
def copy_to(target, first, source):
    """Copy an array into another one, from a place on."""
    for i in range(source.size):
        target[first + i] = source[i]


@kernel
def copied(array):
    """Return a copy of an array."""
    copy = np.empty(array.size, array.dtype)
    copy_to(copy, 0, array)
    return copy


@kernel
def grown(array, size):
    """Return the array itself if it has room for `size` entries, otherwise a larger copy."""
    if size <= array.size:
        return array
    larger = np.empty(2 * size, array.dtype)
    copy_to(larger, 0, array)
    return larger

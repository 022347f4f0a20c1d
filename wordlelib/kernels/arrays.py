"""What kernels know of a game, and arrays that grow."""

from typing import Any, NamedTuple

import numpy as np

from wordlelib.kernels.jit import empty, kernel, record

DONE, PAUSED = -1, -2


@record
class Arrays(NamedTuple):
    """What the kernels need of a game; `game.Game` says what the fields mean.

    Attributes
    ----------
    codes : ndarray of unsigned integers, shape (guesses, hidden words)
    by_hidden : the same type, shape (hidden words, guesses)
    guess_of_hidden : ndarray of int32, shape (hidden words,)
    hidden_of_guess : ndarray of int32, shape (guesses,)
        -1 where a guess cannot be the hidden word.
    weights : ndarray of int64, shape (hidden words,)
    uniform
        Whether all weights are 1.
    cells, solved
        How many codes there may be, and the one of a found word.
    letters : ndarray of unsigned integers, shape (guesses, letters)
        Empty in easy mode.
    letter_sets : ndarray of uint64, shape (guesses,)
        Empty in easy mode.
    """

    codes: np.ndarray
    by_hidden: np.ndarray
    guess_of_hidden: np.ndarray
    hidden_of_guess: np.ndarray
    weights: np.ndarray
    uniform: bool
    cells: int
    solved: int
    letters: np.ndarray
    letter_sets: np.ndarray


@record
class Batch(NamedTuple):
    """What the kernels need of many beliefs; `game.Beliefs` says what the fields mean.

    Attributes
    ----------
    members : ndarray of int32, shape (candidates of all beliefs,)
    offsets : ndarray of int64, shape (beliefs + 1,)
    rows : ndarray of int32, shape (beliefs, guesses made, 2)
    allowed : ndarray of int32
    allowed_offsets : ndarray of int64
    """

    members: np.ndarray
    offsets: np.ndarray
    rows: np.ndarray
    allowed: np.ndarray
    allowed_offsets: np.ndarray


def roomier(lack: int, *records: Any) -> tuple:
    """Give records of arrays with twice the rows in one of these, numbered through all records; the new ones are zero.

    A kernel that lacks room gives the number of the array, and goes on when it is called with the roomier records.
    """
    found = []
    for some in records:
        if 0 <= lack < len(some):
            array = some[lack]
            larger = np.zeros((2 * len(array), *array.shape[1:]), array.dtype)
            larger[: len(array)] = array
            some = some._replace(**{some._fields[lack]: larger})
        lack -= len(some)
        found.append(some)
    return tuple(found)


@kernel
def copy_to(target, first, source):
    """Copy an array into another one, from a place on."""
    for i in range(source.size):
        target[first + i] = source[i]


@kernel
def copied(array):
    """Give a copy of an array."""
    copy = empty(array.size, array.dtype)
    copy_to(copy, 0, array)
    return copy


@kernel
def grown(array, size):
    """Give the array itself if it has room for `size` entries, else a larger copy."""
    if size <= array.size:
        return array
    larger = empty(2 * size, array.dtype)
    copy_to(larger, 0, array)
    return larger

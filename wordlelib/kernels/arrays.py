"""What kernels know of a game, and arrays that grow."""

from typing import NamedTuple

import numpy as np

from wordlelib.kernels.jit import kernel


class Arrays(NamedTuple):
    """What the kernels need of a game; `letters` and `letter_sets` are empty in easy mode."""

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


@kernel
def grown(array, size):
    """Give the array itself if it has room for `size` entries, else a larger copy."""
    if size <= array.size:
        return array
    larger = np.empty(2 * size, array.dtype)
    larger[: array.size] = array
    return larger


@kernel
def twice_rows(rows):
    """Give a copy with twice as many rows."""
    larger = np.zeros((2 * rows.shape[0], rows.shape[1]), rows.dtype)
    larger[: rows.shape[0]] = rows
    return larger

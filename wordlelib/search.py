"""What the compiled searches share: keys that name beliefs, and arrays that grow."""

from typing import NamedTuple

import numpy as np

from wordlelib._jit import kernel
from wordlelib.game import Game, _add_hints, _honour
from wordlelib.policy import _is_allowed


class Keys(NamedTuple):
    """Random 64-bit numbers of which the name of a belief is made (Zobrist 1970).

    A belief's key is the exclusive or of a number for each of its words and for each hint that hard mode makes binding;
    where a state was made by hand and allows other guesses than its history does, also for each allowed guess. Two of a
    million beliefs share a key once in 30 million runs.

    Attributes
    ----------
    words, guesses : ndarray of uint64
        A number for each hidden word and each guess.
    hints : ndarray of uint64, shape (hints, hints + 1)
        A number for each hint and each value it may take; empty in easy mode.
    """

    words: np.ndarray
    guesses: np.ndarray
    hints: np.ndarray


def keys_of(game: Game) -> Keys:
    """Draw the numbers for a game, always the same ones."""
    rng = np.random.default_rng(1970)
    words, guesses = (rng.integers(1, 2**64, len(listed), np.uint64) for listed in (game.hidden, game.guesses))
    return Keys(words, guesses, rng.integers(1, 2**64, (game.hints_size, game.hints_size + 1), np.uint64))


@kernel
def _belief_key(keys, members, hints):
    """Give the key of a belief."""
    key = _hints_key(keys, hints)
    for m in members:
        key ^= keys.words[m]
    return key


@kernel
def _hints_key(keys, hints):
    """Give the part of a belief's key that stands for hints."""
    key = np.uint64(0)
    for i in range(hints.size):
        if hints[i] > 0:
            key ^= keys.hints[i, hints[i]]
    return key


@kernel
def _hand_key(game, keys, allowed, hints, room):
    """Give the part of a belief's key that stands for allowed guesses other than those that the hints allow.

    It holds for what follows from the belief too, where later hints have thinned out the same list. So the hints that
    have not thinned it out, those before it was made, must show in it.
    """
    usual = np.arange(keys.guesses.size, dtype=np.int32)
    if hints.size > 0:
        usual = room[: _honour(game.letters, game.letter_sets, usual, hints, room)]
    key = np.uint64(0)
    if allowed.size != usual.size or np.any(allowed != usual):
        before = _hints_key(keys, hints)
        key = before << np.uint64(1) | before >> np.uint64(63)
        for guess in allowed:
            key ^= keys.guesses[guess]
    return key


@kernel
def _all_allowed(game, members, allowed):
    """Say whether each member may be guessed."""
    count = 0
    for m in members:
        count += _is_allowed(game, allowed, game.guess_of_hidden[m])
    return count == members.size


@kernel
def _sort_by_code(row, members, first, last, top, ends):
    """Write members first to last (without last) once more, from `top` on and class by class; give where they end.

    `ends` comes all zero; it goes with -1 less the end of the class at each code that occurs.
    """
    filled = top
    for i in range(first, last):
        ends[row[members[i]]] += 1
    for i in range(first, last):
        code = row[members[i]]
        if ends[code] > 0:
            size = ends[code]
            ends[code] = -filled - 1
            filled += size
        members[-ends[code] - 1] = members[i]
        ends[code] -= 1
    return filled


@kernel
def _thin_out(game, frame, child, code, hints, depth, allowed):
    """Give a child node of a frame, reached by a code, its hints and allowed guesses; give the array that holds them.

    In easy mode it shares the guesses of the frame.
    """
    child["allowed"], child["allowed_last"] = frame["allowed"], frame["allowed_last"]
    if hints.shape[1] > 0:
        hints[depth + 1] = hints[depth]
        _add_hints(game.letters, hints[depth + 1], frame["guess"], code)
        first = frame["allowed_last"]
        allowed = _grown(allowed, first + first - frame["allowed"])
        above = allowed[frame["allowed"] : first]
        count = _honour(game.letters, game.letter_sets, above, hints[depth + 1], allowed[first:])
        child["allowed"], child["allowed_last"] = first, first + count
    return allowed


@kernel
def _grown(array, size):
    """Give the array itself if it has room for `size` entries, else a larger copy."""
    if size <= array.size:
        return array
    larger = np.empty(2 * size, array.dtype)
    larger[: array.size] = array
    return larger


@kernel
def _twice_rows(rows):
    """Give a copy with twice as many rows."""
    larger = np.zeros((2 * rows.shape[0], rows.shape[1]), rows.dtype)
    larger[: rows.shape[0]] = rows
    return larger

"""What the compiled searches share: keys that name beliefs, and arrays that grow."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from wordlelib._jit import kernel
from wordlelib.game import Game, _add_hints, _honour
from wordlelib.policy import Arrays, _is_allowed, arrays_of

T = TypeVar("T")

PART = np.dtype([("first", np.int64), ("last", np.int64), ("code", np.int64)])


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


def reordered(game: Game, order: np.ndarray, by_hidden: np.ndarray | None = None) -> Arrays:
    """Give a game's arrays with its guesses in another order.

    Parameters
    ----------
    game
        The game.
    order : ndarray of int32, shape (guesses,)
        Which guess of the game stands at each place.
    by_hidden
        What stands in the rows by hidden word in place of the codes.

    Raises
    ------
    ValueError
        If the game is in strict mode, which the arrays do not tell from easy mode.
    """
    if game.strict:
        raise ValueError("game: strict mode; expected easy or hard mode")
    arrays = arrays_of(game)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return arrays._replace(
        codes=game.codes[order],
        by_hidden=np.take(game.codes_by_hidden, order, axis=1) if by_hidden is None else by_hidden,
        guess_of_hidden=rank[game.guess_of_hidden],
        hidden_of_guess=game.hidden_of_guess[order],
        letters=arrays.letters if game.letters is None else game.letters[order],
        letter_sets=arrays.letter_sets if game.letters is None else game.letter_sets[order],
    )


def keep_by_game(make: Callable[[Game], T]) -> Callable[[Game], T]:
    """Give a function that makes a thing for a game when it is first asked, and then gives the same again."""
    kept: WeakKeyDictionary[Game, T] = WeakKeyDictionary()

    def of(game: Game) -> T:
        if game not in kept:
            kept[game] = make(game)
        return kept[game]

    return of


@contextmanager
def later_interrupt() -> Iterator[list[FrameType | None]]:
    """Put Ctrl-C off to the end of a block; the list that is given is no longer empty once it was pressed.

    Compiled code calls Python to hand its results over, and does not expect an exception there.
    """
    before = signal.getsignal(signal.SIGINT)
    pressed: list[FrameType | None] = []
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield pressed
        return
    signal.signal(signal.SIGINT, lambda number, frame: pressed.append(frame))
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        before(signal.SIGINT, pressed[0])


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
def _divide(game, ends, frame, members, parts, known):
    """Sort a belief into the classes of the frame's guess; list those of more than `known` words, the largest first.

    The class of the found word is left out. `ends` comes and goes all zero.
    """
    row, first, top = game.codes[frame["guess"]], frame["parts_first"], frame["top"]
    filled = _sort_by_code(row, members, frame["first"], frame["last"], top, ends)
    count, start = first, top
    while start < filled:
        code = np.int64(row[members[start]])
        stop = -ends[code] - 1
        ends[code] = 0
        if code != game.solved and stop - start > known:
            place = count
            while place > first and parts[place - 1]["last"] - parts[place - 1]["first"] < stop - start:
                parts[place] = parts[place - 1]
                place -= 1
            parts[place]["first"], parts[place]["last"], parts[place]["code"] = start, stop, code
            count += 1
        start = stop
    frame["part"], frame["parts_last"] = first, count


@kernel
def _own_guesses(game, frame, child, members, allowed):
    """Give a child node its own words as allowed guesses; give the array that holds them."""
    first, n = frame["allowed_last"], child["last"] - child["first"]
    allowed = _grown(allowed, first + n)
    allowed[first : first + n] = np.sort(game.guess_of_hidden[members[child["first"] : child["last"]]])
    child["allowed"], child["allowed_last"] = first, first + n
    return allowed


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

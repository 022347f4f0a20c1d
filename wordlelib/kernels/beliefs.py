"""Beliefs in the compiled searches: the keys that name them, the classes into which a guess sorts one, the stack.

A search keeps its beliefs on a stack, so that it can stop at any moment and go on. Its record begins with five arrays,
each of which grows when a kernel says that it lacks room (`arrays.drive`):

- FRAMES: a frame for each belief;
- PARTS: the classes that the frames still have to look at;
- MEMBERS and ALLOWED: the frames' words and their allowed guesses, each frame's after those of the one below;
- HINTS: a row for each frame, the hints that bind its belief.

The first number in `at` is the DEPTH of the frame in work; FIXED, where it stands there too, says whether in the first
frame only some guesses are tried.
"""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, TypeVar

import numpy as np

from wordlelib.kernels.arrays import allocate, copy_to, items
from wordlelib.kernels.hints import add_hints, honour_hints
from wordlelib.kernels.jit import kernel, record
from wordlelib.kernels.ranking import is_allowed

R = TypeVar("R", bound=tuple)

PART = items("first last code")
FRAMES, PARTS, MEMBERS, ALLOWED, HINTS = range(5)
DEPTH, FIXED = 0, 1
UNLIMITED = 2**30  # guesses left where there is no cap: more than any number of words, and small enough to be added to


@record
class Keys(NamedTuple):
    """Random 64-bit numbers of which the name of a belief is made (Zobrist 1970).

    A belief's key is the exclusive or of a number for each of its words and for each hint that hard mode makes binding;
    where a state was made by hand and allows other guesses than its history does, also for each allowed guess. Two of a
    million beliefs share a key once in 30 million runs.
    """

    words: Annotated[np.ndarray, np.uint64, "hidden"]
    guesses: Annotated[np.ndarray, np.uint64, "guesses"]
    hints: Annotated[np.ndarray, np.uint64, "hints", "hints + 1"]  # for each hint, one for each value it may take


@kernel
def belief_key(keys, members, hints):
    """Compute the key of a belief."""
    key = hints_key(keys, hints)
    for m in members:
        key ^= keys.words[m]
    return key


@kernel
def hints_key(keys, hints):
    """Compute the part of a belief's key that stands for hints."""
    key = np.uint64(0)
    for i in range(hints.size):
        if hints[i] > 0:
            key ^= keys.hints[i, hints[i]]
    return key


@kernel
def override_key(game, keys, allowed, hints, room):
    """Compute the part of a belief's key that stands for a list of allowed guesses made by hand; 0 for the usual list.

    The beliefs that follow keep this part, because their lists are thinned out by the later hints alone. So it also
    depends on the hints of the belief itself, which did not thin the list out.
    """
    count = keys.guesses.size
    if hints.size > 0:
        for guess in range(count):
            room[guess] = guess
        count = honour_hints(game.letters, game.letter_sets, room[:count], hints, room)
    usual = allowed.size == count
    for i in range(count if usual and count < keys.guesses.size else 0):
        usual &= allowed[i] == room[i]
    key = np.uint64(0)
    if not usual:
        before = hints_key(keys, hints)
        key = before << np.uint64(1) | before >> np.uint64(63)
        for guess in allowed:
            key ^= keys.guesses[guess]
    return key


@kernel
def all_allowed(game, members, allowed):
    """Test whether each member may be guessed."""
    count = 0
    for m in members:
        count += is_allowed(game, allowed, game.guess_of_hidden[m])
    return count == members.size


@kernel
def sort_by_code(row, members, first, last, top, ends):
    """Write members first to last (without last) once more, class by class from `top` on; return where they end.

    `ends` must be all zero; afterwards it holds -1 less the end of the class at each code that occurs.
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
def divide_belief(game, ends, frame, members, parts, known):
    """Sort a belief into the classes of the frame's guess; list those of more than `known` words, the largest first.

    The class of the found word is left out. `ends` must be all zero, and is afterwards.
    """
    row, first, top = game.codes[frame["guess"]], frame["parts_first"], frame["top"]
    filled = sort_by_code(row, members, frame["first"], frame["last"], top, ends)
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


def begin_search(
    kind: type[R], belief: tuple[np.ndarray, np.ndarray, np.ndarray], more: Mapping[str, int], **given: Any
) -> tuple[R, np.void]:
    """Allocate the record of a search, put a belief on its stack, and return the record and the belief's frame.

    A belief is its words, allowed guesses and hints. In `more` are the sizes of arrays that only this class has, and in
    `given` the fields that are not to be made.
    """
    members, allowed, hints = belief
    words, guesses = (np.empty(2 * each.size + 64, np.int32) for each in (members, allowed))
    words[: members.size], guesses[: allowed.size] = members, allowed
    sizes = {"frames": 16, "parts": 512, "hints": hints.size, "letter": hints.dtype, **more}
    search: Any = allocate(kind, sizes, members=words, allowed=guesses, **given)
    root = search.frames[0]
    root["last"] = root["top"] = members.size
    root["allowed_last"], search.hints[0] = allowed.size, hints
    return search, root


@kernel
def lacking_room(search, frame):
    """Return the number of an array in which a frame and one above it may lack room, or -1."""
    above, size, allowed = search.at[DEPTH] + 1, frame["last"] - frame["first"], frame["allowed_last"]
    if above >= search.frames.size:
        return FRAMES
    if above >= search.hints.shape[0]:
        return HINTS
    if frame["parts_first"] + size > search.parts.size:
        return PARTS
    if frame["top"] + size > search.members.size:
        return MEMBERS
    return ALLOWED if 2 * allowed - frame["allowed"] > search.allowed.size else -1


@kernel
def is_fixed(search):
    """Test whether the belief in work is the first one, at which only some guesses are tried."""
    return search.at[FIXED] == 1 and search.at[DEPTH] == 0


@kernel
def push_class(game, frame, search):
    """Push the class in work of a frame's guess."""
    depth, part = search.at[DEPTH], search.parts[frame["part"]]
    child = search.frames[depth + 1]
    child["first"], child["last"] = part["first"], part["last"]
    child["top"] = frame["top"] + frame["last"] - frame["first"]
    child["part"] = child["parts_first"] = child["parts_last"] = frame["parts_last"]
    thin_out(game, frame, child, part["code"], search.hints, depth, search.allowed)
    search.at[DEPTH] = depth + 1


@kernel
def own_guesses(game, child, members, allowed):
    """Allow only its own words as guesses at a child node, in a list after that of its parent."""
    first, n = child["allowed_last"], child["last"] - child["first"]
    for i in range(n):
        guess, place = game.guess_of_hidden[members[child["first"] + i]], first + i
        while place > first and allowed[place - 1] > guess:
            allowed[place] = allowed[place - 1]
            place -= 1
        allowed[place] = guess
    child["allowed"], child["allowed_last"] = first, first + n


@kernel
def thin_out(game, frame, child, code, hints, depth, allowed):
    """Set the hints and the allowed guesses of a child node, reached by a code; in easy mode it shares its parent's."""
    child["allowed"], child["allowed_last"] = frame["allowed"], frame["allowed_last"]
    if hints.shape[1] > 0:
        copy_to(hints[depth + 1], 0, hints[depth])
        add_hints(game.letters, hints[depth + 1], frame["guess"], code)
        first = frame["allowed_last"]
        above = allowed[frame["allowed"] : first]
        count = honour_hints(game.letters, game.letter_sets, above, hints[depth + 1], allowed[first:])
        child["allowed"], child["allowed_last"] = first, first + count


@kernel
def left_key(left):
    """Compute the part of a belief's key that stands for the guesses left."""
    return np.uint64(0) if left == UNLIMITED else np.uint64(left + 1) << np.uint64(40)

"""Lemmas about sets of words, compiled, for games in which all words weigh the same and any guess may always be made.

They say what `verification.Rules` says there if the number of guesses is not limited. A set of n words costs 2 n - 1 or
more. A guess that makes k classes of them costs 3 n - k or more, less 1 if it is among the words. A lemma says by how
much a set exceeds 2 n - 1, and what its classes exceed that by adds up.
"""

from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.jit import kernel, record

FEW = 64  # up to so many words, comparing each with all earlier ones is faster than marking codes
TOGETHER = 512  # guesses that are compared at a time: their codes for FEW words fill the first cache
MARKED = 64  # guesses whose codes are marked at a time, for the same reason


@record
class Store(NamedTuple):
    """Lemmas, numbered from 0."""

    words: Annotated[np.ndarray, np.int32, 256]  # number i has the words ``words[ends[i]:ends[i + 1]]``, ascending
    ends: Annotated[np.ndarray, np.int64, 17]
    excess: Annotated[np.ndarray, np.int64, 16]
    rested_on: Annotated[np.ndarray, np.bool_, 16]  # whether a guess that has it as a class is too cheap by counting
    places: Annotated[np.ndarray, np.int64, 64]  # a hash table, a power of two: numbers plus 1, or 0 where none is
    used: Annotated[np.ndarray, np.int64, 1]  # how many there are


@record
class Room(NamedTuple):
    """Room that kernels use again and again; `member` and `tally` are all zero before and after."""

    own: Annotated[np.ndarray, np.int64, "guesses"]  # the number of a guess as a hidden word, or -1
    repeats: Annotated[np.ndarray, np.int64, "guesses"]  # the words that are in the class of an earlier one
    extra: Annotated[np.ndarray, np.int64, "hidden + 1"]  # by how much a class exceeds 2 n - 1, by its number of words
    again: Annotated[np.ndarray, np.uint8, 512]
    seen: Annotated[np.ndarray, np.uint8, "64 * cells"]
    member: Annotated[np.ndarray, np.bool_, "hidden"]
    tally: Annotated[np.ndarray, np.int64, "cells"]  # how many words have a code
    codes: Annotated[np.ndarray, np.int64, "cells"]  # the codes of classes
    words: Annotated[np.ndarray, np.int32, "hidden"]  # their words, one class after the other
    ends: Annotated[np.ndarray, np.int64, "cells + 1"]  # where they end


@kernel
def count_repeats(by_hidden, members, room):
    """Count for each guess the words that are in the class of an earlier one."""
    guesses = by_hidden.shape[1]
    room.repeats[:] = 0
    if members.size > FEW:
        mark_codes(by_hidden, members, room)
        return
    for first in range(0, guesses, TOGETHER):
        size = min(TOGETHER, guesses - first)
        again = room.again[:size]
        repeats = room.repeats[first : first + size]
        for i in range(1, members.size):
            row = by_hidden[members[i], first : first + size]
            again[:] = 0
            for j in range(i):
                other = by_hidden[members[j], first : first + size]
                for k in range(size):
                    again[k] |= np.uint8(row[k] == other[k])
            for k in range(size):
                repeats[k] += again[k]


@kernel
def mark_codes(by_hidden, members, room):
    """Count repeats by marking the codes that were met, for some guesses at a time."""
    guesses, cells = by_hidden.shape[1], room.tally.size
    for first in range(0, guesses, MARKED):
        size = min(MARKED, guesses - first)
        repeats = room.repeats[first : first + size]
        room.seen[:] = 0
        for m in members:
            row = by_hidden[m, first : first + size]
            for k in range(size):
                place = k * cells + row[k]
                repeats[k] += room.seen[place]
                room.seen[place] = 1


@kernel
def is_own(hidden, room):
    """Return 1 if a guess, by its number as a hidden word or -1, is among the words that are marked, otherwise 0."""
    return np.int64(hidden >= 0 and room.member[hidden])


@kernel
def count_excess(by_hidden, members, room):
    """Return by how much every guess that tells something exceeds 2 n - 1, by counting alone.

    Repeats and extra costs stay in the room, for `next_cheap`.
    """
    count_repeats(by_hidden, members, room)
    n, least = members.size, np.int64(members.size)
    most_own, most_other = np.int64(1), np.int64(1)
    for m in members:
        room.member[m] = True
    for guess in range(room.own.size):
        repeats, own = room.repeats[guess], is_own(room.own[guess], room)
        if own or repeats < n - 1:
            least = min(least, repeats + 1 - own)
        if own:
            most_own = max(most_own, n - repeats)
        else:
            most_other = max(most_other, n - repeats)
    for m in members:
        room.member[m] = False
    find_extra(n, most_own, most_other, room.extra)
    return least


@kernel
def find_extra(n, own, other, extra):
    """Bound what classes of n words exceed 2 n - 1 by, if guesses make no more classes than these; see `Rules`."""
    extra[: n + 1] = 0
    found = np.int64(1)
    while found < n:
        found = max(1 + (max(own, 2) - 1) * found, other * found)
        for size in range(found + 1, n + 1):
            extra[size] += size - found


@kernel
def split_set(row, solved, members, room):
    """Sort words into the classes of a guess, in the room; return how many there are. The found word makes none."""
    classes, filled = 0, 0
    for m in members:
        code = row[m]
        if room.tally[code] == 0 and code != solved:
            room.codes[classes] = code
            classes += 1
        room.tally[code] += 1
    room.ends[0] = 0
    for i in range(classes):
        code = room.codes[i]
        filled += room.tally[code]
        room.ends[i + 1] = filled
        room.tally[code] = room.ends[i]  # from now on where the next word of the class comes
    for m in members:
        code = row[m]
        if code != solved:
            room.words[room.tally[code]] = m
            room.tally[code] += 1
    for m in members:
        room.tally[row[m]] = 0
    return classes


@kernel
def next_cheap(codes, solved, store, room, members, excess, first):
    """Return the first guess, from a number on, that may exceed 2 n - 1 by less than this, and what it is shown to.

    The guess is -1 if there is none. Guesses that tell nothing are left out. `count_excess` must have been here.
    """
    n, found, least = members.size, np.int64(-1), excess
    for m in members:
        room.member[m] = True
    for guess in range(first, room.own.size):
        repeats = room.repeats[guess]
        if repeats >= excess:
            continue
        own = is_own(room.own[guess], room)
        known = repeats + 1 - own
        if known < excess and (own or repeats < n - 1):
            known = excess_of_guess(codes[guess], solved, store, members, excess, known, room)
            if known < excess:
                found, least = np.int64(guess), known
                break
    for m in members:
        room.member[m] = False
    return found, least


@kernel
def excess_of_guess(row, solved, store, members, enough, known, room):
    """Add to what is known of a guess what its classes exceed 2 n - 1 by, by counting and, if need be, by lemmas."""
    classes, counted = split_set(row, solved, members, room), known
    for i in range(classes):
        counted += room.extra[room.ends[i + 1] - room.ends[i]]
    if counted >= enough:
        return counted
    for i in range(classes):
        first, last = room.ends[i], room.ends[i + 1]
        more = room.extra[last - first]
        if last - first > 2:
            number = store.places[place_of_set(store, room.words[first:last])] - 1
            if number >= 0 and store.excess[number] > more:
                more = store.excess[number]
                store.rested_on[number] = True
        known += more
    return known


@kernel
def place_of_set(store, members):
    """Return where in the hash table a set of words stands, or where it would come."""
    key = np.uint64(members.size)
    for m in members:
        key = (key ^ np.uint64(m)) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(29)
    mask = np.uint64(store.places.size - 1)
    place = key & mask
    while store.places[place] > 0 and not is_set(store, store.places[place] - 1, members):
        place = (place + np.uint64(1)) & mask
    return np.int64(place)


@kernel
def is_set(store, number, members):
    """Test whether a lemma is about just these words."""
    first = store.ends[number]
    if store.ends[number + 1] - first != members.size:
        return False
    i = 0
    while i < members.size and store.words[first + i] == members[i]:
        i += 1
    return i == members.size


@kernel
def add_set(store, members, excess):
    """Add a lemma, for which there must be room, unless there is one about these words; return its number."""
    place = place_of_set(store, members)
    if store.places[place] > 0:
        return store.places[place] - 1
    number = store.used[0]
    first = store.ends[number]
    for i in range(members.size):
        store.words[first + i] = members[i]
    store.ends[number + 1], store.excess[number], store.rested_on[number] = first + members.size, excess, False
    store.places[place], store.used[0] = number + 1, number + 1
    return number


@kernel
def renew_places(store):
    """Fill an empty hash table with all lemmas."""
    for number in range(store.used[0]):
        place = place_of_set(store, store.words[store.ends[number] : store.ends[number + 1]])
        store.places[place] = number + 1


def with_room(store: Store, words: int) -> Store:
    """Return a store with room for one more lemma, of so many words; its arrays are enlarged if need be."""
    count = int(store.used[0])
    if store.ends[count] + words > store.words.size:
        store = store._replace(words=np.pad(store.words, (0, store.words.size + words)))
    if count == store.excess.size:
        more = (0, count)
        store = store._replace(
            ends=np.pad(store.ends, more),
            excess=np.pad(store.excess, more),
            rested_on=np.pad(store.rested_on, more),
            places=np.zeros(2 * store.places.size, np.int64),
        )
        renew_places(store)
    return store

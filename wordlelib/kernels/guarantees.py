"""The search for guarantees, and the obstructions it learns; `wordlelib/adversary/guarantees.py` says what they are."""

from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.arrays import DONE, PAUSED, copy_to, items
from wordlelib.kernels.beliefs import (
    DEPTH,
    PART,
    begin_search,
    belief_key,
    divide_belief,
    is_fixed,
    lacking_room,
    left_key,
    own_guesses,
    push_class,
)
from wordlelib.kernels.jit import kernel, record
from wordlelib.kernels.repeats import Counts, count_repeats
from wordlelib.kernels.sorting import sort_by
from wordlelib.kernels.table import is_crowded, place_of, store_entry

OPEN, GUESS, PARTS = range(3)  # stages of a frame
NO, YES, UNKNOWN = range(3)  # answers
LOCAL = -1  # instead of the number of an obstruction: a failure that holds for its belief alone
LARGEST = 255  # words of an obstruction to be shrunk: of 256, ordered pairs would no longer fit in 16 bits
DIVISION = 100  # the work of sorting a word into its class, in codes of a sweep: see `branch_and_bound.DIVISION`

FRAME = items(
    "stage left",  # guesses left
    "first last top",  # the belief in `members`, and where classes may be written
    "allowed allowed_last",
    "guess place tries",  # the present guess, where the next one stands in the order, its end
    "part parts_first parts_last",
    key=np.uint64,
)
ANSWER, INDEX, STRICT = 2, 3, 4


@record
class Store(NamedTuple):
    """The obstructions, which are numbered from 0."""

    words: Annotated[np.ndarray, np.int32, 256]  # number i has the words ``words[ends[i]:ends[i + 1]]``
    ends: Annotated[np.ndarray, np.int64, 16]
    # Which guesses give all words of an obstruction the same feedback, one bit a guess.
    masks: Annotated[np.ndarray, np.uint64, 16, "masks"]
    levels: Annotated[np.ndarray, np.int64, 16, 1]  # the numbers of each level, a column for each
    used: Annotated[np.ndarray, np.int64, 1]  # how many each level has; at place 0 how many there are


@record
class Search(NamedTuple):
    """A search, which may stop and go on: its stack (see `beliefs`), and a row for each frame."""

    frames: Annotated[np.ndarray, FRAME, "frames"]
    parts: Annotated[np.ndarray, PART, "parts"]
    members: Annotated[np.ndarray, np.int32, "words"]
    allowed: Annotated[np.ndarray, np.int32, "listed"]
    hints: Annotated[np.ndarray, "letter", "frames", "hints"]
    order: Annotated[np.ndarray, np.int32, "frames", "guesses"]  # the guesses in the order in which they are tried
    alive: Annotated[np.ndarray, np.uint64, "frames", "masks"]  # which of them no obstruction has ruled out, as bits
    # The depth of the frame in work, -1 at the end; whether only the guesses given are tried in the first frame; what
    # the last belief came to (NO, YES or UNKNOWN) and, if it cannot be finished in time, the number of an obstruction
    # that it holds or LOCAL; and whether the mode is strict.
    at: Annotated[np.ndarray, np.int64, 5]


ORDER, ALIVE, STORE = Search._fields.index("order"), Search._fields.index("alive"), len(Search._fields)
WORDS, ENDS, MASKS, LEVELS = range(4)
TABLE = STORE + len(Store._fields)


@record
class Room(NamedTuple):
    """Room that kernels use again and again."""

    counts: Counts
    all: Annotated[np.ndarray, np.int32, "guesses"]  # all guesses
    full: Annotated[np.ndarray, np.uint64, "masks"]  # their bits
    ends: Annotated[np.ndarray, np.int64, "cells + 1"]  # where classes end; all zero before and after
    depth: Annotated[np.ndarray, np.int64, "hidden"]  # how deep in the stack each word is, -1 where it is in no belief
    pairs: Annotated[np.ndarray, np.uint16, "guesses"]  # the pairs of kept words that a guess does not tell apart
    equal: Annotated[np.ndarray, np.uint8, "guesses"]  # how many kept words have the same feedback as a certain one
    kept: Annotated[np.ndarray, np.int32, "hidden"]  # the words of an obstruction that is being shrunk
    occurs: Annotated[np.ndarray, np.int64, "hidden + 2"]  # how often a word is confused, or in how many obstructions
    order: Annotated[np.ndarray, np.int64, "hidden + 2"]  # words in the order in which they are tried to be left out
    spare: Annotated[np.ndarray, np.int64, "hidden + 2"]  # what sorting needs, or guesses by their repeats
    numbers: Annotated[np.ndarray, np.int64, "guesses"]  # obstructions that together rule out all guesses
    with_word: Annotated[np.ndarray, np.bool_, "guesses"]  # which of these hold the word that is tried
    union: Annotated[np.ndarray, np.uint64, "masks"]  # the guesses that some obstructions rule out, as bits
    stats: Annotated[np.ndarray, np.int64, 2]  # beliefs, and work (in codes looked at, roughly)


@kernel
def set_bits(guesses, mask):
    """Set the bits of some guesses."""
    for guess in guesses:
        mask[guess >> 6] |= np.uint64(1) << np.uint64(guess & 63)


def new_search(belief: tuple[np.ndarray, np.ndarray, np.ndarray], left: int, tried: np.ndarray, guesses: int) -> Search:
    """Begin a search from a belief (its words, allowed guesses and hints), at which guesses are tried in an order."""
    sizes = {"guesses": guesses, "masks": (guesses + 63) // 64}
    search, root = begin_search(Search, belief, sizes, at=np.array([0, 0, UNKNOWN, LOCAL, 0]))
    search.order[0, : tried.size] = tried
    root["left"], root["guess"], root["tries"] = left, -1, tried.size
    return search


@kernel
def run_search(game, keys, table, store, room, search, budget):
    """Go on with a search until it is DONE, has done so much work more (PAUSED), or lacks room in the array given."""
    at, until = search.at, room.stats[1] + budget
    while at[DEPTH] >= 0:
        frame = search.frames[at[DEPTH]]
        if room.stats[1] >= until:
            return np.int64(PAUSED)
        lack = lacking_array(table, store, search, frame)
        if lack >= 0:
            return lack
        if frame["stage"] == OPEN:
            open_belief(game, keys, table, store, room, frame, search)
        elif frame["stage"] == PARTS:
            leave_part(store, frame, search)
        if at[ANSWER] == UNKNOWN and frame["stage"] == GUESS:
            make_guess(game, store, room, frame, search)
        if at[ANSWER] == UNKNOWN and frame["part"] < frame["parts_last"]:
            enter_part(game, frame, search)
            continue
        if at[ANSWER] == UNKNOWN:
            at[ANSWER] = YES
        leave_belief(table, room, frame, search)
    return np.int64(DONE)


@kernel
def lacking_array(table, store, search, frame):
    """Return the number of an array in which a frame or one more obstruction may lack room, or -1."""
    if search.at[DEPTH] + 1 >= search.order.shape[0]:
        return np.int64(ORDER)
    if search.at[DEPTH] + 1 >= search.alive.shape[0]:
        return np.int64(ALIVE)
    if is_crowded(table, 0):
        return np.int64(TABLE)
    lack = lacking_store(store, frame["last"] - frame["first"])
    return STORE + lack if lack >= 0 else lacking_room(search, frame)


@kernel
def lacking_store(store, size):
    """Return the number of an array in which one more obstruction, of so many words at most, may lack room, or -1."""
    number = store.used[0]
    if store.ends[number] + size > store.words.size:
        return np.int64(WORDS)
    if number + 2 > store.ends.size:
        return np.int64(ENDS)
    if number == store.masks.shape[0]:
        return np.int64(MASKS)
    return np.int64(LEVELS if number == store.levels.shape[0] else -1)


@kernel
def open_belief(game, keys, table, store, room, frame, search):
    """Answer for a belief that is new on the stack, or sort its guesses."""
    depth, members = search.at[DEPTH], search.members[frame["first"] : frame["last"]]
    for m in members:
        room.depth[m] = depth
    frame["key"] = belief_key(keys, members, search.hints[depth]) ^ left_key(frame["left"])
    if not is_fixed(search):
        assess_belief(game, table, store, room, frame, search)
        if search.at[ANSWER] != UNKNOWN:
            return
    allowed = search.allowed[frame["allowed"] : frame["allowed_last"]]
    most = list_guesses(game, store, room, frame, search)
    frame["stage"] = GUESS
    if most < members.size:
        fail(search, LOCAL)
        if allowed.size == room.all.size:
            fail(search, learn_obstruction(game, store, room, members[: most + 1], frame["left"]))


@kernel
def fail(search, index):
    """Record that the belief in work cannot be finished in time, and the number of its obstruction or LOCAL."""
    search.at[ANSWER], search.at[INDEX] = NO, index


@kernel
def leave_part(store, frame, search):
    """Go on after a class of a frame's guess; a failure rules out the guess, and others that leave the obstruction."""
    frame["part"] += 1
    if search.at[ANSWER] == NO:
        alive, index = search.alive[search.at[DEPTH]], search.at[INDEX]
        if index >= 0:
            for x in range(alive.size):
                alive[x] &= ~store.masks[index, x]
        alive[frame["guess"] >> 6] &= ~(np.uint64(1) << np.uint64(frame["guess"] & 63))
        frame["stage"] = GUESS
    search.at[ANSWER] = UNKNOWN


@kernel
def make_guess(game, store, room, frame, search):
    """Divide a belief by the next guess that is not ruled out; without one it fails."""
    depth, size = search.at[DEPTH], frame["last"] - frame["first"]
    if next_guess(frame, search.order[depth], search.alive[depth]):
        room.stats[1] += DIVISION * size
        divide_belief(game, room.ends, frame, search.members, search.parts, frame["left"] - 1)
        frame["stage"] = PARTS
    else:
        fail(search, LOCAL)
        if not is_fixed(search):
            conclude(game, store, room, frame, search)


@kernel
def enter_part(game, frame, search):
    """Push the next class of a frame's guess."""
    child = search.frames[search.at[DEPTH] + 1]
    child["stage"], child["left"], child["guess"] = OPEN, frame["left"] - 1, -1
    push_class(game, frame, search)
    if search.at[STRICT] == 1:
        own_guesses(game, child, search.members, search.allowed)


@kernel
def leave_belief(table, room, frame, search):
    """Store what was found of a belief, and pop it."""
    if not is_fixed(search):
        value = np.int64(search.at[ANSWER] == NO)
        store_entry(table, frame["key"], value, value, frame["guess"])
    search.at[DEPTH] -= 1
    for m in search.members[frame["first"] : frame["last"]]:
        room.depth[m] = search.at[DEPTH]


@kernel
def assess_belief(game, table, store, room, frame, search):
    """Answer for a belief without looking at what follows a guess, if that can be done."""
    members, left = search.members[frame["first"] : frame["last"]], frame["left"]
    allowed = search.allowed[frame["allowed"] : frame["allowed_last"]]
    entry = table.entries[place_of(table.entries, frame["key"])]
    known = entry["key"] == frame["key"]
    guess = np.int64(-1)
    if members.size <= left:
        guess = np.int64(game.guess_of_hidden[members[0]])
    elif known and entry["upper"] == 0:
        guess = entry["guess"]
    elif left > 1:
        for i in range(store.used[left]):
            if holds_obstruction(store, room, store.levels[i, left], search.at[DEPTH]):
                fail(search, store.levels[i, left])
                return
        room.stats[0] += not known
        if left > 2 and not known:
            return
        if not known:
            guess = find_perfect(game, room, members, allowed)
    if guess >= 0:
        frame["guess"], search.at[ANSWER] = guess, YES
        return
    fail(search, LOCAL)
    if left == 2 and not known and search.at[STRICT] == 0:
        if allowed.size < room.all.size and find_perfect(game, room, members, room.all) >= 0:
            return
        count = without_perfect(game, room, members)
        if count > 0:
            fail(search, learn_obstruction(game, store, room, room.kept[:count], left))


@kernel
def holds_obstruction(store, room, number, depth):
    """Test whether the belief of the frame at a depth holds an obstruction."""
    i, stop = store.ends[number], store.ends[number + 1]
    while i < stop and room.depth[store.words[i]] >= depth:
        i += 1
    return i == stop


@kernel
def find_perfect(game, room, members, allowed):
    """Return an allowed guess that tells all members apart, or -1."""
    room.stats[1] += members.size * allowed.size
    count_repeats(game, members, allowed, room.counts, True, True)
    for i in range(allowed.size):
        if room.counts.repeats[i] == 0:
            return np.int64(allowed[i])
    return np.int64(-1)


@kernel
def without_perfect(game, room, members):
    """Shrink a belief that no guess tells apart until that fails if any word is left out.

    Words that few guesses confuse with others are left out first. The words that remain are written to `room.kept`;
    returns their number, or 0 if the belief is too large.
    """
    size = min(members.size, room.counts.labels[0] + 1)
    kept, score, order = room.kept[:size], room.occurs[:size], room.order[:size]
    pairs, equal = room.pairs, room.equal
    if size > LARGEST:
        return 0
    copy_to(kept, 0, members[:size])
    pairs[:] = 0
    score[:] = 0
    for i in range(kept.size):
        count_equal(game.by_hidden, kept, i, equal)
        for guess in range(pairs.size):
            pairs[guess] += equal[guess]
            score[i] += equal[guess]
    for guess in range(pairs.size):
        pairs[guess] //= 2
    for i in range(size):
        order[i] = i
    sort_by(score, 1, order, room.spare)
    for i in range(size):
        order[i] = kept[order[i]]
    copy_to(kept, 0, order)
    i = 0
    while i < kept.size:
        count_equal(game.by_hidden, kept, i, equal)
        spare = np.int64(1)
        for guess in range(pairs.size):
            spare &= np.int64(pairs[guess] > equal[guess])
        if spare:
            for guess in range(pairs.size):
                pairs[guess] -= equal[guess]
            for j in range(i + 1, kept.size):
                kept[j - 1] = kept[j]
            kept = kept[: kept.size - 1]
        else:
            i += 1
    return kept.size


@kernel
def count_equal(by_hidden, members, i, equal):
    """Count, for each guess, the other members with the same feedback as member i."""
    equal[:] = 0
    mine = by_hidden[members[i]]
    for j in range(members.size):
        if j != i:
            other = by_hidden[members[j]]
            for guess in range(equal.size):
                equal[guess] += np.uint8(mine[guess] == other[guess])


@kernel
def list_guesses(game, store, room, frame, search):
    """Sort the guesses, those of most classes first, and leave out what the obstructions rule out.

    Returns the number of members that can be found in time at most, as far as it is known without search.
    """
    members, depth = search.members[frame["first"] : frame["last"]], search.at[DEPTH]
    allowed = search.allowed[frame["allowed"] : frame["allowed_last"]]
    order, alive, most = search.order[depth], search.alive[depth], members.size
    if depth > 0:
        room.stats[1] += members.size * allowed.size
        count_repeats(game, members, allowed, room.counts, False, False)
        repeats = room.counts.repeats
        ends = room.spare[: members.size + 1]
        ends[:] = 0
        for i in range(allowed.size):
            ends[repeats[i] + 1] += 1
        for r in range(members.size):
            ends[r + 1] += ends[r]
        frame["tries"] = ends[members.size - 1]
        for i in range(allowed.size):
            order[ends[repeats[i]]] = allowed[i]
            ends[repeats[i]] += 1
        most = most_found(game, room, members.size, allowed, frame["left"], depth)
    alive[:] = 0
    set_bits(order[: frame["tries"]], alive)
    frame["place"] = 0
    if frame["left"] > 2:
        level = frame["left"] - 1
        for i in range(store.used[level]):
            number = store.levels[i, level]
            if holds_obstruction(store, room, number, depth):
                for x in range(alive.size):
                    alive[x] &= ~store.masks[number, x]
    return most


@kernel
def most_found(game, room, n, allowed, left, depth):
    """Bound the number of words of a part of the belief that can be found in time, by the classes that guesses make.

    Let no member make more than `own` classes of the n words, and no other guess more than `other`. In a part, a member
    of the part finds one word and leaves own - 1 classes at most; any other guess makes `other` classes, or own - 1.
    """
    own, other = np.int64(1), np.int64(1)
    for i in range(allowed.size):
        hidden, classes = game.hidden_of_guess[allowed[i]], n - np.int64(room.counts.repeats[i])
        if hidden >= 0 and room.depth[hidden] >= depth:
            own = max(own, classes)
        else:
            other = max(other, classes)
    most, other = np.int64(1), max(other, own - 1)
    for _ in range(left - 1):
        most = min(max(1 + (own - 1) * most, other * most), n)
    return most


@kernel
def next_guess(frame, order, alive):
    """Choose the next guess that is not ruled out; return whether there is one."""
    for place in range(frame["place"], frame["tries"]):
        guess = order[place]
        if alive[guess >> 6] >> np.uint64(guess & 63) & np.uint64(1):
            frame["guess"], frame["place"] = guess, place + 1
            return True
    frame["place"] = frame["tries"]
    return False


@kernel
def conclude(game, store, room, frame, search):
    """Learn from a belief at which no guess is good enough, if it holds an obstruction."""
    level, union, count = frame["left"] - 1, room.union, 0
    union[:] = 0
    for i in range(store.used[level]):
        number = store.levels[i, level]
        if holds_obstruction(store, room, number, search.at[DEPTH]):
            more = np.uint64(0)
            for x in range(union.size):
                more |= store.masks[number, x] & ~union[x]
                union[x] |= store.masks[number, x]
            if more != 0:
                room.numbers[count] = number
                count += 1
    if equal_masks(union, room.full):
        count = fewest_words(store, room, room.numbers[:count])
        fail(search, learn_obstruction(game, store, room, room.kept[:count], frame["left"]))


@kernel
def fewest_words(store, room, numbers):
    """Choose few of the obstructions that together rule out all guesses, and collect their words.

    Obstructions that hold a rare word are left out as long as the others still rule out all guesses. The words are
    written to `room.kept`; returns their number.
    """
    occurs, words, union, with_word = room.occurs[: room.depth.size], room.order, room.union, room.with_word
    occurs[:] = 0
    for number in numbers:
        for i in range(store.ends[number], store.ends[number + 1]):
            occurs[store.words[i]] += 1
    count = 0
    for word in range(occurs.size):
        if occurs[word] > 0:
            words[count] = word
            count += 1
    words = words[:count]
    sort_by(occurs, 1, words, room.spare)
    for tried in words:
        union[:] = 0
        for k in range(numbers.size):
            number = numbers[k]
            with_word[k] = False
            for i in range(store.ends[number], store.ends[number + 1]):
                with_word[k] |= store.words[i] == tried
            if not with_word[k]:
                for x in range(union.size):
                    union[x] |= store.masks[number, x]
        if equal_masks(union, room.full):
            occurs[tried] = 0
            left = 0
            for k in range(numbers.size):
                if not with_word[k]:
                    numbers[left] = numbers[k]
                    left += 1
            numbers = numbers[:left]
    left = 0
    for word in range(occurs.size):
        if occurs[word] > 0:
            room.kept[left] = word
            left += 1
    return left


@kernel
def equal_masks(a, b):
    """Test whether two masks are equal."""
    other = np.uint64(0)
    for x in range(a.size):
        other |= a[x] ^ b[x]
    return other == 0


@kernel
def learn_obstruction(game, store, room, kept, level):
    """Store an obstruction; return its number."""
    number, first, equal = store.used[0], store.ends[store.used[0]], room.equal
    copy_to(store.words, first, kept)
    store.ends[number + 1] = first + kept.size
    equal[:] = 1
    base = game.by_hidden[kept[0]]
    for m in kept[1:]:
        other = game.by_hidden[m]
        for guess in range(equal.size):
            equal[guess] &= np.uint8(base[guess] == other[guess])
    for guess in range(equal.size):
        store.masks[number, guess >> 6] |= np.uint64(equal[guess]) << np.uint64(guess & 63)
    store.levels[store.used[level], level] = number
    store.used[level] += 1
    store.used[0] += 1
    return number

"""The search for guarantees, and the obstructions it learns; `wordlelib/guarantees.py` says what they are."""

from typing import NamedTuple

import numpy as np

from wordlelib.kernels.arrays import copied, copy_to, grown, twice_rows
from wordlelib.kernels.beliefs import PART, belief_key, divide_belief, left_key, own_guesses, thin_out
from wordlelib.kernels.jit import kernel
from wordlelib.kernels.lowering import empty, record, zeros
from wordlelib.kernels.repeats import Counts, count_repeats
from wordlelib.kernels.sorting import sort_by
from wordlelib.kernels.table import place_of, store_entry, twice_table

OPEN, GUESS, PARTS = 0, 1, 2


NO, YES, UNKNOWN = 0, 1, 2


LOCAL = -1


LARGEST = 255


FRAME = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("stage", "left"),  # guesses left
            *("first", "last", "top"),  # the belief in `members`, and where classes may be written
            *("allowed", "allowed_last"),
            *(
                "guess",
                "place",
                "tries",
            ),  # the present guess; where the next one stands in the frame's order, and how many
            *("part", "parts_first", "parts_last"),
        )
    ]
    + [("key", np.uint64)]
)


@record
class Store(NamedTuple):
    """The obstructions: `masks` says of each which guesses give all its words the same feedback, one bit a guess.

    Number i has the words ``words[ends[i]:ends[i + 1]]``; `levels` lists the numbers of each level, `used` counts them,
    and at place 0 counts all.
    """

    words: np.ndarray
    ends: np.ndarray
    masks: np.ndarray
    levels: np.ndarray
    used: np.ndarray


@record
class Stack(NamedTuple):
    """The state of a search, which may stop and go on; `order` and `alive` have a row for each frame."""

    frames: np.ndarray
    parts: np.ndarray
    members: np.ndarray
    allowed: np.ndarray
    hints: np.ndarray
    order: np.ndarray
    alive: np.ndarray


@record
class Room(NamedTuple):
    """What the kernels use again and again; `ends` comes and goes all zero, `depth` says how deep each word is.

    `stats` counts beliefs and work (in codes looked at, roughly).
    """

    counts: Counts
    all: np.ndarray
    full: np.ndarray
    ends: np.ndarray
    depth: np.ndarray
    pairs: np.ndarray
    equal: np.ndarray
    stats: np.ndarray


@kernel
def set_bits(guesses, mask):
    """Set the bits of some guesses."""
    for guess in guesses:
        mask[guess >> 6] |= np.uint64(1) << np.uint64(guess & 63)


@kernel
def start_search(keys, room, members, allowed, hints, left, tried):
    """Make the stack of a search from a belief, at which some guesses are tried in their order."""
    frames, parts = zeros(left + 2, FRAME), zeros(512, PART)
    n = members.size
    pool = empty(4 * n + 64, np.int32)
    copy_to(pool, 0, members)
    layers = zeros((left + 2, hints.size), hints.dtype)
    copy_to(layers[0], 0, hints)
    order = zeros((left + 2, room.all.size), np.int32)
    copy_to(order[0], 0, tried)
    alive = zeros((left + 2, room.full.size), np.uint64)
    frame = frames[0]
    frame["left"], frame["last"], frame["top"], frame["allowed_last"] = left, n, n, allowed.size
    frame["guess"], frame["tries"] = -1, tried.size
    frame["key"] = belief_key(keys, members, hints) ^ left_key(left)
    for m in members:
        room.depth[m] = 0
    return Stack(frames, parts, pool, copied(allowed), layers, order, alive)


@kernel
def run_search(game, keys, strict, fixed, table, store, room, stack, depth, answer, index, budget):
    """Go on with a search until it ends (depth -1) or has done so much work more.

    `answer` and `index` are what the last belief came to: whether it can be finished in time, and if not, the number of
    an obstruction that it holds, or LOCAL.
    """
    frames, parts, members, allowed, hints, order, alive = stack
    until = room.stats[1] + budget
    while depth >= 0 and room.stats[1] < until:
        frame = frames[depth]
        own = fixed and depth == 0
        mine = members[frame["first"] : frame["last"]]
        mine_allowed = allowed[frame["allowed"] : frame["allowed_last"]]
        if frame["stage"] == OPEN:
            if 2 * (table.used[0] + 8) > table.entries.size:
                table = twice_table(table)
            if not own:
                store, answer, index = assess_belief(game, strict, table, store, room, frame, mine, mine_allowed, depth)
            if answer == UNKNOWN:
                most = list_guesses(game, store, room, frame, mine, mine_allowed, depth, order[depth], alive[depth])
                frame["stage"] = GUESS
                if most < mine.size:
                    answer, index = NO, np.int64(LOCAL)
                    if mine_allowed.size == room.all.size:
                        store = learn_obstruction(game, store, room, mine[: most + 1], frame["left"])
                        index = store.used[0] - 1
        elif frame["stage"] == PARTS:
            frame["part"] += 1
            if answer == NO:
                if index >= 0:
                    for x in range(alive.shape[1]):
                        alive[depth, x] &= ~store.masks[index, x]
                alive[depth, frame["guess"] >> 6] &= ~(np.uint64(1) << np.uint64(frame["guess"] & 63))
                frame["stage"] = GUESS
            answer = UNKNOWN
        if answer == UNKNOWN and frame["stage"] == GUESS:
            if next_guess(frame, order[depth], alive[depth]):
                members = grown(members, frame["top"] + mine.size)
                parts = grown(parts, frame["parts_first"] + mine.size)
                room.stats[1] += 100 * mine.size
                divide_belief(game, room.ends, frame, members, parts, frame["left"] - 1)
                frame["stage"] = PARTS
            else:
                answer, index = NO, np.int64(LOCAL)
                if not own:
                    store, index = conclude(game, store, room, frame["left"], mine, depth)
        if answer == UNKNOWN:
            if frame["part"] < frame["parts_last"]:
                part, child = parts[frame["part"]], frames[depth + 1]
                child["stage"], child["left"], child["guess"] = OPEN, frame["left"] - 1, -1
                child["first"], child["last"] = part["first"], part["last"]
                child["top"] = frame["top"] + mine.size
                child["parts_first"] = frame["parts_last"]
                allowed = thin_out(game, frame, child, part["code"], hints, depth, allowed)
                if strict:
                    allowed = own_guesses(game, frame, child, members, allowed)
                depth += 1
                for m in members[child["first"] : child["last"]]:
                    room.depth[m] = depth
                child["key"] = belief_key(keys, members[child["first"] : child["last"]], hints[depth])
                child["key"] ^= left_key(child["left"])
                continue
            answer = YES
        if not own:
            value = np.int64(answer == NO)
            store_entry(table, frame["key"], value, value, frame["guess"])
        depth -= 1
        for m in members[frame["first"] : frame["last"]]:
            room.depth[m] = depth
    return table, store, Stack(frames, parts, members, allowed, hints, order, alive), depth, answer, index


@kernel
def assess_belief(game, strict, table, store, room, frame, members, allowed, depth):
    """Answer for a belief without looking at what follows a guess, if that can be done.

    Gives the obstructions, one more perhaps, the answer and the number of an obstruction or LOCAL.
    """
    n, left, local = members.size, frame["left"], np.int64(LOCAL)
    if n <= left:
        frame["guess"] = game.guess_of_hidden[members[0]]
        return store, YES, local
    if left <= 1:
        return store, NO, local
    entry = table.entries[place_of(table.entries, frame["key"])]
    if entry["key"] == frame["key"] and entry["upper"] == 0:
        frame["guess"] = entry["guess"]
        return store, YES, local
    for i in range(store.used[left]):
        if holds_obstruction(store, room, store.levels[left, i], depth):
            return store, NO, store.levels[left, i]
    if entry["key"] == frame["key"]:
        return store, NO, local
    room.stats[0] += 1
    if left > 2:
        return store, UNKNOWN, local
    guess = find_perfect(game, room, members, allowed)
    if guess >= 0:
        frame["guess"] = guess
        return store, YES, local
    if strict or (allowed.size < room.all.size and find_perfect(game, room, members, room.all) >= 0):
        return store, NO, local
    kept = without_perfect(game, room, members)
    if kept.size == 0:
        return store, NO, local
    store = learn_obstruction(game, store, room, kept, left)
    return store, NO, store.used[0] - 1


@kernel
def holds_obstruction(store, room, number, depth):
    """Say whether the belief of the frame at a depth holds an obstruction."""
    i, stop = store.ends[number], store.ends[number + 1]
    while i < stop and room.depth[store.words[i]] >= depth:
        i += 1
    return i == stop


@kernel
def find_perfect(game, room, members, allowed):
    """Give an allowed guess that tells all members apart, or -1."""
    room.stats[1] += members.size * allowed.size
    count_repeats(game, members, allowed, room.counts, True)
    for i in range(allowed.size):
        if room.counts.repeats[i] == 0:
            return np.int64(allowed[i])
    return np.int64(-1)


@kernel
def without_perfect(game, room, members):
    """Shrink a belief that no guess tells apart until that fails if any word is left out; empty if it is too large.

    Words that few guesses confuse with others go first.
    """
    kept = copied(members[: min(members.size, room.counts.labels[0] + 1)])
    pairs, equal = room.pairs, room.equal
    if kept.size > LARGEST:
        return kept[:0]
    pairs[:] = 0
    score = zeros(kept.size, np.int64)
    for i in range(kept.size):
        count_equal(game.by_hidden, kept, i, equal)
        for guess in range(pairs.size):
            pairs[guess] += equal[guess]
            score[i] += equal[guess]
    for guess in range(pairs.size):
        pairs[guess] //= 2
    order = np.arange(kept.size)
    sort_by(score, 1, order, empty(kept.size, np.int64))
    for i in range(kept.size):
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
            kept = kept[:-1]
        else:
            i += 1
    return kept


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
def find_separable(game, store, room, members, codes, out):
    """Say, for each guess, whether the members that get its code can be told apart; learn from those that cannot."""
    out[:] = True
    alike = empty(members.size, np.int32)
    for m in members:
        room.depth[m] = 0
    for i in range(store.used[2]):
        if holds_obstruction(store, room, store.levels[2, i], 0):
            rule_out(game, store, store.levels[2, i], codes, out)
    for guess in range(codes.size):
        if out[guess]:
            count = 0
            for m in members:
                if game.codes[guess, m] == codes[guess]:
                    alike[count] = m
                    count += 1
            mine = alike[:count]
            if find_perfect(game, room, mine, room.all) < 0:
                out[guess] = False
                kept = without_perfect(game, room, mine)
                if kept.size > 0:
                    store = learn_obstruction(game, store, room, kept, 2)
                    rule_out(game, store, store.used[0] - 1, codes, out)
    for m in members:
        room.depth[m] = -1
    return store


@kernel
def rule_out(game, store, number, codes, out):
    """Rule out the guesses that give all words of an obstruction the code that they get."""
    first = store.words[store.ends[number]]
    for x in range(store.masks.shape[1]):
        mask, guess = store.masks[number, x], 64 * x
        while mask != 0:
            if mask & np.uint64(1) and game.codes[guess, first] == codes[guess]:
                out[guess] = False
            mask >>= np.uint64(1)
            guess += 1


@kernel
def list_guesses(game, store, room, frame, members, allowed, depth, order, alive):
    """Put the guesses in order, those of most classes first, and leave out what the obstructions rule out.

    Gives a number of members that cannot be exceeded if all are to be found in time, where it is known at once.
    """
    most = members.size
    if depth > 0:
        room.stats[1] += members.size * allowed.size
        count_repeats(game, members, allowed, room.counts, False)
        repeats = room.counts.repeats
        ends = zeros(members.size + 1, np.int64)
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
            number = store.levels[level, i]
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
    """Take the next guess that is not ruled out; say whether there is one."""
    for place in range(frame["place"], frame["tries"]):
        guess = order[place]
        if alive[guess >> 6] >> np.uint64(guess & 63) & np.uint64(1):
            frame["guess"], frame["place"] = guess, place + 1
            return True
    frame["place"] = frame["tries"]
    return False


@kernel
def conclude(game, store, room, left, members, depth):
    """Learn from a belief at which no guess is good enough; give its obstruction, or LOCAL if it holds none."""
    level, union, count = left - 1, zeros(room.full.size, np.uint64), 0
    numbers = empty(store.used[level], np.int64)
    for i in range(store.used[level]):
        number = store.levels[level, i]
        if holds_obstruction(store, room, number, depth):
            more = np.uint64(0)
            for x in range(union.size):
                more |= store.masks[number, x] & ~union[x]
                union[x] |= store.masks[number, x]
            if more != 0:
                numbers[count] = number
                count += 1
    if not equal_masks(union, room.full):
        return store, np.int64(LOCAL)
    kept = fewest_words(store, room, numbers[:count])
    store = learn_obstruction(game, store, room, kept, left)
    return store, store.used[0] - 1


@kernel
def fewest_words(store, room, numbers):
    """Give the words of some of the obstructions that together rule out all guesses, and of no more than needed."""
    occurs = zeros(room.depth.size, np.int64)
    for number in numbers:
        for i in range(store.ends[number], store.ends[number + 1]):
            occurs[store.words[i]] += 1
    words, count = empty(occurs.size, np.int64), 0
    for word in range(occurs.size):
        if occurs[word] > 0:
            words[count] = word
            count += 1
    words = words[:count]
    sort_by(occurs, 1, words, empty(count, np.int64))
    with_word, union = empty(numbers.size, np.bool_), empty(room.full.size, np.uint64)
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
    kept, left = empty(count, np.int32), 0
    for word in range(occurs.size):
        if occurs[word] > 0:
            kept[left] = word
            left += 1
    return kept[:left]


@kernel
def equal_masks(a, b):
    """Say whether two masks are equal."""
    other = np.uint64(0)
    for x in range(a.size):
        other |= a[x] ^ b[x]
    return other == 0


@kernel
def learn_obstruction(game, store, room, kept, level):
    """Keep an obstruction."""
    words, ends, masks, levels, used = store
    number, first = used[0], ends[used[0]]
    words = grown(words, first + kept.size)
    ends = grown(ends, number + 2)
    if number == masks.shape[0]:
        masks = twice_rows(masks)
    if used[level] == levels.shape[1]:
        wider = zeros((levels.shape[0], 2 * levels.shape[1]), np.int64)
        for i in range(levels.shape[0]):
            copy_to(wider[i], 0, levels[i])
        levels = wider
    copy_to(words, first, kept)
    ends[number + 1] = first + kept.size
    equal = room.equal
    equal[:] = 1
    base = game.by_hidden[kept[0]]
    for m in kept[1:]:
        other = game.by_hidden[m]
        for guess in range(equal.size):
            equal[guess] &= np.uint8(base[guess] == other[guess])
    for guess in range(equal.size):
        masks[number, guess >> 6] |= np.uint64(equal[guess]) << np.uint64(guess & 63)
    levels[level, used[level]] = number
    used[level] += 1
    used[0] += 1
    return Store(words, ends, masks, levels, used)

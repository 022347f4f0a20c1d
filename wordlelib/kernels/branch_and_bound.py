"""Branch and bound over beliefs, compiled: the search behind `exact.py`.

A node is a belief, and every allowed guess is a branch. A node's value is bracketed between a lower bound and what a
strategy needs; the search ends where the two meet, or where the lower bound reaches what is already known to be
possible (a cut-off).

Bounds, for a belief of n words with weight W (under the uniform prior W = n), the heaviest of weight m:

- Only one word can be the next guess, and every other takes two guesses at least: the value is at least 2 W - m.
- A guess after which R of the weight is not the heaviest of its class costs at least 2 W + R, less the weight of the
  guess itself if it may be the hidden word. Where no class has more than two words this is exact.
- If no guess makes more than k classes of the belief, none makes more of a part of it. So at most A(d) words are found
  within d guesses, where A grows by a factor of k at most with each guess; what is beyond takes longer, or cannot be
  done if no more guesses are left.
- The classes of a guess are solved apart from each other, so their bounds add up.

Order: the guess that promises most first; of its classes the smallest first. Before anything is searched, all classes
get the bounds that need no search, and most are settled by them. What is found of a belief is kept in a table.

The recursion runs on an explicit stack, so that it can be cached by Numba, stop at any moment and go on. Members stand
in a belief heaviest first.
"""

from typing import NamedTuple

import numpy as np

from wordlelib.kernels.arrays import Arrays, copied, copy_to, grown, twice_rows
from wordlelib.kernels.beliefs import UNLIMITED, belief_key, hints_key, left_key, sort_by_code, thin_out
from wordlelib.kernels.hints import add_hints, honour_hints
from wordlelib.kernels.jit import kernel
from wordlelib.kernels.lowering import empty, record, zeros
from wordlelib.kernels.repeats import Counts, count_repeats, new_counts
from wordlelib.kernels.sorting import least_of, place_in
from wordlelib.kernels.table import place_of, store_entry, twice_table

IMPOSSIBLE = 2**60


OPEN, GUESS, PARTS = 0, 1, 2


CLOSE = 5


OWN_LIMIT = 32


FRAME = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("stage", "left", "beta"),  # guesses left; the cost from which on the exact value is of no interest
            *("first", "last", "top"),  # the belief in `members`, and where classes may be written
            *("allowed", "allowed_last"),
            *("own", "other"),  # most classes of a guess that may be the hidden word, and of any other
            *("lower", "upper", "best"),
            *("rest",),  # least bound of the guesses that were dropped
            *("guess", "q"),  # the present guess, and the sum of what is known of its classes
            *("candidate", "candidates_last"),
            *("part", "parts_first", "parts_last"),
        )
    ]
    + [("key", np.uint64)]
)


PART = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("first", "last", "code", "left"),  # a class in `members`, its feedback, and the guesses left in it
            *("known",),  # whether it stood in the table
            *("lower", "upper", "best"),
            *("own", "own_bound"),  # most classes and least bound of the guesses that may be the hidden word
        )
    ]
    + [("key", np.uint64)]
)


CANDIDATE = np.dtype([("guess", np.int64), ("bound", np.int64), ("order", np.int64)])


@record
class Stack(NamedTuple):
    """The state of a search, which may stop and go on."""

    frames: np.ndarray
    parts: np.ndarray
    members: np.ndarray
    candidates: np.ndarray
    allowed: np.ndarray
    hints: np.ndarray


@record
class Room(NamedTuple):
    """What kernels use again and again; `ends`, `tally` and `member` come and go all zero.

    `stats` counts nodes, work (in codes looked at, roughly), guesses looked at, cut-offs.
    """

    counts: Counts
    ends: np.ndarray
    tally: np.ndarray
    member: np.ndarray
    allowed: np.ndarray
    stats: np.ndarray


def new_room(game: Arrays, labels: np.ndarray) -> Room:
    """Make room for a search; arguments as from `ordered.sorted_arrays`."""
    guesses, hidden = game.codes.shape
    return Room(
        new_counts(game, labels),
        np.zeros(game.cells + 1, np.int64),
        np.zeros(game.cells + 1, np.int64),
        np.zeros(hidden, np.uint8),
        np.zeros(guesses, np.int32),
        np.zeros(4, np.int64),
    )


@kernel
def start_search(game, keys, members, allowed, hints, hand, left, beta, opening):
    """Make the stack of a search from a belief; only `opening` is looked at as the next guess unless it is negative."""
    frames, parts = zeros(16, FRAME), zeros(512, PART)
    n = members.size
    pool = empty(4 * n + 64, np.int32)
    copy_to(pool, 0, members)
    candidates = zeros(64, CANDIDATE)
    layers = zeros((16, hints.size), hints.dtype)
    copy_to(layers[0], 0, hints)
    frame = frames[0]
    frame["last"] = frame["top"] = n
    frame["allowed_last"] = allowed.size
    if opening < 0:  # an opening may be a wasted guess, after which the cap matters even where it did not
        left = guesses_left(left, n)
    frame["left"], frame["beta"] = left, beta
    frame["rest"], frame["best"] = IMPOSSIBLE, -1
    frame["lower"], frame["upper"] = trivial_bounds(game, pool[:n], left)
    frame["key"] = belief_key(keys, members, hints) ^ hand ^ left_key(left)
    if opening >= 0:
        frame["stage"], frame["own"], frame["other"], frame["upper"] = GUESS, n, n, IMPOSSIBLE
        frame["lower"] = max(frame["lower"], guess_bound(game, pool[:n], opening))
        candidates[0]["guess"], candidates[0]["bound"] = opening, frame["lower"]
        frame["candidates_last"] = 1
    elif frame["upper"] < IMPOSSIBLE:
        frame["best"] = game.guess_of_hidden[pool[0]]
    return Stack(frames, parts, pool, candidates, copied(allowed), layers)


@kernel
def run_search(game, keys, hand, fixed, table, room, stack, depth, budget):
    """Go on with a search until it ends (depth -1) or has done so much work more."""
    frames, parts, members, candidates, allowed, hints = stack
    until = room.stats[1] + budget
    while depth >= 0 and room.stats[1] < until:
        frame = frames[depth]
        while 2 * (table.used[0] + frame["last"] - frame["first"] + 8) > table.entries.size:
            table = twice_table(table)
        limit = min(frame["beta"], frame["upper"])
        if frame["stage"] == OPEN and frame["lower"] < limit:
            candidates = grown(candidates, frame["candidate"] + frame["allowed_last"] - frame["allowed"])
            open_node(game, room, frame, members, allowed, candidates)
            frame["stage"] = GUESS
            limit = min(frame["beta"], frame["upper"])
        if frame["stage"] == PARTS:
            place = smallest_open(frame, parts)
            if frame["q"] >= limit:
                frame["rest"] = min(frame["rest"], frame["q"])
                room.stats[3] += 1
            elif place < 0:
                frame["upper"], frame["best"] = frame["q"], frame["guess"]
                if not (fixed and depth == 0):
                    store_entry(table, frame["key"], frame["lower"], frame["upper"], frame["best"])
            else:
                frame["part"] = place
                frames = grown(frames, depth + 2)
                if depth + 1 == hints.shape[0]:
                    hints = twice_rows(hints)
                frame, part, child = frames[depth], parts[place], frames[depth + 1]
                child["stage"], child["left"] = OPEN, part["left"]
                child["beta"] = limit - (frame["q"] - part["lower"])
                child["first"], child["last"] = part["first"], part["last"]
                child["top"] = frame["top"] + frame["last"] - frame["first"]
                child["lower"], child["upper"], child["best"] = part["lower"], part["upper"], part["best"]
                child["rest"] = IMPOSSIBLE
                child["candidate"] = child["candidates_last"] = frame["candidates_last"]
                child["part"] = child["parts_first"] = child["parts_last"] = frame["parts_last"]
                child["key"] = part["key"]
                allowed = thin_out(game, frame, child, part["code"], hints, depth, allowed)
                depth += 1
                continue
            frame["stage"] = GUESS
            limit = min(frame["beta"], frame["upper"])
        chosen = frame["lower"] < limit and choose_candidate(frame, candidates, limit)
        if not chosen:
            if frame["lower"] < limit:
                frame["lower"] = max(frame["lower"], min(frame["rest"], frame["upper"]))
            lower, upper = frame["lower"], frame["upper"]
            if not (fixed and depth == 0):
                store_entry(table, frame["key"], lower, upper, frame["best"])
            depth -= 1
            if depth >= 0:
                frame = frames[depth]
                part = parts[frame["part"]]
                frame["q"] = min(frame["q"] + lower - part["lower"], IMPOSSIBLE)
                part["lower"], part["upper"] = lower, upper
            continue
        room.stats[2] += 1
        size = frame["last"] - frame["first"]
        room.stats[1] += 100 * size
        members = grown(members, frame["top"] + size)
        parts = grown(parts, frame["parts_first"] + size)
        divide_node(game, keys, hand, table, room, frame, members, parts, hints[depth])
        sharpen_parts(game, table, room, frame, members, parts, allowed, hints[depth], limit, fixed and depth == 0)
        frame["stage"] = PARTS
    return table, Stack(frames, parts, members, candidates, allowed, hints), depth


def outcome_of(stack: Stack, depth: int) -> tuple[int, int, int]:
    """Give lower bound, upper bound and best guess of a search that has ended (depth -1) or not."""
    frame = stack.frames[0]
    lower = frame["lower"]
    if depth >= 0 and frame["stage"] != OPEN:
        least = min(frame["rest"], frame["upper"])
        if frame["stage"] == PARTS:
            least = min(least, frame["q"])
        left = stack.candidates["bound"][frame["candidate"] : frame["candidates_last"]]
        lower = max(lower, left.min(initial=least))
    return int(lower), int(frame["upper"]), int(frame["best"])


@kernel
def known_guess(game, keys, members, allowed, hints, hand, left, proven, table, room):
    """Give the best guess that the table holds for a belief, or its best guess if that is plain to see, or -1."""
    n, left = members.size, guesses_left(left, members.size)
    if left < min(n, 2):
        return np.int64(-1)
    if n <= 2:
        return np.int64(game.guess_of_hidden[members[0]])
    key = belief_key(keys, members, hints) ^ hand ^ left_key(left)
    entry = table.entries[place_of(table.entries, key)]
    if entry["key"] == key and entry["guess"] >= 0 and (entry["lower"] == entry["upper"] or not proven):
        return entry["guess"]
    if n <= OWN_LIMIT:
        _, lowest, value, best = try_own(game, room, members, left)
        if value <= min(lowest, 2 * weight_of(game, members)):
            return best
    return np.int64(-1)


@kernel
def guess_bound(game, members, guess):
    """Bound the total of a guess from below by the number of its classes."""
    seen = zeros(game.cells, np.bool_)
    bound = 2 * weight_of(game, members)
    for m in members:
        code = game.codes[guess, m]
        if seen[code]:
            bound += game.weights[m]
        elif code == game.solved:
            bound -= game.weights[m]
        seen[code] = True
    return bound


@kernel
def guess_bounds(game, members, allowed):
    """Bound the totals of the allowed guesses."""
    out = empty(allowed.size, np.int64)
    for i in range(allowed.size):
        out[i] = guess_bound(game, members, allowed[i])
    return out


@kernel
def guesses_left(left, n):
    """Give the guesses left, or UNLIMITED where n words need no more than are left, guess them one by one."""
    return np.int64(UNLIMITED) if left >= n else np.int64(left)


@kernel
def trivial_bounds(game, members, left):
    """Give a lower bound that needs no guess, and the value if it is known at once, else IMPOSSIBLE."""
    n = members.size
    value = 2 * weight_of(game, members) - game.weights[members[0]]
    if left < min(n, 2):
        return np.int64(IMPOSSIBLE), np.int64(IMPOSSIBLE)
    return value, value if n <= 2 else np.int64(IMPOSSIBLE)


@kernel
def cost_beyond(n, found, reach, own, other, left, least):
    """Bound what words cost beyond two guesses each, if one guess finds `found` of them and leaves `reach` classes.

    After d guesses more each class has at most A(d) of its words found, where A(1) = 1 and a further guess makes either
    one found word and own - 1 classes, or `other` classes.
    """
    extra, most, depth = np.int64(0), np.int64(1), 2
    while found + reach * most < n:
        if depth >= left:
            return np.int64(IMPOSSIBLE)
        most = max(1 + (own - 1) * most, other * most)
        depth += 1
        extra += max(np.int64(0), n - found - reach * most) * least
    return extra


@kernel
def open_node(game, room, frame, members, allowed, candidates):
    """List the guesses at a node that may be worth it, with their bounds, and sharpen the node's own bounds."""
    mine = members[frame["first"] : frame["last"]]
    mine_allowed = allowed[frame["allowed"] : frame["allowed_last"]]
    n, weight, left = mine.size, weight_of(game, mine), frame["left"]
    for m in mine:
        room.member[m] = 1
    least = game.weights[mine[n - 1]]
    room.stats[0] += 1
    room.stats[1] += n * mine_allowed.size
    count_repeats(game, mine, mine_allowed, room.counts, False)
    repeats, lost = room.counts.repeats, room.counts.lost
    own, other = np.int64(1), np.int64(1)
    for i in range(mine_allowed.size):
        k, hidden = np.int64(n - repeats[i]), game.hidden_of_guess[mine_allowed[i]]
        if hidden >= 0 and room.member[hidden] == 1:
            own = max(own, k)
        else:
            other = max(other, k)
    frame["own"], frame["other"] = own, other
    limit = min(frame["beta"], frame["upper"])
    lowest = np.int64(IMPOSSIBLE)
    count = frame["candidate"]
    for i in range(mine_allowed.size):
        if repeats[i] == n - 1:
            continue
        guess = mine_allowed[i]
        hidden = game.hidden_of_guess[guess]
        win = hidden >= 0 and room.member[hidden] == 1
        k = np.int64(n - repeats[i])
        bound = 2 * weight + (np.int64(repeats[i]) if game.uniform else lost[i])
        if win:
            bound -= game.weights[hidden]
        if bound < limit:
            bound = min(bound + cost_beyond(n, np.int64(win), k - np.int64(win), own, other, left, least), IMPOSSIBLE)
        lowest = min(lowest, bound)
        if bound >= limit:
            frame["rest"] = min(frame["rest"], bound)
            continue
        candidates[count]["guess"], candidates[count]["bound"] = guess, bound
        candidates[count]["order"] = 2 * n * bound + 8 * n * (n - k) * least // k
        count += 1
    for i in range(frame["candidate"], count):
        bound = candidates[i]["bound"]
        if bound < min(limit, lowest + CLOSE * least):
            guess = candidates[i]["guess"]
            pairs, repeated = pairs_of(game.codes[guess], mine, room.tally)
            candidates[i]["order"] = 2 * n * bound + 4 * pairs * least
            if pairs == repeated and (left >= 3 or pairs == 0):
                frame["upper"], frame["best"] = bound, guess
                limit = bound
    frame["candidates_last"] = count
    frame["lower"] = max(frame["lower"], lowest)
    for m in mine:
        room.member[m] = 0


@kernel
def pairs_of(row, members, tally):
    """Count the pairs of members with equal codes, and the members that are not first of their class."""
    pairs, repeats = np.int64(0), np.int64(0)
    for m in members:
        pairs += tally[row[m]]
        repeats += tally[row[m]] > 0
        tally[row[m]] += 1
    for m in members:
        tally[row[m]] = 0
    return pairs, repeats


@kernel
def choose_candidate(frame, candidates, limit):
    """Take the most promising candidate as the frame's guess; drop those that are not below the limit."""
    count, best, least = frame["candidate"], -1, np.int64(IMPOSSIBLE)
    for i in range(frame["candidate"], frame["candidates_last"]):
        if candidates[i]["bound"] >= limit:
            frame["rest"] = min(frame["rest"], candidates[i]["bound"])
            continue
        candidates[count] = candidates[i]
        if candidates[i]["order"] < least:
            best, least = count, candidates[i]["order"]
        count += 1
    frame["candidates_last"] = count
    if best < 0:
        return False
    frame["guess"] = candidates[best]["guess"]
    candidates[best] = candidates[count - 1]
    frame["candidates_last"] = count - 1
    return True


@kernel
def smallest_open(frame, parts):
    """Give the first class whose value is not known, or -1; classes stand in order of their sizes."""
    for i in range(frame["parts_first"], frame["parts_last"]):
        if parts[i]["lower"] < parts[i]["upper"]:
            return i
    return -1


@kernel
def divide_node(game, keys, hand, table, room, frame, members, parts, hints):
    """Sort a belief into the classes of the frame's guess: add up what is known of them, list those still open."""
    row = game.codes[frame["guess"]]
    first, last, top, ends = frame["first"], frame["last"], frame["top"], room.ends
    below = frame["left"] if frame["left"] == UNLIMITED else frame["left"] - 1
    most = max(frame["own"], frame["other"])
    q, count = np.int64(0), frame["parts_first"]
    for i in range(first, last):
        q += game.weights[members[i]]
    filled = sort_by_code(row, members, first, last, top, ends)
    start = top
    while start < filled:
        code = np.int64(row[members[start]])
        stop = -ends[code] - 1
        ends[code] = 0
        if code != game.solved:
            mine = members[start:stop]
            n, left = stop - start, guesses_left(below, stop - start)
            lower, upper = trivial_bounds(game, mine, left)
            if lower < upper:
                if n > most or left < UNLIMITED:
                    least = game.weights[mine[n - 1]]
                    more = cost_beyond(n, 0, np.int64(1), frame["own"], frame["other"], left + 1, least)
                    lower = min(lower + more, IMPOSSIBLE)
                key = hand ^ left_key(left)
                for m in mine:
                    key ^= keys.words[m]
                if hints.size > 0:
                    more = copied(hints)
                    add_hints(game.letters, more, frame["guess"], code)
                    key ^= hints_key(keys, more)
                entry = table.entries[place_of(table.entries, key)]
                known = entry["key"] == key
                if known:
                    lower, upper = max(lower, entry["lower"]), entry["upper"]
                if lower < upper:
                    place = count
                    while place > frame["parts_first"] and parts[place - 1]["last"] - parts[place - 1]["first"] > n:
                        parts[place] = parts[place - 1]
                        place -= 1
                    part = parts[place]
                    part["first"], part["last"], part["code"], part["left"] = start, stop, code, left
                    part["lower"], part["upper"], part["best"] = lower, upper, entry["guess"] if known else -1
                    part["known"], part["key"] = np.int64(known), key
                    count += 1
            q = np.int64(min(q + lower, IMPOSSIBLE))
        start = stop
    frame["q"], frame["parts_last"] = q, count


@kernel
def sharpen_parts(game, table, room, frame, members, parts, allowed, hints, limit, largest_first):
    """Raise the bounds of the listed classes, without search, until the guess is seen to be no good.

    First the words of small classes are tried as the next guess there, then all guesses in all classes. What is found
    goes into the table.
    """
    first, last = frame["parts_first"], frame["parts_last"]
    for i in range(first, last):
        if frame["q"] >= limit:
            return
        part = parts[i]
        if part["last"] - part["first"] > OWN_LIMIT:
            break
        if part["known"] == 0:
            mine = members[part["first"] : part["last"]]
            part["own"], part["own_bound"], part["upper"], part["best"] = try_own(game, room, mine, part["left"])
            raise_lower(part, min(part["own_bound"], 2 * weight_of(game, mine)), frame)
            if part["upper"] <= part["lower"]:
                part["upper"] = part["lower"]
                store_entry(table, part["key"], part["lower"], part["upper"], part["best"])
    for i in range(first, last):
        if frame["q"] >= limit:
            return
        part = parts[first + last - 1 - i if largest_first else i]
        if part["known"] == 0 and part["lower"] < part["upper"]:
            mine = members[part["first"] : part["last"]]
            mine_allowed = allowed[frame["allowed"] : frame["allowed_last"]]
            if hints.size > 0:
                more = copied(hints)
                add_hints(game.letters, more, frame["guess"], part["code"])
                count = honour_hints(game.letters, game.letter_sets, mine_allowed, more, room.allowed)
                mine_allowed = room.allowed[:count]
            try_all(game, room, part, mine, mine_allowed, frame)
            store_entry(table, part["key"], part["lower"], part["upper"], part["best"])


@kernel
def weight_of(game, members):
    """Give the weight of a belief."""
    weight = np.int64(0)
    for m in members:
        weight += game.weights[m]
    return weight


@kernel
def raise_lower(part, lower, frame):
    """Raise the lower bound of a class and the sum that holds it."""
    if lower > part["lower"]:
        frame["q"] = min(frame["q"] + lower - part["lower"], IMPOSSIBLE)
        part["lower"] = lower


@kernel
def try_own(game, room, members, left):
    """Try a belief's own words as the next guess.

    Gives the most classes that one of them makes, the least of their bounds, the least of those that are exact, and the
    word behind it (-1 if none is).
    """
    n, weight = members.size, weight_of(game, members)
    own, lowest, value, best = 1, np.int64(IMPOSSIBLE), np.int64(IMPOSSIBLE), np.int64(-1)
    for m in members:
        row = game.codes[game.guess_of_hidden[m]]
        repeats, pairs, lost = 0, np.int64(0), np.int64(0)
        for w in members:
            before = room.tally[row[w]]
            room.tally[row[w]] += 1
            pairs += before
            if before > 0:
                repeats += 1
                lost += game.weights[w]
        for w in members:
            room.tally[row[w]] = 0
        own = max(own, n - repeats)
        bound = 2 * weight + lost - game.weights[m]
        if left < 3 and repeats > 0:
            continue
        lowest = min(lowest, bound)
        if pairs == repeats and bound < value:
            value, best = bound, np.int64(game.guess_of_hidden[m])
            if repeats == 0:
                break
    return own, lowest, value, best


@kernel
def try_all(game, room, part, members, allowed, frame):
    """Sharpen the bounds of a class by all allowed guesses."""
    n, left, weight = members.size, part["left"], weight_of(game, members)
    room.stats[1] += n * allowed.size
    count_repeats(game, members, allowed, room.counts, n <= OWN_LIMIT)
    repeats, lost = room.counts.repeats, room.counts.lost
    fewest = np.int64(least_of(repeats[: allowed.size]))
    lowest = 2 * weight + (fewest if game.uniform else least_of(lost[: allowed.size]))
    if left < 3 and fewest > 0:
        lowest = np.int64(IMPOSSIBLE)
    if n > OWN_LIMIT:
        bound_by_own(game, part, members, allowed, weight, room)
    bound, most = min(lowest, part["own_bound"]), n - fewest
    if bound < IMPOSSIBLE and (left < UNLIMITED or most * most < n):
        other = most if most > part["own"] else most_of_others(game, members, allowed, room)
        more = cost_beyond(n, 0, np.int64(1), part["own"], other, left + 1, game.weights[members[n - 1]])
        bound = max(bound, min(2 * weight - game.weights[members[0]] + more, IMPOSSIBLE))
    raise_lower(part, bound, frame)
    if lowest == part["lower"] and lowest < part["upper"]:
        for i in range(allowed.size):
            if 2 * weight + (np.int64(repeats[i]) if game.uniform else lost[i]) == lowest and (
                repeats[i] == 0
                or (left >= 3 and pairs_of(game.codes[allowed[i]], members, room.tally)[0] == repeats[i])
            ):
                part["upper"], part["best"] = lowest, allowed[i]
                break
    part["upper"] = max(part["upper"], part["lower"])


@kernel
def bound_by_own(game, part, members, allowed, weight, room):
    """Do for a large class, after a sweep, what `try_own` does for a small one, but for exact values."""
    repeats, lost, n = room.counts.repeats, room.counts.lost, members.size
    part["own"], part["own_bound"] = 1, IMPOSSIBLE
    for m in members:
        i = place_in(allowed, game.guess_of_hidden[m])
        bound = 2 * weight + (np.int64(repeats[i]) if game.uniform else lost[i]) - game.weights[m]
        part["own"] = max(part["own"], np.int64(n - repeats[i]))
        if part["left"] >= 3 or repeats[i] == 0:
            part["own_bound"] = min(part["own_bound"], bound)


@kernel
def most_of_others(game, members, allowed, room):
    """Give, after a sweep, the most classes that a guess makes which cannot be the hidden word."""
    most = np.int64(1)
    for m in members:
        room.member[m] = 1
    for i in range(allowed.size):
        hidden = game.hidden_of_guess[allowed[i]]
        if hidden < 0 or room.member[hidden] == 0:
            most = max(most, np.int64(members.size - room.counts.repeats[i]))
    for m in members:
        room.member[m] = 0
    return most

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

from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.arrays import DONE, PAUSED, copy_to, items
from wordlelib.kernels.beliefs import (
    DEPTH,
    UNLIMITED,
    begin_search,
    belief_key,
    hints_key,
    is_fixed,
    lacking_room,
    left_key,
    push_class,
    sort_by_code,
)
from wordlelib.kernels.hints import add_hints, honour_hints
from wordlelib.kernels.jit import kernel, record
from wordlelib.kernels.repeats import Counts, count_repeats
from wordlelib.kernels.sorting import least_of, place_in
from wordlelib.kernels.table import is_crowded, place_of, store_entry

IMPOSSIBLE = 2**60  # more than any total, and a few of them can be added in 63 bits
START, OPEN, GUESS, PARTS = range(4)  # stages of a frame
# Pairs are counted for guesses whose bound is so close to the least one, in guesses of the lightest word. Tuned on the
# original lists, where anything from 2 to 20 does as well: the proof for trace looks at 73 to 79 beliefs.
CLOSE = 5
SPAN = 64  # candidates that share a least order: about the square root of their number where that is large
# So many words are tried as guesses at their own class one by one, in n**2 steps, before all guesses are swept. Tuned
# on the original lists, where anything from 12 to 80 does as well.
OWN_LIMIT = 32
DIVISION = 100  # the work of sorting a word into its class and looking that up (20 ns), in codes of a sweep (0.2 ns)

FRAME = items(
    "stage left beta",  # guesses left; the cost from which on the exact value is of no interest
    "first last top",  # the belief in `members`, and where classes may be written
    "allowed allowed_last",
    "own other",  # most classes of a guess that may be the hidden word, and of any other
    "lower upper best",
    "rest",  # least bound of the guesses that were dropped
    "guess q",  # the present guess, and the sum of what is known of its classes
    "candidate candidates_last",
    "limit",  # all candidates left are below it
    "part parts_first parts_last",
    key=np.uint64,
)
PART = items(
    "first last code left",  # a class in `members`, its feedback, and the guesses left in it
    "known",  # whether it stood in the table
    "lower upper best",
    "own own_bound",  # most classes and least bound of the guesses that may be the hidden word
    key=np.uint64,
)
CANDIDATE = items("guess bound order least")  # least of its span's orders


@record
class Search(NamedTuple):
    """A search, which may stop and go on; on its stack (see `beliefs`) members stand heaviest first."""

    frames: Annotated[np.ndarray, FRAME, "frames"]
    parts: Annotated[np.ndarray, PART, "parts"]
    members: Annotated[np.ndarray, np.int32, "words"]
    allowed: Annotated[np.ndarray, np.int32, "listed"]
    hints: Annotated[np.ndarray, "letter", "frames", "hints"]
    candidates: Annotated[np.ndarray, CANDIDATE, "candidates"]  # the guesses that each frame may still try
    # The depth of the frame in work, -1 at the end; and whether only one guess is looked at in the first frame.
    at: Annotated[np.ndarray, np.int64, 2]
    hand: Annotated[np.ndarray, np.uint64, 1]  # part of the key of each belief: see `beliefs.override_key`


CANDIDATES, TABLE = Search._fields.index("candidates"), len(Search._fields)


@record
class Room(NamedTuple):
    """Room that kernels use again and again; `ends`, `tally` and `member` are all zero before and after."""

    counts: Counts
    ends: Annotated[np.ndarray, np.int64, "cells + 1"]  # where classes end
    tally: Annotated[np.ndarray, np.int64, "cells + 1"]  # how many words have a code
    member: Annotated[np.ndarray, np.uint8, "hidden"]  # whether a word is in the belief
    tails: Annotated[np.ndarray, np.int64, "hidden + 1"]  # the weight of a belief without its heaviest words
    allowed: Annotated[np.ndarray, np.int32, "guesses"]  # the guesses that are allowed in a class
    stats: Annotated[np.ndarray, np.int64, 4]  # nodes, work (in codes looked at, roughly), guesses looked at, cut-offs


class Belief(NamedTuple):
    """A belief to search, its words heaviest first, and the part of its key for guesses set by hand."""

    members: np.ndarray
    allowed: np.ndarray
    hints: np.ndarray
    hand: np.uint64


def new_search(belief: Belief, left: int, beta: int, opening: int) -> Search:
    """Begin to search a belief; only `opening` is looked at as the next guess unless it is negative."""
    given = {"at": np.array([0, opening >= 0]), "hand": np.array([belief.hand])}
    search, root = begin_search(Search, belief[:3], {}, candidates=np.empty(belief.allowed.size, CANDIDATE), **given)
    root["stage"], root["left"], root["beta"], root["guess"] = START, left, beta, opening
    return search


@kernel
def run_search(game, keys, table, room, search, budget):
    """Go on with a search until it is DONE, has done so much work more (PAUSED), or lacks room in the array given."""
    at, until = search.at, room.stats[1] + budget
    while at[DEPTH] >= 0:
        frame = search.frames[at[DEPTH]]
        if frame["stage"] == START:
            open_root(game, keys, table, room, frame, search)
        if room.stats[1] >= until:
            return np.int64(PAUSED)
        lack = lacking_room(search, frame)
        if frame["candidate"] + frame["allowed_last"] - frame["allowed"] > search.candidates.size:
            lack = np.int64(CANDIDATES)
        if is_crowded(table, frame["last"] - frame["first"]):
            lack = np.int64(TABLE)
        if lack >= 0:
            return lack
        if frame["stage"] == OPEN and frame["lower"] < limit_of(frame):
            open_node(game, room, frame, search)
        if frame["stage"] == PARTS and enter_part(game, table, room, frame, search):
            continue
        if frame["lower"] < limit_of(frame) and choose_candidate(frame, search.candidates):
            divide_node(game, keys, table, room, frame, search)
            sharpen_parts(game, table, room, frame, search)
        else:
            leave_node(table, frame, search)
    return np.int64(DONE)


@kernel
def open_root(game, keys, table, room, frame, search):
    """Set the bounds of the first node that need no search, and what is known of it."""
    members, opening = search.members[: frame["last"]], frame["guess"]
    if opening < 0:  # an opening may be a wasted guess, after which the cap matters even where it did not
        frame["left"] = guesses_left(frame["left"], members.size)
    frame["lower"], frame["upper"] = trivial_bounds(game, members, frame["left"])
    frame["rest"], frame["best"], frame["stage"] = IMPOSSIBLE, -1, OPEN
    frame["key"] = belief_key(keys, members, search.hints[0]) ^ search.hand[0] ^ left_key(frame["left"])
    if opening >= 0:
        frame["stage"], frame["upper"], frame["candidates_last"] = GUESS, IMPOSSIBLE, 1
        frame["own"] = frame["other"] = members.size
        frame["limit"] = IMPOSSIBLE + 1
        frame["lower"] = max(frame["lower"], guess_bound(game, members, opening, room.tally))
        only = search.candidates[0]
        only["guess"], only["bound"], only["order"] = opening, frame["lower"], 0
    elif frame["upper"] < IMPOSSIBLE:
        frame["best"] = game.guess_of_hidden[members[0]]
    elif frame["lower"] < IMPOSSIBLE:
        entry = table.entries[place_of(table.entries, frame["key"])]
        if entry["key"] == frame["key"]:
            frame["lower"], frame["upper"], frame["best"] = entry["lower"], entry["upper"], entry["guess"]
        elif members.size <= OWN_LIMIT:
            _, lowest, value, best = try_own(game, room, members, frame["left"])
            if value <= min(lowest, 2 * weight_of(game, members)):
                frame["lower"], frame["upper"], frame["best"] = value, value, best


@kernel
def limit_of(frame):
    """Return the value from which on a node's guesses are of no interest."""
    return min(frame["beta"], frame["upper"])


@kernel
def enter_part(game, table, room, frame, search):
    """Push the smallest open class of a frame's guess and return True; or close the guess and return False."""
    limit = limit_of(frame)
    place = smallest_open(frame, search.parts)
    frame["stage"] = GUESS
    if frame["q"] >= limit:
        frame["rest"] = min(frame["rest"], frame["q"])
        room.stats[3] += 1
        return False
    if place < 0:
        frame["upper"], frame["best"] = frame["q"], frame["guess"]
        if not is_fixed(search):
            store_entry(table, frame["key"], frame["lower"], frame["upper"], frame["best"])
        return False
    frame["stage"], frame["part"] = PARTS, place
    part, child = search.parts[place], search.frames[search.at[DEPTH] + 1]
    child["stage"], child["left"] = OPEN, part["left"]
    child["beta"] = limit - (frame["q"] - part["lower"])
    child["lower"], child["upper"], child["best"] = part["lower"], part["upper"], part["best"]
    child["rest"] = IMPOSSIBLE
    child["candidate"] = child["candidates_last"] = frame["candidates_last"]
    child["key"] = part["key"]
    push_class(game, frame, search)
    return True


@kernel
def leave_node(table, frame, search):
    """Store what was found of a node, and pop it; the node below gets its bounds."""
    if frame["lower"] < limit_of(frame):
        frame["lower"] = max(frame["lower"], min(frame["rest"], frame["upper"]))
    lower, upper = frame["lower"], frame["upper"]
    if not is_fixed(search):
        store_entry(table, frame["key"], lower, upper, frame["best"])
    search.at[DEPTH] -= 1
    if search.at[DEPTH] >= 0:
        below = search.frames[search.at[DEPTH]]
        part = search.parts[below["part"]]
        below["q"] = min(below["q"] + lower - part["lower"], IMPOSSIBLE)
        part["lower"], part["upper"] = lower, upper


def outcome_of(search: Search) -> tuple[int, int, int]:
    """Return the lower bound, the upper bound and the best guess of a search, whether it has ended or not."""
    out = np.empty(3, np.int64)
    write_outcome(search, out)
    return int(out[0]), int(out[1]), int(out[2])


@kernel
def write_outcome(search, out):
    """Write the lower bound, the upper bound and the best guess of a search."""
    frame = search.frames[0]
    lower = frame["lower"]
    if search.at[DEPTH] >= 0 and frame["stage"] != OPEN:
        least = min(frame["rest"], frame["upper"])
        if frame["stage"] == PARTS:
            least = min(least, frame["q"])
        for i in range(frame["candidate"], frame["candidates_last"]):
            least = min(least, search.candidates[i]["bound"])
        lower = max(lower, least)
    out[0], out[1], out[2] = lower, frame["upper"], frame["best"]


@kernel
def guess_bound(game, members, guess, tally):
    """Bound the total of a guess from below by the number of its classes."""
    bound = 2 * weight_of(game, members)
    for m in members:
        code = game.codes[guess, m]
        if tally[code] > 0:
            bound += game.weights[m]
        elif code == game.solved:
            bound -= game.weights[m]
        tally[code] = 1
    for m in members:
        tally[game.codes[guess, m]] = 0
    return bound


@kernel
def guess_bounds(game, members, allowed, tally, out):
    """Bound the totals of the allowed guesses."""
    for i in range(allowed.size):
        out[i] = guess_bound(game, members, allowed[i], tally)


@kernel
def guesses_left(left, n):
    """Return the guesses left, or UNLIMITED where they are enough to guess n words one by one."""
    return np.int64(UNLIMITED) if left >= n else np.int64(left)


@kernel
def trivial_bounds(game, members, left):
    """Return a lower bound that needs no search, and the value if it is known at once, otherwise IMPOSSIBLE."""
    n = members.size
    value = 2 * weight_of(game, members) - game.weights[members[0]]
    if left < min(n, 2):
        return np.int64(IMPOSSIBLE), np.int64(IMPOSSIBLE)
    return value, value if n <= 2 else np.int64(IMPOSSIBLE)


@kernel
def cost_beyond(tails, found, reach, own, other, left):
    """Bound what words cost beyond two guesses each, if one guess finds `found` of them and leaves `reach` classes.

    After d guesses more each class has at most A(d) of its words found, where A(1) = 1 and a further guess makes either
    one found word and own - 1 classes, or `other` classes. They are the heaviest at best: see `fill_tails`.
    """
    n = tails.size - 1
    extra, most, depth = np.int64(0), np.int64(1), 2
    while found + reach * most < n:
        if depth >= left:
            return np.int64(IMPOSSIBLE)
        most = max(1 + (own - 1) * most, other * most)
        depth += 1
        extra += tails[min(n, found + reach * most)]
    return extra


@kernel
def fill_tails(game, members, room):
    """Return the weights of a belief without its heaviest word, its heaviest two and so on, from all of it to none."""
    tails = room.tails[: members.size + 1]
    tails[members.size] = 0
    for i in range(members.size - 1, -1, -1):
        tails[i] = tails[i + 1] + game.weights[members[i]]
    return tails


@kernel
def open_node(game, room, frame, search):
    """List the guesses at a node that may be worth it, with their bounds, and sharpen the node's own bounds."""
    members = search.members[frame["first"] : frame["last"]]
    allowed = search.allowed[frame["allowed"] : frame["allowed_last"]]
    room.stats[0] += 1
    room.stats[1] += members.size * allowed.size
    count_repeats(game, members, allowed, room.counts, False, False)
    for m in members:
        room.member[m] = 1
    frame["own"], frame["other"] = most_classes(game, members.size, allowed, room)
    lowest = list_candidates(game, room, frame, members, allowed, search.candidates)
    for m in members:
        room.member[m] = 0
    order_candidates(game, room, frame, members, lowest, search.candidates)
    frame["lower"], frame["stage"], frame["limit"] = max(frame["lower"], lowest), GUESS, IMPOSSIBLE + 1


@kernel
def most_classes(game, n, allowed, room):
    """Return, after a sweep, the most classes that one of n words makes of them, and that any other guess makes."""
    own, other = np.int64(1), np.int64(1)
    for i in range(allowed.size):
        classes = np.int64(n - room.counts.repeats[i])
        if is_member(game, allowed[i], room):
            own = max(own, classes)
        else:
            other = max(other, classes)
    return own, other


@kernel
def is_member(game, guess, room):
    """Test whether a guess is one of the words that are marked as members."""
    hidden = game.hidden_of_guess[guess]
    return hidden >= 0 and room.member[hidden] == 1


@kernel
def list_candidates(game, room, frame, members, allowed, candidates):
    """List the guesses of a node whose bounds are below its limit; return the least bound of all its guesses."""
    n, weight, limit, lowest = members.size, weight_of(game, members), limit_of(frame), np.int64(IMPOSSIBLE)
    tails, mean, count = fill_tails(game, members, room), weight // n, frame["candidate"]
    for i in range(allowed.size):
        repeats, guess = np.int64(room.counts.repeats[i]), allowed[i]
        if repeats == n - 1:
            continue
        win, k = np.int64(is_member(game, guess, room)), n - repeats
        bound = 2 * weight + (repeats if game.uniform else room.counts.lost[i])
        if win:
            bound -= game.weights[game.hidden_of_guess[guess]]
        if bound < limit:
            beyond = cost_beyond(tails, win, k - win, frame["own"], frame["other"], frame["left"])
            bound = min(bound + beyond, IMPOSSIBLE)
        lowest = min(lowest, bound)
        if bound >= limit:
            frame["rest"] = min(frame["rest"], bound)
            continue
        candidates[count]["guess"], candidates[count]["bound"] = guess, bound
        # The order is 2 n times an estimate of the cost: the bound, and 2 / n for each pair of words in one class, with
        # the mean weight. Until pairs are counted they are taken for 2 n (n - k) / k. That is four times as
        # many as in k even classes; guesses in Wordle have three to five times as many.
        candidates[count]["order"] = 2 * n * bound + 8 * n * (n - k) * mean // k
        count += 1
    frame["candidates_last"] = count
    return lowest


@kernel
def order_candidates(game, room, frame, members, lowest, candidates):
    """Order the candidates close to the lowest bound by their pairs; one that leaves only small classes is settled."""
    n, limit = members.size, limit_of(frame)
    mean = weight_of(game, members) // n
    for i in range(frame["candidate"], frame["candidates_last"]):
        bound, guess = candidates[i]["bound"], candidates[i]["guess"]
        if bound < min(limit, lowest + CLOSE * mean):
            pairs, repeated = pairs_of(game.codes[guess], members, room.tally)
            candidates[i]["order"] = 2 * n * bound + 4 * pairs * mean
            if pairs == repeated and (frame["left"] >= 3 or pairs == 0):
                frame["upper"], frame["best"] = bound, guess
                limit = bound


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
def choose_candidate(frame, candidates):
    """Take the most promising candidate as the frame's guess; drop those that are not below the limit.

    The first candidate of every SPAN keeps the least order among these, so that most spans need not be looked through.
    """
    limit, first = limit_of(frame), frame["candidate"]
    if limit < frame["limit"]:
        drop_candidates(frame, candidates, limit)
    last = frame["candidates_last"] - 1
    if last < first:
        return False
    best, least = first, candidates[first]["least"]
    for i in range(first + SPAN, last + 1, SPAN):
        if candidates[i]["least"] < least:
            best, least = i, candidates[i]["least"]
    while candidates[best]["order"] > least:
        best += 1
    frame["guess"] = candidates[best]["guess"]
    candidates[best] = candidates[last]
    frame["candidates_last"] = last
    for place in (best, last):
        span = place - (place - first) % SPAN
        note_least(candidates, span, min(span + SPAN, last))
    return True


@kernel
def drop_candidates(frame, candidates, limit):
    """Drop the candidates that are not below a limit, and note the least orders of the others."""
    first = count = frame["candidate"]
    for i in range(first, frame["candidates_last"]):
        if candidates[i]["bound"] >= limit:
            frame["rest"] = min(frame["rest"], candidates[i]["bound"])
            continue
        candidates[count] = candidates[i]
        count += 1
    frame["candidates_last"], frame["limit"] = count, limit
    for span in range(first, count, SPAN):
        note_least(candidates, span, min(span + SPAN, count))


@kernel
def note_least(candidates, first, last):
    """Note the least order of some candidates in the first of them, if there is any."""
    if first < last:
        least = candidates[first]["order"]
        for i in range(first + 1, last):
            least = min(least, candidates[i]["order"])
        candidates[first]["least"] = least


@kernel
def smallest_open(frame, parts):
    """Return the first class whose value is not known, or -1; classes stand in order of their sizes."""
    for i in range(frame["parts_first"], frame["parts_last"]):
        if parts[i]["lower"] < parts[i]["upper"]:
            return i
    return -1


@kernel
def divide_node(game, keys, table, room, frame, search):
    """Sort a belief into the classes of the frame's guess: add up what is known of them, list those still open."""
    row, members, ends = game.codes[frame["guess"]], search.members, room.ends
    first, last, top = frame["first"], frame["last"], frame["top"]
    room.stats[1] += DIVISION * (last - first)
    room.stats[2] += 1
    filled = sort_by_code(row, members, first, last, top, ends)
    frame["q"] = weight_of(game, members[first:last])
    frame["parts_last"], frame["stage"] = frame["parts_first"], PARTS
    start = top
    while start < filled:
        code = np.int64(row[members[start]])
        stop = -ends[code] - 1
        if code != game.solved:
            lower = list_class(game, keys, table, room, frame, search, start)
            frame["q"] = np.int64(min(frame["q"] + lower, IMPOSSIBLE))
        ends[code] = 0
        start = stop


@kernel
def list_class(game, keys, table, room, frame, search, start):
    """List a class of the frame's guess if it is still open, smaller ones first; return its lower bound."""
    code = np.int64(game.codes[frame["guess"], search.members[start]])
    stop = -room.ends[code] - 1
    members, n, first = search.members[start:stop], stop - start, frame["parts_first"]
    left = guesses_left(frame["left"] if frame["left"] == UNLIMITED else frame["left"] - 1, n)
    lower, upper = trivial_bounds(game, members, left)
    if lower == upper:
        return lower
    if n > max(frame["own"], frame["other"]) or left < UNLIMITED:
        tails = fill_tails(game, members, room)
        more = cost_beyond(tails, 0, np.int64(1), frame["own"], frame["other"], left + 1)
        lower = min(lower + more, IMPOSSIBLE)
    key = search.hand[0] ^ left_key(left)
    for m in members:
        key ^= keys.words[m]
    if search.hints.shape[1] > 0:
        hints = search.hints[search.at[DEPTH] + 1]
        find_hints(game, frame, code, search)
        key ^= hints_key(keys, hints)
    entry = table.entries[place_of(table.entries, key)]
    known = entry["key"] == key
    if known:
        lower, upper = max(lower, entry["lower"]), entry["upper"]
    if lower < upper:
        parts, place = search.parts, frame["parts_last"]
        while place > first and parts[place - 1]["last"] - parts[place - 1]["first"] > n:
            parts[place] = parts[place - 1]
            place -= 1
        part = parts[place]
        part["first"], part["last"], part["code"], part["left"] = start, stop, code, left
        part["lower"], part["upper"], part["best"] = lower, upper, entry["guess"] if known else -1
        part["known"], part["key"] = np.int64(known), key
        frame["parts_last"] += 1
    return lower


@kernel
def find_hints(game, frame, code, search):
    """Write the hints that bind after the frame's guess and a code where those of the next frame will stand."""
    depth = search.at[DEPTH]
    copy_to(search.hints[depth + 1], 0, search.hints[depth])
    add_hints(game.letters, search.hints[depth + 1], frame["guess"], code)


@kernel
def sharpen_parts(game, table, room, frame, search):
    """Raise the bounds of the listed classes, without search, until the guess is seen to be no good.

    First the words of small classes are tried as the next guess there, then all guesses in all classes. What is found
    goes into the table.
    """
    first, last, limit, largest_first = frame["parts_first"], frame["parts_last"], limit_of(frame), is_fixed(search)
    for i in range(first, last):
        if frame["q"] >= limit:
            return
        part = search.parts[i]
        if part["last"] - part["first"] > OWN_LIMIT:
            break
        if part["known"] == 0:
            mine = search.members[part["first"] : part["last"]]
            part["own"], part["own_bound"], part["upper"], part["best"] = try_own(game, room, mine, part["left"])
            raise_lower(part, min(part["own_bound"], 2 * weight_of(game, mine)), frame)
            if part["upper"] <= part["lower"]:
                part["upper"] = part["lower"]
                store_entry(table, part["key"], part["lower"], part["upper"], part["best"])
    for i in range(first, last):
        if frame["q"] >= limit:
            return
        part = search.parts[first + last - 1 - i if largest_first else i]
        if part["known"] == 0 and part["lower"] < part["upper"]:
            mine = search.members[part["first"] : part["last"]]
            allowed = search.allowed[frame["allowed"] : frame["allowed_last"]]
            if search.hints.shape[1] > 0:
                hints = search.hints[search.at[DEPTH] + 1]
                find_hints(game, frame, part["code"], search)
                count = honour_hints(game.letters, game.letter_sets, allowed, hints, room.allowed)
                allowed = room.allowed[:count]
            try_all(game, room, part, mine, allowed, frame)
            store_entry(table, part["key"], part["lower"], part["upper"], part["best"])


@kernel
def weight_of(game, members):
    """Return the weight of a belief."""
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

    Returns the most classes that one of them makes, the least bound, the least one that is exact, and the word behind
    that (-1 if there is none).
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
    """Sharpen the bounds of a class by all allowed guesses.

    Only the guesses with fewest repeats are counted, the others are bounded. That is enough, because a bound above the
    fewest repeats changes neither the least bound nor `cost_beyond`, which asks only for the most classes.
    """
    n, left, weight = members.size, part["left"], weight_of(game, members)
    room.stats[1] += n * allowed.size
    count_repeats(game, members, allowed, room.counts, n <= OWN_LIMIT, True)
    repeats, lost = room.counts.repeats, room.counts.lost
    fewest = np.int64(least_of(repeats[: allowed.size]))
    lowest = 2 * weight + (fewest if game.uniform else least_of(lost[: allowed.size]))
    if left < 3 and fewest > 0:
        lowest = np.int64(IMPOSSIBLE)
    if n > OWN_LIMIT:
        bound_by_own(game, part, members, allowed, weight, room)
    bound, most = min(lowest, part["own_bound"]), n - fewest
    if bound < IMPOSSIBLE and (left < UNLIMITED or most * most < n):
        other = most
        if most <= part["own"]:
            for m in members:
                room.member[m] = 1
            _, other = most_classes(game, n, allowed, room)
            for m in members:
                room.member[m] = 0
        tails = fill_tails(game, members, room)
        more = cost_beyond(tails, 0, np.int64(1), part["own"], other, left + 1)
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
    """Bound the guesses among the words of a large class after a sweep, as `try_own` does one by one."""
    repeats, lost, n = room.counts.repeats, room.counts.lost, members.size
    part["own"], part["own_bound"] = 1, IMPOSSIBLE
    for m in members:
        i = place_in(allowed, game.guess_of_hidden[m])
        bound = 2 * weight + (np.int64(repeats[i]) if game.uniform else lost[i]) - game.weights[m]
        part["own"] = max(part["own"], np.int64(n - repeats[i]))
        if part["left"] >= 3 or repeats[i] == 0:
            part["own_bound"] = min(part["own_bound"], bound)

"""Alpha-beta over beliefs, with deepening and a table."""

from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.arrays import DONE, PAUSED, items
from wordlelib.kernels.beliefs import (
    DEPTH,
    PART,
    begin_search,
    belief_key,
    divide_belief,
    lacking_room,
    left_key,
    own_guesses,
    push_class,
)
from wordlelib.kernels.jit import kernel, record
from wordlelib.kernels.ranking import Rule, Workspace, costs_of_all
from wordlelib.kernels.sorting import sort_by
from wordlelib.kernels.table import is_crowded, place_of, store_entry

LOST = 2**40  # the value of a lost game: more than any number of words, plus wasted letters
NEVER = 2**41  # stands for a value that was not found: more than LOST + 1, with which searches begin
OPEN, GUESS, PARTS = range(3)  # stages of a frame
UNKNOWN, NONE = -1, -1
DIVISION = 100  # the work of sorting a word into its class, in codes of a sweep: see `branch_and_bound.DIVISION`

FRAME = items(
    "stage left plies",  # guesses and plies left
    "first last top",  # the belief in `members`, and where classes may be written
    "allowed allowed_last",
    "alpha beta",  # values outside are of no interest
    "best best_guess",  # the least value of a guess so far
    "rest",  # least bound of the guesses that were given up
    "guess worst",  # the present guess, and the greatest value of its classes so far
    "place tries",  # where the next guess stands in the frame's order, and the order's end
    "part parts_first parts_last",
    key=np.uint64,
)
ANSWER, STRICT, TIES = 1, 2, 3


@record
class Search(NamedTuple):
    """A search, which may stop and go on; `beliefs` explains its stack."""

    frames: Annotated[np.ndarray, FRAME, "frames"]
    parts: Annotated[np.ndarray, PART, "parts"]
    members: Annotated[np.ndarray, np.int32, "words"]
    allowed: Annotated[np.ndarray, np.int32, "listed"]
    hints: Annotated[np.ndarray, "letter", "frames", "hints"]
    order: Annotated[np.ndarray, np.int32, "frames", "tried"]  # the guesses of a frame in the order they are tried
    values: Annotated[np.ndarray, np.int64, "tried"]  # what the guesses of the first frame are worth, in their order
    # The depth of the frame in work, -1 at the end; the value of the last belief that was left, or UNKNOWN; whether
    # the mode is strict; whether every guess of the best value is wanted in the first frame.
    at: Annotated[np.ndarray, np.int64, 4]


ORDER, TABLE = Search._fields.index("order"), len(Search._fields)


@record
class Room(NamedTuple):
    """Room that kernels use again and again; `ends` and `tally` are all zero before and after."""

    rule: Rule  # the score that puts guesses in order
    work: Workspace
    letters: Annotated[np.ndarray, np.uint8, "guesses", "places"]  # of the guesses; empty unless wasted ones count
    labels: Annotated[np.ndarray, np.int64, "guesses"]  # how many classes each guess makes of all words
    there: Annotated[np.ndarray, np.bool_, "places", 256]  # whether a member has a letter at a place
    copies: Annotated[np.ndarray, np.int64, 256]  # how often a member has a letter at most
    ends: Annotated[np.ndarray, np.int64, "cells + 1"]  # where classes end
    tally: Annotated[np.ndarray, np.int64, "cells + 1"]  # how many words have a code
    stats: Annotated[np.ndarray, np.int64, 3]  # beliefs, cut-offs, and work (in codes looked at, roughly)


def new_search(belief: tuple[np.ndarray, np.ndarray, np.ndarray], left: int, plies: int, order: np.ndarray) -> Search:
    """Begin a search from a belief (its words, allowed guesses and hints), at which guesses are tried in an order."""
    given = {"values": np.full(order.size, LOST + 1), "at": np.array([0, UNKNOWN, 0, 1])}
    search, root = begin_search(Search, belief, {"tried": order.size}, **given)
    search.order[0] = order
    root["left"], root["plies"], root["tries"] = left, plies, order.size
    root["alpha"], root["beta"], root["best"], root["rest"] = LOST, LOST + 1, LOST + 1, LOST + 1
    root["best_guess"] = NONE
    return search


@kernel
def plies_key(plies):
    """Compute the part of a belief's key that stands for the plies left."""
    return np.uint64(plies) << np.uint64(52)


@kernel
def run_search(game, keys, table, room, search, budget):
    """Go on with a search until it is DONE, has done so much work more (PAUSED), or lacks room in the array given.

    In the first frame a guess is asked, with a window of one value, whether it is worth as little as the best so far;
    after a yes it is asked for less, until it says no.
    """
    at, until = search.at, room.stats[2] + budget
    while at[DEPTH] >= 0:
        frame = search.frames[at[DEPTH]]
        if room.stats[2] >= until:
            return np.int64(PAUSED)
        lack = lacking_room(search, frame)
        if at[DEPTH] + 1 >= search.order.shape[0]:
            lack = np.int64(ORDER)
        if is_crowded(table, 0):
            lack = np.int64(TABLE)
        if lack >= 0:
            return lack
        if frame["stage"] == OPEN:
            open_belief(game, keys, table, room, frame, search)
        elif frame["stage"] == PARTS:
            frame["worst"] = max(frame["worst"], at[ANSWER])
            frame["part"] += 1
            at[ANSWER] = UNKNOWN
        if at[ANSWER] != UNKNOWN or not go_deeper(game, room, frame, search):
            leave_belief(table, frame, search)
    return np.int64(DONE)


@kernel
def open_belief(game, keys, table, room, frame, search):
    """Evaluate a belief that is new on the stack, or sort its guesses; in the first frame they are sorted."""
    depth, members = search.at[DEPTH], search.members[frame["first"] : frame["last"]]
    frame["key"] = belief_key(keys, members, search.hints[depth])
    frame["key"] ^= left_key(frame["left"]) ^ plies_key(frame["plies"])
    frame["stage"] = GUESS
    if depth > 0:
        allowed = search.allowed[frame["allowed"] : frame["allowed_last"]]
        search.at[ANSWER] = settle_belief(game, table, room, frame, search)
        if search.at[ANSWER] == UNKNOWN:
            put_in_order(game, table, room, frame, members, allowed, search.order[depth])
    elif frame["plies"] == 2:
        room.stats[0] += 1
        search.at[ANSWER] = last_guess(game, room, frame, members, search.order[0], search.values)


@kernel
def go_deeper(game, room, frame, search):
    """Try guesses until a class of one is pushed, and return True; or until the value is known, and return False."""
    depth, size = search.at[DEPTH], frame["last"] - frame["first"]
    while True:
        limit = frame["beta"] if depth == 0 else min(frame["beta"], frame["best"])
        if frame["stage"] == GUESS:
            enough = depth > 0 and frame["best"] <= max(frame["alpha"], 0)
            if enough or frame["place"] == frame["tries"]:
                search.at[ANSWER] = min(frame["best"], frame["rest"])
                return False
            frame["guess"], frame["worst"] = search.order[depth, frame["place"]], 0
            frame["place"] += 1
            room.stats[2] += DIVISION * size
            divide_belief(game, room.ends, frame, search.members, search.parts, np.int64(0))
            frame["stage"] = PARTS
        elif frame["worst"] < limit and frame["part"] < frame["parts_last"]:
            enter_part(game, frame, search, limit)
            return True
        else:
            leave_guess(room, frame, limit)
            if depth == 0:
                ask_again(frame, search)


@kernel
def leave_guess(room, frame, limit):
    """Record the value of a guess, or that it is given up."""
    frame["stage"] = GUESS
    if frame["worst"] >= limit:
        room.stats[1] += frame["part"] < frame["parts_last"]
        frame["rest"] = min(frame["rest"], frame["worst"])
    elif frame["worst"] < frame["best"]:
        frame["best"], frame["best_guess"] = frame["worst"], frame["guess"]


@kernel
def ask_again(frame, search):
    """Ask the guess of the first frame for less than it gave; or the next one for as little as the best gave."""
    place = frame["place"] - 1
    if frame["worst"] < frame["beta"]:
        search.values[place] = frame["worst"]
        frame["beta"], frame["place"] = frame["worst"], place
    elif search.values[place] <= LOST:
        frame["beta"] = frame["best"] + search.at[TIES]
    frame["alpha"] = frame["beta"] - 1


@kernel
def enter_part(game, frame, search, limit):
    """Push the next class of a frame's guess."""
    child = search.frames[search.at[DEPTH] + 1]
    child["stage"], child["left"], child["plies"] = OPEN, frame["left"] - 1, frame["plies"] - 2
    child["alpha"], child["beta"] = max(frame["alpha"], frame["worst"]), limit
    child["best"] = child["rest"] = LOST + 1
    child["best_guess"], child["place"] = NONE, 0
    push_class(game, frame, search)
    if search.at[STRICT] == 1:
        own_guesses(game, child, search.members, search.allowed)


@kernel
def leave_belief(table, frame, search):
    """Store the value of a belief, or the bound that it is, and pop it."""
    answer = search.at[ANSWER]
    lower = answer if answer > frame["alpha"] else np.int64(0)
    upper = answer if answer < frame["beta"] else np.int64(LOST)
    store_entry(table, frame["key"], lower, upper, frame["best_guess"])
    search.at[DEPTH] -= 1


@kernel
def settle_belief(game, table, room, frame, search):
    """Return the value of a belief without search, or UNKNOWN; outside the window it may be a bound."""
    members = search.members[frame["first"] : frame["last"]]
    allowed = search.allowed[frame["allowed"] : frame["allowed_last"]]
    n, left = members.size, frame["left"]
    if n <= min(left, frame["plies"] // 2):
        return np.int64(0)
    if left <= 1:
        return np.int64(LOST)
    entry = table.entries[place_of(table.entries, frame["key"])]
    if entry["key"] == frame["key"]:
        if entry["lower"] == entry["upper"] or entry["lower"] >= frame["beta"]:
            return entry["lower"]
        if entry["upper"] <= frame["alpha"]:
            return entry["upper"]
    room.stats[0] += 1
    if frame["plies"] > 2:
        return np.int64(UNKNOWN)
    return last_guess(game, room, frame, members, allowed, search.values[:0])


@kernel
def last_guess(game, room, frame, members, order, values):
    """Return the least value of a guess with which the lookahead ends, or a bound outside the window.

    At the root, where there is room for the values of all guesses, each is found; elsewhere those that may be least.
    """
    all_values = values.size > 0
    n, most = members.size, room.labels[0]
    least = (n - 1 + most - 1) // most
    if not all_values and least >= frame["beta"]:
        return least
    enough = max(least, frame["alpha"])
    best, rest = np.int64(LOST + 1), np.int64(LOST + 1)
    find_letters(game, room, members)
    for i in range(order.size):
        guess = order[i]
        worst = wasted_letters(room, guess)
        limit = np.int64(LOST + 1) if all_values else min(best, frame["beta"])
        row, tally, largest, count = game.codes[guess], room.tally, np.int64(0), 0
        while count < n and largest + worst < limit:
            code = row[members[count]]
            if code != game.solved:
                tally[code] += 1
                largest = max(largest, tally[code])
            count += 1
        for m in members[:count]:
            tally[row[m]] = 0
        room.stats[2] += count + 10
        worst = worst + largest if largest > 0 or count < n else np.int64(0)
        if largest > 0 and frame["left"] == 1:
            worst = np.int64(LOST)
        if all_values:
            values[i] = worst
        if worst >= limit:
            rest = min(rest, worst)
        elif worst < best:
            best, frame["best_guess"] = worst, guess
            if best <= enough and not all_values:
                break
    return min(best, rest)


@kernel
def find_letters(game, room, members):
    """Record the letters at each place of some member, and how often a member has each at most, if letters count."""
    length, there, copies = room.letters.shape[1], room.there, room.copies
    if length > 0:
        there[:], copies[:] = False, 0
        for m in members:
            word = room.letters[game.guess_of_hidden[m]]
            for i in range(length):
                there[i, word[i]] = True
                times = 0
                for letter in word:
                    times += letter == word[i]
                copies[word[i]] = max(copies[word[i]], times)


@kernel
def wasted_letters(room, guess):
    """Count the letters of a guess that could not help."""
    wasted = np.int64(0)
    for i in range(room.letters.shape[1]):
        letter = room.letters[guess, i]
        before = 0
        for j in range(i + 1):
            before += room.letters[guess, j] == letter
        wasted += not room.there[i, letter] or before > room.copies[letter]
    return wasted


@kernel
def put_in_order(game, table, room, frame, members, allowed, order):
    """Sort the allowed guesses by their largest class; the best one of the search before, less deep, comes first."""
    costs_of_all(game, members, allowed, room.rule, room.work)
    room.stats[2] += members.size * allowed.size
    costs = room.work.costs[: allowed.size]
    entry = table.entries[
        place_of(table.entries, frame["key"] ^ plies_key(frame["plies"]) ^ plies_key(frame["plies"] - 2))
    ]
    for i in range(allowed.size):
        if entry["guess"] == allowed[i] and entry["key"] != 0:
            costs[i] = 0
    places = room.work.order[: allowed.size]
    for i in range(allowed.size):
        places[i] = i
    sort_by(costs, 1, places, room.work.room)
    for i in range(allowed.size):
        order[i] = allowed[places[i]]
    frame["tries"] = allowed.size

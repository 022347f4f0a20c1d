"""Alpha-beta over beliefs, with deepening and a table."""

from typing import NamedTuple

import numpy as np

from wordlelib.kernels.arrays import copied, copy_to, grown
from wordlelib.kernels.beliefs import PART, belief_key, divide_belief, left_key, own_guesses, thin_out
from wordlelib.kernels.jit import kernel
from wordlelib.kernels.lowering import empty, record, zeros
from wordlelib.kernels.ranking import Rule, Workspace, costs_of_all
from wordlelib.kernels.sorting import sort_by
from wordlelib.kernels.table import place_of, store_entry, twice_table

LOST, NEVER = 2**40, 2**41


OPEN, GUESS, PARTS = 0, 1, 2


UNKNOWN, NONE = -1, -1


FRAME = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("stage", "left", "plies"),  # guesses and plies left
            *("first", "last", "top"),  # the belief in `members`, and where classes may be written
            *("allowed", "allowed_last"),
            *("alpha", "beta"),  # values outside are of no interest
            *("best", "best_guess"),  # the least value of a guess so far
            *("rest",),  # least bound of the guesses that were given up
            *("guess", "worst"),  # the present guess, and the greatest value of its classes so far
            *("place", "tries"),  # where the next guess stands in the frame's order, and the order's end
            *("part", "parts_first", "parts_last"),
        )
    ]
    + [("key", np.uint64)]
)


@record
class Stack(NamedTuple):
    """The state of a search, which may stop and go on; `order` has a row for each frame, `values` one for the root."""

    frames: np.ndarray
    parts: np.ndarray
    members: np.ndarray
    allowed: np.ndarray
    hints: np.ndarray
    order: np.ndarray
    values: np.ndarray


@record
class Room(NamedTuple):
    """What the kernels use again and again; `ends` and `tally` come and go all zero.

    `letters` holds the letters of the guesses if wasted ones count, else nothing. `stats` counts beliefs, cut-offs, and
    work (in codes looked at, roughly).
    """

    rule: Rule
    work: Workspace
    letters: np.ndarray
    labels: np.ndarray
    ends: np.ndarray
    tally: np.ndarray
    stats: np.ndarray


@kernel
def start_search(keys, members, allowed, hints, left, plies, order):
    """Make the stack of a search from a belief, at which the allowed guesses are tried in an order."""
    frames, parts, n, most = zeros(plies // 2 + 2, FRAME), zeros(512, PART), members.size, plies // 2 + 2
    pool = empty(4 * n + 64, np.int32)
    copy_to(pool, 0, members)
    layers = zeros((most, hints.size), hints.dtype)
    copy_to(layers[0], 0, hints)
    orders = zeros((most, order.size), np.int32)
    copy_to(orders[0], 0, order)
    values = empty(order.size, np.int64)
    values[:] = LOST + 1
    frame = frames[0]
    frame["stage"], frame["left"], frame["plies"], frame["tries"] = GUESS, left, plies, order.size
    frame["last"] = frame["top"] = n
    frame["allowed_last"] = allowed.size
    frame["alpha"], frame["beta"], frame["best"], frame["rest"] = UNKNOWN, LOST + 1, LOST + 1, LOST + 1
    frame["best_guess"] = NONE
    frame["key"] = belief_key(keys, members, hints) ^ left_key(left) ^ plies_key(plies)
    return Stack(frames, parts, pool, copied(allowed), layers, orders, values)


@kernel
def plies_key(plies):
    """Give the part of a belief's key that stands for the plies left."""
    return np.uint64(plies) << np.uint64(52)


@kernel
def run_search(game, keys, strict, table, room, stack, depth, answer, budget):
    """Go on with a search until it ends (depth -1) or has done so much work more.

    `answer` is the value of the last belief that was left. At the root every guess of the best value is found.
    """
    frames, parts, members, allowed, hints, order, values = stack
    until = room.stats[2] + budget
    while depth >= 0 and room.stats[2] < until:
        frame = frames[depth]
        mine = members[frame["first"] : frame["last"]]
        mine_allowed = allowed[frame["allowed"] : frame["allowed_last"]]
        if frame["stage"] == OPEN:
            if 2 * (table.used[0] + 8) > table.entries.size:
                table = twice_table(table)
            answer = settle_belief(game, table, room, frame, mine, mine_allowed)
            if answer == UNKNOWN:
                put_in_order(game, table, room, frame, mine, mine_allowed, order[depth])
                frame["stage"] = GUESS
        elif frame["stage"] == PARTS:
            frame["worst"] = max(frame["worst"], answer)
            frame["part"] += 1
            answer = np.int64(UNKNOWN)
        elif frame["plies"] == 2:
            room.stats[0] += 1
            answer = last_guess(game, room, frame, mine, order[0], values)
        deeper = False
        while answer == UNKNOWN and not deeper:
            limit = min(frame["beta"], frame["best"]) + (depth == 0)
            if frame["stage"] == GUESS:
                enough = depth > 0 and frame["best"] <= max(frame["alpha"], 0)
                if enough or frame["place"] == frame["tries"]:
                    answer = min(frame["best"], frame["rest"])
                else:
                    frame["guess"], frame["worst"] = order[depth, frame["place"]], 0
                    frame["place"] += 1
                    members = grown(members, frame["top"] + mine.size)
                    parts = grown(parts, frame["parts_first"] + mine.size)
                    room.stats[2] += 100 * mine.size
                    divide_belief(game, room.ends, frame, members, parts, np.int64(0))
                    frame["stage"] = PARTS
            elif frame["worst"] >= limit or frame["part"] == frame["parts_last"]:
                if frame["worst"] >= limit:
                    room.stats[1] += frame["part"] < frame["parts_last"]
                    frame["rest"] = min(frame["rest"], frame["worst"])
                else:
                    if depth == 0:
                        values[frame["place"] - 1] = frame["worst"]
                    if frame["worst"] < frame["best"]:
                        frame["best"], frame["best_guess"] = frame["worst"], frame["guess"]
                frame["stage"] = GUESS
            else:
                part, child = parts[frame["part"]], frames[depth + 1]
                child["stage"], child["left"], child["plies"] = OPEN, frame["left"] - 1, frame["plies"] - 2
                child["first"], child["last"] = part["first"], part["last"]
                child["top"] = frame["top"] + mine.size
                child["alpha"], child["beta"] = max(frame["alpha"], frame["worst"]), limit
                child["best"] = child["rest"] = LOST + 1
                child["best_guess"], child["place"] = NONE, 0
                child["parts_first"] = frame["parts_last"]
                allowed = thin_out(game, frame, child, part["code"], hints, depth, allowed)
                if strict:
                    allowed = own_guesses(game, frame, child, members, allowed)
                key = belief_key(keys, members[child["first"] : child["last"]], hints[depth + 1])
                child["key"] = key ^ left_key(child["left"]) ^ plies_key(child["plies"])
                deeper = True
        if deeper:
            depth += 1
            continue
        lower = answer if answer > frame["alpha"] else np.int64(0)
        upper = answer if answer < frame["beta"] else np.int64(LOST)
        store_entry(table, frame["key"], lower, upper, frame["best_guess"])
        depth -= 1
    return table, Stack(frames, parts, members, allowed, hints, order, values), depth, answer


@kernel
def settle_belief(game, table, room, frame, members, allowed):
    """Give the value of a belief if it can be told without search, or UNKNOWN; it may be a bound outside the window."""
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
    return last_guess(game, room, frame, members, allowed, zeros(0, np.int64))


@kernel
def last_guess(game, room, frame, members, order, values):
    """Give the least value of a guess with which the look ahead ends, or a bound outside the window.

    With room for the values of all guesses, as at the root, each is found; else those that are too great are not.
    """
    all_values = values.size > 0
    n, most = members.size, room.labels[0]
    least = (n - 1 + most - 1) // most
    if not all_values and least >= frame["beta"]:
        return least
    enough = max(least, frame["alpha"])
    best, rest = np.int64(LOST + 1), np.int64(LOST + 1)
    there, copies = letters_of(game, room, members)
    for i in range(order.size):
        guess = order[i]
        worst = wasted_letters(room, guess, there, copies)
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
def letters_of(game, room, members):
    """Give the letters that stand at each place of some member, and how often a member has each letter at most.

    Both are for the letters of guesses, and empty if wasted letters do not count.
    """
    length = room.letters.shape[1]
    there = zeros((length, 256 if length > 0 else 0), np.bool_)
    copies = zeros(256 if length > 0 else 0, np.int64)
    for m in members if length > 0 else members[:0]:
        word = room.letters[game.guess_of_hidden[m]]
        for i in range(length):
            there[i, word[i]] = True
            times = 0
            for letter in word:
                times += letter == word[i]
            copies[word[i]] = max(copies[word[i]], times)
    return there, copies


@kernel
def wasted_letters(room, guess, there, copies):
    """Count the letters of a guess that could not help."""
    wasted = np.int64(0)
    for i in range(there.shape[0]):
        letter = room.letters[guess, i]
        before = 0
        for j in range(i + 1):
            before += room.letters[guess, j] == letter
        wasted += not there[i, letter] or before > copies[letter]
    return wasted


@kernel
def put_in_order(game, table, room, frame, members, allowed, order):
    """Put the allowed guesses in order of their largest class, after the best one of a search less deep."""
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

"""The cost of policies and of rollouts on them, to any depth of nesting, on a stack and with a memo."""

from typing import NamedTuple

import numpy as np

from wordlelib.kernels.arrays import copied, copy_to, grown, twice_rows
from wordlelib.kernels.beliefs import Keys, all_allowed, belief_key, hand_key, hints_key, sort_by_code, thin_out
from wordlelib.kernels.hints import add_hints
from wordlelib.kernels.jit import kernel
from wordlelib.kernels.ranking import (
    Rule,
    best_guess,
    count_all_pairs,
    heaviest_first,
    pairs_decide,
    perfect_candidate,
    rank_guesses,
)

NO_LIMIT = -1


REFUSED, STUCK = -1, -2


MEMO_BITS = 19


class Plan(NamedTuple):
    """What the kernels need of the policies, level by level; level 0 is the greedy base policy."""

    rule: Rule
    widths: np.ndarray
    heaviest: np.ndarray
    steps: np.ndarray
    terminals: np.ndarray


class Memo(NamedTuple):
    """Costs that were found: a table with one place for each hash key, the newest wins.

    The hash key is that of the belief (`search.Keys`), mixed with the policy and the guesses before a terminal cost.
    """

    names: Keys
    keys: np.ndarray
    costs: np.ndarray


FRAME = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("level", "steps"),  # the policy, and its guesses before the terminal cost
            *("first", "last", "top"),  # its belief in `members`, and where classes may be written
            *("allowed", "allowed_last"),
            *("opened", "followed"),  # followed: the policy has chosen, and `guess` is its guess
            *("guess", "best"),
            *("candidate", "candidates_last"),  # what is still to be tried, in `candidates`
            *("part", "parts_first", "parts_last"),  # classes still to be costed, in `parts`
        )
    ]
    + [("key", np.uint64), ("q", np.float64), ("least", np.float64)]
)


PART = np.dtype(
    [("first", np.int64), ("last", np.int64), ("code", np.int64), ("key", np.uint64), ("bound", np.float64)]
)


@kernel
def run_beliefs(game, plan, memo, beliefs, work, decide, out):
    """Decide each belief by the highest level, or give its cost under the level below.

    REFUSED stands for a belief with a word that may not be guessed, and STUCK less the number of a guess for one from
    which a truncated policy would make that guess, which tells nothing, for ever.
    """
    level = plan.widths.size - 1 if decide else plan.widths.size - 2
    steps = np.int64(NO_LIMIT) if decide else plan.steps[level + 1]
    restricted, truncated = game.letters.size > 0, False
    for limit in plan.steps:
        truncated |= limit != NO_LIMIT
    hints = np.zeros(memo.names.hints.shape[0], game.letters.dtype)
    room = np.empty(memo.names.guesses.size, np.int32)
    for b in range(out.size):
        mine = beliefs.members[beliefs.offsets[b] : beliefs.offsets[b + 1]]
        mine_allowed = beliefs.allowed
        hints[:] = 0
        if restricted:
            mine_allowed = mine_allowed[beliefs.allowed_offsets[b] : beliefs.allowed_offsets[b + 1]]
            for r in range(beliefs.rows.shape[1]):
                add_hints(game.letters, hints, beliefs.rows[b, r, 0], beliefs.rows[b, r, 1])
        if not all_allowed(game, mine, mine_allowed):
            out[b] = REFUSED
            continue
        by_hand = np.uint64(0)
        if mine.size > 2 or truncated:
            by_hand = hand_key(game, memo.names, mine_allowed, hints, room)
        out[b] = solve_belief(game, plan, memo, work, mine, mine_allowed, hints, by_hand, level, steps, decide)


@kernel
def solve_belief(game, plan, memo, work, root, root_allowed, root_hints, root_key, level, steps, decide):
    """Give the cost of a policy from a belief, or (`decide`) its guess there.

    The cost of a policy is that of its guess and of the policy on the classes of the guess; its guess is that of least
    cost when the policy below goes on. This recursion runs on an explicit stack of frames, each the cost of one policy
    from one belief. A frame's `q` holds what is known of its present guess and a lower bound for the rest; a candidate
    is dropped as soon as that is no less than the least Q-factor so far. `root_key` is part of the key of each belief.
    """
    weight, heaviest = np.int64(0), np.int64(0)
    for m in root:
        weight += game.weights[m]
        heaviest = max(heaviest, game.weights[m])
    if not decide:
        cost = known_cost(plan, level, steps, root.size, weight, heaviest)
        if cost >= 0:
            return cost
    frames = np.zeros(8, FRAME)
    parts = np.zeros(512, PART)
    members = np.empty(4 * root.size + 64, np.int32)
    copy_to(members, 0, root)
    candidates = np.empty(64, np.int32)
    allowed = copied(root_allowed)
    hints = np.zeros((8, root_hints.size), root_hints.dtype)
    copy_to(hints[0], 0, root_hints)
    ends = np.zeros(game.cells + 1, np.int64)
    depth = 0
    frame = frames[0]
    frame["level"], frame["steps"], frame["last"], frame["top"] = level, steps, root.size, root.size
    frame["allowed_last"] = allowed.size
    frame["key"] = root_key ^ belief_key(memo.names, root, root_hints)
    while True:
        frame = frames[depth]
        if frame["opened"] == 0:
            frame["opened"] = 1
            mine = members[frame["first"] : frame["last"]]
            mine_allowed = allowed[frame["allowed"] : frame["allowed_last"]]
            level = frame["level"]
            wanted = min(plan.widths[level], mine_allowed.size)
            candidates = grown(candidates, frame["candidate"] + wanted + plan.heaviest[level])
            found = candidates[frame["candidate"] :]
            frame["candidates_last"] = frame["candidate"] + list_candidates(
                game, plan, work, mine, mine_allowed, level, found
            )
            frame["least"] = np.inf
            if level == 0 or frame["candidates_last"] == frame["candidate"] + 1:
                frame["followed"] = 1
                frame["best"] = found[0]
                frame["candidate"] += 1
        elif frame["part"] < frame["parts_last"]:
            part = parts[frame["part"]]
            frame["part"] += 1
            if depth + 1 == hints.shape[0]:
                hints = twice_rows(hints)
            frames = grown(frames, depth + 2)
            frame = frames[depth]
            child = frames[depth + 1]
            child["level"] = frame["level"] - 1 + frame["followed"]
            child["steps"] = steps_below(plan, frame)
            child["first"], child["last"] = part["first"], part["last"]
            child["top"] = frame["top"] + frame["last"] - frame["first"]
            child["opened"] = child["followed"] = 0
            child["candidate"] = frame["candidates_last"]
            child["part"] = child["parts_first"] = child["parts_last"] = frame["parts_last"]
            child["key"] = part["key"]
            allowed = thin_out(game, frame, child, part["code"], hints, depth, allowed)
            depth += 1
            continue
        elif frame["followed"] == 1:
            cost = frame["q"]
            remember_cost(memo, salted_key(frame["key"], frame["level"], frame["steps"]), cost)
            if depth == 0:
                return cost
            depth -= 1
            frame = frames[depth]
            frame["q"] += cost - parts[frame["part"] - 1]["bound"]
            if frame["followed"] == 0 and frame["q"] >= frame["least"]:
                frame["part"] = frame["parts_last"]
            continue
        elif frame["q"] < frame["least"]:
            frame["least"], frame["best"] = frame["q"], frame["guess"]
        if frame["followed"] == 0 and frame["candidate"] < frame["candidates_last"]:
            frame["guess"] = candidates[frame["candidate"]]
            frame["candidate"] += 1
        else:
            frame["followed"] = 1
            frame["guess"] = frame["best"]
        if decide and depth == 0 and frame["followed"] == 1:
            return np.float64(frame["best"])
        size = frame["last"] - frame["first"]
        members = grown(members, frame["top"] + size)
        parts = grown(parts, frame["parts_first"] + size)
        divide_frame(game, plan, memo, frame, members, parts, hints[depth], root_key, ends)
        if frame["followed"] == 0:
            if frame["q"] >= frame["least"]:
                frame["part"] = frame["parts_last"]
        elif frame["part"] < frame["parts_last"]:
            part = parts[frame["part"]]
            if part["last"] - part["first"] == size:
                return np.float64(STUCK - frame["guess"])


@kernel
def list_candidates(game, plan, work, members, allowed, level, out):
    """Write the candidates of a level into `out`, the best first; where one is best beyond doubt, only that.

    No policy needs less than 2W - w for words of weight W in all and w at most, which is what the heaviest candidate
    needs if it tells all words apart. Under the uniform prior nothing but that is better than any guess that tells all
    words apart. (A terminal cost may say otherwise, but not with a single word left.)
    """
    sure = plan.steps[level] == NO_LIMIT or members.size == 1
    if sure:
        out[0] = perfect_candidate(game, members, allowed, level > 0 or plan.rule.bonus > 0, work)
        if out[0] >= 0:
            return 1
    if level == 0:
        out[0] = best_guess(game, members, allowed, plan.rule, work)
        return 1
    counted = sure and pairs_decide(game, members, allowed, plan.rule)
    if counted:
        out[0] = count_all_pairs(game, members, work, True)
        if out[0] >= 0:
            return 1
    count = rank_guesses(game, members, allowed, plan.rule, work, counted, out[: min(plan.widths[level], allowed.size)])
    if plan.heaviest[level] > 0:
        ranked = count
        for m in heaviest_first(game.weights, members, work)[: plan.heaviest[level]]:
            guess, known = game.guess_of_hidden[m], False
            for i in range(ranked):
                known |= out[i] == guess
            if not known:
                out[count] = guess
                count += 1
    return count


@kernel
def divide_frame(game, plan, memo, frame, members, parts, hints, root_key, ends):
    """Sort a frame's belief into the classes of its guess: add up the costs known at sight, list the others."""
    row = game.codes[frame["guess"]]
    first, last, top = frame["first"], frame["last"], frame["top"]
    level, steps = frame["level"] - 1 + frame["followed"], steps_below(plan, frame)
    filled = sort_by_code(row, members, first, last, top, ends)
    weight = np.int64(0)
    for i in range(first, last):
        weight += game.weights[members[i]]
    q = np.float64(weight)
    count = frame["parts_first"]
    start = top
    while start < filled:
        code = np.int64(row[members[start]])
        stop = -ends[code] - 1
        ends[code] = 0
        if code != game.solved:
            key, weight, heaviest = root_key, np.int64(0), np.int64(0)
            for i in range(start, stop):
                key ^= memo.names.words[members[i]]
                weight += game.weights[members[i]]
                heaviest = max(heaviest, game.weights[members[i]])
            cost = known_cost(plan, level, steps, stop - start, weight, heaviest)
            if cost < 0:
                if hints.size > 0:
                    more = copied(hints)
                    add_hints(game.letters, more, frame["guess"], code)
                    key ^= hints_key(memo.names, more)
                cost = recall_cost(memo, salted_key(key, level, steps))
            if cost < 0:
                cost = np.float64(2 * weight - heaviest) if steps == NO_LIMIT else 0.0
                part = parts[count]
                part["first"], part["last"], part["code"] = start, stop, code
                part["key"], part["bound"] = key, cost
                count += 1
            q += cost
        start = stop
    frame["q"], frame["part"], frame["parts_last"] = q, frame["parts_first"], count


@kernel
def known_cost(plan, level, steps, size, weight, heaviest):
    """Give a cost that is known without search, or -1: terminal costs, one word, and two, the heavier one first."""
    if steps == 0:
        return plan.terminals[level + 1, size] * weight
    if size == 1:
        return np.float64(weight)
    if size == 2 and steps != 1 and plan.steps[level] == NO_LIMIT:
        return np.float64(2 * weight - heaviest)
    return -1.0


@kernel
def steps_below(plan, frame):
    """Give the guesses left before the terminal cost once the frame's present guess is made."""
    if frame["followed"] == 0:
        return plan.steps[frame["level"]]
    return max(frame["steps"] - 1, np.int64(NO_LIMIT))


@kernel
def salted_key(key, level, steps):
    """Make the key of a policy's cost from that of its belief; different for each level and number of steps."""
    return key ^ (np.uint64(level) << np.uint64(58)) ^ (np.uint64(steps + 1) << np.uint64(40))


@kernel
def recall_cost(memo, key):
    """Give the cost remembered under a key, or -1."""
    place = key >> np.uint64(64 - MEMO_BITS)
    return memo.costs[place] if memo.keys[place] == key else -1.0


@kernel
def remember_cost(memo, key, cost):
    """Store a cost."""
    place = key >> np.uint64(64 - MEMO_BITS)
    memo.keys[place], memo.costs[place] = key, cost

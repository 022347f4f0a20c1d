"""The cost of policies and of rollouts on them, to any depth of nesting, on a stack and with a memo."""

from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.arrays import DONE, PAUSED, SCRATCH, Arrays, Batch, allocate, copy_to, items, sizes_of
from wordlelib.kernels.beliefs import (
    DEPTH,
    Keys,
    all_allowed,
    belief_key,
    hints_key,
    lacking_room,
    override_key,
    push_class,
    sort_by_code,
)
from wordlelib.kernels.hints import add_hints
from wordlelib.kernels.jit import kernel, record
from wordlelib.kernels.ranking import (
    Rule,
    best_guess,
    count_all_pairs,
    heaviest_first,
    pairs_decide,
    perfect_candidate,
    rank_guesses,
)
from wordlelib.kernels.values import Values, estimated_cost

NO_LIMIT = -1  # guesses before a terminal cost that never comes
REFUSED, STUCK = -1, -2  # instead of what was found; costs and guesses are no less than 0
MEMO_BITS = 19  # 2**19 places of 16 bytes: 8 MB for each game and policy


@record
class Plan(NamedTuple):
    """The policies as kernels see them, level by level; level 0 is the greedy base policy."""

    rule: Rule  # the score that ranks candidates
    widths: Annotated[np.ndarray, np.int64, "levels"]  # how many candidates the ranking gives
    heaviest: Annotated[np.ndarray, np.int64, "levels"]  # how many of the heaviest words join them
    steps: Annotated[np.ndarray, np.int64, "levels"]  # the guesses before the terminal cost, or NO_LIMIT
    # Whether no belief of weight W whose heaviest word weighs w is charged less than 2 W - w, and one word just w.
    bounded: Annotated[np.ndarray, np.bool_, "levels"]
    values: Values  # the terminal costs


@record
class Memo(NamedTuple):
    """Costs that were found: a table with one place for each hash key, the newest wins.

    The hash key is that of the belief (`beliefs.Keys`), mixed with the policy and the guesses before a terminal cost.
    """

    names: Keys
    keys: Annotated[np.ndarray, np.uint64, 2**MEMO_BITS]
    costs: Annotated[np.ndarray, np.float64, 2**MEMO_BITS]


FRAME = items(
    "level steps",  # the policy, and its guesses before the terminal cost
    "first last top",  # its belief in `members`, and where classes may be written
    "allowed allowed_last",
    "opened followed",  # followed: the policy has chosen, and `guess` is its guess
    "guess best",
    "candidate candidates_last",  # what is still to be tried, in `candidates`
    "part parts_first parts_last",  # classes still to be costed, in `parts`
    key=np.uint64,
    q=np.float64,
    least=np.float64,
)
PART = items("first last code", key=np.uint64, bound=np.float64)


@record
class Run(NamedTuple):
    """A batch of beliefs on its way; `beliefs` explains the stack."""

    frames: Annotated[np.ndarray, FRAME, 8]
    parts: Annotated[np.ndarray, PART, 512]
    members: Annotated[np.ndarray, np.int32, "4 * words + 64", SCRATCH]
    allowed: Annotated[np.ndarray, np.int32, "2 * listed + 64", SCRATCH]
    hints: Annotated[np.ndarray, "letter", 8, "hints"]
    candidates: Annotated[np.ndarray, np.int64, 64, SCRATCH]  # the frames' candidates
    ends: Annotated[np.ndarray, np.int64, "cells + 1"]  # where classes end
    spare: Annotated[np.ndarray, np.int32, "guesses", SCRATCH]  # room to compare the allowed guesses with the history's
    # The top of the stack (-1 between beliefs), the belief, the policy's level and its guesses before the terminal
    # cost, whether it decides, and the pairs of words and guesses looked at since the kernel was called.
    at: Annotated[np.ndarray, np.int64, 6]
    key: Annotated[np.ndarray, np.uint64, 1]  # part of the key of each belief in the stack
    out: Annotated[np.ndarray, np.float64, "beliefs", SCRATCH]  # what was found


_, BELIEF, LEVEL, STEPS, DECIDES, LOOKED = range(6)
CANDIDATES = Run._fields.index("candidates")


def new_run(game: Arrays, plan: Plan, memo: Memo, beliefs: Batch, decide: bool) -> Run:
    """Begin to decide beliefs by the highest level, or to find their costs under the level below."""
    level = plan.widths.size - (1 if decide else 2)
    steps = NO_LIMIT if decide else plan.steps[level + 1]
    words, listed = (int(np.diff(x).max(initial=0)) for x in (beliefs.offsets, beliefs.allowed_offsets))
    more = {"words": words, "listed": listed, "hints": len(memo.names.hints), "beliefs": beliefs.offsets.size - 1}
    return allocate(Run, sizes_of(game, **more), at=np.array([-1, 0, level, steps, decide, 0]))


@kernel
def run_beliefs(game, plan, memo, beliefs, work, run, budget):
    """Go on with a run until it is DONE, has looked at so many pairs (PAUSED), or lacks room in the array given.

    The cost of a policy is that of its guess and of the policy on the classes of the guess; its guess is that of least
    cost when the policy below goes on. This recursion runs on an explicit stack of frames, each the cost of one policy
    from one belief. A frame's `q` holds what is known of its present guess and a lower bound for the rest; a candidate
    is dropped as soon as that is no less than the least Q-factor so far.

    In `run.out`, REFUSED stands for a belief with a word that may not be guessed, and STUCK less the number of a guess
    for one from which a truncated policy would make that guess, which tells nothing, for ever.
    """
    at = run.at
    at[LOOKED] = 0
    while at[BELIEF] < run.out.size:
        if at[DEPTH] < 0:
            begin_belief(game, plan, memo, beliefs, run)
        while at[DEPTH] >= 0:
            frame = run.frames[at[DEPTH]]
            if frame["opened"] == 0:
                if at[LOOKED] > budget:
                    return np.int64(PAUSED)
                lack = lacking_array(plan, frame, run)
                if lack >= 0:
                    return lack
                open_frame(game, plan, work, frame, run)
            elif frame["part"] < frame["parts_last"]:
                enter_part(game, plan, frame, run)
                continue
            elif frame["followed"] == 1:
                leave_frame(memo, frame, run)
                continue
            elif frame["q"] < frame["least"]:
                frame["least"], frame["best"] = frame["q"], frame["guess"]
            make_guess(game, plan, memo, frame, run)
        at[BELIEF] += 1
    return np.int64(DONE)


@kernel
def begin_belief(game, plan, memo, beliefs, run):
    """Push the next belief of a batch, unless its cost is known at sight or one of its words may not be guessed."""
    b, restricted, unbounded = run.at[BELIEF], game.letters.size > 0, False
    for bounded in plan.bounded:
        unbounded |= not bounded
    mine, allowed = beliefs.members[beliefs.offsets[b] : beliefs.offsets[b + 1]], beliefs.allowed
    hints = run.hints[0]
    hints[:] = 0
    if restricted:
        allowed = allowed[beliefs.allowed_offsets[b] : beliefs.allowed_offsets[b + 1]]
        for r in range(beliefs.rows.shape[1]):
            add_hints(game.letters, hints, beliefs.rows[b, r, 0], beliefs.rows[b, r, 1])
    if not all_allowed(game, mine, allowed):
        run.out[b] = REFUSED
        return
    level, steps = run.at[LEVEL], run.at[STEPS]
    if run.at[DECIDES] == 0:
        weight, heaviest = np.int64(0), np.int64(0)
        for m in mine:
            weight += game.weights[m]
            heaviest = max(heaviest, game.weights[m])
        run.out[b] = known_cost(game, plan, level, steps, mine, weight, heaviest)
        if run.out[b] >= 0:
            return
    run.key[0] = 0
    if mine.size > 2 or unbounded:
        run.key[0] = override_key(game, memo.names, allowed, hints, run.spare)
    copy_to(run.members, 0, mine)
    copy_to(run.allowed, 0, allowed)
    frame = run.frames[0]
    frame["level"], frame["steps"], frame["first"], frame["allowed"] = level, steps, 0, 0
    frame["last"] = frame["top"] = mine.size
    frame["allowed_last"] = allowed.size
    frame["opened"] = frame["followed"] = frame["candidate"] = 0
    frame["part"] = frame["parts_first"] = frame["parts_last"] = 0
    frame["key"] = run.key[0] ^ belief_key(memo.names, mine, hints)
    run.at[DEPTH] = 0


@kernel
def lacking_array(plan, frame, run):
    """Return the number of an array in which a new frame lacks room, or -1."""
    allowed = frame["allowed_last"] - frame["allowed"]
    listed = min(plan.widths[frame["level"]], allowed) + plan.heaviest[frame["level"]]
    return np.int64(CANDIDATES) if frame["candidate"] + listed > run.candidates.size else lacking_room(run, frame)


@kernel
def open_frame(game, plan, work, frame, run):
    """List the candidates of a frame; if there is only one, or none is needed, the policy has chosen."""
    frame["opened"] = 1
    mine = run.members[frame["first"] : frame["last"]]
    allowed = run.allowed[frame["allowed"] : frame["allowed_last"]]
    if mine.size > 2:
        run.at[LOOKED] += mine.size * allowed.size
    found = run.candidates[frame["candidate"] :]
    count = list_candidates(game, plan, work, mine, allowed, frame["level"], found)
    frame["candidates_last"] = frame["candidate"] + count
    frame["least"] = np.inf
    if frame["level"] == 0 or count == 1:
        frame["followed"] = 1
        frame["best"] = found[0]
        frame["candidate"] += 1


@kernel
def enter_part(game, plan, frame, run):
    """Push the next class of a frame's guess."""
    part, child = run.parts[frame["part"]], run.frames[run.at[DEPTH] + 1]
    child["level"] = frame["level"] - 1 + frame["followed"]
    child["steps"] = steps_below(plan, frame)
    child["opened"] = child["followed"] = 0
    child["candidate"] = frame["candidates_last"]
    child["key"] = part["key"]
    push_class(game, frame, run)
    frame["part"] += 1


@kernel
def leave_frame(memo, frame, run):
    """Remember what a frame costs, pop it, and add its cost to the frame below or to what was found."""
    cost = frame["q"]
    remember_cost(memo, salted_key(frame["key"], frame["level"], frame["steps"]), cost)
    run.at[DEPTH] -= 1
    if run.at[DEPTH] < 0:
        run.out[run.at[BELIEF]] = cost
        return
    below = run.frames[run.at[DEPTH]]
    below["q"] += cost - run.parts[below["part"] - 1]["bound"]
    if below["followed"] == 0 and below["q"] >= below["least"]:
        below["part"] = below["parts_last"]


@kernel
def make_guess(game, plan, memo, frame, run):
    """Try a frame's next candidate, or follow the best one when all were tried."""
    if frame["followed"] == 0 and frame["candidate"] < frame["candidates_last"]:
        frame["guess"] = run.candidates[frame["candidate"]]
        frame["candidate"] += 1
    else:
        frame["followed"] = 1
        frame["guess"] = frame["best"]
    if run.at[DECIDES] == 1 and run.at[DEPTH] == 0 and frame["followed"] == 1:
        run.out[run.at[BELIEF]] = frame["best"]
        run.at[DEPTH] = -1
        return
    divide_frame(game, plan, memo, frame, run)
    if frame["followed"] == 0:
        if frame["q"] >= frame["least"]:
            frame["part"] = frame["parts_last"]
    elif frame["part"] < frame["parts_last"]:
        part = run.parts[frame["part"]]
        if part["last"] - part["first"] == frame["last"] - frame["first"]:
            run.out[run.at[BELIEF]] = STUCK - frame["guess"]
            run.at[DEPTH] = -1


@kernel
def list_candidates(game, plan, work, members, allowed, level, out):
    """Write the candidates of a level into `out`, the best first; where one is best beyond doubt, only that.

    No policy needs less than 2W - w for words of weight W in all and w at most, which is what the heaviest word
    needs if it tells all words apart. Under the uniform prior nothing but that is better than any guess that tells all
    words apart. (A terminal cost that is not bounded may say otherwise, but not with a single word left.)
    """
    sure = plan.bounded[level] or members.size == 1
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
        heaviest_first(game.weights, members, work)
        for m in work.order[: min(plan.heaviest[level], members.size)]:
            guess, known = game.guess_of_hidden[m], False
            for i in range(ranked):
                known |= out[i] == guess
            if not known:
                out[count] = guess
                count += 1
    return count


@kernel
def divide_frame(game, plan, memo, frame, run):
    """Sort a frame's belief into the classes of its guess: add up the costs known at sight, list the others."""
    row, members, ends, hints = game.codes[frame["guess"]], run.members, run.ends, run.hints[run.at[DEPTH]]
    first, last, top = frame["first"], frame["last"], frame["top"]
    level, steps = frame["level"] - 1 + frame["followed"], steps_below(plan, frame)
    bounded = steps == NO_LIMIT or plan.bounded[level + 1]
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
            key, weight, heaviest = run.key[0], np.int64(0), np.int64(0)
            for i in range(start, stop):
                key ^= memo.names.words[members[i]]
                weight += game.weights[members[i]]
                heaviest = max(heaviest, game.weights[members[i]])
            cost = known_cost(game, plan, level, steps, members[start:stop], weight, heaviest)
            if cost < 0:
                if hints.size > 0:
                    more = run.hints[run.at[DEPTH] + 1]
                    copy_to(more, 0, hints)
                    add_hints(game.letters, more, frame["guess"], code)
                    key ^= hints_key(memo.names, more)
                cost = recall_cost(memo, salted_key(key, level, steps))
            if cost < 0:
                cost = np.float64(2 * weight - heaviest) if bounded else 0.0
                part = run.parts[count]
                part["first"], part["last"], part["code"] = start, stop, code
                part["key"], part["bound"] = key, cost
                count += 1
            q += cost
        start = stop
    frame["q"], frame["part"], frame["parts_last"] = q, frame["parts_first"], count


@kernel
def known_cost(game, plan, level, steps, members, weight, heaviest):
    """Return a cost that is known without search, or -1: terminal costs, one word, and two, the heavier one first."""
    if steps == 0:
        return estimated_cost(game, plan.values, level + 1, members, weight)
    if members.size == 1:
        return np.float64(weight)
    if members.size == 2 and plan.bounded[level] and (steps != 1 or plan.bounded[level + 1]):
        return np.float64(2 * weight - heaviest)
    return -1.0


@kernel
def steps_below(plan, frame):
    """Return the guesses left before the terminal cost once the frame's present guess is made."""
    if frame["followed"] == 0:
        return plan.steps[frame["level"]]
    return max(frame["steps"] - 1, np.int64(NO_LIMIT))


@kernel
def salted_key(key, level, steps):
    """Make the key of a policy's cost from that of its belief; different for each level and number of steps."""
    return key ^ (np.uint64(level) << np.uint64(58)) ^ (np.uint64(steps + 1) << np.uint64(40))


@kernel
def recall_cost(memo, key):
    """Return the cost remembered under a key, or -1."""
    place = key >> np.uint64(64 - MEMO_BITS)
    return memo.costs[place] if memo.keys[place] == key else -1.0


@kernel
def remember_cost(memo, key, cost):
    """Store a cost."""
    place = key >> np.uint64(64 - MEMO_BITS)
    memo.keys[place], memo.costs[place] = key, cost

"""Tree search: select, expand and back up in flat arrays; `wordlelib/mcts.py` says what they mean."""

import math
from typing import NamedTuple

import numpy as np

from wordlelib.kernels.arrays import copied, copy_to, grown, twice_rows
from wordlelib.kernels.beliefs import Keys, belief_key, sort_by_code
from wordlelib.kernels.hints import add_hints, honour_hints
from wordlelib.kernels.jit import kernel
from wordlelib.kernels.lowering import empty, record, zeros
from wordlelib.kernels.ranking import (
    Rule,
    Workspace,
    count_all_pairs,
    heaviest_first,
    pairs_decide,
    perfect_candidate,
    rank_guesses,
    win_weight,
)
from wordlelib.kernels.repeats import Counts, count_one_by_one
from wordlelib.kernels.samplers import ArmRule, choose_arm
from wordlelib.kernels.scores import INFORMATION, sparse_cost, weighted_cost
from wordlelib.kernels.sorting import least_of, place_in, sort_by

ROOT, NONE = 0, -1


SOLVED, SINGLE = -2, -3


NEVER = 2**60


FIRST_LIST = 8


ROUNDING = 1e-20


BUCKETS, EXACT_BUCKETS = 24, 8


NODES, EDGES, CHILDREN, MEMBERS, ROWS = range(5)


NODE = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("first", "last", "weight"),  # the belief in `members`
            *("parent", "guess", "code"),  # how it was first reached
            *("edges", "active", "listed", "room"),  # its guesses: in the tree, then those next in line
            *("rest",),  # least bound of all guesses that are not listed
            *("visits", "most"),  # its own, and those of its most visited guess
            *("lower", "upper", "plan"),  # bounds on the total, and the guess behind the upper one
            *("best",),  # the active guess of least value
            *("changes",),  # its row in the statistics
        )
    ]
    + [("value", np.float64), ("key", np.uint64)]
)


EDGE = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("guess", "visits"),
            *("lower", "upper"),
            *("children", "children_last"),
            *("certain",),  # what no child enters: this guess, and the last one where it leaves a single word
        )
    ]
    + [("first", np.float64), ("value", np.float64)]
)


CHANGES = np.dtype([("count", np.int64), ("mean", np.float64), ("square", np.float64)])


@record
class Tree(NamedTuple):
    """The tree; each array grows by doubling.

    Attributes
    ----------
    nodes, edges : arrays of NODE and EDGE
        Beliefs, and the guesses that are listed at them.
    children : ndarray of int64
        The nodes to which each expanded guess leads, guess by guess.
    members : ndarray of int32
        The words of each node.
    hints : array, shape (nodes, hints)
        The binding hints at each node.
    changes : array of CHANGES, shape (rows, BUCKETS)
        What visits changed, a row for each node that was simulated.
    places : ndarray of int64, shape (a power of two,)
        The nodes by their keys, numbered from 1; 0 is free.
    used : ndarray of int64, shape (5,)
        How many NODES, EDGES, CHILDREN, MEMBERS and ROWS of `changes` there are.
    """

    nodes: np.ndarray
    edges: np.ndarray
    children: np.ndarray
    members: np.ndarray
    hints: np.ndarray
    changes: np.ndarray
    places: np.ndarray
    used: np.ndarray


@record
class Config(NamedTuple):
    """A search's settings, which `mcts.TreeSearch` explains.

    Attributes
    ----------
    rule
        What the sampler does.
    width
        How many guesses a node has; 0 stands for widening.
    sampled
        Whether backups are.
    debias, centred, bounds, shared
        As they are called there.
    predicted
        Whether a policy predicts what new nodes cost.
    """

    rule: ArmRule
    width: int
    sampled: bool
    debias: bool
    centred: bool
    bounds: bool
    shared: bool
    predicted: bool


@record
class Room(NamedTuple):
    """What kernels use again and again.

    Attributes
    ----------
    rule, work, counts
        To rank guesses by information, and to count repeats.
    keys
        The numbers that name beliefs.
    root_allowed : ndarray of int32
        The guesses allowed where the search begins, ascending.
    allowed : ndarray of int32, shape (guesses,)
        Those that are allowed at a node.
    ends : ndarray of int64, shape (codes + 1,)
        Room to sort classes; comes and goes all zero.
    guesses, firsts, bounds : ndarrays of int64, float64 and int64, shape (guesses,)
        The most promising guesses of a node, their first estimates, and bounds on their totals.
    ahead, spreads : ndarray of float64, shape (BUCKETS + 1,)
        The mean changes of a node's visits, and the mean squares.
    """

    rule: Rule
    work: Workspace
    counts: Counts
    keys: Keys
    root_allowed: np.ndarray
    allowed: np.ndarray
    ends: np.ndarray
    guesses: np.ndarray
    firsts: np.ndarray
    bounds: np.ndarray
    ahead: np.ndarray
    spreads: np.ndarray


@record
class Belief(NamedTuple):
    """A belief: its members, the hints that bind, and the key of both."""

    members: np.ndarray
    hints: np.ndarray
    key: np.uint64


@record
class Origin(NamedTuple):
    """How a belief was first reached: from which node, by which guess and code; all NONE where a search begins."""

    parent: int
    guess: int
    code: np.int64


@record
class Task(NamedTuple):
    """What to do.

    Attributes
    ----------
    node
        Where to search, or NONE to find the node of a belief.
    target
        The total that ends the search once it needs no more.
    path : ndarray of int64, shape (guesses, 3)
        What waits to be backed up, as from `descend`.
    belief
        The belief to find.
    """

    node: int
    target: int
    path: np.ndarray
    belief: Belief


@kernel
def advance(config, game, tree, room, rng, task, trace):
    """Make iterations from a node until the trace is full, the node is proven or needs no more than the target.

    Gives how many were made, and the last path. There is one entry for all, so that it is compiled once: where new
    nodes wait for what a policy needs from them, it stops, and is called again with the path to back it up; and with a
    belief to find, it makes no iteration and gives its node.
    """
    path, belief = task.path, task.belief
    if task.node == NONE:
        known = look_up_node(tree, belief.key)
        if known == NONE:
            tree, known = add_node(config, game, tree, room, belief, Origin(NONE, NONE, np.int64(NONE)))
            tree.places[place_of_node(tree.nodes, tree.places, belief.key)] = known + 1
        return tree, known, path
    waiting = path.shape[0] > 0
    for i in range(trace.best.size):
        if not waiting:
            if is_over(config, tree, task.node, task.target):
                return tree, np.int64(i), path
            tree, path = descend(config, game, tree, room, rng, task.node)
            if config.predicted:
                return tree, np.int64(i), path
        tree = back_up(config, tree, room, path)
        note_trace(tree, task.node, trace, i)
        if waiting:
            return tree, np.int64(1), path
    return tree, np.int64(trace.best.size), path


@kernel
def is_over(config, tree, root, target):
    """Say whether there is nothing to do at a root."""
    return not is_open(config, tree, root) or tree.nodes[root]["upper"] <= target


@kernel
def is_open(config, tree, node):
    """Say whether a node is still to be simulated: it has two words at least and, with bounds, is not proven."""
    record = tree.nodes[node]
    closed = config.bounds and record["lower"] >= record["upper"]
    return record["last"] - record["first"] > 1 and not closed


@kernel
def note_trace(tree, root, trace, i):
    """Write what the root knows after an iteration."""
    record = tree.nodes[root]
    trace.best[i] = tree.edges[record["edges"] + record["best"]]["guess"]
    trace.value[i], trace.lower[i], trace.upper[i] = record["value"], record["lower"], record["upper"]


@kernel
def descend(config, game, tree, room, rng, root):
    """Select a guess at the root and at nodes below it, and expand those tried for the first time.

    Gives the path: rows of node, place of the guess at the node, and with sampled backups what was reached, a node or
    SOLVED or SINGLE. A node comes after its parent.
    """
    path, count = empty((64, 3), np.int64), 0
    pending, waiting = empty(64, np.int64), 1
    pending[0] = root
    while waiting > 0:
        waiting -= 1
        node = pending[waiting]
        tree, place = select_guess(config, game, tree, room, rng, node)
        if count == path.shape[0]:
            path = twice_rows(path)
        path[count, 0], path[count, 1], path[count, 2] = node, place, NONE
        edge = tree.edges[tree.nodes[node]["edges"] + place]
        if config.sampled:
            before = tree.used[NODES]
            tree, reached = sample_class(config, game, tree, room, rng, node, edge["guess"])
            path[count, 2] = reached
            if 0 <= reached < before and is_open(config, tree, reached):
                pending[0], waiting = reached, 1
        elif edge["children"] == NONE:
            tree = expand_guess(config, game, tree, room, node, place)
        else:
            first, last = edge["children"], edge["children_last"]
            pending = grown(pending, waiting + last - first)
            for i in range(last - 1, first - 1, -1):
                if is_open(config, tree, tree.children[i]):
                    pending[waiting] = tree.children[i]
                    waiting += 1
        count += 1
    return tree, path[:count]


@kernel
def select_guess(config, game, tree, room, rng, node):
    """Give the place of the guess that the sampler picks; let the next one join if the least simulated is picked.

    With bounds, a guess that cannot be better than the best strategy found is out of the race, unless all are and no
    other can join.
    """
    count, every = 0, not config.bounds
    while True:
        record = tree.nodes[node]
        active = record["active"]
        values, spreads = empty(active, np.float64), empty(active, np.float64)
        firsts, visits, places = empty(active, np.float64), empty(active, np.int64), empty(active, np.int64)
        judge_guesses(config, tree, room, node, values, spreads)
        for place in range(active):
            edge = tree.edges[record["edges"] + place]
            if every or edge["lower"] < record["upper"]:
                values[count], spreads[count] = values[place], spreads[place]
                firsts[count], visits[count], places[count] = edge["first"], edge["visits"], place
                count += 1
        if count > 0:
            break
        every = config.width > 0
        if not every:
            tree = join_guess(config, game, tree, room, node)
    chosen = choose_arm(config.rule, values[:count], visits[:count], firsts[:count], spreads[:count], rng)
    if config.width == 0 and visits[chosen] == least_of(visits[:count]):
        tree = join_guess(config, game, tree, room, node)
    return tree, places[chosen]


@kernel
def join_guess(config, game, tree, room, node):
    """Let the most promising guess that is not yet in the tree join the guesses of a node, if there is one."""
    record = tree.nodes[node]
    if record["active"] == record["listed"] and record["rest"] < (record["upper"] if config.bounds else NEVER):
        tree = list_guesses(config, game, tree, room, node, 2 * record["room"])
        record = tree.nodes[node]
    record["active"] = min(record["active"] + 1, record["listed"])
    return tree


@kernel
def expand_guess(config, game, tree, room, node, place):
    """Give a guess its children: a node for each class of two words or more."""
    nodes, edges, children, members, hints, changes, places, used = tree
    record = nodes[node]
    guess = edges[record["edges"] + place]["guess"]
    size = record["last"] - record["first"]
    sorted_members = empty(2 * size, np.int32)
    copy_to(sorted_members, 0, members[record["first"] : record["last"]])
    filled = sort_by_code(game.codes[guess], sorted_members, 0, size, size, room.ends)
    children = grown(children, used[CHILDREN] + size)
    first, certain = used[CHILDREN], record["weight"]
    tree = Tree(nodes, edges, children, members, hints, changes, places, used)
    start = size
    while start < filled:
        code = np.int64(game.codes[guess, sorted_members[start]])
        stop = -room.ends[code] - 1
        room.ends[code] = 0
        if code != game.solved:
            if stop - start == 1:
                certain += game.weights[sorted_members[start]]
            else:
                mine = sorted_members[start:stop]
                tree, child = child_of(config, game, tree, room, Origin(node, guess, code), mine)
                tree.children[used[CHILDREN]] = child
                used[CHILDREN] += 1
        start = stop
    edge = tree.edges[tree.nodes[node]["edges"] + place]
    edge["children"], edge["children_last"], edge["certain"] = first, used[CHILDREN], certain
    return tree


@kernel
def sample_class(config, game, tree, room, rng, node, guess):
    """Draw a hidden word and give what the guess leads to: a node, or SINGLE, or SOLVED."""
    record = tree.nodes[node]
    mine = tree.members[record["first"] : record["last"]]
    drawn, i = rng.integers(0, record["weight"]), 0
    while drawn >= game.weights[mine[i]]:
        drawn -= game.weights[mine[i]]
        i += 1
    code = np.int64(game.codes[guess, mine[i]])
    if code == game.solved:
        return tree, np.int64(SOLVED)
    alike, count = empty(mine.size, np.int32), 0
    for m in mine:
        if game.codes[guess, m] == code:
            alike[count] = m
            count += 1
    if count == 1:
        return tree, np.int64(SINGLE)
    return child_of(config, game, tree, room, Origin(node, guess, code), alike[:count])


@kernel
def child_of(config, game, tree, room, origin, members):
    """Give the node of the members that get a code: new, or one that is known."""
    hints = copied(tree.hints[origin.parent])
    if hints.size > 0:
        add_hints(game.letters, hints, origin.guess, origin.code)
    key = belief_key(room.keys, members, hints)
    known = look_up_node(tree, key) if config.shared else np.int64(NONE)
    if known != NONE:
        return tree, known
    return add_node(config, game, tree, room, Belief(members, hints, key), origin)


@kernel
def add_node(config, game, tree, room, belief, origin):
    """Make a node for a belief."""
    members, hints, key = belief
    nodes, edges, children, pool, all_hints, changes, places, used = tree
    node, first = used[NODES], used[MEMBERS]
    nodes = grown(nodes, node + 1)
    pool = grown(pool, first + members.size)
    if node == all_hints.shape[0]:
        all_hints = twice_rows(all_hints)
    if 2 * (node + 1) > places.size:
        larger = zeros(2 * places.size, np.int64)
        for place in places:
            if place > 0:
                larger[place_of_node(nodes, larger, nodes[place - 1]["key"])] = place
        places = larger
    copy_to(pool, first, members)
    copy_to(all_hints[node], 0, hints)
    used[NODES], used[MEMBERS] = node + 1, first + members.size
    record = nodes[node]
    record["first"], record["last"], record["key"] = first, first + members.size, key
    record["parent"], record["guess"], record["code"] = origin
    record["edges"] = record["changes"] = NONE
    record["active"] = record["listed"] = record["room"] = record["best"] = record["visits"] = record["most"] = 0
    record["rest"] = NEVER
    if config.shared:
        places[place_of_node(nodes, places, key)] = node + 1
    tree = Tree(nodes, edges, children, pool, all_hints, changes, places, used)
    return assess_node(config, game, tree, room, node), node


@kernel
def assess_node(config, game, tree, room, node):
    """Give a new node its bounds and its first value, and list its most promising guesses unless it is proven."""
    record = tree.nodes[node]
    mine = tree.members[record["first"] : record["last"]]
    weight, upper = np.int64(0), np.int64(0)
    heaviest = mine[0]
    if game.uniform:
        weight, upper = mine.size, mine.size * (mine.size + 1) // 2
    else:
        order = heaviest_first(game.weights, mine, room.work)
        heaviest = np.int32(order[0])
        for i in range(order.size):
            weight += game.weights[order[i]]
            upper += (i + 1) * game.weights[order[i]]
    record["weight"], record["upper"], record["plan"] = weight, upper, game.guess_of_hidden[heaviest]
    record["lower"] = 2 * weight - game.weights[heaviest]
    if config.bounds and mine.size > 2:
        allowed = allowed_at(game, tree.hints[node], room)
        perfect, value = perfect_candidate(game, mine, allowed, True, room.work), record["lower"]
        if perfect < 0 and pairs_decide(game, mine, allowed, room.rule):
            perfect, value = count_all_pairs(game, mine, room.work, True), 2 * weight
        if perfect >= 0:
            record["lower"], record["upper"], record["plan"] = value, value, perfect
    if is_open(config, tree, node):
        tree = list_guesses(config, game, tree, room, node, FIRST_LIST if config.width == 0 else config.width)
        record = tree.nodes[node]
        record["active"] = 1 if config.width == 0 else record["listed"]
        refresh_node(config, tree, room, node)
    else:
        record["value"] = record["upper"] / weight
    return tree


@kernel
def allowed_at(game, hints, room):
    """Give the guesses that hints allow, in order."""
    some = False
    for hint in hints:
        some |= hint > 0
    if not some:
        return room.root_allowed
    return room.allowed[: honour_hints(game.letters, game.letter_sets, room.root_allowed, hints, room.allowed)]


@kernel
def list_guesses(config, game, tree, room, node, most):
    """List the most promising guesses of a node, in order, after those that it has listed already.

    The first list of a node has FIRST_LIST guesses, each further one twice as many, as long as another guess may help.
    """
    nodes, edges, children, members, hints, changes, places, used = tree
    record = nodes[node]
    mine = members[record["first"] : record["last"]]
    allowed = allowed_at(game, hints[node], room)
    count, rest = most_promising(config, game, mine, allowed, most, room)
    before, first, listed = record["edges"], used[EDGES], record["listed"]
    edges = grown(edges, first + max(count, listed))
    for i in range(listed):
        edges[first + i] = edges[before + i]
    for i in range(listed, count):
        edge = edges[first + i]
        edge["guess"], edge["first"], edge["value"] = room.guesses[i], room.firsts[i], room.firsts[i]
        edge["lower"], edge["upper"], edge["children"] = room.bounds[i], NEVER, NONE
        edge["visits"] = 0
    used[EDGES] += max(count, listed)
    record["edges"], record["listed"], record["room"], record["rest"] = first, max(count, listed), most, rest
    return Tree(nodes, edges, children, members, hints, changes, places, used)


@kernel
def most_promising(config, game, members, allowed, most, room):
    """Write the guesses of least first estimate to the room, the best first, with their bounds.

    Gives how many they are, `most` or fewer, and the least bound of all others (NEVER if none is left). Guesses that
    tell nothing are left out. The guesses of most information are sure to be the best but for possible words, which may
    end the game; so these are all looked at.
    """
    n, rule, work = members.size, room.rule, room.work
    weight, apart = np.int64(0), np.int64(0)
    for m in members:
        weight += game.weights[m]
        apart += rule.table[game.weights[m]]
    ranked = room.guesses[: min(most, allowed.size)]
    rank_guesses(game, members, allowed, rule, work, False, ranked)
    found, firsts, size = empty(ranked.size + n, np.int32), empty(ranked.size + n, np.float64), 0
    limit = np.inf
    for i in range(ranked.size):
        guess = np.int64(ranked[i])
        estimate = first_estimate(game, members, guess, np.int64(0), weight, apart, room)
        if ranked.size < allowed.size:
            limit = estimate
        if win_weight(game, guess, members) == 0 and estimate < np.inf:
            found[size], firsts[size] = guess, estimate
            size += 1
    for m in members:
        guess = np.int64(game.guess_of_hidden[m])
        estimate = first_estimate(game, members, guess, game.weights[m], weight, apart, room)
        if estimate <= limit and estimate < np.inf:
            found[size], firsts[size] = guess, estimate
            size += 1
    order = work.order[:size]
    for i in range(size):
        order[i] = i
    sort_by(found, 1, order, work.room)
    sort_by(firsts, 1, order, work.room)
    listed = min(size, most)
    for i in range(listed):
        room.guesses[i], room.firsts[i], room.bounds[i] = found[order[i]], firsts[order[i]], weight
    if not config.bounds:
        complete = ranked.size == allowed.size and listed == size
        return listed, np.int64(NEVER if complete else 0)
    if pairs_decide(game, members, allowed, rule):
        return listed, bound_by_pairs(game, members, weight, listed, room)
    return listed, bound_one_by_one(game, members, allowed, weight, listed, room)


@kernel
def first_estimate(game, members, guess, win, weight, apart, room):
    """Estimate the cost of a guess from the entropy of its feedback, as if each further guess gained as much.

    With p its chance to win, this is p + (1 - p) (H(b) / H(z) + 1) (the AVTS essay's base predictor, as a cost).
    """
    table = room.rule.table
    if game.uniform:
        cost = sparse_cost(game.codes[guess], members, False, table, room.work.counts)
    else:
        cost = weighted_cost(
            game.codes[guess], members, game.weights, INFORMATION, table, room.work.counts, room.work.mass
        )
    if cost >= table[weight]:
        return np.inf
    p = win / weight
    return p + (1 - p) * ((table[weight] - apart) / (table[weight] - cost) + 1)


@kernel
def bound_by_pairs(game, members, weight, listed, room):
    """Bound the totals of the listed guesses from below, with pairs counted; give the least bound of all others.

    A guess after which the words of weight R are not the first of their class needs 2 W + R, less its own weight if it
    may be the hidden word (see `branch_and_bound.py`).
    """
    repeats, useless = room.work.doubles, members.size - 1
    for i in range(listed):
        guess = room.guesses[i]
        room.bounds[i] = 2 * weight + repeats[guess] - win_weight(game, guess, members)
        repeats[guess] = useless
    rest = np.int64(useless)
    for m in members:
        guess = game.guess_of_hidden[m]
        if repeats[guess] < useless:
            rest = min(rest, np.int64(repeats[guess]) - 1)
            repeats[guess] = useless
    fewest = np.uint8(255)
    for guess in range(repeats.size):
        fewest = min(fewest, repeats[guess])
    rest = min(rest, np.int64(fewest))
    return 2 * weight + rest if rest < useless else np.int64(NEVER)


@kernel
def bound_one_by_one(game, members, allowed, weight, listed, room):
    """Do what `bound_by_pairs` does for any prior and any list of allowed guesses."""
    heaviest = np.int64(1)
    if game.uniform:
        count_one_by_one(game, members, allowed, room.counts, False)
    else:
        order = heaviest_first(game.weights, members, room.work)
        heaviest = game.weights[order[0]]
        count_one_by_one(game, order, allowed, room.counts, False)
    repeats, lost, useless = room.counts.repeats, room.counts.lost, members.size - 1
    for i in range(listed):
        place = place_in(allowed, room.guesses[i])
        more = np.int64(repeats[place]) if game.uniform else lost[place]
        room.bounds[i] = 2 * weight + more - win_weight(game, room.guesses[i], members)
        repeats[place] = useless
    rest = np.int64(NEVER)
    for i in range(allowed.size):
        if repeats[i] < useless:
            more = np.int64(repeats[i]) if game.uniform else lost[i]
            if more - heaviest < rest:
                rest = min(rest, more - win_weight(game, allowed[i], members))
    return rest if rest == NEVER else 2 * weight + rest


@kernel
def back_up(config, tree, room, path):
    """Give the guesses of a path new values, from the end of the path to its beginning, and their nodes with them."""
    nodes, edges, children, members, hints, changes, places, used = tree
    for row in range(path.shape[0] - 1, -1, -1):
        node = path[row, 0]
        record = nodes[node]
        edge = edges[record["edges"] + path[row, 1]]
        before = edge["value"]
        if config.sampled:
            reached = path[row, 2]
            cost = 1.0
            if reached == SINGLE:
                cost = 2.0
            elif reached != SOLVED:
                cost = 1.0 + nodes[reached]["value"]
            edge["value"] += (cost - before) / (edge["visits"] + 1)
        else:
            value = np.float64(edge["certain"])
            edge["lower"], edge["upper"] = edge["certain"], edge["certain"]
            for i in range(edge["children"], edge["children_last"]):
                child = nodes[children[i]]
                value += child["value"] * child["weight"]
                edge["lower"] += child["lower"]
                edge["upper"] += child["upper"]
            edge["value"] = value / record["weight"]
        if record["changes"] == NONE:
            if used[ROWS] == changes.shape[0]:
                changes = twice_rows(changes)
            record["changes"] = used[ROWS]
            for b in range(BUCKETS):
                fresh = changes[used[ROWS], b]
                fresh["count"], fresh["mean"], fresh["square"] = 0, 0.0, 0.0
            used[ROWS] += 1
        record_change(changes[record["changes"]], edge["visits"], edge["value"] - before)
        edge["visits"] += 1
        record["visits"] += 1
        record["most"] = max(record["most"], edge["visits"])
        tree = Tree(nodes, edges, children, members, hints, changes, places, used)
        refresh_node(config, tree, room, node)
    return tree


@kernel
def record_change(row, visits, change):
    """Add what a visit changed to the streamed means of its bucket: that of the changes, and that of their squares."""
    bucket = row[bucket_of(visits)]
    bucket["count"] += 1
    bucket["mean"] += (change - bucket["mean"]) / bucket["count"]
    bucket["square"] += (change**2 - bucket["square"]) / bucket["count"]


@kernel
def bucket_of(visits):
    """Give the bucket of a number of visits: exact ones first, then doubling, so that their number is fixed."""
    if visits < EXACT_BUCKETS:
        return visits
    bucket = EXACT_BUCKETS
    while bucket < BUCKETS - 1 and visits >= bucket_start(bucket + 1):
        bucket += 1
    return bucket


@kernel
def bucket_start(bucket):
    """Give the least number of visits in a bucket."""
    return bucket if bucket < EXACT_BUCKETS else EXACT_BUCKETS << (bucket - EXACT_BUCKETS)


@kernel
def judge_guesses(config, tree, room, node, values, spreads):
    """Write the value and the spread of each active guess of a node.

    What is still to come for a guess of v visits is the sum of what guesses at this node changed on later visits, up to
    the most visited one: the sum of the mean changes is the bias, that of the mean squares the square of the spread.
    Where no guess changed on a visit, by more than rounding, the visit before stands in.

    The mean squares are not centred: about the mean of two or three guesses, those few agree too well, and the search
    would settle on them.
    """
    record = tree.nodes[node]
    most = record["most"]
    bias, variance = room.ahead, room.spreads
    last, top = 0.0, np.int64(0)
    if most > 0:
        row, top = tree.changes[record["changes"]], bucket_of(most - 1)
        for b in range(top + 1):
            count = row[b]["count"]
            seen = row[b]["square"]
            if config.centred and count > 1:
                seen -= row[b]["mean"] ** 2
            if seen > ROUNDING:
                last = seen * count / max(count - 1, 1)
            bias[b], variance[b] = row[b]["mean"], last
    for place in range(record["active"]):
        edge = tree.edges[record["edges"] + place]
        visits, value, square = edge["visits"], edge["value"], 0.0
        if visits >= most:
            square = last
        else:
            for b in range(bucket_of(visits), top + 1):
                steps = min(bucket_start(b + 1), most) - max(bucket_start(b), visits)
                square += steps * variance[b]
                if config.debias:
                    value += steps * bias[b]
        if config.bounds:
            value = max(value, edge["lower"] / record["weight"])
            if edge["upper"] < NEVER:
                value = min(value, edge["upper"] / record["weight"])
        values[place], spreads[place] = value, math.sqrt(square)


@kernel
def refresh_node(config, tree, room, node):
    """Give a node the value of its best guess, and the bounds that follow from its guesses."""
    record = tree.nodes[node]
    active, weight = record["active"], record["weight"]
    values, spreads = empty(active, np.float64), empty(active, np.float64)
    judge_guesses(config, tree, room, node, values, spreads)
    best = 0
    for place in range(active):
        edge = tree.edges[record["edges"] + place]
        if values[place] < values[best]:
            best = place
        if edge["upper"] < record["upper"] or (edge["upper"] == record["upper"] and record["plan"] == NONE):
            record["upper"], record["plan"] = edge["upper"], edge["guess"]
    record["best"], record["value"] = best, values[best]
    if config.bounds:
        record["lower"] = min(max(record["lower"], least_bound(tree, node)), record["upper"])
        record["value"] = min(max(values[best], record["lower"] / weight), record["upper"] / weight)


@kernel
def set_costs(config, tree, chosen, costs):
    """Give new nodes what the predicting policy needs from them; its strategy is one, so it bounds them from above."""
    for i in range(chosen.size):
        record = tree.nodes[chosen[i]]
        if is_open(config, tree, chosen[i]):
            record["value"] = costs[i] / record["weight"]
            if costs[i] < record["upper"]:
                record["upper"], record["plan"] = np.int64(round(costs[i])), NONE
            if config.bounds:
                record["lower"] = min(max(record["lower"], least_bound(tree, chosen[i])), record["upper"])


@kernel
def least_bound(tree, node):
    """Give the least bound of the guesses at a node, those included that are not listed."""
    record = tree.nodes[node]
    least = record["rest"]
    for i in range(record["edges"], record["edges"] + record["listed"]):
        least = min(least, tree.edges[i]["lower"])
    return least


@kernel
def look_up_node(tree, key):
    """Give the node of a belief's key, or NONE."""
    return tree.places[place_of_node(tree.nodes, tree.places, key)] - 1


@kernel
def place_of_node(nodes, places, key):
    """Give where a key's node stands among the places (one more than its number; 0 is free), or where it would."""
    mask = np.uint64(places.size - 1)
    place = key & mask
    while places[place] != 0 and nodes[places[place] - 1]["key"] != key:
        place = (place + np.uint64(1)) & mask
    return place

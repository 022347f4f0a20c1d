"""Tree search: select, expand and back up in flat arrays; `wordlelib/search/tree_search.py` says what they mean."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.arrays import DONE, PAUSED, copy_to, items
from wordlelib.kernels.beliefs import Keys, belief_key, sort_by_code
from wordlelib.kernels.hints import add_hints, honour_hints
from wordlelib.kernels.jit import kernel, record
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
NEVER = 2**60  # more than any total, and a few of them can be added in 63 bits
FIRST_LIST = 8  # guesses that a node lists at first; the list doubles whenever all of them are active
ROUNDING = 1e-20  # mean square of changes, in guesses, below which they are rounding: of floats near 5, some 1e-31
BUCKETS, EXACT_BUCKETS = 24, 8  # the last of them begins at 8 * 2**15 = 262,144 visits
RAW, CENTRED, CAREFUL = range(3)
NODES, EDGES, CHILDREN, MEMBERS, ROWS, PICKS, WAITING, HINTS, PLACES = range(9)
MADE, STAGE = 7, 8
BETWEEN, DESCENDING, DESCENDED = range(3)

NODE = items(
    "first last weight",  # the belief in `members`
    "parent guess code",  # how it was first reached
    "edges active listed room",  # its guesses: in the tree, then those next in line
    "rest",  # least bound of all guesses that are not listed
    "visits most",  # its own, and those of its most visited guess
    "lower upper plan",  # bounds on the total, and the guess behind the upper one
    "best",  # the active guess of least value
    "changes",  # its row in the statistics
    value=np.float64,
    key=np.uint64,
)
EDGE = items(
    "guess visits",
    "lower upper",
    "children children_last",
    "certain",  # what no child enters: this guess, and the last one where it leaves a single word
    first=np.float64,
    value=np.float64,
)
CHANGES = items("count", mean=np.float64, square=np.float64)


@record
class Tree(NamedTuple):
    """The tree, and the iteration under way; each array grows when the kernel says that it lacks room."""

    nodes: Annotated[np.ndarray, NODE, 64]  # beliefs
    edges: Annotated[np.ndarray, EDGE, 512]  # the guesses that are listed at them
    children: Annotated[np.ndarray, np.int64, 512]  # the nodes to which each expanded guess leads, guess by guess
    members: Annotated[np.ndarray, np.int32, 4096]  # the words of each node
    changes: Annotated[np.ndarray, CHANGES, 16, BUCKETS]  # what visits changed, a row for each node that was simulated
    # What the iteration picked: a node, the place of the guess at the node, and with sampled backups what was reached,
    # a node or SOLVED or SINGLE. A node comes after its parent.
    path: Annotated[np.ndarray, np.int64, 64, 3]
    pending: Annotated[np.ndarray, np.int64, 64]  # the nodes at which it is still to pick a guess
    hints: Annotated[np.ndarray, "letter", 64, "hints"]  # the binding hints at each node
    places: Annotated[np.ndarray, np.int64, 256]  # the nodes by their keys, numbered from 1; 0 is free
    # How many NODES, EDGES, CHILDREN, MEMBERS, ROWS of `changes`, PICKS of the path and WAITING nodes there are; how
    # many iterations were MADE since Python began to count, and the STAGE of the one under way.
    used: Annotated[np.ndarray, np.int64, 9]

    def rehashed(self, name: str) -> np.ndarray | None:
        """Return the places with twice the room; None for any other array."""
        return twice_places(self.nodes, self.places) if name == "places" else None


@record
class Config(NamedTuple):
    """A search's settings, which `search.tree_search.TreeSearch` explains."""

    rule: ArmRule  # what the sampler does
    width: int  # how many guesses a node has; 0 stands for widening
    sampled: bool  # whether backups are
    debias: bool
    bounds: bool
    shared: bool
    spread: int  # RAW, CENTRED or CAREFUL
    predicted: bool  # whether a policy predicts what new nodes cost


@record
class Room(NamedTuple):
    """Room that kernels use again and again, and what they need besides the game and the tree."""

    rule: Rule  # to rank guesses by information
    work: Workspace
    counts: Counts
    keys: Keys
    root_allowed: Annotated[np.ndarray, np.int32, "listed"]  # the guesses allowed where the search begins, ascending
    allowed: Annotated[np.ndarray, np.int32, "guesses"]  # those that are allowed at a node
    members: Annotated[np.ndarray, np.int32, "2 * hidden"]  # a belief, and its classes
    ends: Annotated[np.ndarray, np.int64, "cells + 1"]  # where classes end; all zero before and after
    found: Annotated[np.ndarray, np.int32, "guesses + hidden"]  # promising guesses
    estimates: Annotated[np.ndarray, np.float64, "guesses + hidden"]  # their first estimates
    guesses: Annotated[np.ndarray, np.int64, "guesses"]  # the most promising guesses of a node
    firsts: Annotated[np.ndarray, np.float64, "guesses"]  # their first estimates
    bounds: Annotated[np.ndarray, np.int64, "guesses"]  # bounds on their totals
    ahead: Annotated[np.ndarray, np.float64, BUCKETS + 1]  # the mean changes of a node's visits
    spreads: Annotated[np.ndarray, np.float64, BUCKETS + 1]  # the mean squares of these
    values: Annotated[np.ndarray, np.float64, "guesses"]  # what the sampler is told of guesses, in these five
    deviations: Annotated[np.ndarray, np.float64, "guesses"]
    first: Annotated[np.ndarray, np.float64, "guesses"]
    visits: Annotated[np.ndarray, np.int64, "guesses"]
    chosen: Annotated[np.ndarray, np.int64, "guesses"]  # their places at the node


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
    """What to do."""

    node: int  # where to search, or NONE to find the node of a belief
    target: int  # the total that ends the search once it needs no more
    belief: Belief  # the belief to find


@kernel
def advance(config, game, tree, room, rng, task, trace):
    """Make iterations from a node until the trace is full, the node is proven or needs no more than the target (DONE).

    It also stops and returns the number of an array if that lacks room, or PAUSED if the predicting policy must first
    say what new nodes cost. There is one entry for all, so that it is compiled once: with a belief to find, it makes no
    iteration, but a node for the belief if there is none.
    """
    used = tree.used
    if task.node == NONE:
        return make_root(config, game, tree, room, task.belief)
    while used[MADE] < trace.best.size:
        if used[STAGE] == BETWEEN:
            if is_over(config, tree, task.node, task.target):
                break
            tree.pending[0] = task.node
            used[WAITING], used[PICKS], used[STAGE] = 1, 0, DESCENDING
        while used[WAITING] > 0:
            lack = lacking_step(config, game, tree, tree.pending[used[WAITING] - 1])
            if lack >= 0:
                return lack
            descend(config, game, tree, room, rng, task)
        if used[STAGE] == DESCENDING:
            used[STAGE] = DESCENDED
            if config.predicted:
                return np.int64(PAUSED)
        if used[ROWS] + used[PICKS] > tree.changes.shape[0]:
            return np.int64(ROWS)
        back_up(config, tree, room)
        note_trace(tree, task.node, trace, used[MADE])
        used[MADE] += 1
        used[STAGE] = BETWEEN
    return np.int64(DONE)


@kernel
def make_root(config, game, tree, room, belief):
    """Make a node for a belief unless there is one; DONE, or the number of an array that lacks room."""
    if look_up_node(tree, belief.key) == NONE:
        lack = lacking_array(tree, 1, listed_first(config, game), belief.members.size)
        if lack >= 0:
            return lack
        copy_to(tree.hints[tree.used[NODES]], 0, belief.hints)
        node = add_node(config, game, tree, room, belief.members, belief.key, Origin(NONE, NONE, np.int64(NONE)))
        tree.places[place_of_node(tree.nodes, tree.places, belief.key)] = node + 1
    return np.int64(DONE)


@kernel
def listed_first(config, game):
    """Return how many guesses a new node lists at most."""
    return min(FIRST_LIST if config.width == 0 else config.width, game.codes.shape[0])


@kernel
def lacking_step(config, game, tree, node):
    """Return the number of an array that may lack room for a step at a node, or -1."""
    record, used = tree.nodes[node], tree.used
    size = record["last"] - record["first"]
    nodes = 1 if config.sampled else min(size // 2, game.cells)
    edges = nodes * listed_first(config, game) + (2 * record["room"] if config.width == 0 else 0)
    if used[PICKS] + 1 > tree.path.shape[0]:
        return np.int64(PICKS)
    if used[WAITING] + nodes > tree.pending.size:
        return np.int64(WAITING)
    return lacking_array(tree, nodes, edges, size)


@kernel
def lacking_array(tree, nodes, edges, members):
    """Return the number of an array that lacks room for so many more nodes, listed guesses and words, or -1."""
    used, lack = tree.used, -1
    if used[NODES] + nodes > tree.nodes.size:
        lack = NODES
    elif used[NODES] + nodes > tree.hints.shape[0]:
        lack = HINTS
    elif 2 * (used[NODES] + nodes) > tree.places.size:
        lack = PLACES
    elif used[EDGES] + edges > tree.edges.size:
        lack = EDGES
    elif used[CHILDREN] + nodes > tree.children.size:
        lack = CHILDREN
    elif used[MEMBERS] + members > tree.members.size:
        lack = MEMBERS
    return np.int64(lack)


@kernel
def is_over(config, tree, root, target):
    """Test whether the search from a root is over."""
    return not is_open(config, tree, root) or tree.nodes[root]["upper"] <= target


@kernel
def is_open(config, tree, node):
    """Test whether a node is still to be simulated: it has two words at least and, with bounds, is not proven."""
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
def descend(config, game, tree, room, rng, task):
    """Select a guess at the last of the pending nodes; expand it if it is tried for the first time, or go on below."""
    used, path = tree.used, tree.path[tree.used[PICKS]]
    node = tree.pending[used[WAITING] - 1]
    place = select_guess(config, game, tree, room, rng, node, task)
    if place < 0:
        return
    used[WAITING] -= 1
    used[PICKS] += 1
    path[0], path[1], path[2] = node, place, NONE
    edge = tree.edges[tree.nodes[node]["edges"] + place]
    if config.sampled:
        before = used[NODES]
        reached = sample_class(config, game, tree, room, rng, node, edge["guess"])
        path[2] = reached
        if 0 <= reached < before and is_open(config, tree, reached):
            tree.pending[0], used[WAITING] = reached, 1
    elif edge["children"] == NONE:
        expand_guess(config, game, tree, room, node, place)
    else:
        for i in range(edge["children_last"] - 1, edge["children"] - 1, -1):
            if is_open(config, tree, tree.children[i]):
                tree.pending[used[WAITING]] = tree.children[i]
                used[WAITING] += 1


@kernel
def select_guess(config, game, tree, room, rng, node, task):
    """Return the place of the guess that the sampler picks; if it is the least simulated one, another joins.

    With bounds, a guess that cannot be better than the best strategy found is out of the race. If all are, another
    joins and NONE is returned, or, where none can join, all stay in the race.
    """
    judge_guesses(config, tree, room, node, room.values, room.deviations)
    count = gather_guesses(tree, room, node, config.bounds)
    if count == 0:
        if config.width == 0:
            join_guess(config, game, tree, room, node)
            return np.int64(NONE)
        count = gather_guesses(tree, room, node, False)
    values, visits, first = room.values[:count], room.visits[:count], room.first[:count]
    chosen = choose_arm(config.rule, values, visits, first, room.deviations[:count], rng)
    if config.width == 0 and visits[chosen] == least_of(visits):
        join_guess(config, game, tree, room, node)
    return room.chosen[chosen]


@kernel
def gather_guesses(tree, room, node, bounds):
    """Gather what the sampler is told of the guesses that are in the race; return how many they are."""
    record, count = tree.nodes[node], 0
    for place in range(record["active"]):
        edge = tree.edges[record["edges"] + place]
        if not bounds or edge["lower"] < record["upper"]:
            room.values[count], room.deviations[count] = room.values[place], room.deviations[place]
            room.first[count], room.visits[count], room.chosen[count] = edge["first"], edge["visits"], place
            count += 1
    return count


@kernel
def join_guess(config, game, tree, room, node):
    """Add the most promising guess that is not yet in the tree to the active guesses of a node, if there is one."""
    record = tree.nodes[node]
    if record["active"] == record["listed"] and record["rest"] < (record["upper"] if config.bounds else NEVER):
        list_guesses(config, game, tree, room, node, 2 * record["room"])
    record["active"] = min(record["active"] + 1, record["listed"])


@kernel
def expand_guess(config, game, tree, room, node, place):
    """Make the children of a guess: a node for each class of two words or more."""
    record, used = tree.nodes[node], tree.used
    edge = tree.edges[record["edges"] + place]
    guess, size = edge["guess"], record["last"] - record["first"]
    copy_to(room.members, 0, tree.members[record["first"] : record["last"]])
    filled = sort_by_code(game.codes[guess], room.members, 0, size, size, room.ends)
    edge["children"], edge["certain"] = used[CHILDREN], record["weight"]
    start = size
    while start < filled:
        code = np.int64(game.codes[guess, room.members[start]])
        stop = -room.ends[code] - 1
        room.ends[code] = 0
        if code != game.solved:
            if stop - start == 1:
                edge["certain"] += game.weights[room.members[start]]
            else:
                mine = room.members[start:stop]
                tree.children[used[CHILDREN]] = child_of(config, game, tree, room, Origin(node, guess, code), mine)
                used[CHILDREN] += 1
        start = stop
    edge["children_last"] = used[CHILDREN]


@kernel
def sample_class(config, game, tree, room, rng, node, guess):
    """Draw a hidden word; return what the guess leads to: a node, or SINGLE, or SOLVED."""
    record = tree.nodes[node]
    mine = tree.members[record["first"] : record["last"]]
    drawn, i = rng.integers(0, record["weight"]), 0
    while drawn >= game.weights[mine[i]]:
        drawn -= game.weights[mine[i]]
        i += 1
    code = np.int64(game.codes[guess, mine[i]])
    if code == game.solved:
        return np.int64(SOLVED)
    count = 0
    for m in mine:
        if game.codes[guess, m] == code:
            room.members[count] = m
            count += 1
    if count == 1:
        return np.int64(SINGLE)
    return child_of(config, game, tree, room, Origin(node, guess, code), room.members[:count])


@kernel
def child_of(config, game, tree, room, origin, members):
    """Return the node of the members that get a code; it may be known already."""
    hints = tree.hints[tree.used[NODES]]
    copy_to(hints, 0, tree.hints[origin.parent])
    if hints.size > 0:
        add_hints(game.letters, hints, origin.guess, origin.code)
    key = belief_key(room.keys, members, hints)
    known = look_up_node(tree, key) if config.shared else np.int64(NONE)
    return known if known != NONE else add_node(config, game, tree, room, members, key, origin)


@kernel
def add_node(config, game, tree, room, members, key, origin):
    """Make a node for a belief, whose hints stand already where they belong."""
    used = tree.used
    node, first = used[NODES], used[MEMBERS]
    copy_to(tree.members, first, members)
    used[NODES], used[MEMBERS] = node + 1, first + members.size
    record = tree.nodes[node]
    record["first"], record["last"], record["key"] = first, first + members.size, key
    record["parent"], record["guess"], record["code"] = origin
    record["edges"] = record["changes"] = NONE
    record["active"] = record["listed"] = record["room"] = record["best"] = record["visits"] = record["most"] = 0
    record["rest"] = NEVER
    if config.shared:
        tree.places[place_of_node(tree.nodes, tree.places, key)] = node + 1
    assess_node(config, game, tree, room, node)
    return node


@kernel
def assess_node(config, game, tree, room, node):
    """Set the bounds and the first value of a new node, and list its most promising guesses unless it is proven."""
    record = tree.nodes[node]
    mine = tree.members[record["first"] : record["last"]]
    weight, upper = np.int64(0), np.int64(0)
    heaviest = mine[0]
    if game.uniform:
        weight, upper = mine.size, mine.size * (mine.size + 1) // 2
    else:
        heaviest_first(game.weights, mine, room.work)
        order = room.work.order[: mine.size]
        heaviest = np.int32(order[0])
        for i in range(order.size):
            weight += game.weights[order[i]]
            upper += (i + 1) * game.weights[order[i]]
    record["weight"], record["upper"], record["plan"] = weight, upper, game.guess_of_hidden[heaviest]
    record["lower"] = 2 * weight - game.weights[heaviest]
    if config.bounds and mine.size > 2:
        allowed, count = room.root_allowed, allow_guesses(game, tree.hints[node], room)
        if count >= 0:
            allowed = room.allowed[:count]
        perfect, value = perfect_candidate(game, mine, allowed, True, room.work), record["lower"]
        if perfect < 0 and pairs_decide(game, mine, allowed, room.rule):
            perfect, value = count_all_pairs(game, mine, room.work, True), 2 * weight
        if perfect >= 0:
            record["lower"], record["upper"], record["plan"] = value, value, perfect
    if is_open(config, tree, node):
        list_guesses(config, game, tree, room, node, listed_first(config, game))
        record["active"] = 1 if config.width == 0 else record["listed"]
        refresh_node(config, tree, room, node)
    else:
        record["value"] = record["upper"] / weight


@kernel
def allow_guesses(game, hints, room):
    """Write the guesses that hints allow to the room, in order; return how many, or NONE where no hint binds."""
    some = False
    for hint in hints:
        some |= hint > 0
    if not some:
        return np.int64(NONE)
    return np.int64(honour_hints(game.letters, game.letter_sets, room.root_allowed, hints, room.allowed))


@kernel
def list_guesses(config, game, tree, room, node, most):
    """List the most promising guesses of a node, in order, after those that it has listed already.

    The first list of a node has FIRST_LIST guesses, each further one twice as many, as long as another guess may help.
    """
    record, edges, used = tree.nodes[node], tree.edges, tree.used
    mine = tree.members[record["first"] : record["last"]]
    allowed, some = room.root_allowed, allow_guesses(game, tree.hints[node], room)
    if some >= 0:
        allowed = room.allowed[:some]
    count, rest = most_promising(config, game, mine, allowed, most, room)
    before, first, listed = record["edges"], used[EDGES], record["listed"]
    for i in range(listed):
        edges[first + i] = edges[before + i]
    for i in range(listed, count):
        edge = edges[first + i]
        edge["guess"], edge["first"], edge["value"] = room.guesses[i], room.firsts[i], room.firsts[i]
        edge["lower"], edge["upper"], edge["children"] = room.bounds[i], NEVER, NONE
        edge["visits"] = 0
    used[EDGES] += max(count, listed)
    record["edges"], record["listed"], record["room"], record["rest"] = first, max(count, listed), most, rest


@kernel
def most_promising(config, game, members, allowed, most, room):
    """Write the guesses of least first estimate to the room, the best first, with their bounds.

    Returns their number, `most` or fewer, and the least bound of all others (NEVER if none is left). Guesses that
    tell nothing are left out. The guesses of most information are sure to be the best but for possible words, which may
    end the game; so these are all looked at.
    """
    rule, work = room.rule, room.work
    weight, apart = np.int64(0), np.int64(0)
    for m in members:
        weight += game.weights[m]
        apart += rule.table[game.weights[m]]
    ranked = room.guesses[: min(most, allowed.size)]
    rank_guesses(game, members, allowed, rule, work, False, ranked)
    found, firsts, size, limit = room.found, room.estimates, 0, np.inf
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
        cost = sparse_cost(game.codes[guess], members, False, table, room.work.tally.counts)
    else:
        tally = room.work.tally
        cost = weighted_cost(game.codes[guess], members, game.weights, INFORMATION, table, tally.counts, tally.mass)
    if cost >= table[weight]:
        return np.inf
    p = win / weight
    return p + (1 - p) * ((table[weight] - apart) / (table[weight] - cost) + 1)


@kernel
def bound_by_pairs(game, members, weight, listed, room):
    """Bound the totals of the listed guesses from below, with pairs counted; return the least bound of all others.

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
    """Bound totals as `bound_by_pairs` does, for any prior and any list of allowed guesses."""
    heaviest = np.int64(1)
    if game.uniform:
        count_one_by_one(game, members, allowed, room.counts, False)
    else:
        heaviest_first(game.weights, members, room.work)
        order = room.work.order[: members.size]
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
def back_up(config, tree, room):
    """Update the values of the guesses on the path and of their nodes, from its end to its beginning."""
    for row in range(tree.used[PICKS] - 1, -1, -1):
        node = tree.path[row, 0]
        record = tree.nodes[node]
        edge = tree.edges[record["edges"] + tree.path[row, 1]]
        before = edge["value"]
        if config.sampled:
            reached = tree.path[row, 2]
            cost = 1.0
            if reached == SINGLE:
                cost = 2.0
            elif reached != SOLVED:
                cost = 1.0 + tree.nodes[reached]["value"]
            edge["value"] += (cost - before) / (edge["visits"] + 1)
        else:
            add_up(tree, edge, record["weight"])
        if record["changes"] == NONE:
            record["changes"] = tree.used[ROWS]
            tree.used[ROWS] += 1
        record_change(tree.changes[record["changes"]], edge["visits"], edge["value"] - before)
        edge["visits"] += 1
        record["visits"] += 1
        record["most"] = max(record["most"], edge["visits"])
        refresh_node(config, tree, room, node)


@kernel
def add_up(tree, edge, weight):
    """Update the value and the bounds of a guess from its children."""
    value = np.float64(edge["certain"])
    edge["lower"], edge["upper"] = edge["certain"], edge["certain"]
    for i in range(edge["children"], edge["children_last"]):
        child = tree.nodes[tree.children[i]]
        value += child["value"] * child["weight"]
        edge["lower"] += child["lower"]
        edge["upper"] += child["upper"]
    edge["value"] = value / weight


@kernel
def record_change(row, visits, change):
    """Add what a visit changed to the streamed means of its bucket: that of the changes, and that of their squares."""
    bucket = row[bucket_of(visits)]
    bucket["count"] += 1
    bucket["mean"] += (change - bucket["mean"]) / bucket["count"]
    bucket["square"] += (change**2 - bucket["square"]) / bucket["count"]


@kernel
def bucket_of(visits):
    """Return the bucket of a number of visits: exact ones first, then doubling, so that their number is fixed."""
    if visits < EXACT_BUCKETS:
        return visits
    bucket = EXACT_BUCKETS
    while bucket < BUCKETS - 1 and visits >= bucket_start(bucket + 1):
        bucket += 1
    return bucket


@kernel
def bucket_start(bucket):
    """Return the least number of visits in a bucket."""
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
            count, seen = row[b]["count"], row[b]["square"]
            if config.spread != RAW and count > 1:
                seen -= row[b]["mean"] ** 2
            doubt = row[b]["mean"] ** 2 / count if config.spread == CAREFUL and count > 1 else 0.0
            if seen + doubt > ROUNDING:
                last = seen * count / max(count - 1, 1) + doubt
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
    """Update the value and the bounds of a node from its guesses."""
    record = tree.nodes[node]
    active, weight = record["active"], record["weight"]
    values = room.values
    judge_guesses(config, tree, room, node, values, room.deviations)
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
    """Set the values of new nodes to the costs of the predicting policy, which also bound them from above."""
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
    """Return the least bound of all guesses at a node, whether they are listed or not."""
    record = tree.nodes[node]
    least = record["rest"]
    for i in range(record["edges"], record["edges"] + record["listed"]):
        least = min(least, tree.edges[i]["lower"])
    return least


@kernel
def look_up_node(tree, key):
    """Return the node of a belief's key, or NONE."""
    return tree.places[place_of_node(tree.nodes, tree.places, key)] - 1


@kernel
def place_of_node(nodes, places, key):
    """Return where a key's node stands among the places, or would stand."""
    mask = np.uint64(places.size - 1)
    place = key & mask
    while places[place] != 0 and nodes[places[place] - 1]["key"] != key:
        place = (place + np.uint64(1)) & mask
    return place


@kernel
def twice_places(nodes, places):
    """Return the places of nodes with twice the room."""
    larger = np.zeros(2 * places.size, np.int64)
    copy_places(nodes, places, larger)
    return larger


@kernel
def copy_places(nodes, places, larger):
    """Copy the places of nodes into a larger array that is all zero."""
    for place in places:
        if place > 0:
            larger[place_of_node(nodes, larger, nodes[place - 1]["key"])] = place

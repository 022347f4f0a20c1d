"""A game cut down to a few guesses for each belief, and rounds in which both players learn from their regrets.

A belief knows its words and the moves that are offered: guesses that have a good score under one of several priors. It
stands in the graph only once, however it is reached, since costs and regrets are the same then. Words of which a move
leaves one alone need no belief: the next guess is that word.

Costs are guesses from a belief on, this one counted. Where a plan mixes, they are expectations.
"""

from typing import Annotated, NamedTuple

import numpy as np

from wordlelib.kernels.arrays import DONE, SCRATCH, copy_to, items
from wordlelib.kernels.beliefs import Keys, belief_key, hints_key
from wordlelib.kernels.hints import add_hints, honour_hints
from wordlelib.kernels.jit import kernel, record
from wordlelib.kernels.table import place_of, twice_entries

FOUND, ALONE = -1, -2  # after a move: the word is found, or left alone
NONE = -1
SPREAD = 1e-4  # part of the prior in a belief that is shared out evenly, since a word may have none
OWN = 3  # for so many moves that are offered one more is offered that may be the word

BELIEF = items("first last", "move moves", "other")  # where its words and moves stand; the next one to wait, from 1 on
MOVE = items("guess next")  # where in `after` the words of its belief stand
ENTRY = items("belief", key=np.uint64)


@record
class Graph(NamedTuple):
    """A game that has been cut down; `at` tells how much of each array is used, and how many beliefs have moves."""

    beliefs: Annotated[np.ndarray, BELIEF, "beliefs"]
    hints: Annotated[np.ndarray, "letter", "beliefs", "hints"]  # those that bind
    order: Annotated[np.ndarray, np.int64, "beliefs"]  # of beliefs with moves, the largest first
    words: Annotated[np.ndarray, np.int32, "words", SCRATCH]
    owners: Annotated[np.ndarray, np.int32, "words", SCRATCH]  # the belief in which a word stands
    moves: Annotated[np.ndarray, MOVE, "moves"]
    after: Annotated[np.ndarray, np.int32, "afters", SCRATCH]  # where a word stands after a move, or FOUND or ALONE
    entries: Annotated[np.ndarray, ENTRY, 4096]  # a hash table of the beliefs but the first
    waiting: Annotated[np.ndarray, np.int64, "hidden + 1"]  # for each size, a belief without moves, or 0
    at: Annotated[np.ndarray, np.int64, 5]

    def rehashed(self, name: str) -> np.ndarray | None:
        """Return the entries with twice the room; None for any other array."""
        return twice_entries(self.entries) if name == "entries" else None


ORDERED, BELIEFS, WORDS, MOVES, AFTERS = range(5)
# The arrays that grow, in their order in the graph.
BELIEFS_ARRAY, HINTS_ARRAY, ORDER_ARRAY, WORDS_ARRAY, OWNERS_ARRAY, MOVES_ARRAY, AFTER_ARRAY, ENTRIES_ARRAY = range(8)


@record
class Offer(NamedTuple):
    """What is offered: some openings, then for each belief and prior a number of guesses."""

    openings: Annotated[np.ndarray, np.int32, "openings"]
    priors: Annotated[np.ndarray, np.float64, "priors", "hidden"]
    widths: Annotated[np.ndarray, np.int64, "hidden + 1"]  # how many guesses, for beliefs of each size
    looks: Annotated[np.ndarray, np.int64, "hidden + 1"]  # how many are looked at for that
    guesses: Annotated[np.ndarray, np.int32, "guesses"]  # the hidden words first, then the most informative
    columns: Annotated[np.ndarray, np.int32, "guesses"]  # their numbers in this order
    codes: Annotated[np.ndarray, "code", "hidden", "guesses"]  # a column for each of them
    letters: Annotated[np.ndarray, "letter", "guesses", "places"]  # a row for each, empty in easy mode, as are the sets
    letter_sets: Annotated[np.ndarray, np.uint64, "guesses"]
    # Besides, guesses for beliefs that are known; the keys of their words are sorted, and starts say whose guesses are
    # whose.
    known: Annotated[np.ndarray, np.uint64, "known"]
    starts: Annotated[np.ndarray, np.int64, "known + 1"]
    more: Annotated[np.ndarray, np.int32, "more"]


@record
class Desk(NamedTuple):
    """Room for the work on a belief; `counts`, `sums`, `most` and `names` are zero between calls."""

    keys: Keys
    guesses: Annotated[np.ndarray, np.float64, "hidden + 1"]  # what a word costs in a class of so many
    counts: Annotated[np.ndarray, np.int64, "cells"]
    names: Annotated[np.ndarray, np.uint64, "cells"]  # the keys of classes
    sums: Annotated[np.ndarray, np.float64, "cells", "priors"]
    most: Annotated[np.ndarray, np.float64, "cells", "priors"]
    places: Annotated[np.ndarray, np.int64, "cells", SCRATCH]  # where words of a code go
    new: Annotated[np.ndarray, np.int64, "cells", SCRATCH]  # and in which belief they stand
    weights: Annotated[np.ndarray, np.float64, "hidden", "priors", SCRATCH]
    costs: Annotated[np.ndarray, np.float64, "priors", SCRATCH]
    scores: Annotated[np.ndarray, np.float64, "priors", "width"]
    best: Annotated[np.ndarray, np.int32, "priors", "width", SCRATCH]  # the columns with these scores
    order: Annotated[np.ndarray, np.int32, "room", SCRATCH]
    signs: Annotated[np.ndarray, np.uint64, "room", SCRATCH]
    honoured: Annotated[np.ndarray, np.int32, "guesses", SCRATCH]


@kernel
def score(codes, members, column, solved, desk):
    """Estimate the cost of the guess of a column under each prior; return into how many classes it sorts the members.

    A guess that may be the word counts as one class more.
    """
    counts, sums, most, weights, classes = desk.counts, desk.sums, desk.most, desk.weights, 0
    for i in range(members.size):
        code = codes[members[i], column]
        classes += (counts[code] == 0) + (code == solved)
        counts[code] += 1
        for p in range(weights.shape[1]):
            sums[code, p] += weights[i, p]
            most[code, p] = max(most[code, p], weights[i, p])
    desk.costs[:] = 0
    for member in members:
        code = codes[member, column]
        if counts[code] > 0:
            each = desk.guesses[counts[code]]
            counts[code] = 0
            for p in range(weights.shape[1]):
                if code != solved:
                    desk.costs[p] += sums[code, p] * each - most[code, p]
                sums[code, p] = most[code, p] = 0.0
    return classes


@kernel
def keep_best(desk, width, column):
    """Keep a column, for each prior, if its cost is among so many least ones."""
    for p in range(desk.costs.size):
        cost, scores, best = desk.costs[p], desk.scores[p], desk.best[p]
        if cost < scores[width - 1]:
            place = width - 1
            while place > 0 and scores[place - 1] > cost:
                scores[place], best[place] = scores[place - 1], best[place - 1]
                place -= 1
            scores[place], best[place] = cost, column


@kernel
def add_chosen(offer, desk, width, chosen):
    """Put the guesses that were kept into the desk's order, after those that are there; return how many stand there."""
    for p in range(desk.scores.shape[0]):
        for i in range(width):
            if desk.scores[p, i] < np.inf:
                desk.order[chosen] = offer.guesses[desk.best[p, i]]
                chosen += 1
    return chosen


@kernel
def choose_moves(offer, members, hints, solved, desk):
    """Put the moves that are offered for a belief into the desk's order, some perhaps twice; return how many.

    A guess that tells all words apart makes all others useless, but for those that may be the word.
    """
    size, priors, width, apart = members.size, offer.priors, offer.widths[members.size], False
    for p in range(priors.shape[0]):
        whole = 0.0
        for member in members:
            whole += priors[p, member]
        for i in range(size):
            share = priors[p, members[i]] / whole if whole > 0 else 0.0
            desk.weights[i, p] = share + SPREAD / size
    columns = offer.columns[: offer.looks[size]]
    if hints.size > 0:
        columns = desk.honoured[: honour_hints(offer.letters, offer.letter_sets, columns, hints, desk.honoured)]
    desk.scores[:] = np.inf
    for column in columns:
        classes = score(offer.codes, members, column, solved, desk)
        apart = classes >= size
        for i in range(size if classes == size else 0):
            apart &= offer.codes[members[i], column] != solved
        if apart:
            desk.order[0] = offer.guesses[column]
            break
        if classes > 1:
            keep_best(desk, width, column)
    chosen, own = 1 if apart else add_chosen(offer, desk, width, 0), 1 + width // OWN
    desk.scores[:] = np.inf
    for member in members:
        score(offer.codes, members, member, solved, desk)
        keep_best(desk, own, member)
    return add_chosen(offer, desk, own, chosen)


@kernel
def add_known(game, offer, members, hints, desk, chosen):
    """Put the guesses that are known for a belief after those that were chosen; return how many stand there."""
    key = belief_key(desk.keys, members, hints[:0])
    place = np.searchsorted(offer.known, key)
    if place == offer.known.size or offer.known[place] != key:
        return chosen
    more = offer.more[offer.starts[place] : offer.starts[place + 1]]
    if hints.size > 0:
        return chosen + honour_hints(game.letters, game.letter_sets, more, hints, desk.order[chosen:])
    copy_to(desk.order, chosen, more)
    return chosen + more.size


@kernel
def sign(game, members, guess, desk):
    """Return a number that tells how a guess sorts a belief, whatever the codes are.

    Keys of classes are mixed by a product of bits, since sums of bits alone are the same for all guesses.
    """
    names, whole = desk.names, np.uint64(0)
    for member in members:
        names[game.by_hidden[member, guess]] ^= desk.keys.words[member]
    for member in members:
        code = game.by_hidden[member, guess]
        name = ~names[code] if code == game.solved else names[code]
        if names[code] != 0:
            whole ^= name & (name << np.uint64(23) | name >> np.uint64(41))
        names[code] = 0
    return whole


@kernel
def moves_of(game, offer, number, members, hints, desk):
    """Put the moves of a belief into the desk's order; return how many."""
    if number == 0:
        for i in range(offer.openings.size):
            desk.order[i] = offer.openings[i]
        return offer.openings.size
    if members.size == 2:
        desk.order[0], desk.order[1] = game.guess_of_hidden[members[0]], game.guess_of_hidden[members[1]]
        return 2
    chosen, different = choose_moves(offer, members, hints, game.solved, desk), 0
    chosen = add_known(game, offer, members, hints, desk, chosen)
    for i in range(chosen):
        guess = desk.order[i]
        own = np.uint64(guess) if hints.size > 0 else sign(game, members, guess, desk)
        known = False
        for j in range(different):
            known |= desk.signs[j] == own
        if not known:
            desk.order[different], desk.signs[different] = guess, own
            different += 1
    return different


@kernel
def lacking(graph, size, moves):
    """Return the number of an array without room for the moves of a belief of some size, or -1."""
    at, more = graph.at, size * moves
    beliefs, words = at[BELIEFS] + more // 2 + 1, at[WORDS] + more
    if beliefs > graph.beliefs.size:
        return BELIEFS_ARRAY
    if beliefs > graph.hints.shape[0]:
        return HINTS_ARRAY
    if beliefs > graph.order.size:
        return ORDER_ARRAY
    if words > graph.words.size:
        return WORDS_ARRAY
    if words > graph.owners.size:
        return OWNERS_ARRAY
    if at[MOVES] + moves > graph.moves.size:
        return MOVES_ARRAY
    if at[AFTERS] + more > graph.after.size:
        return AFTER_ARRAY
    return ENTRIES_ARRAY if 2 * beliefs > graph.entries.size else -1


@kernel
def grow(game, offer, desk, graph):
    """Give moves to all beliefs, until none waits (DONE) or an array lacks room."""
    at, waiting, size = graph.at, graph.waiting, graph.waiting.size - 1
    while size > 0:
        if waiting[size] == 0:
            size -= 1
            continue
        number = waiting[size] - 1
        belief = graph.beliefs[number]
        members = graph.words[belief["first"] : belief["last"]]
        chosen = moves_of(game, offer, number, members, graph.hints[number], desk)
        lack = lacking(graph, size, chosen)
        if lack >= 0:
            return np.int64(lack)
        waiting[size] = belief["other"]
        graph.order[at[ORDERED]] = number
        at[ORDERED] += 1
        belief["move"], belief["moves"] = at[MOVES], chosen
        for i in range(chosen):
            make_move(game, desk, graph, number, desk.order[i])
    return np.int64(DONE)


@kernel
def make_move(game, desk, graph, number, guess):
    """Add a move to a belief, and the beliefs that follow from it."""
    at, belief, counts = graph.at, graph.beliefs[number], desk.counts
    graph.moves[at[MOVES]]["guess"], graph.moves[at[MOVES]]["next"] = guess, at[AFTERS]
    first, last = belief["first"], belief["last"]
    for i in range(first, last):
        code = game.by_hidden[graph.words[i], guess]
        counts[code] += 1
        desk.names[code] ^= desk.keys.words[graph.words[i]]
        desk.new[code] = NONE
    for i in range(first, last):
        word = graph.words[i]
        code, place = game.by_hidden[word, guess], at[AFTERS] + i - first
        if code == game.solved or counts[code] == 1:
            graph.after[place] = FOUND if code == game.solved else ALONE
            continue
        if desk.new[code] == NONE:
            known = at[BELIEFS]
            desk.new[code] = follower(game, desk, graph, number, guess, code)
            desk.places[code] = graph.beliefs[desk.new[code]]["first"]
            if desk.new[code] < known:
                counts[code] = -counts[code]  # its words are there already
        if counts[code] > 0:
            graph.words[desk.places[code]], graph.owners[desk.places[code]] = word, desk.new[code]
        graph.after[place] = desk.places[code]
        desk.places[code] += 1
    for i in range(first, last):
        code = game.by_hidden[graph.words[i], guess]
        counts[code], desk.names[code] = 0, 0
    at[MOVES], at[AFTERS] = at[MOVES] + 1, at[AFTERS] + last - first


@kernel
def follower(game, desk, graph, number, guess, code):
    """Return the belief of a class, which may be known, or a new one, with room for its words."""
    at = graph.at
    key, new = desk.names[code], at[BELIEFS]
    if graph.hints.shape[1] > 0:
        copy_to(graph.hints[new], 0, graph.hints[number])
        add_hints(game.letters, graph.hints[new], guess, code)
        key ^= hints_key(desk.keys, graph.hints[new])
    entry = graph.entries[place_of(graph.entries, key)]
    if entry["key"] == key:
        return entry["belief"]
    size = desk.counts[code]
    entry["key"], entry["belief"] = key, new
    belief = graph.beliefs[new]
    belief["first"], belief["last"], belief["other"] = at[WORDS], at[WORDS] + size, graph.waiting[size]
    graph.waiting[size] = new + 1
    at[BELIEFS], at[WORDS] = new + 1, at[WORDS] + size
    return new


@kernel
def follow(graph, amounts, prior, shares, costs):
    """Play each move in proportion to its amount, and find what that costs each word at each belief.

    With a prior, the amounts are regrets, and become those after this round (regret matching plus).
    """
    for place in range(graph.at[ORDERED] - 1, -1, -1):
        belief = graph.beliefs[graph.order[place]]
        first, size, move = belief["first"], belief["last"] - belief["first"], belief["move"]
        whole, value = 0.0, 0.0
        for m in range(move, move + belief["moves"]):
            whole += amounts[m]
        costs[first : first + size] = 1.0
        for m in range(move, move + belief["moves"]):
            share = amounts[m] / whole if whole > 0 else 1 / belief["moves"]
            shares[m] = share
            if share == 0 and prior.size == 0:
                continue
            following, cost = graph.moves[m]["next"], 0.0
            for i in range(size):
                after = graph.after[following + i]
                each = costs[after] if after >= 0 else np.float64(after == ALONE)
                costs[first + i] += share * each
                if prior.size > 0:
                    cost += prior[graph.words[first + i]] * each
            value += share * cost
            if prior.size > 0:
                amounts[m] -= cost
        if prior.size > 0:
            for m in range(move, move + belief["moves"]):
                amounts[m] = max(amounts[m] + value, 0.0)


@kernel
def add_shares(graph, shares, weight, reach, sums):
    """Add to each move how likely it is that the Guesser gets to its belief and makes it, as far as it is up to her."""
    reach[0] = weight
    for number in graph.order[: graph.at[ORDERED]]:
        here, reach[number] = reach[number], 0.0
        belief = graph.beliefs[number]
        for m in range(belief["move"], belief["move"] + belief["moves"]):
            share = here * shares[m]
            if share > 0:
                sums[m] += share
                following = graph.moves[m]["next"]
                for after in graph.after[following : following + belief["last"] - belief["first"]]:
                    if after >= 0 and is_first(graph, after):
                        reach[graph.owners[after]] += share


@kernel
def is_first(graph, place):
    """Test whether a word is the first one of its belief."""
    return graph.beliefs[graph.owners[place]]["first"] == place


@kernel
def best_costs(graph, prior, values, costs):
    """Find the least expected cost of each belief under a prior, not divided by its chance, and of each opening."""
    for place in range(graph.at[ORDERED] - 1, -1, -1):
        number = graph.order[place]
        belief = graph.beliefs[number]
        whole, values[number] = 0.0, np.inf
        for i in range(belief["first"], belief["last"]):
            whole += prior[graph.words[i]]
        for m in range(belief["move"], belief["move"] + belief["moves"]):
            cost, following = whole, graph.moves[m]["next"]
            for i in range(belief["last"] - belief["first"]):
                after = graph.after[following + i]
                if after == ALONE:
                    cost += prior[graph.words[belief["first"] + i]]
                elif after >= 0 and is_first(graph, after):
                    cost += values[graph.owners[after]]
            if number == 0:
                costs[m] = cost
            values[number] = min(values[number], cost)

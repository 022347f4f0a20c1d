"""Minimax with alpha-beta cut-offs: the Guesser against a Hinter who may change the hidden word.

Two players take turns, a guess and its feedback. The Guesser wants few words to remain, the Hinter many; at a depth of
so many plies (half-turns) the search stops and the *evaluation* speaks: how many words remain. If the word is found the
value is 0; if no guess is left and the word is not found, the Hinter has won and the value is LOST. A value of 0 or
LOST, and any value found without a cut at the depth, is exact; else minimax is as good as its evaluation.

A belief is searched with a window (alpha, beta). The Guesser need not look further once some guess gives alpha or less,
since the Hinter has something better elsewhere; a guess is given up once some feedback gives beta or more. What is
found goes into a table under the belief, the guesses left and the plies left, as a lower bound, an upper bound, or both
where it is exact. Deeper searches try the best guess of the last depth first (iterative deepening), then guesses by
their largest class; of a guess's classes the largest comes first.
"""

import time
from typing import NamedTuple

import numpy as np

from wordlelib import entropy, feedback
from wordlelib._jit import kernel
from wordlelib.branch_and_bound import _left_key, _place, _store, _twice, new_table
from wordlelib.game import Game, State
from wordlelib.guarantees import check_count
from wordlelib.policy import Rule, Workspace, _costs_of_all, _workspace, extra_information
from wordlelib.search import (
    PART,
    _belief_key,
    _divide,
    _grown,
    _own_guesses,
    _thin_out,
    later_interrupt,
)
from wordlelib.sweep import SortedGame

LOST, NEVER = 2**40, 2**41
EVALUATIONS = ("size", "letters")
SLICE = 300_000_000
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


class Stack(NamedTuple):
    """The state of a search, which may stop and go on; `order` has a row for each frame, `values` one for the root."""

    frames: np.ndarray
    parts: np.ndarray
    members: np.ndarray
    allowed: np.ndarray
    hints: np.ndarray
    order: np.ndarray
    values: np.ndarray


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


class Move(NamedTuple):
    """What minimax says of a belief.

    Attributes
    ----------
    guess
        The best guess, the first in list order where several are as good.
    value
        Its value: the words that remain at the depth if both play as well as they can see, 0 if the Guesser has won by
        then, `LOST` if the Hinter has.
    ties
        The other guesses of the same value, in list order.
    depth
        The plies looked ahead: two for a guess and its feedback.
    exact
        Whether the value says who wins: it is 0 or `LOST`.
    nodes
        How many beliefs were searched, of all depths together.
    cutoffs
        How many guesses were given up before all their feedback was looked at.
    seconds
        How long it took.
    line
        The principal variation: guess and feedback, in turns, if both play as well as they can see.
    """

    guess: str
    value: int
    ties: tuple[str, ...]
    depth: int
    exact: bool
    nodes: int
    cutoffs: int
    seconds: float
    line: tuple[tuple[str, str], ...]


def best_move(state: State, depth: int = 4, turns: int = 6, evaluation: str = "size") -> Move:
    """Give the Guesser's best move by minimax.

    Parameters
    ----------
    state
        The belief; its rows count as guesses made.
    depth
        How many plies to look ahead, an even number from 2: a guess and its feedback are two.
    turns
        How many guesses a game has in all.
    evaluation
        What a belief at the depth is worth: "size", the words that remain; or "letters", these and one more for each
        letter of the last guess that could not help: no remaining word had it at its place, or it stood there more
        often than in any remaining word (after StockHorse's evaluation).

    Raises
    ------
    ValueError
        If the depth is not even, no guess is left, or the evaluation is unknown.

    Examples
    --------
    >>> from wordlelib import wordle
    >>> best_move(wordle(["batch", "catch", "hatch", "patch"]).start(), depth=2).value
    3
    """
    return Minimax(state.game, evaluation).move(state, depth, turns)


class Minimax:
    """Minimax search in one game, which keeps what it finds for the next question.

    Parameters
    ----------
    game
        The game; the prior plays no part.
    evaluation
        As for `best_move`.
    """

    def __init__(self, game: Game, evaluation: str = "size") -> None:
        if evaluation not in EVALUATIONS:
            raise ValueError(f"evaluation: {evaluation!r}; expected one of {', '.join(EVALUATIONS)}")
        self.game, self.evaluation = game, evaluation
        self._sorted = SortedGame(game)
        self._arrays = self._sorted.arrays
        self._keys = self._sorted.keys()
        letters = np.empty((0, 0), np.uint8)
        if evaluation == "letters":
            alphabet = sorted(set("".join(game.guesses)))
            letters = feedback.encode(game.guesses, alphabet)[self._sorted.guesses(np.arange(len(self._sorted.order)))]
        self._room = Room(
            Rule(entropy.WORST, entropy.cost_table(entropy.WORST, len(game.hidden)), extra_information(), 0),
            _workspace(self._arrays),
            letters,
            self._sorted.labels,
            np.zeros(self._arrays.cells + 1, np.int64),
            np.zeros(self._arrays.cells + 1, np.int64),
            np.zeros(3, np.int64),
        )
        self._table = new_table()

    @property
    def nodes(self) -> int:
        """How many beliefs were searched so far."""
        return int(self._room.stats[0])

    @property
    def cutoffs(self) -> int:
        """How many guesses were given up so far before all their feedback was looked at."""
        return int(self._room.stats[1])

    def move(self, state: State, depth: int = 4, turns: int = 6) -> Move:
        """Give the best move; see `best_move`."""
        left = self._left(state, turns, depth)
        start, nodes, cutoffs = time.perf_counter(), self.nodes, self.cutoffs
        order = state.allowed
        for plies in range(2, depth + 1, 2):
            values = self._run(state, left, plies, order)
            order = order[np.argsort(values, kind="stable")]
        values = np.sort(values)
        best = [self.game.guesses[i] for i in np.sort(order[values == values[0]])]
        line = self._line(state, depth, turns, best[0])
        seconds = time.perf_counter() - start
        nodes, cutoffs = self.nodes - nodes, self.cutoffs - cutoffs
        value = int(values[0])
        return Move(best[0], value, tuple(best[1:]), depth, value in (0, LOST), nodes, cutoffs, seconds, line)

    def value(self, state: State, depth: int, turns: int = 6) -> int:
        """Give the value of a belief with the Guesser to move, `depth` plies ahead."""
        return int(self._run(state, self._left(state, turns, depth), depth, state.allowed).min())

    def _left(self, state: State, turns: int, depth: int) -> int:
        self._sorted.check(state)
        if isinstance(depth, bool) or not isinstance(depth, int | np.integer) or depth < 2 or depth % 2:
            raise ValueError(
                f"depth: {depth!r}; expected an even number of plies from 2: a guess and its feedback are two"
            )
        left = check_count(turns, "turns") - len(state.rows)
        if left < 1:
            raise ValueError(f"turns: {turns!r} with {len(state.rows)} guesses made; expected one more at least")
        return left

    def _run(self, state: State, left: int, plies: int, guesses: np.ndarray) -> np.ndarray:
        """Search to one depth; give the values of the guesses, tried in this order (NEVER: given up)."""
        order, allowed = self._sorted.numbers(guesses), np.sort(self._sorted.numbers(guesses))
        stack = _start(self._keys, state.candidates, allowed, self._sorted.hints(state), left, plies, order)
        depth, answer = 0, UNKNOWN
        while depth >= 0:
            with later_interrupt():
                self._table, stack, depth, answer = _run(
                    *(self._arrays, self._keys, self.game.strict),
                    *(self._table, self._room, stack, depth, answer, SLICE),
                )
        return np.where(stack.values > answer, NEVER, stack.values)

    def _line(self, state: State, depth: int, turns: int, guess: str) -> tuple[tuple[str, str], ...]:
        """Give the principal variation that begins with a guess."""
        line: list[tuple[str, str]] = []
        while True:
            after = [state.after(guess, row) for row in state.partition(guess)]
            depth -= 2
            state = max(after, key=lambda x: (self._worth(x, depth, turns), len(x.candidates)))
            line.append(state.history[-1])
            if state.solved or depth == 0 or len(state.rows) == turns:
                return tuple(line)
            values = self._run(state, turns - len(state.rows), depth, state.allowed)
            guess = self.game.guesses[state.allowed[values.argmin()]]

    def _worth(self, state: State, depth: int, turns: int) -> int:
        """Give the value of what follows a guess."""
        if state.solved:
            return 0
        if len(state.rows) == turns:
            return LOST
        return self.value(state, depth, turns) if depth else len(state.candidates)


@kernel
def _start(keys, members, allowed, hints, left, plies, order):
    """Make the stack of a search from a belief, at which the allowed guesses are tried in an order."""
    frames, parts, n, most = np.zeros(plies // 2 + 2, FRAME), np.zeros(512, PART), members.size, plies // 2 + 2
    pool = np.empty(4 * n + 64, np.int32)
    pool[:n] = members
    layers = np.zeros((most, hints.size), hints.dtype)
    layers[0] = hints
    orders = np.zeros((most, order.size), np.int32)
    orders[0] = order
    frame = frames[0]
    frame["stage"], frame["left"], frame["plies"], frame["tries"] = GUESS, left, plies, order.size
    frame["last"] = frame["top"] = n
    frame["allowed_last"] = allowed.size
    frame["alpha"], frame["beta"], frame["best"], frame["rest"] = UNKNOWN, LOST + 1, LOST + 1, LOST + 1
    frame["best_guess"] = NONE
    frame["key"] = _belief_key(keys, members, hints) ^ _left_key(left) ^ _plies_key(plies)
    return Stack(frames, parts, pool, allowed.copy(), layers, orders, np.full(order.size, LOST + 1, np.int64))


@kernel
def _plies_key(plies):
    """Give the part of a belief's key that stands for the plies left."""
    return np.uint64(plies) << np.uint64(52)


@kernel
def _run(game, keys, strict, table, room, stack, depth, answer, budget):
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
                table = _twice(table)
            answer = _settle(game, table, room, frame, mine, mine_allowed)
            if answer == UNKNOWN:
                _put_in_order(game, table, room, frame, mine, mine_allowed, order[depth])
                frame["stage"] = GUESS
        elif frame["stage"] == PARTS:
            frame["worst"] = max(frame["worst"], answer)
            frame["part"] += 1
            answer = np.int64(UNKNOWN)
        elif frame["plies"] == 2:
            room.stats[0] += 1
            answer = _last_guess(game, room, frame, mine, order[0], values)
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
                    members = _grown(members, frame["top"] + mine.size)
                    parts = _grown(parts, frame["parts_first"] + mine.size)
                    room.stats[2] += 100 * mine.size
                    _divide(game, room.ends, frame, members, parts, np.int64(0))
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
                allowed = _thin_out(game, frame, child, part["code"], hints, depth, allowed)
                if strict:
                    allowed = _own_guesses(game, frame, child, members, allowed)
                key = _belief_key(keys, members[child["first"] : child["last"]], hints[depth + 1])
                child["key"] = key ^ _left_key(child["left"]) ^ _plies_key(child["plies"])
                deeper = True
        if deeper:
            depth += 1
            continue
        lower = answer if answer > frame["alpha"] else np.int64(0)
        upper = answer if answer < frame["beta"] else np.int64(LOST)
        _store(table, frame["key"], lower, upper, frame["best_guess"])
        depth -= 1
    return table, Stack(frames, parts, members, allowed, hints, order, values), depth, answer


@kernel
def _settle(game, table, room, frame, members, allowed):
    """Give the value of a belief if it can be told without search, or UNKNOWN; it may be a bound outside the window."""
    n, left = members.size, frame["left"]
    if n <= min(left, frame["plies"] // 2):
        return np.int64(0)
    if left <= 1:
        return np.int64(LOST)
    entry = table.entries[_place(table.entries, frame["key"])]
    if entry["key"] == frame["key"]:
        if entry["lower"] == entry["upper"] or entry["lower"] >= frame["beta"]:
            return entry["lower"]
        if entry["upper"] <= frame["alpha"]:
            return entry["upper"]
    room.stats[0] += 1
    if frame["plies"] > 2:
        return np.int64(UNKNOWN)
    return _last_guess(game, room, frame, members, allowed, np.zeros(0, np.int64))


@kernel
def _last_guess(game, room, frame, members, order, values):
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
    there, copies = _letters_of(game, room, members)
    for i in range(order.size):
        guess = order[i]
        worst = _wasted(room, guess, there, copies)
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
def _letters_of(game, room, members):
    """Give the letters that stand at each place of some member, and how often a member has each letter at most.

    Both are for the letters of guesses, and empty if wasted letters do not count.
    """
    length = room.letters.shape[1]
    there = np.zeros((length, 256 if length > 0 else 0), np.bool_)
    copies = np.zeros(256 if length > 0 else 0, np.int64)
    for m in members if length > 0 else members[:0]:
        word = room.letters[game.guess_of_hidden[m]]
        for i in range(length):
            there[i, word[i]] = True
            copies[word[i]] = max(copies[word[i]], np.sum(word == word[i]))
    return there, copies


@kernel
def _wasted(room, guess, there, copies):
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
def _put_in_order(game, table, room, frame, members, allowed, order):
    """Put the allowed guesses in order of their largest class, after the best one of a search less deep."""
    _costs_of_all(game, members, allowed, room.rule, room.work)
    room.stats[2] += members.size * allowed.size
    costs = room.work.costs[: allowed.size]
    entry = table.entries[
        _place(table.entries, frame["key"] ^ _plies_key(frame["plies"]) ^ _plies_key(frame["plies"] - 2))
    ]
    for i in range(allowed.size):
        if entry["guess"] == allowed[i] and entry["key"] != 0:
            costs[i] = 0
    order[: allowed.size] = allowed[np.argsort(costs, kind="mergesort")]
    frame["tries"] = allowed.size

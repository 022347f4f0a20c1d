"""Guarantees: whether every hidden word can be found within so many guesses, whatever the feedback.

This is the game against a perfect opponent who may change the hidden word as long as all feedback stays true. Either
some opening leaves only classes that can be finished in time, or the opponent wins. The search learns from every
failure. Call a set of words an *obstruction* of level 1 if it has two words or more, and of level L if each guess gives
the same feedback to all words of some obstruction of level L - 1 inside the set. Who holds an obstruction of level L
survives L guesses: whatever the guess, he answers for an obstruction of level L - 1, and goes on. Conversely, where no
guess is enough, the classes that fail hold obstructions, and so does their union. So a failure, shrunk to few words, is
kept, and rules out every later guess that does not tell its words apart, in any belief that holds them.

Some sets are too large in a simpler way: if no guess makes more than k classes of them, not many of their words can be
found in time: with one guess one, with each guess more at most k times as many, or, if only words of the set make as
many as k classes, one and k - 1 times as many.

Obstructions are proofs: a "no" comes with a list of word sets that anyone can check, and a "yes" with a decision tree.

In hard and strict mode fewer guesses are allowed, so an obstruction still is one; but a belief may fail without, since
guesses are not allowed that would be good. Such a failure is kept for this belief alone.
"""

import time
from typing import NamedTuple

import numpy as np

from wordlelib import entropy
from wordlelib._jit import kernel
from wordlelib.branch_and_bound import _left_key, _place, _store, _twice, new_table
from wordlelib.game import Game, State
from wordlelib.policy import Policy
from wordlelib.search import (
    PART,
    _belief_key,
    _divide,
    _grown,
    _own_guesses,
    _thin_out,
    _twice_rows,
    keep_by_game,
    later_interrupt,
)
from wordlelib.sweep import Counts, SortedGame, _sweep, new_counts
from wordlelib.tree import DecisionTree, play

SLICE = 300_000_000
OPEN, GUESS, PARTS = 0, 1, 2
NO, YES, UNKNOWN = 0, 1, 2
LOCAL = -1
LARGEST = 255

FRAME = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("stage", "left"),  # guesses left
            *("first", "last", "top"),  # the belief in `members`, and where classes may be written
            *("allowed", "allowed_last"),
            *(
                "guess",
                "place",
                "tries",
            ),  # the present guess; where the next one stands in the frame's order, and how many
            *("part", "parts_first", "parts_last"),
        )
    ]
    + [("key", np.uint64)]
)


class Store(NamedTuple):
    """The obstructions: `masks` says of each which guesses give all its words the same feedback, one bit a guess.

    Number i has the words ``words[ends[i]:ends[i + 1]]``; `levels` lists the numbers of each level, `used` counts them,
    and at place 0 counts all.
    """

    words: np.ndarray
    ends: np.ndarray
    masks: np.ndarray
    levels: np.ndarray
    used: np.ndarray


class Stack(NamedTuple):
    """The state of a search, which may stop and go on; `order` and `alive` have a row for each frame."""

    frames: np.ndarray
    parts: np.ndarray
    members: np.ndarray
    allowed: np.ndarray
    hints: np.ndarray
    order: np.ndarray
    alive: np.ndarray


class Room(NamedTuple):
    """What the kernels use again and again; `ends` comes and goes all zero, `depth` says how deep each word is.

    `stats` counts beliefs and work (in codes looked at, roughly).
    """

    counts: Counts
    all: np.ndarray
    full: np.ndarray
    ends: np.ndarray
    depth: np.ndarray
    pairs: np.ndarray
    equal: np.ndarray
    stats: np.ndarray


class Guarantee(NamedTuple):
    """The answer to "can so many guesses be guaranteed?".

    Attributes
    ----------
    possible
        Whether they can.
    cap
        The number of guesses.
    opening
        A guess with which they can; None if they cannot.
    nodes
        How many beliefs were looked at.
    seconds
        How long the search took.
    tree
        If possible, a strategy: no word takes more guesses than the cap.
    refutation
        If not, the obstructions that were learned, by level: ``refutation[2]`` is a list of tuples of words. Each is
        one for a reason that the module's text gives. Where the question was about one opening only, in hard or strict
        mode, or where some guess makes more than 254 classes, they need not be a whole proof.
    """

    possible: bool
    cap: int
    opening: str | None
    nodes: int
    seconds: float
    tree: DecisionTree | None
    refutation: dict[int, list[tuple[str, ...]]]


def guarantee(game: Game, cap: int, opening: str | None = None) -> Guarantee:
    """Say whether every hidden word can be found within `cap` guesses.

    Parameters
    ----------
    game
        The game; its mode (easy, hard, strict) says which guesses are allowed. The prior plays no part.
    cap
        How many guesses there are.
    opening
        The first guess; any by default.

    Raises
    ------
    ValueError
        If the cap is no number from 1, or the opening is not allowed or tells nothing.

    Examples
    --------
    >>> from wordlelib import wordle
    >>> game = wordle(["batch", "catch", "hatch", "patch"])
    >>> guarantee(game, 3).possible, guarantee(game, 4).possible
    (False, True)
    """
    cap = check_count(cap)
    if (
        opening is not None
        and len(game.start().partition(opening)) == 1
        and game.find(opening) != game.find(game.hidden[0])
    ):
        raise ValueError(f"opening: {opening!r} tells nothing; expected a guess that does")
    solver, start = GuaranteeSolver(game), time.perf_counter()
    found = solver.search(game.start(), cap, opening)
    seconds = time.perf_counter() - start
    if found is None:
        return Guarantee(False, cap, None, solver.nodes, seconds, None, solver.obstructions())
    nodes = solver.nodes
    tree = play(game, Guaranteed(cap, solver), found)
    return Guarantee(True, cap, found, nodes, seconds, tree, {})


class Guaranteed(Policy):
    """Make a guess after which every word can still be found within the cap.

    Parameters
    ----------
    cap
        How many guesses a game may take in all.
    solver
        A solver for one game to go on with.
    """

    name = "guaranteed"

    def __init__(self, cap: int, solver: "GuaranteeSolver | None" = None) -> None:
        self.cap = check_count(cap)
        self._solver = keep_by_game(lambda game: solver if solver and solver.game is game else GuaranteeSolver(game))

    def __repr__(self) -> str:
        """Look like the call that makes the policy."""
        return f"Guaranteed({self.cap})"

    def decide(self, state: State) -> str:
        """Give a guess that keeps to the cap.

        Raises
        ------
        ValueError
            If there is none.
        """
        left = self.cap - len(state.rows)
        found = self._solver(state.game).search(state, left) if left > 0 else None
        if found is None:
            raise ValueError(f"cap: {self.cap}; no strategy keeps to it from {state!r}")
        return found


class GuaranteeSolver:
    """Answers questions about one game, and keeps what it learns for the next.

    Parameters
    ----------
    game
        The game.
    """

    def __init__(self, game: Game) -> None:
        self.game, self._sorted = game, SortedGame(game)
        self._arrays, labels = self._sorted.arrays, self._sorted.labels
        self._easy_keys = self._sorted.keys()
        self._keys = self._easy_keys._replace(words=self._easy_keys.words * np.uint64(3))
        guesses, hidden = self._arrays.codes.shape
        everything = np.arange(guesses, dtype=np.int32)
        full = np.zeros((guesses + 63) // 64, np.uint64)
        _set_bits(everything, full)
        self._room = Room(
            new_counts(self._arrays, labels),
            everything,
            full,
            np.zeros(self._arrays.cells + 1, np.int64),
            np.full(hidden, -1, np.int64),
            np.zeros(guesses, np.uint16),
            np.zeros(guesses, np.uint8),
            np.zeros(2, np.int64),
        )
        self._table = new_table()
        self._store = Store(
            np.empty(256, np.int32),
            np.zeros(16, np.int64),
            np.zeros((16, full.size), np.uint64),
            np.zeros((1, 16), np.int64),
            np.zeros(1, np.int64),
        )

    @property
    def nodes(self) -> int:
        """How many beliefs were looked at so far."""
        return int(self._room.stats[0])

    def obstructions(self) -> dict[int, list[tuple[str, ...]]]:
        """Give the obstructions learned so far: by level, lists of tuples of words."""
        words, ends, _, levels, used = self._store
        return {
            level: [
                tuple(self.game.hidden[i] for i in words[ends[number] : ends[number + 1]])
                for number in levels[level, : used[level]]
            ]
            for level in range(2, len(used))
            if used[level]
        }

    def least(self, state: State) -> int:
        """Give the least number of further guesses that is enough for every candidate of a state."""
        left = 1
        while self.search(state, left) is None:
            left += 1
        return left

    def search(self, state: State, left: int, opening: str | None = None) -> str | None:
        """Give a guess after which each candidate can be found within `left` guesses, this one included.

        Parameters
        ----------
        state
            The belief. Its allowed guesses must be those that the mode allows after its history.
        left
            How many guesses are left.
        opening
            The guess to make now; any by default.

        Returns
        -------
        str or None
            The guess, or None if there is none.
        """
        left, game = check_count(left, "left"), self.game
        self._sorted.check(state)
        if opening is None and len(state.candidates) == 1:
            return state.words[0]
        left = min(left, len(state.candidates) + 1)  # enough for any opening and then one word after the other
        fixed = opening is not None
        tried = _most_informative(state) if opening is None else np.array([game.find(opening)])
        if tried[0] not in state.allowed:
            raise ValueError(f"opening: {opening!r}; expected a guess that {game.mode} mode allows")
        found = self._run(state, left, tried, fixed, easy=True)
        if found >= 0 and game.mode != "easy":
            found = self._run(state, left, tried, fixed, easy=False)
        return None if found < 0 else game.guesses[self._sorted.guesses(np.array([found]))[0]]

    def separable(self, members: np.ndarray, codes: np.ndarray) -> np.ndarray:
        """Say, for each guess, whether one further guess can tell all members apart that get a certain code from it.

        Parameters
        ----------
        members : ndarray of int32
            The candidates.
        codes : ndarray of int64, shape (guesses,)
            The code that each guess gets, in a game in easy mode.

        Returns
        -------
        ndarray of bool, shape (guesses,)
        """
        out = np.zeros(len(codes), np.bool_)
        store = _with_level(self._store, 2)
        self._store = _separable(self._arrays, store, self._room, members, codes[self._sorted.order], out)
        answers = np.empty_like(out)
        answers[self._sorted.order] = out
        return answers

    def _run(self, state: State, left: int, tried: np.ndarray, fixed: bool, easy: bool) -> int:
        """Give a guess, or -1; `easy`: all guesses are allowed from now on."""
        strict, keys = self.game.strict and not easy, self._easy_keys if easy else self._keys
        hints = self._sorted.hints(state)[: 0 if easy else None]
        allowed = self._room.all if easy else np.sort(self._sorted.numbers(state.allowed))
        order = self._sorted.numbers(tried)
        if easy and not fixed:
            order = np.concatenate([order, np.delete(allowed, order)])
        stack = _start(keys, self._room, state.candidates, allowed, hints, left, order)
        self._store = _with_level(self._store, left)
        depth, index, answer = 0, LOCAL, UNKNOWN
        try:
            while depth >= 0:
                with later_interrupt():
                    self._table, self._store, stack, depth, answer, index = _run(
                        *(self._arrays, keys, strict, fixed),
                        *(self._table, self._store, self._room, stack, depth, answer, index, SLICE),
                    )
        finally:
            self._room.depth[:] = -1
        return int(stack.frames[0]["guess"]) if answer == YES else -1


def check_count(cap: int, name: str = "cap") -> int:
    """Give a number of guesses as an int, or raise a ValueError that names the argument."""
    if isinstance(cap, bool) or not isinstance(cap, int | np.integer) or cap < 1:
        raise ValueError(f"{name}: {cap!r}; expected a number of guesses from 1")
    return int(cap)


def _most_informative(state: State) -> np.ndarray:
    """Give the allowed guesses in order of their information gain."""
    return state.allowed[np.argsort(entropy.costs(state, entropy.INFORMATION, state.allowed), kind="stable")]


def _with_level(store: Store, level: int) -> Store:
    """Give a store with room for the obstructions of a level."""
    more = max(level + 1 - store.used.size, 0)
    return store._replace(levels=np.pad(store.levels, ((0, more), (0, 0))), used=np.pad(store.used, (0, more)))


@kernel
def _set_bits(guesses, mask):
    """Set the bits of some guesses."""
    for guess in guesses:
        mask[guess >> 6] |= np.uint64(1) << np.uint64(guess & 63)


@kernel
def _start(keys, room, members, allowed, hints, left, tried):
    """Make the stack of a search from a belief, at which some guesses are tried in their order."""
    frames, parts = np.zeros(left + 2, FRAME), np.zeros(512, PART)
    n = members.size
    pool = np.empty(4 * n + 64, np.int32)
    pool[:n] = members
    layers = np.zeros((left + 2, hints.size), hints.dtype)
    layers[0] = hints
    order = np.zeros((left + 2, room.all.size), np.int32)
    order[0, : tried.size] = tried
    alive = np.zeros((left + 2, room.full.size), np.uint64)
    frame = frames[0]
    frame["left"], frame["last"], frame["top"], frame["allowed_last"] = left, n, n, allowed.size
    frame["guess"], frame["tries"] = -1, tried.size
    frame["key"] = _belief_key(keys, members, hints) ^ _left_key(left)
    for m in members:
        room.depth[m] = 0
    return Stack(frames, parts, pool, allowed.copy(), layers, order, alive)


@kernel
def _run(game, keys, strict, fixed, table, store, room, stack, depth, answer, index, budget):
    """Go on with a search until it ends (depth -1) or has done so much work more.

    `answer` and `index` are what the last belief came to: whether it can be finished in time, and if not, the number of
    an obstruction that it holds, or LOCAL.
    """
    frames, parts, members, allowed, hints, order, alive = stack
    until = room.stats[1] + budget
    while depth >= 0 and room.stats[1] < until:
        frame = frames[depth]
        own = fixed and depth == 0
        mine = members[frame["first"] : frame["last"]]
        mine_allowed = allowed[frame["allowed"] : frame["allowed_last"]]
        if frame["stage"] == OPEN:
            if 2 * (table.used[0] + 8) > table.entries.size:
                table = _twice(table)
            if not own:
                store, answer, index = _assess(game, strict, table, store, room, frame, mine, mine_allowed, depth)
            if answer == UNKNOWN:
                most = _list(game, store, room, frame, mine, mine_allowed, depth, order[depth], alive[depth])
                frame["stage"] = GUESS
                if most < mine.size:
                    answer, index = NO, np.int64(LOCAL)
                    if mine_allowed.size == room.all.size:
                        store = _learn(game, store, room, mine[: most + 1], frame["left"])
                        index = store.used[0] - 1
        elif frame["stage"] == PARTS:
            frame["part"] += 1
            if answer == NO:
                if index >= 0:
                    for x in range(alive.shape[1]):
                        alive[depth, x] &= ~store.masks[index, x]
                alive[depth, frame["guess"] >> 6] &= ~(np.uint64(1) << np.uint64(frame["guess"] & 63))
                frame["stage"] = GUESS
            answer = UNKNOWN
        if answer == UNKNOWN and frame["stage"] == GUESS:
            if _next(frame, order[depth], alive[depth]):
                members = _grown(members, frame["top"] + mine.size)
                parts = _grown(parts, frame["parts_first"] + mine.size)
                room.stats[1] += 100 * mine.size
                _divide(game, room.ends, frame, members, parts, frame["left"] - 1)
                frame["stage"] = PARTS
            else:
                answer, index = NO, np.int64(LOCAL)
                if not own:
                    store, index = _conclude(game, store, room, frame["left"], mine, depth)
        if answer == UNKNOWN:
            if frame["part"] < frame["parts_last"]:
                part, child = parts[frame["part"]], frames[depth + 1]
                child["stage"], child["left"], child["guess"] = OPEN, frame["left"] - 1, -1
                child["first"], child["last"] = part["first"], part["last"]
                child["top"] = frame["top"] + mine.size
                child["parts_first"] = frame["parts_last"]
                allowed = _thin_out(game, frame, child, part["code"], hints, depth, allowed)
                if strict:
                    allowed = _own_guesses(game, frame, child, members, allowed)
                depth += 1
                for m in members[child["first"] : child["last"]]:
                    room.depth[m] = depth
                child["key"] = _belief_key(keys, members[child["first"] : child["last"]], hints[depth])
                child["key"] ^= _left_key(child["left"])
                continue
            answer = YES
        if not own:
            value = np.int64(answer == NO)
            _store(table, frame["key"], value, value, frame["guess"])
        depth -= 1
        for m in members[frame["first"] : frame["last"]]:
            room.depth[m] = depth
    return table, store, Stack(frames, parts, members, allowed, hints, order, alive), depth, answer, index


@kernel
def _assess(game, strict, table, store, room, frame, members, allowed, depth):
    """Answer for a belief without looking at what follows a guess, if that can be done.

    Gives the obstructions, one more perhaps, the answer and the number of an obstruction or LOCAL.
    """
    n, left, local = members.size, frame["left"], np.int64(LOCAL)
    if n <= left:
        frame["guess"] = game.guess_of_hidden[members[0]]
        return store, YES, local
    if left <= 1:
        return store, NO, local
    entry = table.entries[_place(table.entries, frame["key"])]
    if entry["key"] == frame["key"] and entry["upper"] == 0:
        frame["guess"] = entry["guess"]
        return store, YES, local
    for i in range(store.used[left]):
        if _holds(store, room, store.levels[left, i], depth):
            return store, NO, store.levels[left, i]
    if entry["key"] == frame["key"]:
        return store, NO, local
    room.stats[0] += 1
    if left > 2:
        return store, UNKNOWN, local
    guess = _perfect(game, room, members, allowed)
    if guess >= 0:
        frame["guess"] = guess
        return store, YES, local
    if strict or (allowed.size < room.all.size and _perfect(game, room, members, room.all) >= 0):
        return store, NO, local
    kept = _without_perfect(game, room, members)
    if kept.size == 0:
        return store, NO, local
    store = _learn(game, store, room, kept, left)
    return store, NO, store.used[0] - 1


@kernel
def _holds(store, room, number, depth):
    """Say whether the belief of the frame at a depth holds an obstruction."""
    i, stop = store.ends[number], store.ends[number + 1]
    while i < stop and room.depth[store.words[i]] >= depth:
        i += 1
    return i == stop


@kernel
def _perfect(game, room, members, allowed):
    """Give an allowed guess that tells all members apart, or -1."""
    room.stats[1] += members.size * allowed.size
    _sweep(game, members, allowed, room.counts, True)
    place = np.argmin(room.counts.repeats[: allowed.size])
    return np.int64(allowed[place]) if room.counts.repeats[place] == 0 else np.int64(-1)


@kernel
def _without_perfect(game, room, members):
    """Shrink a belief that no guess tells apart until that fails if any word is left out; empty if it is too large.

    Words that few guesses confuse with others go first.
    """
    kept = members[: min(members.size, room.counts.labels[0] + 1)].copy()
    pairs, equal = room.pairs, room.equal
    if kept.size > LARGEST:
        return kept[:0]
    pairs[:] = 0
    score = np.zeros(kept.size, np.int64)
    for i in range(kept.size):
        _count_equal(game.by_hidden, kept, i, equal)
        for guess in range(pairs.size):
            pairs[guess] += equal[guess]
            score[i] += equal[guess]
    for guess in range(pairs.size):
        pairs[guess] //= 2
    kept = kept[np.argsort(score, kind="mergesort")]
    i = 0
    while i < kept.size:
        _count_equal(game.by_hidden, kept, i, equal)
        spare = np.int64(1)
        for guess in range(pairs.size):
            spare &= np.int64(pairs[guess] > equal[guess])
        if spare:
            for guess in range(pairs.size):
                pairs[guess] -= equal[guess]
            kept = np.concatenate((kept[:i], kept[i + 1 :]))
        else:
            i += 1
    return kept


@kernel
def _count_equal(by_hidden, members, i, equal):
    """Count, for each guess, the other members with the same feedback as member i."""
    equal[:] = 0
    mine = by_hidden[members[i]]
    for j in range(members.size):
        if j != i:
            other = by_hidden[members[j]]
            for guess in range(equal.size):
                equal[guess] += np.uint8(mine[guess] == other[guess])


@kernel
def _separable(game, store, room, members, codes, out):
    """Say, for each guess, whether the members that get its code can be told apart; learn from those that cannot."""
    out[:] = True
    for m in members:
        room.depth[m] = 0
    for i in range(store.used[2]):
        if _holds(store, room, store.levels[2, i], 0):
            _rule_out(game, store, store.levels[2, i], codes, out)
    for guess in range(codes.size):
        if out[guess]:
            mine = members[game.codes[guess][members] == codes[guess]]
            if _perfect(game, room, mine, room.all) < 0:
                out[guess] = False
                kept = _without_perfect(game, room, mine)
                if kept.size > 0:
                    store = _learn(game, store, room, kept, 2)
                    _rule_out(game, store, store.used[0] - 1, codes, out)
    for m in members:
        room.depth[m] = -1
    return store


@kernel
def _rule_out(game, store, number, codes, out):
    """Rule out the guesses that give all words of an obstruction the code that they get."""
    first = store.words[store.ends[number]]
    for x in range(store.masks.shape[1]):
        mask, guess = store.masks[number, x], 64 * x
        while mask != 0:
            if mask & np.uint64(1) and game.codes[guess, first] == codes[guess]:
                out[guess] = False
            mask >>= np.uint64(1)
            guess += 1


@kernel
def _list(game, store, room, frame, members, allowed, depth, order, alive):
    """Put the guesses in order, those of most classes first, and leave out what the obstructions rule out.

    Gives a number of members that cannot be exceeded if all are to be found in time, where it is known at once.
    """
    most = members.size
    if depth > 0:
        room.stats[1] += members.size * allowed.size
        _sweep(game, members, allowed, room.counts, False)
        repeats = room.counts.repeats
        ends = np.zeros(members.size + 1, np.int64)
        for i in range(allowed.size):
            ends[repeats[i] + 1] += 1
        for r in range(members.size):
            ends[r + 1] += ends[r]
        frame["tries"] = ends[members.size - 1]
        for i in range(allowed.size):
            order[ends[repeats[i]]] = allowed[i]
            ends[repeats[i]] += 1
        most = _most_found(game, room, members.size, allowed, frame["left"], depth)
    alive[:] = 0
    _set_bits(order[: frame["tries"]], alive)
    frame["place"] = 0
    if frame["left"] > 2:
        level = frame["left"] - 1
        for i in range(store.used[level]):
            number = store.levels[level, i]
            if _holds(store, room, number, depth):
                for x in range(alive.size):
                    alive[x] &= ~store.masks[number, x]
    return most


@kernel
def _most_found(game, room, n, allowed, left, depth):
    """Bound the number of words of a part of the belief that can be found in time, by the classes that guesses make.

    Let no member make more than `own` classes of the n words, and no other guess more than `other`. In a part, a member
    of the part finds one word and leaves own - 1 classes at most; any other guess makes `other` classes, or own - 1.
    """
    own, other = np.int64(1), np.int64(1)
    for i in range(allowed.size):
        hidden, classes = game.hidden_of_guess[allowed[i]], n - np.int64(room.counts.repeats[i])
        if hidden >= 0 and room.depth[hidden] >= depth:
            own = max(own, classes)
        else:
            other = max(other, classes)
    most, other = np.int64(1), max(other, own - 1)
    for _ in range(left - 1):
        most = min(max(1 + (own - 1) * most, other * most), n)
    return most


@kernel
def _next(frame, order, alive):
    """Take the next guess that is not ruled out; say whether there is one."""
    for place in range(frame["place"], frame["tries"]):
        guess = order[place]
        if alive[guess >> 6] >> np.uint64(guess & 63) & np.uint64(1):
            frame["guess"], frame["place"] = guess, place + 1
            return True
    frame["place"] = frame["tries"]
    return False


@kernel
def _conclude(game, store, room, left, members, depth):
    """Learn from a belief at which no guess is good enough; give its obstruction, or LOCAL if it holds none."""
    level, union, count = left - 1, np.zeros(room.full.size, np.uint64), 0
    numbers = np.empty(store.used[level], np.int64)
    for i in range(store.used[level]):
        number = store.levels[level, i]
        if _holds(store, room, number, depth):
            more = np.uint64(0)
            for x in range(union.size):
                more |= store.masks[number, x] & ~union[x]
                union[x] |= store.masks[number, x]
            if more != 0:
                numbers[count] = number
                count += 1
    if np.any(union != room.full):
        return store, np.int64(LOCAL)
    kept = _fewest_words(store, room, numbers[:count])
    store = _learn(game, store, room, kept, left)
    return store, store.used[0] - 1


@kernel
def _fewest_words(store, room, numbers):
    """Give the words of some of the obstructions that together rule out all guesses, and of no more than needed."""
    occurs = np.zeros(room.depth.size, np.int64)
    for number in numbers:
        for i in range(store.ends[number], store.ends[number + 1]):
            occurs[store.words[i]] += 1
    words = np.flatnonzero(occurs)
    words = words[np.argsort(occurs[words], kind="mergesort")]
    keep = np.ones(words.size, np.bool_)
    with_word = np.empty(numbers.size, np.bool_)
    for w in range(words.size):
        union = np.zeros(room.full.size, np.uint64)
        for k in range(numbers.size):
            number = numbers[k]
            with_word[k] = np.any(store.words[store.ends[number] : store.ends[number + 1]] == words[w])
            if not with_word[k]:
                for x in range(union.size):
                    union[x] |= store.masks[number, x]
        if np.all(union == room.full):
            keep[w] = False
            numbers = numbers[~with_word[: numbers.size]]
    return np.sort(words[keep]).astype(np.int32)


@kernel
def _learn(game, store, room, kept, level):
    """Keep an obstruction."""
    words, ends, masks, levels, used = store
    number, first = used[0], ends[used[0]]
    words = _grown(words, first + kept.size)
    ends = _grown(ends, number + 2)
    if number == masks.shape[0]:
        masks = _twice_rows(masks)
    if used[level] == levels.shape[1]:
        wider = np.zeros((levels.shape[0], 2 * levels.shape[1]), np.int64)
        wider[:, : levels.shape[1]] = levels
        levels = wider
    words[first : first + kept.size] = kept
    ends[number + 1] = first + kept.size
    equal = room.equal
    equal[:] = 1
    base = game.by_hidden[kept[0]]
    for m in kept[1:]:
        other = game.by_hidden[m]
        for guess in range(equal.size):
            equal[guess] &= np.uint8(base[guess] == other[guess])
    for guess in range(equal.size):
        masks[number, guess >> 6] |= np.uint64(equal[guess]) << np.uint64(guess & 63)
    levels[level, used[level]] = number
    used[level] += 1
    used[0] += 1
    return Store(words, ends, masks, levels, used)

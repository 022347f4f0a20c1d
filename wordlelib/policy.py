"""Base policies: what to guess next, from the belief alone.

A greedy policy takes the guess of least cost under one score of `entropy.py`. Ties: a word that is still possible comes
first, then list order. `decide_all` decides many beliefs at once; every policy has it, and `tree.play` uses it.
"""

from abc import ABC, abstractmethod
from functools import cache
from typing import NamedTuple

import numpy as np

from wordlelib import entropy
from wordlelib._jit import kernel
from wordlelib.entropy import CLASSES, INFORMATION, LOG_UNIT, REMAINING, WORST
from wordlelib.game import Beliefs, State

PAIR_LIMIT = 128
BLOCK = 2048


class Policy(ABC):
    """A rule that gives the next guess from the state.

    A subclass says `decide`; it may also say `decide_all`, when many beliefs are cheaper together than one by one.
    """

    name: str = "unnamed policy"

    @abstractmethod
    def decide(self, state: State) -> str:
        """Give the guess to make in `state`."""

    def decide_all(self, beliefs: Beliefs) -> np.ndarray:
        """Give the number of the guess to make in each belief: an int32 array of shape (beliefs,)."""
        return np.array([beliefs.game.find(self.decide(state)) for state in beliefs], np.int32)


class Ranked(NamedTuple):
    """One line of a ranking: a guess, its score as people quote it, and whether it may be the hidden word."""

    guess: str
    score: float
    possible: bool


class Greedy(Policy):
    """Take the guess of least cost under one score; see the four subclasses."""

    score: int

    def __repr__(self) -> str:
        """Look like the call that makes the policy."""
        return f"{type(self).__name__}()"

    def decide(self, state: State) -> str:
        """Give the best guess; ties go to a word that is still possible, then to list order."""
        return state.game.guesses[self.decide_all(Beliefs.of(state))[0]]

    def decide_all(self, beliefs: Beliefs) -> np.ndarray:
        """Decide every belief of a batch in one compiled call."""
        game = beliefs.game
        out = np.empty(len(beliefs), np.int32)
        arrays = Arrays(
            game.codes, game.codes_by_hidden, game.guess_of_hidden, game.hidden_of_guess, game.weights, game.uniform
        )
        if game.uniform:
            table = entropy.cost_table(self.score, int(np.diff(beliefs.offsets).max()))
        else:
            table = entropy.log_table(int(game.weights.sum()))
        _decide_all(
            arrays,
            beliefs.members,
            beliefs.offsets,
            beliefs.allowed,
            beliefs.allowed_offsets,
            game.mode == "hard",
            self.score,
            table,
            extra_information(),
            game.cells,
            out,
        )
        return out

    def rank(self, state: State, best: int = 10) -> list[Ranked]:
        """Rank the allowed guesses.

        Parameters
        ----------
        state
            The belief.
        best
            How many guesses to give.

        Returns
        -------
        list of Ranked
            The best guesses, in the order in which the policy prefers them.
        """
        if best < 1:
            raise ValueError(f"best: {best}; expected at least 1")
        game = state.game
        cost = entropy.costs(state, self.score, state.allowed)
        possible = np.isin(state.allowed, game.guess_of_hidden[state.candidates])
        order = np.lexsort((state.allowed, ~possible, cost))[:best]
        quoted = entropy.as_quoted(state, self.score, cost[order])
        return [
            Ranked(game.guesses[state.allowed[i]], float(value), bool(possible[i]))
            for i, value in zip(order, quoted, strict=True)
        ]


class InformationGain(Greedy):
    """Take the guess whose feedback has the largest entropy (the papers' maximum information gain)."""

    name = "information-gain"
    score = INFORMATION


class ExpectedRemaining(Greedy):
    """Take the guess that leaves the fewest words on average (the papers' most rapid decrease)."""

    name = "expected-remaining"
    score = REMAINING


class MostClasses(Greedy):
    """Take the guess with the most different feedbacks (greatest expected probability, as the papers describe it)."""

    name = "most-classes"
    score = CLASSES


class WorstClass(Greedy):
    """Take the guess whose largest class is smallest (Knuth 1977)."""

    name = "worst-class"
    score = WORST


class RandomGuess(Policy):
    """Guess anything that tells at least two candidates apart, uniformly; the last candidate when one is left.

    Parameters
    ----------
    rng
        The source of randomness.
    """

    name = "random-guess"

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def decide(self, state: State) -> str:
        """Draw guesses until the feedback of one is not known beforehand."""
        game = state.game
        if len(state.candidates) == 1:
            return state.words[0]
        while True:
            guess = int(self.rng.choice(state.allowed))
            codes = game.codes[guess, state.candidates]
            if np.any(codes != codes[0]):
                return game.guesses[guess]


class RandomCandidate(Policy):
    """Guess any word that is still possible, uniformly: what a careful person does without a pencil.

    Parameters
    ----------
    rng
        The source of randomness.
    """

    name = "random-candidate"

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def decide(self, state: State) -> str:
        """Draw one of the candidates."""
        return state.game.hidden[int(self.rng.choice(state.candidates))]


GREEDY: dict[str, type[Greedy]] = {
    make.name: make for make in (InformationGain, ExpectedRemaining, MostClasses, WorstClass)
}


class Arrays(NamedTuple):
    """What the kernels need of a game."""

    codes: np.ndarray
    by_hidden: np.ndarray
    guess_of_hidden: np.ndarray
    hidden_of_guess: np.ndarray
    weights: np.ndarray
    uniform: bool


@cache
def extra_information() -> np.ndarray:
    """Tabulate the bound on the information cost that `_bound` needs: its part beyond classes of two words.

    For a class of c words let h(c) = c log2 c / (c - 1). It is concave, with h(2) = 2, so between 2 and the largest
    class M it lies above its chord, 2 + (c - 2) s with s = (h(M) - 2) / (M - 2). Hence c log2 c, which is
    (c - 1) h(c), is at least 2 (c - 1) + s (c - 1) (c - 2). Summed over the classes, with d words that are not the
    first of their class and p equal pairs, the cost is at least 2 d + 2 s e with e = p - d; and e bounds M, as
    (M - 1) (M - 2) <= 2 e.

    Returns
    -------
    ndarray of int64
        2 s e for e = 0, 1, 2 ..., in the units of `entropy.log_table`, less more than that table's rounding.
    """
    e = np.arange(1, PAIR_LIMIT * PAIR_LIMIT // 2)
    largest = (3 + np.sqrt(1 + 8 * e)) // 2
    slope = (largest * np.log2(largest) / (largest - 1) - 2) / (largest - 2)
    return np.concatenate([[0], np.floor(2 * slope * e * LOG_UNIT) - 2**14]).astype(np.int64)


@kernel
def _decide_all(game, members, offsets, allowed, allowed_offsets, restricted, score, table, extra, cells, out):
    """Take the best guess for each belief; `restricted`: each belief has a list of allowed guesses of its own."""
    costs = np.empty(allowed.size, np.int64)
    seen = np.zeros(cells, np.int64)
    stamp = np.int64(0)
    pairs = np.empty(game.by_hidden.shape[1], np.uint16)
    doubles = np.empty(pairs.size, np.uint8)
    for b in range(out.size):
        mine = members[offsets[b] : offsets[b + 1]]
        out[b] = _perfect_candidate(game, mine, seen, stamp)
        stamp += mine.size
        if out[b] >= 0:
            continue
        if game.uniform and allowed.size == pairs.size and mine.size <= PAIR_LIMIT and not restricted:
            out[b] = _best_by_pairs(game, mine, score, table, extra, seen, pairs, doubles)
            continue
        mine_allowed = allowed[allowed_offsets[b] : allowed_offsets[b + 1]] if restricted else allowed
        if game.uniform:
            entropy._uniform_costs(game.codes, mine, mine_allowed, score == WORST, table, cells, costs)
        else:
            entropy._weighted_costs(game.codes, mine, game.weights, mine_allowed, score, table, cells, costs)
        best, best_possible = -1, False
        for k in range(mine_allowed.size):
            if best >= 0 and costs[k] > costs[best]:
                continue
            possible = _possible(game, mine_allowed[k], mine)
            if best < 0 or costs[k] < costs[best] or (possible and not best_possible):
                best, best_possible = k, possible
        out[b] = mine_allowed[best]


@kernel
def _possible(game, guess, members):
    """Say whether a guess may be the hidden word."""
    hidden = game.hidden_of_guess[guess]
    i = np.searchsorted(members, hidden)
    return hidden >= 0 and i < members.size and members[i] == hidden


@kernel
def _perfect_candidate(game, members, seen, stamp):
    """Give the first candidate, in list order, that tells all candidates apart; -1 if there is none.

    No guess can do better under any score, so nothing else need be looked at. Each candidate marks the codes that it
    has `seen` with a stamp of its own, above all stamps of earlier calls.
    """
    best = -1
    if members.size > seen.size:
        return best
    for u in members:
        stamp += 1
        guess = game.guess_of_hidden[u]
        if best >= 0 and guess > best:
            continue
        row = game.codes[guess]
        perfect = True
        for w in members:
            if seen[row[w]] == stamp:
                perfect = False
                break
            seen[row[w]] = stamp
        if perfect:
            best = guess
    return best


@kernel
def _best_by_pairs(game, members, score, table, extra, seen, pairs, doubles):
    """Take the best of all guesses by counting the pairs of candidates that each cannot tell apart.

    The pairs of all guesses are counted together, comparing two contiguous rows at a time (32 guesses in one
    instruction). They bound every score from below, so that few guesses need their exact cost. A guess without an equal
    pair is best at once.
    """
    for start in range(0, pairs.size, BLOCK):
        stop = min(start + BLOCK, pairs.size)
        _count_equal_pairs(game.by_hidden, members, start, pairs[start:stop], doubles[start:stop])
        for k in range(start, stop):
            if pairs[k] == 0:
                return k
    best, least = 0, _bound(score, members.size, pairs[0], doubles[0], extra)
    for guess in range(1, pairs.size):
        bound = _bound(score, members.size, pairs[guess], doubles[guess], extra)
        if bound < least:
            best, least = guess, bound
    counts = np.zeros(seen.size, np.int64)
    best_cost = entropy._sparse_cost(game.codes[best], members, score == WORST, table, counts)
    best_possible = _possible(game, best, members)
    first = best
    for guess in range(pairs.size):
        if _bound(score, members.size, pairs[guess], doubles[guess], extra) > best_cost or guess == first:
            continue
        cost = entropy._sparse_cost(game.codes[guess], members, score == WORST, table, counts)
        if cost > best_cost:
            continue
        possible = _possible(game, guess, members)
        if cost < best_cost or (possible and not best_possible) or (possible == best_possible and guess < best):
            best, best_cost, best_possible = guess, cost, possible
    return best


@kernel
def _count_equal_pairs(by_hidden, members, start, pairs, doubles):
    """Count, for each guess, the pairs of members with equal feedback, and the members not first of their class."""
    pairs[:] = 0
    doubles[:] = 0
    stop = start + pairs.size
    equal = np.empty(pairs.size, np.uint8)
    for i in range(1, members.size):
        mine = by_hidden[members[i], start:stop]
        equal[:] = 0
        fours = i // 4 * 4
        for j in range(0, fours, 4):
            a, b = by_hidden[members[j], start:stop], by_hidden[members[j + 1], start:stop]
            c, d = by_hidden[members[j + 2], start:stop], by_hidden[members[j + 3], start:stop]
            for k in range(equal.size):
                x = mine[k]
                equal[k] += np.uint8(
                    np.uint8(x == a[k]) + np.uint8(x == b[k]) + np.uint8(x == c[k]) + np.uint8(x == d[k])
                )
        for j in range(fours, i):
            a = by_hidden[members[j], start:stop]
            for k in range(equal.size):
                equal[k] += np.uint8(mine[k] == a[k])
        for k in range(equal.size):
            pairs[k] += equal[k]
            doubles[k] += equal[k] > 0


@kernel
def _bound(score, n, pairs, doubles, extra):
    """Bound a guess's cost from below by its equal pairs and doubles (exact but for INFORMATION and WORST)."""
    p, d = np.int64(pairs), np.int64(doubles)
    if score == INFORMATION:
        return 2 * d * np.int64(LOG_UNIT) + extra[p - d]
    if score == REMAINING:
        return n + 2 * p
    if score == CLASSES:
        return d - n
    return (2 * p + d - 1) // d

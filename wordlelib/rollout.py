"""Rollout: one step of lookahead on a base policy, which is one step of policy improvement.

For each of a few candidate guesses, let the base policy finish every game that can follow. The guess that is cheapest
on the whole is made (Bhambri, Bhattacharjee and Bertsekas 2022, equation 18). As the base policy's own guess is always
among the candidates, no belief costs more than under the base policy. (That needs the true cost of a base policy that
does not draw its guesses: truncated rollout has no such guarantee.)

Q-factors are exact sums over all hidden words, not samples. For greedy base policies, and rollout on them to any depth,
one compiled kernel finds the costs and remembers them; any other base policy is played belief by belief.
"""

from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from wordlelib._jit import kernel
from wordlelib.game import Beliefs, Game, State, _add_hints
from wordlelib.policy import (
    Greedy,
    InformationGain,
    Policy,
    Rule,
    _best,
    _count_all_pairs,
    _pairs_decide,
    _perfect_candidate,
    _rank,
    _workspace,
    arrays_of,
    rule_of,
)
from wordlelib.search import (
    Keys,
    _all_allowed,
    _belief_key,
    _grown,
    _hand_key,
    _hints_key,
    _sort_by_code,
    _thin_out,
    _twice_rows,
    keys_of,
)
from wordlelib.tree import DecisionTree

NO_LIMIT = -1
REFUSED, STUCK = -1, -2
MEMO_BITS = 19
CHUNK = 64


class QFactor(NamedTuple):
    """What one candidate guess would cost.

    Attributes
    ----------
    guess
        The candidate.
    q
        Its Q-factor: the guesses expected from here on if it is made now and the base policy plays from then on.
    certain
        The part of `q` that no estimate enters: this guess, and the last one where it leaves a single word.
    estimated
        The rest: what the base policy is known to need where several words are left.
    possible
        Whether the candidate may be the hidden word.
    """

    guess: str
    q: float
    certain: float
    estimated: float
    possible: bool


class Rollout(Policy):
    """Make the guess of least Q-factor among the best guesses of the base policy.

    Parameters
    ----------
    base
        The base policy. It may be a `Rollout` itself: a second policy improvement.
    width
        How many candidates to look at, the best under `ranking`; "all" for every allowed guess. The base policy's own
        guess is one of them in any case.
    ranking
        What orders the candidates: by default the base policy if it is greedy, what orders its candidates if it is a
        rollout, and else information gain.
    heaviest
        Look also at this many of the most probable words. Under a prior with a few heavy words, the guesses of most
        information need not be among the guesses worth making.
    steps
        Truncated rollout: let the base policy make only this many guesses, and charge `terminal` for the rest.
    terminal : sequence of float, shape (number of hidden words + 1,)
        ``terminal[n]`` is the expected number of guesses still needed when n words are left (see `cost_by_size`).
        Given with `steps` only.

    Raises
    ------
    ValueError
        If an argument is out of range, or only one of `steps` and `terminal` is given.
    """

    def __init__(
        self,
        base: Policy,
        width: int | str = 10,
        ranking: Greedy | None = None,
        heaviest: int = 0,
        steps: int | None = None,
        terminal: Sequence[float] | None = None,
    ) -> None:
        if not isinstance(base, Policy):
            raise ValueError(f"base: {base!r}; expected a policy")
        if ranking is not None and not isinstance(ranking, Greedy):
            raise ValueError(f"ranking: {ranking!r}; expected a greedy policy")
        if width != "all" and (not _is_number(width) or int(width) < 1):
            raise ValueError(f"width: {width!r}; expected a number from 1, or 'all'")
        if not _is_number(heaviest) or heaviest < 0:
            raise ValueError(f"heaviest: {heaviest!r}; expected at least 0")
        if (steps is None) != (terminal is None):
            raise ValueError(f"steps: {steps} with terminal {terminal}; expected both, or neither")
        if steps is not None and (not _is_number(steps) or steps < 0):
            raise ValueError(f"steps: {steps!r}; expected at least 0")
        self.terminal = None if terminal is None else np.asarray(terminal, np.float64)
        if self.terminal is not None and not (np.all(np.isfinite(self.terminal)) and np.all(self.terminal >= 0)):
            raise ValueError("terminal: a number that is negative or not finite; expected none")
        self.base, self.width, self.heaviest, self.steps = base, width, heaviest, steps
        if ranking is None and isinstance(base, Rollout):
            ranking = base.ranking
        if ranking is None:
            ranking = base if isinstance(base, Greedy) else InformationGain()
        self.ranking: Greedy = ranking
        self._levels = self._compiled_levels()
        self._memos: WeakKeyDictionary[Game, Memo] = WeakKeyDictionary()

    @property
    def name(self) -> str:  # type: ignore[override]
        """The base policy and the width, and what is not plain rollout."""
        more = f" + {self.heaviest} heaviest" if self.heaviest else ""
        more += f", {self.steps} steps" if self.steps is not None else ""
        return f"rollout({self.base.name}, {self.width}{more})"

    def __repr__(self) -> str:
        """Show base and width."""
        return f"Rollout({self.base!r}, {self.width!r})"

    def _compiled_levels(self) -> list["Rollout"] | None:
        """Give the rollouts from the innermost to this one if the kernels can play them all, else None."""
        if isinstance(self.base, Greedy):
            return [self] if self.base is self.ranking else None
        if not isinstance(self.base, Rollout) or self.base._levels is None or self.base.ranking is not self.ranking:
            return None
        if _reach(self.base.width) > _reach(self.width) or self.base.heaviest > self.heaviest:
            return None
        return [*self.base._levels, self]

    def decide(self, state: State) -> str:
        """Give the candidate of least Q-factor; ties go to the one that the ranking prefers."""
        return state.game.guesses[self.decide_all(Beliefs.of(state))[0]]

    def decide_all(self, beliefs: Beliefs) -> np.ndarray:
        """Decide every belief of a batch: in one compiled call if the kernels can play the base policy and the mode."""
        if self._levels is None or beliefs.game.strict:
            return np.array([self._least(state) for state in beliefs], np.int32)
        return self._run(beliefs, decide=True).astype(np.int32)

    def _least(self, state: State) -> int:
        if state.candidates.size == 1:
            return int(state.game.guess_of_hidden[state.candidates[0]])
        guesses = self.candidates(state)
        return int(guesses[np.argmin(self._sums(state, guesses)[0])])

    def candidates(self, state: State) -> np.ndarray:
        """Give the numbers of the guesses whose Q-factors are compared, in the order that decides ties.

        Returns
        -------
        ndarray of int32
            The best under the ranking, then the heaviest words, then the base policy's guess if it is not yet there.
        """
        game = state.game
        if len(state.allowed) < len(game.guesses):
            possible = game.guess_of_hidden[state.candidates]
            if not np.isin(possible, state.allowed).all():
                raise _refused(state)
        ranked = [game.guess_index[line.guess] for line in self.ranking.rank(state, _reach(self.width))]
        weights = game.weights[state.candidates]
        heavy = game.guess_of_hidden[state.candidates[np.argsort(-weights, kind="stable")[: self.heaviest]]]
        own = game.find(self.base.decide(state))
        return np.array(list(dict.fromkeys([*ranked, *heavy.tolist(), own])), np.int32)

    def q_factors(self, state: State) -> list[QFactor]:
        """Give the Q-factors of all candidates, the least first.

        Raises
        ------
        ValueError
            If the base policy makes a guess that tells nothing.
        """
        game = state.game
        guesses = self.candidates(state)
        total, certain = self._sums(state, guesses)
        weight = int(game.weights[state.candidates].sum())
        possible = np.isin(guesses, game.guess_of_hidden[state.candidates])
        return [
            QFactor(
                game.guesses[guesses[i]],
                float(total[i] / weight),
                float(certain[i] / weight),
                float((total[i] - certain[i]) / weight),
                bool(possible[i]),
            )
            for i in np.argsort(total, kind="stable")
        ]

    def _sums(self, state: State, guesses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Give for each guess the sum of the guesses over the candidates, and its certain part, in units of weight."""
        weights = state.game.weights
        total = np.full(len(guesses), float(weights[state.candidates].sum()))
        certain = total.copy()
        one = Beliefs.of(state)
        for a in range(0, len(guesses), CHUNK):
            chunk = guesses[a : a + CHUNK]
            children, parents = one.repeat(len(chunk)).split(chunk)
            if not len(children):
                continue
            costs = self.base_costs(children)
            single = np.diff(children.offsets) == 1
            total[a : a + CHUNK] += np.bincount(parents, costs, len(chunk))
            if self.steps != 0:
                certain[a : a + CHUNK] += np.bincount(parents, np.where(single, children.weight, 0), len(chunk))
        return total, certain

    def base_costs(self, beliefs: Beliefs) -> np.ndarray:
        """Give what the base policy needs from each belief: the guesses summed over its words, times their weights."""
        if self._levels is not None and not beliefs.game.strict:
            return self._run(beliefs, decide=False)
        total, origin, made = np.zeros(len(beliefs)), np.arange(len(beliefs)), 0
        while len(beliefs):
            sizes = np.diff(beliefs.offsets)
            if self.terminal is not None and made == self.steps:
                rest = self._terminal_for(beliefs.game)[sizes] * beliefs.weight
                return total + np.bincount(origin, rest, len(total))
            total += np.bincount(origin, beliefs.weight, len(total))
            guesses = self.base.decide_all(beliefs)
            children, parents = beliefs.split(guesses)
            beliefs, origin, made = children, origin[parents], made + 1
            stuck = np.flatnonzero(np.diff(children.offsets) == sizes[parents])
            if stuck.size and made != self.steps:
                raise self._useless(beliefs.game.guesses[guesses[parents[stuck[0]]]])
        return total

    def _useless(self, guess: str) -> ValueError:
        return ValueError(f"base: {self.base.name} guesses {guess!r}, which tells nothing; expected one that does")

    def _terminal_for(self, game: Game) -> np.ndarray:
        if self.terminal is None:
            return np.zeros(len(game.hidden) + 1)
        if self.terminal.shape != (len(game.hidden) + 1,):
            raise ValueError(
                f"terminal: shape {self.terminal.shape}; expected {(len(game.hidden) + 1,)}, a number for each number "
                "of words left"
            )
        return self.terminal

    def _run(self, beliefs: Beliefs, decide: bool) -> np.ndarray:
        """Decide each belief, or (not `decide`) give what the base policy needs from it."""
        assert self._levels is not None
        game = beliefs.game
        if game not in self._memos:
            self._memos[game] = new_memo(game)
        levels = self._levels
        plan = Plan(
            rule_of(self.ranking, game, len(game.hidden)),
            np.array([1] + [min(_reach(level.width), len(game.guesses)) for level in levels]),
            np.array([0] + [min(level.heaviest, len(game.hidden)) for level in levels]),
            np.array([NO_LIMIT] + [NO_LIMIT if x.steps is None else min(x.steps, len(game.hidden)) for x in levels]),
            np.stack([np.zeros(len(game.hidden) + 1)] + [level._terminal_for(game) for level in levels]),
        )
        out = np.empty(len(beliefs), np.float64)
        _run_all(
            arrays_of(game),
            plan,
            self._memos[game],
            beliefs.members,
            beliefs.offsets,
            beliefs.rows,
            beliefs.allowed,
            beliefs.allowed_offsets,
            decide,
            out,
        )
        if np.any(out == REFUSED):
            raise _refused(beliefs.state(int(np.argmax(out == REFUSED))))
        if np.any(out <= STUCK):
            raise self._useless(game.guesses[int(STUCK - out.min())])
        return out


def _is_number(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _refused(state: State) -> ValueError:
    return ValueError(f"state: {state!r} with a possible word that is not allowed; expected all of them to be allowed")


def _reach(width: int | str) -> int:
    """Give a width as a number; "all" is more than any."""
    return 2**31 - 1 if isinstance(width, str) else int(width)


def cost_by_size(tree: DecisionTree) -> np.ndarray:
    """Summarise a policy's tree as the expected further guesses by the number of words left: a terminal cost.

    Parameters
    ----------
    tree
        A tree over all hidden words of its game.

    Returns
    -------
    ndarray of float64, shape (hidden words + 1,)
        The mean over the tree's beliefs of that size; between sizes that do not occur, a straight line.

    Raises
    ------
    ValueError
        If the tree leaves hidden words out.
    """
    game, nodes = tree.game, len(tree.guess)
    if tree.words < len(game.hidden):
        raise ValueError(f"tree: over {tree.words} of {len(game.hidden)} hidden words; expected all of them")
    weight, cost = np.zeros(nodes), np.zeros(nodes)
    for hidden, used in enumerate(tree.guesses_used):
        passed = tree.nodes_of(hidden)
        weight[passed] += game.weights[hidden]
        cost[passed] += game.weights[hidden] * np.arange(used, 0, -1)
    sizes = np.unique(tree.size)
    means = [float(np.mean((cost / weight)[tree.size == size])) for size in sizes]
    return np.interp(np.arange(len(game.hidden) + 1), np.append(0, sizes), np.append(0, means))


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


def new_memo(game: Game) -> Memo:
    """Make an empty memo for a game."""
    return Memo(keys_of(game), np.zeros(2**MEMO_BITS, np.uint64), np.empty(2**MEMO_BITS, np.float64))


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
def _run_all(game, plan, memo, members, offsets, rows, allowed, allowed_offsets, decide, out):
    """Decide each belief by the highest level, or give its cost under the level below.

    REFUSED stands for a belief with a word that may not be guessed, and STUCK less the number of a guess for one from
    which a truncated policy would make that guess, which tells nothing, for ever.
    """
    work = _workspace(game)
    level = plan.widths.size - 1 if decide else plan.widths.size - 2
    steps = np.int64(NO_LIMIT) if decide else plan.steps[level + 1]
    restricted, truncated = game.letters.size > 0, np.any(plan.steps != NO_LIMIT)
    hints = np.zeros(memo.names.hints.shape[0], game.letters.dtype)
    room = np.empty(memo.names.guesses.size, np.int32)
    for b in range(out.size):
        mine = members[offsets[b] : offsets[b + 1]]
        mine_allowed = allowed[allowed_offsets[b] : allowed_offsets[b + 1]] if restricted else allowed
        hints[:] = 0
        if restricted:
            for r in range(rows.shape[1]):
                _add_hints(game.letters, hints, rows[b, r, 0], rows[b, r, 1])
        if not _all_allowed(game, mine, mine_allowed):
            out[b] = REFUSED
            continue
        by_hand = np.uint64(0)
        if mine.size > 2 or truncated:
            by_hand = _hand_key(game, memo.names, mine_allowed, hints, room)
        out[b] = _solve(game, plan, memo, work, mine, mine_allowed, hints, by_hand, level, steps, decide)


@kernel
def _solve(game, plan, memo, work, root, root_allowed, root_hints, root_key, level, steps, decide):
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
        cost = _known_cost(plan, level, steps, root.size, weight, heaviest)
        if cost >= 0:
            return cost
    frames = np.zeros(8, FRAME)
    parts = np.zeros(512, PART)
    members = np.empty(4 * root.size + 64, np.int32)
    members[: root.size] = root
    candidates = np.empty(64, np.int32)
    allowed = root_allowed.copy()
    hints = np.zeros((8, root_hints.size), root_hints.dtype)
    hints[0] = root_hints
    ends = np.zeros(game.cells + 1, np.int64)
    depth = 0
    frame = frames[0]
    frame["level"], frame["steps"], frame["last"], frame["top"] = level, steps, root.size, root.size
    frame["allowed_last"] = allowed.size
    frame["key"] = root_key ^ _belief_key(memo.names, root, root_hints)
    while True:
        frame = frames[depth]
        if frame["opened"] == 0:
            frame["opened"] = 1
            mine = members[frame["first"] : frame["last"]]
            mine_allowed = allowed[frame["allowed"] : frame["allowed_last"]]
            level = frame["level"]
            wanted = min(plan.widths[level], mine_allowed.size)
            candidates = _grown(candidates, frame["candidate"] + wanted + plan.heaviest[level])
            found = candidates[frame["candidate"] :]
            frame["candidates_last"] = frame["candidate"] + _candidates(
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
                hints = _twice_rows(hints)
            frames = _grown(frames, depth + 2)
            frame = frames[depth]
            child = frames[depth + 1]
            child["level"] = frame["level"] - 1 + frame["followed"]
            child["steps"] = _steps_below(plan, frame)
            child["first"], child["last"] = part["first"], part["last"]
            child["top"] = frame["top"] + frame["last"] - frame["first"]
            child["opened"] = child["followed"] = 0
            child["candidate"] = frame["candidates_last"]
            child["part"] = child["parts_first"] = child["parts_last"] = frame["parts_last"]
            child["key"] = part["key"]
            allowed = _thin_out(game, frame, child, part["code"], hints, depth, allowed)
            depth += 1
            continue
        elif frame["followed"] == 1:
            cost = frame["q"]
            _remember(memo, _salted(frame["key"], frame["level"], frame["steps"]), cost)
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
        members = _grown(members, frame["top"] + size)
        parts = _grown(parts, frame["parts_first"] + size)
        _divide(game, plan, memo, frame, members, parts, hints[depth], root_key, ends)
        if frame["followed"] == 0:
            if frame["q"] >= frame["least"]:
                frame["part"] = frame["parts_last"]
        elif frame["part"] < frame["parts_last"]:
            part = parts[frame["part"]]
            if part["last"] - part["first"] == size:
                return np.float64(STUCK - frame["guess"])


@kernel
def _candidates(game, plan, work, members, allowed, level, out):
    """Write the candidates of a level into `out`, the best first; where one is best beyond doubt, only that.

    No policy needs less than 2W - w for words of weight W in all and w at most, which is what the heaviest candidate
    needs if it tells all words apart. Under the uniform prior nothing but that is better than any guess that tells all
    words apart. (A terminal cost may say otherwise, but not with a single word left.)
    """
    sure = plan.steps[level] == NO_LIMIT or members.size == 1
    if sure:
        out[0] = _perfect_candidate(game, members, allowed, level > 0 or plan.rule.bonus > 0, work)
        if out[0] >= 0:
            return 1
    if level == 0:
        out[0] = _best(game, members, allowed, plan.rule, work)
        return 1
    counted = sure and _pairs_decide(game, members, allowed, plan.rule)
    if counted:
        out[0] = _count_all_pairs(game, members, work, True)
        if out[0] >= 0:
            return 1
    count = _rank(game, members, allowed, plan.rule, work, counted, out[: min(plan.widths[level], allowed.size)])
    if plan.heaviest[level] > 0:
        order = np.argsort(-game.weights[members], kind="mergesort")
        for i in order[: plan.heaviest[level]]:
            guess = game.guess_of_hidden[members[i]]
            if not np.any(out[:count] == guess):
                out[count] = guess
                count += 1
    return count


@kernel
def _divide(game, plan, memo, frame, members, parts, hints, root_key, ends):
    """Sort a frame's belief into the classes of its guess: add up the costs known at sight, list the others."""
    row = game.codes[frame["guess"]]
    first, last, top = frame["first"], frame["last"], frame["top"]
    level, steps = frame["level"] - 1 + frame["followed"], _steps_below(plan, frame)
    filled = _sort_by_code(row, members, first, last, top, ends)
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
            cost = _known_cost(plan, level, steps, stop - start, weight, heaviest)
            if cost < 0:
                if hints.size > 0:
                    more = hints.copy()
                    _add_hints(game.letters, more, frame["guess"], code)
                    key ^= _hints_key(memo.names, more)
                cost = _recall(memo, _salted(key, level, steps))
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
def _known_cost(plan, level, steps, size, weight, heaviest):
    """Give a cost that is known without search, or -1: terminal costs, one word, and two, the heavier one first."""
    if steps == 0:
        return plan.terminals[level + 1, size] * weight
    if size == 1:
        return np.float64(weight)
    if size == 2 and steps != 1 and plan.steps[level] == NO_LIMIT:
        return np.float64(2 * weight - heaviest)
    return -1.0


@kernel
def _steps_below(plan, frame):
    """Give the guesses left before the terminal cost once the frame's present guess is made."""
    if frame["followed"] == 0:
        return plan.steps[frame["level"]]
    return max(frame["steps"] - 1, np.int64(NO_LIMIT))


@kernel
def _salted(key, level, steps):
    """Make the key of a policy's cost from that of its belief; different for each level and number of steps."""
    return key ^ (np.uint64(level) << np.uint64(58)) ^ (np.uint64(steps + 1) << np.uint64(40))


@kernel
def _recall(memo, key):
    """Give the cost remembered under a key, or -1."""
    place = key >> np.uint64(64 - MEMO_BITS)
    return memo.costs[place] if memo.keys[place] == key else -1.0


@kernel
def _remember(memo, key, cost):
    """Store a cost."""
    place = key >> np.uint64(64 - MEMO_BITS)
    memo.keys[place], memo.costs[place] = key, cost

"""Rollout: one step of lookahead with a base policy, which is one step of policy improvement.

For each of a few candidate guesses, the base policy finishes every game that can follow. Rollout makes the guess that
is cheapest overall (Bhambri, Bhattacharjee and Bertsekas 2022, equation 18). The base policy's own guess is always
among the candidates, so no belief costs more than under the base policy. This holds if the true cost of the base policy
is used and the base policy does not draw its guesses at random. Truncated rollout has no such guarantee.

Q-factors are exact sums over all hidden words, not estimates from samples. For greedy base policies, and for rollout on
them to any depth, one compiled kernel finds the costs and remembers them. Any other base policy is played belief by
belief.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from wordlelib.core.checks import instance, integer, real_numbers, refused, shown, whole_numbers
from wordlelib.core.pickling import PerGame
from wordlelib.core.tables import Table
from wordlelib.game import checked
from wordlelib.game.game import Beliefs, State
from wordlelib.game.policy import Greedy, InformationGain, Policy, decided, is_compiled, rule_of
from wordlelib.game.search_order import keys_of
from wordlelib.game.tree import DecisionTree
from wordlelib.kernels.arrays import PAUSED, allocate, drive, sizes_of
from wordlelib.kernels.ranking import Workspace
from wordlelib.kernels.rollout import NO_LIMIT, REFUSED, STUCK, Memo, Plan, new_run, run_beliefs
from wordlelib.planning.values import SizeValue, Value, checked_table, is_packed, packed

CHUNK = 64  # candidates whose children are made together; they take memory
SLICE = 200_000_000  # pairs of words and guesses that a kernel looks at before Python may stop it: some 0.1 s


class QFactor(NamedTuple):
    """What one candidate guess would cost.

    Attributes
    ----------
    guess
        The candidate.
    q
        Its Q-factor: the expected number of guesses from here on if it is made now and the base policy plays
        afterwards.
    certain
        The part of `q` that contains no estimate: this guess, and the last one where this guess leaves a single word.
    estimated
        The rest of `q`: what the base policy needs where several words are left.
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
        The base policy. It may itself be a `Rollout`, which gives a second policy improvement.
    width
        How many candidates to look at, the best under `ranking`, or "all" for every allowed guess. The base policy's
        own guess is always one of them.
    ranking
        A policy with a method `rank`, which orders the candidates. By default it is the base policy if that is greedy,
        the ranking of the base policy if that is a rollout, and information gain otherwise.
    heaviest
        How many of the most probable words to look at as well. Under a prior with a few heavy words, the guesses that
        give most information need not be among those worth making.
    steps
        How many guesses the base policy makes in truncated rollout, which charges `terminal` for the rest.
    terminal : Value or sequence of float, shape (number of hidden words + 1,)
        What the rest costs. It is either a value of `planning.values`, or a table whose entry n is the expected number
        of guesses still needed when n words are left, such as `cost_by_size` returns. It is given exactly if `steps`
        is.
    """

    def __init__(
        self,
        base: Policy,
        width: int | str = 10,
        ranking: Policy | None = None,
        heaviest: int = 0,
        steps: int | None = None,
        terminal: Value | Sequence[float] | None = None,
    ) -> None:
        self.base: Policy = instance("base", base, Policy, "a policy")
        checked_ranking(ranking)
        self.width = checked_width(width, "a number from 1, or 'all'")
        self.heaviest = integer("heaviest", heaviest, expected="at least 0")
        if (steps is None) != (terminal is None):
            raise ValueError(f"steps: {shown(steps)} with terminal {shown(terminal)}; expected both, or neither")
        self.steps = None if steps is None else integer("steps", steps, expected="at least 0")
        if terminal is not None and not isinstance(terminal, Value):
            terminal = SizeValue(checked_table("terminal", terminal))
        self.terminal = terminal
        self._given = ranking
        self.ranking = _usual_ranking(base) if ranking is None else ranking
        self._levels = self._compiled_levels()
        self._memos: PerGame[Memo] = PerGame()

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name, with the base policy, the width, and all that differs from plain rollout."""
        more = f" + {self.heaviest} heaviest" if self.heaviest else ""
        more += f", {self.steps} steps" if self.steps is not None else ""
        return f"rollout({self.base.name}, {self.width}{more})"

    def __repr__(self) -> str:
        more = "" if self._given is None else f", ranking={self._given!r}"
        more += f", heaviest={self.heaviest}" if self.heaviest else ""
        more += "" if self.terminal is None else f", steps={self.steps}, terminal={self.terminal!r}"
        return f"{type(self).__name__}({self.base!r}, {self.width!r}{more})"

    def __getstate__(self) -> dict[str, Any]:
        """Pickle without memos: they are large, and change no decision."""
        return {**vars(self), "_memos": PerGame()}

    def _compiled_levels(self) -> list["Rollout"] | None:
        """List the rollouts from the innermost to this one if the kernels can play them all; otherwise return None."""
        own = ("decide", "decide_all", "candidates", "base_costs")
        if any(getattr(type(self), name) is not getattr(Rollout, name) for name in own) or not is_packed(self.terminal):
            return None
        if is_compiled(self.base):
            return [self] if self.base is self.ranking else None
        if not isinstance(self.base, Rollout) or self.base._levels is None or self.base.ranking is not self.ranking:
            return None
        if _reach(self.base.width) > _reach(self.width) or self.base.heaviest > self.heaviest:
            return None
        return [*self.base._levels, self]

    def decide(self, state: State) -> str:
        """Return the candidate of least Q-factor, in a tie the one that the ranking prefers."""
        return checked.state(state).game.guesses[self.decide_all(Beliefs.of(state))[0]]

    def decide_all(self, beliefs: Beliefs) -> np.ndarray:
        """Decide every belief of a batch, in compiled calls if the kernels can play the base policy and the mode."""
        if self._levels is None or checked.beliefs(beliefs).game.strict:
            return np.array([self._least(state) for state in checked.beliefs(beliefs)], np.int32)
        return self._run(beliefs, decide=True).astype(np.int32)

    def _least(self, state: State) -> int:
        if state.members.size == 1:
            return int(state.game.guess_of_hidden[state.members[0]])
        guesses = self.candidates(state)
        return int(guesses[np.argmin(self.sums(state, guesses)[0])])

    def candidates(self, state: State) -> np.ndarray:
        """Return the int32 numbers of the guesses whose Q-factors are compared, in the order that decides ties.

        First come the best under the ranking, then the heaviest words, then the base policy's guess if it is not yet
        there.
        """
        game = checked.state(state).game
        checked.words_allowed(state)
        ranked = _ranked(self.ranking, state, min(_reach(self.width), len(state.allowed)))
        weights = game.weights[state.members]
        heavy = game.guess_of_hidden[state.members[np.argsort(-weights, kind="stable")[: self.heaviest]]]
        own = decided(self.base, state)
        return np.array(list(dict.fromkeys([*ranked, *heavy.tolist(), own])), np.int32)

    def q_factors(self, state: State) -> list[QFactor]:
        """Compute the Q-factors of all candidates, and return them with the least first.

        A base policy that makes a guess that tells nothing is refused.
        """
        game = checked.state(state).game
        guesses = self.candidates(state)
        total, certain = self.sums(state, guesses)
        weight = int(game.weights[state.members].sum())
        possible = np.isin(guesses, game.guess_of_hidden[state.members])
        return Table(
            QFactor(
                game.guesses[guesses[i]],
                float(total[i] / weight),
                float(certain[i] / weight),
                float((total[i] - certain[i]) / weight),
                bool(possible[i]),
            )
            for i in np.argsort(total, kind="stable")
        )

    def sums(self, state: State, guesses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Compute the Q-factors of guesses, given by their numbers, as sums over the words left by their weights.

        Beside these totals come, as in `QFactor`, their certain parts; both are float64 of shape (guesses,).
        """
        weights, count = checked.state(state).game.weights, len(state.game.guesses)
        guesses = whole_numbers("guesses", guesses, count, (None,), "numbers of guesses")
        total = np.full(len(guesses), float(weights[state.members].sum()))
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
        """Compute the base policy's cost from each belief: the guesses for its words, times their weights, summed."""
        if self._levels is not None and not checked.beliefs(beliefs).game.strict:
            return self._run(beliefs, decide=False)
        total, origin, made = np.zeros(len(checked.beliefs(beliefs))), np.arange(len(beliefs)), 0
        while len(beliefs):
            sizes = np.diff(beliefs.offsets)
            if self.terminal is not None and made == self.steps:
                return total + np.bincount(origin, self._rest(beliefs), len(total))
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

    def _rest(self, beliefs: Beliefs) -> np.ndarray:
        """Return what the terminal value, which may be a reader's, charges for beliefs."""
        assert self.terminal is not None
        expected = f"{len(beliefs)} costs, one for each belief"
        return real_numbers("terminal", self.terminal.costs(beliefs), (len(beliefs),), expected)

    def _run(self, beliefs: Beliefs, decide: bool) -> np.ndarray:
        """Decide each belief or, without `decide`, compute what the base policy needs from it."""
        assert self._levels is not None and isinstance(self.ranking, Greedy)
        game = beliefs.game
        levels = self._levels
        plan = Plan(
            rule=rule_of(self.ranking, game, len(game.hidden)),
            widths=np.array([1] + [min(_reach(level.width), len(game.guesses)) for level in levels]),
            heaviest=np.array([0] + [min(level.heaviest, len(game.hidden)) for level in levels]),
            steps=np.array([NO_LIMIT] + [_steps(level, len(game.hidden)) for level in levels]),
            bounded=np.array([True] + [level.terminal is None or level.terminal.bounded for level in levels]),
            values=packed(game, [None] + [level.terminal for level in levels]),
        )
        memo = self._memos.get(game, lambda: allocate(Memo, {}, names=keys_of(game)))
        work, batch = allocate(Workspace, sizes_of(game.arrays)), beliefs.arrays
        run = new_run(game.arrays, plan, memo, batch, decide)
        records, out = [run], run.out
        while drive(lambda run: run_beliefs(game.arrays, plan, memo, batch, work, run, SLICE), records) == PAUSED:
            pass
        if np.any(out == REFUSED):
            raise checked.word_forbidden(beliefs.state(int(np.argmax(out == REFUSED))))
        if np.any(out <= STUCK):
            raise self._useless(game.guesses[int(STUCK - out.min())])
        return out


def checked_width(width: Any, expected: str) -> int | str:
    """Check that a width is a number of candidates or "all", and return it."""
    return width if isinstance(width, str) and width == "all" else integer("width", width, 1, expected=expected)


def checked_ranking(ranking: Any) -> Policy | None:
    """Check that a ranking, if one is given, can order candidates, and return it."""
    if ranking is not None and not (isinstance(ranking, Policy) and callable(getattr(ranking, "rank", None))):
        raise refused("ranking", ranking, "a policy with a `rank`")
    return ranking


def _usual_ranking(base: Policy) -> Policy:
    """Return the policy that orders the candidates by default."""
    if isinstance(base, Rollout):
        return base.ranking
    return base if isinstance(base, Greedy) else InformationGain()


def _ranked(ranking: Any, state: State, best: int) -> list[int]:
    """Return the numbers of the best guesses under a policy's ranking."""
    lines = ranking.rank(state, best)
    if not isinstance(lines, list | tuple) or not all(isinstance(getattr(x, "guess", None), str) for x in lines):
        raise ValueError(f"ranking: {ranking!r} ranks {shown(lines)}; expected a list of Ranked")
    guesses = [state.game.find(line.guess) for line in lines[:best]]
    for guess in guesses if len(state.allowed) < len(state.game.guesses) else ():
        if guess not in state.allowed:
            raise ValueError(f"ranking: {ranking!r} ranks {state.game.guesses[guess]!r}, which is not allowed")
    return guesses


def _steps(level: Rollout, most: int) -> int:
    return NO_LIMIT if level.steps is None else min(level.steps, most)


def _reach(width: int | str) -> int:
    """Return a width as a number, which for "all" is larger than any."""
    return 2**31 - 1 if isinstance(width, str) else int(width)


def cost_by_size(tree: DecisionTree) -> np.ndarray:
    """Summarise a policy's tree as a terminal cost: the expected further guesses by the number of words left.

    The tree must be over all hidden words of its game. The costs, float64 of shape (hidden words + 1,), are the means
    over the tree's beliefs of each size. Sizes that do not occur are filled in by linear interpolation.
    """
    instance("tree", tree, DecisionTree, "a DecisionTree, as `play` gives")
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

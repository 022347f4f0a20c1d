"""The value of a guessing game between two: the Hinter hides a word once, in secret, and the Guesser mixes strategies.

The Hinter draws the word from any prior p, the Guesser a strategy T from any mixture. Word w takes c(T, w) guesses. By
the minimax theorem there is a value

    V = max over p of min over T of sum_w p(w) c(T, w) = min over mixtures of max over w of the expected c(T, w).

So each prior, with an exact search for the best answer to it, bounds V from below, and each mixture bounds it from
above. The double oracle [McMahan, Gordon and Blum 2003], here with all words from the beginning, goes back and forth: a
linear program finds the best mixture of the strategies known so far and the prior that is worst for it, and exact
search finds strategies that do better against that prior, until there are none.

Four things make it fast enough for real word lists:

- On a long list both players learn first, in seasons of self-play with a few openings and guesses (`self_play`). After
  each season the best answers to the Hinter's prior are found for the openings that are played, and their guesses are
  offered in the next one. When a season has won little, the prior is put on trial: all openings are searched.
- The classes of an opening are solved apart from each other. So the linear program mixes over what is done in each
  class (`Mixture`), and one strategy more is one plan more in each of a hundred classes, to be combined at will.
- The prior of the linear program jumps about while few strategies are known. It is kept within a factor of the best
  prior so far, which shrinks where a step was of no use (the box step method [Marsten, Hogan and Blankenship 1975]).
- All openings are searched only under words that have some weight, and only until some good ones are found.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

import numpy as np

from wordlelib.core import checks
from wordlelib.core.files import parse_json
from wordlelib.core.packing import pack, unpack
from wordlelib.game import checked
from wordlelib.game.entropy import information_gain
from wordlelib.game.game import Game
from wordlelib.game.tree import DecisionTree, play
from wordlelib.kernels.branch_and_bound import IMPOSSIBLE
from wordlelib.kernels.interrupts import defer_interrupts
from wordlelib.kernels.jit import clock
from wordlelib.search.certificates import strategy_of
from wordlelib.search.claims import describe
from wordlelib.search.exact import Exact, Solver
from wordlelib.search.hard_priors import EFFORTS, ENOUGH, FRESH, MODEST, Answer, Trial
from wordlelib.search.mixtures import Mixture, Plan
from wordlelib.search.self_play import SelfPlay

UNIT = 2**17  # the weights of a prior that is no fraction with a small denominator add up to about this
SMALL = 5_000  # denominators up to which probabilities are taken for exact fractions
NEAR = 1e-7  # how near, in the unit of the denominator times itself: the linear program is solved to about 1e-9
MANY = 500  # words from which both players learn first; the box alone settles within a minute where there are fewer
TRIED = 2**34  # codes that are looked at in a round of a trial, some ten seconds
FACTOR = 2.5  # how far a probability may be from that of the best prior so far, and after a step that ...
SHRINK = 0.75  # ... was of no use, how much of what is beyond 1 is left of it
NARROW = 1.05  # from here down the box holds the prior where it is
PLAIN = 4  # every so many rounds, and where the box is narrow, the program is solved without it for a mixture ...
IDLE = 3 * PLAIN  # rounds without a new plan or bound after which there are none to come
CLOSE = 0.05  # ... whose prior is the next one if it is known to this part of the value
# Until the bounds are nearly so close as they have to be, or as a part of the value, other openings are looked at in
# turn, with as much work as the known ones took, or little: codes that are looked at, a billion a second or more.
NEARLY, SOON = 0.01, 2**31
# The lightest words are left out where all openings are searched: those that have, in all, this part of the prior, and
# once the bounds are close this part of the relative distance between them, so that it is not felt.
LIGHT, NOT_FELT = 0.15, 0.2
# After a season, openings up to this factor above the best get their best plans, and others are looked at with so much
# work, about a minute.
NEAR_BEST, LOOK = 1.01, 2**36
KEPT, MOST = 1.05, 16  # openings up to this factor above the best value so far get new plans in a round, and how many


@dataclass(frozen=True)
class ZeroSum:
    """Bounds on the value of a game between two, and what shows them.

    Attributes
    ----------
    game, openings
        The game, and the openings that the Guesser may choose from, or None for all.
    weights : ndarray of int64, shape (hidden words,)
        The Hinter's prior that shows the lower bound, in whole numbers.
    least
        Under it, no strategy needs less than this total of guesses times weights.
    mixture
        The Guesser's mixture that shows the upper bound.
    promising : ndarray of int64, shape (hidden words,)
        The prior that is best as far as is known, though perhaps not for all openings, from which rounds can go on.
    hoped, left
        Under it no opening is known that needs less than this total, but the openings with these numbers (ndarray of
        int32) have not been searched. There are none where this prior is no longer tried.
    rounds, seconds
        How many rounds that took, and how long.
    """

    game: Game
    openings: tuple[str, ...] | None
    weights: np.ndarray
    least: int
    mixture: Mixture
    promising: np.ndarray
    hoped: int
    left: np.ndarray
    rounds: int
    seconds: float

    @property
    def lower(self) -> Fraction:
        """The lower bound on the value."""
        return Fraction(self.least, int(self.weights.sum()))

    @property
    def upper(self) -> Fraction:
        """The upper bound on the value."""
        return self.mixture.value

    @property
    def proven(self) -> bool:
        """Whether the bounds meet, so that the value is known."""
        return self.lower == self.upper

    @property
    def prior(self) -> dict[str, float]:
        """The words that the Hinter hides, with their probabilities, the largest first."""
        order = np.argsort(-self.weights, kind="stable")[: np.count_nonzero(self.weights)]
        return {self.game.hidden[i]: float(self.weights[i] / self.weights.sum()) for i in order}

    def check(
        self, sample: int | None = None, seed: int = 0, progress: Callable[[int, int], None] | None = None
    ) -> int:
        """Search the openings again, or a sample of them, for a strategy below `least`; return how many were searched.

        The mixture has been replayed when it was made. A ValueError names an opening with a strategy that needs less.
        `progress` is called with (openings searched, openings to search).
        """
        game, scale = self.game.weighted(self.weights), int(np.gcd.reduce(self.weights))
        solver, least = Solver(game), -(-self.least // scale)
        seed = checks.integer("seed", seed, most=2**63 - 1)
        chosen = (
            np.arange(len(game.guesses)) if self.openings is None else np.array([game.find(w) for w in self.openings])
        )
        if sample is not None and checks.integer("sample", sample) < len(chosen):
            chosen = np.sort(np.random.default_rng(seed).choice(chosen, sample, replace=False))
        checks.progress(progress)
        bounds = solver.lower_bounds()
        for done, opening in enumerate(chosen.tolist(), 1):
            if bounds[opening] < least:
                found, _ = solver.search(game.start(), game.guesses[opening], least)
                if found.lower < least:
                    raise ValueError(f"least: {self.least}; {game.guesses[opening]} needs {found.lower * scale} only")
            if progress is not None:
                progress(done, len(chosen))
        return len(chosen)

    def to_json(self) -> str:
        """Write what was found as text, for `from_json`."""
        document: dict[str, Any] = {"game": describe(self.game), "openings": self.openings, "least": self.least}
        document |= {"weights": pack(self.weights), "mixture": self.mixture.to_table()}
        document |= {"promising": pack(self.promising), "hoped": self.hoped, "left": pack(self.left)}
        return json.dumps(document | {"rounds": self.rounds, "seconds": round(self.seconds, 1)}, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str, game: Game) -> "ZeroSum":
        """Read what `to_json` has written about a game.

        The mixture is replayed, but `least` is left to `check`, and so is what becomes of `hoped` and `left`.
        """
        checked.game(game)
        try:
            document = checks.instance("document", parse_json(checks.text("text", text)), dict, "a table")
            if document["game"] != describe(game):
                raise checks.refused("game", document["game"], f"the description of {game!r}")
            weights, promising = (np.array(unpack(document[name], name), np.int64) for name in ("weights", "promising"))
            game.weighted(weights)
            game.weighted(promising)
            least = checks.integer("least", document["least"], 1)
            openings = document["openings"]
            among = None if openings is None else tuple(game.guesses[i] for i in _checked_openings(game, openings))
            mixture = Mixture.from_table(document["mixture"], game)
            if among is not None and not set(mixture.shares) <= set(among):
                raise checks.refused("mixture", sorted(mixture.shares), "openings that the Guesser may choose")
            rounds = checks.integer("rounds", document["rounds"])
            hoped, left = checks.integer("hoped", document["hoped"]), _left(document["left"], game, openings)
            if left.size and not promising.all():
                raise checks.refused("promising", promising, "some weight for every word while openings are left")
            found = cls(game, among, weights, least, mixture, promising, hoped, left, rounds, 0.0)
            if found.lower > found.upper:
                raise checks.refused("least", least, f"a bound up to {float(found.upper)} guesses a word")
            return replace(found, seconds=checks.number("seconds", document["seconds"], 0.0))
        except (ValueError, KeyError, OverflowError) as error:
            raise ValueError(f"text: no bounds on a value ({error}); expected what to_json writes") from None

    def __repr__(self) -> str:
        bounds = (
            f"value {self.lower}" if self.proven else f"between {float(self.lower):.4f} and {float(self.upper):.4f}"
        )
        words = checks.counted(int(np.count_nonzero(self.weights)), "word")
        openings = checks.counted(len(self.mixture.shares), "opening")
        return f"<{bounds}: {words} against {openings}; {checks.counted(self.rounds, 'round')}, {self.seconds:.1f} s>"


def zero_sum(
    game: Game,
    openings: Iterable[str] | None = None,
    gap: float = 0.0,
    seconds: float | None = None,
    begin: ZeroSum | None = None,
    progress: Callable[[ZeroSum], None] | None = None,
) -> ZeroSum:
    """Bound the value of a game in which the Hinter hides a word once, in secret, and the Guesser mixes strategies.

    The rounds end when the bounds are close enough, or nothing new has come up for a while. Ctrl-C or the time limit
    ends them early, with the bounds so far. SciPy solves the linear programs.

    Parameters
    ----------
    game
        A game in easy or hard mode. Its prior is of no matter.
    openings
        The first guesses that the Guesser may make, by default any.
    gap
        How far apart the bounds may be, in guesses. In games of more than some ten words they rarely meet, since the
        linear program is solved in floating-point numbers.
    seconds
        A time limit in seconds, looked at between searches once there is a mixture.
    begin
        What an earlier call has found for the same game and openings, to go on with.
    progress
        Called after each round with what has been found.

    Returns
    -------
    ZeroSum
    """
    if checked.game(game).strict:
        raise ValueError("game: strict mode; expected easy or hard mode")
    gap = checks.number("gap", gap, 0.0)
    checks.seconds(seconds)
    checks.progress(progress)
    among = None if openings is None else _checked_openings(game, openings)
    if begin is not None:
        checks.instance("begin", begin, ZeroSum, "what zero_sum returns")
        if begin.game is not game or begin.openings != (among and tuple(game.guesses[i] for i in among)):
            raise checks.refused("begin", begin, f"a result for {game!r} and the same openings")
    with checks.needed("zero_sum", "zero-sum"):
        import scipy.optimize  # noqa: F401
    oracle = _DoubleOracle(game, among, gap, begin, None if seconds is None else clock() + seconds)
    with defer_interrupts() as interrupted:
        while True:
            found = oracle.round()
            if progress is not None:
                progress(found)
            if found.upper - found.lower <= gap or oracle.idle >= IDLE or oracle.over() or interrupted:
                return found


def _checked_openings(game: Game, openings: Iterable[str]) -> list[int]:
    numbers = [game.find(word, "openings") for word in checks.texts("openings", openings)]
    idle = [i for i in numbers if len(game.hidden) > 1 and np.all(game.codes[i] == game.codes[i, 0])]
    if idle or not numbers or len(set(numbers)) < len(numbers):
        raise checks.refused("openings", openings, "guesses that tell something, at least one, each once")
    return numbers


def _left(packed: str, game: Game, openings: list[str] | None) -> np.ndarray:
    """Read the numbers of openings, each at most once, of those that may be made."""
    left = np.array(unpack(packed, "left"), np.int32)
    among = range(len(game.guesses)) if openings is None else _checked_openings(game, openings)
    if len(set(left.tolist())) < len(left) or not set(left.tolist()) <= set(among):
        raise checks.refused("left", left, "numbers of openings that may be made, each once")
    return left


class _DoubleOracle:
    """The rounds of `zero_sum`, and what they have found."""

    def __init__(
        self, game: Game, among: list[int] | None, gap: float, begin: ZeroSum | None, deadline: float | None
    ) -> None:
        self.turn = 0  # the place in their order of the next other opening to be looked at
        self.idle = 0  # rounds since there was something new
        self.game, self.among, self.gap, self.deadline, self.begun, self.rounds = game, among, gap, deadline, clock(), 0
        n = len(game.hidden)
        self.master, self.factor = _Master(game), FACTOR
        self.center = np.full(n, 1 / n)  # the best prior so far ...
        self.reached = 0.0  # ... and what it reaches, as far as is known
        self.weights, self.least = np.ones(n, np.int64), n  # of the lower bound
        self.best: Mixture | None = None
        if begin is not None:
            self.begun, self.rounds = self.begun - begin.seconds, begin.rounds
            self.center = begin.promising / begin.promising.sum()
            self.weights, self.least, self.best = begin.weights, begin.least, begin.mixture
            self.master.add_mixture(begin.mixture)
        self.prior = self.center
        self.play: SelfPlay | None = None
        self.trial: Trial | None = None
        left = self._among() if begin is None else begin.left.tolist()
        if n >= MANY and left:
            weights = np.ones(n, np.int64) if begin is None else begin.promising
            self.play = SelfPlay(game, self._among(), weights, self.master.openings)
            for tree in () if begin is None else begin.mixture.trees():
                self.play.remember(tree)
            if begin is not None and len(left) < len(self._among()):
                self.trial = Trial(game, begin.promising, begin.hoped, left)

    def _among(self) -> list[int]:
        """Return the openings that may be made."""
        return list(range(len(self.game.guesses))) if self.among is None else self.among

    @property
    def lower(self) -> Fraction:
        return Fraction(self.least, int(self.weights.sum()))

    @property
    def upper(self) -> Fraction:
        return Fraction(IMPOSSIBLE) if self.best is None else self.best.value

    def over(self) -> bool:
        """Return whether time is up; there must be a mixture first."""
        return self.best is not None and self.deadline is not None and clock() >= self.deadline

    def round(self) -> ZeroSum:
        """Find strategies against a prior, now and then the best mixture, and the next prior; return what is known."""
        self.rounds += 1
        before = self.master.plans, self.lower, self.upper, self.trial
        if self.trial is not None:
            self._try(self.trial)
        elif self.play is not None:
            self._play(self.play)
        else:
            self._box()
        after = self.master.plans, self.lower, self.upper, None  # a trial is always something new, ...
        new = self.play is not None or before != after  # ... and seasons end by themselves
        self.idle = 0 if new else self.idle + 1
        openings = None if self.among is None else tuple(self.game.guesses[i] for i in self.among)
        assert self.best is not None
        times = self.rounds, clock() - self.begun
        return ZeroSum(self.game, openings, self.weights, self.least, self.best, *self._promising(), *times)

    def _promising(self) -> tuple[np.ndarray, int, np.ndarray]:
        """Return the prior that is tried, or the best so far, its total as far as is known, and the openings left."""
        if self.trial is not None:
            return self.trial.weights, self.trial.answer.total, np.array(self.trial.left, np.int32)
        if self.play is not None:
            return self.play.weights, 0, np.array(self._among(), np.int32)
        return np.rint(self.center * UNIT * SMALL).astype(np.int64), 0, np.zeros(0, np.int32)

    def _play(self, play: SelfPlay) -> None:
        """Let both players learn for a season, and begin a trial of the Hinter's prior after the last one."""
        self.master = _Master(self.game)  # plans that the best mixture does without would only slow the program down
        if self.best is not None:
            self.master.add_mixture(self.best)
        for plan in play.season(self.over):
            self.master.add_plan(*plan)
        self.master.openings += sorted(set(play.openings) - set(self.master.openings))  # without a class of two words
        weights = play.weights
        answer = Answer(self.game.weighted(weights), int(np.gcd.reduce(weights)))
        for opening in play.openings:
            if not self.over():
                answer.search(opening, int(answer.best * NEAR_BEST) + 1, ENOUGH)
        if not answer.values and not self.over():
            answer.search(play.openings[0], answer.best)
        answer.search_all(play.promising(play.share), LOOK, self.over)
        play.openings += [opening for opening in answer.values if opening not in play.openings]
        for opening in answer.values:
            tree = answer.tree(opening)
            self.master.add(tree)
            play.remember(tree)
        self._mix()
        if play.ended and answer.values:
            order = sorted(self._among(), key=lambda opening: int(answer.bounds[opening]))
            self.trial = Trial(self.game, weights, int(MODEST * answer.total), order)

    def _try(self, trial: Trial) -> None:
        """Go on with a trial; at its end take the bound, and play on if some openings were much better than hoped."""
        for tree in trial.go_on(TRIED, self.over):
            self.master.add(tree)
            if self.play is not None:
                self.play.remember(tree)
        if trial.left:
            return
        total = trial.answer.total
        if Fraction(total, int(trial.weights.sum())) > self.upper:  # openings that were not left need less
            raise ValueError(f"begin: hoped {trial.hoped} is no lower bound; expected what zero_sum has found")
        if Fraction(total, int(trial.weights.sum())) > self.lower:
            self.weights, self.least = trial.weights, total
        self.prior = self.center = trial.weights / trial.weights.sum()
        self.reached = total / int(trial.weights.sum())
        self.trial = None
        if self.play is not None and total < (1 - NEARLY) * trial.hoped:
            self.play.go_on(trial.answer.values)
        else:
            self.play = None

    def _mix(self) -> None:
        """Find the best mixture of the plans that are known."""
        mixture = self.master.mixture(self.master.solve())
        if self.best is None or mixture.value < self.best.value:
            self.best = mixture

    def _box(self) -> None:
        """Answer the prior, and take the next one from the linear program with a box around the best so far."""
        weights = _whole(self.prior)
        known = set(self.master.openings)
        values = self._answer(weights)
        value = min(values.values()) / int(weights.sum())
        if value > self.reached or not known.issuperset(values):  # new openings say less of what was reached without
            self.reached, self.center = value, weights / weights.sum()
        elif self.best is not None:
            self.factor = 1 + SHRINK * (self.factor - 1)
        self._learn(weights, values)
        box: tuple[np.ndarray, float] | None = (self.center, self.factor)
        if self.best is None or self.rounds % PLAIN == 0 or self.factor < NARROW:
            self.factor = max(self.factor, 1 + (FACTOR - 1) / 2)
            self._mix()
            if self.best is not None and float(self.upper) - self.reached < CLOSE * float(self.upper):
                box = None
        self.prior = self.master.solve(box).prior

    def _answer(self, weights: np.ndarray) -> dict[int, int]:
        """Return openings with what their best strategies need, for words that have some weight.

        If no opening can be better, that is a lower bound.
        """
        heavy = _heavy(weights, min(LIGHT, NOT_FELT * float(1 - self.lower / self.upper)))
        answer = Answer(self.game.weighted(heavy), int(np.gcd.reduce(heavy)))
        known = self.master.openings or self._first()
        order = sorted(known, key=lambda i: answer.bounds[i])
        left = [i for i in order if not answer.search(i, int(answer.best * KEPT) + 1, EFFORTS[1])]
        others = sorted(set(self._among()) - set(known), key=lambda i: int(answer.bounds[i]))
        close = self.upper - answer.best / answer.start.game.weights.sum() <= max(self.gap, NEARLY * float(self.upper))
        most = inf if close else max(SOON, answer.solver.work)
        if not answer.values:
            answer.search(order[0], answer.best)
        whole, done = answer.search_all(left + others[self.turn :] + others[: self.turn], most, self.over)
        self.turn = (self.turn + done) % max(len(others), 1)
        if whole and Fraction(answer.total, int(heavy.sum())) > self.lower:
            self.weights, self.least = heavy, answer.total
        return answer.values

    def _first(self) -> list[int]:
        """Return some openings to begin with: the best by information gain, among those that may be made."""
        gains = information_gain(self.game.start())
        among = np.array(self._among())
        return among[np.argsort(-gains[among], kind="stable")[:FRESH]].tolist()

    def _learn(self, weights: np.ndarray, values: dict[int, int]) -> None:
        """Add the plans of the best openings against a prior, in which all words have some weight."""
        game = self.game.weighted(np.maximum(weights, 1))
        solver = Solver(game)
        for opening in sorted(values, key=lambda i: values[i])[:MOST]:
            word = self.game.guesses[opening]
            if solver.search(game.start(), word, work=EFFORTS[1])[0].proven:
                self.master.add(play(game, Exact(None, solver), word))


def _heavy(weights: np.ndarray, part: float) -> np.ndarray:
    """Return weights without the lightest words, which have no more than this part of the whole."""
    order = np.argsort(weights, kind="stable")
    light = order[np.cumsum(weights[order]) <= part * weights.sum()]
    heavy = weights.copy()
    heavy[light] = 0
    return heavy


def _whole(shares: np.ndarray) -> np.ndarray:
    """Return shares as whole numbers: exactly, if they are fractions with a small common denominator."""
    for unit in range(1, SMALL + 1):
        parts = shares * unit
        if np.all(np.abs(parts - np.rint(parts)) < NEAR * unit):
            return np.rint(parts).astype(np.int64)
    return np.rint(shares * UNIT).astype(np.int64)


class _Solution(NamedTuple):
    """A solution of a linear program: the shares of openings and plans, and the prior that is worst for them."""

    openings: np.ndarray
    plans: np.ndarray
    prior: np.ndarray


class _Master:
    """The openings and plans that are known, and the linear program over mixtures of them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.openings: list[int] = []
        self.classes: dict[tuple[int, int], np.ndarray] = {}  # the words of each class of two words or more
        self.columns: dict[tuple[int, int], dict[tuple[int, ...], np.ndarray]] = {}  # what each plan takes for them

    @property
    def plans(self) -> int:
        """How many plans are known."""
        return sum(map(len, self.columns.values()))

    def add(self, tree: DecisionTree) -> None:
        """Add the plans of a strategy, but for those that take as many guesses for each word as a known one."""
        opening = int(tree.guess[0])
        if opening not in self.openings:
            self.openings.append(opening)
        for code, node in tree.children[0].items():
            if tree.size[node] > 1:
                members = np.flatnonzero(self.game.codes[opening] == code)
                self.add_plan(opening, code, strategy_of(tree, node), tree.guesses_used[members] - 1)

    def add_plan(self, opening: int, code: int, guesses: tuple[int, ...], taken: np.ndarray) -> None:
        """Add a plan for a class of an opening, with the guesses that it takes for each of its words."""
        if opening not in self.openings:
            self.openings.append(opening)
        place = opening, code
        self.classes.setdefault(place, np.flatnonzero(self.game.codes[opening] == code))
        known = self.columns.setdefault(place, {})
        if not any(np.array_equal(taken, other) for other in known.values()):
            known[guesses] = taken

    def solve(self, box: tuple[np.ndarray, float] | None = None) -> _Solution:
        """Find the best mixture, and the prior that is worst for it.

        With a box, each probability stays within a factor of one that is given. In the program of the Guesser this is
        a lower price for the words' constraints, and a fixed part of the prior in what she has to pay.
        """
        from scipy.optimize import linprog
        from scipy.sparse import csr_matrix, eye_array, hstack

        n, guesses, sums = len(self.game.hidden), *self._matrices()
        shares = guesses.shape[1]
        fixed = np.zeros(n) if box is None else box[0] / box[1]
        cost = np.concatenate([[1 - fixed.sum()], guesses.T @ fixed])
        guesses = hstack([csr_matrix(-np.ones((n, 1))), guesses])
        if box is not None:
            cost, guesses = np.concatenate([cost, box[0] * box[1] - fixed]), hstack([guesses, -eye_array(n)])
        sums = hstack([csr_matrix((sums.shape[0], 1)), sums, csr_matrix((sums.shape[0], len(cost) - 1 - shares))])
        whole = np.zeros(sums.shape[0])
        whole[0] = 1
        limits = [(None, None)] + [(0, None)] * (len(cost) - 1)
        found = linprog(cost, guesses, np.zeros(n), sums, whole, limits, "highs-ipm")
        if not found.success:
            raise ArithmeticError(f"linear program: {found.message}")
        openings, plans = np.split(found.x[1 : 1 + shares], [len(self.openings)])
        prior = np.maximum(fixed - found.ineqlin.marginals, 0)
        return _Solution(openings, plans, prior / prior.sum())

    def _matrices(self) -> tuple[Any, Any]:
        """Return two matrices with a column for each opening, then one for each plan.

        The first has a row for each word with the guesses it takes. The second says what adds up: the openings to 1,
        and the plans of each class less its opening to 0.
        """
        from scipy.sparse import csc_matrix

        place = {opening: i for i, opening in enumerate(self.openings)}
        columns = [1 + (self.game.codes[i] != self.game.solved).astype(float) for i in self.openings]
        for (opening, _), members in self.classes.items():
            columns[place[opening]][members] = 1
        rows, values, ends = [np.arange(len(each)) for each in columns], columns, [len(columns[0])] * len(columns)
        sums = [(0, i, 1.0) for i in range(len(columns))]
        for row, ((opening, code), plans) in enumerate(self.columns.items(), 1):
            sums.append((row, place[opening], -1.0))
            for taken in plans.values():
                sums.append((row, len(rows), 1.0))
                rows.append(self.classes[opening, code])
                values.append(taken)
                ends.append(len(taken))
        starts = np.concatenate([[0], np.cumsum(ends)])
        guesses = csc_matrix((np.concatenate(values), np.concatenate(rows), starts), (len(self.game.hidden), len(rows)))
        places = np.array(sums)
        return guesses, csc_matrix((places[:, 2], (places[:, 0], places[:, 1])), (1 + len(self.columns), len(rows)))

    def mixture(self, found: _Solution) -> Mixture:
        """Return the mixture of a solution in whole numbers."""
        shares = _whole(np.concatenate([found.openings, found.plans]))
        openings, plans = np.split(shares, [len(self.openings)])
        game, own = self.game, dict(zip(self.openings, openings.tolist(), strict=True))
        drawn: dict[int, dict[int, list[Plan]]] = {opening: {} for opening, share in own.items() if share}
        first = 0
        for (opening, code), known in self.columns.items():
            some = plans[first : first + len(known)]
            first += len(known)
            if own[opening]:
                some[np.argmax(some)] += own[opening] - some.sum()  # what rounding has lost or won
                pairs = zip(some.tolist(), known, strict=True)
                drawn[opening][code] = [Plan(share, plan) for share, plan in pairs if share]
        return Mixture(
            game,
            {game.guesses[i]: own[i] for i in drawn},
            {game.guesses[i]: each for i, each in drawn.items()},
        )

    def add_mixture(self, mixture: Mixture) -> None:
        """Add all plans of a mixture."""
        for tree in mixture.trees():
            self.add(tree)

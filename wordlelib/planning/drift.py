"""A hidden word that changes while it is sought: exact and forgetful beliefs, bounds on the optimum, policies.

After each wrong guess the word changes with probability rho, which is the "frequently changing environment" of Bhambri,
Bhattacharjee and Bertsekas (2022, abstract). It is drawn anew from the prior, or moves to one of its neighbours, words
that differ from it in one letter. The belief is then that of a hidden Markov model: Bayes' rule for the row that was
seen, and a step of the Markov chain of words. A player may also follow it as if the word stayed, and start again when
no word is left.

The optimal cost is a concave function of the belief. `solve_drift` encloses it by heuristic search value iteration
(Smith and Simmons 2004), here without discounting, as in Goal-HSVI (Horák, Bošanský and Chatterjee 2018).
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.game.game import Game
from wordlelib.kernels.noise import pool_rows
from wordlelib.planning.adaptive import LIMIT, AdaptivePolicy, Opening, Remembering, Sample, digest, first_least
from wordlelib.planning.belief import Estimator, GuessingProblem, belief_over, systematic
from wordlelib.planning.noise import ROWS, NoisyInformation, NoisyRollout

MOVES = ("redraw", "neighbour")
MOST_WORDS = 40  # hidden words of a game that is solved: each step looks at all points, guesses and rows at once
DEPTH = 100  # guesses of the longest path of the search; what lies deeper has next to no weight
PART = 0.05  # of the wanted gap: a path ends where its belief adds less than this to the gap at the start
RATIOS = 2**22  # of beliefs to points that are made at once, 32 MB; all of them can be gigabytes
NOISE = 1e-12  # below which two costs are the same
STILL_PLAYING = 1e-9  # probability of the games that `expected_guesses` leaves out
# Of the base in simulated games, where it decides thousands of times.
SHORTLIST, NEGLIGIBLE = 15, 0.1


class DriftProblem:
    """A guessing game whose hidden word changes with probability `rho` after each wrong guess.

    Parameters
    ----------
    game
        A game in easy mode.
    rho
        The probability of a change, from 0 up to, but not, 1.
    move
        "redraw", by which the word is drawn anew from the prior and may be the same one, or "neighbour", by which it
        moves to one of the hidden words that differ from it in one letter, all equally likely. A word without
        neighbours stays.

    Attributes
    ----------
    still : GuessingProblem
        The same game with a word that stays, of which policies can be made that look at the belief alone.
    prior : ndarray of float64, shape (hidden words,)
        The probabilities of the first hidden word.
    """

    def __init__(self, game: Game, rho: float, move: str = "redraw") -> None:
        self.still = GuessingProblem(game)
        self.game, self.prior = game, self.still.prior
        self.rho = checks.number("rho", rho, 0, 1, below=True, expected="a probability below 1")
        self.move = checks.one_of("move", move, MOVES)

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """The numbers of the hidden words that differ from each hidden word in one letter."""
        alike: dict[tuple[int, str], list[int]] = {}
        for i, word in enumerate(self.game.hidden):
            for gap in _gaps(word):
                alike.setdefault(gap, []).append(i)
        return [
            sorted(j for gap in _gaps(word) for j in alike[gap] if j != i) for i, word in enumerate(self.game.hidden)
        ]

    @cached_property
    def transition(self) -> np.ndarray:
        """The probability that a word is hidden after another, float64 of shape (before, after), rows of sum 1."""
        return np.array([self.drift(row) for row in np.eye(len(self.prior))])

    def drift(self, b: np.ndarray) -> np.ndarray:
        """Return the belief after the word may have changed; both are float64 of shape (hidden words,)."""
        b = belief_over(self.still, b)
        if self.move == "redraw":
            return (1 - self.rho) * b + self.rho * b.sum() * self.prior
        sources, targets, share = self._edges
        leaving = self.rho * b * share
        come = np.bincount(targets, leaving[sources], len(b))
        return b - np.bincount(sources, leaving[sources], len(b)) + come

    @cached_property
    def _edges(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The pairs of neighbours, and for each word the share of each of its neighbours."""
        count = np.array([len(each) for each in self.neighbours])
        targets = np.array([j for each in self.neighbours for j in each], np.int64)
        return np.repeat(np.arange(len(count)), count), targets, 1 / np.maximum(count, 1)

    @cached_property
    def _cumulative(self) -> np.ndarray:
        return np.cumsum(self.prior)

    def step(self, theta: int, uniform: float) -> int:
        """Return which word is hidden after word number `theta`.

        The word changes if `uniform`, a random number in [0, 1), is less than rho, and then uniform / rho picks the
        next one. So games with different rho and the same numbers change alike where both change.
        """
        theta = checks.integer("theta", theta, most=len(self.prior) - 1)
        uniform = checks.number("uniform", uniform, 0, 1, below=True)
        if uniform >= self.rho:
            return theta
        pick = uniform / self.rho
        if self.move == "redraw":
            return min(int(np.searchsorted(self._cumulative, pick, side="right")), len(self.prior) - 1)
        near = self.neighbours[theta]
        return near[int(pick * len(near))] if near else theta

    def __repr__(self) -> str:
        return f"<{self.game!r}, {self.move} with probability {self.rho:g}>"


def _gaps(word: str) -> list[tuple[int, str]]:
    """Return a word without each of its letters, with the place of that letter."""
    return [(k, word[:k] + word[k + 1 :]) for k in range(len(word))]


def _problem(value: Any) -> DriftProblem:
    return checks.instance("problem", value, DriftProblem, "a DriftProblem, such as DriftProblem(game, 0.1)")


class DriftFilter(Estimator):
    """Follow the belief in a word that changes, exactly if `problem` is the one that is played.

    Each row is taken in by Bayes' rule, and then the word may change. If no word of the belief allows a row, the filter
    starts again from the prior and that row. This happens only to a player who believes in another rho or another move.

    Parameters
    ----------
    problem
        What the player believes of the changes.
    again
        After how many rows everything is forgotten and the prior returns, by default never.
    b : ndarray of float64, shape (hidden words,), optional
        The first belief, by default the prior.

    Attributes
    ----------
    rows, restarts
        How many rows were seen, and how many of them left no word.
    """

    def __init__(self, problem: DriftProblem, again: int | None = None, b: np.ndarray | None = None) -> None:
        self.problem = _problem(problem)
        self.again = None if again is None else checks.integer("again", again, 1)
        self._belief = problem.prior if b is None else belief_over(problem.still, b)
        self.rows = self.restarts = 0

    @property
    def belief(self) -> np.ndarray:
        """The belief before the next guess."""
        return self._belief

    def update(self, x: Any, u: Any, following: Any) -> None:
        """Take in a row, pairs (guess, feedback) as in `GuessingProblem`, and let the word change."""
        likelihood = self.problem.still.likelihood(x, u, following)
        joint = self._belief * likelihood
        if not joint.any():
            joint = self.problem.prior * likelihood
            self.restarts += 1
        if not joint.any():
            raise checks.refused("following", following, "a row that some hidden word allows")
        self.rows += 1
        forget = self.again is not None and self.rows % self.again == 0
        self._belief = self.problem.prior if forget else self.problem.drift(joint / joint.sum())


class LikeliestWord(AdaptivePolicy):
    """Guess the likeliest word, in a tie the first.

    If the word became known after the next row, one more guess would find it, so the Q-factor of a guess is 2 less its
    chance to be right, whatever rho is. This is QMDP (Littman, Cassandra and Kaelbling 1995), and certainty equivalence
    makes the same guess.
    """

    name = "QMDP"

    def __init__(self, problem: DriftProblem) -> None:
        self.problem = _problem(problem)

    def decide(self, x: Any, b: np.ndarray) -> str:
        """Return the likeliest word."""
        return self.problem.game.hidden[first_least(-belief_over(self.problem.still, b))]


def play_drifting(
    problem: DriftProblem,
    policy: AdaptivePolicy,
    games: int,
    seed: int,
    first: int = 0,
    player: DriftFilter | None = None,
) -> Sample:
    """Play games against a word that changes, and return how many guesses each took.

    Game number i depends on `seed` and i alone, and policies with the same seed meet the same words at the same times.
    A game that is not over after `LIMIT` guesses counts as `LIMIT`. `player` is the filter with which each game begins,
    by default the exact one. The policy sees its belief and the last row.
    """
    _problem(problem)
    checks.instance("policy", policy, AdaptivePolicy, "an AdaptivePolicy, such as LikeliestWord(problem)")
    games, first = checks.integer("games", games, 1), checks.integer("first", first)
    checks.integer("seed", seed)
    player = _player(problem, player)
    guesses = []
    for number in range(first, first + games):
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,)))
        theta = int(rng.choice(len(problem.prior), p=problem.prior))
        guesses.append(_play(problem, policy, copy(player), theta, rng.random(LIMIT)))
    return Sample(np.array(guesses, float))


def _player(problem: DriftProblem, player: Any) -> DriftFilter:
    player = DriftFilter(problem) if player is None else player
    checks.instance("player", player, DriftFilter, "a DriftFilter, such as DriftFilter(problem)")
    if player.problem.game.hidden != problem.game.hidden:
        raise checks.refused("player", player, "a filter for the same hidden words")
    return player


def _play(problem: DriftProblem, policy: AdaptivePolicy, player: DriftFilter, theta: int, moves: np.ndarray) -> int:
    """Play one game from word number `theta` on, with a random number for each change, and count the guesses."""
    game, x = problem.game, None
    for count, uniform in enumerate(moves.tolist(), 1):
        u = policy.decide(x, player.belief)
        code = int(game.codes[game.find(u), theta])
        if code == game.solved:
            return count
        following = u, game.show(code)
        player.update(x, u, following)
        theta, x = problem.step(theta, uniform), following
    return len(moves)


def expected_guesses(problem: DriftProblem, policy: AdaptivePolicy, player: DriftFilter | None = None) -> float:
    """Compute the expected number of guesses of a policy that looks at the belief alone, in a small game.

    All games are played at once. Those in which the player believes the same are one, and share a distribution of the
    hidden word. When no more than `STILL_PLAYING` of the probability is left, the rest is not counted. The result is
    infinite if more than that is left after `LIMIT` guesses.
    """
    _problem(problem)
    checks.instance("policy", policy, AdaptivePolicy, "an AdaptivePolicy, such as LikeliestWord(problem)")
    alive = [(_player(problem, player), problem.prior)]
    total = 0.0
    for _ in range(LIMIT):
        left = sum(float(joint.sum()) for _, joint in alive)
        if left <= STILL_PLAYING:
            return total
        total += left
        alive = _one_guess_later(problem, policy, alive)
    return np.inf


Games = list[tuple[DriftFilter, np.ndarray]]


def _one_guess_later(problem: DriftProblem, policy: AdaptivePolicy, alive: Games) -> Games:
    """Return the beliefs of players whose games go on, each with the probabilities of those games by hidden word."""
    game = problem.game
    found: dict[tuple[int, int], tuple[DriftFilter, np.ndarray]] = {}
    for player, joint in alive:
        u = policy.decide(None, player.belief)
        codes = game.codes[game.find(u)]
        for code in np.unique(codes[joint > 0]):
            if code == game.solved:
                continue
            after = copy(player)
            after.update(None, u, (u, game.show(int(code))))
            key = digest(after.belief.round(12)), after.rows % (after.again or 1)
            later = problem.drift(joint * (codes == code))
            found[key] = after, later + (found[key][1] if key in found else 0.0)
    return list(found.values())


@dataclass(frozen=True, eq=False)
class DriftSolution:
    """Bounds on the fewest expected guesses, and plans that need no more than the upper one.

    Attributes
    ----------
    lower, upper : float
        The bounds.
    costs : ndarray of float64, shape (plans, hidden words)
        The expected guesses of each plan from each hidden word, its alpha-vector.
    guesses : tuple of str
        The first guess of each plan.
    """

    lower: float
    upper: float
    costs: np.ndarray
    guesses: tuple[str, ...]


class CheapestPlan(AdaptivePolicy):
    """Begin the plan of a solution that is cheapest under the present belief, and choose again after each row."""

    name = "cheapest plan"

    def __init__(self, problem: DriftProblem, solution: DriftSolution) -> None:
        self.problem = _problem(problem)
        self.solution = checks.instance("solution", solution, DriftSolution, "what solve_drift returns")
        if solution.costs.shape[1] != len(problem.prior):
            raise checks.refused("solution", solution, f"a solution for {len(problem.prior)} hidden words")

    def decide(self, x: Any, b: np.ndarray) -> str:
        """Return the first guess of the cheapest plan."""
        return self.solution.guesses[first_least(self.solution.costs @ belief_over(self.problem.still, b))]


def solve_drift(problem: DriftProblem, gap: float = 1e-3, trials: int = 1000) -> DriftSolution:
    """Enclose the fewest expected guesses of a small game between bounds, at most `gap` apart.

    The upper bound is the least cost of finitely many plans, each exactly a linear function of the belief. The lower
    bound interpolates between beliefs whose cost is known to be no less than some number, and the sure beliefs, which
    cost one guess; it is valid because the optimal cost is concave. Both start from bounds that hold, and every step of
    dynamic programming keeps them so, whichever beliefs it is done at. Those are found by playing what looks best by
    the lower bound, towards the row that adds most to the gap. After `trials` such games the bounds are returned as
    they are, and still hold.
    """
    gap, trials = checks.number("gap", gap, 1e-6), checks.integer("trials", trials, 1)
    if len(_problem(problem).prior) > MOST_WORDS:
        raise ValueError(f"problem: {len(problem.prior):,} hidden words; expected at most {MOST_WORDS}")
    search = _Search(problem)
    for _ in range(trials):
        if search.gap(problem.prior[None])[0] <= gap:
            break
        search.play(gap)
    lower, upper = search.lower(problem.prior[None])[0], search.upper(problem.prior[None])[0]
    guesses = tuple(problem.game.guesses[u] for u in search.first)
    return DriftSolution(float(lower), float(upper), search.plans, guesses)


class _Search:
    """The bounds and the beliefs of `solve_drift`.

    A class is what is left after a guess and a row that does not end the game. Beliefs need not sum to 1, and those
    that are compared are the rows of arrays of shape (beliefs, hidden words). Costs grow in proportion to the belief.
    """

    def __init__(self, problem: DriftProblem) -> None:
        game, words = problem.game, len(problem.prior)
        self.start, self.transition = problem.prior, problem.transition
        self.codes, self.solved = game.codes.astype(np.int64), game.solved
        classes = [(u, code) for u, row in enumerate(self.codes) for code in np.unique(row) if code != game.solved]
        self.owner = np.array([u for u, _ in classes])
        self.kept = np.array([self.codes[u] == code for u, code in classes], float)
        self.place = {each: k for k, each in enumerate(classes)}
        self.first: list[int] = [int(u) for u in game.guess_of_hidden]
        self.plans = _in_turn(self.transition)
        self.points, self.least = np.empty((0, words)), np.empty(0)
        self._known: dict[bytes, int] = {}

    def lower(self, b: np.ndarray) -> np.ndarray:
        """Bound the cost of beliefs from below: by that of QMDP, and by the points."""
        mass = b.sum(axis=1)
        bound = 2 * mass - b.max(axis=1)
        if len(self.least):
            step = max(1, RATIOS // self.points.size)
            for some in (slice(i, i + step) for i in range(0, len(b), step)):
                ratio = np.full((len(b[some]), *self.points.shape), np.inf)
                np.divide(b[some, None], self.points, where=self.points > 0, out=ratio)
                least = mass[some] + (ratio.min(axis=2) * (self.least - 1)).max(axis=1)
                bound[some] = np.maximum(bound[some], least)
        return bound

    def upper(self, b: np.ndarray) -> np.ndarray:
        """Bound the cost of beliefs from above, by the cheapest plan."""
        return (b @ self.plans.T).min(axis=1)

    def gap(self, b: np.ndarray) -> np.ndarray:
        """Return how far the bounds are apart."""
        return self.upper(b) - self.lower(b)

    def later(self, b: np.ndarray) -> np.ndarray:
        """Return the belief after each class, not divided by its probability."""
        return (self.kept * b) @ self.transition

    def q_factors(self, costs: np.ndarray) -> np.ndarray:
        """Return the cost of each guess from those of its classes."""
        return 1 + np.bincount(self.owner, costs, len(self.codes))

    def play(self, gap: float) -> None:
        """Follow what looks best to where the gap is widest, and improve both bounds on the way back."""
        b, weight, path = self.start, 1.0, []
        for _ in range(DEPTH):
            path.append(b)
            best = self.raise_lower(b)
            later = self.later(b)[self.owner == best]
            wide = self.gap(later)
            if not len(wide) or weight * wide.max() < PART * gap:
                break
            follow = later[wide.argmax()]
            weight *= follow.sum()
            b = follow / follow.sum()
        for b in reversed(path):
            self.raise_lower(b)
            self.add_plan(b)

    def raise_lower(self, b: np.ndarray) -> int:
        """Raise the lower bound at a belief by a step of dynamic programming, and return the guess that looks best."""
        q = self.q_factors(self.lower(self.later(b)))
        key = b.round(12).tobytes()
        if key in self._known:
            self.least[self._known[key]] = max(q.min(), self.least[self._known[key]])
        elif q.min() > self.lower(b[None])[0] + NOISE:
            self._known[key] = len(self.least)
            self.points, self.least = np.vstack([self.points, b]), np.append(self.least, q.min())
        return int(q.argmin())

    def add_plan(self, b: np.ndarray) -> None:
        """Add the plan of one guess and the cheapest plans after it, if it is cheaper at a belief than all others."""
        costs = self.later(b) @ self.plans.T
        q = self.q_factors(costs.min(axis=1))
        u = int(q.argmin())
        if q[u] < self.upper(b[None])[0] - NOISE:
            chosen = self.plans[costs.argmin(axis=1)]
            after = [
                0.0 if code == self.solved else self.transition[i] @ chosen[self.place[u, code]]
                for i, code in enumerate(self.codes[u])
            ]
            self.plans = np.vstack([self.plans, 1 + np.array(after)])
            self.first.append(u)


def _in_turn(transition: np.ndarray) -> np.ndarray:
    """Compute the costs of the plans that guess all words in turn, for ever, each from another word on.

    They are finite as rho is below 1, so that a word may stay for a whole turn. The shape is (plans, hidden words).
    """
    words = len(transition)
    left = np.eye(words**2)
    for k in range(words):
        goes_on = transition * (np.arange(words) != k)[:, None]
        after = (k + 1) % words
        left[k * words : (k + 1) * words, after * words : (after + 1) * words] -= goes_on
    return np.linalg.solve(left, np.ones(words**2)).reshape(words, words)


class DriftRollout(NoisyRollout):
    """Look one guess ahead, and let the base policy play on in simulation against a word that changes.

    Candidates are chosen and compared as in `NoisyRollout`. The base follows the exact belief of `drift`. In
    simulations it looks at fewer guesses than by itself, and leaves out more of the unlikely words.
    """

    name = "drift-rollout"

    def __init__(
        self,
        drift: DriftProblem,
        base: NoisyInformation,
        width: int = 3,
        runs: int = 8,
        heaviest: int = 2,
        pool: int = 40,
        caution: float = 1.0,
        seed: int = 0,
    ) -> None:
        super().__init__(base, width, runs, heaviest, pool, caution, seed)
        self.drift = checks.instance("drift", drift, DriftProblem, "a DriftProblem, such as DriftProblem(game, 0.1)")
        if drift.game.hidden != base.problem.game.hidden:
            raise checks.refused("drift", drift, "a problem with the hidden words of the base")

    def lengths(
        self, b: np.ndarray, candidates: Sequence[int] | np.ndarray, runs: int, rng: np.random.Generator
    ) -> np.ndarray:
        """Simulate games that begin with each candidate, and return their numbers of guesses, shape (candidates, runs).

        Games of one column share the hidden word and its changes. A game of more than `ROWS` guesses counts as `ROWS`.
        """
        b, guesses = belief_over(self.problem, b), self.problem.game.guesses
        candidates = checks.whole_numbers("candidates", candidates, len(guesses), (None,), "numbers of guesses")
        runs = checks.integer("runs", runs, 1, 10**7)
        uniform = checks.generator("rng", rng).random()
        thetas, moves = systematic(b, runs, uniform).tolist(), rng.random((runs, ROWS))
        base, follow = Remembering(self._quick_base(b)), DriftFilter(self.drift, b=b)
        out = np.empty((len(candidates), runs))
        for k, u in enumerate(candidates):
            begun = Opening(self.problem, guesses[u], base)
            for game, theta in enumerate(thetas):
                out[k, game] = _play(self.drift, begun, copy(follow), theta, moves[game])
        return out

    def _quick_base(self, b: np.ndarray) -> NoisyInformation:
        """Return the base with only the best `pool` guesses under a belief and all likely words as its guesses."""
        quick = copy(self.base)
        settings = quick.settings._replace(shortlist=SHORTLIST, negligible=NEGLIGIBLE)
        quick.settings = settings._replace(pool=pool_rows(quick.arrays, settings, b, self.pool))
        return quick

"""Colours that lie at a rate that nobody knows, learnt over a series of games.

The parameter is a pair of the hidden word and the rate, the probability that a colour is wrong. The word is new in each
game, and the rate stays, so what the last game has shown of it is the first belief of the next. A guess is worth what
it wins, what it shows of the word, and what it shows of the rate. Certainty equivalence looks at the first two, as if
the likeliest rate were the true one. Rollout on it also looks at the third, as far as it is of use in the same game,
since its simulated games go on learning.
"""

from collections.abc import Sequence
from copy import copy
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.game.game import Game
from wordlelib.kernels.noise import pool_rows
from wordlelib.planning.adaptive import LIMIT, AdaptivePolicy, Opening, Remembering, digest, run
from wordlelib.planning.belief import AdaptiveProblem, GuessingProblem, belief_over, systematic, update
from wordlelib.planning.noise import ROWS, NoisyInformation, colour_noise, halve

# Of the base in simulated games, where it decides thousands of times.
SHORTLIST, NEGLIGIBLE = 15, 0.1


class LieRateProblem(AdaptiveProblem):
    """A guessing game in which each colour is wrong with one of several probabilities, and nobody says which.

    A belief has the shape (rates times hidden words,), and holds the words under the first rate, then those under the
    second, and so on.

    Parameters
    ----------
    game
        A game of Wordle in easy mode.
    rates
        The probabilities of a wrong colour, from 0 to 1, each once.
    chances : array of float, shape (rates,), optional
        How likely each rate is, independently of the word, by default all the same.

    Attributes
    ----------
    games : list of GuessingProblem
        The game under each rate.
    """

    def __init__(self, game: Game, rates: Sequence[float], chances: Sequence[float] | None = None) -> None:
        expected = "different probabilities, at least one"
        numbers = checks.real_numbers("rates", rates, (None,), expected)
        if not numbers.size or np.unique(numbers).size < numbers.size or numbers.min() < 0 or numbers.max() > 1:
            raise checks.refused("rates", rates, expected)
        self.games = [GuessingProblem(game, colour_noise(game, rate)) for rate in numbers.tolist()]
        self.game, self.rates, self.start = game, numbers, None
        self.thetas = [(word, rate) for rate in numbers.tolist() for word in game.hidden]
        self.prior = self.prior_of(np.ones(len(rates)) if chances is None else chances)

    def prior_of(self, chances: Sequence[float] | np.ndarray) -> np.ndarray:
        """Return the belief before the first row of a game if the rates have these chances."""
        expected = f"a chance for each of the {len(self.rates)} rates, not all of them 0"
        chances = checks.real_numbers("chances", chances, (len(self.rates),), expected)
        if not (chances.min() >= 0 and chances.sum() > 0):
            raise checks.refused("chances", chances, expected)
        return np.outer(chances / chances.sum(), self.games[0].prior).ravel()

    def by_rate(self, b: np.ndarray) -> np.ndarray:
        """Return a belief as float64 of shape (rates, hidden words)."""
        return belief_over(self, b).reshape(len(self.rates), -1)

    def controls(self, x: Any) -> Sequence[Any]:
        """Return all guesses."""
        return self.game.guesses

    def outcomes(self, x: Any, u: Any) -> tuple[list[Any], np.ndarray]:
        """Return the rows that may be seen under some rate, with their probabilities."""
        tables = np.concatenate([each.channel[self.game.codes[self.game.find(u)]] for each in self.games])
        seen = np.flatnonzero(tables.any(axis=0))
        return [(u, self.games[0].show(int(code))) for code in seen], tables[:, seen]

    def cost(self, x: Any, u: Any) -> np.ndarray:
        """Return 1 for each parameter."""
        return np.ones(len(self.prior))

    def ended(self, x: Any) -> bool:
        """Return whether the last row found the hidden word."""
        return self.games[0].ended(x)

    def likelihood(self, x: Any, u: Any, following: Any) -> np.ndarray:
        """Return the probability of a seen row for each parameter."""
        return np.concatenate([each.likelihood(x, u, following) for each in self.games])

    def draw(self, x: Any, u: Any, theta: int, uniform: float) -> Any:
        """Draw the row that is seen under parameter number `theta`."""
        checks.integer("theta", theta, most=len(self.prior) - 1)
        rate, word = divmod(theta, len(self.game.hidden))
        return self.games[rate].draw(x, u, word, uniform)


class CertainRate(AdaptivePolicy):
    """Play as if the likeliest rate were the true one, or as if `rate` were, whatever the rows say.

    The guess is that of `NoisyInformation` for the words' belief under that rate. In a tie of rates the first is taken.
    """

    name = "certainty equivalence"

    def __init__(self, problem: LieRateProblem, bonus: float = 2.0, rate: int | None = None) -> None:
        self.problem = checks.instance("problem", problem, LieRateProblem, "a LieRateProblem")
        self.rate = None if rate is None else checks.integer("rate", rate, most=len(problem.rates) - 1)
        self.players = [NoisyInformation(each, bonus) for each in problem.games]

    def decide(self, x: Any, b: np.ndarray) -> Any:
        """Return the guess that is best by information and bonus under one rate."""
        words = self.problem.by_rate(b)
        likeliest = int(words.sum(axis=1).argmax())
        rate = likeliest if self.rate is None or not words[self.rate].any() else self.rate
        return self.players[rate].decide(x, words[rate])


class LieRateRollout(AdaptivePolicy):
    """Look one guess ahead while the rate is unknown, and let certainty equivalence play on in simulation.

    The candidates are the base's guess, the `width` guesses that rank highest under each rate, and the `heaviest`
    likeliest words. Each simulated game draws a word and a rate from the belief, and the base learns from its rows.
    """

    name = "rollout on certainty equivalence"

    def __init__(
        self,
        base: CertainRate,
        width: int = 4,
        runs: int = 10,
        heaviest: int = 2,
        pool: int = 200,
        caution: float = 1.0,
        seed: int = 0,
    ) -> None:
        checks.instance("base", base, CertainRate, "a CertainRate")
        self.base, self.problem = base, base.problem
        self.width, self.runs = checks.integer("width", width, 1), checks.integer("runs", runs, 2)
        self.heaviest, self.pool = checks.integer("heaviest", heaviest), checks.integer("pool", pool, 1)
        self.caution, self.seed = checks.number("caution", caution, 0), checks.integer("seed", seed)

    def candidates(self, b: np.ndarray) -> np.ndarray:
        """Return the guesses to compare, the base's choice first."""
        words = self.problem.by_rate(b)
        likeliest = np.argsort(-words.sum(axis=0), kind="stable")[: self.heaviest]
        ranked = [
            guess
            for player, each in zip(self.base.players, words, strict=True)
            if each.any()
            for guess, _ in player.rank(each, self.width)
        ]
        heavy = [self.problem.game.hidden[i] for i in likeliest if words[:, i].any()]
        return np.array([*dict.fromkeys([self.base.decide(None, b), *ranked, *heavy])])

    def lengths(
        self, b: np.ndarray, candidates: Sequence[str] | np.ndarray, runs: int, rng: np.random.Generator
    ) -> np.ndarray:
        """Simulate games that begin with each candidate, and return their numbers of guesses, shape (candidates, runs).

        Games of one column share the word, the rate and the noise. A game of more than `ROWS` guesses counts as `ROWS`.
        """
        b, runs = belief_over(self.problem, b), checks.integer("runs", runs, 1, 10**7)
        for u in checks.sequence("candidates", candidates, "guesses"):
            self.problem.game.find(u, "candidates")
        uniform = checks.generator("rng", rng).random()
        thetas, noise = systematic(b, runs, uniform), rng.random((runs, ROWS))
        base = Remembering(self._quick_base(b))
        out = np.empty((len(candidates), runs))
        for k, first in enumerate(candidates):
            begun = Opening(self.problem, str(first), base)
            for game, (theta, row) in enumerate(zip(thetas, noise, strict=True)):
                out[k, game] = min(run(self.problem, begun, self.problem.start, b, int(theta), row), ROWS)
        return out

    def decide(self, x: Any, b: np.ndarray) -> str:
        """Return the winner of the rounds."""
        b = belief_over(self.problem, b)
        rng = np.random.default_rng([self.seed, digest(b)])
        found = halve(self.candidates(b), lambda left, runs: self.lengths(b, left, runs, rng), self.runs, self.caution)
        return str(found)

    def _quick_base(self, b: np.ndarray) -> CertainRate:
        """Return the base with only the best `pool` guesses under each rate and all likely words as its guesses."""
        quick = copy(self.base)
        quick.players = []
        for player, words in zip(self.base.players, self.problem.by_rate(b), strict=True):
            small = copy(player)
            if words.any():
                guesses = pool_rows(player.arrays, player.settings, words, self.pool)
                small.settings = player.settings._replace(pool=guesses, shortlist=SHORTLIST, negligible=NEGLIGIBLE)
            quick.players.append(small)
        return quick


def play_series(
    problem: LieRateProblem, policy: AdaptivePolicy, rate: int, games: int, rng: np.random.Generator
) -> np.ndarray:
    """Play games in a row against rate number `rate`, and return how many guesses each took, int64 of shape (games,).

    What the rows of one game have shown of the rate, after the word is found and every lie is known, is the first
    belief of the next. A game that is not over after `LIMIT` guesses counts as `LIMIT`. Policies that get equal
    generators meet the same words and the same noise.
    """
    checks.instance("problem", problem, LieRateProblem, "a LieRateProblem")
    checks.instance("policy", policy, AdaptivePolicy, "an AdaptivePolicy, such as CertainRate(problem)")
    rate, games = checks.integer("rate", rate, most=len(problem.rates) - 1), checks.integer("games", games, 1)
    words = checks.generator("rng", rng).choice(len(problem.game.hidden), games, p=problem.games[0].prior)
    out, b = np.full(games, LIMIT), problem.prior
    for g, word in enumerate(words):
        theta, x = rate * len(problem.game.hidden) + int(word), problem.start
        for count, uniform in enumerate(rng.random(LIMIT), 1):
            u = policy.decide(x, b)
            x = problem.draw(x, u, theta, float(uniform))
            b = update(problem, None, b, u, x)
            if problem.ended(x):
                out[g] = count
                break
        b = problem.prior_of(problem.by_rate(b).sum(axis=1))
    return out

"""Noisy feedback at full size: channels, the information that a guess gives through a channel, and rollout.

A channel is a matrix of the probabilities of being shown one row of colours when another is true. The problem is
`belief.GuessingProblem` with that channel. This module has compiled policies for it that are fast enough for the
original word lists. `adaptive.simulate` plays and compares them like any others.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.game import checked
from wordlelib.game.game import Game
from wordlelib.kernels.noise import (
    UNITS,
    Arrays,
    Chance,
    Memory,
    Settings,
    decide_guesses,
    heavy_words,
    pool_rows,
    score_guesses,
    simulate_games,
)
from wordlelib.planning.adaptive import AdaptivePolicy, digest
from wordlelib.planning.belief import GuessingProblem, belief_over, entropy_of_rows, systematic

REMEMBERED = 2**20  # decisions of the base policy in a table of 12 megabytes
ROWS = 40  # guesses after which a simulated game is broken off


def colour_noise(game: Game, epsilon: float) -> np.ndarray:
    """Make the channel in which each colour is wrong with probability `epsilon`, independently.

    A wrong colour is equally likely to be either of the two others. "Found" is always shown truly. A wrong guess whose
    colours all turn green is shown as an extra code, the last one, because the game visibly goes on.

    In Wordle with L letters, the channel is float64 of shape (3**L, 3**L + 1), as ``channel[true, seen]``.
    """
    epsilon = checks.number("epsilon", epsilon, 0, 1, expected="0 to 1")
    place = np.full((3, 3), epsilon / 2)
    np.fill_diagonal(place, 1 - epsilon)
    rows = np.ones((1, 1))
    for _ in range(_letters(game)):
        rows = np.kron(place, rows)
    return _found_is_true(rows)


def one_lie(game: Game) -> np.ndarray:
    """Make the channel of the variant Fibble, in which exactly one colour of each row is wrong.

    All places are equally likely, and so are the two wrong colours. "Found" is shown truly. The shape is that of
    `colour_noise`.
    """
    length = _letters(game)
    colours = np.arange(3**length)[:, None] // 3 ** np.arange(length) % 3
    differences = (colours[:, None] != colours).sum(axis=2)
    return _found_is_true((differences == 1) / (2 * length))


def _letters(game: Game) -> int:
    length = len(checked.game(game).hidden[0])
    if game.cells != 3**length or game.solved != 3**length - 1:
        raise ValueError(f"game: {game!r}; expected a game of Wordle, with one of three colours for each letter")
    return length


def _found_is_true(rows: np.ndarray) -> np.ndarray:
    """Move a false "found" to an extra code, and let the true one be shown."""
    solved = len(rows) - 1
    channel = np.column_stack([rows, rows[:, solved]])
    channel[:, solved] = 0
    channel[solved] = 0
    channel[solved, solved] = 1
    return channel


def arrays_of(problem: GuessingProblem) -> Arrays:
    """Prepare a noisy game for the kernels, where `padded` is the channel in float32 with a power of two as width."""
    checks.instance("problem", problem, GuessingProblem, "a GuessingProblem")
    game, channel = problem.game, problem.channel
    width = 1 << (channel.shape[1] - 1).bit_length()
    padded = np.zeros((len(channel), width), np.float32)
    padded[:, : channel.shape[1]] = channel
    order, cumulative = problem.sampler
    return Arrays(
        codes=game.codes,
        by_hidden=game.codes_by_hidden,
        guess_of_hidden=game.guess_of_hidden,
        solved=game.solved,
        channel=channel,
        padded=padded,
        row_entropy=entropy_of_rows(channel),
        order=order.astype(np.int32),
        cumulative=cumulative,
    )


@lru_cache(maxsize=1)
def _logs() -> np.ndarray:
    """Tabulate -w log2 w for w = 0, 1 ... UNITS parts of UNITS."""
    w = np.arange(1, UNITS + UNITS // 8) / UNITS
    return np.concatenate([[0], -w * np.log2(w)]).astype(np.float32)


class NoisyInformation(AdaptivePolicy):
    """Take the guess with the largest expected information about the hidden word, plus a bonus for ending the game.

    The score is I + `bonus` P. Here I is the mutual information, in bits, of the hidden word and the row that will be
    seen, and P is the probability that the guess is the hidden word. If the cost still to come were a + H / r for a
    belief of entropy H > 0, the best guess would be that of largest I + a r P, so the bonus is the price of one more
    guess in bits. When only one or two words are left, the likelier is guessed.

    The least likely words, which together have at most `negligible` of the probability, are left out of the score. All
    guesses are scored as if feedback were true, and the best `shortlist` of them are scored through the channel. The
    score is computed to about 5 digits.
    """

    name = "noisy-information"

    def __init__(
        self, problem: GuessingProblem, bonus: float = 2.0, shortlist: int = 100, negligible: float = 0.02
    ) -> None:
        bonus = checks.number("bonus", bonus, 0, expected="a finite number from 0")
        shortlist = checks.integer("shortlist", shortlist, 1)
        negligible = checks.number("negligible", negligible, 0, 1, below=True, expected="0 up to, but not, 1")
        self.problem, self.arrays = problem, arrays_of(problem)
        everything = np.arange(len(problem.game.guesses), dtype=np.int32)
        self.settings = Settings(bonus, shortlist, negligible, everything, _logs())

    def rank(self, b: np.ndarray, best: int = 10) -> list[tuple[str, float]]:
        """Return the best guesses under a belief with their scores I + bonus P, best first."""
        best, b = checks.integer("best", best, 1), belief_over(self.problem, b)
        guesses, scores = score_guesses(self.arrays, self.settings, b)
        order = np.argsort(-scores, kind="stable")[:best]
        return [(self.problem.game.guesses[guesses[k]], float(scores[k])) for k in order]

    def decide(self, x: Any, b: np.ndarray) -> Any:
        """Return the guess of largest score, in a tie the first in list order."""
        return self.problem.game.guesses[decide_guesses(self.arrays, self.settings, belief_over(self.problem, b))]


class NoisyRollout(AdaptivePolicy):
    """Look one guess ahead in a noisy game, and let the base policy play on in simulation.

    The candidates are the `width` guesses that the base ranks highest, and the `heaviest` likeliest words. They are
    compared by simulated games, with hidden words drawn from the belief and noise that are the same for all candidates.
    In the first round each gets `runs` games. After each round the worse half of the candidates is dropped, and the
    next round has twice as many games, all new (sequential halving; Karnin, Koren and Somekh 2013). The base's own
    choice is never dropped, and is taken at the end unless the best of the others needs fewer guesses in the last
    round, by more than `caution` standard errors.

    The decision depends on the belief and `seed` alone. Decisions of the base are remembered by the history of rows,
    which all simulations from one belief share.

    In the simulations the base plays with a part of its guesses: the `pool` that would tell most under the present
    belief if feedback were true, and all words that are not negligible.
    """

    name = "noisy-rollout"

    def __init__(
        self,
        base: NoisyInformation,
        width: int = 10,
        runs: int = 40,
        heaviest: int = 5,
        pool: int = 2000,
        caution: float = 1.0,
        seed: int = 0,
    ) -> None:
        for name, value, least in (
            ("width", width, 1),
            ("runs", runs, 2),
            ("heaviest", heaviest, 0),
            ("pool", pool, 1),
        ):
            checks.integer(name, value, least)
        checks.instance("base", base, NoisyInformation, "a NoisyInformation")
        self.base, self.problem = base, base.problem
        self.width, self.runs, self.heaviest, self.pool = width, runs, heaviest, pool
        self.caution, self.seed = checks.number("caution", caution, 0), checks.integer("seed", seed)
        self._keys = np.zeros(REMEMBERED, np.uint64)
        self._guesses = np.zeros(REMEMBERED, np.int32)

    def candidates(self, b: np.ndarray) -> np.ndarray:
        """Return the numbers of the guesses to compare, the base's choice first, int32 of shape (candidates,)."""
        b, arrays, settings = belief_over(self.problem, b), self.base.arrays, self.base.settings
        guesses, scores = score_guesses(arrays, settings, b)
        best = guesses[np.argsort(-scores, kind="stable")[: self.width]]
        likeliest = np.argsort(-b, kind="stable")[: self.heaviest]
        heavy = arrays.guess_of_hidden[likeliest[b[likeliest] > 0]]
        chosen = np.concatenate([[decide_guesses(arrays, settings, b)], best, heavy])
        return chosen[np.sort(np.unique(chosen, return_index=True)[1])].astype(np.int32)

    def lengths(self, b: np.ndarray, candidates: np.ndarray, runs: int, rng: np.random.Generator) -> np.ndarray:
        """Simulate games that begin with each candidate, and return their numbers of guesses, shape (candidates, runs).

        Games of one column share the hidden word and the noise. Hidden words are drawn by systematic sampling, and the
        noise of each row of a game by Latin hypercube sampling, so that both are spread evenly over the runs. A game
        that would take more than `ROWS` guesses is broken off, and counts as `ROWS`.
        """
        b, count = belief_over(self.problem, b), len(self.problem.game.guesses)
        candidates = checks.whole_numbers("candidates", candidates, count, (None,), "numbers of guesses")
        runs = checks.integer("runs", runs, 1, 10**7)
        checks.generator("rng", rng)
        thetas = systematic(b, runs, rng.random())
        strata = rng.permuted(np.tile(np.arange(runs), (ROWS, 1)), axis=1).T
        noise = (strata + rng.random((runs, ROWS))) / runs
        out = np.empty((len(candidates), runs))
        memory = Memory(np.uint64(digest(b)), self._keys, self._guesses)
        arrays, settings = self.base.arrays, self.base.settings
        settings = settings._replace(pool=pool_rows(arrays, settings, b, self.pool))
        with np.errstate(over="ignore"):  # keys wrap around, of which Python would warn
            simulate_games(arrays, settings, b, candidates, Chance(thetas, noise), memory, out)
        return out

    def decide(self, x: Any, b: np.ndarray) -> Any:
        """Return the winner of the rounds."""
        b = belief_over(self.problem, b)
        guesses = self.problem.game.guesses
        if len(heavy_words(b, self.base.settings.negligible)[0]) <= 2:
            return self.base.decide(x, b)
        rng = np.random.default_rng([self.seed, digest(b)])
        chosen = halve(self.candidates(b), lambda left, runs: self.lengths(b, left, runs, rng), self.runs, self.caution)
        return guesses[chosen]


def halve(candidates: np.ndarray, lengths: Callable[[np.ndarray, int], np.ndarray], runs: int, caution: float) -> Any:
    """Compare candidates by sequential halving (Karnin, Koren and Somekh 2013) with the first, and return the winner.

    ``lengths(left, runs)`` simulates games that begin with some candidates, shape (candidates left, runs). After each
    round the worse half of the others is dropped, and the next round has twice as many games. The last of the others
    wins if it needs fewer guesses than the first by more than `caution` standard errors.
    """
    left = candidates
    while True:
        found = lengths(left, runs)
        order = 1 + np.argsort(found[1:].mean(axis=1), kind="stable")
        if len(order) <= 1:
            break
        left = left[[0, *order[: len(order) // 2]]]
        runs *= 2
    gain = found[0] - found[-1]
    clear = gain.mean() > caution * gain.std(ddof=1) / np.sqrt(runs)
    return left[-1] if clear else left[0]


def channel_of(noise: str, game: Game) -> np.ndarray:
    """Make the channel that a text names, which is "one-lie" or the probability of a wrong colour."""
    expected = "a probability from 0 to 1, or one-lie"
    if checks.text("noise", noise, expected) == "one-lie":
        return one_lie(game)
    try:
        epsilon = checks.number("noise", float(noise), 0, 1)
    except ValueError:
        raise checks.refused("noise", noise, expected) from None
    return colour_noise(game, epsilon)

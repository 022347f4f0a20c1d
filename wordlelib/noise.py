"""Noisy feedback at full size: channels, the information that a guess gives through one, and rollout on it.

A channel is a matrix of the probabilities to be shown one row of colours when another is true. The problem is
`belief.GuessingProblem` with that channel; what is here are compiled policies for it, fast enough for the original
word lists. They may be played and compared like any other by `adaptive.simulate`.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from wordlelib._jit import kernel
from wordlelib.adaptive import AdaptivePolicy, digest
from wordlelib.belief import GuessingProblem, entropy_of_rows, systematic
from wordlelib.game import Game

UNITS = 2**14
REMEMBERED = 2**20
BLOCK = 128
ROWS = 40


def colour_noise(game: Game, epsilon: float) -> np.ndarray:
    """Make the channel in which each colour is wrong with probability `epsilon`, independently.

    A wrong colour is each of the two others alike. "Found" is shown truly, always; a wrong guess whose colours all turn
    green is shown as an extra code, the last, because the game visibly goes on.

    Parameters
    ----------
    game
        A game of Wordle with words of L letters.
    epsilon
        The probability of a wrong colour, 0 to 1.

    Returns
    -------
    ndarray of float64, shape (3**L, 3**L + 1)
        ``channel[true, seen]``.
    """
    if not 0 <= epsilon <= 1:
        raise ValueError(f"epsilon: {epsilon}; expected 0 to 1")
    place = np.full((3, 3), epsilon / 2)
    np.fill_diagonal(place, 1 - epsilon)
    rows = np.ones((1, 1))
    for _ in range(_letters(game)):
        rows = np.kron(place, rows)
    return _found_is_true(rows)


def one_lie(game: Game) -> np.ndarray:
    """Make the channel of the variant Fibble: in each row exactly one colour is wrong.

    Each place and each of the two wrong colours are alike; "found" is shown truly. Parameters and shape as for
    `colour_noise`.
    """
    length = _letters(game)
    colours = np.arange(3**length)[:, None] // 3 ** np.arange(length) % 3
    differences = (colours[:, None] != colours).sum(axis=2)
    return _found_is_true((differences == 1) / (2 * length))


def _letters(game: Game) -> int:
    length = len(game.hidden[0])
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


def _log_polynomial() -> tuple[np.float32, ...]:
    """Fit log2(1 + m) / m by a polynomial of degree 5 for m from 0 to 1; the logarithm is then right to 1e-5."""
    m = (1 - np.cos(np.linspace(0, np.pi, 1001)[1:])) / 2
    fit = np.polynomial.Chebyshev.fit(m, np.log2(1 + m) / m, 5, domain=[0, 1])
    return tuple(np.float32(c) for c in fit.convert(kind=np.polynomial.Polynomial).coef)


_LOG_POLYNOMIAL = _log_polynomial()
MANTISSA, ONE = np.int32(0x007FFFFF), np.int32(0x3F800000)  # bits of a float32: its mantissa, the number 1


class Arrays(NamedTuple):
    """What the kernels need of a noisy game."""

    codes: np.ndarray
    by_hidden: np.ndarray
    guess_of_hidden: np.ndarray
    solved: int
    channel: np.ndarray
    padded: np.ndarray
    row_entropy: np.ndarray
    order: np.ndarray
    cumulative: np.ndarray


class Settings(NamedTuple):
    """How the base policy scores; see `NoisyInformation`."""

    bonus: float
    shortlist: int
    negligible: float
    pool: np.ndarray
    logs: np.ndarray


def arrays_of(problem: GuessingProblem) -> Arrays:
    """Prepare a noisy game for the kernels; `padded` is the channel in float32, its width a power of two."""
    game, channel = problem.game, problem.channel
    width = 1 << (channel.shape[1] - 1).bit_length()
    padded = np.zeros((len(channel), width), np.float32)
    padded[:, : channel.shape[1]] = channel
    order, cumulative = problem.sampler
    return Arrays(
        game.codes,
        game.codes_by_hidden,
        game.guess_of_hidden,
        game.solved,
        channel,
        padded,
        entropy_of_rows(channel),
        order.astype(np.int32),
        cumulative,
    )


@lru_cache(maxsize=1)
def _logs() -> np.ndarray:
    """Tabulate -w log2 w for w = 0, 1 ... UNITS parts of UNITS."""
    w = np.arange(1, UNITS + UNITS // 8) / UNITS
    return np.concatenate([[0], -w * np.log2(w)]).astype(np.float32)


class NoisyInformation(AdaptivePolicy):
    """Take the guess with the largest expected information about the hidden word, plus a bonus for ending the game.

    The score is I + `bonus` P, with I the mutual information, in bits, of the hidden word and the row that will be
    seen, and P the probability that the guess is the hidden word. If the cost still to come were a + H / r, for a
    belief of entropy H > 0, the best guess would be that of largest I + a r P: the bonus is the price of one more guess
    in bits. When two words or one are left, the likelier is guessed.

    The least likely words, together at most `negligible` of the probability, are left out of the score. All guesses are
    scored as if feedback were true; the best `shortlist` of them are scored through the channel. The score is computed
    with about 5 digits.

    Parameters
    ----------
    problem
        The noisy game.
    bonus
        The worth of ending the game now, in bits.
    shortlist
        How many guesses are scored through the channel.
    negligible
        How much probability may be left out.
    """

    name = "noisy-information"

    def __init__(
        self, problem: GuessingProblem, bonus: float = 2.0, shortlist: int = 100, negligible: float = 0.02
    ) -> None:
        if not 0 <= bonus < np.inf:
            raise ValueError(f"bonus: {bonus}; expected a finite number from 0")
        if shortlist < 1:
            raise ValueError(f"shortlist: {shortlist}; expected at least 1")
        if not 0 <= negligible < 1:
            raise ValueError(f"negligible: {negligible}; expected 0 up to, but not, 1")
        self.problem, self.arrays = problem, arrays_of(problem)
        everything = np.arange(len(problem.game.guesses), dtype=np.int32)
        self.settings = Settings(float(bonus), shortlist, float(negligible), everything, _logs())

    def rank(self, b: np.ndarray, best: int = 10) -> list[tuple[str, float]]:
        """Give the best guesses under a belief with their scores I + bonus P, best first."""
        if best < 1:
            raise ValueError(f"best: {best}; expected at least 1")
        guesses, scores = _scores(self.arrays, self.settings, np.asarray(b, float))
        order = np.argsort(-scores, kind="stable")[:best]
        return [(self.problem.game.guesses[guesses[k]], float(scores[k])) for k in order]

    def decide(self, x: Any, b: np.ndarray) -> Any:
        """Give the guess of largest score; ties go to list order."""
        return self.problem.game.guesses[_decide(self.arrays, self.settings, np.asarray(b, float))]


class NoisyRollout(AdaptivePolicy):
    """Look one guess ahead on a noisy game and let the base policy play on, in simulation.

    The candidates are the `width` guesses that the base ranks highest, and the `heavy` likeliest words. They are
    compared by simulated games: hidden words drawn from the belief, then noise, the same for all candidates. After each
    round the worse half of the candidates is dropped, and the next round has twice as many games, all new (sequential
    halving; Karnin, Koren and Somekh 2013). The base's own choice is never dropped, and is taken at the end unless
    the best of the others needs fewer guesses in the last round, by more than `caution` standard errors.

    The decision depends on the belief and `seed` alone. Decisions of the base are remembered by the history of rows,
    which all simulations from one belief share.

    In the simulations the base plays with a part of its guesses: the `pool` that would tell most under the present
    belief if feedback were true, and all words that are not negligible.

    Parameters
    ----------
    base
        The base policy, with its problem.
    width, heavy, pool, caution
        See above.
    runs
        How many games each candidate gets in the first round.
    seed
        Decides the simulations.
    """

    name = "noisy-rollout"

    def __init__(
        self,
        base: NoisyInformation,
        width: int = 10,
        runs: int = 40,
        heavy: int = 5,
        pool: int = 2000,
        caution: float = 1.0,
        seed: int = 0,
    ) -> None:
        for argument, value, least in (("width", width, 1), ("runs", runs, 2), ("heavy", heavy, 0), ("pool", pool, 1)):
            if value < least:
                raise ValueError(f"{argument}: {value}; expected at least {least}")
        self.base, self.problem = base, base.problem
        self.width, self.runs, self.heavy, self.pool = width, runs, heavy, pool
        self.caution, self.seed = caution, seed
        self._keys = np.zeros(REMEMBERED, np.uint64)
        self._guesses = np.zeros(REMEMBERED, np.int32)

    def candidates(self, b: np.ndarray) -> np.ndarray:
        """Give the numbers of the guesses to compare, the base's choice first: int32, shape (candidates,)."""
        arrays, settings = self.base.arrays, self.base.settings
        guesses, scores = _scores(arrays, settings, b)
        best = guesses[np.argsort(-scores, kind="stable")[: self.width]]
        likeliest = np.argsort(-b, kind="stable")[: self.heavy]
        heavy = arrays.guess_of_hidden[likeliest[b[likeliest] > 0]]
        chosen = np.concatenate([[_decide(arrays, settings, b)], best, heavy])
        return chosen[np.sort(np.unique(chosen, return_index=True)[1])].astype(np.int32)

    def lengths(self, b: np.ndarray, candidates: np.ndarray, runs: int, rng: np.random.Generator) -> np.ndarray:
        """Give the number of guesses of simulated games that begin with each candidate.

        Games of one column share the hidden word and the noise. Hidden words are drawn by systematic sampling, and the
        noise of each row of a game by Latin hypercube sampling: both are spread evenly over the runs. A game is broken
        off, and counts as `ROWS` guesses, if it would take more.

        Returns
        -------
        ndarray of float64, shape (candidates, runs)
        """
        thetas = systematic(b, runs, rng.random())
        strata = rng.permuted(np.tile(np.arange(runs), (ROWS, 1)), axis=1).T
        noise = (strata + rng.random((runs, ROWS))) / runs
        out = np.empty((len(candidates), runs))
        memory = self._keys, self._guesses
        arrays, settings = self.base.arrays, self.base.settings
        settings = settings._replace(pool=_pool(arrays, settings, b, self.pool))
        _simulate(arrays, settings, b, candidates, thetas, noise, np.uint64(digest(b)), *memory, out)
        return out

    def decide(self, x: Any, b: np.ndarray) -> Any:
        """Give the winner of the rounds."""
        b = np.asarray(b, float)
        guesses = self.problem.game.guesses
        if len(_heavy_words(b, self.base.settings.negligible)[0]) <= 2:
            return self.base.decide(x, b)
        rng = np.random.default_rng([self.seed, digest(b)])
        left, runs = self.candidates(b), self.runs
        while True:
            lengths = self.lengths(b, left, runs, rng)
            order = 1 + np.argsort(lengths[1:].mean(axis=1), kind="stable")
            if len(order) <= 1:
                break
            left = left[[0, *order[: len(order) // 2]]]
            runs *= 2
        gain = lengths[0] - lengths[-1]
        clear = gain.mean() > self.caution * gain.std(ddof=1) / np.sqrt(runs)
        return guesses[left[-1] if clear else left[0]]


@kernel
def _heavy_words(b, negligible):
    """Give the words that matter, ascending, and their probabilities among themselves.

    The rest, all less likely than these, have at most the part `negligible` of the probability; a power of 1/2 of the
    likeliest word's probability is the limit between the two.
    """
    bound, total = b.max(), b.sum()
    kept = 0.0
    while kept < (1 - negligible) * total and bound > 0:
        bound /= 2
        kept = 0.0
        for p in b:
            if p > bound:
                kept += p
    members = np.flatnonzero(b > bound)
    weights = b[members]
    return members, weights / weights.sum()


@kernel
def _shortlist(a, s, members, weights, most):
    """Give the `most` guesses of the pool that would be best if feedback were true, ascending."""
    guesses = s.pool.size
    parts = np.empty(members.size, np.int32)
    for i in range(members.size):
        parts[i] = max(1, np.int32(np.rint(weights[i] * UNITS)))
    cells = np.zeros(a.channel.shape[0], np.int32)
    chances = np.zeros(a.codes.shape[0])
    for i in range(members.size):
        chances[a.guess_of_hidden[members[i]]] = weights[i]
    scores = np.empty(guesses)
    block = np.empty((members.size, BLOCK), a.codes.dtype)
    for start in range(0, guesses, BLOCK):
        some = s.pool[start : start + BLOCK]
        for i in range(members.size):
            row = a.by_hidden[members[i]]
            for k in range(some.size):
                block[i, k] = row[some[k]]
        for k in range(some.size):
            for i in range(members.size):
                cells[block[i, k]] += parts[i]
            score = s.bonus * chances[some[k]]
            for i in range(members.size):
                code = block[i, k]
                score += s.logs[min(cells[code], s.logs.size - 1)]
                cells[code] = 0
            scores[start + k] = score
    if most >= guesses:
        return s.pool
    bound = np.partition(scores, guesses - most)[guesses - most]
    chosen = np.empty(most, s.pool.dtype)
    filled, equal = 0, most - (scores > bound).sum()
    for k in range(guesses):
        if scores[k] > bound or (scores[k] == bound and equal > 0):
            equal -= scores[k] == bound
            chosen[filled] = s.pool[k]
            filled += 1
    return chosen


@kernel
def _surprise(q, terms):
    """Give -sum q log2 q of the float32 numbers q; their count is a power of two, and `terms` is scratch.

    The logarithm is split off the bits of each number: the exponent, and a polynomial of the mantissa 1 + m. These are
    plain operations on whole arrays, which the machine does on many numbers at once.
    """
    bits, mantissas = q.view(np.int32), terms.view(np.int32)
    c0, c1, c2, c3, c4, c5 = _LOG_POLYNOMIAL
    for c in range(q.size):
        mantissas[c] = (bits[c] & MANTISSA) | ONE
    for c in range(q.size):
        m = terms[c] - np.float32(1)
        exponent = np.float32((bits[c] >> 23) - 127)
        terms[c] = q[c] * (exponent + m * (c0 + m * (c1 + m * (c2 + m * (c3 + m * (c4 + m * c5))))))
    half = q.size // 2
    while half > 0:
        for c in range(half):
            terms[c] += terms[c + half]
        half //= 2
    return -terms[0]


@kernel
def _score(a, s, members, weights, guesses, out):
    """Score guesses: information through the channel, and the bonus times the probability to be right."""
    mass = np.zeros(a.channel.shape[0])
    seen = np.empty(a.padded.shape[1], np.float32)
    terms = np.empty_like(seen)
    for k in range(guesses.size):
        guess = guesses[k]
        for i in range(members.size):
            mass[a.by_hidden[members[i], guess]] += weights[i]
        seen[:] = 0
        known = 0.0
        for i in range(members.size):
            code = a.by_hidden[members[i], guess]
            if mass[code] == 0:
                continue
            row, share = a.padded[code], np.float32(mass[code])
            for c in range(seen.size):
                seen[c] += share * row[c]
            known += mass[code] * a.row_entropy[code]
            if code == a.solved:
                known -= s.bonus * mass[code]
            mass[code] = 0
        out[k] = _surprise(seen, terms) - known


@kernel
def _pool(a, s, b, most):
    """Give the guesses that the base may use in simulations from a belief: the best `most`, and the likely words."""
    members, weights = _heavy_words(b, s.negligible)
    chosen = np.zeros(a.codes.shape[0], np.bool_)
    chosen[_shortlist(a, s, members, weights, most)] = True
    chosen[a.guess_of_hidden[members]] = True
    return np.flatnonzero(chosen).astype(s.pool.dtype)


@kernel
def _scores(a, s, b):
    """Give the shortlist under a belief, ascending, and its scores."""
    members, weights = _heavy_words(b, s.negligible)
    guesses = _shortlist(a, s, members, weights, s.shortlist)
    out = np.empty(guesses.size)
    _score(a, s, members, weights, guesses, out)
    return guesses, out


@kernel
def _decide(a, s, b):
    """Take the base policy's guess."""
    members, weights = _heavy_words(b, s.negligible)
    if members.size <= 2:
        return a.guess_of_hidden[members[np.argmax(weights)]]
    guesses = _shortlist(a, s, members, weights, s.shortlist)
    out = np.empty(guesses.size)
    _score(a, s, members, weights, guesses, out)
    return guesses[np.argmax(out)]


@kernel
def _mix(key, number):
    """Give a new key from a key and one more number (the finaliser of SplitMix64)."""
    z = key * np.uint64(0x9E3779B97F4A7C15) + np.uint64(number)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def _simulate(a, s, b, candidates, thetas, noise, start, keys, decided, out):
    """Play each candidate and then the base policy, once for each theta and its row of noise.

    `keys` and `decided` remember the base's guesses by history: one place for each key, overwritten by the next.
    """
    belief = np.empty_like(b)
    for k in range(candidates.size):
        for j in range(thetas.size):
            belief[:] = b
            key, guess = start, np.int64(candidates[k])
            target = a.guess_of_hidden[thetas[j]]
            for row in range(noise.shape[1]):
                out[k, j] = row + 1
                if guess == target:
                    break
                true = a.codes[guess, thetas[j]]
                seen = a.order[true, np.searchsorted(a.cumulative[true], noise[j, row], side="right")]
                total = 0.0
                for i in range(belief.size):
                    if belief[i] > 0:
                        belief[i] *= a.channel[a.codes[guess, i], seen]
                        total += belief[i]
                for i in range(belief.size):
                    belief[i] /= total
                key = _mix(key, guess * a.channel.shape[1] + seen)
                place = key & np.uint64(keys.size - 1)
                if keys[place] != key:
                    keys[place] = key
                    decided[place] = _decide(a, s, belief)
                guess = np.int64(decided[place])

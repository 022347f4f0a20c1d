"""What a guess tells: the classes into which its feedback sorts the words left, and four scores of their sizes.

Every score is a *cost*, an integer that is smaller for a better guess, so that two guesses compare exactly and no tie
is decided by rounding. Let a class hold c words of weight W, where W = c under the uniform prior. The scores are:

=================== ============= ================= ====================================
score               of one class  of all classes    what people quote
=================== ============= ================= ====================================
information         W log2 W      their sum         information gain, in bits
expected-remaining  W c           their sum         words expected to remain
most-classes        -1            their sum         number of classes
worst-class         c             the largest       words left in the worst case
=================== ============= ================= ====================================

The logarithm is in fixed point. That of a prime is log2 times 2**38, rounded, and that of a composite number is the sum
over its prime factors. So log(6) = log(2) + log(3) holds to the last bit, and equal partitions have equal costs.
"""

from functools import lru_cache

import numpy as np

from wordlelib.core import checks
from wordlelib.game import checked
from wordlelib.game.game import State
from wordlelib.kernels.arrays import allocate
from wordlelib.kernels.scores import (
    CLASSES,
    INFORMATION,
    LOG_UNIT,
    REMAINING,
    WORST,
    Tally,
    make_additive,
    uniform_costs,
    weighted_costs,
)

LARGEST_TABLE = 2**24


def class_counts(state: State, guess: str) -> np.ndarray:
    """Count the words in each non-empty class of a guess, the largest class first."""
    game = checked.state(state).game
    codes = game.codes[game.find(guess), state.members]
    return np.sort(np.unique(codes, return_counts=True)[1])[::-1]


def entropy(probabilities: np.ndarray) -> float:
    """Compute the entropy of a distribution in bits, which is the mean of the surprise -log2 p; zeros add nothing."""
    p = checks.real_numbers("probabilities", probabilities, (None,), "non-negative numbers with sum 1")
    if not p.size or not np.all(p >= 0) or not np.isclose(p.sum(), 1):
        raise ValueError(f"probabilities: {p.size} numbers with sum {p.sum():.6g}; expected non-negative with sum 1")
    p = p[p > 0]
    return float((p * np.log2(1 / p)).sum())


def information_gain(state: State, guesses: list[str] | None = None) -> np.ndarray:
    """Compute the expected information in bits, the entropy of the feedback, of all allowed guesses or of some.

    The feedback is certain once the hidden word is known, so this is also the average fall in the entropy of the belief
    (Bhambri, Bhattacharjee and Bertsekas 2022, equation 3).

    Returns
    -------
    ndarray of float64, shape (guesses,)
    """
    return _scores(state, INFORMATION, guesses)


def expected_remaining(state: State, guesses: list[str] | None = None) -> np.ndarray:
    """Compute the number of words expected to remain after guesses, where a word that is found counts as one.

    The parameters and the shape are those of `information_gain`.
    """
    return _scores(state, REMAINING, guesses)


def number_of_classes(state: State, guesses: list[str] | None = None) -> np.ndarray:
    """Count the different feedbacks that each guess can get, with parameters and shape as for `information_gain`."""
    return _scores(state, CLASSES, guesses)


def worst_class(state: State, guesses: list[str] | None = None) -> np.ndarray:
    """Return the size of each guess's largest class, with parameters and shape as for `information_gain`."""
    return _scores(state, WORST, guesses)


def _scores(state: State, score: int, guesses: list[str] | None) -> np.ndarray:
    """Compute the scores of guesses, by default of all that are allowed."""
    game = checked.state(state).game
    numbers = state.allowed
    if guesses is not None:
        listed = checks.sequence("guesses", guesses, "a list of guesses, or None for all that are allowed")
        numbers = np.array([game.find(guess, "guesses") for guess in listed], np.int32)
    return to_units(state, score, costs(state, score, numbers))


def costs(state: State, score: int, guesses: np.ndarray) -> np.ndarray:
    """Compute the exact costs of guesses, given by their numbers, under INFORMATION, REMAINING, CLASSES or WORST.

    They are int64 of shape (guesses,). Smaller is better, and costs are equal exactly when the guesses are equally
    good.
    """
    game = checked.state(state).game
    _check_score(score)
    guesses = checks.whole_numbers("guesses", guesses, len(game.guesses), (None,), "numbers of guesses")
    out, tally = np.empty(len(guesses), np.int64), allocate(Tally, {"cells": game.cells})
    if not game.uniform:
        table = log_table(int(game.weights.sum()))
        weighted_costs(game.arrays, state.members, guesses, score, table, tally, out)
    else:
        table = cost_table(score, len(state.members))
        uniform_costs(game.codes, state.members, guesses, score == WORST, table, tally, out)
    return out


def to_units(state: State, score: int, cost: np.ndarray) -> np.ndarray:
    """Turn exact costs into the numbers that people quote: bits, words or classes."""
    checked.state(state)
    _check_score(score)
    cost = checks.real_numbers("cost", cost, (None,), "costs of guesses")
    if score == INFORMATION:
        total = state.game.weights[state.members].sum()
        return np.abs(np.log2(total) - cost / (LOG_UNIT * total))
    if score == REMAINING:
        return cost / state.game.weights[state.members].sum()
    return np.abs(cost)


def _check_score(score: int) -> None:
    if checks.integer("score", score) not in (INFORMATION, REMAINING, CLASSES, WORST):
        raise ValueError(f"score: {score}; expected INFORMATION, REMAINING, CLASSES or WORST")


def log_table(limit: int) -> np.ndarray:
    """Tabulate w log2 w in fixed point for w = 0 .. limit, in a shared table that must not be written to."""
    return _log_table(checks.integer("limit", limit, most=LARGEST_TABLE))


@lru_cache(maxsize=8)
def _log_table(limit: int) -> np.ndarray:
    logs = np.rint(np.log2(np.maximum(np.arange(limit + 1), 1)) * LOG_UNIT).astype(np.int64)
    make_additive(logs, np.zeros_like(logs))
    return logs * np.arange(limit + 1)


def cost_table(score: int, limit: int) -> np.ndarray:
    """Tabulate a class's share of the cost for classes of 0 .. limit words under the uniform prior."""
    _check_score(score)
    size = np.arange(checks.integer("limit", limit, most=LARGEST_TABLE) + 1)
    if score == INFORMATION:
        return log_table(limit)
    return {REMAINING: size * size, CLASSES: -np.minimum(size, 1), WORST: size}[score]

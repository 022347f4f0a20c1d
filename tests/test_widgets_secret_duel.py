"""The Python side of the game against the least favourable prior."""

from dataclasses import replace
from fractions import Fraction

import pytest
from refusals import refuses

import wordlelib as wl
from wordlelib.game.feedback import feedback
from wordlelib.widgets import SecretDuel


@pytest.fixture(scope="module")
def found(tiny):
    return wl.zero_sum(tiny)


def taken(word, guesses, left):
    """Count the guesses that a plan takes for a word, 0 if it is not left; plans are written depth first."""
    if len(left) == 1:
        return int(left == [word])
    guess, parts = next(guesses), {}
    for other in left:
        parts.setdefault(feedback(guess, other), []).append(other)
    parts.pop("ggggg", None)
    rows = sorted(parts, key=lambda row: [*map("-yg".index, reversed(row))])
    below = sum(taken(word, guesses, parts[row]) for row in rows)
    return int(word in left) + below


def test_what_the_browser_is_given(tiny, found):
    duel = SecretDuel(found)
    assert (duel.hidden, duel.guesses) == ([*tiny.hidden], [*tiny.guesses])
    assert dict(zip(duel.hidden, duel.weights, strict=True)) == {word: int(word in found.prior) for word in tiny.hidden}
    assert duel.value == float(Fraction(18, 7)) and duel.even == 53 / 24 and duel.expected == [*found.mixture.expected]
    assert duel.hinter == "least favourable prior" and duel.word in found.prior and duel.taken == {}
    assert {each["guess"]: each["share"] for each in duel.mixture} == found.mixture.shares


def test_the_mixture_that_the_browser_is_given_takes_what_is_expected(tiny, found):
    whole = sum(found.mixture.shares.values())
    for word, expected in zip(tiny.hidden, found.mixture.expected, strict=True):
        total = 0
        for each in SecretDuel(found).mixture:
            guess, row = each["guess"], feedback(each["guess"], word)
            left = [other for other in tiny.hidden if feedback(guess, other) == row]
            plans = each["classes"].get(row, [[each["share"], []]])
            assert sum(share for share, _ in plans) == each["share"]
            below = 0 if guess == word else sum(share * taken(word, iter(guesses), left) for share, guesses in plans)
            total += each["share"] + below
        assert total / whole == expected


def test_other_values_are_refused(tiny, found):
    many = wl.words.original()[0][:31]
    refuses("found: 5; expected what zero_sum returns", SecretDuel, 5)
    refuses("found: <between .* expected a proven value", SecretDuel, replace(found, least=found.least - 1))
    refuses("expected a proven value over all openings", SecretDuel, wl.zero_sum(tiny, ["onion"]))
    for game in (wl.wordle(many[:2], many), wl.wordle(many[:3], mode="hard"), wl.mastermind(2, 2)):
        refuses("game of Wordle in easy mode with at most 30 guesses", SecretDuel, wl.zero_sum(game))
    assert SecretDuel(wl.zero_sum(wl.wordle(many[:2], many[:30]))).value == 1.5

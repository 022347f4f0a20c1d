"""Certificates changed in every way: whatever is accepted is true, and whatever is refused is refused by a ValueError.

A slice runs with the other tests. `FUZZ=full pytest -s tests/test_certificate_mutants.py` changes the stored
certificates and 200 small ones, several fields at once too, and prints how many mutants it has made (ten minutes).
"""

import json
import os
from collections import Counter
from functools import cache
from math import inf

import naive
import numpy as np
import pytest
from games import family_game, mastermind_game, table_game, words_game

from wordlelib.core.packing import pack, unpack
from wordlelib.search.certificates import certify
from wordlelib.search.verification import Certificate, describe, game_of, stored, verify

FULL = os.environ.get("FUZZ") == "full"
SMALL = 200 if FULL else 40
STORED = {"trace_hard": inf, "slate_hard": inf, "raise_hard": inf, "salet_easy": 7920, "salet_hard": 8122}
ODD = (None, True, False, 0, 1, -1, 2, 2.0, 6, 99_999, 2**44 - 1, 2**44, 2**63, 10**400)
ODD = (*ODD, "", "1", "any opening", "\x1b[2J", [], {}, [1], {"a": 1})
ADDED = ("note", "claims", "_of", "proven")


class Small:
    """A small game, whose truth plain dynamic programming tells."""

    def __init__(self, kept):
        self.kept, self.game = kept, kept.game
        self.total = cache(self.total)

    def total(self, opening, cap):
        """The least total after an opening, which may tell nothing; infinity if no strategy keeps to the cap."""
        parts = naive.partition(self.kept.rule, opening, self.game.hidden)
        left = None if cap is None else cap - 1
        below = [
            self.kept.optimum(words, ((opening, row),), left) for row, words in parts.items() if words != [opening]
        ]
        return self.kept.weight(self.game.hidden) + sum(below)

    def least(self, claim):
        """The least total of what a claim is about; infinity if that is nothing."""
        openings = [claim.opening] if claim.opening else sorted({*self.game.guesses} - {*claim.exceptions})
        return min((self.total(opening, claim.cap) for opening in openings), default=inf)

    def is_true(self, claim):
        """Whether no strategy needs less than a claim says, and its strategy needs just what it says."""
        lower = inf if claim.lower is None else claim.lower
        return lower <= self.least(claim) and (claim.upper is None or self.replay(claim) == claim.upper)

    def replay(self, claim):
        guesses, game = list(claim.strategy), self.game
        stack, total = [(list(game.hidden), ())], 0
        while stack:
            words, rows = stack.pop()
            guess = words[0] if len(words) == 1 and rows else game.guesses[guesses.pop(0)]
            assert not self.kept.hard or naive.hard_mode_allows(rows, guess)
            assert claim.cap is None or len(rows) < claim.cap
            assert rows or claim.opening in (None, guess)
            total += self.kept.weight(words)
            parts = naive.partition(self.kept.rule, guess, words)
            later = [(parts[row], (*rows, (guess, row))) for row in parts if parts[row] != [guess]]
            stack += sorted(later, key=lambda part: game.read(part[1][-1][1]), reverse=True)
        assert not guesses
        return total


class Known:
    """A stored certificate's game, of which the total of one opening is known."""

    def __init__(self, certificate, total):
        self.game, self.opening, self.cap, self.total = (
            game_of(certificate),
            certificate.opening,
            certificate.cap,
            total,
        )

    def is_true(self, claim):
        """Whether a claim follows from the known total: the same opening, no more guesses, no better bound."""
        lower = inf if claim.lower is None else claim.lower
        bounded = claim.opening == self.opening and (claim.cap or inf) <= (self.cap or inf) and lower <= self.total
        return bounded and (claim.upper is None or claim.upper >= self.total)


def small(i):
    """Make a game, and the certificate of an opening, of any opening, or of all but a few."""
    rng = np.random.default_rng([38, i])
    prior, cap, mode = bool(rng.integers(2)), (None, None, 2, 3, 4)[rng.integers(5)], ("easy", "hard")[i // 4 % 2]
    makers = (
        lambda: family_game(rng, mode, prior),
        lambda: words_game(rng, mode, prior, most=8),
        lambda: table_game(rng, int(rng.integers(1, 9)), 3, 3, prior, poor=5),
        lambda: mastermind_game(2, 2 + i // 4 % 2),
    )
    truth = Small(makers[i % 4]())
    kept, game = truth.kept, truth.game
    totals = kept.telling(kept.totals(cap))
    kind = i // 8 % 3
    if kind == 0 and totals:
        return truth, certify(game, str(rng.choice(list(totals))), cap)
    finite = sorted({total for total in map(lambda guess: truth.total(guess, cap), game.guesses) if total < inf})
    if kind == 1 or not finite:
        return truth, certify(game, None, cap)
    lower = int(rng.choice(finite))
    return truth, certify(game, None, cap, lower, [guess for guess in game.guesses if truth.total(guess, cap) < lower])


def guesses(number):
    return f"{number:,} guess{'es' * (number != 1)}"


def said(document):
    """Write the statement of a document, as far as it has one, so that a mutant does not contradict itself in words."""
    try:
        game, opening, lower, upper = (document[name] for name in ("game", "opening", "lower", "upper"))
        many, cap = len(document["exceptions"]), document["cap"]
        who = f"any opening{f' but {many:,}' if many else ''}" if opening is None else opening
        within = "" if cap is None else f" within {guesses(cap)}"
        if lower is None:
            what = f"no strategy{within}"
        elif lower == upper and not many:
            what = f"{guesses(upper)}{within}, and nothing less"
        else:
            further = "" if upper is None else f"; there is a strategy that needs {upper:,}"
            what = f"at least {guesses(lower)}{within}{further}"
        return f"{who}, {game['mode']} mode{', weighted' if game['prior'] else ''}: {what}"
    except (KeyError, TypeError, ValueError):
        return document.get("statement")


def mended(document, **fields):
    document = document | fields
    return document | {"statement": said(document)}


def values(value, other):
    """Change a value of a document in every way; `other` is what another certificate has in its place."""
    yield from ODD
    yield other
    if isinstance(value, int):
        yield from (value + 1, value - 1, float(value), -value)
    if isinstance(value, str):
        yield from (value.upper(), value + " ", value[:-1], value + value, value[::-1])
    if isinstance(value, list):
        yield from lists(value, other, range(len(value)))
    if isinstance(value, dict):
        for key in value:
            yield {name: part for name, part in value.items() if name != key}
            yield from (value | {key: part} for part in values(value[key], (other or {}).get(key)))
        yield value | {"note": 1}


def lists(items, others, places):
    """Drop, double, swap and replace the items at some places, and add those of another list."""
    for i in places:
        yield items[:i] + items[i + 1 :]
        yield [*items[: i + 1], *items[i:]]
        yield items[:i] + items[i : i + 2][::-1] + items[i + 2 :]
        yield from (items[:i] + [other] + items[i + 1 :] for other in (others or [])[:3])
    yield from ([*items, other] for other in (others or [])[:3])


def lemmas_changed(document, other, rng, most):
    """Change some lemmas: all of `lists`, and each of their numbers."""
    lemmas, others = (np.reshape(unpack(each["lemma_rows"]), (-1, 4)).tolist() for each in (document, other))
    places = some(rng, len(lemmas), most)
    changed = list(lists(lemmas, others, places))
    for i in places:
        for place, number in enumerate(lemmas[i]):
            for new in {0, 1, number - 1, number + 1, 2 * number, 2**44} - {number, -1}:
                changed.append(lemmas[:i] + [lemmas[i][:place] + [new] + lemmas[i][place + 1 :]] + lemmas[i + 1 :])
    for rows in changed:
        yield {"lemmas": len(rows), "lemma_rows": pack(number for row in rows for number in row)}


def guesses_changed(document, other, rng, most):
    """Change some guesses of the strategy: all of `lists`, and each guess by itself."""
    guesses, others = (unpack(each["strategy"]) for each in (document, other))
    places = some(rng, len(guesses), most)
    changed = list(lists(guesses, others, places))
    for i in places:
        changed += [guesses[:i] + [new] + guesses[i + 1 :] for new in (guesses[i] + 1, max(guesses[i] - 1, 0), 2**44)]
    yield from ({"strategy": pack(each)} for each in changed)


def mutants(document, other, rng, most):
    """Yield documents in which one field is changed, and those in which one of at most so many lemmas or guesses is."""
    bare = document | {"upper": None, "strategy": ""}  # a strategy refutes what is claimed beyond it
    for base in (document, bare) if bare != document else (document,):
        for name in document:
            yield {key: value for key, value in base.items() if key != name}
            ways = ODD if name == "source" else list(values(base[name], other[name]))
            yield from (base | {name: value} for value in ways)
            yield from (mended(base, **{name: value}) for value in ways)
        yield from (base | {name: 1} for name in ADDED)
        words = document["exceptions"] + other["exceptions"] + [document["opening"] or other["opening"]]
        yield from (mended(base, exceptions=words[:i], lower=lower) for i in range(4) for lower in (99_999, None))
        yield mended(base, **{name: other[name] for name in ("lemmas", "lemma_rows")})
        yield mended(base, **{name: other[name] for name in ("strategy", "upper")})
        yield from (base | fields for fields in lemmas_changed(base, other, rng, most))
    yield from (document | fields for fields in guesses_changed(document, other, rng, most))


def some(rng, count, most):
    return rng.permutation(count)[:most].tolist()


def several(document, other, rng, times):
    """Yield documents in which two or three things are changed."""
    for _ in range(times):
        changed = document | {"upper": None, "strategy": ""} if rng.integers(2) else document
        for _ in range(rng.integers(2, 4)):
            name = str(rng.choice([name for name in document if name not in ("format", "source", "statement")]))
            if name in ("lemmas", "lemma_rows"):
                ways = list(lemmas_changed(document, other, rng, 1))
            else:
                ways = [{name: value} for value in values(document[name], other[name])]
            ways += [{"lower": document["lower"] + 1}] if document["lower"] else []
            changed = changed | (ways[rng.integers(len(ways))] if ways else {})
        yield mended(changed)


def texts(text):
    """Yield texts of a document in which a key stands twice."""
    for name, value in (("lower", 1), ("opening", None), ("upper", None), ("sha256", ""), ("format", 1)):
        yield text.replace(f'"{name}":', f'"{name}": {json.dumps(value)}, "{name}":', 1)


def judge(truth, text, counts):
    """Verify a text and count what comes of it; give the text if it is accepted and false."""
    counts["mutants"] += 1
    try:
        claim = Certificate.from_json(text)
        found = verify(claim, truth.game)
    except ValueError:
        return []
    counts["accepted"] += 1
    assert found.whole and claim.game == describe(truth.game)
    fair = found.statement == claim.statement == said(json.loads(text)) and truth.is_true(claim)
    return [] if fair else [text]


def try_all(truth, certificate, other, rng, most, times):
    counts, document, false = Counter(), json.loads(certificate.to_json()), []
    assert judge(truth, certificate.to_json(), counts) == [] and counts["accepted"] == 1
    other = json.loads(other.to_json())
    changed = dict.fromkeys(map(json.dumps, mutants(document, other, rng, most)))
    changed |= dict.fromkeys(map(json.dumps, several(document, other, rng, times)))
    changed.pop(json.dumps(document), None)
    for text in changed:
        false += judge(truth, text, counts)
    accepted = counts["accepted"]
    for text in texts(certificate.to_json()):
        false += judge(truth, text, counts)
    assert counts["accepted"] == accepted
    return counts, false


@pytest.mark.slow
def test_small_certificates():
    counts, before = Counter(), small(SMALL)[1]
    for i in range(SMALL):
        truth, certificate = small(i)
        most, times = (10**6, 200) if FULL else (3, 40)
        more, false = try_all(truth, certificate, before, np.random.default_rng([39, i]), most, times)
        assert false == []
        counts, before = counts + more, certificate
    print(f"\n{SMALL} small certificates: {dict(counts)}")
    assert counts["mutants"] > 500 * SMALL and counts["accepted"] > SMALL


@pytest.mark.slow
@pytest.mark.parametrize("name", STORED if FULL else ("trace_hard", "slate_hard"))
def test_stored_certificates(name):
    truth, other = Known(stored(name), STORED[name]), stored("slate_hard" if name == "trace_hard" else "trace_hard")
    most, times = {"salet_easy": (8, 100), "salet_hard": (4, 50)}.get(name, (20, 200)) if FULL else (1, 8)
    counts, false = try_all(truth, stored(name), other, np.random.default_rng(40), most, times)
    print(f"\n{name}: {dict(counts)}")
    assert false == [] and counts["mutants"] > 500

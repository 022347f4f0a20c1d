import numpy as np
import pytest
from games import family_game, mastermind_game, rounds, table_game, words_game
from refusals import refuses

import wordlelib as wl
from wordlelib.search import exact
from wordlelib.search.certificates import certify
from wordlelib.search.verification import Certificate, game_of, stored, verify


def some_kept(rng, i):
    prior = bool(rng.integers(2))
    if i % 4 == 3:
        return table_game(rng, 10, 2, 4, prior, poor=8)
    return (family_game, words_game)[i % 2](rng, ("easy", "hard")[rng.integers(2)], prior)


@pytest.mark.slow
def test_what_is_certified_is_the_optimum():
    impossible = 0
    for i in rounds(80):
        rng = np.random.default_rng([1, i])
        kept, cap = some_kept(rng, i), (None, 2, 3, 4)[rng.integers(4)]
        game, totals = kept.game, kept.totals(cap)
        least = min(totals.values(), default=None)
        certificate = certify(game, None, cap)
        assert certificate.lower == certificate.upper == least and certificate.opening is None
        assert verify(certificate, game).whole
        telling = [guess for guess in game.guesses if len(set(game.codes[game.find(guess)])) > 1]
        opening = str(rng.choice(telling))
        certificate = certify(game, opening, cap)
        assert certificate.lower == certificate.upper == totals.get(opening) and certificate.opening == opening
        assert verify(certificate, game).whole
        impossible += certificate.lower is None
    assert impossible > 3


def test_certificates_are_the_same_each_time_and_however_the_solver_searches(monkeypatch):
    kept = table_game(np.random.default_rng(3), 20, 2, 3, poor=18)
    text = certify(kept.game).to_json()
    assert certify(kept.game).to_json() == text

    def knowing(game, cap):
        solver = exact.Solver(game, cap)
        for guess in game.guesses[::-1]:
            solver.search(game.start(), guess)
        return solver

    monkeypatch.setattr("wordlelib.search.certificates.Solver", knowing)
    assert certify(kept.game).to_json() == text


def test_a_limit_with_exceptions():
    for i in rounds(40):
        rng = np.random.default_rng([2, i])
        kept = some_kept(rng, i)
        game, totals = kept.game, kept.totals()
        lower = int(rng.choice(list(totals.values()))) + int(rng.integers(2))
        below = sorted(guess for guess, total in totals.items() if total < lower)
        proof = wl.prove(game)
        certificate = certify(game, lower=lower, exceptions=below[::-1], strategy=proof.tree)
        assert certificate.exceptions == tuple(below) and certificate.upper == min(totals.values())
        assert verify(certificate, game).whole
        if below:
            with pytest.raises(ValueError, match=f"lower: {lower} where .* needs .*; expected less"):
                certify(game, lower=lower, exceptions=below[1:])


def test_a_weaker_statement_about_an_opening():
    kept = mastermind_game(2, 4)
    total = certify(kept.game, "ab").lower
    weaker = certify(kept.game, "ab", lower=total - 1)
    assert (weaker.lower, weaker.upper, weaker.strategy) == (total - 1, None, ())
    assert verify(weaker, kept.game).whole
    refuses(f"lower: {total + 1} where 'ab' needs {total}", certify, kept.game, "ab", lower=total + 1)


def test_progress_is_told():
    calls = []
    certificate = certify(mastermind_game(2, 4).game, progress=lambda *at: calls.append(at))
    assert [done for done, _ in calls] == list(range(1, len(certificate.lemmas) + 1))
    assert all(done <= asked for done, asked in calls)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"opening": "zz"}, "opening: 'zz' is not one of the 4 guesses"),
        ({"opening": "cc"}, "opening: 'cc' tells nothing; expected a guess that does"),
        ({"cap": 0}, "cap: 0; expected a number of guesses from 1"),
        ({"lower": 0}, "lower: 0; expected a whole number from 1"),
        ({"exceptions": ["zz"]}, "exceptions: 'zz' is not one of the 4 guesses"),
        ({"exceptions": ["aa", "aa"]}, "exceptions: .*; expected each opening once"),
        ({"exceptions": ["aa"], "opening": "ab"}, "exceptions: .* with an opening; expected none with it"),
        ({"strategy": 3, "lower": 3}, "strategy: 3; expected a DecisionTree"),
    ],
)
def test_bad_arguments(arguments, message):
    game = wl.wordle(["aa", "ab", "ba"], ["aa", "ab", "ba", "cc"])
    refuses(message, certify, game, **arguments)


def test_strict_mode_is_refused():
    refuses("game: strict mode; expected easy or hard mode", certify, wl.wordle(["aa", "ab", "ba"], mode="strict"))


def test_a_strategy_of_another_game_is_refused():
    game, twin = (wl.wordle(["aa", "ab", "ba"]) for _ in range(2))
    refuses("strategy: .*; expected one from the first guess on", certify, game, lower=3, strategy=wl.prove(twin).tree)


def test_a_strategy_of_another_opening_or_beyond_the_cap_is_refused(tiny):
    tree = wl.prove(tiny, "fight").tree
    for options in ({"opening": "catch"}, {"cap": tree.worst - 1}):
        with pytest.raises(ValueError, match="strategy: .*; expected one with the opening, and within the cap"):
            certify(tiny, lower=24, strategy=tree, **options)
    assert verify(certify(tiny, "fight", tree.worst, 24, strategy=tree), tiny).whole


@pytest.mark.slow
@pytest.mark.large
def test_salet_on_the_original_lists(original):
    certificate = certify(original, "salet")
    assert certificate.statement == "salet, easy mode: 7,920 guesses, and nothing less"
    assert len(certificate.to_json()) < 20_000
    assert verify(certificate, original, sample=100).checked == 100
    assert certificate == stored("salet_easy")


STORED = {
    "salet_easy": ("salet", 7920),
    "salet_hard": ("salet", 8122),
    "trace_hard": ("trace", None),
    "slate_hard": ("slate", None),
    "raise_hard": ("raise", None),
}


@pytest.mark.large
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name != "raise_hard")) for name in STORED]
)
def test_stored_certificates_hold(name):
    certificate = stored(name)
    opening, total = STORED[name]
    assert (certificate.opening, certificate.lower, certificate.upper) == (opening, total, total)
    assert certificate.cap == (None if name == "salet_easy" else 6)
    assert verify(certificate, game_of(certificate)).checked == 1 + len(certificate.lemmas)


def test_stored_certificates_are_as_they_were_written():
    for name in STORED:
        certificate = stored(name)
        assert Certificate.from_json(certificate.to_json()) == certificate
        assert certificate.source["command"].startswith("python -m wordlelib prove --opening ")
    refuses("name: 'nothing'; expected one of .*salet_easy", stored, "nothing")


@pytest.mark.slow
@pytest.mark.large
def test_no_opening_needs_less_than_salet(original):
    """All of it takes minutes, for which there is `python -m wordlelib verify`; here a part of the lemmas."""
    certificate = stored("all_easy")
    assert certificate.statement == "any opening, easy mode: 7,920 guesses, and nothing less"
    assert certificate.exceptions == () and len(certificate.lemmas) > 100_000
    assert verify(certificate, original, sample=2000).checked == 2000

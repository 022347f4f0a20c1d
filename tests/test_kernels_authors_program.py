"""The rollout papers' program: against its plain twin, NumPy's own sort and sums, and the authors' logs."""

import platform
from dataclasses import asdict, fields, replace

import naive_program
import numpy as np
import pytest
from games import rounds
from naive_program import without_vectors
from refusals import refuses

import wordlelib as wl
from wordlelib.kernels.authors_program import pairwise_sum, sort_unstably
from wordlelib.lab.authors_program import HEURISTICS, NEVER, Conventions, Emulator
from wordlelib.lab.results import published

intel = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="NumPy sorts in another way here")
AS_PUBLISHED = asdict(Conventions())


def random_settings(rng, letters=None, **fixed):
    """Lists of few letters, what is played on them, and an opening."""
    length = letters or int(rng.choice([3, 4, 5, 6]))
    words = {"".join(rng.choice(list("abcdefgh"[: int(rng.integers(2, 9))]), length)) for _ in range(45)}
    guesses = sorted(words)
    answers = sorted(map(str, rng.choice(guesses, min(len(guesses), int(rng.integers(2, 14))), replace=False)))
    settings = {
        "mode": str(rng.choice(["easy", "hard"])),
        "heuristic": str(rng.choice(list(HEURISTICS))),
        "width": int(rng.choice([0, 1, 3, 10])),
    }
    return [answers, guesses, *(settings | fixed).values(), AS_PUBLISHED, str(rng.choice(guesses))]


def some_words(rng, **fixed):
    """A part of the original lists."""
    hidden, guesses = wl.words.original()
    answers = sorted(map(str, rng.choice(hidden, 30, replace=False)))
    further = map(str, rng.choice(guesses, 30, replace=False))
    settings = {"mode": "easy", "heuristic": "mig", "width": 3} | fixed
    return [answers, sorted({*answers, *further}), *settings.values(), AS_PUBLISHED, answers[0]]


def with_flags(settings, **flags):
    return [*settings[:5], settings[5] | flags, settings[6]]


def played(settings):
    *given, flags, opening = settings
    found = Emulator(*given, Conventions(**flags)).play(opening)
    return {
        word: [list(found.games[word]), bool(used == NEVER)] for word, used in zip(given[0], found.used, strict=True)
    }


def of_twin(games):
    return without_vectors([naive_program.__file__], games)


@intel
def test_games_are_those_of_the_plain_twin():
    rng = np.random.default_rng(1)
    games = []
    for _ in rounds(300):
        settings = random_settings(rng)
        flags = {name: bool(rng.random() < 0.8) for name in AS_PUBLISHED}
        games.append(with_flags(settings, **flags | {"wrapped_codes": flags["wrapped_codes"] and flags["consistent"]}))
    endless = 0
    for settings, slow in zip(games, of_twin(games), strict=True):
        fast = played(settings)
        assert fast == slow, settings
        endless += any(ends for _, ends in fast.values())
    assert 0 < endless < len(games) / 2


DECIDES = {
    "pruned": (random_settings, {}),
    "rounded": (random_settings, {}),
    "list_order": (random_settings, {}),
    "unstable_sort": (random_settings, {}),
    "first_of_ties": (random_settings, {"width": 3}),
    "extra_candidate": (random_settings, {"width": 3}),
    "last_guess_free": (some_words, {"mode": "hard"}),
    "right_guess_bonus": (random_settings, {"width": 3}),
    "consistent": (random_settings, {"mode": "hard", "letters": 5}),
    "fewest_classes": (random_settings, {"mode": "hard", "heuristic": "gep"}),
    "mixed_indices": (random_settings, {"mode": "hard", "heuristic": "gep", "width": 3}),
    "wrapped_codes": (random_settings, {"letters": 6}),
    "guess_removed": (random_settings, {"letters": 6, "mode": "hard", "width": 3}),
}


@pytest.mark.slow
@intel
@pytest.mark.parametrize("name", [each.name for each in fields(Conventions)])
def test_each_convention_decides_a_game_alone(name):
    """There are games, found by trying, that the one switch changes; and the twin changes with it."""
    make, fixed = DECIDES[name]
    for seed in range(1000):
        as_published = make(np.random.default_rng([seed, len(name)]), **fixed)
        without = with_flags(as_published, **{name: False})
        games = [played(as_published), played(without)]
        if games[0] != games[1]:
            break
    assert games[0] != games[1]
    assert games == of_twin([as_published, without])


SORTED = """
import json, sys, numpy as np
print(json.dumps([np.argsort(np.array(keys)).tolist() for keys in json.load(sys.stdin)]))
"""


def hard_for_quicksort(n):
    """Keys that make the median of three a bad pivot each time (Musser 1997), so that heapsort has to finish."""
    k = n // 2
    keys = np.empty(2 * k)
    for i in range(1, k + 1):
        keys[i - 1] = i if i % 2 else k + i - 1
        keys[k + i - 1] = 2 * i
    return keys


@intel
def test_the_unstable_sort_is_that_of_numpy():
    rng = np.random.default_rng(2)
    lists = [rng.integers(0, top, n).astype(float) for n in (1, 2, 15, 16, 17, 18, 40, 500) for top in (2, 5, 1000)]
    lists += [hard_for_quicksort(2000), np.arange(300.0), -np.arange(300.0), np.zeros(100)]
    found = []
    for keys in lists:
        order = np.arange(keys.size)
        sort_unstably(keys, order)
        found.append(order.tolist())
    assert found == without_vectors(["-c", SORTED], [keys.tolist() for keys in lists])
    assert any(order != np.argsort(keys, kind="stable").tolist() for order, keys in zip(found, lists, strict=True))


@pytest.mark.parametrize("n", [1, 7, 8, 9, 127, 128, 129, 243, 300, 729, 2315])
def test_sums_are_added_in_numpys_order(n):
    rng = np.random.default_rng(n)
    for _ in rounds(20):
        numbers = rng.random(n) * (rng.random(n) < 0.5)
        assert pairwise_sum(numbers, 0, n) == np.sum(numbers)
    assert n < 9 or any(sum(x) != np.sum(x) for x in rng.random((50, n)))


def log_rows(**wanted):
    return [row for row in published("logs") if all(row[name] == value for name, value in wanted.items())]


@pytest.mark.slow
@pytest.mark.large
@pytest.mark.parametrize(
    ("opening", "mode", "heuristic", "width"),
    [
        ("salet", "easy", "mig", 0),
        ("nymph", "hard", "mig", 0),
        ("salet", "easy", "mig", 10),
        ("soare", "hard", "mig", 100),
        ("nymph", "hard", "mig", 10),
        ("clout", "easy", "mrd", 0),
        ("nymph", "hard", "mrd", 10),
        ("salet", "hard", "gep", 0),
        ("carle", "hard", "gep", 10),
    ],
)
def test_games_are_as_long_as_in_the_authors_logs(opening, mode, heuristic, width):
    (row,) = log_rows(opening=opening, mode=mode, heuristic=heuristic, width=str(width))
    found = Emulator(mode=mode, heuristic=heuristic, width=width).play(opening).distribution
    assert [found.get(used + 1, 0) for used in range(max(found))] == [int(n) for n in row["games"].split()]


@pytest.mark.large
def test_games_are_guess_by_guess_those_of_the_logs():
    """Games of more than six guesses, which the logs spell out."""
    easy = Emulator(mode="hard", width=10).play("salet").games
    assert easy["baste"] == ("salet", "waste", "taste", "paste", "haste", "caste", "baste")
    assert easy["bound"] == ("salet", "round", "wound", "pound", "mound", "hound", "found", "bound")
    mixed = Emulator(mode="hard", heuristic="gep", width=10).play("carle").games
    assert mixed["joker"] == ("carle", "deter", "poser", "mower", "roger", "boxer", "foyer", "hover", "joker")
    fewest = Emulator(mode="hard", heuristic="gep", width=0).play("salet").games
    assert fewest["angle"][:6] == ("salet", "lezza", "equal", "whale", "addle", "abele")


def test_a_game_that_never_ends_has_no_total():
    """In easy mode the fewest classes are one: the guess tells nothing, for ever."""
    found = Emulator(wl.words.tiny(), heuristic="gep", width=0).play("stone")
    assert found.total is None and found.endless == len(wl.words.tiny()) - sum(found.distribution.values())
    most = Emulator(wl.words.tiny(), heuristic="gep", width=0, conventions=replace(Conventions(), fewest_classes=False))
    assert most.play("stone").total == sum(map(len, most.play("stone").games.values()))


@pytest.mark.large
def test_candidates_are_told_with_their_q_factors():
    """Two words are left: ten guesses that cannot be right, all alike, and the one that the papers leave out."""
    program = Emulator(width=10)
    found = program.q_factors([("salet", "-ggg-")])
    assert [each.guess for each in found if each.possible] == ["baler"] == [found[-1].guess]
    assert [each.q for each in found[:10]] == [1.0] * 10 and found[-1].q == (-5 + 1) / 2
    counted = replace(Conventions(), last_guess_free=False, right_guess_bonus=False)
    assert [each.q for each in Emulator(conventions=counted).q_factors([("salet", "-ggg-")])] == [2.0] * 10 + [1.5]


def test_candidates_need_something_to_choose_from():
    program = Emulator(wl.words.tiny(), width=3)
    refuses("history: stone ggggg leaves fewer than two words", program.q_factors, [("stone", "ggggg")])
    refuses("history: 'zebra' is not one of the 24 guesses", program.q_factors, [("zebra", "-----")])
    refuses("width: 0; expected an emulator with candidates", Emulator(wl.words.tiny(), width=0).q_factors, [])
    assert len(program.q_factors([])) in (3, 4)


def test_what_cannot_be_played_is_refused():
    tiny = wl.words.tiny()
    refuses("mode: 'strict'; expected", Emulator, wl.words.tiny(), mode="strict")
    refuses("answers: 'allow' stands behind a later word; expected alphabetical order", Emulator, ["batch", "allow"])
    refuses("answers: words of 11 letters; expected at most 10", Emulator, ["abracadabra"])
    refuses("hidden: 'allow' is not among the guesses", Emulator, ["allow"], ["batch", "catch"])
    with pytest.raises(ValueError, match="consistent: False with wrapped codes; expected wrapped_codes False too"):
        Emulator(["abcdef"], mode="hard", conventions=replace(Conventions(), consistent=False))
    assert repr(Emulator(tiny, width=0)) == "<the papers' program: the base policy, mig, easy mode>"

"""Checks of arguments: what passes, in which type, and how the others are refused."""

import math
from decimal import Decimal

import numpy as np
import pytest
from refusals import refuses

import wordlelib as wl
from wordlelib.core import checks
from wordlelib.game import checked

NO_NUMBERS = [None, True, np.True_, "3", b"3", "", 2.0, np.float64(2), math.nan, [2], (2,), {}, np.array([2])]
NO_NUMBERS += [Decimal(2), object]


@pytest.mark.parametrize("value", [2, np.int8(2), np.uint64(2), np.int64(2)])
def test_whole_numbers_pass_as_int(value):
    assert checks.integer("n", value, 2, 2) == 2 and type(checks.integer("n", value)) is int


@pytest.mark.parametrize("value", [*NO_NUMBERS, 1, -(10**30), 10**30, 10**5000, np.array(3)], ids=checks.shown)
def test_anything_else_is_no_whole_number(value):
    refuses("^n: .*; expected a whole number from 2", checks.integer, "n", value, 2)


def test_whole_numbers_have_a_range():
    refuses("^n: 10; expected a whole number from 2 to 9$", checks.integer, "n", 10, 2, 9)
    with pytest.raises(ValueError, match="^cap: 0; expected a number of guesses from 1$"):
        checks.integer("cap", 0, 1, expected="a number of guesses from 1")
    with pytest.raises(ValueError, match=f"^cap: {2**63}; expected a number of guesses from 1, at most {2**62}$"):
        checks.integer("cap", 2**63, 1, expected="a number of guesses from 1")


@pytest.mark.parametrize("value", [2, 2.0, np.float32(2), np.int8(2)])
def test_real_numbers_pass_as_float(value):
    assert checks.number("x", value, 2, 2) == 2 and type(checks.number("x", value)) is float


@pytest.mark.parametrize(
    "value",
    [None, True, np.True_, "3", b"3", [2.0], np.array([2.0]), 1j, math.nan, math.inf, 10**400],
    ids=checks.shown,
)
def test_anything_else_is_no_real_number(value):
    refuses("^x: .*; expected a finite number", checks.number, "x", value)


@pytest.mark.parametrize(
    ("value", "options", "expected"),
    [
        (-1, {"least": 0}, "a finite number, at least 0"),
        (0, {"least": 0, "above": True}, "a finite number, more than 0"),
        (2, {"most": 1}, "a finite number, at most 1"),
        (1, {"least": 0, "most": 1, "below": True}, "a finite number, at least 0, less than 1"),
        (9, {"most": 1, "expected": "a probability"}, "a probability"),
    ],
)
def test_real_numbers_have_a_range(value, options, expected):
    refuses(f"^x: {value}; expected {expected}$", checks.number, "x", value, **options)


def test_time_limits():
    assert checks.seconds(None) is None and checks.seconds(3) == 3
    for value in (0, -1, math.nan, "3"):
        refuses("^seconds: .*; expected more than 0 seconds$", checks.seconds, value)


def test_texts_and_choices():
    assert checks.text("word", np.str_("abc")) == "abc"
    assert checks.one_of("mode", "easy", ("easy", "hard")) == "easy"
    for value in (None, b"easy", 3, ["easy"]):
        refuses("^word: .*; expected text$", checks.text, "word", value)
        refuses("^mode: .*; expected one of easy, hard$", checks.one_of, "mode", value, ("easy", "hard"))


def test_lists():
    assert checks.sequence("some", (x for x in "ab"), "words") == ["a", "b"]
    assert checks.sequence("some", np.array([1, 2]), "numbers") == [1, 2]
    for value in (None, "ab", b"ab", 3, {"a": 1}, {"a"}, np.array(3)):
        refuses("^some: .*; expected words$", checks.sequence, "some", value, "words")


def test_arrays_of_whole_numbers():
    for value in ([0, 2], (0, 2), np.array([0, 2], np.uint64), np.array([0, 2], ">i8"), np.array([0, 9, 2, 9])[::2]):
        found = checks.whole_numbers("members", value, 3, (None,), "numbers")
        assert found.dtype == np.int32 and found.dtype.isnative and found.tolist() == [0, 2]
        assert found.flags.c_contiguous and found.flags.writeable
    kept = np.array([0, 2], np.int32)
    assert checks.whole_numbers("members", kept, 3, (2,), "numbers") is kept
    assert checks.whole_numbers("members", [], 3, (None,), "numbers").dtype == np.int32
    for value in (None, "ab", 3, [0.0, 1.0], [True], [[0, 1]], [[0], [1, 2]], [None], ["0"], {0}, object):
        refuses("^members: .*; expected numbers", checks.whole_numbers, "members", value, 3, (None,), "numbers")
    large = np.array([2**64 - 1], np.uint64), [-(2**63)]
    for value, wrong in (([0, 3], 3), ([-1, 0], -1), (large[0], 2**64 - 1), (large[1], -(2**63))):
        with pytest.raises(ValueError, match=f"^members: {wrong} is among them; expected numbers, each from 0 to 2$"):
            checks.whole_numbers("members", value, 3, (None,), "numbers")


def test_arrays_of_real_numbers():
    assert checks.real_numbers("b", [1, 2], (2,), "two numbers").dtype == np.float64
    for value in (
        *(None, "ab", [1.0], [math.nan, 1], [math.inf, 1], ["1", "2"], [[1, 2]], [[1], [2, 3]], 1.0, [True, False]),
    ):
        refuses("^b: .*; expected two numbers", checks.real_numbers, "b", value, (2,), "two numbers")


def test_generators_functions_and_games():
    rng = np.random.default_rng(1)
    assert checks.generator("rng", rng) is rng and checks.function("progress", print) is print
    for value in (None, 1, np.random.RandomState(1)):
        refuses("^rng: .*; expected a numpy.random.Generator", checks.generator, "rng", value)
    refuses("^progress: 3; expected a function$", checks.function, "progress", 3)
    game = wl.wordle(["abc", "abd"])
    assert checked.game(game) is game
    refuses("^game: 'wordle'; expected a Game", checked.game, "wordle")


def test_states():
    game, twin, other = wl.wordle(["abc", "abd"]), wl.wordle(["abc", "abd"]), wl.wordle(["abc"])
    start = game.start()
    assert checked.open_state(start) is start and checked.open_state(start, game) is start
    for value in (None, "start", game):
        refuses("^state: .*; expected a State", checked.open_state, value, game)
    refuses(r"^state: <.*; expected an unsolved state of <Wordle: 1 hidden.*prior>$", checked.open_state, start, other)
    with pytest.raises(
        ValueError, match=r"^state: <.*; expected an unsolved state of .*another game that looks alike$"
    ):
        checked.open_state(start, twin)
    for of in (None, game):
        with pytest.raises(ValueError, match=r"^state: <abc ggg: 1 possible: abc>; expected an unsolved state"):
            checked.open_state(start.after("abc", "ggg"), of)


def test_long_values_are_cut_and_broken_ones_named():
    class Broken:
        def __repr__(self):
            raise RuntimeError

    assert len(checks.shown("x" * 1000)) < 250 and "\n" not in checks.shown(np.zeros((9, 9)))
    assert checks.shown(Broken()) == "<Broken>"


def test_truth_values_and_what_can_be_looked_up():
    assert checks.boolean("prune", np.True_) is True and checks.hashable("x", ("a", 1)) == ("a", 1)
    for value in (None, 1, "yes", np.array([True])):
        refuses("^prune: .*; expected True or False$", checks.boolean, "prune", value)
    for value in ([], ([],), np.zeros(2)):
        refuses("^x: .*; expected something that can be hashed", checks.hashable, "x", value)
    refuses("^depth: 3; expected an even number of plies from 2 to 20: a guess", checks.plies, 3, 20)

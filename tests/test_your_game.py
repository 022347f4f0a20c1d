"""The Python side of the widget that judges a game."""

from refusals import refused

import wordlelib as wl
from wordlelib.widgets import Sample, YourGame

FAMILY = ("salet", "match", "catch")
GRID = ("--y--", "ggggg")


def test_the_first_game_is_entered():
    made = YourGame({"a game": Sample(FAMILY, "catch", hard=True), "a grid": Sample(grid=GRID)})
    rows = [[guess, wl.feedback.feedback(guess, "catch")] for guess in FAMILY]
    assert (made.history, made.hidden, made.hard, made.grid, made.judgement) == (rows, "catch", True, [], {})
    assert [game["name"] for game in made.games] == ["a game", "a grid"]
    assert {**made.games[1], "name": ""} == {"name": "", "history": [], "hidden": "", "hard": False, "grid": [*GRID]}


def test_it_holds_the_words_and_what_is_known():
    made = YourGame({"a grid": Sample(grid=GRID)})
    hidden, guesses = made.words.split("\n")
    assert (len(hidden), len(guesses)) == (5 * 2315, 5 * 12972)
    assert {"easy", "hard"} <= made.known.keys()
    assert (made.history, made.grid) == ([], [*GRID])


test_bad_games_are_named = refused(
    ({}, "games: none; expected one or more"),
    ({"none": Sample()}, "games: 'none' with .*; expected guesses and an answer, or a grid"),
    ({"both": Sample(FAMILY, "catch", grid=GRID)}, "games: 'both' with .*; expected guesses and an answer, or"),
    ({"open": Sample(FAMILY)}, "games: 'open' without an answer; expected the hidden word"),
    ({"grid": Sample(grid=["--y--", "--x--"])}, "--x--"),
    ({"word": Sample(["zzzzz"], "catch")}, "'zzzzz'; expected one of the 12,972 guesses"),
    ({"word": Sample(FAMILY, "salet")}, "hidden: 'salet'; expected one of the 2,315 hidden words"),
    ({"on": Sample(["salet", "catch", "batch"], "catch")}, "games: 'on' goes on after the hidden word was found"),
    ({"on": Sample(grid=["ggggg", "--y--"])}, "games: 'on' goes on after the hidden word was found"),
    ({"hard": Sample(["salet", "crony", "catch"], "catch", hard=True)}, "'crony' is not allowed in hard mode"),
    by=YourGame,
)

"""A game judged in the page: every number and sentence is the library's; grids; what is read, and what is refused."""

import pytest
from games import played_game

import wordlelib as wl
from wordlelib.judging import Judge
from wordlelib.widgets import base
from wordlelib.widgets.known_games import known_games

OPEN = """([name, hidden, guesses, known]) => {
    (globalThis.judges ??= {})[name]?.close();
    judges[name] = wordleWidgets.judging(hidden, guesses, known);
}"""
JUDGE = """([name, games]) =>
    Promise.all(games.map(([rows, answer, hard]) => judges[name].judge(rows, answer, hard).promise))"""
GRIDS = """([name, grids]) => Promise.all(grids.map(([rows, answer]) => judges[name].grid(rows, answer).promise))"""


@pytest.fixture(scope="module")
def page(chromium):
    context = chromium.new_context()
    page = context.new_page()
    for name in (*base.SHARED, *base.JUDGING):
        page.add_script_tag(path=base.JS / name)
    yield page.evaluate
    context.close()


@pytest.fixture(scope="module", params=["easy", "hard"])
def judge(request, page):
    judge = Judge(wl.wordle(mode=request.param))
    page(OPEN, ["original", judge.game.hidden, judge.game.guesses, known_games()])
    return judge


def same(found, expected, place=""):
    """Compare what JSON holds: numbers to 1e-9, all else exactly."""
    if isinstance(expected, dict):
        assert found.keys() == expected.keys(), place
        for name, value in expected.items():
            same(found[name], value, f"{place}.{name}")
    elif isinstance(expected, list | tuple):
        assert len(found) == len(expected), place
        for i, value in enumerate(expected):
            same(found[i], value, f"{place}[{i}]")
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, abs=1e-9), place
    else:
        assert (found, type(found)) == (expected, type(expected)), place


def of_the_page(judgement):
    """What the page gives: perfect play on the first row and along the strategy; it has no exact solver."""
    given = judgement.as_dict()
    for i, (row, told) in enumerate(zip(judgement.rows, given["rows"], strict=True)):
        followed = row.strategy is not None and row.strategy.guess == row.guess
        if i and not followed:
            told["perfect"] = told["perfect_loss"] = None
    if any(told["perfect_loss"] is None for told in given["rows"]):
        given["perfect_loss"] = None
    return given


def test_games_are_judged_as_the_library_does(page, judge, rng):
    hard = judge.game.mode == "hard"
    games = [played_game(rng, judge.game) for _ in range(10)]
    found = page(JUDGE, ["original", [[rows, answer, hard] for rows, answer in games]])
    for (rows, answer), told in zip(games, found, strict=True):
        same(told, of_the_page(judge.judge(rows, answer)))

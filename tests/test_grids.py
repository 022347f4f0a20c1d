import json
from pathlib import Path

import naive
import pytest
from games import played_game, rounds, words_game

import wordlelib as wl
from wordlelib.game import feedback
from wordlelib.lab.grids import judge_grid, read_grid

CASES = json.loads((Path(__file__).parent / "data" / "grids.json").read_text(encoding="utf-8"))
SHARED = "Wordle 1,001 3/6*\n\n⬜🟨⬜⬜🟨\n🟧🟦⬛️⬛️⬛️\r\n  🟩🟩🟩🟩🟩\nhttps://example.org\n"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_people_share_is_read_or_refused(case):
    """The page reads the same cases (browser/test_judging.py)."""
    if "rows" in case:
        rows = read_grid(case["text"])
        assert [feedback.to_text(feedback.to_code(row, 5), 5) for row in rows] == case["rows"]
        return
    with pytest.raises(ValueError, match="^(grid|feedback): .*; expected ") as error:
        judge_grid(wl.wordle(["batch", "catch", "hatch"]), read_grid(case["text"]))
    assert case["refused"] in str(error.value)


def test_a_single_word_fits():
    assert repr(judge_grid(wl.wordle(["batch", "chimp"]), ["yy---"])) == "<grid of 1 row: 1 hidden word fits>"


def test_rows_stand_as_they_are_written():
    assert read_grid("-yg--\nGGGGG") == ["-yg--", "GGGGG"] and read_grid("🟩") == ["🟩"]
    assert read_grid(SHARED) == ["⬜🟨⬜⬜🟨", "🟧🟦⬛⬛⬛", "🟩🟩🟩🟩🟩"]


def test_grids_against_the_naive_twin(rng):
    for i in rounds(40):
        game = words_game(rng, ("easy", "hard")[i % 2]).game
        rows, answer = played_game(rng, game)
        grid = [row for _, row in rows]
        counts = {
            word: [sum(naive.feedback(guess, word) == row for guess in game.guesses) for row in grid]
            for word in game.hidden
        }
        fitting = [word for word in game.hidden if all(counts[word])]
        open_grid = judge_grid(game, grid)
        assert open_grid.answers == fitting and answer in fitting and open_grid.answer is None
        for number, row in enumerate(open_grid.rows):
            assert row.fewest == min(counts[word][number] for word in fitting)
            assert row.most == max(counts[word][number] for word in fitting)
        known = judge_grid(game, grid, answer)
        assert [row.most for row in known.rows] == [row.fewest for row in known.rows] == counts[answer]
        for number, row in enumerate(known.rows, 1):
            left = game.after(rows[:number]).members.size
            assert 1 <= row.least_left <= left <= row.most_left
            assert all(naive.feedback(guess, answer) == row.feedback for guess in row.examples)


def test_bounds_hold_for_every_game_that_makes_the_grid(rng):
    """All pairs of guesses that make two rows, one after the other; for one row the bounds are reached."""
    for _ in rounds(20):
        game = words_game(rng, "easy").game
        rows, answer = played_game(rng, game, 2)
        makers = [[g for g in game.guesses if naive.feedback(g, answer) == row] for _, row in rows]
        known = judge_grid(game, [row for _, row in rows], answer).rows
        one = [len(naive.partition(naive.feedback, g, game.hidden)[rows[0][1]]) for g in makers[0]]
        assert (known[0].least_left, known[0].most_left) == (min(one), max(one))
        for first in makers[0]:
            words = naive.partition(naive.feedback, first, game.hidden)[rows[0][1]]
            for second in makers[1] if len(rows) > 1 else ():
                left = naive.partition(naive.feedback, second, words)[rows[1][1]]
                assert known[1].least_left <= len(left) <= known[1].most_left


@pytest.mark.large
def test_original_lists(original):
    grid = judge_grid(original, read_grid(SHARED), "mount")
    assert [row.most for row in grid.rows] == [71, 66, 1] and grid.rows[2].examples == ["mount"]
    assert (grid.rows[2].least_left, grid.rows[2].most_left) == (1, 1)
    assert "2,194 hidden words fit, mount among them" in repr(grid) and len(grid.answers) == 2194
    assert judge_grid(original, read_grid(SHARED)).as_dict()["rows"][1] == {
        "feedback": "gy---",
        "fewest": 1,
        "most": 309,
        "examples": [],
        "least_left": None,
        "most_left": None,
    }
    assert grid._repr_html_().count("<tr>") == 4


@pytest.mark.parametrize(
    ("rows", "answer", "complaint"),
    [
        ([], None, "grid: empty; expected at least one row"),
        (["ggggg", "-----"], None, "grid: row 2 after the hidden word was found; expected no more rows"),
        (["yyyyy", "ggggg"], None, "grid: no hidden word fits all rows; expected rows of one game on these lists"),
        (["ggggy"], "catch", "grid: row 1 (ggggy) with answer 'catch'; expected a row that some guess makes"),
        (["gggg"], None, "feedback: 'gggg' has 4 colours; expected 5"),
        (["-----"], "bitch", "hidden: 'bitch' is not one of the 3 guesses"),
        ([5], None, "grid: 5; expected text"),
        ("-----", None, "grid: '-----'; expected rows of colours"),
    ],
)
def test_bad_grids_are_refused(rows, answer, complaint):
    with pytest.raises(ValueError) as error:
        judge_grid(wl.wordle(["batch", "catch", "hatch"]), rows, answer)
    assert complaint in str(error.value)


def test_text_without_rows_is_refused():
    with pytest.raises(ValueError, match="^grid: 'Wordle 3/6' has no row of colours; expected such as"):
        read_grid("Wordle 3/6")

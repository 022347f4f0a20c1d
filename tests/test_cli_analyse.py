import json
import os

import pytest
from games import listed_game

import wordlelib as wl
from wordlelib.__main__ import main
from wordlelib.lab.judging import Judge


@pytest.fixture
def game():
    return listed_game()


def said(capsys, *arguments):
    assert main(["analyse", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_json_is_what_the_library_says(lists, game, capsys):
    answer = game.hidden[5]
    judged = Judge(game).judge(["salet", answer], answer)
    report = json.loads(said(capsys, f"salet,{answer}", "--answer", answer, "--json", *lists))
    assert report == json.loads(json.dumps(judged.as_dict()))
    rows = ",".join(f"{guess}:{wl.feedback.to_squares(game.answer(guess, answer))}" for guess in ("salet", answer))
    assert json.loads(said(capsys, rows, "--json", *lists)) == report
    keys = ["mode", "answer", "rows", "solved", "start", "rollout", "perfect", "guesses", "luck_bits", "luck"]
    assert list(report) == [*keys, "loss", "perfect_loss"]


def test_for_people(lists, game, capsys):
    answer = game.hidden[5]
    out = said(capsys, f"crony,{answer}", "--answer", answer, *lists)
    judged = Judge(game).judge(["crony", answer], answer)
    assert f"lost {judged.loss:.3f}" in out and judged.rows[0].reason in out and f"found {answer} in 2 rows" in out
    assert "rollout: " in out and "perfect play: " in out
    row = game.answer("crony", answer)
    out = said(capsys, f"crony:{row}", *lists)
    assert "not found in 1 row, easy mode" in out and "rollout: " not in out


def test_hard_mode(lists, capsys, refuse):
    tiny = wl.words.tiny()
    answer = tiny[5]
    assert json.loads(said(capsys, f"{answer}:ggggg", "--hard", "--json", *lists))["mode"] == "hard"
    other = next(word for word in tiny if not set(word) & set(answer))
    assert "not allowed in hard mode" in refuse("analyse", f"{tiny[4]},{other}", "--answer", answer, "--hard", *lists)


def test_grid_from_text_and_from_a_file(lists, game, capsys, tmp_path):
    answer = game.hidden[5]
    text = "Wordle 7 2/6\n\n" + "\n".join(
        wl.feedback.to_squares(game.answer(guess, answer)) for guess in ("salet", answer)
    )
    path = tmp_path / "grid.txt"
    path.write_text(text, encoding="utf-8-sig")  # as Notepad writes it
    report = json.loads(said(capsys, "--grid", text, "--answer", answer, "--json", *lists))
    assert report == json.loads(said(capsys, "--grid", str(path), "--answer", answer, "--json", *lists))
    assert report["answer"] == answer and "salet" in report["rows"][0]["examples"]
    out = said(capsys, "--grid", text, "--answer", answer, *lists)
    assert "; 1 word left" in out and " 1 to 1 " not in out and "the grid: " in out
    assert " to " in said(capsys, "--grid", text, *lists)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "rows: missing, and no --grid; expected rows such as salet:-y--g,crony:--y--, or a grid"),
        (["salet:-----", "--grid", "⬛⬛⬛⬛⬛"], "rows: given with --grid; expected"),
        (["salet"], "rows: 'salet'; expected guess:feedback, such as salet:-y--g"),
        (["salet:--"], "feedback: '--' has 2 colours; expected 5"),
        (["salet:----?"], "feedback: '----?' holds '?', which is no colour"),
        (["sxlet:-----"], "guess: 'sxlet' is not one of the 26 guesses"),
        (["salet:ggggy"], "history: no hidden word is left: check row 1 (salet ggggy)"),
        (["salet", "--answer", "zzzzz"], "--answer: 'zzzzz' is not one of the 26 guesses"),
        (
            ["salet", "--answer", "crony"],
            "--answer: 'crony' is a guess but not one of the 24 hidden words; expected one",
        ),
        (
            ["--grid", "🟩⬛⬛⬛⬛", "--answer", "crony"],
            "or --hidden accepted (the Times has hidden",
        ),
        (["--grid", "🟩🟥⬛⬛⬛\n🟩🟩🟩🟩🟩"], "grid: '🟩🟥⬛⬛⬛' holds '🟥', which is no colour"),
        ([",", "--answer", "stone"], "history: empty; expected at least one row"),
        (["stone:-----", "--answer", "stone"], "history: row 1 (stone -----) with answer 'stone'; expected ggggg"),
        (["stone,stone", "--answer", "stone"], "history: row 2 (stone) after the hidden word was found"),
        (["--grid", "no squares"], "grid: 'no squares' has no row of colours"),
        (["--grid", "🟩🟩🟩🟩🟨"], "grid: no hidden word fits all rows"),
        (["salet:-----", "--mode", "strict"], "unrecognized arguments: --mode strict"),
    ],
)
def test_errors_take_one_line(arguments, complaint, lists, refuse):
    assert complaint in refuse("analyse", *arguments, *lists)


def test_a_grid_must_be_text(lists, refuse, tmp_path):
    path = tmp_path / "grid.bin"
    path.write_bytes(b"\xff\xfe\x00")
    os.mkfifo(tmp_path / "grid.fifo")
    with open(tmp_path / "grid.huge", "w") as huge:
        huge.truncate(2**20 + 1)
    for name, reason in (
        ("grid.bin", "not a UTF-8 text file"),
        ("grid.fifo", "a FIFO, no file"),
        ("grid.huge", "more than 1,048,576 bytes"),
    ):
        said = refuse("analyse", "--grid", str(tmp_path / name), *lists)
        assert f"{name}: {reason}; expected rows of coloured squares" in said


@pytest.mark.large
def test_the_original_lists(capsys):
    report = json.loads(said(capsys, "salet,courd,mount", "--answer", "mount", "--json"))
    assert [row["before"] for row in report["rows"]] == [2315, 37, 1] and report["perfect"][0][0] == "salet"
    assert report["rows"][0]["perfect"]["least"] == 7920 and report["perfect_loss"] == [report["perfect_loss"][1]] * 2

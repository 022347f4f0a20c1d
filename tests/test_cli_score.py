"""`wordlelib score`: figures of players and pairs, and lines that are no games."""

import json

import pytest
from games import listed_game

from wordlelib.lab.judging import Judge
from wordlelib.lab.transcripts import differences, read_transcripts, score, summaries


@pytest.fixture
def files(tmp_path):
    game = listed_game()
    rows = {"mine": [{"hidden": word, "guesses": ["salet", word]} for word in game.hidden[:3]]}
    rows["two"] = [{"player": "x", "hidden": game.hidden[0], "guesses": ["crony", "salet"]}]
    for name, lines in rows.items():
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return [tmp_path / f"{name}.jsonl" for name in rows]


def test_it_says_what_the_library_says(files, lists, report_of, said_by):
    game = listed_game()
    read = [each for file in files for each in read_transcripts(file.read_text(), game, file.stem)]
    scored = score(Judge(game), read)
    report = report_of("score", *files, *lists)
    assert [(each["player"], each["games"]) for each in report["players"]] == [("mine", 3), ("x", 1)]
    for found, made in (
        *zip(report["players"], summaries(scored), strict=True),
        *zip(report["differences"], differences(scored), strict=True),
    ):
        for name in ("guesses", "regret", "luck_bits"):
            assert found[name] == getattr(made, name)._asdict()
    said = said_by("score", *files, *lists)
    assert "mine: 3 games, 100.0% found\n" in said and "x: 1 game, 0.0% found\n" in said
    assert "mine less x, 1 word\n" in said and "± ?" in said
    assert f"regret {summaries(scored)[0].regret.mean:.3f} ± {summaries(scored)[0].regret.error:.3f}" in said


def test_hard_mode(files, lists, report_of):
    assert report_of("score", files[0], "--mode", "hard", *lists)["mode"] == "hard"


def test_broken_lines_are_named_and_nothing_is_scored(files, lists, refuse):
    with open(files[1], "a") as file:
        file.write('{"hidden": "light"\n')
    said = refuse("score", *map(str, files), *lists)
    assert f"{files[1]}: 1 broken line: line 2: no JSON" in said and said.endswith("; nothing is scored\n")


def test_a_file_that_is_none(tmp_path, lists, refuse):
    assert "none.jsonl: No such file or directory; nothing is scored" in refuse("score", "none.jsonl", *lists)
    (tmp_path / "empty.jsonl").write_text("\n\n")
    assert "empty.jsonl: no game in it; expected lines such as" in refuse(
        "score", str(tmp_path / "empty.jsonl"), *lists
    )
    (tmp_path / "odd.jsonl").write_bytes(b"\xff\xfe\x00")
    assert "odd.jsonl: " in refuse("score", str(tmp_path / "odd.jsonl"), *lists)
    assert "a folder, no file; nothing is scored" in refuse("score", str(tmp_path), *lists)


def test_a_mark_of_the_byte_order_is_no_part_of_the_first_line(files, lists, report_of):
    before = report_of("score", files[0], *lists)
    files[0].write_bytes(b"\xef\xbb\xbf" + files[0].read_bytes())
    assert report_of("score", files[0], *lists) == before


def test_names_of_players_do_nothing_to_the_terminal(tmp_path, lists, said_by):
    word = listed_game().hidden[0]
    file = tmp_path / "odd.jsonl"
    file.write_text(json.dumps({"player": "a\n\x1b[31m\ud800", "hidden": word, "guesses": [word]}))
    said = said_by("score", file, *lists)
    assert said.startswith("a\\n\\x1b[31m") and len(said.splitlines()) == 2

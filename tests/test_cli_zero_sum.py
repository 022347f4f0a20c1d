import json

import pytest
from games import listed_game

import wordlelib as wl


def test_the_value_is_said_and_stored(lists, tmp_path, said_by, report_of):
    out = tmp_path / "bounds.json"
    report = report_of("zero-sum", "--gap", "0", "--out", str(out), *lists)
    found = wl.ZeroSum.from_json(out.read_text(), listed_game())
    assert report["proven"] is True and report["value"] == str(found.lower) == str(found.upper)
    assert report["prior"] == found.prior and report["openings"] == found.mixture.openings
    assert (report["mode"], report["rounds"]) == ("easy", found.rounds)
    said = said_by("zero-sum", "--gap", "0", *lists).splitlines()
    assert said[0].startswith(f"value of the game, easy mode: {found.lower}, proven (")
    assert [line.split(":")[0] for line in said[1:]] == ["openings", "prior"]


def test_a_run_goes_on_from_its_file(lists, tmp_path, report_of):
    out = tmp_path / "bounds.json"
    first = report_of("zero-sum", "--seconds", "1e-9", "--out", str(out), *lists)
    assert first["rounds"] == 1 and not first["proven"]
    second = report_of("zero-sum", "--seconds", "1e-9", "--out", str(out), *lists)
    assert second["rounds"] == 2 and first["lower"] <= second["lower"] <= second["upper"] <= first["upper"]


def test_the_guesser_can_be_kept_to_some_openings(lists, report_of):
    report = report_of("zero-sum", "--openings", "salet,crony", "--mode", "hard", *lists)
    assert set(report["openings"]) <= {"salet", "crony"} and report["mode"] == "hard"
    assert report["upper"] - report["lower"] <= 0.001


@pytest.mark.parametrize(
    "asked, message",
    [
        (["--openings", "salet,nowhere"], "openings: 'nowhere'"),
        (["--gap", "-1"], "gap: -1.0"),
        (["--mode", "strict"], "game: strict mode"),
    ],
)
def test_what_is_wrong_is_named(lists, refuse, asked, message):
    assert message in refuse("zero-sum", *asked, *lists)


def test_a_file_that_is_no_such_file_is_named_and_kept(lists, tmp_path, refuse):
    out = tmp_path / "bounds.json"
    for text in ("", "{}", json.dumps({"game": None}), "[1, 2]", "\0"):
        out.write_text(text)
        assert str(out) in refuse("zero-sum", "--out", str(out), *lists)
        assert out.read_text() == text

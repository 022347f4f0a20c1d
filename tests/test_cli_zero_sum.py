import json

import pytest
from games import listed_game

import wordlelib as wl
from wordlelib.core.packing import pack


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


def test_bounds_are_verified(lists, tmp_path, said_by, report_of, refuse):
    out = tmp_path / "bounds.json"
    bounds = report_of("zero-sum", "--gap", "0.1", "--out", str(out), *lists)
    found, openings = report_of("verify", str(out), *lists), len(listed_game().guesses)
    assert (found["lower"], found["upper"], found["mode"]) == (bounds["lower"], bounds["upper"], "easy")
    assert found["whole"] and found["checked"] == found["openings"] == openings
    said = said_by("verify", str(out), "--sample", "2", *lists).splitlines()
    assert said[1].startswith(f"a sample holds: the mixture is replayed, and 2 of {openings} openings are searched ")
    document = json.loads(out.read_text())
    weights = [1] * len(listed_game().hidden)
    wrong = {
        "least": document | {"weights": pack(weights), "least": wl.prove(listed_game()).total + 1},
        "game": document | {"game": None},
        "answers": document | {"game": {}},
        str(out): {"mixture": 3},
    }
    for message, each in wrong.items():
        out.write_text(json.dumps(each))
        assert message in refuse("verify", str(out), *lists)

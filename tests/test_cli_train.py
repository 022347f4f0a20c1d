import json

import pytest

import wordlelib as wl
from wordlelib.__main__ import main


@pytest.fixture
def lists(tmp_path):
    path = tmp_path / "answers.txt"
    words = [word for word in wl.words.original()[0] if word[2:] in ("ght", "ill", "und", "tch")]
    path.write_text("\n".join(words))
    return ["--answers", str(path)]


@pytest.mark.parametrize("kind", ["linear", "network"])
def test_a_value_is_trained_and_stored(lists, tmp_path, kind, said_by, report_of):
    out = tmp_path / "value.json"
    asked = ["train", "--kind", kind, "--out", str(out), "--openings", "9", "--rounds", "2", "--seed", "3", *lists]
    report = report_of(*asked)
    stored = json.loads(out.read_text())
    assert {key: stored[key] for key in report} == report and len(report["rounds"]) == 2
    assert stored["settings"]["openings"] == 9 and stored["versions"]["numpy"]
    assert wl.planning.learning.load(out).name == kind
    assert "beliefs, error" in said_by(*asked)
    assert json.loads(out.read_text())["value"] == stored["value"]


@pytest.mark.parametrize("steps", [1, 2])
def test_a_stored_value_is_played(lists, tmp_path, capsys, steps, report_of):
    out = tmp_path / "value.json"
    assert main(["train", "--kind", "network", "--out", str(out), "--openings", "9", "--rounds", "1", *lists]) == 0
    game = wl.wordle(wl.words.load(lists[1]))
    ours = wl.Lookahead(wl.planning.learning.load(out), 5, steps, heaviest=3)
    capsys.readouterr()
    asked = ["--policy", "lookahead", "--value", str(out), "--width", "5", "--heaviest", "3", "--steps", str(steps)]
    played, tree = report_of("play", *asked, *lists), wl.play(game, ours)
    assert (played["policy"], played["opening"], played["total"]) == (ours.name, tree.opening, tree.total)
    best = report_of("decide", *asked, "--history", "found:-----", *lists)["best"]
    assert best == [line._asdict() for line in ours.q_factors(game.start().after("found", "-----"))][: len(best)]


@pytest.mark.parametrize("value", ["linear", "network"])
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_values_that_come_with_the_project_are_played(lists, capsys, value, mode):
    assert main(["play", "--policy", "lookahead", "--value", value, "--mode", mode, "--json", *lists]) == 0
    game = wl.wordle(wl.words.load(lists[1]), mode=mode)
    expected = wl.play(game, wl.Lookahead(wl.lab.trained.learned(value, mode)))
    assert json.loads(capsys.readouterr().out)["total"] == expected.total


def test_a_file_without_a_value_is_refused(lists, tmp_path, refuse):
    for text in ("", "{}", '{"value": 1}', "\xff"):
        path = tmp_path / "strange.json"
        path.write_text(text, encoding="latin-1")
        said = refuse("play", "--policy", "lookahead", "--value", str(path), *lists)
        assert f"--value: {path}; expected linear, network or what 'wordlelib train' has written" in said
    assert "No such file" in refuse("play", "--policy", "lookahead", "--value", "nowhere.json", *lists)
    assert "--steps" in refuse("play", "--policy", "lookahead", "--steps", "3", *lists)


def test_a_file_that_cannot_be_written_is_found_out_first(tmp_path, refuse):
    assert "is no folder; expected a file in a folder that exists" in refuse(
        "train", "--out", str(tmp_path / "nowhere" / "value.json")
    )
    assert "is a folder; expected a file" in refuse("train", "--out", str(tmp_path))


def test_a_training_that_does_not_end_well_leaves_the_value_that_was_there(tmp_path, refuse):
    out, short = tmp_path / "value.json", tmp_path / "short.txt"
    out.write_text("a value")
    short.write_text("night\nfight\n")
    said = refuse("train", "--out", str(out), "--answers", str(short), "--guesses", str(short))
    assert "openings: " in said and "expected some after which a cost is not known" in said
    assert out.read_text() == "a value" and {path.name for path in tmp_path.iterdir()} == {"value.json", "short.txt"}

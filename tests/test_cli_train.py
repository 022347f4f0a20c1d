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
def test_a_value_is_trained_and_stored(lists, tmp_path, capsys, kind):
    out = tmp_path / "value.json"
    asked = ["train", "--kind", kind, "--out", str(out), "--openings", "9", "--rounds", "2", "--seed", "3", *lists]
    assert main([*asked, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    stored = json.loads(out.read_text())
    assert {key: stored[key] for key in report} == report and len(report["rounds"]) == 2
    assert stored["settings"]["openings"] == 9 and stored["versions"]["numpy"]
    value = wl.NetworkValue.from_json(json.dumps(stored["value"]))
    assert value.name == kind
    assert main(asked) == 0
    assert "beliefs, error" in capsys.readouterr().out
    assert json.loads(out.read_text())["value"] == stored["value"]


def test_a_file_that_cannot_be_written_is_found_out_first(tmp_path, refuse):
    assert "No such file" in refuse("train", "--out", str(tmp_path / "nowhere" / "value.json"))
    assert "is a folder; expected a file" in refuse("train", "--out", str(tmp_path))


def test_a_training_that_does_not_end_well_leaves_the_value_that_was_there(tmp_path, refuse):
    out, short = tmp_path / "value.json", tmp_path / "short.txt"
    out.write_text("a value")
    short.write_text("night\nfight\n")
    said = refuse("train", "--out", str(out), "--answers", str(short), "--guesses", str(short))
    assert "openings: " in said and "expected some after which a cost is not known" in said
    assert out.read_text() == "a value" and {path.name for path in tmp_path.iterdir()} == {"value.json", "short.txt"}

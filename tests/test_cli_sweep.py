import json
from hashlib import sha256
from types import SimpleNamespace

import pytest

from wordlelib.__main__ import main
from wordlelib.cli import shared
from wordlelib.lab import experiments
from wordlelib.runs import sweeps


def square(number):
    return {"square": number * number}


def squares(width=10):
    return sweeps.Sweep([{"number": i} for i in range(width)], square)


def test_the_help_says_what_each_sweep_is(capsys):
    with pytest.raises(SystemExit):
        main(["sweep", "--help"])
    out = "".join(capsys.readouterr().out.split())
    assert len(experiments.SWEEPS) == len(set(experiments.SWEEPS.values())) > 40
    for name, make in experiments.SWEEPS.items():
        said = make.__doc__.splitlines()[0].rstrip(".")
        assert len(said) > 20 and "`" not in said and "".join(f"{name}: {said[0].lower()}{said[1:]}".split()) in out


def test_a_sweep(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(experiments.SWEEPS, "table1", squares)
    monkeypatch.setattr(shared, "time", SimpleNamespace(perf_counter=lambda: 0.0))  # a line a second at most
    out = tmp_path / "out.json"
    assert main(["sweep", "table1", "--out", str(out), "--width", "4", "--progress"]) == 0
    output = capsys.readouterr()
    assert output.out.splitlines()[-1] == "number 3  square 9" and output.err == "wordlelib: 0 of 4 tasks\n"
    assert json.loads(out.read_text())["settings"] == {"sweep": "table1", "width": 4}


def test_options_that_a_sweep_does_not_have(refuse):
    error = refuse("sweep", "exact", "--width", "3", "--out", "x")
    assert error == "wordlelib: error: --width: 3 with exact; expected no width with it\n"


def test_lists_are_told_by_their_words(tmp_path, monkeypatch):
    monkeypatch.setitem(experiments.SWEEPS, "table1", lambda answers: squares(2))
    (tmp_path / "words.txt").write_text("abc\nbcd\n")
    out = tmp_path / "out.json"
    assert main(["sweep", "table1", "--out", str(out), "--answers", str(tmp_path / "words.txt")]) == 0
    settings = json.loads(out.read_text())["settings"]
    assert settings == {"sweep": "table1", "answers": "words.txt", "answers_sha256": sha256(b"abc\nbcd\n").hexdigest()}

import json

import pytest

from wordlelib.__main__ import main
from wordlelib.lab import experiments
from wordlelib.runs import sweeps


def square(number):
    if number == 3:
        raise ValueError("no\ngood")
    return {"square": number * number}


def squares(width=8):
    return sweeps.Sweep([{"number": i} for i in range(width)], square)


@pytest.fixture
def sweep(tmp_path, monkeypatch, capsys):
    """Give a function that runs a sweep of eight tasks, of which the fourth is no good; it gives code and outputs."""
    monkeypatch.setitem(experiments.SWEEPS, "table1", squares)

    def begin(*arguments, out="out.json"):
        code = main(["sweep", "table1", "--out", str(tmp_path / out), *arguments])
        return code, *capsys.readouterr()

    return begin


def test_shards_are_put_together(sweep, tmp_path, said_by, report_of):
    for number in (1, 2):
        assert sweep("--width", "3", "--shard", f"{number}/2", out=f"{number}.json")[0] == 0
    files = [str(tmp_path / f"{number}.json") for number in (1, 2)]
    assert said_by("merge", *files, "--out", str(tmp_path / "all.json")) == "3 tasks of 2 shards\n"
    report = report_of("merge", *files, "--out", str(tmp_path / "all.json"))
    assert report == {"shards": 2, "tasks": 3, "out": str(tmp_path / "all.json")}
    assert [row["square"] for row in json.loads((tmp_path / "all.json").read_text())["rows"]] == [0, 1, 4]


def test_what_is_set_aside_is_said(sweep, tmp_path, said_by, report_of):
    code, out, error = sweep()
    assert code == 3 and len(out.splitlines()) == 7
    assert error == 'wordlelib: {"number": 3} is set aside after its tries: ValueError: no\\ngood\n'
    first, second = said_by("status", str(tmp_path)).splitlines()
    assert first.startswith(f"{tmp_path / 'out.json'}: table1, 7 of 8 tasks, stopped")
    assert second == '  set aside: {"number": 3}: ValueError: no\\ngood'
    (run,) = report_of("status", str(tmp_path))["runs"]
    assert run["done"] == 7 and run["tasks"] == 8 and run["settings"] == {"sweep": "table1"}


def test_what_is_left_is_said(sweep):
    code, out, error = sweep("--budget", "1e-9")
    assert (code, out) == (3, "number 0  square 0\n")
    assert error == "wordlelib: 7 tasks are left; the same command goes on with them\n"
    assert sweep("--budget", "1000")[0] == 3


def test_no_runs(tmp_path, said_by):
    assert said_by("status", str(tmp_path)) == "no runs\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sweep", "exact", "--out", "x", "--shard", "3/2"], "--shard: '3/2'; expected i/n with i from 1 to n"),
        (["sweep", "exact", "--out", "x", "--shard", "0/2"], "--shard: '0/2'; expected i/n"),
        (["sweep", "exact", "--out", "x", "--shard", "half"], "--shard: 'half'; expected i/n"),
        (["sweep", "exact", "--out", "x", "--budget", "0"], "--budget: '0'; expected more than 0 seconds"),
        (["sweep", "exact", "--out", "x", "--scheduler", "tcp://x:1"], "--scheduler: tcp://x:1 without --engine dask"),
        (["sweep", "exact", "--out", "x", "--engine", "ray"], "--engine: invalid choice: 'ray'"),
        (["prove", "--opening", "salet", "--shard", "1/2"], "--shard: 1/2 with --opening; expected --all with it"),
        (["prove", "--opening", "salet", "--budget", "3"], "--budget: 3.0 with --opening; expected --all with it"),
        (["merge", "nowhere.json", "--out", "x"], "files: nowhere.json cannot be read (No such file or directory)"),
        (["status", "nowhere"], "folder: 'nowhere'; expected a folder that exists"),
    ],
)
def test_errors_of_one_line(refuse, arguments, said):
    assert said in refuse(*arguments)

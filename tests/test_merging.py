import json
import os
from pathlib import Path

import pytest
from refusals import refuses

from wordlelib.runs.journals import Journal
from wordlelib.runs.shards import merge, status
from wordlelib.runs.sweeps import Shard, Sweep, run


def square(number):
    return {"square": number * number}


SWEEP = Sweep([{"number": i} for i in range(10)], square)


def shards_of(folder, count, settings=None, sweep=SWEEP):
    paths = [folder / f"part{number}.json" for number in range(1, count + 1)]
    for number, path in enumerate(paths, 1):
        run(sweep, path, settings=settings, shard=Shard(number, count))
    return paths


def edited(path, **changes):
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


@pytest.mark.parametrize("count", [1, 3, 12])
def test_shards_become_what_one_run_leaves(tmp_path, count):
    run(SWEEP, tmp_path / "whole.json", settings={"sweep": "squares"})
    whole = json.loads((tmp_path / "whole.json").read_text())
    merged = merge(shards_of(tmp_path, count, {"sweep": "squares"})[::-1], tmp_path / "merged.json")
    assert merged == json.loads((tmp_path / "merged.json").read_text())
    assert merged.pop("shards") == [None] * count and merged == whole
    assert run(SWEEP, tmp_path / "merged.json", settings={"sweep": "squares"}).rows == whole["rows"]


def test_gaps_and_doubles_are_named(tmp_path):
    one, two, three = shards_of(tmp_path, 3)
    refuses("files: no shard 1, 3 of 3; expected all of them", merge, [two], tmp_path / "out.json")
    with pytest.raises(
        ValueError, match=r"files: shard 2 is there twice, in .*part2.json and .*copy.json; expected it"
    ):
        (tmp_path / "copy.json").write_text(two.read_text())
        merge([one, two, three, tmp_path / "copy.json"], tmp_path / "out.json")
    edited(two, rows=json.loads(two.read_text())["rows"][1:])
    with pytest.raises(ValueError, match=r"files: .*part2.json holds 2 of 3 tasks; expected all of them"):
        merge([one, two, three], tmp_path / "out.json")
    refuses("files: none; expected the files of all shards", merge, [], tmp_path / "out.json")
    assert not (tmp_path / "out.json").exists()


def test_one_file_twice(tmp_path):
    one, two = shards_of(tmp_path, 2)
    assert len(merge([one, two, one], tmp_path / "out.json")["rows"]) == 10


def test_the_same_task_in_two_shards(tmp_path):
    one, two = shards_of(tmp_path, 2)
    stored = json.loads(one.read_text())
    edited(two, shard=json.loads(two.read_text())["shard"] | {"places": stored["shard"]["places"]})
    refuses("files: 5 of 10 tasks; expected each of them once", merge, [one, two], tmp_path / "out.json")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"settings": {"width": 30}}, "width 30, not 10"),
        ({"versions": {"python": "2.7"}}, r"python 2.7, not 3"),
        ({"code": "0" * 16}, "code 0000000000000000, not "),
    ],
)
def test_foreign_versions_and_settings_are_named(tmp_path, changes, said):
    one, two = shards_of(tmp_path, 2, {"width": 10})
    edited(two, **changes)
    with pytest.raises(ValueError, match=rf"files: .*part2.json is not of the run of .*part1.json \({said}"):
        merge([one, two], tmp_path / "out.json")


def test_other_divisions_and_sweeps_are_named(tmp_path):
    (tmp_path / "other").mkdir()
    one, _ = shards_of(tmp_path, 2)
    other = shards_of(tmp_path / "other", 3)[1]
    refuses(r"\(of 3, not 2\)", merge, [one, other], tmp_path / "out.json")
    (tmp_path / "longer").mkdir()
    longer = shards_of(tmp_path / "longer", 2, sweep=Sweep([*SWEEP.tasks, {"number": 10}], square))[1]
    refuses(r"\(tasks 11, not 10\)", merge, [one, longer], tmp_path / "out.json")


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"shard": 3, "rows": []}', '{"rows": []}'])
def test_what_is_no_shard(tmp_path, content):
    (tmp_path / "part.json").write_text(content)
    with pytest.raises(ValueError, match="files: .*part.json is no shard; expected what a run with --shard left"):
        merge([tmp_path / "part.json"], tmp_path / "out.json")


@pytest.mark.parametrize("name", ["number", "of", "tasks", "digest", "places"])
def test_a_shard_of_an_odd_kind(tmp_path, name):
    one, two = shards_of(tmp_path, 2)
    shard = json.loads(one.read_text())["shard"]
    for odd in ([[]], None):
        edited(one, shard=shard | {name: odd})
        with pytest.raises(ValueError, match="files: .*part1.json is no shard; expected what a run with --shard left"):
            merge([one, two], tmp_path / "out.json")


@pytest.mark.parametrize("odd", [[], "x", [3]])
def test_a_run_of_an_odd_kind_does_not_hide_the_others(tmp_path, odd):
    for name in "abc":
        run(SWEEP, tmp_path / f"{name}.json")
    edited(tmp_path / "a.json", settings=odd)
    edited(tmp_path / "b.json", shard=odd)
    with Journal(tmp_path / "d.json.journal") as journal:
        journal.append({"run": {"settings": {}}, "tasks": odd})
    assert [(Path(each.file).name, each.state) for each in status(tmp_path)] == [
        ("c.json", "complete"),
        ("d.json", "damaged"),
    ]


def test_a_shard_that_is_not_there_or_not_complete(tmp_path):
    with pytest.raises(ValueError, match=r"files: .*part.json cannot be read \(No such file or directory\)"):
        merge([tmp_path / "part.json"], tmp_path / "out.json")
    run(SWEEP, tmp_path / "part.json", shard=Shard(1, 2), budget=1e-9)
    with pytest.raises(ValueError, match="files: .*part.json is not complete, there is only its journal"):
        merge([tmp_path / "part.json"], tmp_path / "out.json")


def sour(number):
    if number == 3:
        raise ValueError("sour")
    return square(number)


def test_how_far_the_runs_in_a_folder_have_come(tmp_path):
    run(SWEEP, tmp_path / "a.json", settings={"sweep": "squares"})
    run(SWEEP, tmp_path / "b.json", shard=Shard(2, 3), budget=1e-9)
    run(Sweep(SWEEP.tasks, sour), tmp_path / "c.json")
    (tmp_path / "d.json").write_text("[]")
    (tmp_path / "e.json.journal").touch()
    (tmp_path / "f.txt").touch()
    whole, part, failed = status(tmp_path)
    assert whole[:5] == (str(tmp_path / "a.json"), {"sweep": "squares"}, "", 10, 10) and whole.state == "complete"
    assert part[:5] == (str(tmp_path / "b.json"), {}, "2/3", 1, 3) and part.state == "stopped"
    assert failed.set_aside == {'{"number": 3}': "ValueError: sour"} and failed.done == 9
    assert whole.seconds_left is None
    assert part._replace(seconds=2.0).seconds_left == 4.0
    run(SWEEP, tmp_path / "c.json")
    assert status(tmp_path)[2].state == "complete"


def test_a_run_under_way(tmp_path):
    run(SWEEP, tmp_path / "b.json", budget=1e-9)
    with Journal(tmp_path / "b.json.journal"):
        assert [each.state for each in status(tmp_path)] == ["running"]
    assert [each.state for each in status(tmp_path)] == ["stopped"]


def test_a_task_that_was_set_aside_and_then_done(tmp_path):
    run(Sweep(SWEEP.tasks, sour), tmp_path / "c.json")
    with Journal(tmp_path / "c.json.journal") as journal:
        journal.append({"row": {"number": 3, "square": 9}, "seconds": 0.1})
    assert status(tmp_path)[0].set_aside == {}


def test_no_folder(tmp_path):
    refuses("folder: .*nowhere'; expected a folder that exists", status, tmp_path / "nowhere")
    assert status(tmp_path) == [] and os.listdir(tmp_path) == []

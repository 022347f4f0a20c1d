"""The page on many machines: what it tells readers to type is typed here, on the list that it names."""

import json
import os
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CELLS = json.loads((ROOT / "book" / "many_machines.ipynb").read_text(encoding="utf-8"))["cells"]
PAGE = "\n\n".join("".join(cell["source"]) for cell in CELLS if cell["cell_type"] == "markdown") + "\n"
WORDS = "head -n 60 data/words/answers.txt > words.txt"


def blocks(language):
    """Give the pieces of code in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def commands():
    """Give the commands that a reader with one machine can type."""
    return [line for block in blocks("sh") for line in block.splitlines()]


@pytest.fixture(scope="module")
def typed(tmp_path_factory):
    """Type the commands in their order; give the folder, and of each command what came of it."""
    folder = tmp_path_factory.mktemp("machines")
    (folder / "data").symlink_to(ROOT / "data")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    answers = {}
    for number, line in enumerate(commands()):
        if "dask" in line and find_spec("distributed") is None:
            continue
        line = re.sub(r"^python", shlex.quote(sys.executable), line)
        done = subprocess.run(["bash", "-c", line], cwd=folder, env=environment, capture_output=True, text=True)
        answers[number] = done
        if "later.json" in line and done.returncode == 3:
            assert (folder / "later.json.journal").exists()
            copied = (folder / "later.json.journal").read_bytes()
            (folder / "copied").mkdir()
            (folder / "copied" / "later.json.journal").write_bytes(copied)
    return folder, answers


def answer_of(typed, *parts):
    found = [number for number, line in enumerate(commands()) if all(part in line for part in parts)]
    return [typed[1][number] for number in found if number in typed[1]]


def rows_of(path):
    rows = json.loads(path.read_text(encoding="utf-8"))["rows"]
    return [{name: value for name, value in row.items() if name != "cpu_seconds"} for row in rows]


@pytest.mark.slow
def test_the_commands_end_as_the_page_says(typed):
    codes = [done.returncode for done in typed[1].values()]
    assert codes.count(3) == 1 and codes.count(0) == len(codes) - 1
    assert answer_of(typed, "--budget")[0].returncode == 3
    assert commands()[0] == WORDS


@pytest.mark.slow
def test_status_says_what_is_left(typed):
    early, late = answer_of(typed, "status")
    assert re.search(r"later\.json: worst-case, 1 of 24 tasks, stopped", early.stdout)
    for part in (1, 2, 3):
        assert f"part-{part}.json: worst-case, shard {part}/3, 8 of 8 tasks, complete" in late.stdout


@pytest.mark.slow
def test_all_ways_give_the_same_rows(typed):
    folder, answers = typed
    rows = rows_of(folder / "worst.json")
    assert len(rows) == 24
    for name in ("later", "whole", *(["dask"] if (folder / "dask.json").exists() else [])):
        assert rows_of(folder / f"{name}.json") == rows
    assert not list(folder.glob("*.journal"))
    merged = json.loads((folder / "whole.json").read_text(encoding="utf-8"))
    assert [f"--shard {part}/3" in command for part, command in enumerate(merged["shards"], 1)] == [True] * 3


@pytest.mark.slow
def test_the_journal_is_read_as_the_page_says(typed, monkeypatch):
    monkeypatch.chdir(typed[0] / "copied")
    reading = next(block for block in blocks("python") if "read_journal" in block)
    found = {}
    exec(reading, found)
    assert len(found["rows"]) == 1 and found["rows"][0]["player"] == "worst-case"


@pytest.mark.parametrize("block", blocks("bash"))
def test_scripts_are_right_bash(block):
    subprocess.run(["bash", "-n"], input=block, text=True, check=True)


@pytest.mark.parametrize("block", blocks("python"))
def test_pieces_of_python_can_be_read(block):
    compile(block, "many_machines", "exec")


def test_the_array_has_as_many_jobs_as_shards():
    script = next(block for block in blocks("bash") if "#SBATCH" in block)
    assert re.search(r"--array=1-(\d+)%", script)[1] == re.search(r"^SHARDS=(\d+)$", script, re.MULTILINE)[1]
    hours, minutes, seconds = map(int, re.search(r"--time=(\d+):(\d+):(\d+)", script).groups())
    budget = int(re.search(r"--budget (\d+)", script)[1])
    assert 3600 * hours + 60 * minutes + seconds - budget == 15 * 60


def test_a_shard_of_the_array_is_one_that_the_command_line_takes(tmp_path):
    script = next(block for block in blocks("bash") if "#SBATCH" in block)
    short = script.replace("sweep particles", "sweep worst-case --answers data/words/tiny.txt").replace("13500", "0.01")
    short = short.replace(".venv/bin/python", shlex.quote(sys.executable)).replace('"shard-', f'"{tmp_path}/shard-')
    environment = os.environ | {"PYTHONPATH": str(ROOT), "SLURM_ARRAY_TASK_ID": "3", "SLURM_CPUS_PER_TASK": "1"}
    (tmp_path / "srun").write_text('#!/bin/bash\nexec "$@"\n', encoding="utf-8")
    (tmp_path / "srun").chmod(0o755)
    environment["PATH"] = f"{tmp_path}:{environment['PATH']}"
    done = subprocess.run(["bash", "-c", short], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    stored = json.loads((tmp_path / "shard-3.json").read_text(encoding="utf-8"))
    assert (stored["shard"]["number"], stored["shard"]["of"], len(stored["rows"])) == (3, 32, 1)


def test_options_of_dask_are_its_own():
    pytest.importorskip("distributed")
    from distributed.cli.dask_scheduler import main as scheduler
    from distributed.cli.dask_worker import main as worker

    known = {name: {option for each in main.params for option in each.opts} for name, main in
             (("scheduler", scheduler), ("worker", worker))}  # fmt: skip
    lines = [line for block in blocks("bash") for line in block.splitlines() if "bin/dask" in line]
    assert len(lines) == 2
    for line in lines:
        name = line.split()[1]
        assert set(re.findall(r"--[a-z-]+", line)) <= known[name]
    assert set(re.findall(r"`(--tls-[a-z-]+)`", PAGE)) <= known["worker"] & known["scheduler"]

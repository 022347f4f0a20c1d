"""Recipes keep to the paths that they are given, also where these hold blanks and brackets."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOTE = 'import json, sys; open(sys.argv[1], "a").write(json.dumps(sys.argv[2:]) + "\\n")'
FAKE = "#!/bin/sh\nexec '{python}' -c '{note}' '{log}' \"$0\" \"$@\"\n"
PROGRAMS = [f".venv/bin/{name}" for name in ("python", "pytest", "jupyter-book")]


@pytest.fixture(params=["plain", "a b/Übung (1)"])
def checkout(request, tmp_path):
    """Make a folder with the Makefile, and with programs that only note down how they are called."""
    folder = tmp_path / request.param
    (folder / "tools").mkdir(parents=True)
    shutil.copy(ROOT / "Makefile", folder)
    for name in (
        "requirements.txt",
        "constraints.txt",
        "pyproject.toml",
    ):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).touch()
    for name in PROGRAMS:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(FAKE.format(python=sys.executable, note=NOTE, log=tmp_path / "log"))
        (folder / name).chmod(0o755)
    (folder / ".venv/ready").touch()
    for canary in ("a/_build/html", "b/_build/html", "x/_build/html", "_build/html", "out/_build/html"):
        for place in (folder, tmp_path):
            (place / canary).mkdir(parents=True, exist_ok=True)
            (place / canary / "kept").touch()
    return folder


def run(checkout, *arguments, **surroundings):
    """Run make; give how the programs were called."""
    plain = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "INTO", "OUT")}
    plain["HOME"] = str(checkout)  # a recipe that is wrong does no harm outside
    log = next(parent for parent in checkout.parents if parent.name.startswith("test_")) / "log"
    done = subprocess.run(
        ["make", "NPM=", *arguments], cwd=checkout, env=plain | surroundings, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in log.read_text().splitlines()]


@pytest.mark.parametrize("into", ["out a b/x", "ü (1)"])
@pytest.mark.parametrize("way", ["argument", "environment"])
def test_a_book_is_built_where_it_should_be_and_nothing_else_is_removed(checkout, into, way):
    (checkout / into / "_build" / "html").mkdir(parents=True)
    (checkout / into / "_build" / "html" / "old").touch()
    before = set(checkout.rglob("kept")) | set(checkout.parent.rglob("kept"))
    given = {"argument": [f"INTO={into}"], "environment": []}[way]
    calls = run(checkout, "book", *given, **({} if given else {"INTO": into}))
    assert calls[-2][-2:] == ["--path-output", into] and calls[-1][-2:] == ["--out", f"{into}/_build/html/course"]
    assert not (checkout / into / "_build" / "html").exists()
    assert before == {path for path in before if path.exists()}


def test_submissions_and_grades_may_have_any_names(checkout):
    calls = run(checkout, "grade", "SUBMISSIONS=my subs (1)", "OUT=the grades & more", "ONLY=ps1 ps4")
    assert calls[-1][-8:] == ["grade", "my subs (1)", "--out", "the grades & more", "--only", "ps1", "--only", "ps4"]


def test_no_recipe_names_a_path_without_quotes():
    handed = ("INTO", "BUILD", "SUBMISSIONS", "OUT", "ONLY", "TAG", "RUN", "COMMIT", "PYTHON", "PORT", "KILLS", "SEED")
    for line in (ROOT / "Makefile").read_text().splitlines():
        if line.startswith("\t"):
            assert not [name for name in handed if f"$({name}" in line], line

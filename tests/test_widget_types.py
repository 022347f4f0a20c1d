"""The types of the widgets' JavaScript are checked: `make check` says nothing now, and would name a mistake."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TYPES = Path("tools/widget_types")
JS = Path("wordlelib/widgets/js")


@pytest.fixture
def check(tmp_path):
    """Give a copy of the JavaScript, and what TypeScript says of it."""
    if not (shutil.which("node") and shutil.which("npm")):
        pytest.skip(
            "no node and npm here: the types of the widgets' JavaScript are not checked (Debian: apt install npm)"
        )
    tsc = ROOT / TYPES / "node_modules/.bin/tsc"
    if not tsc.exists():
        pytest.fail("No TypeScript here: run 'make check' first.", pytrace=False)
    for folder in (TYPES, JS):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("node_modules"))

    def run():
        return subprocess.run([tsc, "-p", tmp_path / TYPES], capture_output=True, text=True, check=False)

    return tmp_path / JS, run


def test_the_types_are_right(check):
    _, run = check
    done = run()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "right", "wrong", "said"),
    [
        ("explorer.js", 'model.get("hard")', 'model.get("herd")', '"herd"'),
        ("known.js", "game.hidden.indexOf(answer)", "game.hiddenNumber.get(answer)", "undefined"),
        ("nest.js", "items.get(key)?.focus()", "items.get(key).focus()", "undefined"),
        ("treeviewer.js", "count(path.length, ", "count(path, ", "number[]"),
        ("alphabetareplay.js", 'if (typeof key === "string") return false;', "", "string"),
    ],
)
def test_a_mistake_is_named(check, file, right, wrong, said):
    folder, run = check
    text = (folder / file).read_text(encoding="utf-8")
    assert right in text
    (folder / file).write_text(text.replace(right, wrong), encoding="utf-8")
    done = run()
    complaints = [line for line in done.stdout.splitlines() if "error TS" in line]
    assert done.returncode and complaints
    assert all(file in line for line in complaints) and said in done.stdout

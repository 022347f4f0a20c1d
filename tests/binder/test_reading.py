"""The short form of `make binder`, in the environment at hand: built on one processor, read on another."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tools.binder.__main__ import BUILT_ON, STARTED_ON, use_widget
from tools.binder.reading import open_notebook, run_chapter, serving

ROOT = Path(__file__).parents[2]
START = str(ROOT / "binder" / "start")
CHAPTER = "11_perfect_play"


def compile_everything(**variables):
    """Compile as the image does; give how many kernels were not there yet."""
    command = [START, str(ROOT / ".venv" / "bin" / "python"), "-m", "wordlelib", "compile", "--jobs", "2", "--json"]
    run = subprocess.run(command, cwd=ROOT, env=os.environ | variables, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)["kernels"]


@pytest.fixture(scope="module")
def built():
    """Compile for any processor."""
    compile_everything(**BUILT_ON)


def test_the_build_compiles_as_the_start_looks_for_it():
    lines = (ROOT / "binder" / "postBuild").read_text(encoding="utf-8").splitlines()
    assert "bash binder/start python -m wordlelib compile --jobs 2" in lines


def test_nothing_is_compiled_again_on_another_processor(built):
    assert compile_everything(**STARTED_ON) == 0


def test_a_chapter_runs_and_its_widget_answers(built, chromium, tmp_path):
    shutil.copytree(ROOT / "book", tmp_path / "book")
    variables = os.environ | STARTED_ON | {"JUPYTER_CONFIG_DIR": str(tmp_path), "IPYTHONDIR": str(tmp_path)}
    with serving([START, str(ROOT / ".venv" / "bin" / "jupyter"), "lab"], tmp_path, variables) as address:
        page = chromium.new_page()
        open_notebook(page, address, f"book/{CHAPTER}.ipynb")
        reading = run_chapter(page, tmp_path / "book" / f"{CHAPTER}.ipynb")
        assert 0 < reading.first < reading.whole
        assert use_widget(page) > 0
        page.close()

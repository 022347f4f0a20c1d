"""A chapter in Colab: its line installs the library beside the packages that Colab has, and no restart is needed."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tools.addresses import ROOT, Addresses
from tools.release import build_wheel

LISTED = Path(__file__).parents[1] / "data" / "colab_2026_01.txt"
PYTHON = "3.12"
CHAPTER = ROOT / "book" / "03_entropy.ipynb"
VIEW = "application/vnd.jupyter.widget-view+json"
# Colab's kernel has these loaded before a reader's first cell: what is replaced now needs a restart.
LOADED = "import matplotlib.pyplot, numpy, ipywidgets"
VERSIONS = """from importlib.metadata import version
for name in ("numpy", "matplotlib", "joblib", "anywidget", "ipywidgets", "traitlets"):
    print(f"{name}=={version(name)}")"""


def find_python():
    """A Python of Colab's version, also where only pyenv has it; its stand-in on the path may have none behind it."""
    named = shutil.which(f"python{PYTHON}")
    others = sorted(map(str, Path.home().glob(f".pyenv/versions/{PYTHON}.*/bin/python")))
    works = (
        path for path in [named, *others] if path and not subprocess.call([path, "-c", ""], stderr=subprocess.DEVNULL)
    )
    return next(works, None)


@pytest.fixture(scope="module")
def colab(tmp_path_factory):
    """An environment with the versions that Colab lists."""
    python = find_python()
    if python is None:
        pytest.skip(f"no Python {PYTHON} here, which Colab has")
    folder = tmp_path_factory.mktemp("colab")
    subprocess.run([python, "-m", "venv", folder], check=True)
    command = [folder / "bin" / "pip", "install", "-q", "--disable-pip-version-check", "-r", LISTED]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        pytest.skip(f"the versions that Colab has cannot be installed here: {run.stderr.splitlines()[-1]}")
    return folder


@pytest.fixture(scope="module")
def repository(serve, tmp_path_factory):
    """The address of a repository with a release, on this machine."""
    folder = tmp_path_factory.mktemp("repository")
    releases = folder / Path(Addresses("", "", "").wheel.lstrip("/")).parent
    releases.mkdir(parents=True)
    build_wheel(releases)
    return serve(folder)


def kernel_of(folder, monkeypatch, tmp_path):
    """Make the environment's kernel known under a name."""
    spec = tmp_path / "kernels" / "colab" / "kernel.json"
    spec.parent.mkdir(parents=True)
    command = [str(folder / "bin" / "python"), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec.write_text(json.dumps({"argv": command, "display_name": "Colab", "language": "python"}))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    return "colab"


def text_of(cell):
    """What a cell printed."""
    return "".join(output["text"] for output in cell.outputs if output.get("name") == "stdout")


def test_the_line_installs_what_a_chapter_needs_and_nothing_under_a_running_kernel(
    colab, repository, monkeypatch, tmp_path
):
    chapter = nbformat.read(CHAPTER, as_version=4)
    stored = [text_of(cell) for cell in chapter.cells if cell.cell_type == "code"]
    line = Addresses("", repository, "main").colab_cell
    chapter.cells = [nbformat.v4.new_code_cell(source) for source in (LOADED, VERSIONS, line, VERSIONS)] + chapter.cells
    NotebookClient(chapter, kernel_name=kernel_of(colab, monkeypatch, tmp_path), timeout=600).execute()
    code = [cell for cell in chapter.cells if cell.cell_type == "code"]
    before, after = (text_of(code[i]) for i in (1, 3))
    assert before == after and set(before.split()) <= set(re.findall(r"^\S+==\S+$", LISTED.read_text(), re.M))
    assert [text_of(cell) for cell in code[4:]] == stored
    assert any(VIEW in output.get("data", {}) for cell in code for output in cell.outputs)

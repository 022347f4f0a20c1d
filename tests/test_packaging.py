import doctest
import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import wordlelib as wl
from wordlelib.kernels.jit import cache_folder

HOME = Path(wl.__file__).parent
TOP = HOME.parent
WAIT = 600  # seconds; far more than anything here takes
MODULES = [found.name for found in pkgutil.walk_packages([str(HOME)], "wordlelib.")]


def with_examples():
    """The modules whose docstrings show what to type, the package itself among them."""
    for name in ["wordlelib", *MODULES]:
        path = TOP / name.replace(".", "/")
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if ">>>" in path.read_text(encoding="utf-8"):
            yield name


@pytest.mark.parametrize("name", list(with_examples()))
def test_examples_in_docstrings_give_what_they_say(name):
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted and not found.failed


def run(*words, **options):
    done = subprocess.run(words, capture_output=True, text=True, timeout=WAIT, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder into which the wheel is installed, and the surroundings in which it is used."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=TOP)
    (wheel,) = folder.glob("*.whl")
    target = folder / "installed"
    run(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", str(target), str(wheel))
    kept = {"PYTHONPATH": str(target), "NUMBA_CACHE_DIR": str(cache_folder().parent), "PYTHONIOENCODING": "utf-8"}
    return target, {"env": {**os.environ, **kept}, "cwd": folder}


def test_the_wheel_holds_the_library_and_its_data(installed):
    target, surroundings = installed
    where = run(sys.executable, "-c", "import wordlelib; print(wordlelib.__file__)", **surroundings)
    assert Path(where.strip()) == target / "wordlelib" / "__init__.py"
    for folder in ("words", "priors", "published", "results", "certificates", "mixtures"):
        files = {path.relative_to(TOP / "data") for path in (TOP / "data" / folder).rglob("*") if path.is_file()}
        held = {
            path.relative_to(target / "wordlelib" / "data")
            for path in (target / "wordlelib" / "data" / folder).rglob("*")
            if path.is_file()
        }
        assert files and held == files
    assert (target / "wordlelib" / "py.typed").is_file()
    sources = {path.relative_to(HOME) for path in HOME.rglob("*.py")} | {
        p.relative_to(HOME) for p in HOME.rglob("*.js")
    }
    sources |= {path.relative_to(HOME) for path in (HOME / "kernels" / "compiled").iterdir()}
    assert all((target / "wordlelib" / path).is_file() for path in sources)


def test_numba_is_required_where_it_can_be(installed):
    (metadata,) = installed[0].glob("wordlelib-*.dist-info/METADATA")
    lines = metadata.read_text(encoding="utf-8").splitlines()
    required = [Requirement(line.partition(": ")[2]) for line in lines if line.startswith("Requires-Dist")]
    others = {"cloudpickle"}
    for platform, names in (("linux", {"numpy", "numba", *others}), ("emscripten", {"numpy", *others})):
        surroundings = {"sys_platform": platform, "extra": ""}
        assert {each.name for each in required if not each.marker or each.marker.evaluate(surroundings)} == names


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("wordlelib.plots", "matplotlib", "plots"),
        ("wordlelib.lab.heads", "matplotlib", "plots"),
        ("wordlelib.widgets", "anywidget", "widgets"),
        ("wordlelib.environments.single", "gymnasium", "environments"),
        ("wordlelib.environments.two", "pettingzoo", "environments"),
    ],
)
def test_a_missing_package_is_named_with_the_extra_that_installs_it(module, package, extra):
    program = f"import sys; sys.modules[{package!r}] = None; import {module}"
    done = subprocess.run([sys.executable, "-c", program], cwd=TOP, capture_output=True, text=True, timeout=WAIT)
    said = f'ModuleNotFoundError: {module} needs {package}: pip install "wordlelib[{extra}]"'
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, said)


def test_the_console_script_answers(installed):
    target, surroundings = installed
    said = run(str(target / "bin" / "wordlelib"), "feedback", "stone", "night", **surroundings)
    assert said == run(sys.executable, "-m", "wordlelib", "feedback", "stone", "night", **surroundings)
    assert said.startswith("-y-y-")


@pytest.mark.large
def test_the_installed_library_plays(installed):
    _, surroundings = installed
    assert "7946" in run(sys.executable, "-m", "wordlelib", "play", "--opening", "salet", **surroundings).replace(
        ",", ""
    )

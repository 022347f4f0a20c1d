"""What Binder installs: everything pinned, in one file that refers to no other, before the repository is copied."""

import re
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.binder.__main__ import dockerfile_of
from tools.binder.dockerfile import read_dockerfile

ROOT = Path(__file__).parents[2]
BINDER = ROOT / "binder"
THERE = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": "x86_64"}


def requirements_in(path):
    """The requirements of a file, without what refers to other files."""
    lines = (line.split("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [Requirement(line) for line in lines if line and not line.startswith("-")]


def versions_of(requirements):
    return {(canonicalize_name(each.name), str(each.specifier)) for each in requirements}


def needed_by(requirement, there, seen):
    """All that comes along with a distribution, by the metadata of those that are installed here."""
    name = canonicalize_name(requirement.name)
    if (name, frozenset(requirement.extras)) in seen:
        return
    seen.add((name, frozenset(requirement.extras)))
    for each in map(Requirement, distribution(name).requires or []):
        extras = [{"extra": extra} for extra in ("", *requirement.extras)]
        if each.marker is None or any(each.marker.evaluate(there | extra) for extra in extras):
            needed_by(each, there, seen)


@pytest.fixture(scope="module")
def python():
    return (BINDER / "runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")


def test_the_library_runs_on_the_python_of_the_image(python):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert Requirement(f"python{project['requires-python']}").specifier.contains(python)


def test_every_version_is_pinned_as_everywhere_else():
    lines = (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert pins and all(re.fullmatch(r"[\w.-]+==[\w.]+( ; .+)?", line) for line in pins)
    everywhere = requirements_in(ROOT / "constraints.txt")
    # Where a distribution is needed differs: what only some of the packages bring carries their markers.
    assert versions_of(map(Requirement, pins)) <= versions_of(everywhere)


def test_nothing_is_installed_that_is_not_pinned(python):
    seen = set()
    there = THERE | {"python_version": python, "python_full_version": f"{python}.14"}
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    for requirement in map(Requirement, groups["notebooks"]):
        needed_by(requirement, there, seen)
    pins = requirements_in(BINDER / "requirements.txt")
    installed = {canonicalize_name(pin.name) for pin in pins if pin.marker is None or pin.marker.evaluate(there)}
    assert {name for name, _ in seen} == installed


def test_repo2docker_keeps_the_layer_of_the_packages():
    steps = read_dockerfile(dockerfile_of(ROOT))
    said = [f"{name} {value}" for name, value in steps]
    copies = [i for i, line in enumerate(said) if re.search(r"^COPY .*src/", line)]
    (install,) = (i for i, line in enumerate(said) if "pip install" in line)
    (everything,) = (i for i in copies if re.search(r" src/ ", said[i]))
    before = [said[i].split("src/")[1].split()[0] for i in copies if i < install]
    assert before == ["binder/requirements.txt"] and install < everything
    assert (
        everything < said.index("RUN ./binder/postBuild") < said.index('ENV R2D_ENTRYPOINT="${REPO_DIR}/binder/start"')
    )

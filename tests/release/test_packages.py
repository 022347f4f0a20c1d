"""The library as it is published: a wheel that says all its licences, a source distribution in which the tests run."""

import email
import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from publishing import ADDRESSES, ROOT

from tools.release import build_packages
from wordlelib.kernels.jit import cache_folder

SAMPLE = ["tests/test_words.py", "tests/test_house.py", "tests/test_feedback.py"]


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """Build both for the addresses; give the folder."""
    folder = tmp_path_factory.mktemp("packages")
    with pytest.MonkeyPatch.context() as patch:
        for name, address in ADDRESSES.items():
            patch.setenv(name, address)
        build_packages(folder)
    return folder


@pytest.fixture(scope="module")
def wheel(packages):
    """Open the wheel."""
    (path,) = packages.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        yield archive


@pytest.fixture(scope="module")
def metadata(wheel):
    """Read what the wheel says of itself."""
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return email.message_from_bytes(wheel.read(name))


@pytest.fixture(scope="module")
def unpacked(packages, tmp_path_factory):
    """Unpack the source distribution; give its folder."""
    (path,) = packages.glob("*.tar.gz")
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(path) as archive:
        archive.extractall(folder, filter="data")
    return folder / path.name.removesuffix(".tar.gz")


def licences():
    """Give the licences of each of the project's files, as REUSE.toml says them."""
    command = [sys.executable, "-m", "reuse", "lint", "--json"]
    found = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    return {each["path"]: {said["value"] for said in each["spdx_expressions"]} for each in found["files"]}


def test_the_wheel_names_the_licence_of_each_file_in_it(wheel, metadata):
    known = licences()
    held = [each.filename for each in wheel.infolist() if each.file_size and each.filename.startswith("wordlelib/")]
    sources = [name.removeprefix("wordlelib/") if name.startswith("wordlelib/data/") else name for name in held]
    used = {each for name in sources for each in known.get(name, ())}
    assert len(sources) > 300 and {Path(name).name for name in sources if name not in known} == {"LICENSE.md"}
    assert used == set(metadata["License-Expression"].split(" AND "))


def test_the_texts_of_the_licences_travel_along(wheel, metadata):
    named = set(metadata.get_all("License-File"))
    (home,) = {name.split("/")[0] for name in wheel.namelist() if ".dist-info/" in name}
    for name in named:
        assert wheel.read(f"{home}/licenses/{name}") == (ROOT / name).read_bytes()
    texts = {Path(name).stem for name in named if name.startswith("LICENSES/")}
    assert texts | {"BSD-3-Clause"} == set(metadata["License-Expression"].split(" AND "))
    assert (ROOT / "LICENSE").read_text() == (ROOT / "LICENSES" / "BSD-3-Clause.txt").read_text()
    assert named - {f"LICENSES/{text}.txt" for text in texts} == {
        "LICENSE",
        "LICENSE-CONTENT",
        "data/priors/LICENSE.md",
        "data/words/LICENSE.md",
    }


def test_a_release_says_where_it_comes_from_and_the_project_invents_no_address(metadata):
    pages, repository = ADDRESSES.values()
    found = dict(line.split(", ") for line in metadata.get_all("Project-URL"))
    assert found == {"Book": pages, "Source": repository, "Issues": f"{repository}/issues"}
    assert "urls" not in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_source_distribution_holds_what_is_committed_and_no_more(unpacked):
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    held = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    assert held - set(listed.split("\0")) == {"PKG-INFO"}
    assert {name.split("/")[0] for name in held}.isdisjoint({"book", "assignments", "binder", "bench", ".github"})


def test_the_tests_run_in_the_source_distribution(unpacked):
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    surroundings["NUMBA_CACHE_DIR"] = str(cache_folder().parent)
    pytest_there = [sys.executable, "-m", "pytest", "-q", "-p", "no:nbval", "-p", "no:anyio", "-p", "no:cacheprovider"]
    for what in (["--collect-only"], SAMPLE):
        done = subprocess.run([*pytest_there, *what], cwd=unpacked, env=surroundings, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-4000:]
    asked = [sys.executable, "-c", "import wordlelib; print(wordlelib.__file__)"]
    where = subprocess.run(asked, cwd=unpacked, env=surroundings, check=True, capture_output=True, text=True).stdout
    assert Path(where.strip()).is_relative_to(unpacked)

"""The workflows: each action pinned by its commit, no right that is not used, each command one that also runs here."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from tools import alone

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = sorted(FOLDER.glob("*.yml"))
WRITES = {
    ("publish", "release"): {"contents"},
    ("publish", "pages"): {"pages", "id-token"},
    ("preview", "comment"): {"pull-requests"},
    ("weekly", "report"): {"issues"},
}


def read(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


JOBS = [
    pytest.param(path.stem, name, job, id=f"{path.stem}-{name}")
    for path in WORKFLOWS
    for name, job in read(path)["jobs"].items()
]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_each_action_is_pinned_by_its_commit(path):
    used = re.findall(r"uses: (.*)", path.read_text(encoding="utf-8"))
    assert used and [line for line in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)] == []


def test_an_action_is_pinned_by_one_commit_everywhere():
    used = {line for path in WORKFLOWS for line in re.findall(r"uses: (.*)", path.read_text(encoding="utf-8"))}
    assert len({line.partition("@")[0] for line in used}) == len(used)


@pytest.mark.parametrize(("workflow", "name", "job"), JOBS)
def test_a_job_may_write_only_what_it_is_for(workflow, name, job):
    assert read(FOLDER / f"{workflow}.yml")["permissions"] == {}
    writes = {right for right, level in job["permissions"].items() if level == "write"}
    assert writes == WRITES.get((workflow, name), set())
    assert job["timeout-minutes"] <= 90


@pytest.mark.parametrize(("workflow", "name", "job"), JOBS)
def test_a_checkout_keeps_no_token(workflow, name, job):
    checkouts = [step for step in job["steps"] if step.get("uses", "").startswith("actions/checkout@")]
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


@pytest.mark.parametrize(("workflow", "name", "job"), JOBS)
def test_each_command_makes_a_target_that_is_there(workflow, name, job):
    for step in job["steps"]:
        if "run" in step:
            if step["run"].startswith("python -m tools.alone"):  # which runs where there is no make
                continue
            assert step["run"].startswith("make "), "what a job does stands in the Makefile"
            phases = job.get("strategy", {}).get("matrix", {}).get("phase", [""])
            for phase in phases:
                command = step["run"].replace("make ", "make --dry-run ", 1).replace("${PHASE}", phase)
                subprocess.run(["bash", "-ec", command], cwd=ROOT, check=True, capture_output=True)


def test_what_runs_for_a_fork_sees_no_secret():
    for path in WORKFLOWS:
        triggers = read(path)[True]  # YAML 1.1 reads "on" as a truth value
        assert "pull_request_target" not in triggers
        if "pull_request" in triggers:
            assert not re.search(r"secrets\.|github\.token|GITHUB_TOKEN", path.read_text(encoding="utf-8"))


def test_each_change_is_tested_by_every_phase_on_three_pythons():
    matrix = read(FOLDER / "tests.yml")["jobs"]["phase"]["strategy"]["matrix"]
    said = re.findall(r"^(?:PHASES|REST|ELSEWHERE) := (.*)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert set(" ".join(matrix["phase"]).split()) == set(" ".join(said).replace('"', "").split())
    assert matrix["python"] == ["3.11", "3.12", "3.13"]


def test_the_preview_follows_the_tests_and_finds_their_pages():
    tests = read(FOLDER / "tests.yml")
    assert read(FOLDER / "preview.yml")[True]["workflow_run"]["workflows"] == [tests["name"]]
    uploads = [step for step in tests["jobs"]["pages"]["steps"] if "upload-artifact" in step.get("uses", "")]
    assert [step["with"]["name"] for step in uploads] == ["pages"]


def test_the_package_names_the_pythons_that_are_tested():
    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["classifiers"]
    named = re.findall(r"^Programming Language :: Python :: (3\.\d+)$", "\n".join(said), re.M)
    assert named == read(FOLDER / "tests.yml")["jobs"]["phase"]["strategy"]["matrix"]["python"]


def updates():
    """Give what dependabot looks after: its settings by the kind of packages."""
    settings = read(ROOT / ".github" / "dependabot.yml")["updates"]
    assert len({each["package-ecosystem"] for each in settings}) == len(settings)
    return {each["package-ecosystem"]: each for each in settings}


@pytest.mark.parametrize(
    ("kind", "name"), [("pip", "requirements.txt"), ("npm", "package-lock.json"), ("docker", "Dockerfile")]
)
def test_updates_come_to_every_folder_in_one_pull_request(kind, name):
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    folders = {Path("/", path).parent.as_posix() for path in listed if Path(path).name == name}
    settings = updates()[kind]
    assert folders and set(settings.get("directories", [settings.get("directory")])) == folders
    assert len(folders) == 1 or [each["patterns"] for each in settings["groups"].values()] == [["*"]]


def test_updates_of_actions_come_together():
    assert [each["patterns"] for each in updates()["github-actions"]["groups"].values()] == [["*"]]


def test_jupyter_book_2_is_left_alone():
    assert {"dependency-name": "jupyter-book", "versions": [">=2"]} in updates()["pip"]["ignore"]


def test_the_library_alone_is_tested_on_other_systems_and_with_the_oldest_and_the_newest_numba():
    tried = read(FOLDER / "tests.yml")["jobs"]["alone"]["strategy"]["matrix"]["include"]
    assert {each["system"].partition("-")[0] for each in tried if not each["early"]} == {"ubuntu", "windows", "macos"}
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    [oldest] = [re.match(r"numba>=([\d.]+);", each)[1] for each in needed if each.startswith("numba")]
    weekly = read(FOLDER / "weekly.yml")["jobs"]
    assert weekly["numba"]["strategy"]["matrix"]["numba"] == ["numba", f"numba=={oldest}.*"]
    assert set(weekly["report"]["needs"]) == set(weekly) - {"report"}


def test_the_tests_of_the_library_alone_are_there():
    assert [path for path in alone.tests() if not (ROOT / path).is_file()] == []

"""What the workflows tell GitHub, told to a stand-in for `gh` that writes down what it is asked."""

import json
import os
import subprocess
import sys

import pytest

from tools.addresses import ROOT

STAND_IN = """
import json, os, sys
with open(os.environ["ASKED"], "a") as file:
    file.write(json.dumps(sys.argv[1:]) + "\\n")
for begins, answer in json.loads(os.environ["ANSWERS"]).items():
    if " ".join(sys.argv[1:]).startswith(begins):
        print(answer)
"""


@pytest.fixture
def told(tmp_path):
    """Give a function that runs a task with these answers of GitHub, and gives what GitHub was asked."""
    program = tmp_path / "bin" / "gh"
    program.parent.mkdir()
    program.with_suffix(".py").write_text(STAND_IN, encoding="utf-8")
    program.write_text(f'#!/bin/sh\nexec \'{sys.executable}\' "$0.py" "$@"\n', encoding="utf-8")
    program.chmod(0o755)

    def run(*words, **answers):
        asked = tmp_path / "asked"
        paths = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
        surroundings = os.environ | {"PATH": paths, "ASKED": str(asked), "ANSWERS": json.dumps(answers)}
        subprocess.run(["make", "-s", *words, f"PYTHON={sys.executable}"], cwd=ROOT, env=surroundings, check=True)
        return [json.loads(line) for line in asked.read_text().splitlines()]

    return run


PULLS, ARTIFACTS = (
    "api repos/{owner}/{repo}/commits/abcdef0123/pulls",
    "api repos/{owner}/{repo}/actions/runs/7/artifacts",
)
HOME = {"repo view": "https://github.com/someone/wordle"}


def test_a_release_gets_all_files_but_the_notes(tmp_path, told, monkeypatch):
    dist = tmp_path / "dist"
    dist.mkdir()
    for name in ("NOTES.md", "book.pdf", "a.whl"):
        (dist / name).write_text("")
    (asked,) = told("upload", "TAG=v1.2.3", f"INTO={tmp_path}")
    assert asked[:3] == ["release", "create", "v1.2.3"] and "--verify-tag" in asked
    assert asked[-2:] == [f"{dist}/a.whl", f"{dist}/book.pdf"] and f"{dist}/NOTES.md" in asked


def test_a_pull_request_is_told_where_its_pages_are(told):
    asked = told("preview", "RUN=7", "COMMIT=abcdef0123", **{PULLS: "12", ARTIFACTS: "345"}, **HOME)
    assert asked[-1][:3] == ["pr", "comment", "12"] and "--edit-last" in asked[-1]
    assert "https://github.com/someone/wordle/actions/runs/7/artifacts/345" in asked[-1][-1]
    assert "abcdef0" in asked[-1][-1]


@pytest.mark.parametrize("answers", [{PULLS: "", ARTIFACTS: "345"}, {PULLS: "12", ARTIFACTS: ""}])
def test_nothing_is_said_without_a_pull_request_or_pages(told, answers):
    asked = told("preview", "RUN=7", "COMMIT=abcdef0123", **answers, **HOME)
    assert len(asked) == 2 and all(each[0] == "api" for each in asked)


def test_a_failure_opens_an_issue(told):
    asked = told("report", "RUN=https://github.com/run/7")
    assert asked[-1][:2] == ["issue", "create"] and "https://github.com/run/7" in asked[-1][-1]


def test_a_second_failure_adds_to_the_issue(told):
    asked = told("report", "RUN=https://github.com/run/8", **{"issue list": "5"})
    assert asked[-1][:3] == ["issue", "comment", "5"] and "https://github.com/run/8" in asked[-1][-1]

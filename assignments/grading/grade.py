"""From a folder of submissions to points and feedback, one submission at a time, going on where a run was stopped."""

import csv
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import Gradebook

import wordlelib
from assignments.grading.course import HELPERS, SOURCE, new_api, sets
from assignments.grading.submissions import Submission, find, read
from wordlelib.runs import write_whole

LIBRARY = Path(wordlelib.__file__).parent


def grade(
    folder: Path,
    out: Path,
    only: list[str] | None = None,
    seconds: float = 20.0,
    progress: Callable[[int, int, str], None] = lambda done, all, what: None,
) -> list[dict[str, Any]]:
    """Grade what was handed in.

    Parameters
    ----------
    folder
        Submissions, as ``STUDENT/SET/SET.ipynb`` or ``STUDENT/SET.ipynb``.
    out
        A folder for the results: ``points.csv``, a page of feedback for each submission, and nbgrader's course.
    only
        Names of sets; all by default.
    seconds
        How long a cell of a student's, or a call of a student's function, may take.
    progress
        Called with (submissions done, submissions in all, the next one).

    Returns
    -------
    list of dict
        A row for each submission: student, set, points, of, to_read (points for texts that nobody has read yet),
        remark, and the points of each check.
    """
    names = sets() if only is None else only
    for name in set(names) - set(sets()):
        raise ValueError(f"only: {name!r}; expected one of {', '.join(sets())}")
    if not folder.is_dir():
        raise ValueError(f"submissions: {str(folder)!r} is no folder; expected one with a folder for each student")
    out.mkdir(parents=True, exist_ok=True)
    work = out.resolve() / "course"
    _prepare(work, names)
    handed_in, done = find(folder, names), _done(out)
    for number, submission in enumerate(handed_in):
        progress(number, len(handed_in), f"{submission.student} {submission.name}")
        key, digest = f"{submission.student}/{submission.name}", submission.digest()
        if done.get(key, {}).get("digest") != digest:
            remark = _grade_one(work, submission, seconds, out)
            done[key] = {"digest": digest, "remark": remark}
            write_whole(out / "done.json", json.dumps(done, indent=1, sort_keys=True) + "\n")
    progress(len(handed_in), len(handed_in), "")
    rows = _rows(work, handed_in, done)
    _write_table(out / "points.csv", rows)
    return rows


def _prepare(work: Path, names: list[str]) -> None:
    """Make nbgrader's course, or bring it up to date."""
    work.mkdir(exist_ok=True)
    api = new_api(work)
    for name in names:
        target = work / "source" / name
        shutil.copytree(SOURCE / name, target, dirs_exist_ok=True)
        shutil.copy(SOURCE / HELPERS, target)
        if not (work / "release" / name).exists():
            _succeed(api.generate_assignment(name))


def _grade_one(work: Path, submission: Submission, seconds: float, out: Path) -> str:
    """Grade a submission and write its page of feedback; give a remark."""
    student, name = submission.student, submission.name
    empty = nbformat.read(work / "release" / name / f"{name}.ipynb", as_version=4)
    cells = {cell.metadata["nbgrader"]["grade_id"] for cell in empty.cells if "nbgrader" in cell.metadata}
    book, remark = read(submission, cells)
    if book is None:
        book = empty
        book.cells.insert(0, nbformat.v4.new_markdown_cell(f"**{remark}**"))
    place = work / "submitted" / student / name
    place.mkdir(parents=True, exist_ok=True)
    nbformat.write(book, place / f"{name}.ipynb")
    reads = [str(LIBRARY), str(LIBRARY.parent / "data"), *filter(os.path.isdir, sys.path[1:])]
    api = new_api(work, files=str(work / "release" / name), reads=reads, seconds=seconds)
    _succeed(api.autograde(name, student, force=True))
    _succeed(api.generate_feedback(name, student, force=True))
    pages = out / "feedback" / student
    pages.mkdir(parents=True, exist_ok=True)
    shutil.copy(work / "feedback" / student / name / f"{name}.html", pages)
    return remark


def _succeed(result: dict[str, Any]) -> None:
    """Go on only if nbgrader has done what it should."""
    if not result["success"]:
        raise RuntimeError(f"nbgrader: {result.get('error') or result.get('log')}")


def _done(out: Path) -> dict[str, dict[str, str]]:
    """Give what an earlier run has done."""
    path = out / "done.json"
    return json.loads(path.read_text()) if path.exists() else {}


def _rows(work: Path, handed_in: list[Submission], done: dict[str, dict[str, str]]) -> list[dict[str, Any]]:
    """Give the rows of the table of points."""
    rows = []
    with Gradebook(f"sqlite:///{work / 'gradebook.db'}") as book:
        for student, name, _ in handed_in:
            graded = book.find_submission(name, student)
            grades = [grade for notebook in graded.notebooks for grade in notebook.grades]
            waiting = [grade for grade in grades if grade.needs_manual_grade]
            row = {"student": student, "set": name, "points": graded.score, "of": graded.max_score}
            row |= {"to_read": sum(grade.max_score for grade in waiting), "remark": done[f"{student}/{name}"]["remark"]}
            rows.append(row | {grade.name: grade.score for grade in grades if grade not in waiting})
    return rows


def _write_table(path: Path, rows: list[dict[str, Any]]) -> None:
    """Write the table of points."""
    fields = list(dict.fromkeys(field for row in rows for field in row))
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, fields)
        table.writeheader()
        table.writerows(rows)

"""From a folder of submissions to points and feedback, one submission at a time, going on where a run was stopped."""

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
from assignments.grading.course import check_names, digest_of, new_api, release, succeed
from assignments.grading.submissions import Submission, find, read
from assignments.grading.written import enter, read_rows, write_rows, write_table
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
        A folder for the results: ``points.csv``, a page of feedback for each submission, nbgrader's course, and
        ``written.csv``. The last has a row for each written answer. Whoever reads these enters points and a comment
        there, and grades again: then they stand in the other two as well.
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
    names = check_names(only)
    if not folder.is_dir():
        raise ValueError(f"submissions: {str(folder)!r} is no folder; expected one with a folder for each student")
    handed_in = find(folder, names)
    if not handed_in:
        raise ValueError(
            f"submissions: {str(folder)!r} has no notebook; expected STUDENT/SET/SET.ipynb, as ada/ps1/ps1.ipynb"
        )
    out.mkdir(parents=True, exist_ok=True)
    work = out.resolve() / "course"
    work.mkdir(exist_ok=True)
    release(work, names)
    done, written = _done(out), read_rows(out / "written.csv")
    with Gradebook(f"sqlite:///{work / 'gradebook.db'}") as book:
        for number, submission in enumerate(handed_in):
            progress(number, len(handed_in), f"{submission.student} {submission.name}")
            key, digest = f"{submission.student}/{submission.name}", submission.digest() + digest_of(submission.name)
            is_new = done.get(key, {}).get("digest") != digest
            remark = _run(work, submission, seconds) if is_new else done[key]["remark"]
            book.db.expire_all()
            if enter(written, submission, _cells(work, submission), book) or is_new:
                _write_feedback(work, submission, out)
            done[key] = {"digest": digest, "remark": remark}
            write_whole(out / "done.json", json.dumps(done, indent=1, sort_keys=True) + "\n")
        rows = [_row(book, submission, done) for submission in handed_in]
    progress(len(handed_in), len(handed_in), "")
    write_rows(out / "written.csv", written)
    write_table(out / "points.csv", dict.fromkeys(field for row in rows for field in row), rows)
    return rows


def _run(work: Path, submission: Submission, seconds: float) -> str:
    """Run a submission and its checks; give a remark."""
    student, name = submission.student, submission.name
    empty = nbformat.read(work / "release" / name / f"{name}.ipynb", as_version=4)
    cells = {cell.metadata["nbgrader"]["grade_id"] for cell in empty.cells if "nbgrader" in cell.metadata}
    book, remark = read(submission, cells)
    book, remark = book or empty, f"{submission.remark} {remark}".strip()
    if remark:
        book.cells.insert(0, nbformat.v4.new_markdown_cell(f"**{remark}**"))
    place = work / "submitted" / student / name
    place.mkdir(parents=True, exist_ok=True)
    nbformat.write(book, place / f"{name}.ipynb")
    reads = [str(LIBRARY), str(LIBRARY.parent / "data"), *filter(os.path.isdir, sys.path[1:])]
    api = new_api(work, files=str(work / "release" / name), reads=reads, seconds=seconds)
    succeed(api.autograde(name, student, force=True))
    return remark


def _cells(work: Path, submission: Submission) -> list[Any]:
    """Give the cells of a submission as they were graded."""
    student, name, *_ = submission
    return nbformat.read(work / "autograded" / student / name / f"{name}.ipynb", as_version=4).cells


def _write_feedback(work: Path, submission: Submission, out: Path) -> None:
    """Write the page of feedback."""
    student, name, *_ = submission
    succeed(new_api(work).generate_feedback(name, student, force=True))
    pages = out / "feedback" / student
    pages.mkdir(parents=True, exist_ok=True)
    shutil.copy(work / "feedback" / student / name / f"{name}.html", pages)


def _done(out: Path) -> dict[str, dict[str, str]]:
    """Give what an earlier run has done."""
    path = out / "done.json"
    return json.loads(path.read_text()) if path.exists() else {}


def _row(book: Gradebook, submission: Submission, done: dict[str, dict[str, str]]) -> dict[str, Any]:
    """Give a row of the table of points."""
    student, name, *_ = submission
    graded = book.find_submission(name, student)
    grades = [grade for notebook in graded.notebooks for grade in notebook.grades]
    waiting = [grade for grade in grades if grade.needs_manual_grade]
    row = {"student": student, "set": name, "points": graded.score, "of": graded.max_score}
    row |= {"to_read": sum(grade.max_score for grade in waiting), "remark": done[f"{student}/{name}"]["remark"]}
    return row | {grade.name: grade.score for grade in grades if grade not in waiting}

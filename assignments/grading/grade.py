"""From a folder of submissions to points and feedback, one submission at a time, going on where a run was stopped."""

import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import Gradebook

from assignments.grading.child import copy_library, must_be_hidden
from assignments.grading.course import check_names, digest_of, new_api, release, sets, succeed
from assignments.grading.sheet import fill
from assignments.grading.submissions import Submission, find
from assignments.grading.written import enter, read_rows, strangers, write_rows, write_table
from wordlelib.runs import write_whole

WORTH = 30  # points of each problem set
FAILED = "It could not be graded: {}. Please look at it yourself."


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
    if not folder.exists() or folder.is_file() and folder.suffix.lower() != ".zip":
        raise ValueError(f"submissions: {str(folder)!r}; expected a folder with one for each student, or an archive")
    handed_in = find(folder, names, sets())
    if not handed_in:
        raise ValueError(
            f"submissions: {str(folder)!r} has no notebook; expected STUDENT/SET/SET.ipynb, as ada/ps1/ps1.ipynb"
        )
    out.mkdir(parents=True, exist_ok=True)
    work = out.resolve() / "course"
    must_be_hidden(folder.resolve(), out.resolve())
    work.mkdir(exist_ok=True)
    release(work, names)
    done, written = _done(out), read_rows(out / "written.csv")
    rows, known = [], set[str]()
    with Gradebook(f"sqlite:///{work / 'gradebook.db'}") as book, tempfile.TemporaryDirectory() as library:
        copy_library(Path(library))
        for number, submission in enumerate(handed_in):
            progress(number, len(handed_in), f"{submission.student} {submission.name}")
            if not submission.name:
                rows.append(_empty_row(submission, submission.remark))
                continue
            key, digest = f"{submission.student}/{submission.name}", submission.digest() + digest_of(submission.name)
            try:
                is_new = done.get(key, {}).get("digest") != digest
                remark = _run(work, submission, seconds, library) if is_new else done[key]["remark"]
                book.db.expire_all()
                if enter(written, known, submission, _cells(work, submission), book) or is_new:
                    _write_feedback(work, submission, out)
                rows.append(_row(book, submission, remark))
                done[key] = {"digest": digest, "remark": remark}
            except Exception as error:  # whatever one submission does, the others are graded
                book.db.rollback()
                done.pop(key, None)
                rows.append(
                    _empty_row(submission, f"{submission.remark} {FAILED.format(type(error).__name__)}".strip())
                )
            write_whole(out / "done.json", json.dumps(done, indent=1, sort_keys=True) + "\n")
    progress(len(handed_in), len(handed_in), "")
    rows += [_empty_row(Submission(student, ""), remark) for student, remark in strangers(written, names, known)]
    write_rows(out / "written.csv", written)
    write_table(out / "points.csv", dict.fromkeys(field for row in rows for field in row), rows)
    return rows


def _run(work: Path, submission: Submission, seconds: float, library: str) -> str:
    """Run a submission and its checks; give a remark."""
    name, key = submission.name, submission.key
    empty = nbformat.read(work / "release" / name / f"{name}.ipynb", as_version=4)
    book, odd = fill(empty, submission.content) if submission.content else (empty, "")
    remark = f"{submission.remark} {odd}".strip()
    if remark:
        book.cells.insert(0, nbformat.v4.new_markdown_cell(f"**{remark}**"))
    place = work / "submitted" / key / name
    place.mkdir(parents=True, exist_ok=True)
    nbformat.write(book, place / f"{name}.ipynb")
    api = new_api(work, files=str(work / "release" / name), library=library, seconds=seconds)
    succeed(api.autograde(name, key, force=True))
    return remark


def _cells(work: Path, submission: Submission) -> list[Any]:
    """Give the cells of a submission as they were graded."""
    name = submission.name
    return nbformat.read(work / "autograded" / submission.key / name / f"{name}.ipynb", as_version=4).cells


def _write_feedback(work: Path, submission: Submission, out: Path) -> None:
    """Write the page of feedback."""
    name, key = submission.name, submission.key
    succeed(new_api(work).generate_feedback(name, key, force=True))
    pages = out / "feedback" / submission.student
    pages.mkdir(parents=True, exist_ok=True)
    shutil.copy(work / "feedback" / key / name / f"{name}.html", pages)


def _done(out: Path) -> dict[str, dict[str, str]]:
    """Give what an earlier run has done."""
    path = out / "done.json"
    return json.loads(path.read_text()) if path.exists() else {}


def _row(book: Gradebook, submission: Submission, remark: str) -> dict[str, Any]:
    """Give a row of the table of points."""
    graded = book.find_submission(submission.name, submission.key)
    grades = [grade for notebook in graded.notebooks for grade in notebook.grades]
    waiting = [grade for grade in grades if grade.needs_manual_grade]
    row = _empty_row(submission, remark) | {"points": graded.score, "of": graded.max_score}
    row["to_read"] = sum(grade.max_score for grade in waiting)
    return row | {grade.name: grade.score for grade in grades if grade not in waiting}


def _empty_row(submission: Submission, remark: str) -> dict[str, Any]:
    """Give the row of what could not be graded."""
    points = {"points": 0, "of": WORTH if submission.name else 0, "to_read": 0}
    return {"student": submission.student, "set": submission.name} | points | {"remark": remark}

"""What people grade: a table with a row for each written answer, in which they enter points and a comment."""

import csv
import hashlib
import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook

from assignments.grading.submissions import Submission
from wordlelib.runs import write_whole

FIELDS = ("student", "set", "problem", "of", "points", "comment", "answer")
Rows = dict[tuple[str, str, str], dict[str, str]]


def read_rows(path: Path) -> Rows:
    """Read the table, if there is one.

    Raises
    ------
    ValueError
        If points are no number between 0 and what a problem is worth.
    """
    if not path.exists():
        return {}
    with open(path, newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    for number, row in enumerate(rows, 2):
        if set(row) != set(FIELDS):
            raise ValueError(f"{path.name}, line {number}: {', '.join(map(str, row))}; expected {', '.join(FIELDS)}")
        if row["points"].strip() and not 0 <= _number(row["points"]) <= float(row["of"]):
            raise ValueError(
                f"{path.name}, line {number}: points: {row['points']!r}; expected 0 to {row['of']}, or nothing"
            )
    return {(row["student"], row["set"], row["problem"]): row for row in rows}


def _number(text: str) -> float:
    """Read a number; give one that is never right if it is none."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return -1.0


def write_rows(path: Path, rows: Rows) -> None:
    """Write the table by set and problem, so that one problem's answers stand together."""
    write_table(path, FIELDS, sorted(rows.values(), key=lambda row: (row["set"], row["problem"], row["student"])))


def write_table(path: Path, fields: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write a table whole."""
    text = io.StringIO()
    table = csv.DictWriter(text, list(fields), lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    write_whole(path, text.getvalue())


def enter(rows: Rows, submission: Submission, cells: list[Any], book: Gradebook) -> bool:
    """Bring the table's rows and nbgrader's points together for one submission; say whether its points have changed.

    Parameters
    ----------
    rows
        The table; it gets rows for answers that it does not have yet. Points for an answer that has changed since are
        taken back, and remembered in the comment.
    submission, cells
        The submission, and the cells of its notebook.
    book
        nbgrader's points.
    """
    student, name, changed = submission.student, submission.name, False
    answers = {cell.metadata["nbgrader"]["grade_id"]: cell.source for cell in cells if "nbgrader" in cell.metadata}
    for grade in book.find_submission(name, submission.key).notebooks[0].grades:
        if grade.auto_score is not None:
            rows.pop((student, name, grade.name), None)
            continue
        known = "a" + hashlib.sha256(answers[grade.name].encode()).hexdigest()[:12]  # never a number to a spreadsheet
        row = rows.setdefault(
            (student, name, grade.name),
            dict(zip(FIELDS, (student, name, grade.name, f"{grade.max_score:g}", "", "", known), strict=True)),
        )
        if row["answer"] != known:
            before = (
                f"{row['points'] or 'no'} points for an earlier answer. " if row["points"] or row["comment"] else ""
            )
            row |= {"answer": known, "points": "", "comment": before + row["comment"]}
        points = _number(row["points"]) if row["points"].strip() else None
        comment = book.find_comment(grade.name, name, name, submission.key)
        said = row["comment"].strip() or None
        changed |= grade.manual_score != points or comment.manual_comment != said
        grade.manual_score, comment.manual_comment = points, said
        grade.needs_manual_grade = points is None
    book.db.commit()
    return changed

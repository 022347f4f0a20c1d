"""From a folder of submissions to points and feedback, one submission at a time, going on where a run was stopped."""

import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader

from assignments.grading.child import copy_library, must_be_hidden
from assignments.grading.course import HELPERS, SOURCE, check_names, digest_of, read, sets
from assignments.grading.exam import FAILED, Record, examine
from assignments.grading.sheet import about, is_answer
from assignments.grading.submissions import Submission, find
from assignments.grading.written import Answer, Entered, enter, read_rows, strangers, write_rows, write_table
from wordlelib.runs.sweeps import write_whole

PAGE = Environment(
    loader=FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=True, lstrip_blocks=True
).get_template("feedback.html")


class Problem(NamedTuple):
    """What gives points: its name, how many, and whether a person reads it."""

    name: str
    of: float
    is_written: bool


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
        A folder for the results: ``points.csv``, a page of feedback for each submission, ``written.csv``, and in
        ``records`` what came of each submission. The table ``written.csv`` has a row for each written answer. Whoever
        reads these enters points and a comment there, and grades again: then they stand in the other two as well.
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
        remark, and the points of each problem.
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
    must_be_hidden(folder.resolve(), out.resolve())
    written = read_rows(out / "written.csv")
    problems = {name: _problems(name) for name in names}
    rows, known = [], set[str]()
    with tempfile.TemporaryDirectory() as library:
        copy_library(Path(library))
        files = Path(library) / "files"
        files.mkdir()
        (files / HELPERS).write_bytes((SOURCE / HELPERS).read_bytes())
        for number, submission in enumerate(handed_in):
            progress(number, len(handed_in), f"{submission.student} {submission.name}")
            asked = problems.get(submission.name, [])
            try:
                if not submission.name:
                    rows.append(_row(submission, asked, {}, {}, submission.remark))
                    continue
                record = _record(submission, out / "records", Path(library), seconds)
                cells = {cell["name"]: cell for cell in record["cells"] if cell["name"]}
                answers = [
                    Answer(name, of, cells[name]["source"])
                    for name, of, is_written in asked
                    if is_written and name in cells
                ]
                entered = enter(written, known, submission, answers)
                rows.append(_row(submission, asked, cells, entered, f"{submission.remark} {record['remark']}".strip()))
                _write_page(out / "feedback" / submission.student, rows[-1], asked, record["cells"], entered)
            except Exception as error:  # whatever one submission does, the others are graded
                remark = f"{submission.remark} {FAILED.format(type(error).__name__)}".strip()
                rows.append(_row(submission, asked, {}, {}, remark))
    progress(len(handed_in), len(handed_in), "")
    rows += [_row(Submission(student, ""), [], {}, {}, remark) for student, remark in strangers(written, names, known)]
    write_rows(out / "written.csv", written)
    write_table(out / "points.csv", dict.fromkeys(field for row in rows for field in row), rows)
    return rows


def _problems(name: str) -> list[Problem]:
    """Give what gives points in a set, in its order."""
    graded = [cell for cell in read(name).cells if about(cell).get("grade")]
    return [Problem(about(cell)["grade_id"], about(cell)["points"], bool(is_answer(cell))) for cell in graded]


def _record(submission: Submission, folder: Path, library: Path, seconds: float) -> Record:
    """Give what came of a submission; what an earlier run has kept, if that examined the same in the same way."""
    path = folder / f"{submission.key}-{submission.name}.json"
    digest = f"{submission.digest()} {digest_of(submission.name)} {seconds:g}"
    with suppress(OSError, ValueError, TypeError, KeyError):  # none is there, or it is of another submission, or odd
        kept = json.loads(path.read_bytes())
        if kept["digest"] == digest:
            return kept["record"]
    record = examine(submission.name, submission.content, library, seconds)
    if record["ended"]:
        folder.mkdir(exist_ok=True)
        write_whole(path, json.dumps({"digest": digest, "record": record}))
    return record


def _points(problem: Problem, cells: dict[str, Any], entered: dict[str, Entered]) -> float | None:
    """Give the points of a problem; None if a person has to read the answer."""
    if problem.is_written:
        return entered[problem.name].points
    cell = cells[problem.name]
    return problem.of if cell["passed"] else 0


def _row(
    submission: Submission, asked: list[Problem], cells: dict[str, Any], entered: dict[str, Entered], remark: str
) -> dict[str, Any]:
    """Give a row of the table of points; without cells that of what could not be graded."""
    points = {each.name: _points(each, cells, entered) for each in asked if cells}
    return {
        "student": submission.student,
        "set": submission.name,
        "points": sum(each or 0 for each in points.values()),
        "of": sum(each.of for each in asked),
        "to_read": sum(each.of for each in asked if cells and points[each.name] is None),
        "remark": remark,
    } | {name: each for name, each in points.items() if each is not None}


def _write_page(
    folder: Path, row: dict[str, Any], asked: list[Problem], cells: list[Any], entered: dict[str, Entered]
) -> None:
    """Write the page of feedback."""
    problems = {}
    for name, of, is_written in asked:
        points = row.get(name)
        kind = "" if points is None else "right" if points == of else "wrong" if not points else "partly"
        problems[name] = {
            "name": name,
            "kind": kind,
            "mark": {"right": "✓", "wrong": "✗", "partly": "◐", "": "…"}[kind],
            "said": f"{points:g} of {of:g} points" if kind else f"not read yet, {of:g} points at most",
            "comment": entered[name].comment if is_written else "",
        }
    folder.mkdir(parents=True, exist_ok=True)
    about_set = {key: row[key] for key in ("student", "points", "of", "to_read", "remark")}
    write_whole(
        folder / f"{row['set']}.html",
        PAGE.render(title=f"{row['set']}, {row['student']}", problems=problems, cells=cells, **about_set),
    )

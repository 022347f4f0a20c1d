"""What people grade: a table with a row for each written answer, in which they enter points and a comment."""

import csv
import hashlib
import io
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from assignments.grading.submissions import Submission
from wordlelib.runs.sweeps import write_whole

FIELDS = ("student", "set", "problem", "of", "points", "comment", "answer")
NAMED = re.compile(r"\s*(k[0-9a-f]{10})-a[0-9a-f]{12}\s*")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would run begins with one of these
Rows = dict[str, dict[str, str]]


class Answer(NamedTuple):
    """A written answer: of which problem, how many points it may get, and its text."""

    problem: str
    of: float
    source: str


class Entered(NamedTuple):
    """What a teacher has entered for an answer."""

    points: float | None
    comment: str


def key_of(student: str, name: str, problem: str) -> str:
    """Name a written answer so that no spreadsheet takes the name for a number, whatever it makes of a student."""
    return "k" + hashlib.sha256("\0".join((student, name, problem)).encode()).hexdigest()[:10]


def read_rows(path: Path) -> Rows:
    """Read the table, if there is one, as people's spreadsheets save it.

    Raises
    ------
    ValueError
        If it cannot be read, or points are no number between 0 and what a problem is worth.
    """
    if not path.exists():
        return {}
    text = _decoded(path)
    mark = max(",;\t", key=text.partition("\n")[0].count)
    rows: Rows = {}
    for number, row in enumerate(csv.DictReader(io.StringIO(text, newline=""), delimiter=mark), 2):
        if set(row) != set(FIELDS) or None in row.values():
            raise ValueError(f"{path.name}, line {number}: {', '.join(map(str, row))}; expected {', '.join(FIELDS)}")
        row = {
            field: value[1:] if value[:1] == "'" and value[1:2] in FORMULA else value for field, value in row.items()
        }
        if not any(value.strip() for value in row.values()):
            continue
        if row["points"].strip() and not 0 <= _number(row["points"]) <= _number(row["of"]):
            raise ValueError(
                f"{path.name}, line {number}: points: {row['points']!r}; expected 0 to {row['of']}, or nothing"
            )
        named = NAMED.fullmatch(row["answer"])
        key = named[1] if named else key_of(row["student"], row["set"], row["problem"])
        if key in rows:
            raise ValueError(f"{path.name}, line {number}: {row['answer']!r} stands twice; expected each answer once")
        rows[key] = row
    return rows


def _decoded(path: Path) -> str:
    """Read a text in UTF-8, in UTF-16, which Excel calls Unicode, or else in the letters of Western Windows."""
    content = path.read_bytes()
    for encoding in ("utf-16",) if content[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeError:
            continue
    raise ValueError(f"{path.name}: cannot be read; expected a table in UTF-8")


def strangers(rows: Rows, names: list[str], known: set[str]) -> list[tuple[str, str]]:
    """Return the rows that fit no answer that was graded: the student in them, and what a teacher should know."""
    return [
        (
            row["student"],
            f"written.csv: {row['set']} {row['problem']} fits no answer that was graded, so the points "
            f"{row['points'].strip() or 'of nobody'} do not count.",
        )
        for key, row in rows.items()
        if key not in known and (row["set"] in names or not NAMED.fullmatch(row["answer"]))
    ]


def _number(text: str) -> float:
    """Read a number; give one that is never right if it is none."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return -1.0


def write_rows(path: Path, rows: Rows) -> None:
    """Write the table by set and problem, so that one problem's answers stand together, with the mark Excel needs."""
    write_table(
        path, FIELDS, sorted(rows.values(), key=lambda row: (row["set"], row["problem"], row["student"])), "\ufeff"
    )


def write_table(path: Path, fields: Iterable[str], rows: Iterable[Mapping[str, Any]], mark: str = "") -> None:
    """Write a table whole, with a mark before it if need be; a text that a spreadsheet would run gets a quote."""
    text = io.StringIO()
    table = csv.DictWriter(text, list(fields), lineterminator="\n")
    table.writeheader()
    for row in rows:
        table.writerow(
            {
                field: f"'{value}" if str(value)[:1] in FORMULA and type(value) is str else value
                for field, value in row.items()
            }
        )
    write_whole(path, mark + text.getvalue())


def enter(rows: Rows, known: set[str], submission: Submission, answers: Iterable[Answer]) -> dict[str, Entered]:
    """Bring the table up to date for one submission; give what stands in it.

    Parameters
    ----------
    rows
        The table; it gets rows for answers that it does not have yet. Points for an answer that has changed since are
        taken back, and remembered in the comment.
    known
        Gets the keys of the answers that the submission has.
    submission, answers
        The submission, and what is written in it.

    Returns
    -------
    dict
        For each problem its points, None as long as nobody has read the answer, and the comment.
    """
    entered = {}
    for problem, of, source in answers:
        key = key_of(submission.student, submission.name, problem)
        known.add(key)
        digest = f"{key}-a{hashlib.sha256(source.encode()).hexdigest()[:12]}"
        told = dict(zip(FIELDS, (submission.student, submission.name, problem, f"{of:g}", "", "", digest), strict=True))
        row = rows[key] = told | {field: rows.get(key, told)[field] for field in ("points", "comment", "answer")}
        row["answer"] = row["answer"].strip()
        if row["answer"] != digest:
            before = (
                f"{row['points'] or 'no'} points for an earlier answer. " if row["points"] or row["comment"] else ""
            )
            row |= {"answer": digest, "points": "", "comment": before + row["comment"]}
        entered[problem] = Entered(_number(row["points"]) if row["points"].strip() else None, row["comment"].strip())
    return entered

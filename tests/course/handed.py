"""Problem sets as students hand them in."""

import csv
import re
import runpy

import nbformat

from assignments.grading.course import ASSIGNMENTS, SOURCE, read
from assignments.grading.editions import release

HIDDEN = re.compile(r"^### BEGIN HIDDEN TESTS\n.*?^### END HIDDEN TESTS\n?", re.S | re.M)
MARKS = re.compile(r"^[ ]*### (BEGIN|END) SOLUTION\n?", re.M)


def solved(source):
    """Leave the solution and take away its marks."""
    return MARKS.sub("", source + "\n").rstrip("\n")


def public(source):
    """Leave out the hidden part of a check."""
    return HIDDEN.sub("", source + "\n").rstrip("\n")


def handed_in(name="ps1"):
    """Give a problem set as a student hands it in who has solved everything."""
    book = nbformat.read(SOURCE / name / f"{name}.ipynb", as_version=4)
    for cell in book.cells:
        cell.source = public(solved(cell.source))
    book.cells = [cell for cell in book.cells if "rubric" not in cell.metadata.get("tags", [])]
    return book


def wrong_answers(name):
    """Give the wrong answers to a set, by what is wrong with them."""
    return runpy.run_path(str(ASSIGNMENTS / "wrong" / f"{name}.py"))["WRONG"]


def begun(name, **answers):
    """Give a problem set as a student hands it in who has done only some of it."""
    book = release(read(name))
    for cell in book.cells:
        cell.source = answers.get(cell.metadata.get("nbgrader", {}).get("grade_id", ""), cell.source)
    return book


def table(path):
    with open(path, newline="", encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


def fill(path, problem, points, comment):
    """Enter points as a teacher does."""
    rows = table(path)
    for row in rows:
        if row["problem"] == problem:
            row |= {"points": points, "comment": comment}
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)

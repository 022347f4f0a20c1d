"""Problem sets as students hand them in."""

import re

import nbformat

from assignments.grading.course import SOURCE

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

"""Each problem set: its solutions get all points, its stubs none, and wrong answers what they deserve."""

import re
import runpy
import sys
from pathlib import Path

import nbformat
import pytest

import wordlelib
from assignments.grading.child import Child
from assignments.grading.course import ASSIGNMENTS, SOURCE, sets
from assignments.grading.editions import public, solved, stub
from assignments.grading.isolated import run_cells, sentence

LIBRARY = Path(wordlelib.__file__).parent
READS = (str(LIBRARY), str(LIBRARY.parent / "data"), *(path for path in sys.path[1:] if Path(path).is_dir()))


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    (folder / "coursework.py").write_text((SOURCE / "coursework.py").read_text())
    return folder


def book_of(name):
    return nbformat.read(SOURCE / name / f"{name}.ipynb", as_version=4)


def about(cell):
    return cell.metadata.get("nbgrader", {})


def is_check(cell):
    return cell.cell_type == "code" and about(cell).get("grade", False)


def graded(name, files, change=lambda cell: solved(cell.source)):
    """Give the points of each check, and what was said of the cells that failed."""
    book, said = book_of(name), {}
    for cell in book.cells:
        if about(cell).get("solution"):
            cell.source = change(cell)
    with Child(files, 20, READS) as child:
        for cell, what in run_cells(book.cells, child, str(SOURCE)):
            if isinstance(what, Exception):
                said[about(cell)["grade_id"]] = sentence(what)
    points = {about(c)["grade_id"]: about(c)["points"] for c in book.cells if is_check(c)}
    return {check: 0 if check in said else most for check, most in points.items()}, said


def wrong_answers(name):
    return runpy.run_path(str(ASSIGNMENTS / "wrong" / f"{name}.py"))["WRONG"]


WRONG = [(name, wrong) for name in sets() for wrong in wrong_answers(name)]


@pytest.mark.parametrize("name", sets())
def test_solutions_get_all_points(name, files):
    points, said = graded(name, files)
    assert said == {} and sum(points.values()) == 20


@pytest.mark.parametrize("name", sets())
def test_stubs_get_none_and_say_what_is_missing(name, files):
    points, said = graded(name, files, lambda cell: stub(cell.source, cell.cell_type == "code"))
    assert sum(points.values()) == 0
    for check in points:
        assert re.search(r"\w+ is not written yet|has no value yet", said[check]), (check, said[check])


@pytest.mark.parametrize(("name", "wrong"), WRONG)
def test_wrong_answers_lose_what_they_should(name, wrong, files):
    row = wrong_answers(name)[wrong]
    points, said = graded(
        name, files, lambda cell: row["code"] if about(cell)["grade_id"] == row["cell"] else solved(cell.source)
    )
    lost = {check for check in points if points[check] == 0}
    assert lost == set(row["fails"])
    assert any(row["says"] in said[check] for check in lost)


def test_every_set_has_five_wrong_answers_and_thirty_points():
    for name in sets():
        assert len(wrong_answers(name)) >= 5
        cells = book_of(name).cells
        assert sum(about(cell).get("points", 0) for cell in cells) == 30
        names = [about(cell)["grade_id"] for cell in cells if about(cell)]
        assert len(names) == len(set(names))
        rubrics = [cell for cell in cells if "rubric" in cell.metadata.get("tags", [])]
        written = [cell for cell in cells if cell.cell_type == "markdown" and about(cell).get("grade")]
        assert len(rubrics) == len(written) == 2


def test_public_checks_pass_without_what_is_hidden():
    for name in sets():
        for cell in book_of(name).cells:
            if is_check(cell):
                assert "HIDDEN" in cell.source and compile(public(cell.source), name, "exec")

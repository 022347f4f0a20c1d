"""Each problem set: its solutions get all points, its stubs none, and wrong answers what they deserve."""

import ast
import re

import nbformat
import pytest
from handed import public, solved, wrong_answers

from assignments.grading.child import Child
from assignments.grading.course import SOURCE, sets
from assignments.grading.editions import stub
from assignments.grading.exam import Session, has_code, sentence


def book_of(name):
    return nbformat.read(SOURCE / name / f"{name}.ipynb", as_version=4)


def about(cell):
    return cell.metadata.get("nbgrader", {})


def is_check(cell):
    return cell.cell_type == "code" and about(cell).get("grade", False)


class Solved:
    """A problem set whose solutions have run, in which single cells can be run once more in another way."""

    def __init__(self, name, folder, library):
        (folder / "coursework.py").write_text((SOURCE / "coursework.py").read_text())
        self.session = Session(Child(folder, library))
        self.cells = [cell for cell in book_of(name).cells if has_code(cell)]
        self.checks = [cell for cell in self.cells if is_check(cell)]
        for cell in self.cells:
            if not is_check(cell):
                assert isinstance(self.run(cell), str)

    def run(self, cell, source=None):
        """Run a cell, with another text in its place."""
        other = nbformat.from_dict(cell)
        other.source = solved(cell.source) if source is None else source
        return self.session.run(other, f"cell {about(cell).get('grade_id')}")

    def points(self, change):
        """Give the points of each check with other texts in some cells, and what was said of those that failed.

        Checks that have nothing to do with these cells have passed before, and are not run again.
        """
        changed = [cell for cell in self.cells if about(cell).get("grade_id") in change]
        touched = {name for cell in changed for name in made_by(cell)}
        for cell in self.cells:
            if not is_check(cell) and touched & named_in(cell):
                touched |= made_by(cell)
        for cell in changed:
            self.run(cell, change[about(cell)["grade_id"]])
        checks = [cell for cell in self.checks if not change or touched & named_in(cell)]
        said = {about(cell)["grade_id"]: self.run(cell) for cell in checks}
        for cell in changed:
            assert isinstance(self.run(cell), str)
        said = {check: sentence(what) for check, what in said.items() if isinstance(what, Exception)}
        points = {about(cell)["grade_id"]: about(cell)["points"] for cell in self.checks}
        return {check: 0 if check in said else most for check, most in points.items()}, said


def made_by(cell):
    """Give the names that a cell makes: its functions, and what it assigns outside of these."""
    made = set()
    for node in ast.parse(solved(cell.source)).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            made.add(node.name)
        else:
            names = (each for each in ast.walk(node) if isinstance(each, ast.Name))
            made |= {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return made


def named_in(cell):
    """Give the names that a cell speaks of."""
    return {node.id for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Name)}


@pytest.fixture(scope="session")
def ready(tmp_path_factory, library):
    """Give problem sets that have run, each made once."""
    made = {}

    def get(name):
        if name not in made:
            made[name] = Solved(name, tmp_path_factory.mktemp("files"), library)
        return made[name]

    yield get
    for each in made.values():
        each.session.child.stop()


WRONG = [(name, wrong) for name in sets() for wrong in wrong_answers(name)]


@pytest.mark.parametrize("name", sets())
def test_solutions_get_all_points(name, ready):
    points, said = ready(name).points({})
    assert said == {} and sum(points.values()) == 20


@pytest.mark.parametrize("name", sets())
def test_stubs_get_none_and_say_what_is_missing(name, tmp_path, library):
    (tmp_path / "coursework.py").write_text((SOURCE / "coursework.py").read_text())
    with Child(tmp_path, library) as child:
        session = Session(child)
        for cell in filter(has_code, book_of(name).cells):
            check = is_check(cell)
            cell.source = cell.source if check else stub(cell.source, True)
            said = session.run(cell, "cell")
            assert not check or re.search(r"\w+ is not written yet|has no value yet", sentence(said)), said


@pytest.mark.parametrize(("name", "wrong"), WRONG)
def test_wrong_answers_lose_what_they_should(name, wrong, ready):
    row = wrong_answers(name)[wrong]
    points, said = ready(name).points({row["cell"]: row["code"]})
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

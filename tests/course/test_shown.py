"""What the book's page for teachers shows: sets, decks, and a page of feedback as the grader makes it."""

import re
import zipfile

import nbformat
import pytest
from bs4 import BeautifulSoup
from handed import begun, fill, wrong_answers

from assignments.building.chapters import ROOT, chapters
from assignments.building.shown import SAMPLE, build_shown
from assignments.grading import grade as grading
from assignments.grading.course import sets


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    out = tmp_path_factory.mktemp("shown") / "course"
    build_shown(out)
    return out


BY_HAND = "sum_batch, sum_block, sum_plumb, q_plumb = 15, 13, 10, 2"
TEXT = "By policy improvement $J_\\nu \\le J_\\mu$, and each guess adds an error of at most $2\\varepsilon$."
COMMENT = "Policy improvement assumes exact Q-factors, so it cannot be used here. Begin with the guess that is made."


def sample(folder):
    """Grade a set that is begun, with a mistake in the code, and one of two texts read; give the page."""
    wrong = wrong_answers("ps4")["a guess counted once and not for each word"]
    answers = {"by-hand": BY_HAND, "total": wrong["code"].strip(), "errors": TEXT}
    (folder / "in" / "Ada").mkdir(parents=True)
    nbformat.write(begun("ps4", **answers), folder / "in" / "Ada" / "ps4.ipynb")
    grading.grade(folder / "in", folder / "out", ["ps4"])
    fill(folder / "out" / "written.csv", "errors", "1", COMMENT)
    grading.grade(folder / "in", folder / "out", ["ps4"])
    return (folder / "out" / "feedback" / "Ada" / "ps4.html").read_text(encoding="utf-8")


def test_the_page_of_feedback_is_what_the_grader_makes(tmp_path):
    assert SAMPLE.read_text(encoding="utf-8") == sample(tmp_path)


def test_all_that_the_page_for_teachers_links_to_is_there(shown):
    page = (ROOT / "book" / "teaching.md").read_text(encoding="utf-8")
    linked = set(re.findall(r'href="\.\./course/([^"]+)"', page))
    made = {path.name for path in shown.iterdir() if path.is_file()}
    assert linked == made
    assert {f"{path.stem}.html" for path in chapters()} | {f"{name}.zip" for name in sets()} <= made


def test_pages_of_sets_show_what_students_get_and_load_nothing(shown):
    for name in sets():
        page = BeautifulSoup((shown / f"{name}.html").read_bytes(), "html.parser")
        with zipfile.ZipFile(shown / f"{name}.zip") as archive:
            assert sorted(archive.namelist()) == [f"{name}/coursework.py", f"{name}/{name}.ipynb"]
            cells = nbformat.reads(archive.read(f"{name}/{name}.ipynb").decode(), as_version=4).cells
        code = [cell.source for cell in cells if cell.cell_type == "code"]
        assert [block.get_text() for block in page.select("main > div > pre:only-child") if block.get_text() in code]
        assert page.h1 and not page.find_all(["script", "link", "iframe"]) and not page.find_all(src=True)
        assert "$" not in "".join(p.get_text() for p in page.select("main p"))

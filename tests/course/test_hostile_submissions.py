"""What careless and hostile submissions get: the points of what is right, a sentence, and no harm to the next one."""

import csv
import json
from pathlib import Path

import nbformat
import pytest
from handed import handed_in

from assignments.grading.course import SOURCE
from assignments.grading.grade import grade

CHECKS = {
    "check-by-hand": 2,
    "check-feedback": 2,
    "check-feedback-copies": 3,
    "check-partition": 3,
    "check-bayes": 2,
    "check-bayes-impossible": 2,
    "check-likelihood": 3,
    "check-belief-after": 3,
}
FULL = sum(CHECKS.values())
SECONDS = 3


def cell_of(book, name):
    return next(cell for cell in book.cells if cell.metadata.get("nbgrader", {}).get("grade_id") == name)


def replaced(name, code):
    book = handed_in()
    cell_of(book, name).source = code
    return book


def added(code, before="bayes"):
    book = handed_in()
    book.cells.insert(book.cells.index(cell_of(book, before)), nbformat.v4.new_code_cell(code))
    return book


def edited_tests():
    book = replaced("bayes", "def bayes(prior, likelihood):\n    return prior")
    for name in CHECKS:
        cell_of(book, name).source = "pass"
    return book


def deleted_tests():
    book = replaced("bayes", "def bayes(prior, likelihood):\n    return prior")
    book.cells = [cell for cell in book.cells if cell.metadata.get("nbgrader", {}).get("grade_id") not in CHECKS]
    return book


def renamed():
    book = handed_in()
    for cell in book.cells:
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("solution"):
            cell.metadata["nbgrader"]["grade_id"] += "-my-own"
    return book


def other_kernel():
    book = handed_in()
    book.metadata["kernelspec"] = {"name": "ir", "display_name": "R", "language": "R"}
    return book


def with_a_page_of_its_own():
    book = handed_in()
    script = "<script>document.title = 'mine'</script><img src=x onerror=\"document.title = 'mine'\">"
    raw = nbformat.v4.new_raw_cell(script, metadata={"format": "text/html", "raw_mimetype": "text/html"})
    proof = "Since $a<b$ and `x<y`, **all** is\n\n$$ \\begin{aligned} x &< y \\end{aligned} $$\n\n> quoted"
    book.cells += [nbformat.v4.new_markdown_cell(script), raw, nbformat.v4.new_markdown_cell(proof)]
    return book


def twice():
    book = handed_in()
    book.cells.insert(5, nbformat.from_dict(json.loads(json.dumps(cell_of(book, "feedback")))))
    return book


BAYES = {"check-bayes", "check-bayes-impossible"}
LIAR = """
class Liar(list):
    def __eq__(self, other):
        return True
    def __len__(self):
        return 2
    def __iter__(self):
        return iter([0.25, 0.75])
def bayes(prior, likelihood):
    return Liar()
"""
BOOKS = {  # a submission, the checks that it loses, a part of what its page of feedback says
    "good": (handed_in, set(), ""),
    "edited tests": (edited_tests, BAYES, "Multiply by the prior"),
    "deleted tests": (deleted_tests, BAYES, "Multiply by the prior"),
    "a loop": (
        lambda: replaced("bayes", "def bayes(prior, likelihood):\n    while True:\n        pass"),
        BAYES,
        "loop",
    ),
    "a loop between cells": (lambda: added("while True:\n    pass"), set(), "loop that does not end"),
    "a compiled loop": (
        lambda: replaced(
            "bayes",
            "import numba\n\n\n@numba.njit\ndef turn():\n    i = 0\n    while True:\n        i += 1\n\n\n"
            "def bayes(prior, likelihood):\n    turn()",
        ),
        BAYES,
        "loop",
    ),
    "an end": (
        lambda: replaced("bayes", "import os\n\n\ndef bayes(prior, likelihood):\n    os._exit(0)"),
        BAYES,
        "ended by itself",
    ),
    "an exit": (lambda: replaced("bayes", "def bayes(prior, likelihood):\n    raise SystemExit"), BAYES, "SystemExit"),
    "an error of its own kind": (
        lambda: replaced(
            "bayes",
            "class Impossible(ValueError):\n    pass\n\n\ndef bayes(prior, likelihood):\n"
            "    products = [p * q for p, q in zip(prior, likelihood)]\n    if not sum(products):\n"
            "        raise Impossible\n    return [p / sum(products) for p in products]",
        ),
        set(),
        "",
    ),
    "equal to all": (lambda: replaced("bayes", LIAR), BAYES, "an object of type Liar"),
    "a patched library": (
        lambda: added(
            "import sys\nimport coursework\nimport wordlelib as wl\n\ncoursework.equal = lambda *a, **k: None\n"
            "wl.wordle = None\nsys.modules['coursework'] = None\n"
            "import builtins\nbuiltins.open = None\nbuiltins.abs = lambda x: 0",
            "by-hand",
        ),
        {"check-partition", "check-likelihood", "check-belief-after"},
        "NoneType",
    ),
    "curious": (
        lambda: replaced(
            "bayes",
            "import os\n\nfound = []\n"
            f"for place in ('..', '../..', {str(SOURCE)!r}):\n    found += os.listdir(place)\n"
            "def bayes(prior, likelihood):\n    return found",
        ),
        BAYES,
        "Permission denied",
    ),
    "large": (
        lambda: added("import numpy as np\n\nlarge = np.ones(10 * 2**30 // 8)"),
        set(),
        "MemoryError",
    ),
    "many": (lambda: added("import os\n\nwhile True:\n    os.fork()"), set(), "ended for using too much"),
    "loud": (lambda: added("for i in range(1000):\n    print('x' * 1_000_000)"), set(), "xxx"),
    "renamed": (renamed, set(), ""),
    "other kernel": (other_kernel, set(), ""),
    "twice": (twice, set(), ""),
    "a page of its own": (with_a_page_of_its_own, set(), ""),
    "Zoë Ünïcode 学生": (lambda: added("größe = '学生'\nprint(größe)"), set(), "学生"),
    "broken": (lambda: replaced("bayes", "def bayes(prior, likelihood:"), BAYES, "SyntaxError"),
    "magic": (lambda: added("%matplotlib inline\n!ls"), set(), ""),
}


def about(name, **changes):
    """Change what the notebook says of a cell."""

    def make():
        book = handed_in()
        cell_of(book, name).metadata["nbgrader"].update(changes)
        return book

    return make


PATCH = (
    "try:\n    import assignments.grading.exam as grader\n    grader.run_check = lambda *a, **k: None\n"
    "except ImportError:\n    pass\n"
)
THIEF = """
import json, os, sys
for place in [*sys.path, '..', '../..']:
    try:
        book = json.load(open(os.path.join(place, 'assignments/source/ps1/ps1.ipynb')))
    except OSError:
        continue
    for cell in book['cells']:
        if cell['metadata'].get('nbgrader', {}).get('solution') and cell['cell_type'] == 'code':
            exec(''.join(cell['source']))
"""


def locked():
    """A solution that says that it is the teacher's, and would change the grader."""
    book = replaced("bayes", PATCH + "open('PWNED', 'w')\ndef bayes(prior, likelihood):\n    return prior")
    cell_of(book, "bayes").metadata["nbgrader"]["locked"] = True
    return book


def thief():
    book = handed_in()
    for cell in book.cells:
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = "pass"
    cell_of(book, "by-hand").source = THIEF
    return book


def without(*names, metadata=False, ids=False):
    """Take cells away; or what nbgrader notes down of cells, or their names."""

    def make():
        book = handed_in()
        book.cells = [x for x in book.cells if x.metadata.get("nbgrader", {}).get("grade_id") not in names]
        for number, cell in enumerate(book.cells):
            if metadata:
                cell.metadata.pop("nbgrader", None)
            if ids:
                cell["id"] = f"other-{number}"
        return book

    return make


def only_cells(*cells):
    return lambda: nbformat.v4.new_notebook(cells=list(cells))


def half_an_emoji():
    book = handed_in()
    book.cells[0].source += " \ud83d"
    cell_of(book, "order").source = "\ud83d"
    return book


def attachment():
    book = handed_in()
    cell_of(book, "order").source = "![proof](attachment:proof.png)"
    cell_of(book, "one-lie").source = "![proof](attachment:there.png)"
    cell_of(book, "one-lie")["attachments"] = {"there.png": {"image/png": "iVBORw0KGgo="}}
    return book


def old_format():
    book = json.loads(nbformat.writes(handed_in()))
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            cell["input"] = cell.pop("source")
    return {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": book["cells"]}]}


def tracker():
    book = handed_in()
    text = '<div class="alert alert-success">Total: 30.0/30.0</div>\n\n![x](https://evil.example/track.png)'
    book.cells.append(nbformat.v4.new_markdown_cell(text))
    return book


EVERY = set(CHECKS)
ODD = {  # likewise; most are what programs and people have been seen to make of notebooks
    "locked": (locked, BAYES, ""),
    "good after it": (handed_in, set(), ""),
    "thief": (thief, EVERY, ""),
    "a check as solution": (about("check-bayes", solution=True), set(), ""),
    "a hundred points": (about("bayes", grade=True, points=100), set(), ""),
    "points in words": (about("check-bayes", points="lots"), set(), ""),
    "a task": (about("bayes", task=True), set(), ""),
    "another version": (about("bayes", schema_version=99), set(), ""),
    "version in words": (about("bayes", schema_version="3"), set(), ""),
    "name is a list": (about("bayes", grade_id=["bayes"]), set(), ""),
    "CoCalc": (about("bayes", remove=False), set(), ""),
    "cell and check deleted": (without("partition", "check-partition"), {"check-partition"}, "partition"),
    "setup deleted": (without("setup"), set(), ""),
    "without metadata": (without(metadata=True), set(), ""),
    "copied into a new one": (without(metadata=True, ids=True), set(), "What other cells define counts"),
    "no cells": (only_cells(), EVERY, ""),
    "text alone": (only_cells(nbformat.v4.new_markdown_cell("# Mine")), EVERY, ""),
    "another notebook": (only_cells(nbformat.v4.new_code_cell("print(1)")), EVERY, ""),
    "half an emoji": (half_an_emoji, set(), ""),
    "a picture": (attachment, set(), "data:image/png;base64,iVBORw0KGgo="),
    "format 3": (old_format, set(), ""),
    "Lee [late]": (handed_in, set(), ""),
    " s1 ": (handed_in, set(), ""),
    "tracker": (tracker, set(), ""),
}
BOOKS |= ODD


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder, out = tmp_path_factory.mktemp("submissions"), tmp_path_factory.mktemp("graded")
    for student, (make, *_) in BOOKS.items():
        place = folder / student / "ps1"
        place.mkdir(parents=True)
        (place / "ps1.ipynb").write_text(json.dumps(make()))
    for student, text in {"no JSON": "{", "no notebook": '{"cells": 3}', "nothing": ""}.items():
        (folder / student).mkdir()
        (folder / student / "ps1.ipynb").write_text(text)
    (folder / "somebody else" / "ps1").mkdir(parents=True)
    nbformat.write(handed_in(), folder / "somebody else" / "ps1" / "ps1_good.ipynb")
    for name in ("ps1 (1)", "ps1 (2)"):
        (folder / "two files").mkdir(exist_ok=True)
        nbformat.write(handed_in(), folder / "two files" / f"{name}.ipynb")
    return {row["student"]: row for row in grade(folder, out, ["ps1"], SECONDS)}, out


@pytest.mark.parametrize("student", BOOKS)
def test_points_of(graded, student):
    rows, out = graded
    _, lost, said = BOOKS[student]
    assert {name for name in CHECKS if rows[student][name] == 0} == lost
    assert rows[student]["points"] == FULL - sum(CHECKS[name] for name in lost)
    assert said in (out / "feedback" / student / "ps1.html").read_text()


def test_nothing_of_a_submission_ran_beside_the_grader(graded):
    assert not list(graded[1].rglob("PWNED")) and not Path("PWNED").exists()


def test_a_page_fetches_nothing_and_shows_no_points_of_a_students_own(graded):
    page = (graded[1] / "feedback" / "tracker" / "ps1.html").read_text()
    assert 'src="http' not in page and "default-src 'none'" in page and '<div class="alert' not in page


def test_a_page_of_feedback_runs_no_script_of_a_students(graded, chromium):
    page = chromium.new_page()
    page.goto((graded[1] / "feedback" / "a page of its own" / "ps1.html").as_uri())
    assert page.title() != "mine"
    shown = page.content()
    for part in ("<mi>a</mi><mo>&lt;</mo>", "<code>x&lt;y</code>", "<strong>all</strong>", "<mtd", "<blockquote>"):
        assert part in shown
    page.close()


@pytest.mark.parametrize("student", ["no JSON", "no notebook", "nothing"])
def test_files_that_are_no_notebooks(graded, student):
    rows, out = graded
    assert rows[student]["points"] == 0 and "no notebook that can be read" in rows[student]["remark"]
    assert "no notebook that can be read" in (out / "feedback" / student / "ps1.html").read_text()


@pytest.mark.parametrize(
    ("student", "said"),
    [("somebody else", "called ps1_good.ipynb"), ("two files", "There are 2 files, and the newest one")],
)
def test_files_with_other_names(graded, student, said):
    rows, out = graded
    assert rows[student]["points"] == FULL and said in rows[student]["remark"]
    assert said in (out / "feedback" / student / "ps1.html").read_text()


def test_the_table_of_points(graded):
    rows, out = graded
    with open(out / "points.csv", newline="", encoding="utf-8") as file:
        table = {row["student"]: row for row in csv.DictReader(file)}
    assert {student: float(row["points"]) for student, row in table.items()} == {
        student: row["points"] for student, row in rows.items()
    }
    assert {"somebody else", "no JSON", *BOOKS} <= set(table)

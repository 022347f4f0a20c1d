"""Whatever is done to a right submission, it ends in a row of the table of points, and the others keep theirs.

FUZZ=full tries 1,000 notebooks in place of 20.
"""

import csv
import json
import os
import random

import pytest
from handed import handed_in

from assignments.grading.course import SOURCE
from assignments.grading.grade import grade
from assignments.grading.sheet import fill, read

COUNT = 1_000 if os.environ.get("FUZZ") == "full" else 20
ODD = [
    None, True, -1, 10**400, 0.5, "", "\ud83d", "\0", "x" * 3_000, [], {}, [[]], {"nbgrader": []},
    {"nbgrader": {"grade_id": "check-bayes", "locked": True, "grade": False, "solution": True}}, "bayes", "../..",
]  # fmt: skip


def places(value, at=()):
    """Give the places of all values in a notebook."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inside:
        yield (*at, key)
        yield from places(below, (*at, key))


def changed(seed):
    """Change a right submission in one to four places, or break its text."""
    draw = random.Random(seed)
    book = json.loads(json.dumps(handed_in()))
    for _ in range(draw.randint(1, 4)):
        found = list(places(book))
        *path, last = draw.choice(found)
        holder = book
        for key in path:
            holder = holder[key]
        what = draw.randrange(4)
        if what == 0:
            del holder[last]
        elif what == 1 and isinstance(holder, list):
            holder.insert(last, holder[draw.randrange(len(holder))])
        elif what == 2 and isinstance(holder, list):
            other = draw.randrange(len(holder))
            holder[last], holder[other] = holder[other], holder[last]
        else:
            holder[last] = draw.choice(ODD)
        if not list(places(book)):
            break
    text = json.dumps(book)
    if draw.random() < 0.1:
        cut = draw.randrange(len(text))
        text = draw.choice([text[:cut], text[:cut] + "\0" + text[cut:], "[" * 50_000 + text, "\ufeff" + text])
    return text.encode()


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder, out = tmp_path_factory.mktemp("odd"), tmp_path_factory.mktemp("graded")
    for seed in range(COUNT):
        (folder / f"s{seed:04}").mkdir()
        (folder / f"s{seed:04}" / "ps1.ipynb").write_bytes(changed(seed))
    (folder / "zz right").mkdir()
    (folder / "zz right" / "ps1.ipynb").write_text(json.dumps(handed_in()))
    return grade(folder, out, ["ps1"], 5), out


def test_each_has_a_row_and_a_page(graded):
    rows, out = graded
    with open(out / "points.csv", newline="", encoding="utf-8") as file:
        table = {row["student"]: row for row in csv.DictReader(file)}
    assert len(rows) == len(table) == COUNT + 1
    for row in rows:
        assert 0 <= row["points"] <= 20 and row["of"] == 30
        assert "look at it yourself" not in row["remark"]
        assert (out / "feedback" / row["student"] / "ps1.html").is_file()


def test_the_right_one_keeps_its_points_and_most_odd_ones_too(graded):
    rows, _ = graded
    assert rows[-1]["student"] == "zz right" and rows[-1]["points"] == 20
    assert 20 * COUNT > sum(row["points"] for row in rows) > 10 * COUNT


@pytest.mark.parametrize("seed", range(0, 20 * COUNT, 10))
def test_what_a_submission_says_of_its_cells_decides_nothing(release, seed):
    """Beside the cells of the release stand cells of the student's own, without a word on what they are."""
    book, _ = fill(release(), changed(seed))
    given = {cell.metadata["nbgrader"]["grade_id"]: cell for cell in release().cells if "nbgrader" in cell.metadata}
    for cell in book.cells:
        about = cell.metadata.get("nbgrader")
        if about is not None:
            own = given.pop(about["grade_id"])
            assert about == own.metadata["nbgrader"] and cell.cell_type == own.cell_type
            assert about["solution"] or cell.source == own.source
        elif cell not in release().cells:
            assert not cell.metadata
    assert not given


@pytest.fixture(scope="module")
def release():
    import nbformat

    text = (SOURCE / "ps1" / "ps1.ipynb").read_text()
    return lambda: nbformat.reads(text, as_version=4)


@pytest.mark.parametrize(
    "content", [b"", b"\xff", b"3", b"null", b"[]", b"{}", b'{"cells": 3}', b'{"cells": [3, null]}', b"[" * 10**6]
)
def test_what_is_no_notebook(content):
    assert not read(content)

"""Grading as teachers see it: stopped and gone on with, written answers read by a person, bad input refused."""

import contextlib
import csv
import glob
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from handed import fill, handed_in, table

from assignments.__main__ import main
from assignments.grading import child, editions, exam
from assignments.grading import grade as grading
from assignments.grading.child import Child, Failure, copy_library
from assignments.grading.course import digest_of, read, sets

ROOT = Path(__file__).parents[2]
ANSWER = "Both orders multiply the same likelihoods."


def hand_in(folder, student, answer=ANSWER, more=""):
    """Hand in problem set 1 with right code, a text for the first written problem, and a cell more."""
    book = handed_in()
    written = [cell for cell in book.cells if cell.cell_type == "markdown" and cell.metadata.get("nbgrader")]
    written[0].source = answer
    book.cells.append(nbformat.v4.new_code_cell(more))
    (folder / student).mkdir(parents=True, exist_ok=True)
    nbformat.write(book, folder / student / "ps1.ipynb")
    return [cell.metadata["nbgrader"]["grade_id"] for cell in written]


def processes_of(folder):
    """Give the processes that speak of a folder when they are started."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if str(folder) in entry.read_bytes().decode(errors="replace"):
                found.append(entry.parent.name)
    return found


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT])
def test_a_stopped_run_leaves_nothing_and_goes_on_where_it_was(tmp_path, by):
    folder, out, place = tmp_path / "in", tmp_path / "out", tmp_path / "place"
    place.mkdir()
    hand_in(folder, "ada")
    hand_in(folder, "ben", more="open('begun', 'w').close()\nwhile True:\n    pass")
    hand_in(folder, "eve")
    command = [sys.executable, "-W", "ignore", "-m", "assignments", "grade", str(folder), "--out", str(out)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "env": os.environ | {"TMPDIR": str(place)}}
    run = subprocess.Popen(
        [*command, "--only", "ps1", "--seconds", "3"],
        cwd=ROOT,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job in the background ignores it
        **quiet,
    )
    while not glob.glob(f"{place}/*/*/begun"):
        assert run.poll() is None
        time.sleep(0.05)
    assert processes_of(place)
    os.killpg(run.pid, by)
    assert b"Traceback" not in run.communicate()[1]
    while processes_of(place):
        time.sleep(0.05)
    (kept,) = (out / "records").iterdir()
    before = kept.stat().st_mtime_ns
    rows = grading.grade(folder, out, ["ps1"], seconds=3)
    assert kept.stat().st_mtime_ns == before
    assert [(row["student"], row["points"], row["to_read"]) for row in rows] == [
        ("ada", 20, 10),
        ("ben", 20, 10),
        ("eve", 20, 10),
    ]
    assert len(table(out / "points.csv")) == 3


def test_written_answers_are_read_by_a_person(tmp_path, capsys, monkeypatch):
    folder, out = tmp_path / "in", tmp_path / "out"
    first, second = hand_in(folder, "ada")
    assert grading.grade(folder, out, ["ps1"])[0]["to_read"] == 10
    fill(out / "written.csv", first, "3.5", "Say where the divisor goes.")
    ran, examine = [], grading.examine
    monkeypatch.setattr(grading, "examine", lambda *args: ran.append(args) or examine(*args))
    (row,) = grading.grade(folder, out, ["ps1"])
    assert not ran
    assert (row["points"], row["to_read"], row[first]) == (23.5, 5, 3.5)
    assert "Say where the divisor goes." in (out / "feedback" / "ada" / "ps1.html").read_text()

    monkeypatch.setattr(grading, "digest_of", lambda name: digest_of(name) + "changed")
    (row,) = grading.grade(folder, out, ["ps1"])
    assert len(ran) == 1 and row["points"] == 23.5
    assert grading.grade(folder, out, ["ps1"], seconds=30)[0]["points"] == 23.5
    assert len(ran) == 2

    hand_in(folder, "ada", "Another text.")
    (row,) = grading.grade(folder, out, ["ps1"])
    assert (row["points"], row["to_read"]) == (20, 10)
    entered = {each["problem"]: each for each in table(out / "written.csv")}
    assert entered[first]["points"] == "" and "3.5 points for an earlier answer" in entered[first]["comment"]

    fill(out / "written.csv", second, "6", "")
    with pytest.raises(SystemExit):
        main(["grade", str(folder), "--out", str(out), "--only", "ps1"])
    assert capsys.readouterr().err.count("\n") == 1
    assert {each["problem"]: each for each in table(out / "written.csv")}[second]["points"] == "6"


def test_what_kills_an_examination_costs_only_that_one(tmp_path, monkeypatch):
    folder, out, run_check = tmp_path / "in", tmp_path / "out", exam.run_check

    def check(source, trusted, child):
        if "likelihood" in source and "ben" in (tmp_path / "now").read_text():
            os.kill(os.getpid(), signal.SIGKILL)
        run_check(source, trusted, child)

    def progress(done, of, what):
        (tmp_path / "now").write_text(what)

    monkeypatch.setattr(exam, "run_check", check)
    for student in ("ada", "ben", "eve"):
        hand_in(folder, student)
    rows = grading.grade(folder, out, ["ps1"], progress=progress)
    assert [(row["student"], row["points"], "look at it yourself" in row["remark"]) for row in rows] == [
        ("ada", 20, False),
        ("ben", 14, True),
        ("eve", 20, False),
    ]
    assert "check-bayes: 2 of 2 points" in (out / "feedback" / "ben" / "ps1.html").read_text()
    kept = sorted((out / "records").iterdir())
    assert len(kept) == 2  # the one that was killed is tried again
    kept[0].write_text("[]")
    kept[1].write_text('{"digest": ')
    monkeypatch.setattr(exam, "run_check", run_check)
    assert [row["points"] for row in grading.grade(folder, out, ["ps1"])] == [20, 20, 20]


def test_a_full_disk_is_no_fault_of_a_students(tmp_path, monkeypatch):
    def copy(what, to, *more, **options):
        if "student-" in str(to):
            raise OSError(28, "No space left on device")
        return copytree(what, to, *more, **options)

    hand_in(tmp_path / "in", "ada")
    with monkeypatch.context() as patch:
        copytree = child.shutil.copytree
        patch.setattr(child.shutil, "copytree", copy)
        (row,) = grading.grade(tmp_path / "in", tmp_path / "out", ["ps1"])
    assert "no process for it" in row["remark"]
    assert grading.grade(tmp_path / "in", tmp_path / "out", ["ps1"])[0]["points"] == 20


def test_a_check_may_take_so_much_time(tmp_path):
    (tmp_path / "library").mkdir()
    (tmp_path / "files").mkdir()
    copy_library(tmp_path / "library")
    with Child(tmp_path / "files", tmp_path / "library", 1) as child:
        child.run("n = 10**15", "cell x")
        with pytest.raises(Failure, match="more than 1 seconds with the values"), exam.at_most(1):
            exam.run_check(
                "for _ in range(n):\n    try:\n        pass\n    except ValueError:\n        pass", {}, child
            )
        assert child.get("n") == (False, 10**15)


def test_what_a_function_raises_ends_no_check(tmp_path):
    """The checks call these two themselves, 21 times the first one, and an error without a text is an error."""
    book = handed_in("ps6")
    for name, code in {
        "explore": "calls = []\ndef explore_then_commit(ones, m, pulls, seed):\n    calls.append(1)\n"
        "    if len(calls) > 22:\n        raise AssertionError\n    return 0.4",
        "shares": "def shares(ones, zeros, draws, seed):\n    raise StopIteration",
    }.items():
        (cell,) = (cell for cell in book.cells if cell.metadata.get("nbgrader", {}).get("grade_id") == name)
        cell.source = f"exec({code!r})"  # so that no line of it is known
    (tmp_path / "in" / "ada").mkdir(parents=True)
    nbformat.write(book, tmp_path / "in" / "ada" / "ps6.ipynb")
    (row,) = grading.grade(tmp_path / "in", tmp_path / "out", ["ps6"])
    assert (row["points"], row["check-explore-mean"]) == (12, 0)


def test_every_set_is_graded(tmp_path):
    (tmp_path / "in" / "ada").mkdir(parents=True)
    for name in sets():
        nbformat.write(handed_in(name), tmp_path / "in" / "ada" / f"{name}.ipynb")
    rows = grading.grade(tmp_path / "in", tmp_path / "out")
    assert [(row["set"], row["points"], row["of"], row["to_read"]) for row in rows] == [
        (name, 20, 30, 10) for name in sets()
    ]
    for name in sets():
        page = (tmp_path / "out" / "feedback" / "ada" / f"{name}.html").read_text()
        assert "20 of 30 points; 10 more are for" in page and "HIDDEN" not in page and "Rubric" not in page
        assert page.count("<h1>") == 2  # its own, and that of the set, whose texts are not taken for the student's


@pytest.mark.parametrize("mark", ["BEGIN SOLUTION", "END SOLUTION", "BEGIN HIDDEN TESTS", "END HIDDEN TESTS"])
def test_a_mark_that_stands_alone_gives_nothing_away(mark):
    book = read("ps1")
    for cell in book.cells:
        cell.source = cell.source.replace(f"### {mark}\n", "", 1).removesuffix(f"### {mark}")
    with pytest.raises(ValueError, match="book: a mark stands alone"):
        editions.release(book)


def test_compiled_code_that_users_share_is_given_to_students(tmp_path, monkeypatch):
    own, shared = tmp_path / "own" / "kernels", tmp_path / "shared" / "kernels"
    for folder, names in ((own, "ab"), (shared, "bcd")):
        folder.mkdir(parents=True)
        for name in names:
            (folder / name).write_text(folder.parent.name)
    (shared / "d").chmod(0o666)  # anybody may have written it
    monkeypatch.setattr(child, "cache_folders", lambda: [own, shared])
    (tmp_path / "library").mkdir()
    copy_library(tmp_path / "library")
    given = tmp_path / "library" / child.COMPILED / "kernels"
    assert {path.name: path.read_text() for path in given.iterdir()} == {"a": "own", "b": "own", "c": "shared"}


EXCEL = {  # how a table comes back: its letters, what stands between its columns
    "as it was": ("utf-8-sig", ","),
    "with semicolons, in the letters of Windows": ("cp1252", ";"),
    "as Unicode text": ("utf-16", "\t"),
}


@pytest.mark.parametrize("way", EXCEL)
def test_a_table_that_comes_back_from_a_spreadsheet_loses_no_points(tmp_path, way):
    encoding, mark = EXCEL[way]
    folder, out = tmp_path / "in", tmp_path / "out"
    for student in ("007", "=1+1"):
        first, _ = hand_in(folder, student)
    grading.grade(folder, out, ["ps1"])
    assert (out / "written.csv").read_bytes().startswith(b"\xef\xbb\xbf") and "\n'=1+1," in (
        out / "written.csv"
    ).read_text()
    rows = table(out / "written.csv")
    for row in rows:
        if row["problem"] == first:
            row |= {"points": "3,5", "comment": "Schön, aber warum?"}
        row["student"] = {"007": "7"}.get(row["student"], row["student"])
        assert not re.fullmatch(r"[\d.eE+-]+", row["answer"])
    rows.append(rows[0] | {"student": "nobody", "answer": "1.2E+11", "points": "4"})
    with open(out / "written.csv", "w", newline="", encoding=encoding) as file:
        writer = csv.DictWriter(file, rows[0], delimiter=mark)
        writer.writeheader()
        writer.writerows(rows)
    *graded, stranger = grading.grade(folder, out, ["ps1"])
    assert [(row["student"], row["points"]) for row in graded] == [("007", 23.5), ("=1+1", 23.5)]
    assert stranger["student"] == "nobody" and "fits no answer" in stranger["remark"]
    assert {row["student"] for row in table(out / "written.csv")} == {"007", "'=1+1", "nobody"}
    assert "Schön, aber warum?" in (out / "feedback" / "007" / "ps1.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["grade", "nowhere", "--out", "out"], "submissions: 'nowhere'"),
        (["grade", ".", "--out", "out"], "submissions: '.' has no notebook"),
        (["grade", ".", "--out", "out", "--only", "ps9"], "only: 'ps9'"),
        (["grade", ".", "--out", "out", "--seconds", "0"], "--seconds"),
        (["build", "--out", "out", "--only", "ps0"], "only: 'ps0'"),
        (["build", "--out", "out", "--part", "film"], "part: 'film'"),
        (["build", "--out", __file__], "out: "),
        (["build", "--out", f"{__file__}/inside"], "Not a directory"),
    ],
)
def test_bad_input_is_one_line_and_code_2(arguments, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        main(arguments)
    error = capsys.readouterr().err
    assert left.value.code == 2 and said in error and error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_system_that_cannot_keep_files_does_not_grade(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("assignments.grading.landlock.version", lambda: 0)
    with pytest.raises(SystemExit) as left:
        main(["grade", str(tmp_path), "--out", str(tmp_path / "out")])
    assert left.value.code == 2 and "Landlock" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_what_a_system_lacks_is_said(monkeypatch):
    monkeypatch.setattr(child, "namespaces", lambda: [])
    assert child.missing() == [] or child.landlock.version() < 6
    monkeypatch.setattr("assignments.grading.landlock.version", lambda: 5)
    assert ["send signals to other processes" in what for what in child.missing()] == [True]
    monkeypatch.setattr(child, "namespaces", lambda: ["unshare"])
    assert child.missing() == []

"""What was handed in is found as people and learning platforms leave it, and nothing is opened that is no file."""

import io
import os
import zipfile

import pytest

from assignments.grading import submissions
from assignments.grading.submissions import find

SETS = [f"ps{number}" for number in range(1, 9)]
PLACES = {  # a file below the folder of submissions, whose it is, and a part of the remark
    "ada/ps1/ps1.ipynb": ("ada", ""),
    "ada/ps1.ipynb": ("ada", ""),
    "ada/PS1.ipynb": ("ada", "is called PS1.ipynb"),
    "ada/Problem Set 1.ipynb": ("ada", "is called Problem Set 1.ipynb"),
    "ada/ps1/ps1/ps1.ipynb": ("ada", ""),
    "ada/PS1/PS1.ipynb": ("ada", "is called PS1.ipynb"),
    "ada/ps1/homework.ipynb": ("ada", "is called homework.ipynb"),
    "ada/homework.ipynb": ("ada", "is called homework.ipynb"),
    "ada/ps1 (1).ipynb": ("ada", "is called ps1 (1).ipynb"),
    "ada/.git/../my work/ps_01.ipynb": ("ada", "is called ps_01.ipynb"),
    "adal_11_21_ps1.ipynb": ("adal", ""),
    "ps1/adal_LATE_11_21_ps1-1.ipynb": ("adal", ""),
    "ps1/ada/ps1.ipynb": ("ada", ""),
    "ps1-submissions/ps1-ada/ps1/ps1.ipynb": ("ps1-ada", ""),
    "ps1-ada/ps1-ben/ps1.ipynb": ("ps1-ada", ""),
    "Ada Lovelace_11_assignsubmission_file_/ps1.ipynb": ("Ada Lovelace_11", ""),
    "Ada Lovelace_11_assignsubmission_file_ps1.ipynb": ("Ada Lovelace_11", ""),
    "Ada_11_assignsubmission_file_Ben_12_assignsubmission_file_ps1.ipynb": ("Ada_11", "is called Ada_11"),
    "Problem set 1_ada_attempt_2026-11-25-10-12-13_ps1.ipynb": ("ada", ""),
    "Lee [late]/ps1.ipynb": ("Lee [late]", ""),
    " s1 /ps1.ipynb": (" s1 ", ""),
}


def put(folder, place, content=b"{}", age=0):
    path = folder / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    os.utime(path, (1_700_000_000 + age, 1_700_000_000 + age))
    return path


def packed(**files):
    place = io.BytesIO()
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return place.getvalue()


@pytest.mark.parametrize("place", PLACES)
def test_a_file_is_found_by_its_name(tmp_path, place):
    put(tmp_path, place)
    (found,) = find(tmp_path, ["ps1"], SETS)
    student, remark = PLACES[place]
    assert (found.student, found.name, found.content) == (student, "ps1", b"{}")
    assert remark in found.remark and bool(found.remark) == bool(remark)


@pytest.mark.parametrize("place", [place for place in PLACES if ".." not in place])
def test_archives_are_read_as_folders(tmp_path, place):
    (tmp_path / "submissions.zip").write_bytes(packed(**{place: b"{}"}))
    for folder in (tmp_path, tmp_path / "submissions.zip"):
        (found,) = find(folder, ["ps1"], SETS)
        assert (found.student, found.name, found.content) == (PLACES[place][0], "ps1", b"{}")


@pytest.mark.parametrize("student", ["ada", "adal_11_21_work"])
def test_a_students_own_archive(tmp_path, student):
    inner = packed(**{"work/ps1.ipynb": b"{}", "__MACOSX/work/._ps1.ipynb": b"x"})
    (tmp_path / "all.zip").write_bytes(packed(**{f"{student}.zip": inner}))
    (found,) = find(tmp_path, ["ps1"], SETS)
    assert (found.student, found.content) == (student.split("_")[0], b"{}")


@pytest.mark.parametrize("place", ["adal_11_21_x.zip", "ps1/adal_11_21_x.zip", "adal/x.zip", "ps1/adal/x.zip"])
def test_a_students_archive_holds_nothing_of_others(tmp_path, place):
    mine = packed(**{"bena/ps1.ipynb": b"forged", "bena_12_22_ps1.ipynb": b"forged"})
    put(tmp_path, f"folder/{place}", mine)
    put(tmp_path, "archive/all.zip", packed(**{place: mine}))
    for folder in ("folder", "archive"):
        assert {found.student for found in find(tmp_path / folder, ["ps1"], SETS)} == {"adal"}


def test_an_archive_in_an_archive_and_one_that_is_larger_than_it_seems(tmp_path, monkeypatch):
    monkeypatch.setattr(submissions, "LARGEST", 10_000)
    monkeypatch.setattr(submissions, "TOGETHER", 50_000)
    put(tmp_path, "nested/ps1.zip", packed(**{"ps1.zip": packed(**{"ps1.ipynb": b"{}"})}))
    put(tmp_path, "large/ps1.zip", packed(**{f"{number}/ps1.ipynb": b" " * 9_000 for number in range(20)}))
    large, nested = find(tmp_path, ["ps1"], SETS)
    assert "There are 6 files" in large.remark and len(large.content) == 9_000
    assert nested.content == b"" and "No notebook" in nested.remark


@pytest.mark.parametrize(
    ("files", "best"),
    [
        (["ps1.ipynb", "ps1-1.ipynb", "ps1-2.ipynb"], "ps1-2.ipynb"),
        (["ps1/ps1.ipynb", "ps1.ipynb"], "ps1.ipynb"),
        (["ps1.ipynb", "ps1/ps1.ipynb"], "ps1/ps1.ipynb"),
        (["ps1 (1).ipynb", "ps1.ipynb"], "ps1.ipynb"),
        (["x_ada_attempt_2026-10-02-10-00-00_ps1.ipynb", "x_ada_attempt_2026-10-01-10-00-00_ps1.ipynb"], None),
    ],
)
def test_the_newest_counts_and_is_said(tmp_path, files, best):
    for age, name in enumerate(files):
        put(tmp_path, name if best is None else f"ada/{name}", name.encode(), 100 * age)
    (found,) = find(tmp_path, ["ps1"], SETS)
    assert found.content == (best or files[0]).encode()
    assert f"There are {len(files)} files" in found.remark


def test_a_macs_shadow_files_and_checkpoints_are_nobodys(tmp_path):
    put(tmp_path, "ada/ps1 (1).ipynb", b"right")
    for place in ("ada/._ps1.ipynb", "ada/.ipynb_checkpoints/ps1.ipynb", ".ipynb_checkpoints/ps1.ipynb"):
        put(tmp_path, place, b"wrong", 100)
    (found,) = find(tmp_path, ["ps1"], SETS)
    assert found.content == b"right" and "There are" not in found.remark


def test_what_is_no_notebook_is_said_and_never_opened(tmp_path, monkeypatch):
    monkeypatch.setattr(submissions, "LARGEST", 1_000)
    put(tmp_path, "alice/ps1.ipynb", b"right")
    put(tmp_path, "large/ps1.ipynb", b" " * 2_000)
    put(tmp_path, "packed/ps1.zip", packed(**{"ps1.ipynb": b" " * 1_500}))
    put(tmp_path, "broken/ps1.zip", b"PK and no more")
    for student in ("link", "loop", "pipe", "device", "empty", "folder", "other"):
        (tmp_path / student).mkdir()
    (tmp_path / "link" / "ps1.ipynb").symlink_to(tmp_path / "alice" / "ps1.ipynb")
    (tmp_path / "loop" / "ps1.ipynb").symlink_to("ps1.ipynb")
    (tmp_path / "device" / "ps1.ipynb").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe" / "ps1.ipynb")
    (tmp_path / "folder" / "ps1.ipynb").mkdir()
    put(tmp_path, "other/essay.txt", b"my work")
    (tmp_path / "folder of links").symlink_to(tmp_path / "alice")
    said = {found.student: found for found in find(tmp_path, ["ps1"], SETS)}
    remarks = {
        "large": "MB", "packed": "MB", "broken": "archive", "link": "link", "loop": "link", "device": "link",
        "pipe": "no file", "empty": "No notebook", "folder": "No notebook", "other": "No notebook",
    }  # fmt: skip
    for student, remark in remarks.items():
        assert said[student].content == b"" and remark in said[student].remark, student
    assert said["alice"].content == b"right"
    assert [found.content for found in said.values()].count(b"right") == 1


def test_folders_too_deep_and_names_that_no_table_can_hold(tmp_path):
    deep = tmp_path / "deep"
    deep.mkdir()
    for _ in range(20):
        deep /= "d"
        deep.mkdir()
    put(tmp_path, "line\nbreak\x1b[2J/ps1.ipynb")
    os.makedirs(os.fsencode(tmp_path) + b"/not\xffUTF")
    put(tmp_path, os.fsdecode(b"not\xffUTF/ps1.ipynb"))
    put(tmp_path, f"{'😀' * 60}/ps1.ipynb")
    put(tmp_path, "Ada;=1+1/PS1;=1+1.ipynb")
    put(tmp_path, "Problem set 1_.._attempt_2026-11-25-10-12-13_ps1.ipynb")
    found = {each.student: each for each in find(tmp_path, ["ps1"], SETS)}
    assert "folders in each other" in found["deep"].remark
    assert len(found) == 6 and all(student.isprintable() and student.encode() for student in found)
    assert not any(";=" in student + each.remark for student, each in found.items())
    for student in found:
        (tmp_path / "pages" / student).mkdir(parents=True)
    assert sum(1 for _ in (tmp_path / "pages").iterdir()) == 6


def test_other_sets_are_not_asked_for_and_nothing_is_lost(tmp_path):
    put(tmp_path, "ada/ps1.ipynb")
    put(tmp_path, "ada/ps2.ipynb")
    put(tmp_path, "ada/notes.ipynb")
    assert [found.name for found in find(tmp_path, ["ps1"], SETS)] == ["", "ps1"]
    every = find(tmp_path, SETS, SETS)
    assert [(found.student, found.name) for found in every] == [("ada", ""), ("ada", "ps1"), ("ada", "ps2")]
    assert "notes.ipynb" in every[0].remark

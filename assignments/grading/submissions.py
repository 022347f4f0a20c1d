"""What students hand in: found in a folder, looked at without trust, and brought into the form that nbgrader reads."""

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

import nbformat

LARGEST = 20_000_000


class Submission(NamedTuple):
    """A notebook that was handed in.

    Attributes
    ----------
    student, name
        Whose it is, and of which set.
    path
        The file.
    remark
        What is wrong with its name, if anything.
    """

    student: str
    name: str
    path: Path
    remark: str = ""

    def digest(self) -> str:
        """Tell the file from others."""
        return hashlib.sha256(self.path.read_bytes()).hexdigest()


def find(folder: Path, names: list[str]) -> list[Submission]:
    """Give the submissions in a folder: ``STUDENT/SET/SET.ipynb`` or ``STUDENT/SET.ipynb``.

    Where there is none, a notebook in the folder of the set counts, or one that has the set in its name; if there are
    several, the first of them.
    """
    found = []
    for student in sorted(path for path in folder.iterdir() if path.is_dir()):
        for name in names:
            right = f"{name}.ipynb"
            exact = [path for path in (student / name / right, student / right) if path.is_file()]
            others = sorted([*(student / name).glob("*.ipynb"), *student.glob(f"*{name}*.ipynb")])
            for path in [*exact, *others][:1]:
                remark = "" if exact else f"The file is called {path.name}; it should be {right}."
                if not exact and len(others) > 1:
                    remark += f" There are {len(others)}, and this one was graded."
                found.append(Submission(student.name, name, path, remark))
    return found


def read(submission: Submission, cells: set[str]) -> tuple[nbformat.NotebookNode | None, str]:
    """Give the notebook, or None; and what a student should know about it.

    Cells that the set does not have, by their names, and copies count as cells of the student's own.
    """
    path = submission.path
    if path.is_symlink():
        return None, "The file is a link to another one. Hand in the notebook itself."
    if path.stat().st_size > LARGEST:
        return None, f"The file has more than {LARGEST // 1_000_000} MB. Clear its outputs and hand it in again."
    try:
        book = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)
        nbformat.validate(nbformat.from_dict(json.loads(json.dumps(book))))
    except Exception:
        return None, "The file is no notebook that can be read. Open it in JupyterLab, save it and hand it in again."
    left = set(cells)
    for cell in book.cells:
        about = cell.metadata.pop("nbgrader", None)
        name = about.get("grade_id") if isinstance(about, dict) else None
        if name in left:
            cell.metadata["nbgrader"] = about
            left.remove(name)
    return book, ""

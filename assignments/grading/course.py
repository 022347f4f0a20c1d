"""The course: its problem sets, and what students get of them."""

import hashlib
from pathlib import Path
from typing import Any

import nbformat

from assignments.grading import editions

ASSIGNMENTS = Path(__file__).parents[1]
SOURCE, PROJECTS = ASSIGNMENTS / "source", ASSIGNMENTS / "projects"
HELPERS = "coursework.py"


def sets() -> list[str]:
    """Give the names of the problem sets."""
    return sorted(path.name for path in SOURCE.glob("ps*") if path.is_dir())


def check_names(only: list[str] | None) -> list[str]:
    """Give the names of the sets that are asked for, all of them by default.

    Raises
    ------
    ValueError
        If there is no such set.
    """
    for name in only or ():
        if name not in sets():
            raise ValueError(f"only: {name!r}; expected one of {', '.join(sets())}")
    return sorted(set(only)) if only else sets()


def read(name: str) -> Any:
    """Read a set with its solutions, hidden checks and rubrics."""
    return nbformat.read(SOURCE / name / f"{name}.ipynb", as_version=4)


def release(folder: Path, names: list[str]) -> None:
    """Write what students get of some sets, a folder for each."""
    for name in names:
        (folder / name).mkdir(parents=True)
        nbformat.write(editions.release(read(name)), folder / name / f"{name}.ipynb")
        (folder / name / HELPERS).write_bytes((SOURCE / HELPERS).read_bytes())


def digest_of(name: str) -> str:
    """Tell a set, and how it is graded, from what they were before."""
    paths = [SOURCE / name / f"{name}.ipynb", SOURCE / HELPERS, *sorted((ASSIGNMENTS / "grading").glob("*.py"))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()

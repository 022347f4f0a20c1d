"""What students and teachers get of the problem sets and the projects."""

import shutil
from pathlib import Path

from assignments.grading.course import ASSIGNMENTS, HELPERS, PROJECTS, SOURCE, release

FOR_STUDENTS, FOR_INSTRUCTORS = ASSIGNMENTS / "for_students.md", ASSIGNMENTS / "for_instructors.md"


def build_students(out: Path, names: list[str]) -> None:
    """Write the students' sets: without solutions, hidden checks and rubrics; with the projects' texts."""
    release(out, names)
    shutil.copy(FOR_STUDENTS, out / "README.md")
    (out / "projects").mkdir()
    for path in sorted(PROJECTS.glob("*.md")):
        shutil.copy(path, out / "projects")


def build_instructors(out: Path, names: list[str]) -> None:
    """Write the instructors' sets: whole notebooks, wrong answers with what they get, the projects' numbers."""
    for name in names:
        shutil.copytree(SOURCE / name, out / name, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        shutil.copy(SOURCE / HELPERS, out / name)
        (out / "wrong_answers").mkdir(exist_ok=True)
        shutil.copy(ASSIGNMENTS / "wrong" / f"{name}.py", out / "wrong_answers")
    shutil.copytree(PROJECTS, out / "projects", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(FOR_INSTRUCTORS, out / "README.md")

"""Build everything that the course hands out."""

import shutil
from collections.abc import Callable
from pathlib import Path

from assignments.building.book import build_book
from assignments.building.problem_sets import build_instructors, build_students
from assignments.building.slides import build_slides
from assignments.grading.course import check_names
from tools.archives import archive

PARTS: dict[str, Callable[[Path, list[str]], object]] = {
    "students": build_students,
    "instructors": build_instructors,
    "slides": lambda out, names: build_slides(out),
    "book": lambda out, names: build_book(out),
}


def build(
    out: Path,
    only: list[str] | None = None,
    parts: list[str] | None = None,
    progress: Callable[[int, int, str], None] = lambda done, all, what: None,
) -> list[Path]:
    """Build the course.

    Parameters
    ----------
    out
        A folder; each part becomes a folder in it, and an archive beside that.
    only
        Names of problem sets; all by default.
    parts
        Names among students, instructors, slides, book; all by default.
    progress
        Called with (parts done, parts in all, the next one).

    Returns
    -------
    list of Path
        The archives.

    Raises
    ------
    ValueError
        If there is no such set or part.
    """
    names, wanted = check_names(only), list(PARTS) if parts is None else parts
    for part in wanted:
        if part not in PARTS:
            raise ValueError(f"part: {part!r}; expected one of {', '.join(PARTS)}")
    archives = []
    for number, part in enumerate(wanted):
        progress(number, len(wanted), part)
        folder, unfinished = out / part, out / f".{part}"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.parent.mkdir(parents=True, exist_ok=True)
        PARTS[part](unfinished, names)
        shutil.rmtree(folder, ignore_errors=True)
        unfinished.rename(folder)
        archives.append(out / f"{part}.zip")
        archive(folder, archives[-1])
    progress(len(wanted), len(wanted), "")
    return archives

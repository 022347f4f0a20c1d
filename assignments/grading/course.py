"""The course: its problem sets, and what students and teachers get of them."""

import hashlib
from pathlib import Path
from typing import Any

from nbgrader import preprocessors as steps
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from assignments.grading.editions import stub
from assignments.grading.feedback import Feedback
from assignments.grading.isolated import Isolated
from assignments.parts import find_parts

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


class Stubs(steps.ClearSolutions):
    """Put in the place of a solution what says which function is missing."""

    def _replace_solution_region(self, cell: Any, language: str) -> bool:
        before, cell.source = cell.source, stub(cell.source, cell.cell_type == "code")
        return cell.source != before


class WithoutRubrics(steps.NbGraderPreprocessor):
    """Leave out what only teachers read."""

    def preprocess(self, nb: Any, resources: dict) -> tuple[Any, dict]:
        """Leave out the cells with the tag "rubric"."""
        nb.cells = [cell for cell in nb.cells if "rubric" not in cell.metadata.get("tags", [])]
        return nb, resources


def new_api(root: Path, **settings: Any) -> NbGraderAPI:
    """Make an nbgrader course in a folder.

    Parameters
    ----------
    root
        The folder; it gets nbgrader's own folders, the gradebook and a log.
    settings
        For `Isolated`: files, library, seconds.
    """
    find_parts()
    config = Config()
    config.CourseDirectory.root = str(root)
    config.CourseDirectory.db_url = f"sqlite:///{root / 'gradebook.db'}"
    config.GenerateAssignment.preprocessors = [
        steps.LockCells,
        WithoutRubrics,
        Stubs,
        steps.ClearOutput,
        steps.CheckCellMetadata,
        steps.ComputeChecksums,
        steps.SaveCells,
        steps.ClearHiddenTests,
        steps.ComputeChecksums,
        steps.CheckCellMetadata,
    ]
    config.Autograde.autograde_preprocessors = [
        Isolated,
        steps.LimitOutput,
        steps.SaveAutoGrades,
        steps.AssignLatePenalties,
        steps.CheckCellMetadata,
    ]
    config.OverwriteCells.add_missing_cells = True
    config.GenerateFeedback.exporter_class = Feedback
    config.BaseConverter.logfile = str(root / "nbgrader.log")
    config.Isolated.helpers = str(SOURCE)
    for name, value in settings.items():
        setattr(config.Isolated, name, value)
    return NbGraderAPI(CourseDirectory(config=config), config=config)


def release(work: Path, names: list[str]) -> None:
    """Make nbgrader's course in a folder, or bring it up to date: its sources, and what students get of them.

    Raises
    ------
    RuntimeError
        If nbgrader cannot make a students' notebook.
    """
    api = new_api(work)
    for name in names:
        target = work / "source" / name
        target.mkdir(parents=True, exist_ok=True)
        files = {path.name: path.read_bytes() for path in (SOURCE / name / f"{name}.ipynb", SOURCE / HELPERS)}
        is_new = any(not (target / each).is_file() or (target / each).read_bytes() != files[each] for each in files)
        if is_new or not (work / "release" / name).is_dir():
            for each, content in files.items():
                (target / each).write_bytes(content)
            succeed(api.generate_assignment(name, force=True))


def succeed(result: dict[str, Any]) -> None:
    """Go on only if nbgrader has done what it should."""
    if not result["success"]:
        raise RuntimeError(f"nbgrader: {result.get('error') or result.get('log')}")


def digest_of(name: str) -> str:
    """Tell a set as it is from what it was before."""
    return hashlib.sha256((SOURCE / name / f"{name}.ipynb").read_bytes() + (SOURCE / HELPERS).read_bytes()).hexdigest()

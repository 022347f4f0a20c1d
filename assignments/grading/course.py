"""The course: its problem sets, and what students and teachers get of them."""

import os
import sys
from pathlib import Path
from typing import Any

import nbconvert
from nbgrader import preprocessors as steps
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from assignments.grading.editions import stub
from assignments.grading.isolated import Isolated

ASSIGNMENTS = Path(__file__).parents[1]
SOURCE, PROJECTS = ASSIGNMENTS / "source", ASSIGNMENTS / "projects"
HELPERS = "coursework.py"


def sets() -> list[str]:
    """Give the names of the problem sets."""
    return sorted(path.name for path in SOURCE.glob("ps*") if path.is_dir())


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
        For `Isolated`: files, reads, seconds.
    """
    _find_parts()
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
    config.BaseConverter.logfile = str(root / "nbgrader.log")
    config.Isolated.helpers = str(SOURCE)
    for name, value in settings.items():
        setattr(config.Isolated, name, value)
    return NbGraderAPI(CourseDirectory(config=config), config=config)


def _find_parts() -> None:
    """Let nbgrader find a program that it calls by name, and the templates that lie beside another Python."""
    programs = os.environ.get("PATH", "").split(os.pathsep)
    here = str(Path(sys.executable).parent)
    if here not in programs:
        os.environ["PATH"] = os.pathsep.join([here, *programs])
    os.environ.setdefault("JUPYTER_PATH", str(Path(nbconvert.__file__).parents[4] / "share" / "jupyter"))

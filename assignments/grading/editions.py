"""The editions of a problem set: what students get, and what their answers are put into when they are graded."""

import copy
import re
from typing import Any

import nbformat

SOLUTION = re.compile(r"^([ ]*)### BEGIN SOLUTION\n.*?^[ ]*### END SOLUTION\n?", re.S | re.M)
HIDDEN = re.compile(r"^[ ]*### BEGIN HIDDEN TESTS\n.*?^[ ]*### END HIDDEN TESTS\n?", re.S | re.M)


def stub(source: str, is_code: bool) -> str:
    """Put what says which function is missing, or a place for a text, where the solution is."""

    def put(found: re.Match) -> str:
        above = re.findall(r"^def (\w+)", source[: found.start()], re.M)
        if not is_code:
            return "*Your answer.*\n"
        return f'{found[1]}raise NotImplementedError("{above[-1]} is not written yet")\n' if above else ""

    return SOLUTION.sub(put, source + "\n").rstrip("\n")


def public(source: str) -> str:
    """Leave out the hidden part of a check."""
    return HIDDEN.sub("", source + "\n").rstrip("\n")


def exam(book: Any) -> Any:
    """Make the edition that is graded: without solutions and rubrics, with all that the checks ask."""
    made = copy.deepcopy(book)
    made.cells = [cell for cell in made.cells if "rubric" not in cell.metadata.get("tags", [])]
    for cell in made.cells:
        cell.source = stub(cell.source, cell.cell_type == "code")
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return made


def release(book: Any) -> Any:
    """Make the edition that students get: checks show their public part, and what is given cannot be changed.

    Raises
    ------
    ValueError
        If a mark of a solution or of a hidden part has no counterpart, so that something would be given away.
    """
    made = exam(book)
    for cell in made.cells:
        cell.source = public(cell.source)
        if re.search(r"### (BEGIN|END) (SOLUTION|HIDDEN TESTS)", cell.source):
            raise ValueError(
                f"book: a mark stands alone in {cell.source!r}; expected BEGIN and END around what is hidden"
            )
        if "nbgrader" in cell.metadata:
            cell.metadata["deletable"] = False
            if cell.metadata["nbgrader"]["locked"]:
                cell.metadata["editable"] = False
    nbformat.validate(made)
    return made

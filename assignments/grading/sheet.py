"""A problem set filled in with what a student wrote: a fresh copy of the release, and of a submission only its sources.

What a cell is, a check, a helper or an answer, and how many points it is worth, is said by the release alone.
"""

import json
import re
from typing import Any, NamedTuple

import nbformat

MOST_CELLS, LONGEST = 1_000, 200_000  # cells of the student's own, and letters of one
PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
UNREADABLE = "The file is no notebook that can be read. Open it in JupyterLab, save it and hand it in again."


class Written(NamedTuple):
    """A cell as a student handed it in: its names, its kind, and its source."""

    names: tuple[str, str]
    is_code: bool
    source: str


def fill(release: Any, content: bytes) -> tuple[Any, str]:
    """Put a student's sources into a copy of the release.

    Parameters
    ----------
    release
        The set as students get it; it is changed.
    content
        The file that was handed in, whatever is in it.

    Returns
    -------
    notebook, str
        The copy, and a remark on what is odd about the file. Cells that the release does not ask for follow the cell
        that they followed, as cells of the student's own.
    """
    written = read(content)
    if written is None:
        return release, UNREADABLE
    asked = [cell for cell in release.cells if is_answer(cell)]
    known = set(map(name_of, release.cells)) - {""}
    filled: dict[str, int] = {}
    for which in (0, 1):  # the name that nbgrader gave first, then that of the notebook format
        for number, cell in enumerate(written):
            if (name := cell.names[which]) in known and name not in filled and number not in filled.values():
                filled[name] = number
    missing = []
    for cell in asked:
        name = name_of(cell)
        if name in filled:
            cell.source = written[filled[name]].source
        else:
            missing.append(name)
            cell.source = "" if cell.cell_type == "code" else cell.source
    places = {number: name for name, number in filled.items()}
    given = {cell.source.strip(): cell.id for cell in release.cells if not name_of(cell)}
    own: dict[str, list[Any]] = {}
    last = next((name_of(cell) for cell in release.cells if is_given(cell)), "")
    for number, cell in enumerate(written):
        last = places.get(number) or given.get(cell.source.strip()) or last
        is_own = number not in places and cell.source.strip() not in given
        if is_own and cell.source.strip() and sum(map(len, own.values())) < MOST_CELLS:
            make = nbformat.v4.new_code_cell if cell.is_code else nbformat.v4.new_markdown_cell
            own.setdefault(last, []).append(make(cell.source))
    cells = []
    for cell in release.cells:
        cells += [cell, *own.get(name_of(cell) or cell.id, ())]
    release.cells = [*own.get("", ()), *cells]
    said = f"Not found by their names: {', '.join(missing)}. What other cells define counts." if missing else ""
    return release, said


def read(content: bytes) -> list[Written] | None:
    """Read the cells of a notebook of any format; give None if it is none."""
    try:
        book = json.loads(content.decode("utf-8-sig"))
        sheets = book["worksheets"] if "cells" not in book else [book]
        cells = [cell for sheet in sheets for cell in sheet["cells"]]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return [_written(cell) for cell in cells if isinstance(cell, dict)]


def _written(cell: dict[str, Any]) -> Written:
    """Take from a cell what counts, whatever else is in it."""
    about = cell.get("metadata")
    about = about.get("nbgrader") if isinstance(about, dict) else None
    name = about.get("grade_id") if isinstance(about, dict) else None
    source = cell.get("source", cell.get("input", ""))
    lines = source if isinstance(source, list) else [source]
    text = "".join(line for line in lines if isinstance(line, str))[:LONGEST]
    first, second = (each if isinstance(each, str) else "" for each in (name, cell.get("id")))
    is_code = cell.get("cell_type") == "code"
    if not is_code:
        pictures = cell.get("attachments")
        text = _with_pictures(text, pictures if isinstance(pictures, dict) else {})
    # Half of an emoji is what JSON can hold and no file can.
    return Written((first, second), is_code, text.encode(errors="replace").decode())


def _with_pictures(text: str, pictures: dict[str, Any]) -> str:
    """Put the pictures of a text into it, and say which are missing."""

    def put(found: re.Match) -> str:
        kinds = pictures.get(found[1])
        for kind, data in kinds.items() if isinstance(kinds, dict) else ():
            if kind in PICTURES and isinstance(data, str) and re.fullmatch(r"[A-Za-z0-9+/=\s]+", data):
                return f"](data:{kind};base64,{''.join(data.split())})"
        return "](#) (this picture is not in the notebook)"

    return re.sub(r"\]\(attachment:([^()\s]{0,200})\)", put, text)


def about(cell: Any) -> dict[str, Any]:
    """Give what the release says of a cell of its own."""
    return cell.metadata.get("nbgrader", {})


def name_of(cell: Any) -> str:
    """Give the name of a cell of the release, or nothing."""
    return about(cell).get("grade_id", "")


def is_answer(cell: Any) -> bool:
    """Tell a cell in which a student writes."""
    return bool(about(cell).get("solution"))


def is_given(cell: Any) -> bool:
    """Tell a cell with code that a set gives: locked, and no check."""
    return cell.cell_type == "code" and bool(about(cell).get("locked")) and not about(cell).get("grade")

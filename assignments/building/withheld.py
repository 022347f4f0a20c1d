"""The chapters without the solutions of their exercises."""

import re

import nbformat

WHOLE = re.compile(r"^(`{3,})\{solution\}.*?^\1[ ]*$\n?", re.S | re.M)
START = re.compile(r"^(`{3,})\{solution-start\}.*?^\1[ ]*$\n?", re.S | re.M)
END = re.compile(r"^(`{3,})\{solution-end\}[ ]*\n^\1[ ]*$\n?", re.M)


def without_solutions(book: nbformat.NotebookNode) -> None:
    """Take the solutions out of a chapter, with the cells between a solution's start and its end."""
    cells, inside = [], False
    for cell in book.cells:
        if cell.cell_type == "markdown":
            text, inside = _outside(cell.source, inside)
            if text != cell.source:
                cell.source = text.strip("\n")
                if not cell.source:
                    continue
            cells.append(cell)
        elif not inside:
            cells.append(cell)
    if inside:
        raise ValueError("book: a solution has no end; expected {solution-end} after each {solution-start}")
    book.cells = cells


def _outside(text: str, inside: bool) -> tuple[str, bool]:
    """Give what of a text lies outside solutions, and whether one is still open at its end."""
    kept, rest = [], WHOLE.sub("", text)
    while True:
        mark = (END if inside else START).search(rest)
        if not inside:
            kept.append(rest[: mark.start()] if mark else rest)
        if mark is None:
            return "".join(kept), inside
        rest, inside = rest[mark.end() :], not inside

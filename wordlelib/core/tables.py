"""Results as tables, which a notebook shows in place of their text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, TypeVar

import numpy as np

from wordlelib.core import checks

T = TypeVar("T", bound=tuple)


class Table(list[T]):
    """A list of named tuples, all of one kind."""

    def _repr_html_(self) -> str | None:
        """Show a line for each tuple; None, which stands for the usual text, where there is none."""
        return html_table("", self[0]._fields, self) if self else None  # type: ignore[attr-defined]


@dataclass(frozen=True, eq=False, repr=False)
class Columns:
    """A table of numbers and texts for a page, as `columns` writes it: headings, rows of cells, and a caption."""

    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    caption: str

    def _repr_html_(self) -> str:
        return html_table(self.caption, self.head, self.rows)

    def __repr__(self) -> str:
        lines = [self.head, *self.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        left = _text_columns(self.rows or [self.head])
        written = (
            "  ".join(
                cell.ljust(width) if is_text else cell.rjust(width)
                for cell, width, is_text in zip(line, widths, left, strict=True)
            ).rstrip()
            for line in lines
        )
        return "\n".join([self.caption] * bool(self.caption) + list(written))


def columns(
    head: Sequence[str], rows: Iterable[Sequence[Any]], digits: int | Sequence[int] = 4, caption: str = ""
) -> Columns:
    """Set numbers and texts in columns, which a notebook shows as a table and `print` as text.

    Parameters
    ----------
    head, rows
        The headings of the columns, and as many cells in each row. Whole numbers get commas, other numbers as many
        places as `digits` says; None is an empty cell.
    digits
        Places behind the point, from 0 to 17: one number for all columns, or one for each.
    caption
        What the table shows; may be empty.

    Examples
    --------
    >>> columns(("guess", "bits"), [("table", 3.97018), ("alone", 3.93520)], digits=3)
    guess   bits
    table  3.970
    alone  3.935
    """
    names = tuple(checks.texts("head", head, "a list of headings"))
    if not names:
        raise checks.refused("head", head, "at least one heading")
    one = isinstance(digits, int | np.integer)
    given = [digits] * len(names) if one else checks.sequence("digits", digits, "whole numbers")
    places = [checks.integer("digits", number, 0, 17) for number in given]
    if len(places) != len(names):
        raise checks.refused("digits", digits, f"one number, or one for each of {len(names)} columns")
    expected = f"rows of {len(names)} cells each"
    written = []
    for row in checks.sequence("rows", rows, expected):
        cells = checks.sequence("rows", row, expected)
        if len(cells) != len(names):
            raise checks.refused("rows", row, expected)
        written.append(tuple(_written(cell, number) for cell, number in zip(cells, places, strict=True)))
    return Columns(names, written, checks.text("caption", caption))


def html_table(caption: str, head: Iterable[str], rows: Iterable[Sequence[Any]]) -> str:
    """Write a table in HTML, without colours; the first cell of each row is a heading too.

    The caption may be empty. Without headings each row is a name and its value, and each value is set to the left or
    right by itself.
    """
    lines, names = ["<table>"], list(head)
    written = [[_written(cell) for cell in row] for row in rows]
    left = _text_columns(written or [names])
    if caption:
        lines.append(f"<caption>{escape(caption)}</caption>")
    if names:
        cells = "".join(_cell("th", name, text, "col") for name, text in zip(names, left, strict=True))
        lines.append(f"<thead><tr>{cells}</tr></thead>")
    lines.append("<tbody>")
    for row in written:
        first, *rest = zip(row, left if names else _text_columns([row]), strict=True)
        cells = "".join(_cell("td", cell, text) for cell, text in rest)
        lines.append(f'<tr><th scope="row">{escape(first[0])}</th>{cells}</tr>')
    return "\n".join([*lines, "</tbody>", "</table>"])


def _cell(kind: str, written: str, text: bool, scope: str = "") -> str:
    """Write a cell; a style sheet sets texts to the left and numbers to the right."""
    marks = f' scope="{scope}"' * bool(scope) + ' class="text"' * text
    return f"<{kind}{marks}>{escape(written)}</{kind}>"


def _text_columns(rows: Sequence[Sequence[str]]) -> list[bool]:
    """Return for each column of written cells whether it holds texts, which is so if no cell is a number."""
    return [not any(map(_is_number, column)) for column in zip(*rows, strict=True)]


def _is_number(cell: str) -> bool:
    """Return whether a written cell holds a number, perhaps with a sign, commas or a unit behind it."""
    return cell.lstrip("+-−±≤≥<>~ ")[:1].isdigit()


def _written(value: object, digits: int = 4) -> str:
    """Write a value as a reader expects it."""
    if value is None:
        return ""
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, int | np.integer):
        return f"{value:,}"
    if isinstance(value, float | np.floating):
        return f"{value:,.{digits}f}"
    return str(value)

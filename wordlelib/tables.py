"""Results as tables, which a notebook shows in place of their text."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, TypeVar

import numpy as np

T = TypeVar("T", bound=tuple)


class Table(list[T]):
    """A list of named tuples, all of one kind."""

    def _repr_html_(self) -> str | None:
        """Show a line for each tuple; None, which stands for the usual text, where there is none."""
        return html_table("", self[0]._fields, self) if self else None  # type: ignore[attr-defined]


def html_table(caption: str, head: Iterable[str], rows: Iterable[Sequence[Any]]) -> str:
    """Write a table in HTML, without colours; the first cell of each row is a heading too.

    Parameters
    ----------
    caption
        What the table shows; may be empty.
    head
        The headings of the columns; none if each row is a name and its value.
    rows
        The rows.
    """
    lines = ["<table>"]
    if caption:
        lines.append(f"<caption>{escape(caption)}</caption>")
    cells = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    if cells:
        lines.append(f"<thead><tr>{cells}</tr></thead>")
    lines.append("<tbody>")
    for first, *rest in rows:
        cells = "".join(f"<td>{escape(_written(value))}</td>" for value in rest)
        lines.append(f'<tr><th scope="row">{escape(_written(first))}</th>{cells}</tr>')
    return "\n".join([*lines, "</tbody>", "</table>"])


def _written(value: object) -> str:
    """Write a value as a reader expects it."""
    if value is None:
        return ""
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, int | np.integer):
        return f"{value:,}"
    if isinstance(value, float | np.floating):
        return f"{value:.4f}"
    return str(value)

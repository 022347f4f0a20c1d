"""Label the entries of the bibliography as the text cites them: author and year."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pybtex.plugin import register_plugin
from pybtex.style.formatting.plain import Style
from pybtex.style.labels import BaseLabelStyle

if TYPE_CHECKING:  # what gives JupyterLab the same labels needs no Sphinx
    from sphinx.application import Sphinx


def last_name(person: Any) -> str:
    """Give the name by which somebody is cited, with its "de" or "van", as the reference style of the pages does."""
    return "\N{NO-BREAK SPACE}".join([*person.prelast_names, " ".join(person.last_names).strip("{}")])


class AuthorYearLabels(BaseLabelStyle):
    """Labels such as "Bhambri et al., 2022"."""

    def format_labels(self, entries: list[Any]) -> Iterator[str]:
        """Give a label for each entry."""
        for entry in entries:
            names = [last_name(person) for person in entry.persons["author"]]
            authors = f"{names[0]} et al." if len(names) > 2 else " and ".join(names)
            yield f"{authors}, {entry.fields.get('year', 'n.d.')}"


class AuthorYearStyle(Style):
    """The plain style, with author-year labels."""

    default_label_style = AuthorYearLabels


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the style under the name that _config.yml uses."""
    register_plugin("pybtex.style.formatting", "author_year", AuthorYearStyle)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

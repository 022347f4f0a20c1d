"""Chapters have the numbers of their files, appendices their letters, and sections and figures count from 1 in each.

Sphinx can count chapters by itself, but counts every page of a part, and appendices in numbers.
"""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.environment.collectors.toctree import TocTreeCollector
from sphinx_external_toc.collectors import disable_builtin_toctree_collector

FILE = re.compile(r"(?:.*/)?0*([1-9]\d*|[A-Z])_")
UNNUMBERED = ("Check yourself", "Exercises", "Further reading")


def chapter_number(name: str) -> str | None:
    """Give the number that a page's name begins with, such as "7", or "A" of an appendix; None for other pages."""
    found = FILE.match(name)
    return found[1] if found else None


class ChapterCollector(TocTreeCollector):
    """Sphinx's own collector of contents, which numbers chapters and then counts the figures below their numbers."""

    def assign_section_numbers(self, env: BuildEnvironment) -> list[str]:
        """Number every chapter's title, and its sections below it."""
        changed = super().assign_section_numbers(env)
        for name, contents in env.tocs.items():
            if number := chapter_number(name):
                title, *rest = contents.findall(nodes.reference)
                numbers: dict[str, Any] = {"": (number,)} | {section["anchorname"]: () for section in rest}
                title["secnumber"] = env.titles[name]["secnumber"] = (number,)
                sections = [section for section in sections_of(contents) if section.astext() not in UNNUMBERED]
                for place, section in enumerate(sections, 1):
                    numbers[section["anchorname"]] = section["secnumber"] = (number, place)
                env.toc_secnumbers[name] = numbers
        return changed


def sections_of(contents: nodes.bullet_list) -> list[nodes.reference]:
    """Give the entries of a page's contents that are one level below its title."""
    page = contents.children[0]
    below = [part for part in page.children if isinstance(part, nodes.bullet_list)]
    return [next(item.findall(nodes.reference)) for part in below for item in part.children]


def setup(app: Sphinx) -> dict[str, bool]:
    """Take the place of the collector that is there."""
    app.setup_extension("sphinx_external_toc")
    disable_builtin_toctree_collector(app)
    app.add_env_collector(ChapterCollector)
    return {"parallel_read_safe": True}

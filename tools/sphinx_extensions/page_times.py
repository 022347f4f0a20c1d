"""Say under a chapter's title how long it takes to read, and its cells to run; and how long a path takes."""

import json
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxRole

from tools.sphinx_extensions.chapter_numbers import chapter_number
from tools.sphinx_extensions.folded_cells import Folded
from tools.sphinx_extensions.spine import is_marked

ROOT = Path(__file__).parents[2]
WORDS, LINES = 220, 25  # read in a minute: words of prose, and lines of code
TITLE = re.compile(r"(<h1>.*?</h1>)", re.S)
MINUTES = "page_minutes", "path_minutes"  # what the environment remembers of pages
NOT_READ = ("tag_check", "solution", "dropdown")


class Minutes(nodes.Inline, nodes.TextElement):
    """The minutes that some pages take to read, once all are known."""


class MinutesRole(SphinxRole):
    """`` {minutes}`01_the_game, 03_entropy` ``: how long pages take to read; {path-minutes}: their paths."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Leave a place for the number."""
        pages = [name.strip() for name in self.text.split(",")]
        return [
            Minutes("", "", pages=pages, kind="path_minutes" if self.name == "path-minutes" else "page_minutes")
        ], []


def minutes_of(doctree: nodes.document, path: bool = False) -> int:
    """Give the minutes that a page takes to read, without what is folded.

    Parameters
    ----------
    doctree
        The page.
    path
        Count the ten-minute path alone, and 0 if the page has none.
    """
    words = lines = 0
    for node in doctree.findall(lambda node: isinstance(node, nodes.paragraph | nodes.literal_block | nodes.table)):
        if any(map(is_folded, parents(node))) or (path and not is_marked(node)):
            continue
        if isinstance(node, nodes.literal_block):
            lines += node.astext().count("\n") + 1
        elif isinstance(node, nodes.paragraph):
            words += len(node.astext().split())
    return max(not path, round(words / WORDS + lines / LINES))


def is_folded(part: nodes.Element) -> bool:
    """Say whether a part of a page is folded until a reader opens it."""
    classes = set(part.get("classes", []))
    hidden = "cell_input" in classes and part.parent is not None and "tag_hide-input" in part.parent["classes"]
    # Sphinx has that module by another name, and its classes with it.
    return part.tagname == Folded.__name__ or hidden or not classes.isdisjoint(NOT_READ)


def parents(node: nodes.Node) -> list[nodes.Element]:
    """Give all that a node stands in."""
    found = []
    while node.parent is not None:
        node = node.parent
        found.append(node)
    return found


def note_minutes(app: Sphinx, doctree: nodes.document) -> None:
    """Note how long a page takes."""
    env: Any = app.env
    if not hasattr(env, "page_minutes"):
        env.page_minutes, env.path_minutes = {}, {}
    env.page_minutes[env.docname] = minutes_of(doctree)
    env.path_minutes[env.docname] = minutes_of(doctree, path=True)


def forget(app: Sphinx, env: BuildEnvironment, page: str) -> None:
    """Forget a page that is read anew."""
    for minutes in MINUTES:
        getattr(env, minutes, {}).pop(page, None)


def merge(app: Sphinx, env: BuildEnvironment, pages: set[str], other: BuildEnvironment) -> None:
    """Take over what another process has noted."""
    for minutes in MINUTES:
        setattr(env, minutes, getattr(env, minutes, {}) | getattr(other, minutes, {}))


def fill_in(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put the numbers into their places."""
    env = app.env
    for place in list(doctree.findall(Minutes)):
        total = sum(getattr(env, place["kind"]).get(f"book/{name}", 0) for name in place["pages"])
        place.replace_self(nodes.Text(str(total)))


def say_time(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Write the line under the title of a numbered chapter."""
    env: Any = app.env
    if not chapter_number(page) or page not in getattr(env, "page_minutes", {}):
        return
    times = json.loads((ROOT / "book" / "times.json").read_text(encoding="utf-8"))
    seconds = times["seconds"].get(page.rpartition("/")[2])
    run = ""
    if seconds is not None:
        whole = max(1, round(seconds))
        run = f", {whole} second{'s' * (whole > 1)} to run"
    path = env.path_minutes[page]
    along = f", {path} along the bar in the margin" if path else ""
    line = f'<p class="page-times">{env.page_minutes[page]} minutes to read{along}{run}</p>'
    context["body"] = TITLE.sub(lambda found: found[0] + line, context["body"], count=1)


def setup(app: Sphinx) -> dict[str, bool]:
    """Count when a page is read, and write when all are."""
    app.add_node(Minutes)
    for name in ("minutes", "path-minutes"):
        app.add_role(name, MinutesRole())
    app.connect("doctree-read", note_minutes)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    app.connect("doctree-resolved", fill_in)
    app.connect("html-page-context", say_time)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

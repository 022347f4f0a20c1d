"""Leave out what no page needs: scripts of parts that the book has not, rules of styles that no page uses."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

STYLES = ("styles/pydata-sphinx-theme.css", "styles/sphinx-book-theme.css", "mystnb*.css", "basic.css", "pygments.css")
# The book has no tabs, cards or grids of sphinx-design, and no code that Thebe runs.
UNUSED = ("sphinx-design", "design-tabs", "sphinx-thebe")
CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
WORD = re.compile(r"[\w-]+")
SCRIPT = re.compile(r'<script[^>]* src="[^"]*?([^"/]+\.js)[?"]')
STRING = r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"
BREAKS = re.compile(rf"url\((?:{STRING}|[^)\"']*)\)|{STRING}|[{{}};]")
BLOCKS = ("@media", "@supports")


def leave_out(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Take scripts and styles from a page that does not need them."""
    for kind in ("script_files", "css_files"):
        context[kind] = [file for file in context[kind] if not any(name in _text(file) for name in UNUSED)]


def _text(file: Any) -> str:
    """Give what a script is: its address, or what it says itself."""
    return f"{getattr(file, 'filename', file)} {getattr(file, 'attributes', {}).get('body', '')}".lower()


def shorten_styles(app: Sphinx, fault: Exception | None) -> None:
    """Keep of the styles that others made what some page or script can use."""
    static = Path(app.outdir) / "_static"
    styles = [path for pattern in STYLES for path in static.glob(pattern)]
    if fault or app.builder.format != "html" or not styles:
        return
    pages = [page.read_text(encoding="utf-8") for page in Path(app.outdir).rglob("*.html")]
    named = {name for page in pages for name in SCRIPT.findall(page)}
    loaded = [file for file in static.rglob("*.js") if file.name in named or file.parent.name == "widgets"]
    texts = [*pages, *(file.read_text(encoding="utf-8") for file in loaded)]
    words = {word for text in texts for word in WORD.findall(text)}
    for path in styles:
        path.write_text(used_rules(path.read_text(encoding="utf-8"), words), encoding="utf-8")


def used_rules(css: str, words: Iterable[str]) -> str:
    """Leave out of a style sheet the rules for classes that nothing can have.

    Parameters
    ----------
    css
        The style sheet.
    words
        All words of the pages and the scripts.

    Returns
    -------
    str
        The rules of which at least one selector has only classes among the words, with those selectors.
    """
    words = set(words)
    kept = []
    for head, body in _rules(css):
        if body is None:
            kept.append(head)
        elif head.lstrip().startswith(BLOCKS):
            if inside := used_rules(body, words):
                kept.append(f"{head}{{{inside}}}")
        elif head.lstrip().startswith("@"):
            kept.append(f"{head}{{{body}}}")
        else:
            wanted = [each for each in _selectors(head) if words.issuperset(_needed(each))]
            if wanted:
                kept.append(f"{','.join(wanted)}{{{body}}}")
    return "".join(kept)


def _rules(css: str) -> Iterable[tuple[str, str | None]]:
    """Yield for each rule what stands before its braces and in them, and for each other statement itself."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.S)
    start = depth = opened = 0
    for found in BREAKS.finditer(css):
        if found[0] == "{":
            opened = opened if depth else found.start()
            depth += 1
        elif found[0] == "}":
            depth -= 1
            if not depth:
                yield css[start:opened], css[opened + 1 : found.start()]
                start = found.end()
        elif found[0] == ";" and not depth:
            yield css[start : found.end()], None
            start = found.end()


def _selectors(head: str) -> list[str]:
    """Split selectors at the commas that stand in no parentheses."""
    return re.split(r",(?![^()]*\))", head)


def _needed(selector: str) -> list[str]:
    """Give the classes that an element must have; what stands in parentheses may be otherwise."""
    return CLASS.findall(re.sub(r"\([^()]*\)", "", re.sub(r"\([^()]*\)", "", selector)).replace("\\", ""))


def setup(app: Sphinx) -> dict[str, bool]:
    """Leave out when a page is about to be written, after all else has been added."""
    app.connect("html-page-context", leave_out, priority=900)
    app.connect("build-finished", shorten_styles, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

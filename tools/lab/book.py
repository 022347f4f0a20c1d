"""What a chapter's references say on the pages: titles, numbers and works, read from the book's sources.

On the pages Sphinx numbers exercises, figures and formulas chapter by chapter, and writes out titles and works. A
notebook in JupyterLab stands alone, so it is told.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import yaml
from pybtex.backends.plaintext import Backend
from pybtex.database import parse_file

from tools.sphinx_extensions.author_year import AuthorYearStyle
from tools.sphinx_extensions.chapter_numbers import chapter_number

ROOT = Path(__file__).parents[2]
TITLE = re.compile(r"^# (.+)$", re.M)
TARGETS = re.compile(
    r"^`{3,}\{exercise\} *.*\n:label: *(?P<exercise>\S+)"
    r"|\$\$ *\((?P<equation>[\w:-]+)\)"
    r"|^\((?P<section>[\w-]+)\)=\n+#+ (?P<heading>.+)$",
    re.M,
)


def read_book(root: Path = ROOT) -> dict[str, Any]:
    """Read what references to other places say.

    Parameters
    ----------
    root
        The folder with `_toc.yml`.

    Returns
    -------
    dict
        `documents`: for each page its title and its file, from the folder of the chapters; `labels`: for each label the
        text that refers to it, the page's name, and its number if it has one; `works`: for each key author and year,
        and the whole entry.
    """
    names = _files(yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8")))
    paths = [next(path for path in root.glob(f"{name}.*") if path.suffix in (".ipynb", ".md")) for name in names]
    paths += sorted((root / "book" / "reference").glob("*.md"))  # which the contents do not list
    labels = {"genindex": {"text": "Index"}}
    documents = {}
    numbers: Counter[tuple[str, str | None]] = Counter()
    for path in paths:
        name = path.relative_to(root / "book").with_suffix("").as_posix()
        cells = _cells(path)
        title = next(found[1] for cell in cells if (found := TITLE.search(cell["source"])))
        documents[name] = {"title": title, "file": path.relative_to(root / "book").as_posix()}
        for cell in cells:
            targets = _targets(cell, chapter_number(name), numbers)
            labels |= {label: said | {"document": name} for label, said in targets}
    return {"documents": documents, "labels": labels, "works": read_works(root / "book" / "references.bib")}


def read_works(path: Path) -> dict[str, dict[str, str]]:
    """Give for each key of a bibliography author and year, and the whole entry."""
    entries = parse_file(str(path), "bibtex").entries.values()
    formatted = AuthorYearStyle().format_entries(entries)
    rendered = ((entry, entry.text.render(Backend("utf-8"))) for entry in formatted)
    return {entry.key: {"text": entry.label, "entry": text.replace("\\url ", "")} for entry, text in rendered}


def _files(contents: Any) -> Iterator[str]:
    """Give the files of the table of contents in reading order."""
    if isinstance(contents, list):
        for each in contents:
            yield from _files(each)
    elif isinstance(contents, dict):
        for key, value in contents.items():
            if key in ("root", "file"):
                yield value
            else:
                yield from _files(value)


def _cells(path: Path) -> list[Any]:
    """Give the cells of a notebook; a page without code is one cell."""
    if path.suffix == ".ipynb":
        return nbformat.read(path, as_version=4).cells
    return [{"cell_type": "markdown", "source": path.read_text(encoding="utf-8"), "metadata": {}}]


def _targets(
    cell: Any, chapter: str | None, numbers: Counter[tuple[str, str | None]]
) -> Iterator[tuple[str, dict[str, str]]]:
    """Count what is numbered in a cell; give each label with the text that refers to it, and its number."""

    def counted(kind: str, text: str) -> dict[str, str]:
        numbers[kind, chapter] += 1
        number = ".".join([*([chapter] if chapter else []), str(numbers[kind, chapter])])
        return {"text": text.format(number), "number": number}

    if cell["cell_type"] == "code":
        figure = cell["metadata"].get("mystnb", {}).get("figure", {})
        if "caption" in figure:
            yield figure.get("name", ""), counted("figure", "Fig. {}")
        return
    for found in TARGETS.finditer(cell["source"]):
        if label := found["exercise"]:
            yield label, counted("exercise", "Exercise {}")
        elif label := found["equation"]:
            yield label, counted("equation", "({})")
        else:
            yield found["section"], {"text": found["heading"]}

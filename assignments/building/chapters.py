"""What the course asks of the book: its chapters, and how plain text is made of their Markdown."""

import re
from pathlib import Path
from typing import Any

import nbformat
import yaml

ROOT = Path(__file__).parents[2]
CHAPTER = re.compile(r".*/\d+_\w+")
NAMED = re.compile(r"\{cite:t\}`([a-z]+)(\d*)\w*`")
EMPTY_ROLES = re.compile(r"\s*(?:\(\s*)?\{cite(?::\w+)?\}`[^`]*`(?:\s*\))?")
CALLED = re.compile(r"(^|[.?!]\s+)?\{(?:(numref|eq)\}`[^`]*`|doc\}`0?(\d+)_\w+`)")
FENCES = re.compile(r"^(`{3,})\{.*?^\1[ ]*$\n?", re.S | re.M)
LINKS = re.compile(r"\[([^\]]+)\]\([\w./]+\.(?:ipynb|md)[^)]*\)")
ROLES = re.compile(r"\{[\w:-]+\}`([^`<]*?)(?:\s*<[^`>]*>)?`")


def chapters() -> list[Path]:
    """Give the numbered chapters in the order of the contents: nobody lectures from the other pages."""
    contents = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    files = [chapter["file"] for part in contents["parts"] for chapter in part["chapters"]]
    return [ROOT / f"{name}.ipynb" for name in files if CHAPTER.fullmatch(name)]


def read(path: Path) -> Any:
    """Read a chapter."""
    return nbformat.read(path, as_version=4)


def plain(text: str) -> str:
    """Take out of a text what only the book understands.

    Works that a sentence names are called by their authors, and other citations go. Chapters are called by their
    numbers, figures and formulas by their kind, and other roles leave their text.
    """
    text = NAMED.sub(lambda found: f"{found[1].capitalize()} {found[2]}".strip(), text)
    text = LINKS.sub(r"\1", text)
    return ROLES.sub(r"\1", CALLED.sub(_by_kind, EMPTY_ROLES.sub("", text)))


def _by_kind(found: re.Match[str]) -> str:
    """Call a chapter by its number, a figure or formula by its kind, with a capital where a sentence begins."""
    before, kind, number = found.groups()
    name = f"chapter {number}" if number else "the figure" if kind == "numref" else "the formula"
    return name if before is None else before + name[0].upper() + name[1:]


def prose(cells: list[Any], place: int) -> str:
    """Give what a chapter says around a cell: before and after one with code, else in the cell itself."""
    around = [place] if cells[place].cell_type == "markdown" else [place - 1, place + 1]
    texts = [cells[i].source for i in around if 0 <= i < len(cells) and cells[i].cell_type == "markdown"]
    paragraphs = "\n\n".join(FENCES.sub("", text) for text in texts).split("\n\n")
    return "\n\n".join(plain(each) for each in paragraphs if each.strip() and not each.startswith("#"))

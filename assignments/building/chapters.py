"""What the course asks of the book: its parts, its chapters, and how plain text is made of their Markdown."""

import re
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
import yaml

ROOT = Path(__file__).parents[2]
EMPTY_ROLES = re.compile(r"\s*(?:\(\s*)?\{(?:cite(?::\w+)?|numref|eq)\}`[^`]*`(?:\s*\))?")
ROLES = re.compile(r"\{[\w:-]+\}`([^`<]*?)(?:\s*<[^`>]*>)?`")


class Part(NamedTuple):
    """A part of the book: its caption, and the paths of its chapters."""

    caption: str
    chapters: list[Path]


def parts() -> list[Part]:
    """Give the parts of the book that have chapters with code."""
    contents = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    every = [
        Part(part["caption"], [ROOT / f"{chapter['file']}.ipynb" for chapter in part["chapters"]])
        for part in contents["parts"]
    ]
    return [part for part in every if all(path.is_file() for path in part.chapters)]


def read(path: Path) -> Any:
    """Read a chapter."""
    return nbformat.read(path, as_version=4)


def plain(text: str) -> str:
    """Take out of a text what only the book understands: citations and references go, other roles leave their text."""
    return ROLES.sub(r"\1", EMPTY_ROLES.sub("", text))

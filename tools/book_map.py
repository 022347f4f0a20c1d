"""The map of the book: which chapter needs which, drawn so that each can be clicked."""

import tomllib
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import yaml

from tools.sphinx_extensions.chapter_numbers import chapter_number

ROOT = Path(__file__).parents[1]
WIDE, HIGH = 124, 44  # of a chapter's box
ACROSS, DOWN, EDGE = 172, 54, 6
SWEEPS = 8


class Chapter(NamedTuple):
    """A chapter on the map: its page, its number and short name, the numeral of its part, and what it needs."""

    page: str
    number: str
    name: str
    part: str
    needs: tuple[str, ...]


def read_map(root: Path = ROOT) -> dict[str, Chapter]:
    """Read the numbered chapters, in the order in which they stand.

    Parameters
    ----------
    root
        The folder of the project.

    Returns
    -------
    dict
        The chapters by their pages' names.

    Raises
    ------
    ValueError
        If a chapter is not in `book/needs.toml`, or needs one that does not stand before it.
    """
    parts = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))["parts"]
    said = tomllib.loads((root / "book" / "needs.toml").read_text(encoding="utf-8"))
    chapters: dict[str, Chapter] = {}
    for part, entry in ((each, entry) for each in parts for entry in each["chapters"]):
        page, number = Path(entry["file"]).name, chapter_number(entry["file"])
        if number is None or number.isalpha():
            continue  # appendices are off the map
        if page not in said:
            raise ValueError(f"book/needs.toml: nothing about {page}; expected a name, and what it needs")
        if later := [need for need in said[page]["needs"] if need not in chapters]:
            raise ValueError(f"book/needs.toml: {page} needs {later[0]}, which does not stand before it")
        numeral = part["caption"].partition(". ")[0]
        chapters[page] = Chapter(page, number, said[page]["name"], numeral, tuple(said[page]["needs"]))
    if unknown := set(said) - set(chapters):
        raise ValueError(f"book/needs.toml: {min(unknown)} is no chapter of the book")
    return chapters


def needed(page: str, chapters: dict[str, Chapter]) -> set[str]:
    """Give all that a chapter needs, what is needed for that included.

    Parameters
    ----------
    page
        The name of the chapter's page.
    chapters
        All chapters.
    """
    found: set[str] = set()
    waiting = [page]
    while waiting:
        below = set(chapters[waiting.pop()].needs) - found
        found |= below
        waiting += below
    return found


def places(chapters: dict[str, Chapter]) -> dict[str, tuple[float, float]]:
    """Give each chapter a place: to the right of all that it needs, and near it.

    Parameters
    ----------
    chapters
        The chapters in the order in which they stand.

    Returns
    -------
    dict
        Where the boxes begin, from the left and from the top.
    """
    depth: dict[str, int] = {}
    for page, chapter in chapters.items():
        depth[page] = 1 + max((depth[need] for need in chapter.needs), default=-1)
    columns = [[page for page in chapters if depth[page] == column] for column in range(max(depth.values()) + 1)]
    rows = max(map(len, columns))
    beside: dict[str, list[str]] = {page: list(chapters[page].needs) for page in chapters}
    for page, chapter in chapters.items():
        for need in chapter.needs:
            beside[need].append(page)
    height: dict[str, float] = {}

    def spread(column: list[str]) -> None:
        gap = rows / len(column)
        height.update({page: gap * (place + 0.5) - 0.5 for place, page in enumerate(column)})

    for column in columns:
        spread(column)
    for _ in range(SWEEPS):
        for column in columns:
            column.sort(key=lambda page: mean([height[near] for near in beside[page]] or [height[page]]))
            spread(column)
    return {page: (EDGE + ACROSS * depth[page], EDGE + DOWN * height[page]) for page in chapters}


def draw_map(address: Callable[[str], str], root: Path = ROOT) -> str:
    """Draw the map as SVG.

    Parameters
    ----------
    address
        Gives the address of a page from its name.
    root
        The folder of the project.

    Returns
    -------
    str
        The drawing, in the colours of the page in which it will stand.
    """
    chapters = read_map(root)
    at = places(chapters)
    wide, high = (max(place[i] for place in at.values()) + size + EDGE for i, size in enumerate((WIDE, HIGH)))
    lines = [line for chapter in chapters.values() for line in _lines(chapter, at)]
    boxes = [_box(chapter, address(chapter.page), chapters, *at[chapter.page]) for chapter in chapters.values()]
    inside = "\n".join([*lines, *boxes])
    return f'<svg class="book-map" viewBox="0 0 {wide:g} {high:g}">\n{inside}\n</svg>'


def _lines(chapter: Chapter, at: dict[str, tuple[float, float]]) -> Iterator[str]:
    end, low = at[chapter.page]
    for need in chapter.needs:
        start, high = at[need][0] + WIDE, at[need][1]
        half, bend = HIGH / 2, (end - start) / 2
        path = f"M{start:g} {high + half:g}c{bend:g} 0 {bend:g} {low - high:g} {2 * bend:g} {low - high:g}"
        yield f'<path class="map-line" d="{path}"/>'


def _box(chapter: Chapter, address: str, chapters: dict[str, Chapter], x: float, y: float) -> str:
    needs = " and ".join(chapters[need].number for need in chapter.needs)
    said = f"Chapter {chapter.number}, {chapter.name}" + (f", needs {needs}" if needs else "")
    return (
        f'<a href="{escape(address)}" aria-label="{escape(said)}">'
        f'<rect x="{x:g}" y="{y:g}" width="{WIDE}" height="{HIGH}" rx="4"/>'
        f'<text class="map-number" x="{x + 8:g}" y="{y + 18:g}">{chapter.number}</text>'
        f'<text class="map-part" x="{x + WIDE - 8:g}" y="{y + 17:g}">{chapter.part}</text>'
        f'<text class="map-name" x="{x + 8:g}" y="{y + 35:g}">{escape(chapter.name)}</text></a>'
    )

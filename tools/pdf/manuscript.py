"""One document of all chapters, for Chromium to print."""

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup, Tag

from tools.pdf.chapters import HEADINGS, Chapter, Part
from tools.pdf.front import Edition, front_matter, part_page
from tools.pdf.links import add_page_references, drop_unused_anchors, rename_anchors, rewrite_links
from tools.pdf.widgets import STATE_TYPE, take_widgets

LONG = 8  # lines: code that is longer may stand on two pages
NOT_PRINTED = ".headerlink, details.check, details.plumbing, .toctree-wrapper"
SQUARES = {"🟩": "g", "🟨": "y", "⬛": "-"}  # few fonts have them
SCRIPT = r"widgets/page\.js"
STYLE = Path(__file__).with_name("print.css")
SOLUTIONS = """<article><section id="solutions"><h1>Solutions to the exercises</h1></section></article>"""
DOCUMENT = """<!doctype html>
<html lang="en" data-theme="light">
<head><meta charset="utf-8"><title>{title}</title>
{styles}
<style>{rules}</style>
{scripts}
<script type="{state_type}">{states}</script>
</head>
<body>{body}</body>
</html>
"""


def compose(parts: list[Part], edition: Edition, html: Path, fonts: str) -> str:
    """Make one document of the built pages.

    Parameters
    ----------
    parts
        The chapters; they are changed in place.
    edition
        What the book says of itself.
    html
        The folder of the built pages, from which styles, scripts and pictures are taken.
    fonts
        The style rules that name the files of the fonts.

    Returns
    -------
    str
        A page for Chromium, with an empty place for each page number.
    """
    chapters = [chapter for part in parts for chapter in part.chapters]
    states: dict[str, Any] = {}
    for chapter in chapters:
        still_drawings(chapter)
        rename_anchors(chapter)
        states |= take_widgets(chapter, edition.pages)
        rewrite_links(chapter, {each.name for each in chapters}, edition.pages)
        prepare(chapter, html)
    if edition.solutions:
        solutions = collect_solutions(chapters)
        parts, chapters = [*parts, Part("", [solutions])], [*chapters, solutions]
    else:
        drop_solutions(chapters)
    add_page_references(chapters)
    drop_unused_anchors(chapters)
    text = front_matter(parts, edition) + "".join(piece for part in parts for piece in set_part(part))
    styles = [html / "_static/pygments.css", html / "_static/widgets/widgets.css", STYLE]
    return DOCUMENT.format(
        title=edition.title,
        styles="\n".join(f'<link rel="stylesheet" href="{path.as_uri()}">' for path in styles),
        rules=fonts + "".join(running_heads(part) for part in parts),
        scripts="\n".join(map(str, scripts_of(chapters, html))),
        state_type=STATE_TYPE,
        states=json.dumps({"state": states}).replace("</", "<\\/"),
        body=text,
    )


def still_drawings(chapter: Chapter) -> None:
    """Make plain parts of the links in a drawing: paper has no room beside them for a page number."""
    for link in chapter.body.select("svg a"):
        link.name = "g"
        del link["href"]


def prepare(chapter: Chapter, html: Path) -> None:
    """Leave out what is of no use on paper, and mark what must not be broken."""
    for element in chapter.body.select(NOT_PRINTED):
        element.decompose()
    for picture in chapter.body.find_all("img"):
        picture["src"] = beside(chapter, html, str(picture["src"]))
    for code in chapter.body.find_all("div", class_="highlight"):
        if code.get_text().count("\n") > LONG:
            code["class"] = "highlight long"
    for text in chapter.body.find_all(string=re.compile("|".join(SQUARES))):
        text.replace_with(BeautifulSoup(draw_squares(text), "html.parser"))


def beside(chapter: Chapter, html: Path, address: str) -> str:
    """Give the address of a file that a page names."""
    return (html / chapter.name).parent.joinpath(address).resolve().as_uri()


def draw_squares(text: str) -> str:
    """Give a text with tiles for the squares."""
    return "".join(
        f'<i class="tile {SQUARES[sign]}">{SQUARES[sign]}</i>' if sign in SQUARES else escape(sign) for sign in text
    )


def drop_solutions(chapters: list[Chapter]) -> None:
    """Leave out the solutions; hints stay."""
    for chapter in chapters:
        for solution in chapter.body.find_all(class_="solution"):
            solution.decompose()


def collect_solutions(chapters: list[Chapter]) -> Chapter:
    """Take the solutions out of the chapters and make one of them, to which the exercises lead."""
    solutions = Chapter("solutions", BeautifulSoup(SOLUTIONS, "html.parser"))
    for chapter in chapters:
        found = chapter.body.find_all(class_="solution")
        if not found:
            continue
        section = parse(f"<section><h2>{escape(chapter.title)}</h2></section>")
        solutions.body.append(section)
        for solution in found:
            exercise = chapter.body.find(id=solution.a["href"][1:])
            exercise.append(parse(f'<p class="solved"><a href="#{solution["id"]}">Solution</a></p>'))
            section.append(solution.extract())
    return solutions


def parse(text: str) -> Any:
    """Make one element."""
    return BeautifulSoup(text, "html.parser").contents[0]


def set_part(part: Part) -> Iterator[str]:
    """Give the pages of a part: its own, if it has a caption, and its chapters one level below it."""
    if part.caption:
        yield part_page(part)
    for chapter in part.chapters:
        if part.caption:
            for heading in chapter.body.find_all(HEADINGS):
                heading.name = f"h{int(heading.name[1]) + 1}"
        chapter.body["class"] = "chapter"
        chapter.body["style"] = f"page: {page_name(chapter)}"
        yield str(chapter.body)


def page_name(chapter: Chapter) -> str:
    """Name the kind of page with this chapter's running heads."""
    return f"chapter-{chapter.key}"


def running_heads(part: Part) -> str:
    """Give the style rules for the running heads: the part on left pages, the chapter on right ones."""
    rules = ""
    for chapter in part.chapters:
        page, title = f"@page {page_name(chapter)}", quoted(chapter.title)
        left = quoted(part.caption or chapter.title)
        rules += f"{page}:left {{ @top-left {{ content: counter(page) }} @top-right {{ content: {left} }} }}\n"
        rules += f"{page}:right {{ @top-left {{ content: {title} }} @top-right {{ content: counter(page) }} }}\n"
    return rules


def quoted(text: str) -> str:
    """Give a text as style rules hold it."""
    return json.dumps(text, ensure_ascii=False)


def scripts_of(chapters: list[Chapter], html: Path) -> Iterator[Tag]:
    """Give each script once that shows widgets."""
    seen = set()
    for chapter in chapters:
        for script in chapter.page.find_all("script", src=re.compile(SCRIPT)):
            script["src"] = beside(chapter, html, str(script["src"]))
            if str(script) not in seen:
                seen.add(str(script))
                yield script

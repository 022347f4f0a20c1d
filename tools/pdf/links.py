"""Let the links of the pages lead to their places in the book, with the page for those who read on paper."""

import posixpath
from collections.abc import Collection
from typing import Any
from urllib.parse import unquote, urldefrag, urlsplit

from tools.pdf.chapters import HEADINGS, Chapter


def anchor(name: str, fragment: str = "") -> str:
    """Give the book's anchor for an address in the pages: that of the chapter, or of a place in it."""
    key = name.rpartition("/")[2]
    return f"{key}--{fragment}" if fragment else key


def resolve(name: str, address: str) -> tuple[str, str]:
    """Give what a link on a page leads to: a page, without its ending, and the place in it, if any."""
    path, fragment = urldefrag(address)
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(path))) if path else name
    return target.removesuffix(".html"), unquote(fragment)


def rename_anchors(chapter: Chapter) -> None:
    """Give every anchor of a chapter a name that no other chapter has; its first section is the chapter."""
    for element in anchors_of(chapter):
        element["id"] = anchor(chapter.name, element["id"])
    chapter.body["id"] = chapter.key


def anchors_of(chapter: Chapter) -> list[Any]:
    """Give what has a name in a chapter; the names within drawings are the drawings' own."""
    return [element for element in chapter.body.find_all(id=True) if not element.find_parent("svg")]


def rewrite_links(chapter: Chapter, printed: Collection[str], pages: str) -> None:
    """Let links lead into the book; those to pages that are not printed lead to the published ones, or nowhere.

    Parameters
    ----------
    chapter
        Changed in place.
    printed
        The names of all chapters in the book.
    pages
        Where the pages are published; empty if they are not.
    """
    for link in links_of(chapter):
        if urlsplit(link["href"]).scheme:
            continue
        target, fragment = resolve(chapter.name, link["href"])
        if target in printed:
            link["href"] = f"#{anchor(target, fragment)}"
        elif pages:
            link["href"] = f"{pages}{target}.html" + (f"#{fragment}" if fragment else "")
        else:
            link.unwrap()


def links_of(chapter: Chapter) -> list[Any]:
    """Give the links of a chapter."""
    return chapter.body.find_all("a", href=True)


def drop_unused_anchors(chapters: list[Chapter]) -> None:
    """Keep of the names in the text those that a link leads to: others may stand there twice."""
    wanted = {link["href"][1:] for chapter in chapters for link in links_of(chapter)}
    for chapter in chapters:
        for element in anchors_of(chapter):
            if element["id"] not in wanted:
                del element["id"]


def add_page_references(chapters: list[Chapter]) -> None:
    """Put after each link to another chapter where its page number will stand, once in a section."""
    homes = {element["id"]: chapter for chapter in chapters for element in [chapter.body, *anchors_of(chapter)]}
    for chapter in chapters:
        seen = set()
        for link in links_of(chapter):
            target = link["href"][1:]
            place = (id(link.find_parent("section")), target)
            if homes.get(target, chapter) is not chapter and place not in seen and not says_where(link):
                seen.add(place)
                link.insert_after(
                    chapter.page.new_tag("span", attrs={"class": "page-reference", "data-page": str(target)})
                )


def says_where(link: Any) -> bool:
    """Tell whether a link says by itself where it leads, to the bibliography or the glossary, or is in a heading."""
    return bool(
        link.find_parent(class_="bibtex-citation") or link.find(class_="std-term") or link.find_parent(HEADINGS)
    )

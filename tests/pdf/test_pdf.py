"""The printed book, read back: chapters, page numbers, margins, fonts, formulas, links, tags."""

import re
from collections import Counter
from urllib.parse import urljoin

import pikepdf
import pytest
from conftest import BOOK, ROOT
from pypdf.generic import Destination

from tools.pdf.finishing import elements
from tools.pdf.manuscript import STYLE

MARGIN = 18 * 72 / 25.4  # points, the narrower of the two
LARGEST = 25_000_000  # bytes
SOLUTIONS = "Solutions to the exercises"
RULES = (r"font: ([\d.]+)pt/[\d.]+ \"Laboratory Serif", r"pre \{\s*font-size: ([\d.]+)pt")  # of print.css
LEFT_OVER = ["Click to", "Loading ...", "could not be shown", "Show the answer", "Copy to clipboard"]


@pytest.fixture(scope="module")
def bookmarks(reader):
    """Give each bookmark's path of titles, and its page, counted from 0."""

    def walk(entries, path):
        for entry in entries:
            if isinstance(entry, Destination):
                last = (*path, entry.title)
                yield last, reader.get_destination_page_number(entry)
            else:
                yield from walk(entry, last)

    return list(walk(reader.outline, ()))


@pytest.fixture(scope="module")
def titles(chapters):
    """Give the titles of the chapters; the preface bears the title of the book."""
    return ["Preface", *[article.h1.get_text() for article in list(chapters.values())[1:]]]


@pytest.fixture(scope="module")
def begins(bookmarks, titles):
    """Give the page on which each chapter begins."""
    return {path[-1]: page for path, page in bookmarks if path[-1] in titles and len(path) < 3 and path[0] != SOLUTIONS}


def test_every_chapter_has_its_bookmark_and_its_title(begins, titles, pages):
    assert list(begins) == titles
    assert [title for title, page in begins.items() if title not in pages[page].text] == []


def test_bookmarks_are_parts_chapters_and_sections(bookmarks, chapters):
    captions = re.findall(r"caption: (.+)", (ROOT / "_toc.yml").read_text(encoding="utf-8"))
    tops = [path[0] for path, _ in bookmarks if len(path) == 1]
    assert tops == ["Contents", "Preface", *captions, SOLUTIONS]
    paths = [path for path, _ in bookmarks]
    sections = [
        (article.h1.get_text(), section.get_text()) for article in chapters.values() for section in article("h2")
    ]
    assert sections
    assert [pair for pair in sections[20:] if pair not in [path[1:3] for path in paths]] == []


def test_the_contents_name_the_pages(pages, begins, titles):
    text = " ".join(page.text for page in pages[2 : begins["Preface"]])
    for title in titles:
        assert [int(n) for n in re.findall(rf"{re.escape(title)} (\d+)(?: |$)", text)] == [begins[title] + 1], title


def test_references_name_the_pages(pages, begins):
    """Where a link to another chapter is followed by a number, that is the page on which the chapter begins."""
    text = " ".join(page.text for page in pages)
    said = {title: re.escape(re.sub(r"^\d+[a-z]? ", "", title)) for title in begins}
    named = [(title, int(n)) for title in begins for n in re.findall(rf"{said[title]} ?\(p. (\d+)\)", text)]
    assert len(named) > 100
    assert [(title, number) for title, number in named if begins[title] + 1 != number] == []


def test_no_page_is_empty(pages):
    """Even the last page of a chapter has three lines."""
    lines = {
        number: {round(piece.y) for piece in page.body if piece.text.strip()} for number, page in enumerate(pages, 1)
    }
    assert [number for number in lines if len(lines[number]) < 3] == []


def test_no_text_is_beyond_the_margin(pages, reader):
    width = float(reader.pages[0].mediabox.width)
    faults = [
        (number, round(piece.x), piece.text)
        for number, page in enumerate(pages, 1)
        for piece in page.pieces
        if not MARGIN - 0.5 <= piece.x <= width - MARGIN + 0.5
    ]
    assert faults == []


def test_the_text_has_the_size_that_the_style_says(pages):
    """What is too wide for a page makes Chromium shrink the whole book."""
    sizes = Counter()
    for page in pages:
        for piece in page.body:
            sizes[round(piece.size, 1)] += len(piece.text)
    body, code = (float(re.search(rule, STYLE.read_text(encoding="utf-8"))[1]) for rule in RULES)
    assert {size for size, _ in sizes.most_common(2)} == {body, code}


def test_running_heads_and_labels_count_the_pages(pages, reader, bookmarks, begins):
    assert reader.page_labels == [str(number) for number in range(1, len(pages) + 1)]
    tops = {page + 1 for path, page in bookmarks if len(path) == 1 and path[0] not in (*begins, SOLUTIONS)}
    bare = {*range(1, begins["Preface"] + 1), *tops}  # title page, imprint, contents and the pages that open parts
    for number, page in enumerate(pages, 1):
        assert len(page.head) == (0 if number in bare else 2), number
        assert number in bare or str(number) in page.head, page.head


def test_right_heads_name_the_chapter(pages, begins):
    first = sorted(begins.items(), key=lambda item: item[1])
    for number, page in enumerate(pages, 1):
        if page.head and number % 2:
            assert page.head[0] in (*[title for title, place in first if place < number][-1:], SOLUTIONS), number


def test_every_font_is_embedded(reader):
    fonts = {}
    for page in reader.pages:
        for font in page["/Resources"].get("/Font", {}).values():
            fonts[font.indirect_reference.idnum] = font.get_object()
    assert len(fonts) > 10
    for font in fonts.values():
        if font["/Subtype"] != "/Type3":  # its glyphs are drawn in the file
            descriptor = font["/DescendantFonts"][0]["/FontDescriptor"]
            assert {"/FontFile2", "/FontFile3"} & set(descriptor), font["/BaseFont"]


def formulas_of(article):
    """Give the formulas of a page as they were written."""
    return [formula["alttext"] for formula in article.find_all("math")]


def test_every_formula_is_there_and_tagged(chapters):
    written = Counter(formula for article in chapters.values() for formula in formulas_of(article))
    assert written.total() > 1000
    with pikepdf.open(BOOK) as pdf:
        tagged = Counter(str(tag.Alt) for tag in elements(pdf.Root.StructTreeRoot) if tag.S == "/Formula")
    assert tagged == written


def test_nothing_of_the_pages_is_left_over(pages):
    signs = [*LEFT_OVER, r"\(", r"\[", "$$", "�"]
    assert [(number, sign) for number, page in enumerate(pages, 1) for sign in signs if sign in page.text] == []


def test_cells_that_only_check_are_left_out(pages, chapters):
    """The line that opens them stands in the text alone where it is spoken of."""
    line = re.compile(r"\d+ numbers? checked")
    opened = sum(len(article.select("details.check")) for article in chapters.values())
    written = sum(len(line.findall(article.get_text())) for article in chapters.values())
    assert opened and sum(len(line.findall(page.text)) for page in pages) == written - opened


def test_links_lead_into_the_book_or_to_the_web(reader):
    places = {name.removeprefix("/") for name in reader.named_destinations}
    inner, outer = [], []
    for page in reader.pages:
        for annotation in page.get("/Annots", []):
            link = annotation.get_object()
            if "/Dest" in link:
                inner.append(str(link["/Dest"]).removeprefix("/"))
            else:
                outer.append(str(link["/A"]["/URI"]))
    assert len(inner) > 500 and len(outer) > 5
    assert [place for place in inner if place not in places] == []
    assert [address for address in outer if not re.match(r"https?://(?!127\.|localhost)", address)] == []


def test_a_link_leads_where_it_says(reader, pages, chapters):
    """The number of every figure is on the page that a link to it leads to."""
    places = {name.removeprefix("/"): place for name, place in reader.named_destinations.items()}
    figures = {
        f"{name.rpartition('/')[2]}--{figure['id']}": figure.select_one(".caption-number").get_text().strip()
        for name, article in chapters.items()
        for figure in article.select("figure[id]:has(.caption-number)")
    }
    asked = {
        f"{(urljoin(name, address) if address else name).rpartition('/')[2].removesuffix('.html')}--{place}"
        for name, article in chapters.items()
        for address, _, place in (link["href"].partition("#") for link in article.select("a.reference.internal[href]"))
    }
    linked = figures.keys() & asked
    assert linked and linked == figures.keys() & places.keys()
    for name in linked:
        page = reader.get_destination_page_number(places[name])
        assert figures[name] in pages[page].text, name


def test_it_is_tagged_and_says_what_it_is(reader):
    root = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] and root["/StructTreeRoot"] and root["/Lang"] == "en"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    config = (ROOT / "_config.yml").read_text(encoding="utf-8")
    assert reader.metadata.title == re.search("title: (.+)", config)[1]
    assert reader.metadata.author == re.search("author: (.+)", config)[1]


def test_every_picture_is_described():
    with pikepdf.open(BOOK) as pdf:
        figures = [tag for tag in elements(pdf.Root.StructTreeRoot) if tag.S == "/Figure"]
        assert len(figures) > 40
        assert [tag for tag in figures if not str(tag.get("/Alt", ""))] == []


def test_every_widget_is_a_picture_with_a_way_to_the_live_one(pages, chapters):
    widgets = sum(len(article.find_all("script", type=re.compile("widget-view"))) for article in chapters.values())
    text = " ".join(page.text for page in pages)
    predictions = text.count("Choose before you look.")
    assert predictions and text.count("The answers are on") + text.count("Try it on") == widgets - predictions


def test_the_parts_of_the_preface_stand_together(pages, bookmarks):
    sought = ("Preface", "Four parts, and play"), ("Preface", "The same in Python")
    first, following = (page for path, page in bookmarks if path in sought)
    assert following - first <= 1
    assert not any("As it was Copy link" in page.text for page in pages)


def test_every_solution_stands_at_the_end(pages, chapters, bookmarks):
    first = next(page for path, page in bookmarks if path == (SOLUTIONS,))
    solutions = sum(len(article.select(".solution")) for article in chapters.values())
    assert " ".join(page.text for page in pages[first:]).count("Solution to Exercise") == solutions > 50
    assert "Solution to Exercise" not in " ".join(page.text for page in pages[:first])


def test_it_is_not_large(reader):
    assert BOOK.stat().st_size < LARGEST
    assert 300 < len(reader.pages) < 600

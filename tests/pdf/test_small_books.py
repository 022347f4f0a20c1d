"""Small books: what is printed of a page, and what is said where printing is not possible."""

import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pikepdf
import pytest
from bs4 import BeautifulSoup
from conftest import HTML, ROOT
from pypdf import PdfReader

from tools.chromium import find_chromium
from tools.pdf.__main__ import make, read_seconds
from tools.pdf.chapters import Chapter, read_parts
from tools.pdf.finishing import name_bookmarks, tag_formulas
from tools.pdf.links import resolve
from tools.pdf.manuscript import compose

TOC = "root: preface\nparts:\n  - caption: One\n    chapters:\n      - file: a/first\n      - file: a/second\n"
SHORT_TOC = "root: book/00_preface\nparts:\n  - caption: One\n    chapters:\n      - file: book/03_entropy\n"
PAGE = "<html><body><article><section id='{id}'><h1>{title}<a class='headerlink' href='#x'>#</a></h1>{text}</section>"
STATE = """<script type="application/vnd.jupyter.widget-state+json">{"state": {"1": {"model_name": "AnyModel",
"state": {"_anywidget_id": "wordlelib.widgets.%s", "moment": 0}}}}</script>"""
VIEW = '<script type="application/vnd.jupyter.widget-view+json">{"model_id": "1"}</script>'
EXERCISE = """<div class="exercise" id="ex"><p>Exercise 1</p><div class="dropdown admonition">A hint</div></div>
<div class="solution" id="sol"><p>Solution to<a href="#ex"> Exercise 1</a></p><p>An answer</p></div>"""


@pytest.fixture
def small(tmp_path, edition):
    """Give a function that composes a book of three pages, the first chapter with this text."""

    def composed(text, **changes):
        (tmp_path / "a").mkdir(exist_ok=True)
        toc = tmp_path / "_toc.yml"
        toc.write_text(TOC)
        for name, title, inside in (("preface", "Book", ""), ("a/first", "First", text), ("a/second", "Second", "")):
            inside += "<section id='more'><h2>More</h2></section>"
            (tmp_path / f"{name}.html").write_text(PAGE.format(id=name[-3:], title=title, text=inside))
        book = compose(read_parts(toc, tmp_path), edition._replace(**changes), tmp_path, "")
        return BeautifulSoup(book, "html.parser")

    return composed


@pytest.mark.parametrize(
    ("address", "place"),
    [("#here", ("a/first", "here")), ("second.html", ("a/second", "")), ("../preface.html#x", ("preface", "x"))],
)
def test_an_address_is_found_from_the_page_that_it_stands_on(address, place):
    assert resolve("a/first", address) == place


def test_links_lead_into_the_book(small):
    book = small(
        '<p><a href="second.html#more">there</a> and <a href="second.html#more">again</a>, <a href="#more">here</a></p>'
    )
    links = {link.get_text(): link["href"] for link in book.select("#first p > a")}
    assert links == {"there": "#second--more", "again": "#second--more", "here": "#first--more"}
    assert [place["data-page"] for place in book.select("#first .page-reference")] == ["second--more"]
    assert book.find(id="second--more") and book.find(id="first--more") and not book.find(id="preface--more")


@pytest.mark.parametrize(("pages", "address"), [("https://a.b/c/", "https://a.b/c/api.html#play"), ("", None)])
def test_links_to_what_is_not_printed(small, pages, address):
    link = small('<p>See <a href="../api.html#play">play</a>.</p>', pages=pages).select_one("#first p > a")
    assert (link["href"] if link else None) == address


def test_headings_stand_below_their_parts(small):
    book = small("")
    assert [heading.get_text() for heading in book("h1")] == [
        "Contents",
        "Preface",
        "One",
        "Solutions to the exercises",
    ]
    assert [heading.get_text() for heading in book("h2")] == ["More", "First", "Second"]
    assert [entry.get_text() for entry in book.select(".contents .entry")] == [
        "Preface",
        "First",
        "Second",
        "Solutions to the exercises",
    ]


def test_solutions_stand_at_the_end_and_hints_where_they_were(small):
    book = small(EXERCISE)
    assert "A hint" in book.find(id="first").get_text() and "An answer" not in book.find(id="first").get_text()
    assert "An answer" in book.find(id="solutions").get_text()
    assert book.find(id=book.select_one("#first .solved a")["href"][1:]).p.get_text() == "Solution to Exercise 1"


def test_solutions_may_be_left_out(small):
    book = small(EXERCISE, solutions=False)
    assert "A hint" in book.get_text() and "An answer" not in book.get_text()
    assert not book.select(".solved") and not book.find(id="solutions")
    assert "without the solutions" in book.select_one(".imprint").get_text()


def test_what_only_checks_is_left_out(small):
    assert (
        "assert" not in small("<details class='check'><summary>1 number checked</summary>assert</details>").get_text()
    )


def test_a_prediction_is_as_good_on_paper(small):
    assert small(STATE % "PredictFirst" + VIEW).select("#first .widget") != []
    assert small(STATE % "PredictFirst" + VIEW).select("#first .live") == []


@pytest.mark.parametrize(("kind", "says"), [("SelfCheck", "The answers are on"), ("BanditRace", "Try it on")])
def test_a_widget_says_where_it_is_alive(small, kind, says):
    text = STATE % kind + f"<section id='inside'><h2>Inside</h2>{VIEW}</section>"
    line = small(text).select_one("#first .widget .live")
    assert line.get_text() == f"{says} the page “First” of the book as a website." and not line.svg
    line = small(text, pages="https://a.b/c/").select_one("#first .widget .live")
    assert line.a["href"] == line.a.get_text() == "https://a.b/c/a/first.html#inside"
    assert line.p.get_text().startswith(says) and line.svg


def test_a_record_is_shown_at_its_end(small):
    state = small(STATE % "BanditRace" + VIEW).find("script", type="application/vnd.jupyter.widget-state+json")
    assert '"first--1"' in state.get_text() and '"moment": 1000000000' in state.get_text()


def test_drawings_keep_their_own_names_and_have_no_links(small):
    drawing = (
        "<svg><defs><path id='first-1-m'/></defs><use href='#first-1-m'/><a href='second.html'><text>2</text></a></svg>"
    )
    drawing = small(f"<p id='kept'>a</p>{drawing}<p><a href='#kept'>b</a></p>").select_one("#first svg")
    assert drawing.path["id"] == "first-1-m" and drawing.use["href"] == "#first-1-m"
    assert not drawing.a and drawing.g.get_text() == "2"


def test_squares_become_tiles(small):
    tiles = small("<pre>crane 🟩⬛ &lt;</pre>").select_one("#first pre")
    assert [tile["class"][1] for tile in tiles("i")] == ["g", "-"] and tiles.get_text() == "crane g- <"


def test_pages_that_are_not_built(tmp_path):
    toc = tmp_path / "_toc.yml"
    toc.write_text(TOC)
    with pytest.raises(ValueError, match=r"preface\.html: run 'make book' first"):
        read_parts(toc, tmp_path)


def test_a_page_without_an_article():
    with pytest.raises(ValueError, match="a/b: expected a built page with an article"):
        Chapter("a/b", BeautifulSoup("<p>nothing</p>", "html.parser")).body  # noqa: B018


def test_no_chromium(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ValueError, match="no Chromium here.*apt install chromium"):
        find_chromium()
    run = subprocess.run([sys.executable, "-m", "tools.pdf"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 2 and run.stdout == ""
    assert run.stderr.startswith("pdf: error: no Chromium here") and len(run.stderr.splitlines()) == 1


def test_the_file_may_be_named_from_where_one_stands(monkeypatch, tmp_path, edition):
    printed = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tools.pdf.__main__.compose", lambda *_: "")
    monkeypatch.setattr("tools.pdf.__main__.read_parts", lambda *_: [])
    monkeypatch.setattr("tools.pdf.__main__.print_book", lambda document, _: printed.append(document.as_uri()))
    monkeypatch.setattr("tools.pdf.__main__.finish", lambda *_: None)
    make(edition, ROOT / "_toc.yml", HTML, Path("here/book.pdf"))
    assert printed == [(tmp_path / "here/book.html").as_uri()]


@pytest.mark.parametrize("given", ["yesterday", "-5", "1.5"])
def test_no_time(monkeypatch, given):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", given)
    with pytest.raises(ValueError, match=f"SOURCE_DATE_EPOCH: '{given}'; expected seconds since 1970"):
        read_seconds()


def test_the_time_may_be_given(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert read_seconds() == 86400
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert read_seconds() > 1_700_000_000  # the last commit's


@pytest.mark.parametrize("mend", [tag_formulas, name_bookmarks])
def test_tags_and_bookmarks_must_be_complete(mend):
    pdf = pikepdf.new()
    pdf.Root.StructTreeRoot = pdf.make_indirect(pikepdf.Dictionary())
    mend(pdf, [])
    with pytest.raises(ValueError, match="expected 1"):
        mend(pdf, ["one that the file has not"])


def test_the_same_pages_give_the_same_bytes(tmp_path, edition):
    """A chapter with formulas, pictures, exercises and questions, without its solutions."""
    if not (HTML / "index.html").is_file():
        pytest.fail(f"No pages in {HTML}: run 'make book' first.", pytrace=False)
    toc = tmp_path / "_toc.yml"
    toc.write_text(SHORT_TOC)
    books = [tmp_path / "one.pdf", tmp_path / "two.pdf"]
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:  # other tests may have a browser in this process
        list(pool.map(partial(make, edition._replace(solutions=False), toc, HTML), books))
    assert books[0].read_bytes() == books[1].read_bytes()
    reader = PdfReader(books[0])
    text = " ".join(page.extract_text() for page in reader.pages)
    assert text.count("Hint") > 3 and "Solution" not in text
    assert reader.metadata.creation_date == edition.moment

"""What JupyterLab is told of the book is what the pages say."""

import json
import re

import pytest
from bs4 import BeautifulSoup
from test_pages import HTML, NOTEBOOKS

from tools.lab.book import read_book

BOOK = read_book()


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def page(request):
    """A chapter's name, and its page."""
    path = HTML / "book" / f"{request.param.stem}.html"
    if not path.is_file():
        pytest.fail(f"No pages in {HTML}: run 'make book' first.", pytrace=False)
    return request.param.stem, BeautifulSoup(path.read_bytes(), "html.parser").find("article")


def test_titles_and_numbers_are_the_pages(page):
    name, article = page
    assert BOOK["documents"][name]["title"] == article.h1.find(string=True, recursive=False)
    said = [each.get_text().strip() for each in article.select(".caption-number, .eqno")]
    numbered = {each.rstrip("#") for each in said}
    told = {each["text"] for each in BOOK["labels"].values() if each.get("document") == name and "number" in each}
    assert told <= numbered and len(numbered - told) == unnamed_figures_in(name)


def unnamed_figures_in(name):
    """Count the figures that nothing can refer to."""
    cells = json.loads((HTML.parents[1] / "book" / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    figures = [cell["metadata"].get("mystnb", {}).get("figure", {}) for cell in cells]
    return sum("caption" in figure and "name" not in figure for figure in figures)


def test_works_are_cited_as_on_the_pages(page):
    _, article = page
    cited = {link.get_text(): link["title"] for link in article.select("a[href*='bibliography.html#']")}
    told = {each["text"]: each["entry"] for each in BOOK["works"].values()}
    assert {text: spaced(entry) for text, entry in cited.items()} == {text: spaced(told[text]) for text in cited}


def spaced(text):
    """The text with single spaces."""
    return re.sub(r"\s+", " ", text)

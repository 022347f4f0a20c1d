"""Let Chromium print the book until the page numbers in it are right."""

from pathlib import Path
from typing import NamedTuple

import pikepdf
from playwright.sync_api import Page, sync_playwright

from tools.chromium import FLAGS, find_chromium

SETTLE = Path(__file__).with_name("settle.js")
TIMES = 5  # the numbers change the text, but hardly ever its pages
PATIENCE = 300_000  # milliseconds
# What Chromium keeps of an earlier layout can move a line to the next page and back. So it lays out each print anew.
FILL = """(pages) => {
    for (const place of document.querySelectorAll("[data-page]")) place.textContent = pages[place.dataset.page];
    for (const display of ["none", ""]) {
        document.body.style.display = display;
        document.body.offsetHeight;
    }
}"""


class Texts(NamedTuple):
    """What a document is made of, from first to last.

    Attributes
    ----------
    formulas
        As they were written.
    headings
        As they stand there.
    """

    formulas: list[str]
    headings: list[str]


def print_book(document: Path, printed: Path) -> Texts:
    """Print a document.

    Parameters
    ----------
    document
        What `compose` makes, in a file.
    printed
        The PDF file.

    Returns
    -------
    Texts
        Of the document.

    Raises
    ------
    ValueError
        If there is no Chromium, or a number never settles.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        page.emulate_media(media="print")
        page.goto(document.as_uri())
        texts = settle(page)
        numbers: dict[str, int] = {}
        for _ in range(TIMES):
            page.pdf(path=printed, prefer_css_page_size=True, print_background=True, outline=True, tagged=True)
            before, numbers = numbers, page_numbers(printed)
            if numbers == before:
                return texts
            page.evaluate(FILL, numbers)
    raise ValueError(f"{document}: the page numbers change with each of {TIMES} prints")


def settle(page: Page) -> Texts:
    """Wait for formulas, fonts, pictures and widgets, and make still pictures of the widgets; give the texts."""
    page.evaluate("Promise.all([...document.fonts].map((font) => font.load())).then(() => true)")
    page.wait_for_function("[...document.querySelectorAll('.widget')].every((place) => place.querySelector('.ww'))")
    page.wait_for_function("!document.querySelector('.ww-place[aria-busy]')")
    return Texts(*page.evaluate(SETTLE.read_text(encoding="utf-8")))


def page_numbers(printed: Path) -> dict[str, int]:
    """Give for every place that a link leads to its page, counted from 1."""
    with pikepdf.open(printed) as pdf:
        numbers: dict[tuple[int, int], int] = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
        return {str(name)[1:]: numbers[place[0].objgen] for name, place in pdf.Root.Dests.items()}

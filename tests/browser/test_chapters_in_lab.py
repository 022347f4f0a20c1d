"""A chapter in JupyterLab: boxes are boxes, what is folded stays folded, references say what they say on the page."""

import json
import re
import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup
from watching import HTML, jupyter_lab

from tools.binder.reading import open_notebook
from tools.lab.__main__ import install

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
CHAPTER = "14_action_value_tree_search"  # which refers to figures, formulas, exercises, sections and other chapters
CELLS = [cell for cell in json.loads((ROOT / "book" / f"{CHAPTER}.ipynb").read_text(encoding="utf-8"))["cells"]]


@pytest.fixture(scope="module")
def lab(chromium, tmp_path_factory):
    """Start JupyterLab on a copy of the chapters, with the extension beside those that are installed."""
    folder = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "book", folder / "book")
    install(folder / "extension")
    with jupyter_lab(folder, JUPYTER_PATH=str(folder / "extension" / "share" / "jupyter")) as address:
        yield address


@pytest.fixture(scope="module")
def chapter(lab, chromium):
    """Open a chapter, and wait until all of its text is there."""
    page = chromium.new_page(viewport={"width": 1300, "height": 1000})
    open_notebook(page, lab, f"book/{CHAPTER}.ipynb")
    for number, cell in enumerate(CELLS):
        if cell["cell_type"] == "markdown" and not is_folded(number):
            place = page.locator(".jp-Notebook .jp-Cell").nth(number)
            place.scroll_into_view_if_needed()
            place.locator(".myst > *").first.wait_for(timeout=60_000)
    yield page
    page.close()


@pytest.fixture(scope="module")
def text():
    """The same chapter as on the page."""
    page = HTML / "book" / f"{CHAPTER}.html"
    if not page.is_file():
        pytest.fail(f"No pages in {HTML}: run 'make book' first.", pytrace=False)
    return BeautifulSoup(page.read_bytes(), "html.parser").find("article")


def is_folded(number):
    """Whether a cell comes after the start of a solution, and not after its end."""
    marks = re.findall(r"\{solution-(start|end)\}", "".join("".join(cell["source"]) for cell in CELLS[:number]))
    return bool(marks) and marks[-1] == "start"


def words_of(elements):
    """The texts of elements, with single spaces."""
    return [" ".join(element.split()) for element in elements]


def test_nothing_is_left_raw_and_nothing_is_an_error(chapter):
    said = " ".join(chapter.locator(".jp-Notebook .myst").all_text_contents())
    assert not re.search(r"\{[a-z:-]+\}`|`{3,}|:(class|label):", said)
    assert not chapter.locator(".jp-Notebook .myst").locator("[class*=text-red], [class*=text-yellow], .error").count()


def test_boxes_have_the_titles_that_they_have_on_the_page(chapter, text):
    shown = chapter.locator(".myst-admonition-header-text, .myst-exercise-title").all_text_contents()
    expected = words_of(
        title.get_text() for title in text.select("p.admonition-title") if not title.find_parent("summary")
    )
    solved = [re.sub(r"^(Solution to Exercise [\w.]+).*", r"\1", title) for title in expected]
    assert words_of(shown) == solved


def test_references_say_what_they_say_on_the_page(chapter, text):
    linked = chapter.locator(".jp-Notebook .myst a:not([class*=select-none])").all_text_contents()
    named = chapter.locator(".jp-Notebook .myst abbr").all_text_contents()
    said = set(words_of([*linked, *named]))
    references = text.select("a.reference.internal")
    expected = {word for word in words_of(each.get_text() for each in references) if "Exercise" not in word}
    assert len(expected) > 10 and expected <= said


def test_numbers_of_exercises_formulas_and_figures_are_the_pages(chapter, text):
    numbers = words_of(chapter.locator(".wordle-book-caption strong").all_text_contents())
    assert numbers == words_of(each.get_text() for each in text.select(".caption-number") if "Fig" in each.get_text())
    formulas = chapter.locator(".jp-Notebook .myst [id^=eq]").evaluate_all("all => all.map(each => each.textContent)")
    shown = [re.search(r"\(([\w.]+)\)\s*$", each)[1] for each in formulas]
    assert shown == [re.search(r"[\w.]+", each.get_text())[0] for each in text.select(".eqno")]


def test_links_to_other_chapters_name_their_files(chapter):
    links = chapter.locator(".jp-Notebook .myst a[href*='.ipynb']")
    files = {Path(urlsplit(href).path).name for href in links.evaluate_all("all => all.map(each => each.href)")}
    assert {"11_perfect_play.ipynb", "13_tree_search.ipynb"} <= files


def test_pictures_are_described(chapter):
    expected = [cell["metadata"]["mystnb"]["image"]["alt"] for cell in CELLS if "mystnb" in cell["metadata"]]
    pictures = chapter.locator(".jp-OutputArea img")
    assert pictures.evaluate_all("all => all.map(each => each.alt)") == expected


def test_hints_and_solutions_stay_folded_until_they_are_opened(chapter):
    folded = [number for number in range(len(CELLS)) if is_folded(number)]
    cells = chapter.locator(".jp-Notebook .jp-Cell")
    assert folded and not any(cells.nth(number).is_visible() for number in folded)
    assert not chapter.locator(".jp-Notebook details[open]").count()
    first = cells.nth(folded[0] - 1).locator("details.myst-exercise summary")
    first.click()
    cells.nth(folded[0]).wait_for(timeout=60_000)
    assert [number for number in folded if cells.nth(number).is_visible()] == [
        number for number in folded if number - folded[0] == folded.index(number)
    ]
    first.click()
    cells.nth(folded[0]).wait_for(state="hidden")


def test_the_code_of_checks_stays_folded(chapter):
    checks = [number for number, cell in enumerate(CELLS) if "check" in cell["metadata"].get("tags", [])]
    cells = chapter.locator(".jp-Notebook .jp-Cell")
    assert checks and not any(cells.nth(number).locator(".cm-content").is_visible() for number in checks)


@pytest.mark.parametrize("file", ["13_tree_search.ipynb", "reference/tree_search.md"])
def test_a_link_opens_the_other_file(chapter, file):
    chapter.locator(f".jp-Notebook .myst a[href*='{file}']").first.click()
    tab = chapter.get_by_role("tab", name=Path(file).name)
    tab.wait_for(timeout=60_000)
    tab.locator(".jp-icon-hover").last.click()
    tab.wait_for(state="detached")

"""The published pages in a browser: nothing from other hosts, buttons for everybody, a way back from nowhere."""

from pathlib import Path

import axe_playwright_python
import pytest

AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"
SERIOUS = "axe.run(document.querySelector('header')).then((found) => found.violations.map((fault) => fault.id))"


@pytest.fixture(scope="module")
def site(serve, released, tmp_path_factory):
    """Serve the pages below the address that they were built for."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "wordle").symlink_to(released / "_build" / "html")
    return f"{serve(folder)}/wordle"


@pytest.fixture
def page(chromium, site):
    """Give a page that has complained of nothing and asked nobody else when the test is over."""
    page, faults = chromium.new_page(viewport={"width": 390, "height": 800}), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: request.url.startswith(site) or faults.append(request.url))
    yield page
    page.close()
    assert faults == []


def test_a_chapters_buttons_can_be_opened_and_read(page, site):
    page.goto(f"{site}/book/03_entropy.html")
    for name, said in (("launch", ["Binder", "Colab", "Colab’s first cell"]), ("source", ["Repository"])):
        page.locator(f".dropdown-{name}-buttons > button").press("Enter")
        shown = page.locator(f".dropdown-{name}-buttons .dropdown-menu.show a")
        shown.first.wait_for()
        assert [text.strip() for text in shown.all_inner_texts()][: len(said)] == said
        page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.add_script_tag(path=AXE)
    assert page.evaluate(SERIOUS) == []


def test_colabs_first_cell_is_a_click_away(page, site):
    page.goto(f"{site}/book/03_entropy.html")
    page.locator(".dropdown-launch-buttons > button").click()
    with page.context.expect_page() as opened:
        page.get_by_text("Colab’s first cell").click()
    assert opened.value.url == f"{site}/book/how_to_run.html#in-colab"
    opened.value.locator("#in-colab").locator("xpath=..").get_by_text("%pip install").wait_for()


def test_from_a_page_that_is_not_there_one_finds_back(page, site):
    page.goto(f"{site}/404.html")
    page.get_by_role("heading", name="No such page").wait_for()
    page.locator("nav a[href$='/how_to_run.html']").first.evaluate("(link) => link.click()")
    page.wait_for_url("**/book/how_to_run.html")

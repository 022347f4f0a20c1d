"""The published pages in a browser: nothing from other hosts, buttons for everybody, a way back from nowhere."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import axe_playwright_python
import pytest

AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"
SERIOUS = "axe.run(document.querySelector('header')).then((found) => found.violations.map((fault) => fault.id))"


@pytest.fixture(scope="module")
def site(released, tmp_path_factory):
    """Serve the pages below the address that they were built for."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "wordle").symlink_to(released / "_build" / "html")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/wordle"
    server.shutdown()


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
    page.get_by_text("Colab’s first cell").click()
    page.wait_for_url("**/book/how_to_run.html#in-colab")
    assert "%pip install" in page.locator("#in-colab").inner_text()


def test_from_a_page_that_is_not_there_one_finds_back(page, site):
    page.goto(f"{site}/404.html")
    assert page.locator("article h1, main h1").first.inner_text().startswith("No such page")
    page.get_by_role("link", name="How to read and run this book").first.evaluate("(link) => link.click()")
    page.wait_for_url("**/book/how_to_run.html")

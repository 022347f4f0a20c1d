"""No page has a serious fault that axe-core finds, in light and in dark."""

from pathlib import Path

import axe_playwright_python
import pytest

ROOT = Path(__file__).parents[2]
AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"
PAGES = [f"book/{path.stem}" for path in sorted((ROOT / "book").glob("*.*")) if path.suffix in (".ipynb", ".md")]
# The colours of code are the theme's; they are looked at on one page, since there are thousands of them.
LOOK = """(rules) => axe.run(
    { exclude: rules.code ? [] : ["div.highlight pre"] },
    { resultTypes: ["violations"], preload: false, ...(rules.only && { runOnly: rules.only }) },
)"""


def faults(watched, name, **rules):
    """Give the serious faults of a page: what is wrong, and the first place."""
    page = watched.open(name)
    page.wait_for_function("window.MathJax?.startup?.promise?.then(() => true) ?? true")
    if page.locator(".ww-place").count():
        page.wait_for_function("!document.querySelector('.ww-place[aria-busy]')")
    page.add_script_tag(path=AXE)
    found = page.evaluate(LOOK, rules)["violations"]
    serious = [fault for fault in found if fault["impact"] in ("serious", "critical")]
    return [(fault["id"], fault["nodes"][0]["html"], fault["nodes"][0]["failureSummary"]) for fault in serious]


@pytest.mark.parametrize("name", [*PAGES, "search", "genindex"])
def test_no_serious_fault(watched, name):
    assert faults(watched, name) == []


@pytest.mark.parametrize("name", [*PAGES, "search", "genindex"])
def test_colours_in_dark(watched, name):
    watched.page.emulate_media(color_scheme="dark")
    assert faults(watched, name, only=["color-contrast"]) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_of_code(watched, scheme):
    watched.page.emulate_media(color_scheme=scheme)
    assert faults(watched, "book/01_the_game", only=["color-contrast"], code=True) == []


def test_a_fault_is_found(watched):
    watched.open("book/18_laboratory")
    watched.page.evaluate(
        "document.querySelector('.ww input').parentElement.replaceWith(document.createElement('input'))"
    )
    watched.page.add_script_tag(path=AXE)
    assert "label" in [fault["id"] for fault in watched.page.evaluate(LOOK, {})["violations"]]

"""Every page, opened once: no serious fault for axe-core, in light and in dark, not heavy, nothing complained of."""

from pathlib import Path

import axe_playwright_python
import pytest
from watching import HTML, ROOT, Watched, frames, some, wait_for_widgets, widgets_of

AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"
PAGES = [f"book/{path.stem}" for path in sorted((ROOT / "book").glob("*.*")) if path.suffix in (".ipynb", ".md")]
LIMIT = 2_000_000  # bytes of a page and all that it loads, but for the widgets' data
DATA = ("words.js", "openings.js", "known.js")
STATE = "application/vnd.jupyter.widget-state+json"
# What has thousands of small parts that are all alike. Code and formulas are looked at on one page, and of a tree's
# branches the first.
PARTS = ["div.highlight pre", "math", ".ww-tree li ~ li", "svg.drawing"]
# 'make test' opens one page of each kind: a chapter, the board, a table, prose, the reference, the theme's own.
FIRST = ("book/03_entropy", "book/your_game", "book/laboratory", "book/glossary", "book/reference/game", "search")
# In dark the theme's own parts are looked at on these pages, and the widgets on all.
IN_DARK = ("book/00_preface", "book/glossary", "book/how_to_run", "book/reference/game", "search")
# Thousands of small parts take axe-core long also where they are not looked at. So what is not looked at becomes one
# piece of text in the same place and of the same size.
AS_ONE_PIECE = """(parts) => {
    const formulas = [...document.querySelectorAll("math, svg.drawing")].filter((part) => part.matches(parts));
    const boxes = formulas.map((part) => part.getBoundingClientRect());
    formulas.forEach((part, i) => {
        const inside = document.createElement("span");
        Object.assign(inside.style, { display: "inline-block", overflow: "hidden" });
        Object.assign(inside.style, { width: `${boxes[i].width}px`, height: `${boxes[i].height}px` });
        inside.textContent = "formula";
        part.replaceChildren(inside);
    });
    for (const part of document.querySelectorAll(parts)) {
        if (!formulas.includes(part)) part.textContent = part.textContent;
    }
}"""
# Of the page, or of the widest widget, which might scroll by itself.
WIDTH = """Math.max(document.documentElement.scrollWidth,
    ...[...document.querySelectorAll(".ww")].map((widget) => widget.getBoundingClientRect().width))"""
LOOK = """(rules) => axe.run(
    { exclude: rules.parts ?? [], ...(rules.within && { include: rules.within }) },
    { resultTypes: ["violations"], preload: false, ...(rules.only && { runOnly: rules.only }) },
)"""


@pytest.fixture(
    scope="module",
    params=some([*PAGES, "book/reference/game", "search", "genindex", "py-modindex"], FIRST),
)
def opened(chromium, site, request):
    """Open a page, with its formulas and its widgets."""
    context = chromium.new_context(viewport={"width": 1200, "height": 900})
    watched = Watched(context.new_page(), site)
    wait_for_widgets(watched.open(request.param), request.param)
    watched.page.add_style_tag(content="* { transition: none !important }")
    watched.page.evaluate(AS_ONE_PIECE, ", ".join(PARTS))
    yield watched
    context.close()


def faults(page, **rules):
    """Give the serious faults of a page: what is wrong, and the first place."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    found = page.evaluate(LOOK, rules)["violations"]
    serious = [fault for fault in found if fault["impact"] in ("serious", "critical")]
    return [(fault["id"], fault["nodes"][0]["html"], fault["nodes"][0]["failureSummary"]) for fault in serious]


def test_it_is_light(opened):
    sizes = opened.page.evaluate(
        "performance.getEntries().filter((e) => 'encodedBodySize' in e).map((e) => [e.name, e.encodedBodySize])"
    )
    assert len({name for name, _ in sizes}) == len(sizes), "a file was loaded twice"
    rest = {name: size for name, size in sizes if not name.endswith(DATA)}
    stored = opened.page.locator(f"script[type='{STATE}']").all_text_contents()
    assert len(rest) > 10 and rest[f"{opened.site}/{opened.name}.html"] == (HTML / f"{opened.name}.html").stat().st_size
    assert sum(rest.values()) - sum(map(len, stored)) < LIMIT, sorted(rest.items(), key=lambda item: -item[1])[:8]


@pytest.mark.parametrize("width", [320, 390])
def test_it_is_no_wider_than_a_phone(opened, width):
    opened.page.set_viewport_size({"width": width, "height": 800})
    frames(opened.page, 2)
    wide = opened.page.evaluate(WIDTH)
    opened.page.set_viewport_size({"width": 1200, "height": 900})
    assert wide <= width


def test_it_has_no_serious_fault(opened):
    assert faults(opened.page, parts=PARTS) == []


def test_its_colours_in_dark(opened):
    opened.page.emulate_media(color_scheme="dark")
    opened.page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
    if opened.name in IN_DARK:
        assert faults(opened.page, parts=PARTS, only=["color-contrast"]) == []
    elif widgets_of(opened.name):
        assert faults(opened.page, parts=PARTS, only=["color-contrast"], within=[".ww-place"]) == []
    assert opened.faults == [], "what the browser complained of since the page was opened"


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_code_and_formulas(watched, scheme):
    watched.page.emulate_media(color_scheme=scheme)
    page = watched.open_anew("book/01_the_game")
    assert faults(page) == []


def test_a_fault_is_found(watched):
    page = watched.open_anew("book/laboratory")
    page.evaluate("document.querySelector('.ww input').parentElement.replaceWith(document.createElement('input'))")
    assert "label" in [fault for fault, *_ in faults(page)]

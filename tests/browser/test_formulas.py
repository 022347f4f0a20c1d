"""Formulas are set by the browser, are no stops of the Tab key unless they scroll, and a screen reader finds them."""

import pytest

CHAPTER = "book/12_bandits"
STOPS = """[...document.querySelectorAll(".formula, .formula *, span.math, span.math *")]
    .filter((formula) => formula.tabIndex >= 0).length"""
WIDE = """[...document.querySelectorAll("div.formula, span.math.wide")]
    .filter((formula) => formula.scrollWidth > formula.clientWidth).length"""
FACE = """() => document.fonts.ready.then(() => [...document.fonts]
    .filter(({ family, status }) => family.includes("Laboratory Math") && status === "loaded").length)"""


@pytest.fixture
def page(watched):
    return watched.open_anew(CHAPTER)


def test_only_wide_formulas_are_stops(page):
    wide = page.evaluate(WIDE)
    assert page.locator("math").count() > 50 > wide
    assert page.evaluate(STOPS) == wide


def test_a_screen_reader_finds_each_formula(page):
    names = page.evaluate("[...document.querySelectorAll('math')].map((formula) => formula.namespaceURI)")
    assert set(names) == {"http://www.w3.org/1998/Math/MathML"}
    assert page.locator("math[aria-hidden], [aria-hidden] math").count() == 0


def test_formulas_have_the_typeface_that_goes_with_the_text(page):
    assert page.evaluate(FACE) == 1
    tall = page.evaluate(
        "Math.max(...[...document.querySelectorAll('div.formula math')].map((f) => f.getBoundingClientRect().height))"
    )
    assert tall > 30  # a sum with its bounds above and below


def test_no_line_begins_with_the_comma_after_a_formula(page):
    apart = page.evaluate(
        """[...document.querySelectorAll("span.math")]
            .filter((formula) => formula.parentElement.className !== "together")
            .filter((formula) => /^[.,;:!?)]/.test(formula.nextSibling?.textContent ?? "")).length"""
    )
    assert apart == 0 and page.locator(".together").count() > 20


def test_a_wide_formula_scrolls_by_keys(page):
    page.set_viewport_size({"width": 320, "height": 800})
    page.wait_for_function(f"{STOPS} > 0")
    assert page.evaluate(STOPS) == page.evaluate(WIDE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    formula = page.locator("div.formula[tabindex='0']").first
    formula.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.activeElement.scrollLeft > 0")

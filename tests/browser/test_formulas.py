"""Formulas are no stops of the Tab key, unless they scroll, and a screen reader finds them."""

import pytest

CHAPTER = "book/10_bandits"
STOPS = "[...document.querySelectorAll('mjx-container')].filter((formula) => formula.tabIndex >= 0).length"
WIDE = (
    "[...document.querySelectorAll('mjx-container[display=true]')].filter((f) => f.scrollWidth > f.clientWidth).length"
)


@pytest.fixture
def page(watched):
    return watched.open_anew(CHAPTER)


def test_only_wide_formulas_are_stops(page):
    wide = page.evaluate(WIDE)
    assert page.locator("mjx-container").count() > 50 > wide
    assert page.evaluate(STOPS) == wide


def test_a_screen_reader_finds_each_formula(page):
    assert page.locator("mjx-container mjx-assistive-mml math").count() == page.locator("mjx-container").count()


def test_a_wide_formula_scrolls_by_keys(page):
    page.set_viewport_size({"width": 320, "height": 800})
    page.wait_for_function(f"{STOPS} > 0")
    assert page.evaluate(STOPS) == page.evaluate(WIDE)
    formula = page.locator("mjx-container[tabindex='0']").first
    formula.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.activeElement.scrollLeft > 0")

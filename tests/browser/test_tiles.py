"""Tiles can be told apart without their colours' hues, and be pressed by a finger."""

import itertools
import re

import pictures
import pytest
from watching import wait_for_widgets

CHAPTER = "book/laboratory"
TILES = """() => {
    const box = document.createElement("div");
    box.className = "ww";
    document.querySelector("article").append(box);
    const found = { ground: getComputedStyle(document.body).backgroundColor };
    for (const kind of ["green", "yellow", "grey"]) {
        box.innerHTML = `<span class="ww-tile ww-${kind}">A</span>`;
        const { backgroundColor, color } = getComputedStyle(box.firstChild);
        found[kind] = [backgroundColor, color];
    }
    box.remove();
    return found;
}"""
SMALL = """() => [...document.querySelectorAll(".ww :is(button, input, select, summary), .ww-link button")]
    .filter((part) => part.getClientRects().length)
    .map((part) => ["checkbox", "radio"].includes(part.type) ? part.closest("label") : part)
    .filter((part) => part.getBoundingClientRect().height < 44)
    .map((part) => part.outerHTML)"""


def contrast(*colours):
    """Give the contrast of two colours such as "rgb(r, g, b)"."""
    return pictures.contrast(*(map(int, re.findall(r"\d+", colour)) for colour in colours))


@pytest.fixture
def page(watched):
    page = watched.open(CHAPTER)
    wait_for_widgets(page, CHAPTER)
    return page


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("high", [False, True], ids=["usual", "high contrast"])
def test_tiles_differ_in_luminance(page, theme, high):
    page.emulate_media(color_scheme=theme)
    button = page.get_by_role("button", name="High-contrast tiles").first
    if high:
        button.click()
    assert button.get_attribute("aria-pressed") == str(high).lower()
    found = page.evaluate(TILES)
    grounds = [found[kind][0] for kind in ("green", "yellow", "grey")]
    assert all(contrast(*pair) >= 3 for pair in itertools.combinations(grounds, 2))
    assert all(contrast(*found[kind]) >= 4.5 for kind in ("green", "yellow", "grey"))
    if high:
        button.click()


def test_the_choice_of_tiles_is_remembered(page):
    usual = page.evaluate(TILES)
    page.get_by_role("button", name="High-contrast tiles").first.click()
    page.reload()
    wait_for_widgets(page, CHAPTER)
    high = page.evaluate(TILES)
    assert high["green"] != usual["green"]
    buttons = page.get_by_role("button", name="High-contrast tiles")
    assert {button.get_attribute("aria-pressed") for button in buttons.all()} == {"true"}
    buttons.first.click()
    page.reload()
    wait_for_widgets(page, CHAPTER)
    assert page.evaluate(TILES) == usual


def test_who_asks_the_system_for_contrast_gets_it(page):
    usual = page.evaluate(TILES)
    page.evaluate("() => delete document.documentElement.dataset.wwTiles")
    page.emulate_media(contrast="more")
    assert page.evaluate(TILES)["green"] != usual["green"]
    page.emulate_media(contrast="null")


def test_everything_to_press_is_large_enough(page):
    assert page.evaluate(SMALL) == []

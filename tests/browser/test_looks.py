"""How a page looks: the typeface of its prose, its figures in the dark, and boxes without bells."""

import io
import re

import matplotlib.image
import numpy as np
import pytest
from matplotlib.colors import rgb_to_hsv
from watching import frames

from tools.fonts import FACES

CHAPTER = "book/12_bandits"
FONT = "(selector) => getComputedStyle(document.querySelector(selector)).fontFamily"
FIGURE = "figure svg.drawing"
BETWEEN = (18, 88, 176, 238, 309, 378)  # degrees on the circle of hues, half-way between those of the palette
GROUNDS = """(selector) => {
    const colours = [];
    for (let each = document.querySelector(selector); each; each = each.parentElement)
        colours.push(getComputedStyle(each).backgroundColor);
    return colours;
}"""


@pytest.fixture
def page(watched):
    return watched.open_anew(CHAPTER)


def test_prose_has_the_typeface_of_books_and_controls_have_not(page):
    page.wait_for_function("document.fonts.check('16px \"Laboratory Serif\"')")
    faces = page.evaluate("[...document.fonts].filter(({ family }) => family.includes('Laboratory')).length")
    assert faces == len(FACES)
    for selector, serif in (
        ("article section > p:not(.page-times)", True),
        (".admonition p:not(.admonition-title)", True),
    ):
        assert ("Laboratory Serif" in page.evaluate(FONT, selector)) is serif
    for selector in ("article h1", "article h2", ".admonition-title", ".ww", ".ww button", "article pre"):
        assert "Laboratory Serif" not in page.evaluate(FONT, selector)


def pictures(page, figure=0):
    """Give a figure as it is seen in the light and in the dark, and the colour of the page beside it."""
    seen = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function("(name) => document.documentElement.dataset.theme === name", arg=scheme)
        picture = matplotlib.image.imread(io.BytesIO(page.locator(FIGURE).nth(figure).screenshot()))[..., :3]
        seen.append(
            (picture, page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"))
        )
    page.emulate_media(color_scheme="light")
    return seen


def test_figures_lie_on_the_page_in_the_dark_too(page):
    (bright, paper), (dark, night) = pictures(page)
    assert bright.mean() > 0.5 > dark.mean()
    for picture, ground in ((bright, paper), (dark, night)):
        assert np.abs(picture[2, 2] * 255 - ground).max() <= 4


def test_colours_of_a_figure_keep_their_hue_in_the_dark(page):
    shares = []
    for picture, _ in pictures(page, figure=1):  # the curves, of which each has a colour of its own
        colourful = picture[np.ptp(picture, axis=-1) > 0.25]
        angles = (360 * rgb_to_hsv(colourful)[:, 0] - BETWEEN[0]) % 360 + BETWEEN[0]
        hues, _ = np.histogram(angles, BETWEEN)
        shares.append(hues / hues.sum())
    assert np.minimum(*shares).sum() > 0.7 and (shares[0] > 0.05).sum() > 2


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_a_figure_draws_in_no_colour_is_in_the_ink_of_the_page(page, theme):
    page.evaluate("(theme) => document.documentElement.setAttribute('data-theme', theme)", theme)
    inks = page.evaluate(
        """[...document.querySelectorAll("svg.drawing text")].filter((text) => !text.style.fill)
            .map((text) => getComputedStyle(text).fill)"""
    )
    assert len(inks) > 20 and {*inks} == {page.evaluate("getComputedStyle(document.body).color")}


def test_a_wide_figure_scrolls_on_a_phone_by_keys_too(page):
    page.set_viewport_size({"width": 390, "height": 800})
    wide = page.locator(".cell:not(.tag_head-picture) .drawn[tabindex='0']")
    wide.first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    wide.first.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.activeElement.scrollLeft > 0")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function("!document.querySelector('.drawn[tabindex]')")


def test_what_scrolls_has_a_shadow_where_there_is_more(page):
    page.set_viewport_size({"width": 390, "height": 800})
    wide = page.locator(".cell:not(.tag_head-picture) .drawn[tabindex='0']").first
    wide.wait_for()
    wide.evaluate("(part) => part.firstElementChild.replaceChildren()")

    def shadows():
        frames(page, 2)
        picture = matplotlib.image.imread(io.BytesIO(wide.screenshot()))[..., :3].mean(axis=(0, 2))
        return [bool(picture[edge] < picture.max() - 0.05) for edge in (1, -2)]

    assert shadows() == [False, True]
    wide.evaluate("(part) => (part.scrollLeft = part.scrollWidth)")
    assert shadows() == [True, False]


def test_no_box_has_a_bell(page):
    signs = page.evaluate(
        """[...document.querySelectorAll(".admonition > .admonition-title")].flatMap((title) =>
            ["::before", "::after"].map((place) => getComputedStyle(title, place).content))"""
    )
    assert len(signs) > 20 and set(signs) == {"none"}


def test_a_line_has_65_to_75_characters(page):
    """The share of the column that the alphabet takes, in the typeface of the prose."""
    wide = page.evaluate(
        """() => {
            const line = document.querySelector("article section > p:not(.page-times)");
            const probe = Object.assign(document.createElement("span"), { textContent: line.textContent });
            probe.style.whiteSpace = "nowrap";
            line.append(probe);
            const share = line.clientWidth / probe.getBoundingClientRect().width * probe.textContent.length;
            probe.remove();
            return share;
        }"""
    )
    assert 65 <= wide <= 78


def test_rows_of_feedback_are_tiles(page):
    page.goto(page.url.replace("12_bandits", "05_rollout"))
    squares = page.locator("article p .feedback").first.locator(".square")
    assert squares.count() == 5
    assert "".join(squares.all_inner_texts()) == page.locator("article p .feedback").first.inner_text()


def test_tables_lie_on_the_page_in_the_dark_too(watched):
    page = watched.open_anew("book/your_game")
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
    colours = page.evaluate(GROUNDS, ".text_html table")
    page.emulate_media(color_scheme="light")
    ground = next(colour for colour in colours if colour != "rgba(0, 0, 0, 0)")
    assert max(int(each) for each in re.findall(r"\d+", ground)[:3]) < 64

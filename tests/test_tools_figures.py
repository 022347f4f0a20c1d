"""Drawings in pages: their colours are the theme's, their names their own."""

import re
from io import StringIO
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure

from tools.sphinx_extensions import figures
from wordlelib import plots
from wordlelib.plots.style import FIVE, LOOK, TILE


def drawn(draw):
    """Draw, and give what Matplotlib writes."""
    with mpl.rc_context(LOOK):
        figure, out = Figure(figsize=(3, 2)), StringIO()
        draw(figure.add_subplot())
        figure.savefig(out, format="svg")
    return out.getvalue()


@pytest.fixture(scope="module")
def curve():
    return drawn(lambda ax: ax.plot([1, 2], [3, 4], color=FIVE[1], label="$x^2$") and ax.set_title("so $x_1$"))


def test_a_drawing_says_what_it_shows(curve):
    shown = ElementTree.fromstring(figures.themed(curve, 'a "curve" & more', "f1"))
    assert (shown.get("role"), shown.get("aria-label")) == ("img", 'a "curve" & more')
    assert float(shown.get("width")) == pytest.approx(3 * 96) and shown.get("viewBox")


def test_letters_stay_large_enough_to_be_read(curve):
    assert "--least: 288px" in figures.themed(curve, "", "f1")
    wide = drawn(lambda ax: ax.figure.set_size_inches(8, 2))
    assert f"--least: {figures.LEAST}px" in figures.themed(wide, "", "f1")


def test_its_colours_follow_the_theme(curve):
    shown = figures.themed(curve, "", "f1")
    assert f"var(--fig-2, {FIVE[1]})" in shown and "var(--fig-ink, #000)" in shown
    assert not re.search(r"[ :]#[0-9a-f]{6};", shown)


def test_the_page_s_ground_shows_through_but_what_is_drawn_white_stays(curve):
    paper = "var(--fig-paper, #fff) 100%"
    assert curve.count("fill: #ffffff") >= 2 and paper not in figures.themed(curve, "", "f1")
    label = drawn(lambda ax: ax.text(0.5, 0.5, "x", bbox={"fc": "white", "ec": "none"}))
    assert figures.themed(label, "", "f1").count(paper) == 1


def test_tiles_keep_their_colours():
    shown = figures.themed(drawn(lambda ax: plots.board([("salet", "-yg--")], ax)), "", "f1")
    assert f"fill: {TILE['y']}" in shown and f"fill: {TILE['g']}" in shown and f"var(--book-grey, {TILE['-']})" in shown


def test_its_type_is_the_page_s(curve):
    shown = figures.themed(curve, "", "f1")
    assert "DejaVu" not in shown and "STIXGeneral" not in shown


def test_places_are_given_to_a_hundredth(curve):
    shown = figures.themed(curve, "", "f1")
    places = " ".join(re.findall(r' (?:d|x|y)="([^"]*)"', shown))
    assert re.search(r"\.\d\d", places) and not re.search(r"\.\d{3}", places)
    assert re.search(r"\.\d{3}", "".join(re.findall(r' d="([^"]*)"', curve)))


def test_names_are_told_apart(curve):
    first, second = (figures.themed(curve, "", name) for name in ("f1", "f2"))
    names = re.findall(r' id="([^"]+)"', first)
    assert names and all(name.startswith("f1-") for name in names)
    assert not set(names) & set(re.findall(r' id="([^"]+)"', second))
    assert {name for name in re.findall(r"url\(#([^)]+)\)", first)} <= set(names)


def test_greys_lie_between_paper_and_ink():
    assert figures.colour("#ffffff") == "color-mix(in srgb, var(--fig-paper, #fff) 100%, var(--fig-ink, #000))"
    assert "20%" in figures.colour("#333333")
    assert figures.colour("#123456") == "#123456"


def test_what_has_no_size_is_no_drawing():
    with pytest.raises(ValueError, match="f1: a drawing without a size"):
        figures.themed("<svg></svg>", "", "f1")


def test_parts_of_a_head_picture_stand_below_each_other_on_a_narrow_screen(curve):
    shown = figures.themed(curve, "", "f1")
    assert figures.in_parts(shown, 1) == shown
    whole, parts = ElementTree.fromstring(f"<p>{figures.in_parts(shown, 3)}</p>")
    inner = whole[-1]
    boxes = [[float(number) for number in part.get("viewBox").split()] for part in parts]
    left, top, wide, high = map(float, whole.get("viewBox").split())
    assert (left, top) == (0, 0) and parts.get("aria-hidden") == "true" and whole.get("role") == "img"
    assert np.allclose(boxes, [[i * wide / 3, 0, wide / 3, high] for i in range(3)], rtol=1e-4)
    assert {part[0].get("href") for part in parts} == {f"#{inner.get('id')}"}
    assert np.isclose(sum(float(part.get("width")) for part in parts), float(whole.get("width")), rtol=1e-3)

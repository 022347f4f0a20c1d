"""In every chapter a reader has something to try within the first two screens."""

import re

import pytest
from watching import ROOT, some

CHAPTERS = re.findall(r"file: (book/(?:0[1-9]|1\d|[A-Z])_\w+)", (ROOT / "_toc.yml").read_text(encoding="utf-8"))
SCREEN = {"width": 1280, "height": 900}
TOPS = """[...document.querySelectorAll(".ww")]
    .filter((widget) => widget.ariaLabel !== "Your prediction")
    .map((widget) => widget.getBoundingClientRect().top + scrollY)"""


def test_all_chapters_are_looked_at():
    numbers = [path.removeprefix("book/").split("_")[0] for path in CHAPTERS]
    assert numbers[:19] == [f"{n:02}" for n in range(1, 20)]
    assert numbers[19:] == sorted(numbers[19:]) and {"A", "C", "D", "E"} <= {*numbers}


@pytest.mark.parametrize("chapter", some(CHAPTERS, ["book/01_the_game"]))
def test_the_first_explorable_begins_within_two_screens(watched, chapter):
    page = watched.page
    page.set_viewport_size(SCREEN)
    watched.open_anew(chapter)
    tops = page.evaluate(TOPS)
    assert tops and tops[0] < 2 * SCREEN["height"], tops

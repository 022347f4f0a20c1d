"""What the build makes of parts of a page: rows of feedback, code that only imports or draws, numbers of sections."""

import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from docutils import nodes

sys.path.insert(0, str(Path(__file__).parents[1] / "tools" / "sphinx_extensions"))
import chapter_numbers
import plumbing
import tiles


def text_of(html):
    return BeautifulSoup(f"<pre>{html}</pre>", "html.parser").get_text()


def test_a_row_becomes_squares_and_keeps_its_letters():
    row = BeautifulSoup(tiles.tiles("-yg--"), "html.parser")
    assert row.get_text() == "-yg--"
    assert [square["class"][1] for square in row.select(".square")] == ["grey", "yellow", "green", "grey", "grey"]


@pytest.mark.parametrize(
    ("printed", "rows"),
    [
        ("salet -y--g 12", 1),
        ("-----\n    yy---", 2),
        ("a-----b", 0),
        ("------", 0),
        ("gggg", 0),
        ("--y--.json", 1),
        ("/-----", 0),
    ],
)
def test_rows_in_what_is_printed(printed, rows):
    shown = tiles.with_tiles(printed)
    assert shown.count('class="feedback"') == rows and text_of(shown) == printed


def test_rows_are_looked_for_between_tags_alone():
    assert tiles.with_tiles('<td title="ggggg">x</td>') == '<td title="ggggg">x</td>'


def test_only_code_that_is_a_row():
    page = nodes.paragraph("", "", nodes.literal("", "-yg--"), nodes.literal("", "x"), nodes.literal("", "-y"))
    document = nodes.document(None, None)
    document += page
    tiles.find_rows(None, document)
    assert [type(part).__name__ for part in page.children] == ["Row", "literal", "literal"]


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("import numpy as np\nfrom wordlelib import plots", "Imports"),
        ("plots.lines(x, y)\nplt.show()", "Code of the picture"),
        ("figure, axes = plt.subplots(1, 2)\nplots.bars(a, ax=axes[0])\naxes[1].set_title('b')", "Code of the picture"),
        ("tree = wl.play(game, base)\nplots.distribution([tree])", ""),
        ("import numpy as np\nx = 1", ""),
        ("%matplotlib inline", ""),
        ("x", ""),
    ],
)  # fmt: skip
def test_what_is_plumbing(code, name):
    assert plumbing.kind(code) == name


def test_sections_are_those_below_the_title():
    def entry(name, *below):
        line = nodes.list_item("", nodes.paragraph("", "", nodes.reference("", name)))
        if below:
            line += nodes.bullet_list("", *below)
        return line

    contents = nodes.bullet_list("", entry("Page", entry("First", entry("Within")), entry("Second")))
    assert [section.astext() for section in chapter_numbers.sections_of(contents)] == ["First", "Second"]

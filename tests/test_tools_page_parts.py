"""What the build makes of parts of a page: rows of feedback, code that only imports or draws, numbers of sections."""

import json
from unittest.mock import Mock

import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from sphinx import addnodes

from tools.page_times import choose
from tools.sphinx_extensions import (
    chapter_numbers,
    folded_cells,
    formulas,
    page_times,
    quick_build,
    spine,
    tiles,
    unbroken,
)


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
        ("from wordlelib import plots\n\nplots.use()", "Imports"),
        ("plots.lines(x, y)\nplt.show()", "Code of the picture"),
        ("figure, axes = plt.subplots(2)\nplots.curve(a, b, axes[0])\naxes[1].set_title('b')", "Code of the picture"),
        ("tree = wl.play(game, base)\nplots.distribution([tree])", ""),
        ("import numpy as np\nx = 1", ""),
        ("%matplotlib inline", ""),
        ("x", ""),
    ],
)  # fmt: skip
def test_what_is_plumbing(code, name):
    assert folded_cells.plumbing(code) == name


def test_sections_are_those_below_the_title():
    def entry(name, *below):
        line = nodes.list_item("", nodes.paragraph("", "", nodes.reference("", name)))
        if below:
            line += nodes.bullet_list("", *below)
        return line

    contents = nodes.bullet_list("", entry("Page", entry("First", entry("Within")), entry("Second")))
    assert [section.astext() for section in chapter_numbers.sections_of(contents)] == ["First", "Second"]


def test_contents_are_shortened_to_titles_and_the_pages_below():
    below = addnodes.toctree(entries=[(None, "below")])
    title = nodes.paragraph("", "", nodes.reference("", "Page"))
    section = nodes.list_item("", nodes.paragraph("", "", nodes.reference("", "Section")), below)
    whole = nodes.bullet_list("", nodes.list_item("", title, nodes.bullet_list("", section)))
    (short,) = quick_build.short_contents(Mock(tocs={"page": whole})).values()
    assert [reference.astext() for reference in short.findall(nodes.reference)] == ["Page"]
    assert short[0][1][0]["entries"] == below["entries"] and "Section" in whole.astext()


def test_a_page_is_kept_without_what_else_its_text_was_read_in():
    page, apart = nodes.document(None, None), nodes.document(None, None)
    apart += nodes.paragraph()
    apart[0] += nodes.literal("", "code")
    page.extend(apart.children)
    assert {node.document for node in page.findall()} == {page, apart}
    quick_build.keep_one_document(None, page)
    assert {node.document for node in page.findall()} == {page}


def test_a_check_says_how_many_numbers_it_checks():
    assert folded_cells.checks("x = 1\nassert x == 1") == "1 number checked"
    assert folded_cells.checks("for i in (1, 2):\n    assert i\nassert 3") == "2 numbers checked"


@pytest.mark.parametrize(
    ("tag", "whole"), [("tag_check", True), ("tag_head-picture", False), ("tag_run", None), ("tag_hide-input", None)]
)
def test_what_is_folded(tag, whole):
    document = nodes.document(None, None)
    part = nodes.container("", nodes.literal_block("", "x = [1]"), classes=["cell_input"])
    cell = nodes.container("", part, classes=["cell", tag])
    document += cell
    folded_cells.fold(None, document)
    places = list(document.findall(folded_cells.Folded))
    assert len(places) == (0 if whole is None else 1)
    if places:
        assert places[0].children == [cell if whole else part]


def test_short_cells_and_links_stay_on_a_line_and_headings_may_break():
    def row(*texts):
        return nodes.row("", *(nodes.entry("", nodes.paragraph("", text)) for text in texts))

    body = nodes.tbody("", row("2.5 ± 0.3", "a cell with many words"))
    table = nodes.table("", nodes.tgroup("", nodes.thead("", row("mean", "what")), body, cols=2))
    links = [nodes.reference("", text) for text in ("Chapter 11", "the chapter on perfect play")]
    document = page(table, nodes.paragraph("", "", *links))
    unbroken.keep_together(None, document, "page")
    marked = [part.astext() for part in document.findall(nodes.Element) if part["classes"]]
    assert marked == ["2.5 ± 0.3", "Chapter 11"]


def formula(tex):
    return f'<span class="math notranslate nohighlight"><math>{tex}</math></span>'


@pytest.mark.parametrize(
    ("before", "after", "kept"),
    [("so (", "), which", "({})," ), ("a ", " c", None), ("a ", ". Then", "{}."), ("“", "”", "“{}”")],
)  # fmt: skip
def test_no_line_begins_with_the_comma_after_a_formula(before, after, kept):
    written = formulas.INLINE.sub(formulas.together, f"<p>{before}{formula('x')}{after}</p>")
    spans = BeautifulSoup(written, "html.parser").select(".together")
    assert [span.get_text() for span in spans] == ([kept.format("x")] if kept else [])
    assert BeautifulSoup(written, "html.parser").get_text() == f"{before}x{after}"


def page(*parts):
    document = nodes.document(None, None)
    document += list(parts)
    return document


def test_minutes_count_prose_and_code_but_nothing_folded():
    prose = nodes.paragraph("", "word " * (3 * page_times.WORDS))
    code = nodes.literal_block("", "\n".join("x" * (2 * page_times.LINES)))
    assert page_times.minutes_of(page(prose, code)) == 5
    for name in page_times.NOT_READ:
        assert page_times.minutes_of(page(nodes.container("", prose.deepcopy(), classes=[name]))) == 1
    given = nodes.container("", code.deepcopy(), classes=["cell_input"])
    for tag, minutes in (("tag_hide-input", 3), ("tag_other", 5)):
        hidden = nodes.container("", given.deepcopy(), prose.deepcopy(), classes=["cell", tag])
        assert page_times.minutes_of(page(hidden)) == minutes
    sphinxs = type("Folded", (nodes.General, nodes.Element), {})  # which it loads under another name
    for folded in (folded_cells.Folded, sphinxs):
        assert page_times.minutes_of(page(folded("", prose.deepcopy()))) == 1


def test_minutes_of_the_path_count_what_is_marked():
    prose = nodes.paragraph("", "word " * (3 * page_times.WORDS))
    whole = page(prose, nodes.container("", prose.deepcopy(), classes=["tag_spine"]))
    assert (page_times.minutes_of(whole), page_times.minutes_of(whole, path=True)) == (6, 3)
    assert page_times.minutes_of(page(prose.deepcopy()), path=True) == 0


def test_what_comes_of_a_tagged_cell_is_marked(tmp_path):
    cells = [{"metadata": {"tags": ["spine"]}}, {"metadata": {}}, {"metadata": {"tags": ["slide", "spine"]}}]
    (tmp_path / "x.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    blocks = [nodes.paragraph("", "a"), nodes.paragraph("", "b"), nodes.math_block("", "c"), nodes.paragraph("", "d")]
    for block, line in zip(blocks, (10_002, 20_001, 30_001, 30_005), strict=True):
        block.line = line
    section = nodes.section("", nodes.title("", "t"), *blocks)
    app = Mock()
    app.env.docname, app.env.doc2path.return_value = "x", str(tmp_path / "x.ipynb")
    spine.mark(app, page(section))
    assert [spine.is_marked(block) for block in blocks] == [True, False, True, True]
    assert not section["classes"] and [type(part) for part in section.children[1:]] == [
        nodes.paragraph,
        nodes.paragraph,
        nodes.container,
        nodes.paragraph,
    ]


def test_every_notebook_has_been_timed():
    times = json.loads((page_times.ROOT / "book" / "times.json").read_text(encoding="utf-8"))
    assert set(times["seconds"]) == {path.stem for path in (page_times.ROOT / "book").glob("*.ipynb")}
    assert all(0 < seconds < 60 for seconds in times["seconds"].values())


def test_each_notebook_is_tested_once():
    """'make test' runs the quick ones, 'make test-rest' the long ones."""
    quick, long = (choose(which) for which in ("quick", "long"))
    assert {*quick, *long} == set((page_times.ROOT / "book").glob("*.ipynb")) and not {*quick} & {*long}
    assert min(len(quick), len(long)) > 5

"""Tables: what a notebook shows, and what is printed."""

import numpy as np
from refusals import refused

from wordlelib.core import tables

ROWS = [("table", 3.97018, 18, True), ("alone", np.float64(-0.5), np.int64(12972), None)]
HEAD = ("guess", "bits", "classes", "best")


def test_columns_as_text():
    shown = repr(tables.columns(HEAD, ROWS, digits=3, caption="Two openings"))
    assert shown.splitlines() == [
        "Two openings",
        "guess    bits  classes  best",
        "table   3.970       18  yes",
        "alone  -0.500   12,972",
    ]


def test_columns_as_a_table():
    shown = tables.columns(HEAD, ROWS, digits=(0, 2, 0, 0))._repr_html_()
    assert '<th scope="row">table</th><td>3.97</td><td>18</td><td class="text">yes</td>' in shown
    assert "<td>12,972</td>" in shown
    assert "<caption>" not in shown


def test_a_column_and_its_heading_stand_on_one_side():
    shown = tables.columns(("player", "cost", "note"), [("a", 1.0, "won"), ("b", np.inf, "lost")])._repr_html_()
    assert '<th scope="col">cost</th><th scope="col" class="text">note</th>' in shown
    assert "<td>inf</td>" in shown
    empty = tables.columns(("n", "square"), [])._repr_html_()
    assert empty.count('class="text"') == 2


def test_what_is_written_is_text_on_a_page():
    shown = tables.columns(("<b>", "n"), [("a & b", 1)], caption="1 < 2")._repr_html_()
    assert "&lt;b&gt;" in shown
    assert "a &amp; b" in shown
    assert "1 &lt; 2" in shown


def test_rows_may_be_drawn_once_and_none_at_all():
    assert tables.columns(("n",), ([n] for n in range(2))).rows == [("0",), ("1",)]
    assert repr(tables.columns(("n", "square"), [])) == "n  square"


test_nonsense_is_refused_by_name = refused(
    ({"rows": [(1, 2)]}, "rows: .* expected rows of 1 cells each"),
    ({"rows": ["a"]}, "rows: 'a'"),
    ({"head": []}, "head: "),
    ({"digits": (1, 2)}, "digits: .* expected one number, or one for each of 1 columns"),
    ({"digits": -1}, "digits: -1"),
    ({"caption": 3}, "caption: 3"),
    by=lambda given: tables.columns(**{"head": ["n"], "rows": [(1,)]} | given),
)

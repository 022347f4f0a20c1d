"""Enough guesses: what its Python side holds and refuses."""

from refusals import refused

import wordlelib as wl
from wordlelib.widgets import EnoughGuesses
from wordlelib.widgets.base import KEPT_BY_PAGES

test_bad_lists_are_named = refused(
    ([], "listed: empty"),
    (["batch", "cat"], r"listed\[1\]: 'cat' has 3 letters; expected 5"),
    (["banana"], "listed: 'banana'; expected words of 5 letters at most, from a to z"),
    (["h\u00e4nde"], "listed: 'h\u00e4nde'; expected words of 5 letters at most"),
    (wl.words.original()[1][:4001], "listed: 4,001 words; expected 4,000 at most"),
    by=EnoughGuesses,
)


def test_the_list_is_what_a_page_stores():
    widget = EnoughGuesses(["Batch", "catch"], hard=True)
    assert (widget.text, widget.hard, widget.least, widget.opening) == ("batch\ncatch", True, 0, "")
    assert EnoughGuesses().text.split() == wl.words.tiny()
    assert "compiled" in KEPT_BY_PAGES and repr(widget) == "EnoughGuesses()"

"""The Python side of the widget that says how good an opening is, and what pages have of it."""

import json

import pytest
from refusals import refused

import wordlelib as wl
from wordlelib.core.packing import unpack
from wordlelib.lab.results import results
from wordlelib.lab.sweeps_adversary import stored_guarantees
from wordlelib.search.all_openings import merged
from wordlelib.widgets import OpeningValue
from wordlelib.widgets.base import KEPT_BY_PAGES
from wordlelib.widgets.opening_value import values


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_the_values_are_those_of_the_stored_run(mode):
    run, stored = results(f"openings_{mode}"), values()[mode]
    totals = merged(run["rows"])
    assert stored["below"] == run["settings"]["below"] and stored["least"] == min(totals.values())
    lost = {word for word, least in stored_guarantees(6).items() if least > 6} if mode == "hard" else set()
    for word, beyond in zip(wl.words.original()[1], unpack(stored["beyond"]), strict=True):
        assert (beyond == 0) == (word in lost) and (beyond > 1) == (word in totals)
        assert beyond < 2 or stored["least"] + beyond - 2 == totals[word]
    assert not lost & set(totals)


def test_a_page_has_them_in_a_file_of_its_own():
    assert "values" in KEPT_BY_PAGES and len(json.dumps(values())) < 60_000
    kept = {name: value for name, value in OpeningValue("crane").get_state().items() if name not in KEPT_BY_PAGES}
    assert kept["opening"] == "crane" and len(json.dumps(kept)) < 2_000


test_odd_arguments_are_refused = refused(
    (lambda: OpeningValue("zzzzz"), "opening: 'zzzzz'"),
    (lambda: OpeningValue("crane", hard=1), "hard: 1; expected True or False"),
)

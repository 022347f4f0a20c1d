"""The convention switches: what their Python side holds and refuses."""

import json

import pytest

from wordlelib.lab.results import results
from wordlelib.widgets import ConventionSwitches
from wordlelib.widgets.base import KEPT_BY_PAGES
from wordlelib.widgets.convention_switches import NAMES


def test_all_combinations_are_held():
    widget = ConventionSwitches()
    rows = results("conventions")["rows"]
    assert sum(len(each) for mode in widget.totals.values() for each in mode.values()) == len(rows)
    for row in rows[::37]:
        bits = sum(2 ** NAMES.index(name) for name in row["off"].split())
        assert widget.totals[row["mode"]][row["opening"]][str(bits)] == [row["base"], row["total"]]
    assert widget.optima["salet"] == 7920 and len(widget.optima) == 13
    assert repr(widget) == "ConventionSwitches()"


def test_it_is_no_burden_for_a_page():
    state = ConventionSwitches("clout", "hard", ["consistent"]).get_state()
    assert len(json.dumps({name: value for name, value in state.items() if name not in KEPT_BY_PAGES})) < 60_000
    assert (state["opening"], state["mode"], state["off"]) == ("clout", "hard", ["consistent"])


@pytest.mark.parametrize(
    ("name", "given"),
    [("opening", {"opening": "zebra"}), ("mode", {"mode": "strict"}), ("off", {"off": ["pruned"]})],
)
def test_what_is_not_in_the_sweep_is_refused(name, given):
    with pytest.raises(ValueError, match=f"^{name}: .*; expected"):
        ConventionSwitches(**given)

"""The belief as bars: what its Python side holds and refuses."""

import pytest
from refusals import refused

import wordlelib as wl
from wordlelib.core.packing import unpack
from wordlelib.widgets import BeliefBars, Pose
from wordlelib.widgets.base import UNIT

ROW = ("salet", "-y--g")


def test_it_begins_with_the_first_pose():
    made = BeliefBars([Pose("one", [ROW], 1.5, 0.05, 300), Pose("none", particles=100)])
    assert (made.history, made.skew, made.lies, made.particles, made.seed) == ([list(ROW)], 1.5, 0.05, 300, 1)
    assert made.poses[1] == {"name": "none", "rows": [], "skew": 0.0, "lies": 0.0, "particles": 100} | {
        "threshold": 0.5,
        "moves": 0,
    }


def test_the_shares_are_those_of_the_library():
    made = BeliefBars([Pose("start")])
    hidden = [made.words.split("\n")[0][i : i + 5] for i in range(0, 5 * 2315, 5)]
    shares = dict(zip(hidden, (UNIT * share for share in unpack(made.shares)), strict=True))
    assert shares == pytest.approx(wl.words.frequencies(), rel=1e-12)


test_it_refuses = refused(
    ([], r"poses: \[\]; expected one or more"),
    ([Pose("a"), Pose("a", [ROW])], r"poses: \['a', 'a'\]; expected .* each name once"),
    ([Pose("a"), Pose("b", particles=100)], "poses: only some have particles; expected all or none"),
    ([Pose("a", [("zzzzz", "-----")])], "history: 'zzzzz'; expected one of the 12,972 guesses"),
    ([Pose("a", skew=4.1)], "skew: 4.1; expected 0 to 4"),
    ([Pose("a", skew=-1)], "skew: -1; expected 0 to 4"),
    ([Pose("a", lies=1.01)], "lies: 1.01; expected 0 to 1"),
    ([Pose("a", particles=99)], "particles: 99; expected 0 or one of 100, 300, 1000, 3000, 10000"),
    ([Pose("a", threshold=0.7)], "threshold: 0.7; expected one of 0, 0.5, 1"),
    ([Pose("a", moves=2)], "moves: 2; expected one of 0, 1, 5"),
    by=BeliefBars,
)

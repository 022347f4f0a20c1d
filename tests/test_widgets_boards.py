"""The Python side of the widgets with a board."""

import pytest
from refusals import refused, refuses

import wordlelib as wl
from wordlelib.widgets import Explorer, FallingWords, QFactorTable


@pytest.mark.parametrize("widget", [Explorer, FallingWords, QFactorTable])
def test_rows_are_held(widget):
    made = widget([("salet", "-y--g"), ("crane", "-----")])
    assert made.history == [["salet", "-y--g"], ["crane", "-----"]] and made.hidden == ""
    hidden, guesses = made.words.split("\n")
    assert (len(hidden), len(guesses)) == (5 * 2315, 5 * 12972)
    row = wl.feedback.feedback("salet", "abbey")
    assert widget([("salet", row)], hidden="abbey").hidden == "abbey"


@pytest.mark.parametrize("widget", [Explorer, FallingWords, QFactorTable])
@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"history": [("salut", "-----"), ("zzzzz", "-----")]}, "history: 'zzzzz'; expected one of the 12,972"),
        ({"history": [("salet", "---")]}, "---"),
        ({"history": [("salet", "abcde")]}, "abcde"),
        ({"hidden": "salet"}, "hidden: 'salet'; expected one of the 2,315"),
        (
            {"hidden": "abbey", "history": [("salet", "-----")]},
            "history: salet -----; expected -y-g- with hidden 'abbey'",
        ),
    ],
)
def test_bad_rows_are_named(widget, arguments, message):
    refuses(message, widget, **arguments)


test_bad_settings_are_named = refused(
    ({"base": "greedy"}, "base: 'greedy'; expected one of information-gain, expected-remaining"),
    ({"width": 0}, "width: 0; expected 1 to 30"),
    ({"width": 31}, "width: 31"),
    ({"width": True}, "width: True"),
    ({"width": 2.0}, "width: 2.0"),
    by=lambda arguments: QFactorTable(**arguments),
)


def test_settings_are_held():
    made = QFactorTable(base="worst-class", width=30)
    assert (made.base, made.width, made.history, made.choice) == ("worst-class", 30, [], "")
    assert Explorer(hard=True).hard


def test_a_board_of_six_rows_takes_six():
    row = ("salet", "-----")
    assert len(FallingWords([row] * 6).history) == 6
    refuses("history: 7 rows; expected at most 6", FallingWords, [row] * 7)

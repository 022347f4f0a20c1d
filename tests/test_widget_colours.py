"""Colours in widgets: JavaScript names them by what they stand for, and they are those of the pictures."""

import re

import pytest

from wordlelib.plots.style import FIVE, ROLES
from wordlelib.widgets import base

CSS = (base.JS / "widgets.css").read_text(encoding="utf-8")
SCRIPTS = sorted(base.JS.glob("*.js"))
# What the widgets of Parts I and II alone have in the style, and those of Chapter 19 and of Appendices C and E.
OWN = (
    r"\.ww-(?:dots|falling|belief|held|guess-bar|newton|iteration|optimum|operator|two|of-base|rail|rung|excess"
    r"|part|safety|doomed|firstwords|infopair)\b"
)
NUMBERED = re.compile(r"var\(--ww-(?:\d|accent)\)")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_no_script_has_a_colour_of_its_own(script):
    text = script.read_text(encoding="utf-8")
    assert re.findall(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b|\brgba?\(|\bhsla?\(", text) == []
    assert re.findall(r"--ww-(?:\d|accent)", text) == []


def test_roles_are_the_pictures_colours():
    numbers = dict(re.findall(r"--ww-(\w+): var\(--ww-(\d)\);", CSS))
    colours = dict(re.findall(r"--ww-(\d): (#\w{6});", CSS[: CSS.index("}")]))
    held = {role: colours[number] for role, number in numbers.items()}
    assert {role: held[role] for role in ROLES if role != "amount"} == {
        role: colour for role, colour in ROLES.items() if role != "amount"
    }
    assert len(set(held.values())) == len(held) == len(ROLES) and set(FIVE) <= set(colours.values())
    tiles = set(re.findall(r"--ww-(?:green|yellow|grey): (#\w{6})", CSS))
    assert not tiles & set(held.values())


def test_widgets_of_the_first_parts_name_what_a_colour_stands_for():
    rules = [rule for rule in re.findall(r"^[^{}]*\{[^{}]*\}", CSS, re.M) if re.search(OWN, rule.split("{")[0])]
    assert len(rules) > 40 and [rule for rule in rules if NUMBERED.search(rule) and ":focus" not in rule] == []

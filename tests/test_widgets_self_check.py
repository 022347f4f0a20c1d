"""Self-checks: what their Python side holds and refuses, and that every chapter with exercises has one."""

import json
from pathlib import Path

import pytest

from wordlelib.widgets import Choose, SelfCheck, TypeNumber

BOOK = Path(__file__).parents[1] / "book"
STATE = "application/vnd.jupyter.widget-state+json"
COIN = Choose("A coin?", {"1 bit": "Yes.", "2 bits": "One is enough."}, right="1 bit")
TURNS = TypeNumber("How many turns?", 5, "Four are too few.", "Count again.", tolerance=0.5)


def stored_in(path):
    """Give the questions of every self-check that a notebook stores."""
    stored = json.loads(path.read_text(encoding="utf-8"))["metadata"].get("widgets", {}).get(STATE, {"state": {}})
    states = [model["state"] for model in stored["state"].values()]
    return [each["questions"] for each in states if each.get("_anywidget_id", "").endswith("SelfCheck")]


def test_questions_are_held_as_plain_data():
    widget = SelfCheck(COIN, TURNS)
    assert json.loads(json.dumps(widget.questions)) == [
        {"question": "A coin?", "options": [["1 bit", "Yes."], ["2 bits", "One is enough."]], "right": "1 bit"},
        {
            **{"question": "How many turns?", "why": "Four are too few.", "hint": "Count again."},
            **{"right": 5.0, "tolerance": 0.5},
        },
    ]
    assert widget.given == [None, None]


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("questions", lambda: SelfCheck()),
        ("options", lambda: Choose("A coin?", {"1 bit": "Yes."}, right="1 bit")),
        ("right", lambda: Choose("A coin?", {"1 bit": "Yes.", "2 bits": "No."}, right="3 bits")),
        ("right", lambda: TypeNumber("How many?", float("nan"), "", "")),
        ("tolerance", lambda: TypeNumber("How many?", 5, "", "", tolerance=-1)),
        ("tolerance", lambda: TypeNumber("How many?", 5, "", "", tolerance=float("nan"))),
    ],
)
def test_bad_questions_are_refused(name, make):
    with pytest.raises(ValueError, match=f"^{name}: .*; expected"):
        make()


@pytest.mark.parametrize("path", sorted(BOOK.glob("*.ipynb")), ids=lambda path: path.stem)
def test_every_chapter_with_exercises_has_two_or_three_questions(path):
    checks = stored_in(path)
    if "{exercise}" not in path.read_text(encoding="utf-8"):
        assert checks == []
        return
    (questions,) = checks
    assert len(questions) in (2, 3)
    assert any("options" in question for question in questions)
    for question in questions:
        said = (
            [text for _, text in question["options"]] if "options" in question else [question["why"], question["hint"]]
        )
        for text in [question["question"], *said]:
            assert text.strip() and text.count("*") % 2 == 0 and not {"$", "`", "{"} & set(text)

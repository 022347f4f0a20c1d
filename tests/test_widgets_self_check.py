"""Self-checks: what their Python side holds and refuses, and that every chapter with exercises has one."""

import json
import re
from pathlib import Path

import pytest
from notebooks import self_checks_of
from refusals import refuses

from wordlelib.lab import results
from wordlelib.widgets import Choose, SelfCheck, TypeNumber

ROOT = Path(__file__).parents[1]
BOOK = ROOT / "book"
COIN = Choose("A coin?", {"1 bit": "Yes.", "2 bits": "One is enough."}, right="1 bit")
TURNS = TypeNumber("How many turns?", 5, "Four are too few.", "Count again.", tolerance=0.5)


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
    refuses(f"^{name}: .*; expected", make)


def test_a_chapters_questions_are_filled_in():
    widget = SelfCheck.read("01_the_game", row="y--yy")
    first = widget.questions[0]
    assert first["right"] == "eagle y--yy" and first["right"] in [text for text, _ in first["options"]]
    assert widget.questions[1]["right"] == 6.0


@pytest.mark.parametrize(
    ("name", "chapter", "values"),
    [
        ("name", "99_nowhere", {}),
        ("values", "01_the_game", {}),
        ("values", "01_the_game", {"row": "y--yy", "more": 1}),
    ],
)
def test_a_file_or_values_that_do_not_fit_are_refused(name, chapter, values):
    refuses(f"^{name}: .*; expected", SelfCheck.read, chapter, **values)


@pytest.mark.parametrize("path", sorted((ROOT / "data" / "self_checks").glob("*.toml")), ids=lambda path: path.stem)
def test_chapters_store_what_the_files_say(path):
    (stored,) = self_checks_of(BOOK / f"{path.stem}.ipynb")
    for each, question in zip(results.questions(path.stem), stored, strict=True):
        said = [(each["ask"], question["question"])]
        if "option" in each:
            for option, (text, answer) in zip(each["option"], question["options"], strict=True):
                said += [(option["text"], text), (option["said"], answer)]
                assert bool(option.get("right")) == (text == question["right"])
        else:
            said += [(each["why"], question["why"]), (each["hint"], question["hint"])]
            assert isinstance(each["right"], str) or each["right"] == question["right"]
        for written, shown in said:
            pattern = ".+".join(re.escape(part) for part in re.split(r"\{.*?\}", " ".join(written.split())))
            assert re.fullmatch(pattern, shown)


@pytest.mark.parametrize("path", sorted(BOOK.glob("*.ipynb")), ids=lambda path: path.stem)
def test_every_chapter_with_exercises_has_two_or_three_questions(path):
    checks = self_checks_of(path)
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

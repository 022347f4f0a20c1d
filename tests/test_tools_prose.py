"""The prose linter: it reads what readers read, and finds what the house style forbids."""

import tomllib

import pytest

from tools.prose import __main__ as prose
from tools.prose.texts import Text, metadata, plain, texts

RULES = tomllib.loads((prose.HERE / "rules.toml").read_text(encoding="utf-8"))["rule"]


@pytest.mark.parametrize(
    ("markdown", "left"),
    [
        ("# A *title*", "A title"),
        ("so $x + y$ holds", "so N holds"),
        ("[Chapter 5](05_rollout.ipynb)'s end", "Chapter 5's end"),
        ("see {cite:t}`shannon1948` and `code`", "see N and N"),
        ("before\n\n```python\nx = 1\n```\n\nafter", "before\n\n\n\n\n\nafter"),
        ("$$\nx\n$$ (label)\nafter", "N\n\n\nafter"),
    ],
)
def test_what_is_left_of_markdown(markdown, left):
    assert plain(markdown).replace(" \n", "\n") == left
    assert plain(markdown).count("\n") == markdown.count("\n")


def test_captions_and_slides_are_read():
    about = {
        "mystnb": {"image": {"alt": "one"}, "figure": {"caption": "two"}},
        "slide": {"title": "3", "points": ["4"]},
    }
    assert list(metadata(about)) == ["one", "two", "3", "4"]


def test_every_page_is_read():
    places = {text.place.partition("[")[0] for text in texts()}
    assert {"book/01_the_game.ipynb", "book/paths.md", "README.md", "data/self_checks/01_the_game.toml"} <= places


@pytest.mark.parametrize(
    "wrong",
    [
        *("33 million million", "12 % of them", "1 - 3 guesses", "as the assertion says", "the color"),
        *("to minimize it", "guesses that gain most bits", "rows that tell 5.83 bits", "errors that it takes off"),
        *("at least so many", "words with which probability", "optima exactly if it ends", "ends, and else losses"),
        *("words taken for alike", "rules that hold also if it rains", "dearer guesses", "widths. From which width on"),
    ],
)
def test_what_the_house_style_forbids_is_found(wrong):
    assert len(list(prose.house_faults(Text("here", f"There are {wrong} now."), RULES))) == 1


@pytest.mark.parametrize(
    "right",
    ["33 billion", "12% of them", "3–5 guesses", "the colour", "to minimise it", "x - 1", "that gain the most bits"],
)
def test_what_it_allows_is_not(right):
    assert list(prose.house_faults(Text("here", f"There are {right} now."), RULES)) == []


def test_the_linters_find_a_misspelt_word_and_an_old_one():
    found = list(prose.linter_faults([Text("here[3]", "It is recieved well.\nHe plays amongst them for ever.")]))
    assert len(found) >= 2 and all(fault.startswith("here[3]: ") for fault in found)
    assert any("recieved" in fault for fault in found)

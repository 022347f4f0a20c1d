"""Short questions at the end of a chapter, which respond to each answer."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any

import traitlets

from wordlelib.lab import results
from wordlelib.widgets.base import Widget


@dataclass(frozen=True)
class Choose:
    """A question with one right answer among several options, and what the widget says about each.

    In all texts ``*word*`` is set in italics, and an option such as ``eagle y--yy`` in tiles.
    """

    question: str
    options: Mapping[str, str]
    right: str

    def __post_init__(self) -> None:
        if len(self.options) < 2:
            raise ValueError(f"options: {list(self.options)}; expected two or more")
        if self.right not in self.options:
            raise ValueError(f"right: {self.right!r}; expected one of {', '.join(map(repr, self.options))}")

    def stored(self) -> dict[str, Any]:
        """Return the question in the form of the widget."""
        return {"question": self.question, "options": list(self.options.items()), "right": self.right}


@dataclass(frozen=True)
class TypeNumber:
    """A question whose answer is a number to type, such as ``7,920``, ``3.42`` or ``7/4``.

    An answer may differ from the right number by the tolerance. The widget says `why` about the right number, and
    `hint` about any other number.
    """

    question: str
    right: float
    why: str
    hint: str
    tolerance: float = 0.0

    def __post_init__(self) -> None:
        if not math.isfinite(self.right):
            raise ValueError(f"right: {self.right!r}; expected a finite number")
        if not 0 <= self.tolerance < math.inf:
            raise ValueError(f"tolerance: {self.tolerance!r}; expected a finite number that is not negative")

    def stored(self) -> dict[str, Any]:
        """Return the question in the form of the widget."""
        number = {"right": float(self.right), "tolerance": float(self.tolerance)}
        return {"question": self.question, "why": self.why, "hint": self.hint, **number}


class SelfCheck(Widget):
    """Questions for self-study, where the widget says of each answer whether it is right, and why.

    The attribute ``given`` holds the last answer to each question, or None.
    """

    questions: traitlets.List = traitlets.List().tag(sync=True)
    given: traitlets.List = traitlets.List().tag(sync=True)

    @classmethod
    def read(cls, chapter: str, **values: Any) -> "SelfCheck":
        """Make the self-check of a chapter such as ``"01_the_game"``, whose texts are in `data/self_checks`.

        The values are the results of the chapter, by the names in the file: numbers, and words for texts.
        """
        file = results.questions(chapter)
        texts = [text for each in file for part in (each, *each.get("option", ())) for text in _texts(part)]
        wanted = {field for text in texts for _, field, *_ in Formatter().parse(text) if field}
        wanted |= {each["right"] for each in file if isinstance(each.get("right"), str)}
        if wanted != set(values):
            raise ValueError(f"values: {', '.join(values) or 'none'}; expected {', '.join(sorted(wanted)) or 'none'}")
        return cls(*(_filled(each, values) for each in file))

    def __init__(self, *questions: Choose | TypeNumber) -> None:
        if not questions:
            raise ValueError("questions: none; expected one or more")
        super().__init__(questions=[each.stored() for each in questions], given=[None] * len(questions))


def _texts(part: Mapping[str, Any]) -> list[str]:
    """Return the texts of a question, or of an option."""
    return [part[name] for name in ("ask", "why", "hint", "text", "said") if name in part]


def _filled(each: Mapping[str, Any], values: Mapping[str, Any]) -> Choose | TypeNumber:
    """Make a question of its part of a file, with the chapter's values."""

    def fill(text: str) -> str:
        return " ".join(text.format(**values).split())

    if "option" in each:
        options = {fill(option["text"]): fill(option["said"]) for option in each["option"]}
        (right,) = (fill(option["text"]) for option in each["option"] if option.get("right"))
        return Choose(fill(each["ask"]), options, right)
    right = values[each["right"]] if isinstance(each["right"], str) else each["right"]
    return TypeNumber(fill(each["ask"]), right, fill(each["why"]), fill(each["hint"]), each.get("tolerance", 0.0))

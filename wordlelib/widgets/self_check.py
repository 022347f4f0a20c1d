"""Short questions at the end of a chapter, which answer back."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import traitlets

from wordlelib.widgets.base import Widget


@dataclass(frozen=True)
class Choose:
    """A question with one right answer among several.

    Parameters
    ----------
    question
        The question. In all texts ``*word*`` is set in italics.
    options
        What can be chosen, and what is said of it then.
    right
        The right one.

    Raises
    ------
    ValueError
        If there are fewer than two options, or the right one is not among them.
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
        """Give it as the widget holds it."""
        return {"question": self.question, "options": list(self.options.items()), "right": self.right}


@dataclass(frozen=True)
class TypeNumber:
    """A question whose answer is a number to type, as ``7,920``, ``3.42`` or ``7/4``.

    Parameters
    ----------
    question
        The question.
    right
        The right number.
    why
        What is said of it.
    hint
        What is said of any other number.
    tolerance
        How far from the right one an answer may be.

    Raises
    ------
    ValueError
        If the right number or the tolerance is no finite number, or the tolerance is negative.
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
        """Give it as the widget holds it."""
        number = {"right": float(self.right), "tolerance": float(self.tolerance)}
        return {"question": self.question, "why": self.why, "hint": self.hint, **number}


class SelfCheck(Widget):
    """Questions to answer for oneself; each answer is told whether it is right, and why.

    Attribute ``given`` holds the answers that were given last, None where there is none.

    Parameters
    ----------
    questions
        One or more.

    Raises
    ------
    ValueError
        If there is no question.
    """

    questions: traitlets.List = traitlets.List().tag(sync=True)
    given: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(self, *questions: Choose | TypeNumber) -> None:
        if not questions:
            raise ValueError("questions: none; expected one or more")
        super().__init__(questions=[each.stored() for each in questions], given=[None] * len(questions))

"""Expected numbers of guesses as bars, which change with a slider."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import traitlets

from wordlelib.core import checks
from wordlelib.widgets.base import Widget

Step = tuple[str, Mapping[str, Sequence[float]]]
DIGITS = 4


class ExpectedGuesses(Widget):
    """The costs of strategies, each as a sum of bars: one guess for sure, a second if the first failed, and so on.

    Parameters
    ----------
    slider, begin
        The quantity that the slider changes, and the step to begin with.
    cases
        The steps of each case on the slider, equally many in each. A step has the value that is set there, and for each
        strategy the probabilities that it needs one guess, two, three ... The strategies of a case are the same at all
        steps.

    Attributes
    ----------
    case, step, expected
        The case and the step that are shown, and the expected number of guesses of each strategy there.
    """

    slider = traitlets.Unicode().tag(sync=True)
    cases: traitlets.Dict = traitlets.Dict().tag(sync=True)
    case = traitlets.Unicode().tag(sync=True)
    step = traitlets.Int().tag(sync=True)
    expected: traitlets.Dict = traitlets.Dict().tag(sync=True)

    def __init__(self, slider: str, cases: Mapping[str, Sequence[Step]], begin: int = 0) -> None:
        checks.text("slider", slider)
        checks.instance("cases", cases, Mapping, "the steps of each case, by its name")
        lengths = {name: len(checks.sequence("cases", steps, "steps for each case")) for name, steps in cases.items()}
        if len(set(lengths.values())) != 1 or not all(lengths.values()):
            raise ValueError(f"cases: steps {lengths}; expected one case or more, with as many steps in each")
        checks.integer("begin", begin, most=min(lengths.values()) - 1)
        held = {name: [_checked(step) for step in steps] for name, steps in cases.items()}
        for name, steps in held.items():
            if len({tuple(step["bars"]) for step in steps}) != 1:
                raise ValueError(f"cases: the strategies of {name!r} change; expected the same at all steps")
        super().__init__(slider=slider, cases=held, case=next(iter(held)), step=begin, expected={})


def _checked(step: Any) -> dict[str, Any]:
    """Check a step, and return it in the form of the widget."""
    if not isinstance(step, tuple | list) or len(step) != 2 or not isinstance(step[1], Mapping):
        raise checks.refused("cases", step, "for each step what is set, and the probabilities of each strategy")
    said, bars = checks.text("cases", step[0], "a text that says what is set"), {}
    for name, chances in step[1].items():
        found = checks.real_numbers("cases", chances, (None,), "probabilities with the sum 1")
        if not found.size or found.min() < 0 or abs(found.sum() - 1) > 1e-6:
            raise ValueError(f"cases: {name!r} has {found.tolist()}; expected probabilities with the sum 1")
        bars[name] = np.round(found, DIGITS).tolist()
    return {"said": said, "bars": bars}

"""A question about what the reader expects, asked before a widget shows it."""

from collections.abc import Sequence

import traitlets

from wordlelib.core import checks
from wordlelib.widgets.base import Widget


class PredictFirst(Widget):
    """A question to answer before looking, which remembers the answer.

    There are two or more options, and ``*word*`` is set in italics. The attribute ``given`` holds the option that was
    chosen last, or "". If `right` is the place of an option, the reader is told whether it was chosen, and `because`.
    """

    question = traitlets.Unicode().tag(sync=True)
    options: traitlets.List = traitlets.List().tag(sync=True)
    given = traitlets.Unicode().tag(sync=True)
    right = traitlets.Int(allow_none=True).tag(sync=True)
    because = traitlets.Unicode().tag(sync=True)

    def __init__(self, question: str, options: Sequence[str], right: int | None = None, because: str = "") -> None:
        if isinstance(options, str) or len(set(options)) < max(len(options), 2):
            raise ValueError(f"options: {options!r}; expected two or more, each once")
        if right is not None:
            checks.integer("right", right, 0, len(options) - 1, f"0 to {len(options) - 1}, the place of an option")
        if (right is None) != (not because):
            raise ValueError(f"because: {because!r} with right {right!r}; expected both, or neither")
        super().__init__(question=question, options=list(options), given="", right=right, because=because)

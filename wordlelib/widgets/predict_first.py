"""A question about what the reader expects, asked before a widget shows it."""

from collections.abc import Sequence

import traitlets

from wordlelib.widgets.base import Widget


class PredictFirst(Widget):
    """A question to answer before looking, which does not judge the answer but remembers it.

    There are two or more options, and ``*word*`` is set in italics. The attribute ``given`` holds the option that was
    chosen last, or "".
    """

    question = traitlets.Unicode().tag(sync=True)
    options: traitlets.List = traitlets.List().tag(sync=True)
    given = traitlets.Unicode().tag(sync=True)

    def __init__(self, question: str, options: Sequence[str]) -> None:
        if isinstance(options, str) or len(set(options)) < max(len(options), 2):
            raise ValueError(f"options: {options!r}; expected two or more, each once")
        super().__init__(question=question, options=list(options), given="")

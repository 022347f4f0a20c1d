"""What two rows tell: each by itself, both together, and what they have in common."""

from collections.abc import Sequence

import traitlets

from wordlelib.widgets.base import Widget, check_rows, word_text


class TwoInfos(Widget):
    """Two infos with their meet and their join, as letters and as sets of words.

    The reader chooses among `pairs` of rows (guess, feedback), or sets other rows. The widget begins with the first
    pair. Its attribute `rows` has the two that are shown, and `counts` how many of the hidden words fit the first info,
    the second, their meet and their join.
    """

    _before = ("infos.js",)
    words = traitlets.Unicode().tag(sync=True)
    pairs: traitlets.List = traitlets.List().tag(sync=True)
    rows: traitlets.List = traitlets.List().tag(sync=True)
    counts: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(self, pairs: Sequence[Sequence[tuple[str, str]]]) -> None:
        lengths = [len(pair) for pair in pairs]
        if not pairs or set(lengths) != {2}:
            raise ValueError(f"pairs: lengths {lengths}; expected pairs of two rows, one or more")
        held = [check_rows(pair, "") for pair in pairs]
        super().__init__(words=word_text(), pairs=held, rows=held[0], counts=[])

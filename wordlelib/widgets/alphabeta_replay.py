"""A recorded alpha-beta search, to play step by step and to predict."""

from collections.abc import Sequence
from math import inf

import traitlets

from wordlelib.adversary.minimax_trace import GUESSER, HINTER, Record
from wordlelib.core.packing import pack, pack_sets
from wordlelib.widgets.base import Widget

LONGEST = 2000  # nodes of a record on a page
LARGEST = 100_000  # characters of it
FEW = 40  # nodes that are all open at first
PLAYERS = (GUESSER, HINTER, "nobody")


class AlphaBetaReplay(Widget):
    """Alpha-beta replay: nodes are entered with their windows, values return and move them, moves are cut off.

    Parameters
    ----------
    record, moment
        The record that `alphabeta` returns, and the number of the step that is shown first.
    predict
        Whether the reader is asked for the window of each node before it is entered.
    opened
        The numbers of the nodes that are open from the beginning, by default all if they are few.
    """

    _before = ("alphabetarecord.js", "treepicture.js", "alphabetapredict.js")
    vocabulary = traitlets.Unicode().tag(sync=True)
    record: traitlets.Dict = traitlets.Dict().tag(sync=True)
    moment = traitlets.Int().tag(sync=True)
    speed = traitlets.Int(1).tag(sync=True)
    opened: traitlets.List = traitlets.List().tag(sync=True)
    predict = traitlets.Bool(False).tag(sync=True)
    asked = traitlets.Int(0).tag(sync=True)
    right = traitlets.Int(0).tag(sync=True)

    def __init__(
        self, record: Record, moment: int = 0, predict: bool = False, opened: Sequence[int] | None = None
    ) -> None:
        if not isinstance(record, Record):
            raise ValueError(f"record: {record!r}; expected the Record of alphabeta()")
        nodes = len(record.visits)
        if not 1 <= nodes <= LONGEST:
            raise ValueError(f"record: {nodes:,} nodes; expected 1 to {LONGEST:,}")
        steps = 2 * nodes + sum(bool(visit.cut) for visit in record.visits)
        if not 0 <= moment <= steps:
            raise ValueError(f"moment: {moment}; expected 0 to {steps:,}")
        opened = (range(nodes) if nodes <= FEW else (0,)) if opened is None else opened
        for node in opened:
            if not 0 <= node < nodes:
                raise ValueError(f"opened: {node}; expected numbers from 0 to {nodes - 1}")
        vocabulary, texts = _as_text(record)
        super().__init__(
            vocabulary=vocabulary,
            record=texts,
            moment=int(moment),
            predict=bool(predict),
            opened=[int(node) for node in opened],
        )


def _as_text(record: Record) -> tuple[str, dict[str, str]]:
    """Write the words and the moves as one text, and each attribute of the visits as another."""
    visits = record.visits
    names = sorted({text for visit in visits for text in (visit.move, *visit.words, *visit.cut) if text})
    place = {name: i for i, name in enumerate(names)}
    texts = {
        "parent": pack(visit.parent + 1 for visit in visits),
        "player": pack(PLAYERS.index(visit.player) for visit in visits),
        "move": pack(place[visit.move] + 1 if visit.move else 0 for visit in visits),
        "words": pack_sets([[place[word] for word in visit.words] for visit in visits]),
        "alpha": pack(_number(visit.alpha) for visit in visits),
        "beta": pack(_number(visit.beta) for visit in visits),
        "value": pack(_number(visit.value) for visit in visits),
        "cuts": pack(len(visit.cut) for visit in visits),
        "cut": pack(place[move] for visit in visits for move in visit.cut),
    }
    size = sum(map(len, names)) + sum(map(len, texts.values()))
    if size > LARGEST:
        raise ValueError(f"record: {size:,} characters; expected at most {LARGEST:,}")
    return "\n".join(names), texts


def _number(value: float) -> int:
    """Write infinity as 0, and other numbers one greater."""
    if value == inf:
        return 0
    if value < 0 or value != int(value):
        raise ValueError(f"record: the value {value}; expected whole numbers from 0, or infinity")
    return int(value) + 1

"""The conventions of the rollout papers' program, to switch on and off."""

from collections.abc import Iterable

import traitlets

from wordlelib.lab.authors_tables import SWITCHES
from wordlelib.lab.results import results
from wordlelib.widgets.base import Widget

RULE = "consistent"
NAMES = (*SWITCHES, RULE)


class ConventionSwitches(Widget):
    """Switches that turn off conventions of the papers' program, and show what its rollout needs then.

    The totals are those of the stored sweep over all combinations, for each of the papers' 13 openings in "easy" and
    "hard" mode. `off` holds names of `authors_program.Conventions`.
    """

    totals: traitlets.Dict = traitlets.Dict().tag(sync=True)
    optima: traitlets.Dict = traitlets.Dict().tag(sync=True)
    opening = traitlets.Unicode().tag(sync=True)
    mode = traitlets.Unicode().tag(sync=True)
    off: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(self, opening: str = "salet", mode: str = "easy", off: Iterable[str] = ()) -> None:
        rows = results("conventions")["rows"]
        openings = list(dict.fromkeys(row["opening"] for row in rows))
        if opening not in openings:
            raise ValueError(f"opening: {opening!r}; expected one of {', '.join(openings)}")
        if mode not in ("easy", "hard"):
            raise ValueError(f"mode: {mode!r}; expected easy or hard")
        off = list(off)
        for name in off:
            if name not in NAMES:
                raise ValueError(f"off: {name!r}; expected names among {', '.join(NAMES)}")
        totals: dict[str, dict[str, dict[str, list[int]]]] = {
            kind: {word: {} for word in openings} for kind in ("easy", "hard")
        }
        for row in rows:
            bits = sum(1 << NAMES.index(name) for name in row["off"].split())
            totals[row["mode"]][row["opening"]][str(bits)] = [row["base"], row["total"]]
        optima = {
            row["opening"]: row["total"]
            for row in results("exact")["rows"]
            if (row["mode"], row["cap"]) == ("easy", None)
        }
        super().__init__(totals=totals, optima=optima, opening=opening, mode=mode, off=off)

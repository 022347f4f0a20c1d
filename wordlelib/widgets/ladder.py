"""The ladder of players, each with what it looks at, its total, and its next guess in the same beliefs."""

from collections.abc import Sequence
from typing import Any

import traitlets

from wordlelib.core import checks
from wordlelib.game.game import State
from wordlelib.lab import ladder
from wordlelib.widgets.base import Widget

EXPECTED = "one or more states of the original game after a row"


class Ladder(Widget):
    """The ladder: every player of `lab.ladder` as a dot to choose, with its backup diagram and its next guess.

    `player` is the one that is chosen, and `belief` the place of the belief, among those that are given, in which its
    next guess is shown.
    """

    rungs: traitlets.List = traitlets.List().tag(sync=True)
    beliefs: traitlets.List = traitlets.List().tag(sync=True)
    player = traitlets.Unicode().tag(sync=True)
    belief = traitlets.Int().tag(sync=True)

    def __init__(self, states: Sequence[State], player: str = "entropy") -> None:
        held = checks.sequence("states", states, EXPECTED)
        if not held or not all(isinstance(state, State) and len(state.rows) for state in held):
            raise checks.refused("states", states, EXPECTED)
        checks.one_of("player", player, tuple(ladder.RUNGS))
        rungs = [
            {
                "name": name,
                "estimate": rung.estimate,
                "glyph": plain(rung.glyph),
                "total": round(total, 1),
                "error": round(error, 1),
                "seconds": seconds,
            }
            for (name, rung), (total, error, _, seconds) in zip(
                ladder.RUNGS.items(), ladder.by_rung().values(), strict=True
            )
        ]
        beliefs = [
            {
                "row": list(state.history[-1]),
                "words": len(state.words),
                "guesses": [
                    [guess, round(q, 3)] for guess, q in (ladder.next_guess(name, state) for name in ladder.RUNGS)
                ],
            }
            for state in held
        ]
        super().__init__(rungs=rungs, beliefs=beliefs, player=player)


def plain(node: Any) -> dict[str, Any]:
    """Return a backup diagram of `plots.backups` as JSON has it: how a node goes on, and the nodes below it."""
    how, below = (
        (node, ()) if isinstance(node, str) else ("mean", node) if isinstance(node, list) else (node[0], node[1:])
    )
    return {"how": how, "below": [plain(child) for child in below]}

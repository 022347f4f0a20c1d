"""The tower of estimates of some guesses, recorded while a tree search goes on."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

import numpy as np
import traitlets

from wordlelib.core.packing import pack
from wordlelib.search.tree_search import TreeSearch
from wordlelib.widgets.base import Widget

PARTS = 100  # sums of guesses are kept in hundredths
LONGEST = 1000  # iterations of a search


class ValueTower(Widget):
    """The tower of a tree search's estimates for some first guesses after every iteration, beside their exact totals.

    It draws the first estimate and the value that is compared, with its spread. A table has the tree's value too.

    Parameters
    ----------
    searches, iterations
        Searches that have not begun, by the name of their kind, and how many iterations are recorded. There are one or
        more of each kind, which differ only in the seed. The widget runs them.
    totals
        The exact totals of the guesses to show, by the name of a kind.
    poses
        Moments to go to, each with a text, a kind, the number of a search of that kind from 0, and the iteration. The
        widget begins with the first.
    """

    runs: traitlets.Dict = traitlets.Dict().tag(sync=True)
    poses: traitlets.List = traitlets.List().tag(sync=True)
    kind = traitlets.Unicode().tag(sync=True)
    seed = traitlets.Int().tag(sync=True)
    moment = traitlets.Int().tag(sync=True)
    speed = traitlets.Int(2).tag(sync=True)

    def __init__(
        self,
        searches: Mapping[str, Sequence[TreeSearch]],
        totals: Mapping[str, Mapping[str, int]],
        iterations: int,
        poses: Sequence[tuple[str, str, int, int]],
    ) -> None:
        _check_searches(searches, totals)
        if isinstance(iterations, bool) or not isinstance(iterations, int) or not 1 <= iterations <= LONGEST:
            raise ValueError(f"iterations: {iterations!r}; expected 1 to {LONGEST:,}")
        if not poses:
            raise ValueError("poses: none given; expected one or more")
        for _, kind, seed, moment in poses:
            if not 0 <= seed < len(searches.get(kind, ())) or not 0 <= moment <= iterations:
                raise ValueError(f"poses: {(kind, seed, moment)}; expected a kind, a search of it, and an iteration")
        runs = {kind: _kind_of(some, totals[kind], iterations) for kind, some in searches.items()}
        _, kind, seed, moment = poses[0]
        super().__init__(runs=runs, poses=[list(pose) for pose in poses], kind=kind, seed=seed, moment=moment)


def _check_searches(searches: Mapping[str, Sequence[TreeSearch]], totals: Mapping[str, Mapping[str, int]]) -> None:
    if not searches or not all(searches.values()):
        raise ValueError(f"searches: {[*searches]}; expected one or more of each kind, and a kind at least")
    if set(totals) != set(searches) or not all(totals.values()):
        raise ValueError(f"totals: {[*totals]}; expected totals of some guesses for {', '.join(searches)}")
    for kind, some in searches.items():
        for search in some:
            if not isinstance(search, TreeSearch) or search.visits():
                raise ValueError(f"searches: {search!r}; expected a TreeSearch that has not begun")
            unknown = sorted(set(totals[kind]) - set(search.game.guesses))
            if unknown:
                raise ValueError(f"totals: {', '.join(unknown)} for {kind!r}; expected guesses of its game")


def _kind_of(searches: Sequence[TreeSearch], totals: Mapping[str, int], iterations: int) -> dict[str, Any]:
    """Return the page's part of the searches of a kind, with the best guesses first."""
    shown = sorted(totals, key=lambda guess: (totals[guess], guess))
    return {
        "guesses": shown,
        "totals": [int(totals[guess]) for guess in shown],
        "words": len(searches[0].state.words),
        "records": [_record(search, shown, iterations) for search in searches],
    }


def _record(search: TreeSearch, shown: Sequence[str], iterations: int) -> dict[str, Any]:
    """Run a search; note after every iteration visits and estimates of the shown guesses, and the most promising one.

    A guess that has not joined has 0 for its visits, and the others one more than their visits.
    """
    weight = int(search.game.weights[search.state.members].sum())
    numbers: list[int] = []
    least = []
    for moment in range(iterations + 1):
        if moment:
            search.run(1)
        arms = {arm.guess: arm for arm in search.arms()}
        for guess in shown:
            arm = arms.get(guess)
            if arm is None:
                numbers.append(0)
                continue
            estimates = np.array([arm.first, arm.tree, arm.value, arm.spread])
            if not all(map(isfinite, estimates)):
                raise ValueError(f"searches: {guess!r} has {estimates}; expected numbers, as full backups give them")
            numbers += [arm.visits + 1, *np.round(PARTS * weight * estimates).astype(int).tolist()]
        best = min(arms.values(), key=lambda arm: arm.value)
        least.append(f"{best.guess}:{best.visits}")
    return {"numbers": pack(numbers), "least": " ".join(least)}

"""A ring on a line of cells: the reader measures, or lets a policy take the next step."""

from collections.abc import Mapping, Sequence
from typing import Any

import traitlets

from wordlelib.core import checks
from wordlelib.planning.belief import LineSearch, bayes
from wordlelib.widgets.base import Widget

STEPS = 14


class RingSearch(Widget):
    """A search on a line: a cell is pressed to measure there, and the cells that can hold the ring are left.

    Parameters
    ----------
    problem
        A search without errors, in which all cells are equally likely at first.
    policies
        Policies by their names, each of which can take the next step.
    ring, path
        The ring's cell, and the cells of the measurements that are shown at first.

    Attributes
    ----------
    ways
        For each policy and each cell of the ring the cells in which it measures, at most 14.
    """

    cells = traitlets.Int().tag(sync=True)
    reach = traitlets.Int().tag(sync=True)
    position = traitlets.Int().tag(sync=True)
    ways: traitlets.Dict = traitlets.Dict().tag(sync=True)
    ring = traitlets.Int().tag(sync=True)
    path: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(
        self, problem: LineSearch, policies: Mapping[str, Any], ring: int = 0, path: Sequence[int] = ()
    ) -> None:
        checks.instance("problem", problem, LineSearch, "a LineSearch")
        if problem.error or (problem.prior != problem.prior[0]).any():
            raise checks.refused("problem", problem, "a search without errors and with all cells equally likely")
        most = len(problem.thetas) - 1
        ways = {name: [_way(problem, policy, theta) for theta in problem.thetas] for name, policy in policies.items()}
        super().__init__(
            cells=most + 1,
            reach=problem.reach,
            position=problem.start[0],
            ways=ways,
            ring=checks.integer("ring", ring, most=most),
            path=[checks.integer("path", cell, most=most) for cell in path],
        )


def _way(problem: LineSearch, policy: Any, theta: int) -> list[int]:
    """Follow a policy to the ring, or as far as it is shown."""
    x, b = problem.start, problem.prior
    way: list[int] = []
    while not problem.ended(x) and len(way) < STEPS:
        way.append(u := int(policy.decide(x, b)))
        y = problem.draw(x, u, theta, 0)
        x, b = y, bayes(problem, x, b, u, y)
    return way

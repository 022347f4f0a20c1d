"""Newton's step on the Bellman operator of a problem with one state."""

import math
from collections.abc import Mapping

import traitlets

from wordlelib.widgets.base import Widget

STEPS = 3


class NewtonStep(Widget):
    """Newton's step: the Bellman operator of one state, a starting point to drag, and the steps from there.

    Each control is a line, its cost plus the probability of coming back times J. The operator is the least of the
    lines. The line that is least at J is the policy that is greedy there, and Newton's step leads to the cost of this
    policy. More than eight lines have no names in the picture, which shows their lower edge only. The attributes
    `newton` and `iteration` hold the values of Newton's method and of value iteration from the start. A step that is
    not defined ends them.

    Parameters
    ----------
    controls
        The controls by name, each with its cost and the probability that it leads back to the state.
    start, steps
        The value J to begin with, by default where the axes begin, and how many steps are shown at first, 0 to 3.
    limit, least
        Where the axes end and begin. By default they end a tenth beyond the largest cost of a policy.
    """

    controls: traitlets.List = traitlets.List().tag(sync=True)
    start = traitlets.Float().tag(sync=True)
    steps = traitlets.Int(min=0, max=STEPS).tag(sync=True)
    limit = traitlets.Float().tag(sync=True)
    least = traitlets.Float().tag(sync=True)
    newton: traitlets.List = traitlets.List().tag(sync=True)
    iteration: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(
        self,
        controls: Mapping[str, tuple[float, float]],
        start: float | None = None,
        steps: int = 0,
        limit: float | None = None,
        least: float = 0.0,
    ) -> None:
        if not controls:
            raise ValueError("controls: none given; expected at least one")
        for name, (cost, back) in controls.items():
            if not math.isfinite(cost) or not 0 <= back <= 1 or (back == 1 and cost <= 0):
                expected = "expected a finite cost and a probability, and a cost above 0 where the probability is 1"
                raise ValueError(f"controls: {name!r} has {cost, back}; {expected}")
        ends = [cost / (1 - back) for cost, back in controls.values() if back < 1]
        if not ends:
            raise ValueError("controls: all lead back for certain; expected at least one that may end")
        if not -math.inf < least <= min(ends):
            raise ValueError(f"least: {least}; expected at most the least cost of a policy, {min(ends):g}")
        if limit is None:
            limit = max(ends) + 0.1 * (max(ends) - least)
        if not min(ends) < limit < math.inf:
            raise ValueError(f"limit: {limit}; expected more than the least cost of a policy, {min(ends):g}")
        if start is None:
            start = least
        if not least <= start <= limit:
            raise ValueError(f"start: {start}; expected {least:g} to {limit:g}")
        if steps not in range(STEPS + 1):
            raise ValueError(f"steps: {steps}; expected 0 to {STEPS}")
        rows = [[str(name), float(cost), float(back)] for name, (cost, back) in controls.items()]
        values = {"start": float(start), "limit": float(limit), "least": float(least)}
        super().__init__(controls=rows, steps=int(steps), **values)

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
    policy. The attributes `newton` and `iteration` hold the values of Newton's method and of value iteration from the
    start. A step that is not defined ends them.

    Parameters
    ----------
    controls
        The controls by name, each with its cost and the probability that it leads back to the state.
    start, steps, limit
        The value J to begin with, how many steps are shown at first, 0 to 3, and where the axes end, by default a tenth
        beyond the largest cost of a policy.
    """

    controls: traitlets.List = traitlets.List().tag(sync=True)
    start = traitlets.Float().tag(sync=True)
    steps = traitlets.Int(min=0, max=STEPS).tag(sync=True)
    limit = traitlets.Float().tag(sync=True)
    newton: traitlets.List = traitlets.List().tag(sync=True)
    iteration: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(
        self,
        controls: Mapping[str, tuple[float, float]],
        start: float = 0.0,
        steps: int = 0,
        limit: float | None = None,
    ) -> None:
        if not controls:
            raise ValueError("controls: none given; expected at least one")
        for name, (cost, back) in controls.items():
            if not 0 < cost < math.inf or not 0 <= back <= 1:
                raise ValueError(f"controls: {name!r} has {cost, back}; expected a cost above 0 and a probability")
        ends = [cost / (1 - back) for cost, back in controls.values() if back < 1]
        if not ends:
            raise ValueError("controls: all lead back for certain; expected at least one that may end")
        if limit is None:
            limit = 1.1 * max(ends)
        if not min(ends) < limit < math.inf:
            raise ValueError(f"limit: {limit}; expected more than the least cost of a policy, {min(ends):g}")
        if not 0 <= start <= limit:
            raise ValueError(f"start: {start}; expected 0 to {limit:g}")
        if steps not in range(STEPS + 1):
            raise ValueError(f"steps: {steps}; expected 0 to {STEPS}")
        rows = [[str(name), float(cost), float(back)] for name, (cost, back) in controls.items()]
        super().__init__(controls=rows, start=float(start), steps=int(steps), limit=float(limit))

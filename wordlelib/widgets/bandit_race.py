"""A race of samplers on the same urns, recorded in Python and played in the browser."""

from collections.abc import Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase, digits

import numpy as np
import traitlets

from wordlelib.search import bandits
from wordlelib.widgets.base import Widget

MARKS = digits + ascii_lowercase  # one character for each ticket
ARMS = 8
LONGEST = 25_000  # pulls of all samplers together: two characters each are kept


class BanditRace(Widget):
    """A bandit race: samplers pull arms of the same urns, step by step, with visits, estimates and regret.

    Parameters
    ----------
    urns
        The costs in each urn, with 1 to 8 urns and at most 36 different costs.
    pulls, seed
        How many pulls each sampler makes, and the seed of its random numbers.
    first, spread
        The first estimate of each arm, which counts as one observation, and its possible error.
    moment, logarithmic
        The number of pulls after which the race is shown first, and whether their axis is logarithmic.
    """

    arms: traitlets.List = traitlets.List().tag(sync=True)
    means: traitlets.List = traitlets.List().tag(sync=True)
    costs: traitlets.List = traitlets.List().tag(sync=True)
    first = traitlets.Float().tag(sync=True)
    samplers: traitlets.List = traitlets.List().tag(sync=True)
    record: traitlets.List = traitlets.List().tag(sync=True)
    moment = traitlets.Int().tag(sync=True)
    speed = traitlets.Int(10).tag(sync=True)
    logarithmic = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        urns: Sequence[Sequence[float] | np.ndarray],
        samplers: Mapping[str, bandits.Sampler],
        pulls: int = 1000,
        seed: int = 0,
        first: float = 0.0,
        spread: float = 1.0,
        moment: int = 0,
        logarithmic: bool = False,
    ) -> None:
        if not 1 <= len(urns) <= ARMS or not all(len(urn) for urn in urns):
            raise ValueError(f"urns: {len(urns)} urns; expected 1 to {ARMS}, each with costs in it")
        costs = np.unique(np.concatenate([np.asarray(urn, float) for urn in urns]))
        if len(costs) > len(MARKS) or not np.isfinite(costs).all():
            raise ValueError(f"urns: {len(costs)} different costs; expected at most {len(MARKS)} finite ones")
        if not samplers:
            raise ValueError("samplers: none given; expected at least one")
        for name, sampler in samplers.items():
            if not isinstance(sampler, bandits.Sampler):
                raise ValueError(f"samplers: {name!r} is {sampler!r}; expected a sampler, such as Thompson()")
        if not isinstance(pulls, int | np.integer) or not 1 <= pulls * len(samplers) <= LONGEST:
            raise ValueError(f"pulls: {pulls}; expected 1 to {LONGEST // len(samplers):,} for {len(samplers)} samplers")
        if not 0 <= moment <= pulls:
            raise ValueError(f"moment: {moment}; expected 0 to {pulls:,}")
        record = []
        for sampler in samplers.values():
            chosen, drawn = bandits.observe(urns, sampler, pulls, np.random.default_rng(seed), first, spread)
            tickets = np.searchsorted(costs, drawn)
            record.append(["".join(map(str, chosen)), "".join(MARKS[ticket] for ticket in tickets)])
        super().__init__(
            arms=list(ascii_uppercase[: len(urns)]),
            means=[float(np.mean(urn)) for urn in urns],
            costs=costs.tolist(),
            first=float(first),
            samplers=list(samplers),
            record=record,
            moment=int(moment),
            logarithmic=bool(logarithmic),
        )

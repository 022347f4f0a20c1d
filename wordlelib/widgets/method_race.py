"""A race of methods against the clock: how far each is from the optimum after a number of seconds."""

from collections.abc import Collection, Mapping, Sequence
from math import ceil, floor, isfinite, log10
from string import ascii_lowercase

import traitlets

from wordlelib.widgets.base import Widget

KINDS = 8  # as many as there are colours
PER_DECADE = 20

Run = Sequence[tuple[float, float]]


class MethodRace(Widget):
    """A race of methods along a logarithmic axis of seconds, which says at each moment who is ahead.

    Parameters
    ----------
    methods
        The runs of each method by kind and by name, one for each seed. A run is a list of pairs of seconds and of how
        far above the optimum the best strategy is from then on.
    presets, seconds
        Moments to look at, by name, in seconds, and the moment that is shown first.
    proofs
        The names of the methods that prove at their end that nothing is better.

    Attributes
    ----------
    moment, ahead
        The number of the moment that is shown, among those of the slider, and the names of the methods that are ahead
        then. Of several runs the median counts.
    """

    _before = ("races.js",)
    methods: traitlets.List = traitlets.List().tag(sync=True)
    presets: traitlets.List = traitlets.List().tag(sync=True)
    times: traitlets.List = traitlets.List().tag(sync=True)
    moment = traitlets.Int().tag(sync=True)
    ahead: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(
        self,
        methods: Mapping[str, Mapping[str, Sequence[Run]]],
        presets: Mapping[str, float],
        proofs: Collection[str] = (),
        seconds: float | None = None,
    ) -> None:
        named = {name: runs for kind in methods.values() for name, runs in kind.items()}
        count = sum(map(len, methods.values()))
        if not 1 <= len(named) == count <= len(ascii_lowercase) or len(methods) > KINDS:
            given = f"{count} of {len(methods)} kinds"
            raise ValueError(f"methods: {given}; expected 1 to 26 different names, of at most {KINDS} kinds")
        for name, runs in named.items():
            _check(name, runs)
        if unknown := set(proofs) - set(named):
            raise ValueError(f"proofs: {sorted(unknown)}; expected names of methods")
        times = _times([t for runs in named.values() for run in runs for t, _ in run], presets)
        first = times[0] if seconds is None else seconds
        if first not in times:
            raise ValueError(f"seconds: {first!r}; expected a preset or a step of the slider, such as {times[1]}")
        letters = iter(ascii_lowercase)
        super().__init__(
            methods=[
                {
                    "letter": next(letters),
                    "name": name,
                    "kind": number,
                    "proof": name in proofs,
                    "runs": [[[float(t), float(above)] for t, above in run] for run in runs],
                }
                for number, kind in enumerate(methods.values())
                for name, runs in kind.items()
            ],
            presets=[[name, times.index(float(t))] for name, t in presets.items()],
            times=times,
            moment=times.index(first),
            ahead=[],
        )


def _check(name: str, runs: Sequence[Run]) -> None:
    """Refuse a method without runs, and runs whose seconds or distances are out of range."""
    for run in runs:
        seconds, above = [t for t, _ in run], [value for _, value in run]
        if not run or sorted(set(seconds)) != seconds or seconds[0] <= 0 or not all(map(isfinite, (*seconds, *above))):
            raise ValueError(f"methods: {name!r} has a run at {seconds}; expected seconds above 0 that go up")
        if min(above) < 0:
            raise ValueError(f"methods: {name!r} is {min(above)} above the optimum; expected 0 or more")
    if not runs:
        raise ValueError(f"methods: {name!r} has no run; expected one or more")


def _times(seconds: Sequence[float], presets: Mapping[str, float]) -> list[float]:
    """Return the moments of the slider: steps of equal factor that hold all of a race, and the presets."""
    for name, preset in presets.items():
        if not 0 < preset < float("inf"):
            raise ValueError(f"presets: {preset!r} for {name!r}; expected seconds above 0")
    every = [*seconds, *presets.values()]
    low, high = floor(log10(min(every))), ceil(log10(max(every)))
    steps = [float(f"{10 ** (low + k / PER_DECADE):.3g}") for k in range(PER_DECADE * (high - low) + 1)]
    last = next(step for step in steps if step >= max(seconds))
    return sorted({*map(float, presets.values()), *(step for step in steps if step <= max(last, *presets.values()))})

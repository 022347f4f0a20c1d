"""A belief over the hidden words as bars, under a prior and with lies, beside the particles of a filter."""

from collections.abc import Sequence
from typing import NamedTuple

import traitlets

from wordlelib.core import checks
from wordlelib.widgets.base import Widget, check_rows, share_text, word_text

MOST_SKEW = 4
SIZES = (100, 300, 1000, 3000, 10_000)
THRESHOLDS = (0.0, 0.5, 1.0)
MOVES = (0, 1, 5)


class Pose(NamedTuple):
    """Settings of a `BeliefBars` by the name that the reader chooses.

    Attributes
    ----------
    rows
        Rows (guess, feedback).
    skew
        The power, from 0 to 4, to which each word's share in running text is raised. At 0 all words are equally likely.
        It is one over the temperature of the bench on priors.
    lies
        The probability of a wrong colour, as for `noise.colour_noise`.
    particles
        How many particles follow the belief: 100, 300, 1,000, 3,000 or 10,000, or 0 for none.
    threshold, moves
        The particles are drawn anew when their effective number is below this part of their number, which is 0, 0.5 or
        1, and how often each then proposes another word: 0, 1 or 5 times.
    """

    name: str
    rows: Sequence[tuple[str, str]] = ()
    skew: float = 0.0
    lies: float = 0.0
    particles: int = 0
    threshold: float = 0.5
    moves: int = 0


class BeliefBars(Widget):
    """The probabilities of the hidden words after some rows, with the particles of a filter beside them.

    There is a slider for the prior or for lies if a pose has one, and particles are shown if the poses have them. The
    widget begins with the first pose, and has the settings of a pose as attributes; how particles are drawn anew and
    moved is changed with the pose.

    Attributes
    ----------
    seed
        The seed that decides the particles, from 1 to 999.
    bits, possible, likeliest
        The entropy of the belief, how many hidden words have a positive probability, 0 if no word allows the rows, and
        the ten likeliest words.
    """

    _before = ("beliefs.js",)
    words = traitlets.Unicode().tag(sync=True)
    shares = traitlets.Unicode().tag(sync=True)
    poses: traitlets.List = traitlets.List().tag(sync=True)
    history: traitlets.List = traitlets.List().tag(sync=True)
    skew = traitlets.Float().tag(sync=True)
    lies = traitlets.Float().tag(sync=True)
    particles = traitlets.Int().tag(sync=True)
    threshold = traitlets.Float().tag(sync=True)
    moves = traitlets.Int().tag(sync=True)
    seed = traitlets.Int().tag(sync=True)
    bits = traitlets.Float().tag(sync=True)
    possible = traitlets.Int().tag(sync=True)
    likeliest: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(self, poses: Sequence[Pose]) -> None:
        names = [pose.name for pose in poses]
        if not names or len(set(names)) < len(names):
            raise ValueError(f"poses: {names}; expected one or more, each name once")
        if len({pose.particles > 0 for pose in poses}) > 1:
            raise ValueError("poses: only some have particles; expected all or none")
        held = [_checked(pose) for pose in poses]
        first = {name: value for name, value in held[0].items() if name not in ("name", "rows")}
        super().__init__(
            words=word_text(),
            shares=share_text(),
            poses=held,
            history=held[0]["rows"],
            seed=1,
            **first,
        )


def _checked(pose: Pose) -> dict:
    """Check a pose, and return it in the form of the widget."""
    checks.number("skew", pose.skew, 0, MOST_SKEW, expected=f"0 to {MOST_SKEW}")
    checks.number("lies", pose.lies, 0, 1, expected="0 to 1")
    if pose.particles and pose.particles not in SIZES:
        raise ValueError(f"particles: {pose.particles}; expected 0 or one of {', '.join(map(str, SIZES))}")
    for name, value, offered in (("threshold", pose.threshold, THRESHOLDS), ("moves", pose.moves, MOVES)):
        if value not in offered:
            raise ValueError(f"{name}: {value}; expected one of {', '.join(f'{each:g}' for each in offered)}")
    return pose._asdict() | {"rows": check_rows(pose.rows, "")}

"""The values that the book has trained, and the sweep that trains them."""

import json
from typing import Any

import numpy as np

from wordlelib.core.checks import integer, one_of
from wordlelib.game.tree import play
from wordlelib.lab.common import original_game, timed
from wordlelib.lab.results import results
from wordlelib.planning.learning import OPENINGS, TRAININGS, Lookahead, openings_for
from wordlelib.planning.values import NetworkValue

# Openings from which no value has learned, so that they can test it.
KEPT = ("salet", "reast", "crate", "slane", "trape", "raise")


def learned(kind: str = "linear", mode: str = "easy", seed: int = 0) -> NetworkValue:
    """Return a value that comes with the project, trained for the original lists.

    The kind is "linear" or "network", the mode "easy" or "hard", and the seed that of a stored training.
    """
    return NetworkValue.from_json(json.dumps(learned_in(kind, mode, seed)["value"]))


def learned_in(kind: str, mode: str, seed: int) -> dict[str, Any]:
    """Return the stored row of a training, as `train_once` makes it, with the arguments of `learned`."""
    one_of("kind", kind, TRAININGS)
    one_of("mode", mode, ("easy", "hard"))
    rows = [row for row in results("learned")["rows"] if (row["kind"], row["mode"]) == (kind, mode)]
    integer("seed", seed, most=len(rows) - 1)
    return next(row for row in rows if row["seed"] == seed)


def train_once(kind: str, mode: str, seed: int) -> dict[str, Any]:
    """Train a value for the original lists, and play it.

    "value" is what `NetworkValue.to_json` writes, "openings" are those that it learned from, "cpu_seconds" is the time
    of the training, and "play" has the totals from other openings by width and steps.
    """
    game, rng = original_game(mode), np.random.default_rng(seed)
    openings = openings_for(game, OPENINGS, rng, KEPT)
    trained, seconds = timed("cpu_seconds", lambda: TRAININGS[kind](game, rng, openings))
    played = [
        {
            "width": width,
            "steps": steps,
            "totals": {word: play(game, Lookahead(trained.value, width, steps), word).total for word in KEPT},
        }
        for steps, width in ((1, 10), (1, 30), (1, 100), (2, 10), (2, 30))
    ]
    return {
        "value": json.loads(trained.value.to_json()),
        "openings": openings,
        "rounds": [each._asdict() for each in trained.rounds],
        "play": played,
    } | seconds

"""The command that trains a value: train."""

import argparse
import json
from typing import Any

import numpy as np

from wordlelib.cli.shared import LISTS, Progress, check_outputs, choice, command, file, make_game, number, say
from wordlelib.core.files import write_whole
from wordlelib.kernels.jit import cpu_clock
from wordlelib.planning import learning
from wordlelib.runs.provenance import code_stamp, versions


@command(
    "train",
    f"{LISTS} seed progress json",
    kind=choice(learning.TRAININGS, "what the value is", "linear"),
    mode=choice(("easy", "hard"), "which guesses are allowed", "easy"),
    out=file("where to store the value (JSON)", required=True),
    openings=number("how many to train on", 16, 1),
    rounds=number("how many to train for", 4, 1),
    width=number("candidates of lookahead", 10, 1),
)
def run_train(options: argparse.Namespace) -> None:
    """Train a value, for lookahead to use.

    It is trained on the beliefs that lookahead with it meets, and stored with its provenance once it is done.
    """
    names = ("kind", "mode", "openings", "rounds", "width", "answers", "guesses", "letters", "seed")
    settings = {name: getattr(options, name) for name in names}
    if options.language is not None:
        settings["language"] = options.language
    source = {"settings": settings, "versions": versions(), "code": code_stamp()}
    check_outputs(options, "out")
    game = make_game(options)
    rng, begun = np.random.default_rng(options.seed), cpu_clock()
    openings = learning.openings_for(game, min(options.openings, len(game.guesses)), rng)
    with Progress(options, "rounds") as progress:
        train = learning.TRAININGS[options.kind]
        made = train(game, rng, openings, options.rounds, options.width, progress=progress)
    report = {
        "rounds": [each._asdict() for each in made.rounds],
        "cpu_seconds": round(cpu_clock() - begun, 2),
        "value": json.loads(made.value.to_json()),
    }
    write_whole(options.out, json.dumps(source | report, indent=1) + "\n")
    say(options, report, _text)


def _text(report: dict[str, Any]) -> str:
    return "\n".join(
        f"{each['beliefs']:,} beliefs, error {each['before']:.4f} -> {each['after']:.4f} guesses a word, "
        f"{each['seconds']:.1f} s"
        for each in report["rounds"]
    )

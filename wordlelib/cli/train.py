"""The command that trains a value: train."""

import argparse
import json
import time
from typing import Any

import numpy as np

from wordlelib.cli.shared import (
    Progress,
    add_json_option,
    add_list_options,
    add_progress_option,
    add_seed_option,
    check_outputs,
    say,
    whole,
)
from wordlelib.core.files import write_whole
from wordlelib.game.game import make_game
from wordlelib.planning import learning
from wordlelib.runs.provenance import code_stamp, versions


def add_commands(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    train = commands.add_parser(
        "train",
        help="train a value, for lookahead to use",
        description="Train a value on the beliefs that lookahead with it meets, and store it once it is done.",
    )
    train.add_argument("--kind", choices=list(learning.TRAININGS), default="linear", help="default: linear")
    train.add_argument("--mode", choices=("easy", "hard"), default="easy", help="default: easy")
    train.add_argument("--out", required=True, metavar="FILE", help="where to store the value (JSON)")
    train.add_argument("--openings", type=whole(1), default=16, metavar="N", help="how many to train on (default: 16)")
    train.add_argument("--rounds", type=whole(1), default=4, metavar="N", help="how many to train for (default: 4)")
    train.add_argument("--width", type=whole(1), default=10, metavar="K", help="candidates of lookahead (default: 10)")
    add_list_options(train)
    add_seed_option(train)
    add_progress_option(train)
    add_json_option(train)
    train.set_defaults(run=run_train)


def run_train(options: argparse.Namespace) -> None:
    """Train a value, store it with its provenance, and say what each round did."""
    names = ("kind", "mode", "openings", "rounds", "width", "answers", "guesses", "letters", "seed")
    settings = {name: getattr(options, name) for name in names}
    if options.language is not None:
        settings["language"] = options.language
    source = {"settings": settings, "versions": versions(), "code": code_stamp()}
    check_outputs(options, "out")
    game = make_game(options.mode, options.answers, options.guesses, options.letters, language=options.language)
    rng, begun = np.random.default_rng(options.seed), time.process_time()
    openings = learning.openings_for(game, min(options.openings, len(game.guesses)), rng)
    with Progress(options, "rounds") as progress:
        train = learning.TRAININGS[options.kind]
        made = train(game, rng, openings, options.rounds, options.width, progress=progress)
    report = {
        "rounds": [each._asdict() for each in made.rounds],
        "cpu_seconds": round(time.process_time() - begun, 2),
        "value": json.loads(made.value.to_json()),
    }
    write_whole(options.out, json.dumps(source | report, indent=1) + "\n")
    say(options, report, _text)


def _text(report: dict[str, Any]) -> str:
    lines = [
        f"{each['beliefs']:,} beliefs, error {each['before']:.4f} -> {each['after']:.4f} guesses a word, "
        f"{each['seconds']:.1f} s"
        for each in report["rounds"]
    ]
    return "\n".join(lines)

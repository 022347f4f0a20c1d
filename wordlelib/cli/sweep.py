"""The command that runs an experiment over many settings: sweep."""

import argparse
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Any

from wordlelib.cli.shared import Progress, add_progress_option, add_run_options, how_to_run, say_what_is_missing, whole
from wordlelib.core.files import destination
from wordlelib.kernels.interrupts import WATCH
from wordlelib.lab import experiments
from wordlelib.runs import sweeps
from wordlelib.runs.provenance import digest_of_words


def _first_line(make: Callable[..., sweeps.Sweep]) -> str:
    return (make.__doc__ or "").split("\n", 1)[0].rstrip(".").replace("%", "%%")


def add_commands(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    sweep = commands.add_parser(
        "sweep",
        help="run an experiment over many settings",
        description="Run an experiment over many settings. A run that was stopped goes on where it was.",
    )
    sweep.add_argument(
        "name",
        choices=list(experiments.SWEEPS),
        help="; ".join(f"{name}: {_first_line(make)}" for name, make in experiments.SWEEPS.items()),
    )
    sweep.add_argument("--out", required=True, metavar="FILE", help="where to store the results (JSON)")
    add_run_options(sweep)
    sweep.add_argument("--width", type=whole(1), metavar="K", help="candidates of rollout (default: 10)")
    sweep.add_argument("--answers", metavar="FILE", help="races, guarantees, worst-case, tables: the hidden words")
    sweep.add_argument("--guesses", metavar="FILE", help="races, guarantees, worst-case: the guesses")
    sweep.add_argument("--stop-at", type=whole(), metavar="TOTAL", help="races: the total to find (default: 7920)")
    add_progress_option(sweep)
    sweep.set_defaults(run=run_sweep)


def run_sweep(options: argparse.Namespace) -> int:
    """Run an experiment over many settings and store every result."""
    destination(options.out, "--out")
    make = experiments.SWEEPS[options.name]
    given = {
        name: value
        for name in ("width", "answers", "guesses", "stop_at")
        if (value := getattr(options, name)) is not None
    }
    for name, value in given.items():
        if name not in signature(make).parameters:
            option = name.replace("_", "-")
            raise ValueError(f"--{option}: {value} with {options.name}; expected no {option} with it")
    with Progress(options, "tasks") as progress:
        how, sweep = how_to_run(options), make(**given)
        progress(0, len(sweep.tasks))
        found = sweeps.run(sweep, options.out, settings=_settings(options.name, given), progress=progress, **how)
    shown = [
        [f"{name} {value}" for name, value in row.items() if not isinstance(value, list | dict)] for row in found.rows
    ]
    WATCH.say("\n".join("  ".join(row) for row in shown))
    return say_what_is_missing(len(found.left), found.failures)


def _settings(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Say what a sweep is asked for; word lists are told by their words, wherever their files are."""
    settings = {"sweep": name} | given
    for each in ("answers", "guesses"):
        if each in given:
            settings |= {each: Path(given[each]).name, f"{each}_sha256": digest_of_words(given[each])}
    return settings

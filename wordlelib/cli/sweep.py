"""The command that runs an experiment over many settings: sweep."""

import argparse
from inspect import signature
from pathlib import Path
from typing import Any

from wordlelib.cli.shared import RUN, Progress, command, file, how_to_run, number, option, say_what_is_missing, summary
from wordlelib.core.files import destination
from wordlelib.kernels.interrupts import WATCH
from wordlelib.lab.experiments import SWEEPS
from wordlelib.runs import sweeps
from wordlelib.runs.provenance import digest_of_words


@command(
    "sweep",
    f"{RUN} progress",
    name=option("; ".join(f"{name}: {summary(make)}" for name, make in SWEEPS.items()), choices=SWEEPS, placed=True),
    out=file("where to store the results (JSON)", required=True),
    width=number("candidates of rollout (default: 10)", least=1),
    answers=file("races, guarantees, worst-case, tables: the hidden words"),
    guesses=file("races, guarantees, worst-case: the guesses"),
    folder=option("published-totals: the folder with the files of others", "FOLDER"),
    stop_at=number("races: the total to find (default: 7920)"),
)
def run_sweep(options: argparse.Namespace) -> int:
    """Run an experiment over many settings.

    Every result is stored at once, so a run that was stopped goes on where it was.
    """
    destination(options.out, "--out")
    make = SWEEPS[options.name]
    named = {name: getattr(options, name) for name in ("width", "answers", "guesses", "folder", "stop_at")}
    given = {name: value for name, value in named.items() if value is not None}
    for name, value in given.items():
        if name not in signature(make).parameters:
            name = name.replace("_", "-")
            raise ValueError(f"--{name}: {value} with {options.name}; expected no {name} with it")
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
    """Return what a sweep is asked for; word lists are told by their words, wherever their files are."""
    settings = {"sweep": name} | given
    if "folder" in given:
        settings["folder"] = Path(given["folder"]).name
    for each in ("answers", "guesses"):
        if each in given:
            settings |= {each: Path(given[each]).name, f"{each}_sha256": digest_of_words(given[each])}
    return settings

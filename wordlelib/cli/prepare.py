"""The command that compiles everything beforehand."""

import argparse
from typing import Any

from wordlelib.cli.shared import Progress, add_jobs_option, add_json_option, add_progress_option, say
from wordlelib.lab import preparation


def add_commands(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    prepare = commands.add_parser(
        "compile",
        help="compile all kernels now, so that no later call has to",
        description="Compile all kernels and keep them on disk. What is there already is not compiled again.",
    )
    add_jobs_option(prepare)
    add_progress_option(prepare)
    add_json_option(prepare)
    prepare.set_defaults(run=run_compile)


def run_compile(options: argparse.Namespace) -> None:
    """Compile, and say what that took."""
    with Progress(options, "families of algorithms") as progress:
        made = preparation.compile(options.jobs or 1, progress)
    say(options, made._asdict(), _in_words)


def _in_words(made: dict[str, Any]) -> str:
    took = f"{made['seconds']:.1f} s ({made['cpu_seconds']:.1f} s of processor time)"
    return f"{made['kernels']} kernels compiled in {took}; {made['megabytes']:.1f} MB in {made['folder']}"

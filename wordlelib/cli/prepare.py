"""The command that compiles everything beforehand."""

import argparse
from typing import Any

from wordlelib.cli.shared import Progress, command, say
from wordlelib.lab import warm_up


@command("compile", "jobs progress json")
def run_compile(options: argparse.Namespace) -> None:
    """Compile all kernels now, so that no later call has to.

    They are kept on disk. What is there already is not compiled again.
    """
    with Progress(options, "families of algorithms") as progress:
        made = warm_up.compile(options.jobs or 1, progress)
    say(options, made._asdict(), _in_words)


def _in_words(made: dict[str, Any]) -> str:
    took = f"{made['seconds']:.1f} s ({made['cpu_seconds']:.1f} s of processor time)"
    return f"{made['kernels']} kernels compiled in {took}; {made['megabytes']:.1f} MB in {made['folder']}"

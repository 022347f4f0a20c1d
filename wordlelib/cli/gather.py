"""The commands for runs on several machines: merge and status."""

import argparse
from typing import Any

from wordlelib.cli.shared import argument, check_outputs, command, file, one_line, say
from wordlelib.core.checks import counted
from wordlelib.runs import shards, sweeps


@command(
    "merge",
    "json",
    files=argument("the files of all shards, in any order", "FILE", nargs="+"),
    out=file("where to store the results (JSON)", required=True),
)
def run_merge(options: argparse.Namespace) -> None:
    """Put the shards of a run together.

    Of a sweep or of prove --all they make the file that one run would have left.
    """
    check_outputs(options, "out")
    merged = shards.merge(options.files, options.out)
    report = {"shards": len(merged["shards"]), "tasks": len(merged["rows"]), "out": options.out}
    say(options, report, lambda report: f"{counted(report['tasks'], 'task')} of {counted(report['shards'], 'shard')}")


@command("status", "json", folder=argument("where results or journals of runs are", "FOLDER"))
def run_status(options: argparse.Namespace) -> None:
    """Show how far the runs in a folder have come."""
    found = shards.status(options.folder)
    report = {"runs": [each._asdict() | {"seconds_left": each.seconds_left} for each in found]}
    say(options, report, lambda report: "\n".join(map(_line, found)) or "no runs")


def _line(run: shards.Status) -> str:
    if run.state == "damaged":
        return f"{run.file}: its journal is damaged"
    named = run.settings.get("sweep") or "proofs"
    parts: list[Any] = [f"{run.file}: {named}" + (f", shard {run.shard}" if run.shard else "")]
    parts.append(f"{run.done:,} of {run.tasks:,} tasks, {run.state}")
    if run.state != "complete" and run.seconds_left is not None:
        parts.append(f"about {sweeps.in_words(run.seconds_left)} of one core left")
    aside = [f"  set aside: {one_line(task)}: {one_line(error)}" for task, error in run.set_aside.items()]
    return "\n".join([", ".join(parts), *aside])

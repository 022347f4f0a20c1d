"""The commands for runs on several machines: merge and status."""

import argparse
from typing import Any

from wordlelib.cli.shared import add_json_option, as_json, check_outputs, one_line, say
from wordlelib.core.checks import counted
from wordlelib.kernels.interrupts import WATCH
from wordlelib.runs import shards, sweeps


def add_commands(commands: argparse._SubParsersAction) -> None:
    """Add the commands."""
    merge = commands.add_parser(
        "merge",
        help="put the shards of a run together",
        description="Put the shards of a sweep or of prove --all together into the file that one run would have left.",
    )
    merge.add_argument("files", nargs="+", metavar="FILE", help="the files of all shards, in any order")
    merge.add_argument("--out", required=True, metavar="FILE", help="where to store the results (JSON)")
    add_json_option(merge)
    merge.set_defaults(run=run_merge)
    status = commands.add_parser(
        "status",
        help="how far runs have come",
        description="Say how far the runs have come whose results or journals are in a folder.",
    )
    status.add_argument("folder", metavar="FOLDER")
    add_json_option(status)
    status.set_defaults(run=run_status)


def run_merge(options: argparse.Namespace) -> None:
    """Put shards together, and say how many tasks they hold."""
    check_outputs(options, "out")
    merged = shards.merge(options.files, options.out)
    report = {"shards": len(merged["shards"]), "tasks": len(merged["rows"]), "out": options.out}
    say(options, report, lambda report: f"{counted(report['tasks'], 'task')} of {counted(report['shards'], 'shard')}")


def run_status(options: argparse.Namespace) -> None:
    """Say how far the runs in a folder have come."""
    found = shards.status(options.folder)
    if options.json:
        WATCH.say(as_json({"runs": [each._asdict() | {"seconds_left": each.seconds_left} for each in found]}))
    else:
        WATCH.say("\n".join(map(_line, found)) if found else "no runs")


def _line(run: shards.Status) -> str:
    if run.state == "damaged":
        return f"{run.file}: its journal is damaged"
    named = run.settings.get("sweep") or "proofs"
    parts: list[Any] = [f"{run.file}: {named}" + (f", shard {run.shard}" if run.shard else "")]
    parts.append(f"{run.done:,} of {run.tasks:,} tasks, {run.state}")
    if run.state != "complete" and run.seconds_left is not None:
        parts.append(f"about {sweeps.in_words(run.seconds_left)} of one core left")
    lines = [", ".join(parts)]
    lines += [f"  set aside: {one_line(task)}: {one_line(error)}" for task, error in run.set_aside.items()]
    return "\n".join(lines)

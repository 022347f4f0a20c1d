"""The command that plays the rollout papers' tables as their program did: as-published."""

import argparse
from typing import Any

from wordlelib.cli.shared import Progress, add_jobs_option, add_json_option, add_progress_option, say
from wordlelib.core.files import destination
from wordlelib.lab import printed, published

SAID = {
    "both": "rounded or truncated",
    "rounded": "rounded",
    "truncated": "truncated",
    "misprint": "misprint: equal to the authors' log",
    "neither": "DIFFERENT",
}


def add_commands(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    tables = commands.add_parser(
        "as-published",
        help="play the rollout papers' tables as their program did",
        description="Play cells of the rollout papers' tables by the rules of the authors' program, and compare the "
        "averages with those that they print. Table 3 needs the authors' six-letter lists; without them its cells come "
        "from a stored result.",
    )
    tables.add_argument("--table", choices=["1", "2", "3", "all"], default="all", help="which table (default: all)")
    tables.add_argument("--opening", metavar="WORD", help="only this row")
    tables.add_argument("--mode", choices=published.MODES, help="only the cells of this mode")
    tables.add_argument("--answers", metavar="FILE", help="the authors' actual_mystery_words_6letter.txt")
    tables.add_argument("--guesses", metavar="FILE", help="the authors' actual_guess_words_6letter.txt")
    tables.add_argument("--out", metavar="FILE", help="where to store what is done; a run that was stopped goes on")
    add_jobs_option(tables)
    add_progress_option(tables)
    add_json_option(tables)
    tables.set_defaults(run=run_tables)


def run_tables(options: argparse.Namespace) -> None:
    """Play the cells that the options ask for, and say which are equal."""
    if options.out is not None:
        destination(options.out, "--out")
    wanted = (1, 2, 3) if options.table == "all" else (int(options.table),)
    cells = printed.cells(wanted, options.opening, options.mode)
    with Progress(options, "cells") as progress:
        progress(0, len(cells))
        report = printed.as_published(cells, options.answers, options.guesses, options.jobs or 1, options.out, progress)
    say(options, report, _text)


def _text(report: dict[str, Any]) -> str:
    lines = [
        f"{row['table']}  {row['opening']}  {row['column']:16}  printed {row['printed']:6}  "
        + ("never ends" if row["total"] is None else f"total {row['total']:5}  mean {row['mean']:.6f}")
        + f"  {SAID[row['rounding']]}"
        + "  (stored)" * row["stored"]
        for row in report["rows"]
    ]
    last = f"{report['equal']} of {report['cells']} cells equal"
    last += f", {report['misprints']} of them a misprint" if report["misprints"] else ""
    last += f", {report['stored']} from the stored result" if report["stored"] else ""
    return "\n".join([*lines, last])

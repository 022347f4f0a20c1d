"""The command that plays the rollout papers' tables as their program did: as-published."""

import argparse
from typing import Any

from wordlelib.cli.shared import Progress, choice, command, file, option, say
from wordlelib.core.files import destination
from wordlelib.lab import authors_program, authors_tables

SAID = {
    "both": "rounded or truncated",
    "rounded": "rounded",
    "truncated": "truncated",
    "misprint": "misprint: equal to the authors' log",
    "neither": "DIFFERENT",
}


@command(
    "as-published",
    "jobs progress json",
    table=choice(("1", "2", "3", "all"), "which table", "all"),
    opening=option("only this row", "WORD"),
    mode=choice(authors_program.MODES, "only the cells of this mode"),
    answers=file("the authors' actual_mystery_words_6letter.txt"),
    guesses=file("the authors' actual_guess_words_6letter.txt"),
    out=file("where to store what is done; a run that was stopped goes on"),
)
def run_tables(options: argparse.Namespace) -> None:
    """Play the rollout papers' tables as their program did.

    Cells of the tables are played by the rules of the authors' program, and the averages are compared with those that
    they print. Table 3 needs the authors' six-letter lists; without them its cells come from a stored result.
    """
    if options.out is not None:
        destination(options.out, "--out")
    wanted = (1, 2, 3) if options.table == "all" else (int(options.table),)
    cells = authors_tables.cells(wanted, options.opening, options.mode)
    with Progress(options, "cells") as progress:
        progress(0, len(cells))
        report = authors_tables.as_published(
            cells, options.answers, options.guesses, options.jobs or 1, options.out, progress
        )
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

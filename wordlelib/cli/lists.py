"""The command that says which word list a file is: which-list."""

import argparse
from typing import Any

from wordlelib.cli.shared import add_json_option, say
from wordlelib.core.checks import counted
from wordlelib.game import known_lists


def add_commands(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    lists = commands.add_parser(
        "which-list",
        help="say whether a file is one of the word lists that the book speaks of",
        description="Say of each file whether its words are those of a list that the book speaks of, such as the lists "
        "of July 2023, and whether they stand in alphabetical order, which decides ties.",
    )
    lists.add_argument("files", nargs="+", metavar="FILE", help="a word list, one word a line")
    add_json_option(lists)
    lists.set_defaults(run=run_lists)


def run_lists(options: argparse.Namespace) -> None:
    """Tell which lists the files are."""
    found = [{"file": file} | known_lists.identify(file)._asdict() for file in options.files]
    say(options, {"files": found}, _text)


def _text(report: dict[str, Any]) -> str:
    lines = []
    for each in report["files"]:
        what = each["name"] or f"no list that the book knows (SHA-256 {each['digest']})"
        order = "" if each["alphabetical"] else "; not in alphabetical order, which decides ties"
        lines.append(f"{each['file']}: {counted(each['words'], 'word')}, {what}{order}")
    return "\n".join(lines)

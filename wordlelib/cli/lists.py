"""The command that identifies a word list: which-list."""

import argparse
from typing import Any

from wordlelib.cli.shared import argument, command, say
from wordlelib.core.checks import counted
from wordlelib.game import known_lists


@command("which-list", "json", files=argument("a word list, one word a line", "FILE", nargs="+"))
def run_lists(options: argparse.Namespace) -> None:
    """Find out whether a file is one of the word lists that the book speaks of, such as those of July 2023.

    A second finding is whether its words stand in alphabetical order, which decides ties.
    """
    found = [{"file": file} | known_lists.identify(file)._asdict() for file in options.files]
    say(options, {"files": found}, _text)


def _text(report: dict[str, Any]) -> str:
    lines = []
    for each in report["files"]:
        what = each["name"] or f"no list that the book knows (SHA-256 {each['digest']})"
        order = "" if each["alphabetical"] else "; not in alphabetical order, which decides ties"
        lines.append(f"{each['file']}: {counted(each['words'], 'word')}, {what}{order}")
    return "\n".join(lines)

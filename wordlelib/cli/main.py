"""The command line as a whole: which commands there are, and how they end."""

import io
import os
import sys

from wordlelib.cli import analyse, gather, hinter, lists, play, prepare, prove, published, sweep, train, verify
from wordlelib.cli.shared import Parser, one_line
from wordlelib.interrupts import WATCH


def build_parser() -> Parser:
    """Describe the command line."""
    parser = Parser(prog="wordlelib", description="Wordle as a laboratory for sequential decisions.")
    commands = parser.add_subparsers(
        dest="command",
        required=True,
        metavar="play | decide | analyse | prove | verify | search | guarantee | best-move | duel | train | ...",
    )
    for group in (play, analyse, prove, verify, hinter, published, sweep, gather, train, lists, prepare):
        group.add_commands(commands)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code.

    That is 0, 2 after a one-line error, 3 if tasks of a run are left, or 130 if it was interrupted.
    """
    options = build_parser().read(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        WATCH.begin()
        code = options.run(options) or 0
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return WATCH.leave()
    except (ValueError, OSError, MemoryError) as error:
        print(f"wordlelib: error: {one_line(_reason(error))}", file=sys.stderr)
        return 2
    return code


def _reason(error: Exception) -> str:
    """Say what was wrong; what the system says of a file begins with its name."""
    if isinstance(error, OSError) and error.strerror:
        return ": ".join(str(part) for part in (error.filename, error.strerror) if part)
    return str(error) or "no memory is left"

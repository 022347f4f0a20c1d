"""The command line as a whole: which commands there are, and how they end."""

import io
import os
import sys
from contextlib import suppress
from inspect import getdoc
from typing import TextIO

from wordlelib.cli import (
    analyse,
    gather,
    hinter,
    lists,
    play,
    prepare,
    prove,
    published,
    score,
    sweep,
    train,
    verify,
    zero_sum,
)
from wordlelib.cli.shared import COMMANDS, Parser, add_option, one_line, summary
from wordlelib.kernels.interrupts import WATCH

# In the order in which the help lists their commands.
GROUPS = (play, analyse, score, prove, verify, hinter, zero_sum, published, sweep, gather, train, lists, prepare)


def build_parser() -> Parser:
    """Describe the command line."""
    parser = Parser(prog="wordlelib", description="Wordle as a laboratory for sequential decisions.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    place = {group.__name__: i for i, group in enumerate(GROUPS)}
    for name, run, options in sorted(COMMANDS, key=lambda each: place[each[1].__module__]):
        command = commands.add_parser(name, help=summary(run), description=getdoc(run))
        command.set_defaults(run=run)
        for option, how in options.items():
            add_option(command, option, **how)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code.

    That is 0, 2 after a one-line error, 3 if tasks of a run are left, or 130 if it was interrupted. If nobody takes the
    output, because the pipe is broken or closed, it is lost, and that is no error.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started this
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
    try:
        return _run(arguments)
    except BrokenPipeError:
        return 0
    finally:
        for stream in (sys.stdout, sys.stderr):
            _let_go(stream)


def _run(arguments: list[str] | None) -> int:
    try:
        options = build_parser().read(sys.argv[1:] if arguments is None else arguments)
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        WATCH.begin()
        code = options.run(options) or 0
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except KeyboardInterrupt:
        return WATCH.leave()
    except (ValueError, OSError, MemoryError) as error:
        with suppress(OSError):
            print(f"wordlelib: error: {one_line(_reason(error))}", file=sys.stderr, flush=True)
        return 2
    return code


def _let_go(stream: TextIO) -> None:
    """Drop what a stream cannot take: Python would try again in the end, and print a traceback."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _reason(error: Exception) -> str:
    """Describe what was wrong; what the system says of a file begins with its name."""
    if isinstance(error, OSError) and error.strerror:
        return ": ".join(str(part) for part in (error.filename, error.strerror) if part)
    return str(error) or "no memory is left"

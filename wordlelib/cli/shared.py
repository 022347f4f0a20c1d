"""What the commands share: options, numbers and their limits, a progress bar, reports, errors of one line."""

import argparse
import json
import math
import re
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from wordlelib.core.checks import counted
from wordlelib.core.files import check_writable
from wordlelib.game import game, words
from wordlelib.kernels.interrupts import WATCH
from wordlelib.runs import engines, sweeps

LARGEST, LONGEST = 10**9, 900


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors take one line."""

    def error(self, message: str) -> None:  # type: ignore[override]
        """Print one line and leave with exit code 2."""
        self.exit(2, f"{self.prog}: error: {one_line(message)}\n")

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Read the arguments; argparse itself stumbles over the value `--`."""
        wrong = next((text for text in arguments if text.startswith("--") and text.partition("=")[2] == "--"), None)
        if wrong is not None:
            self.error(f"argument {wrong.partition('=')[0]}: '--'; expected a value")
        return self.parse_args(arguments)


def one_line(text: str) -> str:
    """Give a text with line breaks, and whatever else cannot be printed, as escapes; what is long loses its middle."""
    line = "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
    line = re.sub(r"(\S{150})\S{3,}(\S{50})", r"\1...\2", line)
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 305]} ... {line[-300:]}"


def whole(least: int = 0, most: int = LARGEST) -> Callable[[str], int]:
    """Give a function that reads a whole number in a range."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            shown = text if len(text) < 40 else f"{text[:36]}..."
            raise argparse.ArgumentTypeError(f"{shown!r}; expected a whole number from {least} to {most}")
        return number

    return read


def whole_or(*names: str) -> Callable[[str], int | str]:
    """Give a function that reads a number from 1, or one of some names."""
    number = whole(1)

    def read(text: str) -> int | str:
        if text in names:
            return text
        try:
            return number(text)
        except argparse.ArgumentTypeError as error:
            raise argparse.ArgumentTypeError(f"{error}, or {' or '.join(names)}") from None

    return read


def seconds(text: str) -> float:
    """Read a time limit."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r}; expected more than 0 seconds")
    return number


class Progress:
    """A bar on the terminal, once a run has lasted over two seconds; lines if they are asked for, one a second at most.

    Parameters
    ----------
    options
        The options of the command; with `progress` lines are written.
    unit
        What is counted.
    """

    def __init__(self, options: argparse.Namespace, unit: str = "words") -> None:
        self.lines, self.unit = options.progress, unit
        self.begun, self.said = time.perf_counter(), -math.inf
        self.shown = False

    def __enter__(self) -> "Progress":
        """Begin."""
        return self

    def __call__(self, done: int, total: int, note: str = "") -> None:
        """Show how much is done, and a note."""
        now = time.perf_counter()
        text = f"{done:,} of {total:,} {self.unit} {note}".rstrip()
        if self.lines:
            if now - self.said >= 1:
                self.said = now
                print(f"wordlelib: {text}", file=sys.stderr, flush=True)
        elif sys.stderr.isatty() and now - self.begun > 2:
            self.shown = True
            bar = "#" * int(30 * done / total)
            print(f"\r{f'[{bar:30}] {text}':100}", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        """Clear the bar."""
        if self.shown:
            print("\r" + " " * 100 + "\r", end="", file=sys.stderr, flush=True)


def add_progress_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that shows progress where there is no terminal."""
    parser.add_argument(
        "--progress",
        action="store_true",
        help="say how far the run is in lines on the standard error (default: a bar if that is a terminal)",
    )


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which game is played."""
    parser.add_argument(
        "--mode",
        choices=game.MODES,
        default="easy",
        help="hard: every hint must be used; strict: a guess must still be possible (default: easy)",
    )
    add_list_options(parser)
    parser.add_argument(
        "--prior",
        metavar="FILE",
        help="how probable the hidden words are: a word and a number a line (default: all alike)",
    )


def add_list_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which words are played with."""
    parser.add_argument("--answers", metavar="FILE", help="hidden words, one a line (default: the original 2,315)")
    parser.add_argument(
        "--guesses",
        metavar="FILE",
        help="words that may be guessed, one a line (default: the original 12,972, or the answers)",
    )
    parser.add_argument(
        "--letters",
        type=whole(1, 100),
        default=5,
        metavar="N",
        help="without --answers: play with words of 5, 6 or 7 letters",
    )
    parser.add_argument(
        "--language",
        metavar="XX",
        help=f"without --answers: play in a language ({', '.join(words.languages())}), with five letters",
    )


def add_seed_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that fixes what is random."""
    parser.add_argument(
        "--seed", type=whole(0, 2**63 - 1), default=0, metavar="N", help="seed of the random numbers (default: 0)"
    )


def add_jobs_option(parser: argparse.ArgumentParser, note: str = "") -> None:
    """Add the option for several processes."""
    parser.add_argument(
        "--jobs", type=whole(1, 64), metavar="N", help=f"{note}how many processes to use, 64 at most (default: 1)"
    )


def add_run_options(parser: argparse.ArgumentParser, note: str = "") -> None:
    """Add the options that say where the tasks of a run are worked on, which of them, and for how long."""
    add_jobs_option(parser, note)
    parser.add_argument(
        "--shard", type=shard, metavar="i/n", help=f"{note}do the i-th of n parts, to be put together by merge"
    )
    parser.add_argument("--budget", type=seconds, metavar="S", help=f"{note}begin no task after this many seconds")
    parser.add_argument(
        "--engine", choices=("processes", "dask"), help=f"{note}dask: work on a Dask cluster (default: processes)"
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="with --engine dask: its scheduler (default: a cluster on this machine)"
    )


def shard(text: str) -> sweeps.Shard:
    """Read which part of a run to do."""
    number, slash, of = text.partition("/")
    if not (slash and number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of) <= LARGEST):
        raise argparse.ArgumentTypeError(f"{text!r}; expected i/n with i from 1 to n, such as 2/8")
    return sweeps.Shard(int(number), int(of))


def how_to_run(options: argparse.Namespace) -> dict[str, Any]:
    """Give the arguments of `sweeps.run` that the options ask for."""
    if options.scheduler is not None and options.engine != "dask":
        raise ValueError(f"--scheduler: {options.scheduler} without --engine dask; expected both")
    jobs = options.jobs or 1
    engine = engines.Dask(options.scheduler, jobs) if options.engine == "dask" else None
    return {"jobs": jobs, "shard": options.shard, "budget": options.budget, "engine": engine}


def say_what_is_missing(left: int, failures: Sequence[sweeps.Failure]) -> int:
    """Say on the standard error which tasks a run has not done; give the exit code, 3 if there are any."""
    for failure in failures:
        told = one_line(f"{sweeps.key_of(failure.task)} is set aside after its tries: {failure.error}")
        print(f"wordlelib: {told}", file=sys.stderr)
    if left:
        them = "it" if left == 1 else "them"
        told = counted(left, "task is left", "tasks are left")
        print(f"wordlelib: {told}; the same command goes on with {them}", file=sys.stderr)
    return 3 if left or failures else 0


def add_json_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for one line of JSON."""
    parser.add_argument("--json", action="store_true", help="print one line of JSON")


def check_outputs(options: argparse.Namespace, *names: str) -> None:
    """Refuse before the work what the options name for output that cannot be written."""
    for name in names:
        path = getattr(options, name)
        if path is not None:
            check_writable(path, f"--{name}")


def recipe_of(options: argparse.Namespace) -> dict[str, Any]:
    """Give the arguments of `game.make_game` that the options ask for."""
    if options.answers is None and options.guesses is not None:
        raise ValueError("--guesses: given without --answers; expected both, or --answers alone")
    recipe = {name: getattr(options, name) for name in ("mode", "answers", "guesses", "letters", "prior")}
    return recipe if options.language is None else recipe | {"language": options.language}


def make_game(options: argparse.Namespace, progress: Progress | None = None) -> game.Game:
    """Make the game that the options ask for."""
    return game.make_game(**recipe_of(options), progress=progress)


def read_history(text: str, name: str = "--history") -> list[tuple[str, str]]:
    """Read a history such as salet:-y--g,crony:--y--; `name` is what it goes by in errors."""
    rows = []
    for part in filter(None, text.split(",")):
        guess, colon, row = part.partition(":")
        if not colon:
            raise ValueError(f"{name}: {part!r}; expected guess:feedback, such as salet:-y--g")
        rows.append((guess, row))
    return rows


def as_json(report: dict[str, Any]) -> str:
    """Write a report as one line of JSON."""
    return json.dumps(report, ensure_ascii=False)


def say(options: argparse.Namespace, report: dict[str, Any], text: Callable[[dict[str, Any]], str]) -> None:
    """Print a report, as JSON or for people."""
    WATCH.say(as_json(report) if options.json else text(report))


def leave(
    options: argparse.Namespace, known: Callable[[], dict[str, Any]], text: Callable[[dict[str, Any]], str]
) -> None:
    """Say what Ctrl-C leaves from now on: the report that a function gives then, as JSON or for people."""
    WATCH.known = lambda: as_json(known()) if options.json else text(known())

"""What the commands share: declarations, options, numbers and their limits, progress, reports, errors of one line."""

import argparse
import json
import math
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from wordlelib.core.checks import counted
from wordlelib.core.files import check_writable
from wordlelib.game import game, words
from wordlelib.kernels.interrupts import WATCH
from wordlelib.runs import engines, sweeps
from wordlelib.search import bandits

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
    """Write line breaks, and whatever else cannot be printed, as escapes, and leave out the middle of what is long."""
    line = "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
    line = re.sub(r"(\S{150})\S{3,}(\S{50})", r"\1...\2", line)
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 305]} ... {line[-300:]}"


def whole(least: int = 0, most: int = LARGEST, *names: str) -> Callable[[str], int | str]:
    """Return a function that reads a whole number in a range, or one of some names."""

    def read(text: str) -> int | str:
        if text in names:
            return text
        with suppress(ValueError):
            if least <= (number := int(text)) <= most:
                return number
        shown = text if len(text) < 40 else f"{text[:36]}..."
        expected = " or ".join([f"from {least} to {most}{',' if names else ''}", *names])
        raise argparse.ArgumentTypeError(f"{shown!r}; expected a whole number {expected}")

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


def factor(text: str) -> float:
    """Read a factor of a probability."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r}; expected a number from 0")
    return number


class Progress:
    """A bar on the terminal after two seconds of a run, or lines, one a second at most, if the options ask for them."""

    def __init__(self, options: argparse.Namespace, unit: str = "words") -> None:
        self.lines, self.unit, self.shown = options.progress, unit, False
        self.begun, self.said = time.perf_counter(), -math.inf

    def __enter__(self) -> "Progress":
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
        if self.shown:
            print("\r" + " " * 100 + "\r", end="", file=sys.stderr, flush=True)


def option(help: str, metavar: str | None = None, default: Any = None, **how: Any) -> dict[str, Any]:
    """Declare an option, whose help ends with its default."""
    told = "" if default in (None, "") else f" (default: {default})"
    return {"help": (help + told).replace("%", "%%"), "metavar": metavar, "default": default, **how}


def flag(help: str) -> dict[str, Any]:
    """Declare an option without a value."""
    return {"help": help, "action": "store_true"}


def argument(help: str, metavar: str | None = None, **how: Any) -> dict[str, Any]:
    """Declare an argument that its place names."""
    return option(help, metavar, placed=True, **how)


def choice(names: Iterable[str], help: str, default: str | None = None) -> dict[str, Any]:
    """Declare an option whose value is one of some names."""
    return option(help, default=default, choices=list(names))


def number(
    help: str, default: int | None = None, least: int = 0, most: int = LARGEST, names: Sequence[str] = (), **how: Any
) -> dict[str, Any]:
    """Declare an option whose value is a whole number in a range, or one of some names."""
    return option(help, **{"metavar": "N", "default": default, "type": whole(least, most, *names), **how})


def file(help: str, **how: Any) -> dict[str, Any]:
    """Declare an option whose value is a file."""
    return option(help, "FILE", **how)


def shard(text: str) -> sweeps.Shard:
    """Read which part of a run to do."""
    number, slash, of = text.partition("/")
    if not (slash and number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of) <= LARGEST):
        raise argparse.ArgumentTypeError(f"{text!r}; expected i/n with i from 1 to n, such as 2/8")
    return sweeps.Shard(int(number), int(of))


LISTS = "answers guesses letters language"
PRIOR = "hidden used factor prior"
GAME = f"mode {LISTS} {PRIOR}"
RUN = "jobs shard budget engine scheduler"
SHARED = {
    "mode": choice(game.MODES, "hard: every hint must be used; strict: a guess must still be possible", "easy"),
    "answers": file("hidden words, one a line (default: the original 2,315)"),
    "guesses": file("words that may be guessed, one a line (default: the original 12,972, or the answers)"),
    "letters": number("without --answers: play with words of 5, 6 or 7 letters", 5, 1, 100),
    "language": option(
        f"without --answers: play in a language ({', '.join(words.languages())}), with five letters", "XX"
    ),
    "hidden": choice(game.HIDDEN, "accepted: all 12,972 words, as likely as they are in Wordle today", "original"),
    "used": file("with --hidden accepted: words that were hidden before, one a line"),
    "factor": option(f"with --used: how many times as likely these are (default: {words.REPEATED})", "X", type=factor),
    "prior": file("how probable the hidden words are: a word and a number a line (default: all alike)"),
    "cap": number(
        "guesses that perfect play may take in a game: a number, least (the least that is possible) or none "
        "(default: 6 in hard mode, else none)",
        least=1,
        names=("least", "none"),
    ),
    "sampler": choice(bandits.SAMPLERS, "what tree search picks the next guess by", "thompson"),
    "seed": number("seed of the random numbers", 0, most=2**63 - 1),
    "jobs": number("how many processes to use, 64 at most (default: 1)", least=1, most=64),
    "shard": option("do the i-th of n parts, to be put together by merge", "i/n", type=shard),
    "budget": option("begin no task after this many seconds", "S", type=seconds),
    "engine": choice(("processes", "dask"), "dask: work on a Dask cluster (default: processes)"),
    "scheduler": option("with --engine dask: its scheduler (default: a cluster on this machine)", "ADDRESS"),
    "progress": flag("say how far the run is in lines on the standard error (default: a bar if that is a terminal)"),
    "json": flag("print one line of JSON"),
}


COMMANDS: list[tuple[str, Callable, dict[str, dict[str, Any]]]] = []  # name, function that runs it, options


def command(name: str, shared: str, /, **own: dict[str, Any]) -> Callable[[Callable], Callable]:
    """Make a function a command that takes options of its own, and shared ones, whose names stand in one text."""

    def declare(run: Callable) -> Callable:
        COMMANDS.append((name, run, own | {each: SHARED[each] for each in shared.split()}))
        return run

    return declare


def add_option(parser: argparse.ArgumentParser, name: str, placed: bool = False, **how: Any) -> None:
    """Add an option to a parser, or an argument that its place names."""
    parser.add_argument(name if placed else f"--{name.replace('_', '-')}", **how)


def summary(function: Callable) -> str:
    """Return the first line of a docstring, as it stands in a list."""
    line = (function.__doc__ or "").partition("\n")[0].rstrip(".")
    return line[:1].lower() + line[1:]


def how_to_run(options: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments of `sweeps.run` that the options ask for."""
    if options.scheduler is not None and options.engine != "dask":
        raise ValueError(f"--scheduler: {options.scheduler} without --engine dask; expected both")
    jobs = options.jobs or 1
    engine = engines.Dask(options.scheduler, jobs) if options.engine == "dask" else None
    return {"jobs": jobs, "shard": options.shard, "budget": options.budget, "engine": engine}


def say_what_is_missing(left: int, failures: Sequence[sweeps.Failure]) -> int:
    """Print to the standard error which tasks a run has not done, and return the exit code, 3 if there are any."""
    for failure in failures:
        told = one_line(f"{sweeps.key_of(failure.task)} is set aside after its tries: {failure.error}")
        print(f"wordlelib: {told}", file=sys.stderr)
    if left:
        them = "it" if left == 1 else "them"
        told = counted(left, "task is left", "tasks are left")
        print(f"wordlelib: {told}; the same command goes on with {them}", file=sys.stderr)
    return 3 if left or failures else 0


def check_outputs(options: argparse.Namespace, *names: str) -> None:
    """Refuse before the work what the options name for output that cannot be written."""
    for name in names:
        path = getattr(options, name)
        if path is not None:
            check_writable(path, f"--{name}")


def recipe_of(options: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments of `game.make_game` that the options ask for."""
    if options.answers is None and options.guesses is not None:
        raise ValueError("--guesses: given without --answers; expected both, or --answers alone")
    recipe = {name: getattr(options, name, None) for name in ("mode", "answers", "guesses", "letters", "prior")}
    more = {name: getattr(options, name, None) for name in ("language", "hidden", "used", "factor")}
    return recipe | {name: value for name, value in more.items() if value not in (None, "original")}


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


def attributes(source: object, names: str) -> dict[str, Any]:
    """Return some attributes of an object by their names."""
    return {name: getattr(source, name) for name in names.split()}


def say(options: argparse.Namespace, report: dict[str, Any], text: Callable[[dict[str, Any]], str]) -> None:
    """Print a report, as JSON or for people."""
    WATCH.say(as_json(report) if options.json else text(report))


def leave(
    options: argparse.Namespace, known: Callable[[], dict[str, Any]], text: Callable[[dict[str, Any]], str]
) -> None:
    """Set what Ctrl-C prints from now on: the report that a function returns then, as JSON or for people."""
    WATCH.known = lambda: as_json(known()) if options.json else text(known())

"""The command that bounds the value of a game between two: zero-sum."""

import argparse
from pathlib import Path
from typing import Any

from wordlelib.cli.shared import GAME, Progress, command, file, leave, make_game, option, say, seconds
from wordlelib.core.checks import counted
from wordlelib.core.files import destination, read_text, write_whole
from wordlelib.search.zero_sum import ZeroSum, zero_sum

LARGEST = 2**26  # bytes of a file of bounds; that of the original lists has some hundred thousand
SHOWN = 12  # words and openings that are printed


@command(
    "zero-sum",
    f"{GAME} progress json",
    openings=option("the first guesses that the Guesser may make, such as salet,crane (default: any)", "WORDS"),
    gap=option("stop when the bounds are no further apart than this", "X", 0.001, type=float),
    seconds=option("stop after the round in which this time is over", "S", type=seconds),
    out=file("where to store what is found after each round, and to go on from (JSON)"),
)
def run_zero_sum(options: argparse.Namespace) -> None:
    """Bound the value of the game in which the Hinter hides a word once, in secret, and the Guesser mixes strategies.

    Needs SciPy. Ctrl-C ends the run after the round that it is in.
    """
    if options.out is not None:
        destination(options.out, "--out")
    game = make_game(options)
    openings = None if options.openings is None else options.openings.split(",")
    begin = None
    if options.out is not None and Path(options.out).exists():
        begin = read_bounds(options.out, game)
    with Progress(options, "rounds") as progress:

        def note(found: ZeroSum) -> None:
            if options.out is not None:
                write_whole(options.out, found.to_json())
            leave(options, lambda: report_of(found), describe)
            progress(found.rounds, found.rounds, f"value from {float(found.lower):.4f} to {float(found.upper):.4f}")

        found = zero_sum(game, openings, options.gap, options.seconds, begin, note)
    say(options, report_of(found), describe)


def read_bounds(path: str, game: Any) -> ZeroSum:
    """Read the bounds that a run has stored, with the file's name in what is wrong about them."""
    try:
        return ZeroSum.from_json(read_text(path, most=LARGEST), game)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def report_of(found: ZeroSum) -> dict[str, Any]:
    """Return what was found as a report."""
    report: dict[str, Any] = {"mode": found.game.mode, "lower": float(found.lower), "upper": float(found.upper)}
    report |= {"proven": found.proven, "value": str(found.lower) if found.proven else None}
    report |= {"openings": found.mixture.openings, "prior": found.prior}
    return report | {"rounds": found.rounds, "seconds": round(found.seconds, 2)}


def describe(report: dict[str, Any]) -> str:
    """Say the bounds, and what is played most."""
    value = f"from {report['lower']:.5f} to {report['upper']:.5f}"
    if report["proven"]:
        value = f"{report['value']}, proven"
    effort = f"{counted(report['rounds'], 'round')}, {report['seconds']:.1f} s"
    lines = [f"value of the game, {report['mode']} mode: {value} ({effort})"]
    for name in ("openings", "prior"):
        some = [f"{word} {share:.4f}" for word, share in list(report[name].items())[:SHOWN]]
        more = len(report[name]) - len(some)
        lines.append(f"{name}: {', '.join(some)}" + (f" and {more} more" if more else ""))
    return "\n".join(lines)

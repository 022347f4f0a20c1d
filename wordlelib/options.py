"""What the commands share: options that say which game is played, a progress bar, errors of one line."""

import argparse
import sys
import time

from wordlelib import experiments, game


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors take one line."""

    def error(self, message: str) -> None:  # type: ignore[override]
        """Print one line and leave with exit code 2."""
        self.exit(2, f"{self.prog}: error: {message}\n")


class Progress:
    """A bar on the terminal, once a run has lasted over two seconds; nothing where there is no terminal."""

    def __init__(self, unit: str = "words") -> None:
        self.unit = unit
        self.begun = time.perf_counter()
        self.shown = False

    def __call__(self, done: int, total: int, note: str = "") -> None:
        """Show how much is done, and a note."""
        if sys.stderr.isatty() and time.perf_counter() - self.begun > 2:
            self.shown = True
            bar = "#" * int(30 * done / total)
            text = f"[{bar:30}] {done:,} of {total:,} {self.unit} {note}"
            print(f"\r{text:100}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Clear the bar."""
        if self.shown:
            print("\r" + " " * 100 + "\r", end="", file=sys.stderr, flush=True)


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which game is played."""
    parser.add_argument(
        "--mode",
        choices=game.MODES,
        default="easy",
        help="hard: every hint must be used; strict: a guess must still be possible (default: easy)",
    )
    parser.add_argument("--answers", metavar="FILE", help="hidden words, one a line (default: the original 2,315)")
    parser.add_argument(
        "--guesses",
        metavar="FILE",
        help="words that may be guessed, one a line (default: the original 12,972, or the answers)",
    )
    parser.add_argument(
        "--letters", type=int, default=5, metavar="N", help="without --answers: play with words of 5, 6 or 7 letters"
    )
    parser.add_argument(
        "--prior",
        metavar="FILE",
        help="how probable the hidden words are: a word and a number a line (default: equally)",
    )


def recipe_of(options: argparse.Namespace) -> dict:
    """Give the arguments of `experiments.make_game` that the options ask for."""
    if options.answers is None and options.guesses is not None:
        raise ValueError("--guesses: given without --answers; expected both, or --answers alone")
    return {name: getattr(options, name) for name in ("mode", "answers", "guesses", "letters", "prior")}


def make_game(options: argparse.Namespace, progress: Progress | None = None) -> game.Game:
    """Make the game that the options ask for."""
    return experiments.make_game(**recipe_of(options), progress=progress)


def read_seed(options: argparse.Namespace) -> int:
    """Give the seed that the options ask for."""
    if options.seed < 0:
        raise ValueError(f"--seed: {options.seed}; expected a number from 0 on")
    return options.seed


def read_history(text: str) -> list[tuple[str, str]]:
    """Read a history such as salet:-y--g,crony:--y--."""
    rows = []
    for part in filter(None, text.split(",")):
        guess, colon, row = part.partition(":")
        if not colon:
            raise ValueError(f"--history: {part!r}; expected guess:feedback, such as salet:-y--g")
        rows.append((guess, row))
    return rows

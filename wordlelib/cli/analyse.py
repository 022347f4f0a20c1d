"""The command that judges a game: analyse."""

import argparse
import os
from typing import Any

from wordlelib.cli.shared import LISTS, PRIOR, Progress, argument, command, flag, make_game, option, read_history, say
from wordlelib.core.checks import counted
from wordlelib.core.files import read_text
from wordlelib.game.game import Game
from wordlelib.lab import grids, judging

LARGEST = 2**20  # bytes of a grid


@command(
    "analyse",
    f"{LISTS} {PRIOR} progress json",
    rows=argument(
        "the rows, such as salet:-y--g,crony:--y-- (emoji squares work too), or with --answer only the guesses",
        "ROWS",
        nargs="?",
    ),
    answer=option("the hidden word, if it is known", "WORD"),
    grid=option(
        "instead of rows, a shared grid of coloured squares: how many guesses could have made each row", "FILE|TEXT"
    ),
    hard=flag("judge by hard mode: every hint must be used"),
)
def run_analyse(options: argparse.Namespace) -> None:
    """Judge a game: what was luck and what was skill.

    For each row: how many words were left, how many bits were expected and received (luck), and how many guesses were
    lost on average against the best known move (skill).
    """
    if (options.rows is None) == (options.grid is None):
        both = "missing, and no --grid" if options.rows is None else "given with --grid"
        raise ValueError(f"rows: {both}; expected rows such as salet:-y--g,crony:--y--, or a grid")
    options.mode = "hard" if options.hard else "easy"
    history = None if options.rows is None else _read_rows(options)
    grid = None if options.grid is None else _read_grid(options.grid)
    with Progress(options, "words") as progress:
        game = make_game(options, progress)
        _check_answer(game, options.answer)
        if history is None:
            _say_grid(options, game, grid or [])
            return
        judged = judging.Judge(game).judge(history, options.answer)
    say(options, judged.as_dict(), lambda report: _describe(judged))


def _check_answer(game: Game, answer: str | None) -> None:
    """Refuse an answer that is a guess but no hidden word, and say what can be done."""
    if answer is not None and game.hidden_of_guess[game.find(answer, "--answer")] < 0:
        raise ValueError(
            f"--answer: {answer!r} is a guess but not one of the {len(game.hidden):,} hidden words; expected one of "
            "them, or --hidden accepted (the Times has hidden other words since 2023)"
        )


def _read_rows(options: argparse.Namespace) -> list[tuple[str, str]] | list[str]:
    """Read rows with feedback, or guesses alone where the hidden word is given."""
    if options.answer is not None and ":" not in options.rows:
        return [guess.strip() for guess in options.rows.split(",") if guess.strip()]
    return read_history(options.rows, "rows")


def _read_grid(given: str) -> list[str]:
    """Read a grid from a file, if something has that name, or from the text itself."""
    try:
        text = read_text(given, most=LARGEST) if os.path.exists(given) else given
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", "not a UTF-8 text file")
        raise ValueError(f"--grid: {given}: {reason}; expected rows of coloured squares") from None
    return grids.read_grid(text)


def _say_grid(options: argparse.Namespace, game: Game, rows: list[str]) -> None:
    judged = grids.judge_grid(game, rows, options.answer)
    say(options, judged.as_dict(), lambda report: _describe_grid(report, len(game.guesses)))


def _describe(judged: judging.Judgement) -> str:
    lines = []
    for number, row in enumerate(judged.rows, 1):
        left = f"{row.before:,} -> {counted(row.after, 'word')}"
        bits = f"{row.received_bits:.2f} bits of {row.expected_bits:.2f} expected"
        lines.append(f"{number} {row.guess} {row.feedback}  {left}, {bits}")
        lines.append(f"  luck {row.luck:+.3f} guesses, lost {row.loss:.3f}{_perfect_loss(row.perfect_loss)}")
        lines.append(f"  {row.reason}")
    end = f"found {judged.answer}" if judged.solved else "not found"
    rows = counted(len(judged.rows), "row")
    lines.append(f"{end} in {rows}, {judged.mode} mode; {judged.start:.3f} guesses were to be expected")
    lines.append(f"luck {judged.luck:+.3f} guesses ({judged.luck_bits:+.2f} bits), lost {judged.loss:.3f}")
    lines += [
        f"{name}: " + " ".join(guess for guess, _ in path)
        for name, path in (("rollout", judged.rollout), ("perfect play", judged.perfect))
        if path is not None
    ]
    return "\n".join(lines)


def _perfect_loss(bounds: tuple[float, float] | None) -> str:
    if bounds is None:
        return ""
    low, high = bounds
    return f", against perfect play {low:.3f}" + (f" to {high:.3f}" if high > low else "")


def _describe_grid(report: dict[str, Any], guesses: int) -> str:
    lines = []
    for row in report["rows"]:
        if report["answer"] is None:
            lines.append(f"{row['feedback']}  {_span(row['fewest'], row['most'])} of {counted(guesses, 'guess')}")
        else:
            least, most = row["least_left"], row["most_left"]
            left = counted(most, "word") if least == most else f"{_span(least, most)} words"
            some = " ".join(row["examples"]) + (" ..." if row["most"] > len(row["examples"]) else "")
            lines.append(f"{row['feedback']}  {row['most']:,} of {counted(guesses, 'guess')} ({some}); {left} left")
    fitting = report["answers"]
    some = " ".join(fitting[:10]) + (" ..." if len(fitting) > 10 else "")
    fit = "word fits" if len(fitting) == 1 else "words fit"
    return "\n".join([*lines, f"{len(fitting):,} hidden {fit} the grid: {some}"])


def _span(least: int, most: int) -> str:
    return f"{least:,}" + f" to {most:,}" * (most > least)

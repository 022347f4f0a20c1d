"""The command that scores games of anybody's agent: score."""

import argparse
from pathlib import Path
from typing import Any

from wordlelib.cli.shared import LISTS, Progress, argument, choice, command, make_game, one_line, say
from wordlelib.core.checks import counted
from wordlelib.core.files import read_text
from wordlelib.game.game import Game
from wordlelib.lab import transcripts
from wordlelib.lab.judging import Judge
from wordlelib.lab.transcripts import FIGURES, Estimate, Transcript

LARGEST = 2**28  # bytes of a file


@command(
    "score",
    f"{LISTS} progress json",
    files=argument(
        'transcripts, one a line, such as {"player": "mine", "hidden": "light", "guesses": ["salet", "light"]}; '
        "without a player a line belongs to the one that the file is called after",
        "FILE",
        nargs="+",
    ),
    mode=choice(("easy", "hard"), "which guesses are allowed", "easy"),
)
def run_score(options: argparse.Namespace) -> None:
    """Score the games of any agent against perfect play: guesses, regret and luck of each player.

    Regret is how many guesses the moves lost, each against proven perfect play; luck is what the feedback told more
    than was to be expected, in bits. Both are per game, with standard errors, and players are paired over the words
    that both have played. If a line is broken, it is named, and nothing is scored. Lists of one's own are solved first,
    which takes long for thousands of words, and a poor first guess takes seconds.
    """
    game = make_game(options)
    games = [each for file in options.files for each in _read(file, game)]
    with Progress(options, "games") as progress:
        scored = transcripts.score(Judge(game), games, progress)
    players = [each._asdict() for each in transcripts.summaries(scored)]
    pairs = [each._asdict() for each in transcripts.differences(scored)]
    say(options, _plain({"mode": options.mode, "players": players, "differences": pairs}), _text)


def _read(file: str, game: Game) -> list[Transcript]:
    """Read the transcripts of a file, whose name begins the error if they are none."""
    try:
        return transcripts.read_transcripts(read_text(file, "utf-8-sig", LARGEST), game, Path(file).stem)
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error).removeprefix("text: ")
        raise ValueError(f"{file}: {reason}; nothing is scored") from None


def _plain(report: dict[str, Any]) -> dict[str, Any]:
    """Write estimates as JSON has them, with their names."""
    for each in (*report["players"], *report["differences"]):
        each.update({name: each[name]._asdict() for name in FIGURES})
    return report


def _text(report: dict[str, Any]) -> str:
    lines = []
    for each in report["players"]:
        lines.append(f"{one_line(each['player'])}: {counted(each['games'], 'game')}, {each['found']:.1%} found")
        lines.append(f"  {_figures(each)}")
    for each in report["differences"]:
        lines.append(f"{one_line(each['player'])} less {one_line(each['other'])}, {counted(each['words'], 'word')}")
        lines.append(f"  {_figures(each, '+')}")
    return "\n".join(lines)


def _figures(figures: dict[str, Any], sign: str = "") -> str:
    told = (("guesses", "guesses"), ("regret", "regret"), ("luck_bits", "luck in bits"))
    return ", ".join(f"{name} {_estimate(Estimate(**figures[key]), sign)}" for key, name in told)


def _estimate(found: Estimate, sign: str) -> str:
    return f"{found.mean:{sign}.3f} ± " + ("?" if found.error is None else f"{found.error:.3f}")

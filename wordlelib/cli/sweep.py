"""The command that runs an experiment over many settings: sweep."""

import argparse
from inspect import signature
from pathlib import Path
from typing import Any

from wordlelib.cli.shared import Progress, add_progress_option, add_run_options, how_to_run, say_what_is_missing, whole
from wordlelib.core.files import destination
from wordlelib.kernels.interrupts import WATCH
from wordlelib.lab import experiments
from wordlelib.runs import sweeps
from wordlelib.runs.provenance import digest_of_words

WHAT = {
    "table1": "13 openings, easy and hard, information gain and rollout on it",
    "table2": "the same in hard mode for expected-remaining and most-classes",
    "noisy": "games in which colours lie, rollout beside its base",
    "bonuses": "in such games, which bonus is best for either",
    "particles": "the same games by the beliefs of particle filters",
    "exact": "proven totals of the 13 openings",
    "certificates": "how long some of these proofs are when they are written down, and how long checking takes",
    "first-guesses": "Q-factors of all first guesses",
    "scaling": "proofs over all openings on parts of the lists",
    "race": "tree search with five samplers, and variants of it, until it finds the optimum",
    "race-as-in-the-essay": "the samplers without bounds and sharing",
    "race-of-parameters": "samplers over values of their parameter",
    "race-with-a-prior": "samplers with a prior policy, over its temperature",
    "race-of-spreads": "Thompson sampling with another spread",
    "compare": "what policies, rollout, tree search and exact search find, and in what time",
    "learned": "values trained for the original lists, and what lookahead with them finds",
    "guarantees": "how many guesses are enough against a Hinter",
    "obstructions": "the sets of words that show why four guesses cannot be guaranteed",
    "strategies": "the best strategies that begin with salet, node by node",
    "promises": "what it costs on average never to need more guesses than promised",
    "strict, hard": "which openings of that mode need five guesses, and which six",
    "hard-openings": "how many guesses are enough after each opening of hard mode, and in a sample whether five are",
    "look-ahead": "the best first guesses by minimax, up to six plies ahead",
    "worst-case": "players that think of the worst case, on normal Wordle",
    "small-trees": "strategies with few decisions",
    "small-sets": "small sets of words with which a Hinter survives four guesses",
    "fours": "four words that are alike, which rule out five that survive three guesses",
    "representations": "how many positions each way of writing down knowledge keeps apart",
    "tables": "how large the table of minimax is, by its key and by the order of moves",
    "conventions": "the papers' rollout with conventions of their program on and off",
    "widths": "the same with 1 to 100 candidates",
    "first-row": "what the best first guesses of each greedy policy cost if it goes on",
    "methods": "every method of the book from salet, with its time for training and for a move",
    "newton": "the error of policies and of learned values before and after one step of lookahead",
    "shift": "learned values asked about other beliefs than those they learned from",
    "refutations": "what it takes to refute an opening when another is proven",
    "second-guesses": "the best second guesses after twenty openings, row by row",
    "priors": "policies under the frequency prior, each with its own opening and bonus",
    "lengths": "words of five, six and seven letters, each policy with its own opening and bonus",
    "clusters": "stored runs replayed on 8, 16 and 64 workers that sleep, in four orders of their tasks",
    "processes": "one sweep by one process and by two",
    "languages": "the same game in several languages: letters, first guesses, policies, perfect play",
}


def add_commands(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    sweep = commands.add_parser(
        "sweep",
        help="run an experiment over many settings",
        description="Run an experiment over many settings. A run that was stopped goes on where it was.",
    )
    sweep.add_argument(
        "name",
        choices=list(experiments.SWEEPS),
        help="; ".join(f"{names}: {what}" for names, what in WHAT.items()),
    )
    sweep.add_argument("--out", required=True, metavar="FILE", help="where to store the results (JSON)")
    add_run_options(sweep)
    sweep.add_argument("--width", type=whole(1), metavar="K", help="candidates of rollout (default: 10)")
    sweep.add_argument("--answers", metavar="FILE", help="races, guarantees, worst-case, tables: the hidden words")
    sweep.add_argument("--guesses", metavar="FILE", help="races, guarantees, worst-case: the guesses")
    sweep.add_argument("--stop-at", type=whole(), metavar="TOTAL", help="races: the total to find (default: 7920)")
    add_progress_option(sweep)
    sweep.set_defaults(run=run_sweep)


def run_sweep(options: argparse.Namespace) -> int:
    """Run an experiment over many settings and store every result."""
    destination(options.out, "--out")
    make = experiments.SWEEPS[options.name]
    given = {
        name: value
        for name in ("width", "answers", "guesses", "stop_at")
        if (value := getattr(options, name)) is not None
    }
    for name, value in given.items():
        if name not in signature(make).parameters:
            option = name.replace("_", "-")
            raise ValueError(f"--{option}: {value} with {options.name}; expected no {option} with it")
    with Progress(options, "tasks") as progress:
        how, sweep = how_to_run(options), make(**given)
        progress(0, len(sweep.tasks))
        found = sweeps.run(sweep, options.out, settings=_settings(options.name, given), progress=progress, **how)
    shown = [
        [f"{name} {value}" for name, value in row.items() if not isinstance(value, list | dict)] for row in found.rows
    ]
    WATCH.say("\n".join("  ".join(row) for row in shown))
    return say_what_is_missing(len(found.left), found.failures)


def _settings(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Say what a sweep is asked for; word lists are told by their words, wherever their files are."""
    settings = {"sweep": name} | given
    for each in ("answers", "guesses"):
        if each in given:
            settings |= {each: Path(given[each]).name, f"{each}_sha256": digest_of_words(given[each])}
    return settings

"""The tables of the rollout papers, cell by cell: what they print, what their program gives, and how it was rounded."""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from wordlelib.core import checks
from wordlelib.game import words
from wordlelib.game.game import Game, wordle
from wordlelib.game.known_lists import SIX_ANSWERS, SIX_GUESSES, digest_of
from wordlelib.game.policy import ExpectedRemaining, InformationGain, MostClasses
from wordlelib.game.tree import play
from wordlelib.kernels.jit import clock
from wordlelib.lab.authors_program import Conventions, Emulator
from wordlelib.lab.common import timed
from wordlelib.lab.results import published, results
from wordlelib.planning.rollout import Rollout
from wordlelib.runs.sweeps import Sweep, Task, run

COLUMNS = {
    1: {
        "base_easy": ("mig", "easy", 0),
        "rollout_easy": ("mig", "easy", 10),
        "base_hard": ("mig", "hard", 0),
        "rollout_hard": ("mig", "hard", 10),
    },
    2: {
        "mrd_hard": ("mrd", "hard", 0),
        "rollout_mrd_hard": ("mrd", "hard", 10),
        "gep_hard": ("gep", "hard", 0),
        "rollout_gep_hard": ("gep", "hard", 10),
    },
}
COLUMNS[3] = COLUMNS[1]
CLEAN = {"mig": InformationGain, "mrd": ExpectedRemaining, "gep": MostClasses}
NINE = ("rabies", "tances")  # openings of Table 3 that had nine candidates: with ten, one of their games never ends
SIX_LETTERS = {"answers": SIX_ANSWERS.digest, "guesses": SIX_GUESSES.digest}
SWITCHES = ("list_order", "rounded", "unstable_sort", "extra_candidate", "last_guess_free", "right_guess_bonus")
WIDTHS = (1, 3, 5, 10, 30, 100)


class Cell(NamedTuple):
    """A cell of a table, with the average as it is printed.

    The table is 1 for information gain, 2 for the other two heuristics, or 3 for six letters. Opening and column are
    the cell's row and column, as in the files of `data/published`. Heuristic, mode and width are arguments of
    `authors_program.Emulator`.
    """

    table: int
    opening: str
    column: str
    heuristic: str
    mode: str
    width: int
    printed: str


def cells(tables: Sequence[int] = (1, 2, 3), opening: str | None = None, mode: str | None = None) -> list[Cell]:
    """List the cells of some tables, row by row, or only those of an opening or a mode.

    The optima, which are the results of others, are left out.
    """
    for table in tables:
        checks.integer("tables", table, 1, 3)
    found = [
        Cell(table, row["opening"], column, *played, row[column])
        for table in tables
        for row in published(f"table{table}")
        for column, played in COLUMNS[table].items()
    ]
    found = [
        cell._replace(width=9) if cell.opening in NINE and cell.column == "rollout_hard" else cell for cell in found
    ]
    found = [cell for cell in found if opening in (None, cell.opening) and mode in (None, cell.mode)]
    if not found:
        raise ValueError(f"opening: {opening!r}, mode {mode!r}; expected a row of the tables {tables}")
    return found


def rounding(printed: str, total: int, games: int) -> str:
    """Find out whether an average was "rounded" or "truncated" to its printed digits, or "both" alike, or "neither".

    Examples
    --------
    >>> rounding("3.4345", 7951, 2315), rounding("3.6", 8334, 2315)
    ('truncated', 'both')
    """
    unit = 10 ** len(printed.partition(".")[2])
    said, exact = Fraction(printed) * unit, Fraction(total, games) * unit
    rounded, truncated = said == int(exact + Fraction(1, 2)), said == int(exact)
    return {(True, True): "both", (True, False): "rounded", (False, True): "truncated"}.get(
        (rounded, truncated), "neither"
    )


def misprints() -> dict[tuple[int, str, str], int]:
    """Return the log's total for each cell that differs from the authors' own log, by table, opening and column."""
    return {(int(row["table"]), row["opening"], row["column"]): int(row["total"]) for row in published("misprints")}


def checked_lists(answers: str | PathLike, guesses: str | PathLike) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read the authors' six-letter lists, which this project may not distribute, and check that they are theirs.

    They are the files `actual_mystery_words_6letter.txt` and `actual_guess_words_6letter.txt` of their repository.
    """
    lists = []
    for name, path in (("answers", answers), ("guesses", guesses)):
        listed = words.load(path)
        digest = digest_of(listed)
        if digest != SIX_LETTERS[name]:
            raise ValueError(
                f"{name}: {Path(path).name} with SHA-256 {digest[:12]}... of its words; expected the authors' list, "
                f"{SIX_LETTERS[name][:12]}..."
            )
        lists.append(tuple(listed))
    return lists[0], lists[1]


def play_cell(answers: str | None = None, guesses: str | None = None, **cell: Any) -> dict[str, Any]:
    """Play a cell as published, and by the clean definitions of the book (`sweeps_planning.table1`).

    The result has the total as published, how many games took each number of guesses, and the `clean` total.
    """
    lists = checked_lists(str(answers), str(guesses)) if cell["table"] == 3 else words_of_five()
    program = player(*lists, cell["mode"], cell["heuristic"], cell["width"], Conventions())
    played, seconds = timed("seconds", lambda: program.play(cell["opening"]))
    games = {str(used): count for used, count in played.distribution.items()}
    base = CLEAN[cell["heuristic"]]()
    policy = Rollout(base, cell["width"]) if cell["width"] else base
    clean = play(_game(*lists, cell["mode"]), policy, cell["opening"]).total
    return {"total": played.total, "clean": clean, "games": games} | seconds


@cache
def _game(answers: tuple[str, ...], guesses: tuple[str, ...], mode: str) -> Game:
    return wordle(answers, guesses, mode)


def as_published(
    some: Sequence[Cell],
    answers: str | PathLike | None = None,
    guesses: str | PathLike | None = None,
    jobs: int = 1,
    out: str | PathLike | None = None,
    progress: Callable[[int, int, str], None] | None = None,
) -> dict[str, Any]:
    """Play cells as published and compare them with what is printed.

    Without the authors' six-letter lists, cells of Table 3 come from the stored result. The arguments `jobs`, `out` and
    `progress` are those of `sweeps.run`, and by default nothing is stored.

    The result has the number of "cells", how many of them are "equal", "stored" and "misprints", and the "rows". A row
    is a cell with its "total", "mean" and "rounding", the "clean" total, and whether it is "equal" and "stored". A
    misprint is equal to the authors' log.
    """
    if (answers is None) != (guesses is None):
        given, other = ("answers", "guesses") if guesses is None else ("guesses", "answers")
        raise ValueError(f"{given}: given without {other}; expected both, or neither")
    begun = clock()
    lists = {} if answers is None else {"six_letters": SIX_LETTERS}
    played = [cell for cell in some if cell.table != 3 or answers is not None]
    if any(cell.table == 3 for cell in played):
        checked_lists(str(answers), str(guesses))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cells.json" if out is None else out
        settings = {"tables": "as published"} | lists
        six = {} if answers is None else {"answers": str(answers), "guesses": str(guesses)}
        sweep = Sweep([cell._asdict() for cell in played], partial(play_cell, **six))
        rows = run(sweep, path, jobs, settings, progress).whole()
    known = {_place(row): row | {"stored": False} for row in rows}
    if len(played) < len(some):
        known = {_place(row): row | {"stored": True} for row in results("as_published")["rows"]} | known
    compared = [_compared(cell, known[_place(cell._asdict())]) for cell in some]
    return {
        "cells": len(compared),
        "equal": sum(row["equal"] for row in compared),
        "stored": sum(row["stored"] for row in compared),
        "misprints": sum(row["rounding"] == "misprint" for row in compared),
        "rows": compared,
        "seconds": round(clock() - begun, 4),
    }


def _place(row: Task) -> tuple[int, str, str]:
    return row["table"], row["opening"], row["column"]


def _compared(cell: Cell, row: Task) -> dict[str, Any]:
    total, games = row["total"], sum(row["games"].values())
    kind = "neither" if total is None else rounding(cell.printed, total, games)
    if kind == "neither" and misprints().get(_place(row)) == total:
        kind = "misprint"
    mean = None if total is None else round(total / games, 6)
    found = {"total": total, "mean": mean, "rounding": kind, "equal": kind != "neither"}
    return cell._asdict() | found | {"clean": row["clean"], "stored": row["stored"]}


def conventions() -> Sweep:
    """Play the 13 openings by rollout under all combinations of the conventions that matter, easy and hard.

    If a possible word comes first among equals, rounding and the unstable sort have no effect and stay as published. In
    hard mode, Wordle's own rule is one more convention.
    """
    tasks = []
    for row in published("table1"):
        for mode, names in (("easy", SWITCHES), ("hard", (*SWITCHES, "consistent"))):
            for bits in range(2 ** len(names)):
                off = [name for i, name in enumerate(names) if bits >> i & 1]
                if not ("list_order" in off and {"rounded", "unstable_sort"} & set(off)):
                    tasks.append({"opening": row["opening"], "mode": mode, "off": " ".join(off)})
    return Sweep(tasks, play_conventions)


def widths() -> Sweep:
    """Play the 13 openings by rollout with 1 to 100 candidates, as published, with true Q-factors, and also with ties.

    True Q-factors are the base policy's cost. In the last of the three, a possible word comes first among equals.
    """
    true = "last_guess_free right_guess_bonus"
    tasks = [
        {"opening": row["opening"], "mode": mode, "off": off, "width": width}
        for row in published("table1")
        for mode in ("easy", "hard")
        for off in ("", true, f"list_order {true}")
        for width in WIDTHS
    ]
    return Sweep(tasks, play_conventions)


def play_conventions(opening: str, mode: str, off: str, width: int = 10) -> dict[str, Any]:
    """Play one opening by information gain and by rollout on it, with some conventions off, named with spaces."""
    flags = replace(Conventions(), **dict.fromkeys(off.split(), False))

    def play_both() -> list[int | None]:
        return [player(*words_of_five(), mode, "mig", reach, flags).play(opening).total for reach in (0, width)]

    (base, total), seconds = timed("seconds", play_both)
    return {"base": base, "total": total} | seconds


@cache
def words_of_five() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the original lists."""
    answers, guesses = words.original()
    return tuple(answers), tuple(guesses)


@cache
def player(*settings: Any) -> Emulator:
    """Return an emulator, which is the same object for the same arguments."""
    return Emulator(*settings)

"""Grids of coloured squares, as people share them: how many guesses could have made each row, and what they left.

A grid shows the feedback of a game and hides the guesses. For a hidden word a, row i can come from the guesses G(i, a)
that get this feedback. Whichever of them were made, the words possible after the rows include all words that every one
of these guesses leaves, and no word that all guesses of some row rule out. Of n hidden words, at least n less the sum
of the most that each row can rule out are left, and at most as many as any one row can leave.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.core.tables import html_table
from wordlelib.game import checked
from wordlelib.game.feedback import COLOURS, visible
from wordlelib.game.game import Game

EXAMPLES = 5
# All squares and circles that people use for colours, though not each of them stands for one.
SQUARES = re.compile("[■□▪▫◻-◾⚪⚫⬛⬜🔲-🔵🟠-🟫]")
LETTERS = re.compile("[-.yg‐-―−]+", re.IGNORECASE)  # phones make one dash of two hyphens


@dataclass(frozen=True)
class GridRow:
    """A row of a grid.

    The `feedback` is in letters. Between `fewest` and `most` guesses could have made it, over the hidden words that
    fit. For one hidden word the two are equal, `examples` are the first five of these guesses in list order, and
    `least_left` and `most_left` bound how many hidden words were possible after the row. Otherwise there are no
    examples, and the bounds are None.
    """

    feedback: str
    fewest: int
    most: int
    examples: list[str]
    least_left: int | None
    most_left: int | None


@dataclass(frozen=True)
class Grid:
    """The judgement of a grid: the `answer`, None if it is not known, the rows, and all `answers` that fit them."""

    answer: str | None
    rows: list[GridRow]
    answers: list[str]

    def as_dict(self) -> dict[str, Any]:
        """Return all figures in a form that JSON can hold."""
        return asdict(self)

    def _repr_html_(self) -> str:
        lines = [tuple(asdict(row).values()) for row in self.rows]
        return html_table(repr(self)[1:-1], tuple(asdict(self.rows[0])), lines)

    def __repr__(self) -> str:
        named = "" if self.answer is None else f", {self.answer} among them"
        rows = f"{len(self.rows)} row{'s' if len(self.rows) > 1 else ''}"
        fit = "word fits" if len(self.answers) == 1 else "words fit"
        return f"<grid of {rows}: {len(self.answers):,} hidden {fit}{named}>"


def read_grid(grid: str) -> list[str]:
    r"""Find the rows of a grid in a text that somebody has shared, and return them as they are written there.

    Where the text has squares, its rows are squares: dark, light or of high contrast, one row a line, whatever else
    stands in the line. One square among other text is no row, so it may be in a sentence. Where the text has none, its
    rows are the lines of the characters -yg alone, where grey may also be a full stop. Lines above and below the rows,
    such as "Wordle 1,001 4/6", are left out, and so are characters that nobody sees, such as a byte order mark.

    A text without a row is refused, and so are a line with squares that cannot be read as a row, and rows that are not
    those of one game, because other lines stand between them or they form several blocks. The message quotes the line.

    Examples
    --------
    >>> read_grid("Wordle 1,001 2/6\n\nfirst ⬛🟨⬛⬛🟨\n🟩🟩🟩🟩🟩 at last!")
    ['⬛🟨⬛⬛🟨', '🟩🟩🟩🟩🟩']
    """
    lines = [visible(line).strip() for line in checks.text("grid", grid).splitlines()]
    rows = {number: row for number, line in enumerate(lines) if (row := _row_in(line))}
    rows = rows or {number: line for number, line in enumerate(lines) if LETTERS.fullmatch(line)}
    if not rows:
        raise ValueError(f"grid: {checks.shown(grid)} has no row of colours; expected such as 🟩🟨⬛⬛⬛, one a line")
    _check_together(lines, list(rows))
    return list(rows.values())


def _row_in(line: str) -> str | None:
    """Return the squares of a line, or None if there are none, or a single one in other text."""
    runs = ["".join(run) for symbol, run in groupby(line, _is_symbol) if symbol]
    runs = [run for run in runs if SQUARES.search(run)]
    if not runs or (len(runs) == len(runs[0]) == 1 and runs != [line]):
        return None
    if len(runs) > 1:
        raise ValueError(f"grid: {line!r} has squares in {len(runs)} places; expected one row a line")
    wrong = next((mark for mark in runs[0] if mark not in COLOURS), None)
    if wrong is not None:
        raise ValueError(f"grid: {line!r} holds {wrong!r}, which is no colour; expected a row such as 🟩🟨⬛⬛⬛")
    return runs[0]


def _is_symbol(char: str) -> bool:
    return not char.isascii() and unicodedata.category(char).startswith("S")


def _check_together(lines: Sequence[str], rows: Sequence[int]) -> None:
    """Refuse rows, given by the numbers of their lines, between which other lines stand or unequal gaps."""
    between = next((i for i in range(rows[0], rows[-1]) if lines[i] and i not in rows), None)
    if between is not None:
        raise ValueError(
            f"grid: {lines[between]!r} stands between the rows; expected the rows of one game, and no more"
        )
    if len({below - above for above, below in zip(rows, rows[1:], strict=False)}) > 1:
        raise ValueError(f"grid: {len(rows)} rows in several blocks; expected the rows of one game, and no more")


def judge_grid(game: Game, grid: Sequence[str], answer: str | None = None) -> Grid:
    """Find out which guesses can have made a grid.

    Every guess is counted, even in hard mode, because a grid does not show which guesses the earlier rows allow.

    The rows are given from the first guess on, as people write them, and the hidden word, if it is known. A grid is
    refused if a row cannot be read, no guess can have made it, no hidden word fits, or rows follow after the one that
    ends the game.
    """
    checked.game(game)
    codes = [game.read(checks.text("grid", row)) for row in checks.sequence("grid", grid, "rows of colours")]
    if not codes:
        raise ValueError("grid: empty; expected at least one row")
    if game.solved in codes[:-1]:
        number = codes.index(game.solved) + 2
        raise ValueError(f"grid: row {number} after the hidden word was found; expected no more rows")
    counts = np.array([np.count_nonzero(game.codes == code, axis=0) for code in codes])
    fitting = [game.hidden[i] for i in np.flatnonzero(counts.all(axis=0))]
    if answer is not None:
        return Grid(*_for_answer(game, codes, answer), fitting)
    if not fitting:
        raise ValueError("grid: no hidden word fits all rows; expected rows of one game on these lists")
    fits = counts[:, counts.all(axis=0)]
    fewest, most = fits.min(axis=1).tolist(), fits.max(axis=1).tolist()
    spans = zip(codes, fewest, most, strict=True)
    return Grid(None, [GridRow(game.show(code), low, high, [], None, None) for code, low, high in spans], fitting)


def _for_answer(game: Game, codes: list[int], answer: str) -> tuple[str, list[GridRow]]:
    """Judge the rows for one hidden word."""
    game.answer(answer, answer)
    place = int(game.hidden_of_guess[game.find(answer, "hidden")])
    rows, n = [], len(game.hidden)
    sure, possible, taken, widest = np.ones(n, bool), np.ones(n, bool), 0, n
    for number, code in enumerate(codes, 1):
        guesses = np.flatnonzero(game.codes[:, place] == code)
        if not guesses.size:
            raise ValueError(
                f"grid: row {number} ({game.show(code)}) with answer {answer!r}; expected a row that some guess makes"
            )
        left = game.codes[guesses] == code
        sizes = left.sum(axis=1)
        sure, possible = sure & left.all(axis=0), possible & left.any(axis=0)
        taken, widest = taken + n - int(sizes.min()), min(widest, int(sizes.max()))
        least, most = max(int(sure.sum()), n - taken), min(int(possible.sum()), widest)
        examples = [game.guesses[i] for i in guesses[:EXAMPLES]]
        rows.append(GridRow(game.show(code), guesses.size, guesses.size, examples, least, most))
    return game.hidden[place], rows

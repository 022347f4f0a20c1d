"""The best second guesses after twenty openings, as a sweep and as it is stored."""

from typing import Any

from wordlelib.core import checks
from wordlelib.core.packing import pack, unpack
from wordlelib.core.tables import Table
from wordlelib.game.feedback import to_text
from wordlelib.game.words import original
from wordlelib.lab.common import original_game, timed
from wordlelib.lab.results import results
from wordlelib.runs.sweeps import Sweep
from wordlelib.search.exact import Exact
from wordlelib.search.second_guesses import SecondGuess, best_second_guesses, fixed_second_guess

# The ten of least total, and ten others that players like or papers recommend.
BEST = ("salet", "reast", "crate", "trace", "slate", "crane", "carle", "slane", "carte", "torse")
LIKED = ("adieu", "arise", "audio", "great", "irate", "raise", "roate", "soare", "stare", "train")

POLICY = Exact()  # what it has proven for one opening serves the next


def second_guesses() -> Sweep:
    """Find the best second guesses after the ten best openings of the original lists, and after ten others."""
    tasks = [{"mode": mode, "opening": word} for mode in ("easy", "hard") for word in BEST + LIKED]
    return Sweep(tasks, find_second_guesses)


def find_second_guesses(mode: str, opening: str) -> dict[str, Any]:
    """Find the best second guesses after an opening of the original lists.

    "total" is that of the opening, and "fixed" and "fixed_total" are the results of `fixed_second_guess` in easy mode.
    The other entries are numbers as `packing.pack` writes them, one for each entry of `best_second_guesses`: the code
    of the row, how many words are left, the number of the guess, how many guesses are alike, the total, and the number
    and the further cost of the best possible word.
    """
    game = original_game(mode)

    def find() -> tuple[list[SecondGuess], tuple[str | None, int | None]]:
        lines = best_second_guesses(game, opening, POLICY)
        return lines, fixed_second_guess(game, opening, POLICY) if mode == "easy" else (None, None)

    (lines, (fixed, fixed_total)), seconds = timed("cpu_seconds", find)
    columns = {
        "row": [game.read(line.row) for line in lines],
        "words": [line.words for line in lines],
        "guess": [game.find(line.guess) for line in lines],
        "alike": [line.alike for line in lines],
        "sum": [line.total for line in lines],
        "possible": [game.find(str(line.possible)) for line in lines],
        "further": [int(line.possible_total or 0) - line.total for line in lines],
    }
    total = len(game.hidden) + sum(columns["sum"])
    found = {"total": total, "fixed": fixed, "fixed_total": fixed_total}
    return found | {name: pack(column) for name, column in columns.items()} | seconds


def stored_second_guesses(opening: str, mode: str = "easy") -> list[SecondGuess]:
    """Read what `best_second_guesses` found after an opening of the original lists, one of `BEST` or `LIKED`."""
    checks.one_of("mode", mode, ("easy", "hard"))
    checks.one_of("opening", opening, BEST + LIKED)
    guesses, rows = original()[1], results("second_guesses")["rows"]
    row = next(row for row in rows if (row["opening"], row["mode"]) == (opening, mode))
    names = ("row", "words", "guess", "alike", "sum", "possible", "further")
    return Table(
        SecondGuess(to_text(code, 5), words, guesses[guess], alike, total, guesses[own], total + further)
        for code, words, guess, alike, total, own, further in zip(*(unpack(row[name]) for name in names), strict=True)
    )

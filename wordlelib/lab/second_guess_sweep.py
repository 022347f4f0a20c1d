"""The best second guesses after twenty openings, as a sweep and as it is stored."""

from functools import cache
from time import process_time
from typing import Any

from wordlelib.core import checks
from wordlelib.core.packing import pack, unpack
from wordlelib.core.tables import Table
from wordlelib.game.feedback import to_text
from wordlelib.game.words import original
from wordlelib.lab.common import kept_game
from wordlelib.lab.results import results
from wordlelib.runs.sweeps import Sweep
from wordlelib.search.exact import Exact
from wordlelib.search.second_guesses import SecondGuess, best_second_guesses, fixed_second_guess

# The ten of least total, and ten others that players like or papers recommend.
BEST = ("salet", "reast", "crate", "trace", "slate", "crane", "carle", "slane", "carte", "torse")
LIKED = ("adieu", "arise", "audio", "great", "irate", "raise", "roate", "soare", "stare", "train")


def second_guesses() -> Sweep:
    """Find the best second guesses after the ten best openings of the original lists, and after ten others."""
    tasks = [{"mode": mode, "opening": word} for mode in ("easy", "hard") for word in BEST + LIKED]
    return Sweep(tasks, find_second_guesses)


def find_second_guesses(mode: str, opening: str) -> dict[str, Any]:
    """Find the best second guesses after an opening of the original lists.

    Parameters
    ----------
    mode
        Easy or hard.
    opening
        The opening.

    Returns
    -------
    dict
        "total" is that of the opening, and "fixed" and "fixed_total" are the results of `fixed_second_guess` in easy
        mode. The other entries are numbers as `packing.pack` writes them, one for each entry of `best_second_guesses`:
        the code of the row, how many words are left, the number of the guess, how many guesses are alike, the total,
        and the number and the further cost of the best possible word.
    """
    policy = _policy(mode)
    game, begun = kept_game(mode), process_time()
    lines = best_second_guesses(game, opening, policy)
    fixed, fixed_total = fixed_second_guess(game, opening, policy) if mode == "easy" else (None, None)
    seconds = round(process_time() - begun, 3)
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
    return found | {name: pack(column) for name, column in columns.items()} | {"cpu_seconds": seconds}


@cache
def _policy(mode: str) -> Exact:
    policy = Exact()
    policy.solver(kept_game(mode)).search(kept_game(mode).start(), "salet")  # what compiles is not timed
    return policy


def stored_second_guesses(opening: str, mode: str = "easy") -> list[SecondGuess]:
    """Read the best second guesses after an opening of the original lists, as the project stores them.

    Parameters
    ----------
    opening
        One of `BEST` or `LIKED`.
    mode
        Easy or hard.

    Returns
    -------
    list of SecondGuess
        The result of `best_second_guesses`.
    """
    checks.one_of("mode", mode, ("easy", "hard"))
    checks.one_of("opening", opening, BEST + LIKED)
    guesses, rows = original()[1], results("second_guesses")["rows"]
    row = next(row for row in rows if (row["opening"], row["mode"]) == (opening, mode))
    names = ("row", "words", "guess", "alike", "sum", "possible", "further")
    return Table(
        SecondGuess(to_text(code, 5), words, guesses[guess], alike, total, guesses[own], total + further)
        for code, words, guess, alike, total, own, further in zip(*(unpack(row[name]) for name in names), strict=True)
    )

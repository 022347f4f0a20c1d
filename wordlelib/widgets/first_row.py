"""The costs of first guesses on the original lists, for pages that show them before anything is computed."""

from functools import cache
from typing import Any

import wordlelib as wl
from wordlelib.game.policy import GREEDY
from wordlelib.lab.results import results

COLUMNS = ["guess", "possible", "score", "parts", "worst", "remaining", "easy", "hard"]


@cache
def first_row() -> dict[str, Any]:
    """Rank the first guesses under each greedy policy, with what each costs in the end.

    In the result, "columns" names the entries of a line. "rows" holds, by the name of the policy, a line for each of
    its best guesses: the guess, whether it may be the word, its score, how many classes it makes, the largest of them,
    the words expected to remain, and the guesses over all hidden words if the policy continues, in easy and in hard
    mode.
    """
    start, stored = wl.wordle().start(), results("first_row")["rows"]
    sums = {(row["base"], row["mode"]): row["sums"] for row in stored}
    rows = {}
    for name, make in GREEDY.items():
        easy, hard = sums[name, "easy"], sums[name, "hard"]
        ranked = make().rank(start, len(easy))
        guesses = [line.guess for line in ranked]
        parts, worst = (score(start, guesses).astype(int).tolist() for score in (wl.number_of_classes, wl.worst_class))
        remaining = wl.expected_remaining(start, guesses).tolist()
        shown = [[line.guess, line.possible, line.score] for line in ranked]
        more = zip(parts, worst, remaining, easy, hard, strict=True)
        rows[name] = [[*line, *others] for line, others in zip(shown, more, strict=True)]
    return {"columns": COLUMNS, "rows": rows}

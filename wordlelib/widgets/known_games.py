"""The first guesses and proven strategies that are stored for the original lists, for pages that judge a game."""

from typing import Any

import numpy as np

import wordlelib as wl
from wordlelib.core.packing import pack
from wordlelib.lab.judging import WIDTH, Known, known_first
from wordlelib.lab.results import results
from wordlelib.widgets.first_row import first_row


def known_games() -> dict[str, Any]:
    """Return the judge's knowledge before anything is computed.

    "listed" holds the numbers of rollout's candidates for the first guess. "easy" and "hard" each have the Q-factors of
    all first guesses: in easy mode each is "least" and its number in "totals", in hard mode that of easy mode and these
    two. "first" is what is proven about them, null in hard mode. "strategy" is the proven one that begins with salet,
    as `sweeps_exact.strategies` stores it. Lists of numbers are texts, as `packing.pack` writes them.
    """
    ranked = first_row()["rows"]["information-gain"][:WIDTH]
    known: dict[str, Any] = {"listed": [wl.wordle().find(guess) for guess, *_ in ranked]}
    below = np.zeros(1, np.int64)
    stored = {row["mode"]: row for row in results("strategies")["rows"]}
    for mode in ("easy", "hard"):
        first = known_first(wl.wordle(mode=mode))
        assert first is not None  # on the original lists
        strategy = {name: stored[mode][name] for name in ("guess", "parent", "code")}
        least = int((first.totals - below).min())
        totals = {"least": least, "totals": pack(first.totals - below - least)}
        known[mode] = totals | {"first": _first(first), "strategy": strategy}
        below = first.totals
    return known


def _first(known: Known) -> dict[str, Any] | None:
    """Return what is proven of first guesses.

    "lost" has by how much the Q-factor of each is above its total, plus 1, or 0 if it is only known to need `others`.
    """
    if known.least is None:
        return None
    best = min(known.proven, key=lambda word: known.proven[word])
    both = zip(wl.words.original()[1], known.totals.tolist(), strict=True)
    lost = pack(total - known.proven[word] + 1 if word in known.proven else 0 for word, total in both)
    return {"best": best, "least": known.least, "others": known.others, "lost": lost}

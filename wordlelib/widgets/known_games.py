"""What is stored of games on the original lists, for pages that judge a game: first guesses and proven strategies."""

from functools import cache
from typing import Any

import numpy as np

import wordlelib as wl
from wordlelib.judging import Judge, Known
from wordlelib.packing import pack
from wordlelib.tree import DecisionTree


@cache
def known_games() -> dict[str, Any]:
    """Give what the judge knows before it computes anything.

    Returns
    -------
    dict
        "listed" holds the numbers of rollout's candidates for the first guess. "easy" and "hard" hold each the
        Q-factors of all first guesses ("totals"), what is proven of them ("first"; null in hard mode) and the proven
        strategy that begins with salet; lists of numbers are text (`packing.pack`).
    """
    judges = {mode: Judge(wl.wordle(mode=mode)) for mode in ("easy", "hard")}
    start = judges["easy"].game.start()
    known: dict[str, Any] = {"listed": judges["easy"].policy.candidates(start).tolist()}
    for mode, judge in judges.items():
        assert judge.known is not None and judge.strategy is not None
        totals = pack(judge.known.totals)
        known[mode] = {"totals": totals, "first": _first(judge.known), "strategy": _as_text(judge.strategy)}
    return known


def _first(known: Known) -> dict[str, Any] | None:
    """Give what is proven of first guesses; `others` is the least that any other one can need."""
    if known.least is None:
        return None
    best = min(known.proven, key=lambda word: known.proven[word])
    return {"best": best, "least": known.least, "others": known.others, "proven": known.proven}


def _as_text(tree: DecisionTree) -> dict[str, str]:
    """Write a tree as lists of numbers, node by node; of the nodes above the steps from one to the next."""
    steps = np.diff(tree.parent[1:], prepend=0)
    return {"guess": pack(tree.guess), "parent": pack(steps), "code": pack(tree.code[1:])}

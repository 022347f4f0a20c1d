"""What pages have of Wordle as it is played now, where any accepted word may be hidden."""

from typing import Any

import wordlelib as wl
from wordlelib.core.packing import pack
from wordlelib.lab.results import results


def accepted() -> dict[str, Any]:
    """Return today's prior over all accepted words, and stored totals of first guesses under it.

    "each" is the weight of every original hidden word, and "others" has those of the other words in their order, as
    `packing.pack` writes them. "first" has for each mode pairs of a guess and its total, rollout's candidates first.
    """
    prior, old = wl.words.accepted_prior(), set(wl.words.original()[0])
    others = pack(int(weight) for word, weight in prior.items() if word not in old)
    first: dict[str, list[Any]] = {"easy": [], "hard": []}
    for row in results("first_accepted")["rows"]:
        first[row["mode"]].append([row["opening"], row["total"]])
    return {"each": int(max(prior.values())), "others": others, "first": first}

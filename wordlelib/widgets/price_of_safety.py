"""The price of safety: what it costs on average to promise that no word needs more than so many guesses."""

from collections.abc import Mapping
from typing import Any

import traitlets

from wordlelib.game.tree import DecisionTree
from wordlelib.widgets.base import Widget

Steps = Mapping[int | None, DecisionTree | None]


class PriceOfSafety(Widget):
    """The average under each promise, how many guesses the words take, and the path to those that need most.

    The best strategies come by the game's name and by the promise. The first is under no promise, with the key None,
    and the others promise fewer and fewer guesses. A strategy of None says that the promise cannot be kept. The
    attributes `game` and `step` are the numbers of the game and of its promise that are shown, and `word` is the one
    whose path is shown, or "" for the first of those that need most.
    """

    _before = ("treepicture.js", "safetytree.js")
    games: traitlets.List = traitlets.List().tag(sync=True)
    game = traitlets.Int().tag(sync=True)
    step = traitlets.Int().tag(sync=True)
    word = traitlets.Unicode().tag(sync=True)

    def __init__(self, games: Mapping[str, Steps]) -> None:
        if not games:
            raise ValueError("games: none given; expected one or more")
        super().__init__(games=[_as_text(name, steps) for name, steps in games.items()])


def _as_text(name: str, steps: Steps) -> dict[str, Any]:
    """Check the strategies of a game, and write the shown part of them.

    The doomed words are those for which the best strategy on average needs more guesses than can be promised.
    """
    free, caps = steps.get(None), [cap for cap in steps if cap is not None]
    if free is None or next(iter(steps)) is not None or caps != sorted(set(caps), reverse=True):
        raise ValueError(f"games: {name!r} has promises {list(steps)}; expected None with a strategy, then ever fewer")
    for cap, tree in steps.items():
        if tree is not None and (tree.game.hidden != free.game.hidden or tree.words != len(tree.game.hidden)):
            raise ValueError(f"games: {name!r} has a strategy for other words; expected the same hidden words in each")
        if tree is not None and cap is not None and tree.worst > cap:
            raise ValueError(f"games: {name!r} needs {tree.worst} guesses; expected at most {cap}, as promised")
    kept = min((cap for cap, tree in steps.items() if tree is not None and cap is not None), default=free.worst)
    number = {word: i for i, word in enumerate(free.game.hidden)}
    doomed = sorted(free.failures(kept), key=lambda word: (-free.guesses_used[number[word]], word))
    return {
        "name": name,
        "hidden": free.words,
        "safe": kept,
        "doomed": doomed,
        "steps": [_step(cap, tree, doomed) for cap, tree in steps.items()],
    }


def _step(cap: int | None, tree: DecisionTree | None, doomed: list[str]) -> dict[str, Any]:
    """Write a promise: the total, how many words take how many guesses, and the paths of the doomed words."""
    if tree is None:
        return {"cap": cap, "total": None, "opening": "", "counts": [], "paths": []}
    return {
        "cap": cap,
        "total": tree.total,
        "opening": tree.opening,
        "counts": list(tree.distribution.values()),
        "paths": [_path(tree, word) for word in doomed],
    }


def _path(tree: DecisionTree, word: str) -> str:
    """Write the rows of a word's game, each with the number of words before it."""
    state, rows = tree.game.start(), []
    for guess, row in tree.path(word):
        rows.append(f"{guess}:{row}:{len(state.words)}")
        state = state.after(guess, row)
    return ",".join(rows)

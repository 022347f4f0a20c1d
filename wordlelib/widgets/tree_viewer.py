"""A decision tree to explore."""

from typing import Any

import numpy as np
import traitlets

from wordlelib.core.packing import pack
from wordlelib.game import words
from wordlelib.game.tree import DecisionTree
from wordlelib.widgets.base import Widget, word_text


class TreeViewer(Widget):
    """A decision tree to open and close, in which a word's path can be followed.

    At first the path of `word` is shown, by default none, and the nodes whose numbers are `opened` are open. The
    attribute `game` holds the reader's own guesses, which are shown beside the tree's for the same word.
    """

    _before = ("treecompare.js",)
    words = traitlets.Unicode().tag(sync=True)
    own: traitlets.List = traitlets.List().tag(sync=True)  # the lists of a game that is not on the original words
    tree: traitlets.Dict = traitlets.Dict().tag(sync=True)
    word = traitlets.Unicode().tag(sync=True)
    opened: traitlets.List = traitlets.List().tag(sync=True)
    game: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(self, tree: DecisionTree, word: str = "", opened: tuple[int, ...] = (0,)) -> None:
        if word:
            tree.path(word)
        for node in opened:
            if not 0 <= node < len(tree.guess):
                raise ValueError(f"opened: {node}; expected numbers from 0 to {len(tree.guess) - 1}")
        played = np.flatnonzero(tree.guesses_used)
        hidden = [tree.game.hidden[i] for i in played]
        guesses = [tree.game.guesses[i] for i in tree.guess]
        possible, further = words.original()
        every = sorted({*possible, *further})
        shared = set(hidden) <= set(possible) and set(guesses) <= set(every)
        lists = [possible, every] if shared else [hidden, sorted(set(guesses))]
        super().__init__(
            words=word_text() if shared else "",
            own=[] if shared else [" ".join(each) for each in lists],
            tree=_as_text(tree, hidden, guesses, lists),
            word=word,
            opened=[int(node) for node in opened],
        )


def _as_text(tree: DecisionTree, hidden: list[str], guesses: list[str], lists: list[list[str]]) -> dict[str, Any]:
    """Write a tree: lists of numbers as text, which point into the two lists of words and the list of rows.

    `ends` names for each hidden word that is played the node at which it is found.
    """
    game = tree.game
    words_at, guesses_at = ({word: i for i, word in enumerate(each)} for each in lists)
    codes = sorted({*tree.code[1:].tolist(), game.solved})
    place = {code: i for i, code in enumerate(codes)}
    return {
        "policy": tree.policy,
        "history": [list(row) for row in tree.history],
        "rows": [game.show(code) for code in codes],
        "solved": place[game.solved],
        "guess": pack(guesses_at[guess] for guess in guesses),
        "parent": pack(tree.parent[1:]),
        "code": pack(place[code] for code in tree.code[1:].tolist()),
        "hidden": pack(words_at[word] for word in hidden),
        "ends": pack(tree.nodes_of(h)[-1] for h in np.flatnonzero(tree.guesses_used).tolist()),
    }

"""The Python side of the tree viewer."""

import numpy as np
import pytest

import wordlelib as wl
from wordlelib.core.packing import unpack
from wordlelib.widgets import TreeViewer
from wordlelib.widgets.tree_viewer import words as word_lists

TINY = wl.wordle(wl.words.tiny())


def paths(viewer):
    """Read the state as the JavaScript does: for each hidden word its guesses."""
    stored = viewer.tree
    possible, further = word_lists.original()
    lists = [text.split(" ") for text in viewer.own] or [possible, sorted({*possible, *further})]
    guess, parent = [lists[1][i] for i in unpack(stored["guess"])], [-1, *unpack(stored["parent"])]
    code = [None, *(stored["rows"][i] for i in unpack(stored["code"]))]
    found = {}
    for word, node in zip((lists[0][i] for i in unpack(stored["hidden"])), unpack(stored["ends"]), strict=True):
        rows, last = [], stored["rows"][stored["solved"]]
        while node >= 0:
            rows.insert(0, (guess[node], last))
            node, last = parent[node], code[node]
        found[word] = rows
    return found


@pytest.mark.parametrize(
    "game",
    [
        TINY,
        wl.wordle(wl.words.original()[0][::40], wl.words.original()[0]),
        wl.wordle(["abcdefg", "gfedcba", "abdcefg"]),
        wl.mastermind(pegs=2, colours=4),
    ],
    ids=["tiny", "part", "seven letters", "mastermind"],
)
def test_a_tree_comes_back(game):
    tree = wl.play(game, wl.InformationGain())
    viewer = TreeViewer(tree)
    assert bool(viewer.own) == (not set(game.hidden) <= set(word_lists.original()[0]))
    assert paths(viewer) == {word: tree.path(word) for word in game.hidden}


def test_a_tree_after_some_rows():
    state = TINY.after([("speed", "-----")])
    tree = wl.play(TINY, wl.InformationGain(), state=state)
    viewer = TreeViewer(tree, state.words[0])
    assert viewer.tree["history"] == [["speed", "-----"]]
    assert paths(viewer) == {word: tree.path(word) for word in state.words}
    assert len(paths(viewer)) < len(TINY.hidden)


@pytest.mark.large
def test_the_whole_game_is_stored_in_little():
    viewer = TreeViewer(wl.play(wl.wordle(), wl.InformationGain()))
    assert sum(len(text) for text in viewer.tree.values() if isinstance(text, str)) < 40_000
    assert viewer.own == []


def test_bad_arguments_are_named():
    tree = wl.play(TINY, wl.InformationGain())
    with pytest.raises(ValueError, match="zzzzz"):
        TreeViewer(tree, "zzzzz")
    with pytest.raises(ValueError, match="opened: -1; expected numbers from 0"):
        TreeViewer(tree, opened=(0, -1))
    assert TreeViewer(tree, opened=(np.int64(0),)).opened == [0]

"""Positions by what is remembered of them: bits against infos, values against minimax, tables against a count."""

import numpy as np
import pytest
from refusals import refuses

import wordlelib as wl
from wordlelib.game.feedback import feedback
from wordlelib.game.knowledge import Info
from wordlelib.lab.representations import KEYS, ORDERS, CountingMinimax, _Infos

ANSWERS = wl.words.original()[0]


def some(rng, n):
    return sorted(map(str, rng.choice(ANSWERS, n, replace=False)))


def test_bits_are_infos(rng):
    """What is known of rows is the "or" of their bits, and the normal form is the same."""
    for _ in range(60):
        words = some(rng, 6)
        infos, hidden = _Infos(words), words[0]
        info, bits = Info.top(5, infos.alphabet), 0
        for guess in words[1:4]:
            row = feedback(guess, hidden)
            info, bits = info.after(guess, row), bits | infos.of_row(guess, row)
            assert infos.info(bits) == info and bits < 1 << infos.size
            assert infos.info(infos.normal(bits)) == info.normal()


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("key", KEYS)
def test_values_are_those_of_minimax(rng, key, order):
    for n in (1, 2, 6, 20):
        for turns, depth in ((6, 2), (6, 4), (3, 6), (2, 4), (1, 2)):
            words = some(rng, n)
            found = CountingMinimax(words, key, order).best_move(depth, turns)
            assert found.value == wl.best_move(wl.wordle(words).start(), depth, turns).value


def test_coarser_keys_have_fewer_entries(rng):
    words = some(rng, 60)
    for order in ORDERS:
        sizes = {key: CountingMinimax(words, key, order).best_move(4).entries for key in KEYS}
        assert sizes["set"] <= sizes["normal"] <= sizes["info"]


def reachable(words):
    """The sets of words that guesses can leave, the found word alone left out."""
    found, waiting = {words}, [words]
    while waiting:
        left = waiting.pop()
        for guess in words:
            parts = {}
            for word in left:
                parts.setdefault(feedback(guess, word), []).append(words.index(word))
            for row, part in parts.items():
                named = tuple(words[i] for i in part)
                if row != "ggggg" and named not in found:
                    found.add(named)
                    waiting.append(named)
    return found


def test_entries_are_positions(rng):
    words = tuple(["fight", "might", "night", "right", *some(rng, 8)])
    search = CountingMinimax(words)
    found = search.best_move(6, 3)
    sets = {tuple(words[i] for i in np.frombuffer(name, np.int32)) for name in search._table}
    assert len(sets) == found.entries <= found.nodes and words in sets
    assert sets <= reachable(words)
    assert found.value == wl.best_move(wl.wordle(words).start(), 6, 3).value and found.key_bytes == 2


def test_what_is_asked_wrongly_is_named():
    refuses("key: 'hints'; expected one of set, info, normal", CountingMinimax, ["cat"], "hints")
    refuses("depth: 3; expected an even number of plies", CountingMinimax(["cat"]).best_move, 3)

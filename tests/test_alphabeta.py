from math import inf

import numpy as np
import pytest
from conftest import KINDS, positions, some_game

import wordlelib as wl
from wordlelib.alphabeta import alphabeta
from wordlelib.minimax import LOST, Minimax

FOUR = ["alone", "atole", "crane", "shame"]


@pytest.mark.parametrize("part", range(KINDS))
def test_values_are_those_of_minimax_with_and_without_cuts(part):
    rng = np.random.default_rng(part)
    kept = some_game(rng, part)
    search = Minimax(kept.game)
    for state in positions(rng, kept, 2):
        for left in (1, 2, 3):
            turns = len(state.rows) + left
            whole, cut = (alphabeta(state, 4, turns, prune) for prune in (False, True))
            value = search.value(state, 4, turns)
            assert whole.value == cut.value == (inf if value == LOST else value)
            assert len(cut.visits) <= len(whole.visits) and not any(visit.cut for visit in whole.visits)


def test_every_step_follows_from_those_below():
    record = alphabeta(wl.wordle(FOUR).start(), 4, 2)
    assert record.value == 0 and record.visits[0].window == "(0, ∞)"
    cuts = 0
    for number, visit in enumerate(record.visits):
        below = [record.visits[i] for i in record.below(number)]
        values = [child.value for child in below]
        if visit.player == "guesser":
            assert visit.value == min(values) and all(child.player == "hinter" for child in below)
            assert not visit.cut or visit.value <= visit.alpha
        elif visit.player == "hinter":
            assert visit.value == max(values) and (not visit.cut or visit.value >= visit.beta)
            rows = wl.wordle(FOUR).start().partition(visit.move) if visit.parent == 0 else None
            assert rows is None or {child.move for child in below} | set(visit.cut) == set(rows)
        else:
            assert visit.value == (0 if visit.move == "ggggg" else inf) and not below
        for child in below:
            assert child.alpha >= visit.alpha and child.beta <= visit.beta
        cuts += len(visit.cut)
    assert cuts > 0


def test_it_can_be_read():
    record = alphabeta(wl.wordle(FOUR).start(), 4, 2)
    text = record.text().splitlines()
    assert text[0] == "start  {alone atole crane shame}  (0, ∞): 0"
    assert len(text) == len(record.visits) + sum(bool(visit.cut) for visit in record.visits)
    cut = sum(len(line.split()) - 2 for line in text if "cut off: " in line)
    assert repr(record) == f"<alpha-beta: value 0, {len(record.visits)} nodes, {cut} moves cut off>"
    lost = alphabeta(wl.wordle(FOUR).start(), 2, 1)
    assert repr(lost).startswith("<alpha-beta: value ∞, ") and lost.text().splitlines()[0].endswith("(0, ∞): ∞")
    html = record._repr_html_()
    assert html.count("<details") == html.count("</details>") == html.count("<summary>")
    assert html.startswith("<details open><summary>start  {alone") and "cut off: " in html


def test_wrong_arguments():
    start = wl.wordle(FOUR).start()
    for depth in (0, 3, True, "4"):
        with pytest.raises(ValueError, match=r"depth: .*; expected an even number of plies"):
            alphabeta(start, depth)
    with pytest.raises(ValueError, match="turns: 0; expected a number"):
        alphabeta(start, 2, 0)
    with pytest.raises(ValueError, match="turns: 1 at .*; expected a guess to make"):
        alphabeta(start.after("alone", "ggggg"), 2, 1)

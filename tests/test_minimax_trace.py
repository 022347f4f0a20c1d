from math import inf

import naive
import numpy as np
import pytest
from games import KINDS, positions, some_game
from refusals import refuses

import wordlelib as wl
from wordlelib.adversary.minimax import Minimax
from wordlelib.adversary.minimax_trace import alphabeta
from wordlelib.kernels.minimax import LOST

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


@pytest.mark.parametrize("part", range(KINDS))
def test_every_step_is_the_one_that_the_rules_ask_for(part):
    """Orders, windows, values and cuts, each from the values of the nodes below that were entered before."""
    rng = np.random.default_rng(20 + part)
    cuts = set()
    for i in range(2):
        kept = some_game(rng, KINDS * i + part)
        for turns in (2, 3):
            record = alphabeta(kept.game.start(), 4, turns)
            states = {0: kept.game.start()}
            assert record.visits[0].window == "(0, ∞)"
            assert record.visits[0][:6] == (-1, record.visits[0].player, "", tuple(kept.game.hidden), 0, inf)
            for number, visit in enumerate(record.visits):
                state, below = states[number], [(i, record.visits[i]) for i in record.below(number)]
                assert visit.words == tuple(state.words)
                moves = [child.move for _, child in below] + list(visit.cut)
                alpha, beta = visit.alpha, visit.beta
                if visit.player == "nobody":
                    lost = not state.solved and len(state.rows) == turns
                    assert visit.value == (0 if state.solved else inf if lost else len(state.words)) and not moves
                    continue
                assert moves == in_order(kept.rule, state, visit)
                assert not visit.cut or len(below) > 0
                for i, child in below:
                    assert alpha < beta
                    assert (child.alpha, child.beta) == (alpha, beta)
                    guesser = visit.player == "guesser"
                    states[i] = state if guesser else state.after(visit.move, child.move)
                    alpha, beta = (alpha, min(beta, child.value)) if guesser else (max(alpha, child.value), beta)
                values = [child.value for _, child in below]
                assert visit.value == (min if visit.player == "guesser" else max)(values)
                assert not visit.cut or alpha >= beta
                cuts.update({visit.player} if visit.cut else ())
    assert cuts == {"guesser", "hinter"}


def in_order(rule, state, visit):
    """The guesses, least largest class first and possible words first of equals; or the rows, largest class first."""
    if visit.player == "hinter":
        parts = naive.partition(rule, visit.move, state.words)
        return sorted(state.partition(visit.move), key=lambda row: -len(parts[row]))

    def largest(guess):
        return max(map(len, naive.partition(rule, guess, state.words).values()))

    allowed = [state.game.guesses[guess] for guess in state.allowed]
    return sorted(allowed, key=lambda guess: (largest(guess), guess not in state.words))


def test_it_says_what_it_has_found():
    record = alphabeta(wl.wordle(FOUR).start(), 4, 2)
    cut = sum(len(visit.cut) for visit in record.visits)
    assert repr(record) == f"<alpha-beta: value 0, {len(record.visits)} nodes, {cut} moves cut off>" and cut > 0
    assert repr(alphabeta(wl.wordle(FOUR).start(), 2, 1)).startswith("<alpha-beta: value ∞, ")


def test_wrong_arguments():
    start = wl.wordle(FOUR).start()
    for depth in (0, 3, 2**40):
        refuses(f"^depth: {depth}; expected an even number of plies from 2 to 20", alphabeta, start, depth)
    for row, turns in (("ggggg", 2), ("ggggg", 1), ("y--gg", 1)):
        refuses(f"turns: {turns} at .*; expected a guess to make", alphabeta, start.after("alone", row), 2, turns)

"""Monte Carlo control over rules of thumb: against a plain twin, and against what can be known of a table."""

import numpy as np
import pytest
from games import Own
from refusals import refuses

import wordlelib as wl
from wordlelib.game.letters import LetterStatistics
from wordlelib.planning.tabular import ROWS, HeuristicTable, monte_carlo_control

IN_ORDER = Own(lambda state: state.words[0])


def last(state):
    """Give the last guess that is allowed and tells something."""
    guesses = [state.game.guesses[i] for i in state.allowed]
    return next(guess for guess in reversed(guesses) if len(state.partition(guess)) > 1 or guess in state.words)


def plain(game, heuristics, choices, words, opening):
    """Fill the table from games whose choices are given: sums and counts, in dictionaries."""
    sums, visits, choices = {}, {}, iter(choices)
    for word in words:
        state, path = game.start(), []
        while not state.solved:
            guess = opening
            if state.history or opening is None:
                size = 0
                while 2 ** (size + 1) <= len(state.words):
                    size += 1
                chosen = next(choices)
                path.append((size, min(len(state.history), ROWS - 1), chosen, len(state.history)))
                guess = heuristics[chosen].decide(state)
            state = state.after(guess, game.answer(guess, word))
        for *entry, made in path:
            sums[tuple(entry)] = sums.get(tuple(entry), 0) + len(state.history) - made
            visits[tuple(entry)] = visits.get(tuple(entry), 0) + 1
    return {entry: sums[entry] / visits[entry] for entry in sums}


@pytest.mark.parametrize("opening", [None, "table"])
def test_the_table_holds_the_mean_of_what_was_still_needed(opening):
    game, heuristics = wl.wordle(wl.words.tiny()), [wl.InformationGain(), LetterStatistics(), IN_ORDER]
    found = monte_carlo_control(game, heuristics, 40, np.random.default_rng(3), 1.0, opening)
    rng = np.random.default_rng(3)
    words = [game.hidden[i] for i in rng.choice(24, 40, p=np.full(24, 1 / 24))]

    class Drawn:
        """With epsilon 1 every choice is drawn, after the coin that says so."""

        def __iter__(self):
            return self

        def __next__(self):
            rng.random()
            return int(rng.integers(3))

    expected = plain(game, heuristics, Drawn(), words, opening)
    assert len(expected) > 10
    for entry, value in expected.items():
        assert found.q[entry] == pytest.approx(value)
    assert np.count_nonzero(found.q) == len(expected)


def test_one_heuristic_gives_its_own_mean():
    game = wl.wordle(wl.words.tiny())
    table = monte_carlo_control(game, [wl.InformationGain()], 3000, np.random.default_rng(0))
    start = table.q[table.place(game.start())][0]
    assert start == pytest.approx(wl.play(game, wl.InformationGain()).mean, abs=0.05)
    assert wl.play(game, table).total == wl.play(game, wl.InformationGain()).total


def test_it_learns_which_rule_is_bad():
    game = wl.wordle(wl.words.tiny())
    heuristics = [IN_ORDER, wl.InformationGain()]
    table = monte_carlo_control(game, heuristics, 2000, np.random.default_rng(1))
    totals = [wl.play(game, policy).total for policy in heuristics]
    assert wl.play(game, table).total <= totals[1] < totals[0]


def test_the_seed_decides():
    game, heuristics = wl.wordle(wl.words.tiny()), [wl.MostClasses(), LetterStatistics()]
    one, other, third = (
        monte_carlo_control(game, heuristics, 100, np.random.default_rng(seed)).q for seed in (5, 5, 6)
    )
    assert np.array_equal(one, other) and not np.array_equal(one, third)


def test_what_lies_beyond_the_table_has_its_last_entry():
    game = wl.wordle(wl.words.tiny())
    table = HeuristicTable([IN_ORDER, wl.InformationGain()], np.array([[[0.0, 1.0]], [[1.0, 0.0]]]).repeat(ROWS, 1))
    start, single = game.start(), game.after([("table", game.answer("table", "music")), ("music", "ggggg")][:1])
    assert table.place(start) == (1, 0) and table.decide(start) == wl.InformationGain().decide(start)
    last = single.after("mummy", game.answer("mummy", "music"))
    assert table.place(last) == (0, 2) and table.decide(last) == "music"


def test_a_table_of_one_row_serves_all_rows():
    game = wl.wordle(wl.words.tiny())
    table = HeuristicTable([wl.InformationGain()], np.zeros((2, 1, 1)))
    assert wl.play(game, table).total == wl.play(game, wl.InformationGain()).total


def test_in_hard_mode_what_is_remembered_is_allowed():
    """The same words may be left after other hints, which forbid what was decided the first time."""
    hidden = ["botch", "might", "mound", "right", "spill", "still", "swine", "watch", "wight"]
    more = ["axion", "caddy", "curry", "flume", "giddy", "horny", "large", "moldy", "octet", "paint", "serve", "snare"]
    more += ["tacit", "timid", "token", "udder", "ultra", "wager", "weigh", "wince"]
    game, heuristics = wl.wordle(hidden, sorted(hidden + more), mode="hard"), [wl.InformationGain(), Own(last)]
    table = monte_carlo_control(game, heuristics, 200, np.random.default_rng(0), epsilon=1.0)
    assert table.q[table.place(game.start())].min() > 1


def test_errors_by_name():
    game, rng = wl.wordle(wl.words.tiny()), np.random.default_rng(0)
    refuses("heuristics: .*; expected a list of policies", monte_carlo_control, game, [], 1, rng)
    refuses("heuristics: 'salet'; expected policies", monte_carlo_control, game, ["salet"], 1, rng)
    useless = wl.wordle(["abc", "abd"], ["abc", "abd", "xyz"])
    with pytest.raises(ValueError, match="opening: 'xyz' tells nothing; expected guesses that do"):
        monte_carlo_control(useless, [IN_ORDER], 1, rng, opening="xyz")
    with pytest.raises(ValueError, match="heuristics: 'xyz' tells nothing; expected guesses that do"):
        monte_carlo_control(useless, [Own(lambda state: "xyz")], 1, rng)
    for shape in ((3, 2), (3, 2, 2), (0, 6, 1), (3, 0, 1)):
        with pytest.raises(ValueError, match="q: .*; expected a Q-factor for each size, row and heuristic"):
            HeuristicTable([IN_ORDER], np.zeros(shape))

"""The ladder of players, and the cut through the Bellman operator."""

import numpy as np
import pytest
from refusals import refuses

import wordlelib as wl
from wordlelib.game.game import Beliefs
from wordlelib.lab import ladder
from wordlelib.lab.common import original_game
from wordlelib.lab.methods import BASES, least_costs
from wordlelib.widgets import Ladder

pytestmark = pytest.mark.large
ROW = "---yg"  # few words are left, so that everything can be done over by plain means


@pytest.fixture(scope="module")
def state():
    return original_game().start().after("salet", ROW)


@pytest.fixture(scope="module")
def cuts():
    return ladder.slices({"worst": wl.WorstClass(), "gain": wl.InformationGain()})


@pytest.mark.parametrize("player", [name for name, rung in ladder.RUNGS.items() if rung.table is not None])
def test_a_sum_is_one_plus_the_mean_of_the_estimates(state, player):
    guess, q = ladder.next_guess(player, state)
    rest = [len(words) for row, words in state.partition(guess).items() if row != "ggggg"]
    table = ladder.RUNGS[player].table
    assert q == pytest.approx(1 + sum(n * table[n] for n in rest) / len(state.words))


@pytest.mark.parametrize("player", ["words left", "entropy", "least possible"])
def test_no_other_candidate_has_a_smaller_sum(state, player):
    _, q = ladder.next_guess(player, state)
    table = ladder.RUNGS[player].table
    for line in wl.InformationGain().rank(state, 10):
        rest = [len(words) for row, words in state.partition(line.guess).items() if row != "ggggg"]
        assert q <= 1 + sum(n * table[n] for n in rest) / len(state.words) + 1e-9


def test_perfect_play_expects_what_it_needs_and_rollout_no_less(state):
    (_, exact), (_, rolled) = (ladder.next_guess(player, state) for player in ("perfect play", "rollout"))
    (least,) = least_costs(Beliefs.of(state))
    assert exact == pytest.approx(least / len(state.words)) and rolled >= exact - 1e-9


def test_players_that_draw_differ_by_their_seed_alone():
    one, again, other = (ladder.ladder_once("any word left", seed)["total"] for seed in (0, 0, 1))
    assert one == again != other


def test_drawn_candidates_are_allowed_and_differ(state):
    ranked = [line.guess for line in ladder.Drawn(np.random.default_rng(0)).rank(state, 10)]
    assert len(set(ranked)) == 10 and set(ranked) <= set(state.game.guesses)


def test_the_sums_of_a_cut_are_those_of_games_played_out(cuts):
    """For one class and all its candidates, by the plain policy and by a proof of each class that is left."""
    game, (left, best) = original_game(), ladder.after_opening("salet")
    place = next(i for i, state in enumerate(left) if state.history[-1][1] == ROW)
    state = left.state(place)
    for k, line in enumerate(wl.InformationGain().rank(state, ladder.WIDTH)):
        after = [state.after(line.guess, row) for row in state.partition(line.guess) if row != "ggggg"]
        played = sum(wl.play(left.game, wl.WorstClass(), state=each).total for each in after)
        exact = sum(int(least_costs(Beliefs.of(each))[0]) for each in after)
        assert cuts["worst"].played[place, k] == len(state.words) + played
        assert cuts["worst"].exact[place, k] == len(state.words) + exact
    assert cuts["worst"].base == wl.play(game, wl.WorstClass(), opening="salet").total
    assert best.sum() + len(game.hidden) == cuts["worst"].optimum


@pytest.mark.parametrize("name", ["worst", "gain"])
def test_the_curve_is_concave_below_its_tangents_and_fixed_at_the_optimum(cuts, name):
    cut = cuts[name]
    totals = np.linspace(cut.optimum - 200, cut.base + 500, 40)
    heights = np.array([cut.after(total) for total in totals])
    assert cut.after(cut.optimum) == cut.optimum and np.all(np.diff(heights, 2) <= 1e-6)
    for total in (cut.optimum + 0.5, float(cut.base)):
        line = cut.line(total)
        assert line(total) == pytest.approx(cut.after(total))
        assert all(line(other) >= height - 1e-6 for other, height in zip(totals, heights, strict=True))
        assert line(cut.newton(total)) == pytest.approx(cut.newton(total))


def test_the_widget_holds_every_player(state):
    made = Ladder([state], player="rollout")
    assert [rung["name"] for rung in made.rungs] == list(ladder.RUNGS) and made.player == "rollout"
    assert made.rungs[-1]["glyph"]["how"] == "least" and made.rungs[-1]["total"] == 7920
    (belief,) = made.beliefs
    assert belief["row"] == ["salet", ROW] and belief["words"] == len(state.words)
    assert [guess for guess, _ in belief["guesses"]] == [ladder.next_guess(name, state)[0] for name in ladder.RUNGS]


def test_the_widget_refuses(state):
    for states in ([], [original_game().start()], "salet", [1]):
        refuses("^states: .*; expected one or more states", Ladder, states)
    refuses("^player: 'best'; expected one of", Ladder, [state], "best")


def drawn(rng):
    """Draw a slice of some classes in which many candidates tie."""
    exact = rng.integers(3, 9, (6, 4)).astype(float)
    played = exact + rng.integers(0, 6, (6, 4))
    best = exact.min(axis=1)
    return ladder.Slice(int(best.sum() + ladder.SIZES[-1] + rng.integers(1, 40)), best, exact, played)


@pytest.fixture(scope="module")
def slices():
    rng = np.random.default_rng(5)
    some = [drawn(rng) for _ in range(50)]
    return [*some, *ladder.slices({name: make() for name, make in BASES.items()}).values()]


def test_the_lowest_of_the_pieces_is_the_curve(slices):
    for cut in slices:
        width = cut.base - cut.optimum
        low, high = cut.optimum - 2 * width, cut.base + 2 * width
        pieces = np.array(list(cut.pieces(low, high).values()))
        totals = np.linspace(low, high, 401)
        heights = pieces[:, :1] + pieces[:, 1:] * totals
        assert heights.min(axis=0) == pytest.approx([cut.after(total) for total in totals], abs=1e-8)


def test_each_piece_is_the_least_where_it_begins(slices):
    for cut in slices:
        pieces = cut.pieces(cut.optimum, cut.base)
        starts = [float(name) for name in pieces]
        slopes = [slope for _, slope in pieces.values()]
        assert starts == sorted(set(starts)) and starts[0] == cut.optimum and starts[-1] < cut.base
        assert slopes == sorted(set(slopes), reverse=True)
        for begin, end, (height, slope) in zip(starts, [*starts[1:], cut.base], pieces.values(), strict=True):
            middle = (begin + end) / 2
            assert height + slope * begin == pytest.approx(cut.after(begin), abs=1e-5)
            assert (cut.line(middle)(0), cut.slope(middle)) == pytest.approx((height, slope), abs=1e-8)


def test_there_are_no_pieces_between_a_total_and_itself(slices):
    assert slices[0].pieces(8000, 8000) == {}

"""Newton's step and the bandit race: what their Python side holds and refuses."""

import json
from functools import partial

import numpy as np
import pytest
from refusals import refuses

from wordlelib.search import bandits
from wordlelib.widgets import BanditRace, NewtonStep
from wordlelib.widgets.base import KEPT_BY_PAGES

WAYS = {"type": (1, 0.9), "think": (2, 0.6), "locksmith": (5, 0.1)}
URNS = [np.arange(10) < ones for ones in (3, 4, 5)]
SAMPLERS = {
    "bound": bandits.Hoeffding(span=1, p=None),
    "puct": bandits.PUCT(),
    "greedy": bandits.EpsilonGreedy(10),
    "thompson": bandits.Thompson(),
    "laplace": bandits.Laplace(),
}


def test_newton_holds_the_lines():
    widget = NewtonStep(WAYS, start=1, steps=2)
    assert widget.controls == [["type", 1.0, 0.9], ["think", 2.0, 0.6], ["locksmith", 5.0, 0.1]]
    assert (widget.start, widget.steps) == (1.0, 2)
    assert widget.limit == pytest.approx(11)
    assert repr(widget) == "NewtonStep()"


def test_newton_leaves_out_policies_that_never_end():
    assert NewtonStep({"wait": (0.5, 1), "think": (2, 0.6)}).limit == pytest.approx(5.5)


def names_what_it_refuses(make, **wrong):
    """Assert that each wrong value of an argument is refused by its name."""
    for name, values in wrong.items():
        for value in values:
            refuses(f"^{name}: .*expected", make, **{name: value})


def test_newton_begins_where_the_axes_do():
    """Lines that cut through totals of Wordle may be below 0 there."""
    widget = NewtonStep({"steep": (-80, 0.99), "flat": (7000, 0.12)}, least=-8100)
    assert widget.start == widget.least == -8100
    assert widget.limit == pytest.approx(7000 / 0.88 + 0.1 * (7000 / 0.88 + 8100))


def test_newton_refuses():
    wrong = (1, 1.5), (float("nan"), 0.5), (float("inf"), 0.5), (0, 1)
    names_what_it_refuses(NewtonStep, controls=({}, {"wait": (1, 1)}, *({**WAYS, "wrong": line} for line in wrong)))
    numbers = {"start": (-1, 12, float("nan")), "steps": (4, -1), "limit": (4.9, float("inf"))}
    names_what_it_refuses(partial(NewtonStep, WAYS), **numbers, least=(5.1, float("nan"), float("-inf")))
    names_what_it_refuses(partial(NewtonStep, WAYS, least=2), start=(1.9,))


@pytest.mark.parametrize("urns", [URNS, [[1.5, 2, 7], [2, 3]], [[0.4]]])
@pytest.mark.parametrize("first, spread", [(0.0, 1.0), (3.0, 0.5)])
def test_race_is_the_librarys(urns, first, spread):
    race = BanditRace(urns, SAMPLERS, pulls=300, seed=7, first=first, spread=spread)
    assert race.samplers == list(SAMPLERS)
    assert race.means == [np.mean(urn) for urn in urns]
    for (arms, tickets), sampler in zip(race.record, SAMPLERS.values(), strict=True):
        chosen = bandits.pull(urns, sampler, 300, np.random.default_rng(7), first=first, spread=spread)
        assert [int(arm) for arm in arms] == chosen.tolist()
        drawn = [race.costs[int(ticket, 36)] for ticket in tickets]
        assert all(cost in urns[arm] for arm, cost in zip(chosen, drawn, strict=True))


def test_race_tickets_explain_the_choices():
    """A greedy sampler's choice follows from the tickets drawn before: no other record can pass."""
    race = BanditRace(URNS, {"laplace": bandits.Laplace(0.5)}, pulls=400, seed=3)
    arms, tickets = race.record[0]
    sums, visits = np.zeros(3), np.zeros(3)
    for arm, ticket in zip(map(int, arms), tickets, strict=True):
        index = (sums - 0.5) / (visits + 1)
        assert index[arm] == pytest.approx(index.min())
        sums[arm] += race.costs[int(ticket, 36)]
        visits[arm] += 1


def test_race_is_small():
    race = BanditRace(URNS, SAMPLERS, pulls=5000)
    stored = {name: value for name, value in race.get_state().items() if name not in KEPT_BY_PAGES and name != "layout"}
    assert len(json.dumps(stored)) < 60_000


def test_race_refuses():
    race = partial(BanditRace, urns=URNS, samplers=SAMPLERS, pulls=10)
    urns = [], [[0, 1], []], [[0, 1]] * 9, [np.arange(40)], [[0, float("nan")]]
    names_what_it_refuses(race, urns=urns, samplers=({}, {"name": "thompson"}))
    names_what_it_refuses(race, pulls=(0, 5001, 10.5), moment=(11, -1))

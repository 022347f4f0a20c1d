"""The race of the methods and the price of safety: what their Python side holds and refuses."""

import numpy as np
import pytest
from refusals import refused, refuses

import wordlelib as wl
from wordlelib.widgets import MethodRace, PriceOfSafety, SearchRace

RUNS = {"greedy": {"a rule": [[(0.05, 30)]]}, "search": {"a tree": [[(0.2, 90), (3, 0)], [(0.4, 7)]]}}


def test_the_race_holds_its_runs():
    race = MethodRace(RUNS, {"a minute": 60}, ["a tree"], 60)
    rule, tree = race.methods
    assert (rule["letter"], rule["kind"], rule["proof"], rule["runs"]) == ("a", 0, False, [[[0.05, 30.0]]])
    assert (tree["letter"], tree["kind"], tree["proof"]) == ("b", 1, True)
    assert tree["runs"] == [[[0.2, 90.0], [3.0, 0.0]], [[0.4, 7.0]]]
    assert race.presets == [["a minute", race.moment]] and race.times[race.moment] == 60


def test_the_moments_go_up_in_equal_factors_and_hold_the_presets():
    times = MethodRace(RUNS, {"a minute": 60}).times
    assert times == sorted(set(times)) and (times[0], times[-1]) == (0.01, 60)
    steps = [t for t in times if t != 60]
    factors = [b / a for a, b in zip(steps, steps[1:], strict=False)]
    assert min(factors) > 1.11 and max(factors) < 1.14
    assert {0.1, 1, 10} < set(times)


def test_the_moments_reach_the_last_run():
    times = MethodRace({"greedy": {"slow": [[(700.5, 3)]]}}, {"a second": 1}).times
    assert times[0] == 1 and times[-2] < 700.5 <= times[-1] < 800


test_the_race_refuses = refused(
    ({"methods": {}}, "methods: 0 of 0 kinds; expected 1 to 26"),
    ({"methods": {"x": {"a": [[(1, 1)]]}, "y": {"a": [[(1, 1)]]}}}, "methods: 2 of 2 kinds; expected .* different"),
    ({"methods": {"x": {"a": []}}}, "methods: 'a' has no run"),
    ({"methods": {"x": {"a": [[]]}}}, "methods: 'a' has a run at"),
    ({"methods": {"x": {"a": [[(2, 5), (1, 3)]]}}}, r"methods: 'a' has a run at \[2, 1\]; expected .* go up"),
    ({"methods": {"x": {"a": [[(0, 5)]]}}}, "methods: 'a' has a run at"),
    ({"methods": {"x": {"a": [[(1, -5)]]}}}, "methods: 'a' is -5 above the optimum"),
    ({"presets": {"never": 0}}, "presets: 0 for 'never'"),
    ({"proofs": ["nobody"]}, r"proofs: \['nobody'\]; expected names"),
    ({"seconds": 61.5}, "seconds: 61.5; expected a preset or a step"),
    by=lambda given: MethodRace(**{"methods": RUNS, "presets": {"a minute": 60}} | given),
)


FAMILY = ["batch", "catch", "hatch", "patch", "watch"]


@pytest.fixture(scope="module")
def steps():
    """Strategies for a family: one word after the other; a guess with all first letters in it; and too few guesses."""
    game = wl.wordle(FAMILY, ["bchpw", *FAMILY])
    return {None: wl.play(wl.wordle(FAMILY), wl.MostClasses()), 3: wl.prove(game, cap=3).tree, 1: None}


def test_the_steps_are_the_trees(steps):
    (held,) = PriceOfSafety({"family": steps}).games
    slow, safe = steps[None], steps[3]
    assert (held["name"], held["hidden"], held["safe"]) == ("family", 5, 3)
    assert [step["cap"] for step in held["steps"]] == [None, 3, 1]
    assert [step["total"] for step in held["steps"]] == [1 + 2 + 3 + 4 + 5, safe.total, None]
    assert [step["opening"] for step in held["steps"]] == [slow.opening, safe.opening, ""]
    assert [step["counts"] for step in held["steps"]] == [[1] * 5, list(safe.distribution.values()), []]


def test_the_paths_of_the_doomed_words(steps):
    (held,) = PriceOfSafety({"family": steps}).games
    assert [len(steps[None].path(word)) for word in held["doomed"]] == [5, 4]
    *kept, impossible = held["steps"]
    assert impossible["paths"] == []
    for step, tree in zip(kept, (steps[None], steps[3]), strict=True):
        for word, text in zip(held["doomed"], step["paths"], strict=True):
            rows = tree.path(word)
            left = [len(tree.game.after(rows[:i]).words) for i in range(len(rows))]
            assert text == ",".join(f"{guess}:{z}:{n}" for (guess, z), n in zip(rows, left, strict=True))


def test_nobody_is_doomed_where_the_best_is_safe(steps):
    (held,) = PriceOfSafety({"family": {None: steps[3], 3: steps[3]}}).games
    assert held["doomed"] == [] and [step["paths"] for step in held["steps"]] == [[], []]


@pytest.mark.parametrize("caps", [[], [3], [3, None], [None, 3, 4]])
def test_the_promises_go_down(caps, steps):
    with pytest.raises(ValueError, match="games: 'family' has promises .*; expected None with a strategy, then ever"):
        PriceOfSafety({"family": dict.fromkeys(caps, steps[3])})


def test_a_strategy_keeps_its_promise_and_plays_the_same_words(steps):
    with pytest.raises(ValueError, match="games: 'family' needs 5 guesses; expected at most 4"):
        PriceOfSafety({"family": {None: steps[None], 4: steps[None]}})
    with pytest.raises(ValueError, match="games: 'family' has a strategy for other words"):
        PriceOfSafety({"family": {None: wl.play(wl.wordle(FAMILY[:3]), wl.MostClasses()), 3: steps[3]}})
    refuses("games: 'family' has promises", PriceOfSafety, {"family": {None: None, 3: steps[3]}})


def test_there_is_a_game():
    refuses("games: none given", PriceOfSafety, {})


TINY = wl.wordle(wl.words.tiny())


def searches(**others):
    rng = np.random.default_rng(1)
    return {"careful": wl.TreeSearch(TINY, rng, spread="careful"), "blind": wl.TreeSearch(TINY, rng, **others)}


def test_a_race_of_searches_holds_lists_and_settings():
    hidden, every = wl.words.original()[0], wl.wordle()
    games = {"tiny": (TINY, 53), "short": (wl.wordle(hidden, hidden), 7973), "long": (every, 7920)}
    race = SearchRace(games, searches(sampler=wl.EpsilonGreedy(2.0)))
    held = [(game["hidden"], game["guesses"], game["least"]) for game in race.games]
    assert held == [("".join(TINY.hidden), None, 53), ("", None, 7973), ("", "", 7920)]
    assert (race.game, race.chosen, race.found) == ("tiny", ["careful"], {})
    config = race.searches[1]["config"]
    assert config["rule"] == {"kind": 0, "parameter": 2.0} and config["bounds"] is True


test_the_race_of_searches_refuses = refused(
    ({"games": {}}, "^games, searches: .*; expected one or more"),
    ({"games": {"x": (wl.wordle(["night"], mode="hard"), 1)}}, "^games: 'x' is .*; expected five-letter words in easy"),
    ({"games": {"x": (wl.wordle(["four"]), 1)}}, "^games: 'x' is .*; expected five-letter words"),
    ({"searches": searches(backup="sampled")}, "^searches: 'blind' is .*; expected a TreeSearch with full backups"),
    ({"searches": {"x": None}}, "^searches: 'x' is None"),
    ({"chosen": ["blind"]}, r"^chosen: \['blind'\]; expected some of careful"),
    ({"iterations": 0}, "^iterations: 0; expected"),
    ({"seeds": 21}, "^seeds: 21; expected"),
    by=lambda given: SearchRace(**{"games": {"tiny": (TINY, 53)}, "searches": searches()} | given),
)

"""The widgets near the top of the chapters: what their Python side holds and refuses."""

import numpy as np
import pytest
from refusals import refused, refuses

import wordlelib as wl
from wordlelib.core.packing import unpack
from wordlelib.planning.adaptive import QMDPControl
from wordlelib.planning.belief import LineSearch
from wordlelib.widgets import (
    ClosingBounds,
    ColouringMachine,
    ExpectedGuesses,
    FirstWords,
    Lookahead,
    PredictFirst,
    Priors,
    RingSearch,
    TwoInfos,
    TwoIterations,
    ValueTower,
    WordsAsArea,
)


def test_a_prediction_is_held():
    made = PredictFirst("How *many*?", ["one", "two"])
    assert (made.question, made.options, made.given) == ("How *many*?", ["one", "two"], "")


def test_a_prediction_may_be_judged():
    made = PredictFirst("How many?", ["one", "two"], right=1, because="There are *two*.")
    assert (made.right, made.because) == (1, "There are *two*.")
    for right in (2, -1, 0.5, "1"):
        refuses("^right: .*; expected 0 to 1, the place of an option", PredictFirst, "?", ["one", "two"], right, "So.")
    for right, because in ((1, ""), (None, "So.")):
        refuses("^because: .*; expected both, or neither", PredictFirst, "?", ["one", "two"], right, because)


@pytest.mark.parametrize("options", [[], ["one"], ["one", "one"], "one"])
def test_a_prediction_needs_options(options):
    refuses("^options: .*; expected two or more, each once", PredictFirst, "Which?", options)


def test_the_machine_begins_with_its_first_pair():
    made = ColouringMachine([("mummy", "music"), ("geese", "these")])
    assert (made.guess, made.hidden, made.row, made.moment) == ("mummy", "music", "gg---", 1)
    assert made.pairs == [["mummy", "music"], ["geese", "these"]]


@pytest.mark.parametrize(
    "pairs, said", [([], "none"), ([("mum", "music")], "'mum'"), ([("music", "MUSIC")], "'MUSIC'")]
)
def test_the_machine_refuses(pairs, said):
    refuses(f"^pairs: {said}; expected", ColouringMachine, pairs)


def test_nothing_is_typed_at_first():
    made = WordsAsArea(["salet", "fuzzy"])
    assert (made.guesses, made.guess, made.classes) == (["salet", "fuzzy"], "", 0)
    assert len(made.words.split("\n")[0]) == 5 * 2315


@pytest.mark.parametrize("guesses, said", [([], "none"), (["salet", "salt", "SALET"], r"\['salt', 'SALET'\]")])
def test_words_as_area_refuses(guesses, said):
    refuses(f"^guesses: {said}; expected words of 5 letters", WordsAsArea, guesses)


def test_the_orders_are_held_as_digits():
    made = FirstWords({"one": [2, 4, 3], "two": (3, 2, 4)}, played=2)
    assert made.orders == [{"name": "one", "used": "243"}, {"name": "two", "used": "324"}]
    assert (made.order, made.played) == (0, 2)


def test_lookahead_holds_what_is_played_and_what_is_kept():
    used = Lookahead("crane", width=3, kept={"width": 1, "opening": ""})
    shown = {"opening": "crane", "base": "information-gain", "width": 3, "hard": False}
    assert {name: getattr(used, name) for name in shown} == shown
    assert used.kept == shown | {"width": 1, "opening": ""} and Lookahead().kept == {} and used.used == []


def test_priors_hold_what_is_played_and_what_is_kept():
    used = Priors("1/8", 3, "crane", kept={"bonus": 0})
    shown = {"temperature": "1/8", "bonus": 3, "opening": "crane"}
    assert {name: getattr(used, name) for name in shown} == shown
    assert used.kept == shown | {"bonus": 0} and Priors().kept == {} and used.prices == []


test_priors_refuse = refused(
    ({"temperature": "3"}, "^temperature: '3'; expected one of 0, 1/8"),
    ({"temperature": 1}, "^temperature: 1; expected one of 0, 1/8"),
    ({"bonus": 65}, "^bonus: 65; expected 0 to 64 bits"),
    ({"opening": "zzzzz"}, "^opening: 'zzzzz'; expected one of the 12,972 guesses, or nothing"),
    ({"kept": {"width": 1}}, "^kept: .*; expected settings among temperature, bonus, opening"),
    ({"kept": {"bonus": -1}}, "^bonus: -1; expected"),
    by=lambda given: Priors(**given),
)


test_lookahead_refuses = refused(
    ({"opening": "zzzzz"}, "^opening: 'zzzzz'; expected one of the 12,972 guesses, or nothing"),
    ({"base": "random"}, "^base: 'random'; expected one of information-gain"),
    ({"width": 0}, "^width: 0; expected a whole number from 1 to 100"),
    ({"width": 101}, "^width: 101; expected"),
    ({"hard": "yes"}, "^hard: 'yes'; expected True or False"),
    ({"kept": {"depth": 1}}, "^kept: .*; expected settings among opening, base, width, hard"),
    ({"kept": {"width": 0}}, "^width: 0; expected"),
    by=lambda given: Lookahead(**given),
)


test_first_words_refuses = refused(
    ({}, 1, r"^orders: of \[\] words; expected one or more, all of the same words"),
    ({"a": [1], "b": [1, 2]}, 1, r"^orders: of \[1, 2\] words"),
    ({"a": []}, 1, "^played: 1; expected 1 to 0"),
    ({"a": [1, 10]}, 1, "^orders: 10 is among them; expected for each order numbers of guesses from 1 to 9"),
    ({"a": [1, 2.5]}, 1, "^orders: .*; expected for each order numbers of guesses from 1 to 9"),
    ([1, 2], 1, r"^orders: \[1, 2\]; expected for each order"),
    ({"a": [1, 2]}, 3, "^played: 3; expected 1 to 2, the number of words"),
    ({"a": [1, 2]}, 1.5, "^played: 1.5; expected 1 to 2"),
    by=FirstWords,
)


def test_two_iterations_hold_the_words():
    made = TwoIterations(wl.words.tiny(), "worst-class")
    assert made.vocabulary == list(wl.words.tiny()) and (made.start, made.moment) == ("worst-class", 0)
    assert made.starts == ["costliest", "worst-class", "list-order"]


test_two_iterations_refuse = refused(
    ({"start": "best"}, "start: 'best'; expected one of costliest, worst-class, list-order"),
    ({"vocabulary": wl.words.original()[0][:300]}, "limit: more than 2,000 beliefs"),
    by=lambda given: TwoIterations(**{"vocabulary": wl.words.tiny()} | given),
)


ROWS = [("shame", "--y-g"), ("crane", "--y-g")]


STEPS = [("0", {"plumb": [0, 1], "batch": [1 / 3, 1 / 3, 1 / 3]}), ("1", {"plumb": [0, 1], "batch": [0.9, 0.05, 0.05]})]


def test_expected_guesses_hold_what_is_given():
    made = ExpectedGuesses("Exponent", {"three words": STEPS}, begin=1)
    assert (made.slider, made.case, made.step) == ("Exponent", "three words", 1)
    assert made.cases["three words"][0] == {"said": "0", "bars": {"plumb": [0, 1], "batch": [0.3333] * 3}}


test_expected_guesses_refuse = refused(
    ({}, 0, "^cases: steps {}; expected one case or more"),
    ({"a": STEPS, "b": STEPS[:1]}, 0, "^cases: steps .*; expected one case or more, with as many steps in each"),
    ({"a": []}, 0, "^cases: steps"),
    ({"a": [STEPS[0], ("1", {"plumb": [1]})]}, 0, "^cases: the strategies of 'a' change"),
    ({"a": [("0", {"plumb": [0.5, 0.4]})]}, 0, "^cases: 'plumb' has .*; expected probabilities with the sum 1"),
    ({"a": [("0", {"plumb": []})]}, 0, "^cases: 'plumb' has"),
    ({"a": [("0", {"plumb": [np.nan]})]}, 0, "^cases: .*; expected probabilities with the sum 1"),
    ({"a": ["zero"]}, 0, "^cases: 'zero'; expected for each step what is set"),
    ([STEPS], 0, "^cases: .*; expected the steps of each case, by its name"),
    ({"a": STEPS}, 2, "^begin: 2; expected"),
    by=lambda cases, begin: ExpectedGuesses("Exponent", cases, begin),
)


def test_two_infos_begin_with_the_first_pair():
    made = TwoInfos([ROWS, [("salet", "-----"), ("crony", "-----")]])
    assert made.rows == made.pairs[0] == [["shame", "--y-g"], ["crane", "--y-g"]] and len(made.pairs) == 2


test_two_infos_refuse = refused(
    ([], r"pairs: lengths \[\]; expected pairs of two rows"),
    ([ROWS, ROWS[:1]], r"pairs: lengths \[2, 1\]; expected"),
    ([[("shame", "--y-g"), ("zzzzz", "-----")]], "'zzzzz'; expected one of the 12,972 guesses"),
    ([[("shame", "--y-g"), ("crane", "--x-g")]], "--x-g"),
    by=TwoInfos,
)


def test_the_bounds_are_the_stored_ones():
    made = ClosingBounds("alphabet", ["salet", "fuzzy"])
    assert (made.order, made.looked) == ("alphabet", ["salet", "fuzzy"])
    assert made.orders["alphabet"] == sorted(made.bounds) and {len(order) for order in made.orders.values()} == {12}
    seconds = [made.bounds[word][1] for word in made.orders["bound"]]
    assert seconds == sorted(seconds) and made.orders["worst"] == made.orders["bound"][::-1]
    gains = wl.information_gain(wl.wordle().start(), made.orders["gain"])
    assert (np.diff(gains) <= 0).all()
    assert made.found["salet"][""][:2] == [7920, 7920] and made.found["clout"]["salet"][0] is None
    assert all(set(found) == {"", *made.bounds} - {word} for word, found in made.found.items())


test_closing_bounds_refuse = refused(
    ({"order": "best"}, "order: 'best'; expected one of bound, gain, alphabet, worst"),
    ({"looked": ["mummy"]}, r"looked: \['mummy'\]; expected some of salet, .*, each once"),
    ({"looked": ["salet", "salet"]}, "looked: .*each once"),
    ({"looked": "salet"}, "looked: 'salet'"),
    by=lambda given: ClosingBounds(**given),
)


TINY = wl.wordle(wl.words.tiny())


def begun(**options):
    return wl.TreeSearch(TINY, np.random.default_rng(1), **options)


def tower(**given):
    usual = {"searches": {"kind": [begun()]}, "totals": {"kind": {"alone": 53}}, "iterations": 3}
    return ValueTower(**usual | {"poses": [("first", "kind", 0, 1)]} | given)


def test_the_tower_is_the_searchs():
    """Every number of every moment, from a search that stops there."""
    totals = {"stone": 57, "alone": 53, "table": 55}
    made = tower(totals={"kind": totals}, searches={"kind": [begun(bounds=False)]}, iterations=12)
    (kind,) = made.runs.values()
    assert (kind["guesses"], kind["totals"], kind["words"]) == (["alone", "table", "stone"], [53, 55, 57], 24)
    assert (made.kind, made.seed, made.moment) == ("kind", 0, 1)
    numbers = iter(unpack(kind["records"][0]["numbers"]))
    for moment in range(13):
        search = begun(bounds=False)
        search.run(moment)
        arms = {arm.guess: arm for arm in search.arms()}
        for guess in kind["guesses"]:
            visits = next(numbers)
            assert visits == (arms[guess].visits + 1 if guess in arms else 0)
            for value in arms[guess][2:6] if visits else ():
                assert next(numbers) == round(2400 * value)
        least, visits = kind["records"][0]["least"].split()[moment].split(":")
        assert arms[least].value == min(arm.value for arm in arms.values()) and arms[least].visits == int(visits)
    assert not list(numbers)


test_the_tower_refuses = refused(
    ({"searches": {}}, "searches: .*; expected one or more of each kind"),
    ({"searches": {"kind": []}}, "searches: .*; expected one or more of each kind"),
    ({"searches": {"kind": ["no"]}}, "searches: 'no'; expected a TreeSearch that has not begun"),
    ({"totals": {}}, r"totals: \[\]; expected totals of some guesses for kind"),
    ({"totals": {"kind": {"zzzzz": 53}}}, "totals: zzzzz for 'kind'; expected guesses of its game"),
    ({"iterations": 0}, "iterations: 0; expected 1 to 1,000"),
    ({"iterations": True}, "iterations: True; expected"),
    ({"poses": []}, "poses: none given"),
    ({"poses": [("a", "other", 0, 1)]}, "poses: .*'other', 0, 1.*; expected a kind"),
    ({"poses": [("a", "kind", 1, 1)]}, "poses: .*'kind', 1, 1.*; expected a kind"),
    ({"poses": [("a", "kind", 0, 4)]}, "poses: .*'kind', 0, 4.*; expected a kind"),
    by=lambda given: tower(**given),
)


def test_the_tower_takes_no_search_that_has_begun():
    search = begun()
    search.run(2)
    refuses("expected a TreeSearch that has not begun", tower, searches={"kind": [search]})


def test_a_ring_search_holds_the_ways_of_its_policies():
    line = LineSearch(5, reach=1, position=2)
    made = RingSearch(line, {"QMDP": QMDPControl(line)}, ring=3, path=[2])
    assert (made.cells, made.reach, made.position, made.ring, made.path) == (5, 1, 2, 3, [2])
    assert made.ways["QMDP"][2] == [2] and len(made.ways["QMDP"][3]) == 14


test_a_ring_search_refuses = refused(
    ({"problem": 5}, "problem: 5; expected a LineSearch"),
    ({"problem": LineSearch(5, 1, error=0.1)}, "problem: .*; expected a search without errors"),
    ({"problem": LineSearch(3, 1, prior=[1, 2, 1])}, "problem: .*; expected .* all cells equally likely"),
    ({"ring": 5}, "ring: 5; expected"),
    ({"path": [7]}, "path: 7; expected"),
    by=lambda given: RingSearch(**({"problem": LineSearch(5, 1), "policies": {}} | given)),
)

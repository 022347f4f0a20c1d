"""The widgets near the top of the chapters: what their Python side holds and refuses."""

import pytest

pytest.importorskip("anywidget")

import wordlelib as wl
from wordlelib.widgets import ColouringMachine, PredictFirst, TwoInfos, TwoIterations, WordsAsArea


def test_a_prediction_is_held():
    made = PredictFirst("How *many*?", ["one", "two"])
    assert (made.question, made.options, made.given) == ("How *many*?", ["one", "two"], "")


@pytest.mark.parametrize("options", [[], ["one"], ["one", "one"], "one"])
def test_a_prediction_needs_options(options):
    with pytest.raises(ValueError, match="^options: .*; expected two or more, each once"):
        PredictFirst("Which?", options)


def test_the_machine_begins_with_its_first_pair():
    made = ColouringMachine([("mummy", "music"), ("geese", "these")])
    assert (made.guess, made.hidden, made.row, made.moment) == ("mummy", "music", "gg---", 0)
    assert made.pairs == [["mummy", "music"], ["geese", "these"]]


@pytest.mark.parametrize(
    "pairs, said", [([], "none"), ([("mum", "music")], "'mum'"), ([("music", "MUSIC")], "'MUSIC'")]
)
def test_the_machine_refuses(pairs, said):
    with pytest.raises(ValueError, match=f"^pairs: {said}; expected"):
        ColouringMachine(pairs)


def test_nothing_is_typed_at_first():
    made = WordsAsArea(["salet", "fuzzy"])
    assert (made.guesses, made.guess, made.classes) == (["salet", "fuzzy"], "", 0)
    assert len(made.words.split("\n")[0]) == 5 * 2315


@pytest.mark.parametrize("guesses, said", [([], "none"), (["salet", "salt", "SALET"], r"\['salt', 'SALET'\]")])
def test_words_as_area_refuses(guesses, said):
    with pytest.raises(ValueError, match=f"^guesses: {said}; expected words of 5 letters"):
        WordsAsArea(guesses)


def test_two_iterations_hold_the_words():
    made = TwoIterations(wl.words.tiny(), "worst-class")
    assert made.vocabulary == list(wl.words.tiny()) and (made.start, made.moment) == ("worst-class", 0)
    assert made.starts == ["costliest", "worst-class", "list-order"]


@pytest.mark.parametrize(
    "given, said",
    [
        ({"start": "best"}, "start: 'best'; expected one of costliest, worst-class, list-order"),
        ({"vocabulary": wl.words.original()[0][:300]}, "limit: more than 2,000 beliefs"),
    ],
)
def test_two_iterations_refuse(given, said):
    with pytest.raises(ValueError, match=said):
        TwoIterations(**{"vocabulary": wl.words.tiny()} | given)


ROWS = [("shame", "--y-g"), ("crane", "--y-g")]


def test_two_infos_begin_with_the_first_pair():
    made = TwoInfos([ROWS, [("salet", "-----"), ("crony", "-----")]])
    assert made.rows == made.pairs[0] == [["shame", "--y-g"], ["crane", "--y-g"]] and len(made.pairs) == 2


@pytest.mark.parametrize(
    "pairs, said",
    [
        ([], r"pairs: lengths \[\]; expected pairs of two rows"),
        ([ROWS, ROWS[:1]], r"pairs: lengths \[2, 1\]; expected"),
        ([[("shame", "--y-g"), ("zzzzz", "-----")]], "'zzzzz'; expected one of the 12,972 guesses"),
        ([[("shame", "--y-g"), ("crane", "--x-g")]], "--x-g"),
    ],
)
def test_two_infos_refuse(pairs, said):
    with pytest.raises(ValueError, match=said):
        TwoInfos(pairs)

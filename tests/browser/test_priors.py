"""Priors: weights and games under a prior in the browser are those of Python, word by word; the widget on its page."""

from itertools import product

import pytest
from watching import Bench, bare_page, opened

import wordlelib as wl
from wordlelib.widgets.priors import TEMPERATURES

HIGHEST = 1e300  # a temperature at which all words are alike, as at an infinite one
THREE = {"batch": 0.9, "catch": 0.05, "latch": 0.05}
# Jobs are played under each prior, one after the other.
GAMES = """async ([lists, shares, settings]) => {
    const computing = wordleWidgets.computing(undefined, ...lists);
    const found = [];
    for (const [heat, opening, bonus] of settings) {
        const weights = Array.from(wordleWidgets.beliefs.weightsOf(shares, 1 / (heat === null ? Infinity : heat)));
        const given = { history: [], width: 1, weights, opening, bonus };
        found.push([weights, await computing.job("rollout", given).promise]);
    }
    computing.close();
    return found;
}"""


@pytest.fixture(scope="module")
def play(chromium):
    """Play under priors in the browser: `play(shares, guesses, settings)`."""
    with bare_page(chromium, "beliefs.js") as page:

        def play(shares, guesses, settings):
            given = [[None if heat == float("inf") else heat, *rest] for heat, *rest in settings]
            lists = [list(shares), sorted({*shares, *guesses})]
            return page.evaluate(GAMES, [lists, list(shares.values()), given])

        yield play


def in_python(shares, guesses, heat, opening, bonus):
    prior = wl.words.heated(shares, min(heat, HIGHEST))
    game = wl.wordle(list(prior), guesses, prior=prior)
    weights = dict(zip(game.hidden, game.weights.tolist(), strict=True))
    tree = wl.play(game, wl.InformationGain(bonus), opening or None)
    found = {"used": tree.guesses_used.tolist(), "opening": tree.opening}
    return [[weights.get(word, 0) for word in shares], found]


def test_three_words_by_hand(play):
    """plumb and then the word: 2. batch, and else one of the others: 0.9 + 0.05 * 2 + 0.05 * 3."""
    settings = [(1, "plumb", 7), (1, "batch", 0), (1, "", 0), (1, "", 2), (0, "", 2), (0, "plumb", 0)]
    found = play(THREE, wl.words.tiny(), settings)
    assert [[each["opening"], each["used"]] for _, each in found] == [
        *(["plumb", [2, 2, 2]], ["batch", [1, 2, 3]], ["plumb", [2, 2, 2]], ["batch", [1, 2, 3]]),
        *(["batch", [1]], ["plumb", [2]]),
    ]


def test_games_are_those_of_python(play):
    every = wl.words.frequencies()
    small = dict(list(every.items())[::13])
    words = list(small)
    for shares, guesses, settings in (
        (small, words, [*product(TEMPERATURES.values(), ("",), (0, 0.5, 3, 64))]),
        (small, words, [*product((1 / 8, 1, 8), (words[5],), (0, 0.3, 2))]),
        (every, wl.words.original()[1], [*product((1, 1 / 4), ("",), (0, 2)), (1 / 2, "salet", 1)]),
    ):
        found = play(shares, guesses, settings)
        assert found == [in_python(shares, guesses, *setting) for setting in settings]


@pytest.mark.parametrize("heat", [heat for heat in TEMPERATURES.values() if heat])
def test_weights_are_those_of_python(play, heat):
    shares = wl.words.frequencies()
    prior = wl.words.heated(shares, min(heat, HIGHEST))
    expected = wl.words.prior_weights(prior, list(prior)).tolist()
    assert play(shares, [], [(heat, "aback", 0)])[0][0] == expected


class Priors(Bench):
    region = "Priors"

    def heat(self, name):
        self.place.get_by_label("Temperature").select_option(name)
        return self.settled()

    def rows(self):
        return {bonus: cells for bonus, _, *cells in self.table()}


bench = opened(Priors, "book/benches")


def test_two_temperatures(bench):
    assert bench.status == (
        "From its own opening ROATE at temperature 1, information gain with a bonus of 2 bits needs 2.704 guesses on "
        "average, and 3.114 without a bonus. The best of 6 bonuses is 3, with 2.701. The prior has 8.44 bits."
    )
    assert "Kept: From its own opening THEIR at temperature 1/4" in bench.compared
    assert (
        "0.833 guesses more on average, 0.307 guesses more without a bonus, and 5.16 bits more in the" in bench.compared
    )
    rows = bench.rows()
    assert list(rows) == ["0", "0.5", "1", "2 (set)", "3", "5"]
    assert rows["0"] == ["3.114", "ROATE", "2.807", "TOWER"] and rows["3"][0] == "★ 2.701"
    bench.heat("1/4")
    assert bench.compared == "This set-up is kept. Change something to compare with it." and len(bench.rows()["0"]) == 2


def test_what_the_page_lets_a_reader_try(bench):
    bench.set(bonus_in_bits="0")
    for name, told in (("1/2", "2.659"), ("1/8", "2.840")):
        assert (
            f"information gain with a bonus of 0 bits needs {told} guesses on average. The best"
            in bench.heat(name).status
        )
    assert bench.status.startswith("From its own opening TWOER at temperature 1/8")
    assert "1.561 guesses on average, and 2.840 without" in bench.set(bonus_in_bits="2").status


def test_any_bonus_and_opening(bench):
    bench.heat("infinite").set(opening=" Salet", bonus_in_bits="7.25")
    mean = wl.play(wl.wordle(), wl.InformationGain(7.25), "salet").mean
    assert (
        f"After SALET at temperature infinite, information gain with a bonus of 7.25 bits needs {mean:.3f}"
        in bench.status
    )
    assert "The best of 7 bonuses" in bench.status and "The prior has 11.18 bits." in bench.status
    rows = bench.rows()
    assert rows["7.25 (set)"][2:] == ["–", ""] and {first for _, first, *_ in rows.values()} == {"SALET"}
    bench.button("Keep for comparison").focus()
    bench.page.keyboard.press("Enter")
    bench.heat("0").set(opening="crane")
    assert "needs 2.000 guesses on average, and 2.000 without a bonus. The best of 7 bonuses is 0" in bench.status
    assert "Kept: After SALET at temperature infinite" in bench.compared
    for typed, mended in (("-1", "0"), ("1000", "64"), ("", "0")):
        assert bench.set(bonus_in_bits=typed).place.get_by_label("Bonus in bits").input_value() == mended


def test_a_link_is_followed_and_games_are_stopped(bench):
    bench.page.evaluate("location.hash = '#w1&priors.temperature=1/2&priors.bonus=0.5'")
    bench.place.get_by_text("at temperature 1/2, information gain with a bonus of 0.5 bits").wait_for()
    bench.settled().place.get_by_label("Temperature").select_option("2")
    bench.place.get_by_text("Playing information gain with bonus").wait_for()
    bench.press("Stop")
    assert bench.status == "Stopped, so these games are not known. Any change begins again."
    assert "at temperature 2, information gain with a bonus of 3 bits" in bench.set(bonus_in_bits="3").status

"""Openings and lookahead: games of rollout in the browser are those of Python, word by word; the widget on its page."""

from itertools import product

import pytest
from playwright.sync_api import Error
from watching import Bench, opened

import wordlelib as wl
from wordlelib.game.policy import GREEDY

FAMILY = ["batch", "catch", "hatch", "patch"]
GAMES = """async ([lists, jobs]) => {
    const computing = wordleWidgets.computing(undefined, ...lists);
    const found = [];
    for (const given of jobs) found.push(await computing.job("rollout", { history: [], ...given }).promise);
    computing.close();
    return found;
}"""


def played(engine, game, setups):
    """Play set-ups (opening, base policy, width) in the browser."""
    names, hard = ("opening", "score", "width"), game.mode == "hard"
    jobs = [dict(zip(names, setup, strict=True)) | {"hard": hard} for setup in setups]
    return [(each["opening"], each["used"]) for each in engine(GAMES, [[game.hidden, game.guesses], jobs])]


def in_python(game, opening, base, width):
    tree = wl.play(game, wl.Rollout(GREEDY[base](), width), opening or None)
    return tree.opening, tree.guesses_used.tolist()


def test_two_openings_by_hand(engine):
    """cbpxx tells all four apart: 2 + 2 + 2 + 2. batch: 1, and else cbpxx and the word: 3 + 3 + 3."""
    game = wl.wordle(FAMILY, [*FAMILY, "cbpxx"])
    found = played(engine, game, [("cbpxx", "worst-class", 1), ("batch", "worst-class", 9)])
    assert found == [("cbpxx", [2, 2, 2, 2]), ("batch", [1, 3, 3, 3])]


def test_an_opening_that_tells_nothing_or_is_none_is_refused(engine):
    game = wl.wordle(FAMILY, [*FAMILY, "xxxxx"])
    for opening, told in (("xxxxx", "This opening tells nothing"), ("zzzzz", '"zzzzz" is not one of the guesses')):
        with pytest.raises(Error, match=told):
            played(engine, game, [(opening, "worst-class", 1)])


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_games_are_those_of_rollout_in_python(engine, mode):
    small, every = wl.wordle(wl.words.original()[0][::13], mode=mode), wl.wordle(mode=mode)
    for game, setups in (
        (small, [*product(("", small.hidden[5]), GREEDY, (1, 10))]),
        (every, [("salet", "information-gain", 1), ("salet", "information-gain", 10), ("", "most-classes", 1)]),
    ):
        assert played(engine, game, setups) == [in_python(game, *setup) for setup in setups]


class Lookahead(Bench):
    region = "Openings and lookahead"


bench = opened(Lookahead, "book/benches")


def test_rollout_beside_its_base_policy(bench):
    assert bench.status == (
        "After SALET, rollout of width 10 on information-gain takes 7,921 guesses for 2,315 words, 3.422 on average "
        "and 5 at most."
    )
    assert "Kept: After SALET, information-gain alone takes 7,946 guesses for 2,315 words" in bench.compared
    assert "25 guesses fewer in all: 114 words take fewer, 93 more and 2,108 as many." in bench.compared
    rows = [[each for each in row if each] for row in bench.table()]
    assert rows == [line.split() for line in ("1 0 0", "2 78 79", "3 1,224 1,206", "4 972 982", "5 41 46", "6 0 2")]
    bench.set(width="1")
    assert bench.status.startswith("After SALET, information-gain alone takes 7,946") and len(bench.table()[0]) == 3
    assert bench.compared == "This set-up is kept. Change something to compare with it."


def test_another_set_up_is_kept_by_keys(bench):
    bench.set(opening=" Qajaq")
    assert "rollout of width 10 on information-gain takes" in bench.status and bench.status.startswith("After QAJAQ")
    bench.button("Keep for comparison").focus()
    bench.page.keyboard.press("Enter")
    bench.place.get_by_label("Base policy").select_option("most-classes")
    bench.set(opening="", width="1")
    bench.place.get_by_label("hard mode").check()
    game = wl.wordle(mode="hard")
    tree = wl.play(game, wl.MostClasses())
    told = f"opening {tree.opening.upper()} in hard mode, most-classes alone takes {tree.total:,} guesses"
    assert told in bench.settled().status
    assert bench.compared.startswith("Kept: After QAJAQ, rollout of width 10 on information-gain")


def test_what_cannot_be_set_is_refused_or_mended(bench):
    said = bench.status
    bench.set(opening="xxxxx")
    assert bench.place.locator(".ww-problem").inner_text() == '"xxxxx" is not in the list of guesses.'
    assert bench.status == said
    for typed, mended in (("0", "1"), ("1000", "100"), ("2.6", "3")):
        bench.set(width=typed)
        assert bench.place.get_by_label("Width").input_value() == mended


def test_games_are_stopped_and_begun_again(bench):
    bench.place.get_by_label("Width").fill("100")
    bench.page.keyboard.press("Enter")
    bench.settled()
    bench.place.get_by_label("Opening").fill("")
    bench.page.keyboard.press("Enter")
    bench.place.get_by_text("guess 1 of 2,315 games").wait_for()
    bench.button("Stop").focus()
    bench.page.keyboard.press("Enter")
    assert bench.status == "Stopped, so these games are not known. Any change begins again."
    assert bench.place.get_by_label("Opening").evaluate("field => field === document.activeElement")
    assert bench.button("Keep for comparison").is_disabled() and bench.place.locator("tbody").count() == 0
    assert bench.set(width="10").status.startswith("From its own opening")


def test_a_link_is_followed_and_a_browser_that_cannot_compute_says_so(bench):
    bench.page.evaluate("location.hash = '#w1&lookahead.opening=crane&lookahead.hard=1&lookahead.width=2'")
    bench.place.get_by_text("After CRANE in hard mode, rollout of width 2 on information-gain takes").wait_for()
    bench.page.evaluate("""() => {
        kept = [wordleWidgets.computer, wordleWidgets.host];
        wordleWidgets.computer = undefined;
        wordleWidgets.host = () => { throw new Error("low memory."); };
        renew();
    }""")
    bench.place.get_by_text("This browser cannot compute this: low memory.").wait_for()
    assert bench.settled().place.locator("tbody").count() == 0
    bench.page.evaluate("() => { [wordleWidgets.computer, wordleWidgets.host] = kept; }")

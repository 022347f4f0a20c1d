"""The Q-factor table of chapter 5 on the published page: its numbers are the library's."""

import pytest
from watching import Board, Region, opened

import wordlelib as wl
from wordlelib.game.policy import GREEDY

GAME = wl.wordle()


class Table(Board):
    """The widget of chapter 5, as a reader uses it."""

    region = "Q-factor table"

    def lines(self):
        return self.table() if self.place.locator("table").count() else []

    def check(self, history, base="information-gain", width=10):
        state, policy = GAME.after(history), GREEDY[base]()
        n, rollout = len(state.words), wl.Rollout(GREEDY[base](), width)
        factors = {line.guess: line for line in rollout.q_factors(state)}
        ranked, lines = policy.rank(state, width), self.lines()
        assert [line[0] for line in lines] == [row.guess + " ✓" * row.possible for row in ranked]
        assert [float(line[4]) for line in lines] == pytest.approx([row.score for row in ranked], abs=0.0051)
        sums = [round(n * factors[row.guess].q) for row in ranked]
        assert [int(line[2].replace(",", "")) for line in lines] == sums
        least = min(sums)
        assert [line[3].strip() for line in lines] == ["least" if s == least else f"+{s - least}" for s in sums]
        chosen = sums.index(least)
        assert ranked[chosen].guess == next(iter(factors))
        assert ["rollout" in line[1] for line in lines] == [i == chosen for i in range(width)]
        assert ["base" in line[1] for line in lines] == [i == 0 for i in range(width)]
        word, total = f"{n} word" + "s" * (n > 1), f"{least} guesses for the"
        assert f"{total} {word} left" in self.status.replace(",", "")
        assert ("agrees" in self.status) == (chosen == 0)
        if chosen:
            assert self.status.startswith(f"Rollout guesses {ranked[chosen].guess.upper()}: ")
            assert f"left, {sums[0] - least} fewer than after {ranked[0].guess.upper()}" in self.status
        return ranked


table = opened(Table, "book/05_rollout")


def test_base_policies_and_widths(table):
    history = [("salet", "-yyy-")]
    for base in GREEDY:
        table.place.get_by_label("Base policy").select_option(base)
        table.settled().check(history, base)
    table.place.get_by_label("Base policy").select_option("information-gain")
    for width in (1, 30):
        table.place.get_by_label("Width").fill(str(width))
        table.page.keyboard.press("Tab")
        table.settled().check(history, width=width)


def test_rows_by_hand_and_by_a_hidden_word(table):
    table.place.get_by_role("button", name="A, place 2: yellow").focus()
    for key in ("-", "ArrowLeft", "ArrowRight", "-", "-"):
        table.page.keyboard.press(key)
    ranked = table.settled().check([("salet", "-----")])
    table.place.get_by_role("button", name=f"{ranked[2].guess}", exact=False).click()
    table.grey().check([("salet", "-----"), (ranked[2].guess, "-----")])
    table.place.get_by_label("Width").fill("2")
    table.press("Start again").hide("abbey").type("salet")
    table.check([("salet", GAME.answer("salet", "abbey"))], width=2)


def test_extremes(table):
    table.place.get_by_role("button", name="E, place 4: yellow").focus()
    table.page.keyboard.press("g")
    width = table.place.get_by_label("Width").input_value()
    for wanted in ("99", "-3", "", "2.4"):
        table.place.get_by_label("Width").fill(wanted)
        table.page.keyboard.press("Tab")
        assert table.settled().place.get_by_label("Width").input_value() == width
        assert table.alert == f'Width: "{wanted}"; expected a whole number from 1 to 30.'
    table.place.get_by_label("Width").fill("2")
    table.page.keyboard.press("Tab")
    assert table.settled().alert == "" and len(table.lines()) == 2
    table.press("Start again").hide("crane").type("crane")
    assert table.status == "Only crane is left." and table.lines() == []
    table.place.get_by_role("button", name="C, place 1: green").focus()
    table.page.keyboard.press("-")
    assert "No word agrees" in table.settled().status and table.lines() == []
    table.type("xxxxx")
    assert '"xxxxx" is not in the list' in table.alert


def test_an_answer_that_comes_too_late_is_not_shown(table):
    table.place.get_by_role("button", name="Start again").click()
    table.type("salet").grey().check([("salet", "-----")])


def test_long_work_shows_how_far_it_is_and_can_be_stopped(table):
    # a base and a width whose first row is not stored with the page
    table.page.evaluate("() => { wordleWidgets.openings = undefined; }")
    table.page.evaluate("renew()")
    table = Region(table.page, "Q-factor table")
    table.button("Start again").click()
    bar = table.place.get_by_role("progressbar")
    table.page.wait_for_function("bar => bar.value > 0", arg=bar.element_handle())
    table.press("Stop")
    assert table.status.startswith("Stopped, so the rest of the Q-factors is not computed.")
    assert not table.button("Stop").is_visible()
    missing = [row[2] for row in table.table()].count("…")
    assert 0 < missing < len(table.table())
    table.place.get_by_label("Guess", exact=True).fill("salet")
    table.page.keyboard.press("Enter")
    table.press("The rest is grey")
    table.page.wait_for_function("!document.querySelector('.ww-place[aria-busy]')")
    assert "…" not in [row[2] for row in table.table()]

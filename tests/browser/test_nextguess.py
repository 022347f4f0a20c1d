"""What to guess next, on its page: what is stored, searched for and proven there is what the library finds."""

import re

import pytest
from test_every_page import faults
from watching import Board, opened

import wordlelib as wl
from wordlelib.lab.second_guess_sweep import BEST, LIKED, stored_second_guesses

PAGE = "book/second_guesses"


class Next(Board):
    """The widget, as a reader uses it."""

    region = "What to guess next"

    @property
    def answer(self):
        return self.place.locator(".ww-loud").inner_text(), self.place.locator(".ww-next-more").inner_text()

    @property
    def work(self):
        return self.place.locator(".ww-work [role=status]").inner_text()

    def after(self, *rows, hard=False):
        """Show rows by the address."""
        shown = ",".join(f"{guess}:{row}" for guess, row in rows)
        self.page.evaluate(f"location.hash = '#w1&nextguess.history={shown}&nextguess.hard={int(hard)}'")
        many = f"document.querySelectorAll('.ww-next .ww-board .ww-row').length === {len(rows)}"
        self.page.wait_for_function(
            f"{many} && !!document.querySelector('.ww-next input:checked') === {str(hard).lower()}"
        )
        return self.settled()


widget = opened(Next, PAGE)


def test_the_twenty_openings_are_offered(widget):
    names = widget.place.get_by_role("group", name="Openings").get_by_role("button").all_inner_texts()
    assert names == [*BEST, *LIKED]
    widget.place.get_by_role("button", name="crane: add this guess").click()
    first = stored_second_guesses("crane")[0]
    assert widget.history() == [("crane", first.row)] and first.guess.upper() in widget.answer[0]


@pytest.mark.parametrize(("opening", "mode"), [("salet", "easy"), ("adieu", "hard")])
def test_what_is_stored_is_the_library_s(widget, opening, mode):
    lines = stored_second_guesses(opening, mode)
    for line in lines[:: max(len(lines) // 12, 1)]:
        loud, more = widget.after((opening, line.row), hard=mode == "hard").answer
        assert loud.startswith(f"Guess {line.guess.upper()}: the {line.words:,} word")
        each = float(re.search(r", ([\d.]+) each", loud)[1])
        assert f"{line.total:,} guess" in loud and each == pytest.approx(line.total / line.words, abs=0.0051)
        assert more.startswith("No other guess" if line.alike == 1 else f"{line.alike:,} guesses are equally good.")
        right = (
            "It may be right itself."
            if line.possible == line.guess
            else f"{line.possible.upper()}, with {line.possible_total:,}."
        )
        assert more.endswith(right)
    rows = [row[1:] for row in widget.table()]
    shown = [(x.words, x.guess, x.alike, x.total, x.possible, x.possible_total) for x in lines[:15]]
    assert rows == [[each if isinstance(each, str) else f"{each:,}" for each in line] for line in shown]


def test_what_is_stored_is_proven_on_the_spot(widget):
    line = stored_second_guesses("salet")[0]
    before = widget.after(("salet", line.row)).answer
    widget.press("Prove it here")
    widget.place.get_by_text("Proven on this device").wait_for(timeout=60_000)
    assert f": {line.total} guesses," in widget.work and widget.answer == before


@pytest.mark.parametrize("hard", [False, True])
def test_another_opening_is_searched_as_the_library_searches(widget, hard):
    game = wl.wordle(mode="hard" if hard else "easy")
    state = game.start().after("ouija", "-y--y")
    loud, more = widget.after(("ouija", "-y--y"), hard=hard).answer
    total = wl.Exact().solver(game).search(state)[0].upper
    assert f"the {len(state.words)} words left need {total} guesses in all" in loud
    guess = loud.split()[1].strip(":").lower()
    assert wl.Exact().solver(game).search(state, guess)[0].upper == total
    possible = [wl.Exact().solver(game).search(state, word)[0].upper for word in state.words if word in game.guesses]
    least = min(each for each in possible if each is not None)
    assert ("It may be right itself." in more) == (guess in state.words)
    if guess not in state.words and len(state.words) <= 30:
        assert more.endswith(f", with {least}.")


def test_later_rows_and_ends_are_told(widget):
    widget.after(("salet", "-----"), ("courd", "-g---"))
    assert widget.answer[0].startswith("Guess ") and "Proven on this device" in widget.work
    assert widget.after(("crane", "ggggg")).answer[0] == "The word is found."
    none = "None of the 2,315 original hidden words fits these colours."
    assert widget.after(("fuzzy", "yyyyy")).answer == (
        none,
        "No other word that may be guessed fits either. Please check the tiles.",
    )
    widget.press("Start again")
    assert widget.answer[0].startswith("Type your opening") and widget.table() == []


def test_accepted_words_are_named_where_no_original_word_fits(widget):
    found = {}
    for rows in ([("salet", "-y---"), ("guana", "gggg-")], [("crane", "-y-gy")], [("salet", "yg-g-")]):
        fits = [w for w in wl.words.original()[1] if all(wl.feedback.feedback(guess, w) == row for guess, row in rows)]
        loud, more = widget.after(*rows).answer
        assert loud == "None of the 2,315 original hidden words fits these colours."
        many, names = re.fullmatch(r"Other words .* may be guessed (\S+) fits?: (.*)\.", more).groups()
        assert many == ("one" if len(fits) == 1 else str(len(fits)))
        named, further = re.fullmatch(r"(.*?)(?: and (\d+) more)?", names).groups()
        assert named.split(", ") == fits[:20] and int(further or 0) == max(len(fits) - 20, 0)
        found[len(fits)] = fits
    assert found[1] == ["guano"] and max(found) > 20


def test_a_large_belief_waits_for_the_reader(widget):
    widget.after(("fuzzy", "-----"))
    assert "may take minutes" in widget.answer[1]
    widget.place.get_by_role("button", name="Search for it").click()
    widget.place.get_by_text("At least").wait_for(timeout=60_000)
    widget.press("Stop")
    assert widget.work == "Stopped." and widget.button("Search for it").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault_on_a_phone(widget, scheme):
    widget.page.emulate_media(color_scheme=scheme)
    widget.page.set_viewport_size({"width": 390, "height": 844})
    widget.after(("salet", "-----"))
    assert faults(widget.page, within=[".ww-place"]) == []
    assert widget.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_python_reads_the_answer(watched, again):
    page = watched.open(PAGE)
    again(page, "NextGuess")
    line = stored_second_guesses("salet")[0]
    page.evaluate("(row) => w.put({ history: [['salet', row]] })", line.row)
    assert page.evaluate("w.state.best") == {
        **{"guess": line.guess, "alike": line.alike, "total": line.total},
        **{"possible": line.possible, "possible_total": line.possible_total},
    }
    page.evaluate("w.stop()")
    assert page.evaluate("Object.values(w.calls).flat().length") == 0

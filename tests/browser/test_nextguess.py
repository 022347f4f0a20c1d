"""What to guess next, on its page: what is stored, searched for and proven there is what the library finds."""

import re
from math import log2

import pytest
from test_every_page import faults
from watching import Board, opened

import wordlelib as wl
from wordlelib.lab.second_guess_sweep import BEST, LIKED, stored_second_guesses

PAGE = "book/second_guesses"
ORIGINAL = wl.words.original()[0]


class Next(Board):
    """The widget, as a reader uses it."""

    region = "What to guess next"

    @property
    def answer(self):
        return self.place.locator(".ww-loud").inner_text(), self.place.locator(".ww-next-more").inner_text()

    @property
    def work(self):
        return self.place.locator(".ww-work [role=status]").inner_text()

    @property
    def odds(self):
        return self.place.locator(".ww-next-odds").inner_text()

    def after(self, *rows, hard=False, hidden="original", chosen=None):
        """Show rows by the address; what may be hidden is what it says, or what the widget has chosen."""
        shown = ",".join(f"{guess}:{row}" for guess, row in rows)
        state = f"history={shown}&nextguess.hard={int(hard)}&nextguess.hidden={hidden}"
        self.page.evaluate(f"location.hash = '#w1&nextguess.{state}'")
        many = f"document.querySelectorAll('.ww-next .ww-board .ww-row').length === {len(rows)}"
        shows = f"document.querySelector('.ww-next select').value === '{chosen or hidden}'"
        self.page.wait_for_function(
            f"{many} && {shows} && !!document.querySelector('.ww-next input:checked') === {str(hard).lower()}"
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
    none = "None of the 12,972 accepted words fits these colours. Please check the tiles."
    assert widget.after(("fuzzy", "yyyyy")).answer == (none, "")
    widget.press("Start again")
    assert widget.answer[0].startswith("Type your opening") and widget.table() == []


def expected_odds(game, state):
    """Give what is said of the words left: the original ones, and of the others the likeliest, by their names."""
    weights = dict(zip(game.hidden, game.weights.tolist(), strict=True))
    old = [word for word in state.words if word in ORIGINAL]
    others = sorted({*state.words} - {*old}, key=lambda word: (-weights[word], word))
    total = sum(weights[word] for word in state.words)

    def share(*words):
        part = sum(weights[word] for word in words) / total
        rest = min(part, 1 - part)
        digits = 0 if not rest else 2 if rest < 0.00995 else 1 if rest < 0.0995 else 0
        return "less than 0.01%" if 0 < part < 0.00005 else f"{100 * part:.{digits}f}%"

    def some(words, names):
        return ", ".join(names[:8]) + (f" and {len(words) - 8:,} more" if len(words) > 8 else "")

    alone = old and len(others) == 1
    named = some(others, [word if alone else f"{word} {share(word)}" for word in others])
    if not old:
        return f"Odds by today's prior: {named}."
    first = f"{len(old):,} original word{'s' * (len(old) > 1)} with {share(old[0])}{' each' * (len(old) > 1)}"
    together = " together" * (len(others) > 1)
    second = f", and {len(others):,} other word{'s' * (len(others) > 1)} with {share(*others)}{together} ({named})"
    return f"Odds by today's prior: {first} ({some(old, old)}){second if others else ''}."


def check_today(widget, game, state):
    """Compare what is shown after some rows with the library's search under today's prior."""
    loud, more = widget.answer
    weight = game.weights[state.members].sum()
    (total, _), _ = wl.Exact().solver(game).search(state)
    guess = loud.split()[1].strip(":").lower()
    assert loud == (
        f"Guess {guess.upper()}: it needs {total / weight:.3f} guesses on average, itself included, "
        "and no guess needs fewer."
    )
    assert wl.Exact().solver(game).search(state, guess)[0] == (total, total)
    if guess in state.words:
        assert more.startswith("It may be right itself, with probability ")
    elif len(state.words) <= 30:
        possible = [wl.Exact().solver(game).search(state, word)[0].upper for word in state.words]
        assert f", with {min(filter(None, possible)) / weight:.3f}; it is right with probability " in more
    else:
        assert more == "It cannot be right itself."
    assert widget.odds.endswith(expected_odds(game, state))
    assert f": {total / weight:.3f} guesses on average, " in widget.work
    before = game.weights.sum() if len(state.rows) == 1 else None
    if before:
        note = widget.place.locator(".ww-board .ww-line > span").inner_text()
        assert note == f"{len(state.words):,} word{'s' * (len(state.words) > 1)} left, {log2(before / weight):.2f} bits"


@pytest.mark.parametrize("mode", ["easy", "hard"])
@pytest.mark.parametrize("row", [("salet", "-g--y"), ("crane", "-gg-g"), ("salet", "yy--y")])
def test_any_accepted_word_may_be_hidden_by_choice(widget, accepted_game, mode, row):
    game = accepted_game if mode == "easy" else wl.wordle(mode="hard", hidden="accepted")
    widget.after(row, hard=mode == "hard", hidden="accepted")
    check_today(widget, game, game.start().after(*row))
    assert widget.place.get_by_label("Hidden may be").input_value() == "accepted" and widget.table() == []


def test_the_choice_is_the_reader_s_and_stands_in_the_address(widget):
    before = widget.after(("salet", "-g--y")).answer
    widget.place.get_by_label("Hidden may be").select_option("any accepted word, by today's odds")
    widget.settled()
    assert "on average" in widget.answer[0] and widget.table() == []
    widget.page.wait_for_function("location.hash.includes('nextguess.hidden=accepted')")
    widget.place.get_by_label("Hidden may be").select_option("one of the original 2,315")
    widget.settled()
    assert widget.answer == before and widget.odds == "" and len(widget.table()) == 15
    widget.page.evaluate("location.hash = '#w1&nextguess.history=salet:-----&nextguess.hidden=none'")
    widget.page.get_by_text('hidden is "none", expected one of original, accepted').wait_for()
    assert widget.history() == [] and widget.place.get_by_label("Hidden may be").input_value() == "original"


@pytest.mark.parametrize("rows", [[("salet", "-y---"), ("guana", "gggg-")], [("crane", "-y-gy")]])
def test_where_no_original_word_fits_the_prior_of_today_holds(widget, accepted_game, rows):
    widget.after(*rows, chosen="accepted")
    state = accepted_game.after(rows)
    assert not {*state.words} & {*ORIGINAL}
    none = "None of the 2,315 original words fits, so any accepted word may be hidden."
    assert widget.odds.startswith(f"{none} Odds by")
    check_today(widget, accepted_game, state)
    assert widget.place.get_by_label("Hidden may be").input_value() == "accepted"


def test_the_prior_is_loaded_where_it_is_needed(watched):
    page = watched.open_anew(PAGE)
    loaded = (
        """() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/accepted.js")).length"""
    )
    assert page.evaluate(loaded) == 0
    page.evaluate("location.hash = '#w1&nextguess.history=salet:-g--y&nextguess.hidden=accepted'")
    page.get_by_text("Odds by today's prior").wait_for()
    assert page.evaluate(loaded) == 1


def test_a_prior_that_comes_late_disturbs_nothing(watched):
    """The reader has gone back to the original words by then; rows say no bits without the prior."""
    page, held = watched.open_anew(PAGE), []
    page.route("**/accepted.js", lambda route: held.append(route))
    page.evaluate("location.hash = '#w1&nextguess.history=snafu:ggggg'")
    page.get_by_text("Loading today's prior").wait_for()
    line = page.locator(".ww-next .ww-line span").get_by_text("1 word left")
    assert line.inner_text() == "1 word left"
    page.evaluate("location.hash = '#w1&nextguess.history=salet:-g--y'")
    answer = page.locator(".ww-next .ww-status").get_by_text("and no guess needs fewer")
    answer.wait_for()
    before = answer.inner_text()
    page.get_by_role("button", name="Prove it here").click()
    held.pop().fulfill(status=404)
    page.get_by_text("Proven on this device").wait_for()
    assert answer.inner_text() == before and page.locator(".ww-next .ww-problem").all_inner_texts() == ["", ""]
    assert len(watched.faults) == 1 and "accepted.js" in watched.faults.pop()
    page.unroute("**/accepted.js")
    page.evaluate("location.hash = '#w1&nextguess.history=snafu:ggggg'")
    prior = wl.words.accepted_prior()
    bits = log2(sum(prior.values()) / prior["snafu"])
    line.get_by_text(f"{bits:.2f} bits").wait_for()


def test_nothing_that_may_be_otherwise_is_certain(widget, accepted_game):
    widget.after(("salet", "yy-gg"), hidden="accepted")
    state, prior = accepted_game.start().after("salet", "yy-gg"), wl.words.accepted_prior()
    share = prior["asset"] / sum(prior[word] for word in state.words)
    assert len(state.words) == 2 and 0.995 < share < 1
    assert f"with probability {share:.2%}." in widget.answer[1]
    odds = f"1 original word with {share:.2%} (asset), and 1 other word with {1 - share:.2%} (ashet)."
    assert widget.odds == f"Odds by today's prior: {odds}"


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
    widget.after(("salet", "-g--y"), hidden="accepted")
    assert faults(widget.page, within=[".ww-place"]) == []
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

"""How good is an opening, on the published page: totals and places are those of the stored runs."""

import pytest
from test_every_page import faults
from watching import Region, opened

import wordlelib as wl
from wordlelib.lab.results import results
from wordlelib.lab.sweeps_adversary import stored_guarantees
from wordlelib.search.all_openings import merged


class OpeningValue(Region):
    """The widget, as a player uses it."""

    region = "How good is an opening?"

    def ask(self, word, hard=False):
        self.place.get_by_label("hard mode").set_checked(hard)
        self.place.get_by_role("textbox").fill(word)
        self.page.keyboard.press("Enter")
        return self.place.inner_text()


PAGE = "book/second_guesses"
value = opened(OpeningValue, PAGE)


@pytest.fixture(scope="module")
def stored():
    runs = {mode: results(f"openings_{mode}") for mode in ("easy", "hard")}
    return {mode: (merged(run["rows"]), run["settings"]["below"]) for mode, run in runs.items()}


LOST = [word for word, enough in stored_guarantees(6).items() if enough > 6]
MAY_WIN = 12_972 - len(LOST)


def those(mode):
    return "12,972 openings" if mode == "easy" else f"the {MAY_WIN:,} openings that keep to six guesses in hard mode"


def test_every_answer_is_that_of_the_stored_run(value, stored):
    for mode, (known, below) in stored.items():
        order = [*known]
        lost = f", and {len(LOST):,} that cannot keep to six" if mode == "hard" else ""
        many = (MAY_WIN if mode == "hard" else 12_972) - len(known)
        others = f"{many:,} openings that need {below:,} guesses or more{lost}"
        for word in (order[0], order[1], order[len(order) // 2], order[-1]):
            total, shared = known[word], sum(each == known[word] for each in known.values()) - 1
            place = 1 + sum(each < total for each in known.values())
            said = value.ask(word, mode == "hard")
            shares = f", which it shares with {shared} other{'s' * (shared > 1)}," if shared else ""
            assert f"{word.upper()} is in place {place:,}{shares} of {those(mode)}." in said
            assert f"It needs {total / 2315:.4f} guesses on average." in said
            assert f"all 2,315 words together need {total:,} guesses. That is proven." in said
            assert ("No game may take more than six." in said) == (mode == "hard")
            assert ("No opening needs fewer." in said) == (total == known[order[0]])
            assert f"{word}\t{place:,}\t{total:,}\t{total / 2315:.4f}" in said
            assert f"Not shown: {others}." in said
            label = value.place.locator("svg").get_attribute("aria-label")
            assert label.endswith(f", without {others}. {word} needs {total:,}")


def test_an_opening_that_is_only_bounded_is_told_so(value, stored):
    for mode, (known, below) in stored.items():
        word = next(word for word in wl.words.original()[1] if word not in known and word not in LOST)
        said = value.ask(word, mode == "hard")
        assert f"{word.upper()} is not among the best {len(known):,} of {those(mode)}." in said
        assert f"all 2,315 words together need at least {below:,} guesses. That is proven, and the exact" in said
        assert f"{word}\t> {len(known):,}\t≥ {below:,}\t≥ {below / 2315:.4f}" in said
        label = value.place.locator("svg").get_attribute("aria-label")
        assert label.endswith(f". {word} needs {below:,} or more")


def test_an_opening_that_loses_in_hard_mode_is_told(value, stored):
    word = next(word for word in LOST if word in stored["easy"][0])
    said = value.ask(word, hard=True)
    assert f"After {word.upper()} no strategy finds every word within six guesses in hard mode." in said
    assert f"That is so for {len(LOST):,} of the 12,972 openings." in said and f"{word}\t–\tnot within six" in said
    assert "within six" not in value.ask(word)
    known = stored["hard"][0]
    value.ask(next(word for word in wl.words.original()[1] if word not in known and word not in LOST), hard=True)
    assert [place for _, place, *_ in value.table()][-2:] == [f"> {len(known):,}", "–"]


def test_what_is_typed_is_kept_when_the_mode_changes(value):
    value.place.get_by_role("textbox").fill("crane")
    value.place.get_by_label("hard mode").press("Space")
    assert (
        "CRANE is in place" in value.place.inner_text()
        and "hard mode" in value.place.get_by_role("status").inner_text()
    )
    value.place.get_by_role("textbox").fill("xxxxx")
    value.place.get_by_label("hard mode").press("Space")
    assert "CRANE is in place" in value.place.inner_text()


def test_odd_words_are_refused_and_keys_are_enough(value):
    assert '"banan" is not in the list of guesses.' in value.ask("banan")
    assert "Type an opening of five letters." in value.ask("")
    assert "SALET is in place 1 of" in value.ask(" Salet ")
    assert "is not in the list" not in value.place.inner_text()


def test_the_address_keeps_it_and_no_other_word(value):
    value.page.evaluate("location.hash = '#w1&openingvalue.opening=stare&openingvalue.hard=1'")
    value.place.get_by_text("STARE is in place").wait_for()
    value.page.evaluate("location.hash = '#w1&openingvalue.opening=zzzzz'")
    value.page.get_by_text('opening is "zzzzz"').first.wait_for()


def test_a_kernel_may_send_no_word_of_the_list(watched, again):
    page = watched.open(PAGE)
    place = again(page, "OpeningValue")
    page.evaluate("w.put({ opening: 'stare', hard: true })")
    assert "STARE is in place" in place.inner_text()
    page.evaluate("w.put({ opening: 'zzzzz', hard: false })")
    assert "Type your first word." in place.inner_text() and "zzzzz" not in place.locator("table").inner_text()
    page.evaluate("w.stop()")
    assert page.evaluate("Object.values(w.calls).flat().length") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault_on_a_phone(value, scheme):
    value.page.emulate_media(color_scheme=scheme)
    value.page.set_viewport_size({"width": 320, "height": 700})
    value.ask("stare", hard=True)
    assert faults(value.page, within=[".ww-openingvalue"]) == []
    assert value.page.evaluate("document.documentElement.scrollWidth") <= 320

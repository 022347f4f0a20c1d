"""How good is an opening, on the published page: totals and places are those of the stored runs."""

import pytest
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


value = opened(OpeningValue, "book/second_guesses")


@pytest.fixture(scope="module")
def stored():
    runs = {mode: results(f"openings_{mode}") for mode in ("easy", "hard")}
    return {mode: (merged(run["rows"]), run["settings"]["below"]) for mode, run in runs.items()}


LOST = [word for word, enough in stored_guarantees(6).items() if enough > 6]
MAY_WIN = {"easy": 12_972, "hard": 12_972 - len(LOST)}


def test_every_answer_is_that_of_the_stored_run(value, stored):
    for mode, (known, _) in stored.items():
        order = [*known]
        for word in (order[0], order[1], order[len(order) // 2], order[-1]):
            place = 1 + sum(total < known[word] for total in known.values())
            said = value.ask(word, mode == "hard")
            average = f"{known[word] / 2315:.4f} guesses on average"
            assert f"{word.upper()} is number {place:,} of {MAY_WIN[mode]:,} openings, with {average}." in said
            assert f"needs {known[word]:,} guesses for all 2,315 words" in said
            assert ("No opening needs fewer." in said) == (known[word] == known[order[0]])
            row = f"{word}\t{place:,}\t{known[word]:,}\t{known[word] / 2315:.4f}"
            assert row in said
            label = value.place.locator("svg").get_attribute("aria-label")
            assert label.endswith(f"; {word} needs {known[word]:,}")


def test_an_opening_that_is_only_bounded_is_told_so(value, stored):
    for mode, (known, below) in stored.items():
        word = next(word for word in wl.words.original()[1] if word not in known and word not in LOST)
        said = value.ask(word, mode == "hard")
        assert f"{word.upper()} is not one of the best {len(known):,} of {MAY_WIN[mode]:,} openings" in said
        assert f"is proven to need at least {below:,} guesses for all 2,315 words" in said
        assert f"{word}\tafter {len(known):,}\t≥ {below:,}\t≥ {below / 2315:.4f}" in said
        others = f"{MAY_WIN[mode] - len(known):,} openings need {below:,} or more"
        assert f"Beside those shown {others}." in said
        label = value.place.locator("svg").get_attribute("aria-label")
        assert label.endswith(f"; {others}; {word} needs {below:,} or more")


def test_an_opening_that_loses_in_hard_mode_is_told(value, stored):
    said = value.ask(LOST[0], hard=True)
    assert f"After {LOST[0].upper()} no strategy keeps to six guesses in hard mode." in said
    assert f"That is so for {len(LOST):,} of the 12,972 openings." in said
    assert "keeps to six" not in value.ask(LOST[0])


def test_odd_words_are_refused_and_keys_are_enough(value):
    assert '"banan" is not in the list of guesses.' in value.ask("banan")
    assert "Type an opening of five letters." in value.ask("")
    assert "SALET is number 1 of" in value.ask(" Salet ")
    assert "is not in the list" not in value.place.inner_text()

"""How good is an opening, on the published page: totals and places are those of the stored runs."""

import pytest
from watching import Region, opened

import wordlelib as wl
from wordlelib.lab.results import results
from wordlelib.search.all_openings import merged


class OpeningValue(Region):
    """The widget, as a player uses it."""

    region = "How good is an opening?"

    def ask(self, word, hard=False):
        self.place.get_by_label("hard mode").set_checked(hard)
        self.place.get_by_label("Opening").fill(word)
        self.page.keyboard.press("Enter")
        return self.place.inner_text()


value = opened(OpeningValue, "book/second_guesses")


@pytest.fixture(scope="module")
def totals():
    return {mode: merged(results(f"openings_{mode}")["rows"]) for mode in ("easy", "hard")}


def test_every_answer_is_that_of_the_stored_run(value, totals):
    for mode in ("easy", "hard"):
        known = totals[mode]
        order = [*known]
        for word in (order[0], order[1], order[len(order) // 2], order[-1]):
            place = 1 + sum(total < known[word] for total in known.values())
            said = value.ask(word, mode == "hard")
            average = f"{known[word] / 2315:.4f} guesses on average"
            assert f"{word.upper()} is number {place:,} of {len(known):,} openings, with {average}." in said
            assert f"needs {known[word]:,} guesses for all 2,315 words" in said
            assert ("No opening needs fewer." in said) == (known[word] == known[order[0]])
            row = f"{word}\t{place:,}\t{known[word]:,}\t{known[word] / 2315:.4f}"
            assert row in said
            label = value.place.locator("svg").get_attribute("aria-label")
            assert label.endswith(f"; {word} needs {known[word]:,}")


def test_an_opening_that_loses_in_hard_mode_is_told(value, totals):
    lost = next(word for word in wl.words.original()[1] if word not in totals["hard"])
    assert f"After {lost.upper()} no strategy keeps to six guesses in hard mode." in value.ask(lost, hard=True)
    assert f"is number {1 + sum(t < totals['easy'][lost] for t in totals['easy'].values()):,}" in value.ask(lost)


def test_odd_words_are_refused_and_keys_are_enough(value):
    assert '"banan" is not in the list of guesses.' in value.ask("banan")
    assert "Type an opening of five letters." in value.ask("")
    assert "SALET is number 1 of" in value.ask(" Salet ")
    assert "is not in the list" not in value.place.inner_text()

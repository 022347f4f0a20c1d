"""Whom a test plays, on the published page: its averages are those of the stored games."""

import json

import numpy as np
import pytest
from watching import ROOT, Region, opened

CHAPTER = "book/E_the_note_checked"
STATE = "application/vnd.jupyter.widget-state+json"


@pytest.fixture(scope="module")
def orders():
    """Give the guesses of each word, by the name of the order, as the chapter stores them."""
    stored = json.loads((ROOT / f"{CHAPTER}.ipynb").read_text(encoding="utf-8"))["metadata"]["widgets"][STATE]["state"]
    (found,) = (model["state"]["orders"] for model in stored.values() if "orders" in model["state"])
    return {order["name"]: np.array([*map(int, order["used"])]) for order in found}


class FirstWords(Region):
    """The widget of the chapter, as a reader uses it."""

    def __init__(self, page):
        super().__init__(page, "Whom a test plays")
        self.slider = self.place.get_by_role("slider")

    def check(self, used, words):
        said, detail = self.status, self.place.locator(".ww-detail").inner_text()
        assert f"t most {used[:words].max()} guess" in detail
        if words < len(used):
            assert f" {used[:words].mean():.3f}, all {len(used):,} take {used.mean():.3f} guesses on average." in said
            rest = used[words:]
            assert detail.endswith(f"The other {len(rest):,} take {rest.mean():.3f}, at most {rest.max()}.")
        else:
            assert said == f"All {len(used):,} words take {used.mean():.3f} guesses on average."


first_words = opened(FirstWords, CHAPTER)


def test_averages_are_those_of_the_stored_games(first_words, orders):
    first_words.check(orders["1 of 20"], 1000)
    for name in ("1 of 20", "7 of 20", "alphabetical"):
        first_words.place.get_by_role("combobox").select_option(name)
        for words in (1, 100, 1000, 2314, 2315):
            first_words.slide(words)
            first_words.check(orders[name], words)


def test_keys_move_the_slider_and_the_picture_follows(first_words, orders):
    def mark():
        return first_words.place.locator("svg circle").first.get_attribute("cy")

    before = mark()
    first_words.slider.focus()
    first_words.page.keyboard.press("End")
    first_words.check(orders["1 of 20"], 2315)
    assert float(mark()) < float(before)
    first_words.page.keyboard.press("Home")
    first_words.check(orders["1 of 20"], 1)
    assert first_words.place.locator("svg circle").count() == 0

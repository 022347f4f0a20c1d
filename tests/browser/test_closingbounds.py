"""Bounds that close, on the published page: searches in any order give what the stored sweep says."""

import numpy as np
import pytest
from watching import Region, opened

import wordlelib as wl
from wordlelib.lab.results import results

CHAPTER = "book/11_perfect_play"
ROWS = {(row["opening"], row["against"]): row for row in results("refutations")["rows"]}
WORDS = list(dict.fromkeys(word for word, _ in ROWS))
SECOND = {word: ROWS[word, None]["second_look"] for word in WORDS}
ORDERS = {
    "the least bound first": sorted(WORDS, key=SECOND.get),
    "the alphabet": sorted(WORDS),
    "the greatest bound first": sorted(WORDS, key=SECOND.get, reverse=True),
    "the most information first": [
        word for _, word in sorted(zip(-wl.information_gain(wl.wordle().start(), WORDS), WORDS, strict=True))
    ],
}


class Search:
    """The proof as the library would go on with it, opening by opening."""

    def __init__(self):
        self.best, self.upper, self.looked, self.guesses = None, np.inf, [], 0

    def look(self, word):
        row = ROWS[word, self.best]
        self.guesses += row["guesses"]
        self.looked.append(word)
        if row["total"] is not None:
            self.best, self.upper = word, row["total"]

    @property
    def left(self):
        return [word for word in WORDS if word not in self.looked and SECOND[word] < self.upper]

    @property
    def lower(self):
        return min([self.upper, *(SECOND[word] for word in self.left)])


class Closing(Region):
    def __init__(self, page):
        super().__init__(page, "Bounds that close")
        self.order, self.next = (self.place.get_by_role("combobox").nth(i) for i in range(2))

    def options(self):
        return self.next.locator("option").all_inner_texts()

    def check(self, known, order):
        left = [word for word in order if word in known.left]
        assert self.options() == (left or ["none left"])
        assert f"In all {known.guesses:,} guess" in self.status
        expected = f"Between {known.lower:,} and {known.upper:,}, {len(left)} opening" if left else "Closed: salet"
        assert expected in self.status
        told = f"needs {known.lower:,} to {known.upper:,}; {len(left)} opening"
        assert told in self.place.get_by_role("img").get_attribute("aria-label")
        assert self.place.locator("svg .ww-open-bar").count() == len(left)


closing = opened(Closing, CHAPTER)


@pytest.mark.parametrize("name", ORDERS)
def test_an_order_to_its_end(closing, name):
    closing.order.select_option(name)
    known, order = Search(), ORDERS[name]
    assert closing.options() == order and "no strategy is known" in closing.status
    while known.left:
        known.look(next(word for word in order if word in known.left))
        closing.press("Search it")
        closing.check(known, order)
    assert (known.best, known.upper, known.lower) == ("salet", 7920, 7920)
    assert closing.button("Search it").is_disabled()
    closing.place.get_by_text("What each order takes to the end").click()
    row = next(row for row in closing.table(1) if row[0] == name)
    assert row[1:] == [str(len(known.looked)), *row[2:3], f"{known.guesses:,}", *row[4:]]


def test_own_choices_by_keys_and_back(closing):
    known, order = Search(), ORDERS["the least bound first"]
    for word in ("raise", "salet", "crate"):
        closing.next.select_option(word)
        closing.button("Search it").focus()
        closing.page.keyboard.press("Enter")
        known.look(word)
        closing.check(known, order)
    assert closing.place.locator("svg circle").count() == 1
    closing.place.get_by_text("The numbers of each opening").click()
    rows = {row[0]: row for row in closing.table(0)}
    assert [rows[word][3] for word in ("salet", "raise", "crate", "fuzzy", "slate")] == [
        *("● best, 7,920", "✗ 8,014", f"✗ at least {ROWS['crate', 'salet']['lower']:,}", "✗ by its bound", "open"),
    ]
    assert rows["crate"][1:3] == [f"{ROWS['crate', None][look]:,}" for look in ("first_look", "second_look")]
    assert rows["crate"][4:6] == [f"{ROWS['crate', 'salet'][count]:,}" for count in ("nodes", "guesses")]
    closing.press("One step back")
    again = Search()
    for word in ("raise", "salet"):
        again.look(word)
    closing.check(again, order)
    closing.press("Start again")
    assert closing.options() == order
    assert closing.page.evaluate("document.activeElement.innerText") == "Search it"


def test_it_is_kept_in_the_address(closing):
    closing.press("Search it")
    closing.page.wait_for_function("location.hash === '#w1&closingbounds.looked=crate'")
    closing.page.evaluate("location.hash = '#w1&closingbounds.order=worst&closingbounds.looked=salet,fuzzy,salet'")
    closing.place.get_by_text("fuzzy: refuted").wait_for()
    known = Search()
    for word in ("salet", "fuzzy"):
        known.look(word)
    closing.check(known, ORDERS["the greatest bound first"])
    closing.page.evaluate("location.hash = '#w1&closingbounds.looked=mummy'")
    closing.page.get_by_text('looked is "mummy"').first.wait_for()


def test_nothing_jumps_and_nothing_is_too_wide(closing):
    closing.page.set_viewport_size({"width": 320, "height": 700})
    closing.place.locator("svg").first.scroll_into_view_if_needed()
    heights = set()
    for _ in range(9):
        heights.add(closing.place.bounding_box()["height"])
        closing.press("Search it")
    assert len(heights) == 1
    assert closing.page.evaluate("document.documentElement.scrollWidth") <= 320
    closing.page.wait_for_function("document.querySelector('.ww-whole').viewBox.baseVal.width < 320")

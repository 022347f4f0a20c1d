"""The tower on the published page: its estimates are those of the library's search, at every visit."""

import numpy as np
import pytest
from watching import Player

import wordlelib as wl

CHAPTER = "book/14_action_value_tree_search"
TINY = wl.wordle(wl.words.tiny())
KINDS = {"bias removed": True, "estimates as they are": False}


def arms_of(kind, visits):
    search = wl.TreeSearch(TINY, np.random.default_rng(0), debias=KINDS[kind], bounds=False, shared=False)
    search.run(visits)
    return {arm.guess: arm for arm in search.arms()}


class Tower(Player):
    region = "The tower"

    def list(self, label):
        return self.place.get_by_role("combobox").nth(["What if", "Search"].index(label))

    def choose(self, label, option):
        self.list(label).select_option(option)

    def chosen(self, label):
        return self.list(label).evaluate("list => list.selectedOptions[0].innerText")

    def check(self, arms):
        """Compare table, picture and text with the arms of a search."""
        least = min(arms.values(), key=lambda arm: arm.value)
        looked = f"visited {least.visits} time" if least.visits else "never visited"
        assert f"{least.guess} has the lowest estimate. It was {looked}" in self.status
        rows = self.table()
        assert len(rows) == 7
        for guess, visits, *numbers in rows:
            if guess not in arms:
                assert visits == "not on the list"
                continue
            arm = arms[guess]
            assert int(visits) == arm.visits
            expected = [arm.first, arm.tree if arm.visits else None, arm.value, arm.spread]
            for shown, value in zip(numbers, expected, strict=False):
                assert shown == "" if value is None else abs(float(shown) - 24 * value) < 0.0101
        shown = [row[0] for row in rows if row[0] in arms]
        assert self.place.locator("svg .ww-debiased").count() == len(shown)
        assert self.place.locator("svg circle.ww-mark").count() == len(shown)


@pytest.fixture
def tower(watched):
    tower = Tower(watched.open(CHAPTER))
    tower.place.get_by_text("The numbers at this moment").click()
    return tower


@pytest.mark.parametrize("kind", KINDS)
def test_every_estimate_is_the_librarys(tower, kind):
    tower.choose("Search", kind)
    for visits in (0, 1, 2, 3, 10, 41, 60):
        tower.to(visits)
        tower.check(arms_of(kind, visits))
    totals = {line.guess: round(24 * line.score) for line in wl.Exact().rank(TINY.start(), 24)}
    assert [int(row[6]) for row in tower.table()] == [totals[row[0]] for row in tower.table()]


def test_poses(tower):
    poses = tower.list("What if").locator("option").all_inner_texts()[1:]
    assert len(poses) == 3 and tower.chosen("What if") == poses[0] and tower.now == 8
    assert tower.place.get_by_role("combobox").count() == 3  # with the speed
    tower.choose("What if", poses[1])
    assert (tower.chosen("Search"), tower.now) == ("bias removed", 2)
    tower.check(arms_of("bias removed", 2))
    tower.press("One visit")
    assert tower.now == 3 and tower.chosen("What if") == "(your own choice)"


def test_the_slider_by_keys_and_the_address(tower):
    slider = tower.place.get_by_role("slider")
    slider.focus()
    tower.page.keyboard.press("ArrowRight")
    assert tower.now == 9
    tower.page.wait_for_function("location.hash === '#w1&valuetower.moment=9'")
    assert slider.get_attribute("aria-valuetext") == "9 of 60 visits"
    tower.page.evaluate("location.hash = '#w1&valuetower.kind=bias+removed&valuetower.moment=7'")
    tower.place.get_by_text("After 7 visits").wait_for()
    tower.check(arms_of("bias removed", 7))
    tower.page.evaluate("location.hash = '#w1&valuetower.kind=none'")
    tower.page.get_by_text('kind is "none"').first.wait_for()


def test_nothing_jumps_and_nothing_is_too_wide(tower):
    tower.place.get_by_text("The numbers at this moment").click()
    for width in (390, 320):
        tower.page.set_viewport_size({"width": width, "height": 700})
        heights = set()
        for kind in KINDS:
            tower.choose("Search", kind)
            for visits in (0, 1, 30, 60):
                tower.to(visits)
                heights.add(round(tower.place.bounding_box()["height"]))
        assert len(heights) == 1, width
        assert tower.page.evaluate("document.documentElement.scrollWidth") <= width

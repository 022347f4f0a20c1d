"""The replay of a tree search on the page, with no kernel: its numbers are the library's at every moment."""

import re

import numpy as np
import pytest
from watching import Player, opened

import wordlelib as wl

TINY = wl.wordle(wl.words.tiny())
LAST = 60
UNTRIED = 5
# Click on all that is closed, down to the beliefs below the first beliefs' guesses.
OPEN = """region => {
    const closed = [2, 3, 4].map(level => `[aria-level="${level}"][aria-expanded="false"]`).join();
    for (let item; (item = region.querySelector(closed)); ) item.firstChild.click();
}"""


# The guesses of the picture at the start, which stand in one column.
FIRST_COLUMN = """picture => {
    const texts = [...picture.querySelectorAll("text.ww-halo")];
    const place = (text) => Number(text.getAttribute("x"));
    const columns = [...new Set(texts.map(place))].sort((a, b) => a - b);
    return texts.filter((text) => place(text) === columns[1]).map((text) => text.textContent.split(" "));
}"""


def spelled(guess, row):
    """Write a row as it is read aloud."""
    names = {"-": "grey", "y": "yellow", "g": "green"}
    return f"{guess}: " + ", ".join(f"{a.upper()} {names[mark]}" for a, mark in zip(guess, row, strict=True))


def number(said):
    """Give the value, or the first estimate, of what is said of a node."""
    return float(re.search(r"(?:value|first estimate) ([\d.]+)", said)[1])


class Replay(Player):
    """The replay of the chapter, as a reader plays it."""

    region = "Tree search replay"

    def lines(self, level):
        """Give what is said of the nodes of a level."""
        items = self.place.locator(f"[role=treeitem][aria-level='{level}']")
        return items.evaluate_all("items => items.map(item => item.ariaLabel)")

    def item(self, text):
        return self.place.get_by_role("treeitem", name=text).first

    def unfold(self):
        """Open the tree and the table, as a reader does, if they are closed."""
        for details in self.place.locator("details").all():
            if details.get_attribute("open") is None:
                details.locator("summary").click()

    def check(self, moment, search):
        """Compare the table, the estimates and the root's guesses with a search after so many iterations."""
        assert self.now == moment == search.iterations
        self.unfold()
        arms = search.arms()
        untried = sorted((arm for arm in arms if not arm.visits), key=lambda arm: arm.value)[UNTRIED:]
        arms = [arm for arm in arms if arm not in untried]
        rows, looks = self.table(), search.last_path()
        least = min(search.arms(), key=lambda arm: arm.value).guess
        assert [row[:2] for row in rows] == [[arm.guess, str(arm.visits)] for arm in arms]
        for row, arm in zip(rows, arms, strict=True):
            assert float(row[2]) == pytest.approx(24 * arm.value, abs=0.0056)
            assert float(row[3]) == pytest.approx(24 * arm.lower)
            assert row[4] == (f"{24 * arm.upper:.0f}" if arm.visits else "none yet")
            selected = bool(looks) and looks[0].guess == arm.guess
            assert ("selected" in row[5]) == selected and ("least" in row[5]) == (arm.guess == least)
        assert f"Least value: {least}, " in self.status
        assert f"No strategy needs less than {search.lower}." in self.status
        loud = self.place.locator(".ww-loud").inner_text()
        assert f"Best guess now: {search.guess()}, " in loud
        ends = f"{search.upper}, and that is proven." if search.lower >= search.upper else f"at most {search.upper}."
        assert loud.endswith(ends) and loud.startswith(f"Iteration {moment} selects" if moment else "Best guess")
        self.check_estimates(search)
        assert number(self.lines(1)[0]) == pytest.approx(24 * search.value(), abs=0.0056)
        self.check_picture(search)

    def check_estimates(self, search):
        """Compare what the picture of the estimates says and draws: all guesses, and a full dot for each one tried."""
        picture = self.place.locator("svg.ww-picture")
        said = picture.get_attribute("aria-label").partition(": ")[2].split("; ")
        values = {text.split()[0]: float(text.split()[1].rstrip(",")) for text in said}
        assert values == pytest.approx({arm.guess: 24 * arm.value for arm in search.arms()}, abs=0.0056)
        tried = sum(arm.visits > 0 for arm in search.arms())
        assert picture.locator(".ww-first").count() == 24 and picture.locator(".ww-full").count() == tried

    def check_picture(self, search):
        """Compare the guesses that the picture draws at the start, and the way of the last iteration."""
        picture = self.place.locator(".ww-treepicture")
        drawn = {guess: float(value) for guess, value in picture.evaluate(FIRST_COLUMN)}
        tried = {arm.guess: 24 * arm.value for arm in search.arms() if arm.visits}
        assert {guess: drawn[guess] for guess in tried} == pytest.approx(tried, abs=0.056)
        on_path = {text.split()[0] for text in picture.locator("text.ww-strong").all_text_contents()}
        assert {look.guess for look in search.last_path()} <= on_path


@pytest.fixture(scope="module")
def searches():
    """Give the search after so many iterations."""

    def make(iterations):
        plain = {"width": "all", "debias": False, "bounds": False}
        search = wl.TreeSearch(TINY, np.random.default_rng(1), wl.Hoeffding(1, None), **plain)
        search.run(iterations)
        return search

    return make


replay = opened(Replay, "book/13_tree_search")


def test_moments_are_the_librarys(replay, searches):
    for moment in (0, 1, 2, 7, 8, 23, 24, 30, 59, 60, 3):
        replay.to(moment)
        replay.check(moment, searches(moment))


def test_the_first_two_iterations_are_those_made_by_hand(replay):
    assert replay.status.startswith("No iteration yet, the guesses have their first estimates.")
    replay.press("One iteration")
    assert replay.status.startswith("table: first look (") and "from 50.562 to 55.333" in replay.status
    assert "18 classes: the word itself, 14 single words, 3 beliefs" in replay.status
    replay.press("One iteration")
    assert replay.status.startswith("alone: first look (") and "from 50.802 to 53.000" in replay.status


def test_every_belief_of_the_tree(replay, searches):
    """Open all that is there after 15 iterations; at each belief the guesses and their numbers are the library's."""
    search = searches(15)
    replay.unfold()
    replay.to(15)
    replay.place.evaluate(OPEN)
    items = "items => items.map(item => [item.dataset.node, item.ariaLabel])"
    shown = dict(replay.place.get_by_role("treeitem").evaluate_all(items))

    def follow(state, key):
        arms, said, n = search.arms(state), shown[key], len(state.words)
        assert f"{n} words, value " in said and number(said) == pytest.approx(n * search.value(state), abs=0.0056)
        seen = 0
        for place, arm in enumerate(arms):
            line = f"{key}.{place}"
            if line not in shown:
                assert arm.visits == 0
                continue
            said, seen = shown[line], seen + 1
            assert said.startswith(f"guess {arm.guess}: ")
            assert number(said) == pytest.approx(n * arm.value, abs=0.0056)
            assert ("not tried" if not arm.visits else f"{arm.visits} visit") in said
            parts = state.partition(arm.guess)
            several = [row for row, words in parts.items() if len(words) > 1]
            below = [text for node, text in shown.items() if node.rpartition(".")[0] == line]
            assert len(below) == (len(several) if arm.visits else 0)
            if arm.visits:
                words = {text.split("; ")[1].split(" ...")[0] for text in below}
                assert words == {" ".join(sorted(parts[row])[:6]) for row in several}
        return seen

    assert follow(TINY.start(), "0") == 15 + UNTRIED
    beliefs = 0
    for place, arm in enumerate(search.arms()[:6]):
        for row, words in TINY.start().partition(arm.guess).items():
            begin = f"{spelled(arm.guess, row)}; {' '.join(words[:6])}"
            keys = [key for key, said in shown.items() if key.startswith(f"0.{place}.") and said.startswith(begin)]
            if len(words) > 1:
                beliefs += follow(TINY.start().after(arm.guess, row), min(keys, key=len)) > 0
    assert beliefs > 10


def test_what_was_looked_at_is_opened(replay, searches):
    replay.to(24)
    replay.unfold()
    replay.press("Open what was looked at")
    looks = searches(24).last_path()
    chosen = [line for level in (2, 4) for line in replay.lines(level) if "selected in this iteration" in line]
    assert [line.split(":")[0] for line in chosen] == [f"guess {look.guess}" for look in looks]
    assert len(chosen) == 4
    assert "◆ selected" in replay.place.locator("[aria-selected='true']").nth(1).inner_text()
    replay.press("Close all")
    assert replay.place.get_by_role("treeitem").count() == 1


def test_play_and_keys(replay, searches):
    replay.place.get_by_role("combobox").select_option("20")
    replay.press("Play")
    replay.page.wait_for_function("parseInt(document.querySelector('.ww .ww-now').innerText) > 5")
    replay.press("Pause")
    replay.check(replay.now, searches(replay.now))
    replay.press("Play")
    replay.button("Play again").wait_for()
    replay.check(LAST, searches(LAST))
    assert replay.button("One iteration").is_disabled()
    replay.button("Rewind").dblclick()
    replay.check(0, searches(0))
    replay.button("One iteration").focus()
    for _ in range(5):
        replay.page.keyboard.press("Enter")
    replay.check(5, searches(5))


def test_focus_stays_in_the_tree_as_it_changes(replay):
    """The node that has the focus keeps it while it is there; then the one above has it."""
    replay.unfold()
    replay.to(2)
    replay.item("guess alone").focus()
    replay.page.keyboard.press("ArrowRight")
    replay.page.keyboard.press("ArrowRight")
    assert "batch catch; 2 words, value 3.00" in replay.page.evaluate(
        "document.activeElement.getAttribute('aria-label')"
    )
    replay.to(1)
    assert replay.place.locator("li[tabindex='0']").get_attribute("data-node") == "0.1"
    replay.to(2)
    replay.item("guess alone").focus()
    replay.page.keyboard.press("Home")
    replay.page.keyboard.press("ArrowLeft")
    assert replay.place.get_by_role("treeitem").count() == 1
    assert replay.page.evaluate("document.activeElement.getAttribute('data-node')") == "0"


def test_no_sideways_scrolling_on_a_phone(replay):
    replay.page.set_viewport_size({"width": 390, "height": 800})
    replay.unfold()
    replay.to(24)
    replay.press("Open what was looked at")
    assert replay.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert replay.place.bounding_box()["width"] <= 390


@pytest.mark.parametrize("width", [1280, 390, 320])
def test_nothing_that_can_be_pressed_moves(replay, width):
    replay.page.set_viewport_size({"width": width, "height": 900})
    places = set()
    for moment in (0, 1, 2, 8, 24, 43, 60):
        replay.to(moment)
        summary = replay.place.locator("summary").first.bounding_box()
        places.add(round(summary["y"] - replay.place.bounding_box()["y"]))
        assert replay.page.evaluate("document.documentElement.scrollWidth") <= width
    assert len(places) == 1


def test_a_state_set_from_outside_is_followed(replay, again):
    """Any moment, speed and opened keys are shown as far as they exist, and nothing is left behind at the end."""
    page = replay.page
    place = again(page, "SearchReplay")
    for summary in place.locator("summary").all():
        summary.click()
    for moment, shown in ((24, 24), (-3, 0), (1000, LAST)):
        page.evaluate("moment => w.put({ moment })", moment)
        assert place.locator(".ww-now").inner_text() == f"{shown} of {LAST}"
    page.evaluate("w.put({ moment: 1, speed: 7, opened: ['0', '0.0', '0.99', 'x', '0.0.0.0.0.0'] })")
    assert place.get_by_role("combobox").input_value() == "5"
    assert place.get_by_role("treeitem").count() == 1 + 1 + UNTRIED + 3
    place.get_by_role("button", name="One iteration", exact=True).click()
    place.get_by_role("treeitem").first.focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("w.state.moment") == 2 and "0" not in page.evaluate("w.state.opened")
    assert place.get_by_role("treeitem").count() == 1
    assert place.locator("li:focus").count() == 1
    place.get_by_role("button", name="Play", exact=True).click()
    page.evaluate("w.stop()")
    assert page.evaluate("Object.values(w.calls).flat().length") == 0

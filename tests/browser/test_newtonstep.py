"""Newton's step on the published page, with no kernel: its numbers are the library's."""

import numpy as np
import pytest
from watching import Region, frames, opened

from wordlelib.planning import markov

WAYS = {"type": (1, 0.9), "think": (2, 0.6), "locksmith": (5, 0.1)}
BOX = markov.DecisionProcess(
    state=np.zeros(3, int),
    cost=np.array([1.0, 2.0, 5.0]),
    first=np.array([0, 2, 4, 6]),
    following=np.array([0, markov.DONE] * 3),
    probability=np.array([0.9, 0.1, 0.6, 0.4, 0.1, 0.9]),
    states=["closed"],
    controls=list(WAYS),
)
WAITING = """
([controls, limit]) => {
  const place = document.createElement("div");
  document.querySelector(`.ww[aria-label="Newton's step"]`).replaceWith(place);
  const state = { controls, limit, least: 0, start: 1, steps: 1, newton: [], iteration: [] };
  const model = { get: (name) => state[name], set: (name, value) => { state[name] = value; } };
  Object.assign(model, { save_changes() {}, on() {}, off() {} });
  wordleWidgets.newtonstep({ model, el: place });
}
"""


class Step(Region):
    """The widget of the chapter, as a reader uses it."""

    region = "Newton's step"

    def start(self, J):
        self.place.get_by_label("start J, as a number").fill(str(J))

    def rewind(self):
        """Take all steps back."""
        back = self.place.get_by_role("button", name="One step back")
        while back.is_enabled():
            back.click()

    def table(self, number=0):
        """Give the rows of a table, opened or not."""
        rows = self.place.locator("table").nth(number).locator("tbody tr")
        return rows.evaluate_all("rows => rows.map(row => [...row.children].map(cell => cell.textContent))")

    @property
    def numbers(self):
        """Give the values of Newton's method and of value iteration below the sentence."""
        texts = self.place.locator(".ww-exactly").all_text_contents()
        return [[float(value.replace(",", "")) for value in text.split(": ")[1].split("→")] for text in texts]

    def check(self, J, steps):
        """Compare both tables with the library's steps from J."""
        q = BOX.q_factors(np.array([J]))
        policy = BOX.greedy(np.array([J]))[0]
        for (name, now, cost), control in zip(self.table(0), range(3), strict=True):
            assert name.split() == [BOX.controls[control], *(["◀", "least"] if control == policy else [])]
            assert float(now) == pytest.approx(q[control], abs=0.00051)
            assert float(cost) == pytest.approx(BOX.evaluate(np.array([control]))[0], abs=0.00051)
        fast = [float(x[0]) for x in markov.newton(BOX, np.array([J]))]
        fast += [fast[-1]] * (steps + 1 - len(fast))
        slow = np.array([J])
        rows = self.table(1)
        assert self.numbers == [pytest.approx([float(row[i]) for row in rows], abs=0.00051) for i in (1, 5)]
        assert len(rows) == steps + 1
        for k, row in enumerate(rows):
            values = np.array([fast[k]])
            expected = [k, fast[k], BOX.bellman(values)[0], fast[k] - 5, slow[0], slow[0] - 5]
            assert [*map(float, row[:3]), *map(float, row[4:])] == pytest.approx(expected, abs=0.00051)
            assert row[3] == BOX.controls[BOX.greedy(values)[0]]
            slow = BOX.bellman(slow)


step = opened(Step, "book/06_rollout_is_a_newton_step")


@pytest.mark.parametrize("J", [0, 1, 3.3, 3.34, 4, 5, 6.01, 7, 11])
def test_steps_are_the_librarys(step, J):
    step.rewind()
    step.start(J)
    step.check(J, 0)
    for steps in (1, 2, 3):
        step.press("One step")
        step.check(J, steps)
    assert ("three Newton steps, and you are there" if J < 10 / 3 else "nothing is left to do") in step.status


def test_the_sentence_says_what_happened(step):
    def said(J):
        step.start(J)
        return step.status.replace("\u00a0", " ")

    assert said(8) == "Locksmith is greedy at J = 8, and its cost is 5.56: 81% of the error is gone."
    step.rewind()
    assert said(4.2) == "Think is greedy at J = 4.2: its line is the tangent, and meets the diagonal at 5."
    assert said(5) == "At J = 5 the curve meets the diagonal: nothing is left to do."
    step.press("One step")
    assert said(5) == "Think is greedy at J = 5, and its cost is 5: nothing is left to do."
    assert said(4.2) == "Think is greedy at J = 4.2, and its cost is 5: one Newton step, and you are there."
    assert said(1) == "Type is greedy at J = 1, and its cost is 10: farther from 5 than before."
    assert said(0) == "Type is greedy at J = 0, and its cost is 10, as far from 5 as before."
    assert said(10) == "Locksmith is greedy at J = 10, and its cost is 5.56: 89% of the error is gone."
    step.press("One step")
    assert said(10) == "Think is greedy at J = 5.56, and its cost is 5: two Newton steps, and you are there."


HEIGHTS = "(region) => [...region.children].map((part) => part.getBoundingClientRect().height)"


@pytest.mark.parametrize("width", [360, 390, 1200])
def test_nothing_shifts_and_all_of_it_is_on_one_screen(step, width):
    step.page.set_viewport_size({"width": width, "height": 900 if width == 1200 else 844})
    frames(step.page, 3)
    step.rewind()
    step.start(1)
    heights = step.place.evaluate(HEIGHTS)
    assert sum(heights) < 780
    for J in (0, 4.321, 5, 6.789, 11):
        step.start(J)
        for _ in range(3):
            step.press("One step")
            assert step.place.evaluate(HEIGHTS) == heights
        step.rewind()


def test_the_picture_is_as_wide_as_the_widget(step):
    for width in (1200, 390, 900):
        step.page.set_viewport_size({"width": width, "height": 844})
        frames(step.page, 3)
        picture, room = step.place.locator("svg").bounding_box(), step.place.bounding_box()["width"]
        shown = step.place.locator("svg").evaluate("(frame) => frame.viewBox.baseVal.width")
        assert room - 30 < picture["width"] == pytest.approx(shown, abs=0.6)
        sizes = step.place.locator("svg text").evaluate_all("all => all.map((text) => getComputedStyle(text).fontSize)")
        assert min(float(size.removesuffix("px")) for size in sizes) >= 13
    step.page.set_viewport_size({"width": 1200, "height": 900})
    frames(step.page, 3)
    assert 800 < step.place.bounding_box()["width"] < 1000


def test_the_numbers_are_folded(step):
    assert not step.place.locator("table").first.is_visible()
    step.place.get_by_text("The numbers").click()
    assert step.place.locator("table").nth(1).is_visible()


def slope_of(step, progress):
    """Give the slope of the tangent that swings, in the picture's units, when its swing has come so far."""
    return step.place.locator(".ww-swing").evaluate(
        """(line, progress) => {
            const [swing] = line.getAnimations();
            const { delay, duration } = swing.effect.getTiming();
            swing.pause();
            swing.currentTime = delay + progress * duration * 0.9999;
            const ends = [...line.points].map((end) => end.matrixTransform(line.getScreenCTM()));
            const frame = line.ownerSVGElement.viewBox.baseVal;
            const units = (frame.width - 46 - 22) / (frame.height - 14 - 22);
            return (-(ends[1].y - ends[0].y) / (ends[1].x - ends[0].x)) * units;
        }""",
        progress,
    )


AT_REST = "!document.querySelector('.ww-swing')?.getAnimations().length"


def test_the_tangent_swings_to_its_place_when_one_drags_and_when_one_steps(step):
    step.page.emulate_media(reduced_motion="no-preference")
    swings = step.place.locator(".ww-swing")
    step.rewind()
    step.start(1)
    step.page.wait_for_function(AT_REST)
    for J in (1, 2, 3):
        step.start(J)
        assert swings.count() == 0
    step.start(4)
    slopes = [slope_of(step, progress) for progress in (0, 0.25, 0.5, 0.75, 1)]
    assert slopes == sorted(slopes, reverse=True)
    assert (slopes[0], slopes[-1]) == (pytest.approx(0.9, abs=0.01), pytest.approx(0.6, abs=0.01))
    step.start(7)
    step.press("One step")
    step.page.wait_for_function(AT_REST)
    step.press("One step")
    assert slope_of(step, 0) == pytest.approx(0.1, abs=0.01)
    assert slope_of(step, 1) == pytest.approx(0.6, abs=0.01)
    step.press("One step back")
    assert swings.count() == 0


def test_a_step_leaves_a_mark_at_its_place_on_both_axes(step):
    landings = step.place.locator("svg .ww-landing")
    for J, text in ((8, "J₁ = 5.56"), (4, "J₁ = 5"), (1, "J₁ = 10")):
        step.start(J)
        assert landings.all_text_contents() == [text]
    step.press("One step")
    assert landings.all_text_contents() == ["J₁ = 10", "J₂ = 5.56"]
    assert step.place.locator("svg rect").count() == 2


def test_nothing_swings_for_those_who_want_no_motion(step):
    step.page.emulate_media(reduced_motion="reduce")
    step.start(1)
    assert step.place.locator(".ww-swing").evaluate("(line) => line.getAnimations().length") == 0
    step.page.emulate_media(reduced_motion="no-preference")


def test_buttons_keep_the_focus_and_stop_at_the_ends(step):
    step.rewind()
    step.start(1)
    for _ in range(3):
        step.place.get_by_role("button", name="One step", exact=True).focus()
        step.page.keyboard.press("Enter")
    assert step.place.get_by_role("button", name="One step", exact=True).is_disabled()
    assert step.page.evaluate("document.activeElement.innerText") == "One step back"
    for _ in range(3):
        step.place.get_by_role("button", name="One step back").focus()
        step.page.keyboard.press("Enter")
    step.check(1, 0)
    assert step.place.get_by_role("button", name="One step back").is_disabled()
    assert step.page.evaluate("document.activeElement.innerText") == "One step"


def test_keys_move_the_start(step):
    slider = step.place.get_by_role("slider")
    step.rewind()
    step.start(1)
    slider.focus()
    for key, J in (
        ("ArrowRight", 1.1),
        ("PageUp", 2.1),
        ("ArrowLeft", 2.0),
        ("Home", 0),
        ("ArrowDown", 0),
        ("End", 11),
    ):
        step.page.keyboard.press(key)
        step.check(J, 0)
        assert step.page.evaluate("document.activeElement.type") == "range"
    step.page.keyboard.press("ArrowUp")
    step.check(11, 0)


def place_of(step, J, limit=11):
    """Give the middle of the handle on the screen when the start is J."""
    box = step.place.get_by_role("slider").bounding_box()
    return box["x"] + 22 + (box["width"] - 44) * J / limit, box["y"] + 14


def test_dragging_moves_the_start(step):
    step.place.scroll_into_view_if_needed()
    picture = step.place.locator("svg").bounding_box()
    step.rewind()
    step.page.mouse.move(*place_of(step, 8))
    step.page.mouse.down()
    step.page.mouse.move(*place_of(step, 7))
    assert step.numbers[0][0] == pytest.approx(7, abs=0.03)
    for x, J in ((5000, 11), (-50, 0)):
        step.page.mouse.move(x, 0)
        step.check(J, 0)
    step.page.mouse.up()
    step.page.mouse.move(*place_of(step, 5))
    step.check(0, 0)
    step.page.mouse.move(place_of(step, 5)[0], picture["y"] + 50)
    step.page.mouse.down()
    assert step.numbers[0][0] == pytest.approx(5, abs=0.03)
    step.page.mouse.move(5000, 0)
    step.check(11, 0)
    step.page.mouse.up()
    step.page.mouse.move(*place_of(step, 5))
    step.check(11, 0)


@pytest.fixture
def phone(chromium, site):
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{site}/book/06_rollout_is_a_newton_step.html")
    yield Step(page)
    context.close()


def swipe(step, *points):
    """Put a finger down, move it, and lift it."""
    session = step.page.context.new_cdp_session(step.page)
    for i, (x, y) in enumerate(points):
        kind = "touchMove" if i else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_takes_the_handle_and_drags_in_the_picture(phone):
    slider = phone.place.get_by_role("slider")
    slider.scroll_into_view_if_needed()
    assert slider.bounding_box()["height"] >= 44
    before = phone.page.evaluate("scrollY")
    swipe(phone, *[(place_of(phone, J)[0], place_of(phone, J)[1] + 3 * J) for J in (8, 7, 5, 3)])
    assert phone.numbers[0][0] == pytest.approx(3, abs=0.1)
    height = phone.place.locator("svg").bounding_box()["y"] + 80
    swipe(phone, *[(place_of(phone, J)[0], height) for J in (7, 5.5, 4, 3, 2)])
    assert phone.numbers[0][0] == pytest.approx(2, abs=0.1)
    phone.page.touchscreen.tap(place_of(phone, 6)[0], height)
    assert phone.numbers[0][0] == pytest.approx(6, abs=0.1)
    assert phone.page.evaluate("scrollY") == before


def test_a_finger_scrolls_over_the_picture(phone):
    phone.place.scroll_into_view_if_needed()
    top, before = phone.place.locator("svg").bounding_box()["y"], phone.page.evaluate("scrollY")
    swipe(phone, *[(200, top + y) for y in (200, 180, 140, 100, 60)])
    phone.page.wait_for_function("(before) => scrollY > before + 50", arg=before)
    phone.check(8, 1)


def test_what_is_typed_may_be_nothing_or_too_much(step):
    step.start("")
    step.check(8, 1)
    step.start("99")
    step.check(11, 1)
    step.start("-3")
    step.check(0, 1)


def test_a_policy_that_never_ends_has_no_step(step):
    step.page.evaluate(WAITING, [[["wait", 0.5, 1], *([name, *way] for name, way in WAYS.items())], 11])
    assert "Wait is greedy at J\u00a0=\u00a01, and it never ends" in step.status
    assert step.table(0)[0][2] == "never ends"
    assert step.table(1)[1][1] == "not defined"
    assert float(step.table(1)[1][5]) == 1.5
    step.start(3.8)
    assert "Think is greedy at J\u00a0=\u00a03.8, and its cost is 5" in step.status


class Totals(Step):
    """The widget of the curve of Wordle: eleven lines, of which the lower edge is drawn."""


totals = opened(Totals, "book/04_one_step_ahead")


def test_many_lines_have_no_names(totals):
    names = totals.place.locator("svg text").all_text_contents()
    assert "T, the lower edge" in names and not any("base" in name for name in names)
    assert totals.place.locator("table").count() == 1
    assert totals.place.locator("svg polyline").count() == 5
    assert "The line of the greedy guesses at" in totals.status and "is the tangent" in totals.status
    totals.press("One step")
    assert totals.numbers == [[8465, 7933.9], [8465, 8005]]
    assert totals.status.endswith("leads to 7,934: 97% of the error is gone.")
    for J, end in ((8101.6, 7920), (8101.7, 7921.2), (7859.5, 7920), (7859.3, 7921.3)):
        totals.start(J)
        assert totals.numbers[0] == [J, end]
    totals.start(99)
    assert totals.numbers[0][0] == 7750

"""Newton's step on the published page, with no kernel: its numbers are the library's."""

import numpy as np
import pytest
from watching import Region, opened

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
  const state = { controls, limit, start: 1, steps: 1, newton: [], iteration: [] };
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
    step.start(J)
    step.check(J, 0)
    for steps in (1, 2, 3):
        step.press("One step")
        step.check(J, steps)
    assert "which is J*" in step.status


def slope_of(step, progress):
    """Give the slope of the tangent on the screen when its swing has come so far."""
    return step.place.locator(".ww-swing").evaluate(
        """(line, progress) => {
            const [swing] = line.getAnimations();
            swing.pause();
            swing.currentTime = progress * swing.effect.getTiming().duration * 0.9999;
            const ends = [...line.points].map((end) => end.matrixTransform(line.getScreenCTM()));
            return -(ends[1].y - ends[0].y) / (ends[1].x - ends[0].x);
        }""",
        progress,
    )


def test_the_tangent_swings_from_level_to_its_place(step):
    step.page.emulate_media(reduced_motion="no-preference")
    step.start(1)
    assert step.place.locator(".ww-swing").count() == 0
    step.press("One step")
    slopes = [slope_of(step, progress) for progress in (0, 0.25, 0.5, 0.75, 1)]
    assert slopes == sorted(slopes) and slopes[0] == pytest.approx(0, abs=0.01)
    assert slopes[-1] == pytest.approx(WAYS["type"][1], abs=0.01)
    step.press("One step back")
    assert step.place.locator(".ww-swing").count() == 0


def test_nothing_swings_for_those_who_want_no_motion(step):
    step.page.emulate_media(reduced_motion="reduce")
    step.start(1)
    step.press("One step")
    assert step.place.locator(".ww-swing").evaluate("(line) => line.getAnimations().length") == 0
    step.page.emulate_media(reduced_motion="no-preference")


def test_buttons_keep_the_focus_and_stop_at_the_ends(step):
    for _ in range(3):
        step.place.get_by_role("button", name="One step", exact=True).focus()
        step.page.keyboard.press("Enter")
    assert step.place.get_by_role("button", name="One step", exact=True).is_disabled()
    assert step.page.evaluate("document.activeElement.innerText") == "One step back"
    step.press("Back to the start")
    step.check(1, 0)
    assert step.place.get_by_role("button", name="One step back").is_disabled()
    assert step.page.evaluate("document.activeElement.innerText") == "One step"


def test_keys_move_the_start(step):
    slider = step.place.get_by_role("slider")
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


def test_dragging_moves_the_start(step):
    handle = step.place.locator(".ww-handle")
    handle.scroll_into_view_if_needed()
    box, picture = handle.bounding_box(), step.place.locator("svg").bounding_box()
    step.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    step.page.mouse.down()
    step.page.mouse.move(picture["x"] + picture["width"] / 2, picture["y"] + 50)
    J = float(step.place.get_by_label("start J, as a number").input_value())
    assert 4.5 < J < 6
    step.check(J, 0)
    step.page.mouse.move(5000, 0)
    step.check(11, 0)
    step.page.mouse.move(-50, 0)
    step.check(0, 0)
    step.page.mouse.up()
    step.page.mouse.move(picture["x"] + picture["width"] / 2, picture["y"] + 50)
    step.check(0, 0)


def test_what_is_typed_may_be_nothing_or_too_much(step):
    step.start("")
    step.check(1, 0)
    step.start("99")
    step.check(11, 0)
    step.start("-3")
    step.check(0, 0)


def test_a_policy_that_never_ends_has_no_step(step):
    step.page.evaluate(WAITING, [[["wait", 0.5, 1], *([name, *way] for name, way in WAYS.items())], 11])
    assert "wait is greedy, and it never ends" in step.status
    assert step.table(0)[0][2] == "never ends"
    assert step.table(1)[1][1] == "not defined"
    assert float(step.table(1)[1][5]) == 1.5
    step.start(3.8)
    assert "think costs 5.000" in step.status

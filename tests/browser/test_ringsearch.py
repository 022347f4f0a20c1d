"""The ring on a line on the published page: beliefs and costs are the library's, whoever takes the steps."""

import numpy as np
import pytest
from watching import Region, frames, opened

from wordlelib.planning import adaptive, belief

LINE = belief.LineSearch(12, reach=3, position=5)


def searchers():
    found = {"QMDP": adaptive.QMDPControl(LINE), "information": adaptive.InformationControl(LINE)}
    for name in [*found]:
        found[f"rollout on {name}"] = adaptive.RolloutControl(LINE, adaptive.Remembering(found[name]))
    return found


def follow(path, ring):
    """Give the state, the belief and what is paid after measurements."""
    x, b, paid = LINE.start, LINE.prior, 0
    for u in path:
        y = LINE.draw(x, u, ring, 0)
        paid += LINE.cost(x, u)[ring]
        x, b = y, belief.bayes(LINE, x, b, u, y)
    return x, b, int(paid)


BEST = np.min([adaptive.evaluate(LINE, policy) for name, policy in searchers().items() if name != "QMDP"], axis=0)
BEST[LINE.start[0]] = 1  # where QMDP is at once


class Ring(Region):
    """The widget of the chapter, as a reader uses it."""

    region = "A ring on a line"

    def measure(self, cell):
        self.place.locator(".ww-cells button").nth(cell).click()

    def check(self, path, ring):
        x, b, paid = follow(path, ring)
        cells = self.place.locator(".ww-cells button")
        filled = cells.evaluate_all("all => all.map((each) => each.className === 'ww-can')")
        assert filled == (b > 0).tolist()
        if not path:
            assert self.status == "The ring is in one of 12 cells. Where do you measure?"
        elif x[1] == 0:
            assert self.status == f"Found in cell {ring}, for {paid}. The best of these policies pays {BEST[ring]:.0f}."
        else:
            told = "nothing new" if np.array_equal(b > 0, follow(path[:-1], ring)[1] > 0) else None
            left = np.count_nonzero(b)
            told = told or (f"{left} cells left" if left > 1 else "1 cell left")
            reading = f"distance {x[1]}" if x[1] < 4 else "farther than 3"
            assert self.status == f"Cell {x[0]} reads “{reading}”: {told}. Paid so far: {paid}."


ring = opened(Ring, "book/08_belief_and_adaptive_control")


def test_a_press_measures_there_until_the_ring_is_found(ring):
    path = [5, 5, 5]
    ring.check(path, 9)
    for cell in (1, 8, 10, 9):
        ring.measure(cell)
        ring.check(path := [*path, cell], 9)
    assert ring.place.locator(".ww-cells button").first.is_disabled()
    assert ring.page.evaluate("document.activeElement.innerText") == "Start again"
    ring.press("Start again")
    ring.check([], 9)
    ring.press("Hide it elsewhere")
    ring.measure(4)
    ring.check([4], 4)


@pytest.mark.parametrize("name", searchers())
def test_a_policy_takes_its_own_steps(ring, name):
    ring.press("Start again")
    policy, path = searchers()[name], []
    for _ in range(5):
        x, b, _ = follow(path, 9)
        if LINE.ended(x):
            break
        path.append(policy.decide(x, b))
        ring.press(name)
        ring.check(path, 9)


def test_the_four_are_compared_where_the_ring_is_found(ring):
    ring.measure(9)
    said = ring.place.locator(".ww-under").inner_text()
    for name, policy in searchers().items():
        cost = np.inf if name == "QMDP" else adaptive.evaluate(LINE, policy)[9]
        assert f"{name} never finds it" in said if np.isinf(cost) else f"{name} {cost:.0f}" in said


def test_keys_go_from_cell_to_cell(ring):
    cells = ring.place.locator(".ww-cells button")
    cells.nth(5).focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "Enter"):
        ring.page.keyboard.press(key)
    ring.check([5, 5, 5, 6], 9)
    assert cells.nth(6).get_attribute("aria-label") == "6, you are here"


@pytest.mark.parametrize("width", [390, 1200])
def test_nothing_shifts_and_all_of_it_is_on_one_screen(ring, width):
    ring.page.set_viewport_size({"width": width, "height": 844})
    frames(ring.page, 3)
    height = ring.place.bounding_box()["height"]
    assert height < 780
    for _ in range(20):
        ring.press("QMDP")
        assert ring.place.bounding_box()["height"] == height
    ring.measure(9)
    assert ring.place.bounding_box()["height"] == pytest.approx(height, abs=25)


def test_it_follows_the_address(ring):
    ring.page.evaluate("location.hash = '#w1&ringsearch.ring=2&ringsearch.path=8,0'")
    ring.page.wait_for_function("document.querySelector('.ww-ring [role=status]').innerText.startsWith('Cell 0 reads')")
    ring.check([8, 0], 2)

"""The race of the methods on the published page: its standings are those of the stored results."""

from statistics import median_high

import pytest
from watching import Region, opened, wait_for_widgets

from wordlelib.lab import experiments, races

CHAPTER = "book/15_rollout_search_exact"
BEST = 7920
MOMENTS = (0.0316, 0.0447, 0.1, 0.355, 1, 2.24, 10, 63.1, 1000)
LEFT_OUT = {"worst class", "expected remaining", "rollout 30", "rollout 100"}


def stored_runs():
    """Give every method's runs from the stored results: seconds, and guesses above the optimum."""
    runs = {}
    for row in experiments.results("compare")["rows"]:
        if row["mode"] == "easy" and row["first"] == "own":
            name = "tree search" if row["method"].startswith("avts") else row["method"]
            runs.setdefault(name, {}).setdefault(row["seed"], []).append((row["cpu_seconds"], row["total"] - BEST))
    for row in experiments.results("race_spreads")["rows"]:
        if row["variant"] == "careful spread":
            runs.setdefault("careful search", {})[row["seed"]] = races.in_time(row, BEST)
    for row in experiments.results("promises")["rows"]:
        if (row["guess_list"], row["mode"], row["cap"]) == ("all", "easy", None):
            runs["exact search"] = {0: [(row["cpu_seconds"], row["total"] - BEST)]}
    runs = {name: of_seed for name, of_seed in runs.items() if name not in LEFT_OUT}
    return {name: list(of_seed.values()) for name, of_seed in runs.items()}


def middle(runs, now):
    """Say how far above the optimum the middle run is at some second."""
    return median_high([min([above for at, above in run if at <= now], default=float("inf")) for run in runs])


class Race(Region):
    """The race of the chapter, as a reader runs it."""

    def __init__(self, page):
        super().__init__(page, "Race of the methods")
        stored = (
            "() => wordleWidgets && JSON.parse(document.querySelector('script[type*=\"widget-state\"]').text).state"
        )
        states = [each["state"] for each in page.evaluate(stored).values()]
        self.times = next(state["times"] for state in states if "times" in state)

    def to(self, seconds):
        self.slide(self.times.index(seconds))

    def standing(self):
        """Give place and distance by method, as the table has them."""
        names = self.place.locator("tbody th").evaluate_all(
            "cells => cells.map(cell => [...cell.firstChild.childNodes].find(node => node.nodeType === 3).data)"
        )
        return {name: row[1:] for name, row in zip(names, self.table(), strict=True)}

    @property
    def preset(self):
        return self.place.get_by_role("combobox").locator("option:checked").inner_text()


race = opened(Race, CHAPTER)


@pytest.mark.parametrize("now", MOMENTS)
def test_the_standings_are_those_of_the_stored_runs(race, now):
    race.to(now)
    runs, standing = stored_runs(), race.standing()
    assert set(standing) == set(runs) and len(runs) == 8
    values = {name: middle(each, now) for name, each in runs.items()}
    for name, (place, above, state) in standing.items():
        better = sum(other < values[name] for other in values.values())
        assert above == (f"{values[name]:,.0f}" if values[name] < float("inf") else "none")
        assert place == (str(better + 1) if values[name] < float("inf") else "–")
        done = all(run[-1][0] <= now for run in runs[name])
        assert state == ("at work" if not done else "proven" if name == "exact search" else "done")
    shown = [values[name] for name in standing]
    assert shown == sorted(shown)


def test_who_is_ahead_is_said(race):
    race.to(0.1)
    assert race.status == "After 0.1 s, most classes is ahead, 29 guesses above the optimum."
    race.to(10)
    assert race.status == "After 10 s, 3 methods are ahead, at the optimum."
    assert {name for name, (place, *_) in race.standing().items() if place == "1"} == {
        *("rollout 10 on most classes", "tree search", "careful search"),
    }
    race.to(1000)
    assert race.status == (
        "After 1,000 s (17 min), 4 methods are ahead, at the optimum, and it is proven that nothing is better."
    )
    race.to(0.01)
    assert race.status == "After 0.01 s, no method has a strategy yet."


def test_the_runs_of_tree_search_are_told_and_drawn(race):
    race.to(1)
    assert "5 runs: 16 to 88" in race.place.get_by_role("row", name="tree search").inner_text()
    assert race.place.locator("svg.ww-picture polyline").count() == sum(
        run[0][0] <= 1 for runs in stored_runs().values() for run in runs
    )
    race.to(10)
    assert "5 runs: each 0" in race.place.get_by_role("row", name="tree search").inner_text()


def test_lines_go_down_only_and_end_at_the_moment(race):
    race.to(10)
    lines = race.place.locator("svg.ww-picture polyline").evaluate_all(
        "all => all.map(one => one.getAttribute('points'))"
    )
    ends = set()
    for line in lines:
        points = [tuple(map(float, point.split(","))) for point in line.split()]
        assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in zip(points, points[1:], strict=False))
        ends.add(points[-1][0])
    assert len(ends) == 1 and len(lines) == 2 + 3 + 5 + 20


def test_presets_and_the_address(race):
    assert race.preset == "a second"
    race.place.get_by_role("combobox").select_option("a thousand seconds")
    assert race.place.locator(".ww-now").inner_text() == "1,000 s (17 min)"
    race.page.wait_for_function("location.hash.includes('methodrace.moment=')")
    race.page.reload()
    wait_for_widgets(race.page, CHAPTER)
    assert race.preset == "a thousand seconds" and race.place.locator(".ww-now").inner_text().startswith("1,000 s")
    race.press("One step back")
    assert race.preset == "another time"


def test_it_plays_and_keys_move_it(race):
    race.press("Rewind")
    race.press("Play")
    race.page.wait_for_function("parseFloat(document.querySelector('.ww .ww-now').innerText) > 0.012")
    race.press("Pause")
    slider = race.place.get_by_role("slider")
    slider.focus()
    race.page.keyboard.press("End")
    assert slider.get_attribute("aria-valuetext") == "1,000 s (17 min)"
    race.page.keyboard.press("Home")
    assert slider.get_attribute("aria-valuetext") == "0.01 s"
    assert race.button("Play").is_visible()


def test_nothing_plays_for_those_who_want_no_motion(watched):
    watched.page.emulate_media(reduced_motion="reduce")
    race = Race(watched.open(CHAPTER))
    assert not race.button("Play").is_visible()
    race.press("One step")
    assert race.place.locator(".ww-now").inner_text() == "1.12 s"
    watched.page.emulate_media(reduced_motion="no-preference")


@pytest.mark.parametrize("width", [320, 390, 1200])
def test_nothing_jumps_and_nothing_overflows(race, width):
    race.page.set_viewport_size({"width": width, "height": 800})
    heights = set()
    for now in (0.01, 0.1, 1, 1000):
        race.to(now)
        heights.add(round(race.place.bounding_box()["height"]))
    assert max(heights) - min(heights) <= 3  # a pixel for each method with several runs
    assert race.page.evaluate("document.documentElement.scrollWidth") <= width

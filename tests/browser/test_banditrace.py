"""The race of the samplers on the published page, with no kernel: its numbers are the library's."""

import numpy as np
import pytest
from watching import Player, opened

from wordlelib.search import bandits

URNS = [np.arange(10) < ones for ones in (3, 4, 5)]
PULLS, LOOKS = 2000, 25


class ExploreThenCommit(bandits.Sampler):
    """The chapter's rule, which pulls each arm so often and then the one that looked best."""

    def choose(self, cost, visits, rng, first=None, spread=None):
        if visits.min() < LOOKS:
            return int(visits.argmin())
        return int((visits if visits.max() > LOOKS else -cost).argmax())


RACE = {
    "explore then commit": ExploreThenCommit(),
    "epsilon-greedy": bandits.EpsilonGreedy(10),
    "confidence bound": bandits.Hoeffding(span=1, p=None),
    "Thompson": bandits.Thompson(),
}


class Race(Player):
    """The race of the chapter, as a reader plays it."""

    region = "Bandit race"

    def open_table(self):
        """Open the table, as a reader does, if it is closed."""
        details = self.place.locator("details")
        if details.get_attribute("open") is None:
            details.locator("summary").click()

    def check(self, moment, races):
        """Compare the table after so many pulls with the library's pulls."""
        assert self.now == moment
        self.open_table()
        regrets = {n: bandits.regret(URNS, c)[moment - 1] if moment else 0 for n, c in races.items()}
        loud = self.place.locator(".ww-loud").inner_text()
        for end, word in ((min, "Least"), (max, "Most")):
            those = [name for name in regrets if round(regrets[name], 1) == round(end(regrets.values()), 1)]
            if moment and len(those) == 1:
                assert f"{word}{f' regret after {moment:,} pulls' if end is min else ''}: {those[0]}, " in loud
        bars = self.place.locator(".ww-guess-bar")
        for i, chosen in enumerate(races.values()):
            pulls = np.bincount(chosen[:moment], minlength=3) if moment else (0, 0, 0)
            assert bars.nth(i).get_attribute("aria-label") == ", ".join(
                f"{arm} {n:,}".replace(",", "") for arm, n in zip("ABC", pulls, strict=True)
            )
        for row, (name, chosen) in zip(self.table(), races.items(), strict=True):
            regret = bandits.regret(URNS, chosen)[moment - 1] if moment else 0
            assert row[0].strip().endswith(name)
            assert row[1].split(":")[0] == ("ABC"[chosen[moment - 1]] if moment else "")
            assert float(row[2]) == pytest.approx(regret, abs=0.051 if regret < 99.9 else 0.51)
            said = [cell.split("last: pull ")[1] if "last" in cell else "0" for cell in row[3:]]
            pulled = [np.flatnonzero(np.array(chosen[:moment]) == arm) for arm in range(3)]
            assert [int(text.replace(",", "")) for text in said] == [
                each[-1] + 1 if each.size else 0 for each in pulled
            ]
            visits = [int(cell.split(":")[0].replace(",", "")) for cell in row[3:]]
            assert visits == np.bincount(chosen[:moment], minlength=3).tolist()


@pytest.fixture(scope="module")
def races():
    return {name: bandits.pull(URNS, each, PULLS, np.random.default_rng(5)) for name, each in RACE.items()}


race = opened(Race, "book/12_bandits")


def test_moments_are_the_librarys(race, races):
    for moment in (0, 1, 2, 17, 843, 1999, 2000):
        race.to(moment)
        race.check(moment, races)


def test_estimates_follow_from_the_tickets(race, races):
    """Step by step the ticket shown moves the estimate of the arm pulled; the first estimate 0 counts as one."""
    race.open_table()
    seen = {name: [[0.0], [0.0], [0.0]] for name in RACE}
    for moment in range(1, 16):
        race.press("One pull")
        race.check(moment, races)
        for row, name in zip(race.table(), RACE, strict=True):
            arm, ticket = row[1].split(": ")
            seen[name]["ABC".index(arm)].append(float(ticket))
            shown = [float(cell.split()[1]) for cell in row[3:]]
            assert shown == pytest.approx([np.mean(each) for each in seen[name]], abs=0.00051)


def test_the_bound_chooses_by_the_estimates_shown(race, races):
    """The next arm of the confidence bound is the one of least index, by what the table says."""
    race.open_table()
    for moment in (5, 50, 500):
        race.to(moment)
        cells = [cell.replace(":", "").replace(",", "").split()[:2] for cell in race.table()[2][3:]]
        bonus = 2 * np.log(moment + 1)
        index = [float(estimate) - np.sqrt(bonus / (int(visits) + 1)) for visits, estimate in cells]
        assert index[races["confidence bound"][moment]] == pytest.approx(min(index), abs=0.002)


@pytest.mark.parametrize("size", [(1280, 720), (390, 700)], ids=["laptop", "phone"])
def test_play_and_the_curves_are_on_one_screen(race, size):
    race.page.set_viewport_size({"width": size[0], "height": size[1]})
    race.place.get_by_role("img").first.scroll_into_view_if_needed()
    top = race.button("Rewind").bounding_box()["y"]
    picture = race.place.locator("svg.ww-picture").bounding_box()
    assert top < picture["y"] and picture["y"] + picture["height"] - top < size[1] - 60


def test_play_pause_step_rewind(race, races):
    assert race.button("Rewind").is_disabled() and race.button("One pull back").is_disabled()
    race.place.get_by_label("Speed").select_option("100")
    race.press("Play")
    race.page.wait_for_function("parseInt(document.querySelector('.ww .ww-now').innerText) > 20")
    race.press("Pause")
    moment = race.now
    race.check(moment, races)
    race.press("One pull back")
    race.check(moment - 1, races)
    race.button("Rewind").dblclick()
    race.check(0, races)
    assert race.place.get_by_role("status").inner_text() == "No pull yet."


def test_play_to_the_end_and_again(race, races):
    race.place.get_by_label("Speed").select_option("1000")
    race.press("Play")
    race.button("Play again").wait_for()
    race.check(PULLS, races)
    assert race.button("One pull").is_disabled()
    assert race.place.get_by_role("status").inner_text().startswith("After 2,000 pulls, regret: explore then commit ")
    race.press("Play again")
    race.button("Pause").click()
    assert race.now < PULLS


def test_speed_and_axis_change_while_it_plays(race, races):
    race.place.get_by_label("Speed").select_option("10")
    race.press("Play")
    race.place.get_by_label("Speed").select_option("1000")
    race.place.get_by_label("logarithmic axis").check()
    race.button("Play again").wait_for()
    race.check(PULLS, races)


@pytest.mark.parametrize("width", [1280, 390, 320])
def test_nothing_that_can_be_pressed_moves(race, width):
    race.page.set_viewport_size({"width": width, "height": 900})
    places = set()
    for moment in (0, 1, 2, 17, 300, 2000):
        race.to(moment)
        summary = race.place.locator("summary").bounding_box()
        places.add(round(summary["y"] - race.place.bounding_box()["y"]))
        assert race.page.evaluate("document.documentElement.scrollWidth") <= width
    assert len(places) == 1


def test_keys(race, races):
    race.button("One pull").focus()
    for _ in range(3):
        race.page.keyboard.press("Enter")
    race.check(3, races)
    race.button("Rewind").focus()
    race.page.keyboard.press("Enter")
    assert race.page.evaluate("document.activeElement.innerText") == "One pull"
    race.place.get_by_role("slider").focus()
    race.page.keyboard.press("ArrowRight")
    race.check(1, races)
    race.page.keyboard.press("End")
    race.check(PULLS, races)

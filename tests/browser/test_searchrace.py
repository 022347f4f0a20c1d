"""Tree searches in the browser are those of Python, seed by seed; Search it live, on the published page."""

from statistics import median_high

import numpy as np
import pytest
from watching import Region, bare_page, opened

import wordlelib as wl
from wordlelib.widgets import SearchRace

HIDDEN = wl.words.original()[0]
SHORT = wl.wordle(HIDDEN, HIDDEN)
SETTINGS = {"careful spread": {"spread": "careful"}, "blind control": {"sampler": wl.EpsilonGreedy(1e6)}}
SAMPLERS = wl.Thompson(), wl.EpsilonGreedy(0.5), wl.Hoeffding(), wl.Hoeffding(p=None), wl.Laplace(1.0), wl.PUCT(1.0)
SEARCH = """async ([lists, jobs]) => {
    const computing = wordleWidgets.computing(undefined, ...lists);
    const found = await Promise.all(jobs.map((given) => computing.job("search", given).promise));
    computing.close();
    return found;
}"""


@pytest.fixture(scope="module")
def bare(chromium):
    with bare_page(chromium, "searcher.js") as page:
        yield page


def search_of(game, seed, **settings):
    return wl.TreeSearch(game, np.random.default_rng(seed), **settings)


@pytest.mark.parametrize(
    ("game", "iterations", "every"),
    [
        (wl.wordle(wl.words.tiny()), 40, 1),
        (wl.wordle(HIDDEN[::9], HIDDEN[::3]), 40, 1),
        (wl.wordle(), 20, 7),
    ],
    ids=["tiny", "some", "all"],
)
def test_the_course_of_a_search_is_that_of_its_seed_in_python(bare, game, iterations, every):
    searches = [(seed, {"sampler": sampler}) for seed in (0, 2026, 2**40) for sampler in SAMPLERS]
    searches += [(3, {"spread": "careful", "bounds": False}), (3, {"debias": False, "shared": False, "width": 9})]
    jobs, courses = [], []
    for seed, settings in searches[::every]:
        search = search_of(game, seed, **settings)
        config = SearchRace({"any": (SHORT, 1)}, {"any": search}).searches[0]["config"]
        jobs.append({"config": config, "seed": seed, "iterations": iterations, "target": 0})
        best, *others = search.run(iterations)
        courses.append([[game.guesses[number] for number in best], *(list(column) for column in others)])
    found = bare.evaluate(SEARCH, [[list(game.hidden), list(game.guesses)], jobs])
    assert [[each[name] for name in ("best", "value", "lower", "upper")] for each in found] == courses


class Race(Region):
    """The widget of chapter 14, as a reader uses it."""

    region = "Search it live"

    def begin(self):
        self.button("Start").focus()
        self.page.keyboard.press("Enter")

    def finish(self):
        said = self.place.get_by_role("status").filter(has_text="Iterations to a perfect strategy")
        said.wait_for(timeout=240_000)

    def first_seed(self):
        return int(self.place.locator(".ww-under").inner_text().split()[3].replace(",", ""))


race = opened(Race, "book/14_action_value_tree_search")


def found(seed, **settings):
    search = search_of(SHORT, seed, **settings)
    search.run(200, stop_at=7973)
    return search.found_at if search.upper == 7973 else 0


def test_a_race_finds_what_its_seeds_find_in_python(race):
    race.begin()
    race.finish()
    seed, rows = race.first_seed(), race.table()
    for (_, arrived, middle, each), settings in zip(rows, SETTINGS.values(), strict=True):
        runs = [found(seed + i, **settings) for i in range(5)]
        assert each == ", ".join(str(run or "–") for run in runs)
        assert arrived == f"{sum(run > 0 for run in runs)} of 5"
        assert middle == str(median_high([run or 999 for run in runs])).replace("999", "more than 200")
    assert [row[0][-len(name) :] for row, name in zip(rows, SETTINGS, strict=True)] == [*SETTINGS]
    assert race.place.locator("polyline").count() == 12  # five runs and their median, twice


def test_a_race_is_stopped_and_another_one_begun(race):
    race.place.get_by_label("Game").select_option("12,972 guesses")
    race.begin()
    race.place.locator(".ww-under").filter(has_text="Seed").wait_for(timeout=60_000)
    race.begin()  # while it runs, the button does nothing
    race.button("Stop").focus()
    race.page.keyboard.press("Enter")
    assert race.status == "Stopped before the race was over."
    assert race.button("Start").evaluate("button => button === document.activeElement && button.ariaDisabled === null")
    race.place.get_by_label("Game").select_option("2,315 guesses")
    assert race.status.startswith("Nothing is searched yet.")


def test_a_browser_that_cannot_compute_says_so(race):
    race.page.evaluate("""() => {
        kept = [wordleWidgets.computer, WebAssembly.compile];
        wordleWidgets.computer = undefined;
        Worker_ = Worker;
        Worker = undefined;
        WebAssembly.compile = async () => { throw new Error("low memory."); };
    }""")
    race.begin()
    race.place.get_by_text("This browser cannot compute this: low memory.").wait_for()
    assert race.button("Start").get_attribute("aria-disabled") is None
    race.page.evaluate("() => { [wordleWidgets.computer, WebAssembly.compile] = kept; Worker = Worker_; }")

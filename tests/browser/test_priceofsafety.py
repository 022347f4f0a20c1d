"""The price of safety on the published page: its totals and paths are those of the proven strategies."""

import pytest
from watching import Region, opened, wait_for_widgets

import wordlelib as wl

CHAPTER = "book/19_average_and_worst_case"
ANSWERS = wl.words.original()[0]
HARD = "hard mode"
PROMISES = {"no promise": None, "at most 7 guesses": 7, "at most 6 guesses": 6, "at most 5 guesses": 5}
OPENINGS = {
    "easy mode": ("slate", "slate", "slate", "trace"),
    "all 12,972 words may be guessed": ("salet",) * 4,
    HARD: ("trace", "slate", "dealt", "clasp"),
}


@pytest.fixture(scope="module")
def trees():
    """Search once more for the least after each opening, by game and promise."""
    games = (wl.wordle(ANSWERS), wl.wordle(), wl.wordle(ANSWERS, mode="hard"))
    return {
        name: [wl.prove(game, opening, cap).tree for opening, cap in zip(openings, PROMISES.values(), strict=True)]
        for game, (name, openings) in zip(games, OPENINGS.items(), strict=True)
    }


class Safety(Region):
    """The widget of the chapter, as a reader uses it."""

    region = "Price of safety"

    def choose(self, game, step=0):
        self.place.get_by_role("combobox").select_option(game)
        self.slide(step)

    @property
    def promise(self):
        return self.place.locator(".ww-now").inner_text()

    @property
    def detail(self):
        return self.place.locator(".ww-detail").inner_text()

    def words(self):
        """Give the doomed words, with the number of their guesses."""
        texts = self.place.locator(".ww-doomed button").all_inner_texts()
        return dict(text.split() for text in texts)

    def path(self):
        """Give the rows of the path that is shown."""
        rows = self.place.locator(".ww-way .ww-row").evaluate_all(
            "rows => rows.map(row => [row.ariaLabel, [...row.children].map(tile => tile.dataset.mark).join('')])"
        )
        return [(said.split(":")[0], marks) for said, marks in rows]


safety = opened(Safety, CHAPTER)


@pytest.mark.parametrize("game", OPENINGS)
def test_totals_and_counts_are_the_proven_ones(safety, trees, game):
    free = trees[game][0]
    for step, (tree, promise) in enumerate(zip(trees[game], PROMISES, strict=True)):
        safety.choose(game, step)
        assert safety.promise == promise
        more, late = tree.total - free.total, len(free.failures(5))
        if step:
            costs = f"costs {more} guess{'es' * (more > 1)} in 2,315 games" if more else "costs nothing"
            assert safety.status == f"The promise of {promise} {costs}."
        else:
            many = f"{late} of 2,315 words need" if late else "no word needs"
            assert safety.status == f"Without a promise {many} more than 5 guesses."
        assert safety.detail.startswith(f"{tree.opening} opens. {tree.total:,} guesses for 2,315 words, ")
        assert (f", {more / 2315:.4f} a game more" in safety.detail) == (more > 0)
        counts = ", ".join(f"{guesses}: {words}" for guesses, words in tree.distribution.items())
        assert safety.place.get_by_role("img", name=f"Words by the number of their guesses: {counts}").count() == 1
        assert safety.words() == {word: str(len(tree.path(word))) for word in free.failures(5)}


def test_the_path_of_a_word_is_the_trees(safety, trees):
    safety.choose(HARD)
    assert safety.path() == trees[HARD][0].path("hatch")
    safety.place.get_by_role("button", name="wound, 6 guesses").click()
    assert safety.path() == trees[HARD][0].path("wound")
    assert safety.page.evaluate("document.activeElement.ariaLabel") == "wound, 6 guesses"
    safety.slide(3)
    assert safety.path() == trees[HARD][3].path("wound")


def test_the_tree_holds_the_paths(safety, trees):
    safety.choose(HARD, 3)
    safety.place.get_by_text("The branches of the tree").click()
    tree = trees[HARD][3]
    prefixes = {tuple(tree.path(word)[:i]) for word in safety.words() for i in range(len(tree.path(word)))}
    picture = safety.place.get_by_role("img", name="The branches to 20 words")
    assert picture.locator("circle").count() == len(prefixes)
    assert picture.locator("circle.ww-on").count() == len(tree.path("hatch"))


def test_a_price_is_shown_when_its_promise_is_made(safety):
    safety.choose(HARD, 0)
    said = "What each promise costs: no promise: +0"
    for further in (", at most 7 guesses: +1", ", at most 6 guesses: +61", ", at most 5 guesses: +241"):
        assert safety.place.get_by_role("img", name=said, exact=True).locator("circle").count() == said.count("+")
        said += further
        safety.slide(said.count("+") - 1)
    safety.slide(4)
    said += ", at most 4 guesses: impossible"
    assert safety.place.get_by_role("img", name=said, exact=True).locator("circle").count() == 4


def test_four_cannot_be_promised(safety):
    safety.choose("easy mode", 4)
    assert safety.promise == "at most 4 guesses"
    assert safety.status == "Nobody can promise at most 4 guesses: whatever is guessed, some word needs more."
    assert set(safety.words().values()) == {"–"} and safety.path() == []


def test_nobody_is_doomed_with_all_guesses(safety):
    safety.choose("all 12,972 words may be guessed")
    assert safety.words() == {} and safety.place.get_by_text("No word is doomed here").count() == 1
    assert not safety.place.get_by_text("The branches of the tree").is_visible()


def test_keys_and_the_address(safety):
    safety.choose(HARD)
    slider = safety.place.get_by_role("slider")
    slider.focus()
    for _ in range(2):
        safety.page.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "at most 6 guesses"
    safety.place.get_by_role("button", name="witty").press("Enter")
    safety.page.wait_for_function("location.hash.includes('priceofsafety.word=witty')")
    path = safety.path()
    safety.page.reload()
    wait_for_widgets(safety.page, CHAPTER)
    assert (safety.promise, safety.path()) == ("at most 6 guesses", path)
    assert safety.place.get_by_role("button", name="witty").get_attribute("aria-pressed") == "true"
    safety.page.evaluate("location.hash = '#w1&priceofsafety.game=2&priceofsafety.step=9'")
    safety.page.get_by_text("expected a whole number from 0 to 4").wait_for()


@pytest.mark.parametrize("width", [320, 390, 1200])
def test_nothing_jumps_and_nothing_overflows(safety, width):
    safety.page.set_viewport_size({"width": width, "height": 800})
    heights = set()
    for step in range(5):
        safety.choose(HARD, step)
        heights.add(round(safety.place.bounding_box()["height"]))
    assert max(heights) - min(heights) <= 2
    assert safety.place.locator(".ww-loud").evaluate("loud => getComputedStyle(loud).fontSize") == "20px"
    assert safety.page.evaluate("document.documentElement.scrollWidth") <= width

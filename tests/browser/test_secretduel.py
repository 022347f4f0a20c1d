"""The game against the least favourable prior, played in a browser, and its mixture compared with the library's."""

import json
from dataclasses import replace
from statistics import mean, stdev

import pytest
from test_every_page import faults
from watching import Region, rows_of, wait_for_widgets

import wordlelib as wl
from wordlelib.widgets import SecretDuel

PAGE = "book/laboratory"  # which shows another widget; any page will do
FAMILY = ["batch", "catch", "fight", "latch", "might", "night", "sight"]
SEEDED = """(seed) => {
    Math.random = () => {
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
}"""
# The reader's own words, each against every pair of an opening and a plan, which are alike likely: `share` pairs for an
# opening. A game draws the hidden word first, then the opening, and last a plan, if the class has several words.
EVERY_GAME = """(words) => words.map((word) => {
    const all = w.state.mixture.reduce((sum, { share }) => sum + share, 0);
    const play = [...document.querySelectorAll("#again button")].find((each) => each.textContent.startsWith("Let the"));
    w.put({ hinter: "your word", word });
    let before = 0;
    for (const { share } of w.state.mixture) {
        for (let k = 0; k < share; k++) {
            const draws = [0.5, (before + k + 0.5) / all, (k + 0.5) / share];
            Math.random = () => draws.shift();
            play.click();
        }
        before += share;
    }
    return w.state.taken[word].mixture;
})"""

# The word that the mixture finds, by what is drawn first.
FOUND = """(draws) => draws.map((draw) => {
    const rest = [draw];
    Math.random = () => rest.shift() ?? 0;
    [...document.querySelectorAll("#again button")].find((each) => each.textContent.startsWith("Let the")).click();
    return document.querySelector("#again .ww-columns > :last-child .ww-line:last-child").textContent;
})"""


class Duel(Region):
    """The widget beside those of a page, as a reader uses it."""

    def __init__(self, page):
        super().__init__(page, "Secret duel")
        self.keys = self.place.get_by_role("toolbar", name="Your guess")

    @property
    def boards(self):
        """Give the rows of the reader's game, and of the mixture's."""
        return [rows_of(column) for column in self.place.locator(".ww-columns > div").all()]

    @property
    def held(self):
        return self.page.evaluate("document.activeElement.textContent")

    def draw(self, *draws):
        """Say what is drawn next, the last number again and again."""
        self.page.evaluate("(all) => { Math.random = () => (all.length > 1 ? all.shift() : all[0]); }", list(draws))

    def hide(self, word, hinter="least favourable prior"):
        """Begin a game in which this word is hidden; `choose` has no event if nothing changes, so it changes twice."""
        words = FAMILY if hinter == "least favourable prior" else wl.words.tiny()
        self.draw((words.index(word) + 0.5) / len(words))
        self.choose("your word").choose(hinter)

    def choose(self, hinter):
        self.place.get_by_label("Who hides").select_option(hinter)
        return self

    def guess(self, *words):
        for word in words:
            self.keys.get_by_role("button", name=word, exact=True).click()

    def state(self, name):
        return self.page.evaluate("(name) => w.state[name]", name)


@pytest.fixture(scope="module")
def found():
    return wl.zero_sum(wl.wordle(wl.words.tiny()))


def state_of(found):
    """Give the widget as a page stores it."""
    duel = SecretDuel(found)
    return {name: getattr(duel, name) for name in SecretDuel.class_own_traits(sync=True) if not name.startswith("_")}


@pytest.fixture
def duel(watched, again, found):
    page = watched.open(PAGE)
    wait_for_widgets(page, PAGE)
    page.evaluate("globalThis.random ??= Math.random")
    again(page, "SecretDuel", state_of(found))
    yield Duel(page)
    page.evaluate("Math.random = random")


def test_a_whole_game_with_keys(duel, found):
    duel.hide("night")
    keys = duel.page.keyboard
    duel.place.get_by_label("Who hides").focus()
    keys.press("Tab")
    assert duel.held == "allow"
    for _ in range(wl.words.tiny().index("might")):
        keys.press("ArrowRight")
    keys.press("Enter")
    assert (duel.held, duel.status) == (
        "might",
        "might: M grey, I green, G green, H green, T green.\n1 guess made. What is the next?",
    )
    keys.press("ArrowLeft")
    keys.press("ArrowRight")
    keys.press("ArrowDown")
    below = wl.words.tiny().index(duel.held) - wl.words.tiny().index("might")
    assert below > 1
    keys.press("ArrowUp")
    for _ in range(3):
        keys.press("ArrowRight")
    keys.press("Enter")
    game = found.game
    assert duel.boards[0] == [(word, game.answer(word, "night")) for word in ("might", "night")]
    assert duel.status.endswith("Found night with 2 guesses.") and duel.held.endswith("Found night with 2 guesses.")
    keys.press("Enter")
    keys.press("Tab")
    assert duel.held == "Hide another word" and len(duel.boards[0]) == 2
    keys.press("Enter")
    assert (duel.held, duel.boards[0], duel.button("Hide another word").is_enabled()) == ("night", [], False)
    assert duel.state("taken") == {"least favourable prior": {"you": [0, 1]}}


def test_means_and_errors(duel, found):
    lengths = []
    for word, guesses in (("batch", ["batch"]), ("sight", ["music", "night", "sight"]), ("catch", ["alone", "catch"])):
        duel.hide(word)
        duel.guess(*guesses)
        lengths.append(len(guesses))
        said = f"{mean(lengths):.3f}"
        error = f"± {stdev(lengths) / len(lengths) ** 0.5:.3f}\n" if len(lengths) > 1 else ""
        games = "game" if len(lengths) == 1 else "games"
        assert duel.table()[0][1] == f"{said}\n{error}{len(lengths)} {games}"
        assert (f"Your mean is {said} {error.strip()}." in duel.status) == (len(lengths) > 1)
    duel.hide("table", "any word alike")
    duel.guess("table")
    alike = f"{found.mixture.expected.mean():.3f}"  # of several best mixtures, it is that of this one
    rows = [["any word alike", "1.000\n1 game", "–", alike, "2.208"], ["your word, batch", "–", "–", "2.571", "–"]]
    assert duel.table()[1:] == rows and duel.table()[0][1].endswith("3 games")


def test_two_hundred_games_of_the_mixture_come_near_the_value(duel):
    duel.page.evaluate(SEEDED, 1)
    duel.press("100 games")
    duel.press("100 games")
    counts = duel.state("taken")["least favourable prior"]["mixture"]
    lengths = [i for i, many in enumerate(counts, 1) for _ in range(many)]
    error = stdev(lengths) / 200**0.5
    assert len(lengths) == 200 and abs(mean(lengths) - 18 / 7) <= 4 * error and 0.02 < error < 0.1
    told = f"{mean(lengths):.3f} ± {error:.3f}"
    assert duel.status == f"The mixture’s mean is {told}. Its last game is shown."
    assert duel.table()[0][2:] == [f"{mean(lengths):.3f}\n± {error:.3f}\n200 games", "2.571", "2.571"]
    assert duel.boards[1][-1][0] in FAMILY and duel.boards[0] == []


def means_of(page, found):
    """Play every game of a mixture against every word, and check how many they are."""
    counted = page.evaluate(EVERY_GAME, [*found.game.hidden])
    assert {sum(counts) for counts in counted} == {sum(found.mixture.shares.values())}
    return [sum(i * many for i, many in enumerate(counts, 1)) / sum(counts) for counts in counted]


def test_every_word_takes_of_the_mixture_what_the_library_says(duel, found):
    means = means_of(duel.page, found)
    assert means == [*found.mixture.expected] and max(means) == 18 / 7


def test_a_plan_that_branches_is_followed(duel, again, found):
    """The optimal plans of the tiny list are short, but not those after an opening that tells little."""
    poor = wl.zero_sum(found.game, ["onion"])
    longest = max((plan.guesses for plans in poor.mixture.plans["onion"].values() for plan in plans), key=len)
    duel.page.evaluate("document.querySelector('#again').remove()")
    again(duel.page, "SecretDuel", state_of(replace(poor, openings=None)))
    assert len(longest) == 3 and means_of(duel.page, poor) == [*poor.mixture.expected]


def test_each_hinter_hides_by_its_prior(duel):
    for hinter, words in (("least favourable prior", FAMILY), ("any word alike", wl.words.tiny())):
        duel.choose(hinter)
        draws = [(i + part) / len(words) for i in range(len(words)) for part in (0.001, 0.999)]
        assert duel.page.evaluate(FOUND, draws) == [word for word in words for _ in range(2)]
    duel.choose("your word").place.get_by_role("combobox", name="Your word").select_option("sight")
    assert not duel.keys.is_visible()
    duel.press("Let the mixture play")
    assert duel.boards[1][-1] == ("sight", "ggggg") and sum(duel.state("taken")["sight"]["mixture"]) == 1


def test_nothing_names_the_word_before_it_is_found(duel):
    duel.place.get_by_text("Words that may be hidden").click()
    seen = set()
    for word in FAMILY:
        duel.hide(word)
        seen.add((duel.place.evaluate("place => place.outerHTML"), json.dumps(duel.page.evaluate("w.state"))))
    assert len(seen) == 1
    duel.place.get_by_text(f"7 words: {', '.join(FAMILY)}").wait_for()
    seen = set()
    for word in ("batch", "catch", "latch"):
        duel.hide(word)
        duel.guess("music")
        seen.add((duel.place.evaluate("place => place.outerHTML"), json.dumps(duel.page.evaluate("w.state"))))
    assert len(seen) == 1
    duel.place.get_by_text("3 words: batch, catch, latch").wait_for()


def test_values_from_outside(duel):
    duel.hide("batch")
    duel.guess("music")
    duel.page.evaluate("w.put({ taken: { 'any word alike': { you: [1, 2] } } })")
    assert duel.table()[1][1] == "1.667\n± 0.333\n3 games" and len(duel.boards[0]) == 1
    duel.page.evaluate("w.put({ hinter: 'your word', word: 'stone' })")
    assert duel.status == "You hide stone." and duel.boards == [[], []] and duel.table()[2][0] == "your word, stone"
    duel.page.evaluate("w.put({ hinter: 'odd', word: 'odd' })")
    assert duel.status == "A word is hidden. What is your first guess?" and duel.table()[2][0] == "your word, allow"
    duel.page.evaluate("w.stop()")
    assert duel.page.evaluate("Object.values(w.calls).flat().length") == 0


@pytest.mark.parametrize("width", [320, 390, 1200])
def test_it_is_readable_and_fits(duel, width):
    page = duel.page
    page.set_viewport_size({"width": width, "height": 800})
    duel.hide("sight")
    duel.guess("music", "alone", "chess", "plumb", "sight")
    for _ in range(2):
        duel.press("100 games")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_function(f"document.documentElement.dataset.theme === '{scheme}'")
        assert faults(page, within=["#again"]) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert duel.place.locator(".ww-scroll").evaluate("box => box.scrollWidth <= box.clientWidth") or width < 390
    page.emulate_media(reduced_motion="no-preference")

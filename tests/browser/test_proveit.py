"""Prove it, on the published page: the library's search, compiled to WebAssembly, finds what it finds in Python."""

import pytest
from watching import Region, opened

import wordlelib as wl


class Prover(Region):
    """The widget of chapter 11, as a reader uses it."""

    region = "Prove it"

    def begin(self, opening, hard=False):
        self.place.get_by_label("hard mode").set_checked(hard)
        self.place.get_by_label("Opening").fill(opening)
        self.page.keyboard.press("Enter")

    def prove(self, opening, hard=False):
        self.begin(opening, hard)
        self.page.wait_for_function(
            "([place, text]) => place.querySelector('[role=status]').textContent.startsWith(text)",
            arg=[self.place.element_handle(), f"{opening.strip().upper()} needs"],
            timeout=120_000,
        )
        assert self.status.count(" in hard mode") == hard
        return self.status

    @property
    def alert(self):
        return self.place.locator(".ww-problem").inner_text()


prover = opened(Prover, "book/11_perfect_play")


def told(opening, mode):
    """Prove an opening natively, and give its row of the table without the seconds."""
    proof = wl.prove(wl.wordle(mode=mode), opening)
    return [opening, mode, f"{proof.total:,}", f"{proof.nodes:,}", f"{proof.guesses:,}"]


def test_openings_are_proven_with_the_librarys_figures_whatever_was_proven_before(prover):
    asked = [("salet", "easy"), ("crate", "easy"), ("salet", "hard"), ("trace", "hard"), ("salet", "easy")]
    for opening, mode in asked:
        row = told(opening, mode)
        said = prover.prove(opening, mode == "hard")
        within = " in hard mode" if mode == "hard" else ""
        assert said.startswith(f"{opening.upper()} needs {row[2]} guesses{within}, and no strategy needs fewer")
        assert f"{row[3]} beliefs searched; of {row[4]} guesses tried" in prover.place.inner_text()
        assert row in [line[:5] for line in prover.table()]
    assert [tuple(line[:2]) for line in prover.table()] == asked[:4]


def test_a_long_proof_is_stopped_and_another_one_begun(prover):
    start, stop = prover.button("Prove it"), prover.button("Stop")
    prover.place.get_by_label("Opening").fill("fuzzy")
    start.focus()
    for _ in range(3):  # while it runs, the button does nothing
        prover.page.keyboard.press("Enter")
    prover.place.get_by_text("At least").wait_for()
    assert start.evaluate("button => button === document.activeElement && button.ariaDisabled === 'true'")
    stop.focus()
    prover.page.keyboard.press("Enter")
    assert prover.status == "Stopped before the least total of FUZZY was known."
    assert not stop.is_visible()
    assert start.evaluate("button => button === document.activeElement && button.ariaDisabled === null")
    assert prover.prove("salet").startswith("SALET needs 7,920")


def test_an_address_that_changes_meanwhile_is_followed_afterwards(prover):
    prover.begin("fuzzy")
    prover.place.get_by_text("At least").wait_for()
    prover.page.evaluate("location.hash = '#w1&proveit.opening=crate'")
    prover.page.evaluate("() => new Promise(requestAnimationFrame)")  # by then the address has been followed
    assert "FUZZY" in prover.status and prover.place.get_by_label("Opening").input_value() == "fuzzy"
    prover.press("Stop")
    assert prover.status == "Stopped before the least total of FUZZY was known."
    assert prover.place.get_by_label("Opening").input_value() == "crate"


def test_what_is_known_of_an_opening_is_said_again(prover):
    said = prover.prove("salet", hard=True)
    for link, text in (
        ("opening=crate", "Fewest guesses for all 2,315 words after CRATE: not proven yet."),
        ("hard=1", said),
        ("hard=0", "Fewest guesses for all 2,315 words after SALET: not proven yet."),
        ("hard=1&proveit.opening=crate", "words after CRATE in hard mode: not proven yet."),
    ):
        prover.page.evaluate("link => { location.hash = `#w1&proveit.${link}`; }", link)
        prover.place.get_by_text(text).wait_for()
        assert prover.place.get_by_text("beliefs searched").is_visible() == (text == said)
        assert prover.place.get_by_label("hard mode").is_checked() == ("hard=1" in link)


def test_what_is_no_guess_is_refused(prover):
    for typed in ("xxxxx", "abc"):
        prover.begin(typed)
        assert prover.alert == f'"{typed}" is not in the list of guesses.'
    prover.begin("")
    assert prover.alert == "Type an opening of five letters."
    prover.prove(" SALET ".lower())
    assert prover.alert == ""


@pytest.fixture
def without(prover):
    """Take a function away from the page until the test is over, or put another one; workers are hired anew."""

    def take(place, other="undefined"):
        prover.page.evaluate(f"() => {{ kept.push(['{place}', {place}]); {place} = {other}; }}")
        return prover.page.evaluate("renew()")

    prover.page.evaluate("() => { kept = [['wordleWidgets.computer']]; wordleWidgets.computer = undefined; }")
    yield take
    prover.page.evaluate("() => kept.forEach(([place, value]) => Function('value', `${place} = value`)(value))")


def test_without_workers_the_page_proves(prover, without):
    without("Worker")
    assert prover.prove("salet").startswith("SALET needs 7,920")


@pytest.mark.parametrize("workers", [True, False])
def test_a_browser_that_cannot_open_the_module_says_so(prover, without, workers):
    if not workers:
        without("Worker")
    without("wordleWidgets.host", "() => { throw new Error('low memory.'); }")
    for _ in range(2):
        prover.begin("salet")
        prover.place.get_by_text("This browser cannot compute this: low memory.").wait_for()
        assert prover.button("Prove it").get_attribute("aria-disabled") is None


def test_kernels_that_could_not_be_loaded_are_loaded_when_asked_for_again(chromium, site):
    page = chromium.new_context().new_page()
    page.goto(f"{site}/book/11_perfect_play.html")
    prover = Prover(page)
    page.route("**/compiled.js", lambda route: route.abort())
    prover.begin("salet")
    prover.place.get_by_text("This browser cannot compute this: compiled.js could not be loaded.").wait_for()
    page.unroute("**/compiled.js")
    assert prover.prove("salet").startswith("SALET needs 7,920")
    page.context.close()

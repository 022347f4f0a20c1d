"""Prove it, on the published page: the library's search, compiled to WebAssembly, finds what it finds in Python."""

import pytest
from watching import Region, opened

import wordlelib as wl


class Prover(Region):
    """The widget of chapter 11, as a reader uses it."""

    region = "Prove it"

    def begin(self, opening):
        self.place.get_by_label("Opening").fill(opening)
        self.page.keyboard.press("Enter")

    def prove(self, opening):
        self.begin(opening)
        self.page.wait_for_function(
            "([place, text]) => place.querySelector('[role=status]').textContent.startsWith(text)",
            arg=[self.place.element_handle(), f"{opening.strip().upper()} needs"],
            timeout=120_000,
        )
        return self.status

    @property
    def alert(self):
        return self.place.locator(".ww-problem").inner_text()


prover = opened(Prover, "book/11_perfect_play")


def told(opening):
    """Prove an opening natively, and give its row of the table without the seconds."""
    proof = wl.prove(wl.wordle(), opening)
    return [opening, f"{proof.total:,}", f"{proof.nodes:,}", f"{proof.guesses:,}"]


def test_openings_are_proven_with_the_librarys_figures_whatever_was_proven_before(prover):
    for opening in ("salet", "crate", "trace", "salet"):
        row = told(opening)
        assert prover.prove(opening).startswith(
            f"{opening.upper()} needs {row[1]} guesses, and no strategy needs fewer"
        )
        assert f"{row[2]} beliefs searched; of {row[3]} guesses tried" in prover.place.inner_text()
        assert row in [line[:4] for line in prover.table()]
    assert [line[0] for line in prover.table()] == ["salet", "crate", "trace"]


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
    said = prover.prove("salet")
    for opening, text in (
        ("crate", "Fewest guesses for all 2,315 words after CRATE: not proven yet."),
        ("salet", said),
    ):
        prover.page.evaluate("opening => { location.hash = `#w1&proveit.opening=${opening}`; }", opening)
        prover.place.get_by_text(text).wait_for()
        assert prover.place.get_by_text("beliefs searched").is_visible() == (opening == "salet")


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
    """Take a function away from the page until the test is over, or put another one in its place."""

    def take(place, other="undefined"):
        prover.page.evaluate(f"() => {{ kept.push(['{place}', {place}]); {place} = {other}; }}")

    prover.page.evaluate("() => { kept = []; }")
    yield take
    prover.page.evaluate("() => kept.forEach(([place, value]) => Function('value', `${place} = value`)(value))")


def test_without_workers_the_page_proves(prover, without):
    without("Worker")
    assert prover.prove("salet").startswith("SALET needs 7,920")


@pytest.mark.parametrize("workers", [True, False])
def test_a_browser_that_cannot_compile_says_so_and_may_do_so_later(prover, without, workers):
    if not workers:
        without("Worker")
    prover.page.evaluate("() => { host = wordleWidgets.host; }")
    without("wordleWidgets.host", "async () => { throw new Error('low memory.'); }")
    for _ in range(2):
        prover.begin("salet")
        prover.place.get_by_text("This browser cannot run the search: low memory.").wait_for()
        assert prover.button("Prove it").get_attribute("aria-disabled") is None
    prover.page.evaluate("() => { wordleWidgets.host = host; }")
    assert prover.prove("salet").startswith("SALET needs 7,920")

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
            arg=[self.place.element_handle(), f"{opening.upper()} needs"],
            timeout=120_000,
        )
        return self.status

    @property
    def alert(self):
        return self.place.locator(".ww-problem").inner_text()


prover = opened(Prover, "book/11_perfect_play")


def told(proof):
    return [proof.opening, f"{proof.total:,}", f"{proof.nodes:,}", f"{proof.guesses:,}"]


def test_an_opening_is_proven_with_the_librarys_figures(prover):
    proof = wl.prove(wl.wordle(), "salet")
    assert prover.prove("salet").startswith(f"SALET needs {proof.total:,} guesses, and no strategy needs fewer")
    assert f"{proof.nodes:,} beliefs searched; of {proof.guesses:,} guesses tried in them, {proof.cuts:,} were cut" in (
        prover.place.inner_text()
    )
    assert [row[:4] for row in prover.table()] == [told(proof)]


@pytest.mark.slow
def test_openings_one_after_the_other(prover):
    for opening in ("salet", "crate", "trace", "salet"):
        assert f"{opening.upper()} needs {wl.prove(wl.wordle(), opening).total:,} guesses" in prover.prove(opening)
    assert [row[0] for row in prover.table()] == ["salet", "crate", "trace"]


def test_a_long_proof_is_stopped_and_another_one_begun(prover):
    prover.begin("fuzzy")
    prover.place.get_by_text("At least").wait_for()
    stop = prover.button("Stop")
    assert not prover.button("Prove it").is_enabled()
    stop.focus()
    prover.page.keyboard.press("Enter")
    assert prover.status == "Stopped before the least total of FUZZY was known."
    assert not stop.is_visible()
    assert prover.place.evaluate("place => place.contains(document.activeElement)")
    assert prover.prove("salet").startswith("SALET needs 7,920")


def test_what_is_no_guess_is_refused(prover):
    for typed in ("xxxxx", "abc", ""):
        prover.begin(typed)
        assert prover.alert == f'"{typed}" is not in the list of guesses.'
    prover.prove("salet")
    assert prover.alert == ""


@pytest.fixture
def lacking(prover):
    """Take something away from the page until the test is over."""

    def take(name):
        prover.page.evaluate("name => { kept = globalThis[name]; delete globalThis[name]; }", name)
        taken.append(name)

    taken = []
    yield take
    for name in taken:
        prover.page.evaluate("name => { globalThis[name] = kept; }", name)


@pytest.mark.slow
def test_without_workers_the_page_proves(prover, lacking):
    lacking("Worker")
    assert prover.prove("salet").startswith("SALET needs 7,920")


@pytest.mark.slow
def test_where_nothing_can_be_compiled_the_widget_says_so(prover, lacking):
    lacking("Worker")
    prover.page.evaluate(
        "() => { compile = WebAssembly.compile; WebAssembly.compile = () => Promise.reject(Error('refused')); }"
    )
    prover.begin("salet")
    prover.place.get_by_text("This browser cannot run the search: refused.").wait_for()
    assert prover.button("Prove it").is_enabled()
    prover.page.evaluate("() => { WebAssembly.compile = compile; }")
    assert prover.prove("salet").startswith("SALET needs 7,920")

"""The first page as somebody meets it who follows a link: light, at rest, and a board on the first screen."""

from contextlib import contextmanager

import pytest
from test_every_page import faults
from watching import Watched, frames, wait_for_widgets

import wordlelib as wl
from tools.book_map import read_map

PAGE = "book/00_preface"
SCREENS = {"desktop": (1280, 800), "phone": (390, 844)}
LIMIT = 600_000  # bytes that are sent, but for fonts and the word lists
PRIOR = wl.words.accepted_prior()
RAREST = min(PRIOR, key=PRIOR.get)  # whose odds are the longest
FONTS = (".woff", ".woff2", ".ttf")
PUSH = """document.querySelector("article").prepend(
    Object.assign(document.createElement("p"), { style: "height: 200px" }))"""
SMALL = """parts => parts.map((part) => part.getBoundingClientRect())
    .filter(({ width, height }) => Math.min(width, height) < 44).length"""
SHIFTS = """
    globalThis.shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => entry.value)))
        .observe({ type: "layout-shift", buffered: true });
"""


def play_a_row(page):
    page.get_by_label("Guess", exact=True).fill("salet")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Best guesses").click()
    page.wait_for_selector(".ww-best button", timeout=60_000)


@contextmanager
def first_visit(chromium, site, screen, fonts=True):
    """Open the page for the first time, with the site's fonts or without; what was sent stands in `sent`."""
    width, height = screen
    context = chromium.new_context(viewport={"width": width, "height": height})
    context.add_init_script(SHIFTS)
    watched = Watched(context.new_page(), site)
    watched.sent = {}
    if not fonts:
        watched.page.route("**/*.woff2", lambda route: route.abort())
    watched.page.on(
        "response", lambda response: watched.sent.update({response.url.partition("?")[0]: len(response.body())})
    )
    wait_for_widgets(watched.open(PAGE), PAGE)
    watched.page.wait_for_load_state("networkidle")
    yield watched
    assert [fault for fault in watched.faults if fonts or ".woff2" not in fault] == []
    context.close()


@pytest.fixture(params=SCREENS)
def arrived(chromium, site, request):
    with first_visit(chromium, site, SCREENS[request.param]) as watched:
        yield watched


def test_it_is_light_and_painted(arrived):
    heavy = {url: size for url, size in arrived.sent.items() if url.startswith("http")}
    counted = {url: size for url, size in heavy.items() if not url.endswith((*FONTS, "/words.js"))}
    assert any(url.endswith("/words.js") for url in heavy) and len(counted) > 15
    assert sum(counted.values()) <= LIMIT, sorted(counted.items(), key=lambda item: -item[1])[:8]
    painted = arrived.page.evaluate("performance.getEntriesByType('paint').map((entry) => entry.name)")
    assert "first-contentful-paint" in painted


def check_rest(page):
    """Play, type words with short and with long odds, and enter what is none; nothing may shift."""
    for word in ("snafu", "crane", RAREST):
        page.get_by_label("Guess", exact=True).fill(word)
        page.locator(".ww-odds").get_by_text(word).wait_for()
    play_a_row(page)
    page.get_by_label("Guess", exact=True).fill("zzzzz")
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text("zzzzz").wait_for()
    page.wait_for_function("!document.querySelector('.ww-falling [aria-busy]')")
    frames(page, 3)
    assert sum(page.evaluate("shifts")) < 0.01


def test_nothing_shifts_while_it_is_played(arrived):
    check_rest(arrived.page)


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_shifts_where_the_fonts_come_too_late(chromium, site, screen):
    with first_visit(chromium, site, SCREENS[screen], fonts=False) as late:
        check_rest(late.page)


@pytest.mark.parametrize("fonts", [True, False])
@pytest.mark.parametrize("width", [320, 390, 700])
def test_what_is_below_keeps_its_place_whatever_is_said(chromium, site, width, fonts):
    with first_visit(chromium, site, (width, 844), fonts) as visit:
        page = visit.page
        guess, below = page.get_by_label("Guess", exact=True), page.locator(".ww-best")
        places = [below.bounding_box()["y"]]
        guess.fill(RAREST)
        page.locator(".ww-odds").get_by_text(RAREST).wait_for()
        places.append(below.bounding_box()["y"])
        page.keyboard.press("Enter")
        page.locator(".ww-status").get_by_text(f"{RAREST} gave").wait_for()
        places.append(below.bounding_box()["y"])
        guess.fill("mmmmm")
        page.keyboard.press("Enter")
        page.get_by_role("alert").get_by_text("mmmmm").wait_for()
        places.append(below.bounding_box()["y"])
        assert len(set(places)) == 1, places


def test_the_odds_of_a_word_that_is_typed_are_told_and_loaded_for_the_first(arrived):
    page = arrived.page

    def loaded():
        return sum(url.endswith("/accepted.js") for url in arrived.sent)

    assert loaded() == 0 and page.locator(".ww-odds[role=status]").inner_text() == ""
    total = sum(PRIOR.values())
    for word, ends in (("snafu", "an original word once in 2,500."), ("crane", "like every original word.")):
        page.get_by_label("Guess", exact=True).fill(word)
        told = page.locator(".ww-odds").get_by_text(word)
        told.wait_for()
        once = float(f"{total / PRIOR[word]:.1e}")
        assert told.inner_text() == f"In Wordle today {word} is hidden once in {once:,.0f} days, {ends}"
        assert loaded() == 1
    assert float(f"{total / PRIOR['cigar']:.1e}") == 2500
    page.get_by_label("Guess", exact=True).fill("snaf")
    assert page.locator(".ww-odds").inner_text() == ""
    page.get_by_label("Guess", exact=True).fill("snafu")
    page.keyboard.press("Enter")
    page.locator(".ww-status").get_by_text("snafu gave").wait_for()
    assert page.locator(".ww-odds").inner_text() == ""


def check_first_screen(page):
    for part in (".ww-rows", ".ww-dots", ".ww-falling .ww-status"):
        box = page.locator(part).bounding_box()
        assert box["height"] > 20 and box["y"] + box["height"] <= page.viewport_size["height"], part


def test_the_board_and_the_words_are_on_the_first_screen(arrived):
    check_first_screen(arrived.page)


@pytest.mark.parametrize("screen", SCREENS)
def test_they_are_where_the_fonts_come_too_late(chromium, site, screen):
    width, height = SCREENS[screen]
    context = chromium.new_context(viewport={"width": width, "height": height})
    watched = Watched(context.new_page(), site)
    watched.page.route("**/*.woff2", lambda route: route.abort())
    wait_for_widgets(watched.open(PAGE), PAGE)
    faces = watched.page.evaluate("[...document.fonts].map(({ family, status }) => [family, status])")
    own = ("Font Awesome", '"Narrowed', "Narrowed")  # which are not ours, and which are the machine's
    assert not [face for face, status in faces if status == "loaded" and not face.startswith(own)]
    check_first_screen(watched.page)
    context.close()


def test_a_shift_is_noticed(arrived):
    arrived.page.evaluate(PUSH)
    arrived.page.wait_for_function("shifts.some((value) => value > 0.01)")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault_while_it_is_played(watched, scheme):
    watched.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page = watched.open_anew(PAGE)
    play_a_row(page)
    assert faults(page, within=[".ww-falling", ".findings", ".book-map", ".parts"]) == []
    watched.page.emulate_media(reduced_motion="no-preference")


def test_a_narrow_phone(watched):
    watched.page.set_viewport_size({"width": 320, "height": 640})
    page = watched.open_anew(PAGE)
    play_a_row(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    small = page.locator(".ww-falling :is(button, input)").evaluate_all(SMALL)
    assert small == 0


def test_the_parts_have_pictures_and_the_findings_lead_on(watched):
    page = watched.open(PAGE)
    assert page.locator(".part img").evaluate_all("all => all.map((image) => image.naturalWidth > 0)") == [True] * 5
    for kind, number in (("finding", 3), ("part", 5)):
        cards = page.locator(f".{kind}").all()
        assert len(cards) == number and all(card.locator("a[href$='.html']").count() for card in cards)


def test_the_map_leads_to_every_chapter(watched):
    page = watched.open(PAGE)
    boxes = page.locator("svg.book-map a")
    assert boxes.count() == len(read_map())
    boxes.filter(has_text="Rollout").click()
    page.wait_for_url("**/05_rollout.html")

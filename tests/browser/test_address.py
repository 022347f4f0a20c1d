"""What a widget shows is kept in the page's address: over reload and Back, and in a link for somebody else."""

import pytest
from watching import Board, Watched, wait_for_widgets

CHAPTER = "book/laboratory"
ROWS = "w1&explorer.history=salet:-----,courd:-y--g&explorer.hard=1"


@pytest.fixture
def reader_of(chromium, site):
    """Open a chapter in a browser of its own, at a fragment."""
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    watched = Watched(context.new_page(), site)

    def open_at(fragment=""):
        watched.page.goto(f"{site}/{CHAPTER}.html{'#' if fragment else ''}{fragment}")
        wait_for_widgets(watched.page, CHAPTER)
        return watched.page

    yield open_at
    assert watched.faults == []
    context.close()


def explorer(page):
    return Board(page, "Board and information explorer")


def rows(page):
    """Give the rows of the explorer, as they are read aloud."""
    return (
        explorer(page).place.locator(".ww-row").evaluate_all("rows => rows.map(row => row.getAttribute('aria-label'))")
    )


def fragment(page, sign):
    """Wait until the address holds something; give its fragment."""
    page.wait_for_function("sign => location.hash.includes(sign)", arg=sign)
    return page.evaluate("location.hash")


def follow(page):
    """Follow a link to two rows within the open page."""
    page.evaluate(f"location.hash = '{ROWS}'")
    page.wait_for_function("document.querySelectorAll('.ww-board .ww-row').length === 2")


def line_of(page):
    place = page.locator(".ww-place", has=page.get_by_role("region", name="Board and information explorer"))
    return place.locator(".ww-link")


def test_a_link_is_followed(reader_of):
    page = reader_of(ROWS)
    assert [row.split(":")[0] for row in rows(page)] == ["salet", "courd"]
    assert explorer(page).place.get_by_label("hard mode").is_checked()
    assert line_of(page).locator(".ww-problem").inner_text() == ""


def test_what_is_shown_is_kept_over_reload_and_back(reader_of):
    page = reader_of()
    explorer(page).press("Start again").type("crane")
    page.keyboard.press("g")
    explorer(page).grey()
    before = rows(page)
    assert fragment(page, "crane") == "#w1&explorer.history=crane:g----"
    page.reload()
    wait_for_widgets(page, CHAPTER)
    assert rows(page) == before
    page.goto("about:blank")
    page.go_back()
    wait_for_widgets(page, CHAPTER)
    assert rows(page) == before


def test_the_link_is_copied_and_shows_the_same(reader_of):
    page = reader_of(ROWS)
    before = rows(page)
    explorer(page).press("Undo")
    line_of(page).get_by_role("button", name="Copy link").click()
    line_of(page).get_by_text("Copied.").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("#w1&explorer.history=salet:-----&explorer.hard=1")
    page.goto("about:blank")
    page.goto(link)
    wait_for_widgets(page, CHAPTER)
    assert rows(page) == before[:1]


def test_where_nothing_can_be_copied_the_link_is_shown(reader_of):
    page = reader_of(ROWS)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); }")
    line_of(page).get_by_role("button", name="Copy link").click()
    field = line_of(page).get_by_label("Link to what is shown")
    field.wait_for()
    assert field.input_value().endswith(f"#{ROWS}")
    assert field.evaluate("field => field.selectionEnd - field.selectionStart") == len(field.input_value())


def test_another_link_to_the_open_page_is_followed(reader_of):
    page = reader_of(ROWS)
    page.evaluate("location.hash = 'w1&explorer.history=trace:gg---'")
    page.get_by_role("group", name="trace: ").wait_for()
    assert rows(page) == ["trace: T green, R green, A grey, C grey, E grey"]
    assert not explorer(page).place.get_by_label("hard mode").is_checked()


def test_back_from_a_link_within_the_page_shows_what_was_there(reader_of):
    page = reader_of()
    before = rows(page)
    follow(page)
    page.go_back()
    page.wait_for_function("(many) => document.querySelectorAll('.ww-board .ww-row').length === many", arg=len(before))
    assert rows(page) == before and page.evaluate("location.hash") == ""


def test_a_change_that_is_about_to_be_written_does_not_undo_back(reader_of):
    """The address is written a little after a change: here in the instant between Back and the page's following it."""
    page = reader_of()
    before = rows(page)
    follow(page)
    page.evaluate("""() => {
        const later = setTimeout;
        window.setTimeout = (call, after) => {
            addEventListener("popstate", () => call(), { once: true });
            return later(() => {}, after);
        };
    }""")
    explorer(page).press("Undo")
    page.evaluate("history.back()")
    page.wait_for_function("(many) => document.querySelectorAll('.ww-board .ww-row').length === many", arg=len(before))
    assert rows(page) == before and page.evaluate("location.hash") == ""


def test_a_good_link_clears_what_was_said_of_a_bad_one(reader_of):
    page = reader_of("w2&explorer.history=salet:-----")
    problems = page.locator(".ww-link .ww-problem")
    assert "version w2" in problems.first.inner_text()
    page.evaluate("location.hash = 'w1&explorer.hard=1'")
    page.wait_for_function(
        "document.querySelector('.ww-board') && document.querySelector('input[type=checkbox]').checked"
    )
    assert set(problems.all_inner_texts()) == {""}


def test_a_link_takes_an_uncoloured_row_and_its_fault_away(reader_of):
    page = reader_of()
    board = explorer(page)
    board.press("Start again").type("crane")
    assert board.place.get_by_text("Press the tiles, or type -, y or g.").is_visible()
    board.type("salet")
    assert "Colour the row of crane first" in board.place.locator(".ww-problem").first.inner_text()
    follow(page)
    assert [row.split(":")[0] for row in rows(page)] == ["salet", "courd"]
    assert board.place.locator(".ww-problem").first.inner_text() == ""


def test_as_it_was_takes_everything_back_and_clears_the_address(reader_of):
    page = reader_of()
    as_it_was = rows(page)
    explorer(page).type("crane").grey()
    fragment(page, "crane")
    line_of(page).get_by_role("button", name="As it was").click()
    page.wait_for_function("location.hash === ''")
    assert rows(page) == as_it_was
    assert line_of(page).get_by_role("button", name="As it was").is_disabled()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("w1&explorer.history=salet:-----,nonsense", 'history is "salet:-----,nonsense", expected rows such as'),
        ("w1&explorer.history=zzzzz:-----", 'history is "zzzzz:-----"'),
        ("w1&explorer.hard=maybe", 'hard is "maybe", expected 0 or 1'),
        ("w1&explorer.hard=constructor", 'hard is "constructor", expected 0 or 1'),
        ("w1&explorer.colour=red", 'it has no "colour"'),
        ("w1&explorer.constructor=1", 'it has no "constructor"'),
        ("w2&explorer.hard=1", "it has version w2, but this page reads w1"),
        ("w1&explorer.history", '"explorer.history" names no part of a widget'),
        ("w1&explorer.history=%E0%A4%A", '"explorer.history=%E0%A4%A" is not written as addresses are'),
    ],
)
def test_nonsense_is_refused_politely(reader_of, asked, said):
    page = reader_of()
    stored = rows(page)
    page.goto("about:blank")
    page = reader_of(asked)
    assert rows(page) == stored
    assert line_of(page).get_by_role("alert").inner_text().startswith(f"The address is not followed here: {said}")
    explorer(page).type("crane").grey()
    assert line_of(page).locator(".ww-problem").inner_text() == ""


@pytest.mark.parametrize("name", ["constructor", "__proto__", "prototype"])
def test_a_link_changes_nothing_but_widgets(reader_of, name):
    page = reader_of(f"w1&{name.strip('_')}.keys=1&explorer.{name}=1&explorer.hard=1")
    assert page.evaluate("typeof Object.keys") == "function" and not page.evaluate("'keys' in {}")
    assert f'it has no "{name}"' in line_of(page).get_by_role("alert").inner_text()


def test_a_link_to_a_section_leaves_the_widgets_alone(reader_of):
    page = reader_of(ROWS)
    before = rows(page)
    page.evaluate("location.hash = 'references'")
    assert rows(page) == before and line_of(page).locator(".ww-problem").inner_text() == ""


CODECS = """([codec, given, text]) => {
    const make = new Function("codecs", `return codecs.${codec}`)(wordleWidgets.codecs);
    const read = (text) => { const value = make.read(text); return value === undefined ? null : value; };
    return [make.write(given), read(text)];
}"""


@pytest.mark.parametrize(
    ("codec", "value", "text", "refused"),
    [
        ("rows", [["salet", "-y--g"]], "salet:-y--g", ["salet", "salet:-y--", "salet:-y--g:x", ":", "SALET:-----"]),
        ("rows", [], "", [","]),
        ("word", "trace", "trace", ["zzzzz", "a b"]),
        ("secret", "", "", ["zzzzz", "1", "10000000", "1zzzzzzz", "TRACE"]),
        ("flag", True, "1", ["true", "2", ""]),
        ("whole(0, 9)", 7, "7", ["10", "-1", "1.5", "", "1e0"]),
        ("real(0, 9)", 2.5, "2.5", ["9.1", "x", "", "NaN", "Infinity"]),
        ("choice(['easy', 'hard'])", "hard", "hard", ["soft", ""]),
        ("choice([1, 10])", 10, "10", ["5"]),
        ("text(3)", "abc", "abc", ["abcd"]),
        ("list(codecs.whole(0, 9), 3)", [1, 2, 3], "1,2,3", ["1,,2", "1,x", "1,2,3,4"]),
        ("list(codecs.whole(0, 9))", [], "", [","]),
    ],
)
def test_codecs(watched, codec, value, text, refused):
    page = watched.open(CHAPTER)
    wait_for_widgets(page, CHAPTER)
    assert page.evaluate(CODECS, [codec, value, text]) == [text, value]
    for nonsense in refused:
        assert page.evaluate(CODECS, [codec, value, nonsense])[1] is None, nonsense


def test_texts_of_any_letters_survive_an_address(watched):
    page = watched.open(CHAPTER)
    wait_for_widgets(page, CHAPTER)
    texts = {"explorer": {"a": "x&y=z #% +,:é", "b": ""}, "explorer-2": {"a": "1"}}
    address = page.evaluate("texts => wordleWidgets.writeAddress(texts)", texts)
    assert page.evaluate("address => wordleWidgets.readAddress(address)", address) == {"fault": "", "texts": texts}


def test_a_link_that_is_opened_while_the_address_is_written_wins(reader_of):
    page = reader_of()
    explorer(page).type("crane").grey()
    page.evaluate("""() => new Promise((done) => {
        const explorer = document.querySelector('[aria-label="Board and information explorer"]');
        [...explorer.querySelectorAll("button")].find((button) => button.innerText === "Undo").click();
        location.hash = "w1&explorer.history=trace:gg---";
        const end = performance.now() + 600;
        while (performance.now() < end); // the address is due to be written before the browser says that it changed
        setTimeout(done);
    })""")
    page.get_by_role("group", name="trace: ").wait_for()
    assert fragment(page, "trace") == "#w1&explorer.history=trace:gg---"


CODES = """() => {
    const { secret, game } = wordleWidgets.codecs;
    const words = [...new Set(wordleWidgets.readWords(wordleWidgets.words).flat())];
    const codes = words.map((word) => secret.write(word));
    const alter = (code, at) => code.slice(0, at) + (code[at] === "k" ? "m" : "k") + code.slice(at + 1);
    const wrong = codes.map((code, i) => alter(code, 1 + (i % 7)));
    return {
        words: words.length,
        codes: new Set(codes).size,
        inClear: words.filter((word, i) => codes[i].includes(word)).length,
        back: codes.filter((code, i) => secret.read(code) === words[i]).length,
        old: words.filter((word) => secret.read(word) === word).length,
        taken: wrong.filter((code) => secret.read(code) !== undefined).length,
        rows: game.write([["salet", "-y--g"], ["trace", "ggggg"]]),
        read: game.read(game.write([["salet", "-y--g"], ["trace", "ggggg"]])),
        clear: game.read("salet:-y--g"),
        odd: game.read("1abc:-y--g") ?? null,
    };
}"""


def test_a_word_is_coded_and_an_altered_code_is_none(watched):
    page = watched.open(CHAPTER)
    wait_for_widgets(page, CHAPTER)
    found = page.evaluate(CODES)
    assert found["words"] == found["codes"] == found["back"] == found["old"] == 12_972
    assert found["inClear"] == 0 and found["taken"] < 30
    assert "salet" not in found["rows"] and "trace" not in found["rows"]
    assert found["read"] == [["salet", "-y--g"], ["trace", "ggggg"]]
    assert found["clear"] == [["salet", "-y--g"]] and found["odd"] is None


def test_a_link_leads_to_its_widget_and_marks_it(chromium, site):
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    watched = Watched(context.new_page(), site)
    watched.page.goto(f"{site}/{CHAPTER}.html#{ROWS}")
    wait_for_widgets(watched.page, CHAPTER)
    watched.page.wait_for_selector(".ww-named")
    place = watched.page.locator(".ww-named")
    assert place.get_by_role("region", name="Board and information explorer").count() == 1
    assert 0 <= place.bounding_box()["y"] < 200 and watched.page.evaluate("scrollY") > 100
    assert place.evaluate("(place) => place === document.activeElement")
    explorer(watched.page).press("Undo")
    assert watched.page.locator(".ww-named").count() == 0
    watched.page.reload()
    wait_for_widgets(watched.page, CHAPTER)
    assert watched.page.locator(".ww-named").count() == 0
    context.close()

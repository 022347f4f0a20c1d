"""The board of the first page: the words fall as the library says, by keys, and still where no motion is wanted."""

import math
import re

import pytest
from watching import Region, Watched, frames, opened, watch_movement

import wordlelib as wl
from wordlelib.game.feedback import feedback
from wordlelib.lab.judging import Judge

GAME = wl.wordle()
PAGE = "book/00_preface"
SHOWN = """rows => rows.map((row) => {
    const tiles = [...row.children];
    return [tiles.map((tile) => tile.textContent).join(""), tiles.map((tile) => tile.dataset.mark).join("")];
})"""


class Falling(Region):
    """The board, as a reader uses it."""

    region = "Guess, and watch the words fall"

    def type(self, word):
        self.place.get_by_label("Guess", exact=True).fill(word)
        self.page.keyboard.press("Enter")
        return self

    def at(self, hidden, *guesses):
        """Show a game by its address."""
        rows = ",".join(f"{guess}:{feedback(guess, hidden)}" for guess in guesses)
        self.page.evaluate(f"location.hash = '#w1&fallingwords.history={rows}&fallingwords.hidden={hidden}'")
        self.page.wait_for_function(f"document.querySelectorAll('.ww-told').length === {len(guesses)}")
        return self

    @property
    def status(self):
        return self.place.locator(".ww-status > span").last.inner_text()

    @property
    def heard(self):
        """What is read aloud after a row."""
        return self.place.locator(".ww-status").text_content()

    def judged(self):
        """Wait until the game is judged; give what is said of it."""
        self.place.get_by_role("link", name="See it judged").wait_for(timeout=60_000)
        return self.place.locator(".ww-end [role=status]").first.inner_text()

    @property
    def told(self):
        lines = self.place.locator(".ww-told").all_inner_texts()
        return [(int(words.replace(",", "")), float(bits)) for words, _, bits, _ in map(str.split, lines)]

    def picture(self):
        return self.place.locator("canvas").evaluate("canvas => canvas.toDataURL()")

    def is_moving(self):
        return self.place.locator("canvas[aria-busy]").count() == 1

    def lies_still(self):
        self.page.wait_for_function("!document.querySelector('.ww-falling canvas[aria-busy]')")

    def best(self):
        return self.place.locator(".ww-best button").all_inner_texts()


board = opened(Falling, PAGE)


def test_words_and_bits_are_the_library_s(board):
    assert board.status == "Each dot is a word that may be hidden: 2,315 words, 11.18 bits to find."
    guesses = ("salet", "courd", "abbey")
    board.at("abbey", *guesses)
    rows = [(guess, feedback(guess, "abbey")) for guess in guesses]
    left = [len(GAME.after(rows[:i]).words) for i in range(3)] + [1]
    assert board.told == [
        (after, pytest.approx(math.log2(before / after), abs=0.0051))
        for before, after in zip(left, left[1:], strict=False)
    ]
    assert board.status == "Found: abbey, in 3 guesses."
    assert board.place.locator(".ww-row").nth(1).get_attribute("aria-label").startswith("courd: C grey, O grey")


def test_a_word_is_drawn_that_agrees_with_the_rows(board):
    board.page.evaluate("location.hash = '#w1&fallingwords.history=salet:-----,courd:-g---'")
    board.page.wait_for_function("document.querySelectorAll('.ww-told').length === 2")
    possible = GAME.after([("salet", "-----"), ("courd", "-g---")]).words
    assert board.told[1][0] == len(possible)
    board.type(possible[0])
    board.page.wait_for_function("location.hash.includes('fallingwords.hidden=')")
    code = board.page.evaluate("location.hash.match(/hidden=(.*?)(&|$)/)[1]")
    assert code not in possible
    assert board.page.evaluate("(code) => wordleWidgets.codecs.secret.read(code)", code) in possible


def test_letters_go_to_the_field_and_enter_sends(board):
    board.page.evaluate("document.activeElement.blur()")
    board.page.keyboard.type("salet")
    assert board.place.locator(".ww-line").first.inner_text().split() == list("SALET")
    board.page.keyboard.press("Enter")
    assert board.status.startswith("salet gave ") and len(board.told) == 1
    board.page.wait_for_function("location.hash.includes('fallingwords.history=1')")
    assert "salet" not in board.page.url
    before = board.told
    board.page.reload()
    again = Falling(board.page)
    assert again.told == before


def test_faults_are_said_and_cost_no_room(board):
    height = "region => region.getBoundingClientRect().height"
    empty = board.place.evaluate(height)
    board.type("zzzzz")
    assert board.place.get_by_role("alert").inner_text() == '"zzzzz" is not one of the 12,972 guesses.'
    assert board.place.evaluate(height) == empty and board.told == []
    board.page.keyboard.type("salet")
    board.page.keyboard.press("Enter")
    assert board.place.locator(".ww-problem").text_content() == "" and len(board.told) == 1
    board.type("zzzzz").press("New word")
    assert board.told == [] and board.place.evaluate(height) == empty
    assert board.place.locator(".ww-problem").text_content() == ""
    assert board.place.get_by_label("Guess", exact=True).input_value() == ""


def test_six_rows_end_a_game_and_a_guess_begins_the_next(board):
    board.at("abbey", *["salet"] * 6)
    assert board.status == "Six guesses are used up. The word was abbey."
    board.type("crane")
    assert len(board.told) == 1


def test_best_guesses_are_the_library_s(board):
    board.at("abbey", "salet")
    board.press("Best guesses")
    state = GAME.after([("salet", feedback("salet", "abbey"))])
    board.page.wait_for_function("document.querySelectorAll('.ww-best button').length === 5", timeout=60_000)
    ranked = wl.InformationGain().rank(state, 5)
    assert board.best() == [row.guess + " ✓" * row.possible for row in ranked]
    board.place.locator(".ww-best button").first.click()
    assert len(board.told) == 2
    board.at("abbey", "salet", "abbey")
    board.page.wait_for_function("!document.querySelectorAll('.ww-best button').length", timeout=60_000)


def test_a_game_is_presented_until_the_reader_types(board):
    board.press("Show me")
    board.page.wait_for_function("document.querySelectorAll('.ww-told').length === 2", timeout=60_000)
    rows = board.place.locator(".ww-row[aria-label]").evaluate_all(SHOWN)
    assert rows[0][0] == "salet"
    assert rows[1][0] == wl.InformationGain().rank(GAME.after(rows[:1]), 1)[0].guess
    board.place.get_by_label("Guess", exact=True).fill("c")
    assert board.button("Show me").count() == 1


def test_a_link_ends_what_is_presented(board):
    board.press("Show me")
    board.page.wait_for_function("document.querySelectorAll('.ww-told').length === 1", timeout=60_000)
    board.at("abbey", "crane", "moist")
    assert board.button("Show me").count() == 1
    assert [row[0] for row in board.place.locator(".ww-row[aria-label]").evaluate_all(SHOWN)] == ["crane", "moist"]


def test_a_list_that_is_closed_at_once_leaves_nothing_busy(board):
    board.button("Best guesses").evaluate("(button) => { button.click(); button.click(); }")
    assert board.page.locator("[aria-busy=true]:not(canvas)").count() == 0


def test_dots_move_and_then_lie_still(board):
    board.lies_still()
    first = board.picture()
    watch_movement(board.place.locator("canvas"))
    board.type("salet")
    board.page.wait_for_function("moved.length")
    board.lies_still()
    last = board.picture()
    assert len({first, *board.page.evaluate("moved"), last}) > 2
    frames(board.page, 3)
    assert board.picture() == last


def test_nothing_moves_where_no_motion_is_wanted(watched):
    watched.page.emulate_media(reduced_motion="reduce")
    board = Falling(watched.open(PAGE)).at("abbey", "salet")
    at_once = board.picture()
    assert board.page.evaluate("document.getAnimations().length") == 0 and not board.is_moving()
    frames(board.page, 3)
    assert board.picture() == at_once
    watched.page.emulate_media(reduced_motion="no-preference")


def test_a_finger_reads_a_dot_and_chooses_the_field(chromium, site):
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    board = Falling(Watched(context.new_page(), site).open(PAGE))
    board.lies_still()
    before = board.picture()
    board.place.locator("canvas").tap(position={"x": 100, "y": 100})
    board.page.wait_for_function("before => document.querySelector('.ww-dots').toDataURL() !== before", arg=before)
    read = board.picture()
    frames(board.page, 3)
    assert board.picture() == read
    board.place.locator(".ww-tile").nth(7).tap()
    assert board.place.get_by_label("Guess", exact=True).evaluate("field => field === document.activeElement")
    context.close()


def test_a_dot_says_its_word(board):
    board.lies_still()
    before = board.picture()
    board.place.locator("canvas").hover(position={"x": 100, "y": 100})
    assert board.picture() != before
    board.page.mouse.move(0, 0)
    assert board.picture() == before


def test_the_colours_are_said_first_and_the_words_left_can_be_read(board):
    board.at("abbey", "salet").type("courd")
    assert board.heard.startswith("C grey, O grey, U grey, R grey, D grey. courd gave ")
    left = GAME.after([(guess, feedback(guess, "abbey")) for guess in ("salet", "courd")]).words
    assert board.place.get_by_text("Words left:").text_content() == f"Words left: {', '.join(left)}."


def test_a_game_that_is_over_is_judged_and_leads_on(board):
    board.at("abbey", "salet", "courd").type("abbey")
    judged = Judge(GAME).judge(["salet", "courd", "abbey"], "abbey")
    said = board.judged()
    lost = f"the guesses lost {judged.loss:.2f}; perfect play takes {len(judged.perfect)}."
    assert said == f"Luck saved {judged.luck:.2f}, and {lost}"
    link = board.place.get_by_role("link", name="See it judged")
    assert not {"salet", "courd", "abbey"} & set(re.findall("[a-z]+", link.get_attribute("href").partition("#")[2]))
    link.click()
    board.page.wait_for_function("document.querySelector('.ww-summary')?.textContent.includes('Found abbey in 3')")


def test_a_new_word_takes_the_verdict_and_the_challenge_away(board):
    board.page.evaluate("location.hash = '#w1&fallingwords.history=&fallingwords.hidden=abbey&fallingwords.claim=2'")
    board.place.get_by_text("found in 2. Can you beat that?").wait_for()
    board.type("abbey")
    assert board.status == "Found: abbey, in 1 guess. The sender says 2, so you were faster."
    board.judged()
    board.press("New word")
    assert board.place.locator(".ww-end").is_hidden() and board.status.startswith("Each dot is a word")
    board.type("salet")
    board.page.wait_for_function("location.hash.includes('history') && !location.hash.includes('claim')")


@pytest.mark.parametrize(
    ("claim", "needed", "said"),
    [
        (4, 3, " The sender says 4, so you were faster."),
        (3, 3, " The sender says 3 too."),
        (2, 3, " The sender says 2."),
    ],
)
def test_the_sender_s_claim_is_only_told(board, claim, needed, said):
    rows = ",".join(f"{guess}:{feedback(guess, 'abbey')}" for guess in ("salet", "courd"))
    board.page.evaluate(
        f"location.hash = '#w1&fallingwords.history={rows}&fallingwords.hidden=abbey&fallingwords.claim={claim}'"
    )
    board.page.wait_for_function("document.querySelectorAll('.ww-told').length === 2")
    board.type("abbey")
    assert board.status == f"Found: abbey, in {needed} guesses.{said}"


@pytest.mark.parametrize("claim", ["7", "-1", "3.5", "four"])
def test_a_claim_out_of_bounds_is_refused_with_its_link(board, claim):
    board.page.evaluate(f"location.hash = '#w1&fallingwords.hidden=abbey&fallingwords.claim={claim}'")
    board.page.get_by_text("The address is not followed here: claim is").wait_for()
    assert board.status.startswith("Each dot is a word")


def test_a_challenge_says_no_word_and_opens_a_board(chromium, site):
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    board = Falling(Watched(context.new_page(), site).open(PAGE)).at("abbey", "salet").type("abbey")
    board.judged()
    board.press("Copy the result")
    board.place.get_by_text("Copied.").wait_for()
    text = board.page.evaluate("navigator.clipboard.readText()")
    head, *rows, link = text.split("\n")
    assert re.fullmatch(r"Wordle judged: 2 guesses, luck \+\d\.\d\d, lost \d\.\d\d, perfect play \d", head)
    assert rows == ["\u2b1b🟨\u2b1b🟩\u2b1b", "🟩" * 5] and "abbey" not in link and "salet" not in link
    board.press("Challenge a friend")
    board.place.get_by_text("Copied.").last.wait_for()
    board.page.wait_for_function("navigator.clipboard.readText().then((text) => text.startsWith('Can you beat my 2?'))")
    challenge = board.page.evaluate("navigator.clipboard.readText()").split(" ")[-1]
    assert "abbey" not in challenge
    friend = Watched(context.new_page(), site)
    friend.page.goto(challenge)
    other = Falling(friend.page)
    other.place.get_by_text("The sender says: found in 2. Can you beat that?").wait_for()
    assert other.type("abbey").status.startswith("Found: abbey, in 1 guess.")
    context.close()


def test_above_a_phone_s_keyboard_are_the_dots_and_the_first_row(chromium, site):
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    board = Falling(Watched(context.new_page(), site).open(PAGE))
    board.place.get_by_label("Guess", exact=True).tap()
    board.page.set_viewport_size({"width": 390, "height": 450})  # as if the keyboard had come
    bottom = "document.querySelector('.ww-falling .ww-line').getBoundingClientRect().bottom"
    board.page.wait_for_function(f"{bottom} <= innerHeight")
    board.type("salet")
    for part in ("input", ".ww-dots", ".ww-status", ".ww-line"):
        box = board.place.locator(part).first.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 450, part
    assert board.place.get_by_label("Guess", exact=True).evaluate("(field) => field === document.activeElement")
    context.close()

"""Enough guesses, on the published page: the library's search finds for pasted lists what it finds in Python."""

import re
from itertools import product

import pytest
from watching import Region, opened

import wordlelib as wl

ANSWERS = wl.words.original()[0]


class Enough(Region):
    """The widget of chapter 16, as a reader uses it."""

    region = "Enough guesses"

    def paste(self, text):
        field = self.place.get_by_label("Your list")
        field.evaluate("(field, text) => { field.value = text; }", text)  # typing thousands of lines takes minutes

    def begin(self, words):
        self.paste("\n".join(words))
        self.press("How many are enough?")

    def ask(self, words):
        """Ask for a list; give the least number of guesses, the opening, and the words that take as many."""
        self.begin(words)
        self.place.get_by_text(re.compile(r"always enough for")).wait_for(timeout=60_000)
        cap, opening = re.search(r"^(\d+) guess.* does it: (\w+)\.$", self.status).groups()
        return int(cap), opening.lower(), self.place.locator(".ww-words").text_content().split()

    @property
    def alert(self):
        return self.place.locator(".ww-problem").inner_text()


enough = opened(Enough, "book/16_a_second_player")


def check(enough, words, mode="easy"):
    """Ask for a list, check the answer natively, and return it."""
    cap, opening, taking = enough.ask(words)
    solver = wl.GuaranteeSolver(wl.wordle(words, mode=mode))
    start = solver.game.start()
    assert cap == solver.least(start)
    assert len(words) == 1 or solver.search(start, cap, opening)
    if cap > 2 and mode == "easy":
        assert set(taking) <= set(words) and not wl.guarantee(wl.wordle(taking, words), cap - 1).possible
    return cap


def test_lists_need_what_the_library_says(enough, rng):
    drawn = [str(word) for word in rng.choice(ANSWERS, 200, replace=False)]
    alike = [word for word in ANSWERS if word.endswith(("er", "ight", "atch"))][:200]
    assert check(enough, drawn) < check(enough, alike)
    enough.place.get_by_label("Hard mode").check()
    check(enough, alike[:60], "hard")


@pytest.mark.parametrize("letters", [1, 2, 4])
def test_shorter_words_may_be_asked_for(enough, letters):
    check(enough, sorted({word[:letters] for word in ANSWERS[::40]}))


def test_one_word_takes_one_guess(enough):
    assert enough.ask(["salet"]) == (1, "salet", [])
    assert enough.status == "1 guess is always enough for 1 word. A first word that does it: SALET."


def test_a_search_is_begun_and_stopped_by_keys_and_another_one_begun(enough):
    enough.place.get_by_label("Hard mode").check()
    enough.paste("\n".join(ANSWERS))
    start, stop = enough.button("How many are enough?"), enough.button("Stop")
    start.focus()
    for _ in range(3):  # while it runs, the button does nothing
        enough.page.keyboard.press("Enter")
    enough.place.get_by_text("first words decided").wait_for()
    assert start.evaluate("button => button === document.activeElement && button.ariaDisabled === 'true'")
    stop.focus()
    enough.page.keyboard.press("Enter")
    enough.place.get_by_text("Stopped.").wait_for()
    assert not stop.is_visible()
    assert start.evaluate("button => button === document.activeElement && button.ariaDisabled === null")
    enough.place.get_by_label("Hard mode").uncheck()
    assert enough.ask(["batch", "catch", "hatch", "patch"])[0] == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Your list is empty."),
        (" \n\n", "Your list is empty."),
        ("salet\ncr\u00e4ne", 'line 2: "cr\u00e4ne"'),
        ("banana\norange", "of 5 letters from a to z"),
        ("salet\ncat", 'line 2: "cat"'),
        ("salet\nSALET", "stands in line 1 too"),
        ("<img src=x onerror=alert(1)>", "Expected one word a line"),
        ("\x00" * 50_000, "Expected one word a line"),
        ("\n".join(map("".join, product("abcdefghi", repeat=4))), "4,000"),
    ],
    ids=["empty", "blank", "umlaut", "long words", "lengths", "twice", "markup", "zeros", "too many"],
)
def test_rubbish_is_refused_in_one_line(enough, text, said):
    enough.paste(text)
    enough.press("How many are enough?")
    assert said in enough.alert and len(enough.alert) < 150 and "\n" not in enough.alert
    assert enough.status == "" and not enough.button("Stop").is_visible()


def test_a_file_is_read(enough):
    field = enough.place.get_by_label("or a file")
    for text, said in (("batch\ncatch", ""), ("batch\n7", "list.txt, line 2")):
        field.set_input_files({"name": "list.txt", "mimeType": "text/plain", "buffer": text.encode()})
        enough.page.wait_for_function("field => !field.value", arg=field.element_handle())
        assert said in enough.alert and enough.place.get_by_label("Your list").input_value() == "batch\ncatch"

"""The colouring machine on the published page: its marks and its counts are the library's."""

import numpy as np
import pytest
from watching import Region, opened

import wordlelib as wl
from wordlelib.game.feedback import feedback

CHAPTER = "book/01_the_game"
ANSWERS = wl.words.original()[0]
STEPS = """pairs => pairs.map(([guess, hidden]) =>
    [wordleWidgets.colouring(guess, hidden), wordleWidgets.tooYellow(guess, hidden)])"""
FITS = "([word, guess, row]) => wordleWidgets.fitsNaively(word, guess, row)"


def too_yellow(guess, hidden):
    pairs = zip(guess, hidden, strict=True)
    return "".join("g" if g == h else "y" if g in hidden else "-" for g, h in pairs)


def fits_naively(word, guess, row):
    for letter, here, mark in zip(guess, word, row, strict=True):
        if mark != ("g" if letter == here else "y" if letter in word else "-"):
            return False
    return True


class Machine(Region):
    """The widget of the chapter, as a reader uses it."""

    region = "Colouring machine"

    def type(self, guess, hidden):
        self.place.get_by_label("Guess").fill(guess)
        self.place.get_by_label("Hidden word").fill(hidden)

    @property
    def marks(self):
        """The marks of the guess, with a space where there is none yet."""
        tiles = self.place.locator(".ww-machine .ww-row").first.locator(".ww-tile")
        return "".join(tiles.evaluate_all("tiles => tiles.map(tile => tile.dataset.mark ?? ' ')"))

    @property
    def rules(self):
        """The two rows of the wrong rules with their notes."""
        rows = self.place.locator(".ww-rules .ww-row").evaluate_all(
            "rows => rows.map(row => [...row.children].map(tile => tile.dataset.mark).join(''))"
        )
        return rows, self.place.locator(".ww-rules p").all_inner_texts()


machine = opened(Machine, CHAPTER)


def test_letters_are_coloured_in_the_order_of_the_rule(machine):
    machine.place.get_by_label("What if?").select_option("geese against these")
    seen = [machine.marks]
    assert machine.rules == (["??g??", "??g??"], ["", ""])
    for _ in range(4):
        machine.place.get_by_role("button", name="One mark", exact=True).focus()
        machine.page.keyboard.press("Enter")
        seen.append(machine.marks)
    assert seen == ["  g  ", "  gg ", "  ggg", "- ggg", "--ggg"]
    assert machine.status == "E at place 2: grey, since every E of these is used up."
    assert machine.page.evaluate("document.activeElement.innerText") == "One mark back"
    assert machine.rules[0] == ["-yggg", "--ggg"] and all(machine.rules[1])
    machine.press("One mark back")
    assert (
        machine.rules[0] == ["-?ggg", "-?ggg"] and machine.status == "G at place 1: grey, since there is no G in these."
    )


@pytest.mark.parametrize(
    "guess, hidden", [("mummy", "music"), ("sissy", "essay"), ("SPEED", "erase"), ("eerie", "geese")]
)
def test_the_rules_are_compared(machine, guess, hidden):
    machine.type(guess, hidden)
    guess = guess.lower()
    row = feedback(guess, hidden)
    rows, notes = machine.rules
    assert machine.marks == row and rows == [too_yellow(guess, hidden), row]
    fitting = [word for word in ANSWERS if feedback(guess, word) == row]
    kept = [word for word in fitting if fits_naively(word, guess, row)]
    assert notes[1].startswith(f"Of {len(fitting)} words that would give this row, the rule keeps {len(kept)}.")
    assert ("rules out" in notes[1]) == (not fits_naively(hidden, guess, row))
    assert ("No difference" in notes[0]) == (rows[0] == row)


def test_what_is_no_word_is_said(machine):
    machine.type("mum", "music")
    assert machine.status == "Type two words of five letters, a to z."
    assert machine.place.get_by_role("button", name="All marks").is_disabled()
    machine.type("aaaaa", "xyzzy")
    assert machine.marks == "-----" and "Of 1,406 words" in machine.rules[1][1]


def test_steps_are_the_librarys_rows(machine):
    """Whatever words: each place once, each hidden letter used up once, and the marks are the library's."""
    rng = np.random.default_rng(1)
    pairs = [["".join(rng.choice(list("abcde"), 5)) for _ in range(2)] for _ in range(3000)]
    for (guess, hidden), (steps, yellow) in zip(pairs, machine.page.evaluate(STEPS, pairs), strict=True):
        assert sorted(step["place"] for step in steps) == list(range(5))
        marks = {step["place"]: step["mark"] for step in steps}
        assert "".join(marks[i] for i in range(5)) == feedback(guess, hidden)
        used = [(step["place"], step["uses"]) for step in steps if step["uses"] >= 0]
        assert len({j for _, j in used}) == len(used) and all(guess[i] == hidden[j] for i, j in used)
        assert yellow == too_yellow(guess, hidden)
    for guess, hidden in pairs[:200]:
        row = feedback(guess, hidden)
        assert machine.page.evaluate(FITS, [hidden, guess, row]) == fits_naively(hidden, guess, row)


def test_it_follows_the_address_and_a_kernel(machine, again):
    machine.page.evaluate(
        "location.hash = '#w1&colouringmachine.guess=geese&colouringmachine.hidden=these&colouringmachine.moment=4'"
    )
    machine.page.wait_for_function(
        "document.querySelector('.ww-machine').ariaLabel?.includes('geese against these: E at 3')"
    )
    assert machine.marks == "- ggg"
    place = again(machine.page, "ColouringMachine")
    machine.page.evaluate("w.put({ guess: 'allow', hidden: 'llama', moment: 5 })")
    assert "A at 1 yellow" in place.locator(".ww-machine").get_attribute("aria-label")
    assert place.get_by_label("What if?").input_value() == "3"
    machine.page.evaluate("w.stop()")


def test_no_sideways_scrolling_on_a_phone(machine):
    machine.page.set_viewport_size({"width": 320, "height": 700})
    machine.press("All marks")
    assert machine.page.evaluate("document.documentElement.scrollWidth") <= 320

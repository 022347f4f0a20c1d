"""The board and information explorer on the published page, with no kernel."""

import math
import re

import pytest
from watching import Board

import wordlelib as wl

GAME = wl.wordle()


class Explorer(Board):
    """The explorer of the laboratory, as a reader uses it."""

    region = "Board and information explorer"

    def lines(self):
        return [[row[0].split()[0], "✓" in row[0], *map(float, row[1:])] for row in self.table()]

    def check(self, history, mode="easy"):
        """Compare all that is shown with the library, for these rows."""
        state = wl.wordle(mode=mode).after(history)
        ranked = wl.InformationGain().rank(state, 10)
        names = [row.guess for row in ranked]
        expected = zip(
            *(names, [row.possible for row in ranked], [row.score for row in ranked]),
            *(wl.number_of_classes(state, names), wl.worst_class(state, names)),
            wl.expected_remaining(state, names),
            strict=True,
        )
        assert self.lines() == [pytest.approx(list(row), abs=0.0051) for row in expected]
        assert self.status.startswith(f"{len(state.words):,} word" if len(state.words) > 1 else "Only")
        return state


@pytest.fixture
def board(watched):
    return Explorer(watched.open("book/laboratory")).press("Start again")


def test_rows_are_coloured_by_hand(board):
    board.check([])
    board.type("salet")
    for key in "-y-yg":
        board.check([])  # a row that is not coloured to its end says nothing yet
        board.page.keyboard.press(key)
        board.settled()
    state = board.check([("salet", "-y-yg")])
    bars = board.place.locator(".ww-bar")
    assert bars.count() == wl.number_of_classes(state, [board.lines()[0][0]])[0]
    tile = board.place.get_by_role("button", name="S, place 1: grey")
    tile.click()
    board.settled()
    assert board.place.get_by_role("button", name="S, place 1: yellow").count() == 1


def test_a_hidden_word_colours_the_rows(board):
    board.hide("abbey").type("eerie").type("salet")
    history = [(guess, wl.feedback.feedback(guess, "abbey")) for guess in ("eerie", "salet")]
    state = board.check(history)
    line = board.place.locator(".ww-line").nth(1).inner_text()
    before, after = (len(GAME.after(history[:i]).words) for i in (1, 2))
    assert f"{after} words left" in line.replace("\n", " ")
    assert float(re.search(r"([\d.]+) bits", line)[1]) == round(math.log2(before / after), 2)
    board.place.get_by_text("Words that are left").click()
    assert board.place.locator(".ww-words").inner_text().split() == state.words
    board.press("Undo").check(history[:1])


def test_tiles_without_a_colour_are_open(board):
    board.type("salet")
    tile = board.place.get_by_role("button", name="S, place 1: not coloured yet")
    tile.click()
    assert board.place.get_by_role("button", name="S, place 1: grey").count() == 1
    board.type("crane")
    assert board.alert.startswith("Colour the row of salet first")
    board.grey().check([("salet", "-----")])
    assert board.alert == ""
    board.type("crane").press("Undo").check([("salet", "-----")])
    board.type("crane").hide("abbey").check(
        [(word, wl.feedback.feedback(word, "abbey")) for word in ("salet", "crane")]
    )


def test_nothing_follows_the_word_itself(board):
    board.hide("abbey").type("abbey").type("salet")
    assert board.alert == "The word is found. Undo, or start again."
    assert board.place.locator(".ww-line").count() == 1
    board.press("Undo").type("salet").check([("salet", wl.feedback.feedback("salet", "abbey"))])


@pytest.mark.parametrize("cure", ["a colour", "Undo", "Start again", "hard mode"])
def test_what_was_wrong_is_forgotten_with_the_next_step(board, cure):
    board.hide("abbey").type("salet").type("xxxxx")
    assert '"xxxxx" is not in the list' in board.alert
    if cure == "a colour":
        board.place.locator(".ww-tile").first.click()
    elif cure == "hard mode":
        board.place.get_by_label("hard mode").check()
    else:
        board.press(cure)
    assert board.settled().alert == ""


def test_hard_mode(board):
    board.type("salet")
    board.page.keyboard.press("g")
    board.grey()
    board.place.get_by_label("hard mode").check()
    board.settled()
    board.check([("salet", "g----")], "hard")
    board.type("crony")
    assert "does not use what the rows show" in board.alert
    assert board.place.locator(".ww-line").count() == 1


def test_extremes(board):
    board.type("xxxxx")
    assert '"xxxxx" is not in the list' in board.alert
    board.type("")
    assert board.place.locator(".ww-line").count() == 0
    for _ in range(12):
        board.place.get_by_label("Guess", exact=True).fill("salet")
        board.page.keyboard.press("Enter")
        board.button("The rest is grey").click()
    board.place.locator(".ww-line").nth(11).wait_for(timeout=60_000)
    board.settled()
    assert board.place.locator(".ww-line").count() == 12
    board.place.locator(".ww-tile").first.press("g")
    board.page.wait_for_function("document.querySelector('[role=status]').innerText.startsWith('No word agrees')")
    assert board.place.locator("tbody tr").count() == 0
    board.place.get_by_role("button", name="Start again").click()
    board.settled().check([])
    board.hide("zzzzz")
    assert '"zzzzz" is not one of the' in board.alert


def test_one_word_left(board):
    board.hide("crane").type("crane")
    assert board.status == "Only crane is left."
    board.check([("crane", "ggggg")])

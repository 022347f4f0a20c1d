"""The self-checks on the published pages, with no kernel: every answer that can be given is told what it deserves."""

import pytest
from notebooks import self_checks_of
from watching import NOTEBOOKS, Region

CHAPTERS = {path.stem: questions for path in NOTEBOOKS for questions in self_checks_of(path)}


class Check(Region):
    """The widget of a chapter, as a reader uses it."""

    region = "Self-check"

    def question(self, number):
        return self.place.get_by_role("group").nth(number).locator("xpath=..")

    def answer(self, number, given):
        """Choose or type an answer, with keys alone, and give what is said of it."""
        form = self.question(number)
        if isinstance(given, str):
            form.get_by_role("radio").nth(int(given)).focus()
            self.page.keyboard.press("Space")
        else:
            form.get_by_label("Your number").fill(f"{given:,}")
        self.page.keyboard.press("Enter")
        return form.get_by_role("status").inner_text()


def plain(text):
    return text.replace("*", "")


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_answer_is_told_what_it_deserves(watched, chapter):
    check = Check(watched.open(f"book/{chapter}"))
    for number, question in enumerate(CHAPTERS[chapter]):
        form = check.question(number)
        assert plain(question["question"]) in form.inner_text() and form.get_by_role("status").inner_text() == ""
        show = form.get_by_role("button", name="Show the answer")
        if "options" in question:
            for place, (text, said) in enumerate(question["options"]):
                right = text == question["right"]
                assert check.answer(number, str(place)) == ("✓ Right. " if right else "✗ Not yet. ") + plain(said)
                assert show.is_visible() == (not right)
        else:
            assert check.answer(number, question["right"] + 2 * question["tolerance"] + 1) == (
                "✗ Not yet. " + plain(question["hint"])
            )
            show.click()
            assert form.get_by_role("status").inner_text() == "✓ Right. " + plain(question["why"])
            assert check.answer(number, question["right"]) == "✓ Right. " + plain(question["why"])


def test_an_option_that_is_a_row_is_set_in_tiles(watched):
    form = Check(watched.open("book/01_the_game")).question(0)
    assert form.locator(".ww-tile").count() == 15
    form.get_by_role("radio", name="eagle: E yellow, A grey, G grey, L yellow, E yellow").check()


def test_no_answer_is_asked_for(watched):
    chapter = next(name for name, questions in CHAPTERS.items() if any("right" in each for each in questions))
    check = Check(watched.open(f"book/{chapter}"))
    for number, question in enumerate(CHAPTERS[chapter]):
        form = check.question(number)
        form.get_by_role("button", name="Check").click()
        wanted = "Choose an answer first." if "options" in question else "Type a number, such as 12, 3.5 or 7/4."
        assert form.get_by_role("status").inner_text() == wanted


def test_a_verdict_goes_when_another_answer_is_begun_and_other_questions_stay(watched):
    chapter = next(
        name for name, questions in CHAPTERS.items() if ["options" in each for each in questions][:3].count(True) > 1
    )
    check = Check(watched.open(f"book/{chapter}"))
    first, second, *_ = (number for number, each in enumerate(CHAPTERS[chapter]) if "options" in each)
    assert check.answer(first, "0")
    check.question(first).get_by_role("radio").nth(1).check()
    assert check.question(first).get_by_role("status").inner_text() == ""
    assert check.answer(second, "0")
    assert check.question(first).get_by_role("radio").nth(1).is_checked()
    assert check.question(first).get_by_role("status").inner_text() == ""
    check.question(second).get_by_role("radio").nth(0).focus()
    check.page.keyboard.press("Enter")
    assert check.question(second).get_by_role("status").inner_text()

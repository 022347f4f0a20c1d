"""What the reader expects is asked, kept, and not judged."""

import pytest
from watching import Region

CHAPTER = "book/01_the_game"


@pytest.fixture
def asked(watched):
    return Region(watched.open(CHAPTER), "Your prediction")


def test_a_choice_is_noted_and_not_judged(asked):
    assert asked.status == "Choose before you look."
    for name in ("two", "one"):
        asked.place.get_by_role("radio", name=name, exact=True).focus()
        asked.page.keyboard.press("Space")
        assert asked.place.get_by_role("radio", checked=True).count() == 1
        assert asked.status == "Noted. Now look below, then open the answer."


def test_a_choice_stands_in_the_address(asked):
    asked.place.get_by_role("radio", name="all three").check()
    asked.page.wait_for_function("location.hash === '#w1&predictfirst.given=all+three'")
    asked.page.evaluate("location.hash = '#w1&predictfirst.given=none'")
    asked.place.get_by_role("radio", name="none", checked=True).wait_for()

"""What the reader expects is asked, kept, and told whether it was right."""

import pytest
from watching import Region

CHAPTER = "book/01_the_game"


@pytest.fixture
def asked(watched):
    return Region(watched.open(CHAPTER), "Your prediction")


def test_a_choice_is_told_whether_it_was_right_and_why(asked):
    assert asked.status == "Choose before you look."
    for name, verdict in (("one", "✗ Not quite."), ("two", "✓ Right."), ("none", "✗ Not quite.")):
        asked.place.get_by_role("radio", name=name, exact=True).focus()
        asked.page.keyboard.press("Space")
        assert asked.place.get_by_role("radio", checked=True).count() == 1
        assert asked.status.startswith(f"{verdict} Both e of these are used up")


def test_a_choice_stands_in_the_address(asked):
    asked.place.get_by_role("radio", name="all three").check()
    asked.page.wait_for_function("location.hash === '#w1&predictfirst.given=all+three'")
    asked.page.evaluate("location.hash = '#w1&predictfirst.given=none'")
    asked.place.get_by_role("radio", name="none", checked=True).wait_for()

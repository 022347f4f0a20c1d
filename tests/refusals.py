"""What is refused: by a ValueError, of which a regular expression says what is in its text."""

import pytest


def refuses(message, call, *arguments, **options):
    """Assert that a call is refused with a message."""
    with pytest.raises(ValueError, match=message):
        call(*arguments, **options)


def refused(*cases, by=lambda call: call()):
    """Make a test of cases such as (call, message), or of what else `by` is called with before the message."""

    @pytest.mark.parametrize("case", cases, ids=lambda case: case[-1])
    def test(case):
        *given, message = case
        refuses(message, by, *given)

    return test

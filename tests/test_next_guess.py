"""The Python side of the widget that says what to guess next, and what pages have of it."""

import json

from refusals import refused

from wordlelib.core.packing import unpack
from wordlelib.lab.second_guess_sweep import BEST, LIKED, stored_second_guesses
from wordlelib.widgets import NextGuess
from wordlelib.widgets.accepted import accepted
from wordlelib.widgets.base import KEPT_BY_PAGES
from wordlelib.widgets.next_guess import seconds


def test_the_stored_answers_are_those_of_the_sweep():
    made = NextGuess([("salet", "-----")], hard=True)
    assert (made.history, made.hard, made.hidden, made.best) == ([["salet", "-----"]], True, "original", {})
    assert [*made.seconds["easy"]] == [*made.seconds["hard"]] == [*BEST, *LIKED]
    for mode, openings in made.seconds.items():
        for opening in ("salet", "audio"):
            lines = stored_second_guesses(opening, mode)
            found = {name: unpack(text) for name, text in openings[opening].items()}
            assert found["alike"] == [line.alike for line in lines] and found["sum"] == [line.total for line in lines]
            assert found["further"] == [(line.possible_total or 0) - line.total for line in lines]


def test_a_page_has_them_in_a_file_of_its_own():
    assert "seconds" in KEPT_BY_PAGES and len(json.dumps(seconds())) < 60_000
    kept = {name: value for name, value in NextGuess().get_state().items() if name not in KEPT_BY_PAGES}
    assert len(json.dumps(kept)) < 2_000


def test_accepted_words_have_their_weights():
    made = NextGuess(hidden="accepted")
    assert made.hidden == "accepted" and made.accepted == accepted()


test_bad_rows_are_named = refused(
    ([("zzzzz", "-----")], "history: 'zzzzz'; expected one of the 12,972 guesses"),
    ((), False, "all", "hidden: 'all'; expected one of original, accepted"),
    by=NextGuess,
)

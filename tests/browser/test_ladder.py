"""The ladder of players on the published page: what it says are the stored totals and the library's next guesses."""

import pytest
from watching import Region, opened

from wordlelib.lab import ladder
from wordlelib.lab.common import original_game

CHAPTER = "book/04_one_step_ahead"
ROWS = ("-yyy-", "-----", "-y---")


class Players(Region):
    """The widget of the chapter, as a reader uses it."""

    region = "The ladder of players"

    def choose(self, player):
        self.place.get_by_role("radio", name=player, exact=False).first.check()

    def check(self, player, row):
        state = original_game().start().after("salet", row)
        guess, q = ladder.next_guess(player, state)
        _, least = ladder.next_guess("perfect play", state)
        total, *_ = ladder.by_rung()[player]
        said = self.status
        assert said.startswith(f"{player} guesses {guess.upper()}, where its estimate comes to {q:.2f}")
        assert f"perfect play needs {least:.2f}" in said and f"Over all words it needs {total:,.0f}" in said


players = opened(Players, CHAPTER)


@pytest.mark.parametrize("player", ladder.RUNGS)
def test_each_player_says_its_next_guess_and_its_total(players, player):
    players.choose(f"{player} {ladder.RUNGS[player].estimate}")
    for place, row in enumerate(ROWS):
        players.place.get_by_role("combobox").select_option(str(place))
        players.check(player, row)


def test_arrows_go_from_player_to_player(players):
    players.place.get_by_role("radio", name="entropy log₂ n").press("ArrowDown")
    players.check("least possible", ROWS[0])


def test_the_diagram_shows_what_the_player_looks_at(players):
    def marks():
        return players.place.locator(".ww-glyph rect").count(), players.place.locator(".ww-glyph circle").count()

    players.choose("entropy")
    before = marks()
    players.choose("two guesses")
    assert marks() != before

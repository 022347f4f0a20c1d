"""Checks of games, beliefs and states, in the form of `wordlelib.core.checks`."""

from typing import Any

import numpy as np

from wordlelib.core.checks import instance, refused
from wordlelib.game.game import Beliefs, Game, State


def game(value: Any) -> Game:
    """Check a game."""
    return instance("game", value, Game, "a Game, such as wordle()")


def beliefs(value: Any) -> Beliefs:
    """Check beliefs of any game."""
    return instance("beliefs", value, Beliefs, "Beliefs, such as Beliefs.start(game)")


def state(value: Any) -> State:
    """Check a state of any game."""
    return instance("state", value, State, "a State, such as game.start()")


def words_allowed(given: State) -> None:
    """Refuse a state in which a possible word may not be guessed."""
    if len(given.allowed) < len(given.game.guesses):
        possible = given.game.guess_of_hidden[given.members]
        places = np.searchsorted(given.allowed, possible)
        if not np.array_equal(given.allowed[places[places < given.allowed.size]], possible):
            raise word_forbidden(given)


def word_forbidden(given: State) -> ValueError:
    """Return the error for a state in which a possible word may not be guessed."""
    return ValueError(f"state: {given!r} with a possible word that is not allowed; expected all of them to be allowed")


def open_state(value: Any, game: Game | None = None) -> State:
    """Check a state in which a guess is to be made, of a certain game if one is given."""
    given = state(value)
    if given.solved or (game is not None and given.game is not game):
        of = "" if game is None else f" of {game!r}"
        if not given.solved and repr(given.game) == repr(game):
            of += ", the very object: this one is of another game that looks alike"
        raise refused("state", value, f"an unsolved state{of}")
    return given

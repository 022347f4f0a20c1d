"""Your game, judged: rows, guesses or a shared grid, and the parts of luck and of skill in them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import traitlets

import wordlelib as wl
from wordlelib.game.feedback import feedback, to_code
from wordlelib.widgets.accepted import accepted
from wordlelib.widgets.base import Widget, check_rows, compiled, word_text
from wordlelib.widgets.known_games import known_games

LENGTH = 5
FOUND = "g" * LENGTH


class Sample(NamedTuple):
    """A game to begin with: guesses and the hidden word, or only the rows of colours in `grid`."""

    guesses: Sequence[str] = ()
    answer: str = ""
    hard: bool = False
    grid: Sequence[str] = ()


class YourGame(Widget):
    """The judgement of a game, on the original lists or on lists that the reader provides.

    The reader enters a game, or chooses among `games`, by their names. The widget begins with the first, which gives
    way to what is entered.

    Attributes
    ----------
    history, hidden, hard
        The rows of the game, the hidden word, if it is known, and whether the game is judged by the rules of hard mode.
    grid
        The rows of a grid whose guesses are not all known. The history then holds those that are, from the first on.
    judgement
        The result of `judging.Judgement.as_dict` for the game, or of `grids.Grid.as_dict` for a grid. It is empty
        before.
    """

    _before = ("ownlists.js", "gamecard.js", "gameverdict.js", "gridverdict.js", "gameentry.js")
    _judges = True

    words = traitlets.Unicode().tag(sync=True)
    compiled: traitlets.Dict = traitlets.Dict().tag(sync=True)
    known: traitlets.Dict = traitlets.Dict().tag(sync=True)
    accepted: traitlets.Dict = traitlets.Dict().tag(sync=True)
    games: traitlets.List = traitlets.List().tag(sync=True)
    history: traitlets.List = traitlets.List().tag(sync=True)
    hidden = traitlets.Unicode().tag(sync=True)
    hard = traitlets.Bool().tag(sync=True)
    grid: traitlets.List = traitlets.List().tag(sync=True)
    judgement: traitlets.Dict = traitlets.Dict().tag(sync=True)

    def __init__(self, games: Mapping[str, Sample]) -> None:
        if not games:
            raise ValueError("games: none; expected one or more by their names")
        held = [{"name": name} | _checked(name, game) for name, game in games.items()]
        first = {key: value for key, value in held[0].items() if key != "name"}
        stored = {"words": word_text(), "compiled": compiled(), "known": known_games(), "accepted": accepted()}
        super().__init__(**stored, games=held, judgement={}, **first)


def _checked(name: str, game: Sample) -> dict[str, Any]:
    """Check a game, and return it in the form of the widget."""
    if bool(game.guesses) == bool(game.grid):
        raise ValueError(f"games: {name!r} with {game}; expected guesses and an answer, or a grid")
    if game.guesses and not game.answer:
        raise ValueError(f"games: {name!r} without an answer; expected the hidden word")
    for row in game.grid:
        to_code(row, LENGTH)
    rows = check_rows([(guess, feedback(guess, game.answer)) for guess in game.guesses], game.answer)
    if FOUND in [*game.grid[:-1], *(row for _, row in rows[:-1])]:
        raise ValueError(f"games: {name!r} goes on after the hidden word was found; expected no more rows")
    if game.hard:
        wl.wordle(mode="hard").after([(guess, row) for guess, row in rows])
    return {"history": rows, "hidden": game.answer, "hard": game.hard, "grid": list(game.grid)}

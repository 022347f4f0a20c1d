"""A race of tree searches, run by the library's own kernel, compiled to WebAssembly for a page without Python."""

from collections.abc import Collection, Mapping
from typing import Any

import traitlets

from wordlelib.core import checks
from wordlelib.game import words
from wordlelib.game.game import Game
from wordlelib.search.tree_search import TreeSearch
from wordlelib.widgets.base import Widget, compiled, word_text

LONGEST, MOST = 1000, 20  # iterations of a search, and seeds


class SearchRace(Widget):
    """A race of tree searches from fresh seeds, which ends for each when it has a strategy of the least total.

    Parameters
    ----------
    games
        Games of five-letter words in easy mode without a prior, with their least totals, by name.
    searches
        A search of any game for each kind, whose settings count, by name. The last is the control, which always races.
    iterations, seeds
        How long a search may be, and how many seeds race.
    chosen
        The names of the other searches that race, by default all.

    Attributes
    ----------
    game, seed, found
        The game, the first of the seeds that raced last, and for each search the iterations that it needed with each
        seed, 0 where it did not find a strategy of the least total.
    """

    _before = ("searcher.js", "races.js")
    words = traitlets.Unicode().tag(sync=True)
    compiled: traitlets.Dict = traitlets.Dict().tag(sync=True)
    games: traitlets.List = traitlets.List().tag(sync=True)
    searches: traitlets.List = traitlets.List().tag(sync=True)
    iterations = traitlets.Int().tag(sync=True)
    seeds = traitlets.Int().tag(sync=True)
    game = traitlets.Unicode().tag(sync=True)
    chosen: traitlets.List = traitlets.List().tag(sync=True)
    seed = traitlets.Int().tag(sync=True)
    found: traitlets.Dict = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        games: Mapping[str, tuple[Game, int]],
        searches: Mapping[str, TreeSearch],
        iterations: int = 200,
        seeds: int = 5,
        chosen: Collection[str] | None = None,
    ) -> None:
        if not games or not searches:
            raise ValueError(f"games, searches: {[*games]}, {[*searches]}; expected one or more of each")
        racers = [*searches][:-1]
        chosen = racers if chosen is None else [*chosen]
        if unknown := set(chosen) - set(racers):
            raise ValueError(f"chosen: {sorted(unknown)}; expected some of {', '.join(racers) or 'none'}")
        super().__init__(
            words=word_text(),
            compiled=compiled(),
            games=[{"name": name, **_lists_of(name, game), "least": least} for name, (game, least) in games.items()],
            searches=[{"name": name, "config": _config_of(name, search)} for name, search in searches.items()],
            iterations=checks.integer("iterations", iterations, 1, LONGEST),
            seeds=checks.integer("seeds", seeds, 1, MOST),
            game=next(iter(games)),
            chosen=chosen,
        )


def _lists_of(name: str, game: Game) -> dict[str, str | None]:
    """Return the words of a game as texts: empty for the original list, None for guesses that are the hidden words."""
    lengths = {len(word) for word in (*game.hidden, *game.guesses)}
    if game.mode != "easy" or not game.uniform or lengths != {5}:
        raise ValueError(f"games: {name!r} is {game!r}; expected five-letter words in easy mode without a prior")
    hidden, guesses = words.original()
    own = "" if [*game.hidden] == hidden else "".join(game.hidden)
    if game.guesses == game.hidden:
        return {"hidden": own, "guesses": None}
    return {"hidden": own, "guesses": "" if set(game.guesses) == {*hidden, *guesses} else "".join(game.guesses)}


def _config_of(name: str, search: TreeSearch) -> dict[str, Any]:
    """Return the settings of a search as the kernel has them."""
    if not isinstance(search, TreeSearch) or search.predictor is not None or search.backup != "full":
        raise ValueError(f"searches: {name!r} is {search!r}; expected a TreeSearch with full backups and no predictor")
    return search.config._asdict() | {"rule": search.config.rule._asdict()}

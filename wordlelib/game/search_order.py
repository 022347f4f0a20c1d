"""Games in the order in which the compiled searches take them, and what else these searches share in Python."""

from functools import cached_property

import numpy as np

from wordlelib.core.pickling import PerGame, Picklable
from wordlelib.game import checked
from wordlelib.game.game import Game, State
from wordlelib.kernels.arrays import Arrays, allocate, sizes_of
from wordlelib.kernels.beliefs import Keys
from wordlelib.kernels.hints import add_hints
from wordlelib.kernels.repeats import LabelRoom, count_labels, fill_labels


def keys_of(game: Game) -> Keys:
    """Draw the random numbers for a game, which are always the same."""
    rng = np.random.default_rng(1970)
    words, guesses = (rng.integers(1, 2**64, len(listed), np.uint64) for listed in (game.hidden, game.guesses))
    return Keys(words, guesses, rng.integers(1, 2**64, (game.hints_size, game.hints_size + 1), np.uint64))


def reordered(game: Game, order: np.ndarray, by_hidden: np.ndarray | None = None) -> Arrays:
    """Return a game's arrays with its guesses in another order, which is the int32 number of the guess at each place.

    The values of `by_hidden` replace the codes in the rows by hidden word. Strict mode is refused, because the arrays
    do not distinguish it from easy mode.
    """
    if game.strict:
        raise ValueError("game: strict mode; expected easy or hard mode")
    arrays = game.arrays
    return arrays._replace(
        codes=game.codes[order],
        by_hidden=np.take(game.codes_by_hidden, order, axis=1) if by_hidden is None else by_hidden,
        guess_of_hidden=_inverse(order)[game.guess_of_hidden],
        hidden_of_guess=game.hidden_of_guess[order],
        letters=arrays.letters if game.letters is None else game.letters[order],
        letter_sets=arrays.letter_sets if game.letters is None else game.letter_sets[order],
    )


def _inverse(order: np.ndarray) -> np.ndarray:
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order), dtype=order.dtype)
    return rank


def sorted_arrays(game: Game) -> tuple[Arrays, np.ndarray, np.ndarray]:
    """Return a game's arrays with its guesses sorted by the number of classes they make of all hidden words.

    Good guesses come first, so that a perfect one is soon found. The rows by hidden word hold labels instead of codes.
    The labels are 0, 1, 2 ... from the largest class of a guess to the smallest, so that a few bits hold most of them.
    All this is made only once for each game.

    Returns
    -------
    arrays : Arrays
    order, labels : ndarrays of int32 and of int64
        Which guess of the game stands at each place, and how many labels that guess has.
    """
    return _SORTED.get(game, lambda: _sorted_arrays(game))


_SORTED: PerGame[tuple[Arrays, np.ndarray, np.ndarray]] = PerGame()


def _sorted_arrays(game: Game) -> tuple[Arrays, np.ndarray, np.ndarray]:
    classes = np.empty(len(game.guesses), np.int64)
    count_labels(game.codes, np.zeros(game.cells, np.uint8), classes)
    order = np.argsort(-classes, kind="stable").astype(np.int32)
    by_hidden = np.empty(game.codes.T.shape, np.uint8 if classes.max() <= 256 else np.uint16)
    arrays = reordered(game, order, by_hidden)
    fill_labels(arrays.codes, allocate(LabelRoom, sizes_of(arrays)), by_hidden)
    return arrays, order, classes[order]


class OrderedGame(Picklable):
    """A game in easy or hard mode in the form for compiled searches, with its guesses in another order.

    Attributes
    ----------
    order, rank : ndarrays of int32, shape (guesses,)
        Which guess of the game stands at each place, and the place of each guess.
    labels : ndarray of int64
        How many labels the guess at each place has; 1 where labels are not used.
    """

    def __init__(self, game: Game, order: np.ndarray) -> None:
        self.game, self.order, self.rank = game, order, _inverse(order)
        self.labels = np.ones(len(order), np.int64)

    @cached_property
    def arrays(self) -> Arrays:
        """The game's arrays in this order."""
        return reordered(self.game, self.order)

    def keys(self) -> Keys:
        """Draw the random numbers that identify beliefs."""
        keys = keys_of(self.game)
        return keys._replace(guesses=keys.guesses[self.order])

    def numbers(self, guesses: np.ndarray) -> np.ndarray:
        """Return the places of some guesses of the game, int32."""
        return self.rank[guesses]

    def hints(self, state: State) -> np.ndarray:
        """Return the hints that bind in hard mode after a state's history."""
        arrays = self.game.arrays
        hints = np.zeros(self.game.hints_size, arrays.letters.dtype)
        for guess, code in state.rows if hints.size else ():
            add_hints(arrays.letters, hints, guess, code)
        return hints


class SortedGame(OrderedGame):
    """A game in easy or hard mode in the form for compiled searches, sorted as by `sorted_arrays`."""

    def __init__(self, game: Game) -> None:
        _, order, labels = sorted_arrays(game)
        super().__init__(game, order)
        self.labels = labels

    @cached_property
    def arrays(self) -> Arrays:
        """The game's arrays in this order, with labels."""
        return sorted_arrays(self.game)[0]


class OpponentGame(SortedGame):
    """A game in any mode against an opponent, in the form for compiled searches: sorted, and without a prior.

    In strict mode the guesses are only the hidden words.
    """

    def __init__(self, game: Game) -> None:
        self.played = own = checked.game(game)
        if game.strict:
            codes = np.ascontiguousarray(game.codes[game.guess_of_hidden])
            own = Game(game.hidden, game.hidden, codes, game.solved, game.read, game.show)
        super().__init__(own)

    @cached_property
    def arrays(self) -> Arrays:
        """The game's arrays in this order, with labels and without the prior."""
        arrays = sorted_arrays(self.game)[0]
        return arrays._replace(weights=np.ones_like(arrays.weights), uniform=True)

    def numbers(self, guesses: np.ndarray) -> np.ndarray:
        """Return the places of some guesses of the game, int32."""
        return super().numbers(self.played.hidden_of_guess[guesses] if self.played.strict else guesses)

    def guesses(self, numbers: np.ndarray) -> np.ndarray:
        """Return the guesses of the game at some places, int32."""
        own = self.order[numbers]
        return self.played.guess_of_hidden[own] if self.played.strict else own

    def check(self, state: State) -> None:
        """Refuse a state that belongs to another game, is solved, or allows other guesses than its mode does."""
        game = self.played
        checked.open_state(state, game)
        if game.strict:
            usual = np.sort(game.guess_of_hidden[state.members])
        else:
            usual = (game.start() if game.mode == "easy" else game.after(state.history)).allowed
        if not np.array_equal(usual, state.allowed):
            raise ValueError(f"state: {state!r} allows other guesses than {game.mode} mode does after its history")

"""Games of Wordle as an agent meets them: guesses by their numbers, and a board of letters and colours.

`Games` plays many at once, and a step is one look-up in the table of feedback of its `Game`. `Ledger` follows one of
them as a belief, so that a judge can say of each move what it lost and what was luck. Neither needs Gymnasium.
"""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import numpy as np

from wordlelib.core import checks
from wordlelib.game import checked, feedback
from wordlelib.game.game import Game, State, wordle

FIRST = np.zeros(1, np.int64)  # the place of a game that is played alone
MOST = 2**24  # games at once, whose boards take a gigabyte
COLOURS = {"-": 1, "y": 2, "g": 3}  # 0 is a place of the board that is still empty, as letter 0 is


@runtime_checkable
class Referee(Protocol):
    """A judge of the moves of one game, such as `lab.judging.Judge`."""

    game: Game

    def verdict(self, state: State, after: State) -> Any:
        """Return what the move from a state to the state after it was worth, as a `judging.Verdict` does."""


class Games:
    """Some games of Wordle, each with its own hidden word, which are played together.

    A finished game costs its guesses, and one more if they ran out before the word was found.

    Parameters
    ----------
    game
        Wordle in easy or hard mode, by default on the original lists.
    count
        How many games there are.
    turns
        How many guesses each of them has.

    Attributes
    ----------
    hidden, made : ndarrays of int64, shape (count,)
        The number of each game's hidden word, and how many guesses it has taken.
    board : ndarray of unsigned integers, shape (count, turns, 2 * letters)
        The rows of each game: the letters, numbered from 1 in alphabetical order, and then the colours, 1 for grey, 2
        for yellow and 3 for green. Rows that are still to come are 0.
    """

    def __init__(self, game: Game | None = None, count: int = 1, turns: int = 6) -> None:
        self.game = wordle() if game is None else checked.game(game)
        self.turns = checks.guesses("turns", turns)
        self.count = checks.integer("count", count, 1, MOST)
        self.length, self.colours = _colours_of(self.game)
        alphabet = sorted(set("".join(self.game.guesses)))
        letters = feedback.encode(self.game.guesses, alphabet).astype(np.int64) + 1
        self.letters = letters.astype(np.min_scalar_type(len(alphabet)))
        self.hidden, self.made = np.zeros((2, self.count), np.int64)
        self.board = np.zeros((self.count, self.turns, 2 * self.length), self.letters.dtype)
        self._odds = np.cumsum(self.game.weights)
        if self.game.mode == "hard":
            shape = (len(self.letters), len(alphabet) + 1)
            self._holds = np.zeros(shape, np.uint8)
            for column in letters.T:
                self._holds[np.arange(len(letters)), column] += 1
            self._green = np.zeros((self.count, self.length), self.letters.dtype)
            self._least = np.zeros((self.count, shape[1]), np.uint8)

    def begin(self, places: np.ndarray, hidden: np.ndarray) -> None:
        """Begin games at some places, with the numbers of their hidden words."""
        self.hidden[places], self.made[places], self.board[places] = hidden, 0, 0
        if self.game.mode == "hard":
            self._green[places], self._least[places] = 0, 0

    def draw(self, rng: np.random.Generator, count: int) -> np.ndarray:
        """Draw the numbers of hidden words from the game's prior."""
        return np.searchsorted(self._odds, rng.integers(self._odds[-1], size=count), side="right")

    def find_hidden(self, options: Mapping[str, Any] | None, count: int) -> np.ndarray | None:
        """Return the numbers of the words that the option "hidden" names, or None if there is no such option."""
        named = {} if options is None else checks.instance("options", options, Mapping, "a dictionary")
        stray = next((name for name in named if name != "hidden"), None)
        if stray is not None:
            raise checks.refused("options", stray, 'no option but "hidden"')
        words = named.get("hidden")
        if words is None:
            return None
        words = [words] * count if isinstance(words, str) else checks.texts("hidden", words)
        if len(words) != count:
            raise ValueError(f"hidden: {checks.counted(len(words), 'word')}; expected {count}, or one for all games")
        numbers = self.game.hidden_of_guess[[self.game.find(word, "hidden") for word in words]]
        if np.any(numbers < 0):
            word, listed = words[int(np.argmin(numbers))], len(self.game.hidden)
            raise ValueError(f"hidden: {word!r} is a guess; expected one of the {listed:,} hidden words")
        return numbers.astype(np.int64)

    def allows(self, places: np.ndarray, guesses: np.ndarray) -> np.ndarray:
        """Return whether the rule of the mode allows a guess in each of some games."""
        if self.game.mode == "easy":
            return np.ones(len(guesses), bool)
        green, least = self._green[places], self._least[places]
        kept = ((green == 0) | (green == self.letters[guesses])).all(axis=1)
        return kept & (self._holds[guesses] >= least).all(axis=1)

    def mask(self, place: int) -> np.ndarray:
        """Return which guesses one of the games allows, as int8 of shape (number of guesses,)."""
        everything = np.arange(len(self.game.guesses))
        return self.allows(np.full(len(everything), place), everything).astype(np.int8)

    def guess(self, places: np.ndarray, guesses: np.ndarray) -> np.ndarray:
        """Make a guess in each of some games, and return the codes of the feedback."""
        codes = self.game.codes[guesses, self.hidden[places]]
        self.add(places, guesses, codes)
        return codes

    def add(self, places: np.ndarray, guesses: np.ndarray, codes: np.ndarray) -> None:
        """Add a row to each of some games, whoever gave its feedback."""
        letters, colours = self.letters[guesses], self.colours[codes]
        turn = self.made[places]
        self.board[places, turn] = np.concatenate([letters, colours], axis=1)
        self.made[places] = turn + 1
        if self.game.mode == "hard":
            self._bind(places, letters, colours)

    def _bind(self, places: np.ndarray, letters: np.ndarray, colours: np.ndarray) -> None:
        """Let the hints of new rows bind the guesses after them."""
        green = colours == COLOURS["g"]
        self._green[places] = np.where(green, letters, self._green[places])
        told = np.zeros((len(letters), self._least.shape[1]), np.uint8)
        for place in range(self.length):
            told[np.arange(len(letters)), letters[:, place]] += colours[:, place] > COLOURS["-"]
        self._least[places] = np.maximum(self._least[places], told)

    def rewards(self, codes: np.ndarray, made: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the reward of guesses by their feedback and number, and whether they end their games."""
        found = codes == self.game.solved
        last = made == self.turns
        return -1.0 - (last & ~found), found | last


class Ledger:
    """The belief of one game, from its start on, and what a judge says of each move."""

    def __init__(self, game: Game, judge: Referee | None = None) -> None:
        if judge is not None and getattr(judge, "game", None) is not game:
            raise checks.refused("judge", judge, f"a judge of {game!r}, the very object")
        self.judge, self.state = judge, game.start()

    def add(self, guess: str, row: str) -> dict[str, Any]:
        """Add a row, and return what the judge says of it; nothing is said without a judge."""
        if self.judge is None:
            return {}
        before, self.state = self.state, self.state.after(guess, row)
        verdict = self.judge.verdict(before, self.state)
        left = len(self.state.members)
        return {"regret": verdict.regret, "luck_bits": verdict.luck_bits, "words_left": left}


def _colours_of(game: Game) -> tuple[int, np.ndarray]:
    """Return the word length of Wordle, and the colours of each code; refuse other games, and strict mode."""
    expected = "Wordle in easy or hard mode, such as wordle()"
    length = len(game.guesses[0])
    if game.strict or game.show(game.solved) != "g" * length:
        raise checks.refused("game", game, expected)
    rows = [game.show(code) for code in range(game.cells)]
    if any(len(word) != length for word in game.guesses) or any(set(row) - set(COLOURS) for row in rows):
        raise checks.refused("game", game, expected)
    return length, np.array([[COLOURS[mark] for mark in row] for row in rows], np.uint8)

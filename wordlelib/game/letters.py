"""Letter statistics: guess the word whose letters stand most often in their places, as people and early programs do.

The rule ignores how feedback works. It counts, among the words that are still possible, how often each letter stands in
each place, and takes the possible word with the largest sum of its five counts. Rules of this kind are found in
Anderson and Meyer 2022 and in de Silva 2022.
"""

import numpy as np

from wordlelib.core.pickling import PerGame
from wordlelib.core.tables import Table
from wordlelib.game import checked
from wordlelib.game.game import Beliefs, Game, State
from wordlelib.game.policy import Policy, Ranked, checked_best


class LetterStatistics(Policy):
    """Guess the possible word with the most expected greens, since it shares most letters in place with the others.

    Since only possible words are guessed, the rule is allowed in all modes, and every guess tells something. Ties go to
    the more probable word, and after that list order decides.
    """

    name = "letter-statistics"

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def decide(self, state: State) -> str:
        """Return the possible word with the most expected greens."""
        return self.rank(state, 1)[0].guess

    def decide_all(self, beliefs: Beliefs) -> np.ndarray:
        """Decide every belief of a batch."""
        game = checked.beliefs(beliefs).game
        ends = zip(beliefs.offsets[:-1], beliefs.offsets[1:], strict=True)
        best = [self._order(game, beliefs.members[a:b])[0][0] for a, b in ends]
        return game.guess_of_hidden[np.array(best, np.int64)]

    def rank(self, state: State, best: int = 10) -> list[Ranked]:
        """Rank the possible words by the expected number of greens; see `policy.Greedy.rank`."""
        best, game = checked_best(best), checked.state(state).game
        order, greens = self._order(game, state.members)
        pairs = zip(order[:best], greens[:best], strict=True)
        return Table(Ranked(game.hidden[word], float(value), True) for word, value in pairs)

    def _order(self, game: Game, members: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the words left in the order of the rule, and how many greens each would get on average."""
        letters = letters_of(game)[members]
        weights = game.weights[members]
        places = np.arange(letters.shape[1])
        counts = np.zeros((letters.shape[1], int(letters.max()) + 1), np.int64)
        np.add.at(counts, (places, letters), weights[:, None])
        greens = counts[places, letters].sum(axis=1)
        order = np.lexsort((game.guess_of_hidden[members], -weights, -greens))
        return members[order], greens[order] / weights.sum()


def letters_of(game: Game) -> np.ndarray:
    """Return the letters of the hidden words, all of one length, as int64 numbers from 0 in alphabetical order."""
    return _LETTERS.get(checked.game(game), lambda: _numbered(game))


_LETTERS: PerGame[np.ndarray] = PerGame()


def _numbered(game: Game) -> np.ndarray:
    lengths = {len(word) for word in game.hidden}
    if len(lengths) > 1:
        raise ValueError(f"game: hidden words of {min(lengths)} to {max(lengths)} letters; expected one length")
    alphabet = sorted({letter for word in game.hidden for letter in word})
    number = {letter: i for i, letter in enumerate(alphabet)}
    return np.array([[number[letter] for letter in word] for word in game.hidden], np.int64)

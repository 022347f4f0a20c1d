"""The two players and their duels: Guessers that plan for the worst case, and Hinters that change the hidden word.

A Guesser is any policy. A Hinter answers each guess with a feedback that some word left would give. So the feedback is
never a lie, but the word that it is about is settled only at the end. The Hinter wins if the guesses run out first.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from wordlelib.adversary.guarantees import GuaranteeSolver
from wordlelib.adversary.minimax import EVALUATIONS, Minimax
from wordlelib.core import checks
from wordlelib.core.pickling import PerGame
from wordlelib.game import checked, entropy
from wordlelib.game.game import Game, State
from wordlelib.game.policy import Policy
from wordlelib.kernels.minimax import LOST

TIES = ("list", "possible", "squares")
SCORES = {"worst-class": entropy.WORST, "expected-remaining": entropy.REMAINING, "most-classes": entropy.CLASSES}


def break_ties(state: State, tied: np.ndarray, ties: str) -> str:
    """Choose one of several guesses, int32 numbers in `tied`, that are equally good.

    The rule "list" takes the first in list order, and "possible" prefers a word that is still possible. "squares" takes
    the fewest words expected to remain, which is the least sum of squares of the class sizes, and then prefers a
    possible word.
    """
    checks.one_of("ties", ties, TIES)
    tied = checks.ascending("tied", tied, len(checked.state(state).game.guesses))
    if ties == "squares":
        costs = entropy.costs(state, entropy.REMAINING, tied)
        tied = tied[costs == costs.min()]
    if ties != "list":
        own = tied[np.isin(tied, state.game.guess_of_hidden[state.members])]
        tied = own if own.size else tied
    return state.game.guesses[tied.min()]


class WorstCase(Policy):
    """Take the guess of least cost under a score, with a rule for ties; with the worst class this is Knuth's way.

    Parameters
    ----------
    score
        "worst-class" (Knuth 1976), "expected-remaining" or "most-classes".
    ties
        The rule for ties, one of those of `break_ties`.
    """

    name = "worst-case"

    def __init__(self, score: str = "worst-class", ties: str = "possible") -> None:
        self.score, self.ties = checks.one_of("score", score, SCORES), checks.one_of("ties", ties, TIES)

    def __repr__(self) -> str:
        return f"WorstCase({self.score!r}, {self.ties!r})"

    def decide(self, state: State) -> str:
        """Return the guess. A word that is the last one left is guessed at once."""
        if len(checked.state(state).members) == 1:
            return state.words[0]
        costs = entropy.costs(state, SCORES[self.score], state.allowed)
        return break_ties(state, state.allowed[costs == costs.min()], self.ties)


class MinimaxGuesser(Policy):
    """Look some plies ahead, as StockHorse does, and take the move of least value.

    Parameters
    ----------
    depth, turns, evaluation
        How many plies to look ahead, how many guesses a game has, and how a belief is evaluated where the search stops,
        as for `minimax.best_move`.
    ties
        The rule for ties, one of those of `break_ties`.
    """

    name = "minimax"

    def __init__(self, depth: int = 4, turns: int = 6, evaluation: str = "size", ties: str = "list") -> None:
        self.depth, self.turns = checks.plies(depth), checks.guesses("turns", turns)
        self.evaluation = checks.one_of("evaluation", evaluation, EVALUATIONS)
        self.ties = checks.one_of("ties", ties, TIES)
        self._searches: PerGame[Minimax] = PerGame()

    def __repr__(self) -> str:
        return f"MinimaxGuesser({self.depth}, {self.turns}, {self.evaluation!r}, {self.ties!r})"

    def decide(self, state: State) -> str:
        """Return a move of least value, as if one more guess were left when the guesses have run out."""
        if len(checked.state(state).members) == 1:
            return state.words[0]
        turns = max(self.turns, len(state.rows) + 1)
        search = self._searches.get(state.game, lambda: Minimax(state.game, self.evaluation))
        move = search.move(state, self.depth, turns)
        tied = np.array([state.game.find(guess) for guess in (move.guess, *move.ties)], np.int32)
        return break_ties(state, tied, self.ties)


class Hinter(ABC):
    """A player who gives the feedback, and may change the hidden word as long as all feedback stays true."""

    name: str = "unnamed Hinter"

    def __repr__(self) -> str:
        """Look like the call that makes a Hinter of this module; of a reader's own, name the class."""
        return f"{type(self).__name__}()"

    @abstractmethod
    def answer(self, state: State, guess: str, left: int) -> str:
        """Return the feedback of a guess made in `state`, when `left` more guesses will be left after it."""


class HonestHinter(Hinter):
    """Keep to one hidden word, as in normal Wordle."""

    name = "honest"

    def __init__(self, word: str) -> None:
        self.word = checks.text("word", word, "a word")

    def __repr__(self) -> str:
        return f"HonestHinter({self.word!r})"

    def answer(self, state: State, guess: str, left: int) -> str:
        """Return the feedback for the hidden word."""
        return checked.state(state).game.answer(guess, self.word)


class GreedyHinter(Hinter):
    """Keep as many words as possible, as Absurdle does, and of equal classes the first in reading order, grey first."""

    name = "greedy"

    def answer(self, state: State, guess: str, left: int) -> str:
        """Return the feedback of the largest class."""
        return _largest_first(checked.state(state).partition(guess))[0]


class MinimaxHinter(Hinter):
    """Look some plies ahead, and give the feedback after which the Guesser's best move is worst.

    The depth is counted from the Guesser's next move. Where the search stops, a belief is evaluated as for
    `minimax.best_move`.
    """

    name = "minimax"

    def __init__(self, depth: int = 2, evaluation: str = "size") -> None:
        self.depth, self.evaluation = checks.plies(depth), checks.one_of("evaluation", evaluation, EVALUATIONS)
        self._searches: PerGame[Minimax] = PerGame()

    def __repr__(self) -> str:
        return f"MinimaxHinter({self.depth}, {self.evaluation!r})"

    def answer(self, state: State, guess: str, left: int) -> str:
        """Return the feedback of greatest value, and of equal ones that of the largest class."""
        search = self._searches.get(checked.state(state).game, lambda: Minimax(state.game, self.evaluation))
        turns = len(state.rows) + 1 + checks.integer("left", left)

        def worth(row: str) -> int:
            after = state.after(guess, row)
            if after.solved:
                return 0
            return search.value(after, self.depth, turns) if left else LOST

        return max(_largest_first(state.partition(guess)), key=worth)


class ExactHinter(Hinter):
    """Play perfectly, with the feedback after which a Guesser who also plays perfectly needs most guesses."""

    name = "exact"

    def __init__(self) -> None:
        self._solvers: PerGame[GuaranteeSolver] = PerGame()

    def answer(self, state: State, guess: str, left: int) -> str:
        """Return the feedback that holds out longest, and of several that of the largest class."""
        solver = self._solvers.get(checked.open_state(state).game, lambda: GuaranteeSolver(state.game))
        left, best, most = checks.integer("left", left), "", -1
        parts = state.partition(guess)
        for row in _largest_first(parts):
            after = state.after(guess, row)
            if len(parts[row]) <= most:
                continue
            needed = 0
            if not after.solved:
                needed = next((n for n in range(1, left + 1) if solver.search(after, n) is not None), left + 1)
            if needed > most:
                best, most = row, needed
            if most > left:
                break
        return best


def _largest_first(parts: dict[str, list[str]]) -> list[str]:
    """Return feedbacks as a Hinter likes them: large classes first, then in reading order (grey, yellow, green)."""
    return sorted(parts, key=lambda row: (-len(parts[row]), _reading(row)))


def _reading(row: str) -> str:
    return row.translate(str.maketrans("-yg", "012"))


@dataclass(frozen=True, eq=False)
class Duel:
    """A game that was played to its end: its last `state`, with the rows, and the `turns` that it allowed."""

    state: State
    turns: int

    def __post_init__(self) -> None:
        checked.state(self.state)
        checks.guesses("turns", self.turns)

    @property
    def winner(self) -> str:
        """The winner, "guesser" or "hinter"."""
        return "guesser" if self.state.solved else "hinter"

    @property
    def remaining(self) -> list[int]:
        """The number of words that were possible after each row."""
        game, history = self.state.game, self.state.history
        return [len(game.after(history[: i + 1]).members) for i in range(len(history))]

    @property
    def word(self) -> str:
        """A word that fits all feedback, which proves that the Hinter did not lie."""
        return self.state.words[0]


def answers_only(game: Game) -> Game:
    """Return the same game with the hidden words as the only guesses."""
    own = checked.game(game).guess_of_hidden
    letters = None if game.letters is None else game.letters[own]
    prior = None if game.uniform else list(game.weights / game.weights.sum())
    return Game(
        *(game.hidden, game.hidden, np.ascontiguousarray(game.codes[own]), game.solved, game.read, game.show),
        *(prior, game.name, letters),
        strict=game.strict,
        spell=game.spell,
    )


def duel(game: Game, guesser: Policy, hinter: Hinter, turns: int = 6) -> Duel:
    """Play a game between a Guesser and a Hinter.

    Parameters
    ----------
    game, guesser, hinter
        The game, any policy, and the Hinter who answers it.
    turns
        How many guesses there are.

    Examples
    --------
    >>> from wordlelib import InformationGain, wordle
    >>> game = wordle(["batch", "catch", "hatch", "patch"])
    >>> duel(game, InformationGain(), GreedyHinter(), 3).winner
    'hinter'
    """
    checks.instance("guesser", guesser, Policy, "a policy, such as InformationGain()")
    checks.instance("hinter", hinter, Hinter, "a Hinter, such as GreedyHinter()")
    state, turns = checked.game(game).start(), checks.guesses("turns", turns)
    for left in range(turns - 1, -1, -1):
        guess = guesser.decide(state)
        state = state.after(guess, hinter.answer(state, guess, left))
        if state.solved:
            break
    return Duel(state, turns)

"""Plain alpha-beta that records what it does, for reading, drawing and stepping through small games.

It is the same search as in `minimax.py`, but without a table. A Guesser's node takes the least of the values of its
guesses, and a Hinter's node the greatest of the values of its feedbacks. Each node is entered with a window: alpha is
what the Hinter is sure of elsewhere, and beta what the Guesser is sure of. Where a value leaves the window, the rest of
the node is cut off.
"""

from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from wordlelib.core import checks
from wordlelib.game import checked
from wordlelib.game.game import State

GUESSER, HINTER = "guesser", "hinter"
MOST_PLIES = 20  # of a record that anybody can read


class Visit(NamedTuple):
    """One node that the search has entered.

    Attributes
    ----------
    parent, player, move
        The number of the node above, -1 for the root; the side that is to move, "guesser" or "hinter", or "nobody"
        where the lookahead ends; and the guess or the row that led here, "" for the root.
    words
        The words that are possible here.
    alpha, beta
        The window at entry. Only values strictly between the two are of interest. At the root they are 0 and infinity.
    value
        The value of the node, which is exact inside the window and otherwise a bound. It is the number of words that
        remain, 0 if the word is found, or infinity if the Hinter wins.
    cut
        The moves that were not looked at.
    """

    parent: int
    player: str
    move: str
    words: tuple[str, ...]
    alpha: float
    beta: float
    value: float
    cut: tuple[str, ...]

    @property
    def window(self) -> str:
        """The window, as people write it."""
        return f"({_number(self.alpha)}, {_number(self.beta)})"


@dataclass
class Record:
    """The record of an alpha-beta search: its visits in the order in which nodes were entered. Number 0 is the root."""

    visits: list[Visit] = field(default_factory=list)

    def __repr__(self) -> str:
        cut = sum(len(visit.cut) for visit in self.visits)
        return f"<alpha-beta: value {_number(self.value)}, {len(self.visits)} nodes, {cut} moves cut off>"

    @property
    def value(self) -> float:
        """The value of the root."""
        return self.visits[0].value

    def below(self, number: int) -> list[int]:
        """Return the numbers of the nodes under a node."""
        checks.integer("number", number, most=len(self.visits) - 1)
        return [i for i, visit in enumerate(self.visits) if visit.parent == number]


def alphabeta(state: State, depth: int, turns: int = 6, prune: bool = True) -> Record:
    """Search some plies ahead and record each step.

    Parameters
    ----------
    state
        The belief; its rows count as guesses made.
    depth, turns
        How many plies to look ahead, an even number from 2, and how many guesses a game has in all.
    prune
        Whether to cut off moves. Without cut-offs this is plain minimax.

    Examples
    --------
    >>> from wordlelib import wordle
    >>> game = wordle(["alone", "atole", "crane", "shame"])
    >>> alphabeta(game.start(), 4, turns=2).value
    0.0
    """
    depth, prune = checks.plies(depth, MOST_PLIES), checks.boolean("prune", prune)
    if checks.guesses("turns", turns) <= len(checked.state(state).rows) or state.solved:
        raise ValueError(f"turns: {turns} at {state!r}; expected a guess to make")
    search = _Search(turns, prune)
    search.guesser(state, depth, (0, inf), -1, "")
    return search.record


@dataclass
class _Search:
    turns: int
    prune: bool
    record: Record = field(default_factory=Record)

    def guesser(self, state: State, depth: int, window: tuple[float, float], parent: int, move: str) -> float:
        """Search a node at which the Guesser is to move, or at which the lookahead ends."""
        (alpha, best), words = window, tuple(state.words)
        lost = not state.solved and len(state.rows) == self.turns
        over = state.solved or lost or depth == 0
        number = self._enter(parent, "nobody" if over else GUESSER, move, words, window)
        guesses = [] if over else [state.game.guesses[guess] for guess in state.allowed]
        guesses.sort(key=lambda guess: (max(map(len, state.partition(guess).values())), guess not in words))
        least: float = inf if lost or not over else 0 if state.solved else len(words)
        while guesses and not (self.prune and least <= alpha):
            least = min(least, self.hinter(state, guesses.pop(0), depth, (alpha, best), number))
            best = min(best, least)
        return self._leave(number, least, guesses)

    def hinter(self, state: State, guess: str, depth: int, window: tuple[float, float], parent: int) -> float:
        """Search a node at which the Hinter is to answer a guess."""
        number = self._enter(parent, HINTER, guess, tuple(state.words), window)
        parts, most, (sure, beta) = state.partition(guess), 0.0, window
        rows = sorted(parts, key=lambda row: -len(parts[row]))
        while rows and not (self.prune and most >= beta):
            row = rows.pop(0)
            worth = self.guesser(state.after(guess, row), depth - 2, (sure, beta), number, row)
            most, sure = max(most, worth), max(sure, worth)
        return self._leave(number, most, rows)

    def _enter(self, parent: int, player: str, move: str, words: tuple[str, ...], window: tuple[float, float]) -> int:
        self.record.visits.append(Visit(parent, player, move, words, *window, 0, ()))
        return len(self.record.visits) - 1

    def _leave(self, number: int, value: float, cut: list[str]) -> float:
        self.record.visits[number] = self.record.visits[number]._replace(value=value, cut=tuple(cut))
        return value


def _number(value: float) -> str:
    return "∞" if value == inf else f"{value:g}"

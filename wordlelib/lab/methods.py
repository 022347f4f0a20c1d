"""Players and measurements that several chapters share: base policies, least costs, the time of a move."""

from collections.abc import Callable
from functools import cache

import numpy as np

from wordlelib.game.game import Beliefs, Game, State
from wordlelib.game.letters import LetterStatistics
from wordlelib.game.policy import ExpectedRemaining, InformationGain, MostClasses, Policy, WorstClass
from wordlelib.kernels.jit import cpu_clock
from wordlelib.lab.common import original_game
from wordlelib.search.exact import Solver

OPENING = "salet"
GAMES = 40  # in which moves are timed
BASES: dict[str, Callable[[], Policy]] = {
    "most classes": MostClasses,
    "information gain": InformationGain,
    "expected remaining": ExpectedRemaining,
    "worst class": WorstClass,
    "letter statistics": LetterStatistics,
}


def seconds_of_a_move(game: Game, make: Callable[[], Policy], games: int = GAMES) -> float:
    """Compute the mean processor time of the moves after salet that have a choice, in games with the same hidden words.

    Each game is played alone by a policy that remembers no other game.
    """
    words = np.random.default_rng(0).choice(len(game.hidden), games, replace=False)
    return float(np.mean([second for word in words for second in _timed_moves(game, make(), int(word))]))


def _timed_moves(game: Game, policy: Policy, word: int) -> list[float]:
    """Play one game, and return the seconds of each move in which there was a choice."""
    state, guess, spent = game.start(), game.find(OPENING), []
    # What the policy prepares for the game, such as a matrix in another order, is not timed.
    policy.decide(State(game, np.array([word], np.int32), np.arange(len(game.guesses)), np.empty((0, 2), int)))
    while game.hidden_of_guess[guess] != word:
        state = state.after(game.guesses[guess], game.show(int(game.codes[guess, word])))
        begun = cpu_clock()
        guess = game.find(policy.decide(state))
        if len(state.members) > 1:
            spent.append(cpu_clock() - begun)
    return spent


WIDTH = 10  # candidates of players that look ahead


@cache
def after_opening(opening: str) -> tuple[Beliefs, np.ndarray]:
    """Return the beliefs that may be left after an opening on the original lists, and the least cost of each."""
    game = original_game()
    left = Beliefs.start(game).split(np.array([game.find(opening, "opening")], np.int32))[0]
    return left, least_costs(left)


def least_costs(beliefs: Beliefs) -> np.ndarray:
    """Prove the least cost of each belief, and return them as int64 of shape (beliefs,)."""
    solver, sizes = Solver(beliefs.game), np.diff(beliefs.offsets)
    least = 2 * sizes - 1  # which is exact for one or two words
    for i in np.flatnonzero(sizes > 2):
        least[i] = solver.search(beliefs.state(int(i)))[0].lower
    return least

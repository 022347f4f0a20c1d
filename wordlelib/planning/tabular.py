"""A table of Q-factors for a very small state, which learns by Monte Carlo control which rule of thumb to trust.

The state is what a table has room for: roughly how many words are left, and how many guesses have been made. A control
is not a guess but a whole rule of thumb, which then makes its guess. Games are played with random hidden words, and
every entry is the mean number of guesses still needed after it (Sutton and Barto 2018, sections 5.3 and 5.4).
"""

from collections.abc import Sequence

import numpy as np

from wordlelib.core import checks
from wordlelib.core.checks import instance, integer, number, shown
from wordlelib.game import checked
from wordlelib.game.game import Game, State
from wordlelib.game.policy import Policy, decided

ROWS = 6  # guesses made that the table tells apart


class HeuristicTable(Policy):
    """In each state of the table, let the rule of thumb with the least Q-factor decide.

    The Q-factors `q`, shape (sizes, rows, heuristics), are the guesses still needed with at least ``2**size`` but less
    than twice as many words left, after as many guesses as the row says. The last size and the last row also stand for
    everything beyond them.
    """

    name = "heuristic-table"

    def __init__(self, heuristics: Sequence[Policy], q: np.ndarray) -> None:
        self.heuristics = _checked_heuristics(heuristics)
        shape, expected = (None, None, len(self.heuristics)), "a Q-factor for each size, row and heuristic"
        self.q = checks.real_numbers("q", q, shape, expected)
        if not self.q.size:
            raise ValueError(f"q: shape {self.q.shape}; expected {expected}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(policy.name for policy in self.heuristics)})"

    def place(self, state: State) -> tuple[int, int]:
        """Return the size and the row of a belief in the table."""
        return place(checked.state(state), *self.q.shape[:2])

    def decide(self, state: State) -> str:
        """Return the guess of the rule of thumb that the table trusts most here, in a tie the first of them."""
        row = self.q[self.place(state)]
        return self.heuristics[int(np.argmin(row))].decide(state)


def place(state: State, sizes: int, rows: int) -> tuple[int, int]:
    """Return the size and the row of a belief in a table with given numbers of sizes and rows."""
    return min(len(state.members).bit_length(), sizes) - 1, min(len(state.rows), rows - 1)


def monte_carlo_control(
    game: Game,
    heuristics: Sequence[Policy],
    episodes: int,
    rng: np.random.Generator,
    epsilon: float = 0.1,
    opening: str | None = None,
) -> HeuristicTable:
    """Fill a table of Q-factors by playing games with random hidden words; a game that does not end is refused.

    Parameters
    ----------
    game, episodes, rng
        The game, whose prior draws the hidden words, how many games to play, and the source of randomness.
    heuristics
        The rules of thumb to choose from. They must not draw their guesses at random, because their decisions are
        remembered.
    epsilon
        The probability with which a rule of thumb is drawn at random. Otherwise the one of least Q-factor decides.
        Entries without a visit are 0, so everything is tried once.
    opening
        A first guess to use in every game in place of the table's.
    """
    checked.game(game)
    heuristics, rng = _checked_heuristics(heuristics), checks.generator("rng", rng)
    episodes = integer("episodes", episodes, 1)
    epsilon = number("epsilon", epsilon, 0, 1, expected="a probability")
    first = None if opening is None else game.find(opening, "opening")
    sizes = len(game.hidden).bit_length()
    q, visits = np.zeros((sizes, ROWS, len(heuristics))), np.zeros((sizes, ROWS, len(heuristics)), np.int64)
    known: dict[tuple[bytes, bytes, int], int] = {}
    words = rng.choice(len(game.hidden), episodes, p=game.weights / game.weights.sum())
    for hidden in words:
        passed, state = [], game.start()
        while not state.solved:
            guess, named = first, "opening"
            if guess is None or len(state.rows):
                named = "heuristics"
                at = place(state, sizes, ROWS)
                chosen = int(rng.integers(len(heuristics)) if rng.random() < epsilon else np.argmin(q[at]))
                allowed = b"" if game.mode == "easy" else state.allowed.tobytes()
                key = state.members.tobytes(), allowed, chosen
                if key not in known:
                    known[key] = decided(heuristics[chosen], state)
                guess = known[key]
                passed.append((*at, chosen, len(state.rows)))
            state = _after(state, guess, int(hidden), named)
        for *entry, made in passed:
            where = tuple(entry)
            visits[where] += 1
            q[where] += (len(state.rows) - made - q[where]) / visits[where]
    return HeuristicTable(heuristics, q)


def _after(state: State, guess: int, hidden: int, named: str) -> State:
    """Return the state after a guess, which must tell something; `named` is the argument that it comes from."""
    game = state.game
    following = state.after(game.guesses[guess], game.show(int(game.codes[guess, hidden])))
    if not following.solved and len(following.members) == len(state.members):
        raise ValueError(f"{named}: {game.guesses[guess]!r} tells nothing; expected guesses that do")
    return following


def _checked_heuristics(heuristics: Sequence[Policy]) -> tuple[Policy, ...]:
    if not isinstance(heuristics, list | tuple) or not heuristics:
        raise ValueError(f"heuristics: {shown(heuristics)}; expected a list of policies")
    return tuple(instance("heuristics", policy, Policy, "policies") for policy in heuristics)

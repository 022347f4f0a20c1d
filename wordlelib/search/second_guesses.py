"""Best second guesses, with which perfect play by `exact.py` continues after each row of an opening."""

from typing import NamedTuple

import numpy as np

from wordlelib.core import checks
from wordlelib.core.tables import Table
from wordlelib.game import checked
from wordlelib.game.game import Game, State
from wordlelib.kernels.branch_and_bound import IMPOSSIBLE
from wordlelib.search.exact import Exact, Solver


class SecondGuess(NamedTuple):
    """The best guess after one row.

    Attributes
    ----------
    row, words
        The feedback on the opening, and how many hidden words are still possible.
    guess, alike
        A guess of least total, and how many guesses have this total, including this one. In a tie a word that is still
        possible comes first, and then the first in the list.
    total
        The total that perfect play needs from here on, which is the sum of the guesses over these words, times their
        weights under a prior.
    possible, possible_total
        The best of the words that are still possible, again the first in the list if several are equally good, and the
        total that is needed if it is guessed. Both are None if a cap leaves no strategy that begins with one.
    """

    row: str
    words: int
    guess: str
    alike: int
    total: int
    possible: str | None
    possible_total: int | None


def best_second_guesses(game: Game, opening: str, policy: Exact | None = None) -> list[SecondGuess]:
    """Find the best guess after each row of an opening, with a proof, in any game, easy or hard.

    There is an entry for each row except the one that ends the game, most words first, then in the order of the rows'
    codes. The searches of `policy` are continued and its cap holds; by default it is a new one without a cap. An
    opening is refused if no strategy keeps to the cap after one of its rows.
    """
    policy = Exact() if policy is None else checks.instance("policy", policy, Exact, "an Exact")
    start, solver = checked.game(game).start(), policy.solver(game)
    after = [start.after(opening, row) for row in start.partition(opening)]
    lines = [_line(solver, state) for state in after if not state.solved]
    return Table(sorted(lines, key=lambda line: (-line.words, game.read(line.row))))


def _line(solver: Solver, state: State) -> SecondGuess:
    game, own = state.game, state.game.guess_of_hidden[state.members]
    bounds, _ = solver.search(state)
    if bounds.upper is None:
        raise ValueError(f"policy: with cap {solver.cap}; no strategy keeps to it from {state!r}")
    total, alike = _cheapest(solver, state, state.allowed, bounds.upper)
    possible_total, possible = _cheapest(solver, state, np.intersect1d(own, state.allowed), IMPOSSIBLE)
    return SecondGuess(
        state.history[-1][1],
        len(state.members),
        game.guesses[min(alike, key=lambda i: (i not in own, i))],
        len(alike),
        total,
        game.guesses[min(possible)] if possible else None,
        possible_total if possible else None,
    )


def _cheapest(solver: Solver, state: State, guesses: np.ndarray, limit: int) -> tuple[int, list[int]]:
    """Return the least total with which some guesses begin, at most the limit, and all of them that have it."""
    bounds, found = solver.lower_bounds(state)[guesses], list[int]()
    for place in np.argsort(bounds, kind="stable"):
        if bounds[place] > limit:
            break
        guess = int(guesses[place])
        value = solver.search(state, state.game.guesses[guess], limit + (limit < IMPOSSIBLE))[0].upper
        if value is not None and value <= limit:
            found, limit = [guess] if value < limit else [*found, guess], value
    return limit, found


def fixed_second_guess(game: Game, opening: str, policy: Exact | None = None) -> tuple[str, int]:
    """Find the best second guess for a player who makes it after every row and then plays perfectly.

    The game is in easy mode, because in other modes a row may forbid the guess. The opening and the policy are as for
    `best_second_guesses`. The result is the guess, the first in the list if several are equally good, and the total of
    guesses in all games.
    """
    policy = Exact() if policy is None else checks.instance("policy", policy, Exact, "an Exact")
    if checked.game(game).mode != "easy":
        raise ValueError(f"game: {game.mode} mode; expected easy mode")
    start, solver = game.start(), policy.solver(game)
    after = [state for row in start.partition(opening) if not (state := start.after(opening, row)).solved]
    after.sort(key=lambda state: -len(state.members))
    bounds = np.array([solver.lower_bounds(state) for state in after]).reshape(-1, len(game.guesses))
    sums = bounds.sum(axis=0)
    best, least = -1, IMPOSSIBLE
    for guess in np.argsort(sums, kind="stable"):
        if sums[guess] > least:
            break
        total = int(sums[guess])
        for state, bound in zip(after, bounds[:, guess], strict=True):
            found, _ = solver.search(state, game.guesses[guess], least - total + int(bound) + 1)
            total += found.lower - int(bound)
            if total > least:
                break
        if total < least or (total == least < IMPOSSIBLE and guess < best):
            best, least = int(guess), total
    if best < 0:
        raise ValueError(f"policy: with cap {solver.cap}; no second guess keeps to it after every row of {opening!r}")
    return game.guesses[best], int(game.weights.sum()) + least

"""The ladder: one line of arithmetic, min over u of 1 + sum of p(z) J~(b_z), with better and better estimates J~.

`RUNGS` has the players of the book that decide by this line, and `ladder` plays them. `proposers` separates what
rollout owes to its base policy from what it owes to its candidates. `Slice` cuts through the Bellman operator of
Wordle along the line from perfect play to a base policy, which leaves a curve that can be drawn. `tangents` plays four
players that are tangents of this curve.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from wordlelib.game.game import Beliefs, State
from wordlelib.game.letters import LetterStatistics
from wordlelib.game.policy import InformationGain, Policy, RandomGuess, RandomWord, Ranked
from wordlelib.game.tree import play
from wordlelib.game.words import original
from wordlelib.lab.common import original_game
from wordlelib.lab.methods import BASES, OPENING, WIDTH, after_opening, least_costs, seconds_of_a_move
from wordlelib.lab.results import grouped, results
from wordlelib.lab.trained import learned
from wordlelib.planning.learning import Lookahead
from wordlelib.planning.rollout import Rollout
from wordlelib.planning.values import SizeValue, Value
from wordlelib.runs.sweeps import Sweep
from wordlelib.search.exact import Exact, Solver

DRAWS = 20  # seeds of what is random
SIZES = np.arange(len(original()[0]) + 1)  # of beliefs
TIE = 1e-9
LEAST = 2 - 1 / np.maximum(SIZES, 1)  # no policy needs less: one guess for one of the words, two or more for each other


class Drawn(RandomGuess):
    """Draw the candidates, a control for what proposes them on purpose."""

    def decide(self, state: State) -> str:
        """Draw a guess."""
        return self.rank(state, 1)[0].guess

    def rank(self, state: State, best: int = WIDTH) -> list[Ranked]:
        """Draw some allowed guesses, in any order."""
        drawn = self.rng.choice(state.allowed, min(best, len(state.allowed)), replace=False)
        return [Ranked(state.game.guesses[i], 0.0, False) for i in drawn]


class OneOfTen(RandomGuess):
    """Draw one of the ten guesses of most information, a control for what compares them."""

    def decide(self, state: State) -> str:
        """Draw among those that separate some words, or guess the last word left."""
        if len(state.words) == 1:
            return state.words[0]
        telling = [line.guess for line in InformationGain().rank(state, WIDTH) if line.score > 0]
        return telling[int(self.rng.integers(len(telling)))]


class Rung(NamedTuple):
    """A player of the ladder.

    Attributes
    ----------
    estimate
        The J~: what the player believes that a belief of n words costs, per word.
    make
        Called with a generator, it returns the policy. Only a player that draws its guesses uses the generator.
    glyph
        Its backup diagram, for `plots.backups`.
    table
        The J~ by the number of words, if it depends on nothing else.
    draws
        Whether several guesses are equal by the estimate and one of them is drawn.
    """

    estimate: str
    make: Callable[[np.random.Generator], Policy]
    glyph: Any
    table: np.ndarray | None = None
    draws: bool = False


def _by_table(estimate: str, table: np.ndarray) -> Rung:
    return Rung(estimate, lambda rng: Lookahead(SizeValue(table), WIDTH), GLANCE, table)


def _ahead(estimate: str, make: Callable[[], Policy], glyph: Any) -> Rung:
    return Rung(estimate, lambda rng: make(), glyph)


GLANCE, NEXT, LAST = ("least", ["J", "J"], ["J", "J"]), ("least", ["J"], ["J"]), ("least", ["end"], ["end"])
# Of most information are the ten candidates of all but the first and the third, and the first among equals.
RUNGS: dict[str, Rung] = {
    "any guess": Rung("0", RandomGuess, ("one", ["end"], "J", "J"), 0.0 * SIZES, draws=True),
    "any word left": Rung("1", RandomWord, ("one", ["end"], "J", "J"), 1.0 + 0 * SIZES, draws=True),
    "one of ten": Rung("0", OneOfTen, ("one", ["end"], "J", "J"), 0.0 * SIZES, draws=True),
    "words left": _by_table("n", 1.0 * SIZES),
    "entropy": _by_table("log₂ n", np.log2(np.maximum(SIZES, 1))),
    "least possible": _by_table("2 − 1/n", LEAST),
    "two guesses": _ahead("T (2 − 1/n)", lambda: Lookahead(SizeValue(LEAST), WIDTH, 2), ("least", [NEXT], [NEXT])),
    "short rollout": _ahead(
        "Tμ (2 − 1/n)",
        lambda: Rollout(InformationGain(), WIDTH, steps=1, terminal=SizeValue(LEAST)),
        ("least", ["muJ", "muJ"], ["muJ", "muJ"]),
    ),
    "trained value": _ahead("Ṽ / n", lambda: Lookahead(learned("linear"), WIDTH), GLANCE),
    "rollout": _ahead("Jμ", lambda: Rollout(InformationGain(), WIDTH), ("least", ["mu", "mu"], ["mu", "mu"])),
    "perfect play": _ahead("J*", Exact, ("least", [LAST], [LAST])),
}


def ladder() -> Sweep:
    """Play every player of the ladder from salet, those that draw with twenty seeds, and time their moves."""
    tasks = [{"player": name, "seed": s} for name, rung in RUNGS.items() for s in range(DRAWS if rung.draws else 1)]
    return Sweep(tasks, ladder_once)


def ladder_once(player: str, seed: int) -> dict[str, Any]:
    """Play one of `RUNGS` against all hidden words, and time its moves in some games."""
    game, rung = original_game(), RUNGS[player]
    tree = play(game, rung.make(np.random.default_rng(seed)), OPENING)
    seconds = seconds_of_a_move(game, lambda: rung.make(np.random.default_rng(seed)))
    return {"total": tree.total, "worst": tree.worst, "move_seconds": float(f"{seconds:.3g}")}


def by_rung() -> dict[str, tuple[float, float, int, float]]:
    """Return each player's mean total, its standard error or 0, its worst game, and the seconds of a move."""
    found = {}
    for name, rows in grouped(results("ladder")["rows"], "player").items():
        totals = np.array([row["total"] for row in rows])
        error = float(totals.std(ddof=1) / np.sqrt(totals.size)) if totals.size > 1 else 0.0
        seconds = float(np.median([row["move_seconds"] for row in rows]))
        found[name] = (float(totals.mean()), error, max(row["worst"] for row in rows), seconds)
    return found


def next_guess(player: str, state: State) -> tuple[str, float]:
    """Return the guess of one of `RUNGS`, and what the player believes that the game costs from here, per word."""
    rung = RUNGS[player]
    policy = rung.make(np.random.default_rng(0))
    guess = policy.decide(state)
    if isinstance(policy, Rollout):
        return guess, policy.q_factors(state)[0].q
    if rung.table is None:
        return guess, Solver(state.game).search(state)[0].lower / len(state.words)
    solved = state.game.show(state.game.solved)
    sizes = np.array([len(words) for row, words in state.partition(guess).items() if row != solved], int)
    return guess, 1 + float(sizes @ rung.table[sizes]) / len(state.words)


def proposers() -> Sweep:
    """Roll out each base policy on the candidates of each, and on ten that are drawn, with twenty seeds."""
    named = [{"base": base, "proposer": each, "seed": 0} for base in BASES for each in ["", *BASES]]
    drawn = [{"base": base, "proposer": "drawn", "seed": seed} for base in BASES for seed in range(DRAWS)]
    return Sweep(named + drawn, proposers_once)


def proposers_once(base: str, proposer: str, seed: int) -> dict[str, Any]:
    """Play rollout on a base policy and ten candidates of a proposer, or without one the base policy, from salet."""
    policy = BASES[base]()
    if proposer:
        ranking = Drawn(np.random.default_rng(seed)) if proposer == "drawn" else BASES[proposer]()
        policy = Rollout(policy, WIDTH, ranking)
    tree = play(original_game(), policy, OPENING)
    return {"total": tree.total, "worst": tree.worst}


class Along(Value):
    """The estimate J* + s (J_mu - J*) for the letter player mu, on the line that a `Slice` cuts along."""

    name = "along"

    def __init__(self, s: float) -> None:
        self.s, self.hers = s, Rollout(LetterStatistics(), 1).base_costs

    def costs(self, beliefs: Beliefs) -> np.ndarray:
        """Return J* + s (J_mu - J*) in guesses, summed over the words of each belief."""
        hers = self.hers(beliefs)
        if self.s == 1:
            return hers
        best = least_costs(beliefs)
        return best + self.s * (hers - best)


# Players that differ in the estimate at which they are greedy, or in what they do before.
TANGENTS: dict[str, Callable[[], Policy]] = {
    "rollout": lambda: Rollout(LetterStatistics(), WIDTH, InformationGain()),
    "depth 2": lambda: Lookahead(Along(1), WIDTH, 2),
    "greedy at J2": lambda: Lookahead(Along(2), WIDTH),
    "horizon 1 on J2": lambda: Rollout(LetterStatistics(), WIDTH, InformationGain(), steps=1, terminal=Along(2)),
}


def tangents() -> Sweep:
    """Play four players that the Bellman operator's curve shows as tangents, beginning with the letter player."""
    return Sweep([{"player": name} for name in TANGENTS], tangents_once)


def tangents_once(player: str) -> dict[str, Any]:
    """Play one of `TANGENTS` against all hidden words, from salet."""
    return {"total": play(original_game(), TANGENTS[player](), OPENING).total}


class Slice(NamedTuple):
    """The Bellman operator after salet, on the costs J* + s (J_mu - J*) of all beliefs, with any s.

    Their totals over all hidden words are numbers, and T leads from one to another. It is concave, and the line of the
    guesses that are greedy at one of them touches it there.

    Attributes
    ----------
    base
        The total of the base policy.
    best
        The totals of perfect play in each class after salet, shape (classes,).
    exact, played
        For each class and candidate the total if perfect play or the base policy goes on, shape (classes, candidates).
    """

    base: int
    best: np.ndarray
    exact: np.ndarray
    played: np.ndarray

    @property
    def optimum(self) -> int:
        """The total of perfect play, where the curve meets the diagonal."""
        return int(self.best.sum()) + SIZES[-1]

    def _sums(self, total: float) -> np.ndarray:
        s = (total - self.optimum) / (self.base - self.optimum)
        return (1 - s) * self.exact + s * self.played

    def after(self, total: float) -> float:
        """Apply T, and return the total that comes out."""
        return float(self._sums(total).min(axis=1).sum()) + SIZES[-1]

    def line(self, total: float) -> Callable[[float], float]:
        """Return the line of the guesses that are greedy at a total."""
        greedy = self._sums(total).argmin(axis=1)[:, None]
        return lambda other: float(np.take_along_axis(self._sums(other), greedy, axis=1).sum()) + SIZES[-1]

    def slope(self, total: float) -> float:
        """Return the slope of that line: which part of an error the greedy guesses let through."""
        line = self.line(total)
        return (line(self.base) - line(self.optimum)) / (self.base - self.optimum)

    def newton(self, total: float) -> float:
        """Take Newton's step: follow the line of the greedy guesses until it meets the diagonal."""
        slope = self.slope(total)
        return (self.line(total)(self.optimum) - slope * self.optimum) / (1 - slope)

    def pieces(self, low: float, high: float) -> dict[str, tuple[float, float]]:
        """Return the lines of which the curve is made between two totals, by the total from which on each is least.

        A line is its height at total 0 and its slope.
        """
        slopes = (self.played - self.exact) / (self.base - self.optimum)
        found, total = {}, float(low)
        while total < high - TIE:
            sums = self._sums(total)
            # Among equals the flattest line is the least from here on.
            level = sums <= sums.min(axis=1, keepdims=True) + TIE
            greedy = np.where(level, slopes, np.inf).argmin(axis=1)[:, None]
            least, slope = np.take_along_axis(sums, greedy, axis=1), np.take_along_axis(slopes, greedy, axis=1)
            found[f"{total:.10g}"] = (float(least.sum() + SIZES[-1] - slope.sum() * total), float(slope.sum()))
            flatter = slopes < slope - TIE
            total += ((sums - least)[flatter] / (slope - slopes)[flatter]).min(initial=np.inf)
        return found


def one_guess_ahead(left: Beliefs) -> tuple[np.ndarray, Beliefs, np.ndarray]:
    """Return what one guess of lookahead asks about in each belief.

    These are the ten candidates of most information, shape (beliefs, candidates), all classes that they leave, and for
    each class the place of its candidate.
    """
    ranked = [[left.game.find(line.guess) for line in InformationGain().rank(state, WIDTH)] for state in left]
    guesses = np.array(ranked, np.int32)
    below, parents = left.take(np.repeat(np.arange(len(left)), WIDTH)).split(guesses.ravel())
    return guesses, below, parents


def slices(bases: Mapping[str, Policy]) -> dict[str, Slice]:
    """Cut the operator along the line to each base policy, by its name, with the same candidates for all.

    They are the ten guesses of most information in each class.
    """
    left, best = after_opening(OPENING)
    guesses, below, parents = one_guess_ahead(left)

    def summed(costs: np.ndarray) -> np.ndarray:
        return np.diff(left.offsets)[:, None] + np.bincount(parents, costs, guesses.size).reshape(guesses.shape)

    exact = summed(least_costs(below))
    charges = {name: Rollout(base, 1).base_costs for name, base in bases.items()}
    return {
        name: Slice(int(charge(left).sum() + SIZES[-1]), best, exact, summed(charge(below)))
        for name, charge in charges.items()
    }

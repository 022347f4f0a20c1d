"""Base policies, which decide from the belief alone what to guess next.

A greedy policy takes the guess of least cost under one score of `entropy.py`. In a tie, a word that is still possible
comes first, a more probable word before a less probable one, and after that list order decides. Every policy has a
method `decide_all`, which decides many beliefs at once. `tree.play` uses it.
"""

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import numpy as np

from wordlelib.core.checks import generator, integer, number, shown
from wordlelib.core.tables import Table
from wordlelib.game import checked, entropy
from wordlelib.game.game import Beliefs, Game, State
from wordlelib.kernels.arrays import allocate, sizes_of
from wordlelib.kernels.ranking import Rule, Workspace, decide_beliefs, extra_information
from wordlelib.kernels.scores import CLASSES, INFORMATION, LOG_UNIT, REMAINING, WORST


class Policy(ABC):
    """A rule that chooses the next guess from the state.

    A subclass defines `decide`. It may also define `decide_all`, if many beliefs are cheaper together than one by one.
    If it defines `rank(state, best)`, which returns its best guesses as a list of `Ranked` in order of preference, then
    `Rollout` can take its candidates from it.
    """

    name: str = "unnamed policy"

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Let a subclass that overrides `decide` alone decide batches by it too."""
        super().__init_subclass__(**kwargs)
        if "decide" in vars(cls) and "decide_all" not in vars(cls):
            cls.decide_all = Policy.decide_all  # type: ignore[method-assign]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.name}>"

    @abstractmethod
    def decide(self, state: State) -> str:
        """Return the guess to make in `state`."""

    def decide_all(self, beliefs: Beliefs) -> np.ndarray:
        """Return the number of the guess to make in each belief, as an int32 array of shape (beliefs,)."""
        return np.array([decided(self, state) for state in checked.beliefs(beliefs)], np.int32)


def decided(policy: Policy, state: State) -> int:
    """Return the number of the guess that a policy makes."""
    guess = policy.decide(state)
    if not isinstance(guess, str):
        raise ValueError(f"policy: {policy!r} decides {shown(guess)}; expected a guess of the game, as text")
    return state.game.find(guess)


class Ranked(NamedTuple):
    """One line of a ranking: a guess, its score as people quote it, and whether it may be the hidden word."""

    guess: str
    score: float
    possible: bool


class Greedy(Policy):
    """Take the guess of least cost under one score, as the four subclasses do."""

    score: int  # one of the four of `entropy`
    bonus = 0.0

    def __repr__(self) -> str:
        return f"{type(self).__name__}({f'bonus={self.bonus:g}' if self.bonus else ''})"

    def decide(self, state: State) -> str:
        """Return the best guess, in a tie a possible word, the most probable first, and then in list order."""
        return checked.state(state).game.guesses[self.decide_all(Beliefs.of(state))[0]]

    def decide_all(self, beliefs: Beliefs) -> np.ndarray:
        """Decide every belief of a batch in one compiled call."""
        game = checked.beliefs(beliefs).game
        out = np.empty(len(beliefs), np.int32)
        if not len(beliefs):
            return out
        rule = rule_of(self, game, int(np.diff(beliefs.offsets).max()))
        work = allocate(Workspace, sizes_of(game.arrays))
        decide_beliefs(game.arrays, beliefs.arrays, game.mode != "easy", rule, work, out)
        return out

    def rank(self, state: State, best: int = 10) -> list[Ranked]:
        """Return the best of the allowed guesses, at most `best` of them, in the order in which they are preferred."""
        best, score, game = checked_best(best), _score_of(self), checked.state(state).game
        cost = entropy.costs(state, score, state.allowed)
        possible = np.isin(state.allowed, game.guess_of_hidden[state.members])
        win = np.where(possible, game.weights[game.hidden_of_guess[state.allowed]], 0)
        cost -= _bonus_units(self) * win
        order = np.lexsort((state.allowed, -win, cost))[:best]
        quoted = entropy.to_units(state, score, cost[order])
        return Table(
            Ranked(game.guesses[state.allowed[i]], float(value), bool(possible[i]))
            for i, value in zip(order, quoted, strict=True)
        )


class InformationGain(Greedy):
    """Take the guess whose feedback has the largest entropy, which the papers call maximum information gain.

    The bonus is bits added to the entropy for each unit of probability that the guess is the hidden word. Information
    alone ignores whether a guess may end the game, and under a prior with few heavy words that chance is worth a lot.
    """

    name = "information-gain"
    score = INFORMATION

    def __init__(self, bonus: float = 0.0) -> None:
        self.bonus = number("bonus", bonus, 0, 64, expected="0 to 64 bits")
        if bonus:
            self.name = f"information-gain, bonus {bonus:g}"


class ExpectedRemaining(Greedy):
    """Take the guess that leaves the fewest words on average, which the papers call most rapid decrease."""

    name = "expected-remaining"
    score = REMAINING


class MostClasses(Greedy):
    """Take the guess with the most different feedbacks (Short 2022)."""

    name = "most-classes"
    score = CLASSES


class WorstClass(Greedy):
    """Take the guess whose largest class is smallest (Knuth 1977)."""

    name = "worst-class"
    score = WORST


class _Random(Policy):
    """A policy that draws its guesses."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = generator("rng", rng)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rng})"


class RandomGuess(_Random):
    """Draw uniformly from the guesses that tell at least two words left apart, or guess the last word left."""

    name = "random-guess"

    def decide(self, state: State) -> str:
        """Draw guesses until the feedback of one of them is not known beforehand."""
        game = checked.state(state).game
        if len(state.members) == 1:
            return state.words[0]
        while True:
            guess = int(self.rng.choice(state.allowed))
            codes = game.codes[guess, state.members]
            if np.any(codes != codes[0]):
                return game.guesses[guess]


class RandomWord(_Random):
    """Draw uniformly from the words that are still possible, as a careful person does without a pencil."""

    name = "random-word"

    def decide(self, state: State) -> str:
        """Draw one of the words left."""
        return checked.state(state).game.hidden[int(self.rng.choice(state.members))]


GREEDY: dict[str, type[Greedy]] = {
    make.name: make for make in (InformationGain, ExpectedRemaining, MostClasses, WorstClass)
}


def rule_of(policy: Greedy, game: Game, largest: int) -> Rule:
    """Return what the kernels need of a greedy policy, for beliefs of at most `largest` words."""
    score = _score_of(policy)
    table = entropy.cost_table(score, largest) if game.uniform else entropy.log_table(int(game.weights.sum()))
    return Rule(score, table, extra_information(), _bonus_units(policy))


def is_compiled(policy: Policy) -> bool:
    """Return whether the kernels can play a policy, which they can if it decides and ranks as `Greedy` does."""
    methods = ("decide", "decide_all", "rank")
    return isinstance(policy, Greedy) and all(getattr(type(policy), x) is getattr(Greedy, x) for x in methods)


def checked_best(best: int) -> int:
    """Check the number of guesses that a ranking is asked for, and return it."""
    return integer("best", best, 1, expected="at least 1")


def _score_of(policy: Greedy) -> int:
    """Return the score of a greedy policy, and refuse others, which kernels would take for the last of theirs."""
    score = getattr(policy, "score", None)
    if score not in (INFORMATION, REMAINING, CLASSES, WORST):
        raise ValueError(f"score: {shown(score)} of {policy!r}; expected one of the four scores of `entropy`")
    return score


def _bonus_units(policy: Greedy) -> int:
    return round(policy.bonus * LOG_UNIT)

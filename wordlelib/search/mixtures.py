"""A Guesser who mixes: an opening is drawn in secret, and for each class of it a plan.

Since the classes of an opening are solved apart from each other, whoever draws a plan for each of them mixes over as
many strategies as there are ways to combine these plans, but has only their sum to write down.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from wordlelib.core import checks
from wordlelib.core.packing import pack, unpack
from wordlelib.core.pickling import Picklable
from wordlelib.game import checked
from wordlelib.game.game import Game, State
from wordlelib.game.policy import Policy
from wordlelib.game.tree import DecisionTree, play
from wordlelib.search.verification import Belief, Rules

MOST_SHARES = 2**31  # in all, so that shares times guesses are numbers of 63 bits


class Plan(NamedTuple):
    """A strategy for one class of an opening.

    Attributes
    ----------
    share
        How often it is played, in the unit of its opening's share.
    guesses
        The numbers of its guesses where two words or more are possible: a belief first, then what follows from it, in
        the order of the codes, as in a certificate.
    """

    share: int
    guesses: tuple[int, ...]


class Mixture(Picklable):
    """A mixed strategy of the Guesser, which is replayed when it is made.

    Attributes
    ----------
    game
        The game that is played; its prior does not matter.
    shares : dict of str to int
        How often each opening is drawn. Divided by their sum they are probabilities.
    plans : dict of str to dict of int to list of Plan
        For each opening the plans for its classes of two words or more, by feedback code. The shares of a class add up
        to the share of the opening.
    """

    def __init__(
        self, game: Game, shares: Mapping[str, int], plans: Mapping[str, Mapping[int, Sequence[Plan]]]
    ) -> None:
        self.game = checked.game(game)
        checks.instance("shares", shares, Mapping, "a whole number above 0 for each opening")
        checks.instance("plans", plans, Mapping, "for each opening the plans of its classes")
        self.shares = {
            game.guesses[game.find(word, "shares")]: checks.integer("shares", share, 1, MOST_SHARES)
            for word, share in shares.items()
        }
        if not self.shares or sum(self.shares.values()) > MOST_SHARES:
            raise checks.refused("shares", shares, f"at least one opening, and {MOST_SHARES:,} at most in all")
        if set(plans) != set(self.shares):
            raise checks.refused("plans", sorted(map(str, plans)), "plans for the openings that have shares")
        self.plans = {word: _checked_plans(game, word, plans[word], share) for word, share in self.shares.items()}
        self._total = self._replayed()

    def __repr__(self) -> str:
        best = sorted(self.shares, key=lambda word: -self.shares[word])
        some = " ".join(best[:5]) + (" ..." if len(best) > 5 else "")
        return f"<Mixture of {checks.counted(len(best), 'opening')}: {some}; at most {float(self.value):.4f}>"

    @property
    def openings(self) -> dict[str, float]:
        """The probability of each opening, the largest first."""
        whole = sum(self.shares.values())
        return {word: share / whole for word, share in sorted(self.shares.items(), key=lambda each: -each[1])}

    @property
    def expected(self) -> np.ndarray:
        """The expected number of guesses for each hidden word, shape (hidden words,)."""
        return self._total / sum(self.shares.values())

    @property
    def value(self) -> Fraction:
        """The expected number of guesses for the word that takes most: no Hinter can make it more."""
        return Fraction(int(self._total.max()), sum(self.shares.values()))

    def draw(self, rng: np.random.Generator) -> DecisionTree:
        """Draw a pure strategy, an opening and a plan for each of its classes, and play it."""
        checks.generator("rng", rng)
        words = list(self.shares)
        opening = words[_drawn(rng, list(self.shares.values()))]
        chosen = {code: plans[_drawn(rng, [p.share for p in plans])] for code, plans in self.plans[opening].items()}
        return self._played(opening, chosen)

    def trees(self) -> Iterator[DecisionTree]:
        """Yield pure strategies that together make use of all plans."""
        for opening, plans in self.plans.items():
            for i in range(max((len(own) for own in plans.values()), default=1)):
                yield self._played(opening, {code: own[min(i, len(own) - 1)] for code, own in plans.items()})

    def _played(self, opening: str, chosen: dict[int, Plan]) -> DecisionTree:
        guesses = {code: plan.guesses for code, plan in chosen.items()}
        return play(self.game, _Drawn(self.game.find(opening), guesses))

    @cached_property
    def _rules(self) -> Rules:
        return Rules(self.game)

    def _replayed(self) -> np.ndarray:
        """Replay all plans word by word; return the guesses of each word, times the shares."""
        total = np.zeros(len(self.game.hidden), np.int64)
        start = self._rules.start(None)
        for opening, share in self.shares.items():
            guess = self.game.find(opening)
            total += share
            for code, members in self._rules.classes(start, guess):
                if len(members) == 1:
                    total[members] += share
                    continue
                belief = self._rules.after(start, guess, code, members)
                for plan in self.plans[opening][code]:
                    for found, depth in self._found(belief, plan.guesses):
                        total[found] += plan.share * depth
        return total

    def _found(self, belief: Belief, guesses: Sequence[int]) -> Iterator[tuple[np.ndarray, int]]:
        """Yield the words that a plan finds, with how many guesses that takes; refuse a plan that breaks a rule."""
        game, left, waiting = self.game, list(guesses)[::-1], [(belief, 1)]
        while waiting:
            belief, depth = waiting.pop()
            if len(belief.members) == 1 and depth > 1:
                yield belief.members, depth
                continue
            if not left or not self._rules.allows(belief, left[-1]):
                raise checks.refused("plans", guesses, "a guess that is allowed for every belief that follows")
            guess = left.pop()
            found = belief.members[game.codes[guess, belief.members] == game.solved]
            yield found, depth
            parts = self._rules.classes(belief, guess)
            if len(parts) == 1 and len(parts[0][1]) == len(belief.members):
                raise checks.refused("plans", guesses, "guesses that tell something")
            waiting += [(self._rules.after(belief, guess, *part), depth + 1) for part in parts[::-1]]
        if left:
            raise checks.refused("plans", guesses, f"no guesses left over, here {len(left)}")

    def to_table(self) -> dict[str, Any]:
        """Write the mixture as a table of texts and numbers for a JSON file."""
        rows: list[int] = []
        for word in self.shares:
            for _, plans in sorted(self.plans[word].items()):
                rows.append(len(plans))
                for plan in plans:
                    rows += [plan.share, len(plan.guesses), *plan.guesses]
        return {"openings": list(self.shares), "shares": list(self.shares.values()), "plans": pack(rows)}

    @classmethod
    def from_table(cls, table: dict[str, Any], game: Game) -> "Mixture":
        """Read what `to_table` has written, and replay it on a game."""
        checked.game(game)
        checks.instance("table", table, dict, "what to_table writes")
        try:
            return cls(game, *_read(table, game))
        except ValueError as error:
            raise ValueError(f"table: no mixture for {game!r} ({error}); expected what to_table writes") from None


def _read(table: dict[str, Any], game: Game) -> tuple[dict[str, int], dict[str, dict[int, list[Plan]]]]:
    """Read the shares and the plans of a mixture."""
    if table.keys() != {"openings", "shares", "plans"}:
        raise checks.refused("keys", sorted(map(str, table)), "openings, shares and plans")
    words, shares = checks.texts("openings", table["openings"]), checks.sequence("shares", table["shares"], "numbers")
    if len(set(words)) < len(words) or len(shares) != len(words):
        raise checks.refused("openings", words, "each once, and a share for each")
    rows, rules = iter(unpack(table["plans"], "plans")), Rules(game)
    start, plans = rules.start(None), {}
    for word in words:
        classes = rules.classes(start, game.find(word, "openings"))
        plans[word] = {code: _read_plans(rows) for code, members in classes if len(members) > 1}
    if next(rows, None) is not None:
        raise checks.refused("plans", table["plans"], "the plans of these openings and no more")
    return dict(zip(words, shares, strict=True)), plans


def _drawn(rng: np.random.Generator, shares: list[int]) -> int:
    """Draw a place with a probability in proportion to its share."""
    return int(np.searchsorted(np.cumsum(shares), rng.integers(sum(shares)), side="right"))


def _checked_plans(game: Game, opening: str, plans: Any, share: int) -> dict[int, list[Plan]]:
    """Return the plans of an opening, if there are some for each class of two words or more, and their shares fit."""
    codes = game.codes[game.find(opening)]
    found, counts = np.unique(codes[codes != game.solved], return_counts=True)
    wanted = found[counts > 1].tolist()
    expected = f"for {opening} plans for its {len(wanted)} classes of two words or more, whose shares add up to {share}"
    if sorted(checks.instance("plans", plans, Mapping, expected)) != wanted:
        raise checks.refused("plans", sorted(plans), expected)
    for own in plans.values():
        for plan in checks.sequence("plans", own, expected):
            checks.integer("plans", checks.instance("plans", plan, Plan, "Plans").share, 1, share)
            for guess in checks.sequence("plans", plan.guesses, "numbers of guesses"):
                checks.integer("plans", guess, most=len(game.guesses) - 1)
        if sum(plan.share for plan in own) != share:
            raise checks.refused("plans", [plan.share for plan in own], expected)
    return {code: list(plans[code]) for code in wanted}


def _read_plans(rows: Iterator[int]) -> list[Plan]:
    """Read the plans of one class."""
    try:
        return [Plan(next(rows), tuple(next(rows) for _ in range(next(rows)))) for _ in range(next(rows))]
    except (StopIteration, RuntimeError):
        raise ValueError("plans: they break off; expected plans for each class of each opening") from None


class _Drawn(Policy):
    """Play an opening and then a plan for each of its classes."""

    name = "drawn from a mixture"

    def __init__(self, opening: int, plans: dict[int, tuple[int, ...]]) -> None:
        self.opening, self.plans = opening, plans
        self.guesses: dict[bytes, int] = {}

    def decide(self, state: State) -> str:
        game = state.game
        if not len(state.rows):
            return game.guesses[self.opening]
        if len(state.members) == 1:
            return game.hidden[state.members[0]]
        if len(state.rows) == 1:
            self._learn(game, state.members, self.plans[int(state.rows[0, 1])])
        return game.guesses[self.guesses[state.members.tobytes()]]

    def _learn(self, game: Game, members: np.ndarray, guesses: Sequence[int]) -> None:
        """Note the guess of each belief below a class."""
        left, waiting = iter(guesses), [members]
        while waiting:
            belief = waiting.pop()
            if len(belief) > 1:
                guess = self.guesses[belief.tobytes()] = next(left)
                codes = game.codes[guess, belief]
                waiting += [belief[codes == code] for code in np.unique(codes[codes != game.solved])[::-1]]

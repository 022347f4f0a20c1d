"""Judgements of a finished or unfinished game, row by row: what was luck and what was skill.

Let b be the belief before a row, n its weight, g the guess that was made, and c the weight of the words that its
feedback left. Under the uniform prior a word weighs 1, so these are numbers of words. J(b) is the total of the base
policy from b, the sum of its guesses over the words of b, times their weights. The Q-factor of g is the total
Q(b, g) = n + the sum of J over the classes of g, since g is made now, and the base policy continues. That policy is
information gain, under another prior than the uniform one with a bonus for a guess that may be right.

- Luck in bits is log2(n / c), which the row told, less the entropy of the feedback, which was to be expected.
- Luck in guesses is Q(b, g) / n - 1 - J(c) / c: what was to be expected from here on, less what it came to.
- Skill is what a guess loses: Q(b, g) / n less the same of the best known move. This is the guess of a proven strategy
  where the history follows it, and otherwise the one of least Q-factor among the candidates of rollout. Where neither
  has a smaller Q-factor than g, the best known move is g itself, so no loss is negative.

Luck averages to 0 over the words of b by their weights, whatever is guessed. If a game takes T guesses, T is J / n at
its start, plus Q(b, g) / n - J(b) / n for each row, less all luck in guesses. So the whole result is accounted for.

Where a belief is small, or the history follows a proven strategy, perfect play is known too. It says how much g loses
if everything after it is played perfectly.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from wordlelib.core import checks
from wordlelib.core.packing import unpack
from wordlelib.core.tables import html_table
from wordlelib.game import checked, words
from wordlelib.game.entropy import information_gain
from wordlelib.game.game import Beliefs, Game, State
from wordlelib.game.policy import InformationGain, Policy
from wordlelib.game.tree import DecisionTree, play
from wordlelib.lab.results import results
from wordlelib.planning.rollout import Rollout
from wordlelib.search.exact import Exact, Solver

WIDTH = 10
BONUS = 2.0  # bits of the base policy for ending the game, where words are not alike
SEARCHED = 200  # words of a belief up to which it is searched while somebody waits
OPENING = "salet"


class Known(NamedTuple):
    """What is stored about the first guess on the original lists.

    Attributes
    ----------
    totals : ndarray of int64, shape (number of guesses,)
        The Q-factor of every first guess, as a total.
    proven, others
        The totals of first guesses with perfect play after them, and a bound that no other one goes below, 0 where
        nothing is known.
    least
        The least total of all, if it is proven.
    """

    totals: np.ndarray
    proven: dict[str, int]
    others: int
    least: int | None


class Move(NamedTuple):
    """A guess in a belief.

    Attributes
    ----------
    guess, possible
        The guess, and whether it may be the hidden word.
    classes, largest
        How many different feedbacks it may get, and how many words the most common of them leaves.
    together
        How many words share their feedback with another word.
    total
        The sum of the guesses over the words of the belief by their weights, if the base policy continues.
    """

    guess: str
    possible: bool
    classes: int
    largest: int
    together: int
    total: int


class Perfect(NamedTuple):
    """A row compared with perfect play, in totals over the words of the belief by their weights.

    The guess begins a strategy of the `least` total. The total of the guess that was made, with perfect play after it,
    lies between `lower` and `upper`, which usually meet.
    """

    guess: str
    least: int
    lower: int
    upper: int


class Verdict(NamedTuple):
    """What one move was worth: the guesses that it lost against perfect play, proven, and its luck in bits."""

    regret: float
    luck_bits: float


@dataclass(frozen=True)
class Row:
    """The judgement of one row of a game, with luck and skill as the module defines them.

    Attributes
    ----------
    guess, feedback
        The row.
    before, after
        How many hidden words were possible before and after the row.
    weight_before, weight_after
        Their weights, under the uniform prior the same numbers.
    expected_bits, received_bits
        The entropy of the feedback, and the information that the row gave.
    made
        The guess that was made, as a move.
    rest
        The total of the base policy over the words that were left, 0 if the row found the hidden word.
    base, rollout, strategy
        The moves of the base policy, of rollout on it, and of the proven strategy, which is None where the game has
        left it or there is none.
    best
        The strategy's move, or rollout's where there is none. If the guess that was made needs no more than this move,
        `best` is that guess.
    perfect
        The comparison with perfect play, or None where perfect play is not known.
    """

    guess: str
    feedback: str
    before: int
    after: int
    weight_before: int
    weight_after: int
    expected_bits: float
    received_bits: float
    made: Move
    rest: int
    base: Move
    rollout: Move
    strategy: Move | None
    best: Move
    perfect: Perfect | None

    @property
    def luck_bits(self) -> float:
        """How much more the row told than was to be expected, in bits."""
        return self.received_bits - self.expected_bits

    @property
    def luck(self) -> float:
        """How many guesses the row saved by chance."""
        return self.made.total / self.weight_before - 1 - self.rest / self.weight_after

    @property
    def loss(self) -> float:
        """How many guesses the row lost against the best known move, on average over the words."""
        return (self.made.total - self.best.total) / self.weight_before

    @property
    def perfect_loss(self) -> tuple[float, float] | None:
        """Bounds on the loss of the row if everything after it is played perfectly."""
        known = self.perfect
        n = self.weight_before
        return known and ((known.lower - known.least) / n, (known.upper - known.least) / n)

    @property
    def reason(self) -> str:
        """One sentence on the best move."""
        made, best, n = self.made, self.best, self.before
        if n == 1:
            return f"Only {best.guess} was left."
        if best.guess == made.guess:
            return f"{made.guess} {_division(made, n)}; no guess that was tried is better."
        if n == self.weight_before:
            return f"{best.guess} {_division(best, n)}; {_shortfall(made, best)}."
        more = f"with {made.guess} a game takes {self.loss:.2f} guesses more on average"
        return f"{best.guess} {_division(best, n)}; {more}."

    def as_dict(self) -> dict[str, Any]:
        """Return all figures in a form that JSON can hold."""
        moves = ("made", "base", "rollout", "strategy", "best", "perfect")
        given = {name: value for name, value in vars(self).items() if name not in moves}
        given |= {name: (move := getattr(self, name)) and move._asdict() for name in moves}
        derived = ("luck_bits", "luck", "loss", "perfect_loss", "reason")
        return given | {name: getattr(self, name) for name in derived}


def _division(move: Move, n: int) -> str:
    """Describe how a move divides n words."""
    if move.classes == n:
        return f"tells all {n:,} words apart"
    if move.classes == 1:
        return f"leaves all {n:,} words together"
    return f"splits the {n:,} words into {move.classes:,} classes, the largest of {move.largest:,}"


def _shortfall(made: Move, best: Move) -> str:
    """Explain in what the guess that was made falls short of the best one."""
    if made.together > best.together:
        more = made.together - best.together
        return f"after {made.guess} {more:,} more word{'s share' if more > 1 else ' shares'} a class with others"
    if made.classes < best.classes:
        fewer = best.classes - made.classes
        return f"{made.guess} makes {fewer:,} class{'es' if fewer > 1 else ''} fewer"
    if made.largest > best.largest:
        return f"the largest class of {made.guess} has {made.largest:,}"
    if best.possible and not made.possible:
        return f"{made.guess} cannot be the hidden word"
    more = made.total - best.total
    return f"what {made.guess} leaves takes {more:,} guess{'es' if more > 1 else ''} more over all words"


@dataclass(frozen=True)
class Judgement:
    """The judgement of a game.

    Attributes
    ----------
    mode, answer
        "easy" or "hard", and the hidden word, or None if it is not known.
    rows, solved
        The judgement of each row, and whether the last row found the hidden word.
    start
        J / n before the first row, which is how many guesses the base policy needs on average.
    rollout, perfect
        The rows by which rollout finds the same hidden word, and those of perfect play. Both are None without an
        answer. Perfect play begins as the proven strategy does. It is None if there is no such strategy and the lists
        are long.
    """

    mode: str
    answer: str | None
    rows: list[Row]
    solved: bool
    start: float
    rollout: list[tuple[str, str]] | None
    perfect: list[tuple[str, str]] | None

    @property
    def luck_bits(self) -> float:
        """The luck of all rows, in bits."""
        return sum(row.luck_bits for row in self.rows)

    @property
    def luck(self) -> float:
        """The luck of all rows, in guesses."""
        return sum(row.luck for row in self.rows)

    @property
    def loss(self) -> float:
        """The guesses lost by all rows against the best known moves."""
        return sum(row.loss for row in self.rows)

    @property
    def perfect_loss(self) -> tuple[float, float] | None:
        """Bounds on the guesses lost by all rows against perfect play, or None if it is not known for a row."""
        each = [row.perfect_loss for row in self.rows]
        known = [bounds for bounds in each if bounds is not None]
        return (sum(low for low, _ in known), sum(high for _, high in known)) if len(known) == len(each) else None

    def as_dict(self) -> dict[str, Any]:
        """Return all figures in a form that JSON can hold."""
        given = asdict(self) | {"rows": [row.as_dict() for row in self.rows], "guesses": len(self.rows)}
        return given | {name: getattr(self, name) for name in ("luck_bits", "luck", "loss", "perfect_loss")}

    def _repr_html_(self) -> str:
        """Show a line for each row."""
        heads = ("guess", "feedback", "before", "after", "bits expected", "bits received", "luck", "lost", "best")
        lines = [
            (x.guess, x.feedback, x.before, x.after, *figures, x.best.guess)
            for x in self.rows
            for figures in [[f"{y:.2f}" for y in (x.expected_bits, x.received_bits, x.luck, x.loss)]]
        ]
        return html_table(repr(self)[1:-1], heads, lines)

    def __repr__(self) -> str:
        guesses = f"{len(self.rows)} guess{'es' if len(self.rows) > 1 else ''}"
        end = f"found {self.answer}" if self.solved else "not found"
        return f"<{end} in {guesses}: luck {self.luck:+.2f}, lost {self.loss:.2f}>"


class Judge:
    """A judge of games on some word lists, who uses what was worked out for one game in the next.

    Parameters
    ----------
    game
        Wordle or another game in easy or hard mode, under any prior.
    width
        How many candidates rollout looks at.

    Examples
    --------
    >>> from wordlelib import wordle
    >>> judge = Judge(wordle(["batch", "catch", "hatch", "patch", "chimp"]))
    >>> judge.judge(["batch", "chimp", "catch"], "catch").rows[1].reason
    'chimp tells all 3 words apart; no guess that was tried is better.'
    """

    def __init__(self, game: Game, width: int | str = WIDTH) -> None:
        self.game = checked.game(game)
        if game.mode == "strict":
            raise ValueError("game: strict mode; expected easy or hard mode")
        self.policy = Rollout(InformationGain(0 if game.uniform else BONUS), width)

    def __repr__(self) -> str:
        return f"<Judge of {self.game!r}>"

    @cached_property
    def known(self) -> Known | None:
        """What is stored about the first guess, or None without the original lists and equal words."""
        return known_first(self.game)

    @cached_property
    def solver(self) -> Solver:
        """The solver that finds perfect play."""
        return Solver(self.game)

    @cached_property
    def strategy(self) -> DecisionTree | None:
        """The proven strategy that begins with salet on the original lists, the same tree as that of `exact.prove`."""
        if self.known is None:
            return None
        self.solver.search(self.game.start(), OPENING)
        return play(self.game, Exact(None, self.solver), OPENING)

    def judge(self, history: Sequence[tuple[str, str]] | Sequence[str], answer: str | None = None) -> Judgement:
        """Judge a game from its rows (guess, feedback), or with an answer from the guesses alone.

        In a game that was won, the last row tells the answer. Rows that are not those of one game are refused.
        """
        rows = played_rows(self.game, history, answer)
        state, node, judged = self.game.start(), 0, []
        start = self._totals(state, self._listed(state)[:1])[0] / weight_of(state)
        for guess, row in rows:
            after = state.after(guess, row)
            judged.append(self._row(state, after, node))
            state, node = after, self._below(node, after)
        solved = state.solved
        found = state.words[0] if solved else None if answer is None else self.game.guesses[self.game.find(answer)]
        paths = (None, None) if found is None else (self._rollout_path(found), self._perfect_path(found))
        return Judgement(self.game.mode, found, judged, solved, float(start), *paths)

    def verdict(self, state: State, after: State) -> Verdict:
        """Judge the move that leads from a state to the state after it: a guess and its feedback.

        The regret is Q*(b, u) - J*(b) per word: by how many guesses a game becomes longer if the guess u is made in the
        belief b and everything after it is played perfectly, and so is everything from b on instead. Games may take any
        number of guesses. Both values are proven, whatever the search takes: milliseconds for a belief of some hundred
        words, seconds for one of a thousand, more for one that few guesses tell apart.
        """
        checked.open_state(state, self.game)
        guess, n = self._guess_between(state, after), weight_of(state)
        whole = not len(state.rows) and len(state.members) == len(self.game.hidden)
        least = self._least if whole else self.solver.search(state)[0].lower
        own = self.known.proven.get(guess) if whole and self.known is not None else None
        own = self._perfect_total(state, guess, least) if own is None else own
        expected, received = _bits(state, after)
        return Verdict((own - least) / n, received - expected)

    def _guess_between(self, state: State, after: State) -> str:
        """Return the guess that leads from a state to the state after it, and refuse any other state there."""
        follows = checked.state(after).game is self.game and len(after.rows) == len(state.rows) + 1
        if not follows or not np.array_equal(after.rows[:-1], state.rows):
            raise checks.refused("after", after, "the state one row after the other one")
        chosen, code = after.rows[-1]
        guess = self.game.guesses[chosen]
        if not np.array_equal(state.after(guess, self.game.show(int(code))).members, after.members):
            raise checks.refused("after", after, "the words that its last row leaves")
        return guess

    @cached_property
    def _least(self) -> int:
        """The least total of all first guesses, which is stored for the original lists and otherwise found."""
        if self.known is None:
            return self.solver.search(self.game.start())[0].lower
        if self.known.least is not None:
            return self.known.least
        return min(total for row in results("openings_hard_uncapped")["rows"] for total in row["totals"].values())

    def _row(self, state: State, after: State, node: int) -> Row:
        """Judge one row: the last of `after`; `node` is where it begins in the strategy, -1 if it has left that."""
        game, n, left = self.game, weight_of(state), weight_of(after)
        guess, code = (int(number) for number in after.rows[-1])
        listed = self._listed(state)
        strategy = self.strategy if node >= 0 else None
        planned = [] if strategy is None else [int(strategy.guess[node])]
        moves = self._moves(state, list(dict.fromkeys([guess, *planned, *listed])))
        candidates = [moves[g] for g in listed]
        rollout = min(candidates, key=lambda move: move.total)
        other = moves[planned[0]] if planned else rollout
        rest = 0 if after.solved else int(self.policy.base_costs(Beliefs.of(after))[0])
        word, (expected, received) = game.guesses[guess], _bits(state, after)
        return Row(
            guess=word,
            feedback=game.show(code),
            before=len(state.members),
            after=len(after.members),
            weight_before=n,
            weight_after=left,
            expected_bits=expected,
            received_bits=received,
            made=moves[guess],
            rest=rest,
            base=candidates[0],
            rollout=rollout,
            strategy=moves[planned[0]] if planned else None,
            best=moves[guess] if moves[guess].total <= other.total else other,
            perfect=self._perfect(state, word, node, moves[guess].total),
        )

    def _moves(self, state: State, guesses: list[int]) -> dict[int, Move]:
        """Return guesses as moves, in their order."""
        game, found = self.game, {}
        own = set(game.guess_of_hidden[state.members].tolist())
        for guess, total in zip(guesses, self._totals(state, guesses), strict=True):
            sizes = np.unique(game.codes[guess, state.members], return_counts=True)[1]
            together = int(sizes[sizes > 1].sum())
            found[guess] = Move(game.guesses[guess], guess in own, len(sizes), int(sizes.max()), together, total)
        return found

    def _listed(self, state: State) -> list[int]:
        return self.policy.candidates(state).tolist() if len(state.rows) else self._first

    @cached_property
    def _first(self) -> list[int]:
        if self._accepted and self.policy.width == WIDTH:
            return list(self._accepted)[:WIDTH]
        return self.policy.candidates(self.game.start()).tolist()

    @cached_property
    def _accepted(self) -> dict[int, int]:
        return accepted_first(self.game)

    def _totals(self, state: State, guesses: list[int]) -> list[int]:
        """Return the Q-factors of guesses as totals, where those of first guesses are stored or found once."""
        if len(state.rows):
            return totals(self.policy, state, np.array(guesses, np.int32)).tolist()
        new = [guess for guess in guesses if guess not in self._first_totals]
        if new:
            found = totals(self.policy, state, np.array(new, np.int32)).tolist()
            self._first_totals.update(zip(new, found, strict=True))
        return [self._first_totals[guess] for guess in guesses]

    @cached_property
    def _first_totals(self) -> dict[int, int]:
        return dict(self._accepted) if self.known is None else dict(enumerate(self.known.totals.tolist()))

    def _below(self, node: int, after: State) -> int:
        """Return the node of the strategy after one more row, or -1."""
        guess, code = (int(number) for number in after.rows[-1])
        if node < 0 or self.strategy is None or guess != self.strategy.guess[node]:
            return -1
        return self.strategy.children[node].get(code, -1)

    def _perfect(self, state: State, guess: str, node: int, upper: int) -> Perfect | None:
        """Compare with perfect play where it is known; `upper` is the total of the guess and information gain."""
        if self.known is not None and not len(state.rows):
            return self._perfect_first(self.known, guess, upper)
        strategy = self.strategy if node >= 0 else None
        if strategy is None:
            if len(state.members) > SEARCHED:
                return None
            bounds, best = self.solver.search(state)
            word, least = self.game.guesses[best], bounds.lower
        else:
            word = self.game.guesses[strategy.guess[node]]
            least = int((strategy.guesses_used[state.members] - len(state.rows)).sum())
        own = least if guess == word else self._perfect_total(state, guess, least)
        return Perfect(guess if own == least else word, least, own, own)

    def _perfect_total(self, state: State, guess: str, least: int) -> int:
        """Find the least total of a guess, where `least` is that of all guesses."""
        codes = self.game.codes[self.game.find(guess), state.members]
        if np.all(codes == codes[0]) and codes[0] != self.game.solved:
            hard = self.game.mode == "hard"
            below = state.after(guess, self.game.show(int(codes[0])))
            return weight_of(state) + (self.solver.search(below)[0].lower if hard else least)
        return self.solver.search(state, guess)[0].lower

    def _perfect_first(self, known: Known, guess: str, upper: int) -> Perfect | None:
        if known.least is None:
            return None
        best = min(known.proven, key=lambda word: known.proven[word])
        lower = known.proven.get(guess, known.others)
        return Perfect(best, known.least, lower, known.proven.get(guess, upper))

    def _rollout_path(self, answer: str) -> list[tuple[str, str]]:
        """Return the rows by which rollout finds a hidden word."""
        first = min(zip(self._totals(self.game.start(), self._first), range(len(self._first)), strict=True))[1]
        return self._path(self.policy, answer, self.game.guesses[self._first[first]])

    def _perfect_path(self, answer: str) -> list[tuple[str, str]] | None:
        """Return the rows by which perfect play finds a hidden word, if it is known."""
        if self.strategy is not None:
            return self.strategy.path(answer)
        return None if len(self.game.hidden) > SEARCHED else self._path(Exact(None, self.solver), answer)

    def _path(self, policy: Policy, answer: str, opening: str | None = None) -> list[tuple[str, str]]:
        state = self.game.start()
        while not state.solved:
            guess = policy.decide(state) if opening is None or len(state.rows) else opening
            state = state.after(guess, self.game.answer(guess, answer))
        return state.history


def _bits(state: State, after: State) -> tuple[float, float]:
    """Return the entropy of the feedback to the last guess of `after`, and the information that it gave."""
    guess = state.game.guesses[after.rows[-1, 0]]
    return float(information_gain(state, [guess])[0]), float(np.log2(weight_of(state) / weight_of(after)))


def weight_of(state: State) -> int:
    """Return the weight of a belief, which is its number of words under the uniform prior."""
    return int(checked.state(state).game.weights[state.members].sum())


def totals(policy: Rollout, state: State, guesses: np.ndarray) -> np.ndarray:
    """Compute Q-factors as whole totals over the words of a belief, by their weights.

    The guesses are given by their numbers, and the totals are int64 of shape (guesses,).
    """
    checks.instance("policy", policy, Rollout, "a Rollout")
    checked.open_state(state)
    return np.rint(policy.sums(state, guesses)[0]).astype(np.int64)


def known_first(game: Game) -> Known | None:
    """Return what is stored about the first guess on the original lists, or None for other lists or unequal words."""
    checked.game(game)
    answers, guesses = words.original()
    if not game.uniform or game.hidden != tuple(answers) or game.guesses != tuple(guesses):
        return None
    rows = [row for row in results("first_guesses")["rows"] if row["mode"] == game.mode]
    proven = {
        row["opening"]: row["total"]
        for row in results("exact")["rows"]
        if row["mode"] == game.mode and row["cap"] is None
    }
    others, least = 0, None
    if game.mode == "easy":  # the openings of hard mode are proven for six guesses at most, which rows need not keep to
        best = results("openings_easy")
        proven |= {word: total for row in best["rows"] for word, total in row["totals"].items()}
        others, least = best["settings"]["below"], min(proven.values())
    stored = [total for row in rows for total in unpack(row["totals"])]
    return Known(np.array(stored, np.int64), proven, others, least)


def accepted_first(game: Game) -> dict[int, int]:
    """Return the stored totals of first guesses, rollout's candidates first, where all accepted words may be hidden.

    There are none for other lists, strict mode, or another prior than `words.accepted_prior`.
    """
    accepted = tuple(words.original()[1])
    if checked.game(game).hidden != accepted or game.guesses != accepted:
        return {}
    if not np.array_equal(game.weights, words.prior_weights(words.accepted_prior(), game.hidden)):
        return {}
    rows = [row for row in results("first_accepted")["rows"] if row["mode"] == game.mode]
    return {game.find(row["opening"]): row["total"] for row in rows}


def played_rows(
    game: Game, history: Sequence[tuple[str, str]] | Sequence[str], answer: str | None = None
) -> list[tuple[str, str]]:
    """Check a history as `Judge.judge` takes it, and return its rows with feedback as the game writes it."""
    checked.game(game)
    rows, found = [], False
    for number, given in enumerate(checks.sequence("history", history, "a list of rows (guess, feedback)"), 1):
        guess, row = _checked_row(given, number, answer)
        if found:
            raise ValueError(f"history: row {number} ({guess}) after the hidden word was found; expected no more rows")
        guess = game.guesses[game.find(guess)]
        right = None if answer is None else game.answer(guess, answer)
        shown = right if row is None else game.show(game.read(row))
        if right is not None and shown != right:
            raise ValueError(f"history: row {number} ({guess} {shown}) with answer {answer!r}; expected {right}")
        rows.append((guess, str(shown)))
        found = game.read(str(shown)) == game.solved
    if not rows:
        raise ValueError("history: empty; expected at least one row")
    return rows


def _checked_row(given: Any, number: int, answer: str | None) -> tuple[str, str | None]:
    if isinstance(given, str) and answer is not None:
        return given, None
    if isinstance(given, str):
        raise ValueError(f"history: row {number} ({given}) without feedback; expected guess and feedback, or an answer")
    expected = "a list of rows (guess, feedback)"
    row = checks.texts("history", given, expected)
    if len(row) != 2:
        raise ValueError(f"history: {checks.shown(given)} is in it; expected {expected}")
    return row[0], row[1]

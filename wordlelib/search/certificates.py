"""Certificates of perfect play, which state what a search knows as lemmas that a checker can follow without a search.

From the statement down, each lemma asks for the lemmas that it needs. A guess that elementary bounds rule out needs
none. For any other guess, some classes must cost more than elementary bounds say, and these need lemmas that supply
just what is missing. Larger beliefs come first, so that all requests for a lemma are known before its turn comes, and
it shows what the largest of them asks. The solver says what a class really costs, so the certificate does not depend on
how the solver searches.

A statement about all openings of a game in easy mode shares its lemmas among thousands of openings, and asks for cheap
ones first: those that need no further lemmas, because counting classes is enough. Most openings need no others.
"""

import heapq
from collections.abc import Callable, Iterable
from math import inf
from typing import Any, NamedTuple

import numpy as np

from wordlelib.core import checks
from wordlelib.game import checked
from wordlelib.game.game import Game, State
from wordlelib.game.tree import DecisionTree, play
from wordlelib.kernels.jit import cpu_clock
from wordlelib.search.claims import IMPOSSIBLE
from wordlelib.search.exact import Exact, Solver
from wordlelib.search.verification import Belief, Certificate, CompiledChecker, Lemma, Rules, describe, verify


def certify(
    game: Game,
    opening: str | None = None,
    cap: int | None = None,
    lower: int | None = None,
    exceptions: Iterable[str] = (),
    strategy: DecisionTree | None = None,
    source: dict[str, Any] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Certificate:
    """Find the total that the best strategies need, and write a certificate for it.

    Parameters
    ----------
    game, opening
        Any game, easy or hard, and the first guess, by default any.
    cap
        How many guesses a game may take, or None for any number.
    lower
        The total to certify, which is refused if some strategy needs less. By default the least total is searched for,
        and a best strategy is put into the certificate. If no strategy keeps to the cap, the certificate says so.
    exceptions
        Without an opening, the openings that may need less than `lower`.
    strategy
        With `lower`, a strategy to put into the certificate.
    source
        A note about where the certificate comes from.
    progress
        Called after each lemma with (lemmas written, lemmas asked for so far).
    """
    checks.progress(progress)
    checks.instance("source", {} if source is None else source, dict, "a table of what to note down")
    left_out = [game.find(word, "exceptions") for word in _checked_exceptions(checked.game(game), opening, exceptions)]
    first = None if opening is None else game.find(opening, "opening")
    if first is not None and _is_idle(game, first):
        raise ValueError(f"opening: {opening!r} tells nothing; expected a guess that does")
    solver = Solver(game, cap)
    tree = _checked_strategy(strategy, solver, first)
    if lower is None:
        tree, claim = _best(solver, opening, set(left_out))
    else:
        claim = checks.integer("lower", lower, 1, IMPOSSIBLE - 1)
    if first is None and not left_out and CompiledChecker.takes(game, cap):
        written = _SharedLemmas(solver, progress).write(claim)
    else:
        written = _Lemmas(solver, progress).write(first, left_out, claim)
    return Certificate(
        describe(game),
        None if first is None else game.guesses[first],
        tuple(sorted(game.guesses[i] for i in left_out)),
        solver.cap,
        None if claim == IMPOSSIBLE else claim,
        None if tree is None else int(game.weights @ tree.guesses_used),
        written,
        () if tree is None else strategy_of(tree),
        source or {},
    )


def certificate_effort(game: Game, opening: str | None, cap: int | None = None) -> dict[str, Any]:
    """Write the certificate of an opening, check the whole of it, and measure the effort.

    The arguments are those of `certify`. "total" is None if no strategy keeps to the cap. "lemmas" counts the lemmas
    including the statement. "bytes" is the size of the file without its source. "seconds_to_write" and
    "seconds_to_verify" are processor time, without the time to compile.
    """
    times = [cpu_clock()]
    certificate = certify(game, opening, cap)
    times.append(cpu_clock())
    lemmas = verify(certificate, game).checked
    times.append(cpu_clock())
    figures = {"total": certificate.upper, "lemmas": lemmas, "bytes": len(certificate.to_json().encode())}
    write, check = (round(b - a, 2) for a, b in zip(times, times[1:], strict=False))
    return figures | {"seconds_to_write": write, "seconds_to_verify": check}


def _checked_exceptions(game: Game, opening: str | None, exceptions: Iterable[str]) -> list[str]:
    words = checks.texts("exceptions", exceptions)
    if words and opening is not None:
        raise ValueError(f"exceptions: {checks.shown(words)} with an opening; expected none with it")
    if len({game.find(word, "exceptions") for word in words}) < len(words):
        raise checks.refused("exceptions", words, "each opening once")
    return words


def _checked_strategy(strategy: DecisionTree | None, solver: Solver, first: int | None) -> DecisionTree | None:
    if strategy is not None:
        checks.instance("strategy", strategy, DecisionTree, "a DecisionTree, such as `prove` finds")
        if strategy.game is not solver.game or strategy.history:
            raise checks.refused("strategy", strategy, f"one from the first guess on, for {solver.game!r}")
        if first not in (None, strategy.guess[0]) or strategy.worst > (solver.cap or inf):
            raise checks.refused("strategy", strategy, "one with the opening, and within the cap")
    return strategy


def _is_idle(game: Game, opening: int) -> bool:
    """Return whether an opening tells nothing, and so begins no decision tree."""
    return bool(np.all(game.codes[opening] == game.codes[opening, 0]) and game.codes[opening, 0] != game.solved)


def _best(solver: Solver, opening: str | None, exceptions: set[int]) -> tuple[DecisionTree | None, int]:
    """Search for the best strategy; return it unless it begins with a guess that tells nothing, and what it needs."""
    game, start = solver.game, solver.game.start()
    if opening is None:
        best = IMPOSSIBLE
        bounds = solver.lower_bounds()
        for i in np.argsort(bounds, kind="stable").tolist():
            if i not in exceptions and bounds[i] < best:
                found, _ = solver.search(start, game.guesses[i], best)
                if found.upper is not None and found.upper < best:
                    best, opening = found.upper, game.guesses[i]
    upper = None if opening is None else solver.search(start, opening)[0].upper
    if opening is None or upper is None:
        return None, IMPOSSIBLE
    if _is_idle(game, game.find(opening)):
        return None, upper
    return play(game, Exact(solver.cap, solver), opening), upper


def strategy_of(tree: DecisionTree, root: int = 0) -> tuple[int, ...]:
    """Return the guesses of a decision tree, or of what hangs below one of its nodes, in the form of a certificate."""
    checks.instance("tree", tree, DecisionTree, "a DecisionTree, such as `prove` finds")
    guesses, stack = [], [checks.integer("root", root, most=len(tree.guess) - 1)]
    while stack:
        node = stack.pop()
        if tree.size[node] > 1 or node == root:
            guesses.append(int(tree.guess[node]))
        below = tree.children[node]
        stack += [below[code] for code in sorted(below, reverse=True)]
    return tuple(guesses)


FAR = IMPOSSIBLE // 2  # from here on only a class without a strategy is enough


class _Asked(NamedTuple):
    """A class of a guess, and what is known of it."""

    belief: Belief
    row: tuple[int, int]
    least: int


class _Lemmas:
    """The lemmas below a statement, written with the help of a solver."""

    def __init__(self, solver: Solver, progress: Callable[[int, int], None] | None) -> None:
        self.solver, self.rules, self.progress = solver, Rules(solver.game), progress
        self.claims: dict[Any, dict[float, int]] = {}  # by key, and by guesses left
        self.found: dict[Any, tuple[int, bool]] = {}
        self.waiting: list[tuple[int, Any, float]] = []
        self.first: dict[Any, tuple[int, int, int, Belief]] = {}
        self.rows: list[list[tuple[int, int]]] = [[]]
        self.lemmas: list[Lemma] = []

    def write(self, opening: int | None, exceptions: list[int], claim: int) -> tuple[Lemma, ...]:
        """Write all that a statement needs."""
        start = self.rules.start(self.solver.cap)
        self._refute(0, start, *self.rules.openings(start, claim, opening, exceptions), claim)
        while self.waiting:
            size, key, left = heapq.heappop(self.waiting)
            above, guess, code, belief = self.first.pop((key, -left))
            claim = self.claims[key][-left]
            excess = 0 if claim == IMPOSSIBLE else claim - self.rules.least(belief.members)
            self.lemmas.append(Lemma(above, guess, code, excess))
            self.rows.append([*self.rows[above], (guess, code)])
            guesses, _, extra = self.rules.costs(belief, claim)
            self._refute(len(self.lemmas), belief, guesses, extra, claim)
            if self.progress is not None:
                self.progress(len(self.lemmas), len(self.lemmas) + len(self.waiting))
        return tuple(self.lemmas)

    def _refute(self, number: int, belief: Belief, guesses: np.ndarray, extra: np.ndarray, claim: int) -> None:
        """Ask for the lemmas that show that none of these guesses costs less than the claim."""
        weight = int(self.rules.weights[belief.members].sum())
        for guess in guesses.tolist():
            classes, cost = [], weight
            for code, members in self.rules.classes(belief, guess):
                child = self.rules.after(belief, guess, code, members)
                least = self.rules.least(members) + int(extra[len(members)])
                claims = self.claims.get(child.key, {})
                least = max([least, *(claims[left] for left in claims if left >= child.needed)])
                classes.append(_Asked(child, (guess, code), least))
                cost += least
            for asked in self._in_order(classes, claim):
                if cost >= claim:
                    break
                cost += self._raise(number, asked, claim - cost)
            if cost < claim:
                raise ValueError(
                    f"lower: {claim} where {self.solver.game.guesses[guess]!r} needs {cost}; expected less"
                )

    def _in_order(self, classes: list[_Asked], claim: int) -> list[_Asked]:
        """Return classes in the order in which they are asked for lemmas.

        The large ones miss most, so few are enough. But whether there is a strategy at all small ones soon tell.
        """
        sign = 1 if claim == IMPOSSIBLE else -1
        return sorted(classes, key=lambda asked: (sign * len(asked.belief.members), asked.row[1]))

    def _raise(self, number: int, asked: _Asked, missing: int) -> int:
        """Ask for a lemma that says as much of what is missing as a class really costs; return how much that is."""
        belief, least = asked.belief, asked.least
        if len(belief.members) < 3 or least >= IMPOSSIBLE:
            return 0
        value = self._value(number, asked, least + missing)
        if value <= least or (missing > FAR and value < IMPOSSIBLE):
            return 0
        value = IMPOSSIBLE if missing > FAR else min(value, least + missing)
        claims = self.claims.setdefault(belief.key, {})
        if belief.left not in claims:
            heapq.heappush(self.waiting, (-len(belief.members), belief.key, -belief.left))
            self.first[belief.key, belief.left] = (number, *asked.row, belief)
        claims[belief.left] = max(claims.get(belief.left, 0), value)
        return value - least

    def _value(self, number: int, asked: _Asked, wanted: int) -> int:
        """Return what a class costs, or a bound that is enough, as the solver says."""
        belief = asked.belief
        place = belief.key, belief.left
        value, proven = self.found.get(place, (0, False))
        if value >= wanted or proven:
            return value
        rows = np.array([*self.rows[number], asked.row], np.int32)
        state = State.unchecked(self.solver.game, belief.members, self.rules.allowed(belief).astype(np.int32), rows)
        bounds, _ = self.solver.search(state, beta=wanted)
        self.found[place] = min(bounds.lower, IMPOSSIBLE), bounds.proven
        return self.found[place][0]


TOLD = 256  # openings between two calls that tell of progress


class _Class(NamedTuple):
    """A class of a guess: its words, the number of its lemma or -1, and what it is shown to exceed `Rules.least` by."""

    members: np.ndarray
    lemma: int
    shown: int


class _SharedLemmas:
    """The lemmas below a statement about all openings, where `CompiledChecker` can check them.

    An excess is what a belief costs beyond twice its words less one, as in `Lemma`. Larger beliefs come first, so that
    all requests for a lemma are known before its turn comes.
    """

    def __init__(self, solver: Solver, progress: Callable[[int, int], None] | None) -> None:
        self.solver, self.game, self.progress = solver, solver.game, progress
        self.start = self.game.start()
        self.checker, self.counter = CompiledChecker(self.game), CompiledChecker(self.game)
        self.counted: dict[bytes, int] = {}
        self.rows: list[tuple[int, int, int]] = []  # what leads to each lemma
        self.waiting: list[tuple[int, int]] = []

    def write(self, claim: int) -> tuple[Lemma, ...]:
        """Write all that a statement needs."""
        everything = self.start.members
        self._refute(0, everything, claim - 2 * len(everything) + 1)
        done = 0
        while self.waiting:
            _, number = heapq.heappop(self.waiting)
            store = self.checker.store
            members = store.words[store.ends[number] : store.ends[number + 1]].copy()
            if store.excess[number] > self._count(members):
                self._refute(number + 1, members, int(store.excess[number]))
            done += 1
            if self.progress is not None:
                self.progress(done, len(self.rows))
        excess = self.checker.store.excess.tolist()
        return tuple(Lemma(*row, excess[number]) for number, row in enumerate(self.rows))

    def _refute(self, above: int, members: np.ndarray, excess: int) -> None:
        """Ask for the lemmas that show that no guess exceeds by less."""
        self.checker.counted(members)
        guess, known = self.checker.next_cheap(members, excess)
        while guess >= 0:
            classes = self._classes(guess, members)
            wanted = self._choose(classes, excess - known)
            missing = excess - known - sum(wanted) + sum(each.shown for each in classes)
            if missing > 0:
                cost = 2 * len(members) - 1 + excess
                word = self.game.guesses[guess]
                raise ValueError(f"lower: {cost} where {word!r} needs {cost - missing}; expected less")
            for each, least in zip(classes, wanted, strict=True):
                if least > each.shown:
                    self._ask(each, least, (above, guess, int(self.game.codes[guess, each.members[0]])))
            if above == 0 and guess % TOLD == 0 and self.progress is not None:
                self.progress(0, len(self.rows))
            guess, known = self.checker.next_cheap(members, excess, guess + 1)

    def _classes(self, guess: int, members: np.ndarray) -> list[_Class]:
        """Return the classes of a guess that lemmas can be about, the largest first."""
        found = [_Class(*each) for each in self.checker.classes(guess, members)]
        return sorted(found, key=lambda each: (-len(each.members), self.game.codes[guess, each.members[0]]))

    def _choose(self, classes: list[_Class], missing: int) -> list[int]:
        """Choose lemmas about some classes that together add what is missing; return what each is to exceed by.

        Counting comes first. Where it is not enough, those classes go to what they really cost at which the fewest
        guesses have to be refuted for each guess won.
        """
        wanted = [each.shown for each in classes]
        for i, each in enumerate(classes):
            if missing <= 0:
                return wanted
            more = max(self._count(each.members) - wanted[i], 0)
            wanted[i], missing = wanted[i] + more, missing - more
        offers = []
        for i, each in enumerate(classes if missing > 0 else []):
            value = self._value(each.members, wanted[i] + missing)
            if value > wanted[i]:
                self.counter.counted(each.members)
                repeats = self.counter.room.repeats
                cheap = np.count_nonzero((repeats < value - 1) & (repeats < len(each.members) - 1))
                offers.append((cheap / (value - wanted[i]), i, value))
        for _, i, value in sorted(offers):
            more = min(value - wanted[i], max(missing, 0))
            wanted[i], missing = wanted[i] + more, missing - more
        return wanted

    def _count(self, members: np.ndarray) -> int:
        """Return by how much a belief exceeds by counting alone."""
        key = members.tobytes()
        if key not in self.counted:
            self.counted[key] = self.counter.counted(members)
        return self.counted[key]

    def _value(self, members: np.ndarray, enough: int) -> int:
        """Return by how much a belief really exceeds, or that it is enough."""
        state = State.unchecked(self.game, members, self.start.allowed, self.start.rows)
        least = 2 * len(members) - 1
        bounds, _ = self.solver.search(state, beta=least + enough)
        return min(bounds.lower - least, enough)

    def _ask(self, about: _Class, excess: int, row: tuple[int, int, int]) -> None:
        """Ask for a lemma about a class, or for more of one."""
        number = about.lemma
        if number < 0:
            number = self.checker.add(about.members, excess)
            self.rows.append(row)
            heapq.heappush(self.waiting, (-len(about.members), number))
        self.checker.store.excess[number] = excess

"""Certificates of perfect play, and a checker that takes nothing in them on trust.

A certificate says what the best strategies from one opening, or from any opening, need. It holds all that anyone needs
to check this. The upper half is a strategy, which is replayed word by word. The lower half is a list of lemmas. A lemma
is a belief and a bound: from this belief, no strategy needs less. It holds if every guess that is allowed in the belief
costs at least the bound. The cost of a guess is the sum of the costs of its classes. There are two sorts of bounds for
a class:

- Elementary bounds. Only one word can be found by the next guess, and every other takes at least two. If no guess makes
  more than k classes of a belief, none makes more of a part of it. So only a limited number of words of a class can be
  found within two guesses, three, and so on. The others take longer, or cannot be found by the last guess.
- Bounds of other lemmas about the very same belief, with as many guesses left or more, or with as many as it has words,
  which is as good as any number. A class is smaller than the belief that it is a class of. So the lemmas rest on each
  other, but never in a circle.

A guess that tells nothing is no way out of a belief, because the same belief follows it, with fewer guesses left. It is
left out, except where the statement is about some openings only: after such a guess the other ones may be made. A lemma
is written as the row, guess and feedback, that leads to its belief from the belief of an earlier lemma, the first of
which is the statement itself.

The checker uses NumPy and, from the game, words, feedback and weights. It shares nothing with the search in `exact.py`,
whose claims it checks. What a certificate holds is told in `claims.py`, and `certificates.py` writes them.
"""

import json
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from math import inf
from typing import NamedTuple

import numpy as np

from wordlelib.core import checks
from wordlelib.game import checked
from wordlelib.game.game import Game
from wordlelib.kernels import lemmas
from wordlelib.kernels.arrays import allocate
from wordlelib.kernels.jit import UNCOMPILED
from wordlelib.search.claims import IMPOSSIBLE, Certificate, Lemma, describe, game_of, stored

__all__ = ["Belief", "Checker", "Rules", "Verification", "verify"]
__all__ += ["Certificate", "Lemma", "describe", "game_of", "stored"]
FEW = 64  # up to so many words, comparing each with all earlier ones is faster than marking classes in a large table
BLOCK = 2**20  # so many cells of histograms are filled at a time, which takes 8 MB
MOST_WORDS = 2**27  # in all beliefs of a certificate, which take a gigabyte then
MANY = 20_000  # from so many lemmas on they are checked compiled, where they can be: below it takes seconds anyway
Key = tuple[bytes, tuple[int, ...], tuple[int, ...]]


class Belief(NamedTuple):
    """The belief of a lemma.

    Attributes
    ----------
    members : ndarray of int32
        The hidden words that are possible, ascending.
    greens, counts
        What the rows so far demand in hard mode. `greens` has the letter at each place, numbered from 1, or 0 for any,
        and `counts` how many copies of each letter. Both are empty in other modes.
    left
        How many guesses are left; infinity stands for any number.
    """

    members: np.ndarray
    greens: tuple[int, ...]
    counts: tuple[int, ...]
    left: float

    @property
    def key(self) -> Key:
        """A key that two beliefs share if their values are the same except for the guesses left."""
        return self.members.tobytes(), self.greens, self.counts

    @property
    def needed(self) -> float:
        """How many guesses a lemma about this belief must have left to hold here, at most as many as it has words."""
        return min(self.left, len(self.members))


@lru_cache(2**16)
def _demands(word: tuple[int, ...], code: int, letters: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return what a row of colours demands in hard mode, as in `Belief`."""
    colours = [code // 3**place % 3 for place in range(len(word))]  # 0 is grey, 1 yellow, 2 green
    greens = tuple(letter + 1 if colour == 2 else 0 for letter, colour in zip(word, colours, strict=True))
    coloured = [letter for letter, colour in zip(word, colours, strict=True) if colour]
    return greens, tuple(coloured.count(letter) for letter in range(letters))


class Rules:
    """The rules by which lemmas are checked: what follows a guess, and what it costs at least.

    Of the game only words, feedback, weights and, in hard mode, letters are used.
    """

    def __init__(self, game: Game) -> None:
        self.game = checked.game(game)
        if game.strict:
            raise ValueError("game: strict mode; expected easy or hard mode")
        self.weights = game.weights
        no_letters = np.empty((len(game.guesses), 0), np.int64)  # only in hard mode do they matter
        self._letters = no_letters if game.letters is None else game.letters.astype(np.int64)
        numbers = range(int(self._letters.max(initial=-1)) + 1)
        self._copies = [(self._letters == letter).sum(axis=1) for letter in numbers]

    def start(self, cap: int | None) -> Belief:
        """Return the belief before the first guess."""
        everything, left = np.arange(len(self.game.hidden), dtype=np.int32), inf if cap is None else cap
        return Belief(everything, (0,) * self._letters.shape[1], (0,) * len(self._copies), left)

    def after(self, belief: Belief, guess: int, code: int, members: np.ndarray) -> Belief:
        """Return the belief after a row that leaves these words."""
        greens, counts = _demands(tuple(self._letters[guess].tolist()), code, len(self._copies))
        greens = tuple(new or old for new, old in zip(greens, belief.greens, strict=True))
        return Belief(members, greens, tuple(map(max, counts, belief.counts)), belief.left - 1)

    def classes(self, belief: Belief, guess: int) -> list[tuple[int, np.ndarray]]:
        """Sort a belief by a guess's feedback into (code, members), in order of the codes, without the found word."""
        codes = self.game.codes[guess, belief.members]
        found = np.unique(codes[codes != self.game.solved]).tolist()
        return [(code, belief.members[codes == code]) for code in found]

    def allowed(self, belief: Belief) -> np.ndarray:
        """Return the numbers of the guesses that are allowed in a belief, ascending."""
        fine = np.ones(len(self.game.guesses), bool)
        for place, letter in enumerate(belief.greens):
            if letter:
                fine &= self._letters[:, place] == letter - 1
        for copies, count in zip(self._copies, belief.counts, strict=True):
            if count:
                fine &= copies >= count
        return np.flatnonzero(fine)

    def allows(self, belief: Belief, guess: int) -> bool:
        """Return whether a guess is allowed in a belief."""
        letters = self._letters[guess].tolist()
        placed = all(green in (0, letter + 1) for green, letter in zip(belief.greens, letters, strict=True))
        return placed and all(copies[guess] >= n for copies, n in zip(self._copies, belief.counts, strict=True) if n)

    def least(self, members: np.ndarray) -> int:
        """Bound the cost of words from below, if only the heaviest can be found by the next guess."""
        if self.game.uniform:
            return 2 * len(members) - 1
        weights = self.weights[members]
        return int(2 * weights.sum() - weights.max())

    def openings(
        self, start: Belief, limit: int, opening: int | None, exceptions: list[int]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the openings that a statement is about and that may cost less than a limit, and `extra` of `costs`."""
        if opening is not None:
            n = len(start.members)
            return np.array([opening]), self._extra(start, n, n)
        guesses, _, extra = self.costs(start, limit, idle=bool(exceptions))
        return np.setdiff1d(guesses, exceptions), extra

    def costs(self, belief: Belief, limit: int, idle: bool = False) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Bound the cost of all allowed guesses without lemmas, and return those whose bound is less than a limit.

        With `idle`, guesses that tell nothing are returned too.

        Returns
        -------
        guesses, bounds : ndarrays of int64
            The numbers of the guesses that cost less than the limit, as far as elementary bounds can tell, and their
            bounds.
        extra : ndarray of int64, shape (words + 1,)
            The least cost beyond `least` of a class by its number of words.
        """
        members, n = belief.members, len(belief.members)
        if belief.left < 1:
            return np.empty(0, np.int64), np.empty(0, np.int64), np.full(n + 1, IMPOSSIBLE)
        guesses = self.allowed(belief)
        repeats, lost = self._repeats(members, guesses)
        hidden = self.game.hidden_of_guess[guesses]
        own = members[np.minimum(np.searchsorted(members, hidden), n - 1)] == hidden
        bounds = 2 * self.weights[members].sum() + lost - own * self.weights[hidden]
        most_own, most_other = (n - int(repeats[some].min(initial=n - 1)) for some in (own, ~own))
        extra = self._extra(belief, most_own, most_other)
        open_ = (own | (repeats < n - 1) | idle) & (bounds < limit)
        guesses, bounds = guesses[open_], bounds[open_]
        if extra.any():
            bounds = bounds + self._beyond(members, guesses, extra)
            guesses, bounds = guesses[bounds < limit], bounds[bounds < limit]
        return guesses, bounds, extra

    def _repeats(self, members: np.ndarray, guesses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Count for each guess the words that are not the heaviest of their class, and give their weight."""
        heaviest_first = members[np.argsort(-self.weights[members], kind="stable")]
        codes = self.game.codes_by_hidden[heaviest_first]
        if len(guesses) < len(self.game.guesses):
            codes = codes[:, guesses]
        repeats, lost = np.zeros(len(guesses), np.int64), np.zeros(len(guesses), np.int64)
        for again, weight in zip(self._again(codes), self.weights[heaviest_first], strict=True):
            repeats += again
            if not self.game.uniform:
                lost += again * weight
        return repeats, repeats if self.game.uniform else lost

    def _again(self, codes: np.ndarray) -> Iterator[np.ndarray]:
        """Yield for each word in turn for which guesses it is in the class of an earlier one."""
        if len(codes) <= FEW:
            yield from ((codes[:i] == codes[i]).any(axis=0) for i in range(len(codes)))
            return
        seen, firsts = np.zeros(codes.shape[1] * self.game.cells, bool), np.arange(codes.shape[1]) * self.game.cells
        for row in codes:
            cells = firsts + row
            yield seen[cells]
            seen[cells] = True

    def _extra(self, belief: Belief, own: int, other: int) -> np.ndarray:
        """Bound what a class costs beyond `least`, by its size, if guesses make no more classes than these of a belief.

        A guess that may be right makes `own` classes at most, itself among them, and any other `other`. So of the words
        of a class at most A(d) are found within d guesses, where A(1) = 1 and A(d + 1) is the larger of
        1 + (own - 1) A(d) and other A(d). In the class one guess less is left than in the belief.
        """
        n, lightest = len(belief.members), int(self.weights[belief.members].min())
        sizes, extra = np.arange(n + 1), np.zeros(n + 1, np.int64)
        found, depth = int(belief.left > 1), 1
        while found < n and depth < belief.left - 1:
            found, depth = max(1 + (max(own, 2) - 1) * found, other * found), depth + 1
            extra += np.maximum(0, sizes - found) * lightest
        extra[found + 1 :] = IMPOSSIBLE
        return extra

    def _beyond(self, members: np.ndarray, guesses: np.ndarray, extra: np.ndarray) -> np.ndarray:
        """Add up for each guess what its classes cost beyond `least`."""
        found, cells = np.zeros(len(guesses), np.int64), self.game.cells
        step = max(1, BLOCK // cells)
        for a in range(0, len(guesses), step):
            codes = self.game.codes[guesses[a : a + step]][:, members].astype(np.int64)
            codes += np.arange(len(codes))[:, None] * cells
            sizes = np.bincount(codes.ravel(), minlength=len(codes) * cells).reshape(-1, cells)
            sizes[:, self.game.solved] = 0
            found[a : a + step] = extra[sizes].sum(axis=1)
        return found


class CompiledChecker:
    """The checks of `Checker`, compiled, which says yes, or that `Checker` should look.

    It takes certificates of easy mode in which all words weigh the same and guesses are not limited. Without lemmas it
    holds none, and `add` adds one.
    """

    def __init__(self, game: Game) -> None:
        if not self.takes(game, None):
            raise ValueError(f"game: {checked.game(game)!r}; expected easy mode without a prior")
        sizes = {"guesses": len(game.guesses), "hidden": len(game.hidden), "cells": game.cells}
        self.game, self.room = game, allocate(lemmas.Room, sizes)
        self.room.own[:] = game.hidden_of_guess
        self.store = allocate(lemmas.Store, sizes)

    @staticmethod
    def takes(game: Game, cap: int | None) -> bool:
        """Return whether certificates of a game are among those that it takes."""
        return checked.game(game).mode == "easy" and game.uniform and cap is None

    def add(self, members: np.ndarray, excess: int) -> int:
        """Add a lemma about words, and return its number, which is an earlier one if there is one about them."""
        self.store = lemmas.with_room(self.store, len(members))
        return int(lemmas.add_set(self.store, members, excess))

    def holds(self, members: np.ndarray, excess: int) -> bool:
        """Return whether the lemmas show that words exceed `Rules.least` by so much."""
        if self.counted(members) >= excess:
            return True
        return self.next_cheap(members, excess)[0] < 0

    def counted(self, members: np.ndarray) -> int:
        """Return by how much words exceed `Rules.least` without lemmas, and get ready for `next_cheap`."""
        game = self.game
        return int(lemmas.count_excess(game.codes_by_hidden, members, self.room))

    def next_cheap(self, members: np.ndarray, excess: int, first: int = 0) -> tuple[int, int]:
        """Return the next guess that is not shown to exceed by so much, or -1, and what it is shown to exceed by."""
        game = self.game
        some = lemmas.next_cheap(game.codes, game.solved, self.store, self.room, members, excess, first)
        return int(some[0]), int(some[1])

    def classes(self, guess: int, members: np.ndarray) -> list[tuple[np.ndarray, int, int]]:
        """Return the classes of three words or more of the guess that `next_cheap` has found.

        Each comes with the number of its lemma, or -1, and with what it is shown to exceed `Rules.least` by.
        """
        room, store, out = self.room, self.store, []
        count = lemmas.split_set(self.game.codes[guess], self.game.solved, members, room)
        ends = room.ends[: count + 1].tolist()
        for first, last in zip(ends, ends[1:], strict=False):
            if last - first > 2:
                part = room.words[first:last].copy()
                number = int(store.places[lemmas.place_of_set(store, part)]) - 1
                shown = max(int(room.extra[last - first]), 0 if number < 0 else int(store.excess[number]))
                out.append((part, number, shown))
        return out


class Verification(NamedTuple):
    """What `verify` has found.

    Attributes
    ----------
    statement
        The statement that is proven, in the words of the game. After a sample it begins with "not proven".
    lemmas, checked, seconds
        How many lemmas the certificate has, including the statement, how many were checked, and how long that took.
    """

    statement: str
    lemmas: int
    checked: int
    seconds: float

    @property
    def whole(self) -> bool:
        """Whether all lemmas were checked, so that the statement is proven."""
        return self.lemmas == self.checked


class Checker:
    """A checker of the lemmas and the strategy of a certificate, one by one.

    The game must be the one that the certificate is about, and each row must lead from a lemma to a belief.
    """

    def __init__(self, certificate: Certificate, game: Game) -> None:
        self.certificate = checks.instance("certificate", certificate, Certificate, "a Certificate")
        self.rules, self.game = Rules(game), game
        self._check_game()
        self.opening = None if certificate.opening is None else self._find("opening", certificate.opening)
        self.exceptions = [self._find("exceptions", word) for word in certificate.exceptions]
        self.beliefs, self.claims = [self.rules.start(certificate.cap)], [certificate.lower or IMPOSSIBLE]
        self.rested_on: set[int] = set()
        self._about: dict[Key, dict[float, int]] = {}  # the numbers of lemmas by belief, and by guesses left
        self._words = 0
        for number, lemma in enumerate(certificate.lemmas, 1):
            self._add(number, lemma)

    def _check_game(self) -> None:
        """Compare the certificate's game with the one at hand, as JSON does: 1 is neither 1.0 nor true."""
        here, said = describe(self.game), self.certificate.game
        for name in here | said:
            wanted, given = ({name: game[name]} if name in game else {} for game in (here, said))
            if json.dumps(given, sort_keys=True, default=repr) != json.dumps(wanted, sort_keys=True):
                other = f"{checks.shown(name)} {checks.shown(said.get(name))}"
                raise ValueError(f"certificate: about a game with {other}; expected {checks.shown(here.get(name))}")

    def _find(self, name: str, word: str) -> int:
        """Find an opening that is spelt as the game spells it."""
        if word not in self.game.guess_index:
            raise checks.refused(name, word, f"one of the {len(self.game.guesses):,} guesses of this game")
        return self.game.guess_index[word]

    def _add(self, number: int, lemma: Lemma) -> None:
        """Compute the belief of a lemma."""
        if lemma.above >= number or lemma.guess >= len(self.game.guesses) or lemma.code >= self.game.cells:
            said = f"lemma {number} is {checks.shown(tuple(lemma))}"
            raise ValueError(f"certificate: {said}; expected an earlier lemma, a guess, and its feedback")
        above = self.beliefs[lemma.above]
        members = above.members[self.game.codes[lemma.guess, above.members] == lemma.code]
        if lemma.code == self.game.solved or not members.size:
            row = f"{self.game.guesses[lemma.guess]} {self.game.show(lemma.code)}"
            raise ValueError(
                f"certificate: lemma {number} is about {row} after lemma {lemma.above}; expected words left"
            )
        belief = self.rules.after(above, lemma.guess, lemma.code, members)
        other = self._about.setdefault(belief.key, {}).setdefault(belief.left, number)
        if other != number:
            raise ValueError(f"certificate: lemmas {other} and {number} are about one belief; expected one of them")
        self._words += len(members)
        if self._words > MOST_WORDS:
            raise ValueError(f"certificate: more than {MOST_WORDS:,} words in the beliefs of its lemmas; expected less")
        self.beliefs.append(belief)
        self.claims.append(self.rules.least(members) + lemma.excess if lemma.excess else IMPOSSIBLE)

    def path(self, number: int) -> list[tuple[str, str]]:
        """Return the rows (guess, feedback) that lead to the belief of a lemma."""
        rows: list[tuple[str, str]] = []
        while number:
            lemma = self.certificate.lemmas[number - 1]
            rows.insert(0, (self.game.guesses[lemma.guess], self.game.show(lemma.code)))
            number = lemma.above
        return rows

    def check(self, number: int) -> None:
        """Check a lemma, where number 0 is the statement.

        It is refused if by elementary bounds and the other lemmas a guess may cost less than the lemma says.
        """
        belief, claim = self.beliefs[number], self.claims[number]
        if number:
            guesses, _, extra = self.rules.costs(belief, claim)
        else:
            guesses, extra = self.rules.openings(belief, claim, self.opening, self.exceptions)
        for guess in guesses.tolist():
            cost = self._cost(belief, guess, extra)
            if cost < claim:
                said = "that there is no strategy" if claim == IMPOSSIBLE else f"at least {claim:,}"
                which = f"lemma {number}" if number else "the statement"
                raise ValueError(
                    f"certificate: {which} does not hold: it says {said} for {len(belief.members):,} words, "
                    f"but {self.game.guesses[guess]!r} is only shown to cost {cost:,}"
                )

    def _cost(self, belief: Belief, guess: int, extra: np.ndarray) -> int:
        """Bound the cost of a guess by elementary bounds and lemmas."""
        cost = int(self.rules.weights[belief.members].sum())
        for code, members in self.rules.classes(belief, guess):
            child = self.rules.after(belief, guess, code, members)
            bound = elementary = self.rules.least(members) + int(extra[len(members)])
            for left, number in self._about.get(child.key, {}).items():
                if left >= child.needed and self.claims[number] > elementary:
                    self.rested_on.add(number)
                    bound = max(bound, self.claims[number])
            cost += bound
        return min(cost, IMPOSSIBLE)

    def check_strategy(self) -> None:
        """Replay the strategy word by word; refuse one that breaks a rule or needs another total than is claimed."""
        said, guesses = self.certificate, list(self.certificate.strategy)[::-1]
        if said.upper is None:
            return
        most = len(self.game.hidden)  # if each of its guesses tells something
        if len(guesses) > most:
            raise ValueError(f"certificate: its strategy has {len(guesses):,} guesses; expected {most:,} at most")
        if self.opening not in (None, guesses[-1]):
            raise ValueError(f"certificate: its strategy begins with guess {guesses[-1]}, not with its opening")
        if said.upper < self.claims[0] and guesses[-1] not in self.exceptions:
            raise ValueError(f"certificate: upper {said.upper:,}; expected at least {self.claims[0]:,}, its own lower")
        total, waiting = 0, [self.rules.start(said.cap)]
        while waiting:
            belief = waiting.pop()
            guess = self._next(belief, guesses)
            if belief.left < 1 or not self.rules.allows(belief, guess):
                raise ValueError(f"certificate: its strategy makes the guess {self.game.guesses[guess]!r}, not allowed")
            total += int(self.rules.weights[belief.members].sum())
            waiting += [self.rules.after(belief, guess, *part) for part in self.rules.classes(belief, guess)][::-1]
        if guesses or total != said.upper:
            left = f", with {len(guesses)} guesses left over" if guesses else ""
            raise ValueError(f"certificate: its strategy needs {total:,}{left}; expected {said.upper:,}, as it says")

    def _next(self, belief: Belief, guesses: list[int]) -> int:
        """Take the next guess of the strategy. After the opening, a word that is the only one left is guessed."""
        if len(belief.members) == 1 and len(guesses) < len(self.certificate.strategy):
            return int(self.game.guess_of_hidden[belief.members[0]])
        if not guesses or guesses[-1] >= len(self.game.guesses):
            raise ValueError("certificate: its strategy breaks off; expected a guess for every belief")
        return guesses.pop()


def verify(
    certificate: Certificate,
    game: Game,
    sample: int | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Verification:
    """Check a certificate: replay its strategy, and check its lemmas or a sample of them.

    A certificate is refused if it is about another game, or if something in it does not hold or is not needed. The
    message names the lemma.

    Parameters
    ----------
    sample, seed
        How many lemmas to check, by default all, and the seed that decides which are drawn. Only all of them are a
        proof.
    progress
        Called after each lemma with (lemmas checked, lemmas to check).
    """
    begun = time.perf_counter()
    seed = checks.integer("seed", seed, most=2**63 - 1)
    checks.progress(progress)
    checker = Checker(certificate, checked.game(game))
    checker.check_strategy()
    count = len(checker.claims)
    chosen = np.arange(count)
    if sample is not None and checks.integer("sample", sample) < count:
        chosen = np.sort(np.random.default_rng(seed).choice(count, sample, replace=False))
    compiled = _compiled(checker) if count > MANY else None
    for done, number in enumerate(chosen.tolist(), 1):
        if compiled is None or not _holds(checker, compiled, number):
            checker.check(number)
        if progress is not None:
            progress(done, len(chosen))
    whole = len(chosen) == count
    idle = set(range(1, count)) - checker.rested_on
    if compiled is not None:
        idle -= set((1 + np.flatnonzero(compiled.store.rested_on)).tolist())
    if whole and idle:
        raise ValueError(f"certificate: nothing rests on lemma {min(idle)}; expected only lemmas that are needed")
    statement = certificate.statement if whole else f"not proven: {certificate.statement}"
    return Verification(statement, count, len(chosen), time.perf_counter() - begun)


def _compiled(checker: Checker) -> CompiledChecker | None:
    """Return a compiled checker with the lemmas of another one, or None if it cannot do that."""
    if UNCOMPILED or not CompiledChecker.takes(checker.game, checker.certificate.cap):
        return None
    compiled = CompiledChecker(checker.game)
    for belief, claim in zip(checker.beliefs[1:], checker.claims[1:], strict=True):
        compiled.add(belief.members, claim - checker.rules.least(belief.members))
    return compiled


def _holds(checker: Checker, compiled: CompiledChecker, number: int) -> bool:
    """Return whether a compiled checker says that a lemma holds; a statement about some openings only it leaves."""
    if number == 0 and (checker.opening is not None or checker.exceptions):
        return False
    members = checker.beliefs[number].members
    return compiled.holds(members, checker.claims[number] - checker.rules.least(members))

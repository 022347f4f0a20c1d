"""The rollout papers' own program, convention by convention, which explains the tables of Bhambri and others.

The papers describe an algorithm. Their tables were made by a program, whose code and logs are public. It makes choices
that the papers leave open, and does a few things that they do not mention. Each of these is a switch of `Conventions`.
The clean algorithms are in `policy.py` and `rollout.py`, where nothing depends on this file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from wordlelib.core import checks
from wordlelib.core.tables import Table
from wordlelib.game import feedback, words
from wordlelib.game.entropy import cost_table
from wordlelib.game.game import Beliefs, Game, wordle
from wordlelib.kernels.arrays import Arrays, allocate, sizes_of
from wordlelib.kernels.authors_program import Program, decide_published, list_published, narrow_consistent
from wordlelib.kernels.classes import split_beliefs
from wordlelib.kernels.hints import narrow_hints
from wordlelib.kernels.ranking import Rule, Workspace, extra_information
from wordlelib.kernels.scores import CLASSES, INFORMATION, REMAINING

HEURISTICS = {"mig": INFORMATION, "mrd": REMAINING, "gep": CLASSES}
MODES = ("easy", "hard")
NEVER = -1  # in place of how many guesses a game takes, or of a guess
RIGHT_GUESS = -5  # what the program counts, in place of 1, for a candidate that is the hidden word
BYTE = 256  # feedback codes are kept in 8 bits
LONGEST = 10  # letters of a word, with which 3^10 feedback codes need 16 bits


@dataclass(frozen=True)
class Conventions:
    """What the program does where the papers leave a choice or say something else, by default as published.

    Attributes
    ----------
    pruned
        Guesses that share no letter with any candidate are taken off the list. That changes only what depends on places
        in the list, which are the unstable sort and the index mix-up.
    rounded
        Entropies are added up in floating point, in the order of SciPy's and NumPy's sums, and compared as they come.
        Otherwise they are computed exactly, so that equal ones are equal.
    list_order
        Of equally good guesses, information gain takes the first in the list, and candidates are ordered by their
        values alone. Otherwise values are compared exactly, and of equally good guesses a word that is still possible
        comes first. Then `rounded`, `unstable_sort` and `first_of_ties` have no effect. The other two heuristics prefer
        a possible word in any case, but not among the candidates.
    unstable_sort
        Candidates are sorted by NumPy's default sort as it was before version 1.25, in which equal ones may change
        order. Otherwise they are sorted by a stable sort.
    first_of_ties
        If at least as many guesses as are wanted are equally good and best, the first of them in the list are the
        candidates, without a sort.
    extra_candidate
        There is one more candidate than the papers say, which is the guess of least expected score by a formula of
        Sanderson's.
    last_guess_free
        A Q-factor does not count the last guess where a single word is left.
    right_guess_bonus
        A Q-factor counts -5 instead of 1 if the candidate itself is the hidden word.
    consistent
        In hard mode a guess must agree with all feedback so far, including grey letters. Otherwise Wordle's own rule
        holds, for which codes must not be wrapped.
    fewest_classes
        "Greatest expected probability" takes the fewest classes. Otherwise it takes the most.
    mixed_indices
        Rollout on that heuristic counts the classes of the hidden words, and takes the guesses at their places in the
        list of guesses.
    wrapped_codes
        Feedback is kept in 8 bits, so that six-letter codes count modulo 256, and a guess may agree with its own
        feedback.
    guess_removed
        Where this is possible, the games of a Q-factor strike the guess off the words that are still possible.
    """

    pruned: bool = True
    rounded: bool = True
    list_order: bool = True
    unstable_sort: bool = True
    first_of_ties: bool = True
    extra_candidate: bool = True
    last_guess_free: bool = True
    right_guess_bonus: bool = True
    consistent: bool = True
    fewest_classes: bool = True
    mixed_indices: bool = True
    wrapped_codes: bool = True
    guess_removed: bool = True

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            checks.boolean(name, value)


class Played(NamedTuple):
    """The games that the program plays, one for each hidden word.

    `games` has the guesses of each game, by its hidden word. A game that never ends stops where it begins to repeat
    itself. `used`, int64 of shape (hidden words,), is how many guesses each takes, or -1 if it never ends.
    """

    games: dict[str, tuple[str, ...]]
    used: np.ndarray

    @property
    def endless(self) -> int:
        """The number of games that never end."""
        return int(np.sum(self.used == NEVER))

    @property
    def total(self) -> int | None:
        """The guesses of all games together, or None if one never ends."""
        return None if self.endless else int(self.used.sum())

    @property
    def distribution(self) -> dict[int, int]:
        """The number of games that need each number of guesses."""
        sizes, counts = np.unique(self.used[self.used != NEVER], return_counts=True)
        return dict(zip(sizes.tolist(), counts.tolist(), strict=True))


class Candidate(NamedTuple):
    """A candidate of rollout with the program's Q-factor, an average over the words that are still possible."""

    guess: str
    q: float
    possible: bool


class Emulator:
    """An emulator that plays Wordle as the program does, a whole opening at a time.

    All words that share a belief are played together, and so are the games inside the Q-factors. A game that never ends
    is recognised by its belief, which a guess leaves unchanged.

    Parameters
    ----------
    answers, guesses, mode
        Word lists of one length in alphabetical order, by default the original ones, and "easy" or "hard".
    heuristic
        "mig" for maximum information gain, "mrd" for most rapid decrease, or "gep" for greatest expected probability.
    width
        How many candidates rollout looks at, or 0 for the base policy alone.
    conventions
        The conventions to play by, by default as published.

    Examples
    --------
    >>> played = Emulator(words.tiny(), mode="hard", width=3).play("stone")
    >>> played.games["speed"]
    ('stone', 'speed')
    """

    def __init__(
        self,
        answers: Sequence[str] | None = None,
        guesses: Sequence[str] | None = None,
        mode: str = "easy",
        heuristic: str = "mig",
        width: int = 10,
        conventions: Conventions | None = None,
    ) -> None:
        if answers is None and guesses is None:
            answers, guesses = words.original()
        self.answers = _in_order("answers", answers)
        self.guesses = self.answers if guesses is None else _in_order("guesses", guesses)
        self.mode = checks.one_of("mode", mode, MODES)
        self.heuristic = checks.one_of("heuristic", heuristic, tuple(HEURISTICS))
        self.width = checks.integer("width", width)
        conventions = Conventions() if conventions is None else conventions
        self.conventions: Conventions = checks.instance("conventions", conventions, Conventions, "Conventions")
        if self.mode == "hard" and not conventions.consistent and self._wraps:
            raise ValueError(
                "consistent: False with wrapped codes; expected wrapped_codes False too, for rows of colours"
            )
        self._game = _game(self.answers, self.guesses, self.mode)
        self._known: dict[bytes, int] = {}

    def __repr__(self) -> str:
        what = f"rollout with {self.width} candidates" if self.width else "the base policy"
        return f"<the papers' program: {what}, {self.heuristic}, {self.mode} mode>"

    def play(self, opening: str) -> Played:
        """Play against every hidden word from an opening."""
        first = self._game.find(opening, "opening")
        used = np.zeros(len(self.answers), np.int64)
        paths: list[list[str]] = [[] for _ in self.answers]
        nodes, guesses, made = Beliefs.start(self._game), np.array([first], np.int32), 0
        while guesses.size:
            made += 1
            for belief, word in self._still_playing(nodes, used):
                paths[word].append(self.guesses[guesses[belief]])
                if self._game.guess_of_hidden[word] == guesses[belief]:
                    used[word] = made
            children, parents = self._split(nodes, guesses, False, 0)
            stuck = self._unchanged(nodes, children, parents) if made > 1 else np.zeros(parents.size, bool)
            nodes = self._without(children, stuck, used)
            guesses = self._decide(nodes, made)
            nodes = self._without(nodes, guesses == NEVER, used)
            guesses = guesses[guesses != NEVER]
        return Played({word: tuple(path) for word, path in zip(self.answers, paths, strict=True)}, used)

    def q_factors(self, history: Sequence[tuple[str, str]]) -> list[Candidate]:
        """List the candidates of rollout after some rows, in the program's order, with its Q-factors.

        The rows, if there are any, are a guess and its feedback each, such as ``[("salet", "-ggg-")]``, and two words
        or more fit. The base policy alone has no candidates.
        """
        if not self.width:
            raise ValueError("width: 0; expected an emulator with candidates")
        nodes = Beliefs.start(self._game)
        for guess, row in checks.pairs("history", history):
            code = feedback.to_code(row, len(self.answers[0])) % (BYTE if self._wraps else 3**LONGEST)
            children, _ = self._split(nodes, np.array([self._game.find(guess, "history")], np.int32), False, 0)
            nodes = children.take(np.flatnonzero(children.rows[:, -1, 1] == code))
            if nodes.members.size < 2:
                raise ValueError(f"history: {guess} {row} leaves fewer than two words; expected more to choose from")
        listed, q = self._listed(nodes, len(history))
        possible = set(self._game.guess_of_hidden[nodes.members].tolist())
        return Table(
            Candidate(self.guesses[guess], float(cost / nodes.members.size), int(guess) in possible)
            for guess, cost in zip(listed[0], q[0], strict=True)
            if guess >= 0
        )

    @staticmethod
    def _still_playing(nodes: Beliefs, used: np.ndarray) -> list[tuple[int, int]]:
        """List the beliefs, each with one of its hidden words whose game has not ended."""
        belief = np.repeat(np.arange(len(nodes)), np.diff(nodes.offsets))
        open_ = used[nodes.members] == 0
        return list(zip(belief[open_].tolist(), nodes.members[open_].tolist(), strict=True))

    def _without(self, nodes: Beliefs, endless: np.ndarray, used: np.ndarray) -> Beliefs:
        """Leave out beliefs in which games never end, and note that down for their words."""
        for belief, word in self._still_playing(nodes, used):
            if endless[belief]:
                used[word] = NEVER
        return nodes.take(np.flatnonzero(~endless))

    def _split(self, nodes: Beliefs, guesses: np.ndarray, removed: bool, since: int) -> tuple[Beliefs, np.ndarray]:
        """Make a guess in each belief; return the beliefs after it in which the word is not found, and their parents.

        Where codes are wrapped, the guess may be in a class of its own feedback. It is the hidden word no more, and is
        `removed` from the belief or not. What was guessed before row `since` counts as possible.
        """
        game, arrays, wraps = self._game, self._arrays, self._wraps
        solved = -1 if wraps else arrays.solved
        members, offsets, parents, codes = split_beliefs(arrays.codes, nodes.members, nodes.offsets, guesses, solved)
        last = np.stack([guesses[parents], codes], axis=1).astype(np.int32)[:, None]
        rows, allowed = np.concatenate([nodes.rows[parents], last], axis=1), (nodes.allowed, nodes.allowed_offsets)
        if self.mode == "hard" and self.conventions.consistent:
            allowed = narrow_consistent(game.letters, nodes.arrays, guesses, codes, parents, wraps)
        elif self.mode == "hard":
            hints = np.empty(game.hints_size, arrays.letters.dtype)
            allowed = narrow_hints(arrays, nodes.arrays, parents, guesses[parents], codes.astype(np.int64), hints)
        children = Beliefs.unchecked(game, members, offsets, rows, *allowed)
        if not wraps:
            return children, parents
        alive = self._alive(children, since)
        left = _added(alive, offsets)
        if removed:
            children = Beliefs.unchecked(game, members[alive], np.append(0, np.cumsum(left)), rows, *allowed)
        return children.take(np.flatnonzero(left)), parents[left > 0]

    def _alive(self, nodes: Beliefs, since: int) -> np.ndarray:
        """Find the members of beliefs that were not yet guessed, from row `since` on."""
        if not self._wraps:
            return np.ones(nodes.members.size, bool)
        said = np.repeat(nodes.rows[:, since:, 0], np.diff(nodes.offsets), axis=0)
        return np.all(said != self._game.guess_of_hidden[nodes.members][:, None], axis=1)

    def _unchanged(self, nodes: Beliefs, children: Beliefs, parents: np.ndarray) -> np.ndarray:
        """Find the beliefs that are what they were before the guess, so that the same guess comes again, for ever."""
        same = np.diff(children.offsets) == np.diff(nodes.offsets)[parents]
        if self.mode == "hard":
            same &= np.diff(children.allowed_offsets) == np.diff(nodes.allowed_offsets)[parents]
        return same

    def _decide(self, nodes: Beliefs, made: int) -> np.ndarray:
        """Decide on a guess in each belief, NEVER where a Q-factor would be computed for ever."""
        sizes = np.diff(nodes.offsets)
        guesses = self._game.guess_of_hidden[nodes.members[nodes.offsets[:-1]]]
        several = np.flatnonzero(sizes > 1)
        if several.size:
            some = nodes.take(several)
            guesses[several] = self._least(some, made) if self.width else self._base(some)
        return guesses

    def _base(self, nodes: Beliefs) -> np.ndarray:
        """Make the base policy's guesses; in easy mode a belief that was met before has its guess already."""
        if self.mode == "hard":
            return self._chosen(nodes)
        keys = [nodes.members[first:last].tobytes() for first, last in pairwise(nodes.offsets.tolist())]
        new = {key: i for i, key in enumerate(keys) if key not in self._known}
        guesses = self._chosen(nodes.take(np.array(list(new.values()), np.int64)))
        self._known.update(zip(new, guesses.tolist(), strict=True))
        return np.array([self._known[key] for key in keys], np.int32)

    def _chosen(self, nodes: Beliefs) -> np.ndarray:
        out = np.empty(len(nodes), np.int32)
        decide_published(self._arrays, self._program, nodes.arrays, self.mode == "hard", self._work, out)
        return out

    def _least(self, nodes: Beliefs, made: int) -> np.ndarray:
        """Choose the candidates of least Q-factor, the first of equal ones."""
        listed, q = self._listed(nodes, made)
        best = listed[np.arange(len(listed)), np.argmin(q, axis=1)]
        return np.where(np.any((listed >= 0) & np.isinf(q), axis=1), NEVER, best).astype(np.int32)

    def _listed(self, nodes: Beliefs, made: int) -> tuple[np.ndarray, np.ndarray]:
        """List the candidates in each belief, -1 behind the last, and their Q-factors times the number of its words."""
        listed = np.empty((len(nodes), self.width + 1), np.int32)
        list_published(self._arrays, self._program, nodes.arrays, self.mode == "hard", self._work, listed)
        belief, place = np.nonzero(listed >= 0)
        q = np.full(listed.shape, np.inf)
        q[belief, place] = self._q_factors(nodes.take(belief), listed[belief, place], made)
        return listed, q

    def _q_factors(self, nodes: Beliefs, guesses: np.ndarray, made: int) -> np.ndarray:
        """Compute the program's Q-factor of a guess in each belief, times the number of its words."""
        flags, origin = self.conventions, np.arange(guesses.size)
        q = np.diff(nodes.offsets).astype(np.float64)
        if flags.right_guess_bonus:
            own = np.repeat(guesses, np.diff(nodes.offsets)) == self._game.guess_of_hidden[nodes.members]
            q -= (1 - RIGHT_GUESS) * _added(own, nodes.offsets)
        forced = True
        while guesses.size:
            children, parents = self._split(nodes, guesses, flags.guess_removed, made)
            if not forced:
                stuck = self._unchanged(nodes, children, parents)
                q[origin[parents[stuck]]] = np.inf
                children, parents = children.take(np.flatnonzero(~stuck)), parents[~stuck]
            origin, forced = origin[parents], False
            sizes = np.diff(children.offsets)
            if not flags.last_guess_free:
                q += np.bincount(origin[sizes == 1], minlength=q.size)
            nodes, origin = children.take(np.flatnonzero(sizes > 1)), origin[sizes > 1]
            q += np.bincount(origin, _added(self._alive(nodes, made), nodes.offsets), q.size)
            guesses = self._base(nodes)
        return q

    @property
    def _wraps(self) -> bool:
        return self.conventions.wrapped_codes and 3 ** len(self.answers[0]) > BYTE

    @cached_property
    def _arrays(self) -> Arrays:
        """The kernels' part of the game, with codes as the program keeps them."""
        arrays = self._game.arrays
        if not self._wraps:
            return arrays
        codes, solved = (arrays.codes % BYTE).astype(np.uint8), arrays.solved % BYTE
        return arrays._replace(codes=codes, by_hidden=np.ascontiguousarray(codes.T), cells=BYTE, solved=solved)

    @cached_property
    def _work(self) -> Workspace:
        return allocate(Workspace, sizes_of(self._arrays))

    @cached_property
    def _program(self) -> Program:
        count, columns = len(self.answers), 3 ** len(self.answers[0])
        spelt = self._game if self.mode == "hard" else wordle(self.answers[:1], self.guesses, "hard")
        mine, information = (
            Rule(score, cost_table(score, count), extra_information(), 0)
            for score in (HEURISTICS[self.heuristic], INFORMATION)
        )
        flags: dict[str, Any] = {
            name: value for name, value in vars(self.conventions).items() if name in Program._fields
        }
        given = {"rule": mine, "information": information, "letter_sets": spelt.letter_sets, **flags}
        return allocate(Program, sizes_of(self._arrays, columns=columns), **given)


@lru_cache(4)
def _game(answers: tuple[str, ...], guesses: tuple[str, ...], mode: str) -> Game:
    return wordle(answers, guesses, mode)


def _in_order(name: str, listed: Sequence[str] | None) -> tuple[str, ...]:
    """Check that a word list is in alphabetical order, by which the program's ties go, and return it."""
    found = words.check(listed, name)  # type: ignore[arg-type]
    if len(found[0]) > LONGEST:
        raise ValueError(f"{name}: words of {len(found[0])} letters; expected at most {LONGEST}")
    if found != sorted(found):
        later = next(b for a, b in zip(found, found[1:], strict=False) if b < a)
        raise ValueError(f"{name}: {later!r} stands behind a later word; expected alphabetical order")
    return tuple(found)


def _added(flags: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Count the flags of each list."""
    return np.add.reduceat(flags.astype(np.int64), offsets[:-1]) if flags.size else np.zeros(len(offsets) - 1, np.int64)

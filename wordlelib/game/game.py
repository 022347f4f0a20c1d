"""The game that every algorithm plays: find something hidden by guesses that are answered with feedback.

A `Game` is a list of hidden words, a list of guesses, a prior and the feedback of each pair. `wordle` makes one kind of
game, `mastermind` another, and `from_answers` makes a game of any function that answers guesses. A `State` is the
player's belief: the hidden words that are still possible and the guesses that are allowed. `Beliefs` holds many such
states at once, as flat arrays.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product
from typing import Any

import numpy as np

from wordlelib.core import checks
from wordlelib.core.pickling import Picklable
from wordlelib.game import feedback, words
from wordlelib.kernels.arrays import Arrays, Batch
from wordlelib.kernels.classes import split_beliefs
from wordlelib.kernels.feedback import fill_mastermind
from wordlelib.kernels.hints import add_hints, honour_hints, narrow_hints

MODES = ("easy", "hard", "strict")
HIDDEN = ("original", "accepted")  # what may be hidden in games on the original lists
SPELLED = 16  # characters that a letter may be written with; what is longer is no word, and normal forms take n**2
MOST_WEIGHT = 2**31  # so that the totals of a belief are numbers of 63 bits, far below what `exact` calls impossible
LARGEST_CODE = 2**16 - 1  # histograms of codes are arrays; where codes are larger they are numbered anew


class Game(Picklable):
    """A game of hidden words, guesses, and the feedback of every pair.

    Parameters
    ----------
    hidden, guesses
        The words that may be hidden, and those that may be guessed. Every hidden word must be a guess. The order of
        `guesses` decides ties.
    codes : ndarray of unsigned integers, shape (number of guesses, number of hidden words)
        The feedback of each pair as a code. A guess gets the code `solved` exactly when it is the hidden word. Outside
        hard mode the game renumbers the codes, in their order, if one of them needs more than 16 bits.
    solved
        The code that means "found".
    read, show
        Functions that turn feedback as people write it into a code, and back.
    prior
        Probabilities of the hidden words, in their order or by word (see `words.prior_weights`); uniform by default.
    name
        What to call the game in reports.
    letters : ndarray of unsigned integers, shape (number of guesses, letters), optional
        The letters of the guesses, given only for a game in Wordle's hard mode.
    alike : ndarray of integers, shape (number of guesses,), optional
        For each guess, the first guess that is equivalent to it before anything is known, up to a renaming of what is
        hidden. A total need then be found for only one opening of each kind.
    strict
        Whether a guess must still be possible, so that only words left may be guessed.
    spell
        A function that brings what people write to the form of the words in the lists.
    """

    def __init__(
        self,
        hidden: Sequence[str],
        guesses: Sequence[str],
        codes: np.ndarray,
        solved: int,
        read: Callable[[str], int],
        show: Callable[[int], str],
        prior: Mapping[str, float] | Sequence[float] | None = None,
        name: str = "game",
        letters: np.ndarray | None = None,
        alike: np.ndarray | None = None,
        strict: bool = False,
        spell: Callable[[str], str] = words.normal,
    ) -> None:
        self.hidden, self.guesses = _names("hidden", hidden), _names("guesses", guesses)
        self.name, self.strict = checks.text("name", name), checks.boolean("strict", strict)
        self.read, self.show = checks.function("read", read), checks.function("show", show)
        self.spell = checks.function("spell", spell)
        if strict and letters is not None:
            raise ValueError("strict: True with letters; expected one of the two, since strict mode implies hard mode")
        self.guess_index = {word: i for i, word in enumerate(self.guesses)}
        _check_hidden(self.hidden, self.guess_index)
        self.letters = None if letters is None else _checked_letters(letters, len(self.guesses))
        self.alike = None if alike is None else _checked_alike(alike, len(self.guesses))
        self.solved = checks.integer("solved", solved, most=2**64 - 1)
        self.codes = _checked_codes(codes, (len(self.guesses), len(self.hidden)))
        self._number_codes()
        self.weights = words.prior_weights(prior, self.hidden)
        self.uniform = bool(np.all(self.weights == 1))
        self.guess_of_hidden = np.array([self.guess_index[word] for word in self.hidden], np.int32)
        own = self.codes[self.guess_of_hidden, np.arange(len(self.hidden))]
        if np.any(own != self.solved) or np.count_nonzero(self.codes == self.solved) != len(self.hidden):
            raise ValueError(f"solved: code {solved} does not mean 'the guess is the hidden word' for every pair")
        self.hidden_of_guess = np.full(len(self.guesses), -1, np.int32)
        self.hidden_of_guess[self.guess_of_hidden] = np.arange(len(self.hidden))

    def _number_codes(self) -> None:
        """Number the codes anew where a histogram of them would be large, and let kernels have no wider type."""
        most = int(self.codes.max())
        if self.letters is not None:
            if most >= 3 ** min(self.letters.shape[1], words.MAX_LENGTH):
                raise ValueError(f"codes: {most} is among them; expected rows of colours, as hard mode needs them")
        elif most > LARGEST_CODE:
            known = np.unique(self.codes)
            self.solved = int(np.searchsorted(known, self.solved)) if self.solved in known else len(known)
            self.codes = np.stack([np.searchsorted(known, row) for row in self.codes])
            labels = _Labels(known, self.read, self.show)
            self.read, self.show, most = labels.read, labels.show, len(known)
        if self.codes.dtype not in (np.uint8, np.uint16):
            self.codes = self.codes.astype(np.min_scalar_type(most))

    @property
    def mode(self) -> str:
        """Which guesses are allowed: "easy" (all), "hard" (Wordle's rule, see `wordle`) or "strict" (words left)."""
        if self.strict:
            return "strict"
        return "easy" if self.letters is None else "hard"

    @cached_property
    def cells(self) -> int:
        """The number of different codes that a histogram of feedback must have room for."""
        return int(self.codes.max()) + 1

    @cached_property
    def codes_by_hidden(self) -> np.ndarray:
        """The same codes with one contiguous row for each hidden word, of shape (hidden words, guesses)."""
        return np.ascontiguousarray(self.codes.T)

    @cached_property
    def hints_size(self) -> int:
        """How many numbers hold the hints that bind in hard mode: one for each place and one for each letter."""
        return 0 if self.letters is None else self.letters.shape[1] + int(self.letters.max()) + 1

    @cached_property
    def letter_sets(self) -> np.ndarray:
        """The letters of each guess as bits of a uint64, by letter number modulo 64; empty in easy mode."""
        if self.letters is None:
            return np.empty(0, np.uint64)
        return np.bitwise_or.reduce(np.uint64(1) << (self.letters % 64).astype(np.uint64), axis=1)

    @cached_property
    def _longest(self) -> int:
        return SPELLED * max(map(len, self.guesses))

    @cached_property
    def arrays(self) -> Arrays:
        """The arrays that describe the game to the kernels."""
        letters = np.empty((0, 0), np.uint8) if self.letters is None else self.letters
        own = {name: getattr(self, name) for name in Arrays._fields if name not in ("by_hidden", "letters")}
        return Arrays(by_hidden=self.codes_by_hidden, letters=letters, **own)

    def find(self, word: str, name: str = "guess") -> int:
        """Return the number of a guess, or raise a ValueError that quotes the word and calls it by `name`."""
        found = self.guess_index.get(word) if isinstance(word, str) else None
        if found is None and isinstance(word, str) and len(written := word.strip()) <= self._longest:
            found = self.guess_index.get(self.spell(written))
        if found is None:
            raise ValueError(
                f"{name}: {checks.shown(word)} is not one of the {len(self.guesses):,} guesses of this game"
            )
        return found

    def answer(self, guess: str, hidden: str) -> str:
        """Return the feedback of a guess when `hidden` is the hidden word, as people write it."""
        place = self.hidden_of_guess[self.find(hidden, "hidden")]
        if place < 0:
            listed = f"the {len(self.hidden):,} hidden words"
            raise ValueError(f"hidden: {hidden!r} is a guess but not one of {listed}; expected one of them")
        return self.show(int(self.codes[self.find(guess), place]))

    def weighted(self, weights: Sequence[int] | np.ndarray) -> "Game":
        """Return this game under other weights, whole numbers of shape (number of hidden words,).

        A word of weight 0 is not hidden any more, though still a guess. The weights are kept as they are, up to a
        common factor, so that totals stay exact where a prior has been rounded.
        """
        expected = f"a whole number for each of the {len(self.hidden):,} hidden words, and one above 0"
        given = checks.whole_numbers("weights", weights, MOST_WEIGHT, (len(self.hidden),), expected)
        keep = np.flatnonzero(given)
        if not keep.size:
            raise checks.refused("weights", weights, expected)
        game = copy(self)
        game.hidden, game.alike = tuple(self.hidden[i] for i in keep), None
        game.codes, game.guess_of_hidden = np.ascontiguousarray(self.codes[:, keep]), self.guess_of_hidden[keep]
        game.weights = given[keep].astype(np.int64) // int(np.gcd.reduce(given[keep]))
        game.uniform = bool(np.all(game.weights == 1))
        game.hidden_of_guess = np.full(len(self.guesses), -1, np.int32)
        game.hidden_of_guess[game.guess_of_hidden] = np.arange(len(keep))
        return game

    def start(self) -> "State":
        """Return the state before the first guess, in which everything is possible."""
        return Beliefs.start(self).state(0)

    def after(self, history: Iterable[tuple[str, str]]) -> "State":
        """Return the state after a history of (guess, feedback) rows."""
        state = self.start()
        for row in checks.pairs("history", history):
            state = state.after(*row)
        return state

    def __repr__(self) -> str:
        prior = "uniform prior" if self.uniform else "weighted prior"
        sizes = f"{len(self.hidden):,} hidden words, {len(self.guesses):,} guesses"
        return f"<{self.name}: {sizes}, {self.mode} mode, {prior}>"


def _names(argument: str, listed: Sequence[str]) -> tuple[str, ...]:
    """Return names of things as a tuple, at least one and each once."""
    names = tuple(checks.texts(argument, listed))
    if len(set(names)) < len(names):
        twice = next(word for i, word in enumerate(names) if word in names[:i])
        raise ValueError(f"{argument}: {twice!r} stands there twice; expected each once")
    if not names:
        raise ValueError(f"{argument}: empty; expected at least one word")
    return names


def _check_hidden(hidden: Iterable[str], guesses: Mapping[str, int]) -> None:
    stray = next((word for word in hidden if word not in guesses), None)
    if stray is not None:
        raise ValueError(f"hidden: {stray!r} is not among the guesses; expected every hidden word there")


def _checked_codes(codes: Any, shape: tuple[int, int]) -> np.ndarray:
    """Return codes in the form that kernels take."""
    try:
        array = np.asarray(codes)
    except (ValueError, TypeError, OverflowError):
        raise checks.refused("codes", codes, "unsigned integers") from None
    if array.shape != shape or array.dtype.kind not in "iu" or array.min() < 0:
        least = f" from {array.min()} on" if array.dtype.kind == "i" and array.size else ""
        raise ValueError(
            f"codes: {array.dtype}{least} of shape {array.shape}; expected unsigned integers of shape {shape} "
            "(guesses, hidden words)"
        )
    return np.require(array, array.dtype.newbyteorder("="), checks.FOR_KERNELS)


def _checked_letters(letters: Any, guesses: int) -> np.ndarray:
    expected = f"a number for each letter of the {guesses:,} guesses"
    found = checks.whole_numbers("letters", letters, LARGEST_CODE, (guesses, None), expected)
    if not found.size:
        raise checks.refused("letters", letters, expected)
    return found.astype(np.min_scalar_type(int(found.max()) + 1))


def _checked_alike(alike: Any, guesses: int) -> np.ndarray:
    expected = "for each guess the number of the first one that is the same"
    first = checks.whole_numbers("alike", alike, guesses, (guesses,), expected)
    if np.any(first > np.arange(guesses)) or np.any(first[first] != first):
        raise checks.refused("alike", alike, expected)
    return first


@dataclass(frozen=True)
class _Labels:
    """Codes that were numbered anew, and how people write them."""

    known: np.ndarray
    read_code: Callable[[str], int]
    show_code: Callable[[int], str]

    def read(self, text: str) -> int:
        """Return the number of a code, or -1 if it does not occur."""
        code = self.read_code(text)
        place = int(np.searchsorted(self.known, code))
        return place if place < len(self.known) and self.known[place] == code else -1

    def show(self, label: int) -> str:
        """Write the code with this number."""
        return self.show_code(int(self.known[label]))


@dataclass(frozen=True, eq=False)
class State(Picklable):
    """A belief: the hidden words that are still possible, and the guesses that may be made.

    Lists of whole numbers are turned into arrays. Numbers that are out of range or out of order are refused, and so is
    an empty list.

    Attributes
    ----------
    game
        The game that is played.
    members, allowed : ndarrays of int32
        Numbers of the hidden words that are still possible, and of the guesses that may be made, both ascending.
    rows : ndarray of int32, shape (guesses made, 2)
        The history, as the guess number and the feedback code of each row.
    """

    game: Game
    members: np.ndarray
    allowed: np.ndarray
    rows: np.ndarray

    def __post_init__(self) -> None:
        game = checks.instance("game", self.game, Game, "a Game, such as wordle()")
        for name, count in (("members", len(game.hidden)), ("allowed", len(game.guesses))):
            object.__setattr__(self, name, checks.ascending(name, getattr(self, name), count))
        object.__setattr__(self, "rows", _checked_rows(game, self.rows, (None, 2)))

    @classmethod
    def unchecked(cls, game: Game, members: np.ndarray, allowed: np.ndarray, rows: np.ndarray) -> "State":
        """Make a state from arrays that are known to be right, without checks."""
        state = object.__new__(cls)
        state.__dict__.update(game=game, members=members, allowed=allowed, rows=rows)
        return state

    @property
    def solved(self) -> bool:
        """Whether the last row found the hidden word."""
        return len(self.rows) > 0 and int(self.rows[-1, 1]) == self.game.solved

    @property
    def words(self) -> list[str]:
        """The hidden words that are still possible, in list order."""
        return [self.game.hidden[i] for i in self.members]

    @property
    def probabilities(self) -> np.ndarray:
        """The belief b: the probability of each word left, shape (members,)."""
        weights = self.game.weights[self.members]
        return weights / weights.sum()

    @property
    def history(self) -> list[tuple[str, str]]:
        """The rows so far, as (guess, feedback) pairs the way people write them."""
        return [(self.game.guesses[guess], self.game.show(int(code))) for guess, code in self.rows]

    def after(self, guess: str, row: str) -> "State":
        """Return the belief after one more row, which is an allowed guess and its feedback.

        The feedback is written as people do, for Wordle "-yg--" or emoji squares, and must fit some hidden word.
        """
        game, number = self.game, len(self.rows) + 1
        chosen = game.find(guess)
        if game.mode != "easy" and chosen not in self.allowed:
            raise ValueError(
                f"guess: {guess!r} is not allowed in {game.mode} mode after the hints so far (row {number})"
            )
        code = game.read(checks.text("feedback", row, "a row as people write it"))
        left = self.members[game.codes[chosen, self.members] == code]
        if not left.size:
            raise ValueError(f"history: no hidden word is left: check row {number} ({guess} {row})")
        allowed = np.sort(game.guess_of_hidden[left]) if game.strict else self.allowed
        if game.letters is not None:
            hints = np.zeros(game.hints_size, game.letters.dtype)
            add_hints(game.letters, hints, chosen, code)
            room = np.empty_like(allowed)
            allowed = room[: honour_hints(game.letters, game.letter_sets, allowed, hints, room)]
        rows = np.vstack([self.rows, np.array([[chosen, code]], np.int32)])
        return State.unchecked(game, left, allowed, rows)

    def partition(self, guess: str) -> dict[str, list[str]]:
        """Sort the words left into classes by the feedback that `guess` would get, in order of the codes."""
        codes = self.game.codes[self.game.find(guess), self.members]
        names = np.array(self.game.hidden, object)[self.members]
        return {self.game.show(int(code)): list(names[codes == code]) for code in np.unique(codes)}

    def __repr__(self) -> str:
        history = ", ".join(f"{guess} {row}" for guess, row in self.history) or "start"
        some = " ".join(self.words[:8]) + (" ..." if len(self.members) > 8 else "")
        return f"<{history}: {len(self.members):,} possible: {some}>"


def _checked_rows(game: Game, rows: Any, shape: tuple[int | None, ...]) -> np.ndarray:
    """Return histories as an int32 array, with a guess and a code that it may get along the last axis."""
    expected = "rows of two whole numbers, guess and feedback code"
    found = checks.whole_numbers("rows", rows, max(len(game.guesses), game.cells), shape, expected)
    for guess, code in np.unique(found.reshape(-1, 2), axis=0):
        if guess >= len(game.guesses) or not np.any(game.codes[guess] == code):
            raise ValueError(f"rows: guess {guess} with code {code}; expected a guess and a code that it may get")
    return found


@dataclass(frozen=True, eq=False)
class Beliefs(Picklable):
    """Many states of one game after the same number of guesses, held as flat arrays.

    Wrong arrays are refused as they are by `State`.

    Attributes
    ----------
    members : ndarray of int32
        The words left of all beliefs, one belief after the other.
    offsets : ndarray of int64, shape (beliefs + 1,)
        Belief i has the members ``members[offsets[i]:offsets[i + 1]]``.
    rows : ndarray of int32, shape (beliefs, guesses made, 2)
        The history of each belief.
    allowed, allowed_offsets
        The allowed guesses in the same form. In easy mode one list serves every belief.
    """

    game: Game
    members: np.ndarray
    offsets: np.ndarray
    rows: np.ndarray
    allowed: np.ndarray
    allowed_offsets: np.ndarray

    def __post_init__(self) -> None:
        game = checks.instance("game", self.game, Game, "a Game, such as wordle()")
        offsets = _checked_lists(self, "members", "offsets", len(game.hidden), None)
        lists = 1 if game.mode == "easy" else len(offsets) - 1
        _checked_lists(self, "allowed", "allowed_offsets", len(game.guesses), lists)
        object.__setattr__(self, "rows", _checked_rows(game, self.rows, (len(offsets) - 1, None, 2)))

    @classmethod
    def unchecked(cls, game: Game, *arrays: np.ndarray) -> "Beliefs":
        """Make beliefs from arrays that are known to be right, without checks."""
        beliefs = object.__new__(cls)
        names = ("members", "offsets", "rows", "allowed", "allowed_offsets")
        beliefs.__dict__.update(zip(names, arrays, strict=True), game=game)
        return beliefs

    @classmethod
    def start(cls, game: Game) -> "Beliefs":
        """Return the single belief before the first guess."""
        checks.instance("game", game, Game, "a Game, such as wordle()")
        members = np.arange(len(game.hidden), dtype=np.int32)
        allowed = np.sort(game.guess_of_hidden) if game.strict else np.arange(len(game.guesses), dtype=np.int32)
        return cls.of(State.unchecked(game, members, allowed, np.empty((0, 2), np.int32)))

    @classmethod
    def of(cls, state: State) -> "Beliefs":
        """Make beliefs that hold a single state."""
        checks.instance("state", state, State, "a State, such as game.start()")
        whole = np.array([0, state.members.size])
        return cls.unchecked(
            state.game, state.members, whole, state.rows[None], state.allowed, np.array([0, state.allowed.size])
        )

    @property
    def arrays(self) -> Batch:
        """The arrays that describe the beliefs to the kernels."""
        return Batch(self.members, self.offsets, self.rows, self.allowed, self.allowed_offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def state(self, i: int) -> State:
        """Return belief `i` as a `State`."""
        checks.integer("i", i, most=len(self) - 1)
        a, b = self.offsets[i : i + 2]
        c, d = self.allowed_offsets[i : i + 2] if self.game.mode != "easy" else self.allowed_offsets
        return State.unchecked(self.game, self.members[a:b], self.allowed[c:d], self.rows[i])

    def __iter__(self) -> Iterator[State]:
        return (self.state(i) for i in range(len(self)))

    def __repr__(self) -> str:
        made, possible = f"after {self.rows.shape[1]} guesses", f"{len(self.members):,} words possible"
        return f"<{len(self):,} beliefs {made}, {possible} in all, of {self.game!r}>"

    @cached_property
    def weight(self) -> np.ndarray:
        """The weight of each belief, which is the sum of its words' weights: int64 of shape (beliefs,)."""
        return np.add.reduceat(self.game.weights[self.members], self.offsets[:-1])

    def repeat(self, times: int) -> "Beliefs":
        """Return the same beliefs `times` times over, one copy after the other."""
        room = max(1, self.members.size + self.allowed.size)
        copies = np.arange(checks.integer("times", times, 1, 2**31 // room))[:, None]
        offsets = np.append((self.offsets[:-1] + copies * self.members.size).ravel(), times * self.members.size)
        allowed, allowed_offsets = self.allowed, self.allowed_offsets
        if self.game.mode != "easy":
            room = allowed.size
            allowed_offsets = np.append((allowed_offsets[:-1] + copies * room).ravel(), times * room)
            allowed = np.tile(allowed, times)
        rows = np.tile(self.rows, (times, 1, 1))
        return Beliefs.unchecked(self.game, np.tile(self.members, times), offsets, rows, allowed, allowed_offsets)

    def part(self, a: int, b: int) -> "Beliefs":
        """Return the beliefs from a up to but not including b."""
        b = checks.integer("b", b, most=len(self))
        return self.take(np.arange(checks.integer("a", a, most=b), b))

    def take(self, places: np.ndarray) -> "Beliefs":
        """Return the beliefs at some places, in the order of these places."""
        places = checks.whole_numbers("places", places, len(self), (None,), f"places of {len(self):,} beliefs")
        members, offsets = _taken(self.members, self.offsets, places)
        allowed, allowed_offsets = self.allowed, self.allowed_offsets
        if self.game.mode != "easy":
            allowed, allowed_offsets = _taken(allowed, allowed_offsets, places)
        return Beliefs.unchecked(self.game, members, offsets, self.rows[places], allowed, allowed_offsets)

    def split(self, guesses: np.ndarray) -> tuple["Beliefs", np.ndarray]:
        """Make one guess in each belief, int32 of shape (beliefs,), and sort its members by the feedback.

        The result is the classes in which the hidden word is not yet found, belief by belief, in order of the codes,
        and which belief each comes from, int32 of shape (classes,).
        """
        game = self.game
        expected = f"a guess for each of the {len(self):,} beliefs"
        guesses = checks.whole_numbers("guesses", guesses, len(game.guesses), (len(self),), expected)
        members, offsets, parents, codes = split_beliefs(game.codes, self.members, self.offsets, guesses, game.solved)
        last = np.stack([guesses[parents], codes], axis=1).astype(np.int32)[:, None]
        rows = np.concatenate([self.rows[parents], last], axis=1)
        allowed, allowed_offsets = self.allowed, self.allowed_offsets
        if game.strict:
            own, belief = game.guess_of_hidden[members], np.repeat(np.arange(len(parents)), np.diff(offsets))
            allowed, allowed_offsets = own[np.lexsort((own, belief))], offsets
        if game.letters is not None:
            hints = np.empty(game.hints_size, game.letters.dtype)
            allowed, allowed_offsets = narrow_hints(
                game.arrays, self.arrays, parents, guesses[parents], codes.astype(np.int64), hints
            )
        return Beliefs.unchecked(game, members, offsets, rows, allowed, allowed_offsets), parents


def _taken(numbers: np.ndarray, offsets: np.ndarray, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return some of the lists that stand one after the other, and where each begins and ends."""
    sizes = np.diff(offsets)[places]
    ends = np.append(0, np.cumsum(sizes))
    return numbers[np.repeat(offsets[:-1][places] - ends[:-1], sizes) + np.arange(ends[-1])], ends


def _checked_lists(beliefs: Beliefs, name: str, ends: str, below: int, lists: int | None) -> np.ndarray:
    """Check ascending lists of numbers that stand one after the other, and where each begins and ends."""
    given, expected = getattr(beliefs, name), "whole numbers, ascending in each list, at least one"
    numbers = checks.whole_numbers(name, given, below, (None,), expected)
    told, where = getattr(beliefs, ends), f"0, where each list of {name} ends, and {numbers.size} last"
    size = None if lists is None else lists + 1
    offsets = checks.whole_numbers(ends, told, numbers.size + 1, (size,), where).astype(np.int64)
    if not offsets.size or offsets[0] != 0 or offsets[-1] != numbers.size or np.any(np.diff(offsets) <= 0):
        raise checks.refused(ends, told, where)
    fallen = np.flatnonzero(np.diff(numbers) <= 0) + 1
    if not np.all(np.isin(fallen, offsets)):
        raise checks.refused(name, given, expected)
    object.__setattr__(beliefs, name, numbers)
    object.__setattr__(beliefs, ends, offsets)
    return offsets


def wordle(
    answers: Sequence[str] | None = None,
    guesses: Sequence[str] | None = None,
    mode: str = "easy",
    prior: Mapping[str, float] | Sequence[float] | None = None,
    progress: Callable[[int, int], None] | None = None,
    letters: int = 5,
    language: str | None = None,
    hidden: str = "original",
) -> Game:
    """Make a game of Wordle, by default the original with 2,315 hidden words and 12,972 guesses.

    Hard mode is Wordle's real rule, which binds row by row: a green letter keeps its place in every later guess, and a
    letter occurs in every later guess at least as often as it was green or yellow in that row. A yellow letter may
    stand at the same place again, and grey letters may be repeated, although papers and programs often play a stricter
    game. In strict mode a guess must be one of the hidden words that fit all feedback so far.

    Parameters
    ----------
    answers, guesses
        Word lists of one word length. With `answers` alone, these are the guesses too.
    mode
        "easy", "hard" or "strict".
    prior
        Probabilities of the hidden words, in their order or by word; uniform by default.
    progress
        A function that is called now and then with (guesses coloured, guesses in all).
    letters
        Without word lists, the word length of the lists of `words.original` to play with: 5, 6 or 7.
    language
        Without word lists, the language of the lists of `words.of_language` to play with, such as "de". Guesses may
        then be written with all their accents.
    hidden
        Without word lists, "original", or "accepted" for the game of today, in which all 12,972 accepted words may be
        hidden. They are then as likely as `words.accepted_prior` says, unless a prior is given.

    Examples
    --------
    >>> wordle(["fight", "light", "night"]).start().after("fight", "-gggg").words
    ['light', 'night']
    >>> wordle(language="fr").answer("Éclat", "école")
    'ggy--'
    """
    checks.one_of("mode", mode, MODES)
    checks.integer("letters", letters, expected="5, 6 or 7")
    if checks.one_of("hidden", hidden, HIDDEN) == "accepted":
        longer = None if letters == 5 else letters
        lists = {"answers": answers, "guesses": guesses, "language": language, "letters": longer}
        for name, value in lists.items():
            if value is not None:
                raise ValueError(f"hidden: 'accepted' with {name}; expected one of the two")
        answers = guesses = words.original()[1]
        prior = words.accepted_prior() if prior is None else prior
    if language is not None:
        if answers is not None or guesses is not None:
            raise ValueError(f"language: {checks.shown(language)} with word lists; expected one of the two")
        answers, guesses = words.of_language(language)
    if answers is None:
        if guesses is not None:
            raise ValueError("guesses: given without answers; expected both, or answers alone")
        answers, guesses = words.original(letters)
    answers = words.check(answers, "answers")
    guesses = answers if guesses is None else words.check(guesses, "guesses")
    length = len(answers[0])
    if letters not in (5, length):
        raise ValueError(f"letters: {letters!r}; expected {length}, the length of the answers given (or leave it out)")
    codes = feedback.feedback_matrix(guesses, answers, progress)
    encoded = feedback.encode(guesses, sorted(set("".join(guesses)))) if mode == "hard" else None
    read, show = partial(feedback.to_code, length=length), partial(feedback.to_text, length=length)
    spell = words.normal if language is None else partial(words.spell, language=language)
    strict, solved = mode == "strict", 3**length - 1
    return Game(answers, guesses, codes, solved, read, show, prior, "Wordle", encoded, strict=strict, spell=spell)


def make_game(
    mode: str = "easy",
    answers: str | None = None,
    guesses: str | None = None,
    letters: int = 5,
    prior: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    language: str | None = None,
    hidden: str = "original",
    used: str | None = None,
    factor: float | None = None,
) -> Game:
    """Make a game of Wordle as `wordle` does, from files of words and of a prior.

    With all accepted words hidden, a file of words that were `used` may take the place of that of the prior.
    """
    if used is not None and (hidden != "accepted" or prior is not None):
        with_it = "a prior" if hidden == "accepted" else "the original hidden words"
        raise ValueError(f"used: {used} with {with_it}; expected hidden 'accepted' and no prior with it")
    if used is None and factor is not None:
        raise ValueError(f"factor: {factor} without used; expected both")
    weights = None if prior is None else words.load_prior(prior)
    if used is not None:
        weights = words.accepted_prior(words.load_used(used), words.REPEATED if factor is None else factor)
    listed, allowed = (answers, guesses) if answers is None else words.load_lists(answers, guesses)
    return wordle(listed, allowed, mode, weights, progress, letters, language, hidden)


def mastermind(pegs: int = 4, colours: int = 6, prior: Mapping[str, float] | Sequence[float] | None = None) -> Game:
    """Make a game of Mastermind, in which a row of coloured pegs is hidden.

    Rows are written in letters, such as "aabc". Feedback such as "1b2w" means one black peg for a right colour in the
    right place, and two white pegs for right colours in the wrong place.

    Parameters
    ----------
    pegs
        The length of the row, from 1 to 8.
    colours
        The number of colours, from 2 to 26. There may be at most 20,000 rows in all.
    prior
        Probabilities of the rows, in alphabetical order or by row; uniform by default.
    """
    pegs, colours = checks.integer("pegs", pegs, 1, 8), checks.integer("colours", colours)
    if not 2 <= colours <= 26 or colours**pegs > 20_000:
        raise ValueError(f"colours: {colours} with {pegs} pegs; expected 2 to 26 and at most 20,000 rows in all")
    rows = ["".join(row) for row in product("abcdefghijklmnopqrstuvwxyz"[:colours], repeat=pegs)]
    codes = np.empty((len(rows), len(rows)), np.uint8)
    fill_mastermind(feedback.encode(rows, sorted(set("".join(rows)))), colours, codes)
    first: dict[tuple[int, ...], int] = {}
    alike = [first.setdefault(tuple(sorted(map(row.count, set(row)))), i) for i, row in enumerate(rows)]
    read, show = partial(_read_marks, pegs=pegs), partial(_show_marks, pegs=pegs)
    game = Game(rows, rows, codes, pegs * (pegs + 1), read, show, prior, f"Mastermind {pegs} x {colours}")
    game.alike = np.array(alike) if game.uniform else None
    return game


def _read_marks(text: str, pegs: int) -> int:
    marks = checks.text("feedback", text, "blacks and whites such as 1b2w").strip().lower()
    parts = marks[:-1].split("b") if marks.endswith("w") else []
    if len(parts) != 2 or not all(part.isdecimal() for part in parts) or sum(map(int, parts)) > pegs:
        raise ValueError(f"feedback: {text!r}; expected blacks and whites such as 1b2w, at most {pegs} in all")
    return int(parts[0]) * (pegs + 1) + int(parts[1])


def _show_marks(code: int, pegs: int) -> str:
    return f"{code // (pegs + 1)}b{code % (pegs + 1)}w"


def from_answers(
    hidden: Sequence[str],
    guesses: Sequence[str],
    answer: Callable[[str, str], str],
    prior: Mapping[str, float] | Sequence[float] | None = None,
) -> Game:
    """Make a game from any function that answers guesses about something hidden.

    Parameters
    ----------
    hidden, guesses
        Names of the things that may be hidden, and of the guesses; every hidden thing is also a guess.
    answer
        A function whose value ``answer(guess, hidden)`` is a text. Whenever the guess is the hidden thing, it must give
        one and the same text, which it gives at no other time.
    prior
        Probabilities of the hidden things, in their order or by name; uniform by default.
    """
    hidden, guesses = _names("hidden", hidden), _names("guesses", guesses)
    _check_hidden(hidden, {guess: i for i, guess in enumerate(guesses)})
    checks.function("answer", answer, "a function of a guess and a hidden thing")
    table = [[answer(guess, thing) for thing in hidden] for guess in guesses]
    for guess, row in zip(guesses, table, strict=True):
        if not all(isinstance(text, str) for text in row):
            raise ValueError(f"answer: {checks.shown(row)} to {guess!r}; expected texts only")
    texts = sorted({text for row in table for text in row})
    number = {text: i for i, text in enumerate(texts)}
    codes = np.array([[number[text] for text in row] for row in table], np.min_scalar_type(len(texts)))
    solved = number[table[guesses.index(hidden[0])][0]]
    return Game(hidden, guesses, codes, solved, partial(_read_answer, number=number), texts.__getitem__, prior)


def _read_answer(text: str, number: dict[str, int]) -> int:
    if checks.text("feedback", text, "the text of an answer") not in number:
        some = ", ".join(list(number)[:9]) + " ..." * (len(number) > 9)
        raise ValueError(f"feedback: {text!r}; expected one of {some}")
    return number[text]

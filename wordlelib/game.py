"""The game that every algorithm plays: find the hidden thing by guesses that are answered with feedback.

A `Game` is a list of hidden words, a list of guesses, a prior and the feedback of each pair. Wordle is one maker,
Mastermind another, and any table of answers is a third. A `State` is the player's belief: which hidden words are still
possible and which guesses are allowed. `Beliefs` holds many such states at once, as flat arrays.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product

import numpy as np

from wordlelib import feedback, words
from wordlelib.kernels.arrays import Arrays, Batch
from wordlelib.kernels.classes import split_beliefs
from wordlelib.kernels.feedback import fill_mastermind
from wordlelib.kernels.hints import add_hints, honour_hints, narrow_hints
from wordlelib.sharing import Carried

MODES = ("easy", "hard", "strict")


class Game(Carried):
    """A hidden thing, guesses, and the feedback of every pair.

    Parameters
    ----------
    hidden, guesses
        The words that may be hidden, and those that may be guessed. Every hidden word must be a guess. The order of
        `guesses` decides ties.
    codes : ndarray of unsigned integers, shape (number of guesses, number of hidden words)
        The feedback of each pair as a code. A guess gets the code `solved` exactly when it is the hidden word.
    solved
        The code of "found".
    read, show
        Feedback as people write it to a code, and back.
    prior
        Probabilities of the hidden words, in their order or by word (see `words.prior_weights`); uniform by default.
    name
        What to call the game in reports.
    letters : ndarray of unsigned integers, shape (number of guesses, letters), optional
        Given for a game in Wordle's hard mode only: the letters of the guesses.
    alike : ndarray of integers, shape (number of guesses,), optional
        For each guess the first one that is the same before anything is known, up to other names for the hidden things:
        a total need be found for one opening of each kind only.
    strict
        Whether a guess must still be possible: then only candidates may be guessed.

    Raises
    ------
    ValueError
        If a hidden word is no guess, a shape is wrong, or `solved` does not single out the hidden word.
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
    ) -> None:
        self.hidden, self.guesses, self.name = tuple(hidden), tuple(guesses), name
        self.codes, self.solved, self.read, self.show, self.letters = codes, solved, read, show, letters
        self.alike, self.strict = alike, strict
        if strict and letters is not None:
            raise ValueError("strict: True with letters; expected one of the two, since strict mode implies hard mode")
        self.guess_index = {word: i for i, word in enumerate(self.guesses)}
        for argument, listed in (("hidden", self.hidden), ("guesses", self.guesses)):
            if len(set(listed)) < len(listed):
                twice = next(word for i, word in enumerate(listed) if word in listed[:i])
                raise ValueError(f"{argument}: {twice!r} stands there twice; expected each once")
        if not self.hidden:
            raise ValueError("hidden: empty; expected at least one word")
        stray = next((word for word in self.hidden if word not in self.guess_index), None)
        if stray is not None:
            raise ValueError(f"hidden: {stray!r} is not among the guesses; expected every hidden word there")
        if codes.shape != (len(self.guesses), len(self.hidden)) or codes.dtype.kind != "u":
            raise ValueError(
                f"codes: {codes.dtype} of shape {codes.shape}; expected unsigned integers of shape "
                f"{(len(self.guesses), len(self.hidden))} (guesses, hidden words)"
            )
        self.weights = words.prior_weights(prior, self.hidden)
        self.uniform = bool(np.all(self.weights == 1))
        self.guess_of_hidden = np.array([self.guess_index[word] for word in self.hidden], np.int32)
        wins = np.argwhere(codes == solved)
        if len(wins) != len(self.hidden) or np.any(self.guess_of_hidden[wins[:, 1]] != wins[:, 0]):
            raise ValueError(f"solved: code {solved} does not mean 'the guess is the hidden word' for every pair")
        self.hidden_of_guess = np.full(len(self.guesses), -1, np.int32)
        self.hidden_of_guess[self.guess_of_hidden] = np.arange(len(self.hidden))

    @property
    def mode(self) -> str:
        """Which guesses are allowed: "easy" (all), "hard" (Wordle's rule, see `wordle`) or "strict" (candidates)."""
        if self.strict:
            return "strict"
        return "easy" if self.letters is None else "hard"

    @cached_property
    def cells(self) -> int:
        """How many different codes a histogram of feedback must have room for."""
        return int(self.codes.max()) + 1

    @cached_property
    def codes_by_hidden(self) -> np.ndarray:
        """The same codes with one contiguous row for each hidden word, shape (hidden words, guesses)."""
        return np.ascontiguousarray(self.codes.T)

    @cached_property
    def hints_size(self) -> int:
        """How many numbers hold the hints that hard mode makes binding: one a place, and one a letter."""
        return 0 if self.letters is None else self.letters.shape[1] + int(self.letters.max()) + 1

    @cached_property
    def letter_sets(self) -> np.ndarray:
        """The letters of each guess as a set of bits, letter number modulo 64: uint64, empty in easy mode."""
        if self.letters is None:
            return np.empty(0, np.uint64)
        return np.bitwise_or.reduce(np.uint64(1) << (self.letters % 64).astype(np.uint64), axis=1)

    @cached_property
    def arrays(self) -> Arrays:
        """What kernels know of the game."""
        letters = np.empty((0, 0), np.uint8) if self.letters is None else self.letters
        return Arrays(
            self.codes,
            self.codes_by_hidden,
            self.guess_of_hidden,
            self.hidden_of_guess,
            self.weights,
            self.uniform,
            self.cells,
            self.solved,
            letters,
            self.letter_sets,
        )

    def find(self, word: str) -> int:
        """Give the number of a guess, or raise a ValueError that names the word."""
        found = self.guess_index.get(word)
        if found is None and isinstance(word, str):
            found = self.guess_index.get(words.normal(word.strip()))
        if found is None:
            raise ValueError(f"guess: {word!r} is not one of the {len(self.guesses):,} guesses of this game")
        return found

    def answer(self, guess: str, hidden: str) -> str:
        """Give the feedback of a guess when `hidden` is the hidden word, as people write it."""
        place = self.hidden_of_guess[self.find(hidden)]
        if place < 0:
            raise ValueError(f"hidden: {hidden!r} is a guess but not one of the {len(self.hidden):,} hidden words")
        return self.show(int(self.codes[self.find(guess), place]))

    def start(self) -> "State":
        """Give the state before the first guess: everything is possible."""
        return Beliefs.start(self).state(0)

    def after(self, history: Iterable[tuple[str, str]]) -> "State":
        """Give the state after a history of (guess, feedback) rows."""
        state = self.start()
        for guess, row in history:
            state = state.after(guess, row)
        return state

    def __repr__(self) -> str:
        """Say the sizes, which name the setting of every figure."""
        prior = "uniform prior" if self.uniform else "weighted prior"
        sizes = f"{len(self.hidden):,} hidden words, {len(self.guesses):,} guesses"
        return f"<{self.name}: {sizes}, {self.mode} mode, {prior}>"


@dataclass(frozen=True, eq=False)
class State(Carried):
    """A belief: what is still possible, and what may be guessed.

    Attributes
    ----------
    game
        The game that is played.
    candidates : ndarray of int32
        Numbers of the hidden words that are still possible, ascending.
    allowed : ndarray of int32
        Numbers of the guesses that may be made, ascending.
    rows : ndarray of int32, shape (guesses made, 2)
        The history: guess number and feedback code of each row.
    """

    game: Game
    candidates: np.ndarray
    allowed: np.ndarray
    rows: np.ndarray

    @property
    def solved(self) -> bool:
        """Whether the last row found the hidden word."""
        return len(self.rows) > 0 and int(self.rows[-1, 1]) == self.game.solved

    @property
    def words(self) -> list[str]:
        """The hidden words that are still possible, in list order."""
        return [self.game.hidden[i] for i in self.candidates]

    @property
    def probabilities(self) -> np.ndarray:
        """The belief b: the probability of each candidate, shape (candidates,)."""
        weights = self.game.weights[self.candidates]
        return weights / weights.sum()

    @property
    def history(self) -> list[tuple[str, str]]:
        """The rows so far, as (guess, feedback) in writing."""
        return [(self.game.guesses[guess], self.game.show(int(code))) for guess, code in self.rows]

    def after(self, guess: str, row: str) -> "State":
        """Give the belief after one more row.

        Parameters
        ----------
        guess
            A guess that is allowed.
        row
            Its feedback as people write it, for Wordle "-yg--" or emoji squares.

        Raises
        ------
        ValueError
            If the guess is unknown or not allowed, the feedback cannot be read, or no hidden word fits the history.
        """
        game, number = self.game, len(self.rows) + 1
        chosen = game.find(guess)
        if game.mode != "easy" and chosen not in self.allowed:
            raise ValueError(
                f"guess: {guess!r} is not allowed in {game.mode} mode after the hints so far (row {number})"
            )
        code = game.read(row)
        left = self.candidates[game.codes[chosen, self.candidates] == code]
        if not left.size:
            raise ValueError(f"history: no hidden word is left: check row {number} ({guess} {row})")
        allowed = np.sort(game.guess_of_hidden[left]) if game.strict else self.allowed
        if game.letters is not None:
            hints = np.zeros(game.hints_size, game.letters.dtype)
            add_hints(game.letters, hints, chosen, code)
            room = np.empty_like(allowed)
            allowed = room[: honour_hints(game.letters, game.letter_sets, allowed, hints, room)]
        rows = np.vstack([self.rows, np.array([[chosen, code]], np.int32)])
        return State(game, left, allowed, rows)

    def partition(self, guess: str) -> dict[str, list[str]]:
        """Sort the candidates into classes by the feedback that `guess` would get, in order of the codes."""
        codes = self.game.codes[self.game.find(guess), self.candidates]
        names = np.array(self.game.hidden, object)[self.candidates]
        return {self.game.show(int(code)): list(names[codes == code]) for code in np.unique(codes)}

    def __repr__(self) -> str:
        """Show the history and what is left."""
        history = ", ".join(f"{guess} {row}" for guess, row in self.history) or "start"
        some = " ".join(self.words[:8]) + (" ..." if len(self.candidates) > 8 else "")
        return f"<{history}: {len(self.candidates):,} possible: {some}>"


@dataclass(frozen=True, eq=False)
class Beliefs(Carried):
    """Many states of one game after the same number of guesses, as flat arrays.

    Attributes
    ----------
    members : ndarray of int32
        The candidates of all beliefs, one belief after the other.
    offsets : ndarray of int64, shape (beliefs + 1,)
        Belief i has the members ``members[offsets[i]:offsets[i + 1]]``.
    rows : ndarray of int32, shape (beliefs, guesses made, 2)
        The history of each belief.
    allowed, allowed_offsets
        The allowed guesses in the same form; in easy mode one list that serves every belief.
    """

    game: Game
    members: np.ndarray
    offsets: np.ndarray
    rows: np.ndarray
    allowed: np.ndarray
    allowed_offsets: np.ndarray

    @classmethod
    def start(cls, game: Game) -> "Beliefs":
        """Give the one belief before the first guess."""
        everything = len(game.hidden)
        allowed = np.sort(game.guess_of_hidden) if game.strict else np.arange(len(game.guesses), dtype=np.int32)
        return cls(
            game,
            np.arange(everything, dtype=np.int32),
            np.array([0, everything]),
            np.empty((1, 0, 2), np.int32),
            allowed,
            np.array([0, allowed.size]),
        )

    @classmethod
    def of(cls, state: State) -> "Beliefs":
        """Hold a single state."""
        whole = np.array([0, state.candidates.size])
        return cls(
            state.game, state.candidates, whole, state.rows[None], state.allowed, np.array([0, state.allowed.size])
        )

    @property
    def arrays(self) -> Batch:
        """What kernels know of the beliefs."""
        return Batch(self.members, self.offsets, self.rows, self.allowed, self.allowed_offsets)

    def __len__(self) -> int:
        """Count the beliefs."""
        return len(self.offsets) - 1

    def state(self, i: int) -> State:
        """Give belief `i` as a `State`."""
        a, b = self.offsets[i : i + 2]
        c, d = self.allowed_offsets[i : i + 2] if self.game.mode != "easy" else self.allowed_offsets
        return State(self.game, self.members[a:b], self.allowed[c:d], self.rows[i])

    def __iter__(self) -> Iterator[State]:
        """Go through the beliefs one by one."""
        return (self.state(i) for i in range(len(self)))

    def __repr__(self) -> str:
        """Say how many, of which game."""
        made, possible = f"after {self.rows.shape[1]} guesses", f"{len(self.members):,} words possible"
        return f"<{len(self):,} beliefs {made}, {possible} in all, of {self.game!r}>"

    @cached_property
    def weight(self) -> np.ndarray:
        """The weight of each belief: the sum of its words' weights, int64 of shape (beliefs,)."""
        return np.add.reduceat(self.game.weights[self.members], self.offsets[:-1])

    def repeat(self, times: int) -> "Beliefs":
        """Hold the same beliefs `times` times, one copy after the other."""
        copies = np.arange(times)[:, None]
        offsets = np.append((self.offsets[:-1] + copies * self.members.size).ravel(), times * self.members.size)
        allowed, allowed_offsets = self.allowed, self.allowed_offsets
        if self.game.mode != "easy":
            room = allowed.size
            allowed_offsets = np.append((allowed_offsets[:-1] + copies * room).ravel(), times * room)
            allowed = np.tile(allowed, times)
        rows = np.tile(self.rows, (times, 1, 1))
        return Beliefs(self.game, np.tile(self.members, times), offsets, rows, allowed, allowed_offsets)

    def part(self, a: int, b: int) -> "Beliefs":
        """Give beliefs a to b (without b)."""
        allowed, allowed_offsets = self.allowed, self.allowed_offsets
        if self.game.mode != "easy":
            allowed = allowed[allowed_offsets[a] : allowed_offsets[b]]
            allowed_offsets = allowed_offsets[a : b + 1] - allowed_offsets[a]
        members = self.members[self.offsets[a] : self.offsets[b]]
        return Beliefs(
            self.game, members, self.offsets[a : b + 1] - self.offsets[a], self.rows[a:b], allowed, allowed_offsets
        )

    def split(self, guesses: np.ndarray) -> tuple["Beliefs", np.ndarray]:
        """Make one guess in each belief and sort its members by the feedback.

        Parameters
        ----------
        guesses : ndarray of int32, shape (beliefs,)
            The number of the guess made in each belief.

        Returns
        -------
        children : Beliefs
            The classes in which the hidden word is not yet found, belief by belief, in order of the codes.
        parents : ndarray of int32, shape (children,)
            Which belief each child comes from.
        """
        game = self.game
        members, offsets, parents, codes = split_beliefs(game.codes, self.members, self.offsets, guesses, game.solved)
        last = np.stack([guesses[parents], codes], axis=1).astype(np.int32)[:, None]
        rows = np.concatenate([self.rows[parents], last], axis=1)
        allowed, allowed_offsets = self.allowed, self.allowed_offsets
        if game.strict:
            own, belief = game.guess_of_hidden[members], np.repeat(np.arange(len(parents)), np.diff(offsets))
            allowed, allowed_offsets = own[np.lexsort((own, belief))], offsets
        if game.letters is not None:
            allowed, allowed_offsets = narrow_hints(
                game.letters,
                game.letter_sets,
                game.hints_size,
                allowed,
                allowed_offsets,
                parents,
                guesses[parents],
                codes.astype(np.int64),
            )
        return Beliefs(game, members, offsets, rows, allowed, allowed_offsets), parents


def wordle(
    answers: Sequence[str] | None = None,
    guesses: Sequence[str] | None = None,
    mode: str = "easy",
    prior: Mapping[str, float] | Sequence[float] | None = None,
    progress: Callable[[int, int], None] | None = None,
    letters: int = 5,
) -> Game:
    """Make a game of Wordle, by default the original one: 2,315 hidden words, 12,972 guesses.

    Hard mode is Wordle's real rule, row by row: a green letter keeps its place in every later guess, and a letter
    occurs in every later guess at least as often as it was green or yellow in that row. A yellow letter may stand at
    the same place again, and grey letters may be repeated. (Papers and programs often play a stricter game.) In strict
    mode a guess must still be possible: it must be one of the hidden words that fit all feedback so far.

    Parameters
    ----------
    answers, guesses
        Word lists of one word length; with `answers` alone these are the guesses too.
    mode
        "easy", "hard" or "strict".
    prior
        Probabilities of the hidden words, in their order or by word; uniform by default.
    progress
        Called now and then with (guesses coloured, guesses in all).
    letters
        Without word lists: which of the lists of `words.original` to play with, those of 5, 6 or 7 letters.

    Examples
    --------
    >>> wordle(["fight", "light", "night"]).start().after("fight", "-gggg").words
    ['light', 'night']
    """
    if mode not in MODES:
        raise ValueError(f"mode: {mode!r}; expected one of {', '.join(MODES)}")
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
    return Game(
        answers,
        guesses,
        codes,
        3**length - 1,
        partial(feedback.to_code, length=length),
        partial(feedback.to_text, length=length),
        prior,
        "Wordle",
        encoded,
        strict=mode == "strict",
    )


def mastermind(pegs: int = 4, colours: int = 6, prior: Mapping[str, float] | Sequence[float] | None = None) -> Game:
    """Make a game of Mastermind: find a row of coloured pegs.

    Rows are written in letters ("aabc"). Feedback is written "1b2w": one black (right colour, right place) and two
    whites (right colour, wrong place).

    Parameters
    ----------
    pegs
        Length of the row, 1 to 8.
    colours
        Number of colours, 2 to 26; at most 20,000 rows in all.
    prior
        Probabilities of the rows, in alphabetical order or by row; uniform by default.
    """
    if not 1 <= pegs <= 8:
        raise ValueError(f"pegs: {pegs}; expected 1 to 8")
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
    marks = text.strip().lower()
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
    """Make a game from any function that answers a guess: "find the hidden thing".

    Parameters
    ----------
    hidden, guesses
        Names of the things that may be hidden, and of the guesses; every hidden thing is also a guess.
    answer
        ``answer(guess, hidden)``, a text. It must be the same text, and no other's, whenever the guess is the hidden
        thing.
    prior
        Probabilities of the hidden things, in their order or by name; uniform by default.
    """
    if not len(hidden):
        raise ValueError("hidden: empty; expected at least one thing")
    table = [[answer(guess, thing) for thing in hidden] for guess in guesses]
    texts = sorted({text for row in table for text in row})
    number = {text: i for i, text in enumerate(texts)}
    codes = np.array([[number[text] for text in row] for row in table], np.min_scalar_type(len(texts)))
    solved = number[answer(hidden[0], hidden[0])]
    return Game(hidden, guesses, codes, solved, partial(_read_answer, number=number), texts.__getitem__, prior)


def _read_answer(text: str, number: dict[str, int]) -> int:
    if text not in number:
        some = ", ".join(list(number)[:9]) + " ..." * (len(number) > 9)
        raise ValueError(f"feedback: {text!r}; expected one of {some}")
    return number[text]

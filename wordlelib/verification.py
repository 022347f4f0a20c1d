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

A guess that tells nothing is no way out, because the same belief follows it, with fewer guesses left. A lemma is
written as the row, guess and feedback, that leads to its belief from the belief of an earlier lemma, the first of which
is the statement itself.

The checker uses NumPy and, from the game, words, feedback and weights. It shares nothing with the search in `exact.py`,
whose claims it checks. The certificates are written in `certificates.py`.
"""

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from os import PathLike
from typing import Any, NamedTuple

import numpy as np

from wordlelib import checks, words
from wordlelib.game import Game, wordle
from wordlelib.known_lists import digest_in_order
from wordlelib.packing import pack, unpack

FORMAT = 1
IMPOSSIBLE = 2**44  # more than any total; even 2**16 of them added up are a number of 64 bits
UNLIMITED = 2**30
FEW = 64
BLOCK = 2**20


class Lemma(NamedTuple):
    """A lemma, which is a belief and its bound.

    Attributes
    ----------
    above
        The number of the lemma from whose belief a row leads to this one. 0 is the statement, at the start of the game.
    guess, code
        The row that leads here.
    excess
        How much the bound exceeds twice the weight of the belief less that of its heaviest word. 0 means that no
        strategy keeps to the cap.
    """

    above: int
    guess: int
    code: int
    excess: int


@dataclass(frozen=True)
class Certificate:
    """A statement about the best strategies of a game, with what is needed to check it.

    Attributes
    ----------
    game
        The game that it is about, by the number and the SHA-256 of its words, its mode and its prior; see `describe`.
    opening
        The first guess, or None for any.
    exceptions
        If the statement is about any opening, the openings that it is not about.
    cap
        How many guesses a game may take, or None for any number.
    lower
        A bound that no strategy goes below, or None if no strategy keeps to the cap.
    upper
        The total that `strategy` needs, or None if there is no strategy.
    lemmas : tuple of Lemma
        The lemmas. The first one has number 1, since 0 is the statement.
    strategy
        The guesses of a strategy, by number, where two words or more are possible: a belief first, then what
        follows from it, in the order of the codes.
    source
        Where the certificate comes from, with command, versions and the time taken. It is not part of the statement.
    """

    game: dict[str, Any]
    opening: str | None
    exceptions: tuple[str, ...]
    cap: int | None
    lower: int | None
    upper: int | None
    lemmas: tuple[Lemma, ...]
    strategy: tuple[int, ...]
    source: dict[str, Any] = field(compare=False)

    @property
    def statement(self) -> str:
        """The statement that is certified, in words."""
        others = "" if not self.exceptions else f" but {len(self.exceptions):,}"
        who = f"{self.opening}" if self.opening is not None else f"any opening{others}"
        within = "" if self.cap is None else f" within {self.cap} guesses"
        if self.lower is None:
            what = f"no strategy{within}"
        elif self.lower == self.upper and not others:
            what = f"{self.upper:,} guesses{within}, and nothing less"
        else:
            what = f"at least {self.lower:,} guesses{within}"
            what += "" if self.upper is None else f"; there is a strategy that needs {self.upper:,}"
        prior = ", weighted" if self.game["prior"] else ""
        return f"{who}, {self.game['mode']} mode{prior}: {what}"

    def to_json(self) -> str:
        """Write the certificate as text, which is always the same for the same certificate."""
        document = asdict(self) | {
            "format": FORMAT,
            "lemmas": len(self.lemmas),
            "lemma_rows": pack(number for lemma in self.lemmas for number in lemma),
            "strategy": pack(self.strategy),
        }
        return json.dumps({"statement": self.statement} | document, indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Certificate":
        """Read what `to_json` has written.

        Raises
        ------
        ValueError
            If the text is not a certificate. Only `verify` finds out whether its statement is true.
        """
        try:
            document = json.loads(checks.text("text", text))
            if document.pop("format") != FORMAT:
                raise ValueError("of another format")
            said, count = document.pop("statement"), checks.whole("lemmas", document["lemmas"])
            numbers = unpack(document.pop("lemma_rows"))
            if len(numbers) != 4 * count:
                raise ValueError(f"{len(numbers)} numbers for {count} lemmas")
            document["lemmas"] = tuple(Lemma(*numbers[i : i + 4]) for i in range(0, len(numbers), 4))
            document["strategy"] = tuple(unpack(document["strategy"]))
            document["exceptions"] = tuple(checks.texts("exceptions", document["exceptions"]))
            found = cls(**document)
            found._check_types()
            if found.statement != said:
                raise ValueError(f"it says {said!r}, and its figures {found.statement!r}")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(f"text: no certificate ({error}); expected what to_json writes") from None
        return found

    def _check_types(self) -> None:
        checks.instance("source", self.source, dict, "a table")
        checks.instance("game", self.game, dict, "a table")
        checks.text("mode", self.game["mode"])
        checks.cap(self.cap)
        if self.opening is not None:
            checks.text("opening", self.opening)
        for name, total in (("lower", self.lower), ("upper", self.upper)):
            if total is not None:
                checks.whole(name, total, most=IMPOSSIBLE - 1)


def stored(name: str) -> Certificate:
    """Read a certificate that comes with the project."""
    path = words.DATA / "certificates" / f"{checks.text('name', name)}.json"
    there = sorted(each.stem for each in path.parent.glob("*.json"))
    if name not in there:
        raise ValueError(f"name: {name!r}; expected one of {', '.join(there)}")
    return Certificate.from_json(path.read_text(encoding="utf-8"))


def describe(game: Game) -> dict[str, Any]:
    """Describe the game of a certificate by its mode and the SHA-256 of its words and their weights."""
    checks.game(game)
    weights = None if game.uniform else hashlib.sha256(" ".join(map(str, game.weights.tolist())).encode()).hexdigest()
    return {
        "name": game.name,
        "mode": game.mode,
        **dict(zip(("hidden", "guesses"), _told_apart((game.hidden, game.guesses)), strict=True)),
        "prior": weights,
    }


def game_of(
    certificate: Certificate,
    answers: str | PathLike | None = None,
    guesses: str | PathLike | None = None,
    prior: str | PathLike | None = None,
) -> Game:
    """Make the game of Wordle that a certificate is about.

    Parameters
    ----------
    certificate
        The certificate.
    answers, guesses, prior
        Files of word lists and of a prior, as for `game.make_game`. Lists that come with the project are found without
        a file, but a prior is not.

    Raises
    ------
    ValueError
        If a file is not a list, or not the one that the certificate is about.
    """
    said = checks.instance("certificate", certificate, Certificate, "a Certificate").game
    checks.one_of("mode", said["mode"], ("easy", "hard"))
    wanted = said.get("hidden"), said.get("guesses")
    weights = None if prior is None else words.load_prior(prior)
    if answers is not None:
        lists = words.load_lists(answers, guesses)
    elif guesses is not None:
        raise ValueError("guesses: given without answers; expected both, or answers alone")
    else:
        found = [partial(words.original, letters) for letters in words.SHIPPED]
        found += [partial(words.of_language, language) for language in words.languages()]
        lists = next((pair for pair in (load() for load in found) if _told_apart(pair) == wanted), ([], []))
    if _told_apart(lists) != wanted:
        raise ValueError(f"answers: {checks.shown(answers)}; expected the word lists that the certificate is about")
    game = wordle(*lists, mode=said["mode"], prior=weights)
    if describe(game)["prior"] != said["prior"]:
        raise ValueError(f"prior: {checks.shown(prior)}; expected " + ("none" if said["prior"] is None else "another"))
    return game


def _told_apart(lists: Iterable[Sequence[str]]) -> tuple[dict[str, Any], ...]:
    """Give what tells word lists apart."""
    return tuple({"words": len(listed), "sha256": digest_in_order(listed)} for listed in lists)


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
        How many guesses are left.
    """

    members: np.ndarray
    greens: tuple[int, ...]
    counts: tuple[int, ...]
    left: int

    @property
    def key(self) -> tuple[bytes, tuple[int, ...], tuple[int, ...]]:
        """A key that two beliefs share if their values are the same except for the guesses left."""
        return self.members.tobytes(), self.greens, self.counts

    @property
    def needed(self) -> int:
        """How many guesses a lemma about this belief must have left to hold here, at most as many as it has words."""
        return min(self.left, len(self.members))


class Rules:
    """The rules by which lemmas are checked: what follows a guess, and what it costs at least.

    Parameters
    ----------
    game
        The game, of which only words, feedback, weights and, in hard mode, letters are used.

    Attributes
    ----------
    weights : ndarray of int64
        The weight of each hidden word.
    """

    def __init__(self, game: Game) -> None:
        self.game = checks.game(game)
        if game.strict:
            raise ValueError("game: strict mode; expected easy or hard mode")
        self._by_hidden, self.weights = game.codes_by_hidden, game.weights
        if game.letters is not None:
            letters = np.arange(int(game.letters.max()) + 1)
            self._copies = np.stack([(game.letters == letter).sum(axis=1) for letter in letters])

    def start(self, cap: int | None) -> Belief:
        """Return the belief before the first guess."""
        letters = self.game.letters
        places, alphabet = (0, 0) if letters is None else (letters.shape[1], int(letters.max()) + 1)
        everything = np.arange(len(self.game.hidden), dtype=np.int32)
        return Belief(everything, (0,) * places, (0,) * alphabet, UNLIMITED if cap is None else cap)

    def after(self, belief: Belief, guess: int, code: int, members: np.ndarray) -> Belief:
        """Return the belief after a row that leaves these words."""
        greens, counts = list(belief.greens), list(belief.counts)
        if self.game.letters is not None:
            word = self.game.letters[guess].tolist()
            colours = [code // 3**place % 3 for place in range(len(word))]
            for place, (letter, colour) in enumerate(zip(word, colours, strict=True)):
                greens[place] = letter + 1 if colour == 2 else greens[place]
                seen = sum(other == letter and shade > 0 for other, shade in zip(word, colours, strict=True))
                counts[letter] = max(counts[letter], seen)
        left = belief.left if belief.left == UNLIMITED else belief.left - 1
        return Belief(members, tuple(greens), tuple(counts), left)

    def classes(self, belief: Belief, guess: int) -> list[tuple[int, np.ndarray]]:
        """Sort a belief by a guess's feedback into (code, members), in order of the codes, without the found word."""
        codes = self.game.codes[guess, belief.members]
        order = np.argsort(codes, kind="stable")
        ends = np.flatnonzero(np.diff(codes[order])) + 1
        parts = np.split(belief.members[order], ends)
        named = [(int(self.game.codes[guess, part[0]]), part) for part in parts]
        return [(code, part) for code, part in named if code != self.game.solved]

    def allowed(self, belief: Belief) -> np.ndarray:
        """Return the numbers of the guesses that are allowed in a belief, ascending."""
        game = self.game
        fine = np.ones(len(game.guesses), bool)
        if game.letters is not None:
            for place, letter in enumerate(belief.greens):
                if letter:
                    fine &= game.letters[:, place] == letter - 1
            for letter, count in enumerate(belief.counts):
                if count:
                    fine &= self._copies[letter] >= count
        return np.flatnonzero(fine)

    def least(self, members: np.ndarray) -> int:
        """Bound the cost of words from below, if only the heaviest can be found by the next guess."""
        weights = self.weights[members]
        return int(2 * weights.sum() - weights.max())

    def costs(self, belief: Belief, limit: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Bound the cost of all allowed guesses without lemmas, and return those whose bound is less than a limit.

        Returns
        -------
        guesses : ndarray of int64
            The numbers of the guesses that cost less than the limit, as far as elementary bounds can tell.
        bounds : ndarray of int64
            Their bounds.
        extra : ndarray of int64, shape (words + 1,)
            The least cost beyond `least` of a class by its number of words.
        """
        members, n = belief.members, len(belief.members)
        if belief.left < 1:
            return np.empty(0, np.int64), np.empty(0, np.int64), np.full(n + 1, IMPOSSIBLE)
        guesses, weights = self.allowed(belief), self.weights[members]
        repeats, lost = self._repeats(members, guesses)
        place = np.searchsorted(members, self.game.hidden_of_guess[guesses])
        own = members[np.minimum(place, n - 1)] == self.game.hidden_of_guess[guesses]
        bounds = 2 * weights.sum() + lost - own * self.weights[self.game.hidden_of_guess[guesses]]
        most_own = n - int(repeats[own].min(initial=n - 1))
        most_other = n - int(repeats[~own].min(initial=n - 1))
        extra = self._extra(n, most_own, most_other, belief.left, int(weights.min()))
        open_ = (own | (repeats < n - 1)) & (bounds < limit)
        guesses, bounds = guesses[open_], bounds[open_]
        if extra.any():
            bounds = bounds + self._beyond(members, guesses, extra)
            guesses, bounds = guesses[bounds < limit], bounds[bounds < limit]
        return guesses, bounds, extra

    def extra_unseen(self, belief: Belief) -> np.ndarray:
        """Return a class's least cost beyond `least` by its number of words, whatever the guesses can tell apart."""
        n = len(belief.members)
        return self._extra(n, n, n, belief.left, int(self.weights[belief.members].min()))

    def _repeats(self, members: np.ndarray, guesses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Count for each guess the words that are not the heaviest of their class, and give their weight."""
        order = members[np.argsort(-self.weights[members], kind="stable")]
        weights = self.weights[order]
        repeats, lost = np.zeros(len(guesses), np.int64), np.zeros(len(guesses), np.int64)
        everything = len(guesses) == len(self.game.guesses)
        columns = self._by_hidden[order] if everything else self._by_hidden[order][:, guesses]
        few = len(order) <= FEW
        seen = np.zeros(0 if few else len(guesses) * self.game.cells, bool)
        firsts = np.arange(len(guesses)) * self.game.cells
        for i in range(len(order)):
            if few:
                again = (columns[:i] == columns[i]).any(axis=0)
            else:
                cells = firsts + columns[i]
                again = seen[cells]
                seen[cells] = True
            repeats += again
            if not self.game.uniform:
                lost += again * weights[i]
        return repeats, repeats if self.game.uniform else lost

    def _extra(self, n: int, own: int, other: int, left: int, lightest: int) -> np.ndarray:
        """Bound what a class costs beyond `least`, by its size, if guesses make no more classes than these of a belief.

        A guess that may be right makes `own` classes at most, itself among them, and any other `other`. So of the words
        of a class at most A(d) are found within d guesses, where A(1) = 1 and A(d + 1) is the larger of
        1 + (own - 1) A(d) and other A(d). The guesses left in the class are one less than `left`, those in the belief.
        """
        sizes, extra = np.arange(n + 1), np.zeros(n + 1, np.int64)
        found, depth, left = 1, 1, left if left == UNLIMITED else left - 1
        if left == 0:
            extra[1:] = IMPOSSIBLE
        while left and found < n:
            if depth == left:
                extra[found + 1 :] = IMPOSSIBLE
                break
            found, depth = max(1 + (max(own, 2) - 1) * found, other * found), depth + 1
            extra += np.maximum(0, sizes - found) * lightest
        return extra

    def _beyond(self, members: np.ndarray, guesses: np.ndarray, extra: np.ndarray) -> np.ndarray:
        """Add up for each guess what its classes cost beyond `least`."""
        found, cells = np.zeros(len(guesses), np.int64), self.game.cells
        step = max(1, BLOCK // cells)
        for a in range(0, len(guesses), step):
            codes = self.game.codes[guesses[a : a + step]][:, members].astype(np.int64)
            codes += np.arange(len(codes))[:, None] * cells
            sizes = np.bincount(codes.ravel(), minlength=(len(codes)) * cells).reshape(-1, cells)
            if self.game.solved < cells:
                sizes[:, self.game.solved] = 0
            found[a : a + step] = extra[sizes].sum(axis=1)
        return found


class Verification(NamedTuple):
    """What `verify` has found to be true.

    Attributes
    ----------
    statement
        The statement of the certificate.
    lemmas, checked
        How many lemmas it has, including the statement, and how many were checked.
    seconds
        How many seconds the check took.
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

    Parameters
    ----------
    certificate
        The certificate.
    game
        The game that it is about.

    Raises
    ------
    ValueError
        If the certificate is about another game, or if a row does not lead from a lemma to a belief.
    """

    def __init__(self, certificate: Certificate, game: Game) -> None:
        self.certificate = checks.instance("certificate", certificate, Certificate, "a Certificate")
        self.rules, self.game = Rules(game), game
        here, said = describe(game), certificate.game
        wrong = next((name for name in here if said.get(name) != here[name]), None)
        if wrong is not None:
            raise ValueError(f"certificate: about a game with {wrong} {said.get(wrong)}; expected {here[wrong]}")
        if certificate.opening is not None and certificate.exceptions:
            raise ValueError(
                f"certificate: exceptions beside the opening {certificate.opening!r}; expected none with it"
            )
        self.exceptions = [game.find(word, "exceptions") for word in certificate.exceptions]
        self.opening = None if certificate.opening is None else game.find(certificate.opening, "opening")
        lower = certificate.lower
        self.beliefs, self.claims = [self.rules.start(certificate.cap)], [IMPOSSIBLE if lower is None else lower]
        self._known: dict[Any, list[tuple[int, int]]] = {}
        for number, lemma in enumerate(certificate.lemmas, 1):
            self._add(number, lemma)

    def _add(self, number: int, lemma: Lemma) -> None:
        """Find out about which belief a lemma is."""
        limits = number, len(self.game.guesses), self.game.cells, IMPOSSIBLE
        if not all(value < limit for value, limit in zip(lemma, limits, strict=True)):
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
        claim = self.rules.least(members) + lemma.excess if lemma.excess else IMPOSSIBLE
        self.beliefs.append(belief)
        self.claims.append(claim)
        self._known.setdefault(belief.key, []).append((belief.left, claim))

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

        Raises
        ------
        ValueError
            If a guess may cost less than the lemma says, by elementary bounds and the other lemmas.
        """
        belief, claim = self.beliefs[number], self.claims[number]
        if number == 0 and self.opening is not None:
            guesses, extra = np.array([self.opening]), self.rules.extra_unseen(belief)
        else:
            guesses, _, extra = self.rules.costs(belief, claim)
        if number == 0:
            guesses = guesses[~np.isin(guesses, self.exceptions)]
            self._check_idle(belief, claim)
        for guess in guesses.tolist():
            cost = self._cost(belief, guess, extra)
            if cost < claim:
                said = "that there is no strategy" if claim == IMPOSSIBLE else f"at least {claim:,}"
                which = f"lemma {number}" if number else "the statement"
                raise ValueError(
                    f"certificate: {which} does not hold: it says {said} for {len(belief.members):,} words, "
                    f"but {self.game.guesses[guess]!r} is only shown to cost {cost:,}"
                )

    def _check_idle(self, belief: Belief, claim: int) -> None:
        """Check the openings that tell nothing, after which a guess that is excepted at first may still be made."""
        if not self.exceptions:
            return
        codes = self.game.codes
        idle = np.flatnonzero((codes == codes[:, :1]).all(axis=1) & (codes[:, 0] != self.game.solved))
        # The guess after it costs what the statement says, or what an excepted guess does, which needs no lemma here.
        extra = self.rules.extra_unseen(belief)
        following = min(self._cost(belief, guess, extra) for guess in self.exceptions)
        cost = int(self.rules.weights[belief.members].sum()) + min(claim, following)
        if np.setdiff1d(idle, self.exceptions).size and cost < claim:
            raise ValueError(
                f"certificate: the statement does not hold: an opening that tells nothing "
                f"is only shown to cost {cost:,}"
            )

    def _cost(self, belief: Belief, guess: int, extra: np.ndarray) -> int:
        """Bound the cost of a guess by elementary bounds and lemmas."""
        cost = int(self.rules.weights[belief.members].sum())
        for code, members in self.rules.classes(belief, guess):
            child = self.rules.after(belief, guess, code, members)
            least = self.rules.least(members) + int(extra[len(members)])
            claims = [claim for left, claim in self._known.get(child.key, ()) if left >= child.needed]
            cost += max([least, *claims])
        return min(cost, IMPOSSIBLE)

    def check_strategy(self) -> None:
        """Replay the strategy word by word.

        Raises
        ------
        ValueError
            If it is not a strategy, breaks a rule, or needs another total than the certificate says.
        """
        said, guesses = self.certificate, list(self.certificate.strategy)[::-1]
        if said.upper is None:
            if guesses:
                raise ValueError("certificate: a strategy without a total; expected none")
            return
        if not said.exceptions and (said.lower is None or said.upper < said.lower):
            raise ValueError(
                f"certificate: a strategy that needs {said.upper:,}; expected none, by its own lower bound"
            )
        total, stack = 0, [self.rules.start(said.cap)]
        first = True
        while stack:
            belief = stack.pop()
            guess = self._next(belief, guesses, first)
            if belief.left < 1 or guess not in self.rules.allowed(belief):
                raise ValueError(f"certificate: its strategy makes the guess {self.game.guesses[guess]!r}, not allowed")
            total += int(self.rules.weights[belief.members].sum())
            below = [self.rules.after(belief, guess, *part) for part in self.rules.classes(belief, guess)]
            stack += below[::-1]
            first = False
        if guesses or total != said.upper:
            left = f", with {len(guesses)} guesses left over" if guesses else ""
            raise ValueError(f"certificate: its strategy needs {total:,}{left}; expected {said.upper:,}, as it says")

    def _next(self, belief: Belief, guesses: list[int], first: bool) -> int:
        """Take the next guess of the strategy; a word that is the only one left is guessed."""
        if len(belief.members) == 1 and not (first and guesses):
            return int(self.game.guess_of_hidden[belief.members[0]])
        if not guesses or guesses[-1] >= len(self.game.guesses):
            raise ValueError("certificate: its strategy breaks off; expected a guess for every belief")
        guess = guesses.pop()
        if first and self.opening not in (None, guess):
            raise ValueError(
                f"certificate: its strategy begins with {self.game.guesses[guess]!r}, not with its opening"
            )
        return guess


def verify(
    certificate: Certificate,
    game: Game,
    sample: int | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Verification:
    """Check a certificate: replay its strategy, and check its lemmas or a sample of them.

    Parameters
    ----------
    certificate
        The certificate.
    game
        The game that it is about.
    sample
        How many lemmas to check, drawn at random, by default all.
    seed
        The seed that decides which lemmas are drawn.
    progress
        Called after each lemma with (lemmas checked, lemmas to check).

    Raises
    ------
    ValueError
        If the certificate is about another game, or if something in it does not hold. The message names the lemma.
    """
    begun = time.perf_counter()
    seed = checks.whole("seed", seed, most=2**63 - 1)
    checks.progress(progress)
    checker = Checker(certificate, checks.game(game))
    checker.check_strategy()
    count = len(checker.claims)
    chosen = np.arange(count)
    if sample is not None and checks.whole("sample", sample) < count:
        chosen = np.sort(np.random.default_rng(seed).choice(count, sample, replace=False))
    for done, number in enumerate(chosen.tolist(), 1):
        checker.check(number)
        if progress is not None:
            progress(done, len(chosen))
    return Verification(certificate.statement, count, len(chosen), time.perf_counter() - begun)

"""What the Guesser knows: the rows so far, the words that fit them, or what they say about places and letters.

The same history of rows can be written down in four ways:

- "hints" is the set of rows (guess, feedback);
- "set" is the frozenset of the words that are still possible;
- "info" is an `Info`, which says which letters each place may hold, and how often each letter occurs;
- "normal" is the normal form of that `Info`.

Infos are ordered, with ``a <= b`` if `a` tells at least as much as `b`. They form a lattice. What two of them tell
together is their `meet`, and what both of them tell is their `join`. `game_graph` finds which positions of a game
remain different in each of the four ways, while `game_tree` keeps them all apart.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, reduce
from math import inf
from string import ascii_lowercase
from typing import Any, NamedTuple

from wordlelib.core import checks
from wordlelib.game import words as word_lists
from wordlelib.game.feedback import feedback, to_code, to_text

REPRESENTATIONS = ("hints", "set", "info", "normal")
GUESSER, HINTER, GUESSER_WINS, HINTER_WINS = "guesser", "hinter", "guesser wins", "hinter wins"


@dataclass(frozen=True)
class Info:
    """What is known about a hidden word, letter by letter.

    A word fits if each of its letters is allowed at its place, and each letter occurs at least `least` and at most
    `most` times.

    Attributes
    ----------
    alphabet : str
        The letters of the game.
    places : tuple of frozenset of str
        The letters that each place may hold.
    least, most : tuple of int or infinity
        Bounds on the number of copies of each letter of the alphabet.

    Examples
    --------
    >>> info = Info.move("brook", "ggy--")
    >>> info
    <b r [^o] [^o] [^k]; k=0 o=1>
    >>> info.normal()
    <b r [^ko] [^ko] o>
    """

    alphabet: str
    places: tuple[frozenset[str], ...]
    least: tuple[float, ...]
    most: tuple[float, ...]

    def __post_init__(self) -> None:
        size = len(checks.text("alphabet", self.alphabet, "letters"))
        if not isinstance(self.places, tuple) or not all(isinstance(place, frozenset) for place in self.places):
            raise checks.refused("places", self.places, "a tuple of frozensets of letters")
        for name, bounds in (("least", self.least), ("most", self.most)):
            if not isinstance(bounds, tuple) or len(bounds) != size or not set(map(type, bounds)) <= {int, float}:
                raise checks.refused(name, bounds, f"a tuple with a number for each of the {size} letters")

    @classmethod
    def unchecked(
        cls, alphabet: str, places: tuple[frozenset[str], ...], least: tuple[float, ...], most: tuple[float, ...]
    ) -> "Info":
        """Make an info from parts that are known to be right, without checking them."""
        info = object.__new__(cls)
        info.__dict__.update(alphabet=alphabet, places=places, least=least, most=most)
        return info

    @classmethod
    def top(cls, length: int = 5, alphabet: str = ascii_lowercase) -> "Info":
        """Make the info that knows nothing, so that every word of that length fits."""
        checks.integer("length", length, 1, word_lists.MAX_LENGTH)
        if not checks.text("alphabet", alphabet, "letters") or len(set(alphabet)) < len(alphabet):
            raise ValueError(f"alphabet: {alphabet!r}; expected at least one letter, each once")
        alphabet = "".join(sorted(alphabet))
        return cls.unchecked(alphabet, (frozenset(alphabet),) * length, (0,) * len(alphabet), (inf,) * len(alphabet))

    @classmethod
    def bottom(cls, length: int = 5, alphabet: str = ascii_lowercase) -> "Info":
        """Make the info that contradicts itself: no letter fits anywhere, and each must occur infinitely often."""
        top = cls.top(length, alphabet)
        return cls.unchecked(top.alphabet, (frozenset(),) * length, top.most, top.least)

    @classmethod
    def move(cls, guess: str, row: str, alphabet: str = ascii_lowercase) -> "Info":
        """Make the info of a guess and its feedback, such as "-yg--", fitted by exactly the words that give it."""
        guess = word_lists.normal(checks.text("guess", guess, "a word"))
        if not 1 <= len(guess) <= word_lists.MAX_LENGTH:
            has = checks.counted(len(guess), "letter")
            raise ValueError(f"guess: {guess!r} has {has}; expected 1 to {word_lists.MAX_LENGTH}")
        top = cls.top(len(guess), alphabet)
        top._check_letters("guess", guess)
        marks = to_text(to_code(row, len(guess)), len(guess))
        least, most = list(top.least), list(top.most)
        places = [
            frozenset(letter) if mark == "g" else any_letter - {letter}
            for letter, mark, any_letter in zip(guess, marks, top.places, strict=True)
        ]
        for letter in set(guess):
            own = "".join(mark for other, mark in zip(guess, marks, strict=True) if other == letter)
            if "-y" in own.replace("g", ""):
                return cls.bottom(len(guess), alphabet)  # the rule gives out yellow from left to right
            number = top.alphabet.index(letter)
            least[number] = len(own) - own.count("-")
            if "-" in own:
                most[number] = least[number]
        return cls.unchecked(top.alphabet, tuple(places), tuple(least), tuple(most))

    @classmethod
    def of(cls, some: Iterable[str], alphabet: str = ascii_lowercase) -> "Info":
        """Make the info that some words have in common, the join of the infos that each word alone fits."""
        listed = word_lists.check(some, "some")
        infos = (cls.move(word, "g" * len(word), alphabet) for word in listed)
        return reduce(cls.join, (cls.unchecked(info.alphabet, info.places, info.least, info.least) for info in infos))

    def __le__(self, other: "Info") -> bool:
        """Return whether this is at least as much knowledge, component by component."""
        if not isinstance(other, Info):
            return NotImplemented
        return self.meet(other) == self

    def meet(self, other: "Info") -> "Info":
        """Return the greatest lower bound of two infos, which a word fits exactly if it fits both."""
        return self._with(other, frozenset.intersection, max, min)

    def join(self, other: "Info") -> "Info":
        """Return the least upper bound of two infos: every word that fits either of them fits it, and others may."""
        return self._with(other, frozenset.union, min, max)

    def _with(self, other: "Info", places: Callable, least: Callable, most: Callable) -> "Info":
        """Combine two infos about the same words component by component."""
        checks.instance("other", other, Info, "an Info")
        sizes = len(self.places), len(other.places)
        for what, mine, theirs in (("places", *sizes), ("alphabet", self.alphabet, other.alphabet)):
            if mine != theirs:
                raise ValueError(f"other: {what} {theirs!r}; expected {mine!r}, so that both are about the same words")
        return Info.unchecked(
            self.alphabet,
            tuple(map(places, self.places, other.places)),
            tuple(map(least, self.least, other.least)),
            tuple(map(most, self.most, other.most)),
        )

    def after(self, guess: str, row: str) -> "Info":
        """Return the info after one more row."""
        return self.meet(Info.move(guess, row, self.alphabet))

    def normal(self) -> "Info":
        """Return the normal form, which the same words fit and which states everything that these rules find.

        - A letter occurs at least as often as it is certain, and at most as often as it is allowed.
        - The numbers of copies add up to the length.
        - When all copies of a letter are placed, it leaves the other places.
        - When a letter needs every place that it may hold, it takes them.

        The rules are applied until nothing changes. A contradiction that they find gives `bottom`.
        """
        before, now = None, self
        while now != before:
            before, now = now, now._tightened()
        return now

    def _tightened(self) -> "Info":
        """Apply every rule of the normal form once."""
        length, letters = len(self.places), self.alphabet
        placed, room = self._copies()
        least, most = list(map(max, self.least, placed)), list(map(min, self.most, room))
        spare, missing = length - sum(least), length - sum(most)
        contradicted = any(low > high for low, high in zip(least, most, strict=True))
        if contradicted or spare < 0 or missing > 0 or not all(self.places):
            return Info.bottom(length, letters)
        least, most = (
            [max(low, high + missing) for low, high in zip(least, most, strict=True)],
            [min(high, low + spare) for low, high in zip(least, most, strict=True)],
        )
        gone = {letter for i, letter in enumerate(letters) if most[i] <= placed[i]}
        needed = {letter for i, letter in enumerate(letters) if least[i] >= room[i]}
        places = [place if len(place) == 1 else place - gone for place in self.places]
        for letter in needed:
            places = [place & {letter} if letter in place else place for place in places]
        return Info.unchecked(letters, tuple(places), tuple(least), tuple(most))

    def _copies(self) -> tuple[list[int], list[int]]:
        """Count for each letter the places that can hold nothing else, and those that may hold it."""
        placed = Counter(letter for place in self.places if len(place) == 1 for letter in place)
        room = Counter(letter for place in self.places for letter in place)
        return [placed[letter] for letter in self.alphabet], [room[letter] for letter in self.alphabet]

    def words(self, some: Iterable[str]) -> list[str]:
        """Return the given words that fit the info, in their order."""
        length, letters = len(self.places), set(self.alphabet)
        bounds = zip(self.alphabet, self.least, self.most, strict=True)
        telling = [(letter, low, high) for letter, low, high in bounds if low > 0 or high < length]
        fitting = []
        for word in checks.texts("some", some):
            if len(word) != length:
                raise ValueError(f"some: {word!r} has {checks.counted(len(word), 'letter')}; expected {length}")
            if not letters.issuperset(word):
                self._check_letters("some", word)
            if all(map(frozenset.__contains__, self.places, word)) and all(
                low <= word.count(letter) <= high for letter, low, high in telling
            ):
                fitting.append(word)
        return fitting

    def _check_letters(self, argument: str, word: str) -> None:
        strange = next((letter for letter in word if letter not in self.alphabet), None)
        if strange is not None:
            raise ValueError(f"{argument}: {word!r} holds {strange!r}; expected letters of {self.alphabet!r}")

    def __repr__(self) -> str:
        """Write the places, and the bounds on letters that these do not imply."""
        if self == Info.bottom(len(self.places), self.alphabet):
            return "<bottom>"
        places = [_class_of_letters(place, self.alphabet) for place in self.places]
        spare, bounds = max(0, len(places) - sum(self.least)), []
        for letter, low, high, placed, room in zip(self.alphabet, self.least, self.most, *self._copies(), strict=True):
            implied = placed, min(room, low + spare)
            if low == high and implied != (low, high):
                bounds.append(f"{letter}={low}")
            elif low != high:
                bounds += [f"{letter}>={low}"] * (low > implied[0]) + [f"{letter}<={high}"] * (high < implied[1])
        return f"<{' '.join(places)}{'; ' * bool(bounds)}{' '.join(bounds)}>"


def _class_of_letters(some: frozenset[str], alphabet: str) -> str:
    """Write a set of letters the way regular expressions do."""
    rest = set(alphabet) - some
    if not rest:
        return "."
    if len(some) == 1:
        return min(some)
    return f"[^{''.join(sorted(rest))}]" if 0 < len(rest) < len(some) else f"[{''.join(sorted(some))}]"


class Node(NamedTuple):
    """A position of the game: `kind` says who is to move or has won, `guess` is what the Hinter must answer."""

    kind: str
    moves: int
    knowledge: Any
    guess: str | None = None


@dataclass(frozen=True)
class GameGraph:
    """All positions that can be reached, and the moves between them.

    Each position is once among the nodes, in the order of the number of moves made. An edge is the numbers of two
    nodes, and the guess or the feedback that leads from the first to the second. Each edge is there once.
    """

    nodes: list[Node]
    edges: list[tuple[int, int, str]]

    def below(self, start: int) -> "GameGraph":
        """Return the part of the graph that can be reached from one node."""
        kept = {checks.integer("start", start, most=len(self.nodes) - 1)}
        for above, under, _ in self.edges:
            if above in kept:
                kept.add(under)
        number = {old: new for new, old in enumerate(sorted(kept))}
        edges = [(number[above], number[under], label) for above, under, label in self.edges if above in kept]
        return GameGraph([self.nodes[i] for i in number], edges)


def _classes(words: Sequence[str], guess: str) -> dict[str, tuple[str, ...]]:
    """Sort words into classes by the feedback of a guess."""
    rows: dict[str, list[str]] = {}
    for word in words:
        rows.setdefault(feedback(guess, word), []).append(word)
    return {row: tuple(left) for row, left in rows.items()}


def _kind(left: tuple[str, ...], guess: str, last: bool) -> str:
    """Return the kind of a position after a guess that leaves some words, and that may be the last one."""
    return GUESSER_WINS if left == (guess,) else HINTER_WINS if last else GUESSER


def _checked(words: Iterable[str], turns: int) -> list[str]:
    checks.guesses("turns", turns)
    return word_lists.check(words)


class _Knowledge:
    """A representation of knowledge: how it begins, and what it becomes after a row that leaves some words."""

    def __init__(self, words: Sequence[str], representation: str) -> None:
        checks.one_of("representation", representation, REPRESENTATIONS)
        self.representation, self.alphabet = representation, "".join(sorted(set("".join(words))))
        self.move = cache(Info.move)
        top = Info.top(len(words[0]), self.alphabet)
        first = {"hints": frozenset(), "set": frozenset(words), "info": top, "normal": top.normal()}
        self.start: Any = first[representation]

    def after(self, known: Any, guess: str, row: str, left: tuple[str, ...]) -> Any:
        if self.representation == "hints":
            return known | {(guess, row)}
        if self.representation == "set":
            return frozenset(left)
        info = known.meet(self.move(guess, row, self.alphabet))
        return info.normal() if self.representation == "normal" else info


def game_graph(words: Iterable[str], turns: int, representation: str = "hints") -> GameGraph:
    """Build the graph of the positions that can be reached, where positions with the same knowledge are one.

    Every word may be hidden or guessed, no guess is made twice, and all feedback is true for some word. Positions are
    the same if the same side is to move or has won, after the same number of moves, with the same knowledge and, where
    the Hinter is to move, the same guess. All histories are enumerated, so words and turns must be few. For example, 20
    words and three turns have some 80,000 positions. The representation is "hints", "set", "info" or "normal".
    """
    words = _checked(words, turns)
    knowledge = _Knowledge(words, representation)
    number: dict[Node, int] = {}
    edges: dict[tuple[int, int, str], None] = {}

    def place(node: Node) -> int:
        return number.setdefault(node, len(number))

    histories: dict[frozenset[tuple[str, str]], tuple[Any, tuple[str, ...]]]
    histories = {frozenset(): (knowledge.start, tuple(words))}
    place(Node(GUESSER, 0, knowledge.start))
    for moves in range(min(turns, len(words))):  # no guess is made twice
        reached: dict[frozenset[tuple[str, str]], Any] = {}
        following = {}
        for rows, (known, possible) in histories.items():
            here, made = place(Node(GUESSER, moves, known)), {guess for guess, _ in rows}
            for guess in words:
                if guess in made:
                    continue
                asked = place(Node(HINTER, moves, known, guess))
                edges[here, asked, guess] = None
                for row, left in _classes(possible, guess).items():
                    later = rows | {(guess, row)}
                    if later not in reached:
                        reached[later] = knowledge.after(known, guess, row, left)
                    then, kind = reached[later], _kind(left, guess, moves + 1 == turns)
                    if kind == GUESSER:
                        following[later] = then, left
                    edges[asked, place(Node(kind, moves + 1, then)), row] = None
        histories = following
    return GameGraph(list(number), list(edges))


@dataclass(frozen=True)
class GameTree:
    """A position of the game with everything that can follow. A position that is reached in two ways occurs twice.

    Attributes
    ----------
    kind : str
        The side that is to move, "guesser" or "hinter". For a leaf it is "guesser wins" or "hinter wins".
    history, words : tuples of (str, str) and of str
        The rows so far, and the words that are still possible.
    guess : str or None
        The guess that the Hinter must answer.
    children : dict of str to GameTree
        The positions that can follow, by guess or by feedback.
    """

    kind: str
    history: tuple[tuple[str, str], ...]
    words: tuple[str, ...]
    guess: str | None = None
    children: dict[str, "GameTree"] = field(default_factory=dict, repr=False)

    def __iter__(self) -> Iterator["GameTree"]:
        """Yield all nodes, each before its children."""
        yield self
        for child in self.children.values():
            yield from child

    @property
    def leaves(self) -> int:
        """The number of nodes with nothing below them, which is the number of lines of play."""
        return sum(not node.children for node in self)


def game_tree(words: Iterable[str], turns: int) -> GameTree:
    """Build the whole tree of a game of few words and turns, under the rules of `game_graph`.

    Examples
    --------
    >>> asked = game_tree(["cat", "cow"], 1).children["cat"]
    >>> {row: node.kind for row, node in asked.children.items()}
    {'ggg': 'guesser wins', 'g--': 'hinter wins'}
    """
    words = _checked(words, turns)

    def guesser(history: tuple[tuple[str, str], ...], left: tuple[str, ...]) -> GameTree:
        made = {guess for guess, _ in history}
        children = {guess: hinter(history, left, guess) for guess in words if guess not in made}
        return GameTree(GUESSER, history, left, None, children)

    def hinter(history: tuple[tuple[str, str], ...], left: tuple[str, ...], guess: str) -> GameTree:
        children = {}
        for row, some in _classes(left, guess).items():
            then, kind = (*history, (guess, row)), _kind(some, guess, len(history) + 1 == turns)
            children[row] = guesser(then, some) if kind == GUESSER else GameTree(kind, then, some)
        return GameTree(HINTER, history, left, guess, children)

    return guesser((), tuple(words))

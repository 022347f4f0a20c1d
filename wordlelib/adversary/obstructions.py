"""Small sets of words with which a Hinter survives: how few words are enough, and how few are not.

They are the obstructions of `guarantees.py`. A set that survives is made smaller by leaving out words, first many at
once and then fewer, as long as the rest still survives. What remains depends on the order in which words are tried. The
words that few guesses confuse with others help the Hinter least, so they are tried first.

That no set of five words survives three guesses can be seen from sets of four. Whichever of the five is guessed, the
Hinter must answer the same for the four others, and no further guess may tell these apart.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from wordlelib.adversary.guarantees import GuaranteeSolver
from wordlelib.core import checks
from wordlelib.game import checked
from wordlelib.game.game import Game, State

PART = 128  # words that are left out together at first; then half as many, and so on
NEAREST = 20  # how many of the words that are most like it count where a word is judged
NOISE = 0.02  # of this judgement, so that there are many orders


def small_set(
    game: Game, turns: int, rng: np.random.Generator, words: Sequence[str] | None = None, least: int = 1
) -> list[str] | None:
    """Find a set of hidden words that survives `turns` guesses, and of which no word can be spared.

    Words are tried roughly in the order of how many guesses confuse them with the words that are most like them. The
    set is in the game's order, or None if not even all words together survive.

    Parameters
    ----------
    game, turns
        A game in easy mode, whose guesses the Guesser may make, and how many of them the Hinter survives.
    rng
        The source of randomness, for the noise in the order in which words are left out.
    words
        The words to search, by default all hidden words.
    least
        The least number of words to leave out at once. With more than 1 the search ends sooner, but single words may
        still be spared.
    """
    turns, rng, least = (
        checks.guesses("turns", turns),
        checks.generator("rng", rng),
        checks.integer("least", least, 1, PART),
    )
    _check_easy(game)
    start, solver = game.start(), GuaranteeSolver(game)
    number = {word: i for i, word in enumerate(game.hidden)}
    listed = list(game.hidden) if words is None else checks.texts("words", words)
    if not set(listed) <= set(number) or len(set(listed)) < len(listed):
        raise checks.refused("words", words, "some of the hidden words, each once")

    def survives(some: np.ndarray) -> bool:
        if len(some) < 2:
            return False
        return solver.search(State(game, np.sort(some), start.allowed, start.rows), turns) is None

    kept = np.array([number[word] for word in listed], start.members.dtype)
    if not survives(kept):
        return None
    alike = np.sort(_confused(game)[1][np.ix_(kept, kept)], axis=1)[:, -NEAREST:].sum(axis=1)
    kept, part = kept[np.argsort(alike * (1 + NOISE * rng.standard_normal(len(kept))))], PART
    while part >= least:
        place = 0
        while place < len(kept):
            fewer = np.delete(kept, slice(place, place + part))
            if survives(fewer):
                kept = fewer
            else:
                place += part
        part //= 2
    return [game.hidden[i] for i in np.sort(kept)]


def _check_easy(game: Game) -> None:
    if checked.game(game).mode != "easy":
        raise ValueError(f"game: {game.mode} mode; expected easy mode")


def indistinguishable_quadruples(game: Game, first: int = 0, words: int | None = None) -> list[tuple[str, ...]]:
    """Find all fours of hidden words that no guess tells apart, where each as a guess gets one row from the others.

    A guess that gets different rows from all pairs of the four tells the four apart. So each guess confuses some pair,
    and one of the six pairs is confused by at least a sixth of the guesses. The search begins with this pair.

    The game is in easy mode, and the fours come sorted. With `first` and `words`, only fours are found whose most
    confused pair begins with one of so many hidden words from that number on.
    """
    _check_easy(game)
    n = len(game.hidden)
    first = checks.integer("first", first, 0, n)
    words = n - first if words is None else checks.integer("words", words, 0, n - first)
    own, found = game.codes[game.guess_of_hidden], set()
    shown, confused = _confused(game)
    for a in range(first, first + words):
        for b in np.flatnonzero(6 * confused[a] >= len(game.guesses)):
            if b > a:
                found |= set(_fours_of_pair(shown, own, confused, a, int(b)))
    return sorted(tuple(game.hidden[i] for i in four) for four in found)


@lru_cache(maxsize=1)
def _confused(game: Game) -> tuple[np.ndarray, np.ndarray]:
    """Return the codes of each hidden word, and by how many guesses each pair of words is confused."""
    shown = np.ascontiguousarray(game.codes.T)
    counts = np.array([(shown == row).sum(axis=1, dtype=np.int32) for row in shown])
    np.fill_diagonal(counts, 0)
    return shown, counts


def _fours_of_pair(
    shown: np.ndarray, own: np.ndarray, confused: np.ndarray, a: int, b: int
) -> Iterator[tuple[int, ...]]:
    """Find the fours in which no pair is confused by more guesses than this one."""
    most, guesses = confused[a, b], shown.shape[1]
    third = (own[a] == own[a, b]) & (own[b] == own[b, a]) & (own[:, a] == own[:, b])
    third &= (confused[a] <= most) & (confused[b] <= most)
    third[[a, b]] = False
    rest = np.flatnonzero(third)
    if len(rest) < 2:
        return
    pairs, between = confused[a, rest] + confused[b, rest], confused[np.ix_(rest, rest)]
    same = own[np.ix_(rest, rest)] == own[rest, a][:, None]
    likely = same & same.T & (between <= most) & (pairs[:, None] + pairs + between + most >= guesses)
    for c, d in zip(*np.nonzero(np.triu(likely, 1)), strict=True):
        four = sorted((a, b, int(rest[c]), int(rest[d])))
        w, x, y, z = shown[four]
        if ((w == x) | (w == y) | (w == z) | (x == y) | (x == z) | (y == z)).all():
            yield tuple(four)

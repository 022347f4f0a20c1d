"""Small sets of words with which a Hinter survives: how few words are enough, and how few are not.

They are the obstructions of `guarantees.py`. A set that survives is made smaller by leaving out words, first many at
once and then fewer, as long as the rest still survives. What remains depends on the order in which words are tried. The
words that few guesses confuse with others help the Hinter least, so they are tried first.

A set survives three guesses only if each guess leaves a class of it that no second guess tells apart. No three of
Wordle's answers are such a class, so it is one of the fours that no guess tells apart, or has five words or more. All
such fours and fives are found by search, and then the sets of a given size around them.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from wordlelib.adversary.guarantees import GuaranteeSolver
from wordlelib.core import checks
from wordlelib.game import checked
from wordlelib.game.game import Game, State
from wordlelib.game.search_order import sorted_arrays
from wordlelib.kernels.arrays import allocate
from wordlelib.kernels.together import Fours, Growth, grow, list_fives, list_fours

PART = 128  # words that are left out together at first; then half as many, and so on
NEAREST = 20  # how many of the words that are most like it count where a word is judged
BITS = 64  # guesses with many classes, whose answers to two words are compared at once as the bits of a number
ROOM = 1 << 12  # sets that are listed at first; if there are more, they are listed once more
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
    chosen = _numbers(game, "words", game.hidden if words is None else words)

    def survives(some: np.ndarray) -> bool:
        if len(some) < 2:
            return False
        return solver.search(State(game, np.sort(some), start.allowed, start.rows), turns) is None

    kept = chosen.astype(start.members.dtype)
    if not survives(kept):
        return None
    alike = np.sort(_confused(game)[np.ix_(kept, kept)], axis=1)[:, -NEAREST:].sum(axis=1)
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
    """Find all fours of hidden words that no guess tells apart, so that they survive two guesses.

    Each guess confuses some pair of such a four, so one of the six pairs is confused by a sixth or more of the guesses
    that make the most classes. The search begins with a pair that no other is confused more often than. Each guess that
    tells the two apart confuses a further word with one of them, or the further two. So one of the further two is
    confused with the pair by half or more of these guesses, but for as many as may confuse the further two.

    The game is in easy mode. With `first` and `words`, all fours are found whose most confused pair begins with one of
    so many hidden words from that number on, and some others.
    """
    _check_easy(game)
    n = len(game.hidden)
    first = checks.integer("first", first, 0, n)
    words = n - first if words is None else checks.integer("words", words, 0, n - first)
    (shown, order), alike = _shown(game), _alike(game)
    confused = np.bitwise_count(alike).astype(int)
    found = set[tuple[str, ...]]()
    for a in range(first, first + words):
        for b in a + 1 + np.flatnonzero(6 * confused[a, a + 1 :] >= BITS):
            joined = np.bitwise_count((alike[a] | alike[b]) & ~alike[a, b]).astype(int)
            most = confused[a, b]
            likely = (confused[a] <= most) & (confused[b] <= most) & (2 * joined >= BITS - 2 * most)
            likely[[a, b]] = False
            found.update(_listed(game, 4, list_fours, shown, alike, np.array([a, b]), np.flatnonzero(likely), order))
    return sorted(found)


def indistinguishable_quintuples(game: Game, words: Sequence[str]) -> list[tuple[str, ...]]:
    """Find all fives of some hidden words that no guess tells apart, in a game in easy mode."""
    _check_easy(game)
    part = _numbers(game, "words", words)
    return _listed(game, 5, list_fives, _shown(game)[0], part, _shown(game)[1])


def sets_kept_together(
    game: Game, size: int, together: int, starts: Sequence[Sequence[str]], fours: Sequence[Sequence[str]] = ()
) -> list[tuple[str, ...]]:
    """Find the sets with one of some starts of which every guess leaves many words together, or one of some fours.

    The search adds words to a start one by one. It looks for the guess against which the fewest words may help, and
    tries these.

    Parameters
    ----------
    game
        A game in easy mode.
    size, together
        How many words a set has, and to how many of them every guess must give the same feedback.
    starts
        Sets of hidden words, from which fewer than `together` words are missing.
    fours
        Sets of four hidden words. To the words of one of them a guess may give the same feedback instead.

    Returns
    -------
    list of tuples
        The sets, sorted.
    """
    _check_easy(game)
    size = checks.integer("size", size, 1, len(game.hidden))
    together = checks.integer("together", together, 1, size)
    begun = _sets(game, "starts", starts, size - together + 1, size)
    listed = _sets(game, "fours", fours, 4, 4)
    shown, order = _shown(game)
    rows = np.array(listed, np.int64).reshape(-1, 4)
    alike = np.array([(shown[four] == shown[four[0]]).all(axis=0) for four in rows], bool).reshape(-1, len(order))
    classes = np.array([np.bincount(column, minlength=int(shown.max()) + 1) for column in shown.T])
    sizes = {"hidden": len(shown), "guesses": len(order), "fours": len(rows), "size": size}
    room = allocate(Growth, sizes, size=size, together=together, order=order, classes=classes)
    found = (_listed(game, size, grow, shown, Fours(rows, alike), room, start) for start in begun)
    return sorted(set().union(*found))


def _numbers(game: Game, name: str, words: Sequence[str]) -> np.ndarray:
    """Return the numbers of some hidden words, ascending."""
    number = {word: i for i, word in enumerate(game.hidden)}
    listed = checks.texts(name, words)
    if not set(listed) <= set(number) or len(set(listed)) < len(listed):
        raise checks.refused(name, words, "some of the hidden words, each once")
    return np.array(sorted(number[word] for word in listed), np.int64)


def _sets(game: Game, name: str, sets: Sequence[Sequence[str]], least: int, most: int) -> list[np.ndarray]:
    """Return the numbers of sets of hidden words, of so many words each."""
    expected = f"sets of {least} to {most} hidden words" if least < most else f"sets of {least} hidden words"
    listed = [_numbers(game, name, words) for words in checks.sequence(name, sets, expected)]
    if not all(least <= len(words) <= most for words in listed):
        raise checks.refused(name, sets, expected)
    return listed


def _shown(game: Game) -> tuple[np.ndarray, np.ndarray]:
    """Return the feedback by hidden word and by guess, those with most classes first, and an order to try these in."""
    shown = sorted_arrays(game)[0].by_hidden
    return shown, np.arange(shown.shape[1])


def _listed(game: Game, size: int, kernel: Callable[..., int], *arguments: Any) -> list[tuple[str, ...]]:
    """Return the sets that a kernel lists."""
    found = np.empty((ROOM, size), np.int64)
    count = kernel(*arguments, found)
    if count > ROOM:
        found = np.empty((count, size), np.int64)
        kernel(*arguments, found)
    return sorted(tuple(game.hidden[i] for i in sorted(row)) for row in found[:count])


@lru_cache(maxsize=1)
def _confused(game: Game) -> np.ndarray:
    """Return by how many guesses each pair of hidden words is confused."""
    shown = _shown(game)[0]
    counts = np.array([(shown == row).sum(axis=1, dtype=np.int32) for row in shown])
    np.fill_diagonal(counts, 0)
    return counts


@lru_cache(maxsize=1)
def _alike(game: Game) -> np.ndarray:
    """Return for each two words, as bits, to which of `BITS` guesses with many classes they give the same feedback.

    Where there are fewer guesses, the others count as guesses that confuse everything.
    """
    few = _shown(game)[0][:, :BITS]
    few = np.pad(few, ((0, 0), (0, BITS - few.shape[1])))
    alike = np.array([np.packbits(few == row, axis=1).view(np.uint64)[:, 0] for row in few])
    np.fill_diagonal(alike, 0)
    return alike

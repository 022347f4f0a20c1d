"""Two players who learn from their regrets, each against the other, in a game that is cut down to a few guesses.

What is left of the game are some openings, and for each belief some guesses: those that look good under one of several
priors, and those that turned out to be good before. There both play many rounds, by regret matching plus with averages
in which later rounds count more (CFR+) [Tammelin 2014]; the Hinter expects each round to be like the one before it,
which brings the averages together sooner [Farina, Kroer and Sandholm 2021]. The Guesser's average is a mixture whose
worst word bounds the value of the whole game from above. The Hinter's is a prior that is hard, against which an exact
search may show nearly as much from below. In the next season other openings are offered, those that look good under
that prior, and guesses that suit it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import numpy as np

from wordlelib.game.entropy import information_gain
from wordlelib.game.game import Game
from wordlelib.game.search_order import keys_of
from wordlelib.game.tree import DecisionTree
from wordlelib.kernels import self_play as kernels
from wordlelib.kernels.arrays import allocate, drive, sizes_of

WIDTH, NARROW = 1.0, 0.4  # guesses offered for each prior, and to look around, besides one, times log2 of the words
OPENINGS, LOOKED = 60, 200  # offered in a season, and how many are looked at before
FEW, MIDDLE = 600, 50  # guesses beside the hidden words that are looked at where there are fewer words than this
ROUNDS = 250  # of a season
FEEL = 0.05  # guesses by which the Hinter regrets at first that a word of average probability is not hidden
FADING = 2  # rounds count in the averages with this power of their number
# What a word costs in a class of more than two, without the part that is known from which word is the likeliest. Fitted
# by eye to optima, and only used to choose what is offered.
GUESSES, DOUBLED = 1.62, 0.19
WORTH, GAIN = 0.002, 0.002  # openings that are drawn more often are kept; guesses won in a season that is not the last
OFTEN, EVER = 0.01, 1e-6  # guesses are offered again that were made so often, and at all
DRAWN = 10  # plans that are drawn for a class
GRAIN = 16  # the weight of a word when all are alike, so that no word is less likely than a sixteenth of that


class SelfPlay:
    """Seasons of self-play in a game that is cut down.

    Attributes
    ----------
    share : ndarray of float, shape (hidden words,)
        The Hinter's average prior in the last season.
    openings : list of int
        The openings that were worth it then.
    upper
        What the Guesser's average takes at most for a word.
    """

    def __init__(self, game: Game, among: Sequence[int], weights: np.ndarray, openings: Iterable[int]) -> None:
        self.game, self.among = game, np.asarray(among)
        self.share = weights / weights.sum()
        self.openings, self.upper, self.ended = list(openings), np.inf, False
        self.keys, self.known = keys_of(game), dict[int, set[int]]()  # guesses that are offered too, by keys of words

    @property
    def weights(self) -> np.ndarray:
        """The prior in whole numbers."""
        return _weights(self.share)

    def go_on(self, openings: Iterable[int]) -> None:
        """Play on, with some openings besides that turned out to be good against the last prior."""
        self.openings = list(dict.fromkeys([*self.openings, *openings]))
        self.ended, self.upper = False, np.inf

    def remember(self, tree: DecisionTree) -> None:
        """Offer the guesses of a strategy in the next season."""
        words = [np.arange(len(self.share))]
        for node in range(1, len(tree.guess)):
            above = words[tree.parent[node]]
            words.append(above[self.game.codes[tree.guess[tree.parent[node]], above] == tree.code[node]])
            if len(words[node]) > 2:
                key = int(np.bitwise_xor.reduce(self.keys.words[words[node]]))
                self.known.setdefault(key, set()).add(int(tree.guess[node]))

    def season(self, over: Callable[[], bool]) -> Iterator[tuple[int, int, tuple[int, ...], np.ndarray]]:
        """Play a season, and yield plans of the Guesser: opening, code, guesses, and what they take for each word.

        Where it is over before its end, there are none.
        """
        even = np.full(len(self.share), 1 / len(self.share))
        new = self._look_around()
        openings = self.openings + new[: max(OPENINGS - len(self.openings), 1)]
        graph = self._grown(openings, [even, self.share, (even + self.share) / 2], WIDTH)
        sums = self._play(graph, over)
        if over():
            return
        shares, costs = np.empty(len(sums)), np.empty(graph.at[kernels.WORDS])
        kernels.follow(graph, sums.copy(), np.zeros(0), shares, costs)
        upper = float(costs[: len(even)].max())
        self.ended, self.upper = self.upper - upper < GAIN, min(upper, self.upper)
        drawn = shares[: len(openings)]
        self.openings = [openings[i] for i in np.argsort(-drawn, kind="stable") if drawn[i] >= WORTH]
        self._keep_used(graph, shares)
        yield from _plans(self.game, graph, shares, set(self.openings))

    def _keep_used(self, graph: kernels.Graph, shares: np.ndarray) -> None:
        """Know only the guesses of the Guesser's average from now on."""
        order, beliefs = graph.order[: graph.at[kernels.ORDERED]], graph.beliefs[: graph.at[kernels.BELIEFS]]
        keys = np.bitwise_xor.reduceat(self.keys.words[graph.words[: graph.at[kernels.WORDS]]], beliefs["first"])
        reached = np.zeros(len(shares))
        kernels.add_shares(graph, shares, 1.0, np.zeros(len(beliefs)), reached)
        owners = np.repeat(order, beliefs["moves"][order])
        used = (owners != 0) & (beliefs["last"] - beliefs["first"] > 2)[owners] & (shares >= OFTEN) & (reached >= EVER)
        self.known = {}
        for move in np.flatnonzero(used).tolist():
            self.known.setdefault(int(keys[owners[move]]), set()).add(int(graph.moves[move]["guess"]))

    def promising(self, prior: np.ndarray) -> list[int]:
        """Return some openings that are not among those of the last season, the most informative first."""
        gains, known = information_gain(self.game.weighted(_weights(prior)).start())[self.among], set(self.openings)
        order = self.among[np.argsort(-gains, kind="stable")].tolist()
        return [opening for opening in order if opening not in known][:LOOKED]

    def _look_around(self) -> list[int]:
        """Return openings that are not known, from the best on, as far as a look at a few guesses tells."""
        half = (self.share + 1 / len(self.share)) / 2
        looked = list(dict.fromkeys(self.promising(self.share) + self.promising(half)))
        if not looked:
            return []
        graph = self._grown(looked, [half], NARROW)
        values, orders = np.empty(graph.at[kernels.BELIEFS]), []
        for prior in (self.share, half):
            costs = np.empty(len(looked))
            kernels.best_costs(graph, prior, values, costs)
            orders.append([looked[i] for i in np.argsort(costs, kind="stable")])
        return list(dict.fromkeys(opening for pair in zip(*orders, strict=True) for opening in pair))

    def _grown(self, openings: Sequence[int], priors: Sequence[np.ndarray], width: float) -> kernels.Graph:
        """Cut the game down."""
        arrays, offer, n = self.game.arrays, self._offer(openings, priors, width), len(self.share)
        most, more = int(offer.widths[-1]), int(np.diff(offer.starts).max(initial=0))
        room = max(len(priors) * (2 * most + 1) + more, len(openings), 2)
        sizes = sizes_of(arrays, priors=len(priors), width=most + 1, room=room, hints=self.game.hints_size)
        graph = allocate(kernels.Graph, {**sizes, "beliefs": n, "moves": n, "words": 8 * n, "afters": 8 * n})
        desk, classes = allocate(kernels.Desk, sizes, keys=self.keys), np.arange(1, n + 1)
        desk.guesses[1:] = 1 / classes + np.where(classes > 2, GUESSES + DOUBLED * np.log2(classes), (1 + classes) / 2)
        graph.words[:n], graph.owners[:n] = np.arange(n), 0
        graph.beliefs[0]["last"], graph.waiting[n] = n, 1
        graph.at[kernels.BELIEFS], graph.at[kernels.WORDS] = 1, n
        records = [graph]
        drive(partial(kernels.grow, arrays, offer, desk), records)
        return records[0]

    def _offer(self, openings: Sequence[int], priors: Sequence[np.ndarray], width: float) -> kernels.Offer:
        """Say what is offered."""
        arrays, n, whole = self.game.arrays, len(self.share), len(self.game.guesses)
        gains = information_gain(self.game.weighted(self.weights).start())
        gains[arrays.guess_of_hidden] = np.inf
        others = np.argsort(-gains, kind="stable")[n:].astype(np.int32)
        guesses = np.concatenate([arrays.guess_of_hidden, others])
        widths, looks = np.ones(n + 1, np.int64), np.full(n + 1, min(n + FEW, whole))
        widths[1:] += (width * np.log2(np.arange(1, n + 1))).astype(np.int64)
        looks[MIDDLE:] = whole if width > NARROW else looks[0]
        letters, sets = (each[guesses] if len(each) else each for each in (arrays.letters, arrays.letter_sets))
        known = sorted(self.known)
        more = [sorted(self.known[key]) for key in known]
        starts = np.concatenate([[0], np.cumsum([len(each) for each in more], dtype=np.int64)])
        return kernels.Offer(
            np.array(openings, np.int32), np.array(priors), widths, looks, guesses, np.arange(whole, dtype=np.int32),
            np.ascontiguousarray(arrays.by_hidden[:, guesses]), letters, sets,
            np.array(known, np.uint64), starts, np.array([guess for each in more for guess in each], np.int32),
        )  # fmt: skip

    def _play(self, graph: kernels.Graph, over: Callable[[], bool]) -> np.ndarray:
        """Play rounds; keep the Hinter's average, and return how likely each move is in the Guesser's, as weights."""
        n, moves = len(self.share), int(graph.at[kernels.MOVES])
        regrets, shares, sums = np.zeros(moves), np.empty(moves), np.zeros(moves)
        costs, reach = np.empty(graph.at[kernels.WORDS]), np.zeros(graph.at[kernels.BELIEFS])
        wishes, last, average = self.share * n * FEEL, np.zeros(n), np.zeros(n)
        for number in range(1, ROUNDS + 1):
            hopes = np.maximum(wishes + last, 0)
            prior, weight = hopes / hopes.sum() if hopes.any() else np.full(n, 1 / n), float(number**FADING)
            kernels.follow(graph, regrets, prior, shares, costs)
            kernels.add_shares(graph, shares, weight, reach, sums)
            average += weight * prior
            last = costs[:n] - prior @ costs[:n]
            wishes = np.maximum(wishes + last, 0)
            if over():
                break
        self.share = average / average.sum()
        return sums


def _weights(prior: np.ndarray) -> np.ndarray:
    """Return a prior in whole numbers, with some weight for every word."""
    return np.maximum(np.rint(prior * (len(prior) * GRAIN)), 1).astype(np.int64)


def _plans(
    game: Game, graph: kernels.Graph, shares: np.ndarray, openings: set[int]
) -> Iterator[tuple[int, int, tuple[int, ...], np.ndarray]]:
    """Draw plans for the classes of openings, always the same."""
    rng = np.random.default_rng(0)
    taken = np.zeros(len(game.hidden), np.int64)

    def draw(number: int, depth: int) -> list[int]:
        belief = graph.beliefs[number]
        first, last, move = (int(belief[name]) for name in ("first", "last", "move"))
        ends = np.cumsum(shares[move : move + int(belief["moves"])])
        move += int(np.searchsorted(ends, rng.random() * ends[-1], side="right"))
        guess, place = (int(graph.moves[move][name]) for name in ("guess", "next"))
        words, after = graph.words[first:last], graph.after[place : place + last - first]
        taken[words] = depth + (after == kernels.ALONE)
        parts = {
            int(game.codes[guess, word]): int(graph.owners[a]) for word, a in zip(words, after, strict=True) if a >= 0
        }
        return [guess] + [each for code in sorted(parts) for each in draw(parts[code], depth + 1)]

    for move in range(int(graph.beliefs[0]["moves"])):
        opening, place = (int(graph.moves[move][name]) for name in ("guess", "next"))
        after = graph.after[place : place + len(game.hidden)]
        if opening in openings:
            for number in np.unique(graph.owners[after[after >= 0]]).tolist():
                belief = graph.beliefs[number]
                words = graph.words[belief["first"] : belief["last"]]
                for _ in range(DRAWN):
                    guesses = tuple(draw(number, 1))
                    yield opening, int(game.codes[opening, words[0]]), guesses, taken[words].copy()

"""The Python side of the two replays: what is recorded is what the searches did."""

from math import inf

import numpy as np
import pytest
from refusals import refuses

import wordlelib as wl
from wordlelib.adversary.minimax_trace import Record, Visit, alphabeta
from wordlelib.core.packing import unpack, unpack_sets
from wordlelib.widgets import AlphaBetaReplay, SearchReplay, alphabeta_replay, search_replay

TINY = wl.wordle(wl.words.tiny())
PLAIN = {"width": "all", "debias": False, "bounds": False}
SEARCHES = {
    "plain": (TINY, PLAIN),
    "sampled": (TINY, {**PLAIN, "backup": "sampled"}),
    "widening": (TINY, {"bounds": False}),
    "proven": (TINY, {}),
    "predicted": (TINY, {"predictor": wl.InformationGain(), "width": 3, "bounds": False}),
    "a node for each path": (TINY, {**PLAIN, "shared": False}),
    "mastermind": (wl.mastermind(pegs=2, colours=4), {"bounds": False}),
    "weights": (wl.wordle(TINY.hidden, prior=range(1, 25)), {"bounds": False}),
}


def new_search(name, state=None):
    game, options = SEARCHES[name]
    return wl.TreeSearch(game, np.random.default_rng(1), wl.Hoeffding(1, None), state=state, **options)


class Reader:
    """Reads a record from the front, moment by moment; `beliefs` is what is known at the last one read."""

    def __init__(self, replay):
        self.record, vocabulary = replay.record, replay.vocabulary.split("\n")
        self.names = [vocabulary[i] for i in unpack(self.record["words"])]
        self.members = [[self.names[i] for i in each] for each in unpack_sets(self.record["beliefs"])]
        self.weights = unpack(self.record["weights"])
        self.stream = iter(unpack(self.record["changes"]))
        self.beliefs = {}

    def moment(self):
        """Give (looks, lower, upper), or None at the end."""
        changed = next(self.stream, None)
        if changed is None:
            return None
        for _ in range(changed):
            belief, value, guess, new = (next(self.stream) for _ in range(4))
            arms = self.beliefs.get(belief, (0, 0, []))[2]
            for _ in range(new):
                place, *arm = (next(self.stream) for _ in range(6))
                arms[place : place + 1] = [(self.names[arm[0]], *arm[1:])]
            self.beliefs[belief] = (value / 1000, self.names[guess - 1] if guess else None, arms)
        looks = []
        for _ in range(next(self.stream)):
            belief, place, first = (next(self.stream) for _ in range(3))
            classes = tuple(next(self.stream) for _ in range(3)) if first else None
            below = [(self.record["rows"][next(self.stream)], next(self.stream)) for _ in range(next(self.stream))]
            looks.append((belief, self.beliefs[belief][2][place][0], classes, below))
        return looks, next(self.stream), next(self.stream)


@pytest.mark.parametrize("name", SEARCHES)
def test_a_record_is_what_the_search_does(name):
    """A search with the same seed goes through the same moments: at every belief, in every number."""
    reader, search = Reader(SearchReplay(new_search(name), 25)), new_search(name)
    numbers, states = {0: 0}, {0: search.state}
    moments = 0
    while (moment := reader.moment()) is not None:
        looks, lower, upper = moment
        assert (lower, upper) == (search.lower, search.upper)
        mine = search.last_path()
        assert [(numbers[look.node], look.guess) for look in mine] == [(belief, guess) for belief, guess, *_ in looks]
        for look, (belief, _, classes, below) in zip(mine, looks, strict=True):
            parts = look.state.partition(look.guess)
            assert reader.members[belief] == sorted(look.state.words)
            assert (classes is not None) == look.first
            if classes:
                won = int(search.game.show(search.game.solved) in parts)
                singles = sum(len(words) == 1 for words in parts.values()) - won
                assert classes == (len(parts), won, singles)
            assert [row for row, _ in below] == list(look.below)
            for (row, number), node in zip(below, look.below.values(), strict=True):
                assert numbers.setdefault(node, number) == number
                states.setdefault(node, look.state.after(look.guess, row))
        assert len(numbers) == len(reader.beliefs) == search.nodes
        for node, number in numbers.items():
            value, guess, arms = reader.beliefs[number]
            weight = reader.weights[number]
            state = states[node] if node else None
            assert value == pytest.approx(weight * search.value(state), abs=0.00051)
            assert guess == search.guess(state)
            seen = search.arms(state)
            assert [arm[:2] for arm in arms] == [(arm.guess, arm.visits) for arm in seen]
            for (*_, worth, least, most), arm in zip(arms, seen, strict=True):
                assert worth / 1000 == pytest.approx(weight * arm.value, abs=0.00051)
                assert least == pytest.approx(weight * arm.lower)
                assert (most - 1 if most else inf) == pytest.approx(weight * arm.upper)
        search.run(1)
        moments += 1
    assert moments == search.iterations + (1 if search.proven else 0)
    assert name != "proven" or moments < 26
    assert name == "proven" or moments == 26


def test_a_search_after_some_rows():
    state = TINY.after([("speed", "-----")])
    replay = SearchReplay(new_search("plain", state), 3, opened=())
    assert replay.record["history"] == [["speed", "-----"]]
    assert Reader(replay).members[0] == sorted(state.words)


def test_words_of_one_belief_only():
    state = TINY.start().after("table", TINY.answer("table", "chess"))
    assert len(state.words) == 2
    replay = SearchReplay(wl.TreeSearch(TINY, np.random.default_rng(0), state=state))
    assert Reader(replay).moment()[0] == []


def test_bad_arguments_of_a_search_are_named(monkeypatch):
    refuses("search: 3; expected a TreeSearch", SearchReplay, 3)
    begun = new_search("plain")
    begun.run(1)
    refuses("search: 4 beliefs; expected a search that has not begun", SearchReplay, begun)
    for iterations in (0, True, 2.5):
        refuses(f"iterations: {iterations}; expected a number from 1", SearchReplay, new_search("plain"), iterations)
    refuses("moment: 4; expected 0 to 3", SearchReplay, new_search("plain"), 3, moment=4)
    for key in ("", "0.", "0.x", 0):
        refuses(f"opened: {key!r}; expected texts", SearchReplay, new_search("plain"), 1, opened=[key])
    unshared = wl.TreeSearch(TINY, np.random.default_rng(1), None, "sampled", shared=False, **PLAIN)
    refuses("expected shared=True", SearchReplay, unshared)
    monkeypatch.setattr(search_replay, "NUMBERS", 500)
    refuses("fill more than 100,000 characters; expected fewer", SearchReplay, new_search("plain"), 500)
    monkeypatch.setattr(search_replay, "NUMBERS", 10_000)
    monkeypatch.setattr(search_replay, "LONGEST", 300)
    refuses(r"iterations: 1 fill [0-9,]+ characters; expected 300 at most", SearchReplay, new_search("plain"), 1)


RECORDS = {
    "two plies": (("crane", "alone", "shame", "atole"), {"depth": 2, "turns": 2}),
    "four plies": (("crane", "alone", "shame", "atole"), {"depth": 4, "turns": 2}),
    "five words": (("batch", "catch", "hatch", "patch", "shame"), {"depth": 4, "turns": 3}),
    "no cuts": (("crane", "alone", "shame", "atole"), {"depth": 4, "turns": 2, "prune": False}),
    "one word": (("crane",), {"depth": 2, "turns": 1}),
    "lost": (("batch", "catch", "hatch"), {"depth": 2, "turns": 1}),
}


def record_of(name):
    words, options = RECORDS[name]
    return alphabeta(wl.wordle(words).start(), **options)


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_comes_back(name):
    record = record_of(name)
    replay = AlphaBetaReplay(record)
    names = replay.vocabulary.split("\n")
    stored = {key: unpack(text) for key, text in replay.record.items() if key != "words"}
    words = [tuple(names[i] for i in each) for each in unpack_sets(replay.record["words"])]
    cut = iter(stored["cut"])
    rest = [
        (inf if alpha == 0 else alpha - 1, inf if beta == 0 else beta - 1, inf if value == 0 else value - 1)
        for alpha, beta, value in zip(stored["alpha"], stored["beta"], stored["value"], strict=True)
    ]
    for i, visit in enumerate(record.visits):
        assert stored["parent"][i] - 1 == visit.parent
        assert alphabeta_replay.PLAYERS[stored["player"][i]] == visit.player
        assert (names[stored["move"][i] - 1] if stored["move"][i] else "") == visit.move
        assert words[i] == tuple(sorted(visit.words))
        assert rest[i] == (visit.alpha, visit.beta, visit.value)
        assert tuple(names[next(cut)] for _ in range(stored["cuts"][i])) == visit.cut
    assert next(cut, None) is None
    few = len(record.visits) <= alphabeta_replay.FEW
    assert replay.opened == (list(range(len(record.visits))) if few else [0])


def test_windows_are_the_best_values_on_the_way():
    """What the widget tells the reader: alpha and beta are values that came back on the way from the root."""
    for name in RECORDS:
        visits = record_of(name).visits
        for i, visit in enumerate(visits):
            alpha, beta, node = 0, inf, i
            while visits[node].parent >= 0:
                node = visits[node].parent
                before = [visits[k].value for k in range(i) if visits[k].parent == node and not above(visits, k, i)]
                if visits[node].player == "hinter":
                    alpha = max([alpha, *before])
                else:
                    beta = min([beta, *before])
            assert (visit.alpha, visit.beta) == (alpha, beta)
        assert name != "five words" or {(0, inf), (2, inf), (0, 2)} == {(v.alpha, v.beta) for v in visits}


def above(visits, high, low):
    """Say whether a node is on the way from the root to another."""
    while low > high:
        low = visits[low].parent
    return low == high


def test_bad_arguments_of_a_record_are_named():
    record = record_of("two plies")
    refuses("record: 3; expected the Record of alphabeta", AlphaBetaReplay, 3)
    refuses("record: 0 nodes; expected 1 to 2,000", AlphaBetaReplay, Record([]))
    steps = 2 * len(record.visits) + sum(bool(visit.cut) for visit in record.visits)
    assert AlphaBetaReplay(record, moment=steps).moment == steps
    refuses(f"moment: {steps + 1}; expected 0 to {steps}", AlphaBetaReplay, record, moment=steps + 1)
    refuses(f"opened: -1; expected numbers from 0 to {len(record.visits) - 1}", AlphaBetaReplay, record, opened=[-1])
    visit = Visit(-1, "nobody", "", ("crane",), 0, inf, 1, ())
    refuses("record: 2,001 nodes; expected 1 to 2,000", AlphaBetaReplay, Record([visit] * 2001))
    with pytest.raises(ValueError, match="characters; expected at most 100,000"):
        AlphaBetaReplay(Record([visit._replace(words=tuple(wl.words.original()[0]))] * 60))
    for value in (-1, 0.5):
        with pytest.raises(ValueError, match=f"record: the value {value}; expected whole numbers"):
            AlphaBetaReplay(Record([visit._replace(value=value)]))

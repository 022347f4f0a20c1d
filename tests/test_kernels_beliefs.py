from itertools import combinations, permutations

import numpy as np
import pytest

import wordlelib as wl
from wordlelib.adversary import guarantees, minimax
from wordlelib.game import search_order
from wordlelib.kernels import arrays, beliefs, table
from wordlelib.kernels.arrays import allocate, grown, roomier
from wordlelib.kernels.beliefs import UNLIMITED, left_key
from wordlelib.kernels.guarantees import Store
from wordlelib.kernels.hints import add_hints, honour_hints
from wordlelib.kernels.table import new_table
from wordlelib.search import exact

HIDDEN = ["aab", "aba", "abc", "bca", "cab"]
GUESSES = [*HIDDEN, "bbb", "ccc", "cba"]


@pytest.fixture(scope="module")
def hard():
    return wl.wordle(HIDDEN, GUESSES, "hard")


def subsets(n, least=0):
    return (np.array(some, np.int32) for size in range(least, n + 1) for some in combinations(range(n), size))


def all_hints(game):
    """The hints of each two rows that can be seen, as tuples, with the rows that give them."""
    found = {}
    rows = [(guess, int(code)) for guess in range(len(game.guesses)) for code in set(game.codes[guess].tolist())]
    for first in rows:
        for second in rows:
            hints = np.zeros(game.hints_size, game.letters.dtype)
            for guess, code in (first, second):
                add_hints(game.letters, hints, guess, code)
            found.setdefault(tuple(hints.tolist()), hints)
    return found


def test_every_belief_under_every_hints_has_a_key_of_its_own(hard):
    keys, hints = search_order.keys_of(hard), all_hints(hard)
    assert len(hints) > 20
    named = {
        (tuple(some), row): int(beliefs.belief_key(keys, some, hints[row])) for some in subsets(5) for row in hints
    }
    assert len(set(named.values())) == len(named) == 32 * len(hints)


def test_the_order_of_words_does_not_matter(hard):
    keys, hints = search_order.keys_of(hard), np.zeros(hard.hints_size, hard.letters.dtype)
    for some in combinations(range(5), 4):
        names = {int(beliefs.belief_key(keys, np.array(order, np.int32), hints)) for order in permutations(some)}
        assert len(names) == 1


def test_a_belief_key_is_made_of_that_of_its_hints(hard):
    keys = search_order.keys_of(hard)
    nobody = np.empty(0, np.int32)
    for hints in all_hints(hard).values():
        assert beliefs.belief_key(keys, nobody, hints) == beliefs.hints_key(keys, hints)
        assert (beliefs.hints_key(keys, hints) == 0) == (not hints.any())


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_every_list_of_allowed_guesses_by_hand_has_a_key_of_its_own(mode):
    game = wl.wordle(HIDDEN, GUESSES, mode)
    keys, arrays, room = search_order.keys_of(game), game.arrays, np.empty(8, np.int32)
    for hints in list(all_hints(game).values())[::5] if mode == "hard" else [np.zeros(0, np.uint8)]:
        usual = np.arange(8, dtype=np.int32)
        if mode == "hard":
            usual = usual[: honour_hints(arrays.letters, arrays.letter_sets, usual.copy(), hints, usual)]
        named = {}
        for allowed in subsets(8, 1):
            named[tuple(allowed)] = int(beliefs.override_key(arrays, keys, allowed, hints, room))
        assert named.pop(tuple(usual), 0) == 0
        assert len(set(named.values()) | {0}) == len(named) + 1


def test_keys_are_the_same_on_every_run(hard):
    for a, b in zip(search_order.keys_of(hard), search_order.keys_of(wl.wordle(HIDDEN, GUESSES, "hard")), strict=True):
        assert np.array_equal(a, b) and a.dtype == np.uint64 and np.all(a > 0)
    assert search_order.keys_of(wl.wordle(HIDDEN, GUESSES)).hints.size == 0


@pytest.mark.parametrize(
    "ask",
    [
        wl.prove,
        lambda game: wl.prove(game, game.hidden[0], cap="least"),
        lambda game: wl.play(game, wl.Exact()),
        lambda game: wl.Exact().rank(game.start()),
        lambda game: wl.Exact(6).value(game.start()),
        lambda game: wl.TreeSearch(game, np.random.default_rng(0)),
        lambda game: wl.play(game, wl.AVTS()),
        lambda game: wl.AVTS().rank(game.start()),
    ],
)
def test_searches_that_know_no_strict_mode_refuse_it(ask):
    with pytest.raises(ValueError, match="^game: strict mode; expected easy or hard mode$"):
        ask(wl.wordle(HIDDEN, mode="strict"))


def test_different_numbers_of_guesses_left_have_different_keys():
    named = [int(left_key(np.int64(left))) for left in (*range(1, 40), UNLIMITED)]
    assert len(set(named)) == len(named) and named[-1] == 0


def test_all_allowed_asks_for_every_word(hard):
    arrays = hard.arrays
    for allowed in subsets(8):
        for members in subsets(5):
            expected = {HIDDEN[m] for m in members} <= {GUESSES[g] for g in allowed}
            assert bool(beliefs.all_allowed(arrays, members, allowed)) == expected


def test_arrays_grow_and_keep_what_they_hold():
    array = np.arange(5)
    assert grown(array, 5) is array or np.array_equal(grown(array, 5), array)
    larger = grown(array, 6)
    assert larger.size >= 6 and larger[:5].tolist() == [0, 1, 2, 3, 4]


def test_records_get_room_in_one_array():
    keys = beliefs.Keys(np.arange(3), np.arange(2), np.arange(4).reshape(2, 2))
    other = keys._replace(words=np.arange(1))
    assert all(np.shares_memory(a, b) for a, b in zip(keys, roomier(-1, keys)[0], strict=True))
    for lack in range(6):
        for i, (before, after) in enumerate(zip((*keys, *other), sum(roomier(lack, keys, other), ()), strict=True)):
            assert np.array_equal(after[: len(before)], before) and not after[len(before) :].any()
            assert len(after) == len(before) * (2 if i == lack else 1)


FAMILY = ["batch", "catch", "hatch", "latch", "match", "patch", "watch"]

ASKED = {
    exact: lambda game: (exact.prove(game).total, exact.prove(game, cap=4).total),
    guarantees: lambda game: [bool(guarantees.guarantee(game, cap).possible) for cap in (2, 3, 4)],
    minimax: lambda game: minimax.best_move(game.start(), 6)[:4],
}


@pytest.mark.parametrize("module", ASKED, ids=lambda module: module.__name__.rpartition(".")[2])
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_searches_ask_for_room(rng, monkeypatch, module, mode):
    """Each array begins with room for hardly more than the first belief, and grows when the kernel asks."""
    words = [*FAMILY, *map(str, rng.choice(wl.words.original()[0], 12, replace=False))]
    game = wl.wordle(sorted({*words}), mode=mode)
    expected, lacking = ASKED[module](game), set()
    new_search, grow, twice = module.new_search, arrays.roomier, table.twice_entries
    one_row = ("frames", "parts", "hints", "candidates", "order", "alive")

    def narrow(*arguments):
        search = new_search(*arguments)
        sizes = dict.fromkeys([name for name in one_row if name in search._fields], 1)
        sizes |= {"members": search.frames["last"][0], "allowed": search.frames["allowed_last"][0]}
        return search._replace(**{name: getattr(search, name)[:size].copy() for name, size in sizes.items()})

    def short(kind, sizes, **given):
        record = allocate(kind, sizes, **given)
        return Store(*(x[:1].copy() for x in record)) if kind is Store else record

    def noted(lack, *records):
        lacking.add(sum((record._fields for record in records), ())[lack])
        return grow(lack, *records)

    monkeypatch.setattr(module, "new_search", narrow)
    monkeypatch.setattr(arrays, "roomier", noted)
    monkeypatch.setattr(table, "twice_entries", lambda entries: (lacking.add("table"), twice(entries))[1])
    monkeypatch.setattr(module, "new_table", lambda: new_table(4))
    if module is guarantees:
        monkeypatch.setattr(module, "allocate", short)
    assert ASKED[module](game) == expected
    more = {exact: "candidates", guarantees: "order alive words ends masks levels", minimax: "order"}[module]
    assert lacking == {"frames", "parts", "members", "allowed", "hints", "entries", "table", *more.split()}

import gc
import weakref

import naive
import numpy as np
import pytest
from games import random_game

import wordlelib as wl
from wordlelib.game import search_order
from wordlelib.kernels import repeats as counting

LABELS = {"few": (9, np.uint8, 1), "64": (64, np.uint8, 1), "65": (65, np.uint8, 2), "128": (128, np.uint8, 2)}
LABELS |= {"129": (129, np.uint8, 3), "256": (256, np.uint8, 4), "257": (257, np.uint16, 5)}


def game_of(rng, answers, prior=False):
    """Random answers, with one guess `many` that has exactly so many; every guess takes its answers from there."""
    n = max(answers + 9, 40)
    things = [f"h{i}" for i in range(n)]
    guesses = [*things[:4], "many", *things[4:], "none"]
    most = rng.integers(1, answers, len(guesses))
    table = rng.integers(most[:, None], size=(len(guesses), n))
    table[guesses.index("many")] = rng.permutation(np.arange(n) % answers)
    table[guesses.index("none")] = 7
    answer = dict(zip(guesses, table.tolist(), strict=True))
    weights = rng.integers(1, 50, n) if prior else None

    def rule(guess, thing):
        return "found" if guess == thing else str(answer[guess][int(thing[1:])])

    return wl.from_answers(things, guesses, rule, weights), rule


class Swept:
    """A game's arrays in the order of its sweep, and the counts by sets."""

    def __init__(self, game, rule):
        self.game, self.rule = game, rule
        self.arrays, self.order, self.labels = search_order.sorted_arrays(game)
        self.counts = counting.new_counts(self.arrays, self.labels)

    def members(self, rng, n):
        """Some things, heaviest first."""
        some = rng.choice(len(self.game.hidden), n, replace=False).astype(np.int32)
        return some[np.argsort(-self.game.weights[some], kind="stable")]

    def expected(self, members, allowed):
        repeats, lost = [], []
        for guess in self.order[allowed]:
            weights = {}
            for m in members:
                row = self.rule(self.game.guesses[guess], self.game.hidden[m])
                weights.setdefault(row, []).append(int(self.game.weights[m]))
            repeats.append(len(members) - len(weights))
            lost.append(sum(sum(mine) - max(mine) for mine in weights.values()))
        return repeats, lost

    def found(self, size):
        return self.counts.repeats[:size].tolist(), self.counts.lost[:size].tolist()


@pytest.mark.parametrize("labels", LABELS)
def test_masks_count_the_repeats(rng, labels):
    answers, kind, words = LABELS[labels]
    swept = Swept(*game_of(rng, answers))
    assert swept.arrays.by_hidden.dtype == kind and swept.labels[0] == answers and swept.order[0] == 4
    assert (swept.labels[0] + 63) // 64 == words
    everything = np.arange(len(swept.game.guesses), dtype=np.int32)
    for n in (1, 2, 3, 4, 5, 39, len(swept.game.hidden)):
        members = swept.members(rng, n)
        masks = swept.counts.masks[:words]
        counting.count_by_masks(swept.arrays.by_hidden, members, 0, masks, swept.counts.repeats[: everything.size])
        assert swept.found(everything.size)[0] == swept.expected(members, everything)[0]


@pytest.mark.parametrize("labels", ["few", "129", "257"])
@pytest.mark.parametrize("prior", [False, True], ids=["uniform", "prior"])
def test_pairs_count_the_repeats(rng, labels, prior):
    swept = Swept(*game_of(rng, LABELS[labels][0], prior))
    everything = np.arange(len(swept.game.guesses), dtype=np.int32)
    for n in (1, 2, 3, 4, 5, 6, 9, 30):
        members = swept.members(rng, n)
        counts = swept.counts
        size = min(everything.size, counting.BLOCK)
        counting.count_by_pairs(
            swept.arrays.by_hidden,
            members,
            0,
            counts.repeats[:size],
            swept.arrays.weights[members] if prior else swept.arrays.weights[:0],
            counts.lost[:size],
            counts.equal,
        )
        repeats, lost = swept.expected(members, everything)
        assert swept.found(size)[0] == repeats and (not prior or swept.found(size)[1] == lost)


@pytest.mark.parametrize("labels", ["few", "129", "257"])
@pytest.mark.parametrize("prior", [False, True], ids=["uniform", "prior"])
def test_one_by_one_counts_the_repeats_of_allowed_guesses(rng, labels, prior):
    swept = Swept(*game_of(rng, LABELS[labels][0], prior))
    guesses = len(swept.game.guesses)
    for n in (1, 2, 5, 40):
        for size in (1, 3, guesses):
            allowed = np.sort(rng.choice(guesses, size, replace=False)).astype(np.int32)
            members = swept.members(rng, n)
            counting.count_one_by_one(swept.arrays, members, allowed, swept.counts, False)
            repeats, lost = swept.expected(members, allowed)
            assert swept.found(size)[0] == repeats and (not prior or swept.found(size)[1] == lost)


@pytest.mark.parametrize("labels", LABELS)
def test_one_mask_bounds_the_repeats(rng, labels):
    """Exact in the larger classes; other members are taken for the first of theirs, so no bound is above the count."""
    swept = Swept(*game_of(rng, LABELS[labels][0]))
    everything = np.arange(len(swept.game.guesses), dtype=np.int32)
    for n in (1, 2, 3, 4, 5, 39, len(swept.game.hidden)):
        members, counts = swept.members(rng, n), swept.counts
        for start in range(0, everything.size, counting.BLOCK):
            some = everything[start : start + counting.BLOCK]
            found = np.zeros(some.size, np.uint16)
            counting.bound_by_masks(swept.arrays.by_hidden, members, start, counts.masks[0], counts.beyond, found)
            exact = swept.expected(members, some)[0]
            labelled = swept.arrays.by_hidden[members, start : start + counting.BLOCK].T.tolist()
            bounds = [n - len({x for x in row if x < 63}) - sum(x >= 63 for x in row) for row in labelled]
            assert found.tolist() == bounds and all(a <= b for a, b in zip(bounds, exact, strict=True))
            assert bounds == exact or swept.labels[0] > 63


@pytest.mark.parametrize("labels", ["few", "257"])
def test_labels_are_gathered_for_a_row_of_guesses(rng, labels):
    swept = Swept(*game_of(rng, LABELS[labels][0]))
    members, allowed = swept.members(rng, 9), np.sort(rng.choice(len(swept.game.guesses), 7, replace=False))
    counting.gather_labels(swept.arrays.by_hidden, members, allowed.astype(np.int32), swept.counts.gathered)
    assert np.array_equal(swept.counts.gathered[:9, :7], swept.arrays.by_hidden[np.ix_(members, allowed)])


@pytest.mark.parametrize("gather", [False, True])
def test_least_repeats_wherever_they_are_counted(rng, gather):
    """Also in beliefs so small or lists so short that they are counted in another way."""
    for labels in ("few", "65", "129", "257"):
        swept = Swept(*game_of(rng, LABELS[labels][0]))
        guesses = len(swept.game.guesses)
        for n in (1, 2, 5, 30, len(swept.game.hidden)):
            for size in (1, 2, 9, guesses):
                allowed = np.sort(rng.choice(guesses, size, replace=False)).astype(np.int32)
                members = swept.members(rng, n)
                swept.counts.repeats[:] = 0
                counting.count_least(swept.arrays, members, allowed, swept.counts, False, gather)
                check_least(swept.found(size)[0], swept.expected(members, allowed)[0])


def check_least(found, exact):
    """The guesses with fewest repeats are counted, and no other may look as good as they are."""
    least = min(exact)
    assert min(found) == least
    assert all(a == b or least < a < b for a, b in zip(found, exact, strict=True))


def check_sweep(swept, members, allowed):
    """The sweep as it is called: all counts, the least only, and until a guess without repeats."""
    repeats, lost = swept.expected(members, allowed)
    weighted = not swept.game.uniform
    counting.count_repeats(swept.arrays, members, allowed, swept.counts, False, False)
    found = swept.found(allowed.size)
    assert found[0] == repeats and (not weighted or found[1] == lost)
    swept.counts.repeats[:], swept.counts.lost[:] = 0, -7
    counting.count_repeats(swept.arrays, members, allowed, swept.counts, False, True)
    found = swept.found(allowed.size)
    check_least(found[0], repeats)
    assert not weighted or found == (repeats, lost)
    return sum(check_perfect(swept, members, allowed, repeats, lost, only_least) for only_least in (False, True))


def check_perfect(swept, members, allowed, repeats, lost, only_least):
    """The sweep until a guess without repeats; gives how many guesses after it were called useless."""
    weighted = not swept.game.uniform
    swept.counts.repeats[:], swept.counts.lost[:] = 0, -7
    counting.count_repeats(swept.arrays, members, allowed, swept.counts, True, only_least)
    found = swept.found(allowed.size)
    first = repeats.index(0) if 0 in repeats else len(repeats)
    useless = [i for i in range(first + 1, len(repeats)) if found[0][i] == len(members) - 1 > repeats[i]]
    counted = [i for i in range(len(repeats)) if i not in set(useless)]
    if only_least:
        check_least([found[0][i] for i in counted], [repeats[i] for i in counted])
    else:
        assert all(found[0][i] == repeats[i] for i in counted)
    assert not weighted or min(found[1]) == min(lost)
    assert not weighted or all(found[1][i] in (lost[i], 2**40) for i in range(len(lost)))
    assert not weighted or found[1][: first + 1] == lost[: first + 1]
    return len(useless)


@pytest.mark.parametrize("labels", ["few", "65", "257"])
@pytest.mark.parametrize("prior", [False, True], ids=["uniform", "prior"])
def test_any_belief_and_any_allowed_guesses(rng, labels, prior):
    swept = Swept(*game_of(rng, LABELS[labels][0], prior))
    guesses, hidden = len(swept.game.guesses), len(swept.game.hidden)
    for n in (1, 2, 5, 29, 30, 31, hidden) if labels != "257" else (3, 31):
        for size in (1, guesses // 4, guesses - 1, guesses):
            allowed = np.sort(rng.choice(guesses, size, replace=False)).astype(np.int32)
            check_sweep(swept, swept.members(rng, n), allowed)


@pytest.mark.parametrize("mode", ["easy", "hard"])
@pytest.mark.parametrize("prior", [False, True], ids=["uniform", "prior"])
def test_beliefs_of_wordle(rng, mode, prior):
    game = random_game(rng, wl.words.original()[0], mode=mode, prior=rng.integers(1, 30, 25) if prior else None)
    swept = Swept(game, naive.feedback)
    rank = np.argsort(swept.order)
    for guess in game.guesses[::9]:
        for row in game.start().partition(guess):
            state = game.start().after(guess, row)
            members = state.members[np.argsort(-game.weights[state.members], kind="stable")]
            check_sweep(swept, members, np.sort(rank[state.allowed]).astype(np.int32))


@pytest.mark.parametrize("prior", [False, True], ids=["uniform", "prior"])
def test_many_guesses_are_counted_in_blocks(rng, prior):
    """More guesses than one block: later ones are counted too, and called useless after a perfect one."""
    things = [f"h{i}" for i in range(34)]
    guesses = [*things, *(f"x{i}" for i in range(1200))]
    table = rng.integers(rng.integers(1, 12, len(guesses))[:, None], size=(len(guesses), len(things)))
    answer = dict(zip(guesses, table.tolist(), strict=True))

    def rule(guess, thing):
        return "found" if guess == thing else str(answer[guess][int(thing[1:])])

    weights = rng.integers(1, 50, 34) if prior else None
    swept = Swept(wl.from_answers(things, guesses, rule, weights), rule)
    everything = np.arange(len(guesses), dtype=np.int32)
    assert sum(check_sweep(swept, swept.members(rng, n), everything) for n in (2, 3, 31)) > 0
    some = np.sort(rng.choice(everything, 1000, replace=False))
    check_sweep(swept, swept.members(rng, 31), some)


def test_guesses_are_sorted_by_their_classes_and_labels_stand_for_codes(rng):
    for answers in (9, 257):
        game, _ = game_of(rng, answers)
        arrays, order, labels = search_order.sorted_arrays(game)
        assert sorted(order.tolist()) == list(range(len(game.guesses)))
        assert labels.tolist() == [len(set(game.codes[i].tolist())) for i in order]
        keys = [(-classes, i) for classes, i in zip(labels.tolist(), order.tolist(), strict=True)]
        assert keys == sorted(keys)
        for place, i in enumerate(order):
            assert arrays.codes[place].tolist() == game.codes[i].tolist()
            mine = game.codes[i].tolist()
            label = dict(zip(mine, arrays.by_hidden[:, place].tolist(), strict=True))
            assert arrays.by_hidden[:, place].tolist() == [label[code] for code in mine]
            assert sorted(label.values()) == list(range(len(label)))
            sizes = [min(mine.count(code), 63) for code in sorted(label, key=label.get)]
            assert sizes == sorted(sizes, reverse=True)
            assert arrays.hidden_of_guess[place] == game.hidden_of_guess[i]
        assert [game.guesses[order[place]] for place in arrays.guess_of_hidden] == list(game.hidden)


def test_a_game_is_sorted_once_and_forgotten_with_it():
    game = wl.wordle(wl.words.tiny())
    first = search_order.sorted_arrays(game)
    assert all(a is b for a, b in zip(first, search_order.sorted_arrays(game), strict=True))
    gone = weakref.ref(game)
    del game
    gc.collect()
    assert gone() is None


def test_ones_of_a_number_are_counted(rng):
    for bits in (0, 1, 2**63, 2**64 - 1, *rng.integers(0, 2**64, 50, np.uint64).tolist()):
        assert counting.count_ones(np.uint64(bits)) == bin(bits).count("1")


def test_letters_of_sorted_guesses_are_theirs():
    game = wl.wordle(wl.words.tiny(), mode="hard")
    arrays, order, _ = search_order.sorted_arrays(game)
    assert np.array_equal(arrays.letters, game.letters[order])
    assert np.array_equal(arrays.letter_sets, game.letter_sets[order])
    assert game.arrays.letters is game.letters

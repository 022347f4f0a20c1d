"""Small sets with which a Hinter survives: the plain recursion on small games, and the stored sets searched anew."""

from itertools import combinations

import naive
import numpy as np
import pytest
from games import Kept, rounds, words_game
from refusals import refuses

import wordlelib as wl
from wordlelib.adversary import obstructions
from wordlelib.core.packing import unpack_sets
from wordlelib.game.words import original as lists
from wordlelib.lab import results
from wordlelib.lab.sweeps_adversary import stored_fours


@pytest.fixture
def rng():
    return np.random.default_rng(17)


def holds_out(kept, words, turns):
    """Whether the Hinter survives with these words; nobody survives with one or none."""
    return len(words) > 1 and min(naive.guaranteed(kept.rule, kept.game.guesses, words).values()) > turns


def test_no_word_can_be_spared(rng):
    sizes = set()
    family = Kept(wl.wordle(["fight", "light", "might", "night", "right", "sight"]), naive.feedback)
    for i in rounds(60):
        kept = words_game(rng, most=9) if i else family
        game = kept.game
        for turns in (1, 2, 3):
            for words in (None, list(rng.permutation(game.hidden)[: len(game.hidden) - 1])):
                found = obstructions.small_set(game, turns, rng, words)
                if found is None:
                    assert not holds_out(kept, game.hidden if words is None else words, turns)
                    continue
                assert holds_out(kept, found, turns) and found == sorted(found, key=game.hidden.index)
                assert set(found) <= set(game.hidden if words is None else words)
                assert not any(holds_out(kept, [w for w in found if w != word], turns) for word in found)
                sizes.add((turns, len(found)))
    assert {turns for turns, _ in sizes} == {1, 2, 3} and (1, 2) in sizes


def test_larger_parts_leave_more_words(rng):
    game = wl.wordle(lists()[0][::9])
    for turns in (2, 3):
        coarse = obstructions.small_set(game, turns, np.random.default_rng(1), least=4)
        fine = obstructions.small_set(game, turns, np.random.default_rng(1))
        assert len(fine) <= len(coarse) and not wl.guarantee(wl.wordle(coarse, game.guesses), turns).possible


def test_the_order_decides_and_the_seed_repeats_it():
    game = wl.wordle(lists()[0][::4])
    found = [obstructions.small_set(game, 3, np.random.default_rng(seed)) for seed in (0, 0, 1, 2, 3)]
    assert found[0] == found[1] and len({tuple(each) for each in found}) > 1


def never_apart(kept, words):
    """Whether no guess tells the words apart."""
    return all(len(naive.partition(kept.rule, guess, words)) < len(words) for guess in kept.game.guesses)


def confusing_games(rng, most, times):
    """Games of words that few guesses tell apart; of those with a letter each, most guesses tell two from the rest."""
    for i in rounds(times):
        if i % 3:
            letters = rng.choice(list("abcdefjklmnop"), most, replace=False)
            ends = rng.choice(["ight", "ound"], most, p=[0.9, 0.1])
            hidden = sorted(map("".join, zip(letters, ends, strict=True)))
            spread = ["".join((*two, "vvv")) for two in combinations(letters, 2)]
            spread += ["".join(rng.choice(letters, 5, replace=False)) for _ in range(i // 3)]
            yield Kept(wl.wordle(hidden, sorted({*hidden, *spread})), naive.feedback)
        else:
            yield words_game(rng, most=most)


def test_fours_and_fives_against_all(rng):
    fours, fives, guesses = [], [], []
    for kept in confusing_games(rng, 12, 12):
        hidden = kept.game.hidden
        plain = [tuple(four) for four in combinations(hidden, 4) if never_apart(kept, four)]
        found = obstructions.indistinguishable_quadruples(kept.game)
        assert found == sorted(plain)
        parts = [obstructions.indistinguishable_quadruples(kept.game, first, 1) for first in range(len(hidden))]
        assert {four for part in parts for four in part} == set(found)
        some = hidden[::-1][:10]
        plain = [five for five in combinations(some[::-1], 5) if never_apart(kept, five)]
        assert obstructions.indistinguishable_quintuples(kept.game, some) == sorted(plain)
        fours.append(len(found))
        fives.append(len(plain))
        guesses.append(len(kept.game.guesses))
    assert 0 in fours and max(fours) > 10 and 0 in fives and max(fives) > 10
    assert min(guesses) < obstructions.BITS < max(guesses)  # those that bits stand for are all, or some


@pytest.mark.parametrize(("hidden", "guesses"), [(4, 64), (5, 66), (6, 70), (8, 100)])
def test_a_four_of_which_each_guess_confuses_one_pair(hidden, guesses):
    """All pairs are confused by about a sixth, and no third word joins a pair more often than it must."""
    words, pairs = [f"h{i}" for i in range(hidden)], list(combinations(range(4), 2))

    def answer(guess, word):
        i, j = int(word[1:]), int(guess[1:])
        pair = pairs[j % 6] if guess[0] == "x" else [p for p in pairs if j not in p][j % 3]
        return "found" if guess == word else "either" if i in pair else word

    game = wl.from_answers(words, [*words, *(f"x{j}" for j in range(hidden, guesses))], answer)
    assert obstructions.indistinguishable_quadruples(game) == [tuple(words[:4])]


def test_more_sets_than_there_is_room_for(monkeypatch):
    words = [letter + "ight" for letter in "abcdefjk"]
    game = wl.wordle(words)

    def ask():
        around = obstructions.sets_kept_together(game, 6, 5, [words[:2], words[3:5]])
        return obstructions.indistinguishable_quadruples(game), around

    every = ask()
    assert min(map(len, every)) > 10
    monkeypatch.setattr(obstructions, "ROOM", 3)
    assert ask() == every


def keeps(kept, words, together, fours=()):
    """Whether every guess leaves so many of some words together or one of some fours."""
    for guess in kept.game.guesses:
        classes = naive.partition(kept.rule, guess, words).values()
        if not any(len(some) >= together or set(four) <= set(some) for some in classes for four in [*fours, words]):
            return False
    return True


def test_sets_kept_together_against_all(rng):
    sizes = []
    for kept in confusing_games(rng, 11, 6):
        hidden = kept.game.hidden
        fours = obstructions.indistinguishable_quadruples(kept.game)
        for size, together in ((6, 4), (7, 5), (8, 5), (9, 6))[: max(len(hidden) - 5, 0)]:
            every = list(combinations(sorted(hidden), size))
            plain = [words for words in every if keeps(kept, words, together, fours)]
            around = [words for words in plain if any(set(four) <= set(words) for four in fours)]
            if size - together < 4:
                assert obstructions.sets_kept_together(kept.game, size, together, fours, fours) == around
            length = size - together + 1
            starts = [hidden[i : i + length] for i in range(0, len(hidden) - length + 1, 3)]
            plain = [words for words in every if keeps(kept, words, together)]
            expected = [words for words in plain if any(set(start) <= set(words) for start in starts)]
            assert obstructions.sets_kept_together(kept.game, size, together, starts) == expected
            sizes.append((len(around), len(expected)))
    assert (0, 0) in sizes and min(map(max, zip(*sizes, strict=True))) > 10


def test_eight_words_that_survive_are_found_around_fours_or_fives(rng):
    """The argument of the page, where some guess tells any three words apart."""
    survivors = []
    for kept in confusing_games(rng, 10, 12):
        game = kept.game
        if len(game.hidden) < 8 or any(never_apart(kept, three) for three in combinations(game.hidden, 3)):
            continue
        fours = obstructions.indistinguishable_quadruples(game)
        found = set(obstructions.sets_kept_together(game, 8, 5, fours, fours))
        for words in game.start().partition(game.guesses[0]).values():
            fives = obstructions.indistinguishable_quintuples(game, words)
            found |= set(obstructions.sets_kept_together(game, 8, 5, fives))
        plain = {words for words in combinations(sorted(game.hidden), 8) if survives_three(kept, words)}
        assert plain <= found
        survivors.append(len(plain))
    assert 0 in survivors and max(survivors) > 10


def survives_three(kept, words):
    """Whether each guess leaves a class of some words that no second guess tells apart."""
    for guess in kept.game.guesses:
        classes = naive.partition(kept.rule, guess, words).values()
        if not any(len(some) > 1 and never_apart(kept, some) for some in classes):
            return False
    return True


def test_what_is_refused(tiny, rng):
    refuses("^first: 25; expected", obstructions.indistinguishable_quadruples, tiny, 25)
    refuses("^words: 24; expected", obstructions.indistinguishable_quadruples, tiny, 1, 24)
    refuses("^game: hard mode; expected easy mode", obstructions.small_set, wl.wordle(tiny.hidden, mode="hard"), 2, rng)
    for words in (["fight", "zzzzz"], ["fight", "fight"]):
        refuses("^words: .*; expected some of the hidden words, each once", obstructions.small_set, tiny, 2, rng, words)
    four = tiny.hidden[:4]
    refuses("^starts: .*; expected sets of 5 to 9 hidden words", obstructions.sets_kept_together, tiny, 9, 5, [four])
    refuses("^fours: .*; expected sets of 4 hidden", obstructions.sets_kept_together, tiny, 8, 5, [four], [four[:3]])
    refuses("^size: 0; expected", obstructions.sets_kept_together, tiny, 0, 5, [four])
    refuses("^together: 9; expected", obstructions.sets_kept_together, tiny, 8, 9, [four])


@pytest.fixture(scope="module")
def stored():
    return results.results("small_sets")["rows"]


def test_stored_sets_have_their_sizes(stored):
    assert all(len(unpack_sets(row["set"])[0]) == row["words"] for row in stored)


@pytest.mark.large
def test_the_stored_fours(answers_game):
    """No guess tells them apart, by the plain rule for some and by the codes for all; a part is found again."""
    rows = [row for row in results.results("fours")["rows"] if row["fours"]]
    row = min(rows, key=lambda row: row["cpu_seconds"])
    found = obstructions.indistinguishable_quadruples(answers_game, row["first"], row["words"])
    assert [" ".join(four) for four in found] == row["fours"]
    fours = stored_fours()
    kept, number = Kept(answers_game, naive.feedback), {word: i for i, word in enumerate(answers_game.hidden)}
    assert fours and all(never_apart(kept, four) for four in fours[::20])
    for four in fours:
        codes = np.sort(answers_game.codes[:, [number[word] for word in four]], axis=1)
        assert (codes[:, 1:] == codes[:, :-1]).any(axis=1).all()


@pytest.mark.slow
@pytest.mark.large
def test_stored_sets_survive(stored):
    """A fresh search on the words alone refutes four guesses; its obstructions are checked from the definition."""
    answers = lists()[0]
    row = min(stored, key=lambda row: row["words"])
    words = [answers[i] for i in unpack_sets(row["set"])[0]]
    game = wl.wordle(words, answers)
    found = wl.guarantee(game, row["turns"])
    assert not found.possible
    assert naive.refutes(game.codes, game.solved, game.hidden, found.refutation, row["turns"])

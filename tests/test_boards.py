from itertools import product

import naive
import numpy as np
import pytest
from games import rounds
from refusals import refused, refuses

import wordlelib as wl
from wordlelib.lab import boards_sweep
from wordlelib.search import boards as room
from wordlelib.search.boards import Boards, BoardsRollout, BoardsSolver, Decomposed, lower_bound, opening_bounds, total

POLICIES = (
    Decomposed(),
    Decomposed(bonus=0),
    Decomposed("in-turn", 3),
    Decomposed("bound"),
    BoardsRollout(Decomposed(), 3),
)
ANSWERS = wl.words.original()[0]


def small_game(seed, most=7, further=4):
    """A game of few words of a small alphabet, with some guesses that are not hidden."""
    rng = np.random.default_rng(seed)
    words = ["".join(rng.choice(list("abc"), 3)) for _ in range(4 * most)]
    words = list(dict.fromkeys(words))
    hidden = words[: int(rng.integers(1, most))]
    return wl.wordle(hidden, words[: len(hidden) + int(rng.integers(0, further))])


def words_of(boards):
    return [tuple(boards.game.hidden[i] for i in members) for members in (boards.first, boards.second)]


def beliefs_of(game):
    """The belief before the first guess, and those that any two guesses leave."""
    found, last = [], [Boards.start(game)]
    for _ in range(3):
        found += last
        last = [each for here in last for guess in game.guesses for each in room.children(here, guess)]
        last = list({str(words_of(each)): each for each in last if not each.solved}.values())
    return found


@pytest.mark.parametrize("seed", rounds(25))
def test_the_least_total_is_that_of_the_recursion(seed):
    game = small_game(seed)
    solver = BoardsSolver(game)
    for here in beliefs_of(game):
        least = naive.two_boards(naive.feedback, game.guesses, *words_of(here))
        assert solver.least(here) == least
        below = room.children(here, solver.decide(here))
        assert here.pairs + sum(solver.least(each) for each in below if not each.solved) == least


@pytest.mark.parametrize("seed", rounds(25))
def test_bounds_rise_and_stay_below(seed):
    game = small_game(seed, 9)
    solver, start = BoardsSolver(game), Boards.start(game)
    for here in beliefs_of(game):
        bounds = [lower_bound(here, steps) for steps in range(3)]
        assert sorted(bounds) == bounds and bounds[-1] <= solver.least(here)
    for guess, bound in zip(game.guesses, opening_bounds(game), strict=True):
        below = [each for each in room.children(start, guess) if not each.solved]
        assert bound <= start.pairs + sum(solver.least(each) for each in below)
        assert bound <= start.pairs + sum(lower_bound(each) for each in below)


def test_bounds_are_met_and_missed():
    family = wl.wordle(["batch", "catch", "hatch", "latch", "match", "patch"])
    start = Boards.start(family)
    assert lower_bound(start, 0) == 91 < lower_bound(start, 2) < BoardsSolver(family).least(start)
    game = wl.wordle(ANSWERS[::100])
    start, value = Boards.start(game), BoardsSolver(game).least(Boards.start(game))
    assert lower_bound(start, 1) < lower_bound(start, 2) < value
    assert total(Decomposed().games(start)) >= value


@pytest.mark.parametrize("policy", POLICIES, ids=repr)
def test_games_are_those_that_a_replay_counts(policy):
    for seed in rounds(10):
        game = small_game(seed, 9)
        starts = [Boards.start(game), *beliefs_of(game)[1:4]]
        for here in starts:
            left = words_of(here)

            def choose(one, two, game=game):
                first, second = ([game.hidden.index(word) for word in words] for words in (one, two))
                state = Boards(game, np.array(first, np.int32), np.array(second, np.int32))
                if not first:
                    state = Boards(game, state.second, state.first)
                return policy.decide(state)

            pairs = product(*(words or ("",) for words in left))
            used = [naive.play_two_boards(rule_of_words, pair, left, choose) for pair in pairs]
            counts = policy.games(here)
            assert counts.tolist() == np.bincount(used, minlength=len(counts)).tolist()
            assert counts.sum() == here.pairs and total(counts) == sum(used)


def rule_of_words(guess, word):
    return naive.feedback(guess, word) if word else ""


@pytest.mark.parametrize("seed", rounds(10))
def test_information_about_the_pair_is_the_sum_over_the_boards(seed):
    game = small_game(seed, 9)
    for here in beliefs_of(game)[:9]:
        costs = Decomposed(bonus=0).costs(here)
        for guess, cost in zip(game.guesses, costs, strict=True):
            rows = [
                tuple(rule_of_words(guess, w) for w in pair) for pair in product(*(x or [""] for x in words_of(here)))
            ]
            share = np.unique(["|".join(row) for row in rows], return_counts=True)[1] / len(rows)
            assert np.log2(here.pairs) - cost == pytest.approx(-(share * np.log2(share)).sum(), abs=1e-9)


def test_in_turn_looks_at_one_board():
    game = wl.wordle(ANSWERS[::100])
    here = next(
        each for each in room.children(Boards.start(game), "aback") if min(len(each.first), len(each.second)) > 4
    )
    alone = Boards(game, here.first, here.first[:0])
    assert np.allclose(Decomposed("in-turn", 0).costs(here), Decomposed(bonus=0).costs(alone))


def test_large_classes_are_counted_as_small_ones():
    """Below and above the size up to which words are compared in pairs."""
    game = wl.wordle(ANSWERS[::8])
    codes = game.codes[game.find("aback")]
    size = max(np.bincount(codes))
    assert size > room.kernels.FEW
    expected = [min(len(c) - len(set(game.codes[g, c])) for g in range(len(game.guesses))) for c in classes_of(codes)]
    members = np.concatenate(classes_of(codes)).astype(np.int32)
    offsets = np.append(0, np.cumsum([len(c) for c in classes_of(codes)]))
    out = np.empty(len(expected), np.int64)
    room.kernels.fewest_doubles(game.arrays, members, offsets, room._desk(game), out)
    assert out.tolist() == expected


def classes_of(codes):
    return [np.flatnonzero(codes == code) for code in np.unique(codes)]


def test_rollout_gains_on_its_base():
    game = wl.wordle(ANSWERS[::40])
    start, base = Boards.start(game), Decomposed(bonus=1)
    assert total(BoardsRollout(base, 5).games(start)) < total(base.games(start))
    best = BoardsRollout(base, 5).q_factors(start)
    assert [line.score for line in best] == sorted(line.score for line in best)
    assert best[0].score == total(base.games(start, best[0].guess)) / start.pairs


def test_boards_go_on_after_a_row():
    game = wl.wordle(wl.words.tiny())
    one, two = game.hidden[:2]
    here = Boards.start(game).after(one, (game.answer(one, one), game.answer(one, two)))
    assert here.first.size == 0 and 1 in here.second and not here.solved and here.pairs == here.left
    then = here.after(two, ("", game.answer(two, two)))
    assert then.solved and repr(then) == "<two boards: 0 and 0 words possible>"
    refuses("boards: .*; expected a board that is not solved", Decomposed().games, then)


TINY = wl.wordle(wl.words.tiny())
START = Boards.start(TINY)
test_bad_input_is_named = refused(
    (lambda: Boards.start(wl.wordle(wl.words.tiny(), mode="hard")), "game: .*; expected easy mode and a uniform prior"),
    (lambda: Boards.start(wl.wordle(["ab", "ba"], prior=[1, 2])), "game: .*; expected easy mode and a uniform prior"),
    (lambda: Boards(TINY, [1, 0], [1, 0]), "first: .*; expected numbers of the words left on one board, ascending"),
    (lambda: Boards(TINY, [0, 1], [1, 2]), "second: 1 words are among the first board's; expected all of them or none"),
    (lambda: START.after("stone", ["-----"]), "rows: .*; expected the feedback of two boards"),
    (lambda: START.after("stone", ["ggggy", "-----"]), "rows: 'ggggy' for 'stone'; expected feedback that fits"),
    (lambda: Decomposed("best"), "rule: 'best'; expected one of"),
    (lambda: Decomposed("bound", 1), "bonus: 1.* with rule 'bound'; expected 0"),
    (lambda: BoardsRollout("x"), "base: 'x'; expected a Decomposed policy"),
    (lambda: lower_bound(START, 3), "steps: 3; expected a whole number from 0 to 2"),
    (lambda: BoardsSolver(wl.wordle(["ab"])).least(START), "boards: .*; expected boards of"),
    (lambda: Decomposed().games(START, "zzzzz"), "opening: 'zzzzz' is not one of"),
)


def test_numbers_of_games_do_not_wrap_around():
    assert total([0, 2**31 - 1, 2**31 - 1]) == 3 * (2**31 - 1)
    refuses("counts: 2147483648", total, [0, 2**31])


def test_a_guess_that_tells_nothing_is_refused():
    game = wl.wordle(["ab", "ba"], ["ab", "ba", "cd"])
    refuses("opening: 'cd' with .* tells nothing", Decomposed().games, Boards.start(game), "cd")
    assert "cd" not in [line.guess for line in BoardsRollout(Decomposed()).q_factors(Boards.start(game))]


def test_the_sweep_adds_up(monkeypatch):
    game = wl.wordle(ANSWERS[::100], sorted({*ANSWERS[::100], "salet"}))
    boards_sweep._classes.cache_clear()
    monkeypatch.setattr(boards_sweep, "original_game", lambda: game)
    monkeypatch.setattr(boards_sweep, "SAMPLE", 20)
    rows = [task | boards_sweep.play_boards(**task) for task in boards_sweep.boards().tasks]
    pairs = len(game.hidden) ** 2
    assert all(sum(row["games"]) == pairs for row in rows if row["kind"] == "policy")
    assert sum(row["games"][-1] >= 0 and sum(row["games"]) for row in rows if row["kind"] == "rollout") == pairs
    bound = pairs + sum(row["bound"] for row in rows if row["kind"] == "one step")
    base = next(row for row in rows if row["kind"] == "policy")
    rollout = sum(total(np.array(row["games"])) for row in rows if row["kind"] == "rollout")
    assert opening_bounds(game, ["salet"])[0] <= bound <= rollout <= total(np.array(base["games"]))
    assert all(
        a <= b for row in rows if row["kind"] == "two steps" for a, b in zip(row["one"], row["two"], strict=True)
    )
    boards_sweep._classes.cache_clear()
    monkeypatch.setattr(boards_sweep, "CHUNK", 10)
    tasks = boards_sweep.board_openings().tasks
    assert sum(boards_sweep.bound_openings(**task)["openings"] for task in tasks) == len(game.guesses)

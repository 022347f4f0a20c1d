from functools import reduce
from itertools import combinations
from operator import or_

import naive
import numpy as np
import pytest
from games import KINDS, Kept, changed, family_game, mastermind_game, positions, rounds, some_game, table_game
from refusals import refuses

import wordlelib as wl
from wordlelib.adversary import guarantees as module
from wordlelib.adversary.guarantees import Guaranteed, GuaranteeSolver, guarantee
from wordlelib.game.game import MODES
from wordlelib.kernels import guarantees as kernels
from wordlelib.kernels.guarantees import learn_obstruction

FAMILY = [letter + "atch" for letter in "bchlmpw"]


def truth(kept, state=None):
    """The least number of guesses for each opening."""
    game = kept.game
    state = game.start() if state is None else state
    return naive.guaranteed(kept.rule, game.guesses, state.words, state.history, game.mode)


def check_tree(kept, found):
    """Replay a strategy word by word: nobody takes more guesses than the cap, and hints are kept."""
    game = kept.game
    modes = {"hard": kept.hard, "strict": game.mode == "strict"}
    taken = naive.replay(found.tree.path, kept.rule, game.hidden, set(game.guesses), **modes)
    assert max(taken.values()) <= found.cap
    assert found.tree.opening == found.opening and found.refutation == {}


def check(kept, cap, opening=None, whole=True):
    """Ask for a guarantee and check what comes with the answer; `whole`: the refutation must be a proof."""
    game = kept.game
    found = guarantee(game, cap, opening)
    assert found.cap == cap and found.seconds >= 0 and found.nodes >= 0
    if found.possible:
        check_tree(kept, found)
        assert opening in (None, found.opening)
    else:
        assert found.opening is None and found.tree is None
        if whole and opening is None and game.mode == "easy":
            assert naive.refutes(game.codes, game.solved, game.hidden, found.refutation, cap)
    return found


@pytest.mark.parametrize("part", range(KINDS))
def test_the_answer_is_that_of_the_recursion(part):
    rng = np.random.default_rng(part)
    caps = []
    for i in rounds(28):
        kept = some_game(rng, KINDS * i + part)
        least = min(truth(kept).values())
        for cap in range(1, least + 1):
            assert check(kept, cap).possible == (cap == least)
        caps.append(least)
    assert max(caps) >= 3 and min(caps) <= 3


@pytest.mark.parametrize("part", range(KINDS))
def test_every_opening(part):
    rng = np.random.default_rng(100 + part)
    for i in range(3):
        kept = some_game(rng, KINDS * i + part)
        for opening, least in truth(kept).items():
            if len(kept.game.start().partition(opening)) == 1 < len(kept.game.hidden):
                continue
            for cap in range(max(1, least - 1), least + 1):
                assert check(kept, cap, opening).possible == (cap == least)


@pytest.mark.parametrize("part", range(KINDS))
def test_one_solver_asked_in_any_order_answers_like_fresh_ones(part):
    rng = np.random.default_rng(200 + part)
    for i in range(4):
        kept = some_game(rng, KINDS * i + part)
        solver, questions = GuaranteeSolver(kept.game), []
        for state in positions(rng, kept, 4):
            enough = truth(kept, state)
            least = min(enough.values())
            questions += [(state, left, None, left >= least, enough) for left in range(1, least + 2)]
            questions.append((state, None, None, least, enough))
            for opening, number in rng.permutation(list(enough.items()))[:3]:
                opening, number = str(opening), int(number)
                questions += [(state, number - 1, opening, False, enough)] * (number > 1)
                questions += [(state, number + more, opening, True, enough) for more in range(2)]
        for q in rng.permutation(len(questions)):
            state, left, opening, answer, enough = questions[q]
            if left is None:
                assert solver.least(state) == answer
                continue
            found = solver.search(state, left, opening)
            assert (found is not None) == answer
            assert found is None or (enough[found] <= left and opening in (None, found))


def test_hard_and_strict_mode_may_need_more_than_easy_mode():
    rng = np.random.default_rng(5)
    more = {"hard": 0, "strict": 0}
    for _ in rounds(30):
        easy = family_game(rng, "easy").game
        found = {mode: wl.wordle(easy.hidden, easy.guesses, mode) for mode in MODES}
        least = {mode: GuaranteeSolver(game).least(game.start()) for mode, game in found.items()}
        for mode in more:
            kept = naive.guaranteed(naive.feedback, easy.guesses, easy.hidden, (), mode)
            assert least[mode] == min(kept.values()) >= least["easy"]
            more[mode] += least[mode] > least["easy"]
    assert min(more.values()) > len(rounds(30)) / 3, more


@pytest.mark.parametrize("turned", [False, True])
def test_the_same_words_under_other_hints(turned):
    """A guess that cannot be the hidden word leaves all words, but in hard mode not all guesses."""
    game = wl.wordle(FAMILY, [*FAMILY, "fuzzy", "xatch", "champ", "blimp"], "hard")
    solver, least = GuaranteeSolver(game), {}
    states = [game.start().after(*row) for row in (("fuzzy", "-----"), ("xatch", "-gggg"))]
    for state in states[::-1] if turned else states:
        enough = naive.guaranteed(naive.feedback, game.guesses, FAMILY, state.history, "hard")
        least[state.history[0][0]] = min(enough.values())
        assert state.words == FAMILY
        for left in range(1, 8):
            assert (solver.search(state, left) is not None) == (left >= min(enough.values()))
    assert least["fuzzy"] < least["xatch"]


@pytest.mark.parametrize("mode", MODES)
def test_a_prior_plays_no_part(mode):
    weights = [1, 900, 1, 30, 1, 1, 70]
    further = ["champ", "blimp", "crawl"] if mode != "strict" else []
    for prior in (None, weights):
        game = wl.wordle(FAMILY, [*FAMILY, *further], mode, prior)
        least = min(naive.guaranteed(naive.feedback, game.guesses, FAMILY, (), mode).values())
        assert [guarantee(game, cap).possible for cap in range(1, 9)] == [cap >= least for cap in range(1, 9)]


def test_one_word_and_two_words():
    for mode in MODES:
        one = wl.wordle(["crane"], ["crane", "slate"], mode)
        assert guarantee(one, 1).opening == "crane" and guarantee(one, 1).tree.worst == 1
        two = wl.wordle(["crane", "slate"], ["crane", "fuzzy", "slate"], mode)
        no = guarantee(two, 1)
        assert not no.possible and no.refutation == {} and naive.refutes(two.codes, two.solved, two.hidden, {}, 1)
        assert guarantee(two, 2).tree.worst == 2
    easy = wl.wordle(["crane", "slate"], ["crane", "fuzzy", "slate"])
    one = wl.wordle(["crane"], ["crane", "slate"])
    for game, wasted, enough in ((easy, "fuzzy", 3), (one, "slate", 2)):
        for cap in range(1, enough + 2):
            assert GuaranteeSolver(game).search(game.start(), cap, wasted) == (wasted if cap >= enough else None)
            refuses(f"opening: '{wasted}' tells nothing; expected a guess that does", guarantee, game, cap, wasted)


def test_an_opening_that_tells_nothing_costs_a_guess():
    game = wl.wordle(FAMILY, [*FAMILY, "fuzzy", "champ", "blimp"])
    solver = GuaranteeSolver(game)
    least = solver.least(game.start())
    assert solver.search(game.start(), least, "fuzzy") is None
    assert solver.search(game.start(), least + 1, "fuzzy") == "fuzzy"


@pytest.mark.parametrize("cap", [7, 8, 1000, 10**12, np.int64(9)])
def test_more_guesses_than_words_are_always_enough(cap):
    for mode in MODES:
        found = guarantee(wl.wordle(FAMILY, mode=mode), cap)
        assert found.possible and found.cap == cap and found.tree.worst <= 7
        assert guarantee(wl.wordle(FAMILY, mode=mode), cap, "match").opening == "match"
    wasted = wl.wordle(FAMILY, [*FAMILY, "fuzzy"])
    assert GuaranteeSolver(wasted).search(wasted.start(), cap, "fuzzy") == (None if cap == 7 else "fuzzy")


def random_state(rng, game, size):
    some = np.sort(rng.choice(len(game.hidden), size, replace=False)).astype(np.int32)
    return wl.State(game, some, game.start().allowed, game.start().rows)


@pytest.mark.parametrize("guesses", [63, 64, 65, 128, 150])
def test_many_guesses(guesses):
    """A guess has its bit in one of several numbers; the last ones tell least or most."""
    rng = np.random.default_rng(guesses)
    for i in rounds(3):
        kept = changed(rng, table_game(rng, 8, guesses - 8, 2, poor=guesses - 8 - 3 * i))
        enough = truth(kept)
        least = min(enough.values())
        for cap in range(1, least + 1):
            assert check(kept, cap).possible == (cap == least)
        best = [opening for opening, number in enough.items() if number == least]
        assert guarantee(kept.game, least, best[-1]).opening == best[-1]


def test_more_codes_and_classes_than_a_byte_holds():
    things = [f"t{i:03}" for i in range(262)]
    table = {("x", thing): str(i % 261) for i, thing in enumerate(things)} | {
        ("y", thing): str(i % 3) for i, thing in enumerate(things)
    }
    game = wl.from_answers(
        things, ["x", *things, "y"], lambda g, h: "found" if g == h else table.get((g, h), "no" if g < h else "not")
    )
    assert game.codes.dtype == np.uint16 and game.cells > 256
    solver = GuaranteeSolver(game)
    assert solver.least(game.start()) == 3 and solver.search(game.start(), 3) == "x"
    rng = np.random.default_rng(0)
    for size in (2, 3, 4, 6):
        kept = Kept(game, lambda g, h: game.answer(g, h))
        state = random_state(rng, game, size)
        enough = naive.guaranteed(kept.rule, ["x", "y", *state.words], state.words)
        assert solver.least(state) == min(enough.values())


@pytest.mark.large
@pytest.mark.parametrize("words", [254, 255, 256, 257])
def test_shrinking_large_beliefs(words):
    """All guesses but one tell one word from the others; the one confuses a single pair, or three words."""
    things = [f"t{i:03}" for i in range(words)]
    for alike in (2, 3):
        game = wl.from_answers(
            things,
            [*things, "x"],
            lambda g, h, alike=alike: "found" if g == h else h if g == "x" and things.index(h) >= alike else "no",
        )
        found = guarantee(game, 2)
        assert not found.possible
        if words - alike + 1 < 255:
            assert found.refutation == {2: [tuple(things[:3])]} if alike == 3 else found.refutation != {}
        assert found.refutation == {} or naive.refutes(game.codes, game.solved, game.hidden, found.refutation, 2)


@pytest.mark.parametrize("cap", [8, 9, 10])
def test_levels_above_eight(cap):
    family = [letter + "atch" for letter in "bchlmpwdfgx"[: cap + 1]]
    kept = Kept(wl.wordle(family), naive.feedback)
    no = check(kept, cap)
    assert not no.possible and max(no.refutation) == cap
    assert check(kept, cap + 1).possible
    helped = Kept(wl.wordle(family, [*family, "champ"]), naive.feedback)
    assert min(truth(helped).values()) <= cap and check(helped, cap).possible


def test_a_large_cap_before_anything_is_learned():
    """Obstructions of levels of which there is none yet."""
    things = [f"t{i:02}" for i in range(40)]
    game = wl.from_answers(things, [*things, "x"], lambda g, h: "found" if g == h else h if g == "x" else "no")
    solver = GuaranteeSolver(game)
    for left in (30, 12, 9, 8, 2):
        assert solver.search(game.start(), left) == "x"
        assert solver.search(game.start(), left, "t07") == ("t07" if left > 2 else None)
    assert solver.obstructions() == {}


def test_obstructions_have_no_word_too_many():
    rng = np.random.default_rng(11)
    seen = 0
    for i in range(40):
        kept = family_game(rng, "easy") if i % 2 else changed(rng, table_game(rng, 9, 6, 3))
        game, least = kept.game, min(truth(kept).values())
        found = guarantee(game, max(least - 1, 1))
        for level, sets in found.refutation.items():
            assert all(len(words) > level for words in sets)
            assert len(set(map(frozenset, sets))) == len(sets)
        for words in found.refutation.get(2, []):
            for some in combinations(words, len(words) - 1):
                if len(some) > 1:
                    classes = [len(naive.partition(kept.rule, guess, some)) for guess in game.guesses]
                    assert max(classes) == len(some)
                    seen += 1
    assert seen > 100


def test_what_was_learned_is_used():
    further = ["abbey", "crane", "fuzzy", "slate"]
    game = wl.wordle([*FAMILY, *further], [*FAMILY, *further, "blimp", "champ"])
    solver, start = GuaranteeSolver(game), game.start()
    family = np.array(sorted(game.hidden.index(word) for word in FAMILY), np.int32)
    least = solver.least(wl.State(game, family, start.allowed, start.rows))
    for left in range(2, least):
        learned, before = solver.obstructions(), solver.nodes
        assert solver.search(start, left) is None
        assert solver.nodes == before and solver.obstructions() == learned
    assert solver.search(start, least + 1) is not None
    before = solver.nodes
    assert solver.search(start, least + 1) is not None and solver.nodes == before


@pytest.mark.parametrize("part", range(KINDS))
def test_the_same_question_again_takes_no_search(part):
    rng = np.random.default_rng(300 + part)
    for i in range(3):
        solver = GuaranteeSolver(some_game(rng, KINDS * i + part).game)
        start = solver.game.start()
        lefts = range(1, solver.least(start) + 1)
        before = solver.nodes, solver.obstructions()
        assert [solver.search(start, left) is not None for left in lefts] == [left == lefts[-1] for left in lefts]
        assert (solver.nodes, solver.obstructions()) == before


def test_unions_keep_no_word_that_is_not_needed():
    """Obstructions of a family: any three words, constant under all guesses but these three."""
    rng = np.random.default_rng(8)
    triples = np.array(list(combinations(range(len(FAMILY)), 3)), np.int32)
    dropped = 0
    for _ in range(40):
        solver = GuaranteeSolver(wl.wordle(FAMILY))
        some = rng.permutation(triples)[: int(rng.integers(4, 12))]
        solver._make_level(2)
        for words in some:
            learn_obstruction(solver._sorted.arrays, solver._store, solver._room, words, 2)
        masks = solver._store.masks[: len(some), 0].tolist()
        numbers = [i for i, mask in enumerate(masks) if mask & ~reduce(or_, masks[:i], 0)]  # the others add nothing
        some = some[numbers]

        def rules_out(words, some=some):
            inside = [set(FAMILY[i] for i in three) for three in some.tolist() if set(three) <= set(words)]
            return all(any(guess not in three for three in inside) for guess in FAMILY)

        everything = sorted(set(some.ravel().tolist()))
        if rules_out(everything):
            count = kernels.fewest_words(solver._store, solver._room, np.array(numbers))
            kept = solver._room.kept[:count].tolist()
            assert rules_out(kept) and not any(rules_out([w for w in kept if w != word]) for word in kept)
            dropped += len(kept) < len(everything)
    assert dropped > 10


def test_a_search_that_stops_and_goes_on(monkeypatch):
    rng = np.random.default_rng(3)
    monkeypatch.setattr(module, "SLICE", 1)
    for i in range(2 * KINDS):
        kept = some_game(rng, i)
        least = min(truth(kept).values())
        assert [check(kept, cap).possible for cap in range(1, least + 1)] == [False] * (least - 1) + [True]


def test_an_interrupted_search_leaves_the_solver_right(monkeypatch):
    rng = np.random.default_rng(4)
    monkeypatch.setattr(module, "SLICE", 1)
    run, interrupted = module.run_search, 0
    for i in rounds(3 * KINDS):
        kept = some_game(rng, i)
        solver, start = GuaranteeSolver(kept.game), kept.game.start()
        enough = truth(kept)
        least = min(enough.values())
        for steps in range(1, 8):
            calls = iter(range(steps))

            def stopped(*arguments, calls=calls):
                result = run(*arguments)
                if next(calls, None) is None:
                    raise KeyboardInterrupt
                return result

            monkeypatch.setattr(module, "run_search", stopped)
            for left in range(least, 1, -1):
                try:
                    solver.search(start, left)
                except KeyboardInterrupt:
                    interrupted += 1
            monkeypatch.setattr(module, "run_search", run)
            for state in positions(rng, kept, 2):
                assert solver.least(state) == min(truth(kept, state).values())
    assert interrupted > 20 * len(rounds(3 * KINDS)) / (3 * KINDS)


@pytest.mark.parametrize("mode", MODES)
def test_bad_openings(mode):
    game = wl.wordle(FAMILY, [*FAMILY, "champ"], mode)
    refuses("opening: 'zzzzz' is not one of the 8 guesses of this game", guarantee, game, 3, "zzzzz")
    solver, state = GuaranteeSolver(game), game.start().after("batch", "-gggg")
    refuses("^left: 0; expected a number of guesses from 1$", solver.search, state, 0)
    if mode == "easy":
        assert solver.search(state, 9, "champ") == "champ"
        return
    refuses(f"opening: 'champ'; expected a guess that {mode} mode allows", solver.search, state, 3, "champ")


@pytest.mark.parametrize("mode", MODES)
def test_states_that_cannot_be_asked_about(mode):
    game, other = (wl.wordle(FAMILY, mode=mode) for _ in range(2))
    solver, state = GuaranteeSolver(game), game.start()
    with pytest.raises(
        ValueError, match="state: .*; expected an unsolved state of .*this one is of another game that looks alike"
    ):
        solver.search(other.start(), 3)
    for allowed in (state.allowed[1:], state.allowed[:1]):
        by_hand = wl.State(game, state.members, allowed, state.rows)
        refuses(f"state: .* allows other guesses than {mode} mode does", solver.search, by_hand, 3)
        refuses(f"state: .* allows other guesses than {mode} mode does", Guaranteed(3).decide, by_hand)
    later = state.after("batch", "-gggg")
    assert solver.least(later) == 6
    if mode == "strict":
        with pytest.raises(ValueError, match="allows other guesses than strict mode does"):
            solver.search(wl.State(game, state.members[:3], state.allowed, state.rows), 3)


def test_the_policy_plays_within_its_cap():
    rng = np.random.default_rng(6)
    for i in rounds(2 * KINDS):
        kept = some_game(rng, i)
        least = min(truth(kept).values())
        policy = Guaranteed(least)
        for _ in range(2):
            tree = wl.play(kept.game, policy)
            check_tree(kept, module.Guarantee(True, least, tree.opening, 0, 0, tree, {}))
        if least > 1:
            with pytest.raises(ValueError, match=f"^cap: {least - 1}; no strategy keeps to it from <start: "):
                wl.play(kept.game, Guaranteed(least - 1))
    assert repr(Guaranteed(4)) == "Guaranteed(4)" and Guaranteed(4).name == "guaranteed"


def test_the_policy_says_when_it_is_too_late():
    game = wl.wordle(FAMILY)
    policy = Guaranteed(7, GuaranteeSolver(game))
    state = game.start().after("batch", "-gggg").after("catch", "-gggg")
    assert policy.decide(state) in state.words
    for cap in (1, 2, 6):
        refuses(f"cap: {cap}; no strategy keeps to it from <batch -gggg, catch -gggg: 5", Guaranteed(cap).decide, state)


ANSWERS = wl.words.original()[0]


@pytest.fixture(scope="module")
def answers():
    return Kept(wl.wordle(ANSWERS), naive.feedback)


@pytest.mark.slow
@pytest.mark.large
def test_five_guesses_are_enough_for_the_original_words_and_four_are_not(answers):
    assert check(answers, 5).possible
    no = check(answers, 4)
    assert not no.possible and sorted(no.refutation) == [2, 3, 4]


@pytest.mark.large
def test_hard_mode_within_five():
    kept = Kept(wl.wordle(ANSWERS, mode="hard"), naive.feedback)
    assert check(kept, 5, "scowl").possible and not check(kept, 5, "raise").possible


@pytest.mark.slow
@pytest.mark.large
def test_strict_mode_within_five():
    kept = Kept(wl.wordle(ANSWERS, mode="strict"), naive.feedback)
    assert check(kept, 5, "scowl").possible and not check(kept, 4).possible


@pytest.mark.slow
@pytest.mark.large
def test_mastermind_takes_five():
    kept = mastermind_game(4, 6)
    assert check(kept, 5).possible and not check(kept, 4).possible


def test_more_guesses_than_can_be_used():
    game = wl.wordle(FAMILY)
    assert guarantee(game, 2**62).possible and Guaranteed(2**62).decide(game.start()) in game.guesses

import dataclasses
from itertools import count
from math import inf

import naive
import numpy as np
import pytest
from games import Kept, by_hand, mastermind_game, random_game, random_kept, rounds, table_game, words_game
from refusals import refuses

import wordlelib as wl
from wordlelib.game.search_order import sorted_arrays
from wordlelib.kernels import branch_and_bound, table
from wordlelib.kernels.branch_and_bound import IMPOSSIBLE
from wordlelib.kernels.jit import clock
from wordlelib.lab import results
from wordlelib.search import exact
from wordlelib.search.exact import Bounds, Solver

ALL = 10**12
CAPS = [None, 2, 3, 4, 5]


def ordered(openings):
    return list(openings.values()) == sorted(openings.values())


def value(proof):
    return inf if proof.total is None else proof.total


@pytest.mark.parametrize("seed", range(8))
def test_totals_of_random_games_are_those_of_the_dynamic_program(seed):
    rng = np.random.default_rng(seed)
    for i in rounds(40):
        kept = random_kept(rng, i)
        cap = CAPS[rng.integers(5)]
        expected = kept.totals(cap)
        best = min(expected.values(), default=inf)
        proof = wl.prove(kept.game, cap=cap)
        assert proof.proven and value(proof) == best
        assert (proof.lower, proof.upper) == ((best, best) if best < inf else (None, None))
        assert set(proof.openings.values()) <= {best} and bool(proof.openings) == (best < inf)
        if best < inf:
            kept.check(proof)
            assert proof.mean == best / kept.weight(kept.game.hidden)
        every = wl.prove(kept.game, cap=cap, below=ALL)
        assert kept.telling(every.openings) == expected and ordered(every.openings)
        solver = Solver(kept.game, cap)
        for guess in kept.telling(dict.fromkeys(kept.game.guesses)):
            bounds, number = solver.search(kept.game.start(), guess)
            total = expected.get(guess, inf)
            assert bounds == (Bounds(total, total) if total < inf else Bounds(IMPOSSIBLE, None)) and bounds.proven
            assert number == (kept.game.find(guess) if total < inf else -1)


@pytest.mark.parametrize("cap", CAPS)
def test_each_opening_alone_is_proven_with_a_certificate(rng, cap):
    for i in rounds(12):
        kept = random_kept(rng, i)
        expected = kept.totals(cap)
        for guess in kept.game.guesses[::3]:
            if not kept.telling({guess: None}):
                continue
            proof = wl.prove(kept.game, guess, cap)
            assert proof.proven and proof.opening == guess and value(proof) == expected.get(guess, inf)
            if guess in expected:
                kept.check(proof)
                assert proof.openings == {guess: expected[guess]}
            else:
                assert proof.tree is None and proof.openings == {} and proof.mean is None


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_an_opening_that_tells_nothing_costs_one_guess_more_for_each_word(mode):
    hidden, idle = ["night", "light", "might", "fight"], ["eight", "plumb", "spook", "right"]
    kept = Kept(wl.wordle(hidden, hidden + idle, mode), naive.feedback)
    solver = Solver(kept.game)
    for guess, row in (("eight", "-gggg"), ("right", "-gggg"), ("spook", "-----")):
        total = 4 + kept.optimum(hidden, ((guess, row),))
        assert searched(solver, kept.game.start(), opening=guess) == total
        assert wl.prove(kept.game, below=ALL).openings[guess] == total


@pytest.mark.slow
@pytest.mark.parametrize("prior", [False, True], ids=["uniform", "prior"])
@pytest.mark.parametrize(
    "cap", [pytest.param(None, marks=pytest.mark.large), 3, pytest.param(4, marks=pytest.mark.large)]
)
def test_games_with_large_classes_and_many_answers(rng, cap, prior):
    """Classes of more than 32 things, which guesses that say little leave; more than 64 answers to others."""
    for hidden, answers in ((42, 12), (70, 1000)):
        kept = table_game(rng, hidden, 2, answers, prior, poor=1)
        sizes = []
        solver = Solver(kept.game, cap)
        for guess in kept.game.guesses[-1:]:
            classes = naive.partition(kept.rule, guess, kept.game.hidden)
            sizes += map(len, classes.values())
            left = None if cap is None else cap - 1
            total = kept.weight(kept.game.hidden) + sum(kept.optimum(words, left=left) for words in classes.values())
            assert searched(solver, kept.game.start(), opening=guess) == total
        labels = max(len(set(row.tolist())) for row in kept.game.codes)
        assert (labels > 64 or hidden < 64) and max(sizes) > 32


def test_games_with_more_than_256_codes(rng):
    """One guess of 264 answers, so that labels and codes need two bytes; the others have two each."""
    things = [f"h{i:03}" for i in range(265)]
    labels = dict(zip(things, rng.permutation(265).tolist(), strict=True))

    def rule(guess, thing):
        if guess == thing:
            return "found"
        if guess == "all":
            return str(labels[thing] // 2 if labels[thing] < 4 else labels[thing])
        return str(labels[thing] < labels[guess])

    kept = Kept(wl.from_answers(things, [*things, "all"], rule), rule)
    assert kept.game.codes.dtype == np.uint16 and sorted_arrays(kept.game)[0].by_hidden.dtype == np.uint16
    bounds, number = Solver(kept.game).search(kept.game.start(), "all")
    classes = naive.partition(rule, "all", things).values()
    assert len(classes) == 263
    assert bounds == (265 + sum(kept.optimum(words) for words in classes),) * 2 == (265 + 261 + 3 + 3,) * 2
    assert kept.game.guesses[number] == "all"


@pytest.mark.parametrize("cap", CAPS)
def test_values_in_the_middle_of_a_game(rng, cap):
    """One policy for all states, so that what it remembers of one is used in others."""
    for i in rounds(16):
        kept = random_kept(rng, i)
        policy = wl.Exact(cap)
        for _ in range(10):
            state = kept.game.start()
            for _ in range(int(rng.integers(1, 3))):
                if state.solved:
                    break
                guess = kept.game.guesses[rng.choice(state.allowed)]
                word = state.words[rng.integers(len(state.words))]
                state = state.after(guess, kept.rule(guess, word))
            left = None if cap is None else cap - len(state.rows)
            if state.solved or len(state.words) == 1 or (left is not None and left < 2):
                continue
            expected = kept.optimum(state.words, state.history, left)
            assert policy.value(state) == expected / kept.weight(state.words)
            if expected < inf:
                tree = wl.play(kept.game, policy, state=state)
                assert kept.game.weights @ tree.guesses_used == expected
                assert left is None or tree.worst <= left
            else:
                refuses(f"cap: {cap}; no strategy keeps to it from <", policy.decide, state)


def test_values_in_the_middle_of_a_hard_game(rng):
    """The hints of the rows so far hold on, and no others."""
    asked = 0
    for _ in rounds(48):
        kept = words_game(rng, "hard", most=16)
        solver = Solver(kept.game)
        for guess in kept.game.guesses:
            for row, words in kept.game.start().partition(guess).items():
                if len(words) > 3:
                    state = kept.game.start().after(guess, row)
                    assert searched(solver, state) == kept.optimum(words, ((guess, row),))
                    asked += 1
    assert asked > 50 / 48 * len(rounds(48))


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_guesses_allowed_by_hand(rng, mode):
    """One solver for lists of allowed guesses that differ: none is mistaken for another."""
    for i in rounds(16):
        kept = words_game(rng, mode, prior=bool(i % 2))
        cap = CAPS[rng.integers(5)]
        solver = Solver(kept.game, cap)
        start = kept.game.start()
        further = [
            start.after(guess, row)
            for guess in kept.game.guesses[::3]
            for row, words in start.partition(guess).items()
            if len(words) > 1 and (cap or 9) > 2
        ]
        for whole in (start, *further[:4], start):
            for share in (0, 0.5, 1):
                state = by_hand(rng, whole, share)
                left = None if cap is None else cap - len(state.rows)
                guesses = [kept.game.guesses[g] for g in state.allowed]
                expected = kept.optimum(state.words, state.history, left, guesses)
                assert searched(solver, state) == expected


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_what_is_found_with_all_guesses_is_not_used_with_few(mode):
    """Words of one gap: those of the family tell little of each other, a few other guesses tell much."""
    hidden = [letter + "ight" for letter in "bdefhlmnrst"]
    guesses = [*hidden, "bdefh", "lmnrs", "blmde", "plumb", "uuuuu", "dhmst"]
    kept = Kept(wl.wordle(hidden, guesses, mode), naive.feedback)
    start = kept.game.start()
    everything, known = start.allowed, {}
    lists = (everything, everything[:11], everything[:13], everything[:14], everything[:11])
    solvers = Solver(kept.game), Solver(kept.game)
    for solver, order in zip(solvers, (lists, lists[::-1]), strict=True):
        for allowed in order:
            state = dataclasses.replace(start, allowed=allowed)
            listed = [guesses[g] for g in allowed]
            if len(listed) not in known:
                known[len(listed)] = naive.totals(naive.feedback, listed, hidden, hard=kept.hard)
            expected = known[len(listed)]
            for guess in (None, hidden[0], *listed[11:14]):
                total = min(expected.values()) if guess is None else expected.get(guess)
                assert total is None or searched(solver, state, opening=guess) == total


def searched(solver, state, **options):
    """The value that a search finds."""
    bounds, guess = solver.search(state, **options)
    assert bounds.proven and (guess >= 0) == (bounds.upper is not None)
    return inf if bounds.upper is None else bounds.upper


@pytest.mark.parametrize("fresh", [True, False], ids=["fresh", "after other searches"])
def test_beta_gives_the_value_below_it_and_else_a_bound(rng, fresh):
    for i in rounds(40):
        kept = random_kept(rng, i)
        cap = CAPS[rng.integers(5)]
        expected = kept.totals(cap)
        best = min(expected.values(), default=inf)
        solver = Solver(kept.game, cap)
        start = kept.game.start()
        betas = [0, 1, *(int(min(best, 99)) + d for d in range(-3, 4)), ALL]
        for beta in rng.permutation(betas).tolist():
            for guess in (None, *rng.choice(list(kept.telling(dict.fromkeys(kept.game.guesses))), 2).tolist()):
                total = best if guess is None else expected.get(guess, inf)
                solver = Solver(kept.game, cap) if fresh else solver
                bounds, _ = solver.search(start, guess, beta)
                assert bounds.lower <= min(total, IMPOSSIBLE)
                assert bounds.upper is None or bounds.upper >= total
                if total < beta:
                    assert bounds == Bounds(total, total)
                else:
                    assert bounds.lower >= beta


def test_beta_of_slow_games_never_gives_too_much(rng):
    """Each limit below the value, with a fresh solver: guesses that are dropped by it still count in the bound."""
    for i in rounds(60):
        kept = table_game(rng, 8, 4, 3, prior=bool(i % 2))
        cap = [None, None, 4][i % 3]
        best = kept.optimum(kept.game.hidden, left=cap)
        step = int(kept.game.weights.min())
        for below in range(8) if best < inf else ():
            beta = int(best) - below * step // 2
            bounds, _ = Solver(kept.game, cap).search(kept.game.start(), beta=beta)
            assert beta <= bounds.lower <= best


def test_below_and_gap_give_exactly_the_openings_of_their_range(rng):
    for i in rounds(32):
        kept = random_kept(rng, i)
        cap = CAPS[rng.integers(5)]
        expected = kept.totals(cap)
        best = min(expected.values(), default=inf)
        for width in (0, 1, 2, 7, 400):
            proof = wl.prove(kept.game, cap=cap, gap=width)
            wanted = {guess: total for guess, total in expected.items() if total <= best + width}
            assert kept.telling(proof.openings) == wanted
            assert ordered(proof.openings) and proof.proven and value(proof) == best
            limit = min(best, 10**9) + width - 1
            proof = wl.prove(kept.game, cap=cap, below=limit)
            wanted = {guess: total for guess, total in expected.items() if total < limit}
            assert kept.telling(proof.openings) == wanted
            assert ordered(proof.openings)
            assert proof.opening == (next(iter(proof.openings)) if wanted else proof.tree and proof.tree.opening)
            if wanted:
                assert (proof.lower, proof.upper) == (best, best)
                kept.check(proof)
            elif best < inf:
                assert limit <= proof.lower <= best and not (proof.proven and proof.upper != best)
                kept.check(proof)


@pytest.mark.parametrize(("pegs", "colours"), [(2, 3), (2, 5), (3, 3)])
@pytest.mark.parametrize("cap", [None, 4])
def test_openings_that_are_alike_have_the_same_total(pegs, colours, cap):
    kept = mastermind_game(pegs, colours)
    proof = wl.prove(kept.game, cap=cap, below=ALL)
    kept.game.alike = None
    plain = wl.prove(kept.game, cap=cap, below=ALL)
    assert proof.openings == plain.openings == kept.totals(cap) and ordered(proof.openings)
    assert proof.nodes < plain.nodes or colours**pegs < 10


def test_a_prior_parts_openings_that_would_be_alike():
    kept = mastermind_game(2, 3, range(1, 10))
    proof = wl.prove(kept.game, below=ALL)
    assert proof.openings == kept.totals() and len({proof.openings[row] for row in ("aa", "bb", "cc")}) == 3


def test_least_cap_is_the_least_feasible_one(rng):
    for i in rounds(24):
        kept = random_kept(rng, i)
        openings = [None, *kept.telling(dict.fromkeys(kept.game.guesses))]
        for opening in openings[:3]:
            least = next(cap for cap in count(1) if feasible(kept, opening, cap) < inf)
            proof = wl.prove(kept.game, opening, cap="least")
            assert proof.cap == least and proof.proven and proof.total == feasible(kept, opening, least)
            kept.check(proof)


def feasible(kept, opening, cap):
    totals = kept.totals(cap)
    return min(totals.values(), default=inf) if opening is None else totals.get(opening, inf)


def test_policy_plays_what_was_proven(rng):
    for i in rounds(16):
        kept = random_kept(rng, i)
        tree = wl.play(kept.game, wl.Exact())
        assert kept.game.weights @ tree.guesses_used == kept.optimum(kept.game.hidden)
    assert (repr(wl.Exact()), repr(wl.Exact(6)), wl.Exact().name) == ("Exact()", "Exact(cap=6)", "exact")


def test_guesses_that_are_known_are_best_guesses(rng):
    """Before any search those that are plain to see, after one that was cut off too, and after a whole one always."""
    for i in rounds(40):
        kept = random_kept(rng, i)
        cap = [None, 3, 4, 5][rng.integers(4)]
        expected = kept.totals(cap)
        best = [guess for guess, total in expected.items() if total == min(expected.values())]
        solver = Solver(kept.game, cap)
        for _ in range(2):
            known = solver.known_guess(kept.game.start())
            assert known < 0 or kept.game.guesses[known] in best
            solver.search(kept.game.start(), beta=expected[best[0]] if best else None)
        for beta in (None, 0):
            solver.search(kept.game.start(), beta=beta)
            known = solver.known_guess(kept.game.start())
            assert (known >= 0) == bool(best) and (known < 0 or kept.game.guesses[known] in best)


def test_a_search_of_one_opening_says_nothing_of_the_best(rng):
    for i in rounds(8):
        kept = random_kept(rng, i)
        totals = kept.totals()
        solver = Solver(kept.game)
        for guess, total in totals.items():
            assert searched(solver, kept.game.start(), opening=guess) == total
            known = solver.known_guess(kept.game.start())
            assert known < 0 or totals[kept.game.guesses[known]] == min(totals.values())


def test_guesses_that_are_known_in_the_classes_of_an_opening_are_best_guesses(rng):
    """Also where the search was cut off and knows a strategy, but not whether it is best; half of them are found."""
    asked = found = 0
    for i in rounds(60):
        kept = table_game(rng, 9, 4, 4, prior=bool(i % 2))
        solver = Solver(kept.game)
        best = kept.optimum(kept.game.hidden)
        for guess in kept.telling(dict.fromkeys(kept.game.guesses)):
            solver.search(kept.game.start(), guess, beta=int(best) + int(rng.integers(2)))
            for row, words in kept.game.start().partition(guess).items():
                state = kept.game.start().after(guess, row)
                if state.solved:
                    continue
                totals = naive.totals(kept.rule, kept.game.guesses, words, weights=kept.weights)
                known = solver.known_guess(state)
                assert known < 0 or totals[kept.game.guesses[known]] == min(totals.values())
                asked, found = asked + 1, found + (known >= 0)
    assert found > asked / 2


def test_bounds_of_the_openings_are_never_above_their_totals(rng):
    for i in rounds(60):
        kept = random_kept(rng, i)
        bounds = Solver(kept.game).lower_bounds()
        expected = kept.totals()
        bounds = kept.telling(dict(zip(kept.game.guesses, bounds.tolist(), strict=True)))
        for guess, bound in bounds.items():
            classes = naive.partition(kept.rule, guess, kept.game.hidden)
            words = [word for row in classes.values() for word in row if row != [guess]]
            heaviest = [max(kept.weights[w] for w in row) for row in classes.values() if row != [guess]]
            plain = kept.weight(kept.game.hidden) + 2 * kept.weight(words) - sum(heaviest)
            assert bound == plain <= expected[guess]
            if max(map(len, classes.values())) <= 2:
                assert bound == expected[guess]


@pytest.mark.parametrize("cap", [None, 4])
def test_a_table_that_must_grow_changes_nothing(rng, monkeypatch, cap):
    monkeypatch.setattr(exact, "new_table", lambda: table.new_table(4))
    grown = 0
    for kept in (mastermind_game(3, 3), words_game(rng), words_game(rng, "hard"), table_game(rng, 12, 3, 3)):
        solver = Solver(kept.game, cap)
        expected = kept.totals(cap)
        for _ in range(2):
            for guess in kept.telling(dict.fromkeys(kept.game.guesses)):
                assert searched(solver, kept.game.start(), opening=guess) == expected.get(guess, inf)
        used, entries = solver._table.used[0], solver._table.entries
        grown += entries.size > 16
        assert used == np.count_nonzero(entries["key"]) <= len(entries) / 2
    assert grown >= 2


class CtrlC:
    """Runs slice by slice, and is interrupted once, after a number of them; looks without work do not count."""

    def __init__(self, monkeypatch, slices):
        self.run, self.slices, self.interrupted = branch_and_bound.run_search, slices, False
        monkeypatch.setattr(exact, "SLICE", 1)
        monkeypatch.setattr(exact, "run_search", self)

    def __call__(self, *arguments):
        if self.slices == 0 and not self.interrupted and arguments[-1] > 0:
            self.interrupted = True
            raise KeyboardInterrupt
        self.slices -= arguments[-1] > 0
        return self.run(*arguments)


def slow_games(rng):
    """Games whose search takes more than a few slices."""
    yield mastermind_game(3, 3), 5
    yield words_game(rng, "easy", True), None
    yield words_game(rng, "hard"), 4
    yield table_game(rng, 12, 2, 2), None
    yield table_game(rng, 12, 2, 2, True), 6
    yield Kept(random_game(rng, wl.words.original()[0]), naive.feedback), None


def test_interrupted_searches_give_bounds_and_can_go_on(rng, monkeypatch):
    stopped = 0
    for kept, cap in slow_games(rng):
        expected = kept.totals(cap)
        start, best = kept.game.start(), min(expected.values(), default=inf)
        for guess in (None, kept.game.guesses[1], kept.game.guesses[-1]):
            total = best if guess is None else expected.get(guess, inf)
            for i in rounds(10):
                slices = (0, 1, 2, 3, 5, 8, 13, 21, 34, 55)[i]
                solver = Solver(kept.game, cap)
                signal = CtrlC(monkeypatch, slices)
                try:
                    solver.search(start, guess)
                except KeyboardInterrupt:
                    stopped += 1
                assert signal.interrupted or solver.last.proven
                signal.interrupted = True
                assert solver.last.lower <= min(total, IMPOSSIBLE)
                assert (inf if solver.last.upper is None else solver.last.upper) >= total
                assert searched(solver, start, opening=guess) == total
    assert stopped > 3 * len(rounds(10))


@pytest.mark.large
@pytest.mark.parametrize("all_openings", [False, True], ids=["one opening", "all openings"])
def test_interrupted_proofs_hold_what_was_found(rng, monkeypatch, all_openings):
    unproven = 0
    for kept, cap in slow_games(rng):
        expected = kept.totals(cap)
        opening = None if all_openings else kept.game.guesses[0]
        total = min(expected.values(), default=inf) if all_openings else expected.get(opening, inf)
        for slices in (0, 1, 2, 3, 5, 8, 13, 21, 34, 55):
            signal = CtrlC(monkeypatch, slices)
            try:
                proof = wl.prove(kept.game, opening, cap)
            except KeyboardInterrupt:
                pytest.fail("a search was interrupted that only writes down what is proven")
            assert signal.interrupted or proof.proven
            unproven += not proven_or_bounds(kept, proof, total)
            assert proof.openings.items() <= expected.items()
    assert unproven > 10


def proven_or_bounds(kept, proof, total):
    """Check a proof that may have ended early, and say whether it says that it is one."""
    if proof.proven:
        assert value(proof) == total
    else:
        assert proof.total is None and proof.mean is None
        assert proof.lower <= total <= (inf if proof.upper is None else proof.upper)
    if proof.tree is not None:
        kept.check(proof)
    assert (proof.tree is None) == (proof.upper is None)
    return proof.proven


@pytest.mark.slow
@pytest.mark.large
def test_time_limits_are_kept(rng):
    stopped = 0
    for kept, cap in slow_games(rng):
        solver = Solver(kept.game, cap)
        best = kept.optimum(kept.game.hidden, left=cap)
        bounds, guess = solver.search(kept.game.start(), deadline=clock() - 1)
        assert solver.nodes == 0 and bounds.lower <= best
        if bounds.proven:
            assert bounds == (best, best) and kept.totals(cap)[kept.game.guesses[guess]] == best
        else:
            assert (bounds.upper, guess) == (None, -1)
        assert searched(solver, kept.game.start()) == best
        stopped += not bounds.proven
        proof = wl.prove(kept.game, cap=cap, seconds=1e-9)
        proven_or_bounds(kept, proof, best)
        assert proof.openings == {} and proof.nodes == 0
        proof = wl.prove(kept.game, kept.game.guesses[0], cap=cap, seconds=1e-9)
        proven_or_bounds(kept, proof, kept.totals(cap).get(kept.game.guesses[0], inf))
        assert proof.nodes == 0
    assert stopped > 3


def test_progress_says_how_many_openings_are_decided(tiny):
    seen = []
    proof = wl.prove(tiny, progress=lambda *line: seen.append(line))
    assert seen == sorted(seen, key=lambda line: line[0]) and all(total == 24 for _, total, _ in seen)
    assert seen[-1] == (24, 24, Bounds(proof.total, proof.total))


def test_progress_counts_openings_that_are_alike_once():
    seen = []
    proof = wl.prove(wl.mastermind(3, 3), progress=lambda *line: seen.append(line))
    assert seen[-1] == (3, 3, Bounds(proof.total, proof.total)) and len(proof.openings) > 1


def test_a_policy_goes_on_with_a_solver(tiny):
    solver = Solver(tiny)
    solver.search(tiny.start())
    searched = solver.guesses
    policy = wl.Exact(solver=solver)
    assert policy.decide(tiny.start()) == wl.Exact().decide(tiny.start()) and solver.guesses == searched
    refuses("solver: with cap None; expected 4, the cap of the policy", wl.Exact, 4, solver)


def test_proofs_say_what_was_proven(rng, tiny):
    proof = wl.prove(tiny, "stone")
    whole = wl.prove(table_game(rng, 12, 2, 2).game)
    assert whole.nodes > 0 and whole.guesses >= whole.cuts > 0 and whole.seconds > 0
    assert repr(proof).startswith(f"<stone: {proof.total}, proven; {proof.nodes} nodes, ")
    assert repr(wl.prove(tiny, cap=6)).endswith(" s>") and " within 6 guesses; " in repr(wl.prove(tiny, cap=6))
    assert repr(wl.prove(tiny, cap=2)) == "<any opening: no strategy within 2 guesses, proven>"
    early = wl.prove(tiny, "stone", seconds=1e-9)
    assert f"between {early.lower} and {early.upper}, not proven" in repr(early)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"below": 60, "opening": "stone"}, "below: 60 with an opening or a gap; expected one of them"),
        ({"below": 60, "gap": 1}, "below: 60 with an opening or a gap; expected one of them"),
        ({"gap": 2, "opening": "stone"}, "gap: 2; expected at least 0, and no opening with it"),
        ({"seconds": 0}, "seconds: 0; expected more than 0"),
    ],
)
def test_bad_arguments_are_named(tiny, options, message):
    with pytest.raises(ValueError) as raised:
        wl.prove(tiny, **options)
    assert str(raised.value).startswith(message)


def test_bad_caps_states_and_openings_are_named(tiny):
    for make in (wl.Exact, lambda cap: Solver(tiny, cap)):
        refuses("cap: 0; expected a number of guesses from 1, or none", make, 0)
    assert wl.Exact(np.int64(6)).cap == 6
    solver = Solver(tiny)
    for state in (wl.wordle(wl.words.tiny()).start(), tiny.start().after("stone", "ggggg")):
        for ask in (solver.search, solver.known_guess):
            refuses("state: <.*; expected an unsolved state of <Wordle: 24 hidden", ask, state)
    lacking = dataclasses.replace(tiny.start(), allowed=np.arange(1, 24, dtype=np.int32))
    refuses("state: .* with a possible word that is not allowed; expected all of them", solver.search, lacking)
    hard = wl.wordle(wl.words.tiny(), mode="hard")
    state = hard.start().after("stone", "-y-y-")
    with pytest.raises(ValueError, match="opening: 'world' is not allowed in <stone -y-y-.*; expected a guess that is"):
        Solver(hard).search(state, "world")
    refuses("opening: 'zzzzz' is not one of the 24 guesses", solver.search, tiny.start(), "zzzzz")


ONE_BY_ONE = ["a1", "a2", "a3", "a4"]


def one_by_one():
    """Four things that can only be tried one after the other."""
    return wl.from_answers(ONE_BY_ONE, ONE_BY_ONE, lambda guess, thing: "yes" if guess == thing else "no")


def test_a_belief_of_one_word_takes_one_guess(tiny):
    state = tiny.start().after("alone", naive.feedback("alone", "night"))
    assert state.words == ["night"]
    assert wl.Exact().value(state) == wl.Exact(2).value(state) == 1


def test_one_guess_left_is_not_enough_for_more_words():
    game = wl.wordle(["abc", "acb", "bca"])
    policy = wl.Exact(1)
    refuses("cap: 1; no strategy keeps to it", policy.decide, game.start())
    assert policy.value(game.start()) == inf
    state = wl.wordle(["abc", "acb", "xyz"]).start().after("xyz", "---")
    assert wl.Exact(2).value(state) == inf


def test_an_opening_that_tells_nothing_counts_under_a_cap():
    game = wl.from_answers([*ONE_BY_ONE], [*ONE_BY_ONE, "x"], lambda guess, thing: "yes" if guess == thing else "no")
    assert Solver(game, 4).search(game.start(), "x")[0].upper is None


def test_a_belief_without_guesses_left_is_not_mistaken_for_one_with_enough():
    game = one_by_one()
    solver = Solver(game, 4)
    spent = game.after([("a1", "no")] * 4)
    assert solver.search(spent)[0].upper is None
    assert solver.search(game.start(), "a1")[0] == Bounds(10, 10)


def test_a_list_by_hand_that_breaks_hard_mode_is_not_mistaken_for_one_that_keeps_it():
    hidden = ["catch", "dutch", "hitch", "hutch", "match", "mound", "notch", "still", "swill"]
    further = [
        *("abode", "alert", "array", "exult", "fence", "hippy", "quest", "rupee", "stair", "study", "wield", "winch"),
    ]
    game = wl.wordle(hidden, sorted({*hidden, *further}), "hard")
    left_out = {game.find(word) for word in ("alert", "array", "hippy", "wield", "winch")}
    allowed = np.array([i for i in range(len(game.guesses)) if i not in left_out], np.int32)
    start = dataclasses.replace(game.start(), allowed=allowed)
    solver = Solver(game)
    solver.search(dataclasses.replace(game.start().after("still", "-y---"), allowed=allowed))
    assert solver.search(start, "still")[0] == Solver(game).search(start, "still")[0]


EASY = {"salet": 7920, "reast": 7923, "crate": 7926, "trace": 7926, "slate": 7928, "crane": 7930, "carle": 7937}
EASY |= {"slane": 7943, "trape": 7976, "prate": 7958, "train": 7972, "raise": 8014, "clout": 8125}
HARD_6 = {"salet": 8122, "reast": 8134, "crate": 8143, "trape": 8144, "slane": 8149, "prate": 8151, "crane": 8155}
HARD_6 |= {"carle": 8163, "train": 8160, "clout": 8318, "trace": None, "slate": None, "raise": None}
HARD = {"salet": 8116, "trace": 8122, "slate": 8124, "raise": 8260}


def proven(game, opening, cap=None):
    """The proven total, after a replay of its strategy."""
    proof = wl.prove(game, opening, cap)
    assert proof.proven and proof.opening == opening
    if proof.total is not None:
        Kept(game, naive.feedback).check(proof)
    return proof.total


@pytest.mark.large
def test_totals_of_the_original_game(original):
    assert {opening: proven(original, opening) for opening in EASY} == EASY
    assert proven(original, "salet", 5) == 7920


@pytest.mark.slow
@pytest.mark.large
def test_totals_of_hard_mode_within_six_guesses(original_hard):
    assert {opening: proven(original_hard, opening, 6) for opening in HARD_6} == HARD_6
    assert proven(original_hard, "salet", 5) is None


@pytest.mark.slow
@pytest.mark.large
def test_totals_of_hard_mode_without_a_cap(original_hard):
    assert {opening: proven(original_hard, opening) for opening in HARD} == HARD


def test_published_optima_are_these_totals():
    """The papers print means with four digits; where they print none, hard mode needs more than six guesses."""
    rows = results.published("table1")
    assert len(rows) == len(EASY) == len(HARD_6)
    for row in rows:
        opening = row["opening"]
        assert f"{EASY[opening] / 2315:.4f}" == row["optimum_easy"]
        expected = "" if HARD_6[opening] is None else f"{HARD_6[opening] / 2315:.4f}"
        assert expected == row["optimum_hard"]


@pytest.mark.slow
@pytest.mark.large
def test_mastermind():
    kept = mastermind_game(4, 6)
    for cap, total in ((None, 5625), (5, 5626), ("least", 5626)):
        proof = wl.prove(kept.game, cap=cap)
        assert (proof.total, proof.cap) == (total, 5 if cap == "least" else cap)
        kept.check(proof)


@pytest.mark.large
def test_one_step_bounds_of_a_large_class_are_what_the_definition_says(original):
    """Each next guess in a class of some twenty words, by sets: 2 n, and a guess more for each repeat."""
    start = original.start()
    solver = Solver(original)
    row, words = next(item for item in start.partition("salet").items() if 18 <= len(item[1]) <= 24)
    bounds = {}
    for guess in original.guesses:
        classes = {naive.feedback(guess, word) for word in words}
        bounds[guess] = 2 * len(words) + (len(words) - len(classes)) - (guess in words)
    state = start.after("salet", row)
    assert dict(zip(original.guesses, solver.lower_bounds(state).tolist(), strict=True)) == bounds
    assert searched(solver, state) >= min(bounds.values())
    for guess in sorted(bounds, key=bounds.get)[:40:8]:
        assert bounds[guess] <= searched(solver, state, opening=guess)


@pytest.mark.parametrize("cap", [24, 2**20, 2**24 + 5, 2**30 - 1, 2**30, 2**62])
def test_a_cap_that_is_never_reached_is_none(cap):
    game = wl.wordle(["abc", "acb", "bca", "bac", "cab"])
    assert wl.prove(game, cap=cap).total == wl.prove(game).total
    assert wl.Exact(cap).value(game.start()) == wl.Exact().value(game.start())

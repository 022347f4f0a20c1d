import dataclasses
import signal
from collections import Counter
from math import inf

import naive
import numpy as np
import pytest
from games import Kept, Own, by_hand, mastermind_game, random_kept, rounds, table_game, words_game
from refusals import refuses

import wordlelib as wl
from wordlelib.kernels import arrays, tree_search
from wordlelib.search import bandits
from wordlelib.search import tree_search as library

SAMPLERS = [wl.Thompson(), wl.EpsilonGreedy(), wl.Hoeffding(), wl.Hoeffding(2, None), wl.PUCT(), wl.Laplace()]
SETTINGS = [
    {},
    {"bounds": False},
    {"shared": False},
    {"debias": False},
    {"spread": "centred"},
    {"spread": "careful"},
    {"width": 3},
    {"width": "all"},
    {"backup": "sampled"},
    {"predictor": wl.InformationGain()},
    {"backup": "sampled", "bounds": False, "predictor": wl.InformationGain(), "width": 2},
    {"bounds": False, "shared": False, "spread": "centred", "width": "all", "debias": False},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("mode", ["easy", pytest.param("hard", marks=pytest.mark.slow)])
def test_searches_ask_for_room(monkeypatch, settings, mode):
    """Each array of a tree begins with hardly any room, and grows when the kernel asks; the search stays the same."""
    words, lacking = [word for word in wl.words.original()[0] if word.endswith(("ight", "ound", "atch", "ill"))], set()
    game = wl.wordle(words, mode=mode)
    allocate, roomier, twice = library.allocate, arrays.roomier, tree_search.twice_places

    def narrow(kind, sizes, **given):
        rows = {"places": 2, "used": None}
        record = allocate(kind, sizes, **given)
        if kind is not library.Tree:
            return record
        return kind(**{name: x[: rows.get(name, 1)].copy() for name, x in record._asdict().items()})

    def noted(lack, tree):
        lacking.update({tree._fields[lack]} if isinstance(tree, library.Tree) else ())
        return roomier(lack, tree)

    def found():
        search = wl.TreeSearch(game, np.random.default_rng(3), **settings)
        trace = search.run(40)
        return [column.tolist() for column in trace], search.arms(), search.nodes, search.memory

    expected = found()
    monkeypatch.setattr(library, "allocate", narrow)
    monkeypatch.setattr(arrays, "roomier", noted)
    monkeypatch.setattr(tree_search, "twice_places", lambda *arrays: (lacking.add("places"), twice(*arrays))[1])
    assert found() == expected
    sampled = settings.get("backup") == "sampled"
    assert lacking == {*library.Tree._fields} - {"used"} - ({"children"} if sampled else set())


ENDINGS = ("ight", "ound", "atch", "aste", "ower", "illy", "are", "ack", "ock", "ill", "ine", "ape")


def slow_game(rng, i):
    """Games that take some dozen iterations: one-gap families, easy or hard, and things with two or three answers."""
    prior = bool(rng.integers(2))
    if i % 3 == 2:
        return table_game(rng, 13, 3, 2, prior)
    words = [word for word in wl.words.original()[0] if word.endswith(tuple(rng.choice(ENDINGS, 3, replace=False)))]
    hidden = sorted(map(str, rng.choice(words, min(13, len(words)), replace=False)))
    weights = rng.integers(1, 30, len(hidden)) if prior else None
    return Kept(wl.wordle(hidden, mode=("easy", "hard")[i % 3], prior=weights), naive.feedback)


def any_game(seed, more):
    """Small and slow games by turns; the samplers go round with them."""
    rng = np.random.default_rng([seed, more])
    kept = random_kept(rng, seed // 2) if seed % 2 else slow_game(rng, seed // 2)
    return kept, SAMPLERS[seed // 2 % len(SAMPLERS)]


def search(kept, seed=0, sampler=None, **options):
    return wl.TreeSearch(kept.game, np.random.default_rng(seed), sampler, **options)


def cost_of(kept):
    """What information gain needs from a belief, by the plain program."""
    game, guesses = kept.game, list(kept.game.guesses)

    def decide(candidates, history):
        allowed = [guess for guess in guesses if not kept.hard or naive.hard_mode_allows(history, guess)]
        return naive.ranking(kept.rule, "information-gain", guesses, candidates, allowed, kept.weights)[0]

    assert kept.weights == dict(zip(game.hidden, game.weights.tolist(), strict=True))
    return lambda words, history: naive.cost(kept.rule, decide, words, history, kept.weights)


def twin(kept, seed, sampler, options):
    options = dict(options)
    sampled = options.pop("backup", "full") == "sampled"
    estimate = cost_of(kept) if options.pop("predictor", None) else None
    rng = np.random.default_rng(seed)
    return naive.TreeSearch(kept.game, rng, sampler, sampled, estimate, **options)


def rows(trace):
    return list(zip(*(column.tolist() for column in trace), strict=True))


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_searches_go_as_the_twin(options):
    """Iteration by iteration, and in what is known of each guess in the end."""
    for seed in rounds(18):
        kept, sampler = any_game(seed, 1)
        found, expected = search(kept, seed, sampler, **options), twin(kept, seed, sampler, options)
        check_rows(found.run(40), expected.run(40))
        assert found.nodes == expected.nodes and found.visits() == expected.root.visits == found.iterations
        check_arms(found.arms(), expected)


def check_rows(trace, expected):
    for (best, value, *bounds), (same, other, *others) in zip(rows(trace), expected, strict=True):
        assert best == same and bounds == others and value == pytest.approx(other, abs=1e-9)


def check_arms(arms, expected):
    """Compare the arms at the root with the twin's edges."""
    root = expected.root
    assert len(arms) == root.active
    for arm, edge, (value, spread) in zip(arms, root.edges, expected.judge(root) if arms else (), strict=False):
        assert (arm.guess, arm.visits) == (expected.names[edge.guess], edge.visits)
        numbers = (edge.first, edge.value, value, edge.lower / root.weight, edge.upper / root.weight)
        assert (arm.first, arm.tree, arm.value, arm.lower, arm.upper) == pytest.approx(numbers, abs=1e-9)
        assert arm.spread == pytest.approx(spread, abs=1e-7)


@pytest.mark.slow
@pytest.mark.parametrize("sampler", SAMPLERS, ids=repr)
def test_long_searches_go_as_the_twin(sampler):
    """Enough visits for buckets of more than one number, and more guesses than are listed at first."""
    visits = joined = 0
    for seed in rounds(3):
        kept = slow_game(np.random.default_rng([seed, 2]), seed)
        options = {"bounds": seed == 1, "spread": "centred" if seed == 2 else "raw"}
        found, expected = search(kept, seed, sampler, **options), twin(kept, seed, sampler, options)
        check_rows(found.run(200), expected.run(200))
        check_arms(found.arms(), expected)
        visits, joined = max(visits, *(arm.visits for arm in found.arms())), max(joined, len(found.arms()))
    assert visits > 16 and joined > 2


def test_the_last_bucket_has_no_end():
    for visits in (*range(100), 2**12 - 1, 2**12, 2**18 - 1, 2**18):
        assert tree_search.bucket_of(visits) == naive.bucket(visits)
        assert (
            tree_search.bucket_start(tree_search.bucket_of(visits))
            <= visits
            < tree_search.bucket_start(tree_search.bucket_of(visits) + 1)
        )
    assert tree_search.bucket_of(2**40) == tree_search.BUCKETS - 1


FIRST_WORD = Own(lambda state: state.words[0], "first word")
CLOSING = [
    {},
    {"shared": False},
    {"width": "all"},
    {"debias": False, "spread": "centred"},
    {"predictor": wl.InformationGain()},
    {"predictor": FIRST_WORD},
    {"predictor": wl.Rollout(wl.WorstClass(), 2), "shared": False},
]


@pytest.mark.parametrize("options", CLOSING, ids=str)
def test_what_is_proven_is_the_optimum(options):
    """The bounds hold the optimum at all times, and meet at it."""
    for seed in rounds(18):
        kept, sampler = any_game(seed, 7)
        best = wl.prove(kept.game).total
        found = search(kept, seed, sampler, **options)
        assert found.lower <= best <= found.upper
        trace = found.run(20_000)
        assert np.all(trace.lower <= best) and np.all(trace.upper >= best)
        assert np.all(np.diff(trace.lower) >= 0) and np.all(np.diff(trace.upper) <= 0)
        assert found.proven and (found.lower, found.upper) == (best, best)
        if options.get("shared", True):
            check_strategy(kept, found)


@pytest.mark.parametrize("options", [*SETTINGS[:7], *CLOSING[4:6]], ids=str)
def test_bounds_hold_and_the_strategy_is_real(options):
    """After each few iterations, the guesses of the best strategy need no more than is said."""
    for seed in rounds(12):
        kept, sampler = any_game(seed, 8)
        best, weight = wl.prove(kept.game).total, kept.weight(kept.game.hidden)
        found = search(kept, seed, sampler, **options)
        first = found.upper
        for _ in range(8):
            trace = found.run(3)
            if options.get("shared", True):
                check_strategy(kept, found)
        assert np.all(trace.lower <= best) and np.all(trace.upper >= best)
        assert np.all(np.diff(trace.lower) >= 0) and np.all(np.diff(trace.upper) <= 0)
        assert found.upper == min([first, *trace.upper]) and found.lower == max([found.lower, *trace.lower])
        assert found.found_at == ([first, *trace.upper].index(found.upper))
        if options.get("bounds", True):
            assert np.all(trace.lower <= trace.value * weight + 1e-6)
            assert np.all(trace.value * weight <= trace.upper + 1e-6)


def avts(game, iterations, seed, options):
    return wl.AVTS(iterations, search=wl.TreeSearch(game, np.random.default_rng(seed), **options))


def check_strategy(kept, found):
    """Play the guesses of the best strategy against each word.

    A guess that was not looked at any further leads to what its belief was charged at first: what the policy that
    predicts needs, where the guess is its own, else one word after the other, the heaviest first.
    """

    def path_of(hidden):
        state, path, predicted = kept.game.start(), [], False
        while not state.solved:
            guess = found.guess(state)
            predicted = guess is None and (predicted or found._find(state) is not None)
            if predicted:
                guess = found.predictor.base.decide(state)
            elif guess is None:
                guess = max(state.words, key=kept.weights.get)
            path.append((guess, kept.rule(guess, hidden)))
            state = state.after(*path[-1])
        return path

    taken = naive.replay(path_of, kept.rule, kept.game.hidden, set(kept.game.guesses), kept.hard)
    assert sum(kept.weights[word] * guesses for word, guesses in taken.items()) <= found.upper


def test_the_strategy_is_known_where_nodes_are_not_shared():
    for seed in rounds(12):
        kept, sampler = any_game(seed, 8)
        found = search(kept, seed, sampler, shared=False)
        for _ in range(8):
            found.run(3)
            check_strategy(kept, found)


@pytest.mark.parametrize("options", [{}, {"bounds": False}, {"predictor": FIRST_WORD}, {"backup": "sampled"}], ids=str)
def test_the_policy_plays_what_its_search_has_found(options):
    for seed in rounds(12):
        kept, _ = any_game(seed, 9)
        for iterations in (1, 12):
            policy = avts(kept.game, iterations, seed, options)
            tree = wl.play(kept.game, policy)
            taken = naive.replay(tree.path, kept.rule, kept.game.hidden, set(kept.game.guesses), kept.hard)
            total = sum(kept.weights[word] * guesses for word, guesses in taken.items())
            again = wl.play(kept.game, avts(kept.game, iterations, seed, options))
            assert again.to_json() == tree.to_json()
            if "backup" not in options:
                assert total <= policy.search(kept.game).upper


@pytest.mark.parametrize("options", CLOSING, ids=str)
def test_the_policy_is_optimal_once_all_is_proven(options):
    for seed in rounds(8):
        kept, _ = any_game(seed, 10)
        tree = wl.play(kept.game, avts(kept.game, 10**6, seed, options))
        assert kept.game.weights @ tree.guesses_used == wl.prove(kept.game).total


def some_states(rng, kept, count=12):
    """States after one or two guesses of any kind, good or bad."""
    for _ in range(count):
        state = kept.game.start()
        for _ in range(int(rng.integers(1, 3))):
            guess = kept.game.guesses[rng.choice(state.allowed)]
            following = state.after(guess, kept.rule(guess, state.words[rng.integers(len(state.words))]))
            state = state if following.solved else following
        yield state


def q_factors(kept, state):
    guesses = [kept.game.guesses[g] for g in state.allowed]
    return naive.totals(kept.rule, guesses, state.words, state.history, kept.hard, weights=kept.weights)


@pytest.mark.parametrize("options", CLOSING, ids=str)
def test_thinking_anywhere_finds_a_best_guess(options):
    """States that the search has come to and others, in one search."""
    asked = 0
    for seed in range(8):
        rng = np.random.default_rng([seed, 11])
        kept = words_game(rng, "hard", seed > 3) if seed % 2 else random_kept(rng, seed)
        found = search(kept, seed, **options)
        found.run(5)
        for state in some_states(rng, kept):
            assert found.covers(state)
            q = q_factors(kept, state)
            visits = found.visits(state)
            guess = found.think(state, 1)
            assert found.visits(state) >= visits
            guess = found.think(state, 10**6)
            if guess is None:
                guess = found.predictor.base.decide(state)
            assert q[guess] == min(q.values())
            weight = kept.weight(state.words)
            for arm in found.arms(state):
                assert arm.lower <= q[arm.guess] / weight <= arm.upper
                assert arm.lower <= arm.value <= arm.upper
            asked += len(state.words) > 3
    assert asked > 10


def test_thinking_stops_at_the_visits_that_were_asked_for():
    kept = mastermind_game(3, 3)
    found = search(kept, bounds=False)
    for state, visits in ((kept.game.start(), 20), (kept.game.start(), 7), (kept.game.start(), 33)):
        before = found.visits(state)
        assert found.think(state, visits) in kept.game.guesses
        assert found.visits(state) == max(before, visits)
    state = kept.game.start().after("aab", "1b1w")
    assert found.think(state, 40) in kept.game.guesses and found.visits(state) >= 40


def test_a_state_keeps_its_visits_where_nodes_are_not_shared():
    kept = mastermind_game(3, 3)
    found = search(kept, 1, shared=False, bounds=False)
    state = kept.game.start().after("aab", "1b1w")
    found.think(state, 100)
    for _ in range(10):
        found.run(10)
        assert found.visits(state) == 100


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_the_last_path_says_what_the_last_iteration_did(options):
    """The guesses picked add up to the visits, and the beliefs below them to the tree."""
    made = 0
    for seed in range(6):
        kept, sampler = any_game(seed, 77)
        found = search(kept, seed, sampler, **options)
        assert found.last_path() == []
        known, visits = {0: kept.game.start().words}, Counter()
        while found.iterations < 12:
            before = found.iterations
            found.run(1)
            if found.iterations == before:
                break
            looks = found.last_path()
            assert looks[0].node == 0 and looks[0].state.history == []
            for look in looks:
                assert look.state.words == known[look.node]
                assert look.first == ((look.node, look.guess) not in visits)
                visits[look.node, look.guess] += 1
                parts = look.state.partition(look.guess)
                several = {row for row, words in parts.items() if len(words) > 1}
                if found.backup == "full":
                    assert set(look.below) == several
                assert set(look.below) <= several and len(look.below) <= len(several)
                for row, node in look.below.items():
                    assert known.setdefault(node, parts[row]) == parts[row]
                made += not look.first
            assert found.backup == "full" or all(len(look.below) < 2 for look in looks)
            assert sorted(known) == list(range(found.nodes))
            for arm in found.arms():
                assert arm.visits == visits[0, arm.guess]
    assert made > 5


def test_the_last_path_after_thinking_elsewhere():
    kept = mastermind_game(3, 3)
    found = search(kept, 1, bounds=False)
    state = kept.game.start().after("aab", "1b1w")
    found.think(state, 3)
    assert found.last_path()[0].state is state and found.last_path()[0].node == 1
    found.run(1)
    assert found.last_path()[0].node == 0


def test_what_think_finds_at_the_root_is_found():
    kept = mastermind_game(3, 3)
    found = search(kept)
    before = found.upper
    found.think(kept.game.start(), 50)
    assert found.upper < before and found.found_at >= 0


def test_what_is_not_known_is_not_made_up():
    kept = words_game(np.random.default_rng(4), "hard", most=12)
    found = search(kept)
    start = kept.game.start()
    guess = next(g for g in kept.game.guesses if g not in [arm.guess for arm in found.arms()])
    state = start.after(guess, kept.rule(guess, kept.game.hidden[0]))
    assert (found.guess(state), found.arms(state), found.visits(state)) == (None, [], 0)
    assert found.iterations == 0 and found.trace.best.size == 0 and found.found_at == 0 and not found.proven
    assert [arm.visits for arm in found.arms()] == [0]
    assert found.arms()[0].tree == found.arms()[0].first and found.arms()[0].upper == inf
    assert found.guess() == found.guess(start) in kept.game.hidden


def test_a_search_from_the_middle_knows_its_own_states_only():
    for seed in rounds(6):
        rng = np.random.default_rng([seed, 12])
        kept = words_game(rng, ("easy", "hard")[seed % 2], most=14)
        for state in some_states(rng, kept, 4):
            found = wl.TreeSearch(kept.game, np.random.default_rng(1), state=state)
            found.run(20_000)
            q = q_factors(kept, state)
            assert found.lower == found.upper == min(q.values()) and q[found.guess()] == found.upper
            assert found.guess(state) == found.guess() == found.think(state, 9)
            for other in some_states(rng, kept, 6):
                if not kept.hard or set(other.history) >= set(state.history):
                    assert found.covers(other) and found.think(other, 9) in kept.game.guesses
                elif not np.array_equal(other.allowed, np.intersect1d(other.allowed, state.allowed)):
                    assert not found.covers(other)
                    refuses("state: .*; expected a state that follows from", found.think, other, 9)


@pytest.mark.large
@pytest.mark.parametrize("options", SETTINGS[:9], ids=str)
def test_the_same_seed_gives_the_same_search_however_it_is_cut(options):
    different = 0
    for seed in range(6):
        kept = slow_game(np.random.default_rng([seed, 13]), seed)
        whole, parts, slow = (search(kept, seed, **options) for _ in range(3))
        whole.run(50)
        for iterations in (0, 1, 16, 17, 3, 13):
            parts.run(iterations)
        for _ in range(50):
            slow.run(1)
        assert rows(whole.trace) == rows(parts.trace) == rows(slow.trace)
        assert whole.iterations == len(whole.trace.best) and whole.arms() == parts.arms() == slow.arms()
        assert (whole.nodes, whole.memory) == (parts.nodes, parts.memory)
        other = search(kept, seed + 99, **options)
        other.run(50)
        different += other.arms() != whole.arms()
    assert different > 1


@pytest.mark.parametrize("options", [{}, {"predictor": FIRST_WORD}], ids=str)
def test_searches_end_early_where_they_are_told(options):
    stopped = 0
    for seed in rounds(8):
        kept = slow_game(np.random.default_rng([seed, 14]), seed)
        whole = search(kept, seed, **options)
        first = whole.upper
        trace = whole.run(20_000)
        for target in {first, first - 1, whole.upper, whole.upper - 1}:
            found = search(kept, seed, **options)
            found.run(20_000, stop_at=target)
            expected = [first, *trace.upper]
            length = next((i for i, upper in enumerate(expected) if upper <= target), len(trace.upper))
            assert rows(found.trace) == rows(trace)[:length] and found.iterations == length
            assert found.proven or found.upper <= target
            assert rows(found.run(20_000)) == rows(trace)
            stopped += 0 < length < len(trace.upper)
    assert stopped >= len(rounds(8)) / 2


def test_time_limits_and_progress():
    kept = mastermind_game(3, 3)
    found, calls = search(kept, bounds=False), []
    assert found.run(10**9, seconds=1e-9).best.size == 0
    found.run(10**9, seconds=0.2)
    assert found.iterations > 0 and 0.2 <= found.seconds < 20
    before, seconds = found.iterations, found.seconds
    found.run(40, progress=lambda *done: calls.append(done))
    assert calls == [(16, 40), (32, 40), (40, 40)]
    assert found.iterations == before + 40 == len(found.trace.best) and found.seconds > seconds


class Pressing(Own):
    """A policy at whose decision number `press` Ctrl-C is pressed."""

    def __init__(self):
        super().__init__(self.first_word, "pressing")
        self.press = -1

    def first_word(self, state):
        self.press -= 1
        if self.press == 0:
            signal.raise_signal(signal.SIGINT)
        return state.words[0]


@pytest.fixture
def ctrl_c():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_leaves_a_search_that_can_go_on(ctrl_c):
    kept = mastermind_game(3, 3)
    whole = search(kept, 5, predictor=FIRST_WORD, bounds=False)
    whole.run(64)
    for press in (1, 2, 9, 20, 40):
        policy = Pressing()
        found = search(kept, 5, predictor=policy, bounds=False)
        policy.press = press
        with pytest.raises(KeyboardInterrupt):
            found.run(64)
        assert found.iterations == len(found.trace.best) and 0 < found.iterations <= 64 and found.seconds > 0
        check_strategy(kept, found)
        found.run(64 - found.iterations)
        assert rows(found.trace) == rows(whole.trace)
        policy.press = press
        with pytest.raises(KeyboardInterrupt):
            found.think(kept.game.start(), 1000)
        assert 64 < found.visits() < 1000


def test_ctrl_c_between_slices(ctrl_c):
    kept = mastermind_game(3, 3)
    whole, found = search(kept, 5, bounds=False), search(kept, 5, bounds=False)
    with pytest.raises(KeyboardInterrupt):
        found.run(64, progress=lambda *_: signal.raise_signal(signal.SIGINT))
    assert found.iterations == library.SLICE
    assert rows(found.run(64 - library.SLICE)) == rows(whole.run(64))


@pytest.mark.parametrize("options", [{}, {"shared": False}, {"predictor": wl.InformationGain()}], ids=str)
def test_what_is_proven_takes_no_more_memory(options):
    for seed in rounds(8):
        rng = np.random.default_rng([seed, 15])
        kept = random_kept(rng, seed)
        found = search(kept, seed, **options)
        found.run(20_000)
        size, iterations = (found.nodes, found.memory), found.iterations
        found.run(1000)
        found.think(kept.game.start(), 10**6)
        assert (found.nodes, found.memory) == size and found.iterations == iterations
        states = list(some_states(rng, kept))
        for state in states:
            found.think(state, 10**6)
        size = found.nodes, found.memory
        for state in states:
            found.think(state, 10**9)
        assert (found.nodes, found.memory) == size


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_guesses_allowed_by_hand(rng, mode):
    """One policy for lists of allowed guesses that differ: none is mistaken for another."""
    hidden = [letter + "ight" for letter in "bdefhlmnr"]
    helpers = ["bdefh", "lmnrs", "blmde", "plumb", "uuuuu", "dhmst"]
    fewer = 0
    for prior in (None, rng.integers(1, 30, 9)):
        kept = Kept(wl.wordle(hidden, hidden + helpers, mode, prior), naive.feedback)
        policy = wl.AVTS(10**6)
        start = kept.game.start()
        for whole in (start, start.after("uuuuu", "-----"), start.after("plumb", "-----"), start):
            every = q_factors(kept, whole)
            for state in (whole, by_hand(rng, whole), by_hand(rng, whole), whole):
                q = every if state is whole else q_factors(kept, state)
                assert q[policy.decide(state)] == min(q.values())
                fewer += min(q.values()) > min(every.values())
    assert fewer > 3


def test_words_that_are_not_allowed_are_refused(tiny):
    start = tiny.start()
    state = dataclasses.replace(start, allowed=start.allowed[:20])
    with pytest.raises(ValueError, match="state: .* with a possible word that is not allowed; expected all of them"):
        wl.TreeSearch(tiny, np.random.default_rng(1), state=state)
    refuses("state: .* with a possible word that is not allowed; expected all of them", wl.AVTS().decide, state)


@pytest.mark.parametrize("options", SETTINGS, ids=str)
@pytest.mark.parametrize("mode", ["easy", "hard"])
@pytest.mark.parametrize("prior", [None, [3, 1]], ids=["uniform", "prior"])
def test_games_of_one_or_two_words(options, mode, prior):
    game = wl.wordle(["crane"], ["crane", "stone"], mode)
    found = wl.TreeSearch(game, np.random.default_rng(1), **options)
    assert found.run(10).best.size == 0 and found.proven and found.lower == 1 and found.arms() == []
    assert found.guess() == found.think(game.start(), 5) == avts(game, 3, 1, options).decide(game.start()) == "crane"
    game = wl.wordle(["crane", "stone"], ["crane", "stone", "fuzzy"], mode, prior)
    found = wl.TreeSearch(game, np.random.default_rng(1), **options)
    trace = found.run(10)
    total = 2 * game.weights.sum() - game.weights.max()
    assert found.upper == total and len(trace.best) == (0 if options.get("bounds", True) else 10)
    assert found.guess() == "crane" or prior is None
    assert wl.play(game, avts(game, 3, 1, options)).total == 3


def test_an_iteration_of_a_large_tree_fits_everywhere():
    """Feedback that says only yes or no: one word less each time, a path as long as the game is large."""
    n = 70
    words = [f"w{i:02}" for i in range(n)]
    game = wl.from_answers(words, words, lambda guess, hidden: "yes" if guess == hidden else "no")
    found = wl.TreeSearch(game, np.random.default_rng(2), width=1, bounds=False)
    trace = found.run(n)
    assert found.upper == n * (n + 1) // 2 and found.nodes == n - 1 and found.lower == 2 * n - 1
    assert np.all(trace.value > 0)


def test_names_and_reprs():
    assert wl.AVTS(7, 3).name == "avts(7)" and repr(wl.AVTS(7, 3)) == "AVTS(7, 3)"
    policy = wl.AVTS(5)
    game = wl.wordle(wl.words.tiny())
    assert policy.search(game) is policy.search(game)


def test_bad_requests_are_named(tiny):
    found = wl.TreeSearch(tiny, np.random.default_rng(1))
    for seconds in (0, -1, float("nan")):
        refuses(f"seconds: {seconds}; expected more than 0", found.run, 1, seconds=seconds)
    other = wl.wordle(wl.words.tiny())
    solved = tiny.start().after(tiny.hidden[0], "ggggg")
    for state in (other.start(), solved):
        with pytest.raises(ValueError, match="state: <.*; expected an unsolved state of <Wordle: 24 hidden"):
            wl.TreeSearch(tiny, np.random.default_rng(1), state=state)
        refuses("state: <.*; expected a state that follows from <start: 24 possible", found.think, state, 5)


class Own(bandits.Thompson):
    """A sampler that the compiled search does not know."""

    def choose(self, cost, visits, rng, first=None, spread=None):
        return 0


class Unknown(bandits.Thompson):
    kind = 17


@pytest.mark.parametrize(
    ("sampler", "message"),
    [
        (Own(), r"sampler: Own\(\) has a `choose` of its own; expected a compiled one: EpsilonGreedy, Hoeffding, PUCT"),
        (Unknown(), r"sampler: Unknown\(\) of kind 17; expected one of"),
        (bandits.Thompson, "sampler: <class .*Thompson'>; expected a sampler from wordlelib.search.bandits"),
    ],
    ids=repr,
)
def test_samplers_that_the_search_would_not_play_are_refused(tiny, sampler, message):
    for make in (lambda: wl.TreeSearch(tiny, np.random.default_rng(1), sampler), lambda: wl.AVTS(5, sampler=sampler)):
        refuses(message, make)


@pytest.mark.slow
@pytest.mark.large
def test_the_optimum_of_the_original_lists_is_found(original):
    found = wl.TreeSearch(original, np.random.default_rng(1))
    trace = found.run(1000, stop_at=7920)
    assert found.upper == 7920 and found.guess() == "salet" and found.found_at == found.iterations < 1000
    assert np.all(trace.lower <= 7920) and found.lower <= 7920 and np.all(np.diff(trace.upper) <= 0)
    tree = wl.play(original, wl.AVTS(1, seed=1))
    assert tree.total == sum(tree.guesses_used) < 8200

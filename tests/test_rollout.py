import pickle
from functools import cache

import naive
import numba
import numpy as np
import pytest
from games import Own, random_game, rounds, table_game, word_lists
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused, refuses

import wordlelib as wl
from wordlelib.game import policy
from wordlelib.game.game import MODES
from wordlelib.kernels import arrays
from wordlelib.planning import rollout

GREEDY = [make() for make in policy.GREEDY.values()]


def small_game(rng, mode="easy", prior=None):
    """A game whose naive rollout takes well under a second."""
    words = wl.words.original()[0]
    hidden = sorted(map(str, rng.choice(words[:300], 12, replace=False)))
    further = map(str, rng.choice(words, 20, replace=False))
    return wl.wordle(hidden, sorted({*hidden, *further}), mode=mode, prior=prior)


def twins(game, greedy):
    """The base policy and the ranking as the naive module has them, and the weights."""
    weights = dict(zip(game.hidden, game.weights.tolist(), strict=True))
    guesses = list(game.guesses)

    @cache
    def ranked(candidates, history):
        allowed = [g for g in guesses if game.mode == "easy" or naive.hard_mode_allows(history, g)]
        allowed = candidates if game.mode == "strict" else allowed
        return naive.ranking(naive.feedback, greedy.name, guesses, candidates, allowed, weights)

    def rank(candidates, history):
        return ranked(tuple(candidates), history if game.mode == "hard" else ())

    return lambda candidates, history: rank(candidates, history)[0], rank, weights


def costs_of_all_beliefs(tree):
    """What a policy needs from each belief of its tree: {candidates: sum of the further guesses}."""
    reached = {}
    for word in tree.game.hidden:
        state = tree.game.start()
        rows = tree.path(word)
        for i, (guess, row) in enumerate(rows):
            reached.setdefault(tuple(state.words), []).append(len(rows) - i)
            state = state.after(guess, row)
    return {words: sum(left) for words, left in reached.items()}


@pytest.mark.parametrize("greedy", GREEDY, ids=repr)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("weighted", [False, True], ids=["uniform", "prior"])
def test_rollout_plays_as_the_twin(rng, greedy, mode, weighted):
    game = small_game(rng, mode, rng.integers(1, 30, 12) if weighted else None)
    base, rank, weights = twins(game, greedy)
    for width, heaviest in ((1, 0), (4, 0), (4, 3), ("all", 0)):
        tree = wl.play(game, wl.Rollout(greedy, width, heaviest=heaviest))
        reach = len(game.guesses) if width == "all" else width
        twin = keeping(naive.rollout(naive.feedback, base, rank, reach, weights, heaviest))
        expected = naive.cost(naive.feedback, twin, list(game.hidden), (), weights)
        taken = naive.replay(tree.path, naive.feedback, game.hidden, game.guesses, mode == "hard", mode == "strict")
        assert expected == sum(weights[word] * guesses for word, guesses in taken.items())
        for word in game.hidden[::4]:
            state = game.start()
            for guess, row in tree.path(word):
                assert guess == twin(state.words, tuple(state.history))
                state = state.after(guess, row)


@pytest.mark.parametrize("mode", ["easy", "hard"])
@pytest.mark.parametrize("weighted", [False, True], ids=["uniform", "prior"])
def test_rollout_of_rollout_plays_as_the_twin(rng, mode, weighted):
    game = small_game(rng, mode, rng.integers(1, 30, 12) if weighted else None)
    greedy = wl.InformationGain()
    base, rank, weights = twins(game, greedy)
    nested = wl.Rollout(wl.Rollout(greedy, 2, heaviest=1), 3, heaviest=1)
    inner = keeping(naive.rollout(naive.feedback, base, rank, 2, weights, 1))
    twin = naive.rollout(naive.feedback, inner, rank, 3, weights, 1)
    tree = wl.play(game, nested)
    expected = naive.cost(naive.feedback, twin, list(game.hidden), (), weights)
    assert expected == game.weights @ tree.guesses_used


def test_nested_q_factors_are_those_of_the_twin():
    """Few answers, so that a belief is met again under each of the policies, whose costs must not be mixed up."""
    greedy = wl.InformationGain()
    for seed in range(40):
        rng = np.random.default_rng([seed, 3])
        kept = table_game(rng, int(rng.integers(5, 9)), int(rng.integers(4)), int(rng.integers(2, 4)), seed % 2 > 0)
        game, guesses, weights = kept.game, list(kept.game.guesses), kept.weights

        def rank(candidates, history, kept=kept, guesses=guesses):
            return naive.ranking(kept.rule, greedy.name, guesses, candidates, guesses, kept.weights)

        def twin(candidates, history, rank=rank):
            return rank(candidates, history)[0]

        player, total = greedy, sum(weights.values())
        for width in (1, 2, 3):
            player = wl.Rollout(player, width)
            twin = keeping(twin)
            found = {line.guess: line.q for line in player.q_factors(game.start())}
            expected = naive.q_factors(kept.rule, twin, found, list(game.hidden), (), weights)
            assert found == pytest.approx({guess: q / total for guess, q in expected.items()})
            twin = naive.rollout(kept.rule, twin, rank, width, weights)


def keeping(decide):
    """A policy of the naive module that decides each position once."""
    known = {}

    def decide_once(candidates, history):
        key = tuple(candidates), history
        if key not in known:
            known[key] = decide(candidates, history)
        return known[key]

    return decide_once


@pytest.mark.parametrize("steps", [0, 1, 2])
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_truncated_rollout_plays_as_the_twin(rng, steps, mode):
    game = small_game(rng, mode)
    greedy = wl.ExpectedRemaining()
    base, rank, weights = twins(game, greedy)
    terminal = np.round(8 * rng.random(13)) / 4
    policy = wl.Rollout(greedy, 5, steps=steps, terminal=terminal)
    twin = naive.rollout(naive.feedback, base, rank, 5, weights, 0, steps, terminal)
    state = game.start()
    for word in game.hidden[::3]:
        state = game.start()
        while not state.solved:
            guess = policy.decide(state)
            assert guess == twin(state.words, tuple(state.history))
            state = state.after(guess, naive.feedback(guess, word))
    again = wl.Rollout(policy, 6)
    outer = naive.rollout(naive.feedback, twin, rank, 6, weights)
    assert again.decide(game.start()) == outer(list(game.hidden), ())


@pytest.mark.parametrize("mode", ["easy", "hard"])
@pytest.mark.parametrize("steps", [None, 0, 1, 2])
def test_q_factors_are_those_of_the_twin(rng, mode, steps):
    game = small_game(rng, mode, rng.integers(1, 9, 12))
    greedy = wl.InformationGain()
    base, rank, weights = twins(game, greedy)
    terminal = None if steps is None else rng.random(13)
    state = game.start().after(game.guesses[5], naive.feedback(game.guesses[5], game.hidden[2]))
    policy = wl.Rollout(greedy, 7, steps=steps, terminal=terminal)
    table = policy.q_factors(state)
    history = tuple(state.history)
    ranked = rank(state.words, history)[:7]
    expected = naive.q_factors(naive.feedback, base, ranked, state.words, history, weights, steps, terminal)
    total = sum(weights[word] for word in state.words)
    assert {line.guess: line.q for line in table} == pytest.approx({g: q / total for g, q in expected.items()})
    assert policy.decide(state) == table[0].guess and [line.q for line in table] == sorted(line.q for line in table)
    for line in table:
        singles = [c for c in naive.partition(naive.feedback, line.guess, state.words).values() if len(c) == 1]
        known = 0 if steps == 0 else sum(weights[c[0]] for c in singles if c != [line.guess])
        assert line.certain == pytest.approx(1 + known / total)
        assert line.certain + line.estimated == pytest.approx(line.q)
        assert line.possible == (line.guess in state.words)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["easy", "hard"])
@pytest.mark.parametrize("weighted", [False, True], ids=["uniform", "prior"])
def test_no_candidate_is_dropped_too_early(rng, mode, weighted):
    """The kernel drops candidates by a bound, the table of Q-factors does not: the best one is the same everywhere."""
    for _ in rounds(4):
        prior = rng.integers(1, 30, 25) if weighted else None
        game = random_game(rng, wl.words.original()[0][::12], mode=mode, prior=prior)
        start = game.start()
        states = [start.after(guess, row) for guess in game.guesses[::9] for row in start.partition(guess)]
        for player in (wl.Rollout(wl.WorstClass(), 25), wl.Rollout(wl.Rollout(wl.WorstClass(), 3), 25)):
            for state in [start, *(state for state in states if not state.solved)]:
                assert player.decide(state) == player.q_factors(state)[0].guess


@pytest.mark.parametrize("mode", ["easy", "hard"])
@pytest.mark.parametrize("options", [{}, {"heaviest": 2}, {"steps": 1, "terminal": np.arange(26) ** 0.5}], ids=str)
def test_any_base_policy_can_be_improved(rng, mode, options):
    """The same base policy played by the kernels and belief by belief."""
    game = random_game(rng, wl.words.original()[0], mode=mode)
    greedy = wl.InformationGain()
    fast, slow = (wl.Rollout(base, 4, greedy, **options) for base in (greedy, Own(greedy.decide)))
    assert fast._levels is not None and slow._levels is None
    trees = [wl.play(game, each) for each in (fast, slow)]
    assert trees[0].guess.tolist() == trees[1].guess.tolist()
    assert fast.q_factors(game.start()) == slow.q_factors(game.start())


def test_a_base_without_a_ranking_brings_its_own_guess(tiny):
    """The base's guess is a candidate even where the ranking does not name it."""
    base = wl.RandomWord(np.random.default_rng(1))
    names = {line.guess for line in wl.Rollout(base, 1).q_factors(tiny.start())}
    assert len(names) == 2 and wl.InformationGain().decide(tiny.start()) in names
    first = wl.Rollout(wl.InformationGain(), 3)
    narrower = wl.Rollout(first, 1)
    assert {line.guess for line in narrower.q_factors(tiny.start())} >= {first.decide(tiny.start())}


@given(word_lists(most=14), st.sampled_from(GREEDY), st.sampled_from([1, 2, 5, "all"]), st.booleans(), st.data())
def test_no_belief_costs_more_than_under_the_base_policy(lists, greedy, width, hard, data):
    """Policy improvement, on every belief that the rollout policy meets, each against the base policy from there."""
    hidden, guesses = lists
    prior = data.draw(st.none() | st.lists(st.integers(1, 50), min_size=len(hidden), max_size=len(hidden)))
    game = wl.wordle(hidden, guesses, mode="hard" if hard else "easy", prior=prior)
    better = wl.Rollout(greedy, width)
    twice = wl.Rollout(better, width)
    for improved, base in ((better, greedy), (twice, better)):
        states = [game.start()]
        while states:
            state = states.pop()
            assert wl.play(game, improved, state=state).mean <= wl.play(game, base, state=state).mean + 1e-12
            guess = improved.decide(state)
            for row in state.partition(guess):
                following = state.after(guess, row)
                if not following.solved:
                    states.append(following)


def test_costs_do_not_depend_on_what_is_remembered(rng):
    """One policy object over several games and states, against fresh ones, in both modes."""
    words = wl.words.original()[0]
    shared = wl.Rollout(wl.Rollout(wl.InformationGain(), 3), 5)
    for mode in ("easy", "hard", "easy", "hard"):
        game = random_game(rng, words, mode=mode)
        for guess in game.guesses[:6]:
            fresh = wl.Rollout(wl.Rollout(wl.InformationGain(), 3), 5)
            trees = [wl.play(game, each, guess) for each in (shared, fresh)]
            assert trees[0].to_json() == trees[1].to_json()


def test_a_long_path_fits_on_the_stack():
    """Feedback that says only yes or no: one word less each time, a stack as deep as the game is large."""
    n = 30 if numba.config.DISABLE_JIT else 60
    words = [f"w{i:02}" for i in range(n)]
    game = wl.from_answers(words, words, lambda guess, hidden: "yes" if guess == hidden else "no")
    tree = wl.play(game, wl.Rollout(wl.InformationGain(), 2))
    assert tree.total == n * (n + 1) // 2 and tree.worst == n


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_the_heaviest_words_are_the_same_for_kernels_and_q_factors(mode):
    """Heavy words that the ranking names already do not make room for lighter ones."""
    words = wl.words.original()[0][:400]
    for seed in (6, 12, 19, 21, 49):
        rng = np.random.default_rng(seed)
        hidden = sorted(map(str, rng.choice(words, 14, replace=False)))
        guesses = sorted({*hidden, *map(str, rng.choice(words, 15, replace=False))})
        game = wl.wordle(hidden, guesses, mode=mode, prior=rng.integers(1, 6, 14))
        policy = wl.Rollout(wl.WorstClass(), 1, heaviest=2)
        assert policy.decide(game.start()) == policy.q_factors(game.start())[0].guess


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_beliefs_with_other_allowed_guesses_are_not_confused(mode):
    """States made by hand: the same words left, fewer guesses allowed, one policy object for all of them."""
    hidden = [letter + 4 * end for end in "ab" for letter in "cdefghi"]
    helpers = ["jcdef", "jfghi", "jehic"]
    game = wl.wordle(hidden, hidden + helpers, mode=mode)
    shared, start = wl.Rollout(wl.WorstClass(), 5), game.start()
    for some in ([], helpers, helpers[:1]):
        allowed = np.array([game.find(guess) for guess in hidden + some], np.int32)
        state = wl.State(game, start.members, allowed, start.rows)
        its_own_game = wl.wordle(hidden, hidden + some, mode=mode)
        expected = wl.play(its_own_game, wl.Rollout(wl.WorstClass(), 5)).total
        assert wl.play(game, shared, state=state).total == expected


@pytest.mark.parametrize(
    "base", [wl.InformationGain(), wl.RandomGuess(np.random.default_rng(1))], ids=lambda base: base.name
)
def test_words_that_are_not_allowed_are_refused(tiny, base):
    start = tiny.start()
    state = wl.State(tiny, start.members, start.allowed[:20], start.rows)
    for act in (wl.Rollout(base, 3).decide, wl.Rollout(base, 3).q_factors):
        refuses("state: .* with a possible word that is not allowed; expected all", act, state)


def test_a_truncated_base_that_tells_nothing_is_refused(tiny):
    """Where many words left cost nothing, it pays to learn nothing: the base would make one guess for ever."""
    game = wl.wordle(tiny.hidden, [*tiny.guesses, "zzzzz"])
    terminal = np.where(np.arange(25) < 5, 3, 0)
    base = wl.Rollout(wl.InformationGain(), "all", steps=0, terminal=terminal)
    assert base.decide(game.start()) == "zzzzz"
    for each in (base, Own(base.decide)):
        for act in (wl.Rollout(each, "all", base.ranking).decide, wl.Rollout(each, "all", base.ranking).q_factors):
            refuses("base: .* guesses '.....', which tells nothing", act, game.start())
    once = [wl.Rollout(each, "all", base.ranking, steps=1, terminal=terminal) for each in (base, Own(base.decide))]
    assert once[0].q_factors(game.start()) == once[1].q_factors(game.start())


def test_nothing_to_decide(tiny):
    found = wl.Beliefs.start(wl.wordle(["crane"])).split(np.array([0], np.int32))[0]
    for player in (*GREEDY, wl.Rollout(wl.InformationGain(), 3)):
        assert player.decide_all(found).tolist() == []


def test_cost_by_size_summarises_a_tree(tiny):
    tree = wl.play(tiny, wl.InformationGain())
    table = rollout.cost_by_size(tree)
    by_size = {}
    for words, total in costs_of_all_beliefs(tree).items():
        by_size.setdefault(len(words), []).append(total / len(words))
    assert table[0] == 0 and table[1] == 1 and table[24] == pytest.approx(tree.total / 24)
    for size, means in by_size.items():
        assert table[size] == pytest.approx(np.mean(means))
    part = wl.play(tiny, wl.InformationGain(), state=tiny.start().after("stone", "-----"))
    refuses("tree: over . of 24 hidden words; expected all of them", rollout.cost_by_size, part)


test_bad_arguments_are_named = refused(
    ({"steps": 1}, "steps: 1 with terminal None; expected both, or neither"),
    ({"steps": 1, "terminal": [0, -1]}, "terminal: a number that is negative"),
    (
        {"ranking": wl.RandomGuess(np.random.default_rng())},
        "ranking: RandomGuess.*; expected a policy with a `rank`",
    ),
    ({"ranking": wl.words}, "ranking: .*; expected a policy with a `rank`"),
    ({"base": wl.InformationGain}, "base: .*; expected a policy"),
    ({"steps": 1, "terminal": [[1.0]]}, "terminal: .*; expected a number for each number of words left"),
    by=lambda options: wl.Rollout(**{"base": wl.InformationGain(), **options}),
)


def test_a_terminal_cost_must_fit_the_game(tiny):
    with pytest.raises(ValueError, match=r"table: shape \(2,\); expected \(25,\)"):
        wl.Rollout(wl.InformationGain(), steps=1, terminal=[0, 1]).decide(tiny.start())


def test_a_base_that_tells_nothing_is_refused(tiny):
    stubborn = Own(lambda state: state.game.guesses[0], "stubborn")
    refuses("base: stubborn guesses 'allow', which tells nothing", wl.Rollout(stubborn, 2).decide, tiny.start())


class Ranking(wl.Policy):
    """A reader's own ranking: what another policy ranks, by a way that the kernels do not know."""

    name = "ranking"

    def __init__(self, greedy, change=list):
        self.greedy, self.change, self.asked = greedy, change, set()

    def decide(self, state):
        return self.greedy.decide(state)

    def rank(self, state, best):
        self.asked.add(best)
        return self.change(self.greedy.rank(state, best))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("width", [1, 4, pytest.param("all", marks=pytest.mark.large)])
def test_any_ranking_gives_the_candidates(rng, mode, width):
    """A ranking in Python, with the base policy that it comes from and with others."""
    game = random_game(rng, wl.words.original()[0], mode=mode)
    for base in (wl.InformationGain(), wl.WorstClass(), Own(wl.MostClasses().decide)):
        greedy = wl.ExpectedRemaining()
        own, ours = Ranking(greedy), wl.Rollout(base, width, ranking=greedy)
        theirs = wl.Rollout(base, width, ranking=own)
        assert wl.play(game, theirs).guess.tolist() == wl.play(game, ours).guess.tolist()
        assert theirs.q_factors(game.start()) == ours.q_factors(game.start())
        assert max(own.asked) == (len(game.start().allowed) if width == "all" else width)
    fast, slow = wl.Rollout(wl.InformationGain(), 3), wl.Rollout(Ranking(wl.InformationGain()), 3)
    assert wl.play(game, fast).guess.tolist() == wl.play(game, slow).guess.tolist()


def test_perfect_play_and_tree_search_can_order_candidates(tiny):
    for ranking in (wl.Exact(), wl.AVTS(5)):
        table = wl.Rollout(wl.WorstClass(), 2, ranking=ranking).q_factors(tiny.start())
        assert {line.guess for line in table} >= {line.guess for line in ranking.rank(tiny.start(), 2)}
    assert wl.Rollout(wl.Rollout(wl.WorstClass(), 2, wl.Exact()), 3).ranking.name == "exact"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: None, "ranking: <Ranking: ranking> ranks None; expected a list of Ranked"),
        (lambda lines: [line.guess for line in lines], "ranking: .* ranks .*; expected a list of Ranked"),
        (lambda lines: [line._replace(guess="zzzzz") for line in lines], "guess: 'zzzzz' is not one of"),
        (
            lambda lines: [line._replace(guess="geese") for line in lines],
            "ranking: .* ranks 'geese', which is not allowed",
        ),
    ],
)
def test_rankings_that_are_none_are_refused(tiny, change, message):
    game = wl.wordle(wl.words.tiny(), mode="hard")
    state = game.start().after("stone", naive.feedback("stone", "night"))
    refuses(message, wl.Rollout(wl.WorstClass(), 3, ranking=Ranking(wl.WorstClass(), change)).decide, state)


class OwnCandidates(wl.Rollout):
    """Looks at the words that are possible, and at nothing else."""

    def candidates(self, state):
        return state.game.guess_of_hidden[state.members]


def test_what_a_subclass_of_rollout_says_is_played(rng):
    game = random_game(rng, wl.words.original()[0])
    policy = OwnCandidates(wl.InformationGain(), 3)
    tree = wl.play(game, policy)
    for word in game.hidden:
        state = game.start()
        for guess, row in tree.path(word):
            assert guess in state.words
            state = state.after(guess, row)
    above = wl.Rollout(policy, 2)
    expected = tree.total / len(game.hidden)
    assert {line.guess: line.q for line in above.q_factors(game.start())}[tree.opening] == pytest.approx(expected)


TOTALS = {  # opening: base, k = 10, 30, 100, rollout of rollout 30, 30
    "salet": (7946, 7921, 7921, 7920, 7921),
    "reast": (7956, 7927, 7925, 7923, 7925),
    "crate": (7945, 7927, 7927, 7926, 7927),
    "slane": (7962, 7944, 7944, 7944, 7943),
    "trape": (8006, 7985, 7977, 7976, 7977),
    "raise": (8036, 8017, 8014, 8014, 8014),
}


@pytest.mark.large
@pytest.mark.parametrize("opening", TOTALS)
def test_totals_of_the_clean_algorithm(original, opening):
    base = wl.InformationGain()
    nested = wl.Rollout(wl.Rollout(base, 30), 30)
    players = [base, *(wl.Rollout(base, k) for k in (10, 30, 100)), nested]
    trees = [wl.play(original, player, opening) for player in players]
    assert tuple(tree.total for tree in trees) == TOTALS[opening]
    taken = naive.replay(trees[1].path, naive.feedback, original.hidden[::9], set(original.guesses))
    assert all(trees[1].guesses_used[original.hidden.index(word)] == rows for word, rows in taken.items())


@pytest.mark.large
def test_totals_of_other_base_policies(original):
    for base, before, after in ((wl.MostClasses(), 7937, 7920), (wl.ExpectedRemaining(), 7979, 7934)):
        assert wl.play(original, base, "salet").total == before
        assert wl.play(original, wl.Rollout(base, 10), "salet").total == after


@pytest.mark.large
def test_totals_in_hard_mode(original_hard):
    """Wordle's real rule, no cap on the guesses."""
    for width, total, sevens in ((10, 8120, 3), (30, 8116, 2)):
        tree = wl.play(original_hard, wl.Rollout(wl.InformationGain(), width), "salet")
        assert (tree.total, len(tree.failures(6)), tree.worst) == (total, sevens, 7)
        naive.replay(tree.path, naive.feedback, original_hard.hidden[::23], set(original_hard.guesses), hard=True)


@pytest.mark.large
def test_width_all_looks_at_every_guess(original):
    state = original.start().after("salet", "-----").after("crony", "--y--")
    table = wl.Rollout(wl.InformationGain(), "all").q_factors(state)
    assert len(table) == len(original.guesses)
    assert table[0].guess == wl.Rollout(wl.InformationGain(), "all").decide(state)
    assert table[0].q <= wl.Rollout(wl.InformationGain(), 10).q_factors(state)[0].q


@pytest.mark.large
def test_expected_guesses_under_word_frequencies():
    """The papers' variant with unequal words: information alone, with the bonus, and with heavy candidates."""
    game = wl.wordle(prior=wl.words.frequencies())
    expected = []
    for player in (
        wl.InformationGain(),
        wl.Rollout(wl.InformationGain(), 10),
        wl.InformationGain(2),
        wl.Rollout(wl.InformationGain(2), 10, heaviest=10),
    ):
        tree = wl.play(game, player, "salet")
        naive.replay(tree.path, naive.feedback, game.hidden[::50], set(game.guesses))
        expected.append(round(tree.mean, 3))
    assert expected == [3.148, 3.08, 2.776, 2.771]


@pytest.mark.parametrize("mode", ["easy", "hard"])
@pytest.mark.parametrize("level", [1, pytest.param(2, marks=pytest.mark.large)])
def test_slices_change_nothing(rng, monkeypatch, mode, level):
    """Kernels do little at a time, and go on where they stopped."""
    words = wl.words.original()[0]
    game = random_game(rng, words, mode=mode)
    once = wl.Rollout(wl.InformationGain(), 4, heaviest=1)
    policy = once if level == 1 else wl.Rollout(once, 5, heaviest=2)
    calls, run_beliefs = [], rollout.run_beliefs
    monkeypatch.setattr(rollout, "run_beliefs", lambda *a: (calls.append(a), run_beliefs(*a))[1])
    whole = wl.play(game, policy)
    before = len(calls)
    for size in (5_000, 1):
        monkeypatch.setattr(rollout, "SLICE", size)
        cut = wl.play(game, pickle.loads(pickle.dumps(policy)))
        assert np.array_equal(cut.guess, whole.guess) and np.array_equal(cut.guesses_used, whole.guesses_used)
    assert len(calls) > 3 * before


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_runs_ask_for_room(rng, monkeypatch, mode):
    """Each array of a run begins with room for hardly more than the first belief, and grows when a kernel asks."""
    game = random_game(rng, wl.words.original()[0], mode=mode)
    once = wl.Rollout(wl.InformationGain(), 4, heaviest=1)
    policy = wl.Rollout(once, 5, heaviest=2)
    expected = wl.play(game, policy)
    lacking, new_run, roomier = set(), rollout.new_run, arrays.roomier

    def narrow(game, plan, memo, beliefs, decide):
        run = new_run(game, plan, memo, beliefs, decide)
        words, guesses = np.diff(beliefs.offsets).max(), np.diff(beliefs.allowed_offsets).max()
        least = {"frames": 1, "parts": 1, "members": words, "candidates": 1, "allowed": guesses, "hints": 1}
        return run._replace(**{name: getattr(run, name)[:size].copy() for name, size in least.items()})

    monkeypatch.setattr(rollout, "new_run", narrow)

    def noted(lack, run):
        lacking.add(run._fields[lack])
        return roomier(lack, run)

    monkeypatch.setattr(arrays, "roomier", noted)
    found = wl.play(game, pickle.loads(pickle.dumps(policy)))
    assert np.array_equal(found.guess, expected.guess)
    assert lacking == {"frames", "parts", "members", "candidates", "allowed", "hints"}

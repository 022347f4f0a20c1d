import json

import naive
import numpy as np
import pytest
from games import Kept, Own, changed, random_game, word_lists
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused, refuses

import wordlelib as wl
from wordlelib.game import policy
from wordlelib.game.game import MODES

GREEDY = [make() for make in policy.GREEDY.values()]


@given(word_lists(most=14), st.sampled_from(GREEDY), st.booleans())
def test_tree_equals_games_played_one_by_one(lists, greedy, hard):
    hidden, guesses = lists
    tree = wl.play(wl.wordle(hidden, guesses, mode="hard" if hard else "easy"), greedy)
    games = naive.play(naive.feedback, greedy.name, guesses, hidden, hard)
    assert {word: tree.path(word) for word in hidden} == games
    assert tree.total == sum(map(len, games.values()))


def check(tree, rule, hard=False, strict=False):
    """Recompute every figure of a tree from its paths alone."""
    taken = naive.replay(tree.path, rule, tree.game.hidden, set(tree.game.guesses), hard, strict)
    used = list(taken.values())
    assert tree.total == sum(used) and tree.worst == max(used) and tree.words == len(used)
    assert np.isclose(tree.mean, np.average(used, weights=tree.game.weights))
    assert tree.distribution == {k: used.count(k) for k in range(1, max(used) + 1)}
    shares = [np.average(np.equal(used, k), weights=tree.game.weights) for k in range(1, max(used) + 1)]
    assert np.allclose(tree.chances, shares)
    assert tree.failures(3) == [word for word, guesses in taken.items() if guesses > 3]
    assert tree.guess.size == tree.parent.size == tree.code.size == tree.size.size
    assert tree.size.sum() == tree.total


@pytest.mark.parametrize("mode", MODES)
def test_tree_survives_its_checker_on_random_games(rng, mode):
    rules = mode == "hard", mode == "strict"
    for played in (*GREEDY, wl.RandomGuess(rng), wl.RandomWord(rng), wl.Rollout(wl.InformationGain(), 3)):
        game = random_game(rng, wl.words.original()[0], mode=mode)
        check(wl.play(game, played), naive.feedback, *rules)
        check(wl.play(game, played, opening=game.hidden[3]), naive.feedback, *rules)


def test_games_in_strict_mode_equal_games_played_one_by_one(rng):
    for greedy in GREEDY:
        game = random_game(rng, wl.words.original()[0], mode="strict")
        game = changed(rng, Kept(game, naive.feedback), strict=True).game
        games = naive.play(naive.feedback, greedy.name, list(game.guesses), game.hidden, strict=True)
        tree = wl.play(game, greedy)
        assert {word: tree.path(word) for word in game.hidden} == games
        assert wl.DecisionTree.from_json(tree.to_json(), game).total == tree.total


def test_mastermind_and_priors_survive_the_checker(rng):
    check(wl.play(wl.mastermind(3, 3), wl.InformationGain()), naive.mastermind)
    hidden = wl.words.tiny()
    check(wl.play(wl.wordle(hidden, prior=rng.random(24)), wl.InformationGain()), naive.feedback)
    for make in (wl.RandomGuess, wl.RandomWord):
        check(wl.play(wl.wordle(hidden), make(rng)), naive.feedback)


@pytest.mark.large
def test_knuths_rule(original):
    """Guesses = answers: 3.584. All guesses: 3.573 in alphabetical order, 3.567 with the answers listed first."""
    answers_only = wl.play(wl.wordle(original.hidden), wl.WorstClass())
    assert f"{answers_only.mean:.3f}" == "3.584" and answers_only.worst == 6
    alphabetical = wl.play(original, wl.WorstClass())
    assert alphabetical.total == 8272 and alphabetical.worst == 6
    rest = [word for word in original.guesses if word not in set(original.hidden)]
    answers_first = wl.play(wl.wordle(original.hidden, [*original.hidden, *rest]), wl.WorstClass())
    assert f"{answers_first.mean:.3f}" == "3.567" and answers_first.worst == 6
    for tree in (answers_only, alphabetical, answers_first):
        check(tree, naive.feedback)


@pytest.mark.large
def test_hard_mode_tree_survives_the_checker(original_hard):
    tree = wl.play(original_hard, wl.InformationGain(), "salet")
    check(tree, naive.feedback, hard=True)
    assert tree.failures() == [w for w in original_hard.hidden if len(tree.path(w)) > 6]


def test_play_from_a_state(tiny):
    state = tiny.start().after("stone", naive.feedback("stone", "night"))
    tree = wl.play(tiny, wl.InformationGain(), state=state)
    assert tree.words == len(state.words) and tree.opening == wl.InformationGain().decide(state)
    assert tree.path("night")[-1] == ("night", "ggggg")
    refuses("word: 'stone' is not one of the", tree.path, "stone")


def test_json_goes_out_and_comes_back(tiny):
    for greedy in GREEDY:
        tree = wl.play(tiny, greedy)
        again = wl.DecisionTree.from_json(tree.to_json(), tiny)
        assert {w: again.path(w) for w in tiny.hidden} == {w: tree.path(w) for w in tiny.hidden}
        assert (again.policy, again.total) == (tree.policy, tree.total)


def test_json_is_not_believed(tiny):
    document = json.loads(wl.play(tiny, wl.InformationGain()).to_json())
    for false in ({"total": 1}, {"words": 7}, {"mode": "banana"}, {"game": "chess"}):
        refuses("says .* but replayed it is", wl.DecisionTree.from_json, json.dumps({**document, **false}), tiny)
    extra = {"guess": "stone", "parent": 0, "after": "ggggy"}
    with pytest.raises(ValueError, match="says .* but replayed it is"):
        wl.DecisionTree.from_json(json.dumps({**document, "nodes": [*document["nodes"], extra]}), tiny)
    with pytest.raises(ValueError, match="no node for the feedback"):
        wl.DecisionTree.from_json(json.dumps({**document, "nodes": document["nodes"][:-1]}), tiny)
    texts = ["", "[]", "{}", "nonsense", b"\xff", '{"policy": "x"}', "[" * 100_000]
    for text in (*texts, *(json.dumps({**document, "nodes": nodes}) for nodes in (5, []))):
        refuses("not a decision tree", wl.DecisionTree.from_json, text, tiny)


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_json_of_a_tree_from_the_middle_of_a_game(mode):
    game = wl.wordle(wl.words.tiny(), mode=mode, prior=range(1, 25))
    state = game.start().after("stone", "-y-y-")
    tree = wl.play(game, wl.MostClasses(), state=state)
    again = wl.DecisionTree.from_json(tree.to_json(), game)
    assert again.history == tree.history == [("stone", "-y-y-")]
    assert again.total == tree.total and again.mean == tree.mean
    assert [again.path(word) for word in state.words] == [tree.path(word) for word in state.words]


@pytest.mark.slow
@pytest.mark.large
def test_deep_trees_are_written_and_read():
    names = [f"w{i}" for i in range(1500)]
    game = wl.from_answers(names, names, lambda guess, hidden: "yes" if guess == hidden else "no")
    tree = wl.play(game, wl.WorstClass())
    assert tree.worst == 1500
    assert wl.DecisionTree.from_json(tree.to_json(), game).total == tree.total


class Broken(wl.Policy):
    def decide(self, state):
        raise AssertionError

    def decide_all(self, beliefs):
        return np.full(len(beliefs), 99_999_999)


def test_guesses_that_do_not_exist_and_foreign_states_are_refused(tiny):
    refuses("policy: unnamed policy guesses number 99999999; expected 0 to 23", wl.play, tiny, Broken())
    with pytest.raises(ValueError, match="state: .*; expected an unsolved state of"):
        wl.play(tiny, wl.WorstClass(), state=wl.wordle(["aa", "ab"]).start())
    solved = tiny.start().after("stone", "ggggg")
    assert solved.solved and not tiny.start().solved
    refuses("state: .*; expected an unsolved state of", wl.play, tiny, wl.WorstClass(), state=solved)


CARELESS = Own(lambda state: "stone" if not state.history else "allow", "careless")


def test_policy_that_would_never_end_is_refused(tiny):
    stubborn = Own(lambda state: "stone", "stubborn")
    refuses("policy: stubborn guesses 'stone' with .* words left tells nothing", wl.play, tiny, stubborn)


def test_policy_that_breaks_hard_mode_is_refused():
    with pytest.raises(ValueError, match="policy: careless guesses 'allow', which hard mode does not allow"):
        wl.play(wl.wordle(wl.words.tiny(), mode="hard"), CARELESS)


def test_guesses_that_strict_mode_does_not_allow_are_refused():
    other = next(word for word in wl.words.tiny() if word not in ("stone", "allow"))
    game = wl.wordle([word for word in wl.words.tiny() if word != other], wl.words.tiny(), mode="strict")
    refuses("policy: careless guesses 'allow', which strict mode does not allow", wl.play, game, CARELESS)
    refuses(f"opening: '{other}', which strict mode does not allow", wl.play, game, wl.InformationGain(), other)


def test_bad_opening_and_cap(tiny):
    with pytest.raises(ValueError, match="opening: 'geese' with 2 words left tells nothing"):
        wl.play(wl.wordle(["audio", "world"], tiny.hidden), wl.WorstClass(), "geese")
    refuses("opening: 'zzzzz' is not one of", wl.play, tiny, wl.InformationGain(), "zzzzz")


def test_progress_rises_to_the_end(tiny):
    seen = []
    wl.play(tiny, wl.InformationGain(), progress=lambda done, total: seen.append((done, total)))
    assert seen and seen == sorted(seen) and all(0 <= done <= total == 24 for done, total in seen)


class Deciding(wl.Policy):
    """A policy whose decisions are something else."""

    name = "deciding"

    def __init__(self, thing, together=None):
        self.thing, self.together = thing, together

    def decide(self, state):
        return self.thing

    def decide_all(self, beliefs):
        return super().decide_all(beliefs) if self.together is None else self.together


test_what_is_no_policy = refused(
    (lambda state: "stone", "^policy: <function .*; expected a policy"),
    (wl.InformationGain, "^policy: <class .*; expected a policy"),
    (Deciding(["stone"]), r"^policy: .* decides \['stone'\]; expected a guess of the game"),
    (Deciding(None), "^policy: .* decides None; expected a guess of the game"),
    (Deciding("", [0.5]), r"^policy: deciding decides float64 of shape \(1,\); expected a number for each of 1"),
    (Deciding("", ["stone"]), r"^policy: deciding decides <U5 of shape \(1,\); expected a number for each"),
    (Deciding("", [0, 1]), r"^policy: deciding decides int64 of shape \(2,\); expected a number for each"),
    by=lambda policy: wl.play(wl.wordle(wl.words.tiny()), policy),
)


def test_trees_that_go_round_in_circles(tiny):
    tree = wl.play(tiny, wl.WorstClass())
    for name, turned in (("parent", tree.parent[::-1]), ("code", -np.ones_like(tree.code))):
        parts = {name: getattr(tree, name) for name in ("guess", "parent", "code", "size", "guesses_used", "history")}
        refuses(f"^{name}: .*; expected ", wl.DecisionTree, tiny, "x", **{**parts, name: turned})
    lacking = wl.DecisionTree(tiny, "x", tree.guess[:1], [-1], [-1], tree.size[:1], tree.guesses_used, [])
    with pytest.raises(ValueError, match="^hidden: .*; the tree has no node for its feedback at node 0$"):
        lacking.path(next(word for word in tiny.hidden if word != tree.opening))


@pytest.mark.parametrize("mode", MODES)
def test_a_stored_tree_can_be_followed(rng, mode):
    """From the start and from the middle of a game."""
    for seed in range(3):
        game = random_game(rng, wl.words.original()[0], mode=mode)
        for played in (wl.RandomGuess(np.random.default_rng(seed)), wl.InformationGain()):
            tree = wl.play(game, played)
            policy = wl.Follow(tree)
            assert wl.play(game, policy).to_json() == tree.to_json() and policy.name == tree.policy
            row = max(game.start().partition(tree.opening).items(), key=lambda item: len(item[1]))[0]
            state = game.start().after(tree.opening, row)
            if not state.solved:
                below = wl.play(game, policy, state=state)
                assert {word: below.path(word) for word in state.words} == {w: tree.path(w)[1:] for w in state.words}
                part = wl.play(game, played, state=state)
                assert wl.play(game, wl.Follow(part), state=state).to_json() == part.to_json()


def test_states_that_a_tree_does_not_lead_to_are_refused(tiny):
    tree = wl.play(tiny, wl.InformationGain())
    policy, other = wl.Follow(tree), next(word for word in tiny.hidden if word != tree.opening)
    assert repr(policy) == f"Follow({tree!r})"
    state = tiny.start().after(other, tiny.answer(other, tree.opening))
    refuses(f"state: .*; expected the guess '{tree.opening}', .*, not '{other}'", policy.decide, state)
    refuses("state: .*; expected an unsolved state of", policy.decide, tiny.start().after(other, "ggggg"))
    refuses("state: .*; expected an unsolved state of", policy.decide, wl.wordle(wl.words.tiny()).start())
    row = max(tiny.start().partition(tree.opening).items(), key=lambda item: len(item[1]))[0]
    middle = tiny.start().after(tree.opening, row)
    part = wl.Follow(wl.play(tiny, wl.InformationGain(), state=middle))
    refuses("state: .*; expected one that begins with the tree's own rows, ", part.decide, tiny.start())
    start = tiny.start()
    few = wl.State(tiny, start.members[:3], start.allowed, start.rows)
    fewer = wl.play(tiny, wl.InformationGain(), state=few)
    rows = [row for row in start.partition(fewer.opening) if tiny.read(row) not in fewer.children[0] and row != "ggggg"]
    with pytest.raises(ValueError, match=f"state: .*; no node for the feedback {rows[0]} to '{fewer.opening}' is in"):
        wl.Follow(fewer).decide(start.after(fewer.opening, rows[0]))
    refuses("state: .*; expected the guess ", wl.Rollout(policy, "all").decide, tiny.start())
    for wrong in (None, tree.to_json(), policy):
        refuses("tree: .*; expected a DecisionTree", wl.Follow, wrong)


def test_json_with_nodes_that_hang_nowhere_is_refused(tiny):
    document = json.loads(wl.play(tiny, wl.InformationGain()).to_json())
    for change in ({"parent": 99}, {"parent": -1}, {"parent": None}, {"after": None}, {"after": "zz"}, {"guess": "zz"}):
        nodes = [*document["nodes"][:-1], {**document["nodes"][-1], **change}]
        refuses("text: not a decision tree", wl.DecisionTree.from_json, json.dumps({**document, "nodes": nodes}), tiny)
    with pytest.raises(ValueError, match="text: not a decision tree .*expected the root first"):
        wl.DecisionTree.from_json(json.dumps({**document, "nodes": document["nodes"][1:]}), tiny)

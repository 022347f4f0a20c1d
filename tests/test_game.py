import itertools

import naive
import numpy as np
import pytest
from games import Kept, changed, random_game, word_lists
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused, refuses

import wordlelib as wl
from wordlelib.game.game import MODES


def test_belief_narrows_to_the_words_that_fit(tiny):
    state = tiny.start()
    assert state.words == list(tiny.hidden) and np.isclose(state.probabilities.sum(), 1)
    after = state.after("stone", "-y-y-")
    assert after.words == [w for w in tiny.hidden if naive.feedback("stone", w) == "-y-y-"]
    assert after.history == [("stone", "-y-y-")]
    assert tiny.after([("stone", "-y-y-")]).words == after.words
    assert state.after("stone", "⬛🟨⬛🟨⬛").words == after.words


@pytest.mark.parametrize("mode", MODES)
def test_some_beliefs_are_taken_in_any_order(mode):
    game = wl.wordle(wl.words.tiny(), mode=mode)
    beliefs = wl.Beliefs.start(game).split(np.array([3], np.int32))[0]
    places = [4, 0, 4, len(beliefs) - 1]
    taken = beliefs.take(np.array(places))
    assert len(taken) == 4 and not len(beliefs.take(np.array([], int)))
    for state, place in zip(taken, places, strict=True):
        own = beliefs.state(place)
        assert state.words == own.words and state.history == own.history
        assert state.allowed.tolist() == own.allowed.tolist()


def test_partition_is_one(tiny):
    classes = tiny.start().partition("stone")
    assert sorted(itertools.chain(*classes.values())) == sorted(tiny.hidden)
    assert list(classes) == sorted(classes, key=tiny.read)
    assert {r: sorted(c) for r, c in naive.partition(naive.feedback, "stone", tiny.hidden).items()} == classes


def test_inconsistent_history_names_the_row(tiny):
    refuses("no hidden word is left: check row 2", tiny.after, [("stone", "-y-y-"), ("audio", "ggggg")])


test_bad_rows = refused(
    ("zzzzz", "-----", "guess: 'zzzzz' is not one of the 24 guesses"),
    ("stone", "--", "feedback: '--' has 2 colours"),
    by=lambda guess, row: wl.wordle(wl.words.tiny()).start().after(guess, row),
)


def test_answer(tiny):
    assert tiny.answer("stone", "NIGHT") == naive.feedback("stone", "night")
    with pytest.raises(
        ValueError, match="hidden: 'stone' is a guess but not one of the 1 hidden words; expected one of them"
    ):
        wl.wordle(["crane"], ["crane", "stone"]).answer("crane", "stone")


@given(st.sampled_from([3, 4, 7]).flatmap(lambda n: word_lists(length=n, letters="abc", most=25)), st.data())
def test_hard_mode_is_wordles_real_rule(lists, data):
    hidden, guesses = lists
    game = wl.wordle(hidden, guesses, mode="hard")
    word = data.draw(st.sampled_from(hidden))
    state = game.start()
    for _ in range(3):
        allowed = [game.guesses[g] for g in state.allowed]
        assert allowed == [g for g in guesses if naive.hard_mode_allows(state.history, g)]
        assert set(state.words) <= set(allowed)
        guess = data.draw(st.sampled_from(allowed))
        state = state.after(guess, naive.feedback(guess, word))


def test_hard_mode_by_example():
    game = wl.wordle(["abbey", "kebab", "rebel"], ["abbey", "babes", "kebab", "rebel", "bbaae", "eebba"], mode="hard")
    state = game.start().after("babes", naive.feedback("babes", "kebab"))
    assert naive.feedback("babes", "kebab") == "yygy-"
    assert [game.guesses[g] for g in state.allowed] == ["abbey", "babes", "kebab", "eebba"]
    refuses(r"'rebel' is not allowed in hard mode after the hints so far \(row 2\)", state.after, "rebel", "-----")


@pytest.mark.parametrize("count", [64, 65, 66, 130])
def test_hard_mode_with_more_letters_than_a_set_of_bits_holds(rng, count):
    """Letters whose numbers differ by 64 have the same bit, and are told apart all the same."""
    alphabet = [chr(0x4E00 + i) for i in range(count)]
    words = sorted({a + b for a, b in zip(alphabet, alphabet[1:] + alphabet[:1], strict=True)} | {alphabet[0] * 2})
    game = wl.wordle(words, mode="hard")
    for hidden in (alphabet[1] + alphabet[2], *map(str, rng.choice(words, 8))):
        for guess in (alphabet[0] + alphabet[1], *map(str, rng.choice(words, 8))):
            row = naive.feedback(guess, hidden)
            expected = [word for word in words if naive.hard_mode_allows([(guess, row)], word)]
            if row != "g" * 2:
                assert [words[i] for i in game.start().after(guess, row).allowed] == expected
    children, _ = wl.Beliefs.start(game).split(np.array([game.find(alphabet[0] + alphabet[1])], np.int32))
    for state in children:
        expected = [word for word in words if naive.hard_mode_allows(state.history, word)]
        assert [words[i] for i in state.allowed] == expected


def test_batch_split_equals_state_by_state(rng):
    words = wl.words.original()[0]
    for mode in MODES:
        game = random_game(rng, words, mode=mode)
        game = changed(rng, Kept(game, naive.feedback), game.strict).game
        beliefs = wl.Beliefs.start(game)
        for _ in range(3):
            guesses = np.array([rng.choice(state.allowed) for state in beliefs], np.int32)
            children, parents = beliefs.split(guesses)
            expected = []
            for i, state in enumerate(beliefs):
                guess = game.guesses[guesses[i]]
                for row in state.partition(guess):
                    if row != "ggggg":
                        expected.append((i, state.after(guess, row)))
            assert parents.tolist() == [i for i, _ in expected]
            for child, (_, state) in zip(children, expected, strict=True):
                assert child.words == state.words and child.history == state.history
                assert child.allowed.tolist() == state.allowed.tolist()
            refuses("^a: .*; expected a whole number from", children.part, 1, 0)
            if len(children) > 2:
                part = children.part(1, 3)
                assert [s.words for s in part] == [children.state(1).words, children.state(2).words]
                assert part.state(1).allowed.tolist() == children.state(2).allowed.tolist()
            if len(children):
                twice = children.repeat(2)
                assert [s.words for s in twice] == 2 * [s.words for s in children]
                assert [s.allowed.tolist() for s in twice] == 2 * [s.allowed.tolist() for s in children]
            beliefs = children


@given(word_lists(length=3, letters="abc", most=25), st.randoms(use_true_random=False), st.data())
def test_strict_mode_allows_what_is_still_possible(lists, random, data):
    hidden, guesses = lists
    random.shuffle(hidden)
    game = wl.wordle(hidden, guesses, mode="strict")
    word = data.draw(st.sampled_from(hidden))
    state = game.start()
    for _ in range(3):
        allowed = [game.guesses[g] for g in state.allowed]
        fits = [w for w in hidden if all(naive.feedback(guess, w) == row for guess, row in state.history)]
        assert state.words == fits and allowed == [g for g in guesses if g in fits]
        assert all(naive.hard_mode_allows(state.history, guess) for guess in allowed)
        for guess in set(guesses) - set(allowed):
            with pytest.raises(ValueError, match=f"guess: '{guess}' is not allowed in strict mode after the hints"):
                state.after(guess, naive.feedback(guess, word))
        if state.solved:
            break
        guess = data.draw(st.sampled_from(allowed))
        state = state.after(guess, naive.feedback(guess, word))


def test_strict_mode_by_name(tiny):
    game = wl.wordle(tiny.hidden, mode="strict")
    assert game.mode == "strict" and game.letters is None and "strict mode" in repr(game)
    assert (tiny.mode, wl.wordle(tiny.hidden, mode="hard").mode) == ("easy", "hard")
    assert MODES == ("easy", "hard", "strict")
    with pytest.raises(ValueError, match="strict: True with letters; expected one of the two"):
        hard = wl.wordle(tiny.hidden, mode="hard")
        wl.Game(
            *(hard.hidden, hard.guesses, hard.codes, hard.solved, hard.read, hard.show),
            None,
            "x",
            hard.letters,
            None,
            True,
        )


@pytest.mark.parametrize(("pegs", "colours"), [(2, 3), (3, 4), (4, 3)])
def test_mastermind_equals_its_twin(pegs, colours):
    game = wl.mastermind(pegs, colours)
    assert len(game.hidden) == colours**pegs
    for g, guess in enumerate(game.guesses):
        for h, hidden in enumerate(game.hidden):
            text = naive.mastermind(guess, hidden)
            assert game.show(int(game.codes[g, h])) == text and game.read(text) == game.codes[g, h]


@pytest.mark.parametrize("text", ["", "1b", "1b2", "b1w", "3b2w", "1b-1w", None, 5, ["1b2w"]])
def test_mastermind_feedback_that_cannot_be_read(text):
    refuses("expected blacks and whites", wl.mastermind(4, 2).read, text)


def test_any_table_of_answers_is_a_game():
    names = [str(i) for i in range(9)]
    game = wl.from_answers(names, names, lambda g, h: "found" if g == h else "lower" if int(h) < int(g) else "higher")
    assert game.start().after("4", "lower").words == ["0", "1", "2", "3"]
    assert wl.play(game, wl.InformationGain()).distribution == {1: 1, 2: 2, 3: 4, 4: 2}
    refuses("feedback: 'up'; expected one of found, higher, lower", game.read, "up")
    capitals = wl.from_answers(["A", "B"], ["A", "a", "B"], lambda g, h: "y" if g == h else "n")
    assert capitals.answer("A", "A") == "y" and capitals.answer("a", "A") == "n"
    assert wl.play(capitals, wl.WorstClass()).path("B")[-1] == ("B", "y")


def test_priors_of_other_games():
    game = wl.mastermind(2, 2, prior={"aa": 1, "ab": 2, "ba": 1, "bb": 4})
    assert game.start().probabilities.tolist() == [1 / 8, 1 / 4, 1 / 8, 1 / 2]
    assert wl.mastermind(2, 2, [1, 2, 1, 4]).weights.tolist() == game.weights.tolist()
    compare = wl.from_answers(["A", "b"], ["A", "b"], lambda g, h: "=" if g == h else "/", prior={"A": 3, "b": 1})
    assert compare.start().probabilities.tolist() == [3 / 4, 1 / 4]
    assert wl.play(compare, wl.InformationGain(), "A").mean == 5 / 4


def test_all_accepted_words_go_with_no_other_lists():
    for other in ({"answers": ["abc"]}, {"guesses": ["abc"]}, {"letters": 6}, {"language": "de"}):
        refuses(f"^hidden: 'accepted' with {next(iter(other))}; expected one", wl.wordle, hidden="accepted", **other)
    refuses("^hidden: 'all'; expected one of original, accepted$", wl.wordle, hidden="all")


@pytest.mark.large
def test_all_accepted_words_may_be_hidden(accepted_game, rng):
    assert accepted_game.hidden == accepted_game.guesses and len(accepted_game.hidden) == 12_972
    for g, h in rng.integers(12972, size=(1000, 2)):
        row = naive.feedback(accepted_game.guesses[g], accepted_game.hidden[h])
        assert accepted_game.show(int(accepted_game.codes[g, h])) == row
    state = accepted_game.start().after("salet", accepted_game.answer("salet", "snafu"))
    prior = wl.words.accepted_prior()
    fitting = [word for word in prior if naive.feedback("salet", word) == naive.feedback("salet", "snafu")]
    assert state.words == fitting and "snafu" in fitting
    shares = np.array([prior[word] for word in fitting])
    assert np.allclose(state.probabilities, shares / shares.sum())
    tree = wl.play(accepted_game, wl.InformationGain(2), state=state)
    taken = naive.replay(tree.path, naive.feedback, fitting, set(accepted_game.guesses))
    assert tree.mean == pytest.approx(sum(prior[word] * taken[word] for word in fitting) / shares.sum(), rel=1e-9)


@pytest.mark.slow
@pytest.mark.large
@pytest.mark.parametrize("letters", [6, 7])
def test_longer_words(letters, rng):
    game = wl.wordle(letters=letters, prior=wl.words.frequencies(letters))
    assert game.codes.dtype == np.uint16 and game.codes.shape == (12972, 2315)
    for g, h in zip(rng.integers(12972, size=3000), rng.integers(2315, size=3000), strict=True):
        assert game.show(int(game.codes[g, h])) == naive.feedback(game.guesses[g], game.hidden[h])
    frequencies = np.array(list(wl.words.frequencies(letters).values()))
    assert np.abs(game.start().probabilities - frequencies / frequencies.sum()).max() < 2**-18
    for mode in ("easy", "hard"):
        tree = wl.play(wl.wordle(letters=letters, mode=mode), wl.InformationGain(), game.hidden[0])
        some = [str(word) for word in rng.choice(game.hidden, 40, replace=False)]
        taken = naive.replay(tree.path, naive.feedback, some, set(game.guesses), mode == "hard")
        assert all(taken[word] == tree.guesses_used[game.hidden.index(word)] for word in some)


@pytest.mark.parametrize("letters", [pytest.param(6, marks=pytest.mark.large), 7])
def test_longer_words_are_played_like_the_twin(letters, rng):
    for mode in ("easy", "hard"):
        game = random_game(rng, wl.words.original(letters)[0], mode=mode)
        tree = wl.play(game, wl.InformationGain())
        twin = naive.play(naive.feedback, "information-gain", game.guesses, game.hidden, mode == "hard")
        assert {word: tree.path(word) for word in game.hidden} == twin


test_bad_games = refused(
    (lambda: wl.from_answers(["a", "c"], ["a", "b"], lambda g, h: g + h), "hidden: 'c' is not among the guesses"),
    (lambda: wl.from_answers(["a"], ["a"], lambda g, h: 3), r"answer: \[3\] to 'a'; expected texts only"),
    (
        lambda: wl.from_answers(["a", "b"], ["a", "b"], lambda g, h: "ny"[g == h]).read(3),
        "feedback: 3; expected the text of an answer",
    ),
    (lambda: wl.wordle(mode="easier"), "mode: 'easier'; expected one of easy, hard, strict"),
    (lambda: wl.wordle(guesses=["crane"]), "guesses: given without answers"),
    (lambda: wl.wordle([]), "answers: empty"),
    (lambda: wl.wordle(letters=8), "letters: 8; expected 5, 6 or 7"),
    (lambda: wl.wordle(["crane"], letters=6), "letters: 6; expected 5, the length of the answers given"),
    (lambda: wl.mastermind(2, 2, [1, 2]), r"prior: shape \(2,\); expected \(4,\)"),
    (lambda: wl.from_answers(["a"], ["a"], lambda g, h: g + h, {"b": 1}), "no number for the hidden word 'a'"),
    (lambda: wl.wordle(["crane", "cranes"]), r"answers\[1\]: 'cranes' has 6 letters; expected 5"),
    (lambda: wl.wordle(["crane"], ["slate"]), "hidden: 'crane' is not among the guesses"),
    (lambda: wl.wordle(["crane", 5]), r"answers\[1\]: 5 is not text"),
    (lambda: wl.wordle("crane"), "answers: 'crane'; expected a list of words"),
    (lambda: wl.from_answers(["a", "a", "b"], ["a", "b"], lambda g, h: g + h), "hidden: 'a' stands there twice"),
    (lambda: wl.from_answers([], [], lambda g, h: g + h), "hidden: empty"),
    (lambda: wl.mastermind(9), "pegs: 9; expected a whole number from 1 to 8"),
    (lambda: wl.mastermind(4, 1), "colours: 1 with 4 pegs"),
    (lambda: wl.mastermind(4, 26), "at most 20,000 rows"),
    (lambda: wl.from_answers(["a", "b"], ["a", "b"], lambda g, h: "same"), "solved: code 0 does not mean"),
)


def table_of(game, **changes):
    """A game by hand, from the parts of another."""
    given = {name: getattr(game, name) for name in ("hidden", "guesses", "codes", "solved", "read", "show")}
    return wl.Game(**{**given, **changes})


@pytest.mark.parametrize(
    "kind", ["u1", "<u2", ">u2", "u4", ">u4", "u8", "i1", "i8", ">i4", list, tuple, "column", "fixed"]
)
def test_codes_of_any_type_make_the_same_game(kind):
    words = ["abc", "abd", "cab"]
    game = wl.wordle(words)
    if kind in (list, tuple):
        codes = kind(map(kind, game.codes.tolist()))
    elif kind == "column":
        codes = np.asfortranarray(game.codes)
    else:
        codes = game.codes.astype(game.codes.dtype if kind == "fixed" else kind)
        codes.flags.writeable = kind != "fixed"
    made = table_of(game, codes=codes)
    assert made.codes.dtype in (np.uint8, np.uint16) and made.codes.dtype.isnative
    assert made.codes.flags.c_contiguous and made.codes.flags.writeable
    trees = [wl.play(each, wl.InformationGain()) for each in (made, game)]
    assert [*map(trees[0].path, game.hidden)] == [*map(trees[1].path, game.hidden)]


def test_large_codes_are_numbered_anew():
    game = wl.wordle(["abc", "abd", "cab"], ["abc", "abd", "cab", "dab"])
    large = game.codes.astype(np.uint64) * 2**58 // 27 + 2**60
    codes = dict(zip(large.ravel().tolist(), game.codes.ravel().tolist(), strict=True))
    back = {code: large for large, code in codes.items()}
    made = table_of(
        game,
        codes=large,
        solved=back[game.solved],
        read=lambda row: back.get(game.read(row), 5),
        show=lambda code: game.show(codes[code]),
    )
    assert made.codes.dtype == np.uint8 and made.cells == len(codes)
    for guess in game.guesses:
        assert made.start().partition(guess) == game.start().partition(guess)
        for row, left in game.start().partition(guess).items():
            assert made.start().after(guess, row).words == left and made.start().after(guess, row).history == [
                (guess, row)
            ]
    refuses("history: no hidden word is left", made.start().after, "abc", "-y-")
    trees = [wl.play(each, wl.InformationGain()) for each in (made, game)]
    assert [*map(trees[0].path, game.hidden)] == [*map(trees[1].path, game.hidden)]
    refuses("solved: code 7 does not mean", table_of, made, codes=large, solved=7)


def test_long_words_need_no_large_histogram():
    words = ["abcdefghijkl", "lkjihgfedcba", "aaaaaabbbbbb"]
    game = wl.wordle(words)
    assert game.cells <= 9 and game.start().after(words[0], game.answer(words[0], words[1])).words == [words[1]]
    assert game.answer(words[0], words[1]) == naive.feedback(words[0], words[1])
    hard = wl.wordle(words, mode="hard")
    assert hard.cells == 3**12 and hard.start().after(words[0], game.answer(words[0], words[1])).words == [words[1]]


test_parts_that_make_no_game = refused(
    ({"codes": [[1, 2], [3]]}, "^codes: .*; expected unsigned integers"),
    ({"codes": np.zeros((3, 3), bool)}, "^codes: bool of shape"),
    ({"codes": np.full((3, 3), -1)}, "^codes: int64 from -1 on of shape"),
    ({"codes": [[10**30] * 3] * 3}, "^codes: object of shape"),
    ({"codes": np.zeros((3, 0), np.uint8)}, r"^codes: uint8 of shape \(3, 0\)"),
    ({"hidden": []}, "^hidden: empty"),
    ({"letters": [[0.5]] * 3}, "^letters: .*; expected a number for each letter"),
    ({"letters": np.zeros((3, 0), np.uint8)}, "^letters: .*; expected a number for each letter"),
    ({"letters": np.full((3, 3), 2**60)}, "^letters: 1152921504606846976 is among them"),
    ({"letters": np.zeros((3, 2), np.uint8)}, "^codes: 26 is among them; expected rows of colours"),
    ({"alike": [0, 1]}, "^alike: .*; expected for each guess"),
    ({"alike": [0, 1, 9]}, "^alike: 9 is among them"),
    ({"alike": [0, 0, 1]}, "^alike: .*; expected for each guess"),
    by=lambda changes: table_of(wl.wordle(["abc", "abd", "cab"]), **changes),
)


@pytest.mark.parametrize(
    "rows", [None, "ab", [1, 2], [[1]], [[1, 2, 3]], [[-1, 0]], [[10**6, 0]], [[0, 10**6]], [[0, 241]], [[0.0, 1.0]]]
)
def test_states_of_rows_that_are_none(tiny, rows):
    start = tiny.start()
    refuses("^rows: .*; expected ", wl.State, tiny, start.members, start.allowed, rows)
    refuses("^rows: .*; expected ", wl.Beliefs, tiny, [0], [0, 1], [rows], start.allowed, [0, len(start.allowed)])


def test_states_of_lists_decide_as_states_of_arrays(tiny):
    start = tiny.start()
    some = start.after("stone", "-y-y-")
    rows = some.rows.tolist()
    for kind in (list, tuple, lambda x: np.array(x, np.int64), lambda x: np.array(x, ">u8"), lambda x: np.array(x)[:]):
        made = wl.State(tiny, kind(some.members.tolist()), kind(some.allowed.tolist()), kind(rows))
        assert made.words == some.words and made.history == some.history
        assert {x.dtype for x in (made.members, made.allowed, made.rows)} == {np.dtype(np.int32)}
        assert wl.InformationGain().decide(made) == wl.InformationGain().decide(some)
    refuses("^game: 'tiny'; expected a Game", wl.State, "tiny", some.members, some.allowed, some.rows)


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_beliefs_by_hand(tiny, mode):
    game = wl.wordle(tiny.hidden, mode=mode)
    beliefs, _ = wl.Beliefs.start(game).split([0])
    parts = [beliefs.members, beliefs.offsets, beliefs.rows, beliefs.allowed, beliefs.allowed_offsets]
    made = wl.Beliefs(game, *(part.tolist() for part in parts))
    assert [part.tolist() for part in parts] == [
        getattr(made, name).tolist() for name in ("members", "offsets", "rows", "allowed", "allowed_offsets")
    ]
    assert made.members.dtype == np.int32 and made.offsets.dtype == np.int64
    for place, name, wrong in (
        (0, "members", parts[0][::-1]),
        (0, "members", np.zeros_like(parts[0])),
        (1, "offsets", parts[1][:-1]),
        (1, "offsets", parts[1] + 1),
        (1, "offsets", np.append(parts[1], parts[1][-1])),
        (1, "offsets", parts[1][::-1]),
        (2, "rows", parts[2][:-1]),
        (3, "allowed", parts[3][::-1]),
        (4, "allowed_offsets", [0, 3]),
        (4, "allowed_offsets", [[0]]),
    ):
        refuses(f"^{name}: .*; expected", wl.Beliefs, game, *parts[:place], wrong, *parts[place + 1 :])


def test_what_is_too_long_for_a_word_is_not_spelled(monkeypatch):
    game, spelled = wl.wordle(["fight", "light"]), []
    monkeypatch.setattr(game, "spell", lambda word: spelled.append(word) or word.lower())
    assert game.find(" " * 10**6 + "LIGHT") == 1 and spelled == ["LIGHT"]
    with pytest.raises(ValueError, match="^guess: .* is not one of the 2 guesses"):
        game.find("a" + "\u0315\u0300" * 10**4)  # whose normal form takes a second, and minutes ten times over
    assert spelled == ["LIGHT"]

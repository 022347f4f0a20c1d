from collections import Counter
from dataclasses import replace
from itertools import product
from math import inf

import naive
import pytest
from games import word_lists
from hypothesis import assume, given
from hypothesis import strategies as st
from refusals import refused

import wordlelib as wl
from wordlelib.game import knowledge
from wordlelib.game.knowledge import Info, game_graph, game_tree
from wordlelib.lab.representations import count_states

LETTERS = "abc"
FOUR = ["crane", "alone", "shame", "atole"]


def every_word(length, alphabet=LETTERS):
    return ["".join(word) for word in product(alphabet, repeat=length)]


@st.composite
def infos(draw, length, alphabet=LETTERS):
    """Any info, contradictory ones too."""
    few = st.one_of(st.integers(0, length + 1), st.just(inf))
    place = st.frozensets(st.sampled_from(alphabet), min_size=draw(st.integers(0, 1)))
    places = draw(st.tuples(*[place] * length))
    least = draw(st.tuples(*[st.one_of(st.just(0), few)] * len(alphabet)))
    most = draw(st.tuples(*[st.one_of(st.just(inf), few)] * len(alphabet)))
    return Info(alphabet, places, least, most)


@st.composite
def some_infos(draw, number):
    length = draw(st.integers(1, 4))
    return [draw(infos(length)) for _ in range(number)]


@st.composite
def histories(draw, letters=LETTERS):
    """A hidden word, a list that holds it, and true rows about it."""
    hidden, guesses = draw(word_lists(letters=letters))
    word = draw(st.sampled_from(hidden))
    rows = [(guess, naive.feedback(guess, word)) for guess in draw(st.lists(st.sampled_from(guesses), max_size=4))]
    return hidden, rows


def told(rows, length, alphabet=LETTERS):
    info = Info.top(length, alphabet)
    for guess, row in rows:
        info = info.after(guess, row)
    return info


def fits_slowly(info, word):
    """The definition, counted letter by letter."""
    for letter, low, high in zip(info.alphabet, info.least, info.most, strict=True):
        if not low <= sum(other == letter for other in word) <= high:
            return False
    return all(letter in place for place, letter in zip(info.places, word, strict=True))


@given(some_infos(1))
def test_words_are_those_of_the_definition(drawn):
    (info,) = drawn
    words = every_word(len(info.places))
    assert info.words(words) == [word for word in words if fits_slowly(info, word)]


@given(some_infos(2))
def test_words_of_the_meet_are_the_intersection(drawn):
    a, b = drawn
    words = every_word(len(a.places))
    assert a.meet(b).words(words) == [word for word in a.words(words) if word in b.words(words)]
    assert set(a.join(b).words(words)) >= {*a.words(words), *b.words(words)}


@given(some_infos(3))
def test_meet_and_join_are_those_of_a_lattice(drawn):
    a, b, c = drawn
    for one, other in ((Info.meet, Info.join), (Info.join, Info.meet)):
        assert one(a, a) == a
        assert one(a, b) == one(b, a)
        assert one(one(a, b), c) == one(a, one(b, c))
        assert one(a, other(a, b)) == a
    assert (a <= b) == (a.meet(b) == a) == (a.join(b) == b)
    assert a.meet(b) <= a <= a.join(b)
    assert not (c <= a and c <= b) or c <= a.meet(b)
    assert not (a <= c and b <= c) or a.join(b) <= c
    length = len(a.places)
    assert Info.bottom(length, LETTERS) <= a <= Info.top(length, LETTERS)
    assert a >= Info.bottom(length, LETTERS)


@given(some_infos(2))
def test_order_implies_inclusion_of_words(drawn):
    a, b = drawn
    words = every_word(len(a.places))
    for more, less in ((a.meet(b), a), (a, a.join(b)), (a, b)):
        assert not more <= less or set(more.words(words)) <= set(less.words(words))


@given(some_infos(2))
def test_normal_form_keeps_the_words_is_idempotent_and_keeps_the_order(drawn):
    a, b = drawn
    words = every_word(len(a.places))
    assert a.normal().words(words) == a.words(words)
    assert a.normal().normal() == a.normal() <= a
    assert a.meet(b).normal() <= a.normal()
    assert a.normal().meet(b.normal()).normal() == a.meet(b).normal()
    bottom = Info.bottom(len(a.places), LETTERS)
    assert a.normal() == bottom or (all(a.normal().places) and inf not in a.normal().most)


@given(some_infos(1))
def test_normal_form_says_what_one_letter_or_place_settles(drawn):
    info = drawn[0].normal()
    assume(info != Info.bottom(len(info.places), LETTERS))
    length = len(info.places)
    for i, letter in enumerate(LETTERS):
        placed = sum(place == {letter} for place in info.places)
        room = sum(letter in place for place in info.places)
        assert placed <= info.least[i] <= info.most[i] <= room
        assert info.most[i] > placed or room == placed
        assert info.least[i] < room or room == placed
        others = [j for j in range(len(LETTERS)) if j != i]
        assert info.most[i] <= length - sum(info.least[j] for j in others)
        assert info.least[i] >= length - sum(info.most[j] for j in others)


@pytest.mark.parametrize(
    ("info", "normal"),
    [
        (Info.move("ab", "--", "abc"), "<c c>"),  # what is left over
        (Info.move("ab", "yy", "abc"), "<b a>"),
        (Info.move("ab", "gy", "abc"), "<bottom>"),
        (Info.move("abb", "-y-", "abc"), "<b c c>"),  # the one b has one place left; a is gone
        (Info.move("aab", "yy-", "abc"), "<bottom>"),  # two copies of a have one place
        (Info.top(3, "ab"), "<. . .>"),
    ],
)
def test_normal_form_by_hand(info, normal):
    assert repr(info.normal()) == normal


def test_what_other_letters_cannot_fill_is_left_to_a_letter():
    info = Info("ab", (frozenset("ab"),) * 3, (0, 0), (2, inf)).normal()
    assert (info.least, info.most) == ((0, 1), (2, 3))


@given(st.integers(1, 4).flatmap(lambda n: st.tuples(*[st.text(LETTERS, min_size=n, max_size=n)] * 2)))
def test_a_row_is_fitted_by_the_words_that_give_it(pair):
    guess, hidden = pair
    words = every_word(len(guess))
    fitting = [word for word in words if naive.feedback(guess, word) == naive.feedback(guess, hidden)]
    assert Info.move(guess, naive.feedback(guess, hidden), LETTERS).words(words) == fitting


@pytest.mark.parametrize("guess", ["aab", "aba", "abc", "aaa"])
def test_rows_that_no_word_gives_fit_nothing(guess):
    words = every_word(3, "abcd")
    for row in map("".join, product("-yg", repeat=3)):
        fitting = [word for word in words if naive.feedback(guess, word) == row]
        info = Info.move(guess, row, "abcd")
        assert info.words(words) == fitting
        assert (info.normal() == Info.bottom(3, "abcd")) == (not fitting)


@given(histories())
def test_after_play_the_words_are_the_belief(history):
    hidden, rows = history
    length = len(hidden[0])
    belief = [word for word in hidden if all(naive.feedback(guess, word) == row for guess, row in rows)]
    info = told(rows, length, "abcd"[:4])
    assert info.words(hidden) == info.normal().words(hidden) == belief


@given(histories("abcd"), st.randoms(use_true_random=False))
def test_rows_in_any_order_tell_the_same(history, random):
    hidden, rows = history
    length, mixed = len(hidden[0]), random.sample(rows, len(rows))
    info = told(rows, length, "abcd")
    assert told(mixed, length, "abcd") == told(mixed + rows, length, "abcd") == info
    slowly = Info.top(length, "abcd").normal()
    for guess, row in mixed:
        slowly = slowly.after(guess, row).normal()
    assert slowly == info.normal()


def test_the_printed_meet_forgets_what_letters_occur():
    """The essay takes the minimum of the least numbers, and letters with a maximum only if both know one."""

    def printed(a, b):
        a_most, b_most = [[high < inf for high in info.most] for info in (a, b)]
        least = tuple(map(min, a.least, b.least))
        both = [x and y for x, y in zip(a_most, b_most, strict=True)]
        most = tuple(low if known else inf for low, known in zip(least, both, strict=True))
        return replace(a.meet(b), least=least, most=most)

    row = Info.move("crane", "-y--g")
    top = Info.top()
    assert printed(top, row).least == top.least and printed(top, row).most == top.most
    assert row.least != top.least and row.most != top.most
    assert top.meet(row) == row
    words = wl.words.tiny()
    belief = [word for word in words if naive.feedback("crane", word) == "-y--g"]
    assert row.words(words) == belief != printed(top, row).words(words)


@given(word_lists(), st.data())
def test_info_of_words_is_the_strongest_that_all_fit(drawn, data):
    words, _ = drawn
    info = Info.of(words, "abcd")
    assert info.words(words) == words
    other = data.draw(infos(len(words[0]), "abcd"))
    assert (other.words(words) == words) == (info <= other)


@given(histories("abcd"))
def test_info_of_a_belief_has_the_belief_as_its_words(history):
    hidden, rows = history
    belief = told(rows, len(hidden[0]), "abcd").words(hidden)
    assert Info.of(belief, "abcd").words(hidden) == belief


def test_other_alphabets_and_squares():
    assert Info.move("élan", "⬛🟩⬛🟨", "aélnxyz").words(["nlxa", "nlxy", "alny", "zlnz"]) == ["nlxy", "zlnz"]
    assert repr(Info.move("Fight", "-GGGG")) == "<[^f] i g h t>"
    assert repr(Info.move("ab", "yy", "ab")) == "<b a>"
    assert repr(Info.top(2, "cab")) == "<. .>" and repr(Info.bottom(2, "ab")) == "<bottom>"
    assert repr(Info("abcd", (frozenset(),) * 2, (0, 1, 2, 0), (1, 2, 2, 3))) == "<[] []; b>=1 c=2>"
    assert repr(Info("abcdefg", (frozenset("ab"), frozenset("abcdef")), (0,) * 7, (1,) * 7)) == "<[ab] [^g]; a<=1 b<=1>"


test_errors_name_argument_value_and_expectation = refused(
    (
        lambda: Info("ab", (frozenset("a"),), (0,), (1, 1)),
        r"^least: \(0,\); expected a tuple with a number for each",
    ),
    (lambda: Info("ab", (frozenset("a"),), (0, 0), ("1", "1")), "^most: .*; expected a tuple with a number for"),
    (lambda: Info.top(5, "aab"), "alphabet: 'aab'; expected at least one letter, each once"),
    (lambda: Info.move("crane", "----"), "feedback: '----' has 4 colours; expected 5"),
    (lambda: Info.move("crane", "-----", "abc"), "guess: 'crane' holds 'r'; expected letters of 'abc'"),
    (lambda: Info.of([]), "some: empty"),
    (lambda: Info.top(5).words(["cat"]), "some: 'cat' has 3 letters; expected 5"),
    (lambda: Info.top(3).words(["élan"[:3]]), "some: 'éla' holds 'é'; expected letters of 'abc"),
    (lambda: Info.top(3).meet(Info.top(4)), "other: places 4; expected 3, so that both"),
    (lambda: Info.top(3) <= Info.top(3, "abc"), "other: alphabet 'abc'; expected 'abcd"),
    (lambda: count_states(["cat", "cat"], 2), "duplicate"),
)


def test_an_info_is_compared_with_infos_only():
    with pytest.raises(TypeError):
        Info.top() <= 3  # noqa: B015


def slow_nodes(words, turns, known):
    """All positions, history by history: the rows in the order of play, and whatever is known of them."""
    nodes = set()

    def go(rows, left):
        nodes.add(("guesser", len(rows), known(rows), None))
        for guess in words:
            if guess in dict(rows):
                continue
            nodes.add(("hinter", len(rows), known(rows), guess))
            for row, some in naive.partition(naive.feedback, guess, left).items():
                then = [*rows, (guess, row)]
                if set(row) == {"g"}:
                    nodes.add(("guesser wins", len(then), known(then), None))
                elif len(then) == turns:
                    nodes.add(("hinter wins", len(then), known(then), None))
                else:
                    go(then, some)

    go([], words)
    return nodes


@pytest.mark.parametrize("representation", knowledge.REPRESENTATIONS)
@given(drawn=word_lists(letters=LETTERS, most=6), turns=st.integers(1, 3))
def test_game_graph_has_the_positions_of_all_histories(representation, drawn, turns):
    _, words = drawn
    letters = "".join(sorted(set("".join(words))))
    known = {
        "hints": frozenset,
        "set": lambda rows: frozenset(
            word for word in words if all(naive.feedback(guess, word) == row for guess, row in rows)
        ),
        "info": lambda rows: told(rows, len(words[0]), letters),
        "normal": lambda rows: told(rows, len(words[0]), letters).normal(),
    }[representation]
    graph = game_graph(words, turns, representation)
    nodes = [tuple(node) for node in graph.nodes]
    assert set(nodes) == slow_nodes(words, turns, known) and len(set(nodes)) == len(nodes)
    assert count_states(words, turns, representation) == len(nodes)
    for start, end, label in graph.edges:
        before, after = graph.nodes[start], graph.nodes[end]
        if before.kind == "guesser":
            assert after == knowledge.Node("hinter", before.moves, before.knowledge, label)
        else:
            assert before.kind == "hinter" and after.moves == before.moves + 1
            assert (after.kind == "guesser wins") == (set(label) == {"g"})
    reached = {end for _, end, _ in graph.edges}
    assert reached == set(range(1, len(nodes)))


def test_numbers_of_the_essay_s_example():
    assert [count_states(FOUR, 3, kind) for kind in ("hints", "info")] == [113, 113]
    graph = game_graph(FOUR, 3, "set")
    assert sum(node.kind in ("guesser", "hinter") for node in graph.nodes) == 53
    tree = game_tree(FOUR, 3)
    kinds = Counter(node.kind for node in tree)
    assert sum(1 for _ in tree) == 181 and tree.leaves == 64
    assert (kinds["guesser wins"], kinds["hinter wins"]) == (40, 24)


def test_coarser_knowledge_has_fewer_positions(rng):
    answers = wl.words.original()[0]
    words = sorted(map(str, rng.choice(answers, 8, replace=False)))
    sizes = [count_states(words, 3, kind) for kind in ("hints", "info", "normal", "set")]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] > 2 * sizes[-1]


def test_part_below_a_node():
    graph = game_graph(FOUR, 2)
    start = next(i for i, node in enumerate(graph.nodes) if node.guess == "shame")
    part = graph.below(start)
    assert part.nodes[0] == graph.nodes[start]
    assert all(dict(node.knowledge).get("shame") for node in part.nodes[1:])
    whole = {(graph.nodes[a], graph.nodes[b], label) for a, b, label in graph.edges}
    edges = {(part.nodes[a], part.nodes[b], label) for a, b, label in part.edges}
    assert edges == {edge for edge in whole if edge[0] in part.nodes} and len(edges) == len(part.edges)
    assert {b for _, b, _ in part.edges} == set(range(1, len(part.nodes)))
    assert graph.below(0) == graph


@given(drawn=word_lists(letters=LETTERS, most=5), turns=st.integers(1, 3))
def test_game_tree_is_the_unfolded_graph(drawn, turns):
    _, words = drawn
    tree, graph = game_tree(words, turns), game_graph(words, turns)
    under = {}
    for start, end, label in graph.edges:
        under.setdefault(start, {})[label] = end

    def check(node, i):
        twin = graph.nodes[i]
        assert (node.kind, frozenset(node.history), node.guess) == (twin.kind, twin.knowledge, twin.guess)
        assert list(node.words) == [
            word for word in words if all(naive.feedback(guess, word) == row for guess, row in node.history)
        ]
        assert node.children.keys() == under.get(i, {}).keys()
        for label, child in node.children.items():
            check(child, under[i][label])

    check(tree, 0)
    assert tree.leaves == sum(node.kind.endswith("wins") for node in tree)


def test_more_turns_than_words_change_nothing():
    words = ["cat", "cow", "tac"]
    assert count_states(words, 2**62) == count_states(words, 4)

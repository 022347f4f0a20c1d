import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt

from wordlelib.game import knowledge
from wordlelib.lab.heads import adversary
from wordlelib.plots.style import FIVE

mpl.use("Agg")
BLUE, RED = FIVE[:2]


@pytest.fixture(autouse=True)
def every_text_lies_in_the_figure():
    yield
    for number in plt.get_fignums():
        figure = plt.figure(number)
        figure.canvas.draw()
        frame = figure.bbox.padded(1)
        for text in (text for ax in figure.axes for text in ax.texts):
            box = text.get_window_extent()
            assert frame.contains(box.x0, box.y0) and frame.contains(box.x1, box.y1), text
    plt.close("all")


def written(ax):
    return {text.get_text().replace("\xa0", " "): text for text in ax.texts}


def dots(line):
    return set(zip(*np.array(line.get_data(), float).tolist(), strict=True))


def edges(line):
    """Read back the upper and the lower end of each edge."""
    x, y = (np.asarray(values, float).reshape(-1, 3)[:, :2] for values in line.get_data())
    return {((a, b), (c, d)) for a, c, b, d in np.column_stack([x, y]).tolist()}


def below(start, lines):
    return sorted(lower for line in lines for upper, lower in edges(line) if upper == start)


def shape(start, lines):
    """Read back what hangs below a dot, from left to right."""
    return [shape(lower, lines) for lower in below(start, lines)]


def test_a_filled_tree_has_a_dot_for_each_position():
    tree = knowledge.game_tree(["crane", "alone", "shame"], 2)
    [ax] = adversary.filled_tree(tree, lambda node: node.kind == "guesser")
    lines, filled, hollow = ax.lines
    assert lines.get_color() == "0.75"
    assert (filled.get_color(), filled.get_mfc()) == (BLUE, BLUE)
    assert (hollow.get_color(), hollow.get_mfc()) == ("0.6", "white")
    assert not dots(filled) & dots(hollow) and len(dots(filled) | dots(hollow)) == len(list(tree))
    assert len(edges(lines)) == len(list(tree)) - 1 and all(a[1] - b[1] == 1 for a, b in edges(lines))
    [root] = [dot for dot in dots(filled) if dot[1] == 0]

    def compare(node, dot):
        assert dot in dots(filled if node.kind == "guesser" else hollow)
        for child, at in zip(node.children.values(), below(dot, [lines]), strict=True):
            compare(child, at)

    compare(tree, root)


def test_the_first_moves_of_a_tree_are_named_beside_their_dots():
    tree = knowledge.game_tree(["crane", "alone", "shame", "atole"], 2)
    [ax] = adversary.filled_tree(tree, lambda node: False)
    [root] = [dot for dot in dots(ax.lines[2]) if dot[1] == 0]
    said = written(ax)
    assert list(said) == ["atole", "shame", "alone", "crane"]
    assert sorted(said[word].xy for word in tree.children) == [said[word].xy for word in tree.children]
    assert [said[word].xy for word in tree.children] == below(root, [ax.lines[0]])
    assert all((text.xy[0] > root[0]) == (text.get_ha() == "left") for text in said.values())


def test_a_tree_lies_in_a_tree():
    ways = [(), ("a",), ("a", "x"), ("a", "y"), ("a", "y", "p"), ("b",), ("b", "x")]
    [ax] = adversary.tree_in_tree(ways, [(), ("a",), ("a", "y")])
    grey, all_dots, blue, some_dots = ax.lines
    assert [line.get_color() for line in ax.lines] == ["0.75", "0.75", BLUE, BLUE]
    [root] = [dot for dot in dots(all_dots) if dot[1] == 0]
    assert shape(root, [grey]) == [[[], [[]]], [[]]] and len(dots(all_dots)) == 7
    a, b = below(root, [grey])
    x, y = below(a, [grey])
    assert edges(blue) == {(root, a), (a, y)} and dots(some_dots) == {root, a, y}
    leaves = [x, *below(y, [grey]), *below(b, [grey])]
    assert np.allclose(np.diff([leaf[0] for leaf in leaves]), 1)
    assert a[0] == (x[0] + y[0]) / 2 and root[0] == (a[0] + b[0]) / 2
    assert {text: at.xy for text, at in written(ax).items()} == {"a": a, "b": b}
    assert some_dots.get_markersize() > all_dots.get_markersize()


def test_letters_that_may_not_stand_at_a_place_are_pale():
    heads = ("the row", "letters", "the words")
    [ax] = adversary.row_letters_words(("ab", "gy"), "abcd", ["a", "bcd"], ["ab", "ad", "ac"], heads)
    said = written(ax)
    spread = [text for text in ax.texts if len(text.get_text()) == 7 and text.get_color() != "0.4"]
    read = [(text.get_text().replace("\xa0", " "), text.get_color(), *text.get_position()) for text in spread]
    kept = [("a      ", "0.1", 14, 0), ("  b c d", "0.1", 14, -1)]
    assert read == [kept[0], ("  b c d", "0.85", 14, 0), kept[1], ("a      ", "0.85", 14, -1)]
    assert {text.get_family()[0] for text in spread} == {"monospace"}
    words = [said[word].get_position() for word in ("ab", "ad", "ac")]
    assert [y for _, y in words] == [0.5, -0.5, -1.5] and len({x for x, _ in words}) == 1
    assert [said[head].get_position()[0] for head in heads] == sorted(said[head].get_position()[0] for head in heads)
    assert {text.get_text() for text in ax.texts[:4]} == {"A", "B", "✓", "?"} and len(ax.patches) == 2


def test_no_letters_overlap_beside_a_row():
    row, letters = ("shame", "--y-g"), "abcdefghijklmnopqrstuvwxyz"
    [ax] = adversary.row_letters_words(row, letters, [letters] * 5, ["alone"], ("the row", "the letters", "the words"))
    ax.figure.canvas.draw()
    said = written(ax)
    spread, word = (said[text].get_window_extent() for text in (" ".join(letters), "alone"))
    assert ax.patches[-1].get_window_extent().x1 < spread.x0 and spread.x1 < word.x0
    assert {text.get_size() for text in ax.texts} == {10, 4.5}


def test_words_stand_beside_the_rows_of_a_board():
    left = [["paste", "taste"], ["taste"], []]
    rows = [("raise", "-g-yg"), ("paste", "-gggg"), ("taste", "-gggg")]
    [ax] = adversary.board_and_words(rows, left, "waste")
    beside = [text for text in ax.texts if text.get_family() == ["monospace"]]
    assert [text.get_text().split() for text in beside] == [
        ["paste", "taste"],
        ["waste"],
        ["taste"],
        ["waste"],
        [],
        ["waste"],
    ]
    assert [text.get_position()[1] for text in beside] == [-0.5, -0.5, -1.5, -1.5, -2.5, -2.5]
    assert [text.get_color() for text in beside] == ["0.4", RED] * 3
    letters = [text for text in ax.texts if text.get_text().isupper()]
    assert "".join(text.get_text() for text in letters) == "RAISEPASTETASTE"
    assert [int(-text.get_position()[1]) for text in letters] == [0] * 5 + [1] * 5 + [2] * 5


def seen(ax):
    """Find which places of a grid have a grey dot, from what is really drawn."""
    ax.figure.set_dpi(300)
    ax.figure.canvas.draw()
    picture = np.asarray(ax.figure.canvas.buffer_rgba())[..., :3].astype(int)
    grey = (np.ptp(picture, axis=2) < 9) & (picture.mean(axis=2) < 225)
    columns, rows = np.arange(int(ax.get_xlim()[1])), np.arange(-20, 0.5, 0.5)
    # Half-way between two rows or two columns there must be none.
    grid = np.array([(x, y) for x in np.arange(0, columns[-1] + 1, 0.5) for y in rows])
    pixels = ax.transData.transform(grid).round().astype(int)
    inside = pixels[:, 0] < picture.shape[1]
    found = grey[picture.shape[0] - 1 - pixels[inside, 1], pixels[inside, 0]]
    return {tuple(place) for place in grid[inside][found].tolist()}


def test_a_field_has_as_many_grey_dots_as_it_stands_for():
    fields = {"1": 1, "2": 27, "3": 1240, "4": 935, "5": 107}
    [ax] = adversary.fields_and_names(fields, "6 guesses", ["fever", "joker", "wound"])
    said = written(ax)
    starts, expected = [0], set()
    for text, number in fields.items():
        columns = -(-number // 20)
        assert said[text].get_position()[0] == starts[-1] + (columns - 1) / 2
        expected |= {(float(starts[-1] + k // 20), -float(k % 20)) for k in range(number)}
        starts.append(starts[-1] + columns + 4)
    assert {dot for dot in seen(ax) if dot[0] < starts[-1] - 1} == expected


def test_names_stand_beside_red_dots():
    [ax] = adversary.fields_and_names({"1": 1, "2": 45}, "6 guesses", ["fever", "joker", "wound"])
    red = next(line for line in ax.lines if line.get_color() == RED)
    said = written(ax)
    names = [said[name] for name in ("fever", "joker", "wound")]
    places = sorted(dots(red), key=lambda dot: -dot[1])
    assert [text.get_position()[1] for text in names] == [y for _, y in places]
    assert all(text.get_position()[0] > x for text, (x, _) in zip(names, places, strict=True))
    assert {text.get_color() for text in (*names, said["6 guesses"])} == {RED}
    assert said["1"].get_color() == "black" and min(x for x, _ in places) > said["2"].get_position()[0] + 3


def test_some_dots_of_a_field_are_red():
    first, rest = np.zeros(100, bool), np.zeros(87, bool)
    rest[[0, 21, 86]] = True
    [ax] = adversary.fields_with_red({"first": first, "rest": rest})
    none, some = [line for line in ax.lines if line.get_color() == RED]
    assert not dots(none) and dots(some) == {(9, 0), (10, -1), (13, -6)}
    assert written(ax)["first"].get_position()[0] == 2 and written(ax)["rest"].get_position()[0] == 11
    for shown in (some, *ax.texts):
        shown.set_visible(False)
    first_field = {(float(x), float(-y)) for x in range(5) for y in range(20)}
    assert seen(ax) == first_field | {(9.0 + k // 20, -float(k % 20)) for k in range(87)}


def test_a_long_sum_says_what_is_added():
    words = [["fight"], ["audio", "music", "onion"], ["night", "sight"], ["heart"]]
    [ax] = adversary.long_sum(words, [24, 5, 3, 1], [24, 5, 5, 1])
    said = written(ax)
    terms = [said[text] for text in ("24", "5", "3 + 2", "1", "35")]
    assert [text.get_position() for text in terms] == [(x, 0) for x in range(5)]
    signs = {text.get_position()[0]: text.get_text() for text in ax.texts if text.get_text() in ("+", "=")}
    assert signs == {0.5: "+", 1.5: "+", 2.5: "+", 3.5: "="}
    for x, below_it in enumerate(words):
        places = [said[word].get_position() for word in below_it]
        assert {place[0] for place in places} == {x} and [y for _, y in places] == sorted((y for _, y in places))[::-1]
        assert all(y < -1 for _, y in places)
    colours = {text: said[text].get_color() for text in ("3 + 2", "night", "sight", "5", "audio", "fight")}
    assert list(colours.values()) == [BLUE] * 3 + ["0.4"] * 2 + ["black"]

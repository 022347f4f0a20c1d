"""The pictures at the heads of chapters: what each draws and writes, and that all of it can be seen."""

import inspect
import json
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from pictures import areas, assert_visible, ends, marks, points, shown

import wordlelib as wl
from wordlelib.game import knowledge
from wordlelib.lab.heads import adversary, information, lookahead, searching

mpl.use("Agg")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
BOOK = Path(__file__).parents[1] / "book"
RED = np.isin(np.arange(87), [0, 21, 86])
WORDS = [f"w{k:04}" for k in range(2315)]
BELIEFS = np.array([[1, 1, 1, 1], [0, 2, 1, 1], [0, 0, 0, 1]]) / 4
SHARES = {"lanky": 0.4, "manly": 0.4, "daily": 0.196, "calmy": 0.004}
COUNTS = {"German": ({"a": 400, "e": 1600, "ü": 16}, "ea"), "Dutch": ({"a": 900, "e": 1}, "e")}
RATINGS = {
    "bound": {"table": 53, "alone": 53, "hotel": 57, "fight": 62},
    "truth": {"fight": 62, "table": 55, "alone": 53, "hotel": 54},
}
WAYS = [(), ("a",), ("a", "x"), ("a", "y"), ("a", "y", "p"), ("b",), ("b", "x")]
ROAD, BACK = [0, 2, 3], [8, 5, 4.5]
GROWN = ["hi ho ha", "ho ha", "hi ha", "ho"]


def half(x):
    return 2 + np.asarray(x) / 2


def searched(looks):
    kind = {"width": "all", "debias": False, "bounds": False}
    tiny, rule = wl.wordle(wl.words.tiny()), wl.Hoeffding(1, None)
    search = wl.TreeSearch(tiny, np.random.default_rng(1), rule, **kind)
    search.run(looks)
    return search


# How each picture is drawn; what is written and what is drawn in each of its axes.
PICTURES = {
    adversary.filled_tree: (
        lambda draw: draw(knowledge.game_tree(["crane", "alone", "shame"], 2), lambda node: node.kind == "guesser"),
        "shame alone crane | 36 grey line, 7 black o, 30 grey hollow o",
    ),
    adversary.tree_in_tree: (
        lambda draw: draw(WAYS, [(), ("a",), ("a", "y")]),
        "b a | 6 grey line, 7 grey o, 2 black line, 3 black o",
    ),
    adversary.row_letters_words: (
        lambda draw: draw(("ab", "gy"), "abcd", ["a", "bcd"], ["ab", "ad"], ("row", "letters", "words")),
        "A ✓ B ? a         b c d   b c d a       ab ad row letters words | 1 tile g area, 1 tile y area",
    ),
    adversary.board_and_words: (
        lambda draw: draw([("raise", "-g-yg"), ("paste", "-gggg")], [["paste", "taste"], ["taste"]], "waste"),
        (
            "R A ✓ I S ? E ✓ P A ✓ S ✓ T ✓ E ✓ paste  taste waste taste waste | 2 blue text, 3 tile - area, "
            "6 tile g area, 1 tile y area"
        ),
    ),
    adversary.fields_and_names: (
        lambda draw: draw({"1": 1, "2": 45}, "6 guesses", ["fever", "joker", "wound"]),
        "1 2 6 guesses fever joker wound | 3 black o, 21 grey dashed line",
    ),
    adversary.fields_with_marked: (
        lambda draw: draw({"first": np.zeros(100, bool), "rest": RED}),
        "first rest | 3 black o, 40 grey dashed line",
    ),
    adversary.words_and_line: (
        lambda draw: draw({"night": 2, "sight": 3}, {"sight": 2.5, "night": 2.0}, 2.5, ("one", "mixture")),
        " | 1 grey line, 2 grey hollow s, 2 black o",
    ),
    information.row_and_words: (
        lambda draw: draw(("mummy", "gg---"), "music", [(0, 0), (1, 1), (2, 0)], WORDS, ["w0000", "w2314"]),
        (
            "M ✓ U ✓ M M Y M U S I C | 2 grey line, 1 grey dotted line, 2 tile g area, 3 tile - area, "
            "5 grey frame // "
            "w0000  w2314 | 80 grey area, 2 blue area, 29 white line"
        ),
    ),
    information.value_trees: (
        lambda draw: draw(
            {"hi ho ha": {"hi": ["ho ha"], "oh": ["hi ha", "ho"]}}, [dict.fromkeys(GROWN, J) for J in (0, 1, 1.5)]
        ),
        (
            "1 hh 1 hh 1 h hi oh 1 hhh $J_1$ | 4 blue hollow o, 5 grey line, 2 grey o // "
            "1.5 hh 1.5 hh 1.5 h hi oh 1.5 hhh $J_2$ | 4 blue o, 5 grey line, 2 grey o"
        ),
    ),
    information.treemaps: (
        lambda draw: draw({"many": [183, 121, 80, 80, 61, 20, 3, 1, 1], "one": [1369, 600, 2], "whole": [7]}),
        "many 183 words | 9 blue area // one 1,369 words | 3 blue area // whole 7 words | 1 blue area",
    ),
    information.walks: (
        lambda draw: draw(
            [list(zip([(1, None), (0, 2), (3, 0)], BELIEFS, strict=True)), [((2, None), BELIEFS[0])] * 3],
            3,
            ["moves", "stays"],
        ),
        (
            "moves | 8 blue s, 4 grey s, 2 black line, 3 black o, 1 black hollow o // "
            "stays | 12 blue s, 2 black line, 3 black o, 1 black hollow o"
        ),
    ),
    information.dot_columns: (
        lambda draw: draw({"a\nb\nc": [[4, 3], *[[2]] * 9, [1]], "low": [[1]]}),
        "a\nb\nc | 23 grey o, 3 black o // low | 1 grey o",
    ),
    lookahead.staircases: (
        lambda draw: draw((range(9), half(range(9))), 4, [(x, half(x)) for x in (ROAD, BACK)], ["up\n1 off", "down"]),
        (
            "up\n1 off | 9 grey line, 1 teal o, 3 violet line, 4 violet o // "
            "down | 9 grey line, 1 teal o, 3 red line, 4 red s"
        ),
    ),
    lookahead.decimals: (
        lambda draw: draw([("35637", "gy-y-"), ("34345", "ggggg")], ["as written", "with a bonus"]),
        (
            "3 ✓ 5 ? 6 3 ? 7 3 ✓ 4 ✓ 3 ✓ 4 ✓ 5 ✓ as written with a bonus | 2 black o, 6 tile g area, "
            "2 tile y area, 2 tile - area"
        ),
    ),
    lookahead.bars_to_tiles: (
        lambda draw: draw("bcw", [([1 / 3] * 3, ("clamp", "y-y--")), ([0.02, 0.5, 0.48], ("watch", "ggggg"))]),
        (
            "C ? L A ? M P b c w → | 2 tile y area, 3 tile - area, 3 blue area // "
            "W ✓ A ✓ T ✓ C ✓ H ✓ b c w → | 5 tile g area, 3 blue area"
        ),
    ),
    lookahead.board_and_bars: (
        lambda draw: draw([("soare", "--yy-"), ("raita", "-g---")], np.eye(2, 5, 1) > 0, SHARES, "lanky"),
        (
            "S O A ? R ? E R A ✓ I T A | 7 tile - area, 2 tile y area, 1 tile g area, 2 black frame // "
            "lanky 40% manly 40% daily 20% calmy 0.4% | 1 blue area, 3 grey area"
        ),
    ),
    lookahead.words_and_bars: (
        lambda draw: draw({"salet": 3.42, "satire": 3.0, "saltine": 2.726}, "guesses"),
        "S A L E T 3.42 guesses S A T I R E 3.00 S A L T I N E 2.73 | 18 tile - area, 3 grey area",
    ),
    lookahead.dot_table: (
        lambda draw: draw(COUNTS, "aeü"),
        "a e ü German ea Dutch e | 2 blue text, 3 blue o, 2 grey o",
    ),
    searching.closing_bars: (
        lambda draw: draw(
            [4629, 7812], [8158, 7921], 7920, ("none counted", "counted"), ("greedy", "a good deal more")
        ),
        (
            "4,629 none counted 7,812 counted 8,158 greedy 7,921 a good deal more 7,920 | 2 grey area, "
            "1 brown area, 1 red area, 2 teal area"
        ),
    ),
    searching.strips: (
        lambda draw: draw(
            ["looks", "stuck"], [np.array([0, 1, 2, 0]), np.ones(4, int)], [np.arange(10) < k for k in (3, 4, 0)]
        ),
        ("looks stuck A B C | 1 teal text, 7 grey o, 13 grey hollow o, 10 teal hollow o, 7 grey area, 1 teal area"),
    ),
    searching.search_trees: (
        lambda draw: draw({"1 look": searched(1), "8 looks": searched(8)}),
        "1 look 8 looks | 36 grey line, 8 black line, 10 black o",
    ),
    searching.phases: (
        lambda draw: draw(),
        (
            "selection | 5 grey line, 2 grey o, 4 grey hollow o // expansion | 7 grey line, 3 grey o, 5 grey hollow o "
            "// simulation | 7 grey line, 59 brown line, 1 brown s, 3 grey o, 5 grey hollow o // "
            "back-propagation | 7 grey line, 3 grey o, 5 grey hollow o"
        ),
    ),
    searching.rises: (
        lambda draw: draw([2.9, 2.95, 3.0], [3.45, 3.4, 3.42], [True, False, False], 3.42, ("promised", "looked")),
        "promised looked | 1 black line, 1 black hollow o, 1 black o, 2 grey dotted line, 4 grey hollow o, 1 teal line",
    ),
    searching.slopes: (
        lambda draw: draw(RATINGS, ("table", "alone")),
        (
            "table alone bound truth | 1 teal text, 2 grey line, 4 grey o, 1 black dashed line, 2 black o, "
            "1 teal line, 2 teal o"
        ),
    ),
}


def drawn(draw):
    return PICTURES[draw][0](draw)


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


@pytest.mark.parametrize("draw", PICTURES, ids=lambda draw: draw.__name__)
def test_a_picture_shows_its_data(draw):
    axes = drawn(draw)
    assert_visible(axes)
    assert " // ".join(map(shown, axes)) == PICTURES[draw][1]


def test_every_picture_is_drawn_here_and_described_in_the_book():
    modules = (adversary, information, lookahead, searching)
    public = [
        f for room in modules for _, f in inspect.getmembers(room, inspect.isfunction) if f.__module__ == room.__name__
    ]
    assert {f for f in public if not f.__name__.startswith("_")} == set(PICTURES)
    cells = [cell for path in BOOK.glob("*.ipynb") for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
    heads = [cell for cell in cells if "head-picture" in cell["metadata"].get("tags", [])]
    code = "".join(line for cell in cells if cell["cell_type"] == "code" for line in cell["source"])
    assert all(f".{draw.__name__}(" in code for draw in PICTURES)
    assert all(len(cell["metadata"]["mystnb"]["image"]["alt"]) > 20 for cell in heads)


@pytest.mark.parametrize(
    ("draw", "line"), [(adversary.filled_tree, "grey line"), (adversary.tree_in_tree, "grey line")]
)
def test_trees_are_trees(draw, line):
    [ax] = drawn(draw)
    edges = ends(ax, line)
    lower = {below for _, below in edges}
    assert len(lower) == len(edges) and all(above[1] - below[1] == 1 for above, below in edges)
    [root] = {above for above, _ in edges} - lower
    nodes = {place for name in marks(ax) if name.endswith(" o") for place in points(ax, name)}
    assert nodes == lower | {root} and root[1] == 0


def test_a_filled_tree_has_each_position_where_it_belongs():
    tree = knowledge.game_tree(["crane", "alone", "shame"], 2)
    [ax] = drawn(adversary.filled_tree)
    filled, edges = points(ax, "black o"), ends(ax, "grey line")

    def compare(node, place):
        assert (place in filled) == (node.kind == "guesser")
        below = sorted(low for high, low in edges if high == place)
        for child, at in zip(node.children.values(), below, strict=True):
            compare(child, at)

    compare(tree, next(place for place in filled if place[1] == 0))


def test_search_trees_hang_together_and_their_best_guess_is_black():
    searches = [searched(1), searched(8)]
    [ax] = drawn(searching.search_trees)
    edges = ends(ax, "grey line") + ends(ax, "black line")
    assert len({below for _, below in edges}) == len(edges) and all(a[1] - b[1] == 1 for a, b in edges)
    roots = sorted({above for above, _ in edges if above[1] == 0})
    for root, search in zip(roots, searches, strict=True):
        looked = [arm.guess for arm in search.arms() if arm.visits]
        below = sorted(low for high, low in edges if high == root)
        [black] = [low for high, low in ends(ax, "black line") if high == root]
        assert len(below) == len(looked) and black == below[looked.index(search.guess())]


def test_blocks_fill_their_box_without_gap():
    for ax, sizes in zip(
        drawn(information.treemaps), ([183, 121, 80, 80, 61, 20, 3, 1, 1], [1369, 600, 2], [7]), strict=True
    ):
        boxes = areas(ax, "blue area")
        assert np.allclose([box.width * box.height for box in boxes], 2.2 * np.array(sizes) / sum(sizes))
        whole = np.array([[box.x0, box.y0, box.x1, box.y1] for box in boxes])
        assert np.allclose([*whole[:, :2].min(axis=0), *whole[:, 2:].max(axis=0)], [0, 0, 2.2, 1])
        for i, a in enumerate(whole):  # and no two overlap
            for b in whole[:i]:
                assert np.min(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2])) < 1e-9


def test_bars_are_as_long_as_their_numbers():
    bars = areas(drawn(lookahead.board_and_bars)[1], "blue area") + areas(plt.gcf().axes[1], "grey area")
    assert np.allclose([bar.width for bar in bars], list(SHARES.values()))
    lengths = [bar.width for bar in areas(drawn(lookahead.words_and_bars)[0], "grey area")]
    assert np.allclose(np.divide(lengths, lengths[0]), np.divide([3.42, 3.0, 2.726], 3.42))
    heights = [bar.height for ax in drawn(lookahead.bars_to_tiles) for bar in areas(ax, "blue area")]
    assert np.allclose(np.divide(heights, heights[0]), [1, 1, 1, 0.06, 1.5, 1.44])
    [ax] = drawn(searching.closing_bars)
    left, right = areas(ax, "grey area"), areas(ax, "brown area") + areas(ax, "red area")
    assert left[0].xmax < left[1].xmax < 0 < right[1].xmin < right[0].xmin  # nearer to the number in the middle
    lines = drawn(lookahead.dot_table)[0].lines
    sizes = {place: line.get_markersize() for line in lines for place in map(tuple, line.get_xydata().tolist())}
    counts = {("aeü".index(a), y): n for y, (of, _) in enumerate(COUNTS.values()) for a, n in of.items()}
    assert {place: round(14 * (n / 1600) ** 0.5 * 2) / 2 or 0.5 for place, n in counts.items()} == sizes


def test_points_stand_where_their_numbers_are():
    moves, stays = drawn(information.walks)
    assert points(moves, "black o") == [(1, 0), (0, -1), (3, -2)] and points(stays, "black o") == [
        (2, 0),
        (2, -1),
        (2, -2),
    ]
    assert sorted(points(moves, "blue s")) == sorted((x, -y) for y, x in np.argwhere(BELIEFS).tolist())
    assert points(moves, "black hollow o") == [(3, -2)]
    up, down = drawn(lookahead.staircases)
    assert points(up, "violet o") == [(0, 2), (2, 2), (2, 3), (3, 3)]
    assert points(down, "red s") == [(8, 6), (5, 5), (5, 4.5), (4.5, 4.5)]
    assert points(drawn(information.dot_columns)[0], "black o") == [(11, 2), (12, 2), (12, 3)]
    _, last = drawn(information.value_trees)
    assert sorted(points(last, "blue o")) == [(0.5, -2), (1.25, 0), (1.5, -2), (2.5, -2)]
    [ax] = drawn(searching.rises)
    assert points(ax, "black hollow o") == [(0, 2.9)] and points(ax, "black o") == [(0, 3.45)]
    assert ends(ax, "grey dotted line") == [((1, 2.95), (1, 3.4)), ((2, 3.0), (2, 3.42))]
    [ax] = drawn(searching.slopes)
    assert np.allclose(points(ax, "black o"), [(0, 0), (1, -np.sqrt(2))]) and points(ax, "teal o") == [(0, 0), (1, 0)]


def test_strips_keep_the_order_of_the_pulls():
    [ax] = drawn(searching.strips)
    for patch, pulls in zip(ax.patches, ([0, 3], [1], [2], [], [0, 1, 2, 3], []), strict=True):
        bars = patch.get_path().vertices.reshape(-1, 5, 2)
        assert np.allclose(bars[:, 0, 0], np.divide(pulls, 4))


def test_letters_stand_clear_of_the_row_and_the_words():
    [ax] = adversary.row_letters_words(
        ("shame", "--y-g"), LETTERS, [LETTERS] * 5, ["alone"], ("row", "places", "words")
    )
    assert_visible([ax])
    alphabet = next(text for text in ax.texts if len(text.get_text()) == 51)
    assert max(tile.get_window_extent().x1 for tile in ax.patches) < alphabet.get_window_extent().x0
    assert {text.get_size() for text in ax.texts} == {10, 4.5}


def seen(ax):
    """Find which places of a grid have a grey dot, from what is really drawn."""
    ax.figure.set_dpi(300)
    ax.figure.canvas.draw()
    picture = np.asarray(ax.figure.canvas.buffer_rgba())[..., :3].astype(int)
    grey = (np.ptp(picture, axis=2) < 9) & (picture.mean(axis=2) < 225)
    # Half-way between two rows or two columns there must be none.
    grid = np.array([(x, y) for x in np.arange(0, ax.get_xlim()[1], 0.5) for y in np.arange(-20, 0.5, 0.5)])
    pixels = ax.transData.transform(grid).round().astype(int)
    inside = pixels[:, 0] < picture.shape[1]
    found = grey[picture.shape[0] - 1 - pixels[inside, 1], pixels[inside, 0]]
    return {tuple(place) for place in grid[inside][found].tolist()}


@pytest.mark.parametrize("sizes", [(1, 27, 1240, 935, 107), (100, 87)])
def test_a_field_has_as_many_grey_dots_as_it_stands_for(sizes):
    [ax] = adversary.fields_with_marked({str(size): np.zeros(size, bool) for size in sizes})
    for text in ax.texts:
        text.set_visible(False)
    start, expected = 0, set()
    for size in sizes:
        expected |= {(float(start + k // 20), -float(k % 20)) for k in range(size)}
        start += -(-size // 20) + 4
    assert seen(ax) == expected

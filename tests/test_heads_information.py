import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import same_color

from wordlelib.lab.heads import information
from wordlelib.plots.style import FIVE, TILE

mpl.use("Agg")


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def texts(ax):
    return [text.get_text() for text in ax.texts]


def points(line):
    return [tuple(point) for point in line.get_xydata().tolist()]


def assert_written_inside(axes):
    figure = axes[0].figure
    figure.canvas.draw()
    boxes = [text.get_window_extent() for ax in axes for text in ax.texts if text.get_text() not in "✓?"]
    assert all(box.x0 >= 0 and box.y0 >= 0 for box in boxes)
    assert all(box.x1 <= figure.bbox.x1 and box.y1 <= figure.bbox.y1 for box in boxes)
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


def words_as_squares(count=2315, high=29):
    words = [f"w{k:04}" for k in range(count)]
    fitting = [words[k] for k in (0, 30, 2314)]
    links = [(0, 0), (1, 1), (2, 0), (3, 0)]
    return information.row_and_words(("mummy", "gg---"), "music", links, words, fitting), fitting


def test_a_row_stands_over_the_hidden_word_and_is_joined_with_it():
    (left, right), _ = words_as_squares()
    letters = [text for text in left.texts if text.get_text().isalpha()]
    assert "".join(text.get_text() for text in letters) == "MUMMYMUSIC"
    assert [text.get_position()[0] for text in letters] == [0.5, 1.5, 2.5, 3.5, 4.5] * 2
    assert all(a.get_position()[1] > b.get_position()[1] for a, b in zip(letters[:5], letters[5:], strict=True))
    tiles = [same_color(tile.get_facecolor(), TILE["g"]) for tile in left.patches[:5]]
    assert tiles == [True, True, False, False, False]
    drawn = [(list(line.get_xdata()), line.get_linestyle()) for line in left.lines]
    assert drawn == [([0.5, 0.5], "-"), ([1.5, 1.5], "-"), ([2.5, 0.5], ":"), ([3.5, 0.5], ":")]
    assert_written_inside([left, right])


def test_each_word_is_a_square_and_those_that_fit_are_green():
    (_, right), fitting = words_as_squares()
    columns = [bar.get_height() for bar in right.patches if not same_color(bar.get_facecolor(), TILE["g"])]
    assert columns == [29] * 79 + [24]
    green = [bar for bar in right.patches if same_color(bar.get_facecolor(), TILE["g"])]
    centres = [(square.get_center()[0], square.get_center()[1] - 0.5) for square in green]
    assert np.allclose(centres, [(0, 0), (1, 1), (79, 23)])
    assert texts(right) == ["  ".join(fitting)]


def test_words_that_fill_their_columns_leave_no_empty_one():
    (_, right), _ = words_as_squares(2320)
    assert [bar.get_height() for bar in right.patches if not same_color(bar.get_facecolor(), TILE["g"])] == [29] * 80


WAYS = {"up": [0, 24, 47, 53], "down": [109, 55, 53]}


def test_arcs_lead_from_stop_to_stop_and_end_at_one_dot():
    [ax] = information.arcs(WAYS)
    curves = [line for line in ax.lines if len(line.get_xdata()) == 99]
    steps = [(0, 24), (24, 47), (47, 53), (109, 55), (55, 53)]
    assert np.allclose([(c.get_xdata()[0], c.get_xdata()[-1]) for c in curves], steps)
    assert np.allclose([(c.get_ydata()[0], c.get_ydata()[-1]) for c in curves], 0)
    assert np.allclose([max(c.get_ydata()) for c in curves], [abs(b - a) ** 0.5 for a, b in steps], rtol=1e-3)
    assert [same_color(c.get_color(), FIVE[0]) for c in curves] == [True] * 3 + [False] * 2
    stops = [line for line in ax.lines if len(line.get_xdata()) < 99]
    assert [points(line) for line in stops] == [[(0, 0), (24, 0), (47, 0)], [(109, 0), (55, 0)], [(53, 0)]]
    assert len({line.get_marker() for line in stops[:2]}) == 2 and stops[-1].get_color() == "black"


def test_arcs_say_their_names_and_numbers():
    [ax] = information.arcs(WAYS)
    where = {text.get_text(): text.get_position()[0] for text in ax.texts}
    assert list(where) == ["up", "down", "0", "24", "47", "53", "55", "109"]
    assert (where["up"], where["down"]) == (12, 82)
    assert [where[n] for n in ("0", "24", "47", "109")] == [0, 24, 47, 109]
    assert 50 < where["53"] < 53 and 55 < where["55"] < 58
    assert_written_inside([ax])


def test_treemaps_give_each_class_its_area():
    classes = {"many": [183, 121, 80, 80, 61, 20, 3, 1, 1], "one": [1369, 600, 2], "whole": [7]}
    axes = information.treemaps(classes)
    for ax, (text, sizes) in zip(axes, classes.items(), strict=True):
        boxes = [(p.get_x(), p.get_y(), p.get_width(), p.get_height()) for p in ax.patches]
        areas = [w * h for _, _, w, h in boxes]
        assert np.allclose(areas, 2.2 * np.array(sizes) / sum(sizes))
        corners = [(x, y, x + w, y + h) for x, y, w, h in boxes]
        assert np.min(corners) > -1e-9 and np.all(np.max(corners, axis=0) < (2.2, 1, 2.2 + 1e-9, 1 + 1e-9))
        for i, a in enumerate(corners):
            for b in corners[:i]:
                assert min(a[2], b[2]) - max(a[0], b[0]) < 1e-9 or min(a[3], b[3]) - max(a[1], b[1]) < 1e-9
        assert boxes[0][:2] == (0, 0) and texts(ax) == [text, f"{sizes[0]:,} words"]
    assert_written_inside(axes)


def test_walks_show_where_the_ring_may_be_and_where_the_searcher_is():
    beliefs = np.array([[1, 1, 1, 1], [0, 2, 1, 1], [0, 0, 0, 1]]) / 4
    ways = [list(zip([(1, None), (0, 2), (3, 0)], beliefs, strict=True)), [((2, None), beliefs[0])] * 3]
    axes = information.walks(ways, 3, ["moves", "stays"])
    for ax, way in zip(axes, ways, strict=True):
        may, cannot, path, ring = ax.lines
        assert same_color(may.get_color(), FIVE[0]) and same_color(cannot.get_color(), "0.9")
        cells = {(j, -k): b > 0 for k, (_, belief) in enumerate(way) for j, b in enumerate(belief)}
        assert sorted(points(may)) == sorted(cell for cell, possible in cells.items() if possible)
        assert sorted(points(cannot)) == sorted(cell for cell, possible in cells.items() if not possible)
        assert points(path) == [(x[0], -k) for k, (x, _) in enumerate(way)]
        assert points(ring) == [(3, -2)] and same_color(ring.get_markeredgecolor(), FIVE[1])
    assert [texts(ax) for ax in axes] == [["moves"], ["stays"]]
    assert_written_inside(axes)


def test_dot_columns_stand_in_groups_with_late_dots_in_red():
    axes = information.dot_columns({"a\nb\nc": [[4, 3], *[[2]] * 9, [1]], "low": [[1]]})
    grey, red = axes[0].lines
    assert same_color(grey.get_color(), "0.35") and same_color(red.get_color(), FIVE[1])
    assert points(red) == [(11, 2), (12, 2), (12, 3)]
    assert sorted(points(grey)) == [(x, y) for x in range(13) if x != 10 for y in (0, 1) if (x, y) != (9, 1)]
    assert [points(line) for line in axes[1].lines] == [[(0, 0)], []]
    assert [texts(ax) for ax in axes] == [["a\nb\nc"], ["low"]]
    assert_written_inside(axes)


def test_dot_columns_keep_their_text_above_the_dots():
    [ax] = information.dot_columns({"one\ntwo\nthree": [[3], [1], [2], [5, 6]]})
    bottom = ax.transData.inverted().transform(ax.texts[0].get_window_extent().p0)[1]
    assert bottom > max(y for line in ax.lines for x, y in points(line) if x < 8) + 0.3
    assert_written_inside([ax])

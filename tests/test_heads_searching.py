import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import to_rgba

import wordlelib as wl
from wordlelib.lab.heads import searching
from wordlelib.plots.style import FIVE, TILE

mpl.use("Agg")
BLUE, RED, GREEN = FIVE[:3]


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
    return {text.get_text(): text for text in ax.texts}


def points(line):
    return list(zip(*line.get_data(), strict=True))


def test_bars_close_in_on_the_number_in_the_middle():
    low, high = ("none counted", "counted"), ("greedy", "a good deal better")
    [ax] = searching.closing_bars([4629, 7812], [8158, 7921], 7920, low, high)
    assert [bar.get_y() + 0.31 for bar in ax.patches] == pytest.approx([0, -1, 0, -1, -2])
    assert [bar.get_facecolor() for bar in ax.patches] == [to_rgba(c) for c in (BLUE, BLUE, RED, RED, TILE["g"])]
    ends = [sorted((bar.get_x(), bar.get_x() + bar.get_width())) for bar in ax.patches]
    rooms = [1.3 + np.log(1 + distance) for distance in (3291, 108, 238, 1)]
    assert np.allclose(ends[:2], [(-10, -room) for room in rooms[:2]])
    assert np.allclose(ends[2:4], [(room, 10) for room in rooms[2:]]) and ends[4] == [-10, 10]


def test_what_stands_beside_closing_bars():
    low, high = ("none counted", "counted"), ("greedy", "a good deal better")
    [ax] = searching.closing_bars([4629, 7812], [8158, 7921], 7920, low, high)
    said = written(ax)
    assert set(said) == {"4,629", "7,812", "8,158", "7,921", "7,920", *low, *high}
    rows = [("4,629", low[0], "8,158", high[0]), ("7,812", low[1], "7,921", high[1]), ("7,920",)]
    assert all(said[text].get_position()[1] == -row for row, texts in enumerate(rows) for text in texts)
    assert all(said[text].get_position()[0] < -10 for text in low)
    assert all(said[text].get_position()[0] > 10 for text in high)
    assert said["7,812"].get_position()[0] < said["7,920"].get_position()[0] == 0 < said["7,921"].get_position()[0]


def drawn_pulls(ax, names):
    """Read the runs back from the bars: for each strip the colour of each pull."""
    runs = {name: {} for name in names}
    for patch in ax.patches:
        for bar in patch.get_path().vertices.reshape(-1, 5, 2)[:, :4]:  # the fifth only closes
            (left, low), (right, high) = bar.min(axis=0), bar.max(axis=0)
            own = runs[names[-round((low + high) / 2)]]
            assert 0 <= left < right <= 1 and high - low < 1 and left not in own
            own[left] = patch.get_facecolor()
    return {name: [colour for _, colour in sorted(bars.items())] for name, bars in runs.items()}


def test_a_strip_has_a_bar_for_each_pull():
    rng, names = np.random.default_rng(1), ("keeps looking", "settles", "is stuck")
    runs = [rng.integers(3, size=110), rng.integers(2, size=110), np.ones(110, int)]
    [ax] = searching.strips(names, runs, [np.arange(10) < ones for ones in (3, 4, 5)])
    assert drawn_pulls(ax, names) == {
        name: [to_rgba(FIVE[urn]) for urn in run] for name, run in zip(names, runs, strict=True)
    }
    said = written(ax)
    assert [said[name].get_position()[1] for name in names] == [0, -1, -2]


def test_urns_above_strips_have_their_tickets():
    tickets = [np.arange(10) < ones for ones in (3, 4, 0)]
    [ax] = searching.strips(["one"], [np.array([0, 1, 2])], tickets)
    letters = [written(ax)[letter] for letter in "ABC"]
    assert [letter.get_color() for letter in letters] == [BLUE, RED, GREEN]
    dots = [line for line in ax.lines if len(line.get_xdata())]
    for letter, ones in zip(letters, (3, 4, 0), strict=True):
        own = [line for line in dots if line.get_color() == letter.get_color() or line.get_mec() == letter.get_color()]
        filled = [point for line in own if line.get_mfc() == letter.get_color() for point in points(line)]
        assert len(filled) == ones and sum(len(line.get_xdata()) for line in own) == 10
        xs = sorted(x for line in own for x in line.get_xdata())
        assert xs[0] > letter.get_position()[0] and np.allclose(np.diff(xs), np.diff(xs)[0])
        assert all(x <= xs[ones - 1] for x, _ in filled)


def searched(looks):
    kind = {"width": "all", "debias": False, "bounds": False}
    tiny, rule = wl.wordle(wl.words.tiny()), wl.Hoeffding(1, None)
    search = wl.TreeSearch(tiny, np.random.default_rng(1), rule, **kind)
    search.run(looks)
    return search


def counted(search, state):
    """Count the edges of the tree at and below a belief, each level from the top."""
    levels = [0, 0, 0, 0, 0, 0]
    for guess in (arm.guess for arm in search.arms(state) if arm.visits):
        left = [hint for hint, words in state.partition(guess).items() if len(words) > 1]
        levels[0] += 1
        levels[1] += len(left)
        for hint in left:
            below = counted(search, state.after(guess, hint))
            levels = [a + b for a, b in zip(levels, [0, 0, *below], strict=False)]
    return levels


def edges(line):
    x, y = (np.asarray(values, float).reshape(-1, 3)[:, :2] for values in line.get_data())
    return [((a, b), (c, d)) for a, c, b, d in np.column_stack([x, y]).tolist()]


def test_a_search_tree_has_an_edge_for_each_guess_and_each_belief_below_it():
    searches = {name: searched(n) for name, n in (("1 look", 1), ("8 looks", 8), ("24 looks", 24))}
    [ax] = searching.search_trees(searches)
    assert set(written(ax)) == set(searches) and len(ax.lines) == 9
    right = -1
    for (grey, green, dots), (name, search) in zip(np.reshape(ax.lines, (3, 3)), searches.items(), strict=True):
        assert [line.get_color() for line in (grey, green, dots)] == ["0.6", GREEN, GREEN]
        every = edges(grey) + edges(green)
        assert all(upper[1] - lower[1] == 1 for upper, lower in every)
        levels = [sum(upper[1] == -level for upper, _ in every) for level in range(6)]
        assert levels == counted(search, search.game.start())
        root = {upper for upper, _ in every if upper[1] == 0}
        assert root == {(written(ax)[name].get_position()[0], 0)}
        assert all(lower in {end[0] for end in every} or lower[1] < 0 for _, lower in every)
        assert len({lower for _, lower in every}) == len(every)  # it is a tree, and nothing lies upon anything else
        places = [lower[0] for _, lower in every]
        assert min(places) > right
        right = max(places)
        assert set(points(dots)) == {end for edge in edges(green) for end in edge}


def test_the_best_guess_of_a_search_tree_is_green():
    search = searched(24)
    [ax] = searching.search_trees({"24 looks": search})
    green = edges(ax.lines[1])
    looked = [arm.guess for arm in search.arms() if arm.visits]
    guesses = sorted(lower for line in ax.lines[:2] for upper, lower in edges(line) if upper[1] == 0)
    assert [lower for upper, lower in green if upper[1] == 0] == [guesses[looked.index(search.guess())]]
    below = [words for words in search.game.start().partition(search.guess()).values() if len(words) > 1]
    assert sum(upper[1] == -1 for upper, _ in green) == len(below)


def test_rises_reach_from_what_was_to_what_is():
    starts, ends, sure = [2.9, 2.95, 3.0, 3.02], [3.45, 3.4, 3.42, 3.5], [True, False, False, True]
    [ax] = searching.rises(starts, ends, sure, 3.42, ("promised", "after a look"))
    *lines, level = ax.lines
    assert list(level.get_ydata()) == [3.42] * 2 and level.get_color() == GREEN
    assert level.get_xdata()[0] < 0 and level.get_xdata()[1] > 3
    for kind, (line, low, high) in zip((True, False), (lines[:3], lines[3:]), strict=True):
        own = [x for x in range(4) if sure[x] == kind]
        assert edges(line) == [((x, starts[x]), (x, ends[x])) for x in own]
        assert points(low) == [(x, starts[x]) for x in own] and points(high) == [(x, ends[x]) for x in own]
        colour = BLUE if kind else "0.5"
        assert line.get_color() == low.get_mec() == high.get_mec() == colour
        assert low.get_mfc() == "white" and high.get_mfc() == (BLUE if kind else "white")
        assert line.get_linestyle() == ("-" if kind else ":")
    assert [text.get_position()[1] for text in ax.texts] == [starts[0], ends[0]]
    assert list(written(ax)) == ["promised", "after a look"]


def test_slopes_put_the_least_at_the_top():
    ratings = {
        "bound": {"table": 53, "alone": 53, "hotel": 57, "fight": 62},
        "truth": {"fight": 62, "table": 55, "alone": 53, "hotel": 54},
    }
    [ax] = searching.slopes(ratings, ("table", "alone"))
    ways = {"hotel": [-2, -1], "fight": [-3, -3], "table": [0, -np.sqrt(2)], "alone": [0, 0]}
    assert [list(line.get_xdata()) for line in ax.lines] == [[0, 1]] * 4
    assert np.allclose([line.get_ydata() for line in ax.lines], list(ways.values()))
    assert [line.get_color() for line in ax.lines] == ["0.8", "0.8", RED, GREEN]
    said = written(ax)
    assert list(said) == ["table", "alone", "bound", "truth"]
    assert [said[name].get_position()[0] for name in ratings] == [0, 1]
    assert all(said[name].get_position()[1] > 0 for name in ratings)
    for word, colour in (("table", RED), ("alone", GREEN)):
        assert said[word].get_color() == colour
        x, y = said[word].get_position()
        assert x > 1 and y == pytest.approx(ways[word][-1])

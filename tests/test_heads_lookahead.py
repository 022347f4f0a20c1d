import math

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import to_hex, to_rgba
from matplotlib.patches import FancyBboxPatch, Rectangle

from wordlelib.lab.heads import lookahead
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
    return [text.get_text() for text in ax.texts]


def named(ax, name):
    (found,) = [text for text in ax.texts if text.get_text() == name]
    return found


def points(line):
    return list(zip(*line.get_data(), strict=True))


def tiles(ax):
    """Read the tiles: the colour of each by its column and its height, in tiles."""
    found = [patch for patch in ax.patches if isinstance(patch, FancyBboxPatch)]
    return {(round(p.get_x() - 0.1), math.ceil(p.get_y())): to_hex(p.get_facecolor()) for p in found}


def bars(ax):
    return [patch for patch in ax.patches if isinstance(patch, Rectangle)]


def half(x):
    return 2 + np.asarray(x) / 2


@pytest.fixture
def stairs():
    x, roads = np.arange(9), ([0, 2, 3], [8, 5, 4.5])
    steps = [(road, half(road)) for road in roads]
    return lookahead.staircases((x, half(x)), 4, steps, ["up\n1.00 off", "down\n0.50 off"])


def test_staircases_lead_from_the_curve_to_the_diagonal(stairs):
    up, down = (ax.lines[-1] for ax in stairs)
    assert points(up) == [(0, 2), (2, 2), (2, 3), (3, 3)]
    assert points(down) == [(8, 6), (5, 5), (5, 4.5), (4.5, 4.5)]
    assert [line.get_color() for line in (up, down)] == [BLUE, RED] and up.get_marker() != down.get_marker()
    assert [written(ax) for ax in stairs] == [["up\n1.00 off"], ["down\n0.50 off"]]


def test_staircases_stand_on_the_curve_the_diagonal_and_where_they_cross(stairs):
    for ax in stairs:
        diagonal, curve, fixed, _ = ax.lines
        assert points(diagonal) == [(0, 0), (8, 8)] and points(fixed) == [(4, 4)]
        assert np.array_equal(curve.get_xdata(), range(9)) and np.array_equal(curve.get_ydata(), half(range(9)))
        assert ax.get_xlim() == ax.get_ylim() and ax.get_xlim()[0] < 0 and ax.get_xlim()[1] > 8


@pytest.mark.parametrize(("counts", "high"), [([536, 5, 1], 13), ([26, 4], 13), ([9, 40], 4)])
def test_squares_count(counts, high):
    names = [f"way {k}\nto play" for k in range(len(counts))]
    [ax] = lookahead.squares(counts, names, high)
    starts = [round(named(ax, name).get_position()[0] + 0.4) for name in names]
    blocks = [[] for _ in counts]
    for bar in ax.patches:
        place = round(bar.get_x() + bar.get_width() / 2)
        blocks[np.searchsorted(starts, place, side="right") - 1].append((place, bar.get_height()))
    assert [sum(height for _, height in block) for block in blocks] == counts
    for start, block in zip(starts, blocks, strict=True):
        assert [place for place, _ in block] == list(range(start, start + len(block)))
        assert all(height == high for _, height in block[:-1])
    assert written(ax)[::2] == [str(count) for count in counts] and written(ax)[1::2] == names


def test_squares_are_cut_out_of_their_columns():
    [ax] = lookahead.squares([30], ["thirty"], 7)
    cuts = {segment[0][1] for segment in ax.collections[0].get_segments()}
    assert cuts == set(range(8)) and {to_hex(bar.get_facecolor()) for bar in ax.patches} == {BLUE}


def test_ways_lead_from_hollow_dots_to_filled_ones():
    groups = {"theirs": [(400, 20), (440, 33), (420, 28)], "ours": [(50, 0), (30, 11), (41, 2)]}
    [ax] = lookahead.ways(groups, ("base", "rollout"), "least")
    *marks, goal = ax.lines
    lines, hollow, filled = marks[::3], marks[1::3], marks[2::3]
    pairs = groups["theirs"] + groups["ours"]
    assert [tuple(line.get_xdata()) for line in lines] == pairs
    assert [(a.get_xdata()[0], b.get_xdata()[0]) for a, b in zip(hollow, filled, strict=True)] == pairs
    assert {dot.get_markerfacecolor() for dot in hollow} == {"white"}
    assert [dot.get_markerfacecolor() for dot in filled] == 3 * ["0.5"] + 3 * [BLUE]
    heights = [line.get_ydata()[0] for line in lines]
    assert heights == sorted(set(heights), reverse=True) and heights[2] - heights[3] > heights[0] - heights[1]
    for three in zip(lines, hollow, filled, strict=True):
        assert len({y for mark in three for y in mark.get_ydata()}) == 1
    assert list(goal.get_xdata()) == [0, 0] and goal.get_color() == GREEN
    assert goal.get_ydata()[0] > heights[0] and goal.get_ydata()[1] <= heights[-1]


def test_what_stands_beside_ways():
    groups = {"theirs": [(400, 20), (440, 33), (420, 28)], "ours": [(50, 0), (30, 11), (41, 2)]}
    [ax] = lookahead.ways(groups, ("base", "rollout"), "least")
    assert sorted(written(ax)) == ["base", "least", "ours", "rollout", "theirs"]
    at = {name: named(ax, name).get_position() for name in written(ax)}
    tops = [line.get_ydata()[0] for line in ax.lines[:-1:3]]
    assert (at["theirs"][1], at["ours"][1]) == (tops[1], tops[4]) and max(at["theirs"][0], at["ours"][0]) < 0
    assert at["base"][0] == 420 and at["rollout"][0] == 27 and at["base"][1] == at["rollout"][1] > tops[0]
    assert at["least"][0] == 0 and at["least"][1] < tops[-1]


@pytest.mark.parametrize("whole", [1, 2])
def test_decimals_are_digits_on_tiles_with_a_point(whole):
    rows = [("35637", "gy-y-"), ("34345", "ggggg")]
    [ax] = lookahead.decimals(rows, ["as written", "with a bonus"], whole)
    shown = {(x, -y): TILE[colour] for y, (_, row) in enumerate(rows) for x, colour in enumerate(row)}
    assert tiles(ax) == shown
    assert [t for t in written(ax) if t.isdigit()] == list("3563734345")
    assert written(ax)[-2:] == ["as written", "with a bonus"]
    [dots] = ax.lines
    assert [x for x, _ in points(dots)] == [whole, whole]
    assert all(-row - 0.9 < y < -row - 0.8 for row, (_, y) in enumerate(points(dots)))


def test_bars_stand_before_their_tiles():
    real = [0.02, 0.5, 0.48]
    pairs = [([1 / 3] * 3, ("clamp", "y-y--")), (real, ("watch", "ggggg"))]
    for ax, (heights, (guess, row)) in zip(lookahead.bars_to_tiles("bcw", pairs), pairs, strict=True):
        drawn = bars(ax)
        assert np.allclose([bar.get_height() for bar in drawn], 5.6 * np.array(heights))
        assert len({bar.get_y() for bar in drawn}) == 1 and all(bar.get_x() + bar.get_width() < -0.9 for bar in drawn)
        places = [bar.get_x() + bar.get_width() / 2 for bar in drawn]
        assert places == sorted(places)
        assert [named(ax, a).get_position()[0] for a in "bcw"] == pytest.approx(places)
        assert [colour for _, colour in sorted(tiles(ax).items())] == [TILE[c] for c in row]
        assert "".join(t for t in written(ax) if t.isupper()) == guess.upper()
        assert max(places) < named(ax, "→").get_position()[0] < 0
        assert len({text.get_size() for text in ax.texts}) == 2


def test_frames_and_bars_of_a_belief():
    told = [("soare", "--yy-"), ("raita", "-g---")]
    framed = np.zeros((2, 5), bool)
    framed[0, 3] = framed[1, 1] = True
    shares = {"gayly": 0.4, "lanky": 0.4, "rayon": 0.196, "annul": 0.004}
    left, right = lookahead.board_and_bars(told, framed, shares, "lanky")
    frames = {(round(f.get_x() + f.get_width() / 2 - 0.5), round(-f.get_y() - 0.98)) for f in bars(left)}
    assert frames == {(3, 0), (1, 1)} and {to_hex(f.get_edgecolor()) for f in bars(left)} == {RED}
    assert "".join(t for t in written(left) if t.isalpha()) == "SOARERAITA"
    assert [bar.get_width() for bar in bars(right)] == list(shares.values())
    assert [bar.get_facecolor() for bar in bars(right)] == [to_rgba(GREEN if w == "lanky" else "0.7") for w in shares]
    assert written(right)[::2] == list(shares) and written(right)[1::2] == ["40%", "40%", "20%", "0.4%"]
    ends = zip(right.texts[::2], right.texts[1::2], shares.values(), strict=True)
    for y, (name, said, share) in enumerate(ends):
        assert name.get_position()[1] == said.get_position()[1] == y
        assert name.get_position()[0] < 0 and said.get_position()[0] > share
    assert right.yaxis_inverted()


def test_words_end_where_their_bars_begin():
    values = {"salet": 3.42, "satire": 3.0, "saltine": 2.726}
    [ax] = lookahead.words_and_bars(values, "guesses")
    for row, (word, value) in enumerate(values.items()):
        here = [text for text in ax.texts if abs(text.get_position()[1] + row) < 0.1]
        letters, said = here[:-1], here[-1]
        assert "".join(text.get_text() for text in letters) == word.upper()
        assert [text.get_position()[0] for text in letters] == [k + 0.5 for k in range(-len(word), 0)]
        assert said.get_text() == (f"{value:.2f}" if row else "3.42 guesses")
        bar = bars(ax)[row]
        assert bar.get_width() == pytest.approx(5.5 * value / 3.42) and bar.get_x() == 0.5
        assert bar.get_y() + bar.get_height() / 2 == pytest.approx(-row)
        assert said.get_position()[0] > bar.get_x() + bar.get_width() - 0.5
    assert len(tiles(ax)) == sum(map(len, values)) and set(tiles(ax).values()) == {TILE["-"]}


def test_dots_are_as_large_as_their_counts():
    rows = {"German": ({"a": 400, "e": 1600, "ü": 16}, "ea"), "Dutch": ({"a": 900, "e": 1}, "e")}
    [ax] = lookahead.dot_table(rows, "aeü")
    drawn = {place: line for line in ax.lines for place in points(line)}
    counts = {("aeü".index(a), y): n for y, (of, _) in enumerate(rows.values()) for a, n in of.items()}
    assert drawn.keys() == counts.keys()
    widths = {place: max(0.5, round(28 * (n / 1600) ** 0.5) / 2) for place, n in counts.items()}
    assert {place: line.get_markersize() for place, line in drawn.items()} == widths
    blue = {place for place, line in drawn.items() if line.get_color() == BLUE}
    assert blue == {(0, 0), (1, 0), (1, 1)} and {line.get_color() for line in ax.lines} == {BLUE, "0.7"}
    assert not any(line.get_rasterized() or line.get_markeredgewidth() for line in ax.lines)


def test_what_stands_around_a_table_of_dots():
    rows = {"German": ({"a": 4, "e": 16}, "ea"), "Dutch": ({"a": 9}, "a")}
    [ax] = lookahead.dot_table(rows, "ae")
    heads, beside = ax.texts[:2], ax.texts[2:]
    assert [(t.get_text(), t.get_position()[0]) for t in heads] == [("a", 0), ("e", 1)]
    assert [t.get_text() for t in beside] == ["German", "ea", "Dutch", "a"]
    assert [t.get_position()[1] for t in beside] == [0, 0, 1, 1] and ax.yaxis_inverted()
    assert all(t.get_position()[0] < 0 for t in beside[::2]) and all(t.get_position()[0] > 1 for t in beside[1::2])

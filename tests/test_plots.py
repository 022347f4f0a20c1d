import itertools
import os
import subprocess
import sys

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.patches import FancyArrowPatch

import wordlelib as wl
from wordlelib import plots
from wordlelib.plots import style

mpl.use("Agg")


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


SETTINGS = """
import matplotlib as mpl
from IPython.core.interactiveshell import InteractiveShell
from matplotlib_inline.config import InlineBackend

shell = InteractiveShell.instance()
shell.kernel = "one"  # as in a notebook
backend = InlineBackend.instance(parent=shell)

def settings():
    return mpl.rcParams.copy(), backend.figure_formats, backend.print_figure_kwargs

before = settings()
from wordlelib import plots
from wordlelib.lab.heads import adversary, information, lookahead, searching

assert settings() == before, "importing has changed settings"
plots.board([("stone", "-y-y-")])
assert settings()[1:] == before[1:] and mpl.rcParams["svg.hashsalt"] is None, "drawing has changed settings"
plots.use()
assert all(now != then for now, then in zip(settings(), before, strict=True))
assert mpl.rcParams["svg.hashsalt"] and backend.figure_formats == {"svg", "png"}
"""


def test_only_asked_for_it_changes_settings():
    env = os.environ | {"MPLBACKEND": "Agg"}
    run = subprocess.run([sys.executable, "-c", SETTINGS], env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_pictures_look_alike_without_settings():
    for ax in (plots.bars({"a": 1}), plots.matrix(wl.wordle(["cat", "cot"])), plots.lines([1, 2], {"a": [1, 2]})):
        assert not ax.spines["top"].get_visible() and not ax.spines["right"].get_visible()
        assert ax.get_legend() is None or not ax.get_legend().get_frame_on()


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_board_writes_letters_and_marks():
    shown = texts(plots.board([("stone", "-y-y-"), ("night", "ggggg")]))
    assert "".join(t for t in shown if t.isalpha()) == "STONENIGHT"
    assert shown.count("✓") == 5 and shown.count("?") == 2
    assert texts(plots.board([("stone", "⬛🟨⬛🟨⬛"), ("night", "GGGGG")])) == shown
    with pytest.raises(ValueError, match="rows: empty"):
        plots.board([])


def test_a_board_says_what_stands_beside_its_rows():
    rows = [("stone", "-y-y-"), ("night", "ggggg")]
    assert texts(plots.board(rows, beside=["12 left", "found"]))[-2:] == ["12 left", "found"]


def test_a_picture_has_a_figure_of_its_own():
    size = (2, 1)
    made = [plots.as_png(lambda figure: figure.subplots().plot([0, 1]), size) for _ in range(2)]
    assert made[0] == made[1] and made[0].startswith(b"\x89PNG") and plt.get_fignums() == []
    assert plots.as_png(lambda figure: figure.subplots().plot([1, 0]), size) != made[0]


def test_differences_tell_more_from_fewer():
    ax = plots.differences({-2: 5, 0: 2108, 1: 92})
    assert [bar.get_height() for bar in ax.patches] == [5, 2108, 92] and texts(ax) == ["5", "2,108", "92"]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["-2", "as many", "+1"]
    assert len({(bar.get_facecolor(), bar.get_hatch()) for bar in ax.patches}) == 3 and ax.get_yscale() == "log"
    assert [bar.get_height() for bar in plots.differences({0: 3}).patches] == [3]


def test_changes_count_words_by_their_guesses(tiny):
    before, after = (wl.play(tiny, make()) for make in (wl.WorstClass, wl.MostClasses))
    ax = plots.changes(before, after)
    drawn = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in ax.patches}
    had, has = before.distribution, after.distribution
    assert drawn == {k: has.get(k, 0) - had.get(k, 0) for k in had | has if had.get(k) or has.get(k)}
    assert sum(drawn.values()) == 0 and len({bar.get_hatch() for bar in ax.patches}) == 2
    assert texts(ax) == [f"{more:+}" if more else "0" for _, more in sorted(drawn.items())]
    with pytest.raises(ValueError, match="after: strategies for 24 and 2 words"):
        plots.changes(before, wl.play(wl.wordle(["cat", "cot"]), wl.MostClasses()))


def test_moves_go_from_hollow_to_filled_markers():
    ax = plots.moves(["a", "b"], {"theirs": ([400, 300], [20, 0]), "ours": ([9, 8], [1, 2])}, ends=("x", "y"))
    assert [list(line.get_xdata()) for line in ax.lines] == [[400, 300], [20, 0], [9, 8], [1, 2]]
    assert [line.get_markerfacecolor() == "white" for line in ax.lines] == [True, False] * 2
    assert texts(ax.get_legend()) == ["theirs, x", "theirs, y", "ours, x", "ours, y"]
    assert len({line.get_marker() for line in ax.lines}) == 2
    for wrong in (([1], [1]), ([1, 2], [1, -1])):
        with pytest.raises(ValueError, match="series: 'theirs'; expected 2 numbers"):
            plots.moves(["a", "b"], {"theirs": wrong})


def test_above_bound_draws_the_bound_and_refuses_what_is_below():
    x, y = np.array([1.0, 4.0]), np.array([3.0, 1.0])
    ax = plots.above_bound(x, y, lambda x: 2 - np.log2(x), {"b": 1}, label="least")
    (curve,) = [line for line in ax.lines if line.get_label() == "least"]
    assert np.allclose(curve.get_ydata(), 2 - np.log2(curve.get_xdata())) and ax.get_xscale() == "log"
    assert "b" in texts(ax) and curve.get_linestyle() == "--"
    with pytest.raises(ValueError, match="y: a guess below the bound"):
        plots.above_bound(x, y, lambda x: 5 - x, {})


def test_corner_shows_all_and_names_some():
    x, y = np.array([0.0, 1.0, 0.9]), np.array([3.0, 2.0, 2.1])
    whole, part = plots.corner(x, y, {"best": 1}, (0.8, 1.1), (1.9, 2.2))
    assert texts(whole) == [] and texts(part) == ["best"] and part.get_xlim() == (0.8, 1.1)
    assert whole.patches[0].get_bbox().bounds == pytest.approx((0.8, 1.9, 0.3, 0.3))
    assert len(whole.lines[0].get_xdata()) == 3


def test_valleys_have_a_star_at_the_first_of_their_least_points():
    ax = plots.valleys({"a": {2: 1.0, 0: 3.0, 1: 1.0}, "b": {5: 0.5}}, xlabel="x", ylabel="y")
    curve, star, point, other = ax.lines
    assert list(curve.get_xdata()) == [0, 1, 2] and list(curve.get_ydata()) == [3, 1, 1]
    assert (star.get_marker(), *star.get_xdata(), *star.get_ydata()) == ("*", 1, 1)
    assert (*other.get_xdata(), *other.get_ydata()) == (5, 0.5) and texts(ax.get_legend()) == ["a", "b"]
    assert curve.get_linestyle() != point.get_linestyle() and (ax.get_xlabel(), ax.get_ylabel()) == ("x", "y")


def test_matrix_names_rows_and_columns_and_marks_every_colour(tiny):
    ax = plots.matrix(tiny)
    assert [t.get_text() for t in ax.get_yticklabels()] == list(tiny.guesses)
    assert [t.get_text() for t in ax.get_xticklabels()] == list(tiny.hidden)
    marks = "".join(tiny.show(int(code)) for code in tiny.codes.flat).replace("-", "")
    assert sorted(texts(ax)) == sorted(marks)


def test_classes_draws_every_class(tiny):
    state = tiny.start()
    ax = plots.classes(state, "stone")
    assert sorted(bar.get_height() for bar in ax.patches) == sorted(wl.class_counts(state, "stone"))
    rows = sorted(state.partition("stone"), key=lambda row: -len(state.partition("stone")[row]))
    assert "".join(texts(ax)) == "".join(rows[:30])
    assert "not shown" in plots.classes(state, "stone", most=3).get_title()


def test_small_tiles_have_the_colours_of_large_ones_and_other_feedback_stays_text():
    ax = plt.subplots()[1]
    style.small_tiles(ax, (0, 0), "-yg")
    assert [tile.get_color() for tile in ax.lines] == [style.TILE[mark] for mark in "-yg"]
    assert [text.get_color() for text in ax.texts] == [style.ON_TILE[mark] for mark in "-yg"]
    style.small_tiles(ax, (0, 0), "1 black, 2 white")
    assert texts(ax) == ["-", "y", "g", "1 black, 2 white"] and len(ax.lines) == 3


def test_ratios_have_a_marker_at_the_geometric_mean_and_a_bar_for_the_spread():
    ax = plots.ratios({"won": {"order": [0.25, 1.0], "table": [2.0]}, "lost": {"table": [1, 4]}}, xlabel="times")
    one, won, lost = ax.lines
    assert list(one.get_xdata()) == [1, 1] and ax.get_xscale() == "log" and ax.get_xlabel() == "times"
    assert np.allclose(won.get_xdata(), [0.5, 2]) and np.allclose(lost.get_xdata(), [2])
    assert [label.get_text() for label in ax.get_yticklabels()] == ["order", "table"]
    spans = [bar.get_segments() for bar in ax.collections]
    assert [list(span[:, 0]) for span in spans[0]] == [[0.25, 1], [2, 2]] and list(spans[1][0][:, 0]) == [1, 4]
    assert won.get_marker() != lost.get_marker() and texts(ax.get_legend()) == ["won", "lost"]
    with pytest.raises(ValueError, match="series: a factor that is not positive"):
        plots.ratios({"won": {"order": [0.0]}})


def test_averages_stand_beside_late_words_and_safe_strategies_are_filled(tiny):
    best, slow = wl.prove(tiny).tree, wl.play(tiny, wl.WorstClass())
    left = plots.averages({"best": [best, None], "slow": [slow, slow]}, ["few", "many"], late=slow.worst - 1)
    right = left.figure.axes[1]
    drawn = [line for line in left.lines if len(line.get_xdata())]
    assert [line.get_xdata()[0] for line in drawn] == [best.mean, slow.mean, slow.mean]
    assert [line.get_ydata()[0] for line in drawn] == [0, 1, 1]
    filled = [line.get_markerfacecolor() != "white" for line in drawn]
    assert filled == [tree.worst < slow.worst for tree in (best, slow, slow)] and set(filled) == {True, False}
    late = [100 * np.mean(tree.guesses_used >= slow.worst - 1) for tree in (best, slow, slow)]
    assert [line.get_xdata()[0] for line in right.lines] == late
    assert texts(left.figure.legends[0]) == ["few", "many"]


def test_distribution_stacks_up_to_all_words(tiny):
    trees = [wl.play(tiny, make()) for make in (wl.InformationGain, wl.MostClasses)]
    ax = plots.distribution(trees, ["bits", "classes"])
    assert sum(bar.get_height() for bar in ax.patches) == 48
    assert all(f"{tree.mean:.3f}" in str(texts(ax.get_legend())) for tree in trees)


def test_decision_tree_shows_every_node_once(tiny):
    tree = wl.play(tiny, wl.MostClasses())
    shown = texts(plots.decision_tree(tree))
    words = [text.split(" ")[0] for text in shown if text[0].isalpha() and set(text) - set("-yg")]
    assert sorted(words) == sorted(tiny.guesses[g] for g in tree.guess)
    assert len(texts(plots.decision_tree(tree, depth=1))) < len(shown)


def test_lines_and_scatter():
    ax = plots.steps([[3, 2, 1], [1, 1]], ["a", "b"], xlabel="k", ylabel="J")
    assert [len(line.get_xdata()) for line in ax.lines] == [3, 2]
    ax = plots.scores(np.arange(5.0), np.arange(5.0) ** 2, {"crane": 2})
    assert texts(ax) == ["crane"] and ax.lines[0].get_marker() == ","
    ax = plots.scores(np.arange(5.0), np.arange(5.0), {}, size=3)
    assert (ax.lines[0].get_marker(), ax.lines[0].get_markersize()) == ("o", 3) and len(ax.lines) == 1
    ax = plots.curve([0, 1, 2], [0, 1, 4], xlabel="x", ylabel="y")
    assert list(ax.lines[0].get_ydata()) == [0, 1, 4] and (ax.get_xlabel(), ax.get_ylabel()) == ("x", "y")


def test_lines_share_their_axis_and_differ_in_marker_and_dashes():
    series = {"a": [3, 2, 1], "b": [1, 1, 1], "c": [0, 1, 2]}
    ax = plots.lines([1, 10, 100], series, xlabel="N", ylabel="distance")
    drawn = {line.get_label(): line for line in ax.lines}
    assert {name: list(line.get_ydata()) for name, line in drawn.items()} == series
    assert all(list(line.get_xdata()) == [1, 10, 100] for line in ax.lines)
    assert len({(line.get_marker(), line.get_color()) for line in ax.lines}) == 3
    assert texts(ax.get_legend()) == ["a", "b", "c"] and (ax.get_xlabel(), ax.get_ylabel()) == ("N", "distance")


def test_bars_stand_in_order_with_their_numbers():
    ax = plots.bars({"first": 3.14159, "second": 2.5}, xlabel="guesses")
    assert [bar.get_width() for bar in ax.patches] == [3.14159, 2.5] and texts(ax) == ["3.142", "2.500"]
    assert [t.get_text() for t in ax.get_yticklabels()] == ["first", "second"] and ax.yaxis_inverted()
    assert texts(plots.bars({"a": 5.884}, digits=1)) == ["5.9"] and ax.get_xlabel() == "guesses"


def test_excess_stands_on_a_logarithmic_axis_and_the_optimum_at_its_edge():
    ax = plots.excess({"far": 0.5, "near": 0.002, "there": 0.0}, xlabel="above")
    assert texts(ax) == ["0.5000", "0.0020", "optimal"] and ax.get_xscale() == "log" and ax.yaxis_inverted()
    dots = [line for line in ax.lines if line.get_marker() != "None"]
    assert [line.get_xdata()[0] for line in dots][:2] == [0.5, 0.002]
    assert ax.get_xlim()[0] < dots[2].get_xdata()[0] < 0.002 and dots[2].get_marker() != dots[0].get_marker()
    assert texts(plots.excess({"there": 0.0})) == ["optimal"]


def test_q_factors_stack_certain_and_estimated_parts(tiny):
    factors = wl.Rollout(wl.InformationGain(), 4).q_factors(tiny.start())
    ax = plots.q_factors(factors, 24)
    ends = {round(bar.get_x() + bar.get_width(), 6) for bar in ax.patches}
    assert {round(24 * factor.q, 6) for factor in factors} <= ends
    assert texts(ax) == [f"{24 * factor.q:.0f}" for factor in factors]
    assert texts(ax.get_legend()) == ["certain", "estimated"]
    labels = [tick.get_text() for tick in ax.get_yticklabels()]
    assert labels == [factor.guess + (" *" if factor.possible else "") for factor in factors]
    with pytest.raises(ValueError, match="words: 0; expected at least 1"):
        plots.q_factors(factors, 0)


def test_bellman_operator_draws_both_roads_to_the_fixed_point():
    def operator(x):
        return min(1 + 0.8 * x, 3 + 0.2 * x)

    policies = {"steep": lambda x: 1 + 0.8 * x, "flat": lambda x: 3 + 0.2 * x}
    staircase, newton = [0.0, 1.0, 1.8], [1.0, 5.0, 3.75]
    ax = plots.bellman_operator(operator, (0.0, 6.0), policies, staircase, newton)
    lines = {line.get_label(): line for line in ax.lines}
    assert np.allclose(lines["$TJ$"].get_ydata(), [operator(x) for x in lines["$TJ$"].get_xdata()])
    assert list(lines["45-degree line"].get_ydata()) == [0, 6] and np.allclose(lines["flat"].get_ydata(), [3, 4.2])
    assert list(zip(*lines["value iteration"].get_data(), strict=True)) == [
        (0, 0),
        (0, 1),
        (1, 1),
        (1, 1.8),
        (1.8, 1.8),
    ]
    tangents = [line for line in ax.lines if line.get_linestyle() == "--" and line.get_marker() == "s"]
    assert np.allclose([line.get_ydata() for line in tangents], [[1.8, 5], [4, 3.75]])
    assert texts(ax) == ["$J_0$", "$J_1$", "$J_2$"] and len({line.get_linestyle() for line in ax.lines}) >= 3
    heads = [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]
    assert len(heads) == 2 and not ax.child_axes
    three = plots.bellman_operator(operator, (0, 6), {**policies, "third": lambda x: 5.0}, newton=newton, zoom=(3, 4))
    drawn = {line.get_label(): line.get_color() for line in three.lines}
    assert len({drawn[name] for name in ("steep", "flat", "third", "Newton", "$TJ$")}) == 5
    inset = three.child_axes[0]
    assert inset.get_xlim() == inset.get_ylim() == (3, 4) and texts(inset) == ["$J_2$"]
    assert plots.bellman_operator(operator, (0, 6), {}, names=("K", "F(K)")).get_ylabel() == "$F(K)$"
    with pytest.raises(ValueError, match=r"span: \(6, 0\); expected two rising numbers"):
        plots.bellman_operator(operator, (6, 0), {})
    with pytest.raises(ValueError, match=r"zoom: \(4, 3\); expected two rising numbers"):
        plots.bellman_operator(operator, (0, 6), {}, zoom=(4, 3))


def test_improvement_shows_exact_steps_below_all_others():
    series = {"a": ([0.1, 1.0, 0.01], [0.01, 0.5, 0.0]), "b": ([0.2], [0.002])}
    ax = plots.improvement(series)
    lines = {line.get_label(): line for line in ax.lines}
    assert list(lines["a"].get_xdata()) == [0.1, 1.0] and list(lines["b"].get_ydata()) == [0.002]
    assert lines["a"].get_marker() != lines["b"].get_marker()
    (hollow,) = [line for line in ax.lines if line.get_markerfacecolor() == "none" and len(line.get_xdata())]
    assert list(hollow.get_xdata()) == [0.01] and 0 < hollow.get_ydata()[0] < 0.002
    assert texts(ax) == ["0"] and texts(plots.improvement({"b": series["b"]})) == []
    assert plots.improvement({"all exact": ([0.5, 1], [0, 0])}).get_ylabel() == "error after"
    with pytest.raises(ValueError, match="series: an error before of 0; expected positive ones"):
        plots.improvement({"a": ([0.0], [0.0])})


def test_improvement_of_several_runs_shows_their_spread_and_fits():
    x = np.array([[0.01, 0.1, 1.0]] * 3)
    runs = x, np.array([[1e-4, 1e-2, 0.5], [2e-4, 2e-2, 0.7], [1e-3, 1e-2, 0.9]])
    ax = plots.improvement({"many": runs, "one": ([0.01, 0.1], [1e-3, 1e-2])}, fits={"many": 0.5, "one": 1})
    labels = [line.get_label() for line in ax.lines]
    assert "many (slope 1.0 to 2.0)" in labels and "one (slope 1.0)" in labels
    medians = ax.lines[labels.index("many (slope 1.0 to 2.0)")]
    assert np.allclose(medians.get_ydata(), [2e-4, 1e-2, 0.7])
    bars = ax.collections[0].get_segments()
    assert np.allclose([bar[:, 1] for bar in bars], [[1e-4, 1e-3], [1e-2, 2e-2], [0.5, 0.9]])
    (fitted,) = [line for line in ax.lines if line.get_linestyle() == "--" and line.get_xdata()[-1] == 0.1][:1]
    slope = np.diff(np.log(fitted.get_ydata())) / np.diff(np.log(fitted.get_xdata()))
    assert np.isclose(slope[0], (2 + 2 + 1) / 3)
    with pytest.raises(ValueError, match=r"fits: 1 points up to 0.05; expected two or more"):
        plots.improvement({"many": runs}, fits={"many": 0.05})


def test_dots_draw_what_is_finite():
    ax = plots.dots(["one", "two"], {"first": [1, 2], "second": [3, float("nan")]}, xlabel="height")
    assert [label.get_text() for label in ax.get_yticklabels()] == ["one", "two"]
    assert [line.get_xdata()[0] for line in ax.get_lines()] == [1, 3] and ax.get_xlabel() == "height"
    assert len({line.get_marker() for line in ax.get_lines()}) == 2
    with pytest.raises(ValueError, match="series: lengths {'a': 1}; expected 2 numbers each, one a row"):
        plots.dots(["one", "two"], {"a": [1]})


def test_beliefs_are_bars_of_one_scale():
    rows = [np.array([0.5, 0.5, 0.0]), np.array([0.0, 0.25, 0.75])]
    ax = plots.beliefs(rows, ["before", "after"], "abc", [None, 2])
    height = np.array([bar.get_height() for bar in ax.patches]).reshape(2, 3)
    assert np.allclose(height / height.max(), np.array(rows) / 0.75)
    assert texts(ax) == ["50", "50", "25", "75"]
    (mark,) = [line for line in ax.lines if line.get_marker() == "^"]
    assert list(mark.get_xdata()) == [2] and mark.get_ydata()[0] < -1
    assert [label.get_text() for label in ax.get_xticklabels()] == ["a", "b", "c"]
    assert len(plots.beliefs(rows, ["before", "after"], "abc").lines) == 2


def test_paths_tell_finds_from_ways_that_go_on():
    ax = plots.paths([[(0, 3), (2, 4)], [(0, 3), (1, 3), (2, 3)]], [True, False], ylabel="place")
    ends = {line.get_marker(): line.get_xydata().tolist() for line in ax.lines if line.get_linestyle() == "None"}
    assert ends == {"s": [[2, 4]], ">": [[2, 3]]} and ax.get_ylabel() == "place"
    assert [len(line.get_xdata()) for line in ax.lines if line.get_linestyle() == "-"] == [2, 3]


def test_search_tree_indents_below_the_line_that_led_there():
    lines = [(0, "root", "belief"), (1, "a", "best"), (2, "left", "belief"), (1, "b", "cut")]
    ax = plots.search_tree(lines)
    assert texts(ax) == ["root", "a", "left", "b"] and ax.yaxis_inverted()
    marks = [(line.get_marker(), *line.get_xydata()[0]) for line in ax.lines if line.get_marker() != "None"]
    assert marks == [("s", 0, 0), ("*", 1, 1), ("s", 2, 2), ("X", 1, 3)]
    elbows = [line.get_xydata()[0].tolist() for line in ax.lines if line.get_marker() == "None"]
    assert elbows == [[0, 0], [1, 1], [0, 0]]
    with pytest.raises(ValueError, match="lines: kind 'worst'; expected one of belief, best, cut"):
        plots.search_tree([(0, "root", "worst")])
    with pytest.raises(ValueError, match="lines: level 2 in line 1; expected at most 1"):
        plots.search_tree([(0, "root", "belief"), (2, "a", "cut")])


def test_bracket_draws_both_bounds_and_differs_in_dashes():
    ax = plots.bracket([1, 2, 3], [5, 4, 3], xlabel="searches", ylabel="total")
    drawn = {line.get_label(): line for line in ax.lines}
    assert list(drawn["lower: nothing needs less"].get_ydata()) == [1, 2, 3]
    assert list(drawn["upper: a strategy needs this"].get_ydata()) == [5, 4, 3]
    assert len({line.get_linestyle() for line in ax.lines}) == 2
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("searches", "total")


def test_bands_draws_means_and_two_standard_errors():
    runs = np.array([[1.0, 2, 3], [3, 2, 7], [2, 2, 5]])
    ax = plots.bands([1, 10, 100], {"a": runs, "b": runs[:1]}, xlabel="pull", ylabel="regret")
    assert [list(line.get_ydata()) for line in ax.lines] == [[2, 2, 5], [1, 2, 3]]
    shaded = ax.collections[0].get_paths()[0].vertices
    assert shaded[:, 1].max() == pytest.approx(5 + 2 * 2 / 3**0.5)
    assert len({line.get_marker() for line in ax.lines}) == 2 and ax.get_xscale() == "log"
    assert texts(ax.get_legend()) == ["a", "b"] and (ax.get_xlabel(), ax.get_ylabel()) == ("pull", "regret")
    with pytest.raises(ValueError, match="'a' has 3 columns; expected 2"):
        plots.bands([1, 2], {"a": runs})


def test_bands_draws_medians_and_extremes():
    runs = np.array([[1.0, 2, 3], [9, 2, 7], [2, 2, 5]])
    ax = plots.bands([1, 10, 100], {"a": runs}, extremes=True)
    assert list(ax.lines[0].get_ydata()) == [2, 2, 5]
    shaded = ax.collections[0].get_paths()[0].vertices
    assert {tuple(x) for x in shaded} >= {(1, 1), (1, 9), (10, 2), (100, 3), (100, 7)}


def test_bands_has_five_colours():
    ax = plots.bands([1, 10], {name: np.ones((2, 2)) for name in "abcde"})
    assert len({line.get_color() for line in ax.lines}) == 5


def test_clocks_draws_the_same_runs_by_moment_and_by_size():
    runs = {"a": [([1, 2, 4], [10, 20, 40]), ([1, 2, 8], [10, 20, 80])], "b": [([2, 16], [1, 15])]}
    left, right = plots.clocks([1, 10, 100], runs, ylabel="value", line=50)
    assert [list(line.get_ydata()) for line in left.lines[:1]] == [[10, 20, 60]]
    assert list(left.lines[1].get_ydata())[:2] == [1, 15] and np.isnan(left.lines[1].get_ydata()[2])
    sizes, values = right.lines[0].get_data()
    assert np.array_equal(np.isnan(values), sizes > 4)
    assert values[sizes <= 4] == pytest.approx(10 * sizes[sizes <= 4])
    sizes, values = right.lines[1].get_data()
    seen = np.isfinite(values)
    assert seen.sum() > 20 and values[seen] == pytest.approx(sizes[seen] - 1) and (sizes[0], sizes[-1]) == (1, 16)
    assert left.get_ylim() == right.get_ylim() and left.get_ylabel() == "value"
    assert left.get_legend() is None and texts(right.get_legend()) == ["a", "b"]
    assert [ax.get_xlabel() for ax in (left, right)] == ["iterations", "beliefs in the tree"]
    assert all(set(ax.lines[-1].get_ydata()) == {50} for ax in (left, right))


def test_found_rises_to_the_share_of_runs_that_were_successful():
    ax = plots.found({"one": [30, 10], "two": [5, np.inf, 20, np.inf], "no": [np.inf]})
    drawn = {line.get_label(): line.get_xydata().tolist() for line in ax.lines}
    assert drawn == {"one": [[10, 0], [10, 0.5], [30, 1]], "two": [[5, 0], [5, 0.25], [20, 0.5]], "no (none)": []}
    assert ax.get_xscale() == "log" and len({line.get_marker() for line in ax.lines}) == 3
    with pytest.raises(ValueError, match="series: a number that is not positive"):
        plots.found({"one": [0]})


def test_found_has_five_kinds_of_lines():
    ax = plots.found({name: [10] for name in "abcde"})
    assert len({line.get_color() for line in ax.lines}) == len({line.get_marker() for line in ax.lines}) == 5


def test_tradeoff_names_points_and_has_room_for_the_best():
    points = {"a": [("slow", 10, 0), ("slower", 20, 0)], "b": [("quick", 0.1, 40)]}
    ax = plots.tradeoff(points, xlabel="s", ylabel="above")
    assert texts(ax) == ["slow", "slower", "quick"]
    lines = {line.get_label(): line for line in ax.lines}
    assert lines["a"].get_xydata().tolist() == [[10, 0], [20, 0]] and ax.get_ylim()[0] < 0
    assert lines["a"].get_marker() != lines["b"].get_marker() and len(ax.lines) == 2
    assert ax.get_yticks().tolist() == [0, 1, 3, 10, 30] and ax.get_xscale() == "log"
    for bad in [("x", -1, 1), ("x", 1, -1)]:
        with pytest.raises(ValueError, match="series: an effort or a distance below 0"):
            plots.tradeoff({"a": [bad]})
    with pytest.raises(ValueError, match="series: no effort above 0"):
        plots.tradeoff({"a": [("x", 0, 1)]})


def test_tradeoff_has_a_marker_for_each_of_six_series():
    ax = plots.tradeoff({f"series {i}": [("x", 1, i)] for i in range(6)})
    assert len({(line.get_marker(), line.get_markerfacecolor() == "none") for line in ax.lines}) == 6
    assert len({line.get_marker() for line in ax.lines}) == 6


def test_tradeoff_keeps_names_apart():
    close = {"a": [(f"method {i}", 1 + i / 20, 5 + i / 5) for i in range(5)]}
    ax = plots.tradeoff(close)
    renderer = ax.figure.canvas.get_renderer()
    boxes = [text.get_window_extent(renderer) for text in ax.texts]
    assert len(boxes) == 5 and not any(a.overlaps(b) for a, b in itertools.combinations(boxes, 2))


def test_tradeoff_joins_the_medians_of_methods_that_ran_several_times():
    ax = plots.tradeoff({"a": [("short", 1, 9), ("short", 3, 5), ("short", 2, 6), ("long", 10, 0)]})
    runs, medians = ax.lines
    assert len(runs.get_xdata()) == 4 and medians.get_xydata().tolist() == [[2, 6], [10, 0]]
    assert {text.get_text(): tuple(text.xy) for text in ax.texts} == {"short": (2, 6), "long": (10, 0)}


def test_tradeoff_sets_what_needs_no_effort_apart():
    ax = plots.tradeoff({"a": [("x", 0, 3), ("y", 0, 1)], "b": [("z", 0, 3), ("w", 0.5, 1), ("v", 20, 0)]})
    divider, *drawn = ax.lines
    (a, b), border = (line.get_xdata() for line in drawn), divider.get_xdata()[0]
    assert a[0] == a[1] < b[0] < border < b[1] == 0.5 and b[2] == 20
    assert [label.get_text() for label in ax.get_xticklabels()] == ["none", "1", "10"]


def test_tradeoff_writes_the_names_of_one_place_together_and_no_empty_ones():
    ax = plots.tradeoff({"a": [("x", 1, 3), ("y", 1, 3), ("z", 2, 3)], "b": [("", 5, 1)]})
    assert [text for text in texts(ax) if text] == ["x, y", "z"]


def test_replays_are_lines_with_marks_and_a_band():
    series = {
        "listed": (np.array([[1, 0.5]]), [(1, 0.9), (2, 0.4)]),
        "random": (np.array([[1, 0.4], [1, 0.8]]), [(2, 0.5)]),
    }
    left, right = plots.replays([1, 2], {"a": series, "b": {"random": series["random"]}}, "workers", "efficiency")
    assert [line.get_marker() for line in left.lines] == ["None", "o", "None", "s"]
    assert [list(line.get_ydata()) for line in left.lines] == [[1, 0.5], [0.9, 0.4], [1, pytest.approx(0.6)], [0.5]]
    assert [line.get_marker() for line in right.lines] == ["None", "s"]
    assert left.get_title() == "a" and left.get_ylabel() == "efficiency" and right.get_xlabel() == "workers"
    assert [text.get_text() for text in left.figure.legends[0].get_texts()] == ["listed", "random"]


def test_tradeoffs_share_the_distance_and_the_legend():
    panels = {"move": {"a": [("x", 1, 9)], "b": [("y", 2, 0)]}, "training": {"a": [("x", 0, 9)], "b": [("y", 5, 0)]}}
    move, training = plots.tradeoffs(panels, "above")
    assert (move.get_xlabel(), training.get_xlabel(), move.get_ylabel()) == ("move", "training", "above")
    assert move.get_ylim() == training.get_ylim() and not training.get_ylabel()
    (legend,) = move.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["a", "b"]
    assert move.get_legend() is training.get_legend() is None


def test_game_graph_shows_every_position_and_feedback_once():
    graph = wl.knowledge.game_graph(["cat", "cow", "dog"], 2, "set")
    ax = plots.game_graph(graph)
    shown = texts(ax)
    rows = [label for start, _, label in graph.edges if graph.nodes[start].kind == "hinter"]
    assert sorted(text for text in shown if not set(text) - set("-yg")) == sorted(rows)
    asked = sorted(f"{node.guess}?" for node in graph.nodes if node.guess)
    assert sorted(text for text in shown if text.endswith("?")) == asked
    known = ["\n".join(sorted(node.knowledge)) for node in graph.nodes if node.kind == "guesser"]
    assert len(shown) == len(rows) + len(graph.nodes) and set(known) < set(shown)
    kinds = [node.kind for node in graph.nodes]
    for mark, kind in (("✓", "guesser wins"), ("✗", "hinter wins")):
        assert sum(mark in text for text in shown) == kinds.count(kind) > 0
    assert len(ax.lines) == len(graph.edges)


def test_game_graph_writes_knowledge_of_every_kind():
    words = ["cat", "cow"]
    for representation, first in {"hints": "no hints", "set": "cat\ncow", "info": "<. . .>"}.items():
        graph = wl.knowledge.game_graph(words, 1, representation)
        shown = texts(plots.game_graph(graph))
        assert len(shown) == len(graph.nodes) + 4 and first in shown
    assert "✗ cat g--" in texts(plots.game_graph(wl.knowledge.game_graph(words, 1)))


def test_backups_draw_what_a_method_looks_at():
    leaves = ["J", "J"]
    ax = plots.backups(
        {"value iteration": ("least", leaves, leaves), "rollout": ("least", ["mu", "mu"], ["mu", "end"])}
    )
    assert texts(ax) == ["min", "value iteration", "min", "rollout"]
    markers = [line.get_marker() for line in ax.lines]
    assert markers.count("D") == 4 and markers.count("s") == 4
    filled = [line.get_markerfacecolor() for line in ax.lines if line.get_marker() == "o"]
    assert filled.count("0.2") == 4 and filled.count("white") == 2 + 3
    sampled = plots.backups({"sampled": ("one", ("one", "J", "J", "J"), leaves)})
    assert [line.get_marker() for line in sampled.lines].count("D") == 1 and texts(sampled) == ["sampled"]
    assert texts(plots.backups({"minimax": ("least", ("most", "J", "J"))})) == ["max", "min", "minimax"]


def test_backups_need_a_diagram():
    with pytest.raises(ValueError, match="diagrams: none; expected one or more"):
        plots.backups({})


@pytest.mark.parametrize("tree", ["V", (), ("least",), [], ("mean", "J"), 3])
def test_backups_refuse_what_is_no_diagram(tree):
    with pytest.raises(ValueError, match=r"diagrams: .*expected a leaf"):
        plots.backups({"a": tree})


def test_a_banner_is_as_wide_as_a_page_s_column():
    left, right = plots.banner(1.2, parts=2)
    assert left.figure is right.figure and tuple(left.figure.get_size_inches()) == (7.4, 1.2)
    assert not left.axison

"""Pictures of library objects: what each draws and writes, and what it refuses."""

import itertools
import os
import subprocess
import sys

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from pictures import areas, around, marks, points, shown, texts, ticks

import wordlelib as wl
from wordlelib import plots
from wordlelib.plots import style

mpl.use("Agg")
ROWS = [("stone", "-y-y-"), ("night", "ggggg")]
RUNS = np.array([[1.0, 2, 3], [3, 2, 7], [2, 2, 5]])
STEPS = {"theirs": ([400, 300], [20, 0]), "ours": ([9, 8], [1, 2])}
TREE = [(0, "root", "belief"), (1, "a", "best"), (2, "left", "belief"), (1, "b", "cut")]
DIAGRAMS = {"one": ("least", ["J", "J"], ["J", "J"]), "rollout": ("least", ["mu", "mu"], ["mu", "end"])}
ERRORS = {"a": ([0.1, 1.0, 0.01], [0.01, 0.5, 0.0]), "b": ([0.2], [0.002])}
POINTS = {"a": [("slow", 10, 0), ("slower", 20, 0)], "b": [("quick", 0.1, 40)]}
TWO = np.array([1.0, 4.0]), np.array([3.0, 1.0])

# How each picture is drawn; what is written, what its axes and series are called, and what is drawn.
PICTURES = {
    plots.board: (
        lambda draw: draw(ROWS, beside=["12 left", "found"]),
        "S T ? O N ? E N ✓ I ✓ G ✓ H ✓ T ✓ 12 left found | ,  | 3 tile - area, 2 tile y area, 5 tile g area",
    ),
    plots.moves: (
        lambda draw: draw(["a", "b"], STEPS, ends=("x", "y")),
        (
            " | guesses, , theirs, x, theirs, y, ours, x, ours, y | 2 blue hollow o, 2 blue o, 2 red hollow s, "
            "2 red s, 2 blue line, 2 red line"
        ),
    ),
    plots.scores: (
        lambda draw: draw(np.arange(5.0), np.arange(5.0) ** 2, {"crane": 2}, size=3),
        "crane | ,  | 5 blue o, 1 red o",
    ),
    plots.curve: (lambda draw: draw([0, 1, 2], [0, 1, 4], xlabel="x", ylabel="y"), " | x, y | 2 blue line"),
    plots.lines: (
        lambda draw: draw([1, 10, 100], {"a": [3, 2, 1], "b": [1, 1, 1]}, xlabel="N", ylabel="J"),
        " | N, J, a, b | 2 blue line, 3 blue o, 2 red dashed line, 3 red s",
    ),
    plots.excess: (
        lambda draw: draw({"far": 0.5, "near": 0.002, "there": 0.0}, xlabel="above"),
        "0.5000 0.0020 optimal | above,  | 3 grey line, 2 blue o, 1 blue hollow D",
    ),
    plots.paths: (
        lambda draw: draw([[(0, 3), (2, 4)], [(0, 3), (1, 3), (2, 3)]], [True, False], ylabel="place"),
        " | time, place | 3 blue line, 5 blue ., 1 green s, 1 red >",
    ),
    plots.search_tree: (lambda draw: draw(TREE), "root a left b | ,  | 2 blue s, 6 grey line, 1 green *, 1 red X"),
    plots.bracket: (
        lambda draw: draw([1, 2, 3], [5, 4, 3], xlabel="searches", ylabel="total"),
        (
            " | searches, total, upper: a strategy needs this, lower: nothing needs less | 2 red dashed line, "
            "2 blue line, 1 blue band"
        ),
    ),
    plots.bands: (
        lambda draw: draw([1, 10, 100], {"a": RUNS, "b": RUNS[:1]}, xlabel="pull", ylabel="regret"),
        (" | pull, regret, a, b | 2 blue line, 3 blue o, 2 red dashed line, 3 red hollow s, 1 blue band, 1 red band"),
    ),
    plots.found: (
        lambda draw: draw({"one": [30, 10], "two": [5, np.inf, 20, np.inf], "no": [np.inf]}),
        " | iterations, share of runs, one, two, no (none) | 2 blue line, 3 blue o, 2 red dashed line, 3 red s",
    ),
    plots.above_bound: (
        lambda draw: draw(*TWO, lambda x: 2 - np.log2(x), {"b": 1}, label="least"),
        "b | , , least | 2 blue ,, 1 red o, 199 red dashed line, 1 red band",
    ),
    plots.improvement: (
        lambda draw: draw(ERRORS),
        (
            "0 | error before, error after, after = before, after = before², a, b | 2 grey line, "
            "1 grey dotted line, 2 blue o, 1 blue hollow o, 1 red s"
        ),
    ),
    plots.backups: (
        lambda draw: draw(DIAGRAMS),
        (
            "min one min rollout | ,  | 2 blue text, 4 red D, 12 grey line, 4 grey o, 5 grey hollow o, "
            "3 violet dashed line, 4 green s, 2 blue frame"
        ),
    ),
    plots.tradeoff: (
        lambda draw: draw(POINTS, xlabel="s", ylabel="above"),
        "slow slower quick | s, above, a, b | 2 blue text, 1 red text, 2 blue o, 1 red hollow s",
    ),
}


def drawn(draw):
    plt.close("all")
    return PICTURES[draw][0](draw)


def kind(line):
    return line.get_marker(), line.get_linestyle(), line.get_markerfacecolor() in ("none", "white")


@pytest.mark.parametrize("draw", PICTURES, ids=lambda draw: draw.__name__)
def test_a_picture_shows_its_data(draw):
    ax = drawn(draw)
    assert shown(ax, around(ax)) == PICTURES[draw][1]
    assert not ax.spines["top"].get_visible() and not ax.spines["right"].get_visible()
    assert ax.get_legend() is None or not ax.get_legend().get_frame_on()
    named = [line for line in ax.lines if not line.get_label().startswith("_")]
    assert len(set(map(kind, named))) == len(named), "only colours tell them apart"


def test_numbers_stand_where_they_belong():
    """Read a value or two of every picture back from its axes."""
    assert points(drawn(plots.moves), "blue hollow o") == [(400, 0 - 0.15), (300, 1 - 0.15)]
    assert [x for x, _ in points(drawn(plots.moves), "red s")] == [1, 2]
    assert points(drawn(plots.scores), "red o") == [(2, 4)] and points(drawn(plots.curve), "blue line")[2] == (2, 4)
    assert points(drawn(plots.lines), "blue o") == [(1, 3), (10, 2), (100, 1)]
    assert [x for x, _ in points(drawn(plots.excess), "blue o")] == [0.5, 0.002]
    assert points(drawn(plots.excess), "blue hollow D")[0][0] < 0.002
    assert points(drawn(plots.paths), "green s") == [(2, 4)] and points(drawn(plots.paths), "red >") == [(2, 3)]
    assert points(drawn(plots.search_tree), "green *") + points(drawn(plots.search_tree), "red X") == [(1, 1), (1, 3)]
    assert points(drawn(plots.bracket), "blue line") == [(0, 1), (1, 2), (2, 3)]
    assert points(drawn(plots.found), "red s") == [(5, 0), (5, 0.25), (20, 0.5)]
    x, y = np.transpose(points(drawn(plots.above_bound), "red dashed line"))
    assert np.allclose(y, 2 - np.log2(x))
    (place,) = [at for at in points(drawn(plots.improvement), "blue hollow o") if at[1] < 0.002]
    assert place[0] == 0.01 and place[1] > 0
    assert points(drawn(plots.tradeoff), "blue o") == [(10, 0), (20, 0)]
    own = plots.tradeoff({"a": [("x", 1, 0)], "b": [("y", 2, 1)]}, colours=("black", plots.style.ROLES["optimum"]))
    assert [line.get_color() for line in own.lines[:2]] == ["black", plots.style.ROLES["optimum"]]


def test_axes_have_their_scales_and_their_rows():
    logarithmic = (plots.excess, plots.bands, plots.found, plots.above_bound, plots.tradeoff)
    assert {drawn(draw).get_xscale() for draw in logarithmic} == {"log"}
    rows = {plots.moves: "a b", plots.excess: "far near there"}
    assert {draw: " ".join(ticks(drawn(draw).yaxis)) for draw in rows} == rows
    assert all(drawn(draw).yaxis_inverted() for draw in rows)


def refused(draw, *given, **more):
    with pytest.raises(ValueError) as error:
        draw(*given, **more)
    return str(error.value)


def test_what_is_refused():
    assert refused(plots.board, []).startswith("rows: empty")
    for wrong in (([1], [1]), ([1, 2], [1, -1])):
        assert refused(plots.moves, ["a", "b"], {"theirs": wrong}).startswith("series: 'theirs'; expected 2 numbers")
    assert refused(plots.above_bound, *TWO, lambda x: 5 - x, {}).startswith("y: a guess below the bound")
    kinds = "lines: kind 'worst'; expected one of belief, best, cut"
    assert refused(plots.search_tree, [(0, "root", "worst")]) == kinds
    deep = [(0, "root", "belief"), (2, "a", "cut")]
    assert refused(plots.search_tree, deep) == "lines: level 2 in line 1; expected at most 1"
    assert "'a' has 3 columns; expected 2" in refused(plots.bands, [1, 2], {"a": RUNS})
    assert refused(plots.found, {"one": [0]}).startswith("series: a number that is not positive")
    nothing = {"a": ([0.0], [0.0])}
    assert refused(plots.improvement, nothing) == "series: an error before of 0; expected positive ones"
    for bad in [("x", -1, 1), ("x", 1, -1)]:
        assert refused(plots.tradeoff, {"a": [bad]}) == "series: an effort or a distance below 0"
    assert refused(plots.tradeoff, {"a": [("x", 0, 1)]}).startswith("series: no effort above 0")
    assert refused(plots.bellman_operator, abs, (6, 0), {}) == "span: (6, 0); expected two rising numbers"
    assert refused(plots.bellman_operator, abs, (0, 6), {}, zoom=(4, 3)) == "zoom: (4, 3); expected two rising numbers"
    assert refused(plots.backups, {}) == "diagrams: none; expected one or more"


def test_pictures_of_many_series_have_many_kinds():
    several = {
        5: [plots.bands([1, 10], {n: np.ones((2, 2)) for n in "abcde"}), plots.found({n: [10] for n in "abcde"})],
        6: [plots.tradeoff({f"series {i}": [("x", 1, i)] for i in range(6)})],
    }
    for number, pictures in several.items():
        for ax in pictures:
            assert len({line.get_marker() for line in ax.lines}) == len({kind(line) for line in ax.lines}) == number


def test_what_options_change():
    assert texts(plots.board([("stone", "⬛🟨⬛🟨⬛"), ("night", "GGGGG")])) == texts(plots.board(ROWS))
    assert marks(plots.scores(*TWO, {})) == {"blue ,": 2}
    assert texts(plots.excess({"there": 0.0})) == ["optimal"]
    assert marks(plots.improvement({"all": ([0.5, 1], [0, 0])}))["blue hollow o"] == 2
    sampled = plots.backups({"sampled": ("one", ("one", "J", "J", "J"), ["J", "J"])})
    assert marks(sampled)["red D"] == 1 and texts(sampled) == ["sampled"]
    assert texts(plots.backups({"minimax": ("least", ("most", "J", "J"))})) == ["max", "min", "minimax"]


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


def test_decision_tree_shows_every_node_once(tiny):
    tree = wl.play(tiny, wl.MostClasses())
    shown = texts(plots.decision_tree(tree))
    words = [text.split(" ")[0] for text in shown if text[0].isalpha() and set(text) - set("-yg")]
    assert sorted(words) == sorted(tiny.guesses[g] for g in tree.guess)
    assert len(texts(plots.decision_tree(tree, depth=1))) < len(shown)


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


def test_improvement_of_several_runs_shows_their_spread():
    x = np.array([[0.01, 0.1, 1.0]] * 3)
    runs = x, np.array([[1e-4, 1e-2, 0.5], [2e-4, 2e-2, 0.7], [1e-3, 1e-2, 0.9]])
    ax = plots.improvement({"many": runs, "one": ([0.01, 0.1], [1e-3, 1e-2])})
    labels = [line.get_label() for line in ax.lines]
    medians = ax.lines[labels.index("many")]
    assert np.allclose(medians.get_ydata(), [2e-4, 1e-2, 0.7])
    bars = ax.collections[0].get_segments()
    assert np.allclose([bar[:, 1] for bar in bars], [[1e-4, 1e-3], [1e-2, 2e-2], [0.5, 0.9]])


def test_bands_draws_medians_and_extremes():
    runs = np.array([[1.0, 2, 3], [9, 2, 7], [2, 2, 5]])
    ax = plots.bands([1, 10, 100], {"a": runs}, extremes=True)
    assert list(ax.lines[0].get_ydata()) == [2, 2, 5]
    shaded = ax.collections[0].get_paths()[0].vertices
    assert {tuple(x) for x in shaded} >= {(1, 1), (1, 9), (10, 2), (100, 3), (100, 7)}


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


@pytest.mark.parametrize("tree", ["V", (), ("least",), [], ("mean", "J"), 3])
def test_backups_refuse_what_is_no_diagram(tree):
    with pytest.raises(ValueError, match=r"diagrams: .*expected a leaf"):
        plots.backups({"a": tree})


def test_a_banner_is_as_wide_as_a_page_s_column():
    left, right = plots.banner(1.2, parts=2)
    assert left.figure is right.figure and tuple(left.figure.get_size_inches()) == (7.4, 1.2)
    assert not left.axison


def test_bellman_operator_draws_both_roads_to_the_fixed_point():
    def operator(x):
        return min(1 + 0.8 * x, 3 + 0.2 * x)

    policies = {"steep": lambda x: 1 + 0.8 * x, "flat": lambda x: 3 + 0.2 * x}
    newton = [1.0, 5.0, 3.75]
    ax = plots.bellman_operator(operator, (0.0, 6.0), policies, [0.0, 1.0, 1.8], newton)
    lines = {line.get_label(): line.get_xydata().tolist() for line in ax.lines}
    assert np.allclose([y for _, y in lines["$TJ$"]], [operator(x) for x, _ in lines["$TJ$"]])
    assert lines["45-degree line"] == [[0, 0], [6, 6]] and np.allclose(lines["flat"], [[0, 3], [6, 4.2]])
    assert lines["value iteration"] == [[0, 0], [0, 1], [1, 1], [1, 1.8], [1.8, 1.8]]
    assert np.allclose(points(ax, "red s"), [[1, 1.8], [5, 5], [5, 4], [3.75, 3.75]])
    assert texts(ax) == ["$J_0$", "$J_1$", "$J_2$"] and len(ax.patches) == 2 and not ax.child_axes
    three = plots.bellman_operator(operator, (0, 6), {**policies, "third": lambda x: 5.0}, newton=newton, zoom=(3, 4))
    drawn = {line.get_label(): line.get_color() for line in three.lines}
    assert len({drawn[name] for name in ("steep", "flat", "third", "Newton", "$TJ$")}) == 5
    inset = three.child_axes[0]
    assert inset.get_xlim() == inset.get_ylim() == (3, 4) and texts(inset) == ["$J_2$"]
    assert plots.bellman_operator(operator, (0, 6), {}, names=("K", "F(K)")).get_ylabel() == "$F(K)$"


def test_corner_shows_all_and_names_some():
    x, y = np.array([0.0, 1.0, 0.9]), np.array([3.0, 2.0, 2.1])
    whole, part = plots.corner(x, y, {"best": 1}, (0.8, 1.1), (1.9, 2.2))
    assert texts(whole) == [] and texts(part) == ["best"] and part.get_xlim() == (0.8, 1.1)
    assert marks(whole) == {"blue o": 3, "grey frame": 1}
    assert whole.patches[0].get_bbox().bounds == pytest.approx((0.8, 1.9, 0.3, 0.3))


def test_distribution_counts_all_words(tiny):
    trees = [wl.play(tiny, make()) for make in (wl.InformationGain, wl.MostClasses)]
    ax = plots.distribution(trees, ["bits", "classes"])
    assert [sum(bar.height for bar in areas(ax, name)) for name in ("blue area", "red area //")] == [24, 24]
    assert [f"{tree.mean:.3f}" in name for tree, name in zip(trees, texts(ax.get_legend()), strict=True)] == [
        True,
        True,
    ]

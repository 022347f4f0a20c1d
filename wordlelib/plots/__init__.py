"""Pictures of library objects. Each function draws on an `ax` and returns it; colour is never the only carrier."""

from wordlelib.plots.backups import backups
from wordlelib.plots.bars import bars, differences, distribution, dots, excess, q_factors
from wordlelib.plots.boards import beliefs, board, classes, matrix
from wordlelib.plots.curves import (
    bands,
    bracket,
    clocks,
    curve,
    found,
    growth,
    lines,
    paths,
    scores,
    steps,
    tradeoff,
    valleys,
)
from wordlelib.plots.operators import bellman_operator, improvement
from wordlelib.plots.style import as_png
from wordlelib.plots.trees import decision_tree, game_graph, search_tree

__all__ = [
    "as_png",
    "backups",
    "bands",
    "bars",
    "beliefs",
    "bellman_operator",
    "board",
    "bracket",
    "classes",
    "clocks",
    "curve",
    "decision_tree",
    "differences",
    "distribution",
    "dots",
    "excess",
    "found",
    "game_graph",
    "growth",
    "improvement",
    "lines",
    "matrix",
    "paths",
    "q_factors",
    "scores",
    "search_tree",
    "steps",
    "tradeoff",
    "valleys",
]

"""Pictures of library objects. Each function returns the axes it drew on, by default those of a new figure.

No colour carries a meaning alone. `use` sets the look of the book.
"""

from wordlelib.core.checks import needed

with needed("wordlelib.plots", extra="plots"):
    from matplotlib.figure import Figure

from wordlelib.plots.backups import backups
from wordlelib.plots.bars import (
    changes,
    distribution,
    excess,
    moves,
    q_factors,
)
from wordlelib.plots.boards import board, classes, matrix
from wordlelib.plots.curves import (
    above_bound,
    bands,
    bracket,
    corner,
    curve,
    found,
    lines,
    paths,
    scores,
    tradeoff,
)
from wordlelib.plots.operators import bellman_operator, improvement
from wordlelib.plots.style import banner, use
from wordlelib.plots.trees import decision_tree, game_graph, search_tree

__all__ = [
    "Figure",
    "above_bound",
    "backups",
    "bands",
    "banner",
    "bellman_operator",
    "board",
    "bracket",
    "changes",
    "classes",
    "corner",
    "curve",
    "decision_tree",
    "distribution",
    "excess",
    "found",
    "game_graph",
    "improvement",
    "lines",
    "matrix",
    "moves",
    "paths",
    "q_factors",
    "scores",
    "search_tree",
    "tradeoff",
    "use",
]

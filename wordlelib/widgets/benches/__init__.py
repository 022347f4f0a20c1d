"""Benches: pages of controls where a reader composes experiments with the library, in a notebook with a kernel.

Unlike the other widgets they compute in Python, with all of the library and not with a part of it in JavaScript. Each
has its settings and what it measures in functions of their own, which need no bench.
"""

from wordlelib.widgets.benches.duels import DuelBench
from wordlelib.widgets.benches.lookahead import LookaheadBench
from wordlelib.widgets.benches.priors import PriorsBench
from wordlelib.widgets.benches.searching import SearchBench

__all__ = ["DuelBench", "LookaheadBench", "PriorsBench", "SearchBench"]

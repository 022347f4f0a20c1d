"""Benches: controls with which a reader composes experiments with the library, in a notebook with a kernel.

Unlike the other widgets, they compute in Python with the whole library. The settings and the measurements of each bench
are separate functions, which do not need a bench.
"""

from wordlelib.widgets.benches.duels import DuelBench

__all__ = ["DuelBench"]

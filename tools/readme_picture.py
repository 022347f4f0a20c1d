"""Draw the picture of the README: a complete strategy for the tiny list.

python tools/readme_picture.py
"""

from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt

import wordlelib as wl
from wordlelib import plots

mpl.use("Agg")
plots.use()

plots.decision_tree(wl.play(wl.wordle(wl.words.tiny()), wl.MostClasses()))
path = Path(__file__).parents[1] / "book" / "images" / "tiny_tree.svg"
plt.savefig(path, bbox_inches="tight", facecolor="white", metadata={"Date": None})

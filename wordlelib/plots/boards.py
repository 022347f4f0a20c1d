"""Rows of tiles, what is left behind them, and beliefs."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.patches import FancyBboxPatch

from wordlelib.game.feedback import to_code, to_text
from wordlelib.game.game import Game, State
from wordlelib.plots.style import MARK, ON_TILE, SERIES, TILE, panel, small_tiles


def board(rows: Sequence[tuple[str, str]], ax: Axes | None = None, beside: Sequence[str] = ()) -> Axes:
    """Draw rows of a game: letters on coloured tiles, with ✓ for green and ? for yellow in the corner.

    Feedback is "-yg" text or emoji squares. The texts of `beside` stand on the right of the rows.
    """
    if not rows:
        raise ValueError("rows: empty; expected at least one (guess, feedback) pair")
    rows = [(guess, to_text(to_code(row, len(guess)), len(guess))) for guess, row in rows]
    length = len(rows[0][0])
    ax = panel(ax, 0.62 * length, 0.62 * len(rows))
    for i, (guess, row) in enumerate(rows):
        for j, (letter, colour) in enumerate(zip(guess.upper(), row, strict=True)):
            shape = "round,pad=0,rounding_size=.08"
            tile = FancyBboxPatch((j + 0.1, -i - 0.9), 0.8, 0.8, shape, fc=TILE[colour], ec="none")
            ax.add_patch(tile)
            ax.text(j + 0.5, -i - 0.52, letter, color=ON_TILE[colour], ha="center", va="center", size=17, weight="bold")
            ax.text(j + 0.8, -i - 0.24, MARK[colour], color=ON_TILE[colour], ha="center", va="center", size=8)
    for i, text in enumerate(beside):
        ax.text(length + 0.2, -i - 0.5, text, ha="left", va="center", size=9)
    ax.set(xlim=(0, length), ylim=(-len(rows), 0), aspect="equal")
    ax.axis("off")
    return ax


def matrix(game: Game, ax: Axes | None = None) -> Axes:
    """Draw the feedback matrix of a small game of Wordle: guesses down, hidden words across, colours in every cell."""
    length = len(game.guesses[0])
    size = len(game.hidden)
    ax = panel(ax, 0.36 * size + 1, 0.3 * len(game.guesses) + 1)
    shades = np.array([(0.5, 0.5, 0.5, 0.18), *(to_rgba(TILE[mark]) for mark in "yg")])
    texts = [[game.show(int(code)) for code in row] for row in game.codes]
    picture = np.array([[["-yg".index(mark) for mark in text] for text in row] for row in texts])
    ax.imshow(shades[picture.reshape(len(game.guesses), -1)], aspect="auto", interpolation="nearest")
    for k, row in enumerate(texts):
        for j, text in enumerate(row):
            for i, mark in enumerate(text):
                if mark != "-":
                    ax.text(j * length + i, k, mark, size=6, ha="center", va="center", color=ON_TILE[mark])
    ax.set_xticks(np.arange(size) * length + (length - 1) / 2, game.hidden, rotation=90)
    ax.set_yticks(range(len(game.guesses)), game.guesses)
    ax.set_xticks(np.arange(size + 1) * length - 0.5, minor=True)
    ax.set_yticks(np.arange(len(game.guesses) + 1) - 0.5, minor=True)
    ax.grid(which="minor", color="white", lw=1.5)
    ax.tick_params(which="both", length=0)
    ax.set(xlabel="hidden word", ylabel="guess")
    return ax


def classes(state: State, guess: str, ax: Axes | None = None, most: int = 30) -> Axes:
    """Draw the classes of a guess as bars, largest first, each with its feedback below."""
    ax = panel(ax, 7, 2.6)
    sorted_classes = sorted(state.partition(guess).items(), key=lambda item: -len(item[1]))
    shown = sorted_classes[:most]
    ax.bar(range(len(shown)), [len(words) for _, words in shown], color=SERIES[0])
    ax.set_xticks([])
    for place, (row, _) in enumerate(shown):
        small_tiles(ax, (place, 0), row, down=True)
    more = f" ({len(sorted_classes) - most} smaller classes not shown)" if len(sorted_classes) > most else ""
    ax.set(title=f"{guess}: {len(sorted_classes)} classes{more}", ylabel="words", xlim=(-0.7, len(shown) - 0.3))
    return ax

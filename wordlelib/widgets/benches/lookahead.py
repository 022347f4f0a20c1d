"""Openings and lookahead: how long the games of one set-up are, and how those of another differ, word by word."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import ipywidgets
import numpy as np

from wordlelib import plots
from wordlelib.core import checks
from wordlelib.game.game import Game, wordle
from wordlelib.game.policy import GREEDY
from wordlelib.game.tree import DecisionTree, play
from wordlelib.planning.rollout import Rollout
from wordlelib.widgets.benches.bench import Bench, Report, Trial, opening_control

MODES = ("easy", "hard")
WIDEST = 100  # with more candidates a single decision could take longer than a reader waits for Stop
QUICK = 10


class Setup(NamedTuple):
    """The settings: an opening, a base policy of `policy.GREEDY`, the width of rollout from 1 to 100, and the mode.

    With an empty opening the policy begins by itself, and with width 1 the base policy plays alone.
    """

    opening: str = "salet"
    base: str = "information-gain"
    width: int = 10
    mode: str = "easy"


def measure(setup: Setup, game: Game, report: Report | None = None) -> DecisionTree:
    """Play rollout against every hidden word of a game."""
    return play(game, Rollout(GREEDY[setup.base](), setup.width), setup.opening or None, progress=report)


class Difference(NamedTuple):
    """How much longer the games of a second strategy are than those of a first one, in all, on average and at most.

    `words` counts the words by how many guesses more they take, or fewer where the number is negative.
    """

    total: int
    mean: float
    worst: int
    words: dict[int, int]


def difference(first: DecisionTree, second: DecisionTree) -> Difference:
    """Compare two strategies word by word."""
    more = second.guesses_used - first.guesses_used
    counts = {int(n): int(count) for n, count in zip(*np.unique(more, return_counts=True), strict=True)}
    return Difference(int(more.sum()), float(more.mean()), second.worst - first.worst, counts)


class LookaheadBench(Bench):
    """A bench for openings and lookahead, by default on the original lists: games with and without rollout."""

    alt = "Bars: how many hidden words take each number of guesses, and below how the two set-ups differ word by word."
    size = (6.4, 4.8)

    def __init__(
        self,
        opening: str = "salet",
        base: str = "information-gain",
        width: int = 10,
        mode: str = "easy",
        kept: Mapping[str, Any] | None = None,
        answers: Sequence[str] | None = None,
        guesses: Sequence[str] | None = None,
    ) -> None:
        self.game = cache(lambda mode: wordle(answers, guesses, mode))
        super().__init__(Setup(opening, base, width, mode), kept)

    def controls(self, setup: Setup) -> dict[str, ipywidgets.ValueWidget]:
        """Return a text, two lists to choose from, and a number."""
        return {
            "opening": opening_control(setup.opening),
            "base": ipywidgets.Dropdown(options=list(GREEDY), value=setup.base, description="Base policy"),
            "width": ipywidgets.BoundedIntText(setup.width, min=1, max=WIDEST, description="Width"),
            "mode": ipywidgets.Dropdown(options=MODES, value=setup.mode, description="Mode"),
        }

    def read(self, opening: str, base: str, width: int, mode: str) -> Setup:  # type: ignore[override]
        """Check the settings, where the opening must be a guess of the game or empty."""
        base, mode = checks.one_of("base", base, GREEDY), checks.one_of("mode", mode, MODES)
        game = self.game(mode)
        if checks.text("opening", opening, "a guess, or nothing").strip():
            opening = game.guesses[game.find(opening, "opening")]
        return Setup(opening.strip(), base, checks.integer("width", width, 1, WIDEST), mode)

    def is_quick(self, setup: Setup) -> bool:
        """Return whether the candidates are few and the opening is given."""
        return bool(setup.opening) and setup.width <= QUICK

    def measure(self, setup: Setup, report: Report) -> DecisionTree:
        """Play against every hidden word."""
        return measure(setup, self.game(setup.mode), report)

    def name(self, setup: Setup) -> str:
        """Return the settings in a line."""
        return f"{setup.opening or 'own opening'}, {setup.base}, width {setup.width}, {setup.mode} mode"

    def say(self, trial: Trial) -> str:
        """Describe total, mean and worst case."""
        tree = trial.result
        opening = "" if trial.setup.opening else f" The opening is {tree.opening}."
        return (
            f"{self.name(trial.setup)}: {tree.total:,} guesses for {tree.words:,} words, {tree.mean:.3f} on average, "
            f"{tree.worst} at most.{opening}"
        )

    def compare(self, kept: Trial, shown: Trial) -> str:
        """Describe the differences in total, mean and worst case, and say for how many words there is one."""
        found = difference(kept.result, shown.result)
        fewer, more = (sum(n for by, n in found.words.items() if by * sign > 0) for sign in (-1, 1))
        return (
            f"Compared with {self.name(kept.setup)}: {found.total:+,} guesses, {found.mean:+.4f} on average, "
            f"{found.worst:+} at most. Fewer guesses for {fewer:,} words, more for {more:,}, "
            f"as many for {found.words.get(0, 0):,}."
        )

    def draw(self, figure: plots.Figure, trials: list[Trial]) -> None:
        """Draw the lengths of the games and, if there are two set-ups, the differences below them."""
        above, *below = np.ravel(figure.subplots(len(trials), 1, height_ratios=(3, 2)[: len(trials)]))
        trees = [trial.result for trial in trials]
        plots.distribution(trees, [self.name(trial.setup) for trial in trials], above)
        above.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0))
        for ax in below:
            plots.differences(difference(*trees).words, ax)

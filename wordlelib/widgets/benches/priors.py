"""Priors: what it costs when some words are hidden more often, and what a bonus for words that may win saves."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

import ipywidgets
import numpy as np

from wordlelib import plots
from wordlelib.core import checks
from wordlelib.game.entropy import entropy
from wordlelib.game.game import wordle
from wordlelib.game.policy import InformationGain
from wordlelib.game.tree import play
from wordlelib.game.words import check, frequencies, normal, original
from wordlelib.widgets.benches.bench import Bench, Report, Trial

TEMPERATURES = {"0 (one word)": 0.0, "1/8": 1 / 8, "1/4": 1 / 4, "1/2": 1 / 2, "1": 1.0, "2": 2.0, "4": 4.0}
TEMPERATURES |= {"8": 8.0, "infinite (all alike)": inf}
BONUSES = (0.0, 0.5, 1.0, 2.0, 3.0, 5.0)
MOST = 64.0


class Setup(NamedTuple):
    """The settings: a temperature, a bonus, and the first guess, or nothing for information gain's own.

    Each word's share is raised to the power of one over the temperature. The bonus is bits, 0 to 64, added to the
    information gain of a guess for each unit of probability that it is right.
    """

    temperature: float = 1.0
    bonus: float = 2.0
    opening: str = ""


class Prices(NamedTuple):
    """The entropy of a prior in bits, and for each bonus the expected number of guesses and the first guess."""

    bits: float
    expected: dict[float, float]
    openings: dict[float, str]

    @property
    def best(self) -> float:
        """The best bonus, the least one if several need as few guesses."""
        return min(self.expected, key=lambda bonus: (self.expected[bonus], bonus))


def heated(shares: Mapping[str, float], temperature: float) -> dict[str, float]:
    """Make a prior from positive shares, which is more unequal than they are below temperature 1, and less above it.

    At temperature 0 only the words of the largest share are left, at infinity all words are equally likely.
    """
    if temperature != inf:
        checks.number("temperature", temperature, 0, expected="a number from 0, or infinity")
    most = max(shares.values())
    if temperature == 0:
        return {word: 1.0 for word, share in shares.items() if share == most}
    with np.errstate(over="ignore"):  # a height that is nothing
        heights = np.exp(np.log(np.array(list(shares.values())) / most) / temperature)
    return dict(zip(shares, np.maximum(heights, np.finfo(float).tiny).tolist(), strict=True))


def measure(setup: Setup, shares: Mapping[str, float], guesses: Sequence[str], report: Report | None = None) -> Prices:
    """Play information gain with several bonuses, including the one that is set, under a prior of some temperature."""
    prior = heated(shares, setup.temperature)
    game = wordle(list(prior), guesses, prior=prior)
    bonuses = sorted({*BONUSES, setup.bonus})
    trees = {}
    for done, bonus in enumerate(bonuses):
        if report is not None:
            report(done, len(bonuses))
        trees[bonus] = play(game, InformationGain(bonus), setup.opening or None)
    bits = entropy(game.weights / game.weights.sum())
    return Prices(bits, {x: tree.mean for x, tree in trees.items()}, {x: tree.opening for x, tree in trees.items()})


class PriorsBench(Bench):
    """A bench for priors: a temperature, a bonus for guesses that may be right, an opening, and the expected guesses.

    The shares of the hidden words are by default the frequencies of the original ones. The guesses are by default the
    original ones, or the hidden words if `shares` is given.
    """

    alt = "Curves: expected guesses against the bonus, with a star at the least of each curve."
    size = (6.4, 3.4)

    def __init__(
        self,
        temperature: float = 1.0,
        bonus: float = 2.0,
        opening: str = "",
        kept: Mapping[str, Any] | None = None,
        shares: Mapping[str, float] | None = None,
        guesses: Sequence[str] | None = None,
    ) -> None:
        if guesses is None:
            guesses = original()[1] if shares is None else list(shares)
        self.shares, self.guesses = frequencies() if shares is None else shares, check(guesses, "guesses")
        super().__init__(Setup(temperature, bonus, opening), kept)

    def controls(self, setup: Setup) -> dict[str, ipywidgets.ValueWidget]:
        """Return a list to choose from, a number and a text."""
        opening = ipywidgets.Text(setup.opening, placeholder="its own", description="Opening", continuous_update=False)
        number = ipywidgets.BoundedFloatText(setup.bonus, min=0, max=MOST, step=0.5, description="Bonus in bits")
        return {
            "temperature": ipywidgets.Dropdown(
                options=TEMPERATURES, value=setup.temperature, description="Temperature"
            ),
            "bonus": number,
            "opening": opening,
        }

    def read(self, temperature: float, bonus: float, opening: str) -> Setup:  # type: ignore[override]
        """Check the settings, where the opening must be a guess or empty."""
        if temperature not in TEMPERATURES.values():
            raise checks.refused("temperature", temperature, "one of 0, 1/8, 1/4, 1/2, 1, 2, 4, 8 and infinity")
        opening = normal(checks.text("opening", opening, "a guess, or nothing").strip())
        if opening and opening not in self.guesses:
            raise checks.refused("opening", opening, f"one of the {len(self.guesses):,} guesses, or nothing")
        return Setup(temperature, checks.number("bonus", bonus, 0, MOST, expected=f"0 to {MOST:g} bits"), opening)

    def measure(self, setup: Setup, report: Report) -> Prices:
        """Play with several bonuses."""
        return measure(setup, self.shares, self.guesses, report)

    def name(self, setup: Setup) -> str:
        """Return the settings in a line."""
        heat = next(name for name, value in TEMPERATURES.items() if value == setup.temperature)
        return f"temperature {heat}, {setup.opening or 'own opening'}, bonus {setup.bonus:g}"

    def say(self, trial: Trial) -> str:
        """Describe how uncertain the prior is, and what the bonus saves."""
        setup, prices = trial
        least = prices.expected[prices.best]
        return (
            f"{self.name(setup)}: {prices.expected[setup.bonus]:.3f} guesses are expected, "
            f"{prices.expected[0.0]:.3f} without a bonus. The first is {prices.openings[setup.bonus]}. "
            f"The best of the {len(prices.expected)} bonuses is {prices.best:g}, with {least:.3f}. "
            f"The prior has {prices.bits:.2f} bits."
        )

    def compare(self, kept: Trial, shown: Trial) -> str:
        """Describe the differences with the bonus and without it."""
        more = shown.result.expected[shown.setup.bonus] - kept.result.expected[kept.setup.bonus]
        without = shown.result.expected[0.0] - kept.result.expected[0.0]
        return (
            f"Compared with {self.name(kept.setup)}: {more:+.3f} guesses, {without:+.3f} without a bonus, and "
            f"{shown.result.bits - kept.result.bits:+.2f} bits."
        )

    def draw(self, figure: plots.Figure, trials: list[Trial]) -> None:
        """Draw the expected guesses against the bonus."""
        curves = {self.name(trial.setup): trial.result.expected for trial in trials}
        plots.valleys(curves, figure.subplots(), "bonus in bits", "expected guesses")

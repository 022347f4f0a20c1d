"""Searching: how far the best strategy of a tree search is from the optimum, iteration by iteration."""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import ipywidgets
import numpy as np

from wordlelib import plots
from wordlelib.core import checks
from wordlelib.game.game import Game, wordle
from wordlelib.lab.races import PARAMETERS, make_sampler
from wordlelib.lab.results import results
from wordlelib.search.bandits import SAMPLERS
from wordlelib.search.exact import prove
from wordlelib.search.tree_search import TreeSearch
from wordlelib.widgets.benches.bench import Bench, Report, Trial

LARGEST_SEED = 2**31 - 1
MOST_SEEDS, MOST_ITERATIONS = 20, 5_000


class Setup(NamedTuple):
    """The settings: a sampler of `bandits.SAMPLERS`, its parameter or None for the usual one, seeds and iterations.

    There are `seeds` searches, the first with `seed` and each with the next one.
    """

    sampler: str = "thompson"
    parameter: float | None = None
    seed: int = 0
    seeds: int = 1
    iterations: int = 200


class Searches(NamedTuple):
    """Guesses above the optimum, of shape (searches, iterations), and the first guess of each search at its end."""

    regret: np.ndarray
    openings: list[str]


def measure(setup: Setup, game: Game, least: int, report: Report | None = None) -> Searches:
    """Search with each seed until the optimum is found, whose total is `least`."""
    rows, openings = [], []
    for number in range(setup.seeds):
        rng = np.random.default_rng(setup.seed + number)
        search = TreeSearch(game, rng, make_sampler(setup.sampler, setup.parameter))
        before, first = number * setup.iterations, search.upper
        trace = search.run(setup.iterations, least, progress=report and partial(_report_all, report, before, setup))
        upper = np.append(first, trace.upper)  # shorter if the optimum is found sooner
        rows.append(np.pad(upper, (0, setup.iterations + 1 - upper.size), mode="edge")[1:] - least)
        openings.append(str(search.guess()))
    return Searches(np.stack(rows), openings)


def _report_all(report: Report, before: int, setup: Setup, done: int, of: int) -> None:
    """Report what is done of all searches."""
    report(before + done, setup.seeds * setup.iterations)


class SearchBench(Bench):
    """A bench for searching: a sampler, its parameter, seeds, iterations, and how far the optimum is over time."""

    alt = "Lines that fall in steps: guesses above the optimum after each iteration, on logarithmic axes."
    size = (6.4, 3.4)

    def __init__(
        self,
        sampler: str = "thompson",
        parameter: float | None = None,
        seed: int = 0,
        seeds: int = 1,
        iterations: int = 200,
        kept: Mapping[str, Any] | None = None,
        game: Game | None = None,
    ) -> None:
        self.game = wordle() if game is None else game
        self.least = _stored_optimum() if game is None else _optimum(game)
        super().__init__(Setup(sampler, parameter, seed, seeds, iterations), kept)

    def controls(self, setup: Setup) -> dict[str, ipywidgets.ValueWidget]:
        """Return a list to choose from, a text for a number that may be left out, and three numbers."""
        parameter = "" if setup.parameter is None else f"{setup.parameter:g}"
        usual = "its usual one"
        return {
            "sampler": ipywidgets.Dropdown(options=list(SAMPLERS), value=setup.sampler, description="Sampler"),
            "parameter": ipywidgets.Text(
                parameter, placeholder=usual, description="Its number", continuous_update=False
            ),
            "seed": ipywidgets.BoundedIntText(setup.seed, min=0, max=LARGEST_SEED, description="First seed"),
            "seeds": ipywidgets.BoundedIntText(setup.seeds, min=1, max=MOST_SEEDS, description="Searches"),
            "iterations": ipywidgets.BoundedIntText(
                setup.iterations, min=1, max=MOST_ITERATIONS, description="Iterations"
            ),
        }

    def read(  # type: ignore[override]
        self, sampler: str, parameter: str | float | None, seed: int, seeds: int, iterations: int
    ) -> Setup:
        """Check the settings, where an empty text stands for the usual parameter."""
        number = _as_number(parameter) if isinstance(parameter, str) else parameter
        make_sampler(sampler, number)
        checks.integer("seed", seed, most=LARGEST_SEED)
        checks.integer("seeds", seeds, 1, MOST_SEEDS)
        return Setup(sampler, number, seed, seeds, checks.integer("iterations", iterations, 1, MOST_ITERATIONS))

    def measure(self, setup: Setup, report: Report) -> Searches:
        """Search with each seed."""
        return measure(setup, self.game, self.least, report)

    def name(self, setup: Setup) -> str:
        """Return the settings in a line."""
        number = "" if setup.parameter is None else f" {PARAMETERS[setup.sampler][0]} {setup.parameter:g}"
        last = setup.seed + setup.seeds - 1
        seeds = f"seed {setup.seed}" if setup.seeds == 1 else f"seeds {setup.seed} to {last}"
        return f"{setup.sampler}{number}, {seeds}"

    def say(self, trial: Trial) -> str:
        """Describe how far from the optimum the searches end, and how many have reached it."""
        setup, found = trial
        ends = found.regret[:, -1]
        text = f"{self.name(setup)}: after {setup.iterations:,} iteration{'s' * (setup.iterations > 1)} "
        if setup.seeds == 1:
            needs = f"{self.least + ends[0]:,} guesses, {ends[0]:,} above the optimum {self.least:,}"
            return f"{text}the best strategy needs {needs}; it opens with {found.openings[0]}."
        openings = ", ".join(sorted(set(found.openings)))
        return (
            f"{text}the best strategies need {ends.min():,} to {ends.max():,} guesses above the optimum "
            f"{self.least:,}, in the median {np.median(ends):,g}. {np.sum(ends == 0)} of {setup.seeds} searches are "
            f"there. The openings: {openings}."
        )

    def compare(self, kept: Trial, shown: Trial) -> str:
        """Describe how the medians differ where both searches end, and earlier."""
        moments = _moments(min(kept.setup.iterations, shown.setup.iterations))
        medians = [np.median(trial.result.regret[:, np.array(moments) - 1], axis=0) for trial in (kept, shown)]
        more = (medians[1] - medians[0]).tolist()
        told = [f"{by:{'+,g' if by else 'g'}} after {moment:,}" for moment, by in zip(moments, more, strict=True)]
        several = " in the median" if max(kept.setup.seeds, shown.setup.seeds) > 1 else ""
        return f"Compared with {self.name(kept.setup)}, guesses more or fewer{several}: {', '.join(told)}."

    def draw(self, figure: plots.Figure, trials: list[Trial]) -> None:
        """Draw the median of the searches, shaded from the best to the worst."""
        longest = max(trial.setup.iterations for trial in trials)
        series = {self.name(trial.setup): _up_to(longest, trial.result.regret) for trial in trials}
        labels = "iterations", "guesses above the optimum"
        ax = plots.bands(range(1, longest + 1), series, figure.subplots(), *labels, extremes=True)
        ax.set_yscale("symlog", linthresh=1)
        ax.set_ylim(bottom=-0.3)
        ax.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0))


def _stored_optimum() -> int:
    """Return the least total of the original game, which was proven once for all."""
    return min(row["total"] for row in results("exact")["rows"] if (row["mode"], row["cap"]) == ("easy", None))


def _optimum(game: Game) -> int:
    """Find the least total of another game."""
    least = prove(game).upper
    assert least is not None  # there is no cap
    return least


def _as_number(text: str) -> float | None:
    """Read a number, or None from an empty text."""
    try:
        return float(text) if text.strip() else None
    except ValueError:
        raise checks.refused("parameter", text, "a number, or nothing for the usual one") from None


def _moments(last: int) -> list[int]:
    """Return 1, 10, 100 ... up to the last iteration, and the last."""
    return sorted({*(10**k for k in range(len(str(last)))), last})


def _up_to(longest: int, regret: np.ndarray) -> np.ndarray:
    """Fill the iterations that a shorter search did not reach with values that are not drawn."""
    missing = longest - regret.shape[1]
    return np.pad(regret.astype(float), ((0, 0), (0, missing)), constant_values=np.nan)

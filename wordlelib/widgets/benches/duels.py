"""Duels of a Guesser against a Hinter who may change the hidden word, played to the end."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import ipywidgets
import numpy as np

from wordlelib import plots
from wordlelib.adversary.guarantees import Guaranteed
from wordlelib.adversary.players import (
    Duel,
    ExactHinter,
    GreedyHinter,
    Hinter,
    HonestHinter,
    MinimaxGuesser,
    MinimaxHinter,
    WorstCase,
    duel,
)
from wordlelib.core import checks
from wordlelib.game.game import Game, State, wordle
from wordlelib.game.policy import ExpectedRemaining, InformationGain, MostClasses, Policy
from wordlelib.game.words import normal, original
from wordlelib.planning.rollout import Rollout
from wordlelib.widgets.benches.bench import Bench, Report, Trial

# Each is made of the number of turns.
GUESSERS: dict[str, Callable[[int], Policy]] = {
    "information gain": lambda turns: InformationGain(),
    "expected remaining": lambda turns: ExpectedRemaining(),
    "most classes": lambda turns: MostClasses(),
    "worst class": lambda turns: WorstCase("worst-class", "squares"),
    "rollout": lambda turns: Rollout(InformationGain()),
    "minimax, 2 plies": lambda turns: MinimaxGuesser(2, turns, ties="squares"),
    "minimax, 4 plies": lambda turns: MinimaxGuesser(4, turns, ties="squares"),
    "guaranteed": Guaranteed,
}
# Each is made of a hidden word, which only the first of them keeps to.
HINTERS: dict[str, Callable[[str], Hinter]] = {
    "honest": HonestHinter,
    "greedy": lambda word: GreedyHinter(),
    "minimax, 2 plies": lambda word: MinimaxHinter(2),
    "minimax, 4 plies": lambda word: MinimaxHinter(4),
    "exact": lambda word: ExactHinter(),
}
SLOW = ("minimax, 4 plies", "guaranteed", "exact")
MOST_TURNS = 10


class Setup(NamedTuple):
    """The settings: players from `GUESSERS` and `HINTERS`, the word of the honest Hinter, and the number of turns."""

    guesser: str = "information gain"
    hinter: str = "greedy"
    word: str = ""
    turns: int = 6


class _Watched(Policy):
    """A Guesser who reports each guess before it is made."""

    def __init__(self, guesser: Policy, report: Report, turns: int) -> None:
        self.guesser, self.report, self.turns = guesser, report, turns

    def decide(self, state: State) -> str:
        """Report, and return the guess of the player who is watched."""
        self.report(len(state.rows), self.turns)
        return self.guesser.decide(state)


def measure(setup: Setup, game: Game, report: Report = lambda done, of: None) -> Duel:
    """Play the duel."""
    guesser = _Watched(GUESSERS[setup.guesser](setup.turns), report, setup.turns)
    return duel(game, guesser, HINTERS[setup.hinter](setup.word), setup.turns)


class DuelBench(Bench):
    """A bench for duels, on the original hidden words by default, which shows each game of so many turns row by row."""

    alt = "Boards with coloured letters, a row for each guess, with the number of words that it leaves beside it."
    size = (7.2, 3.6)

    def __init__(
        self,
        guesser: str = "information gain",
        hinter: str = "greedy",
        word: str = "",
        turns: int = 6,
        kept: Mapping[str, Any] | None = None,
        answers: Sequence[str] | None = None,
    ) -> None:
        self.game = wordle(original()[0] if answers is None else answers)
        super().__init__(Setup(guesser, hinter, word, turns), kept)

    def controls(self, setup: Setup) -> dict[str, ipywidgets.ValueWidget]:
        """Return two lists to choose from, a text and a number."""
        word = setup.word or self.game.hidden[0]
        return {
            "guesser": ipywidgets.Dropdown(options=list(GUESSERS), value=setup.guesser, description="Guesser"),
            "hinter": ipywidgets.Dropdown(options=list(HINTERS), value=setup.hinter, description="Hinter"),
            "word": ipywidgets.Text(word, description="Honest word", continuous_update=False),
            "turns": ipywidgets.BoundedIntText(setup.turns, min=1, max=MOST_TURNS, description="Turns"),
        }

    def read(self, guesser: str, hinter: str, word: str, turns: int) -> Setup:  # type: ignore[override]
        """Check the settings, where the word counts only with the honest Hinter."""
        checks.one_of("guesser", guesser, GUESSERS)
        word = normal(checks.text("word", word).strip()) if checks.one_of("hinter", hinter, HINTERS) == "honest" else ""
        if hinter == "honest" and word not in self.game.hidden:
            raise checks.refused("word", word, f"one of the {len(self.game.hidden):,} hidden words")
        return Setup(guesser, hinter, word, checks.integer("turns", turns, 1, MOST_TURNS))

    def is_quick(self, setup: Setup) -> bool:
        """Return whether all players look at most two plies ahead."""
        return setup.guesser not in SLOW and setup.hinter not in SLOW

    def measure(self, setup: Setup, report: Report) -> Duel:
        """Play the duel."""
        return measure(setup, self.game, report)

    def name(self, setup: Setup) -> str:
        """Return the settings in a line."""
        word = f" ({setup.word})" if setup.word else ""
        return f"{setup.guesser} against {setup.hinter}{word}, {setup.turns} turn{'s' * (setup.turns > 1)}"

    def say(self, trial: Trial) -> str:
        """Describe every row, and say who has won."""
        history = trial.result.state.history
        told = ", ".join(
            f"{guess} {row} {left}" for (guess, row), left in zip(history, _left(trial.result), strict=True)
        )
        return f"{self.name(trial.setup)}: {told}. {_end_of(trial.result)}"

    def compare(self, kept: Trial, shown: Trial) -> str:
        """Describe the end of the other duel, and how far the two are the same."""
        games = [trial.result.state.history for trial in (kept, shown)]
        same = [one == other for one, other in zip(*games, strict=False)]
        common = len(same) if all(same) else same.index(False)
        begin = f"Both begin with the same {common} rows." if common > 1 else "Only the first row is the same."
        begin = begin if common else "The games differ from the first row on."
        return f"Compared with {self.name(kept.setup)}: {_end_of(kept.result)} {begin}"

    def draw(self, figure: plots.Figure, trials: list[Trial]) -> None:
        """Draw the boards side by side."""
        rows = max(len(trial.result.state.rows) for trial in trials)
        for ax, trial in zip(np.ravel(figure.subplots(1, len(trials))), trials, strict=True):
            plots.board(trial.result.state.history, ax, _left(trial.result))
            ax.set_ylim(-rows, 0)
            ax.set_title(f"{trial.setup.guesser}\nagainst {trial.setup.hinter}", size=9)


def _left(played: Duel) -> list[str]:
    """Return for each row how many words it leaves."""
    left = [f"{left:,} left" for left in played.remaining]
    return [*left[:-1], "found"] if played.winner == "guesser" else left


def _end_of(played: Duel) -> str:
    made = len(played.state.rows)
    if played.winner == "guesser":
        return f"The Guesser finds {played.word} with guess {made} of {played.turns}."
    return f"The Hinter wins: {played.word} was possible to the end."

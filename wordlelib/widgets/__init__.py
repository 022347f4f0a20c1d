"""Widgets that compute by themselves, in JupyterLab, in Binder, and on the published page without any server.

Each widget's JavaScript in `js/` does its own work, and keeps its state in step with the Python object if there is a
kernel. `engine.js` holds the rule, and `computing.js` runs the compiled kernels in the background. `packed.js` reads
stored data, `parts.js` and `board.js` hold common parts, and `page.js` shows a stored widget on a page of the book.
"""

from wordlelib.widgets.alphabeta_replay import AlphaBetaReplay
from wordlelib.widgets.bandit_race import BanditRace
from wordlelib.widgets.belief_bars import BeliefBars, Pose
from wordlelib.widgets.closing_bounds import ClosingBounds
from wordlelib.widgets.colouring_machine import ColouringMachine
from wordlelib.widgets.convention_switches import ConventionSwitches
from wordlelib.widgets.enough_guesses import EnoughGuesses
from wordlelib.widgets.expected_guesses import ExpectedGuesses
from wordlelib.widgets.explorer import Explorer
from wordlelib.widgets.falling_words import FallingWords
from wordlelib.widgets.first_words import FirstWords
from wordlelib.widgets.hinter_game import HinterGame
from wordlelib.widgets.ladder import Ladder
from wordlelib.widgets.lookahead import Lookahead
from wordlelib.widgets.method_race import MethodRace
from wordlelib.widgets.newton_step import NewtonStep
from wordlelib.widgets.next_guess import NextGuess
from wordlelib.widgets.opening_value import OpeningValue
from wordlelib.widgets.predict_first import PredictFirst
from wordlelib.widgets.price_of_safety import PriceOfSafety
from wordlelib.widgets.priors import Priors
from wordlelib.widgets.prove_it import ProveIt
from wordlelib.widgets.q_factor_table import QFactorTable
from wordlelib.widgets.ring_search import RingSearch
from wordlelib.widgets.search_race import SearchRace
from wordlelib.widgets.search_replay import SearchReplay
from wordlelib.widgets.secret_duel import SecretDuel
from wordlelib.widgets.self_check import Choose, SelfCheck, TypeNumber
from wordlelib.widgets.tree_viewer import TreeViewer
from wordlelib.widgets.two_infos import TwoInfos
from wordlelib.widgets.two_iterations import TwoIterations
from wordlelib.widgets.value_tower import ValueTower
from wordlelib.widgets.words_as_area import WordsAsArea
from wordlelib.widgets.your_game import Sample, YourGame

__all__ = [
    "AlphaBetaReplay",
    "BanditRace",
    "BeliefBars",
    "Choose",
    "ClosingBounds",
    "ColouringMachine",
    "ConventionSwitches",
    "EnoughGuesses",
    "ExpectedGuesses",
    "Explorer",
    "FallingWords",
    "FirstWords",
    "HinterGame",
    "Ladder",
    "Lookahead",
    "MethodRace",
    "NewtonStep",
    "NextGuess",
    "OpeningValue",
    "Pose",
    "PredictFirst",
    "PriceOfSafety",
    "Priors",
    "ProveIt",
    "QFactorTable",
    "RingSearch",
    "Sample",
    "SearchRace",
    "SearchReplay",
    "SecretDuel",
    "SelfCheck",
    "TreeViewer",
    "TwoInfos",
    "TwoIterations",
    "TypeNumber",
    "ValueTower",
    "WordsAsArea",
    "YourGame",
]

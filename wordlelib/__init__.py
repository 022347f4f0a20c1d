"""Wordle as a laboratory for sequential decisions: the library behind the book.

>>> import wordlelib as wl
>>> game = wl.wordle(wl.words.tiny())
>>> state = game.start().after("stone", "-y-y-")
>>> wl.play(game, wl.InformationGain()).mean < 2.5
True
"""

import os
import sys

if os.path.basename(sys.argv[0]) in ("-m", "wordlelib"):  # the command line: Ctrl-C first, then the long imports
    from wordlelib.interrupts import WATCH

    WATCH.install()

from importlib import import_module
from typing import Any

from wordlelib import bandits, entropy, feedback, knowledge, words
from wordlelib.bandits import PUCT, EpsilonGreedy, Hoeffding, Laplace, Thompson
from wordlelib.entropy import class_counts, expected_remaining, information_gain, number_of_classes, worst_class
from wordlelib.exact import Exact, Proof, prove
from wordlelib.game import Beliefs, Game, State, from_answers, mastermind, wordle
from wordlelib.guarantees import Guarantee, Guaranteed, GuaranteeSolver, guarantee
from wordlelib.judging import Judge, Judgement
from wordlelib.knowledge import Info
from wordlelib.learning import Lookahead, train_linear, train_network
from wordlelib.mcts import AVTS, TreeSearch
from wordlelib.minimax import Minimax, Move, best_move
from wordlelib.players import (
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
from wordlelib.policy import (
    ExpectedRemaining,
    InformationGain,
    MostClasses,
    Policy,
    RandomCandidate,
    RandomGuess,
    WorstClass,
)
from wordlelib.rollout import QFactor, Rollout
from wordlelib.small_trees import FewestDecisions
from wordlelib.tree import DecisionTree, Follow, play
from wordlelib.values import LinearValue, NetworkValue, SizeValue, Value

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Import what is rarely asked for, and takes a while to import, when it is asked for."""
    if name in ("Prepared", "compile"):
        return getattr(import_module("wordlelib.preparation"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "AVTS",
    "Beliefs",
    "DecisionTree",
    "Duel",
    "EpsilonGreedy",
    "Exact",
    "ExactHinter",
    "ExpectedRemaining",
    "FewestDecisions",
    "Follow",
    "Game",
    "GreedyHinter",
    "Guarantee",
    "GuaranteeSolver",
    "Guaranteed",
    "Hinter",
    "Hoeffding",
    "HonestHinter",
    "Info",
    "InformationGain",
    "Judge",
    "Judgement",
    "Laplace",
    "LinearValue",
    "Lookahead",
    "Minimax",
    "MinimaxGuesser",
    "MinimaxHinter",
    "MostClasses",
    "Move",
    "NetworkValue",
    "PUCT",
    "Policy",
    "Prepared",
    "Proof",
    "QFactor",
    "RandomCandidate",
    "RandomGuess",
    "Rollout",
    "SizeValue",
    "State",
    "Thompson",
    "TreeSearch",
    "Value",
    "WorstCase",
    "WorstClass",
    "bandits",
    "best_move",
    "class_counts",
    "compile",
    "duel",
    "entropy",
    "expected_remaining",
    "feedback",
    "from_answers",
    "guarantee",
    "information_gain",
    "knowledge",
    "mastermind",
    "number_of_classes",
    "play",
    "prove",
    "train_linear",
    "train_network",
    "wordle",
    "words",
    "worst_class",
]

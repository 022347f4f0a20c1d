"""What `wordlelib` offers, from the rooms where it lives: it opens this door when it is first asked for a name."""

from importlib import import_module
from typing import Any

from wordlelib.adversary.guarantees import Guarantee, Guaranteed, GuaranteeSolver, guarantee
from wordlelib.adversary.minimax import Minimax, Move, best_move
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
from wordlelib.game import entropy, feedback, knowledge, words
from wordlelib.game.entropy import class_counts, expected_remaining, information_gain, number_of_classes, worst_class
from wordlelib.game.game import Beliefs, Game, State, from_answers, mastermind, wordle
from wordlelib.game.knowledge import Info
from wordlelib.game.policy import (
    ExpectedRemaining,
    InformationGain,
    MostClasses,
    Policy,
    RandomGuess,
    RandomWord,
    WorstClass,
)
from wordlelib.game.tree import DecisionTree, Follow, play
from wordlelib.planning.learning import Lookahead, train_linear, train_network
from wordlelib.planning.rollout import QFactor, Rollout
from wordlelib.planning.values import LinearValue, NetworkValue, SizeValue, Value
from wordlelib.search import bandits
from wordlelib.search.bandits import PUCT, EpsilonGreedy, Hoeffding, Laplace, Thompson
from wordlelib.search.exact import Exact, Proof, prove
from wordlelib.search.mixtures import Mixture, Plan
from wordlelib.search.small_trees import FewestDecisions
from wordlelib.search.tree_search import AVTS, TreeSearch
from wordlelib.search.zero_sum import ZeroSum, zero_sum

LATER = {
    "Judge": "wordlelib.lab.judging",
    "Judgement": "wordlelib.lab.judging",
    "Prepared": "wordlelib.lab.warm_up",
    "compile": "wordlelib.lab.warm_up",
}


def __getattr__(name: str) -> Any:
    """Import what is rarely asked for, and takes a while to import, when it is asked for."""
    if name in LATER:
        return getattr(import_module(LATER[name]), name)
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
    "Mixture",
    "Move",
    "NetworkValue",
    "PUCT",
    "Plan",
    "Policy",
    "Prepared",
    "Proof",
    "QFactor",
    "RandomWord",
    "RandomGuess",
    "Rollout",
    "SizeValue",
    "State",
    "Thompson",
    "TreeSearch",
    "Value",
    "WorstCase",
    "WorstClass",
    "ZeroSum",
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
    "zero_sum",
]

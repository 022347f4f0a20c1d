"""Nonsense at every door of the library: what an argument cannot be is refused, by an error of ours that names one."""

import collections.abc
import dataclasses
import faulthandler
import inspect
import pkgutil
import re
import subprocess
import sys
import types
import typing
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wordlelib as wl
from wordlelib.adversary import minimax_trace
from wordlelib.core import checks
from wordlelib.game import knowledge
from wordlelib.lab import transcripts
from wordlelib.planning import adaptive, belief, drift, lie_rate, markov, noise, relaxation
from wordlelib.runs import sweeps
from wordlelib.runs.engines import Engine
from wordlelib.search import certificates, refutations
from wordlelib.search.boards import Boards, Decomposed

FIVE = ["fight", "light", "might", "night", "salet"]
WORDS = ["abc", "acb", "bca", "bac", "cab", "abb"]
MACHINERY = (  # below all doors
    *("checks", "checked", "files", "pickling", "engines", "journals", "provenance", "hard_priors", "self_play"),
)
LAB = (
    *("agents", "grids", "judging", "transcripts", "representations", "authors_program", "tuning", "languages"),
    *("trained", "second_guess_sweep"),
)
DOORS = {"environments": ("text",), "lab": LAB}  # the other environments have those of Gymnasium and PettingZoo
ROOMS = ("core", "game", "runs", "planning", "search", "adversary", "environments", "lab")
MODULES = [
    f"{room}.{found.name}"
    for room in ROOMS
    for found in pkgutil.iter_modules(import_module(f"wordlelib.{room}").__path__)
    if not found.ispkg and found.name not in MACHINERY and found.name in DOORS.get(room, [found.name])
]
LARGEST = 1e300
METHODS = types.FunctionType | classmethod | staticmethod
INNER = {  # what is public for other modules alone, and tasks of sweeps
    *("pack", "unpack", "pack_sets", "unpack_sets", "html_table", "Table", "Columns", "digest_of", "digest_in_order"),
    *("keys_of", "reordered", "sorted_arrays", "OrderedGame", "rule_of", "is_compiled", "decided", "checked_best"),
    *("make_game", "Greedy", "Sweep", "in_words", "places_of", "rows_at", "key_of", "journal_of", "command_line"),
    *("difference", "digest", "read_claim", "stored_text", "CompiledChecker", "Marked"),
    *("belief_over", "problem_of", "halve", "update", "Network", "learning.load", "arrays_of", "checked_width"),
    *("checked_ranking", "checked_table", "is_packed", "packed", "openings", "prove_openings"),
    *("merged", "prove_all", "observe", "compiled", "Rules", "Checker", "answer", "languages", "find_second_guesses"),
    *("second_guesses", "learned_in", "train_once", "priors", "play_prior", "lengths", "play_length", "shipped_lists"),
    *("train", "draw", "train_letters", "play_and_score"),
    *("SortedGame", "OpponentGame", "BeliefProcess", "Run", "Grid", "Judgement", "Row", "Proof"),
}
FILES = (
    "words.load",
    "words.load_lists",
    "words.load_prior",
    "words.load_used",
    "known_lists.identify",
    "claims.game_of",
)  # not there
LABELS = {"Game.find.name", "words.check.name"}  # what an error calls the argument
UNUSED = {  # arguments that a door has because others like it need them, and two that are asked of everything
    *("QMDPControl.cost_to_go.b", "CertaintyEquivalentControl.cost_to_go.b", "Opening.decide.b"),
    *("HonestHinter.answer.left", "GreedyHinter.answer.left"),
    *("TreeSearch.covers.state", "feedback.encode.alphabet"),
}


@cache
def things():
    """What is passed where something else is expected."""
    other = wl.wordle(["fight", "light", "night"])
    twin = wl.wordle(WORDS)
    return [
        *(None, True, False, b"abc", "", "abc", "zzz", "ggg", "---", "a\0b", "all", "é", "ab cd"),
        *(-1, 0, 1, 2, 2**70, -(2**70), 10**5000, 0.5, -1.5, 1e300, np.nan, np.inf, 1j, Fraction(1, 3), Decimal("0.5")),
        *(np.int8(-1), np.uint64(2**64 - 1), np.int64(2), np.float32(0.5), np.float64("nan"), np.True_, np.str_("abc")),
        *([], [None], [1, 2, 3], [0, 1], ["a", "a"], ["abc"], [["abc"]], [("abc", "ggg")], [("abc",)], [(1, 2)]),
        *([10**30], (), (1, 2), ("abc", "---"), {}, {"abc": 1}, {1: 2}, {"a"}, {1, 2}, frozenset("a"), range(3)),
        *(np.array(1), np.array([]), np.zeros(3), np.arange(3), np.arange(2), np.full(3, -1), np.full(3, 10**6)),
        *(np.zeros((2, 2)), np.full(3, np.nan), np.array(["abc"]), np.array([None]), np.array([True, False])),
        *(np.arange(6)[::-1], np.zeros((1, 0, 2), np.int32), np.array([0, 1], ">u8"), np.full(6, np.inf)),
        *(date(2022, 1, 1), object(), Exception("x"), memoryview(b"ab"), other, other.start(), wl.Beliefs.start(other)),
        *(twin, twin.start(), twin.start().after("abc", "ggg"), wl.Exact(), wl.Thompson(), np.random.default_rng(1)),
    ]


def meant(hint, thing):
    """Say whether a thing is of the kind that an argument's type names."""
    kind, inner = typing.get_origin(hint) or hint, typing.get_args(hint)
    if kind is typing.Any or isinstance(kind, typing.TypeVar):
        return True
    if kind in (types.UnionType, typing.Union):
        return any(meant(one, thing) for one in inner)
    if kind is bool:
        return isinstance(thing, bool | np.bool_)
    if kind is int:
        return isinstance(thing, int | np.integer) and not isinstance(thing, bool) and 0 <= thing <= checks.LARGEST
    if kind is float:
        number = thing.item() if isinstance(thing, np.integer | np.floating) else thing
        return type(number) in (int, float) and abs(number) <= LARGEST
    if kind is np.ndarray or inner and inner[0] in (float, int) and kind is not tuple:
        try:
            array = np.asarray(thing)
        except (ValueError, TypeError, OverflowError):
            return False
        return array.ndim > 0 and array.dtype.kind in "iuf" and not np.isnan(array).any()
    if kind in (collections.abc.Sequence, collections.abc.Iterable, list, tuple):
        listed = isinstance(thing, list | tuple | range | np.ndarray | memoryview) and np.ndim(thing) > 0
        return listed and all(meant(inner[0], one) for one in thing)
    if kind is Engine:
        return callable(thing)
    return isinstance(thing, kind)


@cache
def right():
    """What is right for arguments of a name, and under a door's or a class's name what is right there alone."""
    game, rng, family = wl.wordle(WORDS), np.random.default_rng(1), wl.wordle(["aaa", "baa", "caa", "daa", "eaa"])
    start, greedy, beliefs = game.start(), wl.InformationGain(), wl.Beliefs.start(game)
    played, noisy = wl.play(game, greedy), belief.GuessingProblem(game, noise.colour_noise(game, 0.1))
    line, process, linear = belief.LineSearch(4, 1), markov.belief_process(game), wl.LinearValue(np.zeros(12), 0.0)
    chain, info, control = (
        markov.chain_of(played),
        knowledge.Info.move("abc", "-y-", "abc"),
        adaptive.QMDPControl(noisy),
    )
    on_line = {"problem": line, "x": line.start, "b": line.prior, "u": 1}
    training = {"game": family, "openings": ["aaa"], "rounds": 1, "width": 2}
    hints = {"alphabet": "abc", "length": 3}

    def fields(thing, *names):
        return {name: getattr(thing, name) for name in names}

    judge, made = wl.Judge(game), transcripts.Transcript("a", "abc", ("abb", "abc"))
    scored = transcripts.score_game(judge, made)
    lying = lie_rate.LieRateProblem(game, (0.1, 0.4))
    drifting, solution = drift.DriftProblem(game, 0.1), drift.solve_drift(drift.DriftProblem(game, 0.1))
    learned = {"game": family, "cap": 2, "learned": wl.guarantee(family, 2).refutation}
    refutation = refutations.refute(**learned)
    secret = wl.zero_sum(game)
    return {
        **{"game": game, "state": start, "beliefs": beliefs, "rng": rng, "policy": greedy, "guess": "abc", "score": 0},
        **{"hidden": WORDS, "word": "abc", "row": "ggg", "opening": "abc", "guesses": WORDS, "words": WORDS[:3]},
        **{"history": [("abc", "gyy")], "cap": 5, "turns": 3, "depth": 2, "seed": 0, "left": 2, "text": "-y-"},
        **{"runs": 2, "tree": played, "some": WORDS, "certificate": certificates.certify(game), "epsilon": 0.1},
        **{"b": noisy.prior, "x": None, "u": "abc", "following": ("abc", "---"), "theta": 0, "uniform": 0.5},
        **{"problem": noisy, "process": process, "values": np.zeros(len(process.states)), "k": 5.0, "gain": -1.5},
        **{"cost": np.ones(3), "visits": np.ones(3, np.int64), "first": np.ones(3), "limit": 5, "pulls": 3, "steps": 3},
        **{"urns": [[1.0], [0.0]], "count": 2, "games": 2, "openings": WORDS[:2], "heuristics": [greedy], "code": 5},
        **{"iterations": 3, "p": [0.5, 0.5], "q": [0.5, 0.5], "noise": "0.1", "length": 3, "path": "a", "answers": "a"},
        **{"sampler": wl.PUCT(), "guesser": greedy, "hinter": wl.GreedyHinter(), "language": "de", "number": 0},
        **{"base": greedy, "start": 0, "weights": [0.5, 0.5], "batches": 1, "particles": 9, "name": "salet_easy"},
        **{"alphabet": "abc", "value": linear, "grid": "yyg\nggg", "exceptions": (), "parts": WORDS},
        "wordle()": {"answers": WORDS, "guesses": WORDS, "letters": 3},
        "Game": fields(game, "hidden", "guesses", "codes", "solved", "read", "show") | {"name": "game"},
        "Game.answer": {"hidden": "abb"},
        "Game.weighted": {"weights": range(len(WORDS))},
        "State": fields(start, "members", "allowed", "rows"),
        "Beliefs": fields(beliefs, "members", "offsets", "rows", "allowed", "allowed_offsets"),
        "Beliefs.state": {"i": 0},
        "Beliefs.part": {"a": 0, "b": 1},
        "Beliefs.take": {"places": [0]},
        "Beliefs.repeat": {"times": 2},
        "Beliefs.split": {"guesses": [0]},
        "feedback()": {"hidden": "abb"},
        "from_answers()": {"answer": lambda guess, hidden: str(guess == hidden), "guesses": WORDS},
        "prior_weights()": {"prior": [1, 2], "hidden": ["a", "b"]},
        "accepted_prior()": {"used": ["cigar"]},
        "heated()": {"shares": {"abc": 2.0, "acb": 1.0}, "temperature": 0.5},
        "costs()": {"guesses": start.allowed},
        "entropy()": {"probabilities": [0.5, 0.5]},
        "columns()": {"head": ["n"], "rows": [(1,)]},
        "DecisionTree": fields(played, "guess", "parent", "code", "size", "guesses_used", "history") | {"policy": "x"},
        "DecisionTree.nodes_of": {"hidden": 0},
        "DecisionTree.from_json": {"text": played.to_json()},
        "Info": fields(info, "alphabet", "places", "least", "most"),
        **{f"Info.{name}": hints for name in ("top", "bottom", "move", "of")},
        **{f"Info.{name}": {"other": info} for name in ("meet", "join")},
        "q_factors()": {"cost_to_go": lambda x, b: np.ones(len(b))},
        "Rollout": {"steps": 1, "terminal": linear},
        "RolloutControl": {"base": control, "problem": belief.GuessingProblem(game)},
        **{name: {"policy": control} for name in ("Remembering", "evaluate()", "simulate()")},
        "Opening": {"policy": control, "control": "abc"},
        "Sample": {"values": np.ones(2)},
        "Sample.minus": {"other": adaptive.Sample(np.ones(2))},
        "GuessingProblem": {"channel": noisy.channel},
        "GuessingProblem.show": {"seen": 0},
        "GuessingProblem.read": {"text": "---"},
        "LineSearch": {"cells": 4, "reach": 1},
        **{f"LineSearch.{name}": on_line for name in ("controls", "cost", "draw", "ended", "outcomes", "likelihood")},
        "LineSearch.likelihood": on_line | {"following": line.outcomes(line.start, 1)[0][0]},
        **{f"{name}.{ask}": on_line for name in ("QMDPControl",) for ask in ("cost_to_go",)},
        "ExactBelief": {"b": noisy.prior},
        "train_linear()": training,
        "train_network()": training | {"hidden": [2], "epochs": 1},
        "TrainingBeliefs.costs": {"charge": linear.costs},
        "TrainingBeliefs.excess": {"costs": []},
        "TrainingBeliefs.play": {"siblings": [wl.WorstClass()]},
        "LinearQuadratic": {"a": 2, "b": 1, "q": 1, "r": 4},
        "MarkovChain": fields(chain, "transitions", "labels"),
        "DecisionProcess": fields(process, "state", "cost", "first", "following", "probability", "states", "controls"),
        "policy_iteration()": {"policy": process.controls_of(greedy)},
        **{
            f"{kind}Process.{ask}": {"policy": process.controls_of(greedy)}
            for kind in ("Decision", "Belief")
            for ask in ("evaluate", "transitions_of")
        },
        "NoisyRollout": {"base": noise.NoisyInformation(noisy), "width": 2, "runs": 2, "heaviest": 1, "pool": 5},
        "NoisyRollout.lengths": {"candidates": [0, 1]},
        "LieRateProblem": {"rates": (0.1, 0.4), "chances": [1, 1]},
        "LieRateProblem.by_rate": {"b": lying.prior},
        "LieRateProblem.prior_of": {"chances": [1, 1]},
        "CertainRate": {"problem": lying, "rate": 0},
        "CertainRate.decide": {"b": lying.prior},
        "LieRateRollout": {"base": lie_rate.CertainRate(lying), "width": 2, "heaviest": 1, "pool": 5},
        **{f"LieRateRollout.{ask}": {"b": lying.prior} for ask in ("candidates", "decide")},
        "LieRateRollout.lengths": {"b": lying.prior, "candidates": ["abc"]},
        "FeatureCost": {"weights": np.zeros(6), "excess": 0.5},
        **{f"FeatureCost.{ask}": {"beliefs": np.array([noisy.prior])} for ask in ("costs", "estimate")},
        "least_cost()": {"beliefs": np.array([noisy.prior])},
        "fit_costs()": {"stages": 1},
        "LeastExpected": {"cost": relaxation.LEAST},
        "dual_bound()": {"costs": [relaxation.LEAST], "scenarios": 2},
        "penalised_games()": {"costs": [relaxation.LEAST], "policy": control, "scenarios": 2},
        "play_series()": {"problem": lying, "policy": lie_rate.CertainRate(lying), "rate": 0},
        "DriftProblem": {"rho": 0.1},
        **{name: {"problem": drifting} for name in ("DriftFilter", "LikeliestWord", "solve_drift()")},
        "DriftFilter.update": {"following": ("abc", "gyy")},
        "CheapestPlan": {"problem": drifting, "solution": solution},
        **{
            f"{name}()": {"problem": drifting, "policy": drift.LikeliestWord(drifting)}
            for name in ("play_drifting", "expected_guesses")
        },
        "DriftRollout": {"drift": drifting, "base": noise.NoisyInformation(noisy), "pool": 5},
        "DriftRollout.lengths": {"candidates": [0, 1]},
        **{f"{name}.sums": {"guesses": [0, 1]} for name in ("Rollout", "Lookahead")},
        "SizeValue": {"table": np.ones(7)},
        "LinearValue": {"weights": np.zeros(12), "bias": 0.0},
        "NetworkValue": {"layers": linear.layers},
        "NetworkValue.from_json": {"text": linear.to_json()},
        "LinearValue.from_json": {"text": linear.to_json()},
        **{f"{name}.outputs": {"x": np.zeros((2, 12))} for name in ("NetworkValue", "LinearValue")},
        "pull()": {"first": 0.0, "spread": 1.0},
        "TreeSearch.think": {"visits": 3},
        "Emulator": {"answers": FIVE, "guesses": FIVE},
        "Emulator.play": {"opening": "salet"},
        "Emulator.q_factors": {"history": [("salet", "----g")]},
        "stored_second_guesses()": {"opening": "salet"},
        "sequential_halving()": {"budget": 9},
        "regret()": {"chosen": [0, 1]},
        "considered_visits()": {"considered": 4, "simulations": 8},
        "AVTS": {"iterations": 3},
        "boards": Boards.start(game),
        "Boards": {"first": [0, 1], "second": [0, 1]},
        "Boards.after": {"rows": ["ggg", "gyy"]},
        "BoardsRollout": {"base": Decomposed(), "width": 2},
        "lower_bound()": {"steps": 2},
        "total()": {"counts": [0, 1, 2]},
        "Mixture": fields(secret.mixture, "shares", "plans"),
        "Mixture.from_table": {"table": secret.mixture.to_table()},
        "ZeroSum.from_json": {"text": secret.to_json()},
        "refute()": learned,
        "refutations.stored": {"name": "four_easy"},
        "refutations.check": {"game": family, "refutation": refutation},
        "Refutation": vars(refutation),
        "Refutation.from_json": {"text": refutation.to_json()},
        "Certificate": vars(certificates.certify(game)),
        "Certificate.from_json": {"text": certificates.certify(game).to_json()},
        "ParticleFilter.move": {},
        "break_ties()": {"tied": [0, 1], "ties": "list"},
        "Judge.verdict": {"after": game.after([("abc", "gyy")])},
        "parse()": {"reply": "abc"},
        "TextGame": {"hidden": "abc", "game": game},
        "TextGame.reply": {"reply": "abc"},
        "read_transcripts()": {"text": '{"hidden": "abc", "guesses": ["abc"]}'},
        "write_transcripts()": {"transcripts": [made]},
        "score_game()": {"judge": judge, "transcript": made},
        "score()": {"judge": judge, "transcripts": [made]},
        **{f"{name}()": {"scored": [scored]} for name in ("summaries", "differences")},
        "LetterAgent": {"weights": np.zeros(12)},
        "merge()": {"files": ["a"], "out": "b"},
        "adaptive.run": {"policy": control, "noise": [0.5] * 9},
        "sweeps.run": {"sweep": sweeps.Sweep([], max), "out": "out.json"},
        "status()": {"folder": "a"},
        "judge_grid()": {"grid": ["yyg", "ggg"], "answer": "abc"},
        "totals()": {"policy": wl.Rollout(greedy), "guesses": np.arange(3)},
        "sets_kept_together()": {"size": 4, "together": 3, "starts": [WORDS[:2]], "fours": [WORDS[:4]]},
    }


@cache
def objects():
    """Objects that their methods are asked of, where they are not made by what is right for their class."""
    game = right()["game"]
    search = wl.TreeSearch(game, np.random.default_rng(1))
    search.run(5)
    return {
        "BeliefProcess": right()["process"],
        "DecisionProcess": right()["process"],
        "GameGraph": knowledge.game_graph(WORDS[:3], 1),
        "GameTree": knowledge.game_tree(WORDS[:2], 1),
        "Record": minimax_trace.alphabeta(game.start(), 2),
        "Rollout": wl.Rollout(wl.WorstClass()),
        "TreeSearch": search,
        "ZeroSum": wl.zero_sum(game),
        "Exact": wl.Exact(),
    }


def is_record(thing):
    """Say whether a class is abstract, or holds what it is given without a check, as results are held."""
    plain = dataclasses.is_dataclass(thing) and not hasattr(thing, "__post_init__")
    return plain or issubclass(thing, tuple) or inspect.isabstract(thing)


def doors_of(module):
    """Every public function, class and method of a module."""
    for name, thing in vars(module).items():
        if name.startswith("_") or not callable(thing) or getattr(thing, "__module__", None) != module.__name__:
            continue
        if not isinstance(thing, type):
            yield f"{module.__name__.split('.')[-1]}.{name}", thing, None
        elif not is_record(thing):
            yield name, thing, None
        inside = isinstance(thing, type) and name not in INNER and not inspect.isabstract(thing)
        for key in dir(thing) if inside or name in objects() else ():
            static = inspect.getattr_static(thing, key)
            if not key.startswith("_") and key != "unchecked" and isinstance(static, METHODS):
                yield f"{name}.{key}", key, thing


def arguments(name, function):
    """What is right for a function: what is required, and what is said of it alone; the rest has its default."""
    alone, found = right().get(name) or right().get(f"{name.split('.')[-1]}()", {}), {}
    for parameter in inspect.signature(function).parameters.values():
        if f"{name}.{parameter.name}" in LABELS:
            continue
        if parameter.name in alone:
            found[parameter.name] = alone[parameter.name]
        elif parameter.default is not parameter.empty:
            found[parameter.name] = parameter.default
        elif parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            found[parameter.name] = right()[parameter.name]
    return found


class Door(typing.NamedTuple):
    """A public function, class or method, arguments that are right, and the types of all arguments."""

    name: str
    function: typing.Any
    good: dict
    hints: dict


@cache
def doors(module):
    found = []
    for name, function, owner in doors_of(import_module(f"wordlelib.{module}")):
        if owner is None and {name, name.split(".")[-1]} & INNER:
            continue
        if owner:
            made = objects().get(owner.__name__) or owner(**arguments(owner.__name__, owner))
            function = getattr(made, function)
        hints = typing.get_type_hints(function.__init__ if isinstance(function, type) else function)
        good = arguments(name, function)
        if good:
            found.append(Door(name, function, good, hints))
    return found


ANY_TEXT = {
    *("name", "caption", "alphabet", "marks", "out", "DecisionTree.policy", "HonestHinter.word"),
    *(
        "Certificate.opening",
        "transcripts.read_transcripts.player",
        "words.normal.word",
        "words.spell.word",
        "words.spell.language",
    ),
    *("feedback.feedback.guess", "feedback.feedback.hidden", "feedback.visible.text", "shards.status.folder"),
}
TEXTS = {"row": ("ggg", "---"), "text": ("ggg", "---", ""), "width": ("all",), "grid": ("ggg", "---")}
FROM_ZERO = {
    *(
        "i",
        "score",
        "limit",
        "code",
        "a",
        "b",
        "start",
        "hidden",
        "node",
        "theta",
        "seed",
        "first",
        "seen",
        "reach",
        "rate",
    ),
    *("depth", "position", "count", "rejuvenate", "heaviest", "steps", "runs", "pulls", "beta", "below"),
    *(
        "gap",
        "number",
        "iterations",
        "stop_at",
        "visits",
        "sample",
        "left",
        "words",
        "digits",
        "Emulator.width",
        "root",
        "work",
    ),
}
NUMBERS_OF = {  # numbers of things, of which there are few
    *(
        "theta",
        "start",
        "node",
        "number",
        "seen",
        "position",
        "score",
        "i",
        "code",
        "members",
        "tied",
        "candidates",
        "rate",
    ),
    *("places", "chosen", "guesses", "policy", "allowed", "DecisionTree.nodes_of.hidden", "Beliefs.part.b"),
}
ANY_LENGTH = {
    "boards.total.counts",
    *("entropy.costs.guesses", "entropy.to_units.cost", "Beliefs.take.places", "NoisyRollout.lengths.candidates"),
    "DriftRollout.lengths.candidates",
    *("SizeValue.table", "bandits.regret.chosen", "adaptive.first_least.q", "adaptive.run.noise"),
    *("Sample.values", "belief.entropy_of_rows.p", "belief.systematic.weights", "learning.train_network.hidden"),
    *("judging.totals.guesses", "NetworkValue.outputs.x", "LinearValue.outputs.x"),
    *("Rollout.sums.guesses", "Lookahead.sums.guesses"),
    *("relaxation.least_cost.beliefs", "FeatureCost.costs.beliefs", "FeatureCost.estimate.beliefs"),
}
SIGNED = {"a", "b", "q", "r", "k", "gain", "bias", "first", "deadline", "budget"}
ALIASES = {"table", "feedback", "guess", "history", "hidden", "policy", "state", "word", "words", "beliefs", "mode"}
PROBABILITIES = {"epsilon", "error", "threshold", "uniform", "discount", "p"}


def may(door, argument, thing):
    """Say whether a door may answer a thing, which is of the kind that the argument names."""
    hint = door.hints[argument]
    if hint is typing.Any or isinstance(thing, bool) or f"{door.name}.{argument}" in UNUSED:
        return True
    names = {argument, f"{door.name}.{argument}"}
    if isinstance(thing, str):
        return bool(names & ANY_TEXT) or thing in ("abc", *TEXTS.get(argument, ()))
    if isinstance(thing, int | float | np.number) and argument not in SIGNED:
        least = 1 if hint is int and not names & FROM_ZERO else 0
        return least <= thing and not (thing > 1 and argument in PROBABILITIES)
    if isinstance(thing, wl.State):
        owner = getattr(door.function, "__self__", None)
        return thing.game.hidden == right()["game"].hidden or not hasattr(owner, "game")
    return True


def knock(door, wrong, names):
    """Call with wrong arguments and say whether it answers; complain of an error that is not ours or names no name."""
    try:
        door.function(**{**door.good, **wrong})
    except (ValueError, TypeError) as error:
        said, (head, _, rest) = str(error), str(error).partition(":")
        told = rest and re.search("expected|is not|does not| no ", said) and "\n" not in said
        if told and (door.name in FILES or names & {*re.findall(r"\w+", head)}):
            return False
        raise AssertionError(f"{door.name}({checks.shown(wrong)}): {type(error).__name__}: {said}") from error
    except Exception as error:
        raise AssertionError(f"{door.name}({checks.shown(wrong)}): {type(error).__name__}: {error}") from error
    return True


def spoilt(names, good):
    """Yield what is right, if it holds numbers, with one of them that is none, one too many, or one too large."""
    if isinstance(good, int) and names & NUMBERS_OF:
        yield 10**6
    if isinstance(good, np.ndarray) and good.size or isinstance(good, list) and {*map(type, good)} in ({int}, {float}):
        rows = np.asarray(good).reshape(len(good), -1)
        larger = [10**6] if names & NUMBERS_OF else []
        for wrong in (np.nan, *larger):
            yield np.where(rows == rows[-1], wrong, rows).reshape(np.shape(good))
        if not names & ANY_LENGTH:
            yield np.concatenate([good, good[-1:]])


def complaints(door):
    """Pass each thing for each argument: what it cannot mean is refused by its name, what else perhaps by another's."""
    for argument, good in door.good.items():
        names = {argument, f"{door.name}.{argument}"}
        odd = [(thing, bool(names & UNUSED) or meant(door.hints[argument], thing)) for thing in things()]
        wrong = () if names & UNUSED else spoilt(names, good)
        for thing, kind in (*odd, *((thing, None) for thing in wrong)):
            try:
                answered = knock(door, {argument: thing}, ALIASES | ({argument} if kind is False else {*door.good}))
            except AssertionError as error:
                yield str(error)
            else:
                if answered and not (kind and may(door, argument, thing)):
                    yield f"{door.name}({argument}={checks.shown(thing)}) answers"


@pytest.fixture(autouse=True)
def watch(tmp_path, monkeypatch):
    """Say where it hangs, and end it; what is written is written elsewhere."""
    monkeypatch.chdir(tmp_path)
    faulthandler.dump_traceback_later(600, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.mark.parametrize("module", MODULES)
def test_what_is_right_is_answered_and_nonsense_refused(module):
    for door in doors(module):
        if not door.name.startswith((*FILES, "shards.")):
            door.function(**door.good)
    found = [complaint for door in doors(module) for complaint in complaints(door)]
    assert not found, "\n".join(found)


def test_what_has_no_door_is_there():
    names = {name for module in MODULES for name in vars(import_module(f"wordlelib.{module}"))}
    assert {name.split(".")[-1] for name in INNER} <= names
    opened = {f"{door.name}.{argument}" for module in MODULES for door in doors(module) for argument in door.good}
    assert opened >= UNUSED | {name for name in ANY_TEXT if "." in name}


NUMBERS = st.integers(-(2**80), 2**80).filter(lambda n: abs(n) < 5 or abs(n) > 2**63) | st.floats()
ARRAYS = st.lists(st.integers(-2, 4), max_size=8).flatmap(
    lambda some: st.sampled_from([np.array(some, kind) for kind in ("i1", "i8", ">i4", "f4", "f8", "O")])
)
NONSENSE = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=5) | st.binary(max_size=3) | ARRAYS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.tuples(inner, inner) | st.dictionaries(st.text("ab", max_size=3), inner)
    ),
    max_leaves=6,
)


@settings(max_examples=500)
@given(st.data())
def test_several_arguments_may_be_nonsense(data):
    door = data.draw(st.sampled_from([door for module in MODULES for door in doors(module)]))
    chosen = data.draw(st.lists(st.sampled_from(sorted(door.good)), max_size=3, unique=True))
    odd = st.integers(0, len(things()) - 1).map(things().__getitem__)
    knock(door, {argument: data.draw(odd | NONSENSE) for argument in chosen}, {*door.good, *ALIASES})


CRASHES = """
import numpy as np, wordlelib as wl
game = wl.wordle(["abc", "acb", "bca"])
start = game.start()
huge = np.array([2**40]), np.array([0, 5], np.uint64)
for numbers in ([10**6], [-10**9], [-1], [], [2, 1], [1, 1], [0.5], None, *huge):
    for name in ("members", "allowed"):
        parts = {"members": start.members, "allowed": start.allowed, "rows": start.rows, name: numbers}
        try:
            state = wl.State(game, **parts)
            for policy in (wl.InformationGain(), wl.Rollout(wl.WorstClass()), wl.Exact(), wl.AVTS(3)):
                policy.decide(state)
        except ValueError as error:
            print(error)
    for guesses in (numbers, [numbers]):
        try:
            wl.Beliefs.start(game).split(guesses)
        except ValueError as error:
            print(error)
"""


def test_what_once_killed_the_interpreter_does_not():
    ended = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", CRASHES], capture_output=True, text=True, timeout=900
    )
    assert ended.returncode == 0, ended.stderr
    lines = ended.stdout.splitlines()
    assert len(lines) == 40 and {line.split(":")[0] for line in lines} == {"members", "allowed", "guesses"}

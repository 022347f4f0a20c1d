"""Nonsense at every door of the library: an answer or an error of ours that names the argument, and nothing else."""

import faulthandler
import inspect
import re
import subprocess
import sys
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wordlelib as wl
from wordlelib.adversary import guarantees, minimax, minimax_trace, obstructions, players
from wordlelib.core import checks, tables
from wordlelib.game import entropy, feedback, knowledge, letters, policy, tree, words
from wordlelib.lab import (
    grids,
    judging,
    languages,
    representations,
    second_guess_sweep,
    sweeps_adversary,
    trained,
    tuning,
)
from wordlelib.planning import (
    actor_critic,
    adaptive,
    belief,
    learning,
    linear_quadratic,
    markov,
    noise,
    rollout,
    tabular,
)
from wordlelib.search import bandits, certificates, exact, policy_samplers, second_guesses, tree_search, verification

WORDS = ["abc", "acb", "bca", "bac", "cab", "abb"]
MODULES = (
    *(adaptive, minimax_trace, bandits, belief, entropy, exact, feedback, guarantees, knowledge, linear_quadratic),
    markov,
    *(tree_search, minimax, noise, players, policy, representations, rollout, tree, words, wl.game.game),
    wl.search.small_trees,
    *(grids, judging, languages, learning, wl.planning.values, actor_critic, letters, policy_samplers, tabular, tuning),
    *(certificates, verification, second_guesses, obstructions),
)
RECORDS = {  # plain records of results, abstract classes, and what is public for other modules alone
    *(verification.Belief, verification.Certificate, verification.Checker, verification.Lemma),
    *(verification.Rules, verification.Verification),
    *(exact.Bounds, exact.Proof, guarantees.Guarantee, minimax.Move, rollout.QFactor, policy.Ranked),
    *(grids.Grid, grids.GridRow, judging.Known, judging.Move, judging.Perfect, judging.Row, judging.Judgement),
    *(tree_search.Arm, tree_search.Look, tree_search.Trace, minimax_trace.Record, minimax_trace.Visit),
    *(knowledge.GameGraph, knowledge.GameTree, knowledge.Node, representations.Found),
    *(learning.Round, learning.Trained, learning.Network, trained.train_once),
    *(wl.Value, wl.planning.values.checked_table, wl.planning.values.is_packed, wl.planning.values.packed),
    *(actor_critic.Weights, actor_critic.Layers, actor_critic.Played, actor_critic.Training),
    *(actor_critic.slots_of, actor_critic.inputs_of, actor_critic.forward, actor_critic.backward),
    *(actor_critic.play_batch, actor_critic.chances, actor_critic.gradient_of),
    *(policy_samplers.PriorSampler, tabular.place),
    *(tuning.priors, tuning.play_prior, tuning.lengths, tuning.play_length),
    *(words.Alphabet, languages.languages, languages.answer),
    *(
        sweeps_adversary.small_sets,
        sweeps_adversary.find_small_set,
        sweeps_adversary.fours,
        sweeps_adversary.find_fours,
    ),
    *(second_guesses.SecondGuess, second_guess_sweep.second_guesses, second_guess_sweep.find_second_guesses),
    *(wl.Policy, policy.Greedy, players.Hinter, bandits.Sampler, bandits.CompiledSampler),
    *(adaptive.AdaptivePolicy, belief.AdaptiveProblem, markov.BeliefProcess),
    *(belief.belief_over, belief.problem_of, belief.update, bandits.compiled, policy.checked_best, policy.decided),
    *(
        wl.game.game.make_game,
        bandits.observe,
        policy.is_compiled,
        policy.rule_of,
        rollout.checked_ranking,
        rollout.checked_width,
        adaptive.digest,
        noise.arrays_of,
    ),
}
ALIASES = {
    "table",
    "feedback",
    "guess",
    "history",
    "hidden",
    "policy",
    "state",
    "word",
    "words",
    "beliefs",
    "following",
}
FILES = {
    words.load,
    words.load_lists,
    words.load_prior,
    verification.game_of,
}  # whose errors begin with the name of the file


@cache
def things():
    """What is passed where something else is expected."""
    other = wl.wordle(["fight", "light", "night"])
    twin = wl.wordle(WORDS)
    return [
        *(None, True, False, b"abc", "", "abc", "zzz", "ggg", "---", "a\0b", "all", "é", "ab cd"),
        *(-1, 0, 1, 2, 2**70, -(2**70), 10**5000, 0.5, -1.5, 1e300, np.nan, np.inf, 1j, Fraction(1, 3), Decimal("0.5")),
        *(np.int8(-1), np.uint64(2**64 - 1), np.int64(2), np.float32(0.5), np.float64("nan"), np.True_, np.str_("abc")),
        *(
            [],
            [None],
            [1, 2, 3],
            [0, 1],
            ["a", "a"],
            ["abc"],
            [["abc"]],
            [("abc", "ggg")],
            [("abc",)],
            [(1, 2)],
            [10**30],
        ),
        *((), (1, 2), ("abc", "---"), {}, {"abc": 1}, {1: 2}, {"a"}, {1, 2}, frozenset("a"), range(3)),
        *(np.array(1), np.array([]), np.zeros(3), np.arange(3), np.arange(2), np.full(3, -1), np.full(3, 10**6)),
        *(np.zeros((2, 2)), np.array([np.nan] * 6), np.array(["abc"]), np.array([None]), np.array([True, False])),
        *(np.arange(6)[::-1], np.zeros((1, 0, 2), np.int32), np.array([0, 1], ">u8"), np.full(6, np.inf)),
        *(date(2022, 1, 1), object(), Exception("x"), memoryview(b"ab"), other, other.start(), wl.Beliefs.start(other)),
        *(twin, twin.start(), twin.start().after("abc", "ggg"), wl.Exact(), wl.Thompson(), np.random.default_rng(1)),
    ]


@cache
def doors():
    """Every public function, constructor and method, each with arguments that are right."""
    game, rng = wl.wordle(WORDS), np.random.default_rng(1)
    start, greedy = game.start(), wl.InformationGain()
    beliefs = wl.Beliefs.start(game)
    arrays = {name: getattr(beliefs, name) for name in ("members", "offsets", "rows", "allowed", "allowed_offsets")}
    certificate = certificates.certify(game)
    played, solver, guaranteed = wl.play(game, greedy), exact.Solver(game), wl.GuaranteeSolver(game)
    parts = ("guess", "parent", "code", "size", "guesses_used", "history")
    look, search = wl.Minimax(game), wl.TreeSearch(game, rng)
    search.run(5)
    info, graph = knowledge.Info.move("abc", "-y-", "abc"), knowledge.game_graph(WORDS[:3], 1)
    process = markov.belief_process(game)
    values, controls = np.zeros(len(process.states)), process.controls_of(greedy)
    flat = ("state", "cost", "first", "following", "probability", "states", "controls")
    chain = markov.chain_of(played)
    noisy = belief.GuessingProblem(game, noise.colour_noise(game, 0.1))
    problem, line, b = belief.GuessingProblem(game), belief.LineSearch(4, 1), noisy.prior
    informed, lq = noise.NoisyInformation(noisy), linear_quadratic.LinearQuadratic(2, 1, 1, 4)
    control = adaptive.InformationControl(problem)
    lookahead = noise.NoisyRollout(informed, 2, 2, 1)
    linear, met = wl.LinearValue(np.zeros(12), 0.0), learning.Met(game)
    family = wl.wordle(["aaa", "baa", "caa", "daa", "eaa"])
    units = actor_critic.train(game, 1, np.random.default_rng(1), 2, 2).policy.weights
    training = {"game": family, "rng": rng, "openings": ["aaa"], "rounds": 1, "width": 2, "targets": "played"}
    record = minimax_trace.alphabeta(start, 2)
    cost, visits = np.ones(3), np.ones(3, np.int64)
    hinters = (wl.HonestHinter("abc"), wl.GreedyHinter(), wl.MinimaxHinter(), wl.ExactHinter())
    policies = (greedy, wl.WorstClass(), wl.RandomGuess(rng), wl.RandomCandidate(rng), wl.Rollout(greedy), wl.Exact())
    policies += (
        wl.AVTS(5),
        wl.Guaranteed(5),
        wl.WorstCase(),
        wl.MinimaxGuesser(2),
        wl.FewestDecisions(),
        wl.Follow(played),
    )
    ranking = (greedy, wl.Exact(), wl.AVTS(5))
    listed = [
        (
            wl.wordle,
            {
                "answers": WORDS,
                "guesses": WORDS,
                "mode": "easy",
                "prior": None,
                "progress": None,
                "letters": 3,
                "language": None,
            },
        ),
        (wl.mastermind, {"pegs": 2, "colours": 2, "prior": None}),
        (tables.columns, {"head": ["n"], "rows": [(1,)], "digits": 4, "caption": ""}),
        (wl.from_answers, {"hidden": ["a"], "guesses": ["a", "b"], "answer": max, "prior": None}),
        (
            wl.Game,
            {name: getattr(game, name) for name in ("hidden", "guesses", "codes", "solved", "read", "show")}
            | {"prior": None, "name": "game", "letters": None, "alike": None, "strict": False, "spell": str},
        ),
        (game.find, {"word": "abc"}),
        (game.answer, {"guess": "abc", "hidden": "abb"}),
        (game.after, {"history": [("abc", "ggg")]}),
        (wl.mastermind(2, 2).read, {"text": "1b0w"}),
        (wl.State, {"game": game, "candidates": start.members, "allowed": start.allowed, "rows": start.rows}),
        (start.after, {"guess": "abc", "row": "ggg"}),
        (start.partition, {"guess": "abc"}),
        (wl.Beliefs, {"game": game, **arrays}),
        (wl.Beliefs.start, {"game": game}),
        (wl.Beliefs.of, {"state": start}),
        (beliefs.state, {"i": 0}),
        (beliefs.part, {"a": 0, "b": 1}),
        (beliefs.take, {"places": [0]}),
        (beliefs.repeat, {"times": 2}),
        (beliefs.split, {"guesses": [0]}),
        (words.load, {"path": "a"}),
        (words.load_prior, {"path": "a"}),
        (words.load_lists, {"answers": "a", "guesses": "a"}),
        (words.check, {"words": WORDS}),
        (words.normal, {"word": "abc"}),
        (words.original, {"letters": 6}),
        (words.frequencies, {"letters": 6}),
        (words.of_language, {"language": "de"}),
        (words.spell, {"word": "abc", "language": "de"}),
        (languages.letter_statistics, {"game": game}),
        (words.prior_weights, {"prior": [1, 2], "hidden": ["a", "b"]}),
        (feedback.feedback, {"guess": "abc", "hidden": "abb"}),
        (feedback.to_code, {"text": "-y-", "length": 3}),
        (feedback.to_text, {"code": 5, "length": 3, "marks": "-yg"}),
        (feedback.to_squares, {"text": "-y-"}),
        (feedback.visible, {"text": "-y-"}),
        (feedback.encode, {"words": WORDS, "alphabet": "abc"}),
        (feedback.feedback_matrix, {"guesses": WORDS, "hidden": WORDS, "progress": None}),
        *((score, {"state": start, "guesses": None}) for score in (wl.information_gain, wl.expected_remaining)),
        *((score, {"state": start, "guesses": ["abc"]}) for score in (wl.number_of_classes, wl.worst_class)),
        (wl.class_counts, {"state": start, "guess": "abc"}),
        (entropy.entropy, {"probabilities": [0.5, 0.5]}),
        (entropy.costs, {"state": start, "score": 0, "guesses": start.allowed}),
        (entropy.to_units, {"state": start, "score": 0, "cost": np.ones(3)}),
        (entropy.log_table, {"limit": 5}),
        (entropy.cost_table, {"score": 0, "limit": 5}),
        (wl.play, {"game": game, "policy": greedy, "opening": None, "state": None, "progress": None}),
        (wl.DecisionTree, {"game": game, "policy": "x", **{name: getattr(played, name) for name in parts}}),
        (played.failures, {"cap": 6}),
        (played.path, {"word": "abc"}),
        (played.nodes_of, {"hidden": 0}),
        (played.to_text, {"depth": 1, "node": 0}),
        (wl.DecisionTree.from_json, {"text": played.to_json(), "game": game}),
        (wl.Follow, {"tree": played}),
        (wl.Judge, {"game": game, "width": 10}),
        (wl.Judge(game).judge, {"history": [("abc", "gyy")], "answer": None}),
        (wl.Judge(game).judge, {"history": ["bac", "abc"], "answer": "abc"}),
        (judging.played_rows, {"game": game, "history": ["bac", "abc"], "answer": "abc"}),
        (judging.known_first, {"game": game}),
        (judging.totals, {"policy": wl.Rollout(greedy), "state": start, "guesses": np.arange(3)}),
        (grids.read_grid, {"grid": "yyg\nggg"}),
        (grids.judge_grid, {"game": game, "grid": ["yyg", "ggg"], "answer": "abc"}),
        *((one.decide, {"state": start}) for one in policies),
        *((one.decide_all, {"beliefs": beliefs}) for one in policies),
        *((one.rank, {"state": start, "best": 2}) for one in ranking),
        (wl.InformationGain, {"bonus": 0.5}),
        (wl.RandomGuess, {"rng": rng}),
        (wl.RandomCandidate, {"rng": rng}),
        (wl.Exact, {"cap": None, "solver": None}),
        (wl.Exact().solver, {"game": game}),
        (wl.Exact().value, {"state": start}),
        (exact.Solver, {"game": game, "cap": None}),
        (solver.search, {"state": start, "opening": None, "beta": None, "deadline": None}),
        (solver.known_guess, {"state": start}),
        (solver.lower_bounds, {"state": start}),
        (
            wl.prove,
            {"game": game, "opening": None, "cap": None, "below": None, "gap": 0, "seconds": None, "progress": None},
        ),
        (certificates.certificate_effort, {"game": game, "opening": "abc", "cap": None}),
        (
            certificates.certify,
            {
                "game": game,
                "opening": None,
                "cap": None,
                "lower": 2,
                "exceptions": (),
                "strategy": None,
                "source": None,
            },
        ),
        (certificates.strategy_of, {"tree": played}),
        (verification.verify, {"certificate": certificate, "game": game, "sample": 1, "seed": 0}),
        (verification.describe, {"game": game}),
        (verification.stored, {"name": "salet_easy"}),
        (verification.game_of, {"certificate": certificate, "answers": None, "guesses": None, "prior": None}),
        (verification.Certificate.from_json, {"text": certificate.to_json()}),
        (wl.guarantee, {"game": game, "cap": 3, "opening": None, "solver": None}),
        (wl.Guaranteed, {"cap": 3, "solver": None}),
        (wl.GuaranteeSolver, {"game": game}),
        (guaranteed.search, {"state": start, "left": 3, "opening": None}),
        (guaranteed.least, {"state": start}),
        (guaranteed.separable, {"members": start.members, "codes": game.codes[:, 0]}),
        (wl.best_move, {"state": start, "depth": 2, "turns": 6, "evaluation": "size", "progress": None}),
        (wl.Minimax, {"game": game, "evaluation": "letters"}),
        (look.move, {"state": start, "depth": 2, "turns": 6, "progress": None}),
        (look.value, {"state": start, "depth": 2, "turns": 6}),
        (players.break_ties, {"state": start, "tied": [0, 1], "ties": "squares"}),
        (wl.WorstCase, {"score": "worst-class", "ties": "list"}),
        (wl.MinimaxGuesser, {"depth": 2, "turns": 6, "evaluation": "size", "ties": "list"}),
        (wl.HonestHinter, {"word": "abc"}),
        (wl.MinimaxHinter, {"depth": 2, "evaluation": "size"}),
        *((one.answer, {"state": start, "guess": "abc", "left": 2}) for one in hinters),
        (wl.Duel, {"state": start, "turns": 3}),
        (wl.duel, {"game": game, "guesser": greedy, "hinter": hinters[1], "turns": 3}),
        (players.answers_only, {"game": game}),
        (players.lines_against_greedy, {"game": game, "turns": 2}),
        (minimax_trace.alphabeta, {"state": start, "depth": 2, "turns": 3, "prune": True}),
        (record.below, {"number": 0}),
        (record.text, {"number": 0, "depth": 0}),
        (record.html, {"number": 0}),
        (wl.FewestDecisions, {"cap": 5, "width": 3}),
        (wl.Info, {name: getattr(info, name) for name in ("alphabet", "places", "least", "most")}),
        (wl.Info.top, {"length": 3, "alphabet": "abc"}),
        (wl.Info.bottom, {"length": 3, "alphabet": "abc"}),
        (wl.Info.move, {"guess": "abc", "row": "---", "alphabet": "abc"}),
        (wl.Info.of, {"some": WORDS, "alphabet": "abc"}),
        (info.meet, {"other": info}),
        (info.join, {"other": info}),
        (info.after, {"guess": "abc", "row": "---"}),
        (info.words, {"some": WORDS}),
        (graph.below, {"start": 0}),
        (knowledge.game_graph, {"words": WORDS[:2], "turns": 2, "representation": "set"}),
        (representations.count_states, {"words": WORDS[:2], "turns": 2, "representation": "info"}),
        (representations.CountingMinimax, {"words": WORDS[:3], "key": "info", "order": "letters"}),
        (representations.CountingMinimax(WORDS[:3]).best_move, {"depth": 2, "turns": 3}),
        (knowledge.game_tree, {"words": WORDS[:2], "turns": 2}),
        (knowledge.game_tree(WORDS[:2], 1).text, {"depth": None}),
        (wl.Rollout, {"base": greedy, "width": 2, "ranking": None, "heaviest": 0, "steps": None, "terminal": None}),
        (wl.Rollout(greedy).candidates, {"state": start}),
        (wl.Rollout(greedy).q_factors, {"state": start}),
        (wl.Rollout(greedy).base_costs, {"beliefs": beliefs}),
        (rollout.cost_by_size, {"tree": played}),
        (wl.planning.values.features, {"beliefs": beliefs}),
        (wl.SizeValue, {"table": np.ones(7)}),
        (wl.SizeValue(np.ones(7)).costs, {"beliefs": beliefs}),
        (wl.LinearValue, {"weights": np.zeros(12), "bias": 0.0}),
        (wl.NetworkValue, {"layers": linear.layers}),
        (wl.NetworkValue.from_json, {"text": linear.to_json()}),
        (linear.costs, {"beliefs": beliefs}),
        (linear.outputs, {"x": np.zeros((2, 12))}),
        (wl.Lookahead, {"value": linear, "width": 2, "steps": 1, "ranking": None, "heaviest": 0}),
        (learning.openings_for, {"game": game, "count": 2, "rng": rng, "without": WORDS[:1]}),
        (learning.Met, {"game": game}),
        (met.play, {"policy": greedy, "openings": WORDS[:2], "aside": [wl.WorstClass()]}),
        (met.costs, {"charge": linear.costs}),
        (met.excess, {"costs": []}),
        (learning.improved_costs, {"value": linear, "beliefs": beliefs, "width": 2}),
        (learning.played_costs, {"value": linear, "beliefs": beliefs, "width": 2}),
        (wl.train_linear, training),
        (wl.train_network, training | {"hidden": [2], "epochs": 1}),
        (trained.learned, {"kind": "linear", "mode": "easy", "seed": 0}),
        (trained.learned_in, {"kind": "linear", "mode": "easy", "seed": 0}),
        (
            wl.TreeSearch,
            {
                "game": game,
                "rng": rng,
                "sampler": None,
                "backup": "full",
                "predictor": None,
                "width": None,
                "state": start,
            },
        ),
        (search.run, {"iterations": 3, "stop_at": None, "seconds": None, "progress": None}),
        (search.think, {"state": start, "visits": 3}),
        (search.covers, {"state": start}),
        *((ask, {"state": start}) for ask in (search.guess, search.arms, search.value, search.visits)),
        (wl.AVTS, {"iterations": 3, "seed": 1, "sampler": None, "predictor": None, "width": None, "search": None}),
        (wl.AVTS(3).search, {"game": game}),
        (wl.EpsilonGreedy, {"scale": 1}),
        (wl.Hoeffding, {"span": 1, "p": None}),
        (wl.PUCT, {"coefficient": 1}),
        (wl.Laplace, {"delta": 1}),
        (wl.Gumbel, {"considered": 4, "simulations": 8, "scale": 1, "head_start": 0, "temperature": 1}),
        (wl.Regularised, {"coefficient": 1, "temperature": 1}),
        (wl.Gumbel().policy, {"cost": cost, "visits": visits, "first": cost}),
        (wl.Gumbel().choose, {"cost": cost, "visits": visits, "rng": rng, "first": None}),
        (policy_samplers.considered_visits, {"considered": 4, "simulations": 8}),
        (letters.LetterStatistics().decide, {"state": start}),
        (letters.LetterStatistics().decide_all, {"beliefs": beliefs}),
        (letters.LetterStatistics().rank, {"state": start, "best": 3}),
        (letters.letters_of, {"game": game}),
        (tabular.HeuristicTable, {"heuristics": [greedy], "q": np.zeros((2, 3, 1))}),
        (tabular.HeuristicTable([greedy], np.zeros((2, 3, 1))).decide, {"state": start}),
        (
            tabular.monte_carlo_control,
            {"game": game, "heuristics": [greedy], "episodes": 1, "rng": rng, "epsilon": 0.1, "opening": "abc"},
        ),
        (actor_critic.ActorPolicy, {"game": game, "weights": units}),
        (actor_critic.ActorPolicy(game, units).decide, {"state": start}),
        (
            actor_critic.train,
            {"game": game, "batches": 1, "rng": rng, "games": 2, "units": 2, "rate": 0.1, "opening": "abc"},
        ),
        (tuning.promising, {"game": game, "n": 2}),
        (obstructions.indistinguishable_quadruples, {"game": game, "first": 0, "words": 2}),
        (obstructions.small_set, {"game": game, "turns": 2, "rng": rng, "words": WORDS[:4], "least": 1}),
        (second_guesses.best_second_guesses, {"game": game, "opening": "abc", "policy": None}),
        (second_guesses.fixed_second_guess, {"game": game, "opening": "abc", "policy": None}),
        (second_guess_sweep.stored_second_guesses, {"opening": "salet", "mode": "easy"}),
        (
            tuning.best_opening,
            {"game": game, "policy": greedy, "openings": WORDS[:2], "weights": np.ones(len(game.hidden), int)},
        ),
        *(
            (make().choose, {"cost": cost, "visits": visits, "rng": rng, "first": None, "spread": None})
            for make in bandits.SAMPLERS.values()
        ),
        (
            bandits.pull,
            {"urns": [[1.0], [2.0]], "sampler": wl.PUCT(), "pulls": 3, "rng": rng, "first": 0.0, "spread": 1.0},
        ),
        (bandits.thompson_beta, {"urns": [[1.0], [0.0]], "pulls": 3, "rng": rng, "runs": 2}),
        (
            bandits.forgetful_ucb,
            {"urns": [[1.0]], "pulls": 1, "rng": rng, "drift": [[0.5]], "span": 1.0, "discount": 1.0, "window": 2},
        ),
        (bandits.sequential_halving, {"urns": [[1.0], [0.0]], "budget": 9, "rng": rng}),
        (bandits.regret, {"urns": [[1.0], [2.0]], "chosen": [0, 1]}),
        (markov.MarkovChain, {"transitions": chain.transitions, "labels": chain.labels}),
        (chain.end_by, {"start": 0, "steps": 3}),
        (chain.simulate, {"start": 0, "runs": 3, "rng": rng}),
        (markov.chain_of, {"tree": played}),
        (markov.DecisionProcess, {name: getattr(process, name) for name in flat}),
        (process.q_factors, {"values": values}),
        (process.bellman, {"values": values}),
        (process.bellman_of, {"policy": controls, "values": values}),
        (process.greedy, {"values": values, "current": controls}),
        (process.transitions_of, {"policy": controls}),
        (process.evaluate, {"policy": controls}),
        (process.controls_of, {"policy": greedy}),
        (markov.value_iteration, {"process": process, "values": None, "limit": 100}),
        (markov.policy_iteration, {"process": process, "policy": controls}),
        (markov.newton_step, {"process": process, "values": values}),
        (markov.newton, {"process": process, "values": values}),
        (markov.belief_process, {"game": game, "limit": 1000}),
        (belief.GuessingProblem, {"game": game, "channel": None}),
        (noisy.show, {"seen": 0}),
        (noisy.read, {"text": "---"}),
        (noisy.outcomes, {"x": None, "u": "abc"}),
        (noisy.likelihood, {"x": None, "u": "abc", "following": ("abc", "---")}),
        (noisy.draw, {"x": None, "u": "abc", "theta": 0, "uniform": 0.5}),
        (belief.LineSearch, {"cells": 4, "reach": 1, "position": 0, "error": 0.1, "prior": None}),
        (line.outcomes, {"x": line.start, "u": 1}),
        (line.cost, {"x": line.start, "u": 1}),
        (line.ended, {"x": line.start}),
        (line.draw, {"x": line.start, "u": 1, "theta": 0, "uniform": 0.5}),
        (belief.bayes, {"problem": noisy, "x": None, "b": b, "u": "abc", "following": ("abc", "---")}),
        (belief.entropy_of_rows, {"p": [[0.5, 0.5]]}),
        (belief.information, {"problem": noisy, "x": None, "b": b, "u": "abc"}),
        (belief.systematic, {"weights": [0.5, 0.5], "count": 3, "uniform": 0.5}),
        (belief.ParticleFilter, {"problem": noisy, "particles": 9, "rng": rng, "threshold": 0.5, "rejuvenate": 1}),
        (belief.ExactBelief, {"problem": noisy, "b": b}),
        (belief.ExactBelief(noisy).update, {"x": None, "u": "abc", "following": ("abc", "---")}),
        (belief.ParticleFilter(noisy, 99, rng).update, {"x": None, "u": "abc", "following": ("abc", "---")}),
        (belief.total_variation, {"p": [0.5, 0.5], "q": [1, 0]}),
        (
            adaptive.q_factors,
            {"problem": problem, "x": None, "b": b, "cost_to_go": lambda x, b: np.ones(len(b)), "controls": None},
        ),
        (adaptive.first_least, {"q": [1, 2]}),
        (adaptive.oracle_costs, {"problem": line, "theta": 0}),
        (adaptive.QMDPControl, {"problem": line}),
        (adaptive.QMDPControl(line).cost_to_go, {"x": line.start, "b": line.prior}),
        (adaptive.QMDPControl(line).decide, {"x": line.start, "b": line.prior}),
        (adaptive.CertaintyEquivalentControl, {"problem": line}),
        (adaptive.CertaintyEquivalentControl(line).decide, {"x": line.start, "b": line.prior}),
        (adaptive.InformationControl, {"problem": line}),
        (control.decide, {"x": None, "b": b}),
        (adaptive.RolloutControl, {"problem": problem, "base": control, "runs": 1, "seed": 0}),
        (adaptive.RolloutControl(problem, control).decide, {"x": None, "b": b}),
        (adaptive.Remembering, {"policy": control}),
        (adaptive.Remembering(control).decide, {"x": None, "b": b}),
        (adaptive.Opening, {"problem": problem, "control": "abc", "policy": control}),
        (adaptive.Opening(problem, "abc", control).decide, {"x": None, "b": b}),
        (adaptive.run, {"problem": problem, "policy": control, "x": None, "b": b, "theta": 0, "noise": [0.5]}),
        (adaptive.evaluate, {"problem": problem, "policy": control}),
        (adaptive.Sample, {"values": np.ones(2)}),
        (adaptive.Sample(np.ones(2)).minus, {"other": adaptive.Sample(np.ones(2))}),
        (
            adaptive.simulate,
            {"problem": problem, "policy": control, "games": 2, "seed": 1, "first": 0, "estimator": None},
        ),
        (noise.colour_noise, {"game": game, "epsilon": 0.1}),
        (noise.one_lie, {"game": game}),
        (noise.channel_of, {"noise": "0.1", "game": game}),
        (noise.NoisyInformation, {"problem": noisy, "bonus": 2, "shortlist": 3, "negligible": 0.01}),
        (informed.rank, {"b": b, "best": 2}),
        (informed.decide, {"x": None, "b": b}),
        (
            noise.NoisyRollout,
            {"base": informed, "width": 2, "runs": 2, "heavy": 1, "pool": 5, "caution": 1.0, "seed": 0},
        ),
        (lookahead.candidates, {"b": b}),
        (lookahead.lengths, {"b": b, "candidates": [0, 1], "runs": 2, "rng": rng}),
        (lookahead.decide, {"x": None, "b": b}),
        (linear_quadratic.LinearQuadratic, {"a": 2, "b": 1, "q": 1, "r": 4}),
        *((ask, {"k": 5}) for ask in (lq.riccati, lq.gain, lq.newton_step)),
        (lq.riccati_of, {"gain": -1, "k": 5}),
        (lq.slope_of, {"gain": -1}),
        (lq.evaluate, {"gain": -1.5}),
        (lq.value_iteration, {"k": 5, "steps": 3}),
        (lq.newton, {"k": 5, "steps": 3}),
    ]
    return {f"{number:03} {name_of(door)}": (door, right) for number, (door, right) in enumerate(listed)}


def name_of(door):
    return getattr(door, "__qualname__", type(door).__name__)


@pytest.fixture(autouse=True)
def watch():
    """Say where it hangs, and end it."""
    faulthandler.dump_traceback_later(600, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


def knock(door, right, wrong):
    """Call with some wrong arguments; complain unless there is an answer, or an error of ours that names one."""
    try:
        door(**{**right, **wrong})
    except (ValueError, TypeError) as error:
        said, names = str(error), {*inspect.signature(door).parameters, *right, *ALIASES}
        first = re.match(r"\w*", said).group()
        if (first in names or door in FILES) and ":" in said and "\n" not in said:
            return
        raise AssertionError(f"{name_of(door)}({checks.shown(wrong)}): {type(error).__name__}: {said}") from error
    except Exception as error:
        raise AssertionError(f"{name_of(door)}({checks.shown(wrong)}): {type(error).__name__}: {error}") from error


def test_every_public_name_has_its_door():
    open_ = {name_of(door).split(".")[0] for door, _ in doors().values()} | {name_of(type_) for type_ in RECORDS}
    public = {name for name in wl.__all__ if not isinstance(getattr(wl, name), ModuleType)}
    for module in MODULES:
        own = (name for name, thing in vars(module).items() if getattr(thing, "__module__", None) == module.__name__)
        public |= {name for name in own if not name.startswith("_") and callable(getattr(module, name))}
    nothing_to_pass = {
        "MostClasses",
        "ExpectedRemaining",
        "WorstClass",
        "Thompson",
        "GreedyHinter",
        "ExactHinter",
        "Estimator",
        "tiny",
        "languages",
    }
    assert public - open_ - nothing_to_pass == {"compile", "Prepared"} & public


def test_what_is_right_is_answered():
    for door, right in doors().values():
        if door not in FILES:
            door(**right)


def test_each_argument_may_be_nonsense():
    complaints = {}
    for name, (door, right) in doors().items():
        for argument in right:
            for thing in things():
                try:
                    knock(door, right, {argument: thing})
                except AssertionError as error:
                    complaints[name, argument] = str(error)
    assert not complaints, "\n".join(complaints.values())


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
    door, right = doors()[data.draw(st.sampled_from(sorted(doors())))]
    chosen = data.draw(st.lists(st.sampled_from(sorted(right)), min_size=1, max_size=3, unique=True))
    odd = st.integers(0, len(things()) - 1).map(things().__getitem__)
    knock(door, right, {argument: data.draw(odd | NONSENSE) for argument in chosen})


CRASHES = """
import numpy as np, wordlelib as wl
game = wl.wordle(["abc", "acb", "bca"])
start = game.start()
huge = np.array([2**40]), np.array([0, 5], np.uint64)
for numbers in ([10**6], [-10**9], [-1], [], [2, 1], [1, 1], [0.5], None, *huge):
    for name in ("candidates", "allowed"):
        parts = {"candidates": start.members, "allowed": start.allowed, "rows": start.rows, name: numbers}
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
    assert len(lines) == 40 and {line.split(":")[0] for line in lines} == {"candidates", "allowed", "guesses"}

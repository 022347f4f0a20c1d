"""Experiments over many settings: parallel, with progress, resumable, and stored with where they come from.

A sweep is a list of tasks, each a small dictionary, and a function that turns a task into figures. What is done is
written after every task, the file as a whole each time, so that a run which is killed goes on where it stopped.
"""

import ast
import csv
import hashlib
import json
import os
import platform
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import joblib
import numpy as np

from wordlelib import entropy
from wordlelib.adaptive import AdaptivePolicy, Opening, Remembering, simulate
from wordlelib.bandits import PUCT, SAMPLERS
from wordlelib.belief import GuessingProblem
from wordlelib.exact import Proof, Solver, prove
from wordlelib.game import Game, wordle
from wordlelib.guarantees import GuaranteeSolver, guarantee
from wordlelib.kernels.branch_and_bound import IMPOSSIBLE
from wordlelib.kernels.jit import cache_folder, clock
from wordlelib.mcts import TreeSearch
from wordlelib.noise import NoisyInformation, NoisyRollout, colour_noise, one_lie
from wordlelib.packing import pack_sets
from wordlelib.players import SCORES, TIES, MinimaxGuesser, WorstCase, answers_only
from wordlelib.policy import GREEDY, ExpectedRemaining, InformationGain, MostClasses, Policy, WorstClass
from wordlelib.rollout import Rollout
from wordlelib.small_trees import FewestDecisions
from wordlelib.tree import play
from wordlelib.words import DATA, load_lists, load_prior, original, tiny

SHOWS_ONLY = {"__main__.py", "interrupts.py", "plots.py", "preparation.py", "tables.py"}
CHUNK, FIRST, OPENINGS = 50, 5, 24

Task = dict[str, Any]


class Sweep(NamedTuple):
    """An experiment: its tasks, and what computes the figures of one task (a function that other processes can import).

    Attributes
    ----------
    tasks
        Different from each other, of text and numbers only.
    work
        Called as ``work(**task)``; gives a dictionary of text and numbers.
    note
        Called with the tasks that are done, each with its figures; says in a few words what they show so far.
    """

    tasks: list[Task]
    work: Callable[..., dict[str, Any]]
    note: Callable[[list[Task]], str] = lambda rows: ""


def table1(width: int = 10) -> Sweep:
    """Play the papers' Table 1 by the clean definitions: 13 openings, easy and hard, information gain and its rollout.

    Hard mode is Wordle's own rule; no game is cut off after six guesses.
    """
    return _tables(["information-gain"], ["easy", "hard"], width)


def table2(width: int = 10) -> Sweep:
    """Play the papers' Table 2 by the clean definitions: the other two base policies, in hard mode."""
    return _tables(["expected-remaining", "most-classes"], ["hard"], width)


def _tables(bases: list[str], modes: list[str], width: int) -> Sweep:
    _check_width(width)
    tasks = [
        {"opening": opening, "mode": mode, "base": base, "width": reach}
        for base in bases
        for mode in modes
        for opening in (row["opening"] for row in published("table1"))
        for reach in (0, width)
    ]
    return Sweep(tasks, play_opening)


def _check_width(width: int) -> None:
    if width < 1:
        raise ValueError(f"width: {width}; expected at least 1")


def play_opening(opening: str, mode: str, base: str, width: int) -> dict[str, Any]:
    """Play one opening on the original lists by a greedy policy (width 0) or rollout on it."""
    game = _game(mode)
    policy = Rollout(GREEDY[base](), width) if width else GREEDY[base]()
    begun = clock()
    tree = play(game, policy, opening)
    seconds = clock() - begun
    return {"total": tree.total, "worst": tree.worst, "over_six": len(tree.failures(6)), "seconds": round(seconds, 4)}


def make_game(
    mode: str = "easy",
    answers: str | None = None,
    guesses: str | None = None,
    letters: int = 5,
    prior: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Game:
    """Make a game of Wordle from the names of files: word lists (the original ones by default) and a prior."""
    weights = None if prior is None else load_prior(prior)
    if answers is not None:
        lists = load_lists(answers, guesses)
        return wordle(*lists, mode=mode, prior=weights, progress=progress, letters=letters)
    if guesses is not None:
        raise ValueError("guesses: given without answers; expected both, or answers alone")
    return wordle(mode=mode, prior=weights, progress=progress, letters=letters)


_game = cache(make_game)


def noisy(width: int = 10) -> Sweep:
    """Play Wordle with colours that lie: information gain, rollout on it, and information gain with a bonus.

    Each colour is wrong with probability 0.05, or one colour of each row is. All policies meet the same hidden words
    and the same noise, 2,000 games of each kind, in parts of 50.
    """
    _check_width(width)
    tasks = [
        {"noise": kind, "policy": policy, "width": width, "first": first, "games": 50}
        for kind in ("0.05", "one-lie")
        for policy in ("information-gain", "rollout", "bonus")
        for first in range(0, 2000, 50)
    ]
    return Sweep(tasks, play_noisy)


def play_noisy(noise: str, policy: str, width: int, first: int, games: int) -> dict[str, Any]:
    """Play some games of the series of seed 1 on the original lists, after the opening of most information."""
    problem, chosen = _noisy(noise, policy, width)
    begun = clock()
    guesses = simulate(problem, chosen, games, 1, first).values
    return {"guesses": guesses.astype(int).tolist(), "seconds": round(clock() - begun, 2)}


@cache
def _noisy(noise: str, policy: str, width: int) -> tuple[GuessingProblem, Remembering]:
    problem = GuessingProblem(_game("easy"), channel_of(noise, _game("easy")))
    base = NoisyInformation(problem, bonus=0.0)
    opening = base.decide(problem.start, problem.prior)
    chosen: AdaptivePolicy = base
    if policy == "rollout":
        chosen = NoisyRollout(base, width, runs=20)
    elif policy == "bonus":
        chosen = NoisyInformation(problem, bonus=2.0 if noise != "one-lie" else 4.0)
    return problem, Remembering(Opening(problem, opening, chosen))


def channel_of(noise: str, game: Game) -> np.ndarray:
    """Make the channel that a text names: "one-lie", or the probability of a wrong colour."""
    if noise == "one-lie":
        return one_lie(game)
    try:
        return colour_noise(game, float(noise))
    except ValueError:
        raise ValueError(f"noise: {noise!r}; expected a probability from 0 to 1, or one-lie") from None


def exact() -> Sweep:
    """Prove the least total of the papers' 13 openings: easy, hard with at most six guesses, and hard without a cap."""
    tasks = [
        {"opening": row["opening"], "mode": mode, "cap": cap}
        for mode, cap in (("easy", None), ("hard", 6), ("hard", None))
        for row in published("table1")
    ]
    return Sweep(tasks, prove_opening)


def prove_opening(opening: str, mode: str, cap: int | None) -> dict[str, Any]:
    """Prove the total of one opening on the original lists."""
    proof = _proven(prove(_game(mode), opening, cap))
    return {"total": proof.total, "worst": proof.tree and proof.tree.worst} | _effort(proof)


def _proven(proof: Proof) -> Proof:
    """Give a proof; half a one is no result, for `prove` came back early at Ctrl-C."""
    if not proof.proven:
        raise KeyboardInterrupt
    return proof


def _effort(proof: Proof) -> dict[str, Any]:
    counts = {"nodes": proof.nodes, "guesses": proof.guesses, "cuts": proof.cuts}
    return counts | {"seconds": round(proof.seconds, 4)}


def scaling() -> Sweep:
    """Prove the best opening on random parts of the lists: how the time grows with the number of hidden words.

    Five and six letters, from 200 hidden words to all 2,315; three parts of each size.
    """
    tasks = [
        {"letters": letters, "hidden": hidden, "seed": seed}
        for letters in (5, 6)
        for hidden in (200, 400, 800, 1200, 1600, 2000, 2315)
        for seed in range(3 if hidden < 2315 else 1)
    ]
    return Sweep(tasks, prove_part)


def prove_part(letters: int, hidden: int, seed: int) -> dict[str, Any]:
    """Prove the best opening with some of the original hidden words, and all guesses."""
    answers, guesses = original(letters)
    part = np.random.default_rng([letters, hidden, seed]).choice(answers, hidden, replace=False)
    game = wordle(sorted(map(str, part)), guesses)
    proof = _proven(prove(game))
    return {"opening": proof.opening, "total": proof.total} | _effort(proof)


VARIANTS: dict[str, dict[str, Any]] = {
    "avts": {},
    "as in the essay": {"bounds": False, "shared": False},
    "no bounds": {"bounds": False},
    "nodes not shared": {"shared": False},
    "biased": {"debias": False},
    "centred spread": {"centred": True},
    "100 guesses": {"width": 100},
    "all guesses": {"width": "all"},
    "policy as predictor": {"predictor": InformationGain()},
}


def race(answers: str | None = None, guesses: str | None = None, stop_at: int = 7920) -> Sweep:
    """Let tree search look for a strategy of a known total: five samplers, and variants of the search, ten seeds each.

    Parameters
    ----------
    answers, guesses
        Files of word lists; by default the original ones, on which the variants are tried too.
    stop_at
        The total; by default the optimum of the original lists.
    """
    tasks = [
        {"variant": "avts", "sampler": sampler, "seed": seed, "limit": 1_500 if sampler == PUCT.name else 6_000}
        for sampler in SAMPLERS
        for seed in range(10)
        if answers is None or sampler != PUCT.name
    ]
    for variant in VARIANTS if answers is None else []:
        limit = {"biased": 1_000, "centred spread": 20_000, "all guesses": 25}.get(variant, 6_000)
        seeds = 3 if variant == "all guesses" else 10
        if variant != "avts":
            tasks += [
                {"variant": variant, "sampler": "thompson", "seed": seed, "limit": limit} for seed in range(seeds)
            ]
    return Sweep(tasks, partial(search_once, answers=answers, guesses=guesses, stop_at=stop_at))


def search_once(
    variant: str,
    sampler: str,
    seed: int,
    limit: int,
    answers: str | None = None,
    guesses: str | None = None,
    stop_at: int = 7920,
) -> dict[str, Any]:
    """Search until a strategy of a total is found, or up to a number of iterations; tell each better one on the way."""
    game = _game(answers=answers, guesses=guesses)
    settings = VARIANTS[variant]
    TreeSearch(wordle(tiny()), np.random.default_rng(0), SAMPLERS[sampler](), **settings).run(5)  # compiles the kernels
    begun = time.process_time()
    search = TreeSearch(game, np.random.default_rng(seed), SAMPLERS[sampler](), **settings)
    upper = search.run(limit, stop_at).upper
    seconds = time.process_time() - begun
    better = np.flatnonzero(np.diff(upper, prepend=np.iinfo(np.int64).max) < 0)
    return {
        "found_at": search.found_at if search.upper <= stop_at else None,
        "iterations": search.iterations,
        "opening": search.guess(),
        "total": search.upper,
        "lower": search.lower,
        "nodes": search.nodes,
        "bytes": search.memory,
        "cpu_seconds": round(seconds, 3),
        "better": [[int(i) + 1, int(upper[i])] for i in better],
    }


METHODS: dict[str, Callable[[], Policy]] = {
    "worst class": WorstClass,
    "expected remaining": ExpectedRemaining,
    "information gain": InformationGain,
    "most classes": MostClasses,
    "rollout 10": lambda: Rollout(InformationGain(), 10),
    "rollout 30": lambda: Rollout(InformationGain(), 30),
    "rollout 100": lambda: Rollout(InformationGain(), 100),
    "rollout of rollout": lambda: Rollout(Rollout(InformationGain(), 10), 10),
    "rollout 10 on most classes": lambda: Rollout(MostClasses(), 10),
}


def compare() -> Sweep:
    """Compare what methods find with what they need: policies, rollout on two of them, tree search, exact search.

    The policies play from their own opening and from salet, tree search runs with five seeds; easy mode, and hard mode
    without a cap.
    """
    tasks: list[Task] = []
    for mode in ("easy", "hard"):
        tasks += [
            {"method": method, "mode": mode, "first": first, "seed": 0}
            for method in METHODS
            for first in ("own", "salet")
        ]
        tasks += [
            {"method": f"avts {iterations}", "mode": mode, "first": "own", "seed": seed}
            for iterations in (10, 30, 100, 300)
            for seed in range(5)
        ]
        tasks.append({"method": "exact", "mode": mode, "first": "salet", "seed": 0})
    return Sweep(tasks, compare_once)


def compare_once(method: str, mode: str, first: str, seed: int) -> dict[str, Any]:
    """Make a strategy for all words by one method, four times; the seconds are the median of the last three.

    Parameters
    ----------
    method
        A policy of `METHODS`, "exact", or "avts" and a number of iterations.
    mode
        Easy or hard.
    first
        The opening, or "own".
    seed
        For tree search.
    """
    game, opening = _game(mode), None if first == "own" else first
    kind, _, number = method.partition(" ")

    def find() -> tuple[str | None, int | None]:
        if kind == "avts":
            search = TreeSearch(game, np.random.default_rng(seed))
            search.run(int(number))
            return search.guess(), search.upper
        if kind == "exact":
            proof = _proven(prove(game, opening))
            return proof.opening, proof.total
        tree = play(game, METHODS[method](), opening)
        return tree.opening, tree.total

    seconds = []
    for _ in range(4):
        begun = time.process_time()
        found, total = find()
        seconds.append(time.process_time() - begun)
    return {"opening": found, "total": total, "cpu_seconds": round(float(np.median(seconds[1:])), 4)}


def guarantees(answers: str | None = None, guesses: str | None = None) -> Sweep:
    """Ask how many guesses can be guaranteed: from all guesses and from answers only, in all modes.

    Parameters
    ----------
    answers, guesses
        Files of word lists; by default the original ones.
    """
    asked: list[tuple[str, str, int, str | None]] = []
    asked += [("answers", "easy", 5, None), ("answers", "easy", 4, None), ("all", "easy", 5, None)]
    asked += [("all", "easy", 4, None), ("answers", "strict", 6, None), ("answers", "strict", 4, None)]
    for word in ("scowl", "scamp", "raise", "salet") if answers is None else ():
        asked += [("all", "hard", 5, word)]
    tasks = [dict(zip(("guess_list", "mode", "cap", "opening"), row, strict=True)) for row in asked]
    return Sweep(tasks, partial(guarantee_once, answers=answers, guesses=guesses))


def obstructions(answers: str | None = None) -> Sweep:
    """Collect the obstructions by which four guesses cannot be guaranteed, with the hidden words as the only guesses.

    Parameters
    ----------
    answers
        A file of hidden words; the original ones by default.
    """
    return Sweep([{"guess_list": "answers", "cap": 4}], partial(obstructions_once, answers=answers))


def obstructions_once(guess_list: str, cap: int, answers: str | None = None) -> dict[str, Any]:
    """Give the obstructions by level, each a set of word numbers; see `packing.pack_sets`."""
    game = answers_only(_game(answers=answers))
    number = {word: i for i, word in enumerate(game.hidden)}
    found = guarantee(game, cap).refutation
    sets = {str(level): pack_sets([number[w] for w in each] for each in some) for level, some in found.items()}
    return {"words": len(game.hidden), "sets": sets}


def guarantee_once(
    guess_list: str, mode: str, cap: int, opening: str | None, answers: str | None = None, guesses: str | None = None
) -> dict[str, Any]:
    """Answer one question, with the effort; what compiles is not timed."""
    guarantee(wordle(tiny(), mode=mode), 3)
    game = _game(mode=mode, answers=answers, guesses=guesses)
    begun = time.process_time()
    found = guarantee(answers_only(game) if guess_list == "answers" else game, cap, opening)
    return {
        "possible": found.possible,
        "found": found.opening,
        "worst": found.tree and found.tree.worst,
        "total": found.tree and found.tree.total,
        "obstructions": {str(level): len(sets) for level, sets in found.refutation.items()},
        "nodes": found.nodes,
        "cpu_seconds": round(time.process_time() - begun, 3),
    }


def strict() -> Sweep:
    """Find, for each opening of strict mode, whether five or six guesses are enough; answers only."""
    words = len(original()[0])
    return Sweep([{"first": i, "openings": min(CHUNK, words - i)} for i in range(0, words, CHUNK)], strict_openings)


def strict_openings(first: int, openings: int) -> dict[str, Any]:
    """Give the openings after which five guesses are enough in all, and those after which six are."""
    solver, words = _strict_solver()
    solver.search(solver.game.start(), 3, words[0])  # compiles
    enough: dict[int, list[str]] = {5: [], 6: []}
    before, begun = solver.nodes, time.process_time()
    for word in words[first : first + openings]:
        for cap, found in enough.items():
            if solver.search(solver.game.start(), cap, word) is not None:
                found.append(word)
                break
    seconds = round(time.process_time() - begun, 3)
    return {"five": enough[5], "six": enough[6], "nodes": solver.nodes - before, "cpu_seconds": seconds}


@cache
def _strict_solver() -> tuple[GuaranteeSolver, list[str]]:
    words = original()[0]
    return GuaranteeSolver(wordle(words, mode="strict")), list(words)


def worst_case(answers: str | None = None, guesses: str | None = None) -> Sweep:
    """Let players that think of the worst case play normal Wordle; those that look four plies ahead, with answers only.

    Parameters
    ----------
    answers, guesses
        Files of word lists; by default the original ones.
    """
    scored = [{"player": "worst-case", "score": score, "ties": ties} for score in SCORES for ties in TIES]
    ahead = [{"player": "minimax 4", "score": "size", "ties": ties} for ties in TIES]
    tasks = [{"guess_list": "answers"} | player for player in scored + ahead]
    tasks += [{"guess_list": "all"} | player for player in scored]
    return Sweep(tasks, partial(play_worst_case, answers=answers, guesses=guesses))


def play_worst_case(
    guess_list: str, player: str, score: str, ties: str, answers: str | None = None, guesses: str | None = None
) -> dict[str, Any]:
    """Play one policy against every hidden word, and count those of the original list also by themselves.

    What compiles is not timed.
    """
    kind, _, depth = player.partition(" ")
    policy = MinimaxGuesser(int(depth), evaluation=score, ties=ties) if depth else WorstCase(score, ties)
    play(wordle(tiny()), policy)
    game = _game(answers=answers, guesses=guesses)
    begun = time.process_time()
    tree = play(answers_only(game) if guess_list == "answers" else game, policy)
    seconds = round(time.process_time() - begun, 3)
    old = np.isin(game.hidden, original()[0])
    return {
        "opening": tree.opening,
        "total": tree.total,
        "worst": tree.worst,
        "words": {str(used): words for used, words in tree.distribution.items()},
        "original_words": int(old.sum()),
        "original_total": int(tree.guesses_used[old].sum()),
        "cpu_seconds": seconds,
    }


def small_trees() -> Sweep:
    """Look for strategies with few decisions and five guesses at most, from the openings of most classes."""
    tasks = []
    for guess_list in ("answers", "all"):
        game = _small_game(guess_list)
        start = game.start()
        classes = np.argsort(entropy.costs(start, entropy.CLASSES, start.allowed), kind="stable")[:OPENINGS]
        tasks += [
            {"guess_list": guess_list, "opening": game.guesses[start.allowed[i]], "width": width}
            for i in classes
            for width in (10, 30)
        ]
    return Sweep(tasks, small_tree)


def small_tree(guess_list: str, opening: str, width: int) -> dict[str, Any]:
    """Find a strategy with few decisions from an opening; None where none was found that keeps to five guesses."""
    game, policy = _small_game(guess_list), FewestDecisions(5, width)
    play(wordle(tiny()), policy)
    begun = time.process_time()
    try:
        tree = play(game, policy, opening)
        figures: dict[str, Any] = {"decisions": tree.decisions, "total": tree.total, "worst": tree.worst}
    except ValueError:
        figures = dict.fromkeys(("decisions", "total", "worst"))
    return figures | {"cpu_seconds": round(time.process_time() - begun, 3)}


@cache
def _small_game(guess_list: str) -> Game:
    game = _game()
    return answers_only(game) if guess_list == "answers" else game


def openings(recipe: dict[str, Any], cap: int | None, below: int) -> Sweep:
    """Prove the totals of all openings that need less than `below`, those that promise most first.

    Parameters
    ----------
    recipe
        The arguments of `make_game`.
    cap, below
        As for `exact.prove`.
    """
    words, bounds = _openings(tuple(recipe.items()), cap)[1:]
    tasks = [{"first": i, "openings": min(CHUNK, len(words) - i)} for i in range(0, len(words), CHUNK)]

    def note(rows: list[Task]) -> str:
        done = {row["first"] for row in rows}
        lower = min([bounds[task["first"]] for task in tasks if task["first"] not in done], default=below)
        upper = min(merged(rows).values(), default=None)
        return f"total between {lower if upper is None else min(lower, upper)} and {upper or '?'}"

    return Sweep(tasks, partial(prove_openings, recipe=tuple(recipe.items()), cap=cap, below=below), note)


def prove_openings(first: int, openings: int, recipe: tuple, cap: int | None, below: int) -> dict[str, Any]:
    """Decide some openings: give the totals of those that need less than `below`."""
    solver, words, _ = _openings(recipe, cap)
    start = solver.game.start()
    before, begun = (solver.nodes, solver.guesses, solver.cuts), clock()
    totals = {}
    for word in words[first : first + openings]:
        found, _ = solver.search(start, word, below)
        if found.upper is not None and found.lower < below:
            totals[word] = found.upper
    after = (solver.nodes, solver.guesses, solver.cuts)
    effort = {name: b - a for name, a, b in zip(("nodes", "guesses", "cuts"), before, after, strict=True)}
    return {"totals": totals} | effort | {"seconds": round(clock() - begun, 4)}


@cache
def _openings(recipe: tuple, cap: int | None) -> tuple[Solver, list[str], list[int]]:
    """Give a solver, the openings to look at, and their lower bounds, the least first."""
    game = _game(**dict(recipe))
    solver = Solver(game, cap)
    bounds = solver.lower_bounds()
    order = np.argsort(bounds, kind="stable")
    return solver, [game.guesses[i] for i in order], [int(bounds[i]) for i in order]


def merged(rows: list[Task]) -> dict[str, int]:
    """Give the totals that a run over openings has found, the least first."""
    totals = {word: total for row in rows for word, total in row["totals"].items()}
    return dict(sorted(totals.items(), key=lambda item: (item[1], item[0])))


def prove_all(
    recipe: dict[str, Any],
    cap: int | None = None,
    below: int | None = None,
    gap: int = 0,
    jobs: int = 1,
    out: str | PathLike | None = None,
    progress: Callable[[int, int, str], None] | None = None,
) -> dict[str, Any]:
    """Prove the totals of the best openings, in several processes; a run that was stopped goes on where it was.

    Parameters
    ----------
    recipe
        The arguments of `make_game`.
    cap, below, gap
        As for `exact.prove`.
    jobs
        How many processes to use.
    out
        Where to store what is done, and the result. By default it is stored with the compiled kernels until the end.
    progress
        As for `run`.

    Returns
    -------
    dict
        The best opening and its total, whether that is proven, bounds, the totals of all openings that were asked for,
        and the effort. After Ctrl-C, what was known then.
    """
    if gap < 0 or (gap and below is not None):
        raise ValueError(f"gap: {gap}; expected at least 0, and no limit `below` with it")
    begun = clock()
    solver, words, bounds = _openings(tuple(recipe.items()), cap)
    game, limit = solver.game, IMPOSSIBLE if below is None else below
    rows: list[Task] = []
    first: dict[str, int] = {}
    path, complete = None, False
    with suppress(KeyboardInterrupt):
        for word in words[:FIRST] if below is None else []:
            found, _ = solver.search(game.start(), word, limit)
            if found.upper is not None:
                first[word] = found.upper
                limit = min(limit, found.upper + gap + 1)
        settings = _proof_settings(game, recipe, cap, limit)
        name = hashlib.sha256(repr(settings).encode()).hexdigest()[:16]
        path = cache_folder() / f"proof-{name}.json" if out is None else Path(out)
        rows = run(openings(recipe, cap, limit), path, jobs, settings, progress)
        complete = True
    if not complete and path is not None and path.exists():
        rows = json.loads(path.read_text(encoding="utf-8"))["rows"]
    if complete and path is not None and out is None:
        path.unlink()
    totals = merged(rows) or first
    opening = min(totals, key=lambda word: (totals[word], word), default=None)
    upper = None if opening is None else totals[opening]
    done = {row["first"] for row in rows}
    open_bounds = [bounds[i] for i in range(0, len(words), CHUNK) if i not in done]
    lower = min([*open_bounds, limit if upper is None else upper])
    proven = lower == upper or lower >= IMPOSSIBLE
    return {
        "opening": opening,
        "mode": game.mode,
        "cap": cap,
        "below": limit if limit < IMPOSSIBLE else None,
        "total": upper if proven else None,
        "proven": proven,
        "lower": lower if lower < IMPOSSIBLE else None,
        "upper": upper,
        "openings": totals,
        **{effort: sum(row[effort] for row in rows) for effort in ("nodes", "guesses", "cuts")},
        "seconds": round(clock() - begun, 4),
        "complete": complete,
    }


def _proof_settings(game: Game, recipe: dict[str, Any], cap: int | None, below: int) -> dict[str, Any]:
    content = repr((game.hidden, game.guesses, game.weights.tolist())).encode()
    return recipe | {"cap": cap, "below": below, "game": hashlib.sha256(content).hexdigest()}


@cache
def code_stamp() -> str:
    """Give a digest of the code on which figures depend.

    It leaves out comments and docstrings, and what only shows figures: commands, pictures, tables and widgets.
    """
    package, digest = Path(__file__).parent, hashlib.sha256()
    for path in sorted([*package.glob("*.py"), *package.glob("kernels/*.py")]):
        if path.name in SHOWS_ONLY:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
                node.body = node.body[1:]
        digest.update(f"{path.name} {ast.dump(tree)}".encode())
    return digest.hexdigest()[:16]


SWEEPS: dict[str, Callable[..., Sweep]] = {
    "table1": table1,
    "table2": table2,
    "noisy": noisy,
    "exact": exact,
    "scaling": scaling,
    "race": race,
    "compare": compare,
    "guarantees": guarantees,
    "obstructions": obstructions,
    "strict": strict,
    "worst-case": worst_case,
    "small-trees": small_trees,
}


def run(
    sweep: Sweep,
    out: str | PathLike,
    jobs: int = 1,
    settings: dict[str, Any] | None = None,
    progress: Callable[[int, int, str], None] | None = None,
) -> list[Task]:
    """Do all tasks of a sweep that are not done yet, and store every result in a file as soon as it is there.

    Parameters
    ----------
    sweep
        The experiment.
    out
        A JSON file. If it is there already, it must come from the same sweep, settings and version; it is completed.
    jobs
        How many processes to use.
    settings
        What to note down about the run beside command and versions.
    progress
        Called after each task with (tasks done, tasks in all, what they show so far).

    Returns
    -------
    list of dict
        The tasks in their order, each with its figures.

    Raises
    ------
    ValueError
        If `jobs` is less than 1, the folder of `out` does not exist, or the file is of another experiment.
    """
    if jobs < 1:
        raise ValueError(f"jobs: {jobs}; expected at least 1")
    path = Path(out)
    if not path.parent.is_dir():
        raise ValueError(f"out: {str(path.parent)!r} is no folder; expected a file in a folder that exists")
    source = {"settings": settings or {}, "versions": versions(), "code": code_stamp()}
    done = _resume(path, source, sweep)
    left = [task for task in sweep.tasks if _key(task) not in done]
    command = "python -m wordlelib " + " ".join(sys.argv[1:]) if sys.argv[0].endswith("__main__.py") else None

    def store() -> None:
        rows = [done[_key(task)] for task in sweep.tasks if _key(task) in done]
        write_whole(path, json.dumps(source | {"command": command, "rows": rows}, indent=1) + "\n")

    if left:
        store()  # a file that cannot be written is found out before the work
    work = joblib.delayed(_measured)
    with _without_interrupts(jobs > 1):
        results = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")(work(sweep.work, task) for task in left)
    for task, figures in results:
        done[_key(task)] = task | figures
        store()
        if progress is not None:
            progress(len(done), len(sweep.tasks), sweep.note(list(done.values())))
    return [done[_key(task)] for task in sweep.tasks]


@contextmanager
def _without_interrupts(wanted: bool) -> Iterator[None]:
    """Put Ctrl-C off; processes that begin inside a block never hear of it, and end when this one ends them."""
    if not wanted or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _measured(work: Callable[..., dict[str, Any]], task: Task) -> tuple[Task, dict[str, Any]]:
    return task, work(**task)


def _key(task: Task) -> str:
    return json.dumps(task, sort_keys=True)


def _resume(path: Path, source: dict[str, Any], sweep: Sweep) -> dict[str, Task]:
    """Read what an earlier run left: {key of a task: the task with its figures}."""
    if not path.exists():
        return {}
    try:
        stored = json.loads(path.read_text())
        same = {name: stored[name] for name in source} == source
        rows = [dict(row) for row in stored["rows"]]
    except (ValueError, KeyError, TypeError):
        raise ValueError(
            f"out: {path} is there and holds no results; expected a new file, or one to go on with"
        ) from None
    if not same:
        raise ValueError(f"out: {path} holds another experiment or is of another version; expected a new file")
    names = set(sweep.tasks[0]) if sweep.tasks else set()
    wanted = {_key(task) for task in sweep.tasks}
    found = {_key({name: row[name] for name in names if name in row}): row for row in rows}
    return {key: row for key, row in found.items() if key in wanted}


def versions() -> dict[str, str]:
    """Give the versions that a result depends on."""
    packages = {name: version(name) for name in ("numpy", "numba")}
    return {"python": platform.python_version(), **packages}


def write_whole(path: str | PathLike, text: str) -> None:
    """Write a file so that at any moment it is either the old one or the new one."""
    path = Path(path)
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    with open(partial, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(partial, path)


def results(name: str) -> dict[str, Any]:
    """Read a result that comes with the project: its rows, and the command, versions and settings behind them."""
    return json.loads(_stored("results", name, ".json").read_text(encoding="utf-8"))


def published(name: str) -> list[dict[str, str]]:
    """Read a table that a paper printed, figure by figure as it stands there; what it leaves out is empty."""
    with open(_stored("published", name, ".csv"), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _stored(folder: str, name: str, suffix: str) -> Path:
    path = DATA / folder / (name + suffix)
    if not path.is_file():
        there: Iterable[str] = sorted(each.stem for each in (DATA / folder).glob("*" + suffix))
        raise ValueError(f"name: {name!r}; expected one of {', '.join(there)}")
    return path

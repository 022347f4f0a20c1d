"""The experiments of the book, each a sweep that is computed once and stored in `data/results`."""

import time
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np

from wordlelib import checks, entropy
from wordlelib.adaptive import LIMIT, AdaptivePolicy, Opening, Remembering, simulate
from wordlelib.belief import GuessingProblem, ParticleFilter
from wordlelib.certificates import certificate_effort
from wordlelib.clusters import KNOWN, clusters, processes
from wordlelib.exact import Proof, prove
from wordlelib.game import Game, make_game, wordle
from wordlelib.guarantees import GuaranteeSolver, guarantee
from wordlelib.judging import totals as q_totals
from wordlelib.kernels.jit import clock
from wordlelib.knowledge import REPRESENTATIONS
from wordlelib.languages import languages
from wordlelib.learning import TRAININGS, train_once
from wordlelib.mcts import TreeSearch
from wordlelib.methods import methods, newton, shift
from wordlelib.minimax import best_move
from wordlelib.noise import NoisyInformation, NoisyRollout, colour_noise, one_lie
from wordlelib.openings import merged as merged
from wordlelib.openings import prove_openings as prove_openings
from wordlelib.openings import refutations
from wordlelib.packing import pack, pack_sets
from wordlelib.players import SCORES, TIES, MinimaxGuesser, WorstCase, answers_only
from wordlelib.policy import GREEDY, ExpectedRemaining, InformationGain, MostClasses, Policy, WorstClass
from wordlelib.positions import KEYS, ORDERS, TableSearch, count_states
from wordlelib.printed import conventions, widths
from wordlelib.races import (
    TEMPERATURES,
    in_time,
    race,
    race_as_in_the_essay,
    race_of_parameters,
    race_of_spreads,
    race_with_a_prior,
)
from wordlelib.races import VARIANTS as VARIANTS
from wordlelib.races import search_once as search_once
from wordlelib.results import published as published
from wordlelib.results import results as results
from wordlelib.rollout import Rollout
from wordlelib.runs import Sweep, Task
from wordlelib.second_guesses import second_guesses
from wordlelib.small_sets import fours, small_sets
from wordlelib.small_trees import FewestDecisions
from wordlelib.tree import play
from wordlelib.tuning import lengths, priors
from wordlelib.words import original, tiny

CHUNK, OPENINGS, PART, CANDIDATES = 50, 24, 500, 30
SAMPLE, SEED = 400, 50  # of openings: how many, and in which order all of them are drawn
NOISES = ("0.05", "one-lie")


def table1(width: int = 10) -> Sweep:
    """Play the papers' Table 1 by the clean definitions: 13 openings, easy and hard, information gain and its rollout.

    Hard mode is Wordle's own rule, and no game is cut off after six guesses.
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
    """Play one opening on the original lists by a greedy policy, with width 0, or by rollout on it."""
    game = _game(mode)
    policy = Rollout(GREEDY[base](), width) if width else GREEDY[base]()
    begun = clock()
    tree = play(game, policy, opening)
    seconds = clock() - begun
    return {"total": tree.total, "worst": tree.worst, "over_six": len(tree.failures(6)), "seconds": round(seconds, 4)}


_game = cache(make_game)


def trainings() -> Sweep:
    """Train values for the original lists, with several seeds each, and play them from openings that none has seen."""
    tasks = [
        {"kind": kind, "mode": mode, "seed": seed}
        for mode, seeds in (("easy", 3), ("hard", 2))
        for kind in TRAININGS
        for seed in range(seeds)
    ]
    return Sweep(tasks, train_once)


def noisy(width: int = 10) -> Sweep:
    """Play Wordle with lying colours by information gain, by rollout on it, and by information gain with a bonus.

    Either each colour is wrong with probability 0.05, or one colour of each row is wrong. All policies meet the same
    hidden words and the same noise, in 2,000 games of each kind that are divided into parts of 50.
    """
    _check_width(width)
    tasks = [
        {"noise": kind, "policy": policy, "width": width, "first": first, "games": 50}
        for kind in NOISES
        for policy in ("information-gain", "rollout", "bonus")
        for first in range(0, 2000, 50)
    ]
    return Sweep(tasks, play_noisy, cost=KNOWN["noisy"])


def play_noisy(noise: str, policy: str, width: int, first: int, games: int) -> dict[str, Any]:
    """Play some games of the series with seed 1 on the original lists, after the opening of most information."""
    problem, chosen = _noisy(noise, policy, width)
    begun = clock()
    guesses = simulate(problem, chosen, games, 1, first).values
    return {"guesses": guesses.astype(int).tolist(), "seconds": round(clock() - begun, 2)}


@cache
def _noisy(noise: str, policy: str, width: int) -> tuple[GuessingProblem, Remembering]:
    problem, opening = _lying(noise)
    chosen: AdaptivePolicy = NoisyInformation(problem, bonus=0.0)
    if policy == "rollout":
        chosen = NoisyRollout(NoisyInformation(problem, bonus=0.0), width, runs=20)
    elif policy == "bonus":
        chosen = NoisyInformation(problem, bonus=2.0 if noise != "one-lie" else 4.0)
    return problem, Remembering(Opening(problem, opening, chosen))


@cache
def _lying(noise: str) -> tuple[GuessingProblem, str]:
    """Give the noisy game on the original lists, and its opening of most information."""
    problem = GuessingProblem(_game("easy"), channel_of(noise, _game("easy")))
    return problem, NoisyInformation(problem, bonus=0.0).decide(problem.start, problem.prior)


def bonuses() -> Sweep:
    """Choose bonuses for games in which colours lie, for information gain and rollout on it with exact beliefs.

    The games come from a different series than those of `particles`, so that bonuses tuned here are tested there on new
    games.
    """
    tasks = [
        _believing(noise, policy, float(bonus), seed=2) | {"first": first, "games": 40}
        for noise in NOISES
        for policy, tried, games in (("information", (0, 1, 2, 3, 4, 6), 240), ("rollout", (0, 1, 2, 4), 80))
        for bonus in tried
        for first in range(0, games, 40)
    ]
    return Sweep(tasks, play_believing)


def tuned(noise: str, policy: str) -> float:
    """Return the bonus with which a policy needed the fewest guesses in the stored run of `bonuses`."""
    guesses: dict[float, list[int]] = {}
    for row in results("bonuses")["rows"]:
        if (row["noise"], row["policy"]) == (noise, policy):
            guesses.setdefault(row["bonus"], []).extend(row["guesses"])
    return min(guesses, key=lambda bonus: float(np.mean(guesses[bonus])))


def particles() -> Sweep:
    """Play games in which colours lie, with beliefs that a particle filter follows and with exact ones.

    Both policies have the bonus that was best for them in `bonuses`. All meet the same hidden words and the same noise.
    Information gain plays 300 games and rollout the first 150 of these, in parts of 50.
    """
    sizes = (100, 300, 1000, 3000, 10_000)
    filters = {
        "information": [(0, 0), *((size, moves) for size in sizes for moves in (0, 5))],
        "rollout": [(0, 0), (100, 5), (1000, 0), (1000, 5), (10_000, 0)],
    }
    tasks = [
        _believing(noise, policy, tuned(noise, policy), 1, size, moves) | {"first": first, "games": 50}
        for noise in NOISES
        for policy, followed in filters.items()
        for size, moves in followed
        for first in range(0, 300 if policy == "information" else 150, 50)
    ]
    return Sweep(tasks, play_believing, cost=KNOWN["particles"])


def _believing(noise: str, policy: str, bonus: float, seed: int, size: int = 0, moves: int = 0) -> Task:
    return {"noise": noise, "policy": policy, "bonus": bonus, "seed": seed, "particles": size, "moves": moves}


def play_believing(
    noise: str, policy: str, bonus: float, seed: int, particles: int, moves: int, first: int, games: int
) -> dict[str, Any]:
    """Play some games in which colours lie, with the belief of a particle filter or, without particles, the exact one.

    `moves` is what `ParticleFilter` calls `rejuvenate`. A game that is not over after `LIMIT` guesses counts as `LIMIT`
    guesses. The figures include how often a filter had to restart.
    """
    problem, player = _believer(noise, policy, bonus)
    made: list[ParticleFilter] = []

    def estimator(rng: np.random.Generator) -> ParticleFilter:
        made.append(ParticleFilter(problem, particles, rng, rejuvenate=moves))
        return made[-1]

    begun = clock()
    guesses = simulate(problem, player, games, seed, first, estimator if particles else None).values
    return {
        "guesses": np.minimum(guesses, LIMIT).astype(int).tolist(),
        "restarts": sum(filtered.restarts for filtered in made),
        "seconds": round(clock() - begun, 2),
    }


@cache
def _believer(noise: str, policy: str, bonus: float) -> tuple[GuessingProblem, Remembering]:
    problem, opening = _lying(noise)
    chosen: AdaptivePolicy = NoisyInformation(problem, bonus)
    if policy == "rollout":
        chosen = NoisyRollout(NoisyInformation(problem, bonus), runs=10)
    return problem, Remembering(Opening(problem, opening, chosen))


def channel_of(noise: str, game: Game) -> np.ndarray:
    """Make the channel that a text names, which is "one-lie" or the probability of a wrong colour."""
    if noise == "one-lie":
        return one_lie(game)
    try:
        return colour_noise(game, float(noise))
    except ValueError:
        raise ValueError(f"noise: {noise!r}; expected a probability from 0 to 1, or one-lie") from None


def exact() -> Sweep:
    """Prove the least totals of the papers' 13 openings, in easy mode, and in hard mode with six guesses or no cap."""
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


def certificates() -> Sweep:
    """Write and check the certificates of `data/certificates`, in easy mode and in hard mode with six guesses."""
    chosen = [("salet", "easy"), *((opening, "hard") for opening in ("salet", "trace", "slate", "raise"))]
    tasks = [{"opening": opening, "mode": mode, "cap": 6 if mode == "hard" else None} for opening, mode in chosen]
    return Sweep(tasks, certify_opening)


def certify_opening(opening: str, mode: str, cap: int | None) -> dict[str, Any]:
    """Certify the total of one opening on the original lists, with the effort in seconds of processor time."""
    game = _game(mode)
    _proven(prove(game, opening, cap))  # so that kernels are at hand
    begun = time.process_time()
    proof = _proven(prove(game, opening, cap))
    seconds = round(time.process_time() - begun, 2)
    return {"nodes": proof.nodes, "seconds": seconds} | certificate_effort(game, opening, cap)


def _proven(proof: Proof) -> Proof:
    """Give a proof; half a one is no result, for `prove` came back early at Ctrl-C."""
    if not proof.proven:
        raise KeyboardInterrupt
    return proof


def _effort(proof: Proof) -> dict[str, Any]:
    counts = {"nodes": proof.nodes, "guesses": proof.guesses, "cuts": proof.cuts}
    return counts | {"seconds": round(proof.seconds, 4)}


def scaling() -> Sweep:
    """Prove the best opening on random parts of the lists, to see how the time grows with the hidden words.

    The words have five or six letters, and the parts have from 200 hidden words to all 2,315, with three parts of each
    size.
    """
    tasks = [
        {"letters": letters, "hidden": hidden, "seed": seed}
        for letters in (5, 6)
        for hidden in (200, 400, 800, 1200, 1600, 2000, 2315)
        for seed in range(3 if hidden < 2315 else 1)
    ]
    return Sweep(tasks, prove_part, cost=KNOWN["scaling"])


def prove_part(letters: int, hidden: int, seed: int) -> dict[str, Any]:
    """Prove the best opening with some of the original hidden words and all guesses."""
    answers, guesses = original(letters)
    part = np.random.default_rng([letters, hidden, seed]).choice(answers, hidden, replace=False)
    game = wordle(sorted(map(str, part)), guesses)
    proof = _proven(prove(game))
    return {"opening": proof.opening, "total": proof.total} | _effort(proof)


ITERATIONS, SEEDS = (10, 30, 100, 300), range(5)
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
    """Compare the results and the effort of methods: policies, rollout on two of them, tree search and exact search.

    The policies play from their own opening and from salet, and tree search runs with five seeds. The modes are easy
    mode, and hard mode without a cap.
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
            for iterations in ITERATIONS
            for seed in SEEDS
        ]
        tasks.append({"method": "exact", "mode": mode, "first": "salet", "seed": 0})
    return Sweep(tasks, compare_once)


def compare_once(method: str, mode: str, first: str, seed: int) -> dict[str, Any]:
    """Make a strategy for all words by one method, four times, and take the median seconds of the last three.

    Parameters
    ----------
    method
        A policy of `METHODS`, "exact", or "avts" with a number of iterations.
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


def found_in_time() -> dict[str, dict[str, list[list[tuple[float, int]]]]]:
    """Return what each method had found by when, on the original lists in easy mode, with its own opening.

    Returns
    -------
    dict
        The runs by kind, which is "greedy", "rollout", "tree" or "exact", and by name, one for each seed. A run is a
        list of pairs of seconds and of guesses above the optimum. The exact search is that of `scaling`, which ran
        once. The tree searches with a careful spread and with Gumbel variables come from races, and the others from
        `compare`.
    """
    whole = next(
        row for row in results("scaling")["rows"] if (row["letters"], row["hidden"]) == (5, len(original()[0]))
    )
    rows = [row for row in results("compare")["rows"] if (row["mode"], row["first"]) == ("easy", "own")]
    found = {(row["method"], row["seed"]): (row["cpu_seconds"], row["total"] - whole["total"]) for row in rows}
    runs = {name: [[found[name, 0]]] for name in METHODS}
    return {
        "greedy": {name: run for name, run in runs.items() if not name.startswith("rollout")},
        "rollout": {name: run for name, run in runs.items() if name.startswith("rollout")},
        "tree": {
            "tree search": [[found[f"avts {many}", seed] for many in ITERATIONS] for seed in SEEDS],
            "careful search": [in_time(row, whole["total"]) for row in results("race_spreads")["rows"]],
            "Gumbel search": [
                in_time(row, whole["total"])
                for row in results("race_prior")["rows"]
                if (row["sampler"], row["parameter"]) == ("gumbel", min(TEMPERATURES))
            ],
        },
        "exact": {"exact search": [[(whole["seconds"], 0)]]},
    }


def first_guesses() -> Sweep:
    """Find the Q-factors of all first guesses on the original lists if information gain continues, easy and hard."""
    guesses = len(original()[1])
    tasks = [
        {"mode": mode, "first": i, "guesses": min(PART, guesses - i)}
        for mode in ("easy", "hard")
        for i in range(0, guesses, PART)
    ]
    return Sweep(tasks, play_first_guesses)


def play_first_guesses(mode: str, first: int, guesses: int) -> dict[str, Any]:
    """Return the totals of some first guesses over all hidden words, as `packing.pack` writes them."""
    start, policy, begun = _game(mode).start(), Rollout(InformationGain(), 1), clock()
    some = np.array_split(np.arange(first, first + guesses, dtype=np.int32), -(-guesses // CHUNK))
    found = np.concatenate([q_totals(policy, start, part) for part in some])
    return {"totals": pack(found), "seconds": round(clock() - begun, 4)}


def guarantees(answers: str | None = None, guesses: str | None = None) -> Sweep:
    """Find how many guesses can be guaranteed, with all guesses and with answers only, in all modes.

    Parameters
    ----------
    answers, guesses
        Files of word lists, by default the original ones.
    """
    asked: list[tuple[str, str, int, str | None]] = []
    asked += [("answers", "easy", 5, None), ("answers", "easy", 4, None), ("all", "easy", 5, None)]
    asked += [("all", "easy", 4, None), ("answers", "strict", 6, None), ("answers", "strict", 4, None)]
    for word in ("scowl", "scamp", "raise", "salet") if answers is None else ():
        asked += [("all", "hard", 5, word)]
    tasks = [dict(zip(("guess_list", "mode", "cap", "opening"), row, strict=True)) for row in asked]
    return Sweep(tasks, partial(guarantee_once, answers=answers, guesses=guesses))


def obstructions(answers: str | None = None) -> Sweep:
    """Collect the obstructions to guaranteeing four guesses, with the hidden words as the only guesses.

    Parameters
    ----------
    answers
        A file of hidden words, by default the original ones.
    """
    return Sweep([{"guess_list": "answers", "cap": 4}], partial(obstructions_once, answers=answers))


def obstructions_once(guess_list: str, cap: int, answers: str | None = None) -> dict[str, Any]:
    """Return the obstructions by level, as sets of word numbers that `packing.pack_sets` writes."""
    game = answers_only(_game(answers=answers))
    number = {word: i for i, word in enumerate(game.hidden)}
    found = guarantee(game, cap).refutation
    sets = {str(level): pack_sets([number[w] for w in each] for each in some) for level, some in found.items()}
    return {"words": len(game.hidden), "sets": sets}


def guarantee_once(
    guess_list: str, mode: str, cap: int, opening: str | None, answers: str | None = None, guesses: str | None = None
) -> dict[str, Any]:
    """Answer one question, and measure the effort without the time to compile."""
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


def strategies() -> Sweep:
    """Find the best strategies that begin with salet, on the original lists."""
    return Sweep([{"mode": mode, "opening": "salet"} for mode in ("easy", "hard")], strategy_once)


def strategy_once(mode: str, opening: str) -> dict[str, Any]:
    """Prove the total of an opening, and write its strategy down.

    Parameters
    ----------
    mode
        Easy or hard.
    opening
        The opening.

    Returns
    -------
    dict
        The total with its effort, and for each node in the order of `tree.DecisionTree` its guess, the step from the
        last node's parent to its own, and the code of the feedback that leads to it. The last two leave out the first
        node. Lists of numbers are texts, as `packing.pack` writes them.
    """
    proof = _proven(prove(_game(mode), opening))
    tree = proof.tree
    assert tree is not None  # a proof that came to its end has one
    steps = np.diff(tree.parent[1:], prepend=0)
    nodes = {"guess": pack(tree.guess), "parent": pack(steps), "code": pack(tree.code[1:])}
    return {"total": tree.total} | nodes | _effort(proof)


def promises() -> Sweep:
    """Find the least total with which no game takes more guesses than promised, for either list of guesses."""
    tasks = [
        {"guess_list": guess_list, "mode": mode, "cap": cap}
        for guess_list in ("answers", "all")
        for mode in ("easy", "hard")
        for cap in (None, 7, 6, 5)
    ]
    return Sweep(tasks, promise_once)


def promise_once(guess_list: str, mode: str, cap: int | None) -> dict[str, Any]:
    """Prove the least total over all openings, and measure the effort without the time to compile.

    "worst" is the longest game of the strategy that was found. Others with the same total may have longer or shorter
    ones.
    """
    prove(wordle(tiny(), mode=mode), cap=cap)
    game = _game(mode=mode)
    begun = time.process_time()
    found = _proven(prove(answers_only(game) if guess_list == "answers" else game, cap=cap))
    seconds = round(time.process_time() - begun, 3)
    return {
        "opening": found.opening,
        "total": found.total,
        "worst": found.tree and found.tree.worst,
        "nodes": found.nodes,
        "cpu_seconds": seconds,
    }


def strict() -> Sweep:
    """Find whether five or six guesses are enough after each opening of strict mode, with answers only."""
    return _openings("strict")


def hard() -> Sweep:
    """Find whether five or six guesses are enough after each opening of hard mode, with answers only."""
    return _openings("hard")


def hard_openings() -> Sweep:
    """Find how many guesses are enough after every opening of hard mode, and for a sample whether five are.

    Five guesses take some 25 times as long to decide as six, so they are asked of 400 openings drawn at random.
    """
    guesses = len(_game("hard").guesses)
    tasks = [{"cap": 5, "first": i, "openings": CHUNK} for i in range(0, SAMPLE, CHUNK)]
    tasks += [{"cap": 6, "first": i, "openings": min(CHUNK, guesses - i)} for i in range(0, guesses, CHUNK)]
    return Sweep(tasks, enough_in_hard_mode, cost=lambda task: task["openings"] * (25 if task["cap"] == 5 else 1))


def enough_in_hard_mode(cap: int, first: int, openings: int) -> dict[str, Any]:
    """Group some openings by how many guesses are enough after them, where fewer than `cap` count as `cap`.

    The openings are in random order, the same for every cap.
    """
    guarantee(wordle(tiny(), mode="hard"), 3)  # compiles
    game, enough = _game("hard"), dict[int, list[str]]()
    drawn = np.random.default_rng(SEED).permutation(len(game.guesses))[first : first + openings]
    nodes, begun = 0, time.process_time()
    for word in sorted(game.guesses[i] for i in drawn):
        solver, least = GuaranteeSolver(game), cap
        while solver.search(game.start(), least, word) is None:
            least += 1
        enough.setdefault(least, []).append(word)
        nodes += solver.nodes
    seconds = round(time.process_time() - begun, 3)
    listed = {str(least): " ".join(enough[least]) for least in sorted(enough)}
    return {"enough": listed, "nodes": nodes, "cpu_seconds": seconds}


def stored_guarantees(cap: int) -> dict[str, int]:
    """Return how many guesses are enough after openings of hard mode, from the stored run.

    Parameters
    ----------
    cap
        6 for all openings, of which those that need fewer count as 6, or 5 for the sample.
    """
    checks.whole("cap", cap, 5, 6)
    parts = [row["enough"] for row in results("hard_openings")["rows"] if row["cap"] == cap]
    return {word: int(least) for part in parts for least, words in part.items() for word in words.split()}


def first_row() -> Sweep:
    """Find rollout's first Q-factors: what each greedy policy's best first guesses cost if the policy continues."""
    return Sweep([{"base": base, "mode": mode} for base in GREEDY for mode in ("easy", "hard")], first_row_once)


def first_row_once(base: str, mode: str) -> dict[str, Any]:
    """Return the guesses in the policy's order, and the total over all hidden words for each."""
    policy, start = GREEDY[base](), _game(mode=mode).start()
    sums = {line.guess: round(line.q * len(start.words)) for line in Rollout(policy, CANDIDATES).q_factors(start)}
    guesses = [line.guess for line in policy.rank(start, CANDIDATES)]
    return {"guesses": guesses, "sums": [sums[guess] for guess in guesses]}


def _openings(mode: str) -> Sweep:
    words = len(original()[0])
    tasks = [{"first": i, "openings": min(CHUNK, words - i)} for i in range(0, words, CHUNK)]
    return Sweep(tasks, partial(sufficient_openings, mode=mode))


def sufficient_openings(first: int, openings: int, mode: str) -> dict[str, Any]:
    """Return the openings after which five guesses are enough in all, and those after which six are.

    Each opening has its own solver, because in hard mode little of what one opening teaches serves another, and all of
    it has to be read.
    """
    guarantee(wordle(tiny(), mode=mode), 3)  # compiles
    game = wordle(original()[0], mode=mode)
    enough: dict[int, list[str]] = {5: [], 6: []}
    nodes, begun = 0, time.process_time()
    for word in game.hidden[first : first + openings]:
        solver = GuaranteeSolver(game)
        for cap, found in enough.items():
            if solver.search(game.start(), cap, word) is not None:
                found.append(word)
                break
        nodes += solver.nodes
    seconds = round(time.process_time() - begun, 3)
    return {"five": enough[5], "six": enough[6], "nodes": nodes, "cpu_seconds": seconds}


def look_ahead() -> Sweep:
    """Look ahead from the first guess by minimax, two and four plies with either list of guesses, six with answers."""
    asked = [("answers", 2), ("answers", 4), ("answers", 6), ("all", 2), ("all", 4)]
    return Sweep([{"guess_list": guess_list, "depth": depth} for guess_list, depth in asked], look_ahead_once)


def look_ahead_once(guess_list: str, depth: int) -> dict[str, Any]:
    """Return the best first guesses, their value, and the effort without the time to compile."""
    best_move(wordle(tiny()).start(), 4)
    start = _of_list(guess_list).start()
    begun = time.process_time()
    move = best_move(start, depth)
    return {
        "guesses": [move.guess, *move.ties],
        "value": move.value,
        "nodes": move.nodes,
        "cutoffs": move.cutoffs,
        "cpu_seconds": round(time.process_time() - begun, 3),
    }


def worst_case(answers: str | None = None, guesses: str | None = None) -> Sweep:
    """Let players that plan for the worst case play normal Wordle, those looking four plies ahead with answers only.

    Parameters
    ----------
    answers, guesses
        Files of word lists, by default the original ones.
    """
    scored = [{"player": "worst-case", "score": score, "ties": ties} for score in SCORES for ties in TIES]
    ahead = [{"player": "minimax 4", "score": "size", "ties": ties} for ties in TIES]
    tasks = [{"guess_list": "answers"} | player for player in scored + ahead]
    tasks += [{"guess_list": "all"} | player for player in scored]
    return Sweep(tasks, partial(play_worst_case, answers=answers, guesses=guesses))


def play_worst_case(
    guess_list: str, player: str, score: str, ties: str, answers: str | None = None, guesses: str | None = None
) -> dict[str, Any]:
    """Play one policy against every hidden word, and also count the words of the original list separately.

    The time to compile is not counted.
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


def representations() -> Sweep:
    """Count the positions of games of three turns, on random words, for each way to write knowledge down.

    There are three draws of each size. Normal forms of 50 words are left out, since they would take a quarter of an
    hour for each draw.
    """
    tasks = [
        {"words": words, "seed": seed, "representation": kind}
        for words in (13, 20, 50)
        for seed in range(3)
        for kind in REPRESENTATIONS
        if (words, kind) != (50, "normal")
    ]
    return Sweep(tasks, count_positions)


def count_positions(words: int, seed: int, representation: str) -> dict[str, Any]:
    """Count the positions for one draw from the original hidden words."""
    begun = time.process_time()
    count = count_states(_drawn(words, seed), 3, representation)
    return {"positions": count, "cpu_seconds": round(time.process_time() - begun, 3)}


def _drawn(words: int, seed: int) -> list[str]:
    return sorted(map(str, np.random.default_rng([words, seed]).choice(original()[0], words, replace=False)))


def tables(answers: str | None = None) -> Sweep:
    """Measure how large the table of minimax becomes, by its keys and by the order of moves.

    There are three draws of 500 random words to depth 6, and all words to depth 4.

    Parameters
    ----------
    answers
        A file of hidden words, by default the original ones. With a file there are no random words.
    """
    drawn = [(500, seed, 6) for seed in range(3)] if answers is None else []
    tasks = [
        {"words": words, "seed": seed, "depth": depth, "key": key, "order": order}
        for words, seed, depth in [*drawn, (None, None, 4)]
        for order in ORDERS
        for key in KEYS
    ]
    return Sweep(tasks, partial(search_with_table, answers=answers))


def search_with_table(
    words: int | None, seed: int | None, depth: int, key: str, order: str, answers: str | None = None
) -> dict[str, Any]:
    """Search once, and return the move, its value, and the size of the table."""
    TableSearch(tiny()).best_move(2)  # compiles
    listed = _game(answers=answers).hidden if words is None or seed is None else _drawn(words, seed)
    return TableSearch(listed, key, order).best_move(depth)._asdict()


def small_trees() -> Sweep:
    """Look for strategies with few decisions and at most five guesses, from the openings of most classes."""
    tasks = []
    for guess_list in ("answers", "all"):
        game = _of_list(guess_list)
        start = game.start()
        classes = np.argsort(entropy.costs(start, entropy.CLASSES, start.allowed), kind="stable")[:OPENINGS]
        tasks += [
            {"guess_list": guess_list, "opening": game.guesses[start.allowed[i]], "width": width}
            for i in classes
            for width in (10, 30)
        ]
    return Sweep(tasks, small_tree)


def small_tree(guess_list: str, opening: str, width: int) -> dict[str, Any]:
    """Find a strategy with few decisions from an opening, or None if none was found that keeps to five guesses."""
    game, policy = _of_list(guess_list), FewestDecisions(5, width)
    play(wordle(tiny()), policy)
    begun = time.process_time()
    try:
        tree = play(game, policy, opening)
        figures: dict[str, Any] = {"decisions": tree.decisions, "total": tree.total, "worst": tree.worst}
    except ValueError:
        figures = dict.fromkeys(("decisions", "total", "worst"))
    return figures | {"cpu_seconds": round(time.process_time() - begun, 3)}


@cache
def _of_list(guess_list: str) -> Game:
    game = _game()
    return answers_only(game) if guess_list == "answers" else game


SWEEPS: dict[str, Callable[..., Sweep]] = {
    "table1": table1,
    "table2": table2,
    "noisy": noisy,
    "bonuses": bonuses,
    "particles": particles,
    "exact": exact,
    "certificates": certificates,
    "first-guesses": first_guesses,
    "scaling": scaling,
    "race": race,
    "race-as-in-the-essay": race_as_in_the_essay,
    "race-of-parameters": race_of_parameters,
    "race-with-a-prior": race_with_a_prior,
    "race-of-spreads": race_of_spreads,
    "compare": compare,
    "learned": trainings,
    "guarantees": guarantees,
    "obstructions": obstructions,
    "strategies": strategies,
    "promises": promises,
    "strict": strict,
    "hard": hard,
    "hard-openings": hard_openings,
    "look-ahead": look_ahead,
    "worst-case": worst_case,
    "representations": representations,
    "tables": tables,
    "small-trees": small_trees,
    "small-sets": small_sets,
    "fours": fours,
    "conventions": conventions,
    "widths": widths,
    "first-row": first_row,
    "methods": methods,
    "newton": newton,
    "shift": shift,
    "refutations": refutations,
    "second-guesses": second_guesses,
    "priors": priors,
    "lengths": lengths,
    "clusters": clusters,
    "processes": processes,
    "languages": languages,
}

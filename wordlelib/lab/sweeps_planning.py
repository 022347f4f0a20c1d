"""Sweeps of policies, rollout, beliefs and search in a fixed time."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from wordlelib.core.packing import pack
from wordlelib.game.game import Game, wordle
from wordlelib.game.policy import GREEDY, ExpectedRemaining, InformationGain, MostClasses, Policy, WorstClass
from wordlelib.game.tree import play
from wordlelib.game.words import frequencies, original
from wordlelib.kernels.jit import cpu_clock
from wordlelib.lab.common import original_game, proven, timed
from wordlelib.lab.judging import totals as q_totals
from wordlelib.lab.races import in_time
from wordlelib.lab.results import published, results
from wordlelib.lab.trained import train_once
from wordlelib.planning.adaptive import LIMIT, AdaptivePolicy, Opening, Remembering, simulate
from wordlelib.planning.belief import GuessingProblem, ParticleFilter
from wordlelib.planning.learning import TRAININGS
from wordlelib.planning.lie_rate import CertainRate, LieRateProblem, LieRateRollout, play_series
from wordlelib.planning.noise import NoisyInformation, NoisyRollout, channel_of
from wordlelib.planning.relaxation import BeliefCost, LeastExpected, dual_bound, fit_costs, penalised_games
from wordlelib.planning.rollout import Rollout
from wordlelib.runs.sweeps import Sweep, Task
from wordlelib.search.exact import Exact, prove
from wordlelib.search.tree_search import TreeSearch

PART = 500  # first guesses that are one task, which takes about a minute
CANDIDATES = 30  # of rollout's first row, as many as a page shows
NOISES = ("0.05", "one-lie")


def table1(width: int = 10) -> Sweep:
    """Play the papers' Table 1 by the clean definitions: 13 openings, easy and hard, information gain and its rollout.

    Hard mode is Wordle's own rule, and no game is cut off after six guesses.
    """
    _check_width(width)
    tasks = [
        {"opening": opening, "mode": mode, "base": "information-gain", "width": reach}
        for mode in ("easy", "hard")
        for opening in (row["opening"] for row in published("table1"))
        for reach in (0, width)
    ]
    return Sweep(tasks, play_opening)


def _check_width(width: int) -> None:
    if width < 1:
        raise ValueError(f"width: {width}; expected at least 1")


def play_opening(opening: str, mode: str, base: str, width: int) -> dict[str, Any]:
    """Play one opening on the original lists by a greedy policy, with width 0, or by rollout on it."""
    game = original_game(mode)
    policy = Rollout(GREEDY[base](), width) if width else GREEDY[base]()
    tree, seconds = timed("seconds", lambda: play(game, policy, opening))
    return {"total": tree.total, "worst": tree.worst, "over_six": len(tree.failures(6))} | seconds


def learned() -> Sweep:
    """Train values for the original lists, with several seeds each, and play them from openings that none has seen."""
    tasks = [
        {"kind": kind, "mode": mode, "seed": seed}
        for mode, seeds in (("easy", 3), ("hard", 2))
        for kind in TRAININGS
        for seed in range(seeds)
    ]
    return Sweep(tasks, train_once)


def noisy(width: int = 10) -> Sweep:
    """Play Wordle with lying colours by information gain, by rollout on it, and by information gain with a bonus."""
    _check_width(width)
    tasks = [
        {"noise": kind, "policy": policy, "width": width, "first": first, "games": 50}
        for kind in NOISES
        for policy in ("information-gain", "rollout", "bonus")
        for first in range(0, 2000, 50)
    ]
    return Sweep(tasks, play_noisy, cost=by_policy)


def by_policy(task: Task) -> float:
    """Estimate how long games take, which is thirty times as long with rollout."""
    return task["games"] * (30 if task["policy"] == "rollout" else 1)


def play_noisy(noise: str, policy: str, width: int, first: int, games: int) -> dict[str, Any]:
    """Play some games of the series with seed 1 on the original lists, after the opening of most information."""
    bonus = (4.0 if noise == "one-lie" else 2.0) if policy == "bonus" else 0.0
    problem, player = _player(noise, bonus, policy == "rollout", width, 20)
    sample, seconds = timed("seconds", lambda: simulate(problem, player, games, 1, first))
    return {"guesses": sample.values.astype(int).tolist()} | seconds


@cache
def _player(noise: str, bonus: float, rolls: bool, width: int, runs: int) -> tuple[GuessingProblem, Remembering]:
    """Return the noisy game, and a player that begins with the opening of most information."""
    problem, opening = _lying(noise)
    chosen: AdaptivePolicy = NoisyInformation(problem, bonus)
    if rolls:
        chosen = NoisyRollout(NoisyInformation(problem, bonus), width, runs)
    return problem, Remembering(Opening(problem, opening, chosen))


@cache
def _lying(noise: str) -> tuple[GuessingProblem, str]:
    problem = GuessingProblem(original_game(), channel_of(noise, original_game()))
    return problem, NoisyInformation(problem, bonus=0.0).decide(problem.start, problem.prior)


def bonuses() -> Sweep:
    """Choose bonuses for games in which colours lie, for information gain and rollout on it with exact beliefs."""
    tasks = [
        # Another series than that of `particles`, so that what is tuned here is tested there on new games.
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
    """Play games in which colours lie, with beliefs that a particle filter follows and with exact ones."""
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
    return Sweep(tasks, play_believing, cost=by_belief)


def by_belief(task: Task) -> float:
    """Estimate how long games with particles take, by the size of the belief, and ten times as long with rollout."""
    size = task["particles"] or 2315
    return task["games"] * (1000 + size) * (10 if task["policy"] == "rollout" else 1)


def untuned() -> Sweep:
    """Play information gain, without a bonus, and rollout on it while colours lie, on exact and on particle beliefs."""
    filters = [(0, 0), *((size, moves) for size in (10, 100, 1000) for moves in (0, 5)), (10_000, 0)]
    tasks = [
        _believing("0.05", policy, 0.0, 1, size, moves) | {"first": first, "games": 50}
        for policy in ("information", "rollout")
        for size, moves in filters
        for first in range(0, 300, 50)
    ]
    return Sweep(tasks, play_believing, cost=by_belief)


def _believing(noise: str, policy: str, bonus: float, seed: int, size: int = 0, moves: int = 0) -> Task:
    return {"noise": noise, "policy": policy, "bonus": bonus, "seed": seed, "particles": size, "moves": moves}


def play_believing(
    noise: str, policy: str, bonus: float, seed: int, particles: int, moves: int, first: int, games: int
) -> dict[str, Any]:
    """Play some games in which colours lie, with the belief of a particle filter or, without particles, the exact one.

    `moves` is what `ParticleFilter` calls `rejuvenate`. A game that is not over after `LIMIT` guesses counts as `LIMIT`
    guesses. The figures include how often a filter had to restart.
    """
    problem, player = _player(noise, bonus, policy == "rollout", 10, 10)
    made: list[ParticleFilter] = []

    def estimator(rng: np.random.Generator) -> ParticleFilter:
        made.append(ParticleFilter(problem, particles, rng, rejuvenate=moves))
        return made[-1]

    follow = estimator if particles else None
    sample, seconds = timed("seconds", lambda: simulate(problem, player, games, seed, first, follow))
    guesses = np.minimum(sample.values, LIMIT).astype(int).tolist()
    return {"guesses": guesses, "restarts": sum(filtered.restarts for filtered in made)} | seconds


RATES = (0.05, 0.3)  # of wrong colours, of which a player knows that it is one of these
RATE_PLAYERS = {"told": 200, "certainty equivalence": 200, "trusting": 200, "rollout": 50}  # and how many series


def unknown_rate() -> Sweep:
    """Play pairs of games in which colours lie at a rate that only one of the players is told."""
    tasks = [
        {"policy": policy, "rate": rate, "first": first, "series": 10}
        for policy, series in RATE_PLAYERS.items()
        for rate in range(len(RATES))
        for first in range(0, series, 10)
    ]
    return Sweep(tasks, play_unknown_rate)


def play_unknown_rate(policy: str, rate: int, first: int, series: int) -> dict[str, Any]:
    """Play some series of two games each, and return the guesses that each game took, first games first.

    "Trusting" takes the smallest rate for the true one, whatever the rows say. All players take guesses of most
    information, with a bonus of 2 bits for ending the game.
    """
    problem, player = _rate_player(policy, rate)

    def play_all() -> list[np.ndarray]:
        generators = [np.random.default_rng([1, number, rate]) for number in range(first, first + series)]
        return [play_series(problem, player, rate, 2, rng) for rng in generators]

    played, seconds = timed("seconds", play_all)
    guesses = np.array(played).T
    return {"first_game": guesses[0].tolist(), "second_game": guesses[1].tolist()} | seconds


@cache
def _rate_player(policy: str, rate: int) -> tuple[LieRateProblem, Remembering]:
    problem = LieRateProblem(original_game(), RATES)
    certain = CertainRate(problem, rate={"told": rate, "trusting": 0}.get(policy))
    return problem, Remembering(LieRateRollout(certain) if policy == "rollout" else certain)


# Which word of the sorted list is taken, the letters, and the noise; without noise the prior is that of frequencies.
GAPS = (
    *((46, 5, "0.05"), (46, 5, "one-lie"), (10, 6, "true"), (23, 5, "0.02"), (23, 5, "0.05")),
    *((23, 5, "one-lie"), (5, 6, "true")),
)
SCENARIOS, FITTED = 200, 300  # scenarios of each bound, and games to which the costs behind it are fitted


def gaps() -> Sweep:
    """Bound what no policy can beat where colours lie, and under a prior, by information relaxation; play beside it."""
    tasks = [
        {"every": every, "letters": letters, "noise": noise, "first": first, "scenarios": 10}
        for every, letters, noise in GAPS
        for first in range(0, SCENARIOS, 10)
    ]
    return Sweep(tasks, bound_scenarios)


def bound_scenarios(every: int, letters: int, noise: str, first: int, scenarios: int) -> dict[str, Any]:
    """Solve some scenarios of the relaxation, and play two policies in them: least expected cost and information gain.

    The words are every `every`-th of the hidden ones, which are also the guesses. Games come with their penalty, and
    information gain with a bonus of 1 bit. Where colours are true the `optimum` is proven, otherwise it is 0.
    """
    problem, costs, optimum = _relaxed(every, letters, noise)
    bound, seconds = timed("seconds", lambda: dual_bound(problem, costs, scenarios, 1, first))
    players = {"policy": LeastExpected(problem, costs[0]), "information": NoisyInformation(problem, 1.0)}
    played = {name: penalised_games(problem, costs, player, scenarios, 1, first) for name, player in players.items()}
    found = {name: np.round(sample.values, 4).tolist() for name, sample in {"bound": bound, **played}.items()}
    return {"words": len(problem.prior), "optimum": optimum} | found | seconds


@cache
def _relaxed(every: int, letters: int, noise: str) -> tuple[GuessingProblem, list[BeliefCost], float]:
    """Return a game, costs fitted to it, and its optimum if colours are true."""
    game, optimum = _thinned(every, letters, noise == "true"), 0.0
    if noise == "true":
        optimum = round(Exact().value(game.start()), 6)
    problem = GuessingProblem(game, None if noise == "true" else channel_of(noise, game))
    return problem, fit_costs(problem, 2, FITTED, np.random.default_rng(1)), optimum


def _thinned(every: int, letters: int, by_frequency: bool) -> Game:
    shares = frequencies(letters)
    words = original(letters)[0][::every]
    return wordle(words, prior={word: shares[word] for word in words} if by_frequency else None)


ITERATIONS = (10, 30, 100, 300)
SEEDS = range(5)
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
    """Compare the results and the effort of methods: policies, rollout on two of them, tree search and exact search."""
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
    """Make a strategy for all words, four times, and take the median of the last three times.

    The method is one of `METHODS`, "exact", or "avts" with a number of iterations, and `first` is an opening or "own".
    """
    game, opening = original_game(mode), None if first == "own" else first
    kind, _, number = method.partition(" ")

    def find() -> tuple[str | None, int | None]:
        if kind == "avts":
            search = TreeSearch(game, np.random.default_rng(seed))
            search.run(int(number))
            return search.guess(), search.upper
        if kind == "exact":
            proof = proven(prove(game, opening))
            return proof.opening, proof.total
        tree = play(game, METHODS[method](), opening)
        return tree.opening, tree.total

    seconds = []
    for _ in range(4):
        begun = cpu_clock()
        found, total = find()
        seconds.append(cpu_clock() - begun)
    return {"opening": found, "total": total, "cpu_seconds": round(float(np.median(seconds[1:])), 4)}


def found_in_time() -> dict[str, dict[str, list[list[tuple[float, int]]]]]:
    """Return what each method had found by when, on the original lists in easy mode, with its own opening.

    The runs come by kind, which is "greedy", "rollout", "tree" or "exact", and by name, one for each seed. A run is a
    list of pairs of seconds and of guesses above the optimum. The exact search is that of `promises`, which ran once.
    The tree searches with a careful spread come from a race, and the others from `compare`.
    """
    wanted = ("all", "easy", None)
    whole = next(row for row in results("promises")["rows"] if (row["guess_list"], row["mode"], row["cap"]) == wanted)
    rows = [row for row in results("compare")["rows"] if (row["mode"], row["first"]) == ("easy", "own")]
    found = {(row["method"], row["seed"]): (row["cpu_seconds"], row["total"] - whole["total"]) for row in rows}
    runs = {name: [[found[name, 0]]] for name in METHODS}
    careful = [row for row in results("race_spreads")["rows"] if row["variant"] == "careful spread"]
    return {
        "greedy": {name: run for name, run in runs.items() if not name.startswith("rollout")},
        "rollout": {name: run for name, run in runs.items() if name.startswith("rollout")},
        "tree": {
            "tree search": [[found[f"avts {many}", seed] for many in ITERATIONS] for seed in SEEDS],
            "careful search": [in_time(row, whole["total"]) for row in careful],
        },
        "exact": {"exact search": [[(whole["cpu_seconds"], 0)]]},
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
    start, policy = original_game(mode).start(), Rollout(InformationGain(), 1)
    some = np.arange(first, first + guesses, dtype=np.int32)
    found, seconds = timed("seconds", lambda: q_totals(policy, start, some))
    return {"totals": pack(found)} | seconds


def first_row() -> Sweep:
    """Find rollout's first Q-factors: what each greedy policy's best first guesses cost if the policy continues."""
    return Sweep([{"base": base, "mode": mode} for base in GREEDY for mode in ("easy", "hard")], first_row_once)


def first_row_once(base: str, mode: str) -> dict[str, Any]:
    """Return the guesses in the policy's order, and the total over all hidden words for each."""
    policy, start = GREEDY[base](), original_game(mode).start()
    sums = {line.guess: round(line.q * len(start.words)) for line in Rollout(policy, CANDIDATES).q_factors(start)}
    guesses = [line.guess for line in policy.rank(start, CANDIDATES)]
    return {"guesses": guesses, "sums": [sums[guess] for guess in guesses]}

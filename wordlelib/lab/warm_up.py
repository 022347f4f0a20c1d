"""Compile everything beforehand, so that nothing has to be compiled while somebody waits.

Each step plays a small game with one family of algorithms. This compiles their kernels for the types of arguments that
larger games have too.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from wordlelib.adversary.guarantees import guarantee
from wordlelib.adversary.minimax import best_move
from wordlelib.adversary.obstructions import (
    indistinguishable_quadruples,
    indistinguishable_quintuples,
    sets_kept_together,
)
from wordlelib.adversary.players import GreedyHinter, WorstCase, duel
from wordlelib.core import checks
from wordlelib.game import entropy, words
from wordlelib.game.game import Beliefs, Game, mastermind, wordle
from wordlelib.game.policy import InformationGain
from wordlelib.game.tree import play
from wordlelib.kernels import self_play
from wordlelib.kernels.jit import ACCOUNT, UNCOMPILED, cache_folder
from wordlelib.kernels.table import ENTRY, twice_entries
from wordlelib.kernels.tree_search import NODE, twice_places
from wordlelib.lab.authors_program import Conventions, Emulator
from wordlelib.planning.adaptive import simulate
from wordlelib.planning.belief import GuessingProblem
from wordlelib.planning.learning import Lookahead
from wordlelib.planning.markov import belief_process
from wordlelib.planning.noise import NoisyInformation, NoisyRollout, colour_noise
from wordlelib.planning.rollout import Rollout
from wordlelib.planning.values import NAMES, LinearValue, features
from wordlelib.runs.engines import Processes, end_if_unguarded, serial
from wordlelib.search import bandits
from wordlelib.search.boards import Boards, BoardsRollout, BoardsSolver, Decomposed, lower_bound, opening_bounds
from wordlelib.search.certificates import certify
from wordlelib.search.exact import prove
from wordlelib.search.self_play import SelfPlay
from wordlelib.search.small_trees import FewestDecisions
from wordlelib.search.tree_search import TreeSearch
from wordlelib.search.verification import CompiledChecker

SIX = ["planet", "platen", "pestle", "settle"]  # with so many letters, codes need 16 bits


class Prepared(NamedTuple):
    """The result of `compile`.

    Attributes
    ----------
    kernels
        How many kernels were compiled, 0 if all were there already.
    seconds, cpu_seconds
        How long that took by the clock, and in processor time.
    folder, megabytes
        The folder where the compiled code is kept, and its size.
    """

    kernels: int
    seconds: float
    cpu_seconds: float
    folder: str
    megabytes: float


def compile(jobs: int = 1, progress: Callable[[int, int, str], None] | None = None) -> Prepared:
    """Compile all kernels and keep them on disk.

    Parameters
    ----------
    jobs
        How many processes share the work.
    progress
        Called before the first step and after each step with (steps done, steps in all, name of the step that ended).

    Raises
    ------
    ValueError
        If there is no compiler.
    RuntimeError
        If a step fails.
    """
    end_if_unguarded()
    jobs = checks.integer("jobs", jobs, 1)
    if UNCOMPILED:
        raise ValueError(f"{UNCOMPILED}; there is nothing to compile with")
    begun, kernels, cpu_seconds = time.perf_counter(), 0, 0.0
    if progress is not None:
        progress(0, len(STEPS), "")
    engine = Processes(jobs) if jobs > 1 else serial
    for done, each in enumerate(engine(_prepare, deque({"name": name} for name in STEPS)), 1):
        if each.figures is None:
            raise RuntimeError(f"{each.task['name']}: {each.error}")
        kernels, cpu_seconds = kernels + each.figures["kernels"], cpu_seconds + each.figures["cpu_seconds"]
        if progress is not None:
            progress(done, len(STEPS), each.task["name"])
    folder = cache_folder()
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    seconds = time.perf_counter() - begun
    return Prepared(kernels, round(seconds, 2), round(cpu_seconds, 2), str(folder), round(size / 1e6, 2))


def _prepare(name: str) -> dict[str, Any]:
    """Take a step, and return how many kernels it compiled and the processor's seconds for them."""
    before, quiet = (ACCOUNT.kernels, ACCOUNT.cpu_seconds), ACCOUNT.quiet
    ACCOUNT.quiet = True
    try:
        STEPS[name]()
    finally:
        ACCOUNT.quiet = quiet
    return {"kernels": ACCOUNT.kernels - before[0], "cpu_seconds": ACCOUNT.cpu_seconds - before[1]}


def _games() -> list[Game]:
    """Make small games of each kind that kernels tell apart."""
    tiny = words.tiny()
    prior = [1.0] * (len(tiny) - 1) + [5.0]
    return [
        wordle(tiny, mode="hard"),
        wordle(tiny, prior=prior),
        wordle(SIX),
        wordle(tiny),
        wordle(tiny, mode="strict"),
    ]


def _policies() -> None:
    mastermind(2, 3)
    for game in _games():
        play(game, InformationGain())
        for score in (entropy.information_gain, entropy.expected_remaining):
            score(game.start())


def _rollout() -> None:
    for game in _games()[:3]:
        Rollout(InformationGain(), 2).q_factors(game.start())
        play(game, Rollout(InformationGain(), 2))


def _learning() -> None:
    game, value = _games()[3], LinearValue(np.zeros(len(NAMES)), 0.0)
    features(Beliefs.start(game))
    for mode in _games()[0], game:
        play(mode, Lookahead(value, 2))


def _exact() -> None:
    for game in _games()[:3]:
        prove(game)
    prove(wordle(words.original(6)[0]), "satire")  # which makes more classes than a byte can number
    for game in _games()[2:4]:
        certify(game)
        checker, members = CompiledChecker(game), game.start().members
        checker.add(members, 0)
        checker.holds(members, 2 * len(members))
        checker.classes(0, members)
    twice_entries(np.zeros(2, ENTRY))


def _tree_search() -> None:
    for game in _games()[:3]:
        search = TreeSearch(game, np.random.default_rng(1))
        search.run(4)
        search.arms(game.start())
        search.think(game.start().after(*_first_row(game)), 2)
    twice_places(np.zeros(1, NODE), np.zeros(2, np.int64))
    TreeSearch(_games()[3], np.random.default_rng(1), predictor=InformationGain()).run(2)
    bandits.pull([[1.0, 2.0], [1.5]], bandits.Thompson(), 3, np.random.default_rng(1))
    bandits.forgetful_ucb([[1.0, 2.0], [1.5]], 3, np.random.default_rng(1))
    bandits.Thompson().choose(np.ones(2), np.ones(2, np.int64), np.random.default_rng(1))


def _first_row(game: Game) -> tuple[str, str]:
    """Return a first guess, and the feedback to it that leaves most words."""
    guess = game.guesses[0]
    return guess, max((row for row in game.start().partition(guess).items()), key=lambda item: len(item[1]))[0]


def _guarantees() -> None:
    hard, _, _, easy, strict = _games()
    for game in (hard, easy, strict):
        guarantee(game, 3)
    fours = indistinguishable_quadruples(easy) or [easy.hidden[:4]]
    sets_kept_together(easy, 8, 5, [*fours, *indistinguishable_quintuples(easy, easy.hidden[:6])], fours)


def _minimax() -> None:
    hard, _, _, easy, strict = _games()
    for game in (hard, easy, strict):
        best_move(game.start(), 4)
    duel(easy, WorstCase(), GreedyHinter())


def _noise() -> None:
    game = wordle(words.tiny())
    problem = GuessingProblem(game, colour_noise(game, 0.1))
    simulate(problem, NoisyInformation(problem), 2, 1)
    simulate(problem, NoisyRollout(NoisyInformation(problem)), 1, 1)


def _processes() -> None:
    process = belief_process(wordle(words.tiny()[:4]))
    process.q_factors(process.evaluate(process.first_control))
    play(wordle(words.tiny()), FewestDecisions(4))


def _boards() -> None:
    start = Boards.start(wordle(words.tiny()[:6]))
    BoardsRollout(Decomposed(), 2).games(start)
    Decomposed().decide(start)
    BoardsSolver(start.game).least(start)
    lower_bound(start, 2)
    opening_bounds(start.game)


def _published() -> None:
    tiny = words.tiny()
    for wrapped in (tiny, SIX):
        Emulator(sorted(wrapped), mode="hard", width=2).play(min(wrapped))
    Emulator(tiny, mode="hard", conventions=Conventions(consistent=False)).play(tiny[0])


def _self_play() -> None:
    for game in _games()[0], _games()[3]:
        deque(SelfPlay(game, range(len(game.guesses)), np.ones(len(game.hidden)), []).season(lambda: True), 0)
    twice_entries(np.zeros(2, self_play.ENTRY))


STEPS: dict[str, Callable[[], None]] = {
    "tree search": _tree_search,
    "rollout": _rollout,
    "learning": _learning,
    "exact search": _exact,
    "self-play": _self_play,
    "guarantees": _guarantees,
    "minimax": _minimax,
    "policies": _policies,
    "noise": _noise,
    "decision processes": _processes,
    "boards": _boards,
    "as published": _published,
}

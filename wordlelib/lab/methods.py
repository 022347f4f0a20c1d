"""Every method of the book on one scale.

`methods` plays each of them from salet against all hidden words, and measures the time that it needs beforehand and for
a move.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from wordlelib.core import checks
from wordlelib.game.game import Beliefs, Game, State
from wordlelib.game.letters import LetterStatistics
from wordlelib.game.policy import ExpectedRemaining, InformationGain, MostClasses, Policy, WorstClass
from wordlelib.game.tree import play
from wordlelib.kernels.jit import cpu_clock
from wordlelib.lab.common import original_game, timed
from wordlelib.lab.results import grouped, results
from wordlelib.lab.trained import learned, learned_in
from wordlelib.planning import actor_critic, tabular
from wordlelib.planning.learning import Lookahead
from wordlelib.planning.rollout import Rollout, cost_by_size
from wordlelib.planning.values import NAMES, LinearValue, SizeValue, Value
from wordlelib.runs.sweeps import Sweep
from wordlelib.search.exact import Exact, Solver
from wordlelib.search.tree_search import AVTS

OPENING = "salet"
GAMES, TIMES = 40, 5  # of each method, and how often its moves in them are timed
EPISODES, BATCHES = 20_000, 600  # of the table of rules, and of actor and critic


def _nothing(game: Game, rng: np.random.Generator) -> None:
    """Need no training."""


class Method(NamedTuple):
    """A method of one family: "rule", "model-free", "learned", "rollout" or "search".

    The function `make` is called with what was trained and a seed, and returns a policy that remembers nothing. `train`
    is called with a game and a generator, or is the kind of a stored training. The method is tried with so many
    `seeds`.
    """

    family: str
    make: Callable[[Any, int], Policy]
    train: Callable[[Game, np.random.Generator], Any] | str = _nothing
    seeds: int = 1


BASES: dict[str, Callable[[], Policy]] = {
    "most classes": MostClasses,
    "information gain": InformationGain,
    "expected remaining": ExpectedRemaining,
    "worst class": WorstClass,
    "letter statistics": LetterStatistics,
}


def _rule(name: str, nothing: None, seed: int) -> Policy:
    return BASES[name]()


def _table(game: Game, rng: np.random.Generator) -> Policy:
    rules = [InformationGain(), ExpectedRemaining(), MostClasses(), WorstClass(), LetterStatistics()]
    return tabular.monte_carlo_control(game, rules, EPISODES, rng, opening=OPENING)


def by_size(game: Game, rng: np.random.Generator) -> Value:
    """Let information gain play, and return the mean cost of its beliefs by their size, without randomness."""
    return SizeValue(cost_by_size(play(game, InformationGain())))


def one_feature(game: Game, rng: np.random.Generator) -> Value:
    """Charge 2 n - 1 for n words, plus 1 for each word that the best own word does not tell apart, without training."""
    return LinearValue([float(name == NAMES[2]) for name in NAMES], 0.0)


def _actor(game: Game, rng: np.random.Generator) -> Policy:
    return actor_critic.train(game, BATCHES, rng, rate=3e-3, opening=OPENING).policy


LOOKS: dict[str, Callable[[Value, int], Policy]] = {
    "one step": lambda value, seed: Lookahead(value, 10),
    "two steps": lambda value, seed: Lookahead(value, 10, 2),
    "truncated rollout": lambda value, seed: Rollout(InformationGain(), 10, steps=1, terminal=value),
}
VALUES: dict[str, tuple[Callable[[Game, np.random.Generator], Value] | str, int]] = {
    "size": (by_size, 1),
    "one feature": (one_feature, 1),
    "linear": ("linear", 3),
    "network": ("network", 3),
}
METHODS: dict[str, Method] = {
    **{name: Method("rule", partial(_rule, name)) for name in reversed(BASES)},
    "table of rules": Method("model-free", lambda table, seed: table, _table, 3),
    "actor-critic": Method("model-free", lambda actor, seed: actor, _actor, 3),
    **{
        f"{value}, {look}": Method("learned", make, train, seeds)
        for value, (train, seeds) in VALUES.items()
        for look, make in LOOKS.items()
    },
    "rollout 10": Method("rollout", lambda _, seed: Rollout(InformationGain(), 10)),
    "rollout 30": Method("rollout", lambda _, seed: Rollout(InformationGain(), 30)),
    "rollout 100": Method("rollout", lambda _, seed: Rollout(InformationGain(), 100)),
    "rollout twice 30, 30": Method("rollout", lambda _, seed: Rollout(Rollout(InformationGain(), 30), 30)),
    "rollout 10 on letter statistics": Method("rollout", lambda _, seed: Rollout(LetterStatistics(), 10)),
    "tree search 10": Method("search", lambda _, seed: AVTS(10, seed)),
    "tree search 30": Method("search", lambda _, seed: AVTS(30, seed)),
    "exact": Method("search", lambda _, seed: Exact()),
}


def methods() -> Sweep:
    """Play every method from salet against all hidden words, and time its moves, in easy and hard mode."""
    return Sweep(
        [
            {"method": name, "mode": mode, "seed": seed}
            for mode in ("easy", "hard")
            for name, method in METHODS.items()
            for seed in range(method.seeds if mode == "easy" else 1)
        ],
        method_once,
    )


def method_once(method: str, mode: str, seed: int) -> dict[str, Any]:
    """Train one of `METHODS` if it needs that, let it play from salet, and time its moves in some games."""
    game, (family, make, train, _) = original_game(mode), METHODS[method]
    trained, training = _trained(train, mode, seed)
    tree = play(game, make(trained, seed), OPENING)
    # Processor time, to which other work on the machine only adds, so the least of several means is the best.
    seconds = min(seconds_of_a_move(game, lambda: make(trained, seed)) for _ in range(TIMES))
    return {
        "family": family,
        "total": tree.total,
        "worst": tree.worst,
        "training_seconds": round(training, 2),
        "move_seconds": float(f"{seconds:.3g}"),
    }


def by_move(mode: str = "easy") -> dict[str, dict[str, list[list[tuple[float, int]]]]]:
    """Return each method's time for a move and its quality of play, from the stored run of `methods`.

    The runs come by family and by name, one for each seed, as `widgets.MethodRace` takes them. Each run is a single
    pair of the seconds for a move and the guesses above those of the exact method.
    """
    checks.one_of("mode", mode, ("easy", "hard"))
    rows = [row for row in results("methods")["rows"] if row["mode"] == mode]
    (least,) = (row["total"] for row in rows if row["method"] == "exact")
    return {
        family: {
            name: [[(row["move_seconds"], row["total"] - least)] for row in runs]
            for name, runs in grouped(some, "method").items()
        }
        for family, some in grouped(rows, "family").items()
    }


@cache
def _trained(train: Callable[[Game, np.random.Generator], Any] | str, mode: str, seed: int) -> tuple[Any, float]:
    """Train in easy mode, or take a value that was trained in this mode; return it with the processor's seconds."""
    if isinstance(train, str):
        return learned(train, mode, seed), learned_in(train, mode, seed)["cpu_seconds"]
    if mode != "easy":
        return _trained(train, "easy", seed)
    made, spent = timed("cpu_seconds", lambda: train(original_game(), np.random.default_rng(seed)))
    return made, spent["cpu_seconds"]


def seconds_of_a_move(game: Game, make: Callable[[], Policy], games: int = GAMES) -> float:
    """Compute the mean processor time of the moves after salet that have a choice, in games with the same hidden words.

    Each game is played alone by a policy that remembers no other game.
    """
    words = np.random.default_rng(0).choice(len(game.hidden), games, replace=False)
    return float(np.mean([second for word in words for second in _timed_moves(game, make(), int(word))]))


def _timed_moves(game: Game, policy: Policy, word: int) -> list[float]:
    """Play one game, and return the seconds of each move in which there was a choice."""
    state, guess, spent = game.start(), game.find(OPENING), []
    # What the policy prepares for the game, such as a matrix in another order, is not timed.
    policy.decide(State(game, np.array([word], np.int32), np.arange(len(game.guesses)), np.empty((0, 2), int)))
    while game.hidden_of_guess[guess] != word:
        state = state.after(game.guesses[guess], game.show(int(game.codes[guess, word])))
        begun = cpu_clock()
        guess = game.find(policy.decide(state))
        if len(state.members) > 1:
            spent.append(cpu_clock() - begun)
    return spent


WIDTH = 10  # candidates of players that look ahead


@cache
def after_opening(opening: str) -> tuple[Beliefs, np.ndarray]:
    """Return the beliefs that may be left after an opening on the original lists, and the least cost of each."""
    game = original_game()
    left = Beliefs.start(game).split(np.array([game.find(opening, "opening")], np.int32))[0]
    return left, least_costs(left)


def least_costs(beliefs: Beliefs) -> np.ndarray:
    """Prove the least cost of each belief, and return them as int64 of shape (beliefs,)."""
    solver, sizes = Solver(beliefs.game), np.diff(beliefs.offsets)
    least = 2 * sizes - 1  # which is exact for one or two words
    for i in np.flatnonzero(sizes > 2):
        least[i] = solver.search(beliefs.state(int(i)))[0].lower
    return least

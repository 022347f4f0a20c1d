"""Sweeps of exact search: what is proven, how long it takes, how it is written down."""

from functools import cache
from typing import Any

import numpy as np

from wordlelib.adversary.guarantees import GuaranteeSolver
from wordlelib.core import checks
from wordlelib.core.packing import pack, unpack
from wordlelib.game import entropy
from wordlelib.game.game import Game, State, wordle
from wordlelib.game.tree import DecisionTree, Follow, play
from wordlelib.game.words import original
from wordlelib.lab.common import effort, game_of_list, original_game, proven, timed
from wordlelib.lab.results import published
from wordlelib.runs.sweeps import Sweep, Task
from wordlelib.search.best_first import JUDGES, BestFirst
from wordlelib.search.certificates import certificate_effort
from wordlelib.search.exact import Proof, Solver, prove
from wordlelib.search.small_trees import FewestDecisions

# The best ones, some that players like, and hopeless ones.
COMPARED = ("salet", "reast", "crate", "slate", "crane", "train", "soare", "roate", "raise", "clout", "adieu", "fuzzy")


def refutations() -> Sweep:
    """Measure for twelve openings what it takes to prove one alone, and to refute it when another is proven."""
    tasks = [{"opening": word, "against": other} for word in COMPARED for other in (None, *COMPARED) if other != word]
    return Sweep(tasks, refute_opening)


def refute_opening(opening: str, against: str | None) -> dict[str, Any]:
    """Search an opening of the original lists until it is known whether it needs fewer guesses than another one.

    The solver knows nothing of the opening from earlier searches. Without another opening it finds the total in any
    case. Otherwise "total" is None if the opening needs at least as many guesses as the other, and "lower" is the bound
    that was proven. "first_look" is the bound from the number of the opening's classes, and "second_look" the sum of
    the bounds of each class.
    """
    game, limit = original_game(), None if against is None else _total(against)
    solver = Solver(game)
    (found, _), seconds = timed("cpu_seconds", lambda: solver.search(game.start(), opening, limit))
    first, second = _first_looks(opening)
    effort = {"nodes": solver.nodes, "guesses": solver.guesses} | seconds
    return {"total": found.upper, "lower": found.lower, "first_look": first, "second_look": second} | effort


@cache
def _total(opening: str) -> int:
    return Solver(original_game()).search(original_game().start(), opening)[0].lower


@cache
def _first_looks(opening: str) -> tuple[int, int]:
    return looks(Solver(original_game()), opening)


def looks(solver: Solver, opening: str) -> tuple[int, int]:
    """Bound the total of an opening by the number of its classes, and by the best next guess in each class."""
    game = checks.instance("solver", solver, Solver, "a Solver").game
    second = len(game.hidden)
    for row, words in game.start().partition(opening).items():
        after = game.start().after(opening, row)
        if len(words) > 1:
            second += int(solver.lower_bounds(after).min())
        elif not after.solved:
            second += 1
    return int(solver.lower_bounds()[game.find(opening)]), second


OPENINGS = 24  # of most classes, from which small trees are looked for


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
    proof = proven(prove(original_game(mode), opening, cap))
    return {"total": proof.total, "worst": proof.tree and proof.tree.worst} | effort(proof)


def certificates() -> Sweep:
    """Write and check the certificates that come with the project, one of easy mode and four of hard mode."""
    chosen = [("salet", "easy"), *((opening, "hard") for opening in ("salet", "trace", "slate", "raise"))]
    tasks = [{"opening": opening, "mode": mode, "cap": 6 if mode == "hard" else None} for opening, mode in chosen]
    return Sweep(tasks, certify_opening)


def certify_opening(opening: str, mode: str, cap: int | None) -> dict[str, Any]:
    """Prove and certify the total of one opening on the original lists."""
    game = original_game(mode)
    found = effort(proven(prove(game, opening, cap)))
    return {name: found[name] for name in ("nodes", "seconds")} | certificate_effort(game, opening, cap)


def scaling() -> Sweep:
    """Prove the best opening on random parts of the lists, to see how the time grows with the hidden words."""
    tasks = [
        {"letters": letters, "hidden": hidden, "seed": seed}
        for letters in (5, 6)
        for hidden in (200, 400, 800, 1200, 1600, 2000, 2315)
        for seed in range(3 if hidden < 2315 else 1)
    ]
    return Sweep(tasks, prove_part, cost=by_letters)


def by_letters(task: Task) -> float:
    """Estimate how long a proof for a part of the lists takes, by the square of its number of hidden words."""
    return task["hidden"] ** 2


def prove_part(letters: int, hidden: int, seed: int) -> dict[str, Any]:
    """Prove the best opening with some of the original hidden words and all guesses."""
    proof = proven(prove(part_of_lists(letters, hidden, seed)))
    return {"opening": proof.opening, "total": proof.total} | effort(proof)


def part_of_lists(letters: int, hidden: int, seed: int) -> Game:
    """Return the game with some of the original hidden words, drawn at random, and all guesses."""
    answers, guesses = original(letters)
    part = np.random.default_rng([letters, hidden, seed]).choice(answers, hidden, replace=False)
    return wordle(sorted(map(str, part)), guesses)


def best_first() -> Sweep:
    """Search best first, with leaves judged by a bound, by the cost of a policy, or by both."""
    lists = [(hidden, seed) for hidden in (200, 500) for seed in range(20)] + [(2315, 0)]
    tasks = [
        {"hidden": hidden, "seed": seed, "judge": judge, "width": 20} for hidden, seed in lists for judge in JUDGES
    ]
    return Sweep(tasks, best_first_once)


def best_first_once(hidden: int, seed: int, judge: str, width: int) -> dict[str, Any]:
    """Search some of the original hidden words until no leaf is left, or 2,000 beliefs are expanded.

    "course" has the beliefs expanded, the lower bound and the total of the strategy, whenever one of the last two
    changed, and "optimum" the least total of all strategies.
    """
    game = part_of_lists(5, hidden, seed)
    search = BestFirst(game, judge, width)
    course = [[0, search.lower, search.cost]]

    def run() -> None:
        while search.expanded < 2000 and search.expand():
            if course[-1][1:] != [search.lower, search.cost]:
                course.append([search.expanded, search.lower, search.cost])

    _, seconds = timed("cpu_seconds", run)
    found = {"optimum": proven(prove(game)).total, "expanded": search.expanded, "beliefs": search.beliefs}
    return found | {"course": [[int(number) for number in row] for row in course]} | seconds


def strategies() -> Sweep:
    """Find the best strategies that begin with salet, on the original lists."""
    return Sweep([{"mode": mode, "opening": "salet"} for mode in ("easy", "hard")], strategy_once)


def strategy_once(mode: str, opening: str) -> dict[str, Any]:
    """Prove the total of an opening, and write its strategy down."""
    return _with_strategy(proven(prove(original_game(mode), opening)))


def all_hidden() -> Sweep:
    """Prove what lants needs if all 12,972 accepted words may be hidden, with any number of guesses."""
    return Sweep([{"opening": "lants"}], prove_all_hidden)


def prove_all_hidden(opening: str) -> dict[str, Any]:
    """Prove the total of an opening where every accepted word may be hidden, and write its strategy down."""
    accepted = original()[1]
    return _with_strategy(proven(prove(wordle(accepted, accepted), opening)))


# The classes of lants in which the strategy without a limit takes a seventh guess.
SEVEN = ("-----", "y----", "-g---", "---y-", "----g", "y---g", "-g--g", "--g-g", "-gg-g")


def within_six() -> Sweep:
    """Find what lants needs within six guesses, all accepted words hidden, where without a limit it takes seven."""
    return Sweep([{"opening": "lants", "feedback": row, "cap": 6} for row in SEVEN], finish_within)


def finish_within(opening: str, feedback: str, cap: int) -> dict[str, Any]:
    """Find the best second guess after a row, with so many guesses in all, and write the strategy from it on down."""
    accepted = original()[1]
    game = wordle(accepted, accepted)
    state = game.start().after(opening, feedback)
    (found, second), seconds = timed("cpu_seconds", lambda: _best_within(state, cap))
    proof = proven(prove(wordle(state.words, accepted), second, cap=cap - 1))
    assert proof.total == found
    return {"second": second} | _with_strategy(proof) | seconds


def _best_within(state: State, cap: int) -> tuple[int, str]:
    """Return the least total of the guesses from a state on, with so many in all, and the first of them.

    A search within few guesses takes long where there is no strategy, so it looks only at guesses that would be good
    enough without a limit, and after which so many guesses are enough.
    """
    free, within, promises = Solver(state.game), Solver(state.game, cap), GuaranteeSolver(state.game)
    least, first = free.search(state)
    best, second = None, ""
    for guess in [first, *np.argsort(-entropy.number_of_classes(state), kind="stable").tolist()]:
        word = state.game.guesses[guess]
        if best is not None and free.search(state, word, best)[0].lower >= best:
            continue
        if promises.search(state, cap - len(state.rows), word) is not None:
            total = within.search(state, word, best)[0].upper
            if total is not None and (best is None or total < best):
                best, second = total, word
        if best == least.upper:
            break
    assert best is not None  # so many guesses are enough
    return best, second


def _with_strategy(proof: Proof) -> dict[str, Any]:
    """Return the total of a proof, and its strategy as texts of `packing.pack`.

    For each node in the order of `tree.DecisionTree` there are its guess, the step from the last node's parent to its
    own, and the code of the feedback that leads to it. The last two leave out the first node.
    """
    tree = proof.tree
    assert tree is not None  # a proof that came to its end has one
    steps = np.diff(tree.parent[1:], prepend=0)
    nodes = {"guess": pack(tree.guess), "parent": pack(steps), "code": pack(tree.code[1:])}
    return {"total": tree.total} | nodes | effort(proof)


def stored_strategy(game: Game, row: dict[str, Any]) -> DecisionTree:
    """Play the strategy that a stored row holds as texts, against every hidden word of a game; nothing is searched."""
    guess, above = np.array(unpack(row["guess"])), np.cumsum(unpack(row["parent"]))
    parent, code = [-1, *above.tolist()], [-1, *unpack(row["code"])]
    nothing = np.zeros(len(guess), np.int32), np.zeros(len(game.hidden), np.int32)
    return play(game, Follow(DecisionTree(game, "stored", guess, np.array(parent), np.array(code), *nothing, [])))


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
    """Prove the least total over all openings; "worst" is the longest game of the strategy that was found."""
    game = game_of_list(guess_list, mode)
    found, seconds = timed("cpu_seconds", lambda: proven(prove(game, cap=cap)))
    worst = found.tree and found.tree.worst
    return {"opening": found.opening, "total": found.total, "worst": worst, "nodes": found.nodes} | seconds


def small_trees() -> Sweep:
    """Look for strategies with few decisions and at most five guesses, from the openings of most classes."""
    tasks = []
    for guess_list in ("answers", "all"):
        game = game_of_list(guess_list)
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
    game, policy = game_of_list(guess_list), FewestDecisions(5, width)

    def find() -> dict[str, Any]:
        try:
            tree = play(game, policy, opening)
        except ValueError:
            return dict.fromkeys(("decisions", "total", "worst"))
        return {"decisions": tree.decisions, "total": tree.total, "worst": tree.worst}

    figures, seconds = timed("cpu_seconds", find)
    return figures | seconds

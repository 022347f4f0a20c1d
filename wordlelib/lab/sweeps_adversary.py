"""Sweeps against a second player: guarantees, promises, minimax."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from wordlelib.adversary.guarantees import GuaranteeSolver, guarantee
from wordlelib.adversary.minimax import EVALUATIONS, best_move
from wordlelib.adversary.obstructions import (
    indistinguishable_quadruples,
    indistinguishable_quintuples,
    sets_kept_together,
    small_set,
)
from wordlelib.adversary.players import SCORES, TIES, MinimaxGuesser, WorstCase
from wordlelib.core import checks
from wordlelib.core.packing import pack_sets
from wordlelib.game.game import Game, wordle
from wordlelib.game.knowledge import REPRESENTATIONS
from wordlelib.game.tree import play
from wordlelib.game.words import original
from wordlelib.kernels.jit import cpu_clock
from wordlelib.lab.common import CHUNK, game_of_list, original_game, timed
from wordlelib.lab.representations import KEYS, ORDERS, CountingMinimax, count_states
from wordlelib.lab.results import results
from wordlelib.runs.sweeps import Sweep, Task

TAKEN_OUT = ("agora", "fibre", "lynch", "pupal", "slave", "wench")  # of the hidden words, by the newspaper in 2022
PAIRED = 100  # words whose most confused pairs are one task
SPLITTER = "raise"  # of all answers it leaves the smallest classes, of which all fives are tried
SPLITTERS = ("clone", "stair")  # and of all pairs of answers these two


def fours() -> Sweep:
    """Find all fours of original hidden words that no guess tells apart, with answers as guesses."""
    words = len(original()[0])
    return Sweep([{"first": i, "words": min(PAIRED, words - i)} for i in range(0, words, PAIRED)], find_fours)


def find_fours(first: int, words: int) -> dict[str, Any]:
    """Return the fours whose most confused pair begins with one of some words, and the effort."""
    game = game_of_list("answers")
    found, seconds = timed("cpu_seconds", lambda: indistinguishable_quadruples(game, first, words))
    return {"fours": [" ".join(four) for four in found]} | seconds


def stored_fours() -> list[tuple[str, ...]]:
    """Return all fours that no guess tells apart, from the stored run."""
    return sorted({tuple(four.split()) for row in results("fours")["rows"] for four in row["fours"]})


def eights() -> Sweep:
    """Look for eight original hidden words that survive three guesses, with answers as guesses."""
    classes = game_of_list("answers").start().partition(SPLITTER)
    tasks = [{"feedback": row} for row, words in sorted(classes.items()) if len(words) >= 5]
    return Sweep([{"feedback": None}, *tasks], find_eights)


def find_eights(feedback: str | None) -> dict[str, Any]:
    """Return the sets of eight around the stored fours, or around the fives of a class of `SPLITTER`, and the effort.

    Around fours, every guess leaves five words of a set together or one of the fours; around fives, five words.
    """
    game = game_of_list("answers")
    fours = stored_fours() if feedback is None else []
    left = game.start() if feedback is None else game.start().after(SPLITTER, feedback)

    def search() -> tuple[int, list[tuple[str, ...]]]:
        starts = fours if feedback is None else indistinguishable_quintuples(game, left.words)
        return len(starts), sets_kept_together(game, 8, 5, starts, fours)

    (starts, found), seconds = timed("cpu_seconds", search)
    return {"starts": starts, "sets": [" ".join(each) for each in found]} | seconds


def thirteens() -> Sweep:
    """Look for thirteen original hidden words of which every guess leaves nine together, with answers as guesses."""
    classes = game_of_list("answers").start().partition(SPLITTERS[0])
    return Sweep([{"feedback": row} for row, words in sorted(classes.items()) if len(words) >= 9], find_thirteens)


def find_thirteens(feedback: str) -> dict[str, Any]:
    """Return the thirteens around all fives that the `SPLITTERS` leave together, the first of them with a feedback.

    Each of the two leaves nine of thirteen words together, and so the two of them leave five.
    """
    game = game_of_list("answers")
    left = game.start().after(SPLITTERS[0], feedback)
    starts = [five for words in left.partition(SPLITTERS[1]).values() for five in combinations(words, 5)]
    found, seconds = timed("cpu_seconds", lambda: sets_kept_together(game, 13, 9, starts))
    return {"starts": len(starts), "sets": [" ".join(each) for each in found]} | seconds


def small_sets() -> Sweep:
    """Look for small sets of the original hidden words that survive four guesses, from answers, in eight orders."""
    tasks = [{"guess_list": "answers", "turns": 4, "least": 1, "seed": seed} for seed in range(8)]
    return Sweep(tasks, find_small_set)


def find_small_set(guess_list: str, turns: int, least: int, seed: int) -> dict[str, Any]:
    """Find one set, and return its size, its words' numbers as `packing.pack_sets` writes them, and the effort."""
    game, rng = game_of_list(guess_list), np.random.default_rng(seed)
    found, seconds = timed("cpu_seconds", lambda: small_set(game, turns, rng, least=least) or [])
    number = {word: i for i, word in enumerate(game.hidden)}
    return {"words": len(found), "set": pack_sets([[number[word] for word in found]])} | seconds


SAMPLE = 400  # openings of hard mode of which five guesses are asked: they take some 25 times as long as six
SEED = 50  # of the order in which all openings are drawn
NEVER = -1  # where none of the numbers of guesses that are tried is enough


def guarantees(answers: str | None = None, guesses: str | None = None) -> Sweep:
    """Find how many guesses can be guaranteed, with all guesses and with answers only, in all modes."""
    asked: list[tuple[str, str, int, str | None]] = []
    asked += [("answers", "easy", 5, None), ("answers", "easy", 4, None), ("all", "easy", 5, None)]
    asked += [("all", "easy", 4, None), ("answers", "strict", 6, None), ("answers", "strict", 4, None)]
    for word in ("scowl", "scamp", "raise", "salet") if answers is None else ():
        asked += [("all", "hard", 5, word)]
    tasks = [dict(zip(("guess_list", "mode", "cap", "opening"), row, strict=True)) for row in asked]
    return Sweep(tasks, partial(guarantee_once, answers=answers, guesses=guesses))


def guarantee_once(
    guess_list: str, mode: str, cap: int, opening: str | None, answers: str | None = None, guesses: str | None = None
) -> dict[str, Any]:
    """Find whether `cap` guesses are enough, after an opening if one is named."""
    game = game_of_list(guess_list, mode, answers, guesses)
    found, seconds = timed("cpu_seconds", lambda: guarantee(game, cap, opening))
    return {
        "possible": found.possible,
        "found": found.opening,
        "worst": found.tree and found.tree.worst,
        "total": found.tree and found.tree.total,
        "obstructions": {str(level): len(sets) for level, sets in found.refutation.items()},
        "nodes": found.nodes,
    } | seconds


def strict() -> Sweep:
    """Find whether five or six guesses are enough after each opening of strict mode, with answers only."""
    return _openings_of("strict")


def hard() -> Sweep:
    """Find whether five or six guesses are enough after each opening of hard mode, with answers only."""
    return _openings_of("hard")


def hard_openings() -> Sweep:
    """Find how many guesses are enough after every opening of hard mode, and for a sample whether five are."""
    guesses = len(original()[1])
    tasks = [{"cap": 5, "first": i, "openings": CHUNK} for i in range(0, SAMPLE, CHUNK)]
    tasks += [{"cap": 6, "first": i, "openings": min(CHUNK, guesses - i)} for i in range(0, guesses, CHUNK)]
    return Sweep(tasks, enough_in_hard_mode, cost=lambda task: task["openings"] * (25 if task["cap"] == 5 else 1))


def enough_in_hard_mode(cap: int, first: int, openings: int) -> dict[str, Any]:
    """Group some openings by how many guesses are enough after them, where fewer than `cap` count as `cap`.

    The openings are in random order, the same for every cap.
    """
    game = original_game("hard")
    drawn = np.random.default_rng(SEED).permutation(len(game.guesses))[first : first + openings]
    found, figures = _sufficient(game, sorted(game.guesses[i] for i in drawn), range(cap, len(game.guesses)))
    return {"enough": {str(least): " ".join(found[least]) for least in sorted(found)}} | figures


def _sufficient(game: Game, openings: Iterable[str], caps: Sequence[int]) -> tuple[dict[int, list[str]], Task]:
    """Group openings by the first of some numbers of guesses that is enough after them, and measure the effort."""
    nodes, found, begun = 0, dict[int, list[str]](), cpu_clock()
    for word in openings:
        solver = GuaranteeSolver(game)  # in hard mode little of what one opening teaches serves another
        least = next((cap for cap in caps if solver.search(game.start(), cap, word) is not None), NEVER)
        found.setdefault(least, []).append(word)
        nodes += solver.nodes
    return found, {"nodes": nodes, "cpu_seconds": round(cpu_clock() - begun, 4)}


def stored_guarantees(cap: int) -> dict[str, int]:
    """Return from the stored run how many guesses openings of hard mode need: all for cap 6, a sample for cap 5."""
    checks.integer("cap", cap, 5, 6)
    parts = [row["enough"] for row in results("hard_openings")["rows"] if row["cap"] == cap]
    return {word: int(least) for part in parts for least, words in part.items() for word in words.split()}


def _openings_of(mode: str) -> Sweep:
    words = len(original()[0])
    tasks = [{"first": i, "openings": min(CHUNK, words - i)} for i in range(0, words, CHUNK)]
    return Sweep(tasks, partial(sufficient_openings, mode=mode))


def sufficient_openings(first: int, openings: int, mode: str) -> dict[str, Any]:
    """Return the openings after which five guesses are enough in all, and those after which six are."""
    game = wordle(original()[0], mode=mode)
    found, figures = _sufficient(game, game.hidden[first : first + openings], (5, 6))
    return {"five": found.get(5, []), "six": found.get(6, [])} | figures


def look_ahead() -> Sweep:
    """Look ahead from the first guess by minimax, two and four plies with either list of guesses, six with answers."""
    asked = [("answers", 2), ("answers", 4), ("answers", 6), ("all", 2), ("all", 4)]
    return Sweep([{"guess_list": guess_list, "depth": depth} for guess_list, depth in asked], look_ahead_once)


def look_ahead_once(guess_list: str, depth: int) -> dict[str, Any]:
    """Return the best first guesses, their value, and the effort."""
    start = game_of_list(guess_list).start()
    move, seconds = timed("cpu_seconds", lambda: best_move(start, depth))
    figures = {"guesses": [move.guess, *move.ties], "value": move.value}
    return figures | {"nodes": move.nodes, "cutoffs": move.cutoffs} | seconds


def worst_case(answers: str | None = None, guesses: str | None = None) -> Sweep:
    """Let players that plan for the worst case play normal Wordle, those looking four plies ahead with answers only."""
    scored = [{"player": "worst-case", "score": score, "ties": ties} for score in SCORES for ties in TIES]
    ahead = [{"player": "minimax 4", "score": score, "ties": ties} for score in EVALUATIONS for ties in TIES]
    tasks = [{"guess_list": "answers"} | player for player in scored + ahead]
    tasks += [{"guess_list": "all"} | player for player in scored]
    return Sweep(tasks, partial(play_worst_case, answers=answers, guesses=guesses))


def play_worst_case(
    guess_list: str, player: str, score: str, ties: str, answers: str | None = None, guesses: str | None = None
) -> dict[str, Any]:
    """Play one policy against every hidden word.

    The words that stand also on the original list are counted separately, and so are those that the newspaper kept of
    them in 2022, which are the words that the bot of the two-player essay played.
    """
    depth = player.partition(" ")[2]
    policy = MinimaxGuesser(int(depth), evaluation=score, ties=ties) if depth else WorstCase(score, ties)
    game = game_of_list(guess_list, "easy", answers, guesses)
    tree, seconds = timed("cpu_seconds", lambda: play(game, policy))
    old = np.isin(game.hidden, original()[0])
    kept = np.bincount(tree.guesses_used[old & ~np.isin(game.hidden, TAKEN_OUT)])
    return {
        "opening": tree.opening,
        "total": tree.total,
        "worst": tree.worst,
        "words": {str(used): words for used, words in tree.distribution.items()},
        "original_words": int(old.sum()),
        "original_total": int(tree.guesses_used[old].sum()),
        "kept_words": {str(used): int(words) for used, words in enumerate(kept) if words},
    } | seconds


def representations() -> Sweep:
    """Count the positions of games of three turns, on random words, for each way to write knowledge down."""
    tasks = [
        {"words": words, "seed": seed, "representation": kind}
        for words in (13, 20, 50)
        for seed in range(3)
        for kind in REPRESENTATIONS
        if (words, kind) != (50, "normal")  # these would take a quarter of an hour for each draw
    ]
    return Sweep(tasks, count_positions)


def count_positions(words: int, seed: int, representation: str) -> dict[str, Any]:
    """Count the positions for one draw from the original hidden words."""
    count, seconds = timed("cpu_seconds", lambda: count_states(_drawn(words, seed), 3, representation))
    return {"positions": count} | seconds


def _drawn(words: int, seed: int) -> list[str]:
    return sorted(map(str, np.random.default_rng([words, seed]).choice(original()[0], words, replace=False)))


def tables(answers: str | None = None) -> Sweep:
    """Measure how large the table of minimax becomes, by its keys and by the order of moves."""
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
    listed = original_game(answers=answers).hidden if words is None or seed is None else _drawn(words, seed)
    found, seconds = timed("cpu_seconds", lambda: CountingMinimax(listed, key, order).best_move(depth))
    return found._asdict() | seconds

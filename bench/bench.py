"""How fast the library is on this machine: medians beside the figures to beat.

    make bench

Everything runs on one core. Times are in milliseconds; "limit" is the project's promise, "prototype" what an earlier
prototype took on one core of a two-core machine, "authors" what the rollout paper's authors logged for an opening or,
for proofs, what Alex Selby's C++ solver took beside that prototype.

    .venv/bin/python bench/bench.py --proofs

measures exact search alone, with the proofs over all openings, and

    .venv/bin/python bench/bench.py --adversary

guarantees and best moves against a Hinter.
"""

import argparse
import functools
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

import wordlelib as wl
from wordlelib.game import feedback
from wordlelib.kernels import feedback as feedback_kernels
from wordlelib.lab import results
from wordlelib.lab.trained import learned
from wordlelib.planning import markov
from wordlelib.planning.rollout import cost_by_size
from wordlelib.search.exact import Solver


def median(work: Callable[[], object], repeats: int) -> float:
    """Give the median of the seconds that `work` takes, after one warming call."""
    work()
    seconds = []
    for _ in range(repeats):
        begun = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begun)
    return statistics.median(seconds)


def fresh(*arguments: str) -> float:
    """Give the seconds that a fresh Python process takes."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    return time.perf_counter() - begun


def peak_megabytes() -> float:
    """Give the peak memory of a `play` in a fresh Python process, at least that of this process at the call."""
    code = (
        "import resource; from wordlelib.__main__ import main; main(['play', '--opening', 'salet', '--json']); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return int(run.stdout.split()[-1]) / 1024


class Row(NamedTuple):
    """One measurement, in seconds: ours, the project's promise, a prototype's, and what the papers' authors logged."""

    name: str
    seconds: float
    limit: float | None = None
    prototype: float | None = None
    authors: float | None = None


def first_decision(game: wl.Game, policy: Callable[[], wl.Policy]) -> float:
    """Give the mean seconds of the first decision after salet, over the hidden words, each time by a new policy."""
    start = game.start()
    seconds = total = 0.0
    for row, left in start.partition("salet").items():
        state = start.after("salet", row)
        if not state.solved:
            seconds += len(left) * median(lambda state=state: policy().decide(state), 3)
            total += len(left)
    return seconds / total


def table_one(games: list[wl.Game]) -> None:
    """Play the whole clean Table 1: 13 openings, easy and hard, base and rollout."""
    base = wl.InformationGain()
    for row in results.published("table1"):
        for game in games:
            for player in (base, wl.Rollout(base, 10)):
                wl.play(game, player, row["opening"])


def proof(game: wl.Game, opening: str, cap: int | None, repeats: int) -> float:
    """Give the median of the seconds that the search for an opening takes, each time by a new solver."""
    seconds = []
    for _ in range(repeats):
        solver = Solver(game, cap)
        begun = time.perf_counter()
        solver.search(game.start(), opening)
        seconds.append(time.perf_counter() - begun)
    return statistics.median(seconds)


def search(game: wl.Game, seed: int, **limits: int) -> wl.TreeSearch:
    """Let Action Value Tree Search run within some limits."""
    found = wl.TreeSearch(game, np.random.default_rng(seed))
    found.run(**limits)
    return found


def proofs(game: wl.Game, hard: wl.Game, repeats: int) -> list[Row]:
    """Measure exact search."""
    easy_figures = {
        "salet": (0.09, 0.73),
        "reast": (0.10, 0.98),
        "crate": (0.88, 7.92),
        "trace": (0.89, 7.93),
        "slate": (0.08, 0.75),
        "trape": (0.73, 5.81),
        "slane": (0.10, 0.89),
        "prate": (0.72, 5.91),
        "crane": (0.61, 5.04),
        "carle": (0.35, 3.00),
        "train": (0.09, 0.73),
        "raise": (0.17, 1.76),
        "clout": (0.18, 2.02),
    }
    hard_figures = {
        "salet": (0.21, 1.32),
        "reast": (0.28, 1.55),
        "crate": (0.53, 3.63),
        "trace": (0.21, None),
        "slate": (0.17, None),
        "trape": (0.52, 2.25),
        "slane": (0.14, 1.16),
        "prate": (0.54, 2.27),
        "crane": (0.41, 1.52),
        "carle": (0.74, 2.19),
        "train": (0.12, 0.99),
        "raise": (0.89, None),
        "clout": (0.43, 4.72),
    }
    rows = []
    for played, cap, figures in ((game, None, easy_figures), (hard, 6, hard_figures)):
        proof(played, "salet", cap, 1)
        for opening, (prototype, authors) in figures.items():
            seconds = proof(played, opening, cap, repeats)
            rows.append(Row(f"proof, {opening}, {played.mode}", seconds, prototype, prototype, authors))
    command = ("-m", "wordlelib", "prove", "--opening", "salet", "--json")
    rows.append(Row("python -m wordlelib prove, fresh process", median(lambda: fresh(*command), 5), 2.0))
    mastermind = wl.mastermind()
    rows.append(Row("proof, Mastermind 4 x 6, all openings", median(lambda: wl.prove(mastermind), 3)))
    return rows


def whole_proofs(game: wl.Game, hard: wl.Game) -> list[Row]:
    """Measure the proofs over all openings, once."""
    rows = []
    for played, cap, prototype in ((game, None, 86), (hard, 6, 320)):
        wl.prove(played, "salet", cap)
        seconds = wl.prove(played, cap=cap).seconds
        rows.append(Row(f"proof over all openings, {played.mode}", seconds, prototype, prototype))
    return rows


def adversary(repeats: int) -> list[Row]:
    """Measure guarantees and minimax."""
    answers = wl.words.original()[0]
    own, everything = wl.wordle(answers), wl.wordle()
    strict = wl.wordle(answers, mode="strict")
    for mode in ("easy", "strict"):
        wl.guarantee(wl.wordle(answers[:300], mode=mode), 3)
    wl.best_move(wl.wordle(answers[:300]).start(), 4)

    def ask(game: wl.Game, cap: int, opening: str | None = None) -> float:
        return statistics.median(wl.guarantee(game, cap, opening).seconds for _ in range(repeats))

    def move(game: wl.Game) -> float:
        return statistics.median(wl.best_move(game.start(), 4).seconds for _ in range(repeats))

    return [
        Row("guarantee, answers only, 5: yes", ask(own, 5), 0.1, 0.1),
        Row("guarantee, answers only, 4: no", ask(own, 4), 4.8, 4.8),
        Row("guarantee, all guesses, 4: no", ask(everything, 4), 127, 127),
        Row("guarantee, strict, scowl, 5: yes", ask(strict, 5, "scowl"), 8, 8),
        Row("guarantee, strict, 4: no", ask(strict, 4)),
        Row("best move, 4 plies, answers only", move(own), 2.6, 2.6),
        Row("best move, 4 plies, all guesses", move(everything), 114, 114),
    ]


def judging(game: wl.Game, words: int) -> float:
    """Give the longest time that two rows take, the second one over a belief of at most so many words.

    Twenty first guesses, each with the commonest feedback that leaves no more, and any hidden word after it. What a
    judge works out once for all games is not timed.
    """
    rng, seconds, judge = np.random.default_rng(1), 0.0, wl.Judge(game)
    judge.judge([game.hidden[0]], game.hidden[1])
    for opening, made in zip(rng.choice(game.guesses, 20), rng.choice(game.hidden, 20), strict=True):
        some = [left for left in game.start().partition(opening).values() if len(left) <= words]
        answer = max(some, key=len)[0]
        begun = time.perf_counter()
        judge.judge([str(opening), str(made)] if answer != opening else [answer], answer)
        seconds = max(seconds, time.perf_counter() - begun)
    return seconds


def measure(repeats: int) -> list[Row]:
    """Measure everything else."""
    game, hard = wl.wordle(), wl.wordle(mode="hard")
    weighted = wl.wordle(prior=wl.words.frequencies())
    alphabet = sorted(set("".join(game.guesses)))
    guesses = feedback.encode(game.guesses, alphabet)
    hidden = np.ascontiguousarray(feedback.encode(game.hidden, alphabet).T)
    codes = np.empty_like(game.codes)
    start, base, bonus = game.start(), wl.InformationGain(), wl.InformationGain(2)
    by_size, linear = cost_by_size(wl.play(game, base, "salet")), learned("linear")
    hundred = wl.wordle(game.hidden[:: len(game.hidden) // 100])
    play = ("-m", "wordlelib", "play", "--policy", "information-gain", "--opening", "salet", "--json")

    def tree(played: wl.Game, policy: Callable[[], wl.Policy]) -> float:
        return median(lambda: wl.play(played, policy(), "salet"), repeats)

    def rollout(*widths: int) -> Callable[[], wl.Policy]:
        return lambda: functools.reduce(wl.Rollout, widths, base)

    def ahead(width: int, steps: int) -> Callable[[], wl.Policy]:
        return lambda: wl.Lookahead(linear, width, steps)

    return [
        Row(
            "feedback matrix, 30 million codes",
            median(lambda: feedback_kernels.fill_five(guesses, hidden, codes), repeats),
            0.02,
            0.0056,
        ),
        Row(
            "information of 12,972 guesses at the root",
            median(lambda: wl.information_gain(start), repeats),
            0.015,
            0.0094,
        ),
        Row("tree for salet, information gain, easy", tree(game, lambda: base), 0.06, 0.025),
        Row("tree for salet, information gain, hard", tree(hard, lambda: base), None, 0.049),
        Row("rollout tree, k = 10, easy", tree(game, rollout(10)), 0.08, 0.043, 47_500),
        Row("rollout tree, k = 10, hard", tree(hard, rollout(10)), None, 0.075),
        Row("rollout tree, k = 100, easy", tree(game, rollout(100)), 0.35, 0.16, 514_000),
        Row("rollout of rollout, k = 10, 10", tree(game, rollout(10, 10)), None, 0.07),
        Row("rollout of rollout, k = 100, 100", tree(game, rollout(100, 100)), None, 0.94),
        Row("first decision after salet, k = 10", first_decision(game, rollout(10)), 0.006, 0.0044),
        Row("first decision after salet, k = 100", first_decision(game, rollout(100)), None, 0.015),
        Row("truncated rollout tree, k = 10, 1 step", tree(game, lambda: wl.Rollout(base, 10, None, 0, 1, by_size))),
        Row("lookahead tree, linear, k = 10", tree(game, ahead(10, 1))),
        Row("lookahead tree, linear, k = 30, 2 steps", tree(game, ahead(30, 2))),
        Row("first decision after salet, linear, k = 10", first_decision(game, ahead(10, 1))),
        Row("the whole of Table 1, clean", median(lambda: table_one([game, hard]), 3), 5.0, 2.7),
        Row("weighted tree, information gain + 2 bits", tree(weighted, lambda: bonus), None, 0.3),
        Row("weighted rollout tree, 10 + 10 heaviest", tree(weighted, lambda: wl.Rollout(bonus, 10, heaviest=10))),
        Row("tree search, an iteration of the first 100", search(game, 1, iterations=100).seconds / 100, 0.047, 0.015),
        Row(
            "tree search until 7920, median of five seeds",
            statistics.median(search(game, seed, iterations=2000, stop_at=7920).seconds for seed in range(5)),
            None,
            8.0,
        ),
        Row("all beliefs of a game of 101 words", median(lambda: markov.belief_process(hundred), 5)),
        Row("a row of at most 250 words judged", judging(game, 250), 1.0),
        Row("import wordlelib, fresh process", median(lambda: fresh("-c", "import wordlelib"), 5), 0.8),
        Row("python -m wordlelib play, fresh process", median(lambda: fresh(*play), 5), 2.5),
    ]


def main() -> None:
    """Print the table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=25, help="calls that each median is taken of (default: 25)")
    parser.add_argument("--proofs", action="store_true", help="the proofs only, also those over all openings (minutes)")
    parser.add_argument("--adversary", action="store_true", help="guarantees and best moves only (minutes)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    peak_megabytes()
    megabytes = peak_megabytes()
    game, hard = wl.wordle(), wl.wordle(mode="hard")
    if options.adversary:
        rows = adversary(min(options.repeats, 3))
    else:
        rows = [] if options.proofs else measure(options.repeats)
        rows += proofs(game, hard, min(options.repeats, 5))
    if options.proofs:
        rows += whole_proofs(game, hard)
    if options.json:
        print(json.dumps({"seconds": {row.name: row.seconds for row in rows}, "play_peak_mb": megabytes}))
        return

    def cell(seconds: float | None) -> str:
        return f"{seconds * 1000:13,.1f}" if seconds is not None else " " * 13

    print(f"{'':44}{'median':>13}{'limit':>13}{'prototype':>13}{'authors':>13}   ms")
    for name, *figures in rows:
        print(f"{name:44}" + "".join(map(cell, figures)))
    print(f"{'peak memory of that play':44}{megabytes:13.0f}{400:13}{'':26}   MB")


if __name__ == "__main__":
    main()

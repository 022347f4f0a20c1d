"""How fast the library is on this machine: medians beside the figures to beat.

    make bench

Everything runs on one core. Times are in milliseconds; "limit" is the project's promise, "prototype" what an earlier
prototype took on one core of a two-core machine.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

import wordlelib as wl
from wordlelib import feedback, markov


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


def measure(repeats: int) -> list[tuple[str, float, float | None, float | None]]:
    """Measure everything: (what, seconds, limit, prototype)."""
    game, hard = wl.wordle(), wl.wordle(mode="hard")
    alphabet = sorted(set("".join(game.guesses)))
    guesses = feedback.encode(game.guesses, alphabet)
    hidden = np.ascontiguousarray(feedback.encode(game.hidden, alphabet).T)
    codes = np.empty_like(game.codes)
    start, policy = game.start(), wl.InformationGain()
    hundred = wl.wordle(game.hidden[:: len(game.hidden) // 100])
    play = ("-m", "wordlelib", "play", "--policy", "information-gain", "--opening", "salet", "--json")
    return [
        (
            "feedback matrix, 30 million codes",
            median(lambda: feedback._fill_five(guesses, hidden, codes), repeats),
            0.02,
            0.0056,
        ),
        (
            "information of 12,972 guesses at the root",
            median(lambda: wl.information_gain(start), repeats),
            0.015,
            0.0094,
        ),
        (
            "tree for salet, information gain, easy",
            median(lambda: wl.play(game, policy, "salet"), repeats),
            0.06,
            0.025,
        ),
        (
            "tree for salet, information gain, hard",
            median(lambda: wl.play(hard, policy, "salet"), repeats),
            None,
            0.049,
        ),
        (
            "all beliefs of a game of 101 words",
            median(lambda: markov.belief_process(hundred), 5),
            None,
            None,
        ),
        ("import wordlelib, fresh process", median(lambda: fresh("-c", "import wordlelib"), 5), 0.8, None),
        ("python -m wordlelib play, fresh process", median(lambda: fresh(*play), 5), 2.5, None),
    ]


def main() -> None:
    """Print the table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=25, help="calls that each median is taken of (default: 25)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    peak_megabytes()
    megabytes = peak_megabytes()
    rows = measure(options.repeats)
    if options.json:
        print(json.dumps({"seconds": {name: seconds for name, seconds, *_ in rows}, "play_peak_mb": megabytes}))
        return

    def cell(seconds: float | None) -> str:
        return f"{seconds * 1000:10.1f}" if seconds is not None else " " * 10

    print(f"{'':44}{'median':>10}{'limit':>10}{'prototype':>10}   ms")
    for name, *figures in rows:
        print(f"{name:44}" + "".join(map(cell, figures)))
    print(f"{'peak memory of that play':44}{megabytes:10.0f}{400:10}{'':10}   MB")


if __name__ == "__main__":
    main()

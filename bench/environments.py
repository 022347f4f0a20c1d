"""How many guesses a second the environments take on one core: medians over runs of some seconds in all.

    .venv/bin/python bench/environments.py

Guesses are drawn from all that the mode allows to be made at any time: in easy mode from every guess, and in hard mode
the same one again and again, which all hints allow. What begins games anew is timed, but does not count as a guess.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable

import numpy as np

import wordlelib as wl
from wordlelib.environments.many import WordleVectorEnv
from wordlelib.environments.single import WordleEnv

AIM = 1_000_000  # guesses a second on one core
GUESSES = 200_000  # of a run of many games


def rate(run: Callable[[], int], repeats: int) -> float:
    """Give the median of the guesses a second over some runs, each of which says how many it made, after one more."""
    run()
    rates = []
    for _ in range(repeats):
        begun = time.perf_counter()
        made = run()
        rates.append(made / (time.perf_counter() - begun))
    return statistics.median(rates)


def together(game: wl.Game, count: int) -> Callable[[], int]:
    """Give a run of so many games at once."""
    envs, rng = WordleVectorEnv(count, game), np.random.default_rng(1)
    drawn = rng.integers(len(game.guesses), size=(7, count))
    actions = drawn if game.mode == "easy" else np.broadcast_to(drawn[0], drawn.shape)
    envs.reset(seed=1)

    def run() -> int:
        steps = [envs.step(actions[i % len(actions)])[4]["code"] for i in range(max(7, GUESSES // count))]
        return sum(int((code >= 0).sum()) for code in steps)

    return run


def alone(game: wl.Game, guesses: int, judge: wl.Judge | None = None) -> Callable[[], int]:
    """Give a run of one game after the other, each with the guesses of information gain after salet."""
    env, tree = WordleEnv(game, judge=judge), wl.play(game, wl.InformationGain(), "salet")
    played = {word: [game.find(guess) for guess, _ in tree.path(word)][:6] for word in game.hidden[::11]}

    def run() -> int:
        made = 0
        while made < guesses:
            for word, actions in played.items():
                env.reset(options={"hidden": word})
                for action in actions:
                    env.step(action)
                made += len(actions)
        return made

    return run


def main() -> None:
    """Print the rates, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=9, help="runs that each median is taken of (default: 9)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    game, hard = wl.wordle(), wl.wordle(mode="hard")
    runs = {f"{n:,} games, {each.mode} mode": together(each, n) for each in (game, hard) for n in (64, 1024, 16384)}
    runs |= {"one game": alone(game, 2000), "one game, judged": alone(game, 500, wl.Judge(game))}
    rates = {name: rate(run, options.repeats) for name, run in runs.items()}
    if options.json:
        print(json.dumps({"guesses_a_second": rates, "aim": AIM}))
        return
    print(f"{'guesses a second (aim of many games: ' + format(AIM, ',') + ')':52}")
    for name, found in rates.items():
        print(f"{name:36}{found:13,.0f}")


if __name__ == "__main__":
    main()

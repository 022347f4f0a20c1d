"""How long the first call of each kind takes: everything is compiled into an empty folder, then found there.

    python bench/cold.py [--portable]

Prints the processor's seconds (user) of each command: cold, and the second time; and of `wordlelib compile`, with the
size of the folder. `--portable` compiles for a generic processor, as for an image that runs elsewhere; compare the
second column, or run `WORDLELIB_PORTABLE=1 python bench/bench.py`, for what that costs in speed.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile

COMMANDS = (
    "play --policy information-gain --opening salet",
    "play --policy rollout --opening salet",
    "prove --opening salet",
    "search --sampler thompson --seed 1 --stop-at 7920",
    "guarantee --cap 5 --guess-list answers",
    "best-move --depth 4 --guess-list answers",
    "duel --guesser minimax --hinter exact",
    "play --noise 0.05 --games 100",
)


def user_seconds(command: str, folder: str, **variables: str) -> tuple[float, str]:
    """Run a command of the library; give its user seconds and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run = subprocess.run(
        [sys.executable, "-m", "wordlelib", *command.split()],
        env={**os.environ, **variables, "NUMBA_CACHE_DIR": folder},
        capture_output=True,
        text=True,
        check=True,
    )
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, run.stdout


def main() -> None:
    """Measure the commands one after the other, each on top of the ones above it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--portable", action="store_true")
    variables = {"WORDLELIB_PORTABLE": "1"} if parser.parse_args().portable else {}
    with tempfile.TemporaryDirectory() as folder:
        print("  cold    warm")
        for command in COMMANDS:
            cold, _ = user_seconds(command, folder, **variables)
            warm, _ = user_seconds(command, folder, **variables)
            print(f"{cold:6.1f}  {warm:6.1f}  {command}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        seconds, report = user_seconds("compile --json", folder, **variables)
        print(f"{seconds:6.1f}          compile ({json.loads(report)['megabytes']:.1f} MB)")


if __name__ == "__main__":
    main()

"""How soon the command line ends after Ctrl-C: each command is stopped at many moments, from its first second on.

    .venv/bin/python bench/interrupts.py [--times N] [COMMAND ...]

A line a command: how often it was stopped, the median and the longest wait until the process had ended, and what went
wrong: another exit code than 130, or another last line than "wordlelib: stopped". With `--cold` every run begins with
no compiled kernels.
"""

import argparse
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

COMMANDS = {
    "best-move": "best-move --depth 8 --json",
    "decide": "decide --policy rollout --width all",
    "duel": "duel --guesser minimax --guesser-depth 6 --hinter exact",
    "guarantee": "guarantee --cap 4 --json",
    "noisy": "play --noise 0.1 --games 1000000 --policy rollout",
    "play": "play --policy rollout --width 1000",
    "prove": "prove --opening qajaq --json",
    "prove all": "prove --all --jobs 2 --json --mode hard",
    "search": "search --iterations 1000000 --json",
    "sweep": "sweep exact --out OUT",
}


class Stop(NamedTuple):
    """How a command ended that was stopped."""

    moment: float
    seconds: float
    fault: str


def stop(command: str, moment: float, cold: bool) -> Stop | None:
    """Press Ctrl-C at a moment; None if the command was over by then."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = command.replace("OUT", f"{folder}/out.json").split()
        run = subprocess.Popen(
            [sys.executable, "-m", "wordlelib", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            start_new_session=True,
            env=os.environ | ({"NUMBA_CACHE_DIR": folder} if cold else {}),
        )
        time.sleep(moment)
        begun = time.perf_counter()
        if run.poll() is not None:
            run.communicate()
            return None
        os.killpg(run.pid, signal.SIGINT)
        try:
            out, err = run.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            out, err = run.communicate()
        seconds = time.perf_counter() - begun
        fault = "" if run.returncode == 130 else f"code {run.returncode}"
        if err.splitlines()[-1:] != ["wordlelib: stopped"] or "Traceback" in err:
            fault += f" error output {err.splitlines()[-1:]}"
        if "--json" in command and moment > 3 and out.count("\n") != 1:
            fault += f" {out.count(chr(10))} lines of output"
        return Stop(moment, seconds, fault)


def main() -> None:
    """Stop the commands, and print how that went."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("commands", nargs="*", choices=[*COMMANDS, []], help="which commands (default: all)")
    parser.add_argument("--times", type=int, default=20, metavar="N", help="how often to stop each (default: 20)")
    parser.add_argument("--longest", type=float, default=10.0, metavar="S", help="the last moment (default: 10)")
    parser.add_argument("--cold", action="store_true", help="begin with no compiled kernels")
    options = parser.parse_args()
    for name in options.commands or COMMANDS:
        moments = [0.1 + options.longest * (i / options.times) ** 2 for i in range(options.times)]
        stops = [found for moment in moments if (found := stop(COMMANDS[name], moment, options.cold)) is not None]
        if not stops:
            print(f"{name:12}  over before it could be stopped")
            continue
        waits = [each.seconds for each in stops]
        print(f"{name:12} {len(stops):3} times  median {statistics.median(waits):5.2f} s  longest {max(waits):5.2f} s")
        for each in stops:
            if each.fault or each.seconds > 2:
                print(f"    at {each.moment:5.2f} s: {each.seconds:5.2f} s {each.fault}", flush=True)


if __name__ == "__main__":
    main()

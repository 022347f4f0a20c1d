"""The command `sweep` with one sweep more, of cheap tasks; for runs that are disturbed.

    python -m tools.chaos.driver '{"tasks": 200}' --out FILE --jobs 2

The first argument holds the arguments of `sweep_of`. With "clock" the time of day jumps by hours at each look.
"""

import itertools
import json
import sys
import time

STRIDES = (7200.0, -86400.0, 3600.0, -10.0, 1e6, -1e6)


def jumping(strides: tuple[float, ...] = STRIDES) -> None:
    """Let the time of day jump back and forth."""
    offsets, real = itertools.cycle(strides), time.time
    time.time = lambda: real() + next(offsets)


def main() -> int:
    """Run the command."""
    settings = json.loads(sys.argv[1])
    if settings.pop("clock", False):
        jumping()
    from wordlelib.kernels.interrupts import WATCH

    WATCH.install()
    from tools.chaos.tasks import sweep_of
    from wordlelib.cli.main import main as command_line
    from wordlelib.lab import experiments

    experiments.SWEEPS["chaos"] = lambda: sweep_of(**settings)
    return command_line(["sweep", "chaos", *sys.argv[2:]])


if __name__ == "__main__":
    sys.exit(main())

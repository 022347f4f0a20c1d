"""The command line: python -m wordlelib play | decide | prove | search | guarantee | best-move | duel | ..."""

import sys

from wordlelib.kernels.interrupts import WATCH


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    from wordlelib.cli.main import main

    return main(arguments)


def watched() -> int:
    """Run the command line of this process, where Ctrl-C ends even the imports with one line and exit code 130."""
    WATCH.install()
    return main()


if __name__ == "__main__":
    sys.exit(watched())

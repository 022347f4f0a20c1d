"""The command line: python -m wordlelib play | decide | prove | search | guarantee | best-move | duel | ..."""

import sys

from wordlelib.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

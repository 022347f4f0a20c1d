"""``python -m assignments``: make the course's archives, grade what was handed in."""

import argparse
import sys
from pathlib import Path


def main(arguments: list[str] | None = None) -> int:
    """Run a command; give its exit code."""
    parser = argparse.ArgumentParser(prog="python -m assignments", description="The course that goes with the book.")
    commands = parser.add_subparsers(dest="command", required=True)
    grading = commands.add_parser("grade", help="from a folder of submissions to points and feedback")
    grading.add_argument("submissions", type=Path, help="a folder with a folder for each student")
    grading.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the results go")
    grading.add_argument("--only", action="append", metavar="SET", help="grade this set only; may be repeated")
    grading.add_argument("--seconds", type=float, default=20, help="what a cell or a call may take (default: 20)")
    options = parser.parse_args(arguments)
    from assignments.grading.grade import grade

    def tell(done: int, every: int, what: str) -> None:
        print(f"{done} of {every} submissions {what}".rstrip(), file=sys.stderr, flush=True)

    try:
        rows = grade(options.submissions, options.out, options.only, options.seconds, tell)
    except ValueError as error:
        print(f"assignments: error: {error}", file=sys.stderr)
        return 2
    for row in rows:
        print(f"{row['student']:20} {row['set']}  {row['points']:g} of {row['of']:g}  {row['remark']}".rstrip())
    print(f"Points: {options.out / 'points.csv'}; feedback: {options.out / 'feedback'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

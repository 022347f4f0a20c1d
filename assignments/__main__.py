"""``python -m assignments``: build what the course hands out, grade what is handed in."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from wordlelib.cli.shared import SHARED, Parser, Progress, add_option, seconds


def build(options: argparse.Namespace) -> None:
    """Build the course's folders and archives."""
    from assignments.building.build import build

    with Progress(options, "parts") as progress:
        archives = build(options.out, options.only, options.part, progress)
    for path in archives:
        print(f"{path.stat().st_size / 1e6:7.1f} MB  {path}")


def show(options: argparse.Namespace) -> None:
    """Write what the teaching page shows of the course."""
    from assignments.building.shown import build_shown

    build_shown(options.out)


def grade(options: argparse.Namespace) -> None:
    """Grade the submissions, and say what everybody has."""
    from assignments.grading.child import missing
    from assignments.grading.grade import grade

    for what in missing():
        print(f"assignments: warning: {what}", file=sys.stderr)
    with Progress(options, "submissions") as progress:
        rows = grade(options.submissions, options.out, options.only, options.seconds, progress)
    for row in rows:
        print(f"{row['student']:20} {row['set']}  {row['points']:g} of {row['of']:g}  {row['remark']}".rstrip())
    print(f"Points: {options.out / 'points.csv'}; feedback: {options.out / 'feedback'}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; give its exit code."""
    parser = Parser(prog="python -m assignments", description="The course that goes with the book.")
    commands = parser.add_subparsers(dest="command", required=True)
    building = commands.add_parser("build", help="make the problem sets, the slides, the students' book, and archives")
    building.add_argument("--out", type=Path, default=Path("_build/course"), metavar="FOLDER", help="where they go")
    building.add_argument("--part", action="append", help="students, instructors, slides or book (default: all)")
    building.set_defaults(run=build)
    showing = commands.add_parser("show", help="make the sets, the slides and a page of feedback for the book's pages")
    showing.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where they go; it is emptied first")
    showing.set_defaults(run=show)
    grading = commands.add_parser("grade", help="from a folder of submissions to points and feedback")
    grading.add_argument("submissions", type=Path, help="a folder with a folder for each student")
    grading.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the results go")
    grading.add_argument("--seconds", type=seconds, default=20, help="what a cell or a call may take (default: 20)")
    grading.set_defaults(run=grade)
    for command in (building, grading):
        command.add_argument("--only", action="append", metavar="SET", help="this set only; may be repeated")
        add_option(command, "progress", **SHARED["progress"])
    options = parser.read(sys.argv[1:] if arguments is None else arguments)
    try:
        if options.out.exists() and not options.out.is_dir():
            raise ValueError(f"out: {str(options.out)!r} is a file; expected a folder")
        options.run(options)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        print("assignments: stopped", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())

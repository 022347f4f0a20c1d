"""Print the built pages as one book.

python -m tools.pdf [--no-solutions] [--build _build]
"""

import argparse
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import yaml
from bs4 import BeautifulSoup

import wordlelib
from tools.addresses import ROOT, read_addresses
from tools.chromium import find_chromium
from tools.pdf.chapters import read_parts
from tools.pdf.finishing import finish
from tools.pdf.fonts import font_rules
from tools.pdf.front import Edition
from tools.pdf.manuscript import compose
from tools.pdf.printing import print_book

HTML, BOOK = Path("html"), Path("pdf") / "book.pdf"


def read_edition(solutions: bool) -> Edition:
    """Read what the book says of itself."""
    settings = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    return Edition(
        title=settings["title"],
        author=settings["author"],
        rights=BeautifulSoup(settings["html"]["extra_footer"], "html.parser").get_text(),
        version=wordlelib.__version__,
        moment=datetime.fromtimestamp(read_seconds(), UTC),
        pages=read_addresses().pages,
        solutions=solutions,
    )


def read_seconds() -> int:
    """Give the time that the book bears: `SOURCE_DATE_EPOCH`, or that of the last commit, or else 1970."""
    given = os.environ.get("SOURCE_DATE_EPOCH") or last_commit() or "0"
    if not given.isdecimal():
        raise ValueError(f"SOURCE_DATE_EPOCH: {given!r}; expected seconds since 1970")
    return int(given)


def last_commit() -> str:
    """Give the time of the last commit; nothing where there is none."""
    try:
        run = subprocess.run(
            ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return ""
    return run.stdout.strip()


def make(edition: Edition, toc: Path, html: Path, book: Path) -> None:
    """Print a book.

    Parameters
    ----------
    edition
        What it says of itself.
    toc
        The file `_toc.yml`.
    html
        The folder of the built pages.
    book
        The file to write. What it is made of is put beside it.
    """
    document, printed = (book.absolute().with_suffix(ending) for ending in (".html", ".printed.pdf"))
    book.parent.mkdir(parents=True, exist_ok=True)
    document.write_text(compose(read_parts(toc, html), edition, html, font_rules()), encoding="utf-8")
    finish(printed, edition, print_book(document, printed), book)


def main() -> None:
    """Read the command line, and print the book."""
    parser = argparse.ArgumentParser(prog="python -m tools.pdf", description="Print the built pages as one book.")
    parser.add_argument("--no-solutions", dest="solutions", action="store_false", help="leave the solutions out")
    parser.add_argument("--build", type=Path, default=ROOT / "_build", metavar="FOLDER", help="where the pages are")
    options = parser.parse_args()
    find_chromium()
    book = options.build.resolve() / BOOK
    make(read_edition(options.solutions), ROOT / "_toc.yml", options.build.resolve() / HTML, book)
    print(f"{book}: {book.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    try:
        main()
    except (ValueError, OSError) as error:
        print(f"pdf: error: {error}", file=sys.stderr)
        sys.exit(2)

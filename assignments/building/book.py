"""The students' edition of the book: the same pages, without the solutions of the exercises."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
import yaml

from assignments.building.chapters import ROOT
from assignments.building.shown import build_shown
from assignments.building.withheld import without_solutions

COPIED = ("book", "tools/sphinx_extensions", "wordlelib/first.py", "_toc.yml")  # the reference shows first.py


def build_book(out: Path) -> None:
    """Build the pages of the students' edition into a folder.

    Raises
    ------
    RuntimeError
        If the book cannot be built.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        withhold(copy)
        command = [sys.executable, "-c", "from jupyter_book.cli.main import main; main()"]
        command += ["build", str(copy), "-W", "-n", "--keep-going"]
        unpublished = {name: value for name, value in os.environ.items() if name not in ("BOOK_URL", "BOOK_REPOSITORY")}
        done = subprocess.run(command, cwd=copy, env=unpublished, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"jupyter-book: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        shutil.copytree(copy / "_build" / "html", out)
    build_shown(out / "course")


def withhold(copy: Path) -> None:
    """Copy the book's sources, and take the solutions out of the chapters."""
    for part in COPIED:
        source, target = ROOT / part, copy / part
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copyfile)(source, target)
    settings = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    settings["title"] += " (students' edition)"
    settings["html"]["baseurl"] = settings["repository"]["url"] = ""  # its buttons would lead to the solutions
    (copy / "_config.yml").write_text(yaml.safe_dump(settings, sort_keys=False), encoding="utf-8")
    for path in sorted((copy / "book").glob("*.ipynb")):
        chapter = nbformat.read(path, as_version=4)
        without_solutions(chapter)
        nbformat.write(chapter, path)

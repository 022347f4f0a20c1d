"""Measure how long the cells of each notebook run, kernels compiled before: python -m tools.page_times.

'make times' does so, and writes book/times.json, which the pages show beside the time that reading takes.
python -m tools.page_times quick, or long, prints the notebooks that 'make test' runs, or those that it leaves out.
"""

import argparse
import json
import os
import platform
import time
from datetime import UTC, datetime
from pathlib import Path

import nbformat
from nbclient import NotebookClient

BOOK = Path(__file__).parents[1] / "book"
TARGET = BOOK / "times.json"
LONG = 8.2  # seconds: 'make test' has a minute or two, and what takes longer is four fifths of all cells' time


def measure(path: Path) -> float:
    """Give the seconds that a notebook's cells take together, the start of its kernel left out.

    Parameters
    ----------
    path
        The notebook.
    """
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(path.parent)}})
    with client.setup_kernel():
        start = time.perf_counter()
        for place, cell in enumerate(notebook.cells):
            client.execute_cell(cell, place)
        return time.perf_counter() - start


def choose(which: str) -> list[Path]:
    """Return the notebooks that take longer than `LONG` seconds, or the others and the unmeasured, longest first."""
    seconds = json.loads(TARGET.read_text(encoding="utf-8"))["seconds"]
    paths = sorted(BOOK.glob("*.ipynb"), key=lambda path: (-seconds.get(path.stem, 0.0), path))
    return [path for path in paths if (seconds.get(path.stem, 0.0) > LONG) == (which == "long")]


def measure_all() -> None:
    """Measure all notebooks, one after the other, and write the file whole."""
    seconds = {path.stem: round(measure(path), 1) for path in sorted(BOOK.glob("*.ipynb"))}
    said = {
        "command": "make times",
        "measured": datetime.now(UTC).strftime("%Y-%m-%d"),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "seconds": seconds,
    }
    unfinished = TARGET.with_suffix(".tmp")
    unfinished.write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")
    unfinished.replace(TARGET)


def main() -> None:
    """Measure, or print which notebooks are quick or long."""
    parser = argparse.ArgumentParser(prog="page_times", description=__doc__)
    parser.add_argument("which", nargs="?", choices=["quick", "long"])
    which = parser.parse_args().which
    if which is None:
        measure_all()
    else:
        print(*(path.relative_to(BOOK.parent) for path in choose(which)))


if __name__ == "__main__":
    main()

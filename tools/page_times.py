"""Measure how long the cells of each notebook run, kernels compiled before: python -m tools.page_times.

'make times' does so, and writes book/times.json, which the pages show beside the time that reading takes.
"""

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


def main() -> None:
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


if __name__ == "__main__":
    main()

"""Open chapters in a live JupyterLab, in Chromium, and run them as a reader does."""

import json
import socket
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page

PATIENCE = 300_000  # milliseconds; far more than anything here takes
# Whether the notebook's kernel is there and idle.
READY = "globalThis.jupyterapp?.shell.currentWidget?.sessionContext?.kernelDisplayStatus === 'idle'"
# Whether all cells with code have been run; or what went wrong in one of them.
RUN = """() => {
  const cells = [...jupyterapp.shell.currentWidget.content.model.cells].filter(({ type }) => type === "code");
  const outputs = cells.flatMap(({ outputs }) => outputs.toJSON());
  const fault = outputs.find(({ output_type }) => output_type === "error");
  return fault ? `${fault.ename}: ${fault.evalue}` : cells.every(({ executionCount }) => executionCount);
}"""


class Reading(NamedTuple):
    """How long a chapter took, in seconds from "Run All Cells".

    Attributes
    ----------
    first
        Until the first result was there.
    whole
        Until the last cell had been run.
    """

    first: float
    whole: float


@contextmanager
def serving(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """Run a JupyterLab that shows a folder; give its address, once it answers.

    Parameters
    ----------
    command
        What starts JupyterLab.
    folder
        Its root.
    environment
        Its environment variables.

    Raises
    ------
    RuntimeError
        If it ends before it answers.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = [f"--ServerApp.port={port}", "--IdentityProvider.token=", "--no-browser", "--allow-root"]
    options += [f"--ServerApp.root_dir={folder}", "--ServerApp.disable_check_xsrf=True"]
    options += ["--LabApp.expose_app_in_browser=True"]
    server = subprocess.Popen(
        [*command, *options], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    try:
        assert server.stderr is not None
        log: list[str] = []
        while not log or "is running at" not in log[-1]:
            log.append(server.stderr.readline())
            if not log[-1]:
                raise RuntimeError(f"JupyterLab did not start: {''.join(log)}")
        threading.Thread(target=server.stderr.read, daemon=True).start()
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)


def open_notebook(page: Page, address: str, path: str) -> None:
    """Open a notebook, and wait until its kernel is there."""
    page.goto(f"{address}/lab/tree/{path}?reset")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=PATIENCE)
    page.wait_for_function(READY, timeout=PATIENCE)


def run_chapter(page: Page, chapter: Path) -> Reading:
    """Run all cells of the notebook that a page shows.

    Parameters
    ----------
    page
        Where it is open.
    chapter
        Its file, which says where the first result is.

    Raises
    ------
    RuntimeError
        If a cell fails.
    """
    cells = [cell for cell in json.loads(chapter.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    number = next(i for i, cell in enumerate(cells) if cell["outputs"])
    result = page.locator(".jp-Notebook .jp-CodeCell").nth(number).locator(".jp-OutputArea-output").first
    page.evaluate("jupyterapp.commands.execute('editmenu:clear-all')")
    result.wait_for(state="detached", timeout=PATIENCE)
    begun = time.perf_counter()
    page.evaluate("void jupyterapp.commands.execute('notebook:run-all-cells')")
    result.wait_for(timeout=PATIENCE)
    first = time.perf_counter() - begun
    said = page.wait_for_function(RUN, timeout=PATIENCE).json_value()
    if said is not True:
        raise RuntimeError(f"{chapter.name}: {said}")
    return Reading(first, time.perf_counter() - begun)

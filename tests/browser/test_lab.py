"""The widgets in a live JupyterLab: Python and the browser hold the same state, both ways."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
CELLS = [
    "from wordlelib import widgets\nexplorer = widgets.Explorer([('salet', '-y--g')])\nexplorer",
    "print('left', explorer.remaining, explorer.history, explorer.best[0]['guess'])",
    "explorer.history = [['crane', 'gy--y']]",
]


@pytest.fixture(scope="module")
def lab(chromium, tmp_path_factory):
    """Start JupyterLab on a notebook with the explorer; give its address, once it answers."""
    folder = tmp_path_factory.mktemp("lab")
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), folder / "live.ipynb")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = [f"--ServerApp.port={port}", "--IdentityProvider.token=", "--no-browser", "--allow-root"]
    options += [f"--ServerApp.root_dir={folder}", "--ServerApp.disable_check_xsrf=True"]
    command = [sys.executable, "-m", "jupyterlab", *options]
    paths = {
        "PYTHONPATH": str(ROOT),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "IPYTHONDIR": str(folder / "ipython"),
    }
    log = (folder / "log").open("w")
    server = subprocess.Popen(command, env=os.environ | paths, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    for _ in range(300):
        try:
            ask(f"{address}/api")
            break
        except OSError:
            time.sleep(0.2)
    else:
        pytest.fail((folder / "log").read_text())
    yield address
    server.terminate()
    server.wait(30)


def ask(address):
    with urllib.request.urlopen(address, timeout=10) as answer:
        return json.load(answer)


def wait_for_kernel(address):
    """Wait until the notebook's kernel is idle and somebody is connected to it."""
    for _ in range(300):
        sessions = ask(f"{address}/api/sessions")
        if any(s["kernel"]["execution_state"] == "idle" and s["kernel"]["connections"] for s in sessions):
            return
        time.sleep(0.2)
    pytest.fail(f"no kernel after a minute: {ask(f'{address}/api/sessions')}")


def test_state_is_the_same_on_both_sides(lab, chromium):
    context = chromium.new_context(viewport={"width": 1300, "height": 1000})
    page = context.new_page()
    page.goto(f"{lab}/lab/tree/live.ipynb?reset")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=60_000)
    wait_for_kernel(lab)
    cells = page.locator(".jp-Notebook .jp-CodeCell")

    def run(number):
        cells.nth(number).locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")

    run(0)
    region = page.get_by_role("region", name="Board and information explorer")
    region.locator("tbody tr").first.wait_for(timeout=60_000)
    region.get_by_label("Guess", exact=True).fill("crony")
    page.keyboard.press("Enter")
    region.get_by_role("button", name="C, place 1: grey").wait_for()
    page.wait_for_function("!document.querySelector('.ww').parentElement.hasAttribute('aria-busy')")
    status = region.get_by_role("status").inner_text()
    run(1)
    said = cells.nth(1).locator(".jp-OutputArea-output")
    said.get_by_text("left").wait_for(timeout=30_000)
    left = said.inner_text()
    assert "[['salet', '-y--g'], ['crony', '-----']]" in left
    assert status.startswith(f"{left.split()[1]} word") and left.strip().endswith(
        status.split("guess: ")[1].split(",")[0]
    )
    run(2)
    region.get_by_role("button", name="C, place 1: green").wait_for(timeout=30_000)
    assert region.locator(".ww-line").count() == 1
    context.close()

"""Running cells on a page: a small book with the real Pyodide, and the real book where NumPy's wheel is there too."""

import json
from base64 import b64encode
from pathlib import Path

import axe_playwright_python
import nbformat.v4 as v4
import numpy as np
import pytest
from playwright.sync_api import expect
from sphinx.application import Sphinx
from watching import HTML, ROOT, Watched

import wordlelib as wl
from tools.pyodide import gather
from wordlelib.game.feedback import feedback_matrix
from wordlelib.kernels.webassembly import FOLDER

pytestmark = pytest.mark.slow
AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"

LOADING = 120_000  # milliseconds; far more than it takes
CELLS = [
    (["run"], "def double(n):\n    return 2 * n", ""),
    (["run"], "print('twice', double(4))", "twice 8\n"),
    ([], "print('never run')", "never run\n"),
    (["run"], "double(21)", "42\n"),
]
WORDS = "speed", "erase", "crane"
# Loads the module as the library does, but without NumPy, and colours those words against each other.
COLOURING = f"""
import base64, ctypes, math
with open("engine.wasm", "wb") as file:
    file.write(base64.b64decode({b64encode((FOLDER / "engine.wasm").read_bytes()).decode()!r}))

def parts(items, *shape):
    steps = [math.prod(shape[i + 1:]) for i in range(len(shape))]
    head = [ctypes.c_uint32(0), ctypes.c_uint32(0), ctypes.c_int64(len(items)), ctypes.c_int64(1)]
    return [*head, ctypes.c_uint32(ctypes.addressof(items)), *map(ctypes.c_int64, shape), *map(ctypes.c_int64, steps)]

words = {WORDS}
guesses, turned = "".join(words), "".join(map("".join, zip(*words)))
letters = [(ctypes.c_uint8 * 15)(*text.encode()) for text in (guesses, turned)]
codes, result = (ctypes.c_uint8 * 9)(), (ctypes.c_int64 * 2)()
taken = [*parts(letters[0], 3, 5), *parts(letters[1], 5, 3), *parts(codes, 3, 3)]
stopped = ctypes.CDLL("./engine.wasm").fill_five(ctypes.c_uint32(ctypes.addressof(result)), ctypes.c_uint32(0), *taken)
print(stopped, *codes)
"""
SEARCHING = """
import numpy as np
import wordlelib as wl
search = wl.TreeSearch(wl.wordle(), np.random.default_rng(1))
search.run(100)
print(search.upper, search.rng.random())
"""
CONF = f"""
import sys
sys.path.insert(0, {str(ROOT / "tools" / "sphinx_extensions")!r})
extensions = ["myst_nb", "run_cells"]
html_theme = "sphinx_book_theme"
html_context = {{"default_mode": "auto"}}
html_favicon = {str(ROOT / "book" / "favicon.svg")!r}
nb_execution_mode = "off"
nb_ipywidgets_js = {{}}
"""


def small_book(folder, python):
    """Build a book of one chapter with those cells, and with what runs Python if asked for; give its pages' folder."""
    (folder / "conf.py").write_text(CONF)
    cells = [v4.new_markdown_cell("# A chapter")]
    for tags, code, text in CELLS:
        outputs = [v4.new_output("stream", name="stdout", text=text)] if text else []
        cells.append(v4.new_code_cell(code, metadata={"tags": tags}, outputs=outputs))
    (folder / "index.ipynb").write_text(json.dumps(v4.new_notebook(cells=cells)))
    if python:
        (folder / "_build" / "pyodide").mkdir(parents=True)
        lock = json.loads((gather.RUNTIME / "pyodide-lock.json").read_text(encoding="utf-8"))
        gather.put(folder / "_build" / "pyodide", lock, [])
    app = Sphinx(folder, folder, folder / "html", folder / "doctrees", "html", status=None, warning=None)
    app.build()
    return folder / "html"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build a small book that can run Python."""
    if not gather.RUNTIME.is_dir():
        pytest.skip("Pyodide is not here: 'npm ci --prefix tools/pyodide' fetches it")
    return small_book(tmp_path_factory.mktemp("book"), python=True)


@pytest.fixture(scope="module")
def small(serve, built):
    """Serve that book."""
    return serve(built)


@pytest.fixture
def opened(chromium, small):
    """The chapter in a window of its own, all that it asked for, and what it complained of."""
    context = chromium.new_context(viewport={"width": 390, "height": 800})
    watched, asked = Watched(context.new_page(), small), []
    watched.page.on("request", lambda request: asked.append(request.url))
    yield watched.open("index"), asked, watched.faults
    assert watched.faults == []
    context.close()


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def output(page, number):
    return page.get_by_role("region", name=f"Output of your run of cell {number}")


def ended(page, text):
    expect(page.get_by_role("status").filter(has_text=text)).to_have_count(1, timeout=LOADING)


def test_nothing_is_loaded_before_it_is_asked_for_and_the_size_is_said(opened):
    page, asked, _ = opened
    assert [url for url in asked if "pyodide" in url and not url.rpartition("/")[2].startswith("run.")] == []
    expect(page.get_by_role("button", name="Run cell")).to_have_count(2)
    files = ["contents.json", "worker.js", "cells.py", "pyodide-lock.json", *gather.FILES]
    size = sum(len(page.request.get(f"{page.url.rpartition('/')[0]}/_static/pyodide/{name}").body()) for name in files)
    said = f"Loads Python into this page once, {size / 1e6:.0f} MB."
    expect(page.get_by_role("status").filter(has_text=said)).to_have_count(2)


def test_a_cell_runs_after_the_cells_before_it_from_the_keyboard_alone(opened):
    page, asked, _ = opened
    button(page, "Run cell 3").focus()
    page.keyboard.press("Enter")
    ended(page, "Done.")
    expect(output(page, 3)).to_have_text("42\n")
    expect(output(page, 2)).to_be_hidden()
    expect(button(page, "Run cell 3")).to_be_focused()
    assert any(url.endswith("pyodide.asm.wasm") for url in asked)
    expect(page.get_by_text("Loads Python")).to_have_count(0)


def test_changed_code_runs_and_can_be_taken_back(opened):
    page, *_ = opened
    button(page, "Run cell 2").click()
    ended(page, "Done.")
    code = page.get_by_label("Code of cell 2")
    code.fill("double(5) / 0")
    code.press("Control+Enter")
    ended(page, "Ended with an error.")
    expect(output(page, 2)).to_have_text("Line 1: ZeroDivisionError: division by zero")
    button(page, "Run cell 3").click()
    expect(output(page, 3)).to_have_text("In an earlier cell: Line 1: ZeroDivisionError: division by zero")
    button(page, "Cell 2 as in the book").click()
    expect(code).to_be_focused()
    button(page, "Run cell 3").click()
    ended(page, "Done.")
    expect(output(page, 3)).to_have_text("42\n")


def test_a_run_can_be_stopped_and_the_next_one_begins_anew(opened):
    page, *_ = opened
    button(page, "Run cell 2").click()
    ended(page, "Done.")
    page.get_by_label("Code of cell 2").fill("print('round', end='')\nwhile True: pass")
    button(page, "Run cell 2").click()
    expect(output(page, 2)).to_have_text("round")
    button(page, "Stop cell 2").click()
    ended(page, "Stopped. The next run begins anew.")
    page.get_by_label("Code of cell 2").fill("double(1)")
    button(page, "Run cell 2").click()
    ended(page, "Done.")
    expect(output(page, 2)).to_have_text("2\n")


def test_compiled_kernels_work_in_the_memory_of_python(opened):
    page, *_ = opened
    button(page, "Run cell 2").click()
    ended(page, "Done.")
    page.get_by_label("Code of cell 2").fill(COLOURING)
    button(page, "Run cell 2").click()
    expect(output(page, 2)).to_have_text(
        " ".join(map(str, [0, *feedback_matrix(WORDS, WORDS).flat])) + "\n", timeout=LOADING
    )


@pytest.mark.parametrize("name", ["contents.json", "pyodide.asm.wasm", "python_stdlib.zip"])
def test_python_that_cannot_be_loaded_is_said_in_one_line_and_may_be_tried_again(opened, name):
    page, _, faults = opened
    page.route(f"**/{name}", lambda route: route.abort())
    button(page, "Run cell 2").click()
    ended(page, "Python could not be loaded")
    faults.clear()
    page.unroute(f"**/{name}")
    button(page, "Run cell 2").click()
    ended(page, "Done.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wrong_for_axe_and_nothing_runs_over_a_small_window(opened, scheme):
    page, *_ = opened
    page.emulate_media(color_scheme=scheme)
    button(page, "Run cell 2").click()
    ended(page, "Done.")
    page.add_script_tag(path=AXE)
    found = page.evaluate("axe.run('article', { resultTypes: ['violations'], preload: false })")["violations"]
    assert [rule["id"] for rule in found if rule["impact"] in ("serious", "critical")] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_from_a_disk_no_button_promises_what_cannot_be(chromium, built):
    page = chromium.new_page()
    page.goto((built / "index.html").as_uri())
    assert page.locator("script[src$='pyodide/run.js']").count() == 1
    assert page.get_by_role("button", name="Run cell").count() == 0
    page.close()


def test_without_what_runs_python_pages_are_as_ever(tmp_path):
    html = small_book(tmp_path, python=False)
    assert "pyodide" not in (html / "index.html").read_text(encoding="utf-8")
    assert not (html / "_static" / "pyodide").exists()


def test_the_book_plays_the_tiny_game_and_searches_the_full_one(watched):
    if not (HTML / "_static" / "pyodide" / "contents.json").is_file():
        pytest.skip("NumPy's wheel for Pyodide is not here: 'make pyodide' fetches it, and 'make book' puts it in")
    page = watched.open("book/02_markov_chains_and_decisions")
    cells = page.locator(".cell.tag_run")
    (number,) = (i for i, text in enumerate(cells.all_inner_texts()) if "least(tiny.hidden)" in text)
    cell = cells.nth(number)  # whose code is no text of the page once it can be changed
    output = cell.get_by_role("region", name="Output of your run")
    cell.get_by_role("button", name="Run cell").click()
    expect(output).to_contain_text("53.000 / 24 for all", timeout=LOADING)
    code = cell.get_by_role("textbox")
    code.fill("import wordlelib as wl\nwl.prove(wl.wordle(), 'salet').total")
    code.press("Control+Enter")
    expect(output).to_have_text("7920\n", timeout=LOADING)
    search = wl.TreeSearch(wl.wordle(), np.random.default_rng(1))
    search.run(100)
    code.fill(SEARCHING)
    code.press("Control+Enter")
    expect(output).to_have_text(f"{search.upper} {search.rng.random()}\n", timeout=LOADING)

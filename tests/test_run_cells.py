"""The cells that readers can run on the pages: alone, without Numba and without pictures, they print what is stored."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
PAGE = TOP / "tools" / "pyodide" / "page"
CHAPTERS = [path for path in sorted((TOP / "book").glob("*.ipynb")) if '"run"' in path.read_text(encoding="utf-8")]
ABSENT = ("numba", "llvmlite", "joblib", "matplotlib", "anywidget", "IPython")
PICTURE = "(a picture, as above)\n"
PROGRAM = f"""
import json, sys
sys.modules.update(dict.fromkeys({ABSENT}))
sys.path.insert(0, {str(PAGE)!r})
import cells
cells.leave_out()
results = []
for code in json.load(sys.stdin):
    printed = []
    results.append([cells.run(code, printed.append), "".join(printed)])
print(json.dumps(results))
"""


def run(*codes):
    """Run cells one after the other, as a page does; give the error and the text of each."""
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, input=json.dumps(codes), cwd=TOP, capture_output=True, text=True, check=True)
    return [tuple(result) for result in json.loads(done.stdout)]


def tagged(path):
    """Give the code of each such cell of a chapter, and the text that is stored with it."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if "run" in cell["metadata"].get("tags", []):
            stored = "".join("".join(output["text"]) for output in cell["outputs"] if "text" in output)
            yield "".join(cell["source"]), stored


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_cells_of_a_chapter_print_what_is_stored(path):
    codes, stored = zip(*tagged(path), strict=True)
    (_, said), *others = run(*codes)
    assert said.startswith("wordlelib: Numba cannot be imported") and len(said.splitlines()) == 1
    assert [(error, text.replace(PICTURE, "")) for error, text in others] == [("", text) for text in stored[1:]]


def test_the_chapters_with_such_cells():
    assert [path.stem[:2] for path in CHAPTERS] == ["01", "02", "03", "16"]


def test_the_last_value_is_shown_and_an_error_said_in_one_line():
    assert run("x = 2", "x + 1", "None", "print('a', end='')\nx", "") == [
        ("", ""),
        ("", "3\n"),
        ("", ""),
        ("", "a2\n"),
        ("", ""),
    ]
    assert run(
        "def f():\n    return 1 / 0\n", "\nf()", "a b", "raise ValueError('two\\nlines')", "raise KeyboardInterrupt"
    ) == [
        ("", ""),
        ("Line 2: ZeroDivisionError: division by zero", ""),
        ("Line 1: SyntaxError: invalid syntax", ""),
        ("Line 1: ValueError: two lines", ""),
        ("Line 1: KeyboardInterrupt", ""),
    ]


def test_endless_printing_ends():
    [(error, text)] = run("while True:\n    print('x' * 99)")
    assert error == "Line 2: ValueError: more than 50,000 characters printed" and 49_000 < len(text) <= 50_000


def test_pictures_are_left_out():
    drawing = "import matplotlib.pyplot as plt\nfrom wordlelib import plots\nplots.board([])\nplt.show()"
    assert run(drawing)[0][1].endswith(PICTURE)


def test_the_book_says_which_chapters_have_such_cells():
    text = (TOP / "book" / "how_to_run.md").read_text(encoding="utf-8")
    said = re.search(r"\*\*Small cells\*\* have a button \*Run\* in chapters ([\d, and]+),", text)[1]
    assert re.findall(r"\d+", said) == [str(int(path.name[:2])) for path in CHAPTERS]

"""What the README shows runs as it stands there, and commands on all pages are such as the command line takes."""

import json
import re
import shlex
from inspect import signature
from pathlib import Path

import pytest

import wordlelib as wl
from wordlelib.cli.main import build_parser
from wordlelib.lab.experiments import SWEEPS

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = README, ROOT / "CONTRIBUTING.md", ROOT / "data" / "README.md", *sorted((ROOT / "book").glob("*.*"))


@pytest.mark.slow
@pytest.mark.large
def test_the_example_of_the_library():
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    scope = {}
    exec(compile(code, "README.md", "exec"), scope)
    assert scope["tree"].total == wl.play(scope["game"], wl.InformationGain(), opening="salet").total


def texts(page):
    """Give the texts of a page: a file, or the cells of a notebook."""
    whole = page.read_text(encoding="utf-8")
    return ["".join(cell["source"]) for cell in json.loads(whole)["cells"]] if page.suffix == ".ipynb" else [whole]


def commands():
    """Give the commands that stand on lines of their own, as lists of arguments."""
    line = re.compile(r"^ *(?:\.venv/bin/)?python -m wordlelib (.+)$", re.M)
    for page in PAGES:
        if page.suffix in (".md", ".ipynb"):
            for text in texts(page):
                yield from (shlex.split(found, comments=True) for found in line.findall(text.replace("\\\n", " ")))


def test_commands_are_taken():
    parser, asked = build_parser(), list(commands())
    assert len({arguments[0] for arguments in asked}) > 10
    for arguments in asked:
        options = parser.parse_args(arguments)
        if arguments[0] == "sweep":
            named = ("width", "answers", "guesses", "stop_at")
            given = {name for name in named if getattr(options, name) is not None}
            assert given <= set(signature(SWEEPS[options.name]).parameters), arguments

"""What the README shows runs as it stands there."""

import re
from pathlib import Path

import pytest

import wordlelib as wl

README = Path(__file__).parents[1] / "README.md"


@pytest.mark.slow
@pytest.mark.large
def test_the_example_of_the_library():
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    scope = {}
    exec(compile(code, "README.md", "exec"), scope)
    assert scope["tree"].total == wl.play(scope["game"], wl.InformationGain(), opening="salet").total

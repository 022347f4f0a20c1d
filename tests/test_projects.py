"""The projects' examples of good work: their code runs, and gives the numbers that the text quotes."""

import contextlib
import io
import re
from pathlib import Path

import pytest

PROJECTS = Path(__file__).parents[1] / "assignments" / "projects"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.S | re.M)
NUMBER = re.compile(r"\d+\.\d+|\d+")


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(PROJECTS.glob("*.md")), ids=lambda path: path.stem)
def test_the_examples_give_the_numbers_of_the_text(path):
    text = path.read_text(encoding="utf-8")
    code = "\n".join(BLOCK.findall(text))
    teachers = PROJECTS / f"example_{path.name[0]}.py"
    if teachers.exists():
        code += "\n" + teachers.read_text(encoding="utf-8")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, path.name, "exec"), {})
    found = [float(part) for part in printed.getvalue().split() if NUMBER.fullmatch(part)]
    words = {"two": 2, "three": 3, "five": 5, "six": 6, "no": 0}
    prose = BLOCK.sub("", text).replace(",", "")
    quoted = {float(number) for number in NUMBER.findall(prose)} | {
        words[each] for each in words if f" {each} " in prose
    }
    assert len(found) >= 5
    for number in found:
        assert any(abs(number - each) < 0.0006 for each in quoted), number

"""The committed module for the pages is what the kernels give today, byte for byte."""

import subprocess
import sys

import pytest

from tools.wasm.__main__ import PYTHON
from wordlelib.kernels.webassembly import FOLDER


@pytest.mark.skipif(sys.version_info[:2] != PYTHON, reason="the committed files come from another Python's bytecode")
def test_the_module_is_made_again(tmp_path):
    subprocess.run([sys.executable, "-m", "tools.wasm", str(tmp_path)], check=True)
    for name in ("engine.wasm", "engine.json"):
        made, kept = (tmp_path / name).read_bytes(), (FOLDER / name).read_bytes()
        assert made == kept, f"{name} is not what the kernels give now: run 'make wasm'"

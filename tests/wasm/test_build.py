"""The committed module for the pages is what the kernels give today, byte for byte."""

import subprocess
import sys

from wordlelib.widgets.prove_it import COMPILED


def test_the_module_is_made_again(tmp_path):
    subprocess.run([sys.executable, "-m", "tools.wasm", str(tmp_path)], check=True)
    for name in ("engine.wasm", "engine.json"):
        made, kept = (tmp_path / name).read_bytes(), (COMPILED / name).read_bytes()
        assert made == kept, f"{name} is not what the kernels give now: run 'make wasm'"

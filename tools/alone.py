"""Test the library alone, with the newest packages that it allows: python -m tools.alone [requirement ...]

A user has the library and what it needs, in whatever versions are new on that day, and not this project's pins. So this
makes an environment of such packages in a temporary folder, and runs there the tests of everything that is compiled.
Requirements, such as "numba==0.60.*", choose other versions.
"""

import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
FURTHER = ["test_import", "test_words"]
FURTHER += ["test_without_numba", "elsewhere/test_other_numba"] if os.name == "posix" else []
NEEDED = ("hypothesis", "matplotlib", "pytest")


def tests() -> list[str]:
    """Return the files of tests of what is compiled, which the Makefile knows, and of how it is compiled."""
    [owners] = re.findall(r"^OWNERS := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    named = [f"tests/{name}.py" for name in [f"test_{owner}" for owner in owners.split()] + FURTHER]
    return [*named, *(f"tests/{path.name}" for path in sorted(ROOT.glob("tests/test_kernels_*.py")))]


def main(requirements: list[str]) -> int:
    """Make the environment, say what is in it, run the tests and return their exit code."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = os.path.join(folder, "Scripts" if os.name == "nt" else "bin", "python")
        for words in (["install", "--quiet", "--upgrade", str(ROOT), *NEEDED, *requirements], ["list"]):
            subprocess.run([python, "-m", "pip", *words], check=True)
        command = [python, "-m", "pytest", "-m", "not large", *tests()]
        settings = {"NUMBA_CACHE_DIR": os.path.join(folder, "cache"), "PYTHONPATH": str(ROOT)}
        return subprocess.run(command, cwd=ROOT, env=os.environ | settings).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

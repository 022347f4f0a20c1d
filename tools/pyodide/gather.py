"""Gather what pages need to run Python: Pyodide, NumPy's wheel for it, and the library's own wheel.

Pyodide comes from npm (`make pyodide` installs it), NumPy's wheel from Pyodide's release, unless it is in the folder
already. The folder counts as complete when `contents.json` is in it.
"""

import hashlib
import json
import shutil
import sys
import urllib.request
from pathlib import Path

from tools.addresses import ROOT
from tools.release import build_wheel

HERE = Path(__file__).parent
RUNTIME = HERE / "node_modules" / "pyodide"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
FOLDER = ROOT / "_build" / "pyodide"
CONTENTS = "contents.json"
ADDRESS = "https://cdn.jsdelivr.net/pyodide/v{version}/full/{file_name}"


def gather(folder: Path) -> None:
    """Put everything into a folder."""
    lock = json.loads((RUNTIME / "pyodide-lock.json").read_text(encoding="utf-8"))
    version = json.loads((RUNTIME / "package.json").read_text(encoding="utf-8"))["version"]
    numpy = lock["packages"]["numpy"]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / CONTENTS).unlink(missing_ok=True)
    fetch(ADDRESS.format(version=version, file_name=numpy["file_name"]), folder / numpy["file_name"], numpy["sha256"])
    for old in folder.glob("wordlelib-*.whl"):
        old.unlink()
    put(folder, lock, ["numpy", build_wheel(folder).name])


def fetch(address: str, path: Path, sha256: str) -> None:
    """Fetch a file with a known checksum, unless it is there."""
    content = path.read_bytes() if path.is_file() else b""
    if hashlib.sha256(content).hexdigest() == sha256:
        return
    with urllib.request.urlopen(address, timeout=60) as answer:
        content = answer.read()
    if hashlib.sha256(content).hexdigest() != sha256:
        raise ValueError(f"{address}: another checksum than {sha256}")
    path.write_bytes(content)


def put(folder: Path, lock: dict, packages: list[str]) -> None:
    """Put Pyodide and the pages' own files beside the packages, and say that all is there."""
    for path in [*(RUNTIME / name for name in FILES), *(HERE / "page").iterdir()]:
        if path.is_file():
            shutil.copyfile(path, folder / path.name)
    known = {name: lock["packages"][name] for name in packages if name in lock["packages"]}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock | {"packages": known}), encoding="utf-8")
    megabytes = round(sum(path.stat().st_size for path in folder.iterdir()) / 1e6)
    contents = json.dumps({"packages": packages, "megabytes": megabytes})
    (folder / CONTENTS).write_text(contents, encoding="utf-8")


if __name__ == "__main__":
    try:
        gather(FOLDER)
    except (OSError, ValueError) as error:
        sys.exit(f"No Python for the pages: {error}")

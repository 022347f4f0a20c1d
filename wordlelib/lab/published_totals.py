"""Totals of openings that others have published, beside those of this project: an independent check.

The files are read from a folder of the reader's own, and none of them comes with the project. They have an opening and
its total on each line, and perhaps a mean between them.
"""

import re
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from wordlelib.core.files import read_text
from wordlelib.lab.common import original_game, proven
from wordlelib.lab.results import results
from wordlelib.lab.sweeps_adversary import stored_guarantees
from wordlelib.runs.provenance import digest_of_words
from wordlelib.runs.sweeps import Sweep
from wordlelib.search.all_openings import merged
from wordlelib.search.exact import prove

LINE = re.compile(r"([a-z]{5})\s+(?:\S+\s+)?(\d{1,10})")
NEVER = 10**9  # stands for the total of an opening after which no strategy keeps to six guesses
# Files of alex1770/wordle on GitHub, and the stored run that each is compared with.
BESIDE = {
    "normal.some3593.proven": "openings_easy",
    "normal.n100": "openings_easy",  # upper bounds
    "hard.top101.proven": "openings_hard",
    "results_hard_nyt20220316": "hard_openings",
}
LATER, LATER_LISTS = "results_easy_nyt20230701", ("wordlist_nyt20230701_hidden", "wordlist_nyt20220830_all")
SAMPLE, SEED = 30, 20230701  # openings of the later lists that are proven again
KNOWN = "tyres"  # the opening whose total is less without a limit of six guesses


def published_totals(folder: str = ".") -> Sweep:
    """Compare totals of openings that others have published with ours: files of alex1770/wordle in a folder."""
    tasks: list[dict[str, Any]] = [{"file": name} for name in BESIDE]
    tasks += [{"file": LATER, "opening": KNOWN}, *({"file": LATER, "place": i} for i in range(SAMPLE))]
    return Sweep(tasks, partial(compare_published, folder=folder))


def compare_published(file: str, folder: str, opening: str | None = None, place: int | None = None) -> dict[str, Any]:
    """Compare all totals of a file with a stored run, or the total of one opening with a proof.

    Of a file it is counted how many openings are `equal` here, and how many totals are `above` ours or `below` them. Of
    hard mode, whose file is about a later list, only whether six guesses are enough is compared. An opening is given,
    or by its `place` in a random order. The file's total is its `published` one; ours is `capped` with six guesses, and
    `total` with any number, which takes `worst` guesses at most. "sha256" is the file's digest, and "lists" are those
    of the words that were played with.
    """
    claims, digest = _claims(folder, file)
    if opening is not None or place is not None:
        word = _asked(claims, f"folder: {Path(folder) / file}", opening, place)
        lists = [str(Path(folder) / name) for name in LATER_LISTS]
        game = original_game("easy", *lists)
        free, six = (proven(prove(game, word, cap)) for cap in (None, 6))
        ours = {"capped": six.total, "total": free.total, "worst": free.tree and free.tree.worst}
        digests = {"sha256": digest, "lists": [digest_of_words(each) for each in lists]}
        return digests | {"word": word, "published": claims[word]} | ours
    if BESIDE[file] == "hard_openings":
        found = {word: NEVER if least > 6 else 0 for word, least in stored_guarantees(6).items()}
        claims = {word: NEVER if total == NEVER else 0 for word, total in claims.items()}
    else:
        found = merged(results(BESIDE[file])["rows"])
    both = sorted({*claims} & {*found})
    signs = [int(np.sign(claims[word] - found[word])) for word in both]
    counts = {"equal": signs.count(0), "above": signs.count(1), "below": signs.count(-1)}
    return {"sha256": digest, "openings": len(claims), "compared": len(both)} | counts


def _asked(claims: dict[str, int], path: str, opening: str | None, place: int | None) -> str:
    """Return the opening that is asked for by name or by its place, if the file has it."""
    if place is not None:
        if place >= len(claims):
            raise ValueError(f"{path}: {len(claims)} openings; expected more than {place}")
        opening = str(np.random.default_rng(SEED).permutation(sorted(claims))[place])
    if opening not in claims:
        raise ValueError(f"{path}: no total of {opening}; expected one")
    return opening


@cache
def _claims(folder: str, file: str) -> tuple[dict[str, int], str]:
    """Read the totals of a file by opening, and its digest; a line that has none is refused, and a file without one."""
    path, found = Path(folder) / file, dict[str, int]()
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as fault:
        reason = getattr(fault, "strerror", None) or "not text in UTF-8"
        raise ValueError(f"folder: {path}: {reason}; expected a file of totals") from None
    for number, line in enumerate(text.splitlines(), 1):
        read = LINE.fullmatch(line)
        if read is None or read[1] in found:
            raise ValueError(f"folder: {path}, line {number}: {line!r}; expected an opening of its own and its total")
        found[read[1]] = int(read[2])
    if not found:
        raise ValueError(f"folder: {path}: empty; expected a file of totals")
    return found, sha256(text.encode()).hexdigest()

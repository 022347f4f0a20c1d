"""Which list a file is: told by its words, in any order."""

import numpy as np

import wordlelib as wl
from wordlelib.game import known_lists
from wordlelib.game.words import DATA


def test_each_list_is_known_once():
    assert len({each.name for each in known_lists.KNOWN}) == len(known_lists.KNOWN) == 6
    assert len({each.digest for each in known_lists.KNOWN}) == 6
    assert all(each.source == known_lists.HERE or "on GitHub, " in each.source for each in known_lists.KNOWN)
    for listed, name in zip(wl.words.original(), ("original hidden words", "original guesses"), strict=True):
        known = next(each for each in known_lists.KNOWN if each.name == name)
        assert (known.words, known.digest) == (len(listed), known_lists.digest_of(listed))


def test_the_order_does_not_matter_and_is_told(tmp_path):
    shuffled = np.random.default_rng(1).permutation(wl.words.original()[0]).tolist()
    (tmp_path / "words.txt").write_text("\n".join(shuffled).upper())
    found = known_lists.identify(tmp_path / "words.txt")
    assert (found.name, found.words, found.alphabetical) == ("original hidden words", 2315, False)
    (tmp_path / "words.txt").write_text("\n".join(shuffled[1:]))
    assert known_lists.identify(tmp_path / "words.txt").name is None


def test_the_command(tmp_path, refuse, said_by, report_of):
    (tmp_path / "few.txt").write_text("stone\nalone\n")
    files = [str(DATA / "words" / "guesses.txt"), str(tmp_path / "few.txt")]
    first, second = said_by("which-list", *files).splitlines()
    assert first == f"{files[0]}: 12,972 words, original guesses"
    digest = known_lists.digest_of(["alone", "stone"])
    assert second == (
        f"{files[1]}: 2 words, no list that the book knows (SHA-256 {digest}); not in alphabetical order, "
        "which decides ties"
    )
    report = report_of("which-list", *files)["files"]
    assert [each["words"] for each in report] == [12972, 2] and report[1]["source"] is None
    assert "cannot be read" in refuse("which-list", str(tmp_path / "none.txt"))

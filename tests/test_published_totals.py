"""Other people's totals beside ours: every opening is compared, and a file that is odd is refused by its line."""

from hashlib import sha256

import numpy as np
from refusals import refuses

import wordlelib as wl
from wordlelib.lab import published_totals
from wordlelib.lab.results import results
from wordlelib.lab.sweeps_adversary import stored_guarantees
from wordlelib.runs.provenance import digest_of_words
from wordlelib.search.all_openings import merged


def write(folder, name, claims):
    (folder / name).write_text("".join(f"{word} {total}\n" for word, total in claims.items()), encoding="utf-8")


def compare(folder, **task):
    return published_totals.compare_published(folder=str(folder), **task)


def test_totals_are_counted_by_what_they_are_beside_ours(tmp_path):
    ours = merged(results("openings_easy")["rows"])
    first, second, third, *_ = ours
    write(
        tmp_path, "normal.n100", {first: ours[first], second: ours[second] + 1, third: ours[third] - 2, "zzzzz": 9000}
    )
    row = compare(tmp_path, file="normal.n100")
    assert [row[name] for name in ("openings", "compared", "equal", "above", "below")] == [4, 3, 1, 1, 1]
    assert row["sha256"] == sha256((tmp_path / "normal.n100").read_bytes()).hexdigest()


def test_of_hard_mode_only_whether_six_guesses_are_enough_is_compared(tmp_path):
    least = stored_guarantees(6)
    good, bad = (next(word for word in least if (least[word] > 6) == lost) for lost in (False, True))
    path = tmp_path / "results_hard_nyt20220316"
    path.write_text(f"{good} 3.5 8099\n{bad} Infinity {published_totals.NEVER}\n", encoding="utf-8")
    row = compare(tmp_path, file=path.name)
    assert (row["compared"], row["equal"]) == (2, 2)
    published_totals._claims.cache_clear()
    path.write_text(f"{bad} 3.5 8099\n{good} Infinity {published_totals.NEVER}\n", encoding="utf-8")
    row = compare(tmp_path, file=path.name)
    assert (row["above"], row["below"]) == (1, 1)


def test_openings_of_later_lists_are_proven_with_six_guesses_and_with_any_number(tmp_path):
    answers = ["baker", "caker", "faker", "laker", "maker", "raker", "saker", "taker"]
    for name in published_totals.LATER_LISTS:
        (tmp_path / name).write_text("\n".join(answers), encoding="utf-8")
    write(tmp_path, published_totals.LATER, dict.fromkeys(answers, 30) | {"baker": published_totals.NEVER})
    row = compare(tmp_path, file=published_totals.LATER, opening="baker")
    assert (row["word"], row["published"], row["capped"]) == ("baker", published_totals.NEVER, None)
    assert (row["total"], row["worst"]) == (36, 8)  # one after the other
    assert row["lists"] == [digest_of_words(tmp_path / name) for name in published_totals.LATER_LISTS]
    for asked, fault in (
        ({"opening": "tyres"}, "no total of tyres"),
        ({"place": 8}, "8 openings; expected more than 8"),
    ):
        refuses(f"folder: .*{published_totals.LATER}: {fault}", compare, tmp_path, file=published_totals.LATER, **asked)
    drawn = {compare(tmp_path, file=published_totals.LATER, place=i)["word"] for i in range(len(answers))}
    assert drawn == set(answers)
    game = wl.wordle(answers)
    assert row["total"] == wl.prove(game, "baker").total == np.arange(1, 9).sum()


def test_odd_files_are_refused_by_their_lines(tmp_path):
    for line in (
        "salet",
        "salet x",
        "salet 7920 7921 7922",
        "SALET 7920",
        "salet -1",
        "salet 7920\nsalet 7920",
        "\u00e9t\u00e9 5",
    ):
        (tmp_path / "normal.n100").write_text(f"crane 7930\n{line}\n", encoding="utf-8")
        published_totals._claims.cache_clear()
        refuses("line [23]: .*expected an opening of its own and its total", compare, tmp_path, file="normal.n100")
    refuses("folder: .*hard.top101.proven: No such file", compare, tmp_path, file="hard.top101.proven")
    (tmp_path / "hard.top101.proven").write_text("", encoding="utf-8")
    refuses("folder: .*hard.top101.proven: empty", compare, tmp_path, file="hard.top101.proven")
    (tmp_path / "hard.top101.proven").write_bytes(b"\xff\xfe")
    refuses("folder: .*: not text in UTF-8", compare, tmp_path, file="hard.top101.proven")

"""The papers' tables, cell by cell: which there are, how averages were rounded, and the stored result."""

import json
from collections import Counter

import pytest
from refusals import refuses

import wordlelib as wl
from wordlelib.lab import authors_tables
from wordlelib.lab.authors_program import Conventions, Emulator
from wordlelib.lab.results import published, results

STORED = results("as_published")["rows"]


def test_the_tables_have_116_cells():
    cells = authors_tables.cells()
    assert Counter(cell.table for cell in cells) == {1: 52, 2: 52, 3: 12}
    assert {cell.printed for cell in cells} >= {"3.6", "3.4345", "5.8674", "3.0769"}
    assert len(set(cells)) == len(cells) and all(cell.printed for cell in cells)
    assert len(authors_tables.cells(mode="easy")) == 26 + 6 and len(authors_tables.cells((1, 2), "salet")) == 8
    assert {cell.opening for cell in cells if cell.width == 9} == {"rabies", "tances"}


def test_cells_that_are_not_there():
    refuses("opening: 'zebra'.*expected a row of the tables", authors_tables.cells, opening="zebra")
    refuses("opening: None, mode 'easy'; expected a row of the tables", authors_tables.cells, (2,), mode="easy")
    refuses("tables: 4; expected a whole number from 1 to 3", authors_tables.cells, (4,))


@pytest.mark.parametrize(
    ("digits", "total", "games", "kind"),
    [
        ("3.4345", 7951, 2315, "truncated"),
        ("3.4346", 7951, 2315, "rounded"),
        ("3.5231", 8156, 2315, "both"),
        ("3.6", 8334, 2315, "both"),
        ("3.5", 8334, 2315, "neither"),
        ("2.13", 17, 8, "rounded"),
        ("2.12", 17, 8, "truncated"),
        ("3", 9, 3, "both"),
    ],
)
def test_how_an_average_was_rounded(digits, total, games, kind):
    assert authors_tables.rounding(digits, total, games) == kind


def test_the_stored_result_has_all_cells_and_says_where_it_comes_from():
    assert [
        authors_tables.Cell(**{name: row[name] for name in authors_tables.Cell._fields}) for row in STORED
    ] == authors_tables.cells()
    for row in STORED:
        assert sum(row["games"].values()) == 2315
        assert row["total"] == sum(int(used) * count for used, count in row["games"].items())
    source = results("as_published")
    assert source["settings"]["six_letters"] == authors_tables.SIX_LETTERS
    assert source["command"].startswith("python -m wordlelib as-published --table all --answers ")


def test_the_stored_games_are_those_of_the_authors_logs():
    logs = {
        (row["opening"], row["mode"], row["heuristic"], row["width"]): [int(n) for n in row["games"].split()]
        for row in published("logs")
    }
    met = 0
    for row in STORED:
        logged = logs.get((row["opening"], row["mode"], row["heuristic"], str(row["width"])))
        if logged is not None:
            met += 1
            assert {str(used): n for used, n in enumerate(logged, 1) if n} == row["games"]
    assert met == 92


def test_the_clean_totals_are_those_of_the_clean_tables():
    clean = {(row["opening"], row["mode"], row["width"]): row["total"] for row in results("table1")["rows"]}
    for row in STORED[:52]:
        assert row["clean"] == clean[row["opening"], row["mode"], row["width"]]


@pytest.mark.large
@pytest.mark.slow
def test_the_clean_totals_of_table_2(original_hard):
    """They come out again with the library's own policies."""
    bases = {"mrd": wl.ExpectedRemaining(), "gep": wl.MostClasses()}
    rows = [row for row in STORED if row["table"] == 2]
    for row in rows:
        base = bases[row["heuristic"]]
        tree = wl.play(original_hard, wl.Rollout(base, row["width"]) if row["width"] else base, row["opening"])
        assert tree.total == row["clean"]
    assert len(rows) == 52


@pytest.mark.slow
@pytest.mark.large
@pytest.mark.parametrize(
    ("table", "opening", "column"),
    [(1, "clout", column) for column in authors_tables.COLUMNS[1]]
    + [(2, "raise", column) for column in authors_tables.COLUMNS[2]],
)
def test_a_cell_of_every_kind_is_as_it_is_stored(table, opening, column):
    (cell,) = [cell for cell in authors_tables.cells((table,), opening) if cell.column == column]
    (row,) = [row for row in STORED if (row["table"], row["opening"], row["column"]) == (table, opening, column)]
    fresh = authors_tables.play_cell(**cell._asdict())
    assert all(fresh[name] == row[name] for name in ("total", "clean", "games"))
    assert authors_tables.rounding(cell.printed, fresh["total"], 2315) != "neither"


@pytest.fixture
def six_lists(tmp_path, monkeypatch):
    """Six-letter lists that pass for the authors', on which one game never ends with ten candidates."""
    answers, guesses = ["abbaab", "babaab", "bbabba"], ["aaabbb", "abbaab", "babaab", "bbabba", "rabies", "tances"]
    paths = {}
    for name, listed in (("answers", answers), ("guesses", [*guesses[:4], "ambros", *guesses[4:]])):
        listed = sorted(listed)
        paths[name] = tmp_path / f"{name}.txt"
        paths[name].write_text("\r\n".join(listed))
        monkeypatch.setitem(authors_tables.SIX_LETTERS, name, authors_tables.digest_of(listed))
    return paths


def test_table_three_with_lists_of_the_reader(six_lists, tmp_path):
    out = tmp_path / "out.json"
    report = authors_tables.as_published(authors_tables.cells((3,), "rabies"), **six_lists, out=out)
    assert (report["cells"], report["stored"], report["equal"]) == (4, 0, 0)
    assert {row["rounding"] for row in report["rows"]} == {"neither"}
    for row in report["rows"]:
        lists = authors_tables.checked_lists(**six_lists)
        again = Emulator(*lists, row["mode"], "mig", row["width"], Conventions()).play("rabies")
        assert row["total"] == again.total
    assert json.loads(out.read_text())["settings"]["six_letters"] == authors_tables.SIX_LETTERS


def test_lists_that_are_not_the_authors(six_lists):
    six_lists["answers"].write_text("abbaab\n")
    with pytest.raises(ValueError, match="answers: answers.txt with SHA-256 .* expected the authors' list"):
        authors_tables.as_published(authors_tables.cells((3,)), **six_lists)
    with pytest.raises(ValueError, match="answers: given without guesses"):
        authors_tables.as_published(authors_tables.cells((3,)), answers=six_lists["answers"])


def test_table_three_without_lists_is_the_stored_one():
    report = authors_tables.as_published(authors_tables.cells((3,)))
    assert (report["cells"], report["equal"], report["stored"], report["misprints"]) == (12, 12, 12, 0)


def test_the_misprint_is_told():
    (row,) = authors_tables.as_published(authors_tables.cells((2,), "trace")[:1])["rows"]
    assert (row["printed"], row["total"], row["rounding"], row["equal"]) == ("3.5471", 8206, "misprint", True)
    assert row["mean"] == 3.544708


@pytest.mark.large
def test_the_stored_widths_meet_the_other_results():
    rows = results("widths")["rows"]
    ten = {(row["opening"], row["mode"], row["off"]): row["total"] for row in results("conventions")["rows"]}
    for row in rows:
        assert row["width"] != 10 or row["total"] == ten[row["opening"], row["mode"], row["off"]]
    logs = {(row["opening"], row["mode"]): row["games"] for row in published("logs") if row["width"] == "100"}
    for row in rows:
        if row["width"] == 100 and not row["off"] and (row["opening"], row["mode"]) in logs:
            games = logs[row["opening"], row["mode"]].split()
            assert row["total"] == sum(used * int(count) for used, count in enumerate(games, 1))
    fresh = authors_tables.play_conventions("clout", "hard", "last_guess_free right_guess_bonus", 100)
    (stored,) = [
        row
        for row in rows
        if (row["opening"], row["mode"], row["width"]) == ("clout", "hard", 100) and row["off"].startswith("last")
    ]
    assert fresh["total"] == stored["total"]


@pytest.mark.slow
@pytest.mark.large
def test_some_of_the_stored_combinations_are_computed_again():
    stored = {(row["opening"], row["mode"], row["off"]): row for row in results("conventions")["rows"]}
    for opening, mode, off in (
        ("salet", "hard", ""),
        ("salet", "easy", "list_order last_guess_free right_guess_bonus"),
        ("clout", "hard", "extra_candidate unstable_sort"),
        ("raise", "hard", "rounded consistent"),
    ):
        names = [name for name in (*authors_tables.SWITCHES, "consistent") if name in off.split()]
        row = stored[opening, mode, " ".join(names)]
        fresh = authors_tables.play_conventions(opening, mode, off)
        assert (row["total"], row["base"]) == (fresh["total"], fresh["base"])

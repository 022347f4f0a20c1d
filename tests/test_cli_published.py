import pytest


@pytest.mark.large
def test_a_row_as_published(tmp_path, said_by, report_of):
    out = tmp_path / "out.json"
    options = ["--table", "2", "--opening", "trace", "--out", str(out)]
    report = report_of("as-published", *options)
    assert (report["cells"], report["equal"], report["misprints"], report["stored"]) == (4, 4, 1, 0)
    assert list(report["rows"][0]) == [
        *("table", "opening", "column", "heuristic", "mode", "width", "printed"),
        *("total", "mean", "rounding", "equal", "clean", "stored"),
    ]
    before = out.stat().st_mtime_ns
    lines = said_by("as-published", *options, "--jobs", "2").splitlines()
    assert out.stat().st_mtime_ns == before
    assert lines[0] == (
        "2  trace  mrd_hard          printed 3.5471  total  8206  mean 3.544708  misprint: equal to the authors' log"
    )
    assert lines[-1] == "4 of 4 cells equal, 1 of them a misprint"


def test_table_three_comes_from_the_stored_result(said_by):
    lines = said_by("as-published", "--table", "3", "--mode", "hard", "--progress").splitlines()
    assert len(lines) == 7 and lines[0].endswith("(stored)")
    assert lines[-1] == "6 of 6 cells equal, 6 from the stored result"


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (["--opening", "zebra"], "opening: 'zebra', mode None; expected a row of the tables (1, 2, 3)"),
        (["--table", "4"], "argument --table: invalid choice: '4' (choose from"),
        (["--table", "3", "--answers", "x.txt"], "answers: given without guesses"),
        (["--table", "3", "--guesses", "x.txt"], "guesses: given without answers; expected both, or neither"),
        (["--table", "3", "--answers", "x.txt", "--guesses", "x.txt"], "x.txt: cannot be read"),
    ],
)
def test_what_is_asked_for_wrongly(refuse, options, error):
    assert error in refuse("as-published", *options)

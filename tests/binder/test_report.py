"""What `make binder` prints, and when it fails."""

import json

import pytest

from tools.binder import __main__ as binder

GOOD = {
    "build": {"pip install": 24.94, "./binder/postBuild": 54.7},
    "missing": 0,
    "start": 2.9,
    "widget": 1.66,
    "chapters": {"05_rollout": {"first": 2.7, "whole": 76.2}, "11_perfect_play": {"first": 10.0, "whole": 81.3}},
}


def test_a_good_result_has_no_complaints():
    assert binder.complaints(GOOD) == []
    assert "   24.9  pip install\n   54.7  ./binder/postBuild\n" in binder.table(GOOD)
    assert binder.table(GOOD).endswith("    2.7    76.2  05_rollout\n   10.0    81.3  11_perfect_play")


def test_a_long_wait_and_compiling_are_complained_of():
    late = {"chapters": {"05_rollout": {"first": 10.2, "whole": 20.0}}, "missing": 3}
    assert binder.complaints(GOOD | late) == [
        "05_rollout: 10.2 s to the first result; expected at most 10",
        "3 kernels were compiled after the start; expected none",
    ]


@pytest.fixture
def run(monkeypatch, capsys):
    """Give a function that runs the command with other results; it gives exit code, output and errors."""

    def run(results, *arguments):
        def read(image):
            if isinstance(results, Exception):
                raise results
            return results

        class Image:
            seconds = results["build"] if isinstance(results, dict) else {}

        monkeypatch.setattr(binder, "find_chromium", lambda: "chromium")
        monkeypatch.setattr(binder, "follow", lambda folder: Image)
        monkeypatch.setattr(binder, "count_missing", lambda image: 0)
        monkeypatch.setattr(binder, "read", read)
        monkeypatch.setattr("sys.argv", ["make binder", *arguments])
        return binder.main(), *capsys.readouterr()

    return run


def test_the_results_are_printed_as_json_too(run):
    code, out, err = run(GOOD, "--json")
    assert (code, err, json.loads(out)) == (0, "", GOOD)


def test_a_reader_who_waits_too_long_is_a_failure(run):
    code, out, err = run(GOOD | {"missing": 2})
    assert code == 1 and err == "make binder: 2 kernels were compiled after the start; expected none\n"


def test_a_step_that_fails_is_one_line_and_a_failure(run):
    assert run(RuntimeError("./binder/postBuild: no such word")) == (
        1,
        "",
        "make binder: ./binder/postBuild: no such word\n",
    )

import io
import re
import subprocess
import sys
from argparse import Namespace

import pytest

from wordlelib.__main__ import main
from wordlelib.cli.shared import Progress, one_line


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["feedback", "speed", "eras"], "guess: 'speed' has 5 letters; expected 4"),
        (["feedback", "sp33d", "erase"], "holds '3', which is no letter"),
        (["play", "--answers", "none.txt"], "none.txt: cannot be read"),
        (["play", "--guesses", "none.txt"], "--guesses: given without --answers"),
        (["play", "--letters", "8"], "letters: 8; expected 5, 6 or 7"),
        (["decide", "--prior", "none.tsv"], "none.tsv: cannot be read"),
        (["play", "--hidden", "all"], "argument --hidden: invalid choice: 'all' (choose from"),
        (
            ["play", "--hidden", "accepted", "--letters", "6"],
            "hidden: 'accepted' with letters; expected one of",
        ),
        (["decide", "--hidden", "accepted", "--language", "de"], "hidden: 'accepted' with language; expected one"),
        (["play", "--used", "none.txt"], "used: none.txt with the original hidden words; expected hidden 'accepted'"),
        (["play", "--hidden", "accepted", "--factor", "0"], "factor: 0.0 without used; expected both"),
        (["play", "--hidden", "accepted", "--used", "none.txt"], "none.txt: cannot be read"),
        (["play", "--hidden", "accepted", "--used", "x", "--factor", "-1"], "--factor: '-1'; expected a number from 0"),
        (["play", "--hidden", "accepted", "--used", "x", "--prior", "y"], "used: x with a prior; expected hidden"),
        (["play", "--policy", "nonsense"], "invalid choice: 'nonsense'"),
        (["decide", "--history", "stone\n,:--\u2028---"], r"--history: 'stone\n'"),
        (["decide", "--history", "stone:-----\nx"], r"feedback: '-----\nx' holds '\n'"),
        (["play", "--policy", "worst-class", "--bonus", "1"], "--bonus: 1 with worst-class; expected information-gain"),
        (["play", "--bonus", "-1"], "bonus: -1.0; expected 0 to 64 bits"),
        (["play", "--noise", "0.1", "--policy", "most-classes"], "--policy: most-classes with --noise; expected"),
        (["sweep", "table1", "--out", "no-such-folder/x.json"], "out: 'no-such-folder' is no folder"),
        (["nonsense"], "invalid choice: 'nonsense'"),
        ([], "required"),
    ],
)
def test_errors_take_one_line_and_exit_code_two(arguments, complaint, refuse):
    assert complaint in refuse(*arguments)


NUMBERS = {
    "play": ["letters", "games", "width", "heaviest", "cap", "iterations", "seed"],
    "decide": ["letters", "top", "width", "heaviest", "cap", "iterations", "seed"],
    "prove": ["letters", "below", "gap", "jobs", "cap"],
    "search": ["letters", "iterations", "seed", "stop-at"],
    "guarantee": ["letters", "cap"],
    "best-move": ["letters", "depth", "turns"],
    "duel": ["letters", "guesser-depth", "hinter-depth", "turns"],
    "play-hinter": ["letters", "hinter-depth", "turns"],
    "sweep": ["jobs", "width", "stop-at"],
    "train": ["letters", "seed", "openings", "rounds", "width"],
}


@pytest.mark.parametrize(("command", "name"), [(command, name) for command in NUMBERS for name in NUMBERS[command]])
def test_whole_numbers_have_limits(command, name, refuse):
    for text in ("9" * 20, "9" * 5000, "-1", "1.5", "six", "", "2\nx"):
        error = refuse(command, f"--{name}={text}")
        assert f"argument --{name}: " in error and "; expected a whole number from " in error and len(error) < 200
    assert f"argument --{name}: '--'; expected a value" in refuse(command, f"--{name}=--")


@pytest.mark.parametrize("asked", [["play", "--games"], ["best-move", "--depth"], ["prove", "--all", "--jobs"]])
def test_what_would_never_end_is_refused(asked, refuse):
    assert "; expected a whole number from" in refuse(*asked, "4294967296")


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "1e999", "soon"])
def test_time_limits_are_numbers(text, refuse):
    assert f"--seconds: '{text}'; expected more than 0 seconds" in refuse("search", f"--seconds={text}")


def test_help_texts(capsys):
    for arguments in (["--help"], ["play", "--help"], ["decide", "--help"], ["feedback", "--help"]):
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        assert stop.value.code == 0 and len(capsys.readouterr().out) > 200


def test_broken_pipe_is_no_error(lists):
    command = (
        f"'{sys.executable}' -m wordlelib decide --top 20 {' '.join(lists)} --json | true; echo ${{PIPESTATUS[0]}}"
    )
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert run.stdout == "0\n" and run.stderr == ""


def in_a_shell(command):
    """Run a command of the library in a shell; give its exit code, and what it wrote."""
    run = subprocess.run(
        ["bash", "-c", f"'{sys.executable}' -m wordlelib {command}"], input="", capture_output=True, text=True
    )
    return run.returncode, run.stdout, run.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "streams"),
    [
        ("decide --json {}", ">&-"),
        ("--help", ">&-"),
        ("play-hinter {}", "<&-"),
        ("play --progress {}", "2>&-"),
        ("play --letters 8", ">&-"),
        ("play --letters 8", ">&- 2>&- <&-"),
    ],
)
def test_closed_streams_are_no_error(asked, streams, lists):
    code, out, err = in_a_shell(f"{asked.format(' '.join(lists))} {streams}")
    said = "wordlelib: error: letters: 8; expected 5, 6 or 7\n" if "8" in asked else ""
    assert code == (2 if said else 0)
    assert err == ("" if "2>&-" in streams else said)
    assert (out == "") == (">&-" in streams.split() or bool(said))


def test_a_full_disk_takes_one_line():
    assert in_a_shell("feedback speed erase > /dev/full") == (2, "", "wordlelib: error: No space left on device\n")
    assert in_a_shell("play --letters 8 2> /dev/full") == (2, "", "")


@pytest.mark.parametrize(
    "asked",
    [
        "play --answers one",
        "duel --answers two --turns 1",
        "guarantee --answers one --cap 1",
        "guarantee --answers two --cap 1",
        "prove --answers one --opening stone --cap 1 --certificate c ; verify c --answers one",
        "prove --answers two --opening stone --cap 1 --certificate c ; verify c --answers two",
        "prove --answers one --all --out p --shard 1/1 ; merge p --out q",
        "sweep guarantees --answers two --out p --budget 1e-9 --shard 1/3",
        "analyse --answers one stone:ggggg",
        "analyse --answers one --grid ggggg",
        "which-list one",
        "play-hinter --answers one --turns 1",
        "play-hinter --answers two --turns 1",
    ],
)
def test_one_thing_is_not_many(asked, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("stone\n"))
    (tmp_path / "one").write_text("stone\n")
    (tmp_path / "two").write_text("stone\nmummy\n")
    for each in asked.split(" ; "):
        assert main(each.split()) in (0, 3)
    said = "".join(capsys.readouterr())
    many = "words|guesses|rows|tasks|shards|lemmas|iterations|beliefs"
    assert re.search(r"\b1\b", said) and not re.search(rf"\b1 (hidden )?({many})|\b1 \w+ (are|remain)\b", said)


@pytest.mark.parametrize("text", ["x" * 5000, "x " * 2500, "é" * 5000, "\n" * 5000, "a/" * 2500 + "b.txt"])
@pytest.mark.parametrize(
    "asked",
    [
        *(["play", f"--{option}"] for option in ("answers", "opening", "policy", "noise")),
        *(["feedback", "speed"], ["decide", "--history"], ["search", "--seconds"], ["sweep"], ["train", "--out"]),
        *(["sweep", "table1", "--out"], ["prove", "--all", "--shard", "1/2", "--certificate"]),
        *(["status"], ["merge", "--out", "x.json"]),
    ],
)
def test_errors_are_short(asked, text, refuse):
    assert len(refuse(*asked, text)) < 1000


def test_an_error_without_a_text_has_one(refuse, lists, monkeypatch):
    def full(*_, **__):
        raise MemoryError

    monkeypatch.setattr("wordlelib.game.tree.play", full)
    assert refuse("play", *lists) == "wordlelib: error: no memory is left\n"


def test_a_long_value_keeps_its_ends():
    assert one_line("a" * 3000 + "/words.txt: no") == "a" * 150 + "..." + "a" * 39 + "/words.txt: no"
    assert one_line("a " * 3000 + "; expected b").endswith("a a ; expected b")


def test_long_play_shows_its_progress(lists, capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(Progress, "begun", property(lambda self: -1e9, lambda self, now: None), raising=False)
    assert main(["play", *lists]) == 0
    err = capsys.readouterr().err
    assert "26 of 26 words" in err and "0 of 24 words" in err and err.endswith("\r")


def test_progress_bar_waits_two_seconds(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with Progress(Namespace(progress=False)) as progress:
        progress(1, 10)
        assert capsys.readouterr().err == ""
        progress.begun -= 3
        progress(5, 10)
        assert "5 of 10" in capsys.readouterr().err
    assert capsys.readouterr().err.endswith("\r")


def test_progress_in_lines(lists, capsys):
    with Progress(Namespace(progress=True), "games") as progress:
        progress(1, 10, "all well")
        progress(2, 10)
        progress.said -= 1
        progress(3, 10)
    assert capsys.readouterr().err == "wordlelib: 1 of 10 games all well\nwordlelib: 3 of 10 games\n"
    assert main(["play", "--progress", "--json", *lists]) == 0
    assert capsys.readouterr().err.startswith("wordlelib: 26 of 26 words\n")


def test_import_leaves_the_upper_floors_out():
    floors = (
        "matplotlib",
        "joblib",
        "IPython",
        *(f"wordlelib.{n}" for n in ("plots", "planning.markov", "lab.experiments")),
    )
    code = f"import sys, wordlelib; print([module for module in {floors} if module in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


@pytest.mark.parametrize(
    "asked",
    [
        *([command, "--policy", policy] for command in ("play", "decide") for policy in ("exact", "avts")),
        *(["prove", "--opening", "stone"], ["prove", "--all"], ["search"]),
    ],
)
def test_strict_mode_is_refused_where_it_is_not_played(lists, refuse, asked):
    said = refuse(*asked, "--mode", "strict", *lists)
    assert said == "wordlelib: error: game: strict mode; expected easy or hard mode\n"

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from games import listed_game

import wordlelib as wl

PROOF = ["opening", "mode", "cap", "total", "proven", "lower", "upper", "mean", "worst", "nodes", "guesses", "cuts"]


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_prove_an_opening(lists, tmp_path, mode, said_by, report_of):
    game = listed_game(mode=mode)
    tree = tmp_path / "tree.json"
    asked = ["prove", "--opening", "salet", "--mode", mode, "--tree", str(tree), *lists]
    report = report_of(*asked)
    proof = wl.prove(game, "salet", 6)
    assert list(report) == [*PROOF, "seconds"] and report["cap"] == (6 if mode == "hard" else None)
    assert report["proven"] is True and report["total"] == report["lower"] == report["upper"] == proof.total
    assert (report["opening"], report["mode"], report["worst"]) == ("salet", mode, proof.tree.worst)
    assert wl.DecisionTree.from_json(tree.read_text(), game).total == proof.total
    assert said_by("prove", "--opening", "salet", *lists) == f"salet, easy mode, cap none: {proof.total}, proven\n"


def test_prove_that_there_is_none(lists, tmp_path, said_by, report_of):
    tree = tmp_path / "tree.json"
    asked = ["prove", "--opening", "salet", "--cap", "2", "--tree", str(tree), *lists]
    report = report_of(*asked)
    assert report["proven"] is True and report["total"] is report["upper"] is report["lower"] is None
    assert not tree.exists()
    assert said_by(*asked) == "salet, easy mode: no strategy within 2 guesses\n"
    assert report_of("prove", "--opening", "salet", "--cap", "least", *lists)["cap"] > 2


def test_prove_all(lists, refuse, tmp_path, said_by, report_of):
    proof = wl.prove(listed_game(), below=57)
    out = tmp_path / "proof.json"
    report = report_of("prove", "--all", "--below", "57", "--jobs", "2", "--out", str(out), *lists)
    assert report["openings"] == proof.openings and len(proof.openings) > 1
    assert report["total"] == proof.total and report["proven"] is True and report["below"] == 57
    assert report_of("prove", "--all", "--gap", str(56 - proof.total), *lists)["openings"] == proof.openings
    assert "gap: 1; expected at least 0" in refuse("prove", "--all", "--gap", "1", "--below", "57", *lists)
    best = [line.split() for line in said_by("prove", "--all", *lists).splitlines()]
    assert best[0] == [proof.opening, str(proof.total)] and best[-1][-1] == "proven"


def test_prove_for_a_limited_time(lists, said_by, report_of):
    asked = ["prove", "--opening", "salet", "--seconds", "1e-9", *lists]
    report = report_of(*asked)
    assert report["proven"] is False and report["total"] is None and 47 <= report["lower"] < report["upper"]
    assert f"between {report['lower']} and {report['upper']}" in said_by(*asked)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "--opening: missing; expected the first word, or --all to compare all of them"),
        (["--all", "--opening", "stone"], "--opening: stone with --all; expected one of them"),
        (["--opening", "stone", "--jobs", "2"], "--jobs: 2 with --opening; expected --all with it"),
        (["--opening", "stone", "--below", "9"], "--below: 9 with --opening; expected --all with it"),
        (["--all", "--seconds", "2"], "--seconds: 2.0 with --all; expected --opening with it"),
        (["--all", "--cap", "least"], "--cap: least; expected a number or none here"),
        (["--all", "--cap", "some"], "expected a whole number from 1 to 1000000000, or least or none"),
        (["--opening", "zzzzz"], "opening: 'zzzzz' is not one of the 26 guesses of this game"),
    ],
)
def test_bad_options_of_prove(lists, refuse, options, message):
    assert refuse("prove", *options, *lists).endswith(f"{message}\n")


@pytest.mark.parametrize(
    "asked",
    [
        *(["prove", "--opening", "salet", "--tree"], ["prove", "--opening", "salet", "--certificate"]),
        *(["prove", "--all", "--certificate"], ["prove", "--all", "--out"], ["guarantee", "--cap", "3", "--tree"]),
        *(["guarantee", "--cap", "3", "--refutation"], ["train", "--out"], ["sweep", "table1", "--out"]),
        *(["as-published", "--table", "3", "--out"], ["merge", "none.json", "--out"]),
    ],
)
@pytest.mark.parametrize("kind", ["a FIFO", "a folder"])
def test_what_is_no_file_is_refused_for_output_before_the_work(asked, kind, refuse, monkeypatch, tmp_path):
    path = tmp_path / "odd"
    if kind == "a FIFO":
        os.mkfifo(path)
    else:
        path.mkdir()
    for module in (wl.game.game, wl.search.all_openings):
        monkeypatch.setattr(module, "make_game", None)
    assert refuse(*asked, str(path)) == f"wordlelib: error: {asked[-1]}: '{path}' is {kind}; expected a file\n"
    assert path.exists() and not path.is_file()


SEARCH_KEYS = ["sampler", "seed", "mode", "iterations", "opening", "total", "lower", "proven", "found_at", "nodes"]


@pytest.mark.parametrize("sampler", ["thompson", "puct"])
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_search(lists, sampler, mode, said_by, report_of):
    asked = ["search", "--sampler", sampler, "--seed", "3", "--mode", mode, *lists]
    report = report_of(*asked, "--iterations", "40")
    assert list(report) == [*SEARCH_KEYS, "seconds", "trace"]
    game = listed_game(mode=mode)
    search = wl.TreeSearch(game, np.random.default_rng(3), wl.bandits.SAMPLERS[sampler]())
    trace = search.run(40)
    assert (report["total"], report["opening"]) == (search.upper, search.guess()) and report["seed"] == 3
    assert [row["upper"] for row in report["trace"]] == trace.upper.tolist()
    assert [row["best"] for row in report["trace"]] == [game.guesses[number] for number in trace.best]
    assert report["iterations"] == len(report["trace"]) == report["trace"][-1]["iteration"]
    found = report["found_at"]
    assert found == 0 or report["trace"][found - 1]["upper"] == report["total"]
    assert found < 2 or report["trace"][found - 2]["upper"] > report["total"]
    out = said_by(*asked)
    assert f"{sampler}, seed 3" in out and "best strategy: opening" in out


def test_search_stops(lists, report_of):
    least = wl.prove(wl.wordle(wl.words.tiny())).total
    report = report_of("search", "--stop-at", str(least + 9), *lists)
    assert report["total"] <= least + 9 and report["found_at"] == report["iterations"]
    assert all(row["upper"] > least + 9 for row in report["trace"][:-1])
    assert report_of("search", "--seconds", "1e-9", *lists)["iterations"] == 0


@pytest.mark.large
def test_prove_the_original_from_a_fresh_process():
    command = [sys.executable, "-m", "wordlelib", "prove", "--opening", "salet", "--mode", "hard", "--json"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    report = json.loads(run.stdout)
    assert (report["total"], report["worst"], report["cap"]) == (8122, 6, 6) and run.stderr == ""

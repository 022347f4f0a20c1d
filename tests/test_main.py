import json
import signal
import subprocess
import sys
import time

import naive
import numpy as np
import pytest

import wordlelib as wl
from wordlelib import adaptive, exact, experiments, mcts
from wordlelib.__main__ import Progress, main


@pytest.fixture
def lists(tmp_path):
    (tmp_path / "answers.txt").write_text("\n".join(wl.words.tiny()) + "\n")
    (tmp_path / "guesses.txt").write_text("\n".join([*wl.words.tiny(), "crony", "salet"]) + "\n")
    return ["--answers", str(tmp_path / "answers.txt"), "--guesses", str(tmp_path / "guesses.txt")]


def test_play_json(lists, capsys):
    assert main(["play", "--policy", "most-classes", "--opening", "salet", "--mode", "hard", "--json", *lists]) == 0
    report = json.loads(capsys.readouterr().out)
    keys = ["opening", "policy", "mode", "prior", "words", "total", "mean", "worst", "distribution", "seconds"]
    assert list(report) == keys
    tiny = wl.words.tiny()
    tree = wl.play(wl.wordle(tiny, [*tiny, "crony", "salet"], mode="hard"), wl.MostClasses(), "salet")
    assert (report["opening"], report["policy"], report["mode"]) == ("salet", "most-classes", "hard")
    assert (report["words"], report["total"], report["worst"]) == (24, tree.total, tree.worst)
    assert report["mean"] == tree.mean and {int(k): v for k, v in report["distribution"].items()} == tree.distribution


def test_play_for_people(lists, capsys):
    assert main(["play", *lists]) == 0
    out = capsys.readouterr().out
    assert "24 hidden words" in out and "mean" in out


@pytest.mark.large
def test_play_the_original_from_a_fresh_process():
    command = [
        sys.executable,
        "-m",
        "wordlelib",
        "play",
        "--policy",
        "information-gain",
        "--opening",
        "salet",
        "--json",
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(run.stdout)["total"] == 7946 and run.stderr == ""


def test_random_policies_are_seeded(lists, capsys):
    reports = []
    for seed in ("1", "1", "2"):
        main(["play", "--policy", "random-guess", "--seed", seed, "--json", *lists])
        report = json.loads(capsys.readouterr().out)
        reports.append((report["opening"], report["total"], str(report["distribution"])))
    assert reports[0] == reports[1] != reports[2]


def test_play_rollout(lists, capsys):
    tiny = wl.words.tiny()
    game = wl.wordle(tiny, [*tiny, "crony", "salet"])
    expected = wl.play(game, wl.Rollout(wl.MostClasses(), 5)).total
    assert main(["play", "--policy", "rollout", "--base", "most-classes", "--width", "5", "--json", *lists]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["total"] == expected and report["policy"] == "rollout(most-classes, 5)"
    assert main(["play", "--policy", "rollout", "--width", "all", "--heaviest", "2", "--json", *lists]) == 0
    assert json.loads(capsys.readouterr().out)["policy"] == "rollout(information-gain, all + 2 heaviest)"


def test_decide_by_rollout(lists, capsys):
    tiny = wl.words.tiny()
    state = wl.wordle(tiny, [*tiny, "crony", "salet"]).after([("salet", "-----")])
    expected = wl.Rollout(wl.InformationGain(), 10).q_factors(state)[:3]
    asked = ["decide", "--policy", "rollout", "--history", "salet:-----", "--top", "3", *lists]
    assert main([*asked, "--json"]) == 0
    best = json.loads(capsys.readouterr().out)["best"]
    assert best == [line._asdict() for line in expected]
    assert main(asked) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "Q-factor" in lines[1] and len(lines) == 5 and expected[0].guess in lines[2]


def test_play_with_noise(lists, capsys):
    asked = ["play", "--noise", "0.05", "--games", "12", "--seed", "3", "--bonus", "2", *lists]
    reports = []
    for policy in (["--policy", "information-gain"], ["--policy", "rollout", "--width", "3"]):
        assert main([*asked, *policy, "--json"]) == 0
        reports.append(json.loads(capsys.readouterr().out))
    for report in reports:
        assert report["games"] == sum(report["distribution"].values()) == 12
        counted = sum(int(guesses) * games for guesses, games in report["distribution"].items())
        assert report["mean"] == pytest.approx(counted / 12) and 0 < report["standard_error"] < 2
    assert main(asked) == 0
    assert f"mean {reports[0]['mean']:.3f} +- {reports[0]['standard_error']:.3f}" in capsys.readouterr().out
    assert main(["play", "--noise", "one-lie", "--games", "2", "--opening", "salet", "--json", *lists]) == 0
    assert json.loads(capsys.readouterr().out)["opening"] == "salet"


def test_play_under_a_prior(lists, tmp_path, capsys):
    tiny = wl.words.tiny()
    prior = {word: 2.0 ** -(i % 7) for i, word in enumerate(tiny)}
    path = tmp_path / "prior.tsv"
    path.write_text("".join(f"{word}\t{number}\n" for word, number in prior.items()))
    assert main(["play", "--prior", str(path), "--json", *lists]) == 0
    report = json.loads(capsys.readouterr().out)
    tree = wl.play(wl.wordle(tiny, [*tiny, "crony", "salet"], prior=prior), wl.InformationGain())
    taken = {word: len(tree.path(word)) for word in tiny}
    expected = sum(prior[word] * taken[word] for word in tiny) / sum(prior.values())
    assert report["mean"] == tree.mean == pytest.approx(expected, rel=1e-4)
    assert report["prior"] == str(path) and report["mean"] != pytest.approx(report["total"] / 24, rel=1e-3)
    assert main(["play", "--prior", str(path), *lists]) == 0
    assert f"mean {tree.mean:.4f} under the prior {path}," in capsys.readouterr().out
    assert main(["play", "--json", *lists]) == 0
    assert json.loads(capsys.readouterr().out)["prior"] == "uniform"


def test_decide_under_a_prior(lists, tmp_path, capsys):
    tiny = wl.words.tiny()
    path = tmp_path / "prior.csv"
    path.write_text("".join(f"{word},{1000 if word == 'onion' else 1}\n" for word in tiny))
    assert main(["decide", "--prior", str(path), "--top", "1", "--json", *lists]) == 0
    best = json.loads(capsys.readouterr().out)["best"][0]
    ranked = naive.scores(naive.feedback, best["guess"], tiny, {w: 1000 if w == "onion" else 1 for w in tiny})
    assert best["score"] == pytest.approx(ranked[0], rel=1e-3)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [("stone 1\nspeed -1\n", "prior.txt, line 2: -1 for 'speed'"), ("stone 1\n", "no number for the hidden word")],
)
def test_bad_priors(content, complaint, lists, tmp_path, capsys):
    (tmp_path / "prior.txt").write_text(content)
    assert main(["play", "--prior", str(tmp_path / "prior.txt"), *lists]) == 2
    err = capsys.readouterr().err
    assert complaint in err and err.count("\n") == 1


def test_letters_that_contradict_the_lists(lists, capsys):
    assert main(["play", "--letters", "6", *lists]) == 2
    assert "letters: 6; expected 5, the length of the answers given" in capsys.readouterr().err


@pytest.mark.large
def test_decide_with_six_letters(capsys):
    row = naive.feedback("senior", "people")
    assert main(["decide", "--letters", "6", "--history", f"senior:{row}", "--json"]) == 0
    left = json.loads(capsys.readouterr().out)["words"]
    assert left == [word for word in wl.words.original(6)[0] if naive.feedback("senior", word) == row]


def test_decide(lists, capsys):
    row = naive.feedback("salet", "night")
    assert main(["decide", "--history", f"salet:{row}", "--top", "3", "--json", *lists]) == 0
    report = json.loads(capsys.readouterr().out)
    left = [word for word in wl.words.tiny() if naive.feedback("salet", word) == row]
    assert report["words"] == left and report["possible"] == len(left) and len(report["best"]) == 3
    assert main(["decide", "--history", f"salet:{row}", "--top", "3", *lists]) == 0
    out = capsys.readouterr().out
    assert all(word in out for word in left) and out.count("\n") == 5


def test_decide_before_the_first_guess(lists, capsys):
    assert main(["decide", *lists]) == 0
    assert "24 hidden words" in capsys.readouterr().out


def test_feedback(capsys):
    assert main(["feedback", "SPEED", "erase"]) == 0
    assert capsys.readouterr().out == "y-yy-  🟨⬛🟨🟨⬛\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["feedback", "speed", "eras"], "guess: 'speed' has 5 letters; expected 4"),
        (["feedback", "sp33d", "erase"], "holds '3', which is no letter"),
        (["play", "--answers", "none.txt"], "none.txt: cannot be read"),
        (["play", "--guesses", "none.txt"], "--guesses: given without --answers"),
        (["play", "--letters", "8"], "letters: 8; expected 5, 6 or 7"),
        (["play", "--letters", "six"], "invalid int value: 'six'"),
        (["decide", "--prior", "none.tsv"], "none.tsv: cannot be read"),
        (["play", "--policy", "nonsense"], "invalid choice: 'nonsense'"),
        (["play", "--seed", "one"], "invalid int value: 'one'"),
        (["play", "--policy", "random-guess", "--seed", "-1"], "--seed: -1; expected a number from 0 on"),
        (["decide", "--top", "0"], "--top: 0; expected at least 1"),
        (["play", "--policy", "rollout", "--width", "0"], "width: 0; expected a number from 1, or 'all'"),
        (["play", "--policy", "rollout", "--width", "-3"], "argument --width: '-3'; expected a number from 1, or all"),
        (["play", "--policy", "rollout", "--heaviest", "-1"], "heaviest: -1; expected at least 0"),
        (["play", "--policy", "worst-class", "--bonus", "1"], "--bonus: 1 with worst-class; expected information-gain"),
        (["play", "--bonus", "-1"], "bonus: -1.0; expected 0 to 64 bits"),
        (["play", "--noise", "0.1", "--policy", "most-classes"], "--policy: most-classes with --noise; expected"),
        (["play", "--noise", "0.1", "--games", "1"], "--games: 1; expected at least 2"),
        (["sweep", "table1", "--out", "no-such-folder/x.json"], "out: 'no-such-folder' is no folder"),
        (["nonsense"], "invalid choice: 'nonsense'"),
        ([], "required"),
    ],
)
def test_errors_take_one_line_and_exit_code_two(arguments, complaint, capsys):
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = stop.code
    err = capsys.readouterr().err
    assert code == 2 and complaint in err and err.count("\n") == 1 and err.startswith("wordlelib")


@pytest.mark.parametrize(
    ("history", "complaint"),
    [
        ("stone:-y-y-,audio:ggggg", "no hidden word is left: check row 2"),
        ("stone", "--history: 'stone'; expected guess:feedback"),
        ("stone:---", "feedback: '---' has 3 colours; expected 5"),
        ("zzzzz:-----", "guess: 'zzzzz' is not one of the 26 guesses"),
    ],
)
def test_bad_histories(history, complaint, lists, capsys):
    assert main(["decide", "--history", history, *lists]) == 2
    err = capsys.readouterr().err
    assert complaint in err and err.count("\n") == 1


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


def test_decide_ranks_by_the_policy_that_is_asked_for(lists, capsys):
    best = {}
    for name in ("information-gain", "worst-class"):
        assert main(["decide", "--policy", name, "--top", "1", "--json", *lists[:2]]) == 0
        best[name] = json.loads(capsys.readouterr().out)["best"][0]["guess"]
    assert best == {"information-gain": "table", "worst-class": "heart"}


def test_decide_says_when_it_is_over(lists, capsys):
    assert main(["decide", "--history", "stone:ggggg", *lists]) == 0
    assert capsys.readouterr().out == "solved in 1: the hidden word is stone\n"


@pytest.mark.large
def test_hard_mode_reaches_the_original_lists(capsys):
    totals = {}
    for mode in ("easy", "hard"):
        assert main(["play", "--opening", "salet", "--mode", mode, "--json"]) == 0
        totals[mode] = json.loads(capsys.readouterr().out)["total"]
    assert totals["easy"] < totals["hard"]


def test_long_play_shows_its_progress(lists, capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(Progress, "__init__", lambda self: self.__dict__.update(begun=-1e9, shown=False, unit="words"))
    assert main(["play", *lists]) == 0
    err = capsys.readouterr().err
    assert "26 of 26 words" in err and "0 of 24 words" in err and err.endswith("\r")


def test_progress_bar_waits_two_seconds(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    progress = Progress()
    progress(1, 10)
    assert capsys.readouterr().err == ""
    progress.begun -= 3
    progress(5, 10)
    assert "5 of 10" in capsys.readouterr().err
    progress.close()
    assert capsys.readouterr().err.endswith("\r")


def test_import_leaves_the_upper_floors_out():
    floors = ("matplotlib", "joblib", "wordlelib.plots", "wordlelib.markov", "wordlelib.experiments", "IPython")
    code = f"import sys, wordlelib; print([module for module in {floors} if module in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_noise_that_leaves_nothing_to_learn(lists, capsys):
    arguments = ["play", "--noise", "0.1", "--games", "2", *lists]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adaptive, "simulate", lambda *_: adaptive.Sample(np.array([3.0, np.inf])))
        assert main(arguments) == 2
    assert "--noise: 0.1; a game was not over after 200 guesses" in capsys.readouterr().err


def test_an_interrupted_run_says_so_in_one_line(lists, capsys, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(wl.tree, "play", interrupted)
    assert main(["play", *lists]) == 130
    assert capsys.readouterr().err == "wordlelib: stopped\n"


PROOF = ["opening", "mode", "cap", "total", "proven", "lower", "upper", "mean", "worst", "nodes", "guesses", "cuts"]


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_prove_an_opening(lists, capsys, tmp_path, mode):
    tiny = wl.words.tiny()
    game = wl.wordle(tiny, [*tiny, "crony", "salet"], mode=mode)
    tree = tmp_path / "tree.json"
    asked = ["prove", "--opening", "salet", "--mode", mode, "--tree", str(tree), "--json", *lists]
    assert main(asked) == 0
    report = json.loads(capsys.readouterr().out)
    proof = wl.prove(game, "salet", 6)
    assert list(report) == [*PROOF, "seconds"] and report["cap"] == (6 if mode == "hard" else None)
    assert report["proven"] is True and report["total"] == report["lower"] == report["upper"] == proof.total
    assert (report["opening"], report["mode"], report["worst"]) == ("salet", mode, proof.tree.worst)
    assert wl.DecisionTree.from_json(tree.read_text(), game).total == proof.total
    assert main(["prove", "--opening", "salet", *lists]) == 0
    assert capsys.readouterr().out == f"salet, easy mode, cap none: {proof.total}, proven\n"


def test_prove_that_there_is_none(lists, capsys, tmp_path):
    tree = tmp_path / "tree.json"
    asked = ["prove", "--opening", "salet", "--cap", "2", "--tree", str(tree), *lists]
    assert main([*asked, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["proven"] is True and report["total"] is report["upper"] is report["lower"] is None
    assert not tree.exists()
    assert main(asked) == 0
    assert capsys.readouterr().out == "salet, easy mode: no strategy within 2 guesses\n"
    assert main(["prove", "--opening", "salet", "--cap", "least", "--json", *lists]) == 0
    assert json.loads(capsys.readouterr().out)["cap"] > 2


@pytest.mark.parametrize("policy", ["information-gain", "worst-class", "random-candidate", "rollout"])
def test_play_in_strict_mode(lists, capsys, policy):
    assert main(["play", "--policy", policy, "--mode", "strict", "--json", *lists]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["mode"] == "strict" and report["opening"] in wl.words.tiny() and report["words"] == 24
    if policy == "worst-class":
        tiny = wl.words.tiny()
        assert report["total"] == wl.play(wl.wordle(tiny, mode="strict"), wl.WorstClass()).total


def test_decide_in_strict_mode(lists, capsys):
    assert main(["decide", "--mode", "strict", "--history", "stone:-y-y-", "--top", "99", "--json", *lists]) == 0
    report = json.loads(capsys.readouterr().out)
    assert sorted(report["words"]) == sorted(line["guess"] for line in report["best"])
    assert main(["decide", "--mode", "strict", "--history", "salet:-----", *lists]) == 2
    assert "'salet' is not allowed in strict mode" in capsys.readouterr().err


@pytest.mark.parametrize(
    "asked",
    [
        ["play", "--policy", "exact"],
        ["play", "--policy", "avts"],
        ["decide", "--policy", "exact"],
        ["decide", "--policy", "avts"],
        ["prove", "--opening", "stone"],
        ["prove", "--all"],
        ["search"],
    ],
)
def test_strict_mode_is_refused_where_it_is_not_played(lists, capsys, asked):
    assert main([*asked, "--mode", "strict", *lists]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err == "wordlelib: error: game: strict mode; expected easy or hard mode\n"


def test_prove_all(lists, capsys, tmp_path):
    tiny = wl.words.tiny()
    proof = wl.prove(wl.wordle(tiny, [*tiny, "crony", "salet"]), below=57)
    out = tmp_path / "proof.json"
    assert main(["prove", "--all", "--below", "57", "--jobs", "2", "--out", str(out), "--json", *lists]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["openings"] == proof.openings and len(proof.openings) > 1
    assert report["total"] == proof.total and report["proven"] is True and report["below"] == 57
    assert main(["prove", "--all", "--gap", str(56 - proof.total), "--json", *lists]) == 0
    assert json.loads(capsys.readouterr().out)["openings"] == proof.openings
    assert main(["prove", "--all", "--gap", "1", "--below", "57", *lists]) == 2
    assert "gap: 1; expected at least 0" in capsys.readouterr().err
    assert main(["prove", "--all", *lists]) == 0
    best = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert best[0] == [proof.opening, str(proof.total)] and best[-1][-1] == "proven"


def test_prove_for_a_limited_time(lists, capsys, monkeypatch):
    assert main(["prove", "--opening", "salet", "--seconds", "1e-9", "--json", *lists]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["proven"] is False and report["total"] is None and 47 <= report["lower"] < report["upper"]
    assert main(["prove", "--opening", "salet", "--seconds", "1e-9", *lists]) == 0
    assert f"between {report['lower']} and {report['upper']}" in capsys.readouterr().out

    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(exact, "run_search", interrupted)
    assert main(["prove", "--opening", "salet", "--json", *lists]) == 130
    output = capsys.readouterr()
    assert json.loads(output.out)["proven"] is False and output.err == "wordlelib: stopped\n"


def test_exact_play(lists, capsys):
    tiny = wl.words.tiny()
    game = wl.wordle(tiny, [*tiny, "crony", "salet"])
    assert main(["play", "--policy", "exact", "--opening", "crony", "--json", *lists]) == 0
    assert json.loads(capsys.readouterr().out)["total"] == wl.prove(game, "crony").total
    assert main(["decide", "--policy", "exact", "--history", "salet:-----", "--top", "2", "--json", *lists]) == 0
    best = json.loads(capsys.readouterr().out)["best"]
    state = game.after([("salet", "-----")])
    assert best == [line._asdict() for line in wl.Exact().rank(state, 2)] and best[0]["score"] <= best[1]["score"]
    assert best[0]["score"] == wl.Exact().value(state)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "--opening: missing; expected it or --all"),
        (["--all", "--opening", "stone"], "--opening: given with --all; expected it or --all"),
        (["--opening", "stone", "--jobs", "2"], "--jobs: 2 with --opening; expected --all with it"),
        (["--opening", "stone", "--below", "9"], "--below: 9 with --opening; expected --all with it"),
        (["--all", "--seconds", "2"], "--seconds: 2.0 with --all; expected --opening with it"),
        (["--opening", "stone", "--seconds", "0"], "seconds: 0.0; expected more than 0"),
        (["--all", "--cap", "least"], "--cap: least; expected a number or none here"),
        (["--all", "--jobs", "0"], "jobs: 0; expected at least 1"),
        (["--opening", "zzzzz"], "opening: 'zzzzz' is not one of the 26 guesses of this game"),
    ],
)
def test_bad_options_of_prove(lists, capsys, options, message):
    assert main(["prove", *options, *lists]) == 2
    assert capsys.readouterr().err == f"wordlelib: error: {message}\n"


def test_bad_values_of_prove(lists, capsys):
    for cap in ("0", "some"):
        with pytest.raises(SystemExit) as stop:
            main(["prove", "--all", "--cap", cap, *lists])
        assert stop.value.code == 2
        assert f"argument --cap: '{cap}'; expected a number from 1, least or none" in capsys.readouterr().err
    assert main(["sweep", "exact", "--width", "3", "--out", "x"]) == 2
    assert capsys.readouterr().err == "wordlelib: error: --width: 3 with exact; expected no width with it\n"


SEARCH_KEYS = ["sampler", "seed", "mode", "iterations", "opening", "total", "lower", "proven", "found_at", "nodes"]


@pytest.mark.parametrize("sampler", ["thompson", "puct"])
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_search(lists, capsys, sampler, mode):
    asked = ["search", "--sampler", sampler, "--seed", "3", "--mode", mode, *lists]
    assert main([*asked, "--iterations", "40", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert list(report) == [*SEARCH_KEYS, "seconds", "trace"]
    tiny = wl.words.tiny()
    game = wl.wordle(tiny, [*tiny, "crony", "salet"], mode=mode)
    search = wl.TreeSearch(game, np.random.default_rng(3), wl.bandits.SAMPLERS[sampler]())
    trace = search.run(40)
    assert (report["total"], report["opening"]) == (search.upper, search.guess()) and report["seed"] == 3
    assert [row["upper"] for row in report["trace"]] == trace.upper.tolist()
    assert [row["best"] for row in report["trace"]] == [game.guesses[number] for number in trace.best]
    assert report["iterations"] == len(report["trace"]) == report["trace"][-1]["iteration"]
    found = report["found_at"]
    assert found == 0 or report["trace"][found - 1]["upper"] == report["total"]
    assert found < 2 or report["trace"][found - 2]["upper"] > report["total"]
    assert main(asked) == 0
    out = capsys.readouterr().out
    assert f"{sampler}, seed 3" in out and "best strategy: opening" in out


def test_search_stops(lists, capsys, monkeypatch):
    least = wl.prove(wl.wordle(wl.words.tiny())).total
    assert main(["search", "--stop-at", str(least + 9), "--json", *lists]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["total"] <= least + 9 and report["found_at"] == report["iterations"]
    assert all(row["upper"] > least + 9 for row in report["trace"][:-1])
    assert main(["search", "--seconds", "1e-9", "--json", *lists]) == 0
    assert json.loads(capsys.readouterr().out)["iterations"] == 0

    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(mcts.TreeSearch, "_some", interrupted)
    monkeypatch.setattr(experiments, "warm_search", lambda mode: None)
    assert main(["search", "--json", *lists]) == 130
    output = capsys.readouterr()
    assert json.loads(output.out)["iterations"] == 0 and output.err == "wordlelib: stopped\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--iterations", "-1"], "iterations: -1; expected a number, at least 0"),
        (["--seconds", "0"], "seconds: 0.0; expected more than 0"),
        (["--seed", "-1"], "--seed: -1; expected a number from 0 on"),
    ],
)
def test_bad_options_of_search(lists, capsys, options, message):
    assert main(["search", *options, *lists]) == 2
    assert capsys.readouterr().err == f"wordlelib: error: {message}\n"


def test_avts_plays(lists, capsys):
    tiny = wl.words.tiny()
    game = wl.wordle(tiny, [*tiny, "crony", "salet"])
    asked = ["--policy", "avts", "--iterations", "30", "--seed", "2"]
    assert main(["play", *asked, "--opening", "crony", "--json", *lists]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["total"] == wl.play(game, wl.AVTS(30, 2), "crony").total and report["policy"] == "avts(30)"
    assert main(["decide", *asked, "--history", "salet:-----", "--json", *lists]) == 0
    best = json.loads(capsys.readouterr().out)["best"]
    assert best == [line._asdict() for line in wl.AVTS(30, 2).rank(game.after([("salet", "-----")]), 10)]
    assert main(["play", "--policy", "avts", "--iterations", "0", *lists]) == 2
    assert capsys.readouterr().err == "wordlelib: error: iterations: 0; expected a number, at least 1\n"


@pytest.mark.large
def test_prove_the_original_from_a_fresh_process():
    command = [sys.executable, "-m", "wordlelib", "prove", "--opening", "salet", "--mode", "hard", "--json"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    report = json.loads(run.stdout)
    assert (report["total"], report["worst"], report["cap"]) == (8122, 6, 6) and run.stderr == ""


@pytest.mark.large
def test_ctrl_c_leaves_bounds():
    """A real signal, at several moments of a proof that takes long.

    Where tests run in the background, Ctrl-C may be ignored from the start; the proofs do not inherit that.
    """
    command = [sys.executable, "-m", "wordlelib", "prove", "--opening", "qajaq", "--json"]
    for _ in range(2):  # the first one compiles
        begun = time.perf_counter()
        subprocess.run([*command, "--seconds", "0.1"], capture_output=True, check=True)
    usual = time.perf_counter() - begun
    for wait in (2 * usual, 2 * usual + 0.6, 3 * usual):
        run = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        time.sleep(wait)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate()
        assert (run.returncode, err) == (130, "wordlelib: stopped\n")
        report = json.loads(out)
        assert report["proven"] is False and report["lower"] <= 9496 <= report["upper"]

import json
import subprocess
import sys

import naive
import numpy as np
import pytest

import wordlelib as wl
from wordlelib.__main__ import main
from wordlelib.planning import adaptive


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


def test_noise_that_leaves_nothing_to_learn(lists, capsys):
    arguments = ["play", "--noise", "0.1", "--games", "2", *lists]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adaptive, "simulate", lambda *_: adaptive.Sample(np.array([3.0, np.inf])))
        assert main(arguments) == 2
    assert "--noise: 0.1; a game was not over after 200 guesses" in capsys.readouterr().err


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

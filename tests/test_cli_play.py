import json
import subprocess
import sys

import naive
import numpy as np
import pytest
from games import listed_game

import wordlelib as wl
from wordlelib.planning import adaptive


def test_play_json(lists, report_of):
    report = report_of("play", "--policy", "most-classes", "--opening", "salet", "--mode", "hard", *lists)
    keys = ["opening", "policy", "mode", "prior", "words", "total", "mean", "worst", "distribution", "seconds"]
    assert list(report) == keys
    tree = wl.play(listed_game(mode="hard"), wl.MostClasses(), "salet")
    assert (report["opening"], report["policy"], report["mode"]) == ("salet", "most-classes", "hard")
    assert (report["words"], report["total"], report["worst"]) == (24, tree.total, tree.worst)
    assert report["mean"] == tree.mean and {int(k): v for k, v in report["distribution"].items()} == tree.distribution


def test_play_for_people(lists, said_by):
    out = said_by("play", *lists)
    assert "24 hidden words" in out and "mean" in out


@pytest.mark.large
def test_play_the_original_from_a_fresh_process():
    asked = ["play", "--policy", "information-gain", "--opening", "salet", "--json"]
    run = subprocess.run([sys.executable, "-m", "wordlelib", *asked], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout)["total"] == 7946 and run.stderr == ""


def test_random_policies_are_seeded(lists, report_of):
    reports = []
    for seed in ("1", "1", "2"):
        report = report_of("play", "--policy", "random-guess", "--seed", seed, *lists)
        reports.append((report["opening"], report["total"], str(report["distribution"])))
    assert reports[0] == reports[1] != reports[2]


def test_play_rollout(lists, report_of):
    game = listed_game()
    expected = wl.play(game, wl.Rollout(wl.MostClasses(), 5)).total
    report = report_of("play", "--policy", "rollout", "--base", "most-classes", "--width", "5", *lists)
    assert report["total"] == expected and report["policy"] == "rollout(most-classes, 5)"
    report = report_of("play", "--policy", "rollout", "--width", "all", "--heaviest", "2", *lists)
    assert report["policy"] == "rollout(information-gain, all + 2 heaviest)"


def test_decide_by_rollout(lists, said_by, report_of):
    state = listed_game().after([("salet", "-----")])
    expected = wl.Rollout(wl.InformationGain(), 10).q_factors(state)[:3]
    asked = ["decide", "--policy", "rollout", "--history", "salet:-----", "--top", "3", *lists]
    best = report_of(*asked)["best"]
    assert best == [line._asdict() for line in expected]
    lines = said_by(*asked).splitlines()
    assert "Q-factor" in lines[1] and len(lines) == 5 and expected[0].guess in lines[2]


def test_play_with_noise(lists, said_by, report_of):
    asked = ["play", "--noise", "0.05", "--games", "12", "--seed", "3", "--bonus", "2", *lists]
    reports = []
    for policy in (["--policy", "information-gain"], ["--policy", "rollout", "--width", "3"]):
        reports.append(report_of(*asked, *policy))
    for report in reports:
        assert report["games"] == sum(report["distribution"].values()) == 12
        counted = sum(int(guesses) * games for guesses, games in report["distribution"].items())
        assert report["mean"] == pytest.approx(counted / 12) and 0 < report["standard_error"] < 2
    assert f"mean {reports[0]['mean']:.3f} +- {reports[0]['standard_error']:.3f}" in said_by(*asked)
    assert report_of("play", "--noise", "one-lie", "--games", "2", "--opening", "salet", *lists)["opening"] == "salet"


def test_play_under_a_prior(lists, tmp_path, said_by, report_of):
    tiny = wl.words.tiny()
    prior = {word: 2.0 ** -(i % 7) for i, word in enumerate(tiny)}
    path = tmp_path / "prior.tsv"
    path.write_text("".join(f"{word}\t{number}\n" for word, number in prior.items()))
    report = report_of("play", "--prior", str(path), *lists)
    tree = wl.play(listed_game(prior=prior), wl.InformationGain())
    taken = {word: len(tree.path(word)) for word in tiny}
    expected = sum(prior[word] * taken[word] for word in tiny) / sum(prior.values())
    assert report["mean"] == tree.mean == pytest.approx(expected, rel=1e-4)
    assert report["prior"] == str(path) and report["mean"] != pytest.approx(report["total"] / 24, rel=1e-3)
    assert f"mean {tree.mean:.4f} under the prior {path}," in said_by("play", "--prior", str(path), *lists)
    assert report_of("play", *lists)["prior"] == "uniform"


def test_decide_under_a_prior(lists, tmp_path, report_of):
    tiny = wl.words.tiny()
    path = tmp_path / "prior.csv"
    path.write_text("".join(f"{word},{1000 if word == 'onion' else 1}\n" for word in tiny))
    best = report_of("decide", "--prior", str(path), "--top", "1", *lists)["best"][0]
    ranked = naive.scores(naive.feedback, best["guess"], tiny, {w: 1000 if w == "onion" else 1 for w in tiny})
    assert best["score"] == pytest.approx(ranked[0], rel=1e-3)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [("stone 1\nspeed -1\n", "prior.txt, line 2: -1 for 'speed'"), ("stone 1\n", "no number for the hidden word")],
)
def test_bad_priors(content, complaint, lists, tmp_path, refuse):
    (tmp_path / "prior.txt").write_text(content)
    assert complaint in refuse("play", "--prior", str(tmp_path / "prior.txt"), *lists)


def test_letters_that_contradict_the_lists(lists, refuse):
    assert "letters: 6; expected 5, the length of the answers given" in refuse("play", "--letters", "6", *lists)


@pytest.mark.large
def test_decide_with_six_letters(report_of):
    row = naive.feedback("senior", "people")
    left = report_of("decide", "--letters", "6", "--history", f"senior:{row}")["words"]
    assert left == [word for word in wl.words.original(6)[0] if naive.feedback("senior", word) == row]


def test_decide(lists, said_by, report_of):
    row = naive.feedback("salet", "night")
    report = report_of("decide", "--history", f"salet:{row}", "--top", "3", *lists)
    left = [word for word in wl.words.tiny() if naive.feedback("salet", word) == row]
    assert report["words"] == left and report["possible"] == len(left) and len(report["best"]) == 3
    out = said_by("decide", "--history", f"salet:{row}", "--top", "3", *lists)
    assert all(word in out for word in left) and out.count("\n") == 5


def test_decide_before_the_first_guess(lists, said_by):
    assert "24 hidden words" in said_by("decide", *lists)


def test_feedback(said_by):
    assert said_by("feedback", "SPEED", "erase") == "y-yy-  🟨⬛🟨🟨⬛\n"


@pytest.mark.parametrize(
    ("history", "complaint"),
    [
        ("stone:-y-y-,audio:ggggg", "no hidden word is left: check row 2"),
        ("stone", "--history: 'stone'; expected guess:feedback"),
        ("stone:---", "feedback: '---' has 3 colours; expected 5"),
        ("zzzzz:-----", "guess: 'zzzzz' is not one of the 26 guesses"),
    ],
)
def test_bad_histories(history, complaint, lists, refuse):
    assert complaint in refuse("decide", "--history", history, *lists)


def test_decide_ranks_by_the_policy_that_is_asked_for(lists, report_of):
    best = {}
    for name in ("information-gain", "worst-class"):
        best[name] = report_of("decide", "--policy", name, "--top", "1", *lists[:2])["best"][0]["guess"]
    assert best == {"information-gain": "table", "worst-class": "heart"}


def test_decide_says_when_it_is_over(lists, said_by):
    assert said_by("decide", "--history", "stone:ggggg", *lists) == "solved in 1: the hidden word is stone\n"


@pytest.mark.large
def test_hard_mode_reaches_the_original_lists(report_of):
    totals = {}
    for mode in ("easy", "hard"):
        totals[mode] = report_of("play", "--opening", "salet", "--mode", mode)["total"]
    assert totals["easy"] < totals["hard"]


def test_noise_that_leaves_nothing_to_learn(lists, refuse, monkeypatch):
    monkeypatch.setattr(adaptive, "simulate", lambda *_: adaptive.Sample(np.array([3.0, np.inf])))
    said = refuse("play", "--noise", "0.1", "--games", "2", *lists)
    assert "--noise: 0.1; a game was not over after 200 guesses" in said


@pytest.mark.parametrize("policy", ["information-gain", "worst-class", "random-word", "rollout"])
def test_play_in_strict_mode(lists, policy, report_of):
    report = report_of("play", "--policy", policy, "--mode", "strict", *lists)
    assert report["mode"] == "strict" and report["opening"] in wl.words.tiny() and report["words"] == 24
    if policy == "worst-class":
        tiny = wl.words.tiny()
        assert report["total"] == wl.play(wl.wordle(tiny, mode="strict"), wl.WorstClass()).total


def test_decide_in_strict_mode(lists, refuse, report_of):
    report = report_of("decide", "--mode", "strict", "--history", "stone:-y-y-", "--top", "99", *lists)
    assert sorted(report["words"]) == sorted(line["guess"] for line in report["best"])
    said = refuse("decide", "--mode", "strict", "--history", "salet:-----", *lists)
    assert "'salet' is not allowed in strict mode" in said


def test_exact_play(lists, report_of):
    game = listed_game()
    report = report_of("play", "--policy", "exact", "--opening", "crony", *lists)
    assert report["total"] == wl.prove(game, "crony").total
    best = report_of("decide", "--policy", "exact", "--history", "salet:-----", "--top", "2", *lists)["best"]
    state = game.after([("salet", "-----")])
    assert best == [line._asdict() for line in wl.Exact().rank(state, 2)] and best[0]["score"] <= best[1]["score"]
    assert best[0]["score"] == wl.Exact().value(state)


def test_avts_plays(lists, refuse, report_of):
    game = listed_game()
    asked = ["--policy", "avts", "--iterations", "30", "--seed", "2"]
    report = report_of("play", *asked, "--opening", "crony", *lists)
    assert report["total"] == wl.play(game, wl.AVTS(30, 2), "crony").total and report["policy"] == "avts(30)"
    best = report_of("decide", *asked, "--history", "salet:-----", *lists)["best"]
    assert best == [line._asdict() for line in wl.AVTS(30, 2).rank(game.after([("salet", "-----")]), 10)]
    said = refuse("play", "--policy", "avts", "--iterations", "0", *lists)
    assert said == "wordlelib: error: iterations: 0; expected a number, at least 1\n"

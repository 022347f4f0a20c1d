import io
import json
import re

import naive
import pytest
from games import listed_game

import wordlelib as wl
from wordlelib.__main__ import main
from wordlelib.adversary import guarantees
from wordlelib.game.game import MODES


@pytest.mark.parametrize("mode", MODES)
def test_guarantee(lists, tmp_path, mode, said_by, report_of):
    game = listed_game(mode=mode)
    least = wl.GuaranteeSolver(game).least(game.start())
    tree, no = tmp_path / "tree.json", tmp_path / "no.json"
    found = report_of("guarantee", "--cap", str(least), "--mode", mode, "--tree", str(tree), *lists)
    stored = wl.DecisionTree.from_json(tree.read_text(), game)
    assert (found["possible"], found["cap"], found["mode"]) == (True, least, mode)
    assert (found["opening"], found["worst"]) == (stored.opening, stored.worst) and stored.worst <= least
    found = report_of("guarantee", "--cap", str(least - 1), "--mode", mode, "--refutation", str(no), *lists)
    assert (found["possible"], found["opening"], found["worst"]) == (False, None, None) and found["seconds"] >= 0
    sets = {int(level): words for level, words in json.loads(no.read_text()).items()}
    assert {int(level): count for level, count in found["obstructions"].items()} == {k: len(v) for k, v in sets.items()}
    if mode == "easy":
        assert naive.refutes(game.codes, game.solved, game.hidden, sets, least - 1)
    text = said_by("guarantee", "--cap", str(least), "--mode", mode, *lists)
    assert text.startswith(f"{least} guesses are enough: open with {stored.opening}")
    text = said_by("guarantee", "--cap", "1", "--opening", "stone", "--mode", mode, *lists)
    assert "1 guess is not enough after stone" in text


def test_a_guarantee_shows_its_progress(capsys, lists, monkeypatch):
    monkeypatch.setattr(guarantees, "SLICE", 1)
    assert main(["guarantee", "--cap", "3", "--progress", *lists]) == 0
    assert re.fullmatch(r"wordlelib: \d+ of 26 openings decided, \d+ beliefs\n", capsys.readouterr().err)


def test_best_move(lists, said_by, report_of):
    own = wl.wordle(wl.words.tiny())
    move = wl.best_move(own.start(), 2)
    found = report_of("best-move", "--depth", "2", "--guess-list", "answers", *lists)
    assert (found["guess"], found["value"], tuple(found["ties"])) == (move.guess, move.value, move.ties)
    assert found["winner"] is None and found["line"] == [list(row) for row in move.line]
    assert said_by("best-move", "--depth", "2", "--guess-list", "answers", *lists).startswith(
        f"{move.guess}: {move.value} words remain, 2 plies ahead"
    )
    lost = report_of("best-move", "--depth", "4", "--turns", "1", *lists)
    assert (lost["value"], lost["winner"]) == (None, "hinter")
    history = f"stone:{own.answer('stone', own.hidden[0])}"
    won = report_of("best-move", "--depth", "12", "--history", history, *lists)
    assert (won["value"], won["winner"]) == (0, "guesser")
    assert "the Guesser wins, 12 plies ahead" in said_by("best-move", "--depth", "12", "--history", history, *lists)


def test_duel(lists, said_by, report_of):
    game = listed_game()
    played = wl.duel(game, wl.WorstCase(), wl.GreedyHinter())
    found = report_of("duel", *lists)
    assert found["rows"] == [list(row) for row in played.state.history]
    assert (found["winner"], found["remaining"], found["word"]) == (played.winner, played.remaining, played.word)
    assert (found["guesser"], found["hinter"], found["guesses"]) == ("knuth", "greedy", len(played.state.rows))
    text = said_by("duel", *lists)
    assert text.splitlines()[-1] == f"The Guesser wins in {len(played.state.rows)}."
    for hinter in ("minimax", "exact"):
        for guesser in ("information-gain", "minimax", "guaranteed"):
            found = report_of("duel", "--guesser", guesser, "--hinter", hinter, *lists)
            assert found["winner"] == "guesser" and found["rows"][-1] == [found["word"], "ggggg"]
    lost = report_of("duel", "--hinter", "exact", "--turns", "2", *lists)
    assert lost["winner"] == "hinter" and len(lost["rows"]) == 2
    honest = report_of("duel", "--word", "stone", *lists)
    assert (honest["hinter"], honest["word"], honest["winner"]) == ("honest", "stone", "guesser")
    assert all(row == naive.feedback(guess, "stone") for guess, row in honest["rows"])


@pytest.fixture
def play(monkeypatch, said_by):
    """Give a function that plays against a Hinter, with what is typed."""

    def run(text, *arguments):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        return said_by("play-hinter", *arguments)

    return run


def test_play_hinter(play, lists):
    said = play("stone\n?\nnonsense\nSALET\nquit\n", *lists)
    lines = said.splitlines()
    assert lines[0] == "24 words are possible, 6 guesses; ? asks for advice, quit ends the game"
    game = listed_game()
    state = game.start().after("stone", wl.GreedyHinter().answer(game.start(), "stone", 5))
    left = len(state.members)
    assert f"stone  {state.history[0][1]}  " in lines[1] and f"{left} left ({24 - left} given up)" in lines[1]
    assert f"try {wl.WorstCase().decide(state)}" in said and "'nonsense' is not one of the 26 guesses" in said
    assert "salet" in said and "would have fitted." in lines[-1]
    over = play("stone\nstone\n", "--turns", "2", *lists)
    assert "The Hinter wins: 2 guesses are used up, and" in over
    assert "You stop." in play("", *lists)
    won = play("".join(f"{word}\n" for word in wl.words.tiny()), "--turns", "24", *lists)
    assert "The Guesser wins in" in won


@pytest.mark.parametrize(("listed", "typed"), [("istek", "İSTEK"), ("λόγοσ", "λόγος"), ("état", "E\u0301TAT")])
def test_what_is_typed_is_brought_to_the_form_of_lists(listed, typed, play, tmp_path):
    answers = tmp_path / "some.txt"
    answers.write_text(f"{listed}\n")
    assert f"{listed}  {'g' * len(listed)}  " in play(f"{typed}\n", "--answers", answers)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["guarantee", "--cap", "3", "--opening", "zzzzz"], "'zzzzz' is not one of the"),
        (["best-move", "--depth", "3"], "depth: 3; expected an even number of plies"),
        (["best-move", "--history", "stone"], "--history: 'stone'; expected guess:feedback"),
        (["duel", "--guesser", "minimax", "--guesser-depth", "1"], "depth: 1; expected an even number"),
        (["duel", "--hinter", "minimax", "--hinter-depth", "1"], "depth: 1; expected an even number"),
        (["duel", "--word", "salet"], "hidden: 'salet' is a guess but not one of the 24 hidden words"),
    ],
)
def test_wrong_arguments(refuse, lists, arguments, message):
    assert message in refuse(*arguments, *lists)

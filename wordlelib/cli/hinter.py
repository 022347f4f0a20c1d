"""The commands of the game against a Hinter: guarantee, best-move, duel and play-hinter."""

import argparse
import json
import sys
from collections.abc import Callable
from typing import Any

from wordlelib.adversary import guarantees, minimax, players
from wordlelib.cli.shared import (
    GAME,
    Progress,
    attributes,
    check_outputs,
    choice,
    command,
    file,
    leave,
    make_game,
    number,
    option,
    read_history,
    say,
)
from wordlelib.core.checks import counted
from wordlelib.core.files import write_whole
from wordlelib.game import feedback, policy, words
from wordlelib.game.game import Game, State
from wordlelib.kernels.jit import clock
from wordlelib.runs import sweeps
from wordlelib.search import refutations

DEEPEST = 1000
GUESSERS: dict[str, Callable[[argparse.Namespace], policy.Policy]] = {
    **{name: lambda options, make=make: make() for name, make in policy.GREEDY.items()},  # type: ignore[misc]
    "knuth": lambda options: players.WorstCase(),
    "minimax": lambda options: players.MinimaxGuesser(options.guesser_depth, options.turns),
    "guaranteed": lambda options: guarantees.Guaranteed(options.turns),
}
HINTERS: dict[str, Callable[[argparse.Namespace], players.Hinter]] = {
    "greedy": lambda options: players.GreedyHinter(),
    "minimax": lambda options: players.MinimaxHinter(options.hinter_depth),
    "exact": lambda options: players.ExactHinter(),
}
GAMES = {
    "guess_list": choice(("all", "answers"), "which words may be guessed: all, or the possible answers only", "all")
}
TURNS = {"turns": number("guesses in a game", 6, 1)}
AGAINST = {
    "hinter": choice(HINTERS, "who answers", "greedy"),
    "hinter_depth": number("plies of a minimax Hinter", 2, 1, DEEPEST),
    **TURNS,
    **GAMES,
}


def _read_game(options: argparse.Namespace) -> Game:
    """Make the game that the options ask for, with fewer guesses if they say so."""
    played = make_game(options)
    return players.answers_only(played) if options.guess_list == "answers" else played


@command(
    "guarantee",
    f"{GAME} progress json",
    cap=number("how many guesses there are", least=1, required=True),
    opening=option("the first guess (default: any)", "WORD"),
    tree=file("where to store the strategy, if there is one (JSON)"),
    refutation=file("where to store the obstructions, if there is no strategy (JSON)"),
    certificate=file("in easy mode, without --opening: where to store what `verify` checks, if there is no strategy"),
    **GAMES,
)
def run_guarantee(options: argparse.Namespace) -> None:
    """Find out whether a number of guesses is enough for every word, whatever the feedback."""
    check_outputs(options, "tree", "refutation", "certificate")
    if options.certificate is not None and (options.mode != "easy" or options.opening is not None or options.cap < 2):
        raise ValueError(
            f"--certificate: {options.certificate}; expected easy mode, no opening, and two guesses or more with it"
        )
    report: dict[str, Any] = dict.fromkeys(["possible", "opening"])
    report |= {"cap": options.cap, "mode": options.mode, "guess_list": options.guess_list, "worst": None, "mean": None}
    report |= {"obstructions": {}, "nodes": 0, "seconds": 0.0}
    solvers: list[guarantees.GuaranteeSolver] = []
    begun = clock()

    def known() -> dict[str, Any]:
        learned = {level: len(sets) for solver in solvers for level, sets in solver.obstructions().items()}
        nodes = sum(solver.nodes for solver in solvers)
        return report | {"obstructions": learned, "nodes": nodes, "seconds": round(clock() - begun, 4)}

    leave(options, known, _describe_guarantee)
    with Progress(options, "openings") as progress:

        def note(done: int, openings: int, nodes: int) -> None:
            progress(done, openings, f"decided, {nodes:,} beliefs")

        solvers.append(guarantees.GuaranteeSolver(_read_game(options)))
        found = guarantees.guarantee(solvers[0].game, options.cap, options.opening, solvers[0], note)
    if options.tree is not None and found.tree is not None:
        write_whole(options.tree, found.tree.to_json() + "\n")
    if options.refutation is not None and not found.possible:
        write_whole(options.refutation, json.dumps(found.refutation) + "\n")
    if options.certificate is not None and not found.possible:
        source = {"command": sweeps.command_line(), "versions": sweeps.versions()}
        refuted = refutations.refute(solvers[0].game, options.cap, found.refutation, source)
        write_whole(options.certificate, refuted.to_json())
    report |= known() | {"possible": found.possible, "opening": found.opening, "seconds": round(found.seconds, 4)}
    report |= {"worst": found.tree and found.tree.worst, "mean": found.tree and found.tree.mean}
    report |= {"obstructions": {level: len(sets) for level, sets in found.refutation.items()}, "nodes": found.nodes}
    say(options, report, lambda report: _describe_guarantee(report, options.opening))


def _describe_guarantee(report: dict[str, Any], opening: str | None = None) -> str:
    guesses_are = counted(report["cap"], "guess is", "guesses are")
    if report["possible"]:
        return f"{guesses_are} enough: open with {report['opening']} (mean {report['mean']:.4f})"
    answer = "not known to be enough" if report["possible"] is None else "not enough"
    after = f" after {opening}" if opening else ""
    effort = f"{counted(report['nodes'], 'belief')}, {report['seconds']:.2f} s"
    return f"{guesses_are} {answer}{after}: {effort}"


@command(
    "best-move",
    f"{GAME} progress json",
    depth=number("plies, two for a guess and its feedback", 4, 1, DEEPEST),
    history=option("the rows so far, such as salet:-y--g", "ROWS", ""),
    evaluation=choice(
        minimax.EVALUATIONS,
        "what counts at the depth: words that remain, or these and letters that could not help",
        "size",
    ),
    **TURNS,
    **GAMES,
)
def run_best_move(options: argparse.Namespace) -> None:
    """Find the Guesser's best move by minimax, against a Hinter who may change the hidden word."""
    report: dict[str, Any] = {"guess": None, "value": None, "ties": [], "depth": 0, "winner": None, "line": []}
    report |= {"nodes": 0, "cutoffs": 0, "seconds": 0.0}
    leave(options, lambda: report, _describe_move)
    with Progress(options, "plies") as progress:
        progress(0, options.depth)
        state = _read_game(options).after(read_history(options.history))

        def note(move: minimax.Move) -> None:
            report.update(_report_of(move))
            progress(move.depth, options.depth, f"{move.guess} is best so far")

        move = minimax.best_move(state, options.depth, options.turns, options.evaluation, note)
    say(options, _report_of(move), _describe_move)


def _report_of(move: minimax.Move) -> dict[str, Any]:
    lost = move.value == minimax.LOST
    winner = None if not move.exact else "hinter" if lost else "guesser"
    report: dict[str, Any]
    report = {"guess": move.guess, "value": None if lost else move.value, "ties": list(move.ties), "depth": move.depth}
    report |= {"winner": winner, "line": [list(row) for row in move.line]}
    return report | attributes(move, "nodes cutoffs") | {"seconds": round(move.seconds, 4)}


def _describe_move(report: dict[str, Any]) -> str:
    if report["guess"] is None:
        return "no move was looked at"
    winner = report["winner"]
    says = f"the {winner.title()} wins" if winner else counted(report["value"], "word remains", "words remain")
    lines = [f"{report['guess']}: {says}, {report['depth']} plies ahead"]
    if report["ties"]:
        lines.append(f"as good: {' '.join(report['ties'])}")
    return "\n".join([*lines, " ".join(f"{guess} {row}" for guess, row in report["line"])])


@command(
    "duel",
    f"{GAME} json",
    guesser=choice(GUESSERS, "who guesses", "knuth"),
    guesser_depth=number("plies of a minimax Guesser", 4, 1, DEEPEST),
    word=option("normal Wordle: an honest Hinter keeps to this word", "WORD"),
    **AGAINST,
)
def run_duel(options: argparse.Namespace) -> None:
    """Let a Guesser play a Hinter, who may change the hidden word."""
    played = _read_game(options)
    hinter = HINTERS[options.hinter](options)
    if options.word is not None:
        hinter = players.HonestHinter(played.guesses[played.find(options.word)])
    duel = players.duel(played, GUESSERS[options.guesser](options), hinter, options.turns)
    report = {"guesser": options.guesser, "hinter": hinter.name, "winner": duel.winner}
    report |= {"guesses": len(duel.state.rows), "turns": duel.turns, "word": duel.word}
    report |= {"rows": [list(row) for row in duel.state.history], "remaining": duel.remaining}
    rows = [f"{guess}  {row}  {n:,} left" for (guess, row), n in zip(duel.state.history, duel.remaining, strict=True)]
    say(options, report, lambda report: "\n".join([*rows, _ending(duel.state, duel.turns)]))


@command("play-hinter", GAME, **AGAINST)
def run_play_hinter(options: argparse.Namespace) -> None:
    """Play against a Hinter yourself, who may change the hidden word: type a guess, ? for advice, or quit."""
    played = _read_game(options)
    hinter, state, turns = HINTERS[options.hinter](options), played.start(), options.turns
    possible = counted(len(played.hidden), "word is possible", "words are possible")
    print(f"{possible}, {counted(turns, 'guess')}; ? asks for advice, quit ends the game")
    while len(state.rows) < turns and not state.solved:
        print(f"guess {len(state.rows) + 1} of {turns}: ", end="", flush=True)
        line = sys.stdin.readline()
        guess = words.normal(line.strip())
        if not line or guess == "quit":
            print(f"\nYou stop. {state.words[0]} would have fitted.")
            return
        if guess == "?":
            print(f"try {players.WorstCase().decide(state)}")
            continue
        try:
            guess = played.guesses[played.find(guess)]
            after = state.after(guess, hinter.answer(state, guess, turns - len(state.rows) - 1))
        except ValueError as error:
            print(error)
            continue
        gone, state = len(state.members) - len(after.members), after
        row = state.history[-1][1]
        squares = feedback.to_squares(row) if played.name == "Wordle" else row
        print(f"{guess}  {row}  {squares}  {len(state.members):,} left ({gone:,} given up)")
    print(_ending(state, turns))


def _ending(state: State, turns: int) -> str:
    if state.solved:
        return f"The Guesser wins in {len(state.rows)}."
    used = counted(turns, "guess is", "guesses are")
    return f"The Hinter wins: {used} used up, and {state.words[0]} fits all feedback."

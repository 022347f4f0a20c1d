"""The commands of the game against a Hinter: guarantee, best-move, duel and play-hinter."""

import argparse
import json
import sys
from collections.abc import Callable

from wordlelib import checks, feedback, guarantees, minimax, players, policy, words
from wordlelib.experiments import write_whole
from wordlelib.game import Game, State, wordle
from wordlelib.options import add_game_options, make_game, read_history

GUESS_LISTS = ("all", "answers")
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


def add_commands(commands: argparse._SubParsersAction) -> None:
    """Add the commands of the game against a Hinter."""
    ask = commands.add_parser(
        "guarantee",
        help="can so many guesses be guaranteed, whatever the feedback?",
        description="Say whether every word can be found within so many guesses, whoever gives the feedback.",
    )
    ask.add_argument("--cap", type=int, required=True, metavar="N", help="how many guesses there are")
    ask.add_argument("--opening", metavar="WORD", help="the first guess (default: any)")
    ask.add_argument("--tree", metavar="FILE", help="where to store the strategy, if there is one (JSON)")
    ask.add_argument(
        "--refutation", metavar="FILE", help="where to store the obstructions, if there is no strategy (JSON)"
    )
    ask.set_defaults(run=run_guarantee)

    move = commands.add_parser(
        "best-move",
        help="the Guesser's best move by minimax",
        description="Look some plies ahead against a Hinter who may change the hidden word.",
    )
    move.add_argument("--depth", type=int, default=4, metavar="D", help="plies, two for a guess and its feedback")
    move.add_argument("--history", default="", metavar="ROWS", help="the rows so far, such as salet:-y--g")
    move.add_argument(
        "--evaluation",
        choices=minimax.EVALUATIONS,
        default="size",
        help="what counts at the depth: words that remain, or these and letters that could not help (default: size)",
    )
    move.set_defaults(run=run_best_move)

    match = commands.add_parser(
        "duel",
        help="let a Guesser and a Hinter play each other",
        description="Let a Guesser play a Hinter who may change the hidden word.",
    )
    match.add_argument("--guesser", choices=list(GUESSERS), default="knuth", help="who guesses (default: knuth)")
    match.add_argument("--guesser-depth", type=int, default=4, metavar="D", help="plies of a minimax Guesser")
    match.add_argument("--word", metavar="WORD", help="normal Wordle: an honest Hinter keeps to this word")
    match.set_defaults(run=run_duel)

    play = commands.add_parser(
        "play-hinter",
        help="play against a Hinter yourself",
        description="Guess against a Hinter who may change the hidden word. Type a guess, ? for advice, or quit.",
    )
    play.set_defaults(run=run_play_hinter, json=False)

    for command in (match, play):
        command.add_argument("--hinter", choices=list(HINTERS), default="greedy", help="who answers (default: greedy)")
        command.add_argument("--hinter-depth", type=int, default=2, metavar="D", help="plies of a minimax Hinter")
    for command in (move, match, play):
        command.add_argument("--turns", type=int, default=6, metavar="N", help="guesses in a game (default: 6)")
    for command in (ask, move, match, play):
        command.add_argument(
            "--guess-list",
            choices=GUESS_LISTS,
            default="all",
            help="which words may be guessed: all, or the possible answers only (default: all)",
        )
        add_game_options(command)
        if command is not play:
            command.add_argument("--json", action="store_true", help="print one line of JSON")


def read_game(options: argparse.Namespace) -> Game:
    """Make the game that the options ask for."""
    played = make_game(options)
    return players.answers_only(played) if options.guess_list == "answers" else played


def run_guarantee(options: argparse.Namespace) -> None:
    """Answer whether so many guesses can be guaranteed."""
    played = read_game(options)
    guarantees.guarantee(wordle(words.tiny(), mode=options.mode), 3)  # compiles
    found = guarantees.guarantee(played, options.cap, options.opening)
    if options.tree is not None and found.tree is not None:
        write_whole(options.tree, found.tree.to_json() + "\n")
    if options.refutation is not None and not found.possible:
        write_whole(options.refutation, json.dumps(found.refutation) + "\n")
    report = {
        "possible": found.possible,
        "opening": found.opening,
        "cap": found.cap,
        "mode": options.mode,
        "guess_list": options.guess_list,
        "worst": found.tree and found.tree.worst,
        "mean": found.tree and found.tree.mean,
        "obstructions": {level: len(sets) for level, sets in found.refutation.items()},
        "nodes": found.nodes,
        "seconds": round(found.seconds, 4),
    }
    if options.json:
        print(json.dumps(report, ensure_ascii=False))
    elif found.tree is not None:
        print(f"{found.cap} guesses are enough: open with {found.opening} (mean {found.tree.mean:.4f})")
    else:
        opening = f" after {options.opening}" if options.opening else ""
        print(f"{found.cap} guesses are not enough{opening}: {found.nodes:,} beliefs, {found.seconds:.2f} s")


def run_best_move(options: argparse.Namespace) -> None:
    """Show the best move."""
    state = read_game(options).after(read_history(options.history))
    minimax.best_move(wordle(words.tiny(), mode=options.mode).start(), 4)  # compiles
    move = minimax.best_move(state, options.depth, options.turns, options.evaluation)
    report = {
        "guess": move.guess,
        "value": None if move.value == minimax.LOST else move.value,
        "ties": list(move.ties),
        "depth": move.depth,
        "winner": winner_of(move),
        "line": [list(row) for row in move.line],
        "nodes": move.nodes,
        "cutoffs": move.cutoffs,
        "seconds": round(move.seconds, 4),
    }
    if options.json:
        print(json.dumps(report, ensure_ascii=False))
        return
    winner = winner_of(move)
    says = f"{move.value} words remain" if winner is None else f"the {winner.title()} wins"
    print(f"{move.guess}: {says}, {move.depth} plies ahead")
    if move.ties:
        print(f"as good: {' '.join(move.ties)}")
    print(" ".join(f"{guess} {row}" for guess, row in move.line))


def winner_of(move: minimax.Move) -> str | None:
    """Say who wins, if the value says it."""
    if not move.exact:
        return None
    return "hinter" if move.value == minimax.LOST else "guesser"


def run_duel(options: argparse.Namespace) -> None:
    """Let two players play."""
    played = read_game(options)
    hinter = HINTERS[options.hinter](options)
    if options.word is not None:
        hinter = players.HonestHinter(played.guesses[played.find(options.word)])
    duel = players.duel(played, GUESSERS[options.guesser](options), hinter, options.turns)
    report = {
        "guesser": options.guesser,
        "hinter": hinter.name,
        "winner": duel.winner,
        "guesses": len(duel.state.rows),
        "turns": duel.turns,
        "word": duel.word,
        "rows": [list(row) for row in duel.state.history],
        "remaining": duel.remaining,
    }
    if options.json:
        print(json.dumps(report, ensure_ascii=False))
        return
    for (guess, row), count in zip(duel.state.history, duel.remaining, strict=True):
        print(f"{guess}  {row}  {count:,} left")
    print(ending(duel.state, duel.turns))


def run_play_hinter(options: argparse.Namespace) -> None:
    """Let a person play a Hinter."""
    played = read_game(options)
    hinter, state, turns = (
        HINTERS[options.hinter](options),
        played.start(),
        checks.guesses("turns", options.turns),
    )
    print(f"{len(played.hidden):,} words are possible, {turns} guesses; ? asks for advice, quit ends the game")
    while len(state.rows) < turns and not state.solved:
        print(f"guess {len(state.rows) + 1} of {turns}: ", end="", flush=True)
        line = sys.stdin.readline()
        guess = line.strip().lower()
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
        gone, state = len(state.candidates) - len(after.candidates), after
        row = state.history[-1][1]
        squares = feedback.to_squares(row) if played.name == "Wordle" else row
        print(f"{guess}  {row}  {squares}  {len(state.candidates):,} left ({gone:,} given up)")
    print(ending(state, turns))


def ending(state: State, turns: int) -> str:
    """Say how a game ended."""
    if state.solved:
        return f"The Guesser wins in {len(state.rows)}."
    return f"The Hinter wins: {turns} guesses are over, and {state.words[0]} fits all feedback."

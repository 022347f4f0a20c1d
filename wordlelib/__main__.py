"""The command line: python -m wordlelib play | decide | sweep | feedback."""

import argparse
import io
import json
import os
import sys
import time

import numpy as np

from wordlelib import adaptive, belief, experiments, feedback, game, noise, policy, rollout, tree, words
from wordlelib._jit import CACHE_FOLDER

RANDOM = {"random-guess": policy.RandomGuess, "random-candidate": policy.RandomCandidate}
UNITS = {
    "information-gain": "bits",
    "expected-remaining": "words expected to remain",
    "most-classes": "classes",
    "worst-class": "words left in the worst case",
    "rollout": "Q-factor: guesses expected from here on",
}


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors take one line."""

    def error(self, message: str) -> None:  # type: ignore[override]
        """Print one line and leave with exit code 2."""
        self.exit(2, f"{self.prog}: error: {message}\n")


class Progress:
    """A bar on the terminal, once a run has lasted over two seconds; nothing where there is no terminal."""

    def __init__(self, unit: str = "words") -> None:
        self.unit = unit
        self.begun = time.perf_counter()
        self.shown = False

    def __call__(self, done: int, total: int) -> None:
        """Show how much is done."""
        if sys.stderr.isatty() and time.perf_counter() - self.begun > 2:
            self.shown = True
            bar = "#" * int(30 * done / total)
            print(f"\r[{bar:30}] {done:,} of {total:,} {self.unit} ", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Clear the bar."""
        if self.shown:
            print("\r" + " " * 70 + "\r", end="", file=sys.stderr, flush=True)


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which game is played."""
    parser.add_argument(
        "--mode", choices=game.MODES, default="easy", help="hard: every hint must be used (default: easy)"
    )
    parser.add_argument("--answers", metavar="FILE", help="hidden words, one a line (default: the original 2,315)")
    parser.add_argument(
        "--guesses",
        metavar="FILE",
        help="words that may be guessed, one a line (default: the original 12,972, or the answers)",
    )
    parser.add_argument(
        "--letters", type=int, default=5, metavar="N", help="without --answers: play with words of 5, 6 or 7 letters"
    )
    parser.add_argument(
        "--prior",
        metavar="FILE",
        help="how probable the hidden words are: a word and a number a line (default: equally)",
    )


def make_game(options: argparse.Namespace, progress: Progress | None = None) -> game.Game:
    """Make the game that the options ask for."""
    prior = None if options.prior is None else words.load_prior(options.prior)
    if options.answers is None:
        if options.guesses is not None:
            raise ValueError("--guesses: given without --answers; expected both, or --answers alone")
        return game.wordle(mode=options.mode, prior=prior, progress=progress, letters=options.letters)
    lists = words.load_lists(options.answers, options.guesses)
    return game.wordle(*lists, mode=options.mode, prior=prior, progress=progress, letters=options.letters)


def make_policy(options: argparse.Namespace) -> policy.Policy:
    """Make the policy that the options ask for."""
    if options.policy in RANDOM:
        if options.seed < 0:
            raise ValueError(f"--seed: {options.seed}; expected a number from 0 on")
        return RANDOM[options.policy](np.random.default_rng(options.seed))
    if options.policy == "rollout":
        return rollout.Rollout(make_greedy(options.base, options), options.width, heaviest=options.heaviest or 0)
    return make_greedy(options.policy, options)


def make_greedy(name: str, options: argparse.Namespace) -> policy.Greedy:
    """Make a greedy policy, with the bonus that the options give to information gain."""
    if name == policy.InformationGain.name:
        return policy.InformationGain(options.bonus)
    if options.bonus:
        raise ValueError(f"--bonus: {options.bonus:g} with {name}; expected information-gain with it")
    return policy.GREEDY[name]()


def add_policy_options(parser: argparse.ArgumentParser, others: list[str]) -> None:
    """Add the options that say which policy decides."""
    parser.add_argument(
        "--policy",
        choices=[*policy.GREEDY, "rollout", *others],
        default="information-gain",
        help="how to choose a guess: most bits of information, fewest words expected to remain, most different "
        "answers, fewest words left in the worst case, or rollout on one of these"
        + (", or at random" if others else "")
        + " (default: information-gain)",
    )
    parser.add_argument(
        "--base",
        choices=list(policy.GREEDY),
        default="information-gain",
        help="the base policy of rollout (default: information-gain)",
    )
    parser.add_argument(
        "--width",
        type=read_width,
        default=10,
        metavar="K",
        help="how many guesses rollout looks at, a number or all (default: 10)",
    )
    parser.add_argument(
        "--heaviest",
        type=int,
        metavar="M",
        help="let rollout look at the M most probable words too (default: 0, with --noise 5)",
    )
    parser.add_argument(
        "--bonus",
        type=float,
        default=0.0,
        metavar="BITS",
        help="bits that information gain adds for the chance that the guess is the hidden word (default: 0)",
    )


def read_width(text: str) -> int | str:
    """Read a width: a number or all."""
    if text != "all" and not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r}; expected a number from 1, or all")
    return text if text == "all" else int(text)


def run_play(options: argparse.Namespace) -> None:
    """Play a policy against every hidden word and report the guesses."""
    if options.noise is not None:
        return run_noisy(options)
    progress = Progress()
    try:
        chosen = make_policy(options)
        played = make_game(options, progress)
        begun = time.perf_counter()
        result = tree.play(played, chosen, options.opening, progress=progress)
    finally:
        progress.close()
    report = {
        "opening": result.opening,
        "policy": chosen.name,
        "mode": played.mode,
        "prior": "uniform" if played.uniform else options.prior,
        "words": result.words,
        "total": result.total,
        "mean": result.mean,
        "worst": result.worst,
        "distribution": result.distribution,
        "seconds": round(time.perf_counter() - begun, 4),
    }
    if options.json:
        print(json.dumps(report, ensure_ascii=False))
        return
    print(f"{report['policy']}, opening {report['opening']}, {report['mode']} mode, {result.words:,} hidden words")
    mean = f"{result.mean:.4f}" + ("" if played.uniform else f" under the prior {options.prior}")
    print(f"total {result.total:,} guesses, mean {mean}, worst {result.worst}, {report['seconds']:.2f} s")
    print_distribution(result.distribution)


def run_noisy(options: argparse.Namespace) -> None:
    """Play games in which colours lie, with random hidden words, and report the guesses with their standard error."""
    if options.policy not in ("information-gain", "rollout") or options.base != "information-gain":
        raise ValueError(f"--policy: {options.policy} with --noise; expected information-gain, or rollout on it")
    if options.games < 2:
        raise ValueError(f"--games: {options.games}; expected at least 2")
    if options.seed < 0:
        raise ValueError(f"--seed: {options.seed}; expected a number from 0 on")
    progress = Progress("games")
    try:
        played = make_game(options)
        problem = belief.GuessingProblem(played, experiments.channel_of(options.noise, played))
        base = noise.NoisyInformation(problem, options.bonus)
        chosen: adaptive.AdaptivePolicy = base
        if options.policy == "rollout":
            width = len(played.guesses) if options.width == "all" else options.width
            chosen = noise.NoisyRollout(base, width, runs=20, heavy=5 if options.heaviest is None else options.heaviest)
        if options.opening is not None:
            chosen = adaptive.Opening(problem, played.guesses[played.find(options.opening)], chosen)
        chosen = adaptive.Remembering(chosen)
        begun, guesses = time.perf_counter(), np.empty(0)
        while len(guesses) < options.games:
            games = min(10, options.games - len(guesses))
            part = adaptive.simulate(problem, chosen, games, options.seed, len(guesses))
            guesses = np.append(guesses, part.values)
            if not np.all(np.isfinite(part.values)):
                raise ValueError(
                    f"--noise: {options.noise}; a game was not over after {adaptive.LIMIT} guesses, expected less noise"
                )
            progress(len(guesses), options.games)
    finally:
        progress.close()
    sample = adaptive.Sample(guesses)
    counts = np.bincount(guesses.astype(int))
    report = {
        "opening": chosen.decide(problem.start, problem.prior),
        "policy": options.policy,
        "noise": options.noise,
        "games": options.games,
        "seed": options.seed,
        "mean": sample.mean,
        "standard_error": sample.standard_error,
        "worst": int(guesses.max()),
        "distribution": {i: int(counts[i]) for i in range(1, len(counts))},
        "seconds": round(time.perf_counter() - begun, 4),
    }
    if options.json:
        print(json.dumps(report, ensure_ascii=False))
        return
    print(f"{options.policy} with noise {options.noise}, opening {report['opening']}, {options.games:,} games")
    print(f"mean {sample.mean:.3f} +- {sample.standard_error:.3f}, {report['seconds']:.2f} s")
    print_distribution(report["distribution"])


def print_distribution(distribution: dict[int, int]) -> None:
    """Draw how many games took how many guesses."""
    longest = max(distribution.values())
    for guesses, count in distribution.items():
        print(f"{guesses:3} guesses  {count:6,}  {'#' * round(40 * count / longest)}")


def read_history(text: str) -> list[tuple[str, str]]:
    """Read a history such as salet:-y--g,crony:--y--."""
    rows = []
    for part in filter(None, text.split(",")):
        guess, colon, row = part.partition(":")
        if not colon:
            raise ValueError(f"--history: {part!r}; expected guess:feedback, such as salet:-y--g")
        rows.append((guess, row))
    return rows


def run_decide(options: argparse.Namespace) -> None:
    """Show what is still possible and the best next guesses."""
    if options.top < 1:
        raise ValueError(f"--top: {options.top}; expected at least 1")
    state = make_game(options).after(read_history(options.history))
    left = state.words
    if state.solved and not options.json:
        print(f"solved in {len(state.rows)}: the hidden word is {left[0]}")
        return
    chosen = make_policy(options)
    ranked: list = chosen.rank(state, options.top) if isinstance(chosen, policy.Greedy) else []
    if isinstance(chosen, rollout.Rollout):
        ranked = chosen.q_factors(state)[: options.top]
    if options.json:
        best = [line._asdict() for line in ranked]
        print(
            json.dumps(
                {"possible": len(left), "words": left, "policy": options.policy, "best": best}, ensure_ascii=False
            )
        )
        return
    some = " ".join(left[:20]) + (" ..." if len(left) > 20 else "")
    print(f"{len(left):,} hidden word{'s are' if len(left) > 1 else ' is'} still possible: {some}")
    print(f"best guesses by {chosen.name} ({UNITS[options.policy]}; * may be the hidden word)")
    for line in ranked:
        value = line.q if isinstance(line, rollout.QFactor) else line.score
        print(f"{'*' if line.possible else ' '} {line.guess}  {value:.4f}".rstrip("0").rstrip("."))


def run_sweep(options: argparse.Namespace) -> None:
    """Run an experiment over many settings and store every result."""
    progress = Progress("tasks")
    try:
        sweep = experiments.SWEEPS[options.name](width=options.width)
        rows = experiments.run(
            sweep, options.out, options.jobs, {"sweep": options.name, "width": options.width}, progress
        )
    finally:
        progress.close()
    for row in rows:
        print("  ".join(f"{name} {value}" for name, value in row.items() if not isinstance(value, list)))


def run_feedback(options: argparse.Namespace) -> None:
    """Colour one guess."""
    guess, hidden = (words.normal(word) for word in (options.guess, options.hidden))
    words.check([guess], "guess")
    words.check([hidden], "hidden")
    row = feedback.feedback(guess, hidden)
    print(f"{row}  {feedback.to_squares(row)}")


def build_parser() -> Parser:
    """Describe the command line."""
    parser = Parser(prog="wordlelib", description="Wordle as a laboratory for sequential decisions.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="play | decide | sweep | feedback")

    play = commands.add_parser(
        "play",
        help="play a policy against every hidden word",
        description="Play a policy against every hidden word and report how many guesses it takes.",
    )
    add_policy_options(play, list(RANDOM))
    play.add_argument("--opening", metavar="WORD", help="the first guess (default: the policy's own)")
    play.add_argument(
        "--noise",
        metavar="P",
        help="each colour is wrong with probability P, or (one-lie) one colour of each row is; games are then random",
    )
    play.add_argument("--games", type=int, default=100, metavar="N", help="with --noise: how many games (default: 100)")
    play.add_argument("--seed", type=int, default=0, help="seed of what is random (default: 0)")
    play.set_defaults(run=run_play)

    decide = commands.add_parser(
        "decide",
        help="what to guess next in a game you are playing",
        description="Show which words are still possible after your guesses so far, and the best next guesses.",
    )
    decide.add_argument(
        "--history",
        default="",
        metavar="ROWS",
        help="your rows so far, such as salet:-y--g,crony:--y-- (- grey, y yellow, g green; emoji squares work too)",
    )
    decide.add_argument("--top", type=int, default=10, metavar="K", help="how many guesses to show (default: 10)")
    add_policy_options(decide, [])
    decide.set_defaults(run=run_decide)

    for command in (play, decide):
        add_game_options(command)
        command.add_argument("--json", action="store_true", help="print one line of JSON")

    sweep = commands.add_parser(
        "sweep",
        help="run an experiment over many settings",
        description="Run an experiment over many settings. A run that was stopped goes on where it was.",
    )
    sweep.add_argument(
        "name",
        choices=list(experiments.SWEEPS),
        help="table1: 13 openings, easy and hard, information gain and rollout on it; "
        "table2: the same in hard mode for expected-remaining and most-classes; "
        "noisy: games in which colours lie, rollout beside its base",
    )
    sweep.add_argument("--out", required=True, metavar="FILE", help="where to store the results (JSON)")
    sweep.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processes to use (default: 1)")
    sweep.add_argument("--width", type=int, default=10, metavar="K", help="candidates of rollout (default: 10)")
    sweep.set_defaults(run=run_sweep)

    colours = commands.add_parser(
        "feedback",
        help="colour one guess",
        description="Show the colours of a guess when the hidden word is known: - grey, y yellow, g green.",
    )
    colours.add_argument("guess", help="the word that was guessed")
    colours.add_argument("hidden", help="the hidden word")
    colours.set_defaults(run=run_feedback)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, 2 after a one-line error, or 130 if it was interrupted."""
    options = build_parser().parse_args(arguments)
    if sys.stderr.isatty() and options.run is not run_feedback and not any(CACHE_FOLDER.rglob("*.nbi")):
        print("first run: compiling the kernels takes up to a minute, once", file=sys.stderr)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        print("wordlelib: stopped", file=sys.stderr)
        return 130
    except (ValueError, OSError, MemoryError) as error:
        print(f"wordlelib: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

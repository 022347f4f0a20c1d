"""The command line: python -m wordlelib play | decide | prove | search | guarantee | best-move | duel | ..."""

import argparse
import io
import json
import os
import sys
import time
from inspect import signature

import numpy as np

from wordlelib import (
    adaptive,
    adversary,
    bandits,
    belief,
    exact,
    experiments,
    feedback,
    mcts,
    noise,
    policy,
    rollout,
    tree,
    words,
)
from wordlelib.kernels.jit import cache_folder
from wordlelib.options import Parser, Progress, add_game_options, make_game, read_history, read_seed, recipe_of

RANDOM = {"random-guess": policy.RandomGuess, "random-candidate": policy.RandomCandidate}
UNITS = {
    "information-gain": "bits",
    "expected-remaining": "words expected to remain",
    "most-classes": "classes",
    "worst-class": "words left in the worst case",
    "rollout": "Q-factor: guesses expected from here on",
    "exact": "guesses needed from here on, on average, with perfect play",
    "avts": "guesses expected from here on",
}


def make_policy(options: argparse.Namespace) -> policy.Policy:
    """Make the policy that the options ask for."""
    if options.policy in RANDOM:
        return RANDOM[options.policy](np.random.default_rng(read_seed(options)))
    if options.policy == "exact":
        return exact.Exact(read_cap(options))
    if options.policy == "avts":
        return mcts.AVTS(
            100 if options.iterations is None else options.iterations,
            read_seed(options),
            sampler=bandits.SAMPLERS[options.sampler](),
        )
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
        choices=[*policy.GREEDY, "rollout", "exact", "avts", *others],
        default="information-gain",
        help="how to choose a guess: most bits of information, fewest words expected to remain, most different "
        "answers, fewest words left in the worst case, rollout on one of these, perfect play, or tree search"
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


def add_cap_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that caps the guesses of perfect play."""
    parser.add_argument(
        "--cap",
        type=read_cap_text,
        default="usual",
        metavar="N",
        help="guesses that perfect play may take in a game: a number, least (the least that is possible) or none "
        "(default: 6 in hard mode, else none)",
    )


def read_cap_text(text: str) -> int | str | None:
    """Read a cap: a number, least or none."""
    if text in ("least", "usual"):
        return text
    if text == "none":
        return None
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}; expected a number from 1, least or none")
    return int(text)


def read_cap(options: argparse.Namespace) -> int | None:
    """Give the cap that the options ask for, as a number."""
    if options.cap == "least":
        raise ValueError("--cap: least; expected a number or none here")
    if options.cap == "usual":
        return 6 if options.mode == "hard" else None
    return options.cap


def add_search_options(parser: argparse.ArgumentParser, iterations: str) -> None:
    """Add the options of tree search."""
    parser.add_argument(
        "--sampler",
        choices=list(bandits.SAMPLERS),
        default="thompson",
        help="what tree search picks the next guess by (default: thompson)",
    )
    parser.add_argument("--iterations", type=int, metavar="N", help=iterations)
    parser.add_argument("--seed", type=int, default=0, help="seed of what is random (default: 0)")


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
    read_seed(options)
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
    elif isinstance(chosen, exact.Exact | mcts.AVTS):
        ranked = chosen.rank(state, options.top)
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


def run_prove(options: argparse.Namespace) -> None:
    """Prove the least total of an opening, or of all openings below a limit."""
    if options.all == (options.opening is not None):
        raise ValueError("--opening: " + ("given with --all" if options.all else "missing") + "; expected it or --all")
    for name, given in (
        ("below", options.below),
        ("gap", options.gap),
        ("out", options.out),
        ("jobs", options.jobs),
    ):
        if given is not None and not options.all:
            raise ValueError(f"--{name}: {given} with --opening; expected --all with it")
    for name, given in (("seconds", options.seconds), ("tree", options.tree)):
        if given is not None and options.all:
            raise ValueError(f"--{name}: {given} with --all; expected --opening with it")
    if options.all:
        progress = Progress("openings")
        try:
            report = experiments.prove_all(
                recipe_of(options),
                read_cap(options),
                options.below,
                options.gap or 0,
                jobs=1 if options.jobs is None else options.jobs,
                out=options.out,
                progress=progress,
            )
        finally:
            progress.close()
        complete = report.pop("complete")
    else:
        cap = options.cap if options.cap == "least" else read_cap(options)
        proof = exact.prove(make_game(options), options.opening, cap, seconds=options.seconds)
        report, complete = report_of(proof, options), proof.proven or options.seconds is not None
        if options.tree is not None and proof.tree is not None:
            experiments.write_whole(options.tree, proof.tree.to_json() + "\n")
    named = f"{report['opening'] or 'any opening'}, {report['mode']} mode"
    if options.json:
        print(json.dumps(report, ensure_ascii=False))
    elif report["proven"] and report["total"] is None:
        print(
            f"{report['opening'] or 'any opening'}, {report['mode']} mode: no strategy within {report['cap']} guesses"
        )
    else:
        for word, total in report.get("openings", {}).items():
            print(f"{word}  {total:,}")
        upper = "?" if report["upper"] is None else f"{report['upper']:,}"
        found = f"{upper}, proven" if report["proven"] else f"between {report['lower']:,} and {upper}"
        print(f"{named}, cap {report['cap'] or 'none'}: {found}")
    if not complete:
        raise KeyboardInterrupt


def report_of(proof: exact.Proof, options: argparse.Namespace) -> dict:
    """Say what was proven."""
    return {
        "opening": proof.opening,
        "mode": options.mode,
        "cap": proof.cap,
        "total": proof.total,
        "proven": proof.proven,
        "lower": proof.lower,
        "upper": proof.upper,
        "mean": proof.mean,
        "worst": proof.tree and proof.tree.worst,
        "nodes": proof.nodes,
        "guesses": proof.guesses,
        "cuts": proof.cuts,
        "seconds": round(proof.seconds, 4),
    }


def run_search(options: argparse.Namespace) -> None:
    """Search for a good strategy, and say how the search went."""
    seed = read_seed(options)
    played = make_game(options)
    sampler = bandits.SAMPLERS[options.sampler]()
    experiments.warm_search(options.mode)
    search = mcts.TreeSearch(played, np.random.default_rng(seed), sampler)
    progress, stopped = Progress("iterations"), False
    iterations = 1000 if options.iterations is None else options.iterations
    try:
        search.run(iterations, options.stop_at, options.seconds, progress)
    except KeyboardInterrupt:
        stopped = True
    finally:
        progress.close()
    trace = search.trace
    best = [played.guesses[number] for number in trace.best]
    columns = (best, trace.value.tolist(), trace.lower.tolist(), trace.upper.tolist())
    report = {
        "sampler": options.sampler,
        "seed": seed,
        "mode": options.mode,
        "iterations": search.iterations,
        "opening": search.guess(),
        "total": search.upper,
        "lower": search.lower,
        "proven": search.proven,
        "found_at": search.found_at,
        "nodes": search.nodes,
        "seconds": round(search.seconds, 4),
        "trace": [
            {"iteration": i, "best": word, "value": round(value, 6), "lower": lower, "upper": upper}
            for i, (word, value, lower, upper) in enumerate(zip(*columns, strict=True), 1)
        ],
    }
    if options.json:
        print(json.dumps(report, ensure_ascii=False))
    else:
        weight = int(played.weights.sum())
        print(f"{options.sampler}, seed {seed}: {search.iterations:,} iterations, {search.seconds:.2f} s")
        print(
            f"best strategy: opening {report['opening']}, total {search.upper:,}, mean {search.upper / weight:.4f}, "
            f"found at iteration {search.found_at:,}" + (", proven" if search.proven else "")
        )
        for arm in sorted(search.arms(), key=lambda arm: arm.value)[:10]:
            print(f"{arm.guess}  {arm.value:.4f}  {arm.visits:,} visits")
    if stopped:
        raise KeyboardInterrupt


def run_sweep(options: argparse.Namespace) -> None:
    """Run an experiment over many settings and store every result."""
    progress = Progress("tasks")
    try:
        make = experiments.SWEEPS[options.name]
        given = {
            name: value for name in ("width", "answers", "guesses", "stop_at") if (value := getattr(options, name))
        }
        for name, value in given.items():
            if name not in signature(make).parameters:
                option = name.replace("_", "-")
                raise ValueError(f"--{option}: {value} with {options.name}; expected no {option} with it")
        rows = experiments.run(make(**given), options.out, options.jobs, {"sweep": options.name} | given, progress)
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
    commands = parser.add_subparsers(
        dest="command",
        required=True,
        metavar="play | decide | prove | search | guarantee | best-move | duel | play-hinter | sweep | feedback",
    )

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
    add_search_options(play, "how often tree search simulates a belief before it decides (default: 100)")
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
    add_cap_option(decide)
    decide.add_argument("--top", type=int, default=10, metavar="K", help="how many guesses to show (default: 10)")
    add_policy_options(decide, [])
    add_search_options(decide, "how often tree search simulates a belief before it decides (default: 100)")
    decide.set_defaults(run=run_decide)

    prove = commands.add_parser(
        "prove",
        help="perfect play: the least total of guesses, with proof",
        description="Prove the least total of guesses of an opening, or which openings are best. Ctrl-C leaves bounds.",
    )
    prove.add_argument("--opening", metavar="WORD", help="the first guess")
    prove.add_argument("--all", action="store_true", help="compare all openings; a run that was stopped goes on")
    prove.add_argument(
        "--below", type=int, metavar="TOTAL", help="with --all: prove all openings below this (default: the best only)"
    )
    prove.add_argument(
        "--gap", type=int, metavar="N", help="with --all: prove all openings that need at most N more than the best"
    )
    prove.add_argument("--jobs", type=int, metavar="N", help="with --all: how many processes to use (default: 1)")
    prove.add_argument("--out", metavar="FILE", help="with --all: where to store what is done, and the result (JSON)")
    prove.add_argument("--seconds", type=float, metavar="S", help="with --opening: stop after this time, with bounds")
    prove.add_argument("--tree", metavar="FILE", help="with --opening: where to store the strategy (JSON)")
    prove.set_defaults(run=run_prove)

    search = commands.add_parser(
        "search",
        help="Action Value Tree Search: good play, soon, without proof",
        description="Search for a good strategy by Action Value Tree Search. Ctrl-C leaves what was found.",
    )
    add_search_options(search, "how many iterations (default: 1000)")
    search.add_argument("--stop-at", type=int, metavar="TOTAL", help="stop at a strategy that needs no more than this")
    search.add_argument("--seconds", type=float, metavar="S", help="stop after this time")
    search.set_defaults(run=run_search)

    add_cap_option(play)
    add_cap_option(prove)
    for command in (play, decide, prove, search):
        add_game_options(command)
        command.add_argument("--json", action="store_true", help="print one line of JSON")

    adversary.add_commands(commands)

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
        "noisy: games in which colours lie, rollout beside its base; "
        "exact: proven totals of the 13 openings; "
        "scaling: proofs over all openings on parts of the lists; "
        "race: tree search with five samplers, and variants of it, until it finds the optimum; "
        "compare: what policies, rollout, tree search and exact search find, and in what time; "
        "guarantees: how many guesses are enough against a Hinter; "
        "strict: which openings of strict mode need five guesses, and which six; "
        "worst-case: players that think of the worst case, on normal Wordle; "
        "small-trees: strategies with few decisions",
    )
    sweep.add_argument("--out", required=True, metavar="FILE", help="where to store the results (JSON)")
    sweep.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processes to use (default: 1)")
    sweep.add_argument("--width", type=int, metavar="K", help="candidates of rollout (default: 10)")
    sweep.add_argument("--answers", metavar="FILE", help="race, guarantees, worst-case: the hidden words")
    sweep.add_argument("--guesses", metavar="FILE", help="race, guarantees, worst-case: the guesses")
    sweep.add_argument("--stop-at", type=int, metavar="TOTAL", help="race: the total to find (default: 7920)")
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
    if sys.stderr.isatty() and options.run is not run_feedback and not any(cache_folder().glob("*.bin")):
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

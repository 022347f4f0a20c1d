"""The commands that play by a policy: play, decide and feedback."""

import argparse
from typing import Any

import numpy as np

from wordlelib.cli.shared import (
    Progress,
    add_game_options,
    add_json_option,
    add_progress_option,
    add_seed_option,
    make_game,
    read_history,
    say,
    whole,
    whole_or,
)
from wordlelib.core.checks import counted
from wordlelib.game import feedback, policy, tree, words
from wordlelib.kernels.interrupts import WATCH
from wordlelib.kernels.jit import clock
from wordlelib.lab import trained
from wordlelib.planning import adaptive, belief, learning, noise, rollout, values
from wordlelib.search import bandits, exact, mcts

RANDOM = {"random-guess": policy.RandomGuess, "random-candidate": policy.RandomCandidate}
UNITS = {
    "information-gain": "bits",
    "expected-remaining": "words expected to remain",
    "most-classes": "classes",
    "worst-class": "words left in the worst case",
    "rollout": "Q-factor: guesses expected from here on",
    "lookahead": "Q-factor: guesses expected from here on, by a value",
    "exact": "guesses needed from here on, on average, with perfect play",
    "avts": "guesses expected from here on",
}
MOST_GAMES = 1_000_000


def add_commands(commands: argparse._SubParsersAction) -> None:
    """Add the commands that play by a policy."""
    _add_play(commands)
    _add_decide(commands)
    colours = commands.add_parser(
        "feedback",
        help="colour one guess",
        description="Show the colours of a guess when the hidden word is known: - grey, y yellow, g green.",
    )
    colours.add_argument("guess", help="the word that was guessed")
    colours.add_argument("hidden", help="the hidden word")
    colours.set_defaults(run=run_feedback)


def _add_play(commands: argparse._SubParsersAction) -> None:
    play = commands.add_parser(
        "play",
        help="play a policy against every hidden word",
        description="Play a policy against every hidden word and report how many guesses it takes.",
    )
    _add_policy_options(play, list(RANDOM))
    play.add_argument("--opening", metavar="WORD", help="the first guess (default: the policy's own)")
    play.add_argument(
        "--noise",
        metavar="P",
        help="each colour is wrong with probability P, or (one-lie) one colour of each row is; games are then random",
    )
    play.add_argument(
        "--games",
        type=whole(2, MOST_GAMES),
        default=100,
        metavar="N",
        help="with --noise: how many games (default: 100)",
    )
    add_cap_option(play)
    add_search_options(play, "how often tree search simulates a belief before it decides (default: 100)")
    add_game_options(play)
    add_progress_option(play)
    add_json_option(play)
    play.set_defaults(run=run_play)


def _add_decide(commands: argparse._SubParsersAction) -> None:
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
    decide.add_argument("--top", type=whole(1), default=10, metavar="K", help="how many guesses to show (default: 10)")
    add_cap_option(decide)
    _add_policy_options(decide, [])
    add_search_options(decide, "how often tree search simulates a belief before it decides (default: 100)")
    add_game_options(decide)
    add_json_option(decide)
    decide.set_defaults(run=run_decide)


def _add_policy_options(parser: argparse.ArgumentParser, others: list[str]) -> None:
    parser.add_argument(
        "--policy",
        choices=[*policy.GREEDY, "rollout", "lookahead", "exact", "avts", *others],
        default="information-gain",
        help="how to choose a guess: most bits of information, fewest words expected to remain, most different "
        "answers, fewest words left in the worst case, rollout on one of these, lookahead with a learned value, "
        "perfect play, or tree search" + (", or at random" if others else "") + " (default: information-gain)",
    )
    parser.add_argument(
        "--base",
        choices=list(policy.GREEDY),
        default="information-gain",
        help="the base policy of rollout (default: information-gain)",
    )
    parser.add_argument(
        "--width",
        type=whole_or("all"),
        default=10,
        metavar="K",
        help="how many guesses rollout and lookahead look at, a number or all (default: 10)",
    )
    parser.add_argument(
        "--value",
        default="linear",
        metavar="FILE",
        help="the value that lookahead uses: what 'wordlelib train' has written, or linear or network for one that "
        "comes with the project (default: linear)",
    )
    parser.add_argument(
        "--steps",
        type=whole(1, 2),
        default=1,
        metavar="N",
        help="how many guesses lookahead looks ahead, 1 or 2 (default: 1)",
    )
    parser.add_argument(
        "--heaviest",
        type=whole(),
        metavar="M",
        help="let rollout and lookahead look at the M most probable words too (default: 0, with --noise 5)",
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
        type=whole_or("least", "none"),
        metavar="N",
        help="guesses that perfect play may take in a game: a number, least (the least that is possible) or none "
        "(default: 6 in hard mode, else none)",
    )


def read_cap(options: argparse.Namespace) -> int | None:
    """Give the cap that the options ask for, as a number."""
    if options.cap == "least":
        raise ValueError("--cap: least; expected a number or none here")
    if options.cap is None:
        return 6 if options.mode == "hard" else None
    return None if options.cap == "none" else options.cap


def add_search_options(parser: argparse.ArgumentParser, iterations: str) -> None:
    """Add the options of tree search."""
    parser.add_argument(
        "--sampler",
        choices=list(bandits.SAMPLERS),
        default="thompson",
        help="what tree search picks the next guess by (default: thompson)",
    )
    parser.add_argument("--iterations", type=whole(), metavar="N", help=iterations)
    add_seed_option(parser)


def make_policy(options: argparse.Namespace) -> policy.Policy:
    """Make the policy that the options ask for."""
    if options.policy in RANDOM:
        return RANDOM[options.policy](np.random.default_rng(options.seed))
    if options.policy == "exact":
        return exact.Exact(read_cap(options))
    if options.policy == "avts":
        return mcts.AVTS(
            100 if options.iterations is None else options.iterations,
            options.seed,
            sampler=bandits.SAMPLERS[options.sampler](),
        )
    if options.policy == "rollout":
        return rollout.Rollout(_make_greedy(options.base, options), options.width, heaviest=options.heaviest or 0)
    if options.policy == "lookahead":
        return learning.Lookahead(_read_value(options), options.width, options.steps, heaviest=options.heaviest or 0)
    return _make_greedy(options.policy, options)


def _read_value(options: argparse.Namespace) -> values.NetworkValue:
    """Give the value that the options ask for."""
    if options.value in learning.TRAININGS:
        return trained.learned(options.value, options.mode)
    try:
        return learning.load(options.value)
    except ValueError:
        kinds = ", ".join(learning.TRAININGS)
        raise ValueError(f"--value: {options.value}; expected {kinds} or what 'wordlelib train' has written") from None


def _make_greedy(name: str, options: argparse.Namespace) -> policy.Greedy:
    """Make a greedy policy, with the bonus that the options give to information gain."""
    if name == policy.InformationGain.name:
        return policy.InformationGain(options.bonus)
    if options.bonus:
        raise ValueError(f"--bonus: {options.bonus:g} with {name}; expected information-gain with it")
    return policy.GREEDY[name]()


def run_play(options: argparse.Namespace) -> None:
    """Play a policy against every hidden word and report the guesses."""
    if options.noise is not None:
        return run_noisy(options)
    with Progress(options) as progress:
        chosen = make_policy(options)
        played = make_game(options, progress)
        begun = clock()
        result = tree.play(played, chosen, options.opening, progress=progress)
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
        "seconds": round(clock() - begun, 4),
    }
    say(options, report, _describe_play)


def _describe_play(report: dict[str, Any]) -> str:
    mean = f"{report['mean']:.4f}"
    if report["prior"] != "uniform":
        mean += f" under the prior {report['prior']}"
    hidden, total = counted(report["words"], "hidden word"), counted(report["total"], "guess")
    return "\n".join(
        [
            f"{report['policy']}, opening {report['opening']}, {report['mode']} mode, {hidden}",
            f"total {total}, mean {mean}, worst {report['worst']}, {report['seconds']:.2f} s",
            *_draw(report["distribution"]),
        ]
    )


def run_noisy(options: argparse.Namespace) -> None:
    """Play games in which colours lie, with random hidden words, and report the guesses with their standard error."""
    if options.policy not in ("information-gain", "rollout") or options.base != "information-gain":
        raise ValueError(f"--policy: {options.policy} with --noise; expected information-gain, or rollout on it")
    with Progress(options, "games") as progress:
        problem, chosen = _make_noisy(options)
        begun = clock()
        values: list[np.ndarray] = []
        while len(values) < options.games:
            progress(len(values), options.games)
            part = adaptive.simulate(problem, chosen, 1, options.seed, len(values))
            if not np.all(np.isfinite(part.values)):
                raise ValueError(
                    f"--noise: {options.noise}; a game was not over after {adaptive.LIMIT} guesses, expected less noise"
                )
            values.append(part.values)
    guesses = np.concatenate(values)
    sample, counts = adaptive.Sample(guesses), np.bincount(guesses.astype(int))
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
        "seconds": round(clock() - begun, 4),
    }
    say(options, report, _describe_noisy)


def _make_noisy(options: argparse.Namespace) -> tuple[belief.GuessingProblem, adaptive.Remembering]:
    """Make the game with wrong colours and the policy that the options ask for."""
    played = make_game(options)
    problem = belief.GuessingProblem(played, noise.channel_of(options.noise, played))
    base = noise.NoisyInformation(problem, options.bonus)
    chosen: adaptive.AdaptivePolicy = base
    if options.policy == "rollout":
        width = len(played.guesses) if options.width == "all" else options.width
        chosen = noise.NoisyRollout(base, width, runs=20, heavy=5 if options.heaviest is None else options.heaviest)
    if options.opening is not None:
        chosen = adaptive.Opening(problem, played.guesses[played.find(options.opening)], chosen)
    return problem, adaptive.Remembering(chosen)


def _describe_noisy(report: dict[str, Any]) -> str:
    return "\n".join(
        [
            f"{report['policy']} with noise {report['noise']}, opening {report['opening']}, {report['games']:,} games",
            f"mean {report['mean']:.3f} +- {report['standard_error']:.3f}, {report['seconds']:.2f} s",
            *_draw(report["distribution"]),
        ]
    )


def _draw(distribution: dict[int, int]) -> list[str]:
    """Draw how many games took how many guesses."""
    longest = max(distribution.values())
    return [
        f"{counted(guesses, 'guess'):>11}  {count:6,}  {'#' * round(40 * count / longest)}"
        for guesses, count in distribution.items()
    ]


def run_decide(options: argparse.Namespace) -> None:
    """Show what is still possible and the best next guesses."""
    state = make_game(options).after(read_history(options.history))
    left = state.words
    if state.solved and not options.json:
        WATCH.say(f"solved in {len(state.rows)}: the hidden word is {left[0]}")
        return
    chosen = make_policy(options)
    ranked: list = []
    if isinstance(chosen, rollout.Rollout):
        ranked = chosen.q_factors(state)[: options.top]
    elif isinstance(chosen, policy.Greedy | exact.Exact | mcts.AVTS):
        ranked = chosen.rank(state, options.top)
    best = [line._asdict() for line in ranked]
    report = {"possible": len(left), "words": left, "policy": options.policy, "best": best}
    say(options, report, lambda report: _describe_decision(report, chosen.name))


def _describe_decision(report: dict[str, Any], name: str) -> str:
    left = report["words"]
    some = " ".join(left[:20]) + (" ..." if len(left) > 20 else "")
    lines = [
        f"{len(left):,} hidden word{'s are' if len(left) > 1 else ' is'} still possible: {some}",
        f"best guesses by {name} ({UNITS[report['policy']]}; * may be the hidden word)",
    ]
    for line in report["best"]:
        value = f"{line['q'] if 'q' in line else line['score']:.4f}".rstrip("0").rstrip(".")
        lines.append(f"{'*' if line['possible'] else ' '} {line['guess']}  {value}")
    return "\n".join(lines)


def run_feedback(options: argparse.Namespace) -> None:
    """Colour one guess."""
    guess, hidden = (words.normal(word) for word in (options.guess, options.hidden))
    words.check([guess], "guess")
    words.check([hidden], "hidden")
    row = feedback.feedback(guess, hidden)
    WATCH.say(f"{row}  {feedback.to_squares(row)}")

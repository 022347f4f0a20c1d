"""The commands that play by a policy: play, decide and feedback."""

import argparse
from typing import Any

import numpy as np

from wordlelib.cli.shared import (
    GAME,
    Progress,
    argument,
    attributes,
    choice,
    command,
    file,
    make_game,
    number,
    option,
    read_history,
    say,
)
from wordlelib.core.checks import counted
from wordlelib.game import feedback, policy, tree, words
from wordlelib.kernels.interrupts import WATCH
from wordlelib.kernels.jit import clock
from wordlelib.lab import trained
from wordlelib.planning import adaptive, belief, learning, noise, rollout, values
from wordlelib.search import bandits, exact, tree_search

RANDOM = {"random-guess": policy.RandomGuess, "random-word": policy.RandomWord}
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
CHOOSE = (
    "how to choose a guess: most bits of information, fewest words expected to remain, most different answers, fewest "
    "words left in the worst case, rollout on one of these, lookahead with a learned value, perfect play, tree search"
)
OF_POLICIES = {
    "base": choice(policy.GREEDY, "the base policy of rollout", "information-gain"),
    "width": number("how many guesses rollout and lookahead look at, a number or all", 10, 1, names=["all"]),
    "value": file(
        "the value that lookahead uses: what 'wordlelib train' has written, or linear or network for one that comes "
        "with the project",
        default="linear",
    ),
    "steps": number("how many guesses lookahead looks ahead, 1 or 2", 1, 1, 2),
    "heaviest": number(
        "let rollout and lookahead look at the M most probable words too (default: 0, with --noise 5)", metavar="M"
    ),
    "bonus": option(
        "bits that information gain adds for the chance that the guess is the hidden word", "BITS", 0, type=float
    ),
    "iterations": number("how often tree search simulates a belief before it decides", 100),
}


def read_cap(options: argparse.Namespace) -> int | None:
    """Return the cap that the options ask for, as a number."""
    if options.cap == "least":
        raise ValueError("--cap: least; expected a number or none here")
    if options.cap is None:
        return 6 if options.mode == "hard" else None
    return None if options.cap == "none" else options.cap


def make_policy(options: argparse.Namespace) -> policy.Policy:
    """Make the policy that the options ask for."""
    if options.policy in RANDOM:
        return RANDOM[options.policy](np.random.default_rng(options.seed))
    if options.policy == "exact":
        return exact.Exact(read_cap(options))
    if options.policy == "avts":
        return tree_search.AVTS(options.iterations, options.seed, sampler=bandits.SAMPLERS[options.sampler]())
    if options.policy == "rollout":
        return rollout.Rollout(_make_greedy(options.base, options), options.width, heaviest=options.heaviest or 0)
    if options.policy == "lookahead":
        return learning.Lookahead(_read_value(options), options.width, options.steps, heaviest=options.heaviest or 0)
    return _make_greedy(options.policy, options)


def _read_value(options: argparse.Namespace) -> values.NetworkValue:
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


@command(
    "play",
    f"cap sampler seed {GAME} progress json",
    policy=choice([*UNITS, *RANDOM], f"{CHOOSE}, at random", "information-gain"),
    opening=option("the first guess (default: the policy's own)", "WORD"),
    noise=option(
        "each colour is wrong with probability P, or (one-lie) one colour of each row is; games are then random", "P"
    ),
    games=number("with --noise: how many games", 100, 2, MOST_GAMES),
    **OF_POLICIES,
)
def run_play(options: argparse.Namespace) -> None:
    """Play a policy against every hidden word, and report how many guesses it takes."""
    if options.noise is not None:
        return run_noisy(options)
    with Progress(options) as progress:
        chosen = make_policy(options)
        played = make_game(options, progress)
        begun = clock()
        result = tree.play(played, chosen, options.opening, progress=progress)
    report = {"opening": result.opening, "policy": chosen.name, "mode": played.mode}
    report |= {"prior": "uniform" if played.uniform else options.prior or options.hidden}
    report |= attributes(result, "words total mean worst distribution") | {"seconds": round(clock() - begun, 4)}
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
    report = {"opening": chosen.decide(problem.start, problem.prior)}
    report |= attributes(options, "policy noise games seed") | attributes(sample, "mean standard_error")
    report |= {"worst": int(guesses.max()), "distribution": {i: int(counts[i]) for i in range(1, len(counts))}}
    say(options, report | {"seconds": round(clock() - begun, 4)}, _describe_noisy)


def _make_noisy(options: argparse.Namespace) -> tuple[belief.GuessingProblem, adaptive.Remembering]:
    """Make the game with wrong colours and the policy that the options ask for."""
    played = make_game(options)
    problem = belief.GuessingProblem(played, noise.channel_of(options.noise, played))
    base = noise.NoisyInformation(problem, options.bonus)
    chosen: adaptive.AdaptivePolicy = base
    if options.policy == "rollout":
        width = len(played.guesses) if options.width == "all" else options.width
        chosen = noise.NoisyRollout(base, width, runs=20, heaviest=5 if options.heaviest is None else options.heaviest)
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


@command(
    "decide",
    f"cap sampler seed {GAME} json",
    history=option(
        "your rows so far, such as salet:-y--g,crony:--y-- (- grey, y yellow, g green; emoji squares work too)",
        "ROWS",
        "",
    ),
    top=number("how many guesses to show", 10, 1),
    policy=choice(UNITS, CHOOSE, "information-gain"),
    **OF_POLICIES,
)
def run_decide(options: argparse.Namespace) -> None:
    """Show which words are possible in a game you are playing, and the best next guesses."""
    state = make_game(options).after(read_history(options.history))
    left = state.words
    if state.solved and not options.json:
        WATCH.say(f"solved in {len(state.rows)}: the hidden word is {left[0]}")
        return
    chosen = make_policy(options)
    ranked: list = []
    if isinstance(chosen, rollout.Rollout):
        ranked = chosen.q_factors(state)[: options.top]
    elif isinstance(chosen, policy.Greedy | exact.Exact | tree_search.AVTS):
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


@command("feedback", "", guess=argument("the word that was guessed"), hidden=argument("the hidden word"))
def run_feedback(options: argparse.Namespace) -> None:
    """Colour one guess when the hidden word is known: - grey, y yellow, g green."""
    guess, hidden = (words.normal(word) for word in (options.guess, options.hidden))
    words.check([guess], "guess")
    words.check([hidden], "hidden")
    row = feedback.feedback(guess, hidden)
    WATCH.say(f"{row}  {feedback.to_squares(row)}")
